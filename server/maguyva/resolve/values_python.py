"""What Python's expressions give, as far as the text says: calls that hand on, containers, iteration, `with`, inferred returns.

What needs other values is asked through `Ask`, the functions of `values.py`, which calls this module.
"""

from __future__ import annotations

from maguyva.model import BindingKind, SymbolKind
from maguyva.resolve.builtin_names import PYTHON_BUILTINS
from maguyva.resolve.expressions import inside_brackets, split_chain, split_top
from maguyva.resolve.flow import flow_of, narrowing, reaching
from maguyva.resolve.functions_python import called_members, made_of, receiver, returned, union_of
from maguyva.resolve.generics_python import as_container, filled_in
from maguyva.resolve.members import class_member, group_of, resolve_bare, search_order
from maguyva.resolve.modules import binding_targets
from maguyva.resolve.names import FileNames, names_of
from maguyva.resolve.value_kinds import NOTHING, OUTSIDE, Ask, Typed, Value, ValueKind
from maguyva.resolve.walk import Walk
from maguyva.resolve.world import Resolution, Target, TargetKind, World

_DICTIONARIES = frozenset("dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict ChainMap UserDict Counter".split())
_TUPLES = frozenset({"tuple", "Tuple"})
_CONTEXT_TYPES = frozenset({"ContextManager", "AbstractContextManager", "AsyncContextManager", "AbstractAsyncContextManager"})
_ELEMENTS = frozenset("pop popleft get get_nowait popitem __next__ __getitem__ __anext__ setdefault send result".split())
_SAME = frozenset(
    "copy union intersection difference symmetric_difference __iter__ __aiter__ __add__ __enter__ __or__ __and__ most_common elements".split()
)
_ANY = "Any"
_PARAMETER = int(BindingKind.PARAMETER)


# ---- expressions ----


def value(world: World, names: FileNames, file: int, scope: int, text: str, at: int, walk: Walk, ask: Ask) -> Typed:
    """The value of an expression (its form) at byte `at` of a scope; −1: anywhere in it."""
    if "|" in text:
        either = split_top(text, "|")
        if len(either) > 1:
            return union_of([ask.value_of(world, file, scope, one, walk, at) for one in either])
    if text[0] in "'0" or text in ("None", "()"):
        return Typed(OUTSIDE)
    if text[0] in "[{(":
        held, behind = inside_brackets(text)
        rest = split_chain("x" + behind)
        if rest is None or not held:
            return Typed(OUTSIDE) if text[0] == "[" else NOTHING
        parts = [f"={part}" for part in split_top(held, ",")] if text[0] == "(" else [f"={held}"]
        head = "tuple" if text[0] == "(" else "dict" if text[0] == "{" else "list"
        made = Value(ValueKind.EXTERNAL, file, -1, scope, head, (_ANY, *parts) if head == "dict" else tuple(parts))
        if head != "tuple" or len(parts) > 1:
            return _walk(world, file, scope, Typed((made,)), "", rest[1:], at, walk, ask)
    steps = split_chain(text)
    if steps is None:
        return NOTHING
    told = narrowing(names, text, at) if at >= 0 and names.has_tests else None
    if told is not None:
        prefix = split_chain(told[0])
        typed = _told(world, names, file, scope, told, at, walk, ask)
        if prefix is not None and typed.values:
            return _walk(world, file, scope, typed, "", steps[len(prefix) :], at, walk, ask)
    head, rest = steps[0], steps[1:]
    if head == "super":
        owner = names.enclosing_class(scope)
        typed = Typed((Value(ValueKind.SUPER, file, owner),)) if owner >= 0 else NOTHING
        rest = rest[1:] if rest and rest[0].startswith("(") else rest
    elif head == "__class__":
        owner = names.enclosing_class(scope)
        typed = Typed((Value(ValueKind.CLASS, file, group_of(names, owner)[0]),)) if owner >= 0 else NOTHING
    else:
        typed = _head(world, names, file, scope, head, at, walk, ask)
    return _walk(world, file, scope, typed, head, rest, at, walk, ask)


