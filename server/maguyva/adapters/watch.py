"""Watching folders for clients that cannot: every folder that the ignore rules leave, one by one, and never one they leave out.

A recursive watch would spend the system's watches on `node_modules`. So each listed folder is watched by itself, and when folders come or go,
or the rules change, the list is made anew. What happened while no watch was set is found by comparing: the roots are reported then.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from maguyva.adapters.disk import WorkspaceError, walk
from maguyva.adapters.folders import changes_rules
from maguyva.settings import Settings, SettingsError

_STEP_MS, _DEBOUNCE_MS, _WAIT_MS = 50, 200, 500
_POLL_SECONDS = 30.0  # When the system gives no more watches.

_log = logging.getLogger(__name__)


class Watcher:
    """Calls `changed` with absolute paths, in a thread of its own, until it is closed. `roots` is asked anew each time the list is made."""

    def __init__(self, roots: Callable[[], Sequence[Path]], settings: Settings, changed: Callable[[list[str]], None]) -> None:
        self._roots, self._settings, self._changed = roots, settings, changed
        self._stop = threading.Event()
        self.folders: tuple[str, ...] = ()
        self._thread = threading.Thread(target=self._run, name="maguyva-watcher", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the watch; a call under way is the last."""
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            roots = list(self._roots())
            self.folders = tuple(folders_within(roots, self._settings))
            try:
                self._watch(roots)
            except OSError as error:
                # No watches left (fs.inotify.max_user_watches), for one. Comparing now and then is slow, but right.
                _log.warning(
                    "the folders cannot be watched (%s); they are compared every %.0f seconds", error.strerror or error, _POLL_SECONDS
                )
                self._stop.wait(_POLL_SECONDS)
                self._compare(roots)

    def _compare(self, roots: Sequence[Path]) -> None:
        # An ignore file's news asks for all there is.
        self._changed([os.path.join(root, ".gitignore") for root in roots])

    def _watch(self, roots: Sequence[Path]) -> None:
        import watchfiles

        if not self.folders:
            self._stop.wait(_WAIT_MS / 1000)
            return
        events = watchfiles.watch(
            *self.folders,
            watch_filter=None,
            debounce=_DEBOUNCE_MS,
            step=_STEP_MS,
            stop_event=self._stop,
            rust_timeout=_WAIT_MS,
            yield_on_timeout=True,
            raise_interrupt=False,
            recursive=False,
            ignore_permission_denied=True,
        )
        known = set(self.folders)
        is_set = False
        for batch in events:
            if not is_set:  # The watch is set when its first step has passed; what happened before is found by comparing.
                is_set = True
                self._compare(roots)
            paths = sorted({path for _, path in batch})
            if paths:
                self._changed(paths)
            moved = any(path in known or changes_rules(path) or os.path.isdir(path) for path in paths)
            if moved or list(self._roots()) != roots:
                return


def folders_within(roots: Sequence[Path], settings: Settings) -> list[str]:
    """Every folder to watch: the roots that are there, and what the ignore rules leave below them."""
    found: dict[str, None] = {}
    for root in roots:
        try:
            below = walk(root, settings).folders
        except (WorkspaceError, SettingsError):
            continue
        found[str(root)] = None
        found.update(dict.fromkeys(os.path.join(root, *path.split("/")) for path in below))
    return list(found)
