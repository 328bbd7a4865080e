"""The server's own methods, each typed once: what a request takes and what it answers, as the JSON that travels.

Everything that clients know comes from here: `METHODS` for handlers and commands, and `client-vscode/src/protocol.ts`, which
`scripts/generate_protocol.py` writes from this file's text, doc strings included. `params.py` checks requests against these types. Answers are plain
dictionaries of these shapes, so no field is renamed or dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, NotRequired, Required, TypedDict

SEARCH = "maguyva/search"
REFERENCES = "maguyva/references"
STATUS = "maguyva/status"
STATUS_CHANGED = "maguyva/statusChanged"
REINDEX = "maguyva/reindex"
CLEAR_CACHE = "maguyva/clearCache"
CONSENT = "maguyva/consent"

Token = int | str
Preset = Literal["quick", "default", "thorough"]
ModalityName = Literal["semantic", "text", "structural", "graph"]
IntentName = Literal["find_definition", "find_references", "understand_code", "find_similar", "impact_analysis", "exact_match"]
Strategy = Literal["direct", "weighted_rrf", "single"]
TierName = Literal["exact", "likely", "possible"]
RoleName = Literal["call", "import", "inherit", "type", "read", "write", "decorate"]
SymbolKindName = Literal[
    "namespace",
    "module",
    "class",
    "interface",
    "struct",
    "enum",
    "trait",
    "impl",
    "type",
    "function",
    "method",
    "constructor",
    "property",
    "field",
    "variable",
    "constant",
    "enum_member",
    "macro",
    "heading",
    "object",
    "union",
    "event",
]
TokenKind = Literal["comment", "string", "number", "keyword", "type", "function", "variable", "property", "constant", "operator"]
Phase = Literal["starting", "indexing", "ready", "failed"]


class Position(TypedDict):
    """A place in a text."""

    line: int
    """From 0."""
    character: int
    """From 0, in the units of the negotiated encoding."""


class Range(TypedDict):
    """A half-open range."""

    start: Position
    end: Position


class TextDocument(TypedDict):
    """Which document."""

    uri: str


class Context(TypedDict):
    """Where the asker's cursor is."""

    textDocument: TextDocument
    position: Position


# ---- maguyva/search ----


class SearchParams(TypedDict, total=False):
    """A question with its options. Fields that are null count as left out."""

    query: Required[str]
    """Plain words, a name, a quoted text, a line of code."""
    preset: Preset | None
    modalities: list[ModalityName] | None
    """Which run, whatever the question looks like."""
    intent: IntentName | None
    """What the question wants, whatever it looks like."""
    limit: int | None
    """How many hits at most: 1 to 200, 20 when left out."""
    perFile: Literal["best", "all"] | None
    """One hit a file, or every place. Left out, it follows the intent."""
    regex: bool | None
    case: Literal["smart", "sensitive", "insensitive"] | None
    word: bool | None
    """Whole words only."""
    include: list[str] | None
    """Globs (syntax of .gitignore) of files to search."""
    exclude: list[str] | None
    """Globs of files to leave out."""
    languages: list[str] | None
    inFile: TextDocument | None
    """Only hits in this document."""
    context: Context | None
    """What "this" in the question means."""
    explain: bool | None
    """Say of each hit how it got its score."""
    tokens: bool | None
    """Say of each snippet which of its parts are keywords, strings and so on."""
    session: str | None
    """A newer search of the same session cancels this one, which is then answered with the error ServerCancelled (-32802)."""
    workDoneToken: Token | None
    partialResultToken: Token | None


class Intent(TypedDict):
    """What the question was taken to want."""

    name: IntentName
    confidence: float
    """0 to 1."""
    rule: str
    """Which of the router's rules decided; "explicit" when the request named the intent."""
    target: NotRequired[str]
    """What the question is about; "this" is the symbol at the cursor."""


class ModalityReport(TypedDict):
    """How one modality fared."""

    name: ModalityName
    weight: float
    candidates: int
    elapsed_ms: float
    status: Literal["ok", "degraded", "failed", "late", "skipped"]
    reason: NotRequired[str]
    """Why it is not "ok"."""


