"""`maguyva serve`: one client over standard input and output, until it is gone."""

from __future__ import annotations

import gc
import logging
import logging.handlers
import os
import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from maguyva.lsp.greeting import greeting
from maguyva.lsp.io import Inbox, Outbox, framed, frames, take_standard_streams

if TYPE_CHECKING:
    import asyncio

SWITCH_SECONDS = 0.001  # How long another thread may compute while the event loop has a message to answer.
# Young objects are collected as ever, all of them hardly ever by itself: a full collection holds the interpreter's lock, and what the index
# consists of are arrays that no cycle goes through. The indexer does it after an update, when little is alive.
COLLECT = (10_000, 20, 100_000)
LOG_BYTES = 5_000_000


def serve_standard_streams(log_file: Path | None = None, verbose: bool = False) -> int:
    """Serves until the client ends the session or is gone. Gives the exit code: 0 after `shutdown`, else 1."""
    source, sink = take_standard_streams()
    set_up_logging(log_file, verbose)
    outbox, messages = Outbox(sink), frames(source)
    first = next(messages, b"")
    greeted = greeting(first)
    if greeted is not None:
        outbox.write(framed(greeted[1]))
    import asyncio

    from maguyva.lsp.server import create_server

    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*COLLECT)
    gc.freeze()  # The modules that are loaded now stay.
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    server = create_server(loop)
    server.protocol.set_writer(outbox, include_headers=True)
    server.protocol.greeted = greeted[0] if greeted is not None else None
    Inbox(
        chain((first,) if first else (), messages),
        lambda body: _post(loop, server.protocol.receive, body),
        lambda: _post(loop, server.end),
    )
    try:
        code = loop.run_until_complete(server.ended)
    except KeyboardInterrupt:
        code = 130
    server.close()
    outbox.close()
    return code


def _post(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *arguments: object) -> None:
    loop.call_soon_threadsafe(call, *arguments)


def set_up_logging(log_file: Path | None, verbose: bool) -> None:
    """To stderr, which editors keep, and to a file that is cut at 5 MB. pygls logs whole messages, and those hold the user's code: it is silent."""
    handlers: list[logging.Handler] = [logging.StreamHandler(sys.stderr)]
    if log_file is not None:
        log_file.parent.mkdir(parents=True, exist_ok=True)
        handlers.append(logging.handlers.RotatingFileHandler(log_file, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8"))
    logging.basicConfig(
        level=logging.DEBUG if verbose else logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        handlers=handlers,
        force=True,
    )
    logging.getLogger("pygls").setLevel(logging.CRITICAL + 1)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    logging.getLogger("watchfiles").setLevel(logging.WARNING)


def end_process(code: int) -> NoReturn:
    """Ends at once, whatever threads are still computing: what they would have written is made again, and nobody waits for their answers."""
    logging.shutdown()
    os._exit(code)
