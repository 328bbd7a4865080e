"""What counts as one thing with a member: what it overrides in classes, interfaces, aliases and the types of the library."""

from __future__ import annotations

from maguyva.resolve.ecmascript import library, members
from maguyva.resolve.ecmascript.shapes import ShapeKind, Walk
from maguyva.resolve.world import Target, World


def overridden(world: World, owner: tuple[int, int], name: str) -> frozenset[Target]:
    """What a member of a class or interface overrides, in all that the class inherits from."""
    key = ("overridden", owner, name)
    known: frozenset[Target] | None = world.memo.get(key)
    if known is None:
        found: set[Target] = set()
        walk = Walk()
        shape = members.instance(world, *owner, ())
        for one in members.lineage(world, shape, walk):
            if one.kind in (ShapeKind.INSTANCE, ShapeKind.CLASS):
                found.update(members.own(world, one, name))
            elif (foreign := library.entity(one, name)) is not None:
                found.add(foreign)
            elif (inherited := members.find(world, one, name, walk)) is not None:
                found.update(inherited.targets)
        known = world.memo[key] = frozenset(found)
    return known
