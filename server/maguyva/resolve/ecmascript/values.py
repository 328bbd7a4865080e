"""What an expression may be: names by what they are bound to, members, calls; and what the text around it tells further."""

from __future__ import annotations

from collections.abc import Sequence

from maguyva.model import BindingKind, SymbolFlag, SymbolKind
from maguyva.resolve.builtin_names import GLOBALS
from maguyva.resolve.ecmascript import calls, contexts, library, members, receivers, types
from maguyva.resolve.ecmascript.form_text import FormKind, FormNode, read_form
from maguyva.resolve.ecmascript.shapes import (
    EMPTY,
    NOTHING,
    OUTSIDE,
    Env,
    Shape,
    ShapeKind,
    Shapes,
    Thunk,
    Typed,
    Walk,
    lifted,
    union,
)
from maguyva.resolve.ecmascript.tables import SHORT, tables_of
from maguyva.resolve.members import group_of, resolve_bare
from maguyva.resolve.modules import binding_targets, whole_module
from maguyva.resolve.names import CALLABLES, FileNames, names_of
from maguyva.resolve.world import Target, TargetKind, Tier, World

_ONLY_TYPES = frozenset(map(int, (SymbolKind.INTERFACE, SymbolKind.TYPE)))
_ABSENT = frozenset({"undefined", "null", "NaN", "Infinity"})
_MOST_VALUES = 8
_ARRAYS = frozenset({"Array", "Iterable"})


def value(world: World, file: int, scope: int, node: FormNode, walk: Walk) -> Typed:
    """What an expression written in a scope may be."""
    if file < 0:
        return NOTHING
    names = names_of(world.facts(file))
    scope = lifted(names, scope)
    key = ("form", file, scope, node)
    known: Typed | None = world.memo.get(key)
    if known is None:
        if not walk.enter(key):
            return NOTHING
        known = _value(world, names, file, scope, node, walk)
        if walk.leave(key):
            world.memo[key] = known
    return known


def of_text(world: World, file: int, scope: int, form: str, walk: Walk) -> Typed:
    """What an expression, given by its form, may be."""
    return value(world, file, scope, read_form(form), walk)


def _value(world: World, names: FileNames, file: int, scope: int, node: FormNode, walk: Walk) -> Typed:
    kind = node.kind
    if kind == FormKind.NAME:
        typed = _named(world, names, file, scope, node.text, walk)
        return receivers.narrowed(world, names, file, scope, node.form, typed, walk)
    if kind == FormKind.MEMBER and node.form == "module.exports":
        return union((Typed((Shape(ShapeKind.MODULE, file),)), *members.exported(world, file, walk)))
    if kind == FormKind.MEMBER:
        base = value(world, file, scope, node.parts[0], walk)
        if not base.shapes:
            return NOTHING
        typed = members.member_types(world, base.shapes, node.text, walk)
        typed = Typed(typed.shapes, max(typed.tier, base.tier))
        return receivers.narrowed(world, names, file, scope, node.form, typed, walk)
    if kind in (FormKind.CALL, FormKind.NEW):
        return called(world, names, file, scope, node, walk)
    if kind == FormKind.INDEX:
        return element(world, value(world, file, scope, node.parts[0], walk), node.text, walk)
    if kind == FormKind.EITHER:
        return union(value(world, file, scope, part, walk) for part in node.parts)
    if kind == FormKind.FUNCTION:
        return Typed((Shape(ShapeKind.LAMBDA, file, node.row),))
    if kind == FormKind.OBJECT:
        return Typed((Shape(ShapeKind.OBJECT, file, node.row),))
    if kind == FormKind.ARRAY:
        parts = tuple(Thunk(file, scope, part, EMPTY) for part in node.parts)
        return Typed((Shape(ShapeKind.TUPLE, parts=parts) if parts else Shape(ShapeKind.LIBRARY, head="Array"),))
    if kind == FormKind.STRING:
        return Typed((Shape(ShapeKind.LITERAL, head=node.text),))
    if kind == FormKind.LITERAL:
        return Typed((Shape(ShapeKind.LIBRARY, head="Number"),))
    if kind == FormKind.CAST:
        return types.evaluate(world, Thunk(file, scope, node.types[0], EMPTY), walk) if node.types else NOTHING
    if kind == FormKind.PARAMETER:
        if node.types:
            return types.evaluate(world, Thunk(file, scope, node.types[0], EMPTY), walk)
        function = receivers.function_around(names, scope)
        return contexts.parameter_type(world, file, function, node.row, walk) if function >= 0 else NOTHING
    return NOTHING


