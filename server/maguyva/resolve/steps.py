"""One step of a chain behind a value, in the languages other than Python: a call, an element, a member.

What needs other values is asked through `Ask`, the functions of `values.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from maguyva.model import SymbolKind
from maguyva.resolve import containers_c, lookup_packages, lookup_rust
from maguyva.resolve.builtin_names import GIVE_BACK, GIVE_ELEMENT, GIVE_KEY
from maguyva.resolve.members import class_member
from maguyva.resolve.names import names_of
from maguyva.resolve.value_kinds import NOTHING, OUTSIDE, Ask, Typed, Value, ValueKind
from maguyva.resolve.walk import Walk
from maguyva.resolve.world import Resolution, TargetKind, Tier, World

_ELEMENT_LAST = (
    "dict",
    "Dict",
    "Mapping",
    "MutableMapping",
    "defaultdict",
    "OrderedDict",
    "Map",
    "Record",
    "ReadonlyMap",
    "WeakMap",
    "$map",
)
_TRANSPARENT = ("Awaitable", "Coroutine", "Promise", "PromiseLike")


def step_from(world: World, typed: Typed, step: str, walk: Walk, ask: Ask, want: int = lookup_packages.ANY, called: bool = False) -> Typed:
    """The value of one step behind a value: a call, an element, a member. `want`, `called`: what a member may be by what follows it."""
    values: dict[Value, None] = {}
    tier = typed.tier
    for value in typed.values:
        if step == "()":
            after = _called(world, value, walk, ask)
        elif step == "[]":
            after = _element(world, value, walk, ask)
        elif step == ".this" and value.kind is ValueKind.CLASS:  # Java's `Outer.this`.
            after = Typed((value._replace(kind=ValueKind.INSTANCE),))
        elif step == "await":
            after = _awaited(world, value, walk, ask)
        elif step[1:].isdecimal() and value.file >= 0 and names_of(world.facts(value.file)).go:
            after = _part(world, value, int(step[1:]), walk, ask)
        else:
            found = ask.member(world, value, step[1:], want)
            if len(found.targets) > 1 and value.file >= 0 and names_of(world.facts(value.file)).rust:
                found = lookup_rust.called_or_read(world, found, called)
            after = _held(world, value, step[1:], ask) or ask.member_value(world, value, found, walk)
            if value.kind is ValueKind.EXTERNAL and after.values and after.values[0].head == "$func":
                tier = max(tier, Tier.LIKELY)
        values.update(dict.fromkeys(after.values))
        tier = max(tier, after.tier)
    return Typed(tuple(values), tier)


def member_value(
    targets_value: Callable[[World, Resolution, Walk], Typed], world: World, value: Value, result: Resolution, walk: Walk
) -> Typed:
    """The value of a member of a value; a function remembers the class that it was taken from."""
    if not result.targets:
        return Typed(OUTSIDE) if result.external else NOTHING
    typed = targets_value(world, result, walk)
    if value.kind not in (ValueKind.INSTANCE, ValueKind.CLASS, ValueKind.SUPER):
        return typed
    taken = [
        one._replace(receiver=(value.file, value.row), arguments=value.arguments) if one.kind is ValueKind.FUNCTION else one
        for one in typed.values
    ]
    return Typed(tuple(taken), typed.tier)


def _called(world: World, value: Value, walk: Walk, ask: Ask) -> Typed:
    if value.kind is ValueKind.CLASS:
        return Typed((value._replace(kind=ValueKind.INSTANCE),))
    if value.kind is ValueKind.FUNCTION:
        return ask.return_value(world, value.file, value.row, walk, value.receiver)
    if value.kind is ValueKind.INSTANCE:
        result = ask.member(world, value, "__call__")
        if result.targets and result.targets[0].kind is TargetKind.SYMBOL:
            return ask.return_value(world, result.targets[0].file, result.targets[0].row, walk)
        made_of = _underlying(world, value, walk, ask)
        return step_from(world, made_of, "()", walk, ask) if made_of.values else NOTHING
    if value.kind is ValueKind.EXTERNAL and value.head == "$func":
        return ask.type_value(world, value.file, value.scope, value.arguments[0], walk) if value.arguments else NOTHING
    return Typed(OUTSIDE) if value.kind is ValueKind.EXTERNAL and not value.arguments else NOTHING


def _element(world: World, value: Value, walk: Walk, ask: Ask) -> Typed:
    if value.kind is ValueKind.INSTANCE and names_of(world.facts(value.file)).c_family:
        result = ask.member(world, value, "operator[]")
        return ask.return_value(world, result.targets[0].file, result.targets[0].row, walk) if result.targets else Typed((value,))
    if value.kind is ValueKind.INSTANCE and names_of(world.facts(value.file)).language == "csharp":
        return ask.targets_value(world, class_member(world, (value.file, value.row), "this"), walk)
    if value.kind is not ValueKind.EXTERNAL:
        made_of = _underlying(world, value, walk, ask)
        return step_from(world, made_of, "[]", walk, ask) if made_of.values else NOTHING
    if not value.arguments:
        return Typed(OUTSIDE) if not value.head else NOTHING
    text = value.arguments[-1] if value.head in _ELEMENT_LAST else value.arguments[0]
    if names_of(world.facts(value.file)).c_family:
        text = containers_c.subscripted(value.head, value.arguments)
    return ask.type_value(world, value.file, value.scope, text, walk)


def _held(world: World, value: Value, name: str, ask: Ask) -> Typed | None:
    """What members of a library's containers give that hand out what they hold: `list.get(0)`, `list.First()`, `task.Result`."""
    if value.kind is not ValueKind.EXTERNAL or not value.arguments:
        return None
    names = names_of(world.facts(value.file))
    if names.c_family:
        taken = containers_c.taken(value.head, value.arguments, name)
        if taken is None:
            return None
        if taken[1]:
            return Typed((value._replace(head="$func", arguments=(taken[0],)),))
        return ask.type_value(world, value.file, value.scope, taken[0], Walk())
    if not names.packaged:
        return None
    if name in GIVE_BACK:
        return Typed((value._replace(head="$func", arguments=(f"$array<{value.arguments[-1]}>",)),))
    if name not in GIVE_ELEMENT and name not in GIVE_KEY:
        return None
    held = value.arguments[0 if name in GIVE_KEY else -1]
    return Typed((value._replace(head="$func", arguments=(held,)),))


def _part(world: World, value: Value, which: int, walk: Walk, ask: Ask) -> Typed:
    """One of several results (Go). A value that is no such list is the first of them: `v, ok := m[k]`."""
    if value.kind is ValueKind.EXTERNAL and value.head == "$tuple":
        return ask.type_value(world, value.file, value.scope, value.arguments[which], walk) if which < len(value.arguments) else NOTHING
    return Typed((value,)) if which == 0 or value.kind is ValueKind.EXTERNAL else NOTHING


def _underlying(world: World, value: Value, walk: Walk, ask: Ask) -> Typed:
    """What a named type of Go is made of: `type Routes []*Route`."""
    names = names_of(world.facts(value.file))
    if value.kind is not ValueKind.INSTANCE or not names.go or names.symbol_kind[value.row] != SymbolKind.TYPE:
        return NOTHING
    return ask.type_value(world, value.file, names.scope_of_symbol(value.row), names.symbol_type(value.row), walk)


def _awaited(world: World, value: Value, walk: Walk, ask: Ask) -> Typed:
    if value.kind is ValueKind.EXTERNAL and value.head in _TRANSPARENT and value.arguments:
        return ask.type_value(world, value.file, value.scope, value.arguments[-1], walk)
    return Typed((value,))
