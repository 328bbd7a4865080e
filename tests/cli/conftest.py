"""The real command, in processes of its own, on a small real workspace: a copy of some of this project's own sources."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

SOURCES = Path(__file__).resolve().parents[2] / "server" / "maguyva"
COPIED = ("text.py", "settings.py", "streams.py", "search", "adapters/disk.py", "adapters/workers.py")


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    raw: bytes
    error: str

    @property
    def text(self) -> str:
        return self.raw.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.raw)

    @property
    def json_lines(self) -> list[Any]:
        return [json.loads(line) for line in self.raw.splitlines()]


Run = Callable[..., Done]


def environment(cache: Path, **more: str) -> dict[str, str]:
    """This process's environment with a cache of its own and nothing that colours output."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "PYTHONWARNINGS")}
    return {**kept, "MAGUYVA_CACHE_DIR": str(cache), "TERM": "xterm-256color", **more}


def command(*arguments: str | bytes) -> list[str | bytes]:
    """The installed command. (`python -m` would search the workspace for modules before ours could say no.)"""
    return [str(Path(sys.executable).with_name("maguyva")), *arguments]


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Not to be written to: it is shared by the whole session."""
    folder = tmp_path_factory.mktemp("work") / "project"
    for name in COPIED:
        source, target = SOURCES / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    (folder / "odd.py").write_bytes(
        'smile = "😋"; naïve = smile  # caf\u00e9 🎉 naïve\r\nlatin = "\xe7"\r\n'.encode().replace("\xe7".encode(), b"\xe7")
    )
    (folder / "node_modules" / "left").mkdir(parents=True)
    (folder / "node_modules" / "left" / "pad.js").write_text("export function leftPad(text, width) { return text.padStart(width) }\n")
    (folder / "escape.txt").write_bytes(b"before \x1b[31mred\x1b[0m after\n")
    return folder


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Shared by the session, so that all but the first command start warm."""
    return tmp_path_factory.mktemp("cache") / "maguyva"


@pytest.fixture
def run(workspace: Path, cache: Path) -> Run:
    """Run `maguyva …` in the workspace and wait for its end."""

    def call(*arguments: str | bytes, stdin: bytes = b"", cwd: Path = workspace, **more: str) -> Done:
        done = subprocess.run(command(*arguments), input=stdin, capture_output=True, cwd=cwd, env=environment(cache, **more), timeout=120)
        return Done(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))

    return call


@pytest.fixture
def start(workspace: Path, cache: Path) -> Callable[..., subprocess.Popen[bytes]]:
    """Start `maguyva …` and let it run."""

    def call(*arguments: str, **more: Any) -> subprocess.Popen[bytes]:
        usual = {
            "cwd": workspace,
            "env": environment(cache),
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
        }
        return subprocess.Popen(command(*arguments), **{**usual, **more})

    return call
