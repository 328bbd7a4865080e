"""What a JavaScript or TypeScript file's facts say about values, as dictionaries made once per facts object."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from maguyva.model import BindingKind, FileFacts, HintKind, ImportFlag, Role, ScopeKind
from maguyva.resolve.names import FileNames, names_of
from maguyva.resolve.world import Target, TargetKind

KEY = "{}"  # What the qualifier of a property's name in a literal or an object type begins with.
EXPORTS = frozenset({"exports", "module.exports"})  # What a module's exports are set on.
SHORT = "{}="  # The qualifier of a name that is key and value at once.
_PARAMETER = int(BindingKind.PARAMETER)
_FUNCTION = int(ScopeKind.FUNCTION)


class Parameter(NamedTuple):
    """A parameter of a function: its type as written, "" where there is none, and its binding, −1 where it is taken apart."""

    type: str
    rest: bool
    binding: int


@dataclass(frozen=True, eq=False)
class ScriptTables:
    """Derived tables of one file."""

    names: FileNames

    @cached_property
    def _hints(self) -> dict[int, list[tuple[int, int, str, str]]]:
        """Kind → (scope, start, name, type) in the order of the text."""
        facts, strings = self.names.facts, self.names.strings
        table: dict[int, list[tuple[int, int, str, str]]] = {}
        columns = (facts.hint_kind, facts.hint_scope, facts.hint_start, facts.hint_name, facts.hint_type)
        for kind, scope, start, name, type_ in zip(*(column.tolist() for column in columns), strict=True):
            table.setdefault(kind, []).append((scope, start, strings[name], strings[type_]))
        return table

    def _by_scope(self, kind: HintKind) -> dict[int, list[str]]:
        table: dict[int, list[str]] = {}
        for scope, _, _, type_ in self._hints.get(kind, ()):
            table.setdefault(scope, []).append(type_)
        return table

    @cached_property
    def contexts(self) -> dict[int, str]:
        """Scope of an object literal or a function → what it is given to."""
        return {scope: text for scope, _, _, text in self._hints.get(HintKind.CONTEXT, ())}

    @cached_property
    def returns(self) -> dict[int, list[str]]:
        """Scope of a function → what it returns: ":T" and "=form"."""
        return self._by_scope(HintKind.RETURN)

    @cached_property
    def bases(self) -> dict[int, tuple[int, str]]:
        """Start of a reference to a base → (scope, the base as written, with its arguments)."""
        return {start: (scope, text[1:]) for scope, start, _, text in self._hints.get(HintKind.BASE, ())}

    @cached_property
    def calls(self) -> dict[int, list[int]]:
        """Scope of an object type → the scopes of the signatures by which it can be called."""
        return {scope: [int(text[2:]) for text in texts] for scope, texts in self._by_scope(HintKind.CALL).items()}

    @cached_property
    def constructs(self) -> dict[int, list[int]]:
        """The same for `new`."""
        return {scope: [int(text[2:]) for text in texts] for scope, texts in self._by_scope(HintKind.CONSTRUCT).items()}

    @cached_property
    def spreads(self) -> dict[int, list[str]]:
        """Scope of an object literal → the forms of what else it holds."""
        return {scope: [text[1:] for text in texts] for scope, texts in self._by_scope(HintKind.SPREAD).items()}

    @cached_property
    def indexes(self) -> dict[int, str]:
        """Scope of an object type → the type of what it holds under names that are not told."""
        return {scope: texts[0][1:] for scope, texts in self._by_scope(HintKind.INDEX).items()}

    @cached_property
    def lexical(self) -> frozenset[int]:
        """Scopes of the arrow functions that use `this`."""
        return frozenset(scope for scope, _, _, _ in self._hints.get(HintKind.LEXICAL, ()))

    @cached_property
    def receivers(self) -> dict[int, str]:
        """Scope of a function → the type that is declared of `this`."""
        return {scope: text[1:] for scope, _, _, text in self._hints.get(HintKind.RECEIVER, ())}

    @cached_property
    def whole_exports(self) -> list[int]:
        """Rows of the imports that hand on what stands for the module: `module.exports = f` and `export = f`."""
        facts = self.names.facts
        both = int(ImportFlag.REEXPORT | ImportFlag.NAMESPACE)
        rows: list[int] = (
            (((facts.import_flags & both) == both) & (facts.import_module == 0) & (facts.import_alias == 0)).nonzero()[0].tolist()
        )
        return rows

    @cached_property
    def exports(self) -> list[str]:
        """The forms of what `module.exports` is set to."""
        return [text[1:] for _, _, _, text in self._hints.get(HintKind.EXPORTS, ()) if text]

    @cached_property
    def exports_start(self) -> int:
        """Where `module.exports` is set; the start of the file where it is not."""
        return next((start for _, start, _, _ in self._hints.get(HintKind.EXPORTS, ())), 0)

    @cached_property
    def has_exports(self) -> bool:
        """Whether the file is a CommonJS module: what it gives is set, and its own names are seen by nobody else."""
        names = self.names
        return HintKind.EXPORTS in self._hints or any(names.strings[row] in EXPORTS for row in set(names.facts.symbol_container.tolist()))

    @cached_property
    def assigned(self) -> dict[str, list[tuple[int, str]]]:
        """Name of a member → (scope, form) of each value that a function sets it to on `this`."""
        table: dict[str, list[tuple[int, str]]] = {}
        for scope, _, name, text in self._hints.get(HintKind.ASSIGNED, ()):
            table.setdefault(name, []).append((scope, text[1:]))
        return table

    @cached_property
    def narrowed(self) -> dict[str, dict[int, list[str]]]:
        """Form of an expression → scope → what is known of it there."""
        table: dict[str, dict[int, list[str]]] = {}
        for scope, _, name, text in self._hints.get(HintKind.NARROW, ()):
            table.setdefault(name, {}).setdefault(scope, []).append(text)
        return table

    @cached_property
    def narrowed_heads(self) -> frozenset[str]:
        """The first names of the expressions of which more is known somewhere."""
        return frozenset(form.partition(".")[0].partition("[")[0].partition("(")[0] for form in self.narrowed)

    # ---- the keys of literals and object types ----

    @cached_property
    def keys(self) -> dict[int, dict[str, list[int]]]:
        """Scope → name → rows of the references that are keys there."""
        table: dict[int, dict[str, list[int]]] = {}
        names = self.names
        facts = names.facts
        marked = [row for row, text in enumerate(names.strings) if text.startswith(KEY)]
        told = set(marked)
        for row, qualifier in enumerate(facts.reference_qualifier.tolist()):
            if qualifier in told:
                name = names.strings[int(facts.reference_name[row])]
                table.setdefault(self.key_scope(row), {}).setdefault(name, []).append(row)
        return table

    def key_scope(self, row: int) -> int:
        """The scope of the literal or object type that has a key: the token of a method lies in the method's own scope."""
        names = self.names
        scope = int(names.facts.reference_scope[row])
        return scope if names.scope_kind[scope] == ScopeKind.OBJECT else names.scope_parent[scope]

    @cached_property
    def key_of(self) -> dict[int, int]:
        """Scope of an object literal or a function → the row of the key that is set to it."""
        table: dict[int, int] = {}
        names = self.names
        for by_name in self.keys.values():
            for rows in by_name.values():
                for row in rows:
                    text = self.key_type(row)
                    if text.startswith(("={", "==>")) and text.strip("={>}").isdigit():
                        table[int(text.strip("={>}"))] = row
        for scope, symbol in enumerate(names.scope_symbol):  # A method of a literal is a symbol; its token is a key too.
            if symbol >= 0 and names.function_scopes.get(symbol) == scope and names.scope_kind[scope] == _FUNCTION:
                row = names.reference_at.get(int(names.facts.symbol_name_start[symbol]), -1)
                if row >= 0 and names.strings[int(names.facts.reference_qualifier[row])].startswith(KEY):
                    table[scope] = row
        return table

    @cached_property
    def made(self) -> dict[int, dict[str, list[int]]]:
        """Scope of a function of JavaScript → name → rows of the references by which it sets a member of `this`."""
        table: dict[int, dict[str, list[int]]] = {}
        names = self.names
        facts = names.facts
        this = names.row_of.get("this", -1)
        if this < 0 or names.language in ("typescript", "tsx"):
            return table
        rows = ((facts.reference_qualifier == this) & (facts.reference_role == Role.WRITE)).nonzero()[0].tolist()
        for row in rows:
            scope = self.this_function(int(facts.reference_scope[row]))
            if scope >= 0:
                table.setdefault(scope, {}).setdefault(names.strings[int(facts.reference_name[row])], []).append(row)
        return table

    def this_function(self, scope: int) -> int:
        """The scope of the function whose `this` a scope sees, −1 when there is none."""
        names = self.names
        while scope > 0 and (names.scope_kind[scope] != _FUNCTION or scope in self.lexical):
            scope = names.scope_parent[scope]
        return scope if scope > 0 else -1

    def key_type(self, row: int) -> str:
        """What is written of a key's value: ":T", "=form", "" or "=" when the name is the value's too."""
        return self.names.strings[int(self.names.facts.reference_qualifier[row])][len(KEY) :]

    # ---- functions and type parameters ----

    @cached_property
    def generics(self) -> dict[int, list[int]]:
        """Scope → the bindings of its type parameters."""
        names = self.names
        marked = {row for row, text in enumerate(names.strings) if text.startswith("<")}
        table: dict[int, list[int]] = {}
        kinds, scopes = names.binding_kind, names.binding_scope
        for row, type_ in enumerate(names.facts.binding_type.tolist()):
            if type_ in marked and kinds[row] == _PARAMETER:
                table.setdefault(scopes[row], []).append(row)
        return table

    @cached_property
    def generic_scopes(self) -> dict[int, int]:
        """Symbol of a type → the scope of its type parameters."""
        names = self.names
        table: dict[int, int] = {}
        for scope in sorted(self.generics):
            symbol = names.scope_symbol[scope]
            if symbol >= 0 and names.scope_kind[scope] != _FUNCTION:
                table.setdefault(symbol, scope)
        return table

    @cached_property
    def _parameters(self) -> dict[int, list[Parameter]]:
        names = self.names
        table: dict[int, list[Parameter]] = {}
        kinds, scopes, functions = names.binding_kind, names.binding_scope, names.scope_kind
        for row, scope in enumerate(scopes):
            if kinds[row] != _PARAMETER or functions[scope] != _FUNCTION:
                continue
            written = names.binding_type(row)
            if written.startswith("<"):
                continue
            found = table.setdefault(scope, [])
            if written.startswith("=#"):
                digits = written[2:].partition("<")[0].partition(".")[0].partition("[")[0]
                place = int(digits) if digits.isdigit() else len(found)
                while len(found) < place:
                    found.append(Parameter("", False, -1))
                if len(found) == place:
                    found.append(Parameter(_type_in(written), False, -1))
                continue
            rest = written.startswith(":...")
            found.append(Parameter(written[4 if rest else 1 :] if written.startswith(":") else "", rest, row))
        return table

    def parameters(self, scope: int) -> list[Parameter]:
        """The parameters of a function, by their places."""
        return self._parameters.get(scope, [])

    @cached_property
    def place_of(self) -> dict[int, tuple[int, int]]:
        """Binding of a parameter → (scope of its function, its place)."""
        return {one.binding: (scope, at) for scope, found in self._parameters.items() for at, one in enumerate(found) if one.binding >= 0}

    @cached_property
    def bodies(self) -> dict[int, int]:
        """Symbol of an interface or type → the scope of the object type that says what it has."""
        names = self.names
        table: dict[int, int] = {}
        for scope, kind in enumerate(names.scope_kind):
            symbol = names.scope_symbol[scope]
            if kind == ScopeKind.OBJECT and symbol >= 0 and names.is_type(symbol):
                table.setdefault(symbol, scope)
        return table


