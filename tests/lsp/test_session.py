"""Real sessions: as VS Code and as Neovim, and with clients that can less. What was typed a moment ago is in every answer."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from .conftest import COMMAND, PROJECT, Client, Start

FRESH_SECONDS = 1.0  # The promise is 100 ms on an idle machine; `scripts/bench responsiveness` measures it.


@pytest_lsp.fixture(config=ClientServerConfig(server_command=COMMAND), params=["visual_studio_code", "neovim"])
async def editor(request: Any, lsp_client: LanguageClient, tmp_path: Path):
    shown: Any = lsp_client
    for name, text in PROJECT.items():
        (tmp_path / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / name).write_text(text)
    shown.project = tmp_path / "project"
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[types.WorkspaceFolder(uri=shown.project.as_uri(), name="project")],
            initialization_options={"cacheFolder": str(tmp_path / "cache")},
        )
    )
    until = time.monotonic() + 60
    while (await lsp_client.protocol.send_request_async("maguyva/status")).phase != "ready":
        assert time.monotonic() < until
    yield
    await lsp_client.shutdown_session()


def place(line: int, character: int) -> types.Position:
    return types.Position(line=line, character=character)


@pytest.mark.asyncio
async def test_what_was_typed_is_known_before_any_save(editor: Any) -> None:
    uri = (editor.project / "shop" / "prices.py").as_uri()
    document = types.TextDocumentIdentifier(uri=uri)

    async def everything() -> tuple[set[str], set[str], set[str], list[str], list[int]]:
        by_name = await editor.protocol.send_request_async("maguyva/search", {"query": "discount_for"})
        by_literal = await editor.protocol.send_request_async("maguyva/search", {"query": '"half price 😋"'})
        symbols = await editor.workspace_symbol_async(types.WorkspaceSymbolParams(query="discount_for"))
        outline = await editor.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=document))
        line = next((symbol.selection_range.start.line for symbol in outline or [] if symbol.name == "total"), 0)
        references = await editor.text_document_references_async(
            types.ReferenceParams(text_document=document, position=place(line, 5), context=types.ReferenceContext(include_declaration=False))
        )
        return (
            {hit.symbol.name for hit in by_name.hits if getattr(hit, "symbol", None)},
            {hit.uri for hit in by_literal.hits if getattr(hit, "matches", None)},
            {symbol.name for symbol in symbols or []},
            [symbol.name for symbol in outline or []],
            sorted(one.range.start.line for one in references or [] if one.uri == uri),
        )

    text = PROJECT["shop/prices.py"]
    editor.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri=uri, language_id=types.LanguageKind.Python, version=1, text=text))
    )
    names, _, symbols, outline, lines = await everything()
    assert "discount_for" not in names | symbols
    assert (outline, lines) == (["TAX", "total", "Basket"], [13])
    added = 'def discount_for(basket):\n    return total(basket) * len("half price 😋")\n\n\n'
    started = time.monotonic()
    editor.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version=2, uri=uri),
            [types.TextDocumentContentChangePartial(range=types.Range(place(3, 0), place(3, 0)), text=added)],
        )
    )
    names, literal, symbols, outline, lines = await everything()
    assert time.monotonic() - started < FRESH_SECONDS
    assert "discount_for" in names
    assert uri in literal
    assert "discount_for" in symbols
    assert outline == ["TAX", "discount_for", "total", "Basket"]
    assert lines == [4, 17]
    editor.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version=3, uri=uri),
            [types.TextDocumentContentChangePartial(range=types.Range(place(3, 0), place(7, 0)), text="")],
        )
    )
    names, literal, symbols, outline, lines = await everything()
    assert "discount_for" not in names | symbols and not literal
    assert outline == ["TAX", "total", "Basket"]
    assert lines == [13]


@pytest.mark.asyncio
async def test_positions_are_in_the_negotiated_encoding(editor: Any) -> None:
    encoding = editor.capabilities.general.position_encodings if editor.capabilities.general else None
    chosen = (encoding or ["utf-16"])[0]
    uri = "untitled:Untitled-1"
    text = 'smile = "😋"; answer = 42  # é\r\nprint(answer)\r\n'
    editor.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri=uri, language_id=types.LanguageKind.Python, version=1, text=text))
    )
    found = await editor.text_document_definition_async(
        types.DefinitionParams(text_document=types.TextDocumentIdentifier(uri=uri), position=place(1, 7))
    )
    column = text.index("answer")
    width = {"utf-8": 3, "utf-16": 1, "utf-32": 0}[str(getattr(chosen, "value", chosen))]
    assert [(one.uri, one.range.start.line, one.range.start.character) for one in found] == [(uri, 0, column + width)]


# ---- the client's encoding, whatever it prefers ----


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (None, "utf-16"), (["utf-16"], "utf-16"), (["utf-8", "utf-16"], "utf-8"), (["utf-32", "utf-8"], "utf-32"), (["utf-7", "utf-32"], "utf-32"), ([], "utf-16"),
    ],
)  # fmt: skip
def test_the_encoding_is_the_clients_first_that_we_know(start: Start, offered: Any, chosen: str) -> None:
    client = start()
    result = client.initialize({} if offered is None else {"general": {"positionEncodings": offered}}, ready=False)
    assert result["capabilities"]["positionEncoding"] == chosen
    assert result["capabilities"]["textDocumentSync"]["change"] == 2


def test_edits_after_an_emoji_in_each_encoding(start: Start) -> None:
    for encoding, column in (("utf-8", 10), ("utf-16", 8), ("utf-32", 7)):
        client = start()
        client.initialize({"general": {"positionEncodings": [encoding]}}, ready=False)
        client.open("untitled:a", 'x = "😋"\n')
        client.edit("untitled:a", 2, (0, column, 0, column, "; after_smile = 1"))
        found = client.hits("after_smile", modalities=["text"])
        assert [(hit["uri"], hit["matches"][0]["start"]) for hit in found] == [("untitled:a", {"line": 0, "character": column + 2})]
        assert found[0]["snippet"].startswith('x = "😋"; after_smile = 1')


# ---- questions ----


def test_the_outline_is_a_tree_whose_ranges_hold_their_names(client: Client) -> None:
    outline = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri("shop/prices.py")}})
    assert [(one["name"], [child["name"] for child in one["children"]]) for one in outline][-1][0] == "Basket"
    basket = outline[-1]
    assert {"__init__", "pay"} <= {child["name"] for child in basket["children"]}

    def inside(inner: dict[str, Any], outer: dict[str, Any]) -> bool:
        def key(position: dict[str, int]) -> tuple[int, int]:
            return position["line"], position["character"]

        return key(outer["start"]) <= key(inner["start"]) and key(inner["end"]) <= key(outer["end"])

    def walk(symbols: list[dict[str, Any]], around: dict[str, Any] | None) -> None:
        for symbol in symbols:
            assert inside(symbol["selectionRange"], symbol["range"])
            assert around is None or inside(symbol["range"], around)
            walk(symbol["children"], symbol["range"])

    walk(outline, None)


def test_a_client_without_trees_gets_a_list(start: Start) -> None:
    client = start()
    client.initialize()
    outline = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri("shop/prices.py")}})
    assert {"name", "kind", "location", "containerName"} == next(one for one in outline if one["name"] == "pay").keys()


def test_definition_and_references_follow_imports(client: Client) -> None:
    checkout, prices = client.uri("shop/checkout.py"), client.uri("shop/prices.py")
    (found,) = client.ask("textDocument/definition", {"textDocument": {"uri": checkout}, "position": {"line": 4, "character": 26}})
    assert found == {"uri": prices, "range": {"start": {"line": 3, "character": 4}, "end": {"line": 3, "character": 9}}}
    params = {"textDocument": {"uri": prices}, "position": {"line": 3, "character": 5}}
    all_of_them = client.ask("textDocument/references", {**params, "context": {"includeDeclaration": True}})
    assert found in all_of_them
    without = client.ask("textDocument/references", {**params, "context": {"includeDeclaration": False}})
    assert [one for one in all_of_them if one != found] == without
    tiered = client.ask("maguyva/references", {**params, "roles": ["call"]})
    assert [(one["uri"], one["role"], one["tier"], one["container"]) for one in tiered["items"]] == [
        (checkout, "call", "exact", "check_out"), (prices, "call", "exact", "pay"),
    ]  # fmt: skip
    assert {one["role"] for one in client.ask("maguyva/references", params)["items"]} == {"call", "import"}


def test_a_question_in_words_is_answered_with_symbols(client: Client) -> None:
    assert client.symbols("Basket") == ["Basket"]
    assert {"check_out", "pay"} <= set(client.symbols("who calls total"))
    assert "total" in client.symbols("where is total defined")
    assert client.symbols("add Cart") == ["addToCart"], "two parts of a name are a name"


def test_commands_are_twins_of_the_requests(client: Client) -> None:
    asked = {"query": "Basket", "limit": 2}
    one, two = client.ask("maguyva/search", asked), client.ask("workspace/executeCommand", {"command": "maguyva/search", "arguments": [asked]})
    assert [hit["uri"] for hit in one["hits"]] == [hit["uri"] for hit in two["hits"]]
    assert client.ask("workspace/executeCommand", {"command": "maguyva/status"})["phase"] == "ready"


def test_the_status_tells_never_started_from_finished(start: Start, tmp_path: Path) -> None:
    client = start(cache=tmp_path / "own")
    client.ask("initialize", {"processId": None, "rootUri": client.folder.as_uri(), "capabilities": {}})
    status = client.ask("maguyva/status")
    assert (status["phase"], status["index"]["complete"]) == ("starting", False)
    client.notify("initialized", {})
    status = client.wait_until_ready()
    assert status["index"]["complete"] and status["files"]["indexed"] == 5 and status["languages"]["python"] == 3
    changes = [message["params"] for message in client.kept if message["method"] == "maguyva/statusChanged"]
    assert changes and {"phase", "index"} <= changes[-1].keys()
    revision = status["index"]["revision"]
    assert client.ask("maguyva/reindex", {}) == {"started": True}
    client.eventually(lambda: client.ask("maguyva/status")["index"]["revision"] > revision)
    assert client.wait_until_ready()["files"]["indexed"] == 5


def test_settings_change_live_but_not_what_is_the_users_own(client: Client) -> None:
    client.notify("workspace/didChangeConfiguration", {"settings": {"maguyva": {"exclude": ["web"], "cacheFolder": "/nowhere", "embedding": {"provider": "off"}}}})
    client.eventually(lambda: client.symbols("addToCart") == [])
    status = client.ask("maguyva/status")
    assert status["cache"]["folder"] != "/nowhere" and status["embedding"]["provider"] == "local"
    client.notify("workspace/didChangeConfiguration", {"settings": {"maguyva": {"exclude": 3}}})
    client.eventually(lambda: any("exclude" in error for error in client.ask("maguyva/status")["errors"]))


# ---- documents of every kind ----


def test_untitled_documents_count_and_are_forgotten(client: Client) -> None:
    client.open("untitled:Untitled-1", "def only_in_memory():\n    pass\n")
    assert client.symbols("only_in_memory") == ["only_in_memory"]
    client.close_document("untitled:Untitled-1")
    assert client.symbols("only_in_memory") == []


def test_documents_of_other_schemes_are_ignored(client: Client) -> None:
    for uri in ("git:/x/a.py?%7B%7D", "output:tasks", "vscode-userdata:/settings.json", "file://[", "", "::"):
        client.open(uri, "def from_elsewhere():\n    pass\n")
        client.edit(uri, 2, (0, 0, 0, 0, "x = 1\n"))
        assert client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}}) is None
        assert client.ask("textDocument/definition", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}) is None
        client.close_document(uri)
        client.close_document(uri)
    client.edit("untitled:never-opened", 2, (0, 0, 0, 0, "x = 1\n"))
    assert client.symbols("from_elsewhere") == []
    assert b"Traceback" not in client.log


def test_code_cells_of_notebooks_count(client: Client) -> None:
    cells = [{"kind": 2, "document": "vscode-notebook-cell:/n.ipynb#1"}, {"kind": 1, "document": "vscode-notebook-cell:/n.ipynb#2"}]
    texts = [("vscode-notebook-cell:/n.ipynb#1", "def in_a_cell():\n    pass\n"), ("vscode-notebook-cell:/n.ipynb#2", "prose_about_it")]
    notebook = {"uri": "file:///n.ipynb", "notebookType": "jupyter-notebook", "version": 1, "cells": cells}
    documents = [{"uri": uri, "languageId": "python", "version": 1, "text": text} for uri, text in texts]
    client.notify("notebookDocument/didOpen", {"notebookDocument": notebook, "cellTextDocuments": documents})
    assert client.symbols("in_a_cell") == ["in_a_cell"]
    assert client.hits("prose_about_it", modalities=["text"]) == []
    change = {"document": {"uri": texts[0][0], "version": 2}, "changes": [{"range": {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 6}}, "text": "out"}]}
    added = {"kind": 2, "document": "vscode-notebook-cell:/n.ipynb#3"}
    structure = {
        "array": {"start": 2, "deleteCount": 0, "cells": [added]},
        "didOpen": [{"uri": added["document"], "languageId": "python", "version": 1, "text": "def in_another():\n    pass\n"}],
    }
    versioned = {"uri": "file:///n.ipynb", "version": 2}
    client.notify("notebookDocument/didChange", {"notebookDocument": versioned, "change": {"cells": {"textContent": [change], "structure": structure}}})
    assert client.symbols("out_a_cell") == ["out_a_cell"]
    assert client.symbols("in_another") == ["in_another"]
    closed = [{"uri": uri} for uri in (texts[0][0], texts[1][0], added["document"])]
    client.notify("notebookDocument/didClose", {"notebookDocument": {"uri": "file:///n.ipynb"}, "cellTextDocuments": closed})
    assert client.symbols("out_a_cell") == client.symbols("in_another") == []


def test_an_ignored_file_counts_only_while_it_is_open(client: Client) -> None:
    uri = client.uri("ignored/secret.py")
    client.open(uri, "def never_seen():\n    pass\n")
    assert client.symbols("never_seen") == ["never_seen"]
    client.close_document(uri)
    client.eventually(lambda: client.symbols("never_seen") == [])


def test_a_deleted_function_is_gone_at_once_and_back_at_once(client: Client) -> None:
    uri, text = client.uri("shop/prices.py"), PROJECT["shop/prices.py"]
    client.open(uri, text)
    for version in range(2, 12, 2):
        client.edit(uri, version, (3, 0, 8, 0, ""))
        assert "total" not in client.symbols("total")
        client.edit(uri, version + 1, (3, 0, 3, 0, "\n".join(text.split("\n")[3:8]) + "\n"))
        assert "total" in client.symbols("total")
