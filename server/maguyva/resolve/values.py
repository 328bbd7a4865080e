"""What kind of value an expression has, as far as the text says: constructors, annotations, return types, assigned names.

Nothing is inferred beyond what is written: a value nobody declared is UNKNOWN, one that comes from a library is EXTERNAL.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from maguyva.model import BindingKind, SymbolFlag, SymbolKind
from maguyva.resolve import containers_c, functions_python, lookup_c, lookup_packages, lookup_rust, modules_go, values_python
from maguyva.resolve.builtin_names import MODULE_NAMES, RUST_LENDERS, RUST_MEMBERS
from maguyva.resolve.expressions import split_chain, split_top, split_type
from maguyva.resolve.flow import version
from maguyva.resolve.generics_python import closed
from maguyva.resolve.members import (
    ClassRow,
    class_member,
    classes_of_target,
    declarations,
    group_of,
    resolve_bare,
    resolve_dotted,
)
from maguyva.resolve.modules import imported_package, member_of_module, union
from maguyva.resolve.names import CALLABLES, FileNames, names_of
from maguyva.resolve.steps import member_value, step_from
from maguyva.resolve.types import types_in
from maguyva.resolve.value_kinds import NOTHING, OUTSIDE, Ask, Typed, Value, ValueKind
from maguyva.resolve.walk import Walk
from maguyva.resolve.world import EXTERNAL, UNKNOWN, Resolution, Target, TargetKind, Tier, World

_PROPERTY = int(SymbolFlag.PROPERTY)
_HOLDERS = ("Option", "Result")
_PACKAGE = "package"
_TYPE_VARIABLES = ("TypeVar", "ParamSpec", "TypeVarTuple", "NewType")
_PROMISE_MEMBERS = ("then", "catch", "finally", "send", "throw", "close")
_TRANSPARENT = ("Awaitable", "Coroutine", "Promise", "PromiseLike")


def value_of(world: World, file: int, scope: int, text: str, walk: Walk | None = None, at: int = -1) -> Typed:
    """The value of an expression written in a scope: "self.a", "Foo().b", "super()", "mod.f()". `at` is the byte where it stands, which
    matters where the flow of the code tells values of one name apart; −1: anywhere."""
    if not text or text == "?":
        return NOTHING
    key = ("value", file, scope, text, version(names_of(world.facts(file)), scope, text, at) if at >= 0 else ())
    known: Typed | None = world.memo.get(key)
    if known is None:
        walk = walk or Walk()
        if not walk.enter(key):
            return NOTHING
        known = _value_of(world, file, scope, text, walk, at)
        if walk.leave(key):
            world.memo[key] = known
    return known


def _value_of(world: World, file: int, scope: int, text: str, walk: Walk, at: int) -> Typed:
    names = names_of(world.facts(file))
    if names.python:
        return values_python.value(world, names, file, scope, text, at, walk, _ASK)
    if text == "{}":
        return NOTHING  # The object of a destructuring, or one that is being written down.
    if text[0] in "'[{0":
        return Typed(OUTSIDE)  # A literal.
    before_path = text.endswith("::")
    text = text.removesuffix("::")
    steps = split_chain(text)
    if steps is None:
        return NOTHING
    head, rest = steps[0], steps[1:]
    if (head == "super" and not names.rust) or (head == "base" and names.language == "csharp"):
        owner = names.enclosing_class(scope)
        typed = Typed((Value(ValueKind.SUPER, file, owner),)) if owner >= 0 else NOTHING
        if rest[:1] == ("()",):
            rest = rest[1:]
    else:
        path = (names.c_family or names.rust) and (text.startswith("::", len(head)) or (before_path and not rest))
        typed = _head_value(world, names, file, scope, head, walk, _meant(names, rest), path)
        if names.packaged and not _inside(typed):
            typed, rest = _path_value(world, file, scope, head, rest, typed, walk)
    for at, step in enumerate(rest):
        if not typed.values:
            return NOTHING
        if names.rust and _is_lent(world, typed, rest[max(at - 1, 0) : at + 1] if step == "()" else (step,)):
            continue  # `x.as_ref()`, `x.unwrap()`, `x.iter()`: what is lent or held is read as the value itself.
        typed = step_from(world, typed, step, walk, _ASK, _meant(names, rest[at + 1 :]), names.rust and rest[at + 1 : at + 2] == ("()",))
    return typed


def _is_lent(world: World, typed: Typed, steps: tuple[str, ...]) -> bool:
    """Whether a step of a chain in Rust calls a method that only hands on its receiver, and no type here has one of that name."""
    if steps[0][1:] not in RUST_LENDERS or (len(steps) == 2 and steps[1] != "()"):
        return False
    return not any(value.kind is ValueKind.INSTANCE and member(world, value, steps[0][1:]).targets for value in typed.values)


def _meant(names: FileNames, following: tuple[str, ...]) -> int:
    """What a name in a chain may mean by what follows it: Java has fields and methods of one name."""
    if names.language != "java":
        return lookup_packages.ANY
    return lookup_packages.CALLABLE | lookup_packages.TYPE if following[:1] == ("()",) else lookup_packages.VALUE | lookup_packages.TYPE


def _inside(typed: Typed) -> bool:
    return any(value.kind is not ValueKind.EXTERNAL for value in typed.values)


def _path_value(
    world: World, file: int, scope: int, head: str, rest: tuple[str, ...], typed: Typed, walk: Walk
) -> tuple[Typed, tuple[str, ...]]:
    """The type that a chain begins with as a path from a package or namespace, and the steps behind it; else `typed` and all steps."""
    if head == "global" and rest[:1] and rest[0].startswith("."):  # C#'s `global::`.
        head, rest = rest[0][1:], rest[1:]
    count = 0
    while count < len(rest) and rest[count].startswith("."):
        count += 1
    for length in range(1, count + 1):
        result = resolve_dotted(world, file, scope, head + "".join(rest[:length]))
        if result.targets:
            return targets_value(world, result, walk), rest[length:]
    return typed, rest


def _head_value(
    world: World, names: FileNames, file: int, scope: int, head: str, walk: Walk, want: int = lookup_packages.ANY, path: bool = False
) -> Typed:
    """The value of a chain's first word. `path`: `::` follows it, so it is a type or namespace, whatever else has its name."""
    if names.c_family and head == "this":
        cls = lookup_c.class_around(world, file, scope)
        return Typed((Value(ValueKind.INSTANCE, *cls),)) if cls is not None else NOTHING
    if names.rust and head == "self":
        owner_type = lookup_rust.owner_around(world, file, scope)
        if owner_type is not None:
            return Typed((Value(ValueKind.INSTANCE, *owner_type),))
    elif head == names.receiver:
        owner = names.receiver_owner(scope)
        return Typed((Value(ValueKind.INSTANCE, file, group_of(names, owner)[0]),)) if owner >= 0 else NOTHING
    result = resolve_bare(world, file, scope, head, path, want)
    if not result.targets and names.c_family and not result.external:  # A cast to `struct x *` keeps the tag only.
        result = resolve_bare(world, file, scope, lookup_c.TAG + head)
    if not result.targets:
        return Typed(OUTSIDE) if result.external else NOTHING
    return targets_value(world, result, walk)


