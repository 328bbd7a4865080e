"""The outline of a document."""

from __future__ import annotations

from maguyva.lsp.convert import kind_number
from maguyva.lsp.moment import Json, Moment
from maguyva.model import SymbolKind


def document_symbols(moment: Moment, uri: str, nested: bool) -> list[Json] | None:
    """A tree, or for a client that cannot show one, a flat list. None for a document that is not indexed."""
    file = moment.file(uri)
    if file is None:
        return None
    facts = moment.snapshot.facts(file)
    strings, parents = facts.strings, facts.symbol_parent.tolist()
    columns = (facts.symbol_name, facts.symbol_kind, facts.symbol_start, facts.symbol_end, facts.symbol_name_start, facts.symbol_name_end)
    shown: list[Json] = []
    top: list[Json] = []
    for row, (name, kind, start, end, name_start, name_end) in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        parent = parents[row]
        symbol: Json = {"name": strings[name] or "?", "kind": kind_number(SymbolKind(kind))}
        whole = moment.range(file, min(start, name_start), max(end, name_end))
        if nested:
            symbol.update(range=whole, selectionRange=moment.range(file, name_start, name_end), children=[])
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
