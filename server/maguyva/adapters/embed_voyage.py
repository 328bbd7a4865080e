"""Voyage's models: the only import of voyageai, which costs 0.7 s and is loaded when something is about to be sent.

Documents come back as `ubinary`, bits packed as `np.packbits` packs them, and are stored as they come; questions are floats. A text is never cut by
the service unseen: `truncation` is off, and what is longer than the model's context is cut by whoever sends it, and counted.

The client library's own retries are off (it repeats some failures only), and of its two layers the lower one is used: it shows the `index` of each
vector, and never loads a model of its own for a name that it knows as a local one.

Models, prices and limits: https://docs.voyageai.com/docs/embeddings, /docs/pricing, /docs/rate-limits and
https://www.mongodb.com/docs/voyageai/models/text-embeddings/, which recommends voyage-code-4 for new uses with code (October 2026).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from maguyva.adapters.embed import cache_key
from maguyva.adapters.service import QUESTION_CHARACTERS, CallFailed, Pace, Sent, Service, host_of
from maguyva.model import F32, U8
from maguyva.settings import Settings

KEY = "VOYAGE_API_KEY"
DEFAULT_MODEL = "voyage-code-4"
DEFAULT_DIMENSION = 1024
VERSION = 1  # Of what is asked: raised when the same text would get another vector.
_PRICES = {
    "voyage-code-4": 0.12, "voyage-4-large": 0.12, "voyage-4": 0.06, "voyage-4-lite": 0.02,
    "voyage-code-3": 0.18, "voyage-3-large": 0.18, "voyage-3.5": 0.06, "voyage-3.5-lite": 0.02, "voyage-code-2": 0.12,
}  # fmt: skip
# Three million tokens a minute for code models, less a tenth for whoever else uses the key.
PACES = {"standard": Pace(1800, 2_700_000), "free": Pace(3, 10_000, spared_calls=1, spared_tokens=2_000)}
_FREE_CALL_TOKENS = 4_000  # Two such calls a minute and a question fit into 10,000.
_CALL_TOKENS = 110_000  # Of 120,000: the count is an estimate.

T = TypeVar("T")


class VoyageEmbedder:
    """One model of Voyage, or of whoever speaks Voyage's API at the user's own base URL."""

    def __init__(self, settings: Settings, environment: Mapping[str, str] = os.environ) -> None:
        """Reads the key from VOYAGE_API_KEY; asks nothing."""
        self._key = environment.get(KEY, "").strip()
        model = settings.embedding_model or DEFAULT_MODEL
        dimension = settings.embedding_dimension or DEFAULT_DIMENSION
        own = own_base_url(self._key)
        free = settings.embedding_pace == "free"
        self.service = Service(
            provider="voyage",
            title="Voyage",
            base_url=settings.embedding_base_url or own,
            model=model,
            dimension=dimension,
            price=_PRICES.get(model),
            most_texts=1000,
            most_tokens=_FREE_CALL_TOKENS if free else _CALL_TOKENS,
            context=16_000 if model.endswith("-2") else 32_000,
            parallel=1 if free else 4,
            seconds=60.0,
            pace=PACES[settings.embedding_pace],
        )
        elsewhere = "" if settings.embedding_base_url in ("", *_OWN_BASE_URLS) else f"@{host_of(settings.embedding_base_url)}"
        self.name = f"voyage-{model}-{dimension}-{VERSION}{elsewhere}"
        self.rerank_model = settings.embedding_rerank_model

    @property
    def problem(self) -> str | None:
        return None if self._key else f"no Voyage key: set it in your editor, or in the environment variable {KEY}"

    def prepare(self) -> None:
        if self.problem is None:
            _library()

    def cache_key(self, text: str) -> bytes:
        return cache_key(self.name, text)

    def send_documents(self, texts: Sequence[str]) -> Sent:
        return self._called(lambda voyageai: self._documents(voyageai, list(texts)))

    def send_question(self, text: str) -> tuple[F32, int]:
        return self._called(lambda voyageai: self._question(voyageai, text[:QUESTION_CHARACTERS]))

    def send_rerank(self, question: str, texts: Sequence[str]) -> tuple[list[float], int]:
        """How well each text answers the question, 0 to 1, and the tokens that were counted. Raises CallFailed."""
        return self._called(lambda voyageai: self._rerank(voyageai, question[:QUESTION_CHARACTERS], list(texts)))

    def _documents(self, voyageai: Any, texts: list[str]) -> Sent:
        answer = voyageai.Embedding.create(
            input=texts,
            model=self.service.model,
            input_type="document",
            truncation=False,
            output_dtype="ubinary",
            output_dimension=self.service.dimension,
            **self._address(),
        )
        rows = np.array(_in_order(answer.data, len(texts), "embedding"))
        if rows.shape != (len(texts), self.service.dimension // 8) or rows.dtype.kind != "i" or rows.min() < 0 or rows.max() > 255:
            raise ValueError(f"{rows.shape} numbers instead of {len(texts)} × {self.service.dimension} bits")
        bits: U8 = rows.astype(np.uint8)
        return Sent(bits, _count(answer))

    def _question(self, voyageai: Any, text: str) -> tuple[F32, int]:
        answer = voyageai.Embedding.create(
            input=[text],
            model=self.service.model,
            input_type="query",
            truncation=False,
            output_dtype="float",
            output_dimension=self.service.dimension,
            **self._address(),
        )
        return unit_vector(_in_order(answer.data, 1, "embedding")[0], self.service.dimension), _count(answer)

    def _rerank(self, voyageai: Any, question: str, texts: list[str]) -> tuple[list[float], int]:
        answer = voyageai.Reranking.create(
            query=question, documents=texts, model=self.rerank_model, top_k=None, truncation=True, **self._address()
        )
        scores = [float(score) for score in _in_order(answer.data, len(texts), "relevance_score")]
        if not all(np.isfinite(scores)):
            raise ValueError("a score is no number")
        return scores, _count(answer)

    def _address(self) -> dict[str, Any]:
        return {"api_key": self._key, "base_url": self.service.base_url, "request_timeout": self.service.seconds}

    def _called(self, call: Callable[[Any], T]) -> T:
        if self.problem is not None:
            raise CallFailed(self.problem, "key")
        voyageai = _library()
        from maguyva.adapters.outside import begin, failure

        begin()
        try:
            return call(voyageai)
        except Exception as error:  # The library's own errors, and whatever it or we stumble over in an answer of another shape.
            raise failure(self.service.title, error, self._key) from error


_OWN_BASE_URLS = ("https://api.voyageai.com/v1", "https://ai.mongodb.com/v1")


def own_base_url(key: str) -> str:
    """Where Voyage serves the owner of a key: those that MongoDB's Atlas has given out begin with "al-" and are good there only."""
    return _OWN_BASE_URLS[1] if key.startswith("al-") else _OWN_BASE_URLS[0]


