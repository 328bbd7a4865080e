"""The text modality: literals and regular expressions verified on the text, and, for a question in words, the lexical blend.

Verification is complete: every live, allowed file that the trigrams cannot rule out is read, and the counts are true even where the list
is cut (specification, section 6).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from maguyva.search.places import place_of
from maguyva.search.query import InvalidRequest
from maguyva.search.response import Ranked, Spans
from maguyva.search.retrieve import Question, blend, ranked, weights_of
from maguyva.search.textmatch import Pattern, compile_pattern, find_lines, normalised_variants
from maguyva.snapshot import Snapshot

VERBATIM_LENGTH = 6  # A question shorter than this, or of one word, says nothing by occurring verbatim.
MATCHES_KEPT = 100  # Spans kept for one chunk; all are counted.


def text(question: Question) -> Ranked:
    """By text: what the question quotes; else its words, with what contains the whole question verbatim on top."""
    request = question.plan.request
    if question.plan.intent.name == "exact_match":
        literal = question.target if question.target is not None else request.query.strip()
        return occurrences(question, literal)
    scores = blend(question, weights_of(question, "text"))
    top = float(scores.max()) if len(scores) else 0.0
    matches: dict[int, Spans] = {}
    for literal in _verbatim(question):
        found = occurrences(question, literal)
        scores[found.chunks] += (top or 1.0) * found.scores / (float(found.scores[0]) if len(found.scores) else 1.0)
        matches.update(found.matches)
    listed = ranked(question, scores)
    return replace(listed, matches=matches)


def _verbatim(question: Question) -> list[str]:
    query = question.plan.request.query.strip() if question.plan.subject is None else ""
    return [query] if VERBATIM_LENGTH <= len(query) <= 1000 and "\n" not in query and any(not char.isalnum() for char in query) else []


def occurrences(question: Question, literal: str) -> Ranked:
    """Every chunk that contains the literal (or matches it as a regular expression), most telling first."""
    request = question.plan.request
    found = Ranked.empty()
    for variant in normalised_variants(literal) if not request.regex else (literal,):
        try:
            pattern = compile_pattern(variant, regex=request.regex, case=request.case, word=request.word)
        except ValueError as error:
            if request.regex or len(literal) < 2:
                raise InvalidRequest("query", str(error)) from error
            return Ranked.empty()  # A pasted text of several lines is no literal.
        found = _occurrences(question, pattern)
        if found.found:
            break
    return found


def _occurrences(question: Question, pattern: Pattern) -> Ranked:
    snapshot = question.snapshot
    per_chunk: dict[int, list[tuple[int, int]]] = {}
    counts: dict[int, int] = {}
    total = files = 0
    for file in candidates(snapshot, pattern):
        if not question.filters.allows(snapshot.path(file), snapshot.language(file)):
            continue
        question.check()
        in_file = 0
        for line in find_lines(pattern, snapshot.text(file)):
            for span in line.matches:
                chunk = snapshot.chunk_at(file, span[0])
                counts[chunk] = counts.get(chunk, 0) + 1
                in_file += 1
                if counts[chunk] <= MATCHES_KEPT:
                    per_chunk.setdefault(chunk, []).append(span)
        total += in_file
        files += in_file > 0
    prior = question.evidence.prior
    chunk_file = snapshot.chunk_file
    scored = [
        (_telling(snapshot, chunk, spans, counts[chunk], pattern) * float(prior[chunk_file[chunk]]), chunk)
        for chunk, spans in per_chunk.items()
    ]
    place = snapshot.file_order
    scored.sort(key=lambda one: (-one[0], place[chunk_file[one[1]]], one[1]))
    return Ranked(
        np.array([chunk for _, chunk in scored], dtype=np.int64),
        np.array([score for score, _ in scored], dtype=np.float32),
        matches={chunk: tuple(spans) for chunk, spans in per_chunk.items()},
        total_matches=total,
        total_files=files,
        found=total > 0,
    )


def candidates(snapshot: Snapshot, pattern: Pattern) -> Iterator[int]:
    """Every live file that the pattern may match, in the snapshot's order."""
    for layer in snapshot.layers:
        for ordinal in layer.segment.trigrams.candidates(pattern.plan).tolist():
            if layer.live_files is None or layer.live_files[ordinal]:
                yield ordinal + layer.file_base


def _telling(snapshot: Snapshot, chunk: int, spans: list[tuple[int, int]], count: int, pattern: Pattern) -> float:
    """How telling a chunk's matches are: a whole word and the query's own case count most, then how many there are."""
    file = snapshot.file_of_chunk(chunk)
    layer = snapshot.layer_of_file(file)
    start, end = spans[0]
    around = layer.segment.files.text_slice(file - layer.file_base, max(start - 1, 0), end + 1)
    inner = around[1:] if start else around
    before, after = (around[:1] if start else b""), inner[end - start :]
    whole = not (_is_word(before) and _is_word(inner[:1])) and not (_is_word(after) and _is_word(inner[end - start - 1 : end - start]))
    same_case = pattern.regex or inner[: end - start] == pattern.query.encode("utf-8", "replace")
    return (1.0 + whole + 0.5 * same_case + 0.1 * math.log1p(count)) * place_of(snapshot.path(file))[1]


def _is_word(byte: bytes) -> bool:
    return bool(byte) and (byte.isalnum() or byte == b"_" or byte >= b"\x80")
