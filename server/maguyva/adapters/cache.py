"""Facts and vectors by digest, shared by every process of the user: the only import of diskcache.

diskcache unpickles what it finds (CVE-2025-69872) and reads and deletes files that its database names, so its `Disk` is replaced by
one that knows raw bytes inside the database and nothing else. Each value is framed:

    "MGV1"   crc32 of key and payload (4 bytes, little-endian)   payload

A value that does not check is a miss. A cache that cannot be read is set aside as `<folder>.damaged` and begun anew; where that
or writing is not possible, the cache is off and `problem` says why. Callers never see an exception, only misses.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import sqlite3
import struct
import threading
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import diskcache

from maguyva.adapters.disk import make_private_folder

_log = logging.getLogger(__name__)
_FRAME = struct.Struct("<4sI")
_MAGIC = b"MGV1"

# Errors of the place (full, read-only, locked), where a new database would fare no better; all others are damage.
_ERRORS_OF_THE_PLACE = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_AUTH,
    }
)


class _RawDisk(diskcache.Disk):  # type: ignore[misc]
    """Keys and values are bytes in the database; pickles, texts and files are refused in both directions."""

    def put(self, key: object) -> tuple[memoryview, bool]:
        if not isinstance(key, bytes):
            raise TypeError("cache keys are bytes")
        return memoryview(key), True

    def get(self, key: Any, raw: Any) -> bytes:
        if not raw:
            raise ValueError("a pickled key is never loaded")
        return bytes(key)

    def store(self, value: object, read: bool, key: object = None) -> tuple[int, int, None, memoryview]:
        if read or not isinstance(value, bytes):
            raise TypeError("cache values are bytes")
        return 0, diskcache.core.MODE_RAW, None, memoryview(value)

    def fetch(self, mode: int, filename: str | None, value: Any, read: bool) -> bytes:
        # The database may come from elsewhere: a number or a text in the value column is no value of ours either.
        return value if mode == diskcache.core.MODE_RAW and isinstance(value, bytes) and not read else b""

    def remove(self, file_path: str) -> None:
        """Nothing: no value of ours is a file, so a row that names one is not believed."""


class Cache:
    """A persistent map of bytes to bytes that forgets the oldest entries above its size limit. Safe for threads and processes."""

    def __init__(self, folder: Path, size_limit: int) -> None:
        """Opens or begins the cache in `folder`, which is nothing but this cache; `size_limit` is in bytes. Never raises."""
        self.folder = folder
        self.problem = ""
        self._size_limit = size_limit
        self._repairs_left = 1
        self._late_writes = 0
        self._lock = threading.Lock()
        self._store: Any = None
        self._open()

    @property
    def working(self) -> bool:
        """False when the cache is off; `problem` says why."""
        return self._store is not None

    def get_many(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """The values of those keys that are there and sound."""
        found: dict[bytes, bytes] = {}
        store = self._store
        if store is None:
            return found
        try:
            for key in keys:
                value = store.get(key)
                payload = None if value is None else _unframed(key, value)
                if payload is not None:
                    found[key] = payload
        except Exception as error:
            self._failed(store, error)
        return found

    def set_many(self, items: Mapping[bytes, bytes]) -> bool:
        """Stores all items in one transaction (a transaction for each would cost 0.2 ms). False when they were not stored."""
        store = self._store
        if store is None or not items:
            return store is not None
        framed = [(key, _framed(key, value)) for key, value in items.items()]
        try:
            with store.transact():
                for key, value in framed:
                    store.set(key, value)
        except diskcache.Timeout as error:
            # Another process writes for long, or the place became read-only: diskcache reports both alike.
            self._late_writes += 1
            if self._late_writes >= 3:
                self._failed(store, error)
            return False
        except Exception as error:
            self._failed(store, error)
            return False
        self._late_writes = 0
        return True

    def release(self) -> None:
        """Closes this thread's connection; it opens another one when it needs it again."""
        store = self._store
        if store is not None:
            with contextlib.suppress(Exception):
                store.close()

    def clear(self) -> int:
        """Forgets everything; gives the bytes freed, 0 where that did not work."""
        store = self._store
        if store is None:
            return 0
        try:
            before = int(store.volume())
            store.clear(retry=True)
            return max(0, before - int(store.volume()))
        except Exception as error:
            self._failed(store, error)
            return 0

    def close(self) -> None:
        """Closes this thread's connection and takes the cache out of use."""
        with self._lock:
            store, self._store = self._store, None
        if store is not None:
            with contextlib.suppress(Exception):
                store.close()

    # ---- opening and failing ----

    def _open(self) -> None:
        try:
            make_private_folder(self.folder)
            if os.path.expandvars(self.folder) != str(self.folder):
                raise OSError("diskcache would expand the $ in the folder's name")
            database = self.folder / diskcache.core.DBNAME
            if database.exists() and not database.is_file():
                raise sqlite3.DatabaseError("not a database")
            self._store = diskcache.Cache(
                str(self.folder),
                timeout=5,
                disk=_RawDisk,
                size_limit=self._size_limit,
                eviction_policy="least-recently-stored",
                cull_limit=2,  # Entries forgotten for each one stored above the limit: more than one, so that it shrinks.
                statistics=0,
                tag_index=0,
                sqlite_journal_mode="wal",
                sqlite_synchronous=1,
                sqlite_auto_vacuum=1,
                sqlite_cache_size=1024,  # Pages for each connection; every worker has one.
                sqlite_mmap_size=0,  # A mapped file that another process truncates would end this one with SIGBUS.
            )
        except Exception as error:
            self._failed(None, error)

    def _failed(self, store: Any, error: Exception) -> None:
        """Begins a new cache where this one is damaged, once; else turns the cache off."""
        with self._lock:
            if store is not self._store:
                return  # Another thread has dealt with it.
            self._store = None
            if store is not None:
                with contextlib.suppress(Exception):
                    store.close()
            reason = str(error) or type(error).__name__
            if self._repairs_left == 0 or not _is_damage(error):
                self._turn_off(reason)
                return
            self._repairs_left -= 1
            aside = self.folder.with_name(self.folder.name + ".damaged")
            try:
                shutil.rmtree(aside, ignore_errors=True)
                if self.folder.exists():
                    self.folder.rename(aside)
            except OSError as failure:
                self._turn_off(f"{reason}; it could not be set aside ({failure.strerror or failure})")
                return
            _log.warning("the cache %s was damaged (%s); it was set aside as %s and begun anew", self.folder, reason, aside.name)
        self._open()

    def _turn_off(self, reason: str) -> None:
        self.problem = f"running without the cache {self.folder}: {reason}"
        _log.warning("%s", self.problem)


def _is_damage(error: Exception) -> bool:
    if isinstance(error, diskcache.Timeout | OSError):
        return False
    code = getattr(error, "sqlite_errorcode", None)
    if code == sqlite3.SQLITE_READONLY_DBMOVED:
        return True  # Somebody removed the cache under us.
    return code is None or code & 0xFF not in _ERRORS_OF_THE_PLACE


def _framed(key: bytes, value: bytes) -> bytes:
    return _FRAME.pack(_MAGIC, zlib.crc32(value, zlib.crc32(key))) + value


def _unframed(key: bytes, value: bytes) -> bytes | None:
    if len(value) < _FRAME.size:
        return None
    magic, checksum = _FRAME.unpack_from(value)
    payload = value[_FRAME.size :]
    return payload if magic == _MAGIC and checksum == zlib.crc32(payload, zlib.crc32(key)) else None
