"""How long an answer takes: the router, each modality, and whole questions, on one indexed folder.

    scripts/bench search FOLDER [--questions N]

Questions are made from the folder's own symbols (definitions, references, impact, literals) and from a fixed list in plain words. Each
modality is timed inside the engine (`elapsed_ms` of the report), warm, one question at a time.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import median, quantiles

from maguyva.engine import Engine
from maguyva.model import CALLABLE_KINDS, TYPE_KINDS, SymbolKind
from maguyva.search.query import SearchRequest
from maguyva.search.router import route
from maguyva.settings import Settings
from maguyva.snapshot import Snapshot

ROUTED = 20  # Times each question is routed; one time alone, after a search, mostly measures the processor's cold caches (about .17 ms).
WORDS = (
    "how are errors reported to the user",
    "where do we validate incoming data",
    "explain the architecture",
    "how is configuration loaded",
    "caching of results",
    "how does authentication work",
    "parse command line arguments",
    "serialize an object to json",
    "connection pool time out handling",
    "how are templates rendered",
    "why is the response streamed",
    "date and time formatting",
)


def names_of(snapshot: Snapshot, count: int) -> list[str]:
    """A fixed sample of names of functions and types."""
    found: set[str] = set()
    wanted = {int(kind) for kind in CALLABLE_KINDS | TYPE_KINDS} - {int(SymbolKind.IMPL)}
    for file in snapshot.live_files():
        facts = snapshot.facts(file)
        found.update(
            facts.strings[row] for row, kind in zip(facts.symbol_name.tolist(), facts.symbol_kind.tolist(), strict=True) if kind in wanted
        )
    return random.Random(1).sample(sorted(found), min(count, len(found)))


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench search", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--questions", type=int, default=60, help="symbols to ask about")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache, Engine([arguments.folder], Settings(cache_folder=Path(cache))) as engine:
        engine.update()
        names = names_of(engine.snapshot, arguments.questions)
        requests = [SearchRequest(words, preset="thorough") for words in WORDS] + [SearchRequest(words) for words in WORDS]
        for name in names:
            requests += [
                SearchRequest(f"where is {name} defined"),
                SearchRequest(f"who calls {name}"),
                SearchRequest(f"find the string {name}"),
            ]
            requests += [SearchRequest(f"what breaks if I change {name}"), SearchRequest(name)]
        for request in requests[:20]:
            engine.search(request)
        timings: dict[str, list[float]] = defaultdict(list)
        for request in requests:
            started = time.perf_counter()
            response = engine.search(request)
            timings[f"question, {response.plan.strategy}"].append((time.perf_counter() - started) * 1000)
            for report in response.modalities:
                if report.status in ("ok", "degraded"):
                    timings[report.name].append(report.elapsed_ms)
            started = time.perf_counter()
            for _ in range(ROUTED):
                route(request.query)
            timings["router"].append((time.perf_counter() - started) * 1000 / ROUTED)
    print(f"{arguments.folder}: {len(requests)} questions, milliseconds")
    for name, values in sorted(timings.items()):
        cuts = quantiles(values, n=100) if len(values) > 1 else values * 99
        print(f"{name:24} p50 {median(values):8.3f}  p95 {cuts[94]:8.3f}  max {max(values):8.3f}  ({len(values)})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
