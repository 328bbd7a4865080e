"""The thread that keeps the index true to the disk: one job at a time, what waits is merged.

News from the disk is gathered for a moment first, so that a branch switch is one change, not five hundred.
"""

from __future__ import annotations

import gc
import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Literal

from maguyva.engine import Engine

GATHER_SECONDS = 0.1  # A batch of news is complete after such a pause,
GATHER_AT_MOST = 1.0  # or this long after its first.

Phase = Literal["starting", "indexing", "ready", "failed"]
Job = Callable[[], None]

_log = logging.getLogger(__name__)


class Indexer:
    """Runs updates of one engine. Every method returns at once; `changed` is called, in the indexer's thread, when the phase changes."""

    def __init__(self, engine: Engine, changed: Callable[[], None]) -> None:
        self.phase: Phase = "starting"
        self.errors: list[str] = []
        self._engine, self._changed = engine, changed
        self._waking = threading.Condition()
        self._jobs: list[Job] = []
        self._update: bool | None = None  # An update is wanted; True: of everything, trusting nothing.
        self._news: set[str] = set()
        self._first = self._last = 0.0
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="maguyva-indexer", daemon=True)
        self._thread.start()

    def update(self, afresh: bool = False, first: Job | None = None) -> None:
        """Compares the disk with the index soon; `first` is done before that, in order with the other jobs."""
        with self._waking:
            if first is not None:
                self._jobs.append(first)
            self._update = afresh or bool(self._update)
            self._waking.notify()

    def news(self, paths: Iterable[str]) -> None:
        """Paths (keys of the snapshot) that may have changed on disk."""
        with self._waking:
            now = time.monotonic()
            self._first = now if not self._news else self._first
            self._last = now
            self._news.update(paths)
            self._waking.notify()

    def close(self) -> None:
        """No further job begins."""
        with self._waking:
            self._closed = True
            self._waking.notify()

    def _run(self) -> None:
        while (work := self._next()) is not None:
            jobs, update, news = work
            known = self.phase
            # A handful of changed files is no state that a user should see come and go.
            self._set_phase("indexing" if update is not None else known)
            try:
                for job in jobs:
                    job()
                if update is not None:
                    self._engine.update(update)
                elif news:
                    self._engine.disk_events(news)
                self._set_phase("ready")
                if update is not None:
                    gc.collect()
                    self._engine.warm_up()
            except Exception as error:  # The thread must live: the next update may find the folder back, or the disk with room again.
                if not self._closed:
                    _log.exception("the index could not be brought up to date")
                    self.errors = [*self.errors[-9:], f"{type(error).__name__}: {error}"]
                    self._set_phase("failed")

    def _next(self) -> tuple[list[Job], bool | None, set[str]] | None:
        with self._waking:
            while not self._closed:
                if self._jobs or self._update is not None:
                    break
                wait = min(self._last + GATHER_SECONDS, self._first + GATHER_AT_MOST) - time.monotonic() if self._news else None
                if wait is not None and wait <= 0:
                    break
                self._waking.wait(wait)
            if self._closed:
                return None
            work = self._jobs, self._update, self._news
            # A whole comparison finds whatever the news would have told, but knows no more about what the rules leave out.
            self._jobs, self._update, self._news = [], None, set()
            return work

    def _set_phase(self, phase: Phase) -> None:
        self.phase = phase
        self._changed()
