"""JavaScript's and TypeScript's rules, one row each: what it shows, the files, the tier. `<|>` is the site, `<def>` the right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

Check = Callable[..., None]

SCOPES: list[tuple[str, dict[str, str], str]] = [
    ("a function is hoisted", {"a.js": "<|>f();\nfunction <def>f() {}\n"}, "exact"),
    ("var belongs to the function", {"a.js": "function g() {\n  if (a) { var <def>x = 1; }\n  return <|>x;\n}\n"}, "exact"),
    ("let belongs to the block", {"a.js": "let <def>x = 0;\n{ let x = 1; }\n<|>x;\n"}, "exact"),
    ("an arrow's parameter", {"a.ts": "const f = (<def>x: number) => <|>x;\n"}, "exact"),
    ("a destructured parameter", {"a.ts": "function f({ <def>x }) { return <|>x; }\n"}, "exact"),
    ("a local never reaches a definition of its name elsewhere", {"a.ts": "export function f(<def>run) { <|>run(); }\n", "b.ts": "export function run() {}\n"}, "exact"),
    ("a catch clause's variable", {"a.js": "try {} catch (<def>e) { <|>e; }\n"}, "exact"),
]

IMPORTS: list[tuple[str, dict[str, str], str]] = [
    ("named", {"a.ts": "import { f } from './b';\n<|>f();\n", "b.ts": "export function <def>f() {}\n"}, "exact"),
    ("named, as", {"a.ts": "import { f as g } from './b';\n<|>g();\n", "b.ts": "export function <def>f() {}\n"}, "exact"),
    ("the import's own token", {"a.ts": "import { <|>f } from './b';\n", "b.ts": "export function <def>f() {}\n"}, "exact"),
    ("default", {"a.ts": "import g from './b';\n<|>g();\n", "b.ts": "export default function <def>f() {}\n"}, "exact"),
    ("default of a name", {"a.ts": "import g from './b';\n<|>g();\n", "b.ts": "function <def>f() {}\nexport default f;\n"}, "exact"),
    ("namespace", {"a.ts": "import * as b from './b';\nb.<|>f();\n", "b.ts": "export function <def>f() {}\n"}, "exact"),
    ("re-export", {"a.ts": "import { f } from './b';\n<|>f();\n", "b.ts": "export { f } from './c';\n", "c.ts": "export function <def>f() {}\n"}, "exact"),
    ("re-export under another name", {"a.ts": "import { g } from './b';\n<|>g();\n", "b.ts": "export { f as g } from './c';\n", "c.ts": "export function <def>f() {}\n"}, "exact"),
    ("export list under another name", {"a.ts": "import { g } from './b';\n<|>g();\n", "b.ts": "function <def>f() {}\nexport { f as g };\n"}, "exact"),
    ("export star", {"a.ts": "import { f } from './b';\n<|>f();\n", "b.ts": "export * from './c';\n", "c.ts": "export function <def>f() {}\n"}, "exact"),
    ("export star as", {"a.ts": "import { c } from './b';\nc.<|>f();\n", "b.ts": "export * as c from './c';\n", "c.ts": "export function <def>f() {}\n"}, "exact"),
    ("a barrel's index", {"a.ts": "import { f } from './lib';\n<|>f();\n", "lib/index.ts": "export * from './c';\n", "lib/c.ts": "export function <def>f() {}\n"}, "exact"),
    ("imported, then exported", {"a.ts": "import { f } from './b';\n<|>f();\n", "b.ts": "import { f } from './c';\nexport { f };\n", "c.ts": "export function <def>f() {}\n"}, "exact"),
    (".js means .ts", {"a.ts": "import { f } from './b.js';\n<|>f();\n", "b.ts": "export function <def>f() {}\n"}, "exact"),
    ("require", {"a.js": "const b = require('./b');\nb.<|>f();\n", "b.js": "exports.<def>f = function () {};\n"}, "exact"),
    ("require, destructured", {"a.js": "const { f } = require('./b');\n<|>f();\n", "b.js": "function <def>f() {}\nmodule.exports = { f };\n"}, "exact"),
    ("module.exports is one function", {"a.js": "const g = require('./b');\n<|>g();\n", "b.js": "module.exports = f;\nfunction <def>f() {}\n"}, "exact"),
    ("of what a package gives, the import is all that is known", {"a.ts": "import { <def>f } from 'lib';\n<|>f();\n", "b.ts": "export function f() {}\n"}, "exact"),
    ("what a package's value has is elsewhere", {"a.ts": "import { f } from 'lib';\nf.<|>frobnicate();\n", "b.ts": "export function frobnicate() {}\n"}, "external"),
    ("a circle of re-exports ends at the import", {"a.ts": "export { f } from './b';\nimport { <def>f } from './b';\n<|>f();\n", "b.ts": "export { f } from './a';\n"}, "exact"),
    ("require, its member", {"a.js": "const f = require('./b').f;\n<|>f();\n", "b.js": "exports.<def>f = function () {};\n"}, "exact"),
    ("require, where it stands", {"a.js": "require('./b').<|>f();\n", "b.js": "exports.<def>f = function () {};\n"}, "exact"),
    ("a list of exports that is all names", {"a.js": "const { f } = require('./b');\n<|>f();\n", "b.js": "function <def>f() {}\nfunction g() {}\nmodule.exports = { f, g };\n"}, "exact"),
    ("an object that is exported", {"a.js": "const b = require('./b');\nb.<|>f();\n", "b.js": "function g() {}\nmodule.exports = { <def>f: g, x: 1 };\n"}, "exact"),
    ("what a CommonJS module does not export stays its own", {"a.js": "const { <def>g } = require('./b');\n<|>g();\n", "b.js": "function g() {}\nexports.f = function () {};\n"}, "exact"),
    ("an object that is exported and has a name", {"a.js": "const b = require('./b');\nb.<|>f();\n", "b.js": "var p = module.exports = {};\np.<def>f = function () {};\n"}, "exact"),
]

MEMBERS: list[tuple[str, dict[str, str], str]] = [
    ("this", {"a.ts": "class A {\n  <def>f() {}\n  g() { this.<|>f(); }\n}\nclass B { f() {} }\n"}, "exact"),
    ("this in an arrow function", {"a.ts": "class A {\n  <def>f() {}\n  g() { [1].map(() => this.<|>f()); }\n}\n"}, "exact"),
    ("a base's, imported", {"a.ts": "import { A } from './b';\nclass B extends A {\n  g() { this.<|>f(); }\n}\n", "b.ts": "export class A {\n  <def>f() {}\n}\n"}, "exact"),
    ("super", {"a.ts": "class A { <def>f() {} }\nclass B extends A {\n  f() { super.<|>f(); }\n}\n"}, "exact"),
    ("static", {"a.ts": "class A { static <def>f() {} }\nA.<|>f();\n"}, "exact"),
    ("a field", {"a.ts": "class A {\n  <def>x = 1;\n  g() { return this.<|>x; }\n}\n"}, "exact"),
    ("a parameter property", {"a.ts": "class A {\n  constructor(private <def>x: number) {}\n  g() { return this.<|>x; }\n}\n"}, "exact"),
    ("an enum's member", {"a.ts": "enum E { <def>One }\nE.<|>One;\n"}, "exact"),
    ("an object's method", {"a.ts": "const o = { <def>f() {} };\no.<|>f();\n"}, "exact"),
    ("a function's prototype", {"a.js": "function A() {}\nA.prototype.<def>f = function () {};\nnew A().<|>f();\n"}, "exact"),
    ("this on the prototype", {"a.js": "function A() { this.<def>x = 1; }\nA.prototype.f = function () { return this.<|>x; };\n"}, "exact"),
    ("this in a function that an object has", {"a.js": "var a = {};\na.<def>f = function () {};\na.g = function () { this.<|>f(); };\n"}, "exact"),
    ("also behind a computed name", {"a.js": "function a() {}\na.<def>f = function () {};\na[k] = function () { this.<|>f(); };\n"}, "exact"),
    ("this in a function that makes its own members", {"a.js": "var a = {};\na.f = function () {};\na.g = function () {\n  this.<def>x = 1;\n  this.<|>x;\n};\n"}, "exact"),
    ("this in a literal's method", {"a.js": "const o = { <def>f() {}, g() { this.<|>f(); } };\n"}, "exact"),
    ("a call leads to the name that a function has of its own", {"a.js": "function a() {}\na.f = function <def>inner() {};\na.<|>f();\n"}, "exact"),
    ("what a member is set to later", {"a.js": "class B { <def>f() {} }\nclass A {\n  constructor() { this.b = null; }\n  open() { const b = new B(); this.b = b; }\n  g() { this.b.<|>f(); }\n}\n"}, "exact"),
    ("what a function returns", {"a.js": "class A { <def>f() {} }\nfunction make() { return new A(); }\nconst a = make();\na.<|>f();\n"}, "exact"),
    ("either of two values", {"a.js": "class A { <def>f() {} }\nfunction g(x) { const a = x || new A(); a.<|>f(); }\n"}, "exact"),
    ("a variable hides the name that a function has of its own", {"a.js": "a.f = function range() {\n  var <def>range = 1;\n  return <|>range;\n};\n"}, "exact"),
    ("module.exports is where it is set", {"a.js": "const b = require('./b');\n<|>b;\n", "b.js": "const x = 1;\n<def>module.exports = { x: x };\n"}, "exact"),
]

TYPES: list[tuple[str, dict[str, str], str]] = [
    ("new", {"a.ts": "class A { <def>f() {} }\nconst x = new A();\nx.<|>f();\n"}, "exact"),
    ("an annotated parameter", {"a.ts": "interface A { <def>f(): void }\nfunction g(x: A) { x.<|>f(); }\n"}, "exact"),
    ("a generic's name", {"a.ts": "class A<T> { <def>f() {} }\nfunction g(x: A<string>) { x.<|>f(); }\n"}, "exact"),
    ("a union with null", {"a.ts": "class A { <def>f() {} }\nfunction g(x: A | null) { x?.<|>f(); }\n"}, "exact"),
    ("a field's type", {"a.ts": "class A { <def>f() {} }\nclass B {\n  a: A;\n  g() { this.a.<|>f(); }\n}\n"}, "exact"),
    ("a parameter property's type", {"a.ts": "class A { <def>f() {} }\nclass B {\n  constructor(private a: A) {}\n  g() { this.a.<|>f(); }\n}\n"}, "exact"),
    ("a return type", {"a.ts": "class A { <def>f() {} }\nfunction make(): A { return null; }\nmake().<|>f();\n"}, "exact"),
    ("an interface's base", {"a.ts": "interface A { <def>f(): void }\ninterface B extends A {}\nfunction g(x: B) { x.<|>f(); }\n"}, "exact"),
    ("awaited", {"a.ts": "class A { <def>f() {} }\nasync function make(): Promise<A> {}\nasync function g() {\n  const x = await make();\n  x.<|>f();\n}\n"}, "exact"),
    ("an external type's member never falls back", {"a.ts": "function g(x: Map<string, string>) { x.<|>frobnicate(); }\nfunction frobnicate() {}\n"}, "external"),
    ("JSDoc: a parameter", {"a.js": "class A { <def>f() {} }\n/** @param {A} x */\nfunction g(x) { x.<|>f(); }\n"}, "exact"),
    ("JSDoc: a parameter that may be left out", {"a.js": "class A { <def>f() {} }\n/**\n * @param {?A} [x]\n */\nexports.g = function (x) { x.<|>f(); };\n"}, "exact"),
    ("JSDoc: a result", {"a.js": "class A { <def>f() {} }\n/** @returns {A} */\nfunction g() { return make(); }\nconst a = g();\na.<|>f();\n"}, "exact"),
    ("JSDoc: a variable", {"a.js": "class A { <def>f() {} }\nfunction g() {\n  /** @type {A} */\n  const a = make();\n  a.<|>f();\n}\n"}, "exact"),
    ("JSDoc: a cast", {"a.js": "class A { <def>f() {} }\nconst a = /** @type {A} */ (make());\na.<|>f();\n"}, "exact"),
    ("JSDoc: a type that is defined", {"a.js": "class A { f() {} }\n/**\n * @typedef {Object} Options\n * @property {A} <def>one\n */\n/** @param {Options} o */\nfunction g(o) { o.<|>one; }\n"}, "exact"),
    ("JSDoc: a function that was a type", {"a.js": "var A = require('./b');\n/** @param {A} x */\nfunction g(x) { x.<|>f(); }\n", "b.js": "module.exports = A;\nfunction A() {}\nA.prototype.<def>f = function () {};\n"}, "exact"),
]


@pytest.mark.parametrize(("files", "tier"), [pytest.param(files, tier, id=name) for name, files, tier in SCOPES + IMPORTS + MEMBERS + TYPES])
def test_definition(files: Mapping[str, str], tier: str, check_definition: Check) -> None:
    check_definition(files, tier)


REFERENCES: list[tuple[str, dict[str, str]]] = [
    ("aliases and barrels", {"a.ts": "export function <|>f() {}\n", "b.ts": "export { <ref>f as <ref>g } from './a';\n", "c.ts": "import { <ref>g } from './b';\n<ref>g();\n", "d.ts": "function f() {}\nf();\n"}),
    ("default imports under any name", {"a.ts": "export default function <|>f() {}\n", "b.ts": "import <ref>h from './a';\n<ref>h();\n"}),
    ("an override counts for its base's member", {"a.ts": "class A {\n  <|>f() {}\n}\nclass B extends A {\n  f() { super.<ref>f(); }\n}\nnew B().<ref>f();\nclass C { f() {} }\nnew C().f();\n"}),
    ("overloads are one", {"a.ts": "function <|>f(x: number): void;\nfunction f(x: string): void;\nfunction f(x: any) {}\n<ref>f(1);\n"}),
    ("functions of one name in two callbacks are strangers", {"a.js": "test(() => {\n  function <|>done() {}\n  <ref>done();\n});\ntest(() => {\n  function done() {}\n  done();\n});\n"}),
    ("an interface and a variable of one name are told apart", {"a.ts": "interface <|>A {}\nconst A = 1;\nlet x: <ref>A = A;\n"}),
    ("a member that a sibling shares through its base", {"a.ts": "class A { f() {} }\nclass B extends A {\n  <|>f() {}\n}\nclass C extends A {}\nnew C().<ref>f();\n"}),
    ("types and interfaces", {"a.ts": "export interface <|>A {}\n", "b.ts": "import { <ref>A } from './a';\nclass B implements <ref>A {}\nlet x: <ref>A;\n"}),
    ("the name that require gives is the function", {"a.js": "module.exports = <ref>f;\nfunction <|>f() {}\n", "b.js": "const <ref>g = require('./a');\n<ref>g();\n"}),
    ("what is taken out of require is a name of its own", {"a.js": "exports.<|>f = function () {};\n", "b.js": "const { <ref>f } = require('./a');\nf();\n"}),
    ("its uses", {"a.js": "exports.f = function () {};\n", "b.js": "const lib = require('lib');\n<|>lib();\n<ref>lib();\n"}),
    ("a list of names is no reference from elsewhere", {"a.js": "function <|>f() {}\nmodule.exports = { <ref>f };\n", "b.js": "const { f } = require('./a');\nf();\n"}),
    ("descriptors of properties", {"a.js": "Object.defineProperties(a, { x: { <|>get() {} }, [y]: { <ref>get: f } });\nObject.defineProperty(a, 'z', { <ref>get() {} });\nf({ get() {} });\n"}),
    ("types in comments", {"a.js": "class <|>A {}\n/** @param {<ref>A} x */\nfunction f(x) {}\n/** @extends <ref>A */\nclass B {}\n"}),
]


@pytest.mark.parametrize("files", [pytest.param(files, id=name) for name, files in REFERENCES])
def test_references(files: Mapping[str, Any], check_references: Check) -> None:
    check_references(files)
