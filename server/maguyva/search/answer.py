"""From a plan to an answer, in pure steps: gather the evidence, run one modality, decide whether it found what was asked, put hits together.

The engine decides what runs at the same time and how long it may take; everything here is a function of its arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from maguyva.model import F32
from maguyva.search import literal, related, retrieve
from maguyva.search.evidence import gather
from maguyva.search.filters import filters_of
from maguyva.search.fuse import Fused, alone, fuse, reordered
from maguyva.search.hits import best_per_file, every_site, hit_of, with_others
from maguyva.search.places import place_of
from maguyva.search.query import Plan
from maguyva.search.response import ModalityReport, Ranked, SearchResponse
from maguyva.search.retrieve import Question, chunk_of_symbol, dense_scores, exact_symbols
from maguyva.search.similar import chunks_of
from maguyva.snapshot import Snapshot

RERANKED = 50  # So many chunks of a fused list are looked at again, where a reranker is asked.

Reranking = Callable[[Sequence[int]], tuple[list[float | None] | None, ModalityReport]]
"""How well each of some chunks answers the question (None: not looked at), or None; and how that went."""

RETRIEVERS: Mapping[str, Callable[[Question], Ranked]] = {
    "semantic": retrieve.semantic,
    "text": literal.text,
    "structural": retrieve.structural,
    "graph": related.graph,
}

# s of the specification's centrality: s × N × PageRank. Chosen on the development repositories, leaving one out.
CENTRALITY_SCALE = 0.002


def question_of(
    snapshot: Snapshot, plan: Plan, query_vector: F32 | None, vector_gap: str | None, check: Callable[[], None] = lambda: None
) -> Question:
    """The question with its lexical evidence. Raises InvalidRequest for a filter that cannot be read."""
    filters = filters_of(plan.request)
    dense = None
    if query_vector is not None:
        try:
            dense = dense_scores(snapshot, query_vector)
        except ValueError as error:  # The other lists draw on it too, and none of them is lost to vectors of another make.
            vector_gap = f"the vectors cannot be searched: {error}"
    evidence = gather(snapshot, plan.text, filters, dense, None if plan.subject is None else chunks_of(snapshot, plan.subject))
    named = exact_symbols(snapshot, plan) if plan.subject is None else ()
    exact = tuple(symbol for symbol in named if evidence.live[chunk_of_symbol(snapshot, symbol)])
    for symbol in reversed(exact):  # The definition asked for stands for its file, whichever chunk the words would choose.
        chunk = chunk_of_symbol(snapshot, symbol)
        evidence.best_chunk[snapshot.chunk_file[chunk]] = chunk
    return Question(snapshot, plan, filters, evidence, dense, vector_gap, exact, check)


def unanswered(plan: Plan, lists: Mapping[str, Ranked]) -> str | None:
    """Why a direct plan has to fall back, None when it found what was asked (specification 1.5)."""
    target = plan.intent.target
    if target is not None and target.kind == "this" and plan.request.context is None:
        return "no_target"
    if target is None and plan.intent.name in ("find_definition", "find_references", "impact_analysis"):
        return "no_target"
    return None if any(ranked.found for ranked in lists.values()) else "not_found"


def respond(
    question: Question,
    lists: Mapping[str, Ranked],
    reports: Sequence[ModalityReport],
    elapsed_ms: float,
    rerank: Reranking | None = None,
) -> SearchResponse:
    """The answer from the lists of the modalities that ran. `rerank` is asked about the first hits of the fused list."""
    snapshot, plan = question.snapshot, question.plan
    fused = _fused(question, lists)
    reranked: ModalityReport | None = None
    if rerank is not None and fused:
        scores, reranked = rerank([one.chunk for one in fused[:RERANKED]])
        fused = fused if scores is None else reordered(fused, scores)
    placed = best_per_file(snapshot, fused) if plan.per_file == "best" else every_site(snapshot, fused)
    limit = plan.request.limit
    shown = [with_others(snapshot, one, lists) for one in placed[:limit]] if plan.per_file == "best" else placed[:limit]
    totals = [ranked for ranked in lists.values() if ranked.total_matches is not None]
    files = {snapshot.file_of_chunk(one.chunk) for one in fused}
    return SearchResponse(
        plan=plan,
        modalities=tuple(reports),
        hits=tuple(hit_of(snapshot, one, lists, question.evidence.idf) for one in shown),
        total_matches=max([ranked.total_matches or 0 for ranked in totals], default=len(fused))
        if len(totals) == len(lists)
        else len(fused),
        total_files=max([len(files), *(ranked.total_files or 0 for ranked in totals)]),
        cut=len(placed) > limit,
        elapsed_ms=elapsed_ms,
        rerank=reranked,
    )


def _fused(question: Question, lists: Mapping[str, Ranked]) -> list[Fused]:
    plan, snapshot = question.plan, question.snapshot
    weights = {modality.name: modality.weight for modality in plan.modalities}
    if plan.k is None:
        return [one for name, ranked in lists.items() for one in alone(name, ranked, weights[name])]
    chunk_rank, chunk_file = snapshot.chunk_rank, snapshot.chunk_file
    return fuse(
        lists,
        weights,
        plan.k,
        centrality=lambda chunk: CENTRALITY_SCALE * float(chunk_rank[chunk]),
        demotion=lambda chunk: place_of(snapshot.path(int(chunk_file[chunk])))[1],
        order=lambda chunk: (snapshot.path(int(chunk_file[chunk])), snapshot.chunk_row(chunk)),
    )
