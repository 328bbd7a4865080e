"""Where a compilation database says that headers are: `compile_commands.json` (clang.llvm.org/docs/JSONCompilationDatabase.html).

The file is read as data: nothing in it is run, and what is broken in it is as if it were not there. Its paths are those of the machine that
wrote it; which of them is the workspace is told by the source files that both know.
"""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from maguyva.resolve.paths import PathTable, join, normal, path_table
from maguyva.resolve.settings_text import SettingsText, settings_text
from maguyva.resolve.world import World

_DATABASE = "compile_commands.json"
_LONGEST = 64_000_000
_MOST_ENTRIES = 100_000
_FOR_QUOTES = "-iquote"
_FOR_ALL = ("-I", "-isystem", "-idirafter", "--include-directory", "/I", "-external:I", "/external:I")


@dataclass(frozen=True)
class Folders:
    """Folders to look for headers in, in order."""

    quoted: tuple[str, ...] = ()  # For `#include "x"` only.
    every: tuple[str, ...] = ()


@dataclass(frozen=True)
class IncludePaths:
    """What the databases of a snapshot say: folders for each source file, and those of all together for what is a header."""

    files: Mapping[str, Folders] = field(default_factory=dict)
    headers: Folders = Folders()


def include_paths(world: World) -> IncludePaths:
    """The include paths of a snapshot, kept in its memo."""
    known: IncludePaths | None = world.memo.get("include paths")
    if known is None:
        known = world.memo["include paths"] = _include_paths(world, path_table(world))
    return known


def find_header(world: World, importer: str, module: str, quoted: bool) -> int | None:
    """The file that an include in `importer` names by the folders of the databases; None when they do not lead to one."""
    known = include_paths(world)
    folders = known.files.get(importer, known.headers)
    files = path_table(world).files
    for folder in (*folders.quoted, *folders.every) if quoted else folders.every:
        found = normal("", join(folder, module))
        if found is not None and found in files:
            return files[found]
    return None


def _include_paths(world: World, table: PathTable) -> IncludePaths:
    files: dict[str, Folders] = {}
    quoted: dict[str, None] = {}
    every: dict[str, None] = {}
    for folder in sorted(table.entries.get("compile_commands", ()), key=lambda folder: (folder.count("/"), folder)):
        database = table.files.get(join(folder, _DATABASE))
        if database is None:
            continue
        entries = _read(settings_text(world, database))
        root = _root(entries, table)
        if root is None:
            continue
        for path, for_quotes, for_all in entries:
            here = _below(root, path)
            found = Folders(_all_below(root, for_quotes), _all_below(root, for_all))
            if here is not None:
                files.setdefault(here, found)
            quoted.update(dict.fromkeys(found.quoted))
            every.update(dict.fromkeys(found.every))
    return IncludePaths(files, Folders(tuple(quoted), tuple(every)))


def _root(entries: tuple[Entry, ...], table: PathTable) -> str | None:
    """What the workspace is called in the database: the start of its paths that leaves the most known files."""
    votes: Counter[str] = Counter()
    for path, _, _ in entries[:200]:
        at = 0
        while at >= 0:
            if path[at + 1 :] in table.files:
                votes[path[: at + 1]] += 1
            at = path.find("/", at + 1)
    return votes.most_common(1)[0][0] if votes else None


def _below(root: str, path: str) -> str | None:
    if path + "/" == root:
        return ""
    return path[len(root) :] if path.startswith(root) else None


def _all_below(root: str, paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(found for path in paths if (found := _below(root, path)) is not None)


# ---- reading ----

Entry = tuple[str, tuple[str, ...], tuple[str, ...]]  # A source file, folders for quoted includes, for all: absolute paths.


@lru_cache(maxsize=16)
def _read(source: SettingsText) -> tuple[Entry, ...]:
    if len(source.text) > _LONGEST:
        return ()
    try:
        data = json.loads(source.text)
    except (ValueError, RecursionError):
        return ()
    if not isinstance(data, list):
        return ()
    known: dict[tuple[str, str], tuple[tuple[str, ...], tuple[str, ...]]] = {}  # Most entries have the same options.
    return tuple(entry for row in data[:_MOST_ENTRIES] if isinstance(row, dict) and (entry := _entry(row, known)) is not None)


def _entry(row: dict[str, Any], known: dict[tuple[str, str], tuple[tuple[str, ...], tuple[str, ...]]]) -> Entry | None:
    directory, file = row.get("directory"), row.get("file")
    if not isinstance(directory, str) or not isinstance(file, str):
        return None
    directory = directory.replace("\\", "/")
    path = _absolute(directory, file)
    if path is None:
        return None
    written = row.get("arguments")
    arguments = [one for one in written if isinstance(one, str)] if isinstance(written, list) else _words(row.get("command"))
    options = [one for one in arguments if one.replace("\\", "/") != file]
    key = directory, "\0".join(options)
    if key not in known:
        quoted, every = _folders(directory, options)
        known[key] = tuple(quoted), tuple(every)
    return path, *known[key]


def _words(command: object) -> list[str]:
    if not isinstance(command, str):
        return []
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def _folders(directory: str, arguments: list[str]) -> tuple[list[str], list[str]]:
    quoted: list[str] = []
    every: list[str] = []
    for option, value in _options(arguments):
        folder = _absolute(directory, value)
        if folder is not None:
            (quoted if option == _FOR_QUOTES else every).append(folder)
    return quoted, every


def _options(arguments: list[str]) -> Iterator[tuple[str, str]]:
    """(option, folder), written as one word or as two."""
    waiting = ""
    for argument in arguments:
        if waiting:
            yield waiting, argument
            waiting = ""
            continue
        for option in (_FOR_QUOTES, *_FOR_ALL):
            if argument == option:
                waiting = option
                break
            if argument.startswith(option):
                yield option, argument[len(option) :].lstrip("=")
                break


def _absolute(directory: str, path: str) -> str | None:
    path = path.replace("\\", "/")
    rooted = path.startswith("/") or path[1:3] == ":/"
    whole = path if rooted else f"{directory}/{path}"
    found = normal("", whole)
    return "/" + found if found is not None and whole.startswith("/") else found
