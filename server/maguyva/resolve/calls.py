"""Who calls what: calls, decorators and constructors, each attributed to the function around it.

What has no name of its own (a callback, a lambda) is part of the named thing around it, and code outside of all of them is the file's.
"""

from __future__ import annotations

from collections.abc import Iterable

from maguyva.model import Role, SymbolKind
from maguyva.resolve.hierarchy import owner
from maguyva.resolve.names import CALLABLES, FileNames, names_of
from maguyva.resolve.references import Found, entity_of, references_of
from maguyva.resolve.resolver import resolve_reference
from maguyva.resolve.world import Target, TargetKind, Tier, World

_CALLS = frozenset((Role.CALL, Role.DECORATE))
_CALL_ROLES = frozenset(map(int, _CALLS))
_MAKERS = frozenset({"__init__", "__new__"})  # Python's constructors; others have a kind of their own.

Place = tuple[int, int]  # (file, symbol row; −1: the file's own code)
Span = tuple[int, int]


def thing_around(names: FileNames, symbol: int) -> int:
    """The function around code whose innermost symbol is `symbol`, else that symbol; −1 for a file's own code."""
    outer = symbol
    while outer >= 0:
        if names.symbol_kind[outer] in CALLABLES:
            return outer
        outer = names.symbol_parent[outer]
    return symbol


def callers(world: World, targets: Iterable[Target], guess: bool = False) -> dict[Place, list[Found]]:
    """The calls of some symbols by who makes them, in order of file and place."""
    found: set[Found] = set()
    for entity in dict.fromkeys(entity_of(world, target) for target in _also_called(world, targets)):
        found.update(one for one in references_of(world, entity, guess) if one.role in _CALLS)
    calls: dict[Place, list[Found]] = {}
    for one in sorted(found, key=lambda one: (world.path(one.file), one.start)):
        calls.setdefault((one.file, thing_around(names_of(world.facts(one.file)), one.symbol)), []).append(one)
    return calls


def _also_called(world: World, targets: Iterable[Target]) -> list[Target]:
    """The targets, and for a constructor the class whose call runs it."""
    found: list[Target] = []
    for target in targets:
        found.append(target)
        names = names_of(world.facts(target.file)) if target.kind is TargetKind.SYMBOL else None
        if names is None:
            continue
        is_maker = names.symbol_kind[target.row] == SymbolKind.CONSTRUCTOR or (names.python and names.symbol_names[target.row] in _MAKERS)
        cls = owner(world, target) if is_maker and not names.packaged else None
        if cls is not None:
            found.append(Target(cls[0], TargetKind.SYMBOL, cls[1]))
    return found


def callees(world: World, place: Place, guess: bool = False) -> dict[Target, list[Span]]:
    """What a thing calls, by the first definition each call may mean, with the calls' tokens in the order of the text."""
    file, symbol = place
    names = names_of(world.facts(file))
    facts = names.facts
    calls: dict[Target, list[Span]] = {}
    for row, role in enumerate(facts.reference_role.tolist()):
        if role not in _CALL_ROLES or not _is_of(names, int(facts.reference_symbol[row]), symbol):
            continue
        result = resolve_reference(world, file, row, guess)
        if result.targets and (guess or result.tier is not Tier.POSSIBLE) and result.targets[0].kind is TargetKind.SYMBOL:
            calls.setdefault(result.targets[0], []).append((int(facts.reference_start[row]), int(facts.reference_end[row])))
    return calls


def _is_of(names: FileNames, inner: int, symbol: int) -> bool:
    """Whether code whose innermost symbol is `inner` is that of `symbol`. A class also has the code of what its body sets."""
    inner = thing_around(names, inner)
    while inner != symbol and inner >= 0 and symbol >= 0 and names.symbol_kind[inner] not in CALLABLES:
        inner = names.symbol_parent[inner]
    return inner == symbol
