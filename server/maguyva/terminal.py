"""Answers for people: what each command prints, on a terminal with colour and highlighted code, elsewhere as the same text, plain.

Every `*_lines` function gives styled lines and knows nothing of where they go; `show` decides. A style is a name of `_STYLES`, or "".
Text from a workspace is never printed as it is: control characters are made visible, so that no file can steer the terminal.
"""

from __future__ import annotations

import contextlib
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maguyva import streams

if TYPE_CHECKING:
    from rich.text import Text

    from maguyva.doctor import Check
    from maguyva.engine import Progress, SymbolHit, UpdateReport
    from maguyva.search.query import Plan
    from maguyva.search.response import Hit, SearchResponse
    from maguyva.snapshot import Snapshot

FIRST_HITS = 3  # So many hits get the longer snippet: the first ones are what is read.
LONG_SNIPPET, SHORT_SNIPPET = 12, 4
PLAIN_WIDTH = 240  # Code lines are cut here where no terminal sets the width: minified files have lines of a megabyte.

SECONDS_WITHOUT_BAR = 0.3  # What is over sooner needs no bar.

_STYLES = {
    "path": "magenta",
    "line": "green",
    "kind": "cyan",
    "name": "bold",
    "heading": "bold underline",
    "dim": "dim",
    "match": "bold red",
    "intent": "bold cyan",
    "mark": "dim yellow",
    "ok": "green",
    "warn": "yellow",
    "fail": "bold red",
}
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Line:
    """Pieces of text with their styles."""

    pieces: tuple[tuple[str, str], ...]

    @property
    def plain(self) -> str:
        """The text alone."""
        return "".join(text for text, _ in self.pieces)


@dataclass(frozen=True, slots=True)
class CodeRow:
    """A line of code as it is shown, with its gutter and the characters to stress."""

    gutter: str
    text: str
    marked: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """Lines of one file. `before` is the code above them: a highlighter that has read it knows a docstring when it is in one."""

    path: str
    before: str
    rows: tuple[CodeRow, ...]


Shown = Line | Code


def _line(*pieces: tuple[str, str] | str) -> Line:
    return Line(tuple((piece, "") if isinstance(piece, str) else piece for piece in pieces))


BLANK = _line()


def heading(text: str) -> Line:
    """A line that stands over what follows."""
    return _line((_shown(text), "heading"))


# ---- search ----


def response_lines(response: SearchResponse, snapshot: Snapshot, how_to_see_more: str = "") -> Iterator[Shown]:
    """The routing in one line, then each hit with its code; where hits are cut, a last line says so."""
    yield _summary(response)
    yield from _gaps(response)
    for number, hit in enumerate(response.hits):
        yield BLANK
        most = LONG_SNIPPET if number < FIRST_HITS else SHORT_SNIPPET
        yield from _hit_lines(hit, snapshot, most, response.plan.per_file == "all")
        if response.plan.request.explain:
            yield from _explanation_lines(hit, response.plan)
    if response.cut:
        yield BLANK
        yield _line((f"only the first {len(response.hits)} are shown{how_to_see_more}", "dim"))


def plan_lines(plan: Plan) -> Iterator[Line]:
    """What `maguyva route` says: the reading of the question, then what would run."""
    yield _line(*_routed(plan))
    yield _line((f"rule {plan.intent.rule} · preset {plan.request.preset}" + (f" · k {plan.k}" if plan.k else ""), "dim"))


def _summary(response: SearchResponse) -> Line:
    found = f"{_count(response.total_matches, 'match', 'matches')} in {_count(response.total_files, 'file')}"
    tail = f" · {response.elapsed_ms:.0f} ms · {found if response.hits else 'nothing found'}"
    return _line(*_routed(response.plan), (tail, "dim"))


