"""What kind of value an expression has, as far as the text says: constructors, annotations, return types, assigned names.

Nothing is inferred beyond what is written: a value nobody declared is UNKNOWN, one that comes from a library is EXTERNAL.
"""

from __future__ import annotations

from collections.abc import Iterable

from maguyva.model import BindingKind, SymbolFlag, SymbolKind
from maguyva.resolve import lookup_c, lookup_packages, lookup_rust, modules_go
from maguyva.resolve.builtin_names import GIVE_BACK, GIVE_ELEMENT, GIVE_KEY, RUST_LENDERS, RUST_MEMBERS
from maguyva.resolve.expressions import split_chain, split_type
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
from maguyva.resolve.types import types_in
from maguyva.resolve.value_kinds import NOTHING, OUTSIDE, Typed, Value, ValueKind, Walk
from maguyva.resolve.world import EXTERNAL, UNKNOWN, Resolution, Target, TargetKind, Tier, World

_HOLDERS = ("Option", "Result")
_PACKAGE = "package"
_TYPE_VARIABLES = ("TypeVar", "ParamSpec", "TypeVarTuple", "NewType")
_PROMISE_MEMBERS = ("then", "catch", "finally", "send", "throw", "close")
_TRANSPARENT = ("Awaitable", "Coroutine", "Promise", "PromiseLike")
_ELEMENT_LAST = (
    "dict",
    "Dict",
    "Mapping",
    "MutableMapping",
    "defaultdict",
    "OrderedDict",
    "Map",
    "Record",
    "ReadonlyMap",
    "WeakMap",
    "$map",
)


def value_of(world: World, file: int, scope: int, text: str, walk: Walk | None = None) -> Typed:
    """The value of an expression written in a scope: "self.a", "Foo().b", "super()", "mod.f()"."""
    if not text or text == "?":
        return NOTHING
    key = ("value", file, scope, text)
    known: Typed | None = world.memo.get(key)
    if known is None:
        walk = walk or Walk()
        if not walk.enter(key):
            return NOTHING
        cuts = walk.cuts
        known = _value_of(world, file, scope, text, walk)
        walk.active.discard(key)
        if walk.cuts == cuts:  # A value that was cut short depends on where the walk began, so it is not kept.
            world.memo[key] = known
    return known


def _value_of(world: World, file: int, scope: int, text: str, walk: Walk) -> Typed:
    if text == "{}":
        return NOTHING  # The object of a destructuring, or one that is being written down.
    if text[0] in "'[{0":
        return Typed(OUTSIDE)  # A literal.
    steps = split_chain(text)
    if steps is None:
        return NOTHING
    names = names_of(world.facts(file))
    head, rest = steps[0], steps[1:]
    if (head == "super" and not names.rust) or (head == "base" and names.language == "csharp"):
        owner = names.enclosing_class(scope)
        typed = Typed((Value(ValueKind.SUPER, file, owner),)) if owner >= 0 else NOTHING
        if rest[:1] == ("()",):
            rest = rest[1:]
    else:
        typed = _head_value(world, names, file, scope, head, walk, _meant(names, rest))
        if names.packaged and not _inside(typed):
            typed, rest = _path_value(world, file, scope, head, rest, typed, walk)
    for at, step in enumerate(rest):
        if not typed.values:
            return NOTHING
        if names.rust and _is_lent(world, typed, rest[max(at - 1, 0) : at + 1] if step == "()" else (step,)):
            continue  # `x.as_ref()`, `x.unwrap()`, `x.iter()`: what is lent or held is read as the value itself.
        typed = _step(world, typed, step, walk, _meant(names, rest[at + 1 :]))
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


def _head_value(world: World, names: FileNames, file: int, scope: int, head: str, walk: Walk, want: int = lookup_packages.ANY) -> Typed:
    if names.c_family and head == "this":
        cls = lookup_c.class_around(world, file, scope)
        return Typed((Value(ValueKind.INSTANCE, *cls),)) if cls is not None else NOTHING
    if names.rust and head == "self":
        owner_type = lookup_rust.owner_around(world, file, scope)
        if owner_type is not None:
            return Typed((Value(ValueKind.INSTANCE, *owner_type),))
    elif head == "this" and not names.python:
        owner = names.receiver_owner(scope)
        return Typed((Value(ValueKind.INSTANCE, file, group_of(names, owner)[0]),)) if owner >= 0 else NOTHING
    result = resolve_bare(world, file, scope, head, want=want)
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
    if kind in CALLABLES:
        flags = int(names.facts.symbol_flags[row])
        if flags & SymbolFlag.PROPERTY:
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
        typed = written_value(world, target.file, scope, written, walk)
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
        typed = type_value(world, file, scope, written[1:], walk, owner)
        if typed.values or names.binding_kind[row] != BindingKind.PARAMETER:
            return typed
    if names.binding_kind[row] == BindingKind.PARAMETER:
        receiver = _receiver(names, row, scope)
        if receiver is not None:
            return Typed((receiver._replace(file=file),))
        return NOTHING  # A default value is one of the values only.
    return written_value(world, file, scope, written, walk)


