"""The rules of the house, and what its documents say, as tests: where a rule is broken on purpose, it is changed here, in the open."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import shutil
import statistics
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "server" / "maguyva"
MODULES = sorted(PACKAGE.rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

TOP_LEVEL = {
    ".ci", ".editorconfig", ".gitignore", ".vscode", "LICENSE", "README.md", "client-vscode", "pyproject.toml", "scripts", "server", "tests",
}  # fmt: skip
LONGEST_MODULE = 500  # The ceiling to aim at is 400; this is where it is certain that there are two subjects.
TABLES = {  # Longer than that, because they are data.
    "model.py", "search/phrases/en.py", "search/phrases/it.py", "search/phrases/pl.py", "search/phrases/tl.py", "extract/languages.py",
}  # fmt: skip
NAMES_FOR_NOTHING = {"utils", "util", "helpers", "helper", "common", "misc", "stuff", "tools", "base", "core"}
# Read, but not imported: see the comment beside it in pyproject.toml.
# Data packages, and what the product is built on but has yet to use: impact's subgraphs (networkx).
NOT_IMPORTED = {"wordllama", "networkx"}
IMPORT_NAMES = {
    "google-re2": "re2",
    "ignore-python": "ignore",
    "PyStemmer": "Stemmer",
    "tree-sitter-language-pack": "tree_sitter_language_pack",
    "tree-sitter": "tree_sitter",
}


def name_of(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def tracked_files() -> list[str]:
    """What belongs to the project: what git would have, committed or about to be."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git work tree")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


# ---- the tree ----


def test_the_top_of_the_repository_is_tidy() -> None:
    assert {name.split("/")[0] for name in tracked_files()} <= TOP_LEVEL


def test_no_file_is_large_or_binary_by_accident() -> None:
    allowed = {".npy", ".png", ".svg"}
    for name in tracked_files():
        path = ROOT / name
        assert path.stat().st_size < 1_000_000, f"{name} is larger than 1 MB"
        assert path.suffix in allowed or b"\0" not in path.read_bytes() or name.startswith("tests/"), f"{name} is binary"


def test_nothing_tells_of_the_machine_it_was_written_on() -> None:
    machine = re.compile(r"/(?:home|root|work|Users)/[a-z.]")
    for name in tracked_files():
        if Path(name).suffix in {".py", ".md", ".toml", ".json", ""} and not name.startswith("tests/"):  # Tests make paths up.
            found = machine.search((ROOT / name).read_text(encoding="utf-8", errors="replace"))
            assert found is None, f"{name} names {found[0]}… "


@pytest.mark.parametrize("script", ["try", "test", "check"])
def test_scripts_can_be_run(script: str) -> None:
    path = ROOT / "scripts" / script
    assert path.read_text(encoding="utf-8").startswith("#!/usr/bin/env python3\n")
    assert os.name == "nt" or os.access(path, os.X_OK)
    shown = subprocess.run([sys.executable, str(path), "--help"], capture_output=True, text=True, check=True)
    assert f"scripts/{script}" in shown.stdout


def test_scripts_need_nothing_but_python() -> None:
    ours = {"environment", "editors"}
    for path in [ROOT / "scripts" / name for name in ("try", "test", "check", "package", *(f"{name}.py" for name in sorted(ours)))]:
        # An old Python has to come far enough to say that it is too old.
        tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 7))
        outside = {name for node in tree.body for name in _imported(node) if name not in sys.stdlib_module_names} - ours
        assert not outside, f"{path.name} imports {outside} before the environment is there"


def test_ci_runs_what_a_developer_runs() -> None:
    assert "python3 scripts/test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert os.name == "nt" or os.access(ROOT / ".ci" / "run", os.X_OK)


# ---- the code ----


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_modules_are_short_and_say_what_they_are(module: Path) -> None:
    source = module.read_text(encoding="utf-8")
    assert source.count("\n") <= LONGEST_MODULE or name_of(module) in TABLES, "split it where it has two subjects"
    tree = ast.parse(source)
    assert not tree.body or ast.get_docstring(tree), "the first lines say what the module is for"
    assert module.stem not in NAMES_FOR_NOTHING
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"print", "input", "breakpoint", "eval", "exec"}, f"line {node.lineno} calls {node.func.id}"
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, f"line {node.lineno} catches everything, also the user's Ctrl-C"
    left = re.search(r"\b(TODO|FIXME|XXX|HACK|raise NotImplementedError)\b", source)
    assert left is None, f"{left[0]} is left"


