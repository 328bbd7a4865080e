"""Python's rules, one row each: what it shows, the files, the tier. `<|>` is the site, `<def>` the right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

Check = Callable[..., None]

SCOPES: list[tuple[str, dict[str, str], str]] = [
    ("a module's own function", {"a.py": "def <def>f(): ...\n<|>f()\n"}, "exact"),
    ("a parameter", {"a.py": "def f(<def>x):\n    return <|>x\n"}, "exact"),
    ("a local variable hides the module's", {"a.py": "x = 1\ndef f():\n    <def>x = 2\n    return <|>x\n"}, "exact"),
    ("a class's names are not seen in its methods", {"a.py": "def <def>f(): ...\nclass A:\n    def f(self): ...\n    def g(self):\n        <|>f()\n"}, "exact"),
    ("a class's names are seen in its body", {"a.py": "x = 0\nclass A:\n    <def>x = 1\n    y = <|>x\n"}, "exact"),
    ("`global` names the module's variable", {"a.py": "<def>x = 1\ndef f():\n    global x\n    <|>x = 2\n"}, "exact"),
    ("`nonlocal` names the outer function's", {"a.py": "def f():\n    <def>x = 1\n    def g():\n        nonlocal x\n        return <|>x\n"}, "exact"),
    ("a comprehension has its own scope", {"a.py": "x = 1\ny = [<|>x for <def>x in range(3)]\n"}, "exact"),
    ("a lambda's parameter", {"a.py": "f = lambda <def>x: <|>x\n"}, "exact"),
    ("a nested function", {"a.py": "def f():\n    def <def>g(): ...\n    <|>g()\n"}, "exact"),
    ("a built-in is elsewhere, even where a member has its name", {"a.py": "class A:\n    def len(self): ...\n<|>len([])\n"}, "external"),
    ("redefinitions are one", {"a.py": "if a:\n    def <def>f(): ...\nelse:\n    def <def>f(): ...\n<|>f()\n"}, "exact"),
    ("a local never reaches a definition of its name elsewhere", {"a.py": "def run(<def>task):\n    <|>task()\n", "b.py": "def task(): ...\n"}, "exact"),
]

IMPORTS: list[tuple[str, dict[str, str], str]] = [
    ("from", {"a.py": "from b import f\n<|>f()\n", "b.py": "def <def>f(): ...\n"}, "exact"),
    ("from, as", {"a.py": "from b import f as g\n<|>g()\n", "b.py": "def <def>f(): ...\n"}, "exact"),
    ("the import's own token", {"a.py": "from b import <|>f\n", "b.py": "def <def>f(): ...\n"}, "exact"),
    ("import a.b", {"m.py": "import a.b\na.b.<|>f()\n", "a/__init__.py": "", "a/b.py": "def <def>f(): ...\n"}, "exact"),
    ("import a.b as c", {"m.py": "import a.b as c\nc.<|>f()\n", "a/__init__.py": "", "a/b.py": "def <def>f(): ...\n"}, "exact"),
    ("relative", {"p/__init__.py": "", "p/a.py": "from .b import f\n<|>f()\n", "p/b.py": "def <def>f(): ...\n"}, "exact"),
    ("relative, two up", {"p/__init__.py": "", "p/q/__init__.py": "", "p/q/a.py": "from ..b import f\n<|>f()\n", "p/b.py": "def <def>f(): ...\n"}, "exact"),
    ("from . import module as name", {"p/__init__.py": "", "p/a.py": "from . import b as y\ny.<|>f()\n", "p/b.py": "def <def>f(): ...\n"}, "exact"),
    ("through __init__", {"a.py": "from p import f\n<|>f()\n", "p/__init__.py": "from .b import f\n", "p/b.py": "def <def>f(): ...\n"}, "exact"),
    ("through __init__ under another name", {"a.py": "from p import g\n<|>g()\n", "p/__init__.py": "from .b import f as g\n", "p/b.py": "def <def>f(): ...\n"}, "exact"),
    ("star", {"a.py": "from b import *\n<|>f()\n", "b.py": "def <def>f(): ...\n"}, "exact"),
    ("star of a star", {"a.py": "from b import *\n<|>f()\n", "b.py": "from c import *\n", "c.py": "def <def>f(): ...\n"}, "exact"),
    ("a package without __init__", {"a.py": "from n.m import f\n<|>f()\n", "n/m.py": "def <def>f(): ...\n"}, "exact"),
    ("src is a root", {"tests/t.py": "from p.b import f\n<|>f()\n", "src/p/__init__.py": "", "src/p/b.py": "def <def>f(): ...\n"}, "exact"),
    ("the folder around the importer is a root", {"ex/t/test_a.py": "from app import f\n<|>f()\n", "ex/app.py": "def <def>f(): ...\n"}, "exact"),
    ("another single root is likely", {"tests/t.py": "from app import f\n<|>f()\n", "apps/app.py": "def <def>f(): ...\n"}, "likely"),
    ("a standard name is no sibling file", {"p/__init__.py": "", "p/a.py": "import logging\nlogging.<|>warn()\n", "p/logging.py": "def warn(): ...\n"}, "external"),
    ("nor a sibling in a folder of scripts", {"s/a.py": "from logging import <|>warn\n", "s/logging.py": "def warn(): ...\n"}, "external"),
    ("an external import hides an equal name", {"a.py": "from lib import f\n<|>f()\n", "b.py": "def f(): ...\n"}, "external"),
    ("a member of an external module", {"a.py": "import lib\nlib.<|>f()\n", "b.py": "def f(): ...\n"}, "external"),
    ("try and except imports", {"a.py": "try:\n    from b import f\nexcept ImportError:\n    def <def>f(): ...\n<|>f()\n", "b.py": "def <def>f(): ...\n"}, "exact"),
    ("imports in a circle end", {"a.py": "from b import f\n<|>f()\n", "b.py": "from a import f\n"}, "unknown"),
    ("a submodule as an attribute", {"m.py": "import p\np.b.<|>f()\n", "p/__init__.py": "from . import b\n", "p/b.py": "def <def>f(): ...\n"}, "exact"),
    ("an import inside a function", {"a.py": "def g():\n    from b import f\n    <|>f()\n", "b.py": "def <def>f(): ...\n"}, "exact"),
]

MEMBERS: list[tuple[str, dict[str, str], str]] = [
    ("self", {"a.py": "class A:\n    def <def>f(self): ...\n    def g(self):\n        self.<|>f()\nclass B:\n    def f(self): ...\n"}, "exact"),
    ("self by another name", {"a.py": "class A:\n    def <def>f(this): ...\n    def g(this):\n        this.<|>f()\n"}, "exact"),
    ("self in a nested function", {"a.py": "class A:\n    def <def>f(self): ...\n    def g(self):\n        def h():\n            self.<|>f()\n"}, "exact"),
    ("cls", {"a.py": "class A:\n    def <def>f(self): ...\n    @classmethod\n    def g(cls):\n        cls.<|>f()\n"}, "exact"),
    ("a base's", {"a.py": "class A:\n    def <def>f(self): ...\nclass B(A):\n    def g(self):\n        self.<|>f()\n"}, "exact"),
    ("a base's, imported", {"a.py": "from b import A\nclass B(A):\n    def g(self):\n        self.<|>f()\n", "b.py": "class A:\n    def <def>f(self): ...\n"}, "exact"),
    ("a base behind a module", {"a.py": "import b\nclass B(b.A):\n    def g(self):\n        self.<|>f()\n", "b.py": "class A:\n    def <def>f(self): ...\n"}, "exact"),
    ("a diamond, in C3's order", {"a.py": "class A:\n    def f(self): ...\nclass B(A): ...\nclass C(A):\n    def <def>f(self): ...\nclass D(B, C):\n    def g(self):\n        self.<|>f()\n"}, "exact"),
    ("super", {"a.py": "class A:\n    def <def>f(self): ...\nclass B(A):\n    def f(self):\n        super().<|>f()\n"}, "exact"),
    ("super of an external base never falls back", {"a.py": "from lib import A\nclass B(A):\n    def f(self):\n        super().<|>f()\n"}, "external"),
    ("a class's own name", {"a.py": "class A:\n    @staticmethod\n    def <def>f(): ...\nA.<|>f()\n"}, "exact"),
    ("a class's variable", {"a.py": "class A:\n    <def>x = 1\n    def g(self):\n        return self.<|>x\n"}, "exact"),
    ("an attribute assigned in a method", {"a.py": "class A:\n    def __init__(self):\n        self.<def>x = 1\n    def g(self):\n        return self.<|>x\n"}, "exact"),
    ("a property and its setter are one", {"a.py": "class A:\n    @property\n    def <def>x(self): ...\n    @x.setter\n    def <def>x(self, v): ...\n    def g(self):\n        return self.<|>x\n"}, "exact"),
    ("bases in a circle end", {"a.py": "class A(B): ...\nclass B(A):\n    def g(self):\n        self.<|>f()\n"}, "unknown"),
]

TYPES: list[tuple[str, dict[str, str], str]] = [
    ("a constructor", {"a.py": "class A:\n    def <def>f(self): ...\nx = A()\nx.<|>f()\n"}, "exact"),
    ("a constructor, at once", {"a.py": "class A:\n    def <def>f(self): ...\nA().<|>f()\n"}, "exact"),
    ("an annotated parameter", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(x: A):\n    x.<|>f()\n"}, "exact"),
    ("a quoted annotation", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(x: 'A'):\n    x.<|>f()\n"}, "exact"),
    ("an optional", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(x: A | None):\n    x.<|>f()\n"}, "exact"),
    ("typing.Optional", {"a.py": "import typing as t\nclass A:\n    def <def>f(self): ...\ndef g(x: t.Optional[A]):\n    x.<|>f()\n"}, "exact"),
    ("type[A] is the class", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(x: type[A]):\n    x.<|>f()\n"}, "exact"),
    ("an annotated variable", {"a.py": "class A:\n    def <def>f(self): ...\nx: A = make()\nx.<|>f()\n"}, "exact"),
    ("an attribute's constructor", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def __init__(self):\n        self.a = A()\n    def g(self):\n        self.a.<|>f()\n"}, "exact"),
    ("an attribute's annotation", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    a: A\n    def g(self):\n        self.a.<|>f()\n"}, "exact"),
    ("an attribute given a parameter", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def __init__(self, a: A):\n        self.a = a\n    def g(self):\n        self.a.<|>f()\n"}, "exact"),
    ("a return type", {"a.py": "class A:\n    def <def>f(self): ...\ndef make() -> A: ...\nmake().<|>f()\n"}, "exact"),
    ("a method's return type", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def make(self) -> 'A': ...\n    def g(self):\n        x = self.make()\n        x.<|>f()\n"}, "exact"),
    ("a property's type", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    @property\n    def a(self) -> A: ...\n    def g(self):\n        self.a.<|>f()\n"}, "exact"),
    ("Self is the receiver's class", {"a.py": "from typing import Self\nclass A:\n    def me(self) -> Self: ...\nclass B(A):\n    def <def>f(self): ...\nB().me().<|>f()\n"}, "exact"),
    ("an external type's member never falls back", {"a.py": "def g(x: str):\n    x.<|>frobnicate()\ndef frobnicate(): ...\n"}, "external"),
    ("an alias of a class", {"a.py": "class A:\n    def <def>f(self): ...\nB = A\nB().<|>f()\n"}, "exact"),
    ("a union has both", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def <def>f(self): ...\ndef g(x: A | B):\n    x.<|>f()\n"}, "exact"),
]

GUESSES: list[tuple[str, dict[str, str], str]] = [
    ("a name defined once", {"a.py": "def g(x):\n    x.<|>frobnicate()\n", "b.py": "class A:\n    def <def>frobnicate(self): ...\n"}, "possible"),
    ("a name defined twice is none", {"a.py": "def g(x):\n    x.<|>run()\n", "b.py": "class A:\n    def run(self): ...\nclass B:\n    def run(self): ...\n"}, "unknown"),
    ("a built-in type's method is none", {"a.py": "def g(x):\n    x.<|>append(1)\n", "b.py": "class A:\n    def append(self, x): ...\n"}, "unknown"),
    ("another language's definition is none", {"a.py": "def g(x):\n    x.<|>frobnicate()\n", "b.js": "function frobnicate() {}\n"}, "unknown"),
]


@pytest.mark.parametrize(("files", "tier"), [pytest.param(files, tier, id=name) for name, files, tier in SCOPES + IMPORTS + MEMBERS + TYPES + GUESSES])
def test_definition(files: Mapping[str, str], tier: str, check_definition: Check) -> None:
    check_definition(files, tier)


REFERENCES: list[tuple[str, dict[str, str]]] = [
    ("aliases are followed", {"a.py": "def <|>f(): ...\n", "b.py": "from a import <ref>f as g\n<ref>g()\n", "c.py": "from b import <ref>g\n<ref>g()\n", "d.py": "def f(): ...\nf()\n"}),
    ("each method is its own", {"a.py": "class A:\n    def <|>f(self): ...\n    def h(self): self.<ref>f()\nclass B(A):\n    def f(self):\n        super().<ref>f()\n    def h(self): self.f()\n"}),
    ("a local variable", {"a.py": "def g():\n    <|>x = 1\n    return <ref>x + <ref>x\ndef h(x): return x\n"}),
    ("a parameter", {"a.py": "def g(<|>x):\n    return lambda: <ref>x\ndef h(x): return x\n"}),
    ("a call of a class is a reference to it", {"a.py": "class <|>A: ...\n<ref>A()\nclass B(<ref>A): ...\ndef f(x: <ref>A): ...\n"}),
    ("decorators are references", {"a.py": "def <|>deco(f): return f\n@<ref>deco\ndef g(): ...\n"}),
    ("a decorated function is there once", {"a.py": "import lib\napp = lib.App()\n@app.route('/')\ndef <|>index(): ...\n<ref>index()\n"}),
    ("setter, getter and uses of a property", {"a.py": "class A:\n    @property\n    def <|>x(self): ...\n    @<ref>x.setter\n    def x(self, v): ...\n    def g(self):\n        self.<ref>x = self.<ref>x\n"}),
    ("an external name of equal spelling is none", {"a.py": "def <|>loads(): ...\n", "b.py": "from json import loads\nloads()\nimport json\njson.loads()\n"}),
]


@pytest.mark.parametrize("files", [pytest.param(files, id=name) for name, files in REFERENCES])
def test_references(files: Mapping[str, Any], check_references: Check) -> None:
    check_references(files)
