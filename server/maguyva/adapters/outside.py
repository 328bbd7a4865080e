"""The way out of this machine: one HTTP session for everything that is sent, and what its answers mean. The only import of requests.

`requests` on its own would follow a redirect with the whole body to whatever host is named, replace the key by one from the user's .netrc, take a
proxy for an address on this machine, and read an endless answer endlessly. This session does none of these.

Imported only when something is about to be sent: it costs a tenth of a second.
"""

from __future__ import annotations

import email.utils
import re
import threading
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.exceptions import ReadTimeout, RequestException

from maguyva.adapters.service import CallFailed, is_this_machine

CONNECT_SECONDS = 10.0
LARGEST_ANSWER = 64_000_000  # Bytes. 1,000 vectors of 4,096 floats as text are half of that.
_PIECE = 65536
# What services say when a call or a text is too long for them; there is no code for it.
_SIZE = re.compile(r"too (?:long|large|many)|exceed|maximum|at most|context length|batch size|token limit", re.IGNORECASE)


@dataclass(slots=True)
class Answer:
    """The last answer that this thread's session has had; status None: there was none."""

    status: int | None = None
    retry_after: float | None = None


class _Latest(threading.local):
    def __init__(self) -> None:
        self.answer = Answer()


_latest = _Latest()


class OneWaySession(requests.Session):
    """A session that talks to the host it is told to and to no other."""

    def __init__(self) -> None:
        super().__init__()
        # With an `auth` of its own, requests leaves .netrc alone; the key is in the headers already.
        self.auth = _as_it_is

    def request(self, method: Any, url: Any, **options: Any) -> requests.Response:  # type: ignore[override]  # The many options pass through.
        """Likewise, but at most for as long as the time-out says, and without following a redirect. Raises RequestException."""
        _latest.answer = Answer()
        given = options.get("timeout")
        seconds = float(given[1] if isinstance(given, tuple) else given or 60.0)
        deadline = time.monotonic() + seconds
        # A proxy gets to see only what is encrypted for the host behind it.
        self.trust_env = urlsplit(str(url)).scheme == "https" and not is_this_machine(str(url))
        options.update(timeout=(min(CONNECT_SECONDS, seconds), seconds), allow_redirects=False, stream=True)
        response = super().request(method, url, **options)
        _latest.answer = Answer(response.status_code, _seconds(response.headers.get("Retry-After")))
        response._content = _body(response, deadline)
        response._content_consumed = True  # As `content` itself does it.
        return response


def _as_it_is(request: Any) -> Any:
    return request


def _body(response: requests.Response, deadline: float) -> bytes:
    pieces: list[bytes] = []
    length = 0
    try:
        # As it comes, so that an answer of one byte a second ends at the deadline too.
        for piece in iter(lambda: response.raw.read1(_PIECE, decode_content=True), b""):
            pieces.append(piece)
            length += len(piece)
            if length > LARGEST_ANSWER:
                raise RequestException("the answer is too large")
            if time.monotonic() > deadline:
                raise ReadTimeout("the answer takes too long")
    except RequestException:
        response.close()
        raise
    except Exception as error:  # urllib3's own, and the socket's.
        response.close()
        raise RequestException(f"the connection was lost: {type(error).__name__}") from error
    return b"".join(pieces)


def _seconds(retry_after: str | None) -> float | None:
    """The seconds that a Retry-After header asks for: a number, or a date (RFC 9110, section 10.2.3)."""
    if retry_after is None:
        return None
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return None


def begin() -> None:
    """Before a call: what this thread was answered earlier says nothing about it."""
    _latest.answer = Answer()


def failure(title: str, error: Exception, secret: str) -> CallFailed:
    """What an exception of a call means, by the answer that this thread has just had. `secret` is blotted out of the message."""
    answer = _latest.answer
    said = _one_line(error, secret)
    status = answer.status
    if status is None:
        lost = "time-out" if "timed out" in said.lower() or "too long" in said else "no connection"
        return CallFailed(f"{title} cannot be reached ({lost})", counted=lost == "time-out")
    if status in (408, 425, 429) or status >= 500:
        reason = "is asked too often" if status == 429 else "is not ready"
        return CallFailed(f"{title} {reason} ({status})", wait=answer.retry_after)
    if status in (401, 403):
        return CallFailed(f"{title} does not accept the key ({status}): {said}", "key")
    if status == 413 or (status in (400, 422) and _SIZE.search(said)):
        return CallFailed(f"{title} finds a text too long ({status}): {said}", "too_large")
    if 300 <= status < 400:
        return CallFailed(f"{title} answers with a redirect to another address, which is not followed ({status})", "refused")
    if status >= 400:
        return CallFailed(f"{title} refuses the call ({status}): {said}", "refused")
    return CallFailed(f"{title} gave an answer that cannot be used: {said}", counted=True)


def _one_line(error: Exception, secret: str) -> str:
    said = " ".join((str(error) or type(error).__name__).split())
    said = said.replace(secret, "…") if secret else said
    said = "".join(char if char.isprintable() else "\ufffd" for char in said)
    return said if len(said) <= 200 else said[:197] + "..."
