"""Gives back what bulk work has left over."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Runs bulk work without the cycle collector: it would look at millions of live objects again and again, and none of them is garbage."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def release_unused() -> None:
    """Returns freed memory to the system. glibc keeps what threads have freed in their own arenas; after indexing that is hundreds of MB."""
    gc.collect()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # musl has no malloc_trim, and needs none.
            ctypes.CDLL(None).malloc_trim(0)
