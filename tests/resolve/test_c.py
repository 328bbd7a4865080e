"""C's rules, one row each: what it shows, the files, the tier. `<|>` is the site, `<def>` the right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

Check = Callable[..., None]

SCOPES: list[tuple[str, dict[str, str], str]] = [
    ("a function of the file", {"a.c": "int <def>f(void) { return 0; }\nint g(void) { return <|>f(); }\n"}, "exact"),
    ("a parameter hides the file's variable", {"a.c": "int x;\nint f(int <def>x) { return <|>x; }\n"}, "exact"),
    ("a local hides another file's function", {"a.c": "int f(void) { int <def>n = 0; return <|>n; }\n", "b.c": "int n(void) { return 0; }\n"}, "exact"),
    ("a prototype's parameters are seen nowhere else", {"a.c": "void f(int count);\nint <def>count;\nint g(void) { return <|>count; }\n"}, "exact"),
    ("a macro's parameters are seen in it only", {"a.c": "#define TWICE(n) ((n) * 2)\nint <def>n;\nint g(void) { return <|>n; }\n"}, "exact"),
    ("a block's variable", {"a.c": "int f(int x) { { int <def>x = 1; <|>x++; } return x; }\n"}, "exact"),
    ("a library's function is nowhere here", {"a.c": "#include <stdio.h>\nint f(void) { return <|>printf(\"\"); }\n"}, "unknown"),
]

UNITS: list[tuple[str, dict[str, str], str]] = [
    ("the definition of what a header declares, and its declaration", {"a.c": '#include "b.h"\nint g(void) { return <|>f(); }\n', "b.h": "int <def>f(void);\n", "b.c": '#include "b.h"\nint <def>f(void) { return 1; }\n'}, "exact"),
    ("through a header's header", {"a.c": '#include "b.h"\nint g(void) { return <|>f(); }\n', "b.h": '#include "c.h"\n', "c.h": "int <def>f(void);\n"}, "exact"),
    ("the included file itself", {"a.c": '#include "sub/<|>b.h"\n', "sub/b.h": "<def>int f(void);\n"}, "exact"),
    ("a header in another folder, by the end of its path", {"src/a.c": "#include <lib/b.h>\nint g(void) { return <|>f(); }\n", "include/lib/b.h": "int <def>f(void);\n"}, "exact"),
    ("the nearest of two headers of one name", {"p/a.c": "#include <b.h>\nint g(void) { return <|>f(); }\n", "p/inc/b.h": "#define <def>f() 1\n", "q/inc/b.h": "#define f() 2\n"}, "exact"),
    ("`static` keeps a function in its file", {"a.c": "static int <def>f(void) { return 0; }\nint g(void) { return <|>f(); }\n", "b.c": "static int f(void) { return 1; }\n"}, "exact"),
    ("another file's `static` is not meant", {"a.c": "int g(void) { return <|>f(); }\n", "b.c": "static int f(void) { return 1; }\n"}, "unknown"),
    ("a function that no header declares", {"a.c": "int g(void) { return <|>f(); }\n", "b.c": "int <def>f(void) { return 1; }\n"}, "likely"),
    ("an `extern` variable and its definition", {"a.c": '#include "b.h"\nint g(void) { return <|>level; }\n', "b.h": "extern int <def>level;\n", "b.c": "int <def>level = 3;\n"}, "exact"),
    ("an enumerator of a header", {"a.c": '#include "b.h"\nint g(void) { return <|>RED; }\n', "b.h": "enum color { <def>RED, GREEN };\n"}, "exact"),
    ("a macro like an object", {"a.c": '#include "b.h"\nint g(void) { return <|>LIMIT; }\n', "b.h": "#define <def>LIMIT 10\n"}, "exact"),
    ("a macro like a function", {"a.c": '#include "b.h"\nint g(void) { return <|>MAX(1, 2); }\n', "b.h": "#define <def>MAX(a, b) ((a) > (b) ? (a) : (b))\n"}, "exact"),
    ("a macro in a macro's body", {"a.c": "#define <def>ONE 1\n#define TWO (<|>ONE + ONE)\n"}, "exact"),
    ("a function in a macro's body may be another where it is expanded", {"a.c": "int <def>f(void) { return 0; }\n#define CALL (<|>f())\n"}, "likely"),
]

TYPES: list[tuple[str, dict[str, str], str]] = [
    ("a tag is not the typedef of its name", {"a.c": "struct <def>point { int x; };\ntypedef int point;\nstruct <|>point p;\n"}, "exact"),
    ("nor the typedef the tag", {"a.c": "struct point { int x; };\ntypedef int <def>point;\n<|>point p;\n"}, "exact"),
    ("a type beside a variable of its name", {"a.c": "typedef struct { int x; } <def>client;\nvoid f(void) { client *client; <|>client *other; }\n"}, "exact"),
    ("a member through a pointer to a tag", {"a.c": "struct point { int <def>x; };\nstruct other { int x; };\nint f(struct point *p) { return p-><|>x; }\n"}, "exact"),
    ("a member through a typedef of a tag", {"a.c": "typedef struct point { int <def>x; } point;\nstruct other { int x; };\nint f(point *p) { return p-><|>x; }\n"}, "exact"),
    ("a member through a typedef without a tag", {"a.c": "typedef struct { int <def>x; } point;\nstruct other { int x; };\nint f(point p) { return p.<|>x; }\n"}, "exact"),
    ("a member of a member", {"a.c": "struct in { int <def>x; };\nstruct out { struct in *in; };\nstruct other { int x; };\nint f(struct out *o) { return o->in-><|>x; }\n"}, "exact"),
    ("a member of an element", {"a.c": "struct point { int <def>x; };\nstruct other { int x; };\nint f(struct point *p) { return p[3].<|>x; }\n"}, "exact"),
    ("a member of what a function returns", {"a.c": "struct point { int <def>x; };\nstruct other { int x; };\nstruct point *make(void);\nint f(void) { return make()-><|>x; }\n"}, "exact"),
    ("a member of a structure without a name inside another", {"a.c": "struct out { struct { int <def>x; } in; };\nstruct other { int x; };\nint f(struct out *o) { return o->in.<|>x; }\n"}, "exact"),
    ("an opaque type's members, by its definition elsewhere", {"a.c": '#include "b.h"\n#include "p.h"\nstruct other { int x; };\nint f(box *b) { return b-><|>x; }\n', "b.h": "typedef struct box box;\n", "p.h": "struct box { int <def>x; };\n"}, "exact"),
    ("a member of what nobody typed, where one type has it", {"a.c": "struct point { int <def>rare; };\nint f(void) { return (*g()).<|>rare; }\n"}, "likely"),
    ("and none where two have it", {"a.c": "struct a { int x; };\nstruct b { int x; };\nint f(void) { return (*g()).<|>x; }\n"}, "unknown"),
]


@pytest.mark.parametrize(("files", "tier"), [pytest.param(files, tier, id=name) for name, files, tier in SCOPES + UNITS + TYPES])
def test_definition(files: Mapping[str, str], tier: str, check_definition: Check) -> None:
    check_definition(files, tier)


REFERENCES: list[tuple[str, dict[str, str]]] = [
    ("from the declaration to all uses", {"b.h": "int <|>f(void);\n", "b.c": '#include "b.h"\nint f(void) { return 1; }\n', "a.c": '#include "b.h"\nint g(void) { return <ref>f(); }\n', "c.c": "static int f(void) { return 2; }\nint h(void) { return f(); }\n"}),
    ("from the definition to all uses", {"b.h": "int f(void);\n", "b.c": '#include "b.h"\nint <|>f(void) { return 1; }\n', "a.c": '#include "b.h"\nint g(void) { return <ref>f(); }\n'}),
    ("`static` in a header is each includer's own", {"u.h": "static void <|>run(void);\nint main(void) { <ref>run(); return 0; }\n", "a.c": '#include "u.h"\nstatic void run(void) {}\n', "b.c": "static void run(void) {}\nvoid g(void) { run(); }\n"}),
    ("a member of one structure", {"a.c": "struct a { int <|>x; };\nstruct b { int x; };\nint f(struct a *p, struct b *q) { return p-><ref>x + q->x; }\n"}),
    ("a local variable", {"a.c": "int f(void) { int <|>n = 1; return <ref>n; }\nint g(int n) { return n; }\n"}),
    ("a tag and not its typedef", {"a.c": "typedef struct <|>node { struct <ref>node *next; } node;\nnode *head;\nstruct <ref>node *tail;\n"}),
]


@pytest.mark.parametrize("files", [pytest.param(files, id=name) for name, files in REFERENCES])
def test_references(files: Mapping[str, Any], check_references: Check) -> None:
    check_references(files)
