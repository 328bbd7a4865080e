"""Before the first piece of code leaves a folder, the user is asked through the client; later the word can be taken back.

A client that shows no question, or whose user closes it, has not said yes: nothing is sent, and the next start asks again.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from maguyva.adapters.consents import Said, forget_consents
from maguyva.lsp import protocol
from maguyva.lsp.params import read
from maguyva.lsp.places import folder_path
from maguyva.sending import Sending
from maguyva.unsent import Estimate

if TYPE_CHECKING:
    from maguyva.lsp.server import MaguyvaServer

SEND, NOT_NOW, NEVER = "Send", "Not Now", "Never for This Folder"
_SAID: dict[str, Said] = {SEND: "yes", NEVER: "never"}

_log = logging.getLogger(__name__)
_numbers = itertools.count(1)
_dialogs: set[asyncio.Task[None]] = set()  # The loop itself keeps no task alive.


def begin(ls: MaguyvaServer) -> None:
    """From now on code is sent in the background, where a service is set and the user says yes."""
    sending = ls.session.engine.meaning.sending
    if sending is None:
        return
    service = sending

    def ask(estimates: Sequence[Estimate]) -> None:
        def start() -> None:
            task = ls.loop.create_task(_ask_all(ls, service, estimates))
            _dialogs.add(task)
            task.add_done_callback(_dialogs.discard)

        with contextlib.suppress(RuntimeError):  # The loop is closed: nobody is there to ask.
            ls.loop.call_soon_threadsafe(start)

    service.start(ask)


async def consent(ls: MaguyvaServer, params: Any) -> Any:
    """`maguyva/consent`. Answers when nothing is under way that the user does not want."""
    asked = read(protocol.ConsentParams, params)
    engine, uri = ls.session.engine, asked.get("folder")
    roots = [folder.root for folder in engine.folders]
    if uri is not None:
        path = folder_path(uri)
        roots = [root for root in roots if root == path]
        if not roots:
            raise JsonRpcInvalidParams("folder: takes the URI of a workspace folder")
    sending = engine.meaning.sending
    if sending is not None:
        service = sending
        await _kept(ls, lambda: service.answer(roots, "yes" if asked["allow"] else None))
    elif not asked["allow"]:
        await _kept(ls, lambda: forget_consents(engine.settings.cache_folder, roots))
    said = {str(folder.root): "none" if sending is None else sending.consents.said(folder.root) or "none" for folder in engine.folders}
    return {"consent": said}


async def _ask_all(ls: MaguyvaServer, sending: Sending, estimates: Sequence[Estimate]) -> None:
    for estimate in estimates:
        root, said = estimate.amount.root, _SAID.get(await _asked(ls, estimate.question) or "")
        if said is not None:
            await _kept(ls, _answering(sending, root, said))


def _answering(sending: Sending, root: Path, said: Said) -> Callable[[], None]:
    return lambda: sending.answer([root], said)


async def _asked(ls: MaguyvaServer, question: str) -> str | None:
    """The title of the action that the user chose, None when none was."""
    identity = f"consent-{next(_numbers)}"
    shown = types.ShowMessageRequestParams(
        type=types.MessageType.Info, message=question, actions=[types.MessageActionItem(title=title) for title in (SEND, NOT_NOW, NEVER)]
    )
    answer = ls.protocol.send_request(types.WINDOW_SHOW_MESSAGE_REQUEST, shown, msg_id=identity)
    try:
        chosen = await asyncio.wrap_future(answer)
    except Exception:  # Refused, or answered with nonsense.
        return None
    finally:
        ls.protocol.forget(identity)
    title = chosen.get("title") if isinstance(chosen, dict) else getattr(chosen, "title", None)
    return title if isinstance(title, str) else None


async def _kept(ls: MaguyvaServer, change: Callable[[], None]) -> None:
    try:
        await ls.loop.run_in_executor(None, change)
    except OSError as error:
        _log.warning("what the user has said about sending could not be kept")
        problem = f"what you have said about sending code could not be kept ({error.strerror or error}); nothing is sent"
        ls.session.problems = [*ls.session.problems[-9:], problem]
        ls.status_ticker.touch()
