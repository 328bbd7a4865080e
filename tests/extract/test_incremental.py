"""Re-parsing an open document: the facts are those of a fresh parse, whatever was typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maguyva.extract import incremental
from maguyva.extract.facts import extract, parse
from maguyva.extract.incremental import RecentTrees, reparse
from maguyva.extract.languages import LANGUAGES
from maguyva.extract.references import starts_by_end

PAGES = {page.stem: page for page in (Path(__file__).parent / "pages").iterdir() if page.suffix != ".rows"}
FULL = sorted(name for name, row in LANGUAGES.items() if row.depth == "full")
TYPED = st.one_of(
    st.sampled_from(["", "x", "\n", "\n    ", "\r\n", "\r", "(", ")", "{", "}", '"', "'", '"""', "`", "/*", "*/", "//", "#", ";", ":", "é", "è", "雨", "😋"]),
    st.sampled_from(["def f(a):\n    return a\n", "class A { }\n", "fn f() {}\n", "func f() {}\n", "import x\n", "    ", "0", ".y()"]),
)


@pytest.mark.parametrize("language", FULL)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_facts_are_those_of_a_fresh_parse(language: str, data: st.DataObject) -> None:
    text = PAGES[language].read_bytes().decode()
    trees = RecentTrees()
    trees.tree("p", text.encode(), language)
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + data.draw(st.sampled_from((0, 0, 1, 10, 200))))))
        text = text[:start] + data.draw(TYPED) + text[end:]
        new = text.encode()
        assert extract(new, language, tree=trees.tree("p", new, language)).to_bytes() == extract(new, language).to_bytes()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"", b""),
        (b"", b"x = 1\n"),
        (b"x = 1\n", b""),
        (b"x = 1\n", b"x = 1\n"),
        (b"aaaa", b"aa"),
        ("é = 1\n".encode(), "è = 1\n".encode()),
        ("x = '😋'\n".encode(), "x = '😌'\n".encode()),
        (b"x = '\xff'\n", b"x = '\xc3\xa9'\n"),
        (b"x = '\xc3\xa9'\n", b"x = '\xc3 \xa9'\n"),
        (b"a = 1\r\nb = 2\r\n", b"a = 1\nb = 2\r\n"),
    ],
)
def test_edges(old: bytes, new: bytes) -> None:
    tree = parse(old, "python")
    assert tree is not None
    before = str(tree.root_node)
    again = reparse(old, new, tree, "python")
    assert again is not None
    assert str(again.root_node) == str(parse(new, "python").root_node)  # type: ignore[union-attr]
    assert extract(new, "python", tree=again).to_bytes() == extract(new, "python").to_bytes()
    assert str(tree.root_node) == before


def test_captures_in_any_order_are_read_alike() -> None:
    # Of three argument lists that end at one place, as in an unfinished `f(g(h(`, the innermost counts.
    for starts in ([1, 5, 3], [5, 3, 1], [1, 3, 5]):
        assert starts_by_end({"arguments": (starts, [9, 9, 9])}, "arguments") == {9: 5}


@given(st.binary(max_size=30), st.binary(max_size=10), st.binary(max_size=10), st.binary(max_size=30))
def test_what_is_alike(start: bytes, old: bytes, new: bytes, end: bytes) -> None:
    one, other = start * 50 + old + end * 50, start * 50 + new + end * 50
    most = min(len(one), len(other))
    expected = next((at for at in range(most) if one[at] != other[at]), most)
    assert incremental._alike(one, other, most) == expected
    backwards = next((at for at in range(most - expected) if one[-1 - at] != other[-1 - at]), most - expected)
    assert incremental._alike_at_end(one, other, most - expected) == backwards


def test_only_the_newest_documents_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    reparsed: list[bytes] = []

    def noted(old: bytes, new: bytes, tree: object, language: str) -> object:
        reparsed.append(old)
        return parse(new, language)

    monkeypatch.setattr(incremental, "reparse", noted)
    trees = RecentTrees(limit=2)
    for path in ("a", "b", "a", "c", "b", "c"):  # "b" was the oldest when "c" came.
        trees.tree(path, path.encode(), "python")
    assert reparsed == [b"a", b"c"]
    trees.forget("c")
    trees.tree("c", b"c = 1", "python")
    trees.tree("c", b"c = 1", "javascript")  # Another language is another document.
    assert reparsed == [b"a", b"c"]
    assert trees.tree("c", b"text", "") is None and trees.tree("v", b"<script>let a</script>", "vue") is None
    assert trees.tree("c", b"int a;", "c") is None
