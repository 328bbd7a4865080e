"""What the parts of a piece of code are to a reader's eye: comments, strings, numbers, keywords, operators.

No table of a language's tokens is kept here: a grammar names its own, and their names tell their kind in every language (`line_comment`,
`int_literal`, the keyword `while` as itself). One query made from them runs in C. What names mean is not in the grammar; whoever has the
file's facts knows better (`search/colours.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Literal, cast

from maguyva.extract import languages

Colour = Literal["comment", "string", "number", "keyword", "type", "function", "variable", "property", "constant", "operator", "plain"]
Painted = tuple[int, int, Colour]

# Names of node types, the first that fits. Parts of strings are left to the whole string, so that escapes look like their surroundings.
_NAMED: tuple[tuple[re.Pattern[str], Colour], ...] = (
    (re.compile(r"(\w+_)?comment|haddock|doctype"), "comment"),
    (re.compile(r"(\w*_)?string(_lit|_literal)?|(\w+_)?(char|character|rune|regex)(_lit|_literal)?|(heredoc|nowdoc)_body"), "string"),
    (re.compile(r"quoted_attribute_value|symbol|simple_symbol|hash_key_symbol|atom|kwd_lit|str_lit|fenced_code_block|code_span"), "string"),
    (re.compile(r"(\w+_)?(integer|float|int|number|imaginary|real|num|floating_point)(_lit|_literal)?"), "number"),
    (re.compile(r"true|false|none|null|nil|undefined|(null|nil|bool|boolean)(_lit|_literal)?"), "constant"),
    (re.compile(r"type_identifier|(primitive|predefined|builtin|integral|floating_point|boolean|void)_type"), "type"),
    (re.compile(r"keyword_\w+|self|this|super|tag_name|crate|implicit_type"), "keyword"),
    (re.compile(r"(\w+_)?(property|field)_identifier(_pattern)?|attribute_name"), "property"),
    (re.compile(r"(string_)?interpolation|template_substitution|(simple_)?expansion|command_substitution"), "plain"),  # Code in a string.
)
_KEYWORD = re.compile(r"[#@]?[A-Za-z_][\w-]+(?: \w+)?[!?]?")
_OPERATOR = re.compile(r"(?=.*[-+*/%=<>!&|^~])[-+*/%=<>!&|^~?:.]+")
_PROSE = frozenset({"markdown", "html", "vue", "svelte"})  # Their punctuation and words are text.


def paint(text: bytes, language: str, first: int = 0) -> list[Painted]:
    """(start, end, colour) of the parts from byte `first` on, an outer part before those in it; none in a language without a grammar.

    `text` may be any piece of a file: what the parser cannot make sense of is coloured as far as its tokens can be told.
    """
    return cast(list[Painted], languages.captures(language, _query(language), text, first))  # The captures are named by colour.


def layered(parts: Iterable[Painted]) -> list[Painted]:
    """Parts in order and without overlap: an inner part covers the outer one, of equal ones the later counts, and "plain" uncovers.

    Nothing is painted on a comment, and on a string no operator (the slashes of a regular expression) and no string.
    """
    flat: list[Painted] = []
    under: list[Painted] = []  # The parts that hold the place we are at, the innermost last.
    at = 0

    def fill(until: int) -> None:
        nonlocal at
        if until > at:
            if under and under[-1][2] != "plain":
                flat.append((at, until, under[-1][2]))
            at = until

    def close(until: int) -> None:
        while under and under[-1][1] <= until:
            fill(under[-1][1])
            under.pop()

    for part in sorted(parts, key=lambda one: (one[0], -one[1])):
        start, end, colour = part
        close(start)
        ground, bound = (under[-1][2], under[-1][1]) if under else ("plain", end)
        if start < end <= bound and ground not in ("comment", colour) and not (ground == "string" and colour == "operator"):
            fill(start)
            under.append(part)
    close(max((end for _, end, _ in under), default=0))
    return flat


@cache
def _query(language: str) -> str:
    patterns: dict[Colour, list[str]] = {}
    for name, is_named in languages.node_kinds(language):
        colour = _colour_of_named(name) if is_named else None if language in _PROSE else _colour_of_token(name)
        if colour is not None:
            patterns.setdefault(colour, []).append(f"({name})" if is_named else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"')
    return "\n".join(f"[{' '.join(dict.fromkeys(names))}] @{colour}" for colour, names in patterns.items())


def _colour_of_named(name: str) -> Colour | None:
    return next((colour for pattern, colour in _NAMED if pattern.fullmatch(name)), None)


def _colour_of_token(name: str) -> Colour | None:
    return "keyword" if _KEYWORD.fullmatch(name) else "operator" if _OPERATOR.fullmatch(name) else None
