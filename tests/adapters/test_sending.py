"""Code to a service and vectors back: the whole engine, the real client library, and a peer on the loopback that counts every byte."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from maguyva import remote_questions, sending
from maguyva.adapters.service import Pace, RemoteEmbedder, SystemClock
from maguyva.engine import Engine
from maguyva.remote_questions import RemoteQuestions
from maguyva.search.query import Context, SearchRequest
from maguyva.sending import Sending
from maguyva.settings import Settings
from maguyva.unsent import Estimate

from .peer import FAULTS, KEY, FastClock, Peer, bits, peering

PATIENCE = 60.0
HOW = "how is the price computed with tax"
FILES = {
    "shop/prices.py": 'TAX = 0.2\n\n\ndef total(items):\n    """The price of all items, computed with tax."""\n    return sum(items) * (1 + TAX)\n',
    "shop/basket.py": "class Basket:\n    def pay(self):\n        return total(self.items)\n",
    "docs/guide.md": "# Guide\n\nThe basket knows nothing of money.\n",
    ".gitignore": "ignored/\n*.log\n",
}


class Shop:
    """A workspace, a peer, and engines between them."""

    def __init__(self, place: Path, peer: Peer, files: dict[str, str]) -> None:
        self.place, self.peer, self.folder = place, peer, place / "shop"
        self.settings = Settings(cache_folder=place / "cache", worker_count=1, embedding_provider="voyage", embedding_base_url=peer.url)
        self.engines: list[Engine] = []
        for name, text in files.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (time.time() - 60,) * 2)  # What is younger than two seconds is read again in any case.
        return path

    def engine(self, folders: list[Path] | None = None, *, update: bool = True, clock: Any = None, service: dict[str, Any] | None = None, **options: Any) -> Engine:
        engine = Engine(folders or [self.folder], replace(self.settings, **options))
        self.engines.append(engine)
        meaning = engine.meaning
        if meaning.sending is not None:
            embedder: RemoteEmbedder = meaning.sending.embedder
            embedder.service = replace(embedder.service, **{"seconds": 20.0, **(service or {})})  # type: ignore[misc]
            meaning.sending = Sending(engine, embedder, clock or self.peer.clock)
            meaning._questions = RemoteQuestions(meaning.sending)
        if update:
            engine.update()
        return engine

    def sent(self) -> Counter[str]:
        return self.peer.accepted


@pytest.fixture
def peer() -> Iterator[Peer]:
    with peering(FastClock(30)) as one:
        yield one


@pytest.fixture
def shop(tmp_path: Path, peer: Peer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shop]:
    monkeypatch.setenv("VOYAGE_API_KEY", KEY)
    monkeypatch.setattr(remote_questions, "QUESTION_SECONDS", 20.0)  # The machine may be busy.
    one = Shop(tmp_path, peer, FILES)
    yield one
    for engine in one.engines:
        engine.close()


def service_of(engine: Engine) -> Sending:
    assert engine.meaning.sending is not None
    return engine.meaning.sending


def allow(engine: Engine) -> Sending:
    one = service_of(engine)
    one.answer([folder.root for folder in engine.folders], "yes")
    return one


def texts(engine: Engine) -> Counter[str]:
    """Every chunk's text that has something in it, once."""
    snapshot = engine.snapshot
    chunks = [chunk for chunk in range(len(snapshot.chunk_file)) if snapshot.live_chunks[chunk]]
    return Counter({snapshot.chunk_text(chunk): 1 for chunk in chunks if snapshot.chunk_text(chunk).strip()})


def status(engine: Engine) -> dict[str, Any]:
    return engine.status()["embedding"]  # type: ignore[return-value]


def vectors_complete(engine: Engine) -> bool:
    return engine.status()["index"]["parts"]["vectors"]  # type: ignore[index]


def eventually(probe: Callable[[], Any]) -> Any:
    until = time.monotonic() + PATIENCE
    while not (value := probe()):
        assert time.monotonic() < until, "it never came"
        time.sleep(0.01)
    return value


