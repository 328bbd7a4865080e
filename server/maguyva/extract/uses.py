"""Imports that are paths: Rust's `use a::{b, c as d, e::*}` and C++'s `using a::b`, taken apart into one row a name.

Nested groups put the parts of a path far from each other, so the module of a row is put together here. Each step of a path gives a
row too, which binds nothing: it tells what the token in the middle of a path refers to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from maguyva.extract.definitions import Found, Range, RawImport

_TOKEN = re.compile(rb"//[^\n]*|/\*.*?(?:\*/|\Z)|::|[{},*]|(?:r#)?[\w\x80-\xff]+", re.DOTALL)
_WORDS = frozenset({b"crate", b"self", b"super", b""})
_DEEPEST = 60
_LONGEST_PATH = 1000  # Bytes; each name of a group repeats the path before it.


def add_uses(found: Found, text: bytes, language: str) -> None:
    """Turn the paths that the queries found into import rows of `found`."""
    for start, end in found.uses:
        rows = _use_rows(text, start, end) if language == "rust" else _using_rows(text, start, end)
        for row in rows:
            key = (-2 - row.at, row.name[0] if row.name else -1, row.alias[0] if row.alias else -1)
            found.imports.setdefault(key, row)


def _using_rows(text: bytes, start: int, end: int) -> Iterator[RawImport]:
    if text[max(0, start - 40) : start].rstrip().endswith(b"namespace"):
        return  # `using namespace a::b` takes all of it.
    at = text.rfind(b"::", start, end)
    name = (at + 2 + len(text[at + 2 : end]) - len(text[at + 2 : end].lstrip()), end)
    module = b"::".join(part.strip() for part in text[start:at].split(b"::"))
    yield RawImport(None, name, None, 0, False, False, name[0], written=module)


def _use_rows(text: bytes, start: int, end: int) -> Iterator[RawImport]:
    """Rows of one use tree. `crate`, `self` and `super` stay words of the module's path; a leading `::` is its first, empty word."""
    tokens = [match.span() for match in _TOKEN.finditer(text, start, end) if text[match.start() : match.start() + 2] not in (b"//", b"/*")]
    path: list[bytes] = []
    groups: list[tuple[int, Range | None]] = []  # For each open brace: how long the path is there, and its last name's token.
    last: Range | None = None
    at = 0
    while at < len(tokens):
        word = text[slice(*tokens[at])]
        following = text[slice(*tokens[at + 1])] if at + 1 < len(tokens) else b""
        if word == b"{":
            if len(groups) >= _DEEPEST:
                return
            groups.append((len(path), last))
        elif word in (b"}", b","):
            if word == b"}" and groups:
                groups.pop()
            if groups:
                last = groups[-1][1]
                del path[groups[-1][0] :]
        elif word == b"::":
            if not path and not groups and at == 0:
                path.append(b"")
        elif word == b"*":
            yield RawImport(None, None, None, 0, True, False, tokens[at][0], written=b"::".join(path))
        else:
            alias = None
            span = tokens[at]
            module = b"::".join(path)
            if len(module) > _LONGEST_PATH:
                return
            if following == b"as" and at + 2 < len(tokens):
                alias = tokens[at + 2]
                at += 2
            leaf = following != b"::"
            if word == b"self" and path and leaf:  # `a::{self}` is `a` itself.
                if last is not None:
                    yield RawImport(None, last, alias, 0, False, False, tokens[at][0], written=b"::".join(path[:-1]))
            else:
                if leaf or word not in _WORDS:
                    yield RawImport(None, span, alias, 0, False, False, span[0], written=module, binds=leaf)
                path.append(word)
                last = span
        at += 1