def unit_vector(values: Any, dimension: int) -> F32:
    """Numbers as a vector of length one (zeros stay). Raises ValueError when they are not `dimension` finite numbers."""
    vector = np.array(values, dtype=np.float64)
    if vector.shape != (dimension,) or not np.isfinite(vector).all():
        raise ValueError(f"{vector.shape} numbers instead of {dimension}")
    length = float(np.linalg.norm(vector))
    unit: F32 = (vector / length if length else vector).astype(np.float32)
    return unit


def _in_order(data: Any, count: int, field: str) -> list[Any]:
    """`field` of each entry, by the entries' `index`. Raises ValueError unless there is exactly one entry for each."""
    found = {int(entry["index"]): entry[field] for entry in data}
    if len(data) != count or found.keys() != set(range(count)):
        raise ValueError(f"{len(data)} results for {count} texts")
    return [found[index] for index in range(count)]


def _count(answer: Any) -> int:
    return max(0, int(answer.usage.total_tokens))


def _library() -> Any:
    """The client library, made to send through our session. Raises CallFailed when it cannot be loaded."""
    try:
        import voyageai

        from maguyva.adapters.outside import OneWaySession
    except ImportError as error:
        raise CallFailed(f"the package `voyageai` cannot be loaded ({error}): install it again", "refused") from error
    voyageai.requestssession = OneWaySession
    # At its lowest level this logger writes down what is sent.
    logging.getLogger("voyage").setLevel(logging.WARNING)
    return voyageai
