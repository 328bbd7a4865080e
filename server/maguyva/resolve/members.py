"""Classes: which base classes they name, in which order they are searched, and what a member name means in them."""

from __future__ import annotations

from maguyva.model import SymbolKind
from maguyva.resolve import lookup_c, lookup_packages, lookup_rust, modules_go, stubs
from maguyva.resolve.modules import binding_targets, imported_package, member_of_module, union
from maguyva.resolve.names import CALLABLES, FileNames, names_of
from maguyva.resolve.types import types_in
from maguyva.resolve.world import UNKNOWN, Resolution, Target, TargetKind, Tier, World

ClassRow = tuple[int, int]  # (file, first symbol row of the class)
_MAX_CLASSES = 400
_ASSIGNED = frozenset(map(int, (SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT)))


def resolve_dotted(world: World, file: int, scope: int, dotted: str, types: bool = True) -> Resolution:
    """What `a.b.C` names, by scopes, imports and members of modules and classes only (no types of values). `types`: it stands where a
    type does, which only C tells from a value of the same name."""
    if names_of(world.facts(file)).packaged:
        return lookup_packages.resolve_path(world, file, scope, dotted, class_member)
    head, *rest = dotted.split(".")
    names = names_of(world.facts(file))
    result = resolve_bare(world, file, scope, head, (types and not rest) or (bool(rest) and (names.rust or names.c_family)))
    for name in rest:
        if not result.targets:
            return result
        parts = [_static_member(world, target, name) for target in result.targets]
        result = union(parts)
    return result


def _static_member(world: World, target: Target, name: str) -> Resolution:
    if target.kind in (TargetKind.MODULE, TargetKind.FOLDER, TargetKind.PACKAGE):
        return member_of_module(world, target, name)
    if target.kind is TargetKind.SYMBOL:
        return class_member(world, (target.file, target.row), name)
    package = imported_package(world, target)
    return UNKNOWN if package is None else union([member_of_module(world, one, name) for one in package.targets] or [package])


def resolve_bare(world: World, file: int, scope: int, name: str, types: bool = False, want: int = lookup_packages.ANY) -> Resolution:
    """What a bare name means in a scope: the innermost bindings, else what star imports bring, else the file's own definition."""
    names = names_of(world.facts(file))
    if names.c_family:
        return lookup_c.resolve_bare(world, file, scope, name, types, class_member)
    if names.rust:
        return lookup_rust.resolve_bare(world, file, scope, name, types)
    if names.packaged:
        return lookup_packages.resolve_bare(world, file, scope, name, lookup_packages.TYPE if types else want, class_member)
    _, rows = names.lookup(scope, name)
    if rows:
        return binding_targets(world, file, rows)
    # What names its type as a receiver (Go's methods) is reached through one only.
    own = [
        row
        for row in names.children.get(-1, {}).get(name, ())
        if names.scope_that_sees(row) < 0 and not (names.go and names.container(row))
    ]
    if own:
        return Resolution(tuple(Target(file, TargetKind.SYMBOL, row) for row in own))
    if names.language == "go":
        return modules_go.seen_in_package(world, file, name)
    if names.star_imports and names.python:
        return member_of_module(world, Target(file, TargetKind.MODULE, -1), name)
    return UNKNOWN


def group_of(names: FileNames, symbol: int) -> list[int]:
    """Rows of the symbols that are one entity with `symbol`: same parent, same name (overloads, setters, redefinitions)."""
    group = names.children[names.symbol_parent[symbol]][names.symbol_names[symbol]]
    if len(group) == 1:
        return group
    if names.c_family:
        space = names.space(symbol)
        return [row for row in group if names.space(row) == space]
    if names.packaged:
        means = lookup_packages.meaning(names, symbol)
        return [row for row in group if lookup_packages.meaning(names, row) == means]
    # Functions of one name in several callbacks have the same parent, since callbacks are no symbols, and are strangers to each other.
    # Methods whose type is in another file have no parent here; the type they name tells them apart.
    scope, container = names.scope_that_sees(symbol), names.container(symbol)
    return [row for row in group if names.scope_that_sees(row) == scope and names.container(row) == container]


def bases_of(world: World, cls: ClassRow) -> tuple[list[ClassRow], bool]:
    """The base classes a class names that are in the workspace, in order, and whether it has others (external or unread)."""
    key = ("bases", cls)
    known = world.memo.get(key)
    if known is None:
        known = world.memo[key] = _bases_of(world, cls)
    result: tuple[list[ClassRow], bool] = known
    return result


