"""Pages with code in them (HTML, Vue, Svelte): the code alone, at the same offsets.

Everything outside the script blocks becomes blanks, so the script's own parser and queries read the page as if it were a script, and
every offset stays true. Several blocks of one page share a module, as they do in a Vue component.
"""

from __future__ import annotations

import re
from typing import Final

PAGES: Final = frozenset({"html", "vue", "svelte"})

# An attribute may hold `>` in quotes (`generic="T extends Item<U>"`); the counts keep broken pages from costing more than their length.
_OPEN_TAG: Final = re.compile(rb"<script\b((?:[^<>\"']++|\"[^\"]{0,200}+\"|'[^']{0,200}+'){0,16}+)>", re.IGNORECASE)
_CLOSE_TAG: Final = re.compile(rb"</script\b", re.IGNORECASE)
_LANGUAGE: Final = re.compile(rb"\blang\s*=\s*[\"']?(tsx?|jsx?|typescript)\b", re.IGNORECASE)
_TYPE: Final = re.compile(rb"\btype\s*=\s*[\"']?([\w/+.-]+)", re.IGNORECASE)
_CODE_TYPES: Final = re.compile(rb"module|(?:text|application)/(?:x-)?(?:java|ecma|type)script|text/(?:babel|jsx)|ts|tsx", re.IGNORECASE)
_NO_LINE_END: Final = re.compile(rb"[^\r\n]+")


def code_of(page: bytes) -> tuple[bytes, str]:
    """(code, language): `page` with blanks for all that is in no script block, and `javascript`, `typescript` or `tsx`."""
    language = "javascript"
    parts: list[bytes] = []
    at = 0
    opening = _OPEN_TAG.search(page)
    while opening is not None:
        closing = _CLOSE_TAG.search(page, opening.end())
        end = closing.start() if closing is not None else len(page)
        kind = _TYPE.search(opening.group(1))
        if kind is None or _CODE_TYPES.fullmatch(kind.group(1)):
            written = _LANGUAGE.search(opening.group(1))
            if written is not None and written.group(1)[:1] in b"tT":
                language = "tsx" if written.group(1).lower() == b"tsx" or language == "tsx" else "typescript"
            parts += (_blank(page[at : opening.end()]), page[opening.end() : end])
            at = end
        opening = _OPEN_TAG.search(page, end)
    parts.append(_blank(page[at:]))
    return b"".join(parts), language


def _blank(text: bytes) -> bytes:
    return _NO_LINE_END.sub(lambda match: b" " * len(match.group()), text)
