"""Takes everything out of the cache that a user may want gone: one workspace's stored index, and the facts and vectors of all of them."""

from __future__ import annotations

from pathlib import Path

from maguyva.adapters import segments
from maguyva.adapters.cache import Cache
from maguyva.settings import Settings

CACHES = ("facts", "vectors")


def clear(store: Path | None, settings: Settings) -> int:
    """The bytes that were freed. What another process writes at this moment, or the system holds, stays; nothing is raised."""
    freed = 0
    if store is not None:
        with segments.writing(store) as held:
            freed += segments.empty(store) if held else 0
    for name in CACHES:
        if (settings.cache_folder / name).is_dir():
            cache = Cache(settings.cache_folder / name, settings.cache_limit)
            freed += cache.clear()
            cache.close()
    return freed
