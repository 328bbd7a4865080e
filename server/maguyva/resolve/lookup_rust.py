"""What a name means in Rust: the scopes of a function, then the module around it, what that imports, and the crate's macros.

A module is a file (`Target` of kind MODULE) or is written out in one (a symbol of kind MODULE). An `impl` block has the members of the
type it is for; the trait it implements is one of the type's bases.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from maguyva.model import BindingKind, FileFacts, ImportFlag, ScopeKind, SymbolKind
from maguyva.resolve import cargo, modules_rust
from maguyva.resolve.builtin_names import RUST_PRELUDE
from maguyva.resolve.named import named
from maguyva.resolve.names import CALLABLES, FileNames, names_of
from maguyva.resolve.types import types_in
from maguyva.resolve.world import EXTERNAL, UNKNOWN, Resolution, Target, TargetKind, Tier, World

ClassRow = tuple[int, int]


class _Walk:
    """One question's way through modules that import from each other: what it has been asked, with what came of it (nothing, while that
    is still being worked out), and how deep it is."""

    def __init__(self) -> None:
        self.known: dict[object, Resolution] = {}
        self.depth = 0


MACRO = "! "  # The qualifier of `name!`.

_MODULE_SCOPE, _CLASS_SCOPE = int(ScopeKind.MODULE), int(ScopeKind.CLASS)
_MODULE, _IMPL, _TRAIT, _MACRO = int(SymbolKind.MODULE), int(SymbolKind.IMPL), int(SymbolKind.TRAIT), int(SymbolKind.MACRO)
_WHOLE, _CRATE = int(ImportFlag.NAMESPACE), int(ImportFlag.DYNAMIC)
_ALIAS = int(SymbolKind.TYPE)
_IMPORT = int(BindingKind.IMPORT)
_DEEPEST = 40
_MOST_STEPS = 3000


# ---- modules ----


def module_around(names: FileNames, file: int, scope: int) -> Target:
    """The module that code in a scope belongs to."""
    symbol = names.scope_symbol[scope]
    while symbol >= 0 and names.symbol_kind[symbol] != _MODULE:
        symbol = names.symbol_parent[symbol]
    return Target(file, TargetKind.SYMBOL, symbol) if symbol >= 0 else Target(file, TargetKind.MODULE, -1)


def parent_module(world: World, module: Target) -> Target | None:
    """The module around a module; None around a crate's root."""
    if module.kind is TargetKind.SYMBOL:
        names = names_of(world.facts(module.file))
        symbol = names.symbol_parent[module.row]
        while symbol >= 0 and names.symbol_kind[symbol] != _MODULE:
            symbol = names.symbol_parent[symbol]
        return Target(module.file, TargetKind.SYMBOL, symbol) if symbol >= 0 else Target(module.file, TargetKind.MODULE, -1)
    file = modules_rust.parent(world, world.path(module.file))
    return None if file is None else Target(file, TargetKind.MODULE, -1)


def crate_root(world: World, file: int) -> Target:
    """The root of the crate that a file belongs to."""
    key = ("crate", file)
    known: Target | None = world.memo.get(key)
    if known is None:
        known = Target(file, TargetKind.MODULE, -1)
        seen = {file}
        while (above := parent_module(world, known)) is not None and above.file not in seen:
            seen.add(above.file)
            known = above
        world.memo[key] = known
    return known


def _scope_of(names: FileNames, module: Target) -> int:
    if module.kind is TargetKind.MODULE:
        return 0
    pairs = enumerate(zip(names.scope_symbol, names.scope_kind, strict=True))
    return next((scope for scope, (symbol, kind) in pairs if symbol == module.row and kind == _MODULE_SCOPE), -1)


def _inline_path(names: FileNames, module: Target) -> tuple[str, ...]:
    return names.qualified[module.row] if module.kind is TargetKind.SYMBOL else ()


def member_of(world: World, module: Target, name: str, walk: _Walk | None = None) -> Resolution:
    """What a name is in a module: an item, an import of it, or what one of its glob imports brings."""
    if name == "super":
        above = parent_module(world, module)
        return UNKNOWN if above is None else Resolution((above,))
    if name in ("self", ""):
        return Resolution((module,))
    if name == "crate":
        return Resolution((crate_root(world, module.file),))
    key = ("rust", module, name)
    known: Resolution | None = world.memo.get(key)
    if known is None:
        inner = walk or _Walk()
        if key in inner.known or inner.depth > _DEEPEST or len(inner.known) > _MOST_STEPS:
            return inner.known.get(key, UNKNOWN)
        inner.known[key] = UNKNOWN
        inner.depth += 1
        known = inner.known[key] = _member_of(world, module, name, inner)
        inner.depth -= 1
        if walk is None:  # What a walk found on its way may have been cut short by where it began.
            world.memo[key] = known
    return known


