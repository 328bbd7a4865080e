"""Whatever is given, the answer is one clear line: exit code 2 where it is an error, never a trace, nothing lost."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ERRORS = [
    # (arguments, what the line must say)
    (["search"], "the following arguments are required: QUERY"),
    (["search", ""], "the query is empty"),
    (["symbols", ""], "the query is empty"),
    (["search", "x", "--preset", "huge"], "--preset takes one of quick, default, thorough, not 'huge'"),
    (["search", "x", "--modalities", "text,smell"], "--modalities takes a list of semantic, text, structural, graph, not 'smell'"),
    (["search", "x", "--modalities", ""], "--modalities takes a list of semantic, text, structural, graph"),
    (["search", "x", "--intent", "guess"], "--intent takes one of find_definition, find_references, understand_code"),
    (["search", "x", "--limit", "0"], "--limit takes a whole number from 1 to 200, not 0"),
    (["search", "x", "--limit", "201"], "--limit takes a whole number from 1 to 200, not 201"),
    (["search", "x", "--limit", "ten"], "--limit takes a whole number from 1 to 200, not 'ten'"),
    (["search", "x", "--limit", "9" * 5000], "--limit takes a whole number from 1 to 200"),
    (["search", "x", "--per-file", "some"], "--per-file takes one of best, all, not 'some'"),
    (["search", "x", "--case", "camel"], "--case takes one of smart, sensitive, insensitive, not 'camel'"),
    (["search", "x", "--language", "pyhton"], "did you mean one of: python"),
    (["search", "(", "--regex"], "missing ) at position 1 of the pattern"),
    (["symbols", "x", "--limit", "-1"], "--limit takes a whole number from 1 to 200"),
    (["grep"], "grep takes a literal PATTERN or -e REGEX"),
    (["grep", "x", "-e", "y"], "grep takes a literal PATTERN or -e REGEX"),
    (["grep", "-e", "(["], "missing ] at position 2 of the pattern"),
    (["grep", "-i", "-s", "x"], "not allowed with argument"),
    (["route", "x", "--preset", "huge"], "--preset takes one of"),
    (["index", "--workspace", "nowhere"], '"nowhere" does not exist'),
    (["search", "x", "--workspace", "nowhere"], '"nowhere" does not exist'),
    (["grep", "x", "--workspace", "text.py"], '"text.py" is a file'),
    (["symbols", "x", "--workspace", ""], "--workspace is empty"),
    (["find", "x"], "invalid choice: 'find'"),
    ([], "required: COMMAND"),
    (["search", "x", "--wrkspace", "."], "unrecognized arguments: --wrkspace"),
]


@pytest.mark.parametrize(("arguments", "said"), ERRORS, ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "")
def test_errors(run, arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert (done.code, done.raw) == (2, b"")
    assert done.error.startswith("maguyva: ") and done.error.count("\n") == 1
    assert said in done.error
    assert "Traceback" not in done.error


def test_nothing_found_is_one(run) -> None:
    assert run("grep", "no such " + "text anywhere").code == 1
    assert run("symbols", "zzqqxxyyww").code == 1
    done = run("search", "where are texts split", "--include", "nowhere/")
    assert (done.code, done.error) == (1, "")
    assert "nothing found" in done.text


def test_an_empty_folder(run, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    done = run("search", "anything", cwd=empty)
    assert done.code == 1 and done.error == "maguyva: nothing to index in .: no text files, or all of them are ignored\n"
    assert run("index", cwd=empty).code == 0
    assert list(empty.iterdir()) == []


def test_a_folder_without_permission(run, tmp_path: Path) -> None:
    if not hasattr(os, "geteuid"):
        pytest.skip("this system has no such permissions")
    closed = tmp_path / "closed"
    (closed / "inner").mkdir(parents=True)
    closed.chmod(0)
    # To root nothing is closed, unless it gives up the right to override.
    prefix = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    if prefix and shutil.which("setpriv") is None:
        pytest.skip("running as root, without setpriv")
    try:
        done = subprocess.run(
            [*prefix, Path(sys.executable).with_name("maguyva"), "index", "--workspace", str(closed)],
            capture_output=True,
            text=True,
            env={**os.environ, "MAGUYVA_CACHE_DIR": str(tmp_path / "cache")},
        )
    finally:
        closed.chmod(0o700)
    assert done.returncode == 2
    assert "is not readable (Permission denied)" in done.stderr and done.stderr.count("\n") == 1


def test_a_query_of_a_megabyte(run) -> None:
    for question in (b"parse the text " * 70_000, b"x" * 1_000_000, b'find "' + b"y" * 1_000_000 + b'"', b"\xff\xfe" * 500_000):
        done = run("search", "-", stdin=question)
        assert done.code in (0, 1), done.error
        assert "Traceback" not in done.error
    assert run("route", "-", "--json", stdin=b"who calls f " * 100_000).code == 0


def test_a_query_with_bytes_that_are_no_text(run) -> None:
    done = run("search", b"caf\xe9 where is split_identifier defined", "--json")
    assert done.code == 0
    assert done.json["query"].startswith("caf\ufffd")


@pytest.mark.parametrize(
    "where", [{"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "ascii"}]
)
def test_a_terminal_that_knows_only_ascii(run, where: dict[str, str]) -> None:
    done = run("search", 'find the string "naïve"', **where)
    assert (done.code, done.error) == (0, "")
    assert "😋".encode() in run("search", 'find the string "naïve"', "--json", **where).raw
    assert run("grep", "smile", **where).raw == run("grep", "smile").raw


@pytest.mark.parametrize("started_as", [["maguyva"], [sys.executable, "-m", "maguyva"]], ids=["command", "module"])
def test_nothing_in_the_workspace_is_run(started_as: list[str], tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    trap = f"open({str(tmp_path / 'sprung')!r}, 'w').close()\n"
    for name in ("argparse", "json", "numpy", "rich", "tokenizers", "sitecustomize", "usercustomize", "conftest", "setup"):
        (project / f"{name}.py").write_text(trap)
    for number in range(40):  # Enough for worker processes.
        (project / f"filler_{number}.py").write_text(f"def filler_{number}():\n    pass\n")
    program = [str(Path(sys.executable).with_name("maguyva"))] if started_as == ["maguyva"] else started_as
    env = {**os.environ, "MAGUYVA_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run([*program, "search", "where is filler_7 defined", "--json"], cwd=project, env=env, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert not (tmp_path / "sprung").exists()
    assert not (project / "__pycache__").exists()


# ---- the cache ----


def _answers(run, cache: Path) -> None:
    done = run("search", "where is split_identifier defined", "--json", MAGUYVA_CACHE_DIR=str(cache))
    assert done.code == 0, done.error
    assert done.json["hits"][0]["path"] == "text.py"
    assert "Traceback" not in done.error


def _files(cache: Path) -> list[Path]:
    return sorted(path for path in cache.rglob("*") if path.is_file())


DAMAGES = {
    "cut short": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "empty": lambda path: path.write_bytes(b""),
    "foreign": lambda path: path.write_bytes(b"\x80\x05cos\nsystem\n(S'touch owned'\ntR." * 100),
    "another version": lambda path: path.write_bytes(path.read_bytes().replace(b"1", b"7")),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_broken_cache_is_rebuilt(run, tmp_path: Path, damage: str) -> None:
    cache = tmp_path / "cache"
    _answers(run, cache)
    assert _files(cache)
    for path in _files(cache):
        DAMAGES[damage](path)
    _answers(run, cache)
    _answers(run, cache)


def test_a_cache_folder_that_is_a_file(run, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.write_text("mine")
    done = run("search", "where is split_identifier defined", "--json", MAGUYVA_CACHE_DIR=str(cache))
    assert done.code == 0 and done.json["hits"][0]["path"] == "text.py"
    assert done.error.startswith("maguyva: ") and "memory" in done.error and done.error.count("\n") == 1
    assert cache.read_text() == "mine"


def test_the_cache_is_private_and_outside_the_workspace(run, workspace: Path, tmp_path: Path) -> None:
    before = sorted(workspace.rglob("*"))
    _answers(run, tmp_path / "cache")
    assert (tmp_path / "cache").stat().st_mode & 0o077 == 0
    assert sorted(workspace.rglob("*")) == before


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace that takes some seconds to index: the standard library's own modules."""
    folder = tmp_path_factory.mktemp("large")
    for source in sorted(Path(os.__file__).parent.glob("*.py")):
        shutil.copy(source, folder / source.name)
    return folder


