"""What an answer says about itself: which modality fared how, why a hit stands where it stands, what was left out of the index and why."""

from __future__ import annotations

import math
import os
import sys
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest

from maguyva import asking
from maguyva.adapters import extraction, segments, stored
from maguyva.engine import Cancelled, Engine
from maguyva.search.query import SearchRequest

from .conftest import PATIENCE, PROJECT, QUESTIONS, Workspace, answers, eventually, hits, lines, names

BY_WORDS = ("semantic", "text", "structural")  # The graph's neighbours are stored with a base, and an edited file has none until the next.
HOW = "how is the price computed with tax"


def reports(engine: Engine, query: str, **more: object) -> dict[str, tuple[str, str | None]]:
    """Each modality's status and reason; the answer itself must have survived."""
    response = engine.search(SearchRequest(query, **{"preset": "thorough", **more}))  # type: ignore[arg-type]
    assert response.hits
    return {report.name: (report.status, report.reason) for report in response.modalities}


def test_meaning_that_is_off_or_missing_is_said(workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    off = workspace.engine(embedding_provider="off")
    (tmp_path / "path" / "wordllama").mkdir(parents=True)  # A package without its model, before the real one.
    (tmp_path / "path" / "wordllama" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path / "path"))
    monkeypatch.delitem(sys.modules, "wordllama", raising=False)
    extraction._embedder.cache_clear()
    missing = workspace.engine()
    for engine, reason in ((off, "the embedding provider is set to off"), (missing, "pip install --force-reinstall wordllama")):
        found = reports(engine, HOW)
        status, said = found.pop("semantic")
        assert status == "degraded" and reason in (said or "")
        assert {status for status, _ in found.values()} == {"ok"}
        assert engine.status()["index"]["parts"] == {"text": True, "structure": True, "graph": True, "vectors": False}  # type: ignore[index]
        assert reason in engine.status()["embedding"]["problem"]  # type: ignore[index]
        assert reports(engine, "how does Basket pay", modalities=("semantic",))["semantic"][0] == "degraded"
    assert any("search by meaning is off" in note for note in missing.notes) and not off.notes
    assert answers(off)["names"] == answers(missing)["names"]
    engine = missing
    engine.edit("notes.txt", b"still awake")  # The typist survives it too.
    assert engine.settle(None, PATIENCE) and lines(engine, "still awake")


def test_a_modality_that_fails_is_left_out_and_reported(workspace: Workspace) -> None:
    engine = workspace.engine()
    store, wanted = engine._store, stored.versions(engine.settings, engine._embedding.name())
    assert store is not None
    kinds, _ = segments.open_live(store, workspace.folder, wanted)
    # Half of each vector, by somebody who knows how to write a segment.
    segments.write_segment(store / "vectors-half.seg", {"words": kinds["vectors"]["words"][:2], "known": kinds["vectors"]["known"]})
    base = segments.read_manifest(store, workspace.folder, wanted).segments["base"]  # type: ignore[union-attr]
    segments.publish(store, workspace.folder, wanted, {"base": store / base, "vectors": store / "vectors-half.seg"})
    second = workspace.engine()
    found = reports(second, HOW)
    status, reason = found.pop("semantic")
    assert status == "degraded" and "dimension" in (reason or "")
    assert {status for status, _ in found.values()} == {"ok"}


def test_one_damaged_index_does_not_take_the_answer_with_it(workspace: Workspace) -> None:
    engine = workspace.engine(embedding_provider="off")
    store, wanted = engine._store, stored.versions(engine.settings, engine._embedding.name())
    assert store is not None
    known = hits(engine, "who calls total", modalities=("structural", "text"))
    kinds, _ = segments.open_live(store, workspace.folder, wanted)
    # References that lead to files which are not there, by somebody who knows how to write a segment.
    nowhere = {f"graph.{name}": kinds["base"][f"graph.{name}"] + 1_000_000 for name in ("posting_file", "posting_row")}
    segments.write_segment(store / "base-wild.seg", {**kinds["base"], **nowhere})
    segments.publish(store, workspace.folder, wanted, {"base": store / "base-wild.seg"})
    second = workspace.engine(embedding_provider="off")
    found = reports(second, "who calls total")
    status, reason = found.pop("graph")
    assert status == "failed" and "Error" in (reason or "")
    assert found.pop("semantic")[0] == "degraded" and {status for status, _ in found.values()} == {"ok"}
    assert hits(second, "who calls total", modalities=("structural", "text")) == known


