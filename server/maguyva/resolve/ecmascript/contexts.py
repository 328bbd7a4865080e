"""What is expected where something stands: the types of a callback's parameters, and what an object literal is."""

from __future__ import annotations

from maguyva.resolve.ecmascript import calls, inference, library, members, receivers, types, values
from maguyva.resolve.ecmascript.form_text import FormKind, FormNode, head_of, read_form
from maguyva.resolve.ecmascript.shapes import EMPTY, NOTHING, Env, ShapeKind, Shapes, Thunk, Typed, Walk, lifted, union
from maguyva.resolve.ecmascript.tables import tables_of
from maguyva.resolve.names import FileNames, names_of
from maguyva.resolve.world import Resolution, Target, TargetKind, Tier, World


def literal_type(world: World, file: int, scope: int, walk: Walk) -> Typed:
    """What the object literal, or the function, of a scope is expected to be."""
    key = ("expected", file, scope)
    known: Typed | None = world.memo.get(key)
    if known is None:
        if not walk.enter(key):
            return NOTHING
        known = _literal_type(world, file, scope, walk)
        if walk.leave(key):
            world.memo[key] = known
    return known


def _literal_type(world: World, file: int, scope: int, walk: Walk) -> Typed:
    tables = tables_of(world.facts(file))
    names = tables.names
    row = tables.key_of.get(scope, -1)
    if row >= 0:  # What a key is set to.
        name = names.strings[int(names.facts.reference_name[row])]
        around = discriminated(world, file, tables.key_scope(row), walk)
        return members.member_types(world, around.shapes, name, walk)
    text = tables.contexts.get(scope)
    if text is None:
        return _assigned_type(world, names, file, scope, walk)
    return of_context(world, names, file, names.scope_parent[scope], text, walk)


def _assigned_type(world: World, names: FileNames, file: int, scope: int, walk: Walk) -> Typed:
    """What a function is expected to be that is set to a member of something: `a.b = (x) => …`."""
    symbol = names.scope_symbol[scope]
    if symbol < 0 or names.function_scopes.get(symbol) != scope or not names.container(symbol):
        return NOTHING
    base = values.of_text(world, file, names.scope_parent[scope], names.container(symbol), walk)
    return members.member_types(world, base.shapes, names.symbol_names[symbol], walk)


def of_context(world: World, names: FileNames, file: int, scope: int, text: str, walk: Walk) -> Typed:
    """What is expected in a context (`extract/hints_javascript.py` says how they are written), read in a scope."""
    if text.startswith("[]"):
        return values.element(world, of_context(world, names, file, scope, text[2:], walk), "", walk)
    if text.startswith(":"):
        return types.written(world, file, scope, text[1:], walk)
    if text.startswith("="):
        node = read_form(text[1:])
        return values.value(world, file, scope, node, walk)
    if text.startswith("{"):
        row, _, name = text[1:].partition("}")
        around = literal_type(world, file, int(row), walk) if row.isdecimal() else NOTHING
        return members.member_types(world, around.shapes, name[1:], walk) if name else around
    if text == ">":
        return _expected_return(world, names, file, receivers.function_around(names, lifted(names, scope)), walk)
    place, _, call = text.partition("#")
    call, _, outer = call.partition("\t")
    node = read_form(call)
    if not place.isdecimal() or node.kind not in (FormKind.CALL, FormKind.NEW):
        return NOTHING
    expected = of_context(world, names, file, scope, outer, walk).shapes if outer else ()
    return argument_type(world, file, lifted(names, scope), node, int(place), expected, walk)


def argument_type(world: World, file: int, scope: int, node: FormNode, place: int, expected: Shapes, walk: Walk) -> Typed:
    """What the argument of a call at a place is expected to be."""
    callee = values.value(world, file, scope, node.parts[0], walk)
    arguments = calls.Arguments(file, scope, node.parts[1:], tuple(Thunk(file, scope, one, EMPTY) for one in node.types))
    parts: list[Typed] = []
    for shape in callee.shapes:
        chosen = calls.choose(world, calls.signatures(world, shape, walk, node.kind == FormKind.NEW), arguments, walk)
        type_ = calls.parameter(chosen, place) if chosen is not None else None
        if chosen is not None and type_ is not None:
            env = inference.solved(world, chosen, arguments, walk, expected, place)
            parts.append(types.evaluate(world, type_._replace(env=env), walk))
    result = union(parts)
    return Typed(result.shapes, max(result.tier, callee.tier))


