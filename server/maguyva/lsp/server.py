"""The language server of one client: what it can do, what it is, and what it tells unasked. The handlers are in `events.py` and `requests.py`."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer

from maguyva import __version__
from maguyva.engine import Progress
from maguyva.lsp import protocol
from maguyva.lsp.convert import settings_values
from maguyva.lsp.events import EVENTS
from maguyva.lsp.lifetime import watch_parent
from maguyva.lsp.progress import IndexingProgress, Ticker
from maguyva.lsp.requests import REQUESTS
from maguyva.lsp.rpc import MaguyvaProtocol
from maguyva.lsp.session import Session, encoding_of, folders_named
from maguyva.lsp.watching import Watching
from maguyva.settings import Settings

_log = logging.getLogger(__name__)

HANDLERS: Mapping[str, Callable[..., Any]] = {**EVENTS, **REQUESTS}


class MaguyvaServer(LanguageServer):
    """One client's server. `ended` is resolved with the exit code."""

    protocol: MaguyvaProtocol

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.notebook_sync = types.NotebookDocumentSyncOptions(
            notebook_selector=[types.NotebookDocumentFilterWithNotebook(notebook="*")], save=False
        )
        super().__init__("maguyva", __version__, protocol_cls=MaguyvaProtocol, notebook_document_sync=self.notebook_sync)
        self.loop = loop
        self.ended: asyncio.Future[int] = loop.create_future()
        self.session: Session
        self.bar = IndexingProgress(self.protocol, loop)
        self.status_ticker = Ticker(loop, self._status_changed)
        self.watching: Watching | None = None
        self._was_updating = False

    def begin(self, params: types.InitializeParams, encoding: str) -> None:
        """The session of `initialize`. Nothing is indexed before `initialized`."""
        watch_parent(params.process_id, lambda: os._exit(1))
        chosen, problems = Settings.sound(settings_values(params.initialization_options, live=False))
        settings = Settings.from_mapping(chosen)
        self.session = Session(folders_named(params), encoding_of(encoding), settings, self._at_work, self.status_ticker.touch)
        self.session.problems += problems
        self.watching = Watching(self.session)
        self.session.moved = self.watching.again

    def end(self) -> None:
        """The client wants no more, or is gone."""
        if not self.ended.done():
            self.ended.set_result(0 if self.protocol.was_shut_down else 1)

    def close(self) -> None:
        """Ends threads and worker processes."""
        if self.protocol.is_initialized:
            if self.watching is not None:
                self.watching.close()
            self.session.close()

    def client_can(self, capability: str) -> bool:
        """Whether the client has announced a capability, `window.work_done_progress` for one."""
        return bool(self.client_says(capability))

    def client_says(self, capability: str) -> Any:
        """What the client has announced under a name, None when it has not."""
        return get_capability(self.protocol.client_capabilities, capability, None)

    def status(self) -> dict[str, Any]:
        """The object of `maguyva/status`."""
        session = self.session
        known = session.engine.status()
        errors = [*session.problems, *session.indexer.errors]
        return {**known, "phase": session.indexer.phase, "memory": {"resident": _resident_bytes()}, "errors": errors}

    def _at_work(self, progress: Progress) -> None:
        self.bar.report(progress)
        self.status_ticker.touch()

    def _status_changed(self) -> None:
        session = self.session
        shown: dict[str, Any] = {"phase": session.indexer.phase, "index": session.engine.status_of(session.engine.snapshot)}
        if (latest := self.bar.latest) is not None:
            shown["progress"] = {"stage": latest.stage, "done": latest.done, "total": latest.total}
        self.protocol.notify(protocol.STATUS_CHANGED, shown)
        is_updating = session.indexer.phase == "indexing"
        if is_updating and not self._was_updating and self.client_can("window.work_done_progress"):
            self.bar.begin()
        if not is_updating:
            self.bar.end()
        self._was_updating = is_updating

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Goes to the log. pygls would show a message to the user for what no request has asked."""
        _log.error("%s: %s", getattr(source, "__name__", source), type(error).__name__, exc_info=error)


def create_server(loop: asyncio.AbstractEventLoop) -> MaguyvaServer:
    """A server with all its handlers."""
    server = MaguyvaServer(loop)
    for method, handler in HANDLERS.items():
        server.feature(method)(handler)
    return server


def _resident_bytes() -> int:
    """How much memory the process holds, 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        if sys.platform == "win32":
            return 0
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
