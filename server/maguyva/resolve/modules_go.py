"""Go's packages: a folder's files see each other, and an import path leads to a folder by `go.mod` (go.dev/ref/mod, go.dev/ref/spec).

A package is the files of one folder with one package clause; `foo_test` beside `foo` is another. What a type has is its fields and the
methods that name it as their receiver, in any file of its package.
"""

from __future__ import annotations

from maguyva.model import BindingKind, FileFacts, SymbolKind
from maguyva.resolve import gomod
from maguyva.resolve.named import named
from maguyva.resolve.names import names_of
from maguyva.resolve.paths import PathTable, join, parent_folder, path_table
from maguyva.resolve.world import EXTERNAL, UNKNOWN, Resolution, Target, TargetKind, Tier, World
from maguyva.text import split_outside_brackets

BUILTINS = frozenset(
    "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 "
    "uint64 uintptr true false iota nil append cap clear close complex copy delete imag len make max min new panic print println real "
    "recover".split()
)
_MODULE = int(SymbolKind.MODULE)
_TYPE_WORDS = ("chan", "func", "struct", "interface", "map")
_HOST_PARTS = 3  # `github.com/owner/name`: what is before the folders of a repository.


def package_found(world: World, file: int, path: str) -> Resolution:
    """The package that an import path names in `file`; external when no folder of the workspace holds it."""
    key = ("go package", parent_folder(world.path(file)), path)
    known = world.memo.get(key)
    if known is None:
        folder, tier = _folder_of(world, world.path(file), path)
        target = None if folder is None else path_table(world).folders.get(folder)
        known = EXTERNAL if target is None else Resolution((Target(-1, TargetKind.PACKAGE, target),), tier)
        world.memo[key] = known
    result: Resolution = known
    return result


def _folder_of(world: World, importer: str, path: str) -> tuple[str | None, Tier]:
    table = path_table(world)
    replaced = gomod.replacement(world, importer, path)
    if replaced is not None:
        folder = join(replaced[1], path[len(replaced[0]) + 1 :])
        return (folder if folder in table.folders else None), Tier.EXACT
    modules = _modules(world)
    best = max((module for module in modules if path == module or path.startswith(module + "/")), key=len, default=None)
    if best is not None:
        used = gomod.used_folders(world, importer)
        homes = [folder for folder in modules[best] if folder in used] or modules[best]
        home = max(homes, key=lambda folder: (importer.startswith(folder + "/") if folder else True, len(folder)))
        folder = join(home, path[len(best) + 1 :])
        return (folder if folder in table.folders else None), Tier.EXACT
    around = parent_folder(importer)
    while True:
        vendored = join(join(around, "vendor"), path)
        if vendored in table.folders:
            return vendored, Tier.EXACT
        if not around:
            break
        around = parent_folder(around)
    parts = path.split("/")
    if "." not in parts[0]:
        return None, Tier.EXACT  # The standard library.
    for above in table.entries.get(parts[-1], ()):
        folder = join(above, parts[-1])
        if f"/{folder}".endswith(f"/src/{path}") and folder in table.folders:
            return folder, Tier.EXACT
    if not modules and len(parts) >= _HOST_PARTS:  # A repository without `go.mod`: the workspace may be what the path begins with.
        folder = "/".join(parts[_HOST_PARTS:])
        if folder in table.folders and _clause(world, table, folder) == parts[-1]:
            return folder, Tier.LIKELY
    return None, Tier.EXACT


def _modules(world: World) -> dict[str, list[str]]:
    """Module path → the folders whose `go.mod` declares it."""
    known: dict[str, list[str]] | None = world.memo.get("go modules")
    if known is None:
        known = {}
        table = path_table(world)
        for folder in table.entries.get("go", ()):
            file = table.files.get(join(folder, "go.mod"))
            if file is not None:
                facts = world.facts(file)
                for row in (facts.symbol_kind == _MODULE).nonzero()[0].tolist():
                    known.setdefault(names_of(facts).symbol_names[row].strip('"`'), []).append(folder)
        world.memo["go modules"] = known
    return known


