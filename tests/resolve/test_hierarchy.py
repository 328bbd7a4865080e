"""Types above and below, what implements what, and who calls whom, in the cases where a hierarchy is no plain tree."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from maguyva.extract.facts import extract
from maguyva.extract.languages import language_of
from maguyva.resolve.bulk import FilesWorld
from maguyva.resolve.calls import callees, callers
from maguyva.resolve.hierarchy import below, has_code, implementations, subtypes, supertypes, types_of
from maguyva.resolve.names import names_of
from maguyva.resolve.world import Target, TargetKind


def world_of(files: Mapping[str, str]) -> FilesWorld:
    texts = [text.encode() for text in files.values()]
    facts = [extract(text, language_of(path, text[:256])) for path, text in zip(files, texts, strict=True)]
    return FilesWorld(list(files), facts, all_texts=texts)


def target(world: FilesWorld, name: str) -> Target:
    """The first symbol of a name; `Owner.name` is a member."""
    owner, _, last = name.rpartition(".")
    for file in world.files():
        names = names_of(world.facts(file))
        for row, found in enumerate(names.symbol_names):
            parent = names.symbol_parent[row]
            if found == last and (not owner or (parent >= 0 and names.symbol_names[parent] == owner)):
                return Target(file, TargetKind.SYMBOL, row)
    raise AssertionError(f"no {name}")


def named(world: FilesWorld, file: int, row: int) -> str:
    if row < 0:
        return world.path(file)
    names = names_of(world.facts(file))
    parent = names.symbol_parent[row]
    around = names.symbol_names[parent] if parent >= 0 else names.container(row)
    return (around + "." if around else "") + names.symbol_names[row]


DIAMOND = {"a.py": "class A: pass\nclass B(A): pass\nclass C(A): pass\nclass D(B, C): pass\n"}
CYCLE = {"a.py": "class A(B): pass\nclass B(A): pass\nclass Itself(Itself): pass\n"}
REEXPORTED = {"base.py": "class Base: pass\n", "api.py": "from base import Base as Root\n", "use.py": "import api\nclass Mine(api.Root): pass\nclass Other(list): pass\n"}
INSIDE = {"a.py": "class A:\n    def m(self):\n        class Local(A):\n            def m(self): pass\n        return Local\n"}
PARTIAL = {"A.cs": "namespace N;\npublic partial class A : IOne { }\npublic interface IOne { }\n", "B.cs": "namespace N;\npublic partial class A : ITwo { }\npublic interface ITwo { }\npublic class B : A { }\n"}
ANONYMOUS = {"A.java": "package p;\ninterface Job { void run(); }\nclass A {\n  Job job = new Job() { public void run() { help(); } };\n  void help() { }\n  void go() { Runnable r = () -> help(); }\n}\n"}
EXTENDED = {"a.ts": "interface A { x(): void }\ninterface B extends A { y(): void }\nclass C implements B { x() {} y() {} }\nabstract class D { abstract z(): void; w() { this.z(); } }\nclass E extends D { z() {} }\n"}
EMBEDDED = {
    "go.mod": "module m\n",
    "a.go": "package m\n\ntype Reader interface{ Read() int }\n\ntype Closer interface{ Close() }\n\ntype Both interface {\n\tReader\n\tCloser\n}\n\ntype File struct{}\n\nfunc (f *File) Read() int { return 0 }\n",
    "b.go": "package m\n\nfunc (f *File) Close() {}\n\ntype Half struct{}\n\nfunc (h Half) Read() int { return 1 }\n",
}
GENERIC = {"Cargo.toml": '[package]\nname = "m"\n', "src/lib.rs": "pub trait Base { fn f(&self) { self.g() } fn g(&self); }\npub trait More: Base { }\npub struct A<T>(T);\nimpl<T> Base for A<T> { fn g(&self) { } }\nimpl<T> More for A<T> { }\nimpl<T> A<T> { fn own(&self) { self.g() } }\n"}
VIRTUAL = {"a.hpp": "class A { public: virtual void f(); virtual void g() = 0; };\nclass B : public A { public: void f() override; void g() override {} };\n", "a.cpp": '#include "a.hpp"\nvoid A::f() { g(); }\nvoid B::f() { A::f(); }\n'}


@pytest.mark.parametrize(
    ("files", "name", "above", "beneath"),
    [
        (DIAMOND, "D", ["B", "C"], []),
        (DIAMOND, "A", [], ["B", "C", "D"]),
        (CYCLE, "A", ["B"], ["B"]),
        (CYCLE, "Itself", [], []),
        (REEXPORTED, "Base", [], ["Mine"]),
        (REEXPORTED, "Other", [], []),
        (INSIDE, "A", [], ["m.Local"]),
        (PARTIAL, "A", ["N.IOne", "N.ITwo"], ["N.B"]),
        (PARTIAL, "ITwo", [], ["N.A", "N.B"]),
        (EXTENDED, "A", [], ["B", "C"]),
        (EMBEDDED, "File", ["Closer", "Both", "Reader"], []),
        (EMBEDDED, "Half", ["Reader"], []),
        (EMBEDDED, "Both", ["Reader", "Closer"], ["File"]),
        (EMBEDDED, "Reader", [], ["Both", "File", "Half"]),
        (GENERIC, "A", ["Base", "More"], []),
        (GENERIC, "Base", [], ["A", "More"]),
        (VIRTUAL, "A", [], ["B"]),
    ],
)  # fmt: skip
def test_types_above_and_below(files: Mapping[str, str], name: str, above: list[str], beneath: list[str]) -> None:
    world = world_of(files)
    (cls,) = types_of(world, [target(world, name)])
    assert sorted(named(world, *one) for one in supertypes(world, cls)) == sorted(above)
    assert sorted(named(world, *one) for one in below(world, cls)) == sorted(beneath)
    assert all(cls in supertypes(world, one) or one != cls for one in subtypes(world, cls))


@pytest.mark.parametrize(
    ("files", "name", "expected"),
    [
        (DIAMOND, "D", ["D"]),  # Nothing is below it: it implements itself.
        (CYCLE, "A", ["B"]),
        (EXTENDED, "A", ["C"]),  # Classes before interfaces that only hand on.
        (EXTENDED, "A.x", ["C.x"]),
        (EXTENDED, "D.z", ["E.z"]),
        (EXTENDED, "D.w", ["D.w"]),
        (EMBEDDED, "Reader.Read", ["File.Read", "Half.Read"]),
        (GENERIC, "Base.g", ["A.g"]),
        (GENERIC, "Base.f", ["Base.f"]),  # A provided method has code.
        (VIRTUAL, "A.f", ["A.f", "B.f"]),
        (VIRTUAL, "A.g", ["B.g"]),
        (INSIDE, "A.m", ["A.m", "Local.m"]),
    ],
)  # fmt: skip
def test_implementations(files: Mapping[str, str], name: str, expected: list[str]) -> None:
    world = world_of(files)
    found = implementations(world, target(world, name))
    assert sorted(named(world, one.file, one.row) for one in found) == expected
    assert all(has_code(world, one) for one in found)


@pytest.mark.parametrize(
    ("files", "name", "expected"),
    [
        (ANONYMOUS, "A.help", {"A.go": 1, "job.run": 1}),  # A class without a name has methods that have one.
        (EXTENDED, "D.z", {"D.w": 1}),
        (VIRTUAL, "A.f", {"B.f": 1}),
        ({"a.py": "def f(): pass\nclass A:\n    x = f()\n    y = [f() for _ in 'a']\n"}, "f", {"A.x": 1, "A.y": 1}),
        ({"a.py": "def f(): pass\ndef g():\n    class B:\n        z = f()\n    return lambda: f()\n"}, "f", {"g": 2}),
        ({"a.ts": "function f() {}\nconst table = { go: () => f(), stop() { f(); } };\n[1].forEach(() => f());\n"}, "f", {"table.go": 1, "table.stop": 1, "a.ts": 1}),
        ({"a.go": "package m\n\nfunc f() {}\n\nfunc g() { defer func() { f() }(); go f() }\n\nvar _ = func() int { f(); return 1 }()\n"}, "f", {"g": 2, "_": 1}),
    ],
)  # fmt: skip
def test_calls_belong_to_the_named_thing_around(files: Mapping[str, str], name: str, expected: dict[str, int]) -> None:
    world = world_of(files)
    found = callers(world, [target(world, name)])
    assert {named(world, *place): len(calls) for place, calls in found.items()} == expected
    for place in found:
        assert any(world.facts(called.file).strings[int(world.facts(called.file).symbol_name[called.row])] == name.rpartition(".")[2] for called in callees(world, place))


def test_a_class_calls_what_its_body_does() -> None:
    world = world_of({"a.py": "def f(): pass\ndef deco(c): return c\n\n@deco\nclass A:\n    x = f()\n    def m(self): f()\n"})
    made = target(world, "A")
    assert [named(world, one.file, one.row) for one in callees(world, (made.file, made.row))] == ["deco", "f"]
