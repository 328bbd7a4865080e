"""The router against its specification (1.3): tables of questions, the rules' own examples, and laws for any string.

`router/<language>.tsv` holds paraphrases (intent, question), `router/near_misses.tsv` questions that must not go direct.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maguyva.search.intent import DOMINANT, INTENT_WEIGHTS, MODALITIES, Intent, Target
from maguyva.search.router import route
from maguyva.search.wording import BOOKS, is_strict_identifier

TABLES = Path(__file__).parent / "router"
LANGUAGES = [book.code for book in BOOKS]
DIRECT = 0.85
CONFIDENCES = {"1": {0.95}, "2": {0.90}, "3": {0.90}, "4": {0.85, 0.90}, "4b": {0.90}, "4c": {0.80}, "5": {0.60, 0.80}, "5b": {0.80}, "6": {0.75}, "7": {0.40}}


def rows(name: str) -> list[list[str]]:
    with open(TABLES / name, encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]


def target(kind_and_text: str | None) -> Target | None:
    """`this` is the cursor's symbol, `=text` a literal, anything else an identifier."""
    if kind_and_text is None:
        return None
    if kind_and_text == "this":
        return Target("this", "")
    return Target("literal", kind_and_text[1:]) if kind_and_text.startswith("=") else Target("identifier", kind_and_text)


def check(query: str, name: str, rule: str, confidence: float, wanted: str | None) -> None:
    assert route(query) == Intent(name, confidence, rule, target(wanted)), query


def test_weights_are_the_published_table() -> None:
    assert set(INTENT_WEIGHTS) == set(DOMINANT)
    for name, weights in INTENT_WEIGHTS.items():
        assert tuple(weights) == MODALITIES
        assert sum(weights.values()) == pytest.approx(1.0)
        assert weights[DOMINANT[name]] == max(weights.values())
    assert INTENT_WEIGHTS["exact_match"]["semantic"] == 0.0


def test_the_four_languages_are_discovered() -> None:
    assert {"en", "it", "pl", "tl"} <= set(LANGUAGES)


@pytest.mark.parametrize(("query", "name", "rule", "wanted"), [example for book in BOOKS for example in book.examples])
def test_worked_examples(query: str, name: str, rule: str, wanted: str | None) -> None:
    got = route(query)
    text = None if got.target is None else got.target.text if got.target.kind != "this" else "this"
    assert (got.name, got.rule, text) == (name, rule, wanted)
    assert got.confidence in CONFIDENCES[rule]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_are_big_enough_to_mean_something(language: str) -> None:
    names = [name for name, _ in rows(f"{language}.tsv")]
    for intent in INTENT_WEIGHTS:
        assert names.count(intent) >= 40


@pytest.mark.parametrize(("name", "question"), [row for language in LANGUAGES for row in rows(f"{language}.tsv")])
def test_paraphrases(name: str, question: str) -> None:
    got = route(question)
    assert got.name == name
    assert got.confidence in CONFIDENCES[got.rule]


@pytest.mark.parametrize("question", [row[0] for row in rows("near_misses.tsv")])
def test_near_misses_do_not_go_direct(question: str) -> None:
    assert route(question).confidence < DIRECT


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("def foo", "foo"),
        ("def foo(self, x):", "foo"),
        ("class Foo", "Foo"),
        ("class Foo extends Bar {", "Foo"),
        ("class Foo(Bar):", "Foo"),
        ("  class Foo:", "Foo"),
        ("func main", "main"),
        ("func (s *Server) Serve(", "Serve"),
        ("import os", "os"),
        ("import os.path", "os.path"),
        ("import numpy as np", "numpy"),
        ("import { x } from 'y'", "x"),
        ("from a import b", "b"),
        ("from django.db import models", "models"),
        ("fn parse_args(", "parse_args"),
        ("impl<T>", None),
        ("struct Node {", "Node"),
        ("trait Visitor", "Visitor"),
        ("type Alias = string", "Alias"),
        ("interface Props {", "Props"),
        ("function foo(", "foo"),
        ("module Foo", "Foo"),
        ("package main;", "main"),
    ],
)
def test_code_keywords(query: str, wanted: str | None) -> None:
    if wanted is None:
        assert route(query).confidence < DIRECT
    else:
        check(query, "find_definition", "1", 0.95, wanted)


@pytest.mark.parametrize(
    ("query", "confidence", "wanted"),
    [
        ('find the string "a \\"quoted\\" word"', 0.90, 'a "quoted" word'),
        ("'access denied'", 0.90, "access denied"),
        ("where does “not found here” appear", 0.90, "not found here"),
        ("«ciao mondo»", 0.90, "ciao mondo"),
        ("„nie znaleziono”", 0.90, "nie znaleziono"),
        ("don't use the 'old' client's API", 0.90, "old"),
        ("find the string connection reset by peer", 0.90, "connection reset by peer"),
        ("find the string foo in the codebase", 0.90, "foo"),
        ('logger.error("failed to connect")', 0.90, 'logger.error("failed to connect")'),
        ("ECONNREFUSED", 0.85, "ECONNREFUSED"),
        ("error[E0308]: mismatched types", 0.85, "E0308"),
        ("NullPointerException: at line 3", 0.85, "NullPointerException:"),
        ("crash 0xC0000005", 0.85, "0xC0000005"),
        ("404 Not Found", 0.85, "404 Not Found"),
        ("Not Found", 0.85, "Not Found"),
        ("traceback", 0.85, "traceback"),
    ],
)
def test_literals(query: str, confidence: float, wanted: str) -> None:
    check(query, "exact_match", "4", confidence, "=" + wanted)


