"""Several processes, and processes that die: two servers on one cache, `kill -9` at any moment, a worker that is ended while it parses."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from dataclasses import replace
from functools import partial

import psutil
import pytest

from maguyva.engine import Engine
from maguyva.indexing import Progress
from maguyva.search.payload import PARTS

from .conftest import PATIENCE, Workspace, answers, eventually, names

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")


def fill(workspace: Workspace, count: int) -> None:
    for number in range(count):
        workspace.write(f"lib/part_{number}.py", f"def piece_{number}():\n    return total({number})\n")


def all_gone(processes: set[int]) -> bool:
    return not any(map(psutil.pid_exists, processes))


def test_two_servers_on_one_workspace_and_one_cache(workspace: Workspace) -> None:
    fill(workspace, 26)
    script = (
        "import json\n"
        "engine = Engine([folder], settings)\n"
        "print('ready', flush=True)\n"
        "for line in range(3):\n"
        "    engine.update(afresh=line % 2 == 0)\n"
        "    engine.edit('untitled:1', b'def only_here(): pass', 'python'); engine.settle(None, 30)\n"
        "report = engine.update()\n"
        "snapshot = engine.snapshot\n"
        "print(json.dumps([sorted(snapshot.path(file) for file in snapshot.live_files()), len(engine.symbols('piece', 100)), engine.notes, engine.status()['index']['complete']]))\n"
    )
    servers = [workspace.run(script) for _ in range(2)]
    for server in servers:
        assert server.stdout is not None and server.stdout.readline() == b"ready\n"
    for number in range(10):
        workspace.write(f"lib/late_{number}.py", f"def piece_late_{number}(): pass\n")
        time.sleep(0.05)
    both = [json.loads(server.communicate(timeout=PATIENCE)[0]) for server in servers]
    assert [server.returncode for server in servers] == [0, 0]
    expected = sorted(answers(workspace.engine())["texts"])
    for files, symbols, notes, complete in both:
        assert files == sorted([*expected, "untitled:1"]) and symbols == 36 and complete
        assert all("locked by another process" in note for note in notes), notes
    workspace.check(workspace.engine())


def test_killed_at_any_moment(workspace: Workspace) -> None:
    fill(workspace, 26)
    script = "engine = Engine([folder], settings, lambda progress: print(progress.stage, progress.done, flush=True)); engine.update(); print('done', flush=True); time.sleep(60)\n"
    moments = random.Random(13)
    for stage in ("reading 20", "indexing 0", "embedding 1"):
        workspace.write("lib/part_0.py", f"def changed_{stage.replace(' ', '_')}(): pass\n")
        process = workspace.run(script)
        assert process.stdout is not None
        for line in process.stdout:
            if line.decode().strip() == stage or line == b"done\n":
                break
        time.sleep(moments.random() * 0.02)
        workers = {child.pid for child in psutil.Process(process.pid).children()}
        process.kill()
        process.communicate()
        eventually(partial(all_gone, workers))  # No worker outlives its server.
        engine = workspace.engine(update=False)
        report = engine.update()
        assert not report.notes, stage
        assert names(engine, f"changed_{stage.replace(' ', '_')}") == ["lib/part_0.py"]
        assert engine.status()["index"]["parts"] == dict.fromkeys(PARTS, True)  # type: ignore[index]
        assert engine._store is not None and len(list(engine._store.glob("*.*"))) == 3, "two segments and the manifest, no left-overs"
        (engine._store / "manifest.json").unlink()  # So that the next one is cold again.
        engine.close()
    workspace.check(workspace.engine())


@pytest.mark.parametrize("cold", [True, False])
@pytest.mark.parametrize("deaths", [1, 2])
def test_a_worker_that_dies_while_parsing(workspace: Workspace, deaths: int, cold: bool) -> None:
    """Killed with a batch in its hands, then perhaps again with one item of it: the first is forgiven, the second reported."""
    workspace.settings = replace(workspace.settings, embedding_provider="off", worker_count=1)
    engine = workspace.engine(update=not cold)
    for number in range(200):
        body = "".join(f"    items.append(total([{number % 100}, {line}]))\n" for line in range(20))
        workspace.write(f"lib/part_{number}.py", f"def piece_{number % 100}(items):\n{body}")
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        # The first batch is back, so the worker is at the second; the next process begins with one item of that.
        while progress.stage == ("reading" if cold else "parsing") and progress.done and len(killed) < deaths:
            assert engine._pool is not None
            for pid in set(engine._pool.process_ids()) - set(killed):
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    engine._progress = kill
    engine.update()
    skipped = dict(engine.snapshot.skipped)
    assert set(skipped.values()) == ({"could not be parsed: the worker process was ended by SIGKILL"} if deaths == 2 else set())
    assert len(skipped) == {1: 0, 2: 1 if cold else 2}[deaths], "files with the same content share its fate"
    assert engine.status()["files"] == {"indexed": 209 - len(skipped), "skipped": skipped}
    engine._progress = lambda progress: None
    assert engine.update().read == len(skipped), "they are tried again"
    assert engine.status()["files"] == {"indexed": 209, "skipped": {}}
    assert len(names(engine, "piece_7")) == 2


def test_a_worker_that_dies_while_a_large_document_is_parsed(workspace: Workspace) -> None:
    engine: Engine = workspace.engine(embedding_provider="off")
    text = b"".join(b"def large_%d(one):\n    return total([one, %d])\n" % (number, number) for number in range(6_000))
    engine.edit("shop/large.py", text)
    pool = eventually(lambda: engine._document_pool)
    os.kill(eventually(pool.process_ids)[0], signal.SIGKILL)
    assert engine.settle(None, PATIENCE)
    assert names(engine, "large_5999") == ["shop/large.py"]
