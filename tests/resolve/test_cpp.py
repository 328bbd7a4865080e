"""C++'s rules beyond C's, one row each: what it shows, the files, the tier. `<|>` is the site, `<def>` the right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

Check = Callable[..., None]

NAMESPACES: list[tuple[str, dict[str, str], str]] = [
    ("a name of the namespace around", {"a.cc": "namespace n { int <def>f(); int g() { return <|>f(); } }\nint f();\n"}, "exact"),
    ("a name of the namespace around that", {"a.cc": "namespace n { int <def>f(); namespace m { int g() { return <|>f(); } } }\n"}, "exact"),
    ("a qualified name", {"a.cc": "namespace n { int <def>f(); }\nnamespace m { int f(); }\nint g() { return n::<|>f(); }\n"}, "exact"),
    ("a namespace in a namespace", {"a.cc": "namespace n { namespace m { int <def>f(); } }\nint g() { return n::m::<|>f(); }\n"}, "exact"),
    ("a namespace opened in two files", {"a.cc": '#include "b.h"\nnamespace n { int g() { return <|>f(); } }\n', "b.h": "#include <string>\nnamespace n { int <def>f(); }\n"}, "exact"),
    ("using namespace", {"a.cc": "namespace n { int <def>f(); }\nusing namespace n;\nint g() { return <|>f(); }\n"}, "exact"),
    ("a using declaration", {"a.cc": "namespace n { int <def>f(); }\nusing n::f;\nint g() { return <|>f(); }\n"}, "exact"),
    ("the using declaration's own token", {"a.cc": "namespace n { int <def>f(); }\nusing n::<|>f;\n"}, "exact"),
    ("an anonymous namespace keeps names in its file", {"a.cc": "int g() { return <|>f(); }\n", "b.cc": "namespace { int f() { return 0; } }\n"}, "unknown"),
    ("the standard library is elsewhere", {"a.cc": "int f() { return std::<|>move(1); }\n", "b.cc": "void move() {}\n"}, "external"),
]

MEMBERS: list[tuple[str, dict[str, str], str]] = [
    ("a member by its bare name", {"a.cc": "struct A { int <def>x; int f() { return <|>x; } };\nint x;\n"}, "exact"),
    ("a member in a body outside the class", {"a.cc": '#include "a.h"\nint A::f() { return <|>x; }\n', "a.h": "class A { int f(); int <def>x; };\nclass B { int x; };\n"}, "exact"),
    ("this", {"a.cc": "struct A { int <def>x; int f() { return this-><|>x; } };\n"}, "exact"),
    ("a base's member", {"a.cc": "struct B { int <def>x; };\nstruct A : public B { int f() { return <|>x; } };\n"}, "exact"),
    ("a declared variable's member", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nint g() { A a; return a.<|>f(); }\n"}, "exact"),
    ("a constructed variable's", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nint g() { auto a = A(1); return a.<|>f(); }\n"}, "exact"),
    ("new", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nint g() { auto* a = new A(); return a-><|>f(); }\n"}, "exact"),
    ("a reference parameter's", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nint g(const A& a) { return a.<|>f(); }\n"}, "exact"),
    ("a smart pointer's", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nint g(std::unique_ptr<A> a) { return a-><|>f(); }\n"}, "exact"),
    ("an element's of a standard container", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nint g(std::vector<A*> as) { return as[0]-><|>f(); }\n"}, "exact"),
    ("a range loop's variable", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nvoid g(std::vector<A> as) { for (auto& a : as) a.<|>f(); }\n"}, "exact"),
    ("a returned value's", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nA make();\nint g() { return make().<|>f(); }\n"}, "exact"),
    ("declaration and definition of a method, the definition first", {"a.cc": '#include "a.h"\nint A::<def>f() { return 1; }\nint g(A* a) { return a-><|>f(); }\n', "a.h": "class A { public: int <def>f(); };\n"}, "exact"),
    ("a static member", {"a.cc": "struct A { static int <def>f(); };\nint g() { return A::<|>f(); }\n"}, "exact"),
    ("a class in a class, defined outside of both", {"a.cc": "namespace n { int <def>h(); struct A { struct B; };\nstruct A::B { int g() { return <|>h(); } }; }\n"}, "exact"),
    ("the class's own name inside it", {"a.cc": "class <def>A { A(); <|>A* next; };\n"}, "exact"),
    ("a class behind a macro", {"a.cc": "class EXPORT <def>A { public: int f(); };\nint g(<|>A* a);\n"}, "exact"),
    ("a template", {"a.cc": "template <class T> class <def>L { T* t; };\n<|>L<int> l;\n"}, "exact"),
    ("a template's parameter", {"a.cc": "template <class <def>T> class L { <|>T* t; };\n"}, "exact"),
    ("a constructor, before its class", {"a.cc": "class <def>A { public: <def>A(int x); };\nA* g() { return new <|>A(1); }\n"}, "exact"),
]

OVERLOADS: list[tuple[str, dict[str, str], str]] = [
    ("by the number of arguments", {"a.cc": "class A { public: int f(int x); int <def>f(int x, int y); };\nint g(A* a) { return a-><|>f(1, 2); }\n"}, "exact"),
    ("a default value", {"a.cc": "class A { public: int f(); int <def>f(int x, int y = 2); };\nint g(A* a) { return a-><|>f(1); }\n"}, "exact"),
    ("arguments with brackets and commas of their own", {"a.cc": "int <def>f(int x);\nint f(int x, int y);\nint g() { return <|>f(h(1, 2)); }\n"}, "exact"),
    ("as many arguments for two: types decide, which nobody wrote", {"a.cc": "class A { public: int <def>f(int x); int <def>f(char* x); };\nint g(A* a) { return a-><|>f(1); }\n"}, "likely"),
    ("constant or not", {"a.cc": "class A { public: int <def>f(); int <def>f() const; };\nint g(A* a) { return a-><|>f(); }\n"}, "likely"),
    ("a definition outside of the class goes with its declaration", {"a.cc": '#include "a.h"\nint A::<def>f(int x) { return x; }\nint A::f() { return 0; }\nint g(A* a) { return a-><|>f(1); }\n', "a.h": "class A { public: int f(); int <def>f(int x = 3); };\n"}, "exact"),
    ("constructors", {"a.cc": "class <def>A { public: A(const A&) = delete; <def>A(int x, int y); };\nA* g() { return new <|>A(1, 2); }\n"}, "exact"),
    ("a template's function without a body", {"a.cc": "class A { template <class T> void <def>f(T x); void h() { <|>f(1); } };\n"}, "exact"),
    ("a specialization is another class", {"a.cc": "template <class T> struct <def>L { };\ntemplate <> struct L<int> { };\n<|>L<char> l;\n"}, "exact"),
    ("and is meant where it is named", {"a.cc": "template <class T> struct L { };\ntemplate <> struct <def>L<int> { };\n<|>L<int> l;\n"}, "exact"),
]

MORE: list[tuple[str, dict[str, str], str]] = [
    ("a base's name is the base and not its constructor", {"a.cc": "class B { public: B(); int <def>f(); };\nclass A : public B { B* b; int g() { return b-><|>f(); } };\nclass C { int f(); };\n"}, "exact"),
    ("an enumerator of a class's enumeration", {"a.cc": "struct A { enum E { ONE, <def>TWO }; };\nint g() { return A::<|>TWO; }\n"}, "exact"),
    ("an enumerator of an enumeration without a name, by using", {"a.cc": "namespace n { namespace m { enum { <def>ONE }; }\nusing m::ONE;\nint g() { return <|>ONE; } }\n"}, "exact"),
    ("a type that using brings in is a use of that", {"a.cc": "namespace n { class <def>A {}; }\nusing n::A;\n<|>A* a;\n"}, "likely"),
    ("static_cast", {"a.cc": "namespace n { struct A { int <def>f(); }; }\nstruct B { int f(); };\nint g(void* p) { return static_cast<n::A*>(p)-><|>f(); }\n"}, "exact"),
    ("make_unique", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nint g() { auto a = std::make_unique<A>(1); return a-><|>f(); }\n"}, "exact"),
    ("a variable with arguments is no function", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nint g(int x) { A a(x); return a.<|>f(); }\n"}, "exact"),
    ("nor are its arguments types", {"a.cc": "struct A { A(int x); };\nint g(int <def>x) { A a(<|>x); return 0; }\n"}, "likely"),
    ("a type behind an arrow", {"a.cc": "namespace n { struct <def>A {}; }\nauto g(int x) -> n::<|>A { return {}; }\n"}, "exact"),
    ("a reference's type", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nint g(B* b) { const A& a = h(b); return a.<|>f(); }\n"}, "exact"),
    ("what a container hands out", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nint g(std::vector<A*> v) { return v.back()-><|>f(); }\n"}, "likely"),
    ("what an iterator of a map points to", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nint g(std::map<int, A> m) { auto it = m.find(1); return it->second.<|>f(); }\n"}, "likely"),
    ("a loop over a map", {"a.cc": "struct A { int <def>f(); };\nstruct B { int f(); };\nvoid g(std::map<int, A> m) { for (auto& kv : m) kv.second.<|>f(); }\n"}, "exact"),
    ("a class before `::`, where a method has its name", {"a.cc": "struct Mark { static int <def>f(); };\nstruct Node { int Mark(); int g() { return Mark::<|>f(); } };\n"}, "exact"),
    ("a member of a template's, taken in a template", {"a.cc": "template <class T> struct L { struct I { I* <def>next; }; void f(I* i) { i-><|>next; } };\n"}, "likely"),
    ("a word before a constructor outside of its class", {"a.cc": "struct A { A(int x); int <def>y; };\nMY_INLINE A::A(int x) { <|>y = x; }\n"}, "exact"),
    ("a word behind the parameters", {"a.cc": "struct A { ~A() MY_NOEXCEPT override; int <def>f(); };\nint g(A* a) { return a-><|>f(); }\n"}, "exact"),
    ("a function in capitals is no macro", {"a.cc": "inline const std::string <def>BAD_KEY(const std::string& key) { return key; }\nvoid g() { <|>BAD_KEY(1); }\n"}, "exact"),
    ("a file that the class's header includes", {"a.h": 'class A { public: int <|><def>f(); };\n#include "a-inl.h"\n', "a-inl.h": "inline int A::<def>f() { return 1; }\n"}, "exact"),
    ("C++ calling what C defines", {"a.cc": '#include "b.h"\nint g() { return <|>f(); }\n', "b.h": "int <def>f(void);\n", "b.c": '#include "b.h"\nint <def>f(void) { return 1; }\n'}, "likely"),
]


EVERY = NAMESPACES + MEMBERS + OVERLOADS + MORE


@pytest.mark.parametrize(("files", "tier"), [pytest.param(files, tier, id=name) for name, files, tier in EVERY])
def test_definition(files: Mapping[str, str], tier: str, check_definition: Check) -> None:
    check_definition(files, tier)


REFERENCES: list[tuple[str, dict[str, str]]] = [
    ("a method from its body outside the class", {"a.h": "class A { public: int f(); };\nclass B { int f(); };\n", "a.cc": '#include "a.h"\nint A::<|>f() { return 1; }\nint g(A* a) { return a-><ref>f(); }\n'}),
    ("a use of the overridden method counts for the override", {"a.cc": "struct A { virtual int f(); };\nstruct B : A { int <|>f() override; };\nint g(A* a, B* b) { return a-><ref>f() + b-><ref>f(); }\n"}),
    ("and not the other way", {"a.cc": "struct A { virtual int <|>f(); };\nstruct B : A { int f() override; };\nint g(A* a, B* b) { return a-><ref>f() + b->f(); }\n"}),
    ("an overload is its own", {"a.cc": "class A { public: int <|>f(int x); int f(int x, int y); };\nint g(A* a) { return a-><ref>f(1) + a->f(1, 2); }\n"}),
    ("a class's uses", {"a.cc": "class <|>A { A(); };\n<ref>A::A() {}\n<ref>A* a;\nstruct B : <ref>A {};\n"}),
]


@pytest.mark.parametrize("files", [pytest.param(files, id=name) for name, files in REFERENCES])
def test_references(files: Mapping[str, Any], check_references: Check) -> None:
    check_references(files)