def _told(world: World, names: FileNames, file: int, scope: int, told: tuple[str, str], at: int, walk: Walk, ask: Ask) -> Typed:
    """What a value is behind a test of its type: what was known of it before, where that says more than the test."""
    text, written = told
    owner = names.enclosing_class(scope)
    if written in ("self.__class__", "type(self)", "__class__", "cls") and owner >= 0:
        typed = Typed((Value(ValueKind.INSTANCE, file, group_of(names, owner)[0]),))
    else:
        typed = ask.type_value(world, file, scope, written, walk, owner)
    first = text.partition(".")[0]
    before = value(world, names, file, scope, text, _unnarrowed(names, first, at), walk, ask) if "." not in text else NOTHING
    known = [one for one in before.values if one.kind is ValueKind.INSTANCE]
    if not known:
        return typed
    wanted = {(one.file, one.row) for one in typed.values if one.kind is ValueKind.INSTANCE}
    kept = [one for one in known if not wanted or wanted.intersection(search_order(world, (one.file, one.row))[0])]
    return Typed(tuple(kept), before.tier) if kept else typed


def _unnarrowed(names: FileNames, name: str, at: int) -> int:
    """A place like `at` before what tests told about a name."""
    flow = flow_of(names)
    starts = [flow.starts[row] for row in flow.narrowed.get(name, ()) if flow.starts[row] <= at < flow.ends[row]]
    return min(starts) - 1 if starts else at


def _head(world: World, names: FileNames, file: int, scope: int, head: str, at: int, walk: Walk, ask: Ask) -> Typed:
    where, rows = names.lookup(scope, head)
    if not rows:
        result = resolve_bare(world, file, scope, head)
    elif len(rows) == 1 or at < 0:
        plain = len(rows) == 1 and names.binding_kind[rows[0]] == _PARAMETER and not names.binding_type(rows[0])
        itself = receiver(names, file, rows[0]) if plain else None
        if itself is not None:  # The most common head by far.
            return Typed((itself,))
        result = binding_targets(world, file, rows)
    else:
        result = binding_targets(world, file, reaching(names, where, rows, scope, at))
        typed = ask.targets_value(world, result, walk)
        declared = [row for row in rows if names.binding_type(row).startswith(":")]
        if declared and all(one.kind is ValueKind.EXTERNAL for one in typed.values):
            typed = ask.targets_value(world, binding_targets(world, file, declared), walk)
        if result.targets:
            return typed
    if result.targets:
        return ask.targets_value(world, result, walk)
    if result.external or head in PYTHON_BUILTINS:
        return Typed((Value(ValueKind.EXTERNAL, head=""),))
    return NOTHING


def _walk(world: World, file: int, scope: int, typed: Typed, before: str, steps: tuple[str, ...], at: int, walk: Walk, ask: Ask) -> Typed:
    for step in steps:
        if not typed.values:
            return NOTHING
        if step[0] == "(" and len(step) > 2:
            inside = [value for value in typed.values if value.kind is not ValueKind.EXTERNAL]
            given = made_of(world, inside, step[1:-1]) if inside else _handed_on(before, step[1:-1])
            if given:
                typed = ask.type_value(world, file, scope, given, walk, -1, at)
                before = ""
                continue
        if len(typed.values) == 1:
            tier = typed.tier
            typed = _step(world, typed.values[0], step, walk, ask)
            if typed.tier < tier:
                typed = Typed(typed.values, tier)
        else:
            typed = union_of([_step(world, value, step, walk, ask) for value in typed.values], typed.tier)
        before = step.lstrip(".")
    return typed


def _handed_on(callee: str, written: str) -> str:
    """The type of what a function of the standard library gives for the arguments as written, in the syntax of `type_value`."""
    arguments = [part for part in split_top(written, ",")]
    plain = [part for part in arguments if "=" not in part.partition("(")[0] and not part.startswith("*")]
    first = plain[0] if plain else ""
    if callee in ("list", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "deque", "aiter", "from_iterable"):
        return f"list[={first}<>]" if first else ""
    if callee in ("next", "min", "max", "anext"):
        return f"={first}<>" if first and (callee[-4:] == "next" or len(plain) == 1) else f"={'|'.join(plain)}" if plain else ""
    if callee == "enumerate":
        return f"list[tuple[int, ={first}<>]]" if first else ""
    if callee in ("zip", "gather"):
        wrap = "<>" if callee == "zip" else ""
        return f"{'list[' * bool(wrap)}tuple[{', '.join(f'={part}{wrap}' for part in plain)}]{']' * bool(wrap)}" if plain else ""
    if callee == "chain":
        return f"list[={'|'.join(part + '<>' for part in plain)}]" if plain else ""
    if callee == "filter":
        return f"list[={plain[1]}<>]" if len(plain) == 2 else ""
    if callee == "map":
        return f"list[={plain[0]}()]" if len(plain) > 1 else ""
    if callee == "cast":
        return plain[0] if len(plain) == 2 else ""
    if callee == "type":
        return f"type[={first}]" if len(arguments) == 1 else ""
    if callee in ("copy", "deepcopy", "partial", "proxy", "wait_for", "run"):
        return f"={first}" if first else ""
    if callee == "defaultdict":
        return f"dict[Any, ={first}()]" if first else ""
    if callee in ("raises", "warns"):
        return f"$raised[={first}]" if first else ""
    return ""


