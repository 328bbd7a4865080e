"""Search in words, in the panel of a real VS Code, on flask."""

from __future__ import annotations

import re

import pytest

from .panel import Panel
from .real_project import line_of
from .workbench import until


@pytest.fixture
def window(server, flask, windows):
    """The module's window, with the server ready."""
    shown = windows.get(server, flask)
    shown.wait_until_ready()
    return shown


@pytest.fixture
def panel(window):
    """The panel, empty."""
    shown = Panel(window).open()
    shown.reset()
    return shown


# ---- four intents and more, and the way to the place ----


def test_a_definition_is_found_and_opened_with_the_keyboard(panel, window, flask) -> None:
    line = line_of(flask, "src/flask/logging.py", "def create_logger")
    panel.ask("where is create_logger defined")
    hit = panel.best("create_logger", "src/flask/logging.py")
    assert hit.line == line
    panel.wait_for_route("Definition.*create_logger.*direct.*structure")
    panel.open_active()
    window.wait_at("logging.py", line, len("def create_logger") + 1)  # The name is selected.


def test_references_are_every_site(panel, window, flask) -> None:
    line = line_of(flask, "src/flask/sansio/app.py", "return create_logger(self)")
    panel.ask("who calls create_logger")
    hit = panel.hit_in("src/flask/sansio/app.py", line)
    panel.wait_for_route("References.*create_logger.*direct.*graph")
    panel.open_hit(hit)
    window.wait_at("app.py", line)


def test_a_question_in_words_is_answered_by_the_explaining_code(panel, window, flask) -> None:
    panel.ask("how does the session cookie get signed")
    hits = panel.wait_for_hits(lambda found: any(hit.path == "src/flask/sessions.py" for hit in found[:3]), "sessions.py is not among the first three")
    panel.wait_for_route("Expla.*meaning.*text.*structure")
    hit = next(hit for hit in hits if hit.path == "src/flask/sessions.py")
    panel.open_hit(hit)
    window.wait_at("sessions.py", hit.line)
    assert "Cookie" in window.line(hit.line)


def test_an_exact_string_is_found_where_it_stands(panel, window, flask) -> None:
    line = line_of(flask, "src/flask/globals.py", "Working outside of request context")
    panel.ask('find the string "Working outside of request context"')
    hit = panel.hit_in("src/flask/globals.py", line)
    panel.wait_for_route("Exact text.*direct.*text")
    panel.open_hit(hit)
    window.wait_at("globals.py", line)


def test_a_click_on_a_line_of_code_goes_to_that_line(panel, window, flask) -> None:
    line = line_of(flask, "src/flask/logging.py", "def create_logger")
    panel.ask("where is create_logger defined")
    hit = panel.best("create_logger", "src/flask/logging.py")
    panel.row(hit).get_by_text("Get the Flask app").click()
    window.wait_at("logging.py", line + 1)


def test_what_a_change_reaches(panel, window, flask) -> None:
    line = line_of(flask, "src/flask/sansio/scaffold.py", "get_root_path(", 1)
    panel.ask("what breaks if I change get_root_path")
    hit = panel.hit_in("src/flask/sansio/scaffold.py", line)
    panel.wait_for_route("Impact.*get_root_path.*direct.*graph")
    panel.open_hit(hit)
    window.wait_at("scaffold.py", line)


def test_questions_of_another_language_are_understood(panel) -> None:
    panel.ask("dove è definito create_logger")
    panel.best("create_logger", "src/flask/logging.py")
    panel.wait_for_route("Definition.*create_logger")


def test_the_answer_follows_while_typing(panel) -> None:
    panel.type("where is create_lo")
    panel.type("gger defined")
    panel.best("create_logger", "src/flask/logging.py")
    panel.wait_for_route("Definition.*create_logger")


# ---- the user has the last word ----


def test_the_preset_can_be_chosen(panel, flask) -> None:
    panel.ask("where is create_logger defined")
    panel.wait_for_route("direct")
    panel.choose("Effort", "Quick")
    panel.wait_for_route("only meaning.*quick")
    panel.choose("Effort", "Thorough")
    panel.wait_for_route("meaning.*text.*structure.*graph.*thorough")
    panel.hit_in("src/flask/logging.py", line_of(flask, "src/flask/logging.py", "def create_logger"))


def test_the_intent_can_be_chosen(panel, flask) -> None:
    panel.ask("create_logger")
    panel.wait_for_route("Definition.*create_logger")
    panel.choose("Looking for", "References")
    panel.wait_for_route("References.*chosen")
    panel.hit_in("src/flask/sansio/app.py", line_of(flask, "src/flask/sansio/app.py", "return create_logger(self)"))


def test_files_and_languages_can_be_chosen(panel) -> None:
    panel.ask("how does the session cookie get signed")
    panel.wait_for_hits(lambda hits: any(not hit.path.startswith("src/") for hit in hits), "only sources are found")
    panel.fill_option("Files to include", "src")
    panel.wait_for_hits(lambda hits: bool(hits) and all(hit.path.startswith("src/") for hit in hits), "others than src are found")
    panel.fill_option("Files to include", "")
    panel.fill_option("Languages", "markdown, html")
    panel.wait_for_hits(lambda hits: bool(hits) and all(hit.path.endswith((".md", ".html")) for hit in hits), "other languages are found")


# ---- why, and what else there is ----


