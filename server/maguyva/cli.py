"""The command line: the second face, on the same engine as the language server.

Exit codes are grep's: 0 found, 1 nothing found, 2 an error, which is one line on stderr. Everything heavy is imported where it is needed,
so that `maguyva route` answers before numpy would have been loaded.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from maguyva import __version__, streams

if TYPE_CHECKING:
    from maguyva.engine import Engine, SymbolHit, UpdateReport
    from maguyva.search.query import SearchRequest
    from maguyva.search.textmatch import Case, Pattern
    from maguyva.settings import Settings
    from maguyva.snapshot import Snapshot

FOUND, NOTHING, ERROR, INTERRUPTED = 0, 1, 2, 130


class UsageError(Exception):
    """The command line cannot be carried out; the message is one line that says what to change."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Nothing is raised: every error is one line on stderr."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    streams.prepare()
    try:
        options = _parser().parse_args(given)
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        streams.abandon_output()
        return INTERRUPTED
    except BrokenPipeError:  # Whoever read our output has read enough (`| head`).
        streams.abandon_output()
        return FOUND
    except SystemExit as stop:  # argparse's way to end: `--help`, `--version`, a usage error already told.
        return stop.code if isinstance(stop.code, int) else ERROR
    except Exception as error:
        streams.abandon_output()
        streams.tell(_one_line(error, given))
        return ERROR


# ---- what the arguments are ----


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        streams.tell(f"{message} (see {self.prog} --help)")
        raise SystemExit(ERROR)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="maguyva", description="You bring the question about code, it brings the tools.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"maguyva {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=_Parser)

    index = _command(commands, "index", _index, "read the workspace and bring its index up to date")
    _workspace_option(index)
    index.add_argument(
        "--yes", action="store_true", help="let the code of this folder be sent to the embedding service that is set, without being asked"
    )

    consent = _command(commands, "consent", _consent, "show which services the code of a folder may be sent to, or take that back")
    _workspace_option(consent)
    consent.add_argument("--withdraw", action="store_true", help="take it back: from now on nothing of this folder is sent")

    search = _command(
        commands,
        "search",
        _search,
        "answer a question about the code",
        query="the question in words, or a name, or code; - reads it from standard input",
    )
    _workspace_option(search)
    _plan_options(search)
    search.add_argument("--limit", default="20", metavar="N", help="at most N hits (1 to 200; default 20)")
    search.add_argument("--per-file", metavar="best|all", help="one hit a file or every one; by default what the question wants")
    search.add_argument(
        "--include", action="append", default=[], metavar="GLOB", help="only files that match (syntax of .gitignore; may be repeated)"
    )
    search.add_argument("--exclude", action="append", default=[], metavar="GLOB", help="no files that match (may be repeated)")
    search.add_argument("--language", action="append", default=[], metavar="NAME", help="only files in this language (may be repeated)")
    search.add_argument("--case", metavar="smart|sensitive|insensitive", help="how literal text is compared (default smart)")
    search.add_argument("--word", action="store_true", help="literal text must stand as a whole word")
    search.add_argument("--explain", action="store_true", help="show for each hit how its score came about")

    grep = _command(commands, "grep", _grep, "print every line that matches, as ripgrep would")
    grep.add_argument("pattern", nargs="?", metavar="PATTERN", help="the literal text to find")
    _workspace_option(grep)
    grep.add_argument("-e", "--regex", metavar="REGEX", help="a regular expression to find instead")
    case = grep.add_mutually_exclusive_group()
    case.add_argument("-i", "--ignore-case", action="store_true", help="a and A are the same")
    case.add_argument("-s", "--case-sensitive", action="store_true", help="a and A differ (the default)")
    grep.add_argument("-w", "--word-regexp", action="store_true", help="only whole words")

    route = _command(
        commands,
        "route",
        _route,
        "show what would be done for a question, without reading any code",
        query="the question; - reads it from standard input",
    )
    _plan_options(route)

    symbols = _command(
        commands,
        "symbols",
        _symbols,
        "find definitions by name, also a name half remembered",
        query="a name or the beginnings of its parts",
    )
    _workspace_option(symbols)
    symbols.add_argument("--limit", default="20", metavar="N", help="at most N symbols (1 to 200; default 20)")

    serve = commands.add_parser(
        "serve",
        help="be a language server for one editor",
        description="Be a language server over standard input and output.",
        allow_abbrev=False,
    )
    serve.set_defaults(run=_serve)
    serve.add_argument("--log-file", metavar="FILE", help="also log to this file (at most 5 MB; never the text of your code)")
    serve.add_argument("--debug", action="store_true", help="log more")

    doctor = _command(commands, "doctor", _doctor, "check that everything that is needed works here")
    _workspace_option(doctor)
    return parser


