"""The embedder that the settings name: opened when it is first needed, once, and why there is none."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from maguyva.adapters.embed import Embedder, EmbedderUnavailable, open_embedder
from maguyva.model import F32


class Embedding:
    """Thread-safe. `problem` says in words why meaning is off, None while it is not or nobody has asked yet."""

    def __init__(self, provider: str, service: str | None = None) -> None:
        """`service` is the name of the service's vectors where the provider is one: nothing is made here then."""
        self.provider = provider
        self._service = service
        self.problem: str | None = None
        self._embedder: Embedder | None = None
        self._lock = threading.Lock()

    def open(self) -> Embedder | None:
        """The embedder, None when there is none."""
        with self._lock:
            if self._embedder is None and self.problem is None and self._service is None:
                try:
                    self._embedder = open_embedder(self.provider)
                    if self._embedder is None:
                        self.problem = "meaning is off: the embedding provider is set to off"
                except (EmbedderUnavailable, ValueError) as error:
                    self.problem = f"meaning is off: {error}"
            return self._embedder

    def name(self) -> str:
        """What tells its vectors from others'."""
        if self._service is not None:
            return self._service
        embedder = self.open()
        return embedder.name if embedder is not None else "none"

    def query(self, text: str) -> tuple[F32 | None, str | None]:
        """A question's vector, or None and the reason."""
        embedder = self.open()
        if embedder is None:
            return None, self.problem
        try:
            return embedder.encode_query(text), None
        except EmbedderUnavailable as error:
            self.problem = f"meaning is off: {error}"
            return None, self.problem

    def documents(self, chunks: Mapping[bytes, str]) -> dict[bytes, bytes]:
        """The packed bits of chunks, given by digest; none of them when the embedder cannot."""
        embedder = self.open() if chunks else None
        if embedder is None:
            return {}
        try:
            rows = embedder.encode_documents(list(chunks.values()))
        except EmbedderUnavailable as error:
            self.problem = f"meaning is off: {error}"
            return {}
        return {digest: row.tobytes() for digest, row in zip(chunks, rows, strict=True)}
