"""Habits of languages that nesting does not show, applied to what the definition queries found.

A name may be a path (`app::net::Finder::find`, `defmodule App.Router`), or wear a sigil or quotes. A function may be several clauses.
A heading reaches to the next one of its level, and a package statement to the next package. What C's parser takes for a function may
be a macro. All of it is decided from the text of the tokens, so that it costs nothing where no rule applies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from maguyva.extract.definitions import Definition, Found, Range
from maguyva.extract.uses import add_uses
from maguyva.model import CALLABLE_KINDS, SymbolFlag, SymbolKind

_CALLABLE: Final = frozenset(map(int, CALLABLE_KINDS))
_FUNCTION, _METHOD, _CONSTRUCTOR = int(SymbolKind.FUNCTION), int(SymbolKind.METHOD), int(SymbolKind.CONSTRUCTOR)
_HEADING = int(SymbolKind.HEADING)
_VARIABLE: Final = int(SymbolKind.VARIABLE)
_LINKED: Final = frozenset({_FUNCTION, _METHOD, _VARIABLE, int(SymbolKind.FIELD)})
_STORAGE: Final = re.compile(rb"\b(?:static|extern)\b")
_MODIFIED: Final = frozenset({"java", "csharp"})
_MODIFIER: Final = re.compile(rb"\b(static|public|abstract|async)\s")
_MODIFIER_FLAGS: Final[Mapping[bytes, int]] = {
    b"static": int(SymbolFlag.STATIC),
    b"public": int(SymbolFlag.EXPORTED),
    b"abstract": int(SymbolFlag.ABSTRACT),
    b"async": int(SymbolFlag.ASYNC),
}
_PREFIX: Final = 200  # How far `static` may stand before a name.

# Where a name may be a path: what parts it.
_SEPARATOR: Final[Mapping[str, bytes]] = {"cpp": b"::", "perl": b"::", "elixir": b"."}
_REFERENCE_SEPARATOR: Final[Mapping[str, bytes]] = {"perl": b"::", "elixir": b".", "haskell": b"."}
# Where a function may be several clauses, with a signature above them.
_CLAUSES: Final = frozenset({"haskell", "erlang", "elixir"})
# What contains the rest of the file, up to the next of its kind, when it is written without a body.
_OPEN: Final[Mapping[str, int]] = {
    "perl": int(SymbolKind.MODULE),
    "erlang": int(SymbolKind.MODULE),
    "php": int(SymbolKind.NAMESPACE),
    "csharp": int(SymbolKind.NAMESPACE),
}
_BARE: Final[Mapping[str, bytes]] = {
    "ruby": b":\"'",
    "elixir": b": ",
    "r": b"`",
    "zig": b'"@',
    "sql": b"\"'`[]",
    "markdown": b"# \t\r\n",
    "perl": b"'\"",
}
_NO_NAMES: Final = frozenset(
    b"if for while switch return else do catch sizeof defined TEST TEST_F TEST_P TYPED_TEST TYPED_TEST_P BENCHMARK_F".split()
)
_TYPE_ARGUMENTS: Final = re.compile(rb"<[^<>]*>")
_OPERATOR: Final = re.compile(rb"\boperator\b\s*(?:\(\)|[^\w\s(][^\s(]*|[\w\s:<>,*&\[\]]+?)(?=\s*\(|\Z)")


def apply_habits(found: Found, text: bytes, language: str) -> list[Range]:
    """Correct the definitions of `found` by the language's habits; returns the name tokens of clauses that were merged into another's."""
    definitions = found.definitions
    if language in _BARE:
        _undress(definitions, text, _BARE[language])
    if language in _SEPARATOR:
        _split_paths(definitions, text, _SEPARATOR[language])
    if language in ("c", "cpp"):
        _drop_macros(definitions, text)
        _note_static(definitions, text)
    if language in _MODIFIED:
        _note_modifiers(definitions, text)
    if language == "go":
        _note_capitals(definitions, text)
    if found.uses:
        add_uses(found, text, language)
    if language in _OPEN or language == "markdown":
        _stretch(definitions, text, language)
    return _merge_clauses(definitions, text) if language in _CLAUSES else []


def _undress(definitions: dict[int, Definition], text: bytes, clothes: bytes) -> None:
    for key in list(definitions):
        definition = definitions[key]
        start, end = definition.name
        while start < end and text[start] in clothes:
            start += 1
        while end > start and text[end - 1] in clothes:
            end -= 1
        if start == end:
            del definitions[key]
        elif (start, end) != definition.name:
            definition.name = (start, end)
            del definitions[key]
            definitions[start] = definition


def _split_paths(definitions: dict[int, Definition], text: bytes, separator: bytes) -> None:
    for key in list(definitions):
        definition = definitions[key]
        start, end = definition.name
        operator = _OPERATOR.search(text, start, end) if separator == b"::" else None
        if operator is not None:  # `operator bool() const` is named without its parameters.
            end = operator.end()
        at = text.rfind(separator, start, operator.start() if operator is not None else end)
        if (at < 0 and end == definition.name[1]) or end <= max(at + len(separator), start):
            continue
        del definitions[key]
        if at >= 0:
            definition.container = (start, at)
            start = at + len(separator)
            if definition.kind == _FUNCTION:
                last = plain_path(text[definition.container[0] : at]).rpartition(separator)[2]
                definition.kind = _CONSTRUCTOR if last == text[start:end] else _METHOD
        definition.name = (start, end)
        definitions[start] = definition


def plain_path(path: bytes) -> bytes:
    """A path without the arguments of its types: `Router<T, N>` → `Router`."""
    if b"<" not in path:
        return path
    return _TYPE_ARGUMENTS.sub(b"", _TYPE_ARGUMENTS.sub(b"", path)).strip()


def cut_paths(captured: dict[str, tuple[list[int], list[int]]], text: bytes, language: str) -> None:
    """Let the references that are whole paths stand at their last word: `App::Route::find` refers to `find`."""
    separator = _REFERENCE_SEPARATOR.get(language)
    if separator is None:
        return
    for name, (starts, ends) in captured.items():
        if name.startswith("reference."):
            cuts = [text.rfind(separator, start, end) for start, end in zip(starts, ends, strict=True)]
            captured[name] = [start if at < 0 else at + len(separator) for start, at in zip(starts, cuts, strict=True)], ends


def _drop_macros(definitions: dict[int, Definition], text: bytes) -> None:
    macro = int(SymbolKind.MACRO)
    for key in [key for key, definition in definitions.items() if text[slice(*definition.name)] in _NO_NAMES and definition.kind != macro]:
        del definitions[key]


def _note_static(definitions: dict[int, Definition], text: bytes) -> None:
    """What is `static` is seen in its own file only, whatever words stand between that and the name; `extern` only declares."""
    for start, definition in definitions.items():
        if definition.kind in _LINKED:
            word = _STORAGE.search(text, definition.start, min(start, definition.start + _PREFIX))
            if word is not None and word[0] == b"static":
                definition.flags |= int(SymbolFlag.STATIC)
            elif word is not None and definition.kind == _VARIABLE:
                definition.flags |= int(SymbolFlag.OVERLOAD)


def _note_modifiers(definitions: dict[int, Definition], text: bytes) -> None:
    """In Java and C# the modifiers stand before the type, which stands before the name."""
    for start, definition in definitions.items():
        for word in _MODIFIER.findall(text, max(definition.start, start - _PREFIX), start):
            definition.flags |= _MODIFIER_FLAGS[word]