def _member_of(world: World, module: Target, name: str, walk: _Walk) -> Resolution:
    names = names_of(world.facts(module.file))
    scope = _scope_of(names, module)
    if scope < 0:
        return UNKNOWN
    external = False
    own: list[Target] = []
    taken: list[Target] = []
    for row in names.bound_in(scope, name):
        symbol = names.binding_symbol[row]
        if symbol >= 0:
            if names.symbol_kind[symbol] != _MACRO:
                own.append(Target(module.file, TargetKind.SYMBOL, symbol))
        elif names.binding_import[row] >= 0:
            result = follow_import(world, module.file, names.binding_import[row], walk)
            taken += result.targets
            external = external or result.external
    if own or taken:
        return Resolution(tuple(dict.fromkeys((*own, *taken))))
    root = crate_root(world, module.file)
    if (module == root or names.bound_in(scope, name)) and (macros := _macros_of(world, root, name)):
        return Resolution(tuple(macros))  # Also of `pub(crate) use name;` behind `macro_rules! name`.
    if external:
        return EXTERNAL
    for row in names.star_imports:
        if int(names.facts.import_scope[row]) != scope:
            continue
        for target in _path(world, module.file, scope, names.import_row(row)[0].split("::"), walk).targets:
            through = inside(world, target, name, walk)
            if through.targets:
                return through
    return UNKNOWN


def inside(world: World, target: Target, name: str, walk: _Walk | None = None) -> Resolution:
    """What `target::name` is for a module or a type."""
    names = names_of(world.facts(target.file))
    if target.kind is TargetKind.MODULE or (target.kind is TargetKind.SYMBOL and names.symbol_kind[target.row] == _MODULE):
        return member_of(world, target, name, walk)
    if target.kind is TargetKind.SYMBOL and names.is_type(target.row):
        return Resolution(tuple(own_member(world, (target.file, target.row), name)))
    return UNKNOWN


def follow_import(world: World, file: int, row: int, walk: _Walk | None = None) -> Resolution:
    """What a row of a `use` tree, a `mod name;` or an `extern crate` names."""
    step = ("import", file, row)
    walk = walk or _Walk()
    if step in walk.known:
        return walk.known[step]
    walk.known[step] = UNKNOWN
    names = names_of(world.facts(file))
    module, name, _, flags = names.import_row(row)
    scope = int(names.facts.import_scope[row])
    if flags & _WHOLE:
        if flags & _CRATE:
            return Resolution((crate_root(world, file),)) if module == "self" else _crate(world, file, module)
        around = module_around(names, file, scope)
        found = modules_rust.child(world, world.path(file), module, _inline_path(names, around))
        return UNKNOWN if found is None else Resolution((Target(found, TargetKind.MODULE, -1),))
    parts = module.split("::") if module else []
    result = walk.known[step] = _path(world, file, scope, [*parts, name] if name != "*" else parts, walk)
    return result


def _path(world: World, file: int, scope: int, parts: list[str], walk: _Walk) -> Resolution:
    """What a path of an import names: its first word is in the module, or a crate."""
    if not parts:
        return UNKNOWN
    names = names_of(world.facts(file))
    here = module_around(names, file, scope)
    first, rest = parts[0], parts[1:]
    if first == "":
        result = _crate(world, file, rest[0]) if rest else UNKNOWN
        rest = rest[1:]
    else:
        result = member_of(world, here, first, walk)
        if not result.targets and not result.external:
            result = _crate(world, file, first)
    for name in rest:
        if not result.targets:
            break
        found: dict[Target, None] = {}
        external = False
        for target in result.targets:
            one = inside(world, target, name, walk)
            found.update(dict.fromkeys(one.targets))
            external = external or one.external
        result = Resolution(tuple(found), result.tier, external and not found)
    return result


def _crate(world: World, file: int, name: str) -> Resolution:
    found, sure = cargo.crate_named(world, world.path(file), name)
    if found is None:
        return EXTERNAL
    return Resolution((Target(found, TargetKind.MODULE, -1),), Tier.EXACT if sure else Tier.LIKELY)


