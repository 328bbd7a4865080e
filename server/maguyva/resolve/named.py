"""Definitions by name, asked of the world once per name: packages of Go, Java and C# spread over files that only their names lead to."""

from __future__ import annotations

from maguyva.resolve.world import World


def named(world: World, name: str) -> tuple[tuple[int, int], ...]:
    """(file, symbol row) of each definition with exactly this name, in order."""
    key = ("named", name)
    known = world.memo.get(key)
    if known is None:
        known = world.memo[key] = tuple(sorted(world.definitions_named(name)))
    result: tuple[tuple[int, int], ...] = known
    return result
