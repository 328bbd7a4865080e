"""Java's packages and imports: which types a file sees without writing their path (Java Language Specification, 6.4 and 7.5)."""

from __future__ import annotations

from maguyva.model import SymbolKind
from maguyva.resolve.named import named
from maguyva.resolve.names import names_of
from maguyva.resolve.world import Resolution, Target, TargetKind, Tier, World

ClassRow = tuple[int, int]
_ENUM_MEMBER = int(SymbolKind.ENUM_MEMBER)


def in_sight(world: World, file: int, name: str) -> tuple[list[Target], list[ClassRow]]:
    """Types called `name` that the file's package, else its star imports bring; and the types whose static members it sees."""
    key = ("java sees", file, name)
    known = world.memo.get(key)
    if known is None:
        names = names_of(world.facts(file))
        types = types_in(world, names.java_package, name)
        static: list[ClassRow] = []
        for row in names.star_imports:
            module = names.import_row(row)[0]
            if not types:
                types = types_in(world, module, name)
            for cls in types_at(world, module):
                static.append((cls.file, cls.row))
                if not types:
                    types = nested(world, cls, name)
        known = world.memo[key] = types, static
    result: tuple[list[Target], list[ClassRow]] = known
    return result


def types_in(world: World, package: str, name: str) -> list[Target]:
    """The top-level types of a package with this name."""
    found: list[Target] = []
    for file, row in named(world, name):
        if int(world.facts(file).symbol_parent[row]) >= 0:
            continue
        names = names_of(world.facts(file))
        if names.language == "java" and names.is_type(row) and names.java_package == package:
            found.append(Target(file, TargetKind.SYMBOL, row))
    return found


def types_at(world: World, path: str) -> list[Target]:
    """The types that a full path names: `com.example.Outer.Inner`."""
    key = ("java type", path)
    known: list[Target] | None = world.memo.get(key)
    if known is None:
        parts = path.split(".")
        known = []
        for at in range(len(parts) - 1, -1, -1):
            known = types_in(world, ".".join(parts[:at]), parts[at])
            for name in parts[at + 1 :]:
                known = [inner for cls in known for inner in nested(world, cls, name)]
            if known:
                break
        world.memo[key] = known
    return known


def nested(world: World, cls: Target, name: str) -> list[Target]:
    """The types that a type itself holds under a name."""
    names = names_of(world.facts(cls.file))
    rows = names.children.get(cls.row, {}).get(name, ())
    return [Target(cls.file, TargetKind.SYMBOL, row) for row in rows if names.is_type(row)]


def only_enum_member(world: World, name: str) -> Resolution | None:
    """The one enum constant of this name, as `likely`: the labels of a `switch` stand for the constants of what it looks at."""
    found = [
        Target(file, TargetKind.SYMBOL, row)
        for file, row in named(world, name)
        if int(world.facts(file).symbol_kind[row]) == _ENUM_MEMBER and world.facts(file).language == "java"
    ]
    return Resolution((found[0],), Tier.LIKELY) if len(found) == 1 else None
