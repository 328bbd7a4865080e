"""What the standard containers of C++ hand out: `v.back()`, `m.find(k)->second`, the elements of a loop.

An iterator is read as what it points to, since nothing but that is asked of it.
"""

from __future__ import annotations

_MAPS = frozenset(
    """
    map multimap unordered_map unordered_multimap hash_map flat_hash_map node_hash_map btree_map btree_multimap flat_map dense_hash_map
    """.split()
)
_ELEMENT = frozenset("front back top value peek".split())
_ITERATOR = frozenset("begin end cbegin cend rbegin rend find lower_bound upper_bound data".split())


def subscripted(head: str, arguments: tuple[str, ...]) -> str:
    """The type of `x[i]`."""
    return arguments[1] if head in _MAPS and len(arguments) > 1 else arguments[0]


def iterated(head: str, arguments: tuple[str, ...]) -> str:
    """The type of a loop's variable, and of what an iterator points to."""
    return f"pair<{arguments[0]}, {arguments[1]}>" if head in _MAPS and len(arguments) > 1 else arguments[0]


def taken(head: str, arguments: tuple[str, ...], name: str) -> tuple[str, bool] | None:
    """(type, whether it is had by a call) of a container's member; None for members that hand out nothing of what is held."""
    if head == "pair":
        if name in ("first", "second") and len(arguments) > 1:
            return arguments[name == "second"], False
        return None
    if name == "at":
        return subscripted(head, arguments), True
    if name in _ELEMENT:
        return arguments[0], True
    return (iterated(head, arguments), True) if name in _ITERATOR else None
