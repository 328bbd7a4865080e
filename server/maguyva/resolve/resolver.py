"""What a reference means, and what stands at a place."""

from __future__ import annotations

from bisect import bisect_right

from maguyva.extract.references import EXPORTED
from maguyva.model import BindingKind, ImportFlag, Role, ScopeKind, SymbolKind
from maguyva.resolve import lookup_c, lookup_packages, lookup_rust, modules_go, uses_c, uses_packages, uses_rust
from maguyva.resolve.builtin_names import BUILTINS, GLOBALS, MEMBERS, MODULE_NAMES, RUST_MEMBERS
from maguyva.resolve.ecmascript import meaning
from maguyva.resolve.members import ClassRow, class_member, constructors_of, group_of, resolve_bare, resolve_dotted, search_order
from maguyva.resolve.modules import binding_targets, follow_import, module_named, union
from maguyva.resolve.names import CALLABLES, JAVASCRIPT, FileNames, names_of
from maguyva.resolve.value_kinds import ValueKind, Values
from maguyva.resolve.values import members, value_of
from maguyva.resolve.walk import Walk
from maguyva.resolve.world import EXTERNAL, UNKNOWN, Resolution, Target, TargetKind, Tier, World

_IMPORT = int(Role.IMPORT)
_CLASS = int(ScopeKind.CLASS)
_TYPE_ROLES = frozenset(map(int, (Role.TYPE, Role.INHERIT)))


def resolve_reference(world: World, file: int, row: int, guess: bool = True) -> Resolution:
    """What the reference in `row` of `file` means. With `guess`, a name that nothing explains and that is defined once in its language
    gives that definition as `possible`."""
    names = names_of(world.facts(file))
    facts, strings = names.facts, names.strings
    name = strings[int(facts.reference_name[row])]
    scope = int(facts.reference_scope[row])
    qualifier = strings[int(facts.reference_qualifier[row])]
    if names.scripted:
        result = meaning.resolve(world, names, file, row)
        if result.targets or result.external or not guess:
            return result
        return unique_by_name(world, file, name, bool(qualifier))
    want = lookup_packages.wanted_by(names, int(facts.reference_role[row])) if names.packaged else lookup_packages.ANY
    if int(facts.reference_role[row]) == _IMPORT:
        result = _resolve_import(world, names, file, row, name)
    elif qualifier == lookup_rust.MACRO:
        result = lookup_rust.macro_named(world, file, name, scope)
    elif qualifier == EXPORTED:
        result = resolve_name(world, file, 0, name)
    elif qualifier == uses_c.LABEL:
        result = uses_c.label(names, file, scope, name)
    elif qualifier == lookup_c.TAG:
        result = resolve_bare(world, file, scope, qualifier + name)
    elif qualifier.endswith("="):
        result = _resolve_keyword(world, file, scope, qualifier[:-1], name)
        if names.go and not result.targets and not result.external:
            result = _anonymous_field(names, file, row, name)
    elif qualifier:
        # Of one word the facts do not tell whether a dot or `::` stands behind it.
        path = (names.rust or names.c_family) and uses_c.is_path(world, file, row, qualifier)
        typed = value_of(world, file, scope, qualifier + "::" if path else qualifier, Walk(), int(facts.reference_start[row]))
        result = members(world, typed.values, name, want)
        if names.packaged and not result.targets:
            result = (
                _without_value(world, names, file, scope, qualifier, name, want, typed.values)
                if not result.external or typed.values
                else result
            )
        if typed.tier > result.tier:
            result = Resolution(result.targets, typed.tier, result.external)
        if names.c_family and not result.targets and not result.external:
            result = lookup_c.only_member(world, file, name)
    else:
        result = resolve_name(
            world, file, _outside_unset(names, row, scope, name), name, int(facts.reference_role[row]) in _TYPE_ROLES, want
        )
    if names.language == "csharp" and not qualifier:
        result = uses_packages.by_what_follows(world, file, row, result)
    if names.packaged and int(facts.reference_role[row]) == Role.CALL:
        result = _with_constructors(world, result)
    if names.c_family:
        result = uses_c.by_use(world, file, row, result)
    elif names.rust:
        result = uses_rust.by_use(world, file, row, result)
    elif names.go and len(result.targets) > 1:
        result = modules_go.settled(world, result)
    if result.targets or result.external or not guess:
        return result
    return unique_by_name(world, file, name, bool(qualifier), int(facts.reference_symbol[row]))


