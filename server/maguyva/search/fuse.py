"""Several ranked lists become one: weighted reciprocal rank fusion, hub boost, demotion, one order.

Published (specification 1.5): `contribution = weight × 1 / (k + rank + 1)`, rank from 0, summed over the lists that found the chunk, each
contribution multiplied by `min(1 + 0.3 × ln(1 + centrality), 1.5)`. Reciprocal rank fusion is by Cormack, Clarke and Büttcher, SIGIR 2009.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from maguyva.search.response import Contribution, Ranked

BOOST_RATE = 0.3
BOOST_CAP = 1.5


@dataclass(frozen=True, slots=True)
class Fused:
    """A chunk with its final score and how it came about."""

    chunk: int
    score: float
    contributions: tuple[Contribution, ...]


def hub_boost(centrality: float) -> float:
    """The published boost for a centrality ≥ 0."""
    return min(1 + BOOST_RATE * math.log1p(max(centrality, 0.0)), BOOST_CAP)


def fuse(
    lists: Mapping[str, Ranked],
    weights: Mapping[str, float],
    k: int,
    centrality: Callable[[int], float],
    demotion: Callable[[int], float],
    order: Callable[[int], tuple[str, int]],
) -> list[Fused]:
    """All chunks of `lists`, best first. `order(chunk)` is (path, start): it settles equal scores, so the order is total."""
    gathered: dict[int, list[Contribution]] = {}
    for name, ranked in lists.items():
        for rank, chunk in enumerate(ranked.chunks.tolist()):
            boost, demoted = hub_boost(centrality(chunk)), demotion(chunk)
            value = weights[name] / (k + rank + 1) * boost * demoted
            gathered.setdefault(chunk, []).append(Contribution(name, rank, weights[name], value, boost, demoted))
    fused = [Fused(chunk, math.fsum(part.contribution for part in parts), tuple(parts)) for chunk, parts in gathered.items()]
    return sorted(fused, key=lambda one: (-one.score, *order(one.chunk)))


def alone(name: str, ranked: Ranked, weight: float) -> list[Fused]:
    """One list as it stands: nothing is fused, so its own order and scores are the answer."""
    return [
        Fused(chunk, score, (Contribution(name, rank, weight, score, 1.0, 1.0),))
        for rank, (chunk, score) in enumerate(zip(ranked.chunks.tolist(), ranked.scores.tolist(), strict=True))
    ]


def reordered(fused: Sequence[Fused], scores: Sequence[float | None]) -> list[Fused]:
    """The list with its first chunks in the order of another opinion: `scores`, times each one's demotion; None leaves a chunk where it is.

    A place keeps its score, so the list stays in the order of scores; what a chunk has gained or lost is one more contribution.
    """
    places = [place for place, score in enumerate(scores) if score is not None]

    def worth(place: int) -> float:
        score = scores[place]
        return (score if score is not None else 0.0) * min(part.demotion for part in fused[place].contributions)

    again = list(fused)
    for rank, (place, chosen) in enumerate(zip(places, sorted(places, key=lambda place: (-worth(place), place)), strict=True)):
        one, score = fused[chosen], fused[place].score
        again[place] = Fused(
            one.chunk, score, (*one.contributions, Contribution("rerank", rank, worth(chosen), score - one.score, 1.0, 1.0))
        )
    return again
