"""From a request to a plan: which modalities run, with which weights, and how their lists become one.

The request is the object of `maguyva/search` (specification, section 3); the plan follows sections 1.4 and 1.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from maguyva.search.intent import DOMINANT, INTENT_WEIGHTS, MODALITIES, Intent, Target
from maguyva.search.router import route

PRESET_MODALITIES: dict[str, tuple[str, ...]] = {
    "quick": ("semantic",),
    "default": ("semantic", "text", "structural"),
    "thorough": MODALITIES,
}
PRESET_K: dict[str, int | None] = {"quick": None, "default": 40, "thorough": 60}
DIRECT_CONFIDENCE = 0.85
NAMED_ZERO_WEIGHT = 0.1  # What a modality counts that the user named and the intent's table gives nothing.
EVERY_SITE_INTENTS = frozenset({"find_references", "impact_analysis", "exact_match"})
MAX_LIMIT = 200

Strategy = Literal["direct", "weighted_rrf", "single"]


class InvalidRequest(ValueError):
    """A request that cannot be answered; the message names the field and what it takes."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


@dataclass(frozen=True, slots=True)
class Context:
    """Where the asker's cursor is: a path of the snapshot and a byte offset in its text."""

    path: str
    offset: int


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One question with its options; the defaults are the specification's."""

    query: str
    preset: str = "default"
    modalities: tuple[str, ...] | None = None
    intent: str | None = None
    limit: int = 20
    per_file: Literal["best", "all"] | None = None
    regex: bool = False
    case: Literal["smart", "sensitive", "insensitive"] = "smart"
    word: bool = False
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    context: Context | None = None
    explain: bool = False
    tokens: bool = False
    in_file: str | None = None  # A path of the snapshot: nothing else may answer.


@dataclass(frozen=True, slots=True)
class PlannedModality:
    """A modality that runs with a weight, or (`skipped`) that was asked for and does not, with the reason."""

    name: str
    weight: float
    skipped: str | None = None


@dataclass(frozen=True, slots=True)
class Subject:
    """The code that a question about similar code means, and the bytes that it takes in a file of the snapshot (file −1: in none)."""

    text: str
    file: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What will run. `k` is the constant of reciprocal rank fusion, None where nothing is fused."""

    request: SearchRequest
    intent: Intent
    strategy: Strategy
    k: int | None
    modalities: tuple[PlannedModality, ...]
    per_file: Literal["best", "all"]
    fallback_from: Literal["direct"] | None = None
    fallback_reason: str | None = None
    reason: str | None = None  # Why something other than what was asked for runs.
    subject: Subject | None = None  # See `similar.py`.

    @property
    def text(self) -> str:
        """What the words and the meaning are taken from."""
        return self.request.query if self.subject is None else self.subject.text

    @property
    def running(self) -> tuple[PlannedModality, ...]:
        """The modalities that run."""
        return tuple(modality for modality in self.modalities if modality.skipped is None)


def plan(request: SearchRequest) -> Plan:
    """The plan for a valid request. Pure; the router's decision is overridden by what the request names."""
    intent = _intent(request)
    weights = INTENT_WEIGHTS[intent.name]
    per_file = request.per_file or ("all" if intent.name in EVERY_SITE_INTENTS else "best")
    if request.regex and request.modalities is None:
        return Plan(request, intent, "single", None, (PlannedModality("text", weights["text"]),), per_file)
    if request.modalities is not None:
        return _explicit(request, intent, weights, per_file)
    if request.preset == "quick":
        if weights["semantic"] == 0:
            skipped = PlannedModality("semantic", 0.0, "semantic_off")
            return Plan(
                request, intent, "single", None, (PlannedModality("text", weights["text"]), skipped), per_file, reason="semantic_off"
            )
        return Plan(request, intent, "single", None, (PlannedModality("semantic", weights["semantic"]),), per_file)
    if request.preset == "default" and intent.confidence >= DIRECT_CONFIDENCE:
        dominant = DOMINANT[intent.name]
        return Plan(request, intent, "direct", None, (PlannedModality(dominant, weights[dominant]),), per_file)
    return _fused(request, intent, weights, per_file)


def fall_back(direct: Plan, reason: str) -> Plan:
    """The fused plan for a question that its direct plan did not answer."""
    fused = _fused(direct.request, direct.intent, INTENT_WEIGHTS[direct.intent.name], direct.per_file)
    return replace(fused, fallback_from="direct", fallback_reason=reason)


def _intent(request: SearchRequest) -> Intent:
    if request.intent is not None:
        return Intent(request.intent, 1.0, "explicit", _explicit_target(request))
    if request.regex:
        return Intent("exact_match", 1.0, "regex", Target("literal", request.query))
    return route(request.query)


