"""What a client asks: each request in a few lines. From the protocol's params, to a question, to a JSON answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from maguyva.lsp import hierarchies, hover, navigation, outline, protocol, questions
from maguyva.lsp.consent import consent
from maguyva.lsp.convert import position_of, range_json
from maguyva.lsp.params import read
from maguyva.lsp.session import SUPERSEDED

if TYPE_CHECKING:
    from maguyva.lsp.server import MaguyvaServer

SERVER_CANCELLED = -32802  # LSP 3.17; pygls has no name for it.


# ---- one document ----


async def document_symbol(ls: MaguyvaServer, params: types.DocumentSymbolParams) -> Any:
    nested = ls.client_can("text_document.document_symbol.hierarchical_document_symbol_support")
    uri = params.text_document.uri
    return await ls.session.ask(lambda moment: outline.document_symbols(moment, uri, nested), uri, "documentSymbol")


async def definition(ls: MaguyvaServer, params: types.DefinitionParams) -> Any:
    uri, place = params.text_document.uri, position_of(params.position)
    return await ls.session.ask(lambda moment: navigation.definition(moment, uri, place), uri, "definition")


async def declaration(ls: MaguyvaServer, params: types.DeclarationParams) -> Any:
    uri, place = params.text_document.uri, position_of(params.position)
    return await ls.session.ask(lambda moment: navigation.declaration(moment, uri, place), uri, "declaration")


async def implementation(ls: MaguyvaServer, params: types.ImplementationParams) -> Any:
    uri, place = params.text_document.uri, position_of(params.position)
    return await ls.session.ask(lambda moment: navigation.implementation(moment, uri, place), uri, "implementation")


async def references(ls: MaguyvaServer, params: types.ReferenceParams) -> Any:
    uri, place, declarations = params.text_document.uri, position_of(params.position), params.context.include_declaration
    send = _sender(ls, params.partial_result_token)
    return await ls.session.ask(lambda moment: navigation.references(moment, uri, place, declarations, send), uri, "references")


async def document_highlight(ls: MaguyvaServer, params: types.DocumentHighlightParams) -> Any:
    uri, place = params.text_document.uri, position_of(params.position)
    return await ls.session.ask(lambda moment: navigation.highlights(moment, uri, place), uri, "documentHighlight")


async def hovered(ls: MaguyvaServer, params: types.HoverParams) -> Any:
    uri, place = params.text_document.uri, position_of(params.position)
    formats = [str(getattr(kind, "value", kind)) for kind in ls.client_says("text_document.hover.content_format") or ()]
    return await ls.session.ask(lambda moment: hover.hover(moment, uri, place, formats), uri, "hover")


async def code_lens(ls: MaguyvaServer, params: types.CodeLensParams) -> Any:
    uri = params.text_document.uri
    return await ls.session.ask(lambda moment: hover.lenses(moment, uri), uri, "codeLens")


async def resolve_code_lens(ls: MaguyvaServer, params: types.CodeLens) -> Any:
    uri, place = _uri_in(params.data), range_json(params.range)
    return await ls.session.ask(lambda moment: hover.lens(moment, uri, place), uri)


# ---- hierarchies ----


async def prepare_calls(ls: MaguyvaServer, params: types.CallHierarchyPrepareParams) -> Any:
    uri, place = params.text_document.uri, position_of(params.position)
    return await ls.session.ask(lambda moment: hierarchies.prepare_calls(moment, uri, place), uri, "callHierarchy")


async def incoming_calls(ls: MaguyvaServer, params: types.CallHierarchyIncomingCallsParams) -> Any:
    return await ls.session.ask(lambda moment: hierarchies.incoming(moment, params.item), params.item.uri, "callHierarchy")


async def outgoing_calls(ls: MaguyvaServer, params: types.CallHierarchyOutgoingCallsParams) -> Any:
    return await ls.session.ask(lambda moment: hierarchies.outgoing(moment, params.item), params.item.uri, "callHierarchy")


async def prepare_types(ls: MaguyvaServer, params: types.TypeHierarchyPrepareParams) -> Any:
    uri, place = params.text_document.uri, position_of(params.position)
    return await ls.session.ask(lambda moment: hierarchies.prepare_types(moment, uri, place), uri, "typeHierarchy")


async def supertypes(ls: MaguyvaServer, params: types.TypeHierarchySupertypesParams) -> Any:
    return await ls.session.ask(lambda moment: hierarchies.above(moment, params.item), params.item.uri, "typeHierarchy")


async def subtypes(ls: MaguyvaServer, params: types.TypeHierarchySubtypesParams) -> Any:
    return await ls.session.ask(lambda moment: hierarchies.below(moment, params.item), params.item.uri, "typeHierarchy")


# ---- the workspace ----


async def workspace_symbol(ls: MaguyvaServer, params: types.WorkspaceSymbolParams) -> Any:
    resolved = ls.client_says("workspace.symbol.resolve_support.properties") or ()
    send, lazy = _sender(ls, params.partial_result_token), "location.range" in resolved
    return await ls.session.ask(lambda moment: questions.workspace_symbols(moment, params.query, lazy, send))


async def resolve_workspace_symbol(ls: MaguyvaServer, params: types.WorkspaceSymbol) -> Any:
    return await ls.session.ask(lambda moment: questions.resolved_symbol(moment, params), params.location.uri)


async def search(ls: MaguyvaServer, params: Any) -> Any:
    asked = read(protocol.SearchParams, params)
    try:
        with ls.session.superseding(asked.get("session")):
            return await ls.session.ask(lambda moment: questions.search(moment, asked))
    except asyncio.CancelledError as cancelled:
        if SUPERSEDED in cancelled.args:
            raise JsonRpcException("a newer search of the same session was asked", SERVER_CANCELLED) from None
        raise


async def tiered_references(ls: MaguyvaServer, params: Any) -> Any:
    asked = read(protocol.ReferencesParams, params)
    uri, place = asked["textDocument"]["uri"], (asked["position"]["line"], asked["position"]["character"])
    tiers, roles = _names(asked.get("tiers")), _names(asked.get("roles"))
    declarations = bool(asked.get("includeDeclaration"))
    return await ls.session.ask(lambda moment: navigation.tiered_references(moment, uri, place, declarations, tiers, roles), uri)


async def status(ls: MaguyvaServer, params: Any) -> Any:
    return await ls.loop.run_in_executor(None, ls.status)


async def reindex(ls: MaguyvaServer, params: Any) -> Any:
    read(protocol.ReindexParams, {} if params is None else params)
    ls.session.indexer.update(afresh=True)
    return {"started": True}


async def clear_cache(ls: MaguyvaServer, params: Any) -> Any:
    read(protocol.ClearCacheParams, {} if params is None else params)
    return {"freed": await ls.session.clear_cache()}


async def execute_command(ls: MaguyvaServer, params: types.ExecuteCommandParams) -> Any:
    handler = COMMANDS.get(params.command)
    if handler is None:
        raise JsonRpcInvalidParams(f"command: there is no {params.command!r}"[:200])
    return await handler(ls, params.arguments[0] if params.arguments else None)


# ---- small things ----


def _sender(ls: MaguyvaServer, token: int | str | None) -> Callable[[list[Any]], None] | None:
    """Sends parts of an answer under the client's token, from any thread; None when the client wants it whole."""
    if token is None:
        return None

    def send(part: list[Any]) -> None:
        ls.loop.call_soon_threadsafe(ls.protocol.notify, types.PROGRESS, types.ProgressParams(token=token, value=part))

    return send


