"""`maguyva route --json` prints the plan: the specification's worked examples, and what each option changes."""

from __future__ import annotations

import pytest

# question → (intent, target, strategy, modalities): specification 1.3, the four languages.
DEFINITION = ("find_definition", "parseConfig", "direct", ["structural"])
UNDERSTAND = ("understand_code", None, "weighted_rrf", ["semantic", "text", "structural"])
IMPACT = ("impact_analysis", "this", "direct", ["graph"])
LITERAL = ("exact_match", "ECONNREFUSED", "direct", ["text"])
WORKED = {
    "where is parseConfig defined": DEFINITION,
    "dove è definito parseConfig": DEFINITION,
    "gdzie zdefiniowano parseConfig": DEFINITION,
    "saan na-define ang parseConfig": DEFINITION,
    "how does authentication work": UNDERSTAND,
    "come funziona l'autenticazione": UNDERSTAND,
    "jak działa uwierzytelnianie": UNDERSTAND,
    "paano gumagana ang authentication": UNDERSTAND,
    "what breaks if I change this function": IMPACT,
    "cosa si rompe se cambio questa funzione": IMPACT,
    "co się zepsuje, jeśli zmienię tę funkcję": IMPACT,
    "ano ang masisira kung babaguhin ko ang function na ito": IMPACT,
    "find the string ECONNREFUSED": LITERAL,
    "trova la stringa ECONNREFUSED": LITERAL,
    "znajdź ciąg ECONNREFUSED": LITERAL,
    "hanapin ang string na ECONNREFUSED": LITERAL,
}


@pytest.mark.parametrize("question", WORKED)
def test_worked_examples(run, question: str) -> None:
    intent, target, strategy, modalities = WORKED[question]
    done = run("route", question, "--json")
    assert (done.code, done.error) == (0, "")
    found = done.json
    assert list(found) == ["query", "intent", "preset", "fusion_strategy", "k", "modalities"]
    assert list(found["intent"]) == ["name", "confidence", "rule", "target"]
    assert found["query"] == question and found["preset"] == "default"
    assert (found["intent"]["name"], found["intent"]["target"]) == (intent, target)
    assert (found["fusion_strategy"], [modality["name"] for modality in found["modalities"]]) == (strategy, modalities)
    assert found["k"] == (40 if strategy == "weighted_rrf" else None)


OPTIONS = [
    # (arguments, intent, confidence, strategy, k, {modality: weight})
    (
        ["who calls parse_config", "--preset", "thorough"],
        "find_references",
        0.9,
        "weighted_rrf",
        60,
        {"semantic": 0.1, "text": 0.2, "structural": 0.2, "graph": 0.5},
    ),
    (["who calls parse_config", "--preset", "quick"], "find_references", 0.9, "single", None, {"semantic": 0.1}),
    (['find "ECONNRESET"', "--preset", "quick"], "exact_match", 0.9, "single", None, {"text": 0.9}),
    (["purple elephants", "--modalities", "text,graph"], "understand_code", 0.4, "weighted_rrf", 40, {"text": 0.2, "graph": 0.1}),
    (["purple elephants", "--modalities", " graph "], "understand_code", 0.4, "single", None, {"graph": 0.1}),
    (["purple elephants", "--intent", "find_similar"], "find_similar", 1.0, "direct", None, {"semantic": 0.4}),
    (["fo+", "--regex"], "exact_match", 1.0, "single", None, {"text": 0.9}),
]


@pytest.mark.parametrize(("arguments", "intent", "confidence", "strategy", "k", "weights"), OPTIONS)
def test_options(run, arguments, intent, confidence, strategy, k, weights) -> None:
    found = run("route", "--json", *arguments).json
    assert (found["intent"]["name"], found["intent"]["confidence"]) == (intent, confidence)
    assert (found["fusion_strategy"], found["k"]) == (strategy, k)
    assert {modality["name"]: modality["weight"] for modality in found["modalities"]} == weights


def test_words_need_no_quotes(run) -> None:
    assert run("route", "--json", "where", "is", "parseConfig", "defined").json["query"] == "where is parseConfig defined"


def test_reads_no_workspace(run, tmp_path) -> None:
    assert run("route", "x", cwd=tmp_path, MAGUYVA_CACHE_DIR=str(tmp_path / "cache")).code == 0
    assert list(tmp_path.iterdir()) == []


def test_for_people(run) -> None:
    done = run("route", "where is parseConfig defined")
    assert done.text == 'find_definition 0.90 "parseConfig" · direct · structural 0.6\nrule 4b · preset default\n'


@pytest.mark.parametrize("query", ["", " ", "import", "how", "a\udce9b", "\U0001f600", "x" * 5000])
def test_any_text_is_routed(run, query: str) -> None:
    done = run("route", "--json", query.encode("utf-8", "surrogateescape"))
    assert (done.code, done.error) == (0, "")
    assert done.json["query"] == query.replace("\udce9", "\ufffd")
