"""Forms of expressions (`extract/forms_javascript.py` says how they are written), read into nodes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from maguyva.resolve.ecmascript.type_text import TypeNode, read_type

_NAME = re.compile(r"[A-Za-z_$#\x80-\U0010ffff][\w$]*")
_DIGITS = re.compile(r"\d+")
_DEEPEST = 24


class FormKind(IntEnum):
    """What an expression is."""

    NAME = 1
    MEMBER = 2  # `text` of the part.
    CALL = 3  # The first part, with the others; `types` are written at it.
    NEW = 4
    INDEX = 5  # `text` is a number's digits, else "".
    STRING = 6  # `text` is what it says, where that is known.
    LITERAL = 7
    FUNCTION = 8  # `row` is its scope.
    OBJECT = 9
    ARRAY = 10
    CAST = 11
    EITHER = 12
    PARAMETER = 13  # `row` is its place; its type, when one is written.
    UNKNOWN = 14
    MORE = 15  # Further arguments that are not told.


@dataclass(frozen=True, eq=False, slots=True)
class FormNode:
    """One expression. Nodes of one text are read once, so they are compared by identity; `form` is the text."""

    kind: FormKind
    text: str = ""
    parts: tuple[FormNode, ...] = ()
    types: tuple[TypeNode, ...] = ()
    row: int = -1
    form: str = ""


UNKNOWN = FormNode(FormKind.UNKNOWN)
_MORE = FormNode(FormKind.MORE)


@lru_cache(maxsize=65536)
def read_form(text: str) -> FormNode:
    """The node of a form; `UNKNOWN` for what cannot be read."""
    reader = _Reader(text)
    node = reader.expression(0)
    return node if reader.at >= len(text) else UNKNOWN


@lru_cache(maxsize=65536)
def head_of(text: str) -> str:
    """The name that a chain without arguments begins with; "" for any other form. What such a form means depends on that name alone."""
    node = read_form(text)
    while node.kind in _STEPS and len(node.parts) == 1 and not node.types:
        node = node.parts[0]
    return node.text if node.kind == FormKind.NAME else ""


_STEPS = (FormKind.MEMBER, FormKind.CALL, FormKind.NEW, FormKind.INDEX)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def expression(self, depth: int) -> FormNode:
        start = self.at
        first = self._chain(depth)
        if not self._take("|"):
            return first
        parts = [first]
        while True:
            parts.append(self._chain(depth))
            if not self._take("|"):
                return FormNode(FormKind.EITHER, parts=tuple(parts), form=self.text[start : self.at])

    def _take(self, sign: str) -> bool:
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def _chain(self, depth: int) -> FormNode:
        text, start = self.text, self.at
        if depth > _DEEPEST:
            self.at = len(text) + 1
            return UNKNOWN
        made = self._take("new ")
        node = self._head(depth)
        while self.at < len(text):
            sign = text[self.at]
            if sign == ".":
                name = _NAME.match(text, self.at + 1)
                if name is None:
                    break
                self.at = name.end()
                node = FormNode(FormKind.MEMBER, name[0], (node,), form=text[start : self.at])
            elif sign in "(<":
                types = self._types() if sign == "<" else ()
                if not text.startswith("(", self.at):
                    break
                self.at += 1
                arguments = self._list(")", depth)
                kind = FormKind.NEW if made else FormKind.CALL
                made = False
                node = FormNode(kind, parts=(node, *arguments), types=types, form=text[start : self.at])
            elif sign == "[":
                close = text.find("]", self.at)
                if close < 0:
                    break
                index = text[self.at + 1 : close]
                self.at = close + 1
                node = FormNode(FormKind.INDEX, index, (node,), form=text[start : self.at])
            else:
                break
        if made:
            node = FormNode(FormKind.NEW, parts=(node,), form=text[start : self.at])
        return node

    def _head(self, depth: int) -> FormNode:
        text, start = self.text, self.at
        if start >= len(text):
            return UNKNOWN
        sign = text[start]
        if sign == "(":
            self.at += 1
            inner = self.expression(depth + 1)
            self._take(")")
            return inner
        if sign == "[":
            self.at += 1
            return FormNode(FormKind.ARRAY, parts=self._list("]", depth), form=text[start : self.at])
        if sign == "'":
            close = text.find("'", start + 1)
            self.at = close + 1 if close > 0 else len(text)
            return FormNode(FormKind.STRING, text[start + 1 : close], form=text[start : self.at])
        if sign == "{" or text.startswith("=>", start):
            digits = _DIGITS.match(text, start + (1 if sign == "{" else 2))
            self.at = digits.end() + (sign == "{") if digits else len(text) + 1
            kind = FormKind.OBJECT if sign == "{" else FormKind.FUNCTION
            return FormNode(kind, row=int(digits[0]) if digits else -1, form=text[start : self.at])
        if sign == "#" and (digits := _DIGITS.match(text, start + 1)):
            self.at = digits.end()
            types = self._types() if text.startswith("<", self.at) else ()
            return FormNode(FormKind.PARAMETER, types=types, row=int(digits[0]), form=text[start : self.at])
        if sign == "<":
            return FormNode(FormKind.CAST, types=self._types(), form=text[start : self.at])
        if sign.isdigit():
            self.at += 1
            return FormNode(FormKind.LITERAL)
        if sign == "?" or sign == "~":
            self.at += 1
            return UNKNOWN if sign == "?" else _MORE
        name = _NAME.match(text, start)
        if name is None:
            self.at = len(text) + 1
            return UNKNOWN
        self.at = name.end()
        return FormNode(FormKind.NAME, name[0], form=name[0])

    def _list(self, close: str, depth: int) -> tuple[FormNode, ...]:
        parts: list[FormNode] = []
        while self.at < len(self.text) and not self._take(close):
            parts.append(self.expression(depth + 1))
            if not self._take(","):
                self._take(close)
                break
        return tuple(parts)

    def _types(self) -> tuple[TypeNode, ...]:
        """The types between `<` and its `>`."""
        text = self.text
        depth = 0
        start = self.at + 1
        pieces: list[str] = []
        quote = ""
        for at in range(self.at, len(text)):
            sign = text[at]
            if quote:
                quote = "" if sign == quote else quote
            elif sign in "'\"`":
                quote = sign
            elif sign in "<([{":
                depth += 1
            elif sign in ")]}" or (sign == ">" and text[at - 1] != "="):
                depth -= 1
                if depth == 0:
                    pieces.append(text[start:at])
                    self.at = at + 1
                    return tuple(read_type(piece) for piece in pieces if piece.strip())
            elif sign == "," and depth == 1:
                pieces.append(text[start:at])
                start = at + 1
        self.at = len(text) + 1
        return ()
