"""A Snapshot is what a reader sees: all layers of all indexes at one moment, and one numbering over them.

A `Segment` is the file table and the indexes over one set of files; `Layered` keeps a large one and a small one. Files, chunks and symbols
get snapshot-wide numbers: the bases' come first, the overlay's after them. Nothing here changes once made; `apply` returns a new Snapshot.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maguyva.index.files import FileTable
from maguyva.index.graph import Graph, carry_over
from maguyva.index.layered import Base, Layered
from maguyva.index.symbols import Symbols
from maguyva.index.terms import Terms
from maguyva.index.trigram import Trigrams
from maguyva.index.vectors import Vectors
from maguyva.model import CALLABLE_KINDS, F32, Bool, Change, FileFacts, IndexedFile, Stamp
from maguyva.resolve.paths import PathTable, make_path_table
from maguyva.text import LineIndex


@dataclass(frozen=True, eq=False)
class Segment:
    """The indexes over one set of files, all counting files, chunks and symbols as `files` does."""

    files: FileTable
    trigrams: Trigrams
    terms: Terms
    symbols: Symbols
    graph: Graph

    @classmethod
    def build(cls, files: Sequence[IndexedFile]) -> Segment:
        """All indexes over `files`."""
        return cls(
            files=FileTable.build(files),
            trigrams=Trigrams.build([file.text for file in files]),
            terms=Terms.build(files),
            symbols=Symbols.build(files),
            graph=Graph.build(files),
        )

    @staticmethod
    def columns(files: Sequence[IndexedFile]) -> dict[str, NDArray[Any] | Sequence[bytes]]:
        """What `from_arrays` reads, under `<index>.<column>`, for a segment that is written at once and never held in memory."""
        found: dict[str, NDArray[Any] | Sequence[bytes]] = {f"files.{name}": column for name, column in FileTable.columns(files).items()}
        found |= {f"trigrams.{name}": column for name, column in Trigrams.build([file.text for file in files]).arrays().items()}
        for part in ("terms", "symbols", "graph"):
            found |= {f"{part}.{name}": column for name, column in _SEGMENT_PARTS[part].build(files).arrays().items()}
        return found

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Segment:
        """Views onto stored columns. Raises KeyError when one is missing."""
        grouped: dict[str, dict[str, NDArray[Any]]] = {part: {} for part in _SEGMENT_PARTS}
        for name, column in arrays.items():
            part, _, rest = name.partition(".")
            if part in grouped:
                grouped[part][rest] = column
        return cls(**{part: kind.from_arrays(grouped[part]) for part, kind in _SEGMENT_PARTS.items()})

    @cached_property
    def ordinals(self) -> dict[str, int]:
        """Path → file."""
        return {path: file for file, path in enumerate(self.files.paths)}

    @cached_property
    def path_table(self) -> PathTable:
        """Its paths as the resolver asks for them."""
        return make_path_table(self.ordinals)

    @cached_property
    def things(self) -> NDArray[np.int64]:
        """For each symbol the function around it, itself included; else the symbol (as `resolve.calls.thing_around`, for all at once)."""
        parent = self.symbols.symbol_parent.astype(np.int64)
        called = np.isin(self.symbols.symbol_kind, [int(kind) for kind in CALLABLE_KINDS])
        things = np.arange(len(parent), dtype=np.int64)
        outer = things.copy()
        waiting = np.flatnonzero(~called)
        while len(waiting):
            outer[waiting] = parent[outer[waiting]]
            waiting = waiting[outer[waiting] >= 0]
            found = called[outer[waiting]]
            things[waiting[found]] = outer[waiting[found]]
            waiting = waiting[~found]
        return things

    @cached_property
    def first_of_name(self) -> NDArray[np.int64]:
        """For each symbol the first one of its name in the same place: overloads, setters and redefinitions are one."""
        file, parent, name = self.files.symbol_file, self.symbols.symbol_parent, self.symbols.symbol_name
        order = np.lexsort((name, parent, file))  # Stable: of equals the first comes first.
        new = np.ones(len(order), dtype=np.bool_)
        differs = [column[order][1:] != column[order][:-1] for column in (file, parent, name)]
        new[1:] = np.logical_or.reduce(differs)
        first = np.empty(len(order), dtype=np.int64)
        first[order] = order[np.flatnonzero(new)[np.cumsum(new) - 1]]
        return first


_SEGMENT_PARTS: dict[str, Any] = {"files": FileTable, "trigrams": Trigrams, "terms": Terms, "symbols": Symbols, "graph": Graph}


@dataclass(frozen=True, eq=False)
class Layer:
    """One segment within a snapshot. Adding a base to a number of the segment gives the snapshot-wide one."""

    segment: Segment
    vectors: Vectors | None
    live_files: Bool | None
    file_base: int
    chunk_base: int
    symbol_base: int

    @cached_property
    def live_chunks(self) -> Bool | None:
        """Mask over the segment's chunks (None: all live)."""
        return None if self.live_files is None else self.live_files[self.segment.files.chunk_file]

    @cached_property
    def live_symbols(self) -> Bool | None:
        """Mask over the segment's symbols (None: all live)."""
        return None if self.live_files is None else self.live_files[self.segment.files.symbol_file]