def _bases_of(world: World, cls: ClassRow) -> tuple[list[ClassRow], bool]:
    file, symbol = cls
    names = names_of(world.facts(file))
    facts, strings = names.facts, names.strings
    found: list[ClassRow] = []
    others = False
    if names.packaged:
        return _declared_bases(world, cls)
    for row in group_of(names, symbol):
        for reference in names.bases.get(row, ()):
            qualifier = strings[int(facts.reference_qualifier[reference])]
            name = strings[int(facts.reference_name[reference])]
            scope = _outside(names, row, int(facts.reference_scope[reference]))
            result = resolve_dotted(world, file, scope, f"{qualifier}.{name}" if qualifier else name)
            classes = [base for target in result.targets for base in classes_of_target(world, target)]
            found += [base for base in classes if base not in found and base != cls]
            others = others or not classes
        if names.symbol_kind[row] == SymbolKind.TYPE:  # An alias has the members of what it stands for.
            for head, _ in types_in(names.facts.language, names.symbol_type(row).lstrip("=")):
                result = resolve_dotted(world, file, names.scope_of_symbol(row), head)
                if names.c_family and not any(target.row != row or target.file != file for target in result.targets):
                    result = resolve_dotted(
                        world, file, 0, lookup_c.TAG + head
                    )  # `typedef struct x {…} x` gives the tag without its keyword.
                classes = [base for target in result.targets for base in classes_of_target(world, target)]
                found += [base for base in classes if base not in found and base != cls]
                others = others or not classes
    if names.rust:
        for dotted, where, scope in lookup_rust.written_bases(world, cls):
            result = resolve_dotted(world, where, scope, dotted)
            classes = [base for target in result.targets for base in classes_of_target(world, target)]
            found += [base for base in classes if base not in found and base != cls]
            others = others or not classes
    return found, others


def _declared_bases(world: World, cls: ClassRow) -> tuple[list[ClassRow], bool]:
    found: list[ClassRow] = []
    others = False
    for file, row in declarations(world, cls):
        names = names_of(world.facts(file))
        facts, strings = names.facts, names.strings
        for reference in names.bases.get(row, ()):
            qualifier = strings[int(facts.reference_qualifier[reference])]
            name = strings[int(facts.reference_name[reference])]
            dotted = f"{qualifier}.{name}" if qualifier else name
            scope = int(facts.reference_scope[reference])
            # What the classes around inherit is left out: to know it, this very answer may be needed.
            result = lookup_packages.resolve_path(world, file, scope, dotted, class_member, inherited=False)
            classes = [base for target in result.targets for base in classes_of_target(world, target)]
            found += [base for base in classes if base not in found and base != cls]
            others = others or not classes
    return found, others


def declarations(world: World, cls: ClassRow) -> list[ClassRow]:
    """Every declaration of a class: in C# the parts of a partial one are in several files."""
    names = names_of(world.facts(cls[0]))
    return lookup_packages.parts_of(world, cls, group_of(names, cls[1]))


def _outside(names: FileNames, symbol: int, scope: int) -> int:
    """The scope around a class, where its bases are looked up, even if the reference's scope is the class's own."""
    while scope > 0 and names.scope_symbol[scope] == symbol:
        scope = names.scope_parent[scope]
    return scope


def classes_of_target(world: World, target: Target, depth: int = 4) -> list[ClassRow]:
    """The class that a target is, or that a variable is another name of (`Base = make_base`, `Base = other.Base`)."""
    if target.file < 0 or depth == 0:
        return []
    names = names_of(world.facts(target.file))
    if target.kind is TargetKind.SYMBOL:
        if names.is_type(target.row):
            return [declarations(world, (target.file, target.row))[0]]
        if names.tables and names.children.get(target.row):
            return [(target.file, target.row)]
        written, scope = names.symbol_type(target.row), names.scope_of_symbol(target.row)
    elif target.kind is TargetKind.BINDING:
        written, scope = names.binding_type(target.row), names.binding_scope[target.row]
    else:
        return []
    if target.kind is TargetKind.SYMBOL and names.symbol_kind[target.row] in CALLABLES:
        return []  # What a function returns is no other name for it.
    if not written.startswith("=") or not written[1:].replace(".", "").replace("_", "").isalnum():
        return []
    result = resolve_dotted(world, target.file, scope, written[1:])
    return [cls for other in result.targets if other != target for cls in classes_of_target(world, other, depth - 1)]


def search_order(world: World, cls: ClassRow) -> tuple[list[ClassRow], bool]:
    """The class and its bases in the order members are looked up, and whether some base is not in the workspace.

    Reverse postorder, bases visited from the right: equal to C3 for diamonds, total for what has no proper order and for cycles.
    """
    key = ("order", cls)
    known = world.memo.get(key)
    if known is None:
        post: list[ClassRow] = []
        seen = {cls}
        others = False
        stack: list[tuple[ClassRow, list[ClassRow]]] = []

        def enter(current: ClassRow) -> None:
            nonlocal others
            bases, unread = bases_of(world, current)
            others = others or unread
            stack.append((current, list(bases)))

        enter(cls)
        while stack:
            current, waiting = stack[-1]
            if waiting and len(seen) < _MAX_CLASSES:
                base = waiting.pop()
                if base not in seen:
                    seen.add(base)
                    enter(base)
            else:
                post.append(current)
                stack.pop()
        known = world.memo[key] = (post[::-1], others)
    result: tuple[list[ClassRow], bool] = known
    return result


