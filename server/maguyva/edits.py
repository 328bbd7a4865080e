"""The waiting room of unsaved texts: the newest of each document, taken in batches after a quiet moment, and who waits for them.

One thread takes (`take`, then `done`), any thread tells and settles. A text that is superseded while it waits is never seen by anybody.
"""

from __future__ import annotations

import threading
import time

QUIET_SECONDS = 0.03  # The taker waits for such a pause in the typing, unless a reader waits for the text.

State = tuple[bytes, str | None] | None
"""A document's newest text and its language where that overrules the path; None: it was closed."""


class Edits:
    """See the module's first lines. Every method may be called from any thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[str, State] = {}
        self._busy: frozenset[str] = frozenset()  # Taken, and not in the snapshot yet.
        self._readers = 0
        self._closed = False

    def tell(self, path: str, state: State) -> None:
        """The newest state of a document."""
        with self._changed:
            self._waiting[path] = state
            self._changed.notify_all()

    def take(self) -> dict[str, State] | None:
        """Waits for news and a pause, then gives all that waits; None once it is closed. `done` must follow."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or bool(self._waiting))
            while not self._closed and not self._readers and self._changed.wait(QUIET_SECONDS):
                pass  # Another keystroke, or a reader: the pause begins anew, or ends.
            if self._closed:
                return None
            taken, self._waiting = self._waiting, {}
            self._busy = frozenset(taken)
            return taken

    def done(self) -> None:
        """What was taken is in the snapshot, or lost."""
        with self._changed:
            self._busy = frozenset()
            self._changed.notify_all()

    def settle(self, path: str | None, timeout: float) -> bool:
        """Waits until the newest text of `path` (None: of every document) is in the snapshot; False when that takes longer (seconds)."""
        deadline = time.monotonic() + timeout
        with self._changed:
            self._readers += 1
            self._changed.notify_all()
            try:
                while not self._closed and self._is_unsettled(path):
                    left = deadline - time.monotonic()
                    if left <= 0 or not self._changed.wait(left):
                        return not self._is_unsettled(path)
                return not self._closed
            finally:
                self._readers -= 1

    def unsettled(self) -> frozenset[str]:
        """The documents that have a newer text than the snapshot."""
        with self._changed:
            return frozenset(self._waiting.keys() | self._busy)

    def opened(self) -> frozenset[str]:
        """The documents whose waiting state is a text, not the news that they were closed."""
        with self._changed:
            return frozenset(path for path, state in self._waiting.items() if state is not None)

    def close(self) -> None:
        """Nobody waits any longer."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _is_unsettled(self, path: str | None) -> bool:
        return bool(self._waiting or self._busy) if path is None else path in self._waiting or path in self._busy
