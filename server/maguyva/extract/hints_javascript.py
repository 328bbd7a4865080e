"""What a JavaScript or TypeScript file says about values beside the types of names, as hints (`HintKind`).

The most telling is the context of an object literal or a function: what it is given to. The parameters of a callback and the keys of a
literal mean what the context's type says. It is read from the text before the expression, as receivers are:

- `1#f(a,=>5)` the second argument of a call; `:T` something declared; `=a.b` what `a.b` is set to; `>` what the function around it
  returns; `[]` and a context: an element of what stands there; `{7}` the literal of scope 7, `{7}.a` its property. What a property with a
  plain name is set to needs none: the key's qualifier tells it.
- Behind a tab, the context of the call itself follows, which may tell what its type parameters are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Set

import numpy as np

from maguyva.extract.definitions import Found, Range
from maguyva.extract.forms_javascript import ScriptForms
from maguyva.extract.receivers import SPACE, WORD_BYTES
from maguyva.extract.references import Captured, starts_by_end
from maguyva.extract.scopes import Scopes
from maguyva.extract.spans import Nesting
from maguyva.model import CALLABLE_KINDS, HintKind, ScopeKind

Row = tuple[int, int, int, str, str]  # scope, start, kind, name, type

_CALLABLE = frozenset(map(int, CALLABLE_KINDS))
_LONGEST = 300
_SAY_NOTHING = frozenset({"", "=0", "=''", "=[]"})
_DEEPEST = 3
_DEEPEST_PATTERN = 8
_MOST_RETURNS = 3
_BRACKET = re.compile(rb"""[(\[{]|[)\]}]|,|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""", re.DOTALL)
_ASSERTED = re.compile(rb"\s*(?:as|satisfies)\s+(?!const\b)")
_KEY = re.compile(rb"([\w$]+|\"[^\"\n]*\"|'[^'\n]*')\s*\Z")
_FARTHEST = 200  # Lists that are looked at to find the one around a place.
_ARROW = re.compile(rb"(?:async\b\s*)?(?:<|\(|[\w$]+\s*=>)")  # No method or declaration begins so.
_DECLARED = re.compile(rb"(?:const|let|var|,)\s*\Z")


class Contexts:
    """The contexts of the expressions of one text."""

    def __init__(self, text: bytes, captured: Captured, forms: ScriptForms, scopes: Scopes, annotations: Mapping[int, int]) -> None:
        """`annotations` leads from the end of a declared type to its start."""
        self._text = text
        self._forms = forms
        self._annotations = annotations
        self._arguments = dict(zip(*captured.get("arguments", ((), ())), strict=True))
        self._arrays = dict(zip(*captured.get("array", ((), ())), strict=True))
        self._casts = starts_by_end(captured, "skipped")  # Before a literal, types in angles are a cast: elements have none.
        self._asserted = dict(zip(*captured.get("asserted", ((), ())), strict=True))
        self._openers: list[int] = []
        self._calls: dict[int, tuple[int, str]] = {}
        self._closed: dict[int, int] = {}  # End → start of object literals and functions.
        self._ends = scopes.ends
        self._scopes = scopes

    def of(self, start: int, depth: int = 0) -> str:
        """The context of the expression that starts at `start`, "" when nothing is known of it."""
        text = self._text
        asserted = self._asserted.get(start, -1)
        if asserted >= 0:
            return self._assertion(start, asserted)
        at = self._forms.code_before(start - 1)
        if at < 0 or depth > _DEEPEST:
            return ""
        last = text[at]
        if last == 0x28:  # (
            return self._argument(at, start, depth) if at in self._arguments else self.of(at, depth + 1)
        if last == 0x2C:  # ,
            opener = self._opener(at)
            if opener in self._arguments:
                return self._argument(opener, start, depth)
            return self._element(opener, depth) if opener >= 0 else ""
        if last == 0x5B:  # [
            return self._element(at, depth) if at in self._arrays else ""
        if last == 0x3A:  # :
            return self._otherwise(at, depth)
        if last == 0x3D:  # =
            return self._set(at)
        if last == 0x3E:  # >
            cast = self._casts.get(at + 1, -1)
            if cast >= 0:  # `<T>{…}`
                return ":" + self._forms.written_type(cast + 1, at)
            return ">" if at and text[at - 1] == 0x3D else ""
        if last in b"&|?":
            return self._chosen(at, depth)
        if last in WORD_BYTES:
            begin = at
            while begin > 0 and text[begin - 1] in WORD_BYTES:
                begin -= 1
            word = text[begin : at + 1]
            if word == b"return":
                return ">"
            if word == b"await":
                return self.of(begin, depth + 1)
        return ""

    def _opener(self, at: int) -> int:
        """The start of the innermost argument list or array around `at`, −1 when none is near."""
        if not self._openers:
            self._openers = sorted((*self._arguments, *self._arrays))
        place = bisect_right(self._openers, at)
        for opener in reversed(self._openers[max(0, place - _FARTHEST) : place]):
            if self._arguments.get(opener, -1) > at or self._arrays.get(opener, -1) > at:
                return opener
        return -1

    def _assertion(self, start: int, end: int) -> str:
        text = self._text
        row = self._forms.objects.get(start, self._forms.functions.get(start, -1))
        match = _ASSERTED.match(text, self._ends[row] if row >= 0 else start, end)
        return ":" + self._forms.written_type(match.end(), end) if match is not None else ""

    def _element(self, array: int, depth: int) -> str:
        around = self.of(array, depth + 1)
        return "[]" + around if around else ""

    def _argument(self, opening: int, start: int, depth: int) -> str:
        call = self._calls.get(opening)
        if call is None:
            call = self._calls[opening] = self._forms.call(opening, self._arguments[opening])
        begin, form = call
        if begin < 0:
            return ""
        context = f"{self._place(opening, start)}#{form}"
        around = self.of(begin, depth + 1) if depth < _DEEPEST else ""
        if around and len(context) + len(around) < _LONGEST:
            return f"{context}\t{around}"
        return context

    def _place(self, opening: int, start: int) -> int:
        """How many elements stand before `start` in the list that begins at `opening`."""
        return count_before(self._text, opening, start, self._forms)

    def _set(self, at: int) -> str:
        text = self._text
        if at and text[at - 1] in b"=!<>+-*/%^":
            return ""
        end = at
        while end > 0 and text[end - 1] in b"|&?":  # `??=`
            end -= 1
        while end > 0 and text[end - 1] in SPACE:
            end -= 1
        declared = self._annotations.get(end, -1)
        if declared >= 0:
            written = self._forms.written_type(declared, end)
            return ":" + written if written else ""
        begin, form = self._forms.ending_at(end)
        if begin < 0 or _DECLARED.search(text, max(0, begin - 12), begin):
            return ""
        return "=" + form

    def _otherwise(self, at: int, depth: int) -> str:
        """The context of what a property with a string or a computed name is set to, or of the last part of `c ? a : b`. What a property
        with a plain name is set to needs none."""
        end = self._forms.code_before(at - 1) + 1
        if end > 0 and self._text[end - 1] in b"\"']":
            named = self._named(end)
            if named:
                return named
        if not self._closed:
            self._closed = {
                self._ends[row]: start for starts in (self._forms.objects, self._forms.functions) for start, row in starts.items()
            }
        begin = self._closed.get(end, -1)
        if begin < 0:
            begin = self._forms.ending_at(end)[0]
        sign = self._forms.code_before(begin - 1) if begin > 0 else -1
        return self._chosen(sign, depth) if sign >= 0 and self._text[sign] == 0x3F else ""

    def _named(self, end: int) -> str:
        """The context of a property whose name ends at `end`: `{7}.a` of the literal of scope 7, or an element of it."""
        text = self._text
        quote = text[end - 1 : end]
        begin = text.rfind(b"[" if quote == b"]" else quote, max(0, end - _LONGEST), end - 1)
        row = self._scopes.nesting.at(begin) if begin >= 0 else -1
        before = self._forms.code_before(begin - 1) if begin > 0 else -1
        if before < 0 or text[before] not in b"{," or row not in self._forms.literals:
            return ""
        name = text[begin + 1 : end - 1]
        return f"{{{row}}}.{name.decode()}" if quote != b"]" and name.isascii() and name.decode().isidentifier() else f"[]{{{row}}}"

    def _chosen(self, at: int, depth: int) -> str:
        """The context of a whole `a && b`, `a || b`, `a ?? b` or `c ? a : b`, by its first operand."""
        text = self._text
        end = at
        while end > 0 and text[end - 1] in b"&|?":
            end -= 1
        begin, _ = self._forms.ending_at(self._forms.code_before(end - 1) + 1)
        for _ in range(_DEEPEST_PATTERN):  # `a === b && c ? …`: what the operators join is passed.
            sign = self._forms.code_before(begin - 1) if begin > 0 else -1
            if sign < 0 or text[sign] not in b"&|=!<>+-" or (text[sign] == 0x3D and text[sign - 1] not in b"=!<>"):
                break
            while sign >= 0 and text[sign] in b"&|=!<>+-":
                sign -= 1
            begin, _ = self._forms.ending_at(self._forms.code_before(sign) + 1)
        return self.of(begin, depth + 1) if begin > 0 else ""


def count_before(text: bytes, opening: int, start: int, forms: ScriptForms) -> int:
    """How many elements stand before `start` in the bracketed list that begins at `opening`."""
    count = depth = 0
    at = opening + 1
    while at < start:
        match = _BRACKET.search(text, at, start)
        if match is None:
            break
        at = match.end()
        first = text[match.start()]
        if first == 0x2C:
            count += depth == 0
        elif first in b"([{":
            row = forms.objects.get(match.start(), -1)
            if row >= 0:
                at = forms.scope_ends[row]
            else:
                depth += 1
        elif first in b")]}":
            depth -= 1
    return count


def read_sources(text: bytes, captured: Captured, found: Found, forms: ScriptForms, tokens: Set[int]) -> None:
    """Note in `forms` what the names in patterns are given: `a.b.c` for `c` of `const { b: { c } } = a`. `tokens` are the starts of bound names."""
    spans = sorted({*zip(*captured.get("pattern", ((), ())), strict=True)}, key=lambda span: (span[0], -span[1]))
    if not spans:
        return
    nesting = Nesting((start, end, start) for start, end in spans)
    known: dict[int, str] = {}

    def form_of(pattern: int, depth: int = 0) -> str:
        form = known.get(pattern)
        if form is None:
            root = found.patterns.get(pattern)
            if root is not None:
                form = _root_form(text, root, forms)
            else:
                around = nesting.at(pattern - 1) if pattern and depth < _DEEPEST_PATTERN else -1
                outer = form_of(around, depth + 1) if around >= 0 else ""
                form = outer + _step(text, around, pattern, forms) if outer else ""
            known[pattern] = form
        return form

    keys = {*captured.get("key.read", ((), ()))[0], *captured.get("pattern.key", ((), ()))[0]}
    places = np.array(sorted(tokens | keys), dtype=np.int64)
    patterns = nesting.at_each(places)
    inside = patterns >= 0
    for token, pattern in zip(places[inside].tolist(), patterns[inside].tolist(), strict=True):
        form = form_of(pattern)
        if form and token in keys:
            forms.taken[token] = form
        if form and token in tokens:
            forms.sources[token] = form + _step(text, pattern, token, forms)


def _root_form(text: bytes, root: Mapping[str, Range], forms: ScriptForms) -> str:
    written = f"<{forms.written_type(*root['type'])}>" if "type" in root else ""
    if "parameter" in root:
        start, opening = root["parameter"][0], root["list"][0]
        # What `this` is declared to be is no argument.
        return f"#{count_before(text, opening, start, forms) - text.startswith(b'(this', opening)}{written}"
    if written:
        return written
    if "value" in root:
        return forms.value(*root["value"])[1:]
    if "element" in root:
        form = forms.value(*root["element"])[1:]
        return f"({form})[]" if "|" in form else f"{form}[]" if form else ""
    return ""


def _step(text: bytes, pattern: int, token: int, forms: ScriptForms) -> str:
    """How a name, or a pattern, is taken out of the pattern around it."""
    before = token - 1
    while before > pattern and text[before] in SPACE:
        before -= 1
    if text[before] == 0x2E:
        return ""  # `...rest`: about what it is taken from.
    if text[pattern] == 0x5B:
        return f"[{count_before(text, pattern, token, forms)}]"
    if text[before] == 0x3A:
        key = _KEY.search(text, max(pattern, before - 80), before)
        return "." + key[1].strip(b"\"'").decode("utf-8", "surrogateescape") if key is not None else ""
    end = token
    while end < len(text) and text[end] in WORD_BYTES:
        end += 1
    return "." + text[token:end].decode("utf-8", "surrogateescape")


def read_hints(text: bytes, captured: Captured, found: Found, scopes: Scopes, forms: ScriptForms, untyped: Set[int]) -> list[Row]:
    """All hints of a file, in order of start. `untyped` are the scopes of functions with parameters of which no type is written."""
    rows = _contexts(text, captured, found, scopes, forms, untyped)
    rows += _returns(text, captured, found, scopes, forms)
    for capture, kind in (("signature.call", HintKind.CALL), ("signature.new", HintKind.CONSTRUCT)):
        for start in captured.get(capture, ((), ()))[0]:
            inner = scopes.nesting.at(start)
            rows.append((scopes.parents[inner], start, kind, "", f"=>{inner}"))
    for row in _lexical(text, captured, scopes):
        rows.append((row, scopes.starts[row], HintKind.LEXICAL, "", ""))
    for start, end in zip(*captured.get("this.type", ((), ())), strict=True):
        if written := forms.written_type(start, end):
            rows.append((_function_around(scopes, start), start, HintKind.RECEIVER, "", ":" + written))
    for start, end in zip(*captured.get("spread", ((), ())), strict=True):
        if form := forms.value(start, end):
            rows.append((scopes.nesting.at(start), start, HintKind.SPREAD, "", form))
    for start, end in zip(*captured.get("index.type", ((), ())), strict=True):
        row = scopes.nesting.at(start)
        while row > 0 and scopes.kinds[row] != ScopeKind.OBJECT:
            row = scopes.parents[row]
        if written := forms.written_type(start, end):
            rows.append((row, start, HintKind.INDEX, "", ":" + written))
    for start, end in found.heritage:
        if written := forms.written_type(start, end):
            rows.append((scopes.nesting.at(start), start, HintKind.BASE, "", ":" + written))
    for start, value in found.exports:
        rows.append((0, start, HintKind.EXPORTS, "", forms.value(*value)))
    for definition in found.definitions.values():
        if definition.receiver is not None and definition.value is not None and definition.name[0] not in found.bindings:
            form = forms.value(*definition.value)
            if form not in _SAY_NOTHING and not form.startswith("='"):
                name = text[slice(*definition.name)].decode("utf-8", "surrogateescape")
                rows.append((scopes.nesting.at(definition.name[0]), definition.name[0], HintKind.ASSIGNED, name, form))
    rows += _narrowed(text, found, scopes, forms)
    rows.sort(key=lambda hint: (hint[1], hint[2], hint[0], hint[4]))
    return rows


def _contexts(text: bytes, captured: Captured, found: Found, scopes: Scopes, forms: ScriptForms, untyped: Set[int]) -> list[Row]:
    contexts = Contexts(text, captured, forms, scopes, _annotations(found))
    rows: list[Row] = []
    # A function without parameters is asked for what it returns, or for its `this`.
    wanted = {*untyped} | {_function_around(scopes, start) for start in captured.get("this", ((), ()))[0]}
    for start, row in forms.objects.items():
        if row in forms.literals and scopes.ends[row] - start > 2 and (context := contexts.of(start)):
            rows.append((row, start, HintKind.CONTEXT, "", context))
            if context.endswith(">"):
                wanted.add(_function_around(scopes, start))
    for start in sorted(captured.get("scope.anonymous", ((), ()))[0], reverse=True):
        row = forms.functions.get(start, -1)
        if row in wanted and (context := contexts.of(start)):
            rows.append((row, start, HintKind.CONTEXT, "", context))
            if context.endswith(">"):
                wanted.add(_function_around(scopes, start - 1))
    return rows


def _annotations(found: Found) -> dict[int, int]:
    """End → start of each declared type."""
    spans = [one.annotation or one.type for one in found.definitions.values()]
    spans += [one.type for one in found.bindings.values() if not one.generic]
    return {span[1]: span[0] for span in spans if span is not None}


def _returns(text: bytes, captured: Captured, found: Found, scopes: Scopes, forms: ScriptForms) -> Iterator[Row]:
    count: dict[int, int] = {}
    typed = {_function_around(scopes, one.type[0]) for one in found.definitions.values() if one.type is not None and one.kind in _CALLABLE}
    for start, end in zip(*captured.get("returned.type", ((), ())), strict=True):
        row = _function_around(scopes, start)
        typed.add(row)
        if written := forms.written_type(start, end):
            yield row, start, HintKind.RETURN, "", ":" + written
    for start, end in sorted(zip(*captured.get("returned", ((), ())), strict=True)):
        row = _function_around(scopes, start - 1 if start in forms.functions else start)
        if row not in typed and count.get(row, 0) < _MOST_RETURNS and (form := forms.value(start, end)):
            count[row] = count.get(row, 0) + 1
            yield row, start, HintKind.RETURN, "", form


def _lexical(text: bytes, captured: Captured, scopes: Scopes) -> set[int]:
    """The scopes of the arrow functions in which `this` is used: it is that of the code around them."""
    found: set[int] = set()
    for start in captured.get("this", ((), ()))[0]:
        row = _function_around(scopes, start)
        while row > 0 and row not in found and _ARROW.match(text, scopes.starts[row]):
            found.add(row)
            row = _function_around(scopes, scopes.starts[row] - 1)
    return found


def _function_around(scopes: Scopes, at: int) -> int:
    row = scopes.nesting.at(at)
    while row > 0 and scopes.kinds[row] != ScopeKind.FUNCTION:
        row = scopes.parents[row]
    return row


def _narrowed(text: bytes, found: Found, scopes: Scopes, forms: ScriptForms) -> Iterator[Row]:
    for narrowing in found.narrowings:
        row = scopes.nesting.at(narrowing.scope[0])
        while row > 0 and scopes.starts[row] > narrowing.scope[0]:
            row = scopes.parents[row]
        name = forms.value(*narrowing.name)[1:]
        if not name or row <= 0:
            continue
        if narrowing.type is not None:
            told = ":" + forms.written_type(*narrowing.type)
        elif narrowing.guard is not None:
            told = "=" + forms.value(*narrowing.guard)[1:]
        elif narrowing.key is not None and narrowing.told is not None:
            told = f"?{text[slice(*narrowing.key)].decode('utf-8', 'replace')}={text[slice(*narrowing.told)].decode('utf-8', 'replace')}"
        else:
            continue
        yield row, narrowing.scope[0], HintKind.NARROW, name, told
