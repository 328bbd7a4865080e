"""BM25 over chunks: the lexical evidence that several lists draw on.

A segment keeps one sorted array of 64-bit term hashes instead of the terms themselves: no query needs to read a term back, two terms
collide once in 10^10 at a million terms, and a memory-mapped lookup is one binary search. Postings are two parallel arrays (chunk, count)
in term order.

Score (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, equation 3.15 with Lucene's idf):
`Σ w · idf(t) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / mean length))`, idf = ln(1 + (N − df + 0.5) / (df + 0.5)).
Statistics are taken over all layers together, so an edited file changes them as a fresh index would.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maguyva.extract.lexical import words_of
from maguyva.model import F32, U16, U32, Bool, IndexedFile

K1 = 1.2
B = 0.75


def term_hash(term: str) -> int:
    """The 64-bit key of a term."""
    return int.from_bytes(hashlib.blake2b(term.encode("utf-8", "surrogateescape"), digest_size=8).digest(), "little")


@dataclass(frozen=True, eq=False)
class Terms:
    """Postings of one segment. `keys` is sorted; the postings of `keys[i]` are rows `offsets[i]:offsets[i + 1]`, by ascending chunk."""

    keys: NDArray[np.uint64]
    offsets: NDArray[np.uint64]
    chunks: U32
    counts: U16
    lengths: U32  # Terms of each chunk, repetitions counted.
    path_keys: NDArray[np.uint64]  # Sorted; one row for each (term, file) of the files' paths.
    path_files: U32
    path_strengths: F32

    @classmethod
    def build(cls, files: Sequence[IndexedFile]) -> Terms:
        """Postings over all chunks of `files`, numbered through in order."""
        rows: dict[str, int] = {}
        ids: list[NDArray[Any]] = []
        chunks: list[NDArray[Any]] = []
        counts: list[NDArray[Any]] = []
        base = 0
        for file in files:
            facts = file.facts
            local, inverse = np.unique(facts.term_string, return_inverse=True)
            strings = facts.strings_at(local.tolist())
            mapped = np.fromiter((rows.setdefault(term, len(rows)) for term in strings), dtype=np.uint32, count=len(local))
            ids.append(mapped[inverse])
            chunks.append(facts.term_chunk + np.uint32(base))
            counts.append(facts.term_count)
            base += facts.chunk_count
        hashes = np.fromiter((term_hash(term) for term in rows), dtype=np.uint64, count=len(rows))
        rank = np.argsort(hashes, kind="stable")
        position = np.empty(len(rows), dtype=np.uint32)
        position[rank] = np.arange(len(rows), dtype=np.uint32)
        term = position[np.concatenate(ids)] if ids else np.zeros(0, dtype=np.uint32)
        chunk = np.concatenate(chunks) if chunks else np.zeros(0, dtype=np.uint32)
        count = np.concatenate(counts) if counts else np.zeros(0, dtype=np.uint16)
        order = np.argsort(term, kind="stable")  # Stable keeps each term's chunks ascending.
        offsets = np.zeros(len(rows) + 1, dtype=np.uint64)
        np.cumsum(np.bincount(term, minlength=len(rows)), out=offsets[1:])
        lengths = np.bincount(chunk, weights=count, minlength=base).astype(np.uint32)
        return cls(hashes[rank], offsets, chunk[order], count[order], lengths, *_build_paths(files))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The columns, as a segment stores them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Terms:
        """Views onto stored columns."""
        return cls(**{field.name: arrays[field.name] for field in fields(cls)})

    def postings(self, term: str) -> tuple[U32, U16]:
        """(chunks, counts) of a term, empty when it does not occur."""
        key = np.uint64(term_hash(term))
        at = int(np.searchsorted(self.keys, key))
        if at >= len(self.keys) or self.keys[at] != key:
            return self.chunks[:0], self.counts[:0]
        start, end = int(self.offsets[at]), int(self.offsets[at + 1])
        return self.chunks[start:end], self.counts[start:end]

    def path_postings(self, term: str) -> tuple[U32, F32]:
        """(files, strengths) of the files whose path has the term: 1 in the file's stem, less the further up it stands."""
        key = np.uint64(term_hash(term))
        start, end = (int(np.searchsorted(self.path_keys, key, side=side)) for side in ("left", "right"))
        return self.path_files[start:end], self.path_strengths[start:end]


