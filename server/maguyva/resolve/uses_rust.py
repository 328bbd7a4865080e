"""What a use of a name in Rust means by how it is used, how sure that is, and what counts as one item with another."""

from __future__ import annotations

import re

from maguyva.model import BindingKind, ImportFlag, Role, SymbolKind
from maguyva.resolve import cargo, conditions, modules_rust
from maguyva.resolve.conditions import Truth
from maguyva.resolve.lookup_rust import called_or_read, crate_root, impl_around, resolve_bare, trait_of_impl
from maguyva.resolve.named import named
from maguyva.resolve.names import CALLABLES, FileNames, names_of
from maguyva.resolve.world import Resolution, Target, TargetKind, Tier, World, text_of

_IMPL, _TRAIT, _ALIAS = int(SymbolKind.IMPL), int(SymbolKind.TRAIT), int(SymbolKind.TYPE)
_PARAMETER = int(BindingKind.PARAMETER)
_WHOLE, _CRATE = int(ImportFlag.NAMESPACE), int(ImportFlag.DYNAMIC)
# What `cargo build` on the usual machine sets (doc.rust-lang.org/reference/conditional-compilation.html).
_USUAL: dict[str, Truth] = {
    "unix": True,
    "windows": False,
    'target_os="linux"': True,
    'target_family="unix"': True,
    'target_endian="little"': True,
    'target_pointer_width="64"': True,
    'target_arch="x86_64"': True,
    'panic="unwind"': True,
}


def by_use(world: World, file: int, row: int, result: Resolution) -> Resolution:
    """What a reference means by its use: of a field and a method of one name the one that it calls or reads; and how sure that is."""
    if not result.targets:
        return result
    facts = world.facts(file)
    if len(result.targets) > 1:
        result = called_or_read(world, result, int(facts.reference_role[row]) == Role.CALL)
        result = conditions.settled(world, result, _usually)
    if result.tier is Tier.EXACT and not _is_certain(world, file, row, result):
        result = result._replace(tier=Tier.LIKELY)
    return result


def _is_certain(world: World, file: int, row: int, result: Resolution) -> bool:
    facts = world.facts(file)
    first = result.targets[0]
    if first.kind is TargetKind.BINDING:
        return True
    if conditions.in_macro(facts, int(facts.reference_symbol[row])):
        return False
    if _may_be_left_out(world, file, int(facts.reference_start[row])):
        return False
    if len(result.targets) > 1 and _are_rivals(world, result):
        return False
    root = crate_root(world, first.file)
    # Each crate that names a file which is no crate's and no module's (`tests/common/mod.rs`) makes a module of its own of it.
    return root == crate_root(world, file) or modules_rust.is_root(world, world.path(root.file))


def _are_rivals(world: World, result: Resolution) -> bool:
    """Whether functions of several blocks answer to one name: which is meant, types say that nobody wrote."""
    parents = {
        (target.file, names_of(world.facts(target.file)).symbol_parent[target.row])
        for target in result.targets
        if target.kind is TargetKind.SYMBOL and names_of(world.facts(target.file)).symbol_kind[target.row] in CALLABLES
    }
    return len(parents) > 1


# ---- conditions ----


def _may_be_left_out(world: World, file: int, offset: int) -> bool:
    around = conditions.conditions_around(world.facts(file), offset)
    return any(_holds(world, file, condition, False) is not True for condition in around) or _is_left_out(world, file)


def _is_left_out(world: World, file: int) -> bool:
    """Whether the module that a file is stands behind a condition that may fail."""
    key = ("left out", file)
    known: bool | None = world.memo.get(key)
    if known is None:
        world.memo[key] = False  # While it is being worked out: a module inside itself depends on nothing.
        known = world.memo[key] = _stands_behind(world, file)
    return known


def _stands_behind(world: World, file: int) -> bool:
    above = modules_rust.parent(world, world.path(file))
    if above is None or above == file:
        return False
    names = names_of(world.facts(above))
    stem = modules_rust.module_name(world, world.path(file))
    places = [
        int(names.facts.import_start[row])
        for row in range(len(names.facts.import_module))
        if (imported := names.import_row(row))[0] == stem and imported[3] & _WHOLE and not imported[3] & _CRATE
    ]
    return any(_may_be_left_out(world, above, place) for place in places) if places else _is_left_out(world, above)


def _holds(world: World, file: int, condition: str, usual: bool) -> Truth:
    """What a condition is worth in a default build, or with `usual` also on the usual machine."""
    if not condition.startswith("cfg "):
        return None
    features = cargo.default_features(world, world.path(file))

    def known(predicate: str) -> Truth:
        predicate = predicate.replace(" ", "")
        if predicate == "test":
            return True  # Tests are built from the same code, and only they say `test`.
        if predicate.startswith('feature="'):
            return None if features is None else predicate[9:-1] in features
        return _USUAL.get(predicate) if usual else None

    return conditions.evaluate_cfg(condition[4:], known)


def _usually(world: World, target: Target) -> Truth:
    facts = world.facts(target.file)
    around = conditions.conditions_around(facts, int(facts.symbol_name_start[target.row]))
    return conditions.all_of(_holds(world, target.file, condition, True) for condition in around)


