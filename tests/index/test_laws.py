"""The one law of the house: a base with an overlay answers as an index made afresh of the same files."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maguyva.extract.facts import extract
from maguyva.index.layered import Base, Layered
from maguyva.index.terms import Terms, TermsLayer, bm25
from maguyva.model import Change, IndexedFile
from maguyva.search.grep import grep
from maguyva.search.literal import candidates
from maguyva.search.textmatch import compile_pattern
from maguyva.snapshot import Segment, Snapshot
from maguyva.snapshot_world import SnapshotWorld

PATHS = ["a.py", "b.py", "pkg/c.py", "pkg/__init__.py", "notes.txt"]
PIECES = ["def alpha(x):\n    return beta(x)\n", "class Beta(Alpha):\n    def beta(self):\n        return alpha(1)\n", "from a import alpha\n", "beta = 3\n", "żółw alpha\n", ""]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=4).map("".join)
BATCHES = st.lists(st.lists(st.tuples(st.sampled_from(PATHS), st.none() | TEXTS), max_size=4), max_size=5)


def indexed(path: str, text: str) -> IndexedFile:
    raw = text.encode()
    return IndexedFile(path, extract(raw, "python" if path.endswith(".py") else ""), raw)


def states(batches: list[list[tuple[str, str | None]]]) -> tuple[dict[str, str], list[Change]]:
    final: dict[str, str] = {}
    changes = []
    for batch in batches:
        for path, text in batch:
            final.pop(path, None)
            if text is not None:
                final[path] = text
        changes.append(Change([(path, None if text is None else indexed(path, text)) for path, text in batch]))
    return final, changes


def fresh(final: dict[str, str]) -> Snapshot:
    segment = Segment.build([indexed(path, text) for path, text in sorted(final.items())])
    return Snapshot.of([(segment, None)])


@settings(deadline=None, max_examples=60)
@given(st.dictionaries(st.sampled_from(PATHS), TEXTS), BATCHES)
def test_layers_answer_as_a_fresh_index(base: dict[str, str], batches: list[list[tuple[str, str | None]]]) -> None:
    layered = fresh(base)
    _, changes = states(batches)
    for change in changes:
        layered = layered.apply(change)
    final = dict(base)
    for batch in batches:
        for path, text in batch:
            final.pop(path, None)
            if text is not None:
                final[path] = text
    expected = fresh(final)
    assert answers(layered) == answers(expected)


def answers(snapshot: Snapshot) -> dict[str, object]:
    """Everything a reader can see, without the numbers that only address it."""
    world = SnapshotWorld(snapshot)
    names = ["alpha", "beta", "Beta", "x"]
    return {
        "paths": sorted(snapshot.path(file) for file in snapshot.live_files()),
        "definitions": {name: sorted((world.path(file), row) for file, row in world.definitions_named(name)) for name in names},
        "mentions": {name: sorted((world.path(file), tuple(rows)) for file, rows in world.mentions(name)) for name in names},
        "lines": {needle: lines(snapshot, needle) for needle in ["alpha", "b", "żó", "return beta"]},
        "terms": {term: sorted(scores(snapshot, term), key=lambda one: one[:2]) for term in ["alpha", "beta", "żołw", "return"]},
    }


def lines(snapshot: Snapshot, needle: str) -> list[tuple[str, int]]:
    pattern = compile_pattern(needle, regex=False, case="sensitive")
    files = sorted((snapshot.path(file), snapshot.text(file)) for file in candidates(snapshot, pattern))
    return [(line.path, line.line) for line in grep(files, pattern)]


def scores(snapshot: Snapshot, term: str) -> list[tuple[str, int, object]]:
    found = bm25([TermsLayer(layer.segment.terms, layer.live_chunks) for layer in snapshot.layers], {term: 1.0})
    return [
        (snapshot.path(snapshot.file_of_chunk(chunk + layer.chunk_base)), snapshot.chunk_row(chunk + layer.chunk_base), pytest.approx(float(score[chunk]), rel=1e-5))
        for layer, score in zip(snapshot.layers, found, strict=True)
        for chunk in np.flatnonzero(score).tolist()
    ]


def count_words(files: Sequence[IndexedFile]) -> dict[str, int]:
    return {file.path: len(file.text.split()) for file in files}


@given(st.dictionaries(st.sampled_from(PATHS), TEXTS), BATCHES)
def test_a_path_lives_in_exactly_one_layer(base: dict[str, str], batches: list[list[tuple[str, str | None]]]) -> None:
    files = [indexed(path, text) for path, text in sorted(base.items())]
    layered = Layered.over(count_words, [Base(count_words(files), {file.path: row for row, file in enumerate(files)})])
    final, changes = dict(base), states(batches)[1]
    for batch, change in zip(batches, changes, strict=True):
        layered = layered.apply(change)
        for path, text in batch:
            final.pop(path, None)
            if text is not None:
                final[path] = text
    assert layered.paths() == set(final)
    seen = {path: count for base_ in layered.bases for path, count in base_.index.items() if base_.holds(path)}
    assert not seen.keys() & layered.overlay.keys()
    assert {**seen, **layered.overlay} == {path: len(text.split()) for path, text in final.items()}


def test_terms_of_nothing() -> None:
    empty = Terms.build([])
    assert empty.postings("alpha")[0].size == 0
    assert bm25([TermsLayer(empty, None)], {"alpha": 1.0})[0].size == 0
