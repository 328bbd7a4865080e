"""`this`, `super`, imported names, and what conditions tell of a value in the code that they guard."""

from __future__ import annotations

from maguyva.model import ScopeKind, SymbolKind
from maguyva.resolve.ecmascript import calls, contexts, members, types, values
from maguyva.resolve.ecmascript.form_text import FormKind, read_form
from maguyva.resolve.ecmascript.shapes import NOTHING, Shape, ShapeKind, Typed, Walk, union
from maguyva.resolve.ecmascript.tables import tables_of
from maguyva.resolve.ecmascript.type_text import TypeKind, TypeNode
from maguyva.resolve.modules import follow_import
from maguyva.resolve.names import FileNames
from maguyva.resolve.world import Resolution, World

_MEMBERS = frozenset(map(int, (SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY, SymbolKind.FIELD)))
_FARTHEST = 200


def function_around(names: FileNames, scope: int) -> int:
    """The scope of the innermost function around a scope, −1 when there is none."""
    while scope >= 0 and names.scope_kind[scope] != ScopeKind.FUNCTION:
        scope = names.scope_parent[scope]
    return scope


def this_value(world: World, names: FileNames, file: int, scope: int, walk: Walk) -> Typed:
    """What `this` is in a scope: an instance of the class, or the object whose method is around it."""
    function = tables_of(names.facts).this_function(scope)
    return _this_of_function(world, names, file, function, walk) if function >= 0 else NOTHING


def _this_of_function(world: World, names: FileNames, file: int, scope: int, walk: Walk) -> Typed:
    tables = tables_of(names.facts)
    parent = names.scope_parent[scope]
    if scope in tables.receivers:
        return types.written(world, file, scope, tables.receivers[scope], walk)
    symbol = names.scope_symbol[scope]
    own = symbol >= 0 and names.function_scopes.get(symbol) == scope
    member = own and names.symbol_parent[symbol] >= 0 and names.is_type(names.symbol_parent[symbol])
    if scope in tables.made and not member and not (own and _is_on_prototype(names, symbol)):
        # A function that sets a member of `this` makes what has it, wherever the function itself hangs: TypeScript's server says so.
        if own and names.children.get(symbol) and not names.container(symbol):
            return Typed((Shape(ShapeKind.CLASS, file, symbol),))
        return Typed((Shape(ShapeKind.OBJECT, file, scope),))
    if names.scope_kind[parent] == ScopeKind.OBJECT and scope in tables.key_of:
        typed = contexts.literal_type(world, file, parent, walk)
        return Typed((*typed.shapes, Shape(ShapeKind.OBJECT, file, parent)), typed.tier)
    context = tables.contexts.get(scope, "")
    node = read_form(context[1:]) if context.startswith("=") else None
    if node is not None and node.kind in (FormKind.MEMBER, FormKind.INDEX):  # `a[b] = function …`
        return values.value(world, file, parent, node.parts[0], walk)
    if own:
        found = _owner_value(world, names, file, scope, symbol, walk)
        if found is not None:
            return found
    parts = [
        types.evaluate(world, signature.receiver._replace(env=contexts.generic_env(world, signature)), walk)
        for shape in contexts.literal_type(world, file, scope, walk).shapes
        for signature in calls.signatures(world, shape, walk)[:2]
        if signature.receiver is not None
    ]
    return union(parts)


def _is_on_prototype(names: FileNames, symbol: int) -> bool:
    return names.container(symbol).endswith(".prototype")


def _owner_value(world: World, names: FileNames, file: int, scope: int, symbol: int, walk: Walk) -> Typed | None:
    """What `this` is in a function that is a member of something, or that makes its own members; None for any other function."""
    parent = names.symbol_parent[symbol]
    container = names.container(symbol)
    if container and container not in ("exports", "module.exports"):
        head, dot, last = container.rpartition(".")
        if last == "prototype" and dot:
            typed = values.of_text(world, file, names.scope_parent[scope], head, walk)
            made = calls.constructed(world, typed, (), walk)
            return made if made.shapes else None
        return values.of_text(world, file, names.scope_parent[scope], container, walk)
    if parent >= 0 and names.is_type(parent) and names.symbol_kind[symbol] in _MEMBERS:
        if values.is_static(names, symbol):
            return Typed((Shape(ShapeKind.CLASS, file, types.declarations(names, parent)[0]),))
        return Typed((members.instance(world, file, parent, ()),))
    if names.children.get(symbol):  # Before classes, a type was a function that set the members of `this`.
        return Typed((Shape(ShapeKind.CLASS, file, symbol),))
    return None


