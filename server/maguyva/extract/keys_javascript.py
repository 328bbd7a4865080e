"""Names of JavaScript and TypeScript that are two things at once: properties in literals, in patterns, and set on something else.

The key of an object literal defines a property, and refers to the one that the literal's type declares. `const { a } = b` binds `a` and
reads `b.a`. `app.get = function …` defines a function, unless the type of `app` has declared it. Which of them it is, is told when it is
asked, so all of these tokens are references too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from maguyva.extract.definitions import BINDING_OF_CAPTURE, Found
from maguyva.extract.forms_javascript import ScriptForms
from maguyva.extract.hints_javascript import read_sources
from maguyva.extract.references import KEY, Captured, References, starts_by_end
from maguyva.extract.scopes import Scopes
from maguyva.extract.symbols import Symbols
from maguyva.model import Role

_READONLY = re.compile(rb"(?:readonly\s+)?")
_IMPORT = int(Role.IMPORT)


def script_forms(text: bytes, captured: Captured, found: Found, scopes: Scopes) -> ScriptForms:
    """The reader of a file's expressions and types, with the sources of its patterns noted."""
    forms = ScriptForms(
        text,
        starts_by_end(captured, "arguments"),
        starts_by_end(captured, "skipped"),
        starts_by_end(captured, "comment"),
        starts_by_end(captured, "parentheses"),
        frozenset(captured.get("mapped", ((), ()))[0]),
        scopes,
        captured.get("scope.literal", ((), ()))[0],
    )
    tokens = {start for capture in BINDING_OF_CAPTURE for start in captured.get(capture, ((), ()))[0]}
    read_sources(text, captured, found, forms, tokens | found.definitions.keys())
    return forms


def also_references(captured: Captured, found: Found, symbols: Symbols, forms: ScriptForms) -> set[int]:
    """The starts of the tokens that bring in a name and refer to one as well."""
    result = set(forms.taken).union(captured.get("export.alias", ((), ()))[0])
    for row, (start, _) in enumerate(symbols.name_spans):
        assigned = symbols.containers[row] or (symbols.inside_method[row] and start not in found.bindings)
        if assigned or symbols.scopes[row] in forms.literals:
            result.add(start)
    return result


def qualify_keys(text: bytes, captured: Captured, symbols: Symbols, forms: ScriptForms, references: References) -> None:
    """Give the names in literals and patterns their qualifiers: "{}" and what is written as the key's value or type; for a name that stands
    for both key and value "{}="; for one taken out of something, what that is."""
    qualifiers, roles, starts = references.qualifiers, references.roles, references.starts
    last = len(starts) - 1
    if last < 0:
        return

    def rows_of(begins: Sequence[int]) -> list[int]:
        """The row of the reference at each offset, −1 where there is none."""
        places = np.array(begins, dtype=np.int64)
        rows = np.minimum(np.searchsorted(starts, places), last)
        found: list[int] = np.where(starts[rows] == places, rows, -1).tolist()
        return found

    begins, ends = captured.get("pair", ((), ()))
    for row, start, end in zip(rows_of(begins), begins, ends, strict=True):
        if row >= 0:
            colon = text.find(b":", start, end)
            qualifiers[row] = KEY + forms.short_value(colon + 1, end) if colon >= 0 else KEY
    begins, ends = captured.get("signature", ((), ()))
    names = [_READONLY.match(text, start).end() for start in begins]  # type: ignore[union-attr]
    for row, start, end in zip(rows_of(names), begins, ends, strict=True):
        if row >= 0:
            colon = text.find(b":", start, end)
            written = forms.written_type(colon + 1, end) if colon >= 0 else ""
            qualifiers[row] = KEY + (":" + written if written else "")
    for row in rows_of(captured.get("key.short", ((), ()))[0]):
        qualifiers[row] = KEY + "="
    keys = [start for scope, (start, _) in zip(symbols.scopes, symbols.name_spans, strict=True) if scope in forms.literals]
    for row in rows_of(keys):
        if row >= 0:
            qualifiers[row] = KEY
    for row, source in zip(rows_of(list(forms.taken)), forms.taken.values(), strict=True):
        if row >= 0 and roles[row] != _IMPORT:
            qualifiers[row] = source
