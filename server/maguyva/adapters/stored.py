"""A snapshot's base in the store: written piece by piece, mapped, and read back only when every version agrees.

The base is written before it is embedded and mapped at once, so that the memory it was made in is free again; its vectors follow as a
segment of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maguyva.adapters import segments
from maguyva.extract.facts import EXTRACTOR_VERSION
from maguyva.index.vectors import Vectors
from maguyva.model import FACTS_VERSION, IndexedFile, Stamp, pack_strings, unpack_strings
from maguyva.settings import Settings
from maguyva.snapshot import Segment, Snapshot

INDEX_VERSION = 3  # Raised whenever a segment's arrays change their meaning.


def versions(settings: Settings, embedder: str) -> dict[str, str]:
    """Who can read a stored index: everything that decides what its bytes mean."""
    return {
        "index": str(INDEX_VERSION),
        "facts": f"{FACTS_VERSION}.{EXTRACTOR_VERSION}",
        "embedder": embedder,
        "limits": f"{settings.text_limit}/{settings.structure_limit}/{settings.embedding_limit}",
    }


def load(store: Path, workspace: Path, wanted: Mapping[str, str]) -> tuple[Snapshot | None, str]:
    """(the stored snapshot, "") or (None, why not). One whose vectors are another embedder's is given without them."""
    kinds, reason = segments.open_live(store, workspace, wanted)
    if not kinds:
        kinds, _ = segments.open_live(store, workspace, wanted, any_of="embedder")
        kinds.pop("vectors", None)
    if "base" not in kinds:
        return None, reason or "no index yet"
    try:
        base = Segment.from_arrays(kinds["base"])
        vectors = Vectors.from_arrays(kinds["vectors"]) if "vectors" in kinds else None
        if vectors is not None and not len(vectors.known) == vectors.words.shape[-1] == base.files.chunk_count:
            raise ValueError("its vectors are another base's")
        skipped, stamps = _read_skipped(kinds["base"])
    except (KeyError, ValueError) as error:
        return None, f"the index is damaged: {error}"
    return replace(Snapshot.of([(base, vectors)], skipped=skipped), skipped_stamps=stamps), ""


def store_base(
    store: Path,
    workspace: Path,
    wanted: Mapping[str, str],
    files: Sequence[IndexedFile],
    skipped: Mapping[str, str],
    stamps: Mapping[str, Stamp],
) -> Snapshot | None:
    """Makes a base of `files` live, without vectors, and maps it. None when the store is locked or cannot be. Raises OSError."""
    with segments.writing(store) as held:
        if not held:
            return None
        file = segments.new_segment(store, "base")
        segments.write_segment(file, {**Segment.columns(files), **_skipped_arrays(skipped, stamps)})
        segments.publish(store, workspace, wanted, {"base": file})
        with suppress(OSError):
            segments.sweep(store)
        # Still under the lock: afterwards it may be another process's base, made of other texts.
        return load(store, workspace, wanted)[0]


def store_vectors(store: Path, workspace: Path, wanted: Mapping[str, str], snapshot: Snapshot) -> Snapshot:
    """Adds the vectors of the stored base, which must be the snapshot's, and gives the snapshot over the mapped files. Raises OSError."""
    vectors = snapshot.layers[0].vectors
    with segments.writing(store) as held:
        manifest = segments.read_manifest(store, workspace, wanted, any_of="embedder") if held else None
        if manifest is None or vectors is None or not _is_base_of(store, workspace, wanted, snapshot):
            return snapshot
        file = segments.new_segment(store, "vectors")
        segments.write_segment(file, vectors.arrays())
        segments.publish(store, workspace, wanted, {"base": store / manifest.segments["base"], "vectors": file})
        with suppress(OSError):
            segments.sweep(store)
        loaded, _ = load(store, workspace, wanted)  # Under the lock, as above.
    return snapshot if loaded is None else snapshot.with_vectors(0, loaded.layers[0].vectors or vectors)


def _is_base_of(store: Path, workspace: Path, wanted: Mapping[str, str], snapshot: Snapshot) -> bool:
    # Another process may have replaced the base meanwhile; chunk digests tell without reading more than they hold.
    kinds, _ = segments.open_live(store, workspace, wanted, verify=False, any_of="embedder")
    stored = kinds.get("base", {}).get("files.chunk_digest")
    return stored is not None and np.array_equal(stored, snapshot.layers[0].segment.files.chunk_digest)


def _skipped_arrays(skipped: Mapping[str, str], stamps: Mapping[str, Stamp]) -> dict[str, NDArray[Any]]:
    paths = sorted(skipped)
    path_offsets, path_blob = pack_strings(paths)
    reason_offsets, reason_blob = pack_strings(skipped[path] for path in paths)
    return {
        "skipped.path_offsets": path_offsets,
        "skipped.path_blob": path_blob,
        "skipped.reason_offsets": reason_offsets,
        "skipped.reason_blob": reason_blob,
        "skipped.stamps": np.array([Stamp.row_of(stamps.get(path)) for path in paths], dtype=np.int64).reshape(len(paths), 4),
    }


def _read_skipped(arrays: Mapping[str, NDArray[Any]]) -> tuple[dict[str, str], dict[str, Stamp]]:
    paths = unpack_strings(arrays["skipped.path_offsets"], arrays["skipped.path_blob"])
    reasons = unpack_strings(arrays["skipped.reason_offsets"], arrays["skipped.reason_blob"])
    stamps = {path: Stamp(*row) for path, row in zip(paths, arrays["skipped.stamps"].tolist(), strict=True) if row[0] >= 0}
    return dict(zip(paths, reasons, strict=True)), stamps
