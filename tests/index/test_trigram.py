"""The trigram index and its plans: what a plan asks is a table, that it never loses a match is a law."""

from __future__ import annotations

import random
import tracemalloc

import numpy as np
import pytest
import re2
from hypothesis import given, settings
from hypothesis import strategies as st

from maguyva.index import codepoints
from maguyva.index.regex_plan import literal_plan, regex_plan
from maguyva.index.regex_syntax import MAX_PATTERN_LENGTH, parse
from maguyva.index.trigram import ALL_FILES, Plan, Trigrams, canonical
from maguyva.search.textmatch import compile_pattern, find_lines

KELVIN, LONG_S = "\u212a", "\u017f"


# ---- postings ----


def expected_postings(texts: list[bytes]) -> list[tuple[bytes, int]]:
    pairs = set()
    for ordinal, text in enumerate(texts):
        for line in canonical(text).split(b"\n"):
            padded = line + b"\n\n"
            pairs |= {(padded[at : at + 3], ordinal) for at in range(len(line))}
    return sorted(pairs)


def stored_postings(index: Trigrams) -> list[tuple[bytes, int]]:
    found = []
    for row, key in enumerate(index.keys.tolist()):
        for ordinal in index.files[int(index.offsets[row]) : int(index.offsets[row + 1])].tolist():
            found.append((key.to_bytes(3, "big"), ordinal))
    return found


ANY_BYTES = st.lists(st.sampled_from([b"a", b"B", b"\n", b"\r", b"\x00", b"\xff", KELVIN.encode(), LONG_S.encode(), b"\xe2\x84"])).map(
    b"".join
)


@given(st.lists(ANY_BYTES, max_size=6))
def test_postings_are_all_trigrams_of_all_lines(texts: list[bytes]) -> None:
    assert stored_postings(Trigrams.build(texts)) == expected_postings(texts)


def test_batches_and_long_texts_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    source = random.Random(5)
    texts = [bytes(source.choice(b"abcXYZ \n_\xc3\xa9") for _ in range(source.choice([0, 1, 2, 3, 50, 6000, 30000]))) for _ in range(40)]
    whole = Trigrams.build(texts)
    assert stored_postings(whole) == expected_postings(texts)
    monkeypatch.setattr("maguyva.index.trigram.BATCH_FILES", 3)
    monkeypatch.setattr("maguyva.index.trigram.BATCH_BYTES", 4000)
    monkeypatch.setattr("maguyva.index.trigram.FILTER_BITS", 5)
    pieces = Trigrams.build(texts)
    assert all(np.array_equal(pieces.arrays()[name], column) for name, column in whole.arrays().items())


def test_more_files_than_16_bits_can_number() -> None:
    texts = [b"common"] * 65_537 + [b"rare one"]
    index = Trigrams.build(texts)
    assert index.files.dtype == np.uint32
    assert index.candidates(literal_plan(b"rare")).tolist() == [65_537]
    assert len(index.candidates(literal_plan(b"common"))) == 65_537


def test_memory_while_building_is_bounded() -> None:
    words = [random.Random(seed).randbytes(6).hex().encode() for seed in range(3000)]
    source = random.Random(1)
    texts = [b" ".join(source.choices(words, k=700)) for _ in range(1500)]  # 13 MB.
    tracemalloc.start()
    index = Trigrams.build(texts)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * index.files.nbytes + 30_000_000


def test_stored_columns_are_checked_and_never_written() -> None:
    index = Trigrams.build([b"some text", b"other text"])
    columns = index.arrays()
    for column in columns.values():
        column.setflags(write=False)
    again = Trigrams.from_arrays(columns)
    assert again.candidates(literal_plan(b"text")).tolist() == [0, 1]
    assert again.candidates(Plan("or", (b"som", b"th"))).tolist() == [0, 1]
    with pytest.raises(ValueError, match="do not fit"):
        Trigrams.from_arrays({**columns, "offsets": columns["offsets"][:-1]})
    with pytest.raises(KeyError):
        Trigrams.from_arrays({})


