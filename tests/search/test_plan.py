"""Section 1.4 and 1.5 of the specification as a table: what runs for a request, with which weights and which k."""

from __future__ import annotations

from typing import Any

import pytest

from maguyva.search.query import InvalidRequest, fall_back, plan, request_from_json

WORDS = "how does authentication work"
DEFINITION = "where is parse_config defined"
LITERAL = '"connection refused"'

# (what it shows, request, intent, strategy, k, modalities that run with their weights, skipped)
PLANS: list[tuple[str, dict[str, Any], str, str, int | None, dict[str, float], list[str]]] = [
    ("words are fused", {"query": WORDS}, "understand_code", "weighted_rrf", 40, {"semantic": 0.5, "text": 0.2, "structural": 0.2}, []),
    ("a sure intent goes direct", {"query": DEFINITION}, "find_definition", "direct", None, {"structural": 0.6}, []),
    ("references go to the graph", {"query": "who calls parse_config"}, "find_references", "direct", None, {"graph": 0.5}, []),
    ("a literal is text alone", {"query": LITERAL}, "exact_match", "direct", None, {"text": 0.9}, []),
    (
        "thorough is always fused, zero weights left out",
        {"query": LITERAL, "preset": "thorough"},
        "exact_match",
        "weighted_rrf",
        60,
        {"text": 0.9, "structural": 0.1},
        [],
    ),
    (
        "thorough runs all four",
        {"query": DEFINITION, "preset": "thorough"},
        "find_definition",
        "weighted_rrf",
        60,
        {"semantic": 0.2, "text": 0.1, "structural": 0.6, "graph": 0.1},
        [],
    ),
    ("quick is meaning alone", {"query": DEFINITION, "preset": "quick"}, "find_definition", "single", None, {"semantic": 0.2}, []),
    ("quick with a literal runs text and says why", {"query": LITERAL, "preset": "quick"}, "exact_match", "single", None, {"text": 0.9}, ["semantic"]),
    (
        "named modalities run with the intent's weights",
        {"query": DEFINITION, "modalities": ["text", "graph"]},
        "find_definition",
        "weighted_rrf",
        40,
        {"text": 0.1, "graph": 0.1},
        [],
    ),
    ("one named modality is single", {"query": WORDS, "modalities": ["text"]}, "understand_code", "single", None, {"text": 0.2}, []),
    ("a named zero counts as 0.1", {"query": LITERAL, "modalities": ["text", "graph"]}, "exact_match", "weighted_rrf", 40, {"text": 0.9, "graph": 0.1}, []),
    (
        "exact_match never embeds",
        {"query": LITERAL, "modalities": ["semantic", "text", "structural"]},
        "exact_match",
        "weighted_rrf",
        40,
        {"text": 0.9, "structural": 0.1},
        ["semantic"],
    ),
    ("a named intent is certain", {"query": "parse_config", "intent": "find_references"}, "find_references", "direct", None, {"graph": 0.5}, []),
    ("a regular expression is text", {"query": "fo+", "regex": True}, "exact_match", "single", None, {"text": 0.9}, []),
]


@pytest.mark.parametrize(("shows", "request_", "intent", "strategy", "k", "running", "skipped"), PLANS, ids=[row[0] for row in PLANS])
def test_plan(shows: str, request_: dict[str, Any], intent: str, strategy: str, k: int | None, running: dict[str, float], skipped: list[str]) -> None:
    found = plan(request_from_json(request_))
    assert (found.intent.name, found.strategy, found.k) == (intent, strategy, k)
    assert {modality.name: modality.weight for modality in found.running} == running
    assert [modality.name for modality in found.modalities if modality.skipped] == skipped


def test_an_explicit_intent_is_certain_and_keeps_the_target() -> None:
    found = plan(request_from_json({"query": "parse_config()", "intent": "find_definition"}))
    assert (found.intent.confidence, found.intent.rule) == (1.0, "explicit")
    assert found.intent.target is not None and found.intent.target.text == "parse_config"


def test_fallback_is_the_fused_plan_and_says_where_it_came_from() -> None:
    found = fall_back(plan(request_from_json({"query": DEFINITION})), "not_found")
    assert (found.strategy, found.k, found.fallback_from, found.fallback_reason) == ("weighted_rrf", 40, "direct", "not_found")
    assert [modality.name for modality in found.running] == ["semantic", "text", "structural"]


@pytest.mark.parametrize(
    ("query", "per_file"),
    [(WORDS, "best"), (DEFINITION, "best"), ("who calls parse_config", "all"), (LITERAL, "all"), ("what breaks if I change parse_config", "all")],
)
def test_every_site_counts_where_every_site_is_the_answer(query: str, per_file: str) -> None:
    assert plan(request_from_json({"query": query})).per_file == per_file


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (None, "params"),
        ([], "params"),
        ({}, "query"),
        ({"query": 3}, "query"),
        ({"query": "x", "preset": "fast"}, "preset"),
        ({"query": "x", "modalities": []}, "modalities"),
        ({"query": "x", "modalities": ["smell"]}, "modalities"),
        ({"query": "x", "modalities": "text"}, "modalities"),
        ({"query": "x", "intent": "find"}, "intent"),
        ({"query": "x", "limit": 0}, "limit"),
        ({"query": "x", "limit": 201}, "limit"),
        ({"query": "x", "limit": True}, "limit"),
        ({"query": "x", "limit": 1.5}, "limit"),
        ({"query": "x", "perFile": "some"}, "perFile"),
        ({"query": "x", "regex": "yes"}, "regex"),
        ({"query": "x", "include": "*.py"}, "include"),
        ({"query": "x", "languages": [1]}, "languages"),
    ],
)
def test_a_wrong_field_is_named(value: Any, field: str) -> None:
    with pytest.raises(InvalidRequest) as raised:
        request_from_json(value)
    assert raised.value.field == field
    assert "\n" not in str(raised.value)


def test_unknown_fields_are_ignored() -> None:
    assert request_from_json({"query": "x", "colour": "red", "k": 3}).query == "x"