def called(world: World, names: FileNames, file: int, scope: int, node: FormNode, walk: Walk, expected: Shapes = ()) -> Typed:
    """What a call gives; `expected` is what its context says that it should be."""
    callee = node.parts[0]
    if callee.kind == FormKind.NAME and callee.text in ("require", "import") and len(node.parts) > 1:
        return imported_module(world, file, node.parts[1].text, walk) if node.parts[1].kind == FormKind.STRING else NOTHING
    typed = value(world, file, scope, callee, walk)
    if not typed.shapes:
        return NOTHING
    given = tuple(Thunk(file, scope, one, EMPTY) for one in node.types)
    arguments = calls.Arguments(file, scope, node.parts[1:], given)
    if node.kind == FormKind.NEW:
        return calls.constructed(world, typed, given, walk, arguments, expected)
    return calls.call(world, typed, arguments, walk, expected)


def imported_module(world: World, file: int, module: str, walk: Walk) -> Typed:
    """What `require("./m")` and `await import("./m")` give."""
    result = whole_module(world, file, module)
    return targets_value(world, result.targets, EMPTY, walk) if result.targets else Typed(OUTSIDE) if result.external else NOTHING


def _named(world: World, names: FileNames, file: int, scope: int, name: str, walk: Walk) -> Typed:
    if name == "this":
        return receivers.this_value(world, names, file, scope, walk)
    if name == "super":
        return receivers.super_value(world, names, file, scope, walk)
    if name in _ABSENT:
        return NOTHING
    seat, rows = names.lookup(scope, name)
    key = ("bound", file, seat, name)
    known: Typed | None = world.memo.get(key)
    if known is None:
        cuts = walk.cuts
        known = _bound(world, names, file, seat, rows, name, walk)
        if walk.cuts == cuts:
            world.memo[key] = known
    return known


def _bound(world: World, names: FileNames, file: int, scope: int, rows: Sequence[int], name: str, walk: Walk) -> Typed:
    """What the name that `rows` bind in a scope may be; a name of the file or of the language where nothing binds it."""
    result = binding_targets(world, file, rows) if rows else resolve_bare(world, file, 0, name)
    if result.targets:
        typed = targets_value(world, result.targets, EMPTY, walk)
        return Typed(typed.shapes, max(typed.tier, result.tier))
    if result.external:
        return Typed(OUTSIDE)
    if name == "exports":
        return Typed((Shape(ShapeKind.MODULE, file),))
    if name == "module":
        return NOTHING
    return library.global_value(name) if name in GLOBALS else NOTHING


# ---- what names stand for ----


def targets_value(world: World, targets: Sequence[Target], env: Env, walk: Walk) -> Typed:
    """What a value bound to a name may be. Declared types win over assigned values, and values over the types of the same name."""
    if len(targets) == 1:
        return NOTHING if is_only_type(world, targets[0]) else target_value(world, targets[0], env, walk)
    found = [target for target in targets if not is_only_type(world, target)]
    declared = [target for target in found if _is_declared(world, target)]
    kept = _distinct(world, declared or found)
    parts = [target_value(world, target, env, walk) for target in kept]
    typed = union(parts)
    assigned = [part for target, part in zip(kept, parts, strict=True) if part.shapes and not _is_function(world, target)]
    if not declared and len(assigned) > 1:
        return Typed(typed.shapes, max(typed.tier, Tier.LIKELY))
    return typed


def _is_function(world: World, target: Target) -> bool:
    """Whether a target is a function or a namespace: both may be parts of one thing."""
    if target.kind is not TargetKind.SYMBOL:
        return target.kind is TargetKind.MODULE
    kind = names_of(world.facts(target.file)).symbol_kind[target.row]
    return kind in CALLABLES or kind in (SymbolKind.NAMESPACE, SymbolKind.MODULE)


def _distinct(world: World, targets: list[Target]) -> list[Target]:
    """One target of each group of overloads, or of declarations that are merged."""
    kept: dict[Target, None] = {}
    for target in targets:
        if target.kind is TargetKind.SYMBOL:
            names = names_of(world.facts(target.file))
            if names.symbol_kind[target.row] in CALLABLES:
                rows = [row for row in group_of(names, target.row) if names.symbol_kind[row] in CALLABLES]
                target = target._replace(row=rows[0])
        kept.setdefault(target)
    return list(kept)


