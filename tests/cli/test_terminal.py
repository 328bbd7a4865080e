"""What people see: the same text plain in a pipe, and with colour, a bar and the terminal's width on a terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def on_a_terminal(workspace: Path, cache: Path, *arguments: str, columns: int = 80, **more: Any) -> str:
    """What the command writes when both of its output streams are a terminal."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "MAGUYVA_CACHE_DIR": str(cache), "TERM": "xterm-256color", "COLUMNS": str(columns), **more}
    process = subprocess.Popen(
        [Path(sys.executable).with_name("maguyva"), *arguments], cwd=workspace, env=env, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    pieces = []
    try:
        while piece := os.read(ours, 65536):
            pieces.append(piece)
    except OSError:  # Linux says EIO when the other side is closed.
        pass
    os.close(ours)
    assert process.wait() == 0
    return b"".join(pieces).decode()


def test_piped_text_is_plain(run) -> None:
    done = run("search", "where is split_identifier defined")
    assert "\x1b" not in done.text
    lines = done.text.splitlines()
    assert re.fullmatch(r'find_definition 0\.90 "split_identifier" · direct · structural 0\.6 · \d+ ms · 1 match in 1 file', lines[0])
    assert lines[1] == ""
    assert re.fullmatch(r"text\.py:\d+  function split_identifier", lines[2])
    assert re.fullmatch(
        r" +\d+  def split_identifier\(name: str\) -> tuple\[str, \.\.\.\]:", next(line for line in lines if "def " in line)
    )


def test_a_terminal_gets_colour(workspace: Path, cache: Path) -> None:
    shown = on_a_terminal(workspace, cache, "search", "where is split_identifier defined")
    assert "\x1b[35mtext.py\x1b[0m" in shown
    assert "function split_identifier" in ESCAPES.sub("", shown)


@pytest.mark.parametrize("choice", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_it_is_not_wanted(workspace: Path, cache: Path, choice: dict[str, Any]) -> None:
    shown = on_a_terminal(workspace, cache, "search", "where is split_identifier defined", **choice)
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", shown)
    assert "text.py" in shown


@pytest.mark.parametrize("columns", [30, 80, 200])
def test_lines_fit_the_terminal(workspace: Path, cache: Path, columns: int) -> None:
    shown = ESCAPES.sub("", on_a_terminal(workspace, cache, "search", "how are lines found", "--explain", columns=columns))
    assert max(len(line) for line in shown.splitlines()) <= columns


def test_a_file_cannot_steer_the_terminal(workspace: Path, cache: Path, run) -> None:
    for arguments in (["grep", "before"], ["search", '"before"']):
        shown = on_a_terminal(workspace, cache, *arguments)
        assert "\x1b[31mred" not in shown and "␛[31m" in ESCAPES.sub("", shown)
    assert "\x1b" not in run("search", '"before"').text


def test_a_bar_while_indexing(tmp_path: Path) -> None:
    for number in range(600):
        (tmp_path / f"module_{number}.py").write_text(f"def function_{number}(left, right):\n    return left + right * {number}\n\n" * 20)
    shown = on_a_terminal(tmp_path, tmp_path / "cache", "index")
    assert "━" in shown and re.search(r"reading|indexing|embedding", shown)
    assert "600 files indexed in" in ESCAPES.sub("", shown)


def test_explanations_add_up_to_words(run) -> None:
    shown = run("search", "how are lines found", "--explain", "--limit", "2").text
    assert re.search(r"semantic +no\. \d+ +0\.5 / \(40 \+ \d+ \+ 1\) × \d\.\d\d hub(?: × \d\.\d\d place)? = 0\.\d+", shown)
