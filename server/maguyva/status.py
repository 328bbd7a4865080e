"""What the engine tells about itself: how far the index is, and what an update did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from maguyva.search.payload import index_payload
from maguyva.snapshot import Snapshot


@dataclass
class Notes:
    """Lines for the user, each once."""

    lines: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        """One more, unless it is there."""
        if line and line not in self.lines:
            self.lines.append(line)


@dataclass(frozen=True, slots=True)
class UpdateReport:
    """What an update did. `notes` are lines for the user: what did not work and what happens instead."""

    files: int
    read: int
    removed: int
    warm: bool
    skipped: Mapping[str, str]
    languages: Mapping[str, int]
    chunks: int
    symbols: int
    elapsed_s: float
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, snapshot: Snapshot, read: int, removed: int, warm: bool, elapsed_s: float, notes: tuple[str, ...]) -> UpdateReport:
        """The report on the snapshot that an update left."""
        masks = [(layer.segment.files.symbol_count, layer.live_symbols) for layer in snapshot.layers]
        return cls(
            files=snapshot.file_count,
            read=read,
            removed=removed,
            warm=warm,
            skipped=snapshot.skipped,
            languages=languages_of(snapshot),
            chunks=int(snapshot.live_chunks.sum()),
            symbols=sum(count if live is None else int(live.sum()) for count, live in masks),
            elapsed_s=elapsed_s,
            notes=notes,
        )


def languages_of(snapshot: Snapshot) -> dict[str, int]:
    """How many files of each language, most first; "text" for those of none."""
    return dict(Counter(snapshot.language(file) or "text" for file in snapshot.live_files()).most_common())


def index_state(snapshot: Snapshot, pending: int = 0, updating: bool = False, unsent: int = 0) -> dict[str, object]:
    """What every answer says of its index, and whether an update is under way. `unsent` chunks wait for a service to make their vectors."""
    return {**index_payload(snapshot, pending, unsent), "updating": updating}
