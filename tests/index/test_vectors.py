"""The nearest chunks, against a search in plain numpy, and what masks, ties and bad questions do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maguyva.index.vectors import Vectors


def _plain(bits: np.ndarray, query: np.ndarray, allowed: np.ndarray, k: int) -> list[tuple[int, float]]:
    signs = np.unpackbits(bits, axis=1).astype(np.float64) * 2 - 1
    cosines = signs @ query.astype(np.float64) / np.sqrt(len(query)) / np.linalg.norm(query)
    return sorted(((int(row), float(cosines[row])) for row in np.flatnonzero(allowed)), key=lambda pair: (-round(pair[1], 4), pair[0]))[:k]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 60), st.sampled_from([64, 128, 256]), st.integers(1, 70), st.booleans())
def test_search_equals_plain_numpy(seed: int, count: int, dimension: int, k: int, some: bool) -> None:
    random = np.random.default_rng(seed)
    bits = random.integers(0, 256, (count, dimension // 8), dtype=np.uint8)
    bits[count // 2 :] = bits[: count - count // 2]  # Ties.
    known = random.random(count) < 0.8
    live = random.random(count) < 0.8 if some else None
    candidates = np.flatnonzero(random.random(count) < 0.6) if some else None
    query = random.normal(size=dimension).astype(np.float32)
    allowed = known.copy()
    if live is not None and candidates is not None:
        allowed &= live & np.isin(np.arange(count), candidates)
    index = Vectors.build(bits, known)
    stored = Vectors.from_arrays({key: np.frombuffer(value.tobytes(), value.dtype).reshape(value.shape) for key, value in index.arrays().items()})
    addresses, scores = stored.search(query, k, live, candidates)
    wanted = _plain(bits, query, allowed, k)
    np.testing.assert_allclose(scores, [score for _, score in wanted], atol=1e-4)
    assert (np.diff(scores) <= 0).all() and all(a < b for a, b, tie in zip(addresses, addresses[1:], np.diff(scores) == 0, strict=False) if tie)
    assert allowed[addresses].all()


def test_the_shortlist_loses_next_to_nothing() -> None:
    random = np.random.default_rng(1)
    middle = random.normal(size=(40, 256))
    rows = middle[random.integers(0, 40, 20_000)] + random.normal(size=(20_000, 256))
    index = Vectors.build(np.packbits(rows > 0, axis=1), np.ones(len(rows), dtype=np.bool_))
    query = (middle[0] + 0.5 * random.normal(size=256)).astype(np.float32)
    found = index.search(query, 100)[0].tolist()
    wanted = [row for row, _ in _plain(np.packbits(rows > 0, axis=1), query, np.ones(len(rows), dtype=np.bool_), 100)]
    assert len(set(found) & set(wanted)) >= 95
    assert found[:10] == wanted[:10]
    everything = np.arange(len(rows))
    assert index.search(query, 100, candidates=everything)[0].tolist() == found


@pytest.mark.parametrize("query", [np.zeros(64), np.full(64, np.nan), np.full(64, np.inf)])
def test_a_question_without_direction_finds_nothing(query: np.ndarray) -> None:
    index = Vectors.build(np.zeros((3, 8), dtype=np.uint8), np.ones(3, dtype=np.bool_))
    assert len(index.search(query.astype(np.float32), 5)[0]) == 0


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(ValueError):
        Vectors.build(np.zeros((3, 8), dtype=np.uint8), np.ones(2, dtype=np.bool_))
    with pytest.raises(ValueError):
        Vectors.build(np.zeros((3, 8), dtype=np.uint8), np.ones(3, dtype=np.bool_)).search(np.ones(128, dtype=np.float32), 5)


def test_no_vectors_at_all() -> None:
    assert Vectors.build(np.zeros((4, 0), dtype=np.uint8), np.zeros(4, dtype=np.bool_)).dimension == 0
    assert len(Vectors.build(np.zeros((0, 32), dtype=np.uint8), np.zeros(0, dtype=np.bool_)).search(np.ones(256, dtype=np.float32), 5)[0]) == 0