# ---- steps ----


def _step(world: World, value: Value, step: str, walk: Walk, ask: Ask) -> Typed:
    if value.file >= 0 and not names_of(world.facts(value.file)).python:
        return NOTHING
    if step[0] == "(":
        return called(world, value, walk, ask)
    if step == "<>":
        return iterated(world, value, walk, ask)
    if step == "[]":
        return _subscripted(world, value, walk, ask)
    if step == "<with>":
        return _entered(world, value, walk, ask)
    if step[1:].isdecimal():
        return _part(world, value, int(step[1:]), walk, ask)
    if step[0] != ".":
        return Typed((value,))  # `await`
    name = step[1:]
    held = _held(value, name)
    if held is not None:
        return Typed((held,))
    if name == "__class__" and value.kind is ValueKind.INSTANCE:
        return Typed((value._replace(kind=ValueKind.CLASS),))
    if value.head == "$raised" and name == "value":
        typed = ask.type_value(world, value.file, value.scope, value.arguments[0], walk, -1)
        return Typed(
            tuple(one._replace(kind=ValueKind.INSTANCE) if one.kind is ValueKind.CLASS else one for one in typed.values), typed.tier
        )
    found = ask.member(world, value, name)
    if value.kind is ValueKind.INSTANCE:
        if found.targets and all(_is_property(world, target) for target in found.targets):
            return called_members(world, found, (value.file, value.row), walk, ask, value.arguments)
        if value.arguments and found.targets:
            return _declared_in_generic(world, value, found, walk, ask)
        container = as_container(world, value) if not found.targets else None
        held = _held(container, name) if container is not None else None
        if held is not None:
            return Typed((held,))
    return ask.member_value(world, value, found, walk)


def _is_property(world: World, target: Target) -> bool:
    names = names_of(world.facts(target.file))
    if target.kind is not TargetKind.SYMBOL or target.row not in names.function_scopes:
        return False
    return names.symbol_kind[target.row] == SymbolKind.PROPERTY


def _declared_in_generic(world: World, value: Value, found: Resolution, walk: Walk, ask: Ask) -> Typed:
    """The value of an attribute that is declared with a type parameter of its class."""
    for target in found.targets:
        names = names_of(world.facts(target.file))
        written = names.symbol_type(target.row) if target.kind is TargetKind.SYMBOL and target.row not in names.function_scopes else ""
        if written and not written.startswith("="):
            filled = filled_in(world, (value.file, value.row), value.arguments, written)
            if filled != written:
                return ask.type_value(world, target.file, names.scope_of_symbol(target.row), filled, walk, -1)
    return ask.member_value(world, value, found, walk)


def _held(value: Value, name: str) -> Value | None:
    """What the methods of the standard containers give."""
    if value.kind is not ValueKind.EXTERNAL or not value.arguments:
        return None
    given = ""
    if value.head in _DICTIONARIES:
        key, held = (value.arguments[0], value.arguments[-1]) if len(value.arguments) > 1 else (_ANY, value.arguments[0])
        if name in ("items", "popitem"):
            given = f"list[tuple[{key}, {held}]]" if name == "items" else f"tuple[{key}, {held}]"
        elif name in ("keys", "values"):
            given = f"list[{key if name == 'keys' else held}]"
        elif name in _ELEMENTS:
            given = held
    elif name in _ELEMENTS and value.head[:1] != "$" and value.head not in _TUPLES:
        given = value.arguments[0]
    if not given and name in _SAME:
        given = f"{value.head}[{', '.join(value.arguments)}]"
    return value._replace(head="$func", arguments=(given,)) if given else None


