"""Modules whose name is a path with dots for slashes, as `require("a.b")` in Lua has it: below the root, its usual folders, or a folder around."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from maguyva.resolve.paths import PathTable, folders_from, join, parent_folder
from maguyva.resolve.world import Target, TargetKind, Tier

_ROOTS = ("", "src", "lua", "lib")


def finder(suffixes: Sequence[str], entries: Sequence[str]) -> Callable[[PathTable, str, str], tuple[Target | None, Tier]]:
    """The `find_module` of a language. `suffixes` of its files; `entries`: names of the file that stands for a folder."""

    def find_module(table: PathTable, importer: str, module: str) -> tuple[Target | None, Tier]:
        path = module.replace(".", "/").strip("/")
        folders = [*_ROOTS, *filter(None, folders_from(parent_folder(importer)))]
        for folder in folders if path else ():
            base = join(folder, path)
            for candidate in (*(base + suffix for suffix in suffixes), *(join(base, entry) for entry in entries)):
                file = table.files.get(candidate)
                if file is not None:
                    return Target(file, TargetKind.MODULE, -1), Tier.EXACT
        return None, Tier.EXACT

    return find_module
