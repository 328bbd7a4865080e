"""Everything that refers to one entity: candidates by name and by the aliases imports give it, each resolved on its own.

An entity is a (scope, name): overloads, a property and its setter, redefinitions and merged declarations count as one. Override
hierarchies follow the language's own server: in Python a method is its own entity; in Go a call through an interface counts for the methods
that satisfy it, and the other way round; in JavaScript and TypeScript a reference to a base's
member, or to an override in a subclass, counts for the member too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from maguyva.model import Role, ScopeKind, SymbolFlag, SymbolKind
from maguyva.resolve import interfaces_go, lookup_c, lookup_packages, lookup_rust
from maguyva.resolve.members import ClassRow, constructors_of, declarations, group_of, own_member, owner_of, search_order
from maguyva.resolve.modules import follow_import
from maguyva.resolve.names import JAVASCRIPT, FileNames, names_of
from maguyva.resolve.resolver import resolve_reference
from maguyva.resolve.world import Resolution, Target, TargetKind, Tier, World

_ONLY_TYPES = frozenset(map(int, (SymbolKind.INTERFACE, SymbolKind.TYPE)))
_ONLY_VALUES = frozenset(map(int, (SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FUNCTION)))
_TYPE_ROLES = frozenset((Role.TYPE, Role.INHERIT, Role.IMPORT))
_VALUE_ROLES = frozenset(Role) - {Role.TYPE}


@dataclass(frozen=True, slots=True)
class Entity:
    """What is referred to. `file` holds its declarations; `local`: no other file can name it; `owner`: the class it is a member of."""

    file: int
    name: str
    targets: frozenset[Target]
    local: bool = False
    owner: ClassRow | None = None
    roles: frozenset[Role] | None = None  # Only references with these roles, where types and values of one name are told apart.


class Found(NamedTuple):
    """One reference: its token's bytes, what it does with the name, how sure it is, and the symbol row around it (−1 none)."""

    file: int
    start: int
    end: int
    role: Role
    tier: Tier
    symbol: int


def entity_of(world: World, target: Target) -> Entity:
    """The entity a target belongs to."""
    if target.kind in (TargetKind.MODULE, TargetKind.FOLDER, TargetKind.PACKAGE):
        return Entity(target.file, _module_name(world, target), frozenset((target,)))
    file = target.file
    names = names_of(world.facts(file))
    if target.kind is TargetKind.SYMBOL:
        name = names.symbol_names[target.row]
        if names.c_family:
            return _linked_entity(world, names, target, name)
        if names.rust and names.symbol_kind[target.row] == SymbolKind.IMPL:
            of = lookup_rust.type_of_impl(world, file, target.row)
            return Entity(file, name, frozenset((target,))) if of is None else entity_of(world, Target(of[0], TargetKind.SYMBOL, of[1]))
        if names.rust:
            owner = lookup_rust.owner_of(world, file, names.symbol_parent[target.row])
            return Entity(file, name, frozenset(lookup_rust.same_item(world, target)), False, owner)
        owner = owner_of(world, file, target.row)
        if owner is not None:
            return _member_entity(world, owner, name, target)
        if names.packaged and names.is_type(target.row):
            return Entity(
                file, name, frozenset(Target(other, TargetKind.SYMBOL, row) for other, row in declarations(world, (file, target.row)))
            )
        group, roles = _same_meaning(names, target.row)
        targets = {Target(file, TargetKind.SYMBOL, row) for row in group}
        binding = names.binding_of_symbol.get(target.row, -1)
        scope = names.binding_scope[binding] if binding >= 0 else 0
        if roles is None:
            targets |= _bindings(names, file, scope, name)
        return Entity(file, name, frozenset(targets), names.scope_kind[scope] in (ScopeKind.FUNCTION, ScopeKind.BLOCK), None, roles)
    written = names.strings[int(names.facts.binding_name[target.row])]
    scope = names.binding_scope[target.row]
    if names.scope_kind[scope] == ScopeKind.CLASS and names.scope_symbol[scope] >= 0:
        return _member_entity(world, (file, group_of(names, names.scope_symbol[scope])[0]), written)
    local = names.scope_kind[scope] in (ScopeKind.FUNCTION, ScopeKind.BLOCK) or names.go
    return Entity(file, written, frozenset(_bindings(names, file, scope, written)), local)


def _linked_entity(world: World, names: FileNames, target: Target, name: str) -> Entity:
    """In C and C++ a declaration and its definition are one, also in two files."""
    file, row = target.file, target.row
    owner = lookup_c.owner_of(world, file, row) if names.symbol_kind[row] != SymbolKind.ENUM_MEMBER and not names.is_type(row) else None
    if owner is not None:
        return _member_entity(world, (owner[0], group_of(names_of(world.facts(owner[0])), owner[1])[0]), name)
    rows = lookup_c.linked(world, file, row)
    local = lookup_c.is_static(names, row) and not lookup_c.is_header(world.path(file))
    return Entity(file, name, frozenset(Target(other, TargetKind.SYMBOL, at) for other, at in rows), local)


