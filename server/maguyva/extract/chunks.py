"""Cutting a file into chunks, the units of retrieval.

Chunks partition the file. A function, method or type is a chunk, comments above it and decorators included; a container gives the part of it
that belongs to no member, and its members chunks. What lies between, and files without symbols, become windows cut at blank lines.
What is over `LIMIT` characters is cut between lines, where the indentation is least, and keeps its symbol. A cut stands at the
start of a line unless the line itself is too long, and never inside a character.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from maguyva.model import CALLABLE_KINDS, CONTAINER_KINDS, ChunkKind, SymbolKind
from maguyva.text import LineIndex

LIMIT = 1500
_GROUP = 200  # Imports or variables of fewer bytes share a chunk with what follows or precedes them.
_SMALL = 90  # A gap with less code than this is no chunk of its own.
_BIG_VALUE = 500  # A variable that takes more than this is one.

_UNIT_KINDS = frozenset(map(int, CALLABLE_KINDS | CONTAINER_KINDS | {SymbolKind.HEADING}))
_OPEN_KINDS = frozenset(map(int, CONTAINER_KINDS | {SymbolKind.HEADING}))
_LINE_REST = re.compile(rb"[ \t]*[;,)]*[ \t]*(?:(?://|#|/\*)[^\r\n]*)?(?:\r\n|\n|\r|\Z)")
_CLOSERS = re.compile(rb"[\s{}()\[\];,]*(?:end|endif|fi|done)?[\s;.]*\Z")
_REMARKS = re.compile(rb"(?:\s*+(?:#|//|/\*|\*|--|;|%)[^\n]*+)++\Z")  # Possessive: a line of slashes has no second reading.
_MARGIN = re.compile(rb"([ \t]*)([)}\]]|(?:else|elif|except|finally|catch|case|end)\b)?")
_PROPERTY = int(SymbolKind.PROPERTY)
_SYMBOL, _HEADER, _WINDOW, _PART = (int(kind) for kind in (ChunkKind.SYMBOL, ChunkKind.HEADER, ChunkKind.WINDOW, ChunkKind.PART))


@dataclass(slots=True)
class Chunks:
    """Parallel lists; `ends[i] == starts[i + 1]`."""

    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    symbols: list[int] = field(default_factory=list)

    def add(self, start: int, end: int, kind: int, symbol: int) -> None:
        """Add a chunk."""
        self.starts.append(start)
        self.ends.append(end)
        self.kinds.append(kind)
        self.symbols.append(symbol)


@dataclass(slots=True)
class _Unit:
    """A symbol that has a chunk of its own."""

    start: int
    end: int
    row: int
    opens: bool  # Its inner units have chunks of their own.
    container: bool
    has_units: bool = False


@dataclass(slots=True)
class _Segment:
    start: int
    end: int
    owner: int  # Symbol row, −1 between symbols.
    whole: bool  # The whole of a symbol.
    container: bool
    head: bool  # The part of a symbol that its name is in.


def cut(
    text: bytes,
    kinds: Sequence[int] = (),
    spans: Sequence[tuple[int, int]] = (),
    attached: Sequence[int] = (),
    bodies: Sequence[bool] = (),
    minor: Sequence[bool] = (),
) -> Chunks:
    """The chunks of a text with the symbols given (kind, span, start of the comments above, whether it has code of its own, whether it is too
    little for a chunk), sorted by start, wider first."""
    chunks = Chunks()
    if not text:
        return chunks
    ruler = _Ruler(text)
    lines = LineIndex.of(text)
    wanted = [not minor[row] and (kind in _UNIT_KINDS or (kind == _PROPERTY and bodies[row])) for row, kind in enumerate(kinds)]
    values = sorted((spans[row][0], spans[row][1], row) for row, unit in enumerate(wanted) if not unit)
    value_starts = [start for start, _, _ in values]
    segments = _merge_small(text, _segments(len(text), _units(text, ruler, kinds, spans, attached, wanted)), value_starts)
    for segment in segments:
        if segment.owner < 0:
            _add_windows(text, ruler, lines, chunks, segment, values, value_starts)
            continue
        pieces = list(_pieces(text, ruler, lines, segment.start, segment.end))
        if segment.whole:
            kind = _SYMBOL if len(pieces) == 1 else _PART
        else:
            kind = _HEADER if segment.container else _PART
        for number, (start, end) in enumerate(pieces):
            chunks.add(start, end, kind if number == 0 or kind != _HEADER else _PART, segment.owner)
    return chunks


class _Ruler:
    """Counts characters. Bytes that continue a UTF-8 sequence count nothing."""

    def __init__(self, text: bytes) -> None:
        self._ascii = text.isascii()
        self._length = len(text)
        if not self._ascii:
            starts_character = (np.frombuffer(text, dtype=np.uint8) & 0xC0) != 0x80
            self._before = np.concatenate(([0], np.cumsum(starts_character)))

    def count(self, start: int, end: int) -> int:
        """Characters between two offsets; bytes that are no UTF-8 count a quarter at least, so that no run of them is endless."""
        return end - start if self._ascii else max(int(self._before[end] - self._before[start]), (end - start) // 4)

    def forward(self, start: int, characters: int) -> int:
        """The offset `characters` further on, at the start of a character."""
        if self._ascii:
            return min(start + characters, self._length)
        # The last offset with this count is where the next character starts.
        at = int(np.searchsorted(self._before, self._before[start] + characters, side="right")) - 1
        return min(at, start + 4 * characters)


def _units(
    text: bytes, ruler: _Ruler, kinds: Sequence[int], spans: Sequence[tuple[int, int]], attached: Sequence[int], wanted: Sequence[bool]
) -> list[_Unit]:
    chosen: set[int] = set()
    stack: list[int] = []
    for row, (start, end) in enumerate(spans):
        while stack and spans[stack[-1]][1] <= start:
            stack.pop()
        if wanted[row]:
            # A variable that holds functions (an object of methods) is a unit around them.
            for around in reversed(stack):
                if wanted[around]:
                    break
                chosen.add(around)
            chosen.add(row)
        elif end - start > _BIG_VALUE:
            chosen.add(row)
        stack.append(row)
    units: list[_Unit] = []
    for row in chosen:
        start, end = attached[row], spans[row][1]
        line = max(text.rfind(b"\n", 0, start), text.rfind(b"\r", 0, start)) + 1 if start else 0
        if not text[line:start].strip():
            start = line
        rest = _LINE_REST.match(text, end)
        if rest is not None:
            end = rest.end()
        container = kinds[row] in _OPEN_KINDS
        units.append(_Unit(start, end, row, container or ruler.count(start, end) > LIMIT, container))
    units.sort(key=lambda unit: (unit.start, -unit.end))
    return units


def _segments(length: int, units: list[_Unit]) -> list[_Segment]:
    """The file in pieces that each belong to one unit, or to none, in order."""
    segments: list[_Segment] = []
    stack = [_Unit(0, length, -1, True, False)]
    at = 0

    def emit(end: int) -> None:
        nonlocal at
        owner = stack[-1]
        if end > at:
            whole = owner.row >= 0 and not owner.has_units
            segments.append(_Segment(at, end, owner.row, whole, owner.container, at == owner.start and owner.row >= 0))
            at = end

    for unit in units:
        while unit.start >= stack[-1].end and len(stack) > 1:
            emit(stack[-1].end)
            stack.pop()
        if not stack[-1].opens:
            continue
        start, end = max(unit.start, at), min(unit.end, stack[-1].end)
        if end <= start:
            continue
        stack[-1].has_units = True
        emit(start)
        unit.start, unit.end = start, end
        stack.append(unit)
    while stack:
        emit(stack[-1].end)
        stack.pop()
    return segments


def _merge_small(text: bytes, segments: list[_Segment], value_starts: list[int]) -> list[_Segment]:
    """Put what is too little for a chunk to its neighbours: blanks and closing brackets to the one before, comments to the one after."""
    merged: list[_Segment] = []
    carried = -1  # Start of a gap that waits for the next segment.
    for segment in segments:
        if carried >= 0:
            segment.start, carried = carried, -1
        if not segment.whole and not segment.head and segment.end - segment.start < 2 * _BIG_VALUE:
            code = text[segment.start : segment.end].strip()
            if merged and _CLOSERS.match(code):
                merged[-1].end = segment.end
                continue
            if not code or _REMARKS.match(code):
                carried = segment.start
                continue
            if merged and len(code) < _SMALL and bisect_left(value_starts, segment.start) == bisect_left(value_starts, segment.end):
                merged[-1].end = segment.end
                continue
        merged.append(segment)
    if carried >= 0:
        if merged:
            merged[-1].end = segments[-1].end
        else:
            merged.append(_Segment(carried, segments[-1].end, -1, False, False, False))
    return merged


def _add_windows(
    text: bytes,
    ruler: _Ruler,
    lines: LineIndex,
    chunks: Chunks,
    segment: _Segment,
    values: list[tuple[int, int, int]],
    value_starts: list[int],
) -> None:
    """What lies between symbols: imports, then a group of variables, then the rest, each cut at blank lines when it is long."""
    inside = values[bisect_left(value_starts, segment.start) : bisect_left(value_starts, segment.end)]
    cuts = [segment.start, segment.end]
    if inside:
        first = lines.starts[lines.line_of(inside[0][0])]
        last = lines.starts[min(lines.line_of(max(inside[-1][1] - 1, 0)) + 1, len(lines.starts) - 1)]
        for at in (first, last):
            if segment.start < at < segment.end and all(abs(at - other) > _GROUP for other in cuts):
                cuts.append(at)
        cuts.sort()
    for start, end in zip(cuts, cuts[1:], strict=False):
        for piece_start, piece_end in _pieces(text, ruler, lines, start, end):
            held = values[bisect_left(value_starts, piece_start) : bisect_left(value_starts, piece_end)]
            covered = sum(min(value_end, piece_end) - value_start for value_start, value_end, _ in held)
            if held and 2 * covered >= len(text[piece_start:piece_end].strip()):
                chunks.add(piece_start, piece_end, _SYMBOL, held[0][2])
            else:
                chunks.add(piece_start, piece_end, _WINDOW, -1)


def _pieces(text: bytes, ruler: _Ruler, lines: LineIndex, start: int, end: int) -> Iterator[tuple[int, int]]:
    """`text[start:end]` in pieces of at most `LIMIT` characters."""
    while (left := ruler.count(start, end)) > LIMIT:
        low = ruler.forward(start, LIMIT * 2 // 5)
        high = ruler.forward(start, min(LIMIT, max(left - _SMALL, LIMIT * 3 // 5)))
        at = _best_line(text, lines, low, high)
        if at < 0:
            line = lines.starts[lines.line_of(low)]
            at = line if line > start else _inside_line(text, start, high)
        yield start, at
        start = at
    yield start, end


def _best_line(text: bytes, lines: LineIndex, low: int, high: int) -> int:
    """The start of the line in (low, high] that is the best place to cut: little indented, after a blank line, late; −1 when there is none."""
    best, best_score = -1, 1 << 30
    for line in range(bisect_right(lines.starts, low), bisect_right(lines.starts, high)):
        at = lines.starts[line]
        margin = _MARGIN.match(text, at)
        assert margin is not None  # It matches the empty string.
        score = 2 * min(len(margin.group(1).expandtabs(4)), 60) + (5 if margin.group(2) else 0)
        if not text[lines.starts[line - 1] : at].strip():
            score -= 4
        if score <= best_score:
            best, best_score = at, score
    return best


def _inside_line(text: bytes, start: int, high: int) -> int:
    for mark in (b";", b"}", b",", b" "):
        at = text.rfind(mark, start + (high - start) // 2, high)
        if at >= 0:
            return at + 1
    return max(high, start + 1)
