"""What each name of a pattern is given: `a, (b, c) = f()` gives b the first part of the second part of `f()`."""

from __future__ import annotations

from collections.abc import Iterable

from maguyva.extract.definitions import Range
from maguyva.extract.forms_python import part_of, suffixed
from maguyva.extract.receivers import Receivers

_LONGEST = 400  # Bytes of a pattern.
_NAME_BYTES = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") | frozenset(range(128, 256))


def unpacked_forms(text: bytes, unpacks: Iterable[tuple[Range, Range, bool]], receivers: Receivers) -> dict[int, str]:
    """Start of a name's token → the form of what it is given. Behind a star nothing is known."""
    found: dict[int, str] = {}
    for (start, end), source, of_element in unpacks:
        if end - start > _LONGEST:
            continue
        form = receivers.value(*source)
        if not form:
            continue
        if of_element:
            form = suffixed(form, "<>")
        for token, path in _names(text, start, end):
            found[token] = part_of(form, path)
    return found


def _names(text: bytes, start: int, end: int) -> Iterable[tuple[int, tuple[int, ...]]]:
    """(start of the last name, which part it is) of each target in a pattern."""
    path = [0]
    at = start + 1 if text[start] in b"([" else start
    starred = False
    while at < end:
        byte = text[at]
        if byte in b"([":
            path.append(0)
        elif byte in b")]" and len(path) > 1:
            path.pop()
        elif byte == 0x2C:
            path[-1] += 1
            if starred:
                return
        elif byte == 0x2A:
            starred = True
        elif byte in _NAME_BYTES:
            name = at
            while at < end and (text[at] in _NAME_BYTES or text[at] == 0x2E):
                if text[at] == 0x2E:
                    name = at + 1
                at += 1
            if not starred:
                yield name, tuple(path)
            continue
        at += 1
