"""The graph of small projects: which edges there are, what is reached, what is mentioned; and that arrays are all there is."""

from __future__ import annotations

import numpy as np
import pytest

from maguyva.extract.facts import extract
from maguyva.extract.languages import language_of
from maguyva.index.graph import Direction, Graph, carry_over
from maguyva.model import IndexedFile


def _files(texts: dict[str, str]) -> list[IndexedFile]:
    return [IndexedFile(path, extract(text.encode(), language_of(path, text.encode()[:256])), text.encode()) for path, text in texts.items()]


def _label(files: list[IndexedFile], graph: Graph, node: int) -> str:
    file, row = graph.place(node)
    facts = files[file].facts
    return files[file].path if row < 0 else facts.strings[int(facts.symbol_name[row])]


def _node(files: list[IndexedFile], graph: Graph, label: str) -> int:
    return next(node for node in range(graph.node_count) if _label(files, graph, node) == label)


def _edges(texts: dict[str, str]) -> set[tuple[str, str, str]]:
    files = _files(texts)
    graph = Graph.build(files)
    return {
        (_label(files, graph, edge.source), edge.kind.name.lower(), _label(files, graph, edge.target))
        for node in range(graph.node_count)
        for edge in graph.dependencies(node)
    }


EDGES: list[tuple[str, dict[str, str], set[tuple[str, str, str]]]] = [
    ("a call", {"a.py": "def f(): ...\ndef g():\n    f()\n"}, {("g", "call", "f")}),
    ("a call in a module belongs to the file", {"a.py": "def f(): ...\nf()\n"}, {("a.py", "call", "f")}),
    ("recursion is no edge", {"a.py": "def f():\n    f()\n"}, set()),
    ("a local variable is no edge", {"a.py": "def f(): ...\ndef g(f):\n    f()\n"}, set()),
    ("inheritance", {"a.py": "class A: ...\nclass B(A): ...\n"}, {("B", "inherit", "A")}),
    ("a type is a use", {"a.py": "class A: ...\ndef f(x: A): ...\n"}, {("f", "use", "A")}),
    ("an import, and the call through it", {"a.py": "from b import f\ndef g():\n    f()\n", "b.py": "def f(): ...\n"},
     {("a.py", "import", "f"), ("a.py", "import", "b.py"), ("g", "call", "f")}),
    ("self", {"a.py": "class A:\n    def f(self): ...\n    def g(self):\n        self.f()\n"}, {("g", "call", "f")}),
    ("super", {"a.py": "class A:\n    def f(self): ...\nclass B(A):\n    def g(self):\n        super().f()\n"}, {("B", "inherit", "A"), ("g", "call", "f")}),
    ("a name that is merely equal is no edge", {"a.py": "def g(x):\n    x.frobnicate()\n", "b.py": "class A:\n    def frobnicate(self): ...\n"}, set()),
    ("a method of another object of the same name is no edge to itself", {"a.py": "class A:\n    def __init__(self, x):\n        self.x = x\n    def f(self, y):\n        y.f()\n"}, set()),
]


@pytest.mark.parametrize(("texts", "wanted"), [pytest.param(texts, wanted, id=name) for name, texts, wanted in EDGES])
def test_edges(texts: dict[str, str], wanted: set[tuple[str, str, str]]) -> None:
    assert _edges(texts) == wanted


def test_reach_is_breadth_first_both_ways_and_ends_in_circles() -> None:
    files = _files({"a.py": "def a():\n    b()\ndef b():\n    c()\ndef c():\n    a()\ndef d():\n    a()\n"})
    graph = Graph.build(files)
    nodes, distances = graph.reach([_node(files, graph, "c")])
    assert [(_label(files, graph, int(node)), int(far)) for node, far in zip(nodes, distances, strict=True)] == [("b", 1), ("a", 2), ("d", 3)]
    nodes, distances = graph.reach([_node(files, graph, "d")], Direction.DEPENDENCIES, depth=2)
    assert [(_label(files, graph, int(node)), int(far)) for node, far in zip(nodes, distances, strict=True)] == [("a", 1), ("b", 2)]


def test_what_is_depended_upon_is_central() -> None:
    files = _files({"a.py": "def hub(): ...\n" + "".join(f"def f{at}():\n    hub()\n" for at in range(9))})
    graph = Graph.build(files)
    hub = _node(files, graph, "hub")
    assert graph.rank[hub] == graph.rank.max()
    assert graph.rank.mean() == pytest.approx(1.0, abs=1e-5)
    assert graph.degree(hub) == 9
    assert graph.centrality(*graph.place(hub), s=2.0) == pytest.approx(2.0 * float(graph.rank[hub]))


def test_mentions_are_all_references_that_spell_a_name() -> None:
    files = _files({"a.py": "def f(): ...\nf()\n", "b.py": "x.f()\nf\ng()\n"})
    graph = Graph.build(files)
    found = {(file, int(files[file].facts.reference_start[row])) for file, rows in graph.mentions("f") for row in rows}
    assert found == {(0, 13), (1, 2), (1, 6)}
    assert list(graph.mentions("nothing")) == []


def test_imports_are_found_by_the_name_they_take() -> None:
    graph = Graph.build(_files({"a.py": "from b import f as g\nimport c\n", "b.py": "def f(): ...\n"}))
    assert [(file, rows.tolist()) for file, rows in graph.imports_of("f")] == [(0, [0])]
    assert [(file, rows.tolist()) for file, rows in graph.imports_of("")] == [(0, [1])]


