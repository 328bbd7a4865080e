"""From a written type to what a value of it may be: names, aliases, generics, and the operators on types that keep members."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from maguyva.model import SymbolKind
from maguyva.resolve.ecmascript import calls, inference, library, members, values
from maguyva.resolve.ecmascript.form_text import FormNode, read_form
from maguyva.resolve.ecmascript.shapes import (
    EMPTY,
    NOTHING,
    OUTSIDE,
    THIS,
    Env,
    Fixed,
    Shape,
    ShapeKind,
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
from maguyva.resolve.members import group_of, resolve_dotted
from maguyva.resolve.modules import member_of_module, module_named
from maguyva.resolve.names import CALLABLES, FileNames, names_of
from maguyva.resolve.world import Resolution, Target, TargetKind, Tier, World

_WITHOUT_MEMBERS = frozenset("void null undefined never any unknown object".split())
_ABSENT = frozenset("void null undefined never unknown object".split())
_PRIMITIVES = {"string": "String", "number": "Number", "boolean": "Boolean", "bigint": "BigInt", "symbol": "Symbol"}
_ONLY_VALUES = CALLABLES | {int(kind) for kind in (SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD, SymbolKind.PROPERTY)}
_ONLY_TYPES = frozenset(map(int, (SymbolKind.INTERFACE, SymbolKind.TYPE)))
# Utility types that keep the members of their first argument, or most of them.
_KEEPING = frozenset("Partial Required Readonly NonNullable Awaited NoInfer Pick Omit Exclude Extract ThisType DeepPartial Mutable".split())


def evaluate(world: World, thunk: Thunk, walk: Walk) -> Typed:
    """What a value of a type, or of an expression, may be."""
    node = thunk.node
    if isinstance(node, Fixed):
        return Typed(node.shapes)
    if isinstance(node, FormNode):
        return values.value(world, thunk.file, thunk.scope, node, walk)
    key = ("type", thunk)
    known: Typed | None = world.memo.get(key)
    if known is None:
        if not walk.enter(key):
            return NOTHING
        known = _evaluate(world, thunk.file, thunk.scope, node, thunk.env, walk)
        if walk.leave(key):
            world.memo[key] = known
    return known


def written(world: World, file: int, scope: int, text: str, walk: Walk, env: Env = EMPTY) -> Typed:
    """What a value of a type written in a scope may be."""
    return evaluate(world, Thunk(file, scope, read_type(text), env), walk)


def _evaluate(world: World, file: int, scope: int, node: TypeNode, env: Env, walk: Walk) -> Typed:
    def part(which: int) -> Typed:
        return evaluate(world, Thunk(file, scope, node.parts[which], env), walk)

    kind = node.kind
    if kind == TypeKind.NAME:
        return _named(world, file, scope, node, env, walk)
    if kind in (TypeKind.UNION, TypeKind.INTERSECTION):
        parts = [part(which) for which in range(len(node.parts))]
        # What is not known may have everything, and so may a union or an intersection with it.
        if any(one.kind == TypeKind.NAME and one.name == "any" for one in node.parts):
            return NOTHING
        if any(one.shapes == OUTSIDE for one in parts):
            return Typed(OUTSIDE)
        result = union(parts)
        # A value may be of an alternative of which nothing is told: a type parameter that is not known.
        told = all(typed.shapes or one.name in _ABSENT for one, typed in zip(node.parts, parts, strict=True))
        return result if told or kind == TypeKind.INTERSECTION else Typed(result.shapes, max(result.tier, Tier.LIKELY))
    if kind == TypeKind.ARRAY:
        return Typed((Shape(ShapeKind.LIBRARY, head="Array", parts=(Thunk(file, scope, node.parts[0], env),)),))
    if kind == TypeKind.TUPLE:
        return Typed((Shape(ShapeKind.TUPLE, parts=tuple(Thunk(file, scope, one, env) for one in node.parts)),))
    if kind == TypeKind.FUNCTION:
        return Typed((Shape(ShapeKind.SIGNATURE, file, scope, env, head=node.name, node=node),))
    if kind == TypeKind.OBJECT:
        return Typed((Shape(ShapeKind.OBJECT, file, node.row, env),))
    if kind == TypeKind.MAPPED:
        return _mapped(world, file, scope, node, env, walk)
    if kind == TypeKind.INDEXED:
        return _indexed(world, file, scope, node, env, walk)
    if kind == TypeKind.TYPEOF:
        return values.value(world, file, scope, read_form(node.name), walk)
    if kind == TypeKind.CONDITIONAL:
        return _conditional(world, file, scope, node, env, walk)
    if kind == TypeKind.LITERAL:
        return Typed((Shape(ShapeKind.LITERAL, head=node.name),))
    if kind == TypeKind.INFER:
        bound = env.known.get(node.name)
        return evaluate(world, bound, walk) if bound is not None else NOTHING
    if kind == TypeKind.PREDICATE:
        return Typed((Shape(ShapeKind.LIBRARY, head="Boolean"),))
    return Typed((Shape(ShapeKind.LIBRARY, head="String"),)) if kind == TypeKind.KEYOF else NOTHING


# ---- names ----


def _named(world: World, file: int, scope: int, node: TypeNode, env: Env, walk: Walk) -> Typed:
    name = node.name
    bound = env.known.get(name)
    if bound is not None:
        return evaluate(world, bound, walk)
    if name in _WITHOUT_MEMBERS:
        return NOTHING
    if name in _PRIMITIVES:
        return Typed((Shape(ShapeKind.LIBRARY, head=_PRIMITIVES[name]),))
    arguments = tuple(Thunk(file, scope, one, env) for one in node.parts)
    if file < 0:
        return _library(world, name, arguments, walk)
    if name == THIS:
        names = names_of(world.facts(file))
        owner = names.enclosing_class(scope)
        return Typed((members.instance(world, file, owner, ()),)) if owner >= 0 else NOTHING
    result = named_targets(world, file, scope, name)
    found = [target_type(world, target, arguments, env, walk) for target in result.targets if not _is_only_value(world, target)]
    if not found:
        if result.external:
            return Typed(OUTSIDE)
        if result.targets:  # A comment in JavaScript may name a function that is used as a type.
            made = calls.constructed(world, values.targets_value(world, result.targets, EMPTY, walk), (), walk)
            return Typed(tuple(one for one in made.shapes if one.kind == ShapeKind.CLASS), made.tier)
        return _library(world, name.rpartition(".")[2], arguments, walk)
    typed = union(found)
    return Typed(typed.shapes, max(typed.tier, result.tier))


def named_targets(world: World, file: int, scope: int, name: str) -> Resolution:
    """What the name of a type means in a scope: `a.b.C`, or `import("./m").C`."""
    if not name.startswith("import "):
        return resolve_dotted(world, file, scope, name)
    module, _, member = name[7:].partition("\0")
    found = module_named(world, file, module)
    for one in member.split(".") if member else ():
        found = member_of_module(world, found.targets[0], one) if found.targets and found.targets[0].kind is TargetKind.MODULE else found
    return found


def _is_only_value(world: World, target: Target) -> bool:
    return target.kind is TargetKind.SYMBOL and names_of(world.facts(target.file)).symbol_kind[target.row] in _ONLY_VALUES


def target_type(world: World, target: Target, arguments: Sequence[Thunk], env: Env, walk: Walk) -> Typed:
    """What a value of the type that a name means may be."""
    if target.kind is TargetKind.BINDING:
        return variable(world, target.file, target.row, env, walk)
    if target.kind is not TargetKind.SYMBOL:
        return NOTHING
    names = names_of(world.facts(target.file))
    kind = names.symbol_kind[target.row]
    if kind == SymbolKind.TYPE:
        return _alias(world, names, target, arguments, walk)
    if kind == SymbolKind.ENUM_MEMBER:
        parent = names.symbol_parent[target.row]
        return Typed((members.instance(world, target.file, parent, ()),)) if parent >= 0 else NOTHING
    return Typed((members.instance(world, target.file, target.row, arguments),)) if names.is_type(target.row) else NOTHING


def variable(world: World, file: int, binding: int, env: Env, walk: Walk) -> Typed:
    """What a value whose type is a type parameter may be: what the parameter stands for, else its constraint."""
    bound = env.known.get((file, binding))
    if bound is not None:
        return evaluate(world, bound, walk)
    names = names_of(world.facts(file))
    text = names.binding_type(binding)
    if not text.startswith("<"):
        return NOTHING
    constraint, _ = read_generic(text[1:])
    return evaluate(world, Thunk(file, names.binding_scope[binding], constraint, env), walk) if constraint is not None else NOTHING


def _alias(world: World, names: FileNames, target: Target, arguments: Sequence[Thunk], walk: Walk) -> Typed:
    text = names.symbol_type(target.row)
    if not text:
        return Typed((members.instance(world, target.file, target.row, arguments),))
    scope = tables_of(names.facts).generic_scopes.get(target.row, names.scope_of_symbol(target.row))
    env = instantiate(world, target.file, (target.row,), arguments)
    return evaluate(world, Thunk(target.file, scope, read_type(text), env), walk)


def head_of(world: World, type_: Thunk, node: TypeNode) -> tuple[Shape | None, Thunk | None]:
    """What a named type with arguments is, and for an alias instead its body, to be read with the arguments."""
    arguments = tuple(type_._replace(node=one) for one in node.parts)
    if type_.file >= 0:
        for target in named_targets(world, type_.file, type_.scope, node.name).targets:
            if target.kind is not TargetKind.SYMBOL or _is_only_value(world, target):
                continue
            names = names_of(world.facts(target.file))
            if names.symbol_kind[target.row] == SymbolKind.TYPE and (text := names.symbol_type(target.row)):
                scope = tables_of(names.facts).generic_scopes.get(target.row, names.scope_of_symbol(target.row))
                env = instantiate(world, target.file, (target.row,), arguments)
                return None, Thunk(target.file, scope, read_type(text), env)
            if names.is_type(target.row):
                return members.instance(world, target.file, target.row, ()), None
    name = node.name.rpartition(".")[2]
    if name in _KEEPING:
        return None, arguments[0] if arguments else None
    return Shape(ShapeKind.LIBRARY, head=library.CANONICAL.get(name, name)), None


def bound_to(world: World, type_: Thunk, node: TypeNode) -> Thunk | None:
    """What a type parameter that a written type names stands for there."""
    bound = type_.env.known.get(node.name)
    if bound is None and type_.file >= 0 and "." not in node.name:
        names = names_of(world.facts(type_.file))
        _, rows = names.lookup(type_.scope, node.name)
        bound = next((thunk for row in rows if (thunk := type_.env.known.get((type_.file, row))) is not None), None)
    return bound


def joined(world: World, parts: Sequence[Thunk]) -> Thunk:
    """A type of which a value is one of several."""
    if len(parts) == 1:
        return parts[0]
    shapes = union(evaluate(world, part, Walk(400)) for part in parts[:6]).shapes
    return fixed(world, shapes)


def instantiate(world: World, file: int, symbols: Iterable[int], arguments: Sequence[Thunk]) -> Env:
    """What the type parameters of a type stand for; those without an argument have their default. Merged declarations name them anew."""
    tables = tables_of(world.facts(file))
    names = tables.names
    pairs: list[tuple[Variable, Thunk]] = []
    for symbol in symbols:
        scope = tables.generic_scopes.get(symbol, -1)
        if scope >= 0:
            pairs += generic_pairs(world, names, file, scope, arguments)
    return env_of(world, pairs) if pairs else EMPTY


def generic_pairs(
    world: World, names: FileNames, file: int, scope: int, arguments: Sequence[Thunk], base: Env = EMPTY
) -> list[tuple[Variable, Thunk]]:
    """What the type parameters bound in a scope stand for, given some arguments. A default may name the parameters before it."""
    pairs: list[tuple[Variable, Thunk]] = []
    for at, binding in enumerate(tables_of(names.facts).generics.get(scope, ())):
        if at < len(arguments):
            pairs.append(((file, binding), arguments[at]))
            continue
        _, default = read_generic(names.binding_type(binding)[1:])
        if default is not None:
            pairs.append(((file, binding), Thunk(file, scope, default, env_of(world, pairs, base))))
    return pairs


def _library(world: World, name: str, arguments: tuple[Thunk, ...], walk: Walk) -> Typed:
    if arguments:
        if name in _KEEPING:
            return evaluate(world, arguments[0], walk)
        if name == "ReturnType":
            return calls.returned(world, evaluate(world, arguments[0], walk), walk)
        if name == "InstanceType":
            return calls.constructed(world, evaluate(world, arguments[0], walk), (), walk)
    head = library.CANONICAL.get(name, name)
    return Typed((Shape(ShapeKind.LIBRARY, head=head, parts=arguments),))


# ---- operators ----


def _mapped(world: World, file: int, scope: int, node: TypeNode, env: Env, walk: Walk) -> Typed:
    over, value = node.parts
    if over.kind == TypeKind.KEYOF and over.parts:
        base = Thunk(file, scope, over.parts[0], env)
        same = value.kind == TypeKind.INDEXED and value.parts[1].kind == TypeKind.NAME and value.parts[1].name == node.name
        if same:
            return evaluate(world, base, walk)
        return Typed((Shape(ShapeKind.MAPPED, file, scope, env, parts=(base,), node=node),))
    return Typed((Shape(ShapeKind.MAPPED, file, scope, env, node=node),))


def _indexed(world: World, file: int, scope: int, node: TypeNode, env: Env, walk: Walk) -> Typed:
    base = evaluate(world, Thunk(file, scope, node.parts[0], env), walk)
    index = node.parts[1]
    if index.kind == TypeKind.LITERAL and index.name:
        return members.member_types(world, base.shapes, index.name, walk)
    if index.kind == TypeKind.NAME and index.name == "number":
        return values.element(world, base, "", walk)
    told = evaluate(world, Thunk(file, scope, index, env), walk)
    literals = [shape.head for shape in told.shapes if shape.kind == ShapeKind.LITERAL and shape.head]
    return union(members.member_types(world, base.shapes, name, walk) for name in literals[:8])


def _conditional(world: World, file: int, scope: int, node: TypeNode, env: Env, walk: Walk) -> Typed:
    check, wanted, yes, no = node.parts
    if wanted.kind == TypeKind.NAME and wanted.name in ("any", "unknown"):
        return evaluate(world, Thunk(file, scope, yes, env), walk)
    if _infers(wanted):
        found: dict[Variable, Thunk] = {}
        told = evaluate(world, Thunk(file, scope, check, env), walk)
        inference.infer(world, Thunk(file, scope, wanted, env), told.shapes, None, found, walk)
        if found:
            return evaluate(world, Thunk(file, scope, yes, env_of(world, found.items(), env)), walk)
        return evaluate(world, Thunk(file, scope, no, env), walk)
    typed = union(evaluate(world, Thunk(file, scope, one, env), walk) for one in (yes, no))
    return Typed(typed.shapes, max(typed.tier, Tier.LIKELY))  # Which of them it is, is not worked out.


def _infers(node: TypeNode) -> bool:
    if node.kind == TypeKind.INFER:
        return True
    return any(_infers(part) for part in node.parts) or any(one.type is not None and _infers(one.type) for one in node.parameters)


def declarations(names: FileNames, symbol: int) -> list[int]:
    """The declarations of a type that are merged into one: those of its name and scope that are types too."""
    return [row for row in group_of(names, symbol) if names.is_type(row)] or [symbol]
