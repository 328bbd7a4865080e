"""A pool of processes that map a function over batches of items.

Each worker is `python -I -c …` with pipes of its own as standard input and output: it cannot touch the streams on which the
server speaks its protocol, imports nothing but what the mapped function needs, and nothing from the working folder. Requests and
answers are pickles on those pipes, between this process and its own children only.

A worker ends when its standard input does, so it ends with its parent, also a killed one: a thread waits for requests and ends
the process at the end of file. (Linux's PR_SET_PDEATHSIG is tied to the parent's *thread* and would end the workers with
whichever thread first used the pool.) While C code holds the interpreter lock that thread waits; the kernel's alarm
clock bounds it, and an item that hangs with it.

One thread in the parent serves each worker, so that it is known which batch a dead worker had. That batch is tried again item by
item in a fresh worker, and the item that kills it again is reported as a failure.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
import logging
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_log = logging.getLogger(__name__)
_LENGTH = struct.Struct("<Q")
_BATCH_COUNT = 64
_BATCH_WEIGHT = 400_000
_SECONDS_PER_BATCH = 60  # A hundred times what the largest batch takes.
_BOOTSTRAP = "import sys; sys.path[:] = sys.argv[1:]; from maguyva.adapters.workers import serve; serve()"


class WorkerDied(Exception):
    """The process ended before it answered; the message says how."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Item, Result]):
    """What became of one item: a result, or the failure in words."""

    item: Item
    result: Result | None
    failure: str = ""


@dataclass(order=True)
class _Task:
    priority: int
    number: int
    function: Callable[[Any], Any] | None = field(compare=False)  # None ends the worker's thread.
    items: Sequence[Any] = field(compare=False)
    answers: queue.SimpleQueue[list[Outcome[Any, Any]]] = field(compare=False)
    cancelled: threading.Event = field(compare=False)


class WorkerPool:
    """`count` worker processes, started when first needed. Thread-safe; several maps may run at once."""

    def __init__(self, count: int) -> None:
        self.count = max(1, count)
        self._tasks: queue.PriorityQueue[_Task] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._workers: list[_Worker] = []
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def map(
        self,
        function: Callable[[list[Item]], list[Result]],
        items: Iterable[Item],
        weigh: Callable[[Item], int] = lambda item: 1,
        priority: int = 1,
    ) -> Iterator[Outcome[Item, Result]]:
        """Outcomes in the order in which batches finish; within a batch, in the order of its items.

        `function` takes a batch and returns as many results; it must be importable (a top-level function or a partial of one).
        `weigh` gives an item's size in bytes: a batch is closed at 400 kB or 64 items. At most two batches a worker are under
        way or waiting to be taken, so the memory is bounded however slow the caller. A lower `priority` goes first. Closing the
        iterator drops what has not begun. Raises RuntimeError when the pool is closed, or is closed meanwhile.
        """
        self._start()
        answers: queue.SimpleQueue[list[Outcome[Item, Result]]] = queue.SimpleQueue()
        cancelled = threading.Event()
        batches = _batches(items, weigh)
        under_way = 0
        try:
            while True:
                while under_way < 2 * self.count and (batch := next(batches, None)) is not None:
                    self._tasks.put(_Task(priority, next(self._numbers), function, batch, answers, cancelled))
                    under_way += 1
                if under_way == 0:
                    return
                outcomes = None
                while outcomes is None:
                    with contextlib.suppress(queue.Empty):
                        outcomes = answers.get(timeout=0.5)
                    if self._closed:  # Looked at after the answer: a worker that `close` killed is no failure of its items.
                        raise RuntimeError("the worker pool was closed")
                under_way -= 1
                yield from outcomes
        finally:
            cancelled.set()

    def process_ids(self) -> list[int]:
        """The processes that run now."""
        processes = [worker.process for worker in self._workers]  # Once: its own thread may discard one at any time.
        return [process.pid for process in processes if process is not None and process.poll() is None]

    def close(self) -> None:
        """Ends all workers, also those at work. Maps under way raise."""
        with self._lock:
            self._closed = True
            workers, self._workers = self._workers, []
        for worker in workers:
            worker.kill()
            self._tasks.put(_Task(-1, next(self._numbers), None, (), queue.SimpleQueue(), threading.Event()))
        for worker in workers:
            worker.thread.join(timeout=5)

    def _start(self) -> None:
        with self._lock:
            if self._closed:
                raise RuntimeError("the worker pool is closed")
            while len(self._workers) < self.count:
                self._workers.append(_Worker(self._tasks))


