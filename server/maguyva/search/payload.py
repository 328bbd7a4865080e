"""A search response as the JSON object of `maguyva/search` (specification, section 3): one function, the same for every face.

Positions are `{line, character}` in the encoding asked for, computed from the texts of the snapshot that answered. Fields that a
question has no value for are left out, as the specification marks them with `?`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from maguyva.search.intent import Target
from maguyva.search.query import Plan, SearchRequest
from maguyva.text import width

if TYPE_CHECKING:  # Only named here: `maguyva route` says what would run without paying for numpy.
    from maguyva.search.response import Contribution, FoundSymbol, Hit, ModalityReport, SearchResponse
    from maguyva.snapshot import Snapshot
    from maguyva.text import Encoding, LineIndex

PARTS = ("text", "structure", "graph", "vectors")
THIS = "this"  # The target of a question about the symbol at the cursor.


def search_payload(
    response: SearchResponse, snapshot: Snapshot, encoding: Encoding, uri_of: Callable[[str], str], pending: int = 0
) -> dict[str, Any]:
    """The object of `maguyva/search`: `snapshot` is the one that answered, `uri_of` gives a path's URI, `pending` counts waiting files."""
    plan = response.plan
    return _present(
        query=plan.request.query,
        intent=_present(
            name=plan.intent.name, confidence=plan.intent.confidence, rule=plan.intent.rule, target=target_text(plan.intent.target)
        ),
        preset=plan.request.preset,
        fusion_strategy=plan.strategy,
        fallback_from=plan.fallback_from,
        fallback_reason=plan.fallback_reason,
        reason=plan.reason,
        modalities=[_modality(report) for report in response.modalities],
        rerank=_modality(response.rerank) if response.rerank is not None else None,
        hits=[_hit(hit, snapshot, encoding, uri_of, plan.request) for hit in response.hits],
        total={"matches": response.total_matches, "files": response.total_files},
        cut=response.cut,
        index=index_payload(snapshot, pending),
        elapsed_ms=round(response.elapsed_ms, 3),
    )


def route_payload(plan: Plan) -> dict[str, Any]:
    """What a plan says before anything runs: every field is there, null where it has no value."""
    intent = plan.intent
    return {
        "query": plan.request.query,
        "intent": {"name": intent.name, "confidence": intent.confidence, "rule": intent.rule, "target": target_text(intent.target)},
        "preset": plan.request.preset,
        "fusion_strategy": plan.strategy,
        "k": plan.k,
        "modalities": [{"name": modality.name, "weight": modality.weight} for modality in plan.running],
    }


def index_payload(snapshot: Snapshot, pending: int = 0, unsent: int = 0) -> dict[str, Any]:
    """How current the index is. A snapshot holds text, structure and graph of all its files; vectors follow layer by layer.

    Nothing is complete before the first base, so "never started" does not look like "finished".
    """
    current = bool(snapshot.segments.bases) and pending == 0
    embedded = all(layer.vectors is not None for layer in snapshot.layers if layer.segment.files.chunk_count)
    parts = dict(zip(PARTS, (current, current, current, current and embedded and not unsent), strict=True))
    return {"revision": snapshot.revision, "complete": current, "pending": pending, "parts": parts}


def target_text(target: Target | None) -> str | None:
    """The target as answers show it: its text, "this" for the symbol at the cursor, None when there is none."""
    if target is None:
        return None
    return THIS if target.kind == "this" else target.text


def range_payload(lines: LineIndex, span: tuple[int, int], encoding: Encoding) -> dict[str, Any]:
    """A span as a range. A line break at the span's end is not part of it, so that the range ends where its last line does."""
    start, end = span
    while end > start and lines.text[end - 1 : end] in (b"\n", b"\r"):
        end -= 1
    return {"start": _position(lines, start, encoding), "end": _position(lines, end, encoding)}


def _position(lines: LineIndex, offset: int, encoding: Encoding) -> dict[str, int]:
    line, character = lines.position(offset, encoding)
    return {"line": line, "character": character}


def _hit(hit: Hit, snapshot: Snapshot, encoding: Encoding, uri_of: Callable[[str], str], request: SearchRequest) -> dict[str, Any]:
    lines = snapshot.lines(hit.file)
    return _present(
        uri=uri_of(hit.path),
        range=range_payload(lines, hit.span, encoding),
        selectionRange=range_payload(lines, hit.selection, encoding),
        symbol=_symbol(hit.symbol) if hit.symbol is not None else None,
        language=hit.language,
        snippet=hit.snippet,
        snippetStart=lines.line_of(hit.snippet_start),
        snippetMatches=_snippet_matches(hit, lines.text) or None,
        matches=[range_payload(lines, span, encoding) for span in hit.matches] or None,
        score=hit.score,
        more_in_file=hit.more_in_file,
        marks=list(hit.marks) or None,
        tokens=_tokens(snapshot, hit) if request.tokens else None,
        explanation=[_contribution(part) for part in hit.explanation] if request.explain else None,
    )


def _tokens(snapshot: Snapshot, hit: Hit) -> list[dict[str, int | str]]:
    from maguyva.search.colours import snippet_tokens  # Numpy, as above.

    return snippet_tokens(snapshot, hit)


def _snippet_matches(hit: Hit, text: bytes) -> list[dict[str, int]]:
    """The matches that the snippet shows, whole or in part, in UTF-16 units of the snippet: no client has to cut lines as we do."""
    start = hit.snippet_start
    end = hit.snippet_end
    shown = [(max(a, start), min(b, end)) for a, b in hit.matches if a < end and b > start]
    return [{"start": width(text[start:a], "utf-16"), "end": width(text[start:b], "utf-16")} for a, b in shown]


def _symbol(symbol: FoundSymbol) -> dict[str, Any]:
    return _present(name=symbol.name, kind=symbol.kind, container=symbol.container, signature=symbol.signature, doc=symbol.doc)


def _modality(report: ModalityReport) -> dict[str, Any]:
    return _present(
        name=report.name,
        weight=report.weight,
        candidates=report.candidates,
        elapsed_ms=round(report.elapsed_ms, 3),
        status=report.status,
        reason=report.reason,
    )


def _contribution(part: Contribution) -> dict[str, Any]:
    return {
        "modality": part.modality,
        "rank": part.rank,
        "weight": part.weight,
        "contribution": part.contribution,
        "boost": part.boost,
        "demotion": part.demotion,
    }


def _present(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