def test_why_a_result_is_here(panel) -> None:
    panel.ask("how does the session cookie get signed")
    hits = panel.wait_for_hits(lambda found: any(hit.path == "src/flask/sessions.py" for hit in found), "sessions.py is not found")
    head, *rows = panel.why(hits[0])
    assert head == ["Found by", "Rank", "Weight", "Points"]
    named = {cells[0]: cells for cells in rows}
    assert set(named) <= {"meaning", "text", "structure", "graph", "Sum"} and len(named) >= 2
    assert named["meaning"][2] == "0.5" and int(named["meaning"][1]) >= 1
    points = [float(cells[3]) for name, cells in named.items() if name != "Sum"]
    assert sum(points) == pytest.approx(float(named["Sum"][3]), rel=0.02)


def test_more_in_the_same_file_can_be_had(panel) -> None:
    panel.ask("how does the session cookie get signed")
    panel.wait_for_hits(lambda hits: any(hit.path == "src/flask/sessions.py" for hit in hits), "sessions.py is not found")
    before = len([hit for hit in panel.hits() if hit.path == "src/flask/sessions.py"])
    group = panel.frame.get_by_role("treeitem", name="sessions.py, src/flask, ")
    group.locator("xpath=following-sibling::*").filter(has_text="more in this file").first.click()
    panel.wait_for_hits(lambda hits: len([hit for hit in hits if hit.path == "src/flask/sessions.py"]) > before, "there are no more")
    # They can be put away again.
    panel.frame.get_by_role("treeitem").filter(has_text="others of this file").first.click()
    panel.wait_for_hits(lambda hits: len([hit for hit in hits if hit.path == "src/flask/sessions.py"]) == before, "they stay")


def test_a_hit_opens_to_the_side(panel, window, flask) -> None:
    window.command("View: Close All Editors")
    window.open_file("src/flask/views.py")
    panel.ask("where is create_logger defined")
    panel.best("create_logger", "src/flask/logging.py")
    panel.open_active(beside=True)
    window.wait_at("logging.py", line_of(flask, "src/flask/logging.py", "def create_logger"))
    assert window.page.locator(".editor-group-container").count() == 2
    window.command("View: Close All Editors")


def test_escape_leads_back_to_the_question(panel, window) -> None:
    panel.ask("where is create_logger defined")
    panel.best("create_logger", "src/flask/logging.py")
    panel.question.focus()
    window.page.keyboard.press("ArrowDown")
    until(panel.active, lambda label: label is not None, "no row is active")
    window.page.keyboard.press("Escape")
    until(lambda: panel.question.evaluate("question => question === document.activeElement"), bool, "the question has no focus")


# ---- what it lives through ----


def test_what_is_typed_and_not_saved_is_found(panel, window, flask) -> None:
    window.open_file("src/flask/views.py", 1, 1)
    window.type_in_editor('def brew_oolong_tea():\n    """Leaves, then hot water."""\n\n\n')
    panel.ask("where is brew_oolong_tea defined")
    hit = panel.best("brew_oolong_tea", "src/flask/views.py")
    assert hit.line == 1
    assert "brew_oolong_tea" not in (flask / "src/flask/views.py").read_text()
    window.command("File: Revert File")
    panel.ask("where is brew_oolong_tea defined?")
    panel.wait_for_hits(lambda hits: all(hit.name != "brew_oolong_tea" for hit in hits), "what is gone is still found")


def test_the_question_survives_hiding_and_reloading(panel, window, flask) -> None:
    use = ("src/flask/sansio/app.py", line_of(flask, "src/flask/sansio/app.py", "return create_logger(self)"))
    panel.ask("who calls create_logger")
    panel.hit_in(*use)
    window.page.get_by_role("tab", name=re.compile("^Explorer")).locator("a").click()
    panel.question.wait_for(state="hidden")
    panel.open()
    until(panel.question.input_value, lambda value: value == "who calls create_logger", "the question is gone after hiding")
    panel.hit_in(*use)
    window.reload()
    panel.open()
    until(panel.question.input_value, lambda value: value == "who calls create_logger", "the question is gone after reloading")
    panel.hit_in(*use)


def test_a_question_goes_on_after_a_restart(panel, window) -> None:
    window.command("Maguyva: Restart Server")
    panel.ask("where is has_level_handler defined")
    panel.best("has_level_handler", "src/flask/logging.py")


def test_earlier_questions_can_be_asked_again(panel) -> None:
    panel.ask("where is has_level_handler defined")
    panel.best("has_level_handler", "src/flask/logging.py")
    panel.open_active()
    panel.ask("")
    panel.frame.get_by_role("button", name="Earlier questions").click()
    panel.frame.get_by_role("group", name="Earlier questions").get_by_role("button", name="where is has_level_handler defined").first.click()
    panel.best("has_level_handler", "src/flask/logging.py")


# ---- pictures ----


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_pictures_of_the_panel(panel, window, server, screenshots, theme: str) -> None:
    window.change_theme(server, theme)
    panel.open()
    panel.ask("how does the session cookie get signed")
    hits = panel.wait_for_hits(lambda found: any(hit.path == "src/flask/sessions.py" for hit in found), "sessions.py is not found")
    panel.open_hit(hits[0])
    panel.why(hits[0])
    window.widen_side_bar()
    window.screenshot(screenshots / f"panel-{theme}.png")
