"""Everything that refers to one entity: candidates by name and by the aliases imports give it, each resolved on its own.

An entity is a (scope, name): overloads, a property and its setter, redefinitions and merged declarations count as one. Override
hierarchies follow the language's own server: in Python a method is its own entity; in Go a call through an interface counts for the methods
that satisfy it, and the other way round; in JavaScript and TypeScript a reference to a base's
member, or to an override in a subclass, counts for the member too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from maguyva.model import BindingKind, ImportFlag, Role, ScopeKind, SymbolFlag, SymbolKind
from maguyva.resolve import (
    interfaces_go,
    lookup_c,
    lookup_packages,
    lookup_rust,
    modules_c,
    overloads_c,
    stubs,
    uses_c,
    uses_packages,
    uses_rust,
)
from maguyva.resolve.ecmascript import entities, library
from maguyva.resolve.ecmascript.tables import in_scope, tables_of
from maguyva.resolve.flow import version
from maguyva.resolve.members import ClassRow, class_member, constructors_of, declarations, group_of, own_member, owner_of, search_order
from maguyva.resolve.modules import follow_import
from maguyva.resolve.names import JAVASCRIPT, FileNames, names_of
from maguyva.resolve.resolver import resolve_reference
from maguyva.resolve.world import Resolution, Target, TargetKind, Tier, World

_ONLY_TYPES = frozenset(map(int, (SymbolKind.INTERFACE, SymbolKind.TYPE)))
_ONLY_VALUES = frozenset(map(int, (SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FUNCTION)))
_NAMED_ARGUMENTS = frozenset({"python", "csharp"})
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
    callees: frozenset[str] = frozenset()  # For a parameter: by what names its function is called with arguments by name.


class Found(NamedTuple):
    """One reference: its token's bytes, what it does with the name, how sure it is, and the symbol row around it (−1 none)."""

    file: int
    start: int
    end: int
    role: Role
    tier: Tier
    symbol: int


def entity_of(world: World, target: Target) -> Entity:
    """The entity a target belongs to. A module of Python and its stub define and declare the same."""
    entity = _entity_of(world, target)
    if target.kind is not TargetKind.SYMBOL or not names_of(world.facts(target.file)).python or entity.local:
        return entity
    if stubs.other_half(world, target.file) < 0:
        return entity
    halves = frozenset(half for one in entity.targets for half in stubs.same_in_other_half(world, one))
    return replace(entity, targets=entity.targets | halves) if halves else entity


def _entity_of(world: World, target: Target) -> Entity:
    if target.kind in (TargetKind.MODULE, TargetKind.FOLDER, TargetKind.PACKAGE):
        return Entity(target.file, _module_name(world, target), frozenset((target,)))
    if target.kind is TargetKind.LIBRARY:
        return Entity(-1, library.name_of(target), frozenset((target,)))
    file = target.file
    names = names_of(world.facts(file))
    if target.kind is TargetKind.KEY:
        name = names.strings[int(names.facts.reference_name[target.row])]
        return Entity(file, name, frozenset(in_scope(names, file, tables_of(names.facts).key_scope(target.row), name) or (target,)))
    if target.kind is TargetKind.SYMBOL:
        name = names.symbol_names[target.row]
        if names.c_family:
            return _linked_entity(world, names, target, name)
        if names.rust and names.symbol_kind[target.row] == SymbolKind.IMPL:
            of = lookup_rust.type_of_impl(world, file, target.row)
            return Entity(file, name, frozenset((target,))) if of is None else entity_of(world, Target(of[0], TargetKind.SYMBOL, of[1]))
        if names.rust:
            owner = lookup_rust.owner_of(world, file, names.symbol_parent[target.row])
            return Entity(file, name, frozenset(uses_rust.same_item(world, target)), False, owner)
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
        if roles is None and (binding >= 0 or not names.scripted):
            targets |= _bindings(names, file, scope, name)
        return Entity(file, name, frozenset(targets), names.scope_kind[scope] in (ScopeKind.FUNCTION, ScopeKind.BLOCK), None, roles)
    written = names.strings[int(names.facts.binding_name[target.row])]
    scope = names.binding_scope[target.row]
    if names.scope_kind[scope] == ScopeKind.CLASS and names.scope_symbol[scope] >= 0:
        return _member_entity(world, (file, group_of(names, names.scope_symbol[scope])[0]), written)
    local = names.scope_kind[scope] in (ScopeKind.FUNCTION, ScopeKind.BLOCK) or names.go
    return Entity(file, written, frozenset(_bindings(names, file, scope, written)), local, callees=_callees(names, target.row, scope))


