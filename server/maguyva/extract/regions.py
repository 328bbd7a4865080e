"""Parts of a function in which something holds that does not hold around them: blocks that may not run, and what a test says of a value.

Captures of the second section that are read here:

- `@flow.split` a statement of which one branch runs, `@flow.branch` a branch of it, `@flow.rest` the branch that runs when no other does.
- `@flow.loop` a block that may run again; `@flow.leave` a statement that leaves what is around it.
- `@flow.test` the condition of a branch, `@flow.assert` an assertion, `@flow.choice` a conditional expression, `@flow.boolean` a chain of
  `and` or `or`: where `isinstance` tells a type.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from maguyva.extract.bindings import Bindings
from maguyva.extract.references import Captured
from maguyva.extract.scopes import Scopes
from maguyva.extract.spans import Nesting
from maguyva.model import RegionKind

_BRANCH, _LOOP, _LEAVES = int(RegionKind.BRANCH), int(RegionKind.LOOP), int(RegionKind.LEAVES)
_REST, _ASSIGNMENT, _NARROW = int(RegionKind.REST), int(RegionKind.ASSIGNMENT), int(RegionKind.NARROW)
_TEST = re.compile(rb"\bisinstance\(\s*([A-Za-z_][\w.]*)\s*,\s*")
_NAME = re.compile(rb"[A-Za-z_]\w*")
_LONGEST = 200  # Bytes of a written type.

Span = tuple[int, int]


@dataclass(slots=True)
class Regions:
    """Parallel lists, sorted by start, wider first."""

    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    names: list[int] = field(default_factory=list)
    types: list[int] = field(default_factory=list)


def read_regions(
    text: bytes,
    captured: Captured,
    bindings: Bindings,
    values: Iterable[tuple[Span, Span]],
    scopes: Scopes,
    row_of: Callable[[bytes], int],
) -> Regions:
    """The regions of a file. `values` are what names or patterns are set to."""
    regions = Regions()
    splits = _spans(captured, "flow.split")
    inner = Nesting((start, end, number) for number, (start, end) in enumerate(splits))
    leaving = _leaving(captured)
    rows: list[tuple[int, int, int, int, bytes, bytes]] = []
    for capture, kind in (("flow.branch", _BRANCH), ("flow.rest", _BRANCH | _REST), ("flow.loop", _LOOP)):
        for start, end in _spans(captured, capture):
            leaves = _LEAVES if (start, end) in leaving else 0
            rows.append((start, end, kind | leaves, inner.at(start) if kind & _BRANCH else -1, b"", b""))
    rows += [(start, end, _ASSIGNMENT, -1, b"", b"") for start, end in _reading_what_they_set(text, bindings, values)]
    if b"isinstance(" in text:
        rows += [(start, end, _NARROW, -1, name, type_) for start, end, name, type_ in _Tests(text, captured, scopes, leaving).narrowed()]
    rows.sort(key=lambda row: (row[0], -row[1], row[2]))
    for start, end, kind, group, name, type_ in rows:
        regions.starts.append(start)
        regions.ends.append(end)
        regions.kinds.append(kind)
        regions.groups.append(group)
        regions.names.append(row_of(name))
        regions.types.append(row_of(type_))
    return regions


def _leaving(captured: Captured) -> set[Span]:
    """The blocks whose last statement leaves."""
    blocks = sorted(span for name in ("flow.branch", "flow.rest", "flow.loop") for span in _spans(captured, name))
    inner = Nesting((start, end, row) for row, (start, end) in enumerate(blocks))
    found = ((inner.at(start), end) for start, end in _spans(captured, "flow.leave"))
    return {blocks[row] for row, end in found if row >= 0 and blocks[row][1] == end}


def _reading_what_they_set(text: bytes, bindings: Bindings, values: Iterable[tuple[Span, Span]]) -> Iterable[Span]:
    """The assignments that mention on their right a name that is set on their left and elsewhere: only there it matters where one ends."""
    seen: set[tuple[int, int]] = set()
    again: set[tuple[int, int]] = set()
    for row in bindings.rows:
        key = (row[4], row[2])
        (again if key in seen else seen).add(key)
    starts = {row[0]: text[row[0] : row[1]] for row in bindings.rows if (row[4], row[2]) in again}
    if not starts:
        return
    for target, value in values:
        names = {starts[target[0]]} if target[0] in starts else set(_NAME.findall(text, *target)).intersection(starts.values())
        if names and any(word in names for word in _NAME.findall(text, *value)):
            yield target[0], value[1]


def _spans(captured: Captured, name: str) -> list[Span]:
    starts, ends = captured.get(name, ((), ()))
    return sorted(zip(starts, ends, strict=True), key=lambda span: (span[0], -span[1]))


class _Tests:
    """The `isinstance` calls of a text, and the code in which each is known to have said yes."""

    def __init__(self, text: bytes, captured: Captured, scopes: Scopes, leaving: set[Span]) -> None:
        self.text = text
        self.scopes = scopes
        self.calls = set(captured.get("reference.call", ((), ()))[0])
        self.tests = _spans(captured, "flow.test")
        self.asserts = _spans(captured, "flow.assert")
        self.booleans = _spans(captured, "flow.boolean")
        self.choices = _spans(captured, "flow.choice")
        self.splits = _spans(captured, "flow.split")
        blocks = [*_spans(captured, "flow.branch"), *_spans(captured, "flow.rest"), *_spans(captured, "flow.loop")]
        self.blocks = sorted(blocks)
        self.block_starts = [start for start, _ in self.blocks]
        self.leaving = leaving

    def narrowed(self) -> Iterable[tuple[int, int, bytes, bytes]]:
        """(start, end, name, type as written) of each part of the text in which a name is known to be of a type."""
        for match in _TEST.finditer(self.text):
            end = _closing(self.text, match.end())
            if match.start() not in self.calls or end < 0 or end - match.end() > _LONGEST:
                continue
            type_ = self.text[match.end() : end].strip().rstrip(b",")
            if type_.startswith(b"(") and type_.endswith(b")"):
                type_ = b" | ".join(part.strip() for part in type_[1:-1].split(b",") if part.strip())
            for start, stop in self._where(match.start(), end + 1):
                yield start, stop, match[1], type_

    def _where(self, start: int, end: int) -> Iterable[Span]:
        negated = self.text[max(0, start - 8) : start].rstrip().endswith(b"not")
        test = _around(self.tests, start)
        if test is not None:
            yield from self._behind_test(test, start, end, negated)
            return
        asserted = _around(self.asserts, start)
        if asserted is not None:
            if not negated and b" or " not in self.text[asserted[0] : start]:
                yield end, self._block_end(asserted[0])
            return
        boolean = _around(self.booleans, start)
        following = self.text[end : end + 80].lstrip()
        if boolean is not None and following.startswith(b"or" if negated else b"and"):
            yield end, boolean[1]
        choice = _around(self.choices, start)
        if choice is not None and not negated and b" or " not in self.text[choice[0] : choice[1]]:
            yield choice[0], start
        opening = _opening(self.text, start)
        if choice is None and not negated and opening >= 0 and self._filters(opening, start):
            yield opening, start

    def _behind_test(self, test: Span, start: int, end: int, negated: bool) -> Iterable[Span]:
        at = bisect_left(self.block_starts, test[1])
        branch = self.blocks[at] if at < len(self.blocks) else None
        said = self.text[test[0] : test[1]]
        if not negated:
            if b" or " in said or b"\nor " in said:
                if self.text[end : end + 80].lstrip().startswith(b"and"):
                    yield end, test[1]
            elif branch is not None:
                yield end, branch[1]
            return
        if b" and " in said:
            return
        yield end, test[1]
        if branch is not None and branch in self.leaving:
            split = _around(self.splits, start)
            if split is not None:
                yield branch[1], self._block_end(split[0])

    def _filters(self, opening: int, start: int) -> bool:
        """Whether a test is the condition of the comprehension that begins at `opening`."""
        before = self.text[opening:start].split()
        return before[-1:] == [b"if"] and b"for" in before

    def _block_end(self, at: int) -> int:
        """Where the innermost block around a statement ends."""
        ends = [end for start, end in self.blocks[: bisect_right(self.block_starts, at)] if end > at]
        scope = self.scopes.hoisted(self.scopes.nesting.at(at))
        return min([*ends, self.scopes.ends[scope]])


def _around(spans: list[Span], at: int) -> Span | None:
    """The innermost of some spans that holds an offset."""
    for start, end in reversed(spans[: bisect_right(spans, (at, 1 << 62))]):
        if end > at:
            return start, end
    return None


def _opening(text: bytes, at: int) -> int:
    """Where the innermost bracket around an offset opens, −1 when none does nearby."""
    depth = 0
    for place in range(at - 1, max(-1, at - 2 * _LONGEST), -1):
        byte = text[place]
        if byte in b")]}":
            depth += 1
        elif byte in b"([{":
            if depth == 0:
                return place
            depth -= 1
    return -1


def _closing(text: bytes, at: int) -> int:
    depth = 0
    for place in range(at, min(len(text), at + 2 * _LONGEST)):
        byte = text[place]
        if byte in b"([":
            depth += 1
        elif byte in b")]":
            if depth == 0:
                return place
            depth -= 1
    return -1
