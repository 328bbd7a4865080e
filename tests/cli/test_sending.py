"""A service from the command line: a question on a terminal or `--yes` before the first byte, and a way to take it back."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..adapters.peer import KEY, Peer, peering
from .conftest import Done, command, environment

CODE = "def total(items):\n    return sum(items)\n\n\ndef pay(basket):\n    return total(basket)\n"


@pytest.fixture
def peer() -> Iterator[Peer]:
    with peering() as one:
        yield one


class Shell:
    def __init__(self, place: Path, peer: Peer) -> None:
        self.folder = place / "shop"
        self.folder.mkdir()
        (self.folder / "shop.py").write_text(CODE)
        (self.folder / ".env").write_text("MINE=1\n")
        self.environment = environment(place / "cache", VOYAGE_API_KEY=KEY)
        self.service = ["--set", "embeddingProvider=voyage", "--set", f"embedding_base_url={peer.url}"]

    def run(self, *arguments: str) -> Done:
        done = subprocess.run(command(*arguments), capture_output=True, cwd=self.folder, env=self.environment, timeout=120, stdin=subprocess.DEVNULL)
        return Done(done.returncode, done.stdout, done.stderr.decode())

    def on_a_terminal(self, answer: str, *arguments: str) -> str:
        """What a person sees who types `answer`."""
        import pty

        master, slave = pty.openpty()
        process = subprocess.Popen(command(*arguments), stdin=slave, stdout=slave, stderr=slave, cwd=self.folder, env=self.environment)
        os.close(slave)
        seen = b""
        while b"[y/N]" not in seen and (piece := self._read(master)):
            seen += piece
        os.write(master, answer.encode() + b"\n")
        while piece := self._read(master):
            seen += piece
        process.wait(120)
        os.close(master)
        return seen.decode()

    @staticmethod
    def _read(master: int) -> bytes:
        try:
            return os.read(master, 65536)
        except OSError:  # How a terminal says that nobody is left at the other end.
            return b""


@pytest.fixture
def shell(tmp_path: Path, peer: Peer) -> Shell:
    return Shell(tmp_path, peer)


def test_nothing_is_sent_without_a_word(shell: Shell, peer: Peer) -> None:
    done = shell.run("index", *shell.service)
    assert done.code == 0 and "Voyage (127.0.0.1" in done.error and "tokens" in done.error and "--yes allows it" in done.error
    assert "was not allowed" in shell.run("search", "how is it paid", *shell.service).text
    assert peer.connections == 0
    assert shell.run("consent").code == 1


def test_yes_sends_and_withdrawing_ends_it(shell: Shell, peer: Peer) -> None:
    done = shell.run("index", "--yes", "--json", *shell.service)
    assert done.code == 0 and done.error == "", done.error
    status = done.json["status"]
    assert status["index"]["parts"]["vectors"] and status["embedding"]["sent"]["chunks"] == sum(peer.accepted.values()) == 2
    found = shell.run("search", "how is it paid", "--json", *shell.service).json
    assert {report["name"]: report["status"] for report in found["modalities"]}["semantic"] == "ok" and peer.questions == ["how is it paid"]
    assert "may be sent" in shell.run("consent").text and not any("MINE" in text for text in peer.seen)
    assert shell.run("consent", "--withdraw").code == 0
    calls = len(peer.calls)
    assert "was not allowed" in shell.run("search", "how is it paid again", *shell.service).text and len(peer.calls) == calls
    assert shell.run("consent", "--json").json["consents"] == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_person_is_asked(shell: Shell, peer: Peer) -> None:
    seen = shell.on_a_terminal("", "index", *shell.service)
    assert "[y/N]" in seen and "Up to 1 file" in " ".join(seen.split()) and peer.connections == 0
    seen = shell.on_a_terminal("y", "index", *shell.service)
    assert sum(peer.accepted.values()) == 2 and "not sent" not in seen


def test_what_cannot_be_sent_now_is_told(shell: Shell, peer: Peer) -> None:
    peer.fault = lambda number: "401"
    done = shell.run("index", "--yes", *shell.service)
    assert done.code == 0 and "2 pieces of code are not sent yet: Voyage does not accept the key" in done.error
    del shell.environment["VOYAGE_API_KEY"]
    assert "nothing is sent: no Voyage key" in shell.run("index", "--yes", *shell.service).error


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("embeddingProvidr=voyage", "did you mean embedding_provider"),
        ("voyage", "give NAME=VALUE"),
        ("embeddingProvider=voyag", 'must be "local" or "voyage"'),
        ("embeddingTokensPerDay=many", "whole number"),
        ("embeddingBaseUrl=http://example.com", "https"),
    ],
)
def test_an_option_that_is_wrong_is_named(shell: Shell, given: str, said: str) -> None:
    done = shell.run("search", "x", "--set", given)
    assert done.code == 2 and said in done.error and done.error.count("\n") == 1
