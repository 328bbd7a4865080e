"""Cargo's packages as their manifests tell them (doc.rust-lang.org/cargo/reference/manifest.html): names of crates that differ from their
folders, libraries in odd places, dependencies by path or under another name, features that are on when nobody says otherwise.

Manifests are read as data; nothing of Cargo runs. What is no TOML is as if it were not there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from maguyva.resolve.paths import PathTable, folders_from, join, normal, parent_folder, path_table
from maguyva.resolve.settings_text import SettingsText, settings_text
from maguyva.resolve.world import World

_MANIFEST = "Cargo.toml"
_LONGEST = 2_000_000
_TABLES = ("dependencies", "dev-dependencies", "build-dependencies")


@dataclass(frozen=True)
class Manifest:
    """What one `Cargo.toml` says. Names of crates have `_` for `-`."""

    package: str = ""
    library: str = ""  # The crate's name.
    library_path: str = ""  # Relative to the manifest's folder.
    targets: frozenset[str] = frozenset()  # Files that are roots of programs, tests and so on, as far as they are listed.
    aliases: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # Name in code → (package, path or "") where either is written.
    inherited: frozenset[str] = frozenset()  # Dependencies that the workspace's manifest describes.
    shared: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # What `[workspace.dependencies]` says, like `aliases`.
    features: frozenset[str] = frozenset()  # On by default.


@dataclass(frozen=True)
class Cargo:
    """The packages of a snapshot."""

    manifests: Mapping[str, Manifest]  # By folder.
    libraries: Mapping[str, tuple[str, ...]]  # Crate name → folders whose library it is.
    packages: Mapping[str, str]  # Package name → folder.
    roots: frozenset[str]  # Files that manifests list as roots.


def cargo_of(world: World) -> Cargo:
    """The packages of a snapshot, kept in its memo."""
    known: Cargo | None = world.memo.get("cargo")
    if known is None:
        known = world.memo["cargo"] = _cargo(world, path_table(world))
    return known


def _cargo(world: World, table: PathTable) -> Cargo:
    manifests: dict[str, Manifest] = {}
    libraries: dict[str, list[str]] = {}
    packages: dict[str, str] = {}
    roots: set[str] = set()
    for folder in sorted(table.entries.get("Cargo", ())):
        file = table.files.get(join(folder, _MANIFEST))
        if file is None:
            continue
        manifest = manifests[folder] = _read(settings_text(world, file))
        if manifest.package:
            packages.setdefault(manifest.package, folder)
        path = normal(folder, manifest.library_path or "src/lib.rs")
        if path is not None and path in table.files:
            libraries.setdefault(manifest.library or folder.rpartition("/")[2].replace("-", "_"), []).append(folder)
            roots.add(path)
        roots.update(root for target in manifest.targets if (root := normal(folder, target)) is not None)
    return Cargo(manifests, {name: tuple(found) for name, found in libraries.items()}, packages, frozenset(roots))


def package_folder(cargo: Cargo, path: str) -> str | None:
    """The folder of the package that a file belongs to."""
    return next((folder for folder in folders_from(parent_folder(path)) if folder in cargo.manifests), None)


def library(world: World, folder: str) -> int | None:
    """The root file of the library of the package in a folder."""
    manifest = cargo_of(world).manifests.get(folder)
    path = normal(folder, (manifest.library_path if manifest is not None else "") or "src/lib.rs")
    return None if path is None else path_table(world).files.get(path)


def crate_named(world: World, importer: str, name: str) -> tuple[int | None, bool]:
    """(the root file of the library that code in the file `importer` calls `name`, whether it is the only one that can be meant)."""
    key = ("cargo crate", package_folder(cargo_of(world), importer), name)
    known: tuple[int | None, bool] | None = world.memo.get(key)
    if known is None:
        known = world.memo[key] = _crate_named(world, key[1], name)
    return known


def _crate_named(world: World, home: str | None, name: str) -> tuple[int | None, bool]:
    cargo = cargo_of(world)
    if home is not None:
        manifest = cargo.manifests[home]
        if manifest.library == name and (found := library(world, home)) is not None:
            return found, True
        dependency = manifest.aliases.get(name)
        base = home
        if dependency is None and name in manifest.inherited:
            base, dependency = _shared(cargo, home, name)
        if dependency is not None:
            package, path = dependency
            folder = normal(base, path) if path else cargo.packages.get(package)
            if folder is not None and (found := library(world, folder)) is not None:
                return found, True
            if path:
                return None, True
    folders = cargo.libraries.get(name, ())
    if not folders:
        return None, True
    here = (home or "").split("/")
    best = max(folders, key=lambda folder: (_common(here, folder.split("/")), -len(folder)))
    return library(world, best), len(folders) == 1


def _common(one: list[str], other: list[str]) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _shared(cargo: Cargo, home: str, name: str) -> tuple[str, tuple[str, str] | None]:
    """What the manifest of the workspace around says of a dependency, and that manifest's folder."""
    for folder in folders_from(home):
        manifest = cargo.manifests.get(folder)
        if manifest is not None and name in manifest.shared:
            return folder, manifest.shared[name]
    return home, None


