"""From an import to what it names: modules by language, members of modules, re-exports and star imports followed to the definition.

Adding a language is one module with `find_module(table, importer, module)` and one row in `_FINDERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from maguyva.model import ImportFlag, SymbolFlag
from maguyva.resolve import lookup_c, lookup_packages, lookup_rust, modules_dotted, modules_go, modules_javascript, modules_python, stubs
from maguyva.resolve.ecmascript.tables import EXPORTS, exported_keys, tables_of
from maguyva.resolve.names import FileNames, names_of
from maguyva.resolve.paths import PathTable, path_table
from maguyva.resolve.world import EXTERNAL, UNKNOWN, Resolution, Target, TargetKind, Tier, World

Finder = Callable[[PathTable, str, str], tuple[Target | None, Tier]]

_FINDERS: dict[str, Finder] = {
    "python": modules_python.find_module,
    "lua": modules_dotted.finder((".lua",), ("init.lua",)),
}
_PACKAGE, _DYNAMIC = int(ImportFlag.PACKAGE), int(ImportFlag.DYNAMIC)  # An operation on enumerations costs as much as a look-up.
_MAX_TRAIL = 40  # Re-exports followed one after another; a longer chain is a mistake or an attack.


def module_named(world: World, file: int, module: str) -> Resolution:
    """The module an import in `file` names; external when the language is known and the workspace has none."""
    key = ("module", file, module)
    known = world.memo.get(key)
    if known is None:
        names = names_of(world.facts(file))
        finder = _FINDERS.get(names.language)
        if names.scripted:
            target, tier = modules_javascript.find_module(world, path_table(world), world.path(file), module)
            known = Resolution((target,), tier) if target is not None else UNKNOWN if module.startswith(".") else EXTERNAL
        elif finder is None:
            known = UNKNOWN
        else:
            target, tier = finder(path_table(world), world.path(file), module)
            known = EXTERNAL if target is None else Resolution((target,), tier)
            if target is None and module.startswith("."):
                known = UNKNOWN  # Relative and missing: generated or deleted, and surely no library.
        world.memo[key] = known
    result: Resolution = known
    return result


def follow_import(world: World, file: int, row: int, local: str = "", trail: tuple[tuple[int, str], ...] = ()) -> Resolution:
    """What an import row brings in; `local` is the bound name, which tells `a` of `import a.b` from `c` of `import a.b as c`."""
    module, name, alias, flags = names_of(world.facts(file)).import_row(row)
    if flags & _PACKAGE:
        return UNKNOWN
    names = names_of(world.facts(file))
    if names.go:
        return modules_go.package_found(world, file, module)
    if names.rust:
        return lookup_rust.follow_import(world, file, row)
    if names.packaged:
        return lookup_packages.follow_import(world, file, row)
    if names.c_family:
        return lookup_c.follow_import(world, file, row)
    if not module:  # `export { a as b }`: the file's own `a`.
        if (file, name) in trail:
            return UNKNOWN
        own = binding_targets(world, file, names.bound_in(0, name), (*trail, (file, name))) if names.scripted else UNKNOWN
        return own if own.targets or own.external else member_of_module(world, Target(file, TargetKind.MODULE, -1), name, trail)
    if name == "" and local and alias in ("", local, module) and module.startswith(local + "."):
        module = local  # `import a.b` binds `a`.
    found = module_named(world, file, module)
    if name in ("", "*") and found.targets:
        return _whole_export(world, found, trail)
    if not found.targets:
        return found
    result = member_of_module(world, found.targets[0], name, trail)
    if not result.targets and flags & _DYNAMIC and name == "default":
        return found
    return _weaken(result, found.tier)


def whole_module(world: World, file: int, module: str) -> Resolution:
    """What stands for a whole module that a file names."""
    found = module_named(world, file, module)
    return _whole_export(world, found, ()) if found.targets else found


def _whole_export(world: World, module: Resolution, trail: tuple[tuple[int, str], ...]) -> Resolution:
    """What stands for a whole module: what its `module.exports = f` or `export = f` names, else the module."""
    target = module.targets[0]
    if target.kind is not TargetKind.MODULE:
        return module
    names = names_of(world.facts(target.file))
    for row in tables_of(names.facts).whole_exports:
        if (target.file, "=") not in trail:
            result = follow_import(world, target.file, row, trail=(*trail, (target.file, "=")))
            if result.targets:
                return result
    return module


def member_of_module(world: World, module: Target, name: str, trail: tuple[tuple[int, str], ...] = ()) -> Resolution:
    """What `name` is in a module, seen from outside it."""
    if module.kind is TargetKind.PACKAGE:
        return modules_go.member_of_package(world, path_table(world).folder_names[module.row], name)
    if module.kind is TargetKind.FOLDER:
        return _submodule(world, path_table(world).folder_names[module.row], name)
    if names_of(world.facts(module.file)).rust:
        return lookup_rust.member_of(world, module, name)
    key = ("export", module.file, name)
    known: Resolution | None = world.memo.get(key)
    if known is None:
        if (module.file, name) in trail or len(trail) > _MAX_TRAIL:
            return UNKNOWN
        known = _export(world, module.file, name, (*trail, (module.file, name)))
        if not trail:
            world.memo[key] = known
    return known


def _export(world: World, file: int, name: str, trail: tuple[tuple[int, str], ...]) -> Resolution:
    names = names_of(world.facts(file))
    parts: list[Resolution] = []
    rows = names.reexports.get(name, [])
    parts += [follow_import(world, file, row, trail=trail) for row in rows]
    if not any(part.targets for part in parts):
        if name == "default" and not names.python:
            parts += _default_export(world, names, file, trail)
        else:
            commonjs = names.scripted and tables_of(names.facts).has_exports
            keys = exported_keys(names, file, name) if commonjs else ()
            parts.append(Resolution(keys) if commonjs else binding_targets(world, file, names.bound_in(0, name), trail))
            if not parts[-1].targets:
                own = [row for row in names.children.get(-1, {}).get(name, ()) if names.scope_that_sees(row) < 0]
                if names.scripted:
                    own = [row for row in own if names.container(row) in EXPORTS]
                parts.append(Resolution(tuple(Target(file, TargetKind.SYMBOL, row) for row in own)))
    result = union(parts)
    if result.targets or (result.external and not names.python):
        return result
    if name != "default":
        for row in reversed(names.star_imports):  # The last star import wins.
            module = module_named(world, file, names.import_row(row)[0])
            if module.targets and not (names.python and not _given_by_star(world, module.targets[0], name)):
                through = member_of_module(world, module.targets[0], name, trail)
                if through.targets:
                    return _weaken(through, module.tier)
            result = Resolution(external=result.external or module.external)
    if names.python:
        other = stubs.other_half(world, file)
        if other >= 0 and not result.external:
            declared = member_of_module(world, Target(other, TargetKind.MODULE, -1), name, trail)
            if declared.targets:
                return declared
        folder = modules_python.submodule_folder(path_table(world), world.path(file))
        if folder is not None:
            below = _submodule(world, folder, name)
            if below.targets:
                return below
    return result


def _given_by_star(world: World, module: Target, name: str, depth: int = 8) -> bool:
    """Whether a Python module gives a name to `from module import *`: what its `__all__` lists, else what does not begin with "_"."""
    if module.kind is not TargetKind.MODULE:
        return True
    names = names_of(world.facts(module.file))
    listed = names.exported
    if listed is None or not (listed or names.exports_of_others):
        return not name.startswith("_")
    if name in listed or depth == 0:
        return True
    for written in names.exports_of_others:
        bound = binding_targets(world, module.file, names.bound_in(0, written.partition(".")[0]))
        if any(_given_by_star(world, one, name, depth - 1) for one in bound.targets if one.kind is TargetKind.MODULE):
            return True
    return False


def _default_export(world: World, names: FileNames, file: int, trail: tuple[tuple[int, str], ...]) -> list[Resolution]:
    flags = names.facts.symbol_flags
    rows = (flags & SymbolFlag.DEFAULT_EXPORT).nonzero()[0].tolist()
    if not rows:
        tables = tables_of(names.facts)
        if tables.whole_exports:
            return [follow_import(world, file, tables.whole_exports[0], trail=trail)]
        if tables.exports:
            return [Resolution((Target(file, TargetKind.MODULE, -1),))]
    return [Resolution(tuple(Target(file, TargetKind.SYMBOL, row) for row in rows))]


def _submodule(world: World, folder: str, name: str) -> Resolution:
    found = modules_python.find_below(path_table(world), folder, [name])
    return UNKNOWN if found is None else Resolution((found,))


def binding_targets(world: World, file: int, rows: Iterable[int], trail: tuple[tuple[int, str], ...] = ()) -> Resolution:
    """What bindings of one name in one scope stand for: definitions, what imports bring in, or the bindings themselves."""
    names = names_of(world.facts(file))
    symbols, imports = names.binding_symbol, names.binding_import
    parts: list[Resolution] = []
    own: list[Target] = []
    for row in rows:
        if symbols[row] >= 0:
            own.append(Target(file, TargetKind.SYMBOL, symbols[row]))
        elif imports[row] >= 0 and not names.go:  # Go's own server takes a package's name to the import that brings it in.
            local = names.strings[int(names.facts.binding_name[row])]
            parts.append(follow_import(world, file, imports[row], local, trail))
        else:
            own.append(Target(file, TargetKind.BINDING, row))
    if not parts:
        return Resolution(tuple(own))
    return union([Resolution(tuple(own)), *parts])


def imported_package(world: World, target: Target) -> Resolution | None:
    """The package that a binding of Go's `import` stands for; None for any other target."""
    if target.kind is not TargetKind.BINDING:
        return None
    names = names_of(world.facts(target.file))
    row = names.binding_import[target.row]
    return follow_import(world, target.file, row) if row >= 0 else None


def union(parts: Iterable[Resolution]) -> Resolution:
    """All targets, at the weakest tier that gave one; external when a part is and none has a target."""
    targets: dict[Target, None] = {}
    tier = Tier.EXACT
    external = False
    for part in parts:
        if part.targets:
            targets.update(dict.fromkeys(part.targets))
            tier = max(tier, part.tier)
        external = external or part.external
    return Resolution(tuple(targets), tier, external and not targets)


def _weaken(result: Resolution, tier: Tier) -> Resolution:
    return result if result.tier >= tier else Resolution(result.targets, tier, result.external)
