"""C++'s overloads, told apart as far as their text goes: how many arguments a call has, and which parameters a function declares.

The facts keep no parameters, since few names are overloaded; those that are asked about are read from the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from maguyva.model import SymbolFlag
from maguyva.resolve.named import named
from maguyva.resolve.names import CALLABLES, names_of
from maguyva.resolve.world import Resolution, Target, TargetKind, Tier, World, text_of

_LONGEST = 4000  # Bytes of a list of arguments or parameters that are read.
_MOSTLY = 200  # Nearly all end within so many.
_NOISE = re.compile(rb"//[^\n]*|/\*.*?(?:\*/|\Z)|R\"\((?:.*?)\)\"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.DOTALL)
_CLOSING = {0x28: 0x29, 0x5B: 0x5D, 0x7B: 0x7D}
_PATH = re.compile(r"(?:\b\w+\s*::\s*)+")
_WORDS = re.compile(r"\w+|[^\w\s]")
_TYPE_WORDS = frozenset(
    "void bool char short int long float double signed unsigned const volatile struct class enum union typename auto size_t wchar_t".split()
)
_ANY = 1 << 16
Parameters = tuple[int, int, str]  # How many at least, at most, and their types in a form that declaration and definition share.


def arguments_at(text: bytes, end: int) -> int | None:
    """The number of arguments of the call whose function's name ends at byte `end`; None when that cannot be told."""
    start = _opening(text, end)
    parts = None if start is None else _parts(text, start)
    if parts is None:
        return None
    if any(b"..." in part for part in parts):
        return None
    return len(parts)


def parameters_at(text: bytes, end: int) -> Parameters | None:
    """The parameters of the function whose name ends at byte `end`; None when they cannot be read."""
    start = _opening(text, end)
    parts = None if start is None else _parts(text, start)
    if start is None or parts is None:
        return None
    close = _close(text, start)
    after = text[close + 1 : close + 40].split(b"{")[0].split(b";")[0] if close is not None else b""
    if [part.strip() for part in parts] in ([b"void"], [b""]):
        parts = []
    least = sum(1 for part in parts if b"=" not in part and b"..." not in part)
    most = _ANY if any(b"..." in part for part in parts) else len(parts)
    types = ",".join(_type(part.partition(b"=")[0].decode("utf-8", "replace")) for part in parts)
    return least, most, types + (")const" if re.match(rb"\s*const\b", after) else ")")


def _opening(text: bytes, at: int) -> int | None:
    """Where the list behind a name opens, type arguments left out: `f(`, `f<T>(`, `f {`."""
    at = _over_space(text, at)
    if text[at : at + 1] == b"<":
        depth = 0
        for place in range(at, min(len(text), at + 400)):
            depth += (text[place] == 0x3C) - (text[place] == 0x3E)
            if depth == 0:
                at = _over_space(text, place + 1)
                break
            if text[place] in b";{}":
                return None
    return at if text[at : at + 1] in (b"(", b"{") else None


def _over_space(text: bytes, at: int) -> int:
    while at < len(text) and text[at] in b" \t\r\n\\":
        at += 1
    return at


def _close(text: bytes, start: int) -> int | None:
    for reach in (_MOSTLY, _LONGEST):
        stack: list[int] = []
        for at, byte in enumerate(_blank(text[start : start + reach])):
            if byte in _CLOSING:
                stack.append(_CLOSING[byte])
            elif stack and byte == stack[-1]:
                stack.pop()
                if not stack:
                    return start + at
    return None


def _blank(text: bytes) -> bytes:
    """Strings and comments hold no brackets."""
    return _NOISE.sub(lambda match: b"_" * (len(match[0])) if match[0][:1] != b"/" else b" " * len(match[0]), text)


