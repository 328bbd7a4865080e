"""All references of a segment at once, for centrality and impact on the base.

The same rules as the resolver's, asked once per distinct (scope, qualifier, name) instead of once per reference: scopes are walked for
all keys together as joins over sorted arrays, so local variables, which most references are, never reach Python. Imports, members of
modules and of classes are asked of the resolver once per distinct pair. What would need the type of a value nobody declared is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, MutableMapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maguyva.model import U8, U32, BindingKind, FileFacts, RegionKind, Role, ScopeKind
from maguyva.resolve.bulk_asked import ASKED, asked_references, distinct, lifted_scopes
from maguyva.resolve.ecmascript import meaning
from maguyva.resolve.flat import I64, Flat
from maguyva.resolve.flow import flow_of, may_differ, version
from maguyva.resolve.members import group_of
from maguyva.resolve.modules import follow_import, module_named
from maguyva.resolve.names import JAVASCRIPT, names_of
from maguyva.resolve.resolver import resolve_reference
from maguyva.resolve.values import members, value_of
from maguyva.resolve.walk import Walk
from maguyva.resolve.world import Resolution, Target, TargetKind, Tier

_KEY = np.uint64
_HEAD = re.compile(rb"(?:await |new |\()*([\w$\x80-\xff]+)")


class EdgeKind(IntEnum):
    """What a dependent does with its dependency."""

    CALL = 1
    IMPORT = 2
    INHERIT = 3
    USE = 4  # Reads, writes and types.
    DECORATE = 5
    OVERRIDE = 6  # Made when impact is asked; never stored.


KIND_OF_ROLE = np.zeros(16, dtype=np.uint8)
for _role, _kind in (
    (Role.CALL, EdgeKind.CALL),
    (Role.IMPORT, EdgeKind.IMPORT),
    (Role.INHERIT, EdgeKind.INHERIT),
    (Role.TYPE, EdgeKind.USE),
    (Role.READ, EdgeKind.USE),
    (Role.WRITE, EdgeKind.USE),
    (Role.DECORATE, EdgeKind.DECORATE),
):
    KIND_OF_ROLE[_role] = _kind


@dataclass(eq=False)
class FilesWorld:
    """A list of files as a World: file ids are their places in the list. Name look-ups scan the facts, so it fits bulk work and tests."""

    all_paths: Sequence[str]
    all_facts: Sequence[FileFacts]
    memo: MutableMapping[Any, Any] = field(default_factory=dict)
    all_texts: Sequence[bytes] = ()  # Without them every text is empty.

    def __post_init__(self) -> None:
        self._ids = {path: file for file, path in enumerate(self.all_paths)}

    def facts(self, file: int) -> FileFacts:
        return self.all_facts[file]

    def path(self, file: int) -> str:
        return self.all_paths[file]

    def text(self, file: int) -> bytes:
        return self.all_texts[file] if self.all_texts else b""

    def file(self, path: str) -> int:
        return self._ids.get(path, -1)

    def files(self) -> Iterable[int]:
        return range(len(self.all_paths))

    def definitions_named(self, name: str) -> Iterable[tuple[int, int]]:
        for file, rows in self._rows("symbol_name", name):
            for row in rows:
                yield file, row

    def mentions(self, name: str) -> Iterable[tuple[int, Sequence[int]]]:
        return self._rows("reference_name", name)

    def imports_of(self, name: str) -> Iterable[tuple[int, Sequence[int]]]:
        return self._rows("import_name", name)

    def _rows(self, column: str, name: str) -> Iterable[tuple[int, list[int]]]:
        for file, facts in enumerate(self.all_facts):
            at = names_of(facts).row_of.get(name, -1)
            rows = (getattr(facts, column) == at).nonzero()[0].tolist() if at >= 0 else []
            if rows:
                yield file, rows


_FORGET_FILES = 500


class Edges(NamedTuple):
    """Parallel columns: who depends on whom, how, how surely, and by which bytes of the source's file."""

    source: U32
    target: U32
    kind: U8
    tier: U8
    start: U32
    end: U32


