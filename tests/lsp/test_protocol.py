"""What travels has the shape that `protocol.py` says, and the clients' description of it is current."""

from __future__ import annotations

import subprocess
import sys
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from maguyva.lsp import protocol
from maguyva.lsp.params import fields, read
from maguyva.model import Role, SymbolKind
from maguyva.resolve.world import Tier
from maguyva.search.intent import INTENT_WEIGHTS, MODALITIES
from maguyva.search.query import PRESET_MODALITIES

from .conftest import PROJECT, Client

ROOT = Path(__file__).resolve().parents[2]
GENERATOR = ROOT / "scripts" / "generate_protocol.py"


@pytest.fixture(scope="module")
def client(lasting: Callable[..., Client]) -> Client:
    return lasting(PROJECT)


def undeclared(kind: Any, value: Any, place: str = "") -> list[str]:
    """Fields of an answer that its type does not know, however deep."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Required, typing.NotRequired):
        return undeclared(arguments[0], value, place)
    if typing.is_typeddict(kind):
        known = fields(kind)
        found = [f"{place}.{name}" for name in value if name not in known]
        return found + [one for name, item in value.items() if name in known for one in undeclared(known[name][0], item, f"{place}.{name}")]
    if origin is list:
        return [one for number, item in enumerate(value) for one in undeclared(arguments[0], item, f"{place}[{number}]")]
    return []


def fits(kind: Any, value: Any) -> None:
    read(kind, value)
    assert undeclared(kind, value) == []


@pytest.mark.parametrize(
    "params",
    [
        {"query": "total", "explain": True, "tokens": True},
        {"query": "who calls total", "tokens": True},
        {"query": "how is the sum of a basket made", "preset": "thorough", "explain": True},
        {"query": "where is nothing_like_this defined"},
        {"query": '"Sum of all"', "limit": 1},
        {"query": "tot.l", "regex": True},
        {"query": "total", "preset": "quick", "intent": "exact_match"},
        {"query": "total", "modalities": ["semantic", "graph"], "intent": "exact_match", "explain": True},
        {"query": "what breaks if I change this", "context": {"textDocument": {"uri": "shop/prices.py"}, "position": {"line": 4, "character": 4}}},
        {"query": ""},
    ],
    ids=lambda params: params["query"] + "".join(f" {name}" for name in params if name != "query"),
)
def test_the_answer_to_a_search_fits_its_type(client: Client, params: dict[str, Any]) -> None:
    if "context" in params:
        params = {**params, "context": {**params["context"], "textDocument": {"uri": client.uri("shop/prices.py")}}}
    fits(protocol.SearchParams, params)
    answer = client.ask("maguyva/search", params)
    fits(protocol.SearchResult, answer)
    assert ("explanation" in answer["hits"][0]) == bool(params.get("explain")) if answer["hits"] else True


def test_the_other_answers_fit_their_types(client: Client) -> None:
    place = {"textDocument": {"uri": client.uri("shop/prices.py")}, "position": {"line": 3, "character": 5}}
    found = client.ask("maguyva/references", {**place, "includeDeclaration": True})
    assert {one["role"] for one in found["items"]} == {"definition", "call", "import"}
    fits(protocol.ReferencesResult, found)
    fits(protocol.StatusResult, client.ask("maguyva/status"))
    fits(protocol.ReindexResult, client.ask("maguyva/reindex", {}))
    client.wait_until_ready()
    news = client.eventually(lambda: [one["params"] for one in client.kept if one["method"] == "maguyva/statusChanged"])
    for one in news:
        fits(protocol.StatusChanged, one)
    assert any("progress" in one for one in news)


def test_names_of_things_are_the_cores_own() -> None:
    for named, ours in [
        (protocol.SymbolKindName, [kind.label for kind in SymbolKind]),
        (protocol.RoleName, [role.label for role in Role]),
        (protocol.TierName, [tier.label for tier in Tier]),
        (protocol.ModalityName, MODALITIES),
        (protocol.IntentName, INTENT_WEIGHTS),
        (protocol.Preset, PRESET_MODALITIES),
    ]:
        assert list(typing.get_args(named)) == list(ours)


def test_what_does_not_fit_is_found() -> None:
    with pytest.raises(Exception, match="more_in_file"):
        read(protocol.Hit, {"uri": "a", "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "selectionRange": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "language": "", "snippet": "", "snippetStart": 0, "score": 1})
    assert undeclared(protocol.Total, {"matches": 1, "files": 1, "lines": 1}) == [".lines"]


# ---- the clients' description ----


def generated(source: str) -> str:
    code = f"import runpy, sys; print(runpy.run_path({str(GENERATOR)!r})['generate'](sys.stdin.read()), end='')"
    done = subprocess.run([sys.executable, "-c", code], input=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_clients_types_are_current() -> None:
    done = subprocess.run([sys.executable, str(GENERATOR), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_method_and_type_reaches_the_client() -> None:
    made = generated((ROOT / "server" / "maguyva" / "lsp" / "protocol.py").read_text(encoding="utf-8"))
    for method, (params, result) in protocol.METHODS.items():
        assert f' = "{method}";' in made
        for kind in (params, result):
            assert kind is None or f"export interface {kind.__name__} {{" in made or f"export type {kind.__name__} = Record<string, never>;" in made
    assert "Method" not in made and "Mapping" not in made


def test_how_types_are_written_in_typescript() -> None:
    source = '''
PING = "maguyva/ping"
Name = str | int
Kind = Literal["a", "b"]
"""What it is."""
LATER = (PING,)


class Base(TypedDict):
    """A base. Ends */ here."""

    kind: Kind
    """Its kind."""
    both: list[Kind | None]


class Part(Base, total=False):
    """Two
    lines."""

    name: Required[str]
    many: dict[str, float] | None


class Nothing(TypedDict):
    """No field."""


class Method(NamedTuple):
    """Not ours."""
'''
    assert generated(source).split("\n\n", 1)[1] == (
        'export const PING = "maguyva/ping";\n\nexport type Name = string | number;\n\n/** What it is. */\nexport type Kind = "a" | "b";\n\n'
        "/** A base. Ends * / here. */\nexport interface Base {\n  /** Its kind. */\n  kind: Kind;\n  both: (Kind | null)[];\n}\n\n"
        "/**\n * Two\n * lines.\n */\nexport interface Part extends Base {\n  name: string;\n  many?: Record<string, number> | null;\n}\n\n"
        "/** No field. */\nexport type Nothing = Record<string, never>;\n"
    )
