"""Types as C, C++, Rust, Java and C# write them, read like those of `expressions.split_type`: (head with dots, arguments) for each alternative.

What does not change which members a value has is taken off: pointers, references, arrays, qualifiers, lifetimes. A tag keeps its keyword
("struct x"). What owns or lends a value of another type (`Box<T>`, `std::unique_ptr<T>`) is that type.
"""

from __future__ import annotations

import re
from functools import lru_cache

from maguyva.resolve.expressions import split_type
from maguyva.resolve.names import C_FAMILY, PACKAGED

Types = tuple[tuple[str, tuple[str, ...]], ...]

_LONGEST = 400
_DEEPEST = 12
_C_WORDS = re.compile(r"\b(?:const|volatile|restrict|register|static|extern|inline|mutable|typename|constexpr|thread_local|class)\b|[*&]+")
_C_TAG = re.compile(r"(?:struct|union|enum)\s+(?:class\s+)?")
_C_NAME = re.compile(r"(?:::)?[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*")
_C_OWNERS = frozenset(
    {"unique_ptr", "shared_ptr", "weak_ptr", "scoped_ptr", "scoped_refptr", "intrusive_ptr", "optional", "reference_wrapper", "atomic"}
)
_PACKAGED_WORDS = re.compile(
    r"\A(?:@[\w.]+(?:\([^()]*\))?\s+|(?:this|ref|out|in|params|scoped|readonly|final)\s+|\?\s*(?:extends|super)\s+)+"
)
_RUST_WORDS = re.compile(r"(?:&|\*\s*(?:const|mut)\b|'\w+|\b(?:mut|dyn|impl|const)\b|\s)+")
_RUST_NAME = re.compile(r"(?:::)?[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*")
_RUST_OWNERS = frozenset(
    {
        "Box", "Rc", "Arc", "Cow", "Pin", "Ref", "RefMut", "RefCell", "Cell", "Mutex", "RwLock", "MutexGuard", "RwLockReadGuard",
        "RwLockWriteGuard", "ManuallyDrop", "MaybeUninit", "Weak", "NonNull", "UnsafeCell", "OnceCell", "LazyLock", "OnceLock", "AsRef", "Into",
    }
)  # fmt: skip


@lru_cache(maxsize=16384)
def types_in(language: str, text: str) -> Types:
    """The alternatives of a type written in `language`; unreadable parts are left out."""
    if language in C_FAMILY:
        return _c_types(text, 0)
    if language == "rust":
        return _rust_types(text, 0)
    if language in PACKAGED:
        return _packaged_types(text)
    return split_type(text)


def _packaged_types(text: str) -> Types:
    """Types of Java and C#: modifiers, annotations, `?` of what may be null and bounds of wildcards are taken off."""
    text = _PACKAGED_WORDS.sub("", text).strip()
    text = text.removeprefix("global::").removesuffix("?")
    if text.startswith("(") or text == "?":
        return ()
    while text.endswith("]") and "[" in text:  # Of `Foo[][]` the brackets are taken off one by one.
        inner, _, rank = text.rpartition("[")
        if rank.strip(" ,]"):
            return ()
        return (("$array", (inner,)),)
    return split_type(text)


def _c_types(text: str, depth: int) -> Types:
    if len(text) > _LONGEST or depth > _DEEPEST or "{" in text:
        return ()
    text = _C_WORDS.sub(" ", text).strip()
    tag = _C_TAG.match(text)
    at = tag.end() if tag else 0
    name = _C_NAME.match(text, at)
    if name is None:
        return ()
    head = ".".join(part.strip() for part in name[0].split("::") if part.strip())
    rest = text[name.end() :].strip()
    arguments = _arguments(rest) if rest.startswith("<") else ()
    last = head.rpartition(".")[2]
    if last in _C_OWNERS and arguments:
        return _c_types(arguments[0], depth + 1)
    member = rest[_end_of_arguments(rest) :].strip() if arguments else rest
    if member.startswith("::"):  # `vector<T>::iterator` is no vector.
        return ()
    return ((f"struct {head}" if tag and "." not in head else head, arguments),)


def _rust_types(text: str, depth: int) -> Types:
    if len(text) > _LONGEST or depth > _DEEPEST:
        return ()
    leading = _RUST_WORDS.match(text)
    text = text[leading.end() :].strip() if leading else text.strip()
    if text.startswith("[") and text.endswith("]"):
        return (("Vec", (text[1:-1].partition(";")[0].strip(),)),)
    if text.startswith("(") and text.endswith(")") and "," not in text:
        return _rust_types(text[1:-1], depth + 1)
    if text.startswith("<") and " as " in text:  # `<T as Trait>::Item`
        return ()
    found: list[tuple[str, tuple[str, ...]]] = []
    for part in _split_plus(text):
        name = _RUST_NAME.match(part)
        if name is None:
            continue
        head = ".".join(piece.strip() for piece in name[0].split("::") if piece.strip())
        rest = part[name.end() :].removeprefix("::").strip()
        arguments = tuple(argument for argument in _arguments(rest) if not argument.startswith("'")) if rest.startswith("<") else ()
        last = head.rpartition(".")[2]
        if last in _RUST_OWNERS and arguments:
            found += _rust_types(arguments[0], depth + 1)
        else:
            found.append((head, arguments))
    return tuple(found)


def _split_plus(text: str) -> list[str]:
    pieces, depth, start = [], 0, 0
    for at, char in enumerate(text):
        if char in "<([":
            depth += 1
        elif char in ")]" or (char == ">" and text[at - 1 : at] != "-"):
            depth -= 1
        elif char == "+" and depth == 0:
            pieces.append(text[start:at])
            start = at + 1
    pieces.append(text[start:])
    return [piece.strip().removeprefix("?") for piece in pieces if piece.strip()]


def _end_of_arguments(text: str) -> int:
    depth = 0
    for at, char in enumerate(text):
        if char in "<([":
            depth += 1
        elif char in ")]" or (char == ">" and text[at - 1 : at] != "-"):
            depth -= 1
            if depth == 0:
                return at + 1
    return len(text)


def _arguments(text: str) -> tuple[str, ...]:
    pieces, depth, start = [], 0, 1
    end = _end_of_arguments(text)
    for at in range(1, end - 1):
        char = text[at]
        if char in "<([":
            depth += 1
        elif char in ")]" or (char == ">" and text[at - 1] != "-"):
            depth -= 1
        elif char == "," and depth == 0:
            pieces.append(text[start:at].strip())
            start = at + 1
    pieces.append(text[start : max(start, end - 1)].strip())
    return tuple(piece for piece in pieces if piece)
