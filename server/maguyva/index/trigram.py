"""The trigram index: which files can hold a text. Format and algorithm, after google/codesearch `index/read.go`.

Every three neighbouring bytes of a file are a trigram. A file that holds "parse" holds "par", "ars" and "rse", so the files to
read for a query are the intersection of a few sorted lists; what survives is verified on the text. The answer may name a file
that does not match, never leave out one that does.

**Canonical bytes.** One set of postings serves exact and case-insensitive queries: text and query both go through `canonical`, which
lower-cases ASCII and writes the Kelvin sign as k and ſ as s, the two characters outside ASCII that equal an ASCII letter when case
is ignored. It maps character by character, so a string found in a text is found in the canonical text when made canonical itself.
Other letters keep their bytes; a case-insensitive query asks for their alternatives (`index/regex_plan.py`).

**Lines.** No query spans lines, so a trigram that starts with a line break is not kept, and "x\\n?" is kept as "x\\n\\n". Two line breaks
are added at the end of each file. So every byte but the line break starts a trigram, and a query of one or two bytes is the
contiguous range of keys that starts with them: short queries need no postings of their own.

**Arrays.** `keys` (uint32, sorted, unique: first byte << 16 | second << 8 | third), `offsets` (uint64, one more than keys), `files`
(uint16, or uint32 beyond 65,536 files): the postings of key i are files[offsets[i]:offsets[i + 1]], sorted. Fixed width and
not varint deltas: numpy reads them where they are mapped, without decoding. `count` is the number of files.

**Building.** In batches of at most 256 files and about 1 MB, so that key << 8 | file fits in 32 bits and stays in the processor's cache.
Seven trigrams of eight repeat an earlier one of their file; a small hash table drops most of those (6 ms a MB) before numpy sorts
the rest (4 ms instead of 32). Mask equal neighbours, keep the batch as (keys, counts, one byte a posting). Then one pass puts each
batch at its place in the final postings, which are in order because the batches are. Peak memory is about twice the result,
however much text there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from maguyva.model import U8, U32

U64 = NDArray[np.uint64]

BATCH_FILES = 256
BATCH_BYTES = 1 << 20
FILTER_BITS = 17  # A table of 1 MB, which fits a core's second-level cache.
MAX_INTERSECTED = 24  # The rarest trigrams of a long query; after that many the list hardly shrinks and verifying is cheaper.

_KELVIN = "\u212a".encode()
_LONG_S = "\u017f".encode()
_NEWLINE = 10


def canonical(text: bytes) -> bytes:
    """The bytes whose trigrams stand for `text`, in the index and in queries."""
    if not text.isascii():
        text = text.replace(_KELVIN, b"k").replace(_LONG_S, b"s")
    return text.lower()


@dataclass(frozen=True, slots=True)
class Plan:
    """What a query asks of the postings. `grams` are canonical bytes, 1 to 3 of them without a line break; "all" asks nothing."""

    op: Literal["all", "and", "or"]
    grams: tuple[bytes, ...] = ()
    parts: tuple[Plan, ...] = ()

    def __str__(self) -> str:
        if self.op == "all":
            return "+"
        words = [repr(gram.decode("latin-1")).replace("'", '"') for gram in self.grams] + [f"({part})" for part in self.parts]
        return (" " if self.op == "and" else "|").join(words)


ALL_FILES = Plan("all")


@dataclass(frozen=True, eq=False)
class Trigrams:
    """Postings of a sequence of files; a file is its ordinal."""

    keys: U32
    offsets: U64
    files: NDArray[Any]  # uint16 or uint32
    count: U32  # [number of files]

    @classmethod
    def build(cls, texts: Sequence[bytes]) -> Trigrams:
        """The postings of `texts`; each text is read once, in order."""
        batches: list[_Batch] = []
        start = 0
        while start < len(texts):
            batch_texts = [canonical(texts[start])]
            total = len(batch_texts[0])
            while start + len(batch_texts) < len(texts) and len(batch_texts) < BATCH_FILES and total < BATCH_BYTES:
                batch_texts.append(canonical(texts[start + len(batch_texts)]))
                total += len(batch_texts[-1])
            batches.append(_batch(start, batch_texts))
            start += len(batch_texts)
        return _merge(batches, len(texts))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The columns, to be stored as they are."""
        return {"keys": self.keys, "offsets": self.offsets, "files": self.files, "count": self.count}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Trigrams:
        """The index over stored columns, which may be memory-mapped. Raises KeyError for a missing one, ValueError when they do not fit."""
        found = cls(arrays["keys"], arrays["offsets"], arrays["files"], arrays["count"])
        if len(found.offsets) != len(found.keys) + 1 or len(found.count) != 1 or int(found.offsets[-1]) != len(found.files):
            raise ValueError("trigram columns do not fit together")
        return found

    @property
    def file_count(self) -> int:
        return int(self.count[0])

    def candidates(self, plan: Plan) -> U32:
        """Ordinals, sorted, of all files that can match: none that matches is missing."""
        found = self._files_of(plan)
        if found is None:
            return np.arange(self.file_count, dtype=np.uint32)
        return found.astype(np.uint32)

    def _files_of(self, plan: Plan) -> NDArray[Any] | None:
        """Sorted ordinals, None for all files."""
        if plan.op == "all":
            return None
        if plan.op == "or":
            hit = np.zeros(self.file_count, dtype=np.bool_)
            for gram in plan.grams:
                hit[self._posting(gram)] = True
            for part in plan.parts:
                files = self._files_of(part)
                if files is None:
                    return None
                hit[files] = True
            return np.flatnonzero(hit).astype(self.files.dtype)
        return self._intersection(plan)

    def _intersection(self, plan: Plan) -> NDArray[Any] | None:
        # The range of a short gram holds a file many times over, so its length says nothing of its worth: those go last.
        spans = sorted((len(gram) < 3, end - start, start, end) for gram in plan.grams for start, end in (self._span(gram),))
        found: NDArray[Any] | None = None
        for short, _, start, end in spans[:MAX_INTERSECTED]:
            files = np.unique(self.files[start:end]) if short else self.files[start:end]
            found = files if found is None else _common(found, files)
            if len(found) == 0:
                return found
        for part in plan.parts:
            files_of_part = self._files_of(part)
            if files_of_part is not None:
                found = files_of_part if found is None else _common(found, files_of_part)
                if len(found) == 0:
                    return found
        return found

    def _posting(self, gram: bytes) -> NDArray[Any]:
        start, end = self._span(gram)
        return self.files[start:end]

    def _span(self, gram: bytes) -> tuple[int, int]:
        """Where in `files` the postings of all trigrams that start with `gram` stand."""
        shift = 8 * (3 - len(gram))
        low = int.from_bytes(gram, "big") << shift
        first, last = np.searchsorted(self.keys, np.array([low, low + (1 << shift)], dtype=np.uint32))
        return int(self.offsets[first]), int(self.offsets[last])


