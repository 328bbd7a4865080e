"""What `.name` means on a value: classes and interfaces with their bases, object literals and types, modules, mapped types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from maguyva.model import ScopeKind, SymbolFlag, SymbolKind
from maguyva.resolve.ecmascript import calls, library, tables, types, values
from maguyva.resolve.ecmascript.form_text import read_form
from maguyva.resolve.ecmascript.shapes import (
    EMPTY,
    NOTHING,
    OUTSIDE,
    THIS,
    Env,
    Shape,
    ShapeKind,
    Shapes,
    Thunk,
    Typed,
    Walk,
    env_of,
    fixed,
    union,
)
from maguyva.resolve.ecmascript.tables import tables_of
from maguyva.resolve.ecmascript.type_text import TypeKind, TypeNode, read_type
from maguyva.resolve.modules import member_of_module
from maguyva.resolve.names import FileNames, names_of
from maguyva.resolve.world import EXTERNAL, UNKNOWN, Resolution, Target, TargetKind, Tier, World

_MOST_BASES = 60


class Found(NamedTuple):
    """Where a member is declared. `env` is what the type parameters around its declaration stand for."""

    targets: tuple[Target, ...]
    env: Env = EMPTY
    tier: Tier = Tier.EXACT


def instance(world: World, file: int, symbol: int, arguments: Sequence[Thunk]) -> Shape:
    """A value of a class, interface or enumeration."""
    names = names_of(world.facts(file))
    rows = types.declarations(names, symbol)
    return Shape(ShapeKind.INSTANCE, file, rows[0], types.instantiate(world, file, rows, arguments))


def of_values(world: World, shapes: Shapes, name: str, walk: Walk) -> Resolution:
    """The union of `.name` on several values; external when it is none of the workspace's on a value that is known."""
    targets: dict[Target, None] = {}
    tier = Tier.EXACT
    external = False
    for shape in shapes:
        found = find(world, shape, name, walk)
        if found is None:
            external = external or is_external(world, shape, walk)
            continue
        targets.update(dict.fromkeys(found.targets))
        tier = max(tier, found.tier)
    if targets:
        return Resolution(tuple(targets), tier)
    return EXTERNAL if external else UNKNOWN


def is_external(world: World, shape: Shape, walk: Walk) -> bool:
    """Whether what a value does not have here may only be defined outside the workspace."""
    if shape.kind in (ShapeKind.OBJECT, ShapeKind.MAPPED, ShapeKind.MODULE):
        return False
    if shape.kind == ShapeKind.INSTANCE or shape.kind == ShapeKind.CLASS:
        return any(base.kind == ShapeKind.LIBRARY for base in bases(world, shape, walk))
    return True


def find(world: World, shape: Shape, name: str, walk: Walk) -> Found | None:
    """Where `name` of a value is declared; None when nothing in the workspace declares it."""
    key = ("has", shape, name)
    if key in world.memo:
        known: Found | None = world.memo[key]
        return known
    if not walk.enter(key):
        return None
    found = _find(world, shape, name, walk)
    if walk.leave(key):
        world.memo[key] = found
    return found


def _find(world: World, shape: Shape, name: str, walk: Walk) -> Found | None:
    if shape.kind in (ShapeKind.INSTANCE, ShapeKind.CLASS):
        return _in_class(world, shape, name, walk)
    if shape.kind == ShapeKind.OBJECT:
        return _in_object(world, shape, name, walk)
    if shape.kind == ShapeKind.MODULE:
        result = of_module(world, shape, name, walk)
        return Found(result.targets, EMPTY, result.tier) if result.targets else None
    if shape.kind == ShapeKind.FUNCTION:
        names = names_of(world.facts(shape.file))
        rows = names.children.get(shape.row, {}).get(name, ())
        attached = [row for row in rows if names.container(row)]
        return Found(tuple(Target(shape.file, TargetKind.SYMBOL, row) for row in attached)) if attached else None
    if shape.kind == ShapeKind.MAPPED and shape.parts:
        base = types.evaluate(world, shape.parts[0], walk)
        return next((found for one in base.shapes if (found := find(world, one, name, walk)) is not None), None)
    if shape.kind == ShapeKind.LIBRARY and shape.head in library.TRANSPARENT and shape.parts and name not in library.OWN[shape.head]:
        # The facts do not say where `await` stands: what has no member of a promise was awaited.
        inner = types.evaluate(world, shape.parts[0], walk)
        return next((found for one in inner.shapes if (found := find(world, one, name, walk)) is not None), None)
    return None


