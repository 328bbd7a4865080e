"""What a JavaScript or TypeScript module specifier names: relative paths with the extensions and index files that Node, bundlers and
TypeScript try (typescriptlang.org/docs/handbook/modules/theory.html), and packages of the same workspace by their folder."""

from __future__ import annotations

from maguyva.resolve.paths import PathTable, join, normal, parent_folder
from maguyva.resolve.world import Target, TargetKind, Tier

_SUFFIXES = (".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".d.mts", ".d.cts", ".vue", ".svelte", ".json")
# TypeScript writes the name of the output: `./x.js` is `./x.ts` in the sources.
_OUTPUT = {".js": (".ts", ".tsx", ".d.ts", ".jsx"), ".jsx": (".tsx", ".d.ts"), ".mjs": (".mts", ".d.mts"), ".cjs": (".cts", ".d.cts")}
_ENTRIES = ("src/index", "index", "lib/index", "src/main", "main")


def find_module(table: PathTable, importer: str, module: str) -> tuple[Target | None, Tier]:
    """The file that `module` names in the file `importer`; None when it is not in the workspace."""
    if module.startswith("."):
        path = normal(parent_folder(importer), module)
        file = None if path is None else _file_at(table, path)
        return (None if file is None else Target(file, TargetKind.MODULE, -1)), Tier.EXACT
    scope, slash, rest = module.partition("/")
    name, _, below = rest.partition("/") if scope.startswith("@") and slash else (scope, "", rest)
    for folder in table.entries.get(name, ()):
        home = join(folder, name)
        if join(home, "package.json") not in table.files or "node_modules" in home.split("/"):
            continue
        for candidate in [below, f"src/{below}"] if below else _ENTRIES:
            file = _file_at(table, join(home, candidate))
            if file is not None:
                return Target(file, TargetKind.MODULE, -1), Tier.LIKELY
    return None, Tier.EXACT


def _file_at(table: PathTable, path: str) -> int | None:
    stem, dot, extension = path.rpartition(".")
    if dot and "/" not in extension:
        for suffix in _OUTPUT.get("." + extension, ()):
            file = table.files.get(stem + suffix)
            if file is not None and path not in table.files:
                return file
        file = table.files.get(path)
        if file is not None:
            return file
    for suffix in _SUFFIXES:
        file = table.files.get(path + suffix)
        if file is not None:
            return file
    for suffix in _SUFFIXES:
        file = table.files.get(join(path, "index" + suffix))
        if file is not None:
            return file
    return None
