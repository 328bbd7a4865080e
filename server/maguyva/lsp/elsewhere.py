"""What would keep the event loop waiting has processes of its own: building a large index, and setting watches on thousands of folders.

The built index is left in the store, and the server maps what it finds there. Building computes for seconds in one thread, and its millions of
short-lived objects keep the garbage collector busy with the interpreter's lock held: measured on django, single pauses of more than a second, in
which no message is answered; the process also gives its memory back. Setting 3,000 watches is one call that holds the lock for 40 to 180 ms.

A process reads one line of JSON (what to do), then waits for the end of its input, which is the end of the server; it writes what it has to tell
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
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from maguyva.engine import Engine, Progress
from maguyva.indexing import Report
from maguyva.settings import Settings

_BOOTSTRAP = "import sys; sys.path[:] = sys.argv[1:]; from maguyva.lsp import elsewhere; elsewhere.{}()"
_SECONDS_BETWEEN_REPORTS = 0.1
_SECONDS_BEFORE_RESTART = 5.0

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
            self._process = process = _spawn("build_here")
        request = {**_request(roots, settings), "afresh": afresh}
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


def _spawn(function: str) -> subprocess.Popen[bytes]:
    path = [entry for entry in sys.path if entry]  # Never the working folder: nothing from a workspace is ever imported.
    return subprocess.Popen(
        [sys.executable, "-I", "-c", _BOOTSTRAP.format(function), *path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        **({"process_group": 0} if os.name == "posix" else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}),
    )


class WatchProcess:
    """Tells `changed` of paths that change below the roots, in a thread of its own, until it is closed. One that dies is started again."""

    def __init__(self, roots: Sequence[Path], settings: Settings, changed: Callable[[list[str]], None]) -> None:
        self._request = _request(roots, settings)
        self._changed = changed
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = threading.Event()
        self._lock = threading.Lock()
        threading.Thread(target=self._run, name="maguyva-watch", daemon=True).start()

    def close(self) -> None:
        """Watches no more."""
        with self._lock:
            self._closed.set()
            if self._process is not None:
                self._process.kill()

    def _run(self) -> None:
        while not self._closed.is_set():
            with self._lock:
                if self._closed.is_set():
                    return
                self._process = process = _spawn("watch_here")
            assert process.stdin is not None and process.stdout is not None
            with contextlib.suppress(OSError, ValueError):
                process.stdin.write(json.dumps(self._request).encode() + b"\n")
                process.stdin.flush()
                for line in process.stdout:
                    self._changed(json.loads(line))
            with contextlib.suppress(OSError):
                process.stdin.close()
            process.stdout.close()
            process.wait()
            if not self._closed.wait(_SECONDS_BEFORE_RESTART):
                _log.warning("the process that watches the folders has died; it is started again")


def _request(roots: Sequence[Path], settings: Settings) -> dict[str, Any]:
    values = {**dataclasses.asdict(settings), "cache_folder": str(settings.cache_folder)}
    return {"roots": [str(root) for root in roots], "settings": values}


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


def watch_here() -> None:
    """Likewise, for the watch."""
    from maguyva.adapters.watch import Watcher
    from maguyva.lsp.io import take_standard_streams

    source, sink = take_standard_streams()
    request = json.loads(source.readline())
    roots = [Path(root) for root in request["roots"]]
    Watcher(lambda: roots, Settings.from_mapping(request["settings"]), lambda paths: _say(sink, paths))
    source.read()
    os._exit(0)


def _say(sink: Any, value: Any) -> None:
    try:
        sink.write(json.dumps(value).encode() + b"\n")
    except OSError:
        os._exit(1)