def _routed(plan: Plan) -> list[tuple[str, str]]:
    intent = plan.intent
    target = "" if intent.target is None else " this" if intent.target.kind == "this" else f' "{_shown(intent.target.text)[:60]}"'
    weights = " + ".join(f"{modality.name} {modality.weight:g}" for modality in plan.running)
    strategy: str = plan.strategy
    if plan.fallback_from:
        strategy += f" (after {plan.fallback_from}" + (f": {plan.fallback_reason}" if plan.fallback_reason else "") + ")"
    return [(intent.name, "intent"), (f" {intent.confidence:.2f}{target}", ""), (f" · {strategy} · {weights}", "dim")]


def _gaps(response: SearchResponse) -> Iterator[Line]:
    for report in response.modalities:
        if report.status != "ok":
            style = "dim" if report.status == "skipped" else "warn"
            yield _line((f"{report.name} {report.status}" + (f": {report.reason}" if report.reason else ""), style))


def _hit_lines(hit: Hit, snapshot: Snapshot, most: int, every_site: bool) -> Iterator[Shown]:
    symbol = hit.symbol
    name = "" if symbol is None else symbol.name if symbol.container is None else f"{symbol.container}.{symbol.name}"
    line = snapshot.lines(hit.file).line_of(hit.selection[0]) + 1
    marks = [("  " + " ".join(hit.marks), "mark")] if hit.marks else []
    yield _line(*_head(hit.path, line, symbol.kind if symbol is not None else "", name), *marks)
    yield _code(hit, snapshot, most)
    if hit.more_in_file and not every_site:
        yield _line((f"  {hit.more_in_file} more in this file", "dim"))


def _head(path: str, line: int, kind: str, name: str) -> list[tuple[str, str]]:
    place = [(_shown(path), "path"), (":", "dim"), (str(line), "line")]
    return [*place, (f"  {kind.replace('_', ' ')} ", "kind"), (_shown(name), "name")] if kind else place


def _code(hit: Hit, snapshot: Snapshot, most: int) -> Code:
    """At most `most` numbered lines of the snippet, around what matched, without the indentation they share."""
    lines = snapshot.lines(hit.file)
    first = lines.line_of(hit.snippet_start)
    rows = _chosen_rows(hit, first, lines.line_of(hit.matches[0][0] if hit.matches else hit.selection[0]), most)
    texts = {row: lines.text[slice(*lines.line_span(row))].decode("utf-8", "replace") for row in rows}
    for edge in (max, min):
        while texts and not texts[edge(texts)].strip():
            texts.pop(edge(texts))
    margin = min((len(text) - len(text.lstrip()) for text in texts.values() if text.strip()), default=0)
    width = max(4, len(str(max(texts, default=0) + 1)))
    shown: list[CodeRow] = []
    signature = hit.symbol.signature if hit.symbol is not None else None
    if signature and not _tells(texts.values(), signature):
        # The code shown is from inside a long definition: its first line says where we are.
        shown.append(CodeRow(" " * (width + 2), re.sub(r"(?<=[(\[{]) |,? (?=[)\]}])", "", _shown(signature))))
    for row, text in texts.items():
        start, end = lines.line_span(row)
        marked = tuple(
            (_characters(lines.text, start, match) - margin, _characters(lines.text, start, min(stop, end)) - margin)
            for match, stop in hit.matches
            if start <= match < end
        )
        shown.append(_cut_around(f"{row + 1:>{width}}  ", text[margin:], marked))
    above = max(hit.span[0], lines.starts[max(0, min(texts, default=0) - 100)])
    before = (
        lines.text[above : lines.starts[min(texts, default=0)]].decode("utf-8", "replace") if not shown or shown[0].gutter.strip() else ""
    )
    return Code(hit.path, before, tuple(shown))


def _chosen_rows(hit: Hit, first: int, focus: int, most: int) -> range:
    """Which lines of a snippet that begins at line `first` are shown, so that `focus` is among them."""
    end = first + hit.snippet.count("\n") + 1
    if focus - first < most - 1 or focus >= end:
        return range(first, min(first + most, end))
    start = max(first, min(focus - 1, end - most))
    return range(start, min(start + most, end))