class _Worker:
    """One process and the thread that serves it."""

    def __init__(self, tasks: queue.PriorityQueue[_Task]) -> None:
        self.tasks = tasks
        self.process: subprocess.Popen[bytes] | None = None
        self.closing = False
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self._run, name="maguyva-worker", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while True:
            task = self.tasks.get()
            if task.function is None:
                self._discard()
                return
            if not task.cancelled.is_set():
                task.answers.put(self._outcomes(task.function, task.items))

    def _outcomes(self, function: Callable[[Any], Any], items: Sequence[Any]) -> list[Outcome[Any, Any]]:
        try:
            return [Outcome(item, result) for item, result in zip(items, self._ask(function, items), strict=True)]
        except Exception as error:
            if self.closing:
                return [Outcome(item, None, "the worker pool was closed") for item in items]
            _log.warning("a batch of %d items failed (%s); its items are tried one by one", len(items), error)
        outcomes = []
        for item in items:
            try:
                (result,) = self._ask(function, [item])
                outcomes.append(Outcome(item, result))
            except Exception as error:
                outcomes.append(Outcome(item, None, str(error) or type(error).__name__))
        return outcomes

    def _ask(self, function: Callable[[Any], Any], items: Sequence[Any]) -> Any:
        """The function's results. Raises WorkerDied, or RuntimeError with what the function raised."""
        with self.lock:
            if self.closing:
                raise WorkerDied("the worker pool was closed")
            if self.process is None:
                self.process = _spawn()
            process = self.process
        assert process.stdin is not None and process.stdout is not None
        request = pickle.dumps((function, items), pickle.HIGHEST_PROTOCOL)
        answer = None
        with contextlib.suppress(OSError):
            _send(process.stdin, request)
            answer = _receive(process.stdout)
        if answer is None:
            raise WorkerDied(_how_it_ended(self._discard()))
        results, failure = pickle.loads(answer)
        if failure:
            raise RuntimeError(failure)
        return results

    def kill(self) -> None:
        """Ends the process from another thread, for good; this worker's thread sees the end of its pipe and clears up."""
        with self.lock:
            self.closing = True
            if self.process is not None:
                self.process.kill()

    def _discard(self) -> int | None:
        """Ends the process, if there is one, and gives its exit code. For this worker's own thread: nobody else reads the pipes."""
        with self.lock:
            process, self.process = self.process, None
        if process is None:
            return None
        # The pipe has ended, so the process is ending by itself: waiting tells how, where a kill at once would hide it.
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0 if self.closing else 1)
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        return process.returncode


def _spawn() -> subprocess.Popen[bytes]:
    # The package may be on the path through an installation, a bundle or PYTHONPATH, so the child gets this process's path; never
    # the empty entry, which is the working folder: nothing from a workspace is ever imported.
    path = [entry for entry in sys.path if entry]
    return subprocess.Popen(
        [sys.executable, "-I", "-c", _BOOTSTRAP, *path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        # A group of its own: Ctrl-C in a terminal goes to the parent, which decides.
        **({"process_group": 0} if os.name == "posix" else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}),
    )


def _batches(items: Iterable[Item], weigh: Callable[[Item], int]) -> Iterator[list[Item]]:
    batch: list[Item] = []
    weight = 0
    for item in items:
        batch.append(item)
        weight += weigh(item)
        if len(batch) >= _BATCH_COUNT or weight >= _BATCH_WEIGHT:
            yield batch
            batch, weight = [], 0
    if batch:
        yield batch


def _how_it_ended(code: int | None) -> str:
    if code is not None and code < 0:
        if code == -getattr(signal, "SIGALRM", 0):
            return f"took longer than {_SECONDS_PER_BATCH} seconds"
        with contextlib.suppress(ValueError):
            return f"the worker process was ended by {signal.Signals(-code).name}"
    return f"the worker process ended with exit code {code}"


# ---- frames on a pipe ----


def _send(pipe: Any, message: bytes) -> None:
    for piece in (_LENGTH.pack(len(message)), message):
        view = memoryview(piece)
        while view:
            view = view[pipe.write(view) :]


def _receive(pipe: Any) -> bytearray | None:
    """The next message, None at the end of the stream."""
    head = _read_exactly(pipe, _LENGTH.size)
    return None if head is None else _read_exactly(pipe, _LENGTH.unpack(head)[0])


def _read_exactly(pipe: Any, size: int) -> bytearray | None:
    message = bytearray(size)
    view = memoryview(message)
    while view:
        count = pipe.readinto(view)
        if not count:
            return None
        view = view[count:]
    return message


# ---- in the worker ----


def serve() -> None:
    """The worker's main loop: requests from standard input, answers to what was standard output, until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests: BinaryIO = os.fdopen(os.dup(0), "rb", buffering=0)
    answers: BinaryIO = os.fdopen(os.dup(1), "wb", buffering=0)
    # Whatever prints or reads in here must not get between the frames.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(5)  # The editor and the parent's answers go first.
    gc.set_threshold(100_000, 50, 100)  # Bulk results are large and free of cycles; looking at them again and again is a tenth of the time.
    waiting: deque[bytearray] = deque()
    arrived = threading.Semaphore(0)

    def listen() -> None:
        while (request := _receive(requests)) is not None:
            waiting.append(request)
            arrived.release()
        os._exit(0)  # The parent is gone, or wants no more: also in the middle of an item.

    threading.Thread(target=listen, daemon=True).start()
    while True:
        arrived.acquire()
        try:
            function, items = pickle.loads(waiting.popleft())
            if hasattr(signal, "alarm"):
                signal.alarm(_SECONDS_PER_BATCH)  # Not handled: the kernel ends the process, whatever holds the interpreter.
            message = pickle.dumps((function(items), ""), pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            message = pickle.dumps((None, f"{type(error).__name__}: {error}"))
        if hasattr(signal, "alarm"):
            signal.alarm(0)
        try:
            _send(answers, message)
        except OSError:
            os._exit(0)
