"""Python's stub files: `a.pyi` beside `a.py` declares what that defines (typing.readthedocs.io/en/latest/spec/distributing.html)."""

from __future__ import annotations

from maguyva.resolve.names import names_of
from maguyva.resolve.world import Target, TargetKind, World


def other_half(world: World, file: int) -> int:
    """The stub of a module, or the module of a stub; −1 when there is none."""
    key = ("stub", file)
    known: int | None = world.memo.get(key)
    if known is None:
        path = world.path(file)
        other = path[:-1] if path.endswith(".pyi") else path + "i" if path.endswith(".py") else ""
        known = world.memo[key] = world.file(other) if other else -1
    return known


def same_in_other_half(world: World, target: Target) -> list[Target]:
    """The symbols of the other half that have the same name in the same classes."""
    other = other_half(world, target.file) if target.kind is TargetKind.SYMBOL else -1
    if other < 0:
        return []
    names, there = names_of(world.facts(target.file)), names_of(world.facts(other))
    path: list[str] = []
    row = target.row
    while row >= 0:
        if path and not names.is_type(row):
            return []  # What a function holds has no other half.
        path.append(names.symbol_names[row])
        row = names.symbol_parent[row]
    rows = [-1]
    for name in reversed(path):
        rows = [child for parent in rows for child in there.children.get(parent, {}).get(name, ())]
    return [Target(other, TargetKind.SYMBOL, row) for row in rows]
