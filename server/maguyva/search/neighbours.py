"""What stands one edge away from a symbol in the graph: who depends on it, and what it depends on.

The edges stored with the base tell it at once. They do not know of edited files, so where one is near, that symbol's references are resolved now.
"""

from __future__ import annotations

from maguyva.model import Role
from maguyva.resolve.bulk import KIND_OF_ROLE
from maguyva.resolve.members import group_of
from maguyva.resolve.names import names_of
from maguyva.resolve.references import entity_of, references_of
from maguyva.resolve.resolver import resolve_reference
from maguyva.resolve.world import Target, TargetKind, Tier
from maguyva.search.retrieve import chunk_of_symbol
from maguyva.snapshot import Layer, Snapshot
from maguyva.snapshot_world import world_of

_IMPORT = int(Role.IMPORT)


def neighbour_chunks(snapshot: Snapshot, symbol: int) -> list[int]:
    """The chunks of a symbol's neighbours, one entry an edge: dependents, then dependencies."""
    layer = snapshot.layer_of_symbol(symbol)
    if layer is not snapshot.layers[-1]:
        stored = _stored(snapshot, layer, symbol)
        if stored is not None:
            return [chunk_of_symbol(snapshot, other) for other in stored]
    return [chunk_of_symbol(snapshot, other) for other in (*_dependents(snapshot, symbol), *_dependencies(snapshot, symbol))]


def _stored(snapshot: Snapshot, layer: Layer, symbol: int) -> list[int] | None:
    """The neighbours by the stored edges; None when an edited file is among them, or mentions the symbol's name."""
    file, row = snapshot.symbol_place(symbol)
    facts = snapshot.facts(file)
    if any(True for _ in snapshot.layers[-1].segment.graph.mentions(names_of(facts).symbol_names[row])):
        return None
    graph = layer.segment.graph
    node = graph.node(file - layer.file_base, row)
    found: list[int] = []
    for other in [*(edge.source for edge in graph.dependents(node)), *(edge.target for edge in graph.dependencies(node))]:
        other_file, other_row = graph.place(other)
        if layer.live_files is not None and not layer.live_files[other_file]:
            return None
        if other_row >= 0:
            found.append(snapshot.symbol_number(other_file + layer.file_base, other_row))
    return found


def _dependents(snapshot: Snapshot, symbol: int) -> list[int]:
    world = world_of(snapshot)
    file, row = snapshot.symbol_place(symbol)
    found: dict[tuple[int, int], None] = {}
    for one in references_of(world, entity_of(world, Target(file, TargetKind.SYMBOL, row))):
        if one.symbol >= 0 and one.role is not Role.IMPORT and (one.file, one.symbol) != (file, row):
            found[snapshot.symbol_number(one.file, one.symbol), int(KIND_OF_ROLE[one.role])] = None
    return [other for other, _ in sorted(found)]


def _dependencies(snapshot: Snapshot, symbol: int) -> list[int]:
    world = world_of(snapshot)
    file, row = snapshot.symbol_place(symbol)
    names = names_of(snapshot.facts(file))
    roles = names.facts.reference_role
    found: dict[tuple[int, int], None] = {}
    for reference in (names.facts.reference_symbol == row).nonzero()[0].tolist():
        if int(roles[reference]) == _IMPORT:
            continue
        result = resolve_reference(world, file, reference, guess=False)
        first = next((one for one in result.targets if one.kind in (TargetKind.SYMBOL, TargetKind.MODULE)), None)
        if first is None or first.kind is not TargetKind.SYMBOL or result.tier >= Tier.POSSIBLE:
            continue
        there = names_of(snapshot.facts(first.file))
        other = snapshot.symbol_number(first.file, group_of(there, first.row)[0])
        if other != symbol:
            found[other, int(KIND_OF_ROLE[roles[reference]])] = None
    return [other for other, _ in sorted(found)]