class RerankReport(TypedDict):
    """How a reranker fared with the first hits of a fused answer."""

    name: Literal["rerank"]
    weight: float
    candidates: int
    elapsed_ms: float
    status: Literal["ok", "skipped"]
    reason: NotRequired[str]


class FoundSymbol(TypedDict):
    """The symbol that a hit is about."""

    name: str
    kind: SymbolKindName
    container: NotRequired[str]
    """The dotted names around it."""
    signature: NotRequired[str]
    doc: NotRequired[str]


class Contribution(TypedDict):
    """What one modality gave a hit, or the reranker, which moves hits: its weight is its opinion, from 0 to 1."""

    modality: ModalityName | Literal["rerank"]
    rank: int
    """From 0."""
    weight: float
    contribution: float
    boost: float
    """What its place in the dependency graph multiplied it by."""
    demotion: float
    """Likewise for vendored, generated and other secondary files."""


class Piece(TypedDict):
    """A part of a snippet, in UTF-16 units of the snippet, whatever encoding was negotiated."""

    start: int
    end: int


class SnippetToken(Piece):
    """A part of a snippet that has a colour."""

    kind: TokenKind


class Hit(TypedDict):
    """One place that answers the question."""

    uri: str
    range: Range
    selectionRange: Range
    """Where the cursor should go: the best match, or the symbol's name."""
    symbol: NotRequired[FoundSymbol]
    language: str
    """Plain text has none: it is empty."""
    snippet: str
    """At most 20 lines and 2 kB around the best match."""
    snippetStart: int
    """The line of the file, from 0, in which the snippet starts."""
    snippetMatches: NotRequired[list[Piece]]
    """Those of `matches` that the snippet shows."""
    matches: NotRequired[list[Range]]
    """The places in the file that show why."""
    tokens: NotRequired[list[SnippetToken]]
    """When asked for: in order, without overlap; none in a language that has no grammar here."""
    score: float
    more_in_file: int
    """How many other places in the same file would also answer."""
    marks: NotRequired[list[str]]
    """What kind of place it is in: "test", "vendor", "generated" and the like."""
    explanation: NotRequired[list[Contribution]]


class Total(TypedDict):
    """What there is beyond the limit."""

    matches: int
    files: int


class IndexParts(TypedDict):
    """Which parts of the index are complete."""

    text: bool
    structure: bool
    graph: bool
    vectors: bool


class IndexState(TypedDict):
    """How current the index is."""

    revision: int
    complete: bool
    pending: int
    """How many documents have a newer text than the index."""
    parts: IndexParts
    updating: bool


class SearchResult(TypedDict):
    """The answer to a question."""

    query: str
    intent: Intent
    preset: Preset
    fusion_strategy: Strategy
    fallback_from: NotRequired[Literal["direct"]]
    """The direct way did not find what was asked, so this is the fused answer."""
    fallback_reason: NotRequired[str]
    reason: NotRequired[str]
    """Why something other than what was asked for ran."""
    modalities: list[ModalityReport]
    rerank: NotRequired[RerankReport]
    """How Voyage's reranker fared, where it is on."""
    hits: list[Hit]
    total: Total
    cut: bool
    """Whether the limit cut the list."""
    index: IndexState
    elapsed_ms: float


# ---- maguyva/references ----


class ReferencesParams(TypedDict, total=False):
    """Which references are wanted. Tiers default to exact and likely, roles to all."""

    textDocument: Required[TextDocument]
    position: Required[Position]
    includeDeclaration: bool | None
    tiers: list[TierName] | None
    roles: list[RoleName] | None


class Reference(TypedDict):
    """One reference: its token, what it does with the name, how sure it is, and the symbol around it."""

    uri: str
    range: Range
    role: RoleName | Literal["definition"]
    tier: TierName
    container: NotRequired[str]


class ReferencesResult(TypedDict):
    """All references, by file and place."""

    items: list[Reference]
    total: int
    index: IndexState


# ---- maguyva/status and what the index is told ----


class FilesStatus(TypedDict):
    """How many files are indexed, and which are not."""

    indexed: int
    skipped: dict[str, str]
    """Path to reason."""


class MemoryStatus(TypedDict):
    """What the server's process holds."""

    resident: int
    """Bytes."""


