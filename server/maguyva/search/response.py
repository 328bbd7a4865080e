"""What a search answers with: frozen, in byte offsets of the snapshot's texts. `payload.py` turns it into the protocol's object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from maguyva.model import F32
from maguyva.search.query import Plan

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class Ranked:
    """One modality's list: chunks best first, with the modality's own scores (descending).

    `focus` names the symbol a chunk was found for (where it is not the chunk's own), `matches` the byte spans in the file that show why.
    `total` counts every match, also those beyond the list. `found` tells whether it answers what was asked (specification 1.5, "found means").
    """

    chunks: NDArray[np.int64]
    scores: F32
    focus: Mapping[int, int] = field(default_factory=dict)
    matches: Mapping[int, Spans] = field(default_factory=dict)
    total_matches: int | None = None
    total_files: int | None = None
    found: bool = True
    degraded: str | None = None
    every: F32 | None = None  # Where a file stands in the list once: the scores of all chunks,
    bar: float = 0.0  # and the least that stands in the list.

    @classmethod
    def empty(cls, found: bool = False, degraded: str | None = None) -> Ranked:
        """Nothing found."""
        return cls(np.zeros(0, np.int64), np.zeros(0, np.float32), found=found, degraded=degraded)


@dataclass(frozen=True, slots=True)
class ModalityReport:
    """How one modality fared: `ok`, `degraded`, `failed`, `late` or `skipped`, with the reason where it is not `ok`."""

    name: str
    weight: float
    candidates: int
    elapsed_ms: float
    status: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one modality gave a hit: `weight / (k + rank + 1) × boost × demotion`. On a path without fusion only rank and weight tell."""

    modality: str
    rank: int
    weight: float
    contribution: float
    boost: float
    demotion: float


@dataclass(frozen=True, slots=True)
class FoundSymbol:
    """The symbol a hit is about."""

    name: str
    kind: str
    container: str | None
    signature: str | None
    doc: str | None


@dataclass(frozen=True, slots=True)
class Hit:
    """One hit; all spans are byte offsets into the file's text."""

    file: int
    path: str
    chunk: int
    span: tuple[int, int]
    selection: tuple[int, int]
    symbol: FoundSymbol | None
    language: str
    snippet: str
    snippet_start: int
    snippet_end: int
    matches: Spans
    score: float
    more_in_file: int
    explanation: tuple[Contribution, ...]
    marks: tuple[str, ...] = ()  # "test", "vendor", "generated", …: what kind of place it is in.


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """The whole answer. `total_matches` counts beyond what the limit cut."""

    plan: Plan
    modalities: tuple[ModalityReport, ...]
    hits: tuple[Hit, ...]
    total_matches: int
    total_files: int
    cut: bool
    elapsed_ms: float
    rerank: ModalityReport | None = None  # How a reranker fared, where one was asked.