def _note_capitals(definitions: dict[int, Definition], text: bytes) -> None:
    """Go exports what begins with a capital."""
    for start, definition in definitions.items():
        if text[start : definition.name[1]].decode("utf-8", "replace")[:1].isupper():
            definition.flags |= int(SymbolFlag.EXPORTED)


def _stretch(definitions: dict[int, Definition], text: bytes, language: str) -> None:
    opening = _OPEN.get(language, _HEADING)
    waiting: list[tuple[int, Definition]] = []  # (level, …) of what is still open; one ends what is as deep or deeper.
    for definition in _in_order(definitions.values()):
        if definition.kind != opening or (opening != _HEADING and definition.body >= 0):
            continue
        level = _heading_level(text[definition.start : definition.end]) if opening == _HEADING else 1
        while waiting and waiting[-1][0] >= level:
            waiting.pop()[1].end = definition.start
        waiting.append((level, definition))
    for _, definition in waiting:
        definition.end = len(text)


def _heading_level(heading: bytes) -> int:
    line = heading.lstrip()
    level = len(line) - len(line.lstrip(b"#"))
    return level or (1 if heading.rstrip().endswith(b"=") else 2)


def _merge_clauses(definitions: dict[int, Definition], text: bytes) -> list[Range]:
    merged: list[Range] = []
    before: Definition | None = None
    for definition in _in_order(definitions.values()):
        if before is not None and definition.start < before.end and definition.kind not in _CALLABLE:
            continue  # Inside the clause above.
        same = (
            before is not None
            and before.kind == definition.kind
            and definition.kind in _CALLABLE
            and definition.start >= before.end
            and text[slice(*before.name)] == text[slice(*definition.name)]
        )
        if before is not None and same:
            before.end = definition.end
            merged.append(definition.name)
            del definitions[definition.name[0]]
        else:
            before = definition
    return merged


def _in_order(definitions: Iterable[Definition]) -> list[Definition]:
    return sorted(definitions, key=lambda definition: (definition.start, -definition.end, definition.name))
