from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from maguyva.adapters.workers import WorkerPool

# Functions that workers can import; a module of its own, because test modules are on no path.
JOBS = """
import os, signal, sys, time

def double(items):
    return [2 * item for item in items]

def process_of(items):
    return [os.getpid() for _ in items]

def slow(seconds, items):
    time.sleep(seconds)
    return [os.getpid() for _ in items]

def troubled(items):
    for item in items:
        if item == 77:
            os.kill(os.getpid(), signal.SIGKILL)
        if item == 78:
            raise ValueError("not this one")
        if item == 79:
            sys.exit(3)
        if item == 80:
            signal.alarm(1)  # Sooner than the pool's own, which the test need not wait for.
            sum(range(10**12))  # C code that never lets go of the interpreter.
        if item == 81:
            os._exit(5)
    return double(items)

def one_short(items):
    return items[1:]

def noisy(items):
    print("this would break the frames")
    os.write(1, b"so would this")
    return [(sys.stdin.read(), sys.path[0], signal.getsignal(signal.SIGINT).name) for _ in items]

def held(items):
    open(items[0], "w").write(str(os.getpid()))
    while True:
        sum(range(10**7))
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")


@pytest.fixture
def jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    (tmp_path / "path").mkdir()
    (tmp_path / "path" / "worker_jobs.py").write_text(JOBS)
    monkeypatch.syspath_prepend(str(tmp_path / "path"))
    import worker_jobs  # type: ignore[import-not-found]

    yield worker_jobs
    del sys.modules["worker_jobs"]


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(2) as workers:
        yield workers
    assert not [thread for thread in threading.enumerate() if thread.name == "maguyva-worker"]


def test_every_item_has_one_outcome(pool: WorkerPool, jobs: ModuleType) -> None:
    outcomes = list(pool.map(jobs.double, range(1000)))
    assert sorted((outcome.item, outcome.result, outcome.failure) for outcome in outcomes) == [(n, 2 * n, "") for n in range(1000)]
    assert list(pool.map(jobs.double, [])) == []
    heavy = list(pool.map(jobs.double, [b"x" * 3_000_000] * 4, weigh=len))
    assert [len(outcome.result or b"") for outcome in heavy] == [6_000_000] * 4


def test_the_item_that_ends_a_worker_is_named_and_no_other_is_lost(pool: WorkerPool, jobs: ModuleType) -> None:
    outcomes = list(pool.map(jobs.troubled, range(200)))
    assert {outcome.item: outcome.failure for outcome in outcomes if outcome.failure} == {
        77: "the worker process was ended by SIGKILL",
        78: "ValueError: not this one",
        79: "the worker process ended with exit code 3",
        80: "took longer than 60 seconds",
        81: "the worker process ended with exit code 5",
    }
    assert sorted(outcome.item for outcome in outcomes) == list(range(200))
    assert all(outcome.result == 2 * outcome.item for outcome in outcomes if not outcome.failure)


def test_a_function_that_loses_results_is_a_failure_not_a_shift(pool: WorkerPool, jobs: ModuleType) -> None:
    assert all(outcome.failure and outcome.result is None for outcome in pool.map(jobs.one_short, range(3)))


def test_workers_killed_from_outside_are_replaced(pool: WorkerPool, jobs: ModuleType) -> None:
    outcomes = pool.map(partial(jobs.slow, 0.01), range(64 * 8))
    results = [next(outcomes)]
    for process in pool.process_ids():
        os.kill(process, signal.SIGKILL)
    results += outcomes
    assert sorted(outcome.item for outcome in results) == list(range(64 * 8))
    assert not [outcome for outcome in results if outcome.failure] and len({outcome.result for outcome in results}) > 2


def test_no_more_is_taken_than_is_worked_on(pool: WorkerPool, jobs: ModuleType) -> None:
    supply = itertools.count()
    outcomes = pool.map(jobs.double, itertools.islice(supply, 10_000))
    next(outcomes)
    time.sleep(0.2)
    assert next(supply) <= 64 * 5
    outcomes.close()  # type: ignore[attr-defined]


def test_what_is_urgent_does_not_wait_for_the_bulk(pool: WorkerPool, jobs: ModuleType) -> None:
    bulk = pool.map(partial(jobs.slow, 0.2), range(64 * 40))
    next(bulk)
    began = time.monotonic()
    assert [outcome.result for outcome in pool.map(jobs.double, [1], priority=0)] == [2]
    assert time.monotonic() - began < 1
    bulk.close()  # type: ignore[attr-defined]


def test_closing_ends_workers_at_work_and_says_so(jobs: ModuleType) -> None:
    pool = WorkerPool(2)
    outcomes = pool.map(partial(jobs.slow, 30), range(3), weigh=lambda _: 10**9)
    threading.Timer(0.5, pool.close).start()
    with pytest.raises(RuntimeError, match="closed"):
        list(outcomes)
    assert pool.process_ids() == []
    with pytest.raises(RuntimeError, match="closed"):
        list(pool.map(jobs.double, [1]))


def test_workers_touch_no_stream_of_the_parent_and_nothing_of_the_working_folder(
    pool: WorkerPool, jobs: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for trap in ("pickle", "queue", "maguyva"):
        (tmp_path / f"{trap}.py").write_text("open('trapped', 'w')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    (outcome,) = pool.map(jobs.noisy, [1])
    assert outcome.result == ("", str(tmp_path / "path"), "SIG_IGN") and not (tmp_path / "trapped").exists()
    assert capfd.readouterr().out == ""


def test_workers_end_with_a_killed_parent(jobs: ModuleType, tmp_path: Path) -> None:
    program = """
import sys, worker_jobs
from maguyva.adapters.workers import WorkerPool
list(WorkerPool(2).map(worker_jobs.held, sys.argv[1:], weigh=lambda _: 10**9))
"""
    notes = [tmp_path / "one", tmp_path / "two"]
    parent = subprocess.Popen([sys.executable, "-c", program, *notes], env={"PYTHONPATH": os.pathsep.join(sys.path)})
    end = time.monotonic() + 20
    while not all(note.exists() and note.read_text() for note in notes) and time.monotonic() < end:
        time.sleep(0.05)
    workers = [int(note.read_text()) for note in notes]
    parent.kill()
    parent.wait()
    end = time.monotonic() + 5
    while any(alive(worker) for worker in workers) and time.monotonic() < end:
        time.sleep(0.05)
    assert not [worker for worker in workers if alive(worker)]


def alive(process: int) -> bool:
    try:
        # A zombie nobody has collected yet has ended too.
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        if Path("/proc/self/stat").exists():
            return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
