"""Go's interfaces are satisfied without a word: a call through one may mean the method of any type that has all its methods.

Go's own server counts such calls among the references of a method, and the calls of those methods among the references of the
interface's. What the standard library's interfaces ask for is known here, since their code is not in the workspace.
"""

from __future__ import annotations

from maguyva.model import SymbolKind
from maguyva.resolve.members import ClassRow, class_member, owner_of, search_order
from maguyva.resolve.named import named
from maguyva.resolve.names import CALLABLES, FileNames, names_of
from maguyva.resolve.value_kinds import ValueKind
from maguyva.resolve.values import value_of
from maguyva.resolve.walk import Walk
from maguyva.resolve.world import Target, TargetKind, World

_INTERFACE = int(SymbolKind.INTERFACE)
_STANDARD = {
    name: tuple(methods.split())
    for name, methods in {
        "error": "Error",
        "Handler": "ServeHTTP",
        "ResponseWriter": "Header Write WriteHeader",
        "Flusher": "Flush",
        "Hijacker": "Hijack",
        "Pusher": "Push",
        "RoundTripper": "RoundTrip",
        "Stringer": "String",
        "GoStringer": "GoString",
        "Formatter": "Format",
        "Reader": "Read",
        "Writer": "Write",
        "Closer": "Close",
        "Seeker": "Seek",
        "ReadWriter": "Read Write",
        "ReadCloser": "Read Close",
        "WriteCloser": "Write Close",
        "ReadWriteCloser": "Read Write Close",
        "ReadSeeker": "Read Seek",
        "ReaderAt": "ReadAt",
        "WriterAt": "WriteAt",
        "ReaderFrom": "ReadFrom",
        "WriterTo": "WriteTo",
        "ByteReader": "ReadByte",
        "ByteWriter": "WriteByte",
        "StringWriter": "WriteString",
        "Interface": "Len Less Swap",
        "Locker": "Lock Unlock",
        "Context": "Deadline Done Err Value",
        "Marshaler": "MarshalJSON",
        "Unmarshaler": "UnmarshalJSON",
        "TextMarshaler": "MarshalText",
        "TextUnmarshaler": "UnmarshalText",
        "BinaryMarshaler": "MarshalBinary",
        "BinaryUnmarshaler": "UnmarshalBinary",
        "Scanner": "Scan",
        "Valuer": "Value",
        "Addr": "Network String",
        "Listener": "Accept Close Addr",
        "FS": "Open",
        "FileInfo": "Name Size Mode ModTime IsDir Sys",
    }.items()
}


def related_methods(world: World, owner: ClassRow, name: str) -> set[Target]:
    """For a method of an interface those of the types that satisfy it; for a type's those of the interfaces that it satisfies."""
    key = ("go related", owner, name)
    known: set[Target] | None = world.memo.get(key)
    if known is None:
        known = set()
        own = names_of(world.facts(owner[0])).symbol_kind[owner[1]] == _INTERFACE
        asked = _methods(world, owner) if own else ()
        for file, row in named(world, name):
            names = names_of(world.facts(file))
            other = owner_of(world, file, row) if names.go and names.symbol_kind[row] in CALLABLES else None
            if other is None or other == owner or (names_of(world.facts(other[0])).symbol_kind[other[1]] == _INTERFACE) == own:
                continue
            if _has(world, other, asked) if own else _has(world, owner, _methods(world, other)):
                known.add(Target(file, TargetKind.SYMBOL, row))
        world.memo[key] = known
    return known


def called_through_library(world: World, names: FileNames, file: int, row: int, owner: ClassRow) -> bool:
    """Whether a reference is a call through one of the standard library's interfaces, which the type `owner` satisfies."""
    qualifier = names.strings[int(names.facts.reference_qualifier[row])]
    values = value_of(world, file, int(names.facts.reference_scope[row]), qualifier, Walk()).values if qualifier else ()
    return any(
        value.kind is ValueKind.EXTERNAL and value.head in _STANDARD and _has(world, owner, _STANDARD[value.head]) for value in values
    )


def _methods(world: World, interface: ClassRow) -> tuple[str, ...]:
    found: list[str] = []
    for file, symbol in search_order(world, interface)[0]:
        names = names_of(world.facts(file))
        found += [name for name, rows in names.children.get(symbol, {}).items() if names.symbol_kind[rows[0]] in CALLABLES]
    return tuple(found)


def _has(world: World, cls: ClassRow, methods: tuple[str, ...]) -> bool:
    return bool(methods) and all(class_member(world, cls, name).targets for name in methods)