def semantic(engine: Engine, query: str = HOW, **more: Any) -> tuple[str, str | None]:
    """How meaning fared; the answer itself, and the other modalities, must have survived."""
    response = engine.search(SearchRequest(query, preset="thorough", **more))
    found = {report.name: (report.status, report.reason) for report in response.modalities}
    assert response.hits and all(status == "ok" for name, (status, _) in found.items() if name != "semantic")
    return found["semantic"]


# ---- what leaves, and what does not ----


def test_no_byte_before_consent_none_after_it_is_withdrawn(shop: Shop) -> None:
    engine = shop.engine()
    asked: list[Estimate] = []
    one = service_of(engine)
    one.start(asked.extend)
    eventually(lambda: asked)
    assert semantic(engine)[0] == "degraded" and "sending code to Voyage" in (semantic(engine)[1] or "")
    assert not vectors_complete(engine) and status(engine)["phase"] == "waiting"
    amount = asked[0].amount
    assert (amount.root, amount.files, amount.chunks) == (shop.folder, 4, status(engine)["pending"]) and asked[0].dollars is not None
    for told in ("“shop”", "4 files", f"{amount.chunks} pieces", f"{amount.tokens:,} tokens", "US dollars", "127.0.0.1", "5,000,000 tokens a day"):
        assert told in asked[0].question
    assert shop.peer.connections == shop.peer.received == 0
    one.answer([shop.folder], "yes")
    eventually(lambda: vectors_complete(engine))
    assert shop.sent() == texts(engine)
    assert semantic(engine) == ("ok", None)
    one.answer([shop.folder], None)
    received, calls = shop.peer.received, len(shop.peer.calls)
    shop.write("shop/new.py", "def brand_new():\n    return 'tea'\n")
    engine.update()
    eventually(lambda: status(engine)["pending"] > 0)
    time.sleep(0.3)
    assert "was not allowed" in (semantic(engine, "why is the tea brand new")[1] or "")
    assert (shop.peer.received, len(shop.peer.calls)) == (received, calls)
    assert len(asked) == 1, "whoever takes it back is not asked at once whether that was meant"


def test_never_is_remembered_and_a_closed_question_is_not(shop: Shop) -> None:
    def questions(engine: Engine) -> int:
        asked: list[Any] = []
        service_of(engine).start(lambda estimates: asked.extend(estimates))
        eventually(lambda: status(engine)["phase"] == "waiting")
        service_of(engine).wake()
        time.sleep(0.1)
        return len(asked)

    assert questions(shop.engine()) == 1
    again = shop.engine()
    assert questions(again) == 1
    service_of(again).answer([shop.folder], "never")
    assert questions(shop.engine()) == 0 and shop.peer.connections == 0


def test_consent_taken_back_elsewhere_counts_at_once(shop: Shop) -> None:
    engine, other = shop.engine(service={"most_texts": 1, "parallel": 1}), shop.engine(update=False)
    one = allow(engine)

    def withdraw(number: int) -> None:
        if number == 2:
            service_of(other).consents.record([shop.folder], None)  # As another process would.

    shop.peer.fault = withdraw
    one.send_now()
    assert len(shop.peer.calls) == 3 and one.pending > 0 and status(engine)["phase"] == "waiting"


