"""The crossing: writers go down, readers go across, and they meet only in `snapshot`, which is replaced by a single assignment.

Two writers, one lock. The *indexer* (`update`, one call at a time) compares the disk with the snapshot and may take long; the *typist* (a
thread that starts with the first open document) takes the newest unsaved texts and takes milliseconds. Both publish under `_publishing`: the
indexer lays the open documents over whatever it made, so nothing typed meanwhile is lost, and an open document always wins over the disk.
Readers take `snapshot` once and lock nothing; one that asks about its own unsaved text waits in `settle` until that text is in.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType

from maguyva import indexing
from maguyva.adapters import segments, stored
from maguyva.adapters.cache import Cache
from maguyva.adapters.clearing import clear
from maguyva.adapters.disk import check_workspace
from maguyva.adapters.embed import EmbedderUnavailable
from maguyva.adapters.folders import Unlisted, changes_rules, folders_of, identity, place_of, rekeyed
from maguyva.adapters.memory import release_unused
from maguyva.adapters.workers import WorkerPool
from maguyva.asking import Cancelled, ask
from maguyva.edits import Edits, State
from maguyva.extract.incremental import RecentTrees
from maguyva.indexing import Progress, Report
from maguyva.meaning import Meaning
from maguyva.model import F32, Change, IndexedFile
from maguyva.search.grep import GrepLine, grep
from maguyva.search.literal import candidates
from maguyva.search.names import SymbolHit, find_symbols
from maguyva.search.query import Plan, SearchRequest
from maguyva.search.response import SearchResponse
from maguyva.search.textmatch import Pattern
from maguyva.settings import Settings
from maguyva.snapshot import Snapshot
from maguyva.status import Notes, UpdateReport, index_state, languages_of

__all__ = ["Cancelled", "Engine", "Progress", "SymbolHit", "UpdateReport"]

CLOSING_SECONDS = 5.0
IN_PROCESS_BYTES = 200_000  # Larger documents are parsed in a worker: parsing holds the interpreter's lock.

_log = logging.getLogger(__name__)


class Engine:
    """All that a face needs. `update` runs one call at a time, everything else may be called by any thread at any time."""

    def __init__(
        self, folders: Sequence[Path], settings: Settings, progress: Report | None = None, published: Callable[[], None] | None = None
    ) -> None:
        """Opens nothing but the folders. `published` is called after each new snapshot. Raises WorkspaceError for a folder that cannot be used."""
        self.settings = settings
        self.folders = folders_of([check_workspace(folder) for folder in folders])
        self.snapshot = Snapshot.empty()
        self.notes: tuple[str, ...] = ()
        self.updating = False
        self._progress: Report = progress if progress is not None else lambda _: None
        self._published = published if published is not None else lambda: None
        self._updates = threading.Lock()
        self._publishing = threading.Lock()
        self._threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="maguyva-search")
        self._pool: WorkerPool | None = None
        self._document_pool: WorkerPool | None = None  # The typist's own: an update ends the other one.
        self._pool_lock = threading.Lock()
        self._cache: Cache | None = None
        self._store: Path | None = None
        self._listed: tuple[Settings, Collection[str]] = settings, ()  # What the last walk has listed, under which settings.
        self.meaning = Meaning(self)
        self._embedding = self.meaning.embedding
        self._edits = Edits()
        self._typist_lock = threading.Lock()
        self._open: dict[str, IndexedFile] = {}  # What the snapshot holds of open documents.
        self._overlay_bits = indexing.RecentVectors()
        self._trees = RecentTrees()  # The typist's alone.
        self._typist: threading.Thread | None = None
        # Where the face cannot wait for a large build: whether the store now holds the index of these folders.
        self.build_elsewhere: Callable[[Sequence[Path], Settings, bool, Report], bool] | None = None
        self._closed_lately: set[str] = set()  # Documents that were closed while an update was at work.
        self._unlisted = Unlisted()
        self._walked: frozenset[str] = frozenset()
        self._closed = False

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends threads and worker processes; running searches end at their next step."""
        self._closed = True
        self.meaning.close()
        self._edits.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._release_workers()
        if self._document_pool is not None:
            self._document_pool.close()
        if self._cache is not None:
            self._cache.close()

    # ---- the indexer ----

    def update(self, afresh: bool = False) -> UpdateReport:
        """Brings the snapshot up to date with the disk: from the stored index where there is one, else from nothing. `afresh` trusts nothing
        that is known and reads everything again. Blocks."""
        with self._updates:
            return self._marked_update(afresh)

    def disk_events(self, paths: Iterable[str]) -> bool:
        """Paths that may have changed on disk, as one change; False when none of them matters. Blocks as `update` does."""
        with self._updates:
            paths = list(paths)
            for path in self.unsettled().intersection(paths):
                self.settle(path, CLOSING_SECONDS)  # It may be closing: until then it is open, and its news would be dropped.
            ruled = any(changes_rules(path) for path in paths)
            if ruled:
                self._unlisted.forget()
                self._listed = self.settings, ()
            asked = [path for path in self._unlisted.sift(paths, self._is_indexed) if path not in self._open]
            if not ruled and asked and self._reread(asked):
                return True
            if asked or ruled:
                self._marked_update()
                self._unlisted.learn(asked, self._walked, self._is_indexed, partial(place_of, self.folders))
            return bool(asked or ruled)

    def set_folders(self, roots: Sequence[Path]) -> None:
        """The workspace is these folders from now on. What is known of those that stay is kept; the caller updates next, and tells the open
        documents again where their paths have changed. Raises WorkspaceError."""
        folders = folders_of([check_workspace(root) for root in roots])
        with self._updates:
            before, self.folders, self._store = self.folders, folders, None
            self._listed = self.settings, ()
            self._unlisted.forget()
            self._publish(lambda now: rekeyed(now, before, folders))

    def _reread(self, paths: Sequence[str]) -> bool:
        # Only files that the last walk has listed and that are there or gone: for anything else the rules have to be asked.
        if len(paths) > indexing.IN_PROCESS_FILES or not all(self._is_on_disk(path) for path in paths):
            return False
        states = [(path, indexing.read_one(self.folders, path, self.snapshot, self.settings)) for path in paths]
        if any(file is None and (place := place_of(self.folders, path)) is not None and os.path.lexists(place) for path, file in states):
            return False
        self._publish(lambda now: self._over(now, Change(states)))
        self._fill_overlay()
        return True

    def _is_indexed(self, path: str) -> bool:
        return self.snapshot.find(path) is not None

    def _is_on_disk(self, path: str) -> bool:
        file = self.snapshot.find(path)
        return file is not None and self.snapshot.stamp(file) is not None

    def _marked_update(self, afresh: bool = False) -> UpdateReport:
        self.updating = True
        try:
            return self._update(afresh)
        finally:
            self.updating = False
            self._release_workers()

    def _update(self, afresh: bool) -> UpdateReport:
        started, notes = time.perf_counter(), Notes()
        store = self._open_store(notes)
        wanted = stored.versions(self.settings, self._embedding.name())
        self._closed_lately = set()
        before = Snapshot.empty() if afresh else self.snapshot
        warm = bool(before.segments.bases)
        if not warm and store is not None and not afresh:
            loaded, reason = stored.load(store, identity(self.folders), wanted)
            if loaded is not None:
                before, warm = self._publish(lambda _: loaded), True
            elif reason != "no index yet":
                notes.add(f"the stored index was set aside and is made anew: {reason}")
        self._progress(Progress("reading", 0, 0))
        difference = indexing.compare(self.folders, before, self.settings, self._unsaved())
        if indexing.is_large(before, difference) and (built := self._built_elsewhere(store, wanted, afresh)) is not None:
            before, warm, afresh = self._publish(lambda _: self._without_closed(built)), False, False
            difference = indexing.compare(self.folders, before, self.settings, self._unsaved())
        self._walked = difference.folders
        self._listed = self.settings, difference.every
        pool = self._workers() if len(difference.read) > indexing.IN_PROCESS_FILES else None
        readings = indexing.read_files(difference, before, self.settings, pool, self._cache, self._progress)
        change = Change([*readings.states, *((path, None) for path in difference.gone)])
        rebuilding = indexing.should_rebuild(before, sum(file is not None for _, file in change.files))
        skipped = {**difference.skipped, **readings.skipped}
        stamps = {path: stamp for path, stamp in {**before.skipped_stamps, **readings.stamps}.items() if path in skipped}
        counts = len(difference.read), len(difference.gone)
        if rebuilding:
            self._release_workers()  # Building needs the memory that their caches hold.
            place = None if store is None else (store, identity(self.folders), wanted)
            files = indexing.changed_files(before, change)
            indexing.keep_facts(before, files, self._cache)
            base = indexing.built(files, place, skipped, stamps, self._progress, notes.add)
            change = Change([])
            del readings, files  # The files are in the base; their memory is free again.
            release_unused()
        else:
            base = replace(before, skipped=skipped, skipped_stamps=stamps)
        if rebuilding or indexing.lacks_vectors(base, self.settings):
            # The other parts answer while the vectors are made; they come back as one more publication.
            if rebuilding and self.snapshot.file_count == 0:
                self._publish(lambda _: base)
            embedded = self._embedded(base, notes, indexing.vectors_by_digest(before))
            base = self._with_stored_vectors(store, wanted, embedded, notes) if embedded is not base else base
        self.notes = tuple(notes.lines)
        self._publish(
            lambda now: self._over(self._without_closed(base, difference.unsaved) if rebuilding else self._rebased(base, now), change)
        )
        self._fill_overlay()
        self.meaning.wake()
        if rebuilding:
            release_unused()
        elapsed = time.perf_counter() - started
        return UpdateReport.of(self.snapshot, *counts, warm, elapsed, self.notes)

    def clear_cache(self) -> int:
        """Removes the stored index of these folders and the cache of facts and vectors; the bytes freed. The snapshot stays until an update."""
        with self._updates:
            return clear(self._open_store(Notes()), self.settings)

    def is_stored(self) -> bool:
        """Whether the snapshot's base is the one in the store."""
        wanted = stored.versions(self.settings, self._embedding.name())
        return self._store is not None and stored.load(self._store, identity(self.folders), wanted)[0] is not None

    def _built_elsewhere(self, store: Path | None, wanted: Mapping[str, str], afresh: bool) -> Snapshot | None:
        if store is None or self.build_elsewhere is None:
            return None
        kept = store
        is_shown = False

        def report(progress: Progress) -> None:
            nonlocal is_shown
            if progress.stage == "embedding" and not is_shown:
                is_shown = True  # The base is stored: all but meaning can answer from now on.
                if (base := stored.load(kept, identity(self.folders), wanted)[0]) is not None:
                    self._publish(lambda _: self._without_closed(base))
            self._progress(progress)

        if not self.build_elsewhere([folder.root for folder in self.folders], self.settings, afresh, report):
            return None
        return stored.load(kept, identity(self.folders), wanted)[0]

    @staticmethod
    def _rebased(base: Snapshot, now: Snapshot) -> Snapshot:
        # Between the comparison and now the typist may have published; its layers stand, what the indexer learnt about the disk is added.
        return replace(now, vectors=(*base.vectors[:-1], now.vectors[-1]), skipped=base.skipped, skipped_stamps=base.skipped_stamps)

    def _without_closed(self, base: Snapshot, listed: frozenset[str] = frozenset()) -> Snapshot:
        # The new base was made of what was open then (such a file has no stamp); what has been closed since is on disk again, if it is
        # one of those that the walk has `listed`, or nowhere.
        lately = (path for path in tuple(self._closed_lately) if path not in self._open)
        closed = [path for path in lately if (file := base.find(path)) is not None and base.stamp(file) is None]
        read = (indexing.read_one(self.folders, path, base, self.settings) if path in listed else None for path in closed)
        return base.apply(Change(list(zip(closed, read, strict=True))))

    def _over(self, base: Snapshot, change: Change) -> Snapshot:
        kept = [(path, file) for path, file in change.files if path not in self._open]
        return base.apply(Change(kept)) if kept else base

    def _embedded(self, snapshot: Snapshot, notes: Notes, remembered: Mapping[bytes, bytes]) -> Snapshot:
        if (kept := self.meaning.recall(snapshot)) is not None:
            return indexing.with_base_vectors(snapshot, {**remembered, **kept})
        try:
            _, missing = indexing.missing_vectors(snapshot, 0, self.settings)
            pool = self._workers() if len(missing) > indexing.IN_PROCESS_CHUNKS else None
            vectors = indexing.embed_layer(snapshot, 0, self.settings, pool, remembered, self._progress)
        except EmbedderUnavailable as error:
            notes.add(f"search by meaning is off: {error}")
            return snapshot
        return snapshot if vectors is None else snapshot.with_vectors(0, vectors)

    def _with_stored_vectors(self, store: Path | None, wanted: Mapping[str, str], snapshot: Snapshot, notes: Notes) -> Snapshot:
        try:
            return snapshot if store is None else stored.store_vectors(store, identity(self.folders), wanted, snapshot)
        except OSError as error:
            notes.add(f"the vectors could not be kept ({error.strerror or error}); they stay in memory")
            return snapshot

    def _publish(self, made: Callable[[Snapshot], Snapshot]) -> Snapshot:
        """Replaces the snapshot by `made(snapshot)` with every open document laid over it."""
        with self._publishing:
            snapshot = made(self.snapshot)
            over = [(path, file) for path, file in tuple(self._open.items()) if indexing.is_news(snapshot, path, file)]
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

    def _tell(self, path: str, state: State) -> None:
        with self._typist_lock:
            if self._typist is None:
                self._typist = threading.Thread(target=self._type, name="maguyva-typist", daemon=True)
                self._typist.start()
        self._edits.tell(path, state)

    def settle(self, path: str | None = None, timeout: float = 1.0) -> bool:
        """Waits until the newest text of `path` (None: of every document) is in the snapshot; False when that takes longer."""
        return self._edits.settle(path, timeout)

    def pending(self) -> int:
        """How many documents have a newer text than the snapshot."""
        return len(self._edits.unsettled())

    def unsettled(self) -> frozenset[str]:
        """The documents that have a newer text than the snapshot."""
        return self._edits.unsettled()

    def _unsaved(self) -> frozenset[str]:
        return frozenset(self._open) | self._edits.opened()

    def _type(self) -> None:
        while (taken := self._edits.take()) is not None:
            try:
                self._type_in(taken)
            except Exception:  # The thread must live: without it no edit would ever be seen again.
                _log.exception("edits of %d documents were lost", len(taken))
            finally:
                self._edits.done()
            self._learn_meanings()
            self.meaning.wake()

    def _type_in(self, taken: Mapping[str, State]) -> None:
        changes: list[tuple[str, IndexedFile | None]] = []
        for path, state in taken.items():
            if state is None:
                self._open.pop(path, None)
                self._trees.forget(path)
                self._closed_lately.add(path)
                # A file that no walk has listed may be an ignored one: it stays as it was until the next update has asked the rules.
                if not self._may_be_listed(path):
                    changes.append((path, indexing.read_one(self.folders, path, self.snapshot, self.settings)))
            else:
                text, language = state
                pool = self._document_workers() if len(text) > IN_PROCESS_BYTES else None
                file = indexing.extract_one(path, text, language, self.snapshot, self.settings, pool, self._trees)
                self._open[path] = file
                changes.append((path, file))
        with self._publishing:
            news = [(path, file) for path, file in changes if indexing.is_news(self.snapshot, path, file)]
        if news:
            self._publish(lambda now: now.apply(Change(news)))

    def _learn_meanings(self) -> None:
        # After the readers have been let go: a new text is found by name and literal before its meaning is known.
        try:
            self._fill_overlay()
        except Exception:
            _log.exception("the meaning of the latest edits is not known")

    def _may_be_listed(self, path: str) -> bool:
        known = any(path in base.ordinals for base in self.snapshot.segments.bases)
        return not known and (place := place_of(self.folders, path)) is not None and os.path.isfile(place)

    def _fill_overlay(self) -> None:
        """Gives the overlay's new chunks their vectors; the answers before that report the gap."""
        gaps = indexing.overlay_gaps(self.snapshot, self._overlay_bits, self.settings)
        bits = indexing.vectors_in_bases(self.snapshot, gaps.keys())
        bits |= self._embedding.documents({digest: text for digest, text in gaps.items() if digest not in bits})
        if bits:
            self._overlay_bits.keep(bits)
            self._publish(lambda now: now)

    # ---- what lies outside ----

    def _open_store(self, notes: Notes) -> Path | None:
        if self._store is None and self.folders:
            try:
                self._store = segments.workspace_store(self.settings.cache_folder, identity(self.folders))
                self._cache = self._cache or Cache(self.settings.cache_folder / "facts", self.settings.cache_limit)
                with segments.writing(self._store, wait=0.0) as held:
                    if held:
                        segments.sweep(self._store)  # What a killed writer left.
            except OSError as error:
                notes.add(f"no cache at {self.settings.cache_folder} ({error.strerror or error}); the index stays in memory")
        if self._cache is not None and self._cache.problem:
            notes.add(self._cache.problem)
        return self._store

    def _document_workers(self) -> WorkerPool:
        if self._document_pool is None:
            self._document_pool = WorkerPool(1)
        return self._document_pool

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

    # ---- what `sending.py` asks for ----

    def listed(self) -> Collection[str]:
        """The paths that the last walk has listed; nothing while the rules may be others."""
        settings, listed = self._listed
        return listed if settings is self.settings else ()

    def learn(self, bits: Mapping[bytes, bytes]) -> None:
        """Publishes vectors, by digest of the text."""
        edited = indexing.overlay_digests(self.snapshot)
        self._overlay_bits.keep({digest: row for digest, row in bits.items() if digest in edited})
        self._publish(lambda now: indexing.with_base_vectors(now, bits))

    def keep_vectors(self) -> None:
        """Keeps the base's vectors in the store, unless an update is at work, which ends with that."""
        if self._store is None or not self._updates.acquire(blocking=False):
            return
        try:
            wanted = stored.versions(self.settings, self._embedding.name())
            kept = self._with_stored_vectors(self._store, wanted, self.snapshot, Notes())
            vectors = kept.layers[0].vectors
            if kept is not self.snapshot and vectors is not None:
                self._publish(lambda now: now.with_vectors(0, vectors))
        finally:
            self._updates.release()

    def tell(self) -> None:
        """There is news for the status."""
        self._published()

    # ---- readers ----

    def search(
        self, request: SearchRequest, stopped: Callable[[], bool] = lambda: False, snapshot: Snapshot | None = None
    ) -> SearchResponse:
        """The answer to one question on a snapshot, by default that of this moment. Raises InvalidRequest, and Cancelled once `stopped` says so."""
        rerank = self.meaning.rerank if self.settings.embedding_rerank else None
        return ask(snapshot or self.snapshot, request, self._vector, self._threads, lambda: self._closed or stopped(), rerank)

    def _vector(self, snapshot: Snapshot, plan: Plan) -> tuple[F32 | None, str | None]:
        return self.meaning.vector(snapshot, plan, lambda: list(self._open.values()))

    def warm_up(self) -> None:
        """Asks one question of each kind, so that the first real one does not pay for phrase tables, the model and the mapped pages."""
        for question in ("how does it work", "where is main defined", "who calls main", "what breaks if I change main", '"main"'):
            # Nobody has asked these, so they are not sent to anyone.
            vector = self._vector if self.meaning.sending is None else lambda snapshot, plan: (None, "warming up")
            ask(self.snapshot, SearchRequest(question, limit=1), vector, self._threads, lambda: self._closed)
        self.symbols("main", 1)

    def grep(self, pattern: Pattern) -> Iterator[GrepLine]:
        """Every matching line of every live file, in path order."""
        snapshot = self.snapshot
        files = sorted((snapshot.path(file), file) for file in candidates(snapshot, pattern))
        return grep(((path, snapshot.text(file)) for path, file in files), pattern)

    def symbols(self, query: str, limit: int, snapshot: Snapshot | None = None) -> list[SymbolHit]:
        """Symbols by name, the best match first."""
        return find_symbols(snapshot or self.snapshot, query, limit)

    def status_of(self, snapshot: Snapshot) -> dict[str, object]:
        """The object `index` of an answer that was made from `snapshot`."""
        return index_state(snapshot, self.pending(), self.updating, self.meaning.pending)

    def status(self) -> dict[str, object]:
        """The object of `maguyva/status`."""
        snapshot = self.snapshot
        return {
            "index": self.status_of(snapshot),
            "folders": [str(folder.root) for folder in self.folders],
            "files": {"indexed": snapshot.file_count, "skipped": dict(snapshot.skipped)},
            "languages": languages_of(snapshot),
            "cache": {"folder": str(self.settings.cache_folder), "working": self._store is not None},
            "embedding": self.meaning.state(),
            "notes": list(self.notes),
        }
