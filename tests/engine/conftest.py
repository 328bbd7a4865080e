"""A tiny real workspace with a cache of its own, and one question to put to any engine over it: do you know what a fresh one would know?"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from maguyva.engine import Engine
from maguyva.indexing import Progress
from maguyva.model import SymbolKind
from maguyva.resolve.references import entity_of, references_of
from maguyva.resolve.world import Target, TargetKind
from maguyva.search.query import SearchRequest
from maguyva.search.textmatch import compile_pattern
from maguyva.settings import Settings
from maguyva.snapshot import Snapshot
from maguyva.snapshot_world import world_of

PATIENCE = 60.0  # Seconds; the machine may be busy.

PROJECT = {
    "shop/__init__.py": "from .prices import total as grand_total\n",
    "shop/prices.py": 'TAX = 0.2\n\n\ndef total(items):\n    """Sum of all items, tax included."""\n    return sum(items) * (1 + TAX)\n\n\nclass Basket:\n    def __init__(self):\n        self.items = []\n\n    def pay(self):\n        return total(self.items)\n',
    "shop/checkout.py": 'from shop.prices import Basket, total\n\n\ndef check_out(basket: Basket):\n    if not basket.items:\n        raise ValueError("the basket is empty")\n    return basket.pay() + total([1, 2])\n',
    "web/cart.ts": "export function addToCart(name: string): number {\n  return name.length;\n}\nexport const twice = (n: string) => addToCart(n) * 2;\n",
    "web/view.ts": 'import { addToCart } from "./cart";\nexport function show() {\n  return addToCart("tea");\n}\n',
    "docs/guide.md": "# Guide\n\nThe basket computes the price with tax.\n\n## Paying\n\nCall `check_out`.\n",
    "notes.txt": "remember the tea\n",
    "empty.py": "",
    ".gitignore": "ignored/\n*.log\n",
    "ignored/secret.py": "def never_seen():\n    pass\n",
}

QUESTIONS = ("how is the price computed with tax", "where is total defined", "who calls total", '"the basket is empty"', "Basket", "add to cart", "tea")
LITERALS = ("total", "the basket", "tea", "é")


class Workspace:
    """A folder, its cache, and engines over both; what an engine reported while it worked is in `seen` (stage to count)."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "project"
        self.settings = Settings(cache_folder=place / "cache", worker_count=1)
        self.seen: Counter[str] = Counter()
        self._place = place
        self._engines: list[Engine] = []
        for name, text in PROJECT.items():
            self.write(name, text)

    def write(self, name: str, text: str | bytes, age: float = 60.0) -> Path:
        """A file that was last written `age` seconds ago: what is younger than two seconds is read again in any case."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        then = time.time_ns() - int(age * 1e9)
        os.utime(path, ns=(then, then))
        return path

    def engine(self, *, update: bool = True, **options: Any) -> Engine:
        """A new engine over the folder, brought up to date unless told otherwise. It is closed with the test."""
        engine = Engine([self.folder], replace(self.settings, **options), self._saw)
        self._engines.append(engine)
        if update:
            engine.update()
        return engine

    def _saw(self, progress: Progress) -> None:
        self.seen[progress.stage] += progress.done > 0

    def fresh(self, like: Engine | None = None) -> dict[str, Any]:
        """What an engine answers that has never seen a cache; the documents that are open in `like` are open there too."""
        place = self._place / f"fresh-{len(self._engines)}"
        engine = self.engine(cache_folder=place, update=False, **({} if like is None else {"embedding_provider": like.settings.embedding_provider}))
        for path, file in ({} if like is None else like._open).items():
            engine.edit(path, file.text, file.facts.language)
        assert engine.settle(None, PATIENCE)
        engine.update()
        return answers(engine)

    def check(self, engine: Engine) -> None:
        """The one thing that always holds: an engine, whatever it has been through, answers what a fresh one would."""
        assert engine.settle(None, PATIENCE)
        if engine.settings.embedding_provider != "off":
            eventually(lambda: engine.status()["index"]["parts"]["vectors"])  # type: ignore[index]
        known, expected = answers(engine), self.fresh(engine)
        if engine.snapshot.segments.overlay_files:
            # Importance is counted anew when a base is built: until then an edited file keeps what it had, and the order may differ a little.
            known["hits"], expected["hits"] = ({query: sorted(found) for query, found in one["hits"].items()} for one in (known, expected))
        for what in expected:
            assert known[what] == expected[what], what

    def run(self, script: str, *arguments: str) -> subprocess.Popen[bytes]:
        """A process with `folder`, `settings` and the engine's names at hand."""
        head = (
            "import sys, time; from dataclasses import replace; from pathlib import Path; from maguyva.engine import Engine; from maguyva.settings import Settings\n"
            f"folder, settings = Path({str(self.folder)!r}), Settings(cache_folder=Path({str(self.settings.cache_folder)!r}), worker_count=1)\n"
        )
        path = os.pathsep.join(entry for entry in sys.path if entry)
        return subprocess.Popen([sys.executable, "-c", head + script, *arguments], env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE)

    def end(self) -> None:
        for engine in self._engines:
            engine.close()


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    one = Workspace(tmp_path)
    yield one
    one.end()


def answers(engine: Engine) -> dict[str, Any]:
    """Everything an engine knows, without the numbers that layers give."""
    snapshot = engine.snapshot
    return {
        "texts": {snapshot.path(file): snapshot.text(file) for file in snapshot.live_files()},
        "skipped": dict(snapshot.skipped),
        "lines": {literal: lines(engine, literal) for literal in LITERALS},
        "names": {query: sorted((hit.path, hit.name, hit.span) for hit in engine.symbols(query, 200)) for query in ("total", "Basket", "cart")},
        "references": references(snapshot),
        "hits": {query: hits(engine, query) for query in QUESTIONS},
    }


def lines(engine: Engine, literal: str) -> list[tuple[str, int, int, int]]:
    pattern = compile_pattern(literal, regex=False, case="sensitive", word=False)
    return [(line.path, line.line, line.start, line.end) for line in engine.grep(pattern)]


def hits(engine: Engine, query: str, **more: Any) -> list[tuple[str, tuple[int, int]]]:
    """Where a question leads, best first."""
    return [(hit.path, hit.span) for hit in engine.search(SearchRequest(query, **{"preset": "thorough", "limit": 200, **more})).hits]


def references(snapshot: Snapshot) -> set[tuple]:
    world, found = world_of(snapshot), set()
    for file in snapshot.live_files():
        facts = snapshot.facts(file)
        for row in range(facts.symbol_count):
            name = facts.strings[int(facts.symbol_name[row])], SymbolKind(int(facts.symbol_kind[row]))
            for one in references_of(world, entity_of(world, Target(file, TargetKind.SYMBOL, row)), guess=True):
                found.add((snapshot.path(file), *name, snapshot.path(one.file), one.start, one.end, one.role, one.tier))
    return found


def names(engine: Engine, query: str) -> list[str]:
    """The paths where a symbol of exactly this name is defined."""
    return [hit.path for hit in engine.symbols(query, 50) if hit.name == query]


def eventually(probe: Callable[[], Any]) -> Any:
    until = time.monotonic() + PATIENCE
    while not (value := probe()):
        assert time.monotonic() < until, "it never came"
        time.sleep(0.005)
    return value