def _command(commands: Any, name: str, run: Callable[[argparse.Namespace], int], about: str, query: str = "") -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=about[0].upper() + about[1:] + ".", allow_abbrev=False
    )
    command.set_defaults(run=run)
    if query:
        command.add_argument("query", nargs="+", metavar="QUERY", help=query)
    command.add_argument("--json", action="store_true", help="print JSON for programs")
    command.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="colour the output (auto: on a terminal)")
    command.add_argument("--debug", action="store_true", help="print the whole trace of an error")
    return command


def _workspace_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--workspace", default=".", metavar="DIR", help="the folder to search in (default: the current one)")
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option for this run, as embeddingProvider=voyage (may be repeated)",
    )


def _plan_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--preset", metavar="NAME", help="quick, default or thorough")
    command.add_argument("--modalities", metavar="A,B", help="run exactly these of semantic, text, structural and graph")
    command.add_argument("--intent", metavar="NAME", help="say what is wanted instead of letting the question be read for it")
    command.add_argument("--regex", action="store_true", help="the query is a regular expression")


# ---- the commands ----


def _index(options: argparse.Namespace) -> int:
    from maguyva import terminal

    with _engine(options) as (engine, report):
        if engine.meaning.sending is not None:
            from maguyva.consent_prompt import send

            send(engine.meaning.sending, options.yes)
        if options.json:
            streams.write_json(
                {
                    "workspace": str(_folder(options)),
                    "files": report.files,
                    "read": report.read,
                    "removed": report.removed,
                    "warm": report.warm,
                    "chunks": report.chunks,
                    "symbols": report.symbols,
                    "skipped": dict(report.skipped),
                    "languages": dict(report.languages),
                    "notes": list(report.notes),
                    "elapsed_s": round(report.elapsed_s, 3),
                    "status": engine.status(),
                }
            )
        else:
            terminal.show(terminal.report_lines(report), options.color)
    return FOUND


def _consent(options: argparse.Namespace) -> int:
    from maguyva import consent_prompt, terminal
    from maguyva.adapters.disk import check_workspace

    root = check_workspace(Path(options.workspace))
    entries = consent_prompt.said_about(root, _settings(options).cache_folder, options.withdraw)
    if options.json:
        streams.write_json({"workspace": str(root), "consents": entries})
    else:
        terminal.show(terminal.consent_lines(entries), options.color)
    return FOUND if entries or options.withdraw else NOTHING


def _search(options: argparse.Namespace) -> int:
    from maguyva import terminal
    from maguyva.search.payload import search_payload

    request = _request(
        options,
        limit=_whole_number(options.limit),
        perFile=options.per_file,
        include=options.include,
        exclude=options.exclude,
        languages=[_language(name) for names in options.language for name in names.split(",")],
        case=options.case,
        word=options.word,
        explain=options.explain,
    )
    if request.regex:
        _pattern(request.query, True, request.case, request.word)
    with _engine(options) as (engine, _):
        snapshot = engine.snapshot
        response = engine.search(request)
        if options.json:
            folder = _folder(options)
            payload = search_payload(response, snapshot, "utf-16", lambda path: (folder / path).as_uri())
            payload["index"] = engine.status_of(snapshot)
            for shown, hit in zip(payload["hits"], response.hits, strict=True):
                shown["path"] = hit.path
            streams.write_json(payload)
        else:
            terminal.show(terminal.response_lines(response, snapshot, "; --limit N shows more, up to 200"), options.color)
    return FOUND if response.hits else NOTHING