def targets_value(world: World, result: Resolution, walk: Walk) -> Typed:
    """The value of what a name means. Declared types win over assigned values."""
    values: dict[Value, None] = {}
    tier = result.tier
    declared = [target for target in result.targets if _is_declared(world, target)]
    for target in declared or result.targets:
        typed = target_value(world, target, walk)
        values.update(dict.fromkeys(typed.values))
        tier = max(tier, typed.tier)
    if len(values) > 1 and any(value.kind is not ValueKind.EXTERNAL for value in values):
        tier = max(tier, Tier.LIKELY) if not declared else tier
    return Typed(tuple(values), tier)


def _is_declared(world: World, target: Target) -> bool:
    if target.kind is TargetKind.BINDING:
        return names_of(world.facts(target.file)).binding_type(target.row).startswith(":")
    if target.kind is TargetKind.SYMBOL:
        names = names_of(world.facts(target.file))
        written = names.symbol_type(target.row)
        return bool(written) and not written.startswith("=") and names.symbol_kind[target.row] not in CALLABLES
    return False


def target_value(world: World, target: Target, walk: Walk) -> Typed:
    """The value of one definition, binding or module."""
    if target.kind in (TargetKind.MODULE, TargetKind.FOLDER, TargetKind.PACKAGE):
        return Typed((Value(ValueKind.MODULE, target.file, target.row, head=_PACKAGE if target.kind is TargetKind.PACKAGE else ""),))
    package = imported_package(world, target)
    if package is not None:
        return targets_value(world, package, walk) if package.targets else Typed(OUTSIDE) if package.external else NOTHING
    names = names_of(world.facts(target.file))
    if target.kind is TargetKind.BINDING:
        return _binding_value(world, names, target.file, target.row, walk)
    row = target.row
    kind = names.symbol_kind[row]
    if names.is_type(row):
        cls = declarations(world, (target.file, row))[0] if names.packaged else (target.file, group_of(names, row)[0])
        return Typed((Value(ValueKind.CLASS, *cls),))
    scope = names.scope_of_symbol(row)
    if names.python and row in names.function_scopes and (kind == SymbolKind.PROPERTY or names.flags[row] & _PROPERTY):
        return return_value(world, target.file, row, walk)
    if kind in CALLABLES:
        if names.flags[row] & _PROPERTY:
            return return_value(world, target.file, row, walk)
        return Typed((Value(ValueKind.FUNCTION, target.file, row, scope),))
    if kind == SymbolKind.ENUM_MEMBER:
        parent = names.symbol_parent[row]
        return Typed((Value(ValueKind.INSTANCE, target.file, parent),)) if parent >= 0 else NOTHING
    written = names.symbol_type(row)
    unnamed = (names.c_family and "{" in written) or (names.go and modules_go.plain_type(written) == "$struct")
    if unnamed and names.children.get(row):
        return Typed((Value(ValueKind.INSTANCE, target.file, row),))
    if written and not written.startswith("="):
        return type_value(world, target.file, scope, written, walk, _owner(names, row))
    if written:
        typed = written_value(world, target.file, scope, written, walk, int(names.facts.symbol_name_start[row]))
        if typed.values:
            return typed
    if names.children.get(row):
        return Typed((Value(ValueKind.CLASS, target.file, row),))
    return NOTHING


