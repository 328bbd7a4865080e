"""Symbols by name, for symbol search in every face."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from maguyva.model import SymbolKind
from maguyva.search.hits import container_of
from maguyva.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class SymbolHit:
    """One symbol found by name; the span is its name's, in bytes."""

    name: str
    kind: str
    container: str | None
    file: int
    path: str
    span: tuple[int, int]
    score: float


def find_symbols(snapshot: Snapshot, query: str, limit: int) -> list[SymbolHit]:
    """The `limit` best matches of a name, a part of one or a qualified one; best first, ties by path and position."""
    found: list[tuple[float, float, int]] = []
    for layer in snapshot.layers:
        addresses, scores = layer.segment.symbols.search(query, limit, live=layer.live_files)
        places = snapshot.file_order[layer.segment.files.symbol_file[addresses].astype(np.int64) + layer.file_base]
        found += zip((-scores).tolist(), places.tolist(), (addresses.astype(np.int64) + layer.symbol_base).tolist(), strict=True)
    return [symbol_hit(snapshot, symbol, -score) for score, _, symbol in sorted(found)[:limit]]


def symbol_name(snapshot: Snapshot, symbol: int) -> str:
    """A symbol's name as written, from the index alone."""
    layer = snapshot.layer_of_symbol(symbol)
    return layer.segment.symbols.name(symbol - layer.symbol_base)


def symbol_hit(snapshot: Snapshot, symbol: int, score: float) -> SymbolHit:
    """A symbol's hit."""
    file, row = snapshot.symbol_place(symbol)
    facts = snapshot.facts(file)
    return SymbolHit(
        name=facts.strings[int(facts.symbol_name[row])],
        kind=SymbolKind(int(facts.symbol_kind[row])).label,
        container=container_of(facts, row),
        file=file,
        path=snapshot.path(file),
        span=(int(facts.symbol_name_start[row]), int(facts.symbol_name_end[row])),
        score=score,
    )
