"""The colours of a hit's snippet: the tokens that its grammar tells, and over them what the file's facts know of its names."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from maguyva.extract.highlight import Colour, Painted, layered, paint
from maguyva.model import CALLABLE_KINDS, TYPE_KINDS, BindingKind, FileFacts, Role, SymbolKind
from maguyva.search.response import Hit
from maguyva.snapshot import Snapshot
from maguyva.text import width

LEAD = 2048  # Bytes before the snippet that are parsed with it: a definition's first lines tell what the later ones are.

# Where a name in capitals that is called or read is a type. Elsewhere (Go, C#) a capital says that a name is public.
_CAPITAL_TYPES = frozenset(
    {"python", "javascript", "typescript", "tsx", "java", "kotlin", "rust", "ruby", "swift", "scala", "php", "dart", "cpp", "vue", "svelte"}
)
_MEMBERS = frozenset({SymbolKind.PROPERTY, SymbolKind.FIELD})
_CONSTANTS = frozenset({SymbolKind.CONSTANT, SymbolKind.ENUM_MEMBER})


def snippet_tokens(snapshot: Snapshot, hit: Hit) -> list[dict[str, int | str]]:
    """`{start, end, kind}` of the snippet's coloured parts, in order, in UTF-16 units of the snippet; none in a language without a grammar."""
    start, end, text = hit.snippet_start, hit.snippet_end, snapshot.text(hit.file)
    facts = snapshot.facts(hit.file)
    first = hit.span[0] if start - LEAD <= hit.span[0] <= start else start
    painted = [(a + first, b + first, colour) for a, b, colour in paint(text[first:end], facts.language, start - first)]
    if not painted:
        return []
    tokens: list[dict[str, int | str]] = []
    at = units = 0
    piece = text[start:end]
    is_ascii = piece.isascii()
    for a, b, colour in layered([*painted, *_names(facts, start, end)]):
        a, b = max(a, start) - start, min(b, end) - start
        while b > a and piece[b - 1] in b"\r\n":
            b -= 1
        if b <= a:
            continue
        if is_ascii:
            tokens.append({"start": a, "end": b, "kind": colour})
            continue
        first_unit = units + width(piece[at:a], "utf-16")
        units, at = first_unit + width(piece[a:b], "utf-16"), b
        tokens.append({"start": first_unit, "end": units, "kind": colour})
    return tokens


def _names(facts: FileFacts, start: int, end: int) -> Iterator[Painted]:
    """The names between two bytes, by what they are."""
    strings, capitals = facts.strings, facts.code_language in _CAPITAL_TYPES
    rows = np.flatnonzero((facts.binding_end > start) & (facts.binding_start < end) & (facts.binding_symbol < 0))
    for row in rows.tolist():
        is_import = int(facts.binding_kind[row]) == BindingKind.IMPORT
        colour = _by_spelling(strings[int(facts.binding_name[row])], capitals) if is_import else "variable"
        yield int(facts.binding_start[row]), int(facts.binding_end[row]), colour
    low, high = np.searchsorted(facts.reference_start, (start, end))
    for row in range(max(int(low) - 1, 0), int(high)):
        name, before = strings[int(facts.reference_name[row])], strings[int(facts.reference_qualifier[row])]
        yield (
            int(facts.reference_start[row]),
            int(facts.reference_end[row]),
            _of_reference(int(facts.reference_role[row]), name, before, capitals),
        )
    rows = np.flatnonzero((facts.symbol_name_end > start) & (facts.symbol_name_start < end))
    for row in rows.tolist():
        yield int(facts.symbol_name_start[row]), int(facts.symbol_name_end[row]), _of_symbol(SymbolKind(int(facts.symbol_kind[row])))


def _of_symbol(kind: SymbolKind) -> Colour:
    if kind in CALLABLE_KINDS:
        return "function"
    if kind in TYPE_KINDS:
        return "type"
    if kind is SymbolKind.HEADING:
        return "keyword"
    return "property" if kind in _MEMBERS else "constant" if kind in _CONSTANTS else "variable"


def _of_reference(role: int, name: str, before: str, capitals: bool) -> Colour:
    if role in (Role.TYPE, Role.INHERIT) or before == "struct ":
        return "type"
    if role in (Role.CALL, Role.DECORATE) or before == "! ":
        return "type" if capitals and _by_spelling(name, True) == "type" else "function"
    if before.endswith("="):  # The name of an argument.
        return "variable"
    spelled = _by_spelling(name, capitals)
    return "property" if before and spelled == "variable" and role != Role.IMPORT else spelled


def _by_spelling(name: str, capitals: bool) -> Colour:
    if len(name) > 1 and name.isupper():
        return "constant"
    return "type" if capitals and name[:1].isupper() else "variable"
