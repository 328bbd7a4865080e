"""Exact matching: the lines are ripgrep's. Tables say what is decided; random trees are compared with the real `rg`."""

from __future__ import annotations

import base64
import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maguyva.index.trigram import Trigrams
from maguyva.search.grep import GrepLine, grep
from maguyva.search.textmatch import Case, compile_pattern, count_matches, find_lines, first_matches, normalised_variants

needs_ripgrep = pytest.mark.skipif(shutil.which("rg") is None, reason="ripgrep is not installed")

Found = list[tuple[int, bytes, list[tuple[int, int]]]]


def found(text: bytes, query: str, *, regex: bool = False, case: Case = "sensitive", word: bool = False) -> Found:
    """(1-based line, the line, match offsets in it) of each matching line."""
    pattern = compile_pattern(query, regex=regex, case=case, word=word)
    lines = list(find_lines(pattern, text))
    assert [line[:3] for line in lines] == [line[:3] for line in first_matches(pattern, text)]
    assert sum(len(line.matches) for line in lines) == count_matches(pattern, text)
    return [
        (line.line_number + 1, text[line.line_start : line.line_end], [(a - line.line_start, b - line.line_start) for a, b in line.matches])
        for line in lines
    ]


# ---- decided cases ----

LITERALS = [
    # (text, query, case, word, [(line, matches)])
    (b"foo\nbar foo foo\n", "foo", "sensitive", False, [(1, [(0, 3)]), (2, [(4, 7), (8, 11)])]),
    (b"aaaa", "aa", "sensitive", False, [(1, [(0, 2), (2, 4)])]),
    (b"foo\r\nbar\r\n", "foo", "sensitive", False, [(1, [(0, 3)])]),
    (b"Foo foo FOO", "foo", "insensitive", False, [(1, [(0, 3), (4, 7), (8, 11)])]),
    (b"Foo foo", "foo", "smart", False, [(1, [(0, 3), (4, 7)])]),
    (b"Foo foo", "Foo", "smart", False, [(1, [(0, 3)])]),
    ("\u212aey key".encode(), "key", "insensitive", False, [(1, [(0, 5), (6, 9)])]),
    ("mi\u017fs".encode(), "MISS", "insensitive", False, [(1, [(0, 5)])]),
    ("É é".encode(), "é", "insensitive", False, [(1, [(0, 2), (3, 5)])]),
    ("é e\u0301".encode(), "é", "sensitive", False, [(1, [(0, 2)])]),
    (b"caf\xe9 x\n", "x", "sensitive", False, [(1, [(5, 6)])]),
    (b"foo_bar foo\n_foo\nfoo", "foo", "sensitive", True, [(1, [(8, 11)]), (3, [(0, 3)])]),
    ("éfoo\nfoo é\n…foo".encode(), "foo", "sensitive", True, [(2, [(0, 3)]), (3, [(3, 6)])]),
    (b"\xe9foo\nfoo\xe9\n", "foo", "sensitive", True, []),
    (b"aaa aa", "aa", "sensitive", True, [(1, [(4, 6)])]),
    (b"++ a", "+", "sensitive", True, [(1, [(0, 1)])]),
    (b"x-y\n - \n-", "-", "sensitive", True, [(2, [(1, 2)]), (3, [(0, 1)])]),
    (b"a\n\nb", "", "sensitive", False, [(1, [(0, 0)]), (2, [(0, 0)]), (3, [(0, 0)])]),
    (b"", "", "sensitive", False, []),
    (b"\n", "", "sensitive", False, [(1, [(0, 0)])]),
]


@pytest.mark.parametrize(("text", "query", "case", "word", "expected"), LITERALS)
def test_literals(text: bytes, query: str, case: Case, word: bool, expected: list[tuple[int, list[tuple[int, int]]]]) -> None:
    lines = found(text, query, case=case, word=word)
    # An empty query matches everywhere; where it does first is enough.
    assert [(number, matches if query else matches[:1]) for number, _, matches in lines] == expected