@dataclass(frozen=True, eq=False)
class Snapshot:
    """All live files at one revision. `vectors` holds one entry a layer (None: not embedded yet)."""

    segments: Layered[Segment]
    vectors: tuple[Vectors | None, ...] = ()
    revision: int = 0
    skipped: Mapping[str, str] = field(default_factory=dict)  # Path → why it is not indexed.
    skipped_stamps: Mapping[str, Stamp] = field(default_factory=dict)  # What such a file was like on disk, where it was read.

    @cached_property
    def attached(self) -> dict[str, object]:
        """What readers derive from this very snapshot and share (the resolver's memory)."""
        return {}

    @classmethod
    def empty(cls) -> Snapshot:
        """No files at all."""
        return cls(Layered.over(Segment.build))

    @classmethod
    def of(cls, bases: Sequence[tuple[Segment, Vectors | None]], revision: int = 0, skipped: Mapping[str, str] | None = None) -> Snapshot:
        """Bases with nothing over them."""
        layered = Layered.over(Segment.build, [Base(segment, segment.ordinals) for segment, _ in bases])
        return cls(layered, (*(vectors for _, vectors in bases), None), revision, skipped or {})

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """Every non-empty layer, with its place in the snapshot-wide numbering."""
        found: list[Layer] = []
        files = chunks = symbols = 0
        for row, (segment, live) in enumerate(self.segments.layers()):
            vectors = self.vectors[row] if row < len(self.vectors) else None
            found.append(Layer(segment, vectors, live, files, chunks, symbols))
            files += segment.files.count
            chunks += segment.files.chunk_count
            symbols += segment.files.symbol_count
        return tuple(found)

    # ---- numbering ----

    @cached_property
    def file_slots(self) -> int:
        """How many file numbers there are, hidden ones included."""
        return sum(layer.segment.files.count for layer in self.layers)

    @cached_property
    def chunk_file(self) -> NDArray[np.int64]:
        """The file of every chunk number."""
        pieces = [layer.segment.files.chunk_file.astype(np.int64) + layer.file_base for layer in self.layers]
        return np.concatenate([np.zeros(0, np.int64), *pieces])

    @cached_property
    def live_chunks(self) -> Bool:
        """Mask over all chunk numbers."""
        masks = [layer.live_chunks for layer in self.layers]
        sizes = [layer.segment.files.chunk_count for layer in self.layers]
        pieces = [np.ones(size, np.bool_) if mask is None else mask for mask, size in zip(masks, sizes, strict=True)]
        return np.concatenate([np.zeros(0, np.bool_), *pieces])

    def layer_of_file(self, file: int) -> Layer:
        """The layer of a snapshot-wide file number."""
        return next(layer for layer in reversed(self.layers) if file >= layer.file_base)

    def layer_of_chunk(self, chunk: int) -> Layer:
        """The layer of a snapshot-wide chunk number."""
        return next(layer for layer in reversed(self.layers) if chunk >= layer.chunk_base)

    def layer_of_symbol(self, symbol: int) -> Layer:
        """The layer of a snapshot-wide symbol number."""
        return next(layer for layer in reversed(self.layers) if symbol >= layer.symbol_base)

    def file_of_chunk(self, chunk: int) -> int:
        """The file of a chunk."""
        layer = self.layer_of_chunk(chunk)
        return int(layer.segment.files.chunk_file[chunk - layer.chunk_base]) + layer.file_base

    def chunk_text(self, chunk: int) -> str:
        """A chunk's text at this revision."""
        layer = self.layer_of_chunk(chunk)
        files, row = layer.segment.files, chunk - layer.chunk_base
        return files.text_slice(int(files.chunk_file[row]), int(files.chunk_start[row]), int(files.chunk_end[row])).decode(
            "utf-8", "replace"
        )

    def symbol_place(self, symbol: int) -> tuple[int, int]:
        """(file, row in that file's facts) of a symbol."""
        layer = self.layer_of_symbol(symbol)
        files = layer.segment.files
        local = symbol - layer.symbol_base
        file = int(files.symbol_file[local])
        return file + layer.file_base, local - int(files.symbol_base[file])

    def symbol_number(self, file: int, row: int) -> int:
        """The snapshot-wide number of a symbol row of a file."""
        layer = self.layer_of_file(file)
        return int(layer.segment.files.symbol_base[file - layer.file_base]) + row + layer.symbol_base

    def chunk_row(self, chunk: int) -> int:
        """The chunk's row within its file."""
        layer = self.layer_of_chunk(chunk)
        file = int(layer.segment.files.chunk_file[chunk - layer.chunk_base])
        return chunk - layer.chunk_base - int(layer.segment.files.chunk_base[file])

    def chunk_at(self, file: int, offset: int) -> int:
        """The chunk of a file that holds byte `offset` (its last chunk beyond the end; −1 for a file without chunks)."""
        layer = self.layer_of_file(file)
        files = layer.segment.files
        first, last = (int(files.chunk_base[file - layer.file_base + step]) for step in (0, 1))
        if first == last:
            return -1
        row = int(np.searchsorted(files.chunk_start[first:last], offset, side="right")) - 1
        return first + max(row, 0) + layer.chunk_base

    # ---- files ----

    def live_files(self) -> Iterator[int]:
        """Every live file's number."""
        for layer in self.layers:
            for file in range(layer.segment.files.count):
                if layer.live_files is None or layer.live_files[file]:
                    yield file + layer.file_base

    @cached_property
    def file_count(self) -> int:
        """How many files are live."""
        return sum(
            layer.segment.files.count if layer.live_files is None else int(np.count_nonzero(layer.live_files)) for layer in self.layers
        )

    @cached_property
    def file_order(self) -> NDArray[np.float64]:
        """A key for every file number that sorts files by path, in whatever layer they are; equal keys go by number."""
        order = np.arange(self.file_slots, dtype=np.float64)
        for layer in self.layers[1:]:
            # The bases are in path order, and the overlay is small.
            places = [bisect_left(self.layers[0].segment.files.paths, path) - 0.5 for path in layer.segment.files.paths]
            order[layer.file_base : layer.file_base + len(places)] = places
        return order

    @cached_property
    def file_runs(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(number of the first chunk, file) of every file that has chunks; a file's chunks follow each other."""
        starts = np.flatnonzero(np.diff(self.chunk_file, prepend=-1)).astype(np.int64)
        return starts, self.chunk_file[starts]

    def find(self, path: str) -> int | None:
        """The number of a live file."""
        for row, base in enumerate(self.segments.bases):
            if base.holds(path):
                return base.ordinals[path] + self.layers[row].file_base
        layer = self.layers[-1]
        ordinal = layer.segment.ordinals.get(path)
        return None if ordinal is None else ordinal + layer.file_base

    def path(self, file: int) -> str:
        """A file's path."""
        layer = self.layer_of_file(file)
        return layer.segment.files.paths[file - layer.file_base]

    def language(self, file: int) -> str:
        """A file's language, "" for plain text."""
        layer = self.layer_of_file(file)
        files = layer.segment.files
        return files.languages[int(files.language[file - layer.file_base])]

    def text(self, file: int) -> bytes:
        """A file's text at this revision."""
        layer = self.layer_of_file(file)
        return layer.segment.files.text(file - layer.file_base)

    def facts(self, file: int) -> FileFacts:
        """A file's facts; the most recently used stay decoded."""
        layer = self.layer_of_file(file)
        return layer.segment.files.recent_facts(file - layer.file_base)

    def stamp(self, file: int) -> Stamp | None:
        """What a file was like on disk when it was read; None for what is on no disk."""
        layer = self.layer_of_file(file)
        return layer.segment.files.stamp(file - layer.file_base)

    def facts_by_digest(self) -> dict[bytes, Callable[[], FileFacts]]:
        """Facts that some layer holds, hidden files included: contents that come back are not extracted again."""
        found: dict[bytes, Callable[[], FileFacts]] = {}
        for layer in self.layers:
            digests = layer.segment.files.digest.tobytes()
            for file in range(layer.segment.files.count):
                found.setdefault(digests[32 * file : 32 * file + 32], partial(layer.segment.files.facts, file))
        return found

    def lines(self, file: int) -> LineIndex:
        """A file's lines; the most recently used stay known."""
        layer = self.layer_of_file(file)
        return layer.segment.files.recent_lines(file - layer.file_base)

    # ---- importance ----

    @cached_property
    def chunk_rank(self) -> F32:
        """N × PageRank (mean 1) of each chunk's symbol, or of its file where it has none."""
        pieces = [_chunk_ranks(layer.segment, self._symbol_ranks(layer)) for layer in self.layers]
        return np.concatenate([np.zeros(0, np.float32), *pieces])

    def symbol_rank(self, symbol: int) -> float:
        """N × PageRank (mean 1) of a symbol."""
        layer = self.layer_of_symbol(symbol)
        return float(self._symbol_ranks(layer)[symbol - layer.symbol_base])

    def _symbol_ranks(self, layer: Layer) -> F32:
        return self._overlay_ranks if layer is self.layers[-1] and len(self.layers) > 1 else layer.segment.graph.rank

    @cached_property
    def _overlay_ranks(self) -> F32:
        # The overlay's own graph is a few files without their dependents, so an edited file keeps what its symbols were worth in the base.
        overlay = self.layers[-1].segment
        ranks = np.zeros(overlay.files.symbol_count + overlay.files.count, dtype=np.float32)
        for file, path in enumerate(overlay.files.paths):
            for base in self.layers[:-1]:
                before = base.segment.ordinals.get(path)
                if before is None:
                    continue
                graph = base.segment.graph
                start, end = int(overlay.files.symbol_base[file]), int(overlay.files.symbol_base[file + 1])
                ranks[start:end] = carry_over(base.segment.files.facts(before), overlay.files.facts(file), graph.ranks(before))
                ranks[overlay.files.symbol_count + file] = graph.centrality(before, -1)
        return ranks

    # ---- change ----

    def apply(self, change: Change, overlay_vectors: Vectors | None = None) -> Snapshot:
        """The state after `change`. Only the overlay is rebuilt."""
        segments = self.segments.apply(change)
        same = segments.overlay is self.segments.overlay
        vectors = (*self.vectors[: len(segments.bases)], self.vectors[-1] if same and self.vectors else overlay_vectors)
        return replace(self, segments=segments, vectors=vectors, revision=self.revision + 1)

    def with_vectors(self, layer: int, vectors: Vectors) -> Snapshot:
        """The same files, with the vectors of one layer."""
        known = (*self.vectors, *([None] * (len(self.layers) - len(self.vectors))))
        return replace(self, vectors=(*known[:layer], vectors, *known[layer + 1 :]), revision=self.revision + 1)

    def indexed_files(self) -> Iterator[IndexedFile]:
        """All live files in path order, as `build` takes them."""
        for path, file in sorted((self.path(file), file) for file in self.live_files()):
            layer = self.layer_of_file(file)
            local = file - layer.file_base
            yield IndexedFile(path, layer.segment.files.facts(local), layer.segment.files.text(local), layer.segment.files.stamp(local))


def _chunk_ranks(segment: Segment, ranks: F32) -> F32:
    files = segment.files
    symbol = files.chunk_symbol.astype(np.int64)
    node = np.where(
        symbol >= 0, files.symbol_base[files.chunk_file].astype(np.int64) + symbol, files.symbol_count + files.chunk_file.astype(np.int64)
    )
    return ranks[node].astype(np.float32)
