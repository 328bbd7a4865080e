"""URIs and the snapshot's path keys, both ways.

A `file:` URI inside a workspace folder is the path in it; the innermost folder owns it. Untitled documents, notebook cells and files outside
every folder have their URI as key. Other schemes (`git:`, `output:` and what else editors show) are not served. Answers echo a document's URI
as its client spelled it, and continue the folder's own spelling for files that are not open.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from maguyva.adapters.folders import Folder

SERVED_SCHEMES = frozenset({"file", "untitled", "vscode-notebook-cell"})
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(.*)", re.DOTALL)
_DRIVE = re.compile(r"/([A-Za-z])(:(?:/|$))")


def scheme_of(uri: str) -> str:
    """The scheme in lower case, "" for what is no URI."""
    found = _SCHEME.fullmatch(uri)
    return found[1].lower() if found else ""


def local_path(uri: str) -> str | None:
    """The file a `file:` URI names, with forward slashes, drive letters in lower case, UNC hosts as `//host`; None for any other URI."""
    found = _SCHEME.fullmatch(uri)
    if not found or found[1].lower() != "file":
        return None
    rest = re.split(r"[?#]", found[2], maxsplit=1)[0]
    host = ""
    if rest.startswith("//"):
        host, slash, tail = rest[2:].partition("/")
        rest = slash + tail
    path = unquote(rest, errors="surrogateescape")
    if not path.startswith("/") or "\0" in path:
        return None
    path = posixpath.normpath("/" + path.lstrip("/"))
    if drive := _DRIVE.match(path):
        return drive[1].lower() + path[2:]
    host = unquote(host)
    return f"//{host}{path}" if host and host.lower() != "localhost" else path


def uri_of_path(path: str) -> str:
    """The URI of a local path, everything but letters, digits, `-._~` and `/` percent-encoded, as VS Code writes them."""
    path = path.replace(os.sep, "/") if os.sep != "/" else path
    if path.startswith("//"):
        return "file:" + quote(os.fsencode(path), safe="/")
    return "file://" + quote(os.fsencode(path if path.startswith("/") else "/" + path), safe="/")


@dataclass(frozen=True)
class Places:
    """The workspace folders as the client names them. `spelled` gives an open document's own URI, None for a key that is not open."""

    folders: Sequence[Folder] = ()
    uris: Sequence[str] = ()
    spelled: Callable[[str], str | None] = lambda key: None

    def key(self, uri: str) -> str | None:
        """The snapshot's key for a URI, None when its scheme is not served."""
        if scheme_of(uri) not in SERVED_SCHEMES:
            return None
        path = local_path(uri)
        if path is None:
            return uri if scheme_of(uri) != "file" else None
        owner = self._owner(path)
        if owner is None:
            return uri_of_path(path)
        return owner.prefix + path[len(_root(owner)) :].lstrip("/")

    def key_of_path(self, path: str) -> str | None:
        """The key of a local path, None outside every folder."""
        path = path.replace(os.sep, "/") if os.sep != "/" else path
        owner = self._owner(path)
        return None if owner is None else owner.prefix + path[len(_root(owner)) :].lstrip("/")

    def uri(self, key: str) -> str:
        """The URI of a key, as the client would write it."""
        spelled = self.spelled(key)
        if spelled is not None:
            return spelled
        if scheme_of(key) in SERVED_SCHEMES and ":" in key.partition("/")[0]:
            return key
        for folder, uri in zip(self.folders, self.uris, strict=True):
            if key.startswith(folder.prefix):
                return uri.rstrip("/") + "/" + quote(os.fsencode(key.removeprefix(folder.prefix)), safe="/")
        return uri_of_path("/" + key)

    def _owner(self, path: str) -> Folder | None:
        inside = [folder for folder in self.folders if path == _root(folder) or path.startswith(_root(folder).rstrip("/") + "/")]
        return max(inside, key=lambda folder: len(_root(folder)), default=None)


def _root(folder: Folder) -> str:
    root = str(folder.root).replace(os.sep, "/") if os.sep != "/" else str(folder.root)
    return root[0].lower() + root[1:] if root[1:2] == ":" else root


def folder_path(uri: str) -> Path | None:
    """A workspace folder's path, None for a folder that is on no local disk."""
    path = local_path(uri)
    return None if path is None else Path(path)