def is_only_type(world: World, target: Target) -> bool:
    """Whether a target is a type that is no value: an interface, an alias, a type parameter."""
    names = names_of(world.facts(target.file)) if target.file >= 0 else None
    if names is None:
        return False
    if target.kind is TargetKind.SYMBOL:
        return names.symbol_kind[target.row] in _ONLY_TYPES
    return target.kind is TargetKind.BINDING and names.binding_type(target.row).startswith("<")


def _is_declared(world: World, target: Target) -> bool:
    if target.file < 0:
        return False
    names = names_of(world.facts(target.file))
    if target.kind is TargetKind.BINDING:
        return names.binding_type(target.row).startswith(":")
    if target.kind is TargetKind.KEY:
        return tables_of(names.facts).key_type(target.row).startswith(":")
    if target.kind is TargetKind.SYMBOL:
        text = names.symbol_type(target.row)
        return bool(text) and not text.startswith("=") and names.symbol_kind[target.row] not in CALLABLES
    return False


def target_value(world: World, target: Target, env: Env, walk: Walk) -> Typed:
    """What a value bound to one definition, binding, key or module may be."""
    if target.kind in (TargetKind.MODULE, TargetKind.FOLDER):
        return _module_value(world, target, walk)
    names = names_of(world.facts(target.file))
    if target.kind is TargetKind.BINDING:
        return _binding_value(world, names, target.file, target.row, env, walk)
    if target.kind is TargetKind.KEY:
        return _key_value(world, names, target, env, walk)
    if target.kind is not TargetKind.SYMBOL:
        return NOTHING
    row, file = target.row, target.file
    kind = names.symbol_kind[row]
    if names.is_type(row):
        return Typed((Shape(ShapeKind.CLASS, file, types.declarations(names, row)[0]),))
    if kind in CALLABLES:
        return Typed((Shape(ShapeKind.FUNCTION, file, row, env),))
    if kind == SymbolKind.ENUM_MEMBER:
        parent = names.symbol_parent[row]
        return Typed((members.instance(world, file, parent, ()),)) if parent >= 0 else NOTHING
    if kind in (SymbolKind.NAMESPACE, SymbolKind.MODULE):
        return Typed((Shape(ShapeKind.CLASS, file, row),))
    return _variable_value(world, names, file, row, env, walk)


def _variable_value(world: World, names: FileNames, file: int, row: int, env: Env, walk: Walk) -> Typed:
    text = names.symbol_type(row)
    scope = names.scope_of_symbol(row)
    typed = NOTHING
    if names.symbol_kind[row] == SymbolKind.PROPERTY:  # An accessor: its type, else what it returns.
        typed = calls.returned(world, Typed((Shape(ShapeKind.FUNCTION, file, row, env),)), walk) if not text else typed
        scope = names.function_scopes.get(row, scope)
    if text and not text.startswith("="):
        typed = types.written(world, file, scope, text, walk, env)
    elif names.is_assigned(row):
        typed = _assigned_value(world, names, file, row, walk)
    elif text:
        typed = declared_value(world, names, file, scope, row, text[1:], walk)
    if names.children.get(row):  # Properties were set on it.
        return Typed((Shape(ShapeKind.CLASS, file, row), *typed.shapes), typed.tier)
    return typed


def _assigned_value(world: World, names: FileNames, file: int, row: int, walk: Walk) -> Typed:
    """What a member is that the functions of its owner set on `this`."""
    owner = names.symbol_parent[row]
    parts = [
        value(world, file, scope, read_form(form), walk)
        for scope, form in tables_of(names.facts).assigned.get(names.symbol_names[row], ())[:_MOST_VALUES]
        if names.receiver_owner(scope) == owner or names.class_around(names.scope_symbol[scope]) == owner
    ]
    typed = union(parts)
    return Typed(typed.shapes, max(typed.tier, Tier.LIKELY)) if len(typed.shapes) > 1 else typed


