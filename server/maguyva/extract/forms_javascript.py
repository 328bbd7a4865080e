"""Expressions and types of JavaScript and TypeScript as forms: short texts in place of syntax, which the resolver reads.

A form of an expression is what is written, less what tells nothing about the kind of its value:

- `a.b`, `this.a`, `new A(x)`, `f<T>(x)`, `a[0]` and `a[]` for any other index; `await`, `!` and `?.` are left out.
- `=>12` a function, `{12}` an object literal, by the row of its scope; `[a,b]` an array.
- `''` a string, `'a'` one that may be compared, `0` another literal, `<T>` a value of a written type, `a|b` one of several values.
- `#0` what is given for the parameter of that place, where it is taken apart at once; `#0<T>` where its type is declared.
- `?` what cannot be read; as the last argument `~`: more of them follow.

A type is as written, but for the object types in it: `{12}` is the one whose scope is row 12.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from maguyva.extract.receivers import FREE, LONGEST, SPACE, UNREADABLE, WORD_BYTES, Receivers
from maguyva.extract.scopes import Scopes
from maguyva.model import ScopeKind

_NO_WORD = b"\1"
_WORD_OR_NOT = bytes(0 if byte in WORD_BYTES else 1 for byte in range(256))
_LONGEST_TYPE = 1000  # Bytes; unions of many names are common, and an alias that is cut says nothing.
_LONGEST_ARGUMENT = 60
_LONGEST_ARGUMENTS = 80
_MOST_ARGUMENTS = 4
_LONGEST_MIXED = 600
_LONGEST_ARRAY = 400
_PATH = re.compile(rb"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_ARGUMENT = re.compile(rb"(?:([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)|(\"[^\"\\\n]*\"|'[^'\\\n]*')|(\d[\w.]*))(?=\s*[,)\]])")
_SHORT_STRING = re.compile(rb"[\w.:/ -]+")
_WORD_STRING = re.compile(rb".[A-Za-z_$][\w$-]{0,30}.")  # What may be the name of a property or of a kind, with its quotes.
_LONGEST_STRING = 42
_NUMBER = re.compile(rb"[\d.][\w.]*")
# Strings and templates, brackets, and what parts an expression at its top; longer operators first.
_TOKEN = re.compile(
    rb"""//[^\n]*|/\*.*?\*/|(?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?P<open>[(\[{])|(?P<close>[)\]}])
    |(?:=>|\?\.)|(?P<other>[=!]==?|[<>]=|\+\+|--)|(?P<choice>\|\||\?\?)|(?P<both>&&)|(?P<set>=)|(?P<comma>,)|(?P<if>\?)|(?P<else>:)
    |(?P<as>\b(?:as|satisfies)\b)|(?P<math>[-+*/%<>|&^]|\b(?:instanceof|in)\b)""",
    re.DOTALL | re.VERBOSE,
)
_UNARY = re.compile(rb"\s*(?:(typeof\b)|(!(?!=)|[-+~]|void\b|delete\b)|(await\b|yield\b\*?)|(new\b))\s*")
_CAST = re.compile(rb"<([\w.$]+(?:<[\w.$, ]*>)?(?:\[\])*)>[\w$({\[]")  # TypeScript's older `<T>a`; elements begin alike.
_NUMBER_FORM, _STRING_FORM = "=0", "=''"
_WORDS = {"true": _NUMBER_FORM, "false": _NUMBER_FORM, "null": "", "undefined": ""}


class ScriptForms(Receivers):
    """The forms of one text. Offsets are bytes."""

    def __init__(
        self,
        text: bytes,
        brackets: Mapping[int, int],
        skipped: Mapping[int, int],
        comments: Mapping[int, int],
        parentheses: Mapping[int, int],
        mapped: frozenset[int],
        scopes: Scopes,
        literals: Sequence[int],
    ) -> None:
        """The first three maps are those of `Receivers`; `parentheses` leads from the end of an expression in parentheses to its start; `mapped`
        are the starts of mapped types, which stay as they are written, and `literals` those of object literals."""
        super().__init__(text, {}, brackets, skipped, {}, comments)
        self._words = text.translate(_WORD_OR_NOT)
        self._valued: dict[int, tuple[int, str]] = {}
        self._parentheses = parentheses
        self._mapped = mapped
        self.scope_ends = scopes.ends
        self.objects: dict[int, int] = {}  # Start → row of the scope.
        self.functions: dict[int, int] = {}
        for row, (start, kind) in enumerate(zip(scopes.starts, scopes.kinds, strict=True)):
            if kind == ScopeKind.OBJECT:
                self.objects[start] = row
            elif kind == ScopeKind.FUNCTION:
                self.functions[start] = row
        self.literals = frozenset(self.objects[start] for start in literals if start in self.objects)  # Rows of their scopes.
        self.told: Mapping[int, str] = {}  # Start of an expression in parentheses → the type that a comment before it says.
        self.sources: dict[int, str] = {}  # Start of a name in a pattern → what it is given: "a.b" for `b` of `const { b } = a`.
        self.taken: dict[int, str] = {}  # Start of a property's name in a pattern → what it is a property of.

    def unpacked(self) -> dict[int, str]:
        """Start of each name in a pattern → the "=" form of what it is given."""
        return {start: "=" + form for start, form in self.sources.items()}

    # ---- types ----

    def written_type(self, start: int, end: int) -> str:
        """A type as written; "" when it is too long."""
        text = self._text
        parts: list[bytes] = []
        at = start
        while (opening := text.find(b"{", at, end)) >= 0:
            row = self.objects.get(opening, -1)
            if row >= 0 and opening not in self._mapped and self.scope_ends[row] <= end:
                parts.append(text[at:opening] + b"{%d}" % row)
                at = self.scope_ends[row]
            else:
                parts.append(text[at : opening + 1])
                at = opening + 1
            if at - start > 40 * _LONGEST_TYPE:
                return ""
        parts.append(text[at:end])
        written = b" ".join(b"".join(parts).split()).lstrip(b":| ")
        return written.decode("utf-8", "surrogateescape") if len(written) <= _LONGEST_TYPE else ""

    # ---- expressions, from their end ----

    def ending_at(self, end: int) -> tuple[int, str]:
        """As that of receivers, with the arguments of calls."""
        known = self._valued.get(end)
        if known is None:
            known = self._valued[end] = self._read_chain(end, self._valued, True)
        return known

    def call(self, opening: int, end: int) -> tuple[int, str]:
        """(start, form) of the call whose arguments are `text[opening:end]`; (−1, "?") when what is called cannot be read."""
        text = self._text
        at = self._back_over_space(opening)
        types = ""
        if at in self._skipped:
            begin = self._skipped[at]
            types = f"<{self.written_type(begin + 1, at - 1)}>"
            at = self._back_over_space(begin)
        known = self._known.get(at)
        if known is None:
            known = self._known[at] = self._read(at)
        start, form = known
        if start < 0:
            return -1, UNREADABLE
        if text[start - 4 : start] == b"new ":
            start, form = start - 4, "new " + form
        return start, f"{form}{types}({self._arguments(opening, end)})"

    def before(self, start: int) -> str:
        """As that of receivers."""
        end = self.receiver_end(start)
        if end < 0:
            return ""
        known = self._known.get(end)
        if known is None:
            text = self._text
            token = self._words.rfind(_NO_WORD, 0, end) + 1
            if 0 < token < end and text[token - 1] in FREE:
                # A plain name, the most common receiver by far.
                known = self._known[end] = token, text[token:end].decode("utf-8", "surrogateescape")
            else:
                known = self._known[end] = self._read(end)
        return known[1]

    def _read(self, end: int) -> tuple[int, str]:
        # The receivers of members are many, and what they are called with tells little: it is left out.
        return self._read_chain(end, self._known, False)

    def _read_chain(self, end: int, seen: dict[int, tuple[int, str]], full: bool) -> tuple[int, str]:
        text = self._text
        parts: list[str] = []
        size = 0
        called = False
        at = end
        while True:
            if parts:
                known = seen.get(at)
                if known is not None:
                    if known[0] < 0:
                        return known
                    parts.append(known[1])
                    start = known[0]
                    break
            if at <= 0 or size > LONGEST:
                return -1, UNREADABLE
            last = text[at - 1]
            if last in WORD_BYTES:
                start = self._words.rfind(_NO_WORD, 0, at) + 1
                parts.append(text[start:at].decode("utf-8", "surrogateescape"))
                size += at - start
                at = self.receiver_end(start)
                if at < 0:
                    if called and text[start - 4 : start] == b"new ":
                        parts.append("new ")
                        start -= 4
                    break
                parts.append(".")
            elif last == 0x29:  # )
                opening = self._brackets.get(at, -1)
                if opening < 0:
                    start = self._parentheses.get(at, -1)
                    form = f"=<{self.told[start]}>" if start in self.told else self.value(start + 1, at - 1) if start >= 0 else ""
                    if not form:
                        return -1, UNREADABLE
                    parts.append(f"({form[1:]})")
                    break
                imports = text[opening - 7 : opening] == b"require" or text[opening - 6 : opening] == b"import"
                arguments = self._module(opening, at) if imports else self._arguments(opening, at) if full else ""
                parts.append(f"({arguments})")
                size += len(arguments) + 2
                called = True
                at = self._back_over_space(opening)
                if at in self._skipped:
                    begin = self._skipped[at]
                    parts.append(f"<{self.written_type(begin + 1, at - 1)}>")
                    size += at - begin
                    at = self._back_over_space(begin)
            elif last == 0x5D:  # ]
                opening = self._subscript_start(at)
                if opening < 0:
                    return -1, UNREADABLE
                before = opening - 1
                if before >= 0 and (text[before] in WORD_BYTES or text[before] in b")]!.") and not self._is_keyword(opening):
                    parts.append(self._index(opening + 1, at - 1))
                    size += 3
                    at = opening - 2 if text[opening - 2 : opening] == b"?." else opening
                else:
                    parts.append(self._array(opening, at))
                    start = opening
                    break
            elif at in self._skipped:
                at = self._skipped[at]
            elif last in b"\"'`":
                parts.append("''")
                start = -2
                break
            elif last == 0x21:  # `a!.b`
                at -= 1
            else:
                return -1, UNREADABLE
        form = "".join(reversed(parts))
        return (start, form) if len(form) <= LONGEST else (-1, UNREADABLE)

    def _module(self, opening: int, end: int) -> str:
        """The module that `require` or `import` is called with, as a string that says its name."""
        name = self._text[opening + 1 : end - 1].strip()
        return (
            f"'{name[1:-1].decode('utf-8', 'surrogateescape')}'" if len(name) > 2 and name[0] in b"\"'" and b"'" not in name[1:-1] else ""
        )

    def _is_keyword(self, end: int) -> bool:
        return self._text[self._words.rfind(_NO_WORD, 0, end) + 1 : end] in (
            b"return",
            b"of",
            b"in",
            b"await",
            b"yield",
            b"case",
            b"default",
            b"typeof",
        )

    def _index(self, start: int, end: int) -> str:
        inner = self._text[start:end]
        if inner.isdigit():
            return f"[{inner.decode()}]"
        name = inner[1:-1]
        if len(inner) > 2 and inner[0] in b"\"'" and name.isascii() and name.decode().isidentifier():
            return f".{name.decode()}"
        return "[]"

    def _arguments(self, opening: int, end: int) -> str:
        """The forms of the arguments between the parentheses that start at `opening` and end at `end`."""
        text = self._text
        at, end = opening + 1, end - 1
        if end - at < 200 and text[at:end].isspace():
            return ""
        pieces: list[str] = []
        size = 0
        while at < end:
            while at < end and text[at] in SPACE:
                at += 1
            if at >= end:
                break
            if len(pieces) == _MOST_ARGUMENTS:
                pieces.append("~")
                break
            if (row := self.objects.get(at, -1)) >= 0:
                piece, stop = f"{{{row}}}", self.scope_ends[row]
            elif (row := self.functions.get(at, -1)) >= 0:
                piece, stop = f"=>{row}", self.scope_ends[row]
            elif (simple := _ARGUMENT.match(text, at, end + 1)) is not None:
                stop = simple.end()
                if simple[2]:
                    piece = f"'{simple[2][1:-1].decode()}'" if _WORD_STRING.fullmatch(simple[2]) else "''"
                else:
                    piece = "0" if simple[3] else simple[1].decode()
            else:
                stop = self._argument_end(at, end)
                if stop < 0:
                    pieces.append("~")
                    break
                piece = self.value(at, stop)[1:] or UNREADABLE
            while stop < end and text[stop] in SPACE:
                stop += 1
            if stop < end and text[stop] != 0x2C:
                pieces.append("~")  # `{…} as T`, `f || g`, comments.
                break
            size += len(piece) + 1
            if size > _LONGEST_ARGUMENTS:
                pieces.append("~")
                break
            pieces.append(piece)
            at = stop + 1
        return ",".join(pieces)

    def _argument_end(self, at: int, end: int) -> int:
        """Where the argument that starts at `at` ends; −1 when it is long."""
        depth = 0
        limit = min(end, at + _LONGEST_ARGUMENT)
        for token in _TOKEN.finditer(self._text, at, limit):
            kind = token.lastgroup
            if kind == "open":
                depth += 1
            elif kind == "close":
                depth -= 1
            elif kind == "comma" and depth == 0:
                return token.start()
        return end if limit == end and depth == 0 else -1

    def _array(self, start: int, end: int) -> str:
        """The form of the array literal `text[start:end]`: its first elements."""
        if end - start > _LONGEST_ARRAY:
            return "[]"
        elements = self._arguments(start, end).replace(",~", "").replace("~", "")
        return f"[{elements}]"

    # ---- expressions, from both ends ----

    def value(self, start: int, end: int) -> str:
        """An "=" and the form of the expression `text[start:end]`, "" when it cannot be read."""
        text = self._text
        while end > start and text[end - 1] in SPACE:
            end -= 1
        while start < end and text[start] in SPACE:
            start += 1
        if end <= start:
            return ""
        if _PATH.fullmatch(text, start, end):
            path = text[start:end].decode()
            return _WORDS.get(path, "=" + path)
        first = text[start]
        if first in b"\"'`":
            if text[end - 1] == first and text.find(first, start + 1, end) == end - 1:
                # A word may be the name of a property or of a kind: `type: UPDATE` is told apart by what the constant says.
                return f"='{text[start + 1 : end - 1].decode()}'" if _WORD_STRING.fullmatch(text, start, end) else _STRING_FORM
            if text[end - 1] == first and end - start > _LONGEST_MIXED:
                return _STRING_FORM
        elif first == 0x5B:  # [
            if text[end - 1] == 0x5D and self._subscript_start(end) in (start, -1):
                return "=" + self._array(start, end)
        elif first == 0x7B:  # {
            row = self.objects.get(start, -1)
            if row >= 0 and self.scope_ends[row] == end:
                return f"={{{row}}}"
        elif 0x30 <= first <= 0x39:
            if _NUMBER.fullmatch(text, start, end):
                return _NUMBER_FORM
        elif (row := self.functions.get(start, -1)) >= 0 and self.scope_ends[row] == end:
            return f"==>{row}"
        elif first == 0x28 and self._parentheses.get(end) == start:  # (
            return f"=<{self.told[start]}>" if start in self.told else self.value(start + 1, end - 1)
        found, form = self.ending_at(end)
        if found == start:
            return "=" + form
        return self._mixed(start, end)

    def short_value(self, start: int, end: int) -> str:
        """As `value`, but a short string keeps what it says."""
        text = self._text
        while start < end and text[start] in SPACE:
            start += 1
        if start < end:
            first = text[start]
            if first in b"\"'":
                if end - start <= _LONGEST_STRING and text[end - 1] == first and _SHORT_STRING.fullmatch(text, start + 1, end - 1):
                    return f"='{text[start + 1 : end - 1].decode()}'"
            elif first == 0x7B and (row := self.objects.get(start, -1)) >= 0 and self.scope_ends[row] == end:
                return f"={{{row}}}"
        return self.value(start, end)

    def _mixed(self, start: int, end: int) -> str:
        """The form of an expression with operators."""
        text = self._text
        unary = _UNARY.match(text, start, end)
        if unary is not None and unary.end() > start:
            if unary[3] or unary[4]:
                rest = self.value(unary.end(), end)
                if unary[4] and rest:
                    return f"=new {rest[1:]}{'' if rest.endswith(')') else '()'}"
                if rest:
                    return rest
            elif end - start > _LONGEST_MIXED:
                return ""
        if end - start > _LONGEST_MIXED:
            return ""
        parts: dict[str, list[tuple[int, int]]] = {}
        depth = 0
        for token in _TOKEN.finditer(text, start, end):
            kind = token.lastgroup or ""
            if kind == "open":
                depth += 1
            elif kind == "close":
                depth -= 1
            elif depth == 0 and kind not in ("string", ""):
                parts.setdefault(kind, []).append(token.span())
        if depth:
            return ""
        return self._parted(start, end, parts, unary is not None and (unary[1] is not None or unary[2] is not None))

    def _parted(self, start: int, end: int, parts: Mapping[str, list[tuple[int, int]]], unary: bool) -> str:
        """The form of an expression by the operator that binds least."""
        if "comma" in parts:
            return self.value(parts["comma"][-1][1], end)
        if "if" in parts and "else" in parts:
            middle = next((span for span in parts["else"] if span[0] > parts["if"][0][0]), None)
            if middle is None or len(parts["if"]) > 1:
                return ""
            return _either(self.value(parts["if"][0][1], middle[0]), self.value(middle[1], end))
        if "set" in parts:
            return self.value(parts["set"][0][1], end)
        if "choice" in parts:
            at = parts["choice"][-1]
            return _either(self.value(start, at[0]), self.value(at[1], end))
        if "both" in parts:
            return self.value(parts["both"][-1][1], end)
        if "as" in parts:
            at = parts["as"][-1]
            written = self.written_type(at[1], end)
            return self.value(start, at[0]) if written == "const" else f"=<{written}>" if written else ""
        if unary or "math" in parts or "other" in parts:
            cast = _CAST.match(self._text, start, end)
            if cast is not None and b"</" not in self._text[start:end] and not self._text.startswith(b"/>", end - 2):
                return f"=<{self.written_type(*cast.span(1))}>"
            return _STRING_FORM if unary and self._text.startswith(b"typeof", start) else _NUMBER_FORM
        return ""


def _either(one: str, other: str) -> str:
    """The form of one of two values; one that cannot be read says nothing."""
    if not one or not other or one == other:
        return one or other
    both = f"{one}|{other[1:]}"
    return both if len(both) <= LONGEST else one
