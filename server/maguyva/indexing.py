"""From the folders on disk to the next snapshot, step by step: what changed, read and extract, build or overlay, embed, keep.

Called by the engine's one writer; nothing here is shared between threads. Whatever the cache holds is only ever a shortcut: a damaged or
foreign index reads as "no index yet".
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from maguyva.adapters import extraction, stored
from maguyva.adapters.cache import Cache
from maguyva.adapters.disk import as_text, is_unchanged, walk
from maguyva.adapters.extraction import HEAD, ReadDone, ReadTask, embed_texts, not_embedded
from maguyva.adapters.folders import Folder, nested_in, place_of
from maguyva.adapters.memory import uncollected
from maguyva.adapters.workers import Outcome, WorkerPool
from maguyva.extract.facts import extract, facts_key
from maguyva.extract.incremental import RecentTrees
from maguyva.extract.languages import language_of
from maguyva.index.vectors import Vectors
from maguyva.model import Change, FileFacts, IndexedFile, Stamp
from maguyva.settings import SERVICES, Settings
from maguyva.snapshot import Segment, Snapshot

IN_PROCESS_FILES = 24  # So few files are read here: starting workers would take longer.
ELSEWHERE_FILES = 300  # A build of more files is worth a process of its own.
IN_PROCESS_CHUNKS = 2000  # Likewise for embedding.
REBUILD_SHARE = 0.2  # An overlay beyond this share of the base (and of OVERLAY_FILES) is compacted.
OVERLAY_FILES = 400
KEPT_AT_REBUILD = 5000  # Contents that a new base drops are kept in the cache, unless they are so many that it is no branch switch.

T = TypeVar("T")
R = TypeVar("R")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage is: "reading", "indexing", "embedding", "saving"."""

    stage: str
    done: int
    total: int


Report = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Difference:
    """What the disk holds against a snapshot: files to read (with their folder), and paths that are gone."""

    read: tuple[tuple[Folder, str, Stamp], ...]
    gone: tuple[str, ...]
    skipped: Mapping[str, str]
    folders: frozenset[str] = frozenset()  # Every folder that was walked, as a key without a slash at its end.
    unsaved: frozenset[str] = frozenset()  # Files that would have been looked at if they were not open.
    every: frozenset[str] = frozenset()  # All files that were listed, where code may be sent away; only then is it worth the memory.


def compare(folders: Sequence[Folder], snapshot: Snapshot, settings: Settings, unsaved: frozenset[str] = frozenset()) -> Difference:
    """Walks the folders. `unsaved` paths are open in an editor, whose text counts. Raises WorkspaceError, SettingsError."""
    read: list[tuple[Folder, str, Stamp]] = []
    skipped: dict[str, str] = {}
    seen: set[str] = set(unsaved)
    walked: set[str] = set()
    listed: set[str] = set()
    for folder in folders:
        found, nested = walk(folder.root, settings), nested_in(folder, folders)
        walked.update(folder.prefix + path for path in found.folders)
        walked.add(folder.prefix.rstrip("/"))
        skipped.update((folder.prefix + path, reason) for path, reason in found.skipped if not (nested and path.startswith(nested)))
        for path, stamp in found.files:
            if nested and path.startswith(nested):
                continue
            key = folder.prefix + path
            seen.add(key)
            listed.update({key} & unsaved)
            file = None if key in unsaved else snapshot.find(key)
            stored = None if file is None else snapshot.stamp(file)
            # A binary file is known by its stamp too, else each start would read every picture again.
            if key in snapshot.skipped and key in snapshot.skipped_stamps and is_unchanged(snapshot.skipped_stamps[key], stamp):
                skipped[key] = snapshot.skipped[key]
            elif key not in unsaved and (stored is None or not is_unchanged(stored, stamp)):
                read.append((folder, key, stamp))
    gone = tuple(sorted(path for path in snapshot.segments.paths() if path not in seen))
    every = frozenset(seen - (unsaved - listed)) if settings.embedding_provider in SERVICES else frozenset()
    return Difference(tuple(read), gone, skipped, frozenset(walked), frozenset(listed), every)


@dataclass(frozen=True, slots=True)
class Readings:
    """The new states of the files that were read (None: no longer indexed), why some were left out, and what those were like on disk."""

    states: tuple[tuple[str, IndexedFile | None], ...]
    skipped: Mapping[str, str]
    stamps: Mapping[str, Stamp]


