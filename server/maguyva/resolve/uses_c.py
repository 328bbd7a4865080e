"""What a use of a name in C and C++ means by how it is used, and how sure that is."""

from __future__ import annotations

from functools import lru_cache

from maguyva.model import BindingKind, FileFacts, Role, ScopeKind, SymbolKind
from maguyva.resolve import conditions, overloads_c
from maguyva.resolve.lookup_c import LINKED, has_body, linked, own_member, owner_of, using
from maguyva.resolve.modules_c import is_header
from maguyva.resolve.names import CALLABLES, FileNames, names_of
from maguyva.resolve.world import UNKNOWN, Resolution, Target, TargetKind, Tier, World, text_of

LABEL = "goto "  # The qualifier of a label's name, and what its binding's name begins with.

_MACRO = int(SymbolKind.MACRO)


def label(names: FileNames, file: int, scope: int, name: str) -> Resolution:
    """Where `goto name` leads in the function around a scope."""
    while scope >= 0:
        rows = names.bound_in(scope, LABEL + name)
        if rows:
            return Resolution(tuple(Target(file, TargetKind.BINDING, row) for row in rows))
        scope = names.scope_parent[scope]
    return UNKNOWN


def constructors(world: World, target: Target) -> tuple[Target, ...]:
    """The constructors of the class that a target is."""
    names = names_of(world.facts(target.file))
    if target.kind is not TargetKind.SYMBOL or not names.is_type(target.row) or names.language != "cpp":
        return ()
    name = names.symbol_names[target.row]
    found = own_member(world, (target.file, target.row), name, [target.row])
    return tuple(one for one in found if names_of(world.facts(one.file)).symbol_kind[one.row] in CALLABLES)


def by_use(world: World, file: int, row: int, result: Resolution) -> Resolution:
    """What a reference means by its use: a call of a class calls its constructors, one of several overloads takes its arguments, and what may
    not be there, or be expanded elsewhere, is `likely`."""
    if not result.targets:
        return result
    names = names_of(world.facts(file))
    if names.language == "cpp":
        if int(names.facts.reference_role[row]) == Role.CALL:
            made = tuple(one for target in result.targets for one in constructors(world, target))
            result = result._replace(targets=(*made, *result.targets))
        if len(result.targets) > 1:
            result = overloads_c.chosen(world, file, row, overloads_c.specialized(world, file, row, result))
    if len(result.targets) > 1:
        result = conditions.settled(world, result, conditions.usually)
    if result.tier is Tier.EXACT and not _is_certain(world, names, file, row, result):
        result = result._replace(tier=Tier.LIKELY)
    return result


def _is_certain(world: World, names: FileNames, file: int, row: int, result: Resolution) -> bool:
    if result.targets[0].kind is not TargetKind.SYMBOL:
        return True
    start = int(names.facts.reference_start[row])
    kinds = {int(world.facts(target.file).symbol_kind[target.row]) for target in result.targets if target.kind is TargetKind.SYMBOL}
    if conditions.in_macro(names.facts, int(names.facts.reference_symbol[row])) and kinds != {_MACRO}:
        return False
    if _is_defined_below(world, file, start, result) or _is_of_other_language(world, names, result):
        return False
    if _is_taken_over(world, names, file, row, result) or _is_dependent(world, names, row, result):
        return False
    return not conditions.may_be_left_out(world, file, start)


def _is_defined_below(world: World, file: int, start: int, result: Resolution) -> bool:
    """Whether a macro is defined further down only, so that whoever asks `#ifndef name` asks about another one."""
    return all(
        target.file == file
        and target.kind is TargetKind.SYMBOL
        and int(world.facts(file).symbol_kind[target.row]) == _MACRO
        and int(world.facts(file).symbol_name_start[target.row]) > start
        for target in result.targets
    )


def _is_taken_over(world: World, names: FileNames, file: int, row: int, result: Resolution) -> bool:
    """Whether a bare type's name is one that `using a::Name` brings in: clangd counts it as a use of that declaration."""
    if names.language != "cpp" or int(names.facts.reference_qualifier[row]):
        return False
    first = result.targets[0]
    there = names_of(world.facts(first.file))
    if first.kind is not TargetKind.SYMBOL or not there.is_type(first.row):
        return False
    return there.bare_path(first.row) in using(world, file)[1].get(names.strings[int(names.facts.reference_name[row])], ()) and (
        int(names.facts.reference_role[row]) != Role.IMPORT
    )


