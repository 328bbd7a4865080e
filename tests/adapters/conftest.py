from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

NOBODY = 65534


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can reach, as `tmp_path` is not."""
    folder = Path(tempfile.mkdtemp()).resolve()
    folder.chmod(0o755)
    yield folder
    for place, _, _ in os.walk(folder):
        os.chmod(place, 0o755)
    shutil.rmtree(folder)


@pytest.fixture
def without_root() -> Callable[[], AbstractContextManager[None]]:
    """Permissions do not stop root, so a test that runs as root becomes somebody else for a while."""

    @contextlib.contextmanager
    def somebody_else() -> Iterator[None]:
        if os.name != "posix":
            pytest.skip("needs POSIX permissions")
        if os.geteuid() != 0:
            yield
            return
        os.seteuid(NOBODY)
        try:
            yield
        finally:
            os.seteuid(0)

    return somebody_else


@pytest.fixture
def give_away() -> Callable[[Path], None]:
    """Makes a folder and all in it belong to whoever `without_root` becomes."""

    def give(folder: Path) -> None:
        if os.geteuid() == 0:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, NOBODY, NOBODY)

    return give
