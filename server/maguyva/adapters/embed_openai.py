"""Any service that speaks OpenAI's `/embeddings`: Ollama, llama.cpp or vLLM on this machine or in the house, or OpenAI itself.

Its floats are cut to their signs around zero, as the makers of models for binary vectors do it; a mean of our own would have to be learnt from texts
that are not there yet, and would make vectors of one model unlike each other. Questions stay floats.

A key is optional. OPENAI_API_KEY goes to OpenAI's own host and no other; MAGUYVA_EMBEDDING_API_KEY is the key for the address that the user has set.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from maguyva.adapters.embed import cache_key
from maguyva.adapters.service import QUESTION_CHARACTERS, CallFailed, Pace, Sent, Service, host_of, is_this_machine
from maguyva.model import F32
from maguyva.settings import Settings

OWN_KEY, ANY_KEY = "OPENAI_API_KEY", "MAGUYVA_EMBEDDING_API_KEY"
OPENAI_HOST = "api.openai.com"
DEFAULT_BASE_URL = "http://127.0.0.1:11434/v1"
DEFAULT_MODEL = "nomic-embed-text"
VERSION = 1  # Of what is asked, the table of prefixes included.
_PRICES = {"text-embedding-3-small": 0.02, "text-embedding-3-large": 0.13}
# What a model wants to read before a document and before a question, by the beginning of its name.
_PREFIXES = {
    "nomic-embed-text": ("search_document: ", "search_query: "),
    "nomic-embed-code": ("", "Represent this query for searching relevant code: "),
    "mxbai-embed-large": ("", "Represent this sentence for searching relevant passages: "),
    "embeddinggemma": ("title: none | text: ", "task: code retrieval | query: "),
    "qwen3-embedding": ("", "Instruct: Given a question, retrieve code that answers it\nQuery: "),
}


class OpenAiEmbedder:
    """One model at one address."""

    def __init__(self, settings: Settings, environment: Mapping[str, str] = os.environ) -> None:
        """Asks nothing."""
        base_url = settings.embedding_base_url or DEFAULT_BASE_URL
        host, stays = host_of(base_url), is_this_machine(base_url)
        model = settings.embedding_model or DEFAULT_MODEL
        self._key = environment.get(ANY_KEY, "").strip() or (environment.get(OWN_KEY, "").strip() if host == OPENAI_HOST else "")
        self._sessions = threading.local()
        self.service = Service(
            provider="openai",
            title="OpenAI" if host == OPENAI_HOST else "the embedding service",
            base_url=base_url,
            model=model,
            dimension=settings.embedding_dimension,
            price=0.0 if stays else _PRICES.get(model) if host == OPENAI_HOST else None,
            # A model on this machine's processor takes its time, and a small call shows that it works at all.
            most_texts=32 if stays else 256,
            most_tokens=16_000 if stays else 60_000,
            context=8_000,
            parallel=1 if stays else 2,
            seconds=300.0 if stays else 60.0,
            pace=None if stays else Pace(500, 900_000),
        )
        self.name = f"openai-{model}-{settings.embedding_dimension or 'own'}-{VERSION}@{host}"
        plain = model.rpartition("/")[2].lower()
        self._prefixes = next((both for start, both in _PREFIXES.items() if plain.startswith(start)), ("", ""))

    @property
    def problem(self) -> str | None:
        if self.service.host == OPENAI_HOST and not self._key:
            return f"no OpenAI key: set the environment variable {OWN_KEY}"
        if self._key and self.service.base_url.startswith("http:") and not self.service.stays:
            return f"the key in {ANY_KEY} is not sent without encryption: give an https address, or take the key away"
        return None

    def prepare(self) -> None:
        from maguyva.adapters import outside  # noqa: F401

    def cache_key(self, text: str) -> bytes:
        return cache_key(self.name, text)

    def send_documents(self, texts: Sequence[str]) -> Sent:
        rows, tokens = self._call([self._prefixes[0] + text for text in texts])
        bits = np.packbits(rows > 0, axis=1)
        # 64 bits make a word of the index; what fills the last one is the same for every chunk.
        return Sent(np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8))), tokens)

    def send_question(self, text: str) -> tuple[F32, int]:
        rows, tokens = self._call([self._prefixes[1] + text[:QUESTION_CHARACTERS]])
        vector = rows[0]
        length = float(np.linalg.norm(vector))
        unit: F32 = np.pad(vector / length if length else vector, (0, -len(vector) % 64)).astype(np.float32)
        return unit, tokens

    def _call(self, texts: list[str]) -> tuple[Any, int]:
        if self.problem is not None:
            raise CallFailed(self.problem, "key")
        from maguyva.adapters.outside import OneWaySession, begin, failure

        if not hasattr(self._sessions, "one"):
            self._sessions.one = OneWaySession()
        body: dict[str, Any] = {"model": self.service.model, "input": texts, "encoding_format": "float"}
        if self.service.dimension:
            body["dimensions"] = self.service.dimension
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        begin()
        try:
            answer = self._sessions.one.request(
                "POST", f"{self.service.base_url}/embeddings", json=body, headers=headers, timeout=self.service.seconds
            )
            if answer.status_code != 200:
                raise ValueError(answer.text[:1000] or "no reason given")
            return self._read(answer.json(), len(texts))
        except Exception as error:  # What requests raises, and whatever an answer of another shape leads to.
            raise failure(self.service.title, error, self._key) from error

    def _read(self, answer: Any, count: int) -> tuple[Any, int]:
        found = {int(entry["index"]): entry["embedding"] for entry in answer["data"]}
        if len(answer["data"]) != count or found.keys() != set(range(count)):
            raise ValueError(f"{len(answer['data'])} vectors for {count} texts")
        rows = np.array([found[index] for index in range(count)], dtype=np.float64)
        if rows.ndim != 2 or not rows.shape[1] or not np.isfinite(rows).all():
            raise ValueError("a vector is not made of numbers")
        if self.service.dimension and rows.shape[1] != self.service.dimension:
            raise ValueError(f"{rows.shape[1]} dimensions instead of {self.service.dimension}")
        usage = answer.get("usage") or {}
        return rows, int(usage.get("total_tokens") or usage.get("prompt_tokens") or 0)
