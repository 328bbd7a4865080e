"""Bytes to facts: everything that the indexes know of a file comes from here.

`extract` is a pure function of the text and the language. It is total: whatever goes wrong inside becomes a problem in the
facts, and the file keeps its chunks, so text and lexical search never lose it.
"""

from __future__ import annotations

import gc
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from maguyva.extract.chunks import Chunks, cut
from maguyva.extract.lexical import terms_of_chunks
from maguyva.extract.notebook import NOTEBOOK, cut_notebook, read_notebook, relocate, words_of_chunks
from maguyva.extract.outline import Column, Outline, outline, parse
from maguyva.model import FACT_COLUMNS, FileFacts, StringTable

if TYPE_CHECKING:
    from maguyva.extract.outline import Tree

EXTRACTOR_VERSION = 4  # Part of every key: raise it when the same bytes give other facts.
STRUCTURE_LIMIT = 4_000_000  # Bytes above which a text is cut into windows and not parsed.
CHUNK_DIGEST_SIZE = 16

__all__ = ["CHUNK_DIGEST_SIZE", "EXTRACTOR_VERSION", "STRUCTURE_LIMIT", "extract", "facts_key", "parse"]


def facts_key(text: bytes, language: str, structure_limit: int = STRUCTURE_LIMIT) -> bytes:
    """The 32 bytes that name the facts of a text: BLAKE2b over the extractor's version, the language, whether it is parsed, and the text."""
    depth = "windows" if len(text) > structure_limit else "outline"
    digest = blake2b(f"{EXTRACTOR_VERSION}\0{language}\0{depth}\0".encode("utf-8", "replace"), digest_size=32)
    digest.update(text)
    return digest.digest()


def extract(text: bytes, language: str, *, structure_limit: int = STRUCTURE_LIMIT, tree: Tree | None = None) -> FileFacts:
    """The facts of a text in `language` ("" = plain text). Never raises.

    `structure_limit` is in bytes. `tree` is the text's own syntax tree when the caller has parsed it already (`parse`).
    """
    # A file gives ten thousands of nodes at once, which have no cycles; the collector would look for some among them again and again.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _extract(text, language, structure_limit, tree)
    except Exception as error:  # A defect here must cost a file its structure, not the workspace its index.
        failed = Outline(StringTable())
        failed.problems.append(f"not outlined: {type(error).__name__}: {error}")
        return _assemble(text, language, failed, cut(text), structure_limit)
    finally:
        if collecting:
            gc.enable()


def _extract(text: bytes, language: str, structure_limit: int, tree: Tree | None) -> FileFacts:
    if len(text) > structure_limit:
        found = Outline(StringTable())
        found.problems.append(f"not outlined: larger than {structure_limit:,} bytes")
        return _assemble(text, language, found, cut(text), structure_limit)
    book = read_notebook(text) if language == NOTEBOOK else None
    if book is None:
        found = outline(text, language, tree)
    else:
        found = outline(book.code, book.language)
        relocate(found, book, len(text))
    kinds = cast(list[int], found.columns.get("symbol_kind", []))
    starts = cast(list[int], found.columns.get("symbol_start", []))
    ends = cast(list[int], found.columns.get("symbol_end", []))
    symbols = kinds, list(zip(starts, ends, strict=True)), found.attached, found.bodies, found.minor
    chunks = cut(text, *symbols) if book is None else cut_notebook(text, book, *symbols)
    return _assemble(text, language, found, chunks, structure_limit)


def _assemble(text: bytes, language: str, found: Outline, chunks: Chunks, structure_limit: int) -> FileFacts:
    strings = found.strings
    columns: dict[str, Column] = dict(found.columns)
    columns["digest"] = np.frombuffer(facts_key(text, language, structure_limit), dtype=np.uint8)
    columns["chunk_start"] = chunks.starts
    columns["chunk_end"] = chunks.ends
    columns["chunk_kind"] = chunks.kinds
    columns["chunk_symbol"] = chunks.symbols
    digests = [
        blake2b(text[start:end], digest_size=CHUNK_DIGEST_SIZE).digest() for start, end in zip(chunks.starts, chunks.ends, strict=True)
    ]
    columns["chunk_digest"] = np.frombuffer(b"".join(digests), dtype=np.uint8)
    worded = words_of_chunks if language == NOTEBOOK else lambda *as_they_are: as_they_are
    terms, term_chunks, counts = terms_of_chunks(*worded(text, chunks.starts, chunks.ends))
    row = strings.row
    columns["term_string"] = [row(term) for term in terms]
    columns["term_chunk"] = term_chunks
    columns["term_count"] = np.minimum(np.array(counts, dtype=np.int64), 0xFFFF)
    columns["problem"] = [row(problem) for problem in found.problems]
    columns["header"] = [len(text), len(found.problems), row(language), row(found.code_language)]
    columns["string_offsets"], columns["string_blob"] = strings.columns()
    values: dict[str, Any] = {name: np.asarray(columns.get(name, ()), dtype=dtype) for name, dtype in FACT_COLUMNS}
    return FileFacts(**values)
