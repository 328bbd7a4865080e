from __future__ import annotations

import contextlib
import os
import pickle
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import diskcache
import pytest

from maguyva.adapters.cache import Cache

Opener = Callable[..., Cache]


@pytest.fixture
def opened() -> Iterator[Opener]:
    """Opens caches, and closes them after the test."""
    caches: list[Cache] = []

    def open_one(folder: Path, limit: int = 100_000_000) -> Cache:
        caches.append(Cache(folder, limit))
        return caches[-1]

    yield open_one
    for cache in caches:
        cache.close()


def database(folder: Path) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(sqlite3.connect(folder / "cache.db", isolation_level=None))


def test_what_is_stored_comes_back_to_any_process_and_to_nobody_else(opened: Opener, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "facts"
    items = {b"a": b"", b"b": b"\0\xff" * 300_000, b"\0" * 32: b"x"}
    one, two = opened(folder), opened(folder)
    assert one.set_many(items) and one.working and not one.problem
    assert two.get_many([*items, b"unknown"]) == items
    assert two.set_many({b"a": b"newer"}) and one.get_many([b"a"]) == {b"a": b"newer"}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700 or os.name != "posix"
    assert [path.name for path in folder.iterdir() if not path.name.startswith("cache.db")] == []  # Values are in the database alone.
    one.close()
    assert not one.working and one.get_many([b"a"]) == {} and not one.set_many({b"a": b"x"})


class _Bomb:
    def __reduce__(self) -> tuple[object, ...]:
        return (Path.touch, (Path("exploded"),))


def test_nothing_is_unpickled_and_no_file_is_read_or_deleted_for_a_foreign_row(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "facts"
    cache = opened(folder)
    keys = [b"k%d" % number for number in range(6)]
    cache.set_many({key: b"good" for key in keys})
    precious = tmp_path / "precious"
    precious.write_bytes(b"not yours")
    rows = [
        (4, None, pickle.dumps(_Bomb())),
        (4, str(precious), None),
        (2, str(precious), None),
        (3, str(precious), None),
        (1, None, 12),
    ]
    with database(folder) as foreign:
        for key, row in zip(keys, rows, strict=False):
            foreign.execute("UPDATE Cache SET mode = ?, filename = ?, value = ? WHERE key = ?", (*row, key))
        foreign.execute("INSERT INTO Cache (key, raw, mode, value) VALUES (?, 0, 4, ?)", (pickle.dumps(_Bomb()), b"x"))
    assert opened(folder).get_many(keys) == {b"k5": b"good"}
    assert cache.set_many(dict.fromkeys(keys, b"again")) and cache.get_many(keys) == dict.fromkeys(keys, b"again")
    assert precious.exists() and not (tmp_path / "exploded").exists()
    with pytest.raises(TypeError):
        cache._store.set(b"k", {"a": 1})
    with pytest.raises(TypeError):
        cache._store.set("text key", b"v")


@pytest.mark.parametrize("value", [b"", b"MGV1", b"\0" * 40, b"MGV9" + b"\0" * 40])
def test_a_damaged_value_is_a_miss(opened: Opener, value: bytes, tmp_path: Path) -> None:
    cache = opened(tmp_path / "facts")
    cache.set_many({b"a": b"hello", b"b": b"world", b"c": b"!"})
    with database(tmp_path / "facts") as foreign:
        foreign.execute("UPDATE Cache SET value = ? WHERE key = ?", (value, b"a"))
        foreign.execute(
            "UPDATE Cache SET value = (SELECT value FROM Cache WHERE key = ?) WHERE key = ?", (b"c", b"b")
        )  # Sound, but not b's.
    assert cache.get_many([b"a", b"b", b"c"]) == {b"c": b"!"}


def foreign_schema(folder: Path) -> None:
    with database(folder) as other:
        other.execute("CREATE TABLE Settings (a, b)")


def foreign_policy(folder: Path) -> None:
    Cache(folder, 1_000_000).close()
    with database(folder) as other:
        other.execute("INSERT INTO Settings VALUES ('disk_unheard_of', 1)")


def damage_in_the_middle(folder: Path) -> None:
    cache = Cache(folder, 100_000_000)
    cache.set_many({os.urandom(32): os.urandom(5000) for _ in range(200)})
    cache.close()
    size = (folder / "cache.db").stat().st_size
    with open(folder / "cache.db", "r+b") as file:
        file.seek(4096)
        file.write(b"\xaa" * (size - 4096))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda folder: (folder / "cache.db").write_bytes(b"This is no database. " * 1000),
        lambda folder: (folder / "cache.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000),
        lambda folder: (folder / "cache.db").mkdir(),
        lambda folder: (folder.rmdir(), folder.write_text("a file where the folder should be")),
        foreign_schema,
        foreign_policy,
        damage_in_the_middle,
    ],
    ids=["text", "header only", "a folder", "a file for a folder", "foreign schema", "foreign settings", "damaged pages"],
)
def test_a_broken_or_foreign_cache_is_set_aside_and_begun_anew(opened: Opener, spoil: Callable[[Path], object], tmp_path: Path) -> None:
    folder = tmp_path / "facts"
    folder.mkdir()
    spoil(folder)
    for _ in range(2):  # The damage may show only at the first use; then that use is a miss and the next one works.
        cache = opened(folder)
        cache.get_many([b"a"])
        if not cache.working:
            assert "a file where" in folder.read_text() and cache.problem.startswith("running without the cache")
            return
        cache.set_many({b"a": b"1"})
    assert cache.set_many({b"a": b"1"}) and cache.get_many([b"a"]) == {b"a": b"1"} and not cache.problem
    assert (tmp_path / "facts.damaged").exists()


def test_a_cache_removed_while_it_is_in_use_is_begun_anew_or_off_but_never_raises(opened: Opener, tmp_path: Path) -> None:
    cache = opened(tmp_path / "facts")
    cache.set_many({b"a": b"1"})
    for path in (tmp_path / "facts").iterdir():
        path.unlink()
    (tmp_path / "facts").rmdir()
    for _ in range(5):
        cache.set_many({b"a": b"1"})
        cache.get_many([b"a"])
    assert cache.get_many([b"a"]) == {b"a": b"1"} or cache.problem


@pytest.mark.parametrize("begun", [False, True])
def test_a_read_only_place_is_said_and_survived(
    opened: Opener,
    begun: bool,
    open_folder: Path,
    without_root: Callable[[], AbstractContextManager[None]],
    give_away: Callable[[Path], None],
) -> None:
    folder = open_folder / "facts"
    folder.mkdir()
    if begun:
        cache = opened(folder)
        cache.set_many({b"a": b"1"})
        cache.close()
    give_away(folder)
    for path in (*folder.iterdir(), folder):
        path.chmod(0o500)
    with without_root():
        cache = opened(folder)
        for _ in range(4):
            assert not cache.set_many({b"b": b"2"})
        assert not cache.working and cache.problem.startswith(f"running without the cache {folder}: ") and "\n" not in cache.problem
        assert opened(open_folder / "new").problem.endswith("Permission denied: '" + str(open_folder / "new") + "'")
    assert not (open_folder / "facts.damaged").exists()


def test_a_full_disk_is_said_and_survived(opened: Opener, tmp_path: Path) -> None:
    pytest.importorskip("resource")
    program = f"""
import os, resource
from pathlib import Path
from maguyva.adapters.cache import Cache
cache = Cache(Path({str(tmp_path)!r}) / "facts", 10**9)
cache.set_many({{b"a": b"1"}})
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
for _ in range(20):
    cache.set_many({{os.urandom(8): os.urandom(50_000)}})
print(cache.working, cache.problem)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env={"PYTHONPATH": os.pathsep.join(sys.path)})
    assert run.stdout.startswith("False running without the cache") and "Traceback" not in run.stderr, run.stderr
    assert opened(tmp_path / "facts").get_many([b"a"]) == {b"a": b"1"}


def test_the_oldest_entries_go_when_the_limit_is_reached(opened: Opener, tmp_path: Path) -> None:
    limit = 2_000_000
    cache = opened(tmp_path / "facts", limit)
    keys = [b"%d" % number for number in range(100)]
    for start in range(0, 100, 10):
        cache.set_many({key: os.urandom(100_000) for key in keys[start : start + 10]})
    kept = cache.get_many(keys)
    assert keys[-1] in kept and keys[0] not in kept
    assert (tmp_path / "facts" / "cache.db").stat().st_size < 2 * limit


def test_the_library_still_behaves_as_this_door_expects() -> None:
    # Its own Disk is what must never be used; if its hooks are renamed, ours would silently not be called.
    assert {"put", "get", "store", "fetch", "remove"} <= set(vars(diskcache.Disk))
