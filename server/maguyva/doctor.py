"""`maguyva doctor`: everything that has to work here, tried, with what to do where it does not."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal

from maguyva import __version__, streams
from maguyva.adapters.consents import Consents
from maguyva.adapters.disk import WorkspaceError, check_workspace, make_private_folder, walk
from maguyva.adapters.embed import EmbedderUnavailable, open_embedder
from maguyva.adapters.ledger import Ledger
from maguyva.adapters.service import open_service
from maguyva.extract.languages import LANGUAGES, parser, queries
from maguyva.settings import SERVICES, Settings, SettingsError

Status = Literal["ok", "warn", "fail"]

LEAST_PYTHON = (3, 11)
PACKAGES = ("numpy", "tree-sitter", "tree-sitter-language-pack", "google-re2", "ignore-python", "tokenizers", "wordllama", "rich")
LEAST_FREE_BYTES = 500_000_000


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was tried. `advice` says what to do and is empty when there is nothing to do."""

    name: str
    status: Status
    detail: str
    advice: str = ""


def examine(workspace: Path, settings: Settings) -> list[Check]:
    """All checks, in the order in which one needs the other. A check that breaks is itself a failed check. Nothing is sent to anyone."""
    checks: dict[str, Callable[[], Check]] = {
        "python": _python,
        "packages": _packages,
        "grammars": _grammars,
        "text search": _text_search,
        "cache folder": lambda: _cache_folder(settings.cache_folder),
        "meaning": lambda: _meaning(settings) if settings.embedding_provider not in SERVICES else _service(workspace, settings),
        "terminal": _terminal,
        "workspace": lambda: _workspace(workspace, settings),
    }
    return list(_tried(checks))


def _tried(checks: dict[str, Callable[[], Check]]) -> Iterator[Check]:
    for name, check in checks.items():
        try:
            yield check()
        except Exception as error:
            yield Check(
                name, "fail", f"{type(error).__name__}: {error}", "this is a fault of the program or of its installation: install it again"
            )


def _python() -> Check:
    found = f"Python {platform.python_version()} ({sys.executable}), maguyva {__version__}, {platform.platform(terse=True)}"
    if sys.version_info < LEAST_PYTHON:
        return Check("python", "fail", found, f"Python {'.'.join(map(str, LEAST_PYTHON))} or newer is needed")
    return Check("python", "ok", found)


def _packages() -> Check:
    missing = []
    found = []
    for package in PACKAGES:
        try:
            found.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            missing.append(package)
    if missing:
        return Check("packages", "fail", f"missing: {', '.join(missing)}", f"pip install {' '.join(missing)}")
    pack = metadata.version("tree-sitter-language-pack")
    if not pack.startswith("0."):
        return Check(
            "packages",
            "fail",
            f"tree-sitter-language-pack {pack} fetches grammars from the network",
            'pip install "tree-sitter-language-pack<1"',
        )
    return Check("packages", "ok", ", ".join(found))


def _grammars() -> Check:
    parsed = [name for name, row in LANGUAGES.items() if row.grammar]
    broken = []
    for name in parsed:
        try:
            found = parser(name)
            queries(name)
            if found is None:
                broken.append(name)
        except Exception as error:
            broken.append(f"{name} ({error})")
    if broken:
        return Check(
            "grammars",
            "fail",
            f"not loading: {', '.join(broken)}",
            "install tree-sitter-language-pack again; these languages have text search only",
        )
    return Check("grammars", "ok", f"{len(parsed)} grammars load, {sum(row.depth == 'full' for row in LANGUAGES.values())} in full depth")


def _text_search() -> Check:
    from maguyva.search.textmatch import compile_pattern, find_lines

    line = "un été\n".encode()
    patterns = (compile_pattern(r"\bé\w+$", regex=True), compile_pattern("ÉTÉ", regex=False, case="insensitive"))
    if any(len(list(find_lines(pattern, line))) != 1 for pattern in patterns):
        return Check("text search", "fail", "a sample is not found", "install google-re2 again")
    return Check("text search", "ok", "built in; ripgrep is not needed")


def _cache_folder(folder: Path) -> Check:
    name = "cache folder"
    try:
        make_private_folder(folder)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"maguyva")
            probe.flush()
    except OSError as error:
        advice = "make it writable, or name another folder in the environment variable MAGUYVA_CACHE_DIR; till then each start indexes anew"
        return Check(name, "warn", f"{folder} cannot be written ({error.strerror or error})", advice)
    free = shutil.disk_usage(folder).free
    held = f"{folder} ({_size(_size_of(folder))} used, {_size(free)} free)"
    if free < LEAST_FREE_BYTES:
        return Check(name, "warn", held, "the disk is nearly full; large workspaces may not be kept")
    return Check(name, "ok", held)


def _service(workspace: Path, settings: Settings) -> Check:
    embedder = open_service(settings)
    assert embedder is not None
    service = embedder.service
    about = f"{service.model} at {service.destination}"
    if embedder.problem is not None:
        return Check("meaning", "fail", embedder.problem, "questions in words are answered by the words alone until then")
    if Consents(settings.cache_folder, service).said(check_workspace(workspace)) != "yes":
        return Check(
            "meaning", "warn", f"{about}: nothing is sent, since you have not said yes for this folder", "run `maguyva index --yes`"
        )
    today, ever = Ledger(settings.cache_folder, service, time.time).sums()
    return Check("meaning", "ok", f"{about}, {today.tokens:,} tokens today, {ever.tokens:,} ever")


def _meaning(settings: Settings) -> Check:
    name = "meaning"
    try:
        embedder = open_embedder(settings.embedding_provider)
        if embedder is None:
            return Check(
                name, "warn", "the embedding provider is set to off", "questions in words are answered by the words alone; set it to local"
            )
        found = embedder.encode_query("parse the configuration file")
    except (EmbedderUnavailable, ValueError) as error:
        return Check(name, "fail", str(error), "questions in words are answered by the words alone until this is repaired")
    if not found.any():
        return Check(name, "fail", f"{embedder.name} gives nothing for a sample", "install wordllama again")
    return Check(name, "ok", f"{embedder.name}, {embedder.dimension} dimensions, no network")


def _terminal() -> Check:
    encoding = (sys.stdout.encoding or "ascii").lower()
    kind = "a terminal" if streams.is_terminal(sys.stdout) else "no terminal"
    kind = f"{kind}, {encoding}, colour {'on' if streams.wants_colour('auto') else 'off'}"
    if encoding.replace("-", "") not in ("utf8", "utf16", "utf32"):
        return Check("terminal", "warn", kind, "some characters will be shown as ?; set LANG or PYTHONIOENCODING to UTF-8")
    return Check("terminal", "ok", kind)


def _workspace(folder: Path, settings: Settings) -> Check:
    try:
        found = walk(folder, settings)
    except (WorkspaceError, SettingsError) as error:
        return Check("workspace", "fail", str(error), "name a folder with --workspace")
    kept = f"{folder.absolute()}: {len(found.files):,} files, {len(found.skipped):,} left out"
    if not found.files:
        return Check("workspace", "warn", kept, "nothing to index: the folder is empty, or its ignore rules leave nothing")
    if len(found.files) > 200_000:
        return Check("workspace", "warn", kept, "that is a great many: are build outputs or dependencies missing from .gitignore?")
    return Check("workspace", "ok", kept)


def _size_of(folder: Path) -> int:
    total = 0
    for base, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(base, name)).st_size
            except OSError:
                continue  # It went meanwhile.
    return total


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
