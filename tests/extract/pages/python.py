# A page of idiomatic Python.

from __future__ import annotations

import enum
import os.path
import typing as t
from dataclasses import dataclass, field as make_field
from . import helpers
from ..core.base import Base, Mixin as BaseMixin
from .star import *

if t.TYPE_CHECKING:
    from .models import Model

__all__ = ["Store", "open_store"]

MAX_SIZE: int = 10
_cache, _lock = {}, helpers.Lock()


class Color(enum.Enum):
    RED = 1
    BLUE = enum.auto()


# Keeps things.
@dataclass(frozen=True)
class Store(Base[Color], BaseMixin, metaclass=Meta):
    """All that is kept."""

    name: str
    items: t.List["Model"] = make_field(default_factory=list)
    limit = MAX_SIZE

    def __init__(self, name: str, *args, size=MAX_SIZE, **options):
        super().__init__(name)
        self.name = name
        self.backend: helpers.Backend | None = None
        self.client = helpers.Client(name).connect()
        self.client = None

    @property
    def size(self) -> int:
        "How many."
        return len(self.items)

    @size.setter
    def size(self, value):
        self.items.resize(value, fill=None)

    @staticmethod
    async def load(path): ...

    @t.overload
    def get(self, key: int) -> Model: ...
    def get(self, key):
        def missing():
            nonlocal key
            key = None

        for index, item in enumerate(self.items):
            if (found := item.get(key)) and found is not None:
                return found
        with open(key) as handle, _lock:
            pass
        try:
            raise helpers.Missing(key)
        except (KeyError, helpers.Missing) as error:
            return [entry for entry in self.items if entry]
        return {**self.options, "f": lambda x, y=1: x[0].z}


def open_store(path=os.path.curdir, /, kind: "Color | None" = None) -> Store:
    global _cache
    _cache = Store(path, kind=kind)
    match kind:
        case Color.RED:
            a, (b, *rest) = 1, (2, 3)
        case Store(name=other):
            a += other
    _cache.backend.size = "".join(rest)
    return _cache
