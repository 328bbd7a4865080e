"""The gate to a service: consent, the day's cap, the pace, and trying again; each by itself, without a network."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from maguyva.adapters.consents import Consents, all_consents, forget_consents
from maguyva.adapters.dispatch import Dispatch
from maguyva.adapters.ledger import Booking, Capped, Ledger, Sums
from maguyva.adapters.service import CallFailed, NotAllowed, Pace, Service, Stopped

VOYAGE = Service("voyage", "Voyage", "https://api.voyageai.com/v1", "m", 64, 0.12, 1000, 120_000, 32_000, 4, 60.0, Pace(3, 10_000, 1, 2_000))
HERE = Service("openai", "Ollama", "http://127.0.0.1:11434/v1", "m", 64, 0.0, 32, 16_000, 8_000, 1, 60.0, None)


class Time:
    """A clock that waits by moving on; `pauses` are the waits."""

    def __init__(self, now: float = 1_000_000_000.0) -> None:
        self.at = now
        self.pauses: list[float] = []

    def now(self) -> float:
        return self.at

    def wait(self, stopped: threading.Event, seconds: float) -> bool:
        self.pauses.append(seconds)
        self.at += seconds
        return stopped.is_set()


def booked(ledger: Ledger, tokens: int, pace: Pace | None = None, cap: int | None = None) -> Booking:
    found = ledger.book(tokens, pace, cap)
    assert isinstance(found, Booking)
    return found


# ---- the day's cap ----


def test_the_cap_counts_what_was_sent_not_what_was_expected(tmp_path: Path) -> None:
    time = Time()
    ledger = Ledger(tmp_path, VOYAGE, time.now)
    first = booked(ledger, 600, cap=1000)
    with pytest.raises(Capped, match="1,000 tokens"):
        ledger.book(500, None, 1000)
    ledger.settle(first, 300, 7)
    second = booked(ledger, 500, cap=1000)
    ledger.fail(second, counted=False)
    third = booked(ledger, 700, cap=1000)
    ledger.fail(third, counted=True)
    with pytest.raises(Capped) as caught:
        ledger.book(1, None, 1000)
    assert 0 < (caught.value.wait or 0) <= 86_400
    assert ledger.sums() == (Sums(3, 7, 1000), Sums(3, 7, 1000))
    time.at += caught.value.wait or 0
    again = Ledger(tmp_path, VOYAGE, time.now)  # And it is kept.
    again.cancel(booked(again, 1000, cap=1000))
    assert again.sums() == (Sums(0, 0, 0), Sums(3, 7, 1000))


def test_each_host_has_a_count_of_its_own(tmp_path: Path) -> None:
    now = Time().now
    booked(Ledger(tmp_path, VOYAGE, now), 5)
    assert Ledger(tmp_path, HERE, now).sums()[0] == Sums()


_BOOKER = """
import sys, time
from pathlib import Path
from maguyva.adapters.ledger import Booking, Capped, Ledger
from maguyva.adapters.service import Service
service = Service("voyage", "Voyage", "https://api.voyageai.com/v1", "m", 64, None, 1, 1, 1, 1, 1.0, None)
ledger = Ledger(Path(sys.argv[1]), service, time.time)
print("ready", flush=True)
sys.stdin.readline()
made = 0
for _ in range(30):
    try:
        ledger.settle(ledger.book(100, None, 4000), 100, 1)
        made += 1
    except Capped:
        pass
