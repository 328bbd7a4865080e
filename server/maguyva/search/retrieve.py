"""The four retrievers. Each is a pure function from a question on one snapshot to a ranked list of chunks.

A modality's list is itself a blend where that pays: fusion's k is fixed, so the strength has to come from inside the lists. The blends'
weights are `BLENDS`, chosen on the development repositories by leaving one repository out at a time (`scripts/bench quality`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maguyva.model import CALLABLE_KINDS, F32, TYPE_KINDS, SymbolFlag, SymbolKind
from maguyva.resolve.resolver import definition_at
from maguyva.resolve.world import TargetKind
from maguyva.search.evidence import Evidence
from maguyva.search.filters import Filters
from maguyva.search.names import symbol_name
from maguyva.search.places import is_test, place_of
from maguyva.search.query import Plan
from maguyva.search.response import Ranked
from maguyva.snapshot import Snapshot
from maguyva.snapshot_world import world_of
from maguyva.text import fold_name

DEPTH = 200  # How far a list goes down; beyond it reciprocal ranks tell nothing apart.

BLENDS: dict[str, dict[str, float]] = {
    "semantic": {"dense": 0.5, "bm25": 0.12, "names": 0.3, "path": 0.9, "coherence": 0.24},
    "text": {"bm25": 1.4, "names": 0.46, "path": 1.9, "coherence": 0.3},
    "structural": {"bm25": 0.38, "names": 1.5, "path": 1.4, "coherence": 0.07},
}
# For a question that is code: the file's name says nothing, the words it shares say most. Of 80 functions of django with 30 % of their names
# and a third of their lines changed, these put 80 % first, the blends for words 58 %.
SIMILAR: dict[str, dict[str, float]] = {
    "semantic": {"dense": 0.3, "bm25": 1.0},
    "text": {"bm25": 1.0},
    "structural": {"bm25": 1.0, "names": 0.1},
}
PATH_ALONE = 0.24  # What the path counts for a chunk that says nothing of the question itself.


@dataclass(frozen=True, eq=False)
class Question:
    """All that a retriever is given."""

    snapshot: Snapshot
    plan: Plan
    filters: Filters
    evidence: Evidence
    dense: F32 | None = None  # Per chunk: similarity of meaning, 0…1; None: meaning is off or not ready.
    vector_gap: str | None = None  # Why, in words.
    exact: tuple[int, ...] = ()  # Symbols that bear the target's name, the likeliest definition first.
    check: Callable[[], None] = lambda: None  # Raises when the question was cancelled or its time is over.

    @property
    def target(self) -> str | None:
        """The name or literal the question is about, None when there is none ("this" is resolved by whoever needs it)."""
        target = self.plan.intent.target
        return target.text if target is not None and target.kind != "this" else None


def weights_of(question: Question, modality: str) -> Mapping[str, float]:
    """What a modality's list is blended from."""
    return (BLENDS if question.plan.subject is None else SIMILAR)[modality]


def blend(question: Question, weights: Mapping[str, float], dense: F32 | None = None) -> F32:
    """The weighted sum of the signals over all chunks, times the file's prior; 0 where no signal speaks."""
    evidence, chunk_file = question.evidence, question.snapshot.chunk_file
    score = weights.get("bm25", 0) * evidence.bm25 + weights.get("names", 0) * evidence.names
    if dense is not None:
        score = score + weights.get("dense", 0) * dense
    per_file = weights.get("path", 0) * evidence.path + weights.get("coherence", 0) * evidence.coherence
    # A file's own signals lift only chunks that say something themselves; else every chunk of a well-named file would come.
    lifted = np.where(score > 0, score + per_file[chunk_file], PATH_ALONE * weights.get("path", 0) * evidence.path[chunk_file])
    return np.where(evidence.live, lifted * evidence.prior[chunk_file], 0).astype(np.float32)


