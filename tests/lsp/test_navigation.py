"""Every question about a name, in every full-depth language: from the editor's request to its answer, through a real server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from .conftest import Client, place
from .shapes import SHAPES


@pytest.fixture(scope="module")
def shapes(lasting: Callable[..., Client]) -> Client:
    """One server on all the programs."""
    return lasting(SHAPES, {"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}}})


def line(client: Client, uri: str, number: int) -> str:
    """A file's line, as tests name places: `path: text`."""
    path = unquote(uri).removeprefix(client.folder.as_uri() + "/")
    return f"{path}: {(client.folder / path).read_text().splitlines()[number].strip()}"


def lines(client: Client, found: list[Any] | None) -> list[str] | None:
    return None if found is None else [line(client, one["uri"], one["range"]["start"]["line"]) for one in found]


def token(client: Client, location: dict[str, Any]) -> str:
    """The text of a range of one line."""
    text = Path(unquote(location["uri"]).removeprefix("file://")).read_text().splitlines()[location["range"]["start"]["line"]]
    return text[location["range"]["start"]["character"] : location["range"]["end"]["character"]]


# ---- definition, declaration, implementation ----

USES = [
    # (from, definition)
    ("py/use.py", "Square(side).ar|ea()", ["py/shapes.py: def area(self) -> float:"]),
    ("py/use.py", "Squ|are(side)", ["py/shapes.py: class Square(Shape):"]),
    ("ts/use.ts", "Square(side).ar|ea()", ["ts/shapes.ts: area(): number {"]),
    ("ts/use.ts", "=> to|tal([1", ["ts/use.ts: export function total(sides: number[]): number {"]),
    ("go/use.go", "Square{side}.Ar|ea()", ["go/shapes.go: func (s Square) Area() float64 { return s.Side * s.Side }"]),
    ("rs/src/used.rs", "square.si|de", ["rs/src/lib.rs: pub side: f64,"]),
    ("rs/src/used.rs", "tot|al(&[1.0])", ["rs/src/used.rs: pub fn total(sides: &[f64]) -> f64 {"]),
    ("java/shop/Use.java", "new Square(side).ar|ea()", ["java/shop/Square.java: public double area() {"]),
    ("cs/Use.cs", "new Square(side).Ar|ea()", ["cs/Shapes.cs: public virtual double Area() { return Side * Side; }"]),
    ("cpp/shapes.cpp", "return to|tal(nullptr, 0)", ["cpp/shapes.cpp: double total(const double* sides, int count) {"]),
    ("c/area.c", "return area|_of(side) +", ["c/area.c: double area_of(double side) { return side * side; }"]),
]


@pytest.mark.parametrize(("path", "marked", "expected"), USES, ids=lambda value: value if isinstance(value, str) else "")
def test_definition(shapes: Client, path: str, marked: str, expected: list[str]) -> None:
    found = shapes.ask("textDocument/definition", place(shapes, path, marked))
    assert lines(shapes, found) == expected
    name = marked.replace("|", "")
    assert all(token(shapes, one) in name for one in found), "name tokens only"


@pytest.mark.parametrize(
    ("path", "marked", "expected"),
    [
        ("cpp/shapes.cpp", "return to|tal(nullptr, 0)", ["cpp/shapes.hpp: double total(const double* sides, int count);"]),
        ("cpp/shapes.cpp", "Square::ar|ea() const", ["cpp/shapes.hpp: double area() const override;"]),
        ("c/area.c", "return area|_of(side) +", ["c/area.h: double area_of(double side);"]),
        ("ts/use.ts", "par|se(\"5\")", ["ts/use.ts: export function parse(text: string): number;", "ts/use.ts: export function parse(text: number): number;"]),
        ("py/use.py", "return to|tal([1", ["py/use.py: def total("]),
        ("go/use.go", "return To|tal(nil) +", ["go/use.go: func Total(sides []float64) float64 {"]),
        ("java/shop/Use.java", "return to|tal(null) +", ["java/shop/Use.java: static double total(double[] sides) {"]),
    ],
)
def test_declaration(shapes: Client, path: str, marked: str, expected: list[str]) -> None:
    assert lines(shapes, shapes.ask("textDocument/declaration", place(shapes, path, marked))) == expected


