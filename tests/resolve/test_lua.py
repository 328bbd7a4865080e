"""Lua's rules, one row each: what it shows, the files, the tier. `<|>` is the site, `<def>` the right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

Check = Callable[..., None]

SCOPES: list[tuple[str, dict[str, str], str]] = [
    ("a local variable", {"a.lua": "local <def>x = 1\nprint(<|>x)\n"}, "exact"),
    ("a local function", {"a.lua": "local function <def>f() end\n<|>f()\n"}, "exact"),
    ("a parameter", {"a.lua": "local x\nlocal function f(<def>x)\n  return <|>x\nend\n"}, "exact"),
    ("a block's variable hides the outer one", {"a.lua": "local x = 1\ndo\n  local <def>x = 2\n  print(<|>x)\nend\n"}, "exact"),
    ("and is gone behind it", {"a.lua": "local <def>x = 1\ndo\n  local x = 2\nend\nprint(<|>x)\n"}, "exact"),
    ("an assignment sets the outer variable", {"a.lua": "local <def>x\nlocal function f()\n  x = 1\n  return <|>x\nend\n"}, "exact"),
    ("a loop's variables", {"a.lua": "for i, <def>v in ipairs(t) do\n  print(<|>v)\nend\n"}, "exact"),
    ("a counter", {"a.lua": "for <def>i = 1, 2 do\n  print(<|>i)\nend\n"}, "exact"),
    ("an anonymous function's parameter", {"a.lua": "run(function(<def>x)\n  return <|>x\nend)\n"}, "exact"),
    ("a global function", {"a.lua": "function <def>f() end\nlocal function g()\n  <|>f()\nend\n"}, "exact"),
    ("a global of another file", {"a.lua": "<|>frobnicate()\n", "b.lua": "function <def>frobnicate() end\n"}, "possible"),
    ("a built-in is elsewhere", {"a.lua": "<|>print(1)\n", "b.lua": "function print() end\n"}, "external"),
]  # fmt: skip

IMPORTS: list[tuple[str, dict[str, str], str]] = [
    ("require", {"a.lua": "local m = require('b')\nm.<|>f()\n", "b.lua": "local M = {}\nfunction M.<def>f() end\nreturn M\n"}, "exact"),
    ("without brackets", {"a.lua": "local m = require 'b'\nm.<|>f()\n", "b.lua": "local M = {}\nfunction M.<def>f() end\nreturn M\n"}, "exact"),
    ("a path with dots", {"a.lua": "local m = require('x.y.b')\nm.<|>f()\n", "x/y/b.lua": "local M = {}\nfunction M.<def>f() end\nreturn M\n"}, "exact"),
    ("the folder's own file", {"a.lua": "local m = require('x')\nm.<|>f()\n", "x/init.lua": "local M = {}\nfunction M.<def>f() end\nreturn M\n"}, "exact"),
    ("below lua and src", {"t/a.lua": "local m = require('x.b')\nm.<|>f()\n", "lua/x/b.lua": "local M = {}\nfunction M.<def>f() end\nreturn M\n"}, "exact"),
    ("the path's own token", {"a.lua": "local m = require('<|>b')\n", "b.lua": "local <def>M = {}\nreturn M\n"}, "exact"),
    ("a table that is written where it is returned", {"a.lua": "local m = require('b')\nm.<|>g()\n", "b.lua": "local function <def>f() end\nreturn { g = f }\n"}, "exact"),
    ("a library's", {"a.lua": "local m = require('cjson')\nm.<|>f()\n", "b.lua": "local M = {}\nfunction M.f() end\nreturn M\n"}, "external"),
]  # fmt: skip

MEMBERS: list[tuple[str, dict[str, str], str]] = [
    ("a table's function", {"a.lua": "local M = {}\nfunction M.<def>f() end\nlocal N = {}\nfunction N.f() end\nM.<|>f()\n"}, "exact"),
    ("a method", {"a.lua": "local M = {}\nfunction M:<def>f() end\nM:<|>f()\n"}, "exact"),
    ("self", {"a.lua": "local M = {}\nfunction M:<def>f() end\nfunction M:g()\n  self:<|>f()\nend\n"}, "exact"),
    ("a field that a method sets", {"a.lua": "local M = {}\nfunction M:f()\n  self.<def>x = 1\nend\nfunction M:g()\n  return self.<|>x\nend\n"}, "exact"),
    ("a field of the table", {"a.lua": "local M = {}\nM.<def>MAX = 8\nprint(M.<|>MAX)\n"}, "exact"),
    ("a function in a written table", {"a.lua": "local t = { <def>run = function() end }\nt.<|>run()\n"}, "exact"),
    ("an object", {"a.lua": "local M = {}\nM.__index = M\nfunction M.new()\n  return setmetatable({}, M)\nend\nfunction M:<def>f() end\nlocal x = M.new()\nx:<|>f()\n"}, "exact"),
    ("an object by a local variable", {"a.lua": "local M = {}\nfunction M.new()\n  local self = setmetatable({}, M)\n  self.x = 1\n  return self\nend\nfunction M:<def>f() end\nlocal x = M.new()\nx:<|>f()\n"}, "exact"),
    ("a required module's object", {"a.lua": "local M = require('b')\nlocal x = M.new()\nx:<|>f()\n", "b.lua": "local M = {}\nfunction M.new()\n  return setmetatable({}, M)\nend\nfunction M:<def>f() end\nreturn M\n"}, "exact"),
    ("a base's method", {"a.lua": "local A = {}\nfunction A:<def>f() end\nlocal B = setmetatable({}, { __index = A })\nfunction B:g()\n  self:<|>f()\nend\n"}, "exact"),
    ("another name", {"a.lua": "local M = {}\nfunction M.<def>f() end\nlocal N = M\nN.<|>f()\n"}, "exact"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "tier"), [pytest.param(files, tier, id=name) for name, files, tier in SCOPES + IMPORTS + MEMBERS])
def test_definition(files: Mapping[str, str], tier: str, check_definition: Check) -> None:
    check_definition(files, tier)


REFERENCES: list[tuple[str, dict[str, str]]] = [
    ("across files", {"a.lua": "local M = {}\nfunction M.<|>f() end\nM.<ref>f()\nreturn M\n", "b.lua": "local m = require('a')\nm.<ref>f()\n", "c.lua": "local N = {}\nfunction N.f() end\nN.f()\n"}),
    ("a method through self", {"a.lua": "local M = {}\nfunction M:<|>f() end\nfunction M:g()\n  self:<ref>f()\nend\nlocal N = {}\nfunction N:g()\n  self:f()\nend\n"}),
    ("a local variable", {"a.lua": "local <|>x = 1\n<ref>x = <ref>x + 1\ndo\n  local x = 2\n  print(x)\nend\n"}),
    ("a local variable that is set in a function", {"a.lua": "local <|>x = 1\nlocal function f()\n  <ref>x = 2\nend\n"}),
]  # fmt: skip


@pytest.mark.parametrize("files", [pytest.param(files, id=name) for name, files in REFERENCES])
def test_references(files: Mapping[str, str], check_references: Check) -> None:
    check_references(files)
