"""What a reference in JavaScript or TypeScript means, and what is shown as its definition.

Truth is a convention here, and TypeScript's own server is followed: the name of a namespace import, and of what is taken out of `require`,
is an entity of its own to which its uses refer, though a definition leads through the latter; so is an imported name whose module is not
known. The keys of an object literal refer to the members of the type that is expected of it.
"""

from __future__ import annotations

from bisect import bisect_left

from maguyva.model import BindingKind, ImportFlag, Role, ScopeKind, SymbolKind
from maguyva.resolve.builtin_names import GLOBALS
from maguyva.resolve.ecmascript import contexts, library, members, values
from maguyva.resolve.ecmascript.form_text import head_of
from maguyva.resolve.ecmascript.shapes import Walk, lifted
from maguyva.resolve.ecmascript.tables import EXPORTS, KEY, SHORT, tables_of
from maguyva.resolve.members import resolve_dotted
from maguyva.resolve.modules import binding_targets, follow_import
from maguyva.resolve.names import CALLABLES, FileNames, names_of
from maguyva.resolve.world import EXTERNAL, UNKNOWN, Resolution, Target, TargetKind, World

_TYPE_ROLES = frozenset(map(int, (Role.TYPE, Role.INHERIT)))
_ONLY_VALUES = CALLABLES | {int(kind) for kind in (SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD, SymbolKind.PROPERTY)}


def resolve(world: World, names: FileNames, file: int, row: int) -> Resolution:
    """What the reference in `row` of `file` means."""
    facts, strings = names.facts, names.strings
    name = strings[int(facts.reference_name[row])]
    scope = int(facts.reference_scope[row])
    role = int(facts.reference_role[row])
    qualifier = strings[int(facts.reference_qualifier[row])]
    if role == Role.IMPORT:
        return _imported(world, names, file, row, name, scope)
    if qualifier == SHORT:
        return _both(contexts.key_targets(world, file, row, Walk()), bare(world, names, file, scope, name, role))
    if qualifier.startswith(KEY):
        return key(world, names, file, row, scope, name)
    if qualifier and names.reference_start[row] in names.imports_at:  # `require("./m").name`
        return _imported(world, names, file, row, name, scope)
    if qualifier:
        return behind(world, names, file, scope, qualifier, name, role)
    return bare(world, names, file, scope, name, role)


def _both(one: Resolution, other: Resolution) -> Resolution:
    targets = tuple(dict.fromkeys((*other.targets, *one.targets)))
    return Resolution(targets, max(one.tier, other.tier) if one.targets and other.targets else one.tier, not targets)


def key(world: World, names: FileNames, file: int, row: int, scope: int, name: str) -> Resolution:
    """What the key of an object literal or an object type means."""
    if tables_of(names.facts).key_type(row).startswith(":"):
        scope = tables_of(names.facts).key_scope(row)
        return Resolution(members.in_scope(world, file, scope, name) or (Target(file, TargetKind.KEY, row),))
    return contexts.key_targets(world, file, row, Walk())


def behind(world: World, names: FileNames, file: int, scope: int, qualifier: str, name: str, role: int) -> Resolution:
    """What a name behind a dot means."""
    if role in _TYPE_ROLES and qualifier.replace(".", "").replace("_", "").replace("$", "").isalnum():
        result = resolve_dotted(world, file, lifted(names, scope), f"{qualifier}.{name}")
        kept = tuple(target for target in result.targets if not _is_only_value(world, target))
        if kept:
            return result._replace(targets=kept)
    walk = Walk()
    typed = values.of_text(world, file, _seat(names, scope, qualifier), qualifier, walk)
    result = members.of_values(world, typed.shapes, name, walk)
    if not result.targets:
        foreign = tuple(target for shape in typed.shapes if (target := library.entity(shape, name)) is not None)
        if foreign:
            return Resolution(foreign, typed.tier)
        return result
    kept = tuple(target for target in result.targets if not values.is_only_type(world, target)) if role not in _TYPE_ROLES else ()
    return Resolution(kept or result.targets, max(result.tier, typed.tier))


