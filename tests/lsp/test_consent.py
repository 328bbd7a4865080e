"""A service behind the real server: the client is asked before the first byte leaves, and can take its word back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..adapters.peer import KEY, Peer, peering
from .conftest import Client, Start


@pytest.fixture
def peer() -> Iterator[Peer]:
    with peering() as one:
        yield one


class Asking:
    """A server with Voyage as its provider, and what it asks."""

    def __init__(self, start: Start, cache: Path, peer: Peer, key: str = KEY) -> None:
        self.client: Client = start(cache=cache, answering=False, VOYAGE_API_KEY=key)
        self.client.initialize(initializationOptions={"embedding": {"provider": "voyage", "baseUrl": peer.url}})

    def question(self) -> dict[str, Any]:
        """The next question to the user."""

        def asked() -> dict[str, Any] | None:
            self.client.pump(0.05)
            found = next((message for message in self.client.kept if message["method"] == "window/showMessageRequest"), None)
            if found is not None:
                self.client.kept.remove(found)
            return found

        question: dict[str, Any] = self.client.eventually(asked)
        return question

    def reply(self, question: dict[str, Any], result: Any) -> None:
        self.client.send({"id": question["id"], "result": result})

    def embedding(self) -> dict[str, Any]:
        status: dict[str, Any] = self.client.ask("maguyva/status")
        return {**status["embedding"], "complete": status["index"]["parts"]["vectors"], "errors": status["errors"]}

    def complete(self) -> None:
        self.client.eventually(lambda: self.embedding()["complete"])

    def semantic(self, query: str) -> dict[str, Any]:
        found: list[dict[str, Any]] = self.client.ask("maguyva/search", {"query": query})["modalities"]
        return next(report for report in found if report["name"] == "semantic")


def test_the_client_is_asked_and_its_word_counts(start: Start, tmp_path: Path, peer: Peer) -> None:
    asking = Asking(start, tmp_path / "cache", peer)
    question = asking.question()
    message = question["params"]["message"]
    assert [action["title"] for action in question["params"]["actions"]] == ["Send", "Not Now", "Never for This Folder"]
    for told in ("“project”", "Voyage (127.0.0.1", " files", " pieces of code", " tokens", "US dollars"):
        assert told in message
    shown = asking.embedding()
    assert (shown["provider"], shown["model"], shown["phase"], shown["sent"]["tokens"], shown["complete"]) == ("voyage", "voyage-code-4", "waiting", 0, False)
    assert shown["pending"] > 0 and "was not allowed" in shown["problem"] and list(shown["consent"].values()) == ["none"]
    assert asking.semantic("how is the total made")["status"] == "degraded"
    assert peer.connections == peer.received == 0
    asking.reply(question, {"title": "Send"})
    asking.complete()
    shown = asking.embedding()
    assert shown["sent"]["chunks"] == sum(peer.accepted.values()) > 0 and shown["sent"]["tokens"] > 0 and shown["problem"] is None
    assert asking.semantic("how is the total made")["status"] == "ok" and peer.questions == ["how is the total made"]
    assert not any("never_seen" in text for text in peer.seen)
    # Withdrawn: what is typed from now on stays here.
    assert list(asking.client.ask("maguyva/consent", {"allow": False})["consent"].values()) == ["none"]
    received = peer.received
    asking.client.open(asking.client.uri("shop/prices.py"), "def typed(): return 'later'\n")
    assert "was not allowed" in asking.semantic("why is it typed later")["reason"]
    time.sleep(0.3)
    assert peer.received == received
    # And given again by the command's twin.
    allowed = asking.client.ask("workspace/executeCommand", {"command": "maguyva/consent", "arguments": [{"allow": True, "folder": asking.client.folder.as_uri()}]})
    assert list(allowed["consent"].values()) == ["yes"]
    assert asking.semantic("why is it typed later")["status"] == "ok"
    assert asking.client.shut_down() == 0


def test_whatever_is_not_a_yes_is_a_no(start: Start, tmp_path: Path, peer: Peer) -> None:
    for answer in (None, {"title": "Not Now"}, "Send"):
        asking = Asking(start, tmp_path / "cache", peer)
        asking.reply(asking.question(), answer)
        time.sleep(0.3)
        assert asking.embedding()["phase"] == "waiting" and peer.connections == 0
    again = Asking(start, tmp_path / "cache", peer)
    again.reply(again.question(), {"title": "Never for This Folder"})
    again.client.eventually(lambda: list(again.embedding()["consent"].values()) == ["never"])
    third = Asking(start, tmp_path / "cache", peer)
    third.client.eventually(lambda: third.embedding()["phase"] == "waiting")
    time.sleep(0.2)
    third.client.pump(0.1)
    assert not any(message["method"] == "window/showMessageRequest" for message in third.client.kept) and peer.connections == 0


def test_without_a_key_nobody_is_asked(start: Start, tmp_path: Path, peer: Peer) -> None:
    asking = Asking(start, tmp_path / "cache", peer, key="")
    report = asking.semantic("how is the total made")
    assert report["status"] == "degraded" and report["reason"].startswith("meaning is off: no Voyage key")
    assert not any(message["method"] == "window/showMessageRequest" for message in asking.client.kept) and peer.connections == 0


def test_a_workspace_cannot_choose_where_code_goes(start: Start, tmp_path: Path, peer: Peer) -> None:
    client = start(cache=tmp_path / "cache", VOYAGE_API_KEY=KEY)
    client.initialize()
    client.notify("workspace/didChangeConfiguration", {"settings": {"maguyva": {"embedding": {"provider": "voyage", "baseUrl": peer.url, "tokensPerDay": 10**9}}}})
    client.hits("how is the total made")
    assert client.ask("maguyva/status")["embedding"]["provider"] == "local" and peer.connections == 0
    error = client.error("maguyva/consent", {"folder": "file:///elsewhere", "allow": True})
    assert error["code"] == -32602 and "folder" in error["message"]
    assert "allow" in client.error("maguyva/consent", {})["message"]
    assert list(client.ask("maguyva/consent", {"allow": False})["consent"].values()) == ["none"]
