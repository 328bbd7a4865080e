"""Between the protocol's objects and ours: ranges, kinds of symbols, names of languages, settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lsprotocol import types

from maguyva.extract.languages import LANGUAGES, language_of
from maguyva.lsp.documents import Position
from maguyva.model import SymbolKind
from maguyva.settings import documentation
from maguyva.text import Encoding, LineIndex

_KINDS: Mapping[SymbolKind, types.SymbolKind] = {
    SymbolKind.NAMESPACE: types.SymbolKind.Namespace,
    SymbolKind.MODULE: types.SymbolKind.Module,
    SymbolKind.CLASS: types.SymbolKind.Class,
    SymbolKind.INTERFACE: types.SymbolKind.Interface,
    SymbolKind.STRUCT: types.SymbolKind.Struct,
    SymbolKind.ENUM: types.SymbolKind.Enum,
    SymbolKind.TRAIT: types.SymbolKind.Interface,
    SymbolKind.IMPL: types.SymbolKind.Object,
    SymbolKind.TYPE: types.SymbolKind.TypeParameter,  # What other servers use for an alias: the protocol has no kind of its own.
    SymbolKind.FUNCTION: types.SymbolKind.Function,
    SymbolKind.METHOD: types.SymbolKind.Method,
    SymbolKind.CONSTRUCTOR: types.SymbolKind.Constructor,
    SymbolKind.PROPERTY: types.SymbolKind.Property,
    SymbolKind.FIELD: types.SymbolKind.Field,
    SymbolKind.VARIABLE: types.SymbolKind.Variable,
    SymbolKind.CONSTANT: types.SymbolKind.Constant,
    SymbolKind.ENUM_MEMBER: types.SymbolKind.EnumMember,
    SymbolKind.MACRO: types.SymbolKind.Function,
    SymbolKind.HEADING: types.SymbolKind.String,
    SymbolKind.OBJECT: types.SymbolKind.Object,
    SymbolKind.UNION: types.SymbolKind.Struct,
    SymbolKind.EVENT: types.SymbolKind.Event,
}
_BY_LABEL: Mapping[str, int] = {kind.label: _KINDS[kind].value for kind in SymbolKind}

# Editors' names for languages, where they are not ours.
_LANGUAGE_IDS: Mapping[str, str] = {
    "typescriptreact": "tsx",
    "javascriptreact": "javascript",
    "shellscript": "bash",
    "sh": "bash",
    "zsh": "bash",
    "c++": "cpp",
    "cuda-cpp": "cpp",
    "cs": "csharp",
    "golang": "go",
    "protobuf": "proto",
    "terraform": "hcl",
    "jsonc": "json",
    "ocaml.interface": "ocaml_interface",
    "plaintext": "",
}
# And the other way round.
_EDITORS: Mapping[str, str] = {"tsx": "typescriptreact", "bash": "shellscript", "proto": "protobuf", "hcl": "terraform"}


def kind_number(kind: SymbolKind) -> int:
    """The protocol's number for a kind of symbol."""
    return _KINDS[kind].value


def kind_number_of_label(label: str) -> int:
    """Likewise, for a kind as answers name it (`enum_member`)."""
    return _BY_LABEL[label]


def range_of(lines: LineIndex, start: int, end: int, encoding: Encoding) -> dict[str, Any]:
    """A byte span as the protocol's range; a line end at its end is not part of it."""
    while end > start and lines.text[end - 1] in b"\r\n":
        end -= 1
    return {"start": _position(lines, start, encoding), "end": _position(lines, end, encoding)}


def _position(lines: LineIndex, offset: int, encoding: Encoding) -> dict[str, int]:
    line, character = lines.position(offset, encoding)
    return {"line": line, "character": character}


def position_of(position: types.Position) -> Position:
    """The pair that documents and lines take."""
    return position.line, position.character


def language_for(key: str, language_id: str, head: bytes) -> str | None:
    """The language to read an open document in: None where its path tells, else what the editor says, where we know that."""
    if "://" not in key and not key.startswith("untitled:") and language_of(key, head):
        return None
    named = _LANGUAGE_IDS.get(language_id.lower(), language_id.lower())
    if named in LANGUAGES or named == "":
        return named or None
    return None


def language_id(language: str) -> str:
    """What editors call a language of ours."""
    return _EDITORS.get(language, language)


def range_json(range: types.Range) -> dict[str, Any]:
    """A range of the protocol's as the JSON that it came as."""
    return {
        "start": {"line": range.start.line, "character": range.start.character},
        "end": {"line": range.end.line, "character": range.end.character},
    }


def settings_values(value: Any, live: bool) -> dict[str, object]:
    """The options a client sends: its section `maguyva`, or the whole object. A change while the server runs (`live`) may only touch what a
    workspace may choose: providers, caches and processes are set when the server starts."""
    if not isinstance(value, Mapping):
        return {}
    section = value.get("maguyva", value)
    if not isinstance(section, Mapping):
        return {}
    allowed = {name for name, _, scope, _ in documentation() if not live or scope == "folder"}
    return {name: chosen for name, chosen in _flat(section).items() if snake_case(name) in allowed}


def _flat(section: Mapping[Any, Any]) -> dict[str, object]:
    # `embedding: {provider}` and `embeddingProvider` are the same option; editors nest at the dots of a setting's name.
    found: dict[str, object] = {}
    for name, value in section.items():
        if isinstance(value, Mapping) and name != "features":
            found.update({f"{name}{str(inner)[:1].upper()}{str(inner)[1:]}": deep for inner, deep in value.items()})
        else:
            found[str(name)] = value
    return found


def snake_case(name: str) -> str:
    """An option's name as settings have it: `textLimit` → `text_limit`."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
