"""Names found exactly, fuzzily, qualified and by words: a golden table of orders, and numpy's results against a scorer in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maguyva.extract.lexical import words_of
from maguyva.index.fuzzy import Tier, folded, keys_of, word_starts
from maguyva.index.qualified import split_qualified
from maguyva.index.symbols import Symbols
from maguyva.model import FACT_COLUMNS, FileFacts, IndexedFile, StringTable, SymbolKind
from maguyva.text import split_identifier

Row = tuple[str, SymbolKind, int]


def _file(path: str, symbols: Sequence[Row], containers: Sequence[str] | None = None) -> IndexedFile:
    table = StringTable()
    columns = {name: np.zeros(len(symbols) if name.startswith("symbol_") else 0, dtype=dtype) for name, dtype in FACT_COLUMNS}
    columns["symbol_name"] = np.array([table.row(name) for name, _, _ in symbols], dtype=np.uint32)
    columns["symbol_kind"] = np.array([kind for _, kind, _ in symbols], dtype=np.uint8)
    columns["symbol_parent"] = np.array([parent for _, _, parent in symbols], dtype=np.int32)
    columns["symbol_container"] = np.array([table.row(name) for name in containers or [""] * len(symbols)], dtype=np.uint32)
    columns["string_offsets"], columns["string_blob"] = table.columns()
    columns["header"] = np.zeros(4, dtype=np.uint32)
    return IndexedFile(path, FileFacts(**columns), b"")


def _functions(*names: str) -> Symbols:
    return Symbols.build([_file("a.py", [(name, SymbolKind.FUNCTION, -1) for name in names])])


def _names(index: Symbols, addresses: np.ndarray) -> list[str]:
    return [index.name(address) for address in addresses.tolist()]


# The query, then names from best to worst; a name after the bar is not found.
ORDERS = [
    ("get_user", "get_user GetUser getUser | get_uses"),
    ("getuser", "GetUser getUser get_user get_user_id getUserName getUsers retargetUser"),
    ("get", "get GET Get get_it getName getter budget_get g_e_a_t gadget widget_x | tag"),
    ("gun", "gun gun_x gunicorn get_user_name my_get_user_name getTheUserName begun_x goin_upon"),
    ("gUN", "gun getUserName get_user_name"),
    ("geUsNa", "getUserName get_user_name get_my_user_name generous_name"),
    ("PC", "PC pc PcA ParseConfig parse_config ParseTheConfig xpc SpaceX"),
    ("user", "user userId user_id users getUser get_my_user abuser umster_e_r"),
    ("parse config", "parseConfig parse_config ParseConfigFile parse_the_config reparseConfig parser_confetti_g"),
    ("httpresp", "HTTPResponse http_response HttpTheResponse XHTTPResponse"),
    ("été", "été ÉTÉ étéX plein_été | ete"),
    ("e\u0301te\u0301", "été | ete"),
    ("straße", "STRASSE strasse"),
    ("雨", "雨 雨量 大雨"),
    ("x2", "x2 X2 x2y xy2 vx_2 box2"),
]


@pytest.mark.parametrize(("query", "line"), ORDERS, ids=[query for query, _ in ORDERS])
def test_order(query: str, line: str) -> None:
    found, _, missed = line.partition(" | ")
    index = _functions(*missed.split(), *reversed(found.split()))
    addresses, scores = index.search(query, 50)
    got = list(zip(_names(index, addresses), scores.tolist(), strict=True))
    position = {name: place for place, (name, _) in enumerate(got)}
    assert sorted(position) == sorted(found.split()), got
    for better, worse in zip(found.split(), found.split()[1:], strict=False):
        assert position[better] < position[worse], got


def test_qualified_names_ask_containers_files_and_folders() -> None:
    index = Symbols.build(
        [
            _file("django/db/models/base.py", [("Model", SymbolKind.CLASS, -1), ("save", SymbolKind.METHOD, 0), ("save", SymbolKind.FUNCTION, -1)]),
            _file("django/forms/models.py", [("ModelForm", SymbolKind.CLASS, -1), ("save", SymbolKind.METHOD, 0), ("Save_all", SymbolKind.METHOD, 0)]),
            _file("src/mod.rs", [("f", SymbolKind.FUNCTION, -1), ("v1.2", SymbolKind.HEADING, -1)]),
            _file("db/table.cc", [("Open", SymbolKind.METHOD, -1)], ["leveldb::Table"]),
        ]
    )
    exact = {
        "Model.save": [1],
        "ModelForm::save()": [4],
        "ModelForm#save_all": [5],
        "django.db.models.Model.save": [1],
        "django.db.models.save": [1, 2],
        "models.save": [1, 2, 4],
        "src::f": [6],
        "self.save": [1, 2, 4],
        "os.save": [],
        "save": [1, 2, 4],
        "v1.2": [7],
        "f/2": [6],
        "..": [],
        "Table::Open": [8],
        "leveldb::Table::Open": [8],
        "table.Table.open": [8],
        "Table::Other::Open": [],
    }
    assert {query: index.exact(query).tolist() for query in exact} == exact
    assert index.search("Model.save", 9)[0].tolist() == [1, 2, 4, 5]  # In the class itself, then in what only starts so (`models`, `ModelForm`).
    assert index.search("Model.sv", 9)[0].tolist() == [1]
    assert index.search("os.save", 2)[0].tolist() == [1, 2]


@pytest.mark.parametrize(
    ("query", "parts"),
    [("a.b.c", (["a", "b"], "c")), ("m::T::f()", (["m", "T"], "f")), ("this.x", ([], "x")), ("a->b", (["a"], "b")), ("", ([], "")), ("::", ([], ""))],
)
def test_split_qualified(query: str, parts: tuple[list[str], str]) -> None:
    assert split_qualified(query) == parts


def test_live_kinds_limit_and_the_empty_query() -> None:
    index = Symbols.build(
        [
            _file("a.py", [("load", SymbolKind.FUNCTION, -1), ("Load", SymbolKind.CLASS, -1)]),
            _file("b.py", [("load", SymbolKind.FUNCTION, -1), ("unload", SymbolKind.FUNCTION, -1)]),
        ]
    )
    second = np.array([False, True])
    assert index.search("", 3)[0].tolist() == [0, 1, 2]
    assert index.search(" ", 9, live=second)[0].tolist() == [2, 3]
    assert index.search("load", 9)[0].tolist() == [0, 2, 1, 3]
    assert index.search("load", 9, kinds={SymbolKind.CLASS})[0].tolist() == [1]
    assert index.search("load", 9, live=second)[0].tolist() == [2, 3]
    assert index.search("load", 1)[0].tolist() == [0]
    assert index.search("load", 0)[0].tolist() == []
    assert index.exact("LOAD", live=second).tolist() == [2]
    assert index.exact("nothing").tolist() == []
    assert Symbols.build([]).search("x", 5)[0].tolist() == []


def test_words_of_a_question_meet_words_of_names() -> None:
    index = _functions("parseConfig", "config_parsing", "load", "größe_lesen", "parse")
    addresses, matched = index.by_words(words_of("config parsed"))
    assert dict(zip(_names(index, addresses), matched.tolist(), strict=True)) == {"parseConfig": 3, "config_parsing": 3, "parse": 2}
    assert index.name_words[index.symbol_name[addresses]].tolist() == [2, 2, 1]
    assert _names(index, index.by_words(words_of("Größe"))[0]) == ["größe_lesen"]
    assert index.by_words([])[0].tolist() == []


@pytest.mark.parametrize("query", ["\ud800", "\0", "_", "\udcff", "é" * 300, "a" * 1_000_000, "." * 1000, "a.b" * 9999, "(", "\n"])
def test_any_query_is_answered(query: str) -> None:
    index = _functions("a", "_", "__", "\udcff", "a" * 300, "é" * 300, "", "\ud800")
    addresses, _ = index.search(query, 10)
    assert set(index.exact(query).tolist()) >= {address for address in range(index.count) if index.name(address) == query and query.strip()}
    assert len(set(addresses.tolist())) == len(addresses)


# ---- laws ----


def _scored(query: str, name: str) -> tuple[Tier, int] | None:
    """Tier and tightness as the module's table of them reads, without numpy."""
    q, n = folded(query), folded(name)
    starts = set(word_starts(name, n))
    if q == n:
        return Tier.EXACT, int(query != name)
    if n.startswith(q):
        return Tier.PREFIX, int(len(q) not in starts)
    never = 10_000
    word = [sum(start <= place for start in starts) - 1 for place in range(len(n))]

    @cache
    def hump(i: int, last: int) -> int:
        """Least cost of matching q[i:] when the byte before stands at `last` (−1: none yet)."""
        if i == len(q):
            return 0
        costs = [never]
        for place in range(last + 1, len(n)):
            if n[place] == q[i]:
                if last >= 0 and place == last + 1:
                    costs.append(hump(i + 1, place))
                if place in starts:
                    passed = word[place] - (word[last] + 1 if last >= 0 else 0)
                    costs.append(4 + passed + hump(i + 1, place))
        return min(costs)

    @cache
    def gaps(i: int, last: int) -> int:
        if i == len(q):
            return 0
        return min((gaps(i + 1, place) + (place - last - 1 if i else 0) for place in range(last + 1, len(n)) if n[place] == q[i]), default=never)

    if hump(0, -1) < never:
        return Tier.HUMP, hump(0, -1)
    if q in n:
        return Tier.SUBSTRING, n.index(q)
    return (Tier.SUBSEQUENCE, gaps(0, -1)) if gaps(0, -1) < never else None


