"""Who watches the disk: the client where it can, else the server."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from lsprotocol import types

from maguyva.lsp.elsewhere import WatchProcess
from maguyva.lsp.rpc import MaguyvaProtocol
from maguyva.lsp.session import Session

REGISTER_SECONDS = 10.0

_log = logging.getLogger(__name__)


class Watching:
    """The watch over one session's folders."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._watcher: WatchProcess | None = None
        self._is_ours = False
        self._is_closed = False

    async def start(self, protocol: MaguyvaProtocol, client_can: bool) -> None:
        """Registers with the client. One that cannot watch, refuses or does not answer is not relied on."""
        self._is_ours = not (client_can and await _register(protocol))
        self.again()

    def again(self) -> None:
        """The folders or the rules are others now."""
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None
        engine = self._session.engine
        if self._is_ours and not self._is_closed and engine.folders:
            self._watcher = WatchProcess([folder.root for folder in engine.folders], engine.settings, self._session.disk_paths)

    def close(self) -> None:
        """Watches no more."""
        self._is_closed = True
        if self._watcher is not None:
            self._watcher.close()


async def _register(protocol: MaguyvaProtocol) -> bool:
    identity = "register watched files"
    options: Any = types.DidChangeWatchedFilesRegistrationOptions(watchers=[types.FileSystemWatcher(glob_pattern="**/*")])
    registration = types.Registration(id="maguyva-watched-files", method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES, register_options=options)
    answer = protocol.send_request(types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams([registration]), msg_id=identity)
    try:
        await asyncio.wait_for(asyncio.wrap_future(answer), REGISTER_SECONDS)
        return True
    except Exception as error:  # A refusal is any error the client likes; waiting too long is another.
        _log.info("the client does not watch files (%s); the server does", type(error).__name__)
        return False
    finally:
        protocol.forget(identity)