def of_module(world: World, shape: Shape, name: str, walk: Walk) -> Resolution:
    """What a module gives under a name: what it exports, else what `module.exports` is set to has under it."""
    kind = TargetKind.FOLDER if shape.file < 0 else TargetKind.MODULE
    result = member_of_module(world, Target(shape.file, kind, shape.row), name)
    if result.targets or shape.file < 0:
        return result
    for typed in exported(world, shape.file, walk):
        inner = of_values(world, typed.shapes, name, walk)
        if inner.targets:
            return Resolution(inner.targets, max(inner.tier, typed.tier))
    return result


def exported(world: World, file: int, walk: Walk) -> Iterator[Typed]:
    """What `module.exports` of a file is set to."""
    for form in tables_of(world.facts(file)).exports:
        yield values.value(world, file, 0, read_form(form), walk)


# ---- classes and interfaces ----


def _in_class(world: World, shape: Shape, name: str, walk: Walk) -> Found | None:
    assigned: Found | None = None
    for one in lineage(world, shape, walk):
        if one.kind not in (ShapeKind.INSTANCE, ShapeKind.CLASS):
            found = find(world, one, name, walk)
            if found is not None:
                return found
            continue
        targets = own(world, one, name)
        if not targets:
            continue
        names = names_of(world.facts(one.file))
        env = env_of(world, [(THIS, fixed(world, (shape._replace(kind=ShapeKind.INSTANCE),)))], one.env)
        if all(target.kind is TargetKind.SYMBOL and names.is_assigned(target.row) for target in targets):
            assigned = assigned or Found(targets, env)  # `this.x = …` sets what a base declares, if one does.
        else:
            return Found(targets, env)
    return assigned


def own(world: World, shape: Shape, name: str) -> tuple[Target, ...]:
    """What a class, interface or namespace itself defines under a name: of static and other members of one name those that fit."""
    names = names_of(world.facts(shape.file))
    rows = [child for row in types.declarations(names, shape.row) for child in names.children.get(row, {}).get(name, ())]
    if not names.is_type(shape.row):
        rows = [
            row for row in rows if (names.scope_that_sees(row) < 0 or _seen_from(names, shape.row, row)) and _is_own(names, shape.row, row)
        ]
    flags = names.facts.symbol_flags
    static = [row for row in rows if int(flags[row]) & SymbolFlag.STATIC]
    if static and len(static) < len(rows):
        wanted = set(static) if shape.kind == ShapeKind.CLASS else set(rows) - set(static)
        rows = [row for row in rows if row in wanted]
    return tuple(Target(shape.file, TargetKind.SYMBOL, row) for row in dict.fromkeys(rows))


def _seen_from(names: FileNames, namespace: int, row: int) -> bool:
    """Whether a name in a namespace is its member, and no name in a function of it."""
    kinds = (SymbolKind.NAMESPACE, SymbolKind.MODULE)
    return names.symbol_kind[namespace] in kinds and names.symbol_parent[row] == namespace


def _is_own(names: FileNames, owner: int, row: int) -> bool:
    """Whether a member that is set through `this` is set by the function itself, or by what is on its prototype."""
    if not names.is_assigned(row) or names.container(row):
        return True
    function = tables_of(names.facts).this_function(names.scope_at(int(names.facts.symbol_name_start[row])))
    symbol = names.scope_symbol[function] if function >= 0 else -1
    return symbol == owner or (symbol >= 0 and names.container(symbol).endswith(".prototype"))


def lineage(world: World, shape: Shape, walk: Walk) -> Iterator[Shape]:
    """A class or interface and all that it inherits from, nearer ones first."""
    seen: set[tuple[int, int, int]] = set()
    waiting = [shape]
    while waiting and len(seen) < _MOST_BASES:
        one = waiting.pop()
        key = (one.kind, one.file, one.row)
        if one.kind in (ShapeKind.INSTANCE, ShapeKind.CLASS):
            if key in seen:
                continue
            seen.add(key)
        yield one
        if one.kind in (ShapeKind.INSTANCE, ShapeKind.CLASS):
            waiting += reversed(bases(world, one, walk))


def bases(world: World, shape: Shape, walk: Walk) -> tuple[Shape, ...]:
    """What a class or interface names as its bases, with their type arguments."""
    key = ("based", shape)
    known: tuple[Shape, ...] | None = world.memo.get(key)
    if known is None:
        if not walk.enter(key):
            return ()
        known = tuple(_bases(world, shape, walk))
        if walk.leave(key):
            world.memo[key] = known
    return known


