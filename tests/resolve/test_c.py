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
    ("the nearest of two headers of one name", {"p/a.c": "#include <b.h>\nint g(void) { return <|>f(); }\n", "p/inc/b.h": "#define <def>f() 1\n", "q/inc/b.h": "#define f() 2\n"}, "likely"),
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

CONDITIONS: list[tuple[str, dict[str, str], str]] = [
    ("code that a build may leave out", {"a.c": "int <def>f(void);\n#ifdef FAST\nint g(void) { return <|>f(); }\n#endif\n"}, "likely"),
    ("of an #else too", {"a.c": "int <def>f(void);\n#if FAST\nint h;\n#else\nint g(void) { return <|>f(); }\n#endif\n"}, "likely"),
    ("an include guard leaves nothing out", {"a.h": "#ifndef A_H\n#define A_H\nint <def>f(void);\nint g(void) { return <|>f(); }\n#endif\n"}, "exact"),
    ("nor does `#if 1`", {"a.c": "int <def>f(void);\n#if 1\nint g(void) { return <|>f(); }\n#endif\n"}, "exact"),
    ("C is no C++", {"a.c": "int <def>f(void);\n#ifndef __cplusplus\nint g(void) { return <|>f(); }\n#endif\n"}, "exact"),
    ("`#if 0` is read all the same", {"a.c": "int <def>f(void);\n#if 0\nint g(void) { return <|>f(); }\n#endif\n"}, "likely"),
    ("of alternatives the usual one first", {"a.c": "#ifdef _WIN32\n#define <def>SEP 1\n#else\n#define <def>SEP 2\n#endif\nint g(void) { return <|>SEP; }\n"}, "likely"),
    ("what a macro drops in some build", {"a.c": "#ifdef DEBUG\n#define CHECK(x) (x)\n#else\n#define CHECK(x)\n#endif\nint <def>f(void);\nvoid g(void) { CHECK(<|>f()); }\n"}, "likely"),
    ("what a macro always keeps", {"a.c": "#define CHECK(x) (x)\nint <def>f(void);\nvoid g(void) { CHECK(<|>f()); }\n"}, "exact"),
    ("a macro that is defined below only is not yet it", {"a.c": "#ifndef <|>LIMIT\n#define <def>LIMIT 1\n#endif\n"}, "likely"),
    ("C calling what C++ defines", {"a.c": '#include "b.h"\nint g(void) { return <|>f(); }\n', "b.h": "int <def>f(void);\n", "b.cc": '#include "b.h"\nextern "C" int <def>f(void) { return 1; }\n'}, "likely"),
    ("a conditional that cuts through a statement", {"a.c": "int <def>f(int x) {\n#ifdef A\n  if (x) {\n#else\n  if (!x) {\n#endif\n    return 1;\n  }\n  return 0;\n}\nint g(void) { return <|>f(1); }\n"}, "exact"),
]

MACROS: list[tuple[str, dict[str, str], str]] = [
    ("a word before the type", {"a.h": "API_EXTERN const char *f(int);\nAPI_EXTERN int <def>g(int x);\nint h(void) { return <|>g(1); }\n"}, "exact"),
    ("the type in a macro's brackets", {"a.c": "API_DECLARE(int)\n<def>f(int *x)\n{ return *x; }\nint g(void) { return <|>f(0); }\n"}, "exact"),
    ("a word between the type and the name", {"a.c": "int WINAPI <def>f(int x);\nint g(void) { return <|>f(1); }\n"}, "exact"),
    ("macros in a structure", {"a.c": "struct s {\n  COMMON_FIELDS\n  MORE_FIELDS\n  int <def>x;\n  LAST_FIELDS\n};\nint g(struct s *p) { return p-><|>x; }\n"}, "exact"),
    ("the last member of an enumeration is no such macro", {"a.c": "enum e {\n  FIRST,\n  <def>SECOND\n};\nint g(void) { return <|>SECOND; }\n"}, "exact"),
    ("a list of enumerators by macro", {"a.c": "enum e {\n#define XX(n) n,\n  LIST(XX)\n#undef XX\n  LAST\n};\nint <def>f(void);\nint g(void) { return <|>f(); }\n"}, "exact"),
    ("a comment in a macro of several lines", {"a.c": "#define FIELDS \\\n  /* public */ \\\n  int a; \\\n  int b;\n\nstruct s {\n  int <def>x;\n};\nint g(struct s *p) { return p-><|>x; }\n"}, "exact"),
    ("a tag in capitals is no macro", {"a.c": "struct STORE { int <def>x; };\nstruct STORE store;\nint g(void) { return store.<|>x; }\n"}, "exact"),
]