def _uri_in(data: Any) -> str:
    uri = data.get("uri") if isinstance(data, dict) else getattr(data, "uri", None)
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("data.uri: takes a string")
    return uri


def _names(given: Any) -> frozenset[str] | None:
    return None if given is None else frozenset(given)


Handler = Callable[["MaguyvaServer", Any], Any]

COMMANDS: dict[str, Handler] = {
    protocol.SEARCH: search,
    protocol.REFERENCES: tiered_references,
    protocol.STATUS: status,
    protocol.REINDEX: reindex,
    protocol.CLEAR_CACHE: clear_cache,
    protocol.CONSENT: consent,
}
REQUESTS: dict[str, Handler] = {
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: document_symbol,
    types.TEXT_DOCUMENT_DEFINITION: definition,
    types.TEXT_DOCUMENT_DECLARATION: declaration,
    types.TEXT_DOCUMENT_IMPLEMENTATION: implementation,
    types.TEXT_DOCUMENT_REFERENCES: references,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: document_highlight,
    types.TEXT_DOCUMENT_HOVER: hovered,
    types.TEXT_DOCUMENT_CODE_LENS: code_lens,
    types.CODE_LENS_RESOLVE: resolve_code_lens,
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: prepare_calls,
    types.CALL_HIERARCHY_INCOMING_CALLS: incoming_calls,
    types.CALL_HIERARCHY_OUTGOING_CALLS: outgoing_calls,
    types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY: prepare_types,
    types.TYPE_HIERARCHY_SUPERTYPES: supertypes,
    types.TYPE_HIERARCHY_SUBTYPES: subtypes,
    types.WORKSPACE_SYMBOL: workspace_symbol,
    types.WORKSPACE_SYMBOL_RESOLVE: resolve_workspace_symbol,
    types.WORKSPACE_EXECUTE_COMMAND: execute_command,
    **COMMANDS,
}
