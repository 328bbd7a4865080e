"""A Snapshot as the resolver sees it: every question is asked of all layers, and only live files answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from maguyva.model import FileFacts
from maguyva.resolve.paths import PathTable
from maguyva.snapshot import Layer, Snapshot


class SnapshotWorld:
    """`resolve.world.World` over one snapshot. What the resolver works out stays with it, so one is made for a snapshot and shared."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        paths = _paths_of_the_base(snapshot)
        self.memo: MutableMapping[Any, Any] = {} if paths is None else {"paths": paths}

    def facts(self, file: int) -> FileFacts:
        """The facts of a file."""
        return self.snapshot.facts(file)

    def path(self, file: int) -> str:
        """The path of a file."""
        return self.snapshot.path(file)

    def text(self, file: int) -> bytes:
        """The text of a file."""
        return self.snapshot.text(file)

    def file(self, path: str) -> int:
        """The file of a path, −1 when there is none."""
        found = self.snapshot.find(path)
        return -1 if found is None else found

    def files(self) -> Iterable[int]:
        """All live files."""
        return self.snapshot.live_files()

    def definitions_named(self, name: str) -> Iterator[tuple[int, int]]:
        """(file, symbol row) of each definition with exactly this name."""
        for layer in self.snapshot.layers:
            for address in layer.segment.symbols.exact(name, layer.live_files).tolist():
                file, row = self.snapshot.symbol_place(address + layer.symbol_base)
                facts = self.facts(file)
                if facts.strings[int(facts.symbol_name[row])] == name:
                    yield file, row

    def mentions(self, name: str) -> Iterator[tuple[int, Sequence[int]]]:
        """(file, reference rows) of each live file whose references spell `name`."""
        for layer in self.snapshot.layers:
            yield from _live(layer, layer.segment.graph.mentions(name))

    def imports_of(self, name: str) -> Iterator[tuple[int, Sequence[int]]]:
        """(file, import rows) of each live file whose imports take `name` from a module."""
        for layer in self.snapshot.layers:
            yield from _live(layer, layer.segment.graph.imports_of(name))


def _paths_of_the_base(snapshot: Snapshot) -> PathTable | None:
    """The path table where files were edited and none came or went; None elsewhere. Made with every keystroke, it would cost more than an answer."""
    if len(snapshot.segments.bases) != 1:
        return None
    base, overlay = snapshot.layers[0], snapshot.layers[-1]
    known = base.segment.path_table
    edited = {path: file + overlay.file_base for file, path in enumerate(overlay.segment.files.paths)}
    hidden = 0 if base.live_files is None else len(base.live_files) - int(np.count_nonzero(base.live_files))
    if hidden != len(edited) or not edited.keys() <= known.files.keys():
        return None
    return replace(known, files={**known.files, **edited}, roots={})


def world_of(snapshot: Snapshot) -> SnapshotWorld:
    """The one world of a snapshot; it lives and is forgotten with it."""
    world = snapshot.attached.get("world")
    if world is None:
        # Two threads may both make one; `setdefault` lets one of them win, and both are right.
        world = snapshot.attached.setdefault("world", SnapshotWorld(snapshot))
    assert isinstance(world, SnapshotWorld)
    return world


def _live(layer: Layer, found: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, Sequence[int]]]:
    for file, rows in found:
        if layer.live_files is None or layer.live_files[file]:
            yield file + layer.file_base, rows.tolist()
