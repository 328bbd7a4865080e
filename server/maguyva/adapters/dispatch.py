"""The one gate to a service: consent, then the day's cap and the pace, then the call; and again, when it failed in a way that may pass.

What is repeated: 429 and other signs of a busy service, 5xx, time-outs, lost connections, and answers that cannot be used. The pauses double from one
second to a minute, each drawn at random between half and one and a half of that, so that many clients do not come back together; a Retry-After of the
service counts instead when it is longer. A pause that the service asks for holds for every thread here.

Consent is asked for right before each call, also before a repeated one, and after every pause.
"""

from __future__ import annotations

import contextlib
import logging
import random
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from maguyva.adapters.ledger import Booking, Ledger
from maguyva.adapters.service import CallFailed, Clock, NotAllowed, Pace, Service, Stopped

TRIES = 8
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
LONGEST_ASKED_PAUSE = 180.0  # A service that wants to be left alone for longer is left to the caller's patience.

T = TypeVar("T")
_log = logging.getLogger(__name__)


class Dispatch:
    """Thread-safe. After `close` every waiting thread gets Stopped."""

    def __init__(self, service: Service, ledger: Ledger, cap: int, clock: Clock) -> None:
        """`cap` tokens a day; one that stays on this machine has none."""
        self._service, self._ledger, self._clock = service, ledger, clock
        self._cap = None if service.stays else cap
        self._closed = threading.Event()
        self._state = threading.Condition()
        self._flying = 0
        self._not_before = 0.0
        self.retried = 0

    def close(self) -> None:
        """No further call begins."""
        self._closed.set()

    def send(
        self,
        call: Callable[[], T],
        tokens: int,
        allowed: Callable[[], bool],
        counted: Callable[[T], tuple[int, int]],
        *,
        is_document: bool = True,
        tries: int = TRIES,
        patience: float | None = None,
    ) -> T:
        """The result of `call`. `tokens` is the estimate, `counted` gives the true (tokens, chunks). A question may use what documents spare.

        `patience` in seconds bounds the pauses (None: no bound). Raises CallFailed; NotAllowed or Stopped before anything is sent.
        """
        until = None if patience is None else self._clock.now() + patience
        for attempt in range(1, tries + 1):
            try:
                return self._once(call, tokens, allowed, counted, is_document, until)
            except (Stopped, NotAllowed):
                raise
            except CallFailed as failed:
                if failed.kind != "later" or (failed.wait or 0.0) > LONGEST_ASKED_PAUSE:
                    raise
                if attempt == tries:
                    raise
                pause = min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * random.uniform(0.5, 1.5)
                if failed.wait is not None:
                    pause = max(pause, failed.wait)
                    with self._state:
                        self._not_before = max(self._not_before, self._clock.now() + failed.wait)
                _log.info("%s; trying again in %.0f s", failed, pause)
                self.retried += 1
                self._pause(pause, until, failed)
        raise AssertionError("unreachable")

    def _once(
        self,
        call: Callable[[], T],
        tokens: int,
        allowed: Callable[[], bool],
        counted: Callable[[T], tuple[int, int]],
        is_document: bool,
        until: float | None,
    ) -> T:
        pace = self._service.pace
        if pace is not None and is_document:
            pace = replace(pace, calls=pace.calls - pace.spared_calls, tokens=pace.tokens - pace.spared_tokens)
        while True:
            self._check(allowed)
            rest = self._not_before - self._clock.now()
            booked = rest if rest > 0 else self._booked(tokens, pace)
            if not isinstance(booked, float):
                break
            self._pause(booked, until, CallFailed(f"{self._service.title} would be asked faster than the pace allows"))
        booking = booked
        with self._state:
            self._flying += 1
        try:
            try:
                self._check(allowed)  # Under `_flying`: who takes consent back waits until nothing flies.
            except CallFailed:
                self._noted(lambda: self._ledger.cancel(booking))
                raise
            try:
                result = call()
                sums = counted(result)
            except CallFailed as failed:
                was_counted = failed.counted
                self._noted(lambda: self._ledger.fail(booking, was_counted))
                raise
            self._noted(lambda: self._ledger.settle(booking, *sums))
            return result
        finally:
            with self._state:
                self._flying -= 1
                self._state.notify_all()

    def wait_until_landed(self, seconds: float) -> bool:
        """Waits until no call is under way; False when that takes longer."""
        with self._state:
            return self._state.wait_for(lambda: self._flying == 0, seconds)

    def _check(self, allowed: Callable[[], bool]) -> None:
        if self._closed.is_set():
            raise Stopped("closed")
        if not allowed():
            raise NotAllowed(f"sending to {self._service.destination} is not allowed")

    def _booked(self, tokens: int, pace: Pace | None) -> Booking | float:
        try:
            return self._ledger.book(tokens, pace, self._cap)
        except OSError as error:
            raise CallFailed(f"nothing is sent, since it cannot be counted ({error.strerror or error})", "refused") from error

    @staticmethod
    def _noted(change: Callable[[], None]) -> None:
        # What was booked stays booked then: too much is counted, never too little, and an answer that is paid for is not thrown away.
        with contextlib.suppress(OSError):
            change()

    def _pause(self, seconds: float, until: float | None, reason: CallFailed) -> None:
        if until is not None and self._clock.now() + seconds > until:
            raise reason
        if self._clock.wait(self._closed, seconds):
            raise Stopped("closed")
