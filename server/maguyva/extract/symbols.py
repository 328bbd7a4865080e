"""Which of the found definitions are symbols, what kind they are, and what contains them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from maguyva.extract.comments import CommentGroups
from maguyva.extract.containment import plain_path
from maguyva.extract.definitions import HOISTED, Definition, Found, RawBinding
from maguyva.extract.receivers import Receivers
from maguyva.extract.scopes import Scopes
from maguyva.model import CALLABLE_KINDS, CONTAINER_KINDS, TYPE_KINDS, BindingKind, ImportFlag, ScopeKind, SymbolFlag, SymbolKind

_CALLABLE = frozenset(map(int, CALLABLE_KINDS))
_TYPE = frozenset(map(int, TYPE_KINDS))
_CONTAINER = frozenset(map(int, CONTAINER_KINDS))
_FUNCTION, _METHOD, _PROPERTY = int(SymbolKind.FUNCTION), int(SymbolKind.METHOD), int(SymbolKind.PROPERTY)
_CONSTRUCTOR = int(SymbolKind.CONSTRUCTOR)
_VARIABLE, _CONSTANT, _FIELD = int(SymbolKind.VARIABLE), int(SymbolKind.CONSTANT), int(SymbolKind.FIELD)
_VALUE_KINDS = frozenset({_VARIABLE, _CONSTANT, _FIELD, _PROPERTY})
_MEMBER_KINDS = frozenset({_METHOD, _FIELD, _PROPERTY, _CONSTRUCTOR, int(SymbolKind.ENUM_MEMBER)})
_METHOD_PARENTS = _CONTAINER | {_VARIABLE, _CONSTANT, _FIELD, _PROPERTY, int(SymbolKind.ENUM_MEMBER)}
_LOCAL_SCOPES = frozenset({int(ScopeKind.FUNCTION), int(ScopeKind.BLOCK)})
_MEMBER_SCOPES = frozenset({int(ScopeKind.CLASS), int(ScopeKind.OBJECT)})

_SIGNATURE_END = re.compile(rb"(?:[\s:{;,]|=>?)+\Z")
_LAST_WORD = re.compile(rb"\.|::")
_UPPER_CASE = re.compile(rb"_*[A-Z][A-Z0-9_]*\Z")
_DECORATOR = re.compile(rb"@[\w.]*\b(staticmethod|abstractmethod|abstractproperty|overload|setter|deleter)\b")
_DECORATOR_FLAGS = {
    b"staticmethod": SymbolFlag.STATIC,
    b"abstractmethod": SymbolFlag.ABSTRACT,
    b"abstractproperty": SymbolFlag.ABSTRACT,
    b"overload": SymbolFlag.OVERLOAD,
    b"setter": SymbolFlag.PROPERTY | SymbolFlag.OVERLOAD,
    b"deleter": SymbolFlag.PROPERTY | SymbolFlag.OVERLOAD,
}
# Words that stand between the start of a definition and its name, in any language, read backwards from the name until another word.
_MODIFIERS: dict[bytes, int] = dict.fromkeys(
    b"def class function function* fn func fun interface struct enum union trait type namespace module const let var val declare readonly "
    b"private protected internal final override inline virtual unsafe extern open sealed partial get set * accessor mut".split(),
    0,
) | {
    b"async": int(SymbolFlag.ASYNC),
    b"static": int(SymbolFlag.STATIC),
    b"abstract": int(SymbolFlag.ABSTRACT),
    b"export": int(SymbolFlag.EXPORTED),
    b"public": int(SymbolFlag.EXPORTED),
    b"pub": int(SymbolFlag.EXPORTED),
}
_EXPORT_OBJECTS = frozenset({b"exports", b"module.exports"})
_SELF_NAMES = frozenset({b"self", b"this", b"cls"})
_UNINFORMATIVE = frozenset({"", "=None", "=null", "=undefined", "=[]", "={}"})  # Types that a later assignment improves on.
INFERRED = frozenset({b"var", b"auto"})  # What stands where a type is left to the compiler.
_LONGEST_LINE = 200
_MINOR = 300


@dataclass(slots=True)
class Symbols:
    """Parallel lists, sorted by start, wider first."""

    names: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    flags: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    containers: list[str] = field(default_factory=list)  # As written, "" where the parent says it.
    spans: list[tuple[int, int]] = field(default_factory=list)
    name_spans: list[tuple[int, int]] = field(default_factory=list)
    signatures: list[tuple[int, int]] = field(default_factory=list)
    docs: list[tuple[int, int]] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    attached: list[int] = field(default_factory=list)  # Where the comments above it start; else its start.
    bodies: list[bool] = field(default_factory=list)
    # Too little for a chunk: short and inside a function or an object, or a signature in a type.
    minor: list[bool] = field(default_factory=list)
    inside_method: list[bool] = field(default_factory=list)  # An attribute set in a method: it lies in the method, its parent is the class.
    scopes: list[int] = field(default_factory=list)  # The scope that sees its name; −1 when it is reached through a receiver only.
    locals: list[RawBinding] = field(default_factory=list)  # Definitions that are names inside functions, or repeat a name of their scope.
    nodes: list[int] = field(default_factory=list)  # Where the syntax node of each starts, without its decorators.
    written: list[tuple[int, int]] = field(default_factory=list)  # Name tokens of attributes that are no definition.


@dataclass(slots=True)
class _Places:
    """What is known of the definitions while they are placed, by their index and by their row."""

    definitions: list[Definition]
    lexical: list[int]  # Index → index of the innermost definition around it.
    row_of: dict[int, int]
    index_of: list[int]
    direct: set[tuple[int, bytes]]  # (index of the type, name) of members that are defined in the type itself.
    members: dict[tuple[int, bytes], int]  # (row of the owner, name) → row.
    by_name: dict[bytes, int]  # The first row of each name, of a type if there is one.
    types: dict[bytes, int]  # The first type of each name.


def place(
    text: bytes,
    found: Found,
    scopes: Scopes,
    comments: CommentGroups,
    receivers: Receivers,
    row_of: Callable[[bytes], int],
    tells_bodies: bool,
) -> Symbols:
    """The symbols of a file. `row_of` gives the string row of a slice of the text; `tells_bodies` whether the language's queries capture
    bodies: then what has none is a mere signature."""
    symbols = Symbols()
    definitions = _spread_wraps(found, text)
    places = _Places(definitions, _lexical_parents(definitions), {}, [], set(), {}, {}, {})
    for index in _keep(text, places, found, scopes, symbols):
        definition = definitions[index]
        name = text[slice(*definition.name)]
        around = places.lexical[index]
        while around >= 0 and around not in places.row_of:
            around = places.lexical[around]
        parent = places.row_of.get(around, -1)
        if definition.receiver is not None or definition.owned:
            itself = definition.receiver is None or text[slice(*definition.receiver)] in _SELF_NAMES
            parent = _owner(text, symbols, parent) if itself else -1
            known = places.members.get((parent, name), -1)
            if parent < 0 or known >= 0 or (places.index_of[parent], name) in places.direct:
                symbols.written.append(definition.name)
                if known >= 0 and symbols.kinds[known] in _VALUE_KINDS and symbols.types[known] in _UNINFORMATIVE:
                    symbols.types[known] = _type(text, definition, symbols.kinds[known], receivers) or symbols.types[known]
                continue
        flags = definition.flags | _flags(text, definition)
        if definition.container is not None:
            container = text[slice(*definition.container)]
            if container in _EXPORT_OBJECTS:
                flags |= int(SymbolFlag.EXPORTED)
            else:
                elsewhere = parent if definition.kind in _MEMBER_KINDS or definition.kind in _TYPE else -1
                parent = places.by_name.get(_LAST_WORD.split(plain_path(container).removesuffix(b".prototype"))[-1], elsewhere)
        elif parent >= 0 and symbols.kinds[parent] == int(SymbolKind.CONSTRUCTOR) and definition.kind in _MEMBER_KINDS:
            parent = symbols.parents[parent]  # `constructor(private name)` makes a member of the class.
        row = places.row_of[index] = len(symbols.names)
        kind = _kind(definition, name, symbols.kinds[parent] if parent >= 0 else 0)
        places.index_of.append(index)
        if kind in _TYPE and places.types.setdefault(name, row) == row:
            places.by_name[name] = row  # `func (*Tree) Walk` belongs to the type `Tree`, even below a field of that name.
        elif definition.kind != _CONSTRUCTOR:  # `Foo::Foo()` outside of its class contains nothing.
            places.by_name.setdefault(name, row)
        places.members.setdefault((parent, name), row)
        symbols.names.append(row_of(name))
        symbols.kinds.append(kind)
        symbols.flags.append(flags & 0xFF)
        symbols.parents.append(parent)
        symbols.containers.append(plain_path(container).decode("utf-8", "surrogateescape") if definition.container is not None else "")
        symbols.spans.append((definition.start, definition.end))
        symbols.name_spans.append(definition.name)
        symbols.nodes.append(definition.node)
        symbols.signatures.append(_signature(text, definition, kind))
        above = comments.above(definition.start)
        symbols.docs.append(definition.doc or above)
        symbols.attached.append(above[0])
        symbols.types.append(_type(text, definition, kind, receivers))
        symbols.bodies.append(definition.body >= 0 or not tells_bodies)
        symbols.inside_method.append((definition.receiver is not None or definition.owned) and definition.kind not in _CALLABLE)
        symbols.scopes.append(_seen_in(definition, scopes))
        symbols.minor.append(_is_minor(definition, symbols, row, scopes))
    _mark_overloads(symbols)
    return symbols


def _spread_wraps(found: Found, text: bytes) -> list[Definition]:
    """Give definitions the span and flags of what wraps them (decorators, `export`, `const`); sorted by start, wider first."""
    inners: dict[tuple[int, int], list[int]] = {}
    for inner, (start, end, _) in found.wraps.items():
        inners.setdefault((start, end), []).append(inner)
    for siblings in inners.values():
        siblings.sort()
    definitions = [definition for definition in found.definitions.values() if definition.node >= 0]
    for definition in definitions:
        at = definition.start
        first = last = True
        while (wrap := found.wraps.get(at)) is not None:
            start, end, flags = wrap
            definition.flags |= flags
            siblings = inners[(start, end)]
            # Of `const a = 1, b = 2` the first takes the keyword with it and the last the end.
            first = first and at == siblings[0]
            last = last and at == siblings[-1]
            if first:
                definition.start = min(definition.start, start)
                if not flags and text[start] != 0x40:
                    definition.keyword = min(definition.keyword, start)
            if last:
                definition.end = max(definition.end, end)
            if start >= at:
                break
            at = start
    definitions.sort(key=lambda definition: (definition.start, -definition.end, definition.name))
    return definitions


def _lexical_parents(definitions: list[Definition]) -> list[int]:
    parents: list[int] = []
    stack: list[int] = []
    for index, definition in enumerate(definitions):
        while stack and (definitions[stack[-1]].end <= definition.start or _same_span(definitions[stack[-1]], definition)):
            stack.pop()
        parents.append(stack[-1] if stack else -1)
        if (definition.receiver is None and not definition.owned) or definition.kind in _CALLABLE:
            stack.append(index)
    return parents


def _same_span(one: Definition, other: Definition) -> bool:
    return one.start == other.start and one.end == other.end  # `a, b = 1, 2`


def _keep(text: bytes, places: _Places, found: Found, scopes: Scopes, symbols: Symbols) -> list[int]:
    """The indexes of the definitions that may be symbols. Names in functions and repeated names become bindings, imported ones nothing."""
    bound = [row.alias or row.name for row in found.imports.values() if not row.exported and not row.flags & ImportFlag.REEXPORT]
    imported = {span[0] for span in bound if span is not None} | {row.alias[0] for row in found.imports.values() if row.alias is not None}
    kept: list[int] = []
    seen: set[tuple[int, bytes]] = set()
    for index, definition in enumerate(places.definitions):
        if definition.name[0] in imported:
            continue
        if definition.receiver is None and definition.container is None and not definition.owned:
            name = text[slice(*definition.name)]
            if definition.kind in (_VARIABLE, _CONSTANT):
                scope = scopes.nesting.at(definition.name[0])
                if definition.hoisted:
                    scope = scopes.hoisted(scope)
                if scopes.kinds[scope] in _LOCAL_SCOPES or (scope, name) in seen:
                    kind = HOISTED if definition.hoisted else int(BindingKind.VARIABLE)
                    written = definition.type or definition.annotation
                    symbols.locals.append(RawBinding(definition.name, kind, written, definition.value, None, definition.member))
                    continue
                seen.add((scope, name))
            bodiless = definition.flags & int(SymbolFlag.OVERLOAD) and definition.kind in _CALLABLE
            if bodiless and scopes.kinds[scopes.hoisted(scopes.nesting.at(definition.start))] in _LOCAL_SCOPES:
                continue  # `Point p(x);` in a C++ function may be read as a function without a body.
            places.direct.add((places.lexical[index], name))
        kept.append(index)
    return kept


def _owner(text: bytes, symbols: Symbols, row: int) -> int:
    """The type that `self` or `this` is inside symbol `row`; −1 when there is none."""
    while row >= 0 and symbols.kinds[row] not in _TYPE:
        parent = symbols.parents[row]
        if symbols.kinds[row] == _METHOD and parent >= 0:
            return parent
        # Before classes, JavaScript's types were functions with a capital.
        if symbols.kinds[row] == _FUNCTION and text[symbols.name_spans[row][0] : symbols.name_spans[row][0] + 1].isupper():
            return row
        row = parent
    return row


def _kind(definition: Definition, name: bytes, parent_kind: int) -> int:
    kind = definition.kind
    if kind == _FUNCTION and parent_kind in _TYPE and definition.container is None:
        return _METHOD
    if kind == _FUNCTION and definition.container is not None and parent_kind:
        return _METHOD
    if kind == _METHOD and definition.receiver is None and definition.container is None and parent_kind not in _METHOD_PARENTS:
        return _FUNCTION
    if kind == _VARIABLE:
        if parent_kind == int(SymbolKind.ENUM):
            return int(SymbolKind.ENUM_MEMBER)
        if _UPPER_CASE.match(name):
            return _CONSTANT
        if parent_kind in _TYPE:
            return _FIELD
    return kind


def _flags(text: bytes, definition: Definition) -> int:
    flags = 0
    if text[definition.start] == 0x40 or text[definition.keyword] == 0x40:
        flags = int(SymbolFlag.DECORATED)
        for decorator in _DECORATOR.findall(text, definition.start, definition.name[0]):
            flags |= int(_DECORATOR_FLAGS[decorator])
    for word in reversed(text[max(definition.keyword, definition.name[0] - 120) : definition.name[0]].split()):
        modifier = _MODIFIERS.get(word)
        if modifier is None:
            break
        flags |= modifier
    return flags


def _seen_in(definition: Definition, scopes: Scopes) -> int:
    if definition.receiver is not None or definition.container is not None or definition.kind == int(SymbolKind.IMPL):
        return -1
    if definition.itself:
        return scopes.nesting.at(definition.name[0])
    # The name of a function lies inside the scope that the function opens, and is seen outside it.
    opens = definition.kind in _CALLABLE or definition.kind in _TYPE or definition.kind == _PROPERTY
    opened = scopes.opened_at.get(definition.node) if opens else None
    scope = scopes.nesting.at(definition.name[0]) if opened is None else scopes.parents[opened]
    if definition.hoisted:
        scope = scopes.hoisted(scope)
    if definition.kind in _MEMBER_KINDS and scopes.kinds[scope] not in _MEMBER_SCOPES:
        return -1
    return scope


def _is_minor(definition: Definition, symbols: Symbols, row: int, scopes: Scopes) -> bool:
    parent, scope = symbols.parents[row], symbols.scopes[row]
    in_type = parent >= 0 and symbols.kinds[parent] in _TYPE
    if not symbols.bodies[row] and symbols.kinds[row] in _CALLABLE:
        return in_type  # A signature in an interface or a C++ class.
    if definition.end - definition.start > _MINOR or definition.container is not None or definition.receiver is not None:
        return False
    bound = scope >= 0 and scopes.kinds[scope] != int(ScopeKind.OBJECT)
    return scopes.kinds[scope] in _LOCAL_SCOPES if bound else definition.kind == _METHOD and not in_type


def _signature(text: bytes, definition: Definition, kind: int) -> tuple[int, int]:
    if kind not in _CALLABLE and kind not in _CONTAINER and kind != _PROPERTY:
        return _first_line(text, definition.start, definition.name[1], definition.end)
    start = definition.keyword
    if definition.head_end >= 0 or (definition.type is not None and definition.body >= 0 and definition.type[0] > definition.name[0]):
        end = max(definition.name[1], definition.head_end)
        return start, max(end, definition.type[1]) if definition.type is not None and kind not in _TYPE else end
    end = definition.body if definition.body >= 0 else definition.end
    if end - start > 4 * _LONGEST_LINE:
        return _first_line(text, start, definition.name[1], end)
    return start, start + max(len(_SIGNATURE_END.sub(b"", text[start:end])), definition.name[1] - start)


def _first_line(text: bytes, start: int, after: int, end: int) -> tuple[int, int]:
    end = min(end, after + _LONGEST_LINE)
    line_end = text.find(b"\n", after, end)
    if line_end >= 0:
        end = line_end
    while end > after and end < len(text) and text[end] & 0xC0 == 0x80:
        end -= 1
    return start, after + len(text[after:end].rstrip(b" \t\r\f;,"))


def _type(text: bytes, definition: Definition, kind: int, receivers: Receivers) -> str:
    written = definition.type or (None if kind in _CALLABLE else definition.annotation)
    if written is not None and text[slice(*written)] not in INFERRED:
        return receivers.written_type(*written)
    if definition.value is not None and kind in _VALUE_KINDS:
        form = receivers.value(*definition.value)
        if form and definition.member is not None:
            return f"{form}.{text[slice(*definition.member)].decode('utf-8', 'surrogateescape')}"
        return form
    return ""


def _mark_overloads(symbols: Symbols) -> None:
    """Of several declarations of one function or property, those without a body are overloads; where none has one, all but the first.

    The setter beside a getter has a body, and is marked too: it is another declaration of the same thing.
    """
    groups: dict[tuple[int, int], list[int]] = {}
    for row, kind in enumerate(symbols.kinds):
        if kind in _CALLABLE or kind == _PROPERTY:
            groups.setdefault((symbols.parents[row], symbols.names[row]), []).append(row)
    for rows in groups.values():
        if len(rows) < 2:
            continue
        bare = [row for row in rows if not symbols.bodies[row]]
        for row in bare[1:] if len(bare) == len(rows) else bare:
            symbols.flags[row] |= int(SymbolFlag.OVERLOAD)
        if symbols.kinds[rows[0]] == _PROPERTY:
            for row in rows[1:]:
                symbols.flags[row] |= int(SymbolFlag.OVERLOAD | SymbolFlag.PROPERTY)
