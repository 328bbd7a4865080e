"""After an edit an engine answers what a fresh one would, and only the answers change that the edit is about.

An answer is named by its file, the name, and the how-manieth use of that name in the file it is, so that a shift of everything behind an
edit changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from maguyva.engine import Engine
from maguyva.model import FileFacts
from maguyva.resolve.names import names_of
from maguyva.resolve.references import entity_of, references_of
from maguyva.resolve.resolver import resolve_reference
from maguyva.resolve.world import Target, TargetKind
from maguyva.settings import Settings
from maguyva.snapshot_world import SnapshotWorld, world_of

PATIENCE = 60.0  # Seconds; the machine may be busy.
Spot = tuple[str, str, int]  # (path, name, which of its uses in the file)

PROJECT = {
    "py/store.py": "class Item:\n    def price(self):\n        return 1\n\n\ndef load(path):\n    return Item()\n",
    "py/__init__.py": "from .store import Item, load as read\n",
    "py/cart.py": "from . import read\nfrom .store import Item\n\n\ndef total(first: Item):\n    one = read('x')\n    return one.price() + first.price()\n",
    "ts/store.ts": "export class Item {\n  price() { return 1; }\n}\nexport function load(path: string): Item { return new Item(); }\n",
    "ts/index.ts": "export { Item, load as read } from './store';\n",
    "ts/cart.ts": "import { Item, read } from './index';\nexport function total(first: Item) {\n  return read('x').price() + first.price();\n}\n",
    "go.mod": "module x.org/shop\n",
    "store/item.go": "package store\n\ntype Item struct{ cost int }\n\nfunc (i *Item) Price() int { return i.cost }\n\nfunc Load(path string) *Item { return &Item{cost: 1} }\n",
    "cart.go": 'package shop\n\nimport "x.org/shop/store"\n\nfunc Total(first *store.Item) int {\n\treturn store.Load("x").Price() + first.Price()\n}\n',
    "java/Item.java": "package store;\npublic class Item {\n  int cost;\n  public int price() { return cost; }\n  public static Item load(String path) { return new Item(); }\n}\n",
    "java/Cart.java": "package shop;\nimport store.Item;\nclass Cart {\n  int total(Item first) { return Item.load(null).price() + first.price(); }\n}\n",
    "cs/Item.cs": "namespace Shop.Stock { public class Item { public int Price() { return 1; } public static Item Load(string path) { return new Item(); } } }\n",
    "cs/Cart.cs": "using Shop.Stock;\nnamespace Shop { class Cart { int Total(Item first) { return Item.Load(null).Price() + first.Price(); } } }\n",
    "c/item.h": "struct item { int cost; };\nint price(struct item *it);\n",
    "c/item.c": '#include "item.h"\nint price(struct item *it) { return it->cost; }\n',
    "c/cart.c": '#include "item.h"\nint total(struct item *first) { return price(first) + first->cost; }\n',
    "lua/store.lua": "local M = {}\nfunction M.load(path) return 1 end\nfunction M.price(x) return x end\nreturn M\n",
    "lua/cart.lua": "local store = require('store')\nlocal function total(x) return store.price(x) + store.price(store.load('x')) end\n",
}


def numbered(names: list[str]) -> Iterator[tuple[str, int]]:
    """Each name with the number of the same before it."""
    seen: Counter[str] = Counter()
    for name in names:
        yield name, seen[name]
        seen[name] += 1


def uses_of(facts: FileFacts) -> list[tuple[str, int]]:
    strings = facts.strings
    return list(numbered([strings[name] for name in facts.reference_name.tolist()]))


def shown(world: SnapshotWorld, target: Target) -> tuple[str, str, str, int]:
    path = world.path(target.file) if target.file >= 0 else ""
    if target.kind is TargetKind.SYMBOL:
        name, number = list(numbered(names_of(world.facts(target.file)).symbol_names))[target.row]
        return path, "symbol", name, number
    if target.kind is TargetKind.BINDING:
        facts = world.facts(target.file)
        name, number = list(numbered([facts.strings[row] for row in facts.binding_name.tolist()]))[target.row]
        return path, "binding", name, number
    return path, target.kind.name, "", 0


def answers(engine: Engine) -> tuple[dict[Spot, object], dict[Spot, object]]:
    """What every reference means, and who refers to every symbol."""
    world = world_of(engine.snapshot)
    definitions: dict[Spot, object] = {}
    references: dict[Spot, object] = {}
    for file in world.files():
        path, facts = world.path(file), world.facts(file)
        for row, (name, number) in enumerate(uses_of(facts)):
            result = resolve_reference(world, file, row, guess=False)
            definitions[(path, name, number)] = frozenset(shown(world, target) for target in result.targets), result.tier.label, result.external
        for row, (name, number) in enumerate(numbered(names_of(facts).symbol_names)):
            found = references_of(world, entity_of(world, Target(file, TargetKind.SYMBOL, row)))
            rows = {(one.file, one.start): one for one in found}
            spots = []
            for (other, start), one in rows.items():
                at = names_of(world.facts(other)).reference_at.get(start)
                spots.append((world.path(other), uses_of(world.facts(other))[at] if at is not None else "", one.role.label, one.tier.label))
            references[(path, name, number)] = frozenset(spots)
    return definitions, references


Opened = Callable[[dict[str, str]], Engine]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """Makes an engine over files in a folder of its own."""
    engines: list[Engine] = []

    def open_over(files: dict[str, str]) -> Engine:
        place = tmp_path_factory.mktemp("project")
        for path, text in files.items():
            (place / "project" / path).parent.mkdir(parents=True, exist_ok=True)
            (place / "project" / path).write_text(text)
        engine = Engine([place / "project"], Settings(cache_folder=place / "cache", worker_count=1, embedding_provider="off"))
        engines.append(engine)
        engine.update()
        return engine

    yield open_over
    for engine in engines:
        engine.close()


@pytest.fixture(scope="module")
def unedited(opened: Opened) -> tuple[Engine, tuple[dict[Spot, object], dict[Spot, object]]]:
    """An engine over the project as it is, and its answers; whoever edits it undoes the edit."""
    engine = opened(PROJECT)
    return engine, answers(engine)


EDITS = [
    pytest.param("py/store.py", "def load(path):\n", 'def load(path):\n    """Reads it."""\n', set(), id="Python, a docstring"),
    pytest.param("py/__init__.py", "load as read", "load as fetch", {("py/cart.py", "read"), ("py/cart.py", "price")}, id="Python, a renamed export"),
    pytest.param("py/cart.py", "from .store import Item\n", "", {("py/cart.py", name) for name in ("store", "Item", "price")}, id="Python, a removed import"),
    pytest.param("py/store.py", "def price", "def cost", {("py/cart.py", "price")}, id="Python, a renamed method"),
    pytest.param("ts/store.ts", "export function", "/** Reads it. */\nexport function", set(), id="TypeScript, a comment"),
    pytest.param(
        "ts/index.ts",
        "load as read",
        "load as fetch",
        {("ts/index.ts", "read"), ("ts/index.ts", "fetch"), ("ts/cart.ts", "read"), ("ts/cart.ts", "price")},  # The name that is given is a use too.
        id="TypeScript, a renamed export",
    ),
    pytest.param("ts/cart.ts", "import { Item, read }", "import { read }", {("ts/cart.ts", "Item"), ("ts/cart.ts", "price")}, id="TypeScript, a removed import"),
    pytest.param("store/item.go", "func Load", "// Load reads it.\nfunc Load", set(), id="Go, a comment"),
    pytest.param("store/item.go", "func Load", "func Fetch", {("cart.go", "Load"), ("cart.go", "Price")}, id="Go, a renamed export"),
    pytest.param("cart.go", 'import "x.org/shop/store"\n', "", {("cart.go", name) for name in ("x.org/shop/store", "store", "Item", "Load", "Price")}, id="Go, a removed import"),
    pytest.param("java/Item.java", "  int cost;", "  /** What it costs. */\n  int cost;", set(), id="Java, a comment"),
    pytest.param("java/Item.java", "Item load", "Item fetch", {("java/Cart.java", "load"), ("java/Cart.java", "price")}, id="Java, a renamed method"),
    pytest.param("java/Cart.java", "import store.Item;\n", "", {("java/Cart.java", name) for name in ("store", "Item", "load", "price")}, id="Java, a removed import"),
    pytest.param("cs/Item.cs", "Item Load", "Item Fetch", {("cs/Cart.cs", "Load"), ("cs/Cart.cs", "Price")}, id="C#, a renamed method"),
    pytest.param("cs/Cart.cs", "using Shop.Stock;\n", "", {("cs/Cart.cs", name) for name in ("Shop", "Stock", "Item", "Load", "Price")}, id="C#, a removed using"),
    pytest.param("c/item.h", "int price", "/* The sum. */\nint price", set(), id="C, a comment"),
    pytest.param("c/item.h", "int cost;", "int amount;", {("c/item.c", "cost"), ("c/cart.c", "cost")}, id="C, a renamed field"),
    pytest.param("lua/store.lua", "M.price", "M.cost", {("lua/cart.lua", "price")}, id="Lua, a renamed function"),
    pytest.param("lua/cart.lua", "require('store')", "{}", {("lua/cart.lua", name) for name in ("store", "price", "load", "require")}, id="Lua, a removed import"),
]


@pytest.mark.parametrize(("path", "old", "new", "expected"), EDITS)
def test_an_edit_changes_exactly_what_it_is_about(
    path: str,
    old: str,
    new: str,
    expected: set[tuple[str, str]],
    opened: Opened,
    unedited: tuple[Engine, tuple[dict[Spot, object], dict[Spot, object]]],
) -> None:
    assert PROJECT[path].count(old) == 1
    edited = {**PROJECT, path: PROJECT[path].replace(old, new)}
    engine, before = unedited
    engine.edit(path, edited[path].encode())
    assert engine.settle(None, PATIENCE)
    after = answers(engine)
    engine.edit(path, PROJECT[path].encode())
    assert engine.settle(None, PATIENCE)
    assert answers(engine) == before, "an edit that is undone leaves nothing behind"
    assert after == answers(opened(edited)), "an engine that was edited knows what a fresh one knows"
    changed = {spot[:2] for spot in before[0].keys() | after[0].keys() if before[0].get(spot) != after[0].get(spot)}
    assert changed == expected
