"""What the resolver asks of a snapshot, and what it answers.

Everything is an address: (file id, row of that file's tables). File ids are the snapshot's; rows are the facts'.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

from maguyva.model import FileFacts


class Tier(IntEnum):
    """How sure an answer is; less is surer, so `max` is the tier of a chain."""

    EXACT = 1  # Scopes, imports, members and types read from the text.
    LIKELY = 2  # One candidate left after rules.
    POSSIBLE = 3  # The name alone.

    @property
    def label(self) -> str:
        """The tier in words, as answers show it."""
        return self.name.lower()


class TargetKind(IntEnum):
    """Which table a target's row is in."""

    SYMBOL = 1
    BINDING = 2  # A local variable, a parameter, an attribute assigned through `self`.
    MODULE = 3  # The file itself; the row is −1. `file` is a package's `__init__` or index file.
    FOLDER = 4  # A namespace package: the row numbers a folder of the path tables, the file is −1.
    PACKAGE = 5  # A package of Go: the row numbers its folder in the path tables, the file is −1.
    KEY = 6  # A property of an object literal or object type (JavaScript, TypeScript): the row is that of its token, a reference.
    LIBRARY = 7  # A member of a type of a language's own library; the file is −1.


class Target(NamedTuple):
    """Something a reference may mean."""

    file: int
    kind: TargetKind
    row: int


class Resolution(NamedTuple):
    """What a reference means. `external`: provably defined outside the workspace, so no name match may stand in for it."""

    targets: tuple[Target, ...] = ()
    tier: Tier = Tier.EXACT
    external: bool = False


UNKNOWN = Resolution()
EXTERNAL = Resolution(external=True)


class World(Protocol):
    """A snapshot as the resolver sees it. All methods are pure for the life of the object."""

    @property
    def memo(self) -> MutableMapping[Any, Any]:
        """Where the resolver keeps what it worked out for this very snapshot; empty at first, filled by several threads."""

    def facts(self, file: int) -> FileFacts:
        """The facts of a live file: the same object as long as the file is unchanged."""

    def path(self, file: int) -> str:
        """The file's path, POSIX, relative to its folder."""

    def text(self, file: int) -> bytes:
        """The file's text: for what facts do not keep, like the contents of a project's settings."""

    def file(self, path: str) -> int:
        """The file id of a path, −1 when there is none."""

    def files(self) -> Iterable[int]:
        """All live files."""

    def definitions_named(self, name: str) -> Iterable[tuple[int, int]]:
        """(file, symbol row) of each definition with exactly this name."""

    def mentions(self, name: str) -> Iterable[tuple[int, Sequence[int]]]:
        """(file, reference rows) of each file whose references spell the name."""

    def imports_of(self, name: str) -> Iterable[tuple[int, Sequence[int]]]:
        """(file, import rows) of imports that take this name from a module; "" are whole modules, "*" star imports."""


def text_of(world: World, file: int) -> bytes:
    """A file's text; the last one asked for is kept, since many questions about one file follow each other."""
    last: tuple[int, bytes] | None = world.memo.get("text")
    if last is None or last[0] != file:
        last = world.memo["text"] = (file, world.text(file))
    return last[1]
