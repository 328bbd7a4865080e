"""Against the tools everybody has: definitions against universal-ctags, lines against ripgrep, "where is X defined" against the only definition.

    scripts/bench parity FOLDER ... [--samples 200] [--names 50]

Counts: functions (methods, constructors) and types (classes, interfaces, enums, structs) a file; ctags' anonymous functions have no name to ask
for and are left out of both sides. "Found" is the share of ctags' named functions and types that the index has as a symbol within two lines; the
counts of JavaScript and TypeScript differ for reasons of ctags' own (no arrow functions, no local ones, plain objects and JSON schema keys as
classes, `.d.ts` members unread), so there "found" is the figure to read. Lines: random substrings of 1 to 40
characters of the folder's own texts, `maguyva grep` against `rg -F`.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from maguyva.engine import Engine
from maguyva.model import CALLABLE_KINDS, TYPE_KINDS, SymbolFlag, SymbolKind
from maguyva.search.query import SearchRequest
from maguyva.search.textmatch import compile_pattern
from maguyva.settings import Settings

CTAGS_FUNCTIONS = {"function", "method", "member", "generator", "getter", "setter", "constructor", "func", "macro"}
CTAGS_TYPES = {"class", "interface", "enum", "struct", "union", "trait", "typedef", "alias", "type", "record"}
CODE = {
    ".py",
    ".pyi",
    ".ts",
    ".tsx",
    ".js",
    ".jsx",
    ".mjs",
    ".go",
    ".rs",
    ".java",
    ".c",
    ".h",
    ".cc",
    ".cpp",
    ".hpp",
    ".cs",
}


Named = dict[str, list[tuple[str, int]]]  # Path → (name, 1-based line) of ctags' functions and types.


def ctags_counts(folder: Path) -> tuple[dict[str, Counter[str]], Named]:
    """(functions, types) of each file with a code suffix, as ctags has them, and their names and lines."""
    command = ["ctags", "-R", "--output-format=json", "--fields=+Kn", "--kinds-all=*", "--links=no", "-f", "-", "."]
    run = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    named: Named = defaultdict(list)
    for line in run.stdout.decode("utf-8", "replace").splitlines():
        tag = json.loads(line)
        path = tag.get("path", "").removeprefix("./")
        if Path(path).suffix not in CODE or tag["name"].lower().startswith(("anonymous", "__anon")):
            continue
        if path.endswith((".py", ".pyi")) and tag["kind"] == "variable":
            continue
        if tag["kind"] in CTAGS_FUNCTIONS and not (tag["kind"] == "member" and Path(path).suffix not in {".py", ".pyi"}):
            counts[path]["functions"] += 1
            named[path].append((tag["name"], tag.get("line", 0)))
        elif tag["kind"] in CTAGS_TYPES:
            counts[path]["types"] += 1
            named[path].append((tag["name"], tag.get("line", 0)))
    return counts, named


def our_counts(engine: Engine) -> dict[str, Counter[str]]:
    """The same from the index; an accessor pair and overloads count as often as they are written, as in ctags."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    snapshot = engine.snapshot
    for file in snapshot.live_files():
        path = snapshot.path(file)
        if Path(path).suffix not in CODE:
            continue
        facts = snapshot.facts(file)
        for kind, flags in zip(facts.symbol_kind.tolist(), facts.symbol_flags.tolist(), strict=True):
            if kind in CALLABLE_KINDS or (kind == SymbolKind.PROPERTY and (flags & SymbolFlag.PROPERTY or path.endswith(".py"))):
                counts[path]["functions"] += 1
            elif kind in TYPE_KINDS and kind != SymbolKind.IMPL:
                counts[path]["types"] += 1
    return counts


def compare_counts(engine: Engine, folder: Path, show: int) -> None:
    (theirs, named), ours = ctags_counts(folder), our_counts(engine)
    missing = list(_missing(engine, named))
    total_named = sum(map(len, named.values()))
    print(
        f"  found: {total_named - len(missing)} of {total_named} named functions and types of ctags"
        + (f"; not {missing[:show]}" if missing else "")
    )
    for what in ("functions", "types"):
        total = sum(count[what] for count in theirs.values()), sum(count[what] for count in ours.values())
        off = [
            (path, theirs[path][what], ours[path][what])
            for path in sorted({*theirs, *ours})
            if _is_off(theirs[path][what], ours[path][what])
        ]
        files = len({*theirs, *ours})
        print(
            f"  {what}: ctags {total[0]}, ours {total[1]} ({(total[1] - total[0]) / max(total[0], 1):+.1%}); {len(off)} of {files} files differ by over 3 %"
        )
        for path, their, our in sorted(off, key=lambda row: -abs(row[1] - row[2]))[:show]:
            print(f"    {path}: ctags {their}, ours {our}")


