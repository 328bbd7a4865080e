"""Notebooks on disk: what the code cells say, and that every position is one of the JSON text. `pages/notebook.*` is the common table."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maguyva.extract import languages
from maguyva.extract.facts import extract
from maguyva.extract.notebook import read_notebook
from maguyva.model import FileFacts

from .test_facts_laws import check_laws

PAGE = (Path(__file__).parent / "pages" / "notebook.ipynb").read_bytes()
NAMES = ("Basket", "__init__", "name", "pay", "café", "préféré", "files", "über", "paid")


def notebook_of(*cells: str, metadata: object = None) -> bytes:
    """A notebook of code cells as Jupyter writes it."""
    made: list[dict[str, object]] = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": cell.splitlines(keepends=True)}
        for cell in cells
    ]
    return json.dumps({"cells": made, "metadata": metadata or {}, "nbformat": 4, "nbformat_minor": 5}, indent=1).encode()


def spelled(piece: bytes) -> str:
    """What a piece of a JSON string says."""
    return str(json.loads(b'"' + piece + b'"'))


def names_of(facts: FileFacts) -> list[str]:
    return [facts.strings[row] for row in facts.symbol_name.tolist()]


def test_every_name_stands_where_it_is_said_to() -> None:
    facts = check_laws(PAGE, "notebook")
    assert facts.problems == []
    strings = facts.strings
    assert names_of(facts) == list(NAMES)
    for table in ("symbol_name", "reference", "binding", "import"):
        column = getattr(facts, "symbol_name" if table == "symbol_name" else f"{table}_name")
        starts, ends = getattr(facts, f"{table}_start"), getattr(facts, f"{table}_end")
        for name, start, end in zip(column.tolist(), starts.tolist(), ends.tolist(), strict=True):
            wanted = strings[name] or "numpy"  # The token of `import numpy` is the module's.
            assert spelled(PAGE[start:end]) == wanted, table
    assert strings[facts.import_module[0]] == "numpy"
    assert (facts.scope_start[0], facts.scope_end[0]) == (0, len(PAGE))


@pytest.mark.parametrize(
    ("symbol", "part", "text"),
    [
        ("Basket", "symbol_doc", '"""Holds \\"things\\"."""'),
        ("__init__", "symbol_signature", 'def __init__(self, name="\\n")'),
        ("pay", "symbol_signature", "def pay(self) -> float"),
        ("über", "symbol_signature", "def über(x)"),
        ("café", "symbol", 'café = "😋"'),
        ("préféré", "symbol", "préféré = Basket(café)"),
        ("paid", "symbol", "paid = über(1)"),
    ],
)
def test_parts_of_a_symbol(symbol: str, part: str, text: str) -> None:
    facts = extract(PAGE, "notebook")
    row = names_of(facts).index(symbol)
    assert spelled(PAGE[getattr(facts, f"{part}_start")[row] : getattr(facts, f"{part}_end")[row]]) == text


def test_a_class_reaches_the_later_cells_and_ends_with_its_own() -> None:
    facts = extract(PAGE, "notebook")
    row = names_of(facts).index("Basket")
    assert PAGE[: facts.symbol_end[row]].endswith(b"return total(np.array([1, 2]))")
    strings = facts.strings
    use = PAGE.index(b"Basket(caf")
    reference = facts.reference_start.tolist().index(use)
    assert strings[facts.reference_name[reference]] == "Basket"
    assert facts.reference_scope[reference] == 0
    names = [strings[name] for name in facts.binding_name.tolist()]
    assert facts.binding_symbol[names.index("Basket")] == row
    types = dict(zip(names, [strings[type_] for type_ in facts.binding_type.tolist()], strict=True))
    assert (types["préféré"], types["files"], types["paid"]) == ("=Basket()", "=[]", "=über()")


def test_each_cell_is_a_chunk_of_its_own() -> None:
    facts = extract(PAGE, "notebook")
    strings = facts.strings
    owners = [strings[facts.symbol_name[row]] if row >= 0 else "" for row in facts.chunk_symbol.tolist()]
    assert [owner for owner in owners if owner] == ["Basket", "__init__", "pay", "über"]
    pieces = [PAGE[start:end] for start, end in zip(facts.chunk_start.tolist(), facts.chunk_end.tolist(), strict=True)]
    for mark in (b"Sales of the", b"%matplotlib", b"%%bash", b"%%time"):
        assert next(piece for piece in pieces if mark in piece).count(b'"source"') == 1
    assert all(piece.count(b'"source"') <= 1 for piece in pieces)


def test_words_are_those_that_are_read() -> None:
    facts = extract(PAGE, "notebook")
    terms = {facts.strings[row] for row in facts.term_string.tolist()}
    assert {"cafe", "prefer", "uber", "basket", "region", "matplotlib", "pip"} <= terms
    assert not any(term.startswith(("ivborw", "njjt", "tdef", "nfile", "ndef")) for term in terms)


@pytest.mark.parametrize(
    ("code", "blanked"),
    [
        ("%matplotlib inline\nx = 1", "0                 \nx = 1"),
        ("if x:\n    !ls -l\n", "if x:\n    0    \n"),
        ("x = !ls\ny, z = %who_ls", "x = []  \ny, z = []     "),
        ("%time f(x)\n%timeit -n 10 -r3 g(x)", "0;    f(x)\n0;                g(x)"),
        ("obj.attr??\n?obj\n!", "0         \n0   \n0"),
        ("!pip \\\n  install\nx", "0     \n         \nx"),
        ("%%time\nf()", "      \nf()"),
        ("%%html\n<b>!</b>", "      \n        "),
        ('a = "%s" % (\n    b\n    %c)\n', 'a = "%s" % (\n    b\n    %c)\n'),
        ('s = """\n%s"""', 's = """\n%s"""'),
        ("x = y % z\nx != y\nx %= 2", "x = y % z\nx != y\nx %= 2"),
    ],
)
def test_what_is_no_python_is_blanked(code: str, blanked: str) -> None:
    # A number is a statement anywhere, also where the line was all that a block held.
    expected = [line if line.strip() else " " * len(line) for line in blanked.split("\n")]
    found = read_notebook(notebook_of(code)).code.decode().removesuffix("\n").split("\n")
    assert [line.rstrip() for line in found] == [line.rstrip() for line in expected]
    assert [len(line) for line in found] == [len(line) for line in code.split("\n")]


@pytest.mark.parametrize(
    ("metadata", "language"),
    [
        ({}, "python"),
        ({"kernelspec": {"language": "R"}}, "r"),
        ({"language_info": {"name": "julia"}}, "julia"),
        ({"kernelspec": {"language": "C++17"}}, "cpp"),
        ({"kernelspec": {"language": "C#"}, "language_info": {"name": "polyglot-notebook"}}, "csharp"),
        ({"kernelspec": {"name": "x"}, "language_info": {"name": "typescript"}}, "typescript"),
        ({"kernelspec": {"language": "brainfuck"}}, "brainfuck"),
        ({"kernelspec": {"language": "notebook"}}, "notebook"),
    ],
)
def test_language_of_the_cells(metadata: object, language: str) -> None:
    text = notebook_of("x = 1", metadata=metadata)
    assert read_notebook(text).language == language
    assert check_laws(text, "notebook").code_language == language


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        (notebook_of("def f(): pass"), ["f"]),
        (json.dumps({"worksheets": [{"cells": [{"cell_type": "code", "input": ["def f(): pass"], "language": "python"}]}]}).encode(), ["f"]),
        (b'{"cells":[{"source":"def f(): pass","cell_type":"code"}]}', ["f"]),
        (b'{"cells":[{"source":[],"cell_type":"code"},{"cell_type":"code"}]}', []),
        (b'{"cells":[{"cell_type":"code","metadata":{"source":["def g(): pass"]},"source":["def f(): pass"]}]}', ["f"]),
        (b'{"cells":[{"cell_type":"code","source":"def g(): pass","source":"def f(): pass"}]}', ["f"]),
        (b'{"cells":[{"cell_type":"raw","source":"def f(): pass"}]}', []),
        (b"{}", []),
        (b"[]", []),
    ],
)
def test_shapes_of_notebooks(text: bytes, symbols: list[str]) -> None:
    facts = check_laws(text, "notebook")
    assert names_of(facts) == symbols and facts.problems == []


@pytest.mark.parametrize("text", [b"", b"null", PAGE[:2000], PAGE.replace(b"]", b"}", 1), b'{"cells":["', b'"\\', b"\xff\xfe\0", b"<html>"])
def test_broken_json_is_windows(text: bytes) -> None:
    facts = check_laws(text, "notebook")
    assert facts.symbol_count == 0 and facts.problems == ["not outlined: no valid JSON"]
    assert facts.chunk_count > 0 or not text


PIECES = st.sampled_from(
    [
        *(b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"\n", b"\\n", b"\\u00e9", b"\\ud83d", b"\\u", b"\\\\", b"\xff", b"\xc3\xa9"),
        *(b'"cells": [', b'"source": [', b'"source": "', b'"cell_type": "code"', b"%%time", b"!ls", b"def f():", b'\\"\\"\\"', b"a" * 1600),
    ]
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_mutated_notebooks(data: st.DataObject) -> None:
    text = PAGE
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + data.draw(st.sampled_from((0, 2, 40, 400))))))
        text = text[:start] + data.draw(st.one_of(PIECES, st.binary(max_size=6))) + text[end:]
    check_laws(text, "notebook")


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(alphabet=st.one_of(st.sampled_from('\n"\\%!?= ()x\té😋'), st.characters(exclude_categories=["Cs"])), max_size=40), max_size=4))
def test_code_is_what_the_cells_say(cells: list[str]) -> None:
    said = "".join(cell + "\n" for cell in cells if cell)
    for language in ("r", "python"):
        text = notebook_of(*cells, metadata={"language": language})
        book = read_notebook(text)
        assert book.language == language
        if language == "r":
            assert book.code.decode() == said
        assert len(book.code) == len(said.encode())
        check_laws(text, "notebook")


@pytest.mark.parametrize("unit", [b"[", b'{"cells":', b'"', b'\\"', b'"a":{', b"{},", b'"iVBOR/+"', b"A", b"%", b"%%x ", b"x = ", b"\\ud83d"])
def test_repeated_fragments_cost_no_more_than_their_length(unit: bytes) -> None:
    text = unit * (400_000 // len(unit))
    started = time.process_time()
    for page in (text, b'{"cells":[{"cell_type":"code","source":"' + text + b'"}]}'):
        extract(page, "notebook")
    assert time.process_time() - started < 10


def test_language_by_name() -> None:
    assert languages.language_of("a/b.ipynb", b"{") == "notebook"
