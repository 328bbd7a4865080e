"""The nouns of the house, all frozen.

`FileFacts` is columnar: every table of a file is a set of parallel numpy columns, and every string is a row of one string
table. `FileFacts.to_bytes` puts all columns into one flat buffer, `FileFacts.from_bytes` makes views onto such a buffer
without copying, so the same bytes serve in memory, in the cache, in a base segment and between processes.

All offsets are byte offsets into the file's text as it is searched: a UTF-8 byte order mark is dropped and UTF-16 is
transcoded before extraction, any other bytes stay as they are. Strings are decoded with `surrogateescape`, so no byte is lost.

`FileFacts` holds no path: the same bytes give the same facts under any name.
"""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
I32 = NDArray[np.int32]
Bool = NDArray[np.bool_]
F32 = NDArray[np.float32]


class SymbolKind(IntEnum):
    """What a definition is. Names follow the protocol's SymbolKind where it has one."""

    NAMESPACE = 1
    MODULE = 2
    CLASS = 3
    INTERFACE = 4
    STRUCT = 5
    ENUM = 6
    TRAIT = 7
    IMPL = 8
    TYPE = 9
    FUNCTION = 10
    METHOD = 11
    CONSTRUCTOR = 12
    PROPERTY = 13
    FIELD = 14
    VARIABLE = 15
    CONSTANT = 16
    ENUM_MEMBER = 17
    MACRO = 18
    HEADING = 19
    OBJECT = 20
    UNION = 21
    EVENT = 22

    @property
    def label(self) -> str:
        """The kind in words, as answers show it (`enum_member` and so on)."""
        return self.name.lower()


CALLABLE_KINDS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.MACRO})
TYPE_KINDS = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TRAIT,
        SymbolKind.IMPL,
        SymbolKind.TYPE,
        SymbolKind.UNION,
        SymbolKind.OBJECT,
    }
)
CONTAINER_KINDS = TYPE_KINDS | {SymbolKind.NAMESPACE, SymbolKind.MODULE}


class SymbolFlag(IntFlag):
    """Facts about a definition that its kind does not tell."""

    EXPORTED = 1
    STATIC = 2
    ASYNC = 4
    DECORATED = 8
    PROPERTY = 16  # The setter or deleter beside a getter.
    OVERLOAD = (
        32  # Another declaration of the symbol before or after it: a signature without a body, `@overload`, a setter beside its getter.
    )
    DEFAULT_EXPORT = 64
    ABSTRACT = 128


class Role(IntEnum):
    """How a reference uses the name."""

    CALL = 1
    IMPORT = 2
    INHERIT = 3
    TYPE = 4
    READ = 5
    WRITE = 6
    DECORATE = 7

    @property
    def label(self) -> str:
        """The role in words, as answers show it."""
        return self.name.lower()


class ScopeKind(IntEnum):
    """What opens a scope. A name in a CLASS scope is not seen by the functions inside it in Python; one in an OBJECT scope is seen by nothing."""

    MODULE = 1
    CLASS = 2
    FUNCTION = 3
    BLOCK = 4
    OBJECT = 5  # An object literal, an object type or the body of an interface (JavaScript, TypeScript): its names are reached through it.


class BindingKind(IntEnum):
    """What binds a name in a scope."""

    PARAMETER = 1
    VARIABLE = 2
    DEFINITION = 3
    IMPORT = 4
    GLOBAL = 5  # `global x` / `nonlocal x`: the name belongs to an outer scope.


class ImportFlag(IntFlag):
    """Facts about an import that its names do not tell."""

    # The alias is visible to importers and not bound here: `export … from`. Without a module it is a local name that is handed on:
    # `export { a as b }`, `exports.b = a` (name a, alias b), `export default a` (alias "default"), `module.exports = a` (NAMESPACE, no alias).
    REEXPORT = 1
    TYPE_ONLY = 2
    DEFAULT = 4
    NAMESPACE = 8  # `import * as ns`, `import a.b`: the local name is the module itself.
    DYNAMIC = 16  # `require(…)`, `import(…)`.
    PACKAGE = 32  # Go's package clause: `module` is the name of the file's own package, and nothing is imported.
    GLOBAL = 64  # C#'s `global using`: it counts for every file of the project.