def ranked(question: Question, scores: F32, **details: object) -> Ranked:
    """The best chunks of a score array (only positive ones), ties by path and position.

    Where the answer shows one hit a file, a file stands in every list at its best chunk's rank and by the same chunk, the one that
    answers the words best: lists that agree on a file but not on its lines would otherwise not count as agreeing.
    """
    if question.plan.per_file == "best":
        starts, files = question.snapshot.file_runs
        best = np.maximum.reduceat(scores, starts) if len(starts) else scores[:0]
        told = np.flatnonzero(best > 0)
        order = told[np.lexsort((question.snapshot.file_order[files[told]], -best[told]))][:DEPTH]
        bar = _bar(scores, float(best[order[-1]])) if len(order) else 0.0
        return Ranked(question.evidence.best_chunk[files[order]], best[order], found=len(order) > 0, every=scores, bar=bar, **details)  # type: ignore[arg-type]  # The fields of Ranked.
    found = np.flatnonzero(scores > 0)
    if len(found) > DEPTH:
        bound = np.partition(scores[found], len(found) - DEPTH)[len(found) - DEPTH]
        found = found[scores[found] >= bound]
    order = found[np.lexsort((*_places(question.snapshot, found), -scores[found]))][:DEPTH]
    return Ranked(order.astype(np.int64), scores[order], found=len(order) > 0, **details)  # type: ignore[arg-type]  # Likewise.


def _bar(scores: F32, least: float) -> float:
    """The least score of a list of chunks, were it one; `least` is that of the list of files, below which nothing has to be looked at."""
    above = scores[scores >= least]
    return least if len(above) <= DEPTH else float(np.partition(above, len(above) - DEPTH)[len(above) - DEPTH])


def _places(snapshot: Snapshot, chunks: NDArray[np.int64]) -> tuple[NDArray[Any], ...]:
    """Sort keys, the last one first, for the order of chunks by path and position. Without an overlay that is their numbers' order."""
    if not snapshot.segments.overlay_files:
        return (chunks,)
    return chunks, snapshot.file_order[snapshot.chunk_file[chunks]]


# ---- semantic ----


def semantic(question: Question) -> Ranked:
    """By meaning: vectors, with the lexical signals beside them; without vectors by the lexical signals alone, and says so."""
    scores = blend(question, weights_of(question, "semantic"), question.dense)
    names = {chunk: symbol for chunk, symbol in _name_focus(question, scores)}
    return ranked(question, scores, focus=names, degraded=question.vector_gap)


def dense_scores(snapshot: Snapshot, query_vector: F32) -> F32 | None:
    """Similarity of each chunk to the question, scaled to 0…1 over the nearest ones, 0 elsewhere; None when there are no vectors."""
    if all(layer.vectors is None for layer in snapshot.layers):
        return None
    out = np.zeros(len(snapshot.chunk_file), dtype=np.float32)
    for layer in snapshot.layers:
        if layer.vectors is not None:
            chunks, similarity = layer.vectors.search(query_vector, 4 * DEPTH, layer.live_chunks)
            out[chunks + layer.chunk_base] = similarity
    found = out > 0
    if found.any():
        low, high = float(out[found].min()), float(out.max())
        out = np.where(found, (out - low) / (high - low) if high > low else 1.0, 0).astype(np.float32)
    return out


# ---- structural ----


def structural(question: Question) -> Ranked:
    """By definition: symbols that bear the target's name, then those whose names answer the question's words."""
    scores = blend(question, weights_of(question, "structural"))
    focus = dict(_name_focus(question, scores))
    exact = question.exact
    top = float(scores.max()) if len(scores) else 0.0
    for rank, symbol in enumerate(exact):
        chunk = chunk_of_symbol(question.snapshot, symbol)
        if question.evidence.live[chunk] and focus.get(chunk) not in exact[:rank]:
            scores[chunk] = top + 1 + (len(exact) - rank) / len(exact)
            focus[chunk] = symbol
    if question.target is not None and not exact and question.plan.strategy == "direct":
        return Ranked.empty()
    listed = ranked(question, scores, focus=focus)
    if question.plan.strategy == "direct" and exact:
        return _only(listed, {chunk_of_symbol(question.snapshot, symbol) for symbol in exact})
    return listed


def _only(listed: Ranked, chunks: set[int]) -> Ranked:
    keep = np.fromiter((chunk in chunks for chunk in listed.chunks.tolist()), dtype=np.bool_, count=len(listed.chunks))
    return Ranked(listed.chunks[keep], listed.scores[keep], focus=listed.focus, found=bool(keep.any()))


