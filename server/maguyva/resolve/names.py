"""The names of one file: scopes and what they bind, symbols and their children, imports, as dictionaries made once per facts object."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from numpy.typing import NDArray

from maguyva.extract.references import EXPORTED
from maguyva.model import TYPE_KINDS, BindingKind, FileFacts, ImportFlag, RegionKind, Role, ScopeKind, SymbolKind

_GLOBAL = int(BindingKind.GLOBAL)
_CLASS = int(ScopeKind.CLASS)
_FUNCTION = int(ScopeKind.FUNCTION)
_OBJECT = int(ScopeKind.OBJECT)
_BLOCK = int(ScopeKind.BLOCK)
_MEMBERS = frozenset(map(int, (SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY)))
JAVASCRIPT = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
C_FAMILY = frozenset({"c", "cpp"})
PACKAGED = frozenset({"java", "csharp"})
_TYPES = frozenset(int(kind) for kind in TYPE_KINDS)
_TAGGED = frozenset(map(int, (SymbolKind.STRUCT, SymbolKind.UNION, SymbolKind.ENUM)))
_CONTAINERS = frozenset(map(int, (SymbolKind.NAMESPACE, SymbolKind.MODULE)))


@dataclass(frozen=True, eq=False)
class FileNames:
    """Derived tables of one file. Lists are columns as Python integers, which are several times faster to read one at a time."""

    facts: FileFacts

    @cached_property
    def strings(self) -> list[str]:
        return self.facts.strings

    @cached_property
    def row_of(self) -> dict[str, int]:
        """String → its row."""
        return {text: row for row, text in enumerate(self.strings)}

    @cached_property
    def language(self) -> str:
        """The language of the file's code, decoded once."""
        return self.facts.code_language

    @cached_property
    def python(self) -> bool:
        """Whether the file is Python: the code of a class's body sees the class's names, the functions in it do not."""
        return self.language == "python"

    @cached_property
    def go(self) -> bool:
        """Whether the file is Go: a folder's files see each other, and a type's methods stand anywhere among them."""
        return self.language == "go"

    @cached_property
    def packaged(self) -> bool:
        """Whether the file is Java or C#: packages and namespaces spread over files, and a bare name may be inherited."""
        return self.language in PACKAGED

    @cached_property
    def java_package(self) -> str:
        """The package that a Java file declares, "" for the unnamed one."""
        rows = (self.facts.symbol_kind == SymbolKind.NAMESPACE).nonzero()[0]
        return self.symbol_names[int(rows[0])] if len(rows) else ""

    def container(self, symbol: int) -> str:
        """What a symbol belongs to as written (Go's receiver type, C++'s `a::Foo`), "" where nesting says it."""
        return self.strings[int(self.facts.symbol_container[symbol])]

    @cached_property
    def receiver(self) -> str:
        """The word for the object whose method the code stands in, where it is no parameter."""
        return "self" if self.language == "lua" else "this"

    @cached_property
    def tables(self) -> bool:
        """Whether any variable may be a class, by what hangs on it (Lua)."""
        return self.language == "lua"

    @cached_property
    def scripted(self) -> bool:
        """Whether the file is JavaScript or TypeScript, alone or in a page: a bare name never means a member of the class around it."""
        return self.language in JAVASCRIPT

    # ---- scopes ----

    @cached_property
    def scope_parent(self) -> list[int]:
        return _integers(self.facts.scope_parent)

    @cached_property
    def scope_kind(self) -> list[int]:
        return _integers(self.facts.scope_kind)

    @cached_property
    def scope_symbol(self) -> list[int]:
        return _integers(self.facts.scope_symbol)

    @cached_property
    def bindings(self) -> dict[str, list[int]]:
        """Name → rows of its bindings in any scope, in the order of the text. (A dictionary a scope took ten times as long to make.)"""
        table: dict[str, list[int]] = {}
        strings = self.strings
        for row, name in enumerate(self.facts.binding_name.tolist()):
            table.setdefault(strings[name], []).append(row)
        return table

    def bound_in(self, scope: int, name: str) -> list[int]:
        """Rows of the bindings of a name in one scope."""
        return self._by_scope(name).get(scope, [])

    @cached_property
    def _scopes_of(self) -> dict[str, dict[int, list[int]]]:
        return {}

    def _by_scope(self, name: str) -> dict[int, list[int]]:
        """Scope → rows of the bindings of a name in it; made for the names that are asked for, which are few in most files."""
        table = self._scopes_of.get(name)
        if table is None:
            table = {}
            number = self.row_of.get(name, -1)
            rows = (self.facts.binding_name == number).nonzero()[0].tolist() if number >= 0 else ()
            scopes = self.binding_scope
            for row in rows:
                table.setdefault(scopes[row], []).append(row)
            self._scopes_of[name] = table
        return table

    @cached_property
    def _has_outer(self) -> bool:
        return _GLOBAL in self.binding_kind

    @cached_property
    def binding_scope(self) -> list[int]:
        return _integers(self.facts.binding_scope)

    @cached_property
    def binding_kind(self) -> list[int]:
        return _integers(self.facts.binding_kind)

    @cached_property
    def binding_symbol(self) -> list[int]:
        return _integers(self.facts.binding_symbol)

    @cached_property
    def binding_import(self) -> list[int]:
        return _integers(self.facts.binding_import)

    @cached_property
    def binding_start(self) -> list[int]:
        return _integers(self.facts.binding_start)

    @cached_property
    def first_parameters(self) -> dict[int, int]:
        """Scope → the binding row of its first parameter."""
        rows: dict[int, int] = {}
        for row in (self.facts.binding_kind == BindingKind.PARAMETER).nonzero()[0].tolist():
            rows.setdefault(self.binding_scope[row], row)
        return rows

    @cached_property
    def parameters(self) -> dict[int, list[int]]:
        """Scope → the binding rows of its parameters, in order."""
        rows: dict[int, list[int]] = {}
        for row in (self.facts.binding_kind == BindingKind.PARAMETER).nonzero()[0].tolist():
            rows.setdefault(self.binding_scope[row], []).append(row)
        return rows

    @cached_property
    def binding_of_symbol(self) -> dict[int, int]:
        """Symbol row → the first binding row that defines it."""
        return {symbol: row for row, symbol in reversed(list(enumerate(self.binding_symbol))) if symbol >= 0}

    def binding_type(self, row: int) -> str:
        """What is written of its type: ":T", "=value", "@iterated", or nothing."""
        return self.strings[int(self.facts.binding_type[row])]

    def lookup(self, scope: int, name: str) -> tuple[int, list[int]]:
        """(scope, rows) of the innermost bindings of `name` that code in `scope` sees; (−1, []) when no scope binds it."""
        every = self._by_scope(name)
        if not every:
            return -1, []
        kinds, parents = self.binding_kind, self.scope_parent
        first = True
        while scope >= 0:
            rows = every.get(scope)
            if rows is not None:
                kind = self.scope_kind[scope]
                hidden = kind == _OBJECT or (kind == _CLASS and (self.scripted or (self.python and not first)))
                # `global x` or `nonlocal x`: the name is an outer scope's, and the assignments here are to that one.
                if not hidden and not (self._has_outer and any(kinds[row] == _GLOBAL for row in rows)):
                    return scope, rows
            first = False
            scope = parents[scope]
        return -1, []

    @cached_property
    def scope_start(self) -> list[int]:
        return _integers(self.facts.scope_start)

    @cached_property
    def function_scopes(self) -> dict[int, int]:
        """Symbol row of a function → its scope."""
        pairs = enumerate(zip(self.scope_symbol, self.scope_kind, strict=True))
        return {symbol: scope for scope, (symbol, kind) in reversed(list(pairs)) if kind == _FUNCTION and symbol >= 0}

    @cached_property
    def class_scopes(self) -> dict[int, int]:
        """Symbol row of a class → the scope of its body."""
        pairs = enumerate(zip(self.scope_symbol, self.scope_kind, strict=True))
        # The body of a class without a name, inside one of its methods, counts for the class too; its own body comes first.
        return {symbol: scope for scope, (symbol, kind) in reversed(list(pairs)) if kind == _CLASS and symbol >= 0}

    def enclosing_class(self, scope: int) -> int:
        """The symbol row of the innermost class around a scope, −1 when there is none."""
        return self.class_around(self.scope_symbol[scope])

    def receiver_owner(self, scope: int) -> int:
        """What `this` belongs to in a scope of JavaScript: the class, or the object whose method is around it; −1 when there is none."""
        symbol = self.scope_symbol[scope]
        while symbol >= 0 and not self.is_type(symbol):
            parent = self.symbol_parent[symbol]
            if parent >= 0 and self.symbol_kind[symbol] in _MEMBERS:
                return parent
            symbol = parent
        return symbol

    # ---- symbols ----

    @cached_property
    def symbol_parent(self) -> list[int]:
        return _integers(self.facts.symbol_parent)

    @cached_property
    def symbol_kind(self) -> list[int]:
        return _integers(self.facts.symbol_kind)

    @cached_property
    def flags(self) -> list[int]:
        return _integers(self.facts.symbol_flags)

    @cached_property
    def symbol_names(self) -> list[str]:
        strings = self.strings
        return [strings[name] for name in self.facts.symbol_name.tolist()]

    @cached_property
    def children(self) -> dict[int, dict[str, list[int]]]:
        """Parent row (−1: the file) → name → symbol rows in the order of the text."""
        tables: dict[int, dict[str, list[int]]] = {}
        for row, (name, parent) in enumerate(zip(self.symbol_names, self.symbol_parent, strict=True)):
            tables.setdefault(parent, {}).setdefault(name, []).append(row)
        return tables

    def is_type(self, symbol: int) -> bool:
        """Whether a symbol is a class or another type."""
        return self.symbol_kind[symbol] in _TYPES

    def class_around(self, symbol: int) -> int:
        """The symbol itself or its nearest parent that is a type, −1 when there is none."""
        while symbol >= 0 and not self.is_type(symbol):
            symbol = self.symbol_parent[symbol]
        return symbol

    def symbol_type(self, symbol: int) -> str:
        """The declared type or return type as written, "=value" for what a variable is set to, else ""."""
        return self.strings[int(self.facts.symbol_type[symbol])]

    # ---- names with a path: C, C++, Rust ----

    @cached_property
    def c_family(self) -> bool:
        """Whether the file is C or C++."""
        return self.language in C_FAMILY

    @cached_property
    def rust(self) -> bool:
        """Whether the file is Rust."""
        return self.language == "rust"

    @cached_property
    def qualified(self) -> list[tuple[str, ...]]:
        """For each symbol the names of what is around it, as written before its own name too, and its own: ("ns", "Foo", "bar")."""
        strings, parents, containers = self.strings, self.symbol_parent, self.facts.symbol_container.tolist()
        paths: list[tuple[str, ...]] = []
        for row, name in enumerate(self.symbol_names):
            parent = parents[row]
            path = paths[parent] if 0 <= parent < row else ()
            container = strings[containers[row]]
            if container:
                written = tuple(part.strip() for part in container.split("::") if part.strip())
                path = path if path[-len(written) :] == written else path[:-1] + written if path[-1:] == written[-1:] else path + written
            paths.append((*path, name))
        return paths

    def bare_path(self, row: int) -> tuple[str, ...]:
        """The path by which a symbol is named: a plain enumerator's leaves its enumeration out, and C has no paths."""
        path = self.qualified[row]
        if self.language == "c":
            return path[-1:]
        parent = self.symbol_parent[row]
        while parent >= 0 and not (self.symbol_kind[parent] in _CONTAINERS or self.symbol_kind[row] != SymbolKind.ENUM_MEMBER):
            path = (*path[:-2], path[-1])
            parent = self.symbol_parent[parent]
        return path

    def space(self, row: int) -> str:
        """Which of C's name spaces a symbol is in: "tag", "type" (typedef), "macro", "member", "namespace" or "value"."""
        kind = self.symbol_kind[row]
        if kind in _TAGGED:
            return "type" if row in self.named_by_typedef else "tag"
        if kind in _TYPES:
            return "tag" if kind == SymbolKind.CLASS else "type"
        if kind == SymbolKind.MACRO:
            return "macro"
        if kind in _CONTAINERS:
            return "namespace"
        return "member" if kind == SymbolKind.FIELD else "value"

    @cached_property
    def named_by_typedef(self) -> frozenset[int]:
        """Rows of structures without a tag: `typedef struct {…} name` has its name behind its members."""
        starts = self.facts.symbol_name_start
        first: dict[int, int] = {}
        for row, parent in enumerate(self.symbol_parent):
            if parent >= 0 and self.symbol_kind[parent] in _TAGGED:
                first.setdefault(parent, int(starts[row]))
        return frozenset(row for row, start in first.items() if start < int(starts[row]))

    def scope_at(self, offset: int) -> int:
        """The innermost scope that holds byte `offset`."""
        row = bisect_right(self.scope_start, offset) - 1
        ends = self.facts.scope_end
        while row > 0 and int(ends[row]) <= offset:
            row = self.scope_parent[row]
        return max(row, 0)

    def scope_that_sees(self, symbol: int) -> int:
        """The scope in which a symbol's bare name is bound; −1 when it is reached through a receiver only."""
        binding = self.binding_of_symbol.get(symbol, -1)
        return self.binding_scope[binding] if binding >= 0 else -1

    def is_assigned(self, symbol: int) -> bool:
        """Whether a field is made by an assignment to a receiver's attribute in a method, and no parameter property."""
        if self.symbol_kind[symbol] != SymbolKind.FIELD:
            return False
        start = int(self.facts.symbol_name_start[symbol])
        if self.scripted:  # The token of an assignment is a reference too.
            return start in self.reference_at
        return self.scope_kind[self.scope_at(start)] in (_FUNCTION, _BLOCK) and start not in self.parameter_starts

    @cached_property
    def parameter_starts(self) -> frozenset[int]:
        """Where the name tokens of parameters start."""
        return frozenset(self.facts.binding_start[self.facts.binding_kind == BindingKind.PARAMETER].tolist())

    def scope_of_symbol(self, symbol: int) -> int:
        """The scope in which a symbol's type and value are written."""
        binding = self.binding_of_symbol.get(symbol, -1)
        return self.binding_scope[binding] if binding >= 0 else self.scope_at(int(self.facts.symbol_name_start[symbol]))

    # ---- references and imports ----

    @cached_property
    def reference_start(self) -> list[int]:
        return _integers(self.facts.reference_start)

    @cached_property
    def reference_at(self) -> dict[int, int]:
        """Start of a reference's token → its row."""
        return {start: row for row, start in enumerate(self.reference_start)}

    @cached_property
    def imports_at(self) -> dict[int, list[int]]:
        """Start of an import's token → its rows."""
        table: dict[int, list[int]] = {}
        for row, start in enumerate(self.facts.import_start.tolist()):
            table.setdefault(start, []).append(row)
        return table

    @cached_property
    def bases(self) -> dict[int, list[int]]:
        """Symbol row of a class → rows of the references (role inherit) that name its bases, in order."""
        tables: dict[int, list[int]] = {}
        roles = self.facts.reference_role
        for row in (roles == Role.INHERIT).nonzero()[0].tolist():
            symbol = int(self.facts.reference_symbol[row])
            # Go's embedded field is itself named by the base.
            itself = symbol >= 0 and int(self.facts.symbol_name_start[symbol]) == int(self.facts.reference_start[row])
            if itself and self.symbol_kind[symbol] == SymbolKind.FIELD:
                symbol = self.symbol_parent[symbol]
            tables.setdefault(symbol, []).append(row)
        return tables

    @cached_property
    def decorators(self) -> dict[int, list[int]]:
        """Symbol row → rows of the references that name its decorators."""
        tables: dict[int, list[int]] = {}
        for row in (self.facts.reference_role == Role.DECORATE).nonzero()[0].tolist():
            tables.setdefault(int(self.facts.reference_symbol[row]), []).append(row)
        return tables

    @cached_property
    def exported(self) -> frozenset[str] | None:
        """The names that a Python module's `__all__` lists; None without one."""
        if not self.bound_in(0, "__all__"):
            return None
        qualifier = self.row_of.get(EXPORTED, -1)
        rows = (self.facts.reference_qualifier == qualifier).nonzero()[0].tolist() if qualifier > 0 else []
        return frozenset(self.strings[int(self.facts.reference_name[row])] for row in rows)

    @cached_property
    def exports_of_others(self) -> list[str]:
        """The modules whose `__all__` this one's takes in, as written."""
        name = self.row_of.get("__all__", -1)
        rows = ((self.facts.reference_name == name) & (self.facts.reference_qualifier != 0)).nonzero()[0].tolist() if name >= 0 else []
        return [self.strings[int(self.facts.reference_qualifier[row])] for row in rows]

    @cached_property
    def has_tests(self) -> bool:
        """Whether tests tell of what types values are."""
        return bool((self.facts.region_kind & RegionKind.NARROW).any())

    @cached_property
    def own_package(self) -> str:
        """The name in a package clause (Go), "" without one."""
        rows = (self.facts.import_flags & ImportFlag.PACKAGE).nonzero()[0]
        return self.strings[int(self.facts.import_module[rows[0]])] if len(rows) else ""

    @cached_property
    def package_imports(self) -> list[tuple[str, str]]:
        """(module, local name) of each import of a whole module; "." for one that takes all of its names, "" for one that binds none."""
        found: list[tuple[str, str]] = []
        for row, flags in enumerate(self.facts.import_flags.tolist()):
            module, name, alias, _ = self.import_row(row)
            if name in ("", "*") and not flags & (ImportFlag.PACKAGE | ImportFlag.REEXPORT):
                found.append((module, "." if name else alias))
        return found

    @cached_property
    def star_imports(self) -> list[int]:
        """Rows of `from m import *` and `export * from` (without a name of their own)."""
        strings = self.strings
        names, aliases = self.facts.import_name.tolist(), self.facts.import_alias.tolist()
        return [row for row, name in enumerate(names) if strings[name] == "*" and not strings[aliases[row]]]

    @cached_property
    def reexports(self) -> Mapping[str, list[int]]:
        """Exported name → import rows of `export {a as b} from`, which bind nothing here."""
        table: dict[str, list[int]] = {}
        for row, flags in enumerate(self.facts.import_flags.tolist()):
            if flags & ImportFlag.REEXPORT:
                alias = self.strings[int(self.facts.import_alias[row])] or self.strings[int(self.facts.import_name[row])]
                if alias != "*":
                    table.setdefault(alias, []).append(row)
        return table

    def scope_of_import(self, row: int) -> int:
        """The scope an import stands in."""
        return int(self.facts.import_scope[row])

    def alias_expanded(self, path: str) -> str:
        """A path whose first word is a local name for another path, written out: C#'s `using IO = System.IO`."""
        head, dot, rest = path.partition(".")
        for row in self.bindings.get(head, ()):
            if self.binding_import[row] >= 0:
                module, name, _, _ = self.import_row(self.binding_import[row])
                return ".".join(part for part in (module, name) if part) + dot + rest
        return path

    def import_row(self, row: int) -> tuple[str, str, str, int]:
        """(module, name, alias, flags) of an import."""
        facts, strings = self.facts, self.strings
        return (
            strings[int(facts.import_module[row])],
            strings[int(facts.import_name[row])],
            strings[int(facts.import_alias[row])],
            int(facts.import_flags[row]),
        )


def _integers(column: NDArray[Any]) -> list[int]:
    values: list[int] = column.tolist()
    return values


@lru_cache(maxsize=2048)
def names_of(facts: FileFacts) -> FileNames:
    """The derived tables of a file; kept for the facts objects that were asked for last."""
    return FileNames(facts)


CALLABLES = frozenset({int(SymbolKind.FUNCTION), int(SymbolKind.METHOD), int(SymbolKind.CONSTRUCTOR)})
