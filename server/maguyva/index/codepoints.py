"""Sets of code points: what a character class of a regular expression means.

A set is a sorted tuple of (first, last) ranges that neither touch nor overlap. Surrogates are in no set, because UTF-8 text
holds none: a byte that is not UTF-8 is matched by no class, not even `.`, exactly as ripgrep's Unicode mode has it.

The Unicode tables are RE2's own, read by running its `\\p{…}` over all code points (20 ms, once per property and process), so
that this module and the engine can never disagree. Simple case folding is computed from `str.lower` and `str.upper`; a test
holds it equal to RE2's.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import re2

Ranges = tuple[tuple[int, int], ...]

MAX_CODE_POINT = 0x10FFFF
SCALARS: Ranges = ((0, 0xD7FF), (0xE000, MAX_CODE_POINT))
ASCII: Ranges = ((0, 0x7F),)
SPACE: Ranges = ((9, 13), (32, 32), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029), (0x202F, 0x202F),
                 (0x205F, 0x205F), (0x3000, 0x3000))  # fmt: skip

POSIX: dict[str, Ranges] = {
    "alnum": ((48, 57), (65, 90), (97, 122)),
    "alpha": ((65, 90), (97, 122)),
    "ascii": ASCII,
    "blank": ((9, 9), (32, 32)),
    "cntrl": ((0, 31), (127, 127)),
    "digit": ((48, 57),),
    "graph": ((33, 126),),
    "lower": ((97, 122),),
    "print": ((32, 126),),
    "punct": ((33, 47), (58, 64), (91, 96), (123, 126)),
    "space": ((9, 13), (32, 32)),
    "upper": ((65, 90),),
    "word": ((48, 57), (65, 90), (95, 95), (97, 122)),
    "xdigit": ((48, 57), (65, 70), (97, 102)),
}

# Alphabetic and Join_Control (UTS 18, Annex C) beyond the general categories: circled and squared letters, ZWNJ, ZWJ.
_WORD_CLASS = r"[\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{200C}\x{200D}\x{24B6}-\x{24E9}\x{1F130}-\x{1F149}\x{1F150}-\x{1F169}\x{1F170}-\x{1F189}]"


def union(*sets: Iterable[tuple[int, int]]) -> Ranges:
    """All code points of all `sets`; also puts unsorted ranges into order."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(piece for one in sets for piece in one):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return tuple(merged)


def intersection(left: Ranges, right: Ranges) -> Ranges:
    """The code points in both."""
    common: list[tuple[int, int]] = []
    i = j = 0
    while i < len(left) and j < len(right):
        first, last = max(left[i][0], right[j][0]), min(left[i][1], right[j][1])
        if first <= last:
            common.append((first, last))
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return tuple(common)


def complement(ranges: Ranges) -> Ranges:
    """All Unicode scalar values that are not in `ranges`."""
    gaps: list[tuple[int, int]] = []
    start = 0
    for first, last in ranges:
        if first > start:
            gaps.append((start, first - 1))
        start = last + 1
    if start <= MAX_CODE_POINT:
        gaps.append((start, MAX_CODE_POINT))
    return intersection(tuple(gaps), SCALARS)


def difference(left: Ranges, right: Ranges) -> Ranges:
    """The code points of `left` that are not in `right`."""
    return intersection(left, complement(right))


def size(ranges: Ranges) -> int:
    """How many code points the set has."""
    return sum(last - first + 1 for first, last in ranges)


def contains(ranges: Sequence[tuple[int, int]], code_point: int) -> bool:
    """Whether the set has `code_point`."""
    at = bisect_right(ranges, (code_point, MAX_CODE_POINT)) - 1
    return at >= 0 and ranges[at][0] <= code_point <= ranges[at][1]


