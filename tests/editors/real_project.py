"""A project that people use: flask, as its authors published it on PyPI, kept in the tests' cache folder."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "3.1.1"
DIGEST = "284c7b8f2f58cb737f0cf1c30fd7eaf0ccfcde196099d24ecede3fc2005aa59e"


def flask(tools: Path) -> Path:
    """The folder with its sources, tests and documents; fetched once."""
    folder = tools / f"flask-{VERSION}"
    if folder.exists():
        return folder
    tools.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=tools) as made:
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "flask", "--dest", made, f"flask=={VERSION}"]
        subprocess.run(download, check=True, stdin=subprocess.DEVNULL)
        (archive,) = Path(made).glob("*.tar.gz")
        assert hashlib.sha256(archive.read_bytes()).hexdigest() == DIGEST, f"{archive.name} is not what it was"
        with tarfile.open(archive) as packed:
            packed.extractall(made, filter="data")
        try:
            (Path(made) / f"flask-{VERSION}").rename(folder)
        except OSError:
            assert folder.exists()  # The other test process was faster.
    return folder


def copy_of_flask(tools: Path, into: Path) -> Path:
    """A copy that a test may edit."""
    shutil.copytree(flask(tools), into)
    return into


def line_of(workspace: Path, path: str, text: str, nth: int = 1) -> int:
    """The line, from 1, in which a text stands for the nth time: tests name places by what is there."""
    lines = (workspace / path).read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if text in line][nth - 1]
