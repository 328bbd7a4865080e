"""TypeScript's rules of types, one row each: what it shows, the files, the tier. `<|>` is the site, `<def>` the right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

Check = Callable[..., None]
Rows = list[tuple[str, dict[str, str], str]]

CONTEXTS: Rows = [
    ("a callback's parameter has the type that the callee declares", {"a.ts": "interface A { <def>f(): void }\nfunction each(g: (x: A) => void) {}\neach((x) => x.<|>f());\n"}, "exact"),
    ("the second of two arguments", {"a.ts": "interface A { <def>f(): void }\nfunction each(n: number, g: (k: string, x: A) => void) {}\neach(1, (k, x) => { x.<|>f(); });\n"}, "exact"),
    ("a function given to a declared variable", {"a.ts": "interface A { <def>f(): void }\ntype Handler = (x: A) => void;\nconst h: Handler = (x) => x.<|>f();\n"}, "exact"),
    ("a function that is returned", {"a.ts": "interface A { <def>f(): void }\nfunction make(): (x: A) => void {\n  return (x) => x.<|>f();\n}\n"}, "exact"),
    ("a function set to a declared member", {"a.ts": "interface A { <def>f(): void }\ninterface B { on: (x: A) => void }\nfunction g(b: B) { b.on = (x) => x.<|>f(); }\n"}, "exact"),
    ("a method of a literal", {"a.ts": "interface A { <def>f(): void }\ninterface B { on(x: A): void }\nconst b: B = { on(x) { x.<|>f(); } };\n"}, "exact"),
    ("both branches of a choice", {"a.ts": "interface A { <def>f(): void }\nfunction each(g: (x: A) => void) {}\neach(t ? (x) => {} : (x) => x.<|>f());\n"}, "exact"),
    ("a comment before the call", {"a.ts": "interface A { <def>f(): void }\ninterface M<T> { t: T }\nfunction make<T>(g: (x: T) => void): M<T> { return null; }\nconst m: M<A> = /* pure */ make((x) => x.<|>f());\n"}, "exact"),
    ("a parameter that is taken apart", {"a.ts": "interface A { <def>f(): void }\nfunction each(g: (o: { a: A }) => void) {}\neach(({ a }) => a.<|>f());\n"}, "exact"),
    ("an interface that can be called", {"a.ts": "interface A { <def>f(): void }\ninterface Fn { (x: A): void }\nconst h: Fn = (x) => x.<|>f();\n"}, "exact"),
    ("the overload that the arguments fit", {"a.ts": "interface A { f(): void }\ninterface B { <def>f(): void }\nfunction on(a: string, g: (x: A) => void): void;\nfunction on(a: number, g: (x: B) => void): void;\nfunction on(a: any, g: any) {}\non(1, (x) => x.<|>f());\n"}, "exact"),
    ("what `this` is declared to be", {"a.ts": "interface A { <def>f(): void }\nfunction each(g: (this: A) => void) {}\neach(function () { this.<|>f(); });\n"}, "exact"),
    ("an arrow function has the `this` around it", {"a.ts": "class A {\n  <def>f() {}\n  g() { return { h: () => this.<|>f() }; }\n}\n"}, "exact"),
]

KEYS: Rows = [
    ("a key means the member of the declared type", {"a.ts": "interface A { <def>x: number }\nconst a: A = { <|>x: 1 };\n"}, "exact"),
    ("also as an argument", {"a.ts": "interface A { <def>x: number }\nfunction f(a: A) {}\nf({ <|>x: 1 });\n"}, "exact"),
    ("also nested", {"a.ts": "interface A { b: { <def>x: number } }\nconst a: A = { b: { <|>x: 1 } };\n"}, "exact"),
    ("also in a list", {"a.ts": "interface A { <def>x: number }\nconst a: A[] = [{ <|>x: 1 }];\n"}, "exact"),
    ("also when it is asserted", {"a.ts": "interface A { <def>x: number }\nconst a = { <|>x: 1 } as A;\n"}, "exact"),
    ("also in the older way", {"a.ts": "interface A { <def>x: number }\nconst a = <A>{ <|>x: 1 };\n"}, "exact"),
    ("also as a method", {"a.ts": "interface A { <def>x(): void }\nconst a: A = { <|>x() {} };\n"}, "exact"),
    ("also below a computed name", {"a.ts": "interface A { <def>x: number }\nconst a: Record<string, A> = { [k]: { <|>x: 1 } };\n"}, "exact"),
    ("a string tells the member of a union", {"a.ts": "type T = { kind: 'a'; x: number } | { kind: 'b'; <def>x: number };\nconst t: T = { kind: 'b', <|>x: 1 };\n"}, "exact"),
    ("so does a constant", {"a.ts": "const B = 'b';\ntype T = { kind: 'a'; x: number } | { kind: 'b'; <def>x: number };\nconst t: T = { kind: B, <|>x: 1 };\n"}, "exact"),
    ("of a type that is not known, a key is its own definition", {"a.ts": "const a = { <|><def>x: 1 };\n"}, "exact"),
    ("a member of a literal", {"a.ts": "const a = { <def>x: 1 };\na.<|>x;\n"}, "exact"),
    ("a member of an unnamed type", {"a.ts": "function f(): { <def>x: number } { return null; }\nf().<|>x;\n"}, "exact"),
    ("what a literal takes over", {"a.ts": "const a = { <def>x: 1 };\nconst b = { ...a, y: 2 };\nb.<|>x;\n"}, "exact"),
]

GENERICS: Rows = [
    ("a class's parameter, by its argument", {"a.ts": "class A { <def>f() {} }\nclass Box<T> { value: T; }\nfunction g(b: Box<A>) { b.value.<|>f(); }\n"}, "exact"),
    ("through a base", {"a.ts": "class A { <def>f() {} }\nclass Box<T> { value: T; }\nclass ABox extends Box<A> {}\nnew ABox().value.<|>f();\n"}, "exact"),
    ("a default", {"a.ts": "class A { <def>f() {} }\ninterface Box<T = A> { value: T }\nfunction g(b: Box) { b.value.<|>f(); }\n"}, "exact"),
    ("a constraint", {"a.ts": "interface A { <def>f(): void }\nfunction g<T extends A>(x: T) { x.<|>f(); }\n"}, "exact"),
    ("what a function returns, by what it is given", {"a.ts": "class A { <def>f() {} }\nfunction same<T>(x: T): T { return x; }\nconst a = same(new A());\na.<|>f();\n"}, "exact"),
    ("by a type argument", {"a.ts": "class A { <def>f() {} }\nfunction make<T>(): T { return null; }\nconst a = make<A>();\na.<|>f();\n"}, "exact"),
    ("by what is expected of the call", {"a.ts": "class A { <def>f() {} }\ninterface Box<T> { t: T }\nfunction box<T>(init: (x: T) => void): Box<T> { return null; }\nconst b: Box<A> = box((x) => { x.<|>f(); });\n"}, "exact"),
    ("an indexed type", {"a.ts": "interface A { <def>f(): void }\ninterface B { a: A }\nfunction g(x: B['a']) { x.<|>f(); }\n"}, "exact"),
    ("a key that is given", {"a.ts": "interface A { <def>f(): void }\ninterface All { a: A }\nfunction get<K extends keyof All>(k: K): All[K] { return null; }\nconst a = get('a');\na.<|>f();\n"}, "exact"),
    ("a mapped type keeps the members", {"a.ts": "interface A { <def>x: number }\ntype Loose<T> = { [K in keyof T]?: T[K] };\nfunction g(a: Loose<A>) { a.<|>x; }\n"}, "exact"),
    ("a library's type that keeps them", {"a.ts": "interface A { <def>x: number }\nfunction g(a: Partial<A>) { a.<|>x; }\n"}, "exact"),
    ("infer", {"a.ts": "class A { <def>f() {} }\ninterface Box<T> { t: T }\ntype Held<B> = B extends Box<infer T> ? T : never;\nfunction g(x: Held<Box<A>>) { x.<|>f(); }\n"}, "exact"),
    ("this as a type", {"a.ts": "class A { self(): this { return this; } }\nclass B extends A { <def>f() {} }\nnew B().self().<|>f();\n"}, "exact"),
    ("variance", {"a.ts": "interface A { <def>f(): void }\ninterface Box<in out T extends A = A> { t: T }\nfunction g(b: Box) { b.t.<|>f(); }\n"}, "exact"),
]

LIBRARY: Rows = [
    ("what a list holds", {"a.ts": "class A { <def>f() {} }\nfunction g(xs: A[]) { xs[0].<|>f(); }\n"}, "exact"),
    ("what is taken from a list", {"a.ts": "class A { <def>f() {} }\nfunction g(xs: A[]) { xs.shift()!.<|>f(); }\n"}, "exact"),
    ("a list's callbacks", {"a.ts": "class A { <def>f() {} }\nfunction g(xs: A[]) { xs.filter((x) => x).forEach((x) => x.<|>f()); }\n"}, "exact"),
    ("what is mapped", {"a.ts": "class A { <def>f() {} }\nconst ys = [1].map((n) => new A());\nys[0].<|>f();\n"}, "exact"),
    ("for … of", {"a.ts": "class A { <def>f() {} }\nfunction g(xs: Set<A>) { for (const x of xs) x.<|>f(); }\n"}, "exact"),
    ("pairs of a map", {"a.ts": "class A { <def>f() {} }\nfunction g(m: Map<string, A>) { for (const [k, v] of m) v.<|>f(); }\n"}, "exact"),
    ("a promise's value", {"a.ts": "class A { <def>f() {} }\nfunction g(p: Promise<A>) { p.then((x) => x.<|>f()); }\n"}, "exact"),
    ("a tuple's parts", {"a.ts": "class A { <def>f() {} }\nfunction pair(): [string, A] { return null; }\nconst [s, a] = pair();\na.<|>f();\n"}, "exact"),
    ("a type of a package is not the library's of that name", {"a.ts": "import { Map } from 'lib';\nclass A { f() {} }\nfunction g(m: Map<string, A>) { m.get('x').<|>f(); }\n"}, "external"),
]

NARROWING: Rows = [
    ("instanceof", {"a.ts": "class A {}\nclass B extends A { <def>f() {} }\nfunction g(x: A) { if (x instanceof B) { x.<|>f(); } }\n"}, "exact"),
    ("the case of a switch", {"a.ts": "type T = { k: 'a'; x: number } | { k: 'b'; <def>x: number };\nfunction g(t: T) {\n  switch (t.k) {\n    case 'b': return t.<|>x;\n  }\n}\n"}, "exact"),
    ("a comparison", {"a.ts": "type T = { k: 'a'; x: number } | { k: 'b'; <def>x: number };\nfunction g(t: T) { if (t.k === 'b') return t.<|>x; }\n"}, "exact"),
    ("a guard of one's own", {"a.ts": "class A {}\nclass B { <def>f() {} }\nfunction isB(x: unknown): x is B { return true; }\nfunction g(x: A) { if (isB(x)) { x.<|>f(); } }\n"}, "exact"),
]

NAMES: Rows = [
    ("a namespace import is an entity of its own", {"a.ts": "import * as <def>b from './b';\n<|>b.f();\n", "b.ts": "export function f() {}\n"}, "exact"),
    ("where a type stands, an interface is meant", {"a.ts": "interface <def>A {}\nconst A = 1;\nlet x: <|>A;\n"}, "exact"),
    ("where a value stands, the constant is", {"a.ts": "interface A {}\nconst <def>A = 1;\nf(<|>A);\n"}, "exact"),
    ("what is exported without a name starts where its statement does", {"a.ts": "import g from './b';\n<|>g();\n", "b.ts": "<def>export default function () {}\n"}, "exact"),
    ("a re-export's new name", {"a.ts": "export { f as <|>g } from './b';\n", "b.ts": "export function <def>f() {}\n"}, "exact"),
    ("a property taken out of a value", {"a.ts": "interface A { <def>x: number }\nfunction g(a: A) { const { <|>x } = a; }\n"}, "exact"),
    ("its local name stays local", {"a.ts": "interface A { x: number }\nfunction g(a: A) { const { <def>x } = a; return <|>x; }\n"}, "exact"),
    ("what is declared for a type wins over what is set", {"a.ts": "class A<T> { <def>x: T; }\nclass B extends A<string> { f() { this.<|>x = ''; } }\n"}, "exact"),
    ("an alias of an intersection", {"a.ts": "interface A { <def>x: number }\ntype B = A & { y: number };\nfunction g(b: B) { b.<|>x; }\n"}, "exact"),
    ("a signature after a line without a semicolon", {"a.ts": "interface A {\n  <def>x: B\n  <T>(y: T): T\n}\nfunction g(a: A) { a.<|>x; }\n"}, "exact"),
]

MODULES: Rows = [
    ("a package of the workspace by its exports", {"app/a.ts": "import { f } from '@x/lib';\n<|>f();\n", "lib/package.json": '{"name": "@x/lib", "exports": {".": {"import": "./src/main.ts"}}}', "lib/src/main.ts": "export function <def>f() {}\n"}, "exact"),
    ("below it, by a pattern", {"app/a.ts": "import { f } from '@x/lib/sub/b';\n<|>f();\n", "lib/package.json": '{"name": "@x/lib", "exports": {"./sub/*": "./src/*.ts"}}', "lib/src/b.ts": "export function <def>f() {}\n"}, "exact"),
    ("what is built leads to its source", {"app/a.ts": "import { f } from 'lib';\n<|>f();\n", "lib/package.json": '{"name": "lib", "main": "./dist/index.js"}', "lib/src/index.ts": "export function <def>f() {}\n"}, "exact"),
    ("a folder's entry", {"test/a.js": "const b = require('..');\nb.<|>f();\n", "package.json": '{"name": "p", "main": "lib/b.js"}', "lib/b.js": "exports.<def>f = function () {};\n"}, "exact"),
    ("a path mapping", {"src/x/a.ts": "import { f } from '@/lib/b';\n<|>f();\n", "tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["./src/*"],},}, // mapped\n}', "src/lib/b.ts": "export function <def>f() {}\n"}, "exact"),
    ("a mapping that is extended", {"src/a.ts": "import { f } from '~b';\n<|>f();\n", "tsconfig.json": '{"extends": "./base.json"}', "base.json": '{"compilerOptions": {"paths": {"~*": ["./src/*"]}}}', "src/b.ts": "export function <def>f() {}\n"}, "exact"),
    ("declarations come before the code beside them", {"a.js": "const { f } = require('./b');\nf().<|>g();\n", "b.js": "exports.f = () => make();\n", "b.d.ts": "interface G { <def>g(): void }\nexport function f(): G;\n"}, "exact"),
]


@pytest.mark.parametrize(
    ("files", "tier"), [pytest.param(files, tier, id=name) for name, files, tier in CONTEXTS + KEYS + GENERICS + LIBRARY + NARROWING + NAMES + MODULES]
)
def test_definition(files: Mapping[str, str], tier: str, check_definition: Check) -> None:
    check_definition(files, tier)


REFERENCES: list[tuple[str, dict[str, str]]] = [
    ("keys of literals count for the member", {"a.ts": "interface A { <|>x: number }\nconst a: A = { <ref>x: 1 };\nconst b = { x: 2 };\nfunction f(a: A) { const { <ref>x } = a; return x; }\n"}),
    ("so does what is set on a typed value", {"a.ts": "interface A { <|>f(): void }\nfunction g(a: A) { a.<ref>f = () => {}; }\n"}),
    ("a key and value in one", {"a.ts": "interface A { <|>x: number }\nconst x = 1;\nconst a: A = { <ref>x };\n"}),
    ("its value", {"a.ts": "interface A { x: number }\nconst <|>x = 1;\nconst a: A = { <ref>x };\n"}),
    ("literals of two calls are strangers", {"a.ts": "f({ <|>run() {} });\nf({ run() {} });\n"}),
    ("a member of the library that a class overrides", {"a.ts": "class M extends Map<string, string> { <|>clear() {} }\nfunction f(m: Map<string, string>) { m.<ref>clear(); }\n"}),
    ("other names in imports", {"a.ts": "export function <|>f() {}\n", "b.ts": "import { <ref>f as <ref>g } from './a';\n<ref>g();\n"}),
    ("uses of a namespace import", {"a.ts": "import * as b from './b';\n<|>b.f();\n<ref>b.f();\n", "b.ts": "export function f() {}\n", "c.ts": "import * as b from './b';\nb.f();\n"}),
]


@pytest.mark.parametrize("files", [pytest.param(files, id=name) for name, files in REFERENCES])
def test_references(files: Mapping[str, Any], check_references: Check) -> None:
    check_references(files)