def _expected_return(world: World, names: FileNames, file: int, function: int, walk: Walk) -> Typed:
    """What a function should return: as it is declared, else as the context of the function says."""
    if function < 0:
        return NOTHING
    tables = tables_of(names.facts)
    symbol = names.scope_symbol[function]
    if symbol >= 0 and names.function_scopes.get(symbol) == function:
        text = names.symbol_type(symbol)
        if text and not text.startswith("="):
            return _awaited(world, types.written(world, file, function, text, walk), walk)
    for text in tables.returns.get(function, ()):
        if text.startswith(":"):
            return _awaited(world, types.written(world, file, function, text[1:], walk), walk)
    parts = []
    for shape in literal_type(world, file, function, walk).shapes:
        for signature in calls.signatures(world, shape, walk)[:4]:
            if signature.returned is not None:
                parts.append(types.evaluate(world, signature.returned._replace(env=generic_env(world, signature)), walk))
    return _awaited(world, union(parts), walk)


def generic_env(world: World, signature: calls.Signature) -> Env:
    """What the type parameters of a signature are where no call tells: their constraints and defaults."""
    return inference.solved(world, signature, calls.NONE, Walk(200))


def _awaited(world: World, typed: Typed, walk: Walk) -> Typed:
    """An asynchronous function returns what its promise gives."""
    parts = []
    for shape in typed.shapes:
        if shape.kind == ShapeKind.LIBRARY and shape.head in library.TRANSPARENT and shape.parts:
            parts.append(types.evaluate(world, shape.parts[0], walk))
        else:
            parts.append(Typed((shape,)))
    return Typed(union(parts).shapes, typed.tier)


def parameter_type(world: World, file: int, function: int, place: int, walk: Walk) -> Typed:
    """What the parameter of a function at a place is given, by what the function is expected to be."""
    names = names_of(world.facts(file))
    parts: list[Typed] = []
    expected = literal_type(world, file, function, walk)
    for shape in expected.shapes:
        found = calls.signatures(world, shape, walk)
        for signature in found[:1] if len(found) == 1 else _of_length(names, file, function, found):
            type_ = calls.parameter(signature, place)
            if type_ is not None:
                parts.append(types.evaluate(world, type_._replace(env=generic_env(world, signature)), walk))
    result = union(parts)
    tier = max(result.tier, expected.tier, Tier.LIKELY if len(parts) > 1 else Tier.EXACT)
    return Typed(result.shapes, tier)


def _of_length(names: FileNames, file: int, function: int, found: list[calls.Signature]) -> list[calls.Signature]:
    """The signatures with as many parameters as a function has, else all."""
    count = len(tables_of(names.facts).parameters(function))
    return [one for one in found if len(one.parameters) == count][:2] or found[:2]


# ---- keys ----


def discriminated(world: World, file: int, scope: int, walk: Walk) -> Typed:
    """What an object literal is expected to be; of a union what the literal's own strings leave: `{ kind: "a" }`."""
    typed = literal_type(world, file, scope, walk)
    if len(typed.shapes) < 2:
        return typed
    tables = tables_of(world.facts(file))
    kept = typed.shapes
    for name, rows in list(tables.keys.get(scope, {}).items())[:6]:
        told = _told(world, file, scope, tables.key_type(rows[0]), walk)
        if told:
            left = tuple(shape for shape in kept if receivers.may_hold(world, shape, name, {told}, walk))
            kept = left or kept
    return Typed(kept, typed.tier)


def _told(world: World, file: int, scope: int, text: str, walk: Walk) -> str:
    """The string that a key is set to."""
    if text.startswith("='"):
        return text[2:-1]
    if text.startswith("=") and head_of(text[1:]) and "(" not in text:
        for shape in values.of_text(world, file, scope, text[1:], walk).shapes:
            if shape.kind == ShapeKind.LITERAL:
                return shape.head
    return ""


def key_targets(world: World, file: int, row: int, walk: Walk) -> Resolution:
    """What the key of an object literal means: the property that the literal's type declares, else itself."""
    names = names_of(world.facts(file))
    scope = tables_of(names.facts).key_scope(row)
    name = names.strings[int(names.facts.reference_name[row])]
    typed = discriminated(world, file, scope, walk)
    result = members.of_values(world, typed.shapes, name, walk)
    if result.targets:
        return Resolution(result.targets, max(result.tier, typed.tier))
    foreign = tuple(target for shape in typed.shapes if (target := library.entity(shape, name)) is not None)
    if foreign:
        return Resolution(foreign, typed.tier)
    return Resolution(members.in_scope(world, file, scope, name) or (Target(file, TargetKind.KEY, row),))
