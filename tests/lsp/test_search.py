"""What a search panel needs of `maguyva/search`: colours, places in the snippet, one file's hits, similar code, and "this"."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import PROJECT, Client, Start, place


@pytest.fixture(scope="module")
def client(lasting: Callable[..., Client]) -> Client:
    """One server for all that leave nothing behind."""
    return lasting(PROJECT)


def pieces(hit: dict[str, Any], name: str) -> list[Any]:
    """The parts of a snippet as texts: offsets count in UTF-16 units."""
    units = hit["snippet"].encode("utf-16-le")
    return [(units[2 * one["start"] : 2 * one["end"]].decode("utf-16-le"), one.get("kind")) for one in hit.get(name, [])]


# ---- snippets ----


def test_a_snippet_says_where_it_starts_and_what_it_shows(client: Client) -> None:
    text = "# one\n# two 😋\n\n\ndef smile(face):\n    return 'é😋' + face_of(face)  # 😋\n" + "\n# filler" * 40
    client.open("untitled:smile", text)
    (hit,) = client.hits('"face_of"', tokens=True)
    assert text.split("\n")[hit["snippetStart"] :][0] == hit["snippet"].split("\n")[0]
    assert pieces(hit, "snippetMatches") == [("face_of", None)]
    (match,) = hit["matches"]
    assert match["start"]["line"] == 5
    assert [part for part in pieces(hit, "tokens") if part[0] not in ("# one", "# two 😋", "# filler")] == [
        ("def", "keyword"), ("smile", "function"), ("face", "variable"), ("return", "keyword"), ("'é😋'", "string"), ("+", "operator"),
        ("face_of", "function"), ("face", "variable"), ("# 😋", "comment"),
    ]  # fmt: skip


def test_a_long_line_is_cut_and_its_match_is_still_shown(client: Client) -> None:
    client.open("untitled:long", "x = '" + "é" * 3000 + "needle_here" + "é" * 3000 + "'\n")
    (hit,) = client.hits('"needle_here"', tokens=True)
    assert hit["snippetStart"] == 0 and len(hit["snippet"]) < 2100
    assert pieces(hit, "snippetMatches") == [("needle_here", None)]


def test_tokens_come_only_when_they_are_asked_for_and_only_where_there_is_a_grammar(client: Client) -> None:
    assert "tokens" not in client.hits("Basket")[0]
    client.open("untitled:notes", "nothing but words_in_plain_text\n", "plaintext")
    (hit,) = client.hits('"words_in_plain_text"', tokens=True)
    assert hit["tokens"] == []


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("typescript", "export class Shelf extends Base {\n  weight = LIMIT;\n  put(book: Book) { return this.add(new Item(book.name)); }\n}\n",
         "Shelf:type Base:type weight:property LIMIT:constant put:function book:variable Book:type add:function Item:type book:variable name:property"),
        ("go", "package shelf\n\ntype Shelf struct{ Name string }\n\nfunc (s *Shelf) Put(b Book) error { return fmt.Errorf(s.Name) }\n",
         "Shelf:type Name:property string:type Shelf:type Put:function b:variable Book:type error:type Errorf:function Name:property"),
        ("rust", "pub struct Shelf { name: String }\nimpl Shelf { pub fn put(&self, b: Book) -> u8 { println!(\"{}\", MAX); self.name.len() } }\n",
         "Shelf:type name:property String:type Shelf:type put:function b:variable Book:type u8:type println:function MAX:constant name:property len:function"),
        ("java", "class Shelf extends Base {\n  static final int LIMIT = 3;\n  int put(Book book) { return add(new Item(book.name)); }\n}\n",
         "Shelf:type Base:type int:type LIMIT:constant int:type put:function Book:type book:variable add:function Item:type book:variable name:property"),
        ("c", "#define LIMIT 3\nstruct shelf { int weight; };\nint put(struct shelf *s) { return add(s->weight + LIMIT); }\n",
         "LIMIT:function shelf:type int:type weight:property int:type put:function shelf:type s:variable add:function s:variable weight:property LIMIT:constant"),
        ("python", "class Shelf(Base):\n    weight: int = LIMIT\n    @checked\n    def put(self, book: Book):\n        return self.add(Item(book.name, key=1))\n",
         "Shelf:type Base:type weight:property int:type LIMIT:constant checked:function put:function book:variable Book:type add:function Item:type book:variable name:property key:variable"),
    ],
)  # fmt: skip
def test_names_are_coloured_by_what_they_are(client: Client, language: str, text: str, expected: str) -> None:
    client.open("untitled:colours", text, language)
    hits = client.hits("Shelf", inFile={"uri": "untitled:colours"}, tokens=True, perFile="all", modalities=["structural", "text"])
    first = {part: kind for hit in hits for part, kind in pieces(hit, "tokens")}
    wanted = dict(part.rsplit(":", 1) for part in expected.split())
    assert {part: first.get(part) for part in wanted} == wanted


# ---- one file ----


def test_the_further_hits_of_a_file_can_be_had(start: Start, larger_workspace: Path) -> None:
    client = start(folder=larger_workspace)
    client.initialize()
    asked = {"query": "how are several ranked lists fused into one answer"}
    for hit in client.hits(**asked, limit=5):
        more = hit["more_in_file"]
        there = client.hits(**asked, inFile={"uri": hit["uri"]}, perFile="all", limit=more + 1)
        assert {one["uri"] for one in there} == {hit["uri"]}
        assert len(there) == more + 1
        assert hit["range"] in [one["range"] for one in there]
    assert any(hit["more_in_file"] for hit in client.hits(**asked, limit=5))


def test_only_hits_of_the_file_that_was_named(client: Client) -> None:
    uri = client.uri("shop/checkout.py")
    for query in ("total", "who calls total", '"total"', "what breaks if I change total", "how is the sum made"):
        assert {hit["uri"] for hit in client.hits(query, inFile={"uri": uri})} == {uri}, query
        assert client.hits(query, inFile={"uri": uri}, languages=["typescript"]) == []
        for unknown in ("file:///nowhere/at/all.py", "untitled:never", "git:/x", "", client.uri("ignored/secret.py")):
            assert client.hits(query, inFile={"uri": unknown}) == []
    assert "inFile.uri" in client.error("maguyva/search", {"query": "x", "inFile": {}})["message"]


# ---- similar code ----

TWINS = {
    "one.py": "def read_pairs(path):\n    found = {}\n    with open(path) as file:\n        for line in file:\n            key, _, value = line.partition('=')\n            found[key.strip()] = value.strip()\n    return found\n\n\ndef weigh(basket):\n    return sum(item.weight for item in basket)\n",
    "two.py": "def load_options(name):\n    options = {}\n    with open(name) as stream:\n        for line in stream:\n            key, _, value = line.partition(':')\n            options[key.strip()] = value.strip()\n    return options\n",
    "three.py": "def greet(name):\n    print('hello', name)\n\n\ndef read_nothing(path):\n    return None\n",
}


@pytest.fixture(scope="module")
def twins(lasting: Callable[..., Client]) -> Client:
    return lasting(TWINS)


def named(answer: dict[str, Any]) -> list[str]:
    return [hit["symbol"]["name"] for hit in answer["hits"] if "symbol" in hit]


@pytest.mark.parametrize(
    "asked",
    [
        {"query": "code like this"},
        {"query": "code like this", "intent": "find_similar"},
        {"query": "duplicates of this function"},
        {"query": "similar to read_pairs", "context": None},
        {"query": TWINS["one.py"].split("\n\n\n")[0], "intent": "find_similar"},
        {"query": "            found[key.strip()] = value.strip()\n    return found", "intent": "find_similar"},
    ],
    ids=lambda asked: asked["query"][:30],
)
def test_the_twin_is_found_and_the_code_itself_is_not(twins: Client, asked: dict[str, Any]) -> None:
    for per_file in ("best", "all"):
        answer = twins.ask("maguyva/search", {"context": place(twins, "one.py", "            |found[key"), **asked, "perFile": per_file})
        assert answer["intent"]["name"] == "find_similar"
        assert answer["query"] == asked["query"]
        assert named(answer)[0] == "load_options"
        assert "read_pairs" not in named(answer)


def test_code_from_elsewhere_finds_all_that_is_like_it(twins: Client) -> None:
    asked = {"query": TWINS["one.py"].split("\n\n\n")[0].replace("found", "entries"), "intent": "find_similar"}
    assert named(twins.ask("maguyva/search", asked))[:2] == ["read_pairs", "load_options"]


def test_similar_code_is_found_among_real_sources(start: Start, larger_workspace: Path) -> None:
    client = start(folder=larger_workspace)
    client.initialize()
    answer = client.ask("maguyva/search", {"query": "code like this", "intent": "find_similar", "perFile": "all", "context": place(client, "search/query.py", "def |_flag(")})
    assert {"_limit", "_strings", "_one_of", "_modalities"} & set(named(answer)[:3])
    answer = client.ask("maguyva/search", {"query": "code like this", "context": place(client, "search/fuse.py", "def |alone(")})
    assert named(answer)[0] != "alone"


def test_code_like_this_without_a_place_is_only_words(twins: Client) -> None:
    answer = twins.ask("maguyva/search", {"query": "code like this", "intent": "find_similar"})
    assert answer["fallback_reason"] == "no_target"
    beyond = {"textDocument": {"uri": "untitled:never"}, "position": {"line": 3, "character": 0}}
    assert twins.ask("maguyva/search", {"query": "code like this", "intent": "find_similar", "context": beyond})["hits"] == answer["hits"]


# ---- this ----


@pytest.mark.parametrize(
    ("path", "marked", "expected"),
    [
        ("shop/prices.py", "def to|tal(", {"check_out", "pay"}),
        ("shop/prices.py", "    return| sum(", {"check_out", "pay"}),  # A word of the language: the function around it.
        ("shop/checkout.py", "+ tot|al(", {"check_out", "pay"}),  # A call: what is called.
        ("shop/checkout.py", "basket.p|ay()", {"check_out"}),
        ("shop/checkout.py", "import Bas|ket", {"check_out"}),
        ("web/cart.ts", "function addTo|Cart", {"twice"}),
    ],
)
def test_who_calls_this(client: Client, path: str, marked: str, expected: set[str]) -> None:
    answer = client.ask("maguyva/search", {"query": "who calls this", "context": place(client, path, marked)})
    assert answer["intent"] == {"name": "find_references", "confidence": 0.9, "rule": "2", "target": "this"}
    assert answer["fusion_strategy"] == "direct"
    assert set(named(answer)) == expected


def test_what_a_change_breaks_is_asked_of_the_definition_around(client: Client) -> None:
    answer = client.ask("maguyva/search", {"query": "what breaks if I change this function", "context": place(client, "shop/prices.py", "return tot|al(self")})
    assert (answer["intent"]["name"], answer["fusion_strategy"]) == ("impact_analysis", "direct")
    assert named(answer) == ["check_out"], "the function around is pay, and only check_out depends on it"


def test_unsaved_text_counts_for_this(lasting: Callable[..., Client]) -> None:
    client = lasting(PROJECT)
    uri = client.uri("shop/checkout.py")
    client.open(uri, "from shop.prices import total\n\n\ndef refund():\n    return -total([])\n\n\ndef twice_refund():\n    return 2 * refund()\n")
    context = {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 5}}
    assert named(client.ask("maguyva/search", {"query": "who calls this", "context": context})) == ["twice_refund"]
    assert PROJECT["shop/checkout.py"].count("refund") == 0
