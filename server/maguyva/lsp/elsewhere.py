"""Large indexes are built in a process of their own, which leaves them in the store; the server then maps what it finds there.

Building computes for seconds in one thread, and its millions of short-lived objects keep the garbage collector busy with the interpreter's lock
held: measured on django, single pauses of more than a second, in which no message is answered. The process also gives its memory back.

The process reads one line of JSON (what to index), then waits for the end of its input, which is the end of the server; it writes its progress
as lines of JSON. What it prints otherwise goes to stderr.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from maguyva.engine import Engine, Progress
from maguyva.indexing import Report
from maguyva.settings import Settings

_BOOTSTRAP = "import sys; sys.path[:] = sys.argv[1:]; from maguyva.lsp.elsewhere import build_here; build_here()"
_SECONDS_BETWEEN_REPORTS = 0.1

_log = logging.getLogger(__name__)


class IndexProcess:
    """Builds one index at a time. Thread-safe in that `close` may come from anywhere."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def build(self, roots: Sequence[Path], settings: Settings, afresh: bool, report: Report) -> bool:
        """Whether the store now holds the index of these folders. False: the process died or could not write; the log says more."""
        with self._lock:
            if self._closed:
                return False
            self._process = process = _spawn()
        values = {**dataclasses.asdict(settings), "cache_folder": str(settings.cache_folder)}
        request = {"roots": [str(root) for root in roots], "settings": values, "afresh": afresh}
        assert process.stdin is not None and process.stdout is not None
        is_built = False
        with contextlib.suppress(OSError, ValueError):
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            for line in process.stdout:
                said: dict[str, Any] = json.loads(line)
                is_built = is_built or bool(said.get("built"))
                if "stage" in said:
                    report(Progress(said["stage"], said["done"], said["total"]))
        with contextlib.suppress(OSError):
            process.stdin.close()
        process.stdout.close()
        code = process.wait()
        if not is_built and not self._closed:
            _log.warning("the process that builds the index ended with code %s", code)
        return is_built

    def close(self) -> None:
        """Ends a build under way."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()


def _spawn() -> subprocess.Popen[bytes]:
    path = [entry for entry in sys.path if entry]  # Never the working folder: nothing from a workspace is ever imported.
    return subprocess.Popen(
        [sys.executable, "-I", "-c", _BOOTSTRAP, *path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        **({"process_group": 0} if os.name == "posix" else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}),
    )


# ---- in the process ----


def build_here() -> None:
    """The process's main function."""
    from maguyva.lsp.io import take_standard_streams

    source, sink = take_standard_streams()
    request = json.loads(source.readline())
    if hasattr(os, "nice"):
        os.nice(5)  # The editor and the server's answers go first.
    last = 0.0

    def report(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > _SECONDS_BETWEEN_REPORTS or progress.done == progress.total:
            last = now
            _say(sink, {"stage": progress.stage, "done": progress.done, "total": progress.total})

    engine = Engine([Path(root) for root in request["roots"]], Settings.from_mapping(request["settings"]), report)

    def end_with_the_server() -> None:
        source.read()
        engine.close()
        os._exit(1)

    threading.Thread(target=end_with_the_server, daemon=True).start()
    engine.update(request["afresh"])
    if engine.is_stored():
        _say(sink, {"built": True})
    engine.close()
    os._exit(0)


def _say(sink: Any, value: dict[str, Any]) -> None:
    try:
        sink.write(json.dumps(value).encode() + b"\n")
    except OSError:
        os._exit(1)