def test_vectors_of_another_base_are_not_believed(workspace: Workspace) -> None:
    engine = workspace.engine()
    store, wanted = engine._store, stored.versions(engine.settings, engine._embedding.name())
    assert store is not None
    kinds, _ = segments.open_live(store, workspace.folder, wanted)
    segments.write_segment(store / "vectors-less.seg", {"words": kinds["vectors"]["words"][:, 1:], "known": kinds["vectors"]["known"][1:]})
    base = segments.read_manifest(store, workspace.folder, wanted).segments["base"]  # type: ignore[union-attr]
    segments.publish(store, workspace.folder, wanted, {"base": store / base, "vectors": store / "vectors-less.seg"})
    second = workspace.engine()
    assert "another base" in second.notes[0]
    workspace.check(second)


def test_a_modality_that_is_late_is_left_out_and_reported(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "MODALITY_SECONDS", 0.3)
    monkeypatch.setattr(asking, "_GRACE_SECONDS", 0.05)
    workspace.write("data/long.txt", b"tea " * 3_900_000)
    engine = workspace.engine(embedding_provider="off")
    # A regular expression without a literal goes through every text, and this one matches four million times a file.
    response = engine.search(SearchRequest("[a-z]e.", intent="exact_match", regex=True, modalities=("text", "structural")))
    found = {report.name: report.status for report in response.modalities}
    assert found == {"text": "late", "structural": "ok"}
    assert hits(engine, "where is Basket defined", preset="default")[0][0] == "shop/prices.py", "the next question is not harmed"


def test_a_cancelled_question_has_no_answer(workspace: Workspace) -> None:
    engine = workspace.engine()
    with pytest.raises(Cancelled):
        engine.search(SearchRequest(HOW), stopped=lambda: True)
    for steps in range(1, 6):
        asked = chain([False] * steps, repeat(True))
        try:
            engine.search(SearchRequest(HOW, preset="thorough"), stopped=partial(next, asked))
        except Cancelled:
            continue
        break
    assert steps > 1, "it looks more than once"
    assert engine.search(SearchRequest(HOW)).hits, "the next one is answered"
    engine.close()
    with pytest.raises(Cancelled):
        engine.search(SearchRequest(HOW))


def test_scores_are_explained_and_the_order_is_total(workspace: Workspace) -> None:
    for number in range(12):  # Equal scores, which only the path can tell apart.
        workspace.write(f"same/part_{number:02}.py", "def twin_tea(items):\n    return len(items)\n")
    engine = workspace.engine()
    for query in QUESTIONS:
        response = engine.search(SearchRequest(query, preset="thorough", limit=200, per_file="all", explain=True))
        assert response.plan.strategy == "weighted_rrf"
        weights = {report.name: report.weight for report in response.modalities}
        for hit in response.hits:
            assert hit.score == pytest.approx(math.fsum(part.contribution for part in hit.explanation), rel=1e-9)
            for part in hit.explanation:
                assert part.weight == weights[part.modality] and 1 <= part.boost <= 1.5
                assert part.contribution == pytest.approx(part.weight / (60 + part.rank + 1) * part.boost * part.demotion)
            assert len({part.modality for part in hit.explanation}) == len(hit.explanation) > 0
        order = [(-hit.score, hit.path, hit.span) for hit in response.hits]
        assert order == sorted(order)
        again = engine.search(SearchRequest(query, preset="thorough", limit=200, per_file="all", explain=True))
        assert [(hit.path, hit.span, hit.score, hit.explanation) for hit in again.hits] == [
            (hit.path, hit.span, hit.score, hit.explanation) for hit in response.hits
        ]


