"""From fused chunks to hits: one per file where the question wants that, with symbol, snippet and matches from the snapshot's own text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from maguyva.extract.lexical import terms_of_token
from maguyva.model import FileFacts, SymbolKind
from maguyva.search.fuse import Fused
from maguyva.search.places import is_test, place_of
from maguyva.search.response import FoundSymbol, Hit, Ranked, Spans
from maguyva.snapshot import Snapshot

SNIPPET_LINES = 20
SNIPPET_BYTES = 2048
SIGNATURE_LENGTH = 240
DOC_LENGTH = 400
MATCHES_SHOWN = 100  # Spans listed in one hit; `total` counts all.

_TOKEN = re.compile(rb"[A-Za-z0-9_\x80-\xff]+")
_DOC_MARKS = re.compile(
    r"^\s*(?:[rRuUbBfF]{0,2}(?:\"\"\"|'''|\"|')|/\*\*?!?|\*/|\*|///?!?|//!|#+:?|--+\|?|;+|%+)\s?|\s*(?:\"\"\"|'''|\"|'|\*/)\s*$", re.M
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A fused chunk that made it into the answer, and how many further ones of its file did not."""

    fused: Fused
    more_in_file: int


def best_per_file(snapshot: Snapshot, fused: Sequence[Fused]) -> list[Placed]:
    """The best chunk of each file, in order, with the count of the file's further chunks."""
    per_file = Counter(snapshot.file_of_chunk(one.chunk) for one in fused)
    seen: set[int] = set()
    placed: list[Placed] = []
    for one in fused:
        file = snapshot.file_of_chunk(one.chunk)
        if file not in seen:
            seen.add(file)
            placed.append(Placed(one, per_file[file] - 1))
    return placed


def with_others(snapshot: Snapshot, placed: Placed, lists: Mapping[str, Ranked]) -> Placed:
    """The same, with the count of its file's chunks that are as good as what some list ends with: a list in which a file stands once holds none
    of them."""
    starts, _ = snapshot.file_runs
    run = int(np.searchsorted(starts, placed.fused.chunk, side="right")) - 1
    first, past = int(starts[run]), int(starts[run + 1]) if run + 1 < len(starts) else len(snapshot.chunk_file)
    good = np.zeros(past - first, dtype=np.bool_)
    for ranked in lists.values():
        if ranked.every is not None and ranked.bar > 0:
            good |= ranked.every[first:past] >= ranked.bar
    good[placed.fused.chunk - first] = False
    return replace(placed, more_in_file=max(placed.more_in_file, int(good.sum())))


def every_site(snapshot: Snapshot, fused: Sequence[Fused]) -> list[Placed]:
    """All chunks; each tells how many others of its file are in the list."""
    per_file = Counter(snapshot.file_of_chunk(one.chunk) for one in fused)
    return [Placed(one, per_file[snapshot.file_of_chunk(one.chunk)] - 1) for one in fused]


def hit_of(snapshot: Snapshot, placed: Placed, lists: Mapping[str, Ranked], terms: Mapping[str, float]) -> Hit:
    """The hit for a chunk. `terms` (query term → weight) choose the snippet where no match does."""
    chunk = placed.fused.chunk
    file = snapshot.file_of_chunk(chunk)
    row = snapshot.chunk_row(chunk)
    facts, path = snapshot.facts(file), snapshot.path(file)
    span = (int(facts.chunk_start[row]), int(facts.chunk_end[row]))
    focus = next((ranked.focus[chunk] for ranked in lists.values() if chunk in ranked.focus), None)
    matches = tuple(sorted({match for ranked in lists.values() for match in ranked.matches.get(chunk, ())}))[:MATCHES_SHOWN]
    symbol = snapshot.symbol_place(focus)[1] if focus is not None else int(facts.chunk_symbol[row])
    if focus is not None and facts.symbol_start[symbol] < span[1]:
        span = (int(facts.symbol_start[symbol]), int(facts.symbol_end[symbol]))
    selection = matches[0] if matches else _selection(facts, symbol, span)
    text = snapshot.text(file)
    start, end = _snippet(text, span, matches, selection if focus is not None else None, terms)
    return Hit(
        file=file,
        path=path,
        chunk=chunk,
        span=span,
        selection=selection,
        symbol=found_symbol(facts, text, symbol) if symbol >= 0 else None,
        language=snapshot.language(file),
        snippet=text[start:end].decode("utf-8", "replace"),
        snippet_start=start,
        snippet_end=end,
        matches=matches,
        score=placed.fused.score,
        more_in_file=placed.more_in_file,
        explanation=placed.fused.contributions,
        marks=tuple(mark for mark in (place_of(path)[0], "test" if is_test(path) else None) if mark),
    )


