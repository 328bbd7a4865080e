"""Qualified names: `Class.method`, `mod::fn`, `a.b.c`, and the places that their earlier parts may name.

A place, a path or a container written away from its members, is kept folded and between slashes: "/outer/inner/".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from maguyva.index.fuzzy import folded

_SEPARATOR = re.compile(r"::|->|[.#:/\\]")
_CALL = re.compile(r"\(.*\)$|/\d+$", re.DOTALL)  # `parse(text)`, and Elixir's and Erlang's arity.
_OWN = frozenset({"self", "this", "cls", "super", "super()"})  # Qualifiers that say nothing about where a name is defined.


def split_qualified(query: str) -> tuple[list[str], str]:
    """(qualifiers, last part): `mod::Type::fn()` → (["mod", "Type"], "fn"). The last part is "" when there is no name in the query."""
    parts = [part.strip() for part in _SEPARATOR.split(_CALL.sub("", query.strip()))]
    parts = [part for part in parts if part]
    if not parts:
        return [], ""
    return [part for part in parts[:-1] if part not in _OWN], parts[-1]


def path_place(path: str) -> bytes:
    """The folders of a path and its stem, as a place."""
    *folders, file = path.split("/")
    return _place([*folders, file[:1] + file[1:].split(".", 1)[0]])


def container_place(written: str) -> bytes:
    """`a::Foo` as a place."""
    return _place(_SEPARATOR.split(written))


def _place(parts: Sequence[str]) -> bytes:
    return b"".join([b"/", *(folded(part) + b"/" for part in parts)])


def met_by(place: bytes, met: int, forms: Sequence[bytes], prefix: bool) -> int:
    """How many of `forms` (innermost first) are met after the parts of "/outer/inner/", when `met` were before."""
    for part in reversed(place[1:-1].split(b"/")):
        if met < len(forms) and (part.startswith(forms[met]) if prefix else part == forms[met]):
            met += 1
    return met
