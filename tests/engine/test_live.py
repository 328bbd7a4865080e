"""Unsaved text: what is in the editor is what is searched, through edits, closes, updates and compactions."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from maguyva.engine import Engine
from maguyva.indexing import Progress

from .conftest import PATIENCE, PROJECT, Workspace, eventually, hits, lines, names, references

EDITED = PROJECT["shop/prices.py"] + "\n\ndef discount(items):\n    return total(items) / 2  # half the tea\n"


@pytest.fixture
def workspace(workspace: Workspace) -> Workspace:
    """Here meaning is off, for speed; what it knows of unsaved text is asked in `test_answers.py`."""
    workspace.settings = replace(workspace.settings, embedding_provider="off")
    return workspace


def type_in(engine: Engine, path: str, text: str, language: str | None = None) -> None:
    engine.edit(path, text.encode(), language)
    assert engine.settle(path, PATIENCE)


def close(engine: Engine, path: str) -> None:
    """As the face does it: a closed document is news from the disk."""
    engine.close_document(path)
    assert engine.settle(path, PATIENCE)
    engine.disk_events([path])


def test_unsaved_text_is_found_and_is_gone_when_closed_without_saving(workspace: Workspace) -> None:
    engine = workspace.engine()
    type_in(engine, "shop/prices.py", EDITED)
    assert names(engine, "discount") == ["shop/prices.py"]
    assert [line[0] for line in lines(engine, "half the tea")] == ["shop/prices.py"]
    assert hits(engine, "where is discount defined", preset="default")[0][0] == "shop/prices.py"
    calls = {(path, where) for path, name, _, where, *_ in references(engine.snapshot) if name == "total"}
    assert ("shop/prices.py", "shop/prices.py") in calls
    assert engine.status()["index"]["complete"]  # type: ignore[index]
    workspace.check(engine)
    engine.update()
    assert names(engine, "discount") == ["shop/prices.py"], "the disk does not win over an open document"
    close(engine, "shop/prices.py")
    assert names(engine, "discount") == [] and lines(engine, "half the tea") == []
    workspace.check(engine)


def test_a_deleted_symbol_is_gone_at_once_and_back_at_once(workspace: Workspace) -> None:
    engine = workspace.engine()
    for text, expected in ((PROJECT["shop/prices.py"].split("class")[0], []), (PROJECT["shop/prices.py"], ["shop/prices.py"]), ("", [])):
        type_in(engine, "shop/prices.py", text)
        assert names(engine, "Basket") == expected
        for path, span in hits(engine, "where is Basket defined"):
            file = engine.snapshot.find(path)
            assert file is not None and span[1] <= len(engine.snapshot.text(file))
        workspace.check(engine)


def test_the_newest_of_many_keystrokes_wins(workspace: Workspace) -> None:
    engine = workspace.engine()
    for number in range(200):
        engine.edit("notes.txt", b"tea" * number)
        engine.edit("shop/new.py", b"def step_%d(): pass\n" % number)
    assert engine.settle(None, PATIENCE) and engine.pending() == 0
    assert names(engine, "step_199") == ["shop/new.py"] and not names(engine, "step_198")
    assert engine.snapshot.text(engine.snapshot.find("notes.txt")) == b"tea" * 199  # type: ignore[arg-type]
    workspace.check(engine)


@pytest.mark.parametrize("key", ["ignored/secret.py", "untitled:Untitled-1", "vscode-notebook-cell:/a.ipynb#x1", "file:///elsewhere/other.py", "shop/not_there.py"])
def test_documents_that_no_walk_lists_count_while_they_are_open(workspace: Workspace, key: str) -> None:
    engine = workspace.engine()
    type_in(engine, key, "def passing_by():\n    return total([1])\n", "python")
    for _ in range(2):
        assert names(engine, "passing_by") == [key]
        workspace.check(engine)
        engine.update()
    close(engine, key)
    assert names(engine, "passing_by") == [] and names(engine, "never_seen") == []
    assert engine.snapshot.find(key) is None
    workspace.check(engine)


def test_an_edit_during_an_update_is_not_lost(workspace: Workspace) -> None:
    """The update is held in the middle of its work until the edit is in, so that the two must cross."""
    reached, typed = threading.Event(), threading.Event()

    def hold(progress: Progress) -> None:
        if progress.stage == stage and progress.done:
            reached.set()
            assert typed.wait(PATIENCE)

    for stage in ("reading", "indexing"):
        engine = workspace.engine(update=False)
        engine._progress = hold
        engine.edit("shop/opened_before.py", b"def early(): pass\n")
        engine.edit("ignored/secret.py", b"def hidden_gem(): pass\n")
        assert engine.settle(None, PATIENCE)
        updating = threading.Thread(target=engine.update, args=(True,))
        updating.start()
        assert reached.wait(PATIENCE)
        type_in(engine, "shop/prices.py", EDITED)
        type_in(engine, "untitled:1", "def nowhere_else(): pass\n", "python")
        for path in ("shop/opened_before.py", "ignored/secret.py"):
            engine.close_document(path)
        assert engine.settle(None, PATIENCE)
        typed.set()
        updating.join(PATIENCE)
        found = [names(engine, name) for name in ("discount", "nowhere_else", "early", "hidden_gem", "never_seen")]
        assert found == [["shop/prices.py"], ["untitled:1"], [], [], []], stage
        workspace.check(engine)
        reached.clear()
        typed.clear()


def test_typing_and_updates_at_the_same_time(workspace: Workspace) -> None:
    engine = workspace.engine()
    done = threading.Event()
    failures: list[Exception] = []

    def keep_updating() -> None:
        while not done.is_set():
            try:
                engine.update()
            except Exception as error:
                failures.append(error)

    updating = threading.Thread(target=keep_updating)
    updating.start()
    for number in range(120):
        engine.edit(f"shop/typed_{number % 40}.py", b"def typed_%d(): pass\n" % number)
        if number % 3 == 0:
            engine.close_document(f"shop/typed_{(number * 7) % 40}.py")
        if number % 10 == 0:
            assert engine.settle(None, PATIENCE)
    assert engine.settle(None, PATIENCE)
    done.set()
    updating.join(PATIENCE)
    assert not failures
    engine.update()
    workspace.check(engine)


def test_compaction_keeps_the_answers_and_the_open_documents(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maguyva.indexing.OVERLAY_FILES", 20)
    engine = workspace.engine()
    type_in(engine, "shop/prices.py", EDITED)
    type_in(engine, "untitled:1", "def nowhere_else(): pass\n", "python")
    for number in range(18):
        workspace.write(f"lib/part_{number}.py", f"def piece_{number}():\n    return total({number})\n")
    engine.update()
    assert len(engine.snapshot.segments.overlay_files) == 20, "not yet"
    for number in range(18, 40):
        workspace.write(f"lib/part_{number}.py", f"def piece_{number}():\n    return total({number})\n")
    engine.update()
    assert not engine.snapshot.segments.overlay_files, "one new base"
    assert names(engine, "discount") == ["shop/prices.py"] and names(engine, "nowhere_else") == ["untitled:1"]
    assert names(engine, "piece_39") == ["lib/part_39.py"]
    # What was unsaved is in the stored base as well, and no later start believes it.
    later = workspace.engine()
    assert names(later, "discount") == [] and names(later, "nowhere_else") == []
    workspace.check(later)
    type_in(engine, "untitled:1", "def somewhere_else(): pass\n", "python")
    assert names(engine, "nowhere_else") == [] and names(engine, "somewhere_else") == ["untitled:1"]
    for path in ("untitled:1", "shop/prices.py"):
        close(engine, path)
    workspace.check(engine)


def test_settling_has_an_end(workspace: Workspace) -> None:
    engine = workspace.engine()
    assert engine.settle("shop/prices.py", 0.0) and engine.settle(None, 0.0), "nothing to wait for"
    engine.edit("shop/prices.py", EDITED.encode())
    eventually(lambda: engine.settle("shop/prices.py", 0.01))
    waiting = threading.Thread(target=engine.settle, args=(None, PATIENCE))
    engine.edit("notes.txt", b"x")
    waiting.start()
    engine.close()
    waiting.join(5)
    assert not waiting.is_alive()
