"""The references of a file: every use of a name, with its role and what stands before its dot."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maguyva.extract.receivers import UNREADABLE, Receivers
from maguyva.extract.spans import Nesting
from maguyva.model import Role

Offsets = NDArray[np.int64]

# The most telling role of a token wins; a token that sets a name is a write whatever else the queries call it.
ROLE_OF_CAPTURE = {
    "reference.import": Role.IMPORT,
    "reference.inherit": Role.INHERIT,
    "reference.decorate": Role.DECORATE,
    "reference.call": Role.CALL,
    "reference.type": Role.TYPE,
    "reference.write": Role.WRITE,
    "key.write": Role.WRITE,
    "reference.read": Role.READ,
    "key.read": Role.READ,
    "keyword": Role.READ,
    "tag": Role.TYPE,
    "label": Role.READ,
    "exported": Role.READ,
}
KEY = "{}"  # The qualifier of a property's name in an object literal, an object pattern or an attribute list.
MACRO = "! "  # The qualifier of a macro's name where macros have names of their own: Rust's `name!`.
TAG = "struct "  # The qualifier of a tag's name behind its keyword: `struct x`, `union x`, `enum x`.
LABEL = "goto "  # The qualifier of a label's name.
EXPORTED = "export "  # The qualifier of a name in Python's `__all__`.
_ROLE_OF_RANK = np.array([Role.WRITE, *ROLE_OF_CAPTURE.values()], dtype=np.uint8)
_TYPE_RANK = 1 + list(ROLE_OF_CAPTURE).index("reference.type")
_IS_SPACE = np.isin(np.arange(256), np.frombuffer(b" \t\r\n", dtype=np.uint8))
_READ_RANK = 1 + list(ROLE_OF_CAPTURE).index("reference.read")
_READ, _TYPE, _IMPORT = int(Role.READ), int(Role.TYPE), int(Role.IMPORT)

_RELATIVE = re.compile(rb"(?<![\w.\x80-\xff])(\.+[\w\x80-\xff]+(?:\.[\w\x80-\xff]+)*)\.\Z")  # `..a.` before `b`
_QUOTED_NAME = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_DOCUMENTED = re.compile(rb"\{@link\w*[ \t]+([\w$.#]+)|@(?:\w+)[ \t]+\{([^{}\n@]*)\}|@(?:extends|augments|implements)[ \t]+([\w$.]+)")
_MACRO_TOKEN = re.compile(
    rb"""(?P<name>[A-Za-z_]\w*)|//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[0-9][\w.]*|\#[ \t]*\w+|.""",
    re.DOTALL | re.VERBOSE,
)
_C_KEYWORDS = frozenset(
    b"auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return "
    b"short signed sizeof static struct switch typedef union unsigned void volatile while bool class namespace new delete this throw try "
    b"catch template typename public private protected virtual operator using true false nullptr static_cast reinterpret_cast const_cast "
    b"dynamic_cast defined __VA_ARGS__ __FILE__ __LINE__ __func__ __attribute__ asm __asm__ typeof __typeof__".split()
)
_PRIMITIVE = frozenset(
    b"None string number boolean object any void null undefined unknown never function symbol bigint Array Object Function Promise this typeof "
    b"keyof import is".split()
)


@dataclass(frozen=True, slots=True)
class References:
    """Parallel columns, sorted by start."""

    starts: Offsets
    ends: Offsets
    roles: NDArray[np.uint8]
    names: list[int]
    qualifiers: list[str]


Captured = Mapping[str, tuple[list[int], list[int]]]  # Capture name → starts and ends of its nodes.


def refer(
    text: bytes,
    captured: Captured,
    introduced: set[int],
    written: Sequence[tuple[int, int]],
    receivers: Receivers,
    row_of: Callable[[bytes], int],
) -> References:
    """All references of a file: the captured name tokens, less those that are `introduced` (starts of definition and binding tokens)."""
    starts, ends, ranks = _gather(text, captured, written)
    order = np.lexsort((ranks, starts))
    starts, ends, ranks = starts[order], ends[order], ranks[order]
    keep = np.ones(len(starts), dtype=np.bool_)
    keep[1:] = starts[1:] != starts[:-1]
    left_out = introduced.union(captured.get("ignore", _NONE)[0])
    keep &= np.fromiter((start not in left_out for start in starts.tolist()), dtype=np.bool_, count=len(starts))
    keep &= ends > starts
    starts, ends, roles = starts[keep], ends[keep], _ROLE_OF_RANK[ranks[keep]]
    roles[(roles == _READ) & _inside(captured.get("region.type", _NONE), starts)] = _TYPE
    roles[(roles == _READ) & _inside(captured.get("region.import", _NONE), starts)] = _IMPORT
    start_list, end_list = starts.tolist(), ends.tolist()
    names = [row_of(text[start:end]) for start, end in zip(start_list, end_list, strict=True)]
    return References(starts, ends, roles, names, _qualifiers(text, captured, starts, start_list, roles, receivers))


