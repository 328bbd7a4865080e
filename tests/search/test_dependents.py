"""How much depends on a symbol: near and far, on stored edges and through unsaved text, always what a fresh index would say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from maguyva.engine import Engine
from maguyva.search.dependents import Walk, direct_dependents, reach
from maguyva.settings import Settings

PROJECT = {
    "base.py": "class Base:\n    def run(self):\n        return low(1)\n\n\ndef low(x):\n    return low(x - 1) if x else 0\n",
    "again.py": "from base import low as lowest\n",
    "middle.py": "from again import lowest\n\n\ndef middle():\n    return [lowest(n) for n in map(lambda n: lowest(n), range(3))]\n\n\nLIMIT = middle()\n",
    "top.py": "from middle import LIMIT, middle\n\n\ndef top():\n    def inner():\n        return middle()\n    return inner() + LIMIT\n\n\ntop()\n",
    "lone.py": "def lone():\n    pass\n",
    "loose.ts": "export function over(a: string): void;\nexport function over(a: number): void;\nexport function over(a: unknown): void {\n  use(a);\n}\nfunction use(a: unknown) {}\nover(1);\nexport const calls = () => over('x');\n",
}


@pytest.fixture
def engines(tmp_path: Path) -> Iterator[Callable[[dict[str, str]], Engine]]:
    """Engines on folders of files."""
    opened: list[Engine] = []

    def make(files: dict[str, str]) -> Engine:
        folder = tmp_path / f"project{len(opened)}"
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        opened.append(Engine([folder], Settings(cache_folder=tmp_path / f"cache{len(opened)}", worker_count=1, embedding_provider="off")))
        opened[-1].update()
        return opened[-1]

    yield make
    for engine in opened:
        engine.close()


def symbols(engine: Engine, path: str, name: str) -> list[int]:
    snapshot = engine.snapshot
    file = snapshot.find(path)
    assert file is not None
    facts = snapshot.facts(file)
    return [snapshot.symbol_number(file, row) for row, at in enumerate(facts.symbol_name.tolist()) if facts.strings[at] == name]


def named(engine: Engine, node: int) -> str:
    snapshot = engine.snapshot
    if node < 0:
        return snapshot.path(-1 - node)
    file, row = snapshot.symbol_place(node)
    facts = snapshot.facts(file)
    return f"{snapshot.path(file)} {facts.strings[int(facts.symbol_name[row])]}"


def levels(engine: Engine, path: str, name: str) -> list[set[str]]:
    """Who depends, by distance."""
    roots = set(symbols(engine, path, name))
    walk, seen = Walk(engine.snapshot), set(roots)
    frontier = {node for node, _ in direct_dependents(engine.snapshot, roots)} - seen
    found = []
    while frontier:
        found.append({named(engine, node) for node in frontier})
        seen |= frontier
        frontier = walk.dependents(frontier) - seen
    return found


EXPECTED = {
    # `low` calls itself, which says nothing; the alias and the lambda are looked through, a nested function is a thing of its own.
    ("base.py", "low"): [{"base.py run", "middle.py middle"}, {"middle.py LIMIT", "top.py inner"}, {"top.py top"}, {"top.py"}],
    ("middle.py", "LIMIT"): [{"top.py top"}, {"top.py"}],
    ("top.py", "top"): [{"top.py"}],
    ("lone.py", "lone"): [],
    ("loose.ts", "over"): [{"loose.ts calls", "loose.ts"}],
    ("loose.ts", "use"): [{"loose.ts over"}, {"loose.ts calls", "loose.ts"}],
}


@pytest.mark.parametrize(("path", "name"), EXPECTED)
def test_who_depends_near_and_far(engines: Callable[[dict[str, str]], Engine], path: str, name: str) -> None:
    engine = engines(PROJECT)
    assert levels(engine, path, name) == EXPECTED[path, name]
    found = reach(engine.snapshot, symbols(engine, path, name))
    assert (found.count, found.cut, str(found)) == (count := sum(map(len, EXPECTED[path, name])), False, str(count))
    assert reach(engine.snapshot, symbols(engine, path, name)) is found, "worked out once"


EDITS = {
    "a docstring": ("middle.py", PROJECT["middle.py"].replace("def middle():\n", 'def middle():\n    """Said."""\n')),
    "a renamed function": ("middle.py", PROJECT["middle.py"].replace("middle", "center")),
    "a call less": ("top.py", PROJECT["top.py"].replace("return middle()", "return 1")),
    "a call more": ("lone.py", "from base import low\n\n\ndef lone():\n    return low(1)\n"),
    "a new file": ("new.py", "from top import top\nfrom base import Base\n\n\ndef newest():\n    return top(), Base().run()\n"),
    "an import removed": ("again.py", "lowest = None\n"),
    "a caller deleted": ("top.py", ""),
    "a definition moved down": ("base.py", "# a\n# b\n" + PROJECT["base.py"]),
    "a definition gone": ("base.py", PROJECT["base.py"].partition("def low")[0]),
    "another of the name": ("lone.py", "def low():\n    pass\n\n\ndef lone():\n    return low()\n"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_unsaved_text_changes_what_it_should(engines: Callable[[dict[str, str]], Engine], edit: str) -> None:
    path, text = EDITS[edit]
    edited, fresh = engines(PROJECT), engines({**PROJECT, path: text})
    edited.edit(path, text.encode())
    assert edited.settle(path, 60)
    for file in sorted({*PROJECT, path}):
        at = fresh.snapshot.find(file)
        if at is None:
            continue
        facts = fresh.snapshot.facts(at)
        for name in sorted({facts.strings[row] for row in facts.symbol_name.tolist()}):
            assert levels(edited, file, name) == levels(fresh, file, name), f"{name} in {file}"


def test_a_long_reach_is_cut(engines: Callable[[dict[str, str]], Engine]) -> None:
    chain = "def f0():\n    pass\n" + "".join(f"def f{n}():\n    f{n - 1}()\n" for n in range(1, 40))
    wide = "from chain import f0\n" + "".join(f"def w{n}():\n    f0()\n" for n in range(30))
    engine = engines({"chain.py": chain, "wide.py": wide})
    root = symbols(engine, "chain.py", "f0")
    assert str(reach(engine.snapshot, root)) == "69"
    assert str(reach(engine.snapshot, root, limit=50)) == "50+"
    assert str(reach(engine.snapshot, root, limit=69)) == "69"
    assert str(reach(engine.snapshot, root, limit=68)) == "68+"


def test_a_walk_can_be_ended(engines: Callable[[dict[str, str]], Engine]) -> None:
    class Ended(Exception):
        pass

    def check() -> None:
        raise Ended

    engine = engines(PROJECT)
    with pytest.raises(Ended):
        reach(engine.snapshot, symbols(engine, "base.py", "low"), check)


def test_cycles_end(engines: Callable[[dict[str, str]], Engine]) -> None:
    engine = engines({"a.py": "from b import b\n\n\ndef a():\n    b()\n", "b.py": "from a import a\n\n\ndef b():\n    a()\n"})
    assert levels(engine, "a.py", "a") == [{"b.py b"}]