class RegionKind(IntFlag):
    """What a part of a function is to the values in it."""

    BRANCH = 1  # It runs or another branch of its group does.
    LOOP = 2  # It may run again.
    LEAVES = 4  # It ends by leaving what is around it: what it sets is not seen behind it.
    REST = 8  # The branch of its group that runs when no other does.
    ASSIGNMENT = 16  # An assignment whose value reads what it sets.
    NARROW = 32  # Where a test has told what a value is.


class HintKind(IntEnum):
    """What the text says about values beside the types and values of names (JavaScript, TypeScript). Forms and types are written as in
    `binding_type`; those of these languages are described in `extract/forms_javascript.py`."""

    CONTEXT = 1  # Of an object literal or a function without a name: what it is given to, which says its type.
    RETURN = 2  # Of a function: ":T" what it is declared to return, where no symbol tells, "=form" a value that it returns.
    BASE = 3  # A base of a class with its type arguments; it starts where the reference to the base does.
    CALL = 4  # Of an object type: "=>row" the scope of a signature by which it can be called.
    CONSTRUCT = 5  # The same for `new`.
    NARROW = 6  # In this scope `name` is known to be ":T", or to hold what the text after "?" says: "?kind=a".
    SPREAD = 7  # Of an object literal: "=form" what else it holds.
    INDEX = 8  # Of an object type: ":T" the type of what it holds under names that are not told.
    EXPORTS = 9  # Of the file: "=form" what `module.exports` is set to.
    LEXICAL = 10  # Of an arrow function that uses `this`: it is that of the code around it.
    SETTING = 12  # Of a package's or project's JSON: `name` the setting's key, the type what it is set to (`extract/manifests.py`).
    ASSIGNED = 13  # In a function: "=form" what the member `name` of `this` is set to there.
    RECEIVER = 11  # Of a function: ":T" the type that is declared of `this`.


class ChunkKind(IntEnum):
    """What a chunk is made of."""

    SYMBOL = 1  # A function, method, type without members, or constant group.
    HEADER = 2  # The part of a container that belongs to none of its members.
    WINDOW = 3  # Lines between or without symbols.
    PART = 4  # A piece of a long symbol; `chunk_symbol` names the symbol.


def _column(dtype: str) -> Any:
    return dataclasses.field(metadata={"dtype": dtype})