def _common(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    if len(left) > len(right):
        left, right = right, left
    if len(left) == 0:
        return left
    at = np.searchsorted(right, left)
    at[at == len(right)] = 0
    common: NDArray[Any] = left[right[at] == left]
    return common


# ---- building ----


@dataclass(frozen=True, slots=True)
class _Batch:
    first_file: int
    keys: U32  # Sorted, unique.
    counts: U32  # Postings of each key.
    locals: U8  # File ordinals less `first_file`, by key, then sorted.


def _batch(first_file: int, texts: list[bytes]) -> _Batch:
    if len(texts) == 1 and len(texts[0]) > 2 * BATCH_BYTES:
        pairs = _long_text_pairs(texts[0])
    else:
        lengths = np.fromiter((len(text) + 2 for text in texts), dtype=np.int64, count=len(texts))
        locals_ = np.repeat(np.arange(len(texts), dtype=np.uint8), lengths)
        pairs = _sorted_pairs(b"\n\n".join([*texts, b""]), locals_)
    return _split_pairs(first_file, pairs)


def _split_pairs(first_file: int, pairs: U32) -> _Batch:
    keys = pairs >> np.uint32(8)
    starts = np.flatnonzero(_differs(keys))
    counts = np.diff(starts, append=len(keys)).astype(np.uint32)
    return _Batch(first_file, keys[starts], counts, pairs.astype(np.uint8))


def _sorted_pairs(text: bytes, locals_: U8 | None) -> U32:
    """Sorted unique key << 8 | local file of `text`, whose files each end with two line breaks."""
    raw = np.frombuffer(text, dtype=np.uint8)
    if len(raw) < 3:
        return np.zeros(0, dtype=np.uint32)
    third = raw[2:].copy()
    third[raw[1:-1] == _NEWLINE] = _NEWLINE
    pairs = raw[:-2].astype(np.uint32)
    for part in (raw[1:-1], third):
        pairs <<= np.uint32(8)
        pairs |= part
    pairs <<= np.uint32(8)
    if locals_ is not None:
        pairs |= locals_[:-2]
    pairs = _without_most_repeats(pairs[raw[:-2] != _NEWLINE])
    pairs.sort()
    return pairs[_differs(pairs)]


def _without_most_repeats(pairs: U32) -> U32:
    """`pairs` less most of its repeats, but with each value: a slot of the table remembers the last position that hashed to it."""
    if len(pairs) < 4096:
        return pairs
    table = np.empty(1 << FILTER_BITS, dtype=np.intp)
    positions = np.arange(min(len(pairs), 1 << FILTER_BITS), dtype=np.intp)
    kept = []
    for start in range(0, len(pairs), 1 << FILTER_BITS):
        part = pairs[start : start + (1 << FILTER_BITS)]
        slots = ((part * np.uint32(2654435761)) >> np.uint32(32 - FILTER_BITS)).astype(np.intp)
        table[slots] = positions[: len(part)]
        last = table.take(slots)
        keep = last == positions[: len(part)]
        keep |= part.take(last) != part
        kept.append(part[keep])
    return np.concatenate(kept)


def _long_text_pairs(text: bytes) -> U32:
    """As `_sorted_pairs` for one file too long to be sorted at once; pieces overlap so that no trigram is cut."""
    pieces = []
    for start in range(0, len(text), BATCH_BYTES):
        piece = text[start : start + BATCH_BYTES + 2]
        pieces.append(_sorted_pairs(piece + b"\n\n" if start + BATCH_BYTES >= len(text) else piece, None))
    pairs = np.concatenate(pieces)
    pairs.sort()
    return pairs[_differs(pairs)]


def _differs(values: U32) -> NDArray[np.bool_]:
    mask = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=mask[1:])
    return mask


