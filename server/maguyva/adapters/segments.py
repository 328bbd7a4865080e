"""Base segments: immutable files of numpy arrays, memory-mapped, and the manifest that names the live ones.

A segment file, all numbers little-endian:

    "MAGUYVAS"   version u32   header length u32   crc32 of the header u32   zeros to 64 bytes
    header: JSON {"arrays": [{"name", "dtype", "shape", "offset", "size", "crc32"}, …], "data_size"}
    from the next multiple of 64 on, each array's bytes at its offset, itself a multiple of 64

A workspace's folder in the cache, `<cache>/workspaces/<hash of its real path>/`:

    manifest.json        which segments are live, for which versions; replaced by one rename
    <kind>-<random>.seg  segments; one that no manifest names is garbage
    lock                 held by whoever writes; readers need none

A writer makes new files, then renames the manifest, then deletes what is dead; so a kill at any moment leaves the old set or the
new one. A reader that loses the race with a deletion reads the manifest again. Errors drawn: `SegmentDamaged` for a file that is
not what was written; OSError passes for what the place does not allow (full, read-only), and the caller works from memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import secrets
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

import filelock
import numpy as np
from numpy.typing import NDArray

from maguyva.adapters.disk import make_private_folder

SEGMENT_VERSION = 1
MANIFEST_VERSION = 1
_MAGIC = b"MAGUYVAS"
_PREFIX = struct.Struct("<8sIII44x")
_ALIGNMENT = 64
_BLOCK = 1 << 20
_LARGEST_HEADER = 1 << 24
_TEMPORARY = ".tmp"

Pieces = Sequence[bytes]


class SegmentDamaged(Exception):
    """The file is no segment, of another version, cut short or changed; the message says which."""


# ---- one segment ----


def write_segment(path: Path, arrays: Mapping[str, NDArray[Any] | Pieces]) -> None:
    """Writes `arrays` to `path` under a temporary name, syncs, renames. Raises OSError; then nothing is left behind.

    A value may be a list of byte strings instead of an array: they are laid end to end as one uint8 array, without being joined in memory.
    """
    buffers = {name: _buffers(value) for name, value in arrays.items()}
    entries = []
    offset = 0  # Relative to the data's start, which the header's length decides; made absolute by the reader.
    for name, (dtype, shape, pieces) in buffers.items():
        size = sum(piece.nbytes for piece in pieces)
        checksum = 0
        for piece in pieces:
            checksum = zlib.crc32(piece, checksum)
        entries.append({"name": name, "dtype": dtype, "shape": shape, "offset": offset, "size": size, "crc32": checksum})
        offset += _aligned(size)
    header = json.dumps({"arrays": entries, "data_size": offset}).encode()
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}{_TEMPORARY}")
    try:
        with open(temporary, "xb") as file:
            file.write(_PREFIX.pack(_MAGIC, SEGMENT_VERSION, len(header), zlib.crc32(header)))
            file.write(header + bytes(_aligned(len(header)) - len(header)))
            for _, _, pieces in buffers.values():
                size = sum(file.write(piece) for piece in pieces)
                file.write(bytes(_aligned(size) - size))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(path.parent)


def open_segment(path: Path, verify: bool = True) -> dict[str, NDArray[Any]]:
    """The arrays of a segment as read-only views onto one memory map, which lives as long as any of them.

    With `verify` every byte is read and checked through ordinary reads, so that the page cache holds it and not this process's
    resident memory. Raises SegmentDamaged, or OSError (FileNotFoundError when another process has replaced it).
    """
    with open(path, "rb") as file:
        entries, data_start, file_size = _read_header(file)
        if os.fstat(file.fileno()).st_size != file_size:
            raise SegmentDamaged(f"{path.name} is cut short or has grown")
        if verify:
            for entry in entries:
                _check(file, data_start + entry["offset"], entry["size"], entry["crc32"], f"{path.name}: {entry['name']}")
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    arrays = {}
    for entry in entries:
        dtype = np.dtype(entry["dtype"])
        flat = np.frombuffer(mapped, dtype, entry["size"] // dtype.itemsize, data_start + entry["offset"])
        arrays[entry["name"]] = flat.reshape(entry["shape"])
    return arrays


def _buffers(value: NDArray[Any] | Pieces) -> tuple[str, list[int], list[memoryview]]:
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "biufc":
            raise TypeError(f"a segment holds plain numbers, not {value.dtype}")
        little = np.ascontiguousarray(value, value.dtype.newbyteorder("<"))
        return little.dtype.str, list(value.shape), [little.reshape(-1).view(np.uint8).data] if little.size else []
    pieces = [memoryview(piece) for piece in value if len(piece)]
    return "|u1", [sum(piece.nbytes for piece in pieces)], pieces


def _read_header(file: BinaryIO) -> tuple[list[dict[str, Any]], int, int]:
    """(array entries, start of the data, size of the whole file), every number checked."""
    prefix = file.read(_PREFIX.size)
    if len(prefix) < _PREFIX.size or not prefix.startswith(_MAGIC):
        raise SegmentDamaged("not a segment file")
    _, version, length, checksum = _PREFIX.unpack(prefix)
    if version != SEGMENT_VERSION:
        raise SegmentDamaged(f"segment of version {version}, not {SEGMENT_VERSION}")
    raw = file.read(length) if length <= _LARGEST_HEADER else b""
    if len(raw) != length or zlib.crc32(raw) != checksum:
        raise SegmentDamaged("the header is damaged")
    try:
        header = json.loads(raw)
        entries: list[dict[str, Any]] = header["arrays"]
        data_start = _PREFIX.size + _aligned(length)
        for entry in entries:
            dtype = np.dtype(entry["dtype"])
            if dtype.kind not in "biufc" or entry["offset"] < 0 or entry["offset"] + entry["size"] > header["data_size"]:
                raise ValueError
            if min(entry["shape"], default=0) < 0 or int(np.prod(entry["shape"], dtype=object)) * dtype.itemsize != entry["size"]:
                raise ValueError
        return entries, data_start, data_start + header["data_size"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SegmentDamaged("the header makes no sense") from None


def _check(file: BinaryIO, offset: int, size: int, expected: int, name: str) -> None:
    file.seek(offset)
    checksum = 0
    while size > 0:
        block = file.read(min(size, _BLOCK))
        if not block:
            break
        checksum = zlib.crc32(block, checksum)
        size -= len(block)
    if size or checksum != expected:
        raise SegmentDamaged(f"{name} is damaged")


def _aligned(size: int) -> int:
    return size + -size % _ALIGNMENT


# ---- the manifest ----


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is live for one workspace folder: `segments` maps a kind ("base", "vectors") to a file, `versions` says who can read them."""

    folder: str  # The real path, so that two folders with one hash do not mix.
    versions: Mapping[str, str]
    segments: Mapping[str, str]