print(made)
"""


def test_two_processes_do_not_send_more_than_one_may(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    both = [subprocess.Popen([sys.executable, "-c", _BOOKER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) for _ in range(2)]
    for process in both:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    made = [int(process.communicate("go\n")[0]) for process in both]
    assert sum(made) == 40 and all(process.returncode == 0 for process in both)
    name = next((tmp_path / "sending").glob("ledger-*.json"))
    assert json.loads(name.read_text())["today"]["tokens"] == 4000
    if os.name == "posix":
        assert name.stat().st_mode & 0o077 == 0 and name.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[]", b"null", b'{"version": 1}', b'{"version": 1, "day": "x", "today": 1, "ever": 2, "recent": 3}', b"[" * 100_000])
def test_a_damaged_count_is_begun_anew(tmp_path: Path, content: bytes) -> None:
    ledger = Ledger(tmp_path, VOYAGE, Time().now)
    booked(ledger, 5)
    next((tmp_path / "sending").glob("ledger-*.json")).write_bytes(content)
    booked(ledger, 7)
    assert ledger.sums()[0] == Sums(1, 0, 7)


def test_where_nothing_can_be_counted_nothing_is_sent(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file in the way")
    time = Time()
    gate = Dispatch(VOYAGE, Ledger(tmp_path / "cache", VOYAGE, time.now), 10**9, time)
    with pytest.raises(CallFailed, match="nothing is sent, since it cannot be counted") as caught:
        gate.send(lambda: pytest.fail("it was sent"), 1, lambda: True, lambda made: (1, 1))
    assert caught.value.kind == "refused"


# ---- the pace ----


@pytest.mark.parametrize("seed", range(8))
def test_no_minute_sees_more_than_the_pace(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Wherever between booking and answer the service counts a call, none of its minutes may be too full.
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    chance, time = random.Random(seed), Time()
    pace = Pace(chance.randint(1, 6), chance.choice([1_000, 10_000]))
    ledger, seen = Ledger(tmp_path, VOYAGE, time.now), []
    waited = 0.0
    for _ in range(40):
        tokens = chance.randint(1, pace.tokens)
        while isinstance(found := ledger.book(tokens, pace, None), float):
            assert found > 0
            time.at += found
            waited += found
        start, length = time.at, chance.random() * 20
        time.at += length
        seen.append((start + chance.random() * length, tokens))
        ledger.settle(found, tokens, 1)
    for start, _ in seen:
        inside = [tokens for at, tokens in seen if start <= at < start + 60]
        assert len(inside) <= pace.calls and sum(inside) <= pace.tokens
    assert waited > 0, "the pace was felt"


def test_questions_may_use_what_documents_spare(tmp_path: Path) -> None:
    time = Time()
    gate = Dispatch(VOYAGE, Ledger(tmp_path, VOYAGE, time.now), 10**9, time)
    for _ in range(2):
        gate.send(lambda: None, 4000, lambda: True, lambda made: (4000, 1))
    gate.send(lambda: None, 100, lambda: True, lambda made: (100, 0), is_document=False, patience=1.0)
    assert not time.pauses
    with pytest.raises(CallFailed, match="faster than the pace"):
        gate.send(lambda: None, 100, lambda: True, lambda made: (100, 0), is_document=False, patience=1.0)
    gate.send(lambda: None, 4000, lambda: True, lambda made: (4000, 1))
    assert sum(time.pauses) >= 60


# ---- again ----


def failing(times: int, error: Callable[[], CallFailed]) -> Callable[[], str]:
    calls = iter(range(10**6))

    def call() -> str:
        if next(calls) < times:
            raise error()
        return "done"

    return call


def free(tmp_path: Path, time: Time) -> Dispatch:
    return Dispatch(HERE, Ledger(tmp_path, HERE, time.now), 0, time)


def test_pauses_double_with_a_share_of_chance(tmp_path: Path) -> None:
    pauses = []
    for run in range(16):
        time = Time()
        assert free(tmp_path / str(run), time).send(failing(7, lambda: CallFailed("busy")), 1, lambda: True, lambda made: (1, 1)) == "done"
        pauses.append(time.pauses)
    for step, expected in enumerate([1, 2, 4, 8, 16, 32, 60]):
        drawn = [one[step] for one in pauses]
        assert all(expected / 2 <= pause <= expected * 1.5 for pause in drawn) and len(set(drawn)) > 6


def test_it_gives_up_in_the_end(tmp_path: Path) -> None:
    with pytest.raises(CallFailed, match="busy"):
        free(tmp_path, Time()).send(failing(99, lambda: CallFailed("busy")), 1, lambda: True, lambda made: (1, 1))


def test_retry_after_is_honoured_by_every_thread(tmp_path: Path) -> None:
    time = Time()
    gate = free(tmp_path, time)
    gate.send(failing(1, lambda: CallFailed("busy", wait=45.0)), 1, lambda: True, lambda made: (1, 1))
    assert time.pauses[0] >= 45
    with pytest.raises(CallFailed):
        gate.send(failing(99, lambda: CallFailed("busy", wait=100.0)), 1, lambda: True, lambda made: (1, 1), tries=1)
    gate._not_before = time.now() + 100
    at = time.now()
    gate.send(lambda: None, 1, lambda: True, lambda made: (1, 1))
    assert time.now() - at >= 100


@pytest.mark.parametrize(("kind", "wait"), [("key", None), ("refused", None), ("too_large", None), ("later", 3600.0)])
def test_what_will_not_pass_is_not_tried_again(tmp_path: Path, kind: Any, wait: float | None) -> None:
    time = Time()
    with pytest.raises(CallFailed):
        free(tmp_path, time).send(failing(1, lambda: CallFailed("no", kind, wait)), 1, lambda: True, lambda made: (1, 1))
    assert not time.pauses


def test_consent_is_asked_before_each_call(tmp_path: Path) -> None:
    calls, allowed = [], [True]

    def call() -> None:
        calls.append(1)
        allowed[0] = False
        raise CallFailed("busy")

    time = Time()
    gate = Dispatch(VOYAGE, Ledger(tmp_path, VOYAGE, time.now), 10**9, time)
    with pytest.raises(NotAllowed):
        gate.send(call, 1, lambda: allowed[0], lambda made: (1, 1))
    assert len(calls) == 1 and gate.wait_until_landed(0)
    answers = iter([True, False])
    with pytest.raises(NotAllowed):  # It was taken back between the booking and the call.
        gate.send(lambda: pytest.fail("it was sent"), 1, lambda: next(answers), lambda made: (1, 1))
    assert gate._ledger.sums()[0] == Sums(1, 0, 0)


def test_after_the_end_nothing_is_sent(tmp_path: Path) -> None:
    gate = free(tmp_path, Time())
    gate.close()
    with pytest.raises(Stopped):
        gate.send(lambda: pytest.fail("it was sent"), 1, lambda: True, lambda made: (1, 1))


# ---- consent ----


def test_consent_is_for_one_folder_provider_and_host(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    consents = Consents(tmp_path / "cache", VOYAGE)
    assert consents.said(one) is None
    consents.record([one], "yes")
    assert consents.said(one) == "yes" and consents.said(two) is None and consents.said(one / "inner") is None
    assert Consents(tmp_path / "cache", HERE).said(one) is None
    assert Consents(tmp_path / "elsewhere", VOYAGE).said(one) is None
    (tmp_path / "link").symlink_to(one)
    assert consents.said(tmp_path / "link") == "yes"
    consents.record([one, two], "never")
    assert Consents(tmp_path / "cache", VOYAGE).said(two) == "never"
    consents.record([two], None)
    assert [entry["said"] for entry in all_consents(tmp_path / "cache", one)] == ["never"] and not all_consents(tmp_path / "cache", two)
    forget_consents(tmp_path / "cache", [one])
    assert consents.said(one) is None and not all_consents(tmp_path / "cache", one)


def test_a_workspace_cannot_bring_its_own_consent(tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    consents = Consents(workspace / ".cache", VOYAGE)
    consents.record([workspace], "yes")
    assert consents.is_inside(workspace) and consents.said(workspace) is None


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b'{"version": 1, "consents": [{"folder": 1}]}', b'{"version": 2, "consents": []}', b'{"version": 1, "consents": [7]}', b"\0\xff"])
def test_what_cannot_be_read_is_a_no(tmp_path: Path, content: bytes) -> None:
    consents = Consents(tmp_path / "cache", VOYAGE)
    consents.record([tmp_path], "yes")
    (tmp_path / "cache" / "sending" / "consent.json").write_bytes(content)
    assert consents.said(tmp_path) is None
    consents.record([tmp_path / "x"], "yes")
    assert consents.said(tmp_path / "x") == "yes"


def test_what_is_taken_back_stays_taken_back_even_where_that_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "root"
    root.mkdir()
    consents = Consents(tmp_path / "cache", VOYAGE)
    consents.record([root], "yes")

    def full(*_: Any) -> None:
        raise OSError(28, "no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("maguyva.adapters.consents.write_json", full)
        with pytest.raises(OSError, match="no space"):
            consents.record([root], None)
    assert consents.said(root) is None
    consents.record([root], "yes")
    assert consents.said(root) == "yes"