_names_strategy = st.text(alphabet="abAB_1", min_size=1, max_size=9)


@settings(max_examples=150, deadline=None)
@given(st.lists(_names_strategy, max_size=25), st.text(alphabet="abAB_1", min_size=1, max_size=5), st.integers(1, 12))
def test_search_equals_the_plain_scorer(names: list[str], query: str, limit: int) -> None:
    index = _functions(*names)
    wanted = []
    for address, name in enumerate(names):
        scored = _scored(query, name) if folded(query) or not folded(name) else None
        if scored:
            key = int(keys_of(scored[0], scored[1], np.array([len(folded(name))]))[0])
            wanted.append((key, folded(name), name, address))
        elif not folded(query):  # "_" asks for nothing: every name starts with it.
            wanted.append((int(keys_of(Tier.PREFIX, 0 if 0 in word_starts(name, folded(name)) else 1, np.array([len(folded(name))]))[0]), folded(name), name, address))
    assert index.search(query, limit)[0].tolist() == [address for *_, address in sorted(wanted)[:limit]]
    assert sorted(index.exact(query).tolist()) == [place for place, name in enumerate(names) if folded(name) == folded(query)]
    stored = Symbols.from_arrays({key: np.frombuffer(value.tobytes(), dtype=value.dtype) for key, value in index.arrays().items()})
    assert stored.search(query, limit)[0].tolist() == index.search(query, limit)[0].tolist()


@given(st.text(alphabet="aAbB1_", max_size=12))
def test_word_starts_are_those_of_split_identifier(name: str) -> None:
    form = folded(name).decode()
    bounds = [*word_starts(name, form.encode()), len(form)]
    assert tuple(form[a:b] for a, b in zip(bounds, bounds[1:], strict=False)) == split_identifier(name)