def _type_in(written: str) -> str:
    """The type in "=#0<T>.a", "" where none is written."""
    start = written.find("<")
    if start < 0:
        return ""
    depth = 0
    for at in range(start, len(written)):
        depth += (written[at] == "<") - (written[at] == ">" and written[at - 1] != "=")
        if depth == 0:
            return written[start + 1 : at]
    return ""


def in_scope(names: FileNames, file: int, scope: int, name: str) -> tuple[Target, ...]:
    """What an object literal or object type itself has under a name: methods that are symbols, and keys."""
    if names.scope_kind[scope] == _FUNCTION:  # What a function makes of `this`.
        return tuple(Target(file, TargetKind.KEY, row) for row in tables_of(names.facts).made.get(scope, {}).get(name, ()))
    symbols = [names.binding_symbol[row] for row in names.bound_in(scope, name)]
    starts = {int(names.facts.symbol_name_start[row]) for row in symbols if row >= 0}
    keys = tables_of(names.facts).keys.get(scope, {}).get(name, ())
    found = [Target(file, TargetKind.SYMBOL, row) for row in symbols if row >= 0]
    return (*found, *(Target(file, TargetKind.KEY, row) for row in keys if names.reference_start[row] not in starts))


def exported_keys(names: FileNames, file: int, name: str) -> tuple[Target, ...]:
    """What a module exports under a name by `module.exports = {…}`."""
    for form in tables_of(names.facts).exports:
        if form.startswith("{") and form[1:-1].isdecimal():
            found = in_scope(names, file, int(form[1:-1]), name)
            if found:
                return found
    return ()


@lru_cache(maxsize=2048)
def tables_of(facts: FileFacts) -> ScriptTables:
    """The derived tables of a file; kept for the facts objects that were asked for last."""
    return ScriptTables(names_of(facts))
