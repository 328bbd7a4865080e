"""Notebooks (`.ipynb`, nbformat 3 and 4): the code of their cells, and where each of its bytes stands in the JSON text.

The code cells are read as one file of the notebook's language, a line end between cells, since a class of one cell is used in the next.
Everything that is then found in it is moved to its place in the JSON, so positions are true for whoever opens the file as text. What is
no JSON, or holds no cells, has no code.

IPython's own lines (`%magic`, `!command`, `name?`) are no Python; each gives way to a number of the same length, which is a statement
anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maguyva.extract.chunks import Chunks, cut
from maguyva.extract.languages import LANGUAGES
from maguyva.extract.outline import Outline
from maguyva.model import ChunkKind, SymbolKind

NOTEBOOK: Final = "notebook"

# Strings, keys (a colon follows) and brackets; nothing else tells where something is. What has no closing quote runs to the end of the text.
_TOKEN: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+("(?:[ \t\r\n]*+(:))?)?|[{}\[\]]', re.DOTALL)
_QUOTE: Final = 0x22
_CLOSER: Final = {0x7B: 0x7D, 0x5B: 0x5D}
_CELLS: Final = frozenset({b"cells//", b"worksheets//cells//"})
_LANGUAGE_KEYS: Final = (b"metadata/kernelspec/language", b"metadata/language_info/name", b"metadata/language")
_LONGEST_PREFIX: Final = 64
_NEAR: Final = 400  # A cell whose code lies at most so far from its start is one chunk with what precedes the code.

_ESCAPE: Final = re.compile(rb"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_SHORT: Final = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_REPLACEMENT: Final = "\ufffd".encode()

_SPELLINGS: Final = {"c++": "cpp", "c#": "csharp", "ipython": "python", "sage": "python", "js": "javascript", "ts": "typescript"}
_VERSION: Final = re.compile(r"[\d.]+$")

_CELL_MAGIC: Final = re.compile(rb"\s*%%(\w+)[^\n]*")
_FOREIGN: Final = frozenset(
    b"bash sh script cmd html HTML svg SVG javascript js latex markdown perl ruby pypy python2 R julia sql bigquery writefile file".split()
)
_LINE_MAGIC: Final = re.compile(
    rb"""^(?P<margin>[ \t]*)(?:
        (?P<timer>%(?:time|timeit|prun|memit|lprun)\b(?:[ \t]+-\w+(?:[ \t]*[\d.]+)?)*)(?=[ \t]+\S)
        |(?P<assigned>[\w., \t]*\w[ \t]*=[ \t]*)?(?:[!?]|%{1,2}(?=[A-Za-z]))(?:[^\n\\]|\\\n?)*+
        |[\w.]+\?{1,2}[ \t]*$
    )""",
    re.MULTILINE | re.VERBOSE,
)
# Base64 of pictures, whose "+" and "/" would make words of it. A line end in it is an escape in the JSON.
_DATA: Final = re.compile(rb"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/=]{65,}+(?:\\n[A-Za-z0-9+/=]++)*+")

_SPANS: Final = (
    "symbol",
    "symbol_name",
    "symbol_signature",
    "symbol_doc",
    "reference",
    "scope",
    "binding",
    "import",
    "condition",
    "region",
)
_CELL_KIND: Final = int(SymbolKind.NAMESPACE)


@dataclass(slots=True)
class _Cell:
    """A cell as it stands in the JSON: the byte spans of its strings are without their quotes."""

    start: int
    end: int = 0
    kind: bytes = b""
    source_key: int = 0
    source: list[tuple[int, int]] | None = None


@dataclass(frozen=True, slots=True)
class Notebook:
    """`code` in `language`, the pieces of which it is made, and the byte spans of all cells.

    A piece is a run of literal bytes or one escape: where it starts in `code`, where it starts in the file, and its length in the file.
    """

    code: bytes
    language: str
    pieces: NDArray[np.int64]  # (n, 3), n ≥ 1.
    cells: tuple[tuple[int, int], ...]
    is_broken: bool = False

    def starts(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where in the file the bytes at `offsets` of the code stand."""
        rows = np.maximum(np.searchsorted(self.pieces[:, 0], offsets, side="right") - 1, 0)
        return self._placed(rows, offsets, np.int64(0))

    def ends(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where in the file the bytes before `offsets` of the code end: a span never reaches into the next string."""
        rows = np.maximum(np.searchsorted(self.pieces[:, 0], offsets, side="left") - 1, 0)
        return self._placed(rows, offsets, self.pieces[rows, 2])

    def _placed(self, rows: NDArray[np.intp], offsets: NDArray[np.int64], in_escape: NDArray[np.int64] | np.int64) -> NDArray[np.int64]:
        bounds = np.append(self.pieces[:, 0], len(self.code))
        is_literal = (bounds[rows + 1] - bounds[rows]) == self.pieces[rows, 2]  # An escape is always longer than what it stands for.
        placed: NDArray[np.int64] = self.pieces[rows, 1] + np.where(is_literal, offsets - self.pieces[rows, 0], in_escape)
        return placed


def read_notebook(text: bytes) -> Notebook:
    """The notebook in a JSON text. Total: any bytes."""
    found = _scan(text)
    cells, languages = found if found is not None else ([], {})
    language = _language(languages)
    parts: list[bytes] = []
    pieces: list[tuple[int, int, int]] = []
    at = 0
    for cell in cells:
        if cell.kind != b"code" or not cell.source:
            continue
        lines: list[bytes] = []
        begin = at
        for start, end in cell.source:
            at = _decode(text, start, end, lines, pieces, at)
        code = b"".join(lines)
        parts.append(_without_magics(code) if language == "python" else code)
        assert len(parts[-1]) == at - begin
        parts.append(b"\n")
        pieces.append((at, cell.source[-1][1], 0))
        at += 1
    spans = tuple((_near_start(cell), cell.end) for cell in cells)
    return Notebook(b"".join(parts), language, np.array(pieces or [(0, 0, 0)], dtype=np.int64), spans, found is None)


def _scan(text: bytes) -> tuple[list[_Cell], dict[bytes, str]] | None:
    """The cells, and what the metadata say of the language; None for broken JSON."""
    cells: list[_Cell] = []
    languages: dict[bytes, str] = {}
    stack: list[tuple[int, bytes]] = []  # What closes each open bracket, and the prefix around it.
    prefix = key = b""  # "cells//" stands in front of the keys of a cell.
    key_at = 0
    cell = _Cell(0)
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        mark = text[start]
        if mark in _CLOSER:
            stack.append((_CLOSER[mark], prefix))
            prefix = b"" if len(stack) == 1 else (prefix + key + b"/" if len(prefix) + len(key) < _LONGEST_PREFIX else b"?")
            if mark == 0x7B and prefix in _CELLS:
                cell = _Cell(start)
            key = b""
        elif mark != _QUOTE:
            if not stack or stack[-1][0] != mark:
                return None
            if mark == 0x7D and prefix in _CELLS:
                cell.end = end
                cells.append(cell)
            prefix = stack.pop()[1]
            key = b""
            if not stack:
                return cells, languages
        elif token.group(1) is None:
            return None
        elif token.group(2) is not None:
            key = text[start + 1 : token.start(1)] if end - start < _LONGEST_PREFIX else b"?"
            key_at = start
            if prefix in _CELLS and key in (b"source", b"input"):
                cell.source_key, cell.source = key_at, []
        else:
            around = prefix.removesuffix(b"source/").removesuffix(b"input/")
            if around in _CELLS:
                if key == b"cell_type":
                    cell.kind = text[start + 1 : end - 1]
                elif (around != prefix or key in (b"source", b"input")) and cell.source is not None:
                    cell.source.append((start + 1, end - 1))
            elif prefix + key in _LANGUAGE_KEYS:
                languages[prefix + key] = text[start + 1 : end - 1].decode("utf-8", "replace")
            key = b""
    return None


def _language(written: dict[bytes, str]) -> str:
    names = [written[key].lower() for key in _LANGUAGE_KEYS if key in written]
    known = [_SPELLINGS.get(name, name) for raw in names for name in (raw, _VERSION.sub("", raw))]
    return next((name for name in known if name in LANGUAGES and name != NOTEBOOK), known[0] if known else "python")


def _near_start(cell: _Cell) -> int:
    # Outputs come before the code in the order of the keys; large ones do not belong to its chunk.
    return cell.start if cell.source_key - cell.start < _NEAR else cell.source_key


def _decode(text: bytes, start: int, end: int, parts: list[bytes], pieces: list[tuple[int, int, int]], at: int) -> int:
    """Adds the string `text[start:end]` to `parts` and `pieces`; `at` is the offset in the code, and so is what is given back."""
    for escape in _ESCAPE.finditer(text, start, end):
        if escape.start() > start:
            pieces.append((at, start, escape.start() - start))
            parts.append(text[start : escape.start()])
            at += escape.start() - start
        start = escape.end()
        parts.append(_character(escape))
        pieces.append((at, escape.start(), start - escape.start()))
        at += len(parts[-1])
    if end > start:
        pieces.append((at, start, end - start))
        parts.append(text[start:end])
        at += end - start
    return at


def _character(escape: re.Match[bytes]) -> bytes:
    high, low, single, short = escape.groups()
    if high is not None:
        return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF)).encode()
    if single is not None:
        code = int(single, 16)
        return _REPLACEMENT if 0xD800 <= code < 0xE000 else chr(code).encode()
    return _SHORT.get(short, short)


def _without_magics(code: bytes) -> bytes:
    cell_magic = _CELL_MAGIC.match(code)
    if cell_magic is not None:
        if cell_magic.group(1) in _FOREIGN:
            return _blank(code)
        code = _blank(code[: cell_magic.end()]) + code[cell_magic.end() :]
    return _LINE_MAGIC.sub(_neutral, code) if b"%" in code or b"!" in code or b"?" in code else code


def _blank(code: bytes) -> bytes:
    return re.sub(rb"[^\r\n]", b" ", code)


def _neutral(magic: re.Match[bytes]) -> bytes:
    line = magic.group()
    # Inside a string of many lines, or the rest of an expression over several lines, as in `"%s" \n %name)`.
    if b'"""' in line or b"'''" in line or line.count(b")") > line.count(b"("):
        return line
    kept = magic.group("margin") + (magic.group("assigned") or b"")
    length = len(line) - len(kept)
    # A timer is followed by what it times; a command's value is a list of lines.
    number = b"0;" if magic.group("timer") else b"[]" if magic.group("assigned") and length > 1 else b"0"
    return kept + number + _blank(line[len(kept) + len(number) :])


# ---- to their places in the file ----


def relocate(found: Outline, book: Notebook, length: int) -> None:
    """Moves every offset in the outline of `book.code` to its place in the notebook's text of `length` bytes."""
    if book.is_broken:
        found.problems.append("not outlined: no valid JSON")
    found.code_language = book.language
    for table in _SPANS:
        starts = np.asarray(found.columns.get(f"{table}_start", ()), dtype=np.int64)
        ends = np.asarray(found.columns.get(f"{table}_end", ()), dtype=np.int64)
        if len(starts):
            moved = book.starts(starts)
            found.columns[f"{table}_start"] = moved.tolist()
            found.columns[f"{table}_end"] = np.where(ends > starts, book.ends(ends), moved).tolist()
    hints = np.asarray(found.columns.get("hint_start", ()), dtype=np.int64)
    if len(hints):
        found.columns["hint_start"] = book.starts(hints).tolist()
    if found.columns.get("scope_start"):  # The first scope is the file.
        found.columns["scope_start"] = [0, *found.columns["scope_start"][1:]]
        found.columns["scope_end"] = [length, *found.columns["scope_end"][1:]]
    found.attached = book.starts(np.array(found.attached, dtype=np.int64)).tolist()


def cut_notebook(
    text: bytes,
    book: Notebook,
    kinds: Sequence[int],
    spans: Sequence[tuple[int, int]],
    attached: Sequence[int],
    bodies: Sequence[bool],
    minor: Sequence[bool],
) -> Chunks:
    """The chunks of a notebook's text: as `cut` makes them of its symbols, and every cell is a container around its own."""
    count = len(spans)
    every = [*spans, *book.cells]
    order = sorted(range(len(every)), key=lambda row: (every[row][0], -every[row][1], row))

    def in_order(of_symbols: Sequence[int], of_cell: int) -> list[int]:
        return [of_symbols[row] if row < count else of_cell for row in order]

    chunks = cut(
        text,
        in_order(kinds, _CELL_KIND),
        [every[row] for row in order],
        [attached[row] if row < count else every[row][0] for row in order],
        [bool(flag) for flag in in_order(bodies, True)],
        [bool(flag) for flag in in_order(minor, False)],
    )
    owners = [order[owner] if owner >= 0 else count for owner in chunks.symbols]
    chunks.symbols = [owner if owner < count else -1 for owner in owners]
    chunks.kinds = [kind if owner < count else int(ChunkKind.WINDOW) for kind, owner in zip(chunks.kinds, owners, strict=True)]
    return chunks


def words_of_chunks(text: bytes, starts: Sequence[int], ends: Sequence[int]) -> tuple[bytes, list[int], list[int]]:
    """The chunks' text as words are told from it, and its bounds: escapes decoded, pictures left out."""
    pieces = [_ESCAPE.sub(_character, _DATA.sub(b" ", text[start:end])) for start, end in zip(starts, ends, strict=True)]
    bounds = np.cumsum([0, *map(len, pieces)]).tolist()
    return b"".join(pieces), bounds[:-1], bounds[1:]