def _outside_unset(names: FileNames, row: int, scope: int, name: str) -> int:
    """The scope in which a bare name is looked up: in the body of a Python class what the class sets only later is not there yet."""
    if not names.python or names.scope_kind[scope] != _CLASS:
        return scope
    rows = names.bound_in(scope, name)
    start = names.reference_start[row]
    symbols, ends = names.binding_symbol, names.facts.symbol_end
    return (
        names.scope_parent[scope]
        if rows and all((int(ends[symbols[at]]) if symbols[at] >= 0 else names.binding_start[at]) > start for at in rows)
        else scope
    )


def _without_value(
    world: World, names: FileNames, file: int, scope: int, qualifier: str, name: str, want: int, values: Values
) -> Resolution:
    """A name behind what is no value, or has no such member: a path from a package or namespace, or C#'s extension methods."""
    unread = all(value.kind is ValueKind.EXTERNAL and not value.head for value in values)
    if unread and qualifier.replace(".", "").replace("::", "").replace("_", "").isalnum():
        result = resolve_dotted(world, file, scope, f"{qualifier}.{name}")
        if result.targets or names.language == "java":
            return result
    if names.language == "csharp":
        known = [value for value in values if value.kind is not ValueKind.CLASS]
        found = lookup_packages.extension(world, file, name, receiver_types(world, tuple(known)))
        if found.targets:
            return found
    return EXTERNAL if values else UNKNOWN


def receiver_types(world: World, values: Values) -> frozenset[str] | None:
    """The names of the types that values have, with all they inherit; None when some type is not known."""
    found: set[str] = set()
    for value in values:
        if value.kind is ValueKind.INSTANCE:
            order, others = search_order(world, (value.file, value.row))
            found.update(names_of(world.facts(file)).symbol_names[row] for file, row in order)
            if others:
                found.update(_written_bases(world, order))
        elif value.kind is ValueKind.EXTERNAL and value.head:
            found.add(value.head)
        else:
            return None
    return frozenset(found) if values else None


def _written_bases(world: World, order: list[ClassRow]) -> set[str]:
    found: set[str] = set()
    for file, row in order:
        names = names_of(world.facts(file))
        found.update(names.strings[int(names.facts.reference_name[reference])] for reference in names.bases.get(row, ()))
    return found


def _with_constructors(world: World, result: Resolution) -> Resolution:
    """What `new Foo()` calls, before the type that it names."""
    made = tuple(one for target in result.targets for one in constructors_of(world, target))
    return Resolution((*made, *result.targets), result.tier) if made else result


def _resolve_keyword(world: World, file: int, scope: int, callee: str, name: str) -> Resolution:
    """The parameter that the keyword argument `name` of a call gives; for a class that of its `__init__`, else its field."""
    parts: list[Resolution] = []
    names = names_of(world.facts(file))
    go = names.go or names.rust
    for value in value_of(world, file, scope, callee, Walk()).values:
        if (go or names.packaged) and value.kind in (ValueKind.CLASS, ValueKind.INSTANCE):  # A literal of a struct names its fields.
            parts.append(class_member(world, (value.file, value.row), name))
            if names.packaged and not parts[-1].targets:
                for target in constructors_of(world, Target(value.file, TargetKind.SYMBOL, value.row)):
                    parts.append(_parameter(world, target.file, target.row, name))
            continue
        functions: list[tuple[int, int]] = []
        if value.kind is ValueKind.FUNCTION:
            functions = [(value.file, value.row)]
        elif value.kind is ValueKind.CLASS:
            maker = class_member(world, (value.file, value.row), "__init__")
            functions = [(target.file, target.row) for target in maker.targets if target.kind is TargetKind.SYMBOL]
            if not functions:
                parts.append(class_member(world, (value.file, value.row), name))
        else:
            parts.append(EXTERNAL)
        for where, function in functions:
            for row in group_of(names_of(world.facts(where)), function):
                parts.append(_parameter(world, where, row, name))
    return union(parts) if parts else UNKNOWN if go else EXTERNAL