def _parts(text: bytes, start: int) -> list[bytes] | None:
    """What stands between the brackets at `start`, cut at its commas; None when they do not close or a comma may be of a template's."""
    close = _close(text, start)
    if close is None:
        return None
    inner = _blank(text[start + 1 : close])
    parts: list[bytes] = []
    depth = angles = begin = 0
    for at, byte in enumerate(inner):
        if byte in b"([{":
            depth += 1
        elif byte in b")]}":
            depth -= 1
        elif byte == 0x3C and depth == 0 and at and (inner[at - 1 : at].isalnum() or inner[at - 1] == 0x5F):
            angles += 1
        elif byte == 0x3E and depth == 0 and angles and inner[at - 1 : at] != b"-":
            angles -= 1
        elif byte == 0x2C and depth == 0 and angles == 0:
            parts.append(inner[begin:at])
            begin = at + 1
    if angles:
        return None  # A comparison, or types that go on.
    parts.append(inner[begin:])
    return parts if len(parts) > 1 or parts[0].strip() else []


def _type(parameter: str) -> str:
    """A parameter's type without its name, namespaces and spaces."""
    if "(" in parameter:
        return _PATH.sub("", re.sub(r"\s+", "", parameter))
    words = _WORDS.findall(_PATH.sub("", parameter))
    while words and words[-1] == "]":
        words = [*words[: max(at for at, word in enumerate(words) if word == "[")], "*"] if "[" in words else words[:-1]
    named = [at for at, word in enumerate(words) if word[0].isalpha() or word[0] == "_"]
    types = [at for at in named if words[at] not in ("const", "volatile", "struct", "class", "enum", "union", "typename")]
    if (
        len(types) > 1
        and named[-1] == len(words) - 1 - sum(word == "*" for word in words[named[-1] + 1 :])
        and words[named[-1]] not in _TYPE_WORDS
    ):
        del words[named[-1]]
    return " ".join(word for word in words if word not in ("const", "struct", "class", "enum", "typename"))


# ---- choosing ----


def parameters_of(world: World, target: Target) -> Parameters | None:
    """The parameters of a function of C++; None for anything else and for what cannot be read."""
    names = names_of(world.facts(target.file))
    if target.kind is not TargetKind.SYMBOL or names.language != "cpp" or names.symbol_kind[target.row] not in CALLABLES:
        return None
    key = ("parameters", target)
    if key not in world.memo:
        world.memo[key] = parameters_at(text_of(world, target.file), int(names.facts.symbol_name_end[target.row]))
    known: Parameters | None = world.memo[key]
    return known


def is_overloaded(world: World, name: str) -> bool:
    """Whether functions of C++ with different parameters share a name."""
    key = ("overloaded", name)
    known: bool | None = world.memo.get(key)
    if known is None:
        types = {
            parameters[2]
            for file, row in named(world, name)
            if names_of(world.facts(file)).c_family
            and (parameters := parameters_of(world, Target(file, TargetKind.SYMBOL, row))) is not None
        }
        known = world.memo[key] = len(types) > 1
    return known


def chosen(world: World, file: int, row: int, result: Resolution) -> Resolution:
    """Of the overloads that a call may mean those that take its arguments; `likely` when several do, or when it is no call."""
    told = {target: parameters_of(world, target) for target in result.targets}
    if len({known[2] for known in told.values() if known is not None}) < 2:
        return result
    facts = world.facts(file)
    count = arguments_at(text_of(world, file), int(facts.reference_end[row]))
    fit = tuple(target for target, known in told.items() if known is None or (count is not None and known[0] <= count <= known[1]))
    if not any(told[target] is not None for target in fit):
        return result._replace(tier=max(result.tier, Tier.LIKELY))
    # A definition outside of its class repeats no default values: it comes with its declaration.
    types = {known[2] for target in fit if (known := told[target]) is not None}
    fit = tuple(target for target, known in told.items() if target in fit or (known is not None and known[2] in types))
    counts = {known[1] for target in fit if (known := told[target]) is not None}
    sure = len(types) < 2 or _one_entity(world, fit, counts)
    return result._replace(targets=fit, tier=result.tier if sure else max(result.tier, Tier.LIKELY))


