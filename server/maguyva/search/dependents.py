"""Who depends on a symbol: directly with every site, and how many in all.

What depends directly is resolved now, so unsaved text counts. Farther away the edges do that were stored when the base was built, which costs
next to nothing; beside them the edited files' own uses are resolved, and everything about a name that an edit has given another meaning.
Everything that shows a reach takes it from here, so all agree.

A dependent is a function or another named thing (`calls.thing_around`), or the code of a file that is in none; imports name, they do not depend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maguyva.index.graph import EdgeKind
from maguyva.model import Role
from maguyva.resolve.calls import thing_around
from maguyva.resolve.names import names_of
from maguyva.resolve.references import Found, entity_of, references_of
from maguyva.resolve.world import Target, TargetKind
from maguyva.search.edits import edits_of
from maguyva.search.names import symbol_name
from maguyva.snapshot import Layer, Snapshot
from maguyva.snapshot_world import world_of

REACH_LIMIT = 500
RESOLVED_LIMIT = 64  # So many symbols with another meaning are resolved in full on the way; beyond them the stored edges have to do.

Node = int
"""A symbol's number in the snapshot, or −1 − file for code that is in no symbol."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How many things depend on a symbol, near or far. `cut`: there are more, and counting ended at the limit."""

    count: int
    cut: bool

    def __str__(self) -> str:
        return f"{self.count}+" if self.cut else str(self.count)


def _unchecked() -> None:
    pass


def direct_dependents(snapshot: Snapshot, symbols: Iterable[Node], only: frozenset[int] | None = None) -> Iterator[tuple[Node, Found]]:
    """(what depends, the site) for every sure use of some symbols, or for those in certain files; their own code is left out."""
    own = set(symbols)
    world = world_of(snapshot)
    entities = dict.fromkeys(entity_of(world, Target(*_place(snapshot, symbol))) for symbol in sorted(own))
    for entity in entities:
        own.update(snapshot.symbol_number(target.file, target.row) for target in entity.targets if target.kind is TargetKind.SYMBOL)
        for found in references_of(world, entity, only=only):
            if found.role is not Role.IMPORT and (only is None or found.file in only):
                node = node_of(snapshot, found.file, thing_around(names_of(snapshot.facts(found.file)), found.symbol))
                if node not in own:
                    yield node, found


def _place(snapshot: Snapshot, symbol: Node) -> tuple[int, TargetKind, int]:
    file, row = snapshot.symbol_place(symbol)
    return file, TargetKind.SYMBOL, row


def node_of(snapshot: Snapshot, file: int, symbol: int) -> Node:
    """The node of a symbol row of a file, −1 for the file's own code."""
    return snapshot.symbol_number(file, symbol) if symbol >= 0 else -1 - file


def reach(snapshot: Snapshot, symbols: Iterable[Node], check: Callable[[], None] = _unchecked, limit: int = REACH_LIMIT) -> Reach:
    """How many things depend on some symbols that are one thing. Worked out once for a snapshot. `check` may raise to end it."""
    roots = tuple(sorted(set(symbols)))
    known = snapshot.attached.setdefault("reach", {})
    assert isinstance(known, dict)
    key = (roots, limit)
    if key not in known:
        known[key] = _reach(snapshot, roots, check, limit)
    found: Reach = known[key]
    return found


def _reach(snapshot: Snapshot, roots: tuple[Node, ...], check: Callable[[], None], limit: int) -> Reach:
    seen: set[Node] = set(roots)
    walk = Walk(snapshot, check)
    frontier = {node for node, _ in direct_dependents(snapshot, roots)} - seen
    while frontier:
        seen |= frontier
        if len(seen) - len(roots) > limit:
            return Reach(limit, True)
        frontier = walk.dependents(frontier) - seen
    return Reach(len(seen) - len(roots), False)


@dataclass
class Walk:
    """A way from dependents to their dependents. `check` may raise to end it; `left` symbols may still be resolved in full."""

    snapshot: Snapshot
    check: Callable[[], None] = _unchecked
    left: int = RESOLVED_LIMIT

    def dependents(self, nodes: Iterable[Node]) -> set[Node]:
        """Everything that depends on one of some nodes; nothing does on a file's own code."""
        snapshot = self.snapshot
        edits = edits_of(snapshot)
        found: set[Node] = set()
        stored: dict[int, list[int]] = {}
        for node in sorted(nodes):
            self.check()
            if node < 0:
                continue
            name = symbol_name(snapshot, node)
            before = edits.before.get(node, node)  # Stored edges lead to what the symbol was in the base.
            if self.left > 0 and (name in edits.changed or (before == node and node >= edits.first_symbol)):
                self.left -= 1
                found.update(other for other, _ in direct_dependents(snapshot, [node]))
                continue
            if name in edits.mentioned:
                found.update(other for other, _ in direct_dependents(snapshot, [node], edits.files))
            layer = snapshot.layer_of_symbol(before)
            stored.setdefault(snapshot.layers.index(layer), []).append(before - layer.symbol_base)
        for number, symbols in stored.items():
            found |= _stored_dependents(snapshot.layers[number], np.array(symbols, dtype=np.int64))
        return found


def _stored_dependents(layer: Layer, symbols: NDArray[np.int64]) -> set[Node]:
    """What depends on symbols of a segment (its own numbers) by its stored edges, in the snapshot's numbers."""
    graph, files = layer.segment.graph, layer.segment.files
    nodes = np.unique(np.concatenate([symbols, layer.segment.first_of_name[symbols]]))  # Edges lead to the first of several overloads.
    starts, ends = graph.in_offsets[nodes].astype(np.int64), graph.in_offsets[nodes + 1].astype(np.int64)
    edges = graph.in_edge[
        np.concatenate([np.arange(start, end) for start, end in zip(starts, ends, strict=True)] or [np.zeros(0, np.int64)])
    ]
    source = graph.edge_source[edges[graph.edge_kind[edges] != EdgeKind.IMPORT]].astype(np.int64)
    is_symbol = source < files.symbol_count
    file = np.where(
        is_symbol,
        files.symbol_file[np.minimum(source, max(files.symbol_count - 1, 0))] if files.symbol_count else 0,
        source - files.symbol_count,
    )
    if layer.live_files is not None:
        alive = layer.live_files[file]
        source, is_symbol, file = source[alive], is_symbol[alive], file[alive]
    things = layer.segment.things[source[is_symbol]] + layer.symbol_base
    return {*things.tolist(), *(-1 - (file[~is_symbol] + layer.file_base)).tolist()}
