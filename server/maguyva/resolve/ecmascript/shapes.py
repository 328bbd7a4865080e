"""What a value of JavaScript or TypeScript is to those who ask for its members, and what type parameters stand for."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from maguyva.model import ScopeKind
from maguyva.resolve import walk
from maguyva.resolve.ecmascript.form_text import FormNode
from maguyva.resolve.ecmascript.type_text import TypeNode
from maguyva.resolve.names import FileNames
from maguyva.resolve.world import Tier, World

_MAX_SHAPES = 40  # A union of more is cut: what all of them have is found in the first as well.
THIS = "this"

Variable = tuple[int, int] | str  # A type parameter: (file, binding row), or its name where the type is read from a text alone.


class ShapeKind(IntEnum):
    """What a value is to its members."""

    INSTANCE = 1  # Of the class, interface or enumeration in symbol `row`.
    CLASS = 2  # The symbol in `row` itself: a class, an enumeration, a namespace, a name that properties were set on.
    OBJECT = 3  # What the object literal or object type of scope `row` holds.
    FUNCTION = 4  # The function of symbol `row`, with its overloads.
    LAMBDA = 5  # The function of scope `row`.
    SIGNATURE = 6  # A function type: `node`, to be read in scope `row`; `head` is "new" for a constructor.
    MODULE = 7
    LIBRARY = 8  # A type that is not in the workspace: `head` its name, `parts` its arguments. Without a name: nothing is known of it.
    LITERAL = 9  # The string `head`.
    TUPLE = 10  # `parts` its elements.
    MAPPED = 11  # `node`, read in scope `row`, over the type in `parts`.


class Env:
    """What type parameters stand for. Equal ones are one object (`env_of`), so that they can be compared and kept at no cost."""

    __slots__ = ("known",)

    def __init__(self, known: dict[Variable, Thunk]) -> None:
        self.known = known


class Fixed:
    """A type that has been worked out, in the place of one that is written. Equal ones are one object (`fixed`)."""

    __slots__ = ("shapes",)

    def __init__(self, shapes: tuple[Shape, ...]) -> None:
        self.shapes = shapes


class Thunk(NamedTuple):
    """A type or an expression, to be read in a scope of a file. File −1: a type of the language's own library."""

    file: int
    scope: int
    node: TypeNode | FormNode | Fixed
    env: Env


EMPTY = Env({})


class Shape(NamedTuple):
    """One of the things that a value may be."""

    kind: ShapeKind
    file: int = -1
    row: int = -1
    env: Env = EMPTY
    head: str = ""
    parts: tuple[Thunk, ...] = ()
    node: TypeNode | None = None


Shapes = tuple[Shape, ...]
OUTSIDE: Shapes = (Shape(ShapeKind.LIBRARY),)


class Typed(NamedTuple):
    """What an expression may be; no shapes: unknown."""

    shapes: Shapes = ()
    tier: Tier = Tier.EXACT


NOTHING = Typed()


class Walk(walk.Walk):
    """A query's way through types, which depend on types at more levels than values on values."""

    most_steps = 4000
    most_active = 48


def env_of(world: World, pairs: Iterable[tuple[Variable, Thunk]], base: Env = EMPTY) -> Env:
    """`base` with what `pairs` say."""
    known = dict(base.known)
    known.update(pairs)
    if not known:
        return EMPTY
    if len(known) == len(base.known) and all(base.known.get(key) == thunk for key, thunk in known.items()):
        return base
    key = ("env", frozenset(known.items()))
    result: Env = world.memo.setdefault(key, Env(known))
    return result


def fixed(world: World, shapes: Shapes) -> Thunk:
    """A type that has been worked out."""
    node: Fixed = world.memo.setdefault(("fixed", shapes), Fixed(shapes))
    return Thunk(-1, 0, node, EMPTY)


def union(parts: Iterable[Typed]) -> Typed:
    """All shapes, at the weakest tier that gave one."""
    found = [part for part in parts if part.shapes]
    if len(found) < 2:
        return found[0] if found else NOTHING
    shapes: dict[Shape, None] = {}
    for part in found:
        shapes.update(dict.fromkeys(part.shapes))
    return Typed(tuple(shapes)[:_MAX_SHAPES], max(part.tier for part in found))


def library(name: str, *parts: Thunk) -> Typed:
    """A value of a type of the language's own library."""
    return Typed((Shape(ShapeKind.LIBRARY, head=name, parts=parts),))


def lifted(names: FileNames, scope: int) -> int:
    """The scope whose names are seen in `scope`: an object literal has none that are."""
    kinds, parents = names.scope_kind, names.scope_parent
    while scope > 0 and kinds[scope] == ScopeKind.OBJECT:
        scope = parents[scope]
    return scope
