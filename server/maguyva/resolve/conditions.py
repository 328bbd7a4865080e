"""How sure an answer can be where a build may leave code out: C's `#if`, Rust's `#[cfg(…)]`, the arguments and bodies of macros.

Nobody knows the configuration that a reader has in mind. What stands behind a condition that may fail, or is one of several alternatives, is
`likely` at most. The usual configuration (nothing defined that no file defines; Cargo's default features) only says which alternative is
shown first.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from maguyva.model import FileFacts, SymbolKind
from maguyva.resolve.named import named
from maguyva.resolve.names import names_of
from maguyva.resolve.world import Resolution, Target, TargetKind, Tier, World

Truth = bool | None  # None: nobody knows.
Known = Callable[[str], Truth]  # What a name of a condition is worth: a macro's name, or a whole predicate of `cfg`.

_MACRO = int(SymbolKind.MACRO)
_RANK: dict[Truth, int] = {True: 0, None: 1, False: 2}

# What the usual compilers of the usual machine define; the macros of the others are not defined there.
_DEFINED = frozenset(
    "__GNUC__ __GNUG__ __linux__ __linux linux __unix__ __unix __STDC__ __LP64__ _LP64 __ELF__ __BYTE_ORDER__ __OPTIMIZE__".split()
)
_ELSEWHERE = re.compile(
    r"_*(?:WIN32|WIN64|_?MSC_VER|MINGW\w*|CYGWIN|APPLE|MACH|OS[X2]|sun|SVR4|hpux|AIX|(?:Free|Net|Open)BSD|FreeBSD_kernel|DragonFly|HAIKU|ANDROID"
    r"|QNX|MVS|PASE|wasm\w*|EMSCRIPTEN|DJGPP|MSDOS|BORLANDC|TURBOC|SUNPRO_CC?|INTEL_COMPILER|NVCC|CUDACC)_*"
)
_CONFIGURED = re.compile(r"_*(?:HAVE|USE|WITH|ENABLE|CONFIG|HAS)_\w+|NDEBUG")  # Told by a configuration that is made before the build.
_TOKEN = re.compile(r"\s*(defined\b|&&|\|\||[!()]|\d\w*|\w+|.)", re.DOTALL)
_CFG_TOKEN = re.compile(r'\s*(\w+\s*=\s*"[^"]*"|\w+|[(),])')


@dataclass(frozen=True, slots=True)
class _Conditions:
    """The rows of one file with the row around each, −1 for none."""

    starts: list[int]
    ends: list[int]
    parents: list[int]
    texts: list[str]


@lru_cache(maxsize=2048)
def _conditions_of(facts: FileFacts) -> _Conditions:
    starts, ends = facts.condition_start.tolist(), facts.condition_end.tolist()
    parents: list[int] = []
    stack: list[int] = []
    for row, start in enumerate(starts):
        while stack and ends[stack[-1]] <= start:
            stack.pop()
        parents.append(stack[-1] if stack else -1)
        stack.append(row)
    return _Conditions(starts, ends, parents, facts.strings_at(facts.condition_text.tolist()))


def condition_at(facts: FileFacts, offset: int) -> int:
    """The row of the innermost condition around byte `offset`, −1 for none."""
    if not len(facts.condition_start):
        return -1
    table = _conditions_of(facts)
    row = bisect_right(table.starts, offset) - 1
    while row >= 0 and table.ends[row] <= offset:
        row = table.parents[row]
    return row


def conditions_around(facts: FileFacts, offset: int) -> list[str]:
    """The conditions around byte `offset`, innermost first."""
    row = condition_at(facts, offset)
    if row < 0:
        return []
    table = _conditions_of(facts)
    found: list[str] = []
    while row >= 0:
        found.append(table.texts[row])
        row = table.parents[row]
    return found


# ---- what conditions are worth ----


def evaluate(condition: str, known: Known) -> Truth:
    """What an `#if` expression is worth; only `!`, `&&`, `||`, `defined`, numbers and names by themselves are read."""
    tokens = [match[1] for match in _TOKEN.finditer(condition)]
    value, at = _either(tokens, 0, known)
    return value if at == len(tokens) else None


def _either(tokens: list[str], at: int, known: Known) -> tuple[Truth, int]:
    value, at = _both(tokens, at, known)
    while at < len(tokens) and tokens[at] == "||":
        other, at = _both(tokens, at + 1, known)
        value = any_of((value, other))
    return value, at


def _both(tokens: list[str], at: int, known: Known) -> tuple[Truth, int]:
    value, at = _one(tokens, at, known)
    while at < len(tokens) and tokens[at] == "&&":
        other, at = _one(tokens, at + 1, known)
        value = all_of((value, other))
    return value, at


def _one(tokens: list[str], at: int, known: Known) -> tuple[Truth, int]:
    negated = False
    while at < len(tokens) and tokens[at] == "!":
        negated, at = not negated, at + 1
    if at >= len(tokens):
        return None, at
    token = tokens[at]
    value: Truth = None
    if token == "(":
        value, at = _either(tokens, at + 1, known)
        at += 1  # The closing one, or what could not be read, which ends the whole.
    elif token == "defined":
        inner = at + 1 + (at + 1 < len(tokens) and tokens[at + 1] == "(")
        value = known(tokens[inner]) if inner < len(tokens) else None
        at = inner + 1 + (inner > at + 1)
    elif token[:1].isdigit():
        value, at = token.rstrip("uUlL") not in ("0", "0x0"), at + 1
    else:
        value, at = known(token), at + 1
    # Of a comparison or sum nothing is known; it ends with what joins conditions.
    depth = 0
    while at < len(tokens) and (depth or tokens[at] not in ("&&", "||", ")")):
        depth += (tokens[at] == "(") - (tokens[at] == ")")
        value, at = None if value is not False or token.isdigit() else value, at + 1
    return (None if value is None else value != negated), at


def evaluate_cfg(condition: str, known: Known) -> Truth:
    """What a predicate of `cfg` is worth: `all(…)`, `any(…)`, `not(…)`, names and `key = "value"`."""
    tokens = [match[1] for match in _CFG_TOKEN.finditer(condition)]
    value, _ = _predicate(tokens, 0, known)
    return value


def _predicate(tokens: list[str], at: int, known: Known) -> tuple[Truth, int]:
    if at >= len(tokens):
        return None, at
    word = tokens[at]
    if word not in ("all", "any", "not") or tokens[at + 1 : at + 2] != ["("]:
        return known(word), at + 1
    values: list[Truth] = []
    at += 2
    while at < len(tokens) and tokens[at] != ")":
        if tokens[at] == ",":
            at += 1
            continue
        value, at = _predicate(tokens, at, known)
        values.append(value)
    if word == "not":
        return (None if not values or values[0] is None else not values[0]), at + 1
    return (all_of(values) if word == "all" else any_of(values)), at + 1


def all_of(values: Iterable[Truth]) -> Truth:
    """Whether all hold, by Kleene's three-valued logic."""
    values = tuple(values)
    return False if False in values else None if None in values else True


