"""What calls give: which signature is meant, what its type parameters are by the arguments and by what is expected of the call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from maguyva.model import SymbolFlag, SymbolKind
from maguyva.resolve.ecmascript import inference, library, members, types, values
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
    Variable,
    Walk,
    env_of,
    fixed,
    union,
)
from maguyva.resolve.ecmascript.tables import tables_of
from maguyva.resolve.ecmascript.type_text import TypeKind, TypeNode, read_generic, read_type
from maguyva.resolve.members import group_of
from maguyva.resolve.names import CALLABLES, names_of
from maguyva.resolve.world import Tier, World

_MOST_SIGNATURES = 30
_MOST_KEYS = 6
_NO_LITERALS = ("String", "Array", "Iterable", "Function", "Promise")  # What a number or a truth value is not.
_OBJECTS = (ShapeKind.INSTANCE, ShapeKind.OBJECT, ShapeKind.MAPPED)


class Signature(NamedTuple):
    """One way to call something. `parameters` are their types, None where none is written; `generics` the type parameters."""

    parameters: tuple[Thunk | None, ...]
    rest: bool  # Whether the last parameter takes all further arguments.
    returned: Thunk | None
    generics: tuple[tuple[Variable, Thunk | None, Thunk | None], ...]  # With constraint and default.
    env: Env
    file: int = -1
    scope: int = -1  # Of the function's body, where returned values are read.
    receiver: Thunk | None = None  # The type that is declared of `this`.


class Arguments(NamedTuple):
    """What a call is given: the forms of its arguments, read in a scope, and the type arguments that are written."""

    file: int
    scope: int
    forms: tuple[FormNode, ...]
    types: tuple[Thunk, ...]


NONE = Arguments(-1, 0, (), ())


# ---- signatures ----


def signatures(world: World, shape: Shape, walk: Walk, construct: bool = False) -> list[Signature]:
    """The ways in which a value can be called, or constructed."""
    return list(_signatures(world, shape, walk, construct))[:_MOST_SIGNATURES]


def _signatures(world: World, shape: Shape, walk: Walk, construct: bool) -> Iterator[Signature]:
    if shape.kind == ShapeKind.SIGNATURE and shape.node is not None:
        if (shape.head == "new") == construct:
            yield _of_node(world, shape, shape.node)
    elif shape.kind == ShapeKind.LAMBDA:
        yield _of_scope(world, shape.file, shape.row, shape.env)
    elif shape.kind == ShapeKind.FUNCTION:
        names = names_of(world.facts(shape.file))
        rows = [row for row in group_of(names, shape.row) if names.symbol_kind[row] in CALLABLES] or [shape.row]
        flags = names.facts.symbol_flags
        if (
            len(rows) > 1 and int(flags[rows[0]]) & SymbolFlag.OVERLOAD
        ):  # The implementation behind overloads cannot be called as it is written.
            rows = [row for row in rows if int(flags[row]) & SymbolFlag.OVERLOAD]
        for row in rows:
            scope = names.function_scopes.get(row, -1)
            if scope >= 0:
                yield _of_scope(world, shape.file, scope, shape.env, row)
    elif shape.kind == ShapeKind.CLASS:
        if construct:
            yield from _constructors(world, shape, walk)
    elif shape.kind in (ShapeKind.INSTANCE, ShapeKind.OBJECT):
        for one in members.lineage(world, shape, walk) if shape.kind == ShapeKind.INSTANCE else (shape,):
            if one.kind in (ShapeKind.INSTANCE, ShapeKind.OBJECT):
                yield from _declared(world, one, construct)
            elif one.kind in (ShapeKind.SIGNATURE, ShapeKind.FUNCTION, ShapeKind.LAMBDA):
                yield from _signatures(world, one, walk, construct)
    elif shape.kind == ShapeKind.LIBRARY and shape.head in library.TRANSPARENT and shape.parts:
        for one in types.evaluate(world, shape.parts[0], walk).shapes:
            yield from _signatures(world, one, walk, construct)


def _of_node(world: World, shape: Shape, node: TypeNode) -> Signature:
    def thunk(one: TypeNode | None) -> Thunk | None:
        return None if one is None else Thunk(shape.file, shape.row, one, shape.env)

    parameters = tuple(thunk(one.type) for one in node.parameters)
    rest = bool(node.parameters) and node.parameters[-1].rest
    generics = tuple((name, thunk(constraint), thunk(default)) for name, constraint, default in node.generics)
    return Signature(parameters, rest, thunk(node.parts[0]), generics, shape.env, receiver=thunk(node.receiver))


def _of_scope(world: World, file: int, scope: int, env: Env, symbol: int = -1) -> Signature:
    tables = tables_of(world.facts(file))
    names = tables.names
    found = tables.parameters(scope)
    parameters = tuple(Thunk(file, scope, read_type(one.type), env) if one.type else None for one in found)
    written = names.symbol_type(symbol) if symbol >= 0 else ""
    if not written or written.startswith("="):
        written = next((text[1:] for text in tables.returns.get(scope, ()) if text.startswith(":")), "")
    returned = Thunk(file, scope, read_type(written), env) if written else None
    generics: list[tuple[Variable, Thunk | None, Thunk | None]] = []
    for binding in tables.generics.get(scope, ()):
        constraint, default = read_generic(names.binding_type(binding)[1:])
        generics.append(
            (
                (file, binding),
                None if constraint is None else Thunk(file, scope, constraint, env),
                None if default is None else Thunk(file, scope, default, env),
            )
        )
    text = tables.receivers.get(scope)
    receiver = Thunk(file, scope, read_type(text), env) if text else None
    return Signature(parameters, bool(found) and found[-1].rest, returned, tuple(generics), env, file, scope, receiver)


def _declared(world: World, shape: Shape, construct: bool) -> Iterator[Signature]:
    """The call or construct signatures of an interface or object type."""
    tables = tables_of(world.facts(shape.file))
    names = tables.names
    table = tables.constructs if construct else tables.calls
    if not table:
        return
    rows = [shape.row] if shape.kind == ShapeKind.OBJECT else [tables.bodies.get(row, -1) for row in types.declarations(names, shape.row)]
    for row in rows:
        for scope in table.get(row, ()):
            yield _of_scope(world, shape.file, scope, shape.env)


def _constructors(world: World, shape: Shape, walk: Walk) -> Iterator[Signature]:
    names = names_of(world.facts(shape.file))
    tables = tables_of(names.facts)
    scope = tables.generic_scopes.get(shape.row, -1)
    own: list[tuple[Variable, Thunk | None, Thunk | None]] = []
    for binding in tables.generics.get(scope, ()) if scope >= 0 else ():
        constraint, default = read_generic(names.binding_type(binding)[1:])
        own.append(
            (
                (shape.file, binding),
                None if constraint is None else Thunk(shape.file, scope, constraint, EMPTY),
                None if default is None else Thunk(shape.file, scope, default, EMPTY),
            )
        )
    rows = [row for row in names.children.get(shape.row, {}).get("constructor", ()) if names.symbol_kind[row] == SymbolKind.CONSTRUCTOR]
    for row in rows:
        inner = names.function_scopes.get(row, -1)
        if inner >= 0:
            yield _of_scope(world, shape.file, inner, shape.env)._replace(generics=tuple(own))
    if not rows:
        for base in members.bases(world, shape, walk):
            if base.kind == ShapeKind.CLASS:
                yield from _constructors(world, base, walk)


# ---- calls ----


def call(world: World, callee: Typed, arguments: Arguments, walk: Walk, expected: Shapes = ()) -> Typed:
    """What a call of a value gives."""
    parts: list[Typed] = []
    for shape in callee.shapes:
        if shape.kind == ShapeKind.CLASS:
            if names_of(world.facts(shape.file)).is_type(shape.row):
                parts.append(constructed(world, Typed((shape,), Tier.LIKELY), arguments.types, walk, arguments))
            continue
        chosen = choose(world, signatures(world, shape, walk), arguments, walk)
        if chosen is not None:
            parts.append(result_of(world, shape, chosen, arguments, walk, expected))
        elif shape.kind == ShapeKind.LIBRARY and not shape.parts:
            parts.append(Typed(OUTSIDE))
    result = union(parts)
    return Typed(result.shapes, max(result.tier, callee.tier))


def result_of(world: World, shape: Shape, signature: Signature, arguments: Arguments, walk: Walk, expected: Shapes = ()) -> Typed:
    """What a call by one signature gives."""
    if signature.returned is None:
        return _returned_values(world, shape, signature, arguments, walk)
    env = inference.solved(world, signature, arguments, walk, expected)
    return types.evaluate(world, signature.returned._replace(env=env), walk)


def _returned_values(world: World, shape: Shape, signature: Signature, arguments: Arguments, walk: Walk) -> Typed:
    """What a function whose return type is not written gives, by the values that it returns."""
    if signature.scope < 0:
        return NOTHING
    forms = tables_of(world.facts(signature.file)).returns.get(signature.scope, ())
    key = ("returned", signature.file, signature.scope)
    if not walk.enter(key):
        return NOTHING
    typed = union(values.value(world, signature.file, signature.scope, read_form(form[1:]), walk) for form in forms if form.startswith("="))
    walk.leave(key)
    if typed.shapes or shape.kind != ShapeKind.FUNCTION:
        return typed
    return _function_instance(world, shape) or NOTHING


def _function_instance(world: World, shape: Shape) -> Typed | None:
    """What `new` makes of a function: before classes, a type was a function whose prototype had the methods."""
    names = names_of(world.facts(shape.file))
    return Typed((Shape(ShapeKind.CLASS, shape.file, shape.row),)) if names.children.get(shape.row) else None


def returned(world: World, callee: Typed, walk: Walk) -> Typed:
    """What a value gives when it is called, whatever with."""
    return call(world, callee, NONE, walk)


def constructed(
    world: World, callee: Typed, type_arguments: Sequence[Thunk], walk: Walk, arguments: Arguments = NONE, expected: Shapes = ()
) -> Typed:
    """What `new` of a value gives."""
    parts: list[Typed] = []
    for shape in callee.shapes:
        if shape.kind == ShapeKind.CLASS:
            names = names_of(world.facts(shape.file))
            if names.is_type(shape.row) or names.symbol_kind[shape.row] in CALLABLES:
                parts.append(Typed((_instance_of(world, shape, type_arguments, arguments, walk, expected),)))
        elif shape.kind == ShapeKind.FUNCTION:
            made = _function_instance(world, shape)
            parts.append(made if made is not None else call(world, Typed((shape,)), arguments, walk))
        elif shape.kind == ShapeKind.LIBRARY and shape.head.endswith("Constructor"):
            parts.append(_library_instance(world, shape, type_arguments, arguments, walk))
        elif shape.kind == ShapeKind.LIBRARY and not shape.parts:
            parts.append(Typed(OUTSIDE))
        else:
            chosen = choose(world, signatures(world, shape, walk, construct=True), arguments, walk)
            if chosen is not None:
                parts.append(result_of(world, shape, chosen, arguments._replace(types=tuple(type_arguments)), walk, expected))
    result = union(parts)
    return Typed(result.shapes, max(result.tier, callee.tier))


def _instance_of(world: World, shape: Shape, type_arguments: Sequence[Thunk], arguments: Arguments, walk: Walk, expected: Shapes) -> Shape:
    names = names_of(world.facts(shape.file))
    if not names.is_type(shape.row):
        return shape
    scope = tables_of(names.facts).generic_scopes.get(shape.row, -1)
    if scope < 0 or type_arguments:
        return members.instance(world, shape.file, shape.row, type_arguments)
    chosen = choose(world, signatures(world, shape, walk, construct=True), arguments, walk)
    env = EMPTY
    if chosen is not None:
        found = dict(inference.solved(world, chosen, arguments, walk).known)
        env = env_of(world, [(key, thunk) for key, thunk in found.items() if key in {one[0] for one in chosen.generics}])
    for one in expected:
        if not env.known and one.kind == ShapeKind.INSTANCE and (one.file, one.row) == (shape.file, shape.row):
            env = one.env
    made = members.instance(world, shape.file, shape.row, ())
    return made._replace(env=env_of(world, env.known.items(), made.env))


def _library_instance(world: World, shape: Shape, type_arguments: Sequence[Thunk], arguments: Arguments, walk: Walk) -> Typed:
    if not type_arguments and arguments.forms and shape.head in ("SetConstructor", "MapConstructor"):
        given = values.value(world, arguments.file, arguments.scope, arguments.forms[0], walk)
        held = values.element(world, given, "", walk)
        if shape.head == "SetConstructor":
            return library.made(shape.head, (fixed(world, held.shapes),))
        pair = [fixed(world, values.element(world, held, index, walk).shapes) for index in ("0", "1")]
        return library.made(shape.head, tuple(pair))
    if shape.head == "PromiseConstructor" and not type_arguments:
        return Typed(OUTSIDE)
    return library.made(shape.head, tuple(type_arguments))


def choose(world: World, found: Sequence[Signature], arguments: Arguments, walk: Walk) -> Signature | None:
    """The first signature that the arguments fit, by their number and, of several, by their kinds."""
    if len(found) < 2:
        return found[0] if found else None
    forms = arguments.forms
    more = bool(forms) and forms[-1].kind == FormKind.MORE
    count = len(forms) - more
    fitting = [one for one in found if one.rest or len(one.parameters) >= count] or list(found)
    exact = [one for one in fitting if len(one.parameters) == count] if not more else fitting
    for one in (*exact, *fitting):
        if all(_fits(world, one, at, form, arguments, walk) for at, form in enumerate(forms[:4])):
            return one
    return fitting[0]


def _fits(world: World, signature: Signature, at: int, form: FormNode, arguments: Arguments, walk: Walk) -> bool:
    wanted = parameter(signature, at)
    if wanted is None or form.kind not in (FormKind.FUNCTION, FormKind.OBJECT, FormKind.STRING, FormKind.LITERAL, FormKind.ARRAY):
        return True
    shapes = types.evaluate(world, wanted, walk).shapes
    if not shapes or any(one.kind == ShapeKind.LIBRARY and not one.head for one in shapes):
        return True
    if form.kind == FormKind.FUNCTION:
        return any(one.head == "Function" or signatures(world, one, walk) for one in shapes)
    if form.kind == FormKind.STRING:
        return any(one.kind == ShapeKind.LITERAL or one.head == "String" for one in shapes)
    if form.kind == FormKind.LITERAL:
        return any(
            one.head not in _NO_LITERALS if one.kind == ShapeKind.LIBRARY else one.kind == ShapeKind.LITERAL and not one.head
            for one in shapes
        )
    if form.kind == FormKind.ARRAY:
        return any(one.kind == ShapeKind.TUPLE or one.head in ("Array", "Iterable") for one in shapes)
    return _takes_literal(world, shapes, arguments.file, form.row, walk)


def _takes_literal(world: World, shapes: Shapes, file: int, scope: int, walk: Walk) -> bool:
    """Whether an object literal may be given for a type: it has all of the literal's keys, and is no function."""
    keys = list(tables_of(world.facts(file)).keys.get(scope, ()))[:_MOST_KEYS]
    left = [one for one in shapes if one.kind in _OBJECTS or one.head in ("Record", "Object")]
    if not left or any(signatures(world, one, walk) for one in left):
        return False
    open_ = any(one.kind not in (ShapeKind.INSTANCE, ShapeKind.OBJECT) for one in left)
    return open_ or all(any(members.find(world, one, name, walk) is not None for one in left) for name in keys)


