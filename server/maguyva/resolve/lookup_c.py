"""What a name means in C and C++: the scopes around it, the classes and namespaces around those, then the translation unit.

A file sees itself and what it includes, however far. What has a prototype in sight is every definition of that name and path that other
files could link to, so a declaration and its definition are one. `static` and an anonymous namespace keep a name in its file. A tag
(`struct x`) lives beside the other names and is asked for as "struct x".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from maguyva.model import BindingKind, ImportFlag, ScopeKind, SymbolFlag, SymbolKind
from maguyva.resolve import modules_c
from maguyva.resolve.named import named
from maguyva.resolve.names import CALLABLES, FileNames, names_of
from maguyva.resolve.world import EXTERNAL, UNKNOWN, Resolution, Target, TargetKind, Tier, World

ClassRow = tuple[int, int]
Member = Callable[[World, ClassRow, str], Resolution]
Row = tuple[int, int]  # (file, symbol row)
Path = tuple[str, ...]

TAG = "struct "
_FUNCTION_SCOPES = frozenset({int(ScopeKind.FUNCTION), int(ScopeKind.BLOCK)})
_CLASS, _MODULE = int(ScopeKind.CLASS), int(ScopeKind.MODULE)
_IMPORT, _PARAMETER = int(BindingKind.IMPORT), int(BindingKind.PARAMETER)
_MACRO, _NAMESPACE, _ENUM_MEMBER = int(SymbolKind.MACRO), int(SymbolKind.NAMESPACE), int(SymbolKind.ENUM_MEMBER)
_ENUM = int(SymbolKind.ENUM)
_OVERLOAD, _STATIC, _WHOLE = int(SymbolFlag.OVERLOAD), int(SymbolFlag.STATIC), int(ImportFlag.NAMESPACE)
_TAGGED = frozenset(map(int, (SymbolKind.STRUCT, SymbolKind.UNION, SymbolKind.ENUM, SymbolKind.CLASS)))
_VARIABLES = frozenset(map(int, (SymbolKind.VARIABLE, SymbolKind.CONSTANT)))
LINKED = CALLABLES | _VARIABLES
_FIELD = int(SymbolKind.FIELD)
_MEMBERS = CALLABLES | _VARIABLES | {int(SymbolKind.FIELD)}
_LIBRARIES = frozenset({"std", "boost", "absl", "testing", "__gnu_cxx", "__cxxabiv1"})


# ---- what a file sees ----


def sees(world: World, file: int, surely: bool = False) -> frozenset[int]:
    """The file and all that it includes, however far; `surely`: not by includes that several files fit."""
    key = ("sees", file, surely)
    known: frozenset[int] | None = world.memo.get(key)
    if known is None:
        found = {file}
        waiting = [file]
        while waiting:
            for other, tier in _included(world, waiting.pop()):
                if other not in found and not (surely and tier > Tier.EXACT):
                    found.add(other)
                    waiting.append(other)
        known = world.memo[key] = frozenset(found)
    return known


def _included(world: World, file: int) -> tuple[tuple[int, Tier], ...]:
    key = ("included", file)
    known: tuple[tuple[int, Tier], ...] | None = world.memo.get(key)
    if known is None:
        names = names_of(world.facts(file))
        found: list[tuple[int, Tier]] = []
        for row in names.star_imports:
            module, _, _, flags = names.import_row(row)
            if not flags & _WHOLE:
                target, tier = modules_c.find_header(world, file, module)
                if target is not None:
                    found.append((target.file, tier))
        known = world.memo[key] = tuple(found)
    return known


def using(world: World, file: int) -> tuple[frozenset[Path], dict[str, list[Path]]]:
    """Namespaces that a file takes all of, and the paths of single names that it takes (itself and what it includes)."""
    key = ("using", file)
    known: tuple[frozenset[Path], dict[str, list[Path]]] | None = world.memo.get(key)
    if known is None:
        whole: set[Path] = set()
        single: dict[str, list[Path]] = {}
        for other in sees(world, file):
            names = names_of(world.facts(other))
            for row in range(len(names.facts.import_module)):
                module, name, alias, flags = names.import_row(row)
                if name == "" or (name == "*" and not flags & _WHOLE):
                    continue
                written = tuple(part for part in module.split("::") if part)
                for around in _namespaces(names, names.scope_symbol[names.scope_of_import(row)]):
                    if name == "*":
                        whole.add((*around, *written))
                    else:
                        single.setdefault(alias, []).append((*around, *written, name))
        known = world.memo[key] = (frozenset(whole), single)
    return known


# ---- candidates ----


def candidates(world: World, name: str) -> tuple[Row, ...]:
    """Every symbol of C or C++ with this name."""
    key = ("c", name)
    known: tuple[Row, ...] | None = world.memo.get(key)
    if known is None:
        known = world.memo[key] = tuple((file, row) for file, row in named(world, name) if names_of(world.facts(file)).c_family)
    return known


def _is_member(names: FileNames, row: int) -> bool:
    parent = names.symbol_parent[row]
    # The fields of a structure without a name lie in the variable or field that it is the type of.
    return parent >= 0 and (names.symbol_kind[row] == _FIELD or (names.is_type(parent) and names.symbol_kind[row] in _MEMBERS))


def is_static(names: FileNames, row: int) -> bool:
    """Whether a symbol is seen in its own file only."""
    if names.symbol_kind[row] in LINKED:
        flags = names.facts.symbol_flags
        if int(flags[row]) & _STATIC:
            return True
        # Whoever declared it `static` above need not say so again.
        parent = names.symbol_parent[row]
        if parent < 0 and any(int(flags[at]) & _STATIC for at in names.children[parent][names.symbol_names[row]] if at < row):
            return True
    return names.language == "cpp" and _in_anonymous(names, row)


def _in_anonymous(names: FileNames, row: int) -> bool:
    scope = names.scope_at(int(names.facts.symbol_name_start[row]))
    while scope > 0:
        symbol = names.scope_symbol[scope]
        if names.scope_kind[scope] == _MODULE and names.scope_symbol[names.scope_parent[scope]] == symbol:
            return True
        scope = names.scope_parent[scope]
    return False


def _inside_function(names: FileNames, row: int) -> bool:
    parent = names.symbol_parent[row]
    return parent >= 0 and names.symbol_kind[parent] in CALLABLES and names.symbol_kind[row] != _MACRO


def has_body(names: FileNames, row: int) -> bool:
    """Whether a symbol is a definition and not only a declaration."""
    return not int(names.facts.symbol_flags[row]) & _OVERLOAD


def _ordered(world: World, rows: Iterable[Row], file: int) -> tuple[Target, ...]:
    """Definitions before declarations, this file's before others'."""
    ranked = sorted((not has_body(names_of(world.facts(other)), row), other != file, other, row) for other, row in set(rows))
    return tuple(Target(other, TargetKind.SYMBOL, row) for _, _, other, row in ranked)


def linked(world: World, file: int, row: int) -> list[Row]:
    """The rows that are one entity with a symbol: its declarations and its definition, in whichever files."""
    key = ("linked", file, row)
    known: list[Row] | None = world.memo.get(key)
    if known is None:
        known = _linked(world, file, row)
        world.memo.update((("linked", *one), known) for one in known)
        world.memo[key] = known
    return known


def _linked(world: World, file: int, row: int) -> list[Row]:
    names = names_of(world.facts(file))
    kind, path, space = names.symbol_kind[row], names.qualified[row], names.space(row)
    found: list[Row] = []
    here = is_static(names, row) or _inside_function(names, row) or space in ("macro", "type", "member")
    if here and kind in CALLABLES and (header := _static_declaration(world, file, row)) is not None and header != (file, row):
        return linked(world, *header)
    if kind == _ENUM_MEMBER:  # Each is declared once, in its enumeration.
        same = names.children[names.symbol_parent[row]][names.symbol_names[row]]
        return [(file, at) for at in same if names.symbol_kind[at] == _ENUM_MEMBER]
    for other, at in candidates(world, names.symbol_names[row]):
        # Each file that sees `static void f();` in a header defines an `f` of its own.
        declared = kind in CALLABLES and not has_body(names, row)
        if here and other != file and not (declared and file in sees(world, other)):
            continue
        theirs = names_of(world.facts(other))
        if theirs.qualified[at] != path or theirs.space(at) != space or (kind in _VARIABLES) != (theirs.symbol_kind[at] in _VARIABLES):
            continue
        if _is_member(theirs, at) != _is_member(names, row) or here != (is_static(theirs, at) or (here and not is_static(names, row))):
            continue
        if here and other == file and names.symbol_parent[at] != names.symbol_parent[row]:
            continue
        found.append((other, at))
    return found or [(file, row)]


def _static_declaration(world: World, file: int, row: int) -> Row | None:
    """The declaration without a body, in a header that the file sees, of a function that is `static`."""
    names = names_of(world.facts(file))
    if not has_body(names, row) or not is_static(names, row):
        return None
    for other, at in candidates(world, names.symbol_names[row]):
        theirs = names_of(world.facts(other))
        if other != file and other in sees(world, file) and not has_body(theirs, at) and is_static(theirs, at):
            return other, at
    return None


def _select(world: World, file: int, path: Path, tag: bool, types: bool, guess: bool) -> Resolution:
    """The names of the translation unit (with `guess`, of all files) that have this path."""
    seen = sees(world, file)
    visible: list[Row] = []
    others: list[Row] = []
    for other, row in candidates(world, path[-1]):
        names = names_of(world.facts(other))
        if names.bare_path(row) != path or _is_member(names, row) or _inside_function(names, row):
            continue
        space = names.space(row)
        if tag != (space == "tag") and (tag or names.language == "c"):
            continue
        if other in seen:
            visible.append((other, row))
        elif not is_static(names, row):
            others.append((other, row))
    if visible:
        certain = sees(world, file, surely=True)
        tier = Tier.EXACT if any(other in certain for other, _ in visible) else Tier.LIKELY
        return Resolution(_ordered(world, _best(world, file, visible, types), file), tier)
    if not guess or not others:
        return UNKNOWN
    chosen = _best(world, file, others, types)
    first = linked(world, *chosen[0])
    if set(chosen) <= set(first):
        return Resolution(_ordered(world, first, file), Tier.LIKELY)
    near = _nearest(world, file, chosen)
    return Resolution(_ordered(world, near, file), Tier.LIKELY) if near else UNKNOWN


def _best(world: World, file: int, rows: list[Row], types: bool) -> list[Row]:
    """Of the rows that one path names, those that a use means; with the definitions that they are linked to."""
    spaces: dict[str, list[Row]] = {}
    for other, row in rows:
        spaces.setdefault(names_of(world.facts(other)).space(row), []).append((other, row))
    order = ("type", "tag", "namespace", "macro", "value") if types else ("macro", "value", "member", "type", "tag", "namespace")
    chosen = next((spaces[space] for space in order if space in spaces), rows)
    own = [(other, row) for other, row in chosen if other == file and is_static(names_of(world.facts(other)), row)]
    result: list[Row] = []
    for other, row in own or chosen:
        names = names_of(world.facts(other))
        result += linked(world, other, row) if names.symbol_kind[row] in LINKED else [(other, row)]
    return result


def _nearest(world: World, file: int, rows: list[Row]) -> list[Row]:
    """The rows of the one file that lies closest in the tree of folders, none when two are as close."""
    here = world.path(file).split("/")
    ranked: dict[int, set[int]] = {}
    for other, _ in rows:
        there = world.path(other).split("/")
        common = next((at for at, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there)))
        ranked.setdefault(len(there) + len(here) - 2 * common, set()).add(other)
    closest = ranked[min(ranked)]
    return [(other, row) for other, row in rows if other in closest] if len(closest) == 1 else []


# ---- look-up ----


def resolve_bare(world: World, file: int, scope: int, name: str, types: bool, member: Member) -> Resolution:
    """What a bare name means in a scope. `types`: it stands where a type does."""
    tag = name.startswith(TAG)
    if tag:
        name, types = name[len(TAG) :], True
    names = names_of(world.facts(file))
    every = names.bindings.get(name)
    if names.language == "c":
        while every and not tag and names.scope_kind[scope] in _FUNCTION_SCOPES:
            found = _local(world, names, file, scope, every, types)
            if found.targets:
                return found
            scope = names.scope_parent[scope]
        return _in_unit(world, file, ((name,),), tag, types)
    paths: list[Path] = []
    symbol = -1
    start = scope
    while scope >= 0:
        kind = names.scope_kind[scope]
        if kind in _FUNCTION_SCOPES:
            found = _local(world, names, file, scope, every, types) if every and not tag else UNKNOWN
            if found.targets:
                return found
        owner = _class_of_scope(world, names, file, scope)
        if owner is not None:
            if names_of(world.facts(owner[0])).symbol_names[owner[1]] == name:
                return Resolution((Target(owner[0], TargetKind.SYMBOL, owner[1]),))
            found = member(world, owner, name)
            targets = _injected(world, found.targets, name)
            if types:  # `Mark::f()` in a class that has a method `Mark`.
                targets = tuple(target for target in targets if _is_type(world, target))
            if targets:
                return found._replace(targets=targets)
        if names.scope_symbol[scope] >= 0:
            symbol = max(symbol, names.scope_symbol[scope])
        scope = names.scope_parent[scope]
    for path in _namespaces(names, symbol):
        paths.append((*path, name))
    whole, single = using(world, file)
    paths += single.get(name, [])
    paths += [(*path, name) for path in sorted(whole)]
    found = _in_unit(world, file, tuple(dict.fromkeys(paths)), tag, types)
    if found.targets:
        return found
    if tag:
        return resolve_bare(world, file, 0, name, True, member)
    if types:  # The arguments of `Foo foo(bar);` look like the types of parameters.
        found = resolve_bare(world, file, start, name, False, member)
        if found.targets:
            return found._replace(tier=max(found.tier, Tier.LIKELY))
    if name in _LIBRARIES or any(path[0] in _LIBRARIES for path in single.get(name, ())):
        return EXTERNAL
    return UNKNOWN


def _is_type(world: World, target: Target) -> bool:
    names = names_of(world.facts(target.file))
    return target.kind is TargetKind.SYMBOL and (names.is_type(target.row) or names.symbol_kind[target.row] == _NAMESPACE)


def _injected(world: World, targets: tuple[Target, ...], name: str) -> tuple[Target, ...]:
    """The base class itself where its name, inherited like a member, finds its constructors."""
    classes: dict[Target, None] = {}
    for target in targets:
        owner = owner_of(world, target.file, target.row) if target.kind is TargetKind.SYMBOL else None
        if owner is None or names_of(world.facts(owner[0])).symbol_names[owner[1]] != name:
            return targets
        classes[Target(owner[0], TargetKind.SYMBOL, owner[1])] = None
    return tuple(classes)


def _in_unit(world: World, file: int, paths: tuple[Path, ...], tag: bool, types: bool) -> Resolution:
    """The first of the paths that the translation unit has, else one that all files together have."""
    key = ("unit", file, paths, tag, types)
    known: Resolution | None = world.memo.get(key)
    if known is None:
        known = world.memo[key] = _first(world, file, paths, tag, types)
    return known


def _first(world: World, file: int, paths: tuple[Path, ...], tag: bool, types: bool) -> Resolution:
    if not any(candidates(world, path[-1]) for path in paths):
        return UNKNOWN
    for guess in (False, True):
        for path in paths:
            if not guess or len(path) == 1 or path[0] not in _LIBRARIES:
                found = _select(world, file, path, tag, types, guess)
                if found.targets:
                    return found
    return UNKNOWN


def follow_import(world: World, file: int, row: int) -> Resolution:
    """What `#include`, `using a::b`, `using namespace a` or `namespace b = a` names."""
    module, name, _, flags = names_of(world.facts(file)).import_row(row)
    if name == "*" and not flags & _WHOLE:
        target, tier = modules_c.find_header(world, file, module)
        return EXTERNAL if target is None else Resolution((target,), tier)
    path = (*module.split("::"), name) if name not in ("", "*") else tuple(module.split("::"))
    for guess in (False, True):
        found = _select(world, file, path, False, False, guess)
        if found.targets:
            return found
    return EXTERNAL


def _local(world: World, names: FileNames, file: int, scope: int, every: list[int], types: bool) -> Resolution:
    own: list[Target] = []
    for row in every:
        if names.binding_scope[row] != scope or names.binding_kind[row] == _IMPORT:
            continue
        symbol = names.binding_symbol[row]
        if symbol >= 0:
            if _inside_function(names, symbol):
                own.append(Target(file, TargetKind.SYMBOL, symbol))
        elif not types or (names.binding_kind[row] == _PARAMETER and not names.binding_type(row)):  # A template's parameter is a type.
            own.append(Target(file, TargetKind.BINDING, row))
    return Resolution(tuple(own))


def _class_of_scope(world: World, names: FileNames, file: int, scope: int) -> ClassRow | None:
    """The class whose members a scope sees by their bare names: that of a class's body, and of a member defined outside it."""
    symbol = names.scope_symbol[scope]
    if symbol < 0 or names.language != "cpp":
        return None
    kind = names.scope_kind[scope]
    if kind == _CLASS:
        return (file, symbol) if names.is_type(symbol) else None
    if names.symbol_kind[symbol] in CALLABLES and names.scope_symbol[names.scope_parent[scope]] != symbol:
        return owner_of(world, file, symbol)
    return None


