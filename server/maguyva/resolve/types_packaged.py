"""Types by their full path in Java and C#: the packages or namespaces they lie in spread over files, and types hold types."""

from __future__ import annotations

from maguyva.model import SymbolKind
from maguyva.resolve.named import named
from maguyva.resolve.names import FileNames, names_of
from maguyva.resolve.world import Target, TargetKind, World

_NAMESPACE = int(SymbolKind.NAMESPACE)


def space_of(names: FileNames, symbol: int) -> str:
    """The package or namespace around a symbol (its own path when it is one), parts joined by dots."""
    if names.language == "java":
        return names.java_package
    parts: list[str] = []
    while symbol >= 0:
        if names.symbol_kind[symbol] == _NAMESPACE:
            parts.append(names.symbol_names[symbol])
        symbol = names.symbol_parent[symbol]
    return ".".join(reversed(parts))


def types_named(world: World, language: str, name: str) -> dict[str, list[Target]]:
    """Package or namespace → the types of a language called `name` right in it, every part of a partial one."""
    key = ("types", language, name)
    known: dict[str, list[Target]] | None = world.memo.get(key)
    if known is None:
        known = {}
        for file, row in named(world, name):
            names = names_of(world.facts(file))
            parent = names.symbol_parent[row]
            if names.language == language and names.is_type(row) and (parent < 0 or names.symbol_kind[parent] == _NAMESPACE):
                known.setdefault(space_of(names, row), []).append(Target(file, TargetKind.SYMBOL, row))
        world.memo[key] = known
    return known


def nested(world: World, cls: Target, name: str) -> list[Target]:
    """The types that a type itself holds under a name."""
    names = names_of(world.facts(cls.file))
    rows = names.children.get(cls.row, {}).get(name, ())
    return [Target(cls.file, TargetKind.SYMBOL, row) for row in rows if names.is_type(row)]


def types_at(world: World, language: str, path: str) -> list[Target]:
    """The types that a full path names: `com.example.Outer.Inner`. The longest package wins."""
    key = ("type at", language, path)
    known: list[Target] | None = world.memo.get(key)
    if known is None:
        parts = path.split(".")
        known = []
        for at in range(len(parts) - 1, -1, -1):
            known = types_named(world, language, parts[at]).get(".".join(parts[:at]), [])
            for name in parts[at + 1 :]:
                known = [inner for cls in known for inner in nested(world, cls, name)]
            if known:
                break
        world.memo[key] = known
    return known
