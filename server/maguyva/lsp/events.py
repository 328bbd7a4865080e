"""What a client tells the server: the life of the session, settings, folders, and documents as they are opened, edited and closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from maguyva.lsp.consent import begin
from maguyva.lsp.convert import settings_values

if TYPE_CHECKING:
    from maguyva.lsp.server import MaguyvaServer

REFRESH = "refresh lenses"
CODE_CELL = types.NotebookCellKind.Code

_log = logging.getLogger(__name__)

# ---- the session ----


async def initialized(ls: MaguyvaServer, params: Any) -> None:
    ls.session.indexer.update()
    begin(ls)
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


# ---- settings ----


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
    before = ls.session.settings
    ls.session.reconfigure(settings_values(value, live=True))
    ls.status_ticker.touch()
    if ls.session.settings.features != before.features and ls.client_can("workspace.code_lens.refresh_support"):
        # What the client shows was asked for under other rules. Nothing depends on its answer.
        ls.protocol.send_request(types.WORKSPACE_CODE_LENS_REFRESH, None, msg_id=REFRESH)
        ls.protocol.forget(REFRESH)


EVENTS: dict[str, Callable[[MaguyvaServer, Any], Any]] = {
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
}