_NONE: tuple[list[int], list[int]] = ([], [])


def _gather(text: bytes, captured: Captured, written: Sequence[tuple[int, int]]) -> tuple[Offsets, Offsets, NDArray[np.uint8]]:
    starts: list[int] = [start for start, _ in written]
    ends: list[int] = [end for _, end in written]
    ranks: list[NDArray[np.uint8]] = [np.zeros(len(written), dtype=np.uint8)]
    for rank, capture in enumerate(ROLE_OF_CAPTURE, start=1):
        found = captured.get(capture)
        if found is not None:
            starts += found[0]
            ends += found[1]
            ranks.append(np.full(len(found[0]), rank, dtype=np.uint8))
    in_macros = _in_macros(text, captured)
    starts += [start for start, _ in in_macros]
    ends += [end for _, end in in_macros]
    ranks.append(np.full(len(in_macros), _READ_RANK, dtype=np.uint8))
    quoted = _quoted_types(text, captured) + _documented_types(text, captured)
    starts += [start for start, _ in quoted]
    ends += [end for _, end in quoted]
    ranks.append(np.full(len(quoted), _TYPE_RANK, dtype=np.uint8))
    return np.array(starts, dtype=np.int64), np.array(ends, dtype=np.int64), np.concatenate(ranks)


def _inside(regions: tuple[list[int], list[int]], offsets: Offsets) -> NDArray[np.bool_]:
    """Whether each offset lies in one of the regions, which may overlap."""
    if not regions[0]:
        return np.zeros(len(offsets), dtype=np.bool_)
    starts, ends = np.array(regions[0], dtype=np.int64), np.array(regions[1], dtype=np.int64)
    order = np.argsort(starts, kind="stable")
    starts, reach = starts[order], np.maximum.accumulate(ends[order])
    before = np.searchsorted(starts, offsets, side="right")
    inside: NDArray[np.bool_] = (before > 0) & (reach[before - 1] > offsets)
    return inside


def _quoted_types(text: bytes, captured: Captured) -> list[tuple[int, int]]:
    found = captured.get("quoted.type")
    if found is None:
        return []
    starts, ends = found
    excluded = _inside(captured.get("quoted.none", _NONE), np.array(starts, dtype=np.int64))
    return [
        match.span()
        for start, end, out in zip(starts, ends, excluded.tolist(), strict=True)
        if not out
        for match in _QUOTED_NAME.finditer(text, start, end)
        if match.group() not in _PRIMITIVE
    ]


def _in_macros(text: bytes, captured: Captured) -> list[tuple[int, int]]:
    """The names in the bodies of macros, which the parser leaves as text."""
    return [
        name.span()
        for start, end in zip(*captured.get("macro.body", _NONE), strict=True)
        for name in _MACRO_TOKEN.finditer(text, start, end)
        if name.lastgroup and name.group() not in _C_KEYWORDS
    ]


def _documented_types(text: bytes, captured: Captured) -> list[tuple[int, int]]:
    """The names in the types and links of documentation comments: `@param {Foo} x`, `{@link Bar}`."""
    return [
        name.span()
        for start, end in zip(*captured.get("doc.types", _NONE), strict=True)
        for braces in _DOCUMENTED.finditer(text, start, end)
        for name in _QUOTED_NAME.finditer(text, *braces.span(braces.lastindex or 0))
        if name.group() not in _PRIMITIVE
    ]


