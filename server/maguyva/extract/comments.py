"""Comments that stand right above something: the doc comments of most languages."""

from __future__ import annotations

from collections.abc import Iterable

_LOOK_BACK = 256  # Blanks between a comment and what it documents; more is no neighbourhood.


class CommentGroups:
    """Runs of comments without a blank line between them, each comment first on its line."""

    def __init__(self, text: bytes, comments: Iterable[tuple[int, int]]) -> None:
        """`comments` are (start, end) in order."""
        self._text = text
        self._start_of: dict[int, int] = {}  # The run's end, without trailing blanks → its start.
        previous_end = -1
        run_start = -1
        for start, end in comments:
            while end > start and text[end - 1] in b"\r\n \t":
                end -= 1
            if start < previous_end:
                continue  # A doc comment inside its line comment.
            line = max(text.rfind(b"\n", 0, start), text.rfind(b"\r", 0, start)) + 1
            if text[line:start].strip():
                previous_end = -1  # It ends a line of code and belongs to it.
                continue
            if previous_end < 0 or not self._adjoins(previous_end, start):
                run_start = start
            else:
                self._start_of.pop(previous_end, None)
            self._start_of[end] = run_start
            previous_end = end

    def _adjoins(self, end: int, start: int) -> bool:
        gap = self._text[end:start]
        return len(gap) < _LOOK_BACK and not gap.strip() and gap.count(b"\n") <= 1

    def above(self, start: int) -> tuple[int, int]:
        """The (start, end) of the comments right above byte `start`; (start, start) when there are none."""
        if not self._start_of:
            return start, start
        head = self._text[max(0, start - _LOOK_BACK) : start]
        end = start - (len(head) - len(head.rstrip()))
        run = self._start_of.get(end)
        if run is None or head.count(b"\n", len(head) - (start - end)) > 1:
            return start, start
        return run, end
