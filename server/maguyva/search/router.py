"""From the words of a question to what it wants: the ordered rules of specification 1.3, first match wins.

`route` is pure and total. It reads at most the first 2,000 characters and 64 words, and every expression is bounded on those.
The words and word orders of each language are data (`phrases/`); here are the rules that are the same in all languages.

Readings where the specification leaves room:

- Rule 1: after a keyword, an identifier that is followed by another plain word is prose ("class hierarchy of the models"), unless
  code punctuation or a strictly shaped name shows it to be code; so are two-word terms such as "type inference" (`_TERMS`).
- Rule 4: quotes, 0.90, and "find the string X", 0.90. Error tokens count anywhere, 0.85. A status phrase counts anywhere with its
  number ("404 Not Found"), and without it only as the whole query ("Not Found"). `traceback` is also an ordinary word: it counts
  unless the question asks how or why, or goes on as a compound ("traceback formatting").
- Rule 4 comes before 4b, so a quoted name is a literal even in "where is 'x' defined". Backticks are no quotes: they mark code.
- A pasted line of code that holds a string is looked for as the whole line.
- Rule 5b: a bare keyword ("class", "import") is no identifier and falls to rule 7.
- A question about a thing of several words ("who calls the payment service") keeps its intent and has no target.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from maguyva.search.error_tokens import find_error_token, find_traceback, whole_error_phrase
from maguyva.search.intent import Intent, Target
from maguyva.search.phrases import DROPPED, IDENT, QUOTED
from maguyva.search.wording import BOOKS, Question, Word, read

_THIS: Final = Target("this", "")
_IDLE: Final = frozenset({"this", "kind", "fn"})  # Words of these classes name nothing.

_KEYWORDS: Final = frozenset(
    "def class func import from fn function interface struct enum trait impl type module package "
    "return if else for while const let var".split()
)
# Lower-case words that make the keyword in front of them a term of prose: "type inference", "import order", "class hierarchy".
_TERMS: Final = (
    "alias alignment annotations? arguments? attributes? blocks? body bounds cache calls? cast casting check checker checking checks "
    "coercion coherence components? composition conversions? coverage cycles? declarations? decorators? defaults? definitions? "
    "dependenc(?:y|ies) design diagrams? discovery documentation equality erasure errors? examples? explorer exports? exposing "
    "expressions? federation fields? generation graph guards? handling hierarch(?:y|ies) hint hinting hints hooks implementations? "
    "imports? inference inheritance initiali[sz]ation inspection instances? instantiation invariants? issues? iteration layout literals? "
    "load loaders? loading lookup management managers? mapping maps members? methods? mocking names? naming narrowing nesting objects? "
    "optimi[sz]ation order ordering overload(?:s|ing)? overview packing padding parameters? pars(?:er|ing) paths? patterns? pointers? "
    "problems? promotion propert(?:y|ies) references? reflection registration registry reloading resolution resolver rules safety "
    "scop(?:e|ing) segregation semantics seriali[sz]ation signatures? sizes? sorting statements? structures? syntax systems? tags "
    "templates? tests? traits transforms? trees? unions usage util(?:s|ities)? validat(?:or|ion) values? variables? variance variants "
    "versions? versioning wrappers?"
)
_KEYWORD_LEAD = re.compile(
    r"""(?P<open>def|class|func|import)\s+(?=\S)
    |(?P<closed>fn|function|interface|struct|enum|trait|impl|type|module|package)\s+(?=[^\W\d][\w.:$]*\s*(?:$|[({<:=;,]))
    |(?P<from>from)\s+(?=[\w.@/"'-]+\s+import\b)""",
    re.VERBOSE | re.IGNORECASE,
)
_PROSE_NEXT = re.compile(r"[^\W\d][\w'’-]*\s+(?!(?:as|from|extends|implements|do|where|with|is|end|final|sealed|static)\b)[^\W\d]")
_TERM_NEXT = re.compile(rf"(?:{_TERMS.replace(' ', '|')})\s*[?.!]*$")  # Case-sensitive on purpose: `class Loader` is code.
_CODE_SIGN = re.compile(r"[(){}\[\];=<>*]|:\s*$|::|,\s*\w+\s*$")
_DEFINED = re.compile(r"(?:\([^)]{0,200}\)\s*|<[^>]{0,200}>\s*)?([^\W\d][\w.$]*(?:::\w+)*)")
_IMPORTED = re.compile(r"""(?:.{0,500}?\bimport\s)?\s*(?:(?:type|static)\s+)?[({*]?\s*["']?([^\W\d][\w.$]*)""")
_PASTED = re.compile(
    r"[\w.$>-]+\s*(?:[-+*/|]?=(?!=)|:=|\(|\[)|(?:return|throw|raise|await|yield|assert|if|elif|else|for|while|const|let|var)\b.*[(={\[]"
)
_LETTER = re.compile(r"[^\W\d]\w*")
_NAME = re.compile(r"[\w$.:>@#-]+[?!]?")


def route(query: str) -> Intent:
    """Decide what a question wants. Any string is answered; the shortest answer is rule 7 with confidence 0.40 and no target."""
    question = read(query)
    if code := _keyword_lead(question):
        return Intent("find_definition", 0.95, "1", code[0])
    if slot := _phrase(question, "2"):
        return Intent("find_references", 0.90, "2", _target(question, *slot))
    if slot := _phrase(question, "3"):
        return Intent("impact_analysis", 0.90, "3", _target(question, *slot))
    if literal := _literal(question):
        return Intent("exact_match", literal[0], "4", Target("literal", literal[1]))
    if slot := _phrase(question, "4b"):
        return Intent("find_definition", 0.90, "4b", _target(question, *slot))
    if slot := _phrase(question, "4c"):
        return Intent("find_similar", 0.80, "4c", _target(question, *slot))
    words = question.words
    lone = len(words) == 1 and question.whole
    if name := next((word for word in words if word.strict), None):
        return Intent("find_definition", 0.80 if lone else 0.60, "5", _named(name.text))
    asks = _phrase(question, "6") is not None
    if lone and not asks and _LETTER.fullmatch(words[0].text) and words[0].text.lower() not in _KEYWORDS:
        return Intent("find_definition", 0.80, "5b", _named(words[0].text))
    return Intent("understand_code", 0.75 if asks else 0.40, "6" if asks else "7", None)


def _phrase(question: Question, rule: str) -> tuple[int, Sequence[Word]] | None:
    """The first language whose table matches under this rule, and the words in the slot."""
    for language in question.languages:
        tags = question.tagged(language, rule)
        if match := BOOKS[language].rules[rule].pattern.match(tags.replace(DROPPED, "")):
            kept = [word for word, tag in zip(question.words, tags, strict=True) if tag != DROPPED]
            return language, kept[slice(*match.span(match.lastindex))] if match.lastindex else []
    return None


def _target(question: Question, language: int, slot: Sequence[Word]) -> Target | None:
    """What the slot names: a quoted or code-shaped word, else its only content word, else "this"; an empty slot asks the whole question."""
    for kind in (QUOTED, IDENT):
        for word in slot or question.words:
            if word.classes[language] is kind:
                return _named(word.text)
    content = [word for word in slot if not word.classes[language] & _IDLE]
    capitals = [word for word in content if word.text[0].isupper()]
    for choice in (capitals, content):
        if len(choice) == 1:
            return _named(choice[0].text)
    if content and not any("this" in word.classes[language] for word in slot):
        return None
    return _THIS


def _named(text: str) -> Target:
    """A name as an identifier; quoted text that cannot be one as a literal."""
    bare = text.strip().removesuffix("()")
    return Target("identifier", bare) if _NAME.fullmatch(bare) else Target("literal", text)


def _keyword_lead(question: Question) -> tuple[Target | None] | None:
    """Rule 1: the query begins like a definition or an import. A one-tuple, since such a line may name nothing (`import (`)."""
    match = _KEYWORD_LEAD.match(question.text)
    if not match:
        return None
    keyword, rest = match[0].strip().lower(), question.text[match.end() :].split("\n", 1)[0].strip()
    coded = bool(_CODE_SIGN.search(rest)) or any(word.strict for word in question.words[1:])
    if match["open"] and not coded and _PROSE_NEXT.match(rest):
        return None
    if keyword not in ("def", "func", "fn", "from") and _TERM_NEXT.match(rest):
        return None
    name = (_IMPORTED if keyword in ("import", "from") else _DEFINED).match(rest)
    if not name and not coded:
        return None
    return (Target("identifier", name[1].rstrip(".")) if name else None,)


def _verbatim(text: str, start: int, end: int) -> str:
    """The text as it stands, with the signs that touch it (`$HOME`, `foo()`), less the mark that ends the sentence."""
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    found = text[start:end]
    return found.rstrip(".,;:?!") or found if end == len(text) else found


def _literal(question: Question) -> tuple[float, str] | None:
    """Rule 4: (confidence, the text to find), or None when the query names no text."""
    text = question.text
    if quoted := next((word for word in question.words if word.classes[0] is QUOTED), None):
        return 0.90, text if question.whole and _PASTED.match(text) else quoted.text
    if slot := _phrase(question, "4"):
        words = slot[1] or question.words
        return 0.90, _verbatim(text, words[0].start, words[-1].end)
    if token := find_error_token(text):
        return 0.85, token
    if question.whole and (phrase := whole_error_phrase(text)):
        return 0.85, phrase
    if (word := find_traceback(text)) and not _phrase(question, "6"):
        return 0.85, word
    return None
