"""What type parameters are, by the values that are given where a type names them."""

from __future__ import annotations

from maguyva.resolve.ecmascript import calls, members, types, values
from maguyva.resolve.ecmascript.form_text import FormKind
from maguyva.resolve.ecmascript.shapes import Env, Shape, ShapeKind, Shapes, Thunk, Typed, Variable, Walk, env_of, fixed
from maguyva.resolve.ecmascript.tables import tables_of
from maguyva.resolve.ecmascript.type_text import TypeKind, TypeNode, read_type
from maguyva.resolve.names import names_of
from maguyva.resolve.world import World

_DEEPEST = 8


def solved(
    world: World, signature: calls.Signature, arguments: calls.Arguments, walk: Walk, expected: Shapes = (), skipped: int = -1
) -> Env:
    """What the type parameters of a signature are in a call. `skipped` is an argument that says nothing, since it depends on them."""
    if not signature.generics:
        return signature.env
    known: dict[Variable, Thunk] = {}
    for (variable, _, _), thunk in zip(signature.generics, arguments.types, strict=False):
        known[variable] = thunk
    if not known:
        wanted = frozenset(variable for variable, _, _ in signature.generics)
        if expected and signature.returned is not None:
            infer(world, signature.returned, expected, wanted, known, walk)
        for at, form in enumerate(arguments.forms[:6]):
            type_ = calls.parameter(signature, at)
            if at == skipped or type_ is None or form.kind in (FormKind.UNKNOWN, FormKind.MORE, FormKind.LITERAL):
                continue
            if wanted.issubset(known):
                break
            if not mentions(type_, wanted):
                continue
            if form.kind == FormKind.FUNCTION:
                shapes: Shapes = (Shape(ShapeKind.LAMBDA, arguments.file, form.row),)
            else:
                shapes = values.value(world, arguments.file, arguments.scope, form, walk).shapes
            infer(world, type_, shapes, wanted, known, walk)
    env = env_of(world, known.items(), signature.env)
    for variable, constraint, default in signature.generics:
        if variable not in env.known:
            fallback = default if default is not None else constraint if isinstance(variable, str) else None
            if fallback is not None:
                env = env_of(world, [(variable, fallback._replace(env=env))], env)
    return env


def mentions(type_: Thunk, wanted: frozenset[Variable], depth: int = 0) -> bool:
    """Whether a written type may name one of some type parameters: names are compared, so that the type need not be read in its scope."""
    node = type_.node
    return isinstance(node, TypeNode) and (any(not isinstance(one, str) for one in wanted) or _names(node, wanted, depth))


def _names(node: TypeNode, wanted: frozenset[Variable], depth: int) -> bool:
    if depth > _DEEPEST or (node.kind in (TypeKind.NAME, TypeKind.INFER) and node.name in wanted):
        return True
    parts = (*node.parts, *(one.type for one in node.parameters if one.type is not None))
    return any(_names(part, wanted, depth + 1) for part in parts)


def infer(
    world: World,
    type_: Thunk,
    shapes: Shapes,
    wanted: frozenset[Variable] | None,
    known: dict[Variable, Thunk],
    walk: Walk,
    depth: int = 0,
) -> None:
    """Note in `known` what the `wanted` type parameters in a written type are, if values of the type may be `shapes`. `wanted` None: those
    that the type introduces by `infer`."""
    node = type_.node
    if not shapes or depth > _DEEPEST or not isinstance(node, TypeNode):
        return
    variable = _variable_in(world, type_, wanted)
    if variable is not None:
        if variable not in known:
            known[variable] = fixed(world, shapes)
        return
    if node.kind == TypeKind.NAME and not node.parts:
        bound = types.bound_to(world, type_, node)
        if bound is not None:
            infer(world, bound, shapes, wanted, known, walk, depth + 1)
        return
    if node.kind in (TypeKind.UNION, TypeKind.INTERSECTION):
        # What a named part takes is not left for a bare parameter beside it: `T | Promise<T>`.
        for part in sorted(node.parts, key=lambda one: one.kind == TypeKind.NAME and not one.parts):
            infer(world, type_._replace(node=part), shapes, wanted, known, walk, depth + 1)
    elif node.kind == TypeKind.ARRAY:
        inner = values.element(world, Typed(shapes), "", walk)
        infer(world, type_._replace(node=node.parts[0]), inner.shapes, wanted, known, walk, depth + 1)
    elif node.kind == TypeKind.TUPLE:
        for at, part in enumerate(node.parts[:4]):
            inner = values.element(world, Typed(shapes), str(at), walk)
            infer(world, type_._replace(node=part), inner.shapes, wanted, known, walk, depth + 1)
    elif node.kind == TypeKind.NAME and node.parts:
        _infer_named(world, type_, node, shapes, wanted, known, walk, depth)
    elif node.kind == TypeKind.FUNCTION:
        _infer_function(world, type_, node, shapes, wanted, known, walk, depth)
    elif node.kind == TypeKind.OBJECT:
        _infer_object(world, type_, node, shapes, wanted, known, walk, depth)
    elif node.kind == TypeKind.MAPPED and node.parts[0].kind == TypeKind.KEYOF and node.parts[0].parts:
        infer(world, type_._replace(node=node.parts[0].parts[0]), shapes, wanted, known, walk, depth + 1)


