"""Search quality on real questions: NDCG@10 per repository, category and language, the harder subset, the zero-result rate.

    scripts/bench quality --bench DIR --corpora DIR [--preset default] [--lists] [NAME ...]

`--bench` holds `corpora.json` and `questions/<name>.json` (the benchmark's own format); `--corpora` holds one folder a repository.
Metric: binary NDCG@10. A hit covers a target when the paths are equal or one ends with "/" + the other, and, where the target has lines,
the ranges overlap; a target counts at the first rank that covers it, two targets first covered at one rank count once; the ideal has all
targets at the top. Means are per repository, then over repositories.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from maguyva.engine import Engine
from maguyva.extract.lexical import words_of
from maguyva.search.intent import MODALITIES
from maguyva.search.query import SearchRequest
from maguyva.search.response import SearchResponse
from maguyva.settings import Settings

DEPTH = 10


@dataclass(frozen=True)
class Target:
    """A path, and the 1-based lines of it where the label names some."""

    path: str
    lines: tuple[int, int] | None

    def covered_by(self, path: str, lines: tuple[int, int]) -> bool:
        same = path == self.path or path.endswith("/" + self.path) or self.path.endswith("/" + path)
        return same and (self.lines is None or (lines[0] <= self.lines[1] and self.lines[0] <= lines[1]))


@dataclass(frozen=True)
class Question:
    query: str
    category: str
    targets: tuple[Target, ...]

    @property
    def harder(self) -> bool:
        """Two words or more, none of which shares a stem with a target's file name."""
        asked = set(words_of(self.query))
        named = {word for target in self.targets for word in words_of(Path(target.path).stem)}
        return len(self.query.split()) >= 2 and not asked & named


def questions_of(path: Path, absent: Sequence[str]) -> list[Question]:
    """The questions of a file whose targets are not all absent."""
    found = []
    for item in json.loads(path.read_text(encoding="utf-8")):
        targets = tuple(target for raw in [*item["relevant"], *item["secondary"]] if (target := _target(raw)).path not in absent)
        if targets:
            found.append(Question(item["query"], item["category"], targets))
    return found


def _target(raw: Any) -> Target:
    if isinstance(raw, str):
        return Target(raw, None)
    lines = (int(raw["start_line"]), int(raw["end_line"])) if "start_line" in raw else None
    return Target(raw["path"], lines)


def ndcg(places: Sequence[tuple[str, tuple[int, int]]], targets: Sequence[Target]) -> float:
    """Binary NDCG of ranked (path, 1-based lines) against targets."""
    left, gain = list(targets), 0.0
    for rank, (path, lines) in enumerate(places[:DEPTH]):
        covered = [target for target in left if target.covered_by(path, lines)]
        if covered:
            gain += 1 / math.log2(rank + 2)
            left = [target for target in left if target not in covered]
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(len(targets), DEPTH)))
    return gain / ideal


def places_of(engine: Engine, response: SearchResponse) -> list[tuple[str, tuple[int, int]]]:
    """(path, 1-based lines) of each hit."""
    found = []
    for hit in response.hits:
        lines = engine.snapshot.lines(hit.file)
        found.append((hit.path, (lines.line_of(hit.span[0]) + 1, lines.line_of(max(hit.span[0], hit.span[1] - 1)) + 1)))
    return found


Scores = dict[str, dict[str, list[tuple[Question, float, int]]]]  # run → repository → (question, NDCG, hits)


def measure(
    folder: Path, questions: Iterable[Question], runs: Mapping[str, SearchRequest], cache: Path
) -> dict[str, list[tuple[Question, float, int]]]:
    """Each run's scores over the questions of one repository."""
    scores: dict[str, list[tuple[Question, float, int]]] = defaultdict(list)
    with Engine([folder], Settings(cache_folder=cache)) as engine:
        engine.update()
        for question in questions:
            for run, request in runs.items():
                response = engine.search(replace(request, query=question.query, limit=DEPTH))
                scores[run].append((question, ndcg(places_of(engine, response), question.targets), len(response.hits)))
    return scores


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/bench quality", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bench", type=Path, required=True, help="folder with corpora.json and questions/")
    parser.add_argument("--corpora", type=Path, required=True, help="folder with one folder a repository")
    parser.add_argument("--preset", default="default", choices=["quick", "default", "thorough"])
    parser.add_argument("--lists", action="store_true", help="also measure each modality's list alone")
    parser.add_argument("--json", type=Path, help="write every question's score here")
    parser.add_argument("--cache", type=Path, help="keep indexes here between runs (default: a temporary folder)")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    corpora = [
        one for one in json.loads((arguments.bench / "corpora.json").read_text()) if not arguments.names or one["name"] in arguments.names
    ]
    runs = {"all": SearchRequest("", preset=arguments.preset)}
    if arguments.lists:
        runs |= {name: SearchRequest("", modalities=(name,)) for name in MODALITIES}
    scores: Scores = {run: {} for run in runs}
    with tempfile.TemporaryDirectory() as temporary:
        for corpus in corpora:
            folder = arguments.corpora / corpus["name"] / corpus["root"]
            if not folder.is_dir():
                print(f"{corpus['name']}: no folder {folder}", file=sys.stderr)
                continue
            questions = questions_of(arguments.bench / "questions" / f"{corpus['name']}.json", corpus["absent_targets"])
            for run, found in measure(folder, questions, runs, arguments.cache or Path(temporary)).items():
                scores[run][corpus["name"]] = found
            print(f"{corpus['name']:20}" + "".join(f"  {run} {_mean(scores[run][corpus['name']]):.3f}" for run in runs), flush=True)
    _summary(scores, {one["name"]: one["language"] for one in corpora})
    if arguments.json:
        arguments.json.write_text(
            json.dumps(
                {run: {name: [(q.query, s) for q, s, _ in rows] for name, rows in per.items()} for run, per in scores.items()}, indent=1
            )
        )
    return 0


def _mean(rows: Sequence[tuple[Question, float, int]]) -> float:
    return fmean(score for _, score, _ in rows) if rows else math.nan


def _summary(scores: Scores, languages: Mapping[str, str]) -> None:
    for run, repositories in scores.items():
        rows = [row for found in repositories.values() for row in found]
        if not rows:
            continue
        print(f"\n{run}: NDCG@10 over {len(repositories)} repositories {fmean(_mean(found) for found in repositories.values()):.4f}")
        harder = [_mean(subset) for found in repositories.values() if (subset := [row for row in found if row[0].harder])]
        print(f"  harder subset     {fmean(harder):.4f}  ({sum(row[0].harder for row in rows)} of {len(rows)} questions)")
        print(f"  zero-result rate  {sum(hits == 0 for _, _, hits in rows) / len(rows):.4f}")
        categories: dict[str, list[float]] = defaultdict(list)
        per_language: dict[str, list[float]] = defaultdict(list)
        for question, score, _ in rows:
            categories[question.category].append(score)
        for name, found in repositories.items():
            per_language[languages[name]].append(_mean(found))
        print(
            "  category          " + "  ".join(f"{name} {fmean(values):.3f} ({len(values)})" for name, values in sorted(categories.items()))
        )
        print("  language          " + "  ".join(f"{name} {fmean(values):.3f}" for name, values in sorted(per_language.items())))


if __name__ == "__main__":
    sys.exit(main())