REGEXES = [
    # (text, regular expression, case, lines)
    (b"foo\r\nfoo\n", "foo$", "sensitive", [2]),
    (b"a\nb\n", "^", "sensitive", [1, 2]),
    (b"a\n\nb", "^$", "sensitive", [2]),
    (b"a\n", "^$", "sensitive", []),
    (b"a\nb", r"a\sb", "sensitive", []),
    (b"a\nb", "a[^x]b", "sensitive", []),
    ("naïve na ïve".encode(), r"\bna\b", "sensitive", [1]),
    ("naïve\nna\n".encode(), r"\bna\b", "sensitive", [2]),
    ("0é0\né0".encode(), r"\b0é", "sensitive", [1]),
    ("é".encode(), r"\B", "sensitive", []),
    ("éa".encode(), r"\B", "sensitive", [1]),
    ("٣\n3\nx".encode(), r"\d", "sensitive", [1, 2]),
    (b"caf\xe9\n", "caf.", "sensitive", []),
    (b"caf\xe9\n", "caf$", "sensitive", []),
    (b"\xe0\x80\x80", "^.$", "sensitive", []),  # RE2 alone would take an overlong form for a character.
    (b"Foo\nfoo\n", "foo", "smart", [1, 2]),
    (b"Foo\nfoo\n", r"\Woo|Foo", "smart", [1]),
    (b"x foo\nX FOO\n", r"\S foo", "smart", [1, 2]),
    (b"a{b\n", "a{b", "sensitive", [1]),
    (b"a/b\n", r"a\/b", "sensitive", [1]),
    ("Ж\nж\n".encode(), r"[^\PLж]", "sensitive", [1]),
    ("Ж\n".encode(), "[а-я]", "insensitive", [1]),
    (b"aXb\n", "(?i)x(?-i)B", "sensitive", []),
    (b"foofoo\n", "(?P<twice>foo){2}", "sensitive", [1]),
    (b"tab\t\n", r"\x{9}$", "sensitive", [1]),
]


@pytest.mark.parametrize(("text", "query", "case", "lines"), REGEXES)
def test_regular_expressions(text: bytes, query: str, case: Case, lines: list[int]) -> None:
    assert [number for number, _, _ in found(text, query, regex=True, case=case)] == lines


ERRORS = [
    "(", ")", "[a", "a)", "(?=x)", "(?<!x)", r"\1", r"\C", r"\Qa", "*a", "a|*", "[b-a]", "[[a]", "[a&&b]", r"[\d-z]", r"\p{Nonsense}", r"\x{110000}",
    r"\x{d800}", "a\\", "a\nb", r"\n", "[[:no:]]", "(?x)a", "(?P<1>a)", "a{2,1}", "a{1001}", "(" * 200 + ")" * 200, r"[^\x00-\x{10ffff}]", "\udce9",
    "((a{100}){100}){100}", "x" * 20_000, "[", "[]", "[^]", "(?", "(?P<a", "{1}", r"\p", r"\p{", "[a-", "(?i", "(?i)*",
]  # fmt: skip


@pytest.mark.parametrize("query", ERRORS, ids=lambda query: ascii(query[:20]))
def test_a_bad_pattern_is_one_clear_line(query: str) -> None:
    with pytest.raises(ValueError) as problem:
        compile_pattern(query, regex=True)
    assert 10 < len(str(problem.value)) < 150 and "\n" not in str(problem.value)


@given(st.text(st.sampled_from(r"ab(|)[]{}*+?^$.\-,:&~<=!Piw012 é" + "\n\ud800"), max_size=12), st.booleans(), st.booleans())
def test_compiling_is_total(query: str, regex: bool, word: bool) -> None:
    try:
        pattern = compile_pattern(query, regex=regex, word=word)
    except ValueError:
        return
    list(find_lines(pattern, "abé w0\n(a)\n".encode() + b"\xff"))


@pytest.mark.parametrize("query", ["a\nb", "\udce9", "x" * (1 << 20) + "x"])
def test_a_bad_literal_is_an_error(query: str) -> None:
    with pytest.raises(ValueError):
        compile_pattern(query, regex=False)


def test_a_literal_of_a_megabyte_is_found() -> None:
    query = "ab" * (1 << 19)
    pattern = compile_pattern(query, regex=False, case="insensitive")
    text = b"x\n" + query.upper().encode()
    assert Trigrams.build([b"other", text]).candidates(pattern.plan).tolist() == [1]
    assert [line.line_number for line in find_lines(pattern, text)] == [1]


