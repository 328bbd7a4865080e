"""What the server says it can do, and the first answer of all, given before anything heavy is loaded.

An editor waits for the answer to `initialize` before it does anything else, and loading the protocol's types alone takes longer than the client
should wait. So the answer is made here, of plain values, and the rest is loaded while the client goes on; the message itself is then handled like
any other. What is odd about a first message is left to those who know all of the protocol.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from maguyva import __version__
from maguyva.lsp.protocol import COMMANDS

ENCODINGS = ("utf-8", "utf-16", "utf-32")
DEFAULT_ENCODING = "utf-16"
INITIALIZE = "initialize"
_INCREMENTAL = 2


def capabilities(client: Mapping[str, Any]) -> dict[str, Any]:
    """The server's capabilities for a client's, both as the JSON that travels."""
    known: dict[str, Any] = {
        "positionEncoding": chosen_encoding(client),
        "textDocumentSync": {"openClose": True, "change": _INCREMENTAL, "save": True},
        "definitionProvider": True,
        "declarationProvider": True,
        "implementationProvider": True,
        "referencesProvider": True,
        "documentHighlightProvider": True,
        "documentSymbolProvider": True,
        "hoverProvider": True,
        "codeLensProvider": {"resolveProvider": True},
        "callHierarchyProvider": True,
        "typeHierarchyProvider": True,
        "workspaceSymbolProvider": {"resolveProvider": True},
        "executeCommandProvider": {"commands": list(COMMANDS)},
        "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
    }
    if isinstance(client.get("notebookDocument"), Mapping):
        known["notebookDocumentSync"] = {"notebookSelector": [{"notebook": "*"}], "save": False}
    return known


def chosen_encoding(client: Mapping[str, Any]) -> str:
    """The client's first encoding that we know."""
    general = client.get("general")
    offered = general.get("positionEncodings") if isinstance(general, Mapping) else None
    known = [one for one in offered if one in ENCODINGS] if isinstance(offered, list) else []
    return known[0] if known else DEFAULT_ENCODING


def result(client: Mapping[str, Any]) -> dict[str, Any]:
    """The result of `initialize`."""
    return {"capabilities": capabilities(client), "serverInfo": {"name": "maguyva", "version": __version__}}


def greeting(body: bytes) -> tuple[int | str, bytes] | None:
    """(the id, the body of the answer) for a first message that is a plain `initialize`; None for any other."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.get("method") != INITIALIZE:
        return None
    identity, params = message.get("id"), message.get("params")
    client = params.get("capabilities") if isinstance(params, dict) else None
    if not isinstance(identity, int | str) or isinstance(identity, bool) or not isinstance(client, dict):
        return None
    return identity, json.dumps({"jsonrpc": "2.0", "id": identity, "result": result(client)}).encode()