# ---- bare names ----


def resolve_bare(world: World, file: int, scope: int, name: str, path: bool = False) -> Resolution:
    """What a bare name means in a scope, also `crate`, `self` (the module), `super` and `Self`. `path`: it is a type, or stands before `::`,
    where a variable's name means nothing."""
    names = names_of(world.facts(file))
    if name == "Self":
        owner = owner_around(world, file, scope)
        return Resolution((Target(owner[0], TargetKind.SYMBOL, owner[1]),)) if owner is not None else UNKNOWN
    here = module_around(names, file, scope)
    if name in ("crate", "self", "super"):
        return member_of(world, here, name)
    every = names.bindings.get(name, ())
    if path and name[:1].islower():
        every = [row for row in every if names.binding_symbol[row] >= 0 or names.binding_import[row] >= 0]
    globs = _inner_globs(names.facts)
    at = scope
    while (every or globs) and at >= 0 and names.scope_kind[at] != _MODULE_SCOPE:
        own = [row for row in every if names.binding_scope[row] == at]
        if own and names.scope_kind[at] != _CLASS_SCOPE:
            return _bound(world, names, file, own)
        for row in globs.get(at, ()):
            for target in _path(world, file, at, names.import_row(row)[0].split("::"), _Walk()).targets:
                through = inside(world, target, name)
                if through.targets:
                    return through
        at = names.scope_parent[at]
    result = member_of(world, here, name)
    if result.targets or result.external:
        return result
    if name in RUST_PRELUDE:
        return EXTERNAL
    result = _crate(world, file, name)
    return result if result.targets else UNKNOWN


@lru_cache(maxsize=2048)
def _inner_globs(facts: FileFacts) -> dict[int, list[int]]:
    """Scopes of functions and blocks → the rows of `use a::*` in them."""
    names = names_of(facts)
    found: dict[int, list[int]] = {}
    for row in names.star_imports:
        scope = names.scope_of_import(row)
        if names.scope_kind[scope] != _MODULE_SCOPE:
            found.setdefault(scope, []).append(row)
    return found


def macro_named(world: World, file: int, name: str, scope: int = 0) -> Resolution:
    """The macro `name!` in a scope: those of the crate are seen in all of it, but those of a module that is written out in it only."""
    macros = [(other, row) for other, row in named(world, name) if _is_macro(world, other, row)]
    if name in RUST_PRELUDE:
        macros = [one for one in macros if one[0] == file and _is_around(names_of(world.facts(file)), one[1], scope)]
    same = [one for one in macros if crate_root(world, one[0]) == crate_root(world, file)]
    targets = tuple(Target(other, TargetKind.SYMBOL, row) for other, row in same or macros)
    return Resolution(targets, Tier.EXACT if same else Tier.LIKELY, not macros)


def _is_around(names: FileNames, macro: int, scope: int) -> bool:
    """Whether the module that a macro is defined in is around a scope of the same file."""
    module = names.symbol_parent[macro]
    while module >= 0 and names.symbol_kind[module] != _MODULE:
        module = names.symbol_parent[module]
    symbol = names.scope_symbol[scope]
    while symbol >= 0 and symbol != module:
        symbol = names.symbol_parent[symbol]
    return symbol == module


def _macros_of(world: World, root: Target, name: str) -> list[Target]:
    """The macros of a crate under a name, as its paths give them: exported ones stand in its root, and any may be handed on by `use`."""
    return [
        Target(other, TargetKind.SYMBOL, row)
        for other, row in named(world, name)
        if _is_macro(world, other, row) and crate_root(world, other) == root
    ]


def _is_macro(world: World, file: int, row: int) -> bool:
    names = names_of(world.facts(file))
    return names.rust and names.symbol_kind[row] == _MACRO


def _bound(world: World, names: FileNames, file: int, rows: list[int]) -> Resolution:
    found: dict[Target, None] = {}
    external = False
    for row in rows:
        if names.binding_symbol[row] >= 0:
            found[Target(file, TargetKind.SYMBOL, names.binding_symbol[row])] = None
        elif names.binding_kind[row] == _IMPORT:
            result = follow_import(world, file, names.binding_import[row])
            found.update(dict.fromkeys(result.targets))
            external = external or result.external
        else:
            found[Target(file, TargetKind.BINDING, row)] = None
    return Resolution(tuple(found), external=external and not found)


