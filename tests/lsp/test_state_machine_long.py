"""Whatever happens, in whatever order: after each step the index knows exactly what a fresh one over the same texts would know.

Edits in every encoding, saves, closes, files that come, change, move and go outside the editor. The texts that are expected are kept by a model
that counts characters one by one; symbols, text matches and references are compared with an index made anew.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from maguyva.engine import Engine
from maguyva.indexing import extract_one
from maguyva.lsp.documents import Document
from maguyva.model import IndexedFile, SymbolKind
from maguyva.resolve.references import entity_of, references_of
from maguyva.resolve.world import Target, TargetKind
from maguyva.search.grep import grep
from maguyva.search.literal import candidates
from maguyva.search.textmatch import compile_pattern
from maguyva.settings import Settings
from maguyva.snapshot import Segment, Snapshot
from maguyva.snapshot_world import world_of

from .test_documents import as_bytes, joined, offset_in, position_in

NAMES = ("a.py", "pkg/__init__.py", "pkg/b.py", "pkg/c.py", "d.ts", "notes.txt")
UNTITLED = "untitled:Untitled-1"
PIECES = st.lists(
    st.sampled_from(
        [
            "def alpha(x):\n    return beta(x)\n", "def beta(y):\r\n    pass\r\n", "class Gamma:\n    def delta(self):\n        self.epsilon()\n", "from pkg.b import beta\n",
            "from .b import alpha as zeta\n", "alpha(1)\n", "zeta()\n", "export function beta() { alpha() }\n", "Gamma().delta()\n",
            "x = '😋é'\n", "# e\u0301 雨\r", "\n", "\r\n", "(", "    ", "'''", "\x0c", "\u2028", "alpha", " ", "😋",
        ]
    ),
    min_size=1,
    max_size=4,
).map("".join)  # fmt: skip
PROBES = ("alpha", "beta", "é", "😋", "(x)")


def symbols(snapshot: Snapshot) -> set[tuple]:
    found = set()
    for file in snapshot.live_files():
        facts = snapshot.facts(file)
        for row in range(facts.symbol_count):
            span = int(facts.symbol_start[row]), int(facts.symbol_end[row]), int(facts.symbol_name_start[row])
            found.add((snapshot.path(file), facts.strings[int(facts.symbol_name[row])], SymbolKind(int(facts.symbol_kind[row])), *span))
    return found


def matches(snapshot: Snapshot) -> set[tuple]:
    found = set()
    for probe in PROBES:
        pattern = compile_pattern(probe, regex=False, case="sensitive", word=False)
        files = ((snapshot.path(file), snapshot.text(file)) for file in candidates(snapshot, pattern))
        found |= {(probe, line.path, line.line, line.start, line.end) for line in grep(files, pattern)}
    return found


def references(snapshot: Snapshot) -> set[tuple]:
    world, found = world_of(snapshot), set()
    for file in snapshot.live_files():
        for row in range(snapshot.facts(file).symbol_count):
            for one in references_of(world, entity_of(world, Target(file, TargetKind.SYMBOL, row)), guess=True):
                found.add((snapshot.path(file), row, snapshot.path(one.file), one.start, one.end, one.role, one.tier))
    return found


class Workspace(RuleBasedStateMachine):
    """One folder, its disk, the open documents and the engine over both."""

    def __init__(self) -> None:
        super().__init__()
        self.place = Path(tempfile.mkdtemp())
        self.folder = self.place / "work"
        (self.folder / "pkg").mkdir(parents=True)
        self.settings = Settings(cache_folder=self.place / "cache", embedding_provider="off", worker_count=1)
        self.engine = Engine([self.folder], self.settings)
        self.disk: dict[str, str] = {}
        self.open: dict[str, tuple[Document, str]] = {}

    def teardown(self) -> None:
        self.engine.close()
        shutil.rmtree(self.place)

    @initialize(encoding=st.sampled_from(["utf-8", "utf-16", "utf-32"]), text=PIECES)
    def begin(self, encoding, text) -> None:
        self.encoding = encoding
        self._write("a.py", text)
        self.engine.update()

    def _write(self, name: str, text: str) -> None:
        self.disk[name] = text
        (self.folder / name).write_bytes(as_bytes(text))

    def _tell(self, key: str, document: Document, text: str) -> None:
        self.open[key] = document, text
        self.engine.edit(key, document.searched(), "python" if key == UNTITLED else None)

    @rule(key=st.sampled_from([*NAMES, UNTITLED]), text=PIECES)
    def open_document(self, key, text) -> None:
        text = joined(self.disk.get(key, text))
        self._tell(key, Document.opened(f"file:///{key}", "python", 1, key, text), text)

    @precondition(lambda self: self.open)
    @rule(data=st.data(), added=st.one_of(PIECES, st.just("")), one=st.floats(0, 1), length=st.integers(0, 12))
    def edit(self, data, added, one, length) -> None:
        key = data.draw(st.sampled_from(sorted(self.open)))
        document, text = self.open[key]
        first = round(one * len(text))
        start, end = (position_in(text, min(place, len(text)), self.encoding) for place in (first, first + length))
        first, last = (offset_in(text, *place, self.encoding) for place in (start, end))
        document.edit(start, end, added, self.encoding)
        self._tell(key, document, joined(text[:first] + added + text[last:]))

    @precondition(lambda self: any(key != UNTITLED for key in self.open))
    @rule(data=st.data())
    def save(self, data) -> None:
        key = data.draw(st.sampled_from(sorted(key for key in self.open if key != UNTITLED)))
        self._write(key, self.open[key][1])
        self.engine.settle(key, 30)
        self.engine.disk_events([key])

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def close(self, data) -> None:
        key = data.draw(st.sampled_from(sorted(self.open)))
        del self.open[key]
        self.engine.close_document(key)
        assert self.engine.settle(key, 30)
        self.engine.disk_events([key])

    @rule(files=st.dictionaries(st.sampled_from(NAMES), st.one_of(PIECES, st.none()), min_size=1))
    def change_outside(self, files) -> None:
        for name, text in files.items():
            if text is not None:
                self._write(name, text)
            elif self.disk.pop(name, None) is not None:
                (self.folder / name).unlink()
        self.engine.disk_events(files)

    @rule(old=st.sampled_from(NAMES), new=st.sampled_from(NAMES))
    def move_outside(self, old, new) -> None:
        if old in self.disk and old != new:
            self.disk[new] = self.disk.pop(old)
            (self.folder / old).rename(self.folder / new)
            self.engine.disk_events([old, new])

    @rule()
    def update(self) -> None:
        self.engine.update()

    @invariant()
    def knows_what_a_fresh_index_knows(self) -> None:
        if not hasattr(self, "encoding"):
            return
        assert self.engine.settle(None, 30)
        texts = {**self.disk, **{key: text for key, (_, text) in self.open.items()}}
        snapshot = self.engine.snapshot
        assert {snapshot.path(file): snapshot.text(file) for file in snapshot.live_files()} == {key: as_bytes(text) for key, text in texts.items()}
        languages = {UNTITLED: "python"}
        fresh_files = [extract_one(key, as_bytes(texts[key]), languages.get(key), Snapshot.empty(), self.settings, None) for key in sorted(texts)]
        fresh = Snapshot.of([(Segment.build([IndexedFile(file.path, file.facts, file.text) for file in fresh_files]), None)])
        assert symbols(snapshot) == symbols(fresh)
        assert matches(snapshot) == matches(fresh)
        assert references(snapshot) == references(fresh)


TestWorkspace = Workspace.TestCase
TestWorkspace.settings = settings(max_examples=250, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck))
