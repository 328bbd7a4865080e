"""What is read from a page of idiomatic code in the languages of full depth: `pages/<language>.*` is the code, the tables are here.

A table is one string: a row a line, columns apart by two blanks or more, so that a change of the extractor shows as a change of rows.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from maguyva.extract.facts import extract
from maguyva.model import BindingKind, ChunkKind, FileFacts, ImportFlag, Role, SymbolFlag, SymbolKind

PAGES = {page.stem: page for page in (Path(__file__).parent / "pages").iterdir() if page.stem in ("python", "javascript", "typescript", "tsx")}


def symbols_of(facts: FileFacts, text: bytes) -> list[str]:
    """kind, name, container, flags, signature, type."""
    strings = facts.strings
    rows = []
    for row in range(facts.symbol_count):
        parent = int(facts.symbol_parent[row])
        flags = SymbolFlag(int(facts.symbol_flags[row]))
        signature = text[facts.symbol_signature_start[row] : facts.symbol_signature_end[row]].decode()
        rows.append(
            _row(
                SymbolKind(facts.symbol_kind[row]).label,
                strings[facts.symbol_name[row]],
                strings[facts.symbol_name[parent]] if parent >= 0 else "",
                "+".join(flag.name.lower() for flag in flags if flag.name),
                re.sub(r"\s+", " ", signature),
                strings[facts.symbol_type[row]],
            )
        )
    return rows


def references_of(facts: FileFacts, role: Role | None = None) -> list[str]:
    """role, and the name with what stands before its dot."""
    strings = facts.strings
    return [
        _row(Role(kind).label, f"{strings[qualifier]}.{strings[name]}" if qualifier else strings[name])
        for name, qualifier, kind in zip(
            facts.reference_name.tolist(), facts.reference_qualifier.tolist(), facts.reference_role.tolist(), strict=True
        )
        if role is None or kind == role
    ]


def bindings_of(facts: FileFacts) -> list[str]:
    """kind, name, the symbol around its scope, what is known of its type."""
    strings = facts.strings
    rows = []
    for row in range(len(facts.binding_name)):
        around = int(facts.scope_symbol[facts.binding_scope[row]])
        rows.append(
            _row(
                BindingKind(facts.binding_kind[row]).name.lower(),
                strings[facts.binding_name[row]],
                strings[facts.symbol_name[around]] if around >= 0 else "",
                strings[facts.binding_type[row]],
            )
        )
    return rows


def imports_of(facts: FileFacts) -> list[str]:
    """module, name, alias, flags."""
    strings = facts.strings
    return [
        _row(
            strings[facts.import_module[row]],
            strings[facts.import_name[row]],
            strings[facts.import_alias[row]],
            "+".join(flag.name.lower() for flag in ImportFlag(int(facts.import_flags[row])) if flag.name),
        )
        for row in range(len(facts.import_module))
    ]


def chunks_of(facts: FileFacts, text: bytes) -> list[str]:
    """kind, symbol, the first line."""
    rows = []
    for row in range(facts.chunk_count):
        symbol = int(facts.chunk_symbol[row])
        piece = text[facts.chunk_start[row] : facts.chunk_end[row]].decode()
        name = facts.strings[facts.symbol_name[symbol]] if symbol >= 0 else ""
        rows.append(_row(ChunkKind(facts.chunk_kind[row]).name.lower(), name, piece.lstrip("\n").split("\n")[0].strip()))
    return rows


def _row(*cells: str) -> str:
    return "  ".join(cell or "-" for cell in cells)


def check(language: str, code: str, *, symbols: str = "", references: str = "", bindings: str = "", imports: str = "", chunks: str = "") -> None:
    """Assert that what is read from `code` holds every row given, in order; of references and bindings other rows may stand between."""
    text = code.encode()
    facts = extract(text, language)
    assert facts.problems == []
    for found, wanted, whole in (
        (symbols_of(facts, text), symbols, True),
        (imports_of(facts), imports, True),
        (chunks_of(facts, text), chunks, True),
        (references_of(facts), references, False),
        (bindings_of(facts), bindings, False),
    ):
        rows = [re.sub(r" {2,}", "  ", line.strip()) for line in wanted.strip().splitlines()]
        if not rows:
            continue
        if whole:
            assert found == rows
        else:
            remaining = iter(found)
            missing = [row for row in rows if row not in remaining]
            assert missing == [], found


def _page(language: str) -> str:
    return PAGES[language].read_text(encoding="utf-8")


def test_python_page() -> None:
    check(
        "python",
        _page("python"),
        symbols="""
        variable  __all__  -  -  __all__ = ["Store", "open_store"]  =[]
        constant  MAX_SIZE  -  -  MAX_SIZE: int = 10  int
        variable  _cache  -  -  _cache, _lock = {}, helpers.Lock()  ={}
        variable  _lock  -  -  _cache, _lock = {}, helpers.Lock()  =helpers.Lock()
        enum  Color  -  -  class Color(enum.Enum)  -
        enum_member  RED  Color  -  RED = 1  -
        enum_member  BLUE  Color  -  BLUE = enum.auto()  -
        class  Store  -  decorated  class Store(Base[Color], BaseMixin, metaclass=Meta)  -
        field  name  Store  -  name: str  str
        field  items  Store  -  items: t.List["Model"] = make_field(default_factory=list)  t.List["Model"]
        field  limit  Store  -  limit = MAX_SIZE  =MAX_SIZE
        method  __init__  Store  -  def __init__(self, name: str, *args, size=MAX_SIZE, **options)  -
        field  backend  Store  -  self.backend: helpers.Backend | None = None  helpers.Backend | None
        field  client  Store  -  self.client = helpers.Client(name).connect()  =helpers.Client().connect()
        property  size  Store  decorated  def size(self) -> int  int
        property  size  Store  decorated+property+overload  def size(self, value)  -
        method  load  Store  static+async+decorated  async def load(path)  -
        method  get  Store  decorated+overload  def get(self, key: int) -> Model  Model
        method  get  Store  -  def get(self, key)  =found|[self.items<>]|{}
        function  missing  get  -  def missing()  -
        function  open_store  -  -  def open_store(path=os.path.curdir, /, kind: "Color | None" = None) -> Store  Store
        """,
        references="""
        import  ..core.base
        import  Mixin
        import  ..models
        read  export .open_store
        type  int
        call  helpers.Lock
        inherit  enum.Enum
        decorate  dataclass
        read  dataclass=.frozen
        inherit  Base
        type  Color
        read  ?=.metaclass
        type  t.List
        type  Model
        call  make_field
        read  make_field=.default_factory
        call  super().__init__
        write  self.name
        type  helpers.Backend
        call  helpers.Client().connect
        write  self.client
        decorate  property
        decorate  size.setter
        call  self.items.resize
        read  self.items.resize=.fill
        decorate  t.overload
        read  key
        write  key
        call  item.get
        read  KeyError
        read  x[].z
        type  Color
        type  Store
        read  _cache
        write  _cache
        read  Store=.kind
        read  Color.RED
        write  a
        write  _cache.backend.size
        call  ''.join
        """,
        bindings="""
        import  os  -  -
        import  make_field  -  -
        definition  MAX_SIZE  -  :int
        definition  items  Store  :t.List["Model"]
        definition  limit  Store  =MAX_SIZE
        parameter  self  __init__  -
        parameter  size  __init__  =MAX_SIZE
        definition  missing  get  -
        global  key  missing  -
        variable  item  get  =enumerate(self.items)<>.1
        variable  found  get  =item.get()
        variable  handle  get  =open()<with>
        variable  error  get  :(KeyError, helpers.Missing)
        variable  entry  get  @self.items
        parameter  y  get  -
        parameter  kind  open_store  :"Color | None"
        global  _cache  open_store  -
        variable  b  open_store  =0
        variable  other  open_store  -
        """,
        imports="""
        enum  -  enum  namespace
        os.path  -  os.path  namespace
        typing  -  t  namespace
        dataclasses  dataclass  dataclass  -
        dataclasses  field  make_field  -
        .  helpers  helpers  -
        ..core.base  Base  Base  -
        ..core.base  Mixin  BaseMixin  -
        .star  *  -  -
        .models  Model  Model  -
        """,
        chunks="""
        window  -  # A page of idiomatic Python.
        symbol  Color  class Color(enum.Enum):
        header  Store  # Keeps things.
        symbol  __init__  def __init__(self, name: str, *args, size=MAX_SIZE, **options):
        symbol  size  @property
        symbol  size  @size.setter
        symbol  load  @staticmethod
        symbol  get  @t.overload
        symbol  get  def get(self, key):
        symbol  open_store  def open_store(path=os.path.curdir, /, kind: "Color | None" = None) -> Store:
        """,
    )


def test_javascript_page() -> None:
    check(
        "javascript",
        _page("javascript"),
        symbols="""
        variable  app  -  -  var app = exports = module.exports = {}  ={1}
        method  init  app  -  app.init = function init (options = {})  -
        field  settings  app  -  this.settings = Object.create(null)  =Object.create(null)
        function  Layer  -  -  function Layer (path)  -
        field  path  Layer  -  this.path = path  =path
        method  match  Layer  -  Layer.prototype.match = function (path)  -
        function  createApp  -  exported+async  exports.createApp = async ({ name, port: listenOn = 80 }, [first, ...rest])  -
        class  Server  -  -  class Server extends http.Server  -
        field  count  Server  static  static count = 0  =0
        field  #secret  Server  -  #secret = 1  =0
        method  onData  Server  -  onData = (chunk)  -
        constructor  constructor  Server  -  constructor ()  -
        property  open  Server  -  get open ()  -
        property  open  Server  property+overload  set open (value)  -
        variable  view  -  -  const view = {  ={19}
        method  draw  view  -  draw ()  -
        method  quoted-name  view  -  'quoted-name': function ()  -
        function  default  -  exported+default_export  export default function ()  -
        """,
        references="""
        import  Router
        import  {}.Route
        write  module.exports
        call  Object.create
        write  this.settings
        write  {}=0.key
        read  http.METHODS
        call  self.route
        call  Layer
        read  Layer.prototype
        call  Way
        call  new Way().run
        inherit  http.Server
        write  this.#secret
        write  Server.count
        call  Layer.Item
        write  {}.path
        call  Server
        write  {}=0.plain
        read  send
        """,
        bindings="""
        import  Way  -  -
        parameter  options  init  ={3}
        variable  self  init  =this
        variable  method  init  @http.METHODS
        variable  last  init  =method
        parameter  path  init  -
        definition  Layer  -  -
        parameter  name  createApp  =#0.name
        variable  listenOn  createApp  =#0.port
        variable  message  createApp  -
        """,
        imports="""
        http  -  http  namespace+dynamic
        ./router  Router  Router  dynamic
        ./router  Route  Way  dynamic
        send  send  send  dynamic
        ./polyfill  -  -  dynamic
        -  app  -  reexport+namespace
        -  view  view  reexport
        -  app  app  reexport
        -  send  helper  reexport
        """,
        chunks="""
        window  -  'use strict'
        symbol  init  // Sets up.
        symbol  Layer  function Layer (path) {
        symbol  match  Layer.prototype.match = function (path) {
        symbol  createApp  exports.createApp = async ({ name, port: listenOn = 80 }, [first, ...rest]) => {
        header  Server  class Server extends http.Server {
        symbol  onData  onData = (chunk) => { this.#secret += chunk.length }
        symbol  constructor  constructor () { super(); Server.count++ }
        symbol  open  get open () { return true }
        symbol  open  set open (value) {}
        symbol  view  const view = {
        symbol  default  export default function () {}
        """,
    )


def test_typescript_page() -> None:
    check(
        "typescript",
        _page("typescript"),
        symbols="""
        interface  Drawable  -  exported  interface Drawable<T> extends Shape, ns.Other<T>  -
        field  kind  Drawable  -  readonly kind: string  string
        method  draw  Drawable  -  draw(at: Point, deep?: boolean): T  T
        type  Point  -  exported  type Point = { x: number; y: number } | Drawable<string>["kind"]  {4} | Drawable<string>["kind"]
        enum  Level  -  exported  enum Level  -
        enum_member  Low  Level  -  Low  -
        enum_member  High  Level  -  High = 2  -
        module  plugins  -  -  declare module "plugins"  -
        function  plug  plugins  exported  function plug(name: string): void  void
        namespace  Outer.Inner  -  -  namespace Outer.Inner  -
        constant  DEPTH  Outer.Inner  exported  export const DEPTH = 2  =0
        class  Canvas  -  exported+default_export+abstract  abstract class Canvas<T extends Point = Point> extends ns.Base<T> implements Drawable<T>  -
        field  instances  Canvas  static  static readonly instances: Map<string, Canvas> = new Map()  Map<string, Canvas>
        field  pen  Canvas  -  private pen?: Pen  Pen
        method  handler  Canvas  -  handler = (event: Event): void  void
        constructor  constructor  Canvas  -  constructor(private readonly service: Service, public scale = 1)  -
        field  service  Canvas  -  private readonly service: Service  Service
        field  scale  Canvas  exported  public scale = 1  =0
        field  cache  Canvas  -  this.cache = new Cache<T>()  =new Cache<T>()
        method  draw  Canvas  async+decorated  async draw<K>(key: K, ...rest: any[]): Promise<Map<K, T>>  Promise<Map<K, T>>
        method  find  Canvas  overload  find(id: string): T  T
        method  find  Canvas  overload  find(id: number): T  T
        method  find  Canvas  -  find(id: any)  -
        method  clear  Canvas  abstract  abstract clear(): void  void
        property  area  Canvas  -  get area(): number  number
        function  build  -  exported+async  const build = async <T>(options: Options, fallback?: typeof fs): Promise<T>  Promise<T>
        constant  LIMIT  -  exported  LIMIT = 3  =0
        function  isPoint  -  exported  function isPoint(value: unknown): value is Point  value is Point
        """,
        references="""
        import  parse
        import  two
        read  read
        inherit  Shape
        inherit  ns.Other
        type  T
        type  Point
        type  Drawable
        inherit  ns.Base
        inherit  Drawable
        call  Map
        type  Pen
        call  this.pen.move
        call  this.pen.move().commit
        call  Cache
        decorate  Logged
        read  Level.Low
        type  Promise
        read  this.service.size<T>(key).height
        call  this.service.size
        call  run
        read  {}=.width
        write  a
        write  b
        type  Result
        call  (<Result>).map
        type  Options
        read  fs
        call  read
        call  fs.existsSync
        """,
        bindings="""
        import  read  -  -
        parameter  T  Drawable  <
        parameter  at  draw  :Point
        definition  DEPTH  Outer.Inner  =0
        parameter  service  constructor  :Service
        parameter  scale  constructor  =0
        parameter  rest  draw  :...any[]
        variable  h  draw  =this.service.size<T>(key).height
        variable  later  draw  =run(a,{13})
        parameter  x  draw  :T
        parameter  fallback  build  :typeof fs
        import  lazy  -  -
        """,
        imports="""
        ./core  default  run  default
        ./core  Options  Options  type_only
        ./core  parse  read  -
        ./shapes  Shape  Shape  type_only
        ./ns  -  ns  namespace
        fs  -  fs  namespace
        ./side-effect  -  -  -
        ./all  *  -  reexport
        ./tools  -  tools  reexport+namespace
        ./numbers  one  one  reexport
        ./numbers  two  second  reexport
        -  read  parse  reexport
        ./lazy  -  lazy  namespace+dynamic
        """,
        chunks="""
        window  -  import run, { type Options, parse as read } from "./core";
        symbol  Drawable  /** What is drawn. */
        symbol  Point  export type Point = { x: number; y: number } | Drawable<string>["kind"];
        symbol  Level  export enum Level { Low, High = 2 }
        header  plugins  declare module "plugins" {
        symbol  plug  export function plug(name: string): void;
        symbol  Outer.Inner  namespace Outer.Inner {
        header  Canvas  export default abstract class Canvas<T extends Point = Point> extends ns.Base<T> implements Drawable<T> {
        symbol  handler  handler = (event: Event): void => { this.pen!.move(event)?.commit(); };
        symbol  constructor  constructor(private readonly service: Service, public scale = 1) {
        symbol  draw  @Logged({ level: Level.Low })
        header  Canvas  find(id: string): T;
        symbol  find  find(id: any) { return id; }
        header  Canvas  abstract clear(): void;
        symbol  area  get area(): number { return 0; }
        symbol  build  export const build = async <T>(options: Options, fallback?: typeof fs): Promise<T> => read(options)
        symbol  LIMIT  , LIMIT = 3;
        symbol  isPoint  export function isPoint(value: unknown): value is Point {
        """,
    )


def test_tsx_page() -> None:
    check(
        "tsx",
        _page("tsx"),
        symbols="""
        type  Props  -  -  type Props = { title: string; onClose?: () => void }  {1}
        field  title  Props  -  title: string  string
        field  onClose  Props  -  onClose?: () => void  () => void
        function  Panel  -  exported  const Panel: React.FC<Props> = ({ title, onClose })  -
        variable  default  -  exported+default_export  export default React.memo(Panel)  =React.memo(Panel)
        """,
        references="""
        type  React.FC
        type  Props
        call  React.useState
        call  Dialog
        write  {}.onClose
        read  onClose
        call  Icons.Close
        call  setOpen
        call  React.memo
        read  Panel
        """,
        bindings="""
        parameter  title  Panel  =#0.title
        variable  setOpen  Panel  =React.useState<boolean>(true)[1]
        definition  default  -  =React.memo(Panel)
        """,
        imports="""
        react  default  React  default
        """,
        chunks="""
        window  -  import React from "react";
        symbol  Props  type Props = { title: string; onClose?: () => void };
        symbol  Panel  export const Panel: React.FC<Props> = ({ title, onClose }) => {
        symbol  default  export default React.memo(Panel);
        """,
    )


# ---- single habits, each with the reason it is here ----


@pytest.mark.parametrize(
    ("language", "code", "symbols"),
    [
        # Decorated definitions are there once.
        ("python", "@app.route('/')\n@cached\ndef index(): ...\n", "function  index  -  decorated  def index()  -"),
        # The else branch sets the same name.
        ("python", "try:\n    import x\n    Y = 1\nexcept ImportError:\n    Y = 2\n", "constant  Y  -  -  Y = 1  =0"),
        # A local name is no symbol; a class inside a function is, and so are its attributes.
        (
            "python",
            "def f():\n    a = 1\n    class C:\n        b = 2\n",
            "function  f  -  -  def f()  -\nclass  C  f  -  class C  -\nfield  b  C  -  b = 2  =0",
        ),
        # The property is the definition, the assignment in `__init__` a write.
        (
            "python",
            "class A:\n    def __init__(self):\n        self.x = 1\n    @property\n    def x(self): ...\n",
            "class  A  -  -  class A  -\nmethod  __init__  A  -  def __init__(self)  -\nproperty  x  A  decorated  def x(self)  -",
        ),
        # `None` tells nothing about an attribute; a later assignment does.
        (
            "python",
            "class A:\n    def f(self):\n        self.x = None\n    def g(self):\n        self.x = B()\n",
            "class  A  -  -  class A  -\nmethod  f  A  -  def f(self)  -\nfield  x  A  -  self.x = None  =B()\nmethod  g  A  -  def g(self)  -",
        ),
        ("python", "def g[T: int](x: T) -> T: ...\ntype Pair[T] = tuple[T, T]\n", "function  g  -  -  def g[T: int](x: T) -> T  T\ntype  Pair  -  -  type Pair[T] = tuple[T, T]  -"),
        # The names of both declarators, each with its own span.
        ("javascript", "const a = 1, f = x => x\n", "variable  a  -  -  const a = 1  =0\nfunction  f  -  -  f = x  -"),
        ("javascript", "if (x) { let a = 1; var b = 2; function c() {} }\n", "variable  b  -  -  var b = 2  =0\nfunction  c  -  -  function c()  -"),
        ("javascript", "describe('x', () => { const local = 1; function helper() {} })\n", "function  helper  -  -  function helper()  -"),
        ("javascript", "module.exports = function run(a) {}\n", "function  run  -  exported+default_export  module.exports = function run(a)  -"),
        ("javascript", "module.exports = (a) => a\n", "function  exports  -  exported+default_export  module.exports = (a)  -"),
        ("javascript", "exports.Foo = class { bar() {} }\n", "class  Foo  -  exported  exports.Foo = class  -\nmethod  bar  Foo  -  bar()  -"),
        ("javascript", "exports.V = '1'\nexports.x = require('./x')\n", "constant  V  -  exported  exports.V = '1'  =''"),
        ("javascript", "function R() {}\nR.prototype.b = R.prototype.a\n", "function  R  -  -  function R()  -\nfield  b  R  -  R.prototype.b = R.prototype.a  =R.prototype.a"),
        ("javascript", "on('x', function handler(e) {})\n", "function  handler  -  -  function handler(e)  -"),
        ("typescript", "declare function f(a: string): void;\ndeclare const N: number;\n", "function  f  -  -  declare function f(a: string): void  void\nconstant  N  -  -  declare const N: number  number"),
        ("typescript", "export const { a, b: c } = make();\n", "variable  a  -  exported  export const { a, b: c } = make()  =make().a\nvariable  c  -  exported  export const { a, b: c } = make()  =make().b"),
        ("typescript", "export default { run() {} };\n", "variable  default  -  exported+default_export  export default { run() {} }  ={1}\nmethod  run  default  -  run()  -"),
    ],
)
def test_symbols(language: str, code: str, symbols: str) -> None:
    check(language, code, symbols=symbols)


@pytest.mark.parametrize(
    ("language", "code", "references"),
    [
        ("python", "a.b(1)\n    .c[0].d", "read  a\ncall  a.b\nread  a.b().c\nread  a.b().c[].d"),
        ("python", "(a or b).c", "read  a\nread  b\nread  ?.c"),
        ("python", "await f(x)(y).z", "call  f\nread  x\nread  y\nread  f()().z"),
        ("python", "x: 'a.B[C]'", "type  a\ntype  a.B\ntype  C"),
        ("python", "x: Literal['red']", "type  Literal"),
        ("python", "f(g(1), key=h(2), other=3)", "call  f\ncall  g\nread  f=.key\ncall  h\nread  f=.other"),
        ("javascript", "a?.b?.(x)?.c", "read  a\ncall  a.b\nread  x\nread  a.b().c"),
        ("javascript", "new a.B(x).run(...rest)", "read  a\ncall  a.B\nread  x\ncall  a.B().run\nread  rest"),
        ("javascript", "/** @param {Map<string, Foo>} x see {@link bar.Baz} */\nrun()", "type  Map\ntype  Foo\ntype  bar\ntype  bar.Baz\ncall  run"),
        ("typescript", "let x = <Foo>y as unknown as ns.Bar", "type  Foo\nread  y\nread  ns\ntype  ns.Bar"),
    ],
)
def test_references(language: str, code: str, references: str) -> None:
    text = code.encode()
    assert "\n".join(references_of(extract(text, language))) == references


def test_enclosing_symbol_of_an_attribute_is_the_method() -> None:
    facts = extract(b"class A:\n    def f(self):\n        self.x = make()\n", "python")
    call = facts.reference_role.tolist().index(Role.CALL)
    assert facts.strings[facts.symbol_name[facts.reference_symbol[call]]] == "f"


def test_default_values_are_looked_up_outside_the_function() -> None:
    facts = extract(b"def f(x=x):\n    return x\n", "python")
    scopes = [int(scope) for name, scope in zip(facts.reference_name, facts.reference_scope, strict=True) if facts.strings[name] == "x"]
    assert scopes == [0, 1]


def test_syntax_errors_are_counted_and_lose_nothing_around_them() -> None:
    facts = extract(b"def a(): pass\n\nx = = )\n\ndef b(): pass\n", "python")
    assert facts.problems and "syntax error" in facts.problems[0]
    assert [facts.strings[row] for row in facts.symbol_name.tolist() if facts.strings[row] in "ab"] == ["a", "b"]