def parameter(signature: Signature, at: int) -> Thunk | None:
    """The type of the parameter that takes the argument at a place; of one that takes all further ones, what it holds of each."""
    if at < len(signature.parameters) - signature.rest:
        return signature.parameters[at]
    if not signature.rest:
        return None
    last = signature.parameters[-1]
    if last is None or not isinstance(last.node, TypeNode):
        return None
    if last.node.kind == TypeKind.ARRAY:
        return last._replace(node=last.node.parts[0])
    if last.node.kind == TypeKind.NAME and last.node.name in ("Array", "ReadonlyArray") and last.node.parts:
        return last._replace(node=last.node.parts[0])
    return None


# ---- functions as values ----


def function_member(world: World, shape: Shape, name: str, walk: Walk) -> Typed:
    """What `bind`, `call` and `apply` of a function are; any other member is the library's."""
    if name == "bind":
        return Typed((_giving(world, (shape,)),))
    if name in ("call", "apply"):
        return Typed((shape,))
    if name == "prototype" and shape.kind == ShapeKind.FUNCTION:
        return Typed((Shape(ShapeKind.CLASS, shape.file, shape.row),))
    return Typed(OUTSIDE)


def _giving(world: World, shapes: Shapes) -> Shape:
    """A function that gives something."""
    return Shape(ShapeKind.SIGNATURE, -1, 0, env_of(world, [("T", fixed(world, shapes))]), node=_GIVING)


_GIVING = read_type("() => T")
