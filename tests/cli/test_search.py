"""`maguyva search`, `symbols` and `index` on a small real workspace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

RESPONSE = {"query", "intent", "preset", "fusion_strategy", "modalities", "hits", "total", "cut", "index", "elapsed_ms"}
HIT = {"uri", "path", "range", "selectionRange", "language", "snippet", "snippetStart", "score", "more_in_file"}

QUESTIONS = [
    # (question, intent, strategy, the first hit's path, its symbol)
    ("where is split_identifier defined", "find_definition", "direct", "text.py", "split_identifier"),
    ("class LineIndex", "find_definition", "direct", "text.py", "LineIndex"),
    ("Settings.from_mapping", "find_definition", "weighted_rrf", "settings.py", "from_mapping"),
    ('find the string "a glob of the settings is not valid"', "exact_match", "direct", "adapters/disk.py", "path_filter"),
    ("how are ranked lists fused by reciprocal rank", "understand_code", "weighted_rrf", "search/fuse.py", None),
]


@pytest.mark.parametrize(("question", "intent", "strategy", "path", "symbol"), QUESTIONS)
def test_questions(run, question: str, intent: str, strategy: str, path: str, symbol: str | None) -> None:
    done = run("search", question, "--json")
    assert (done.code, done.error) == (0, "")
    found = done.json
    assert (found["intent"]["name"], found["fusion_strategy"]) == (intent, strategy)
    assert found["hits"][0]["path"] == path
    if symbol is not None:
        assert found["hits"][0]["symbol"]["name"] == symbol


def test_shape(run, workspace: Path) -> None:
    found = run("search", "split_identifier words", "--json", "--explain", "--limit", "3").json
    assert set(found) == RESPONSE
    assert found["index"]["complete"] is True and found["index"]["pending"] == 0
    assert found["index"]["parts"] == {"text": True, "structure": True, "graph": True, "vectors": True}
    assert len(found["hits"]) == 3 and found["cut"] is True
    assert set(found["total"]) == {"matches", "files"}
    for modality in found["modalities"]:
        assert set(modality) - {"reason"} == {"name", "weight", "candidates", "elapsed_ms", "status"}
    for hit in found["hits"]:
        assert set(hit) - {"symbol", "matches", "snippetMatches", "marks", "explanation"} == HIT
        assert hit["uri"] == (workspace / hit["path"]).as_uri()
        assert hit["snippet"].count("\n") < 20 and len(hit["snippet"].encode()) <= 2048
        _lies_within(hit["selectionRange"], hit["range"])
        assert sum(part["contribution"] for part in hit["explanation"]) == pytest.approx(hit["score"])
    scores = [hit["score"] for hit in found["hits"]]
    assert scores == sorted(scores, reverse=True)


def test_without_explain_there_is_no_explanation(run) -> None:
    assert all("explanation" not in hit for hit in run("search", "text lines", "--json").json["hits"])


def test_positions_are_exact(run, workspace: Path) -> None:
    (hit,) = run("search", 'find the string "naïve"', "--json").json["hits"]
    line = (workspace / "odd.py").read_bytes().splitlines()[0].decode()
    utf16 = line.encode("utf-16-le")
    spans = [(found["start"]["character"], found["end"]["character"]) for found in hit["matches"]]
    assert [utf16[2 * start : 2 * end].decode("utf-16-le") for start, end in spans] == ["naïve", "naïve"]
    assert all(found["start"]["line"] == 0 for found in hit["matches"])


def test_filters(run) -> None:
    def paths(*arguments: str) -> set[str]:
        return {hit["path"] for hit in run("search", "text width lines", "--json", "--limit", "200", *arguments).json["hits"]}

    assert paths("--include", "search/") and all(path.startswith("search/") for path in paths("--include", "search/"))
    assert not any(path.startswith("search/") for path in paths("--exclude", "search/"))
    assert paths("--language", "js") == {"node_modules/left/pad.js"} == paths("--language", "javascript")


def test_vendored_code_is_marked(run) -> None:
    (hit,) = run("search", "where is leftPad defined", "--json").json["hits"]
    assert hit["marks"] == ["vendor"]


def test_regex_case_and_word(run) -> None:
    def total(*arguments: str) -> int:
        return run("search", "--json", *arguments).json["total"]["matches"]

    assert total("--regex", r"^def \w+\(") > 20
    text = ["--modalities", "text"]
    assert total('"LineIndex"', *text) > 0 == total('"lineindex"', "--case", "sensitive", *text)
    assert total('"lineindex"', *text) == total('"LineIndex"', *text)
    assert total('"Line"', "--word", *text) < total('"Line"', *text)


def test_a_named_modality_that_does_not_run_is_told(run) -> None:
    found = run("search", '"LineIndex"', "--json", "--modalities", "semantic,text").json
    assert [(modality["name"], modality["status"]) for modality in found["modalities"]] == [("semantic", "skipped"), ("text", "ok")]


def test_the_same_question_gives_the_same_answer(run) -> None:
    def answer() -> Any:
        found = run("search", "how does the walk treat links", "--json").json
        return [(hit["path"], hit["range"], hit["score"]) for hit in found["hits"]]

    assert answer() == answer()


def test_a_question_from_standard_input(run) -> None:
    assert run("search", "-", "--json", stdin=b"where is LineIndex defined\n").json["query"] == "where is LineIndex defined"


# ---- symbols and index ----


@pytest.mark.parametrize("query", ["split_identifier", "splitIdentifier", "splident", "si text split ident"[9:]])
def test_symbols(run, query: str) -> None:
    done = run("symbols", query, "--json")
    assert done.code == 0
    first = done.json["symbols"][0]
    assert (first["name"], first["kind"], first["path"]) == ("split_identifier", "function", "text.py")
    assert set(first) - {"container"} == {"name", "kind", "path", "uri", "range", "score"}


def test_symbols_for_people(run) -> None:
    first, *_ = run("symbols", "from_mapping").text.splitlines()
    assert first.startswith("settings.py:") and first.endswith("  method Settings.from_mapping")


def test_index_reports(run, workspace: Path, tmp_path: Path) -> None:
    fresh = {"MAGUYVA_CACHE_DIR": str(tmp_path / "cache")}
    first = run("index", "--json", **fresh).json
    assert first["files"] == first["read"] == sum(path.is_file() for path in workspace.rglob("*"))
    assert first["languages"]["python"] > 10 and not first["warm"] and first["skipped"] == {}
    assert run("index", "--json", **fresh).json["warm"]
    done = run("index", **fresh)
    assert done.text.startswith(f"{first['files']} files indexed in ") and done.error == ""


def test_changed_files_are_seen(run, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "one.py").write_text("def first_thing():\n    return 1\n")
    assert run("symbols", "first_thing", cwd=project).code == 0
    (project / "one.py").write_text("def second_thing():\n    return 22\n")
    (project / "two.py").write_text("def third_thing():\n    return 3\n")
    assert [run("symbols", name, cwd=project).code for name in ("first_thing", "second_thing", "third_thing")] == [1, 0, 0]
    (project / "two.py").unlink()
    assert run("grep", "third_thing", cwd=project).code == 1


def _lies_within(inner: dict[str, Any], outer: dict[str, Any]) -> None:
    def place(position: dict[str, int]) -> tuple[int, int]:
        return position["line"], position["character"]

    assert place(outer["start"]) <= place(inner["start"]) <= place(inner["end"]) <= place(outer["end"])