def _owner(names: FileNames, symbol: int) -> int:
    parent = names.symbol_parent[symbol]
    return parent if parent >= 0 and names.is_type(parent) else -1


def _binding_value(world: World, names: FileNames, file: int, row: int, walk: Walk) -> Typed:
    scope = names.binding_scope[row]
    written = names.binding_type(row)
    owner = names.enclosing_class(scope)
    if written.startswith(":"):
        # What a parameter is declared with stands outside the function.
        around = names.scope_parent[scope] if names.python and names.binding_kind[row] == BindingKind.PARAMETER else scope
        typed = type_value(world, file, around, written[1:], walk, owner)
        if typed.values or names.binding_kind[row] != BindingKind.PARAMETER:
            return typed
    if names.binding_kind[row] == BindingKind.PARAMETER:
        if not names.python:
            return NOTHING  # A default value is one of the values only.
        receiver = functions_python.receiver(names, file, row)
        return Typed((receiver,)) if receiver is not None else functions_python.parameter(world, names, file, row, walk, _ASK)
    return written_value(world, file, scope, written, walk, names.binding_start[row])


def written_value(world: World, file: int, scope: int, written: str, walk: Walk, at: int = -1) -> Typed:
    """The value of "=expression", or of an element of "@expression", written at byte `at`."""
    if written.startswith("="):
        return value_of(world, file, scope, written[1:], walk, at)
    if written.startswith("@"):
        if names_of(world.facts(file)).python:
            return value_of(world, file, scope, written[1:] + "<>", walk, at)
        held = _held_by_variant(world, file, scope, written[1:], walk)
        if held.values:
            return held
        typed = value_of(world, file, scope, written[1:], walk)
        if len(typed.values) == 1 and names_of(world.facts(file)).c_family and typed.values[0].arguments:
            (value,) = typed.values
            return type_value(world, value.file, value.scope, containers_c.iterated(value.head, value.arguments), walk)
        return step_from(world, typed, "[]", walk, _ASK) if typed.values else NOTHING
    return NOTHING


def _held_by_variant(world: World, file: int, scope: int, text: str, walk: Walk) -> Typed:
    """What a variant of a Rust enum holds, when it is one thing: `Shape::Circle(c)`."""
    if not names_of(world.facts(file)).rust or "::" not in text:
        return NOTHING
    for target in lookup_rust.resolve_path(world, file, scope, text.split("::")).targets:
        names = names_of(world.facts(target.file))
        if target.kind is TargetKind.SYMBOL and names.symbol_kind[target.row] == SymbolKind.ENUM_MEMBER:
            return type_value(world, target.file, names.scope_of_symbol(target.row), names.symbol_type(target.row).strip("()"), walk)
    return NOTHING