@lru_cache(maxsize=256)
def property_ranges(name: str) -> Ranges:
    r"""The set of `\p{name}`: a general category (`L`, `Lu`) or a script (`Greek`), in any case. Raises ValueError for an unknown name."""
    for spelling in dict.fromkeys((name, name.capitalize(), name.title())):
        if spelling.replace("_", "").isalpha() and spelling.isascii():
            found = _matched_by(rf"\p{{{spelling}}}")
            if found is not None:
                return found
    raise ValueError(f"unknown Unicode class {name!r}")


@lru_cache(maxsize=1)
def word_ranges() -> Ranges:
    r"""The set of `\w`, by the definition that ripgrep follows."""
    return _matched_by(_WORD_CLASS) or ()


@lru_cache(maxsize=1)
def digit_ranges() -> Ranges:
    r"""The set of `\d`: decimal digits of every script."""
    return property_ranges("Nd")


def _matched_by(character_class: str) -> Ranges | None:
    options = re2.Options()
    options.log_errors = False
    try:
        run = re2.compile(f"(?:{character_class})+", options=options)
    except re2.error:
        return None
    scalars = np.concatenate([np.arange(first, last + 1, dtype="<u4") for first, last in SCALARS])
    text = scalars.tobytes().decode("utf-32-le").encode("utf-8")
    found = [(_code_point_at(text, match.start()), _code_point_at(text, match.end() - 1)) for match in run.finditer(text)]
    return intersection(tuple(found), SCALARS)


def _code_point_at(text: bytes, offset: int) -> int:
    start = offset
    while text[start] & 0xC0 == 0x80:
        start -= 1
    end = start + 1
    while end < len(text) and text[end] & 0xC0 == 0x80:
        end += 1
    return ord(text[start:end].decode("utf-8"))


# ---- case folding ----

# Where letters with case live. Asking all 1.1 million code points would cost a second; a test asks RE2 about every one.
_CASED_BLOCKS = ((0x41, 0x590), (0x10A0, 0x2190), (0x24B6, 0x24EA), (0x2C00, 0x2D30), (0xA640, 0xABC0), (0xFF21, 0xFF5B),
                 (0x10400, 0x10D00), (0x118A0, 0x118E0), (0x16E40, 0x16E80), (0x1E900, 0x1E944))  # fmt: skip
# İ and ı fold to i in Turkish only, so neither ripgrep nor RE2 joins them to i.
_DOTLESS = frozenset({0x130, 0x131})


@lru_cache(maxsize=1)
def fold_orbits() -> dict[int, tuple[int, ...]]:
    """Code point → all code points that equal it when case is ignored (itself included), for those that have company."""
    orbit: dict[int, set[int]] = {}
    for first, end in _CASED_BLOCKS:
        for code_point in range(first, end):
            if code_point in _DOTLESS:
                continue
            char = chr(code_point)
            for other in (char.lower(), char.upper(), char.title(), char.casefold()):
                if other != char and len(other) == 1:
                    joined = orbit.setdefault(code_point, {code_point}) | orbit.setdefault(ord(other), {ord(other)})
                    for member in joined:
                        orbit[member] = joined
    return {code_point: tuple(sorted(members)) for code_point, members in orbit.items()}


def fold(ranges: Ranges) -> Ranges:
    """`ranges` and all that equals one of them when case is ignored: K brings k and the Kelvin sign, s brings ſ."""
    if ranges and ranges[-1][1] < 0x80:  # The common case needs no table.
        return _fold_ascii(ranges)
    extra = [(member, member) for code_point, orbit in fold_orbits().items() if contains(ranges, code_point) for member in orbit]
    return union(ranges, extra)


@lru_cache(maxsize=1024)
def _fold_ascii(ranges: Ranges) -> Ranges:
    lower = intersection(ranges, POSIX["lower"])
    upper = intersection(ranges, POSIX["upper"])
    folded = union(ranges, ((a - 32, b - 32) for a, b in lower), ((a + 32, b + 32) for a, b in upper))
    extra = [(special, special) for letter, special in ((ord("k"), 0x212A), (ord("s"), 0x17F)) if contains(folded, letter)]
    return union(folded, extra)