def _name_focus(question: Question, scores: F32) -> Iterable[tuple[int, int]]:
    named = np.flatnonzero((question.evidence.name_symbol >= 0) & (scores > 0))
    return zip(named.tolist(), question.evidence.name_symbol[named].tolist(), strict=True)


def exact_symbols(snapshot: Snapshot, plan: Plan) -> tuple[int, ...]:
    """Symbols whose name is the target's, the likeliest definition first."""
    target = plan.intent.target
    if target is None or target.kind == "this" or plan.intent.name == "exact_match":
        return ()
    # Some languages write a sigil that is no part of the name (`$total` in PHP), others make it one (`$emit` in JavaScript).
    names = dict.fromkeys((target.text, target.text.removeprefix("$")))
    found = next(filter(None, (_symbols_named(snapshot, name) for name in names)), [])
    return tuple(sorted(found, key=lambda symbol: definition_order(snapshot, symbol, last_part(target.text))))


def _symbols_named(snapshot: Snapshot, name: str) -> list[int]:
    return [
        address + layer.symbol_base for layer in snapshot.layers for address in layer.segment.symbols.exact(name, layer.live_files).tolist()
    ]


def definition_order(snapshot: Snapshot, symbol: int, name: str) -> tuple[object, ...]:
    """Sort key: the likeliest meaning of "the definition of `name`" first. Total: it ends with path and position."""
    file, row = snapshot.symbol_place(symbol)
    facts, path = snapshot.facts(file), snapshot.path(file)
    kind = SymbolKind(int(facts.symbol_kind[row]))
    flags = int(facts.symbol_flags[row])
    written = facts.strings[int(facts.symbol_name[row])]
    return (
        written != name,
        place_of(path)[0] is not None,
        is_test(path),
        _KIND_ORDER.get(kind, 4),
        bool(flags & SymbolFlag.OVERLOAD),
        int(facts.symbol_parent[row]) >= 0,
        -round(snapshot.symbol_rank(symbol), 6),
        path,
        int(facts.symbol_name_start[row]),
    )


_KIND_ORDER: dict[SymbolKind, int] = {
    **dict.fromkeys(TYPE_KINDS, 0),
    SymbolKind.IMPL: 2,
    **dict.fromkeys(CALLABLE_KINDS, 1),
    SymbolKind.MODULE: 1,
    SymbolKind.NAMESPACE: 2,
    SymbolKind.PROPERTY: 2,
    SymbolKind.CONSTANT: 3,
    SymbolKind.HEADING: 6,
}


def chunk_of_symbol(snapshot: Snapshot, symbol: int) -> int:
    layer = snapshot.layer_of_symbol(symbol)
    return int(layer.segment.files.symbol_chunk[symbol - layer.symbol_base]) + layer.chunk_base


def symbols_of_target(question: Question) -> list[int]:
    """The symbols a question about a name or about "this" is about, the likeliest first."""
    target = question.plan.intent.target
    if target is not None and target.kind == "this":
        return _symbols_at_cursor(question)
    return [
        symbol
        for symbol in question.exact
        if fold_name(symbol_name(question.snapshot, symbol)) == fold_name(last_part(question.target or ""))
    ]


def last_part(name: str) -> str:
    """The name itself of a qualified one."""
    return name.replace("::", ".").rsplit(".", 1)[-1]


def _symbols_at_cursor(question: Question) -> list[int]:
    """What "this" is: who asks for uses points at a name, who asks about a change thinks of the definition around the cursor."""
    context, snapshot = question.plan.request.context, question.snapshot
    file = snapshot.find(context.path) if context is not None else None
    if context is None or file is None:
        return []
    if question.plan.intent.name == "find_references":
        meant = definition_at(world_of(snapshot), file, context.offset, guess=False).targets
        pointed = [snapshot.symbol_number(target.file, target.row) for target in meant if target.kind is TargetKind.SYMBOL]
        if pointed:
            return pointed
    facts = snapshot.facts(file)
    inside: NDArray[np.bool_] = (facts.symbol_start <= context.offset) & (context.offset <= facts.symbol_end)
    rows = np.flatnonzero(inside)
    return [snapshot.symbol_number(file, int(rows[-1]))] if len(rows) else []