def class_around(world: World, file: int, scope: int) -> ClassRow | None:
    """The class that `this` is in a scope."""
    names = names_of(world.facts(file))
    while scope >= 0:
        owner = _class_of_scope(world, names, file, scope)
        if owner is not None:
            return owner
        scope = names.scope_parent[scope]
    return None


def owner_of(world: World, file: int, symbol: int) -> ClassRow | None:
    """The class that a function is a member of, also when it is defined outside of it; None for a free function."""
    names = names_of(world.facts(file))
    parent = names.symbol_parent[symbol]
    if parent >= 0 and names.is_type(parent):
        return file, parent
    path = names.qualified[symbol][:-1]
    if not path or not int(names.facts.symbol_container[symbol]):
        return None
    key = ("owner", file, path)
    if key not in world.memo:
        world.memo[key] = _class_at(world, file, path)
    found: ClassRow | None = world.memo[key]
    return found


def _class_at(world: World, file: int, path: Path) -> ClassRow | None:
    seen = sees(world, file)
    best: ClassRow | None = None
    for other, row in candidates(world, path[-1]):
        names = names_of(world.facts(other))
        if names.symbol_kind[row] in _TAGGED and names.qualified[row] == path:
            if other in seen:
                return other, row
            best = best or (other, row)
    return best