def _explicit_target(request: SearchRequest) -> Target | None:
    # The user said what the question wants, so the router is asked only what it is about. A query that is one token is that token.
    found = route(request.query).target
    if request.intent == "exact_match":
        return found if found is not None and found.kind == "literal" else Target("literal", request.query.strip())
    if found is not None and found.kind != "literal":
        return found
    words = request.query.split()
    return Target("identifier", words[0].removesuffix("()")) if len(words) == 1 else found


def _explicit(request: SearchRequest, intent: Intent, weights: Mapping[str, float], per_file: Literal["best", "all"]) -> Plan:
    planned = tuple(
        PlannedModality(name, 0.0, "semantic_off")
        if name == "semantic" and intent.name == "exact_match"
        else PlannedModality(name, weights[name] or NAMED_ZERO_WEIGHT)
        for name in MODALITIES
        if name in (request.modalities or ())
    )
    running = sum(modality.skipped is None for modality in planned)
    k = PRESET_K[request.preset] or PRESET_K["default"]
    return Plan(request, intent, "single" if running <= 1 else "weighted_rrf", None if running <= 1 else k, planned, per_file)


def _fused(request: SearchRequest, intent: Intent, weights: Mapping[str, float], per_file: Literal["best", "all"]) -> Plan:
    planned = tuple(PlannedModality(name, weights[name]) for name in PRESET_MODALITIES[request.preset] if weights[name] > 0)
    return Plan(request, intent, "weighted_rrf", PRESET_K[request.preset], planned, per_file)


# ---- from JSON ----


def request_from_json(value: Any, context: Context | None = None, in_file: str | None = None) -> SearchRequest:
    """A request from the object of `maguyva/search`; unknown fields are ignored. Raises InvalidRequest with the field named.

    `context` is the position of the object's `context` field, `in_file` the path of its `inFile`, both already converted.
    """
    if not isinstance(value, Mapping):
        raise InvalidRequest("params", "takes an object")
    query = value.get("query")
    if not isinstance(query, str):
        raise InvalidRequest("query", "takes a string")
    return SearchRequest(
        query=query,
        preset=_one_of(value, "preset", tuple(PRESET_MODALITIES)) or "default",
        modalities=_modalities(value),
        intent=_one_of(value, "intent", tuple(INTENT_WEIGHTS)),
        limit=_limit(value),
        per_file=_one_of(value, "perFile", ("best", "all")),  # type: ignore[arg-type]  # `_one_of` gives one of the names it is given.
        regex=_flag(value, "regex"),
        case=_one_of(value, "case", ("smart", "sensitive", "insensitive")) or "smart",  # type: ignore[arg-type]  # Likewise.
        word=_flag(value, "word"),
        include=_strings(value, "include"),
        exclude=_strings(value, "exclude"),
        languages=tuple(name.casefold() for name in _strings(value, "languages")),
        context=context,
        explain=_flag(value, "explain"),
        tokens=_flag(value, "tokens"),
        in_file=in_file,
    )


def _one_of(value: Mapping[str, Any], field: str, allowed: tuple[str, ...]) -> str | None:
    found = value.get(field)
    if found is not None and (not isinstance(found, str) or found not in allowed):
        raise InvalidRequest(field, f"takes one of {', '.join(allowed)}, not {found!r}")
    return found


def _modalities(value: Mapping[str, Any]) -> tuple[str, ...] | None:
    if value.get("modalities") is None:
        return None
    names = _strings(value, "modalities")
    unknown = [name for name in names if name not in MODALITIES]
    if unknown or not names:
        raise InvalidRequest("modalities", f"takes a list of {', '.join(MODALITIES)}" + (f", not {unknown[0]!r}" if unknown else ""))
    return names


def _limit(value: Mapping[str, Any]) -> int:
    limit = value.get("limit")
    if limit is None:
        return 20
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= MAX_LIMIT:
        raise InvalidRequest("limit", f"takes a whole number from 1 to {MAX_LIMIT}, not {limit!r}")
    return limit


def _flag(value: Mapping[str, Any], field: str) -> bool:
    found = value.get(field, False)
    if found is not None and not isinstance(found, bool):
        raise InvalidRequest(field, f"takes true or false, not {found!r}")
    return bool(found)


def _strings(value: Mapping[str, Any], field: str) -> tuple[str, ...]:
    found = value.get(field)
    if found is None:
        return ()
    if not isinstance(found, list | tuple) or not all(isinstance(item, str) for item in found):
        raise InvalidRequest(field, "takes a list of strings")
    return tuple(found)
