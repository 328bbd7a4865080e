"""The first answer comes before anything heavy is loaded, and promises what there is."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

import psutil
import pytest
from lsprotocol import converters, types
from pytest_lsp import client_capabilities

from maguyva.lsp.greeting import capabilities, greeting
from maguyva.lsp.server import HANDLERS

from .conftest import PATIENCE, Start

CPU_SECONDS = 0.4  # The promise, in time of the processor: a busy machine takes longer by the clock.

PROVIDERS = {
    "definitionProvider": ["textDocument/definition"],
    "declarationProvider": ["textDocument/declaration"],
    "implementationProvider": ["textDocument/implementation"],
    "referencesProvider": ["textDocument/references"],
    "documentHighlightProvider": ["textDocument/documentHighlight"],
    "documentSymbolProvider": ["textDocument/documentSymbol"],
    "hoverProvider": ["textDocument/hover"],
    "codeLensProvider": ["textDocument/codeLens", "codeLens/resolve"],
    "callHierarchyProvider": ["textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"],
    "typeHierarchyProvider": ["textDocument/prepareTypeHierarchy", "typeHierarchy/supertypes", "typeHierarchy/subtypes"],
    "workspaceSymbolProvider": ["workspace/symbol", "workspaceSymbol/resolve"],
    "executeCommandProvider": ["workspace/executeCommand"],
}


def test_what_is_promised_is_there_and_what_is_there_is_promised() -> None:
    promised = {name for name in capabilities({}) if name.endswith("Provider")}
    assert promised == set(PROVIDERS)
    assert {method for name in promised for method in PROVIDERS[name]} <= set(HANDLERS)
    told = ("textDocument/did", "workspace/did", "notebookDocument/did", "window/", "initialized", "maguyva/")
    asked = {method for method in HANDLERS if not method.startswith(told)}
    assert asked == {method for methods in PROVIDERS.values() for method in methods}
    assert set(capabilities({})["executeCommandProvider"]["commands"]) == {method for method in HANDLERS if method.startswith("maguyva/")}


@pytest.mark.parametrize("editor", ["visual_studio_code", "neovim", "emacs"])
def test_the_protocols_own_types_read_the_answer(editor: str) -> None:
    converter = converters.get_converter()
    client = converter.unstructure(client_capabilities(editor))
    found = converter.structure({"capabilities": capabilities(client)}, types.InitializeResult).capabilities
    assert converter.unstructure(found) == capabilities(client), "nothing is spelled wrong"
    assert found.position_encoding in (client["general"]["positionEncodings"] if "positionEncodings" in client.get("general", {}) else ["utf-16"])


@pytest.mark.parametrize(
    "message",
    [
        b"", b"{", b"[]", b"3", b"[" * 100_000,
        {"id": 1, "method": "shutdown"}, {"method": "initialize", "params": {"capabilities": {}}}, {"id": None, "method": "initialize", "params": {"capabilities": {}}},
        {"id": True, "method": "initialize", "params": {"capabilities": {}}}, {"id": {}, "method": "initialize", "params": {"capabilities": {}}},
        {"id": 1, "method": "initialize"}, {"id": 1, "method": "initialize", "params": []}, {"id": 1, "method": "initialize", "params": {}},
        {"id": 1, "method": "initialize", "params": {"capabilities": 3}}, {"id": 1, "method": "initialized", "params": {"capabilities": {}}},
    ],
)  # fmt: skip
def test_odd_first_messages_are_left_to_the_rest_of_the_server(message: Any) -> None:
    assert greeting(message if isinstance(message, bytes) else json.dumps(message).encode()) is None


@pytest.mark.parametrize("general", [None, 3, [], {"positionEncodings": None}, {"positionEncodings": "utf-8"}, {"positionEncodings": [3, None, "utf-7"]}])
def test_odd_capabilities_are_greeted_all_the_same(general: Any) -> None:
    greeted = greeting(json.dumps({"id": "a", "method": "initialize", "params": {"capabilities": {"general": general}}}).encode())
    assert greeted is not None and greeted[0] == "a"
    assert json.loads(greeted[1])["result"]["capabilities"]["positionEncoding"] == "utf-16"


def test_the_greeting_loads_nothing_heavy() -> None:
    code = "import sys, maguyva.lsp.serve; print(*sorted({'numpy', 'lsprotocol', 'pygls', 'attrs', 'asyncio', 'tree_sitter'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_initialize_is_answered_soon_and_once(start: Start) -> None:
    client = start()
    process = psutil.Process(client.process.pid)
    number = client.start("initialize", {"processId": None, "rootUri": client.folder.as_uri(), "capabilities": {}})
    answer = client.answer(number)
    spent = sum(process.cpu_times()[:2])
    assert answer["result"]["serverInfo"]["name"] == "maguyva"
    assert spent < CPU_SECONDS
    client.notify("initialized", {})
    assert client.wait_until_ready()["files"]["indexed"] == 5
    assert number not in client.answers, "one answer"
    assert client.answer(client.start("maguyva/status"))["result"]["phase"] == "ready"
    assert client.shut_down() == 0


def test_a_client_may_use_an_id_again(start: Start) -> None:
    client = start()
    client.initialize(ready=False)
    client.send({"id": 1, "method": "maguyva/status"})
    assert client.answer(1)["result"]["phase"]
    client.notify("exit")
    until = time.monotonic() + PATIENCE
    assert client.process.wait(until - time.monotonic()) == 1
