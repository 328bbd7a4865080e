"""What a question's words say about every chunk and file: gathered once, drawn on by several lists.

All signals lie in 0…1 so that a list can be a plain weighted sum. Arrays run over the snapshot's chunks or files, hidden ones included
(with 0), in the snapshot-wide numbering.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maguyva.extract.lexical import words_of
from maguyva.index.terms import TermsLayer, bm25
from maguyva.model import F32, Bool
from maguyva.search.filters import Filters
from maguyva.search.places import is_aside, is_test
from maguyva.snapshot import Snapshot

TEST_PRIOR = 0.3  # Chosen on the development repositories by leaving one out.
ASIDE_PRIOR = 0.6
TEST_WORDS = frozenset(words_of("test tests testing spec fixture mock benchmark example examples documentation docs"))


@dataclass(frozen=True, eq=False)
class Evidence:
    """Signals of one question. `idf` gives each of its terms its rarity in the workspace."""

    idf: dict[str, float]
    bm25: F32  # Per chunk.
    names: F32  # Per chunk: how well a definition's name answers the words.
    name_symbol: NDArray[np.int64]  # Per chunk: the symbol whose name did, −1 none.
    path: F32  # Per file.
    coherence: F32  # Per file: how much of the file is about the question.
    prior: F32  # Per file: 1, less for tests and what lies beside the code.
    live: Bool  # Per chunk: not hidden, and not filtered out by the request.
    best_chunk: NDArray[np.int64]  # Per file: its chunk that answers the words best, −1 for a file without live chunks.


def gather(snapshot: Snapshot, query: str, filters: Filters, dense: F32 | None = None, hidden: NDArray[np.int64] | None = None) -> Evidence:
    """All lexical signals for a question. `dense` (similarity of meaning per chunk) helps to choose each file's best chunk, nothing else.
    `hidden` chunks are no answer."""
    counts = Counter(words_of(query))
    weights = {term: 1.0 + 0.5 * (times - 1) for term, times in counts.items()}
    layers = [TermsLayer(layer.segment.terms, layer.live_chunks) for layer in snapshot.layers]
    idf = _idf(layers, list(weights))
    chunk_file = snapshot.chunk_file
    raw = np.concatenate([np.zeros(0, np.float32), *bm25(layers, weights)])
    live = snapshot.live_chunks & filters.chunks(snapshot)
    if hidden is not None:
        live[hidden] = False
    raw = np.where(live, raw, 0)
    files = snapshot.file_slots
    names, name_symbol = _names(snapshot, idf, live)
    return Evidence(
        idf=idf,
        bm25=_scaled(raw),
        names=names,
        name_symbol=name_symbol,
        path=_path(snapshot, idf),
        coherence=_coherence(raw, chunk_file, files),
        prior=_prior(snapshot, bool(TEST_WORDS & counts.keys())),
        live=live,
        best_chunk=_best_chunks(_telling(_scaled(raw), names, dense), live, chunk_file, files),
    )


def _telling(bm25: F32, names: F32, dense: F32 | None) -> F32:
    return (bm25 + names / 2 + (0 if dense is None else dense)).astype(np.float32)


def _best_chunks(score: F32, live: Bool, chunk_file: NDArray[Any], files: int) -> NDArray[np.int64]:
    best: NDArray[np.int64] = np.full(files, -1, dtype=np.int64)
    chunks = np.flatnonzero(live)
    best[chunk_file[chunks[::-1]]] = chunks[::-1]  # Where nothing speaks, the file's first chunk.
    told = np.flatnonzero((score > 0) & live)
    order = told[np.lexsort((-told, score[told]))]  # Best last; of equals, the first chunk.
    best[chunk_file[order]] = order
    return best


def _scaled(values: F32) -> F32:
    top = float(values.max()) if len(values) else 0.0
    return (values / top).astype(np.float32) if top > 0 else values.astype(np.float32)


def _idf(layers: Sequence[TermsLayer], terms: Sequence[str]) -> dict[str, float]:
    total = sum(len(layer.terms.lengths) for layer in layers)
    found: dict[str, float] = {}
    for term in terms:
        df = sum(len(layer.terms.postings(term)[0]) for layer in layers)
        found[term] = float(np.log1p((total - df + 0.5) / (df + 0.5))) if total else 0.0
    return found


def _path(snapshot: Snapshot, idf: dict[str, float]) -> F32:
    mass = sum(idf.values())
    scores: F32 = np.zeros(snapshot.file_slots, dtype=np.float32)
    if mass <= 0:
        return scores
    for layer in snapshot.layers:
        for term, weight in idf.items():
            files, strengths = layer.segment.terms.path_postings(term)
            np.add.at(scores, files.astype(np.int64) + layer.file_base, strengths * np.float32(weight / mass))
    return np.minimum(scores, 1.0)


def _names(snapshot: Snapshot, idf: dict[str, float], live: Bool) -> tuple[F32, NDArray[np.int64]]:
    names: F32 = np.zeros(len(live), dtype=np.float32)
    symbol: NDArray[np.int64] = np.full(len(live), -1, dtype=np.int64)
    mass = sum(idf.values())
    if mass <= 0:
        return names, symbol
    terms = list(idf)[:64]
    weight = np.array([idf[term] / mass for term in terms], dtype=np.float32)
    for layer in snapshot.layers:
        found = layer.segment.symbols
        symbols, matched = found.by_words(terms, layer.live_files)
        if not len(symbols):
            continue
        bits = ((matched[:, None] >> np.arange(len(terms), dtype=np.uint64)) & np.uint64(1)).astype(np.float32)
        # A name that says nothing else is a better answer than one with many other words; the root keeps long names in the running.
        share = bits.sum(axis=1) / np.maximum(found.name_words[found.symbol_name[symbols]], 1)
        scores = (bits @ weight) * np.sqrt(np.minimum(share, 1.0)).astype(np.float32)
        chunks = layer.segment.files.symbol_chunk[symbols].astype(np.int64) + layer.chunk_base
        order = np.lexsort((-symbols.astype(np.int64), scores))  # The best of a chunk is written last; of equals, the first.
        names[chunks[order]] = scores[order]
        symbol[chunks[order]] = symbols[order].astype(np.int64) + layer.symbol_base
    return np.where(live, names, 0).astype(np.float32), symbol


def _coherence(raw: F32, chunk_file: NDArray[Any], files: int) -> F32:
    # The sum of a file's chunk scores would favour long files, the mean short ones; the sum of squares over the sum's root lies between.
    total = np.bincount(chunk_file, weights=raw, minlength=files)
    count = np.maximum(np.bincount(chunk_file, minlength=files), 1)
    return _scaled((total / np.sqrt(count)).astype(np.float32))


def _prior(snapshot: Snapshot, about_tests: bool) -> F32:
    if about_tests:
        return np.ones(snapshot.file_slots, dtype=np.float32)
    known = snapshot.attached.get("prior")
    if not isinstance(known, np.ndarray):
        pieces = [_segment_prior(layer.segment.files.paths) for layer in snapshot.layers]
        known = snapshot.attached["prior"] = np.concatenate([np.zeros(0, np.float32), *pieces])
    return known


def _segment_prior(paths: list[str]) -> F32:
    return np.fromiter((TEST_PRIOR if is_test(path) else ASIDE_PRIOR if is_aside(path) else 1.0 for path in paths), np.float32, len(paths))
