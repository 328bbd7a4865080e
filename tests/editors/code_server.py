"""A real VS Code in a process group of its own: code-server, with a home, settings and extensions that nothing else uses."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psutil

QUIET_SETTINGS: dict[str, Any] = {
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
    "workbench.enableExperiments": False,
    "git.enabled": False,
    "extensions.ignoreRecommendations": True,
    "extensions.autoCheckUpdates": False,
    "telemetry.telemetryLevel": "off",
    "security.workspace.trust.enabled": False,
    "files.autoSave": "off",
    "editor.hover.enabled": False,
}
PATIENCE = 120.0  # Seconds. A busy machine starts slowly.


class CodeServer:
    """One running server; each page opened on it is a VS Code window with an extension host of its own."""

    def __init__(self, program: Path, folder: Path, extensions: Sequence[Path], settings: Mapping[str, Any], environment: Mapping[str, str]) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.cache = folder / "cache"  # The language server's.
        self.user_data = folder / "data"
        self.extensions = folder / "extensions"
        self._entry = program / "node_modules" / "code-server"
        self._log = (folder / "code-server.log").open("wb")
        for made in (self.home, self.user_data / "User", self.user_data / "Machine", self.extensions):
            made.mkdir(parents=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("VSCODE_", "XDG_", "PYTHON", "MAGUYVA_", "VIRTUAL_ENV"))}
        # Where pip finds its registry may be said in the system's configuration folders.
        kept |= {name: os.environ[name] for name in ("XDG_CONFIG_DIRS",) if name in os.environ}
        self._environment = {**kept, "HOME": str(self.home), "MAGUYVA_CACHE_DIR": str(self.cache), **environment}
        self.basic_settings = dict(settings)
        self.write_settings(self.basic_settings)
        for vsix in extensions:
            self.install(vsix)
        self.port = _free_port()
        self._process = subprocess.Popen(
            [*self._command(), "--auth", "none", "--bind-addr", f"127.0.0.1:{self.port}", "--disable-getting-started-override"],
            env=self._environment,
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def install(self, vsix: Path) -> None:
        """Install an extension the way a user does who was sent the file."""
        done = subprocess.run(
            [*self._command(), "--install-extension", str(vsix)],
            env=self._environment,
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0 and "successfully installed" in done.stdout, done.stdout + done.stderr

    def change_settings(self, settings: Mapping[str, Any]) -> None:
        """What the user adds to the settings that this server began with. Open windows take over those of the extension, new ones all."""
        self.write_settings({**self.basic_settings, **settings})

    def write_settings(self, settings: Mapping[str, Any]) -> None:
        """Replace the user's settings."""
        # The browser is one machine and the server another: what is said of a machine counts only where it is said of the server's.
        of_machine = {name: value for name, value in settings.items() if name.startswith("maguyva.")}
        of_user = {**QUIET_SETTINGS, **{name: value for name, value in settings.items() if name not in of_machine}}
        for folder, chosen in (("User", of_user), ("Machine", of_machine)):
            # Written in place: VS Code watches the file itself.
            (self.user_data / folder / "settings.json").write_text(json.dumps(chosen, indent=2), encoding="utf-8")

    def url(self, workspace: Path | None, payload: Mapping[str, str] | None = None) -> str:
        """The address of a window on a folder. The payload is what the command line's arguments are to a desktop VS Code."""
        query = f"folder={quote(str(workspace))}" if workspace else "ew=true"
        pairs = [["skipWelcome", "true"], *(payload or {}).items()]
        return f"http://127.0.0.1:{self.port}/?{query}&payload={quote(json.dumps(pairs))}"

    def remote(self, path: Path) -> str:
        """A path on this server as the workbench names it."""
        return f"vscode-remote://127.0.0.1:{self.port}{quote(str(path))}"

    def stop(self) -> None:
        """End the server and everything that it started."""
        for sign, seconds in ((signal.SIGTERM, 10.0), (signal.SIGKILL, 10.0)):
            try:
                os.killpg(self._process.pid, sign)
            except ProcessLookupError:
                break
            deadline = time.monotonic() + seconds
            while _group_lives(self._process) and time.monotonic() < deadline:
                time.sleep(0.05)
        self._process.wait(10)
        self._log.close()

    def processes(self) -> list[psutil.Process]:
        """Everything that runs under this server: extension hosts, language servers."""
        try:
            return psutil.Process(self._process.pid).children(recursive=True)
        except psutil.Error:
            return []

    def language_servers(self) -> list[psutil.Process]:
        """Those processes that are our language server, without its own workers."""
        return [process for process in self.processes() if {"-m", "maguyva", "serve"} <= set(command_of(process))]

    def logs(self) -> list[Path]:
        """What the server, its extension hosts and the extensions' output channels wrote."""
        return [self.folder / "code-server.log", *sorted(self.user_data.glob("logs/**/*.log"))]

    def _command(self) -> list[str]:
        node = shutil.which("node")
        assert node is not None
        return [
            node,
            str(self._entry),
            "--user-data-dir",
            str(self.user_data),
            "--extensions-dir",
            str(self.extensions),
            "--config",
            str(self.folder / "config.yaml"),
            "--disable-telemetry",
            "--disable-update-check",
        ]

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            assert self._process.poll() is None, (self.folder / "code-server.log").read_text(errors="replace")
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                assert time.monotonic() < deadline, "code-server does not answer"
                time.sleep(0.1)


def command_of(process: psutil.Process) -> list[str]:
    """Its command line; nothing of one that has ended."""
    try:
        return list(process.cmdline())
    except psutil.Error:
        return []


def _group_lives(process: subprocess.Popen[bytes]) -> bool:
    process.poll()  # Reaps it, else it stays in its group for ever.
    try:
        os.killpg(process.pid, 0)
    except ProcessLookupError:
        return False
    return True


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