def type_value(world: World, file: int, scope: int, text: str, walk: Walk, owner: int = -1, at: int = -1) -> Typed:
    """Instances of a type as written in a scope. `owner` is the class that `Self` or `this` means, −1 for none. "=a.b()" is the type of a
    value, at byte `at`."""
    if text.startswith("="):
        return value_of(world, file, scope, text[1:], walk, at)
    values: dict[Value, None] = {}
    tier = Tier.EXACT
    names = names_of(world.facts(file))
    if names.c_family or names.rust or names.packaged:
        return _native_type(world, names, file, scope, text, walk, owner)
    if names.go:
        text = modules_go.plain_type(text)
        if text == "$struct":  # A type without a name: its fields are children of the symbol around it.
            around = names.scope_symbol[scope]
            return Typed((Value(ValueKind.INSTANCE, file, around),), Tier.LIKELY) if around >= 0 else NOTHING
    for head, arguments in split_type(text):
        last = head.rpartition(".")[2]
        if head == "$at" and len(arguments) > 2:  # A type argument that was written elsewhere.
            inner = type_value(world, int(arguments[0]), int(arguments[1]), ", ".join(arguments[2:]), walk)
            values.update(dict.fromkeys(inner.values))
            tier = max(tier, inner.tier)
            continue
        if last in ("Self", "this") and owner >= 0:
            values[Value(ValueKind.INSTANCE, file, group_of(names, owner)[0])] = None
            continue
        result = resolve_dotted(world, file, scope, head)
        if last in ("type", "Type") and arguments and not _in_workspace(result):
            inner = type_value(world, file, scope, arguments[0], walk, owner)
            values.update((value._replace(kind=ValueKind.CLASS), None) for value in inner.values if value.kind is ValueKind.INSTANCE)
            tier = max(tier, inner.tier)
            continue
        tier = max(tier, result.tier)
        found = False
        for target in result.targets:
            if names.go and (bound := modules_go.constraint(world, target)):
                values.update(dict.fromkeys(type_value(world, target.file, names.binding_scope[target.row], bound, walk).values))
                found = True
            for cls in classes_of_target(world, target):
                given = closed(file, scope, arguments) if names.python and arguments else ()
                values[Value(ValueKind.INSTANCE, cls[0], cls[1], arguments=given)] = None
                found = True
        if not found and names.python:
            for where, around, bound in functions_python.bound_of(world, result):
                values.update(dict.fromkeys(type_value(world, where, around, bound, walk).values))
                found = True
        if not found and not _type_variable(world, result):
            values[Value(ValueKind.EXTERNAL, file, -1, scope, last, arguments)] = None
    return Typed(tuple(values), tier)


def _native_type(world: World, names: FileNames, file: int, scope: int, text: str, walk: Walk, owner: int) -> Typed:
    """Instances of a type of C, C++, Rust, Java or C#. What is declared with a structure without a name has the members of what is around it."""
    if "{" in text:
        return Typed((Value(ValueKind.INSTANCE, file, owner),)) if owner >= 0 else NOTHING
    values: dict[Value, None] = {}
    tier = Tier.EXACT
    for head, arguments in types_in(names.language, text):
        result = resolve_dotted(world, file, scope, head)
        tier = max(tier, result.tier)
        found = False
        for target in result.targets:
            if target.kind is TargetKind.BINDING:  # A type parameter has the members of its bounds.
                bounds = names_of(world.facts(target.file)).binding_type(target.row)
                if names.rust and not bounds and (elsewhere := _bounded_elsewhere(world, target, walk)):
                    values.update(dict.fromkeys(elsewhere))
                    tier = max(tier, Tier.LIKELY)
                if bounds.startswith(":") and walk.enter(("bounds", target)):
                    where = names_of(world.facts(target.file)).binding_scope[target.row]
                    typed = type_value(world, target.file, where, bounds[1:], walk, owner)
                    values.update(dict.fromkeys(value for value in typed.values if value.kind is ValueKind.INSTANCE))
                    walk.leave(("bounds", target))
                found = True
            if names.rust and (holder := lookup_rust.held_by_alias(world, target)):
                values[Value(ValueKind.EXTERNAL, file, -1, scope, holder, arguments)] = None
                found = True
                continue
            for cls in classes_of_target(world, target):
                values[Value(ValueKind.INSTANCE, *cls)] = None
                found = True
        if not found and (result.external or not result.targets):
            values[Value(ValueKind.EXTERNAL, file, -1, scope, head.rpartition(".")[2], arguments)] = None
    return Typed(tuple(values), tier)


def _bounded_elsewhere(world: World, target: Target, walk: Walk) -> tuple[Value, ...]:
    """What Rust's `impl` blocks of a type say of a type parameter that the type itself leaves unbounded, which they mostly call the same."""
    found: dict[Value, None] = {}
    for file, scope, text in lookup_rust.bounds_in_impls(world, target):
        if walk.enter(("bounds", file, scope, text)):
            typed = type_value(world, file, scope, text, walk)
            found.update(dict.fromkeys(value for value in typed.values if value.kind is ValueKind.INSTANCE))
            walk.leave(("bounds", file, scope, text))
    return tuple(found)


