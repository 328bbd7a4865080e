"""A workspace that wants to be more than text: whatever its names and lines hold is shown as plain text, and nothing of it runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Error

from .panel import Panel
from .workbench import until

OWN = "window.owned=true;top.owned=true"  # What an injected script would do.
FILES = {
    f"<img src=x onerror={OWN.split(';')[0]}>.py": "kumquat_one = 1\n",
    "<b>bold</b>/\"quotes\" & 'more'.py": "kumquat_two = 2\n",
    "</script><script>owned=true<!--.py": "kumquat_three = 3\n",
    "two\nlines.py": "kumquat_four = 4\n",
    "right\u202eto left.py": "kumquat_five = 5\n",
    "$(error) no icon.py": "kumquat_six = 6\n",
    "page.md": f'# <img src=x onerror="{OWN}"> kumquat heading\n\nkumquat_seven [a](command:workbench.action.closeWindow)\n',
    "code.js": f"/** <script>{OWN}</script> **bold** */\nfunction kumquat_eight() {{\n  return '</script><script>{OWN}</script>\u202e<img src=x onerror={OWN}>';\n}}\n",
    "text.txt": "kumquat_nine\u2066\u202e \x1b[31m <svg onload=owned=true>\n",
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("workspace") / "<i>hostile<b>"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def window(server, hostile, windows):
    shown = windows.get(server, hostile)
    shown.wait_until_ready()
    return shown


@pytest.fixture
def panel(window):
    return Panel(window).open()


def nothing_ran(window) -> bool:
    """In no frame of the window an injected script has run, and no element came from the workspace."""
    for frame in window.page.frames:
        try:
            assert frame.evaluate("typeof window.owned") == "undefined", frame.url
        except Error:
            continue  # The frame is gone.
    return True


def test_names_and_lines_are_shown_as_text(panel, window) -> None:
    panel.ask('"kumquat"')
    tree = panel.frame.get_by_role("tree", name="Results")
    shown = until(tree.inner_text, lambda text: all(word in text for word in ("kumquat_one", "kumquat_eight", "kumquat_nine")), "not all is found")
    for expected in ("<b>bold</b>", '"quotes" & \'more\'.py', "$(error) no icon.py", "</script>", f"onerror={OWN.split(';')[0]}>.py", "</script><script>"):
        assert expected in shown, expected
    assert tree.locator("img, b, i, script, iframe, a").count() == 0
    # What would be invisible or turn the line around stands there as a visible mark.
    assert not set("\u202e\u2066\x1b") & set(shown)
    assert "lines.py" in shown and "two\nlines.py" not in shown
    assert nothing_ran(window)


def test_opened_details_are_text_too(panel, window) -> None:
    panel.ask("where is kumquat_eight defined")
    hit = panel.best("kumquat_eight", "code.js")
    panel.why(hit)
    row = panel.row(hit)
    assert f"<script>{OWN}</script> **bold**" in row.inner_text()
    assert row.locator("img, b, script, iframe").count() == 0
    assert nothing_ran(window)


def test_a_question_is_text(panel, window) -> None:
    question = f"where is <img src=x onerror={OWN}></script> defined"
    panel.ask(question)
    panel.wait_for_route(".")
    assert panel.frame.locator("img").count() == 0
    assert nothing_ran(window)


@pytest.mark.parametrize("name", ["two\nlines.py", "</script><script>owned=true<!--.py", "right\u202eto left.py"])
def test_files_with_strange_names_open(panel, window, name: str) -> None:
    words = FILES[name].split(" ")[0]
    panel.ask(f'"{words}"')
    row = panel.rows.filter(has_text=words).first
    row.click()
    until(lambda: window.line(1), lambda line: line.startswith(words), "the file does not open")


def test_the_page_allows_no_script_but_its_own(panel, window) -> None:
    policy = panel.frame.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content") or ""
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";") if rule.strip()}
    assert rules["default-src"] == ["'none'"]
    assert [source for source in rules["script-src"] if not source.startswith("'nonce-")] == []
    assert not re.search("unsafe-eval", policy)
    body = panel.frame.locator("body")
    body.evaluate("body => { const script = document.createElement('script'); script.textContent = 'window.owned = true'; body.append(script); script.remove(); }")
    body.evaluate(
        "body => { const image = document.createElement('div'); image.innerHTML = '<img src=x onerror=\"window.owned=true\">'; body.append(image); image.remove(); }"
    )
    assert nothing_ran(window)


def test_the_quick_pick_shows_text(window) -> None:
    window.command("Maguyva: Search…")
    window.quick_input.fill('"kumquat"')
    items = until(lambda: "\n".join(window.quick_items.all_inner_texts()), lambda text: "kumquat_six" in text or "no icon" in text, "nothing is found")
    assert "$(error) no icon.py" in items.replace("\u200b", "")
    assert window.quick_items.locator("img, b, script").count() == 0
    window.page.keyboard.press("Escape")
    assert nothing_ran(window)


def test_the_status_document_shows_text(window, hostile) -> None:
    window.command("Maguyva: Show Status")
    until(window.text, lambda text: "Folder: " in text and hostile.name in text, "the folder is not named")
    assert nothing_ran(window)


def test_the_workspace_is_only_read(hostile) -> None:
    found = {path.relative_to(hostile).as_posix(): path.read_text(encoding="utf-8") for path in hostile.rglob("*") if path.is_file()}
    assert found == FILES, json.dumps(sorted(found))
