"""The standard streams, as a command-line tool must treat them: any text to any terminal, pipe, full disk or closed descriptor.

Programs get UTF-8 whatever the locale says, and matching lines go out byte for byte.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from typing import Any, TextIO, cast

_SURROGATE = re.compile("[\ud800-\udfff]")  # Stands for a byte that is no UTF-8; no output may hold one.
_CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")


def prepare() -> None:
    """Make printing safe: no character can fail to be encoded, and a closed stream swallows."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  (it is the stream from now on)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if name == "stdout" else "backslashreplace")


def tell(line: str) -> None:
    """One message on stderr, under the program's name."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"maguyva: {line}\n")
        sys.stderr.flush()


def ask(question: str) -> None:
    """A question on stderr, for an answer on the same line."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"maguyva: {question}")
        sys.stderr.flush()


def abandon_output() -> None:
    """Nobody reads any more, or nothing can be written: what is buffered goes nowhere, also at the interpreter's own last flush."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        sys.stdout.flush()


def write_json(value: Any) -> None:
    """One JSON value on one line, in UTF-8."""
    text = _SURROGATE.sub("\ufffd", json.dumps(value, ensure_ascii=False))
    _write_bytes(text.encode("utf-8") + b"\n")


def write_grep_line(path: str, number: int, line: bytes, match: tuple[int, int], coloured: bool) -> None:
    """`path:line:text`, the text as it is in the file; on a terminal in ripgrep's colours, with control characters made visible."""
    name = path.encode("utf-8", "surrogateescape")
    if not coloured and not is_terminal(sys.stdout):
        _write_bytes(b"%s:%d:%s\n" % (name, number, line))
        return
    start, end = match
    pieces = tuple(_CONTROL.sub(_visible, piece) for piece in (line[:start], line[start:end], line[end:].rstrip(b"\r")))
    layout = b"\x1b[35m%s\x1b[0m:\x1b[32m%d\x1b[0m:%s\x1b[1;31m%s\x1b[0m%s\n" if coloured else b"%s:%d:%s%s%s\n"
    _write_bytes(layout % (name, number, *pieces))


def is_terminal(stream: TextIO) -> bool:
    """Whether a person reads this stream as it comes."""
    try:
        return stream.isatty() and os.environ.get("TERM") != "dumb"
    except ValueError:  # It is closed.
        return False


def wants_colour(choice: str) -> bool:
    """Whether stdout gets colour: `always`, `never`, or `auto`, a terminal without NO_COLOR (https://no-color.org)."""
    if choice == "auto":
        return is_terminal(sys.stdout) and not os.environ.get("NO_COLOR")
    return choice == "always"


def _visible(control: re.Match[bytes]) -> bytes:
    # The pictures of control characters, U+2400 and on: what a file holds must not steer the terminal.
    code = control[0][0]
    return chr(0x2421 if code == 0x7F else 0x2400 + code).encode()


def _write_bytes(data: bytes) -> None:
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:  # A stream of a test or of another program around us, which takes text only.
        cast(TextIO, sys.stdout).write(data.decode("utf-8", "replace"))
        return
    buffer.write(data)
    if is_terminal(sys.stdout):
        buffer.flush()
