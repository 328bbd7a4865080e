"""What Python's functions give and are given: declared and inferred returns, decorators, parameters, type variables.

What needs other values is asked through `Ask`, the functions of `values.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from maguyva.model import BindingKind, SymbolFlag
from maguyva.resolve import stubs
from maguyva.resolve.expressions import split_top
from maguyva.resolve.generics_python import filled_in
from maguyva.resolve.members import ClassRow, class_member, group_of, resolve_dotted
from maguyva.resolve.names import FileNames, names_of
from maguyva.resolve.value_kinds import NOTHING, Ask, Typed, Value, ValueKind
from maguyva.resolve.walk import Walk
from maguyva.resolve.world import Resolution, Target, TargetKind, Tier, World

_STATIC, _DECORATED = int(SymbolFlag.STATIC), int(SymbolFlag.DECORATED)
_CONTEXTS = frozenset({"contextmanager", "asynccontextmanager"})
_CLASS_PARAMETERS = frozenset({"cls", "mcs", "klass", "mcls", "metacls"})
_BOUND = re.compile(r"\bbound\s*=\s*([^,]+(?:\[[^\]]*\])?)")


def union_of(parts: list[Typed], tier: Tier = Tier.EXACT) -> Typed:
    """All values, at the weakest tier."""
    values: dict[Value, None] = {}
    for part in parts:
        values.update(dict.fromkeys(part.values))
        tier = max(tier, part.tier)
    return Typed(tuple(values), tier)


def called_members(world: World, result: Resolution, receiver: ClassRow, walk: Walk, ask: Ask, arguments: tuple[str, ...] = ()) -> Typed:
    """What calls of some members give, taken from an instance of `receiver` with type `arguments`."""
    parts = [
        returned(world, target.file, target.row, walk, receiver, ask, arguments)
        for target in result.targets
        if target.kind is TargetKind.SYMBOL and target.row in names_of(world.facts(target.file)).function_scopes
    ]
    return union_of(parts)


def made_of(world: World, values: list[Value], written: str) -> str:
    """The type of what factories give that are handed the class to make: `def make(cls: type[T]) -> T`."""
    for one in values:
        names = names_of(world.facts(one.file))
        scope = names.function_scopes.get(one.row, -1) if one.kind is ValueKind.FUNCTION else -1
        if scope < 0:
            return ""
        owned = one.receiver is not None and not names.flags[one.row] & _STATIC
        first = names.parameters.get(scope, [])[int(owned) :][:1]
        if not first:
            return ""
        declared = names.binding_type(first[0])
        given = names.symbol_type(one.row)
        for row in group_of(names, one.row):  # Of overloads the first that says it.
            typed = [names.binding_type(at) for at in names.parameters.get(names.function_scopes.get(row, -1), [])[int(owned) :][:1]]
            variable = names.symbol_type(row)
            if typed and variable.isidentifier() and variable in re.findall(r"\w+", typed[0]):
                return f"={written}" if typed[0] == f":{variable}" else f"={written}()"
        name = names.strings[int(names.facts.binding_name[first[0]])]
        if not declared and given in (f"={name}()", f"={name}.from_crawler()"):
            return f"={written}()"
        return ""
    return ""


def returned(
    world: World, file: int, function: int, walk: Walk, receiver: ClassRow | None, ask: Ask, arguments: tuple[str, ...] = ()
) -> Typed:
    """What a call of a function gives: the type that it declares, else the one that the method it overrides declares, else what its
    `return` and `yield` statements say. `receiver` is the class that it was taken from, `arguments` the type arguments of that."""
    names = names_of(world.facts(file))
    rows = [row for row in group_of(names, function) if row in names.function_scopes] or [function]
    decorated = _decorated(world, names, file, rows[-1], walk, ask)
    if decorated is not None:  # It is an instance of a class now.
        result = class_member(world, decorated, "__call__")
        return called_members(world, result, decorated, walk, ask) if (file, rows[-1]) not in _rows_of(result) else NOTHING
    declared = [row for row in rows if (written := names.symbol_type(row)) and not written.startswith("=")]
    if declared:
        return union_of([_declared_return(world, names, file, row, walk, receiver, ask, arguments) for row in declared])
    for half in stubs.same_in_other_half(world, Target(file, TargetKind.SYMBOL, function)):  # The stub says it.
        there = names_of(world.facts(half.file))
        if there.symbol_type(half.row) and not there.symbol_type(half.row).startswith("="):
            return _declared_return(world, there, half.file, half.row, walk, receiver, ask, arguments)
    row = rows[-1]
    context = _is_context(names, row)
    if not context:
        inherited = _overridden(world, names, file, row)
        if inherited is not None:
            return _declared_return(world, names_of(world.facts(inherited[0])), *inherited, walk, receiver or _owner(names, file, row), ask)
    written = names.symbol_type(row)
    scope = names.function_scopes.get(row, -1)
    if not written or scope < 0:
        return NOTHING
    if context:
        return Typed((Value(ValueKind.EXTERNAL, file, -1, scope, "$context", (written,)),))
    first = names.first_parameters.get(scope, -1)
    itself = names.strings[int(names.facts.binding_name[first])] if first >= 0 else ""
    parts: list[Typed] = []
    for one in split_top(written[1:], "|"):
        if receiver is not None and itself and one in (itself, f"{itself}()", f"{itself}.__class__()", f"type({itself})()"):
            parts.append(Typed((Value(ValueKind.INSTANCE, *receiver),)))
        else:
            parts.append(ask.value_of(world, file, scope, one, walk, -1))
    return union_of(parts)


def _rows_of(result: Resolution) -> list[tuple[int, int]]:
    return [(target.file, target.row) for target in result.targets]


def _decorated(world: World, names: FileNames, file: int, row: int, walk: Walk, ask: Ask) -> ClassRow | None:
    """The class of the workspace that a decorator makes an instance of out of a function; None when its signature stays, as most do."""
    if not names.flags[row] & _DECORATED:
        return None
    key = ("decorated", file, row)
    if key in world.memo:
        known: ClassRow | None = world.memo[key]
        return known
    if not walk.enter(key):
        return None
    found: ClassRow | None = None
    for reference in names.decorators.get(row, ()):
        qualifier = names.strings[int(names.facts.reference_qualifier[reference])]
        name = names.strings[int(names.facts.reference_name[reference])]
        if qualifier and not qualifier.replace(".", "").replace("_", "").isalnum():
            continue
        dotted = f"{qualifier}.{name}" if qualifier else name
        for target in resolve_dotted(world, file, int(names.facts.reference_scope[reference]), dotted).targets[-1:]:
            if target.kind is not TargetKind.SYMBOL:
                continue
            there = names_of(world.facts(target.file))
            if there.is_type(target.row):
                found = target.file, target.row
            elif target.row in there.function_scopes:
                given = returned(world, target.file, target.row, walk, None, ask)
                found = next(((one.file, one.row) for one in given.values if one.kind is ValueKind.INSTANCE), found)
    if walk.leave(key):
        world.memo[key] = found
    return found


def _owner(names: FileNames, file: int, symbol: int) -> ClassRow | None:
    parent = names.symbol_parent[symbol]
    return (file, group_of(names, parent)[0]) if parent >= 0 and names.is_type(parent) else None


def _declared_return(
    world: World, names: FileNames, file: int, row: int, walk: Walk, receiver: ClassRow | None, ask: Ask, arguments: tuple[str, ...] = ()
) -> Typed:
    written = names.symbol_type(row) if receiver is None else filled_in(world, receiver, arguments, names.symbol_type(row))
    scope = names.scope_of_symbol(row)
    if _is_context(names, row):
        return Typed((Value(ValueKind.EXTERNAL, file, -1, scope, "$context", (written,)),))
    bare = written.strip("\"' ")
    if receiver is not None and (bare.rpartition(".")[2] == "Self" or bare in _receiver_types(names, row)):
        return Typed((Value(ValueKind.INSTANCE, *receiver),))
    typed = ask.type_value(world, file, scope, written, walk, names.class_around(names.symbol_parent[row]))
    if receiver is None:
        return typed
    owner = _owner(names, file, row)
    swapped = [
        one._replace(file=receiver[0], row=receiver[1])
        if "Self" in written and one.kind is ValueKind.INSTANCE and (one.file, one.row) == owner
        else one
        for one in typed.values
    ]
    return Typed(tuple(swapped), typed.tier)


def _receiver_types(names: FileNames, row: int) -> tuple[str, ...]:
    """The type variable that a method's first parameter is declared with: what it returns is the receiver."""
    first = names.first_parameters.get(names.function_scopes.get(row, -1), -1)
    written = names.binding_type(first)[1:].strip("\"' ") if first >= 0 and names.binding_type(first).startswith(":") else ""
    if not written:
        return ()
    inner = written.partition("[")[2].rstrip("]")
    return (inner,) if inner and written.partition("[")[0].rpartition(".")[2] in ("type", "Type") else (written,)