def _clause(world: World, table: PathTable, folder: str) -> str:
    """The package that the files right in a folder belong to, "" when there is none."""
    key = ("go clause", folder)
    known = world.memo.get(key)
    if known is None:
        known = ""
        for path, file in table.files.items():
            if path.endswith(".go") and not path.endswith("_test.go") and parent_folder(path) == folder:
                known = package_clause(world.facts(file))
                if known:
                    break
        world.memo[key] = known
    result: str = known
    return result


def package_clause(facts: FileFacts) -> str:
    """The name in a file's package clause, "" when it has none."""
    return names_of(facts).own_package


def member_of_package(world: World, folder: str, name: str) -> Resolution:
    """What an importer of the package in a folder gets by a name."""
    key = ("go member", folder, name)
    known: Resolution | None = world.memo.get(key)
    if known is None:
        found = [
            Target(file, TargetKind.SYMBOL, row)
            for file, row in _package_level(world, folder, name)
            if not world.path(file).endswith("_test.go")
        ]
        known = world.memo[key] = Resolution(tuple(found))
    return known


def seen_in_package(world: World, file: int, name: str) -> Resolution:
    """What a name that the file itself does not define means: a definition in another file of its package, what a dot import brings, a
    package under its true name, or a name of the language."""
    folder = parent_folder(world.path(file))
    clause = package_clause(world.facts(file))
    mates = [
        Target(other, TargetKind.SYMBOL, row)
        for other, row in _package_level(world, folder, name)
        if package_clause(world.facts(other)) == clause
    ]
    if mates:
        return Resolution(tuple(mates))
    if name in BUILTINS:
        return EXTERNAL
    names = names_of(world.facts(file))
    for module, alias in names.package_imports:
        package = package_found(world, file, module)
        if not package.targets:
            continue
        where = path_table(world).folder_names[package.targets[0].row]
        if alias == ".":
            found = member_of_package(world, where, name)
            if found.targets:
                return found
        elif alias and alias != name and _clause(world, path_table(world), where) == name:
            return package
    if any(alias == "." and package_found(world, file, module).external for module, alias in names.package_imports):
        return EXTERNAL
    return UNKNOWN