def read_files(
    difference: Difference, snapshot: Snapshot, settings: Settings, pool: WorkerPool | None, cache: Cache | None, report: Report
) -> Readings:
    """Reads and extracts what differs. Contents that a layer or the cache knows are not extracted again."""
    tasks = [ReadTask(key, folder.place(key), stamp.size) for folder, key, stamp in difference.read]
    cold = snapshot.file_count == 0
    work = partial(extraction.read_files, text_limit=settings.text_limit, structure_limit=settings.structure_limit, extracting=cold)
    skipped: dict[str, str] = {}
    stamps: dict[str, Stamp] = {}
    read: list[tuple[str, ReadDone]] = []
    for done, outcome in enumerate(_outcomes(work, tasks, pool if cold else None, lambda task: task.size), 1):
        report(Progress("reading", done, len(tasks)))
        result = outcome.result
        if result is None or result.reason:
            skipped[outcome.item.key] = result.reason if result is not None else f"could not be parsed: {outcome.failure}"
            if result is not None and result.stamp is not None:
                stamps[outcome.item.key] = result.stamp
        else:
            read.append((outcome.item.key, result))
    facts = (
        {done.digest: FileFacts.from_bytes(done.facts) for _, done in read}
        if cold
        else _facts_of(read, snapshot, settings, pool, cache, report, skipped)
    )
    states = [(key, IndexedFile(key, facts[done.digest], done.text, done.stamp)) for key, done in read if done.digest in facts]
    return Readings((*states, *((key, None) for key in skipped)), skipped, stamps)


def _facts_of(
    read: Sequence[tuple[str, ReadDone]],
    snapshot: Snapshot,
    settings: Settings,
    pool: WorkerPool | None,
    cache: Cache | None,
    report: Report,
    skipped: dict[str, str],
) -> dict[bytes, FileFacts]:
    known = snapshot.facts_by_digest() if read else {}
    facts = {done.digest: known[done.digest]() for _, done in read if done.digest in known}
    if cache is not None:
        cached = cache.get_many({done.digest for _, done in read} - facts.keys())
        for digest, raw in cached.items():
            with suppress(ValueError):
                facts[digest] = FileFacts.from_bytes(raw)
    todo = {done.digest: (key, done) for key, done in read if done.digest not in facts}
    work = partial(extraction.extract_texts, structure_limit=settings.structure_limit)
    items = [(done.text, done.language) for _, done in todo.values()]
    by_text = {id(item): digest for item, digest in zip(items, todo, strict=True)}
    fresh: dict[bytes, bytes] = {}
    for count, outcome in enumerate(_outcomes(work, items, pool, lambda item: len(item[0])), 1):
        report(Progress("parsing", count, len(items)))
        digest = by_text[id(outcome.item)]
        if outcome.result is None:
            skipped.update((key, f"could not be parsed: {outcome.failure}") for key, done in read if done.digest == digest)
        else:
            fresh[digest] = outcome.result
            facts[digest] = FileFacts.from_bytes(outcome.result)
    if cache is not None and fresh:
        # What a base holds is found there by digest; only what no base holds is worth keeping elsewhere.
        cache.set_many(fresh)
    return facts


def _outcomes(
    work: Callable[[list[T]], list[R]], items: Sequence[T], pool: WorkerPool | None, weigh: Callable[[T], int]
) -> Iterator[Outcome[T, R]]:
    if pool is None or len(items) <= IN_PROCESS_FILES:
        return (Outcome(item, work([item])[0]) for item in items)
    return pool.map(work, items, weigh=weigh)


# ---- building ----


def should_rebuild(snapshot: Snapshot, changed: int) -> bool:
    """Whether a new base is better than an overlay with `changed` more files."""
    overlay = len(snapshot.segments.overlay_files) + changed
    base = snapshot.file_count
    return not snapshot.segments.bases or overlay > max(OVERLAY_FILES, REBUILD_SHARE * base)


def is_large(snapshot: Snapshot, difference: Difference) -> bool:
    """Whether a new base is due that takes long to build."""
    return snapshot.file_count + len(difference.read) > ELSEWHERE_FILES and should_rebuild(snapshot, len(difference.read))