def test_the_order_does_not_depend_on_the_layer_a_file_is_in(workspace: Workspace) -> None:
    paths = [f"same/part_{number:02}.py" for number in range(12)]
    for path in paths:
        workspace.write(path, "def twin_tea(items):\n    return len(items)\n")
    engine = workspace.engine()
    known = {query: hits(engine, query, modalities=BY_WORDS) for query in (*QUESTIONS, "twin tea", "twin_tea")}
    for path in (paths[3], paths[7], "shop/prices.py"):
        os.utime(workspace.folder / path, ns=(10**18, 10**18))
    engine.update()
    assert len(engine.snapshot.segments.overlay_files) == 3
    eventually(lambda: engine.status()["index"]["parts"]["vectors"])  # type: ignore[index]
    for query, expected in known.items():
        assert hits(engine, query, modalities=BY_WORDS) == expected, query


def test_what_is_left_out_is_listed_with_the_reason(workspace: Workspace, tmp_path: Path) -> None:
    workspace.write("picture.png", b"\x89PNG\0\0")
    workspace.write("huge.txt", b"x" * 30_001)
    workspace.write("many_symbols.py", "def in_a_large_file(): pass\n# a large hiding place\n" * 300)
    workspace.write("no_meaning.py", "def beyond_meaning(): pass\n# a hiding place of words\n" * 100)
    (workspace.folder / "out").symlink_to(tmp_path)
    os.mkfifo(workspace.folder / "pipe")
    with open(os.fsencode(workspace.folder) + b"/caf\xe9.py", "wb") as file:
        file.write(b"x = 1\n")
    limits: dict[str, Any] = {"text_limit": 30_000, "structure_limit": 10_000, "embedding_limit": 4_000}
    engine = workspace.engine(**limits)
    skipped = engine.status()["files"]["skipped"]  # type: ignore[index]
    assert skipped == {
        "picture.png": "binary",
        "huge.txt": "larger than 30 kB",
        "out": "link out of the folder",
        "pipe": "special file",
        "caf\\xe9.py": "name is not UTF-8",
    }
    assert names(engine, "in_a_large_file") == [] and len(lines(engine, "a large hiding place")) == 300
    assert len(names(engine, "beyond_meaning")) > 1
    large, plain = (engine.snapshot.find(path) for path in ("many_symbols.py", "no_meaning.py"))
    assert large is not None and plain is not None
    assert "larger than" in " ".join(engine.snapshot.facts(large).problems)
    vectors = engine.snapshot.layers[0].vectors
    assert vectors is not None
    files = engine.snapshot.layers[0].segment.files
    assert not vectors.known[[file in (large, plain) for file in files.chunk_file.tolist()]].any()
    assert engine.status()["index"]["parts"]["vectors"]  # type: ignore[index]
    second = workspace.engine(update=False, **limits)
    assert (report := second.update()).read == 0 and report.skipped == skipped
    (workspace.folder / "picture.png").write_text("now it is text")
    workspace.write("huge.txt", "now it is small")
    report = second.update()
    assert report.read == 2 and not {"picture.png", "huge.txt"} & set(report.skipped)
    workspace.write("notes.txt", b"x" * 40_000)
    assert second.disk_events(["notes.txt"])
    assert second.snapshot.find("notes.txt") is None and second.snapshot.skipped["notes.txt"] == "larger than 30 kB"


def test_the_meaning_of_unsaved_text_is_known(workspace: Workspace) -> None:
    engine = workspace.engine()
    engine.edit("shop/prices.py", PROJECT["shop/prices.py"].encode() + b"\n\ndef reimburse(customer):\n    customer.account += 1\n")
    assert engine.settle(None, PATIENCE)
    eventually(lambda: engine.status()["index"]["parts"]["vectors"])  # type: ignore[index]
    found = engine.search(SearchRequest("give the buyer money back into the account", modalities=("semantic",), explain=True)).hits
    assert any(hit.path == "shop/prices.py" and "reimburse" in hit.snippet for hit in found[:3])