def _grep(options: argparse.Namespace) -> int:
    if (options.pattern is None) == (options.regex is None):
        raise UsageError("grep takes a literal PATTERN or -e REGEX, one of the two")
    query = _as_utf8(options.regex if options.pattern is None else options.pattern)
    pattern = _pattern(query, options.pattern is None, "insensitive" if options.ignore_case else "sensitive", options.word_regexp)
    coloured = not options.json and streams.wants_colour(options.color)
    code = NOTHING
    with _engine(options) as (engine, _):
        for line in engine.grep(pattern):
            code = FOUND
            if options.json:
                start, end = ({"line": row, "character": column} for row, column in line.range)
                streams.write_json(
                    {"path": line.path, "line": line.line, "range": {"start": start, "end": end}, "text": line.text.rstrip("\r")}
                )
            else:
                streams.write_grep_line(line.path, line.line, line.raw, (line.start, line.end), coloured)
    return code


def _route(options: argparse.Namespace) -> int:
    from maguyva.search.payload import route_payload
    from maguyva.search.query import plan

    routed = plan(_request(options))
    if options.json:
        streams.write_json(route_payload(routed))
    else:
        from maguyva import terminal

        terminal.show(terminal.plan_lines(routed), options.color)
    return FOUND


def _symbols(options: argparse.Namespace) -> int:
    from maguyva import terminal
    from maguyva.search.query import MAX_LIMIT

    query = _query(options)
    limit = _whole_number(options.limit)
    if not isinstance(limit, int) or not 1 <= limit <= MAX_LIMIT:
        raise UsageError(f"--limit takes a whole number from 1 to {MAX_LIMIT}, not {limit!r}")
    with _engine(options) as (engine, _):
        hits = engine.symbols(query, limit)
        if options.json:
            streams.write_json({"query": query, "symbols": [_symbol_object(hit, engine.snapshot, _folder(options)) for hit in hits]})
        else:
            terminal.show(terminal.symbol_lines(hits, engine.snapshot), options.color)
    return FOUND if hits else NOTHING


def _doctor(options: argparse.Namespace) -> int:
    from maguyva import doctor, terminal

    checks = doctor.examine(Path(options.workspace), _settings(options))
    if options.json:
        streams.write_json(
            {"checks": [{"name": check.name, "status": check.status, "detail": check.detail, "advice": check.advice} for check in checks]}
        )
    else:
        terminal.show(terminal.check_lines(checks), options.color)
    return ERROR if any(check.status == "fail" for check in checks) else FOUND


def _serve(options: argparse.Namespace) -> int:
    from maguyva.lsp.serve import end_process, serve_standard_streams

    log_file = None if options.log_file is None else Path(options.log_file).expanduser().absolute()
    end_process(serve_standard_streams(log_file, options.debug))


def _symbol_object(hit: SymbolHit, snapshot: Snapshot, folder: Path) -> dict[str, Any]:
    from maguyva.search.payload import range_payload

    place = {"path": hit.path, "uri": (folder / hit.path).as_uri(), "range": range_payload(snapshot.lines(hit.file), hit.span, "utf-16")}
    named = {"name": hit.name, "kind": hit.kind, **({"container": hit.container} if hit.container is not None else {})}
    return {**named, **place, "score": hit.score}


# ---- from arguments to what the engine takes ----


def _folder(options: argparse.Namespace) -> Path:
    return Path(options.workspace).expanduser().absolute()


@contextlib.contextmanager
def _engine(options: argparse.Namespace) -> Iterator[tuple[Engine, UpdateReport]]:
    """The engine over an up-to-date index, and what bringing it up to date took. A progress bar tells meanwhile on a terminal."""
    from maguyva.engine import Engine
    from maguyva.terminal import progress_bar

    if not options.workspace:
        raise UsageError("--workspace is empty: give the path of a folder")
    with progress_bar() as progress, Engine([Path(options.workspace)], _settings(options), progress) as engine:
        report = engine.update()
        progress.finish()
        for note in report.notes:
            streams.tell(note)
        if not report.files:
            streams.tell(f"nothing to index in {options.workspace}: no text files, or all of them are ignored")
        yield engine, report


def _settings(options: argparse.Namespace) -> Settings:
    """The options of the command line: a value is JSON where it is valid JSON, else text. Raises UsageError, SettingsError."""
    from maguyva.settings import Settings, documentation

    known = {name.replace("_", ""): name for name, *_ in documentation()}
    values: dict[str, object] = {}
    for given in options.set:
        name, equals, value = given.partition("=")
        plain = name.strip().replace("_", "").casefold()
        if not equals or plain not in known:
            near = difflib.get_close_matches(plain, known, n=1)
            raise UsageError(f"--set {given!r}: give NAME=VALUE" + (f"; did you mean {known[near[0]]}?" if near else ""))
        try:
            values[known[plain]] = json.loads(value)
        except ValueError:
            values[known[plain]] = value
    return Settings.from_mapping(values)


