"""The file table of a segment: what every other index of it counts by.

Files are numbered in the order they were given. Chunks and symbols are numbered through over all files, so `chunk_base[file] + row` is a
chunk's address in the segment. Texts and facts are kept whole, one behind the other, so that an answer shows the text it was computed from
whatever has happened to the file on disk since.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maguyva.model import I32, U8, U32, FileFacts, IndexedFile, Stamp, pack_strings, unpack_strings
from maguyva.text import LineIndex

U64 = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class FileTable:
    """One row a file; `chunk_*` one row a chunk; offsets have one row more than what they bound."""

    path_offsets: U32
    path_blob: U8
    language: U32  # Row of the language table.
    language_offsets: U32
    language_blob: U8
    stamps: NDArray[np.int64]  # [files, 4]: size, mtime_ns, inode, read_ns; −1 where the file is on no disk.
    digest: U8  # 32 bytes a file, flat: the key of its facts.
    text_offsets: U64
    text_blob: U8
    facts_offsets: U64
    facts_blob: U8
    chunk_base: U32
    symbol_base: U32
    chunk_start: U32
    chunk_end: U32
    chunk_kind: U8
    chunk_symbol: I32  # Row within the file's symbols.
    chunk_digest: U8  # 16 bytes a chunk, flat.
    symbol_chunk: U32  # The chunk that holds each symbol's name.

    @classmethod
    def build(cls, files: Sequence[IndexedFile]) -> FileTable:
        """The table of `files`, in the order given."""
        columns: dict[str, Any] = cls.columns(files)
        for blob in ("text_blob", "facts_blob"):
            columns[blob] = np.frombuffer(b"".join(columns[blob]), dtype=np.uint8)
        return cls(**columns)

    @staticmethod
    def columns(files: Sequence[IndexedFile]) -> dict[str, NDArray[Any] | Sequence[bytes]]:
        """The stored columns of `files`; texts and facts as pieces, so that a large table is never in memory twice."""
        languages: dict[str, int] = {}
        language = np.fromiter(
            (languages.setdefault(file.facts.language, len(languages)) for file in files), dtype=np.uint32, count=len(files)
        )
        path_offsets, path_blob = pack_strings(file.path for file in files)
        language_offsets, language_blob = pack_strings(languages)
        texts = [file.text for file in files]
        facts = [file.facts.to_bytes() for file in files]
        return {
            "path_offsets": path_offsets,
            "path_blob": path_blob,
            "language": language,
            "language_offsets": language_offsets,
            "language_blob": language_blob,
            "stamps": np.array([Stamp.row_of(file.stamp) for file in files], dtype=np.int64).reshape(len(files), 4),
            "digest": _joined([file.facts.digest for file in files], np.uint8),
            "text_offsets": _offsets(texts),
            "text_blob": texts,
            "facts_offsets": _offsets(facts),
            "facts_blob": facts,
            "chunk_base": _bases(file.facts.chunk_count for file in files),
            "symbol_base": _bases(file.facts.symbol_count for file in files),
            "chunk_start": _joined([file.facts.chunk_start for file in files], np.uint32),
            "chunk_end": _joined([file.facts.chunk_end for file in files], np.uint32),
            "chunk_kind": _joined([file.facts.chunk_kind for file in files], np.uint8),
            "chunk_symbol": _joined([file.facts.chunk_symbol for file in files], np.int32),
            "chunk_digest": _joined([file.facts.chunk_digest for file in files], np.uint8),
            "symbol_chunk": _symbol_chunks(files),
        }

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The columns, as a segment stores them."""
        return {column.name: getattr(self, column.name) for column in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> FileTable:
        """Views onto stored columns."""
        return cls(**{column.name: arrays[column.name] for column in fields(cls)})

    @property
    def count(self) -> int:
        """How many files."""
        return len(self.language)

    @property
    def chunk_count(self) -> int:
        return len(self.chunk_start)

    @property
    def symbol_count(self) -> int:
        return int(self.symbol_base[-1])

    @cached_property
    def paths(self) -> list[str]:
        """The path of each file."""
        return unpack_strings(self.path_offsets, self.path_blob)

    @cached_property
    def languages(self) -> list[str]:
        """The rows of the language table."""
        return unpack_strings(self.language_offsets, self.language_blob)

    @cached_property
    def chunk_file(self) -> U32:
        """The file of each chunk."""
        return np.repeat(np.arange(self.count, dtype=np.uint32), self.chunk_base[1:] - self.chunk_base[:-1])

    @cached_property
    def symbol_file(self) -> U32:
        """The file of each symbol."""
        return np.repeat(np.arange(self.count, dtype=np.uint32), self.symbol_base[1:] - self.symbol_base[:-1])

    def text(self, file: int) -> bytes:
        """The text of a file, copied out of the segment."""
        return self.text_blob[int(self.text_offsets[file]) : int(self.text_offsets[file + 1])].tobytes()

    def text_slice(self, file: int, start: int, end: int) -> bytes:
        """A part of a file's text."""
        base = int(self.text_offsets[file])
        return self.text_blob[base + start : base + end].tobytes()

    def facts(self, file: int) -> FileFacts:
        """The facts of a file, as views onto the segment."""
        return FileFacts.from_bytes(self.facts_blob[int(self.facts_offsets[file]) : int(self.facts_offsets[file + 1])])

    @cached_property
    def recent_facts(self) -> Callable[[int], FileFacts]:
        """`facts`, with the most recently used kept decoded for as long as this table lives: as many as the resolver keeps tables of, so that
        it finds those again (some 80 kB a file with its tables)."""
        return lru_cache(maxsize=2048)(self.facts)

    @cached_property
    def recent_lines(self) -> Callable[[int], LineIndex]:
        """The lines of a file, likewise."""
        return lru_cache(maxsize=128)(lambda file: LineIndex.of(self.text(file)))

    def stamp(self, file: int) -> Stamp | None:
        """What the file looked like on disk when it was read; None for what is on no disk."""
        size, mtime, inode, read = (int(value) for value in self.stamps[file])
        return None if size < 0 else Stamp(size, mtime, inode, read)


def _symbol_chunks(files: Sequence[IndexedFile]) -> U32:
    pieces: list[NDArray[Any]] = []
    base = 0
    for file in files:
        facts = file.facts
        if facts.symbol_count:
            rows = np.searchsorted(facts.chunk_start, facts.symbol_name_start, side="right").astype(np.int64) - 1
            pieces.append((np.maximum(rows, 0) + base).astype(np.uint32))
        base += facts.chunk_count
    return _joined(pieces, np.uint32)


def _offsets(pieces: Sequence[bytes]) -> U64:
    # Facts buffers are a multiple of eight bytes long, so their columns stay aligned behind each other.
    offsets = np.zeros(len(pieces) + 1, dtype=np.uint64)
    np.cumsum([len(piece) for piece in pieces], out=offsets[1:]) if pieces else None
    return offsets


def _bases(counts: Any) -> U32:
    values = np.fromiter(counts, dtype=np.uint32)
    bases = np.zeros(len(values) + 1, dtype=np.uint32)
    np.cumsum(values, out=bases[1:])
    return bases


def _joined(columns: Sequence[NDArray[Any]], dtype: Any) -> NDArray[Any]:
    return np.concatenate(columns) if columns else np.zeros(0, dtype=dtype)