def _namespaces(names: FileNames, symbol: int) -> list[Path]:
    """The paths of the namespaces around a symbol, innermost first, the global one last."""
    path: Path = names.qualified[symbol] if symbol >= 0 else ()
    return [path[:length] for length in range(len(path), -1, -1)]


def own_member(world: World, cls: ClassRow, name: str, group: list[int]) -> tuple[Target, ...]:
    """What a class (or a namespace) itself has under a name: what its body declares, and the definitions outside it in files that see it."""
    file, symbol = cls
    names = names_of(world.facts(file))
    if names.symbol_kind[symbol] == _NAMESPACE:
        return namespace_member(world, cls, name)
    found: list[Row] = [(file, child) for row in group for child in names.children.get(row, {}).get(name, ())]
    if not found and names.language == "cpp":  # The members of an enumeration in it, and those of a structure without a name.
        found = [(file, child) for row in group for child in _in_nested(names, row, name)]
    path = (*names.qualified[symbol], name)
    for other, at in candidates(world, name) if names.language == "cpp" else ():
        theirs = names_of(world.facts(other))
        if theirs.qualified[at] != path or not int(theirs.facts.symbol_container[at]):
            continue
        if other == file or file in sees(world, other) or other in sees(world, file):  # `foo-inl.h` is included by `foo.h`.
            found.append((other, at))
    return _ordered(world, found, file)


