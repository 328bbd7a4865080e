"""One call to a service, through the real client library, against a peer on the loopback that behaves in every way a service may."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from maguyva.adapters.embed_openai import OpenAiEmbedder
from maguyva.adapters.embed_voyage import VoyageEmbedder, own_base_url
from maguyva.adapters.service import CallFailed, host_of, is_this_machine
from maguyva.settings import Settings

from .peer import KEY, Peer, bits, floats, peering

TEXTS = ["def total(items): return sum(items)", "class Basket: pass", "été 雨"]
QUICK = 0.4  # Seconds a call may take.


@pytest.fixture
def peer() -> Iterator[Peer]:
    with peering() as one:
        one.slow_seconds = 3 * QUICK
        yield one


def voyage(peer: Peer, key: str = KEY, seconds: float = 20, **options: Any) -> VoyageEmbedder:
    embedder = VoyageEmbedder(Settings(embedding_provider="voyage", embedding_base_url=peer.url, **options), {"VOYAGE_API_KEY": key})
    embedder.service = replace(embedder.service, seconds=seconds)
    return embedder


def local(peer: Peer, seconds: float = 20, environment: dict[str, str] | None = None, **options: Any) -> OpenAiEmbedder:
    embedder = OpenAiEmbedder(Settings(embedding_provider="openai", embedding_base_url=peer.url, **options), environment or {})
    embedder.service = replace(embedder.service, seconds=seconds)
    return embedder


# ---- Voyage ----


def test_documents_are_bits_and_questions_are_floats(peer: Peer) -> None:
    embedder = voyage(peer, embedding_dimension=256)
    sent = embedder.send_documents(TEXTS)
    assert [row.tobytes() for row in sent.bits] == [bits(text, 256) for text in TEXTS] and sent.tokens > 0
    question, tokens = embedder.send_question("how is the total made")
    expected = floats("how is the total made", 256)
    np.testing.assert_allclose(question, expected / np.linalg.norm(expected), atol=1e-6)
    assert tokens > 0 and question.dtype == np.float32
    asked = [{name: call[name] for name in ("model", "input_type", "output_dtype", "output_dimension", "truncation", "path", "key")} for call in peer.calls]
    common = {"model": "voyage-code-4", "output_dimension": 256, "truncation": False, "path": "/v1/embeddings", "key": f"Bearer {KEY}"}
    assert asked == [{**common, "input_type": "document", "output_dtype": "ubinary"}, {**common, "input_type": "query", "output_dtype": "float"}]


def test_vectors_go_by_their_index(peer: Peer) -> None:
    peer.fault = lambda number: "shuffled"
    assert [row.tobytes() for row in voyage(peer).send_documents(TEXTS).bits] == [bits(text, 1024) for text in TEXTS]


def test_the_reranker_gives_each_text_its_score(peer: Peer) -> None:
    scores, tokens = voyage(peer).send_rerank("basket pass", TEXTS)
    assert scores == [0.0, 1.0, 0.0] and tokens > 0 and peer.calls[0]["model"] == "rerank-2.5"


# What each way to fail means: its kind, whether the tokens may have been counted, a word of the message.
MEANINGS = {
    "401": ("key", False, "key"),
    "403": ("key", False, "key"),
    "400": ("refused", False, "does not exist"),
    "redirect": ("refused", False, "redirect"),
    "429": ("later", False, "too often"),
    "429 after": ("later", False, "too often"),
    "429 html": ("later", False, "too often"),
    "500": ("later", False, "not ready"),
    "503": ("later", False, "not ready"),
    "520": ("later", False, "not ready"),
    "slow": ("later", True, "time-out"),
    "trickle": ("later", True, "cannot be used"),
    "cut": ("later", True, "cannot be used"),
    "gone": ("later", False, "no connection"),
    "reset": ("later", False, "no connection"),
    "short": ("later", True, "2 results for 3 texts"),
    "long": ("later", True, "4 results for 3 texts"),
    "twice": ("later", True, "3 texts"),
    "malformed": ("later", True, "cannot be used"),
    "empty": ("later", True, "cannot be used"),
    "html": ("later", True, "cannot be used"),
    "text": ("later", True, "cannot be used"),
    "no data": ("later", True, "cannot be used"),
    "wrong width": ("later", True, "1024"),
    "not bits": ("later", True, "1024"),
}


@pytest.mark.parametrize("fault", MEANINGS)
def test_a_call_that_fails_says_what_that_means(peer: Peer, fault: str) -> None:
    peer.fault = lambda number: fault
    kind, counted, said = MEANINGS[fault]
    with pytest.raises(CallFailed) as caught:
        voyage(peer, seconds=QUICK if fault in ("slow", "trickle") else 20).send_documents(TEXTS)
    assert (caught.value.kind, caught.value.counted) == (kind, counted) and said in str(caught.value)
    assert KEY not in str(caught.value) and "\n" not in str(caught.value) and len(str(caught.value)) < 400
    assert caught.value.wait == (2.0 if fault in ("429 after", "429 html") else None)
    assert len(peer.calls) == 1, "it is not repeated down there"
    peer.fault = lambda number: None
    assert len(voyage(peer).send_documents(TEXTS).bits) == 3, "and the next call is none the worse"


def test_nobody_is_there(peer: Peer) -> None:
    embedder = voyage(peer)
    peer.close()
    with pytest.raises(CallFailed, match="cannot be reached") as caught:
        embedder.send_documents(TEXTS)
    assert caught.value.kind == "later" and not caught.value.counted


@pytest.mark.parametrize(("said", "seconds"), [("7", 7.0), ("1.5", 1.5), ("-3", 0.0), ("soon", None), ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0)])
def test_retry_after_is_a_number_or_a_date(peer: Peer, said: str, seconds: float | None) -> None:
    peer.fault, peer.retry_after = lambda number: "429 after", said
    with pytest.raises(CallFailed) as caught:
        voyage(peer).send_documents(TEXTS)
    assert caught.value.wait == seconds


def test_a_text_that_is_too_long_is_told_from_other_refusals(peer: Peer) -> None:
    peer.largest_text = 10
    with pytest.raises(CallFailed) as caught:
        voyage(peer).send_documents(TEXTS)
    assert caught.value.kind == "too_large"


def test_nothing_goes_to_another_host(peer: Peer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with peering() as other:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "https_proxy"):
            monkeypatch.setenv(name, other.url)
        (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password not-that-key\n")
        (tmp_path / ".netrc").chmod(0o600)
        monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
        monkeypatch.setenv("VOYAGE_API_KEY", "pa-the-key-of-the-environment")
        peer.redirect = f"{other.url}/embeddings"
        embedder = voyage(peer)
        embedder.send_documents(TEXTS)
        local(peer).send_documents(TEXTS)
        peer.fault = lambda number: "redirect"
        for failing in (embedder, local(peer)):
            with pytest.raises(CallFailed, match="redirect"):
                failing.send_documents(TEXTS)
            with pytest.raises(CallFailed, match="redirect"):
                failing.send_question("a")
        assert other.connections == 0
        assert {call["key"] for call in peer.calls} == {f"Bearer {KEY}", None}


def test_without_a_key_nothing_is_sent_and_it_says_what_to_do(peer: Peer) -> None:
    embedder = voyage(peer, key="")
    assert "VOYAGE_API_KEY" in (embedder.problem or "")
    for call in (lambda: embedder.send_documents(TEXTS), lambda: embedder.send_question("a"), lambda: embedder.send_rerank("a", TEXTS)):
        with pytest.raises(CallFailed, match="no Voyage key") as caught:
            call()
        assert caught.value.kind == "key"
    assert peer.connections == 0


def test_a_key_goes_to_its_own_providers_host() -> None:
    from voyageai.util import get_default_base_url

    for key in ("pa-1", "al-1", "1", ""):
        assert own_base_url(key) == get_default_base_url(key)
        embedder = VoyageEmbedder(Settings(embedding_provider="voyage"), {"VOYAGE_API_KEY": key, "OPENAI_API_KEY": "sk-1"})
        assert embedder.service.base_url == own_base_url(key) and embedder._key == key


def test_vectors_of_two_models_have_two_names() -> None:
    def name(**options: Any) -> str:
        return VoyageEmbedder(Settings(embedding_provider="voyage", **options), {}).name

    names = [name(), name(embedding_model="voyage-code-3"), name(embedding_dimension=512), name(embedding_base_url="https://gateway.example/v1")]
    assert len(set(names)) == 4 and name(embedding_base_url="https://ai.mongodb.com/v1") == name()
    assert VoyageEmbedder(Settings(), {}).cache_key("a") != VoyageEmbedder(Settings(embedding_dimension=512), {}).cache_key("a")


def test_the_client_library_is_loaded_only_to_send(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from maguyva.engine import Engine; from maguyva.settings import Settings\n"
        "root = pathlib.Path(sys.argv[1]); (root / 'ws').mkdir(); (root / 'ws' / 'a.py').write_text('def a(): pass')\n"
        "engine = Engine([root / 'ws'], Settings(cache_folder=root / 'cache', embedding_provider='voyage')); engine.update()\n"
        "print([name for name in ('voyageai', 'requests', 'detect_secrets') if name in sys.modules]); engine.close()"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, env={"PYTHONPATH": ":".join(sys.path), "VOYAGE_API_KEY": KEY})
    assert done.stdout == "[]\n", done.stderr


# ---- a service that speaks OpenAI's API ----


def test_floats_become_their_signs(peer: Peer) -> None:
    embedder = local(peer, embedding_model="all-minilm")
    sent = embedder.send_documents(TEXTS)
    assert sent.bits.shape == (3, 16), "96 dimensions, filled up to whole words"
    for row, text in zip(sent.bits, TEXTS, strict=True):
        assert row.tobytes() == bits(text, 96) + bytes(4)
    question, _ = embedder.send_question("the total")
    assert question.shape == (128,) and not question[96:].any() and np.linalg.norm(question) == pytest.approx(1)
    assert peer.calls[0]["path"] == "/v1/embeddings" and "dimensions" not in peer.calls[0] and peer.calls[0]["key"] is None
    assert local(peer, embedding_dimension=192).send_documents(TEXTS).bits.shape == (3, 24) and peer.calls[-1]["dimensions"] == 192


def test_a_model_reads_what_it_was_trained_to_read(peer: Peer) -> None:
    embedder = local(peer)
    embedder.send_documents(["a"])
    embedder.send_question("b")
    assert [call["input"] for call in peer.calls] == [["search_document: a"], ["search_query: b"]]
    assert embedder.service.stays and embedder.service.pace is None and embedder.service.price == 0


@pytest.mark.parametrize("fault", [fault for fault in MEANINGS if fault not in ("not bits", "wrong width")])
def test_it_fails_in_the_same_words(peer: Peer, fault: str) -> None:
    peer.fault = lambda number: fault
    with pytest.raises(CallFailed) as caught:
        local(peer, seconds=QUICK if fault in ("slow", "trickle") else 20).send_documents(TEXTS)
    assert caught.value.kind == MEANINGS[fault][0]


def test_each_key_goes_to_one_host(peer: Peer) -> None:
    keys = {"OPENAI_API_KEY": "sk-own", "VOYAGE_API_KEY": KEY}
    assert local(peer, environment=keys)._key == ""
    assert local(peer, environment={**keys, "MAGUYVA_EMBEDDING_API_KEY": "mine"})._key == "mine"
    theirs = OpenAiEmbedder(Settings(embedding_provider="openai", embedding_base_url="https://api.openai.com/v1"), keys)
    assert theirs._key == "sk-own" and not theirs.service.stays and theirs.problem is None
    assert "OPENAI_API_KEY" in (OpenAiEmbedder(Settings(embedding_base_url="https://api.openai.com/v1"), {}).problem or "")
    house = OpenAiEmbedder(Settings(embedding_base_url="http://192.168.1.7:11434/v1"), {"MAGUYVA_EMBEDDING_API_KEY": "mine"})
    assert "without encryption" in (house.problem or "")


@pytest.mark.parametrize(
    ("url", "host", "is_here"),
    [
        ("https://api.voyageai.com/v1", "api.voyageai.com", False),
        ("https://API.voyageai.com:443/v1", "api.voyageai.com", False),
        ("https://api.voyageai.com:8443/v1", "api.voyageai.com:8443", False),
        ("http://127.0.0.1:11434/v1", "127.0.0.1:11434", True),
        ("http://[::1]:80", "[::1]", True),
        ("http://localhost/v1", "localhost", True),
        ("https://localhost.example.com/v1", "localhost.example.com", False),
        ("http://192.168.1.7/v1", "192.168.1.7", False),
    ],
)
def test_hosts(url: str, host: str, is_here: bool) -> None:
    assert (host_of(url), is_this_machine(url)) == (host, is_here)


def test_a_slow_answer_is_given_up_in_time(peer: Peer) -> None:
    ways = iter(("slow", "trickle"))
    peer.fault = lambda number: next(ways)
    for _ in range(2):
        started = time.monotonic()
        with pytest.raises(CallFailed):
            voyage(peer, seconds=QUICK).send_documents(TEXTS)
        assert time.monotonic() - started < peer.slow_seconds
