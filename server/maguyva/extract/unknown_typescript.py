"""TypeScript that the grammar does not know, rewritten so that it sees what stands there. Every offset stays true: lengths do not change.

- Variance annotations (`interface Box<in out T>`) become blanks: the grammar takes the word for the parameter.
- Where a member of an interface ends without a semicolon and the next one begins with type parameters, the end of the line becomes the
  semicolon: the grammar takes `string` and `<T>(x: T): T` on the next line for one type.
"""

from __future__ import annotations

import re
from typing import Final

_TYPED: Final = frozenset({"typescript", "tsx"})
# At most one line and its neighbours are looked at, so that no text costs more than its length.
_VARIANCE: Final = re.compile(rb"(?:in out|out|in)(?=[ \t]{1,8}[A-Z_$][\w$]*\s{0,8}(?:extends\b|[=,>]))")
_OPENS: Final = re.compile(rb"[<,]\s{0,200}\Z")
_SIGNATURE: Final = re.compile(rb"\n[ \t]*<[A-Z][\w$]*(?:[ \t]+extends\b|[ \t]*[,>=])[^\n]{0,300}\(")
_COMMENT_LINE: Final = re.compile(rb"\n[ \t]*(?://[^\n]*|/\*[^\n]*\*/|\*[^\n]*|/\*[^\n]*)?\Z")
_ENDS_TYPE: Final = re.compile(rb"[\w$\])>\"']\Z")
_MOST_COMMENT_LINES: Final = 40


def as_known(text: bytes, language: str) -> bytes:
    """`text` as the grammar of `language` can read it."""
    if language not in _TYPED:
        return text
    changed: bytearray | None = None
    for found, skipped in ((b"in out ", 0), (b"out ", 0), (b"<in ", 1)):  # A search for `in ` alone would stop at half of all lines.
        at = text.find(found)
        while at >= 0:
            word = _VARIANCE.match(text, at + skipped)
            if word is not None and _OPENS.search(text, max(0, word.start() - 201), word.start()):
                changed = changed or bytearray(text)
                changed[word.start() : word.end()] = b" " * len(word[0])
            at = text.find(found, at + 1)
    if language == "typescript":
        for line in _signature_lines(text):
            changed = changed or bytearray(text)
            changed[line] = 0x3B
    return text if changed is None else bytes(changed)


def _signature_lines(text: bytes) -> list[int]:
    """The ends of the lines that end a member before a signature with type parameters."""
    found: list[int] = []
    for line in _SIGNATURE.finditer(text) if b" <" in text or b"\n<" in text or b"\t<" in text else ():
        at = line.start()
        for _ in range(_MOST_COMMENT_LINES):  # Over the comments between the two.
            above = text.rfind(b"\n", 0, at)
            if above < 0 or not _COMMENT_LINE.match(text[above:at]):
                break
            at = above
        end = at
        while end > 0 and text[end - 1] in b" \t\r":
            end -= 1
        if _ENDS_TYPE.search(text, max(0, end - 2), end):
            found.append(at)
    return found
