"""What the client is shown while the index is made: work-done progress, and `maguyva/statusChanged`.

The engine reports from its own threads and often; here a report becomes at most one message every quarter of a second, on the event loop. A
client may never answer the request to create a progress: after two seconds it is forgotten, and the next job asks with a new token.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import Callable
from typing import Any

from lsprotocol import types

from maguyva.engine import Progress
from maguyva.lsp.rpc import MaguyvaProtocol

SECONDS_BETWEEN_REPORTS = 0.25
CREATE_SECONDS = 2.0
SECONDS_BEFORE_SHOWN = 0.3  # What is done sooner is not worth a bar that flashes up.

_STAGES = {
    "reading": "reading files",
    "parsing": "reading files",
    "indexing": "building the index",
    "embedding": "learning meanings",
    "saving": "saving",
}


class Ticker:
    """Calls `send` on the event loop soon after `touch`, which any thread may call, but never more often than the pause allows."""

    def __init__(self, loop: asyncio.AbstractEventLoop, send: Callable[[], None], pause: float = SECONDS_BETWEEN_REPORTS) -> None:
        self._loop, self._send, self._pause = loop, send, pause
        self._is_due = False
        self._last = 0.0

    def touch(self) -> None:
        """There is something new to tell."""
        if not self._is_due:
            self._is_due = True
            with contextlib.suppress(RuntimeError):  # The loop is closed: nobody is told any more.
                self._loop.call_soon_threadsafe(self._plan)

    def _plan(self) -> None:
        self._loop.call_later(max(0.0, self._last + self._pause - time.monotonic()), self._fire)

    def _fire(self) -> None:
        self._is_due = False
        self._last = time.monotonic()
        self._send()


class IndexingProgress:
    """The progress bar of the updates, one token for each. All methods but `report` run on the event loop."""

    def __init__(self, protocol: MaguyvaProtocol, loop: asyncio.AbstractEventLoop) -> None:
        self.latest: Progress | None = None
        self._protocol = protocol
        self._numbers = itertools.count(1)
        self._ticker = Ticker(loop, self._tell)
        self._task: asyncio.Task[None] | None = None
        self._token: str | None = None

    def report(self, progress: Progress) -> None:
        """What an update is at; any thread may call it."""
        self.latest = progress
        self._ticker.touch()

    def begin(self) -> None:
        """An update has begun."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._show())

    def end(self) -> None:
        """The update has ended."""
        self.latest = None
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if self._token is not None:
            self._notify(types.WorkDoneProgressEnd())
            self._token = None

    async def _show(self) -> None:
        await asyncio.sleep(SECONDS_BEFORE_SHOWN)
        token = f"maguyva-index-{next(self._numbers)}"
        if await create_token(self._protocol, token):
            self._token = token
            self._notify(types.WorkDoneProgressBegin(title="Maguyva", message="reading files", percentage=0, cancellable=False))
            self._tell()

    def _tell(self) -> None:
        if self._token is not None and self.latest is not None:
            done, total = self.latest.done, self.latest.total
            share = round(100 * done / total) if total else None
            counted = f" {done}/{total}" if total > 1 else ""
            self._notify(
                types.WorkDoneProgressReport(message=_STAGES.get(self.latest.stage, self.latest.stage) + counted, percentage=share)
            )

    def _notify(self, value: Any) -> None:
        self._protocol.notify(types.PROGRESS, types.ProgressParams(token=self._token or "", value=value))


async def create_token(protocol: MaguyvaProtocol, token: str) -> bool:
    """Whether the client takes progress under this token; False as well when it does not say so in time."""
    identity = f"create {token}"
    answer = protocol.send_request(types.WINDOW_WORK_DONE_PROGRESS_CREATE, types.WorkDoneProgressCreateParams(token=token), msg_id=identity)
    try:
        await asyncio.wait_for(asyncio.wrap_future(answer), CREATE_SECONDS)
        return True
    except asyncio.CancelledError:
        raise
    except Exception:  # Late, refused, or answered with nonsense: there is no bar then.
        return False
    finally:
        protocol.forget(identity)
