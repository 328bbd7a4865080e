"""The types of the language's own library, as far as they hand on what they are given: containers, promises, `Object`.

Only what tells the type of a callback's parameter or of what a container holds stands here; any other member is known to be the library's
and to say nothing.
"""

from __future__ import annotations

from typing import Final

from maguyva.resolve.ecmascript import types
from maguyva.resolve.ecmascript.shapes import OUTSIDE, Shape, ShapeKind, Thunk, Typed, Variable, Walk, env_of
from maguyva.resolve.ecmascript.type_text import TypeNode, read_type
from maguyva.resolve.world import Target, TargetKind, World

_CALLBACK: Final = "value: T, index: number, array: T[]"

# Type → its parameters, and for groups of its members their type.
_DECLARED: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "Array": (
        "T",
        {
            "find findLast": f"(f: ({_CALLBACK}) => unknown) => T",
            "at pop shift": "(index: number) => T",
            "filter": f"(f: ({_CALLBACK}) => unknown) => T[]",
            "forEach some every findIndex findLastIndex": f"(f: ({_CALLBACK}) => unknown) => void",
            "sort toSorted": "(f: (a: T, b: T) => number) => T[]",
            "slice splice concat reverse toReversed toSpliced with fill copyWithin": "() => T[]",
            "flat": "() => T",
            "map": f"<U>(f: ({_CALLBACK}) => U) => U[]",
            "flatMap": f"<U>(f: ({_CALLBACK}) => U[]) => U[]",
            "reduce reduceRight": "<U>(f: (previous: U, current: T, index: number, array: T[]) => U, initial: U) => U",
            "push unshift": "(...items: T[]) => number",
            "entries": "() => Iterable<[number, T]>",
            "keys": "() => Iterable<number>",
            "values": "() => Iterable<T>",
            "join toString": "() => string",
        },
    ),
    "Map": (
        "K V",
        {
            "get": "(key: K) => V",
            "set": "(key: K, value: V) => Map<K, V>",
            "forEach": "(f: (value: V, key: K, map: Map<K, V>) => void) => void",
            "entries": "() => Iterable<[K, V]>",
            "keys": "() => Iterable<K>",
            "values": "() => Iterable<V>",
            "clear": "() => void",
            "delete has": "(key: K) => boolean",
            "size": "number",
        },
    ),
    "Set": (
        "T",
        {
            "add": "(value: T) => Set<T>",
            "forEach": "(f: (value: T, key: T, set: Set<T>) => void) => void",
            "entries": "() => Iterable<[T, T]>",
            "keys values": "() => Iterable<T>",
            "clear": "() => void",
            "delete has": "(value: T) => boolean",
            "size": "number",
        },
    ),
    "Promise": (
        "T",
        {
            "then": "<U>(f: (value: T) => U, g: (reason: any) => U) => Promise<U>",
            "catch": "(f: (reason: any) => unknown) => Promise<T>",
            "finally": "(f: () => void) => Promise<T>",
        },
    ),
    "Iterable": (
        "T",
        {
            "next return throw": "(value?: any) => IteratorResult<T>",
            "map": "<U>(f: (value: T, index: number) => U) => Iterable<U>",
            "filter take drop": "(f: (value: T, index: number) => unknown) => Iterable<T>",
            "forEach some every": "(f: (value: T, index: number) => unknown) => void",
            "find": "(f: (value: T, index: number) => unknown) => T",
            "toArray": "() => T[]",
        },
    ),
    "IteratorResult": ("T", {"value": "T", "done": "boolean"}),
    "Error": ("", {"name message stack toString": "string", "cause": "unknown"}),
    "ProxyHandler": (
        "T",
        {
            "get": "(target: T, key: string, receiver: any) => any",
            "set": "(target: T, key: string, value: any, receiver: any) => boolean",
            "has deleteProperty": "(target: T, key: string) => boolean",
            "ownKeys": "(target: T) => string[]",
            "defineProperty": "(target: T, key: string, attributes: PropertyDescriptor) => boolean",
            "getOwnPropertyDescriptor": "(target: T, key: string) => PropertyDescriptor",
            "getPrototypeOf preventExtensions isExtensible": "(target: T) => any",
            "setPrototypeOf": "(target: T, prototype: any) => boolean",
            "apply": "(target: T, receiver: any, arguments: any[]) => any",
            "construct": "(target: T, arguments: any[], made: any) => any",
        },
    ),
    "WeakRef": ("T", {"deref": "() => T"}),
    "PropertyDescriptor": (
        "",
        {"configurable enumerable writable": "boolean", "value": "any", "get": "() => any", "set": "(v: any) => void"},
    ),
    "String": (
        "",
        {
            "split match": "() => string[]",
            "trim slice substring substr toLowerCase toUpperCase padStart padEnd repeat replace replaceAll concat charAt": "() => string",
        },
    ),
    # What the global names are.
    "ObjectConstructor": (
        "",
        {
            "freeze seal preventExtensions": "<T>(o: T) => T",
            "assign": "<T, U, V, W>(target: T, one: U, other: V, third: W) => T & U & V & W",
            "create": "<T>(o: T, properties: Record<string, PropertyDescriptor>) => T",
            "setPrototypeOf": "<T, U>(o: T, prototype: U) => T & U",
            "defineProperty": "<T>(o: T, name: string, attributes: PropertyDescriptor) => T",
            "defineProperties": "<T>(o: T, properties: Record<string, PropertyDescriptor>) => T",
            "getOwnPropertyDescriptor": "(o: any, name: string) => PropertyDescriptor",
            "getOwnPropertyDescriptors": "(o: any) => Record<string, PropertyDescriptor>",
            "keys getOwnPropertyNames": "(o: any) => string[]",
            "values": "<T>(o: Record<string, T>) => T[]",
            "entries": "<T>(o: Record<string, T>) => [string, T][]",
            "fromEntries": "<T>(entries: Iterable<[any, T]>) => Record<string, T>",
            "groupBy": "<T>(items: Iterable<T>, f: (item: T, index: number) => any) => Record<string, T[]>",
        },
    ),
    "ReflectConstructor": (
        "",
        {
            "defineProperty": "(o: any, name: string, attributes: PropertyDescriptor) => boolean",
            "getOwnPropertyDescriptor": "(o: any, name: string) => PropertyDescriptor",
        },
    ),
    "PromiseConstructor": (
        "",
        {
            "all allSettled": "<T>(values: Iterable<T>) => Promise<T[]>",
            "race any": "<T>(values: Iterable<T>) => Promise<T>",
            "resolve": "<T>(value: T) => Promise<T>",
        },
    ),
    "ArrayConstructor": (
        "",
        {
            "from": "<T, U>(items: Iterable<T>, f: (value: T, index: number) => U) => T[]",
            "of": "<T>(...items: T[]) => T[]",
        },
    ),
}
CANONICAL: Final = {
    "ReadonlyArray": "Array", "ArrayLike": "Array", "ConcatArray": "Array", "ReadonlyMap": "Map", "WeakMap": "Map", "ReadonlySet": "Set",
    "WeakSet": "Set", "PromiseLike": "Promise", "Iterator": "Iterable", "IterableIterator": "Iterable", "Generator": "Iterable",
    "AsyncGenerator": "Iterable", "AsyncIterable": "Iterable", "AsyncIterator": "Iterable", "AsyncIterableIterator": "Iterable",
    "IteratorObject": "Iterable", "TypedPropertyDescriptor": "PropertyDescriptor", "PropertyDescriptorMap": "Record",
    "IteratorYieldResult": "IteratorResult",
}  # fmt: skip
TRANSPARENT: Final = frozenset({"Promise"})
_MEMBERS: Final = {
    name: {member: read_type(text) for group, text in declared.items() for member in group.split()}
    for name, (_, declared) in _DECLARED.items()
}
OWN: Final = {name: frozenset(_MEMBERS[name]) for name in TRANSPARENT}
_PARAMETERS: Final = {name: tuple(parameters.split()) for name, (parameters, _) in _DECLARED.items()}
_FUNCTIONS: Final = {"structuredClone": read_type("<T>(value: T) => T")}
# Members of types that the workspace declares anew, in literals and classes: each is a thing that can be referred to.
_ENTITIES: Final = tuple((name, member) for name, members in _MEMBERS.items() if not name.endswith("Constructor") for member in members)
_PLACES: Final = {entity: place for place, entity in enumerate(_ENTITIES)}


