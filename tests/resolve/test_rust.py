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


@pytest.mark.parametrize(("files", "tier"), [pytest.param(CARGO | files, tier, id=name) for name, files, tier in MODULES + IMPORTS + MEMBERS])
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
