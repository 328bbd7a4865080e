"""What a name that nothing explains may mean: everything of that name. For those who ask for guesses."""

from __future__ import annotations

from maguyva.resolve.names import C_FAMILY, JAVASCRIPT, names_of
from maguyva.resolve.resolver import reference_at
from maguyva.resolve.world import Target, TargetKind, World

MOST = 50

_FAMILIES = (JAVASCRIPT, C_FAMILY)


def namesakes(world: World, file: int, offset: int) -> tuple[Target, ...]:
    """The definitions, in the language of the file, that bear the name at byte `offset`; none for more than a person would look through."""
    names = names_of(world.facts(file))
    row = reference_at(names, offset)
    if row < 0:
        return ()
    name = names.strings[int(names.facts.reference_name[row])]
    same = next((family for family in _FAMILIES if names.language in family), frozenset((names.language,)))
    found = [Target(other, TargetKind.SYMBOL, symbol) for other, symbol in sorted(world.definitions_named(name))]
    found = [target for target in found if names_of(world.facts(target.file)).language in same]
    return tuple(found) if len(found) <= MOST else ()
