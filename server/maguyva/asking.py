"""How a question runs: plan, evidence, modalities side by side under one deadline, the fallback, the answer.

The engine lends the threads; which of them runs what is decided here, what is computed is decided in `search/`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import replace

from maguyva.model import F32
from maguyva.search.answer import RETRIEVERS, Reranking, question_of, respond, unanswered
from maguyva.search.query import InvalidRequest, Plan, PlannedModality, SearchRequest, fall_back, plan
from maguyva.search.response import ModalityReport, Ranked, SearchResponse
from maguyva.search.retrieve import Question
from maguyva.search.similar import subject_of
from maguyva.snapshot import Snapshot

MODALITY_SECONDS = 5.0  # A modality that has not answered by then is left out and reported as late.
_GRACE_SECONDS = 0.2  # For the step it is in when its time is over.

_log = logging.getLogger(__name__)

Embed = Callable[[Snapshot, Plan], tuple[F32 | None, str | None]]
"""The vector of what a plan asks about, on a snapshot, or None and the reason in words."""

Rerank = Callable[[Snapshot, str, Sequence[int]], tuple[list[float | None] | None, str | None]]
"""How well each of some chunks answers the question, None for one that is not looked at; or None and the reason in words."""


class Cancelled(Exception):
    """The asker no longer wants the answer, or its time is over."""


def ask(
    snapshot: Snapshot,
    request: SearchRequest,
    embed: Embed,
    threads: Executor,
    stopped: Callable[[], bool],
    rerank: Rerank | None = None,
) -> SearchResponse:
    """The answer to one question. Raises InvalidRequest for what cannot be asked, Cancelled once `stopped` says so."""
    started = time.perf_counter()
    planned = plan(request)
    if (subject := subject_of(snapshot, planned)) is not None:
        planned = replace(planned, subject=subject)
    question, lists, reports = _run(snapshot, planned, embed, threads, stopped)
    if planned.strategy == "direct":
        reason = unanswered(planned, lists)
        if reason is not None:
            question, lists, reports = _run(snapshot, fall_back(planned, reason), embed, threads, stopped)
    again = None if rerank is None or question.plan.strategy != "weighted_rrf" else _reranking(snapshot, question.plan, rerank)
    response = respond(question, lists, reports, 0.0, again)
    return replace(response, elapsed_ms=(time.perf_counter() - started) * 1000)


def _reranking(snapshot: Snapshot, planned: Plan, rerank: Rerank) -> Reranking:
    def again(chunks: Sequence[int]) -> tuple[list[float | None] | None, ModalityReport]:
        started = time.perf_counter()
        scores, reason = rerank(snapshot, planned.text, chunks)
        elapsed = (time.perf_counter() - started) * 1000
        looked_at = sum(score is not None for score in scores or ())
        return scores, ModalityReport("rerank", 1.0, looked_at, elapsed, "ok" if scores is not None else "skipped", reason)

    return again


def _run(
    snapshot: Snapshot, planned: Plan, embed: Embed, threads: Executor, stopped: Callable[[], bool]
) -> tuple[Question, dict[str, Ranked], list[ModalityReport]]:
    deadline = time.monotonic() + MODALITY_SECONDS

    def check() -> None:
        if stopped() or time.monotonic() > deadline:
            raise Cancelled

    check()
    wants_meaning = any(modality.name == "semantic" for modality in planned.running)
    vector, gap = embed(snapshot, planned) if wants_meaning else (None, None)
    question = question_of(snapshot, planned, vector, gap, check)
    running = [(modality, threads.submit(_timed, question, modality.name)) for modality in planned.running]
    outcomes = {modality.name: _outcome(modality, future, deadline) for modality, future in running}
    if stopped():
        raise Cancelled
    reports = [
        outcomes[modality.name][1]
        if modality.skipped is None
        else ModalityReport(modality.name, modality.weight, 0, 0.0, "skipped", modality.skipped)
        for modality in planned.modalities
    ]
    return question, {name: found for name, (found, _) in outcomes.items() if found is not None}, reports


def _timed(question: Question, modality: str) -> tuple[Ranked, float]:
    started = time.perf_counter()
    ranked = RETRIEVERS[modality](question)
    return ranked, (time.perf_counter() - started) * 1000


def _outcome(modality: PlannedModality, future: Future[tuple[Ranked, float]], deadline: float) -> tuple[Ranked | None, ModalityReport]:
    try:
        ranked, elapsed = future.result(timeout=max(0.0, deadline - time.monotonic()) + _GRACE_SECONDS)
    except InvalidRequest:
        raise
    except (FutureTimeout, Cancelled):
        return None, ModalityReport(modality.name, modality.weight, 0, MODALITY_SECONDS * 1000, "late", "it took too long and was left out")
    except Exception as error:
        # One modality never takes the answer with it; the log has the trace, the answer says what is missing.
        _log.exception("modality %s failed", modality.name)
        return None, ModalityReport(modality.name, modality.weight, 0, 0.0, "failed", f"{type(error).__name__}: {error}")
    status = "degraded" if ranked.degraded else "ok"
    return ranked, ModalityReport(modality.name, modality.weight, len(ranked.chunks), elapsed, status, ranked.degraded)