def _request(options: argparse.Namespace, **fields: Any) -> SearchRequest:
    """The request that the options describe. Raises UsageError with the option named."""
    from maguyva.search.query import InvalidRequest, request_from_json

    modalities = None if options.modalities is None else [name.strip() for name in options.modalities.split(",") if name.strip()]
    asked = {"query": _query(options), "preset": options.preset, "modalities": modalities, "intent": options.intent, "regex": options.regex}
    try:
        return request_from_json({**asked, **fields})
    except InvalidRequest as invalid:
        option = {"perFile": "--per-file", "languages": "--language"}.get(invalid.field, f"--{invalid.field}")
        raise UsageError(f"{option} {str(invalid).removeprefix(invalid.field + ': ')}") from None


def _pattern(query: str, regex: bool, case: Case, word: bool) -> Pattern:
    from maguyva.search.textmatch import compile_pattern

    try:
        return compile_pattern(query, regex=regex, case=case, word=word)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _query(options: argparse.Namespace) -> str:
    if options.query == ["-"]:
        query = sys.stdin.buffer.read().decode("utf-8", "surrogateescape") if sys.stdin is not None else ""
        query = query.removesuffix("\n").removesuffix("\r")
    else:
        query = _as_utf8(" ".join(options.query))
    if not query and options.run is not _route:
        raise UsageError("the query is empty: say what to look for")
    return query


def _as_utf8(argument: str) -> str:
    # Where the locale knows only ASCII, Python hands over the bytes of an argument as surrogates; what was typed is UTF-8 all the same.
    try:
        return os.fsencode(argument).decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return argument


def _whole_number(text: str) -> int | str:
    # What is no number goes on as it is, to be refused in the same words as one out of range.
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def _language(name: str) -> str:
    """The language called `name`, which may also be a file extension (`py`, `ts`)."""
    from maguyva.extract.languages import LANGUAGES, language_of

    known = name.strip().casefold()
    if known in LANGUAGES:
        return known
    by_extension = language_of(f"x.{known}", b"") if known else ""
    if by_extension:
        return by_extension
    near = difflib.get_close_matches(known, LANGUAGES, n=3) or [row.name for row in LANGUAGES.values() if row.depth == "full"]
    raise UsageError(f"--language {name!r} is none that is known; did you mean one of: {', '.join(near)}?")


# ---- errors ----


def _one_line(error: Exception, given: Sequence[str]) -> str:
    """What went wrong, in one line. For an error nobody expected, its trace goes to a file, or to stderr with `--debug`."""
    from maguyva.adapters.disk import WorkspaceError
    from maguyva.search.query import InvalidRequest
    from maguyva.settings import SettingsError

    if isinstance(error, UsageError | WorkspaceError | SettingsError | InvalidRequest) and "--debug" not in given:
        return str(error)
    import traceback

    trace = "".join(traceback.format_exception(error))
    said = f"{type(error).__name__}: {error}".splitlines()[0]
    if "--debug" in given:
        return f"{said}\n{trace}".rstrip()
    kept = _keep_trace(trace, given)
    return f"{said}; the whole trace is in {kept}" if kept else f"{said}; run it again with --debug for the whole trace"


def _keep_trace(trace: str, given: Sequence[str]) -> Path | None:
    from datetime import datetime

    from maguyva.adapters.disk import make_private_folder
    from maguyva.settings import Settings

    try:
        folder = Settings().cache_folder / "logs"
        make_private_folder(folder)
        path = folder / "maguyva.log"
        if path.exists() and path.stat().st_size > 1_000_000:
            path.replace(folder / "maguyva.log.1")
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as log:
            shown = [argument if len(argument) <= 200 else argument[:197] + "..." for argument in given]
            log.write(f"{datetime.now().isoformat(timespec='seconds')} maguyva {__version__} {json.dumps(shown)}\n{trace}\n")
        os.chmod(path, 0o600)
        return path
    except (OSError, ValueError):
        return None
