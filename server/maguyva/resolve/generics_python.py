"""Type parameters of Python's classes: what `V` is in a method of `Basket[str, Item]`, and what a class that extends `list[T]` holds.

The arguments of an instance's class are closed texts: "$at[file, scope, Item]" is the type `Item` as written in a scope of a file, so that
they can be put into the types that the class declares.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from maguyva.model import BindingKind, Role
from maguyva.resolve.members import ClassRow, search_order
from maguyva.resolve.names import FileNames, names_of
from maguyva.resolve.value_kinds import Value, ValueKind
from maguyva.resolve.world import World

_CONTAINERS = frozenset(
    "list List set Set frozenset FrozenSet tuple Tuple Sequence MutableSequence Iterable Iterator Collection deque Generator UserList MutableSet "
    "dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict UserDict".split()
)
_LONGEST = 300


def closed(file: int, scope: int, arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Type arguments that can be read anywhere."""
    return tuple(one if one.startswith("$at[") else f"$at[{file}, {scope}, {one}]" for one in arguments)


def filled_in(world: World, cls: ClassRow, arguments: tuple[str, ...], written: str) -> str:
    """A type as a class declares it, with the type parameters of the class replaced by its arguments."""
    if not arguments:
        return written
    given = dict(zip(parameters_of(world, cls), arguments, strict=False))
    if not given:
        return written
    filled = re.sub(r"\b(" + "|".join(map(re.escape, given)) + r")\b", lambda match: given[match[1]], written.strip("\"'"))
    return filled if len(filled) <= _LONGEST else written


def parameters_of(world: World, cls: ClassRow) -> tuple[str, ...]:
    """The names of a class's type parameters, in the order of their first mention in what it extends."""
    key = ("type parameters", cls)
    known: tuple[str, ...] | None = world.memo.get(key)
    if known is None:
        names = names_of(world.facts(cls[0]))
        written = [names.strings[int(names.facts.binding_name[row])] for row in names.parameters.get(_around(names, cls[1]), ())]
        found = written or [name for _, name in _header(names, cls[1]) if _is_variable(names, cls[1], name)]
        known = world.memo[key] = tuple(dict.fromkeys(found))
    return known


def _around(names: FileNames, symbol: int) -> int:
    """The scope around a class's body: that of its type parameters where they are written down (`class Box[T]`)."""
    body = names.class_scopes.get(symbol, -1)
    return names.scope_parent[body] if body >= 0 else -1


def _header(names: FileNames, symbol: int) -> list[tuple[int, str]]:
    """(row, name) of the references between a class's name and its body."""
    facts = names.facts
    start = int(facts.symbol_name_end[symbol])
    body = names.class_scopes.get(symbol, -1)
    end = names.scope_start[body] if body >= 0 else start
    first, last = bisect_left(names.reference_start, start), bisect_left(names.reference_start, end)
    return [(row, names.strings[int(facts.reference_name[row])]) for row in range(first, last)]


def _is_variable(names: FileNames, symbol: int, name: str) -> bool:
    _, rows = names.lookup(max(names.class_scopes.get(symbol, 0), 0), name)
    for row in rows:
        made = names.symbol_type(names.binding_symbol[row]) if names.binding_symbol[row] >= 0 else ""
        if "TypeVar(" in made or names.binding_kind[row] == BindingKind.PARAMETER:
            return True
        if names.binding_import[row] >= 0 and len(name.strip("_")) <= 3:  # Type variables that a module shares have short names.
            return True
    return False


def as_container(world: World, value: Value) -> Value | None:
    """The library's container that the class of an instance extends, with what it holds; None when it extends none."""
    if value.kind is not ValueKind.INSTANCE:
        return None
    for cls in search_order(world, (value.file, value.row))[0]:
        names = names_of(world.facts(cls[0]))
        header = _header(names, cls[1])
        for at, (row, name) in enumerate(header):
            if int(names.facts.reference_role[row]) != Role.INHERIT or name not in _CONTAINERS:
                continue
            held: list[str] = []
            for inner, word in header[at + 1 :]:
                if int(names.facts.reference_role[inner]) == Role.INHERIT:
                    break
                held.append(word)
            if held:
                scope = names.scope_parent[max(names.class_scopes.get(cls[1], 0), 0)]
                arguments = closed(cls[0], max(scope, 0), tuple(held if len(held) < 3 else (held[0], held[-1])))
                if cls == (value.file, value.row):
                    arguments = tuple(filled_in(world, cls, value.arguments, word) for word in held) if value.arguments else arguments
                return Value(ValueKind.EXTERNAL, cls[0], -1, max(scope, 0), name, arguments)
    return None
