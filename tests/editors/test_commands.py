"""The quick pick, the editor's commands and navigation, by keyboard and mouse, in a real VS Code on flask."""

from __future__ import annotations

import re

import pytest

from .panel import Panel
from .real_project import line_of
from .workbench import until

USE = "return create_logger(self)"
APP = "src/flask/sansio/app.py"


@pytest.fixture
def window(server, flask, windows):
    """The module's window, with the server ready and no editor open."""
    shown = windows.get(server, flask)
    shown.wait_until_ready()
    shown.command("View: Close All Editors")
    return shown


@pytest.fixture
def place(flask) -> tuple[str, int, int]:
    """Where create_logger is called: path, line, column."""
    line = line_of(flask, APP, USE)
    return APP, line, (flask / APP).read_text().splitlines()[line - 1].index("create_logger") + 1


@pytest.fixture
def definition(flask) -> tuple[str, int, int]:
    return "logging.py", line_of(flask, "src/flask/logging.py", "def create_logger"), len("def ") + 1


# ---- the quick pick ----


def test_the_quick_pick_previews_and_opens(window, definition) -> None:
    window.open_file("src/flask/views.py", 3)
    window.command("Maguyva: Search…")
    window.quick_input.fill("where is create_logger defined")
    first = window.quick_items.filter(has_text="create_logger").first
    first.wait_for()
    window.choose_in_quick_pick("create_logger")
    window.wait_at(*definition)  # The editor follows while the box is still open.
    assert window.quick_input.is_visible()
    window.page.keyboard.press("Enter")
    window.quick_input.wait_for(state="hidden")
    window.wait_at(*definition[:2])


def test_leaving_the_quick_pick_leads_back(window, definition) -> None:
    window.open_file("src/flask/views.py", 3)
    window.command("Maguyva: Search…")
    window.quick_input.fill("where is create_logger defined")
    window.choose_in_quick_pick("create_logger")
    window.wait_at(*definition)
    window.page.keyboard.press("Escape")
    window.wait_at("views.py", 3)


def test_the_quick_pick_answers_while_typing(window, flask) -> None:
    window.command("Maguyva: Search…")
    window.quick_input.press_sequentially("who calls create_logger")
    until(lambda: " ".join(window.quick_items.all_inner_texts()), lambda text: "app.py" in text, "app.py is not found")
    window.page.keyboard.press("Escape")


# ---- about what stands at the cursor ----


def test_who_calls_this(window, flask, place, definition) -> None:
    window.open_file("src/flask/logging.py", *definition[1:])
    window.command("Maguyva: Who Calls This")
    panel = Panel(window)
    panel.hit_in(APP, place[1])
    panel.wait_for_route("References")


def test_find_similar_code(window, flask) -> None:
    path = "src/flask/sansio/scaffold.py"
    window.open_file(path, line_of(flask, path, "def get("), 9)
    window.command("Maguyva: Find Similar Code")
    panel = Panel(window)
    panel.wait_for_route("Similar code")
    panel.wait_for_hits(bool, "nothing is similar")


def test_search_for_the_selection(window, place, definition) -> None:
    window.open_file(*place)
    window.page.keyboard.press("Control+Shift+ArrowRight")
    until(window.selected, lambda count: count == len("create_logger"), "the name is not selected")
    window.command("Maguyva: Search for Selection")
    panel = Panel(window)
    until(panel.question.input_value, lambda words: "create_logger" in words, "the selection is not the question")
    panel.wait_for_hits(lambda hits: any((hit.name, hit.path) == ("create_logger", "src/flask/logging.py") for hit in hits), "it is not found")


def test_the_context_menu_offers_what_can_be_asked(window, place) -> None:
    window.open_file(*place)
    window.context_menu(place[1])
    items = window.page.locator(".context-view .action-label")
    until(items.all_inner_texts, lambda names: "Who Calls This" in names and "Find Similar Code" in names, "the menu has other entries")
    window.page.keyboard.press("Escape")


# ---- navigation as everybody knows it ----


def test_going_to_the_definition(window, place, definition) -> None:
    window.open_file(*place)
    window.page.keyboard.press("F12")
    window.wait_at(*definition)


def test_finding_all_references(window, place, definition) -> None:
    window.open_file("src/flask/logging.py", *definition[1:])
    window.page.keyboard.press("Shift+F12")
    rows = window.page.locator(".reference-zone-widget .ref-tree .monaco-list-row")
    until(lambda: " ".join(rows.all_inner_texts()), lambda text: "app.py" in text, "app.py is not among the references")
    window.page.keyboard.press("Escape")


def test_symbols_of_the_workspace(window, definition) -> None:
    window.page.keyboard.press("Control+t")
    window.quick_input.wait_for()
    window.quick_input.fill("#create_logger")
    window.quick_items.filter(has_text="create_logger").first.wait_for()
    window.page.keyboard.press("Enter")
    window.wait_at(*definition[:2])


# ---- the server ----


def test_the_status_bar_leads_to_the_status(window) -> None:
    window.status_item(re.compile(r"Maguyva\s+\d+")).click()
    until(window.text, lambda text: "State: ready" in text and "python: " in text, "the status does not open")
    assert window.active_file() == "Maguyva Status.md"


def test_a_restart_keeps_everything_working(window, server, place, definition) -> None:
    before = {process.pid for process in server.language_servers()}
    window.command("Maguyva: Restart Server")
    until(lambda: {process.pid for process in server.language_servers()}, lambda now: bool(now) and not now & before, "it is the same server")
    window.wait_until_ready()
    window.open_file(*place)

    def follow() -> str:
        if window.active_file() == "app.py":
            window.page.keyboard.press("F12")
        return window.active_file()

    until(follow, lambda name: name == "logging.py", "no definition after the restart")


def test_clearing_the_cache_asks_first(window, server) -> None:
    segments = server.cache / "workspaces"
    assert list(segments.rglob("*"))
    window.command("Maguyva: Clear Cache…")
    window.answer(re.compile("Clear Maguyva's cache"), "Clear Cache")
    window.notification(re.compile("cache is cleared"))
    window.wait_until_ready()


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_pictures_of_quick_pick_and_status(window, server, screenshots, theme: str) -> None:
    window.change_theme(server, theme)
    window.wait_until_ready()
    window.status_item(re.compile(r"Maguyva\s+\d+")).click()
    until(window.text, lambda text: "State: ready" in text, "the status does not open")
    window.screenshot(screenshots / f"status-{theme}.png")
    window.command("Maguyva: Search…")
    window.quick_input.fill("how does the session cookie get signed")
    window.choose_in_quick_pick("sessions.py")
    until(window.active_file, lambda name: name == "sessions.py", "there is no preview")
    window.screenshot(screenshots / f"quick-pick-{theme}.png")
    window.page.keyboard.press("Escape")
