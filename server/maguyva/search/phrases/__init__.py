"""The phrase tables and the little language they are written in.

One module per language, found by looking into this package, so that adding a language is adding a file. A table holds four names:

`WORDS`: word class → its words, separated by white space. `stem*` stands for every word that begins so, `{a,b}c` for `ac bc`.
Accents are written where they belong; the spelling without them is understood too. Four classes have a meaning of their own:
`drop` (words that change nothing, removed before matching), `fn` (function words, never part of a name), `this` (deictics)
and `kind` ("function", "class", left out of a target).

`MACROS`: NAME → template text, for what several templates share. `LEAD` is what may stand before a `^` template, `GUARD` the
words before which a free template does not match ("how", "why": an explanation is wanted), `HOWTO` an opening that lifts the guard.

`RULES`: rule id → templates. A template is a regular expression whose letters are *words of the question*: a lower-case name is
a class of `WORDS`, or else that very word; `.` is any word; an upper-case name is a macro. `^` in front: only after `LEAD`.
`=` in front: only at the very beginning. Neither: anywhere, if nothing of `GUARD` comes before. `<…>` marks the slot of the target.

`EXAMPLES`: (question, intent, rule, target or None; "this" stands for the symbol at the cursor). They are tests.

A question is matched by writing one character per word (its *tag*), so the compiled expressions run over strings of a dozen
characters. That is what makes four languages and hundreds of phrases cost microseconds. Each rule has its own small alphabet, in
which words that the rule cannot tell apart share a tag, because expressions over more than 256 characters compile ten times slower.
"""

from __future__ import annotations

import importlib
import itertools
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

RULE_IDS: Final = ("2", "3", "4", "4b", "4c", "6")
"""The rules that are phrases; every table has all of them."""

Classes = frozenset[str]
"""The word classes that one word belongs to. A word that no table knows has one of the four below."""

IDENT, CAPITAL, WORD, QUOTED = (Classes({name}) for name in ("ident", "cap", "word", "quoted"))
DROPPED: Final = "-"
"""The tag of words that are removed before matching."""