class CacheStatus(TypedDict):
    """Where the index is kept."""

    folder: str
    working: bool
    """Whether the index can be kept there."""


class SentSums(TypedDict):
    """What a service was sent."""

    calls: int
    chunks: int
    tokens: int


class WithheldStatus(TypedDict):
    """What is indexed and never sent."""

    files: dict[str, str]
    """Path to reason, the first hundred."""
    chunks: int
    """How many pieces of other files look like a secret."""


class EmbeddingStatus(TypedDict):
    """What turns code into vectors, and why it does not. The fields that may be missing are about a service."""

    provider: str
    problem: str | None
    model: NotRequired[str]
    dimension: NotRequired[int | None]
    host: NotRequired[str]
    staysOnThisMachine: NotRequired[bool]
    phase: NotRequired[Literal["idle", "waiting", "sending", "halted"]]
    """"waiting" is for the user's consent."""
    pending: NotRequired[int]
    """How many chunks wait to be sent."""
    sent: NotRequired[SentSums]
    """To this host, ever, by all workspaces."""
    today: NotRequired[SentSums]
    tokensPerDay: NotRequired[int | None]
    withheld: NotRequired[WithheldStatus]
    truncated: NotRequired[int]
    """Chunks that are longer than what the model reads; the rest of them was not sent."""
    givenUp: NotRequired[int]
    """Chunks that the service refuses."""
    retried: NotRequired[int]
    consent: NotRequired[dict[str, Literal["yes", "never", "none"]]]
    """Folder to what was said about it."""
    lastError: NotRequired[str | None]


class StatusResult(TypedDict):
    """What the server knows and does."""

    phase: Phase
    index: IndexState
    folders: list[str]
    files: FilesStatus
    languages: dict[str, int]
    """How many files of each language, most first."""
    memory: MemoryStatus
    cache: CacheStatus
    embedding: EmbeddingStatus
    notes: list[str]
    """Lines for the user: what does not work and what happens instead."""
    errors: list[str]


class IndexingProgress(TypedDict):
    """How far an update is."""

    stage: Literal["reading", "parsing", "indexing", "embedding", "saving"]
    done: int
    total: int
    """0 when it is not known."""


class StatusChanged(TypedDict):
    """The short form that is sent unasked, at most four times a second."""

    phase: Phase
    index: IndexState
    progress: NotRequired[IndexingProgress]


class ReindexParams(TypedDict, total=False):
    """One folder's URI, or all of them."""

    folder: str | None


class ReindexResult(TypedDict):
    """The index is being made anew; the status tells how far it is."""

    started: bool


class ClearCacheParams(TypedDict, total=False):
    """Nothing to choose: the cache of this workspace."""


class ClearCacheResult(TypedDict):
    """The workspace's stored index and the cache of facts and vectors are gone; the index is being made anew."""

    freed: int
    """Bytes."""


class ConsentParams(TypedDict, total=False):
    """Whether code may be sent to the embedding service that is set; false takes back what was said before."""

    folder: str | None
    """A workspace folder's URI; all of them when left out."""
    allow: Required[bool]


class ConsentResult(TypedDict):
    """What holds now. When consent was taken back, nothing is under way any more."""

    consent: dict[str, Literal["yes", "never", "none"]]
    """Folder to what was said about it."""


class Method(NamedTuple):
    """One request or notification: the type of its params and of its result (None: it has none)."""

    params: type | None
    result: type | None


METHODS: Mapping[str, Method] = {
    SEARCH: Method(SearchParams, SearchResult),
    REFERENCES: Method(ReferencesParams, ReferencesResult),
    STATUS: Method(None, StatusResult),
    REINDEX: Method(ReindexParams, ReindexResult),
    CLEAR_CACHE: Method(ClearCacheParams, ClearCacheResult),
    CONSENT: Method(ConsentParams, ConsentResult),
    STATUS_CHANGED: Method(StatusChanged, None),
}
COMMANDS = (SEARCH, REFERENCES, STATUS, REINDEX, CLEAR_CACHE, CONSENT)
"""Requests that clients without custom methods reach through `workspace/executeCommand`, with the params as the only argument."""
