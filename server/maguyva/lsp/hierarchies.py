"""Call and type hierarchies. An item names its symbol by the place of its name, so that it can be asked about after edits elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from maguyva.lsp.convert import kind_number
from maguyva.lsp.documents import Position
from maguyva.lsp.moment import Json, Moment
from maguyva.model import SymbolKind
from maguyva.resolve.calls import Place, callees, callers
from maguyva.resolve.hierarchy import subtypes, supertypes, types_of
from maguyva.resolve.members import ClassRow
from maguyva.resolve.references import entity_of
from maguyva.resolve.world import Target, TargetKind
from maguyva.search.hits import container_of

_FILE_KIND = 1  # The protocol's number.

# ---- calls ----


def prepare_calls(moment: Moment, uri: str, position: Position) -> list[Json] | None:
    """The things at a position that can call or be called."""
    meant = moment.meaning(uri, position)
    if meant is None:
        return None
    things: dict[object, Place] = {}
    for target in meant[2].targets:
        if target.kind is TargetKind.SYMBOL:
            things.setdefault(entity_of(moment.world, target), (target.file, target.row))
    return _items(moment, things.values()) or None


def incoming(moment: Moment, item: Any) -> list[Json] | None:
    """Who calls it, with every call."""
    place = _place_of(moment, item)
    if place is None or place[1] < 0:
        return None
    calls = callers(moment.world, _entity(moment, place), moment.settings.navigation_include_possible)
    shown = []
    for caller, found in calls.items():
        moment.check()
        if moment.is_shown(caller[0]):
            ranges = [moment.range(one.file, one.start, one.end) for one in found]
            shown.append({"from": _item(moment, caller), "fromRanges": ranges})
    return shown


def outgoing(moment: Moment, item: Any) -> list[Json] | None:
    """What it calls in the workspace, with every call."""
    place = _place_of(moment, item)
    if place is None:
        return None
    calls: dict[object, tuple[Target, list[Json]]] = {}
    for one in {place, *((target.file, target.row) for target in _entity(moment, place) if place[1] >= 0)}:
        for callee, spans in callees(moment.world, one, moment.settings.navigation_include_possible).items():
            moment.check()
            ranges = [moment.range(one[0], *span) for span in spans]
            calls.setdefault(entity_of(moment.world, callee), (callee, []))[1].extend(ranges)
    found = sorted(calls.values(), key=lambda call: (call[1][0]["start"]["line"], call[1][0]["start"]["character"]))
    return [
        {"to": _item(moment, (callee.file, callee.row)), "fromRanges": ranges} for callee, ranges in found if moment.is_shown(callee.file)
    ]


def _entity(moment: Moment, place: Place) -> Sequence[Target]:
    """The symbol with its overloads, declarations and the like."""
    target = Target(place[0], TargetKind.SYMBOL, place[1])
    others = (one for one in entity_of(moment.world, target).targets if one.kind is TargetKind.SYMBOL and one != target)
    return (target, *sorted(others)) if place[1] >= 0 else ()


# ---- types ----


def prepare_types(moment: Moment, uri: str, position: Position) -> list[Json] | None:
    """The types at a position."""
    meant = moment.meaning(uri, position)
    if meant is None:
        return None
    return _items(moment, types_of(moment.world, meant[2].targets)) or None


def above(moment: Moment, item: Any) -> list[Json] | None:
    """The types that it extends, implements or embeds."""
    found = _types(moment, item)
    return None if found is None else _items(moment, dict.fromkeys(other for cls in found for other in supertypes(moment.world, cls)))


def below(moment: Moment, item: Any) -> list[Json] | None:
    """The types that extend, implement or embed it."""
    found = _types(moment, item)
    return None if found is None else _items(moment, dict.fromkeys(other for cls in found for other in subtypes(moment.world, cls)))


def _types(moment: Moment, item: Any) -> list[ClassRow] | None:
    place = _place_of(moment, item)
    return None if place is None or place[1] < 0 else types_of(moment.world, [Target(place[0], TargetKind.SYMBOL, place[1])])


# ---- items ----


def _items(moment: Moment, places: Iterable[Place]) -> list[Json]:
    return [_item(moment, place) for place in places if moment.is_shown(place[0])]


def _item(moment: Moment, place: Place) -> Json:
    """A symbol as an item of a hierarchy; code in no symbol is its file."""
    file, symbol = place
    path, facts = moment.snapshot.path(file), moment.snapshot.facts(file)
    uri = moment.places.uri(path)
    if symbol < 0:
        nothing = moment.range(file, 0, 0)
        whole = moment.range(file, 0, facts.text_length)
        return {"name": path.rpartition("/")[2], "kind": _FILE_KIND, "detail": path, "uri": uri, "range": whole, "selectionRange": nothing}
    start, end = int(facts.symbol_name_start[symbol]), int(facts.symbol_name_end[symbol])
    return {
        "name": facts.strings[int(facts.symbol_name[symbol])] or "?",
        "kind": kind_number(SymbolKind(int(facts.symbol_kind[symbol]))),
        "detail": container_of(facts, symbol) or path,
        "uri": uri,
        "range": moment.range(file, min(int(facts.symbol_start[symbol]), start), max(int(facts.symbol_end[symbol]), end)),
        "selectionRange": moment.range(file, start, end),
    }


def _place_of(moment: Moment, item: Any) -> Place | None:
    """What an item stands for: the symbol whose name is at its place, else (edits may have moved it) the nearest one of its name."""
    file = moment.file(item.uri)
    if file is None:
        return None
    if int(item.kind) == _FILE_KIND:
        return file, -1
    facts = moment.snapshot.facts(file)
    at = moment.offset(file, (item.selection_range.start.line, item.selection_range.start.character))
    rows = [
        row for row, name in enumerate(facts.symbol_name.tolist()) if facts.strings[name] == item.name or (item.name == "?" and not name)
    ]
    return (file, min(rows, key=lambda row: abs(int(facts.symbol_name_start[row]) - at))) if rows else None
