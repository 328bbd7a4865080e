"""Which files exist, as import resolution asks: a path, a folder, folders by their last name. Made once per snapshot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from maguyva.resolve.world import World


@dataclass(frozen=True, eq=False)
class PathTable:
    """Files and folders of a snapshot. Folders are "" for the root, else without a trailing slash."""

    files: dict[str, int]  # Path → file id.
    folders: dict[str, int]  # Folder → its number.
    folder_names: list[str]  # By number.
    entries: dict[str, list[str]]  # Last component, without extension for files → the folders that hold such an entry.
    roots: dict[str, dict[str, None]]  # Ordered sets: what `modules_python` worked out for first components; empty at first.


def path_table(world: World) -> PathTable:
    """The table of a snapshot, kept in its memo."""
    known = world.memo.get("paths")
    if known is None:
        known = make_path_table({world.path(file): file for file in world.files()})
        world.memo["paths"] = known
    table: PathTable = known
    return table


def make_path_table(files: dict[str, int]) -> PathTable:
    """The table of `files` (path → id)."""
    folders: dict[str, int] = {"": 0}
    entries: dict[str, list[str]] = {}
    seen: set[tuple[str, str]] = set()

    def note(name: str, folder: str) -> None:
        if (name, folder) not in seen:
            seen.add((name, folder))
            entries.setdefault(name, []).append(folder)

    for path in files:
        folder, _, name = path.rpartition("/")
        note(name.partition(".")[0], folder)
        while folder and folder not in folders:
            folders[folder] = len(folders)
            parent, _, last = folder.rpartition("/")
            note(last, parent)
            folder = parent
    return PathTable(files, folders, list(folders), entries, {})


def parent_folder(path: str) -> str:
    """The folder of a path; the root's is ""."""
    return path.rpartition("/")[0]


def folders_from(folder: str) -> Iterator[str]:
    """A folder and all around it, nearest first; the root, "", is the last."""
    while folder:
        yield folder
        folder = parent_folder(folder)
    yield ""


def join(folder: str, name: str) -> str:
    """`name` below `folder`."""
    if not name:
        return folder
    return f"{folder}/{name}" if folder else name


def normal(folder: str, relative: str) -> str | None:
    """`relative` ("./a/../b") seen from `folder`, None when it leaves the root."""
    parts = folder.split("/") if folder else []
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
