"""The byte streams to the client: framing, one reader thread, one writer thread.

The protocol has file descriptors of its own: `take_standard_streams` copies descriptors 0 and 1, then points 0 at nothing and 1 at stderr, so
that neither a stray `print` nor a child process can get between the messages. Reading has a thread to itself, so no amount of work delays a
cancellation; writing has one too, because a client that is busy writing does not read, and a blocked event loop could not answer anybody else.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import re
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

LARGEST_MESSAGE = 512_000_000  # Bytes. A longer one is skipped: it is a broken length, not a document.
_HEADER_LIMIT = 4096
_LENGTH = re.compile(rb"\s*content-length\s*:\s*(\d{1,12})\s*$", re.IGNORECASE)

_log = logging.getLogger(__name__)


def take_standard_streams() -> tuple[BinaryIO, BinaryIO]:
    """(from the client, to the client), both unbuffered copies. What prints from now on prints to stderr, what reads reads nothing."""
    source, sink = os.dup(0), os.dup(1)
    for descriptor in (source, sink):
        os.set_inheritable(descriptor, False)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    if os.name == "nt":
        import msvcrt

        for descriptor in (source, sink):
            msvcrt.setmode(descriptor, os.O_BINARY)  # type: ignore[attr-defined,unused-ignore]  # Only there on Windows.
    return os.fdopen(source, "rb"), os.fdopen(sink, "wb", buffering=0)


def frames(stream: BinaryIO) -> Iterator[bytes]:
    """The bodies of the messages of a stream until it ends. Lines that are no header are passed over, so the stream finds its step again."""
    length: int | None = None
    while line := stream.readline(_HEADER_LIMIT):
        if found := _LENGTH.match(line):
            length = int(found[1])
        elif length is not None and not line.strip():
            body = _skip(stream, length) if length > LARGEST_MESSAGE else stream.read(length)
            if len(body) < length and length <= LARGEST_MESSAGE:
                return
            if length <= LARGEST_MESSAGE:
                yield body
            length = None


def _skip(stream: BinaryIO, length: int) -> bytes:
    _log.warning("a message of %d bytes was skipped", length)
    while length > 0 and (piece := stream.read(min(length, 1 << 20))):
        length -= len(piece)
    return b""


def framed(body: bytes) -> bytes:
    """A message as it goes over the wire."""
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Inbox:
    """Reads messages (`frames`) in a thread and hands each body to `arrived`, then tells `ended`."""

    def __init__(self, messages: Iterator[bytes], arrived: Callable[[bytes], None], ended: Callable[[], None]) -> None:
        self._messages, self._arrived, self._ended = messages, arrived, ended
        self._thread = threading.Thread(target=self._read, name="maguyva-reader", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            for body in self._messages:
                self._arrived(body)
        except (OSError, ValueError) as error:
            _log.info("reading from the client ended: %s", error)
        except RuntimeError:  # The event loop was closed meanwhile: the server is ending.
            return
        with contextlib.suppress(RuntimeError):
            self._ended()


class Outbox:
    """Writes messages in a thread, whole and in the order in which they were given. The writer object that pygls takes."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._broken = False
        self._thread = threading.Thread(target=self._write, name="maguyva-writer", daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> None:
        """Takes a framed message. Any thread may call it; what a client that is gone would have read is dropped."""
        if not self._broken:
            self._waiting.put(data)

    def close(self, timeout: float = 2.0) -> None:
        """Waits until all is written, at most `timeout` seconds."""
        self._waiting.put(None)
        self._thread.join(timeout)

    def _write(self) -> None:
        while (data := self._waiting.get()) is not None:
            view = memoryview(data)
            try:
                while view and not self._broken:
                    view = view[self._stream.write(view) :]
            except (OSError, ValueError) as error:
                self._broken = True
                _log.info("writing to the client ended: %s", error)
