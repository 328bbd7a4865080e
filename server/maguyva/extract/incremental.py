"""Open documents are parsed anew from the tree of their last text: only what a keystroke touched is read again.

A tree that was patched and one that was made at once agree where neither the old text nor the new one has syntax errors; how the parser
recovers from one depends on where it started. So a text with errors is parsed from its start and never patched: the next one is made from
the last text without errors. The same text then gives the same facts, however it was typed.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from maguyva.extract.languages import LANGUAGES
from maguyva.extract.outline import parse
from maguyva.extract.scripts import PAGES
from maguyva.extract.unknown_typescript import as_known

if TYPE_CHECKING:
    from maguyva.extract.outline import Tree

_BLOCK: Final = 1 << 16
# `parse` starts afresh for the languages with a preprocessor, and of pages only the scripts are outlined, which have a tree of their own.
_NOT_REUSED: Final = PAGES | {"c", "cpp"}


def reparse(old_text: bytes, new_text: bytes, old_tree: Tree, language: str) -> Tree | None:
    """The tree of `new_text`, made from that of `old_text`, which stays as it is; None for a language without a grammar."""
    # What the parser sees of bad bytes depends on their neighbours.
    if old_tree.root_node.has_error or not (_is_utf8(old_text) and _is_utf8(new_text)):
        return parse(new_text, language)
    # What is blanked for the parser may be more than what was edited.
    old_text, new_text = as_known(old_text, language), as_known(new_text, language)
    most = min(len(old_text), len(new_text))
    start = _alike(old_text, new_text, most)
    end = _alike_at_end(old_text, new_text, most - start)
    while start and new_text[start : start + 1] > b"\x7f":  # Two characters may differ in their last bytes alone.
        start -= 1
    while end and new_text[len(new_text) - end] & 0xC0 == 0x80:
        end -= 1
    old_end, new_end = len(old_text) - end, len(new_text) - end
    edited = old_tree.copy()
    edited.edit(start, old_end, new_end, _point(new_text, start), _point(old_text, old_end), _point(new_text, new_end))
    tree = parse(new_text, language, edited)
    return tree if tree is None or not tree.root_node.has_error else parse(new_text, language)


def _is_utf8(text: bytes) -> bool:
    if text.isascii():
        return True
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _alike(one: bytes, other: bytes, most: int) -> int:
    """How many bytes both texts start with, `most` at most. Whole blocks are compared, then halves of the one that differs."""
    alike, step = 0, _BLOCK
    while step:
        while alike + step <= most and one[alike : alike + step] == other[alike : alike + step]:
            alike += step
        step >>= 1
    return alike


def _alike_at_end(one: bytes, other: bytes, most: int) -> int:
    alike, step = 0, _BLOCK
    first, second = len(one), len(other)
    while step:
        while alike + step <= most and one[first - alike - step : first - alike] == other[second - alike - step : second - alike]:
            alike += step
        step >>= 1
    return alike


def _point(text: bytes, at: int) -> tuple[int, int]:
    """Row and column of a byte offset as tree-sitter counts: rows end at \\n alone, columns are bytes."""
    return text.count(b"\n", 0, at), at - text.rfind(b"\n", 0, at) - 1


class RecentTrees:
    """The syntax trees of the documents that were edited last, each of its last text without errors. The oldest are forgotten. For one thread."""

    def __init__(self, limit: int = 16) -> None:
        self._limit = limit
        self._known: OrderedDict[str, tuple[bytes, str, Tree]] = OrderedDict()

    def tree(self, path: str, text: bytes, language: str) -> Tree | None:
        """The tree of the newest text of `path`; None where no tree is reused."""
        known = self._known.pop(path, None)
        row = LANGUAGES.get(language)
        if row is None or not row.grammar or language in _NOT_REUSED:
            return None
        if known is not None and known[1] != language:
            known = None
        tree = parse(text, language) if known is None else reparse(known[0], text, known[2], language)
        if tree is not None and not tree.root_node.has_error:
            known = text, language, tree
        if known is not None:
            self._known[path] = known
            if len(self._known) > self._limit:
                self._known.popitem(last=False)
        return tree

    def forget(self, path: str) -> None:
        """The document was closed."""
        self._known.pop(path, None)
