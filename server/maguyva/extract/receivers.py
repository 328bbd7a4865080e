"""Reading an expression backwards from its end: what stands before the dot of `a.b(x).c`.

The text is read from right to left, helped by the tokens and bracket pairs that the syntax tree gave. Visiting the tree for every
member access would cost several times as much, and this way one reader serves all languages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from maguyva.extract import forms_python
from maguyva.extract.handed_on import CLASS_FIRST, HANDED_ON, LONGEST_ARGUMENTS

UNREADABLE = "?"
_LONGEST_TYPE = 400
LONGEST = 160  # A longer receiver is a chain that nobody resolves; it is cut to `?` so that chains cannot cost quadratic space.

WORD_BYTES = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$@#") | frozenset(range(128, 256))
SPACE = frozenset(b" \t\r\n\f\\")
FREE = frozenset(b"([{,;=+-*/%!~&|^<")  # Before a name: it has no receiver, as far as one byte can tell.
_SPACE_OR_SEPARATOR = SPACE | frozenset(b".:>")
_NUMBER = re.compile(rb"\d[\w.]*")
_CAST_TYPE = re.compile(rb"[*&\s]*(?:(?:struct|union|enum|class)\s+)?([\w.:\x80-\xff]+)(?:<[^()]*>)?\??")
_SLICE = re.compile(rb":(?!=)")
_PREFIXED_STRING = re.compile(rb"[rRuUfFbB]{1,2}[\"']")


class Receivers:
    """Readable forms of the expressions of one text.

    Forms keep names and separators (`.` for `.`, `?.` and `->`; `::` stays), drop arguments and subscripts, and read:
    "a.b", "Foo()" (also for `new Foo(x)` and `await Foo(x)`), "a[].b", "super()", "''" for a string literal, and "?" for the rest.
    """

    def __init__(
        self,
        text: bytes,
        tokens: Mapping[int, int],
        brackets: Mapping[int, int],
        skipped: Mapping[int, int],
        casts: Mapping[int, tuple[int, tuple[int, int]]] | None = None,
        comments: Mapping[int, int] | None = None,
        arrows: bool = True,
        python: bool = False,
        colons: bool = False,
    ) -> None:
        """Each map leads from an end to its start: `tokens` of names, `brackets` of argument lists, `skipped` of what is left out
        (type arguments). Names that are no tokens (`this`, `super`) are read from the text. `casts` lead from the end of an expression
        to its start and to the span of the type that is written in it. What `comments` hold is no code. `arrows`: `->` is a
        separator. `python`: forms of conditions, displays and calls that hand on what they are given are read too.
        `colons`: one colon is a separator."""
        self._text = text
        self._tokens = tokens
        self._brackets = brackets
        self._skipped = skipped
        self._casts = casts or {}
        self._comments = comments or {}
        self._arrows = arrows
        self.python = python
        self._colons = colons
        self._colons = colons
        self._colons = colons
        self._known: dict[int, tuple[int, str]] = {}

    def before(self, start: int) -> str:
        """The receiver of the name at `start`; "" when nothing stands before it."""
        end = self.receiver_end(start)
        if end < 0:
            return ""
        known = self._known.get(end)
        if known is None:
            token = self._tokens.get(end)
            if token is not None and token > 0 and self._text[token - 1] in FREE:
                # A plain name, the most common receiver by far.
                known = self._known[end] = token, self._text[token:end].decode("utf-8", "surrogateescape")
            else:
                known = self._known[end] = self._read(end)
        return known[1]

    def receiver_end(self, start: int) -> int:
        """Where the expression before the separator in front of `start` ends; −1 when there is no separator."""
        text = self._text
        at = start - 1
        if at < 0 or text[at] in FREE:
            return -1
        if text[at] == 0x20 and at > 0 and text[at - 1] not in _SPACE_OR_SEPARATOR:
            return -1
        if text[at] in SPACE:
            at = self.code_before(at)
            if at < 0:
                return -1
        last = text[at]
        if last == 0x2E:  # .
            at -= 1
            if at >= 0 and text[at] == 0x2E:
                return -1  # A spread or a range, or the dots of a relative import.
            if at >= 0 and text[at] == 0x3F:  # ?.
                at -= 1
        elif (last == 0x3A and at >= 1 and text[at - 1] == 0x3A) or (
            last == 0x3E and at >= 1 and text[at - 1] == 0x2D and self._arrows
        ):  # :: and ->
            at -= 2
        elif last == 0x3A and self._colons:
            at -= 1
        else:
            return -1
        if at >= 0 and text[at] in SPACE:
            at = self.code_before(at)
            if last == 0x3E and at >= 0 and text[at] == 0x29 and text[start - 1] in SPACE:
                return -1  # `auto f() -> Foo`: the type that a function returns.
        return at + 1 if at >= 0 else -1

    def code_before(self, at: int) -> int:
        """The nearest byte up to `at` that is code, −1 when there is none."""
        while at >= 0:
            if self._text[at] in SPACE:
                at -= 1
            elif at + 1 in self._comments:
                at = self._comments[at + 1] - 1
            else:
                break
        return at

    def ending_at(self, end: int) -> tuple[int, str]:
        """(start, form) of the longest expression that ends at byte `end`; (−1, "?") when it cannot be read."""
        known = self._known.get(end)
        if known is None:
            known = self._known[end] = self._read(end)
        return known

    def _read(self, end: int) -> tuple[int, str]:
        text = self._text
        parts: list[str] = []
        size = 0
        at = end
        while True:
            if parts:
                known = self._known.get(at)
                if known is not None:
                    if known[0] < 0:
                        return known
                    parts.append(known[1])
                    start = known[0]
                    break
            if at <= 0 or size > LONGEST:
                return -1, UNREADABLE
            cast = self._casts.get(at)
            if cast is not None:
                name = _CAST_TYPE.fullmatch(text, *cast[1])
                if name is None:
                    return -1, UNREADABLE
                parts.append(name[1].decode("utf-8", "surrogateescape") + "()")
                start = cast[0]
                break
            last = text[at - 1]
            if last in WORD_BYTES:
                start = self._tokens.get(at, -1)
                if start < 0:
                    start = at - 1
                    while start > 0 and at - start < LONGEST and text[start - 1] in WORD_BYTES:
                        start -= 1
                parts.append(text[start:at].decode("utf-8", "surrogateescape"))
                size += at - start
                at = self.receiver_end(start)
                if at < 0:
                    break
                parts.append("::" if text[start - 1] == 0x3A and not self._colons else ".")
            elif last == 0x29 and at in self._brackets:  # )
                opening = self._brackets[at]
                inside = self._handed_on(opening, at) if self.python else ""
                at = self._back_over_space(opening)
                parts.append(f"({inside})")
                size += 2 + len(inside)
            elif last == 0x5D:
                before = self._subscript_start(at)
                if before < 0:
                    return -1, UNREADABLE
                if not (self.python and _SLICE.search(text, before, at)):  # `xs[1:]` is like xs.
                    parts.append("[]")
                    size += 2
                at = before
            elif at in self._skipped:
                at = self._skipped[at]
            elif last in b"\"'`":
                parts.append("''")
                start = -2
                break
            elif last in b"!?":  # `a!.b`, Rust's `a()?.b`
                at -= 1
            else:
                return -1, UNREADABLE
        form = "".join(reversed(parts))
        return (start, form) if len(form) <= LONGEST else (-1, UNREADABLE)

    def _handed_on(self, opening: int, end: int) -> str:
        """The arguments of a call that gives what it is given, on one line; the class that another call is handed first; else ""."""
        start = self._tokens.get(opening, -1)
        if start < 0:
            return ""
        if self._text[start:opening] not in HANDED_ON:
            made = CLASS_FIRST.match(self._text, opening + 1, end) if 0x61 <= self._text[start] <= 0x7A else None
            return made[1].decode("utf-8", "surrogateescape") if made else ""
        if end - opening > LONGEST_ARGUMENTS:
            return ""
        return " ".join(self._text[opening + 1 : end - 1].decode("utf-8", "surrogateescape").split())

    def written_type(self, start: int, end: int) -> str:
        """The type `text[start:end]`; "" when it is too long."""
        if end - start > _LONGEST_TYPE:
            return ""
        return self._text[start:end].lstrip(b": \t").rstrip().decode("utf-8", "surrogateescape")

    def _back_over_space(self, at: int) -> int:
        while at > 0 and self._text[at - 1] in b" \t":
            at -= 1
        return at - 2 if self._text[max(0, at - 2) : at] == b"?." else at  # `a?.(b)`

    def _subscript_start(self, end: int) -> int:
        # Most subscripts are short (`row[0]`, `items[key]`); what is longer, or holds strings with brackets, stays unread.
        depth = 0
        for at in range(end - 1, max(-1, end - LONGEST), -1):
            byte = self._text[at]
            if byte == 0x5D:
                depth += 1
            elif byte == 0x5B:
                depth -= 1
                if depth == 0:
                    return at
        return -1

    def _python_value(self, start: int, end: int) -> str:
        form = self._chain(start, end) or forms_python.form(self._text, start, end, self._chain)
        return "=" + form if form else ""

    def _chain(self, start: int, end: int) -> str:
        text = self._text
        if text[start] in b"\"'":
            return "''" if text[end - 1] == text[start] else ""
        if 0x30 <= text[start] <= 0x39:
            return "0" if _NUMBER.fullmatch(text, start, end) else ""
        if text[start] in b"[{(":
            return ""
        found, form = self.ending_at(end)
        if form == "''":
            return form if _PREFIXED_STRING.match(text, start, end) else ""
        if found != start and text[start:found].strip() not in _TRANSPARENT:
            return ""
        return form if found >= 0 else ""

    def value(self, start: int, end: int) -> str:
        """An "=" and the form of the expression `text[start:end]`; "=[]", "={}", "=''" and "=0" for literals, "" when it cannot be read."""
        text = self._text
        while end > start and text[end - 1] in SPACE:
            end -= 1
        if end <= start:
            return ""
        first = text[start]
        if self.python and not (first in b"\"'" and text[end - 1] == first):
            return self._python_value(start, end)
        if first in b"\"'`":
            return "=''" if text[end - 1] == first else ""
        if first == 0x5B:  # [
            return "=[]" if text[end - 1] == 0x5D else ""
        if first == 0x7B:  # {
            return "={}" if text[end - 1] == 0x7D else ""
        if 0x30 <= first <= 0x39:
            return "=0" if _NUMBER.fullmatch(text, start, end) else ""
        found, form = self.ending_at(end)
        if form == "''" and _PREFIXED_STRING.match(text, start, end):
            return "=''"
        if found == start:
            return "=" + form
        before = text[start:found].strip() if found > start else b""
        if before not in _TRANSPARENT:
            return ""
        return f"={form}()" if before.endswith(b"new") and not form.endswith(")") else "=" + form


_TRANSPARENT = frozenset({b"await", b"new", b"yield from", b"await new", b"&", b"*", b"&mut"})
