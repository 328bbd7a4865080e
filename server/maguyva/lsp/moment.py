"""What an answer is made from: one snapshot, and how its places are written for this client.

Answers are functions of a Moment. They run in worker threads, several at once, on a snapshot that never changes, and are converted against the
texts of the very snapshot they were found in. A document whose newest text is not in that snapshot yet has no positions that could be trusted,
so nothing is said about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from maguyva.asking import Cancelled
from maguyva.engine import Engine
from maguyva.lsp.convert import range_of
from maguyva.lsp.documents import Position
from maguyva.lsp.places import Places
from maguyva.resolve.references import span_of
from maguyva.resolve.resolver import definition_at
from maguyva.resolve.world import Resolution, Target
from maguyva.settings import Settings
from maguyva.snapshot import Snapshot
from maguyva.snapshot_world import SnapshotWorld, world_of
from maguyva.text import Encoding

Json = dict[str, Any]
Span = tuple[int, int, int]
"""(file, start, end) in bytes."""


@dataclass(frozen=True)
class Moment:
    """`stale` names documents with a newer text than the snapshot; `stopped` tells that nobody waits any more."""

    engine: Engine
    snapshot: Snapshot
    places: Places
    encoding: Encoding
    settings: Settings
    stale: frozenset[str]
    stopped: Callable[[], bool]

    @property
    def world(self) -> SnapshotWorld:
        """The snapshot as the resolver sees it."""
        return world_of(self.snapshot)

    def check(self) -> None:
        """Raises Cancelled when nobody waits any more."""
        if self.stopped():
            raise Cancelled

    def index(self) -> Any:
        """The object `index` of answers."""
        return self.engine.status_of(self.snapshot)

    # ---- from ----

    def file(self, uri: str) -> int | None:
        """The file of a URI, None for one that is not indexed."""
        key = self.places.key(uri)
        return None if key is None else self.snapshot.find(key)

    def offset(self, file: int, position: Position) -> int:
        """The byte that a position of a file stands for."""
        return self.snapshot.lines(file).offset(*position, self.encoding)

    def meaning(self, uri: str, position: Position) -> tuple[int, int, Resolution] | None:
        """(file, byte, what the name at a position means); None in a document that is not indexed."""
        file = self.file(uri)
        if file is None:
            return None
        at = self.offset(file, position)
        return file, at, definition_at(self.world, file, at)

    # ---- to ----

    def is_shown(self, file: int) -> bool:
        """Whether the positions of a file can be trusted."""
        return self.snapshot.path(file) not in self.stale

    def range(self, file: int, start: int, end: int) -> Json:
        """A span of a file as a range."""
        return range_of(self.snapshot.lines(file), start, end, self.encoding)

    def location(self, file: int, start: int, end: int) -> Json:
        """A span of a file as a location."""
        return {"uri": self.places.uri(self.snapshot.path(file)), "range": self.range(file, start, end)}

    def spans(self, targets: Iterable[Target]) -> list[Span]:
        """The name tokens of some targets in their order, each once, where they can be trusted."""
        found = dict.fromkeys(span for target in targets if (span := span_of(self.world, target)) is not None)
        return [span for span in found if self.is_shown(span[0])]

    def in_order(self, spans: Iterable[Span]) -> list[Span]:
        """By path and place."""
        return sorted(spans, key=lambda span: (self.snapshot.path(span[0]), span[1], span[2]))