def resolve_all(paths: Sequence[str], facts: Sequence[FileFacts], flat: Flat, texts: Sequence[bytes] = ()) -> Edges:
    """An edge for every reference that resolves to a symbol or file of these files.

    Nodes are numbered as the graph's: symbols first, then files.
    """
    world = _FlatWorld(paths, facts, all_texts=texts)
    world.flat = flat
    join = _Bindings(flat, facts)
    symbols = len(flat.symbol_name)
    file_of_reference = np.repeat(np.arange(len(facts), dtype=np.int64), np.diff(flat.reference_base))
    source = np.where(flat.reference_symbol >= 0, flat.reference_symbol, symbols + file_of_reference)

    use = flat.reference_role != Role.IMPORT
    languages = [item.code_language for item in facts]
    asked = np.repeat(np.array([language in ASKED for language in languages], dtype=np.bool_), np.diff(flat.reference_base))
    bare = np.flatnonzero(use & (flat.reference_qualifier == 0))
    chained = np.flatnonzero(use & ~asked & (flat.reference_qualifier != 0))
    pieces: list[tuple[I64, I64, U8]] = []  # (reference, target node, tier)

    # Bare names: one join, then one question per distinct binding.
    keys, back = np.unique(join.key(flat.reference_scope[bare], flat.reference_name[bare]), return_inverse=True)
    slot = join.lookup(*join.parts(keys))
    if asked.any():
        found_in = (
            np.where(slot >= 0, join.parts(join.keys[np.maximum(slot, 0)])[0], -1)[back] if len(join.keys) else np.full(len(bare), -1)
        )
        java = np.repeat(np.array([language == "java" for language in languages], dtype=np.bool_), np.diff(flat.reference_base))
        wanted = asked_references(flat, asked, bare, found_in, java)
        told = ~np.isin(bare, wanted)
        bare, back = bare[told], back[told]
        by_function = np.repeat(np.array([language == "cpp" for language in languages], dtype=np.bool_), np.diff(flat.scope_base))
        pieces.append(_ask(world, flat, wanted, lifted_scopes(flat, by_function)[flat.reference_scope[wanted]]))
        behind = np.flatnonzero(use & asked & (flat.reference_qualifier != 0))
        pieces.append(_ask(world, flat, behind, flat.reference_scope[behind]))
    node, tier = _slot_nodes(world, flat, join, slot)
    pieces.append(_spread(bare, back, node, tier))

    # Names behind a dot: one question per distinct (scope, qualifier, name) that can be answered from what is declared.
    node, tier, back = _chained(world, flat, join, chained)
    pieces.append(_spread(chained, back, node, tier))

    references = np.concatenate([piece[0] for piece in pieces])
    targets = np.concatenate([piece[1] for piece in pieces])
    tiers = np.concatenate([piece[2] for piece in pieces])
    imports = _import_edges(world, flat, symbols)
    all_source = np.concatenate([source[references], imports[0]])
    all_target = np.concatenate([targets, imports[1]])
    kinds = np.concatenate([KIND_OF_ROLE[flat.reference_role[references]], np.full(len(imports[0]), EdgeKind.IMPORT, dtype=np.uint8)])
    all_tier = np.concatenate([tiers, imports[2].astype(np.uint8)])
    starts = np.concatenate([flat.reference_start[references], imports[3].astype(np.uint32)])
    every_end = np.concatenate([np.zeros(0, dtype=np.uint32), *(item.reference_end for item in facts)])
    ends = np.concatenate([every_end[references], imports[4].astype(np.uint32)])
    del every_end
    if len(facts) > _FORGET_FILES:
        names_of.cache_clear()  # A bulk build has filled it with tables of facts that nobody will ask for again.
    keep = all_source != all_target  # Recursion says nothing about who depends on whom.
    return Edges(
        all_source[keep].astype(np.uint32), all_target[keep].astype(np.uint32), kinds[keep], all_tier[keep], starts[keep], ends[keep]
    )


def _spread(references: I64, back: NDArray[np.intp], node: I64, tier: U8) -> tuple[I64, I64, U8]:
    hit = node[back] >= 0
    return references[hit], node[back][hit], tier[back][hit]


def _ask(world: FilesWorld, flat: Flat, references: I64, scopes: I64) -> tuple[I64, I64, U8]:
    """What the resolver says about one reference of each group that means the same, spread over them all."""
    ones, back = distinct(flat, references, scopes)
    node = np.full(len(ones), -1, dtype=np.int64)
    tier = np.full(len(ones), Tier.EXACT, dtype=np.uint8)
    files = np.searchsorted(flat.reference_base, ones, side="right") - 1
    rows = ones - flat.reference_base[files]
    for at, (file, row) in enumerate(zip(files.tolist(), rows.tolist(), strict=True)):
        node[at], tier[at] = _node(world, flat, resolve_reference(world, file, row, guess=False))
    return _spread(references, back, node, tier)