def _qualifiers(
    text: bytes, captured: Captured, starts: Offsets, start_list: list[int], roles: NDArray[np.uint8], receivers: Receivers
) -> list[str]:
    qualifiers = [""] * len(start_list)
    if not start_list:
        return qualifiers
    previous = np.frombuffer(text, dtype=np.uint8)[np.maximum(starts - 1, 0)]
    previous[starts == 0] = 0
    spaced = _IS_SPACE[previous]
    if spaced.any():  # Go's chains go on after a dot at the end of a line.
        previous[spaced] = _before_space(text, starts[spaced], captured.get("comment", _NONE))
    for index in np.flatnonzero((previous == 0x2E) | (previous == 0x3A) | (previous == 0x3E)).tolist():
        start = start_list[index]
        if roles[index] == _IMPORT and text[start - 1] == 0x2E and (start < 2 or text[start - 2] in b". \t\r\n\\"):
            qualifiers[index] = text[_dots_before(text, start) : start].decode("ascii")  # Python's relative import.
        elif roles[index] == _IMPORT and (path := _RELATIVE.search(text, max(0, start - 200), start)):
            qualifiers[index] = path[1].decode("utf-8", "surrogateescape")
        else:
            qualifiers[index] = receivers.before(start)
    for capture, qualifier in (
        ("key.write", KEY),
        ("key.read", KEY),
        ("tag", TAG),
        ("macro", MACRO),
        ("label", LABEL),
        ("exported", EXPORTED),
    ):
        keys = np.array(captured.get(capture, _NONE)[0], dtype=np.int64)
        if len(keys):
            places = np.minimum(np.searchsorted(starts, keys), len(starts) - 1)
            for index in places[starts[places] == keys].tolist():
                qualifiers[index] = qualifier
    keywords = captured.get("keyword", _NONE)[0]
    if keywords:
        _qualify_keywords(text, captured, keywords, starts, qualifiers, receivers)
    return qualifiers


def starts_by_end(captured: Captured, prefix: str) -> dict[int, int]:
    """End → start of the nodes of all captures whose names begin with `prefix`."""
    # The binding gives a capture's nodes in no order. Where syntax is broken several may end at one place; it is always the innermost.
    starts = [start for name, (begins, _) in captured.items() if name.startswith(prefix) for start in begins]
    ends = [end for name, (_, stops) in captured.items() if name.startswith(prefix) for end in stops]
    result = dict(zip(ends, starts, strict=True))
    if len(result) == len(ends):
        return result
    order = np.argsort(np.array(starts, dtype=np.int64), kind="stable").tolist()
    return {ends[at]: starts[at] for at in order}


def _dots_before(text: bytes, start: int) -> int:
    while start > 0 and text[start - 1] == 0x2E:
        start -= 1
    return start


def _before_space(text: bytes, starts: Offsets, comments: tuple[list[int], list[int]]) -> NDArray[np.uint8]:
    """The last byte of code before each offset that is no white space, if it is a dot; else 0."""
    code = np.frombuffer(text, dtype=np.uint8)
    places = np.arange(len(code), dtype=np.int32)
    places[_IS_SPACE[code]] = 0
    for start, end in zip(*comments, strict=True):
        places[start:end] = 0
    found = code[np.maximum.accumulate(places)[starts - 1]]
    return np.where(found == 0x2E, found, np.uint8(0))


def _qualify_keywords(
    text: bytes, captured: Captured, keywords: list[int], starts: Offsets, qualifiers: list[str], receivers: Receivers
) -> None:
    argument_starts, argument_ends = captured.get("arguments", _NONE)
    spans = sorted(zip(argument_starts, argument_ends, strict=True), key=lambda span: (span[0], -span[1]))
    lists = Nesting((start, end, start) for start, end in spans)
    places = np.array(keywords, dtype=np.int64)
    rows = np.searchsorted(starts, places)
    for row, place, opening in zip(rows.tolist(), keywords, lists.at_each(places).tolist(), strict=True):
        if row < len(qualifiers) and starts[row] == place:
            opening = _named_opening(text, opening, lists)
            qualifiers[row] = receivers.ending_at(opening)[1] + "=" if opening > 0 else UNREADABLE + "="


def _named_opening(text: bytes, opening: int, lists: Nesting) -> int:
    """Where the expression before a list ends. In Go's `[]Foo{{a: 1}, {a: 2}}` and `map[string]Foo{"k": {a: 1}}` the type is written once."""
    while opening > 0:
        end = opening
        while end > 0 and text[end - 1] in b" \t\r\n":
            end -= 1
        if text[opening] != 0x7B or end == 0 or text[end - 1] not in b"{,:":
            return end
        opening = lists.at(end - 1)
    return 0