def own_member(world: World, cls: ClassRow, name: str) -> tuple[Target, ...]:
    """What a class itself defines under a name: its symbols (attributes its methods assign are some), else what its body binds."""
    file, symbol = cls
    names = names_of(world.facts(file))
    if names.rust:
        return tuple(dict.fromkeys(lookup_rust.own_member(world, cls, name)))
    if names.c_family:
        return lookup_c.own_member(world, cls, name, group_of(names, symbol))
    found: list[Target] = []
    if names.packaged:
        for part, row in declarations(world, cls):
            there = names_of(world.facts(part))
            rows = there.children.get(row, {}).get(name, ())
            found += [Target(part, TargetKind.SYMBOL, child) for child in rows if lookup_packages.meaning(there, child)]
        return tuple(found)
    for row in group_of(names, symbol):
        found += [Target(file, TargetKind.SYMBOL, child) for child in names.children.get(row, {}).get(name, ())]
        scope = names.class_scopes.get(row, -1)
        if scope >= 0 and not found:
            found += binding_targets(world, file, names.bound_in(scope, name)).targets
    if names.python and not found:
        halves = stubs.same_in_other_half(world, Target(file, TargetKind.SYMBOL, symbol))
        for half in halves:
            there = names_of(world.facts(half.file))
            found += [Target(half.file, TargetKind.SYMBOL, child) for child in there.children.get(half.row, {}).get(name, ())]
    if names.go:
        found += modules_go.methods_of(world, file, names.symbol_names[symbol], name)
    return tuple(dict.fromkeys(found))


def constructors_of(world: World, target: Target) -> list[Target]:
    """The constructors that a type of Java or C# declares itself."""
    if target.kind is not TargetKind.SYMBOL or not names_of(world.facts(target.file)).is_type(target.row):
        return []
    found: list[Target] = []
    for file, row in declarations(world, (target.file, target.row)):
        names = names_of(world.facts(file))
        rows = names.children.get(row, {}).get(names.symbol_names[row], ())
        found += [Target(file, TargetKind.SYMBOL, child) for child in rows if names.symbol_kind[child] == SymbolKind.CONSTRUCTOR]
    return found


def owner_of(world: World, file: int, symbol: int) -> ClassRow | None:
    """The type that a symbol is a member of, also one in another file; None for what is no member."""
    names = names_of(world.facts(file))
    parent = names.symbol_parent[symbol]
    if parent >= 0 and names.is_type(parent):
        return declarations(world, (file, parent))[0]
    return modules_go.receiver_type(world, file, symbol) if parent < 0 and names.go else None


def class_member(world: World, cls: ClassRow, name: str, bases_only: bool = False, want: int = lookup_packages.ANY) -> Resolution:
    """What `name` means in a class: the first class in search order that defines it. External when an unread base may define it.
    `want` tells fields, methods and types of one name apart where a language does."""
    key = ("member", cls, name, bases_only, want)
    known: Resolution | None = world.memo.get(key)
    if known is None:
        order, others = search_order(world, cls)
        known = Resolution(external=others)
        assigned: tuple[Target, ...] = ()
        python = names_of(world.facts(cls[0])).python
        for current in order[1:] if bases_only else order:
            found = own_member(world, current, name)
            if found and want != lookup_packages.ANY:
                found = lookup_packages.fitting(world, found, want)
            if found and _only_assigned(world, current[0], found):
                assigned = assigned or found  # In JavaScript `this.x = …` sets what a base declares, if one does.
            elif found and python and not _declares(world, found):
                assigned = assigned or found  # So does any assignment without a type in Python.
            elif found:
                known = Resolution(found, Tier.EXACT)
                break
        if assigned and not known.targets:
            known = Resolution(assigned, Tier.EXACT)
        world.memo[key] = known
    return known


def _declares(world: World, targets: tuple[Target, ...]) -> bool:
    """Whether a member of a Python class is more than an assignment: a function, class or import, or written with its type."""
    for target in targets:
        if target.kind is not TargetKind.SYMBOL:
            return True
        names = names_of(world.facts(target.file))
        written = names.symbol_type(target.row)
        if names.symbol_kind[target.row] not in _ASSIGNED or (written and not written.startswith("=")):
            return True
    return False


def _only_assigned(world: World, file: int, targets: tuple[Target, ...]) -> bool:
    names = names_of(world.facts(file))
    return names.scripted and all(target.kind is TargetKind.SYMBOL and names.is_assigned(target.row) for target in targets)