def test_normalised_variants() -> None:
    assert normalised_variants("ascii") == ("ascii",)
    assert normalised_variants("caf\u00e9") == ("caf\u00e9", "cafe\u0301")
    assert normalised_variants("cafe\u0301") == ("cafe\u0301", "caf\u00e9")


# ---- the stream ----


def stream(text: bytes, query: str) -> list[GrepLine]:
    return list(grep([("f", text)], compile_pattern(query, regex=False, case="sensitive")))


def test_a_line_of_grep() -> None:
    text = 'smile = "😋"; naïve\r\nnext naïve\r\n'.encode()
    first, second = stream(text, "naïve")
    assert (first.path, first.line, first.raw[-1:], first.text) == ("f", 1, b"\r", 'smile = "😋"; naïve\r')
    assert first.range == ((0, 14), (0, 19))
    assert first.positions("utf-8") == ((0, 16), (0, 22))
    assert second.range == ((1, 5), (1, 10))


def test_lone_returns_are_lines_to_an_editor_and_not_to_grep() -> None:
    lines = stream(b"a\rb\r\nc\rd x\n\rx\r\n", "x")
    assert [(line.line, line.range) for line in lines] == [(2, ((3, 2), (3, 3))), (3, ((5, 0), (5, 1)))]


def test_lines_are_streamed() -> None:
    def files() -> Iterator[tuple[str, bytes]]:
        yield "a", b"one x\ntwo x\n"
        raise AssertionError("the second file was read before it was asked for")

    stream_of_lines = grep(files(), compile_pattern("x", regex=False))
    assert [next(stream_of_lines).line, next(stream_of_lines).line] == [1, 2]


# ---- ripgrep ----

PIECES = [
    "foo", "Foo", "FOO", "bar", "_", "k", "K", "s", "S", "\u212a", "\u017f", "é", "É", "e\u0301", "ß", "ẞ", "İ", "ı", "i", "I", "雨", "😋", "\u200d",
    "\u00a0", "\u2028", "ⓐ", "Ⓐ", "Ⅷ", "٣", "0", "00", "1", ".", "-", "--", "(", ")", "[", "]", "}", "*", "+", "?", "^", "$", "|", "\\", "/", '"', "'",
    " ", "  ", "\t", "\r", "\x0b", "\x85", "µ", "μ", "Σ", "σ", "ς", "Ж", "ж", "ǅ", "ǆ", "\x7f", "\x80", "#", "a", "A", "aa", "ab", "\u0345", "ι",
]  # fmt: skip
NOT_UTF8 = [b"\xe9", b"\xc3", b"\xe2\x84", b"\xff", b"\x80", b"\xed\xa0\x80", b"\xe0\x80\x80", b"\xf4\x90\x80\x80", b"\xc5", b"\xbf"]
REGEX_ATOMS = [
    ".", ".*", ".+?", r"\w", r"\W", r"\d", r"\D", r"\s", r"\S", r"\b", r"\B", "^", "$", "[a-z]", "[^a-z]", "[[:alpha:]]", "[^k]", "[ks]", r"\pL",
    r"\p{Lu}", r"\p{Greek}", r"\P{L}", r"[\w.]", r"[^\W0]", "(?i)", "(?i:k)", "(?-i:K)", "[à-ý]", r"\x{e9}", "0", r"[^\x00-\x7f]", r"[\d_]", r"\A", r"\z",
]  # fmt: skip


def nasty_tree(folder: Path, source: random.Random) -> list[tuple[str, bytes]]:
    """Files of all that goes wrong, and their texts as our reader hands them on."""

    def line() -> bytes:
        size = source.choice([0, 1, 2, 3, 5, 8])
        return b"".join(source.choice(NOT_UTF8) if source.random() < 0.06 else source.choice(PIECES).encode() for _ in range(size))

    files = []
    for number in range(40):
        text = b"".join(line() + source.choice([b"\n", b"\n", b"\r\n"]) for _ in range(source.choice([0, 1, 5, 30])))
        if source.random() < 0.4:
            text += line()
        if number % 3 == 0:
            text = text.decode("utf-8", "ignore").encode("ascii", "ignore")
        if text.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
            text = b"x" + text
        name = f"file{number:02}.txt"
        written = text
        if number % 10 == 1:
            written = b"\xef\xbb\xbf" + text
        if number % 10 == 2:
            text = text.decode("utf-8", "ignore").encode()
            written = b"\xff\xfe" + text.decode().encode("utf-16-le")
        (folder / name).write_bytes(written)
        files.append((name, text))
    return files