MORE: list[tuple[str, dict[str, str], str]] = [
    ("a label", {"a.c": "void f(int out) { goto <|>out; <def>out: return; }\n"}, "exact"),
    ("a label is its function's", {"a.c": "void f(void) { out: return; }\nvoid g(void) { goto <|>out; <def>out: return; }\n"}, "exact"),
    ("a cast to a tag", {"a.c": "struct point { int <def>x; };\nstruct other { int x; };\nint f(void *p) { return ((struct point *) p)-><|>x; }\n"}, "exact"),
    ("`static` is said once", {"a.c": "static int <def>f(void);\nint <def>f(void) { return 1; }\nint g(void) { return <|>f(); }\n", "b.c": "int f(void) { return 2; }\n"}, "exact"),
    ("a cast", {"a.c": "typedef struct { int <def>x; } point;\nstruct other { int x; };\nint f(void *p) { return ((point *) p)-><|>x; }\n"}, "exact"),
    ("a field of a structure without a name is no variable", {"a.c": "struct s { struct { int end; } range; };\nint f(int <def>end) { return <|>end; }\nint end2(void) { return 0; }\n"}, "exact"),
    ("nor seen by its bare name", {"a.c": "struct s { struct { int end; } range; };\nint f(void) { return <|>end; }\n"}, "unknown"),
    ("a declaration's name leads to the definition first", {"a.h": "int <|><def>f(void);\n", "a.c": '#include "a.h"\nint <def>f(void) { return 1; }\n'}, "exact"),
]

DATABASE = '[{"directory": "/home/me/p/build", "file": "../src/a.c", "command": "cc -I../include -iquote ../quoted -c ../src/a.c"}]'
ARGUMENTS = '[{"directory": "/home/me/p", "file": "/home/me/p/src/a.c", "arguments": ["cc", "-isystem", "sys", "-Iinclude", "-c", "src/a.c"]}]'

PATHS: list[tuple[str, dict[str, str], str]] = [
    ("an include path", {"build/compile_commands.json": DATABASE, "src/a.c": "#include <b.h>\nint g(void) { return <|>f(); }\n", "include/b.h": "#define <def>f() 1\n", "src/inner/b.h": "#define f() 2\n"}, "exact"),
    ("one for quotes", {"build/compile_commands.json": DATABASE, "src/a.c": '#include "b.h"\nint g(void) { return <|>f(); }\n', "quoted/b.h": "#define <def>f() 1\n", "include/b.h": "#define f() 2\n"}, "exact"),
    ("which angle brackets do not take", {"build/compile_commands.json": DATABASE, "src/a.c": "#include <b.h>\nint g(void) { return <|>f(); }\n", "quoted/b.h": "#define f() 2\n", "include/b.h": "#define <def>f() 1\n"}, "exact"),
    ("arguments in a list, in the root", {"compile_commands.json": ARGUMENTS, "src/a.c": "#include <b.h>\nint g(void) { return <|>f(); }\n", "include/b.h": "#define f() 2\n", "sys/b.h": "#define <def>f() 1\n"}, "exact"),
    ("a header has the paths of all", {"build/compile_commands.json": DATABASE, "src/a.c": "", "src/a.h": "#include <b.h>\nstatic int g(void) { return <|>f(); }\n", "include/b.h": "#define <def>f() 1\n", "other/b.h": "#define f() 2\n"}, "exact"),
    ("a broken database is none", {"compile_commands.json": '[{"directory": 3}, 5, {"file": ', "src/a.c": "#include <b.h>\nint g(void) { return <|>f(); }\n", "include/b.h": "#define <def>f() 1\n"}, "exact"),
    ("what it says of other files is passed over", {"compile_commands.json": '{"no": "list"}', "src/a.c": "#include <b.h>\nint g(void) { return <|>f(); }\n", "include/b.h": "#define <def>f() 1\n"}, "exact"),
]


EVERY = SCOPES + UNITS + TYPES + CONDITIONS + MACROS + MORE + PATHS


@pytest.mark.parametrize(("files", "tier"), [pytest.param(files, tier, id=name) for name, files, tier in EVERY])
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
