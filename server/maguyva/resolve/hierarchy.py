"""Types above and below a type, and what implements a member: as far as the workspace's code says."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from maguyva.model import Role, SymbolFlag, SymbolKind
from maguyva.resolve import interfaces_go, lookup_c, lookup_rust
from maguyva.resolve.members import ClassRow, bases_of, classes_of_target, declarations, own_member, owner_of, search_order
from maguyva.resolve.names import CALLABLES, names_of
from maguyva.resolve.paths import parent_folder, path_table
from maguyva.resolve.references import entity_of, references_of
from maguyva.resolve.world import Target, TargetKind, Tier, World

MOST_TYPES = 2000  # Where a hierarchy is cut: nobody reads further.

_CONTRACTS = frozenset(map(int, (SymbolKind.INTERFACE, SymbolKind.TRAIT)))


def types_of(world: World, targets: Iterable[Target]) -> list[ClassRow]:
    """The types that some targets are or stand for, each by its first declaration."""
    return list(dict.fromkeys(cls for target in targets if target.kind is TargetKind.SYMBOL for cls in _type_of(world, target)))


def _type_of(world: World, target: Target) -> list[ClassRow]:
    names = names_of(world.facts(target.file))
    if names.rust and names.symbol_kind[target.row] == SymbolKind.IMPL:
        cls = lookup_rust.type_of_impl(world, target.file, target.row)
        return [] if cls is None else [cls]
    if names.symbol_kind[target.row] == SymbolKind.CONSTRUCTOR:
        cls = owner(world, target)
        return [] if cls is None else [cls]
    return classes_of_target(world, target)


def owner(world: World, target: Target) -> ClassRow | None:
    """The type that a symbol is a member of, wherever that stands; None for what is no member."""
    names = names_of(world.facts(target.file))
    if names.c_family:
        return lookup_c.owner_of(world, target.file, target.row)
    if names.rust:
        return lookup_rust.owner_of(world, target.file, names.symbol_parent[target.row])
    return owner_of(world, target.file, target.row)


def supertypes(world: World, cls: ClassRow) -> list[ClassRow]:
    """What a type extends, implements or embeds directly, in the order written; in Go also the interfaces that it satisfies."""
    found = dict.fromkeys(bases_of(world, cls)[0])
    names = names_of(world.facts(cls[0]))
    if names.go and names.symbol_kind[cls[1]] not in _CONTRACTS:
        found.update(dict.fromkeys(_satisfied(world, cls)))
    return [other for other in found if other != cls]


def subtypes(world: World, cls: ClassRow) -> list[ClassRow]:
    """What extends, implements or embeds a type directly, by file and place; in Go also what satisfies an interface."""
    found: set[ClassRow] = set()
    for file, row in declarations(world, cls):
        for one in references_of(world, entity_of(world, Target(file, TargetKind.SYMBOL, row))):
            if (
                one.role is Role.INHERIT
                and one.tier is not Tier.POSSIBLE
                and (below := _inheriting(world, one.file, one.symbol)) is not None
            ):
                found.add(below)
    if names_of(world.facts(cls[0])).go and names_of(world.facts(cls[0])).symbol_kind[cls[1]] in _CONTRACTS:
        found.update(_satisfying(world, cls))
    found.discard(cls)
    return sorted(found, key=lambda other: (world.path(other[0]), other[1]))


def _inheriting(world: World, file: int, symbol: int) -> ClassRow | None:
    """The type whose list of bases holds a reference that stands in `symbol`."""
    names = names_of(world.facts(file))
    while symbol >= 0 and not names.is_type(symbol):  # An embedded field of Go names the base of the struct around it.
        if names.symbol_kind[symbol] in CALLABLES:
            return None
        symbol = names.symbol_parent[symbol]
    if symbol < 0:
        return None
    if names.rust and names.symbol_kind[symbol] == SymbolKind.IMPL:
        return lookup_rust.type_of_impl(world, file, symbol)
    return declarations(world, (file, symbol))[0]


def _satisfying(world: World, interface: ClassRow) -> list[ClassRow]:
    """The types of Go that have all methods of an interface, those that it embeds included."""
    every = search_order(world, interface)[0]
    name = next((name for cls in every for name in _methods(world, cls)), None)
    return [] if name is None else _owners(world, interface, [name])


def _satisfied(world: World, cls: ClassRow) -> list[ClassRow]:
    """The interfaces of Go whose methods a type has, also those that only put others together."""
    found = dict.fromkeys(_owners(world, cls, _methods(world, cls)))
    waiting = list(found)
    while waiting:
        for other in subtypes(world, waiting.pop()):
            is_contract = names_of(world.facts(other[0])).symbol_kind[other[1]] in _CONTRACTS
            if is_contract and other not in found and cls in _satisfying(world, other):
                found[other] = None
                waiting.append(other)
    return list(found)


def _owners(world: World, cls: ClassRow, names: Iterable[str]) -> list[ClassRow]:
    methods = (method for name in names for method in sorted(interfaces_go.related_methods(world, cls, name)))
    owners = (owner_of(world, method.file, method.row) for method in methods)
    return list(dict.fromkeys(found for found in owners if found is not None))


def _methods(world: World, cls: ClassRow) -> list[str]:
    """The names of a Go type's own methods, in whichever files of its package they are written."""
    file, row = cls
    names = names_of(world.facts(file))
    found = {name: None for name, rows in names.children.get(row, {}).items() if names.symbol_kind[rows[0]] in CALLABLES}
    folder = parent_folder(world.path(file))
    for path, other in path_table(world).files.items():
        if path.endswith(".go") and parent_folder(path) == folder and other != file:
            there = names_of(world.facts(other))
            for name, rows in there.children.get(-1, {}).items():
                if any(there.container(one) == names.symbol_names[row] for one in rows):
                    found[name] = None
    return list(found)


