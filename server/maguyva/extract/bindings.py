"""Which names are bound in which scope, and what is known of their types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from maguyva.extract.definitions import HOISTED, LABEL, RawBinding
from maguyva.extract.forms_python import suffixed
from maguyva.extract.imports import Imports
from maguyva.extract.receivers import Receivers
from maguyva.extract.scopes import Scopes
from maguyva.extract.symbols import INFERRED, Symbols
from maguyva.model import CALLABLE_KINDS, BindingKind

_PARAMETER, _VARIABLE, _GLOBAL = int(BindingKind.PARAMETER), int(BindingKind.VARIABLE), int(BindingKind.GLOBAL)
_DEFINITION, _IMPORT = int(BindingKind.DEFINITION), int(BindingKind.IMPORT)
_CALLABLE = frozenset(map(int, CALLABLE_KINDS))
_SAY_NOTHING = frozenset({"=None", "=''", "=0", "=[]", "={}", "=()"})  # Default values of which nobody asks for a member.
LABEL_NAME = b"goto "  # Before the name of a label, which is a stranger to a variable of that name.

Row = tuple[int, int, int, int, int, int, int, str]  # start, end, name, kind, scope, symbol, import, type


@dataclass(slots=True)
class Bindings:
    """Rows sorted by start, and which of the name tokens are references too."""

    rows: list[Row] = field(default_factory=list)
    introduced: set[int] = field(default_factory=set)  # Starts of the tokens that bring a name into its scope: they refer to nothing.
    written: list[tuple[int, int]] = field(default_factory=list)  # Tokens that set a name its scope already has.
    untyped: set[int] = field(default_factory=set)  # Scopes with a parameter of which neither type nor value is written.


def bind(
    text: bytes,
    symbols: Symbols,
    imports: Imports,
    found: Iterable[RawBinding],
    captured: Iterable[tuple[int, int, int]],
    scopes: Scopes,
    receivers: Receivers,
    row_of: Callable[[bytes], int],
    unpacked: Mapping[int, str],
) -> Bindings:
    """All bindings of a file. `captured` are (start, end, kind) of name tokens of which only the kind is known; `unpacked` has the forms of
    those that a pattern takes from a value."""
    result = Bindings()
    candidates: dict[int, Row] = {}
    declared: set[tuple[int, int]] = set()  # (scope, name) of `global x`: assignments there bind nothing.
    for row, scope in enumerate(symbols.scopes):
        start, end = symbols.name_spans[row]
        result.introduced.add(start)
        if scope >= 0:
            candidates[start] = (start, end, symbols.names[row], _DEFINITION, scope, row, -1, _symbol_type(symbols, row))
    for row, (start, end) in enumerate(imports.bound):
        if end and start not in candidates:
            name = imports.locals[row]
            candidates[start] = (start, end, name, _IMPORT, imports.scopes[row], -1, row, "")
    for binding in (*found, *symbols.locals):
        start, end = binding.name
        if start not in candidates:
            candidates[start] = _row(
                text, binding.name, binding.kind, scopes, row_of, _type(text, binding, receivers) or unpacked.get(start, "")
            )
    for start, end, kind in captured:
        if start not in candidates:
            candidates[start] = _row(text, (start, end), kind, scopes, row_of, unpacked.get(start, ""))
            if kind == _GLOBAL:
                declared.add((candidates[start][4], candidates[start][2]))
    first: dict[tuple[int, int], int] = {}
    for start in sorted(candidates):
        row_values = candidates[start]
        _, end, name, kind, scope, symbol, _, type_ = row_values
        key = (scope, name)
        if kind == _VARIABLE:
            if key in declared:
                result.written.append((start, end))
                continue
            if key in first:
                result.written.append((start, end))
                row_values = (start, end, name, kind, scope, first[key], -1, type_)
            else:
                result.introduced.add(start)
        elif kind == _PARAMETER:
            result.introduced.add(start)
            if not type_ or type_.startswith("=#"):
                result.untyped.add(scope)
        first.setdefault(key, symbol)
        result.rows.append(row_values)
    return result


def _row(text: bytes, name: tuple[int, int], kind: int, scopes: Scopes, row_of: Callable[[bytes], int], type_: str) -> Row:
    start, end = name
    scope = scopes.nesting.at(start)
    if kind == LABEL:
        return start, end, row_of(LABEL_NAME + text[start:end]), _VARIABLE, scopes.hoisted(scope), -1, -1, type_
    if kind == HOISTED:
        scope = scopes.hoisted(scope)
        kind = _VARIABLE
    return start, end, row_of(text[start:end]), kind, scope, -1, -1, type_


def _type(text: bytes, binding: RawBinding, receivers: Receivers) -> str:
    if binding.generic:
        constraint = receivers.written_type(*binding.type) if binding.type is not None else ""
        default = receivers.written_type(*binding.value) if binding.value is not None else ""
        return f"<{constraint}={default}" if default else "<" + constraint
    if binding.type is not None and text[slice(*binding.type)] not in INFERRED:
        start, end = binding.type
        written = receivers.written_type(start, end)
        if written and text[binding.name[0] - 3 : binding.name[0]] == b"...":
            return ":..." + written
        return f":this {written}" if binding.extended else ":" + written if written else ""
    if binding.element is not None:
        form = receivers.value(*binding.element)
        return suffixed(form, "<>") if "|" in form else "@" + form[1:] if form else ""
    if binding.value is None:
        return ""
    form = receivers.value(*binding.value)
    if receivers.python and binding.kind == _PARAMETER and form in _SAY_NOTHING:
        return ""
    if form and binding.entered:
        return suffixed(form, "<with>")
    if form and binding.member is not None:
        return form + "." + text[slice(*binding.member)].decode("utf-8", "surrogateescape")
    return f"{form}.{binding.part}" if form and binding.part else form


def _symbol_type(symbols: Symbols, row: int) -> str:
    # The type of a callable is what it returns, which its name is not; a symbol's declared type stands without the colon.
    type_ = symbols.types[row]
    if symbols.kinds[row] in _CALLABLE or not type_:
        return ""
    return type_ if type_.startswith("=") else ":" + type_