@dataclass(frozen=True, eq=False)
class FileFacts:
    """What one file says, as columns. Row numbers are 0-based; −1 means none; string columns hold rows of the string table (row 0 is "")."""

    header: U32 = _column("<u4")  # [text length in bytes, problem count, language row in `strings`, likewise of `code_language` or 0]
    digest: U8 = _column("u1")  # 32 bytes: the key of these facts.

    string_offsets: U32 = _column("<u4")  # n + 1 offsets into `string_blob`.
    string_blob: U8 = _column("u1")

    symbol_name: U32 = _column("<u4")
    symbol_kind: U8 = _column("u1")
    symbol_flags: U8 = _column("u1")
    symbol_parent: I32 = _column("<i4")  # Row of the containing symbol; parents come before their children.
    symbol_container: U32 = _column("<u4")  # What it belongs to, as written where it is not around it: Go's receiver type, C++'s `a::Foo`.
    symbol_start: U32 = _column("<u4")  # The whole definition, decorators included.
    symbol_end: U32 = _column("<u4")
    symbol_name_start: U32 = _column("<u4")
    symbol_name_end: U32 = _column("<u4")
    symbol_signature_start: U32 = _column("<u4")  # Signature as written: keyword to the end of the parameters and return type.
    symbol_signature_end: U32 = _column("<u4")
    symbol_doc_start: U32 = _column("<u4")  # Raw doc comment or docstring; start == end means none.
    symbol_doc_end: U32 = _column("<u4")
    symbol_type: U32 = _column(
        "<u4"
    )  # Declared type or return type as written, else the form of the value or of what is returned as in `binding_type` ("=Foo()"), else "".

    # Every use of a name, sorted by start. Tokens that bring a name into its scope (definitions, parameters, first assignments, import aliases)
    # are not among them; a token that sets a name again is a write here and a binding too.
    reference_name: U32 = _column("<u4")
    reference_start: U32 = _column("<u4")
    reference_end: U32 = _column("<u4")
    reference_role: U8 = _column("u1")
    reference_symbol: I32 = _column("<i4")  # Innermost symbol around the site; for an attribute set in a method that is the method.
    reference_scope: I32 = _column("<i4")
    # What stands before the dot, arguments dropped: "self", "a.b", "Foo()" (`new Foo(x)` too), "a[].b", "''" a string literal, "?" what cannot
    # be read, "" a bare name, "." a relative import. "Foo=": the name of an argument in a call of Foo ("?=": of what cannot be read). "{}": the
    # name of a property in an object literal or pattern, or of an element's attribute. "struct ": a tag behind its keyword (C), "goto ":
    # a label (C), "! ": a macro's name (Rust).
    reference_qualifier: U32 = _column("<u4")

    scope_start: U32 = _column("<u4")  # Row 0 is the file; parents come before their children.
    scope_end: U32 = _column("<u4")
    scope_parent: I32 = _column("<i4")
    scope_kind: U8 = _column("u1")
    scope_symbol: I32 = _column("<i4")

    binding_name: U32 = _column("<u4")  # A label's is "goto " and its name.
    binding_scope: I32 = _column("<i4")
    binding_start: U32 = _column("<u4")
    binding_end: U32 = _column("<u4")
    binding_kind: U8 = _column("u1")
    binding_symbol: I32 = _column("<i4")  # Row of the symbol it defines.
    binding_import: I32 = _column("<i4")  # Row of the import it comes from.
    # ":Foo" an annotation (or the exception of an `except`), "=Foo()", "=a.b" the value when it is a name, call or attribute (arguments, `await`
    # and `new` dropped), "=f().x" a property taken from it, "=f().0" one of its parts, "=[]", "={}", "=''", "=0" a literal, "@xs" an element
    # of xs. Python: "=a|b" one of several; "=[a|b]", "={a}", "=(a, b)" containers of what is in them (of a dictionary the values), "=xs<>" an
    # element of xs, "=x<with>" what `with` gives, "=sorted(xs)" a call that hands on what it is given (`extract.handed_on`).
    binding_type: U32 = _column("<u4")

    import_module: U32 = _column("<u4")  # As written, relative dots included: "..pkg.mod", "./x".
    import_name: U32 = _column("<u4")  # The name taken from it; "" the module itself, "*" all of it, "default" its default.
    import_alias: U32 = _column(
        "<u4"
    )  # The local or re-exported name, "" when there is none; `import a.b` has "a.b" and binds its first part.
    import_start: U32 = _column("<u4")  # The imported name's token, or the module's where there is none.
    import_end: U32 = _column("<u4")
    import_flags: U8 = _column("u1")
    import_scope: I32 = _column("<i4")

    # What a build may leave out or read otherwise, outer before inner: a branch of C's `#if` ("defined(A) && B > 1"), Rust's item behind
    # `#[cfg(feature = "a")]` ("cfg feature = "a""), the arguments of a macro that is not the language's own ("name!").
    condition_start: U32 = _column("<u4")
    condition_end: U32 = _column("<u4")
    condition_text: U32 = _column("<u4")

    # What holds in a part of a function only (Python), sorted by start, wider first.
    region_start: U32 = _column("<u4")
    region_end: U32 = _column("<u4")
    region_kind: U8 = _column("u1")  # `RegionKind`
    region_group: I32 = _column("<i4")  # Branches of one statement have one number, which is unique in the file.
    region_name: U32 = _column("<u4")  # What a test told about, as written ("x", "self.x"); "" for other kinds.
    region_type: U32 = _column("<u4")  # The type that it has there, as written: "A | B".

    hint_scope: I32 = _column("<i4")  # What the text says about values beside the types of names, in order of start: see `HintKind`.
    hint_start: U32 = _column("<u4")
    hint_kind: U8 = _column("u1")
    hint_name: U32 = _column("<u4")
    hint_type: U32 = _column("<u4")

    chunk_start: U32 = _column("<u4")  # Chunks partition the file, in order.
    chunk_end: U32 = _column("<u4")
    chunk_kind: U8 = _column("u1")
    chunk_symbol: I32 = _column("<i4")
    chunk_digest: U8 = _column("u1")  # 16 bytes a chunk, flat.

    term_string: U32 = _column("<u4")  # BM25 postings of the file: (chunk, term, count), sorted by chunk.
    term_chunk: U32 = _column("<u4")
    term_count: U16 = _column("<u2")

    problem: U32 = _column("<u4")  # String rows: what could not be read, in words.

    # ---- strings ----

    @cached_property
    def strings(self) -> list[str]:
        """All strings, decoded once. The property is cached; facts that only pass through never pay for it."""
        return unpack_strings(self.string_offsets, self.string_blob)

    def strings_at(self, rows: Iterable[int]) -> list[str]:
        """The strings of some rows, decoded now and not kept: for builders that pass over thousands of files once."""
        blob, offsets = self.string_blob, self.string_offsets
        bounds = [(int(offsets[row]), int(offsets[row + 1])) for row in rows]
        raw = blob.tobytes()
        return [raw[a:b].decode("utf-8", "surrogateescape") for a, b in bounds]

    @property
    def text_length(self) -> int:
        """Length of the text in bytes."""
        return int(self.header[0])

    @property
    def language(self) -> str:
        """The language's name, "" for plain text."""
        return self.strings_at([int(self.header[2])])[0]

    @property
    def code_language(self) -> str:
        """The language that its names are used in: that of a notebook's cells, else the file's own."""
        return self.strings_at([int(self.header[3] or self.header[2])])[0]

    @property
    def problems(self) -> list[str]:
        """What could not be read, in words."""
        return [self.strings[row] for row in self.problem.tolist()]

    @property
    def symbol_count(self) -> int:
        return len(self.symbol_name)

    @property
    def chunk_count(self) -> int:
        return len(self.chunk_start)

    # ---- bytes ----

    def to_bytes(self) -> bytes:
        """One flat buffer: magic, version, the length of each column, then the columns, each aligned to 8 bytes.

        Facts that came from such a buffer give it back.
        """
        source = self.__dict__.get("_source")
        if source is not None:
            return source if isinstance(source, bytes) else bytes(source)
        parts: list[bytes] = []
        lengths: list[int] = []
        for name, dtype in FACT_COLUMNS:
            column = np.ascontiguousarray(getattr(self, name), dtype=dtype)
            lengths.append(len(column))
            raw = column.tobytes()
            parts.append(raw + b"\0" * (-len(raw) % 8))
        head = FACTS_MAGIC + struct.pack(f"<II{len(lengths)}I", FACTS_VERSION, len(lengths), *lengths)
        return b"".join([head + b"\0" * (-len(head) % 8), *parts])

    @classmethod
    def from_bytes(cls, buffer: bytes | memoryview | U8) -> FileFacts:
        """Views onto `buffer`, which must outlive them. Raises ValueError for anything that `to_bytes` did not write."""
        view = np.ascontiguousarray(buffer).data if isinstance(buffer, np.ndarray) else memoryview(buffer).cast("B")
        count = len(FACT_COLUMNS)
        head = len(FACTS_MAGIC) + 8 + 4 * count
        if len(view) < head or bytes(view[: len(FACTS_MAGIC)]) != FACTS_MAGIC:
            raise ValueError("not a facts buffer")
        version, columns, *lengths = struct.unpack_from(f"<II{count}I", view, len(FACTS_MAGIC))
        if version != FACTS_VERSION or columns != count:
            raise ValueError("facts of another version")
        at = head + (-head % 8)
        values: dict[str, Any] = {}
        for (name, dtype), length in zip(FACT_COLUMNS, lengths, strict=True):
            size = length * dtype.itemsize
            if at + size > len(view):
                raise ValueError("facts buffer is cut short")
            values[name] = np.frombuffer(view, dtype=dtype, count=length, offset=at)
            at += size + (-size % 8)
        facts = cls(**values)
        object.__setattr__(facts, "_source", buffer if isinstance(buffer, bytes) else view)
        return facts


