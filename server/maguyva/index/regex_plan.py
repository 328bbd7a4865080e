"""From a regular expression to a trigram plan, after google/codesearch `index/regexp.go`.

For each part of the tree this keeps what is known of the strings it matches, as canonical bytes:

- `exact`: all of them, while they are few and short;
- otherwise `prefix` and `suffix`: every string it matches starts with one of the first and ends with one of the second;
- `plan`: what every text that holds such a string must hold.

Joining two parts crosses one's suffixes with the other's prefixes, and that is where the trigrams come from. Whenever a set grows too
large its strings are cut shorter, down to the empty string, which says nothing. So each step only ever forgets: a plan may be too
weak, it never asks for what a match need not have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce

from maguyva.index import codepoints
from maguyva.index.regex_syntax import Assertion, Capture, Chars, Choice, Node, Repeat, Sequence
from maguyva.index.trigram import ALL_FILES, Plan, canonical

Strings = frozenset[bytes]

MAX_EXACT = 7
MAX_SET = 20
MAX_CHARS = 16  # A class of more characters counts as any character.
MAX_LITERAL = 1024  # Bytes of a literal that are planned on; a prefix of it says enough.

_EMPTY: Strings = frozenset({b""})


@dataclass(frozen=True, slots=True)
class _Known:
    exact: Strings | None
    prefix: Strings
    suffix: Strings
    plan: Plan


_EMPTY_MATCH = _Known(_EMPTY, _EMPTY, _EMPTY, ALL_FILES)
_ANYTHING = _Known(None, _EMPTY, _EMPTY, ALL_FILES)


def literal_plan(text: bytes) -> Plan:
    """The plan of a text without a line break that must occur as it is. `text` holds whole UTF-8 characters."""
    return _all_grams(canonical(text)[:MAX_LITERAL])


def regex_plan(root: Node) -> Plan:
    """The plan of a tree: a text with a match of it has all that the plan asks for."""
    known = _analyse(root)
    if known.exact is not None:
        return conjunction([known.plan, _one_of(known.exact)])
    if known.plan.op != "all":
        return known.plan  # Grams of one or two bytes, all that could be left, would shrink the list by less than they cost.
    return conjunction([_one_of(known.prefix), _one_of(known.suffix)])


def conjunction(plans: Iterable[Plan]) -> Plan:
    """A plan that asks for all of `plans`."""
    grams: dict[bytes, None] = {}
    parts: dict[Plan, None] = {}
    for plan in plans:
        if plan.op == "and" or (plan.op == "or" and len(plan.grams) + len(plan.parts) == 1):
            grams.update(dict.fromkeys(plan.grams))
            parts.update(dict.fromkeys(plan.parts))
        elif plan.op == "or":
            parts[plan] = None
    left = tuple(part for part in parts if part.op != "or" or grams.keys().isdisjoint(part.grams))  # "a and (a or b)" is a.
    if not grams and not left:
        return ALL_FILES
    if not grams and len(left) == 1:
        return left[0]
    return Plan("and", tuple(grams), left)


def disjunction(plans: Iterable[Plan]) -> Plan:
    """A plan that asks for one of `plans`."""
    grams: dict[bytes, None] = {}
    parts: dict[Plan, None] = {}
    for plan in plans:
        if plan.op == "all":
            return ALL_FILES
        if plan.op == "or" or len(plan.grams) + len(plan.parts) == 1:
            grams.update(dict.fromkeys(plan.grams))
            parts.update(dict.fromkeys(plan.parts))
        else:
            parts[plan] = None
    left = tuple(part for part in parts if part.op != "and" or grams.keys().isdisjoint(part.grams))  # "a or (a and b)" is a.
    if not grams and len(left) == 1:
        return left[0]
    return Plan("or", tuple(grams), left)


def _all_grams(text: bytes) -> Plan:
    """All trigrams of a string, or itself when it is shorter."""
    if not text:
        return ALL_FILES
    if len(text) <= 3:
        return Plan("and", (text,))
    return Plan("and", tuple(dict.fromkeys(text[at : at + 3] for at in range(len(text) - 2))))


def _one_of(strings: Strings) -> Plan:
    return disjunction(_all_grams(text) for text in sorted(strings))


# ---- analysis ----


def _analyse(node: Node) -> _Known:
    match node:
        case Assertion():
            return _EMPTY_MATCH
        case Capture(part):
            return _analyse(part)
        case Chars(ranges):
            return _chars(ranges)
        case Sequence(parts):
            return _pairwise(_joined, [_EMPTY_MATCH, *map(_analyse, parts)])
        case Choice(parts):
            return _pairwise(_either, [_analyse(part) for part in parts])
        case Repeat(part, low, high):
            return _repeated(_analyse(part), low, high)


def _pairwise(merge: Callable[[_Known, _Known], _Known], items: list[_Known]) -> _Known:
    """All items merged into one, neighbour with neighbour: left to right would copy a growing plan at each of thousands of steps."""
    while len(items) > 1:
        odd = items[len(items) - len(items) % 2 :]
        items = [merge(left, right) for left, right in zip(items[::2], items[1::2], strict=False)] + odd
    return items[0]


def _chars(ranges: codepoints.Ranges) -> _Known:
    if codepoints.size(ranges) > 4 * MAX_CHARS:
        return _ANYTHING
    strings = frozenset(canonical(chr(code_point).encode()) for first, last in ranges for code_point in range(first, last + 1))
    return _ANYTHING if len(strings) > MAX_CHARS else _Known(strings, strings, strings, ALL_FILES)


def _repeated(part: _Known, low: int, high: int | None) -> _Known:
    if high == 0:
        return _EMPTY_MATCH
    if low == 0:
        return _either(part, _EMPTY_MATCH) if high == 1 else _ANYTHING
    certain = reduce(_joined, [part] * min(low, 3))
    if high == low <= 3:
        return certain
    # What follows may be anything of the kind; it ends as the part does.
    more = _joined(certain, _ANYTHING)
    return _Known(None, more.prefix, certain.suffix if certain.exact is None else certain.exact, more.plan)


def _joined(left: _Known, right: _Known) -> _Known:
    plan = conjunction([left.plan, right.plan])
    if left.exact is not None and right.exact is not None:
        exact = _crossed(left.exact, right.exact)
        return _simplified(_Known(exact, exact, exact, plan))
    prefix = _crossed(left.exact, right.prefix) if left.exact is not None else left.prefix
    suffix = _crossed(left.suffix, right.exact) if right.exact is not None else right.suffix
    if left.exact is None and right.exact is None:
        plan = conjunction([plan, _trigrams_of(_crossed(left.suffix, right.prefix))])
    return _simplified(_Known(None, prefix, suffix, plan))


def _either(left: _Known, right: _Known) -> _Known:
    if left.exact is not None and right.exact is not None:
        exact = left.exact | right.exact
        return _simplified(_Known(exact, exact, exact, disjunction([left.plan, right.plan])))
    plans = [known.plan if known.exact is None else conjunction([known.plan, _one_of(known.exact)]) for known in (left, right)]
    prefix = (left.exact or left.prefix) | (right.exact or right.prefix)
    suffix = (left.exact or left.suffix) | (right.exact or right.suffix)
    return _simplified(_Known(None, prefix, suffix, disjunction(plans)))


def _crossed(left: Strings, right: Strings) -> Strings:
    return frozenset(a + b for a in left for b in right)


def _trigrams_of(strings: Strings) -> Plan:
    return _one_of(strings) if min(map(len, strings)) >= 3 else ALL_FILES


def _simplified(known: _Known) -> _Known:
    """`known` with its sets cut to their bounds, after what they say has gone into the plan."""
    exact, prefix, suffix, plan = known.exact, known.prefix, known.suffix, known.plan
    if exact is not None:
        if len(exact) <= MAX_EXACT and min(map(len, exact)) < 4:
            return known
        prefix = suffix = exact
        exact = None
    plan = conjunction([plan, _trigrams_of(prefix), _trigrams_of(suffix)])
    return _Known(exact, _shortened(prefix, ends=False), _shortened(suffix, ends=True), plan)


def _shortened(strings: Strings, *, ends: bool) -> Strings:
    keep = 3
    while keep == 3 or len(strings) > MAX_SET:
        keep -= 1
        strings = frozenset((text[len(text) - keep :] if len(text) > keep else text) if ends else text[:keep] for text in strings)

    # A string that starts (or ends) with another of the set says no more than that one.
    def covered(text: bytes) -> bool:
        return any((text[cut:] if ends else text[: len(text) - cut]) in strings for cut in range(1, len(text) + 1))

    return frozenset(text for text in strings if not covered(text))
