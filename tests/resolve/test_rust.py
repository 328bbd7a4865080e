"""Rust's rules, one row each: what it shows, the files, the tier. `<|>` is the site, `<def>` the right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

Check = Callable[..., None]
CARGO = {"Cargo.toml": ""}

MODULES: list[tuple[str, dict[str, str], str]] = [
    ("a function of the module", {"src/lib.rs": "fn <def>f() {}\nfn g() { <|>f(); }\n"}, "exact"),
    ("mod and a path", {"src/lib.rs": "mod a;\nfn g() { a::<|>f(); }\n", "src/a.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("mod.rs", {"src/lib.rs": "mod a;\nfn g() { a::<|>f(); }\n", "src/a/mod.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("a module in a folder beside its file", {"src/lib.rs": "mod a;\nuse a::b::f;\nfn g() { <|>f(); }\n", "src/a.rs": "pub mod b;\n", "src/a/b.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("a module written out", {"src/lib.rs": "mod a { pub fn <def>f() {} }\nfn g() { a::<|>f(); }\n"}, "exact"),
    ("a module does not see the one around it", {"src/lib.rs": "fn f() {}\nmod b { fn f() {} }\nmod a { fn g() { <|>f(); } }\n"}, "unknown"),
    ("super", {"src/lib.rs": "fn <def>f() {}\nmod a { fn g() { super::<|>f(); } }\n"}, "exact"),
    ("use super::*", {"src/lib.rs": "fn <def>f() {}\nmod tests { use super::*; fn g() { <|>f(); } }\n"}, "exact"),
    ("crate", {"src/lib.rs": "mod a;\nmod b;\n", "src/a.rs": "pub fn <def>f() {}\n", "src/b.rs": "fn g() { crate::a::<|>f(); }\n"}, "exact"),
    ("self", {"src/lib.rs": "mod a { pub fn <def>f() {} }\nfn g() { self::a::<|>f(); }\n"}, "exact"),
    ("the token of a mod", {"src/lib.rs": "mod <|>a;\n", "src/a.rs": "<def>pub fn f() {}\n"}, "exact"),
]

IMPORTS: list[tuple[str, dict[str, str], str]] = [
    ("use", {"src/lib.rs": "mod a;\nuse crate::a::f;\nfn g() { <|>f(); }\n", "src/a.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("use as", {"src/lib.rs": "mod a;\nuse crate::a::f as h;\nfn g() { <|>h(); }\n", "src/a.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("a group", {"src/lib.rs": "mod a;\nuse crate::a::{e, f};\nfn g() { <|>f(); }\n", "src/a.rs": "pub fn e() {}\npub fn <def>f() {}\n"}, "exact"),
    ("a group in a group", {"src/lib.rs": "mod a;\nuse crate::{a::{b::{f}}};\nfn g() { <|>f(); }\n", "src/a.rs": "pub mod b { pub fn <def>f() {} }\n"}, "exact"),
    ("self in a group", {"src/lib.rs": "mod a;\nuse crate::a::b::{self, f};\nfn g() { b::<|>e(); }\n", "src/a.rs": "pub mod b { pub fn f() {} pub fn <def>e() {} }\n"}, "exact"),
    ("the use's own token", {"src/lib.rs": "mod a;\nuse crate::a::{<|>f};\n", "src/a.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("a step of a path", {"src/lib.rs": "mod a;\nuse crate::{<|>a::f};\n", "src/a.rs": "<def>pub fn f() {}\n"}, "exact"),
    ("pub use hands on", {"src/lib.rs": "mod a;\nmod b;\n", "src/a.rs": "pub use crate::b::f;\n", "src/b.rs": "pub fn <def>f() {}\nmod c { use crate::a::f; fn g() { <|>f(); } }\n"}, "exact"),
    ("two globs", {"src/lib.rs": "mod a;\nmod b;\npub use a::*;\npub use b::*;\nfn g() { <|>f(); }\n", "src/a.rs": "", "src/b.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("globs in a circle end", {"src/lib.rs": "mod a;\nuse a::*;\nfn g() { <|>f(); }\n", "src/a.rs": "pub use super::*;\n"}, "unknown"),
    ("a crate of the workspace", {"my-lib/Cargo.toml": "", "my-lib/src/lib.rs": "pub fn <def>f() {}\n", "app/Cargo.toml": "", "app/src/main.rs": "use my_lib::f;\nfn main() { <|>f(); }\n"}, "exact"),
    ("a test sees the library by its name", {"lib1/Cargo.toml": "", "lib1/src/lib.rs": "pub fn <def>f() {}\n", "lib1/tests/t.rs": "use lib1::f;\nfn t() { <|>f(); }\n"}, "exact"),
    ("another crate's name is elsewhere", {"src/lib.rs": "use serde::f;\nfn g() { <|>f(); }\n", "src/b.rs": "pub fn f() {}\n"}, "external"),
    ("the prelude is elsewhere", {"src/lib.rs": "fn g() { <|>Some(1); }\n"}, "external"),
    ("a macro of the crate", {"src/lib.rs": "mod a;\nfn g() { <|>twice!(1); }\n", "src/a.rs": "macro_rules! <def>twice { () => {} }\n"}, "exact"),
    ("a macro is not a variable of its name", {"src/lib.rs": "macro_rules! <def>kind { () => {} }\nfn g() { let kind = <|>kind!(); }\n"}, "exact"),
]

MEMBERS: list[tuple[str, dict[str, str], str]] = [
    ("self", {"src/lib.rs": "struct A;\nimpl A { fn <def>f(&self) {} fn g(&self) { self.<|>f(); } }\nstruct B;\nimpl B { fn f(&self) {} }\n"}, "exact"),
    ("a field", {"src/lib.rs": "struct A { <def>x: u8 }\nstruct B { x: u8 }\nimpl A { fn g(&self) -> u8 { self.<|>x } }\n"}, "exact"),
    ("an impl in another file", {"src/lib.rs": "mod a;\nstruct A;\nfn g(x: &A) { x.<|>f(); }\n", "src/a.rs": "use crate::A;\nimpl A { pub fn <def>f(&self) {} }\n"}, "exact"),
    ("an associated function", {"src/lib.rs": "struct A;\nimpl A { fn <def>new() -> Self { A } }\nstruct B;\nimpl B { fn new() -> Self { B } }\nfn g() { A::<|>new(); }\n"}, "exact"),
    ("Self", {"src/lib.rs": "struct A;\nimpl A { fn <def>new() -> Self { A } fn g() { Self::<|>new(); } }\n"}, "exact"),
    ("a variant", {"src/lib.rs": "enum A { <def>X, Y }\nenum B { X }\nfn g() -> A { A::<|>X }\n"}, "exact"),
    ("a constant of a type", {"src/lib.rs": "struct A;\nimpl A { const <def>N: u8 = 1; }\nfn g() -> u8 { A::<|>N }\n"}, "exact"),
    ("a let with a constructor", {"src/lib.rs": "struct A;\nimpl A { fn new() -> Self { A } fn <def>f(&self) {} }\nstruct B;\nimpl B { fn f(&self) {} }\nfn g() { let x = A::new(); x.<|>f(); }\n"}, "exact"),
    ("a let with a type", {"src/lib.rs": "struct A;\nimpl A { fn <def>f(&self) {} }\nstruct B;\nimpl B { fn f(&self) {} }\nfn g() { let x: A = make(); x.<|>f(); }\n"}, "exact"),
    ("a let with a literal", {"src/lib.rs": "struct A { y: u8 }\nimpl A { fn <def>f(&self) {} }\nstruct B;\nimpl B { fn f(&self) {} }\nfn g() { let x = A { y: 1 }; x.<|>f(); }\n"}, "exact"),
    ("a field of a literal", {"src/lib.rs": "struct A { <def>y: u8 }\nstruct B { y: u8 }\nfn g() -> A { A { <|>y: 1 } }\n"}, "exact"),
    ("through a box", {"src/lib.rs": "struct A;\nimpl A { fn <def>f(&self) {} }\nstruct B;\nimpl B { fn f(&self) {} }\nfn g(x: &mut Box<A>) { x.<|>f(); }\n"}, "exact"),
    ("out of an option", {"src/lib.rs": "struct A;\nimpl A { fn <def>f(&self) {} }\nstruct B;\nimpl B { fn f(&self) {} }\nfn g(x: Option<A>) { if let Some(y) = x { y.<|>f(); } }\n"}, "exact"),
    ("after a question mark", {"src/lib.rs": "struct A;\nimpl A { fn <def>f(&self) {} }\nstruct B;\nimpl B { fn f(&self) {} }\nfn make() -> Result<A, ()> { Ok(A) }\nfn g() { make()?.<|>f(); }\n"}, "likely"),
    ("an element of a vector", {"src/lib.rs": "struct A;\nimpl A { fn <def>f(&self) {} }\nstruct B;\nimpl B { fn f(&self) {} }\nfn g(xs: Vec<A>) { for x in xs.iter() { x.<|>f(); } }\n"}, "exact"),
    ("what a variant holds", {"src/lib.rs": "struct A;\nimpl A { fn <def>f(&self) {} }\nstruct B;\nimpl B { fn f(&self) {} }\nenum E { Of(A), Bf(B) }\nfn g(e: E) { match e { E::Of(x) => x.<|>f(), _ => {} } }\n"}, "exact"),
    ("a trait's method of a type parameter", {"src/lib.rs": "trait T { fn <def>f(&self); }\nstruct B;\nimpl B { fn f(&self) {} }\nfn g<X: T>(x: X) { x.<|>f(); }\n"}, "exact"),
    ("bounds in a where clause", {"src/lib.rs": "trait T { fn <def>f(&self); }\nstruct B;\nimpl B { fn f(&self) {} }\nfn g<X>(x: X) where X: T { x.<|>f(); }\n"}, "exact"),
    ("the implementation of a trait's method", {"src/lib.rs": "trait T { fn f(&self); }\nstruct A;\nimpl T for A { fn <def>f(&self) {} }\nfn g(x: A) { x.<|>f(); }\n"}, "exact"),
    ("a method that only the trait has", {"src/lib.rs": "trait T { fn <def>f(&self) {} }\nstruct A;\nimpl T for A {}\nfn g(x: A) { x.<|>f(); }\n"}, "exact"),
    ("through Deref", {"src/lib.rs": "struct A;\nimpl A { fn <def>f(&self) {} }\nstruct B;\nimpl B { fn f(&self) {} }\nstruct W;\nimpl Deref for W { type Target = A; }\nfn g(x: W) { x.<|>f(); }\n"}, "exact"),
    ("an external type's member never falls back", {"src/lib.rs": "fn g(x: String) { x.<|>frobnicate(); }\nfn frobnicate() {}\n"}, "external"),
    ("a field and a method of one name", {"src/lib.rs": "struct A { x: u8 }\nimpl A { fn <def>x(&self) -> u8 { self.x } }\nfn g(a: A) { a.<|>x(); }\n"}, "exact"),
    ("a shadowed name is its last let", {"src/lib.rs": "fn g() { let x = 1; let <def>x = 2; <|>x; }\n"}, "exact"),
]

CONDITIONS: list[tuple[str, dict[str, str], str]] = [
    ("behind a feature that is not on", {"src/lib.rs": "fn <def>f() {}\n#[cfg(feature = \"x\")]\nfn g() { <|>f(); }\n"}, "likely"),
    ("behind one that is on by default", {"Cargo.toml": "[package]\nname = \"app\"\n[features]\ndefault = [\"all\"]\nall = [\"x\"]\nx = []\n", "src/lib.rs": "fn <def>f() {}\n#[cfg(feature = \"x\")]\nfn g() { <|>f(); }\n"}, "exact"),
    ("tests are built from the same code", {"src/lib.rs": "fn <def>f() {}\n#[cfg(test)]\nmod tests { fn g() { super::<|>f(); } }\n"}, "exact"),
    ("a system", {"src/lib.rs": "fn <def>f() {}\n#[cfg(all(unix, not(test)))]\nfn g() { <|>f(); }\n"}, "likely"),
    ("a module's file behind a condition", {"src/lib.rs": "#[cfg(feature = \"x\")]\nmod a;\npub fn <def>f() {}\n", "src/a.rs": "fn g() { crate::<|>f(); }\n"}, "likely"),
    ("a file with a condition of its own", {"src/lib.rs": "mod a;\npub fn <def>f() {}\n", "src/a.rs": "#![cfg(windows)]\nfn g() { crate::<|>f(); }\n"}, "likely"),
    ("of alternatives the one that a build has, first", {"src/lib.rs": "#[cfg(windows)]\nfn <def>f() {}\n#[cfg(not(windows))]\nfn <def>f() {}\nfn g() { <|>f(); }\n"}, "likely"),
    ("a macro's body", {"src/lib.rs": "fn <def>f() {}\nmacro_rules! m { () => { <|>f() } }\n"}, "likely"),
    ("a macro's arguments are what it makes of them", {"src/lib.rs": "struct <def>A;\nmacro_rules! m { ($t:ident) => {} }\nm!(<|>A);\n"}, "likely"),
    ("those of the language's own are expressions", {"src/lib.rs": "fn <def>f() -> u8 { 1 }\nfn g() { assert_eq!(<|>f(), 1); }\n"}, "exact"),
    ("several traits of one function", {"src/lib.rs": "struct A;\nimpl From<u8> for A { fn <def>from(x: u8) -> A { A } }\nimpl From<u16> for A { fn <def>from(x: u16) -> A { A } }\nfn g() { A::<|>from(1); }\n"}, "likely"),
    ("a file that several crates share", {"tests/common/mod.rs": "pub fn <def>f() {}\n", "tests/a.rs": "mod common;\nfn g() { common::<|>f(); }\n", "tests/b.rs": "mod common;\n"}, "likely"),
]

CRATES: list[tuple[str, dict[str, str], str]] = [
    ("a package is called otherwise than its folder", {"Cargo.toml": "[workspace]\nmembers = [\"app\", \"core\"]\n", "app/Cargo.toml": "[package]\nname = \"app\"\n[dependencies]\nmy-core = { path = \"../core\" }\n", "app/src/main.rs": "use my_core::f;\nfn main() { <|>f(); }\n", "core/Cargo.toml": "[package]\nname = \"my-core\"\n", "core/src/lib.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("a library is called otherwise than its package", {"app/Cargo.toml": "[package]\nname = \"app\"\n[dependencies]\ncore-crate = { path = \"../core\" }\n", "app/src/main.rs": "fn main() { inner::<|>f(); }\n", "core/Cargo.toml": "[package]\nname = \"core-crate\"\n[lib]\nname = \"inner\"\npath = \"code/root.rs\"\n", "core/code/root.rs": "mod a;\npub use a::f;\n", "core/code/a.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("a dependency under another name", {"app/Cargo.toml": "[package]\nname = \"app\"\n[dependencies]\nshort = { package = \"very-long\", path = \"../long\" }\n", "app/src/main.rs": "fn main() { short::<|>f(); }\n", "long/Cargo.toml": "[package]\nname = \"very-long\"\n", "long/src/lib.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("what the workspace's manifest says of it", {"Cargo.toml": "[workspace]\nmembers = [\"app\"]\n[workspace.dependencies]\nshort = { package = \"very-long\", path = \"lib/long\" }\n", "app/Cargo.toml": "[package]\nname = \"app\"\n[dependencies]\nshort = { workspace = true }\n", "app/src/main.rs": "fn main() { short::<|>f(); }\n", "lib/long/Cargo.toml": "[package]\nname = \"very-long\"\n", "lib/long/src/lib.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("of two of one name the one that the path tells", {"app/Cargo.toml": "[package]\nname = \"app\"\n[dependencies]\ncore = { path = \"../v2/core\" }\n", "app/src/main.rs": "extern crate core as c;\nfn main() { c::<|>f(); }\n", "v1/core/Cargo.toml": "[package]\nname = \"core\"\n", "v1/core/src/lib.rs": "pub fn f() {}\n", "v2/core/Cargo.toml": "[package]\nname = \"core\"\n", "v2/core/src/lib.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("a program's file that its manifest names", {"Cargo.toml": "[package]\nname = \"app\"\n[[bin]]\nname = \"tool\"\npath = \"tools/tool.rs\"\n", "tools/tool.rs": "mod help;\nfn main() { help::<|>f(); }\n", "tools/help.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("a module whose file an attribute names", {"src/lib.rs": "#[path = \"odd/place.rs\"]\nmod a;\nfn g() { a::<|>f(); }\n", "src/odd/place.rs": "pub fn <def>f() { super::g(); }\n"}, "exact"),
    ("and its parent from there", {"src/lib.rs": "#[path = \"odd/place.rs\"]\nmod a;\nfn <def>g() {}\n", "src/odd/place.rs": "pub fn f() { super::<|>g(); }\n"}, "exact"),
    ("extern crate self", {"src/lib.rs": "extern crate self as me;\npub fn <def>f() {}\nfn g() { me::<|>f(); }\n"}, "exact"),
    ("a macro by its path", {"src/lib.rs": "mod a;\nfn g() { crate::<|>m!(); }\n", "src/a.rs": "#[macro_export]\nmacro_rules! <def>m { () => {} }\n"}, "exact"),
    ("a macro that is handed on", {"src/lib.rs": "mod a;\nuse a::m;\nfn g() { <|>m!(); }\n", "src/a.rs": "macro_rules! <def>m { () => {} }\npub(crate) use m;\n"}, "exact"),
    ("a glob that is handed on", {"src/lib.rs": "mod a;\nuse a::*;\nfn g() { <|>f(); }\n", "src/a.rs": "mod b;\npub use self::b::*;\n", "src/a/b.rs": "pub fn <def>f() {}\n"}, "exact"),
    ("a broken manifest is none", {"Cargo.toml": "[package\nname = ", "src/lib.rs": "pub fn <def>f() {}\nfn g() { crate::<|>f(); }\n"}, "exact"),
]

MORE: list[tuple[str, dict[str, str], str]] = [
    ("a lifetime", {"src/lib.rs": "impl<<def>'a> T<'a> for A { fn f(x: &<|>'a u8) {} }\n"}, "exact"),
    ("a bound's parameter is the one above", {"src/lib.rs": "fn f<<def>T>(x: T) where <|>T: Copy {}\n"}, "exact"),
    ("a let's value does not see its name", {"src/lib.rs": "fn f() { let <def>x = 1; let x = h(|y| { <|>x + y }); x; }\n"}, "exact"),
    ("a block's value", {"src/lib.rs": "struct A;\nimpl A { fn new() -> A { A } fn <def>f(&self) {} }\nstruct B;\nimpl B { fn f(&self) {} }\nfn g() { let a = unsafe { A::new() }; a.<|>f(); }\n"}, "exact"),
    ("a method where a field has its name", {"src/lib.rs": "struct A { x: bool }\nimpl A { fn x(self, v: bool) -> Self { self } fn <def>f(&self) {} }\nstruct B;\nimpl B { fn f(&self) {} }\nfn g(a: A) { a.x(true).<|>f(); }\n"}, "exact"),
    ("a result by an alias", {"src/lib.rs": "type Result<T> = std::result::Result<T, E>;\nstruct A;\nimpl A { fn <def>f(&self) {} }\nstruct B;\nimpl B { fn f(&self) {} }\nfn make() -> Result<A> { Ok(A) }\nfn g() { let a = make()?; a.<|>f(); }\n"}, "likely"),
    ("a bound that only the impl block writes", {"src/lib.rs": "trait T { fn <def>f(&self); }\nstruct B;\nimpl B { fn f(&self) {} }\nstruct S<F> { x: F }\nimpl<F> S<F> where F: T { fn g(&self) { self.x.<|>f(); } }\n"}, "likely"),
    ("what is behind a dot is no free function", {"src/lib.rs": "fn is_odd(c: char) -> bool { true }\nfn g() { h(|c| c.<|>is_odd()); }\n"}, "unknown"),
    ("a module where a parameter has its name", {"src/lib.rs": "mod ast { pub struct <def>Flags; }\nfn g(ast: &ast::<|>Flags) {}\n"}, "exact"),
    ("a glob in a function", {"src/lib.rs": "enum E { <def>One, Two }\nfn g(e: E) -> u8 { use E::*; match e { <|>One => 1, Two => 2 } }\n"}, "exact"),
    ("a condition's name is not seen in its else", {"src/lib.rs": "fn g(<def>x: u8) -> u8 { if let Some(x) = h(x) { x } else { <|>x } }\n"}, "exact"),
    ("nor in what is tested", {"src/lib.rs": "fn g(<def>x: u8) -> u8 { if let Some(x) = h(<|>x) { x } else { 0 } }\n"}, "exact"),
    ("a name before its let is the one outside", {"src/lib.rs": "fn g(<def>x: u8) { h(<|>x); let x = 1; }\n"}, "exact"),
    ("the language's macro where a module has one of its own", {"src/lib.rs": "fn g() { <|>assert_eq!(1, 1); }\nmod tests { macro_rules! assert_eq { () => {} } }\n"}, "external"),
    ("a path behind an arrow", {"src/lib.rs": "mod a { pub struct <def>A; }\nfn g() -> crate::a::<|>A { loop {} }\n"}, "exact"),
]


EVERY = MODULES + IMPORTS + MEMBERS + CONDITIONS + CRATES + MORE


@pytest.mark.parametrize(("files", "tier"), [pytest.param(CARGO | files, tier, id=name) for name, files, tier in EVERY])
def test_definition(files: Mapping[str, str], tier: str, check_definition: Check) -> None:
    check_definition(files, tier)


REFERENCES: list[tuple[str, dict[str, str]]] = [
    ("through uses and aliases", {"src/lib.rs": "mod a;\nuse a::<ref>f as h;\nfn g() { <ref>h(); a::<ref>f(); }\n", "src/a.rs": "pub fn <|>f() {}\n", "src/b.rs": "fn f() {}\nfn g() { f(); }\n"}),
    ("a type and its impl blocks", {"src/lib.rs": "struct <|>A;\nimpl <ref>A { fn new() -> <ref>A { <ref>A } }\nfn g(x: &<ref>A) {}\n"}),
    ("each implementation is its own", {"src/lib.rs": "trait T { fn f(&self); }\nstruct A;\nstruct B;\nimpl T for A { fn <|>f(&self) {} }\nimpl T for B { fn f(&self) {} }\nfn g(a: A, b: B) { a.<ref>f(); b.f(); }\n"}),
    ("a trait's method stands for all of them", {"src/lib.rs": "trait T { fn <|>f(&self); }\nstruct A;\nstruct B;\nimpl T for A { fn f(&self) {} }\nimpl T for B { fn f(&self) {} }\nfn g(a: A, b: B) { a.<ref>f(); b.<ref>f(); }\n"}),
    ("a lifetime is no variable", {"src/lib.rs": "fn g<'a>(<|>a: &'a u8) -> u8 { *<ref>a }\n"}),
    ("in a macro's arguments", {"src/lib.rs": "fn <|>f() -> u8 { 1 }\nfn g() { println!(\"{}\", <ref>f()); }\n"}),
]


@pytest.mark.parametrize("files", [pytest.param(CARGO | files, id=name) for name, files in REFERENCES])
def test_references(files: Mapping[str, Any], check_references: Check) -> None:
    check_references(files)