def _in_workspace(result: Resolution) -> bool:
    return bool(result.targets)


def _type_variable(world: World, result: Resolution) -> bool:
    """Whether a type's name is a type variable (or a parameter), which says nothing about members."""
    for target in result.targets:
        if target.kind is TargetKind.SYMBOL:
            names = names_of(world.facts(target.file))
            if names.is_type(target.row):
                continue
            written = names.symbol_type(target.row)
        elif target.kind is TargetKind.BINDING:
            written = names_of(world.facts(target.file)).binding_type(target.row)
        else:
            continue
        if not written or any(name + "()" in written for name in _TYPE_VARIABLES):
            return True
    return False


def return_value(world: World, file: int, function: int, walk: Walk, receiver: ClassRow | None = None) -> Typed:
    """What a call of a function gives: its declared return type, else what its `return` statements say when that can be read."""
    names = names_of(world.facts(file))
    if names.python:
        return functions_python.returned(world, file, function, walk, receiver, _ASK)
    rows = [row for row in group_of(names, function) if names.symbol_kind[row] in CALLABLES] or [function]
    values: dict[Value, None] = {}
    tier = Tier.EXACT
    for row in rows:
        written = names.symbol_type(row)
        scope = names.scope_of_symbol(row)
        if not written or written.startswith("="):
            continue
        if receiver is not None and written.strip("\"' ").rpartition(".")[2] in ("Self", "this"):
            values[Value(ValueKind.INSTANCE, *receiver)] = None
            continue
        typed = type_value(world, file, scope, written, walk, names.class_around(names.symbol_parent[row]))
        values.update(dict.fromkeys(typed.values))
        tier = max(tier, typed.tier)
    if not values:
        for row in rows:  # What the `return` statements say, in the languages whose queries tell of them.
            inside, written = names.function_scopes.get(row, -1), names.symbol_type(row)
            for one in split_top(written[1:], "|") if inside >= 0 and written.startswith("=") else ():
                typed = value_of(world, file, inside, one, walk)
                values.update(dict.fromkeys(typed.values))
                tier = max(tier, typed.tier)
    return Typed(tuple(values), tier)


def member(world: World, value: Value, name: str, want: int = lookup_packages.ANY) -> Resolution:
    """What `.name` means on a value."""
    if value.kind is ValueKind.EXTERNAL:
        if value.head in _HOLDERS and value.arguments and names_of(world.facts(value.file)).rust:
            # The facts do not say where `?` stands: what is no method of `Option` was taken out of it.
            inner = type_value(world, value.file, value.scope, value.arguments[0], Walk())
            found = members(world, inner.values, name) if inner.values and name not in RUST_MEMBERS else EXTERNAL
            return Resolution(found.targets, max(found.tier, Tier.LIKELY), not found.targets)
        if value.head in _TRANSPARENT and value.arguments and name not in _PROMISE_MEMBERS:
            # The facts do not say where `await` stands: what has no member of a promise was awaited.
            inner = type_value(world, value.file, value.scope, value.arguments[-1], Walk())
            return members(world, inner.values, name) if inner.values else UNKNOWN
        return EXTERNAL
    if value.kind is ValueKind.MODULE:
        if name in MODULE_NAMES and value.file >= 0 and names_of(world.facts(value.file)).python:
            return Resolution((Target(value.file, TargetKind.MODULE, -1),))
        kind = TargetKind.PACKAGE if value.head == _PACKAGE else TargetKind.FOLDER if value.file < 0 else TargetKind.MODULE
        return member_of_module(world, Target(value.file, kind, value.row), name)
    if value.kind is ValueKind.FUNCTION:
        names = names_of(world.facts(value.file))
        own = names.children.get(value.row, {}).get(name, ())
        attached = [row for row in own if names.symbol_kind[row] not in CALLABLES]
        return Resolution(tuple(Target(value.file, TargetKind.SYMBOL, row) for row in attached), external=not attached)
    cls: ClassRow = (value.file, value.row)
    return class_member(world, cls, name, bases_only=value.kind is ValueKind.SUPER, want=want)


_ASK = Ask(value_of, type_value, targets_value, return_value, member, partial(member_value, targets_value))


def members(world: World, values: Iterable[Value], name: str, want: int = lookup_packages.ANY) -> Resolution:
    """The union of `.name` on several values."""
    return union([member(world, value, name, want) for value in values]) if values else UNKNOWN
