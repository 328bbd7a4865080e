"""Questions to a service: a question's vector, and its reranker's opinion of the first hits, each within a moment or not at all.

The other modalities answer meanwhile or without it: a call that is late goes on in its thread, and its vector is there when the same question comes
again. After a failure the service is left alone for a while, so that not every question waits for it.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

from maguyva.adapters.dispatch import Dispatch
from maguyva.adapters.embed_voyage import VoyageEmbedder
from maguyva.adapters.service import QUESTION_CHARACTERS, CallFailed, NotAllowed, RemoteEmbedder, Stopped, tokens_of
from maguyva.adapters.withheld import text_reason
from maguyva.model import F32
from maguyva.sending import Sending
from maguyva.snapshot import Snapshot

QUESTION_SECONDS = 2.0
RERANK_SECONDS = 2.0
SECONDS_LEFT_ALONE = 20.0
_REMEMBERED = 500
_QUOTED = 16  # Characters from which on a question may be a piece of a document.

T = TypeVar("T")
_log = logging.getLogger(__name__)


class _Call:
    """One call under way, and what has become of it."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.result: Any = None
        self.failed: CallFailed | None = None


class RemoteQuestions:
    """Thread-safe."""

    def __init__(self, sending: Sending) -> None:
        self._sending = sending
        self._embedder: RemoteEmbedder = sending.embedder
        self._dispatch: Dispatch = sending.dispatch
        self._known: OrderedDict[str, F32] = OrderedDict()
        self._under_way: dict[tuple[str, object], _Call] = {}
        self._lock = threading.Lock()
        self._left_alone: dict[str, tuple[float, str]] = {}  # Until when, and why, by the kind of call.

    def vector(self, question: str, private: Callable[[], Collection[str]]) -> tuple[F32 | None, str | None]:
        """A question's vector, or None and the reason in words. `private` gives the texts of open documents that are never sent."""
        question = _cut(question)
        if not question.strip():
            return None, "the question is empty"
        with self._lock:
            if (known := self._known.get(question)) is not None:
                self._known.move_to_end(question)
                return known, None
        if (refusal := self._refusal(question, private)) is not None:
            return None, refusal
        try:
            self._embedder.prepare()
        except CallFailed as failed:
            return None, str(failed)

        def send() -> F32:
            vector, _ = self._dispatch.send(
                lambda: self._embedder.send_question(question),
                tokens_of(len(question.encode())),
                self._may_ask,
                lambda made: (made[1], 0),
                is_document=False,
                tries=2,
                patience=QUESTION_SECONDS,
            )
            with self._lock:
                self._known[question] = vector
                while len(self._known) > _REMEMBERED:
                    self._known.popitem(last=False)
            return vector

        return self._within("question", question, QUESTION_SECONDS, send)

    def rerank(self, snapshot: Snapshot, question: str, chunks: Sequence[int]) -> tuple[list[float | None] | None, str | None]:
        """How well each chunk answers the question, 0 to 1, None for one that is not sent; or None and the reason in words."""
        embedder = self._embedder
        if not isinstance(embedder, VoyageEmbedder):
            return None, "only Voyage has a reranker"
        question = _cut(question)
        if (refusal := self._refusal(question, tuple)) is not None:
            return None, refusal
        texts = [(chunk, snapshot.file_of_chunk(chunk), snapshot.chunk_text(chunk)) for chunk in chunks]

        def may_go() -> list[int]:
            return [number for number, (_, file, text) in enumerate(texts) if self._sending.forbids(snapshot, file, text) is None]

        chosen = may_go()
        tokens = sum(tokens_of(len(texts[number][2].encode())) + tokens_of(len(question.encode())) for number in chosen)
        if not chosen:
            return None, "none of the hits may be sent"
        pace = self._sending.service.pace
        if pace is not None and tokens > pace.tokens // 2:
            return None, "it takes more tokens than the pace allows"

        def send() -> list[float | None]:
            scores, _ = self._dispatch.send(
                lambda: embedder.send_rerank(question, [texts[number][2] for number in chosen]),
                tokens,
                lambda: self._may_ask() and may_go() == chosen,
                lambda made: (made[1], 0),
                is_document=False,
                tries=1,
                patience=RERANK_SECONDS,
            )
            found: list[float | None] = [None] * len(texts)
            for number, score in zip(chosen, scores, strict=True):
                found[number] = score
            return found

        return self._within("rerank", (question, snapshot.revision), RERANK_SECONDS, send)

    def _may_ask(self) -> bool:
        return self._sending.refusal() is None

    def _refusal(self, question: str, private: Callable[[], Collection[str]]) -> str | None:
        if (refusal := self._sending.refusal()) is not None:
            return refusal
        if text_reason(question, "question.txt") is not None:
            return "the question holds what looks like a secret, which is never sent"
        quoted = question.strip()
        if len(quoted) >= _QUOTED and any(quoted in text for text in private()):
            return "the question is a piece of a document that is never sent"
        return None

    def _within(self, kind: str, about: object, seconds: float, send: Callable[[], T]) -> tuple[T | None, str | None]:
        """The result of `send`, or None and the reason, also when it takes longer than `seconds`. One that is under way is not begun again."""
        clock, title = self._sending.clock, self._sending.service.title
        with self._lock:
            call = self._under_way.get((kind, about))
            if call is None:
                until, reason = self._left_alone.get(kind, (0.0, ""))
                if clock.now() < until:
                    return None, reason
                call = self._under_way[kind, about] = _Call()
                threading.Thread(target=self._run, args=(kind, about, call, send), name=f"maguyva-{kind}", daemon=True).start()
        if not call.done.wait(seconds):
            reason = f"{title} has not answered in time"
            self._left_alone.setdefault(kind, (clock.now() + SECONDS_LEFT_ALONE / 4, reason))
            return None, reason
        return (None, str(call.failed)) if call.failed is not None else (call.result, None)

    def _run(self, kind: str, about: object, call: _Call, send: Callable[[], Any]) -> None:
        try:
            call.result = send()
            self._left_alone.pop(kind, None)
        except (NotAllowed, Stopped) as failed:
            call.failed = failed
        except CallFailed as failed:
            self._left_alone[kind] = (self._sending.clock.now() + (failed.wait or SECONDS_LEFT_ALONE), str(failed))
            call.failed = failed
        except Exception as error:
            _log.exception("a question was not sent")
            call.failed = CallFailed(f"{type(error).__name__}: {error}")
        finally:
            with self._lock:
                self._under_way.pop((kind, about), None)
            call.done.set()


def _cut(question: str) -> str:
    return question[:QUESTION_CHARACTERS].encode("utf-8", "replace").decode()