def declared_value(world: World, names: FileNames, file: int, scope: int, symbol: int, form: str, walk: Walk) -> Typed:
    """The value that a name is set to where it is declared."""
    node = read_form(form)
    if node.kind in (FormKind.CALL, FormKind.NEW):
        callee = node.parts[0]
        if callee.kind == FormKind.MEMBER and callee.text == "bind":  # `f.bind(this)` is `f`.
            return value(world, file, scope, callee.parts[0], walk)
    return value(world, file, scope, node, walk)


def _module_value(world: World, target: Target, walk: Walk) -> Typed:
    module = Shape(ShapeKind.MODULE, target.file, target.row)
    if target.file < 0:
        return Typed((module,))
    whole = [typed for typed in members.exported(world, target.file, walk) if typed.shapes]
    return union((Typed((module,)), *whole))


def _binding_value(world: World, names: FileNames, file: int, row: int, env: Env, walk: Walk) -> Typed:
    if names.binding_import[row] >= 0:
        result = receivers.imported(world, names, file, row)
        if result.targets:
            typed = targets_value(world, result.targets, EMPTY, walk)
            return Typed(typed.shapes, max(typed.tier, result.tier))
        return Typed(OUTSIDE) if result.external else NOTHING
    text = names.binding_type(row)
    scope = names.binding_scope[row]
    if text.startswith(":"):
        text = text.removeprefix(":...") if text.startswith(":...") else text[1:]
        return types.written(world, file, scope, text, walk, env)
    if names.binding_kind[row] == BindingKind.PARAMETER and not text.startswith("=#"):
        place = tables_of(names.facts).place_of.get(row)
        typed = contexts.parameter_type(world, file, *place, walk) if place is not None else NOTHING
        if typed.shapes or not text.startswith("="):
            return typed
    if text.startswith("="):
        return value(world, file, scope, read_form(text[1:]), walk)
    if text.startswith("@"):
        return element(world, value(world, file, scope, read_form(text[1:]), walk), "", walk)
    return NOTHING


def _key_value(world: World, names: FileNames, target: Target, env: Env, walk: Walk) -> Typed:
    tables = tables_of(names.facts)
    text = tables.key_type(target.row)
    scope = tables.key_scope(target.row)
    if text.startswith(":"):
        return types.written(world, target.file, scope, text[1:], walk, env)
    if text == SHORT[2:]:
        name = names.strings[int(names.facts.reference_name[target.row])]
        return _named(world, names, target.file, lifted(names, scope), name, walk)
    return value(world, target.file, scope, read_form(text[1:]), walk) if text.startswith("=") else NOTHING


# ---- elements ----


def element(world: World, typed: Typed, index: str, walk: Walk) -> Typed:
    """What a value holds under an index, "" for any."""
    result = union(_element(world, shape, index, walk) for shape in typed.shapes)
    return Typed(result.shapes, max(result.tier, typed.tier))


def _element(world: World, shape: Shape, index: str, walk: Walk) -> Typed:
    if shape.kind == ShapeKind.TUPLE:
        if index.isdecimal() and int(index) < len(shape.parts):
            return types.evaluate(world, shape.parts[int(index)], walk)
        return union(types.evaluate(world, part, walk) for part in shape.parts[:8])
    if shape.kind == ShapeKind.LIBRARY:
        if shape.head in library.TRANSPARENT and shape.parts:
            return element(world, types.evaluate(world, shape.parts[0], walk), index, walk)
        return library.element(world, shape, walk)
    if shape.kind == ShapeKind.OBJECT:
        text = tables_of(world.facts(shape.file)).indexes.get(shape.row)
        return types.written(world, shape.file, shape.row, text, walk, shape.env) if text else NOTHING
    if shape.kind == ShapeKind.INSTANCE:
        for one in members.lineage(world, shape, walk):
            if one.kind == ShapeKind.LIBRARY:
                return library.element(world, one, walk)
            body = tables_of(world.facts(one.file)).bodies.get(one.row, -1) if one.kind == ShapeKind.INSTANCE else -1
            text = tables_of(world.facts(one.file)).indexes.get(body) if body >= 0 else None
            if text:
                return types.written(world, one.file, body, text, walk, one.env)
    if shape.kind == ShapeKind.MAPPED and shape.node is not None:
        return types.evaluate(world, Thunk(shape.file, shape.row, shape.node.parts[1], shape.env), walk)
    return NOTHING


def is_static(names: FileNames, row: int) -> bool:
    """Whether a member belongs to the class itself."""
    return bool(int(names.facts.symbol_flags[row]) & SymbolFlag.STATIC)