FACTS_MAGIC = b"MAGUYVAF"
FACTS_VERSION = 2
FACT_COLUMNS: tuple[tuple[str, np.dtype[Any]], ...] = tuple(
    (field.name, np.dtype(field.metadata["dtype"])) for field in dataclasses.fields(FileFacts)
)


class StringTable:
    """Gathers strings while facts are made: each distinct string gets one row, row 0 is ""."""

    def __init__(self) -> None:
        self.rows: dict[str, int] = {"": 0}

    def row(self, text: str) -> int:
        """The row of `text`, a new one when it was not seen before."""
        return self.rows.setdefault(text, len(self.rows))

    def columns(self) -> tuple[U32, U8]:
        """(`string_offsets`, `string_blob`)."""
        return pack_strings(self.rows)


def pack_strings(strings: Iterable[str]) -> tuple[U32, U8]:
    """Offsets (n + 1, uint32) and blob (uint8) of `strings`, encoded with `surrogateescape`."""
    encoded = [_encode(text) for text in strings]
    offsets = np.zeros(len(encoded) + 1, dtype=np.uint32)
    np.cumsum([len(piece) for piece in encoded], out=offsets[1:]) if encoded else None
    return offsets, np.frombuffer(b"".join(encoded), dtype=np.uint8)


def unpack_strings(offsets: U32, blob: U8) -> list[str]:
    """What `pack_strings` packed."""
    data, bounds = blob.tobytes(), offsets.tolist()
    return [data[a:b].decode("utf-8", "surrogateescape") for a, b in zip(bounds, bounds[1:], strict=False)]


def _encode(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # A surrogate outside U+DC80–DCFF stands for no byte.
        return text.encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells whether a file on disk is still the one that was read: size in bytes, mtime in ns, inode, and the read's time in ns."""

    size: int
    mtime_ns: int
    inode: int
    read_ns: int

    @staticmethod
    def row_of(stamp: Stamp | None) -> tuple[int, int, int, int]:
        """A stamp as four signed 64-bit numbers, −1 for none."""
        # Inode numbers may use all 64 bits (some network file systems); only equality matters, so they are folded into the signed range.
        return (-1, -1, -1, -1) if stamp is None else (stamp.size, stamp.mtime_ns, stamp.inode & 0x7FFFFFFFFFFFFFFF, stamp.read_ns)


@dataclass(frozen=True, slots=True)
class IndexedFile:
    """One file as the indexes take it. `path` is the snapshot-wide key: POSIX, relative to its folder (or a URI for what is on no disk)."""

    path: str
    facts: FileFacts
    text: bytes
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A batch for `apply`: the new state of some paths; None removes one."""

    files: Sequence[tuple[str, IndexedFile | None]]


@dataclass(frozen=True, slots=True)
class Span:
    """A range of bytes in a text, end exclusive."""

    start: int
    end: int