def edge(world: World, file: int, scope: int, qualifier: str, name: str) -> Resolution:
    """What a name behind a dot means, as far as few steps tell: for the links of all references of a segment."""
    if qualifier.startswith(KEY):
        return UNKNOWN
    scope = _seat(names_of(world.facts(file)), scope, qualifier)
    key = ("edge", file, scope, qualifier, name)
    known: Resolution | None = world.memo.get(key)
    if known is None:
        walk = Walk(_FEW_STEPS)
        typed = values.of_text(world, file, scope, qualifier, walk)
        result = members.of_values(world, typed.shapes, name, walk)
        kept = tuple(target for target in result.targets if not values.is_only_type(world, target))
        known = world.memo[key] = Resolution(kept or result.targets, max(result.tier, typed.tier), result.external)
    return known


def _seat(names: FileNames, scope: int, form: str) -> int:
    """The outermost scope in which an expression means what it means in `scope`: there it is worked out once for all of them."""
    head = head_of(form)
    tables = tables_of(names.facts)
    if not head or head in tables.narrowed_heads:
        return scope
    if head == "this":
        function = tables.this_function(scope)
        return function if function >= 0 else scope
    seat, _ = names.lookup(scope, head)
    return seat if seat >= 0 else scope


def _is_only_value(world: World, target: Target) -> bool:
    return target.kind is TargetKind.SYMBOL and names_of(world.facts(target.file)).symbol_kind[target.row] in _ONLY_VALUES


def bare(world: World, names: FileNames, file: int, scope: int, name: str, role: int) -> Resolution:
    """What a bare name means in a scope: of a type and a value of one name that which its place asks for."""
    _, rows = names.lookup(scope, name)
    if len(rows) > 1:
        rows = _hidden_name(names, rows)
    if not rows:
        own = [row for row in names.children.get(-1, {}).get(name, ()) if names.scope_that_sees(row) < 0 and not names.container(row)]
        if own:
            return Resolution(tuple(Target(file, TargetKind.SYMBOL, row) for row in own))
        return EXTERNAL if name in GLOBALS else UNKNOWN
    entity = _own_entity(world, names, file, rows)
    if entity is not None:
        return entity
    result = binding_targets(world, file, rows)
    if len(result.targets) < 2:
        return result
    if role in _TYPE_ROLES:
        kept = tuple(target for target in result.targets if not _is_only_value(world, target))
    else:
        kept = tuple(target for target in result.targets if not values.is_only_type(world, target))
    return result._replace(targets=kept) if kept else result


def _hidden_name(names: FileNames, rows: list[int]) -> list[int]:
    """The bindings of one name in one scope, without the name that a function expression has of its own: any other hides it."""
    row, scope = rows[0], names.binding_scope[rows[0]]
    return rows[1:] if row == own_name(names, scope) else rows


def own_name(names: FileNames, scope: int) -> int:
    """The binding of the name that a function expression has of its own, −1 when it has none."""
    if names.scope_kind[scope] != ScopeKind.FUNCTION:
        return -1
    start = names.scope_start[scope]
    row = bisect_left(names.binding_start, start)
    if row >= len(names.binding_start) or names.binding_scope[row] != scope or names.binding_kind[row] != BindingKind.VARIABLE:
        return -1
    return row if names.binding_start[row] - start <= _LONGEST_WORDS else -1


_FEW_STEPS = 300
_LONGEST_WORDS = len("async function * ")


def _own_entity(world: World, names: FileNames, file: int, rows: list[int]) -> Resolution | None:
    """The binding of an import that is an entity of its own; None for any other name."""
    for row in rows:
        at = names.binding_import[row]
        if at < 0:
            continue
        _, taken, _, flags = names.import_row(at)
        whole = bool(flags & ImportFlag.NAMESPACE)
        if flags & ImportFlag.DYNAMIC:
            if not whole:
                return Resolution((Target(file, TargetKind.BINDING, row),))
        elif whole or taken == "*":
            return Resolution((Target(file, TargetKind.BINDING, row),))
        local = names.strings[int(names.facts.binding_name[row])]
        found = follow_import(world, file, at, local)
        if not found.targets:
            return Resolution((Target(file, TargetKind.BINDING, row),), external=found.external)
    return None


