"""What comes first, as a committed file: a change of ranking shows in review, line by line.

The corpus is the extraction tests' pages (one idiomatic page a language). `UPDATE_GOLDEN=1 scripts/test tests/ranking` writes the file anew; read
its diff before you commit it: every line that changed is an answer that a user gets differently.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from maguyva.engine import Engine
from maguyva.search.query import SearchRequest
from maguyva.settings import Settings

HERE = Path(__file__).parent
PAGES = HERE.parent / "extract" / "pages"
GOLDEN = HERE / "golden.txt"

QUESTIONS = (HERE / "questions.txt").read_text(encoding="utf-8").split("\n")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    settings = Settings(cache_folder=tmp_path_factory.mktemp("cache"), exclude=("*.rows",))
    with Engine([PAGES], settings) as opened:
        opened.update()
        yield opened


def answers(engine: Engine) -> str:
    lines = []
    for question in filter(None, QUESTIONS):
        response = engine.search(SearchRequest(question, limit=3))
        plan = response.plan
        fallback = f" after {plan.fallback_from}" if plan.fallback_from else ""
        lines.append(f"{question}\n  {plan.intent.name} {plan.intent.confidence:.2f} {plan.strategy}{fallback}")
        lines += [f"  {hit.path} {hit.symbol.kind + ' ' + hit.symbol.name if hit.symbol else '-'}" for hit in response.hits]
    return "\n".join(lines) + "\n"


def test_answers_are_the_golden_ones(engine: Engine) -> None:
    found = answers(engine)
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(found, encoding="utf-8")
    assert found == GOLDEN.read_text(encoding="utf-8")


def test_answers_do_not_depend_on_when_they_are_asked(engine: Engine) -> None:
    assert answers(engine) == answers(engine)
