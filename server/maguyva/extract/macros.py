"""C and C++ before the preprocessor: macros that are no syntax, blanked so that the parser sees what they stand beside.

A parser without a preprocessor takes `class EXPORT Status {` for a function that returns the class EXPORT and loses Status with all
its members. Here such words become blanks of the same length, so every offset stays true. What is blanked is only what no
declaration can have without a macro: a word in capitals at a place where the grammar has none.
"""

from __future__ import annotations

import re
from typing import Final

# Lengths and counts are bounded and nothing is read twice (`*+`), so that no text costs more than its length.
_MACRO: Final = rb"[A-Z_][A-Z0-9_]{2,60}+"
_ARGUMENTS: Final = rb"\((?:[^()\n]|\([^()\n]{0,200}+\)){0,300}+\)"

# class EXPORT Name {    struct ALIGNED(8) Name : Base
_BEFORE_NAME: Final = re.compile(
    rb"(?:class|struct|union)[ \t]+((?:"
    + _MACRO
    + rb"(?:[ \t]*"
    + _ARGUMENTS
    + rb")?[ \t]+){1,3})(?=[A-Za-z_][\w:<>]*\s*(?:final\s*)?[:{;])"
)
# void f() const REQUIRES(mutex);    int count GUARDED_BY(mutex) = 0;
_AFTER_DECLARATOR: Final = re.compile(rb"[\w)\]]\s+(" + _MACRO + _ARGUMENTS + rb"(?:\s+" + _MACRO + _ARGUMENTS + rb"){0,3})\s*[;{=]")
# A line of its own: BEGIN_NAMESPACE, Q_OBJECT, and, at the margin, FORMAT_PRINTF(1, 2)
_LINE: Final = re.compile(rb"\n((?:[ \t]*" + _MACRO + rb"|" + _MACRO + _ARGUMENTS + rb")[ \t]*)(?=\r?\n\s*[A-Za-z_#/~\[])")
_NAME: Final = re.compile(rb"\b[A-Za-z_]\w*+")
_STATEMENT: Final = re.compile(rb"[;{}]")
_NO_DECLARATION: Final = re.compile(rb"#|\b(?:if|for|while|switch|else|return|throw|case|do|goto|delete|new|co_return|co_await)\b|=[^=]")
_LOOK_BACK: Final = 600


def without_macros(text: bytes) -> bytes:
    """`text` with macros that stand where no word can stand replaced by blanks, of the same length."""
    spans = _spans(text)
    if not spans:
        return text
    blanked = bytearray(text)
    for start, end in spans:
        blanked[start:end] = bytes(byte if byte in b"\r\n" else 0x20 for byte in text[start:end])
    return bytes(blanked)


def blanked_names(text: bytes) -> list[tuple[int, int]]:
    """The names of the macros that `without_macros` blanks: the parser does not see them, and they are used all the same."""
    return [name.span() for start, end in _spans(text) for name in _NAME.finditer(text, start, end)]


def _spans(text: bytes) -> list[tuple[int, int]]:
    spans = [match.span(1) for match in _BEFORE_NAME.finditer(text)]
    spans += [match.span(1) for match in _AFTER_DECLARATOR.finditer(text) if _in_declaration(text, match.start(1))]
    spans += [match.span(1) for match in _LINE.finditer(text) if _between_declarations(text, match.start())]
    return spans


def _in_declaration(text: bytes, at: int) -> bool:
    before = text[max(0, at - _LOOK_BACK) : at]
    ends = [match.end() for match in _STATEMENT.finditer(before)]
    return _NO_DECLARATION.search(before, ends[-1] if ends else 0) is None


def _between_declarations(text: bytes, at: int) -> bool:
    # A word on a line of its own may also end an enumeration or be an operand of the line above.
    before = text[max(0, at - _LOOK_BACK) : at].rstrip()
    line = before.rpartition(b"\n")[2].lstrip()
    return before[-1:] in (b";", b"{", b"}", b">", b":", b"") or before.endswith(b"*/") or line.startswith((b"#", b"//"))