def _is_context(names: FileNames, row: int) -> bool:
    if not names.flags[row] & _DECORATED:
        return False
    return any(names.strings[int(names.facts.reference_name[one])] in _CONTEXTS for one in names.decorators.get(row, ()))


def _overridden(world: World, names: FileNames, file: int, row: int) -> tuple[int, int] | None:
    """(file, row) of the method in a base class that this one overrides, when it declares what it returns."""
    owner = _owner(names, file, row)
    if owner is None or names.symbol_names[row] in ("__init__", "__new__"):
        return None
    for target in class_member(world, owner, names.symbol_names[row], bases_only=True).targets:
        there = names_of(world.facts(target.file))
        if target.kind is TargetKind.SYMBOL and there.symbol_type(target.row) and not there.symbol_type(target.row).startswith("="):
            return (target.file, target.row) if target.row in there.function_scopes else None
    return None


# ---- parameters and type variables ----


def receiver(names: FileNames, file: int, row: int) -> Value | None:
    """The instance or class that a method's first parameter, the binding `row`, stands for; None for any other parameter."""
    scope = names.binding_scope[row]
    function = names.scope_symbol[scope]
    if function < 0 or names.first_parameters.get(scope) != row:
        return None
    owner = _owner(names, file, function) if not names.flags[function] & _STATIC else None
    if owner is None:
        return None
    name = names.strings[int(names.facts.binding_name[row])]
    return Value(ValueKind.CLASS if name in _CLASS_PARAMETERS else ValueKind.INSTANCE, *owner)


