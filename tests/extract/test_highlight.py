"""Colours of code, by language; a piece of a file is as good as a whole one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maguyva.extract.highlight import layered, paint
from maguyva.extract.languages import LANGUAGES


def colours(code: str, language: str) -> list[tuple[str, str]]:
    raw = code.encode()
    return [(raw[start:end].decode(), colour) for start, end, colour in layered(paint(raw, language))]


@pytest.mark.parametrize(
    ("language", "code", "expected"),
    [
        ("python", 'def f(): # é\n return "a" is not None', "def:keyword # é:comment return:keyword \"a\":string is not:keyword None:constant"),
        ("python", 'x = f"a{1 + y}b"', '=:operator f"a:string 1:number +:operator b":string'),
        ("python", 'if x:\n    """open', "if:keyword"),
        ("typescript", "let r: string = /a+/g; // hi", "let:keyword string:type =:operator /a+/g:string // hi:comment"),
        ("tsx", "const a = `x ${b + 'q'} y`", "const:keyword =:operator `x :string +:operator 'q':string  y`:string"),
        ("javascript", "class A { #x = null; get(){ return this.#x } }", "class:keyword #x:property =:operator null:constant get:property return:keyword this:keyword #x:property"),
        ("go", 'func (r *R) f() error { return 0x1F == "a" }', "func:keyword *:operator R:type f:property error:type return:keyword 0x1F:number ==:operator \"a\":string"),
        ("rust", "pub fn f(x: &str) -> u8 { 'c' as u8 }", "pub:keyword fn:keyword &:operator str:type ->:operator u8:type 'c':string as:keyword u8:type"),
        ("java", 'final int x = 0b1; // "no"', "final:keyword int:type =:operator 0b1:number // \"no\":comment"),
        ("c", "#include <a.h>\nint x = 'c';", "#include:keyword <a.h>:string int:type =:operator 'c':string"),
        ("cpp", "template <class T> T f() { return nullptr; }", "template:keyword <:operator class:keyword T:type >:operator T:type return:keyword nullptr:constant"),
        ("csharp", 'var x = await F(null, 1.0f, "a");', "var:keyword =:operator await:keyword null:constant 1.0f:number \"a\":string"),
        ("ruby", 'def f\n  "a#{:b}"\nend', 'def:keyword "a:string :b:string ":string end:keyword'),
        ("php", "<?php function f() { return 'a'; } # c", "function:keyword return:keyword 'a':string # c:comment"),
        ("bash", 'if [ "$x" ]; then echo 1; fi # c', 'if:keyword ":string ":string then:keyword 1:number fi:keyword # c:comment'),
        ("html", '<p class="x">if</p><!-- c -->', 'p:keyword class:property "x":string p:keyword <!-- c -->:comment'),
        ("sql", "select 1 from t -- c", "select:keyword from:keyword -- c:comment"),
        ("yaml", "a: 1", ""),
        ("", "def f", ""),
        ("no such language", "def f", ""),
    ],
)  # fmt: skip
def test_colours(language: str, code: str, expected: str) -> None:
    assert " ".join(f"{text}:{colour}" for text, colour in colours(code, language)) == expected


@pytest.mark.parametrize("language", [name for name, row in LANGUAGES.items() if row.grammar])
def test_every_grammar_tells_something(language: str) -> None:
    sample = {
        "html": "<p></p>", "vue": "<p></p>", "svelte": "<p></p>", "markdown": "a `b`\n\n```\nc\n```\n", "clojure": '(def x "s")', "gomod": "// c\nmodule x", "erlang": "f() -> 1.",
        "haskell": 'f = "s"', "ocaml": 'let f = "s"', "ocaml_interface": "val f : int (* c *)", "graphql": "# c\ntype A { b: Int }", "r": 'f <- "s"', "sql": "select 1",
        "perl": '# c\nmy $x = "s";', "proto": 'syntax = "proto3";', "hcl": 'a = "s"', "php": '<?php "s";', "zig": "// c\nconst a = 1;", "solidity": "// c\ncontract A {}",
    }.get(language, '"s"')  # fmt: skip
    assert colours(sample, language)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["python", "tsx", "rust", "cpp", "markdown", "php", "bash", "json"]), st.integers(0, 200))
def test_any_bytes_are_painted_in_order_and_without_overlap(text: bytes, language: str, first: int) -> None:
    at = 0
    for start, end, _ in layered(paint(text, language, first)):
        assert at <= start < end <= len(text)
        at = end


def test_layers() -> None:
    assert layered([]) == []
    assert layered([(0, 9, "string"), (2, 6, "plain"), (3, 5, "number")]) == [(0, 2, "string"), (3, 5, "number"), (6, 9, "string")]
    assert layered([(0, 9, "comment"), (2, 6, "keyword")]) == [(0, 9, "comment")]
    assert layered([(0, 3, "string"), (1, 2, "operator"), (5, 6, "operator")]) == [(0, 3, "string"), (5, 6, "operator")]
    assert layered([(0, 3, "variable"), (0, 3, "function")]) == [(0, 3, "function")]
    assert layered([(0, 3, "keyword"), (2, 5, "number"), (4, 4, "type")]) == [(0, 3, "keyword")], "a part that crosses another is left out"
