"""Workspace folders that come and go while the engine lives, and news from the disk.

The innermost folder owns a file, so what lies in two folders is there once. What the walk did not list is remembered: build output that
changes all the time must not cause a walk each time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from maguyva.model import Change
from maguyva.snapshot import Segment, Snapshot

IGNORE_FILES = frozenset({".gitignore", ".ignore"})
_REPOSITORY_FOLDERS = frozenset({".git", ".hg", ".svn", ".jj"})


@dataclass(frozen=True, slots=True)
class Folder:
    """A workspace folder and what stands before its files' paths in the snapshot ("" for the only one)."""

    root: Path
    prefix: str

    def place(self, key: str) -> str:
        """Where the file of a key is on disk."""
        return os.path.join(self.root, *key.removeprefix(self.prefix).split("/"))


def folders_of(roots: Sequence[Path]) -> tuple[Folder, ...]:
    """Prefixes that keep the folders' files apart: none for one folder, else the folder's name, numbered where two agree. A folder given
    twice counts once."""
    roots = list({os.path.realpath(root): root for root in reversed(roots)}.values())[::-1]
    if len(roots) == 1:
        return (Folder(roots[0], ""),)
    taken: set[str] = set()
    found: list[Folder] = []
    for root in roots:
        name, number = root.name or "root", 1
        while name in taken:
            number += 1
            name = f"{root.name or 'root'}-{number}"
        taken.add(name)
        found.append(Folder(root, f"{name}/"))
    return tuple(found)


def identity(folders: Sequence[Folder]) -> Path:
    """What an index is stored under: several folders are one index, and their list is what tells it from others."""
    return folders[0].root if len(folders) == 1 else Path("\n".join(str(folder.root) for folder in folders))


def place_of(folders: Iterable[Folder], key: str) -> str | None:
    """Where the file of a key would be on disk, None for a key of no folder."""
    folder = next((one for one in folders if key.startswith(one.prefix)), None)
    return None if folder is None else folder.place(key)


def nested_in(folder: Folder, folders: Iterable[Folder]) -> tuple[str, ...]:
    """The paths, each with a slash at its end, of the other workspace folders inside `folder`: those own what is in them."""
    real = os.path.realpath(folder.root)
    others = [os.path.realpath(other.root) for other in folders if other is not folder]
    inside = [os.path.relpath(other, real) for other in others if other.startswith(real.rstrip(os.sep) + os.sep)]
    return tuple(path.replace(os.sep, "/") + "/" for path in inside)


def rekeyed(snapshot: Snapshot, before: Sequence[Folder], after: Sequence[Folder]) -> Snapshot:
    """The snapshot's files under the keys that the folders `after` give them; what belongs to none of them is gone."""
    prefixes = {folder.root: folder.prefix for folder in after}
    moves = {folder.prefix: prefixes.get(folder.root) for folder in before}

    def key(path: str) -> str | None:
        old = next((prefix for prefix in moves if prefix and path.startswith(prefix)), "" if "" in moves else None)
        new = None if old is None else moves[old]
        return None if new is None or old is None else new + path.removeprefix(old)

    if all(new is None or new == old for old, new in moves.items()):
        return snapshot.apply(Change([(path, None) for path in snapshot.segments.paths() if key(path) is None]))
    files = [replace(file, path=new) for file in snapshot.indexed_files() if (new := key(file.path)) is not None]
    base = Snapshot.of([(Segment.build(sorted(files, key=lambda file: file.path)), None)], snapshot.revision)
    skipped = {new: reason for path, reason in snapshot.skipped.items() if (new := key(path)) is not None}
    return replace(base, skipped=skipped)


class Unlisted:
    """Which changed paths are worth reading. Not thread-safe: it belongs to the indexer."""

    def __init__(self) -> None:
        self._paths: set[str] = set()

    def forget(self) -> None:
        """The rules may have changed."""
        self._paths.clear()

    def sift(self, paths: Iterable[str], is_known: Callable[[str], bool]) -> list[str]:
        """Those of `paths` that are indexed or might have to be, each once, in order."""
        found = dict.fromkeys(paths)
        return sorted(path for path in found if is_known(path) or not self._is_unlisted(path))

    def _is_unlisted(self, path: str) -> bool:
        parts = path.split("/")
        if _REPOSITORY_FOLDERS.intersection(parts):
            return not path.endswith(".git/info/exclude")
        return any("/".join(parts[:depth]) in self._paths for depth in range(1, len(parts) + 1))

    def learn(
        self, paths: Iterable[str], listed: frozenset[str], is_known: Callable[[str], bool], place: Callable[[str], str | None]
    ) -> None:
        """After a walk that listed the folders `listed`: what of `paths` it left out although it is there."""
        for path in paths:
            if is_known(path):
                continue
            parts = path.split("/")
            outer = ("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))
            top = next((part for part in outer if part not in listed), path)
            where = place(top)
            if where is not None and os.path.lexists(where) and (top == path or os.path.isdir(where)):
                self._paths.add(top)


def changes_rules(path: str) -> bool:
    """Whether a file decides what is listed."""
    return path.rpartition("/")[2] in IGNORE_FILES or path.endswith(".git/info/exclude")