def _callees(names: FileNames, binding: int, scope: int) -> frozenset[str]:
    """The names by which the function of a parameter is called, where arguments may be given by name: its own, and that of the class."""
    function = names.scope_symbol[scope]
    named = names.binding_kind[binding] == BindingKind.PARAMETER and names.language in _NAMED_ARGUMENTS
    if not named or function < 0 or names.function_scopes.get(function) != scope:
        return frozenset()
    parent = names.symbol_parent[function]
    own = names.symbol_names[function]
    makes = parent >= 0 and names.is_type(parent) and (own == "__init__" or names.symbol_kind[function] == SymbolKind.CONSTRUCTOR)
    return frozenset({own, names.symbol_names[parent]} if makes else {own})


def _linked_entity(world: World, names: FileNames, target: Target, name: str) -> Entity:
    """In C and C++ a declaration and its definition are one, also in two files."""
    file, row = target.file, target.row
    owner = lookup_c.owner_of(world, file, row) if names.symbol_kind[row] != SymbolKind.ENUM_MEMBER and not names.is_type(row) else None
    if owner is not None:
        entity = _member_entity(world, (owner[0], group_of(names_of(world.facts(owner[0])), owner[1])[0]), name)
        return replace(entity, targets=overloads_c.same_overload(world, target, entity.targets))
    rows = lookup_c.linked(world, file, row)
    local = lookup_c.is_static(names, row) and not modules_c.is_header(world.path(file))
    targets = overloads_c.same_overload(world, target, frozenset(Target(other, TargetKind.SYMBOL, at) for other, at in rows))
    # Whichever of its declarations is asked about, the entity is the same.
    return Entity(file if local else min(targets).file, name, targets, local)


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
        elif names.binding_import[row] < 0 or names.go or names.scripted:
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
    if entity.file < 0:
        return []
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
        if names_of(facts).scripted and names_of(facts).symbol_names[target.row] == "default":
            # What is exported without a name is shown where it starts, as TypeScript's server does.
            return target.file, int(facts.symbol_start[target.row]), int(facts.symbol_name_end[target.row])
        return target.file, int(facts.symbol_name_start[target.row]), int(facts.symbol_name_end[target.row])
    if target.kind is TargetKind.BINDING:
        return target.file, int(facts.binding_start[target.row]), int(facts.binding_end[target.row])
    if target.kind is TargetKind.KEY:
        return target.file, int(facts.reference_start[target.row]), int(facts.reference_end[target.row])
    start = tables_of(facts).exports_start if names_of(facts).scripted else 0
    return target.file, start, start


