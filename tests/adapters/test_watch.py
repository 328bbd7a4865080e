"""Watching without the client's help: what the rules leave, and nothing they leave out."""

from __future__ import annotations

import time
from pathlib import Path

from maguyva.adapters.folders import Unlisted
from maguyva.adapters.watch import Watcher, folders_within
from maguyva.settings import Settings


def test_ignored_folders_are_never_watched(tmp_path: Path) -> None:
    for name in ("src/deep", "node_modules/a/b", ".git/objects", "build/out", "docs"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / ".gitignore").write_text("node_modules\nbuild/\n")
    watched = folders_within([tmp_path], Settings(exclude=("docs",), cache_folder=tmp_path / "cache"))
    assert sorted(Path(path).relative_to(tmp_path).as_posix() for path in watched) == [".", "src", "src/deep"]


def test_changes_are_told_also_in_folders_that_came_later(tmp_path: Path) -> None:
    told: list[str] = []
    watcher = Watcher(lambda: [tmp_path], Settings(cache_folder=tmp_path / "cache"), told.extend)

    def eventually(name: str) -> None:
        until = time.monotonic() + 20
        while not any(path.endswith(name) for path in told):
            assert time.monotonic() < until, told
            time.sleep(0.05)

    while not watcher.folders:
        time.sleep(0.01)
    time.sleep(0.3)
    (tmp_path / "a.py").write_text("a")
    eventually("a.py")
    (tmp_path / "new").mkdir()
    until = time.monotonic() + 20
    while str(tmp_path / "new") not in watcher.folders:
        assert time.monotonic() < until
        time.sleep(0.05)
    time.sleep(0.3)
    (tmp_path / "new" / "b.py").write_text("b")
    eventually("b.py")
    watcher.close()


def test_what_a_walk_left_out_is_not_asked_again_until_the_rules_change(tmp_path: Path) -> None:
    for name in ("out/deep/x.py", "src/a.log", "src/new/b.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    known = {"src/a.py"}.__contains__
    news = Unlisted()
    asked = news.sift(["out/deep/x.py", "src/a.py", "src/a.log", "src/new/b.py", ".git/index", ".git/info/exclude"], known)
    assert asked == [".git/info/exclude", "out/deep/x.py", "src/a.log", "src/a.py", "src/new/b.py"]
    news.learn(asked, frozenset({"src", "src/new"}), {"src/a.py", "src/new/b.py"}.__contains__, lambda path: str(tmp_path / path))
    assert news.sift(["out/y.py", "out/deep/x.py", "src/a.py", "src/a.log", "src/b.log", "src/new/c.py"], known) == ["src/a.py", "src/b.log", "src/new/c.py"]
    news.forget()
    assert news.sift(["out/y.py"], known) == ["out/y.py"]