def any_of(values: Iterable[Truth]) -> Truth:
    """Whether one holds, by Kleene's three-valued logic."""
    values = tuple(values)
    return True if True in values else None if None in values else False


def usual_macro(world: World, language: str, name: str) -> Truth:
    """Whether a macro is defined, and not 0, in the usual configuration."""
    if name == "__cplusplus":
        return language == "cpp"
    if name in _DEFINED:
        return True
    if _ELSEWHERE.fullmatch(name):
        return False
    return None if _CONFIGURED.fullmatch(name) or named(world, name) else False


def certain_macro(language: str, name: str) -> Truth:
    """The same in every configuration."""
    return language == "cpp" if name == "__cplusplus" else None


# ---- C and C++ ----


def may_be_left_out(world: World, file: int, offset: int) -> bool:
    """Whether some build has no code at byte `offset` of a file of C or C++."""
    facts = world.facts(file)
    around = conditions_around(facts, offset)
    if not around:
        return False
    language = names_of(facts).language
    return any(
        not _keeps_arguments(world, condition[:-1]) if condition.endswith("!") else _always(language, condition) is not True
        for condition in around
    )


def _keeps_arguments(world: World, macro: str) -> bool:
    """Whether the arguments of a macro are expanded in every configuration, as far as its definitions tell: there are no alternatives.
    What has no definition here is a function, or a library's macro."""
    key = ("keeps", macro)
    known: bool | None = world.memo.get(key)
    if known is None:
        places = {
            (file, condition_at(world.facts(file), int(world.facts(file).symbol_name_start[row])))
            for file, row in named(world, macro)
            if int(world.facts(file).symbol_kind[row]) == _MACRO
        }
        known = world.memo[key] = len(places) < 2
    return known


@lru_cache(maxsize=4096)
def _always(language: str, condition: str) -> Truth:
    return evaluate(condition, lambda name: certain_macro(language, name))


def usually(world: World, target: Target) -> Truth:
    """Whether the usual configuration has a definition of C or C++."""
    facts = world.facts(target.file)
    language = names_of(facts).language
    around = conditions_around(facts, int(facts.symbol_name_start[target.row]))
    return all_of(evaluate(condition, lambda name: usual_macro(world, language, name)) for condition in around)


# ---- alternatives ----


def settled(world: World, result: Resolution, usually: Callable[[World, Target], Truth]) -> Resolution:
    """Of definitions that stand behind different conditions of one file, those first that the usual configuration has; and no answer among
    alternatives is more than `likely`."""
    targets = [target for target in result.targets if target.kind is TargetKind.SYMBOL]
    if len(targets) < 2:
        return result
    rows = {(target.file, condition_at(world.facts(target.file), _start(world, target))) for target in targets}
    conditional = {file for file, row in rows if row >= 0}
    if not any(sum(file == other for other, _ in rows) > 1 for file in conditional):
        return result
    ranks = {target: _RANK[usually(world, target)] if target.file in conditional else 0 for target in targets}
    ordered = sorted(result.targets, key=lambda target: ranks.get(target, 0))
    return Resolution(tuple(ordered), max(result.tier, Tier.LIKELY), result.external)


def alternatives(world: World, spans: Iterable[tuple[int, int, int]]) -> set[tuple[int, int, int]]:
    """Of declarations (file, start, end) of one thing those that stand behind conditions where the same file has others: a build has one."""
    per_file: dict[int, list[tuple[tuple[int, int, int], int]]] = {}
    for span in spans:
        per_file.setdefault(span[0], []).append((span, condition_at(world.facts(span[0]), span[1])))
    return {span for found in per_file.values() if len({row for _, row in found}) > 1 for span, row in found if row >= 0}


def _start(world: World, target: Target) -> int:
    return int(world.facts(target.file).symbol_name_start[target.row])


def in_macro(facts: FileFacts, symbol: int) -> bool:
    """Whether a symbol is a macro: what stands in its body means what it is expanded among."""
    return symbol >= 0 and int(facts.symbol_kind[symbol]) == _MACRO