def _variable_in(world: World, type_: Thunk, wanted: frozenset[Variable] | None) -> Variable | None:
    node = type_.node
    if not isinstance(node, TypeNode):
        return None
    if node.kind == TypeKind.INFER:
        return node.name if wanted is None else None
    if node.kind != TypeKind.NAME or node.parts or wanted is None or "." in node.name:
        return None
    if node.name in wanted:
        return node.name
    if type_.file < 0:
        return None
    names = names_of(world.facts(type_.file))
    _, rows = names.lookup(type_.scope, node.name)
    return next(((type_.file, row) for row in rows if (type_.file, row) in wanted), None)


def _infer_named(
    world: World, type_: Thunk, node: TypeNode, shapes: Shapes, wanted: frozenset[Variable] | None, known: dict[Variable, Thunk], walk: Walk,
    depth: int,
) -> None:  # fmt: skip
    pattern, body = types.head_of(world, type_, node)
    if body is not None:
        infer(world, body, shapes, wanted, known, walk, depth + 1)
    if pattern is None:
        return
    for shape in shapes:
        if pattern.kind == ShapeKind.LIBRARY:
            if pattern.head == "Promise" and shape.head != "Promise":
                infer(world, type_._replace(node=node.parts[0]), (shape,), wanted, known, walk, depth + 1)
            elif pattern.head in ("Array", "Iterable", "Set") or (pattern.head == "Record" and shape.head != "Record"):
                inner = values.element(world, Typed((shape,)), "", walk)
                infer(world, type_._replace(node=node.parts[-1]), inner.shapes, wanted, known, walk, depth + 1)
            elif shape.head == pattern.head:
                for part, given in zip(node.parts, shape.parts, strict=False):
                    infer(world, type_._replace(node=part), types.evaluate(world, given, walk).shapes, wanted, known, walk, depth + 1)
            continue
        if shape.kind != ShapeKind.INSTANCE:
            continue
        for one in members.lineage(world, shape, walk):
            if one.kind == ShapeKind.INSTANCE and (one.file, one.row) == (pattern.file, pattern.row):
                tables = tables_of(world.facts(one.file))
                scope = tables.generic_scopes.get(one.row, -1)
                for part, binding in zip(node.parts, tables.generics.get(scope, ()), strict=False):
                    given_type = one.env.known.get((one.file, binding))
                    if given_type is not None:
                        inner = types.evaluate(world, given_type, walk)
                        infer(world, type_._replace(node=part), inner.shapes, wanted, known, walk, depth + 1)
                break


def _infer_function(
    world: World, type_: Thunk, node: TypeNode, shapes: Shapes, wanted: frozenset[Variable] | None, known: dict[Variable, Thunk], walk: Walk,
    depth: int,
) -> None:  # fmt: skip
    for shape in shapes:
        for signature in calls.signatures(world, shape, walk, node.name == "new")[:2]:
            for at, one in enumerate(node.parameters):
                given = calls.parameter(signature, at)
                if one.type is not None and given is not None:
                    inner = types.evaluate(world, given, walk)
                    infer(world, type_._replace(node=one.type), inner.shapes, wanted, known, walk, depth + 1)
            result = calls.result_of(world, shape, signature, calls.NONE, walk)
            infer(world, type_._replace(node=node.parts[0]), result.shapes, wanted, known, walk, depth + 1)


def _infer_object(
    world: World, type_: Thunk, node: TypeNode, shapes: Shapes, wanted: frozenset[Variable] | None, known: dict[Variable, Thunk], walk: Walk,
    depth: int,
) -> None:  # fmt: skip
    if type_.file < 0:
        return
    tables = tables_of(world.facts(type_.file))
    for name, rows in list(tables.keys.get(node.row, {}).items())[:8]:
        text = tables.key_type(rows[0])
        if text.startswith(":"):
            inner = members.member_types(world, shapes, name, walk)
            infer(world, Thunk(type_.file, node.row, read_type(text[1:]), type_.env), inner.shapes, wanted, known, walk, depth + 1)