def entity(shape: Shape, name: str) -> Target | None:
    """The member of a library type as a target of its own, where such are told apart."""
    place = _PLACES.get((shape.head, name), -1) if shape.kind == ShapeKind.LIBRARY else -1
    return Target(-1, TargetKind.LIBRARY, place) if place >= 0 else None


def name_of(target: Target) -> str:
    """The name of what `entity` gave."""
    return _ENTITIES[target.row][1]


_ELEMENTS: Final = {
    "Array": read_type("T"),
    "Set": read_type("T"),
    "Iterable": read_type("T"),
    "Map": read_type("[K, V]"),
    "Record": read_type("V"),
}


def element(world: World, shape: Shape, walk: Walk) -> Typed:
    """What a container holds."""
    node = _ELEMENTS.get(shape.head)
    if node is None or not shape.parts:
        return Typed(OUTSIDE)
    return types.evaluate(world, _thunk(world, shape, node), walk)


def member_type(world: World, shape: Shape, name: str, walk: Walk) -> Typed:
    """What `.name` of a value of a library type may be."""
    head = shape.head
    if shape.kind == ShapeKind.LITERAL:
        head = "String"
    elif shape.kind == ShapeKind.TUPLE:
        head = "Array"
    elif head == "Record" and shape.parts:
        return types.evaluate(world, shape.parts[-1], walk)
    node = _MEMBERS.get(head, {}).get(name)
    if node is not None:
        return types.evaluate(world, _thunk(world, shape, node), walk)
    if head in TRANSPARENT and shape.parts:
        from maguyva.resolve.ecmascript import members

        return members.member_types(world, types.evaluate(world, shape.parts[0], walk).shapes, name, walk)
    return Typed(OUTSIDE)


def _thunk(world: World, shape: Shape, node: TypeNode) -> Thunk:
    if shape.kind == ShapeKind.TUPLE:
        parts: tuple[Thunk, ...] = (types.joined(world, shape.parts),)
        names: tuple[str, ...] = ("T",)
    else:
        parts, names = shape.parts, _PARAMETERS.get(shape.head, ("K", "V") if shape.head == "Record" else ())
        if shape.head in ("Promise", "Iterable"):
            parts = parts[:1]
    pairs: list[tuple[Variable, Thunk]] = list(zip(names, parts, strict=False))
    return Thunk(-1, 0, node, env_of(world, pairs))


def global_value(name: str) -> Typed:
    """What a global name of the language is."""
    node = _FUNCTIONS.get(name)
    if node is not None:
        return Typed((Shape(ShapeKind.SIGNATURE, -1, 0, node=node),))
    return Typed((Shape(ShapeKind.LIBRARY, head=name + "Constructor"),))


def made(head: str, arguments: tuple[Thunk, ...]) -> Typed:
    """What `new` gives of a library's class."""
    name = head.removesuffix("Constructor")
    return Typed((Shape(ShapeKind.LIBRARY, head=CANONICAL.get(name, name), parts=arguments),))
