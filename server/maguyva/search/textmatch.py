r"""Exact matching on the text: the lines, and the places in them, that ripgrep would report.

A line ends at "\n" and nowhere else, as in ripgrep; a "\r" before it belongs to the line, so `foo$` does not match "foo\r\n". The line
break at the end of a text starts no further line. The texts are the reader's: no byte order mark, UTF-16 transcoded, and no NUL
(a file with a NUL anywhere is binary and not indexed; ripgrep skips it when the NUL comes early, and stops at it when it comes late).

A literal is found by `bytes.find`: as it is, or, where case is ignored and the text holds no Kelvin sign or long s that could stand for
a letter of it, lower-cased in a lower-cased copy of the text. All else runs on RE2 over the whole text at once
(`search/regex_program.py`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from maguyva.index import codepoints
from maguyva.index.regex_plan import literal_plan, regex_plan
from maguyva.index.regex_syntax import MAX_PATTERN_LENGTH, Node, literal, parse, uses_word_boundary, whole_words
from maguyva.index.trigram import Plan
from maguyva.search.regex_program import Finder, Span, finder, only_ascii, program, spelled_finder

Case = Literal["smart", "sensitive", "insensitive"]

MAX_LITERAL_LENGTH = 1 << 20

_NEWLINE = 10
_ASCII_WORD = frozenset(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
_LETTERS_BEYOND_ASCII = (("k", "\u212a".encode()), ("s", "\u017f".encode()))  # What equals an ASCII letter when case is ignored.


class LineMatch(NamedTuple):
    """A line with its matches, in bytes into the text; `line_end` is before the line break. A named tuple: there may be a million."""

    line_number: int  # 0-based
    line_start: int
    line_end: int
    matches: list[Span]


class FirstMatch(NamedTuple):
    """A line and its first match, in bytes into the text."""

    line_number: int  # 0-based
    line_start: int
    line_end: int
    start: int
    end: int


@dataclass(frozen=True)
class Pattern:
    """A compiled query. `plan` tells the trigram index which files can match; `find_lines` then decides on their text."""

    query: str
    regex: bool
    ignore_case: bool
    word: bool
    plan: Plan = field(compare=False, repr=False)
    tree: Node | None = field(compare=False, repr=False, default=None)  # Of a regular expression.

    @cached_property
    def needle(self) -> bytes | None:
        """What a literal is searched as by `bytes.find`, in the lower-cased text when case is ignored; None where RE2 must be asked."""
        if self.tree is not None or not self.query or (self.ignore_case and not self.query.isascii()):
            return None
        return self.query.encode().lower() if self.ignore_case else self.query.encode()

    @cached_property
    def lookalikes(self) -> tuple[bytes, ...]:
        """Characters that the needle would miss in a lower-cased text."""
        if not self.ignore_case:
            return ()
        return tuple(special for letter, special in _LETTERS_BEYOND_ASCII if letter in self.query.lower())

    @cached_property
    def root(self) -> Node:
        """The tree that RE2 is given."""
        if self.tree is None:
            plain = literal(self.query, ignore_case=self.ignore_case)
            return whole_words(plain) if self.word and not self.query else plain
        return whole_words(self.tree) if self.word else self.tree

    @cached_property
    def has_word_boundary(self) -> bool:
        return uses_word_boundary(self.root)

    @cached_property
    def narrow(self) -> Any:
        """The program for ASCII text."""
        return program(self.root, "narrow")

    @cached_property
    def wide(self) -> Any:
        r"""The program for any text; leaves `\b` out."""
        return self.narrow if only_ascii(self.root) and not self.has_word_boundary else program(self.root, "wide")

    @cached_property
    def spelled(self) -> Any:
        """The program for lines that are not ASCII, when the pattern has word boundaries."""
        return program(self.root, "spelled")


def compile_pattern(query: str, *, regex: bool, case: Case = "smart", word: bool = False) -> Pattern:
    """Compile a query, a literal or a regular expression. Raises ValueError with one clear line.

    "smart" ignores case unless the query spells an upper-case letter (in a regular expression: as a literal, so `\\W` spells none).
    `word` is ripgrep's `-w`: the match must stand between characters that are no word characters.
    """
    if "\n" in query:
        raise ValueError("a pattern cannot contain a line break")
    if not query.isascii() and any(0xD800 <= ord(char) <= 0xDFFF for char in query):
        raise ValueError("the pattern is not valid Unicode text")
    if regex:
        parsed = parse(query, ignore_case=case != "sensitive")
        ignore_case = case == "insensitive" or (case == "smart" and not parsed.has_upper_case)
        tree = parsed.root if ignore_case or case == "sensitive" else parse(query, ignore_case=False).root
        pattern = Pattern(query, True, ignore_case, word, regex_plan(tree), tree)
        _ = pattern.wide, pattern.narrow  # A program too large must be known now, not in the middle of an answer.
        return pattern
    ignore_case = case == "insensitive" or (case == "smart" and not any(char.isupper() for char in query))
    if ignore_case and not any(char.isalpha() or not char.isascii() for char in query):
        ignore_case = False  # There is no case to ignore.
    limit = MAX_LITERAL_LENGTH if query.isascii() or not ignore_case else MAX_PATTERN_LENGTH
    if len(query) > limit:
        raise ValueError(f"the pattern has {len(query):,} characters; the limit is {limit:,}")
    if ignore_case and not query.isascii():
        return Pattern(query, False, True, word, regex_plan(literal(query, ignore_case=True)))
    return Pattern(query, False, ignore_case, word, literal_plan(query.encode()))


def normalised_variants(query: str) -> tuple[str, ...]:
    """The query, then its composed and decomposed forms where they differ: é may be one character in a file or two."""
    forms: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")
    return tuple(dict.fromkeys([query, *(unicodedata.normalize(form, query) for form in forms)]))


# ---- lines ----


def find_lines(pattern: Pattern, text: bytes) -> Iterator[LineMatch]:
    """All lines with a match, in order, each with all its matches (an empty one only where there is no other)."""
    find = _finder(pattern, text)
    line_by_line = _needs_line_by_line(pattern, text)
    for line_number, line_start, line_end, start, end in _first_matches(pattern, text, find):
        matches = [(start, end)]
        if line_by_line:
            line = text[line_start:line_end]
            spans: Iterator[Span] = (
                (line_start + a, line_start + b) for a, b in _spans(_line_finder(pattern, line), end - line_start, len(line))
            )
        else:
            spans = _spans(find, end, line_end)
        for span in spans:
            if span[0] < span[1]:
                if matches[-1][0] == matches[-1][1]:
                    matches.pop()
                matches.append(span)
        yield LineMatch(line_number, line_start, line_end, matches)


def first_matches(pattern: Pattern, text: bytes) -> Iterator[FirstMatch]:
    """All lines with a match, in order, each with its first match only: enough for a list of lines, and twice as fast."""
    return _first_matches(pattern, text, _finder(pattern, text))


def _first_matches(pattern: Pattern, text: bytes, find: Finder) -> Iterator[FirstMatch]:
    lines = _lines(find, text)
    return _verified(pattern, text, lines) if _needs_line_by_line(pattern, text) else lines


def count_matches(pattern: Pattern, text: bytes) -> int:
    """How many matches `find_lines` reports in all."""
    if pattern.needle is not None and not pattern.word and not _has_lookalike(pattern, text):
        return (text.lower() if pattern.ignore_case else text).count(pattern.needle)
    return sum(len(line.matches) for line in find_lines(pattern, text))


def _lines(find: Finder, text: bytes) -> Iterator[FirstMatch]:
    line_number = counted = at = 0
    while at < len(text) and (span := find(at)) is not None:
        start, end = span
        if start >= len(text) and text.endswith(b"\n"):
            return  # After the last line break there is no line.
        line_start = text.rfind(b"\n", counted, start) + 1 or counted
        line_end = text.find(b"\n", start)
        if line_end < 0:
            line_end = len(text)
        line_number += text.count(b"\n", counted, line_start)
        counted = line_start
        yield FirstMatch(line_number, line_start, line_end, start, end)
        at = line_end + 1


def _verified(pattern: Pattern, text: bytes, lines: Iterator[FirstMatch]) -> Iterator[FirstMatch]:
    for found in lines:
        span = _line_finder(pattern, text[found.line_start : found.line_end])(0)
        if span is not None:
            yield found._replace(start=found.line_start + span[0], end=found.line_start + span[1])


def _spans(find: Finder, at: int, line_end: int) -> Iterator[Span]:
    """The matches from `at` to the end of the line."""
    while at <= line_end and (span := find(at)) is not None and span[1] <= line_end:
        yield span
        at = span[1] if span[1] > span[0] else span[1] + 1


# ---- finders ----


def _needs_line_by_line(pattern: Pattern, text: bytes) -> bool:
    return pattern.tree is not None and pattern.has_word_boundary and not text.isascii()


def _finder(pattern: Pattern, text: bytes) -> Finder:
    """Finds matches in a whole text; too many when `_needs_line_by_line`."""
    if pattern.needle is not None and not _has_lookalike(pattern, text):
        find = _literal_finder(pattern.needle, text.lower() if pattern.ignore_case else text)
    else:
        find = finder(pattern.narrow if text.isascii() else pattern.wide, text)
    return _word_finder(find, text) if pattern.word and pattern.tree is None and pattern.query else find


def _line_finder(pattern: Pattern, line: bytes) -> Finder:
    return finder(pattern.narrow, line) if line.isascii() else spelled_finder(pattern.spelled, line)


def _has_lookalike(pattern: Pattern, text: bytes) -> bool:
    return bool(pattern.lookalikes) and not text.isascii() and any(special in text for special in pattern.lookalikes)


def _literal_finder(needle: bytes, text: bytes) -> Finder:
    search = text.find
    size = len(needle)

    def find(at: int) -> Span | None:
        start = search(needle, at)
        return None if start < 0 else (start, start + size)

    return find


def _word_finder(find: Finder, text: bytes) -> Finder:
    """The matches of `find` that stand alone. Only right for literals, which can match in one way at a place.

    As in ripgrep, the character before a match must not belong to the match before it, so "++" holds one whole word "+".
    """

    def find_word(at: int) -> Span | None:
        begin = at
        while (span := find(begin)) is not None:
            start, end = span
            fresh = start > at or start == 0 or text[start - 1] == _NEWLINE
            if fresh and _is_edge_before(text, start) and _is_edge_after(text, end):
                return span
            begin = start + 1
        return None

    return find_word


def _is_edge_before(text: bytes, at: int) -> bool:
    if at == 0 or text[at - 1] == _NEWLINE:
        return True
    if text[at - 1] < 0x80:
        return text[at - 1] not in _ASCII_WORD
    start = at - 1
    while start > 0 and at - start < 4 and text[start] & 0xC0 == 0x80:
        start -= 1
    return _is_no_word(text[start:at])


def _is_edge_after(text: bytes, at: int) -> bool:
    if at == len(text) or text[at] == _NEWLINE:
        return True
    if text[at] < 0x80:
        return text[at] not in _ASCII_WORD
    return _is_no_word(text[at : at + (2 if text[at] < 0xE0 else 3 if text[at] < 0xF0 else 4)])


def _is_no_word(char: bytes) -> bool:
    """Whether these bytes are one character that is no word character; bytes that are not UTF-8 are no character."""
    try:
        decoded = char.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return len(decoded) == 1 and not codepoints.contains(codepoints.word_ranges(), ord(decoded))