def references_of(world: World, entity: Entity, guess: bool = False, only: frozenset[int] | None = None) -> list[Found]:
    """Every reference to the entity, in order of file and place, declarations left out. With `guess`, also those of tier `possible`; `only`:
    those in certain files."""
    wanted = _hierarchy(world, entity)
    go_owner = entity.owner if entity.owner is not None and names_of(world.facts(entity.file)).go else None
    if go_owner is not None:
        wanted |= interfaces_go.related_methods(world, go_owner, entity.name)
    found: set[Found] = set()
    waiting, known = [entity.name, *_short_names(world, entity)], {entity.name}
    while waiting:
        name = waiting.pop()
        for file, rows in _mentions(world, entity, name):
            if only is not None and file not in only:
                continue
            names = names_of(world.facts(file))
            facts = names.facts
            asked: dict[object, Resolution] = {}  # Sites that stand in one scope behind one qualifier mean the same.
            for row in rows:
                if entity.roles is not None and int(facts.reference_role[row]) not in entity.roles:
                    continue
                imported = int(facts.reference_role[row]) == Role.IMPORT
                # Where the use decides what a name means, sites of another use mean something else.
                used = int(facts.reference_role[row]) if names.packaged or names.c_family or names.rust or names.scripted else 0
                around = int(facts.reference_symbol[row]) if names.c_family else 0
                scope, qualifier = int(facts.reference_scope[row]), int(facts.reference_qualifier[row])
                flow = version(names, scope, names.strings[qualifier], int(facts.reference_start[row])) if qualifier else ()
                depends = uses_c.depends_on(world, file, row) if names.c_family or names.rust else 0
                key = (scope, qualifier, imported, used, around, flow, depends)
                result = asked.get(key)
                if result is None or imported:
                    result = asked[key] = resolve_reference(world, file, row, guess)
                if any(target in wanted or _related(world, entity, wanted, target) for target in result.targets):
                    # Which of a method and those that override it a call reaches, only the running program knows.
                    sure = not names.c_family or not entity.targets.isdisjoint(result.targets)
                    found.add(_found(names, file, row, result.tier if sure else max(result.tier, Tier.LIKELY)))
                elif (
                    go_owner is not None
                    and names.go
                    and result.external
                    and interfaces_go.called_through_library(world, names, file, row, go_owner)
                ):
                    found.add(_found(names, file, row, Tier.LIKELY))
        if entity.owner is not None and names_of(world.facts(entity.file)).python:
            found.update(_assigned_below(world, name, wanted))
        if entity.local:
            continue
        for alias, token in _aliases(world, name, wanted, entity):
            if token is not None:
                found.add(token)
            if alias not in known:
                known.add(alias)
                waiting.append(alias)
    return sorted(found)


def _assigned_below(world: World, name: str, wanted: set[Target]) -> Iterator[Found]:
    """Assignments in methods of subclasses to an attribute that a base class declares (Python): there each seems to define it."""
    for file, row in world.definitions_named(name):
        names = names_of(world.facts(file))
        parent = names.symbol_parent[row]
        if not names.python or parent < 0 or not names.is_assigned(row) or Target(file, TargetKind.SYMBOL, row) in wanted:
            continue
        if not wanted.isdisjoint(class_member(world, (file, group_of(names, parent)[0]), name).targets):
            start, end = int(names.facts.symbol_name_start[row]), int(names.facts.symbol_name_end[row])
            yield Found(file, start, end, Role.WRITE, Tier.EXACT, row)


def _short_names(world: World, entity: Entity) -> list[str]:
    named = [(names_of(world.facts(one.file)), one.row) for one in entity.targets if one.kind is TargetKind.SYMBOL]
    return list({short for names, row in named if (short := uses_packages.short_name(names, row))})


def _mentions(world: World, entity: Entity, name: str) -> Iterator[tuple[int, list[int]]]:
    if entity.local:
        if entity.callees:
            yield from _keywords(world, entity, name)
        names = names_of(world.facts(entity.file))
        row = names.row_of.get(name, -1)
        yield entity.file, (names.facts.reference_name == row).nonzero()[0].tolist() if row >= 0 else []
        return
    for file, rows in world.mentions(name):
        yield file, [int(row) for row in rows]


def _keywords(world: World, entity: Entity, name: str) -> Iterator[tuple[int, list[int]]]:
    """Arguments by the name of a parameter, in calls in other files."""
    for file, rows in world.mentions(name):
        if file == entity.file:
            continue
        names = names_of(world.facts(file))
        qualifiers = names.facts.reference_qualifier
        kept = [int(row) for row in rows if _callee(names.strings[int(qualifiers[row])]) in entity.callees]
        if kept:
            yield file, kept


def _callee(qualifier: str) -> str:
    return qualifier[:-1].rpartition(".")[2] if qualifier.endswith("=") else ""


def _found(names: FileNames, file: int, row: int, tier: Tier) -> Found:
    facts = names.facts
    role = Role(int(facts.reference_role[row]))
    return Found(file, int(facts.reference_start[row]), int(facts.reference_end[row]), role, tier, int(facts.reference_symbol[row]))


