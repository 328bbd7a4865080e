"""What values are to those who ask for their members."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from maguyva.resolve.members import ClassRow
from maguyva.resolve.walk import Walk
from maguyva.resolve.world import Resolution, Tier, World


class ValueKind(IntEnum):
    """What a value is to its members."""

    INSTANCE = 1
    CLASS = 2
    MODULE = 3
    FUNCTION = 4
    EXTERNAL = 5
    SUPER = 6  # Members are looked up in the bases only.


class Value(NamedTuple):
    """`file`, `row` address the class, function or module (a folder: file −1). For a library's generic type `arguments` are its written
    arguments, to be read in `scope` of `file`; those of a class of the workspace are closed (`generics_python`), and a method taken from an
    instance has them too."""

    kind: ValueKind
    file: int = -1
    row: int = -1
    scope: int = 0
    head: str = ""
    arguments: tuple[str, ...] = ()
    receiver: ClassRow | None = None  # For a function: the class it was taken from, which is what `Self` means in it.


Values = tuple[Value, ...]
OUTSIDE: Values = (Value(ValueKind.EXTERNAL),)


class Typed(NamedTuple):
    """The values an expression may have; none: unknown."""

    values: Values = ()
    tier: Tier = Tier.EXACT


NOTHING = Typed()


class Ask(NamedTuple):
    """The functions of `values.py` that the rules of one language ask."""

    value_of: Callable[..., Typed]  # (world, file, scope, text, walk, at)
    type_value: Callable[..., Typed]  # (world, file, scope, text, walk, owner, at)
    targets_value: Callable[[World, Resolution, Walk], Typed]
    return_value: Callable[..., Typed]  # (world, file, function, walk, receiver)
    member: Callable[..., Resolution]  # (world, value, name, want)
    member_value: Callable[[World, Value, Resolution, Walk], Typed]
