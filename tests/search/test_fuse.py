"""Weighted reciprocal rank fusion, as published."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maguyva.search.fuse import Fused, fuse, hub_boost
from maguyva.search.response import Ranked


def ranked(chunks: list[int]) -> Ranked:
    return Ranked(np.array(chunks, dtype=np.int64), np.linspace(1, 0.1, len(chunks), dtype=np.float32))


def fused(lists: dict[str, list[int]], weights: dict[str, float], k: int = 40, centrality: float = 0.0) -> list[Fused]:
    return fuse(
        {name: ranked(chunks) for name, chunks in lists.items()}, weights, k, lambda _: centrality, lambda _: 1.0, lambda chunk: ("path", chunk)
    )


def test_a_contribution_is_weight_over_k_plus_rank_plus_one() -> None:
    best, second = fused({"text": [7, 8], "semantic": [8]}, {"text": 0.2, "semantic": 0.5})
    assert (best.chunk, second.chunk) == (8, 7)
    assert best.score == pytest.approx(0.2 / 42 + 0.5 / 41)
    assert second.score == pytest.approx(0.2 / 41)


@pytest.mark.parametrize(("centrality", "boost"), [(0, 1.0), (math.e - 1, 1.3), (1e9, 1.5), (-1, 1.0)])
def test_the_hub_boost_is_published_and_capped(centrality: float, boost: float) -> None:
    assert hub_boost(centrality) == pytest.approx(boost)
    (one,) = fused({"text": [1]}, {"text": 1.0}, centrality=centrality)
    assert one.contributions[0].boost == pytest.approx(boost)
    assert one.score == pytest.approx(boost / 41)


def test_equal_scores_are_ordered_by_path_then_position() -> None:
    assert [one.chunk for one in fused({"a": [9], "b": [3]}, {"a": 0.5, "b": 0.5})] == [3, 9]


LISTS = st.dictionaries(st.sampled_from(["semantic", "text", "structural", "graph"]), st.lists(st.integers(0, 30), unique=True, max_size=20))


@given(LISTS, st.sampled_from([40, 60]))
def test_fusion_loses_nothing_and_explains_everything(lists: dict[str, list[int]], k: int) -> None:
    weights = {name: 0.1 + 0.2 * row for row, name in enumerate(lists)}
    found = fused(lists, weights, k)
    assert {one.chunk for one in found} == {chunk for chunks in lists.values() for chunk in chunks}
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    for one in found:
        assert one.score == pytest.approx(sum(part.contribution for part in one.contributions))
        for part in one.contributions:
            assert lists[part.modality][part.rank] == one.chunk
            assert part.contribution == pytest.approx(weights[part.modality] / (k + part.rank + 1))
