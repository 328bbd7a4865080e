r"""Regular expressions as a tree: one parse serves the trigram plan and the engine, so the two cannot disagree.

The syntax is RE2's with the meaning that ripgrep gives it: `\w`, `\d`, `\s` and `\b` know Unicode, `^` and `$` are the ends of a
line, nothing matches a line break, and a byte that is not UTF-8 is matched by nothing.

    x y  x|y  x* x+ x? x{n} x{n,} x{n,m}, each with a lazy `?`   (x) (?:x) (?P<name>x) (?<name>x) (?flags) (?flags:x), flags i m s U u
    .  [abc] [^a-z] [[:alpha:]] [[:^alpha:]]   \d \D \s \S \w \W \pL \p{Greek} \p{^Greek} \P{Greek}   ^ $ \A \z \b \B
    \a \f \t \r \v \xHH \x{H…} \uHHHH \UHHHHHHHH, and any ASCII punctuation after a backslash for itself

Not supported, with an error that says so: look-around, back-references, `\Q…\E`, `\C`, octal escapes, the flag `x`, set operations and
brackets inside a class (RE2 and ripgrep read `[a&&b]` and `[[a]` differently, so neither meaning would be safe).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from maguyva.index import codepoints
from maguyva.index.codepoints import Ranges

MAX_PATTERN_LENGTH = 16_384
MAX_DEPTH = 100
MAX_REPEAT = 1000  # RE2's limit.

_NEWLINE: Ranges = ((10, 10),)
_ANY = codepoints.difference(codepoints.SCALARS, _NEWLINE)
_ESCAPED_CONTROL = {"a": 7, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_HEX = frozenset("0123456789abcdefABCDEF")


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of a set."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Sequence:
    """All parts, one after the other; none is the empty match."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the parts, the first that can be."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """`part` from `low` to `high` times (None: any number)."""

    part: Node
    low: int
    high: int | None
    lazy: bool


@dataclass(frozen=True, slots=True)
class Capture:
    """The part of the whole that counts as the match."""

    part: Node


@dataclass(frozen=True, slots=True)
class Assertion:
    """A place between characters."""

    kind: Literal["line_start", "line_end", "word_boundary", "no_word_boundary"]


Node = Chars | Sequence | Choice | Repeat | Capture | Assertion


@dataclass(frozen=True, slots=True)
class Parsed:
    """A tree, and whether the pattern spells an upper-case letter (which makes "smart" case sensitive)."""

    root: Node
    has_upper_case: bool


def parse(pattern: str, *, ignore_case: bool) -> Parsed:
    """The tree of a regular expression. Raises ValueError with one clear line for anything outside the syntax above."""
    if len(pattern) > MAX_PATTERN_LENGTH:
        raise ValueError(f"the pattern has {len(pattern):,} characters; the limit is {MAX_PATTERN_LENGTH:,}")
    parser = _Parser(pattern, ignore_case)
    root = parser.choice(0)
    if parser.at < len(pattern):
        raise parser.error("unmatched )")
    return Parsed(root, parser.has_upper_case)


def literal(text: str, *, ignore_case: bool) -> Node:
    """The tree that matches `text` as it is spelled."""
    sets = [((ord(char), ord(char)),) for char in text]
    return Sequence(tuple(Chars(codepoints.fold(one) if ignore_case else one) for one in sets))


def whole_words(root: Node) -> Node:
    r"""`root` where ripgrep's `-w` would let it match: a line's end or a character that is not `\w` on both sides."""
    edge = Chars(codepoints.difference(codepoints.complement(codepoints.word_ranges()), _NEWLINE))
    before = Choice((Assertion("line_start"), edge))
    after = Choice((edge, Assertion("line_end")))
    return Sequence((before, Capture(root), after))


def uses_word_boundary(node: Node) -> bool:
    r"""Whether `\b` or `\B` stands anywhere in the tree."""
    match node:
        case Assertion(kind):
            return kind in ("word_boundary", "no_word_boundary")
        case Sequence(parts) | Choice(parts):
            return any(uses_word_boundary(part) for part in parts)
        case Repeat(part) | Capture(part):
            return uses_word_boundary(part)
        case Chars():
            return False


