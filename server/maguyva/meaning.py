"""Where the vectors of chunks and questions come from: the local model at once, a service in the background, or nowhere, and why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from maguyva.adapters.embedding import Embedding
from maguyva.adapters.service import open_service
from maguyva.adapters.withheld import file_reason, name_reason
from maguyva.model import F32, IndexedFile
from maguyva.remote_questions import RemoteQuestions
from maguyva.search.query import Plan
from maguyva.sending import Library, Sending
from maguyva.snapshot import Snapshot

_OFF = "meaning is off: "


class Meaning:
    """One workspace's. Thread-safe. `sending` is None where no service is chosen."""

    def __init__(self, library: Library) -> None:
        service = open_service(library.settings)
        self.embedding = Embedding(library.settings.embedding_provider, None if service is None else service.name)
        self.sending = None if service is None else Sending(library, service)
        self._questions = None if self.sending is None else RemoteQuestions(self.sending)

    def close(self) -> None:
        """Sends nothing more."""
        if self.sending is not None:
            self.sending.close()

    def wake(self) -> None:
        """There may be chunks without a vector."""
        if self.sending is not None:
            self.sending.wake()

    @property
    def pending(self) -> int:
        """Chunks that wait for a service."""
        return 0 if self.sending is None else self.sending.pending

    def recall(self, snapshot: Snapshot) -> Mapping[bytes, bytes] | None:
        """What is kept of a service's vectors for a snapshot's chunks; None where no service is chosen, and vectors are made here."""
        return None if self.sending is None else self.sending.recall(snapshot)

    def vector(self, snapshot: Snapshot, plan: Plan, opened: Callable[[], Sequence[IndexedFile]]) -> tuple[F32 | None, str | None]:
        """The vector of what a plan asks about, or None and the reason. `opened` gives the open documents."""
        has_none = all(layer.vectors is None for layer in snapshot.layers)
        if self.sending is None or self._questions is None:
            if has_none and self.embedding.open() is not None:
                return None, "no vectors yet"
            return self.embedding.query(plan.text)
        if has_none:
            refusal = self.sending.refusal() or self.sending.problem
            return None, "no vectors yet" if refusal is None else _OFF + refusal
        if plan.subject is not None and plan.subject.file >= 0:
            forbidden = self.sending.forbids(snapshot, plan.subject.file, plan.subject.text)
            if forbidden is not None:
                return None, f"{_OFF}the code in question is not sent: {forbidden}"
        vector, reason = self._questions.vector(plan.text, lambda: self._private(opened()))
        return vector, None if reason is None else _OFF + reason

    def _private(self, opened: Sequence[IndexedFile]) -> Collection[str]:
        listed = () if self.sending is None else self.sending.listed()
        return [
            file.text.decode("utf-8", "replace")
            for file in opened
            if file.path not in listed or name_reason(file.path) is not None or file_reason(file.text) is not None
        ]

    def rerank(self, snapshot: Snapshot, question: str, chunks: Sequence[int]) -> tuple[list[float | None] | None, str | None]:
        """How well chunks answer a question, by a service's reranker; or None and the reason."""
        if self._questions is None:
            return None, "no service is chosen that has a reranker"
        return self._questions.rerank(snapshot, question, chunks)

    def state(self) -> dict[str, object]:
        """The object `embedding` of the status."""
        if self.sending is None:
            return {"provider": self.embedding.provider, "problem": self.embedding.problem}
        refusal = self.sending.refusal() or (self.sending.problem if self.sending.phase == "halted" else None)
        return {"provider": self.embedding.provider, "problem": None if refusal is None else _OFF + refusal, **self.sending.state()}