# ---- what rust-analyzer shows, and what it counts as one ----


def shown(world: World, file: int, row: int, result: Resolution) -> Resolution:
    """Where rust-analyzer goes from a reference: from `Self` to the type that the impl block names, from a shadowed name to its last `let`."""
    names = names_of(world.facts(file))
    if names.strings[int(names.facts.reference_name[row])] == "Self":
        impl = impl_around(names, int(names.facts.reference_scope[row]))
        return Resolution((Target(file, TargetKind.SYMBOL, impl),)) if impl >= 0 else result
    return _in_effect(world, file, names.strings[int(names.facts.reference_name[row])], names.reference_start[row], result)


def _in_effect(world: World, file: int, name: str, offset: int, result: Resolution) -> Resolution:
    """Of the bindings of a name the last that counts at byte `offset`: a `let` counts behind its statement only, and until then the name is
    what it was before, maybe in a scope further out."""
    names = names_of(world.facts(file))
    text = text_of(world, file)
    while result.targets and all(target.kind is TargetKind.BINDING and target.file == file for target in result.targets):
        if names.binding_kind[result.targets[0].row] == _PARAMETER and not _is_value(name):
            return result._replace(targets=result.targets[:1])  # The bounds of a type parameter are written in several places.
        before = [target for target in result.targets if names.binding_start[target.row] < offset]
        while before and _is_being_set(text, names, before[-1].row, offset):
            before.pop()
        if before:
            return result._replace(targets=(before[-1],))
        outer = names.scope_parent[names.binding_scope[result.targets[0].row]]
        if outer < 0:
            break
        further = resolve_bare(world, file, outer, name)
        if not further.targets:
            break
        result = further
    return result


def _is_value(name: str) -> bool:
    return name[:1].islower() or name[:1] == "_"


_LONGEST_STATEMENT = 4000
_OPENING, _CLOSING = b"([{", b")]}"
_LET = re.compile(rb"\blet\b[^;{}=]*\Z")
_CONDITION = re.compile(rb"(?:\bif|\bwhile|&&|\|\|)\s+let\b[^;{}=]*\Z")
_LOOP = re.compile(rb"\bfor\b[^;{}=]*\Z")
_IN = re.compile(rb"[^;{}]*?\bin\b")
_NOISE = re.compile(rb"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\\n]|\\.)'", re.DOTALL)


def _is_being_set(text: bytes, names: FileNames, binding: int, offset: int) -> bool:
    """Whether byte `offset` stands in the value that a binding is given, or behind the body that it is for: there its name is not known."""
    start, end = names.binding_start[binding], int(names.facts.binding_end[binding])
    if offset - end > _LONGEST_STATEMENT or names.binding_kind[binding] == _PARAMETER:
        return False
    before = text[max(0, start - 300) : start]
    code = _NOISE.sub(lambda match: b"_" * len(match[0]), text[end:offset])
    if _LET.search(before) is not None:
        at = _assignment(code)
        ends = b"{" if _CONDITION.search(before) is not None else b";"
    elif _LOOP.search(before) is not None:
        word = _IN.match(code)
        at, ends = (word.end() if word is not None else -1), b"{"
    else:
        return False
    if at < 0:
        return False
    depth = 0
    inside = False  # The body that a condition's or loop's names are seen in.
    for byte in code[at:]:
        if depth == 0 and byte == ends[0]:
            if ends == b";":
                return False
            inside = True
        depth += (byte in _OPENING) - (byte in _CLOSING)
        if depth < 0:
            return False
        if inside and depth == 0:
            return True  # Behind it: `else`.
    return not inside


def _assignment(code: bytes) -> int:
    """Behind the "=" of a `let`, −1 where there is none."""
    at = code.find(b"=")
    while at >= 0:
        if code[at + 1 : at + 2] not in (b"=", b">") and code[at - 1 : at] not in (b"=", b"<", b">", b"!"):
            return at + 1
        at = code.find(b"=", at + 2)
    return -1


def same_item(world: World, target: Target) -> list[Target]:
    """What counts as one item with a symbol. As rust-analyzer has it: a trait's function stands for those that implement it, each of which
    is an item of its own; an associated type is one with its trait's and with every other implementation of it."""
    names = names_of(world.facts(target.file))
    parent = names.symbol_parent[target.row]
    kind = names.symbol_kind[target.row]
    if parent < 0 or names.symbol_kind[parent] not in (_TRAIT, _IMPL):
        return [target]
    if names.symbol_kind[parent] == _IMPL:
        trait = trait_of_impl(world, target.file, parent) if kind == _ALIAS else ("", None)
        if not trait[0]:
            return [target]
    else:
        trait = names.symbol_names[parent], (target.file, parent)
    found = [target]
    for file, row in named(world, names.symbol_names[target.row]):
        theirs = names_of(world.facts(file))
        around = theirs.symbol_parent[row]
        if not theirs.rust or around < 0 or (file, row) == (target.file, target.row):
            continue
        if (theirs.symbol_kind[around] == _IMPL and trait_of_impl(world, file, around) == trait) or (file, around) == trait[1]:
            found.append(Target(file, TargetKind.SYMBOL, row))
    return found
