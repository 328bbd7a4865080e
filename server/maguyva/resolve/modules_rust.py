"""Which file a Rust module is: the layout `a.rs` or `a/mod.rs` says it (doc.rust-lang.org/reference/items/modules.html), and a crate's
name is that of the folder its `Cargo.toml` is in, with `_` for `-`."""

from __future__ import annotations

from maguyva.resolve.paths import PathTable, join, parent_folder

_ROOTS = ("lib", "main", "mod")
_TARGET_FOLDERS = ("tests", "benches", "examples", "src/bin")


def child(table: PathTable, path: str, name: str, inline: tuple[str, ...] = ()) -> int | None:
    """The file of `mod name;` written in the file `path` (inside the modules `inline` written out there)."""
    base = _folder_of_children(table, path)
    for part in inline:
        base = join(base, part)
    for candidate in (join(base, name + ".rs"), join(join(base, name), "mod.rs")):
        if candidate in table.files:
            return table.files[candidate]
    return None


def parent(table: PathTable, path: str) -> int | None:
    """The file of the module that the file `path` is a child of; None for the root of a crate."""
    folder, _, name = path.rpartition("/")
    stem = name.removesuffix(".rs")
    if stem in ("lib", "main") or _is_target(table, path):
        return None
    if stem == "mod":
        folder = parent_folder(folder) if "/" in folder else ""
    for root in ("mod", "lib", "main"):
        other = join(folder, root + ".rs")
        if other in table.files and other != path:
            return table.files[other]
    return table.files.get(folder + ".rs") if folder else None


def crate(table: PathTable, name: str) -> int | None:
    """The root file of the workspace's library `name`."""
    for spelling in dict.fromkeys((name, name.replace("_", "-"))):
        for around in table.entries.get(spelling, ()):
            home = join(around, spelling)
            if join(home, "Cargo.toml") in table.files and join(home, "src/lib.rs") in table.files:
                return table.files[join(home, "src/lib.rs")]
    return None


def package_of(table: PathTable, path: str) -> str | None:
    """The folder of the package that the file `path` belongs to."""
    folder = parent_folder(path)
    while join(folder, "Cargo.toml") not in table.files:
        if not folder:
            return None
        folder = parent_folder(folder)
    return folder


def _folder_of_children(table: PathTable, path: str) -> str:
    folder, _, name = path.rpartition("/")
    stem = name.removesuffix(".rs")
    return folder if stem in _ROOTS or _is_target(table, path) else join(folder, stem)


def _is_target(table: PathTable, path: str) -> bool:
    """Whether Cargo makes a crate of its own of this file."""
    home = package_of(table, path)
    if home is None:
        return False
    inside = path[len(home) + 1 :] if home else path
    folder = parent_folder(inside)
    return folder in _TARGET_FOLDERS or inside == "build.rs" or (inside.endswith("/main.rs") and parent_folder(folder) in _TARGET_FOLDERS)
