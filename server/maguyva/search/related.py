"""The graph modality: who refers to the target, who is reached by a change to it, and, for other questions, the neighbourhood of what the
words point at.

References are resolved when asked, so unsaved text counts. Impact follows the same references level by level; the stored edges of the base
give it its speed where nothing near was edited.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from maguyva.model import Role
from maguyva.resolve.references import Found, entity_of, references_of
from maguyva.resolve.world import Target, TargetKind, Tier
from maguyva.search.dependents import Walk, direct_dependents
from maguyva.search.neighbours import neighbour_chunks
from maguyva.search.places import is_test, place_of
from maguyva.search.response import Ranked, Spans
from maguyva.search.retrieve import DEPTH, Question, definition_order, symbols_of_target
from maguyva.snapshot import Snapshot
from maguyva.snapshot_world import world_of

IMPACT_DEPTH = 3
IMPACT_NODES = 500
NAMESAKES = 8  # Definitions of one name that a question without a position is answered for.
SEEDS = 10

# Calls first, then the other real uses; imports last of all (they name, they do not use).
ROLE_ORDER = {Role.CALL: 0, Role.DECORATE: 1, Role.INHERIT: 2, Role.TYPE: 3, Role.READ: 4, Role.WRITE: 5, Role.IMPORT: 6}


def graph(question: Question) -> Ranked:
    """By dependency: references for find_references, everything reached for impact_analysis, else neighbours of the best definitions."""
    intent = question.plan.intent.name
    if intent == "find_references":
        return _references(question, symbols_of_target(question)[:NAMESAKES])
    if intent == "impact_analysis":
        return _impact(question, symbols_of_target(question)[:NAMESAKES])
    return _neighbours(question)


@dataclass(frozen=True, slots=True)
class _Site:
    chunk: int
    order: tuple[object, ...]
    span: tuple[int, int]


def _references(question: Question, symbols: list[int]) -> Ranked:
    if not symbols:
        return Ranked.empty()
    snapshot = question.snapshot
    sites: list[_Site] = []
    for found in _found(question, symbols, guess=True):
        path = snapshot.path(found.file)
        if not question.filters.allows(path, snapshot.language(found.file)):
            continue
        chunk = snapshot.chunk_at(found.file, found.start)
        # A sure reference of any role stands before a guess; then what it does with the name.
        order = (found.tier is Tier.POSSIBLE, place_of(path)[0] is not None, ROLE_ORDER[found.role], is_test(path), found.tier)
        sites.append(_Site(chunk, (*order, -float(snapshot.chunk_rank[chunk]), path, found.start), (found.start, found.end)))
    listed = _listed(question, sites)
    # A symbol without a single reference is an answer too: "nobody calls it".
    return Ranked(
        listed.chunks, listed.scores, {}, listed.matches, len(sites), len({snapshot.file_of_chunk(site.chunk) for site in sites}), True
    )


def _found(question: Question, symbols: Iterable[int], guess: bool) -> list[Found]:
    world = world_of(question.snapshot)
    found: set[Found] = set()
    for symbol in symbols:
        question.check()
        file, row = question.snapshot.symbol_place(symbol)
        found.update(references_of(world, entity_of(world, Target(file, TargetKind.SYMBOL, row)), guess))
    return sorted(found)


def _listed(question: Question, sites: list[_Site]) -> Ranked:
    """One entry a chunk, ordered by its best site; all its sites are its matches."""
    per_chunk: dict[int, list[_Site]] = {}
    for site in sorted(sites, key=lambda one: one.order):
        per_chunk.setdefault(site.chunk, []).append(site)
    chunks = np.array(list(per_chunk), dtype=np.int64)
    matches: dict[int, Spans] = {chunk: tuple(sorted(site.span for site in found)) for chunk, found in per_chunk.items()}
    scores = (1.0 / (1.0 + np.arange(len(chunks)))).astype(np.float32)
    return Ranked(chunks, scores, matches=matches, found=len(chunks) > 0)


def _impact(question: Question, symbols: list[int]) -> Ranked:
    """Everything reached by following references backwards, nearest first: the direct ones at their sites, the others at their definitions."""
    if not symbols:
        return Ranked.empty()
    snapshot = question.snapshot
    walk = Walk(snapshot, question.check)
    seen: set[int] = set(symbols)
    level, sites = set(symbols), list[_Site]()
    for distance in range(1, IMPACT_DEPTH + 1):
        question.check()
        reached: dict[int, list[tuple[int, int, int]]] = {}  # What depends → where that is seen.
        if distance == 1:
            for node, found in direct_dependents(snapshot, level):
                reached.setdefault(node, []).append((found.file, found.start, found.end))
        else:
            reached = {node: [_name_of(snapshot, node)] for node in walk.dependents(level)}
        level = reached.keys() - seen
        seen |= level
        places = [place for node in sorted(level) for place in reached[node]]
        sites += [site for place in places if (site := _impact_site(question, distance, *place)) is not None]
        if not level or len(seen) > IMPACT_NODES:
            break
    listed = _listed(question, sites)
    return Ranked(
        listed.chunks, listed.scores, {}, listed.matches, len(sites), len({snapshot.file_of_chunk(site.chunk) for site in sites}), True
    )


def _impact_site(question: Question, distance: int, file: int, start: int, end: int) -> _Site | None:
    snapshot, path = question.snapshot, question.snapshot.path(file)
    if not question.filters.allows(path, snapshot.language(file)):
        return None
    chunk = snapshot.chunk_at(file, start)
    return _Site(
        chunk, (distance, place_of(path)[0] is not None, is_test(path), -float(snapshot.chunk_rank[chunk]), path, start), (start, end)
    )


def _name_of(snapshot: Snapshot, node: int) -> tuple[int, int, int]:
    """(file, start, end) of a dependent's name, of the file's beginning for code in no symbol."""
    if node < 0:
        return -1 - node, 0, 0
    file, row = snapshot.symbol_place(node)
    facts = snapshot.facts(file)
    return file, int(facts.symbol_name_start[row]), int(facts.symbol_name_end[row])


def _neighbours(question: Question) -> Ranked:
    """Chunks one edge away from the definitions that the question's words point at, by how well those fit and how central they are."""
    snapshot, evidence = question.snapshot, question.evidence
    seeds = symbols_of_target(question)[:SEEDS] or _named_seeds(question)
    scores: dict[int, float] = {}
    for rank, symbol in enumerate(seeds):
        question.check()
        for neighbour in neighbour_chunks(snapshot, symbol):
            scores[neighbour] = scores.get(neighbour, 0.0) + 1.0 / (2 + rank)
    worth = [(score * _worth(question, chunk), chunk) for chunk, score in scores.items() if evidence.live[chunk]]
    place, chunk_file = snapshot.file_order, snapshot.chunk_file
    ranked = sorted(worth, key=lambda one: (-one[0], place[chunk_file[one[1]]], one[1]))[:DEPTH]
    chunks = np.array([chunk for _, chunk in ranked], dtype=np.int64)
    return Ranked(chunks, np.array([score for score, _ in ranked], dtype=np.float32), found=bool(ranked))


def _worth(question: Question, chunk: int) -> float:
    file = int(question.snapshot.chunk_file[chunk])
    return float(question.evidence.prior[file]) * place_of(question.snapshot.path(file))[1]


def _named_seeds(question: Question) -> list[int]:
    evidence = question.evidence
    combined = np.where(evidence.name_symbol >= 0, evidence.names + 0.5 * evidence.bm25, 0)
    best = np.lexsort((np.arange(len(combined)), -combined))[:SEEDS]
    symbols = [int(evidence.name_symbol[chunk]) for chunk in best.tolist() if combined[chunk] > 0]
    return sorted(symbols, key=lambda symbol: definition_order(question.snapshot, symbol, "")) if question.target else symbols
