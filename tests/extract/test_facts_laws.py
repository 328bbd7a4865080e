"""Laws of extraction, for any bytes in any language: it never raises, and its columns hold together."""

from __future__ import annotations

import gc
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maguyva.extract.chunks import LIMIT
from maguyva.extract.facts import STRUCTURE_LIMIT, extract, facts_key, parse
from maguyva.model import FACT_COLUMNS, FileFacts

PAGES = Path(__file__).parent / "pages"
CODE = {"python": "python.py", "javascript": "javascript.js", "typescript": "typescript.ts", "tsx": "tsx.tsx"}
LANGUAGES = st.sampled_from(["", "python", "javascript", "typescript", "tsx", "no such language"])
FRAGMENTS = st.sampled_from(
    [
        *b"def f(x=1):\n|class A(B):\n|    |\n\n|x = y.z()\n|{|}|(|)|=>|`|\"|'|#|/*|\\|\r\n|\r|\xf0\x9f\x98\x8b|\xc3\xa9|\xff|\0".split(b"|"),
        *(b"import a from './a'\n", b"from . import x\n", b"@d\n", b"export default ", b"a" * 1600, b"\x80" * 7000),
    ]
)


def check_laws(text: bytes, language: str) -> FileFacts:
    """Assert every law on the facts of `text`, and give them back."""
    facts = extract(text, language)
    length = len(text)
    assert not any(problem.startswith("not outlined: ") and "Error" in problem for problem in facts.problems), facts.problems
    bounds = [*facts.chunk_start.tolist(), length]
    assert (not text and facts.chunk_count == 0) or (bounds[0] == 0 and facts.chunk_end.tolist() == bounds[1:])
    assert all(start < end for start, end in pairwise(bounds))
    assert len(facts.chunk_digest) == 16 * facts.chunk_count
    for start, end in pairwise(bounds):
        assert end == length or end == 0 or text[end] & 0xC0 != 0x80 or not _is_utf8(text[max(0, end - 3) : end + 4])
        assert len(text[start:end].decode("utf-8", "ignore")) <= LIMIT
    for table in ("symbol", "symbol_name", "symbol_signature", "symbol_doc", "reference", "scope", "binding", "import"):
        starts, ends = getattr(facts, f"{table}_start"), getattr(facts, f"{table}_end")
        assert np.all(starts <= ends) and np.all(ends <= length), table
    for parents in (facts.symbol_parent, facts.scope_parent):
        assert np.all(parents < np.arange(len(parents))) and np.all(parents >= -1)
    assert np.all(facts.symbol_start <= facts.symbol_name_start) and np.all(facts.symbol_name_end <= facts.symbol_end)
    assert np.all(np.diff(facts.reference_start.astype(np.int64)) > 0)
    assert np.all(np.diff(facts.symbol_start.astype(np.int64)) >= 0)
    tables = {"symbol": facts.symbol_count, "scope": len(facts.scope_start), "import": len(facts.import_module), "chunk": facts.chunk_count}
    for name, dtype in FACT_COLUMNS:
        column = getattr(facts, name)
        assert column.dtype == dtype
        target = name.rpartition("_")[2]
        if dtype == np.dtype("<i4") and target in tables:
            assert np.all(column < tables[target]), name
    assert facts.text_length == length and facts.language == language
    assert facts.digest.tobytes() == facts_key(text, language)
    again = FileFacts.from_bytes(facts.to_bytes())
    assert again.to_bytes() == facts.to_bytes() and again.strings == facts.strings
    return facts


def _is_utf8(piece: bytes) -> bool:
    try:
        piece.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400), LANGUAGES)
def test_any_bytes(text: bytes, language: str) -> None:
    check_laws(text, language)


@settings(max_examples=80, deadline=None)
@given(st.lists(FRAGMENTS, max_size=30), LANGUAGES)
def test_any_fragments(fragments: list[bytes], language: str) -> None:
    check_laws(b"".join(fragments), language)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(CODE)), st.data())
def test_mutated_pages(language: str, data: st.DataObject) -> None:
    text = (PAGES / CODE[language]).read_bytes()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 200)))
        text = text[:start] + data.draw(st.one_of(FRAGMENTS, st.binary(max_size=8))) + text[end:]
    check_laws(text, language)


@pytest.mark.parametrize("language", sorted(CODE))
def test_facts_depend_on_the_text_alone(language: str) -> None:
    text = (PAGES / CODE[language]).read_bytes()
    facts = check_laws(text, language)
    assert facts.problems == []
    assert extract(text, language).to_bytes() == facts.to_bytes()
    assert extract(text, language, tree=parse(text, language)).to_bytes() == facts.to_bytes()
    assert facts_key(text, language) != facts_key(text, "") != facts_key(text + b"\n", "")


def test_incremental_parse_gives_the_facts_of_a_fresh_one() -> None:
    text = (PAGES / CODE["python"]).read_bytes()
    tree = parse(text, "python")
    assert tree is not None
    at = text.index(b"    def missing")
    added = b"    def added(self): return self.items\n"
    row = text.count(b"\n", 0, at)
    tree.edit(at, at, at + len(added), (row, 0), (row, 0), (row + 1, 0))
    edited = text[:at] + added + text[at:]
    assert extract(edited, "python", tree=parse(edited, "python", tree)).to_bytes() == extract(edited, "python").to_bytes()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", b"f(" * 60_000 + b")" * 60_000),  # Deep: a query's cost grows with the square of the depth.
        ("python", b"a" + b".b()" * 60_000),
        ("python", b"(" * 120_000),  # Not understood: one node with as many children.
        ("python", b"".join(b" " * depth + b"if a:\n" for depth in range(700))),
        ("javascript", b"[" * 60_000 + b"]" * 60_000),
        ("javascript", b"var a=function(b){return c.d(b)};" * 9_000),  # Minified: one line.
        ("typescript", b"{" * 100_000),
        ("typescript", b"a?b:" * 20_000),
        ("", b"x" * 300_000),
        ("", b"\n" * 200_000),
    ],
    ids=lambda value: value if isinstance(value, str) else str(len(value)),
)
def test_pathological_files_stay_cheap(language: str, text: bytes) -> None:
    started = time.process_time()
    check_laws(text, language)
    assert time.process_time() - started < 15


def test_what_is_too_large_is_cut_into_windows_and_says_so() -> None:
    text = b"def f():\n    pass\n" * 20
    facts = check_laws(text, "python")
    assert facts.symbol_count == 20
    facts = extract(text, "python", structure_limit=100)
    assert facts.symbol_count == 0 and facts.chunk_count > 0
    assert facts.problems == ["not outlined: larger than 100 bytes"]
    assert STRUCTURE_LIMIT == 4_000_000


def test_the_collector_is_left_as_it_was() -> None:
    assert gc.isenabled()
    extract(b"x = 1\n", "python")
    assert gc.isenabled()


def test_a_defect_inside_costs_the_outline_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr("maguyva.extract.facts.outline", fail)
    facts = extract(b"def f(): pass\n", "python")
    assert facts.problems == ["not outlined: RuntimeError: a defect"]
    assert facts.chunk_count == 1
