"""What a Python import names (reference: The import system, docs.python.org/3/reference/import.html).

Which folders are on `sys.path` is not written in the code. A folder can be one when it is no package itself; of those that hold the
imported module the workspace root wins, then `src`, then the folders around the importing file, innermost first; another single one is
taken as likely. A name of the standard library is only found at the root or in `src`, where it truly shadows.
"""

from __future__ import annotations

import sys

from maguyva.resolve.paths import PathTable, join, parent_folder
from maguyva.resolve.world import Target, TargetKind, Tier

_INIT = ("__init__.py", "__init__.pyi")
_SUFFIXES = (".py", ".pyi")
_STANDARD = sys.stdlib_module_names


def find_module(table: PathTable, importer: str, module: str) -> tuple[Target | None, Tier]:
    """The module that `module` (as written, dots included) names in the file `importer`; None when it is not in the workspace."""
    rest = module.lstrip(".")
    dots = len(module) - len(rest)
    parts = rest.split(".") if rest else []
    if dots:
        folder = parent_folder(importer)
        for _ in range(dots - 1):
            if not folder:
                return None, Tier.EXACT
            folder = parent_folder(folder)
        return find_below(table, folder, parts), Tier.EXACT
    if not parts:
        return None, Tier.EXACT
    roots = table.roots.get(parts[0])
    if roots is None:
        roots = table.roots[parts[0]] = dict.fromkeys(folder for folder in table.entries.get(parts[0], ()) if not is_package(table, folder))
    sure: list[str] = [folder for folder in ("", "src") if folder in roots]
    if parts[0] not in _STANDARD:
        folder = parent_folder(importer)
        while folder:
            if folder in roots and folder != "src":
                sure.append(folder)
            folder = parent_folder(folder)
    for folder in sure:
        found = find_below(table, folder, parts)
        if found is not None:
            return found, Tier.EXACT
    if parts[0] in _STANDARD:
        return None, Tier.EXACT
    others = [(folder, found) for folder in roots if folder not in sure and (found := find_below(table, folder, parts)) is not None]
    if not others:
        return None, Tier.EXACT
    return max(others, key=lambda other: (_shared(other[0], importer), -len(other[0]), other[0]))[1], Tier.LIKELY


def find_below(table: PathTable, folder: str, parts: list[str]) -> Target | None:
    """The module at `parts` below a folder: a package, a module, else a folder without `__init__` (a namespace package)."""
    path = join(folder, "/".join(parts))
    for init in _INIT:
        file = table.files.get(join(path, init))
        if file is not None:
            return Target(file, TargetKind.MODULE, -1)
    if parts:
        for suffix in _SUFFIXES:
            file = table.files.get(path + suffix)
            if file is not None:
                return Target(file, TargetKind.MODULE, -1)
    if parts and path in table.folders:
        return Target(-1, TargetKind.FOLDER, table.folders[path])
    return None


def is_package(table: PathTable, folder: str) -> bool:
    """Whether a folder has an `__init__`."""
    return any(join(folder, init) in table.files for init in _INIT)


def submodule_folder(table: PathTable, path: str) -> str | None:
    """The folder in which the submodules of the module at `path` lie; None for a plain module."""
    folder, _, name = path.rpartition("/")
    return folder if name in _INIT else None


def _shared(folder: str, importer: str) -> int:
    count = 0
    for left, right in zip(folder.split("/"), importer.split("/"), strict=False):
        if left != right:
            break
        count += 1
    return count
