"""Which file a Rust module is: `#[path]` says it, else the layout `a.rs` or `a/mod.rs` (doc.rust-lang.org/reference/items/modules.html)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from maguyva.model import ImportFlag, Role
from maguyva.resolve.cargo import cargo_of, package_folder
from maguyva.resolve.names import names_of
from maguyva.resolve.paths import PathTable, join, normal, parent_folder, path_table
from maguyva.resolve.world import World

_ROOTS = ("lib", "main", "mod")
_TARGET_FOLDERS = ("tests", "benches", "examples", "src/bin")
_DECORATE = int(Role.DECORATE)
_WHOLE, _CRATE = int(ImportFlag.NAMESPACE), int(ImportFlag.DYNAMIC)
_PATH = re.compile(rb'path\s*=\s*"([^"\n]{1,300})"\s*\]')
_NEAR = 200  # Bytes between an attribute and the module that it is for.


@dataclass(frozen=True)
class _Placed:
    """Modules whose file an attribute names."""

    children: Mapping[tuple[int, str], int]  # (file of the parent, name) → file.
    parents: Mapping[int, tuple[int, str]]


def child(world: World, path: str, name: str, inline: tuple[str, ...] = ()) -> int | None:
    """The file of `mod name;` written in the file `path` (inside the modules `inline` written out there)."""
    table = path_table(world)
    placed = _placed(world).children.get((table.files.get(path, -1), name))
    if placed is not None:
        return placed
    base = _folder_of_children(world, table, path)
    for part in inline:
        base = join(base, part)
    for candidate in (join(base, name + ".rs"), join(join(base, name), "mod.rs")):
        if candidate in table.files:
            return table.files[candidate]
    return None


def parent(world: World, path: str) -> int | None:
    """The file of the module that the file `path` is a child of; None for the root of a crate."""
    table = path_table(world)
    if is_root(world, path):
        return None
    placed = _placed(world).parents.get(table.files.get(path, -1))
    if placed is not None:
        return placed[0]
    folder, _, name = path.rpartition("/")
    if name == "mod.rs":
        folder = parent_folder(folder) if "/" in folder else ""
    for root in _roots_in(world, table, folder):
        if root != path:
            return table.files[root]
    return table.files.get(folder + ".rs") if folder else None


def module_name(world: World, path: str) -> str:
    """What the module that the file `path` is goes by in its parent."""
    placed = _placed(world).parents.get(path_table(world).files.get(path, -1))
    if placed is not None:
        return placed[1]
    folder, _, name = path.rpartition("/")
    return folder.rpartition("/")[2] if name == "mod.rs" else name.removesuffix(".rs")


def is_root(world: World, path: str) -> bool:
    """Whether a file is the root of a crate: a library's, a program's, a test's."""
    key = ("rust root", path)
    known: bool | None = world.memo.get(key)
    if known is None:
        name = path.rpartition("/")[2]
        known = name in ("lib.rs", "main.rs") or path in cargo_of(world).roots or _is_target(world, path)
        world.memo[key] = known
    return known


def _roots_in(world: World, table: PathTable, folder: str) -> list[str]:
    """The files in a folder whose modules the folder's other files are."""
    found = [join(folder, root + ".rs") for root in ("mod", "lib", "main")]
    listed = _listed_roots(world).get(folder, ())
    return [path for path in (*found, *listed) if path in table.files]


def _listed_roots(world: World) -> dict[str, list[str]]:
    known: dict[str, list[str]] | None = world.memo.get("rust roots")
    if known is None:
        known = {}
        for path in sorted(cargo_of(world).roots):
            known.setdefault(parent_folder(path), []).append(path)
        world.memo["rust roots"] = known
    return known


def _folder_of_children(world: World, table: PathTable, path: str) -> str:
    folder, _, name = path.rpartition("/")
    stem = name.removesuffix(".rs")
    if stem in _ROOTS or is_root(world, path) or table.files.get(path, -1) in _placed(world).parents:
        return folder
    return join(folder, stem)


def _is_target(world: World, path: str) -> bool:
    """Whether Cargo makes a crate of its own of this file."""
    home = package_folder(cargo_of(world), path)
    if home is None:
        return False
    inside = path[len(home) + 1 :] if home else path
    folder = parent_folder(inside)
    return folder in _TARGET_FOLDERS or inside == "build.rs" or (inside.endswith("/main.rs") and parent_folder(folder) in _TARGET_FOLDERS)


def _placed(world: World) -> _Placed:
    """All modules of the snapshot that stand behind `#[path = "…"]`."""
    known: _Placed | None = world.memo.get("rust placed")
    if known is None:
        children: dict[tuple[int, str], int] = {}
        parents: dict[int, tuple[int, str]] = {}
        table = path_table(world)
        for file, rows in world.mentions("path"):
            names = names_of(world.facts(file))
            if not names.rust:
                continue
            facts = names.facts
            places = [int(facts.reference_start[row]) for row in rows if int(facts.reference_role[row]) == _DECORATE]
            for start in places:
                match = _PATH.match(world.text(file), start)
                row = _module_behind(names.facts.import_start.tolist(), match.end()) if match is not None else -1
                if match is None or row < 0:
                    continue
                name, _, _, flags = names.import_row(row)
                folder = parent_folder(world.path(file))
                target = normal(folder, match[1].decode("utf-8", "replace"))
                if flags & _WHOLE and not flags & _CRATE and target in table.files:
                    children[file, name] = table.files[target]
                    parents.setdefault(table.files[target], (file, name))
        known = world.memo["rust placed"] = _Placed(children, parents)
    return known


def _module_behind(starts: list[int], offset: int) -> int:
    """The import that follows an attribute within a line or two, −1 when there is none."""
    following = [(start, row) for row, start in enumerate(starts) if 0 <= start - offset < _NEAR]
    return min(following)[1] if following else -1