def _merge(batches: list[_Batch], file_count: int) -> Trigrams:
    keys = _all_keys([batch.keys for batch in batches])
    counts = np.zeros(len(keys), dtype=np.uint64)
    for batch in batches:
        counts[np.searchsorted(keys, batch.keys)] += batch.counts
    offsets = np.zeros(len(keys) + 1, dtype=np.uint64)
    np.cumsum(counts, out=offsets[1:])
    files = np.empty(int(offsets[-1]), dtype=np.uint16 if file_count <= 1 << 16 else np.uint32)
    cursor = offsets[:-1].astype(np.int64)
    for batch in batches:
        rows = np.searchsorted(keys, batch.keys)
        # A posting's place is its key's cursor plus its rank under that key within the batch.
        first_place = cursor[rows] - (np.cumsum(batch.counts, dtype=np.int64) - batch.counts)
        places = np.repeat(first_place, batch.counts) + np.arange(len(batch.locals))
        files[places] = batch.locals.astype(files.dtype) + files.dtype.type(batch.first_file)
        cursor[rows] += batch.counts
    return Trigrams(keys, offsets, files, np.array([file_count], dtype=np.uint32))


def _all_keys(parts: list[U32]) -> U32:
    merged = np.zeros(0, dtype=np.uint32)
    for start in range(0, len(parts), 16):  # A few at a time, so that the parts are never all in one array.
        merged = np.unique(np.concatenate([merged, *parts[start : start + 16]]))
    return merged
