"""Chunks to a service and their vectors back, in a thread of its own, while everything else goes on.

The engine's updates never wait for a service. They take from the cache what is there; this thread sends what is missing, a batch at a time, and each batch
is in the cache before its thread takes the next one, so that a kill loses what was under way and no more. Vectors come back to the snapshot as
publications of their own.

A batch leaves only when, at that moment, the user has said yes for each of its folders (`adapters/consents.py`), the last walk has listed its files
(`unsent.py`), no text in it looks like a secret (`adapters/withheld.py`), and cap and pace leave room (`adapters/dispatch.py`). Of several processes
over the same folders one sends, the others find the vectors in the cache. What is being typed is left alone until it has rested.

A failure stops the sending for a while and nothing else; what is unsent counts as pending until it is there.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import filelock

from maguyva.adapters.cache import Cache
from maguyva.adapters.consents import Consents, Said
from maguyva.adapters.disk import make_private_folder
from maguyva.adapters.dispatch import Dispatch
from maguyva.adapters.folders import Folder, identity
from maguyva.adapters.ledger import Ledger
from maguyva.adapters.service import CallFailed, Clock, NotAllowed, RemoteEmbedder, Sent, Stopped, SystemClock
from maguyva.adapters.withheld import file_reason, name_reason, text_reason
from maguyva.settings import Settings
from maguyva.snapshot import Snapshot
from maguyva.unsent import Estimate, Piece, Surveyor, Unsent

SECONDS_TO_REST = 10.0  # A text that is being typed is sent when it has not changed for so long.
SECONDS_BETWEEN_PUBLICATIONS = 2.0
SECONDS_BETWEEN_LOOKS = 5.0  # For what another process over the same folders has got.
FIRST_HALT, LONGEST_HALT = 60.0, 900.0
SHORTEST_TEXT = 200  # Characters. A text that is too long for the service at this length is given up.
SHOWN_FILES = 100
_RECALLED_AT_ONCE = 500
_LANDING_SECONDS = 30.0

_log = logging.getLogger(__name__)


class Library(Protocol):
    """What the engine lends."""

    settings: Settings
    snapshot: Snapshot
    folders: tuple[Folder, ...]

    def listed(self) -> Collection[str]:
        """The paths that the last walk has listed; nothing while the rules may be others."""

    def learn(self, bits: Mapping[bytes, bytes]) -> None:
        """Publishes vectors, by digest of the text."""

    def keep_vectors(self) -> None:
        """Keeps the snapshot's vectors in the store."""

    def tell(self) -> None:
        """There is news for the status."""


