"""TypeScript's variance annotations (`interface Box<in out T>`), which the grammar does not know: blanked, so that it sees the parameter.

The blanks are as long as the words, so every offset stays true.
"""

from __future__ import annotations

import re
from typing import Final

_TYPED: Final = frozenset({"typescript", "tsx"})
# At most one line and its neighbours are looked at, so that no text costs more than its length.
_VARIANCE: Final = re.compile(rb"(?:in out|out|in)(?=[ \t]{1,8}[A-Z_$][\w$]*\s{0,8}(?:extends\b|[=,>]))")
_OPENS: Final = re.compile(rb"[<,]\s{0,200}\Z")


def without_variance(text: bytes, language: str) -> bytes:
    """`text` with blanks for the variance of type parameters."""
    if language not in _TYPED:
        return text
    blanked: bytearray | None = None
    for found, skipped in ((b"in out ", 0), (b"out ", 0), (b"<in ", 1)):  # A search for `in ` alone would stop at half of all lines.
        at = text.find(found)
        while at >= 0:
            word = _VARIANCE.match(text, at + skipped)
            if word is not None and _OPENS.search(text, max(0, word.start() - 201), word.start()):
                blanked = blanked or bytearray(text)
                blanked[word.start() : word.end()] = b" " * len(word[0])
            at = text.find(found, at + 1)
    return text if blanked is None else bytes(blanked)