def default_features(world: World, path: str) -> frozenset[str] | None:
    """The features that are on by default in the package of a file; None where no manifest tells."""
    cargo = cargo_of(world)
    home = package_folder(cargo, path)
    return None if home is None else cargo.manifests[home].features


# ---- reading ----


@lru_cache(maxsize=1024)
def _read(source: SettingsText) -> Manifest:
    if len(source.text) > _LONGEST:
        return Manifest()
    try:
        data = tomllib.loads(source.text.decode("utf-8", "replace"))
    except (tomllib.TOMLDecodeError, RecursionError):
        return Manifest()
    package, lib = _table(data, "package"), _table(data, "lib")
    workspace = _table(data, "workspace")
    name = _string(package, "name")
    aliases: dict[str, tuple[str, str]] = {}
    inherited: set[str] = set()
    tables = [_table(data, kind) for kind in _TABLES]
    tables += [_table(target, kind) for target in _tables(_table(data, "target").values()) for kind in _TABLES]
    for table in tables:
        for dependency, told in table.items():
            if isinstance(told, dict) and told.get("workspace") is True:
                inherited.add(_crate(dependency))
            elif (found := _dependency(dependency, told)) is not None:
                aliases[_crate(dependency)] = found
    shared = {
        _crate(dependency): found
        for dependency, told in _table(workspace, "dependencies").items()
        if (found := _dependency(dependency, told)) is not None
    }
    targets = {
        path for kind in ("bin", "test", "bench", "example") for target in _tables(data.get(kind)) if (path := _string(target, "path"))
    }
    build = _string(package, "build")
    return Manifest(
        package=name,
        library=_crate(_string(lib, "name") or name),
        library_path=_string(lib, "path"),
        targets=frozenset(targets | ({build} if build else set())),
        aliases=aliases,
        inherited=frozenset(inherited),
        shared=shared,
        features=_defaults(_table(data, "features")),
    )


def _dependency(name: str, told: Any) -> tuple[str, str] | None:
    """(package, path) of a dependency that is more than a version."""
    if not isinstance(told, dict):
        return name, ""
    return _string(told, "package") or name, _string(told, "path")


def _defaults(features: Mapping[str, Any]) -> frozenset[str]:
    found: set[str] = set()
    waiting = ["default"]
    while waiting:
        feature = waiting.pop()
        if feature in found:
            continue
        found.add(feature)
        more = features.get(feature)
        # `dep:x` turns a dependency on, `x/y` a feature of another package.
        waiting += [one for one in more if isinstance(one, str) and ":" not in one and "/" not in one] if isinstance(more, list) else []
    return frozenset(found)


def _crate(name: str) -> str:
    return name.replace("-", "_")


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key)
    return found if isinstance(found, dict) else {}


def _tables(found: Any) -> list[Mapping[str, Any]]:
    rows: Iterable[Any] = (
        found if isinstance(found, list) else tuple(found) if isinstance(found, Iterable) and not isinstance(found, str) else ()
    )
    return [row for row in rows if isinstance(row, dict)]


def _string(data: Mapping[str, Any], key: str) -> str:
    found = data.get(key)
    return found if isinstance(found, str) else ""
