"""Folders that come and go, and files that change outside the editor."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from .conftest import Client, Start

WATCHES = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}


@pytest.mark.parametrize(
    "params",
    [
        {"rootUri": None},
        {"rootUri": None, "workspaceFolders": None},
        {"rootUri": None, "workspaceFolders": []},
        {"rootUri": "git:/somewhere"},
        {"rootUri": "file:///does/not/exist"},
    ],
)
def test_no_folder_at_all_still_serves_documents(start: Start, params: dict[str, Any]) -> None:
    client = start()
    client.initialize(**params)
    client.open("untitled:Untitled-1", "def lonely():\n    pass\n")
    client.open("file:///not/in/any/folder.py", "def outside():\n    pass\n")
    assert client.symbols("lonely") == ["lonely"]
    (found,) = client.ask("workspace/symbol", {"query": "outside"})
    assert found["location"]["uri"] == "file:///not/in/any/folder.py"
    assert client.ask("maguyva/status")["files"]["indexed"] == 2


def test_the_root_may_be_a_path(start: Start) -> None:
    client = start()
    client.initialize(rootUri=None, rootPath=str(client.folder))
    assert client.symbols("Basket") == ["Basket"]


def folder(path: Path) -> dict[str, str]:
    return {"uri": path.as_uri(), "name": path.name}


def test_folders_come_and_go_and_nothing_is_there_twice(start: Start, workspace: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "extra.py").write_text("def in_the_other():\n    pass\n")
    client = start()
    client.initialize(WATCHES, workspaceFolders=[folder(workspace)])
    client.open(client.uri("shop/prices.py"), "def total():\n    pass\n\n\ndef unsaved():\n    pass\n")
    assert client.symbols("unsaved") == ["unsaved"]

    def change(added: list[Path], removed: list[Path]) -> None:
        event = {"added": [folder(path) for path in added], "removed": [folder(path) for path in removed]}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": event})

    change([other], [])
    client.eventually(lambda: client.symbols("in_the_other") == ["in_the_other"])
    client.eventually(lambda: client.symbols("unsaved") == ["unsaved"])
    (found,) = client.ask("workspace/symbol", {"query": "check_out"})
    assert found["location"]["uri"] == client.uri("shop/checkout.py")

    change([workspace / "web"], [])  # Nested in the first: its files are its own now.
    client.eventually(lambda: len(client.ask("maguyva/status")["folders"]) == 3)
    client.eventually(lambda: client.wait_until_ready() and client.symbols("addToCart") == ["addToCart"])

    change([], [workspace, workspace / "web"])
    client.eventually(lambda: client.symbols("check_out") == [])
    assert client.symbols("addToCart") == []
    client.eventually(lambda: client.symbols("in_the_other") == ["in_the_other"])
    change([], [other])
    client.eventually(lambda: client.symbols("in_the_other") == [])
    assert client.symbols("unsaved") == ["unsaved"], "a document that is open counts, in whatever folder"
    assert b"Traceback" not in client.log, client.log.decode()


def test_the_same_folder_twice_is_one(start: Start, workspace: Path) -> None:
    client = start()
    client.initialize(workspaceFolders=[folder(workspace), folder(workspace)])
    assert client.symbols("check_out") == ["check_out"]


# ---- changes outside ----


def announce(client: Client, *paths: Path) -> None:
    changes = [{"uri": path.as_uri(), "type": 2} for path in paths]
    client.notify("workspace/didChangeWatchedFiles", {"changes": changes})


def test_the_client_is_asked_to_watch(client: Client) -> None:
    asked = client.eventually(lambda: client.ask("maguyva/status") and [one for one in client.kept if one["method"] == "client/registerCapability"])
    (registration,) = asked[0]["params"]["registrations"]
    assert registration["method"] == "workspace/didChangeWatchedFiles"


def test_a_renamed_file_leaves_no_ghost(client: Client) -> None:
    old, new = client.folder / "shop" / "checkout.py", client.folder / "shop" / "till.py"
    old.rename(new)
    announce(client, old, new)
    client.eventually(lambda: [one["location"]["uri"] for one in client.ask("workspace/symbol", {"query": "check_out"})] == [new.as_uri()])


def test_five_hundred_events_are_one_change(client: Client) -> None:
    for number in range(500):
        (client.folder / f"many_{number}.py").write_text(f"def generated_{number}():\n    pass\n")
    before = client.ask("maguyva/status")["index"]["revision"]
    for first in range(0, 500, 50):  # A client sends them in pieces.
        announce(client, *(client.folder / f"many_{number}.py" for number in range(first, first + 50)))
    client.eventually(lambda: client.symbols("generated_499") == ["generated_499"])
    client.eventually(lambda: client.ask("maguyva/status")["index"]["parts"]["vectors"])
    after = client.wait_until_ready()["index"]["revision"]
    assert after - before <= 4, "one change, and its vectors"
    assert client.ask("maguyva/status")["files"]["indexed"] == 505


def test_events_in_ignored_folders_cost_nothing(client: Client) -> None:
    noise = [client.folder / "ignored" / "secret.py", client.folder / "a.log", client.folder / ".git" / "index"]
    for path in noise:
        path.parent.mkdir(exist_ok=True)
        path.write_text("def noise():\n    pass\n")
    announce(client, *noise)
    announce(client, client.folder / "shop" / "prices.py")
    (client.folder / "later.py").write_text("def later():\n    pass\n")
    announce(client, client.folder / "later.py")
    client.eventually(lambda: client.symbols("later") == ["later"])
    assert client.symbols("noise") == []
    revision = client.wait_until_ready()["index"]["revision"]
    for _ in range(5):
        announce(client, *noise)
    (client.folder / ".gitignore").write_text("*.log\n")
    announce(client, client.folder / ".gitignore")
    client.eventually(lambda: client.symbols("noise") == ["noise"])
    assert client.ask("maguyva/status")["index"]["revision"] > revision


def test_an_open_document_wins_over_the_disk(client: Client) -> None:
    path = client.folder / "shop" / "prices.py"
    client.open(path.as_uri(), "def in_the_editor():\n    pass\n")
    path.write_text("def on_the_disk():\n    pass\n")
    announce(client, path)
    assert client.symbols("in_the_editor") == ["in_the_editor"]
    assert client.symbols("on_the_disk") == []
    client.close_document(path.as_uri())
    client.eventually(lambda: client.symbols("on_the_disk") == ["on_the_disk"])
    assert client.symbols("in_the_editor") == []


@pytest.mark.skipif(os.name == "nt", reason="timing of Windows' own watches differs")
def test_the_server_watches_where_the_client_cannot(start: Start, workspace: Path) -> None:
    client = start()
    client.initialize()
    (workspace / "fresh.py").write_text("def made_outside():\n    pass\n")
    client.eventually(lambda: client.symbols("made_outside") == ["made_outside"])
    (workspace / "deep" / "er").mkdir(parents=True)
    (workspace / "deep" / "er" / "one.py").write_text("def down_there():\n    pass\n")
    client.eventually(lambda: client.symbols("down_there") == ["down_there"])
    shutil.rmtree(workspace / "deep")
    client.eventually(lambda: client.symbols("down_there") == [])
