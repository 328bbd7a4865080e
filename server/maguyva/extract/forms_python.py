"""Forms of Python's expressions that are no plain chain: what is one of several, what a display or a comprehension holds.

A form is text that `resolve.expressions` takes apart: "a|b" one of several, "[a|b]" a list, set or generator of what is in it, "{a}" a
dictionary with such values, "(a, b)" a tuple, "xs<>" an element of xs. "" is what cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate

from maguyva.text import split_outside_brackets

_TOKEN = re.compile(
    rb"[rRuUfFbB]{0,2}(?:\"\"\"(?:[^\\]|\\.)*?\"\"\"|'''(?:[^\\]|\\.)*?'''|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')|#[^\n]*|[([{]|[)\]}]"
    rb"|\b(?:if|else|or|and|for|async|lambda|not|in|is|await)\b|[<>=!]=|:=|\*\*?|[,:<>+/%|&^@-]",
    re.DOTALL,
)
_LONGEST = 600  # Bytes of an expression that is read; longer ones are data.
_MOST = 3  # Alternatives and elements that are kept.
_WIDEST = 160
_OPERATORS = frozenset(b"+ - / % * ** @ & ^".split())
_COMPARISONS = frozenset(b"< > == != <= >= in is not".split())
_OPENING = frozenset({b"(", b"[", b"{"})
_CLOSING = {0x28: 0x29, 0x5B: 0x5D, 0x7B: 0x7D}
_NAME = re.compile(rb"[A-Za-z_]\w*\Z")
_NOTHING = frozenset({"None", ""})
_LITERALS = frozenset({"None", "", "''", "0"})  # What holds only these says nothing about members.

Chain = Callable[[int, int], str]  # The form of a plain chain in text[start:end], "" for anything else.


def form(text: bytes, start: int, end: int, chain: Chain, depth: int = 0) -> str:
    """The form of the expression text[start:end]."""
    while start < end and text[start] in b" \t\r\n":
        start += 1
    while end > start and text[end - 1] in b" \t\r\n":
        end -= 1
    if end <= start or end - start > _LONGEST or depth > 4:
        return ""
    if text[start] in b"[{(" and _closes(text, start, end):
        return _display(text, start, end, chain, depth)
    marks = _top_level(text, start, end)
    words = [word for word, _ in marks]
    if b"," in words and b"lambda" not in words:
        parts = [_part(text, a, b, chain, depth) for a, b in _between(marks, (b",",), start, end)]
        return _short("(" + ", ".join(parts) + ")") if len(parts) <= 6 else ""
    if words[:1] == [b"lambda"]:
        return ""
    if b"if" in words and b"else" in words:
        condition, other = words.index(b"if"), words.index(b"else")
        return _either([(start, marks[condition][1]), (marks[other][1] + 4, end)], text, chain, depth)
    if b"or" in words:
        return _either(_between(marks, (b"or",), start, end), text, chain, depth)
    if b"and" in words:
        return form(text, *_between(marks, (b"and",), start, end)[-1], chain, depth + 1)
    if words[:1] == [b"await"]:
        return form(text, start + 5, end, chain, depth + 1)
    if any(word in _COMPARISONS for word in words):
        return "0"
    return "" if any(word in _OPERATORS for word in words) else _short(chain(start, end))


def _either(spans: list[tuple[int, int]], text: bytes, chain: Chain, depth: int, without: frozenset[str] = _NOTHING) -> str:
    found: dict[str, None] = {}
    for a, b in spans[:_MOST]:
        one = form(text, a, b, chain, depth + 1)
        if one not in without:
            found[one] = None
    return _short("|".join(list(found)[:_MOST]))


def _part(text: bytes, a: int, b: int, chain: Chain, depth: int) -> str:
    return form(text, a, b, chain, depth + 1) or "?"


def _display(text: bytes, start: int, end: int, chain: Chain, depth: int) -> str:
    opening = text[start]
    inner = (start + 1, end - 1)
    marks = _top_level(text, *inner)
    words = [word for word, _ in marks]
    if b"for" in words:
        held = _comprehended(text, inner, marks, opening == 0x7B and b":" in words[: words.index(b"for")], chain, depth)
        return _short("{" + held + "}" if opening == 0x7B and b":" in words[: words.index(b"for")] else "[" + held + "]")
    if opening == 0x28:
        if not text[start + 1 : end - 1].strip():
            return "()"
        return form(text, *inner, chain, depth + 1)
    parts = _between(marks, (b",",), *inner)
    if b"lambda" in words or not parts:
        return "{}" if opening == 0x7B else "[]"
    parts = [(a, b) for a, b in parts if text[a:b].strip() and not text[a:b].lstrip().startswith(b"*")][:_MOST]
    if opening == 0x7B and b":" in words:
        parts = [(a + text[a:b].index(b":") + 1, b) for a, b in parts if b":" in text[a:b]]
        return _short("{" + _either(parts, text, chain, depth, _LITERALS) + "}")
    return _short("[" + _either(parts, text, chain, depth, _LITERALS) + "]")


def _comprehended(text: bytes, inner: tuple[int, int], marks: list[tuple[bytes, int]], pairs: bool, chain: Chain, depth: int) -> str:
    """What a comprehension makes: its loop's variable is written out as an element of what is looped over."""
    words = [word for word, _ in marks]
    loop = words.index(b"for")
    stop = marks[loop - 1][1] if loop and words[loop - 1] == b"async" else marks[loop][1]
    made = (inner[0], stop)
    if pairs:
        made = marks[words.index(b":")][1] + 1, stop
    written = form(text, *made, chain, depth + 1)
    if not written or b"in" not in words[loop:]:
        return ""
    source = words.index(b"in", loop)
    variable = text[marks[loop][1] + 3 : marks[source][1]].strip()
    end = next((at for word, at in marks[source + 1 :] if word in (b"if", b"for", b"async")), inner[1])
    if words.count(b"for") > 1 or not _NAME.match(variable):
        names = set(re.findall(r"[A-Za-z_]\w*", variable.decode("utf-8", "surrogateescape")))
        return "" if names & set(re.findall(r"(?<![.\w])[A-Za-z_]\w*", written)) or words.count(b"for") > 1 else written
    over = form(text, marks[source][1] + 2, end, chain, depth + 1)
    name = re.escape(variable.decode("utf-8", "surrogateescape"))
    if not re.search(rf"(?<![.\w]){name}\b", written):
        return written
    return re.sub(rf"(?<![.\w]){name}\b", lambda _: over + "<>", written) if over and "|" not in over else ""