@pytest.mark.parametrize(
    ("query", "name", "rule", "confidence", "wanted"),
    [
        ("who calls 'foo'", "find_references", "2", 0.90, "foo"),
        ("who calls the payment service", "find_references", "2", 0.90, None),
        ("who calls the login function", "find_references", "2", 0.90, "login"),
        ("who calls foo()?", "find_references", "2", 0.90, "foo"),
        ("parseConfig's callers", "find_references", "2", 0.90, "parseConfig"),
        ("references to `Foo::bar`", "find_references", "2", 0.90, "Foo::bar"),
        ("find usages", "find_references", "2", 0.90, "this"),
        ("who calls this", "find_references", "2", 0.90, "this"),
        ("chi chiama questa funzione", "find_references", "2", 0.90, "this"),
        ("kto wywołuje tę funkcję", "find_references", "2", 0.90, "this"),
        ("sino ang tumatawag sa function na ito", "find_references", "2", 0.90, "this"),
        ("what breaks if I rename the UserStore class", "impact_analysis", "3", 0.90, "UserStore"),
        ("go to definition", "find_definition", "4b", 0.90, "this"),
        ("where is distill defined", "find_definition", "4b", 0.90, "distill"),
        ("Router", "find_definition", "5b", 0.80, "Router"),
        ("distill", "find_definition", "5b", 0.80, "distill"),
        ("parse_config", "find_definition", "5", 0.80, "parse_config"),
        ("`parseConfig()`", "find_definition", "5", 0.80, "parseConfig"),
        ("std::sort in the planner", "find_definition", "5", 0.60, "std::sort"),
        ("how does parseConfig work", "find_definition", "5", 0.60, "parseConfig"),
        ("return self.get_response(request)", "find_definition", "5", 0.60, "self.get_response"),
        ("x = foo(bar)[0];", "understand_code", "7", 0.40, None),
        ("if err != nil {", "understand_code", "7", 0.40, None),
        ("import", "understand_code", "7", 0.40, None),
        ("class", "understand_code", "7", 0.40, None),
        ("how", "understand_code", "6", 0.75, None),
        ("perché", "understand_code", "6", 0.75, None),
        ("", "understand_code", "7", 0.40, None),
        ("???", "understand_code", "7", 0.40, None),
        ("rate limiting", "understand_code", "7", 0.40, None),
    ],
)
def test_rules_and_targets(query: str, name: str, rule: str, confidence: float, wanted: str | None) -> None:
    check(query, name, rule, confidence, wanted)


@pytest.mark.parametrize("word", ["parseConfig", "HTTPServer", "parse_config", "_x", "MAX_SIZE", "os.path", "std::sort", "AFError", "żółtyKot"])
def test_strict_identifiers(word: str) -> None:
    assert is_strict_identifier(word)


@pytest.mark.parametrize("word", ["Router", "URLs", "HTTP", "e.g", "case-insensitive", "", "_", "3.11"])
def test_prose_is_not_a_strict_identifier(word: str) -> None:
    assert not is_strict_identifier(word)


@pytest.mark.parametrize(
    "query",
    ["a" * 1_000_000, "who calls " * 100_000, '"' * 100_000, '\\"' * 100_000, "'a " * 100_000, "«" + " " * 100_000, "\ud800", "\x00\ud83d", "what breaks if i change " * 10_000],
)
def test_huge_and_broken_strings(query: str) -> None:
    got = route(query)
    assert got.confidence in CONFIDENCES[got.rule]


@given(st.text(st.characters(exclude_categories=())))
def test_total(query: str) -> None:
    assert_lawful(query)


PIECES = st.sampled_from(
    ["who", "calls", "what", "breaks", "if", "I", "change", "this", "where", "is", "parseConfig", "'", '"', "«", "`", "(", "chi", "è", "się", "ng", "na", "ang", "class", "import", "0x", "\\", "\n"]
)


@given(st.lists(PIECES, max_size=80).map(" ".join))
def test_total_on_pieces_of_questions(query: str) -> None:
    assert_lawful(query)


def assert_lawful(query: str) -> None:
    """The same answer twice, one of the published confidences for its rule, and a target that says something."""
    got = route(query)
    assert got == route(query)
    assert got.confidence in CONFIDENCES[got.rule]
    assert got.name in INTENT_WEIGHTS
    if got.target is not None:
        assert (got.target.text == "") == (got.target.kind == "this")