def test_arrays_make_the_same_graph_and_are_never_written() -> None:
    graph = Graph.build(_files({"a.py": "from b import f\nf()\n", "b.py": "def f(): ...\n"}))
    arrays = {name: array.copy() for name, array in graph.arrays().items()}
    for array in arrays.values():
        array.flags.writeable = False
    again = Graph.from_arrays(arrays)
    assert [edge for node in range(again.node_count) for edge in again.dependencies(node)] == [
        edge for node in range(graph.node_count) for edge in graph.dependencies(node)
    ]
    assert [rows.tolist() for _, rows in again.mentions("f")] == [rows.tolist() for _, rows in graph.mentions("f")]
    again.reach([0])


@pytest.mark.parametrize("texts", [{}, {"a.py": ""}, {"a.bin": "\0\1"}], ids=["no file", "an empty file", "no text"])
def test_nothing_makes_an_empty_graph(texts: dict[str, str]) -> None:
    graph = Graph.build(_files(texts))
    assert graph.node_count == len(texts)
    assert list(graph.mentions("x")) == []


def test_centrality_is_carried_over_an_edit_by_name_path() -> None:
    old, new = (file.facts for file in _files({"a.py": "class A:\n    def f(self): ...\ndef g(): ...\n", "b.py": "def new(): ...\nclass A:\n    def f(self): ...\n"}))
    assert carry_over(old, new, np.array([3.0, 2.0, 1.0], dtype=np.float32)).tolist() == [0.0, 3.0, 2.0]


def test_an_edge_tells_its_site_and_how_sure_it_is() -> None:
    files = _files({"a.py": "from b import f\nx = f\ndef g():\n    f()\n    f()\n", "b.py": "def f(): ...\n"})
    graph = Graph.build(files)
    found = {
        (_label(files, graph, edge.source), edge.kind.name.lower()): (edge.tier, edge.count, edge.start, edge.end)
        for edge in graph.dependents(_node(files, graph, "f"))
    }
    text = files[0].text
    first = text.index(b"f()")
    assert found == {
        ("a.py", "import"): (1, 1, text.index(b"f\n"), text.index(b"f\n") + 1),
        ("x", "use"): (1, 1, text.index(b"f\ndef"), text.index(b"f\ndef") + 1),
        ("g", "call"): (1, 2, first, first + 1),
    }


def test_what_is_only_guessed_is_no_edge_and_gives_no_rank() -> None:
    lonely = {"a.py": "class A:\n    def frobnicate(self): ...\n", "b.py": "def g(x):\n    x.frobnicate()\n"}
    files = _files(lonely)
    graph = Graph.build(files)
    assert len(graph.edge_source) == 0
    assert np.allclose(graph.rank, 1.0)


def test_a_likely_edge_counts() -> None:
    files = _files({"a.c": "int g(void) { return f(); }\n", "b.c": "int f(void) { return 1; }\n"})
    graph = Graph.build(files)
    (edge,) = graph.dependencies(_node(files, graph, "g"))
    assert (_label(files, graph, edge.target), edge.kind.name, edge.tier) == ("f", "CALL", 2)


# The name of another thing is never an edge: (what it shows, texts, no edge may lead to a symbol of this name).
STRANGERS: list[tuple[str, dict[str, str], str]] = [
    ("a library's function in Python", {"a.py": "import json\ndef loads(): ...\ndef g():\n    json.loads('')\n"}, "loads"),
    ("in JavaScript", {"a.js": "import fs from 'fs';\nfunction readFile() {}\nfunction g() { fs.readFile('x'); }\n"}, "readFile"),
    ("in Go", {"a.go": 'package p\nimport "net/http"\nfunc Get() {}\nfunc g() { http.Get("") }\n'}, "Get"),
    ("in Rust", {"Cargo.toml": '[package]\nname = "a"\n', "src/lib.rs": "fn swap() {}\nfn g() { std::mem::swap(1, 2); }\n"}, "swap"),
    ("in C++", {"a.cc": "void move() {}\nint g() { return std::move(1); }\n"}, "move"),
    ("in Java", {"A.java": "class A { static int max() { return 1; } int g() { return Math.max(1, 2); } }\n"}, "max"),
    ("in C#", {"A.cs": "class A { static int Max() { return 1; } int G() { return System.Math.Max(1, 2); } }\n"}, "Max"),
    ("a method of another object in Go", {"a.go": 'package p\nimport "os"\ntype T struct{ file *os.File }\nfunc (t *T) Close() { t.file.Close() }\n'}, "Close"),
    ("in Rust, of a library's type", {"Cargo.toml": '[package]\nname = "a"\n', "src/lib.rs": "struct A { inner: Vec<u8> }\nimpl A { fn len(&self) -> usize { self.inner.len() } }\n"}, "len"),
    ("in C++, of a library's type", {"a.cc": "class A { std::string s; int size() { return s.size(); } };\n"}, "size"),
    ("in JavaScript, of a library's value", {"a.js": "class A { constructor() { this.m = new Map(); }\n  get(k) { return this.m.get(k); } }\n"}, "get"),
    ("in Java, of a library's type", {"A.java": "import java.util.List;\nclass A { List<String> l; int size() { return l.size(); } }\n"}, "size"),
]


@pytest.mark.parametrize(("texts", "name"), [pytest.param(texts, name, id=shows) for shows, texts, name in STRANGERS])
def test_a_name_that_is_merely_equal_is_no_edge(texts: dict[str, str], name: str) -> None:
    assert name not in {target for _, _, target in _edges(texts)}