def _is_dependent(world: World, names: FileNames, row: int, result: Resolution) -> bool:
    """Whether a member is taken from something in a template whose class is a template's too: its type is known when it is made only."""
    qualifier = names.strings[int(names.facts.reference_qualifier[row])]
    if names.language != "cpp" or not qualifier or qualifier == "this":
        return False
    if not _in_template(names, int(names.facts.reference_scope[row])):
        return False
    return any(
        target.kind is TargetKind.SYMBOL
        and _in_template(there := names_of(world.facts(target.file)), there.scope_at(int(there.facts.symbol_name_start[target.row])))
        for target in result.targets
    )


def _in_template(names: FileNames, scope: int) -> bool:
    templates = _template_scopes(names.facts)
    while scope >= 0:
        if scope in templates:
            return True
        scope = names.scope_parent[scope]
    return False


@lru_cache(maxsize=2048)
def _template_scopes(facts: FileFacts) -> frozenset[int]:
    """The scopes of templates: they bind parameters that no type is written of."""
    untyped = (facts.binding_kind == BindingKind.PARAMETER) & (facts.binding_type == 0)
    scopes = facts.binding_scope[untyped]
    return frozenset(scopes[facts.scope_kind[scopes] == ScopeKind.BLOCK].tolist())


def _is_of_other_language(world: World, names: FileNames, result: Resolution) -> bool:
    """Whether only code of the other of the two languages defines what is meant: a linker joins them by their names alone."""
    bodies = [
        target
        for target in result.targets
        if target.kind is TargetKind.SYMBOL
        and names_of(world.facts(target.file)).symbol_kind[target.row] in LINKED
        and has_body(names_of(world.facts(target.file)), target.row)
        and not is_header(world.path(target.file))
    ]
    return bool(bodies) and all(names_of(world.facts(target.file)).language != names.language for target in bodies)


def other_side(world: World, target: Target) -> Resolution:
    """Where the name of a declaration leads: to its definition, and the other way round, as clangd has it; itself comes last."""
    names = names_of(world.facts(target.file))
    if names.symbol_kind[target.row] not in LINKED:
        return Resolution((target,))
    group = sorted(entity_targets(world, target), key=lambda one: (one.file, one.row))
    defined = has_body(names, target.row)
    others = [one for one in group if has_body(names_of(world.facts(one.file)), one.row) != defined]
    return Resolution((*others, target))


def entity_targets(world: World, target: Target) -> frozenset[Target]:
    """The declarations and the definition that are one function or variable with a target, itself among them."""
    names = names_of(world.facts(target.file))
    owner = owner_of(world, target.file, target.row)
    if owner is None:
        found = [Target(file, TargetKind.SYMBOL, row) for file, row in linked(world, target.file, target.row)]
    else:
        there = names_of(world.facts(owner[0]))
        group = there.children[there.symbol_parent[owner[1]]][there.symbol_names[owner[1]]]
        same = [row for row in group if there.space(row) == there.space(owner[1])]
        found = list(own_member(world, owner, names.symbol_names[target.row], same))
    return overloads_c.same_overload(world, target, frozenset((*found, target)))


def is_path(world: World, file: int, row: int, qualifier: str) -> bool:
    """Whether `::` stands between a word and the name behind it, so that the word is no value."""
    start = int(world.facts(file).reference_start[row])
    return qualifier.replace("_", "a").isalnum() and text_of(world, file)[max(0, start - 2) : start] == b"::"


def depends_on(world: World, file: int, row: int) -> tuple[int, bool, int | None]:
    """What, beside its scope, qualifier and role, a reference's meaning and certainty hang on: the innermost condition around it, what parts it
    from its qualifier, and the number of arguments where that chooses among overloads."""
    names = names_of(world.facts(file))
    facts = names.facts
    condition = conditions.condition_at(facts, int(facts.reference_start[row]))
    path = is_path(world, file, row, names.strings[int(facts.reference_qualifier[row])])
    if names.language != "cpp" or int(facts.reference_role[row]) != Role.CALL:
        return condition, path, None
    if not overloads_c.is_overloaded(world, names.strings[int(facts.reference_name[row])]):
        return condition, path, None
    return condition, path, overloads_c.arguments_at(text_of(world, file), int(facts.reference_end[row]))
