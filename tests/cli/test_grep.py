"""`maguyva grep` prints what ripgrep prints."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
# How ripgrep is asked for the same files: hidden ones too, but not the repository's own; in path order.
RIPGREP = ["rg", "--line-number", "--no-heading", "--color=never", "--hidden", "--glob=!.git", "--sort=path", "--no-require-git"]

needs_ripgrep = pytest.mark.skipif(shutil.which("rg") is None, reason="ripgrep is not installed")


def ripgrep(folder: Path, *arguments: str) -> list[bytes]:
    done = subprocess.run([*RIPGREP, *arguments], cwd=folder, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode in (0, 1), done.stderr
    return [line.removeprefix(b"./") for line in done.stdout.splitlines(keepends=True)]


LITERALS = ["def ", "(", "é", "😋", "\\n", "import re", "ECONNREFUSED", "→", "  return", "x", '"""', "no such line in here"]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this repository's own folders, so that nobody edits it meanwhile."""
    folder = tmp_path_factory.mktemp("repository")
    for name in ("server", "tests", "scripts", ".vscode"):
        shutil.copytree(REPOSITORY / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    for name in ("README.md", "pyproject.toml", ".gitignore"):
        shutil.copy(REPOSITORY / name, folder / name)
    return folder


@needs_ripgrep
@pytest.mark.parametrize("literal", LITERALS)
def test_literals_as_ripgrep_on_this_repository(run, project: Path, literal: str) -> None:
    done = run("grep", "--", literal, cwd=project)
    assert sorted(done.raw.splitlines(keepends=True)) == sorted(ripgrep(project, "--fixed-strings", "--case-sensitive", "--", literal, "."))


OPTIONS = [
    # (our arguments, ripgrep's)
    (["-i", "PATTERN"], ["-F", "-i", "PATTERN"]),
    (["-w", "text"], ["-F", "-w", "text"]),
    (["-i", "-w", "caf\u00c9"], ["-F", "-i", "-w", "caf\u00c9"]),
    (["-e", r"\bdef \w+\(self"], ["-e", r"\bdef \w+\(self"]),
    (["-e", "^$"], ["-e", "^$"]),
    (["-i", "-e", "^class [a-z]+(Error|exception)"], ["-i", "-e", "^class [a-z]+(Error|exception)"]),
    (["-e", "-x"], ["-e", "-x"]),
]


@needs_ripgrep
@pytest.mark.parametrize(("ours", "theirs"), OPTIONS)
def test_options_as_ripgrep(run, workspace: Path, ours: list[str], theirs: list[str]) -> None:
    found = run("grep", *ours).raw.splitlines(keepends=True)
    assert sorted(found) == sorted(ripgrep(workspace, *theirs, "."))


def test_bytes_go_out_as_they_are(run) -> None:
    assert run("grep", "latin").raw == b'odd.py:2:latin = "\xe7"\r\n'
    assert run("grep", "before \x1b").raw.endswith(b"escape.txt:1:before \x1b[31mred\x1b[0m after\n")


def test_json_counts_lines_from_one_and_positions_as_editors_do(run) -> None:
    done = run("grep", "naïve", "--json")
    assert done.json_lines == [
        {
            "path": "odd.py",
            "line": 1,
            "range": {"start": {"line": 0, "character": 14}, "end": {"line": 0, "character": 19}},
            "text": 'smile = "😋"; naïve = smile  # caf\u00e9 🎉 naïve',
        }
    ]


def test_json_of_a_line_that_is_no_utf8(run) -> None:
    (line,) = run("grep", "latin", "--json").json_lines
    assert line["text"] == 'latin = "\ufffd"'


def test_lines_come_in_path_order(run) -> None:
    paths = [line.split(b":")[0] for line in run("grep", "import").raw.splitlines()]
    assert paths == sorted(paths) and len(set(paths)) > 5


def test_colour_only_where_asked(run) -> None:
    assert run("grep", "smile", "--color", "always").raw.startswith(b"\x1b[35modd.py\x1b[0m:\x1b[32m1\x1b[0m:\x1b[1;31msmile\x1b[0m = ")
    assert b"\x1b[31mred" not in run("grep", " after", "--color", "always").raw
