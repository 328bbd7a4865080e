"""What the user sees when something is missing or wrong, and that it goes away once it is put right; in a real VS Code, on flask."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from .panel import Panel
from .real_project import line_of
from .workbench import until

KEY = "pa-this-is-not-a-key-of-anybody"


@pytest.fixture
def window(server, flask, windows):
    """The module's window. Each test sets what is wrong, and the next one begins with the right settings."""
    server.change_settings({})
    return windows.get(server, flask)


@pytest.fixture
def panel(window):
    return Panel(window).open()


@pytest.fixture(scope="module")
def old_python(tmp_path_factory) -> Path:
    """An interpreter that says it is Python 3.8, however it is asked."""
    script = tmp_path_factory.mktemp("old") / "python3.8"
    script.write_text(
        f"#!{sys.executable} -IS\n"
        "import sys\n"
        "if not {'-V', '--version'}.isdisjoint(sys.argv):\n"
        "    print('Python 3.8.19')\n"
        "elif '-c' in sys.argv:\n"
        "    sys.version_info = (3, 8, 19, 'final', 0)\n"
        "    exec(sys.argv[sys.argv.index('-c') + 1])\n"
        "else:\n"
        "    sys.exit('this Python only tells its version')\n"
    )
    script.chmod(0o755)
    return script


def answers(panel: Panel) -> None:
    """The server works: a question is answered."""
    panel.ask("")
    panel.ask("where is create_logger defined")
    panel.best("create_logger", "src/flask/logging.py")


# ---- what is wrong with the server ----


def test_a_wrong_path_of_the_server_is_named_and_can_be_corrected(server, window, panel) -> None:
    server.change_settings({"maguyva.path": "/nowhere/maguyva"})
    panel.says(re.compile("there is no file /nowhere/maguyva"))
    assert panel.frame.get_by_role("button", name="Open Settings").count() == 1
    assert "error" in (window.status_item("Maguyva").get_attribute("class") or "")
    server.change_settings({})
    answers(panel)


def test_a_python_that_is_too_old_is_named_with_what_is_needed(server, window, panel, old_python) -> None:
    server.change_settings({"maguyva.interpreter": str(old_python)})
    panel.says(re.compile(r"is Python 3\.8\.19.*Python 3\.11 or newer is needed"))
    panel.frame.get_by_role("button", name="Select Python Interpreter").first.wait_for()
    server.change_settings({})
    answers(panel)


def test_a_server_that_ends_at_once_is_not_started_for_ever(server, window, panel) -> None:
    server.change_settings({"maguyva.path": "/bin/false"})
    panel.says(re.compile("The server did not start"))
    panel.frame.get_by_role("button", name=re.compile("Show (Server )?Logs", re.IGNORECASE)).first.wait_for()
    server.change_settings({})
    answers(panel)


def test_a_server_that_was_killed_comes_back(server, window, panel) -> None:
    answers(panel)
    (running,) = server.language_servers()
    running.kill()
    until(lambda: [process.pid for process in server.language_servers()], lambda pids: bool(pids) and pids != [running.pid], "there is no new server")
    answers(panel)


def test_the_logs_tell_what_was_started(window, panel) -> None:
    answers(panel)
    window.command("Maguyva: Show Logs")
    until(window.output, lambda text: "maguyva" in text, "the log is empty")


# ---- what limits the answers ----


def test_without_meaning_the_panel_says_so_and_still_answers(server, window, panel) -> None:
    server.change_settings({"maguyva.embedding.provider": "off"})
    window.wait_until_ready()
    panel.ask("how does the session cookie get signed")
    panel.says(re.compile("Meaning is off"))
    panel.wait_for_hits(lambda hits: any(hit.path == "src/flask/sessions.py" for hit in hits), "sessions.py is not found by its words")


def test_voyage_without_a_key_says_so_and_leads_to_where_it_is_set(server, window, panel) -> None:
    server.change_settings({"maguyva.embedding.provider": "voyage"})
    window.wait_until_ready()
    panel.ask("how does the session cookie get signed")
    panel.says(re.compile("key"))
    panel.frame.get_by_role("button", name="Set Voyage key").first.click()
    window.quick_input_of("password").wait_for()
    window.page.keyboard.press("Escape")


def test_a_key_is_kept_secret_and_reaches_the_server(server, window, panel) -> None:
    server.change_settings({})
    window.command("Maguyva: Set Voyage Key")
    box = window.quick_input_of("password")
    box.fill(KEY)
    box.press("Enter")

    def keys() -> list[str | None]:
        return [process.environ().get("VOYAGE_API_KEY") for process in server.language_servers()]

    until(keys, lambda found: found == [KEY], "the key does not reach the server")
    answers(panel)
    written = [path for path in server.user_data.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
    assert not written, "the key stands in a file"
    window.command("Maguyva: Remove Voyage Key")
    until(keys, lambda found: found == [None], "the key stays with the server")


# ---- a workspace that is not trusted ----


def test_an_untrusted_workspace_is_searched_with_the_users_own_python_only(server, windows, flask, tmp_path) -> None:
    witness = tmp_path / "was-run"
    program = flask / "chosen-by-the-workspace"
    program.write_text(f"#!/bin/sh\ntouch '{witness}'\nexec '{sys.executable}' \"$@\"\n")
    program.chmod(0o755)
    (flask / ".vscode").mkdir(exist_ok=True)
    chosen = f'{{"maguyva.path": "{program}", "maguyva.interpreter": "{program}", "maguyva.args": ["--log-file", "{witness}"]}}'
    (flask / ".vscode" / "settings.json").write_text(chosen)
    server.change_settings({"security.workspace.trust.enabled": True, "security.workspace.trust.startupPrompt": "never"})
    window = windows.get(server, flask, name="untrusted")
    window.status_item("Restricted Mode")
    panel = Panel(window).open()
    answers(panel)
    hit = panel.best("create_logger", "src/flask/logging.py")
    panel.open_hit(hit)
    window.wait_at("logging.py", line_of(flask, "src/flask/logging.py", "def create_logger"))
    assert not witness.exists(), "the workspace has chosen what is run"
    # Nor when it is trusted: these settings are the user's.
    window.command("Workspaces: Manage Workspace Trust")
    window.page.get_by_role("button", name="Trust", exact=True).first.click()
    window.page.locator(".part.statusbar").get_by_text("Restricted Mode").wait_for(state="hidden")
    window.command("Maguyva: Restart Server")
    answers(panel)
    assert not witness.exists(), "the trusted workspace has chosen what is run"
    windows.close("untrusted")


def test_an_untrusted_workspace_without_a_python_of_the_users(server, windows, flask) -> None:
    server.change_settings(
        {"security.workspace.trust.enabled": True, "security.workspace.trust.startupPrompt": "never", "maguyva.interpreter": ""}
    )
    window = windows.get(server, flask, name="untrusted without")
    panel = Panel(window).open()
    # The environment that the workspace names does not count, so the extension wants to make its own.
    window.notification(re.compile("Python environment of its own"))
    panel.frame.locator(".screen").get_by_text(re.compile("set up|environment", re.IGNORECASE)).first.wait_for()
    windows.close("untrusted without")