def written_value(world: World, file: int, scope: int, written: str, walk: Walk) -> Typed:
    """The value of "=expression", or of an element of "@expression"."""
    if written.startswith("="):
        return value_of(world, file, scope, written[1:], walk)
    if written.startswith("@"):
        held = _held_by_variant(world, file, scope, written[1:], walk)
        if held.values:
            return held
        typed = value_of(world, file, scope, written[1:], walk)
        return _step(world, typed, "[]", walk) if typed.values else NOTHING
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


def _receiver(names: FileNames, row: int, scope: int) -> Value | None:
    """The instance (or class) that a method's first parameter stands for in Python."""
    function = names.scope_symbol[scope]
    if not names.python or function < 0:
        return None
    parent = names.symbol_parent[function]
    if parent < 0 or not names.is_type(parent) or int(names.facts.symbol_flags[function]) & SymbolFlag.STATIC:
        return None
    name = names.strings[int(names.facts.binding_name[row])]
    if names.first_parameters.get(scope) != row:
        return None
    owner = group_of(names, parent)[0]
    kind = ValueKind.CLASS if name in ("cls", "mcs", "klass", "mcls", "metacls") else ValueKind.INSTANCE
    return Value(kind, row=owner)


def type_value(world: World, file: int, scope: int, text: str, walk: Walk, owner: int = -1) -> Typed:
    """Instances of a type as written in a scope. `owner` is the class that `Self` or `this` means, −1 for none."""
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
            for cls in classes_of_target(world, target):
                values[Value(ValueKind.INSTANCE, cls[0], cls[1])] = None
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
                if bounds.startswith(":") and walk.enter(("bounds", target)):
                    where = names_of(world.facts(target.file)).binding_scope[target.row]
                    typed = type_value(world, target.file, where, bounds[1:], walk, owner)
                    values.update(dict.fromkeys(value for value in typed.values if value.kind is ValueKind.INSTANCE))
                    walk.active.discard(("bounds", target))
                found = True
            for cls in classes_of_target(world, target):
                values[Value(ValueKind.INSTANCE, *cls)] = None
                found = True
        if not found and (result.external or not result.targets):
            values[Value(ValueKind.EXTERNAL, file, -1, scope, head.rpartition(".")[2], arguments)] = None
    return Typed(tuple(values), tier)


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
    return Typed(tuple(values), tier)


def _step(world: World, typed: Typed, step: str, walk: Walk, want: int = lookup_packages.ANY) -> Typed:
    values: dict[Value, None] = {}
    tier = typed.tier
    for value in typed.values:
        if step == "()":
            after = _called(world, value, walk)
        elif step == "[]":
            after = _element(world, value, walk)
        elif step == "await":
            after = _awaited(world, value, walk)
        elif step[1:].isdecimal() and value.file >= 0 and names_of(world.facts(value.file)).go:
            after = _part(world, value, int(step[1:]), walk)
        else:
            after = _held(world, value, step[1:]) or _member_value(world, value, member(world, value, step[1:], want), walk)
            if value.kind is ValueKind.EXTERNAL and after.values and after.values[0].head == "$func":
                tier = max(tier, Tier.LIKELY)
        values.update(dict.fromkeys(after.values))
        tier = max(tier, after.tier)
    return Typed(tuple(values), tier)


def _member_value(world: World, value: Value, result: Resolution, walk: Walk) -> Typed:
    if not result.targets:
        return Typed(OUTSIDE) if result.external else NOTHING
    typed = targets_value(world, result, walk)
    if value.kind not in (ValueKind.INSTANCE, ValueKind.CLASS, ValueKind.SUPER):
        return typed
    taken = [one._replace(receiver=(value.file, value.row)) if one.kind is ValueKind.FUNCTION else one for one in typed.values]
    return Typed(tuple(taken), typed.tier)


