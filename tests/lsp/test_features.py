"""What a user can switch, and what a client can ask for in another form: by language, live, in parts, later, or no longer."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from maguyva.settings import FEATURES

from .conftest import PROJECT, Client, Start, place

# Every feature's request, with params that have an answer in Python and in TypeScript.
ASKED = {
    "definition": "textDocument/definition",
    "declaration": "textDocument/declaration",
    "implementation": "textDocument/implementation",
    "references": "textDocument/references",
    "documentHighlight": "textDocument/documentHighlight",
    "hover": "textDocument/hover",
    "documentSymbol": "textDocument/documentSymbol",
    "callHierarchy": "textDocument/prepareCallHierarchy",
    "typeHierarchy": "textDocument/prepareTypeHierarchy",
    "codeLens": "textDocument/codeLens",
}
SHELF = "export class Shelf {}\nexport const made = new Shelf();\n"


def params(client: Client, path: str) -> dict[str, Any]:
    marked = {"shop/prices.py": "class Bas|ket", "web/shelf.ts": "class She|lf"}[path]
    return {**place(client, path, marked), "context": {"includeDeclaration": True}}


def configure(client: Client, **settings: Any) -> None:
    client.notify("workspace/didChangeConfiguration", {"settings": {"maguyva": settings}})


@pytest.fixture(scope="module")
def lasting_both(lasting: Callable[..., Client]) -> Client:
    return lasting({**PROJECT, "web/shelf.ts": SHELF})


@pytest.fixture
def both(lasting_both: Client) -> Client:
    """A project in two languages, every feature on."""
    configure(lasting_both, features={"codeLens": True}, navigation={"includePossible": False})
    return lasting_both


# ---- features ----


def test_every_feature_has_its_request() -> None:
    assert {*ASKED, "workspaceSymbol"} == set(FEATURES)


@pytest.mark.parametrize("feature", ASKED)
def test_a_feature_can_be_switched_off_by_language_and_live(both: Client, feature: str) -> None:
    def answers() -> tuple[bool, bool]:
        return tuple(bool(both.ask(ASKED[feature], params(both, path))) for path in ("shop/prices.py", "web/shelf.ts"))  # type: ignore[return-value]

    assert answers() == (True, True)
    configure(both, features={feature: {"python": False}})
    assert answers() == (False, feature != "codeLens"), "what is not named is as it is by default"
    configure(both, features={feature: {"*": False, "typescript": True}})
    assert answers() == (False, True)
    configure(both, features={feature: False})
    assert answers() == (False, False)
    others = {name for name in FEATURES if name not in (feature, "codeLens", "workspaceSymbol")}
    assert all(both.ask(ASKED[name], params(both, "shop/prices.py")) for name in others)
    configure(both, features={})
    assert answers() == ((False, False) if feature == "codeLens" else (True, True))
    assert both.ask("maguyva/references", params(both, "shop/prices.py"))["items"], "our own clients' requests are always there"


def test_items_that_were_given_out_before_have_no_answer_either(both: Client) -> None:
    (call,) = both.ask("textDocument/prepareCallHierarchy", params(both, "web/shelf.ts"))
    (kind,) = both.ask("textDocument/prepareTypeHierarchy", params(both, "web/shelf.ts"))
    assert both.ask("callHierarchy/incomingCalls", {"item": call})
    configure(both, features={"callHierarchy": {"typescript": False}, "typeHierarchy": False})
    for method, item in [("callHierarchy/incomingCalls", call), ("callHierarchy/outgoingCalls", call), ("typeHierarchy/supertypes", kind), ("typeHierarchy/subtypes", kind)]:
        assert both.ask(method, {"item": item}) is None


def test_symbols_of_a_language_can_be_left_out(both: Client) -> None:
    assert {"Basket", "Shelf"} <= set(both.symbols("")) | set(both.symbols("Basket")) | set(both.symbols("Shelf"))
    configure(both, features={"workspaceSymbol": {"python": False}})
    assert both.symbols("Basket") == [] and both.symbols("Shelf") == ["Shelf"]
    assert both.symbols("where is Basket defined") == []
    configure(both, features={"workspaceSymbol": False})
    assert both.symbols("Shelf") == []
    assert both.hits("Shelf"), "search is always there"


def test_the_editors_names_of_languages_count(start: Start, workspace: Path) -> None:
    (workspace / "page.tsx").write_text("export function Page() {\n  return <p />;\n}\n")
    client = start()
    client.initialize(initializationOptions={"features": {"hover": {"typescriptreact": False, "tsx": True}}})
    asked = place(client, "page.tsx", "function Pa|ge")
    client.open(client.uri("page.tsx"), (workspace / "page.tsx").read_text(), "typescriptreact")
    assert client.ask("textDocument/hover", asked) is None
    configure(client, features={"hover": {"tsx": False}})
    assert client.ask("textDocument/hover", asked) is None
    client.close_document(client.uri("page.tsx"))
    configure(client, features={"hover": {"typescriptreact": False}})
    assert client.ask("textDocument/hover", asked) is None, "also for a document that no editor has named"
    configure(client, features={"hover": {"typescript": False}})
    assert client.ask("textDocument/hover", asked) is not None


def test_a_wrong_setting_is_named_and_the_others_hold(start: Start, workspace: Path) -> None:
    (workspace / "web" / "shelf.ts").write_text(SHELF)
    both = start()
    both.initialize()
    configure(both, features={"hover": {"python": 3}}, exclude=["web"], navigation={"includePossible": "yes"})
    both.eventually(lambda: both.symbols("Shelf") == [])
    errors = both.ask("maguyva/status")["errors"]
    assert any("features.hover" in error for error in errors) and any("navigationIncludePossible" in error for error in errors)
    assert both.ask("textDocument/hover", params(both, "shop/prices.py"))


def test_switching_features_reads_no_file_again(both: Client) -> None:
    before = both.ask("maguyva/status")["index"]["revision"]
    configure(both, features={"hover": False})
    assert both.ask("textDocument/hover", params(both, "shop/prices.py")) is None
    status = both.ask("maguyva/status")
    assert (status["phase"], status["index"]["revision"]) == ("ready", before)


def test_lenses_are_asked_for_again_when_they_come_or_go(start: Start) -> None:
    client = start()
    client.initialize({"workspace": {"codeLens": {"refreshSupport": True}}})
    configure(client, features={"codeLens": True})
    client.eventually(lambda: [one for one in client.kept if one["method"] == "workspace/codeLens/refresh"] or client.ask("maguyva/status") is None)
    lenses = client.ask("textDocument/codeLens", {"textDocument": {"uri": client.uri("shop/prices.py")}})
    titles = [client.ask("codeLens/resolve", lens)["command"]["title"] for lens in lenses]
    assert titles == ["4 references · reach 2", "2 references · reach 1", "0 references · reach 0", "1 reference · reach 1"]


def test_lenses_stand_above_what_is_not_inside_a_function(both: Client) -> None:
    client = both
    client.open("untitled:lenses", "class A:\n    x = 1\n    def m(self):\n        def inner(): pass\n        class B: pass\n\ndef f(): pass\nY = 2\n")
    lenses = client.ask("textDocument/codeLens", {"textDocument": {"uri": "untitled:lenses"}})
    assert [lens["range"]["start"]["line"] for lens in lenses] == [0, 2, 6]
    assert client.ask("textDocument/codeLens", {"textDocument": {"uri": "untitled:never"}}) is None


# ---- hover's formats ----


@pytest.mark.parametrize(
    ("formats", "kind"), [(["markdown", "plaintext"], "markdown"), (["plaintext", "markdown"], "plaintext"), (None, "plaintext"), ([], "plaintext"), (["markdown"], "markdown")]
)
def test_hover_comes_in_the_clients_format(start: Start, formats: list[str] | None, kind: str) -> None:
    client = start()
    client.initialize({"textDocument": {"hover": {} if formats is None else {"contentFormat": formats}}})
    contents = client.ask("textDocument/hover", place(client, "shop/prices.py", "def to|tal"))["contents"]
    assert contents["kind"] == kind
    if kind == "plaintext":
        assert contents["value"] == "def total(items)\n\nfunction, shop/prices.py\n\nSum of all items.\n\nexact · used in 4 places · reach 2"
    else:
        assert contents["value"].startswith("```python\ndef total(items)\n```\n\nfunction, shop/prices.py")


def test_hostile_text_stays_text(start: Start) -> None:
    client = start()
    client.initialize({"textDocument": {"hover": {"contentFormat": ["markdown"]}}})
    client.open("untitled:h", 'def f(x="````"):\n    """</script><img src=x onerror=alert(1)>\n    [a](command:b)"""\n\nf()\n')
    value = client.ask("textDocument/hover", {"textDocument": {"uri": "untitled:h"}, "position": {"line": 4, "character": 0}})["contents"]["value"]
    assert value.startswith('`````python\ndef f(x="````")\n`````\n'), "the fence is longer than what it holds"
    assert "<img" not in value and "&lt;img" in value
    assert client.ask("textDocument/hover", {"textDocument": {"uri": "untitled:h"}, "position": {"line": 3, "character": 0}}) is None


# ---- guesses ----

LOOSE = "def run(thing):\n    thing.unheard_of()\n\n\ndef main(other):\n    other.unheard_of()\n"
DEFINING = "class A:\n    def unheard_of(self):\n        pass\n"


def test_guesses_come_when_nothing_is_better_or_when_they_are_wanted(start: Start, workspace: Path) -> None:
    (workspace / "loose.py").write_text(LOOSE)
    (workspace / "a.py").write_text(DEFINING)
    client = start()
    client.initialize()
    site, method = place(client, "loose.py", "thing.un|heard"), place(client, "a.py", "def un|heard_of")
    asked = {**method, "context": {"includeDeclaration": False}}
    assert len(client.ask("textDocument/definition", site)) == 1, "the only one of its name"
    assert len(client.ask("textDocument/references", asked)) == 2, "nothing is better"
    (workspace / "sure.py").write_text("from a import A\n\nA().unheard_of()\n")
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": client.uri("sure.py"), "type": 1}]})
    client.eventually(lambda: len(client.ask("textDocument/references", asked)) == 1)
    (workspace / "b.py").write_text(DEFINING.replace("A", "B"))
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": client.uri("b.py"), "type": 1}]})
    client.eventually(lambda: client.ask("textDocument/definition", site) == [])
    configure(client, navigation={"includePossible": True})
    client.eventually(lambda: len(client.ask("textDocument/definition", site)) == 2)
    assert len(client.ask("textDocument/references", asked)) == 1, "with two of the name no use is a guess at one of them"
    configure(client, navigation={"includePossible": False})
    client.eventually(lambda: client.ask("textDocument/definition", site) == [])


# ---- answers in parts, and later ----


def parts(client: Client, token: Any) -> list[Any]:
    return [one["params"]["value"] for one in client.kept if one["method"] == "$/progress" and one["params"]["token"] == token]


def test_references_come_in_parts(both: Client) -> None:
    both.open("untitled:many", "def f():\n    pass\n\n\n" + "f()\n" * 450)
    asked = {"textDocument": {"uri": "untitled:many"}, "position": {"line": 0, "character": 4}, "context": {"includeDeclaration": True}}
    whole = both.ask("textDocument/references", asked)
    assert both.ask("textDocument/references", {**asked, "partialResultToken": "many"}) == []
    batches = parts(both, "many")
    assert [len(batch) for batch in batches] == [200, 200, 51]
    assert [one for batch in batches for one in batch] == whole


def test_symbols_come_in_parts(both: Client) -> None:
    both.open("untitled:symbols", "".join(f"def same_name_{number}():\n    pass\n" for number in range(100)))
    whole = both.ask("workspace/symbol", {"query": "same_name"})
    assert both.ask("workspace/symbol", {"query": "same_name", "partialResultToken": 7}) == []
    assert [len(batch) for batch in parts(both, 7)] == [64, 36]
    assert [one for batch in parts(both, 7) for one in batch] == whole
    assert both.ask("workspace/symbol", {"query": "no such name at all", "partialResultToken": 8}) == [] and parts(both, 8) == []


def test_a_symbols_range_can_be_asked_for_later(start: Start) -> None:
    client = start()
    result = client.initialize({"workspace": {"symbol": {"resolveSupport": {"properties": ["location.range"]}}}})
    assert result["capabilities"]["workspaceSymbolProvider"]["resolveProvider"]
    (found,) = client.ask("workspace/symbol", {"query": "Basket"})
    assert found["location"] == {"uri": client.uri("shop/prices.py")}
    resolved = client.ask("workspaceSymbol/resolve", found)
    assert resolved["location"]["range"] == {"start": {"line": 8, "character": 6}, "end": {"line": 8, "character": 12}}
    client.open(client.uri("shop/prices.py"), "# one line more\n" + (client.folder / "shop/prices.py").read_text())
    assert client.ask("workspaceSymbol/resolve", found)["location"]["range"]["start"] == {"line": 9, "character": 6}, "where it is now"
    for data in (None, 3, {"start": "x"}, {"start": 10**9, "end": -5}):
        assert client.ask("workspaceSymbol/resolve", {**found, "name": "gone", "data": data})["name"] == "gone"


def test_items_survive_edits(client: Client) -> None:
    asked = place(client, "shop/prices.py", "def to|tal")
    (item,) = client.ask("textDocument/prepareCallHierarchy", asked)
    text = (client.folder / "shop/prices.py").read_text()
    client.open(client.uri("shop/prices.py"), "# a\n# b\n# c\n" + text)
    calls = client.ask("callHierarchy/incomingCalls", {"item": item})
    assert {call["from"]["name"] for call in calls} == {"check_out", "pay"}
    (own,) = [call for call in calls if call["from"]["name"] == "pay"]
    assert own["fromRanges"][0]["start"]["line"] == 16
    client.edit(client.uri("shop/prices.py"), 2, (0, 0, 100, 0, "x = 1\n"))
    assert client.ask("callHierarchy/incomingCalls", {"item": item}) is None, "it is gone"
    assert client.ask("callHierarchy/outgoingCalls", {"item": {**item, "uri": "untitled:never"}}) is None


# ---- searches that nobody waits for ----


def test_a_newer_search_of_the_same_session_cancels_the_older(start: Start, larger_workspace: Path) -> None:
    client = start(folder=larger_workspace)
    client.initialize()
    asked = {"query": "how are several ranked lists fused into one answer", "preset": "thorough", "limit": 200, "tokens": True, "perFile": "all"}
    numbers = [client.start("maguyva/search", {**asked, "session": "panel"}) for _ in range(6)]
    elsewhere = client.start("maguyva/search", {**asked, "session": "quick pick"})
    free = [client.start("maguyva/search", asked) for _ in range(2)]
    answers = [client.answer(number) for number in numbers]
    assert all(answer["error"] == {"code": -32802, "message": "a newer search of the same session was asked"} for answer in answers[:-1])
    assert all("result" in answer for answer in (answers[-1], client.answer(elsewhere), *map(client.answer, free)))
    number = client.start("maguyva/search", {**asked, "session": "panel"})
    client.notify("$/cancelRequest", {"id": number})
    assert client.answer(number)["error"]["code"] == -32800, "the client's own word has its own code"
    assert client.ask("maguyva/search", {**asked, "session": "panel"})["hits"]
    assert client.ask("workspace/executeCommand", {"command": "maguyva/search", "arguments": [{**asked, "session": "panel"}]})["hits"]


# ---- the cache ----


def stored(cache: Path) -> list[Path]:
    return [path for path in cache.rglob("*.seg")]


def test_the_cache_can_be_cleared_and_the_index_comes_back(start: Start, tmp_path: Path) -> None:
    cache = tmp_path / "own"
    client = start(cache=cache)
    client.initialize()
    before = stored(cache)
    assert before
    freed = client.ask("maguyva/clearCache", {})["freed"]
    assert freed >= sum(1 for _ in before)
    assert client.symbols("Basket") == ["Basket"], "questions are answered all the time"
    client.wait_until_ready()
    client.eventually(lambda: stored(cache) and not set(before) & set(stored(cache)))
    assert client.symbols("Basket") == ["Basket"] and client.hits("how is the sum made")
    assert client.ask("workspace/executeCommand", {"command": "maguyva/clearCache"})["freed"] > 0


def test_without_a_cache_nothing_is_freed(start: Start, tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file where the folder should be")
    client = start(cache=tmp_path / "blocked")
    client.initialize()
    assert client.ask("maguyva/clearCache", {}) == {"freed": 0}
    assert client.wait_until_ready()["files"]["indexed"] == 5


# ---- malformed ----


@pytest.mark.parametrize(
    ("method", "params", "named"),
    [
        ("textDocument/hover", {"textDocument": {"uri": "file:///a"}}, "position"),
        ("textDocument/declaration", {"position": {"line": 0, "character": 0}}, "text_document"),
        ("textDocument/implementation", {"textDocument": {}, "position": {"line": 0, "character": 0}}, "uri"),
        ("textDocument/documentHighlight", None, "params"),
        ("textDocument/codeLens", {}, "text_document"),
        ("codeLens/resolve", {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}}, "data.uri"),
        ("codeLens/resolve", {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "data": {"uri": 3}}, "data.uri"),
        ("textDocument/prepareCallHierarchy", {"textDocument": {"uri": "file:///a"}, "position": {"line": "x", "character": 0}}, "line"),
        ("callHierarchy/incomingCalls", {}, "item"),
        ("callHierarchy/outgoingCalls", {"item": {"name": "x"}}, "kind"),
        ("textDocument/prepareTypeHierarchy", [], "params"),
        ("typeHierarchy/supertypes", {"item": 3}, "item"),
        ("typeHierarchy/subtypes", {"item": None}, "item"),
        ("workspaceSymbol/resolve", {"name": "x"}, "location"),
        ("maguyva/search", {"query": "x", "inFile": "file:///a"}, "inFile"),
        ("maguyva/search", {"query": "x", "inFile": {"uri": 3}}, "inFile.uri"),
        ("maguyva/search", {"query": "x", "tokens": "yes"}, "tokens"),
        ("maguyva/search", {"query": "x", "session": 3}, "session"),
        ("maguyva/search", {"query": "x", "intent": "guess"}, "intent"),
        ("maguyva/search", {"query": "x", "modalities": ["text", "smell"]}, "modalities[1]"),
        ("maguyva/references", {"textDocument": {"uri": "untitled:a"}, "position": {"line": 0, "character": 0}, "roles": ["use"]}, "roles[0]"),
        ("maguyva/clearCache", [], "params"),
    ],
)  # fmt: skip
def test_wrong_params_are_named(both: Client, method: str, params: Any, named: str) -> None:
    error = both.error(method, params)
    assert error["code"] == -32602 and named in error["message"]
    assert both.ask("maguyva/status")["phase"] == "ready"


ITEM = {"name": "x", "kind": 12, "uri": "", "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "selectionRange": {"start": {"line": 2**31 - 1, "character": 2**31 - 1}, "end": {"line": 0, "character": 0}}}


@pytest.mark.parametrize("uri", ["", "untitled:never", "git:/x", "file:///nowhere.py", "file://[", "\0"])
def test_places_that_are_nowhere_have_no_answer(both: Client, uri: str) -> None:
    where = {"textDocument": {"uri": uri}, "position": {"line": 5, "character": 5}, "context": {"includeDeclaration": True}}
    for method in ASKED.values():
        assert both.ask(method, where) is None, method
    for method in ("callHierarchy/incomingCalls", "callHierarchy/outgoingCalls", "typeHierarchy/supertypes", "typeHierarchy/subtypes"):
        assert both.ask(method, {"item": {**ITEM, "uri": uri}}) is None, method
    assert b"Traceback" not in both.log


def test_places_beyond_the_text_are_clamped(both: Client) -> None:
    uri = both.uri("shop/prices.py")
    for line, character in ((0, 10**6), (10**6, 0), (2**31 - 1, 2**31 - 1)):
        where = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}, "context": {"includeDeclaration": True}}
        for method in ASKED.values():
            both.ask(method, where)
    assert both.ask("callHierarchy/incomingCalls", {"item": {**ITEM, "uri": uri, "name": "total"}})
    assert both.ask("callHierarchy/incomingCalls", {"item": {**ITEM, "uri": uri, "name": "nothing"}}) is None
    assert b"Traceback" not in both.log


def test_cancelled_questions_are_answered_at_once(both: Client) -> None:
    for method in ASKED.values():
        number = both.start(method, params(both, "shop/prices.py"))
        both.notify("$/cancelRequest", {"id": number})
        started = time.monotonic()
        answer = both.answer(number)
        assert "result" in answer or answer["error"]["code"] == -32800
        assert time.monotonic() - started < 5
