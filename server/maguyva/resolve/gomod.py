"""What `go.mod` and `go.work` say of where modules are (go.dev/ref/mod): replacements by folders, and the modules a workspace uses.

The files are read as data, line by line; what is not understood is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from maguyva.resolve.paths import folders_from, join, normal, parent_folder, path_table
from maguyva.resolve.settings_text import SettingsText, settings_text
from maguyva.resolve.world import World

_LONGEST = 1_000_000
_COMMENT = re.compile(r"//.*")
_LOCAL = ("./", "../", "/")


@dataclass(frozen=True)
class GoFile:
    """One `go.mod` or `go.work`."""

    replaced: Mapping[str, str] = field(default_factory=dict)  # Module path → the path it is replaced by: a folder as written, or a module.
    used: tuple[str, ...] = ()  # Folders as written.


def module_files(world: World) -> Mapping[str, GoFile]:
    """Folder → its `go.mod`, kept in the snapshot's memo."""
    known: dict[str, GoFile] | None = world.memo.get("go.mod")
    if known is None:
        known = world.memo["go.mod"] = dict(_files(world, "go.mod"))
    return known


def _work_files(world: World) -> Mapping[str, GoFile]:
    known: dict[str, GoFile] | None = world.memo.get("go.work")
    if known is None:
        known = world.memo["go.work"] = dict(_files(world, "go.work"))
    return known


def _files(world: World, name: str) -> Iterator[tuple[str, GoFile]]:
    table = path_table(world)
    for folder in table.entries.get("go", ()):
        file = table.files.get(join(folder, name))
        if file is not None:
            yield folder, _read(settings_text(world, file))


def replacement(world: World, importer: str, path: str) -> tuple[str, str] | None:
    """(module path, folder) of the local folder that the module of an import path is replaced by in the file `importer`."""
    for home, file in _around(world, importer):
        fitting = [module for module in file.replaced if path == module or path.startswith(module + "/")]
        if fitting:
            module = max(fitting, key=len)
            written = file.replaced[module]
            folder = normal(home, written) if written.startswith(_LOCAL) and not written.startswith("/") else None
            return None if folder is None else (module, folder)
    return None


def _around(world: World, importer: str) -> Iterator[tuple[str, GoFile]]:
    """The files that count for an importer: the workspace's first, then its module's."""
    above = list(folders_from(parent_folder(importer)))
    for files in (_work_files(world), module_files(world)):
        nearest = next((folder for folder in above if folder in files), None)
        if nearest is not None:
            yield nearest, files[nearest]


def used_folders(world: World, importer: str) -> frozenset[str]:
    """The folders of the modules that the workspace around a file uses; empty where none is declared."""
    files = _work_files(world)
    for folder in folders_from(parent_folder(importer)):
        if folder in files:
            return frozenset(found for used in files[folder].used if (found := normal(folder, used)) is not None)
    return frozenset()


@lru_cache(maxsize=512)
def _read(source: SettingsText) -> GoFile:
    replaced: dict[str, str] = {}
    used: list[str] = []
    block = ""
    for line in source.text[:_LONGEST].decode("utf-8", "replace").splitlines():
        words = [word.strip("\"`'") for word in _COMMENT.sub("", line).split()]
        if not words:
            continue
        if block:
            if words[0] == ")":
                block = ""
                continue
            words = [block, *words]
        elif words[1:] == ["("] or (words[0].endswith("(") and len(words) == 1):
            block = words[0].rstrip("(")
            continue
        if words[0] == "use" and len(words) > 1:
            used.append(words[1])
        elif words[0] == "replace" and "=>" in words:
            at = words.index("=>")
            if at > 1 and len(words) > at + 1:
                replaced[words[1]] = words[at + 1]
    return GoFile(replaced, tuple(used))
