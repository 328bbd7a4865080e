"""The local model gives each text one vector for ever, takes any text, and says what to do when it is not there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maguyva.adapters import embed
from maguyva.adapters.embed import Embedder, EmbedderUnavailable, FakeEmbedder, LocalEmbedder, open_embedder

LOCAL = LocalEmbedder()
ODD = ["", " \n", "\ud800", "\udcff\udcfe", "雨が降る", "e\u0301te\u0301", "İstanbul ǅ", "x" * 100_000, "\0", "parse_config " * 80_000, "🎉", "½ ٣"]


def _cosine(question: str, document: str) -> float:
    signs = np.unpackbits(LOCAL.encode_documents([document])[0]).astype(np.float32) * 2 - 1
    return float(LOCAL.encode_query(question) @ signs)


def test_meaning_is_found_without_a_shared_word() -> None:
    login = "def authenticate(user, password): return check_credentials(user, password)"
    others = ["class Matrix: def transpose(self): return zip(*self.rows)", "void free_list(node *head) { while (head) head = head->next; }"]
    assert _cosine("how do people log in with their account", login) > max(_cosine("how do people log in with their account", other) for other in others)


def test_a_word_counts_as_in_a_whole_sentence() -> None:
    tokenizer = LOCAL._runs._tokenizer
    text = "def getUserName(self, user_id: int) -> HTTPResponse2: raise ValueError"
    words = "def get user name self user id int http response 2 raise value error"
    rows = np.rint(LOCAL._weights[tokenizer.encode(words, add_special_tokens=False).ids].astype(np.float64) * 256).sum(axis=0)
    np.testing.assert_allclose(LOCAL.directions([text])[0], rows / np.linalg.norm(rows), atol=1e-6)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(max_size=80), max_size=6), st.randoms())
def test_a_vector_depends_on_nothing_but_its_text(texts: list[str], random: object) -> None:
    alone = [LOCAL.encode_documents([text])[0].tolist() for text in texts]
    crowd = [*ODD[:7], *texts, *["import os"] * 70]
    assert LOCAL.encode_documents(crowd)[7 : 7 + len(texts)].tolist() == alone
    LOCAL._runs.clear()
    assert LOCAL.encode_documents(texts).tolist() == alone


def test_any_text_has_a_vector() -> None:
    bits = LOCAL.encode_documents(ODD)
    assert bits.shape == (len(ODD), LOCAL.dimension // 8) and bits.dtype == np.uint8
    for text in ODD:
        query = LOCAL.encode_query(text)
        assert query.shape == (LOCAL.dimension,) and query.dtype == np.float32
        assert np.linalg.norm(query) == pytest.approx(1, abs=1e-5) or not query.any()
        assert len(LOCAL.cache_key(text)) == 16
    assert not LOCAL.encode_query("").any()
    assert LOCAL.encode_documents([]).shape == (0, LOCAL.dimension // 8)
    assert (LOCAL.encode_query("été") == LOCAL.encode_query("e\u0301te\u0301")).all()


def test_the_shipped_vectors_do_not_change() -> None:
    # Cached vectors are named by `name`: when this test fails, the name must change with the expectation.
    assert LOCAL.name == "local-wordllama-256-1"
    assert LOCAL.encode_documents(["def parse_config(path):\n    return json.load(open(path))"])[0].tobytes().hex() == "f65794a4736e0de3bd2868876215315dd22376977266561938607fdbaab445d6"


def test_a_missing_or_damaged_model_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embed, "find_spec", lambda name: None)
    with pytest.raises(EmbedderUnavailable, match="pip install wordllama"):
        open_embedder("local")
    with pytest.raises(EmbedderUnavailable, match="pip install"):
        LocalEmbedder(tmp_path)
    weights = tmp_path / embed._WEIGHTS
    weights.parent.mkdir()
    for content in [b"", b"\xff" * 100, b"\x02\0\0\0\0\0\0\0{}", b"\x02\0\0\0\0\0\0\0[]", LOCAL._weights.tobytes()[:1000]]:
        weights.write_bytes(content)
        with pytest.raises(EmbedderUnavailable, match="weights"):
            LocalEmbedder(tmp_path)
    weights.write_bytes((LOCAL._package / embed._WEIGHTS).read_bytes())
    with pytest.raises(EmbedderUnavailable, match="tokenizer"):
        LocalEmbedder(tmp_path).encode_query("a")


def test_providers() -> None:
    assert open_embedder("off") is None
    with pytest.raises(ValueError, match="nonsense"):
        open_embedder("nonsense")
    fake: Embedder = FakeEmbedder()
    assert fake.encode_documents(["parse config", ""]).shape == (2, 8)
    assert fake.encode_query("parse_config") @ fake.encode_query("config, parsed parse") > 0.5


def test_the_package_itself_is_never_imported() -> None:
    code = "import sys; from maguyva.adapters.embed import open_embedder; open_embedder('local').encode_query('a'); print('wordllama' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": ":".join(sys.path)}).stdout == "False\n"
