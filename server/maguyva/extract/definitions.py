"""The matches of a language's definition queries, as rows that the outline decides about.

Captures understood in the first section of a query file (run as matches):

- `@definition.<kind>` the whole definition, with `@name` its name token. Optional: `@type` the declared or return type; `@value` what it
  is set to; `@member` the property that is taken from the value; `@body`, before which the signature ends; `@head` (parameters, bases),
  after which it ends; `@doc` a docstring; `@self` the receiver of an attribute definition (`self.x = …`); `@container` the expression it
  hangs on (`app` in `app.get = function …`). Markers: `@hoist` the name belongs to the function, not the block; `@itself` only its own
  body sees the name; `@owned` a parameter that is a field of the type; `@flag.exported`, `@flag.default_export`, `@flag.overload`,
  `@flag.property`, `@flag.static`, `@flag.abstract`, `@flag.async`.
  Of several patterns on one name token the first one in the file gives the kind; what the others capture is added.
- `@wrap` around `@inner`: the definition at `@inner` starts where the wrap starts (decorators, `export`, `const`). Flags may stand here too.
- `@import.module` (a string or a dotted name) with `@import.name`, `@import.alias`, or the markers `@import.star`, `@import.namespace`,
  `@import.default`, `@import.reexport`, `@import.type_only`, `@import.dynamic`, `@import.exported` (a local name given to importers),
  `@import.path` (the module is a quoted path whose last part is the local name), `@import.own` (the package the file itself belongs to),
  `@import.global` (for every file of the project).
- `@use` a path or tree of paths (`use a::{b, c}`, `using a::b`), which `uses.py` takes apart.
- `@binding.<kind>` a bound name with `@type`, `@value`, `@element` (what is iterated) or `@member` (the property that is taken from the value).
  Markers: `@part.0`, `@part.1` … which of the results of a call it is given; `@extended` C#'s `this` parameter; `@entered` it is what Python's
  `with` gives of the value.
- `@unpack` a pattern of names that `@value`, or an element of `@element`, is taken apart into.
- `@cast` an expression whose `@cast.type` is written in it: it reads like a construction of the type.

JavaScript and TypeScript say more (`hints_javascript.py`):

- `@annotation` beside `@name`: the declared type of a name whose value may be a function, and is then not what the function returns.
- `@pattern` a pattern that takes a value apart, with `@pattern.value`, `@pattern.type`, `@pattern.element` (what is iterated) or
  `@pattern.parameter` and the `@pattern.list` of parameters around it.
- `@heritage` a base with its type arguments. `@exports` what `@exports.name`, `module.exports`, is set to.
- `@narrow.scope` where `@narrow.name` is known to be of `@narrow.type`, to pass `@narrow.guard`, or to have `@narrow.told` as its `@narrow.key`.
- `@conditional` what a build may leave out or read otherwise, with `@condition` its condition as written or `@condition.macro` the macro it is
  an argument of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from maguyva.model import BindingKind, ImportFlag, SymbolFlag, SymbolKind


class Node(Protocol):
    """What is asked of a syntax node."""

    @property
    def start_byte(self) -> int: ...
    @property
    def end_byte(self) -> int: ...
    @property
    def byte_range(self) -> tuple[int, int]: ...


KIND_OF_CAPTURE = {f"definition.{kind.label}": kind for kind in SymbolKind}
FLAG_OF_CAPTURE = {
    "flag.exported": SymbolFlag.EXPORTED,
    "flag.default_export": SymbolFlag.DEFAULT_EXPORT | SymbolFlag.EXPORTED,
    "flag.overload": SymbolFlag.OVERLOAD,
    "flag.property": SymbolFlag.PROPERTY,
    "flag.static": SymbolFlag.STATIC,
    "flag.abstract": SymbolFlag.ABSTRACT,
    "flag.async": SymbolFlag.ASYNC,
}
IMPORT_FLAG_OF_CAPTURE = {
    "import.reexport": ImportFlag.REEXPORT,
    "import.exported": ImportFlag.REEXPORT,
    "import.type_only": ImportFlag.TYPE_ONLY,
    "import.default": ImportFlag.DEFAULT,
    "import.namespace": ImportFlag.NAMESPACE,
    "import.dynamic": ImportFlag.DYNAMIC,
    "import.own": ImportFlag.PACKAGE,
    "import.global": ImportFlag.GLOBAL,
}
HOISTED = 100  # A `VARIABLE` that belongs to the function around its block; only inside the extractor.
LABEL = 101  # What `goto` leads to, beside the other names of its function; only inside the extractor.
BINDING_OF_CAPTURE = {
    "binding.parameter": int(BindingKind.PARAMETER),
    "binding.variable": int(BindingKind.VARIABLE),
    "binding.hoisted": HOISTED,
    "binding.global": int(BindingKind.GLOBAL),
    "binding.label": LABEL,
}

Range = tuple[int, int]


@dataclass(slots=True)
class Definition:
    """One definition as found, before the outline knows where it belongs. All offsets are bytes; −1 where there is none."""

    name: Range
    start: int
    end: int
    node: int  # Where its own syntax node starts, −1 while only parts of it are known.
    keyword: int  # Where it starts without its decorators and `export`, `const` included.
    kind: int
    rank: int  # The pattern's place in the query file: lower is more telling.
    flags: int = 0
    type: Range | None = None
    value: Range | None = None
    body: int = -1
    head_end: int = -1
    doc: Range | None = None
    receiver: Range | None = None
    container: Range | None = None
    member: Range | None = None
    annotation: Range | None = None
    hoisted: bool = False
    owned: bool = False
    itself: bool = False


@dataclass(slots=True)
class RawBinding:
    """A bound name outside the definitions."""

    name: Range
    kind: int
    type: Range | None = None
    value: Range | None = None
    element: Range | None = None
    member: Range | None = None
    part: str = ""  # Which of several results, in digits.
    extended: bool = False
    generic: bool = False  # A type parameter: `type` is its constraint, `value` its default.
    entered: bool = False  # It is what `with` gives of the value.


@dataclass(slots=True)
class RawImport:
    """One imported or re-exported name, as spans of the text."""

    module: Range | None
    name: Range | None
    alias: Range | None
    flags: int
    star: bool
    exported: bool
    at: int
    path: bool = False
    written: bytes | None = None  # The module where it is not one piece of the text.
    binds: bool = True  # A step in the middle of a path binds nothing.


@dataclass(slots=True)
class Narrowing:
    """A part of the text where more is known of an expression."""

    scope: Range
    name: Range
    type: Range | None
    guard: Range | None
    key: Range | None
    told: Range | None


@dataclass(slots=True)
class Found:
    """Everything that the definition queries found in a file."""

    definitions: dict[int, Definition] = field(default_factory=dict)  # By the start of the name token.
    bindings: dict[int, RawBinding] = field(default_factory=dict)
    imports: dict[tuple[int, int, int], RawImport] = field(default_factory=dict)
    uses: list[Range] = field(default_factory=list)  # Trees of paths that `uses.py` takes apart.
    wraps: dict[int, tuple[int, int, int]] = field(default_factory=dict)  # Inner start → wrap's start, end, flags.
    casts: dict[int, tuple[int, Range]] = field(default_factory=dict)  # End → start and the written type.
    patterns: dict[int, dict[str, Range]] = field(default_factory=dict)  # Start → "type", "value", "element", "parameter", "list".
    narrowings: list[Narrowing] = field(default_factory=list)
    heritage: list[Range] = field(default_factory=list)
    exports: list[tuple[int, Range]] = field(default_factory=list)  # Where the assignment starts, and its value.
    unpacks: list[tuple[Range, Range, bool]] = field(default_factory=list)  # A pattern, what it takes apart, whether an element of that.
    conditions: list[tuple[Range, Range, bool]] = field(default_factory=list)  # What depends on a condition, that, whether it is a macro.


def read_matches(matches: Iterable[tuple[int, Mapping[str, Sequence[Node]]]]) -> Found:
    """Sort the matches of the definition section into definitions, bindings, imports and wraps."""
    found = Found()
    definition_key: dict[int, str] = {}  # What a pattern defines never changes, so its capture's name is looked for once.
    for pattern, captures in matches:
        if "name" in captures:
            key = definition_key.get(pattern)
            if key is None:
                key = definition_key[pattern] = next((name for name in captures if name in KIND_OF_CAPTURE), "")
            _add_definition(found, pattern, key, captures)
        elif "wrap" in captures:
            _add_wrap(found, captures)
        elif "conditional" in captures:
            macro = "condition.macro" in captures
            condition = captures["condition.macro" if macro else "condition"][0].byte_range
            found.conditions.append((captures["conditional"][0].byte_range, condition, macro))
        elif "unpack" in captures:
            source = captures.get("value") or captures["element"]
            found.unpacks.append((captures["unpack"][0].byte_range, source[0].byte_range, "element" in captures))
        elif "cast" in captures:
            start, end = captures["cast"][0].byte_range
            found.casts[end] = start, captures["cast.type"][0].byte_range
        elif "pattern" in captures:
            known = found.patterns.setdefault(captures["pattern"][0].start_byte, {})
            known.update((name[8:], nodes[0].byte_range) for name, nodes in captures.items() if name.startswith("pattern."))
        elif "narrow.scope" in captures:
            _add_narrowing(found, captures)
        elif "heritage" in captures:
            found.heritage.append((captures["heritage"][0].start_byte, captures["heritage"][-1].end_byte))
        elif "exports" in captures:
            found.exports.append((captures["exports.name"][0].start_byte, captures["exports"][0].byte_range))
        else:
            for name in captures:
                if name.startswith("binding."):
                    _add_binding(found, name, captures)
                    break
                if name.startswith("import."):
                    _add_import(found, captures)
                    break
                if name == "use":
                    found.uses.append(captures[name][0].byte_range)
                    break
    return found


def _range(captures: Mapping[str, Sequence[Node]], name: str) -> Range | None:
    nodes = captures.get(name)
    return nodes[0].byte_range if nodes else None


def _add_definition(found: Found, pattern: int, key: str, captures: Mapping[str, Sequence[Node]]) -> None:
    name = captures["name"][0].byte_range
    if name[0] == name[1]:
        return  # The parser put a name where it missed one.
    definition = found.definitions.get(name[0])
    if definition is None:
        definition = found.definitions[name[0]] = Definition(name, name[0], name[1], -1, -1, 0, 1 << 30)
    if key:
        nodes = captures[key]
        start, end = nodes[0].byte_range
        if pattern < definition.rank:
            definition.rank = pattern
            definition.kind = int(KIND_OF_CAPTURE[key])
        if definition.node < 0:
            definition.start, definition.end = start, end
        else:
            definition.start, definition.end = min(start, definition.start), max(end, definition.end)
        definition.node = definition.keyword = definition.start
    for capture, nodes in captures.items():
        if capture == "type":
            definition.type = nodes[0].byte_range
        elif capture == "value":
            definition.value = nodes[0].byte_range
        elif capture == "body":
            definition.body, end = nodes[0].byte_range
            definition.end = max(definition.end, end)  # Dart's bodies stand after what they belong to.
        elif capture == "head":
            definition.head_end = max(definition.head_end, nodes[0].end_byte)
        elif capture == "doc":
            definition.doc = nodes[0].byte_range
        elif capture == "self":
            definition.receiver = nodes[0].byte_range
        elif capture == "container":
            definition.container = nodes[0].byte_range
        elif capture == "member":
            definition.member = nodes[0].byte_range
        elif capture == "annotation":
            definition.annotation = nodes[0].byte_range
        elif capture == "owned":
            definition.owned = True
        elif capture == "itself":
            definition.itself = True
        elif capture == "hoist":
            definition.hoisted = True
        elif capture in FLAG_OF_CAPTURE:
            definition.flags |= FLAG_OF_CAPTURE[capture]


def _add_wrap(found: Found, captures: Mapping[str, Sequence[Node]]) -> None:
    flags = 0
    for capture in captures:
        flags |= FLAG_OF_CAPTURE.get(capture, 0)
    start, end = captures["wrap"][0].start_byte, captures["wrap"][-1].end_byte
    inner = captures["inner"][0].start_byte
    known = found.wraps.get(inner)
    if known is not None:
        start, end, flags = min(start, known[0]), max(end, known[1]), flags | known[2]
    found.wraps[inner] = start, end, flags


def _add_binding(found: Found, key: str, captures: Mapping[str, Sequence[Node]]) -> None:
    name = captures[key][0].byte_range
    kind = HOISTED if "hoist" in captures else BINDING_OF_CAPTURE[key]
    known = found.bindings.get(name[0])
    if known is None:
        known = found.bindings[name[0]] = RawBinding(name, kind)
    known.kind = kind
    known.type = _range(captures, "type") or known.type
    known.value = _range(captures, "value") or known.value
    known.element = _range(captures, "element") or known.element
    known.member = _range(captures, "member") or known.member
    known.extended = known.extended or "extended" in captures
    known.generic = known.generic or "generic" in captures
    known.entered = known.entered or "entered" in captures
    for capture in captures:
        if capture.startswith("part."):
            known.part = capture[5:]


def _add_narrowing(found: Found, captures: Mapping[str, Sequence[Node]]) -> None:
    name = _range(captures, "narrow.name")
    if name is None:
        return
    told: list[Range | None] = [node.byte_range for node in captures.get("narrow.told", ())]
    for one in told or [None]:
        type_, guard, key = (_range(captures, f"narrow.{part}") for part in ("type", "guard", "key"))
        found.narrowings.append(Narrowing(captures["narrow.scope"][-1].byte_range, name, type_, guard, key, one))


def _add_import(found: Found, captures: Mapping[str, Sequence[Node]]) -> None:
    flags = 0
    for capture in captures:
        flags |= IMPORT_FLAG_OF_CAPTURE.get(capture, 0)
    module, name, alias = _range(captures, "import.module"), _range(captures, "import.name"), _range(captures, "import.alias")
    places = [span[0] for span in (name, alias, module) if span is not None]
    if not places:
        return
    key = (module[0] if module else -1, name[0] if name else -1, alias[0] if alias else -1)
    known = found.imports.get(key)
    if known is not None:
        known.flags |= flags
        return
    star, exported, path = (f"import.{word}" in captures for word in ("star", "exported", "path"))
    found.imports[key] = RawImport(module, name, alias, flags, star, exported, places[0], path)
