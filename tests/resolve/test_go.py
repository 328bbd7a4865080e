"""Go's rules, one row each: what it shows, the files, the tier. `<|>` is the site, `<def>` the right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

Check = Callable[..., None]

PACKAGES: list[tuple[str, dict[str, str], str]] = [
    ("the files of a folder see each other", {"a.go": "package p\nfunc f() { <|>g() }\n", "b.go": "package p\nfunc <def>g() {}\n"}, "exact"),
    ("the folder's test package is another", {"a_test.go": "package p_test\nfunc f() { <|>g() }\n", "b.go": "package p\nfunc g() {}\n"}, "possible"),
    ("another folder's equal name is none", {"a/a.go": "package p\nfunc f() { <|>print() }\n", "b/b.go": "package p\nfunc print() {}\n"}, "external"),
    ("an import by go.mod", {"go.mod": "module x.org/m\n", "a.go": 'package m\nimport "x.org/m/sub"\nfunc f() { sub.<|>G() }\n', "sub/b.go": "package sub\nfunc <def>G() {}\n"}, "exact"),
    ("the module itself", {"go.mod": "module x.org/m\n", "cmd/a.go": 'package main\nimport "x.org/m"\nfunc f() { m.<|>G() }\n', "b.go": "package m\nfunc <def>G() {}\n"}, "exact"),
    ("a module in a folder", {"srv/go.mod": "module x.org/m\n", "srv/a.go": 'package m\nimport "x.org/m/sub"\nfunc f() { sub.<|>G() }\n', "srv/sub/b.go": "package sub\nfunc <def>G() {}\n"}, "exact"),
    ("an import under another name", {"go.mod": "module x.org/m\n", "a.go": 'package m\nimport s "x.org/m/sub"\nfunc f() { s.<|>G() }\n', "sub/b.go": "package sub\nfunc <def>G() {}\n"}, "exact"),
    ("a package called otherwise than its folder", {"go.mod": "module x.org/m\n", "a.go": 'package m\nimport "x.org/m/go-sub"\nfunc f() { other.<|>G() }\n', "go-sub/b.go": "package other\nfunc <def>G() {}\n"}, "exact"),
    ("a dot import", {"go.mod": "module x.org/m\n", "a.go": 'package m\nimport . "x.org/m/sub"\nfunc f() { <|>G() }\n', "sub/b.go": "package sub\nfunc <def>G() {}\n"}, "exact"),
    ("a package's name leads to its import", {"a.go": 'package m\nimport <def>"net/http"\nfunc f() { <|>http.Get("") }\n'}, "exact"),
    ("a version is no name", {"a.go": 'package m\nimport <def>"x.org/redis/v8"\nfunc f() { <|>redis.Get("") }\n'}, "exact"),
    ("the standard library is elsewhere", {"a.go": 'package m\nimport "net/http"\nfunc f() { http.<|>Get("") }\nfunc Get() {}\n', "http/b.go": "package http\nfunc Get() {}\n"}, "external"),
    ("a library is elsewhere", {"go.mod": "module x.org/m\n", "a.go": 'package m\nimport "y.org/lib"\nfunc f() { lib.<|>G() }\nfunc G() {}\n'}, "external"),
    ("a vendored library is here", {"a.go": 'package m\nimport "y.org/lib"\nfunc f() { lib.<|>G() }\n', "vendor/y.org/lib/b.go": "package lib\nfunc <def>G() {}\n"}, "exact"),
    ("GOPATH", {"src/x.org/a/a.go": 'package a\nimport "x.org/b"\nfunc f() { b.<|>G() }\n', "src/x.org/b/b.go": "package b\nfunc <def>G() {}\n"}, "exact"),
    ("a built-in is elsewhere", {"a.go": "package p\nfunc f() { <|>len(nil) }\ntype T struct{}\nfunc (T) len() {}\n"}, "external"),
    ("a built-in may be hidden", {"a.go": "package p\nfunc <def>max(a, b int) int { return a }\nfunc f() { <|>max(1, 2) }\n"}, "exact"),
]  # fmt: skip

SCOPES: list[tuple[str, dict[str, str], str]] = [
    ("a parameter", {"a.go": "package p\nvar x int\nfunc f(<def>x int) int { return <|>x }\n"}, "exact"),
    ("a receiver", {"a.go": "package p\ntype T struct{}\nfunc (<def>t T) f() { _ = <|>t }\n"}, "exact"),
    ("a named result", {"a.go": "package p\nfunc f() (<def>err error) { <|>err = nil; return }\n"}, "exact"),
    ("a block's variable", {"a.go": "package p\nfunc f() {\n\tx := 1\n\tif <def>x := 2; x > 1 { _ = <|>x }\n}\n"}, "exact"),
    ("an assignment binds nothing", {"a.go": "package p\nfunc f() {\n\t<def>x := 1\n\tfunc() { <|>x = 2 }()\n}\n"}, "exact"),
    ("a type parameter", {"a.go": "package p\nfunc f[<def>T any](x <|>T) {}\ntype T int\n"}, "exact"),
    ("a parameter of a function type leaks nowhere", {"a.go": "package p\ntype F func(next int)\nfunc f() { <|>next() }\nfunc <def>next() {}\n"}, "exact"),
    ("a field is no name", {"a.go": "package p\ntype T struct{ size int }\nfunc <def>size() int { return 0 }\nfunc f() { <|>size() }\n"}, "exact"),
    ("a method is no name", {"a.go": "package p\nfunc (t T) g() {}\nfunc f() { <|>g() }\n", "b.go": "package p\ntype T int\nfunc <def>g() {}\n"}, "exact"),
]  # fmt: skip

MEMBERS: list[tuple[str, dict[str, str], str]] = [
    ("a method through the receiver", {"a.go": "package p\ntype T struct{}\nfunc (t *T) f() { t.<|>g() }\nfunc (t *T) <def>g() {}\ntype U struct{}\nfunc (U) g() {}\n"}, "exact"),
    ("a method in another file", {"a.go": "package p\ntype T struct{}\nfunc (t *T) f() { t.<|>g() }\n", "b.go": "package p\nfunc (t *T) <def>g() {}\nfunc (u U) g() {}\n"}, "exact"),
    ("a method of a type of another package", {"go.mod": "module app\n", "a/a.go": 'package a\nimport "app/b"\nfunc f(t *b.T) { t.<|>G() }\n', "b/b.go": "package b\ntype T struct{}\n", "b/c.go": "package b\nfunc (t *T) <def>G() {}\n"}, "exact"),
    ("a field", {"a.go": "package p\ntype T struct{ <def>n int }\nfunc (t T) f() { t.<|>n = 1 }\n"}, "exact"),
    ("a field's field", {"a.go": "package p\ntype T struct{ u *U }\ntype U struct{ <def>n int }\nfunc (t T) f() { t.u.<|>n = 1 }\n"}, "exact"),
    ("an embedded type's method", {"a.go": "package p\ntype T struct{ *U }\ntype U struct{}\nfunc (u *U) <def>g() {}\nfunc (t T) f() { t.<|>g() }\n"}, "exact"),
    ("an embedded type's field, deep", {"a.go": "package p\ntype T struct{ U }\ntype U struct{ V }\ntype V struct{ <def>n int }\nfunc (t T) f() { t.<|>n = 1 }\n"}, "exact"),
    ("its own field wins", {"a.go": "package p\ntype T struct{ U; <def>n int }\ntype U struct{ n int }\nfunc (t T) f() { t.<|>n = 1 }\n"}, "exact"),
    ("an embedded field by its name", {"a.go": "package p\ntype T struct{ *<def>U }\ntype U struct{}\nfunc (t T) f() { _ = t.<|>U }\n"}, "exact"),
    ("an embedded library type may have anything", {"a.go": 'package p\nimport "sync"\ntype T struct{ sync.Mutex }\nfunc (t *T) f() { t.<|>Lock() }\nfunc Lock() {}\n'}, "external"),
    ("an interface's method is its own", {"a.go": "package p\ntype I interface{ <def>g() }\ntype T struct{}\nfunc (T) g() {}\nfunc f(i I) { i.<|>g() }\n"}, "exact"),
    ("an embedded interface's method", {"a.go": "package p\ntype I interface{ J }\ntype J interface{ <def>g() }\nfunc f(i I) { i.<|>g() }\n"}, "exact"),
    ("a literal's key is a field", {"a.go": "package p\ntype T struct{ <def>n int }\nvar n = 1\nvar t = &T{<|>n: 1}\n"}, "exact"),
    ("so in a list of literals", {"a.go": "package p\ntype T struct{ <def>n int }\nvar t = []*T{{<|>n: 1}}\n"}, "exact"),
    ("so in a map of literals", {"a.go": 'package p\ntype T struct{ <def>n int }\nvar t = map[string]T{"a": {<|>n: 1}}\n'}, "exact"),
    ("a map's key is a name", {"a.go": "package p\ntype T struct{ n int }\nconst <def>n = 1\nvar t = map[int]T{<|>n: {}}\n"}, "exact"),
    ("a table of cases without a name", {"a.go": "package p\nfunc f() {\n\tcases := []struct{ <def>n int }{{n: 1}}\n\tfor _, c := range cases { _ = c.<|>n }\n}\n"}, "likely"),
]  # fmt: skip

TYPES: list[tuple[str, dict[str, str], str]] = [
    ("a literal", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc f() {\n\tx := &T{}\n\tx.<|>g()\n}\n"}, "exact"),
    ("a literal, at once", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc f() { (&T{}).<|>g() }\n"}, "exact"),
    ("new", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc f() { new(T).<|>g() }\n"}, "exact"),
    ("a declared variable", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc f() {\n\tvar x, y T\n\ty.<|>g()\n}\n"}, "exact"),
    ("a package's variable in another file", {"a.go": "package p\nfunc f() { x.<|>g() }\n", "b.go": "package p\nvar x = T{}\ntype T struct{}\nfunc (T) <def>g() {}\n"}, "exact"),
    ("a return type", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc NewT() *T { return nil }\nfunc f() {\n\tx := NewT()\n\tx.<|>g()\n}\n"}, "exact"),
    ("the first of two results", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc NewT() (*T, error) { return nil, nil }\nfunc f() {\n\tx, err := NewT()\n\tx.<|>g()\n}\n"}, "exact"),
    ("the second of two results", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc make2() (n int, t *T) { return }\nfunc f() {\n\t_, x := make2()\n\tx.<|>g()\n}\n"}, "exact"),
    ("one of parallel values", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc NewT() *T { return nil }\nfunc f() {\n\tn, x := 1, NewT()\n\tx.<|>g()\n}\n"}, "exact"),
    ("a chain of calls over lines", {"a.go": "package p\ntype T struct{}\nfunc (t *T) a() *T { return t }\nfunc (t *T) <def>b() *T { return t }\nfunc f(t *T) {\n\tt.a(). // first\n\t\t<|>b()\n}\n"}, "exact"),
    ("a comment's full stop is no dot", {"a.go": "package p\ntype T struct{}\nfunc (t *T) <def>a() {}\nfunc f(t *T) {\n\t// Set it up.\n\tt.<|>a()\n}\n"}, "exact"),
    ("an element of a slice", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc f(ts []*T) { ts[0].<|>g() }\n"}, "exact"),
    ("range over a slice", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc f(ts []T) {\n\tfor _, t := range ts { t.<|>g() }\n}\n"}, "exact"),
    ("range over a map", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc f(ts map[string][]T) {\n\tfor _, t := range ts { t[0].<|>g() }\n}\n"}, "exact"),
    ("range over a named slice", {"a.go": "package p\ntype T struct{}\ntype Ts []T\nfunc (T) <def>g() {}\nfunc f(ts Ts) {\n\tfor _, t := range ts { t.<|>g() }\n}\n"}, "exact"),
    ("variadic parameters", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc f(ts ...*T) { ts[0].<|>g() }\n"}, "exact"),
    ("an assertion", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc f(x any) {\n\tt, ok := x.(*T)\n\tt.<|>g()\n}\n"}, "exact"),
    ("an assertion, at once", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc f(x any) { x.(*T).<|>g() }\n"}, "exact"),
    ("a function's value", {"a.go": "package p\ntype T struct{}\nfunc (T) <def>g() {}\nfunc f(make func(int) *T) { make(1).<|>g() }\n"}, "exact"),
    ("a field that is a function", {"a.go": "package p\ntype T struct{ make func() U }\ntype U struct{}\nfunc (U) <def>g() {}\nfunc f(t T) { t.make().<|>g() }\n"}, "exact"),
    ("a conversion", {"a.go": "package p\ntype T int\nfunc (T) <def>g() {}\nfunc f(n int) { T(n).<|>g() }\n"}, "exact"),
    ("a generic type", {"a.go": "package p\ntype T[K any] struct{}\nfunc (t *T[K]) <def>g() {}\nfunc f(t *T[int]) { t.<|>g() }\n"}, "exact"),
    ("an alias", {"a.go": "package p\ntype T struct{}\ntype A = T\nfunc (T) <def>g() {}\nfunc f(a A) { a.<|>g() }\n"}, "exact"),
    ("a library's value has no member here", {"a.go": 'package p\nimport "net/http"\nfunc f(r *http.Request) { r.<|>Write() }\ntype T struct{}\nfunc (T) Write() {}\n'}, "external"),
]  # fmt: skip

WORKSPACES: list[tuple[str, dict[str, str], str]] = [
    ("a module that is replaced by a folder", {"app/go.mod": "module x.org/app\nreplace y.org/lib => ../fork\n", "app/a.go": 'package app\nimport "y.org/lib/sub"\nfunc f() { sub.<|>G() }\n', "fork/go.mod": "module y.org/lib\n", "fork/sub/b.go": "package sub\nfunc <def>G() {}\n", "lib/go.mod": "module y.org/lib\n", "lib/sub/b.go": "package sub\nfunc G() {}\n"}, "exact"),
    ("replacements in a block, with versions", {"app/go.mod": "module x.org/app\n\nreplace (\n\ty.org/lib v1.2.3 => ./third/lib // ours\n)\n", "app/a.go": 'package app\nimport "y.org/lib"\nfunc f() { lib.<|>G() }\n', "app/third/lib/b.go": "package lib\nfunc <def>G() {}\n"}, "exact"),
    ("a replacement by a library is elsewhere", {"app/go.mod": "module x.org/app\nreplace y.org/lib => z.org/lib v1.0.0\n", "app/a.go": 'package app\nimport "y.org/lib"\nfunc f() { lib.<|>G() }\nfunc G() {}\n'}, "external"),
    ("the module that the workspace uses", {"go.work": "go 1.22\nuse (\n\t./app\n\t./new\n)\n", "app/go.mod": "module x.org/app\n", "app/a.go": 'package app\nimport "y.org/lib"\nfunc f() { lib.<|>G() }\n', "new/go.mod": "module y.org/lib\n", "new/b.go": "package lib\nfunc <def>G() {}\n", "old/deep/go.mod": "module y.org/lib\n", "old/deep/b.go": "package lib\nfunc G() {}\n"}, "exact"),
    ("the workspace's replacement", {"go.work": "use ./app\nreplace y.org/lib => ./fork\n", "app/go.mod": "module x.org/app\n", "app/a.go": 'package app\nimport "y.org/lib"\nfunc f() { lib.<|>G() }\n', "fork/b.go": "package lib\nfunc <def>G() {}\n"}, "exact"),
    ("files for other systems: both, the usual one first", {"a.go": "package p\nfunc f() { <|>g() }\n", "g_linux.go": "package p\nfunc <def>g() {}\n", "g_windows.go": "package p\nfunc <def>g() {}\n"}, "likely"),
    ("methods too", {"a.go": "package p\ntype T struct{}\nfunc f(t T) { t.<|>g() }\n", "g_linux.go": "package p\nfunc (T) <def>g() {}\n", "g_windows.go": "package p\nfunc (T) <def>g() {}\n"}, "likely"),
    ("and through the package", {"go.mod": "module app\n", "a/a.go": 'package a\nimport "app/b"\nfunc f() { b.<|>G() }\n', "b/g_linux.go": "package b\nfunc <def>G() {}\n", "b/g_other.go": "//go:build !linux\n\npackage b\nfunc <def>G() {}\n"}, "likely"),
]  # fmt: skip

GENERICS: list[tuple[str, dict[str, str], str]] = [
    ("a type parameter has its constraint's methods", {"a.go": "package p\ntype I interface{ <def>g() }\ntype U struct{}\nfunc (U) g() {}\nfunc f[T I](x T) { x.<|>g() }\n"}, "exact"),
    ("also an element's", {"a.go": "package p\ntype I interface{ <def>g() }\ntype U struct{}\nfunc (U) g() {}\nfunc f[T I](xs []T) { xs[0].<|>g() }\n"}, "exact"),
    ("and a generic type's field", {"a.go": "package p\ntype I interface{ <def>g() }\ntype U struct{}\nfunc (U) g() {}\ntype B[T I] struct{ item T }\nfunc (b *B[T]) f() { b.item.<|>g() }\n"}, "exact"),
    ("an embedded interface's, deep, in another package", {"go.mod": "module app\n", "a/a.go": 'package a\nimport "app/b"\ntype I interface{ b.J }\nfunc f(i I) { i.<|>G() }\n', "b/b.go": "package b\ntype J interface{ K }\ntype K interface{ <def>G() }\n"}, "exact"),
]  # fmt: skip


EVERY = PACKAGES + SCOPES + MEMBERS + TYPES + WORKSPACES + GENERICS


@pytest.mark.parametrize(("files", "tier"), [pytest.param(files, tier, id=name) for name, files, tier in EVERY])
def test_definition(files: Mapping[str, str], tier: str, check_definition: Check) -> None:
    if tier == "possible":
        files = {path: text.replace("func g()", "func <def>g()") for path, text in files.items()}
    check_definition(files, tier)


REFERENCES: list[tuple[str, dict[str, str]]] = [
    ("a method in several files", {"a.go": "package p\nfunc (t *T) <|>g() {}\nfunc (u *U) g() {}\n", "b.go": "package p\ntype T struct{}\ntype U struct{}\nfunc f(t T, u U) {\n\tt.<ref>g()\n\tu.g()\n}\n"}),
    ("a type", {"a.go": "package p\ntype <|>T struct{}\nfunc (t *<ref>T) g() {}\n", "b.go": "package p\nfunc f(t <ref>T) { _ = &<ref>T{} }\ntype U struct{ <ref>T }\n"}),
    ("an exported name through its package", {"go.mod": "module app\n", "a/a.go": "package a\nfunc <|>G() {}\n", "b/b.go": 'package b\nimport "app/a"\nfunc f() { a.<ref>G() }\nfunc G() {}\nfunc h() { G() }\n'}),
    ("a field, its keys and its uses", {"a.go": "package p\ntype T struct{ <|>n int }\nvar t = T{<ref>n: 1}\nfunc f() { t.<ref>n++ }\ntype U struct{ n int }\nvar u = U{n: 1}\n"}),
    ("an import is its file's", {"a.go": 'package p\nimport <|>"fmt"\nfunc f() { <ref>fmt.Println() }\n', "b.go": 'package p\nimport "fmt"\nfunc g() { fmt.Println() }\n'}),
    ("a call through an interface counts for what satisfies it", {"a.go": "package p\ntype I interface{ g(); h() }\ntype T struct{}\nfunc (T) <|>g() {}\nfunc (T) h() {}\ntype U struct{}\nfunc (U) g() {}\nfunc f(i I, t T, u U) {\n\ti.<ref>g()\n\tt.<ref>g()\n\tu.g()\n}\n"}),
    ("and the other way round", {"a.go": "package p\ntype I interface{ <|>g() }\ntype T struct{}\nfunc (T) g() {}\nfunc f(i I, t T) {\n\ti.<ref>g()\n\tt.<ref>g()\n}\n"}),
    ("a call through the library's interface", {"a.go": 'package p\nimport "net/http"\ntype T struct{}\nfunc (T) <|>ServeHTTP(w http.ResponseWriter, r *http.Request) {}\nfunc f(h http.Handler, c http.Client) {\n\th.<ref>ServeHTTP(nil, nil)\n\tc.ServeHTTP()\n}\n'}),
]  # fmt: skip


@pytest.mark.parametrize("files", [pytest.param(files, id=name) for name, files in REFERENCES])
def test_references(files: Mapping[str, str], check_references: Check) -> None:
    check_references(files)
