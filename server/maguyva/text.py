"""Lines, positions in three encodings, and identifiers.

A line ends at \\n, \\r\\n or a lone \\r and at nothing else (Language Server Protocol 3.17, "Text Documents"); a form feed or U+2028 is
part of its line. Bytes that are not UTF-8 count as one replacement character each run, as an editor shows them.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class LineIndex:
    """Where the lines of `text` start. Made once per text, then every conversion is a binary search and a look at one line."""

    text: bytes
    starts: tuple[int, ...] | list[int]

    @classmethod
    def of(cls, text: bytes) -> LineIndex:
        """The lines of `text`; an empty text has one empty line."""
        if b"\r" not in text:
            starts = [0]
            at = text.find(b"\n")
            while at >= 0:
                starts.append(at + 1)
                at = text.find(b"\n", at + 1)
            return cls(text, starts)
        return cls(text, [0, *(match.end() for match in _LINE_END.finditer(text))])

    def line_of(self, offset: int) -> int:
        """The 0-based line that holds byte `offset` (clamped to the text)."""
        return max(0, bisect_right(self.starts, min(max(offset, 0), len(self.text))) - 1)

    def line_span(self, line: int) -> tuple[int, int]:
        """Byte span of a line without its line end; `line` is clamped."""
        line = min(max(line, 0), len(self.starts) - 1)
        start = self.starts[line]
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)
        if end > start and self.text[end - 1] == 0x0A and line + 1 < len(self.starts):
            end -= 1
        if end > start and self.text[end - 1] == 0x0D and line + 1 < len(self.starts):
            end -= 1
        return start, end

    def position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """(line, character) of a byte offset; an offset inside a line end is the line's end."""
        line = self.line_of(offset)
        start, end = self.line_span(line)
        piece = self.text[start : min(max(offset, start), end)]
        return line, width(piece, encoding)

    def offset(self, line: int, character: int, encoding: Encoding) -> int:
        """Byte offset of a position; beyond the line's or the text's end it is clamped, inside a character it is the character's start."""
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        start, end = self.line_span(line)
        if encoding == "utf-8":
            at = min(start + max(character, 0), end)
            while at > start and at < end and self.text[at] & 0xC0 == 0x80:
                at -= 1
            return at
        piece = self.text[start:end]
        if piece.isascii():
            return start + min(max(character, 0), len(piece))
        return start + _bytes_before(piece, character, encoding)


def _mark_bad_run(error: UnicodeError) -> tuple[str, int]:
    # One character a run of bad bytes, as "replace" has it, that still tells how many bytes it stands for.
    assert isinstance(error, UnicodeDecodeError)
    return chr(0xDC00 + error.end - error.start), error.end


codecs.register_error("maguyva-mark", _mark_bad_run)


def width(piece: bytes, encoding: Encoding) -> int:
    """Length of UTF-8 bytes in the units of `encoding`."""
    if encoding == "utf-8" or piece.isascii():
        return len(piece)
    decoded = piece.decode("utf-8", "replace")
    if encoding == "utf-32":
        return len(decoded)
    return len(decoded) + sum(1 for char in decoded if ord(char) > 0xFFFF)


def _bytes_before(piece: bytes, character: int, encoding: Encoding) -> int:
    units = 0
    size = 0
    for char in piece.decode("utf-8", "maguyva-mark"):
        step = 2 if encoding == "utf-16" and ord(char) > 0xFFFF else 1
        if units + step > character:
            break
        units += step
        size += ord(char) - 0xDC00 if 0xDC00 < ord(char) < 0xDD00 else len(char.encode("utf-8"))
    return size


# ---- identifiers ----

_WORD_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_RUNS = re.compile(r"[^\W_]+")


@lru_cache(maxsize=65536)
def split_identifier(name: str) -> tuple[str, ...]:
    """The lower-case words of an identifier: `parseHTTPResponse2` → ("parse", "http", "response", "2")."""
    if name.isascii():
        return tuple(part.lower() for part in _WORD_PARTS.findall(name))
    return tuple(part for run in _RUNS.findall(name) for part in _split_run(run))


def _split_run(run: str) -> list[str]:
    # The same rule for every script: a capital after a small letter starts a word, and so does the last capital before a small one.
    parts: list[str] = []
    start = 0
    for at in range(1, len(run)):
        before, here = run[at - 1], run[at]
        after = run[at + 1] if at + 1 < len(run) else ""
        if (here.isupper() and (not before.isupper() or after.islower())) or here.isdigit() != before.isdigit():
            parts.append(run[start:at])
            start = at
    return [part.lower() for part in [*parts, run[start:]]]


def fold_name(name: str) -> str:
    """The form in which names are equal ignoring case and `_` (spec 1.5): `Parse_Config` → `parseconfig`."""
    if name.isascii():
        return name.replace("_", "").lower()
    # Casefolding can undo a composition, hence composing twice; "é" is then equal however it was typed.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).replace("_", "").casefold())


def split_outside_brackets(text: str, separator: str) -> list[str]:
    """The pieces of `text` between separators (one character) that stand in no round, square or curly bracket."""
    pieces: list[str] = []
    depth = start = 0
    for at, char in enumerate(text):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == separator and depth == 0:
            pieces.append(text[start:at])
            start = at + 1
    return [*pieces, text[start:]]