class _Parser:
    """A cursor over the pattern; the flag `i` holds to the end of the group in which it is set."""

    def __init__(self, pattern: str, ignore_case: bool) -> None:
        self.pattern = pattern
        self.at = 0
        self.ignore_case = ignore_case
        self.swap_greed = False
        self.has_upper_case = False

    def error(self, message: str) -> ValueError:
        return ValueError(f"{message} at position {self.at} of the pattern")

    def peek(self, ahead: int = 0) -> str:
        return self.pattern[self.at + ahead : self.at + ahead + 1]

    def take(self, expected: str) -> bool:
        if self.pattern.startswith(expected, self.at):
            self.at += len(expected)
            return True
        return False

    def choice(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise self.error("groups are nested too deep")
        parts = [self.sequence(depth)]
        while self.take("|"):
            parts.append(self.sequence(depth))
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def sequence(self, depth: int) -> Node:
        parts: list[Node] = []
        while self.at < len(self.pattern) and self.peek() not in ("|", ")"):
            atom = self.atom(depth)
            if atom is None:  # A flag group matches nothing and cannot be repeated.
                if self.quantifier() is not None:
                    raise self.error("nothing to repeat")
                continue
            repeats = 0
            while (bounds := self.quantifier()) is not None:
                repeats += 1
                if repeats > MAX_DEPTH:
                    raise self.error("too many repetition operators")
                lazy = self.take("?") != self.swap_greed
                atom = Repeat(atom, *bounds, lazy)
            parts.append(atom)
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def quantifier(self) -> tuple[int, int | None] | None:
        for symbol, low, high in (("*", 0, None), ("+", 1, None), ("?", 0, 1)):
            if self.take(symbol):
                return low, high
        if self.peek() != "{":
            return None
        close = self.pattern.find("}", self.at)
        low_text, comma, high_text = self.pattern[self.at + 1 : max(close, 0)].partition(",")
        if close < 0 or not _is_number(low_text) or (high_text and not _is_number(high_text)):
            return None  # RE2 takes a brace that bounds nothing literally.
        if max(len(low_text), len(high_text)) > 6 or max(int(low_text), int(high_text or 0)) > MAX_REPEAT:
            raise self.error(f"more than {MAX_REPEAT} repetitions")
        lower = int(low_text)
        upper = int(high_text) if high_text else None if comma else lower
        if upper is not None and upper < lower:
            raise self.error("the bounds of the repetition are in the wrong order")
        self.at = close + 1
        return lower, upper

    def atom(self, depth: int) -> Node | None:
        char = self.peek()
        if char in ("*", "+", "?"):
            raise self.error("nothing to repeat")
        if char == "{" and self.quantifier() is not None:
            raise self.error("nothing to repeat")
        self.at += 1
        match char:
            case "(":
                return self.group(depth)
            case "[":
                return Chars(self.character_class())
            case ".":
                return Chars(_ANY)
            case "^":
                return Assertion("line_start")
            case "$":
                return Assertion("line_end")
            case "\\":
                return self.escape()
        return self.literal_char(ord(char))

    def literal_char(self, code_point: int) -> Node:
        if code_point == 10:
            raise self.error("a pattern cannot contain a line break")
        self.note_case(code_point)
        single: Ranges = ((code_point, code_point),)
        return Chars(codepoints.fold(single) if self.ignore_case else single)

    def note_case(self, code_point: int) -> None:
        if chr(code_point).isupper():
            self.has_upper_case = True

    def group(self, depth: int) -> Node | None:
        saved = self.ignore_case, self.swap_greed
        if self.take("?P<") or (self.pattern.startswith("?<", self.at) and self.peek(2) not in ("=", "!") and self.take("?<")):
            close = self.pattern.find(">", self.at)
            name = self.pattern[self.at : max(close, self.at)]
            if not name.isidentifier():
                raise self.error("a group's name must be an identifier closed by >")
            self.at = close + 1
        elif self.take("?"):
            if self.peek() in ("=", "!", "<"):
                raise self.error("look-around is not supported")
            if self.flags() == ")":
                return None
        inner = self.choice(depth + 1)
        if not self.take(")"):
            raise self.error("missing )")
        self.ignore_case, self.swap_greed = saved
        return inner

    def flags(self) -> str:
        on = True
        seen = False
        while self.at < len(self.pattern):
            flag = self.peek()
            self.at += 1
            if flag in (":", ")"):
                if flag == ")" and not seen:
                    break
                return flag
            if flag == "-" and on:
                on = False
                seen = False
                continue
            if flag == "i":
                self.ignore_case = on
            elif flag == "U":
                self.swap_greed = on
            elif flag not in ("m", "s") and not (flag == "u" and on):  # Neither m nor s can matter within one line.
                break
            seen = True
        raise self.error("unsupported flags in a group")

    def escape(self) -> Node:
        char = self.peek()
        match char:
            case "b" | "B":
                self.at += 1
                return Assertion("word_boundary" if char == "b" else "no_word_boundary")
            case "A" | "z":
                self.at += 1
                return Assertion("line_start" if char == "A" else "line_end")
        named = self.named_class()
        if named is not None:
            return self.chars(named)
        return self.literal_char(self.escaped_char())

    def chars(self, ranges: Ranges) -> Node:
        left = codepoints.difference(ranges, _NEWLINE)
        if not left:
            raise self.error("a class that matches nothing but a line break")
        return Chars(left)

    def named_class(self) -> Ranges | None:
        r"""The set after a backslash that stands for several characters; None, and the cursor unmoved, for one character."""
        char = self.peek()
        kind = char.lower()
        if kind not in ("d", "s", "w", "p") or not char:
            return None
        self.at += 1
        negated = char.isupper()
        if kind == "p":
            name = self.peek()
            self.at += 1
            if name == "{":
                close = self.pattern.find("}", self.at)
                if close < 0:
                    raise self.error("missing }")
                name = self.pattern[self.at : close]
                self.at = close + 1
            if name.startswith("^"):
                negated = not negated
            try:
                ranges = codepoints.property_ranges(name.removeprefix("^"))
            except ValueError as problem:
                raise self.error(str(problem)) from None
            if self.ignore_case:  # Before it is negated: `\P{L}` without case is what no letter of any case is.
                ranges = codepoints.fold(ranges)
        else:
            ranges = codepoints.SPACE if kind == "s" else codepoints.word_ranges() if kind == "w" else codepoints.digit_ranges()
        return codepoints.complement(ranges) if negated else ranges

    def escaped_char(self) -> int:
        char = self.peek()
        if not char:
            raise self.error("a backslash at the end")
        self.at += 1
        if char in _ESCAPED_CONTROL:
            return _ESCAPED_CONTROL[char]
        if char in ("x", "u", "U"):
            return self.hexadecimal({"x": 2, "u": 4, "U": 8}[char])
        if char.isdigit():
            raise self.error("back-references and octal escapes are not supported")
        if not char.isascii() or char.isalnum():
            raise self.error(f"unknown escape \\{char}")
        return ord(char)

    def hexadecimal(self, width: int) -> int:
        if self.take("{"):
            close = self.pattern.find("}", self.at)
            digits = self.pattern[self.at : max(close, self.at)]
            after = close + 1
        else:
            digits = self.pattern[self.at : self.at + width]
            after = self.at + width
            if len(digits) < width:
                digits = ""
        if not digits or len(digits) > 8 or not _HEX.issuperset(digits) or not codepoints.contains(codepoints.SCALARS, int(digits, 16)):
            raise self.error("not a hexadecimal code point")
        self.at = after
        return int(digits, 16)

    def character_class(self) -> Ranges:
        negated = self.take("^")
        pieces: list[Ranges] = []
        first = True
        while first or self.peek() != "]":
            if self.at >= len(self.pattern):
                raise self.error("missing ]")
            first = False
            pieces.append(self.class_item())
        self.at += 1
        ranges = codepoints.union(*pieces)
        if self.ignore_case:
            ranges = codepoints.fold(ranges)
        left = codepoints.difference(codepoints.complement(ranges) if negated else ranges, _NEWLINE)
        if not left:
            raise self.error("a class that matches nothing, or nothing but a line break")
        return left

    def class_item(self) -> Ranges:
        if self.take("[:"):
            close = self.pattern.find(":]", self.at)
            name = self.pattern[self.at : max(close, self.at)]
            ranges = codepoints.POSIX.get(name.removeprefix("^"))
            if ranges is None:
                raise self.error("unknown class name between [: and :]")
            self.at = close + 2
            return codepoints.complement(ranges) if name.startswith("^") else ranges
        if self.peek() == "[":
            raise self.error("a bracket inside a class must be written \\[")
        if self.peek() in ("&", "-", "~") and self.peek(1) == self.peek():
            raise self.error("set operations in a class are not supported; escape the character")
        if self.peek() == "\\":
            self.at += 1
            named = self.named_class()
            if named is not None:
                if self.peek() == "-" and self.peek(1) not in ("]", ""):
                    raise self.error("a range must run between two characters")
                return named
            low = self.escaped_char()
        else:
            low = ord(self.peek())
            self.at += 1
        self.note_case(low)
        if self.peek() != "-" or self.peek(1) in ("]", ""):
            return ((low, low),)
        if self.peek(1) == "-":
            raise self.error("set operations in a class are not supported; escape the character")
        self.at += 1
        high = self.range_end()
        if high < low:
            raise self.error("the ends of the range are in the wrong order")
        return codepoints.intersection(((low, high),), codepoints.SCALARS)

    def range_end(self) -> int:
        char = self.peek()
        self.at += 1
        if char == "[":
            raise self.error("a bracket inside a class must be written \\[")
        if char == "\\":
            if self.peek().lower() in ("d", "s", "w", "p"):
                raise self.error("a range must run between two characters")
            code_point = self.escaped_char()
        else:
            code_point = ord(char)
        self.note_case(code_point)
        return code_point


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
