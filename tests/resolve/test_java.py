"""Java's rules, one row each: what it shows, the files, the tier. `<|>` is the site, `<def>` the right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

Check = Callable[..., None]

PACKAGES: list[tuple[str, dict[str, str], str]] = [
    ("the same package", {"a/A.java": "package p;\nclass A { <|>B b; }\n", "x/B.java": "package p;\nclass <def>B {}\n"}, "exact"),
    ("another package's type needs an import", {"A.java": "package p;\nclass A { <|>B b; }\n", "B.java": "package q;\nclass B {}\n"}, "external"),
    ("an import", {"A.java": "package p;\nimport q.B;\nclass A { <|>B b; }\n", "B.java": "package q;\nclass <def>B {}\n", "C.java": "package p;\nclass B {}\n"}, "exact"),
    ("the import's own token", {"A.java": "package p;\nimport q.<|>B;\n", "B.java": "package q;\nclass <def>B {}\n"}, "exact"),
    ("an imported nested type", {"A.java": "import q.B.C;\nclass A { <|>C c; }\n", "B.java": "package q;\nclass B { static class <def>C {} }\n"}, "exact"),
    ("a star import", {"A.java": "package p;\nimport q.*;\nclass A { <|>B b; }\n", "B.java": "package q;\nclass <def>B {}\n"}, "exact"),
    ("the own package before a star import", {"A.java": "package p;\nimport q.*;\nclass A { <|>B b; }\n", "B.java": "package q;\nclass B {}\n", "C.java": "package p;\nclass <def>B {}\n"}, "exact"),
    ("a static import", {"A.java": "import static q.B.f;\nclass A { void g() { <|>f(); } }\n", "B.java": "package q;\nclass B { static void <def>f() {} }\n"}, "exact"),
    ("a static star import", {"A.java": "import static q.B.*;\nclass A { void g() { <|>f(X); } }\n", "B.java": "package q;\nclass B { static void <def>f(int n) {} static int X; }\n"}, "exact"),
    ("a full path", {"A.java": "class A { void g() { q.B.<|>f(); } }\n", "B.java": "package q;\nclass B { static void <def>f() {} }\n"}, "exact"),
    ("a type by its full path", {"A.java": "class A { void g(q.r.B b) { b.<|>f(); } }\n", "B.java": "package q.r;\nclass B { void <def>f() {} }\n"}, "exact"),
    ("a library's import hides an equal name", {"A.java": "package p;\nimport java.util.List;\nclass A { <|>List l; }\n", "L.java": "package p;\nclass List {}\n"}, "external"),
    ("java.lang is elsewhere", {"A.java": "package p;\nclass A { <|>String s; }\n", "S.java": "package q;\nclass String {}\n"}, "external"),
]  # fmt: skip

SCOPES: list[tuple[str, dict[str, str], str]] = [
    ("a parameter", {"A.java": "class A { int x; int f(int <def>x) { return <|>x; } }\n"}, "exact"),
    ("a field", {"A.java": "class A { int <def>x; int f() { return <|>x; } }\n"}, "exact"),
    ("a method, not the field of its name", {"A.java": "class A { int size; int <def>size() { return <|>size(); } }\n"}, "exact"),
    ("a field, not the method of its name", {"A.java": "class A { int <def>size; int size() { return <|>size; } }\n"}, "exact"),
    ("a method, not the variable of its name", {"A.java": "class A { int <def>size() { return 1; } void g() { int size = <|>size(); } }\n"}, "exact"),
    ("a type, not the field of its name", {"A.java": "class A { int B; <|>B b; }\nclass <def>B {}\n"}, "exact"),
    ("overloads are one", {"A.java": "class A { void <def>f() {} void <def>f(int n) {} void g() { <|>f(1); } }\n"}, "exact"),
    ("a block's variable", {"A.java": "class A { void f() { for (int <def>i = 0; <|>i < 1; i++) {} int i; } }\n"}, "exact"),
    ("a lambda's parameter", {"A.java": "class A { Object f = g(<def>x -> <|>x.y()); }\n"}, "exact"),
    ("a type parameter", {"A.java": "class A<<def>T> { <|>T t; }\nclass T {}\n"}, "exact"),
    ("a pattern's variable", {"A.java": "class A { void f(Object o) { if (o instanceof A <def>a) { <|>a.f(o); } } }\n"}, "exact"),
    ("an outer class's member", {"A.java": "class A { void <def>f() {} class B { void g() { <|>f(); } } }\n"}, "exact"),
    ("an inherited member before an outer one", {"A.java": "class A { void f() {} class B extends C { void g() { <|>f(); } } }\nclass C { void <def>f() {} }\n"}, "exact"),
    ("an inherited member, imported", {"A.java": "import q.B;\nclass A extends B { void g() { <|>f(); } }\n", "B.java": "package q;\nclass B { void <def>f() {} }\n"}, "exact"),
    ("a member of a library's class never falls back", {"A.java": "import q.B;\nclass A extends B { void g() { <|>f(); } }\nclass C { void f() {} }\n"}, "external"),
    ("a nested type of a base", {"A.java": "class A extends B { <|>C c; }\nclass B { static class <def>C {} }\n"}, "exact"),
    ("a switch's label", {"A.java": "class A { void f(E e) { switch (e) { case <|>RED: } } }\nenum E { <def>RED }\n"}, "likely"),
    ("an annotation", {"A.java": "@<|>B(n = 1) class A {}\n@interface <def>B { int n(); }\n"}, "exact"),
    ("an annotation's element", {"A.java": "@B(<|>n = 1) class A {}\n@interface B { int <def>n(); }\n"}, "exact"),
    ("a constructor, before its class", {"A.java": "class <def>A { <def>A() {} static A f() { return new <|>A(); } }\n"}, "exact"),
]  # fmt: skip

MEMBERS: list[tuple[str, dict[str, str], str]] = [
    ("this", {"A.java": "class A { int <def>x; void f(int x) { this.<|>x = x; } }\n"}, "exact"),
    ("super", {"A.java": "class A { void <def>f() {} }\nclass B extends A { void f() { super.<|>f(); } }\n"}, "exact"),
    ("super of a library's class", {"A.java": "class B extends L { void f() { super.<|>f(); } }\n"}, "external"),
    ("an interface's method", {"A.java": "interface I { void <def>f(); }\nclass A { void g(I i) { i.<|>f(); } }\nclass B implements I { public void f() {} }\n"}, "exact"),
    ("a base's method", {"A.java": "class A { void <def>f() {} }\nclass B extends A {}\nclass C { void g(B b) { b.<|>f(); } }\n"}, "exact"),
    ("a field's type", {"A.java": "class A { B b; void g() { this.b.<|>f(); } }\nclass B { void <def>f() {} }\n"}, "exact"),
    ("a return type", {"A.java": "class A { B make() { return null; } void g() { make().<|>f(); } }\nclass B { void <def>f() {} }\n"}, "exact"),
    ("a constructor, at once", {"A.java": "class A { void g() { new B<>(1).<|>f(); } }\nclass B<T> { void <def>f() {} }\n"}, "exact"),
    ("var", {"A.java": "class A { void g() { var b = new B(); b.<|>f(); } }\nclass B { void <def>f() {} }\n"}, "exact"),
    ("var from a call", {"A.java": "class A { B make() { return null; } void g() { var b = make(); b.<|>f(); } }\nclass B { void <def>f() {} }\n"}, "exact"),
    ("a cast", {"A.java": "class A { void g(Object o) { ((B) o).<|>f(); } }\nclass B { void <def>f() {} }\n"}, "exact"),
    ("a loop's variable", {"A.java": "class A { void g(java.util.List<B> bs) { for (var b : bs) b.<|>f(); } }\nclass B { void <def>f() {} }\n"}, "exact"),
    ("an array's element", {"A.java": "class A { void g(B[] bs) { bs[0].<|>f(); } }\nclass B { void <def>f() {} }\n"}, "exact"),
    ("a container's element", {"A.java": "import java.util.List;\nclass A { void g(List<? extends B> bs) { bs.get(0).<|>f(); } }\nclass B { void <def>f() {} }\n"}, "likely"),
    ("a variable of a try", {"A.java": "class A { void g() { try (B b = open()) { b.<|>f(); } } }\nclass B { void <def>f() {} }\n"}, "exact"),
    ("a caught exception", {"A.java": "class A { void g() { try {} catch (final B e) { e.<|>f(); } } }\nclass B { void <def>f() {} }\n"}, "exact"),
    ("a bound of a type parameter", {"A.java": "class A<T extends B> { T t; void g() { t.<|>f(); } }\nclass B { void <def>f() {} }\n"}, "exact"),
    ("an enum's constant", {"A.java": "enum E { <def>RED }\nclass A { E e = E.<|>RED; }\n"}, "exact"),
    ("a method of an enum's constant", {"A.java": "enum E { RED; void <def>f() {} }\nclass A { void g() { E.RED.<|>f(); } }\n"}, "exact"),
    ("a nested type", {"A.java": "class A { static class <def>B {} }\nclass C { A.<|>B b; }\n"}, "exact"),
    ("a method's name", {"A.java": "class A { static void <def>f() {} Runnable r = A::<|>f; }\n"}, "exact"),
    ("a lambda's body", {"A.java": "class A { void <def>f() {} void g(A a) { run(() -> a.<|>f()); } }\n"}, "exact"),
    ("a record's component", {"A.java": "record P(int <def>x) { int f() { return this.<|>x; } }\n"}, "exact"),
    ("a library's value has no member here", {"A.java": "class A { void g(String s) { s.<|>f(); } void f() {} }\n"}, "external"),
    ("a member of a class without a name", {"A.java": "class B { int x; void <def>f() {} }\nclass A { B g() { return new B(1, (2)) { void h() { <|>f(); } }; } }\n"}, "exact"),
    ("a member of a generic class without a name", {"A.java": "class B<T> { void <def>f() {} }\nclass A { Object g() { return new B<java.util.List<String>>() { void h() { <|>f(); } }; } void f() {} }\n"}, "exact"),
    ("this of the class around", {"A.java": "class A { void <def>f() {} class B { void f() {} void g() { A.this.<|>f(); } } }\n"}, "exact"),
    ("a parameter with any number of values", {"A.java": "class A { void f(int... <def>ns) { g(<|>ns); } }\n"}, "exact"),
    ("bases in a circle end", {"A.java": "class A extends B {}\nclass B extends A { void g() { this.<|>f(); } }\n"}, "external"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "tier"), [pytest.param(files, tier, id=name) for name, files, tier in PACKAGES + SCOPES + MEMBERS])
def test_definition(files: Mapping[str, str], tier: str, check_definition: Check) -> None:
    check_definition(files, tier)


REFERENCES: list[tuple[str, dict[str, str]]] = [
    ("a type across packages", {"A.java": "package p;\npublic class <|>A {}\n", "B.java": "package q;\nimport p.<ref>A;\nclass B extends <ref>A { <ref>A a = new <ref>A(); }\n", "C.java": "package r;\nclass A {}\nclass C { A a; }\n"}),
    ("a method, its field apart", {"A.java": "class A { int size; int <|>size() { return size; } void g(A a) { a.<ref>size(); a.size++; <ref>size(); } }\n"}),
    ("a field, its method apart", {"A.java": "class A { int <|>size; int size() { return <ref>size; } void g(A a) { a.size(); a.<ref>size++; } }\n"}),
    ("an override is its own", {"A.java": "class A { void <|>f() {} }\nclass B extends A { void f() { super.<ref>f(); } }\nclass C { void g(A a, B b) { a.<ref>f(); b.f(); } }\n"}),
    ("a constructor", {"A.java": "class A { <|>A() {} }\nclass B { A a = new <ref>A(); }\n"}),
    ("an imported static method", {"A.java": "package p;\npublic class A { static void <|>f() {} }\n", "B.java": "import static p.A.<ref>f;\nclass B { void g() { <ref>f(); } }\n"}),
    ("a local variable", {"A.java": "class A { void f() { int <|>x = 1; <ref>x++; } void g() { int x = 1; x++; } }\n"}),
]  # fmt: skip


@pytest.mark.parametrize("files", [pytest.param(files, id=name) for name, files in REFERENCES])
def test_references(files: Mapping[str, str], check_references: Check) -> None:
    check_references(files)