# ---- types and their impl blocks ----


def impl_around(names: FileNames, scope: int) -> int:
    """The row of the impl block around a scope, −1 when there is none: where `Self` is defined."""
    symbol = names.scope_symbol[scope]
    while symbol >= 0 and names.symbol_kind[symbol] != _IMPL:
        symbol = names.symbol_parent[symbol]
    return symbol


def owner_around(world: World, file: int, scope: int) -> ClassRow | None:
    """The type that `Self` is in a scope: what the impl block is for, or the trait, struct or enum itself."""
    names = names_of(world.facts(file))
    return owner_of(world, file, names.scope_symbol[scope])


def owner_of(world: World, file: int, symbol: int) -> ClassRow | None:
    """The type that a symbol is a member of, or is."""
    names = names_of(world.facts(file))
    while symbol >= 0:
        if names.symbol_kind[symbol] == _IMPL:
            return type_of_impl(world, file, symbol)
        if names.is_type(symbol) and names.symbol_kind[symbol] != _ALIAS:
            return file, symbol
        if names.symbol_kind[symbol] == _MODULE:
            return None
        symbol = names.symbol_parent[symbol]
    return None


def type_of_impl(world: World, file: int, row: int) -> ClassRow | None:
    """The type that an impl block is for, when it is in the workspace."""
    key = ("impl of", file, row)
    if key not in world.memo:
        world.memo[key] = None  # While it is being worked out: an impl that needs itself has no type.
        world.memo[key] = _type_of_impl(world, file, row)
    known: ClassRow | None = world.memo[key]
    return known


def _type_of_impl(world: World, file: int, row: int) -> ClassRow | None:
    names = names_of(world.facts(file))
    start = int(names.facts.symbol_name_start[row])
    scope = names.scope_parent[names.scope_at(start)] if names.scope_symbol[names.scope_at(start)] == row else names.scope_at(start)
    reference = names.reference_at.get(start, -1)
    qualifier = names.strings[int(names.facts.reference_qualifier[reference])] if reference >= 0 else ""
    parts = [part for part in qualifier.split("::") if part] + [names.symbol_names[row]]
    return _aliased(world, resolve_path(world, file, scope, parts), 6)


def _aliased(world: World, result: Resolution, depth: int) -> ClassRow | None:
    for target in result.targets:
        names = names_of(world.facts(target.file))
        if target.kind is not TargetKind.SYMBOL or not names.is_type(target.row):
            continue
        if names.symbol_kind[target.row] != _ALIAS:
            return target.file, target.row
        for head, _ in types_in("rust", names.symbol_type(target.row)) if depth else ():
            scope = names.scope_of_symbol(target.row)
            found = _aliased(world, resolve_path(world, target.file, scope, head.split(".")), depth - 1)
            if found is not None:
                return found
        return target.file, target.row
    return None


def bounds_in_impls(world: World, target: Target) -> Iterator[tuple[int, int, str]]:
    """(file, scope, type) of the bounds that the impl blocks of a type write for type parameters called like its parameter `target`."""
    names = names_of(world.facts(target.file))
    owner = names.scope_symbol[names.binding_scope[target.row]]
    if owner < 0 or not names.is_type(owner):
        return
    name = names.strings[int(names.facts.binding_name[target.row])]
    for file, impl in impls_of(world, (target.file, owner)):
        theirs = names_of(world.facts(file))
        for row in theirs.bindings.get(name, ()):
            scope = theirs.binding_scope[row]
            if theirs.scope_symbol[scope] == impl and theirs.binding_type(row).startswith(":"):
                yield file, scope, theirs.binding_type(row)[1:]


def held_by_alias(world: World, target: Target) -> str:
    """The library's type that an alias with parameters of its own gives another error or holder of: `type Result<T> = io::Result<T>`; "" when
    a target is no such alias."""
    if target.kind is not TargetKind.SYMBOL:
        return ""
    names = names_of(world.facts(target.file))
    if names.symbol_kind[target.row] != _ALIAS:
        return ""
    for head, arguments in types_in("rust", names.symbol_type(target.row)):
        parts = head.split(".")
        name = names.symbol_names[target.row]
        if parts[-1] in ("Result", "Option") and arguments and (len(parts) > 1 or parts[-1] != name):
            return parts[-1]
    return ""


