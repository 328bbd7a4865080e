"""C and C++ before the preprocessor: macros that are no syntax, blanked so that the parser sees what they stand beside.

A parser without a preprocessor takes `class EXPORT Status {` for a function that returns the class EXPORT and loses Status with all
its members. Here such words become blanks of the same length, so every offset stays true. What is blanked is only what no
declaration can have without a macro: a word in capitals at a place where the grammar has none.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from maguyva.extract.conditions import split_constructs

# Lengths and counts are bounded and nothing is read twice (`*+`), so that no text costs more than its length.
_MACRO: Final = rb"[A-Z_][A-Z0-9_]{2,60}+"
_ARGUMENTS: Final = rb"\((?:[^()\n]|\([^()\n]{0,200}+\)){0,300}+\)"

# class EXPORT Name {    struct ALIGNED(8) Name : Base
_BEFORE_NAME: Final = re.compile(
    rb"(?:class|struct|union)[ \t]+((?:"
    + _MACRO
    + rb"(?:[ \t]*"
    + _ARGUMENTS
    + rb")?[ \t]+){1,3})(?=[A-Za-z_][\w:<>]*\s*(?:final\s*)?[:{])"
)
# class EXPORT Name;    but struct NAME variable;
_BEFORE_DECLARED: Final = re.compile(
    rb"\b(?:class[ \t]+("
    + _MACRO
    + rb")|(?:struct|union)[ \t]+([A-Z0-9_]*(?:EXPORT|IMPORT|API|PUBLIC|DLL)[A-Z0-9_]*+))[ \t]+(?=[A-Za-z_]\w*[ \t]*;)"
)
# void f() const REQUIRES(mutex);    int count GUARDED_BY(mutex) = 0;
_AFTER_DECLARATOR: Final = re.compile(rb"[\w)\]]\s+(" + _MACRO + _ARGUMENTS + rb"(?:\s+" + _MACRO + _ARGUMENTS + rb"){0,3})\s*[;{=]")
# API_DECLARE(int *) name(…): what the macro stands beside is the type in its brackets.
_AROUND_TYPE: Final = re.compile(
    rb"^(" + _MACRO + rb"[ \t]*\()[ \t]*[A-Za-z_][\w \t]{0,60}[\w*][ \t]*(\))(?=\s*\*{0,2}\s*[A-Za-z_]\w*[ \t]*\()", re.MULTILINE
)
# API_EXTERN int * name(…);    API_EXTERN struct x name;    int WINAPI name(…)
_TYPE: Final = (
    rb"(?:(?:const|volatile|static|inline|extern|unsigned|signed|struct|union|enum|class)[ \t]+){0,4}+[A-Za-z_][\w:]*+(?:<[^<>;\n]{0,80}>)?"
)
_PATH: Final = rb"(?:[A-Za-z_]\w*+(?:<[^<>;\n]{0,80}>)?::){0,6}+~?[A-Za-z_]\w*+"
_BETWEEN: Final = rb"(?:[ \t]+|[ \t]*[*&]+[ \t]*)"
_BEFORE_TYPE: Final = re.compile(
    rb"^[ \t]*(?:(?:extern|static|inline)[ \t]+)?("
    + _MACRO
    + rb")[ \t]+(?="
    + _TYPE
    + _BETWEEN
    + rb"(?:const[ \t]+)?[*&]*(?:"
    + _PATH
    + rb"[ \t]*[(;=\[]|\([ \t]*\*)"
    + rb"|(?:[A-Za-z_]\w*+(?:<[^<>;\n]{0,80}>)?::){1,6}+~?[A-Za-z_]\w*+[ \t]*\()",
    re.MULTILINE,
)
_BEFORE_FUNCTION: Final = re.compile(rb"^[ \t]*" + _TYPE + _BETWEEN + rb"(" + _MACRO + rb")[ \t]+(?=" + _PATH + rb"[ \t]*\()", re.MULTILINE)
# ~Foo() NOEXCEPT override;
_AFTER_PARAMETERS: Final = re.compile(
    rb"\)(?:[ \t]+(?:const|override|final|noexcept|volatile)\b){0,3}+[ \t]+("
    + _MACRO
    + rb")(?=\s*(?:[;{=]|:(?!:)|override\b|final\b|const\b|noexcept\b))"
)
# A line of its own: BEGIN_NAMESPACE, Q_OBJECT, FORMAT_PRINTF(1, 2), ERRORS(XX)
_LINE: Final = re.compile(rb"\n([ \t]*" + _MACRO + rb"(?:" + _ARGUMENTS + rb")?[ \t]*)(?=\r?\n\s*[A-Za-z_#/~\[}])")
# Between the members of an enumeration: #define XX(name) …, #undef XX
_ENUMERATION: Final = re.compile(rb"\benum\b[^;{}()=]{0,100}\{([^{}]{0,100000}+)\}")
_DEFINE: Final = re.compile(rb"^[ \t]*\#[ \t]*(?:define|undef)\b(?:[^\\\n]|\\\r?\n|\\.)*+", re.MULTILINE)
_LONG_DEFINE: Final = re.compile(rb"^[ \t]*\#[ \t]*define\b(?:[^\\\n]|\\[^\r\n])*+\\\r?\n(?:[^\\\n]|\\\r?\n|\\.)*+", re.MULTILINE)
_STRUCTURE: Final = re.compile(rb"\b(?:struct|union|class)\b[^;{}()=]{0,100}\{\s*\Z")
_TRAILING_COMMENT: Final = re.compile(rb"(?:/\*[^*]{0,400}\*/|//[^\n]*)\s*\Z")
_NAME: Final = re.compile(rb"\b[A-Za-z_]\w*+")
_DIRECTIVES: Final = frozenset(b"if ifdef ifndef elif elifdef elifndef else endif define undef defined".split())
_LAST_NAME: Final = re.compile(rb"(?:\A|[\s*&>])([A-Za-z_]\w*+)\Z")
_QUALIFIERS: Final = frozenset(
    b"static extern inline const constexpr virtual volatile mutable explicit friend typename thread_local register".split()
)
_AFTER_LIST: Final = frozenset(b"const override final noexcept volatile".split())
_TYPE_WORDS: Final = _AFTER_LIST | frozenset(
    b"void bool char short int long float double signed unsigned auto struct class enum union".split()
)
_STATEMENT: Final = re.compile(rb"[;{}]")
_NO_DECLARATION: Final = re.compile(rb"#|\b(?:if|for|while|switch|else|return|throw|case|do|goto|delete|new|co_return|co_await)\b|=[^=]")
_LOOK_BACK: Final = 600


def without_macros(text: bytes) -> bytes:
    """`text` with macros that stand where no word can stand replaced by blanks, of the same length."""
    spans = _spans(text) + _comments_in_macros(text)
    if not spans:
        return text
    blanked = bytearray(text)
    for start, end in spans:
        blanked[start:end] = bytes(byte if byte in b"\r\n" else 0x20 for byte in text[start:end])
    return bytes(blanked)


def blanked_names(text: bytes) -> list[tuple[int, int]]:
    """The names of the macros that `without_macros` blanks: the parser does not see them, and they are used all the same."""
    return [name.span() for start, end in _spans(text) for name in _NAME.finditer(text, start, end) if name[0] not in _DIRECTIVES]


@lru_cache(maxsize=2)
def _spans(text: bytes) -> list[tuple[int, int]]:
    """Asked twice for a text, once to parse it and once for the names."""
    spans = [match.span(1) for match in _BEFORE_NAME.finditer(text)]
    spans += [match.span(1) for match in _AFTER_DECLARATOR.finditer(text) if _in_declaration(text, match.start(1))]
    spans += [match.span(1) for match in _AFTER_PARAMETERS.finditer(text) if _in_declaration(text, match.start(1))]
    spans += [match.span(match.lastindex or 0) for match in _BEFORE_DECLARED.finditer(text)]
    spans += split_constructs(text)
    for body in _ENUMERATION.finditer(text):
        spans += [match.span() for match in _DEFINE.finditer(text, *body.span(1))]
    around: set[int] = set()
    for match in _AROUND_TYPE.finditer(text):
        spans += [match.span(1), match.span(2)]
        around.add(match.start(1))
    for pattern in (_BEFORE_TYPE, _BEFORE_FUNCTION):
        spans += [match.span(1) for match in pattern.finditer(text) if match.start(1) not in around]
    above = -1  # Where the macro on the line above ends: what stands below it is as free as it is.
    for match in _LINE.finditer(text):
        if match.start(1) in around:
            continue
        if above == match.start() or _between_declarations(text, match.start(), match.end()):
            spans.append(match.span(1))
            above = match.end()
    return spans


def _comments_in_macros(text: bytes) -> list[tuple[int, int]]:
    """The comments in macros of several lines: the parser takes what follows such a comment for code outside the macro."""
    found: list[tuple[int, int]] = []
    for define in _LONG_DEFINE.finditer(text):
        start = text.find(b"/*", *define.span())
        while start >= 0:
            end = text.find(b"*/", start + 2, define.end())
            if end < 0:
                break
            found.append((start, end + 2))
            start = text.find(b"/*", end + 2, define.end())
    return found


def _in_declaration(text: bytes, at: int) -> bool:
    before = text[max(0, at - _LOOK_BACK) : at]
    ends = [match.end() for match in _STATEMENT.finditer(before)]
    start = ends[-1] if ends else 0
    return _NO_DECLARATION.search(before, start) is None and _ends_declarator(before[start:].rstrip())


def _ends_declarator(before: bytes) -> bool:
    """Whether a declaration's name, or the list behind it, is what a text ends with, and not the type of the name that follows."""
    if before.endswith((b")", b"]")):
        return True
    name = _LAST_NAME.search(before)
    if name is None or name[1] in _TYPE_WORDS:
        return name is not None and name[1] in _AFTER_LIST
    rest = before[: name.start(1)].rstrip()
    return rest.endswith((b"*", b"&", b">")) or any(word not in _QUALIFIERS for word in _NAME.findall(rest.rpartition(b":")[2]))


def _between_declarations(text: bytes, at: int, end: int) -> bool:
    # A word on a line of its own may also end an enumeration or be an operand of the line above.
    before = text[max(0, at - _LOOK_BACK) : at].rstrip()
    if text[end : end + 200].lstrip().startswith(b"}"):
        before = _TRAILING_COMMENT.sub(b"", before).rstrip()
        return before.endswith(b";") or _STRUCTURE.search(before) is not None
    line = before.rpartition(b"\n")[2].lstrip()
    return before[-1:] in (b";", b"{", b"}", b">", b":", b"") or before.endswith(b"*/") or line.startswith((b"#", b"//"))