STEM_STRENGTH = 1.0
FOLDER_STRENGTHS = (0.6, 0.4, 0.25)  # The folder itself, its parent, everything above.


def path_terms(path: str) -> dict[str, float]:
    """The index terms of a path, each with the strength of its best place."""
    *folders, name = path.split("/")
    stem = name.rsplit(".", 1)[0] if "." in name[1:] else name
    found: dict[str, float] = {}
    for depth, folder in enumerate(reversed(folders)):
        strength = FOLDER_STRENGTHS[min(depth, len(FOLDER_STRENGTHS) - 1)]
        for term in words_of(folder):
            found[term] = max(found.get(term, 0.0), strength)
    # `index.ts`, `__init__.py` and `mod.rs` stand for their folder, so the folder's words are as good as a name of their own.
    if stem.lower() in {"index", "__init__", "mod", "main", "lib"} and folders:
        found.update(dict.fromkeys(words_of(folders[-1]), STEM_STRENGTH))
    found.update(dict.fromkeys(words_of(stem), STEM_STRENGTH))
    return found


def _build_paths(files: Sequence[IndexedFile]) -> tuple[NDArray[np.uint64], U32, F32]:
    keys: list[int] = []
    owners: list[int] = []
    strengths: list[float] = []
    for ordinal, file in enumerate(files):
        for term, strength in path_terms(file.path).items():
            keys.append(term_hash(term))
            owners.append(ordinal)
            strengths.append(strength)
    key = np.array(keys, dtype=np.uint64)
    order = np.argsort(key, kind="stable")
    return key[order], np.array(owners, dtype=np.uint32)[order], np.array(strengths, dtype=np.float32)[order]


@dataclass(frozen=True, slots=True)
class TermsLayer:
    """One segment's postings and which of its chunks are live (None: all)."""

    terms: Terms
    live: Bool | None


def bm25(layers: Sequence[TermsLayer], weights: Mapping[str, float]) -> list[F32]:
    """A score for every chunk of every layer (0 where no term occurs or the chunk is hidden), one float32 array a layer.

    `weights` gives each query term its factor; df, N and the mean length are taken over the live chunks of all layers.
    """
    total = sum(len(layer.terms.lengths) if layer.live is None else int(np.count_nonzero(layer.live)) for layer in layers)
    length = sum(float(_live_lengths(layer).sum(dtype=np.float64)) for layer in layers)
    mean = max(length / total, 1.0) if total else 1.0
    scores = [np.zeros(len(layer.terms.lengths), dtype=np.float32) for layer in layers]
    for term, weight in weights.items():
        found = [_live_postings(layer, term) for layer in layers]
        df = sum(len(chunks) for chunks, _ in found)
        if not df:
            continue
        idf = weight * float(np.log1p((total - df + 0.5) / (df + 0.5)))
        for layer, score, (chunks, counts) in zip(layers, scores, found, strict=True):
            tf = counts.astype(np.float32)
            norm = K1 * (1 - B + B / mean * layer.terms.lengths[chunks])
            score[chunks] += (idf * (K1 + 1) * tf / (tf + norm)).astype(np.float32)
    return scores


def _live_lengths(layer: TermsLayer) -> NDArray[Any]:
    return layer.terms.lengths if layer.live is None else layer.terms.lengths[layer.live]


def _live_postings(layer: TermsLayer, term: str) -> tuple[U32, U16]:
    chunks, counts = layer.terms.postings(term)
    if layer.live is None or not len(chunks):
        return chunks, counts
    keep = layer.live[chunks]
    return chunks[keep], counts[keep]