def _selection(facts: FileFacts, symbol: int, span: tuple[int, int]) -> tuple[int, int]:
    if symbol >= 0 and span[0] <= facts.symbol_name_start[symbol] < span[1]:
        return int(facts.symbol_name_start[symbol]), int(facts.symbol_name_end[symbol])
    return span[0], span[0]


def found_symbol(facts: FileFacts, text: bytes, row: int) -> FoundSymbol:
    """A symbol as an answer shows it: signature on one line, doc without its comment marks."""
    strings = facts.strings
    signature = " ".join(_decoded(text, facts.symbol_signature_start[row], facts.symbol_signature_end[row]).split())
    doc = clean_doc(_decoded(text, facts.symbol_doc_start[row], facts.symbol_doc_end[row]))
    return FoundSymbol(
        name=strings[int(facts.symbol_name[row])],
        kind=SymbolKind(int(facts.symbol_kind[row])).label,
        container=container_of(facts, row),
        signature=_shortened(signature, SIGNATURE_LENGTH) or None,
        doc=_shortened(doc, DOC_LENGTH) or None,
    )


def container_of(facts: FileFacts, row: int) -> str | None:
    """The dotted names around a symbol, None at the top level."""
    names: list[str] = []
    parent = int(facts.symbol_parent[row])
    while parent >= 0:
        names.append(facts.strings[int(facts.symbol_name[parent])])
        parent = int(facts.symbol_parent[parent])
    return ".".join(reversed(names)) or None


def clean_doc(doc: str) -> str:
    """A doc comment or docstring without its marks, its lines stripped."""
    return "\n".join(line.strip() for line in _DOC_MARKS.sub("", doc).strip().splitlines()).strip()


def _decoded(text: bytes, start: int, end: int) -> str:
    return text[int(start) : int(end)].decode("utf-8", "replace")


def _shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def _snippet(
    text: bytes, span: tuple[int, int], matches: Spans, name: tuple[int, int] | None, terms: Mapping[str, float]
) -> tuple[int, int]:
    """Byte span of at most 20 lines and 2 kB: around the first match, else from the definition on, else where the question's words are."""
    starts = _line_starts(text, span)
    if matches:
        best = _line_at(starts, matches[0][0])
        first = best - 3
    elif name is not None:
        first = _line_at(starts, name[0]) - 2
    else:
        first = _densest(text, starts, span[1], terms)
    first = max(0, min(first, len(starts) - SNIPPET_LINES))
    start = starts[first]
    end = starts[first + SNIPPET_LINES] if first + SNIPPET_LINES < len(starts) else span[1]
    if matches and matches[0][1] > start + SNIPPET_BYTES:  # A long line: begin near the match, on a character boundary.
        start = _boundary(text, max(start, matches[0][0] - SNIPPET_BYTES // 4))
    if end - start > SNIPPET_BYTES:
        end = _boundary(text, start + SNIPPET_BYTES)
    while end > start and text[end - 1] in b"\r\n":
        end -= 1
    return start, end


def _line_starts(text: bytes, span: tuple[int, int]) -> list[int]:
    starts = [span[0]]
    at = text.find(b"\n", span[0], span[1])
    while 0 <= at < span[1] - 1:
        starts.append(at + 1)
        at = text.find(b"\n", at + 1, span[1])
    return starts


def _line_at(starts: Sequence[int], offset: int) -> int:
    return max(0, sum(start <= offset for start in starts) - 1)


def _densest(text: bytes, starts: Sequence[int], end: int, terms: Mapping[str, float]) -> int:
    if len(starts) <= SNIPPET_LINES or not terms:
        return 0
    bounds = [*starts, end]
    weights = [
        sum({term: terms.get(term, 0.0) for token in _TOKEN.findall(text, a, b) for term in terms_of_token(token)}.values())
        for a, b in zip(bounds, bounds[1:], strict=False)
    ]
    sums = [sum(weights[first : first + SNIPPET_LINES]) for first in range(len(starts) - SNIPPET_LINES + 1)]
    return sums.index(max(sums))


def _boundary(text: bytes, at: int) -> int:
    while 0 < at < len(text) and text[at] & 0xC0 == 0x80:
        at -= 1
    return at
