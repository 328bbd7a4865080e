"""Questions about the whole workspace: searches, and symbols by name or in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from maguyva.lsp.convert import kind_number_of_label
from maguyva.lsp.moment import Json, Moment
from maguyva.search.payload import search_payload
from maguyva.search.query import Context, SearchRequest, request_from_json
from maguyva.search.router import route

SYMBOLS_SHOWN = 256  # Editors narrow the list with each letter typed.
BATCH = 64  # Symbols in one partial result.
ROUTED_RULES = frozenset({"2", "3", "4", "4b", "4c", "6"})

Send = Callable[[list[Json]], None]


def search(moment: Moment, params: Any) -> Json:
    """The result of `maguyva/search`. Raises InvalidRequest, Cancelled."""
    document = params.get("inFile")
    in_file = None if document is None else moment.places.key(document["uri"]) or document["uri"]
    request = request_from_json(params, _context(moment, params.get("context")), in_file)
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
    return Context(moment.snapshot.path(file), moment.offset(file, (at["line"], at["character"])))


def workspace_symbols(moment: Moment, query: str, lazy: bool = False, send: Send | None = None) -> list[Json]:
    """Symbols by name; a question in words that the router knows is answered as any question, with symbols.

    `lazy`: the client asks for an item's range when it needs it. With `send` the symbols are handed to it in batches.
    """
    is_question = len(query.split()) > 1 and route(query).rule in ROUTED_RULES
    found = _routed(moment, query, lazy) if is_question else _named(moment, query, lazy)
    if send is None:
        return list(found)
    batch: list[Json] = []
    for symbol in found:
        moment.check()
        batch.append(symbol)
        if len(batch) == BATCH:
            send(batch)
            batch = []
    if batch:
        send(batch)
    return []


def _named(moment: Moment, query: str, lazy: bool) -> Iterator[Json]:
    for hit in moment.engine.symbols(query, SYMBOLS_SHOWN, moment.snapshot):
        if _is_wanted(moment, hit.file):
            yield _symbol(moment, hit.name, hit.kind, hit.container, hit.file, hit.span, lazy)


def _routed(moment: Moment, query: str, lazy: bool) -> Iterator[Json]:
    response = moment.engine.search(SearchRequest(query, limit=100), moment.stopped, moment.snapshot)
    for hit in response.hits:
        if _is_wanted(moment, hit.file):
            symbol = hit.symbol
            name, kind = (symbol.name, symbol.kind) if symbol is not None else (hit.path.rpartition("/")[2], "")
            container = (symbol.container if symbol is not None else None) or hit.path
            yield _symbol(moment, name, kind, container, hit.file, hit.selection, lazy)


def _is_wanted(moment: Moment, file: int) -> bool:
    return moment.is_shown(file) and moment.settings.serves("workspaceSymbol", [moment.snapshot.language(file)])


def _symbol(moment: Moment, name: str, kind: str, container: str | None, file: int, span: tuple[int, int], lazy: bool) -> Json:
    shown: Json = {"name": name or "?", "kind": kind_number_of_label(kind) if kind else 1}
    if container is not None:
        shown["containerName"] = container
    if lazy:
        return {**shown, "location": {"uri": moment.places.uri(moment.snapshot.path(file))}, "data": {"start": span[0], "end": span[1]}}
    return {**shown, "location": moment.location(file, *span)}


def resolved_symbol(moment: Moment, symbol: Any) -> Json:
    """A symbol that was given without its range: where its name is now, nearest to where it was."""
    shown: Json = {"name": symbol.name, "kind": int(symbol.kind), "location": {"uri": symbol.location.uri}}
    if symbol.container_name is not None:
        shown["containerName"] = symbol.container_name
    file = moment.file(symbol.location.uri)
    data = symbol.data if isinstance(symbol.data, dict) else {}
    start, end = data.get("start"), data.get("end")
    if file is None or not isinstance(start, int) or not isinstance(end, int):
        return shown
    was = start
    facts = moment.snapshot.facts(file)
    rows = [row for row, name in enumerate(facts.symbol_name.tolist()) if facts.strings[name] == symbol.name]
    if rows:
        row = min(rows, key=lambda row: abs(int(facts.symbol_name_start[row]) - was))
        start, end = int(facts.symbol_name_start[row]), int(facts.symbol_name_end[row])
    end = min(max(end, 0), facts.text_length)
    shown["location"]["range"] = moment.range(file, min(max(start, 0), end), end)
    return shown
