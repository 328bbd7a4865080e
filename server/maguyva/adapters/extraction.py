"""What worker processes do in bulk: read files, extract them, turn chunks into vectors.

All are pure functions of their items, so a batch may run in any worker, or here. A worker imports the model or the grammars only when
a batch first needs them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from maguyva.adapters.disk import larger_than, read_file
from maguyva.adapters.embed import Embedder, open_embedder
from maguyva.extract.facts import extract, facts_key
from maguyva.extract.languages import language_of
from maguyva.model import Stamp

HEAD = 4096  # Bytes of a file that its language may be told from.


@dataclass(frozen=True, slots=True)
class ReadTask:
    """A file to read: its key in the snapshot, where it is, and its size in bytes."""

    key: str
    place: str
    size: int


@dataclass(frozen=True, slots=True)
class ReadDone:
    """A file's text, language and the key of its facts, or the reason why there is no text. `facts` (bytes of `FileFacts`) where asked for."""

    stamp: Stamp | None
    text: bytes
    language: str
    digest: bytes
    facts: bytes
    reason: str


def read_files(tasks: Sequence[ReadTask], text_limit: int, structure_limit: int, extracting: bool) -> list[ReadDone]:
    """One outcome a task, with facts when `extracting`. Never raises for what a file holds."""
    return [_read(task, text_limit, structure_limit, extracting) for task in tasks]


def _read(task: ReadTask, text_limit: int, structure_limit: int, extracting: bool) -> ReadDone:
    read = read_file(task.place, text_limit)
    if read.text is None:
        return ReadDone(read.stamp, b"", "", b"", b"", read.skipped_reason)
    language = language_of(task.key, read.text[:HEAD])
    digest = facts_key(read.text, language, structure_limit)
    facts = extract(read.text, language, structure_limit=structure_limit).to_bytes() if extracting else b""
    return ReadDone(read.stamp, read.text, language, digest, facts, "")


def extract_texts(items: Sequence[tuple[bytes, str]], structure_limit: int) -> list[bytes]:
    """The facts (bytes of `FileFacts`) of (text, language) pairs."""
    return [extract(text, language, structure_limit=structure_limit).to_bytes() for text, language in items]


def embed_texts(texts: Sequence[tuple[int, str]], provider: str) -> list[bytes]:
    """The packed sign bits of each numbered text (the number is the caller's, to tell answers apart). Raises EmbedderUnavailable."""
    return [row.tobytes() for row in _embedder(provider).encode_documents([text for _, text in texts])]


@lru_cache(maxsize=1)
def _embedder(provider: str) -> Embedder:
    embedder = open_embedder(provider)
    if embedder is None:
        raise ValueError("nothing to embed with")
    return embedder


def not_embedded(length: int, limit: int) -> str | None:
    """Why a file of `length` bytes has no vectors, None when it has."""
    return larger_than(limit) if length > limit else None
