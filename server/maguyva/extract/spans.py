"""Which of many nested spans is the innermost one around an offset, for thousands of offsets at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


class Nesting:
    """Innermost spans. Spans nest or lie apart; where one crosses the end of another it is cut there.

    A single sweep notes every offset at which the innermost span changes, so that a lookup is a binary search
    (asking the tree for the ancestors of each node took ten times as long).
    """

    def __init__(self, spans: Iterable[tuple[int, int, int]], outside: int = -1) -> None:
        """`spans` are (start, end, label), sorted by start and wider first; `outside` is the label where there is no span."""
        bounds = [0]
        labels = [outside]
        open_ends: list[int] = []
        open_labels = [outside]

        def mark(at: int, label: int) -> None:
            if at == bounds[-1]:  # A second change at one offset replaces the first.
                labels[-1] = label
            else:
                bounds.append(at)
                labels.append(label)

        def close_innermost() -> None:
            open_labels.pop()
            mark(open_ends.pop(), open_labels[-1])

        for start, end, label in spans:
            while open_ends and open_ends[-1] <= start:
                close_innermost()
            if open_ends and end > open_ends[-1]:
                end = open_ends[-1]
            if end <= start:
                continue
            mark(start, label)
            open_ends.append(end)
            open_labels.append(label)
        while open_ends:
            close_innermost()
        self._bounds = bounds
        self._labels = labels
        self._bounds_array = np.array(bounds, dtype=np.int64)
        self._labels_array = np.array(labels, dtype=np.int32)

    def at(self, offset: int) -> int:
        """The label of the innermost span that holds byte `offset`."""
        return self._labels[bisect_right(self._bounds, offset) - 1]

    def at_each(self, offsets: NDArray[np.int64]) -> NDArray[np.int32]:
        """The labels for an array of offsets, as int32 of the same shape."""
        labels: NDArray[np.int32] = self._labels_array[np.searchsorted(self._bounds_array, offsets, side="right") - 1]
        return labels
