"""What must hold of any project: the bulk pass says nothing the resolver does not say, answers follow edits, roles are told apart."""

from __future__ import annotations

import numpy as np
import pytest

from maguyva.extract.facts import extract
from maguyva.extract.languages import language_of
from maguyva.model import FileFacts, Role
from maguyva.resolve.bulk import FilesWorld, resolve_all
from maguyva.resolve.flat import flatten
from maguyva.resolve.references import entity_of, references_of
from maguyva.resolve.resolver import definition_at, resolve_reference
from maguyva.resolve.world import TargetKind, Tier

PYTHON = {
    "shop/__init__.py": "from .cart import Cart as Basket\nfrom .stock import *\n",
    "shop/base.py": "import abc\nclass Thing(abc.ABC):\n    def price(self) -> int: ...\n    @classmethod\n    def make(cls): return cls()\n",
    "shop/stock.py": "from . import base\nclass Item(base.Thing):\n    def price(self):\n        return super().price() + self.tax()\n    def tax(self): ...\ndef load(path) -> Item:\n    return Item.make()\n",
    "shop/cart.py": "from .stock import Item, load as read\nclass Cart:\n    items: list[Item]\n    def __init__(self, first: Item):\n        self.first = first\n    def total(self):\n        return self.first.price() + read('x').tax() + sum(item.price() for item in self.items)\n",
    "main.py": "import shop.cart as c\nfrom shop import Basket, Item\nimport json\nbasket = Basket(Item())\nprint(basket.total(), json.dumps(c.Cart))\ndef price(x):\n    x.price()\n    price = 3\n    return price\n",
}
TYPESCRIPT = {
    "src/base.ts": "export abstract class Thing {\n  price(): number { return this.tax(); }\n  abstract tax(): number;\n}\nexport interface Named { name: string }\n",
    "src/item.ts": "import { Thing, type Named } from './base';\nexport default class Item extends Thing implements Named {\n  name = '';\n  tax() { return super.price(); }\n}\nexport function load(path: string): Item { return new Item(); }\n",
    "src/index.ts": "export { default as Item, load as read } from './item';\nexport * from './base';\n",
    "main.ts": "import { Item, read, Thing } from './src';\nimport * as all from './src/index.js';\nconst one = new Item();\none.price();\nread('x').tax();\nall.read('y').price();\nfunction f(load: Thing) { load.price(); }\n",
}

GO = {
    "go.mod": "module x.org/shop\n",
    "cart.go": 'package shop\n\nimport "x.org/shop/stock"\n\ntype Cart struct {\n\tfirst *stock.Item\n\trest []stock.Item\n}\n\nfunc NewCart() (*Cart, error) { return &Cart{first: stock.Load("x")}, nil }\n\nfunc (c *Cart) Total() int {\n\tsum := c.first.Price() + c.tax()\n\tfor _, item := range c.rest {\n\t\tsum += item.Price()\n\t}\n\treturn sum\n}\n',
    "tax.go": "package shop\n\nconst rate = 2\n\nfunc (c *Cart) tax() int { return rate * len(c.rest) }\n\nfunc total() int {\n\tcart, err := NewCart()\n\tif err != nil {\n\t\treturn rate\n\t}\n\treturn cart.Total()\n}\n",
    "stock/item.go": "package stock\n\ntype Priced interface{ Price() int }\n\ntype Base struct{ name string }\n\nfunc (b *Base) Name() string { return b.name }\n\ntype Item struct{ Base }\n\nfunc (i *Item) Price() int { return len(i.Name()) }\n\nfunc Load(path string) *Item { return &Item{Base{name: path}} }\n\nfunc All(ps []Priced) { ps[0].Price() }\n",
}
JAVA = {
    "stock/Item.java": "package stock;\nimport java.util.List;\npublic class Item extends Thing implements Priced {\n  private final int price;\n  Item(int price) { this.price = price; }\n  public int price() { return price + tax(); }\n  static Item load(String path) { return new Item(1); }\n  static int sum(List<Item> items) { int sum = 0; for (Item item : items) sum += item.price(); return sum; }\n}\n",
    "stock/Thing.java": "package stock;\npublic abstract class Thing {\n  enum Kind { OLD, NEW }\n  Kind kind = Kind.OLD;\n  protected int tax() { return kind == Kind.NEW ? 1 : 2; }\n}\n",
    "stock/Priced.java": "package stock;\npublic interface Priced { int price(); }\n",
    "shop/Cart.java": "package shop;\nimport stock.Item;\nimport stock.Priced;\nimport static stock.Item.load;\nclass Cart {\n  Item first = load(null);\n  int size;\n  int size() { return size; }\n  int total(Priced p) { var other = load(null); return first.price() + p.price() + other.price() + size(); }\n}\n",
}
CSHARP = {
    "Stock/Item.cs": "namespace Shop.Stock\n{\n    public partial class Item : Thing\n    {\n        public Item(int price) { Price = price; }\n        public int Price { get; set; }\n        public static Item Load(string path) { return new Item(1) { Price = 2 }; }\n    }\n}\n",
    "Stock/Item.Tax.cs": "namespace Shop.Stock\n{\n    partial class Item { public int Tax() { return Rate * Price; } }\n    public abstract class Thing { protected const int Rate = 2; }\n}\n",
    "Cart.cs": "using System.Collections.Generic;\nusing Shop.Stock;\nnamespace Shop;\nclass Cart\n{\n    private readonly List<Item> items = new List<Item>();\n    public int Total(Item first)\n    {\n        var other = Item.Load(null);\n        int sum = first.Price + other.Tax();\n        foreach (var item in items) sum += item.Twice() + item.Price;\n        return sum;\n    }\n}\nstatic class Extensions { public static int Twice(this Item item) { return 2 * item.Price; } }\n",
}


