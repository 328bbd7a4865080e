"""What a client may ask about a snapshot, as functions of one moment: from protocol objects to plain JSON values.

They run in worker threads, several at once, on a snapshot that never changes. An answer is converted against the texts of the very snapshot it
was found in. A document whose newest text is not in that snapshot yet has no positions that could be trusted, so nothing is said about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from maguyva.asking import Cancelled
from maguyva.engine import Engine, SymbolHit
from maguyva.lsp.convert import kind_number, kind_number_of_label, range_of
from maguyva.lsp.documents import Position
from maguyva.lsp.places import Places
from maguyva.lsp.protocol import Reference
from maguyva.model import SymbolKind
from maguyva.resolve.references import Found, declarations_of, entity_of, references_of, span_of
from maguyva.resolve.resolver import definition_at
from maguyva.resolve.world import Tier
from maguyva.search.payload import search_payload
from maguyva.search.query import Context, SearchRequest, request_from_json
from maguyva.search.router import route
from maguyva.snapshot import Snapshot
from maguyva.snapshot_world import world_of
from maguyva.text import Encoding

SYMBOLS_SHOWN = 256  # Editors narrow the list with each letter typed.
ROUTED_RULES = frozenset({"2", "3", "4", "4b", "4c", "6"})
SURE = frozenset({"exact", "likely"})


@dataclass(frozen=True)
class Moment:
    """What an answer is made from. `stale` names documents with a newer text than the snapshot; `stopped` tells that nobody waits any more."""

    engine: Engine
    snapshot: Snapshot
    places: Places
    encoding: Encoding
    stale: frozenset[str]
    stopped: Callable[[], bool]

    def file(self, uri: str) -> int | None:
        """The file of a URI, None for one that is not indexed."""
        key = self.places.key(uri)
        return None if key is None else self.snapshot.find(key)

    def check(self) -> None:
        """Raises Cancelled when nobody waits any more."""
        if self.stopped():
            raise Cancelled

    def location(self, file: int, start: int, end: int) -> dict[str, Any]:
        """A span of a file as a location."""
        return {"uri": self.places.uri(self.snapshot.path(file)), "range": range_of(self.snapshot.lines(file), start, end, self.encoding)}

    def index(self) -> Any:
        """The object `index` of answers."""
        return self.engine.status_of(self.snapshot)


# ---- one document ----


def document_symbols(moment: Moment, uri: str, nested: bool) -> list[dict[str, Any]] | None:
    """The outline of a document: a tree, or for a client that cannot show one, a flat list. None for a document that is not indexed."""
    file = moment.file(uri)
    if file is None:
        return None
    facts, lines = moment.snapshot.facts(file), moment.snapshot.lines(file)
    strings, parents = facts.strings, facts.symbol_parent.tolist()
    columns = (facts.symbol_name, facts.symbol_kind, facts.symbol_start, facts.symbol_end, facts.symbol_name_start, facts.symbol_name_end)
    shown: list[dict[str, Any]] = []
    top: list[dict[str, Any]] = []
    for row, (name, kind, start, end, name_start, name_end) in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        parent = parents[row]
        symbol = {"name": strings[name] or "?", "kind": kind_number(SymbolKind(kind))}
        whole = range_of(lines, min(start, name_start), max(end, name_end), moment.encoding)
        if nested:
            symbol.update(range=whole, selectionRange=range_of(lines, name_start, name_end, moment.encoding), children=[])
            (shown[parent]["children"] if 0 <= parent < row else top).append(symbol)
        else:
            symbol.update(location={"uri": uri, "range": whole})
            if 0 <= parent < row:
                symbol["containerName"] = shown[parent]["name"]
            top.append(symbol)
        shown.append(symbol)
        if row % 512 == 0:
            moment.check()
    return top


def definition(moment: Moment, uri: str, position: Position) -> list[dict[str, Any]] | None:
    """Where what stands at a position is defined: name tokens only, so that clients can merge the answers of several servers."""
    file = moment.file(uri)
    if file is None:
        return None
    world = world_of(moment.snapshot)
    found = definition_at(world, file, moment.snapshot.lines(file).offset(*position, moment.encoding))
    spans = [span for target in found.targets if (span := span_of(world, target)) is not None]
    # The resolver's order stays: a definition comes before the declarations of the same thing.
    return [moment.location(*span) for span in dict.fromkeys(spans) if moment.snapshot.path(span[0]) not in moment.stale]


# ---- references ----


@dataclass(frozen=True)
class _Spread:
    """Everything that refers to what stands at a position."""

    found: list[Found]
    declarations: list[tuple[int, int, int]]


def _spread(moment: Moment, uri: str, position: Position, tiers: frozenset[str] | None) -> _Spread | None:
    """`tiers` None: sure ones, and guesses only where there is nothing better."""
    file = moment.file(uri)
    if file is None:
        return None
    world = world_of(moment.snapshot)
    targets = definition_at(world, file, moment.snapshot.lines(file).offset(*position, moment.encoding)).targets
    entities = list(dict.fromkeys(entity_of(world, target) for target in targets))
    found: set[Found] = set()
    declarations: set[tuple[int, int, int]] = set()
    for entity in entities:
        moment.check()
        declarations.update(declarations_of(world, entity))
        found.update(references_of(world, entity, guess=tiers is not None and "possible" in tiers))
    if tiers is None and not found:
        for entity in entities:
            moment.check()
            found.update(references_of(world, entity, guess=True))
    wanted = frozenset(tiers) if tiers is not None else SURE | ({"possible"} if all(one.tier is Tier.POSSIBLE for one in found) else set())
    kept = [one for one in found if one.tier.label in wanted and moment.snapshot.path(one.file) not in moment.stale]
    shown = [span for span in declarations if moment.snapshot.path(span[0]) not in moment.stale]
    path = moment.snapshot.path
    return _Spread(sorted(kept, key=lambda one: (path(one.file), one.start)), sorted(shown, key=lambda span: (path(span[0]), span[1])))


def references(moment: Moment, uri: str, position: Position, declarations: bool) -> list[dict[str, Any]] | None:
    """All references to what stands at a position, by file and place; None in a document that is not indexed."""
    spread = _spread(moment, uri, position, None)
    if spread is None:
        return None
    spans = {(one.file, one.start, one.end) for one in spread.found} - set(spread.declarations)
    if declarations:
        spans |= set(spread.declarations)
    path = moment.snapshot.path
    return [moment.location(*span) for span in sorted(spans, key=lambda span: (path(span[0]), span[1]))]


def tiered_references(
    moment: Moment, uri: str, position: Position, declarations: bool, tiers: frozenset[str] | None, roles: frozenset[str] | None
) -> dict[str, Any]:
    """The result of `maguyva/references`: every reference with its role, tier and container."""
    spread = _spread(moment, uri, position, tiers) or _Spread([], [])
    items: list[Reference] = []
    if declarations:
        items += [{**moment.location(*span), "role": "definition", "tier": "exact"} for span in spread.declarations]  # type: ignore[typeddict-item]
    for one in spread.found:
        if roles is None or one.role.label in roles:
            item: Any = {**moment.location(one.file, one.start, one.end), "role": one.role.label, "tier": one.tier.label}
            if one.symbol >= 0:
                facts = moment.snapshot.facts(one.file)
                item["container"] = facts.strings[int(facts.symbol_name[one.symbol])]
            items.append(item)
    return {"items": items, "total": len(items), "index": moment.index()}


# ---- the workspace ----


def search(moment: Moment, params: Any) -> dict[str, Any]:
    """The result of `maguyva/search`. Raises InvalidRequest, Cancelled."""
    request = request_from_json(params, _context(moment, params.get("context")))
    response = moment.engine.search(request, moment.stopped, moment.snapshot)
    payload = search_payload(response, moment.snapshot, moment.encoding, moment.places.uri)
    fresh = [hit.path not in moment.stale for hit in response.hits]
    payload["hits"] = [hit for hit, is_fresh in zip(payload["hits"], fresh, strict=True) if is_fresh]
    payload["index"] = moment.index()
    return payload


def _context(moment: Moment, context: Any) -> Context | None:
    if context is None:
        return None
    file = moment.file(context["textDocument"]["uri"])
    if file is None:
        return None
    at = context["position"]
    offset = moment.snapshot.lines(file).offset(at["line"], at["character"], moment.encoding)
    return Context(moment.snapshot.path(file), offset)


def workspace_symbols(moment: Moment, query: str) -> list[dict[str, Any]]:
    """Symbols by name; a question in words that the router knows is answered as any question, with symbols."""
    if len(query.split()) > 1 and route(query).rule in ROUTED_RULES:
        return list(_routed_symbols(moment, query))
    return [_symbol(moment, hit) for hit in moment.engine.symbols(query, SYMBOLS_SHOWN, moment.snapshot) if hit.path not in moment.stale]


def _symbol(moment: Moment, hit: SymbolHit) -> dict[str, Any]:
    shown = {"name": hit.name or "?", "kind": kind_number_of_label(hit.kind), "location": moment.location(hit.file, *hit.span)}
    return {**shown, "containerName": hit.container} if hit.container is not None else shown


def _routed_symbols(moment: Moment, query: str) -> Iterator[dict[str, Any]]:
    response = moment.engine.search(SearchRequest(query, limit=100), moment.stopped, moment.snapshot)
    for hit in response.hits:
        if hit.path in moment.stale:
            continue
        place: Iterable[int] = hit.selection
        if hit.symbol is not None:
            shown = {"name": hit.symbol.name or "?", "kind": kind_number_of_label(hit.symbol.kind)}
            container = hit.symbol.container
        else:
            shown = {"name": hit.path.rpartition("/")[2], "kind": 1}
            container = None
        yield {**shown, "location": moment.location(hit.file, *place), "containerName": container or hit.path}