@pytest.mark.parametrize(
    ("path", "marked", "expected"),
    [
        # Types below a contract, nearest and farther.
        ("py/shapes.py", "class Sh|ape", ["py/shapes.py: class Square(Shape):", "py/shapes.py: class Tile(Square):"]),
        ("ts/shapes.ts", "interface Sh|ape", ["ts/shapes.ts: export class Square implements Shape {", "ts/shapes.ts: export class Tile extends Square {"]),
        ("go/shapes.go", "type Sh|ape", ["go/shapes.go: type Square struct{ Side float64 }", "go/shapes.go: type Tile struct{ Square }"]),
        ("rs/src/lib.rs", "trait Sh|ape", ["rs/src/lib.rs: pub struct Square {", "rs/src/lib.rs: pub struct Tile;"]),
        ("java/shop/Shape.java", "interface Sh|ape", ["java/shop/Square.java: public class Square implements Shape {", "java/shop/Tile.java: public class Tile extends Square {"]),
        ("cs/Shapes.cs", "interface ISh|ape", ["cs/Shapes.cs: public class Square : IShape", "cs/Shapes.cs: public class Tile : Square"]),
        ("cpp/shapes.hpp", "class Sh|ape {", ["cpp/shapes.hpp: class Square : public Shape {"]),
        # Members that fulfil one.
        ("py/shapes.py", "def ar|ea", ["py/shapes.py: def area(self) -> float:"] * 3),
        ("ts/shapes.ts", "  ar|ea(): number;", ["ts/shapes.ts: area(): number {"] * 2),
        ("go/shapes.go", "\tAr|ea() float64\n", ["go/shapes.go: func (s Square) Area() float64 { return s.Side * s.Side }", "go/shapes.go: func (t Tile) Area() float64 { return t.Square.Area() + 1 }"]),
        ("rs/src/lib.rs", "fn ar|ea(&self) -> f64;", ["rs/src/lib.rs: fn area(&self) -> f64 {"] * 2),
        ("java/shop/Shape.java", "double ar|ea", ["java/shop/Square.java: public double area() {", "java/shop/Tile.java: public double area() {"]),
        ("cs/Shapes.cs", "    double Ar|ea();", ["cs/Shapes.cs: public virtual double Area() { return Side * Side; }", "cs/Shapes.cs: public override double Area() { return base.Area() + 1; }"]),
        ("cpp/shapes.hpp", "double ar|ea() const = 0", ["cpp/shapes.cpp: double Square::area() const { return side_ * side_; }"]),
        # What is declared is defined elsewhere.
        ("c/area.h", "double area|_of", ["c/area.c: double area_of(double side) { return side * side; }"]),
        ("cpp/shapes.hpp", "double to|tal", ["cpp/shapes.cpp: double total(const double* sides, int count) {"]),
        # What implements itself.
        ("java/shop/Tile.java", "class Ti|le", ["java/shop/Tile.java: public class Tile extends Square {"]),
        ("go/use.go", "func ea|ch", ["go/use.go: func each(sides []float64, f func(float64)) {"]),
    ],
)  # fmt: skip
def test_implementation(shapes: Client, path: str, marked: str, expected: list[str]) -> None:
    assert lines(shapes, shapes.ask("textDocument/implementation", place(shapes, path, marked))) == expected


# ---- call hierarchy ----


def item(client: Client, path: str, marked: str) -> Any:
    (found,) = client.ask("textDocument/prepareCallHierarchy", place(client, path, marked))
    return found


def texts(client: Client, item: Any, ranges: list[Any]) -> list[str]:
    return [token(client, {"uri": item["uri"], "range": one}) for one in ranges]


