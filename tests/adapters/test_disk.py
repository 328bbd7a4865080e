from __future__ import annotations

import codecs
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from maguyva.adapters.disk import WorkspaceError, as_text, is_unchanged, read_file, walk
from maguyva.model import Stamp
from maguyva.settings import Settings, SettingsError

SETTINGS = Settings(cache_folder=Path("/nowhere"))
posix = pytest.mark.skipif(os.name != "posix", reason="POSIX file system")


def put(folder: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode())


def listed(folder: Path, settings: Settings = SETTINGS) -> set[str]:
    return {path for path, _ in walk(folder, settings).files}


# ---- ignore rules: Git is the judge ----

# (ignore files, other files)
IGNORE_CASES: dict[str, tuple[dict[str, str], list[str]]] = {
    "nested and negated, as in row 6 of the cases": (
        {".gitignore": ".vscode\n", "packages/.gitignore": "!playground/.vscode\n", "web/.gitignore": ".output\n"},
        [".vscode/a.json", "packages/playground/.vscode/s.json", "packages/.vscode/t.json", "web/.output/q.js", ".output/q.js"],
    ),
    "anchored": ({".gitignore": "/top\ndoc/*.txt\n"}, ["top", "a/top", "doc/a.txt", "doc/b/a.txt", "x/doc/a.txt"]),
    "folders only": ({".gitignore": "build/\n"}, ["build/o", "src/build", "src/x/build/o"]),
    "stars": (
        {".gitignore": "a/**/z\n**/deep/x\nfoo?bar\nb/*/c\n"},
        ["a/z", "a/1/2/z/f", "q/deep/x", "foo/bar", "fooxbar", "b/c", "b/1/c", "b/1/2/c"],
    ),
    "a file in an ignored folder cannot come back": ({".gitignore": "out/\n!out/keep\n", "out/.gitignore": "!*\n"}, ["out/keep", "out/x"]),
    "all but": ({".gitignore": "/*\n!/src\n/src/*\n!/src/a\n"}, ["x", "src/a/1", "src/b/2", "src/c"]),
    "only one kind": ({".gitignore": "*\n!*/\n!*.py\n"}, ["a.py", "b.c", "d/e.py", "d/f"]),
    "the inner file wins": (
        {".gitignore": "*.log\n!keep.log\n", "p/.gitignore": "!*.log\nkeep.log\n"},
        ["a.log", "keep.log", "p/a.log", "p/keep.log"],
    ),
    "escapes, ranges, spaces": (
        {".gitignore": "\\#lit\n\\!bang\n[ab].c\n[!x].d\ntrail\\ \nplain \n"},
        ["#lit", "!bang", "a.c", "c.c", "x.d", "y.d", "trail ", "plain"],
    ),
    "CRLF, BOM, comments, other letters": ({".gitignore": "\ufeff*.x\r\n# no\r\né*\r\n雨/\r\n"}, ["a.x", "no", "été", "雨/a", "y"]),
    "info/exclude": (
        {".git/info/exclude": "excl\nweb/only\n/anchored\n", "web/.gitignore": "!excl\n"},
        ["excl/1", "web/only/z", "anchored", "web/anchored", "web/excl"],
    ),
    "global excludes": ({}, ["1.glob", "sub/2.glob", "anchored-global", "sub/anchored-global", "dot/only.json", "sub/dot/only.json"]),
    "no rules": ({}, [".hidden", ".github/workflows/ci.yml", "a/.env"]),
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user whose Git configuration is known."""
    folder = tmp_path / "home"
    put(folder, {".gitconfig": f"[core]\n\texcludesFile = {folder}/excludes\n", "excludes": "*.glob\n/anchored-global\ndot/only.json\n"})
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return folder


@pytest.mark.skipif(shutil.which("git") is None, reason="git is the judge")
@pytest.mark.parametrize("case", IGNORE_CASES)
def test_the_walk_lists_what_git_does_not_ignore(case: str, tmp_path: Path, home: Path) -> None:
    rules, names = IGNORE_CASES[case]
    root = tmp_path / "project"
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    put(root, {**rules, **dict.fromkeys(names, "x")})
    put(tmp_path, {".gitignore": "*\n"})  # Above the repository: no rule of it.
    for folder in (root, *(place for place in root.iterdir() if place.is_dir() and place.name != ".git")):
        # A folder inside the repository is a workspace too, under the same rules.
        files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts}
        judged = subprocess.run(
            ["git", "-C", folder, "check-ignore", "-z", "--stdin"], input="\0".join(files).encode(), stdout=subprocess.PIPE
        )
        ignored = set(judged.stdout.decode().split("\0"))
        if folder != root and subprocess.run(["git", "-C", root, "check-ignore", "-q", folder]).returncode == 0:
            continue  # Whoever opens an ignored folder means what is in it; Git would list nothing.
        assert listed(folder) == files - ignored, folder


def test_ignore_files_count_without_a_repository_but_not_those_above(tmp_path: Path, home: Path) -> None:
    put(
        tmp_path,
        {".gitignore": "*\n", ".ignore": "*\n", "w/.gitignore": "*.log\n", "w/.ignore": "tmp\n", "w/a.log": "", "w/tmp/x": "", "w/b": ""},
    )
    assert listed(tmp_path / "w") == {".gitignore", ".ignore", "b"}


def test_repository_folders_and_the_own_cache_are_no_files(tmp_path: Path, home: Path) -> None:
    put(tmp_path, dict.fromkeys([".git/config", "a/.hg/x", "sub/.git", ".jj/y", ".svn/z", "c[1]/cache/facts/cache.db", "c[1]/d"], "x"))
    its_own = Settings(cache_folder=tmp_path / "c[1]" / "cache")
    assert {path for path in listed(tmp_path, its_own) if not path.startswith("home/")} == {"c[1]/d"}
    assert {path for path in listed(tmp_path) if not path.startswith("home/")} == {"c[1]/cache/facts/cache.db", "c[1]/d"}


@pytest.mark.parametrize(
    ("exclude", "include", "expected"),
    [
        (("*.min.js",), (), {"a.js", "lib/c.py", "lib/deep/d.js"}),
        (("lib/",), (), {"a.js", "a.min.js"}),
        (("/lib/*.py",), (), {"a.js", "a.min.js", "lib/b.min.js", "lib/deep/d.js"}),
        (("lib/*", "!lib/c.py"), (), {"a.js", "a.min.js", "lib/c.py"}),
        ((), ("*.py", "lib/deep/"), {"lib/c.py", "lib/deep/d.js"}),
        (("*.min.js",), ("*.js",), {"a.js", "lib/deep/d.js"}),
        (("{a,",), (), {"a.js", "a.min.js", "lib/b.min.js", "lib/c.py", "lib/deep/d.js"}),
    ],
)
@pytest.mark.parametrize("in_repository", [False, True])
def test_the_users_globs(
    exclude: tuple[str, ...], include: tuple[str, ...], expected: set[str], in_repository: bool, tmp_path: Path, home: Path
) -> None:
    root = tmp_path / "above" / "w*"
    put(root, dict.fromkeys(["a.js", "a.min.js", "lib/b.min.js", "lib/c.py", "lib/deep/d.js"], "x"))
    if in_repository:
        (tmp_path / "above" / ".git").mkdir()
    assert listed(root, Settings(cache_folder=Path("/nowhere"), exclude=exclude, include=include)) == expected


def test_a_glob_that_is_none_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="glob"):
        walk(tmp_path, Settings(cache_folder=Path("/nowhere"), exclude=("a", "!")))


# ---- what is no ordinary file ----


@posix
def test_links_loops_special_files_and_odd_names(tmp_path: Path) -> None:
    root, outside = tmp_path / "w", tmp_path / "outside"
    put(root, {"a/real.py": "x", "b/other.py": "x", "big.bin": "12345678901"})
    put(outside, {"secret.py": "x"})
    links = {
        "a/to-b": "../b",
        "b/to-a": "../a",
        "self": "self",
        "broken": "nowhere",
        "root-of-all": "/",
        "up": "..",
        "here": ".",
        "file": "a/real.py",
        "out-file": str(outside / "secret.py"),
    }
    for name, target in links.items():
        (root / name).symlink_to(target)
    os.mkfifo(root / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(root / "socket"))
    os.mkdir(os.fsencode(root) + b"/d\xfe")
    for odd in (b"/\xff.py", b"/d\xfe/x.py"):
        with open(os.fsencode(root) + odd, "w"):
            pass
    found = walk(root, Settings(cache_folder=Path("/nowhere"), text_limit=10))
    assert [path for path, _ in found.files] == ["a/real.py", "b/other.py"]
    assert dict(found.skipped) == {
        "big.bin": "larger than 10 bytes",
        "root-of-all": "link out of the folder",
        "up": "link out of the folder",
        "out-file": "link out of the folder",
        "pipe": "special file",
        "socket": "special file",
        "\\xff.py": "name is not UTF-8",
        "d\\xfe/x.py": "name is not UTF-8",
    }


@posix
def test_a_workspace_reached_through_a_link_is_the_same(tmp_path: Path, home: Path) -> None:
    put(tmp_path / "w", {".git/config": "", ".gitignore": "*.log\n", "sub/a.py": "x", "sub/b.log": "x"})
    (tmp_path / "sub").symlink_to("w/sub")
    (tmp_path / "w" / "sub" / "inner").symlink_to("a.py")
    put(tmp_path, {".gitignore": "*\n"})
    for folder in (tmp_path / "sub", tmp_path / "w" / "sub", tmp_path / "w" / ".." / "w" / "sub"):
        assert listed(folder) == {"a.py"} and not walk(folder, SETTINGS).skipped


@posix
def test_what_cannot_be_read_is_listed_with_its_reason(open_folder: Path, without_root: Callable[[], AbstractContextManager[None]]) -> None:
    root = open_folder / "w"
    put(root, {"locked/in.py": "x", "listable/in.py": "x", "file.py": "x", "ok.py": "x"})
    walk(root, SETTINGS)  # What it imports may lie where only root can read.
    (root / "locked").chmod(0o000)
    (root / "listable").chmod(0o444)
    (root / "file.py").chmod(0o000)
    with without_root():
        found = walk(root, SETTINGS)
        assert [path for path, _ in found.files] == ["file.py", "ok.py"]
        assert dict(found.skipped) == dict.fromkeys(["locked", "listable/in.py"], "not readable: Permission denied")
        assert read_file(root / "file.py", 100).skipped_reason == "not readable: Permission denied"
        with pytest.raises(WorkspaceError, match=r"is not readable \(Permission denied\)"):
            walk(root / "locked", SETTINGS)


@pytest.mark.parametrize(
    ("name", "words"),
    [("none", "does not exist"), ("file", "is a file"), ("nul\0", "not readable"), ("x" * 5000, "not readable"), ("\udcff", "not exist")],
)
def test_a_folder_that_is_none_is_one_clear_line(name: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(WorkspaceError, match=words) as caught:
        walk(tmp_path / name, SETTINGS)
    assert "\n" not in str(caught.value) and str(caught.value).encode()


def test_an_empty_folder_holds_nothing(tmp_path: Path) -> None:
    assert walk(tmp_path, SETTINGS).files == () == walk(tmp_path, SETTINGS).skipped


# ---- reading ----


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"", b""),
        (b"plain\r\n", b"plain\r\n"),
        (codecs.BOM_UTF8 + b"x", b"x"),
        (codecs.BOM_UTF8, b""),
        ("caf\xe7".encode("latin-1"), b"caf\xe7"),
        ("é😋".encode("utf-16"), "é😋".encode()),
        (codecs.BOM_UTF16_BE + "é😋".encode("utf-16-be"), "é😋".encode()),
        ("é😋".encode("utf-32"), "é😋".encode()),
        (codecs.BOM_UTF32_BE + "é😋".encode("utf-32-be"), "é😋".encode()),
        (codecs.BOM_UTF16_LE + b"a\0\xff", "a\N{REPLACEMENT CHARACTER}".encode()),
        (codecs.BOM_UTF16_LE + b"\0\0a\0", None),
        ("no mark".encode("utf-16-le"), None),
        (b"x" * 100_000 + b"\0", None),
    ],
)
def test_bytes_become_text_or_are_binary(raw: bytes, text: bytes | None, tmp_path: Path) -> None:
    assert as_text(raw) == text
    (tmp_path / "f").write_bytes(raw)
    result = read_file(tmp_path / "f", 1_000_000)
    assert (result.text, result.skipped_reason) == (text, "" if text is not None else "binary")
    assert result.stamp is not None and result.stamp.size == len(raw)


def test_the_limit_is_exact_and_reasons_are_in_words(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"x" * 1000)
    assert read_file(tmp_path / "f", 1000).text == b"x" * 1000
    assert read_file(tmp_path / "f", 999).skipped_reason == "larger than 999 bytes"
    (tmp_path / "f").write_bytes(b"x" * 17_000_000)
    assert read_file(tmp_path / "f", SETTINGS.text_limit).skipped_reason == "larger than 16 MB"
    assert dict(walk(tmp_path, SETTINGS).skipped) == {"f": "larger than 16 MB"}
    assert read_file(tmp_path / "gone", 10).skipped_reason == "does not exist"
    assert read_file(tmp_path, 10).skipped_reason == "special file"


@posix
def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert read_file(tmp_path / "pipe", 10).skipped_reason == "special file"


def test_a_file_that_changes_while_it_is_read_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    real, calls = os.fstat, []

    def meddling(descriptor: int) -> os.stat_result:
        calls.append(descriptor)
        if len(calls) == 2:  # The look after the first read.
            path.write_bytes(b"newer")
        return real(descriptor)

    monkeypatch.setattr(os, "fstat", meddling)
    result = read_file(path, 100)
    assert result.text == b"newer" and result.stamp is not None and result.stamp.size == 5


def test_a_stamp_is_trusted_only_when_the_file_was_old_enough_when_read(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"x")
    fresh = read_file(path, 10).stamp
    assert fresh is not None and not is_unchanged(fresh, fresh)  # It could change again within the clock's tick.
    os.utime(path, ns=(0, time.time_ns() - 60_000_000_000))
    old = read_file(path, 10).stamp
    assert old is not None
    ((_, now),) = walk(tmp_path, SETTINGS).files
    assert is_unchanged(old, now)
    for other in (Stamp(2, now.mtime_ns, now.inode, 0), Stamp(1, now.mtime_ns + 1, now.inode, 0), Stamp(1, now.mtime_ns, 0, 0)):
        assert not is_unchanged(old, other)