def _facts(files: dict[str, str]) -> tuple[list[str], list[FileFacts]]:
    return list(files), [extract(text.encode(), language_of(path, text.encode()[:256])) for path, text in files.items()]


@pytest.mark.parametrize("files", [PYTHON, TYPESCRIPT, {**PYTHON, **TYPESCRIPT}, GO, JAVA, CSHARP], ids=["python", "typescript", "both", "go", "java", "csharp"])
def test_the_bulk_pass_agrees_with_the_resolver(files: dict[str, str]) -> None:
    paths, facts = _facts(files)
    flat = flatten(facts)
    symbols = len(flat.symbol_name)
    world = FilesWorld(paths, facts)
    wanted: set[tuple[int, int]] = set()
    every: set[tuple[int, int]] = set()
    for file, item in enumerate(facts):
        for row in range(len(item.reference_name)):
            result = resolve_reference(world, file, row, guess=False)
            around = int(item.reference_symbol[row])
            source = int(flat.symbol_base[file]) + around if around >= 0 else symbols + file
            nodes = [int(flat.symbol_base[one.file]) + one.row for one in result.targets if one.kind is TargetKind.SYMBOL]
            nodes += [symbols + one.file for one in result.targets if one.kind is TargetKind.MODULE]
            every |= {(source, node) for node in nodes if node != source}
            if int(item.reference_role[row]) != Role.IMPORT:
                wanted |= {(source, node) for node in nodes[:1] if node != source}
    sources, targets, kind, tier, starts, ends = resolve_all(paths, facts, flat)
    found = set(zip(sources.tolist(), targets.tolist(), strict=True))
    modules = {(one, other) for one, other in found if one >= symbols and other >= symbols}  # `from m import f` also depends on m.
    assert found - modules <= every
    assert wanted <= found
    assert len(wanted) > 11
    assert set(np.unique(tier).tolist()) <= {Tier.EXACT, Tier.LIKELY}
    assert len(kind) == len(sources)
    assert (starts < ends).all()


EDITS = [
    pytest.param("shop/cart.py", "load as read", "load as fetch", ("main.py", "total"), True, id="a renamed import elsewhere changes nothing here"),
    pytest.param("shop/cart.py", "def total", "def sum_up", ("main.py", "total"), False, id="a renamed method is gone"),
    pytest.param("shop/__init__.py", "Cart as Basket", "Cart as Bag", ("main.py", "Basket"), False, id="a renamed export ends the trail"),
    pytest.param("shop/__init__.py", "from .stock import *\n", "", ("main.py", "Item"), False, id="a removed star import ends the trail"),
    pytest.param("shop/base.py", "class Thing", "'''Documented.'''\nclass Thing", ("main.py", "Item"), True, id="a docstring changes nothing"),
]


@pytest.mark.parametrize(("path", "old", "new", "site", "still"), EDITS)
def test_an_edit_changes_exactly_what_it_should(path: str, old: str, new: str, site: tuple[str, str], still: bool) -> None:
    before, after = PYTHON, {**PYTHON, path: PYTHON[path].replace(old, new)}
    assert before != after
    found = []
    for files in (before, after):
        world = FilesWorld(*_facts(files))
        at = files[site[0]].rindex(site[1])
        found.append(definition_at(world, world.file(site[0]), at, guess=False).targets)
    assert found[0]
    assert bool(found[1]) is still


def test_calls_imports_writes_and_types_are_told_apart() -> None:
    files = {"a.py": "def f(): ...\nx = 1\n", "b.py": "from a import f, x\nf()\ng = f\n@f\ndef h(): ...\nclass C: ...\nimport a\na.x = 2\n"}
    world = FilesWorld(*_facts(files))
    (target,) = definition_at(world, 0, 4).targets
    roles = [one.role for one in references_of(world, entity_of(world, target))]
    assert roles == [Role.IMPORT, Role.CALL, Role.READ, Role.DECORATE]
    (target,) = definition_at(world, 0, files["a.py"].index("x")).targets
    assert [one.role for one in references_of(world, entity_of(world, target))] == [Role.IMPORT, Role.WRITE]