CANDIDATES = [
    # (plan, files of [b"alpha beta", b"beta gamma\nab", b"", b"x", b"a\nb"])
    (ALL_FILES, [0, 1, 2, 3, 4]),
    (literal_plan(b"beta"), [0, 1]),
    (literal_plan(b"BETA"), [0, 1]),
    (literal_plan(b"alpha beta"), [0]),
    (literal_plan(b"nothing"), []),
    (literal_plan(b"ab"), [1]),
    (literal_plan(b"x"), [3]),
    (literal_plan(b"b"), [0, 1, 4]),
    (literal_plan(b""), [0, 1, 2, 3, 4]),
    (Plan("or", (b"gam", b"x")), [1, 3]),
    (Plan("or", (b"gam",), (ALL_FILES,)), [0, 1, 2, 3, 4]),
    (Plan("and", (b"bet",), (Plan("or", (b"alp", b"zzz")),)), [0]),
    (Plan("and", (), (ALL_FILES, Plan("and", (b"gam",)))), [1]),
]


@pytest.mark.parametrize(("plan", "files"), CANDIDATES, ids=lambda value: str(value))
def test_candidates(plan: Plan, files: list[int]) -> None:
    found = Trigrams.build([b"alpha beta", b"beta gamma\nab", b"", b"x", b"a\nb"]).candidates(plan)
    assert found.dtype == np.uint32
    assert found.tolist() == files


def test_an_empty_index_has_no_candidates() -> None:
    index = Trigrams.build([])
    assert [index.candidates(plan).tolist() for plan in (ALL_FILES, literal_plan(b"abc"), literal_plan(b"a"))] == [[], [], []]


# ---- plans ----

PLANS = [
    # (regular expression, plan: space is and, | is or, + is all files)
    ("Abcdef", '"abc" "bcd" "cde" "def"'),
    ("(abc)(def)", '"abc" "bcd" "cde" "def"'),
    ("abc.*(def|ghi)", '"abc" ("def"|"ghi")'),
    ("abc(def|ghi)", '("abc" "bcd" "cde" "def")|("abc" "bcg" "cgh" "ghi")'),
    ("a+hello", '"hel" "ell" "llo" "ahe"'),
    ("(a+hello|b+world)", '("hel" "ell" "llo" "ahe")|("wor" "orl" "rld" "bwo")'),
    ("a*bbb", '"bbb"'),
    ("a?bbb", '"bbb"'),
    ("(bbb)a?", '"bbb"'),
    ("(bbb)a*", '"bbb"'),
    ("(ab|cd)ef", '("abe" "bef")|("cde" "def")'),
    ("[ab]bb", '"abb"|"bbb"'),
    ("[a-z]bcd", '"bcd"'),
    ("a{3}", '"aaa"'),
    ("(ab){2,}", '"aba" "bab"'),
    ("(abc)?", "+"),
    ("(abc)*", "+"),
    ("a|b", '"a"|"b"'),
    ("ab.*", '"ab"'),
    (".*", "+"),
    (".", "+"),
    ("", "+"),
    ("^$", "+"),
    (r"\bfoo\b", '"foo"'),
    ("foo|", "+"),
    (r"(?i)Kiss", '"kis" "iss"'),
    (f"{KELVIN}elvin", '"kel" "elv" "lvi" "vin"'),
    ("(?i)é", '"Ã\\x89"|"Ã©"'),
    (r"x\p{Greek}+yes", '"yes"'),
]


@pytest.mark.parametrize(("pattern", "plan"), PLANS, ids=[row[0] for row in PLANS])
def test_what_a_regular_expression_asks_for(pattern: str, plan: str) -> None:
    written = str(regex_plan(parse(pattern, ignore_case=False).root))
    assert words_of(written) == words_of(plan)


def words_of(plan: str) -> list[str]:
    return sorted(plan.replace("(", " ( ").replace(")", " ) ").replace("|", " | ").split())


