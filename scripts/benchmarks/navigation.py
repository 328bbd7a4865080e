"""How long a language server's client waits for definitions, references, callers, hovers and highlights; also beside other servers, in one run.

    scripts/bench navigation FOLDER [--items N] [--language NAME] [--rival "COMMAND"]...

Items are definitions (functions, methods and types), drawn with a seed, and one use of each. Every question about an item is asked of all servers,
one after the other in an order that is drawn anew, so that what else the machine does weighs on all alike. The first round is the first time that
anybody asks; the last one is the steady state. A rival is any command that speaks the protocol over standard input and output, as
`basedpyright-langserver --stdio` or `jedi-language-server`; documents are opened for it first, and it gets --settle seconds to read the folder.
The last column is the median over all items of a rival's time divided by ours.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

OURS = "maguyva"
PATIENCE = 60.0
LANGUAGES = "python .py;typescript .ts;typescriptreact .tsx;javascript .js;go .go;rust .rs;java .java;c .c .h;cpp .cc .cpp .hpp;csharp .cs"
LANGUAGE_IDS = {suffix: name for name, *suffixes in (row.split() for row in LANGUAGES.split(";")) for suffix in suffixes}
KINDS = {5, 6, 11, 12, 23}  # Class, method, interface, function, struct.

Position = dict[str, int]


class Client:
    """The least a client can be. What a server asks is answered with nothing."""

    def __init__(self, command: Sequence[str], folder: Path, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder, env={**os.environ, **environment}
        )
        self.folder = folder
        self.number = 0
        self.opened: set[str] = set()
        self.answers: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        capabilities = {
            "general": {"positionEncodings": ["utf-16"]},
            "textDocument": {
                "hover": {"contentFormat": ["markdown"]},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
                "callHierarchy": {},
            },
        }
        root = {"uri": folder.as_uri(), "name": folder.name}
        self.ask("initialize", {"processId": os.getpid(), "rootUri": root["uri"], "workspaceFolders": [root], "capabilities": capabilities})
        self.notify("initialized", {})

    def send(self, message: dict[str, Any]) -> None:
        """One message."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def notify(self, method: str, params: Any) -> None:
        """One message that has no answer."""
        self.send({"method": method, "params": params})

    def ask(self, method: str, params: Any = None) -> Any:
        """A request's result, None for an error."""
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            answer = self.answers.get(timeout=PATIENCE)
            if answer.get("id") == self.number:
                return answer.get("result")

    def open(self, uri: str, text: str) -> None:
        """A document as an editor opens it; once."""
        if uri not in self.opened:
            self.opened.add(uri)
            language = LANGUAGE_IDS.get(Path(uri).suffix, "plaintext")
            self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}})

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            length = int(line.split(b":")[1])
            while stream.readline().strip():
                pass
            message = json.loads(stream.read(length))
            if "method" not in message:
                self.answers.put(message)
            elif "id" in message:
                items = len(message["params"].get("items", ())) if message["method"] == "workspace/configuration" else None
                self.send({"id": message["id"], "result": None if items is None else [None] * items})

    def close(self) -> None:
        """Ends the server, whatever it does."""
        self.process.kill()
        self.process.wait()


@dataclass(frozen=True)
class Item:
    """A definition and one use of it."""

    name: str
    uri: str
    position: Position
    use_uri: str
    use: Position


def wait_until_ready(client: Client) -> None:
    """Our own server tells when it has read everything."""
    while client.ask("maguyva/status")["phase"] != "ready":
        time.sleep(0.1)


def draw(client: Client, folder: Path, suffixes: set[str], count: int, seed: int) -> list[Item]:
    """Definitions that are used somewhere, no two of a file more often than needed."""
    chance = random.Random(seed)
    files = sorted(path for path in folder.rglob("*") if path.suffix in suffixes and path.is_file() and ".git" not in path.parts)
    chance.shuffle(files)
    items: list[Item] = []
    for path in files * 3:
        outline = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": path.as_uri()}}) or []
        symbols = [symbol for symbol in _flat(outline) if symbol["kind"] in KINDS]
        if not symbols:
            continue
        symbol = chance.choice(symbols)
        where = {"textDocument": {"uri": path.as_uri()}, "position": symbol["selectionRange"]["start"]}
        uses = client.ask("maguyva/references", where)["items"]
        if uses:
            use = chance.choice(uses)
            items.append(Item(symbol["name"], path.as_uri(), where["position"], use["uri"], use["range"]["start"]))
        if len(items) == count:
            break
    return items


