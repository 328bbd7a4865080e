"""The project's own environment, `.venv`: made once, found again in no time. Standard library only, for every system.

`ensure(extras)` is what the scripts call first. A stamp in the environment says what was installed from which `pyproject.toml`;
it is written last, so that an interrupted installation is simply done again.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List, NoReturn, Optional, Sequence  # noqa: UP035  (an old Python has to come far enough to say that it is too old)

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".venv"
STAMP = FOLDER / "maguyva-stamp.json"
LEAST = (3, 11)


def python_of(folder: Path) -> Path:
    """The interpreter of an environment."""
    return folder / "Scripts" / "python.exe" if os.name == "nt" else folder / "bin" / "python"


def stop(line: str) -> NoReturn:
    """End with one line that says what to do."""
    sys.stderr.write(f"{Path(sys.argv[0]).name}: {line}\n")
    raise SystemExit(2)


def ensure(extras: Sequence[str] = ()) -> Path:
    """The environment's interpreter, with the package (editable) and `extras` installed."""
    require_python()
    python = python_of(FOLDER)
    declared = b"".join(path.read_bytes() for path in (ROOT / "pyproject.toml", ROOT / "server" / "maguyva" / "__init__.py"))
    wanted = {"declared": hashlib.sha256(declared).hexdigest(), "root": str(ROOT)}
    stamp = _stamp()
    installed = set(stamp.pop("extras", [])) if stamp else set()
    if stamp == wanted and installed >= set(extras) and _runs(python):
        return python
    if not _runs(python):
        _make()
    names = sorted(installed | set(extras)) if stamp == wanted else sorted(extras)
    say("installing the package and what it needs (once; about a minute)")
    what = str(ROOT) + (f"[{','.join(names)}]" if names else "")
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "-e", what]
    if subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL).returncode:
        stop("the installation failed (pip's own message is above); check the network and run this again")
    STAMP.write_text(json.dumps({**wanted, "extras": names}), encoding="utf-8")
    return python


def require_python() -> None:
    """Go on in a Python that is new enough: this one, or a newer one found on the PATH."""
    if sys.version_info >= LEAST:
        return
    for minor in range(20, LEAST[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found:
            os.execv(found, [found, *sys.argv])
    stop(f"Python {LEAST[0]}.{LEAST[1]} or newer is needed, and this is {platform.python_version()}: install one and run this with it")


def missing_debian_packages(commands: Sequence[str], packages: Sequence[str]) -> List[str]:  # noqa: UP006
    """Of `packages`, those whose command is not on the PATH."""
    return [package for command, package in zip(commands, packages) if shutil.which(command) is None]  # noqa: B905


def install_debian_packages(packages: Sequence[str], why: str) -> None:
    """Install `packages` where that is possible (root on Debian), else stop with a line that names them."""
    if not packages:
        return
    names = " ".join(packages)
    if not is_debian_root():
        stop(f"{why}: install {names} (on Debian and Ubuntu: sudo apt-get install {names})")
    say(f"installing {names}")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]):
        if subprocess.run(command, env=quiet, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode:
            stop(f"{' '.join(command[:2])} failed; install {names} by hand and run this again")


def is_debian_root() -> bool:
    """Whether packages may be installed here without asking anybody."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def _make() -> None:
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        install_debian_packages([f"python{version}-venv"], "this Python cannot make environments")
    say(f"making an environment in {FOLDER.name}")
    # Not in this process: a package installed a moment ago may not be seen by it.
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(FOLDER)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if made.returncode:
        stop(f"making the environment failed: {(made.stdout + made.stderr).strip().splitlines()[-1:]}")


def _runs(python: Path) -> bool:
    if not python.exists():
        return False
    try:
        return subprocess.run([str(python), "-S", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).returncode == 0
    except OSError:
        return False


def _stamp() -> Optional[dict]:  # type: ignore[type-arg]  # noqa: UP045
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return stamp if isinstance(stamp, dict) else None


def say(line: str) -> None:
    """Tell what is being done, on stderr."""
    sys.stderr.write(f"{Path(sys.argv[0]).name}: {line}\n")
    sys.stderr.flush()