def _bases(world: World, shape: Shape, walk: Walk) -> Iterator[Shape]:
    told = tables_of(world.facts(shape.file))
    names = told.names
    facts, strings = names.facts, names.strings
    for row in types.declarations(names, shape.row):
        for reference in names.bases.get(row, ()):
            scope, text = told.bases.get(names.reference_start[reference], (-1, ""))
            if not text:
                qualifier = strings[int(facts.reference_qualifier[reference])]
                text = strings[int(facts.reference_name[reference])]
                text = f"{qualifier}.{text}" if qualifier else text
                scope = int(facts.reference_scope[reference])
            node = read_type(text)
            typed = types.evaluate(world, Thunk(shape.file, scope, node, shape.env), walk)
            if node.kind == TypeKind.NAME and all(one.kind == ShapeKind.LIBRARY for one in typed.shapes):
                typed = _made_by(world, shape.file, scope, node, walk) or typed
            for one in typed.shapes:
                yield one._replace(kind=ShapeKind.CLASS) if shape.kind == ShapeKind.CLASS and one.kind == ShapeKind.INSTANCE else one


def _made_by(world: World, file: int, scope: int, node: TypeNode, walk: Walk) -> Typed | None:
    """What `class A extends b` inherits where `b` is a value: what `new b` gives."""
    made = calls.constructed(world, values.value(world, file, scope, read_form(node.name), walk), (), walk)
    return made if any(one.kind != ShapeKind.LIBRARY for one in made.shapes) else None


# ---- object literals and object types ----


def _in_object(world: World, shape: Shape, name: str, walk: Walk) -> Found | None:
    targets = in_scope(world, shape.file, shape.row, name)
    if targets:
        return Found(targets, shape.env)
    names = names_of(world.facts(shape.file))
    around = names.scope_parent[shape.row]
    if names.scope_kind[shape.row] == ScopeKind.FUNCTION and around >= 0 and names.scope_kind[around] == ScopeKind.OBJECT:
        return find(world, Shape(ShapeKind.OBJECT, shape.file, around), name, walk)  # A literal's method that sets members of its own.
    for form in tables_of(world.facts(shape.file)).spreads.get(shape.row, ()):
        scope = names_of(world.facts(shape.file)).scope_parent[shape.row]
        for one in values.value(world, shape.file, scope, read_form(form), walk).shapes:
            found = find(world, one, name, walk)
            if found is not None:
                return found
    return None


def in_scope(world: World, file: int, scope: int, name: str) -> tuple[Target, ...]:
    """What an object literal or object type itself has under a name."""
    return tables.in_scope(names_of(world.facts(file)), file, scope, name)


# ---- the types of members ----


def member_types(world: World, shapes: Shapes, name: str, walk: Walk) -> Typed:
    """What `.name` of a value may be."""
    return union(_member_type(world, shape, name, walk) for shape in shapes)


def _member_type(world: World, shape: Shape, name: str, walk: Walk) -> Typed:
    if shape.kind == ShapeKind.MAPPED and shape.node is not None:
        if shape.parts and find(world, shape, name, walk) is None:
            return NOTHING
        env = env_of(world, [(shape.node.name, fixed(world, (Shape(ShapeKind.LITERAL, head=name),)))], shape.env)
        return types.evaluate(world, Thunk(shape.file, shape.row, shape.node.parts[1], env), walk)
    found = find(world, shape, name, walk)
    if found is not None:
        typed = values.targets_value(world, found.targets, found.env, walk)
        return Typed(typed.shapes, max(typed.tier, found.tier))
    if shape.kind in (ShapeKind.LIBRARY, ShapeKind.LITERAL, ShapeKind.TUPLE):
        return library.member_type(world, shape, name, walk)
    if shape.kind == ShapeKind.OBJECT:
        text = tables_of(world.facts(shape.file)).indexes.get(shape.row)
        return types.written(world, shape.file, shape.row, text, walk, shape.env) if text else NOTHING
    if shape.kind in (ShapeKind.FUNCTION, ShapeKind.LAMBDA, ShapeKind.SIGNATURE):
        return calls.function_member(world, shape, name, walk)
    if shape.kind == ShapeKind.CLASS and name == "prototype":
        return Typed((shape._replace(kind=ShapeKind.INSTANCE) if names_of(world.facts(shape.file)).is_type(shape.row) else shape,))
    if shape.kind == ShapeKind.INSTANCE:
        for one in lineage(world, shape, walk):
            if one.kind == ShapeKind.LIBRARY:
                inherited = library.member_type(world, one, name, walk)
                if inherited.shapes:
                    return inherited
    return Typed(OUTSIDE) if is_external(world, shape, walk) else NOTHING