def built(
    files: Sequence[IndexedFile],
    place: tuple[Path, Path, Mapping[str, str]] | None,
    skipped: Mapping[str, str],
    stamps: Mapping[str, Stamp],
    report: Report,
    note: Callable[[str], None],
) -> Snapshot:
    """A snapshot whose base is `files`: in the store (`place` = store, workspace, versions) and mapped, or in memory, and then noted why."""
    report(Progress("indexing", 0, 1))
    stored_base = None
    try:
        if place is not None:
            with uncollected():
                stored_base = stored.store_base(*place, files, skipped, stamps)
            if stored_base is None:
                note("the index could not be kept (the cache is locked by another process, or read-only); it stays in memory")
    except OSError as error:
        note(f"the index could not be kept ({error.strerror or error}); it stays in memory")
    if stored_base is None:
        with uncollected():
            stored_base = replace(Snapshot.of([(Segment.build(files), None)], skipped=skipped), skipped_stamps=stamps)
    report(Progress("indexing", 1, 1))
    return stored_base


def keep_facts(snapshot: Snapshot, files: Iterable[IndexedFile], cache: Cache | None) -> None:
    """Puts what a new base of `files` will not hold into the cache: a branch switch that is worth a new base may be taken back."""
    known = snapshot.facts_by_digest()
    for file in files:
        known.pop(file.facts.digest.tobytes(), None)
    waiting = iter(known.items() if cache is not None and len(known) <= KEPT_AT_REBUILD else ())
    while cache is not None and (batch := list(islice(waiting, 64))):
        cache.set_many({digest: facts().to_bytes() for digest, facts in batch})


def changed_files(snapshot: Snapshot, change: Change) -> list[IndexedFile]:
    """All live files after `change`, in path order, as a new base takes them."""
    latest = dict(change.files)
    kept = [file for file in snapshot.indexed_files() if file.path not in latest]
    return sorted([*kept, *(file for file in latest.values() if file is not None)], key=lambda file: file.path)


# ---- vectors ----


def missing_vectors(snapshot: Snapshot, layer: int, settings: Settings) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """(mask of the layer's chunks whose files are small enough to embed, chunks among them without a vector)."""
    view = snapshot.layers[layer]
    files = view.segment.files
    lengths = np.diff(files.text_offsets.astype(np.int64))
    wanted = np.array([not_embedded(int(length), settings.embedding_limit) is None for length in lengths], dtype=np.bool_)
    chunks = wanted[files.chunk_file] if len(wanted) else np.zeros(0, dtype=np.bool_)
    known = np.zeros(files.chunk_count, dtype=np.bool_) if view.vectors is None else view.vectors.known
    return chunks, np.flatnonzero(chunks & ~known)


def lacks_vectors(snapshot: Snapshot, settings: Settings) -> bool:
    """Whether the base has chunks that should have a vector and have none: never embedded, or left out when a worker failed."""
    return settings.embedding_provider != "off" and len(missing_vectors(snapshot, 0, settings)[1]) > 0


def embed_layer(
    snapshot: Snapshot, layer: int, settings: Settings, pool: WorkerPool | None, remembered: Mapping[bytes, bytes], report: Report
) -> Vectors | None:
    """The layer's vectors, complete; None when it has no chunk to embed or the provider is off. Raises EmbedderUnavailable."""
    if settings.embedding_provider == "off":
        return None
    _, missing = missing_vectors(snapshot, layer, settings)
    view = snapshot.layers[layer]
    files = view.segment.files
    if not files.chunk_count or (not len(missing) and view.vectors is not None):
        return view.vectors
    digests = files.chunk_digest.reshape(-1, 16)
    first: dict[bytes, list[int]] = {}
    rows: dict[int, bytes] = {}
    for chunk in missing.tolist():
        digest = digests[chunk].tobytes()
        stored = remembered.get(digest)
        if stored is None:
            first.setdefault(digest, []).append(chunk)
        else:
            rows[chunk] = stored
    todo = list(first.items())
    texts = ((index, _chunk_text(snapshot, layer, chunks[0])) for index, (_, chunks) in enumerate(todo))
    for done, (index, bits) in enumerate(_embedded(settings.embedding_provider, texts, pool), 1):
        report(Progress("embedding", done, len(todo)))
        rows.update(dict.fromkeys(todo[index][1], bits))
    return _vectors(view.vectors, files.chunk_count, rows)


