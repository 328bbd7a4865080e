"""How soon the language server answers while it is busy: a ping every few milliseconds, in three situations.

    scripts/bench responsiveness FOLDER [--seconds N]

Cold: an empty cache, the folder is being indexed. Typing: a document of 2 MB is edited twenty times a second. Burst: 500 files change at once
(in a copy of some of the folder's files). A ping is a request for a method that does not exist, so it costs nothing but the way there and back
and tells how long the event loop was kept from its work. What the machine's other work adds is in the figures too: quote them with `--idle`,
the same pings while the server has nothing to do.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

SECONDS_BETWEEN_PINGS = 0.005
DOCUMENT_BYTES = 2_000_000
BURST_FILES = 500


class Client:
    """The least a client can be: frames on pipes, a thread that reads."""

    def __init__(self, folder: Path, cache: Path) -> None:
        # In a process of its own the reading thread competes with nothing but the sender.
        self.process = subprocess.Popen(
            [sys.executable, "-m", "maguyva", "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "MAGUYVA_CACHE_DIR": str(cache)},
        )
        self.pings: dict[str, float] = {}
        self.times: list[float] = []
        self.answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.phase = "starting"
        self._lock = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()
        self.ask("initialize", {"processId": os.getpid(), "rootUri": folder.as_uri(), "capabilities": {}})
        self.send({"method": "initialized", "params": {}})

    def send(self, message: dict[str, Any]) -> None:
        """One message."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        with self._lock:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            self.process.stdin.flush()

    def ask(self, method: str, params: Any = None) -> Any:
        """A request's answer; one at a time."""
        self.send({"id": 0, "method": method, "params": params})
        return self.answers.get(timeout=120)

    def ping(self) -> None:
        """A ping goes out; the reader notes when it is back."""
        name = f"ping {len(self.times) + len(self.pings)}-{time.perf_counter()}"
        self.pings[name] = time.perf_counter()
        self.send({"id": name, "method": "maguyva/ping"})

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            length = int(line.split(b":")[1])
            stream.readline()
            message = json.loads(stream.read(length))
            if (sent := self.pings.pop(str(message.get("id")), None)) is not None:
                self.times.append(time.perf_counter() - sent)
            elif message.get("id") == 0:
                self.answers.put(message.get("result"))
            elif message.get("method") == "maguyva/statusChanged":
                self.phase = message["params"]["phase"]

    def close(self) -> None:
        """Ends the server."""
        self.ask("shutdown")
        self.send({"method": "exit"})
        self.process.wait(10)


def ping_while(client: Client, title: str, going: Any) -> None:
    """Pings as long as `going()` says so, then prints what they took."""
    client.times.clear()
    started = time.perf_counter()
    while going():
        client.ping()
        time.sleep(SECONDS_BETWEEN_PINGS)
    while client.pings:
        time.sleep(0.01)
    times = sorted(1000 * one for one in client.times)
    if len(times) < 3:
        print(f"{title:8} too short to tell")
        return
    cuts = quantiles(times, n=100)
    late = sum(one > 50 for one in times)
    print(
        f"{title:8} {time.perf_counter() - started:6.1f} s {len(times):6} pings   p50 {cuts[49]:6.1f} ms   p99 {cuts[98]:6.1f} ms   "
        f"max {times[-1]:6.1f} ms   over 50 ms: {late}",
        flush=True,
    )


def typing(client: Client, seconds: float) -> None:
    """A large document, edited in its middle."""
    line = "def handler_{0}(request, value):\n    return respond(request, value, 'answer number {0}')\n\n\n"
    text = "".join(line.format(number) for number in range(DOCUMENT_BYTES // 88))
    document = {"uri": "untitled:large.py", "languageId": "python", "version": 1}
    client.send({"method": "textDocument/didOpen", "params": {"textDocument": {**document, "text": text}}})
    stop = threading.Event()

    def edit() -> None:
        version = 1
        while not stop.wait(0.05):
            version += 1
            place = {"line": 40_001, "character": 4}
            changes = [{"range": {"start": place, "end": place}, "text": "x"}]
            client.send(
                {
                    "method": "textDocument/didChange",
                    "params": {"textDocument": {**document, "version": version}, "contentChanges": changes},
                }
            )

    thread = threading.Thread(target=edit)
    thread.start()
    until = time.perf_counter() + seconds
    ping_while(client, "typing", lambda: time.perf_counter() < until)
    stop.set()
    thread.join()
    client.send({"method": "textDocument/didClose", "params": {"textDocument": {"uri": document["uri"]}}})


def burst(client: Client, folder: Path, seconds: float) -> None:
    """Five hundred files come at once."""
    sources = [path for path in sorted(folder.rglob("*.py")) if 2_000 < path.stat().st_size < 40_000][:BURST_FILES]
    target = folder / "burst_of_files"
    target.mkdir()
    for number, source in enumerate(sources):
        (target / f"copy_{number}.py").write_bytes(source.read_bytes() + b"\n# a copy\n")
    changes = [{"uri": path.as_uri(), "type": 1} for path in sorted(target.iterdir())]
    client.send({"method": "workspace/didChangeWatchedFiles", "params": {"changes": changes}})
    until = time.perf_counter() + seconds
    ping_while(client, "burst", lambda: time.perf_counter() < until)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/bench responsiveness", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=15.0, help="how long to type, and to watch a burst (default 15)")
    parser.add_argument("--idle", action="store_true", help="also ping a server that has nothing to do")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "workspace"
        shutil.copytree(arguments.folder, folder, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        client = Client(folder, Path(temporary) / "cache")
        ping_while(client, "cold", lambda: client.phase in ("starting", "indexing"))
        if arguments.idle:
            until = time.perf_counter() + 5
            ping_while(client, "idle", lambda: time.perf_counter() < until)
        typing(client, arguments.seconds)
        burst(client, folder, arguments.seconds)
        client.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
