"""Types in the documentation comments of JavaScript: of parameters, results, variables and casts, and types that are defined there.

A comment belongs to the name that follows it. Types are Closure's or TypeScript's; what the former writes differently is rewritten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from maguyva.extract.bindings import Bindings
from maguyva.extract.definitions import Definition, Found, Range
from maguyva.extract.references import Captured
from maguyva.extract.symbols import Symbols
from maguyva.model import CALLABLE_KINDS, BindingKind, ScopeKind, SymbolKind

_TAG = re.compile(rb"@(\w+)[ \t]*(?=[{\[\w$\r\n*]|\Z)")
_NAME = re.compile(rb"[ \t]*\[?([A-Za-z_$][\w$.]*)")
# What stands between a comment and the name that it tells of.
_FOLLOWING = re.compile(
    rb"\s*(?:(?:export|default|async|static|const|let|var|function|class|get|set|readonly)\b\s*\*?\s*){0,5}(?:[\w$]+\s*\.\s*){0,6}([A-Za-z_$#][\w$]*)"
)
_VALUE_TAGS = frozenset({b"type", b"satisfies", b"const", b"constant"})
_RESULT_TAGS = frozenset({b"return", b"returns"})
_PARAMETER_TAGS = frozenset({b"param", b"arg", b"argument"})
_CALLABLE = frozenset(map(int, CALLABLE_KINDS))
_LONGEST = 400
_MOST_TAGS = 60


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag: its word, the type in its braces and the name behind that, as spans of the text."""

    word: bytes
    type: Range | None
    name: Range | None


def tags_of(text: bytes, start: int, end: int) -> Iterator[Tag]:
    """The tags of the comment `text[start:end]` that say a type or name something."""
    for match in [*_TAG.finditer(text, start, end)][:_MOST_TAGS]:
        at = match.end()
        type_: Range | None = None
        if at < end and text[at] == 0x7B:  # {
            close = _closing(text, at, min(end, at + _LONGEST))
            if close < 0:
                continue
            type_, at = (at + 1, close), close + 1
        name = _NAME.match(text, at, end)
        yield Tag(match[1], type_, name.span(1) if name is not None else None)


def _closing(text: bytes, at: int, end: int) -> int:
    depth = 0
    for place in range(at, end):
        depth += (text[place] == 0x7B) - (text[place] == 0x7D)
        if depth == 0:
            return place
    return -1


def written_type(text: bytes, span: Range) -> str:
    """The type in a tag's braces as TypeScript would write it."""
    written = re.sub(rb"\n[ \t]*\*?", b" ", text[slice(*span)]).strip()
    written = written.lstrip(b"?!").rstrip(b"=!?").removeprefix(b"...").replace(b".<", b"<").strip()
    return "" if written in (b"*", b"") else written.decode("utf-8", "surrogateescape")


def define_types(text: bytes, captured: Captured, found: Found) -> None:
    """Add the types that `@typedef` and `@callback` define, with their properties, to the definitions of a file."""
    for start, end in zip(*captured.get("doc.types", ((), ())), strict=True):
        if b"@typedef" not in text[start:end] and b"@callback" not in text[start:end]:
            continue
        inside = False
        for tag in tags_of(text, start, end):
            if tag.name is None:
                continue
            if tag.word in (b"typedef", b"callback"):
                inside = True
                listed = tag.type is not None and text[slice(*tag.type)].strip().lower() in (b"object", b"")
                _define(found, tag.name, (start, end), SymbolKind.TYPE, None if listed else tag.type)
            elif inside and tag.word in (b"property", b"prop") and b"." not in text[slice(*tag.name)]:
                _define(found, tag.name, (tag.name[0], tag.name[1]), SymbolKind.FIELD, tag.type)


def _define(found: Found, name: Range, span: Range, kind: SymbolKind, type_: Range | None) -> None:
    if name[0] not in found.definitions:
        found.definitions[name[0]] = Definition(name, span[0], span[1], span[0], span[0], int(kind), 0, type=type_)


@dataclass(slots=True)
class Told:
    """What one comment says of the name that follows it."""

    type: str = ""
    returned: str = ""
    parameters: dict[str, str] = field(default_factory=dict)


class Documented:
    """What the comments of a file say."""

    def __init__(self, text: bytes, captured: Captured) -> None:
        self.by_name: dict[int, Told] = {}  # By the start of the name that follows.
        self.by_end: dict[int, Told] = {}  # By the end of the comment.
        self.casts: dict[int, str] = {}  # Start of an expression in parentheses → its type.
        for start, end in zip(*captured.get("doc.types", ((), ())), strict=True):
            if text.find(b"@", start, end) >= 0:
                self._read(text, start, end)

    def _read(self, text: bytes, start: int, end: int) -> None:
        told = Told()
        known = False
        for tag in tags_of(text, start, end):
            written = written_type(text, tag.type) if tag.type is not None else ""
            if not written:
                continue
            known = True
            if tag.word in _VALUE_TAGS:
                told.type = written
            elif tag.word in _RESULT_TAGS:
                told.returned = written
            elif tag.word in _PARAMETER_TAGS and tag.name is not None:
                told.parameters[text[slice(*tag.name)].decode("utf-8", "surrogateescape")] = written
        if not known:
            return
        self.by_end[end] = told
        at = end
        while at < len(text) and text[at] in b" \t\r\n":
            at += 1
        if told.type and text[at : at + 1] == b"(":
            self.casts[at] = told.type
        elif (following := _FOLLOWING.match(text, at)) is not None:
            self.by_name[following.start(1)] = told


def complete(
    documented: Documented, symbols: Symbols, bindings: Bindings, scope_symbols: Sequence[int], scope_kinds: Sequence[int], text: bytes
) -> None:
    """Give symbols, variables and parameters the types that comments say of them, where the code says none."""
    functions: dict[int, Told] = {}  # Scope → what is told of the function.
    scope_of: dict[int, int] = {}
    for scope, (symbol, kind) in enumerate(zip(scope_symbols, scope_kinds, strict=True)):
        if symbol >= 0 and kind == ScopeKind.FUNCTION:
            scope_of.setdefault(symbol, scope)
    for row, (start, _) in enumerate(symbols.name_spans):
        told = documented.by_end.get(symbols.docs[row][1]) or documented.by_name.get(start)
        if told is None:
            continue
        is_callable = symbols.kinds[row] in _CALLABLE
        if is_callable and row in scope_of:
            functions[scope_of[row]] = told
        written = told.returned if is_callable else told.type
        if written and (not symbols.types[row] or symbols.types[row].startswith("=")):
            symbols.types[row] = written
    for at, binding in enumerate(bindings.rows):
        start, end, name, kind, scope, symbol, imported, type_ = binding
        if type_.startswith(":") or symbol >= 0 or imported >= 0:
            continue
        told = functions.get(scope) if kind == BindingKind.PARAMETER else documented.by_name.get(start)
        if told is None:
            continue
        written = (
            told.parameters.get(text[start:end].decode("utf-8", "surrogateescape"), "") if kind == BindingKind.PARAMETER else told.type
        )
        if written and not type_.startswith("=#"):
            bindings.rows[at] = (start, end, name, kind, scope, symbol, imported, ":" + written)
