"""What all embedding services have in common: who they are, what one call may hold, how fast they may be asked, what became of a call.

A service makes one call at a time and knows nothing of consent, pace or repetition: those are `dispatch.py`'s, through which every call goes.

    CallFailed            one call came to nothing; `kind` says what that means for the next
      Stopped             nobody wants the answer any more
      NotAllowed          the user has not said yes, or has taken it back
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol
from urllib.parse import urlsplit

from maguyva.model import F32, U8
from maguyva.settings import Settings

Kind = Literal["later", "too_large", "refused", "key"]
_BYTES_PER_TOKEN = 3  # Code in Latin letters has three to four; rather too many tokens are expected than too few.
_TOKENS_PER_TEXT = 8  # What a service puts before each text.
_THIS_MACHINE = re.compile(r"localhost|127(\.\d{1,3}){3}|::1", re.IGNORECASE)
QUESTION_CHARACTERS = 4000


@dataclass(frozen=True, slots=True)
class Pace:
    """At most so many calls and tokens in any minute. Documents leave `spared` calls and tokens to questions."""

    calls: int
    tokens: int
    spared_calls: int = 0
    spared_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Service:
    """One model at one address. Prices are in US dollars for a million tokens; None: unknown."""

    provider: str
    title: str
    base_url: str
    model: str
    dimension: int  # What is asked for; 0: the model's own.
    price: float | None
    most_texts: int  # In one call.
    most_tokens: int  # In one call.
    context: int  # Tokens of one text.
    parallel: int  # Calls at the same time.
    seconds: float  # A call that takes longer is given up.
    pace: Pace | None

    @property
    def host(self) -> str:
        """The host, with its port where it is not the usual one: what consent is given for."""
        return host_of(self.base_url)

    @property
    def stays(self) -> bool:
        """Whether nothing leaves this machine. Voyage at an address of this machine is a gateway to it."""
        return self.provider != "voyage" and is_this_machine(self.base_url)

    @property
    def destination(self) -> str:
        """The service in words."""
        return f"{self.title} ({self.host})"


@dataclass(frozen=True, slots=True)
class Sent:
    """What a service has made of texts: packed sign bits [texts, dimension / 8], and the tokens it counted."""

    bits: U8
    tokens: int


class CallFailed(Exception):
    """`kind`: "later" (the same call may succeed), "too_large" (half of it may), "refused" (it never will), "key" (none will with this key).

    `wait` is how long the service wants to be left alone, in seconds. `counted` tells whether it may have counted the tokens.
    """

    def __init__(self, message: str, kind: Kind = "later", wait: float | None = None, counted: bool = False) -> None:
        super().__init__(message)
        self.kind = kind
        self.wait = wait
        self.counted = counted


class Stopped(CallFailed):
    """Nobody wants the answer any more."""


class NotAllowed(CallFailed):
    """The user has not said yes, or has taken it back."""


class RemoteEmbedder(Protocol):
    """A service behind the seam of `embed.Embedder`. `send_*` make one call each, may be called by any thread, and raise CallFailed."""

    @property
    def service(self) -> Service: ...

    @property
    def name(self) -> str:
        """Provider, model, dimension and version in one word: vectors of two names never mix."""

    @property
    def problem(self) -> str | None:
        """Why it cannot even be asked: there is no key."""

    def prepare(self) -> None:
        """Loads what the first call needs, so that no question waits for it. Raises CallFailed."""

    def cache_key(self, text: str) -> bytes:
        """16 bytes that name the vector of `text` under this model."""

    def send_documents(self, texts: Sequence[str]) -> Sent:
        """Sign bits, row i for text i."""

    def send_question(self, text: str) -> tuple[F32, int]:
        """The question's floats, of length one, and the tokens that the service counted."""


class Clock(Protocol):
    """Time as the pace counts it; a test may let it run faster, on both ends of the wire."""

    def now(self) -> float:
        """Seconds since 1970, the same for all processes."""

    def wait(self, stopped: threading.Event, seconds: float) -> bool:
        """Waits, or returns True at once when `stopped` is set."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        return time.time()

    def wait(self, stopped: threading.Event, seconds: float) -> bool:
        return stopped.wait(seconds)


def open_service(settings: Settings) -> RemoteEmbedder | None:
    """The service that the settings name, None when they name none. Nothing is asked of it yet."""
    if settings.embedding_provider == "voyage":
        from maguyva.adapters.embed_voyage import VoyageEmbedder

        return VoyageEmbedder(settings)
    if settings.embedding_provider == "openai":
        from maguyva.adapters.embed_openai import OpenAiEmbedder

        return OpenAiEmbedder(settings)
    return None


def tokens_of(length: int) -> int:
    """How many tokens a text of `length` bytes has at most, as far as can be told without the model's own tokenizer."""
    return _TOKENS_PER_TEXT + length // _BYTES_PER_TOKEN + 1


def host_of(base_url: str) -> str:
    """The host of an address, with its port where that is not the usual one."""
    parts = urlsplit(base_url)
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    host = (parts.hostname or "").lower()
    shown = f"[{host}]" if ":" in host else host
    return shown if parts.port in (None, usual) else f"{shown}:{parts.port}"


def is_this_machine(base_url: str) -> bool:
    """Whether an address is a loopback one."""
    return _THIS_MACHINE.fullmatch(urlsplit(base_url).hostname or "") is not None
