"""Definitions by name: exactly, fuzzily, qualified, and by the words a question shares with a name.

A symbol's address is `symbol_base[file] + row`. Every distinct name is kept once, sorted by its folded form (`fuzzy.folded`), so that
equal names and names with a common beginning are neighbours: an exact look-up and a prefix are two binary searches. The symbols of a name
are a row of a CSR table, and so are the names that have a word: words are stemmed as everywhere (`extract.lexical`).

All results are in one total order: score, then name, then address. A score holds tier, tightness and length of the name (`fuzzy`), so it
compares between segments.

Measured in CPU time on one core of a busy machine, over 600 queries of every tier, nonsense included, limit 100: django (65,000
symbols, 36,000 names) median 3 ms, p95 10 ms; a million symbols with 586,000 long names median 4 ms, p95 79 ms (short queries of
common letters that few names start with, such as "tss", are the slow ones). Exact look-ups take 0.03 ms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maguyva.extract.lexical import stem, words_of
from maguyva.index.fuzzy import (
    Ids,
    Masks,
    Tier,
    folded,
    in_order,
    keys_of,
    letter_mask,
    letter_masks,
    loose_matches,
    pack,
    range_of,
    scores_of,
    with_humps,
    word_starts,
)
from maguyva.index.qualified import container_place, met_by, path_place, split_qualified
from maguyva.model import F32, I32, U8, U32, Bool, IndexedFile, SymbolKind
from maguyva.text import split_identifier

_BY_PREFIX = np.float32(0.75)  # Scores of matches whose qualifier only starts as asked …
_UNQUALIFIED = np.float32(0.5)  # … and of those that have none of it.
_DEEPEST = 32  # Containers within containers that a qualified name is checked against.

Keep = Callable[[Ids], Bool]


@dataclass(frozen=True, eq=False)
class Symbols:
    """The symbols of a segment. `symbol_*` has one row a symbol, `name_*` one row a distinct name, `word_*` one row a distinct stem."""

    symbol_base: U32  # [files + 1]
    path_offsets: U32  # Folded paths without the file's extension, "/folder/stem/", for qualified queries.
    path_blob: U8
    symbol_file: U32
    symbol_name: U32
    symbol_kind: U8
    symbol_flags: U8
    symbol_parent: I32  # Address of the container; −1 none.
    symbol_container: U32  # Row of the container where it is not around the symbol (Go's receiver, C++'s `a::Foo::f`); row 0 none.
    container_offsets: U32  # Folded like paths: "/a/foo/".
    container_blob: U8
    symbol_start: U32  # The whole definition, bytes.
    symbol_end: U32
    symbol_name_start: U32
    symbol_name_end: U32
    name_offsets: U32  # As written.
    name_blob: U8
    name_symbol_offsets: U32
    name_symbols: U32  # Addresses, ascending for each name.
    name_words: U8  # How many distinct stems the name has, 255 at most.
    fold_offsets: U32  # The folded form, a row a name: rows repeat where spellings differ.
    fold_blob: U8
    fold_starts: U8  # 1 where a word starts, a row a byte of `fold_blob`.
    fold_letters: Masks
    fold_initials: Masks
    word_offsets: U32  # Stems, sorted as bytes.
    word_blob: U8
    word_name_offsets: U32
    word_names: U32

    @classmethod
    def build(cls, files: Sequence[IndexedFile]) -> Symbols:
        """The symbols of `files`, numbered through in the order given."""
        base = np.zeros(len(files) + 1, dtype=np.uint32)
        base[1:] = np.cumsum([file.facts.symbol_count for file in files], dtype=np.int64)
        name, rows = _distinct(files, "symbol_name", {})
        forms = sorted((folded(name), name) for name in rows)
        place = np.zeros(len(rows), dtype=np.uint32)
        place[[rows[name] for _, name in forms]] = np.arange(len(rows), dtype=np.uint32)
        name = place[name]
        names = [name for _, name in forms]
        parents = [
            np.where(file.facts.symbol_parent >= 0, file.facts.symbol_parent + int(at), -1)
            for file, at in zip(files, base[:-1], strict=True)
        ]
        container, containers = _distinct(files, "symbol_container", {"": 0})
        container_offsets, container_blob = pack([container_place(written) for written in containers])
        path_offsets, path_blob = pack([path_place(file.path) for file in files])
        name_offsets, name_blob = pack([name.encode("utf-8", "surrogatepass") for name in names])
        word_offsets, word_blob, word_name_offsets, word_names, name_words = _word_table(names)

        def column(field: str, dtype: Any) -> NDArray[Any]:
            return _joined([getattr(file.facts, field) for file in files], dtype)

        return cls(
            symbol_base=base,
            path_offsets=path_offsets,
            path_blob=path_blob,
            symbol_file=np.repeat(np.arange(len(files), dtype=np.uint32), [file.facts.symbol_count for file in files]),
            symbol_name=name,
            symbol_kind=column("symbol_kind", np.uint8),
            symbol_flags=column("symbol_flags", np.uint8),
            symbol_parent=_joined(parents, np.int32),
            symbol_container=container,
            container_offsets=container_offsets,
            container_blob=container_blob,
            symbol_start=column("symbol_start", np.uint32),
            symbol_end=column("symbol_end", np.uint32),
            symbol_name_start=column("symbol_name_start", np.uint32),
            symbol_name_end=column("symbol_name_end", np.uint32),
            name_offsets=name_offsets,
            name_blob=name_blob,
            name_symbol_offsets=_row_offsets(name, len(names)),
            name_symbols=np.argsort(name, kind="stable").astype(np.uint32),
            name_words=name_words,
            **_fold_table(forms),
            word_offsets=word_offsets,
            word_blob=word_blob,
            word_name_offsets=word_name_offsets,
            word_names=word_names,
        )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The columns, as a segment stores them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Symbols:
        """Views onto stored columns."""
        return cls(**{field.name: arrays[field.name] for field in fields(cls)})

    @property
    def count(self) -> int:
        """How many symbols."""
        return len(self.symbol_name)

    def name(self, address: int) -> str:
        """A symbol's name as written."""
        return self._row(self.name_offsets, self.name_blob, int(self.symbol_name[address])).decode("utf-8", "surrogatepass")

    def symbols_named(self, first: int, past: int) -> Ids:
        """Addresses of the symbols of the names [first, past), by name, then address."""
        return self.name_symbols[int(self.name_symbol_offsets[first]) : int(self.name_symbol_offsets[past])].astype(np.int64)

    # ---- queries ----

    def exact(self, name: str, live: Bool | None = None) -> Ids:
        """Addresses of the symbols called `name` but for case and `_`; those equal to the letter first, then by name and address.

        A qualified name (`Class.method`, `mod::fn`, `a.b.c`) finds the symbols of its last part that stand in containers, files and
        folders called as its earlier parts, in this order, gaps allowed.
        """
        found = self._equal(name, self._live(live))
        qualifiers, last = split_qualified(name)
        if last and last != name:
            found = np.concatenate((found, self._equal(last, self._both(self._live(live), self._within(qualifiers, prefix=False)))))
            found = found[np.sort(np.unique(found, return_index=True)[1])]
        return found

    def search(self, query: str, limit: int, kinds: Collection[SymbolKind] | None = None, live: Bool | None = None) -> tuple[Ids, F32]:
        """The `limit` best matches: (addresses, scores 0 … 1), best first. `live` is a mask over files.

        White space in the query is ignored. A query of nothing lists symbols in the order of the files. A qualified query matches its
        last part by name, in the containers, files and folders named; a looser fit of these counts less (see below).
        """
        keep = self._both(self._live(live), self._kinds(kinds))
        if limit <= 0:
            return _nothing()
        if not query.strip():
            every = np.arange(self.count, dtype=np.int64)
            every = (every if keep is None else every[keep(every)])[:limit]
            return every, np.zeros(len(every), dtype=np.float32)
        qualifiers, last = split_qualified(query)
        if not last or last == query.strip():
            return self._search(query, limit, keep)
        whole = self._equal(query, keep)
        found = [(whole, np.ones(len(whole), dtype=np.float32))]
        found.append(self._search(last, limit, self._both(keep, self._within(qualifiers, prefix=False))))
        # The looser the qualifier, the closer the name must be: what fits neither is no answer.
        looser = ((self._both(keep, self._within(qualifiers, prefix=True)), Tier.HUMP, _BY_PREFIX), (keep, Tier.PREFIX, _UNQUALIFIED))
        for also, worst, worth in looser:
            if sum(len(addresses) for addresses, _ in found) < limit:
                addresses, scores = self._search(last, limit, also, worst)
                found.append((addresses, scores * worth))
        addresses, first = np.unique(np.concatenate([addresses for addresses, _ in found]), return_index=True)
        return self._best(addresses, np.concatenate([scores for _, scores in found])[first], limit)

    def by_words(self, terms: Sequence[str], live: Bool | None = None) -> tuple[Ids, Masks]:
        """Symbols whose name has one of `terms` as a word: (addresses ascending, which terms as bits: bit i for `terms[i]`).

        `terms` are stems, as `lexical.words_of` gives them; only the first 64 count. `name_words[symbol_name[address]]` tells how many
        words the name has.
        """
        hits = np.zeros(len(self.name_words), dtype=np.uint64)
        for bit, term in enumerate(terms[:64]):
            first, past = range_of(self.word_offsets, self.word_blob, term.encode("utf-8", "surrogatepass"))
            hits[self.word_names[int(self.word_name_offsets[first]) : int(self.word_name_offsets[past])]] |= np.uint64(1 << bit)
        matched = hits[self.symbol_name]
        keep = matched != 0
        if live is not None:
            keep &= live[self.symbol_file]
        addresses = np.flatnonzero(keep)
        return addresses, matched[addresses]

    # ---- how ----

    def _search(self, query: str, limit: int, keep: Keep | None, worst: Tier = Tier.SUBSEQUENCE) -> tuple[Ids, F32]:
        form = folded(query)
        low, high = range_of(self.fold_offsets, self.fold_blob, form, prefix=True)
        same = range_of(self.fold_offsets, self.fold_blob, form)[1]
        letters = query.encode("utf-8", "surrogatepass")
        differs = np.array([self._row(self.name_offsets, self.name_blob, row) != letters for row in range(low, same)], dtype=np.int64)
        exact = np.arange(low, same)
        longer = np.arange(same, high)
        ends_word = self.fold_starts[self.fold_offsets[longer].astype(np.int64) + len(form)] == 1
        found = [
            self._expand(exact, keys_of(Tier.EXACT, differs, self._lengths(exact)), keep),
            self._expand(longer, keys_of(Tier.PREFIX, ~ends_word, self._lengths(longer)), keep),
        ]
        enough = len(found[0][0]) + len(found[1][0]) >= limit or worst <= Tier.PREFIX
        rest = exact[:0] if enough else self._in_order(form, low, high)
        initial = letter_mask(form[:1])
        for tier in (Tier.HUMP, Tier.SUBSTRING, Tier.SUBSEQUENCE):
            if tier > worst or not len(rest) or sum(len(addresses) for addresses, _ in found) >= limit:
                break
            pool = rest
            if tier is Tier.HUMP:
                pool = rest[(self.fold_initials[rest] & initial) == initial]
                pool = with_humps(form, pool, self.fold_offsets, self.fold_blob, self.fold_starts)
            hit, tightness = loose_matches(form, pool, self.fold_offsets, self.fold_blob, self.fold_starts, tier)
            found.append(self._expand(hit, keys_of(tier, tightness, self._lengths(hit)), keep))
            rest = np.setdiff1d(rest, hit, assume_unique=True)
        keys = np.concatenate([keys for _, keys in found])
        return self._best(np.concatenate([addresses for addresses, _ in found]), scores_of(keys), limit)

    def _in_order(self, form: bytes, low: int, high: int) -> Ids:
        """Names outside [low, high) that have the letters of `form` in its order."""
        letters = letter_mask(form)
        if not form:
            return np.zeros(0, dtype=np.int64)
        possible = (self.fold_letters & letters) == letters
        possible[low:high] = False
        return in_order(form, np.flatnonzero(possible), self.fold_offsets, self.fold_blob)

    def _expand(self, names: Ids, keys: Ids, keep: Keep | None) -> tuple[Ids, Ids]:
        """The symbols of `names` that `keep` keeps, each with its name's key."""
        first = self.name_symbol_offsets[names].astype(np.int64)
        counts = self.name_symbol_offsets[names + 1].astype(np.int64) - first
        places = np.arange(counts.sum()) + np.repeat(first - np.cumsum(counts) + counts, counts)
        addresses, key = self.name_symbols[places].astype(np.int64), np.repeat(keys, counts)
        if keep is None:
            return addresses, key
        kept = keep(addresses)
        return addresses[kept], key[kept]

    def _best(self, addresses: Ids, scores: F32, limit: int) -> tuple[Ids, F32]:
        if len(addresses) > limit:
            least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
            addresses, scores = addresses[scores >= least], scores[scores >= least]
        order = np.lexsort((addresses, self.symbol_name[addresses], -scores))[:limit]
        return addresses[order], scores[order]

    def _equal(self, name: str, keep: Keep | None) -> Ids:
        first, past = range_of(self.fold_offsets, self.fold_blob, folded(name))
        letters = name.encode("utf-8", "surrogatepass")
        rows = sorted(range(first, past), key=lambda row: self._row(self.name_offsets, self.name_blob, row) != letters)
        found = np.concatenate([self.symbols_named(row, row + 1) for row in rows]) if rows else np.zeros(0, dtype=np.int64)
        return found if keep is None else found[keep(found)]

    def _lengths(self, names: Ids) -> Ids:
        return self.fold_offsets[names + 1].astype(np.int64) - self.fold_offsets[names]

    # ---- what a result must fulfil ----

    def _live(self, live: Bool | None) -> Keep | None:
        if live is None:
            return None
        return lambda addresses: live[self.symbol_file[addresses]]

    def _kinds(self, kinds: Collection[SymbolKind] | None) -> Keep | None:
        if kinds is None:
            return None
        wanted = np.zeros(256, dtype=np.bool_)
        wanted[[int(kind) for kind in kinds]] = True
        return lambda addresses: wanted[self.symbol_kind[addresses]]

    def _both(self, one: Keep | None, other: Keep | None) -> Keep | None:
        if one is None or other is None:
            return other if one is None else one

        def keep(addresses: Ids) -> Bool:
            kept = one(addresses)
            kept[kept] = other(addresses[kept])
            return kept

        return keep

    def _within(self, qualifiers: Sequence[str], prefix: bool) -> Keep | None:
        """Whether a symbol's containers, then its file's stem and folders, are called as `qualifiers` (outermost first)."""
        if not qualifiers:
            return None
        forms = [folded(part) for part in reversed(qualifiers)]
        ranges = np.array([range_of(self.fold_offsets, self.fold_blob, form, prefix) for form in forms] + [(0, 0)], dtype=np.int64)

        def keep(addresses: Ids) -> Bool:
            # How many qualifiers each symbol has met so far, from the innermost.
            written, row = np.unique(self.symbol_container[addresses], return_inverse=True)
            named = [met_by(self._row(self.container_offsets, self.container_blob, at), 0, forms, prefix) for at in written.tolist()]
            met = np.array(named, dtype=np.int64)[row]
            at = self.symbol_parent[addresses].astype(np.int64)
            for _ in range(_DEEPEST):
                if not (at >= 0).any():
                    break
                name = np.where(at >= 0, self.symbol_name[at].astype(np.int64), -1)
                met += (ranges[met, 0] <= name) & (name < ranges[met, 1])
                at = np.where(at >= 0, self.symbol_parent[at], -1)
            # What containers left open the path may answer: a quick look at which paths have the names at all, then at their order.
            left = np.flatnonzero(met < len(forms))
            left = left[in_path()[met[left], self.symbol_file[addresses[left]]]]
            pairs, pair = np.unique(self.symbol_file[addresses[left]].astype(np.int64) * len(forms) + met[left], return_inverse=True)
            after = [
                met_by(self._row(self.path_offsets, self.path_blob, value // len(forms)), value % len(forms), forms, prefix)
                for value in pairs.tolist()
            ]
            met[left] = np.array(after, dtype=np.int64)[pair]
            all_met: Bool = met == len(forms)
            return all_met

        @cache
        def in_path() -> Bool:  # [qualifiers met, files]: whether the path has all the others somewhere.
            has = np.ones((len(forms), len(self.symbol_base) - 1), dtype=np.bool_)
            for row, form in enumerate(forms):
                has[: row + 1] &= self._files_with(form, prefix)
            return has

        return keep

    def _files_with(self, form: bytes, prefix: bool) -> Bool:
        """Which files have `form` as a folder or stem."""
        pattern = re.compile(b"/" + re.escape(form) + (b"" if prefix else b"(?=/)"))
        places = [match.start() for match in pattern.finditer(self.path_blob.tobytes())]
        files = np.zeros(len(self.symbol_base) - 1, dtype=np.bool_)
        files[np.searchsorted(self.path_offsets, np.array(places, dtype=np.int64), side="right") - 1] = True
        return files

    @staticmethod
    def _row(offsets: U32, blob: U8, row: int) -> bytes:
        return blob[int(offsets[row]) : int(offsets[row + 1])].tobytes()


def _nothing() -> tuple[Ids, F32]:
    return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)


def _distinct(files: Sequence[IndexedFile], column: str, rows: dict[str, int]) -> tuple[U32, dict[str, int]]:
    """A string column of all files as rows of one table, which grows from `rows`."""
    mapped: list[NDArray[Any]] = []
    for file in files:
        local, inverse = np.unique(getattr(file.facts, column), return_inverse=True)
        names = file.facts.strings_at(local.tolist())
        ids = np.fromiter((rows.setdefault(name, len(rows)) for name in names), dtype=np.uint32, count=len(local))
        mapped.append(ids[inverse])
    return _joined(mapped, np.uint32), rows


def _stems(name: str) -> set[str]:
    return {stem(part) for part in split_identifier(name)} if name.isascii() else set(words_of(name))


def _word_table(names: Sequence[str]) -> tuple[U32, U8, U32, U32, U8]:
    """(stem offsets, stem blob, offsets of each stem's names, names, number of stems of each name)."""
    rows: dict[str, int] = {}
    word: list[int] = []
    counts: list[int] = []
    for name in names:
        stems = _stems(name)
        counts.append(len(stems))
        word += [rows.setdefault(term, len(rows)) for term in stems]
    forms = sorted((term.encode("utf-8", "surrogatepass"), row) for term, row in rows.items())
    place = np.zeros(len(rows), dtype=np.int64)
    place[[row for _, row in forms]] = np.arange(len(rows))
    placed = place[np.array(word, dtype=np.int64)]
    owner = np.repeat(np.arange(len(names), dtype=np.uint32), counts)
    return (
        *pack([form for form, _ in forms]),
        _row_offsets(placed, len(rows)),
        owner[np.argsort(placed, kind="stable")],
        np.minimum(counts, 255).astype(np.uint8),
    )


def _fold_table(forms: Sequence[tuple[bytes, str]]) -> dict[str, Any]:
    offsets, blob = pack([form for form, _ in forms])
    starts = np.zeros(len(blob), dtype=np.uint8)
    places = [at + start for at, (form, name) in zip(offsets.tolist(), forms, strict=False) for start in word_starts(name, form)]
    starts[np.array(places, dtype=np.int64)] = 1
    return {
        "fold_offsets": offsets,
        "fold_blob": blob,
        "fold_starts": starts,
        "fold_letters": letter_masks(offsets, blob),
        "fold_initials": letter_masks(offsets, blob, starts == 1),
    }


def _row_offsets(rows: NDArray[Any], count: int) -> U32:
    offsets = np.zeros(count + 1, dtype=np.uint32)
    offsets[1:] = np.cumsum(np.bincount(rows, minlength=count))
    return offsets


def _joined(columns: Sequence[NDArray[Any]], dtype: Any) -> NDArray[Any]:
    return np.concatenate(columns).astype(dtype, copy=False) if columns else np.zeros(0, dtype=dtype)
