"""Every matching line of a list of files, as a stream: what `maguyva grep` prints. Nothing is capped and nothing is ranked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from maguyva.search.textmatch import Pattern, first_matches
from maguyva.text import Encoding, LineIndex

Position = tuple[int, int]


class GrepLine(NamedTuple):
    """One matching line.

    `raw` is the line as it is in the text, without "\\n" and with "\\r" where there is one; `start` and `end` bound the first match in it.
    """

    path: str
    line: int  # 1-based, lines ending at "\n" only, as ripgrep counts.
    raw: bytes
    start: int
    end: int
    lone_returns: int  # How many "\r" without "\n" stand before this line: an editor counts a line for each.

    @property
    def text(self) -> str:
        """The line decoded, bad bytes replaced."""
        return self.raw.decode("utf-8", "replace")

    @property
    def range(self) -> tuple[Position, Position]:
        """The first match as an editor addresses it: 0-based (line, UTF-16 character) of its start and end."""
        return self.positions("utf-16")

    def positions(self, encoding: Encoding) -> tuple[Position, Position]:
        """The first match's start and end, 0-based, in the units of `encoding`."""
        lines = LineIndex.of(self.raw + b"\n")  # So that "\r\n" is seen as the one line end it is.
        first = self.line - 1 + self.lone_returns
        start_line, start_character = lines.position(self.start, encoding)
        end_line, end_character = lines.position(self.end, encoding)
        return (first + start_line, start_character), (first + end_line, end_character)


def grep(files: Iterable[tuple[str, bytes]], pattern: Pattern) -> Iterator[GrepLine]:
    """The matching lines of `files`, in the order given; a text is asked for when the lines before it are taken."""
    for path, text in files:
        has_lone_returns = b"\r" in text and text.count(b"\r") != text.count(b"\r\n")
        seen = lone_returns = 0
        for line_number, line_start, line_end, start, end in first_matches(pattern, text):
            if has_lone_returns:
                lone_returns += text.count(b"\r", seen, line_start) - text.count(b"\r\n", seen, line_start)
                seen = line_start
            yield GrepLine(path, line_number + 1, text[line_start:line_end], start - line_start, end - line_start, lone_returns)
