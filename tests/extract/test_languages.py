"""Which language a file is in, and what is read from a page of idiomatic code in each.

`pages/<language>.<ext>` is the code, `pages/<language>.rows` what must come out of it: one symbol a line, in order
(`kind  name  in  container`), then, below a blank line, references that must be among those found (`role  name`).
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from maguyva.extract import facts as extraction
from maguyva.extract import languages, macros, scripts
from maguyva.model import FileFacts, Role, SymbolKind

PAGES = Path(__file__).parent / "pages"
CODE = {page.name.partition(".")[0]: page for page in sorted(PAGES.iterdir()) if page.suffix != ".rows"}
TABLES = sorted(page.stem for page in PAGES.glob("*.rows"))
ELSEWHERE = {"python", "typescript", "tsx", "javascript"}  # Their tables are in the tests of full-depth extraction.


# ---- which language ----


@pytest.mark.parametrize(
    ("path", "head", "language"),
    [
        ("a/b.py", b"", "python"),
        ("a/b.pyi", b"", "python"),
        ("UPPER.PY", b"", "python"),
        ("x.ts", b"", "typescript"),
        ("x.d.ts", b"", "typescript"),
        ("x.mts", b"", "typescript"),
        ("x.cts", b"", "typescript"),
        ("x.tsx", b"", "tsx"),
        ("x.mjs", b"", "javascript"),
        ("x.cjs", b"", "javascript"),
        ("x.jsx", b"", "javascript"),
        ("qt_it.ts", b'<?xml version="1.0"?>\n<!DOCTYPE TS>', "xml"),
        ("qt_it.ts", b"\xef\xbb\xbf<!DOCTYPE TS>", "xml"),
        ("x.rs", b"", "rust"),
        ("x.C", b"", "cpp"),
        ("x.c", b"", "c"),
        ("x.H", b"", "cpp"),
        ("x.R", b"", "r"),
        ("x.mli", b"", "ocaml_interface"),
        ("x.tf", b"", "hcl"),
        ("x.ipynb", b"", "notebook"),
        ("x.json", b"", "json"),
        ("x.unheard-of", b"", ""),
        ("Dockerfile", b"", "dockerfile"),
        ("deploy/Dockerfile.dev", b"", "dockerfile"),
        ("Makefile", b"", "makefile"),
        ("CMakeLists.txt", b"", "cmake"),
        ("notes.txt", b"", "text"),
        ("Gemfile", b"", "ruby"),
        (".bashrc", b"", "bash"),
        (".py", b"", ""),  # A hidden file of that name, without an extension.
        ("", b"", ""),
        ("/", b"", ""),
        ("a.py/", b"", ""),
        ("a.b.c.d.go", b"", "go"),
        ("weird\udcff\ud800.py", b"\xff\xfe\x00", "python"),
        ("noext", b"\xff\xfe\x00\x01", ""),
        ("noext", b"", ""),
    ],
)
def test_language_by_name(path: str, head: bytes, language: str) -> None:
    assert languages.language_of(path, head) == language


@pytest.mark.parametrize(
    ("head", "language"),
    [
        (b"#!/usr/bin/python\n", "python"),
        (b"#!/usr/bin/env python3.11\nimport x", "python"),
        (b"#! /usr/bin/env -S python3 -u\r\n", "python"),
        (b"#!/usr/bin/env -Spython3", "python"),
        (b"#!/usr/bin/env -S PYTHONPATH=. python3", "python"),
        (b"#!/usr/bin/env -u HOME node --flag\n", "javascript"),
        (b"#!/usr/bin/env -S uv run --script\n", "python"),
        (b"#!/usr/local/bin/pypy3.10-7.3\n", "python"),
        (b"\xef\xbb\xbf#!/bin/bash\n", "bash"),
        (b"#!/bin/sh", "bash"),
        (b"#!/usr/bin/env zsh\n", "bash"),
        (b"#!/usr/bin/env deno run\n", "typescript"),
        (b"#!/usr/bin/env Rscript\n", "r"),
        (b"#!/usr/bin/perl5.36 -w\n", "perl"),
        (b"#!/usr/bin/lua5.4\n", "lua"),
        (b"#!/usr/bin/make -f\n", "makefile"),
        (b"#!/usr/bin/unheard-of\n", ""),
        (b"#!\n", ""),
        (b"#!/usr/bin/env\n", ""),
        (b"#!/usr/bin/env -S\n", ""),
        (b"#!\xff\xfe\xff python", ""),
        (b" #!/usr/bin/python\n", ""),
        (b"// -*- C++ -*- forwarding header\n", "cpp"),
        (b"# -*- mode: ruby; tab-width: 2 -*-\n", "ruby"),
        (b"# -*- coding: utf-8 -*-\n", ""),
    ],
)
def test_language_by_first_line(head: bytes, language: str) -> None:
    assert languages.language_of("bin/tool", head) == language


@pytest.mark.parametrize(
    ("head", "language"),
    [
        (b"", "c"),
        (b"int f(void);\n", "c"),
        (b'#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n', "c"),
        (b"#if defined(__cplusplus)\nnamespace x {\n#endif\nint f(void);\n", "c"),
        (b"/* class Foo { std::string */\nint f(void);\n", "c"),
        (b'// namespace x {\nchar *s = "std::string";\n', "c"),
        (b"struct s { u32 class; };\n", "c"),
        (b"class Foo {\n public:\n};\n", "cpp"),
        (b"class EXPORT(x) Foo : public Bar {\n", "cpp"),
        (b"namespace a::b {\n}\n", "cpp"),
        (b"  template <typename T>\nT f();\n", "cpp"),
        (b"std::string f();\n", "cpp"),
        (b"#include <string>\n", "cpp"),
        (b"#include <string.h>\n", "c"),
        (b"using Foo = int;\n", "cpp"),
        (b"@interface Foo : NSObject\n@end\n", "objc"),
        (b"#import <Foundation/Foundation.h>\n", "objc"),
        (b"/* never closed " + b"x" * 70_000, "c"),
        (b"\xff\xfe" + b"class Foo {".decode().encode("utf-16-le"), "c"),
    ],
)
def test_language_of_a_header(head: bytes, language: str) -> None:
    assert languages.language_of("include/x.h", head) == language


def test_naming_a_language_imports_no_parser() -> None:
    code = "import sys, maguyva.extract.languages as l; l.language_of('a.py', b''); print([m for m in sys.modules if m.startswith('tree_sitter')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_names_of_files_are_given_once() -> None:
    for attribute in ("extensions", "filenames", "interpreters"):
        given = [word for row in languages.LANGUAGES.values() for word in getattr(row, attribute)]
        assert len(given) == len(set(given)), attribute


# ---- what is read from a page ----


def container_of(facts: FileFacts, row: int) -> str:
    """What a symbol belongs to, as written or as nested."""
    written = facts.strings[int(facts.symbol_container[row])]
    parent = int(facts.symbol_parent[row])
    return written or (facts.strings[int(facts.symbol_name[parent])] if parent >= 0 else "")


def symbol_rows(facts: FileFacts) -> list[str]:
    rows = []
    for row in range(facts.symbol_count):
        container = container_of(facts, row)
        label = SymbolKind(int(facts.symbol_kind[row])).label
        rows.append(f"{label} {facts.strings[int(facts.symbol_name[row])]}" + (f" in {container}" if container else ""))
    return rows


def reference_rows(facts: FileFacts) -> set[str]:
    names = facts.strings
    pairs = zip(facts.reference_role.tolist(), facts.reference_name.tolist(), strict=True)
    return {f"{Role(role).label} {names[name]}" for role, name in pairs}


def check(language: str, page: bytes, symbols: list[str], references: list[str]) -> FileFacts:
    """Extract `page` and compare with the table; the facts' own laws hold for every page."""
    facts = extraction.extract(page, language)
    assert facts.problems == []
    assert symbol_rows(facts) == symbols
    assert set(references) - reference_rows(facts) == set()
    for row in range(facts.symbol_count):
        start, end = int(facts.symbol_start[row]), int(facts.symbol_end[row])
        assert start <= int(facts.symbol_name_start[row]) < int(facts.symbol_name_end[row]) <= end <= len(page)
        assert int(facts.symbol_parent[row]) < row
        assert start <= int(facts.symbol_signature_start[row]) <= int(facts.symbol_signature_end[row]) <= end
    starts, ends = facts.chunk_start.tolist(), facts.chunk_end.tolist()
    assert starts == [0, *ends[:-1]]
    assert ends[-1] == len(page)
    return facts