def _same_meaning(names: FileNames, symbol: int) -> tuple[list[int], frozenset[Role] | None]:
    """The group of a symbol; in TypeScript, where an interface and a variable may share a name and mean two things, the part of the
    group that means the same, and the roles of references to that part."""
    group = group_of(names, symbol)
    kinds = {names.symbol_kind[row] for row in group}
    if names.facts.language not in JAVASCRIPT or not (kinds & _ONLY_TYPES and kinds & _ONLY_VALUES) or kinds - _ONLY_TYPES - _ONLY_VALUES:
        return group, None
    wanted, roles = (_ONLY_TYPES, _TYPE_ROLES) if names.symbol_kind[symbol] in _ONLY_TYPES else (_ONLY_VALUES, _VALUE_ROLES)
    return [row for row in group if names.symbol_kind[row] in wanted], roles


def _member_entity(world: World, owner: ClassRow, name: str, target: Target | None = None) -> Entity:
    names = names_of(world.facts(owner[0]))
    if target is not None and names.packaged:  # A field and a method of one name are two.
        means = lookup_packages.meaning(names_of(world.facts(target.file)), target.row)
        same = lookup_packages.fitting(world, own_member(world, owner, name), means)
        return Entity(
            owner[0], name, frozenset(same or constructors_of(world, Target(owner[0], TargetKind.SYMBOL, owner[1]))), False, owner
        )
    return Entity(owner[0], name, frozenset(own_member(world, owner, name)), False, owner)


def _bindings(names: FileNames, file: int, scope: int, name: str) -> set[Target]:
    found: set[Target] = set()
    for row in names.bound_in(scope, name):
        if names.binding_symbol[row] >= 0:
            found.add(Target(file, TargetKind.SYMBOL, names.binding_symbol[row]))
        elif names.binding_import[row] < 0 or names.go:
            found.add(Target(file, TargetKind.BINDING, row))
    return found


def _module_name(world: World, target: Target) -> str:
    if target.file < 0:
        return ""
    folder, _, name = world.path(target.file).rpartition("/")
    stem = name.partition(".")[0]
    return folder.rpartition("/")[2] if stem in ("__init__", "index") else stem


def declarations_of(world: World, entity: Entity) -> list[tuple[int, int, int]]:
    """(file, start, end) of the name token of each declaration, related members of an override hierarchy included."""
    targets = _hierarchy(world, entity)
    if names_of(world.facts(entity.file)).language == "cpp":
        targets |= _also_declared(world, entity)
    if _merges_overrides(world, entity):
        named = [Target(file, TargetKind.SYMBOL, row) for file, row in world.definitions_named(entity.name)]
        targets |= {target for target in named if _related(world, entity, targets, target)}
    return sorted(span for target in targets if (span := span_of(world, target)) is not None)


def span_of(world: World, target: Target) -> tuple[int, int, int] | None:
    """(file, start, end) of a target's name token; the start of the file for a module, None for a folder."""
    if target.file < 0:
        return None
    facts = world.facts(target.file)
    if target.kind is TargetKind.SYMBOL:
        return target.file, int(facts.symbol_name_start[target.row]), int(facts.symbol_name_end[target.row])
    if target.kind is TargetKind.BINDING:
        return target.file, int(facts.binding_start[target.row]), int(facts.binding_end[target.row])
    return target.file, 0, 0


def references_of(world: World, entity: Entity, guess: bool = False) -> list[Found]:
    """Every reference to the entity, in order of file and place, declarations left out. With `guess`, also those of tier `possible`."""
    wanted = _hierarchy(world, entity)
    go_owner = entity.owner if entity.owner is not None and names_of(world.facts(entity.file)).go else None
    if go_owner is not None:
        wanted |= interfaces_go.related_methods(world, go_owner, entity.name)
    found: set[Found] = set()
    waiting, known = [entity.name], {entity.name}
    while waiting:
        name = waiting.pop()
        for file, rows in _mentions(world, entity, name):
            names = names_of(world.facts(file))
            facts = names.facts
            asked: dict[
                tuple[int, int, bool, int, int], Resolution
            ] = {}  # Sites that stand in one scope behind one qualifier mean the same.
            for row in rows:
                if entity.roles is not None and int(facts.reference_role[row]) not in entity.roles:
                    continue
                imported = int(facts.reference_role[row]) == Role.IMPORT
                # Where the use decides what a name means, sites of another use mean something else.
                used = int(facts.reference_role[row]) if names.packaged or names.c_family or names.rust else 0
                around = int(facts.reference_symbol[row]) if names.c_family else 0
                key = (int(facts.reference_scope[row]), int(facts.reference_qualifier[row]), imported, used, around)
                result = asked.get(key)
                if result is None or imported:
                    result = asked[key] = resolve_reference(world, file, row, guess)
                if any(target in wanted or _related(world, entity, wanted, target) for target in result.targets):
                    found.add(_found(names, file, row, result.tier))
                elif (
                    go_owner is not None
                    and names.go
                    and result.external
                    and interfaces_go.called_through_library(world, names, file, row, go_owner)
                ):
                    found.add(_found(names, file, row, Tier.LIKELY))
        if entity.local:
            continue
        for alias, token in _aliases(world, name, wanted, entity):
            if token is not None:
                found.add(token)
            if alias not in known:
                known.add(alias)
                waiting.append(alias)
    return sorted(found)


