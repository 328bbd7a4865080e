"""The language server: what each message asks, in a few lines each. From the protocol's params, to a question, to a JSON answer."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from typing import Any

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from maguyva import __version__
from maguyva.engine import Progress
from maguyva.lsp import answers, protocol
from maguyva.lsp.convert import position_of, settings_values
from maguyva.lsp.lifetime import watch_parent
from maguyva.lsp.progress import IndexingProgress, Ticker
from maguyva.lsp.rpc import MaguyvaProtocol
from maguyva.lsp.session import Session, encoding_of, folders_named
from maguyva.lsp.watching import Watching
from maguyva.settings import Settings, SettingsError

_log = logging.getLogger(__name__)

CODE_CELL = types.NotebookCellKind.Code


class MaguyvaServer(LanguageServer):
    """One client's server. `ended` is resolved with the exit code."""

    protocol: MaguyvaProtocol

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.notebook_sync = types.NotebookDocumentSyncOptions(
            notebook_selector=[types.NotebookDocumentFilterWithNotebook(notebook="*")], save=False
        )
        super().__init__("maguyva", __version__, protocol_cls=MaguyvaProtocol, notebook_document_sync=self.notebook_sync)
        self.loop = loop
        self.ended: asyncio.Future[int] = loop.create_future()
        self.session: Session
        self.bar = IndexingProgress(self.protocol, loop)
        self.status_ticker = Ticker(loop, self._status_changed)
        self.watching: Watching | None = None
        self._was_updating = False

    def begin(self, params: types.InitializeParams, encoding: str) -> None:
        """The session of `initialize`. Nothing is indexed before `initialized`."""
        watch_parent(params.process_id, lambda: os._exit(1))
        settings, problem = _initial_settings(params.initialization_options)
        self.session = Session(folders_named(params), encoding_of(encoding), settings, self._at_work, self.status_ticker.touch)
        self.session.problems += problem
        self.watching = Watching(self.session)
        self.session.moved = self.watching.again

    def end(self) -> None:
        """The client wants no more, or is gone."""
        if not self.ended.done():
            self.ended.set_result(0 if self.protocol.was_shut_down else 1)

    def close(self) -> None:
        """Ends threads and worker processes."""
        if self.protocol.is_initialized:
            if self.watching is not None:
                self.watching.close()
            self.session.close()

    def client_can(self, capability: str) -> bool:
        """Whether the client has announced a capability, `window.work_done_progress` for one."""
        return bool(get_capability(self.protocol.client_capabilities, capability, False))

    def status(self) -> dict[str, Any]:
        """The object of `maguyva/status`."""
        session = self.session
        known = session.engine.status()
        errors = [*session.problems, *session.indexer.errors]
        return {**known, "phase": session.indexer.phase, "memory": {"resident": _resident_bytes()}, "errors": errors}

    def _at_work(self, progress: Progress) -> None:
        self.bar.report(progress)
        self.status_ticker.touch()

    def _status_changed(self) -> None:
        session = self.session
        shown: dict[str, Any] = {"phase": session.indexer.phase, "index": session.engine.status_of(session.engine.snapshot)}
        if (latest := self.bar.latest) is not None:
            shown["progress"] = {"stage": latest.stage, "done": latest.done, "total": latest.total}
        self.protocol.notify(protocol.STATUS_CHANGED, shown)
        is_updating = session.indexer.phase == "indexing"
        if is_updating and not self._was_updating and self.client_can("window.work_done_progress"):
            self.bar.begin()
        if not is_updating:
            self.bar.end()
        self._was_updating = is_updating

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Goes to the log. pygls would show a message to the user for what no request has asked."""
        _log.error("%s: %s", getattr(source, "__name__", source), type(error).__name__, exc_info=error)


def create_server(loop: asyncio.AbstractEventLoop) -> MaguyvaServer:
    """A server with all its handlers."""
    server = MaguyvaServer(loop)
    for method, handler in HANDLERS.items():
        server.feature(method)(handler)
    return server


# ---- the session ----


async def initialized(ls: MaguyvaServer, params: Any) -> None:
    ls.session.indexer.update()
    if ls.watching is not None:
        await ls.watching.start(ls.protocol, ls.client_can("workspace.did_change_watched_files.dynamic_registration"))
    if ls.client_can("workspace.configuration"):
        await _pull_settings(ls)


async def did_change_configuration(ls: MaguyvaServer, params: types.DidChangeConfigurationParams) -> None:
    if params.settings is None and ls.client_can("workspace.configuration"):
        await _pull_settings(ls)
    else:
        _reconfigure(ls, params.settings)


def did_change_folders(ls: MaguyvaServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
    ls.session.change_folders(params.event.added or [], params.event.removed or [])


def did_change_watched_files(ls: MaguyvaServer, params: types.DidChangeWatchedFilesParams) -> None:
    ls.session.disk_events([change.uri for change in params.changes])


def progress_cancelled(ls: MaguyvaServer, params: types.WorkDoneProgressCancelParams) -> None:
    _log.debug("a progress was cancelled; indexing goes on")


# ---- documents: plain functions, so that edits keep their order ----


def did_open(ls: MaguyvaServer, params: types.DidOpenTextDocumentParams) -> None:
    ls.session.open(params.text_document)


def did_change(ls: MaguyvaServer, params: types.DidChangeTextDocumentParams) -> None:
    ls.session.change(params.text_document.uri, params.text_document.version, params.content_changes)


def did_close(ls: MaguyvaServer, params: types.DidCloseTextDocumentParams) -> None:
    ls.session.close_document(params.text_document.uri)


def did_save(ls: MaguyvaServer, params: types.DidSaveTextDocumentParams) -> None:
    # The text was known before; but a saved ignore file changes what is indexed.
    ls.session.disk_events([params.text_document.uri])


def notebook_did_open(ls: MaguyvaServer, params: types.DidOpenNotebookDocumentParams) -> None:
    code = {cell.document for cell in params.notebook_document.cells if cell.kind == CODE_CELL}
    for item in params.cell_text_documents:
        if item.uri in code:
            ls.session.open(item)


def notebook_did_change(ls: MaguyvaServer, params: types.DidChangeNotebookDocumentParams) -> None:
    if (cells := params.change.cells) is None:
        return
    if (structure := cells.structure) is not None:
        code = {cell.document for cell in structure.array.cells or [] if cell.kind == CODE_CELL}
        for item in structure.did_open or []:
            if item.uri in code:
                ls.session.open(item)
        for closed in structure.did_close or []:
            ls.session.close_document(closed.uri)
    for change in cells.text_content or []:
        ls.session.change(change.document.uri, change.document.version, change.changes)


def notebook_did_close(ls: MaguyvaServer, params: types.DidCloseNotebookDocumentParams) -> None:
    for cell in params.cell_text_documents:
        ls.session.close_document(cell.uri)


# ---- questions ----


async def document_symbol(ls: MaguyvaServer, params: types.DocumentSymbolParams) -> Any:
    nested = ls.client_can("text_document.document_symbol.hierarchical_document_symbol_support")
    uri = params.text_document.uri
    return await ls.session.ask(lambda moment: answers.document_symbols(moment, uri, nested), uri)


async def definition(ls: MaguyvaServer, params: types.DefinitionParams) -> Any:
    uri, place = params.text_document.uri, position_of(params.position)
    return await ls.session.ask(lambda moment: answers.definition(moment, uri, place), uri)


async def references(ls: MaguyvaServer, params: types.ReferenceParams) -> Any:
    uri, place, declarations = params.text_document.uri, position_of(params.position), params.context.include_declaration
    return await ls.session.ask(lambda moment: answers.references(moment, uri, place, declarations), uri)


async def workspace_symbol(ls: MaguyvaServer, params: types.WorkspaceSymbolParams) -> Any:
    return await ls.session.ask(lambda moment: answers.workspace_symbols(moment, params.query))


async def search(ls: MaguyvaServer, params: Any) -> Any:
    asked = protocol.read(protocol.SearchParams, params)
    return await ls.session.ask(lambda moment: answers.search(moment, asked))


async def tiered_references(ls: MaguyvaServer, params: Any) -> Any:
    asked = protocol.read(protocol.ReferencesParams, params)
    uri, place = asked["textDocument"]["uri"], (asked["position"]["line"], asked["position"]["character"])
    tiers, roles = _names(asked.get("tiers")), _names(asked.get("roles"))
    declarations = bool(asked.get("includeDeclaration"))
    return await ls.session.ask(lambda moment: answers.tiered_references(moment, uri, place, declarations, tiers, roles), uri)


async def status(ls: MaguyvaServer, params: Any) -> Any:
    return await ls.loop.run_in_executor(None, ls.status)


async def reindex(ls: MaguyvaServer, params: Any) -> Any:
    protocol.read(protocol.ReindexParams, params or {})
    ls.session.indexer.update(afresh=True)
    return {"started": True}


async def execute_command(ls: MaguyvaServer, params: types.ExecuteCommandParams) -> Any:
    handler = COMMANDS.get(params.command)
    if handler is None:
        raise JsonRpcInvalidParams(f"command: there is no {params.command!r}"[:200])
    return await handler(ls, params.arguments[0] if params.arguments else None)


COMMANDS: dict[str, Callable[[MaguyvaServer, Any], Any]] = {
    protocol.SEARCH: search,
    protocol.REFERENCES: tiered_references,
    protocol.STATUS: status,
    protocol.REINDEX: reindex,
}
HANDLERS: dict[str, Callable[[MaguyvaServer, Any], Any]] = {
    types.INITIALIZED: initialized,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: did_change_configuration,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: did_change_folders,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: did_change_watched_files,
    types.WINDOW_WORK_DONE_PROGRESS_CANCEL: progress_cancelled,
    types.TEXT_DOCUMENT_DID_OPEN: did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: did_change,
    types.TEXT_DOCUMENT_DID_CLOSE: did_close,
    types.TEXT_DOCUMENT_DID_SAVE: did_save,
    types.NOTEBOOK_DOCUMENT_DID_OPEN: notebook_did_open,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE: notebook_did_change,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE: notebook_did_close,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: document_symbol,
    types.TEXT_DOCUMENT_DEFINITION: definition,
    types.TEXT_DOCUMENT_REFERENCES: references,
    types.WORKSPACE_SYMBOL: workspace_symbol,
    types.WORKSPACE_EXECUTE_COMMAND: execute_command,
    **COMMANDS,
}


# ---- settings and small things ----


def _initial_settings(options: Any) -> tuple[Settings, list[str]]:
    try:
        return Settings.from_mapping(settings_values(options, live=False)), []
    except SettingsError as error:
        return Settings(), [str(error)]


async def _pull_settings(ls: MaguyvaServer) -> None:
    wanted = types.ConfigurationParams(items=[types.ConfigurationItem(section="maguyva")])
    identity = "configuration"
    answer = ls.protocol.send_request(types.WORKSPACE_CONFIGURATION, wanted, msg_id=identity)
    try:
        values = await asyncio.wait_for(asyncio.wrap_future(answer), 5.0)
    except Exception:
        return  # The client does not say: what was set at the start holds.
    finally:
        ls.protocol.forget(identity)
    _reconfigure(ls, values[0] if isinstance(values, list | tuple) and values else None)


def _reconfigure(ls: MaguyvaServer, value: Any) -> None:
    try:
        ls.session.reconfigure(settings_values(value, live=True))
    except SettingsError as error:
        ls.session.problems = [*ls.session.problems[-9:], str(error)]
        ls.status_ticker.touch()


def _names(given: Any) -> frozenset[str] | None:
    return None if given is None else frozenset(given)


def _resident_bytes() -> int:
    """How much memory the process holds, 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        if sys.platform == "win32":
            return 0
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
