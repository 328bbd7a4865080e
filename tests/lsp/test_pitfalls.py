"""What pygls 2.1 leaves to its users, and what broken clients send: each way to lose an answer, the order or the stream has a test here."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from typing import Any

import pytest

from maguyva.lsp.server import HANDLERS, create_server

from .conftest import Client, Start

# ---- every request is answered, once ----


def test_a_request_of_ours_without_params_is_answered(client: Client) -> None:
    assert client.ask("maguyva/status")["phase"] == "ready"
    assert client.ask("maguyva/status", None)["phase"] == "ready"
    assert client.error("maguyva/search") == {"code": -32602, "message": "params: takes an object"}


@pytest.mark.parametrize(
    ("method", "params", "named"),
    [
        ("maguyva/search", {"query": 3}, "query"),
        ("maguyva/search", {"query": "x", "limit": "many"}, "limit"),
        ("maguyva/search", {"query": "x", "limit": 0}, "limit"),
        ("maguyva/search", {"query": "x", "limit": True}, "limit"),
        ("maguyva/search", {"query": "x", "include": [1]}, "include[0]"),
        ("maguyva/search", {"query": "x", "context": {"textDocument": {"uri": "file:///a"}, "position": {"line": "0"}}}, "context.position.line"),
        ("maguyva/search", {"query": "x", "preset": "best"}, "preset"),
        ("maguyva/search", [], "params"),
        ("maguyva/references", {"textDocument": {"uri": "untitled:a"}}, "position"),
        ("maguyva/references", {"textDocument": {"uri": "untitled:a"}, "position": {"line": 0, "character": 0}, "tiers": ["sure"]}, "tiers[0]"),
        ("maguyva/reindex", {"folder": 1}, "folder"),
        ("textDocument/definition", {"textDocument": {"uri": "file:///a"}}, "position"),
        ("textDocument/documentSymbol", None, "params"),
        ("textDocument/references", {"textDocument": {"uri": "file:///a"}, "position": 3, "context": {"includeDeclaration": True}}, "position"),
        ("workspace/symbol", {}, "query"),
        ("workspace/executeCommand", {"command": "rm"}, "command"),
        ("workspace/executeCommand", {"command": "maguyva/search", "arguments": [{"query": None}]}, "query"),
    ],
)
def test_wrong_params_are_answered_with_the_field_named(client: Client, method: str, params: Any, named: str) -> None:
    error = client.error(method, params)
    assert error["code"] == -32602
    assert named in error["message"]


def test_malformed_messages_get_the_protocols_errors_and_the_server_lives(client: Client) -> None:
    for body, code in [
        (b"{", -32700),
        (b"", -32700),
        (b"[" * 100_000, -32700),
        (b"\xff\xfe", -32700),
        (b"[]", -32600),
        (b"3", -32600),
        (b'{"jsonrpc":"2.0","id":{},"method":"a"}', -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"a"}', -32600),
        (b'{"jsonrpc":"2.0","id":7,"method":7}', -32600),
    ]:
        client.send_body(body)
        assert client.answer(7 if b'"id":7' in body else None)["error"]["code"] == code
    client.send_body(b'{"jsonrpc":"2.0","id":"nobody","result":{}}')
    client.send_body(b'{"jsonrpc":"2.0"}')
    client.send_bytes(b"no header at all\r\n\r\nContent-Length: none\r\n\r\n")
    client.send_bytes(b"content-length:  44 \r\nContent-Type: x\r\n\r\n" + b'{"jsonrpc":"2.0","id":"low","method":"nope"}')
    assert client.answer("low")["error"]["code"] == -32601
    for method in ("$/unknown", "textDocument/didChange", "textDocument/didOpen", "$/cancelRequest", "workspace/didChangeWatchedFiles"):
        client.notify(method, {"textDocument": 3})
        client.send({"method": method})
    assert client.error("$/unknown", {})["code"] == -32601
    assert client.ask("maguyva/status")["phase"] == "ready"
    assert not client.broken


def test_nested_objects_that_look_like_messages_are_data(client: Client) -> None:
    # pygls makes messages of every object with a "jsonrpc" in it, however deep.
    inner = {"query": "total", "context": None, "extra": {"jsonrpc": "2.0", "id": 1, "method": "exit"}}
    assert client.ask("maguyva/search", inner)["hits"]


def test_requests_out_of_order_are_refused(start: Start) -> None:
    client = start()
    assert client.error("maguyva/status")["code"] == -32002
    client.notify("textDocument/didOpen", {"textDocument": {}})
    client.initialize(ready=False)
    assert client.error("initialize", {"processId": None, "rootUri": None, "capabilities": {}})["code"] == -32600
    client.ask("shutdown")
    assert client.error("maguyva/status")["code"] == -32600
    client.notify("exit")
    assert client.process.wait(30) == 0


def test_an_initialize_with_an_unreadable_capability_still_works(start: Start) -> None:
    client = start()
    result = client.ask("initialize", {"capabilities": {"general": {"positionEncodings": 5}}, "trace": "loud", "rootUri": client.folder.as_uri()})
    assert result["capabilities"]["positionEncoding"] == "utf-16"


class Recorder:
    def __init__(self) -> None:
        self.messages: list[Any] = []

    def write(self, data: bytes) -> None:
        self.messages.append(json.loads(data.partition(b"\r\n\r\n")[2]))

    def close(self) -> None:
        pass


@pytest.fixture
def protocol() -> Any:
    """A protocol without a process around it."""
    loop = asyncio.new_event_loop()
    server = create_server(loop)
    server.protocol.set_writer(Recorder())
    server.protocol.is_initialized = True
    yield server.protocol
    loop.close()


def test_a_result_that_is_no_json_is_answered_with_an_error(protocol: Any) -> None:
    protocol._server.feature("maguyva/odd")(lambda params: {"a": object()})
    protocol.receive(b'{"jsonrpc":"2.0","id":1,"method":"maguyva/odd"}')
    (answer,) = protocol.writer.messages
    assert (answer["id"], answer["error"]["code"]) == (1, -32603)


def test_a_handler_that_fails_is_answered_and_logged_without_a_message_to_the_user(protocol: Any, caplog) -> None:
    def fail(params: Any) -> None:
        raise KeyError("boom")

    protocol._server.feature("maguyva/odd")(fail)
    protocol._server.feature("maguyva/oddNews")(fail)
    with caplog.at_level(logging.ERROR):
        protocol.receive(b'{"jsonrpc":"2.0","id":1,"method":"maguyva/odd"}')
        protocol.receive(b'{"jsonrpc":"2.0","method":"maguyva/oddNews"}')
        protocol._server.report_server_error(ValueError("x"), ValueError)
    assert [message.get("error", {}).get("code") for message in protocol.writer.messages] == [-32603]  # And no window/showMessage.
    assert len(caplog.records) == 3


def test_results_keep_every_field_and_its_name(client: Client) -> None:
    # pygls drops fields that hold their default, and leaves dataclasses in snake_case.
    found = client.ask("maguyva/search", {"query": "total", "limit": 1})
    assert {"query", "intent", "preset", "fusion_strategy", "modalities", "hits", "total", "cut", "index", "elapsed_ms"} <= found.keys()
    assert set(found["index"]) >= {"revision", "complete", "pending", "parts"}
    hit = found["hits"][0]
    assert {"uri", "range", "selectionRange", "language", "snippet", "score", "more_in_file"} <= hit.keys()
    assert hit["selectionRange"]["start"].keys() == {"line", "character"}


# ---- nothing waits for anything else ----


def test_no_handler_runs_in_the_pool_that_reads_the_input() -> None:
    from pygls.feature_manager import is_thread_function

    assert not any(is_thread_function(handler) for handler in HANDLERS.values())
    notifications = [name for name in HANDLERS if "/did" in name and "Configuration" not in name]
    assert notifications and not any(asyncio.iscoroutinefunction(HANDLERS[name]) for name in notifications), "edits must keep their order"


def test_many_long_questions_do_not_stop_the_reading(start: Start) -> None:
    client = start()
    client.initialize()
    numbers = [client.start("maguyva/search", {"query": f"how does total number {number} work", "preset": "thorough"}) for number in range(60)]
    started = time.monotonic()
    assert client.error("maguyva/ping")["code"] == -32601
    assert time.monotonic() - started < 2
    assert all("result" in client.answer(number) for number in numbers)


def test_a_cancelled_request_is_answered_at_once(start: Start) -> None:
    client = start()
    client.initialize()
    # A document that takes long to read: the question waits for it, and is cancelled meanwhile.
    client.open("untitled:Large", "def f(a, b):\n    return g(a, b, 'text')\n\n\n" * 40_000)
    number = client.start("textDocument/documentSymbol", {"textDocument": {"uri": "untitled:Large"}})
    time.sleep(0.05)
    client.notify("$/cancelRequest", {"id": number})
    started = time.monotonic()
    assert client.answer(number)["error"]["code"] == -32800
    assert time.monotonic() - started < 1
    client.notify("$/cancelRequest", {"id": number})
    client.notify("$/cancelRequest", {"id": "never asked"})
    assert client.ask("maguyva/status")


def test_work_behind_a_cancelled_request_stops_at_its_next_step(workspace) -> None:
    from lsprotocol import types

    from maguyva.asking import Cancelled
    from maguyva.lsp.session import Session
    from maguyva.settings import Settings

    ended: list[str] = []

    async def scenario() -> None:
        settings = Settings(cache_folder=workspace.parent / "cache", embedding_provider="off")
        session = Session([types.WorkspaceFolder(workspace.as_uri(), "x")], "utf-8", settings, lambda _: None, lambda: None)

        def work(moment: Any) -> None:
            try:
                for _ in range(1000):
                    moment.check()
                    time.sleep(0.01)
            except Cancelled:
                ended.append("stopped")
                raise

        task = asyncio.ensure_future(session.ask(work))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        for _ in range(100):
            if ended:
                break
            await asyncio.sleep(0.02)
        session.close()

    asyncio.run(scenario())
    assert ended == ["stopped"]


def test_a_client_that_never_answers_is_not_waited_for(start: Start) -> None:
    client = start(answering=False)
    client.initialize(
        {"window": {"workDoneProgress": True}, "workspace": {"configuration": True, "didChangeWatchedFiles": {"dynamicRegistration": True}}}, ready=False
    )
    client.wait_until_ready()
    assert client.symbols("Basket") == ["Basket"]


def test_progress_tokens_are_unique_and_freed() -> None:
    from maguyva.lsp import progress

    async def scenario() -> None:
        server = create_server(asyncio.get_running_loop())
        recorder = Recorder()
        server.protocol.set_writer(recorder)
        progress.CREATE_SECONDS, kept = 0.05, progress.CREATE_SECONDS
        try:
            assert not await progress.create_token(server.protocol, "a")  # Nobody answers.
        finally:
            progress.CREATE_SECONDS = kept
        task = asyncio.ensure_future(progress.create_token(server.protocol, "b"))
        await asyncio.sleep(0)
        server.protocol.is_initialized = True
        server.protocol.receive(json.dumps({"jsonrpc": "2.0", "id": "create b", "result": None}).encode())
        assert await task
        assert not server.protocol._request_futures and not server.protocol._result_types
        bar = server.bar
        for number in (1, 2):
            bar.begin()
            await asyncio.sleep(progress.SECONDS_BEFORE_SHOWN + 0.05)
            server.protocol.receive(json.dumps({"jsonrpc": "2.0", "id": f"create maguyva-index-{number}", "result": None}).encode())
            await asyncio.sleep(0.05)
            bar.end()
        sent = [message["params"] for message in recorder.messages if message["method"] == "$/progress"]
        assert [(one["token"], one["value"]["kind"]) for one in sent] == [
            ("maguyva-index-1", "begin"), ("maguyva-index-1", "end"), ("maguyva-index-2", "begin"), ("maguyva-index-2", "end"),
        ]  # fmt: skip
        assert not server.protocol._request_futures and not server.work_done_progress.tokens

    asyncio.run(scenario())


# ---- the stream ----


def test_large_answers_from_several_threads_and_stray_prints_keep_the_stream_whole(start: Start, larger_workspace) -> None:
    client = start(folder=larger_workspace, PYTHONUNBUFFERED="1")
    client.initialize()
    numbers = [client.start("maguyva/search", {"query": "def", "limit": 200, "perFile": "all", "regex": True}) for _ in range(20)]
    assert all(len(client.answer(number)["result"]["hits"]) == 200 for number in numbers)
    assert not client.broken


def test_prints_and_children_go_to_stderr_and_read_nothing() -> None:
    import subprocess
    import sys

    script = (
        "import os, subprocess, sys\n"
        "from maguyva.lsp.io import framed, take_standard_streams\n"
        "source, sink = take_standard_streams()\n"
        "print('stray'); sys.stdout.flush()\n"
        "subprocess.run([sys.executable, '-c', 'print(repr(input()) if False else 1); import sys; print(len(sys.stdin.read()))'])\n"
        "sink.write(framed(source.read()))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], input=b"hello", capture_output=True, timeout=60)
    assert done.stdout == b"Content-Length: 5\r\n\r\nhello"
    assert b"stray" in done.stderr and b"0" in done.stderr


def test_logs_hold_nothing_of_the_users_code(start: Start, tmp_path) -> None:
    log = tmp_path / "server.log"
    client = start("--log-file", str(log), "--debug")
    client.initialize()
    client.open("untitled:Secret", "password = 'correct horse battery staple'\n")
    client.edit("untitled:Secret", 2, (0, 0, 0, 0, "correct_horse = 1\n"))
    assert client.hits("correct_horse")
    client.send_body(b'{"jsonrpc":"2.0","id":9,"method":"textDocument/definition","params":{"textDocument":"correct horse"}}')
    client.answer(9)
    client.notify("textDocument/didChange", {"textDocument": {"uri": "untitled:Secret"}, "contentChanges": "correct horse"})
    client.shut_down()
    written = log.read_text() + client.log.decode()
    assert "correct" not in written
    assert os.stat(log).st_size > 0