def parameter(world: World, names: FileNames, file: int, row: int, walk: Walk, ask: Ask) -> Typed:
    """The value of a parameter without a type of its own: that of the overridden method's parameter, else its default value's."""
    scope = names.binding_scope[row]
    function = names.scope_symbol[scope]
    name = names.strings[int(names.facts.binding_name[row])]
    owner = _owner(names, file, function) if function >= 0 else None
    if owner is not None and names.first_parameters.get(scope) != row:
        for target in class_member(world, owner, names.symbol_names[function], bases_only=True).targets:
            there = names_of(world.facts(target.file))
            inside = there.function_scopes.get(target.row, -1) if target.kind is TargetKind.SYMBOL else -1
            for at in there.bound_in(inside, name) if inside >= 0 else ():
                if there.binding_kind[at] == BindingKind.PARAMETER and there.binding_type(at).startswith(":"):
                    return ask.type_value(world, target.file, inside, there.binding_type(at)[1:], walk, there.class_around(target.row))
    written = names.binding_type(row)
    if written.startswith("="):
        default = ask.value_of(world, file, names.scope_parent[scope], written[1:], walk, -1)
        inside_values = tuple(one for one in default.values if one.kind is not ValueKind.EXTERNAL)
        return Typed(inside_values, max(default.tier, Tier.LIKELY)) if inside_values else NOTHING
    return NOTHING


def bound_of(world: World, result: Resolution) -> Iterator[tuple[int, int, str]]:
    """(file, scope, type as written) of the bounds of the type variables that a name means."""
    for target in result.targets:
        if target.kind is not TargetKind.SYMBOL:
            continue
        names = names_of(world.facts(target.file))
        written = names.symbol_type(target.row)
        if names.python and written.startswith("=") and "TypeVar(" in written:
            bound = _BOUND.search(written)
            if bound is not None:
                yield target.file, names.scope_of_symbol(target.row), bound[1].rstrip(")").strip()