def _in_nested(names: FileNames, cls: int, name: str) -> list[int]:
    nested = [
        row
        for rows in names.children.get(cls, {}).values()
        for row in rows
        if names.symbol_kind[row] == _ENUM or row in names.named_by_typedef
    ]
    return [child for row in nested for child in names.children.get(row, {}).get(name, ())]


def namespace_member(world: World, cls: ClassRow, name: str) -> tuple[Target, ...]:
    """What a name means in a namespace, whichever file opens it."""
    file, row = cls
    path = (*names_of(world.facts(file)).qualified[row], name)
    found: list[Row] = []
    for other, at in candidates(world, name):
        names = names_of(world.facts(other))
        if names.bare_path(at) == path and not _is_member(names, at) and not _inside_function(names, at):
            found.append((other, at))
    return _ordered(world, found, file)


def only_member(world: World, file: int, name: str) -> Resolution:
    """The one member of that name among the classes that a file sees, or among all, as `likely`: what a value nobody typed must mean."""
    seen = sees(world, file)
    owners: dict[tuple[int, Path], list[Row]] = {}
    visible: set[tuple[int, Path]] = set()
    for other, row in candidates(world, name):
        names = names_of(world.facts(other))
        if not _is_member(names, row) and not (int(names.facts.symbol_container[row]) and names.symbol_kind[row] in CALLABLES):
            continue
        home = owner_of(world, other, row) or (other, -1)
        key = (home[0], names.qualified[row][:-1])
        owners.setdefault(key, []).append((other, row))
        if home[0] in seen:
            visible.add(key)
    for keys in (visible, set(owners)):
        if keys:
            return Resolution(_ordered(world, owners[keys.pop()], file), Tier.LIKELY) if len(keys) == 1 else UNKNOWN
    return UNKNOWN