def _embedded(provider: str, texts: Iterable[tuple[int, str]], pool: WorkerPool | None) -> Iterator[tuple[int, bytes]]:
    if pool is None:
        waiting = iter(texts)
        while batch := list(islice(waiting, 64)):
            yield from zip((index for index, _ in batch), embed_texts(batch, provider), strict=True)
        return
    failures: Counter[str] = Counter()
    for outcome in pool.map(partial(embed_texts, provider=provider), texts, weigh=lambda pair: len(pair[1])):
        if outcome.result is not None:
            yield outcome.item[0], outcome.result
        else:
            failures[outcome.failure] += 1
    for reason, count in failures.items():
        # They stay without a vector, count as pending, and are tried again at the next update.
        _log.warning("%d chunks could not be embedded: %s", count, reason)


def _chunk_text(snapshot: Snapshot, layer: int, chunk: int) -> str:
    files = snapshot.layers[layer].segment.files
    start, end = int(files.chunk_start[chunk]), int(files.chunk_end[chunk])
    return files.text_slice(int(files.chunk_file[chunk]), start, end).decode("utf-8", "replace")


def _vectors(before: Vectors | None, count: int, rows: Mapping[int, bytes]) -> Vectors | None:
    if not rows:
        return before
    width = len(next(iter(rows.values())))
    bits = np.zeros((count, width), dtype=np.uint8) if before is None else before.bits()
    known = np.zeros(count, dtype=np.bool_) if before is None else before.known.copy()
    where = np.fromiter(rows, dtype=np.int64, count=len(rows))
    bits[where] = np.frombuffer(b"".join(rows.values()), dtype=np.uint8).reshape(len(rows), width)
    known[where] = True
    return Vectors.build(bits, known)


def vectors_by_digest(snapshot: Snapshot) -> dict[bytes, bytes]:
    """The vector of every chunk digest a snapshot knows."""
    found: dict[bytes, bytes] = {}
    for layer in snapshot.layers:
        if layer.vectors is None:
            continue
        digests, bits = layer.segment.files.chunk_digest.reshape(-1, 16), layer.vectors.bits()
        for chunk in np.flatnonzero(layer.vectors.known).tolist():
            found[digests[chunk].tobytes()] = bits[chunk].tobytes()
    return found


# ---- one document ----


def extract_one(
    path: str,
    text: bytes,
    language: str | None,
    snapshot: Snapshot,
    settings: Settings,
    pool: WorkerPool | None,
    trees: RecentTrees | None = None,
) -> IndexedFile:
    """An open document's text, extracted unless some layer knows it. A document over the text limit is indexed as nothing but its name.

    What is extracted here and not in `pool` is parsed from its last tree in `trees`.
    """
    text = as_text(text) or b""
    if len(text) > settings.text_limit:
        text = b""
    found = language_of(path, text[:HEAD]) if language is None else language
    digest = facts_key(text, found, settings.structure_limit)
    file = snapshot.find(path)
    if file is not None and snapshot.facts(file).digest.tobytes() == digest:
        return IndexedFile(path, snapshot.facts(file), text)
    work = partial(extraction.extract_texts, structure_limit=settings.structure_limit)
    if pool is None:
        tree = trees.tree(path, text, found) if trees is not None and len(text) <= settings.structure_limit else None
        raw = extract(text, found, structure_limit=settings.structure_limit, tree=tree).to_bytes()
    else:
        outcome = next(iter(pool.map(work, [(text, found)], priority=0)))
        # A document that kills its parser is still searched as text.
        raw = outcome.result if outcome.result is not None else work([(text, "")])[0]
    return IndexedFile(path, FileFacts.from_bytes(raw), text)


def read_one(folders: Sequence[Folder], path: str, snapshot: Snapshot, settings: Settings) -> IndexedFile | None:
    """A file of the workspace as it is on disk now, None for what is not there or not indexed."""
    place = place_of(folders, path)
    if place is None or "://" in path or path.startswith("untitled:") or path in snapshot.skipped:
        return None
    done = extraction.read_files([ReadTask(path, place, 0)], settings.text_limit, settings.structure_limit, True)[0]
    return None if done.reason else IndexedFile(path, FileFacts.from_bytes(done.facts), done.text, done.stamp)


