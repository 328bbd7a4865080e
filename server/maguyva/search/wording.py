"""A question cut into words, each tagged for every language. Pure text work: no rule is decided here.

Bounds: the first 2,000 characters and 64 words. Lone surrogates are no letters and disappear.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from maguyva.search.phrases import CAPITAL, DROPPED, IDENT, QUOTED, RULE_IDS, WORD, Classes, classes_of, load

HEAD: Final = 2000
MAX_WORDS: Final = 64
BOOKS = load()
_UNIFORM: Final = {IDENT: "i", CAPITAL: "c", WORD: "w", QUOTED: "q"}

_TOKEN = re.compile(
    r"""`(?P<tick>[^`\n]{1,200})`
    |(?<!\\)"(?P<double>(?:[^"\\]|\\.)++)"
    |[“”„](?P<curly>[^“”„"]++)[“”"]
    |«\s*+(?P<angle>[^«»]*[^«»\s])\s*»
    |[‘‚](?P<typo>(?:[^‘’]|’(?=\w))++)’
    |(?<![\w\\])'(?!(?:yung|yun|yon|di|wag|to|no|pag|nak|tis|twas|em|til|cause)\b(?!'))(?=\S)
      (?P<single>(?:[^'\\\n]|\\.|(?<=\w)'(?=\w))++)(?<!\s)'(?!\w)
    |(?P<call>(?:\$(?=[^\W\d]))?\w[\w$]*(?:(?:\.|::|->)[^\W\d][\w$]*)*
      (?:(?=\()(?!\(e?s\))|<[^<>\s()]{1,60}(?:,\s?[^<>\s()]{1,60}){0,4}>(?:(?:\.|::)[^\W\d][\w$]*)*))
    |(?P<word>(?:\$(?=[^\W\d]))?\w[\w$]*(?:(?:\.|::|->|-)[^\W\d][\w$]*)*)""",
    re.VERBOSE | re.DOTALL,
)
_ASCII_CAMEL = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}")
_JOINED = re.compile(r"[^\W\d]\w*(?:(?:\.|::|->)[^\W\d]\w*)+")
_NOT_DOTTED: Final = frozenset("e.g i.e a.k.a p.es m.in d.h n.b w.r.t".split())
_GENERICS = re.compile(r"<[^<>]*>")
_UNESCAPE = re.compile(r"""\\(["'\\])""")


class Word(NamedTuple):
    """One word: its text without quotes, where it lies in the question's text, and its classes and tags.

    `classes`: one set per language. `tags`: one character per language and phrase rule, languages outermost.
    `known`: the languages that have the word.
    """

    text: str
    start: int
    end: int
    classes: tuple[Classes, ...]
    tags: str
    known: tuple[int, ...]
    strict: bool


class Question(NamedTuple):
    """`text`: the stripped NFC head of the query. `whole`: nothing was cut off. `languages`: which tables to try, the best first."""

    text: str
    whole: bool
    words: list[Word]
    languages: list[int]

    def tagged(self, language: int, rule: str) -> str:
        """The question as one rule of one language sees it: a tag per word, dropped words as "-"."""
        column = language * len(RULE_IDS) + RULE_IDS.index(rule)
        return "".join([word.tags[column] for word in self.words])


def is_strict_identifier(word: str) -> bool:
    """True for CamelCase, snake_case, dotted and `::` names: shapes that prose does not have. `URLs` and `iOS-like` are prose."""
    if word.startswith("$"):
        return True
    if "_" in word:
        return any(map(str.isalpha, word))
    if word.islower():
        return bool(_JOINED.fullmatch(word)) and word not in _NOT_DOTTED
    if _JOINED.fullmatch(word):
        return True
    if "-" in word or word.isupper():
        return False
    if word.isascii():
        return bool(_ASCII_CAMEL.search(word))
    return any(a.islower() and b.isupper() for a, b in itertools.pairwise(word))


def _uniform(classes: Classes) -> tuple[tuple[Classes, ...], str, tuple[int, ...]]:
    return (classes,) * len(BOOKS), _UNIFORM[classes] * (len(BOOKS) * len(RULE_IDS)), ()


_IDENTIFIER: Final = _uniform(IDENT)
_QUOTED: Final = _uniform(QUOTED)
_NEW_WORD: Final = _uniform(WORD)
_NEW_CAPITAL: Final = _uniform(CAPITAL)


@lru_cache(maxsize=8192)
def _look_up(word: str) -> tuple[tuple[Classes, ...], str, tuple[int, ...]]:
    """Classes per language, tags per language and rule, languages that have the word.

    Pure: remembering answers changes nothing but the time.
    """
    if is_strict_identifier(word):
        return _IDENTIFIER
    low = word.lower()
    unknown = CAPITAL if low != word else WORD
    classes = tuple([classes_of(book, low) or unknown for book in BOOKS])
    if all(each is unknown for each in classes):
        return _NEW_CAPITAL if unknown is CAPITAL else _NEW_WORD
    tags = []
    for book, each in zip(BOOKS, classes, strict=True):
        if each is unknown or "drop" in each:
            tags.append((_UNIFORM[unknown] if each is unknown else DROPPED) * len(RULE_IDS))
        else:
            tags.extend([rule.tags[each & rule.mentioned] for rule in book.rules.values()])
    return classes, "".join(tags), tuple([language for language, each in enumerate(classes) if each is not unknown])


def read(query: str) -> Question:
    """Cut a question into words and look them up. Total: any string gives a question, perhaps one without words."""
    text = query[:HEAD].strip()
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    words: list[Word] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        word = match[kind or 0]
        if kind == "word":
            classes, tags, known = _look_up(word)
            strict = classes[0] is IDENT
        elif kind == "call" or kind == "tick":
            word = _GENERICS.sub("", word.strip().partition("(")[0]) or word
            classes, tags, known = _IDENTIFIER
            strict = is_strict_identifier(word)
        else:
            word = _UNESCAPE.sub(r"\1", word)
            classes, tags, known = _QUOTED
            strict = False
        words.append(Word(word, match.start(), match.end(), classes, tags, known, strict))
        if len(words) == MAX_WORDS:
            break
    return Question(text, len(query) <= HEAD, words, _languages(words))


def _languages(words: list[Word]) -> list[int]:
    """The language that knows most of the words, then those that know a word it does not.

    A table holds words of other languages too (Taglish, "test", "in"): a question that English knows entirely is not asked in Tagalog.
    """
    known = [0] * len(BOOKS)
    for bit, word in enumerate(words):
        for language in word.known:
            known[language] |= 1 << bit
    best = max(range(len(BOOKS)), key=lambda language: known[language].bit_count())
    others = [language for language, bits in enumerate(known) if bits & ~known[best]]
    return [best, *others] if known[best] else []
