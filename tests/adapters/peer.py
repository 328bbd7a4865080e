"""A loopback server that speaks Voyage's API, and OpenAI's, and misbehaves on demand. It counts connections, bytes, calls and texts."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import re
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

KEY = "pa-the-key-of-the-test"
# Everything that a call may come to, but "401", which ends the sending.
FAULTS = (
    "429", "429 after", "429 html", "500", "503", "520", "slow", "trickle", "cut", "reset", "gone", "short", "long", "malformed", "empty", "html",
    "no data", "wrong width", "not bits", "twice", "text",
)  # fmt: skip


class FastClock:
    """Time that runs `factor` times as fast, for both ends of the wire."""

    def __init__(self, factor: float) -> None:
        self.factor = factor
        self._start = time.time()

    def now(self) -> float:
        return self._start + (time.time() - self._start) * self.factor

    def wait(self, stopped: threading.Event, seconds: float) -> bool:
        return stopped.wait(seconds / self.factor)


def floats(text: str, dimension: int) -> Any:
    """Words hashed to fixed signs and added up, so that texts that share words are near each other."""
    total = np.zeros(dimension)
    for word in re.findall(r"[a-z0-9]+", text.lower()) or [text]:
        seed = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8).digest()
        total += np.random.default_rng(int.from_bytes(seed, "big")).choice([-1.0, 1.0], dimension)
    return total


def bits(text: str, dimension: int) -> bytes:
    """What the peer answers for a document."""
    return np.packbits(floats(text, dimension) > 0).tobytes()


class Peer:
    """The server. `fault(number)` names what is wrong with the call of that number, None: nothing."""

    def __init__(self, clock: FastClock | None = None, port: int = 0) -> None:
        self.clock = clock or FastClock(1)
        self.fault: Callable[[int], str | None] = lambda number: None
        self.slow_seconds = 3.0
        self.retry_after: str = "2"
        self.largest_call = 10**9  # Tokens.
        self.largest_text = 10**9  # Characters.
        self.redirect = ""
        self.connections = 0
        self.received = 0
        self.calls: list[dict[str, Any]] = []
        self.faults: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()  # Documents that were answered well.
        self.seen: Counter[str] = Counter()  # Documents that arrived, however the call ended.
        self.questions: list[str] = []
        self.arrivals: list[tuple[float, int]] = []  # Time on the clock, tokens; of all calls.
        self.lock = threading.Lock()
        peer = self

        class Handler(_Handler):
            def setup(self) -> None:
                self.peer = peer
                super().setup()

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

            def get_request(self) -> Any:
                found = super().get_request()
                with peer.lock:
                    peer.connections += 1
                return found

            def handle_error(self, request: Any, client_address: Any) -> None:
                """Clients that hang up are what is tested."""

        self.server = Server(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def most_in_a_minute(self) -> tuple[int, int]:
        """The most (calls, tokens) of any 60 seconds of the clock."""
        times = sorted(self.arrivals)
        most = [0, 0]
        for first, (start, _) in enumerate(times):
            inside = [tokens for at, tokens in times[first:] if at < start + 60]
            most = [max(most[0], len(inside)), max(most[1], sum(inside))]
        return most[0], most[1]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    peer: Peer

    def setup(self) -> None:
        super().setup()
        peer, read = self.peer, self.rfile

        class Counting:
            def __getattr__(self, name: str) -> Any:
                return getattr(read, name)

            def readline(self, limit: int = -1) -> bytes:
                return count(read.readline(limit))

            def read(self, size: int = -1) -> bytes:
                return count(read.read(size))

        def count(piece: bytes) -> bytes:
            with peer.lock:
                peer.received += len(piece)
            return piece

        self.rfile = Counting()  # type: ignore[assignment]

    def log_message(self, *_: Any) -> None:
        """Silence."""

    def do_GET(self) -> None:
        self._send(404, b'{"detail": "not here"}')

    def do_POST(self) -> None:
        peer = self.peer
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        given = body.get("input", body.get("documents", []))
        texts = [given] if isinstance(given, str) else given
        tokens = sum(len(text) // 4 + 1 for text in texts)
        with peer.lock:
            number = len(peer.calls)
            peer.arrivals.append((peer.clock.now(), tokens))
            peer.calls.append({**body, "path": self.path, "key": self.headers.get("Authorization"), "count": len(texts)})
            is_document = body.get("input_type", "document") == "document" and "documents" not in body
            (peer.seen.update if is_document else peer.questions.extend)(texts)
            fault = peer.fault(number)
            peer.faults[fault or "none"] += 1
        if fault is not None and self._misbehave(fault, body, texts, tokens):
            return
        if self.headers.get("Authorization") not in (None, f"Bearer {KEY}"):
            self._send(401, b'{"detail": "Provided API key is invalid."}')
        elif tokens > peer.largest_call or max(map(len, texts)) > peer.largest_text:
            self._send(400, b'{"detail": "Request exceeds the maximum number of tokens."}')
        else:
            self._send(200, json.dumps(answer(body, texts, tokens)).encode())
            if is_document:
                with peer.lock:
                    peer.accepted.update(texts)

    def _misbehave(self, fault: str, body: Any, texts: list[str], tokens: int) -> bool:
        good = answer(body, texts, tokens)
        whole = json.dumps(good).encode()
        if fault == "slow":
            time.sleep(self.peer.slow_seconds)
            return self._send(200, whole)
        if fault == "trickle":
            self._head(200, {"Content-Length": str(len(whole))})
            with contextlib.suppress(OSError):
                for byte in whole[: int(self.peer.slow_seconds * 20)]:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(0.05)
            return self._hang_up()
        if fault == "cut":
            self._head(200, {"Content-Length": str(len(whole))})
            self.wfile.write(whole[: len(whole) // 2])
            return self._hang_up()
        if fault == "gone":
            return self._hang_up()
        if fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return self._hang_up()
        if fault == "redirect":
            return self._send(307, b"{}", {"Location": self.peer.redirect})
        statuses: dict[str, tuple[int, bytes, dict[str, str]]] = {
            "401": (401, b'{"detail": "Provided API key is invalid."}', {}),
            "403": (403, b'{"detail": "Not with this key: %s"}' % KEY.encode(), {}),
            "400": (400, b'{"detail": "The model does not exist."}', {}),
            "429": (429, b'{"detail": "You have exceeded your rate limit."}', {}),
            "429 after": (429, b'{"detail": "You have exceeded your rate limit."}', {"Retry-After": self.peer.retry_after}),
            "429 html": (429, b"<html>slow down</html>", {"Retry-After": self.peer.retry_after, "Content-Type": "text/html"}),
            "500": (500, b"oops", {}),
            "503": (503, b"<html>", {}),
            "520": (520, b'{"detail": "a gateway of its own kind"}', {}),
            "html": (200, b"<html>Sign in</html>", {"Content-Type": "text/html"}),
            "text": (200, b"all is well", {"Content-Type": "text/plain"}),
            "empty": (200, b"", {}),
            "malformed": (200, whole[: len(whole) // 2], {}),
            "no data": (200, b'{"object": "list", "usage": {"total_tokens": 3}}', {}),
        }
        if fault in statuses:
            status, content, headers = statuses[fault]
            return self._send(status, content, headers)
        data = good["data"]
        if fault == "short":
            data = data[:-1]
        elif fault == "long":
            data = [*data, {**data[-1], "index": len(data)}]
        elif fault == "twice":
            data = [*data[:-1], data[0]] if len(data) > 1 else data[:-1]
        elif fault == "wrong width":
            data = [{**entry, "embedding": [1, 2, 3]} for entry in data]
        elif fault == "not bits":
            data = [{**entry, "embedding": [0.5] * 128} for entry in data]
        elif fault == "shuffled":  # In another order, which `index` tells: nothing is wrong with that.
            data = data[::-1]
        return self._send(200, json.dumps({**good, "data": data}).encode())

    def _head(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> bool:
        with contextlib.suppress(OSError):
            self._head(status, {"Content-Length": str(len(body)), **(headers or {})})
            self.wfile.write(body)
        return True

    def _hang_up(self) -> bool:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.wfile.flush()
        self.connection.close()
        return True


def answer(body: Any, texts: list[str], tokens: int) -> Any:
    """A good answer."""
    usage = {"total_tokens": tokens}
    if "documents" in body:
        wanted = set(re.findall(r"[a-z0-9]+", body["query"].lower()))
        scores = [len(wanted & set(re.findall(r"[a-z0-9]+", text.lower()))) / len(wanted) for text in texts]
        order = sorted(range(len(texts)), key=lambda index: -scores[index])
        return {"object": "list", "data": [{"index": index, "relevance_score": scores[index]} for index in order], "model": body["model"], "usage": usage}
    dimension = body.get("output_dimension") or body.get("dimensions") or 96
    data = []
    for index, text in enumerate(texts):
        if body.get("output_dtype") == "ubinary":
            raw: Any = bits(text, dimension)
        else:
            raw = floats(text, dimension).astype("<f4").tobytes()
        shown: Any = base64.b64encode(raw).decode()
        if body.get("encoding_format") != "base64":
            shown = np.frombuffer(raw, "u1" if body.get("output_dtype") == "ubinary" else "<f4").tolist()
        data.append({"object": "embedding", "embedding": shown, "index": index})
    return {"object": "list", "data": data, "model": body["model"], "usage": usage}


@contextlib.contextmanager
def peering(clock: FastClock | None = None, port: int = 0) -> Iterator[Peer]:
    """A peer for as long as the block lasts."""
    peer = Peer(clock, port)
    try:
        yield peer
    finally:
        peer.close()