def of_token(world: World, names: FileNames, file: int, own: list[tuple[TargetKind, int]]) -> Resolution:
    """What the symbols, or bindings, mean whose own token is asked about."""
    bindings = [at for kind, at in own if kind is TargetKind.BINDING]
    if not bindings:
        return Resolution(tuple(Target(file, kind, at) for kind, at in own))
    for row in bindings:
        if names.binding_import[row] >= 0:  # The name in the import itself leads to what it names.
            result = binding_targets(world, file, [row])
            targets = tuple(dict.fromkeys(one for target in result.targets for one in _followed_key(world, target)))
            return result._replace(targets=targets) if targets else Resolution((Target(file, TargetKind.BINDING, row),))
    entity = _own_entity(world, names, file, bindings)
    if entity is not None:
        targets = tuple(dict.fromkeys(one for target in entity.targets for one in _followed(world, target)))
        return Resolution(targets, entity.tier)
    return binding_targets(world, file, bindings)


def shown(world: World, names: FileNames, row: int, result: Resolution) -> Resolution:
    """What is shown as the definition of a reference: what is taken out of `require` is followed, and a call of a member that is set to a
    function with a name of its own leads to that name."""
    targets: list[Target] = []
    for target in result.targets:
        targets += _followed(world, target)
    called = int(names.facts.reference_role[row]) == Role.CALL
    if called:
        targets = [_inner_name(world, target) for target in targets]
    return result._replace(targets=tuple(dict.fromkeys(targets)))


def _followed(world: World, target: Target) -> list[Target]:
    if target.kind is TargetKind.KEY:
        return _followed_key(world, target)
    if target.kind is not TargetKind.BINDING:
        return [target]
    names = names_of(world.facts(target.file))
    at = names.binding_import[target.row]
    if at < 0 or not names.import_row(at)[3] & ImportFlag.DYNAMIC:
        return [target]
    found = follow_import(world, target.file, at)
    return [one for other in found.targets for one in _followed_key(world, other)] or [target]


def _followed_key(world: World, target: Target) -> list[Target]:
    """What `module.exports = { a, b }` hands on: where all of it is names, each stands for what it names."""
    if target.kind is not TargetKind.KEY:
        return [target]
    names = names_of(world.facts(target.file))
    tables = tables_of(names.facts)
    scope = tables.key_scope(target.row)
    if f"{{{scope}}}" not in tables.exports:
        return [target]
    rows = [row for by_name in tables.keys.get(scope, {}).values() for row in by_name]
    if any(tables.key_type(row) != SHORT[len(KEY) :] for row in rows):
        return [target]
    name = names.strings[int(names.facts.reference_name[target.row])]
    result = bare(world, names, target.file, names.scope_parent[scope], name, int(Role.READ))
    return list(result.targets) or [target]


def _inner_name(world: World, target: Target) -> Target:
    if target.kind is not TargetKind.SYMBOL:
        return target
    names = names_of(world.facts(target.file))
    scope = names.function_scopes.get(target.row, -1)
    if scope < 0 or not (names.container(target.row) or names.symbol_kind[target.row] == SymbolKind.METHOD):
        return target
    row = own_name(names, scope)
    return Target(target.file, TargetKind.BINDING, row) if row >= 0 else target


def _is_export(world: World, target: Target) -> bool:
    """Whether a target is a property of a module's exports, and not what such a property is only another name of: `exports.a = a`."""
    if target.kind is not TargetKind.SYMBOL:
        return True
    names = names_of(world.facts(target.file))
    scope = names.scope_that_sees(target.row)
    return names.container(target.row) in EXPORTS or (scope >= 0 and names.scope_kind[scope] == ScopeKind.OBJECT)


def _imported(world: World, names: FileNames, file: int, row: int, name: str, scope: int) -> Resolution:
    """What the name in an import or export clause means."""
    start = names.reference_start[row]
    for at in names.imports_at.get(start, ()):
        found = follow_import(world, file, at)
        flags = names.import_row(at)[3]
        aliased = bool(flags & ImportFlag.DYNAMIC) and not flags & ImportFlag.NAMESPACE
        targets = tuple(target for target in found.targets if not aliased or _is_export(world, target))
        if targets:
            return found._replace(targets=targets)
        own = [one for one, imported in enumerate(names.binding_import) if imported == at]
        return Resolution(tuple(Target(file, TargetKind.BINDING, one) for one in own), external=found.external)
    for at in names.reexports.get(name, ()):  # `export { a as name }`
        return follow_import(world, file, at)
    return bare(world, names, file, scope, name, int(Role.READ))