CALLERS = [
    # (the callee, who calls it: name and number of calls)
    ("py/use.py", "def to|tal", [("report", 2), ("use.py", 1)]),
    ("py/use.py", "def log|ged", [("report", 1)]),  # A decorator runs for what it decorates.
    ("py/shapes.py", "class Squ|are", [("total", 1)]),  # In a lambda, which has no name.
    ("py/shapes.py", "def __in|it__", [("total", 1)]),  # A constructor is called by the name of its class.
    ("ts/use.ts", "function to|tal", [("report", 2), ("use.ts", 1)]),
    ("ts/shapes.ts", "class Squ|are", [("total", 1)]),
    ("ts/shapes.ts", "construc|tor(readonly", [("total", 1)]),
    ("go/use.go", "func To|tal", [("Report", 2), ("start", 1)]),
    ("go/use.go", "func ea|ch", [("Total", 1)]),
    ("rs/src/used.rs", "fn to|tal", [("report", 2)]),
    ("rs/src/used.rs", "fn on|e", [("total", 1)]),
    ("java/shop/Use.java", "double to|tal", [("report", 2)]),
    ("java/shop/Square.java", "public Squ|are(", [("total", 1)]),
    ("cs/Use.cs", "double To|tal", [("Report", 2)]),
    ("cs/Shapes.cs", "public Squ|are(", [("Total", 1)]),
    ("cpp/shapes.hpp", "double to|tal", [("report", 2)]),
    ("c/area.h", "double area|_of", [("twice", 2)]),
]


@pytest.mark.parametrize(("path", "marked", "expected"), CALLERS)
def test_incoming_calls(shapes: Client, path: str, marked: str, expected: list[tuple[str, int]]) -> None:
    callee = item(shapes, path, marked)
    calls = shapes.ask("callHierarchy/incomingCalls", {"item": callee})
    assert sorted((call["from"]["name"], len(call["fromRanges"])) for call in calls) == sorted(expected)
    for call in calls:
        assert all(text in (callee["name"], "Square", "super") for text in texts(shapes, call["from"], call["fromRanges"]))
        assert call["from"]["uri"].startswith(shapes.folder.as_uri())


@pytest.mark.parametrize(
    ("path", "marked", "expected"),
    [
        ("py/use.py", "def to|tal", ["Square", "area"]),
        ("py/use.py", "def rep|ort", ["logged", "total"]),
        ("py/shapes.py", "class Ti|le", []),
        ("ts/use.ts", "function to|tal", ["Square", "area"]),
        ("ts/use.ts", "const rep|ort", ["total"]),
        ("go/use.go", "func To|tal", ["each", "Area"]),
        ("go/use.go", "var sta|rt", ["Total"]),
        ("rs/src/used.rs", "fn to|tal", ["one"]),
        ("java/shop/Use.java", "double to|tal", ["Square", "area"]),
        ("cs/Use.cs", "double To|tal", ["Square", "Area"]),
        ("cpp/shapes.hpp", "double to|tal", ["Square", "area"]),
        ("c/area.c", "double twi|ce", ["area_of"]),
    ],
)
def test_outgoing_calls(shapes: Client, path: str, marked: str, expected: list[str]) -> None:
    caller = item(shapes, path, marked)
    calls = shapes.ask("callHierarchy/outgoingCalls", {"item": caller})
    assert [call["to"]["name"] for call in calls] == expected
    for call in calls:
        source = {"uri": place(shapes, "cpp/shapes.cpp", "double to|tal")["textDocument"]["uri"]} if path.endswith(".hpp") else caller
        assert set(texts(shapes, source, call["fromRanges"])) == {call["to"]["name"]}


def test_a_file_is_an_item_for_the_code_that_stands_in_it_alone(shapes: Client) -> None:
    calls = shapes.ask("callHierarchy/incomingCalls", {"item": item(shapes, "ts/use.ts", "function to|tal")})
    (file,) = [call["from"] for call in calls if call["from"]["name"] == "use.ts"]
    assert (file["kind"], file["detail"], file["selectionRange"]["start"]) == (1, "ts/use.ts", {"line": 0, "character": 0})
    assert [call["to"]["name"] for call in shapes.ask("callHierarchy/outgoingCalls", {"item": file})] == ["total", "parse"]
    assert shapes.ask("callHierarchy/incomingCalls", {"item": file}) is None


