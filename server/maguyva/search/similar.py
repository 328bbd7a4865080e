"""“Code like this”: which code a question about similar code means. That code is what is looked for, and is no answer itself."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from maguyva.model import CALLABLE_KINDS, TYPE_KINDS, FileFacts
from maguyva.search.query import Plan, Subject
from maguyva.search.retrieve import exact_symbols
from maguyva.search.router import route
from maguyva.snapshot import Snapshot

SUBJECT_BYTES = 4000  # A longer piece says no more about what it is like.

_CODE = re.compile(r"[(){}\[\];=<>]|\n")


def subject_of(snapshot: Snapshot, plan: Plan) -> Subject | None:
    """The code that a plan for `find_similar` is about: what the query quotes, what it names, or what stands at the cursor.

    None for a plan of another intent, and for a description in words, which is looked for as it stands.
    """
    if plan.intent.name != "find_similar":
        return None
    query, context = plan.request.query, plan.request.context
    asked = route(query)
    file = snapshot.find(context.path) if context is not None else None
    if asked.rule != "4c" and (_CODE.search(query) or query.strip()):
        if file is not None and context is not None and (place := _quoted(snapshot.text(file), query, context.offset)) is not None:
            return Subject(query, file, *place)
        return Subject(query, -1, 0, 0) if _CODE.search(query) else None
    if asked.target is not None and asked.target.kind != "this":
        named = exact_symbols(snapshot, plan)
        return _of_symbol(snapshot, *snapshot.symbol_place(named[0])) if named else None
    if file is None or context is None:
        return None
    row = _around(snapshot.facts(file), context.offset)
    if row >= 0:
        return _of_symbol(snapshot, file, row)
    chunk = snapshot.chunk_at(file, context.offset)
    if chunk < 0:
        return None
    facts, at = snapshot.facts(file), snapshot.chunk_row(chunk)
    return _of_span(snapshot, file, int(facts.chunk_start[at]), int(facts.chunk_end[at]))


def chunks_of(snapshot: Snapshot, subject: Subject) -> NDArray[np.int64]:
    """The chunks that the code takes up."""
    if subject.file < 0 or subject.end <= subject.start:
        return np.zeros(0, dtype=np.int64)
    first, last = snapshot.chunk_at(subject.file, subject.start), snapshot.chunk_at(subject.file, subject.end - 1)
    return np.arange(first, last + 1, dtype=np.int64) if first >= 0 else np.zeros(0, dtype=np.int64)


def _quoted(text: bytes, query: str, offset: int) -> tuple[int, int] | None:
    """Where the cursor's file has the very text of the query, at or around the cursor (which stands at either end of a selection)."""
    wanted = query.encode("utf-8", "replace")
    at = text.find(wanted, max(offset - len(wanted), 0), offset + len(wanted))
    return (at, at + len(wanted)) if wanted and at >= 0 else None


def _around(facts: FileFacts, offset: int) -> int:
    """The innermost function or type around a byte, else the innermost symbol; −1 outside all of them."""
    rows = ((facts.symbol_start <= offset) & (offset <= facts.symbol_end)).nonzero()[0].tolist()
    telling = CALLABLE_KINDS | TYPE_KINDS
    return next((row for row in reversed(rows) if int(facts.symbol_kind[row]) in telling), rows[-1] if rows else -1)


def _of_symbol(snapshot: Snapshot, file: int, row: int) -> Subject:
    facts = snapshot.facts(file)
    return _of_span(snapshot, file, int(facts.symbol_start[row]), int(facts.symbol_end[row]))


def _of_span(snapshot: Snapshot, file: int, start: int, end: int) -> Subject:
    return Subject(snapshot.text(file)[start : min(end, start + SUBJECT_BYTES)].decode("utf-8", "replace"), file, start, end)