def _called(world: World, value: Value, walk: Walk) -> Typed:
    if value.kind is ValueKind.CLASS:
        return Typed((value._replace(kind=ValueKind.INSTANCE),))
    if value.kind is ValueKind.FUNCTION:
        return return_value(world, value.file, value.row, walk, value.receiver)
    if value.kind is ValueKind.INSTANCE:
        result = member(world, value, "__call__")
        if result.targets and result.targets[0].kind is TargetKind.SYMBOL:
            return return_value(world, result.targets[0].file, result.targets[0].row, walk)
        made_of = _underlying(world, value, walk)
        return _step(world, made_of, "()", walk) if made_of.values else NOTHING
    if value.kind is ValueKind.EXTERNAL and value.head == "$func":
        return type_value(world, value.file, value.scope, value.arguments[0], walk) if value.arguments else NOTHING
    return Typed(OUTSIDE) if value.kind is ValueKind.EXTERNAL and not value.arguments else NOTHING


def _element(world: World, value: Value, walk: Walk) -> Typed:
    if value.kind is ValueKind.INSTANCE and names_of(world.facts(value.file)).c_family:
        result = member(world, value, "operator[]")
        return return_value(world, result.targets[0].file, result.targets[0].row, walk) if result.targets else Typed((value,))
    if value.kind is ValueKind.INSTANCE and names_of(world.facts(value.file)).language == "csharp":
        return targets_value(world, class_member(world, (value.file, value.row), "this"), walk)
    if value.kind is not ValueKind.EXTERNAL:
        made_of = _underlying(world, value, walk)
        return _step(world, made_of, "[]", walk) if made_of.values else NOTHING
    if not value.arguments:
        return Typed(OUTSIDE) if not value.head else NOTHING
    text = value.arguments[-1] if value.head in _ELEMENT_LAST else value.arguments[0]
    return type_value(world, value.file, value.scope, text, walk)


def _held(world: World, value: Value, name: str) -> Typed | None:
    """What members of a library's containers give that hand out what they hold: `list.get(0)`, `list.First()`, `task.Result`."""
    if value.kind is not ValueKind.EXTERNAL or not value.arguments or not names_of(world.facts(value.file)).packaged:
        return None
    if name in GIVE_BACK:
        return Typed((value._replace(head="$func", arguments=(f"$array<{value.arguments[-1]}>",)),))
    if name not in GIVE_ELEMENT and name not in GIVE_KEY:
        return None
    held = value.arguments[0 if name in GIVE_KEY else -1]
    return Typed((value._replace(head="$func", arguments=(held,)),))


def _part(world: World, value: Value, which: int, walk: Walk) -> Typed:
    """One of several results (Go). A value that is no such list is the first of them: `v, ok := m[k]`."""
    if value.kind is ValueKind.EXTERNAL and value.head == "$tuple":
        return type_value(world, value.file, value.scope, value.arguments[which], walk) if which < len(value.arguments) else NOTHING
    return Typed((value,)) if which == 0 or value.kind is ValueKind.EXTERNAL else NOTHING


def _underlying(world: World, value: Value, walk: Walk) -> Typed:
    """What a named type of Go is made of: `type Routes []*Route`."""
    names = names_of(world.facts(value.file))
    if value.kind is not ValueKind.INSTANCE or not names.go or names.symbol_kind[value.row] != SymbolKind.TYPE:
        return NOTHING
    return type_value(world, value.file, names.scope_of_symbol(value.row), names.symbol_type(value.row), walk)


def _awaited(world: World, value: Value, walk: Walk) -> Typed:
    if value.kind is ValueKind.EXTERNAL and value.head in _TRANSPARENT and value.arguments:
        return type_value(world, value.file, value.scope, value.arguments[-1], walk)
    return Typed((value,))


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
        kind = TargetKind.PACKAGE if value.head == _PACKAGE else TargetKind.FOLDER if value.file < 0 else TargetKind.MODULE
        return member_of_module(world, Target(value.file, kind, value.row), name)
    if value.kind is ValueKind.FUNCTION:
        names = names_of(world.facts(value.file))
        own = names.children.get(value.row, {}).get(name, ())
        attached = [row for row in own if names.symbol_kind[row] not in CALLABLES]
        return Resolution(tuple(Target(value.file, TargetKind.SYMBOL, row) for row in attached), external=not attached)
    cls: ClassRow = (value.file, value.row)
    return class_member(world, cls, name, bases_only=value.kind is ValueKind.SUPER, want=want)


def members(world: World, values: Iterable[Value], name: str, want: int = lookup_packages.ANY) -> Resolution:
    """The union of `.name` on several values."""
    return union([member(world, value, name, want) for value in values]) if values else UNKNOWN
