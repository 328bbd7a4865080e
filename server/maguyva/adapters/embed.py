"""Texts to vectors: the one seam behind which every embedding model stands.

A document becomes packed sign bits (a digest's bits never change, so they are cached for ever), a question becomes floats, and
`index.vectors` compares the two. The providers here are `local` (WordLlama's 256-dimensional token vectors, read from the
installed package's two files with numpy and `tokenizers`; the package itself is never imported, its own loader asks the
network), `off`, and a small fake for tests. Services, which code is sent to, are `service.py`'s: they share names and keys of
vectors with these, but encode nothing on their own, since every call of theirs has to pass `dispatch.py`.

The local model is a bag of token vectors: a text's vector is the sum over its tokens, scaled to length one, less a fixed mean.
Two things follow. Words are tokenised once each and remembered, and a batch is one small matrix product. And because the
token vectors are rounded to whole multiples of 1/256, every sum is an exact integer in float32: a text gives the same bits in
any batch, in any order of summation, on any processor.

What was tried (dense only, NDCG@10 over the 19 development repositories / the harder subset): raw counts .634 / .569, square-root
counts .61 / .57, logarithmic .61 / .59, binary .52 / .55, raw with smooth-inverse-frequency weights .60 to .63 / .56 to .58;
blended with BM25 the raw counts win too. Floats instead of bits would give .634 / .559. Questions are not centred: subtracting the
documents' mean from them as well costs .03. Paths are not part of a document's text, so that a rename embeds nothing; putting
them there would give .645 / .565 (the lexical evidence of `index.terms` sees paths instead).
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from maguyva.model import F32, U8
from maguyva.text import split_identifier


class EmbedderUnavailable(Exception):
    """The model cannot be read. The message says what to do; `semantic` ranks by words meanwhile."""


class Embedder(Protocol):
    """What the engine needs of a model. Every method may be called from any thread."""

    @property
    def name(self) -> str:
        """Provider, model and version in one word: vectors of two names never mix."""

    @property
    def dimension(self) -> int:
        """Bits of a document and floats of a question; a multiple of 64."""

    def encode_documents(self, texts: Sequence[str]) -> U8:
        """Packed sign bits [n, dimension / 8], row i for text i, most significant bit first (as `np.packbits`)."""

    def encode_query(self, text: str) -> F32:
        """The question's floats [dimension], of length one, or zeros when there is no word in it."""

    def cache_key(self, text: str) -> bytes:
        """16 bytes that name the vector of `text` under this model."""


def open_embedder(provider: str) -> Embedder | None:
    """The embedder of a provider's name; None for `off`. Raises EmbedderUnavailable, and ValueError for an unknown name."""
    if provider == "off":
        return None
    if provider == "local":
        return LocalEmbedder()
    raise ValueError(f"unknown embedding provider {provider!r}")