def is_news(snapshot: Snapshot, path: str, file: IndexedFile | None) -> bool:
    """Whether a file's new state differs from what the snapshot has: opening, saving or closing an unchanged document costs nothing."""
    now = snapshot.find(path)
    if file is None or now is None:
        return file is not None or now is not None
    return snapshot.facts(now).digest.tobytes() != file.facts.digest.tobytes()


class RecentVectors:
    """The vectors of chunks that were edited lately, by digest; the oldest are forgotten."""

    def __init__(self, limit: int = 50_000) -> None:
        self._limit = limit
        self._bits: dict[bytes, bytes] = {}

    def get(self, digest: bytes) -> bytes | None:
        """A chunk's packed bits, None when they are not known."""
        return self._bits.get(digest)

    def keep(self, bits: Mapping[bytes, bytes]) -> None:
        """Packed bits by digest."""
        self._bits.update(bits)
        while len(self._bits) > self._limit:
            self._bits.pop(next(iter(self._bits)))


def with_base_vectors(snapshot: Snapshot, bits: Mapping[bytes, bytes]) -> Snapshot:
    """The snapshot with those vectors, by digest, that chunks of its bases lack."""
    width = len(next(iter(bits.values()), b""))
    for number, layer in enumerate(snapshot.layers[:-1]):
        files, before = layer.segment.files, layer.vectors
        known = np.zeros(files.chunk_count, dtype=np.bool_) if before is None else before.known
        digests = files.chunk_digest.reshape(-1, 16)
        rows = {chunk: row for chunk in np.flatnonzero(~known).tolist() if (row := bits.get(digests[chunk].tobytes())) is not None}
        same = before if before is not None and before.dimension == 8 * width else None
        if rows and (vectors := _vectors(same, files.chunk_count, rows)) is not None:
            snapshot = snapshot.with_vectors(number, vectors)
    return snapshot


def overlay_digests(snapshot: Snapshot) -> frozenset[bytes]:
    """The digests of the overlay's chunks."""
    digests = snapshot.layers[-1].segment.files.chunk_digest.reshape(-1, 16)
    return frozenset(digest.tobytes() for digest in digests)


def vectors_in_bases(snapshot: Snapshot, wanted: Collection[bytes]) -> dict[bytes, bytes]:
    """The packed bits of those chunk digests that a base knows: a file that was renamed or copied is not embedded again."""
    found: dict[bytes, bytes] = {}
    heads = np.frombuffer(b"".join(digest[:8] for digest in wanted), dtype=np.uint64)
    for layer in snapshot.layers[:-1]:
        if layer.vectors is None or not len(heads):
            continue
        digests = layer.segment.files.chunk_digest.reshape(-1, 16)
        alike = np.isin(np.ascontiguousarray(digests[:, :8]).view(np.uint64)[:, 0], heads)
        for chunk in np.flatnonzero(alike & layer.vectors.known).tolist():
            if (digest := digests[chunk].tobytes()) in wanted:
                found[digest] = np.ascontiguousarray(layer.vectors.words[:, chunk]).view(np.uint8).tobytes()
    return found


def overlay_gaps(snapshot: Snapshot, recent: RecentVectors, settings: Settings) -> dict[bytes, str]:
    """Digest and text of the overlay's chunks that have no vector yet."""
    layer = len(snapshot.layers) - 1
    files = snapshot.layers[layer].segment.files
    _, missing = missing_vectors(snapshot, layer, settings)
    digests = files.chunk_digest.reshape(-1, 16)
    found = {digests[chunk].tobytes(): _chunk_text(snapshot, layer, chunk) for chunk in missing.tolist()}
    return {digest: text for digest, text in found.items() if recent.get(digest) is None}


def with_overlay_vectors(snapshot: Snapshot, recent: RecentVectors) -> Snapshot:
    """The snapshot with those vectors of its overlay that are known."""
    layer = len(snapshot.layers) - 1
    files = snapshot.layers[layer].segment.files
    digests = files.chunk_digest.reshape(-1, 16)
    rows = {chunk: bits for chunk in range(files.chunk_count) if (bits := recent.get(digests[chunk].tobytes())) is not None}
    vectors = _vectors(None, files.chunk_count, rows)
    return snapshot if vectors is None else snapshot.with_vectors(layer, vectors)
