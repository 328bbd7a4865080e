"""Types as TypeScript writes them, read into nodes. Object types are written `{12}`, by the row of their scope."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

_TOKEN = re.compile(
    r"""\s*(?:(?P<name>[A-Za-z_$\x80-\U0010ffff][\w$]*)|(?P<string>"[^"]*"|'[^']*'|`[^`]*`)|(?P<number>-?\d[\w.]*)|(?P<sign>=>|\.\.\.|\?\.|.))""",
    re.DOTALL | re.VERBOSE,
)
_DEEPEST = 40
_MODIFIERS = frozenset({"readonly", "unique", "abstract", "asserts"})


class TypeKind(IntEnum):
    """What a type is."""

    NAME = 1  # `a.B<C>`: the name, and its arguments.
    UNION = 2
    INTERSECTION = 3
    ARRAY = 4
    TUPLE = 5
    FUNCTION = 6  # The part is what it returns; `name` is "new" for a constructor.
    OBJECT = 7  # `row` is the row of its scope.
    MAPPED = 8  # `{ [K in A]: B }`: the name K, the parts A and B.
    INDEXED = 9  # `A[B]`
    KEYOF = 10
    TYPEOF = 11  # The name is the expression.
    CONDITIONAL = 12  # `A extends B ? C : D`
    LITERAL = 13  # A string's text, else "".
    INFER = 14
    PREDICATE = 15  # `x is A`
    OTHER = 16


