"""What the editor's tests need beside Python: a real VS Code, a browser, and the client's npm packages. Standard library only.

VS Code comes as code-server, its own workbench served to a browser, built from the npm registry: no download from anywhere else is needed.
It lands in a cache folder outside the repository (`MAGUYVA_TEST_TOOLS`, else the user's cache folder). A stamp, written last, says what was
installed how, so that an interrupted installation is simply done again and a finished one costs no time.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Sequence  # noqa: UP035  (an old Python has to come far enough to say that it is too old)

from environment import ROOT, install_debian_packages, missing_debian_packages, say, stop

CLIENT = ROOT / "client-vscode"
CODE_SERVER = "4.100.3"  # VS Code 1.100, the newest that runs on Node 20.
LEAST_NODE = 20
COMMANDS = ("rg", "make", "g++")
PACKAGES = ("ripgrep", "make", "g++")
FONTS = Path("/usr/share/fonts/truetype/liberation")

_INSTALL = ["npm", "install", "--ignore-scripts", "--omit=dev"]
_VSCODE = "node_modules/code-server/lib/vscode"
# Folder, command. VS Code's shrinkwrap is out of step with its package.json, so `npm ci` fails there. Install scripts are off because
# some packages would run the steps of their developers; the native parts that matter are built by name.
STEPS = (
    ("", [*_INSTALL, "code-server@" + CODE_SERVER]),
    (_VSCODE, _INSTALL),
    (_VSCODE, ["npm", "rebuild", "node-pty", "@vscode/spdlog", "native-watchdog", "@parcel/watcher"]),
    (_VSCODE + "/extensions", _INSTALL),
    ("", ["npm", "rebuild", "argon2"]),
)
# Link, target: what code-server's own install script would have made.
LINKS = (
    (_VSCODE + "/node_modules.asar", "node_modules"),
    (_VSCODE + "/bin/remote-cli/code-server", "code-linux.sh"),
    (_VSCODE + "/bin/helpers/browser.sh", "browser-linux.sh"),
)


def is_supported() -> bool:
    """Whether the real editor can be driven on this system; its tests are left out elsewhere."""
    return sys.platform == "linux"


def ensure_browser() -> None:
    """The browser that shows the search panel on its own, and the editor."""
    packages = missing_debian_packages(["chromium"], ["chromium"])
    if not FONTS.exists() and shutil.which("apt-get"):
        packages.append("fonts-liberation")  # Without any font the browser draws boxes.
    install_debian_packages(packages, "the client's tests look at it in a browser")


def ensure_code_server() -> Path:
    """The folder of a code-server that is ready to run."""
    install_debian_packages(
        missing_debian_packages(COMMANDS, PACKAGES), "VS Code's native parts are compiled, and it searches with ripgrep"
    )
    node = _require_node()
    folder = code_server_folder()
    stamp = folder / "maguyva-stamp.json"
    # Native parts belong to one major version of node on one kind of machine.
    wanted = {"recipe": _digest([STEPS, LINKS]), "node": node["version"].split(".")[0], "platform": node["platform"]}
    if _read(stamp) == wanted:
        return folder
    say(f"installing VS Code as code-server {CODE_SERVER} (once; about a minute)")
    shutil.rmtree(str(folder), ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    for where, command in STEPS:
        _npm(folder / where, command, node)
    for link, target in LINKS:
        (folder / link).symlink_to(target)
    ripgrep = folder / _VSCODE / "node_modules" / "@vscode" / "ripgrep" / "bin"  # Its installer would download one.
    ripgrep.mkdir(parents=True, exist_ok=True)
    (ripgrep / "rg").symlink_to(str(shutil.which("rg")))
    stamp.write_text(json.dumps(wanted), encoding="utf-8")
    return folder


def code_server_folder() -> Path:
    """Where code-server is, or will be."""
    return tools_folder() / f"code-server-{CODE_SERVER}"


def tools_folder() -> Path:
    """The cache folder of what only tests use."""
    chosen = os.environ.get("MAGUYVA_TEST_TOOLS")
    return Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "maguyva-test-tools"


def ensure_client_packages() -> None:
    """The npm packages that the client's lock file names, in `client-vscode/node_modules`."""
    node = _require_node()
    stamp = CLIENT / "node_modules" / "maguyva-stamp.json"
    wanted = {"lock": _digest((CLIENT / "package-lock.json").read_text(encoding="utf-8")), "node": node["version"].split(".")[0]}
    if _read(stamp) != wanted:
        say("installing the client's npm packages (once; half a minute)")
        _npm(CLIENT, ["npm", "ci"], node)
        stamp.write_text(json.dumps(wanted), encoding="utf-8")


def package_client() -> Path:
    """The universal VSIX, made anew from what is in the tree."""
    ensure_client_packages()
    for old in CLIENT.glob("*.vsix"):
        old.unlink()
    say("packaging the extension")
    _npm(CLIENT, ["npm", "run", "--silent", "package"], _require_node())
    made = sorted(CLIENT.glob("*.vsix"))
    if len(made) != 1:
        stop(f"`npm run package` in {CLIENT.name} made {len(made)} .vsix files and should make one")
    return made[0]


def _require_node() -> dict[str, str]:
    ask = "console.log(JSON.stringify({version: process.version, platform: process.platform + '-' + process.arch, path: process.execPath}))"
    try:
        told = subprocess.run(["node", "-e", ask], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True).stdout
        node: dict[str, str] = json.loads(told.decode("utf-8"))
    except (OSError, ValueError, subprocess.CalledProcessError):
        stop(f"the client's checks and the editor's tests need Node.js {LEAST_NODE} or newer with npm: install it and run this again")
    if int(node["version"].lstrip("v").split(".")[0]) < LEAST_NODE or shutil.which("npm") is None:
        stop(f"Node.js {LEAST_NODE} or newer with npm is needed, and this is Node.js {node['version']}: install it and run this again")
    return node


def _npm(folder: Path, command: Sequence[str], node: dict[str, str]) -> None:
    quiet = {"npm_config_yes": "true", "npm_config_audit": "false", "npm_config_fund": "false", "npm_config_update_notifier": "false"}
    headers = Path(node["path"]).resolve().parent.parent
    if (headers / "include" / "node" / "node.h").exists():
        quiet["npm_config_nodedir"] = str(headers)  # Else npm downloads them from where no registry is.
    program = shutil.which(command[0]) or command[0]  # On Windows it is npm.cmd.
    # Shown only when it failed: these print pages of notes about other people's packages.
    done = subprocess.run(
        [program, *command[1:]],
        cwd=str(folder),
        env={**os.environ, **quiet},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        sys.stderr.write(done.stdout.decode("utf-8", "replace"))
        stop(f"`{' '.join(command)}` failed in {folder} (its own message is above); check the network and run this again")


def _digest(what: object) -> str:
    return hashlib.sha256(json.dumps(what).encode("utf-8")).hexdigest()


def _read(stamp: Path) -> object:
    try:
        return json.loads(stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