_UNKNOWN: Final = {"ident": "i", "cap": "c", "word": "w", "quoted": "q"}
_SINGLE_TAGS: Final = tuple(chr(code) for code in range(1, 0x800) if chr(code) not in "icwq-")
_UNACCENT: Final = str.maketrans("àáèéìíòóùúâêîôûąćęłńśźżñ", "aaeeiioouuaeiouacelnszzn")
_SWAP_E: Final = str.maketrans("èé", "éè")
_MACRO = re.compile(r"[A-Z][A-Z0-9_]*")
_NAME = re.compile(r"[A-Z][A-Z0-9_]*|[^\W\dA-Z_][\w-]*|\(\?[=!]|<|>|\s+|(?s:.)")
_SHARED_MACROS: Final = {
    "NAMED": "<(content|this){0,3}ident>",  # A name that can only be code; whatever follows does not matter.
    "ONE": "<this?kind*(content|kind)kind?>",  # Any single word, as in "where is X defined".
    "STRONG": "<kind*(ident|cap|quoted)kind?>",  # One word that looks like a name.
    "THIS": "<this kind*>",
    "PHRASE": "<this*content{1,4}|this+>",
    "END": "($|(?=end))",
    "NP": "(NAMED|PHRASE END)",
    "NAME": "<(this|kind)*ident kind?>",
    "CLOSE": "(TAIL|$)",
    "X": "(NAME|ONE CLOSE)",
    "NOTEXT": "(?!.{0,2}textnoun (quoted|ident|cap))",  # "where is the string 'x' used" asks for text.
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in one language. `tags`: classes, less those the rule does not mention → tag. `source`: the expression over tags."""

    mentioned: Classes
    tags: Mapping[Classes, str]
    source: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """The compiled expression; compiled when first asked for, so that importing stays cheap."""
        return _compiled(self.source)


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """One language. `words` and `stems`: spelling → classes; a stem stands for every word that begins so."""

    code: str
    words: Mapping[str, Classes]
    stems: Mapping[str, Classes]
    longest: int
    rules: Mapping[str, Rule]
    examples: tuple[tuple[str, str, str, str | None], ...]


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source, re.DOTALL)


def classes_of(book: Phrasebook, low: str) -> Classes | None:
    """The classes of a lower-case word in a language, those of every stem it begins with included; None for an unknown word."""
    found = book.words.get(low)
    if found is None:
        for length in range(min(len(low), book.longest), 1, -1):
            if (found := book.stems.get(low[:length])) is not None:
                break
    return found


def expand(entry: str) -> list[str]:
    """Brace expansion: `na{,-}{call,use}` → `nacall nause na-call na-use`."""
    pieces = [piece.split(",") if number % 2 else [piece] for number, piece in enumerate(re.split(r"[{}]", entry))]
    return ["".join(choice) for choice in itertools.product(*pieces)]


def spellings(word: str) -> set[str]:
    """The word as written in a table, and as typed by someone who leaves its accents out or takes the other e."""
    return {word, word.translate(_UNACCENT), word.translate(_SWAP_E)}


def load() -> tuple[Phrasebook, ...]:
    """Read every table of this package, in alphabetical order of language code. Raises KeyError for a macro nobody defined."""
    return tuple(_read_table(module.name) for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name))


def _read_table(code: str) -> Phrasebook:
    table = importlib.import_module(f"{__name__}.{code}")
    macros = _SHARED_MACROS | table.MACROS
    members: dict[str, set[str]] = {}
    for name, text in table.WORDS.items():
        for entry in text.split():
            for word in expand(entry):
                for spelling in spellings(word):
                    members.setdefault(spelling, set()).add(name)
    # A lower-case name in a template that is no class is the class of that one word.
    names = {name for template in itertools.chain(macros.values(), *table.RULES.values()) for name in _names(template)}
    for name in names - table.WORDS.keys() - _UNKNOWN.keys() - {"content"}:
        for spelling in spellings(name):
            members.setdefault(spelling, set()).add(name)
    stems = sorted(member[:-1] for member in members if member.endswith("*"))
    for member, classes in members.items():
        bare = member.removesuffix("*")
        for length in range(2, len(bare) + 1):
            classes |= members.get(bare[:length] + "*", set())
    words = {member: Classes(classes) for member, classes in members.items() if not member.endswith("*")}
    known = {stem: Classes(members[stem + "*"]) for stem in stems}
    every = set(words.values()) | set(known.values())
    rules = {rule: _read_rule(table.RULES[rule], macros, every) for rule in RULE_IDS}
    return Phrasebook(code, words, known, max(map(len, stems), default=0), rules, tuple(table.EXAMPLES))


def _names(template: str) -> Iterator[str]:
    return (part for part in _NAME.findall(template) if part[0].isalpha() and not part[0].isupper())


def _read_rule(templates: Iterable[str], macros: Mapping[str, str], every: set[Classes]) -> Rule:
    """All templates of a rule as one expression, in the order of the table, over an alphabet that tells apart only what it mentions."""
    kinds: dict[str, list[str]] = {"=": [], "^": [], "": []}
    lead, guard, howto = macros["LEAD"], macros["GUARD"], macros["HOWTO"]
    prefixes = {"=": "", "^": f"({howto})?({lead}){{0,8}}", "": f"({howto})?((?!{guard}).){{0,40}}?"}
    for template in templates:
        kinds[template[0] if template[0] in "=^" else ""].append(template.lstrip("=^"))
    whole = "|".join(f"{prefixes[mark]}({'|'.join(group)})" for mark, group in kinds.items() if group)
    while (spelled := _MACRO.sub(lambda match: f"({macros[match[0]]})", whole)) != whole:
        whole = spelled
    mentioned = Classes(_names(whole)) | {"fn", "this", "drop"}
    # Function words come first, so that "content", everything but them, is a short negated range.
    seen = {classes & mentioned for classes in every if "drop" not in classes}
    distinct = sorted(seen, key=lambda each: (not each & {"fn", "this"}, sorted(each)))
    tags = dict(zip(distinct, _SINGLE_TAGS, strict=False))
    idle = "".join(tag for each, tag in tags.items() if each & {"fn", "this"})
    members = dict.fromkeys(mentioned, "")
    for each, tag in tags.items():
        for name in each:
            members[name] += tag
    sets = {name: _set(member_tags) for name, member_tags in members.items()}
    sets |= _UNKNOWN | {"content": "[^" + _set(idle + DROPPED)[1:]}
    out = []
    for part in _NAME.findall(whole):
        if part[0].isalpha():
            out.append(sets[part])
        elif not part.isspace():
            out.append({"(": "(?:", "<": "(", ">": ")", "$": r"\Z"}.get(part, part))
    return Rule(mentioned, tags, "".join(out))


def _set(tags: str) -> str:
    """A character class; neighbours become ranges. The empty class never matches."""
    if not tags:
        return r"[^\s\S]"
    ranges: list[list[int]] = []
    for code in sorted(map(ord, tags)):
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    if ranges == [[ranges[0][0], ranges[0][0]]]:
        return re.escape(tags)
    return "[" + "".join(f"{re.escape(chr(first))}-{re.escape(chr(last))}" for first, last in ranges) + "]"