def _one_entity(world: World, targets: tuple[Target, ...], counts: set[int]) -> bool:
    """Whether targets are one declaration and one definition, whose parameters are only written differently."""
    functions = [target for target in targets if parameters_of(world, target) is not None]
    bodies = [target for target in functions if not int(world.facts(target.file).symbol_flags[target.row]) & SymbolFlag.OVERLOAD]
    return len(functions) == 2 and len(bodies) == 1 and len(counts) == 1


def same_overload(world: World, target: Target, others: frozenset[Target]) -> frozenset[Target]:
    """Of the functions of one name in one place those that are the same overload as `target`."""
    if len(others) < 2:
        return others
    own = parameters_of(world, target)
    if own is None:
        arguments = specialization(world, target)
        return others if arguments is None else frozenset(other for other in others if specialization(world, other) in (None, arguments))
    told = {other: parameters_of(world, other) for other in others}
    same = frozenset(other for other, known in told.items() if known is None or known[2] == own[2])
    # Its other half may be written differently (an alias of a type, a macro): one with as many parameters that has no other half either, where
    # one of the two stands in the class and the other outside.
    halves: dict[str, set[bool]] = {}
    for other, known in told.items():
        if known is not None:
            halves.setdefault(known[2], set()).add(_stands_inside(world, other))
    if len(halves[own[2]]) > 1:
        return same
    inside = _stands_inside(world, target)
    left = {known[2] for known in told.values() if known is not None and known[1] == own[1] and halves[known[2]] == {not inside}}
    return same | frozenset(other for other, known in told.items() if known is not None and known[2] in left) if len(left) == 1 else same


def _stands_inside(world: World, target: Target) -> bool:
    """Whether a function stands in the body of its class, or is a mere declaration of a free one."""
    names = names_of(world.facts(target.file))
    parent = names.symbol_parent[target.row]
    if parent >= 0 and names.is_type(parent):
        return not int(names.facts.symbol_container[target.row])
    return bool(int(names.facts.symbol_flags[target.row]) & SymbolFlag.OVERLOAD) and not int(names.facts.symbol_container[target.row])


def specialization(world: World, target: Target) -> str | None:
    """The type arguments for which a class template is specialized, "" for none; None for what is no class of C++."""
    names = names_of(world.facts(target.file))
    if target.kind is not TargetKind.SYMBOL or names.language != "cpp" or not names.is_type(target.row):
        return None
    return _type_arguments(text_of(world, target.file), int(names.facts.symbol_name_end[target.row]))


def _type_arguments(text: bytes, at: int) -> str:
    """What stands between the angle brackets right behind a name, in a form that does not hang on spaces; "" without any."""
    start = at = _over_space(text, at)
    depth = 0
    while text[start : start + 1] == b"<" and at < min(len(text), start + 400):
        depth += (text[at] == 0x3C) - (text[at] == 0x3E)
        at += 1
        if depth == 0:
            return re.sub(r"\s+", "", _PATH.sub("", text[start + 1 : at - 1].decode("utf-8", "replace")))
    return ""


def specialized(world: World, file: int, row: int, result: Resolution) -> Resolution:
    """Of a class template and its specializations the one that a reference's type arguments name."""
    told = {target: specialization(world, target) for target in result.targets}
    if not any(told.values()):
        return result
    wanted = _type_arguments(text_of(world, file), int(world.facts(file).reference_end[row]))
    same = wanted if wanted and wanted in told.values() else ""
    fit = tuple(target for target, arguments in told.items() if arguments is None or arguments == same)
    return result._replace(targets=fit) if any(told[target] is not None for target in fit) else result


def alike(world: World, targets: Iterable[Target], others: Iterable[Target]) -> list[Target]:
    """Those of `others` that may override or be overridden by one of `targets`: of functions of C++ the ones with the same parameters."""
    known = {parameters[2] for target in targets if (parameters := parameters_of(world, target)) is not None}
    return [other for other in others if not known or (own := parameters_of(world, other)) is None or own[2] in known]
