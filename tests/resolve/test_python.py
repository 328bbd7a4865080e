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

RETURNS: list[tuple[str, dict[str, str], str]] = [
    ("what a function without a type returns", {"a.py": "class A:\n    def <def>f(self): ...\ndef make(x):\n    return A()\nmake(1).<|>f()\n"}, "exact"),
    ("a local variable that is returned", {"a.py": "class A:\n    def <def>f(self): ...\ndef make():\n    x = A()\n    return x\nmake().<|>f()\n"}, "exact"),
    ("one of two that are returned", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def <def>f(self): ...\ndef make(x):\n    if x:\n        return A()\n    return B()\nmake(1).<|>f()\n"}, "exact"),
    ("None beside it says nothing", {"a.py": "class A:\n    def <def>f(self): ...\ndef make(x):\n    if x:\n        return None\n    return A()\nmake(1).<|>f()\n"}, "exact"),
    ("a property without a type", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    @property\n    def a(self):\n        return A()\n    def g(self):\n        self.a.<|>f()\n"}, "exact"),
    ("self is the receiver's class", {"a.py": "class A:\n    def me(self):\n        return self\nclass B(A):\n    def <def>f(self): ...\nB().me().<|>f()\n"}, "exact"),
    ("a classmethod that constructs", {"a.py": "class A:\n    @classmethod\n    def make(cls):\n        return cls()\nclass B(A):\n    def <def>f(self): ...\nB.make().<|>f()\n"}, "exact"),
    ("a type variable of self", {"a.py": "from typing import TypeVar\nT = TypeVar('T')\nclass A:\n    def me(self: T) -> T: ...\nclass B(A):\n    def <def>f(self): ...\nB().me().<|>f()\n"}, "exact"),
    ("a type variable's bound", {"a.py": "from typing import TypeVar\nclass A:\n    def <def>f(self): ...\nT = TypeVar('T', bound='A')\ndef g(x: T) -> T:\n    x.<|>f()\n"}, "exact"),
    ("a factory that is handed the class", {"a.py": "class Thing:\n    def <def>f(self): ...\ndef make(cls: type[T], n) -> T: ...\nmake(Thing, 1).<|>f()\n"}, "exact"),
    ("the overridden method says what it returns", {"a.py": "class X:\n    def <def>f(self): ...\nclass A:\n    def make(self) -> X: ...\nclass B(A):\n    def make(self):\n        return super().make()\nB().make().<|>f()\n"}, "exact"),
    ("the overridden method says what a parameter is", {"a.py": "class X:\n    def <def>f(self): ...\nclass A:\n    def g(self, x: X): ...\nclass B(A):\n    def g(self, x):\n        x.<|>f()\n"}, "exact"),
    ("a default value", {"a.py": "class X:\n    def <def>f(self): ...\ndef g(x=X()):\n    x.<|>f()\n"}, "likely"),
    ("a decorator of a library keeps the signature", {"a.py": "import lib\nclass A:\n    def <def>f(self): ...\n@lib.cached\ndef make() -> A: ...\nmake().<|>f()\n"}, "exact"),
    ("so does a function of the project", {"a.py": "class A:\n    def <def>f(self): ...\ndef deco(g):\n    def inner(*args):\n        return g(*args)\n    return inner\n@deco\ndef make() -> A: ...\nmake().<|>f()\n"}, "exact"),
    ("a class as a decorator does not", {"a.py": "class A:\n    def f(self): ...\nclass B:\n    def f(self): ...\nclass Deco:\n    def __call__(self, *args) -> str: ...\n@Deco\ndef make() -> A: ...\nmake().<|>f()\n"}, "external"),
    ("__call__ of an instance", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def __call__(self) -> A: ...\nb = B()\nb().<|>f()\n"}, "exact"),
    ("functions that call each other end", {"a.py": "def f():\n    return g()\ndef g():\n    return f()\nf().<|>h()\n"}, "unknown"),
]  # fmt: skip

CONTAINERS: list[tuple[str, dict[str, str], str]] = [
    ("an element of a declared list", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(xs: list[A]):\n    xs[0].<|>f()\n"}, "exact"),
    ("a slice is such a list", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(xs: list[A]):\n    for x in xs[1:]:\n        x.<|>f()\n"}, "exact"),
    ("a written list", {"a.py": "class A:\n    def <def>f(self): ...\nfor x in [A(), A()]:\n    x.<|>f()\n"}, "exact"),
    ("a comprehension", {"a.py": "class A:\n    def <def>f(self): ...\nxs = [A() for i in range(3)]\nxs[0].<|>f()\n"}, "exact"),
    ("a comprehension's own variable", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(xs: list[A]):\n    ys = [x for x in xs if x]\n    ys[0].<|>f()\n"}, "exact"),
    ("a variable in a comprehension", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(xs: list[A]):\n    return [x.<|>f() for x in xs]\n"}, "exact"),
    ("values of a dictionary", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(d: dict[str, A]):\n    for x in d.values():\n        x.<|>f()\n"}, "exact"),
    ("items of a dictionary", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(d: dict[str, A]):\n    for k, x in d.items():\n        x.<|>f()\n"}, "exact"),
    ("keys of a dictionary", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(d: dict[A, str]):\n    for x in d:\n        x.<|>f()\n"}, "exact"),
    ("get of a dictionary", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(d: dict[str, A]):\n    d.get('x').<|>f()\n"}, "exact"),
    ("a written dictionary", {"a.py": "class A:\n    def <def>f(self): ...\nd = {'x': A()}\nd['x'].<|>f()\n"}, "exact"),
    ("enumerate", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(xs: list[A]):\n    for i, x in enumerate(xs):\n        x.<|>f()\n"}, "exact"),
    ("zip", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(xs: list[A], ys: list[str]):\n    for y, x in zip(ys, xs):\n        x.<|>f()\n"}, "exact"),
    ("sorted, reversed, list", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(xs: set[A]):\n    for x in reversed(sorted(xs)):\n        x.<|>f()\n"}, "exact"),
    ("next of a generator", {"a.py": "class A:\n    def <def>f(self): ...\ndef xs():\n    yield A()\nnext(xs()).<|>f()\n"}, "exact"),
    ("unpacking a tuple", {"a.py": "class A:\n    def <def>f(self): ...\ndef make() -> tuple[int, A]: ...\nn, x = make()\nx.<|>f()\n"}, "exact"),
    ("unpacking what is returned", {"a.py": "class A:\n    def <def>f(self): ...\ndef make():\n    return 1, A()\ndef g():\n    n, x = make()\n    x.<|>f()\n"}, "exact"),
    ("unpacking side by side", {"a.py": "class A:\n    def <def>f(self): ...\ndef g():\n    n, x = 1, A()\n    x.<|>f()\n"}, "exact"),
    ("__getitem__", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def __getitem__(self, n) -> A: ...\nB()[0].<|>f()\n"}, "exact"),
    ("__iter__", {"a.py": "from typing import Iterator\nclass A:\n    def <def>f(self): ...\nclass B:\n    def __iter__(self) -> Iterator[A]: ...\nfor x in B():\n    x.<|>f()\n"}, "exact"),
    ("an iterator that is its own", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def __iter__(self):\n        return self\n    def __next__(self) -> A: ...\nfor x in B():\n    x.<|>f()\n"}, "exact"),
    ("members of an enum", {"a.py": "import enum\nclass E(enum.Enum):\n    X = 1\n    def <def>f(self): ...\nfor e in E:\n    e.<|>f()\n"}, "exact"),
    ("with", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def __enter__(self) -> A: ...\nwith B() as x:\n    x.<|>f()\n"}, "exact"),
    ("with an instance that returns itself", {"a.py": "class A:\n    def __enter__(self):\n        return self\nclass B(A):\n    def <def>f(self): ...\nwith B() as x:\n    x.<|>f()\n"}, "exact"),
    ("with a generator", {"a.py": "from contextlib import contextmanager\nclass A:\n    def <def>f(self): ...\n@contextmanager\ndef make():\n    yield A()\nwith make() as x:\n    x.<|>f()\n"}, "exact"),
    ("with a generator that has a type", {"a.py": "import contextlib\nfrom typing import Iterator\nclass A:\n    def <def>f(self): ...\n@contextlib.contextmanager\ndef make() -> Iterator[A]: ...\nwith make() as x:\n    x.<|>f()\n"}, "exact"),
    ("an expected exception", {"a.py": "import pytest\nclass E(Exception):\n    def <def>f(self): ...\nwith pytest.raises(E) as info:\n    pass\ninfo.value.<|>f()\n"}, "exact"),
    ("cast", {"a.py": "import typing\nclass A:\n    def <def>f(self): ...\ndef g(x):\n    typing.cast('A', x).<|>f()\n"}, "exact"),
    ("type(self)", {"a.py": "class A:\n    @classmethod\n    def <def>f(cls): ...\n    def g(self):\n        type(self).<|>f()\n"}, "exact"),
    ("self.__class__", {"a.py": "class A:\n    @classmethod\n    def <def>f(cls): ...\n    def g(self):\n        self.__class__.<|>f()\n"}, "exact"),
    ("one of two by a condition", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def <def>f(self): ...\nx = A() if y else B()\nx.<|>f()\n"}, "likely"),
    ("what `or` leaves", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(x: 'A | None'):\n    y = x or A()\n    y.<|>f()\n"}, "exact"),
    ("a type parameter of the class", {"a.py": "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass A:\n    def <def>f(self): ...\nclass Box(Generic[T]):\n    def get(self) -> T: ...\ndef g(b: Box[A]):\n    b.get().<|>f()\n"}, "exact"),
    ("a type parameter in a property", {"a.py": "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass A:\n    def <def>f(self): ...\nclass Box(Generic[T]):\n    @property\n    def top(self) -> 'T | None': ...\ndef g(b: 'Box[A]'):\n    b.top.<|>f()\n"}, "exact"),
    ("a type parameter of an attribute", {"a.py": "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass A:\n    def <def>f(self): ...\nclass Box(Generic[T]):\n    held: list[T]\ndef g(b: Box[A]):\n    b.held[0].<|>f()\n"}, "exact"),
    ("the new way to write type parameters", {"a.py": "class A:\n    def <def>f(self): ...\nclass Box[T]:\n    def get(self) -> T: ...\ndef g(b: Box[A]):\n    b.get().<|>f()\n"}, "exact"),
    ("a class that extends a list", {"a.py": "class A:\n    def <def>f(self): ...\nclass Many(list[A]): ...\nfor x in Many():\n    x.<|>f()\n"}, "exact"),
    ("a class that extends a dictionary", {"a.py": "class A:\n    def <def>f(self): ...\nclass Many(dict[str, A]): ...\nMany().get('x').<|>f()\n"}, "exact"),
    ("a class that extends a list of its parameter", {"a.py": "from typing import List, TypeVar\nT = TypeVar('T')\nclass A:\n    def <def>f(self): ...\nclass Stack(List[T]): ...\ndef g(s: Stack[A]):\n    s[-1].<|>f()\n"}, "exact"),
    ("walrus", {"a.py": "class A:\n    def <def>f(self): ...\nif x := A():\n    x.<|>f()\n"}, "exact"),
    ("a NamedTuple's field", {"a.py": "from typing import NamedTuple\nclass A(NamedTuple):\n    <def>x: int\nA(1).<|>x\n"}, "exact"),
    ("a dataclass's field by keyword", {"a.py": "from dataclasses import dataclass\n@dataclass\nclass A:\n    <def>x: int\nA(<|>x=1)\n"}, "exact"),
]  # fmt: skip

FLOW: list[tuple[str, dict[str, str], str]] = [
    ("the last assignment counts", {"a.py": "class A:\n    def f(self): ...\nclass B:\n    def <def>f(self): ...\ndef g():\n    x = A()\n    x = B()\n    x.<|>f()\n"}, "exact"),
    ("not the one to come", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def f(self): ...\ndef g():\n    x = A()\n    x.<|>f()\n    x = B()\n"}, "exact"),
    ("an assignment reads what was there before", {"a.py": "class A:\n    def <def>f(self) -> 'B': ...\nclass B:\n    def f(self): ...\ndef g():\n    x = A()\n    x = x.<|>f()\n"}, "exact"),
    ("both branches", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def <def>f(self): ...\nclass C:\n    def f(self): ...\ndef g(y):\n    x = C()\n    if y:\n        x = A()\n    else:\n        x = B()\n    x.<|>f()\n"}, "likely"),
    ("one branch, or what was before it", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def <def>f(self): ...\ndef g(y):\n    x = A()\n    if y:\n        x = B()\n    x.<|>f()\n"}, "likely"),
    ("not the other branch", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def f(self): ...\ndef g(y):\n    x = A()\n    if y:\n        x = B()\n    else:\n        x.<|>f()\n"}, "exact"),
    ("a branch that leaves sets nothing", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def f(self): ...\ndef g(y):\n    x = A()\n    if y:\n        x = B()\n        return x\n    x.<|>f()\n"}, "exact"),
    ("a loop comes round", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def <def>f(self): ...\ndef g(ys):\n    x = A()\n    for y in ys:\n        x.<|>f()\n        x = B()\n"}, "likely"),
    ("a declared type outlives what nobody can read", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(y):\n    x: A\n    x = y.z()\n    x.<|>f()\n"}, "exact"),
    ("isinstance", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(x):\n    if isinstance(x, A):\n        x.<|>f()\n"}, "exact"),
    ("isinstance of one of several", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def <def>f(self): ...\ndef g(x):\n    if isinstance(x, (A, B)):\n        x.<|>f()\n"}, "exact"),
    ("isinstance tells nothing behind the branch", {"a.py": "class A:\n    def f(self): ...\nclass B:\n    def f(self): ...\ndef g(x):\n    if isinstance(x, A):\n        pass\n    x.<|>f()\n"}, "unknown"),
    ("isinstance and more", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(x):\n    return isinstance(x, A) and x.<|>f()\n"}, "exact"),
    ("not isinstance, and away", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(x):\n    if not isinstance(x, A):\n        return None\n    return x.<|>f()\n"}, "exact"),
    ("not isinstance of the own class", {"a.py": "class A:\n    def <def>f(self): ...\n    def __eq__(self, x):\n        if not isinstance(x, self.__class__):\n            return False\n        return x.<|>f()\n"}, "exact"),
    ("assert isinstance", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(x):\n    assert isinstance(x, A)\n    x.<|>f()\n"}, "exact"),
    ("isinstance in a condition", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(x):\n    return x.<|>f() if isinstance(x, A) else None\n"}, "exact"),
    ("isinstance as a filter", {"a.py": "class A:\n    def <def>f(self): ...\ndef g(xs):\n    return [x.<|>f() for x in xs if isinstance(x, A)]\n"}, "exact"),
    ("isinstance of an attribute", {"a.py": "class A:\n    def <def>f(self): ...\nclass B:\n    def g(self):\n        if isinstance(self.x, A):\n            self.x.<|>f()\n"}, "exact"),
    ("isinstance of a library's base keeps what was known", {"a.py": "class A(dict):\n    def <def>f(self): ...\ndef g():\n    x = A()\n    assert isinstance(x, dict)\n    x.<|>f()\n"}, "exact"),
    ("a class's body reads the module's name before its own", {"a.py": "def <def>f(): ...\nclass A:\n    g = <|>f\n    def f(self): ...\n"}, "exact"),
]  # fmt: skip

MORE: list[tuple[str, dict[str, str], str]] = [
    ("__all__ says what a star brings", {"a.py": "from b import *\nfrom c import *\n<|>f()\n", "b.py": "def <def>f(): ...\n", "c.py": "from d import f\n__all__ = ['g']\ndef g(): ...\n", "d.py": "def f(): ...\n"}, "exact"),
    ("__all__ grows", {"a.py": "from b import *\n<|>_f()\n", "b.py": "__all__ = ['g']\n__all__ += ['_f']\ndef _f(): ...\n".replace("def _f", "def <def>_f")}, "exact"),
    ("__all__ takes in another's", {"a.py": "from b import *\n<|>_f()\n", "b.py": "from c import *\nfrom c import _f\nimport c\n__all__ = ['g']\n__all__ += c.__all__\n", "c.py": "__all__ = ['_f']\ndef <def>_f(): ...\n"}, "exact"),
    ("a star brings no private name", {"a.py": "from b import *\n<|>_f()\n", "b.py": "def <def>_f(): ...\n"}, "possible"),
    ("the module in a relative import, two up", {"p/__init__.py": "", "p/q/__init__.py": "", "p/q/a.py": "from ..b import f\n".replace("..b", "..<|>b"), "p/b.py": "<def>def f(): ...\n"}, "exact"),
    ("a module behind a relative package", {"p/__init__.py": "", "p/a.py": "from .q.<|>b import f\n", "p/q/__init__.py": "", "p/q/b.py": "<def>def f(): ...\n"}, "exact"),
    ("the second name of `f as f`", {"a.py": "from b import f as <|>f\n", "b.py": "def <def>f(): ...\n"}, "exact"),
    ("a base's declaration before an assignment", {"a.py": "class A:\n    <def>x: int\nclass B(A):\n    def g(self):\n        self.x = 1\n        return self.<|>x\n"}, "exact"),
    ("a base's property before an assignment", {"a.py": "class A:\n    @property\n    def <def>x(self): ...\nclass B(A):\n    def g(self):\n        self.x = 1\n        return self.<|>x\n"}, "exact"),
    ("a parameter's type may be a class around", {"a.py": "class A:\n    class B:\n        def <def>f(self): ...\n    def g(self, x: B):\n        x.<|>f()\n"}, "exact"),
    ("a quoted type in an alias", {"a.py": "from typing import Union\nX = Union['<|>A', int]\nclass <def>A: ...\n"}, "exact"),
    ("a quoted type in a list of parameters", {"a.py": "from typing import Callable\nX = Callable[['<|>A'], int]\nclass <def>A: ...\n"}, "exact"),
    ("a quoted bound", {"a.py": "from typing import TypeVar\nT = TypeVar('T', bound='<|>A')\nclass <def>A: ...\n"}, "exact"),
    ("the type of a cast", {"a.py": "from typing import cast\nx = cast('<|>A', 1)\nclass <def>A: ...\n"}, "exact"),
    ("a module's __file__", {"a.py": "import b\nb.<|>__file__\n", "b.py": "<def>x = 1\n"}, "exact"),
    ("a module comes before its stub", {"m.py": "import a\na.<|>f()\n", "a.py": "def <def>f(): ...\n", "a.pyi": "def f() -> int: ...\n"}, "exact"),
    ("a stub declares what the module makes at run time", {"m.py": "import a\na.<|>f()\n", "a.py": "x = 1\n", "a.pyi": "def <def>f() -> int: ...\n"}, "exact"),
    ("a stub without a module", {"m.py": "import a\na.<|>f()\n", "a.pyi": "def <def>f() -> int: ...\n"}, "exact"),
    ("a stub says what a function returns", {"m.py": "import a\na.make().<|>f()\n", "a.py": "class A:\n    def <def>f(self): ...\ndef make(): return _c()\n", "a.pyi": "from a import A\ndef make() -> A: ...\n"}, "exact"),
    ("a stub's member of a class", {"m.py": "import a\na.A().<|>x\n", "a.py": "class A: ...\n", "a.pyi": "class A:\n    <def>x: int\n"}, "exact"),
    ("what a function holds is no guess elsewhere", {"a.py": "def g(x):\n    x.<|>frobnicate()\n", "b.py": "def h():\n    class A:\n        def frobnicate(self): ...\n"}, "unknown"),
]  # fmt: skip

GUESSES: list[tuple[str, dict[str, str], str]] = [
    ("a name defined once", {"a.py": "def g(x):\n    x.<|>frobnicate()\n", "b.py": "class A:\n    def <def>frobnicate(self): ...\n"}, "possible"),
    ("a name defined twice is none", {"a.py": "def g(x):\n    x.<|>run()\n", "b.py": "class A:\n    def run(self): ...\nclass B:\n    def run(self): ...\n"}, "unknown"),
    ("a built-in type's method is none", {"a.py": "def g(x):\n    x.<|>append(1)\n", "b.py": "class A:\n    def append(self, x): ...\n"}, "unknown"),
    ("another language's definition is none", {"a.py": "def g(x):\n    x.<|>frobnicate()\n", "b.js": "function frobnicate() {}\n"}, "unknown"),
]


@pytest.mark.parametrize(("files", "tier"), [pytest.param(files, tier, id=name) for name, files, tier in SCOPES + IMPORTS + MEMBERS + TYPES + RETURNS + CONTAINERS + FLOW + MORE + GUESSES])
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
    ("a keyword in another file", {"a.py": "def f(<|>x):\n    return <ref>x\n", "b.py": "from a import f\nf(<ref>x=1)\ndef g(x): ...\ng(x=1)\n"}),
    ("a keyword of a constructor in another file", {"a.py": "class A:\n    def __init__(self, <|>x):\n        self.y = <ref>x\n", "b.py": "from a import A\nA(<ref>x=1)\n"}),
    ("a module and its stub are one", {"a.py": "def <|>f(): ...\n<ref>f()\n", "a.pyi": "def f() -> int: ...\ng = <ref>f\n", "m.py": "from a import <ref>f\n"}),
    ("names in __all__", {"a.py": "__all__ = ['<ref>f']\ndef <|>f(): ...\n"}),
    ("both names of `f as f`", {"a.py": "def <|>f(): ...\n", "b.py": "from a import <ref>f as <ref>f\n"}),
    ("an assignment in a subclass is to the base's attribute", {"a.py": "class A:\n    <|>x: int = 0\nclass B(A):\n    def g(self):\n        self.<ref>x = 1\n"}),
    ("the flow tells which method is meant", {"a.py": "class A:\n    def <|>f(self): ...\nclass B:\n    def f(self): ...\ndef g():\n    x = A()\n    x.<ref>f()\n    x = B()\n    x.f()\n"}),
    ("an external name of equal spelling is none", {"a.py": "def <|>loads(): ...\n", "b.py": "from json import loads\nloads()\nimport json\njson.loads()\n"}),
]


@pytest.mark.parametrize("files", [pytest.param(files, id=name) for name, files in REFERENCES])
def test_references(files: Mapping[str, Any], check_references: Check) -> None:
    check_references(files)


SHOWN: list[tuple[str, dict[str, str], str]] = [
    ("a keyword that `**kwargs` take leads to the function", {"a.py": "def <def>f(a, **kwargs): ...\nf(1, <|>b=2)\n"}, "likely"),
    ("and for a class to its __init__", {"a.py": "class A:\n    def <def>__init__(self, **kwargs): ...\nA(<|>b=2)\n"}, "likely"),
    ("an argument of which nothing is known leads to what takes it", {"a.py": "def <def>f(a): ...\ndef g(x):\n    f([x.<|>y])\n"}, "possible"),
    ("an external one does not", {"a.py": "import lib\ndef f(a): ...\nf(lib.<|>y)\n"}, "external"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "tier"), [pytest.param(files, tier, id=name) for name, files, tier in SHOWN])
def test_what_is_shown(files: Mapping[str, str], tier: str, check_shown: Check) -> None:
    check_shown(files, tier)