def test_ignored_excluded_and_secret_files_are_never_sent(shop: Shop) -> None:
    token = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7aB3dE6gH9"
    secret = {
        "ignored/mine.py": "def ignored_function(): return 'ignored words'\n",
        "left/out.py": "def excluded_function(): return 'excluded words'\n",
        ".env": "ENVIRONMENT_WORDS=1\n",
        "id_rsa": "rsa words\n",
        "keys/site.pem": "certificate words\n",
        "shop/with_token.py": f"def harmless(): return 'harmless words'\n\n\ndef connect():\n    return open_door('{token}')\n",
        "shop/with_key.py": "def before_the_key(): pass\n\n\nKEY = '''-----BEGIN EC PRIVATE " + "KEY-----\nMHcCAQEEIODcDsPM\nkeywords\n'''\n\n\ndef after_the_key(): pass\n",
    }
    for name, text in secret.items():
        shop.write(name, text)
    engine = shop.engine(exclude=("left",))
    never = ("ignored words", "excluded words", "ENVIRONMENT_WORDS", "rsa words", "certificate words", token, "keywords", "the_key", "untitled words", "typed words", "outside words")

    def leaked() -> list[str]:
        everything = "\n".join([*shop.peer.seen, *shop.peer.questions])
        return [word for word in never if word in everything]

    one = allow(engine)
    one.start(lambda estimates: None)
    eventually(lambda: vectors_complete(engine))
    assert "harmless words" in "\n".join(shop.sent()), "the rest of such a file is sent"
    # Now all of them are opened in the editor.
    for name, text in secret.items():
        engine.edit(name, f"{text}# typed words\n".encode() if name != "shop/with_token.py" else text.encode())
    engine.edit("untitled:Untitled-1", b"def untitled(): return 'untitled words'\n")
    engine.edit("file:///elsewhere/a.py", b"def outside(): return 'outside words'\n")
    engine.edit("shop/basket.py", FILES["shop/basket.py"].encode() + b"\n\ndef a_new_one(): return 'new words'\n")
    assert engine.settle(None, PATIENCE)
    eventually(lambda: any("new words" in text for text in shop.sent()))
    engine.update()
    time.sleep(0.3)
    assert leaked() == []
    shown = status(engine)["withheld"]
    assert shown["files"].keys() == {".env", "id_rsa", "keys/site.pem"} and shown["chunks"] >= 3 and vectors_complete(engine)
    # Nor as questions: a selection, or the code at the cursor.
    for name in ("ignored/mine.py", "shop/with_key.py"):
        semantic(engine, "code like this", intent="find_similar", context=Context(name, 5))
        assert semantic(engine, secret[name], intent="find_similar")[0] == "degraded"
    assert "secret" in (semantic(engine, f"how is {token} used")[1] or "")
    assert semantic(engine, "def untitled(): return 'untitled words'", intent="understand_code")[0] == "degraded"
    assert leaked() == [] and shop.peer.questions == []


def test_a_file_that_becomes_ignored_is_not_sent_any_more(shop: Shop) -> None:
    engine = shop.engine()
    engine.edit("shop/basket.py", b"def typed_later(): return 'later words'\n")
    assert engine.settle(None, PATIENCE)
    shop.write(".gitignore", "shop/basket.py\n")
    engine.disk_events([".gitignore"])
    assert engine.snapshot.find("shop/basket.py") is not None, "it is still open"
    allow(engine).send_now()
    assert not any("later words" in text or "Basket" in text for text in shop.peer.seen) and "total" in "".join(shop.sent())


def test_each_folder_has_its_own_consent(shop: Shop, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "b.py").write_text("def other_function(): return 'other words'\n")
    engine = shop.engine([shop.folder, other])
    one = service_of(engine)
    assert {estimate.amount.root for estimate in one.estimates()} == {shop.folder, other}
    one.answer([shop.folder], "yes")
    one.send_now()
    assert "total" in "".join(shop.sent()) and "other words" not in "".join(shop.peer.seen)
    assert status(engine)["consent"] == {str(shop.folder): "yes", str(other): "none"} and status(engine)["phase"] == "waiting"
    assert "not allowed" in (semantic(engine, "code like this", intent="find_similar", context=Context("other/b.py", 5))[1] or "")
    assert semantic(engine)[0] == "ok" and shop.peer.questions == [HOW]
    one.answer([other], "yes")
    one.send_now()
    assert "other words" in "".join(shop.sent()) and vectors_complete(engine)


# ---- all of it arrives ----


