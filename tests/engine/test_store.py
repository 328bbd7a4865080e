"""A cache that is damaged, foreign, too new, read-only or full: said in a note, never believed, never in the way of an answer."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from maguyva.engine import Engine

from .conftest import PATIENCE, Workspace, answers, names

NOBODY = 65534


def segment(store: Path, kind: str) -> Path:
    (found,) = store.glob(f"{kind}-*.seg")
    return found


def flip(path: Path, place: float) -> None:
    raw = bytearray(path.read_bytes())
    raw[int(place * (len(raw) - 1))] ^= 0x40
    path.write_bytes(raw)


def rewrite_manifest(store: Path, **fields: object) -> None:
    path = store / "manifest.json"
    body = json.dumps({**json.loads(json.loads(path.read_text())["body"]), **fields})
    path.write_text(json.dumps({"crc32": zlib.crc32(body.encode()), "body": body}))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "base: a bit at the start": lambda store: flip(segment(store, "base"), 0),
    "base: a bit in the header": lambda store: flip(segment(store, "base"), 0.01),
    "base: a bit in the middle": lambda store: flip(segment(store, "base"), 0.5),
    "base: cut short": lambda store: os.truncate(segment(store, "base"), 1000),
    "base: empty": lambda store: os.truncate(segment(store, "base"), 0),
    "base: gone": lambda store: segment(store, "base").unlink(),
    "vectors: a bit": lambda store: flip(segment(store, "vectors"), 0.8),
    "vectors: empty": lambda store: os.truncate(segment(store, "vectors"), 0),
    "vectors: the base": lambda store: shutil.copy(segment(store, "base"), segment(store, "vectors")),
    "manifest: empty": lambda store: os.truncate(store / "manifest.json", 0),
    "manifest: a bit": lambda store: flip(store / "manifest.json", 0.5),
    "manifest: another folder's": lambda store: rewrite_manifest(store, folder="/somewhere/else"),
    "manifest: of the future": lambda store: rewrite_manifest(store, manifest=99),
    "manifest: made by a later version": lambda store: rewrite_manifest(store, versions={"index": "99"}),
    "manifest: a way out": lambda store: rewrite_manifest(store, segments={"base": "../../base.seg"}),
    "manifest: no object": lambda store: (store / "manifest.json").write_text("[" * 100_000),
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """One workspace for all damages: what one test has made anew, the next one damages."""
    workspace = Workspace(tmp_path_factory.mktemp("kept"))
    yield workspace
    workspace.end()


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_index_is_set_aside_and_made_anew(kept: Workspace, what: str) -> None:
    options: dict[str, Any] = {"embedding_provider": "local" if what.startswith("vectors") else "off"}
    first = kept.engine(**options)
    known, store = answers(first), first._store
    assert store is not None
    first.close()
    DAMAGES[what](store)
    second = kept.engine(update=False, **options)
    report = second.update()
    assert not report.warm and len(report.notes) == 1 and "set aside" in report.notes[0]
    assert second.status()["notes"] == list(report.notes)
    assert answers(second) == known
    third = kept.engine(update=False, **options).update()
    assert (third.warm, third.read, third.notes) == (True, 0, ()), "and it was kept"
    assert len(list(store.glob("*.seg"))) == 2 - (options["embedding_provider"] == "off"), "nothing of the damaged one is left"


def test_an_unreadable_facts_cache_is_begun_anew(workspace: Workspace) -> None:
    workspace.engine().close()
    database = workspace.settings.cache_folder / "facts" / "cache.db"
    for damage in (b"", b"not a database" * 1000):
        for more in database.parent.glob("cache.db*"):
            more.write_bytes(damage)
        workspace.write("shop/prices.py", f"def fresh_{len(damage)}(): pass\n")
        engine = workspace.engine()
        assert names(engine, f"fresh_{len(damage)}") == ["shop/prices.py"] and not engine.notes
        engine.close()
    workspace.check(workspace.engine())


def check_unkept(workspace: Workspace, engine: Engine, note: str) -> None:
    assert any(note in line for line in engine.notes), engine.notes
    assert names(engine, "Basket") == ["shop/prices.py"]
    engine.edit("notes.txt", b"def not_kept(): pass")
    assert engine.settle(None, PATIENCE)
    workspace.check(engine)


def test_a_file_in_the_place_of_the_cache(workspace: Workspace) -> None:
    workspace.settings.cache_folder.write_text("mine")
    engine = workspace.engine()
    check_unkept(workspace, engine, "the index stays in memory")
    assert engine.status()["cache"]["working"] is False  # type: ignore[index]
    assert engine.update().read == 0, "in memory it is warm all the same"


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A folder that other users can reach, as `tmp_path` is not."""
    folder = Path(tempfile.mkdtemp()).resolve()
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="becomes somebody else")
@pytest.mark.parametrize("kept_before", [False, True])
def test_a_read_only_cache(open_place: Path, kept_before: bool) -> None:
    workspace = Workspace(open_place)
    workspace.settings = replace(workspace.settings, embedding_provider="off")
    if kept_before:
        workspace.engine().close()
        workspace.write("shop/prices.py", "class Basket: pass\n")
    else:
        (workspace.settings.cache_folder / "workspaces").mkdir(parents=True)
    for place in (workspace.settings.cache_folder, *workspace.settings.cache_folder.rglob("*")):
        os.chown(place, NOBODY, NOBODY)
        place.chmod(0o500 if place.is_dir() else 0o400)
    os.seteuid(NOBODY)
    try:
        engine = workspace.engine()
        assert names(engine, "Basket") == ["shop/prices.py"]
        assert engine.notes, "it is said"
        read = engine.update(afresh=True)
        assert any("memory" in line for line in read.notes), read.notes
    finally:
        os.seteuid(0)
    workspace.check(engine)
    workspace.end()


@pytest.mark.skipif(os.name != "posix", reason="resource limits")
@pytest.mark.parametrize("room", [0, 10_000])
def test_a_full_disk(workspace: Workspace, room: int) -> None:
    """A file that may not grow behaves as on a full disk: the write fails in the middle."""
    process = workspace.run(
        f"import json, resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
        "engine = Engine([folder], settings); report = engine.update()\n"
        "print(json.dumps([report.files, report.notes, [hit.path for hit in engine.symbols('Basket', 1)], [*engine.status()['index']['parts'].values()]]))"
    )
    files, notes, found, parts = json.loads(process.communicate(timeout=PATIENCE)[0])
    assert process.returncode == 0 and found == ["shop/prices.py"] and all(parts)
    assert any("memory" in note for note in notes), notes
    engine = workspace.engine()
    assert engine.snapshot.file_count == files and not engine.notes, "with room again nothing is left of it"
