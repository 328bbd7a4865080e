"""What an editor is shown as the definition of what stands at a place: what it means, else what it is given to.

Python's own server (pyright) leads an argument of which nothing is known to the function that takes it: a keyword for which the function
names no parameter (its `**kwargs` take it), as `likely`, and the member of an unknown value, as `possible`.
"""

from __future__ import annotations

from maguyva.resolve.members import class_member
from maguyva.resolve.names import FileNames, names_of
from maguyva.resolve.resolver import definition_at, reference_at, resolve_reference
from maguyva.resolve.value_kinds import ValueKind, Values
from maguyva.resolve.values import value_of
from maguyva.resolve.walk import Walk
from maguyva.resolve.world import UNKNOWN, Resolution, Target, TargetKind, Tier, World

_FAR = 2000  # Bytes of arguments before the one asked about.


def shown_at(world: World, file: int, offset: int) -> Resolution:
    """What is shown for the token at byte `offset`."""
    found = definition_at(world, file, offset)
    names = names_of(world.facts(file))
    row = reference_at(names, offset) if names.python and not found.targets else -1
    if row < 0:
        return found
    taken = _keyword_taker(world, names, file, row)
    if taken.targets or found.external:
        return taken if taken.targets else found
    given = _given_to(world, names, file, row)
    return given if given.targets else found


def _keyword_taker(world: World, names: FileNames, file: int, row: int) -> Resolution:
    facts = names.facts
    qualifier = names.strings[int(facts.reference_qualifier[row])]
    if not qualifier.endswith("="):
        return UNKNOWN
    typed = value_of(world, file, int(facts.reference_scope[row]), qualifier[:-1], Walk(), int(facts.reference_start[row]))
    return Resolution(_functions(world, typed.values), max(typed.tier, Tier.LIKELY))


def _functions(world: World, values: Values) -> tuple[Target, ...]:
    found: list[Target] = []
    for value in values:
        if value.kind is ValueKind.FUNCTION:
            found.append(Target(value.file, TargetKind.SYMBOL, value.row))
        elif value.kind is ValueKind.CLASS:
            found += class_member(world, (value.file, value.row), "__init__").targets
    return tuple(found)


def _given_to(world: World, names: FileNames, file: int, row: int) -> Resolution:
    """The function whose call the reference is an argument of."""
    text = world.text(file)
    depth = 0
    start = names.reference_start[row]
    for at in range(min(start, len(text)) - 1, max(-1, start - _FAR), -1):
        byte = text[at]
        if byte in b")]}":
            depth += 1
        elif byte in b"([{":
            if depth == 0 and byte == 0x28:
                callee = reference_at(names, at)
                if callee >= 0 and int(names.facts.reference_end[callee]) == at:
                    return _called(world, file, callee)
            depth = max(depth - 1, 0)
    return UNKNOWN


def _called(world: World, file: int, callee: int) -> Resolution:
    found: list[Target] = []
    for target in resolve_reference(world, file, callee, guess=False).targets:
        if target.kind is TargetKind.SYMBOL and names_of(world.facts(target.file)).is_type(target.row):
            found += class_member(world, (target.file, target.row), "__init__").targets
        else:
            found.append(target)
    return Resolution(tuple(found), Tier.POSSIBLE)