def _aliases(world: World, name: str, wanted: set[Target], entity: Entity) -> Iterator[tuple[str, Found | None]]:
    """Other names that imports and re-exports give the entity; with the token of a default import, which is its only mention there."""
    taken = [name]
    if entity.file >= 0 and tables_of(world.facts(entity.file)).whole_exports:
        taken.append("")
    if any(_is_default(world, target) for target in entity.targets):
        taken.append("default")
    if any(target.kind is TargetKind.MODULE for target in entity.targets):
        taken += ["", "*"]
    for original in taken:
        for file, rows in world.imports_of(original):
            names = names_of(world.facts(file))
            for row in rows:
                _, _, alias, flags = names.import_row(int(row))
                if names.scripted and not _hands_on(flags):
                    continue
                if (
                    alias
                    and (alias != name or original != name)
                    and wanted.intersection(follow_import(world, file, int(row), alias).targets)
                ):
                    bound = original == "default" or names.scripted
                    yield alias, _default_token(names, file, int(row)) if bound else None


def _hands_on(flags: int) -> bool:
    """Whether the local name of an import in JavaScript is the imported entity, and none of its own (`ecmascript/meaning.py`)."""
    whole = bool(flags & ImportFlag.NAMESPACE)
    return whole if flags & ImportFlag.DYNAMIC else not whole or bool(flags & ImportFlag.REEXPORT)


def _default_token(names: FileNames, file: int, row: int) -> Found | None:
    rows = (names.facts.binding_import == row).nonzero()[0]
    if not len(rows):
        return None
    return Found(file, int(names.facts.binding_start[rows[0]]), int(names.facts.binding_end[rows[0]]), Role.IMPORT, Tier.EXACT, -1)


def _is_default(world: World, target: Target) -> bool:
    return target.kind is TargetKind.SYMBOL and bool(int(world.facts(target.file).symbol_flags[target.row]) & SymbolFlag.DEFAULT_EXPORT)


# ---- override hierarchies ----


def _merges_overrides(world: World, entity: Entity) -> bool:
    return entity.file < 0 or (entity.owner is not None and names_of(world.facts(entity.file)).scripted)


def _hierarchy(world: World, entity: Entity) -> set[Target]:
    """The entity's targets, and where overrides merge those of the members that it overrides. In C++ a use of an overridden method may
    mean the override, and a use of the override never the other."""
    targets = set(entity.targets)
    if entity.owner is not None and _merges_overrides(world, entity):
        return targets | entities.overridden(world, entity.owner, entity.name)
    if entity.owner is not None and names_of(world.facts(entity.file)).language == "cpp":
        for cls in search_order(world, entity.owner)[0]:
            targets.update(overloads_c.alike(world, entity.targets, own_member(world, cls, entity.name)))
    return targets


def _also_declared(world: World, entity: Entity) -> set[Target]:
    """What clangd shows as declarations beside a C++ entity's own: the overrides of a method in derived classes, the constructors of a class."""
    if entity.owner is None:
        return {one for target in entity.targets for one in uses_c.constructors(world, target)}
    found: set[Target] = set()
    for file, row in world.definitions_named(entity.name):
        owner = lookup_c.owner_of(world, file, row) if names_of(world.facts(file)).language == "cpp" else None
        if owner is not None and entity.owner in search_order(world, owner)[0]:
            found.add(Target(file, TargetKind.SYMBOL, row))
    return set(overloads_c.alike(world, entity.targets, found))


def _related(world: World, entity: Entity, wanted: set[Target], target: Target) -> bool:
    """Whether a member overrides, or shares an overridden member with, one of `wanted` (what TypeScript's own server goes by)."""
    if target.kind is not TargetKind.SYMBOL or not _merges_overrides(world, entity) or not names_of(world.facts(target.file)).scripted:
        return False
    names = names_of(world.facts(target.file))
    parent = names.symbol_parent[target.row]
    if names.symbol_names[target.row] != entity.name or parent < 0 or not names.is_type(parent):
        return False
    return not wanted.isdisjoint(entities.overridden(world, (target.file, group_of(names, parent)[0]), entity.name))
