"""What a person does in a VS Code window, as verbs; every verb waits until what it did can be seen."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Error, Locator, Page

from .code_server import CodeServer

T = TypeVar("T")
PATIENCE = 90.0  # Seconds. The machine may be busy, and waiting ends as soon as there is something to see.
SHORT = 8_000.0  # Milliseconds for one step of what is tried again.

THEMES = {"light": ("Default Light Modern", "vs"), "dark": ("Default Dark Modern", "vs-dark"), "high-contrast": ("Default High Contrast", "hc-black")}


def until(look: Callable[[], T], wanted: Callable[[T], bool], what: str, patience: float = PATIENCE) -> T:
    """What `look` sees as soon as it is `wanted`; else a failure that shows what was there instead."""
    deadline = time.monotonic() + patience
    seen: object = None
    while True:
        try:
            seen = look()
            if wanted(seen):
                return seen
        except (Error, AssertionError) as error:  # The page was being redrawn, or a step took too long.
            seen = error
        assert time.monotonic() < deadline, f"{what}: {seen!r}"
        time.sleep(0.1)


class Workbench:
    """One window."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.console: list[str] = []
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", lambda message: self.console.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.console.append(f"page error: {error}"))

    def open(self, address: str) -> None:
        """Load the window; it is there when its parts are drawn and its extensions have been told."""
        self.page.goto(address)
        self._wait_for_parts()

    def _wait_for_parts(self) -> None:
        self.page.locator(".monaco-workbench .part.statusbar").wait_for()
        self.page.locator(".part.sidebar .composite.title, .part.activitybar .action-item").first.wait_for()

    def reload(self) -> None:
        """By VS Code's own command: it writes down first what its parts want to remember, as a reload by the browser does not."""
        self.page.evaluate("window.isBeforeReload = true")
        self.command("Developer: Reload Window")
        until(lambda: self.page.evaluate("window.isBeforeReload"), lambda seen: seen is None, "the window is not loaded again")
        self._wait_for_parts()

    def change_theme(self, server: CodeServer, name: str) -> None:
        """Set one of `THEMES`, and load the window again: it does not look at the user's settings a second time."""
        theme, kind = THEMES[name]
        server.change_settings({"workbench.colorTheme": theme})
        self.reload()
        self.page.locator(f".monaco-workbench.{kind}").wait_for()

    def wait_until_ready(self, patience: float = PATIENCE) -> None:
        """Until the status bar tells how many files are indexed."""
        self.page.locator(".part.statusbar .statusbar-item").filter(has_text=re.compile(r"Maguyva\s+[\d,.]+\s*$")).wait_for(timeout=patience * 1000)

    def close(self) -> None:
        """Leave the page as a user does, so that the server ends the window's extension host at once."""
        self.page.goto("about:blank")
        self.page.context.close()

    # ---- commands, quick picks, dialogs ----

    @property
    def quick_input(self) -> Locator:
        """The box of the command palette and of every quick pick."""
        return self.page.locator(".quick-input-widget:visible input[type=text]")

    @property
    def quick_items(self) -> Locator:
        return self.page.locator(".quick-input-widget:visible [role=option]")

    def quick_input_of(self, kind: str) -> Locator:
        """The box of an input that is asked for; `kind` is "text" or "password"."""
        return self.page.locator(f".quick-input-widget:visible input[type={kind}]")

    def command(self, title: str) -> None:
        """Run a command from the palette by its whole title."""
        self._take("F1", f">{title}", title)

    def commands(self, typed: str) -> list[str]:
        """The titles that the palette offers."""
        self.page.keyboard.press("F1")
        self.quick_input.fill(f">{typed}")
        self.quick_items.filter(has_text=typed).first.wait_for()
        titles = [re.sub(r"\s+", " ", text) for text in self.quick_items.all_inner_texts()]
        self.page.keyboard.press("Escape")
        self.quick_input.wait_for(state="hidden")
        return titles

    def _take(self, key: str, typed: str, *words: str) -> None:
        """Open the box, type, and take the first entry that has all the words. The box closes when something else takes the focus: then again."""
        entry = self.quick_items
        for word in words:
            entry = entry.filter(has_text=word)

        def is_open() -> bool:
            return self.quick_input.is_visible() and self.quick_input.input_value(timeout=SHORT) == typed

        def take() -> bool:
            if not self.quick_input.is_visible():
                self.page.keyboard.press(key)
            self.quick_input.fill(typed, timeout=SHORT)
            entry.first.wait_for(timeout=SHORT)
            entry.first.click(timeout=SHORT)
            return not until(is_open, lambda still: not still, "the box stays open", SHORT / 1000)

        until(take, bool, f"{words} cannot be taken")

    def choose_in_quick_pick(self, words: str) -> None:
        """Go down to an entry with the arrow keys, without taking it."""
        self.quick_items.filter(has_text=words).first.wait_for()

        def focused() -> str:
            item = self.page.locator(".quick-input-widget:visible .monaco-list-row.focused")
            return item.first.inner_text() if item.count() else ""

        seen: list[str] = []
        while words not in focused():
            assert focused() not in seen, f"the arrow keys do not reach {words!r}, but {seen}"
            seen.append(focused())
            self.page.keyboard.press("ArrowDown")
            until(focused, lambda now: now != seen[-1] or self.quick_items.count() == 1, "the next entry is not reached")

    def notification(self, words: str | re.Pattern[str]) -> Locator:
        """The message that says this, once it is there."""
        found = self.page.locator(".notifications-toasts .notification-list-item").filter(has_text=words).first
        found.wait_for()
        return found

    def answer(self, words: str | re.Pattern[str], button: str | re.Pattern[str]) -> None:
        """Press a button of the message or dialog that says this."""
        toast = self.page.locator(".notifications-toasts .notification-list-item, .monaco-dialog-box").filter(has_text=words).first
        toast.wait_for()
        toast.get_by_role("button", name=button).first.click()
        toast.wait_for(state="hidden")

    def status_item(self, words: str | re.Pattern[str]) -> Locator:
        """An entry of the status bar, once it is there."""
        found = self.page.locator(".part.statusbar .statusbar-item").filter(has_text=words).first
        found.wait_for()
        return found

    # ---- the editor ----

    def open_file(self, path: str, line: int = 1, column: int = 1) -> None:
        """Go to a place, as Ctrl+P does. Lines and columns count from 1, as the status bar's do."""
        folder, _, name = path.rpartition("/")
        self._take("Control+p", f"{path}:{line}:{column}", name, folder)
        self.wait_at(name, line, column)

    def context_menu(self, line: int) -> None:
        """The menu of the right mouse button on a line that can be seen."""
        self._line(line).locator("span span").first.click(button="right")
        self.page.locator(".context-view .monaco-menu").wait_for()

    def active_file(self) -> str:
        """The name in the active tab."""
        return self.page.locator(".editor-group-container.active .tab.active").first.get_attribute("data-resource-name") or ""

    def cursor(self) -> tuple[int, int]:
        """Line and column as the status bar shows them."""
        shown = self.page.locator("#status\\.editor\\.selection").inner_text()
        found = re.search(r"Ln (\d+), Col (\d+)", shown)
        return (int(found[1]), int(found[2])) if found else (0, 0)

    def selected(self) -> int:
        """How many characters are selected, by the status bar."""
        found = re.search(r"\((\d+) selected\)", self.page.locator("#status\\.editor\\.selection").inner_text())
        return int(found[1]) if found else 0

    def wait_at(self, name: str, line: int, column: int | None = None) -> None:
        """Until the active editor shows that file with the cursor there."""

        def place() -> tuple[str, int, int]:
            return (self.active_file(), *self.cursor())

        until(place, lambda seen: seen[:2] == (name, line) and column in (None, seen[2]), f"not at {name}:{line}")

    def line(self, number: int) -> str:
        """The text of a line that can be seen."""
        return self._line(number).inner_text().replace("\xa0", " ")

    def _line(self, number: int) -> Locator:
        # Lines and their numbers are drawn in different layers, at the same height.
        editor = self.page.locator(".editor-group-container.active .monaco-editor").first
        shown = editor.locator(".line-numbers").filter(has_text=re.compile(rf"^{number}$")).locator("xpath=..")
        top = re.search(r"top:\s*([\d.]+px)", shown.get_attribute("style") or "")
        assert top is not None
        return editor.locator(f'.view-line[style*="top:{top[1]}"]')

    def type_in_editor(self, text: str) -> None:
        """Into the active editor, at its cursor, without the editor's own completions."""
        self.page.keyboard.insert_text(text)

    def text(self) -> str:
        """The lines that the active editor shows."""
        lines = self.page.locator(".editor-group-container.active .monaco-editor .view-line").all()
        return "\n".join(line.inner_text().replace("\xa0", " ") for line in lines)

    def output(self) -> str:
        """The lines that the output view shows."""
        lines = self.page.locator(".part.panel .output-view-lines, .part.panel .view-line").all_inner_texts()
        return "\n".join(lines).replace("\xa0", " ")

    # ---- what is kept ----

    def widen_side_bar(self, pixels: int = 140) -> None:
        """Pull the border between side bar and editor."""
        box = self.page.locator(".part.sidebar").bounding_box()
        assert box is not None
        edge, middle = box["x"] + box["width"], box["y"] + box["height"] / 2
        self.page.mouse.move(edge, middle)
        self.page.mouse.down()
        self.page.mouse.move(edge + pixels, middle, steps=5)
        self.page.mouse.up()
        self.page.mouse.move(640, 797)

    def screenshot(self, path: Path) -> None:
        """What can be seen, without what only shows under the mouse."""
        self.page.mouse.move(640, 797)
        self.page.locator(".workbench-hover").first.wait_for(state="hidden")
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path, animations="disabled")

