"""Whether the user lets a folder's code go to a host: kept outside every workspace, read again before each call.

One JSON file in the cache folder; an entry names the folder's real path, the provider and the host. What the file does not say is a no, and so is
everything in a file that lies in the very folder it speaks of: nothing in a workspace may give the user's consent.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal

import filelock

from maguyva.adapters.disk import make_private_folder
from maguyva.adapters.ledger import read_json, write_json
from maguyva.adapters.service import Service

Said = Literal["yes", "never"]
_LOCK_SECONDS = 10.0


class Consents:
    """What was answered for one service. Safe for threads and processes."""

    def __init__(self, cache_folder: Path, service: Service) -> None:
        self._folder = cache_folder / "sending"
        self._file = self._folder / "consent.json"
        self._service = service
        self._revoked: set[str] = set()  # Taken back here, whether or not that could be kept.

    def said(self, root: Path) -> Said | None:
        """The answer for a folder, None when none counts."""
        place = os.path.realpath(root)
        if place in self._revoked or self.is_inside(root):
            return None
        try:
            entries = _entries(read_json(self._file))
        except OSError:
            return None
        for entry in entries:
            if (entry["folder"], entry["provider"], entry["host"]) == (place, self._service.provider, self._service.host):
                said: Said = entry["said"]
                return said
        return None

    def is_inside(self, root: Path) -> bool:
        """Whether the answers would lie in the folder they are about."""
        place = os.path.realpath(root).rstrip(os.sep) + os.sep
        return (os.path.realpath(self._file)).startswith(place)

    def record(self, roots: Iterable[Path], said: Said | None) -> None:
        """Keeps an answer for folders; None takes it back. Raises OSError when it cannot be kept."""
        places = {os.path.realpath(root) for root in roots}
        if said != "yes":
            self._revoked |= places
        about = self._service.provider, self._service.host
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        new = [
            {"folder": place, "provider": about[0], "host": about[1], "said": said, "at": at}
            for place in sorted(places)
            if said is not None
        ]
        _change(self._file, lambda entry: entry["folder"] in places and (entry["provider"], entry["host"]) == about, new)
        self._revoked -= places


def all_consents(cache_folder: Path, root: Path) -> list[dict[str, Any]]:
    """Everything that was said about a folder, whatever service it was about: "provider", "host", "said", "at". Raises OSError."""
    place = os.path.realpath(root)
    return [entry for entry in _entries(read_json(cache_folder / "sending" / "consent.json")) if entry["folder"] == place]


def forget_consents(cache_folder: Path, roots: Iterable[Path]) -> None:
    """Takes back everything that was said about folders. Raises OSError when that cannot be kept."""
    places = {os.path.realpath(root) for root in roots}
    file = cache_folder / "sending" / "consent.json"
    if file.exists():
        _change(file, lambda entry: entry["folder"] in places, [])


def _change(file: Path, is_gone: Callable[[dict[str, Any]], bool], new: list[dict[str, Any]]) -> None:
    make_private_folder(file.parent.parent)
    make_private_folder(file.parent)
    try:
        lock = filelock.FileLock(file.with_suffix(".lock"), timeout=_LOCK_SECONDS)
        lock.acquire()
    except (filelock.Timeout, NotImplementedError) as error:
        raise OSError("the answers cannot be locked") from error
    try:
        kept = [entry for entry in _entries(read_json(file)) if not is_gone(entry)]
        write_json(file, {"version": 1, "consents": kept + new})
    finally:
        lock.release()


def _entries(value: Any) -> list[dict[str, Any]]:
    try:
        entries = value["consents"] if value["version"] == 1 else []
        return [entry for entry in entries if {"folder", "provider", "host", "said"} <= entry.keys() and entry["said"] in ("yes", "never")]
    except (TypeError, KeyError, AttributeError):
        return []