def resolve_path(world: World, file: int, scope: int, parts: list[str]) -> Resolution:
    """What `a::b::c` names in a scope."""
    result = resolve_bare(world, file, scope, parts[0], len(parts) > 1) if parts else UNKNOWN
    for name in parts[1:]:
        found: dict[Target, None] = {}
        for target in result.targets:
            found.update(dict.fromkeys(inside(world, target, name).targets))
        result = Resolution(tuple(found), result.tier, result.external and not found)
    return result


def impls_of(world: World, cls: ClassRow) -> tuple[tuple[int, int], ...]:
    """The impl blocks of a type, wherever they are."""
    key = ("impls", cls)
    known: tuple[tuple[int, int], ...] | None = world.memo.get(key)
    if known is None:
        name = names_of(world.facts(cls[0])).symbol_names[cls[1]]
        known = tuple(
            (file, row) for file, row in named(world, name) if _is_impl(world, file, row) and type_of_impl(world, file, row) == cls
        )
        world.memo[key] = known
    return known


def _is_impl(world: World, file: int, row: int) -> bool:
    names = names_of(world.facts(file))
    return names.rust and names.symbol_kind[row] == _IMPL


def own_member(world: World, cls: ClassRow, name: str) -> list[Target]:
    """What a type has under a name: variants and fields, a trait's own items, and what its impl blocks define, inherent ones first."""
    file, row = cls
    names = names_of(world.facts(file))
    if names.symbol_kind[row] == _MODULE:
        return list(member_of(world, Target(file, TargetKind.SYMBOL, row), name).targets)
    if names.symbol_kind[row] == _IMPL:
        of = type_of_impl(world, file, row)
        if of is not None:
            return own_member(world, of, name)
    found = [Target(file, TargetKind.SYMBOL, child) for child in names.children.get(row, {}).get(name, ())]
    inherent: list[Target] = []
    implemented: list[Target] = []
    for other, impl in impls_of(world, cls):
        theirs = names_of(world.facts(other))
        children = [Target(other, TargetKind.SYMBOL, child) for child in theirs.children.get(impl, {}).get(name, ())]
        (implemented if impl in theirs.bases else inherent).extend(children)
    return found + (inherent or implemented)


def called_or_read(world: World, result: Resolution, called: bool) -> Resolution:
    """Of a field and a method of one name, the one that a use means: the method when it is called."""
    if len(result.targets) < 2:
        return result
    kinds = [
        names_of(world.facts(target.file)).symbol_kind[target.row] if target.kind is TargetKind.SYMBOL else 0 for target in result.targets
    ]
    meant = tuple(target for target, kind in zip(result.targets, kinds, strict=True) if (kind in CALLABLES) == called)
    return result._replace(targets=meant) if meant else result


def trait_of_impl(world: World, file: int, impl: int) -> tuple[str, ClassRow | None]:
    """The name of the trait that an impl block implements ("" for none), and the trait itself when it is in the workspace."""
    key = ("trait of", file, impl)
    known: tuple[str, ClassRow | None] | None = world.memo.get(key)
    if known is None:
        names = names_of(world.facts(file))
        rows = names.bases.get(impl, ())
        known = "", None
        if rows:
            facts, strings = names.facts, names.strings
            qualifier, name = strings[int(facts.reference_qualifier[rows[0]])], strings[int(facts.reference_name[rows[0]])]
            parts = [part for part in qualifier.split("::") if part] + [name]
            known = name, _aliased(world, resolve_path(world, file, int(facts.reference_scope[rows[0]]), parts), 6)
        world.memo[key] = known
    return known


def written_bases(world: World, cls: ClassRow) -> Iterator[tuple[str, int, int]]:
    """(path with dots, file, scope) of the traits that a type implements, and of what it dereferences to."""
    for file, impl in impls_of(world, cls):
        names = names_of(world.facts(file))
        strings, facts = names.strings, names.facts
        for reference in names.bases.get(impl, ()):
            qualifier = strings[int(facts.reference_qualifier[reference])]
            name = strings[int(facts.reference_name[reference])]
            yield ".".join([*(part for part in qualifier.split("::") if part), name]), file, int(facts.reference_scope[reference])
            if name == "Deref":
                for target in names.children.get(impl, {}).get("Target", ()):
                    for head, _ in types_in("rust", names.symbol_type(target)):
                        yield head, file, names.scope_of_symbol(target)