def _mentions(world: World, entity: Entity, name: str) -> Iterator[tuple[int, list[int]]]:
    if entity.local:
        names = names_of(world.facts(entity.file))
        row = names.row_of.get(name, -1)
        yield entity.file, (names.facts.reference_name == row).nonzero()[0].tolist() if row >= 0 else []
        return
    for file, rows in world.mentions(name):
        yield file, [int(row) for row in rows]


def _found(names: FileNames, file: int, row: int, tier: Tier) -> Found:
    facts = names.facts
    role = Role(int(facts.reference_role[row]))
    return Found(file, int(facts.reference_start[row]), int(facts.reference_end[row]), role, tier, int(facts.reference_symbol[row]))


def _aliases(world: World, name: str, wanted: set[Target], entity: Entity) -> Iterator[tuple[str, Found | None]]:
    """Other names that imports and re-exports give the entity; with the token of a default import, which is its only mention there."""
    taken = [name]
    if any(_is_default(world, target) for target in entity.targets):
        taken.append("default")
    if any(target.kind is TargetKind.MODULE for target in entity.targets):
        taken += ["", "*"]
    for original in taken:
        for file, rows in world.imports_of(original):
            names = names_of(world.facts(file))
            for row in rows:
                alias = names.import_row(int(row))[2]
                if (
                    alias
                    and (alias != name or original != name)
                    and wanted.intersection(follow_import(world, file, int(row), alias).targets)
                ):
                    yield alias, _default_token(names, file, int(row)) if original == "default" else None


def _default_token(names: FileNames, file: int, row: int) -> Found | None:
    rows = (names.facts.binding_import == row).nonzero()[0]
    if not len(rows):
        return None
    return Found(file, int(names.facts.binding_start[rows[0]]), int(names.facts.binding_end[rows[0]]), Role.IMPORT, Tier.EXACT, -1)


def _is_default(world: World, target: Target) -> bool:
    return target.kind is TargetKind.SYMBOL and bool(int(world.facts(target.file).symbol_flags[target.row]) & SymbolFlag.DEFAULT_EXPORT)


# ---- override hierarchies ----


def _merges_overrides(world: World, entity: Entity) -> bool:
    return entity.owner is not None and world.facts(entity.file).language in JAVASCRIPT


def _hierarchy(world: World, entity: Entity) -> set[Target]:
    """The entity's targets, and where overrides merge those of the members that it overrides. In C++ a use of an overridden method may
    mean the override, and a use of the override never the other."""
    targets = set(entity.targets)
    if entity.owner is not None and (_merges_overrides(world, entity) or names_of(world.facts(entity.file)).language == "cpp"):
        for cls in search_order(world, entity.owner)[0]:
            targets.update(own_member(world, cls, entity.name))
    return targets


def _also_declared(world: World, entity: Entity) -> set[Target]:
    """What clangd shows as declarations beside a C++ entity's own: the overrides of a method in derived classes, the constructors of a class."""
    if entity.owner is None:
        return {one for target in entity.targets for one in lookup_c.constructors(world, target)}
    found: set[Target] = set()
    for file, row in world.definitions_named(entity.name):
        owner = lookup_c.owner_of(world, file, row) if names_of(world.facts(file)).language == "cpp" else None
        if owner is not None and entity.owner in search_order(world, owner)[0]:
            found.add(Target(file, TargetKind.SYMBOL, row))
    return found


def _related(world: World, entity: Entity, wanted: set[Target], target: Target) -> bool:
    """Whether a member overrides, or shares an overridden member with, one of `wanted` (what TypeScript's own server goes by)."""
    if target.kind is not TargetKind.SYMBOL or not _merges_overrides(world, entity) or world.facts(target.file).language not in JAVASCRIPT:
        return False
    names = names_of(world.facts(target.file))
    parent = names.symbol_parent[target.row]
    if names.symbol_names[target.row] != entity.name or parent < 0 or not names.is_type(parent):
        return False
    order = search_order(world, (target.file, group_of(names, parent)[0]))[0]
    return any(not wanted.isdisjoint(own_member(world, cls, entity.name)) for cls in order)
