"""The crossing: writers go down, readers go across, and they meet only in `snapshot`, which is replaced by a single assignment.

Two writers, one lock. The *indexer* (`update`, one call at a time) compares the disk with the snapshot and may take long; the *typist* (a
thread that starts with the first open document) takes the newest unsaved texts and takes milliseconds. Both publish under `_publishing`: the
indexer lays the open documents over whatever it made, so nothing typed meanwhile is lost, and an open document always wins over the disk.
Readers take `snapshot` once and lock nothing; one that asks about its own unsaved text waits in `settle` until that text is in.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType

from maguyva import indexing
from maguyva.adapters import segments
from maguyva.adapters.cache import Cache
from maguyva.adapters.disk import check_workspace
from maguyva.adapters.embed import Embedder, EmbedderUnavailable, open_embedder
from maguyva.adapters.workers import WorkerPool
from maguyva.asking import Cancelled, ask
from maguyva.indexing import Progress, Report
from maguyva.model import F32, Change, IndexedFile
from maguyva.search.grep import GrepLine, grep
from maguyva.search.literal import candidates
from maguyva.search.names import SymbolHit, find_symbols
from maguyva.search.query import SearchRequest
from maguyva.search.response import SearchResponse
from maguyva.search.textmatch import Pattern
from maguyva.settings import Settings
from maguyva.snapshot import PARTS, Segment, Snapshot

__all__ = ["Cancelled", "Engine", "Progress", "SymbolHit", "UpdateReport"]

QUIET_SECONDS = 0.03  # The typist waits for such a pause in the typing, unless a reader waits for it.
IN_PROCESS_BYTES = 200_000  # Larger documents are parsed in a worker: parsing holds the interpreter's lock.

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UpdateReport:
    """What an update did. `notes` are lines for the user: what did not work and what happens instead."""

    files: int
    read: int
    removed: int
    warm: bool
    skipped: Mapping[str, str]
    languages: Mapping[str, int]
    chunks: int
    symbols: int
    elapsed_s: float
    notes: tuple[str, ...] = ()


@dataclass
class _Notes:
    lines: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        if line and line not in self.lines:
            self.lines.append(line)


class Engine:
    """All that a face needs. `update` runs one call at a time, everything else may be called by any thread at any time."""

    def __init__(
        self, folders: Sequence[Path], settings: Settings, progress: Report | None = None, published: Callable[[], None] | None = None
    ) -> None:
        """Opens nothing but the folders. `published` is called after each new snapshot. Raises WorkspaceError for a folder that cannot be used."""
        self.settings = settings
        self.folders = indexing.folders_of([check_workspace(folder) for folder in folders])
        self.snapshot = Snapshot.empty()
        self.notes: tuple[str, ...] = ()
        self.updating = False
        self._progress: Report = progress if progress is not None else lambda _: None
        self._published = published if published is not None else lambda: None
        self._updates = threading.Lock()
        self._publishing = threading.Lock()
        self._threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="maguyva-search")
        self._pool: WorkerPool | None = None
        self._pool_lock = threading.Lock()
        self._cache: Cache | None = None
        self._store: Path | None = None
        self._embedder: Embedder | None = None
        self._embedder_problem: str | None = None
        self._embedder_lock = threading.Lock()
        self._typing = threading.Condition()
        self._dirty: dict[str, tuple[bytes, str | None] | None] = {}  # The newest text of a document; None: it was closed.
        self._busy: frozenset[str] = frozenset()  # Documents the typist has taken and not published yet.
        self._waiting = 0
        self._open: dict[str, IndexedFile] = {}  # What the snapshot holds of open documents.
        self._overlay_bits = indexing.RecentVectors()
        self._typist: threading.Thread | None = None
        self._closed = False

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends threads and worker processes; running searches end at their next step."""
        self._closed = True
        with self._typing:
            self._typing.notify_all()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._release_workers()
        if self._cache is not None:
            self._cache.close()

    # ---- the indexer ----

    def update(self) -> UpdateReport:
        """Brings the snapshot up to date with the disk: from the stored index where there is one, else from nothing. Blocks."""
        with self._updates:
            self.updating = True
            try:
                return self._update()
            finally:
                self.updating = False
                self._release_workers()

    def _update(self) -> UpdateReport:
        started, notes = time.perf_counter(), _Notes()
        store = self._open_store(notes)
        wanted = indexing.versions(self.settings, self._embedder_name())
        before = self.snapshot
        warm = bool(before.segments.bases)
        if not warm and store is not None:
            loaded, reason = indexing.load(store, self._workspace(), wanted)
            if loaded is not None:
                before, warm = self._publish(lambda _: loaded), True
            elif reason != "no index yet":
                notes.add(f"the stored index was set aside and is made anew: {reason}")
        self._progress(Progress("reading", 0, 0))
        difference = indexing.compare(self.folders, before, self.settings, self._unsaved())
        pool = self._workers() if len(difference.read) > indexing.IN_PROCESS_FILES else None
        readings = indexing.read_files(difference, before, self.settings, pool, self._cache, self._progress)
        change = Change([*readings.states, *((path, None) for path in difference.gone)])
        rebuilding = indexing.should_rebuild(before, sum(file is not None for _, file in change.files))
        base = before
        if rebuilding:
            self._progress(Progress("indexing", 0, 1))
            base = Snapshot.of([(Segment.build(indexing.changed_files(before, change)), None)])
            self._progress(Progress("indexing", 1, 1))
            change = Change([])
        skipped = {**difference.skipped, **readings.skipped}
        stamps = {path: stamp for path, stamp in {**before.skipped_stamps, **readings.stamps}.items() if path in skipped}
        base = replace(base, skipped=skipped, skipped_stamps=stamps)
        if rebuilding or base.vectors[:1] == (None,):
            # The other parts answer while the vectors are made; they come back as one more publication.
            if rebuilding and self.snapshot.file_count == 0:
                self._publish(lambda _: base)
            base = self._embedded(base, notes, indexing.vectors_by_digest(before))
        if store is not None and (rebuilding or base.vectors[:1] != before.vectors[:1]):
            base = self._saved(store, wanted, base, notes)
        self.notes = tuple(notes.lines)
        self._publish(lambda now: self._over(base if rebuilding else self._rebased(base, now), change))
        self._fill_overlay()
        return self._report(len(difference.read), len(difference.gone), warm, time.perf_counter() - started)

    @staticmethod
    def _rebased(base: Snapshot, now: Snapshot) -> Snapshot:
        # Between the comparison and now the typist may have published; its layers stand, what the indexer learnt about the disk is added.
        return replace(now, vectors=(*base.vectors[:-1], now.vectors[-1]), skipped=base.skipped, skipped_stamps=base.skipped_stamps)

    def _over(self, base: Snapshot, change: Change) -> Snapshot:
        kept = [(path, file) for path, file in change.files if path not in self._open]
        return base.apply(Change(kept)) if kept else base

    def _embedded(self, snapshot: Snapshot, notes: _Notes, remembered: Mapping[bytes, bytes]) -> Snapshot:
        try:
            _, missing = indexing.missing_vectors(snapshot, 0, self.settings)
            pool = self._workers() if len(missing) > indexing.IN_PROCESS_CHUNKS else None
            vectors = indexing.embed_layer(snapshot, 0, self.settings, pool, remembered, self._progress)
        except EmbedderUnavailable as error:
            notes.add(f"search by meaning is off: {error}")
            return snapshot
        return snapshot if vectors is None else snapshot.with_vectors(0, vectors)

    def _saved(self, store: Path, wanted: Mapping[str, str], snapshot: Snapshot, notes: _Notes) -> Snapshot:
        self._progress(Progress("saving", 0, 1))
        try:
            return indexing.save(store, self._workspace(), wanted, snapshot)
        except OSError as error:
            notes.add(f"the index could not be kept ({error.strerror or error}); it stays in memory")
            return snapshot
        finally:
            self._progress(Progress("saving", 1, 1))

    def _publish(self, made: Callable[[Snapshot], Snapshot]) -> Snapshot:
        """Replaces the snapshot by `made(snapshot)` with every open document laid over it."""
        with self._publishing:
            snapshot = made(self.snapshot)
            over = [(path, file) for path, file in self._open.items() if snapshot.segments.overlay_files.get(path) is not file]
            snapshot = indexing.with_overlay_vectors(snapshot.apply(Change(over)) if over else snapshot, self._overlay_bits)
            self.snapshot = replace(snapshot, revision=self.snapshot.revision + 1)
        self._published()
        return self.snapshot

    # ---- the typist ----

    def edit(self, path: str, text: bytes, language: str | None = None) -> None:
        """The newest text of an open document, saved or not; superseded texts are dropped. `language` overrules what the path says."""
        self._tell(path, (text, language))

    def close_document(self, path: str) -> None:
        """The document is no longer open: the disk counts again."""
        self._tell(path, None)

    def _tell(self, path: str, state: tuple[bytes, str | None] | None) -> None:
        with self._typing:
            self._dirty[path] = state
            if self._typist is None:
                self._typist = threading.Thread(target=self._type, name="maguyva-typist", daemon=True)
                self._typist.start()
            self._typing.notify_all()

    def settle(self, path: str | None = None, timeout: float = 1.0) -> bool:
        """Waits until the newest text of `path` (None: of every document) is in the snapshot; False when that takes longer."""
        deadline = time.monotonic() + timeout
        with self._typing:
            self._waiting += 1
            self._typing.notify_all()
            try:
                while not self._closed and self._unsettled(path):
                    left = deadline - time.monotonic()
                    if left <= 0 or not self._typing.wait(left):
                        return not self._unsettled(path)
                return not self._closed
            finally:
                self._waiting -= 1

    def pending(self) -> int:
        """How many documents have a newer text than the snapshot."""
        with self._typing:
            return len(self._dirty.keys() | self._busy)

    def _unsettled(self, path: str | None) -> bool:
        if path is None:
            return bool(self._dirty or self._busy)
        return path in self._dirty or path in self._busy

    def _unsaved(self) -> frozenset[str]:
        with self._typing:
            return frozenset(self._open) | frozenset(path for path, state in self._dirty.items() if state is not None)

    def _type(self) -> None:
        while not self._closed:
            with self._typing:
                self._typing.wait_for(lambda: self._closed or bool(self._dirty))
                while not self._closed and not self._waiting and self._typing.wait(QUIET_SECONDS):
                    pass  # Another keystroke, or a reader: the pause begins anew, or ends.
                taken, self._dirty = self._dirty, {}
                self._busy = frozenset(taken)
            if self._closed:
                return
            try:
                self._type_in(taken)
            except Exception:  # The thread must live: without it no edit would ever be seen again.
                _log.exception("edits of %d documents were lost", len(taken))
            finally:
                with self._typing:
                    self._busy = frozenset()
                    self._typing.notify_all()

    def _type_in(self, taken: Mapping[str, tuple[bytes, str | None] | None]) -> None:
        changes: list[tuple[str, IndexedFile | None]] = []
        for path, state in taken.items():
            if state is None:
                self._open.pop(path, None)
                changes.append((path, indexing.read_one(self.folders, path, self.snapshot, self.settings)))
            else:
                text, language = state
                pool = self._workers() if len(text) > IN_PROCESS_BYTES else None
                file = indexing.extract_one(path, text, language, self.snapshot, self.settings, pool)
                self._open[path] = file
                changes.append((path, file))
        self._publish(lambda now: now.apply(Change(changes)))
        self._fill_overlay()

    def _fill_overlay(self) -> None:
        """Gives the overlay's new chunks their vectors; the answers before that report the gap."""
        missing = indexing.overlay_gaps(self.snapshot, self._overlay_bits, self.settings)
        embedder = self._open_embedder() if missing else None
        if embedder is not None:
            try:
                self._overlay_bits.learn(embedder, missing)
            except EmbedderUnavailable as error:
                self._embedder_problem = f"meaning is off: {error}"
                return
            self._publish(lambda now: now)

    # ---- what lies outside ----

    def _workspace(self) -> Path:
        # A workspace of several folders is one index; its identity is their list.
        roots = [str(folder.root) for folder in self.folders]
        return Path("\n".join(roots)) if len(roots) != 1 else self.folders[0].root

    def _open_store(self, notes: _Notes) -> Path | None:
        if self._store is None:
            try:
                self._store = segments.workspace_store(self.settings.cache_folder, self._workspace())
                self._cache = Cache(self.settings.cache_folder / "facts", self.settings.cache_limit)
                with segments.writing(self._store, wait=0.0) as held:
                    if held:
                        segments.sweep(self._store)  # What a killed writer left.
            except OSError as error:
                notes.add(f"no cache at {self.settings.cache_folder} ({error.strerror or error}); the index stays in memory")
        if self._cache is not None and self._cache.problem:
            notes.add(self._cache.problem)
        return self._store

    def _workers(self) -> WorkerPool:
        with self._pool_lock:
            if self._pool is None:
                self._pool = WorkerPool(self.settings.worker_count)
            return self._pool

    def _release_workers(self) -> None:
        # An idle worker keeps its grammars, word caches and model: some 100 MB. A new one starts in a twentieth of a second.
        with self._pool_lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()

    def _embedder_name(self) -> str:
        embedder = self._open_embedder()
        return embedder.name if embedder is not None else "none"

    def _open_embedder(self) -> Embedder | None:
        with self._embedder_lock:
            if self._embedder is None and self._embedder_problem is None:
                try:
                    self._embedder = open_embedder(self.settings.embedding_provider)
                    if self._embedder is None:
                        self._embedder_problem = "meaning is off: the embedding provider is set to off"
                except (EmbedderUnavailable, ValueError) as error:
                    self._embedder_problem = f"meaning is off: {error}"
            return self._embedder

    def _query_vector(self, snapshot: Snapshot, query: str) -> tuple[F32 | None, str | None]:
        embedder = self._open_embedder()
        if embedder is None:
            return None, self._embedder_problem
        if all(layer.vectors is None for layer in snapshot.layers):
            return None, "no vectors yet"
        try:
            return embedder.encode_query(query), None
        except EmbedderUnavailable as error:
            self._embedder_problem = f"meaning is off: {error}"
            return None, self._embedder_problem

    # ---- readers ----

    def search(self, request: SearchRequest, stopped: Callable[[], bool] = lambda: False) -> SearchResponse:
        """The answer to one question on the snapshot of this moment. Raises InvalidRequest, and Cancelled once `stopped` says so."""
        return ask(self.snapshot, request, self._query_vector, self._threads, lambda: self._closed or stopped())

    def grep(self, pattern: Pattern) -> Iterator[GrepLine]:
        """Every matching line of every live file, in path order."""
        snapshot = self.snapshot
        files = sorted((snapshot.path(file), file) for file in candidates(snapshot, pattern))
        return grep(((path, snapshot.text(file)) for path, file in files), pattern)

    def symbols(self, query: str, limit: int) -> list[SymbolHit]:
        """Symbols by name, the best match first."""
        return find_symbols(self.snapshot, query, limit)

    def status(self) -> dict[str, object]:
        """The object of `maguyva/status`."""
        snapshot = self.snapshot
        return {
            "index": index_state(snapshot, self.pending(), self.updating),
            "folders": [str(folder.root) for folder in self.folders],
            "files": {"indexed": snapshot.file_count, "skipped": dict(snapshot.skipped)},
            "languages": languages_of(snapshot),
            "cache": {"folder": str(self.settings.cache_folder), "working": self._store is not None},
            "embedding": {"provider": self.settings.embedding_provider, "problem": self._embedder_problem},
            "notes": list(self.notes),
        }

    def _report(self, read: int, removed: int, warm: bool, elapsed: float) -> UpdateReport:
        snapshot = self.snapshot
        symbols = [layer.segment.files.symbol_count if (live := layer.live_symbols) is None else int(live.sum()) for layer in snapshot.layers]
        return UpdateReport(
            files=snapshot.file_count,
            read=read,
            removed=removed,
            warm=warm,
            skipped=snapshot.skipped,
            languages=languages_of(snapshot),
            chunks=int(snapshot.live_chunks.sum()),
            symbols=sum(symbols),
            elapsed_s=elapsed,
            notes=self.notes,
        )


def languages_of(snapshot: Snapshot) -> dict[str, int]:
    """How many files of each language, most first; "text" for those of none."""
    return dict(Counter(snapshot.language(file) or "text" for file in snapshot.live_files()).most_common())


def index_state(snapshot: Snapshot, pending: int = 0, updating: bool = False) -> dict[str, object]:
    """`{revision, complete, pending, parts}` of a snapshot: what it knows of the files it holds."""
    built = bool(snapshot.segments.bases)
    embedded = built and all(layer.vectors is not None for layer in snapshot.layers if layer.segment.files.chunk_count)
    parts = dict(zip(PARTS, (built, built, built, embedded), strict=True))
    return {"revision": snapshot.revision, "complete": built and not pending, "pending": pending, "parts": parts, "updating": updating}
