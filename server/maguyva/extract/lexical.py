"""Words of code and prose, as the lexical index and every name match see them.

An identifier counts as its parts and, when it has several, as itself: `parseConfig` gives `pars`, `config` and `parseconfig`. Parts are
stemmed with Snowball's English stemmer, so "parsing configuration" finds it. Letters outside ASCII lose their accents and their case;
scripts without spaces between words (Chinese, Japanese, Thai …) are taken as overlapping pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

import Stemmer

from maguyva.text import split_identifier

MAX_TOKEN = 64  # Longer runs are data (base64, hashes), and would only fill the index.

STOP_WORDS = frozenset(
    """a about above after again all also am an and any are as at be because been before being below between both but by can could did do
    does doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself just me
    more most my no nor not of off on once only or other our out over own same she should so some such than that the their them then there
    these they this those through to too under until up very was we were what when where which while who whom why will with would you your
    does doesn don s t way work works used using use""".split()
)

_TOKEN = re.compile(rb"[A-Za-z0-9_\x80-\xff]+")
_WORD = re.compile(r"[^\W_]+", re.UNICODE)
_SPACELESS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_MARKS = re.compile("[\u0300-\u036f]")

_stemmer = Stemmer.Stemmer("english")
_stems: dict[str, str] = {}
_terms: dict[bytes, tuple[str, ...]] = {}
_CACHE_LIMIT = 400_000


def stem(word: str) -> str:
    """The stem of one lower-case word; words of other scripts and short ones stay as they are."""
    known = _stems.get(word)
    if known is None:
        if len(_stems) > _CACHE_LIMIT:
            _stems.clear()
        known = _stems[word] = _stemmer.stemWord(word) if len(word) > 2 and word.isascii() else word
    return known


def terms_of_token(token: bytes) -> tuple[str, ...]:
    """The index terms of one token: its stemmed parts without stop words, then the whole folded token when it has several parts."""
    known = _terms.get(token)
    if known is None:
        if len(_terms) > _CACHE_LIMIT:
            _terms.clear()
        known = _terms[token] = _analyse(token)
    return known


def _analyse(token: bytes) -> tuple[str, ...]:
    if len(token) > MAX_TOKEN:
        return ()
    if not token.isascii():
        return _analyse_unicode(token.decode("utf-8", "ignore"))
    parts = split_identifier(token.decode("ascii"))
    terms = [stem(part) for part in parts if part not in STOP_WORDS and not (part.isdigit() and len(part) > 8)]
    if len(parts) > 1:
        terms.append("".join(parts))
    return tuple(terms)


def _analyse_unicode(text: str) -> tuple[str, ...]:
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text))
    terms: list[str] = []
    for word in _WORD.findall(plain):
        if _SPACELESS.search(word):
            terms += [word[at : at + 2] for at in range(max(1, len(word) - 1))]
        elif word.isascii():
            terms += [stem(part) for part in split_identifier(word) if part not in STOP_WORDS]
        else:
            terms.append(word.casefold())
    return tuple(terms)


def words_of(text: str) -> list[str]:
    """The index terms of a question, in order, repetitions kept, stop words dropped."""
    return [term for token in _TOKEN.findall(text.encode("utf-8", "ignore")) for term in terms_of_token(token)]


def terms_of_chunks(text: bytes, starts: Sequence[int], ends: Sequence[int]) -> tuple[list[str], list[int], list[int]]:
    """Parallel lists (term, chunk, count), sorted by chunk, for the chunks `text[starts[i]:ends[i]]`."""
    terms: list[str] = []
    chunks: list[int] = []
    counts: list[int] = []
    for chunk, (start, end) in enumerate(zip(starts, ends, strict=True)):
        tally: dict[str, int] = {}
        for token, times in Counter(_TOKEN.findall(text, start, end)).items():
            for term in _terms.get(token) or terms_of_token(token):
                tally[term] = tally.get(term, 0) + times
        terms += tally
        counts += tally.values()
        chunks += [chunk] * len(tally)
    return terms, chunks, counts