def _package_level(world: World, folder: str, name: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for file, row in named(world, name):
        facts = world.facts(file)
        if int(facts.symbol_parent[row]) >= 0 or int(facts.symbol_container[row]) or parent_folder(world.path(file)) != folder:
            continue
        if facts.language == "go":
            found.append((file, row))
    return found


def methods_of(world: World, file: int, type_name: str, name: str) -> list[Target]:
    """The methods called `name` of a type of the package that `file` belongs to, written where the type is not."""
    folder = parent_folder(world.path(file))
    found: list[Target] = []
    for other, row in named(world, name):
        facts = world.facts(other)
        container = int(facts.symbol_container[row])
        if not container or int(facts.symbol_parent[row]) >= 0 or parent_folder(world.path(other)) != folder:
            continue
        names = names_of(facts)
        if names.language == "go" and names.strings[container] == type_name:
            found.append(Target(other, TargetKind.SYMBOL, row))
    return found


def receiver_type(world: World, file: int, symbol: int) -> tuple[int, int] | None:
    """The type that a method belongs to which is written in another file than the type."""
    names = names_of(world.facts(file))
    container = names.strings[int(names.facts.symbol_container[symbol])]
    if not container:
        return None
    for other, row in _package_level(world, parent_folder(world.path(file)), container):
        if names_of(world.facts(other)).is_type(row):
            return other, row
    return None


def constraint(world: World, target: Target) -> str:
    """What is written of a type parameter: a value of its type has the members of that; "" for anything else."""
    if target.kind is not TargetKind.BINDING:
        return ""
    names = names_of(world.facts(target.file))
    parameter = names.binding_kind[target.row] == BindingKind.PARAMETER and names.binding_type(target.row).startswith(":")
    return names.binding_type(target.row)[1:] if parameter else ""


# ---- what a build leaves out ----

_SYSTEMS = frozenset(
    "aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos unix".split()
)
_MACHINES = frozenset("386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x sparc64 wasm".split())
_USUAL = frozenset({"linux", "unix", "amd64"})


def settled(world: World, result: Resolution) -> Resolution:
    """What several files of one package define under one name is only one of them in a build (`x_linux.go`, `x_windows.go`): `likely`, those
    of the usual system first."""
    files = {target.file for target in result.targets if target.kind is TargetKind.SYMBOL}
    if len(files) < 2 or len({parent_folder(world.path(file)) for file in files}) > 1:
        return result
    ordered = sorted(result.targets, key=lambda target: _unusual(world.path(target.file)) if target.file >= 0 else 0)
    return Resolution(tuple(ordered), max(result.tier, Tier.LIKELY), result.external)


def _unusual(path: str) -> int:
    words = set(path.rpartition("/")[2].removesuffix(".go").removesuffix("_test").split("_")[1:])
    told = words & (_SYSTEMS | _MACHINES)
    return 0 if told and told <= _USUAL else 2 if told else 1


# ---- types as they are written ----


def plain_type(text: str) -> str:
    """A Go type in the form that `split_type` reads: `*T` → `T`, `[]T` → `$array<T>`, `map[K]V` → `$map<K, V>`, `func(…) T` → `$func<T>`,
    several results → `$tuple<…>`, `struct{…}` → `$struct`."""
    text = text.strip()
    while True:
        if text.startswith("..."):
            return f"$array<{plain_type(text[3:])}>"
        if text.startswith(("*", "~")):
            text = text[1:].lstrip()
        elif text.startswith("chan ") or text.startswith(("<-chan ", "chan<- ")):
            return f"$array<{plain_type(text.partition(' ')[2])}>"
        elif text.startswith("["):
            close = _close(text, 0)
            return f"$array<{plain_type(text[close + 1 :])}>" if close > 0 else ""
        elif text.startswith("map["):
            close = _close(text, 3)
            return f"$map<{plain_type(text[4:close])}, {plain_type(text[close + 1 :])}>" if close > 0 else ""
        elif text.startswith("func"):
            close = _close(text, text.find("("))
            return f"$func<{plain_type(text[close + 1 :].partition('{')[0])}>" if close > 0 else ""
        elif text.startswith("struct") and text[6:7] in ("", " ", "{"):
            return "$struct"
        elif text.startswith("interface") and text[9:10] in ("", " ", "{"):
            return ""
        elif text.startswith("("):
            close = _close(text, 0)
            results = _results([part for part in split_outside_brackets(text[1:close], ",") if part.strip()]) if close > 0 else []
            return results[0] if len(results) == 1 else f"$tuple<{', '.join(part or 'any' for part in results)}>"
        else:
            break
    if " ..." in text:  # A variadic parameter with its name.
        return plain_type(text[text.index("...") :])
    if text.startswith("$"):
        return text
    return text.replace("[", "<", 1)[:-1] + ">" if text.endswith("]") and "[" in text else text


def _results(parts: list[str]) -> list[str]:
    """The types of several results, whether they have names (`a, b Foo, err error`) or not (`Foo, error`)."""
    types: list[str] = []
    written = ""
    for part in reversed(parts):
        name, _, rest = part.strip().partition(" ")
        if rest and name.isidentifier() and name not in _TYPE_WORDS:
            written = plain_type(rest)
            types.append(written)
        else:
            types.append(written or plain_type(part))
    return types[::-1]


def _close(text: str, at: int) -> int:
    depth = 0
    for place in range(at, len(text)) if at >= 0 else ():
        if text[place] in "([{":
            depth += 1
        elif text[place] in ")]}":
            depth -= 1
            if depth == 0:
                return place
    return -1
