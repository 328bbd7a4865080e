"""One client's session: its folders, documents and settings, the engine behind them, and the way a question takes.

Everything here but the work of `ask` runs on the event loop, so documents need no lock and edits keep their order.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams, JsonRpcRequestCancelled

from maguyva.adapters.disk import WorkspaceError, check_workspace
from maguyva.adapters.folders import Folder
from maguyva.asking import Cancelled
from maguyva.engine import Engine, Progress
from maguyva.extract.languages import language_of
from maguyva.lsp.convert import language_for, language_id, position_of, snake_case
from maguyva.lsp.documents import Document
from maguyva.lsp.elsewhere import IndexProcess
from maguyva.lsp.indexer import Indexer
from maguyva.lsp.moment import Moment
from maguyva.lsp.places import Places, folder_path, uri_of_path
from maguyva.search.query import InvalidRequest
from maguyva.settings import Settings
from maguyva.text import Encoding

DOCUMENT_SECONDS = 5.0  # A question about a document waits so long for its newest text, and is then refused: better than a wrong place.
WORKSPACE_SECONDS = 1.0  # A question about the workspace waits so long, and then leaves out what has not settled.
ELSEWHERE_SECONDS = (
    0.5  # A settled document's question waits so long for the others: its answer may lie in one that was opened a moment ago.
)
SUPERSEDED = "superseded"  # Why a search was cancelled: a newer one of its session came.
_STEP_SECONDS = 0.05
_THREADS = 8

T = TypeVar("T")
_log = logging.getLogger(__name__)


class Session:
    """Begins with `initialize`, ends with the server. `changed` is called from any thread when there is news for the status."""

    def __init__(
        self,
        folders: Sequence[types.WorkspaceFolder],
        encoding: Encoding,
        settings: Settings,
        progress: Callable[[Progress], None],
        changed: Callable[[], None],
    ) -> None:
        self.encoding = encoding
        self.settings = settings  # What holds for the face from now on; the engine's follow when the index does.
        self.documents: dict[str, Document] = {}  # By URI as the client spells it.
        self._open_keys: dict[str, Document] = {}
        self._named = {folder.uri: folder for folder in folders}
        self.problems: list[str] = []
        self.moved: Callable[[], None] = lambda: None  # Called on the event loop when the folders or the rules are others.
        roots, uris = self._usable(folders)
        self.engine = Engine(roots, settings, progress, changed)
        self._index_process = IndexProcess()
        self.engine.build_elsewhere = self._index_process.build
        self.indexer = Indexer(self.engine, changed)
        self.places = self._placed(uris, roots)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="maguyva-answer")
        self._newest: dict[str, asyncio.Task[Any]] = {}  # By the client's name for a series of searches: the one that counts.

    def close(self) -> None:
        """Ends threads and worker processes."""
        self.indexer.close()
        self._index_process.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.engine.close()

    # ---- questions ----

    async def ask(self, work: Callable[[Moment], T], uri: str | None = None, feature: str | None = None) -> T | None:
        """The answer of `work`, in a thread, on a snapshot with the newest text of the document (None: of all documents); None where the
        settings have switched the feature off.

        A cancelled request is answered at once; the thread sees it at its next step. Raises what the protocol has for wrong params and for
        documents that change faster than they can be read.
        """
        if feature is not None and not self.settings.serves(feature, self._languages(uri or "")):
            return None
        stopped = threading.Event()
        key = self.places.key(uri) if uri is not None else None
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, self._answer, work, key, uri is not None, stopped)
        except asyncio.CancelledError:
            stopped.set()
            raise
        except InvalidRequest as invalid:
            raise JsonRpcInvalidParams(str(invalid)) from None
        except Cancelled:
            raise JsonRpcRequestCancelled("cancelled") from None

    def _answer(self, work: Callable[[Moment], T], key: str | None, is_document: bool, stopped: threading.Event) -> T:
        deadline = time.monotonic() + (DOCUMENT_SECONDS if is_document else WORKSPACE_SECONDS)
        while not self.engine.settle(key, _STEP_SECONDS):
            if stopped.is_set():
                raise Cancelled
            if time.monotonic() > deadline:
                break
        if key is not None and not self.engine.settle(None, ELSEWHERE_SECONDS):
            self.engine.settle(key, _STEP_SECONDS)  # It may have been typed in meanwhile.
        stale = self.engine.unsettled()
        if key is not None and key in stale:
            raise JsonRpcContentModified("the document changes faster than it can be read")
        return work(Moment(self.engine, self.engine.snapshot, self.places, self.encoding, self.settings, stale, stopped.is_set))

    def _languages(self, uri: str) -> list[str]:
        """What a document's language is called: by the editor, and by us."""
        document, key = self.documents.get(uri), self.places.key(uri)
        file = None if key is None else self.engine.snapshot.find(key)
        said = [] if document is None else [document.language_id.lower()]
        if file is not None:
            language = self.engine.snapshot.language(file)
            return [*said, language, language_id(language)]
        return [*said, language_of(key, document.text[:4096] if document is not None else b"")] if key is not None else said

    @contextlib.contextmanager
    def superseding(self, session: str | None) -> Iterator[None]:
        """Makes the running request the newest of a series: the one before it is cancelled, with SUPERSEDED as the reason."""
        task = asyncio.current_task()
        if session is None or task is None:
            yield
            return
        if (older := self._newest.get(session)) is not None:
            older.cancel(SUPERSEDED)
        self._newest[session] = task
        try:
            yield
        finally:
            if self._newest.get(session) is task:
                del self._newest[session]

    # ---- documents ----

    def open(self, item: types.TextDocumentItem) -> None:
        """A document is the client's from now on. One that is open already is simply read again."""
        document = Document.opened(item.uri, item.language_id, item.version, self.places.key(item.uri), item.text)
        self.documents[item.uri] = document
        self._tell(document)

    def change(self, uri: str, version: int, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Edits in the order in which they were made. A document that is not open is none of our business."""
        document = self.documents.get(uri)
        if document is None:
            return
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                document.edit(position_of(change.range.start), position_of(change.range.end), change.text, self.encoding)
            else:
                document.replace(change.text)
        document.version = version
        self._tell(document)

    def close_document(self, uri: str) -> None:
        """The disk counts again."""
        document = self.documents.pop(uri, None)
        if document is None or document.key is None:
            return
        if self._open_keys.get(document.key) is document:
            del self._open_keys[document.key]
            self.engine.close_document(document.key)
            self.indexer.news([document.key])

    def _tell(self, document: Document) -> None:
        if document.key is not None:
            self._open_keys[document.key] = document
            text = document.searched()
            self.engine.edit(document.key, text, language_for(document.key, document.language_id, text[:4096]))

    # ---- folders, settings, disk ----

    def disk_events(self, uris: Sequence[str]) -> None:
        """Files that have changed outside the editor."""
        self.indexer.news(key for uri in uris if (key := self.places.key(uri)) is not None)

    def disk_paths(self, paths: Sequence[str]) -> None:
        """Likewise, by path."""
        self.indexer.news(key for path in paths if (key := self.places.key_of_path(path)) is not None)

    def change_folders(self, added: Sequence[types.WorkspaceFolder], removed: Sequence[types.WorkspaceFolder]) -> None:
        """Folders come and go; what stays is not read again."""
        for folder in removed:
            self._named.pop(folder.uri, None)
        self._named.update((folder.uri, folder) for folder in added)
        roots, uris = self._usable(list(self._named.values()))
        loop = asyncio.get_running_loop()

        def apply() -> None:
            self.engine.set_folders(roots)
            loop.call_soon_threadsafe(self._move, uris, roots)

        self.indexer.update(first=apply)

    def _move(self, uris: Sequence[str], roots: Sequence[Path]) -> None:
        self.places = self._placed(uris, roots)
        self.moved()
        moved = [(document, key) for document in self.documents.values() if (key := self.places.key(document.uri)) != document.key]
        for document, _ in moved:
            if document.key is not None:
                self._open_keys.pop(document.key, None)
                self.engine.close_document(document.key)
        for document, key in moved:
            document.key = key
            self._tell(document)

    def reconfigure(self, values: dict[str, object]) -> None:
        """New settings, live. What cannot be taken becomes a problem in the status, and the rest holds."""
        taken, problems = Settings.sound(values)
        self.problems = [*self.problems, *problems][-10:]
        before = self.settings
        chosen = Settings.from_mapping(taken)
        self.settings = after = replace(before, **{name: getattr(chosen, name) for name in _names(taken)})
        if any(getattr(after, name) != getattr(before, name) for name in _of_the_index()):
            limits = ("text_limit", "structure_limit", "embedding_limit")
            afresh = any(getattr(before, name) != getattr(after, name) for name in limits)

            loop = asyncio.get_running_loop()

            def apply() -> None:
                self.engine.settings = self.settings
                loop.call_soon_threadsafe(self.moved)

            self.indexer.update(afresh, first=apply)

    async def clear_cache(self) -> int:
        """Removes what is stored of this workspace and the cache of facts and vectors, and makes the index anew. The bytes that were freed."""
        loop = asyncio.get_running_loop()
        freed: asyncio.Future[int] = loop.create_future()

        def clear() -> None:
            count = self.engine.clear_cache()
            loop.call_soon_threadsafe(lambda: None if freed.done() else freed.set_result(count))

        self.indexer.update(afresh=True, first=clear)
        return await freed

    def _usable(self, folders: Sequence[types.WorkspaceFolder]) -> tuple[list[Path], list[str]]:
        roots: list[Path] = []
        uris: list[str] = []
        for folder in folders:
            path = folder_path(folder.uri)
            try:
                if path is not None:
                    roots.append(check_workspace(path))
                    uris.append(folder.uri)
            except WorkspaceError as error:
                self.problems = [*self.problems[-9:], str(error)]
                _log.warning("a workspace folder cannot be used")
        return roots, uris

    def _placed(self, uris: Sequence[str], roots: Sequence[Path]) -> Places:
        # The engine drops a folder that is given twice, under whatever name.
        spelled = dict(zip(reversed(roots), reversed(uris), strict=True))
        folders: Sequence[Folder] = self.engine.folders
        return Places(folders, [spelled[folder.root] for folder in folders], self._spelled)

    def _spelled(self, key: str) -> str | None:
        document = self._open_keys.get(key)
        return None if document is None else document.uri


def _of_the_index() -> list[str]:
    return [name for name in Settings.__dataclass_fields__ if name not in ("features", "navigation_include_possible")]


def _names(values: dict[str, object]) -> list[str]:
    known = set(Settings.__dataclass_fields__)
    return [name for given, value in values.items() if value is not None and (name := snake_case(given)) in known]


def encoding_of(negotiated: str) -> Encoding:
    """The negotiated encoding, in our words."""
    return cast(Encoding, negotiated if negotiated in ("utf-8", "utf-16", "utf-32") else "utf-16")


def folders_named(params: types.InitializeParams) -> list[types.WorkspaceFolder]:
    """The folders a client begins with: `workspaceFolders`, else `rootUri`, else `rootPath`, else none."""
    if params.workspace_folders:
        return list(params.workspace_folders)
    if params.root_uri:
        return [types.WorkspaceFolder(params.root_uri, "root")]
    if params.root_path:
        return [types.WorkspaceFolder(uri_of_path(params.root_path), "root")]
    return []