# ---- type hierarchy ----


@pytest.mark.parametrize(
    ("path", "marked", "above", "below"),
    [
        ("py/shapes.py", "class Squ|are", ["Shape"], ["Tile"]),
        ("ts/shapes.ts", "class Squ|are", ["Shape"], ["Tile"]),
        ("go/shapes.go", "type Squ|are", ["Shape"], ["Tile"]),
        ("go/shapes.go", "type Sh|ape", [], ["Square", "Tile"]),
        ("go/shapes.go", "type Ti|le", ["Square", "Shape"], []),
        ("rs/src/lib.rs", "struct Squ|are", ["Shape"], []),
        ("rs/src/lib.rs", "trait Sh|ape", [], ["Square", "Tile"]),
        ("java/shop/Square.java", "class Squ|are", ["Shape"], ["Tile"]),
        ("cs/Shapes.cs", "class Squ|are", ["IShape"], ["Tile"]),
        ("cpp/shapes.hpp", "class Squ|are", ["Shape"], []),
        ("py/use.py", "Squ|are(side)", ["Shape"], ["Tile"]),  # From a use.
    ],
)
def test_type_hierarchy(shapes: Client, path: str, marked: str, above: list[str], below: list[str]) -> None:
    (found,) = shapes.ask("textDocument/prepareTypeHierarchy", place(shapes, path, marked))
    assert [one["name"] for one in shapes.ask("typeHierarchy/supertypes", {"item": found})] == above
    assert [one["name"] for one in shapes.ask("typeHierarchy/subtypes", {"item": found})] == below


# ---- highlights ----


@pytest.mark.parametrize(
    ("path", "marked", "expected"),
    [
        # (text of the line, kind: 1 import, 2 read, 3 write)
        ("py/use.py", "def to|tal", [("def total(", 3), ("return total([1, 2]) + total([3])", 2), ("return total([1, 2]) + total([3])", 2), ("print(total([4]))", 2)]),
        ("py/use.py", "Squ|are(side)", [("from py.shapes import Square", 1), ("return sum(map(lambda side: Square(side).area(), sides))", 2)]),
        ("go/use.go", "sum| := 0.0", [("sum := 0.0", 3), ("each(sides, func(side float64) { sum += Square{side}.Area() })", 3), ("return sum", 2)]),
        ("ts/shapes.ts", "readonly si|de", [("constructor(readonly side: number) {}", 3), ("return this.side ** 2;", 2)]),
        ("c/area.c", "twi|ce(double", [("static double twice(double side) { return area_of(side) + area_of(side); }", 3), ("int main(void) { return (int)twice(2); }", 2)]),
    ],
)  # fmt: skip
def test_highlights(shapes: Client, path: str, marked: str, expected: list[tuple[str, int]]) -> None:
    asked = place(shapes, path, marked)
    found = shapes.ask("textDocument/documentHighlight", asked)
    text = (shapes.folder / path).read_text().splitlines()
    assert [(text[one["range"]["start"]["line"]].strip(), one["kind"]) for one in found] == expected


# ---- hover and lens ----


