"""What a JavaScript or TypeScript module specifier names: relative paths with the extensions and index files that Node, bundlers and
TypeScript try (typescriptlang.org/docs/handbook/modules/theory.html), the path mappings of `tsconfig.json` and `jsconfig.json`, and the
packages of the workspace by what their `package.json` says (nodejs.org/api/packages.html).
"""

from __future__ import annotations

from maguyva.model import HintKind
from maguyva.resolve.names import names_of
from maguyva.resolve.paths import PathTable, folders_from, join, normal, parent_folder
from maguyva.resolve.world import Target, TargetKind, Tier, World

_SUFFIXES = (".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".d.mts", ".d.cts", ".vue", ".svelte", ".json")
# TypeScript writes the name of the output: `./x.js` is `./x.ts` in the sources, and what `./x.d.ts` declares beside it.
_OUTPUT = {
    ".js": (".ts", ".tsx", ".d.ts", ".jsx"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
    ".d.ts": (".ts", ".tsx"),
    ".d.mts": (".mts",),
}
_ENTRIES = ("types", "typings", "source", "module", "main")
_GUESSES = ("src/index", "index", "lib/index", "src/main", "main")
_BUILT = ("dist", "build", "lib", "out", "esm", "cjs", "es")  # Folders that a package's sources, in `src`, are built into.
_CONFIGS = ("tsconfig.json", "jsconfig.json")
_MOST_EXTENDED = 6

Settings = dict[str, list[str]]


def find_module(world: World, table: PathTable, importer: str, module: str) -> tuple[Target | None, Tier]:
    """The file that `module` names in the file `importer`; None when it is not in the workspace."""
    if module.startswith((".", "/")):
        path = normal(parent_folder(importer), module) if module.startswith(".") else None
        file = None if path is None else _module_at(world, table, path)
        return _target(file), Tier.EXACT
    file = _mapped(world, table, importer, module)
    if file is not None:
        return _target(file), Tier.EXACT
    scope, slash, rest = module.partition("/")
    name, _, below = rest.partition("/") if scope.startswith("@") and slash else (scope, "", rest)
    package = f"{scope}/{name}" if scope.startswith("@") and slash else scope
    for home in _packages(world, table).get(package, ()):
        file = _exported(world, table, home, below)
        if file is not None:
            return _target(file), Tier.EXACT
        for candidate in [below, f"src/{below}"] if below else _GUESSES:
            file = _file_at(table, join(home, candidate))
            if file is not None:
                return _target(file), Tier.LIKELY
    return None, Tier.EXACT


def _target(file: int | None) -> Target | None:
    return None if file is None else Target(file, TargetKind.MODULE, -1)


# ---- files ----


def _module_at(world: World, table: PathTable, path: str) -> int | None:
    """The module at a path: a file, else what the folder's package says, else its index."""
    file = _file_at(table, path, index=False)
    if file is None and join(path, "package.json") in table.files:
        file = _entry(world, table, path)
    return file if file is not None else _index_at(table, path)


def _file_at(table: PathTable, path: str, index: bool = True) -> int | None:
    for known, others in _OUTPUT.items():
        if path.endswith(known):
            for suffix in others:
                file = table.files.get(path[: -len(known)] + suffix)
                if file is not None:
                    return file
    stem, dot, extension = path.rpartition(".")
    if dot and "/" not in extension and stem:
        file = table.files.get(path)
        if file is not None:
            return file
    if path and not path.endswith("/"):
        for suffix in _SUFFIXES:
            file = table.files.get(path + suffix)
            if file is not None:
                return file
    return _index_at(table, path) if index else None


def _index_at(table: PathTable, path: str) -> int | None:
    for suffix in _SUFFIXES:
        file = table.files.get(join(path, "index" + suffix))
        if file is not None:
            return file
    return None


# ---- packages ----


def _settings(world: World, file: int) -> Settings:
    """What the JSON file of a package or project says."""
    key = ("settings", file)
    known: Settings | None = world.memo.get(key)
    if known is None:
        facts = world.facts(file)
        strings = names_of(facts).strings
        known = {}
        for row in (facts.hint_kind == HintKind.SETTING).nonzero()[0].tolist():
            known.setdefault(strings[int(facts.hint_name[row])], []).append(strings[int(facts.hint_type[row])])
        world.memo[key] = known
    return known


def _packages(world: World, table: PathTable) -> dict[str, list[str]]:
    """Name of a package → the folders of the workspace that hold one of this name, by its `package.json`, else by the folder's name."""
    known: dict[str, list[str]] | None = world.memo.get("npm packages")
    if known is None:
        known = {}
        for folder in table.entries.get("package", ()):
            file = table.files.get(join(folder, "package.json"))
            if file is None or "node_modules" in folder.split("/"):
                continue
            named = _settings(world, file).get("name")
            for name in (named[0] if named else "", folder.rpartition("/")[2]):
                if name and folder not in known.get(name, ()):
                    known.setdefault(name, []).append(folder)
        world.memo["npm packages"] = known
    return known


def _exported(world: World, table: PathTable, home: str, below: str) -> int | None:
    """What a package gives under a path: by its `exports`, else by its entry point or the path itself."""
    file = table.files.get(join(home, "package.json"))
    settings = _settings(world, file) if file is not None else {}
    for path in _matches(settings, "exports", "./" + below if below else "."):
        found = _source_at(table, home, path)
        if found is not None:
            return found
    if not below:
        return _entry(world, table, home)
    return _module_at(world, table, join(home, below)) if not any(key.startswith("exports ") for key in settings) else None


def _entry(world: World, table: PathTable, home: str) -> int | None:
    file = table.files.get(join(home, "package.json"))
    settings = _settings(world, file) if file is not None else {}
    for key in _ENTRIES:
        for path in settings.get(key, ()):
            found = _source_at(table, home, path)
            if found is not None:
                return found
    return None


def _source_at(table: PathTable, home: str, path: str) -> int | None:
    """The file at a package's path; for what is built and not there, the source that it is built from."""
    whole = normal(home, path)
    found = None if whole is None else _file_at(table, whole)
    if found is not None or whole is None:
        return found
    parts = whole[len(home) :].strip("/").split("/")
    if parts[0] not in _BUILT:
        return None
    while len(parts) > 1 and parts[0] in (*_BUILT, "types"):
        parts = parts[1:]
    return _file_at(table, join(home, "src/" + "/".join(parts)))


def _matches(settings: Settings, field: str, wanted: str) -> list[str]:
    """What an entry of a mapping with at most one `*` leads to."""
    exact = settings.get(f"{field} {wanted}")
    if exact is not None:
        return exact
    best: tuple[int, list[str]] = (-1, [])
    for key, values in settings.items():
        if not key.startswith(field + " "):
            continue
        before, star, after = key[len(field) + 1 :].partition("*")
        if star and len(before) > best[0] and wanted.startswith(before) and wanted.endswith(after) and len(wanted) >= len(before + after):
            middle = wanted[len(before) : len(wanted) - len(after)]
            best = len(before), [value.replace("*", middle) for value in values]
    return best[1]


# ---- mappings ----


def _mapped(world: World, table: PathTable, importer: str, module: str) -> int | None:
    """What the nearest project's path mapping, or for `#name` the nearest package, makes of a module."""
    for folder in folders_from(parent_folder(importer)):
        for name in ("package.json",) if module.startswith("#") else _CONFIGS:
            file = table.files.get(join(folder, name))
            if file is None:
                continue
            if module.startswith("#"):
                for path in _matches(_settings(world, file), "imports", module):
                    found = _source_at(table, folder, path)
                    if found is not None:
                        return found
                continue
            for home, path in _mappings(world, table, folder, file, module):
                whole = normal(home, path)
                found = None if whole is None else _module_at(world, table, whole)
                if found is not None:
                    return found
    return None


def _mappings(world: World, table: PathTable, folder: str, file: int, module: str) -> list[tuple[str, str]]:
    """(folder, path) that a project's settings, or those that it extends, map a module to."""
    found: list[tuple[str, str]] = []
    waiting = [(folder, file)]
    seen = {file}
    while waiting and len(seen) <= _MOST_EXTENDED:
        folder, file = waiting.pop(0)
        settings = _settings(world, file)
        base = settings.get("baseUrl", [""])[0]
        home = normal(folder, base) if base else folder
        if home is not None:
            found += [(home, path) for path in _matches(settings, "paths", module)]
            if base:
                found.append((home, module))
        for extended in settings.get("extends", ()):
            path = normal(folder, extended) if extended.startswith(".") else None
            other = None if path is None else table.files.get(path, table.files.get(path + ".json"))
            if other is not None and other not in seen and path is not None:
                seen.add(other)
                waiting.append((parent_folder(path), other))
    return found
