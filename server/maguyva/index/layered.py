"""The only update logic of the house: large bases, a small overlay of the edited files, and which files of a base the overlay hides.

No index has an update method. An edit rebuilds the overlay from the overlay's own files and hides the edited paths in the bases; every base
stays as it is, byte for byte. A path lives in exactly one layer. `compact` is the way back: one new base out of all live files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

import numpy as np

from maguyva.model import Bool, Change, IndexedFile

I = TypeVar("I")  # noqa: E741  (the index that is layered)


@dataclass(frozen=True, eq=False)
class Base(Generic[I]):
    """An immutable index over many files. `ordinals` gives a path's file; `live` is False where a newer layer has taken over (None: all live)."""

    index: I
    ordinals: Mapping[str, int]
    live: Bool | None = None

    def holds(self, path: str) -> bool:
        """Whether the newest state of `path` is this base's."""
        ordinal = self.ordinals.get(path)
        return ordinal is not None and (self.live is None or bool(self.live[ordinal]))

    def hiding(self, paths: Iterable[str]) -> Base[I]:
        """This base with `paths` hidden; the same object when it holds none of them."""
        hidden = [self.ordinals[path] for path in paths if self.holds(path)]
        if not hidden:
            return self
        live = np.ones(len(self.ordinals), dtype=np.bool_) if self.live is None else self.live.copy()
        live[hidden] = False
        live.setflags(write=False)
        return replace(self, live=live)


@dataclass(frozen=True, eq=False)
class Layered(Generic[I]):
    """Bases and one overlay. `build` is the index's own; `overlay` indexes `overlay_files` in path order."""

    build: Callable[[Sequence[IndexedFile]], I]
    bases: tuple[Base[I], ...]
    overlay: I
    overlay_files: Mapping[str, IndexedFile] = field(default_factory=dict)

    @classmethod
    def over(cls, build: Callable[[Sequence[IndexedFile]], I], bases: Iterable[Base[I]] = ()) -> Layered[I]:
        """Bases with an empty overlay."""
        return cls(build, tuple(bases), build([]), {})

    def apply(self, change: Change) -> Layered[I]:
        """The state after `change`: its files are in the overlay, its removed paths nowhere. The last entry of a path counts."""
        latest = dict(change.files)
        if not latest:
            return self
        files = {path: file for path, file in self.overlay_files.items() if path not in latest}
        files.update((path, file) for path, file in latest.items() if file is not None)
        files = dict(sorted(files.items()))
        same = files.keys() == self.overlay_files.keys() and all(files[path] is self.overlay_files[path] for path in files)
        overlay = self.overlay if same else self.build(list(files.values()))
        return replace(self, bases=tuple(base.hiding(latest) for base in self.bases), overlay=overlay, overlay_files=files)

    def layers(self) -> Iterator[tuple[I, Bool | None]]:
        """Every layer with its mask of live files (None: all live), bases first."""
        for base in self.bases:
            yield base.index, base.live
        yield self.overlay, None

    def paths(self) -> set[str]:
        """All live paths."""
        found = set(self.overlay_files)
        for base in self.bases:
            found.update(path for path in base.ordinals if base.holds(path))
        return found
