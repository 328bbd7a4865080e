"""What `package.json`, `tsconfig.json` and `jsconfig.json` say of modules: names of packages, entry points, path mappings.

A file's facts do not know its name, so any small JSON text with these keys is read; for any other nothing is found.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

_LARGEST: Final = 200_000  # Bytes; real ones are smaller, data is larger.
_MARKS: Final = (b'"name"', b'"compilerOptions"', b'"extends"', b'"imports"', b'"exports"')
_ENTRIES: Final = ("types", "typings", "source", "module", "main")
# Of several conditions the first that is there; sources and types before what is built from them.
_CONDITIONS: Final = ("source", "types", "typescript", "import", "node", "module", "require", "browser", "default")
_MOST: Final = 500
_DEEPEST: Final = 6
# What these files may hold beside JSON, outside of strings: comments, then commas before a closing bracket.
_COMMENT: Final = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_COMMA: Final = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])')


def read_manifest(text: bytes) -> list[tuple[str, str]]:
    """(key, value) of each setting: "name"; "main", "types" and so on with a path; "exports ./x", "imports #x" and "paths @/*" with what
    they lead to, several in their order; "baseUrl", "extends", "reference"."""
    if len(text) > _LARGEST or not any(mark in text for mark in _MARKS):
        return []
    try:
        code = _COMMENT.sub(lambda match: match[1] or "", text.decode("utf-8", "replace"))
        written = json.loads(_COMMA.sub(lambda match: match[1] or "", code))
    except (ValueError, RecursionError):
        return []
    return list(dict.fromkeys(_settings(written)))[:_MOST] if isinstance(written, dict) else []


def _settings(written: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key in ("name", *_ENTRIES):
        if isinstance(written.get(key), str):
            yield key, written[key]
    extended = written.get("extends")
    for one in extended if isinstance(extended, list) else [extended]:
        if isinstance(one, str):
            yield "extends", one
    exports = written.get("exports")
    if isinstance(exports, str | list) or (isinstance(exports, dict) and not any(key.startswith(".") for key in exports)):
        exports = {".": exports}
    for field, table in (("exports", exports), ("imports", written.get("imports"))):
        for key, value in table.items() if isinstance(table, dict) else ():
            for path in _paths(value, 0):
                yield f"{field} {key}", path
    options = written.get("compilerOptions")
    if isinstance(options, dict):
        if isinstance(options.get("baseUrl"), str):
            yield "baseUrl", options["baseUrl"]
        paths = options.get("paths")
        for key, values in paths.items() if isinstance(paths, dict) else ():
            for value in values if isinstance(values, list) else ():
                if isinstance(value, str):
                    yield f"paths {key}", value


def _paths(value: Any, depth: int) -> Iterator[str]:
    """What an entry of `exports` leads to, by the conditions in the order of their worth here."""
    if isinstance(value, str):
        yield value
    elif depth < _DEEPEST and isinstance(value, list):
        for one in value:
            yield from _paths(one, depth + 1)
    elif depth < _DEEPEST and isinstance(value, dict):
        for condition in sorted(value, key=lambda key: _CONDITIONS.index(key) if key in _CONDITIONS else len(_CONDITIONS)):
            yield from _paths(value[condition], depth + 1)
