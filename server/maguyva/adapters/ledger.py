"""What was sent to one host today and in the last minute, counted by all of the user's processes together.

A small JSON file in the cache folder, changed under a lock and replaced by a rename. Tokens are booked before they are sent, by estimate, and corrected
afterwards, so that neither a second process nor a kill in the middle can send more than the day's cap. Where the count cannot be kept, nothing is sent.
The day is UTC's.

A call stays in the pace's minute from before it is made until a minute after its answer: on whatever moment in between the service counts it, it sees no
more calls or tokens in any of its minutes than the pace allows.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import filelock

from maguyva.adapters.disk import make_private_folder
from maguyva.adapters.service import CallFailed, Pace, Service

VERSION = 1
MINUTE = 60.0
DAY = 86_400
_LOCK_SECONDS = 10.0
_FORGOTTEN = 900.0  # Seconds after which a call without an end was made by a process that was killed.
_LOOK_AGAIN = 0.5  # When only calls under way stand in the way.
_LARGEST = 10_000_000


class Capped(CallFailed):
    """Today's tokens are used up; `wait` is the time until there are new ones."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Calls, chunks and tokens."""

    calls: int = 0
    chunks: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Booking:
    """A call that may be made."""

    number: str
    tokens: int


class Ledger:
    """The count of one provider and host. Safe for threads and processes. Every method raises OSError when the count cannot be kept."""

    def __init__(self, cache_folder: Path, service: Service, now: Callable[[], float]) -> None:
        """Opens nothing. `now` is seconds since 1970, on the same clock in all processes."""
        name = hashlib.blake2b(f"{service.provider} {service.host}".encode(), digest_size=8).hexdigest()
        self._folder = cache_folder / "sending"
        self._file = self._folder / f"ledger-{name}.json"
        self._now = now

    def book(self, tokens: int, pace: Pace | None, cap: int | None) -> Booking | float:
        """Books a call of about `tokens` tokens, or gives the seconds to wait for the pace. Raises Capped."""
        with self._changing() as state:
            now = self._now()
            if cap is not None and state["today"]["tokens"] + tokens > cap:
                reached = f"today's cap of {cap:,} tokens is reached; it goes on after midnight (UTC)"
                raise Capped(reached if cap else "the cap is 0 tokens a day, so nothing is sent", wait=DAY - now % DAY)
            wait = 0.0 if pace is None else _wait(list(state["recent"].values()), tokens, pace, now)
            if wait > 0:
                return wait
            booking = Booking(secrets.token_hex(6), tokens)
            state["recent"][booking.number] = [now, tokens, None]
            _add(state, calls=1, tokens=tokens)
            return booking

    def settle(self, booking: Booking, tokens: int, chunks: int) -> None:
        """The call was answered: so many tokens were counted, so many chunks have their vectors."""
        with self._changing() as state:
            self._end(state, booking, tokens)
            _add(state, chunks=chunks, tokens=tokens - booking.tokens)

    def fail(self, booking: Booking, counted: bool) -> None:
        """The call came to nothing. `counted`: the service may have counted its tokens all the same."""
        with self._changing() as state:
            self._end(state, booking, booking.tokens if counted else 0)
            _add(state, tokens=0 if counted else -booking.tokens)

    def cancel(self, booking: Booking) -> None:
        """The call was not made."""
        with self._changing() as state:
            state["recent"].pop(booking.number, None)
            _add(state, calls=-1, tokens=-booking.tokens)

    def sums(self) -> tuple[Sums, Sums]:
        """(today's, all that was ever sent), zeros where nothing is known. Raises nothing."""
        with contextlib.suppress(OSError):
            state = self._read()
            return Sums(**state["today"]), Sums(**state["ever"])
        return Sums(), Sums()

    def _end(self, state: dict[str, Any], booking: Booking, tokens: int) -> None:
        entry = state["recent"].get(booking.number)
        if entry is not None:
            entry[1:] = [tokens, self._now()]

    @contextlib.contextmanager
    def _changing(self) -> Iterator[dict[str, Any]]:
        make_private_folder(self._folder.parent)
        make_private_folder(self._folder)
        try:
            lock = filelock.FileLock(self._file.with_suffix(".lock"), timeout=_LOCK_SECONDS)
            lock.acquire()
        except (filelock.Timeout, NotImplementedError) as error:
            raise OSError(f"{self._file.name} cannot be locked") from error
        try:
            state = self._read()
            yield state
            write_json(self._file, state)
        finally:
            lock.release()

    def _read(self) -> dict[str, Any]:
        now = self._now()
        state = _sound(read_json(self._file))
        today = int(now // DAY)
        if state["day"] != today:
            state["day"], state["today"] = today, {"calls": 0, "chunks": 0, "tokens": 0}
        state["recent"] = {
            number: entry
            for number, entry in state["recent"].items()
            if (entry[0] + _FORGOTTEN > now if entry[2] is None else entry[2] + MINUTE > now) and entry[0] <= now + MINUTE
        }
        return state


def _wait(entries: list[Any], tokens: int, pace: Pace, now: float) -> float:
    """Seconds until a call of `tokens` fits; 0: now. One that is larger than a whole minute's goes when the minute is empty."""
    calls, held = len(entries), sum(entry[1] for entry in entries)
    if not entries or (calls < pace.calls and held + tokens <= pace.tokens):
        return 0.0
    for entry in sorted((entry for entry in entries if entry[2] is not None), key=lambda entry: entry[2]):
        calls, held = calls - 1, held - entry[1]
        if not calls or (calls < pace.calls and held + tokens <= pace.tokens):
            return float(max(entry[2] + MINUTE - now, 0.001))
    return _LOOK_AGAIN


def _add(state: dict[str, Any], **more: int) -> None:
    for sums in (state["today"], state["ever"]):
        for name, value in more.items():
            sums[name] = max(0, sums[name] + value)


def _sound(state: Any) -> dict[str, Any]:
    """The state that a file holds, an empty one where it holds something else."""
    empty = {"calls": 0, "chunks": 0, "tokens": 0}
    try:
        if state["version"] == VERSION:
            return {
                "version": VERSION,
                "day": int(state["day"]),
                "today": {name: int(state["today"][name]) for name in empty},
                "ever": {name: int(state["ever"][name]) for name in empty},
                "recent": {
                    str(number): [float(start), int(tokens), None if end is None else float(end)]
                    for number, (start, tokens, end) in state["recent"].items()
                },
            }
    except (KeyError, TypeError, ValueError, AttributeError):
        pass
    return {"version": VERSION, "day": 0, "today": dict(empty), "ever": dict(empty), "recent": {}}


# ---- small files ----


def read_json(file: Path) -> Any:
    """What a small JSON file holds, None when it is not there or holds no JSON. Raises OSError when it cannot be read."""
    try:
        with open(file, "rb") as stream:
            return json.loads(stream.read(_LARGEST))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        return None


def write_json(file: Path, value: Any) -> None:
    """Replaces a small JSON file at once, whole. Raises OSError; then the old one stands."""
    temporary = file.with_name(f"{file.name}.{secrets.token_hex(4)}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="utf-8") as stream:
            json.dump(value, stream)
            stream.flush()
            os.fsync(descriptor)
        os.replace(temporary, file)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