def super_value(world: World, names: FileNames, file: int, scope: int, walk: Walk) -> Typed:
    """What `super` is: the members of the bases alone."""
    owner = names.enclosing_class(scope)
    if owner < 0:
        return NOTHING
    return Typed(members.bases(world, members.instance(world, file, owner, ()), walk))


def imported(world: World, names: FileNames, file: int, row: int) -> Resolution:
    """What an imported name stands for."""
    local = names.strings[int(names.facts.binding_name[row])]
    return follow_import(world, file, names.binding_import[row], local)


# ---- narrowing ----


def narrowed(world: World, names: FileNames, file: int, scope: int, form: str, typed: Typed, walk: Walk) -> Typed:
    """What conditions around a scope leave of what an expression may be."""
    by_scope = tables_of(names.facts).narrowed.get(form)
    if not by_scope:
        return typed
    steps = 0
    while scope >= 0 and steps < _FARTHEST:
        told = by_scope.get(scope)
        if told is not None:
            typed = _kept(world, file, names.scope_parent[scope], told, typed, walk)
        scope = names.scope_parent[scope]
        steps += 1
    return typed


def _kept(world: World, file: int, scope: int, told: list[str], typed: Typed, walk: Walk) -> Typed:
    """What a condition, or one of several, leaves."""
    if told[0].startswith("?"):
        key, _, _ = told[0][1:].partition("=")
        wanted = {text[1:].partition("=")[2] for text in told}
        kept = tuple(shape for shape in typed.shapes if may_hold(world, shape, key, wanted, walk))
        return Typed(kept, typed.tier) if kept else typed
    if told[0].startswith(":"):
        guarded = calls.constructed(world, values.of_text(world, file, scope, told[0][1:], walk), (), walk)
    else:
        guarded = _guarded(world, file, scope, told[0][1:], walk)
    named = [shape for shape in guarded.shapes if shape.kind != ShapeKind.LIBRARY or shape.head]
    if not named:
        return typed
    kept = tuple(shape for shape in typed.shapes if any(_is_kind_of(world, shape, one, walk) for one in named))
    return Typed(kept, typed.tier) if kept else Typed(tuple(named), max(typed.tier, guarded.tier))


def may_hold(world: World, shape: Shape, key: str, wanted: set[str], walk: Walk) -> bool:
    """Whether a value's member may be one of some strings, as far as its type tells."""
    found = members.find(world, shape, key, walk)
    if found is None:
        return True
    held = members.member_types(world, (shape,), key, walk).shapes
    literals = {one.head for one in held if one.kind == ShapeKind.LITERAL}
    return not literals or len(literals) < len(held) or not literals.isdisjoint(wanted)


def _guarded(world: World, file: int, scope: int, form: str, walk: Walk) -> Typed:
    """What a function whose result is `x is T` tells of its argument."""
    for shape in values.of_text(world, file, scope, form, walk).shapes:
        for signature in calls.signatures(world, shape, walk):
            node = signature.returned.node if signature.returned is not None else None
            if signature.returned is not None and isinstance(node, TypeNode) and node.kind == TypeKind.PREDICATE and node.parts:
                return types.evaluate(world, signature.returned._replace(node=node.parts[0]), walk)
    return NOTHING


def _is_kind_of(world: World, shape: Shape, wanted: Shape, walk: Walk) -> bool:
    if shape.kind != ShapeKind.INSTANCE:
        return shape.kind == wanted.kind and shape.head == wanted.head and shape.row == wanted.row
    return any(one.kind == wanted.kind and (one.file, one.row) == (wanted.file, wanted.row) for one in members.lineage(world, shape, walk))
