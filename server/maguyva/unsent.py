"""Which chunks of a snapshot still lack a vector and may be sent to a service for it, in the order in which a user would want them.

A chunk may be sent when the last walk over the folders has listed its file: what ignore rules or the user's globs leave out is not listed, nor is a
document that no file on disk stands behind, whether it is open in the editor or not. Files that by their name hold secrets never are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maguyva.adapters.folders import Folder
from maguyva.adapters.service import Service, is_this_machine, tokens_of
from maguyva.adapters.withheld import file_reason, name_reason
from maguyva.indexing import missing_vectors
from maguyva.model import Bool
from maguyva.settings import Settings
from maguyva.snapshot import Segment, Snapshot


@dataclass(frozen=True, slots=True)
class Piece:
    """One chunk: the digest of its text, the text, and where it is from."""

    digest: bytes
    text: str
    path: str
    root: Path
    is_edited: bool  # It is not part of a base yet: somebody may be typing in it.
    withheld: str | None  # Why it is not sent, because of its file.

    @property
    def tokens(self) -> int:
        """How many tokens it has at most, about."""
        return tokens_of(len(self.text.encode("utf-8", "replace")))


@dataclass(frozen=True, slots=True)
class Amount:
    """How much one folder has to send."""

    root: Path
    files: int
    chunks: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """What would be sent of one folder, at most, for the user to decide on."""

    service: Service
    amount: Amount
    tokens_per_day: int
    reranks: bool = False

    @property
    def dollars(self) -> float | None:
        """What it costs, None when the price is not known."""
        return None if self.service.price is None else self.amount.tokens * self.service.price / 1_000_000

    @property
    def question(self) -> str:
        """The question to the user, with all that the decision needs, in one line."""
        amount, service = self.amount, self.service
        counted = f"up to {_count(amount.files, 'file')}, {_count(amount.chunks, 'piece')} of code, about {amount.tokens:,} tokens"
        name = amount.root.name or str(amount.root)
        if service.stays:
            return (
                f"Send the code of “{name}” to the embedding service at {service.host} ({service.model}), to find it by meaning? "
                f"It stays on this machine: {counted}. Ignored files and what looks like a secret are left out."
            )
        more = ", each with up to 50 pieces of code to be put in order" if self.reranks else ""
        dollars = self.dollars
        cost = "at a price that is not known here" if dollars is None else f"about {dollars:.2f} US dollars"
        cost = "less than 0.01 US dollars" if dollars is not None and dollars < 0.01 else cost
        plain = " without encryption" if service.base_url.startswith("http:") and not is_this_machine(service.base_url) else ""
        return (
            f"Send the code of “{name}” to {service.destination}{plain}, to find it by meaning? {counted[0].upper()}{counted[1:]}, {cost}; "
            f"at most {self.tokens_per_day:,} tokens a day. Your questions are sent too{more}. "
            f"Ignored files and what looks like a secret never are."
        )


@dataclass(frozen=True)
class Unsent:
    """What is to be sent of one snapshot. `chunks` holds, for each layer, the rows of its chunks in order."""

    snapshot: Snapshot
    folders: tuple[Folder, ...]
    chunks: tuple[NDArray[np.int64], ...]
    withheld: Mapping[str, str]  # Indexed files of which nothing is sent, and why.

    @property
    def count(self) -> int:
        """How many chunks."""
        return sum(map(len, self.chunks))

    def pieces(self, is_known: Callable[[bytes], bool]) -> Iterator[Piece]:
        """The chunks but those whose digest is known, edited files' first; a text that is there several times comes several times."""
        last = len(self.chunks) - 1
        for layer in range(last, -1, -1):
            files = self.snapshot.layers[layer].segment.files
            digests = files.chunk_digest.reshape(-1, 16)
            reasons: dict[int, str | None] = {}
            for chunk in self.chunks[layer].tolist():
                digest = digests[chunk].tobytes()
                if is_known(digest):
                    continue
                file = int(files.chunk_file[chunk])
                if file not in reasons:
                    reasons[file] = file_reason(files.text(file))
                path = files.paths[file]
                text = files.text_slice(file, int(files.chunk_start[chunk]), int(files.chunk_end[chunk])).decode("utf-8", "replace")
                yield Piece(digest, text, path, self._root(path), layer == last and last > 0, reasons[file])

    def amounts(self) -> list[Amount]:
        """For each folder that has something to send, how much at most."""
        found: dict[Path, list[int]] = {}
        for layer, chunks in zip(self.snapshot.layers, self.chunks, strict=True):
            files = layer.segment.files
            owner = files.chunk_file[chunks].astype(np.int64)
            counts = np.bincount(owner, minlength=files.count)
            sizes = np.bincount(
                owner, weights=files.chunk_end[chunks].astype(np.float64) - files.chunk_start[chunks], minlength=files.count
            )
            for file in np.flatnonzero(counts).tolist():
                count = int(counts[file])
                sums = found.setdefault(self._root(files.paths[file]), [0, 0, 0])
                for place, more in enumerate((1, count, count * tokens_of(int(sizes[file]) // count))):
                    sums[place] += more
        return [Amount(root, *sums) for root, sums in found.items()]

    def _root(self, path: str) -> Path:
        return next(folder.root for folder in self.folders if path.startswith(folder.prefix))


@dataclass(frozen=True)
class _Files:
    """Which files of a segment may be sent, by the paths that were listed; why the others are withheld, where they are listed."""

    segment: Segment
    listed: Collection[str]
    may: Bool
    reasons: Mapping[str, str]


class Surveyor:
    """Finds what is unsent; remembers which files of a segment may be sent. Not thread-safe."""

    def __init__(self) -> None:
        self._known: dict[int, _Files] = {}

    def survey(
        self, snapshot: Snapshot, folders: tuple[Folder, ...], settings: Settings, listed: Collection[str], without: Collection[bytes]
    ) -> Unsent:
        """What of the snapshot is to be sent; not the digests `without`."""
        heads = np.frombuffer(b"".join(digest[:8] for digest in without), dtype=np.uint64)
        found: list[NDArray[np.int64]] = []
        known = {id(layer.segment): self._files(layer.segment, listed) for layer in snapshot.layers}
        for number, layer in enumerate(snapshot.layers):
            files, (_, chunks) = layer.segment.files, missing_vectors(snapshot, number, settings)
            if len(chunks):
                wanted = known[id(layer.segment)].may[files.chunk_file[chunks]]
                if layer.live_chunks is not None:
                    wanted &= layer.live_chunks[chunks]
                if len(heads):
                    own: NDArray[Any] = np.ascontiguousarray(files.chunk_digest.reshape(-1, 16)[:, :8]).view(np.uint64)[:, 0]
                    wanted &= ~np.isin(own[chunks], heads)
                chunks = chunks[wanted]
                chunks = chunks[np.argsort(-snapshot.chunk_rank[layer.chunk_base + chunks], kind="stable")]
            found.append(chunks)
        self._known = known
        withheld = {path: reason for one in known.values() for path, reason in one.reasons.items() if snapshot.find(path) is not None}
        return Unsent(snapshot, folders, tuple(found), withheld)

    def _files(self, segment: Segment, listed: Collection[str]) -> _Files:
        known = self._known.get(id(segment))
        if known is not None and known.segment is segment and known.listed is listed:
            return known
        paths = segment.files.paths
        reasons = {path: reason for path in paths if path in listed and (reason := name_reason(path)) is not None}
        may = np.fromiter((path in listed and path not in reasons for path in paths), dtype=np.bool_, count=len(paths))
        return _Files(segment, listed, may, reasons)


def _count(count: int, word: str) -> str:
    return f"{count:,} {word}" + ("" if count == 1 else "s")