def test_half_of_the_modules_are_short() -> None:
    assert statistics.median(module.read_text(encoding="utf-8").count("\n") for module in MODULES if module.stat().st_size) <= 180


def test_nothing_from_disk_is_unpickled() -> None:
    # Between the server and its own worker processes only; see the module's first lines.
    pickling = {name_of(module) for module in MODULES if {"pickle", "marshal", "shelve", "dill"} & _all_imports(module)}
    assert pickling == {"adapters/workers.py"}


def test_each_query_file_belongs_to_a_language() -> None:
    from maguyva.extract.languages import LANGUAGES

    used = {stem for row in LANGUAGES.values() for stem in row.queries}
    assert used == {path.stem for path in (PACKAGE / "extract" / "queries").glob("*.scm")}


# ---- what is declared ----


def test_dependencies_are_what_is_imported() -> None:
    declared = {re.split(r"[<>=!~\[ ]", line)[0] for line in PROJECT["project"]["dependencies"]}
    modules = {IMPORT_NAMES.get(name, name.replace("-", "_")) for name in declared - NOT_IMPORTED}
    imported = {name for module in MODULES for name in _all_imports(module)}
    assert imported - set(sys.stdlib_module_names) - {"maguyva"} == modules


def test_dependencies_are_bounded() -> None:
    free = {line for line in PROJECT["project"]["dependencies"] if ">=" not in line}
    assert not free
    pack = next(line for line in PROJECT["project"]["dependencies"] if line.startswith("tree-sitter-language-pack"))
    assert "<1" in pack  # From 1.0 on it fetches grammars from the network at run time.


def test_the_wheel_holds_what_the_package_reads(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True, stdin=subprocess.DEVNULL)
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {f"maguyva/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.rglob("*") if path.suffix in {".py", ".scm", ".npy"}}
    assert wanted <= held
    assert {name.split("/")[0] for name in held if not name.startswith("maguyva/")} == {f"maguyva_language_server-{_version()}.dist-info"}
    assert not {name for name in held if Path(name).suffix in {".pyc", ".pyo"}}


def test_the_installed_command_is_this_package() -> None:
    (entry,) = importlib.metadata.entry_points(group="console_scripts", name="maguyva")
    assert entry.value == "maguyva.cli:main"
    assert importlib.metadata.version("maguyva-language-server") == _version()


# ---- the documents ----


def test_commands_in_the_readme_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\s*(?:\$ )?(maguyva [a-z].*|scripts/[a-z]+.*)$", readme, re.MULTILINE)
    assert any(line.startswith("scripts/try") for line in shown) and any(line.startswith("maguyva search") for line in shown)
    helps: dict[str, str] = {}
    for line in shown:
        program, _, rest = line.partition(" ")
        if program != "maguyva":
            assert (ROOT / program).exists(), line
            continue
        name = rest.split()[0]
        if name not in helps:
            done = subprocess.run([sys.executable, "-m", "maguyva", name, "--help"], capture_output=True, text=True)
            assert done.returncode == 0, line
            helps[name] = done.stdout
        for option in re.findall(r"(?<!\S)--?[a-z][a-z-]*", rest):
            assert re.search(rf"(?<![a-z-]){re.escape(option)}(?![a-z-])", helps[name]), f"{option} in: {line}"


def test_the_architecture_names_every_room() -> None:
    page = (ROOT / "server" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = {path.name for path in PACKAGE.iterdir() if path.suffix == ".py" or (path.is_dir() and any(path.glob("*.py")))}
    rooms -= {"__init__.py", "__main__.py"}
    missing = {room for room in rooms if not re.search(rf"\b{re.escape(room)}", page)}
    assert not missing, f"server/ARCHITECTURE.md does not say what {missing} is for"
    named = set(re.findall(r"`?\b([a-z_]+\.py)\b", page))
    gone = {name for name in named if not list((ROOT / "server").rglob(name)) and not list((ROOT / "tests").rglob(name))}
    assert not gone, f"server/ARCHITECTURE.md speaks of {gone}"


def test_links_in_the_documents_lead_somewhere() -> None:
    for name in tracked_files():
        if name.endswith(".md") and not name.startswith("tests/"):
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / name).read_text(encoding="utf-8")):
                if "://" not in target:
                    assert ((ROOT / name).parent / target).exists(), f"{name} links to {target}"


def _version() -> str:
    from maguyva import __version__

    return __version__


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name.split(".")[0] for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.level == 0:
        return [(node.module or "").split(".")[0]]
    return []


def _all_imports(module: Path) -> set[str]:
    return {name for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))) for name in _imported(node)}