def _flat(symbols: Sequence[Any]) -> list[Any]:
    return [one for symbol in symbols for one in (symbol, *_flat(symbol.get("children", ())))]


def questions(item: Item) -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """What is asked about an item: (method, params) to be asked in a row."""
    use = {"textDocument": {"uri": item.use_uri}, "position": item.use}
    own = {"textDocument": {"uri": item.uri}, "position": item.position}
    return {
        "definition": [("textDocument/definition", use)],
        "references": [("textDocument/references", {**own, "context": {"includeDeclaration": False}})],
        "callers": [("textDocument/prepareCallHierarchy", own), ("callHierarchy/incomingCalls", own)],
        "hover": [("textDocument/hover", use)],
        "highlights": [("textDocument/documentHighlight", own)],
    }


def timed(client: Client, steps: list[tuple[str, dict[str, Any]]]) -> tuple[float, bool]:
    """(milliseconds until the last answer, whether it said anything); a later step is about the first thing that the one before it found."""
    started = time.perf_counter()
    found: Any = None
    for number, (method, params) in enumerate(steps):
        if number and not found:
            break
        found = client.ask(method, params if number == 0 else {"item": found[0]})
    return 1000 * (time.perf_counter() - started), bool(found)


def percentile(times: Sequence[float], share: int) -> float:
    """The time that a share of all stay below."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


Taken = dict[str, dict[str, list[tuple[float, bool]]]]
"""Question → server → a time for each item, and whether there was an answer."""


def report(title: str, taken: Taken) -> None:
    """One line a question and server."""
    print(f"\n{title}\n{'':12} {'':28} {'answered':>9} {'p50':>9} {'p95':>9} {'max':>9}   times ours")
    for question, by_server in taken.items():
        for server, found in by_server.items():
            times = [time for time, _ in found]
            ratio = f"{median(theirs / ours for theirs, (ours, _) in zip(times, by_server[OURS], strict=True)):10.1f}"
            figures = [percentile(times, 50), percentile(times, 95), max(times)]
            shown = "".join(f"{figure:7.1f} ms" for figure in figures)
            share = f"{100 * sum(answered for _, answered in found) // len(found)} %"
            print(f"{question:12} {server[:28]:28} {share:>9}{shown}   {'' if server == OURS else ratio}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/bench navigation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--language", default="python", help="only files of this language, as the protocol calls it (default: python)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rival", action="append", default=[], metavar="COMMAND")
    parser.add_argument("--settle", type=float, default=30.0, help="seconds for a rival to read the folder (default 30)")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    with tempfile.TemporaryDirectory() as cache:
        clients = {OURS: Client([sys.executable, "-m", "maguyva", "serve"], folder, {"MAGUYVA_CACHE_DIR": cache})}
        try:
            wait_until_ready(clients[OURS])
            suffixes = {suffix for suffix, language in LANGUAGE_IDS.items() if language == arguments.language}
            items = draw(clients[OURS], folder, suffixes, arguments.items, arguments.seed)
            if len(items) < 2:
                print(f"{folder} has too little code in {arguments.language}", file=sys.stderr)
                return 2
            for command in arguments.rival:
                clients[shlex.split(command)[0].rpartition("/")[2]] = Client(shlex.split(command), folder, {})
            for item in items:
                for uri in (item.uri, item.use_uri):
                    text = Path(folder / uri.removeprefix(folder.as_uri() + "/")).read_bytes().decode("utf-8", "replace")
                    for client in clients.values():
                        client.open(uri, text)
            time.sleep(arguments.settle if arguments.rival else 2.0)
            wait_until_ready(clients[OURS])
            print(f"{folder.name}: {len(items)} items", flush=True)
            chance = random.Random(arguments.seed)
            for number in range(arguments.rounds):
                taken: Taken = {question: {server: [] for server in clients} for question in questions(items[0])}
                for item in items:
                    for question, steps in questions(item).items():
                        for server in chance.sample(list(clients), len(clients)):
                            taken[question][server].append(timed(clients[server], steps))
                if number in (0, arguments.rounds - 1):
                    report("the first time" if number == 0 else "steady state", taken)
        finally:
            for client in clients.values():
                client.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
