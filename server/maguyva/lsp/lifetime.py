"""The server ends with its client, also with one that is killed and whose pipes somebody else keeps open."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable

SECONDS_BETWEEN_LOOKS = 1.0


def watch_parent(process_id: int | None, gone: Callable[[], None]) -> None:
    """Calls `gone`, in a thread of its own, once the process is no more. A process that cannot be seen from here (None, or the client
    runs in another container) is not watched."""
    if process_id is None or process_id <= 0 or not is_alive(process_id):
        return
    is_parent = os.getppid() == process_id

    def watch() -> None:
        while is_alive(process_id) and not (is_parent and os.getppid() != process_id):
            time.sleep(SECONDS_BETWEEN_LOOKS)
        gone()

    threading.Thread(target=watch, name="maguyva-parent", daemon=True).start()


def is_alive(process_id: int) -> bool:
    """Whether a process of this number runs. One that has ended and was not waited for yet counts as gone where the system tells."""
    if sys.platform == "win32":
        return _is_alive_on_windows(process_id)
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return not sys.platform.startswith("linux") or os.path.exists(f"/proc/{process_id}")
    try:
        with open(f"/proc/{process_id}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[:1] != [b"Z"]
    except OSError:
        return True  # No /proc on this system: the signal's word counts.


def _is_alive_on_windows(process_id: int) -> bool:
    # `os.kill(pid, 0)` would end the process here.
    import ctypes

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]  # Only there on Windows.
    handle = kernel.OpenProcess(0x00100000, False, process_id)  # SYNCHRONIZE
    if not handle:
        return False
    waiting = kernel.WaitForSingleObject(handle, 0)
    kernel.CloseHandle(handle)
    return bool(waiting != 0)  # WAIT_OBJECT_0: it has ended.