@pytest.mark.parametrize(
    ("path", "marked", "expected"),
    [
        ("py/use.py", "return to|tal([1",
         "```python\ndef total(\n    sides: list,\n) -> float\n```\n\nfunction, py/use.py\n\n---\n\nThe sum of  \nsome areas.\n\n---\n\nexact · used in 3 places · reach 2"),
        ("py/use.py", "side: Squ|are", "```python\nclass Square(Shape)\n```\n\nclass, py/shapes.py\n\n---\n\nexact · used in 3 places · reach 4"),
        ("py/use.py", "    si|des: list", "```python\nsides: list\n```\n\nparameter\n\n---\n\nexact · used in 1 place"),
        ("ts/use.ts", "=> to|tal([1",
         "```typescript\nfunction total(sides: number[]): number\n```\n\nfunction, ts/use.ts\n\n---\n\nThe sum of some areas.\n\n---\n\nexact · used in 3 places · reach 2"),
        ("go/use.go", "return To|tal(nil) +",
         "```go\nfunc Total(sides []float64) float64\n```\n\nfunction, go/use.go\n\n---\n\nTotal sums some areas.\n\n---\n\nexact · used in 3 places · reach 2"),
        ("rs/src/used.rs", "tot|al(&[1.0])",
         "```rust\npub fn total(sides: &[f64]) -> f64\n```\n\nfunction, rs/src/used.rs\n\n---\n\nThe sum of some areas.\n\n---\n\nexact · used in 2 places · reach 1"),
        ("java/shop/Use.java", "return to|tal(null)",
         "```java\nstatic double total(double[] sides)\n```\n\nmethod of Use, java/shop/Use.java\n\n---\n\nThe sum of some areas.\n\n---\n\nexact · used in 2 places · reach 1"),
        ("c/area.c", "area|_of(side) +", "```c\ndouble area_of(double side)\n```\n\nfunction, c/area.c\n\n---\n\nexact · used in 2 places · reach 2"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)  # fmt: skip
def test_hover(shapes: Client, path: str, marked: str, expected: str) -> None:
    found = shapes.ask("textDocument/hover", place(shapes, path, marked))
    assert found["contents"] == {"kind": "markdown", "value": expected}
    assert token(shapes, {"uri": shapes.uri(path), "range": found["range"]}) in marked.replace("|", "")


@pytest.mark.parametrize(("path", "marked"), [(path, marked) for path, marked, _ in CALLERS])
def test_lens_hover_and_hierarchy_tell_the_same(shapes: Client, path: str, marked: str) -> None:
    asked = place(shapes, path, marked)
    (found,) = shapes.ask("textDocument/prepareCallHierarchy", asked)
    lens = shapes.ask("codeLens/resolve", {"range": found["selectionRange"], "data": {"uri": found["uri"]}})["command"]
    count = len(shapes.ask("textDocument/references", {**asked, "context": {"includeDeclaration": False}}))
    callers = {call["from"]["name"] for call in shapes.ask("callHierarchy/incomingCalls", {"item": found})}
    reach = int(lens["title"].rpartition(" ")[2])
    assert lens["title"].startswith(f"{count} reference") and lens["command"] == "maguyva.showReferences"
    assert lens["arguments"] == [found["uri"], found["selectionRange"]["start"]]
    hover = shapes.ask("textDocument/hover", asked)["contents"]["value"]
    assert hover.endswith(f"used in {count} place{'s' if count != 1 else ''} · reach {reach}" if count else f"not used · reach {reach}")
    if found["name"] not in ("__init__", "constructor", "Square"):  # A constructor's callers name its class.
        assert reach >= len(callers)


# ---- names in the workspace ----


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Square.area", "py/shapes.py: def area(self) -> float:"),
        ("Square.area", "java/shop/Square.java: public double area() {"),
        ("shop.Square", "java/shop/Square.java: public class Square implements Shape {"),
        ("Shop.Tile", "cs/Shapes.cs: public class Tile : Square"),
        ("used::total", "rs/src/used.rs: pub fn total(sides: &[f64]) -> f64 {"),
        ("shapes.Square", "py/shapes.py: class Square(Shape):"),
        ("shapes.Shape", "ts/shapes.ts: export interface Shape {"),
        ("Square::area", "cpp/shapes.cpp: double Square::area() const { return side_ * side_; }"),
        ("Tile.Area", "go/shapes.go: func (t Tile) Area() float64 { return t.Square.Area() + 1 }"),
    ],
)
def test_qualified_names(shapes: Client, query: str, expected: str) -> None:
    found = shapes.ask("workspace/symbol", {"query": query})
    assert expected in (lines(shapes, [one["location"] for one in found]) or [])[:8]
    assert found[0]["name"].lower() == query.replace("::", ".").rpartition(".")[2].lower()