def called(world: World, value: Value, walk: Walk, ask: Ask) -> Typed:
    """What a call of a value gives."""
    if value.kind is ValueKind.CLASS:
        return Typed((value._replace(kind=ValueKind.INSTANCE),))
    if value.kind is ValueKind.FUNCTION:
        return returned(world, value.file, value.row, walk, value.receiver, ask, value.arguments)
    if value.kind is ValueKind.INSTANCE:
        result = ask.member(world, value, "__call__")
        if result.targets:
            return called_members(world, result, (value.file, value.row), walk, ask, value.arguments)
        return Typed(OUTSIDE) if result.external else NOTHING
    if value.kind is ValueKind.EXTERNAL and value.head in ("$func", "ReferenceType", "ref", "weakref"):
        return ask.type_value(world, value.file, value.scope, value.arguments[0], walk, -1) if value.arguments else Typed(OUTSIDE)
    if value.kind is ValueKind.EXTERNAL and value.head == "Callable" and len(value.arguments) == 2:
        return ask.type_value(world, value.file, value.scope, value.arguments[1], walk, -1)
    return Typed(OUTSIDE) if value.kind is ValueKind.EXTERNAL and not value.arguments else NOTHING


def _special(world: World, value: Value, name: str, walk: Walk, ask: Ask) -> Typed | None:
    """What a special method of an instance's class gives; None when the class has none."""
    result = class_member(world, (value.file, value.row), name)
    return called_members(world, result, (value.file, value.row), walk, ask, value.arguments) if result.targets else None


def iterated(world: World, value: Value, walk: Walk, ask: Ask) -> Typed:
    """An element of what a loop goes through."""
    if value.kind is ValueKind.INSTANCE:
        for name in ("__iter__", "__aiter__"):
            over = _special(world, value, name, walk, ask)
            if over is not None:
                return union_of(
                    [iterated(world, one, walk, ask) if one != value else _next(world, one, walk, ask) for one in over.values], over.tier
                )
        found = _special(world, value, "__getitem__", walk, ask)
        if found is None:
            container = as_container(world, value)
            return iterated(world, container, walk, ask) if container is not None else NOTHING
        return found
    if value.kind is ValueKind.CLASS and names_of(world.facts(value.file)).symbol_kind[value.row] == SymbolKind.ENUM:
        return Typed((value._replace(kind=ValueKind.INSTANCE),))
    if value.kind is not ValueKind.EXTERNAL or not value.arguments or value.head[:1] == "$":
        return Typed(OUTSIDE) if value.kind is ValueKind.EXTERNAL and not value.head else NOTHING
    arguments = value.arguments if value.head in _TUPLES else value.arguments[:1]
    return union_of([ask.type_value(world, value.file, value.scope, one, walk, -1) for one in arguments if one != "..."])


def _next(world: World, value: Value, walk: Walk, ask: Ask) -> Typed:
    return _special(world, value, "__next__", walk, ask) or _special(world, value, "__anext__", walk, ask) or NOTHING


def _subscripted(world: World, value: Value, walk: Walk, ask: Ask) -> Typed:
    if value.kind is ValueKind.INSTANCE:
        given = _special(world, value, "__getitem__", walk, ask)
        container = as_container(world, value) if given is None else None
        return given or (_subscripted(world, container, walk, ask) if container is not None else NOTHING)
    if value.kind is ValueKind.CLASS:  # `Foo[int]` is the class.
        enum = names_of(world.facts(value.file)).symbol_kind[value.row] == SymbolKind.ENUM
        return Typed((value._replace(kind=ValueKind.INSTANCE) if enum else value,))
    if value.kind is ValueKind.EXTERNAL and value.head in _DICTIONARIES and value.arguments:
        return ask.type_value(world, value.file, value.scope, value.arguments[-1], walk, -1)
    return iterated(world, value, walk, ask)


def _part(world: World, value: Value, which: int, walk: Walk, ask: Ask) -> Typed:
    """One of the names that a value is unpacked into."""
    if value.kind is ValueKind.EXTERNAL and value.head in _TUPLES and "..." not in value.arguments:
        return ask.type_value(world, value.file, value.scope, value.arguments[which], walk, -1) if which < len(value.arguments) else NOTHING
    return iterated(world, value, walk, ask)


def _entered(world: World, value: Value, walk: Walk, ask: Ask) -> Typed:
    """What `with` gives of a value."""
    if value.kind is ValueKind.INSTANCE:
        for name in ("__enter__", "__aenter__"):
            given = _special(world, value, name, walk, ask)
            if given is not None:
                return given
        return Typed((value,))
    if value.kind is ValueKind.EXTERNAL and value.head == "$context":
        held = ask.type_value(world, value.file, value.scope, value.arguments[0], walk, -1)
        return union_of([iterated(world, one, walk, ask) for one in held.values], held.tier)
    if value.kind is ValueKind.EXTERNAL and value.head in _CONTEXT_TYPES and value.arguments:
        return ask.type_value(world, value.file, value.scope, value.arguments[0], walk, -1)
    return Typed((value,)) if value.kind is ValueKind.EXTERNAL else NOTHING
