"""The server's own methods, each typed once: what a request takes and what it answers, as the JSON that travels.

`METHODS` is the registry that handlers, commands, the schema and the clients' types come from. `read` checks params against their type and
names the field that is wrong; unknown fields are ignored. Answers are plain dictionaries of these shapes, so no field is renamed or dropped.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, NotRequired, Required, TypedDict, TypeVar, Union, cast

import attrs
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

SEARCH = "maguyva/search"
REFERENCES = "maguyva/references"
STATUS = "maguyva/status"
STATUS_CHANGED = "maguyva/statusChanged"
REINDEX = "maguyva/reindex"

Token = int | str
TierName = Literal["exact", "likely", "possible"]


class Position(TypedDict):
    """A place in a text; `character` counts in the negotiated encoding."""

    line: int
    character: int


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


class SearchParams(TypedDict, total=False):
    """A question with its options (specification, section 3). Values are checked further by `request_from_json`."""

    query: Required[str]
    preset: str | None
    modalities: list[str] | None
    intent: str | None
    limit: int | None
    perFile: str | None
    regex: bool | None
    case: str | None
    word: bool | None
    include: list[str] | None
    exclude: list[str] | None
    languages: list[str] | None
    context: Context | None
    explain: bool | None
    workDoneToken: Token | None
    partialResultToken: Token | None


class ReferencesParams(TypedDict, total=False):
    """Which references are wanted. Tiers default to exact and likely, roles to all."""

    textDocument: Required[TextDocument]
    position: Required[Position]
    includeDeclaration: bool | None
    tiers: list[TierName] | None
    roles: list[str] | None


class ReindexParams(TypedDict, total=False):
    """One folder's URI, or all of them."""

    folder: str | None


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
    parts: IndexParts


class Reference(TypedDict):
    """One reference: its token, what it does with the name, how sure it is, and the symbol around it."""

    uri: str
    range: Range
    role: str
    tier: TierName
    container: NotRequired[str]


class ReferencesResult(TypedDict):
    """All references, sure ones first by file and place."""

    items: list[Reference]
    total: int
    index: IndexState


class StatusResult(TypedDict):
    """What the server knows and does. `phase`: "starting", "indexing", "ready" or "failed"."""

    phase: Literal["starting", "indexing", "ready", "failed"]
    index: IndexState
    folders: list[str]
    files: dict[str, Any]
    languages: dict[str, int]
    memory: dict[str, int]
    cache: dict[str, Any]
    embedding: dict[str, Any]
    notes: list[str]
    errors: list[str]


class StatusChanged(TypedDict):
    """The short form that is sent unasked, at most four times a second."""

    phase: Literal["starting", "indexing", "ready", "failed"]
    index: IndexState
    progress: NotRequired[dict[str, Any]]


class ReindexResult(TypedDict):
    """The index is being made anew; the status tells how far it is."""

    started: bool


class Method(NamedTuple):
    """One request or notification: the type of its params and of its result (None: it has none)."""

    params: type | None
    result: type | None


METHODS: Mapping[str, Method] = {
    # The result of a search is made by `search.payload`, the same for every face.
    SEARCH: Method(SearchParams, dict),
    REFERENCES: Method(ReferencesParams, ReferencesResult),
    STATUS: Method(None, StatusResult),
    REINDEX: Method(ReindexParams, ReindexResult),
    STATUS_CHANGED: Method(StatusChanged, None),
}
COMMANDS = (SEARCH, REFERENCES, STATUS, REINDEX)
"""Requests that clients without custom methods reach through `workspace/executeCommand`, with the params as the only argument."""


@attrs.define
class CustomRequest:
    """A request whose params are read by its handler."""

    id: Any
    method: str
    jsonrpc: str
    params: Any = None


@attrs.define
class CustomNotification:
    """Likewise, without an answer."""

    method: str
    jsonrpc: str
    params: Any = None


P = TypeVar("P")


def read(kind: type[P], value: Any) -> P:
    """`value` as params of a TypedDict. Raises JsonRpcInvalidParams with the field named."""
    _check(kind, value, "")
    return cast(P, value)


def _check(kind: Any, value: Any, place: str) -> None:
    origin = typing.get_origin(kind)
    if origin in (Required, NotRequired):
        _check(typing.get_args(kind)[0], value, place)
    elif typing.is_typeddict(kind):
        _check_object(kind, value, place)
    elif origin in (Union, types.UnionType):
        _check_union(typing.get_args(kind), value, place)
    elif origin is Literal:
        if value not in typing.get_args(kind):
            raise _wrong(place, "one of " + ", ".join(map(repr, typing.get_args(kind))))
    elif origin is list:
        if not isinstance(value, list):
            raise _wrong(place, "a list")
        for number, item in enumerate(value):
            _check(typing.get_args(kind)[0], item, f"{place}[{number}]")
    elif not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise _wrong(place, _WORDS.get(kind, kind.__name__))


def _check_object(kind: Any, value: Any, place: str) -> None:
    if not isinstance(value, dict):
        raise _wrong(place or "params", "an object")
    for name, field in typing.get_type_hints(kind, include_extras=True).items():
        inner = f"{place}.{name}" if place else name
        if name in value:
            _check(field, value[name], inner)
        elif typing.get_origin(field) is Required or (kind.__total__ and typing.get_origin(field) is not NotRequired):
            raise _wrong(inner, "a value: it is missing")


def _check_union(choices: tuple[Any, ...], value: Any, place: str) -> None:
    if value is None and type(None) in choices:
        return
    left = [choice for choice in choices if choice is not type(None)]
    for choice in left[:-1]:
        try:
            return _check(choice, value, place)
        except JsonRpcInvalidParams:
            continue
    _check(left[-1], value, place)


_WORDS: Mapping[Any, str] = {str: "a string", int: "a whole number", bool: "true or false", dict: "an object"}


def _wrong(place: str, expected: str) -> JsonRpcException:
    return JsonRpcInvalidParams(f"{place}: takes {expected}")
