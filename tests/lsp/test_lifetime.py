"""The server ends with its client, however that ends, and its workers with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from .conftest import Client, Start

SECONDS = 10.0


def test_exit_codes(start: Start) -> None:
    client = start()
    client.initialize(ready=False)
    assert client.shut_down() == 0
    without = start()
    without.initialize(ready=False)
    without.notify("exit")
    assert without.process.wait(SECONDS) == 1
    before = start()
    before.notify("exit")
    assert before.process.wait(SECONDS) == 1


def test_the_end_of_the_input_is_the_end(start: Start) -> None:
    client = start()
    client.initialize(ready=False)
    assert client.process.stdin is not None
    client.process.stdin.close()
    assert client.process.wait(SECONDS) == 1


def _cold_index(folder: Path) -> None:
    for number in range(300):
        (folder / f"module_{number}.py").write_text(f"def function_{number}(a):\n    return other_{number}(a)\n\n\n" * 60)


def _wait_for_workers(client: Client, told_by: str = "") -> list[psutil.Process]:
    """The server's children, or only those whose command line says `told_by` (the watch over the folders is a child too)."""
    tree = psutil.Process(client.process.pid)
    return client.eventually(lambda: [child for child in tree.children() if told_by in " ".join(child.cmdline())])


def test_workers_end_with_the_server(start: Start, workspace: Path, tmp_path: Path) -> None:
    _cold_index(workspace)
    client = start(cache=tmp_path / "fresh")
    client.initialize(ready=False)
    workers = _wait_for_workers(client)
    assert client.shut_down() == 0
    gone, alive = psutil.wait_procs(workers, SECONDS)
    assert gone and not alive


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_killed_client_takes_the_server_and_its_workers_with_it(workspace: Path, tmp_path: Path) -> None:
    # The client's pipes stay open in this process, so the end of the input never comes: only the parent's pid tells.
    _cold_index(workspace)
    body = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":%d,"rootUri":"' + workspace.as_uri() + '","capabilities":{}}}'
    script = (
        "import os, subprocess, sys, time\n"
        "server = subprocess.Popen([sys.executable, '-m', 'maguyva', 'serve'], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)\n"
        f"body = ({body!r} % os.getpid()).encode()\n"
        "for part in (body, b'{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}}'):\n"
        "    server.stdin.write(b'Content-Length: %d\\r\\n\\r\\n' % len(part) + part); server.stdin.flush()\n"
        "keeper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'], pass_fds=[server.stdin.fileno()])\n"
        "print(server.pid, keeper.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    environment = {**os.environ, "MAGUYVA_CACHE_DIR": str(tmp_path / "cache")}
    client = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, env=environment)
    assert client.stdout is not None
    server_pid, keeper_pid = map(int, client.stdout.readline().split())
    server, keeper = psutil.Process(server_pid), psutil.Process(keeper_pid)
    until = time.monotonic() + 60
    while not (workers := server.children()):
        assert time.monotonic() < until
        time.sleep(0.02)
    client.kill()
    client.wait()
    client.stdout.close()
    try:
        _, alive = psutil.wait_procs([server, *workers], SECONDS)
        assert not alive
    finally:
        keeper.send_signal(signal.SIGKILL)


def test_a_client_that_cannot_be_seen_is_not_watched(start: Start) -> None:
    client = start()
    client.initialize(processId=2**22 + 12345)
    time.sleep(1.5)
    assert client.ask("maguyva/status")["phase"] == "ready"


def test_a_build_that_is_killed_is_done_again(start: Start, workspace: Path, tmp_path: Path) -> None:
    _cold_index(workspace)
    client = start(cache=tmp_path / "fresh")
    client.initialize(ready=False)
    for process in _wait_for_workers(client, "build_here"):  # So many files are indexed by a process of their own.
        process.kill()
    assert client.wait_until_ready()["files"]["indexed"] == 305
    assert client.symbols("function_299")[0] == "function_299"
    assert b"ended with code" in client.log


def test_two_servers_on_one_workspace_both_work(start: Start, tmp_path: Path) -> None:
    one, two = start(cache=tmp_path / "shared"), start(cache=tmp_path / "shared")
    for client in (one, two):
        client.initialize(ready=False)
    for client in (one, two):
        client.wait_until_ready()
        assert client.symbols("Basket") == ["Basket"]
