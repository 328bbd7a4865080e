"""PageRank equals networkx's on graphs of every awkward shape."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maguyva.index.pagerank import pagerank

SHAPES = [
    pytest.param(1, [], id="one node alone"),
    pytest.param(4, [], id="no edges: equal shares"),
    pytest.param(3, [(0, 1), (1, 2), (2, 0)], id="a ring"),
    pytest.param(4, [(1, 0), (2, 0), (3, 0)], id="a hub that depends on nothing (dangling)"),
    pytest.param(4, [(0, 1), (0, 2), (0, 3)], id="all but one dangling"),
    pytest.param(3, [(0, 0), (1, 0)], id="a node that depends on itself"),
    pytest.param(6, [(0, 1), (1, 0), (2, 3), (3, 4), (4, 2)], id="parts that do not touch, and a lone node"),
]


def _ours(count: int, edges: list[tuple[int, int]]) -> list[float]:
    pairs = np.array(sorted(set(edges)), dtype=np.uint32).reshape(-1, 2)
    return pagerank(count, pairs[:, 0], pairs[:, 1]).tolist()


def _theirs(count: int, edges: list[tuple[int, int]]) -> list[float]:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edges)
    rank = nx.pagerank(graph, alpha=0.85, tol=1e-12, max_iter=1000)
    return [rank[node] for node in range(count)]


@pytest.mark.parametrize(("count", "edges"), SHAPES)
def test_equals_networkx(count: int, edges: list[tuple[int, int]]) -> None:
    assert _ours(count, edges) == pytest.approx(_theirs(count, edges), abs=1e-6)


def _graphs(count: int) -> st.SearchStrategy[tuple[int, list[tuple[int, int]]]]:
    node = st.integers(0, count - 1)
    return st.tuples(st.just(count), st.lists(st.tuples(node, node), max_size=120))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40).flatmap(_graphs))
def test_equals_networkx_on_any_graph(case: tuple[int, list[tuple[int, int]]]) -> None:
    count, edges = case
    assert _ours(count, edges) == pytest.approx(_theirs(count, edges), abs=1e-6)


def test_a_large_random_graph_to_one_in_a_million_of_the_mean() -> None:
    draw = np.random.default_rng(7)
    pairs = np.unique(draw.zipf(1.3, size=(20_000, 2)) % 5_000, axis=0).astype(np.uint32)
    rank = pagerank(5_000, pairs[:, 0], pairs[:, 1])
    assert rank.sum() == pytest.approx(1.0)
    assert np.abs(rank - np.array(_theirs(5_000, [(int(a), int(b)) for a, b in pairs]))).max() < 1e-6


def test_no_nodes() -> None:
    assert pagerank(0, np.zeros(0, np.uint32), np.zeros(0, np.uint32)).shape == (0,)