def _parameter(world: World, file: int, function: int, name: str) -> Resolution:
    names = names_of(world.facts(file))
    inside = names.function_scopes.get(function, -1)
    rows = names.bound_in(inside, name) if inside >= 0 else []
    parameters = tuple(Target(file, TargetKind.BINDING, at) for at in rows if names.binding_kind[at] == BindingKind.PARAMETER)
    return Resolution(parameters, external=not parameters)


def _anonymous_field(names: FileNames, file: int, row: int, name: str) -> Resolution:
    """The field of a struct without a name that is written in the same function, as in tables of test cases."""
    around = int(names.facts.reference_symbol[row])
    fields = [at for at in names.children.get(around, {}).get(name, ()) if names.symbol_kind[at] == SymbolKind.FIELD]
    return Resolution(tuple(Target(file, TargetKind.SYMBOL, at) for at in fields), Tier.LIKELY)


def resolve_name(world: World, file: int, scope: int, name: str, types: bool = False, want: int = lookup_packages.ANY) -> Resolution:
    """What a bare name means in a scope; external for the language's own names. `types`: it stands where a type does."""
    result = resolve_bare(world, file, scope, name, types, want)
    if result.targets or result.external:
        return result
    names = names_of(world.facts(file))
    if names.go or names.c_family or names.rust or names.packaged:
        return result
    if names.python and name in MODULE_NAMES:
        return Resolution((Target(file, TargetKind.MODULE, -1),))
    if name in BUILTINS.get(names.language, GLOBALS):
        return EXTERNAL
    return UNKNOWN


def _resolve_import(world: World, names: FileNames, file: int, row: int, name: str) -> Resolution:
    facts, strings = names.facts, names.strings
    start = int(facts.reference_start[row])
    for at in names.imports_at.get(start, ()):
        module, taken, _, flags = names.import_row(at)
        if taken in ("", "*") and flags & ImportFlag.NAMESPACE and not module.startswith(".") and names.python and "." in module:
            break
        return follow_import(world, file, at)
    qualifier = strings[int(facts.reference_qualifier[row])]
    module = f"{qualifier}.{name}" if qualifier and not qualifier.endswith(".") else qualifier + name
    if names.python:
        again = [at for at in names.bindings.get(name, ()) if names.binding_start[at] == start and not names.imports_at.get(start)]
        return binding_targets(world, file, again) if again else module_named(world, file, module)
    if names.packaged and qualifier:
        return resolve_dotted(world, file, int(facts.reference_scope[row]), module)
    return resolve_bare(world, file, int(facts.reference_scope[row]), name)


