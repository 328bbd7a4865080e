"""The real server in a process of its own, on a small real workspace, and the plainest client there can be."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

SOURCES = Path(__file__).resolve().parents[2] / "server" / "maguyva"
COMMAND = [sys.executable, "-m", "maguyva", "serve"]
PATIENCE = 60.0  # Seconds; the machine may be busy.

PROJECT = {
    "shop/__init__.py": "from .prices import total as grand_total\n",
    "shop/prices.py": 'TAX = 0.2\n\n\ndef total(items):\n    """Sum of all items."""\n    return sum(items) * (1 + TAX)\n\n\nclass Basket:\n    def __init__(self):\n        self.items = []\n\n    def pay(self):\n        return total(self.items)\n',
    "shop/checkout.py": "from shop.prices import Basket, total\n\n\ndef check_out(basket: Basket):\n    return basket.pay() + total([1, 2])\n",
    "web/cart.ts": "export function addToCart(name: string): number {\n  return name.length;\n}\nexport const twice = (n: string) => addToCart(n) * 2;\n",
    ".gitignore": "ignored/\n*.log\n",
    "ignored/secret.py": "def never_seen():\n    pass\n",
}


class Client:
    """Frames on pipes. Requests of the server are answered with null unless `answering` is off; notifications are kept."""

    def __init__(self, folder: Path, cache: Path, *arguments: str, answering: bool = True, **environment: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, "MAGUYVA_CACHE_DIR": str(cache), **environment},
        )
        self.folder = folder
        self.answering = answering
        self.inbox: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self.kept: list[dict[str, Any]] = []  # Notifications and requests of the server.
        self.answers: dict[Any, dict[str, Any]] = {}
        self.log = bytearray()
        self.broken: bytes = b""  # Bytes on the wire that are no message.
        self.number = 0
        self.capabilities: dict[str, Any] = {}
        for target in (self._read, self._read_log):
            threading.Thread(target=target, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            while line := stream.readline():
                if not line.startswith(b"Content-Length: "):
                    self.broken += line
                    continue
                if not line.endswith(b"\n"):
                    break  # Killed in the middle of a message.
                stream.readline()
                length = int(line.split(b":")[1])
                if len(body := stream.read(length)) < length:
                    break
                self.inbox.put(json.loads(body))
        self.inbox.put(None)

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as stream:
            while piece := stream.read1(65536):  # type: ignore[attr-defined]
                self.log += piece

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send_body(self, body: bytes) -> None:
        self.send_bytes(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def send(self, message: dict[str, Any]) -> None:
        self.send_body(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def start(self, method: str, *params: Any) -> int:
        """A request; its number. Without params there is no such field."""
        self.number += 1
        self.send({"id": self.number, "method": method, **({"params": params[0]} if params else {})})
        return self.number

    def answer(self, number: Any, timeout: float = PATIENCE) -> dict[str, Any]:
        """The whole answer to a request."""
        until = time.monotonic() + timeout
        while number not in self.answers:
            self.pump(max(0.01, until - time.monotonic()))
            assert time.monotonic() < until, f"no answer to {number}"
        return self.answers.pop(number)

    def pump(self, timeout: float) -> None:
        """Takes one message, if one comes in time."""
        try:
            message = self.inbox.get(timeout=timeout)
        except queue.Empty:
            return
        assert message is not None, f"the server has ended: {self.log.decode()[-2000:]}"
        if "method" in message:
            self.kept.append(message)
            if "id" in message and self.answering:
                self.send({"id": message["id"], "result": None})
        else:
            self.answers[message.get("id")] = message

    def ask(self, method: str, *params: Any) -> Any:
        """A request's result; its error fails the test."""
        answer = self.answer(self.start(method, *params))
        assert "error" not in answer, answer
        return answer["result"]

    def error(self, method: str, *params: Any) -> dict[str, Any]:
        """A request's error."""
        answer = self.answer(self.start(method, *params))
        assert "error" in answer, answer
        return answer["error"]

    def initialize(self, capabilities: dict[str, Any] | None = None, ready: bool = True, **params: Any) -> Any:
        """The handshake; with `ready`, until the index is complete."""
        usual = {"processId": os.getpid(), "rootUri": self.folder.as_uri(), "capabilities": capabilities or {}}
        result = self.ask("initialize", {**usual, **params})
        self.notify("initialized", {})
        if ready:
            self.wait_until_ready()
        return result

    def wait_until_ready(self) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while (status := self.ask("maguyva/status"))["phase"] != "ready":
            assert time.monotonic() < until, status
            time.sleep(0.02)
        return status

    def eventually(self, probe: Callable[[], Any]) -> Any:
        """The first true value of `probe`."""
        until = time.monotonic() + PATIENCE
        while not (value := probe()):
            assert time.monotonic() < until, "it never came"
            time.sleep(0.05)
        return value

    def uri(self, path: str) -> str:
        return (self.folder / path).as_uri()

    def open(self, uri: str, text: str, language: str = "python") -> None:
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}})

    def edit(self, uri: str, version: int, *changes: tuple[int, int, int, int, str]) -> None:
        shown = [
            {"range": {"start": {"line": a, "character": b}, "end": {"line": c, "character": d}}, "text": text} for a, b, c, d, text in changes
        ]
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": shown})

    def close_document(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def symbols(self, query: str) -> list[str]:
        return [found["name"] for found in self.ask("workspace/symbol", {"query": query})]

    def hits(self, query: str, **more: Any) -> list[Any]:
        return self.ask("maguyva/search", {"query": query, **more})["hits"]

    def shut_down(self) -> int:
        self.ask("shutdown")
        self.notify("exit")
        return self.process.wait(PATIENCE)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        # The other pipes are closed by the threads that read them, at their end: a killed server's children may hold them a moment longer.


def place(client: Client, path: str, marked: str) -> dict[str, Any]:
    """Document and position: where `|` stands in `marked`, which is a piece of the file on disk."""
    before, _, after = marked.partition("|")
    text = (client.folder / path).read_text()
    at = text.index(before + after) + len(before)
    return {"textDocument": {"uri": client.uri(path)}, "position": {"line": text.count("\n", 0, at), "character": at - (text.rfind("\n", 0, at) + 1)}}


def written(folder: Path, files: dict[str, str]) -> Path:
    """The folder, with the files in it."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return written(tmp_path / "project", PROJECT)


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache") / "maguyva"


Start = Callable[..., Client]


@pytest.fixture
def start(workspace: Path, shared_cache: Path) -> Iterator[Start]:
    """Start a server; every one is ended with the test."""
    clients: list[Client] = []

    def call(*arguments: str, folder: Path = workspace, cache: Path = shared_cache, **more: Any) -> Client:
        clients.append(Client(folder, cache, *arguments, **more))
        return clients[-1]

    yield call
    for client in clients:
        client.end()


@pytest.fixture
def client(start: Start) -> Client:
    """A server that is ready."""
    one = start()
    one.initialize(
        {
            "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}},
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
        }
    )
    return one


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory, shared_cache: Path) -> Iterator[Callable[..., Client]]:
    """Start a server on some files that lives as long as the module's tests, for those that leave nothing behind."""
    clients: list[Client] = []

    def call(files: dict[str, str], capabilities: dict[str, Any] | None = None, **initialize: Any) -> Client:
        clients.append(Client(written(tmp_path_factory.mktemp("lasting") / "project", files), shared_cache))
        clients[-1].initialize(capabilities, **initialize)
        return clients[-1]

    yield call
    for client in clients:
        client.end()


@pytest.fixture
def larger_workspace(tmp_path: Path) -> Path:
    """A copy of some of this project's own sources."""
    folder = tmp_path / "larger"
    shutil.copytree(SOURCES / "search", folder / "search", ignore=shutil.ignore_patterns("__pycache__"))
    return folder
