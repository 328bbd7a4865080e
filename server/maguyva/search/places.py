"""What a path says about a file: vendored, built, generated, minified or archived files are demoted in every answer, tests only inside lists.

Published: vendor, build and archive paths are demoted (specification 1.5); generated and minified ones are ours, by the same reason.
The table is data; the first row that matches names the place.
"""

from __future__ import annotations

import re
from functools import lru_cache

PLACES: tuple[tuple[str, float, str], ...] = (
    # (name, demotion factor, pattern over the lower-cased path with a leading "/")
    (
        "vendor",
        0.5,
        r"/(node_modules|vendor|vendored|_vendor|third[_-]?party|thirdparty|bower_components|pods|external|site-packages|\.yarn)/",
    ),
    ("build", 0.5, r"/(dist|build|out|target|_build|\.next|\.nuxt|\.output|coverage|__pycache__|\.tox|\.venv|venv)/"),
    ("minified", 0.5, r"[.-]min\.(js|css|mjs)$|\.(bundle|chunk)\.js$|\.map$"),
    (
        "generated",
        0.5,
        r"_pb2(_grpc)?\.pyi?$|\.pb\.(go|cc|h)$|\.g\.(dart|cs)$|\.generated\.[a-z]+$|/(generated|__generated__|autogen)/|[._]gen\.(go|ts|rs)$"
        r"|/(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|cargo\.lock|uv\.lock|go\.sum|composer\.lock|gemfile\.lock)$|\.snap$",
    ),
    ("archive", 0.5, r"/(archived?|deprecated|legacy|attic|obsolete|old|backup)/"),
)
_PLACES = tuple((name, factor, re.compile(pattern)) for name, factor, pattern in PLACES)

_TEST = re.compile(
    r"/(tests?|testing|testdata|__tests__|spec|specs|e2e|fixtures|testlib|test[_-][a-z_]+|[a-z_]+[_-]tests?)/"
    r"|/test_[^/]*$|/conftest\.py$|[._-](test|tests|spec|bench)\.[a-z]+$|/[^/]*(_test|_tests|_spec|test|tests|spec)\.(java|kt|kts|scala|swift|cs|go|rs|exs|rb|py|cc|cpp|c)$"
)
_SIDE = re.compile(r"/(examples?|samples?|demos?|benchmarks?|benches?|playground|docs?|locale|locales|i18n|translations)/")


@lru_cache(maxsize=65536)
def place_of(path: str) -> tuple[str | None, float]:
    """(the place's name or None, the factor its hits are multiplied by)."""
    lowered = "/" + path.lower()
    for name, factor, pattern in _PLACES:
        if pattern.search(lowered):
            return name, factor
    return None, 1.0


@lru_cache(maxsize=65536)
def is_test(path: str) -> bool:
    """Whether the path names a test, a fixture or a benchmark."""
    return _TEST.search("/" + path.lower()) is not None


@lru_cache(maxsize=65536)
def is_aside(path: str) -> bool:
    """Whether the path is beside the code itself: examples, documentation, translations."""
    return _SIDE.search("/" + path.lower()) is not None