def unique_by_name(world: World, file: int, name: str, qualified: bool, around: int = -1) -> Resolution:
    """The one entity of the file's language that is defined under `name`, as `possible`; unknown when there are several or the name is
    one that built-in types have, so that a match would mean nothing. `around` is the symbol that the reference stands in."""
    names = names_of(world.facts(file))
    if names.c_family or (qualified and (name in MEMBERS or (names.rust and name in RUST_MEMBERS))):
        return UNKNOWN
    language = _family(names.language)
    found: list[tuple[int, int]] = []
    for other, symbol in world.definitions_named(name):
        if _family(names_of(world.facts(other)).language) != language:
            continue
        found.append((other, symbol))
        if len(found) > 16:
            return UNKNOWN
    if not found:
        return UNKNOWN
    group = {(other, group_of(names_of(world.facts(other)), symbol)[0]) for other, symbol in found}
    if len(group) > 1:
        return UNKNOWN
    other, symbol = found[0]
    if not _within_reach(names_of(world.facts(other)), symbol, around if other == file else -1):
        return UNKNOWN
    names = names_of(world.facts(other))
    member = names.symbol_parent[symbol] >= 0 and names.is_type(names.symbol_parent[symbol])
    if (not qualified and member and names.python) or (qualified and not member and names.rust):
        return UNKNOWN  # A bare name is never a member, and what is behind a dot in Rust always.
    return Resolution(tuple(Target(other, TargetKind.SYMBOL, row) for _, row in found), Tier.POSSIBLE)


def _within_reach(names: FileNames, symbol: int, around: int) -> bool:
    """Whether code in the symbol `around` (−1: in another file) may have hold of `symbol`: what a function holds, it keeps to itself."""
    inside: set[int] = set()
    while around >= 0:
        inside.add(around)
        around = names.symbol_parent[around]
    while symbol >= 0:
        symbol = names.symbol_parent[symbol]
        if symbol >= 0 and names.symbol_kind[symbol] in CALLABLES:
            return symbol in inside
    return True


def _family(language: str) -> str:
    return "javascript" if language in JAVASCRIPT else "c" if language == "cpp" else language


def reference_at(names: FileNames, offset: int) -> int:
    """The row of the reference whose token holds or touches byte `offset`, −1 when there is none."""
    starts = names.reference_start
    at = bisect_right(starts, offset) - 1
    return at if at >= 0 and offset <= int(names.facts.reference_end[at]) else -1


def definition_at(world: World, file: int, offset: int, guess: bool = True) -> Resolution:
    """What the token at byte `offset` means: a reference's targets, a definition's or binding's own entity."""
    names = names_of(world.facts(file))
    row = reference_at(names, offset)
    if row >= 0 and (int(names.facts.reference_end[row]) > offset or not _own_token(names, offset)):
        own = _own_token(names, offset)
        result = resolve_reference(world, file, row, guess and not (own and names.scripted))
        if names.scripted:
            result = meaning.shown(world, names, row, result)
            if not result.targets and own:
                return meaning.of_token(world, names, file, own)
        if names.rust:
            result = uses_rust.shown(world, file, row, result)
        if result.targets or not _own_token(names, offset):
            return result
        if result.external:
            return result
    own = _own_token(names, offset)
    if not own:
        return UNKNOWN
    if names.scripted:
        return meaning.of_token(world, names, file, own)
    if names.python:
        assigned = [at for kind, at in own if kind is TargetKind.SYMBOL and names.is_assigned(at) and names.symbol_parent[at] >= 0]
        if assigned:
            return class_member(world, (file, names.symbol_parent[assigned[0]]), names.symbol_names[assigned[0]])
    bindings = [at for kind, at in own if kind is TargetKind.BINDING]
    if bindings:
        return binding_targets(world, file, bindings)
    if names.c_family and len(own) == 1:
        return uses_c.other_side(world, Target(file, *own[0]))
    return Resolution(tuple(Target(file, kind, at) for kind, at in own))


def _own_token(names: FileNames, offset: int) -> list[tuple[TargetKind, int]]:
    """The symbols, else the bindings, whose name token holds or touches `offset`."""
    facts = names.facts
    hit = ((facts.symbol_name_start <= offset) & (facts.symbol_name_end >= offset)).nonzero()[0]
    if len(hit):
        return [(TargetKind.SYMBOL, int(row)) for row in hit]
    hit = ((facts.binding_start <= offset) & (facts.binding_end >= offset)).nonzero()[0]
    return [(TargetKind.BINDING, int(row)) for row in hit]
