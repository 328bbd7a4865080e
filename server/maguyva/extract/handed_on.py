"""Calls of Python that hand on what they are given, so that what they give can be read from their arguments."""

from __future__ import annotations

import re

# Their arguments stay in a form as they are written: "sorted(xs)", "cast(Foo, x)". What each gives is said in `resolve.values_python`.
HANDED_ON = frozenset(
    b"list tuple set frozenset sorted reversed iter next enumerate zip map filter min max cast type copy deepcopy deque chain partial "
    b"TypeVar raises warns wraps wait_for run gather proxy defaultdict count_from from_iterable aiter anext".split()
)
LONGEST_ARGUMENTS = 80
CLASS_FIRST = re.compile(rb"\s*((?:[A-Za-z_]\w*\.)*_?[A-Z]\w*[a-z]\w*)\s*[,)]")  # A factory is handed the class to make: `make(Foo, 1)`.