def workspace_store(cache_folder: Path, folder: Path) -> Path:
    """The folder in the cache for one workspace folder, made private to the user. Raises OSError."""
    name = hashlib.blake2b(os.fsencode(os.path.realpath(folder)), digest_size=16).hexdigest()
    store = cache_folder / "workspaces" / name
    for place in (cache_folder, store.parent, store):
        make_private_folder(place)
    return store


@contextlib.contextmanager
def writing(store: Path, wait: float = 2.0) -> Iterator[bool]:
    """Holds the store's lock; False when another process still holds it after `wait` seconds, or it cannot be locked at all."""
    lock = filelock.FileLock(store / "lock", timeout=wait)
    try:
        lock.acquire()
    except (filelock.Timeout, OSError, NotImplementedError):
        yield False
        return
    try:
        yield True
    finally:
        lock.release()


def new_segment(store: Path, kind: str) -> Path:
    """A path no segment of the store has yet."""
    return store / f"{kind}-{secrets.token_hex(8)}.seg"


def publish(store: Path, folder: Path, versions: Mapping[str, str], segments: Mapping[str, Path]) -> Manifest:
    """Makes `segments` (kind to file in the store) the live set by one rename. Call it inside `writing`. Raises OSError."""
    manifest = Manifest(os.path.realpath(folder), dict(versions), {kind: path.name for kind, path in segments.items()})
    body = json.dumps({"manifest": MANIFEST_VERSION, **asdict(manifest)}, sort_keys=True)
    text = json.dumps({"crc32": zlib.crc32(body.encode()), "body": body})
    temporary = store / f"manifest.{secrets.token_hex(4)}{_TEMPORARY}"
    try:
        with open(temporary, "x", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, store / "manifest.json")
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(store)
    return manifest