def cache_key(name: str, text: str) -> bytes:
    """The key every provider uses: a hash of the model's name and the text."""
    return hashlib.blake2b(name.encode() + b"\0" + text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


# ---- the local model ----

_RUN = re.compile(r"[^\W_]+")
_LONGEST_RUN = 128  # Characters; what is longer is a blob, whose head says all that it has to say.
_REMEMBERED_RUNS = 1 << 18  # About 40 MB at most; django with its 100 translations has 120,000.
_BATCH = 64  # Texts a matrix product. Their distinct tokens, some 2,000 rows of 1 kB, then stay in the processor's cache.
_STEPS = 256.0  # Token vectors are rounded to 1 / _STEPS; their largest value is 8, so 8,000 tokens add up below 2**24, exactly.

_WEIGHTS = "weights/l2_supercat_256.safetensors"
_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
_REPAIR = "install it again with `pip install --force-reinstall wordllama`, or set the embedding provider to `off`"


class LocalEmbedder:
    """WordLlama-256 as a bag of words, identifiers split. Loading maps the weights; the tokenizer (0.08 s) waits for the first text."""

    name = "local-wordllama-256-1"

    def __init__(self, package: Path | None = None) -> None:
        """`package` is the folder of the installed `wordllama`, found when not given. Raises EmbedderUnavailable."""
        self._package = package if package is not None else _find_package()
        self._weights = _read_safetensors(self._package / _WEIGHTS, "embedding.weight")
        self.dimension = self._weights.shape[1]

    def encode_documents(self, texts: Sequence[str]) -> U8:
        out = np.empty((len(texts), self.dimension // 8), dtype=np.uint8)
        for start, sums, lengths in self._sums(texts):
            # sums / lengths > mean, without dividing by the length 0 of a text that has no word: its bits are those of a zero vector.
            out[start : start + len(sums)] = np.packbits(sums > self._mean * lengths[:, None], axis=1)
        return out

    def encode_query(self, text: str) -> F32:
        query: F32 = self.directions([text])[0]
        return query

    def cache_key(self, text: str) -> bytes:
        return cache_key(self.name, text)

    def directions(self, texts: Sequence[str]) -> F32:
        """The texts' vectors [n, dimension] of length one, not centred (zeros where there is no word)."""
        out = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for start, sums, lengths in self._sums(texts):
            out[start : start + len(sums)] = sums / np.maximum(lengths, 1)[:, None]
        return out

    def _sums(self, texts: Sequence[str]) -> Iterator[tuple[int, NDArray[np.float64], NDArray[np.float64]]]:
        """Batches of (first row, sums of token vectors in steps, their Euclidean lengths)."""
        tokens_of = self._runs.__getitem__
        for start in range(0, len(texts), _BATCH):
            pieces = [b"".join(map(tokens_of, _RUN.findall(_composed(text)))) for text in texts[start : start + _BATCH]]
            sums = _sum_rows(pieces, self._weights)
            yield start, sums, np.sqrt(np.einsum("ij,ij->i", sums, sums))

    @cached_property
    def _mean(self) -> NDArray[np.float64]:
        """The middle of code in general, made by scripts/make_local_mean.py."""
        mean: F32 = np.load(Path(__file__).with_name("local_mean.npy"), allow_pickle=False)
        return mean.astype(np.float64)

    @cached_property
    def _runs(self) -> _RunTokens:
        path = self._package / _TOKENIZER
        try:
            from tokenizers import Tokenizer  # Here, since a process that only reads the index never needs it.

            return _RunTokens(Tokenizer.from_file(str(path)))
        except Exception as error:  # The library raises bare Exception for a missing or damaged file.
            raise EmbedderUnavailable(f"the local model's tokenizer cannot be read ({path.name}: {error}): {_REPAIR}") from error


class _RunTokens(dict[str, bytes]):
    """A run of letters and digits → its token numbers as packed uint16. Looking up a new run tokenises and remembers it."""

    def __init__(self, tokenizer: Any) -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def __missing__(self, run: str) -> bytes:
        words = split_identifier(run) if len(run) <= _LONGEST_RUN else split_identifier.__wrapped__(run[:_LONGEST_RUN])
        if len(words) == 1:
            # SentencePiece puts a space before a text's first word, so a word alone has the tokens it has inside a sentence.
            tokens = array("H", self._tokenizer.encode(words[0], add_special_tokens=False).ids).tobytes()
        else:
            tokens = b"".join([self[word] for word in words])
        if len(run) <= _LONGEST_RUN:
            if len(self) >= _REMEMBERED_RUNS:
                self.clear()
            self[run] = tokens
        return tokens


def _composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _sum_rows(pieces: Sequence[bytes], weights: NDArray[np.float16]) -> NDArray[np.float64]:
    """For each piece (token numbers as uint16) the sum of its rows of `weights`, in steps: [n, dimension]."""
    tokens = np.frombuffer(b"".join(pieces), dtype=np.uint16)
    if not len(tokens):
        return np.zeros((len(pieces), weights.shape[1]))
    seen = np.zeros(weights.shape[0], dtype=np.bool_)
    seen[tokens] = True
    distinct = np.flatnonzero(seen)
    column = np.zeros(weights.shape[0], dtype=np.int64)
    column[distinct] = np.arange(len(distinct))
    cell = np.repeat(np.arange(len(pieces)) * len(distinct), [len(piece) // 2 for piece in pieces])
    counts = np.bincount(cell + column[tokens], minlength=len(pieces) * len(distinct)).reshape(len(pieces), -1)
    rows = np.rint(weights[distinct].astype(np.float32) * np.float32(_STEPS))
    sums: NDArray[np.float64] = (counts.astype(np.float32) @ rows).astype(np.float64)
    return sums


def _find_package() -> Path:
    spec = find_spec("wordllama")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        return Path(folder)
    raise EmbedderUnavailable(
        "the package `wordllama`, which carries the local model, is not installed: run `pip install wordllama`, "
        "or set the embedding provider to `off`"
    )


def _read_safetensors(path: Path, tensor: str) -> NDArray[np.float16]:
    """A two-dimensional half-float tensor, memory-mapped. The format: 8 bytes of header length, a JSON header, the data."""
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            if length > 1 << 20:
                raise ValueError("header too long")
            entry = json.loads(file.read(length))[tensor]
        rows, columns = entry["shape"]
        begin, end = entry["data_offsets"]
        if entry["dtype"] != "F16" or end - begin != rows * columns * 2 or columns % 64 or rows > 1 << 16:
            raise ValueError("not the expected tensor")
        weights: NDArray[np.float16] = np.memmap(path, dtype="<f2", mode="r", offset=8 + length + begin, shape=(rows, columns))
        return weights
    except (OSError, ValueError, KeyError, TypeError, struct.error) as error:
        raise EmbedderUnavailable(f"the local model's weights cannot be read ({path.name}: {error}): {_REPAIR}") from error


# ---- a fake for tests ----


class FakeEmbedder:
    """Words hashed to fixed signs and added up: instant, deterministic, and texts that share words are near each other."""

    name = "fake-64"
    dimension = 64

    def encode_documents(self, texts: Sequence[str]) -> U8:
        return np.packbits(np.array([self.encode_query(text) for text in texts]).reshape(-1, self.dimension) > 0, axis=1)

    def encode_query(self, text: str) -> F32:
        total = np.zeros(self.dimension, dtype=np.float32)
        for run in _RUN.findall(text):
            for word in split_identifier(run):
                signs = np.unpackbits(np.frombuffer(hashlib.blake2b(word.encode(), digest_size=8).digest(), dtype=np.uint8))
                total += signs.astype(np.float32) * 2 - 1
        length = float(np.linalg.norm(total))
        return total / np.float32(length) if length else total

    def cache_key(self, text: str) -> bytes:
        return cache_key(self.name, text)
