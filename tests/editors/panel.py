"""The search panel as a person uses it, found by what a screen reader would say of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import FrameLocator, Locator

from .workbench import Workbench, until


@dataclass(frozen=True)
class ShownHit:
    """A row of the results: the symbol's name (or the lines), its path in the workspace, and the line from 1 where the cursor would go."""

    name: str
    path: str
    line: int
    label: str


class Panel:
    """The panel of one window."""

    def __init__(self, window: Workbench) -> None:
        self.window = window
        self.page = window.page

    def open(self) -> Panel:
        """Show it, by the icon in the activity bar, unless it is there."""
        if not self.page.locator(".part.sidebar .composite.title").filter(has_text=re.compile("maguyva", re.IGNORECASE)).count():
            self.page.get_by_role("tab", name="Maguyva").locator("a").click()
        self.question.wait_for()
        return self

    @property
    def frame(self) -> FrameLocator:
        return self.page.frame_locator("iframe.webview").frame_locator("iframe#active-frame")

    # ---- asking ----

    @property
    def question(self) -> Locator:
        return self.frame.get_by_role("textbox", name="Question about the code")

    def ask(self, words: str) -> None:
        """Put the question there, as if it were pasted; the answer comes by itself."""
        self.question.fill(words)

    def type(self, words: str) -> None:
        """Type it letter by letter after what is there."""
        self.question.press_sequentially(words)

    def choose(self, option: str, choice: str) -> None:
        """Set one of the options beside the question."""
        self.show_options()
        self.frame.get_by_label(option).select_option(label=choice)

    def fill_option(self, option: str, text: str) -> None:
        self.show_options()
        self.frame.get_by_label(option, exact=True).fill(text)

    def show_options(self) -> None:
        button = self.frame.get_by_role("button", name=re.compile("^Options"))
        if button.get_attribute("aria-expanded") != "true":
            button.click()
        self.frame.get_by_role("group", name=re.compile("^Options")).wait_for()

    def reset(self) -> None:
        """No options, no question."""
        self.show_options()
        again = self.frame.get_by_role("button", name="Reset options")
        if again.count():
            again.click()
        self.frame.get_by_role("button", name=re.compile("^Options")).click()
        self.question.fill("")

    # ---- the answer ----

    @property
    def rows(self) -> Locator:
        """Every row of the results: files, hits and what shows more of them."""
        return self.frame.get_by_role("tree", name="Results").get_by_role("treeitem")

    def row(self, hit: ShownHit) -> Locator:
        return self.frame.get_by_role("treeitem", name=hit.label, exact=True)

    def hits(self) -> list[ShownHit]:
        """The rows that are hits, from top to bottom, all of one moment."""
        labels = self.rows.evaluate_all("rows => rows.map((row) => row.getAttribute('aria-label') ?? '')")
        found = (re.fullmatch(r"(.*?), (.*), ([^,]+), line ([\d,.]+)", label, re.DOTALL) for label in labels)
        return [ShownHit(hit[1], hit[3], int(re.sub(r"\D", "", hit[4])), hit[0]) for hit in found if hit]

    def wait_for_hits(self, wanted: Callable[[list[ShownHit]], bool], what: str) -> list[ShownHit]:
        """The hits as soon as they are as `wanted`."""
        return until(self.hits, wanted, what)

    def best(self, name: str, path: str) -> ShownHit:
        """The first hit, once it is this one."""
        found = self.wait_for_hits(lambda hits: bool(hits) and (hits[0].name, hits[0].path) == (name, path), f"{name} is not the first hit")
        return found[0]

    def hit_in(self, path: str, line: int) -> ShownHit:
        """The hit of that place, once there is one."""
        found = self.wait_for_hits(lambda hits: any((hit.path, hit.line) == (path, line) for hit in hits), f"{path}:{line} is not found")
        return next(hit for hit in found if (hit.path, hit.line) == (path, line))

    def route(self) -> str:
        """The quiet line: how the question was understood and answered."""
        return self.frame.locator(".route").inner_text()

    def wait_for_route(self, pattern: str) -> str:
        return until(self.route, lambda shown: re.search(pattern, shown) is not None, f"the line says no /{pattern}/")

    def says(self, words: str | re.Pattern[str]) -> Locator:
        """What the panel says somewhere outside its results, once it does."""
        found = self.frame.locator(".notices, .screen, .summary").get_by_text(words).first
        found.wait_for()
        return found

    # ---- with a hit ----

    def open_hit(self, hit: ShownHit) -> None:
        """With the mouse, by its name: a click on a line of its code would go to that line."""
        self.row(hit).click(position={"x": 60, "y": 10})

    def open_active(self, beside: bool = False) -> None:
        """With the keyboard, from the question: down to the first hit, and Enter."""
        self.question.focus()
        self.page.keyboard.press("ArrowDown")
        until(self.active, lambda label: label is not None, "no row is active")
        while not re.search(r", line [\d,.]+$", self.active() or ""):
            before = self.active()
            self.page.keyboard.press("ArrowDown")
            until(self.active, lambda label, before=before: label != before, "the next row does not become active")  # type: ignore[misc]
        self.page.keyboard.press("Control+Enter" if beside else "Enter")

    def active(self) -> str | None:
        """The label of the row that the keyboard is on."""
        chosen = self.frame.locator("[role=treeitem][aria-selected=true]")
        return (chosen.first.get_attribute("aria-label") or chosen.first.inner_text()) if chosen.count() else None

    def why(self, hit: ShownHit) -> list[list[str]]:
        """The table that says why a hit is where it is, row by row."""
        row = self.row(hit)
        if row.get_attribute("aria-expanded") != "true":
            row.hover(position={"x": 60, "y": 10})  # The row's buttons come up under the mouse.
            row.get_by_role("button", name="Why this result").click()
        table = row.get_by_role("table", name="Why this result")
        table.wait_for()
        return [cells.locator("th, td").all_inner_texts() for cells in table.get_by_role("row").all()]