def read_manifest(store: Path, folder: Path, versions: Mapping[str, str], any_of: str = "") -> Manifest | None:
    """The live manifest; None when there is none, or it is damaged, another folder's, or for other versions. The version called `any_of` may differ."""
    try:
        with open(store / "manifest.json", "rb") as file:
            outer = json.loads(file.read(_LARGEST_HEADER))
        body = outer["body"]
        if zlib.crc32(body.encode()) != outer["crc32"]:
            return None
        fields = json.loads(body)
        if fields.pop("manifest") != MANIFEST_VERSION:
            return None
        manifest = Manifest(**fields)
        names = [*manifest.segments.values()]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    try:
        known = {**manifest.versions, **({any_of: versions[any_of]} if any_of in manifest.versions and any_of in versions else {})}
    except TypeError:
        return None
    if manifest.folder != os.path.realpath(folder) or known != dict(versions):
        return None
    # A name with a folder in it would open files elsewhere.
    return manifest if all(isinstance(name, str) and name.endswith(".seg") and Path(name).name == name for name in names) else None


def open_live(
    store: Path, folder: Path, versions: Mapping[str, str], verify: bool = True, any_of: str = ""
) -> tuple[dict[str, dict[str, NDArray[Any]]], str]:
    """(the live segments by kind, ""), or ({}, why there are none): "no index yet", or what is damaged. Never raises."""
    for _ in range(5):
        manifest = read_manifest(store, folder, versions, any_of)
        if manifest is None:
            return {}, "no index yet" if not (store / "manifest.json").exists() else "the index is of another version or damaged"
        try:
            return {kind: open_segment(store / name, verify) for kind, name in manifest.segments.items()}, ""
        except FileNotFoundError:
            continue  # Another process published a newer set in between, so the manifest names files that are there.
        except (SegmentDamaged, OSError, ValueError) as error:
            return {}, str(error)
    return {}, "the index names files that are not there"


def sweep(store: Path) -> list[str]:
    """Deletes what no manifest names: dead segments, and temporary files of killed writers. Call it inside `writing`.

    A file that cannot be deleted (on Windows: one that is mapped) stays for the next sweep. Returns the names deleted.
    """
    live = set(_live_names(store))
    deleted = []
    with contextlib.suppress(OSError):
        for path in sorted(store.iterdir()):
            if path.name not in live and path.suffix in (".seg", _TEMPORARY):
                with contextlib.suppress(OSError):
                    path.unlink()
                    deleted.append(path.name)
    return deleted


def empty(store: Path) -> int:
    """Deletes the manifest and every segment; the bytes that were freed. Call it inside `writing`. Readers keep what they have mapped."""
    freed = 0
    with contextlib.suppress(OSError):
        for path in sorted(
            store.iterdir(), key=lambda path: path.name != "manifest.json"
        ):  # The manifest first: no reader is led to what is gone.
            if path.name == "manifest.json" or path.suffix in (".seg", _TEMPORARY):
                with contextlib.suppress(OSError):
                    size = path.stat().st_size
                    path.unlink()
                    freed += size
    return freed


def _live_names(store: Path) -> Sequence[str]:
    """The segments of whatever manifest there is, of any version: another version's server may be reading them."""
    try:
        with open(store / "manifest.json", "rb") as file:
            return [str(name) for name in json.loads(json.loads(file.read(_LARGEST_HEADER))["body"])["segments"].values()]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ()


def _sync_folder(folder: Path) -> None:
    """Makes a rename last through a power cut, where folders can be synced."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