class _FlatWorld(FilesWorld):
    """The files of a bulk pass: definitions are found by their names' numbers."""

    flat: Flat

    @cached_property
    def _by_name(self) -> tuple[dict[bytes, int], NDArray[np.intp], U32]:
        order = np.argsort(self.flat.symbol_name, kind="stable")
        return {name: number for number, name in enumerate(self.flat.names)}, order, self.flat.symbol_name[order]

    def definitions_named(self, name: str) -> Iterable[tuple[int, int]]:
        numbers, order, names = self._by_name
        number = numbers.get(name.encode("utf-8", "surrogateescape"), -1)
        if number < 0:
            return
        first, last = np.searchsorted(names, [number, number + 1]).tolist()
        base = self.flat.symbol_base
        for symbol in order[first:last].tolist():
            file = int(np.searchsorted(base, symbol, side="right")) - 1
            yield file, symbol - int(base[file])


class _Bindings:
    """Bindings sorted by (scope, name), so that all look-ups of one step are one binary search over an array."""

    def __init__(self, flat: Flat, facts: Sequence[FileFacts]) -> None:
        self.flat = flat
        self.width = _KEY(max(len(flat.names), 1))
        key = self.key(flat.binding_scope, flat.binding_name)
        order = np.argsort(key, kind="stable")
        self.keys, first = np.unique(key[order], return_index=True)
        self.first = order[first]  # The first binding of each (scope, name).
        self.typed = np.logical_or.reduceat(flat.binding_typed[order], first) if len(first) else np.zeros(0, dtype=np.bool_)
        # Whether there are several; the last is for the slot −1, which is none.
        self.several = np.append(np.diff(np.append(first, len(order))) > 1, False)
        outer = np.zeros(len(self.keys), dtype=np.bool_)
        outer[np.searchsorted(self.keys, key[flat.binding_kind == BindingKind.GLOBAL])] = True
        self.outer = outer
        # 1: a class's names are not seen from the scopes inside it (Python); 2: nor from its own (JavaScript).
        hiding = [1 if language == "python" else 2 if language in JAVASCRIPT else 0 for language in (item.code_language for item in facts)]
        spread = np.repeat(np.array(hiding, dtype=np.uint8), np.diff(flat.scope_base))
        self.hiding = np.where(flat.scope_kind == ScopeKind.CLASS, spread, np.uint8(0))

    def key(self, scope: I64, name: U32) -> NDArray[np.uint64]:
        return scope.astype(_KEY) * self.width + name.astype(_KEY)

    def parts(self, keys: NDArray[np.uint64]) -> tuple[I64, U32]:
        return (keys // self.width).astype(np.int64), (keys % self.width).astype(np.uint32)

    def lookup(self, scope: I64, name: U32) -> I64:
        """For each (scope, name) the slot in `keys` of the innermost bindings that code in the scope sees, −1 for none."""
        found = np.full(len(scope), -1, dtype=np.int64)
        waiting = np.flatnonzero(scope >= 0)
        current = scope[waiting].copy()
        first = True
        while len(waiting) and len(self.keys):
            key = self.key(current, name[waiting])
            slot = np.minimum(np.searchsorted(self.keys, key), len(self.keys) - 1)
            hit = (self.keys[slot] == key) & ~self.outer[slot]
            hit &= self.hiding[current] < (2 if first else 1)
            found[waiting[hit]] = slot[hit]
            current = self.flat.scope_parent[current[~hit]]
            waiting = waiting[~hit]
            alive = current >= 0
            waiting, current = waiting[alive], current[alive]
            first = False
        return found


def _slot_nodes(world: FilesWorld, flat: Flat, join: _Bindings, slot: I64) -> tuple[I64, U8]:
    """The node that each slot's binding stands for, −1 for locals and what is not here."""
    distinct, back = np.unique(slot, return_inverse=True)
    node = np.full(len(distinct), -1, dtype=np.int64)
    tier = np.full(len(distinct), Tier.EXACT, dtype=np.uint8)
    binding = np.where(distinct >= 0, join.first[np.maximum(distinct, 0)] if len(join.first) else 0, -1)
    some = binding >= 0
    node[some] = flat.binding_symbol[binding[some]]
    imported = np.flatnonzero(some & (node < 0))
    imported = imported[flat.binding_import[binding[imported]] >= 0]
    files = np.searchsorted(flat.binding_base, binding[imported], side="right") - 1
    rows = flat.binding_import[binding[imported]] - flat.import_base[files]
    locals_ = flat.binding_name[binding[imported]]
    for at, file, row, name in zip(imported.tolist(), files.tolist(), rows.tolist(), locals_.tolist(), strict=True):
        result = follow_import(world, file, row, flat.names[name].decode("utf-8", "surrogateescape"))
        node[at], tier[at] = _node(world, flat, result)
    return node[back], tier[back]


def _node(world: FilesWorld, flat: Flat, result: Resolution) -> tuple[int, int]:
    """The node of a resolution's first symbol or module, −1 when it has none or is a mere guess."""
    if result.tier >= Tier.POSSIBLE:
        return -1, Tier.EXACT
    for target in result.targets:
        node = _target_node(world, flat, target)
        if node >= 0:
            return node, result.tier
    return -1, Tier.EXACT


def _target_node(world: FilesWorld, flat: Flat, target: Target) -> int:
    if target.kind is TargetKind.SYMBOL:
        return int(flat.symbol_base[target.file]) + group_of(names_of(world.facts(target.file)), target.row)[0]
    if target.kind is TargetKind.MODULE:
        return len(flat.symbol_name) + target.file
    return -1


def _chained(world: FilesWorld, flat: Flat, join: _Bindings, references: I64) -> tuple[I64, U8, NDArray[np.intp]]:
    """Targets of names behind a dot: (node, tier) of each distinct (scope, qualifier, name), and which of these each reference is."""
    qualifier_key = join.key(flat.reference_scope[references], flat.reference_qualifier[references])
    pairs, pair_of = np.unique(qualifier_key, return_inverse=True)
    scopes, qualifiers = join.parts(pairs)
    answerable, slot, heads = _answerable(flat, join, scopes, qualifiers)
    flowing = answerable & ((slot >= 0) & join.several[slot] | _tested(world, flat, scopes, heads))
    pair_of, origin, places = _by_version(world, flat, references, pair_of, flowing)
    scopes, qualifiers, answerable = scopes[origin], qualifiers[origin], answerable[origin]
    triple = pair_of.astype(_KEY) * join.width + flat.reference_name[references].astype(_KEY)
    triples, back = np.unique(triple, return_inverse=True)
    node = np.full(len(triples), -1, dtype=np.int64)
    tier = np.full(len(triples), Tier.EXACT, dtype=np.uint8)
    pair = (triples // join.width).astype(np.int64)
    ask = np.flatnonzero(answerable[pair])
    files = np.searchsorted(flat.scope_base, scopes[pair[ask]], side="right") - 1
    local_scopes = scopes[pair[ask]] - flat.scope_base[files]
    texts = [text.decode("utf-8", "surrogateescape") for text in flat.names]
    known: dict[tuple[object, int], tuple[int, int]] = {}
    value_kept: tuple[int, Any] = (-1, None)
    columns = (ask, pair[ask], files, local_scopes, qualifiers[pair[ask]], triples[ask] % join.width)
    for at, place, file, scope, qualifier, name in zip(*(column.tolist() for column in columns), strict=True):
        if names_of(world.facts(file)).scripted:
            node[at], tier[at] = _node(world, flat, meaning.edge(world, file, scope, texts[qualifier], texts[name]))
            continue
        if value_kept[0] != place:  # Triples come in the order of their pairs, so a pair's value is worked out once.
            value_kept = (place, value_of(world, file, scope, texts[qualifier], Walk(), places[place]))
        typed = value_kept[1]
        if not typed.values:
            continue
        key = (typed, name)
        answer = known.get(key)
        if answer is None:
            result = members(world, typed.values, texts[name])
            found, sure = _node(world, flat, result)
            answer = known[key] = (found, max(sure, typed.tier))
        node[at], tier[at] = answer
    return node, tier, back


def _by_version(
    world: FilesWorld, flat: Flat, references: I64, pair_of: NDArray[np.intp], flowing: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.intp], list[int]]:
    """(which pair each reference is, what pair each of those comes from, a byte where each stands or −1): the pairs in which the flow of the
    code tells values apart are divided by what reaches each reference."""
    found = list(range(len(flowing)))
    places = [-1] * len(found)
    pair_of = pair_of.copy()
    known: dict[object, int] = {}
    asked = np.flatnonzero(flowing[pair_of])
    rows = references[asked]
    files = np.searchsorted(flat.reference_base, rows, side="right") - 1
    local = flat.reference_scope[rows] - flat.scope_base[files]
    texts: dict[int, str] = {}
    differs: dict[int, bool] = {}
    columns = (asked, pair_of[asked], files, local, flat.reference_qualifier[rows], flat.reference_start[rows])
    for row, pair, file, scope, qualifier, start in zip(*(column.tolist() for column in columns), strict=True):
        text = texts.get(qualifier)
        if text is None:
            text = texts[qualifier] = flat.names[qualifier].decode("utf-8", "surrogateescape")
        names = names_of(world.facts(file))
        if pair not in differs:
            differs[pair] = may_differ(names, scope, text)
        if not differs[pair]:
            continue
        key = pair, version(names, scope, text, start)
        number = known.get(key)
        if number is None:
            number = known[key] = len(found)
            found.append(pair)
            places.append(start)
        pair_of[row] = number
    return pair_of, np.array(found, dtype=np.intp), places


def _tested(world: FilesWorld, flat: Flat, scopes: I64, heads: I64) -> NDArray[np.bool_]:
    """Which (scope, first word) pairs are of a value that a test in the file tells the type of."""
    ids = {name: number for number, name in enumerate(flat.names)}
    keys: list[int] = []
    for file, facts in enumerate(world.all_facts):
        if (facts.region_kind & RegionKind.NARROW).any():
            narrowed = flow_of(names_of(facts)).narrowed_heads
            keys += [file * len(ids) + ids[word] for name in narrowed if (word := name.encode("utf-8", "surrogateescape")) in ids]
    files = np.searchsorted(flat.scope_base, scopes, side="right") - 1
    tested: NDArray[np.bool_] = np.isin(files * len(ids) + heads, np.array(keys, dtype=np.int64)) & (heads >= 0)
    return tested


def _answerable(flat: Flat, join: _Bindings, scopes: I64, qualifiers: U32) -> tuple[NDArray[np.bool_], I64, I64]:
    """Which (scope, qualifier) pairs begin with a receiver or with something that is declared, imported or typed; the slot that binds the
    first word of each, −1 for none, and that word."""
    ids = {name: number for number, name in enumerate(flat.names)}
    head = np.full(len(flat.names), -1, dtype=np.int64)
    receiver = np.zeros(len(flat.names), dtype=np.bool_)
    for qualifier in np.unique(qualifiers).tolist():
        match = _HEAD.match(flat.names[qualifier])
        if match is not None:
            head[qualifier] = ids.get(match[1], -1)
            receiver[qualifier] = match[1] in (b"super", b"this", b"self", b"cls")
    heads = head[qualifiers]
    slot = np.full(len(scopes), -1, dtype=np.int64)
    named = np.flatnonzero(heads >= 0)
    slot[named] = join.lookup(scopes[named], heads[named].astype(np.uint32))
    told = np.zeros(len(slot), dtype=np.bool_)
    bound = np.flatnonzero(slot >= 0)
    binding = join.first[slot[bound]]
    told[bound] = (flat.binding_symbol[binding] >= 0) | (flat.binding_import[binding] >= 0) | join.typed[slot[bound]]
    result: NDArray[np.bool_] = receiver[qualifiers] | told
    return result, slot, heads


def _import_edges(world: FilesWorld, flat: Flat, symbols: int) -> I64:
    """One edge from the importing file to what each import names, and one to the module it is taken from: rows of sources, targets, tiers,
    starts and ends."""
    found: list[tuple[int, int, int, int, int]] = []
    for file, facts in enumerate(world.all_facts):
        strings = names_of(facts).strings
        columns = (facts.import_module.tolist(), facts.import_start.tolist(), facts.import_end.tolist())
        for row, (module, start, end) in enumerate(zip(*columns, strict=True)):
            for result in (module_named(world, file, strings[module]), follow_import(world, file, row)):
                node, tier = _node(world, flat, result)
                if node >= 0:
                    found.append((symbols + file, node, tier, start, end))
    return np.array(found, dtype=np.int64).reshape(-1, 5).T
