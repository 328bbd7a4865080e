"""The scopes of a file as rows: where names are looked up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from maguyva.extract.spans import Nesting
from maguyva.model import ScopeKind

_FUNCTION, _BLOCK = int(ScopeKind.FUNCTION), int(ScopeKind.BLOCK)


@dataclass(frozen=True, slots=True)
class Scopes:
    """Parallel lists, row 0 the file, and the lookup of the innermost scope."""

    starts: list[int]
    ends: list[int]
    parents: list[int]
    kinds: list[int]
    nesting: Nesting
    opened_at: dict[int, int]  # Start → the innermost function or block scope that starts there.

    def hoisted(self, row: int) -> int:
        """The function, class or file that a block belongs to."""
        while self.kinds[row] == _BLOCK:
            row = self.parents[row]
        return row


def nest_scopes(length: int, captured: Iterable[tuple[int, int, int]], outer: Iterable[tuple[int, int]]) -> Scopes:
    """Scopes of a text of `length` bytes from (start, end, kind) in any order; names in the `outer` spans are looked up one scope further out.

    A block that is a function's body adds nothing to the function's own scope and gets no row.
    """
    starts, ends, parents, kinds = [0], [length], [-1], [int(ScopeKind.MODULE)]
    opened_at: dict[int, int] = {}
    spans: list[tuple[int, int, int]] = []
    stack = [0]
    events = [(start, -end, kind) for start, end, kind in captured]
    events += [(start, -end, 0) for start, end in outer]
    events.sort()
    previous = (-1, -1, 0)
    for start, negative_end, kind in events:
        end = -negative_end
        while len(stack) > 1 and ends[stack[-1]] <= start:
            stack.pop()
        parent = stack[-1]
        if kind == 0:
            spans.append((start, end, max(parents[parent], 0)))
            continue
        # A class's body may be just one function: two scopes with one span.
        if (start, end, kind) == previous or (kind == _BLOCK and _adds_nothing(starts[parent], ends[parent], kinds[parent], start, end)):
            continue
        previous = (start, end, kind)
        row = len(starts)
        starts.append(start)
        ends.append(min(end, ends[parent]))
        parents.append(parent)
        kinds.append(kind)
        if kind in (_FUNCTION, _BLOCK):
            opened_at[start] = row
        stack.append(row)
        spans.append((start, end, row))
    return Scopes(starts, ends, parents, kinds, Nesting(spans, outside=0), opened_at)


def _adds_nothing(parent_start: int, parent_end: int, parent_kind: int, start: int, end: int) -> bool:
    return parent_end == end and (parent_kind == _FUNCTION or parent_start == start)
