"""What the edits since the base was built mean for the edges that were stored with it.

Typing in the body of a function changes what that file depends on, and nothing between other files. Only a name that an edit defines, removes,
imports or imports no longer can mean something else to files that nobody has touched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from maguyva.index.graph import name_paths
from maguyva.model import FileFacts, unpack_strings
from maguyva.snapshot import Snapshot

NamePath = tuple[str, ...]


@dataclass(frozen=True)
class Edits:
    """`files` are the edited ones, `mentioned` all names that they mention. `changed` names may mean something else to other files. `before`
    tells which symbol of the base one of an edited file was. From `first_symbol` on symbols are those of edited files."""

    files: frozenset[int]
    mentioned: frozenset[str]
    changed: frozenset[str]
    before: dict[int, int]
    first_symbol: int


def edits_of(snapshot: Snapshot) -> Edits:
    """The edits of a snapshot, worked out once."""
    known = snapshot.attached.get("edits")
    if not isinstance(known, Edits):
        known = snapshot.attached["edits"] = _edits(snapshot)
    return known


def _edits(snapshot: Snapshot) -> Edits:
    overlay = snapshot.layers[-1]
    graph, paths = overlay.segment.graph, overlay.segment.files.paths
    changed: set[str] = set()
    before: dict[int, int] = {}
    for ordinal, path in enumerate(paths):
        facts = overlay.segment.files.facts(ordinal)
        old = next(((layer, layer.segment.ordinals[path]) for layer in snapshot.layers[:-1] if path in layer.segment.ordinals), None)
        symbols = dict(_symbols(facts))
        if old is None:
            changed |= {name for *_, name in symbols} | _imported(facts)
            continue
        layer, file = old
        was = layer.segment.files.facts(file)
        earlier = dict(_symbols(was))
        first, first_before = int(overlay.segment.files.symbol_base[ordinal]), int(layer.segment.files.symbol_base[file])
        for place, row in symbols.items():
            if place in earlier:
                before[overlay.symbol_base + first + row] = layer.symbol_base + first_before + earlier[place]
        changed |= {name for *_, name in symbols.keys() ^ earlier.keys()}
        changed |= {name for triple in _imports(facts) ^ _imports(was) for name in triple}
    for layer in snapshot.layers[:-1]:
        if layer.live_files is not None:  # Files that are gone altogether.
            gone = [
                file
                for file in (~layer.live_files).nonzero()[0].tolist()
                if layer.segment.files.paths[file] not in overlay.segment.ordinals
            ]
            for file in gone:
                facts = layer.segment.files.facts(file)
                changed |= {name for *_, name in dict(_symbols(facts))} | _imported(facts)
    files = frozenset(range(overlay.file_base, overlay.file_base + len(paths)))
    mentioned = frozenset(unpack_strings(graph.name_offsets, graph.name_blob))
    return Edits(files, mentioned, frozenset(changed), before, overlay.symbol_base)


def _symbols(facts: FileFacts) -> Iterator[tuple[NamePath, int]]:
    """(names around and its own, row) of each symbol; the n-th of the same path has n in it, so that overloads stay apart."""
    seen: dict[NamePath, int] = {}
    for row, path in enumerate(name_paths(facts)):
        seen[path] = count = seen.get(path, 0) + 1
        yield (str(count), *path), row


def _imports(facts: FileFacts) -> set[tuple[str, str, str]]:
    columns = zip(facts.import_module.tolist(), facts.import_name.tolist(), facts.import_alias.tolist(), strict=True)
    return {(facts.strings[module], facts.strings[name], facts.strings[alias]) for module, name, alias in columns}


def _imported(facts: FileFacts) -> set[str]:
    return {name for triple in _imports(facts) for name in triple}