def below(world: World, cls: ClassRow, check: Callable[[], None] = lambda: None) -> list[ClassRow]:
    """All types below a type, nearest first."""
    seen = {cls: None}
    waiting = [cls]
    while waiting and len(seen) < MOST_TYPES:
        check()
        following = [other for one in waiting for other in subtypes(world, one) if other not in seen]
        seen.update(dict.fromkeys(following))
        waiting = list(dict.fromkeys(following))
    return [other for other in seen if other != cls]


def implementations(world: World, target: Target, check: Callable[[], None] = lambda: None) -> list[Target]:
    """What implements a symbol: the types below a type, the members of types below that override a member, a declaration's definition; and the
    symbol itself where it has code of its own."""
    if target.kind is not TargetKind.SYMBOL:
        return []
    kind = names_of(world.facts(target.file)).symbol_kind[target.row]
    types = types_of(world, [target]) if kind not in CALLABLES else []
    if types:
        found = [Target(file, TargetKind.SYMBOL, row) for cls in types for file, row in below(world, cls, check)]
        concrete = [one for one in found if names_of(world.facts(one.file)).symbol_kind[one.row] not in _CONTRACTS]
        return concrete or found or ([] if kind in _CONTRACTS else [target])
    cls = owner(world, target)
    name = names_of(world.facts(target.file)).symbol_names[target.row]
    same = entity_of(world, target).targets if names_of(world.facts(target.file)).c_family else [target]
    found = [one for one in sorted(same) if has_code(world, one)]
    if cls is None:
        return found
    if names_of(world.facts(cls[0])).go:
        if names_of(world.facts(cls[0])).symbol_kind[cls[1]] in _CONTRACTS:
            found += sorted(interfaces_go.related_methods(world, cls, name))
        return found
    for other in below(world, cls, check):
        found += [one for one in own_member(world, other, name) if one.kind is TargetKind.SYMBOL and has_code(world, one)]
    return list(dict.fromkeys(found))


def has_code(world: World, target: Target) -> bool:
    """Whether a symbol is more than a declaration that others have to fill."""
    names = names_of(world.facts(target.file))
    if names.symbol_kind[target.row] not in CALLABLES:
        return True
    if names.c_family:
        return lookup_c.has_body(names, target.row)
    facts = names.facts
    if int(facts.symbol_flags[target.row]) & SymbolFlag.ABSTRACT:
        return False
    parent = names.symbol_parent[target.row]
    if parent < 0 or names.symbol_kind[parent] not in _CONTRACTS:
        return names.python or not int(facts.symbol_flags[target.row]) & SymbolFlag.OVERLOAD or _has_braces(world, target)
    return _has_braces(world, target)


def _has_braces(world: World, target: Target) -> bool:
    """Whether a body follows the signature, as in Java's default methods, a trait's provided functions and the last of several overloads."""
    facts = world.facts(target.file)
    after = world.text(target.file)[int(facts.symbol_signature_end[target.row]) : int(facts.symbol_end[target.row])]
    return b"{" in after or after.lstrip().startswith(b"=>")