def ripgrep(folder: Path, arguments: list[str]) -> dict[str, list[tuple[int, bytes]]]:
    command = ["rg", "--no-config", "--no-ignore", "--json", *arguments, "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode in (0, 1), done.stderr
    lines: dict[str, list[tuple[int, bytes]]] = {}
    for row in map(json.loads, done.stdout.splitlines()):
        if row["type"] == "match":
            content = row["data"]["lines"]
            raw = content["text"].encode() if "text" in content else base64.b64decode(content["bytes"])
            lines.setdefault(row["data"]["path"]["text"].removeprefix("./"), []).append(
                (row["data"]["line_number"], raw.removesuffix(b"\n"))
            )
    return lines


def ours(
    files: list[tuple[str, bytes]], index: Trigrams, query: str, *, regex: bool, case: Case, word: bool
) -> dict[str, list[tuple[int, bytes]]]:
    pattern = compile_pattern(query, regex=regex, case=case, word=word)
    lines: dict[str, list[tuple[int, bytes]]] = {}
    for line in grep((files[ordinal] for ordinal in index.candidates(pattern.plan).tolist()), pattern):
        lines.setdefault(line.path, []).append((line.line, line.raw))
    return lines


def options(*, regex: bool, case: Case, word: bool, query: str) -> list[str]:
    return [
        *([] if regex else ["-F"]),
        {"sensitive": "-s", "insensitive": "-i", "smart": "-S"}[case],
        *(["-w"] if word else []),
        "-e",
        query,
    ]


def escaped(text: str) -> str:
    return "".join("\\" + char if char in r"\.+*?()|[]{}^$#-" else char for char in text)


@needs_ripgrep
@pytest.mark.parametrize("seed", range(4))
def test_literals_as_ripgrep(tmp_path: Path, seed: int) -> None:
    source = random.Random(seed)
    files = nasty_tree(tmp_path, source)
    index = Trigrams.build([text for _, text in files])
    for _ in range(100):
        text = source.choice(files)[1]
        start = source.randrange(len(text) + 1)
        query = text[start : start + source.choice([1, 2, 4, 12, 40])].decode("utf-8", "ignore").split("\n")[0]
        if source.random() < 0.25:
            query = "".join(source.choices(PIECES, k=source.randint(0, 3)))
        if source.random() < 0.3:
            query = query.swapcase()
        case: Case = source.choice(("sensitive", "insensitive", "smart"))
        word = source.random() < 0.4
        theirs = ripgrep(tmp_path, options(regex=False, case=case, word=word, query=query))
        assert ours(files, index, query, regex=False, case=case, word=word) == theirs, (query, case, word)


@needs_ripgrep
@pytest.mark.parametrize("seed", range(4))
def test_regular_expressions_as_ripgrep(tmp_path: Path, seed: int) -> None:
    source = random.Random(100 + seed)
    files = nasty_tree(tmp_path, source)
    index = Trigrams.build([text for _, text in files])

    def regex(depth: int) -> str:
        chance = source.random()
        if depth > 2 or chance < 0.5:
            return source.choice(REGEX_ATOMS) if source.random() < 0.4 else escaped(source.choice(PIECES))
        if chance < 0.75:
            return regex(depth + 1) + regex(depth + 1)
        if chance < 0.85:
            return f"(?:{regex(depth + 1)}|{regex(depth + 1)})"
        return f"(?:{regex(depth + 1)}){source.choice(['*', '+', '?', '{2}', '{1,3}', '*?', '{0,2}', '??'])}"

    for _ in range(100):
        query = "".join(regex(0) for _ in range(source.randint(1, 3)))
        case: Case = source.choice(("sensitive", "insensitive"))
        word = source.random() < 0.25
        theirs = ripgrep(tmp_path, options(regex=True, case=case, word=word, query=query))
        assert ours(files, index, query, regex=True, case=case, word=word) == theirs, (query, case, word)
