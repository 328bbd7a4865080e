"""What a question wants: the six intents, their published weights, and the target they are about.

The nouns of the router, shared by everything that plans or explains a search. Nothing here does any work.
Source of the numbers: the specification's table 1.2, which is published and must not change.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

MODALITIES: Final[tuple[str, ...]] = ("semantic", "text", "structural", "graph")
"""The four modalities, in the order every table and every report lists them."""

INTENT_WEIGHTS: Final[dict[str, dict[str, float]]] = {
    "find_definition": {"semantic": 0.2, "text": 0.1, "structural": 0.6, "graph": 0.1},
    "find_references": {"semantic": 0.1, "text": 0.2, "structural": 0.2, "graph": 0.5},
    "understand_code": {"semantic": 0.5, "text": 0.2, "structural": 0.2, "graph": 0.1},
    "find_similar": {"semantic": 0.4, "text": 0.3, "structural": 0.2, "graph": 0.1},
    "impact_analysis": {"semantic": 0.1, "text": 0.1, "structural": 0.1, "graph": 0.7},
    "exact_match": {"semantic": 0.0, "text": 0.9, "structural": 0.1, "graph": 0.0},
}
"""Intent → modality → weight in [0, 1]; each row sums to 1. A weight of 0.0 means the modality is not run."""

DOMINANT: Final[dict[str, str]] = {
    "find_definition": "structural",
    "find_references": "graph",
    "understand_code": "semantic",
    "find_similar": "semantic",
    "impact_analysis": "graph",
    "exact_match": "text",
}
"""Intent → the one modality that answers it on the direct path."""


@dataclass(frozen=True, slots=True)
class Target:
    """What the question is about.

    `identifier`: a name, without quotes, backticks or call parentheses. `literal`: text to find as it stands, escapes undone.
    `this`: the symbol at the cursor; `text` is then empty.
    """

    kind: Literal["identifier", "literal", "this"]
    text: str


@dataclass(frozen=True, slots=True)
class Intent:
    """One router decision: an intent's name, how sure it is (0 to 1), the rule of specification 1.3 that fired, and the target if any."""

    name: str
    confidence: float
    rule: str
    target: Target | None
