"""The second start and every update after the first: only what has changed is read, and the answers are those of a fresh index."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from maguyva.adapters.embedding import Embedding
from maguyva.engine import Engine

from .conftest import PROJECT, Workspace, answers, names


@pytest.fixture
def embedded(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The digests of all chunks that were embedded for an overlay; the embedder is the real one."""
    seen: list[bytes] = []
    real = Embedding.documents

    def documents(self, chunks):
        seen.extend(chunks)
        return real(self, chunks)

    monkeypatch.setattr(Embedding, "documents", documents)
    return seen


def again(engine: Engine) -> tuple[int, int]:
    """(files read, files removed) of one more update."""
    report = engine.update()
    return report.read, report.removed


def test_a_second_engine_reads_nothing_and_answers_alike(workspace: Workspace) -> None:
    workspace.write("picture.png", b"\x89PNG\0\0")
    first = workspace.engine()
    known, seen = answers(first), +workspace.seen
    second = workspace.engine(update=False)
    report = second.update()
    assert (report.read, report.removed, report.warm, report.notes) == (0, 0, True, ())  # Not even the binary file.
    assert workspace.seen == seen, "nothing was read, parsed or embedded"
    assert answers(second) == known
    assert second.snapshot.skipped == {"picture.png": "binary"}
    assert second.status()["index"]["parts"] == dict.fromkeys(("text", "structure", "graph", "vectors"), True)  # type: ignore[index]
    workspace.check(second)


def test_only_what_differs_is_read_again(workspace: Workspace) -> None:
    workspace.engine().close()
    workspace.write("shop/prices.py", PROJECT["shop/prices.py"].replace("total", "grand_sum"))
    workspace.write("shop/new.py", "def brand_new():\n    return 'tea'\n")
    (workspace.folder / "notes.txt").unlink()
    engine = workspace.engine(update=False)
    report = engine.update()
    assert (report.read, report.removed, report.warm) == (2, 1, True)
    assert names(engine, "brand_new") == ["shop/new.py"]
    assert again(engine) == (0, 0)
    workspace.check(engine)
    # A touch: read, and nothing is parsed.
    os.utime(workspace.folder / "web/cart.ts", ns=(1, 1))
    parsed = workspace.seen["parsing"]
    assert again(engine) == (1, 0) and again(engine) == (0, 0)
    assert workspace.seen["parsing"] == parsed
    workspace.check(engine)


def test_a_change_that_keeps_size_and_time_is_noticed_while_in_doubt(workspace: Workspace) -> None:
    path = workspace.write("shop/young.py", "def sly_fox():\n    pass\n", age=0)
    engine = workspace.engine()
    status = path.stat()
    with open(path, "r+b") as file:  # The same inode, too.
        file.write(b"def shy_fox():\n    pass\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert path.stat().st_mtime_ns == status.st_mtime_ns and path.stat().st_ino == status.st_ino
    assert engine.update().read == 1
    assert names(engine, "shy_fox") == ["shop/young.py"] and not names(engine, "sly_fox")
    workspace.check(engine)


def test_a_rename_outside_parses_nothing_and_embeds_nothing(workspace: Workspace, embedded: list[bytes]) -> None:
    engine = workspace.engine()
    seen = workspace.seen["parsing"], workspace.seen["embedding"]
    (workspace.folder / "shop/prices.py").rename(workspace.folder / "shop/costs.py")
    assert engine.disk_events(["shop/prices.py", "shop/costs.py"])
    assert names(engine, "Basket") == ["shop/costs.py"]
    assert not any("prices" in hit.path for hit in engine.symbols("total", 50))
    assert (workspace.seen["parsing"], workspace.seen["embedding"]) == seen and not embedded
    assert engine.status()["index"]["parts"]["vectors"]  # type: ignore[index]
    workspace.check(engine)


def branch(number: int, name: str) -> str:
    return f"def {name}_{number}():\n    return total({number})\n"


def test_a_branch_switch_is_one_change_and_the_way_back_parses_nothing(workspace: Workspace) -> None:
    workspace.settings = replace(workspace.settings, worker_count=1)
    paths = [f"lib/part_{number}.py" for number in range(60)]
    for number, path in enumerate(paths):
        workspace.write(path, branch(number, "main"), age=3600)
    engine = workspace.engine()
    published: list[object] = []
    engine._published = lambda: published.append(engine.snapshot.segments)
    for name, parsed in (("feature", 60), ("main", 0), ("feature", 0)):
        before = workspace.seen["parsing"]
        published.clear()
        for number, path in enumerate(paths):
            workspace.write(path, branch(number, name))
        assert engine.disk_events([*paths, ".git/HEAD", ".git/index"])
        assert len({id(segments) for segments in published}) == 1, "one change, whatever the vectors add"
        assert workspace.seen["parsing"] - before == parsed
        assert names(engine, f"{name}_7") == ["lib/part_7.py"]
    # A later start on the branch knows what it saw there before.
    before = workspace.seen["parsing"]
    workspace.check(second := workspace.engine())
    assert workspace.seen["parsing"] == before and second.snapshot.file_count == engine.snapshot.file_count


def test_a_switch_that_is_large_enough_for_a_new_base_can_come_back_too(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maguyva.indexing.OVERLAY_FILES", 10)
    workspace.settings = replace(workspace.settings, embedding_provider="off", worker_count=1)
    paths = [f"lib/part_{number}.py" for number in range(20)]
    for number, path in enumerate(paths):
        workspace.write(path, branch(number, "main"), age=3600)
    engine = workspace.engine()
    for name, parsed in (("feature", 20), ("main", 0), ("feature", 0)):
        before = workspace.seen["parsing"]
        for number, path in enumerate(paths):
            workspace.write(path, branch(number, name))
        engine.update()
        assert not engine.snapshot.segments.overlay_files, "compacted"
        assert workspace.seen["parsing"] - before == parsed
    workspace.check(engine)


def test_vectors_that_are_missing_in_the_store_are_made_at_the_next_start(workspace: Workspace) -> None:
    from maguyva.adapters import segments, stored

    engine = workspace.engine()
    store, wanted = engine._store, stored.versions(engine.settings, engine._embedding.name())
    assert store is not None
    kinds, _ = segments.open_live(store, workspace.folder, wanted)
    known = kinds["vectors"]["known"].copy()
    known[:3] = False
    segments.write_segment(store / "vectors-cut.seg", {"words": kinds["vectors"]["words"], "known": known})
    base = segments.read_manifest(store, workspace.folder, wanted).segments["base"]  # type: ignore[union-attr]
    segments.publish(store, workspace.folder, wanted, {"base": store / base, "vectors": store / "vectors-cut.seg"})
    second = workspace.engine()
    assert second.snapshot.layers[0].vectors is not None and second.snapshot.layers[0].vectors.known.all()
    workspace.check(second)


def test_an_update_from_nothing_trusts_nothing(workspace: Workspace) -> None:
    engine = workspace.engine()
    report = engine.update(afresh=True)
    assert (report.read, report.warm) == (len(PROJECT) - 1, False)
    assert again(engine) == (0, 0)
    workspace.check(engine)