@dataclass(frozen=True, eq=False, slots=True)
class Parameter:
    """A parameter of a function type."""

    name: str
    type: TypeNode | None
    rest: bool = False
    optional: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class TypeNode:
    """One type. Nodes of one text are read once, so they are compared by identity."""

    kind: TypeKind
    name: str = ""
    parts: tuple[TypeNode, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    generics: tuple[tuple[str, TypeNode | None, TypeNode | None], ...] = ()  # Names, constraints and defaults.
    row: int = -1
    receiver: TypeNode | None = None  # What a function type says of `this`.


UNREAD = TypeNode(TypeKind.OTHER)


@lru_cache(maxsize=32768)
def read_type(text: str) -> TypeNode:
    """The node of a type; `OTHER` for what cannot be read."""
    reader = _Reader(text)
    node = reader.type(0)
    return node if node is not None else UNREAD


@lru_cache(maxsize=4096)
def read_generic(text: str) -> tuple[TypeNode | None, TypeNode | None]:
    """Constraint and default of a type parameter as written after its "<": `A=B`."""
    reader = _Reader(text)
    constraint = reader.type(0) if text and not text.startswith("=") else None
    default = reader.type(0) if reader.take("=") else None
    return constraint, default


class _Reader:
    """A text's tokens and the place in them. Whatever cannot be read gives None, and the rest of the text is left."""

    def __init__(self, text: str) -> None:
        self._tokens = [(match.lastgroup or "", match[match.lastgroup or 0]) for match in _TOKEN.finditer(text.strip())]
        self._at = 0

    def _peek(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at][1] if at < len(self._tokens) else ""

    def _is_name(self, ahead: int = 0) -> bool:
        at = self._at + ahead
        return at < len(self._tokens) and self._tokens[at][0] == "name"

    def take(self, sign: str) -> bool:
        """Whether the next token is `sign`, which is passed then."""
        if self._at < len(self._tokens) and self._tokens[self._at][1] == sign and self._tokens[self._at][0] != "string":
            self._at += 1
            return True
        return False

    def type(self, depth: int) -> TypeNode | None:
        """The type that starts here."""
        if depth > _DEEPEST:
            return None
        node = self._union(depth)
        if node is None:
            return None
        if self._is_name() and self._peek() == "is":
            self._at += 1
            told = self.type(depth + 1)
            return TypeNode(TypeKind.PREDICATE, node.name, () if told is None else (told,))
        if self._is_name() and self._peek() == "extends":
            self._at += 1
            wanted = self._union(depth + 1)
            if wanted is None or not self.take("?"):
                return node
            yes = self.type(depth + 1)
            no = self.type(depth + 1) if self.take(":") else None
            return TypeNode(TypeKind.CONDITIONAL, "", (node, wanted, yes or UNREAD, no or UNREAD))
        return node

    def _union(self, depth: int) -> TypeNode | None:
        return self._joined("|", TypeKind.UNION, depth)

    def _joined(self, sign: str, kind: TypeKind, depth: int) -> TypeNode | None:
        self.take(sign)
        parts = []
        while True:
            part = self._joined("&", TypeKind.INTERSECTION, depth + 1) if sign == "|" else self._postfixed(depth + 1)
            if part is None:
                break
            parts.append(part)
            if not self.take(sign):
                break
        return None if not parts else parts[0] if len(parts) == 1 else TypeNode(kind, "", tuple(parts))

    def _postfixed(self, depth: int) -> TypeNode | None:
        node = self._primary(depth)
        while node is not None and self._peek() == "[":
            self._at += 1
            if self.take("]"):
                node = TypeNode(TypeKind.ARRAY, "", (node,))
                continue
            index = self.type(depth + 1)
            if index is None or not self.take("]"):
                return node
            node = TypeNode(TypeKind.INDEXED, "", (node, index))
        return node

    def _primary(self, depth: int) -> TypeNode | None:
        if depth > _DEEPEST or self._at >= len(self._tokens):
            return None
        kind, word = self._tokens[self._at]
        if kind == "string":
            self._at += 1
            return TypeNode(TypeKind.LITERAL, word[1:-1] if word[0] != "`" else "")
        if kind == "number":
            self._at += 1
            return TypeNode(TypeKind.LITERAL)
        if kind == "name":
            return self._named(word, depth)
        if word == "(":
            function = self._function(depth)
            if function is not None:
                return function
            self._at += 1
            inner = self.type(depth + 1)
            self.take(")")
            return inner
        if word == "<":
            return self._function(depth)
        if word == "[":
            return self._tuple(depth)
        if word == "{":
            return self._object(depth)
        return None

    def _named(self, word: str, depth: int) -> TypeNode | None:
        following = self._peek(1)
        if word in _MODIFIERS and (self._is_name(1) or following in ("(", "[", "{")) and following != "is":
            self._at += 1
            return self._postfixed(depth + 1)
        if word == "new" and following in ("(", "<"):
            self._at += 1
            function = self._function(depth)
            return function and TypeNode(TypeKind.FUNCTION, "new", function.parts, function.parameters, function.generics)
        if word == "keyof":
            self._at += 1
            part = self._postfixed(depth + 1)
            return TypeNode(TypeKind.KEYOF, "", () if part is None else (part,))
        if word == "infer" and self._is_name(1):
            self._at += 2
            return TypeNode(TypeKind.INFER, following)
        self._at += 1
        if word == "typeof":
            return TypeNode(TypeKind.TYPEOF, self._path())
        if word == "import" and following == "(":
            return self._imported(depth)
        name = word
        while self._peek() == "." and self._is_name(1):
            name += "." + self._peek(1)
            self._at += 2
        return TypeNode(TypeKind.NAME, name, self._arguments(depth))

    def _path(self) -> str:
        name = ""
        while self._is_name():
            name += self._peek()
            self._at += 1
            if self._peek() != "." or not self._is_name(1):
                break
            name += "."
            self._at += 1
        return name

    def _imported(self, depth: int) -> TypeNode:
        module = self._peek(1).strip("'\"")
        self._at += 3
        name = ""
        while self._peek() == "." and self._is_name(1):
            name += "." + self._peek(1)
            self._at += 2
        return TypeNode(TypeKind.NAME, f"import {module}\0{name.lstrip('.')}", self._arguments(depth))

    def _arguments(self, depth: int) -> tuple[TypeNode, ...]:
        if self._peek() != "<":
            return ()
        self._at += 1
        parts: list[TypeNode] = []
        while self._at < len(self._tokens) and not self.take(">"):
            part = self.type(depth + 1)
            parts.append(part or UNREAD)
            if not self.take(","):
                self.take(">")
                break
        return tuple(parts)

    def _tuple(self, depth: int) -> TypeNode:
        self._at += 1
        parts: list[TypeNode] = []
        while self._at < len(self._tokens) and not self.take("]"):
            rest = self.take("...")
            if self._is_name() and (self._peek(1) == ":" or (self._peek(1) == "?" and self._peek(2) == ":")):
                self._at += 3 if self._peek(1) == "?" else 2
            part = self.type(depth + 1) or UNREAD
            self.take("?")
            parts.append(TypeNode(TypeKind.ARRAY, "...", (part,)) if rest else part)
            if not self.take(","):
                self.take("]")
                break
        return TypeNode(TypeKind.TUPLE, "", tuple(parts))

    def _object(self, depth: int) -> TypeNode | None:
        self._at += 1
        if self._at < len(self._tokens) and self._tokens[self._at][0] == "number" and self._peek(1) == "}":
            row = int(self._peek()) if self._peek().isdecimal() else -1
            self._at += 2
            return TypeNode(TypeKind.OBJECT, row=row)
        for sign in ("-", "+", "readonly"):
            self.take(sign)
        if not self.take("[") or not self._is_name() or self._peek(1) != "in":
            return None
        name = self._peek()
        self._at += 2
        over = self.type(depth + 1)
        if self._is_name() and self._peek() == "as":
            self._at += 1
            self.type(depth + 1)
        self.take("]")
        for sign in ("-", "+", "?"):
            self.take(sign)
        value = self.type(depth + 1) if self.take(":") else None
        self.take(";")
        self.take("}")
        return TypeNode(TypeKind.MAPPED, name, (over or UNREAD, value or UNREAD))

    def _function(self, depth: int) -> TypeNode | None:
        """The function type that starts here; None, and nothing passed, when it is none."""
        start = self._at
        generics = self._generics(depth)
        parameters = self._parameters(depth) if self.take("(") else None
        if parameters is None or not self.take("=>"):
            self._at = start
            return None
        returned = self.type(depth + 1) or UNREAD
        receiver = parameters[0].type if parameters and parameters[0].name == "this" else None
        parameters = parameters[1:] if parameters and parameters[0].name == "this" else parameters
        return TypeNode(TypeKind.FUNCTION, "", (returned,), parameters, generics, receiver=receiver)

    def _generics(self, depth: int) -> tuple[tuple[str, TypeNode | None, TypeNode | None], ...]:
        if not self.take("<"):
            return ()
        found = []
        while self._is_name():
            if self._peek() in ("const", "in", "out") and self._is_name(1):
                self._at += 1
                continue
            name = self._peek()
            self._at += 1
            constraint = default = None
            if self._is_name() and self.take("extends"):
                constraint = self.type(depth + 1)
            if self.take("="):
                default = self.type(depth + 1)
            found.append((name, constraint, default))
            if not self.take(","):
                break
        self.take(">")
        return tuple(found)

    def _parameters(self, depth: int) -> tuple[Parameter, ...] | None:
        found: list[Parameter] = []
        while not self.take(")"):
            rest = self.take("...")
            if self._peek() in ("{", "["):
                self._skip_pattern()
                name = ""
            elif self._is_name():
                name = self._peek()
                self._at += 1
            else:
                return None
            optional = self.take("?")
            written = self.type(depth + 1) if self.take(":") else None
            found.append(Parameter(name, written, rest, optional))
            if not self.take(","):
                if not self.take(")"):
                    return None
                break
        return tuple(found)

    def _skip_pattern(self) -> None:
        depth = 0
        while self._at < len(self._tokens):
            sign = self._peek()
            depth += (sign in ("{", "[")) - (sign in ("}", "]"))
            self._at += 1
            if depth == 0:
                return
