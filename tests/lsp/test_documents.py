"""The client's text is reproduced exactly: the document's edits against a model that counts characters one by one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maguyva.lsp.documents import Document
from maguyva.text import LineIndex


def units(char: str, encoding: str) -> int:
    if encoding == "utf-8":
        return len(char.encode("utf-8", "surrogatepass"))
    return 2 if encoding == "utf-16" and ord(char) > 0xFFFF else 1


def offset_in(text: str, line: int, character: int, encoding: str) -> int:
    """The index of a position in a string, by counting."""
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]
    if line >= len(starts):
        return len(text)
    at = starts[line]
    end = starts[line + 1] if line + 1 < len(starts) else len(text)
    while end > at and text[end - 1] in "\r\n" and line + 1 < len(starts):
        end -= 1
    while at < end and character >= units(text[at], encoding):
        character -= units(text[at], encoding)
        at += 1
    return at


def joined(text: str) -> str:
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def as_bytes(text: str) -> bytes:
    return re.sub("[\ud800-\udfff]", "\ufffd", text).encode()


PIECES = st.lists(st.sampled_from(["a", "b c", "é", "e\u0301", "😋", "雨", "\n", "\r\n", "\r", "\x0c", "\u2028", "\x85", "\ud83d", "\ude0b", "\t", ""]), max_size=6).map("".join)
PLACES = st.tuples(st.integers(0, 6), st.integers(0, 9))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(["utf-8", "utf-16", "utf-32"]), PIECES, st.lists(st.tuples(PLACES, PLACES, PIECES), max_size=6))
def test_edits_give_the_text_that_the_client_has(encoding, text, edits) -> None:
    document, model = Document.opened("untitled:a", "python", 1, "untitled:a", text), joined(text)
    for one, other, added in edits:
        # An editor sends ordered ranges at whole characters; halves have a test of their own.
        (top, left), (bottom, right) = sorted((one, other))
        first, last = offset_in(model, top, left, encoding), offset_in(model, bottom, right, encoding)
        start, end = position_in(model, first, encoding), position_in(model, last, encoding)
        document.edit(start, end, added, encoding)
        model = joined(model[:first] + added + model[last:])
        assert document.searched() == as_bytes(model)
        assert document.starts.tolist() == list(LineIndex.of(document.searched()).starts)


def position_in(text: str, offset: int, encoding: str) -> tuple[int, int]:
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]
    line = max(number for number, start in enumerate(starts) if start <= offset)
    return line, sum(units(char, encoding) for char in text[starts[line] : offset])


@pytest.mark.parametrize(
    ("encoding", "text", "start", "end", "added", "expected"),
    [
        ("utf-16", 'x = "😋"', (0, 7), (0, 7), "!", 'x = "😋!"'),
        ("utf-8", 'x = "😋"', (0, 9), (0, 9), "!", 'x = "😋!"'),
        ("utf-32", 'x = "😋"', (0, 6), (0, 6), "!", 'x = "😋!"'),
        ("utf-16", "a\r\nb", (0, 99), (0, 99), "!", "a!\r\nb"),
        ("utf-16", "a\r\nb", (9, 9), (9, 9), "!", "a\r\nb!"),
        ("utf-16", "a\rb", (1, 0), (1, 1), "c", "a\rc"),
        ("utf-16", "a\x0cb\nc", (1, 0), (1, 0), "!", "a\x0cb\n!c"),
        ("utf-16", "a\u2028b\nc", (1, 0), (1, 1), "d", "a\u2028b\nd"),
        ("utf-16", "a😋b", (0, 2), (0, 3), "", "a\ufffdb"),
        ("utf-16", "a😋b", (0, 2), (0, 2), "-", "a\ufffd-\ufffdb"),
        ("utf-8", "éa", (0, 1), (0, 1), "!", "!éa"),
        ("utf-16", "ab", (0, 2), (0, 1), "!", "ab!"),
    ],
)
def test_a_position_is_where_the_client_means_it(encoding, text, start, end, added, expected) -> None:
    document = Document.opened("untitled:a", "python", 1, "untitled:a", text)
    document.edit(start, end, added, encoding)
    assert document.searched().decode() == expected


def test_halves_of_an_emoji_that_meet_are_the_emoji() -> None:
    document = Document.opened("untitled:a", "python", 1, "untitled:a", "x")
    document.edit((0, 1), (0, 1), "\ud83d", "utf-16")
    assert document.searched().decode() == "x\ufffd"
    document.edit((0, 2), (0, 2), "\ude0b y", "utf-16")
    assert document.searched().decode() == "x😋 y"
    assert not document.has_halves


def test_a_keystroke_in_two_megabytes_is_cheap() -> None:
    import time

    document = Document.opened("untitled:a", "python", 1, "untitled:a", "value = compute(1)  # é\r\n" * 80_000)
    started = time.perf_counter()
    for number in range(50):
        document.edit((40_000, number), (40_000, number), "x", "utf-16")
    assert (time.perf_counter() - started) / 50 < 0.02
    assert document.searched().count(b"x" * 50) == 1
