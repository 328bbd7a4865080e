"""The first start, as a user has it who was given the universal VSIX: nothing is there but Python and a package registry."""

from __future__ import annotations

import re

from .code_server import command_of
from .panel import Panel
from .workbench import until

INSTALLING = 900.0  # Seconds: some 100 MB come from the registry.


def test_the_server_is_set_up_once_with_consent(start_server, vsix, tools, windows, flask, screenshots) -> None:
    # What pip has fetched for an earlier run need not be fetched again.
    server = start_server(vsix, settings={}, PIP_CACHE_DIR=str(tools / "pip"))
    window = windows.get(server, flask)
    window.notification(re.compile("Python environment of its own"))
    assert not list(server.user_data.glob("User/globalStorage/maguyva.maguyva/environments/*/")), "something was made before consent"
    window.answer(re.compile("Python environment of its own"), "Set Up")
    window.notification(re.compile("setting up the server"))
    window.screenshot(screenshots / "set-up.png")
    window.wait_until_ready(INSTALLING)
    panel = Panel(window).open()
    panel.ask("where is create_logger defined")
    panel.best("create_logger", "src/flask/logging.py")
    assert all(str(server.user_data) in command[0] for command in pythons_of(server)), "the server does not run in its own environment"
    # From now on it is there at once, and nobody is asked.
    window.reload()
    window.wait_until_ready()
    Panel(window).open().ask("who calls create_logger")
    panel.wait_for_hits(lambda hits: any(hit.path == "src/flask/sansio/app.py" for hit in hits), "nothing is found after a reload")
    assert window.page.get_by_text("Python environment of its own").count() == 0


def test_a_set_up_that_fails_says_why_and_can_be_tried_again(start_server, vsix, windows, flask) -> None:
    nowhere = {"PIP_CONFIG_FILE": "/dev/null", "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_FIND_LINKS": "", "PIP_RETRIES": "0", "PIP_NO_CACHE_DIR": "1"}
    server = start_server(vsix, settings={}, **nowhere)
    window = windows.get(server, flask, name="without a registry")
    window.answer(re.compile("Python environment of its own"), "Set Up")
    panel = Panel(window).open()
    message = panel.says(re.compile("registry|network|connect", re.IGNORECASE))
    assert "\n" not in message.inner_text()
    panel.frame.get_by_role("button", name="Set Up Server").first.wait_for()
    until(lambda: pythons_of(server), lambda running: running == [], "something is still running")


def pythons_of(server) -> list[list[str]]:
    """The commands of the Python processes that this VS Code has started."""
    commands = [command_of(process) for process in server.processes()]
    return [command for command in commands if command and re.search(r"python[\d.]*$", command[0])]