def _missing(engine: Engine, named: Named) -> Iterator[tuple[str, str, int]]:
    snapshot = engine.snapshot
    for path, tags in named.items():
        file = snapshot.find(path)
        if file is None:
            continue
        facts, lines = snapshot.facts(file), snapshot.lines(file)
        ours: dict[str, list[int]] = defaultdict(list)
        for name, start in zip(facts.symbol_name.tolist(), facts.symbol_name_start.tolist(), strict=True):
            ours[facts.strings[name]].append(lines.line_of(start) + 1)
        for name, line in tags:
            if not any(abs(line - our) <= 2 for our in ours.get(name.rsplit(".", 1)[-1], ())):
                yield path, name, line


def _is_off(their: int, our: int) -> bool:
    return abs(their - our) > 0.03 * max(their, our)


def compare_definitions(engine: Engine, count: int) -> None:
    """Names with one definition in the folder: the direct answer's first hit must be it."""
    snapshot = engine.snapshot
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for file in snapshot.live_files():
        facts = snapshot.facts(file)
        for row, (name, kind) in enumerate(zip(facts.symbol_name.tolist(), facts.symbol_kind.tolist(), strict=True)):
            if kind in CALLABLE_KINDS | TYPE_KINDS:
                places[facts.strings[name].replace("_", "").casefold()].append((file, row))
    unique = sorted(key for key, found in places.items() if len(found) == 1 and len(key) > 2)
    wrong = []
    for key in random.Random(7).sample(unique, min(count, len(unique))):
        file, row = places[key][0]
        facts = snapshot.facts(file)
        name = facts.strings[int(facts.symbol_name[row])]
        response = engine.search(SearchRequest(f"where is {name} defined"))
        first = response.hits[0] if response.hits else None
        if (
            response.plan.strategy != "direct"
            or first is None
            or first.file != file
            or first.selection[0] != int(facts.symbol_name_start[row])
        ):
            wrong.append(name)
    print(
        f"  definitions: {min(count, len(unique)) - len(wrong)} of {min(count, len(unique))} direct and first"
        + (f"; not {wrong[:8]}" if wrong else "")
    )


def compare_lines(engine: Engine, folder: Path, samples: int) -> None:
    snapshot, chance = engine.snapshot, random.Random(11)
    files = [file for file in snapshot.live_files() if len(snapshot.text(file)) > 50]
    different = []
    for _ in range(samples):
        text = snapshot.text(chance.choice(files)).decode("utf-8", "ignore")
        line = chance.choice([line for line in text.splitlines() if line.strip()] or ["x"])
        start = chance.randrange(len(line))
        needle = line[start : start + chance.randint(1, 40)]
        if not needle.strip("\r") or "\x00" in needle:
            continue
        ours = {(line.path, line.line) for line in engine.grep(compile_pattern(needle, regex=False, case="sensitive"))}
        command = ["rg", "-F", "-n", "--no-heading", "--null", "--hidden", "--no-ignore", "--color=never", "-e", needle, "./"]
        theirs = set()
        for row in subprocess.run(command, cwd=folder, capture_output=True, check=False).stdout.split(b"\n"):
            path, _, rest = row.partition(b"\0")
            if rest:
                theirs.add((path.decode("utf-8", "surrogateescape").removeprefix("./"), int(rest.split(b":", 1)[0])))
        theirs = {found for found in theirs if snapshot.find(found[0]) is not None}
        if ours != theirs:
            different.append(needle)
    print(f"  lines: {samples - len(different)} of {samples} substrings as rg -F" + (f"; not {different[:5]}" if different else ""))


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench parity", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--samples", type=int, default=200)
    parser.add_argument("--names", type=int, default=50)
    parser.add_argument("--show", type=int, default=5, help="files whose counts differ most, to explain")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        with (
            tempfile.TemporaryDirectory() as cache,
            Engine([folder], Settings(cache_folder=Path(cache), embedding_provider="off")) as engine,
        ):
            engine.update()
            print(f"{folder.name}: {engine.snapshot.file_count} files")
            compare_counts(engine, folder, arguments.show)
            compare_definitions(engine, arguments.names)
            compare_lines(engine, folder, arguments.samples)
    return 0


if __name__ == "__main__":
    sys.exit(main())
