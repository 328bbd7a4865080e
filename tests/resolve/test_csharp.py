"""C#'s rules, one row each: what it shows, the files, the tier. `<|>` is the site, `<def>` the right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

Check = Callable[..., None]

NAMESPACES: list[tuple[str, dict[str, str], str]] = [
    ("the same namespace, another folder", {"a/A.cs": "namespace N { class A { <|>B b; } }\n", "x/B.cs": "namespace N { class <def>B {} }\n"}, "exact"),
    ("a file's namespace", {"A.cs": "namespace N;\nclass A { <|>B b; }\n", "B.cs": "namespace N\n{\n    class <def>B {}\n}\n"}, "exact"),
    ("a namespace around", {"A.cs": "namespace N.M.O { class A { <|>B b; } }\n", "B.cs": "namespace N { class <def>B {} }\n"}, "exact"),
    ("a nested namespace is the dotted one", {"A.cs": "namespace N { namespace M { class A { <|>B b; } } }\n", "B.cs": "namespace N.M { class <def>B {} }\n"}, "exact"),
    ("the inner namespace wins", {"A.cs": "namespace N.M { class A { <|>B b; } }\n", "B.cs": "namespace N { class B {} }\n", "C.cs": "namespace N.M { class <def>B {} }\n"}, "exact"),
    ("a using", {"A.cs": "using N;\nclass A { <|>B b; }\n", "B.cs": "namespace N { class <def>B {} }\n"}, "exact"),
    ("a using inside a namespace, from there", {"A.cs": "namespace N { using M; class A { <|>B b; } }\n", "B.cs": "namespace N.M { class <def>B {} }\n"}, "exact"),
    ("without a using it is elsewhere", {"A.cs": "using System;\nclass A { <|>B b; }\n", "B.cs": "namespace N { class B {} }\n"}, "external"),
    ("a global using", {"A.cs": "class A { <|>B b; }\n", "B.cs": "namespace N { class <def>B {} }\n", "G.cs": "global using N;\n"}, "exact"),
    ("a static using", {"A.cs": "using static N.B;\nclass A { void G() { <|>F(); } }\n", "B.cs": "namespace N { static class B { public static void <def>F() {} } }\n"}, "exact"),
    ("another name", {"A.cs": "using C = N.B;\nclass A { <|>C b; }\n", "B.cs": "namespace N { class <def>B {} }\n"}, "exact"),
    ("another name for a namespace", {"A.cs": "using M = N.O;\nclass A { M.<|>B b; }\n", "B.cs": "namespace N.O { class <def>B {} }\n"}, "exact"),
    ("a full path", {"A.cs": "class A { void G() { N.M.B.<|>F(); } }\n", "B.cs": "namespace N.M { class B { public static void <def>F() {} } }\n"}, "exact"),
    ("a path from a namespace around", {"A.cs": "namespace N.O { class A { void G() { M.B.<|>F(); } } }\n", "B.cs": "namespace N.M { class B { public static void <def>F() {} } }\n"}, "exact"),
    ("a path from global", {"A.cs": "class A { global::N.<|>B b; }\n", "B.cs": "namespace N { class <def>B {} }\n"}, "exact"),
    ("a library's path", {"A.cs": "class A { void G() { System.IO.File.<|>Delete(null); } void Delete() {} }\n"}, "external"),
]  # fmt: skip

SCOPES: list[tuple[str, dict[str, str], str]] = [
    ("a parameter", {"A.cs": "class A { int x; int F(int <def>x) { return <|>x; } }\n"}, "exact"),
    ("a property", {"A.cs": "class A { int <def>X { get; set; } int F() { return <|>X; } }\n"}, "exact"),
    ("a partial class's other file", {"A.cs": "partial class A { void F() { <|>G(); } }\n", "B.cs": "partial class A { void <def>G() {} }\n"}, "exact"),
    ("overloads are one", {"A.cs": "class A { void <def>F() {} void <def>F(int n) {} void G() { <|>F(1); } }\n"}, "exact"),
    ("an inherited member", {"A.cs": "class A : B { void G() { <|>F(); } }\n", "B.cs": "class B { protected void <def>F() {} }\n"}, "exact"),
    ("a member of a library's class never falls back", {"A.cs": "using L;\nclass A : Form { void G() { <|>F(); } }\nclass C { void F() {} }\n"}, "external"),
    ("an out variable", {"A.cs": "class A { void F() { G(out var <def>x); H(<|>x); } }\n"}, "exact"),
    ("a pattern's variable", {"A.cs": "class A { void F(object o) { if (o is A <def>a) <|>a.F(o); } }\n"}, "exact"),
    ("a local function", {"A.cs": "class A { void F() { int <def>L(int n) { return n; } <|>L(1); } }\n"}, "exact"),
    ("a type parameter", {"A.cs": "class A<<def>T> { <|>T t; }\nclass T {}\n"}, "exact"),
    ("an attribute", {"A.cs": "[<|>B] class A {}\nclass <def>B : System.Attribute {}\n"}, "exact"),
    ("an attribute without its ending", {"A.cs": "[<|>B] class A {}\nclass <def>BAttribute : System.Attribute {}\n"}, "exact"),
    ("a property called like its type", {"A.cs": "enum <def>Color { Red }\nclass A { <|>Color Color { get; } }\n"}, "exact"),
    ("a constructor, before its class", {"A.cs": "class <def>A { public <def>A() {} static A F() { return new <|>A(); } }\n"}, "exact"),
]  # fmt: skip

MEMBERS: list[tuple[str, dict[str, str], str]] = [
    ("this", {"A.cs": "class A { int <def>x; void F(int x) { this.<|>x = x; } }\n"}, "exact"),
    ("base", {"A.cs": "class A { public void <def>F() {} }\nclass B : A { public new void F() { base.<|>F(); } }\n"}, "exact"),
    ("base of a library's class", {"A.cs": "class B : Form { void F() { base.<|>F(); } }\n"}, "external"),
    ("a field's type", {"A.cs": "class A { B b; void G() { b.<|>F(); } }\nclass B { public void <def>F() {} }\n"}, "exact"),
    ("a property's type", {"A.cs": "class A { B P { get; } void G() { P.<|>F(); } }\nclass B { public void <def>F() {} }\n"}, "exact"),
    ("a nullable type", {"A.cs": "class A { B? b; void G() { b?.<|>F(); b!.F(); } }\nclass B { public void <def>F() {} }\n"}, "exact"),
    ("var", {"A.cs": "class A { void G() { var b = new B(); b.<|>F(); } }\nclass B { public void <def>F() {} }\n"}, "exact"),
    ("var from a call", {"A.cs": "class A { B Make() { return null; } void G() { var b = Make(); b.<|>F(); } }\nclass B { public void <def>F() {} }\n"}, "exact"),
    ("an initializer", {"A.cs": "class A { void G() { var b = new B { P = 1 }; b.<|>F(); } }\nclass B { public int P; public void <def>F() {} }\n"}, "exact"),
    ("an initializer's property", {"A.cs": "class A { object G() { return new B() { <|>P = 1 }; } }\nclass B { public int <def>P { get; set; } }\n"}, "exact"),
    ("the name of an argument", {"A.cs": "class A { void F(int <def>n) {} void G() { F(<|>n: 1); } }\n"}, "exact"),
    ("the name of a constructor's argument", {"A.cs": "class A { public A(int <def>n) {} static A G() { return new A(<|>n: 1); } }\n"}, "exact"),
    ("a cast", {"A.cs": "class A { void G(object o) { ((B)o).<|>F(); } }\nclass B { public void <def>F() {} }\n"}, "exact"),
    ("as", {"A.cs": "class A { void G(object o) { (o as B).<|>F(); } }\nclass B { public void <def>F() {} }\n"}, "exact"),
    ("a loop's variable", {"A.cs": "using System.Collections.Generic;\nclass A { void G(List<B> bs) { foreach (var b in bs) b.<|>F(); } }\nclass B { public void <def>F() {} }\n"}, "exact"),
    ("a container's element", {"A.cs": "using System.Collections.Generic;\nclass A { void G(List<B> bs) { bs[0].<|>F(); } }\nclass B { public void <def>F() {} }\n"}, "exact"),
    ("an indexer", {"A.cs": "class A { B this[int i] => null; void G(A a) { a[0].<|>F(); } }\nclass B { public void <def>F() {} }\n"}, "exact"),
    ("a bound of a type parameter", {"A.cs": "class A<T> where T : B { T t; void G() { t.<|>F(); } }\nclass B { public void <def>F() {} }\n"}, "exact"),
    ("a bound of a method's type parameter", {"A.cs": "class A { void G<T>(T t) where T : B, new() { t.<|>F(); } }\nclass B { public void <def>F() {} }\n"}, "exact"),
    ("an extension of a type parameter", {"A.cs": "class A { void G(A a) { a.<|>Go(); } }\nstatic class X { public static T <def>Go<T>(this T a) where T : A => a; }\n"}, "likely"),
    ("a type, not the property of its name", {"A.cs": "enum <def>Color { Red }\nclass A { Color Color { get; set; } void F() { Color = <|>Color.Red; } }\n"}, "exact"),
    ("the property, not its type", {"A.cs": "class Color { public int X; }\nclass A { Color <def>Color { get; set; } int F() { return <|>Color.X; } }\n"}, "exact"),
    ("a static using's own token", {"A.cs": "using static N.<|>B;\n", "B.cs": "namespace N { static class <def>B {} }\n"}, "exact"),
    ("a member of a partial class", {"A.cs": "namespace N { partial class A {} }\n", "B.cs": "namespace N { partial class A { public static void <def>F() {} } class C { void G() { A.<|>F(); } } }\n"}, "exact"),
    ("a base named in another part", {"A.cs": "partial class A : B {}\nclass B { protected void <def>F() {} }\n", "C.cs": "partial class A { void G() { this.<|>F(); } }\n"}, "exact"),
    ("an enum's member", {"A.cs": "enum E { <def>Red }\nclass A { E e = E.<|>Red; }\n"}, "exact"),
    ("an extension method", {"A.cs": "class A { void G(A a) { a.<|>Go(); } }\nstatic class X { public static void <def>Go(this A a) {} }\n"}, "likely"),
    ("an extension of a base", {"A.cs": "class A : B { void G(A a) { a.<|>Go(); } }\nclass B {}\nstatic class X { public static void <def>Go(this B b) {} }\n"}, "likely"),
    ("an extension of a library's type", {"A.cs": "class A { void G(string s) { s.<|>Go(); } }\nstatic class X { public static void <def>Go(this string s) {} }\n"}, "likely"),
    ("an extension of another type is none", {"A.cs": "class A { void G(string s) { s.<|>Go(); } }\nstatic class X { public static void Go(this A a) {} }\n"}, "external"),
    ("a library's value has no member here", {"A.cs": "class A { void G(System.IO.Stream s) { s.<|>F(); } void F() {} }\n"}, "external"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "tier"), [pytest.param(files, tier, id=name) for name, files, tier in NAMESPACES + SCOPES + MEMBERS])
def test_definition(files: Mapping[str, str], tier: str, check_definition: Check) -> None:
    check_definition(files, tier)


REFERENCES: list[tuple[str, dict[str, str]]] = [
    ("a type across namespaces", {"A.cs": "namespace N { public class <|>A {} }\n", "B.cs": "using N;\nclass B : <ref>A { <ref>A a = new <ref>A(); }\n", "C.cs": "namespace M { class A {} class C { A a; } }\n"}),
    ("a partial type is one", {"A.cs": "partial class <|>A {}\nclass B { <ref>A a; }\n", "C.cs": "partial class A { <ref>A b; }\n"}),
    ("a property", {"A.cs": "class A { public int <|>P { get; set; } void F() { <ref>P = 1; } }\nclass B { void G(A a) { a.<ref>P++; new A { <ref>P = 2 }; } public int P; }\n"}),
    ("an attribute without its ending", {"A.cs": "class <|>MarkAttribute : System.Attribute {}\n", "B.cs": "[<ref>Mark] class B {}\n[<ref>MarkAttribute] class C {}\n"}),
    ("a parameter by its name in another file", {"A.cs": "class A { public static void F(int <|>n) { G(<ref>n); } static void G(int n) {} }\n", "B.cs": "class B { void H() { A.F(<ref>n: 1); K(n: 2); } void K(int n) {} }\n"}),
    ("a local variable", {"A.cs": "class A { void F() { int <|>x = 1; <ref>x++; } void G() { int x = 1; x++; } }\n"}),
    ("an extension method", {"A.cs": "class A { void G(A a) { a.<ref>Go(); X.<ref>Go(a); } }\nstatic class X { public static void <|>Go(this A a) {} }\n"}),
]  # fmt: skip


@pytest.mark.parametrize("files", [pytest.param(files, id=name) for name, files in REFERENCES])
def test_references(files: Mapping[str, str], check_references: Check) -> None:
    check_references(files)
