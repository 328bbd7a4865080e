"""What functions without a written return type give, by their `return` and `yield` statements.

Captures of the second section: `@return.value` what is returned, `@yield.value` what is yielded.
"""

from __future__ import annotations

from maguyva.extract.receivers import Receivers
from maguyva.extract.references import Captured
from maguyva.extract.scopes import Scopes
from maguyva.extract.symbols import Symbols
from maguyva.model import CALLABLE_KINDS, ScopeKind, SymbolKind

_CALLABLE = frozenset(map(int, CALLABLE_KINDS)) | {int(SymbolKind.PROPERTY)}
_MOST = 4  # Different values of one function; with more nobody says what it gives.
_NOTHING = frozenset({"", "=None"})


def read_returns(text: bytes, captured: Captured, symbols: Symbols, scopes: Scopes, receivers: Receivers) -> None:
    """Fill in the types of `symbols` that have none."""
    places: list[tuple[int, int, bool]] = []
    for capture in ("return.value", "yield.value"):
        starts, ends = captured.get(capture, ((), ()))
        places += [(start, end, capture == "yield.value") for start, end in zip(starts, ends, strict=True)]
    if not places:
        return
    function_at = {scopes.opened_at[start]: row for row, start in _openings(symbols, scopes) if not symbols.types[row]}
    found: dict[int, dict[str, None]] = {}
    for start, end, yielded in sorted(places):
        scope = scopes.hoisted(scopes.nesting.at(start))
        row = function_at.get(scope, -1)
        if row < 0 or scopes.kinds[scope] != ScopeKind.FUNCTION:
            continue
        form = receivers.value(start, end)
        if yielded and form and not text[max(0, start - 8) : start].rstrip().endswith(b"from"):
            form = f"=[{form[1:]}]"
        if form not in _NOTHING:
            found.setdefault(row, {})[form[1:]] = None
    for row, forms in found.items():
        if len(forms) <= _MOST:
            symbols.types[row] = "=" + "|".join(forms)


def _openings(symbols: Symbols, scopes: Scopes) -> list[tuple[int, int]]:
    """(row, start of its syntax node) of each function."""
    found: list[tuple[int, int]] = []
    for row, kind in enumerate(symbols.kinds):
        if kind in _CALLABLE and symbols.nodes[row] in scopes.opened_at:
            found.append((row, symbols.nodes[row]))
    return found