def test_five_thousand_chunks_arrive_once_each_within_the_pace_through_every_fault(shop: Shop, peer: Peer) -> None:
    for file in range(125):
        functions = (f"def function_{file}_{number}(a, b):\n    return a * {file} + b * {number}\n" for number in range(40))
        shop.write(f"many/m{file}.py", "\n\n".join(functions))
    faults = [*FAULTS, *FAULTS]

    def fault(number: int) -> str | None:
        return faults[number // 10 % len(faults)] if number % 10 == 5 else None  # 10 % of the calls.

    peer.fault, peer.slow_seconds = fault, 7.0
    pace = Pace(150, 60_000, spared_calls=10, spared_tokens=5_000)
    engine = shop.engine(service={"most_texts": 20, "pace": pace, "parallel": 8, "seconds": 6.0})
    expected = texts(engine)
    assert len(expected) > 5_000
    one = allow(engine)
    progress: list[tuple[int, int]] = []
    one.send_now(lambda done, total: progress.append((done, total)))
    assert one.pending == 0 and vectors_complete(engine) and status(engine)["phase"] == "idle", status(engine)
    assert peer.accepted == expected, "all of them, and none was answered twice"
    assert set(peer.faults) == {"none", *FAULTS} and 0.08 < 1 - peer.faults["none"] / len(peer.calls) < 0.12
    calls, tokens = peer.most_in_a_minute()
    assert calls <= 140 and tokens <= 55_000 and len(peer.calls) > 150, "the pace of documents was kept, and it was felt"
    known = engine.snapshot.layers[0].vectors
    assert known is not None
    rows = known.bits()
    for chunk in range(0, len(rows), 97):
        if text := engine.snapshot.chunk_text(chunk).strip() and engine.snapshot.chunk_text(chunk):
            assert rows[chunk].tobytes() == bits(text, 1024)
    sent = status(engine)["sent"]
    assert sent["chunks"] == len(expected) and status(engine)["retried"] > 0 and progress


_KILLED = """
import sys
from dataclasses import replace
from pathlib import Path
from maguyva.engine import Engine
from maguyva.settings import Settings
from maguyva.unsent import Estimate
engine = Engine([Path(sys.argv[1])], Settings(cache_folder=Path(sys.argv[2]), worker_count=1, embedding_provider="voyage", embedding_base_url=sys.argv[3]))
one = engine.meaning.sending
one.service = one.embedder.service = replace(one.service, most_texts=10, parallel=2)
engine.update()
one.answer([Path(sys.argv[1])], "yes")
one.send_now()
"""


def test_a_kill_in_the_middle_loses_what_was_under_way_and_no_more(shop: Shop, peer: Peer) -> None:
    for file in range(20):
        shop.write(f"many/m{file}.py", "\n\n".join(f"def function_{file}_{number}(a):\n    return a * {file} * {number}\n" for number in range(20)))
    reached = threading.Event()

    def fault(number: int) -> str | None:
        if number >= 20:
            reached.set()
            return "slow"
        return None

    peer.fault, peer.slow_seconds = fault, 1.0
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    process = subprocess.Popen([sys.executable, "-c", _KILLED, str(shop.folder), str(shop.settings.cache_folder), peer.url], env=environment)
    assert reached.wait(PATIENCE)
    process.kill()
    process.wait()
    before = Counter(peer.accepted)
    time.sleep(1.5)  # What was under way is answered, to nobody.
    peer.fault = lambda number: None
    peer.accepted.clear()
    engine = shop.engine()
    one = service_of(engine)
    assert one.refusal() is None, "the consent is kept"
    one.send_now()
    assert vectors_complete(engine)
    twice = sum((before & peer.accepted).values())
    assert set(before) | set(peer.accepted) == set(texts(engine)) and twice <= 2 * 10 and len(before) >= 180
    calls = len(peer.calls)
    third = shop.engine()
    service_of(third).send_now()
    assert vectors_complete(third) and len(peer.calls) == calls, "nothing is sent a second time"


def test_the_free_tiers_pace_works(shop: Shop, tmp_path: Path) -> None:
    with peering(FastClock(400)) as peer:
        for file in range(12):
            shop.write(f"many/m{file}.py", "\n\n".join(f"def function_{file}_{number}(items):\n    return [item * {file} for item in items][{number}]\n" for number in range(40)))
        engine = shop.engine(embedding_pace="free", embedding_base_url=peer.url, clock=peer.clock)
        one = allow(engine)
        assert one.service.parallel == 1
        one.send_now()
        assert vectors_complete(engine) and peer.accepted == texts(engine)
        calls, tokens = peer.most_in_a_minute()
        assert calls <= 2 and tokens <= 8_000 and len(peer.calls) >= 4


def test_two_servers_over_one_folder_send_everything_once(shop: Shop) -> None:
    for file in range(10):
        shop.write(f"many/m{file}.py", "\n\n".join(f"def function_{file}_{number}(a):\n    return a * {file} * {number}\n" for number in range(20)))
    both = [shop.engine(service={"most_texts": 5}) for _ in range(2)]
    allow(both[0])
    for engine in both:
        service_of(engine).start(lambda estimates: None)
    eventually(lambda: all(map(vectors_complete, both)))
    assert shop.sent() == texts(both[0])


def test_what_another_process_has_sent_meanwhile_is_not_sent_again(shop: Shop) -> None:
    first, second = shop.engine(), shop.engine()
    allow(first).send_now()
    calls = len(shop.peer.calls)
    service_of(second).send_now()
    assert vectors_complete(second) and len(shop.peer.calls) == calls


def test_a_text_that_is_there_twice_is_sent_once(shop: Shop) -> None:
    shop.write("copy/prices.py", FILES["shop/prices.py"])
    engine = shop.engine()
    allow(engine).send_now()
    assert vectors_complete(engine) and set(shop.sent().values()) == {1}


# ---- what does not work, and what happens then ----


def test_without_a_key_everything_else_answers(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VOYAGE_API_KEY")
    engine = shop.engine()
    one = allow(engine)
    one.start(lambda estimates: pytest.fail("there is nothing to ask"))
    assert semantic(engine) == ("degraded", "meaning is off: no Voyage key: set it in your editor, or in the environment variable VOYAGE_API_KEY")
    assert "no Voyage key" in status(engine)["problem"] and not vectors_complete(engine) and status(engine)["pending"] > 0
    assert engine.status()["index"]["complete"] and shop.peer.connections == 0  # type: ignore[index]


@pytest.mark.parametrize(("fault", "calls", "said"), [("401", 1, "does not accept the key"), ("400", 1, "does not exist"), ("500", 8, "not ready"), ("short", 8, "results for"), ("gone", 8, "cannot be reached")])
def test_a_service_that_fails_stops_the_sending_and_nothing_else(shop: Shop, fault: str, calls: int, said: str) -> None:
    shop.peer.clock.factor = 2000
    shop.peer.fault = lambda number: fault
    engine = shop.engine(service={"parallel": 1})
    one = allow(engine)
    one.send_now()
    shown = status(engine)
    assert len(shop.peer.calls) == calls and shown["phase"] == "halted" and said in shown["lastError"] and said in shown["problem"]
    assert shown["pending"] == len(texts(engine)) and said in (semantic(engine)[1] or "")
    assert not vectors_complete(engine) and engine.status()["index"]["complete"]  # type: ignore[index]
    shop.peer.fault = lambda number: None
    one.start(lambda estimates: None)  # After the halt it tries again by itself.
    eventually(lambda: vectors_complete(engine))
    assert semantic(engine) == ("ok", None) and status(engine)["lastError"] is None


def test_the_days_cap_ends_the_sending_for_the_day(shop: Shop) -> None:
    engine = shop.engine(embedding_tokens_per_day=60, service={"most_texts": 1, "parallel": 2})
    one = allow(engine)
    one.send_now()
    assert shop.peer.calls and sum(tokens for _, tokens in shop.peer.arrivals) <= 60
    shown = status(engine)
    assert shown["pending"] > 0 and "today's cap of 60 tokens" in shown["lastError"] and shown["tokensPerDay"] == 60 and shown["phase"] == "halted"
    other = shop.engine(embedding_tokens_per_day=60)
    calls = len(shop.peer.calls)
    service_of(other).send_now()
    assert len(shop.peer.calls) == calls, "another process has no other day"
    again = shop.engine(embedding_tokens_per_day=0)
    assert "the cap is 0 tokens" in (semantic(again)[1] or "") and len(shop.peer.calls) == calls
    other.close()
    shop.peer.clock._start += 86_400  # Tomorrow.
    more = shop.engine(embedding_tokens_per_day=100_000)
    service_of(more).send_now()
    assert vectors_complete(more)


def test_texts_that_are_too_long_are_cut_and_counted(shop: Shop, peer: Peer) -> None:
    shop.write("long.txt", "word " * 200 + "\n")
    peer.largest_text, peer.largest_call = 600, 300
    engine = shop.engine()
    one = allow(engine)
    one.send_now()
    assert status(engine)["truncated"] == 1 and vectors_complete(engine) and max(map(len, shop.sent())) <= 600
    calls = len(peer.calls)
    again = shop.engine()
    service_of(again).send_now()
    assert vectors_complete(again) and len(peer.calls) == calls


def test_one_text_that_is_refused_is_given_up(shop: Shop, peer: Peer) -> None:
    engine = shop.engine(service={"most_texts": 2, "parallel": 1})

    def fault(number: int) -> str | None:
        return "400" if any("class Basket" in text for text in peer.calls[-1]["input"]) and number > 0 else None

    peer.fault = fault
    one = allow(engine)
    one.send_now()
    assert status(engine)["givenUp"] == 1 and vectors_complete(engine) and "does not exist" in status(engine)["lastError"]
    assert shop.sent() == Counter({text: 1 for text in texts(engine) if "class Basket" not in text})


def test_without_a_place_for_the_vectors_nothing_more_is_sent(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maguyva.adapters.cache.Cache.set_many", lambda self, items: False)
    engine = shop.engine(service={"most_texts": 1, "parallel": 1})
    one = allow(engine)
    one.send_now()
    assert len(shop.peer.calls) == 1 and "cannot be kept" in status(engine)["lastError"] and status(engine)["phase"] == "halted"


# ---- questions ----


def test_a_question_is_sent_once_and_finds_by_meaning(shop: Shop) -> None:
    engine = shop.engine()
    assert shop.peer.connections == 0
    allow(engine).send_now()
    engine.warm_up()
    assert shop.peer.questions == [], "nobody has asked those"
    for _ in range(3):
        assert semantic(engine) == ("ok", None)
    assert engine.search(SearchRequest(HOW, preset="quick")).hits[0].path == "shop/prices.py"
    assert shop.peer.questions == [HOW]
    engine.search(SearchRequest('"the basket is empty"', preset="default"))
    assert shop.peer.questions == [HOW], "an exact match needs no meaning"


def test_a_question_that_takes_too_long_is_answered_by_words(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = shop.engine()
    allow(engine).send_now()
    monkeypatch.setattr(remote_questions, "QUESTION_SECONDS", 0.2)
    shop.peer.fault, shop.peer.slow_seconds = lambda number: "slow", 1.0
    started = time.monotonic()
    assert semantic(engine) == ("degraded", "meaning is off: Voyage has not answered in time")
    assert time.monotonic() - started < 3
    started, calls = time.monotonic(), len(shop.peer.calls)
    assert semantic(engine, "why is the price so high")[0] == "degraded" and len(shop.peer.calls) == calls, "it is left alone for a while"
    shop.peer.fault = lambda number: None
    eventually(lambda: semantic(engine) == ("ok", None))
    assert shop.peer.questions == [HOW], "the late answer was not thrown away"


def test_the_reranker_orders_the_first_hits_of_fused_answers(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_questions, "RERANK_SECONDS", 20.0)
    shop.write(".env", "computed price tax\n")
    plain, engine = shop.engine(), shop.engine(embedding_rerank=True)
    allow(engine).send_now()
    plain.update()
    query = "how does the basket know of money"
    before = plain.search(SearchRequest(query))
    assert before.rerank is None and not any("documents" in call for call in shop.peer.calls)
    after = engine.search(SearchRequest(query))
    assert after.rerank is not None and after.rerank.status == "ok" and after.plan.strategy == "weighted_rrf"
    asked = [call for call in shop.peer.calls if "documents" in call]
    assert len(asked) == 1 and asked[0]["query"] == query and not any("computed price tax" in text for text in asked[0]["documents"])
    assert after.hits[0].path == "docs/guide.md" and {hit.path for hit in after.hits} == {hit.path for hit in before.hits}
    assert [hit.score for hit in after.hits] == sorted((hit.score for hit in after.hits), reverse=True)
    for hit in after.hits:
        assert sum(part.contribution for part in hit.explanation) == pytest.approx(hit.score)
    shop.peer.fault = lambda number: "500"
    failed = engine.search(SearchRequest(query + " at all"))
    assert failed.rerank is not None and failed.rerank.status == "skipped" and failed.rerank.reason and failed.hits
    assert engine.search(SearchRequest("where is total defined")).rerank is None, "a direct answer is as it is"


# ---- models, documents, restarts ----


def test_vectors_of_different_models_never_mix(shop: Shop, peer: Peer) -> None:
    first = shop.engine()
    allow(first).send_now()
    assert semantic(first) == ("ok", None)
    kept = first.snapshot.layers[0].vectors
    first.close()
    for options in ({"embedding_dimension": 256}, {"embedding_model": "voyage-code-3"}):
        calls = len(peer.calls)
        engine = shop.engine(update=False, **options)
        report = engine.update()
        assert report.warm and report.read == 0, "only meaning is made anew"
        assert not vectors_complete(engine) and status(engine)["pending"] == len(texts(engine))
        service_of(engine).send_now()
        assert vectors_complete(engine) and len(peer.calls) > calls and semantic(engine) == ("ok", None)
        engine.close()
    local = shop.engine(embedding_provider="local")
    assert vectors_complete(local) and semantic(local) == ("ok", None)
    local.close()
    calls = len(peer.calls)
    back = shop.engine()
    vectors = back.snapshot.layers[0].vectors
    assert vectors is not None and kept is not None and (vectors.bits() == kept.bits()).all()
    assert vectors_complete(back) and len(peer.calls) == calls, "what was paid for is kept"


def test_what_is_being_typed_has_to_rest_first(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = shop.engine(clock=SystemClock())
    one = allow(engine)
    one.start(lambda estimates: None)
    eventually(lambda: vectors_complete(engine))
    calls = len(shop.peer.calls)
    monkeypatch.setattr(sending, "SECONDS_TO_REST", 1.0)
    for letter in range(10):
        engine.edit("shop/basket.py", f"def typing_{'a' * letter}(): return 'slowly'\n".encode())
        assert engine.settle(None, PATIENCE)
        time.sleep(0.05)
    assert len(shop.peer.calls) == calls and not vectors_complete(engine)
    eventually(lambda: vectors_complete(engine))
    assert [text for text in shop.sent() if "typing_" in text] == ["def typing_aaaaaaaaa(): return 'slowly'\n"]


def test_an_openai_service_is_asked_for_too(shop: Shop, peer: Peer) -> None:
    engine = shop.engine(embedding_provider="openai", embedding_model="all-minilm")
    question = service_of(engine).estimates()[0].question
    assert "stays on this machine" in question and peer.connections == 0
    allow(engine).send_now()
    assert vectors_complete(engine) and semantic(engine) == ("ok", None)
    assert status(engine)["staysOnThisMachine"] and status(engine)["tokensPerDay"] is None
    assert engine.search(SearchRequest(HOW, preset="quick")).hits[0].path == "shop/prices.py"
