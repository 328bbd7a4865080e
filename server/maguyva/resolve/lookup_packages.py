"""What a name means in Java and C#: the scopes around it, each class with all it inherits, then the types that the file's package or
namespaces and its imports bring into sight (docs.oracle.com/javase/specs, chapter 6; C# specification, 7.8 "Namespace and type names").

Everything is declared, so what none of these explains is defined outside the workspace. In Java a field, a method and a type may share a
name and mean three things: the place tells which is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from maguyva.model import BindingKind, Role, ScopeKind, SymbolKind
from maguyva.resolve import modules_csharp, modules_java
from maguyva.resolve.names import CALLABLES, FileNames, names_of
from maguyva.resolve.types_packaged import types_at
from maguyva.resolve.world import EXTERNAL, UNKNOWN, Resolution, Target, TargetKind, Tier, World

VALUE, CALLABLE, TYPE = 1, 2, 4
ANY = VALUE | CALLABLE | TYPE
ClassRow = tuple[int, int]

_CLASS = int(ScopeKind.CLASS)
_IMPORT = int(BindingKind.IMPORT)
_CONSTRUCTOR, _NAMESPACE = int(SymbolKind.CONSTRUCTOR), int(SymbolKind.NAMESPACE)
_TYPE_ROLES = frozenset(map(int, (Role.TYPE, Role.INHERIT, Role.DECORATE)))


class Member(Protocol):
    """`members.class_member`, which this module cannot import."""

    def __call__(self, world: World, cls: ClassRow, name: str, bases_only: bool = False, want: int = ANY) -> Resolution: ...


def wanted_by(names: FileNames, role: int) -> int:
    """What a name in a role may mean."""
    if role in _TYPE_ROLES:
        return TYPE
    if names.language != "java" or role == Role.IMPORT:
        return ANY
    return CALLABLE | TYPE if role == Role.CALL else VALUE | TYPE


def meaning(names: FileNames, symbol: int) -> int:
    """What a symbol is to those that name it; 0 for what no name reaches: constructors, destructors, namespaces."""
    kind = names.symbol_kind[symbol]
    if names.is_type(symbol):
        return TYPE
    if kind in (_CONSTRUCTOR, _NAMESPACE):
        return 0
    if kind not in CALLABLES:
        return VALUE
    parent = names.symbol_parent[symbol]
    return 0 if parent >= 0 and names.symbol_names[parent] == names.symbol_names[symbol] and names.language == "csharp" else CALLABLE


def fitting(world: World, targets: Iterable[Target], want: int) -> tuple[Target, ...]:
    """The targets that a place means; a call means functions before it means the type that is constructed."""
    found: dict[Target, int] = {}
    for target in targets:
        names = names_of(world.facts(target.file))
        if target.kind is TargetKind.SYMBOL:
            means = meaning(names, target.row)
        else:  # A type parameter is bound like any other.
            means = VALUE | TYPE if want == TYPE and names.binding_kind[target.row] == BindingKind.PARAMETER else VALUE
        if means & want:
            found[target] = means
    if want == CALLABLE | TYPE and CALLABLE in found.values():
        return tuple(target for target, means in found.items() if means == CALLABLE)
    return tuple(found)


def resolve_bare(world: World, file: int, scope: int, name: str, want: int, member: Member, inherited: bool = True) -> Resolution:
    """What a bare name means in a scope. Without `inherited` the bases of the classes around are left out, as where bases are looked up."""
    names = names_of(world.facts(file))
    rows_of_name = names.bindings.get(name, ())
    outside = False
    at = scope
    while at >= 0:
        found: list[Target] = []
        for row in rows_of_name:
            if names.binding_scope[row] != at:
                continue
            if names.binding_symbol[row] >= 0:
                found.append(Target(file, TargetKind.SYMBOL, names.binding_symbol[row]))
            elif names.binding_kind[row] == _IMPORT:
                result = follow_import(world, file, names.binding_import[row])
                found += result.targets
                if result.external and want & TYPE:
                    return EXTERNAL
                outside = outside or result.external
            else:
                found.append(Target(file, TargetKind.BINDING, row))
        fit = fitting(world, found, want)
        if fit:
            return Resolution(fit)
        if names.scope_kind[at] == _CLASS and inherited:
            symbol = names.scope_symbol[at]
            if symbol >= 0 and names.is_type(symbol) and names.class_scopes.get(symbol) == at:
                result = member(world, (file, symbol), name, False, want)
                if result.targets:
                    return result
                outside = outside or (result.external and not want & TYPE)
            elif names.language == "java":
                base = modules_java.extended_here(world, file, at)
                dotted = resolve_path(world, file, names.scope_parent[at], base, member) if base else UNKNOWN
                for cls in dotted.targets:
                    result = member(world, (cls.file, cls.row), name, False, want) if cls.kind is TargetKind.SYMBOL else UNKNOWN
                    if result.targets:
                        return result
                outside = outside or (dotted.external and not want & TYPE)
        at = names.scope_parent[at]
    if outside:
        return EXTERNAL
    return _beyond(world, names, file, scope, name, want, member)


def _beyond(world: World, names: FileNames, file: int, scope: int, name: str, want: int, member: Member) -> Resolution:
    if names.language == "java":
        types, static = modules_java.in_sight(world, file, name)
    else:
        types, static = modules_csharp.in_sight(world, file, scope, name)
        if not types and want == TYPE:
            types, _ = modules_csharp.in_sight(world, file, scope, name + "Attribute")
    fit = fitting(world, types, want)
    if fit:
        return Resolution(fit)
    for cls in static:
        result = member(world, cls, name, False, want)
        if result.targets:
            return result
    if names.language == "java" and want & VALUE:
        return modules_java.only_enum_member(world, name) or EXTERNAL
    return EXTERNAL


def follow_import(world: World, file: int, row: int) -> Resolution:
    """What an import names: a type, or static members of one."""
    names = names_of(world.facts(file))
    module, name, _, _ = names.import_row(row)
    path = ".".join(part for part in (module, name) if part and part != "*")
    if names.language == "java":
        found = types_at(world, "java", path)
        if not found and module and name != "*":  # A static member.
            found = [target for cls in types_at(world, "java", module) for target in _children(world, cls, name)]
    else:
        found = modules_csharp.types_at(world, file, names.scope_of_import(row), path)
    return Resolution(tuple(found)) if found else EXTERNAL


def _children(world: World, cls: Target, name: str) -> list[Target]:
    rows = names_of(world.facts(cls.file)).children.get(cls.row, {}).get(name, ())
    return [Target(cls.file, TargetKind.SYMBOL, row) for row in rows]


def resolve_path(world: World, file: int, scope: int, dotted: str, member: Member, inherited: bool = True) -> Resolution:
    """The type or static member that `a.b.C.d` names: by what its first word means here, else as a path from a package or namespace."""
    head, *rest = dotted.removeprefix("global::").split(".")
    names = names_of(world.facts(file))
    if not rest:
        return resolve_bare(world, file, scope, head, TYPE, member, inherited)
    result = UNKNOWN if dotted.startswith("global::") else resolve_bare(world, file, scope, head, VALUE | TYPE, member, inherited)
    if result.targets:
        targets: tuple[Target, ...] = result.targets
        for name in rest:
            parts = [member(world, (one.file, one.row), name) for one in targets if one.kind is TargetKind.SYMBOL]
            targets = tuple(dict.fromkeys(target for part in parts for target in part.targets))
        return Resolution(targets, external=not targets)
    path = f"{head}.{'.'.join(rest)}"
    if names.language == "java":
        found = types_at(world, "java", path)
    else:
        found = modules_csharp.types_at(world, file, scope, names.alias_expanded(path))
    return Resolution(tuple(found), external=not found)


def parts_of(world: World, cls: ClassRow, group: list[int]) -> list[ClassRow]:
    """All declarations of a type: `group` in its own file, and in C# the other files of a partial type."""
    file, symbol = cls
    if names_of(world.facts(file)).language != "csharp":
        return [(file, row) for row in group]
    return modules_csharp.parts_of(world, file, symbol)


def extension(world: World, file: int, name: str, receivers: frozenset[str] | None) -> Resolution:
    """C#'s extension method of a name, as `likely`, when only one type's methods can be meant. `receivers` are the names of the receiver's
    type and its bases; None when nothing is known of it."""
    found = modules_csharp.extensions(world, name, receivers)
    groups = {(names_of(world.facts(one.file)).symbol_parent[one.row], one.file) for one in found}
    if len(groups) != 1:
        return UNKNOWN
    return Resolution(tuple(found), Tier.LIKELY if receivers is not None else Tier.POSSIBLE)
