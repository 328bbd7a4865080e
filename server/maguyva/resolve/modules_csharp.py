"""C#'s namespaces, usings, partial types and extension methods (C# specification, 7.8 and 14.5)."""

from __future__ import annotations

import re

from maguyva.model import ImportFlag, SymbolFlag
from maguyva.resolve.named import named
from maguyva.resolve.names import FileNames, names_of
from maguyva.resolve.types_packaged import space_of, types_named
from maguyva.resolve.types_packaged import types_at as full_types
from maguyva.resolve.world import Target, TargetKind, World

ClassRow = tuple[int, int]
_CSHARP = "csharp"
_TYPE_NAME = re.compile(r"(?:[\w.]+\.)?(\w+)")
_ANYTHING = frozenset({"object", "dynamic"})


def _path_of(names: FileNames, symbol: int) -> str:
    parts: list[str] = []
    while symbol >= 0:
        parts.append(names.symbol_names[symbol])
        symbol = names.symbol_parent[symbol]
    return ".".join(reversed(parts))


def in_sight(world: World, file: int, scope: int, name: str) -> tuple[list[Target], list[ClassRow]]:
    """Types called `name` that the namespaces around a scope hold, else its usings bring; and the types whose static members it sees."""
    names = names_of(world.facts(file))
    namespace = space_of(names, names.scope_symbol[scope])
    key = ("csharp sees", file, namespace)
    sees: tuple[list[str], list[str], list[ClassRow]] | None = world.memo.get(key)
    if sees is None:
        around = [*_enclosing(namespace), ""]
        usings = [f"{prefix}.{module}" if prefix else module for module in (*_usings(names), *_global_usings(world)) for prefix in around]
        sees = world.memo[key] = around, usings, [(cls.file, cls.row) for full in usings for cls in full_types(world, _CSHARP, full)]
    around, usings, static = sees
    by_namespace = types_named(world, _CSHARP, name)
    if by_namespace:
        for full in around:
            if full in by_namespace:
                return by_namespace[full], static
        # Two usings may bring one name; which is meant the compiler would ask too.
        return [target for full in dict.fromkeys(usings) for target in by_namespace.get(full, ())], static
    return [], static


def _enclosing(namespace: str) -> list[str]:
    """A namespace and those around it, innermost first."""
    found: list[str] = []
    while namespace:
        found.append(namespace)
        namespace = namespace.rpartition(".")[0]
    return found


def _usings(names: FileNames) -> list[str]:
    return [names.import_row(row)[0] for row in names.star_imports]


def _global_usings(world: World) -> list[str]:
    known: list[str] | None = world.memo.get("global usings")
    if known is None:
        found: dict[str, None] = {}
        for file, rows in world.imports_of("*"):
            facts = world.facts(file)
            for row in rows:
                if int(facts.import_flags[row]) & ImportFlag.GLOBAL:
                    found[names_of(facts).import_row(int(row))[0]] = None
        known = world.memo["global usings"] = list(found)
    return known


def types_at(world: World, file: int, scope: int, path: str) -> list[Target]:
    """The types that a path names where it stands: from each namespace around, then from the outside."""
    names = names_of(world.facts(file))
    for prefix in (*_enclosing(space_of(names, names.scope_symbol[scope])), ""):
        found = full_types(world, _CSHARP, f"{prefix}.{path}" if prefix else path)
        if found:
            return found
    return []


def parts_of(world: World, file: int, symbol: int) -> list[ClassRow]:
    """Every declaration of a type, its own among them, in order."""
    key = ("parts", file, symbol)
    known: list[ClassRow] | None = world.memo.get(key)
    if known is None:
        names = names_of(world.facts(file))
        path = _path_of(names, symbol)
        known = []
        for other, row in named(world, names.symbol_names[symbol]):
            there = names_of(world.facts(other))
            if there.language == "csharp" and there.is_type(row) and _path_of(there, row) == path:
                known.append((other, row))
        known = world.memo[key] = known or [(file, symbol)]
    return known


def extensions(world: World, name: str, receivers: frozenset[str] | None) -> list[Target]:
    """The extension methods called `name` whose `this` parameter may be the receiver."""
    key = ("csharp extensions", name)
    known: list[tuple[Target, str]] | None = world.memo.get(key)
    if known is None:
        known = world.memo[key] = [pair for file, row in named(world, name) for pair in _extension(world, file, row)]
    return [target for target, extended in known if receivers is None or not extended or extended in receivers]


def _extension(world: World, file: int, row: int) -> list[tuple[Target, str]]:
    """A method and the name of the type that it extends, "" for any type; nothing when it is no extension method."""
    names = names_of(world.facts(file))
    if names.language != "csharp" or not int(names.facts.symbol_flags[row]) & SymbolFlag.STATIC:
        return []
    # Type parameters are among the parameters, and come before them.
    extending = [at for at in names.parameters.get(names.function_scopes.get(row, -1), ()) if names.binding_type(at).startswith(":this ")]
    if not extending:
        return []
    parameter = extending[0]
    written = names.binding_type(parameter)
    head = _TYPE_NAME.match(written[6:])
    extended = head[1] if head else ""
    variable = bool(names.bound_in(names.binding_scope[parameter], extended))  # `this T x` with `T` a type parameter.
    return [(Target(file, TargetKind.SYMBOL, row), "" if variable or extended in _ANYTHING else extended)]