def part_of(written: str, path: tuple[int, ...]) -> str:
    """The form of one part of what is unpacked; of a written tuple that is what stands there."""
    for at, which in enumerate(path):
        if not (written.startswith("=(") and written.endswith(")")):
            return suffixed(written, "".join(f".{part}" for part in path[at:]))
        parts = _tuple_parts(written[2:-1])
        written = f"={parts[which]}" if which < len(parts) and parts[which] != "?" else ""
    return written


def _tuple_parts(inner: str) -> list[str]:
    if min(accumulate((char in "([{") - (char in ")]}") for char in inner), default=0) < 0:
        return []  # What the first bracket opened is closed before the end.
    return [piece.strip() for piece in split_outside_brackets(inner, ",")]


def suffixed(written: str, suffix: str) -> str:
    """A form with a step behind it, behind each of its alternatives."""
    if "|" not in written:
        return written + suffix
    return "|".join(piece + suffix for piece in split_outside_brackets(written, "|"))


def _short(written: str) -> str:
    return written if len(written) <= _WIDEST else ""


def _closes(text: bytes, start: int, end: int) -> bool:
    """Whether the bracket at `start` is closed by the last byte."""
    close = _CLOSING[text[start]]
    if text[end - 1] != close:
        return False
    if text.find(close, start, end) == end - 1:
        return True
    depth = 0
    for match in _TOKEN.finditer(text, start, end):
        byte = match[0]
        if byte in _OPENING:
            depth += 1
        elif byte in b")]}":
            depth -= 1
            if depth == 0:
                return match.end() == end
    return False


def _top_level(text: bytes, start: int, end: int) -> list[tuple[bytes, int]]:
    found: list[tuple[bytes, int]] = []
    depth = 0
    for match in _TOKEN.finditer(text, start, end):
        token = match[0]
        if token in _OPENING:
            depth += 1
        elif token in b")]}":
            depth -= 1
        elif depth == 0 and token[:1] != b"#" and token[-1:] not in (b'"', b"'"):
            found.append((token, match.start()))
    return found


def _between(marks: list[tuple[bytes, int]], separators: tuple[bytes, ...], start: int, end: int) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for word, at in marks:
        if word in separators:
            spans.append((start, at))
            start = at + len(word)
    if end > start:
        spans.append((start, end))
    return spans
