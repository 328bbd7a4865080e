"""Neighbours in the graph: an edited file has them at once, as an index made afresh would tell."""

from __future__ import annotations

import pytest

from maguyva.extract.facts import extract
from maguyva.extract.languages import language_of
from maguyva.model import Change, IndexedFile
from maguyva.search.neighbours import neighbour_chunks
from maguyva.snapshot import Segment, Snapshot

PROJECT = {
    "a.py": "def f():\n    return 1\n\n\ndef other():\n    return 2\n",
    "b.py": "from a import f\n\n\ndef g():\n    return f()\n\n\ndef h():\n    return g()\n",
    "c.py": "from b import h\n\n\ndef k():\n    return h() + h()\n",
}


def _indexed(path: str, text: str) -> IndexedFile:
    return IndexedFile(path, extract(text.encode(), language_of(path, text.encode())), text.encode())


def _snapshot(files: dict[str, str]) -> Snapshot:
    return Snapshot.of([(Segment.build([_indexed(path, text) for path, text in sorted(files.items())]), None)])


def _neighbours(snapshot: Snapshot, path: str, name: str) -> list[str]:
    file = snapshot.find(path)
    assert file is not None
    facts = snapshot.facts(file)
    row = next(row for row, at in enumerate(facts.symbol_name.tolist()) if facts.strings[at] == name)
    found = []
    for chunk in neighbour_chunks(snapshot, snapshot.symbol_number(file, row)):
        other = snapshot.file_of_chunk(chunk)
        found.append(f"{snapshot.path(other)}:{chunk}")
    return sorted(one.partition(":")[0] for one in found)


EDITS = [
    pytest.param({}, id="nothing edited"),
    pytest.param({"b.py": PROJECT["b.py"].replace("return f()", "return f() + 1")}, id="a file between"),
    pytest.param({"b.py": PROJECT["b.py"].replace("from a import f", "from a import other as f")}, id="an import that leads elsewhere"),
    pytest.param({"c.py": PROJECT["c.py"].replace("h() + h()", "1")}, id="a dependent that stopped"),
    pytest.param({"a.py": PROJECT["a.py"].replace("return 2", "return f()")}, id="a new dependent"),
    pytest.param({"d.py": "from b import g\n\n\ndef m():\n    g()\n"}, id="a new file"),
]


@pytest.mark.parametrize("edits", EDITS)
def test_an_edited_file_has_its_neighbours_at_once(edits: dict[str, str]) -> None:
    edited = _snapshot(PROJECT).apply(Change([(path, _indexed(path, text)) for path, text in edits.items()]))
    fresh = _snapshot({**PROJECT, **edits})
    for path, name in (("a.py", "f"), ("a.py", "other"), ("b.py", "g"), ("b.py", "h"), ("c.py", "k")):
        assert _neighbours(edited, path, name) == _neighbours(fresh, path, name), (path, name)
