r"""Writing a regular expression's tree out for RE2, so that it means what ripgrep means.

RE2's own `\w`, `\b` and `(?i)` are not used: they are ASCII's, or accept bytes that are not UTF-8. Every set is written with explicit
ranges, in up to three flavours, each compiled when first needed:

- *narrow*: sets cut down to ASCII, for ASCII text, which most is. RE2's `\b` is exact there, and small automata are fast.
- *wide*: whole sets, for any text. Where the pattern has a `\b`, the wide program leaves it out: it finds too many lines, and
- *spelled* decides about each such line: the line is rewritten by `spell` so that RE2's ASCII `\b` falls where Unicode's would.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

import re2

from maguyva.index import codepoints
from maguyva.index.codepoints import Ranges
from maguyva.index.regex_syntax import Assertion, Capture, Chars, Choice, Node, Repeat, Sequence

Flavour = Literal["narrow", "wide", "spelled"]
Span = tuple[int, int]
Finder = Callable[[int], Span | None]

ENGINE_MEMORY = 16 << 20  # Bytes RE2 may use for one program and its automata.


def program(root: Node, flavour: Flavour) -> Any:
    """The compiled tree. Raises ValueError when it is too large."""
    return _compiled("(?m)" + _written(root, flavour))


def finder(compiled: Any, text: bytes) -> Finder:
    """A function from an offset to the next match of a program at or after it; a capture, where there is one, is the match."""
    search, group = compiled.search, compiled.groups

    def find(at: int) -> Span | None:
        match = search(text, at)
        return None if match is None else match.span(group)

    return find


@lru_cache(maxsize=64)
def _compiled(source: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = ENGINE_MEMORY
    try:
        return re2.compile(source, options=options)
    except re2.error as problem:
        reason = problem.args[0] if problem.args else b""
        words = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise ValueError(f"the pattern cannot be compiled: {words.partition(':')[0]}") from None


def only_ascii(node: Node) -> bool:
    """Whether all sets of the tree are ASCII, so that its narrow and wide programs would be the same."""
    match node:
        case Chars(ranges):
            return ranges[-1][1] < 0x80
        case Sequence(parts) | Choice(parts):
            return all(only_ascii(part) for part in parts)
        case Repeat(part) | Capture(part):
            return only_ascii(part)
        case Assertion():
            return True


def _written(node: Node, flavour: Flavour) -> str:
    match node:
        case Chars(ranges):
            return _written_set(ranges, flavour)
        case Sequence(parts):
            return "".join(f"(?:{_written(part, flavour)})" if isinstance(part, Choice) else _written(part, flavour) for part in parts)
        case Choice(parts):
            return "|".join(_written(part, flavour) for part in parts)
        case Repeat(part, low, high, lazy):
            bounds = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((low, high)) or f"{{{low},{'' if high is None else high}}}"
            return f"(?:{_written(part, flavour)}){bounds}{'?' if lazy else ''}"
        case Capture(part):
            return f"({_written(part, flavour)})"
        case Assertion(kind):
            if kind == "line_start":
                return "^"
            if kind == "line_end":
                return "$"
            return "(?:)" if flavour == "wide" else r"\b" if kind == "word_boundary" else r"\B"


def _written_set(ranges: Ranges, flavour: Flavour) -> str:
    if flavour == "narrow":
        return _bracketed(codepoints.intersection(ranges, codepoints.ASCII))
    if flavour == "wide":
        return _bracketed(ranges)
    words = codepoints.difference(codepoints.word_ranges(), codepoints.ASCII)
    ways = []
    if plain := codepoints.difference(codepoints.difference(ranges, words), ((_ZERO, _ZERO),)):
        ways.append(_bracketed(plain))
    if codepoints.contains(ranges, _ZERO):
        ways.append(_ZERO_UNIT)
    if letters := codepoints.intersection(ranges, words):
        ways.append(f"0{_bracketed(letters)}0")
    return ways[0] if len(ways) == 1 and plain else f"(?:{'|'.join(ways)})"


def _bracketed(ranges: Ranges) -> str:
    if not ranges:
        return r"[^\x00-\x{10FFFF}]"  # Matches nothing.
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return rf"\x{{{ranges[0][0]:X}}}"
    return "[" + "".join(rf"\x{{{first:X}}}" if first == last else rf"\x{{{first:X}}}-\x{{{last:X}}}" for first, last in ranges) + "]"


# ---- spelling a line so that ASCII word boundaries are Unicode's ----

# Each word character outside ASCII is put between two zeros, and a real zero is spelled as one such unit too. Zeros are word
# characters to RE2, so boundaries fall right. No match starts or ends inside a unit: what stands between its zeros are word
# characters outside ASCII, and the written sets hold those only together with both zeros.
_ZERO = ord("0")
_ZERO_UNIT = "0\u00e9\u00e90"


def spelled_finder(compiled: Any, line: bytes) -> Finder:
    """As `finder`, for the spelled program and a line as it is in the text."""
    spelled, places, origins = spell(line)
    find_spelled = finder(compiled, spelled)

    def find(at: int) -> Span | None:
        from_place = places[bisect_left(origins, at)] if at <= origins[-1] else len(spelled) + 1
        while from_place <= len(spelled):
            span = find_spelled(from_place)
            if span is None:
                return None
            start = bisect_left(places, span[0])
            if places[start] == span[0]:
                return origins[start], origins[bisect_left(places, span[1])]
            from_place = places[start]  # An empty match inside the spelling of one character is a match nowhere.
        return None

    return find


def spell(line: bytes) -> tuple[bytes, list[int], list[int]]:
    """The line rewritten, the byte offsets in it where a character starts (and its end), and the offsets those have in `line`."""
    words = codepoints.word_ranges()
    pieces: list[bytes] = []
    places: list[int] = []
    origins: list[int] = []
    place = origin = 0
    for char in line.decode("utf-8", "surrogateescape"):
        raw = char.encode("utf-8", "surrogateescape")
        if char == "0":
            piece = _ZERO_UNIT.encode()
        elif not char.isascii() and codepoints.contains(words, ord(char)):
            piece = b"0" + raw + b"0"
        else:
            piece = raw
        places.append(place)
        origins.append(origin)
        pieces.append(piece)
        place += len(piece)
        origin += len(raw)
    return b"".join(pieces), [*places, place], [*origins, origin]
