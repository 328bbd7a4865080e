"""Java's packages and imports: which types a file sees without writing their path (Java Language Specification, 6.4 and 7.5)."""

from __future__ import annotations

import re

from maguyva.model import SymbolKind
from maguyva.resolve.named import named
from maguyva.resolve.names import names_of
from maguyva.resolve.types_packaged import nested, types_at, types_named
from maguyva.resolve.world import Resolution, Target, TargetKind, Tier, World

ClassRow = tuple[int, int]
_JAVA = "java"
_FAR = 2000  # Bytes of arguments of a constructor.
_MADE = re.compile(rb"\bnew\s+(?:@[\w.]+\s+)*([A-Za-z_$][\w$.]*)\Z")
_ENUM_MEMBER = int(SymbolKind.ENUM_MEMBER)


def in_sight(world: World, file: int, name: str) -> tuple[list[Target], list[ClassRow]]:
    """Types called `name` that the file's package, else its star imports bring; and the types whose static members it sees."""
    key = ("java sees", file, name)
    known = world.memo.get(key)
    if known is None:
        names = names_of(world.facts(file))
        found = types_named(world, _JAVA, name)
        types = found.get(names.java_package, [])
        static: list[ClassRow] = []
        for row in names.star_imports:
            module = names.import_row(row)[0]
            if not types:
                types = found.get(module, [])
            for cls in types_at(world, _JAVA, module):
                static.append((cls.file, cls.row))
                if not types:
                    types = nested(world, cls, name)
        known = world.memo[key] = types, static
    result: tuple[list[Target], list[ClassRow]] = known
    return result


def extended_here(world: World, file: int, scope: int) -> str:
    """The type that the class without a name whose body is `scope` extends, as written: `new Foo<T>(x) {…}`; "" for any other body."""
    key = ("java extends", file, scope)
    known: str | None = world.memo.get(key)
    if known is None:
        names = names_of(world.facts(file))
        text = world.text(file)[: names.scope_start[scope]].rstrip()
        known = ""
        if text.endswith(b")"):
            opening = _opening(text, b"()", len(text))
            before = text[:opening].rstrip() if opening >= 0 else b""
            if before.endswith(b">"):
                before = before[: max(_opening(before, b"<>", len(before)), 0)].rstrip()
            made = _MADE.search(before)
            known = made[1].decode("utf-8", "surrogateescape") if made is not None else ""
        world.memo[key] = known
    return known


def _opening(text: bytes, pair: bytes, end: int) -> int:
    """Where the bracket that closes at `end` opens, −1 when that is far away."""
    depth = 0
    for at in range(end - 1, max(-1, end - _FAR), -1):
        if text[at] == pair[1]:
            depth += 1
        elif text[at] == pair[0]:
            depth -= 1
            if depth == 0:
                return at
    return -1


def only_enum_member(world: World, name: str) -> Resolution | None:
    """The one enum constant of this name, as `likely`: the labels of a `switch` stand for the constants of what it looks at."""
    found = [
        Target(file, TargetKind.SYMBOL, row)
        for file, row in named(world, name)
        if int(world.facts(file).symbol_kind[row]) == _ENUM_MEMBER and world.facts(file).language == "java"
    ]
    return Resolution((found[0],), Tier.LIKELY) if len(found) == 1 else None
