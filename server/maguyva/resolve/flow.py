"""Which of several assignments of a name reach a place, and what tests have told about a value there.

The facts keep regions: branches, loops, assignments that read what they set, and the code behind a test (`model.RegionKind`). A place is a
byte offset; everything here is arithmetic on offsets.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from maguyva.model import RegionKind, ScopeKind
from maguyva.resolve.names import FileNames

_BRANCH, _LOOP, _LEAVES = int(RegionKind.BRANCH), int(RegionKind.LOOP), int(RegionKind.LEAVES)
_REST, _ASSIGNMENT, _NARROW = int(RegionKind.REST), int(RegionKind.ASSIGNMENT), int(RegionKind.NARROW)
_BLOCK = int(ScopeKind.BLOCK)
_HEAD = re.compile(r"[\w$]+")

Version = tuple[object, ...]  # What of the flow a value depends on; () where it depends on nothing.


@dataclass(frozen=True, eq=False)
class Flow:
    """The regions of one file as lists."""

    names: FileNames

    @cached_property
    def starts(self) -> list[int]:
        starts: list[int] = self.names.facts.region_start.tolist()
        return starts

    @cached_property
    def ends(self) -> list[int]:
        ends: list[int] = self.names.facts.region_end.tolist()
        return ends

    @cached_property
    def kinds(self) -> list[int]:
        kinds: list[int] = self.names.facts.region_kind.tolist()
        return kinds

    @cached_property
    def groups(self) -> list[int]:
        groups: list[int] = self.names.facts.region_group.tolist()
        return groups

    @cached_property
    def parents(self) -> list[int]:
        """For each region the innermost one around it. Tests cross blocks and are around nothing."""
        parents: list[int] = []
        stack: list[int] = []
        for row, start in enumerate(self.starts):
            while stack and self.ends[stack[-1]] <= start:
                stack.pop()
            parents.append(stack[-1] if stack else -1)
            if not self.kinds[row] & _NARROW:
                stack.append(row)
        return parents

    @cached_property
    def branches(self) -> dict[int, list[int]]:
        """Group → its branches."""
        found: dict[int, list[int]] = {}
        for row, group in enumerate(self.groups):
            if group >= 0:
                found.setdefault(group, []).append(row)
        return found

    @cached_property
    def narrowed(self) -> dict[str, list[int]]:
        """What tests told about, as written → their regions."""
        found: dict[str, list[int]] = {}
        strings, written = self.names.strings, self.names.facts.region_name
        for row, kind in enumerate(self.kinds):
            if kind & _NARROW:
                found.setdefault(strings[int(written[row])], []).append(row)
        return found

    @cached_property
    def narrowed_heads(self) -> frozenset[str]:
        """The first words of what tests told about."""
        return frozenset(name.partition(".")[0] for name in self.narrowed)

    @cached_property
    def _changing(self) -> dict[tuple[int, str], bool]:
        return {}

    def changes(self, scope: int, name: str, rows: Sequence[int]) -> bool:
        """Whether the bindings `rows` of a name in one scope are of different values, as far as they are written."""
        known = self._changing.get((scope, name))
        if known is None:
            names = self.names
            written = {(int(names.facts.binding_type[row]), names.binding_symbol[row] >= 0, names.binding_import[row]) for row in rows}
            known = self._changing[(scope, name)] = len(written) > 1
        return known

    def around(self, at: int) -> list[int]:
        """The regions that hold an offset, innermost first, tests left out."""
        row = bisect_right(self.starts, at) - 1
        found: list[int] = []
        while row >= 0:
            if self.ends[row] > at and not self.kinds[row] & _NARROW:
                found.append(row)
            row = self.parents[row]
        return found


@lru_cache(maxsize=512)
def flow_of(names: FileNames) -> Flow:
    """The regions of a file; kept for the files that were asked for last."""
    return Flow(names)


def version(names: FileNames, scope: int, text: str, at: int) -> Version:
    """What the value of an expression depends on at a place beside its text and scope."""
    if at < 0 or not names.python:
        return ()
    flow = flow_of(names)
    head = _HEAD.match(text)
    if head is None:
        return tuple(found for word in _HEAD.findall(text)[:6] if (found := _version_of(names, flow, scope, word, word, at)))
    return _version_of(names, flow, scope, head[0], text, at)


def may_differ(names: FileNames, scope: int, text: str) -> bool:
    """Whether the value of an expression in a scope depends on where in it the expression stands."""
    head = _HEAD.match(text)
    if head is None or not names.python:
        return names.python
    where, rows = names.lookup(scope, head[0])
    flow = flow_of(names)
    return (len(rows) > 1 and flow.changes(where, head[0], rows)) or (names.has_tests and head[0] in flow.narrowed_heads)


def _version_of(names: FileNames, flow: Flow, scope: int, head: str, text: str, at: int) -> Version:
    found: list[object] = []
    where, rows = names.lookup(scope, head)
    if len(rows) > 1 and flow.changes(where, head, rows):
        found.append(tuple(reaching(names, where, rows, scope, at)))
    if names.has_tests and head in flow.narrowed_heads:
        told = narrowing(names, text, at)
        if told is not None:
            found.append(told)
    return tuple(found)


def narrowing(names: FileNames, text: str, at: int) -> tuple[str, str] | None:
    """(prefix of the expression, its type as written) that the innermost test around a place tells; None without one."""
    flow = flow_of(names)
    prefix = text
    while prefix:
        for row in reversed(flow.narrowed.get(prefix, ())):
            if flow.starts[row] <= at < flow.ends[row]:
                return prefix, names.strings[int(names.facts.region_type[row])]
        prefix = prefix.rpartition(".")[0]
    return None


def reaching(names: FileNames, where: int, rows: Sequence[int], scope: int, at: int) -> list[int]:
    """Of the bindings `rows` of a name in the scope `where`, those whose value code at byte `at` of `scope` may see; all when none does."""
    inner = scope
    while inner != where and names.scope_kind[inner] == _BLOCK:
        inner = names.scope_parent[inner]
    if inner != where or len(rows) < 2:
        return list(rows)
    flow = flow_of(names)
    around = flow.around(at)
    assigning = [flow.starts[row] for row in around if flow.kinds[row] & _ASSIGNMENT]
    own = {flow.groups[row]: row for row in around if flow.groups[row] >= 0}
    inside = set(around)
    starts = names.binding_start
    found: list[int] = []
    covered: dict[int, set[int]] = {}
    last = -1
    for row in sorted((row for row in rows if starts[row] < at), key=lambda row: -starts[row]):
        start = starts[row]
        if any(start >= beginning for beginning in assigning):
            continue
        outside = [region for region in flow.around(start) if region not in inside and not flow.kinds[region] & _ASSIGNMENT]
        if any(flow.kinds[region] & _LEAVES for region in outside) or any(flow.groups[region] in own for region in outside):
            continue  # What it set is not seen here, or belongs to another branch.
        if any(flow.groups[region] in covered and region in covered[flow.groups[region]] for region in outside):
            continue  # Set again in the same branch.
        found.append(row)
        if not outside:
            last = start
            break
        group = flow.groups[outside[-1]]
        if group >= 0 and len(outside) == 1:
            covered.setdefault(group, set()).add(outside[0])
            if _all_set(flow, group, covered[group]):
                last = start
                break
    for region in around:
        if flow.kinds[region] & _LOOP and flow.starts[region] > last:
            ahead = [row for row in rows if at <= starts[row] < flow.ends[region] and row not in found]
            found += [row for row in ahead if not any(flow.groups[one] in own and one not in inside for one in flow.around(starts[row]))]
    return sorted(found) if found else list(rows)


def _all_set(flow: Flow, group: int, branches: set[int]) -> bool:
    """Whether every branch of a statement sets the name or leaves, and one of them runs."""
    every = flow.branches[group]
    return any(flow.kinds[row] & _REST for row in every) and all(row in branches or flow.kinds[row] & _LEAVES for row in every)