def _cut_around(gutter: str, text: str, marked: tuple[tuple[int, int], ...]) -> CodeRow:
    """A line far longer than any screen is cut so that its first match is seen; tabs and control characters become visible."""
    start = max(0, marked[0][0] - PLAIN_WIDTH // 4) if marked and len(text) > PLAIN_WIDTH else 0
    piece = text[start : start + PLAIN_WIDTH]
    shift = 2 * (start > 0) - start
    tabs = [at for at, char in enumerate(piece) if char == "\t"]
    widened = tuple(tuple(place + shift + 3 * sum(tab < place - start for tab in tabs) for place in span) for span in marked)
    shown = ("… " if start else "") + _shown(piece) + (" …" if start + PLAIN_WIDTH < len(text) else "")
    return CodeRow(gutter, shown, tuple((span[0], span[1]) for span in widened))


def _explanation_lines(hit: Hit, plan: Plan) -> Iterator[Line]:
    yield _line((f"      score {hit.score:.5f}", "dim"))
    for part in hit.explanation:
        if plan.k is None:
            yield _line((f"        {part.modality:10}  no. {part.rank + 1:<4} alone: its own score counts", "dim"))
            continue
        sum_ = f"{part.weight:g} / ({plan.k} + {part.rank} + 1) × {part.boost:.2f} hub"
        demoted = f" × {part.demotion:.2f} place" if part.demotion != 1 else ""
        yield _line((f"        {part.modality:10}  no. {part.rank + 1:<4} {sum_}{demoted} = {part.contribution:.5f}", "dim"))


# ---- the other commands ----


def report_lines(report: UpdateReport) -> Iterator[Line]:
    """What bringing the index up to date took."""
    kept = (
        f"{report.read:,} read" + (f", {report.removed:,} gone" if report.removed else "") + (", the rest as kept" if report.warm else "")
    )
    held = f"{_count(report.symbols, 'symbol')}, {_count(report.chunks, 'chunk')}"
    yield _line((_count(report.files, "file"), "name"), f" indexed in {report.elapsed_s:.1f} s", (f" · {kept} · {held}", "dim"))
    languages = sorted(report.languages.items(), key=lambda item: (-item[1], item[0]))
    if languages:
        shown = " · ".join(f"{name} {count:,}" for name, count in languages[:8])
        yield _line((shown + (f" · {len(languages) - 8} more" if len(languages) > 8 else ""), "dim"))
    reasons: dict[str, list[str]] = {}
    for path, reason in report.skipped.items():
        reasons.setdefault(reason, []).append(path)
    for reason, paths in sorted(reasons.items(), key=lambda item: -len(item[1])):
        named = ", ".join(_shown(path) for path in paths[:3]) + (", …" if len(paths) > 3 else "")
        yield _line((f"skipped {_count(len(paths), 'file')}, {reason}: {named}", "dim"))


def symbol_lines(symbols: Sequence[SymbolHit], snapshot: Snapshot) -> Iterator[Line]:
    """One line a symbol: where it is defined, what it is, its name."""
    for symbol in symbols:
        line = snapshot.lines(symbol.file).line_of(symbol.span[0]) + 1
        name = symbol.name if symbol.container is None else f"{symbol.container}.{symbol.name}"
        yield _line(*_head(symbol.path, line, symbol.kind, name))


def consent_lines(consents: Sequence[Mapping[str, Any]]) -> Iterator[Line]:
    """One line a service that something was said about."""
    for one in consents:
        word = "may be sent" if one["said"] == "yes" else "is never sent"
        yield _line(
            f"code of this folder {word} to ",
            (_shown(f"{one['host']}"), "name"),
            (f" ({_shown(one['provider'])}, {one.get('at', '')})", "dim"),
        )
    if not consents:
        yield _line("code of this folder is sent to no service")


def check_lines(checks: Sequence[Check]) -> Iterator[Line]:
    """One line a check, and what to do where one failed."""
    width = max((len(check.name) for check in checks), default=0)
    for check in checks:
        yield _line((f"{check.status:4}", check.status), f"  {check.name:{width}}  {_shown(check.detail)}")
        if check.advice:
            yield _line((f"      {'':{width}}  {check.advice}", "warn"))


# ---- printing ----


def show(lines: Iterable[Shown], colour: str) -> None:
    """Print lines on stdout as they come: styled and fitted to the terminal's width (words wrap, code is cut), or plain."""
    if not streams.is_terminal(sys.stdout) and colour != "always":
        for line in lines:
            texts = [line.plain] if isinstance(line, Line) else [row.gutter + row.text for row in line.rows]
            sys.stdout.writelines(text.rstrip() + "\n" for text in texts)
        return
    from rich.console import Console

    wants = streams.wants_colour(colour)
    console = Console(file=sys.stdout, highlight=False, no_color=not wants, force_terminal=wants or None)
    for line in lines:
        if isinstance(line, Line):
            console.print(_styled(line))
            continue
        for text in _highlighted(line):
            console.print(text, no_wrap=True, overflow="ellipsis", crop=True)


def _styled(line: Line) -> Text:
    from rich.text import Text

    return Text.assemble(*((words, _STYLES.get(style, "")) for words, style in line.pieces))


def _highlighted(code: Code) -> Iterator[Text]:
    """Code in the terminal's own colours, with its gutter."""
    from rich.syntax import Syntax
    from rich.text import Text

    syntax = Syntax("", Syntax.guess_lexer(code.path), theme="ansi_dark", background_color="default")
    before = code.before if code.before.endswith("\n") or not code.before else code.before + "\n"
    lines = syntax.highlight(before + "\n".join(row.text for row in code.rows)).split("\n", allow_blank=True)
    for row, text in zip(code.rows, lines[before.count("\n") :], strict=False):
        for start, end in row.marked:
            text.stylize(_STYLES["match"], max(start, 0), end)
        yield Text.assemble((row.gutter, "dim"), text)


class _ProgressBar:
    """A bar on stderr, for people only: one line while something is done, gone afterwards."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._progress: Any = None
        self._task: Any = None

    def __call__(self, progress: Progress) -> None:
        if self._progress is None:
            if time.monotonic() - self._started < SECONDS_WITHOUT_BAR or not progress.total:
                return
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            columns = (TextColumn("{task.description:10}"), BarColumn(), MofNCompleteColumn())
            self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._progress.add_task("")
            self._progress.start()
        self._progress.update(self._task, description=progress.stage, completed=progress.done, total=progress.total or None)

    def finish(self) -> None:
        """Take the bar away."""
        if self._progress is not None:
            self._progress.stop()
            self._progress = None


class _Silence:
    def __call__(self, progress: Progress) -> None:
        """Nobody watches."""

    def finish(self) -> None:
        """Nothing to take away."""


@contextlib.contextmanager
def progress_bar() -> Iterator[_ProgressBar | _Silence]:
    """What to tell progress to: a bar on a terminal, else nothing."""
    bar = _ProgressBar() if sys.stderr is not None and streams.is_terminal(sys.stderr) else _Silence()
    try:
        yield bar
    finally:
        bar.finish()


# ---- words ----


def _shown(text: str) -> str:
    """Text that cannot steer a terminal: tabs as spaces, other control and direction characters as pictures."""
    return _CONTROL.sub(lambda found: chr(0x2400 + ord(found[0])) if ord(found[0]) < 0x20 else "\ufffd", text.expandtabs(4))


def _tells(texts: Iterable[str], signature: str) -> bool:
    """Whether code shows a definition's head, whole or its beginning."""
    head, code = _squeezed(signature), [_squeezed(text) for text in texts if text.strip()]
    return head in "".join(code) or any(len(line) > 3 and head.startswith(line) for line in code)


def _squeezed(text: str) -> str:
    return "".join(text.split()).rstrip(":{")


def _characters(text: bytes, start: int, end: int) -> int:
    return len(text[start:end].decode("utf-8", "replace"))


def _count(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"
