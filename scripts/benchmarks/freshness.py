"""How soon an answer knows what was just typed: insert a function, ask, undo, ask again, in one session on an indexed folder.

    scripts/bench freshness FOLDER FILE [--rounds N]

FILE is a Python file of the folder. A round inserts a function at the file's end by an incremental change and at once asks each question; the time
runs from sending the change to the answer that knows the function. Then the change is undone, and an answer that still knows it is a fault.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from responsiveness import Client


def questions(uri: str, name: str, line: int) -> dict[str, Callable[[Client], bool]]:
    """Whether an answer knows the new function, by kind of question."""
    position = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 5}, "context": {"includeDeclaration": True}}

    def hits(client: Client, query: str) -> bool:
        answer = client.ask("maguyva/search", {"query": query, "limit": 5})
        return any(hit["uri"] == uri and name in hit["snippet"] for hit in answer["hits"])

    def outlined(client: Client) -> bool:
        return any(symbol["name"] == name for symbol in client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}}) or [])

    return {
        "search by name": lambda client: hits(client, f"where is {name} defined"),
        "search by literal": lambda client: hits(client, f'"only in {name}"'),
        "workspace/symbol": lambda client: any(found["name"] == name for found in client.ask("workspace/symbol", {"query": name}) or []),
        "references": lambda client: bool(client.ask("textDocument/references", position)),
        "documentSymbol": outlined,
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/bench freshness", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rounds", type=int, default=10)
    arguments = parser.parse_args()
    text = arguments.file.read_text(encoding="utf-8")
    text += "" if text.endswith("\n") else "\n"
    uri, line = arguments.file.resolve().as_uri(), text.count("\n")
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as cache:
        client = Client(arguments.folder.resolve(), Path(cache))
        while client.phase != "ready":
            time.sleep(0.1)
        document: dict[str, Any] = {"uri": uri, "languageId": "python", "version": 1}
        client.send({"method": "textDocument/didOpen", "params": {"textDocument": {**document, "text": text}}})
        client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})  # The file is open; an editor asks this at once.
        time.sleep(2.0)
        faults = 0
        for number in range(arguments.rounds):
            for kind, knows in questions(uri, f"fresh_{number}", line).items():
                name = f"fresh_{number}"
                added = f"def {name}(value):\n    return 'only in {name}', {name}\n"
                place, end = {"line": line, "character": 0}, {"line": line + 2, "character": 0}
                started = time.perf_counter()
                change(client, document, place, place, added)
                found = knows(client)
                times.setdefault(kind, []).append(1000 * (time.perf_counter() - started))
                faults += not found
                change(client, document, place, end, "")
                faults += kind != "references" and knows(client)
        client.close()
    for kind, values in times.items():
        print(f"{kind:18} median {median(values):6.1f} ms  max {max(values):6.1f} ms  ({len(values)} rounds)")
    print(f"answers that did not know, or still knew: {faults}")
    return 1 if faults else 0


def change(client: Client, document: dict[str, Any], start: dict[str, int], end: dict[str, int], text: str) -> None:
    """One incremental change."""
    document["version"] += 1
    identity = {"uri": document["uri"], "version": document["version"]}
    changes = [{"range": {"start": start, "end": end}, "text": text}]
    client.send({"method": "textDocument/didChange", "params": {"textDocument": identity, "contentChanges": changes}})


if __name__ == "__main__":
    sys.exit(main())
