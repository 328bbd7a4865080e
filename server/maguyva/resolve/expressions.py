"""Expressions and types as they are written in the facts, taken apart: `a.b().c` and `Optional[list["Foo"]]`."""

from __future__ import annotations

from functools import lru_cache

from maguyva.extract.handed_on import CLASS_FIRST, HANDED_ON

_WRAPPERS = ("Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "Readonly", "Partial", "NonNullable")
_OPEN = {"(": ")", "[": "]", "<": ">", "{": "}"}


@lru_cache(maxsize=16384)
def split_chain(text: str) -> tuple[str, ...] | None:
    """`Foo(x).bar[0]` → ("Foo", "()", ".bar", "[]"); None for what is no chain of names, calls and subscripts.

    `new Foo` is ("Foo", "()"), and `await f()` ends with "await". Of calls that hand on what they are given the arguments stay.
    """
    text = text.strip()
    if text.startswith("await "):
        inner = split_chain(text[6:])
        return None if inner is None else (*inner, "await")
    if text.startswith("new "):
        inner = split_chain(text[4:])
        if inner is None:
            return None
        calls = [at for at, step in enumerate(inner) if step == "()"]
        return inner if calls else (*inner, "()")
    if text.startswith("("):
        close = _closing(text, 0)
        if close < 0:
            return None
        inner = split_chain(text[1:close])
        rest = _steps(text, close + 1)
        return None if inner is None or rest is None else (*inner, *rest)
    at = 0
    while at < len(text) and (text[at].isalnum() or text[at] in "_$#"):
        at += 1
    if at == 0:
        return None
    rest = _steps(text, at)
    return None if rest is None else (text[:at], *rest)


def _steps(text: str, at: int) -> tuple[str, ...] | None:
    steps: list[str] = []
    while at < len(text):
        char = text[at]
        if text.startswith("::", at):
            at += 1
            char = "."
        elif text.startswith("?.", at):
            at += 1
            char = "."
            if at + 1 < len(text) and text[at + 1] in "([":
                at += 1
                char = text[at]
        if char in "(":
            close = _closing(text, at)
            if close < 0:
                return None
            called = steps[-1].lstrip(".") if steps else text[:at]
            keeps = called.encode() in HANDED_ON or CLASS_FIRST.match(text[at + 1 : close + 1].encode()) is not None
            steps.append(text[at : close + 1] if keeps else "()")
            at = close + 1
        elif char == "<" and (step := next((step for step in ("<>", "<with>") if text.startswith(step, at)), None)):
            steps.append(step)
            at += len(step)
        elif char == "[":
            close = _closing(text, at)
            if close < 0:
                return None
            steps.append("[]")
            at = close + 1
        elif char == ".":
            end = at + 1
            while end < len(text) and (text[end].isalnum() or text[end] in "_$#"):
                end += 1
            if end == at + 1:
                return None
            steps.append(text[at:end])
            at = end
        elif char == "!" or char.isspace():
            at += 1
        else:
            return None
    return tuple(steps)


def inside_brackets(text: str) -> tuple[str, str]:
    """What the bracket that a text begins with holds, and what stands behind it."""
    close = _closing(text, 0)
    return (text[1:close], text[close + 1 :]) if close > 0 else ("", "")


def _closing(text: str, at: int) -> int:
    depth = 0
    quote = ""
    for place in range(at, len(text)):
        char = text[place]
        if quote:
            if char == quote:
                quote = ""
        elif char in "\"'`":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth == 0:
                return place
    return -1


@lru_cache(maxsize=16384)
def split_type(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The alternatives of a type: `Optional[a.Foo] | list[B]` → (("a.Foo", ()), ("list", ("B",))). Unreadable parts are left out.

    Python's wrappers that do not change what members a value has are taken off; `type[X]` stays ("type", ("X",)).
    """
    text = text.strip()
    if len(text) > 2000:
        return ()
    if len(text) >= 2 and text[0] in "\"'" and text[-1] == text[0]:
        text = text[1:-1].strip()
    pieces = split_top(text, "|")
    if len(pieces) > 1:
        return tuple(part for piece in pieces for part in split_type(piece))
    for prefix in ("readonly ", "asserts ", "keyof "):
        if text.startswith(prefix):
            return split_type(text[len(prefix) :]) if prefix == "readonly " else ()
    while text.startswith("(") and _closing(text, 0) == len(text) - 1:
        return split_type(text[1:-1])
    if text.endswith("[]"):
        return (("Array", (text[:-2],)),)
    joined = split_top(text, "&")
    if len(joined) > 1:
        return tuple(part for piece in joined for part in split_type(piece))
    at = 0
    while at < len(text) and (text[at].isalnum() or text[at] in "_$."):
        at += 1
    head = text[:at]
    if not head or head in ("None", "null", "undefined", "void", "never"):
        return ()
    rest = text[at:].strip()
    arguments: tuple[str, ...] = ()
    if rest:
        if rest[0] not in "[<" or rest[-1] != _OPEN[rest[0]]:
            return ()
        arguments = tuple(piece.strip() for piece in split_top(rest[1:-1], ","))
    last = head.rpartition(".")[2]
    if last in ("Optional", "Union") and arguments:
        return tuple(part for piece in arguments for part in split_type(piece))
    if last in _WRAPPERS and arguments:
        return split_type(arguments[0])
    return ((head, arguments),)


def split_top(text: str, separator: str) -> list[str]:
    """The parts of a text between separators that stand in no bracket and no string."""
    pieces: list[str] = []
    depth = 0
    start = 0
    quote = ""
    for at, char in enumerate(text):
        if quote:
            if char == quote:
                quote = ""
        elif char in "\"'`":
            quote = char
        elif char in "([{<":
            depth += 1
        elif char in ")]}" or (char == ">" and text[at - 1 : at] not in ("=", "-")):
            depth -= 1
        elif char == separator and depth == 0:
            pieces.append(text[start:at])
            start = at + 1
    pieces.append(text[start:])
    return [piece.strip() for piece in pieces if piece.strip()]