class Sending:
    """Everything that goes to one service from one workspace. Thread-safe."""

    def __init__(self, library: Library, embedder: RemoteEmbedder, clock: Clock | None = None) -> None:
        """Sends nothing and opens nothing before it is told to."""
        settings = library.settings
        self.embedder = embedder
        self.service = embedder.service
        self.clock: Clock = clock if clock is not None else SystemClock()
        self.consents = Consents(settings.cache_folder, self.service)
        self.ledger = Ledger(settings.cache_folder, self.service, self.clock.now)
        self.dispatch = Dispatch(self.service, self.ledger, settings.embedding_tokens_per_day, self.clock)
        self.problem: str | None = None  # The last thing that went wrong; None again once a batch has arrived.
        self.pending = 0  # Chunks that may be sent and have no vector yet.
        self.phase = "idle"  # "waiting" for consent, "sending", "halted"
        self._library = library
        self._cache: Cache | None = None
        self._surveyor = Surveyor()
        self._lock = threading.RLock()
        self._withheld: dict[bytes, str] = {}
        self._given_up: dict[bytes, str] = {}
        self._truncated: set[bytes] = set()
        self._absent: set[bytes] = set()  # Digests that the cache was asked for in vain.
        self._flying: set[bytes] = set()
        self._resting: dict[bytes, float] = {}  # When an edited text was first seen.
        self._learnt: dict[bytes, bytes] = {}  # Not published yet.
        self._published_at = 0.0
        self._unsent: Unsent | None = None
        self._listed: Collection[str] = ()
        self._surveyed = (0, 0)  # The listed paths, and how many digests were left out.
        self._ask: Callable[[Sequence[Estimate]], None] | None = None
        self._asked: set[Path] = set()
        self._halt_seconds = FIRST_HALT
        self._halted_until = 0.0
        self._round_is_over = False
        self._has_succeeded = False
        self._progress: Callable[[int, int], None] = lambda done, total: None
        self._woken = threading.Event()
        self._closed = False
        self._thread: threading.Thread | None = None

    def close(self) -> None:
        """Sends nothing more."""
        self._closed = True
        self.dispatch.close()
        self._woken.set()
        if self._cache is not None and self._thread is None:
            self._cache.close()

    # ---- what faces ask for ----

    def start(self, ask: Callable[[Sequence[Estimate]], None]) -> None:
        """Sends in the background from now on. `ask` is called in its thread, once for each folder without an answer; it must not wait."""
        self._ask = ask
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="maguyva-sender", daemon=True)
            self._thread.start()

    def wake(self) -> None:
        """There may be something to send."""
        self._woken.set()
        if self._thread is None:
            self._survey()  # Nobody else counts it.

    def send_now(self, progress: Callable[[int, int], None] = lambda done, total: None) -> None:
        """Sends all that may be sent, and returns when it is there or cannot be for now; `problem` says why. `progress` gets (done, total)."""
        self._progress = progress
        self._halted_until = 0.0
        while self._round() is not None and self.phase == "sending" and not self._closed:
            self._woken.clear()
            self.clock.wait(self._woken, SECONDS_BETWEEN_LOOKS)  # Another process is at it.

    def estimates(self) -> list[Estimate]:
        """For each folder that has something to send and no answer that counts, what it would be."""
        unsent = self._survey()
        settings = self._library.settings
        return [
            Estimate(self.service, amount, settings.embedding_tokens_per_day, settings.embedding_rerank)
            for amount in unsent.amounts()
            if self.consents.said(amount.root) is None
        ]

    def answer(self, roots: Sequence[Path], said: Said | None) -> None:
        """The user's word for folders; None takes back what was said. Returns when nothing is under way that it forbids. Raises OSError."""
        try:
            self.consents.record(roots, said)
        finally:  # What is taken back counts here also where that cannot be kept.
            if said == "yes":
                self._halted_until = 0.0
                self._asked.difference_update(roots)
            else:
                self._asked.update(roots)  # Whoever takes it back is not asked at once whether that was meant.
                self.dispatch.wait_until_landed(_LANDING_SECONDS)
            self._woken.set()
            self._library.tell()

    def refusal(self) -> str | None:
        """Why nothing at all may be sent, None when something may."""
        if self.embedder.problem is not None:
            return self.embedder.problem
        roots = [folder.root for folder in self._library.folders]
        if any(self.consents.said(root) == "yes" for root in roots):
            return None
        if any(self.consents.is_inside(root) for root in roots):
            return f"the cache folder lies in the workspace, so no consent to send code to {self.service.destination} can be kept"
        return f"sending code to {self.service.destination} was not allowed"

    def listed(self) -> Collection[str]:
        """The paths that the last walk has listed."""
        return self._library.listed()

    def forbids(self, snapshot: Snapshot, file: int, text: str) -> str | None:
        """Why a piece of a file may not be sent, None when it may. For what goes out with a question."""
        path = snapshot.path(file)
        folder = next((folder for folder in self._library.folders if path.startswith(folder.prefix)), None)
        if folder is None or path not in self._library.listed():
            return "it is in a file that is never sent"
        if self.consents.said(folder.root) != "yes":
            return f"sending code of {folder.root.name} to {self.service.destination} was not allowed"
        return name_reason(path) or file_reason(snapshot.text(file)) or text_reason(text, path)

    def state(self) -> dict[str, object]:
        """What the status says."""
        today, ever = self.ledger.sums()
        unsent = self._unsent
        files = dict(list(unsent.withheld.items())[:SHOWN_FILES]) if unsent is not None else {}
        return {
            "model": self.service.model,
            "dimension": self.service.dimension or None,
            "host": self.service.host,
            "staysOnThisMachine": self.service.stays,
            "phase": self.phase,
            "pending": self.pending,
            "sent": {"calls": ever.calls, "chunks": ever.chunks, "tokens": ever.tokens},
            "today": {"calls": today.calls, "chunks": today.chunks, "tokens": today.tokens},
            "tokensPerDay": None if self.service.stays else self._library.settings.embedding_tokens_per_day,
            "withheld": {"files": files, "chunks": sum(bool(reason) for reason in self._withheld.values())},
            "truncated": len(self._truncated),
            "givenUp": len(self._given_up),
            "retried": self.dispatch.retried,
            "consent": {str(folder.root): self.consents.said(folder.root) or "none" for folder in self._library.folders},
            "lastError": self.problem or next(iter(self._given_up.values()), None),
        }

    # ---- the cache ----

    def recall(self, snapshot: Snapshot, again: bool = True) -> dict[bytes, bytes]:
        """The vectors that the cache has for chunks of a snapshot that have none, by digest; `again`: also for those it was asked for in vain.
        Sends nothing."""
        with self._lock:
            if again:
                self._absent.clear()
            unsent = self._surveyor.survey(snapshot, self._library.folders, self._library.settings, self._library.listed(), ())
        found: dict[bytes, bytes] = {}
        waiting: dict[bytes, bytes] = {}
        for piece in unsent.pieces(lambda digest: digest in self._absent or digest in self._learnt):
            waiting[piece.digest] = self.embedder.cache_key(piece.text)
            if len(waiting) >= _RECALLED_AT_ONCE:
                found.update(self._looked_up(waiting))
                waiting = {}
        found.update(self._looked_up(waiting))
        if again:
            self.pending = max(0, unsent.count - len(found))
        return found

    def _looked_up(self, keys: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
        stored = self._open_cache().get_many(keys.values()) if keys else {}
        self._absent.update(digest for digest, key in keys.items() if key not in stored)
        return {digest: stored[key] for digest, key in keys.items() if key in stored}

    def _open_cache(self) -> Cache:
        with self._lock:
            if self._cache is None:
                settings = self._library.settings
                # A place of its own, so that what was paid for is not crowded out by what costs a second to make again.
                self._cache = Cache(settings.cache_folder / "vectors", settings.cache_limit)
            return self._cache

    # ---- the rounds ----

    def _run(self) -> None:
        with contextlib.suppress(CallFailed):  # It is said when something is to be sent.
            if self.refusal() is None:
                self.embedder.prepare()
        while not self._closed:
            self._woken.clear()
            try:
                seconds = self._round()
            except Exception:  # The thread must live; what it could not send stays pending.
                _log.exception("sending has stopped for a while")
                seconds = LONGEST_HALT
            self.clock.wait(self._woken, 3600.0 if seconds is None else seconds)
        if self._cache is not None:
            self._cache.close()

    def _round(self) -> float | None:
        """Sends what may be sent. Gives the seconds after which it is worth to look again, None when only news can change anything."""
        self._learnt |= self.recall(self._library.snapshot, again=False)
        self._publish()
        unsent = self._survey()
        if unsent.count == 0:
            return self._rest("idle", None)
        if self.embedder.problem is not None:
            self.problem = self.embedder.problem
            return self._rest("halted", None)
        if (rest := self._halted_until - self.clock.now()) > 0:
            return self._rest("halted", rest)
        estimates = [estimate for estimate in self.estimates() if estimate.amount.root not in self._asked]
        if estimates and self._ask is not None:
            self._asked.update(estimate.amount.root for estimate in estimates)
            self._ask(estimates)
        if not any(self.consents.said(amount.root) == "yes" for amount in unsent.amounts()):
            return self._rest("waiting", None)
        lock = self._own_lock()
        if lock is None:
            self._absent.clear()
            return self._rest("sending", SECONDS_BETWEEN_LOOKS)
        try:
            return self._send_all()
        finally:
            lock.release()

    def _rest(self, phase: str, seconds: float | None) -> float | None:
        if phase != self.phase:
            self.phase = phase
            self._library.tell()
        return seconds

    def _send_all(self) -> float | None:
        self._rest("sending", None)
        self._round_is_over = False
        threads = [
            threading.Thread(target=self._carry, name=f"maguyva-courier-{number}", daemon=True) for number in range(self.service.parallel)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self._closed:
            return None
        self._publish()
        self._library.keep_vectors()
        unsent = self._survey()
        if (rest := self._halted_until - self.clock.now()) > 0:
            return self._rest("halted", rest)
        if self._resting:
            return self._rest("sending", SECONDS_TO_REST / 2)
        return self._rest("idle" if unsent.count == 0 else "waiting", None)

    def _own_lock(self) -> filelock.BaseFileLock | None:
        about = os.fsencode(identity(self._library.folders)) + self.embedder.name.encode()
        folder = self._library.settings.cache_folder / "sending"
        try:
            make_private_folder(folder.parent)
            make_private_folder(folder)
            lock = filelock.FileLock(folder / f"{hashlib.blake2b(about, digest_size=8).hexdigest()}.lock", timeout=0)
            lock.acquire()
            return lock
        except (filelock.Timeout, OSError, NotImplementedError):
            return None

    # ---- batches ----

    def _carry(self) -> None:
        while not self._closed and (batch := self._next_batch()):
            try:
                if unknown := self._without_known(batch):
                    self._deliver(unknown)
            except (NotAllowed, Stopped):
                pass  # They stay unsent; the next batch, or the next round, sees what has changed.
            except CallFailed as failed:
                self._halt(failed)
            except Exception as error:
                _log.exception("a batch was not delivered")
                self._halt(CallFailed(f"{type(error).__name__}: {error}"))
            finally:
                with self._lock:
                    self._flying.difference_update(piece.digest for piece in batch)
        self._open_cache().release()

    def _next_batch(self) -> list[Piece]:
        with self._lock:
            if self._round_is_over:
                return []
            self._publish(soon=True)
            batch: list[Piece] = []
            tokens = 0
            says: dict[Path, bool] = {}
            resting: dict[bytes, float] = {}
            for piece in self._survey().pieces(self._is_settled):
                if piece.root not in says:
                    says[piece.root] = self.consents.said(piece.root) == "yes"
                if not says[piece.root] or piece.digest in self._flying or self._is_withheld(piece) or self._has_to_rest(piece, resting):
                    continue
                tokens += piece.tokens
                if batch and (tokens > self.service.most_tokens or len(batch) >= self.service.most_texts):
                    break
                batch.append(piece)
                self._flying.add(piece.digest)
            self._resting |= resting
            if not batch:
                self._resting = resting  # All has been looked at: what else was being typed is no more.
            return batch

    def _without_known(self, batch: Sequence[Piece]) -> list[Piece]:
        """Those that no other process has sent since the cache was last asked."""
        found = self._looked_up({piece.digest: self.embedder.cache_key(piece.text) for piece in batch})
        with self._lock:
            self._learnt |= found
        return [piece for piece in batch if piece.digest not in found]

    def _is_settled(self, digest: bytes) -> bool:
        return digest in self._flying or digest in self._withheld or digest in self._given_up or digest in self._learnt

    def _is_withheld(self, piece: Piece) -> bool:
        # Nothing can be meant by white space; it is left out without a reason to show.
        reason = piece.withheld or ("" if not piece.text.strip() else text_reason(piece.text, piece.path))
        if reason is not None:
            self._withheld[piece.digest] = reason
        return reason is not None

    def _has_to_rest(self, piece: Piece, resting: dict[bytes, float]) -> bool:
        if not piece.is_edited or self._thread is None:
            return False
        now = self.clock.now()
        resting[piece.digest] = since = self._resting.get(piece.digest, now)
        return now - since < SECONDS_TO_REST

    def _deliver(self, batch: Sequence[Piece]) -> None:
        paths, roots = {piece.path for piece in batch}, {piece.root for piece in batch}

        def allowed() -> bool:
            listed = self._library.listed()
            return all(path in listed for path in paths) and all(self.consents.said(root) == "yes" for root in roots)

        texts = [piece.text[: 2 * self.service.context] for piece in batch]
        self._deliver_texts(batch, texts, allowed)

    def _deliver_texts(self, batch: Sequence[Piece], texts: Sequence[str], allowed: Callable[[], bool]) -> None:
        tokens = sum(piece.tokens for piece in batch)
        try:
            sent: Sent = self.dispatch.send(
                lambda: self.embedder.send_documents(texts), tokens, allowed, lambda made: (made.tokens or tokens, len(batch))
            )
        except CallFailed as failed:
            self._part(batch, texts, allowed, failed)
            return
        # By the whole text: what was cut off is cut off again the next time.
        rows = [row.tobytes() for row in sent.bits]
        if not self._open_cache().set_many({self.embedder.cache_key(piece.text): row for piece, row in zip(batch, rows, strict=True)}):
            self._halt(CallFailed(f"nothing more is sent, since vectors cannot be kept {self._open_cache().problem}".rstrip(), "refused"))
        with self._lock:
            self._learnt.update((piece.digest, row) for piece, row in zip(batch, rows, strict=True))
            self._truncated.update(piece.digest for piece, text in zip(batch, texts, strict=True) if len(text) < len(piece.text))
            self._has_succeeded = True
            self._halt_seconds = FIRST_HALT
            if not self._round_is_over:
                self.problem = None
            self.pending = max(0, self.pending - len(batch))
            total = self.pending + len(self._learnt)
            self._progress(len(self._learnt), total)

    def _part(self, batch: Sequence[Piece], texts: Sequence[str], allowed: Callable[[], bool], failed: CallFailed) -> None:
        """What a call failed for may be one text, or the length of all."""
        may_be_one_text = failed.kind == "too_large" or (failed.kind == "refused" and self._has_succeeded)
        if not may_be_one_text:
            raise failed
        if len(batch) > 1:
            half = len(batch) // 2
            self._deliver_texts(batch[:half], texts[:half], allowed)
            self._deliver_texts(batch[half:], texts[half:], allowed)
        elif failed.kind == "too_large" and len(texts[0]) > SHORTEST_TEXT:
            self._deliver_texts(batch, [texts[0][: len(texts[0]) // 2]], allowed)
        else:
            with self._lock:
                self._given_up[batch[0].digest] = str(failed)

    def _halt(self, failed: CallFailed) -> None:
        with self._lock:
            if not self._round_is_over:
                long = LONGEST_HALT if failed.kind in ("key", "refused") else self._halt_seconds
                self._halted_until = self.clock.now() + (long if failed.wait is None else failed.wait)
                self._halt_seconds = min(2 * self._halt_seconds, LONGEST_HALT)
                self._round_is_over = True
            self.problem = str(failed)
        _log.warning("sending is halted: %s", failed)

    # ---- what is there and what is not ----

    def _survey(self) -> Unsent:
        with self._lock:
            snapshot, listed = self._library.snapshot, self._library.listed()
            known, left_out = self._unsent, len(self._withheld) + len(self._given_up)
            if known is None or known.snapshot is not snapshot or self._surveyed != (id(listed), left_out):
                without = self._withheld.keys() | self._given_up.keys() | self._learnt.keys()
                known = self._surveyor.survey(snapshot, self._library.folders, self._library.settings, listed, without)
                self._unsent, self._listed, self._surveyed = known, listed, (id(listed), left_out)
                if listed:  # Else it is not known for the moment what there is.
                    self.pending = known.count
            return known

    def _publish(self, soon: bool = False) -> None:
        with self._lock:
            if not self._learnt or (soon and self.clock.now() - self._published_at < SECONDS_BETWEEN_PUBLICATIONS):
                return
            learnt, self._learnt = self._learnt, {}
            self._published_at = self.clock.now()
        self._library.learn(learnt)
