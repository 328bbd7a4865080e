"""How far one query may follow what depends on other things, which may depend on it again."""

from __future__ import annotations

from typing import ClassVar


class Walk:
    """One query's way: what is being worked out, and how much may still be. Nothing is worked out within itself."""

    most_steps: ClassVar[int] = 3000
    most_active: ClassVar[int] = 24

    def __init__(self, steps: int | None = None) -> None:
        self._active: dict[object, int] = {}  # Key → the cuts there were when its work began.
        self._left = self.most_steps if steps is None else steps
        self.cuts = 0  # How often the walk met itself or a limit.

    def enter(self, key: object) -> bool:
        """Whether `key` may be worked out now; `leave` ends it."""
        self._left -= 1
        if key in self._active or len(self._active) >= self.most_active or self._left < 0:
            self.cuts += 1
            return False
        self._active[key] = self.cuts
        return True

    def leave(self, key: object) -> bool:
        """Whether what was worked out for `key` is whole, and may be kept: what was cut short depends on where the walk began."""
        return self._active.pop(key) == self.cuts