ALPHABET = ["a", "b", "A", "k", "K", "s", "0", "_", "-", " ", "é", "É", "雨", KELVIN, LONG_S, "\u0345", "ι"]
ATOMS = [
    *ALPHABET,
    ".",
    r"\w",
    r"\W",
    r"\d",
    r"\s",
    "[ab]",
    "[^a]",
    "[a-s]",
    r"\pL",
    "^",
    "$",
    r"\b",
    r"\B",
    "(?i)",
    "(?i:k)",
    "(?i:é)",
    "(?-i:s)",
]
PATTERNS = st.recursive(
    st.sampled_from([atom for atom in ATOMS if atom != "(?i)"]) | st.text(st.sampled_from(["a", "b", "k", "é"]), min_size=1, max_size=5),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: "(?:" + "|".join(parts) + ")"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,3}", "{3,}", "*?", "{0,2}"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
        inner.map(lambda part: f"(?i){part}"),
    ),
    max_leaves=8,
)
TEXT = st.lists(st.sampled_from([*ALPHABET, "\n"]), max_size=12).map(lambda chars: "".join(chars).encode())


@settings(max_examples=600, deadline=None)
@given(PATTERNS, st.lists(TEXT, min_size=1, max_size=6), st.booleans(), st.booleans())
def test_no_plan_loses_a_match(query: str, texts: list[bytes], ignore_case: bool, word: bool) -> None:
    pattern = compile_pattern(query, regex=True, case="insensitive" if ignore_case else "sensitive", word=word)
    matching = {ordinal for ordinal, text in enumerate(texts) if next(iter(find_lines(pattern, text)), None)}
    assert matching <= set(Trigrams.build(texts).candidates(pattern.plan).tolist())


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from(ALPHABET), max_size=8), st.lists(TEXT, min_size=1, max_size=6), st.booleans(), st.booleans())
def test_no_literal_plan_loses_a_match(query: str, texts: list[bytes], ignore_case: bool, word: bool) -> None:
    pattern = compile_pattern(query, regex=False, case="insensitive" if ignore_case else "sensitive", word=word)
    matching = {ordinal for ordinal, text in enumerate(texts) if next(iter(find_lines(pattern, text)), None)}
    assert matching <= set(Trigrams.build(texts).candidates(pattern.plan).tolist())


@pytest.mark.parametrize("pattern", ["a" * MAX_PATTERN_LENGTH, "a|" * (MAX_PATTERN_LENGTH // 2), "(a|b)" * 3000, "ab?" * 5000])
def test_planning_a_long_pattern_is_quick(pattern: str) -> None:
    regex_plan(parse(pattern, ignore_case=True).root)  # Quadratic planning took minutes; the suite's time limit would show it.


# ---- the sets behind the syntax ----


def test_case_folding_is_the_engines() -> None:
    orbits = codepoints.fold_orbits()
    text = "".join(map(chr, sorted(orbits)))
    different = []
    for orbit in sorted(set(orbits.values())):
        found = tuple(sorted(ord(match) for match in re2.compile(rf"(?i)\x{{{orbit[0]:X}}}").findall(text)))
        if found != orbit:
            different.append(orbit)
    assert len(different) < 10  # On a Python whose letters are newer than the engine's.
    assert {ord("k"), ord("K"), 0x212A} == set(orbits[ord("k")])
    assert {ord("s"), ord("S"), 0x17F} == set(orbits[ord("s")])
    assert 0x131 not in orbits and 0x130 not in orbits


def test_no_other_code_point_has_case() -> None:
    without = codepoints.complement(codepoints.union((point, point) for point in codepoints.fold_orbits()))
    written = "".join(rf"\x{{{first:X}}}-\x{{{last:X}}}" for first, last in without)
    matched = codepoints._matched_by(f"(?i:[{written}])")
    assert matched is not None
    assert codepoints.size(codepoints.difference(matched, without)) < 10


RANGES = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)).map(lambda pair: (min(pair), max(pair)))).map(codepoints.union)


@given(RANGES, RANGES)
def test_sets_are_sets(left: codepoints.Ranges, right: codepoints.Ranges) -> None:
    def members(ranges: codepoints.Ranges) -> set[int]:
        return {point for point in range(100) if codepoints.contains(ranges, point)}

    assert members(codepoints.union(left, right)) == members(left) | members(right)
    assert members(codepoints.intersection(left, right)) == members(left) & members(right)
    assert members(codepoints.difference(left, right)) == members(left) - members(right)
    assert codepoints.size(left) == len(members(left))
    assert codepoints.complement(codepoints.complement(left)) == left
