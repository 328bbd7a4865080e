"""The client's open documents: their text as bytes, edited in place of the client's own.

Lines end at \\n, \\r\\n and \\r alone, in the units of the negotiated encoding, and positions beyond a line or the text are clamped. An edit
splices bytes and the table of line starts, so a keystroke in a document of megabytes costs what copying it costs.

JSON can carry half a surrogate pair, and a UTF-16 client can put an edit between the two halves of an emoji. Halves are kept as the three bytes
they would have in UTF-8 and joined again when they meet. Outside this module a half is U+FFFD, which has as many bytes and as many units, so no
position moves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from numpy.typing import NDArray

from maguyva.text import Encoding, LineIndex

_HALF = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_PAIR = re.compile(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]")
_LINE_END = re.compile(rb"\r\n|\n|\r")
_REPLACEMENT = "\ufffd".encode()

Position = tuple[int, int]
"""(line, character), both from 0, the character in the units of the encoding."""


@dataclass
class Document:
    """One open document. `key` is its path in the snapshot, None for one that is not searched."""

    uri: str
    language_id: str
    version: int
    key: str | None
    text: bytes = b""
    starts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))
    has_halves: bool = False

    @classmethod
    def opened(cls, uri: str, language_id: str, version: int, key: str | None, text: str) -> Document:
        """A document as the client opens it."""
        document = cls(uri, language_id, version, key)
        document.replace(text)
        return document

    def replace(self, text: str) -> None:
        """The whole text is new."""
        self.text, self.has_halves = _encoded(text)
        self.starts = np.array(LineIndex.of(self.text).starts, dtype=np.int64)

    def edit(self, start: Position, end: Position, text: str, encoding: Encoding) -> None:
        """What stands from `start` to `end` is now `text`. An end before its start counts as the start."""
        self._part_pair(start, encoding)
        self._part_pair(end, encoding)
        first = self.offset(start, encoding)
        last = max(first, self.offset(end, encoding))
        added, halves = _encoded(text)
        self.has_halves = self.has_halves or halves
        self._splice(first, last, added)
        if self.has_halves:
            self._join_halves(first, first + len(added))

    def offset(self, position: Position, encoding: Encoding) -> int:
        """Byte offset of a position, clamped to its line."""
        return int(self._lines().offset(*position, encoding))

    def _lines(self) -> LineIndex:
        return LineIndex(self.searched(), cast(list[int], self.starts))  # An array serves as well: it is indexed and bisected.

    def searched(self) -> bytes:
        """The text as it is indexed: valid UTF-8, every half a replacement character."""
        return _HALF.sub(_REPLACEMENT, self.text) if self.has_halves else self.text

    def _splice(self, first: int, last: int, added: bytes) -> None:
        starts, old = self.starts, self.text
        # One line more on either side: a \r before the edit or a \n behind it may make or break a \r\n.
        top = max(int(np.searchsorted(starts, first, side="right")) - 2, 0)
        bottom = int(np.searchsorted(starts, last, side="right")) + 1
        shift = len(added) - (last - first)
        self.text = b"".join((old[:first], added, old[last:]))
        rest = starts[bottom:] + shift
        begin, stop = int(starts[top]), int(rest[0]) if len(rest) else len(self.text)
        fresh = [begin + match.end() for match in _LINE_END.finditer(self.text[begin:stop])]
        if len(rest):
            fresh = [start for start in fresh if start < stop]  # The last one is the first of the rest.
        between = np.array(fresh, dtype=np.int64)
        self.starts = np.concatenate([starts[: top + 1], between, rest])

    def _part_pair(self, position: Position, encoding: Encoding) -> None:
        """Makes two halves of the character that a UTF-16 position cuts through, so that the edit can fall between them."""
        if encoding != "utf-16" or self.text.isascii():
            return
        index = self._lines()
        at = int(index.offset(*position, encoding))
        cut = at < len(self.text) and self.text[at] >= 0xF0 and 0 <= position[0] < len(self.starts)
        if cut and index.position(at, encoding)[1] < position[1]:
            try:
                character = ord(self.text[at : at + 4].decode("utf-8"))
            except (UnicodeDecodeError, TypeError):
                return
            high, low = 0xD800 + ((character - 0x10000) >> 10), 0xDC00 + ((character - 0x10000) & 0x3FF)
            self._splice(at, at + 4, (chr(high) + chr(low)).encode("utf-8", "surrogatepass"))
            self.has_halves = True

    def _join_halves(self, first: int, last: int) -> None:
        for seam in (last, first):
            begin = max(seam - 3, 0)
            if pair := _PAIR.match(self.text, begin):
                joined = pair[0].decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass").decode("utf-16")
                self._splice(begin, begin + 6, joined.encode())
        self.has_halves = _HALF.search(self.text) is not None


def _encoded(text: str) -> tuple[bytes, bool]:
    """(UTF-8 with halves as three bytes each, whether there are any)."""
    try:
        return text.encode(), False
    except UnicodeEncodeError:
        # Through UTF-16, which joins the pairs that JSON brought in two pieces.
        joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
        encoded = joined.encode("utf-8", "surrogatepass")
        return encoded, _HALF.search(encoded) is not None
