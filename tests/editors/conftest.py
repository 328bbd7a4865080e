"""The real VS Code, in a real browser, with the packaged extension installed: one server and one browser a module, windows as wanted.

`MAGUYVA_TEST_ARTEFACTS` names the folder that gets a picture and the logs of every window that a test failed in, `MAGUYVA_SCREENSHOTS` the one that
gets the pictures made on purpose; both are in pytest's own temporary folder otherwise.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

from .code_server import CodeServer
from .real_project import copy_of_flask
from .workbench import Workbench

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import editors  # noqa: E402

# These keep a browser without a network from asking for one at every start.
BROWSER_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    # Nothing but this machine is asked, whatever the page wants.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]  # fmt: skip
THE_PROJECTS_OWN = {"maguyva.interpreter": sys.executable, "maguyva.importStrategy": "fromEnvironment"}

failed_key = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    if report.failed:
        item.stash[failed_key] = True
    return report


@pytest.fixture(scope="session")
def program() -> Path:
    """code-server."""
    if not editors.is_supported():
        pytest.skip("the real editor is driven on Linux only")
    folder = editors.code_server_folder()
    assert (folder / "maguyva-stamp.json").exists() and shutil.which("chromium"), "the editor is not installed: run scripts/test tests/editors"
    return folder


@pytest.fixture(scope="session")
def vsix(program: Path) -> Path:
    """The extension as it is given to users; `MAGUYVA_TEST_VSIX` names another one."""
    named = os.environ.get("MAGUYVA_TEST_VSIX")
    if named:
        return Path(named)
    made = sorted((ROOT / "client-vscode").glob("*.vsix"))
    assert len(made) == 1, "the extension is not packaged: run scripts/test tests/editors"
    return made[0]


@pytest.fixture(scope="session")
def tools() -> Path:
    """The cache folder of what only tests use."""
    return Path(editors.tools_folder())


@pytest.fixture(scope="module")
def flask(tools: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of flask's sources to work in."""
    return copy_of_flask(tools, tmp_path_factory.mktemp("workspace") / "flask")


@pytest.fixture(scope="module")
def start_server(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., CodeServer]]:
    """Starts a VS Code server; the module's end ends it."""
    started: list[CodeServer] = []

    def start(*extensions: Path, settings: Mapping[str, Any], **environment: str) -> CodeServer:
        started.append(CodeServer(program, tmp_path_factory.mktemp("vscode"), extensions, settings, environment))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="module")
def server(start_server: Callable[..., CodeServer], vsix: Path) -> CodeServer:
    """VS Code with the extension, whose language server runs in the tests' own Python: what takes minutes is left to the first start's test."""
    return start_server(vsix, settings=THE_PROJECTS_OWN)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # A module's, since asyncio cannot run beside it in the same thread.
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=BROWSER_FLAGS)
        yield launched
        launched.close()


class Windows:
    """The windows of a module. One that a test failed in is not used again."""

    def __init__(self, browser: Browser, kept: Path) -> None:
        self._browser = browser
        self._kept = kept
        self._open: dict[str, tuple[Workbench, CodeServer]] = {}

    def get(
        self,
        server: CodeServer,
        workspace: Path | None,
        name: str = "shared",
        payload: Mapping[str, str] | None = None,
        exposed: Mapping[str, Callable[..., Any]] | None = None,
    ) -> Workbench:
        """The window of that name on a workspace: the one that is open, or a new one. `exposed` are functions that its page may call."""
        if name not in self._open:
            context = self._browser.new_context(viewport={"width": 1280, "height": 800})
            context.grant_permissions(["clipboard-read", "clipboard-write"])
            page = context.new_page()
            for function, called in (exposed or {}).items():
                page.expose_function(function, called)
            self._open[name] = (Workbench(page), server)
            self._open[name][0].open(server.url(workspace, payload))
        return self._open[name][0]

    def close(self, name: str | None = None) -> None:
        for each in [name] if name else list(self._open):
            window, _ = self._open.pop(each)
            window.close()

    def keep(self, test: str) -> list[Path]:
        """Keep what there is to see of every open window, then close it."""
        folders = []
        for name, (window, server) in list(self._open.items()):
            folder = self._kept / re.sub(r"[^\w.-]+", "_", test) / name
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            (folder / "console.log").write_text("\n".join(window.console), encoding="utf-8")
            for log in server.logs():
                shutil.copy(log, folder / re.sub(r"[^\w.-]+", "_", str(log.relative_to(server.folder))))
            try:
                window.screenshot(folder / "window.png")
                self.close(name)
            except Error as error:
                (folder / "console.log").open("a").write(f"\nno picture: {error}")
                self._open.pop(name, None)
            folders.append(folder)
        return folders


@pytest.fixture(scope="module")
def _windows(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Windows]:
    named = os.environ.get("MAGUYVA_TEST_ARTEFACTS")
    made = Windows(browser, Path(named) if named else tmp_path_factory.getbasetemp() / "artefacts")
    yield made
    made.close()


@pytest.fixture
def windows(_windows: Windows, request: pytest.FixtureRequest) -> Iterator[Windows]:
    """The module's windows; when the test has failed, a picture and the logs of each are kept."""
    yield _windows
    if request.node.stash.get(failed_key, False):
        kept = _windows.keep(request.node.nodeid.rsplit("/", 1)[-1])
        request.node.add_report_section("teardown", "editor", "kept: " + ", ".join(str(folder) for folder in kept))


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the pictures made on purpose go."""
    named = os.environ.get("MAGUYVA_SCREENSHOTS")
    folder = Path(named) if named else tmp_path_factory.getbasetemp() / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
