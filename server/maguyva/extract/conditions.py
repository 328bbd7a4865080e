"""What a build may leave out or read otherwise: the branches of C's `#if`, Rust's items behind `#[cfg(…)]` and the arguments of its macros.

A parser reads all branches as if all were there. Each becomes a row with its condition as written, so that who asks for a name's meaning
knows what an answer hangs on. An include guard is no condition: what it encloses is the file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

Range = tuple[int, int]
Row = tuple[int, int, str]  # start, end, condition

_LONGEST: Final = 300  # A longer condition is shown as "?": nobody evaluates it.
_DIRECTIVE: Final = re.compile(
    rb"^[ \t]*\#[ \t]*(ifdef|ifndef|if|elifdef|elifndef|elif|else|endif|define)\b((?:[^\\\n]|\\\r?\n|\\.)*+)", re.MULTILINE | re.DOTALL
)
_LONGEST_SPLIT: Final = 4000
_LOOK_BACK: Final = 400
_OPEN_ENDS: Final = frozenset((b",", b"=", b"+", b"-", b"|", b"&", b"<", b"(", b"?", b"["))  # What no statement ends with.
_TEMPLATE_HEAD: Final = re.compile(rb"\btemplate[ \t]*<[^;{}()]{0,200}>\Z")
# Strings, comments and directives hold no code.
_NOISE: Final = re.compile(
    rb"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|^[ \t]*\#(?:[^\\\n]|\\\r?\n|\\.)*+",
    re.MULTILINE | re.DOTALL,
)
_COMMENT: Final = re.compile(rb"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_SPACE: Final = re.compile(rb"(?:\\\r?\n|\s)+")
_NOT_DEFINED: Final = re.compile(r"!\s*defined\s*\(?\s*(\w+)\s*\)?")
UNKNOWN: Final = "?"


@dataclass(slots=True)
class _Open:
    """An `#if` that waits for its `#endif`."""

    before: list[str]  # The conditions of its earlier branches.
    condition: str  # Of the branch that is open.
    start: int  # Where that branch starts.
    guard: bool


def branches(text: bytes, comments: Iterable[tuple[int, int]]) -> list[Row]:
    """The branches of `#if`, `#ifdef` and so on in a text of C or C++, in no order. `comments` are sorted spans.

    "defined(A)", "!defined(A)" and expressions as written; of a later branch, the earlier ones' negations before its own.
    """
    found: list[Row] = []
    waiting: list[_Open] = []
    spans = list(comments)
    starts = [start for start, _ in spans]
    directives = [match for match in _DIRECTIVE.finditer(text) if not _within(spans, starts, match.start(1))]
    for at, match in enumerate(directives):
        word, rest = match[1], _SPACE.sub(b" ", _COMMENT.sub(b" ", match[2])).strip().decode("utf-8", "surrogateescape")
        if word == b"define":
            continue
        if word.startswith(b"if"):
            condition = _condition(word[2:], rest)
            waiting.append(_Open([], condition, match.end(), at == 0 and _is_guard(condition, directives)))
            continue
        if not waiting:
            continue
        top = waiting[-1]
        if not top.guard and match.start() > top.start:
            found.append((top.start, match.start(), _joined(top)))
        if word == b"endif":
            waiting.pop()
            continue
        top.before.append(top.condition)
        top.condition = _condition(word[4:], rest) if word != b"else" else ""
        top.start, top.guard = match.end(), False
    found += [(top.start, len(text), _joined(top)) for top in waiting if not top.guard and top.start < len(text)]
    return found


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Rows sorted by start, wider first."""
    return sorted(rows, key=lambda row: (row[0], -row[1], row[2]))


def conditional(text: bytes, found: Iterable[tuple[Range, Range, bool]]) -> list[Row]:
    """What the queries found to depend on a condition: items behind `#[cfg(…)]`, arguments of macros; outer ones before inner ones."""
    rows: set[Row] = set()
    for (start, end), span, macro in found:
        condition = text[slice(*span)]
        if not macro and condition.startswith(b"("):
            condition = condition[1:-1].strip()
        shown = _SPACE.sub(b" ", condition).decode("utf-8", "surrogateescape") if len(condition) <= _LONGEST else UNKNOWN
        rows.add((start, end, f"{shown}!" if macro else f"cfg {shown}"))
    return in_order(rows)


def split_constructs(text: bytes) -> list[Range]:
    """What the parser must not see of conditionals that cut through a declaration or statement: the directives, and all branches but one.

    A grammar without a preprocessor knows conditionals around whole declarations only. Where one starts in the middle of something, or
    where the braces of a branch do not match, the first branch stands for all.
    """
    found: list[Range] = []
    waiting: list[list[re.Match[bytes]]] = []
    for match in _DIRECTIVE.finditer(text):
        word = match[1]
        if word == b"define":
            continue
        if word.startswith(b"if"):
            waiting.append([match])
        elif waiting:
            waiting[-1].append(match)
            if word == b"endif":
                group = waiting.pop()
                if group[-1].end() - group[0].start() <= _LONGEST_SPLIT and _cuts_through(text, group):
                    found += _all_but_one(group)
    return found


def _cuts_through(text: bytes, group: Sequence[re.Match[bytes]]) -> bool:
    branches = [_NOISE.sub(b"", text[one.end() : other.start()]) for one, other in pairwise(group)]
    if any(branch.count(b"{") != branch.count(b"}") or branch.count(b"(") != branch.count(b")") for branch in branches):
        return True
    before = _NOISE.sub(b"", text[max(0, group[0].start() - _LOOK_BACK) : group[0].start()]).rstrip()
    return (before[-1:] in _OPEN_ENDS or _TEMPLATE_HEAD.search(before) is not None) and any(branch.strip() for branch in branches)


def _all_but_one(group: Sequence[re.Match[bytes]]) -> list[Range]:
    """The first branch stays, or of `#if 0` the second."""
    kept = 1 if group[0][2].strip() == b"0" and len(group) > 2 else 0
    return [(group[0].start(), group[kept].end()), (group[kept + 1].start(), group[-1].end())]


def _within(spans: Sequence[tuple[int, int]], starts: Sequence[int], offset: int) -> bool:
    at = bisect_right(starts, offset) - 1
    return at >= 0 and offset < spans[at][1]


def _condition(kind: bytes, rest: str) -> str:
    if kind in (b"def", b"ndef"):
        return f"{'!' if kind == b'ndef' else ''}defined({rest.partition(' ')[0]})"
    return rest


def _joined(branch: _Open) -> str:
    parts = [f"!({condition})" for condition in branch.before] + ([branch.condition] if branch.condition else [])
    text = " && ".join(parts) if len(parts) == 1 else " && ".join(f"({part})" for part in parts)
    return text if 0 < len(text) <= _LONGEST else UNKNOWN


def _is_guard(condition: str, directives: Sequence[re.Match[bytes]]) -> bool:
    """Whether the first directive of a file, `#ifndef NAME`, is followed by `#define NAME` and ended by the file's last directive."""
    name = _NOT_DEFINED.fullmatch(condition)
    if name is None or len(directives) < 3 or directives[1][1] != b"define" or directives[-1][1] != b"endif":
        return False
    depth = 0
    for match in directives[:-1]:
        depth += match[1].startswith(b"if") - (match[1] == b"endif")
        if depth == 0:
            return False
    return directives[1][2].split()[:1] == [name[1].encode()]