@pytest.mark.parametrize("after", [0.4, 1.5])
def test_killed_while_indexing_then_started_again(run, start, large: Path, tmp_path: Path, after: float) -> None:
    cache = tmp_path / "cache"
    process = start("index", cwd=large, env={**os.environ, "MAGUYVA_CACHE_DIR": str(cache)})
    time.sleep(after)
    process.kill()
    process.communicate()
    done = run("search", "where is ArgumentParser defined", "--json", cwd=large, MAGUYVA_CACHE_DIR=str(cache))
    assert (done.code, done.error) == (0, "")
    assert done.json["hits"][0]["path"] == "argparse.py"
    again = run("index", "--json", cwd=large, MAGUYVA_CACHE_DIR=str(cache))
    assert again.code == 0 and again.error == ""
    assert again.json["files"] + len(again.json["skipped"]) == len(list(large.iterdir())) and again.json["warm"]


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_interrupted_by_the_user(start, large: Path, tmp_path: Path) -> None:
    process = start("index", cwd=large, env={**os.environ, "MAGUYVA_CACHE_DIR": str(tmp_path / "cache")})
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    output, error = process.communicate(timeout=20)
    assert (process.returncode, output, error) == (130, b"", b"")


# ---- who reads our output ----


@pytest.mark.parametrize("arguments", [["grep", "e"], ["grep", "e", "--json"], ["search", "how is text matched", "--limit", "200"]])
def test_a_reader_that_has_read_enough(start, arguments: list[str]) -> None:
    process = start(*arguments)
    assert process.stdout.read(20)
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert (process.wait(), error) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk(start) -> None:
    with open("/dev/full", "wb") as full:
        process = start("grep", "e", stdout=full)
        error = process.communicate()[1].decode()
    assert process.returncode == 2
    assert "No space left on device" in error and error.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="shell redirection")
def test_closed_streams(workspace: Path, cache: Path) -> None:
    shell = f"exec '{Path(sys.executable).with_name('maguyva')}' grep smile >&- 2>&- <&-"
    assert subprocess.run(["sh", "-c", shell], cwd=workspace, env={**os.environ, "MAGUYVA_CACHE_DIR": str(cache)}).returncode == 0