@pytest.mark.parametrize("language", TABLES)
def test_page(language: str) -> None:
    table = (PAGES / f"{language}.rows").read_text(encoding="utf-8")
    lines = [" ".join(line.split()) for line in table.splitlines()]
    blank = lines.index("") if "" in lines else len(lines)
    check(language, CODE[language].read_bytes(), lines[:blank], lines[blank + 1 :])


def test_every_language_with_symbols_has_a_page() -> None:
    parsed = {name for name, row in languages.LANGUAGES.items() if row.grammar}
    assert parsed - set(TABLES) - ELSEWHERE == set()


@pytest.mark.parametrize("language", [name for name, row in languages.LANGUAGES.items() if row.grammar])
def test_queries_compile(language: str) -> None:
    definitions, references = languages.queries(language)
    assert definitions is not None or references is not None or language in ("html",)


@pytest.mark.parametrize("language", TABLES)
@pytest.mark.parametrize("damage", [b"\xff\xfe\x00", b"}}}}((((", b"\r", b""])
def test_damaged_page_keeps_its_laws(language: str, damage: bytes) -> None:
    page = CODE[language].read_bytes()
    broken = page[: len(page) // 2] + damage + page[len(page) // 2 + 7 :]
    facts = extraction.extract(broken, language)
    assert facts.text_length == len(broken)
    assert facts.chunk_end.tolist()[-1:] == [len(broken)]


@pytest.mark.parametrize(
    ("page", "language", "symbols"),
    [
        (b"<script>let a</script>", "javascript", ["variable a"]),
        (b'<SCRIPT LANG="ts">\nlet a: B\n</SCRIPT>', "typescript", ["variable a"]),
        (b"<script lang='tsx'>let a</script><script setup>let b</script>", "tsx", ["variable a", "variable b"]),
        (b'<script setup lang="ts" generic="T extends A<B>">\nlet a\n</script>', "typescript", ["variable a"]),
        (b'<script type="application/json">{"a": 1}</script><script type="module">let b</script>', "javascript", ["variable b"]),
        (b"<p>let a</p>\r\n<script>\r\nfunction f() {}", "javascript", ["function f"]),
        (b"<script " * 3, "javascript", []),
        (b"", "javascript", []),
    ],
)
def test_code_of_a_page(page: bytes, language: str, symbols: list[str]) -> None:
    code, found = scripts.code_of(page)
    assert (len(code), found) == (len(page), language)
    assert code.split() == [] or all(code[at : at + 1] in (page[at : at + 1], b" ") for at in range(len(page)))
    assert symbol_rows(extraction.extract(page, "vue")) == symbols


@pytest.mark.parametrize(
    ("text", "blanked"),
    [
        (b"class EXPORT Status {", b"class        Status {"),
        (b"struct ALIGNED(8) Node : Base {", b"struct            Node : Base {"),
        (b"void f() const REQUIRES(mu);", b"void f() const             ;"),
        (b"int n GUARDED_BY(mu) = 0;", b"int n                = 0;"),
        (b";\nQ_OBJECT\nint x;", b";\n        \nint x;"),
        (b"if (x) CHECK(y);", b"if (x) CHECK(y);"),
        (b"return MAKE(x);", b"return MAKE(x);"),
        (b"#define A(x) x CALL(y);", b"#define A(x) x CALL(y);"),
        (b"enum { A,\n  LAST\n};", b"enum { A,\n  LAST\n};"),
        (b"x = a |\n  FLAG\n  | b;", b"x = a |\n  FLAG\n  | b;"),
        (b"struct NODE {", b"struct NODE {"),
        (b"class Foo {", b"class Foo {"),
    ],
)
def test_macros_that_are_no_syntax(text: bytes, blanked: bytes) -> None:
    assert macros.without_macros(text) == blanked


@pytest.mark.parametrize(
    "unit", [b") FOO_BAR(", b") FOO_BAR((", b"class FOO_BAR ", b"\nFOO_BAR", b'<script "', b"<script ", b"#ifdef __cplusplus\n", b" "]
)
def test_repeated_fragments_cost_no_more_than_their_length(unit: bytes) -> None:
    text = unit * (400_000 // len(unit))
    started = time.process_time()
    macros.without_macros(text)
    scripts.code_of(text)
    languages.language_of("x.h", text)
    assert time.process_time() - started < 5
