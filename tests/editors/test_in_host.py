"""What the extension adds to VS Code's API, asked from inside its extension host. The cases are JavaScript: `in_host/cases.js`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from .workbench import until

HERE = Path(__file__).with_name("in_host")
NAMES = re.findall(r'^  "([^"]+)": async', (HERE / "cases.js").read_text(encoding="utf-8"), re.MULTILINE)
LONGEST = 600.0  # Seconds for all of them.


@pytest.fixture(scope="module")
def outcomes(server, _windows, flask) -> dict[str, Any]:
    """Of each case what went wrong, or None; all run in one window."""
    told: dict[str, Any] = {}
    ended: list[Any] = []

    def log(_level: str, words: list[Any]) -> None:
        if words and str(words[0]).startswith("in-host "):
            outcome = json.loads(words[0].removeprefix("in-host "))
            told[outcome["name"]] = outcome["error"]

    payload = {"extensionDevelopmentPath": server.remote(HERE), "extensionTestsPath": server.remote(HERE / "index.js")}
    window = _windows.get(server, flask, payload=payload, exposed={"codeAutomationLog": log, "codeAutomationExit": lambda *what: ended.append(what)})
    until(lambda: window.page.wait_for_timeout(100) or ended, bool, "the cases do not end", LONGEST)
    return told


@pytest.mark.parametrize("name", NAMES)
def test_in_the_extension_host(name: str, outcomes: dict[str, Any], windows) -> None:
    assert name in outcomes, f"did not run; these did: {', '.join(outcomes)}"
    assert outcomes[name] is None, outcomes[name]
