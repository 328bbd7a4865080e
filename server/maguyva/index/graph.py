"""Who mentions a name, and who depends on whom.

Two parts. *Postings*: for each name the references that spell it, per file, whatever they turn out to mean; they are facts, and the
resolver asks them for candidates. *Edges*: what the references of the segment resolve to when it was built, between nodes; they give
PageRank and fast impact on the base, while answers about edited files come from the resolver.

A node is a symbol (`symbol_base[file] + row`) or, for code outside every symbol and for modules, a file (`symbols + file`). An edge
goes from the dependent to what it depends on. Edges are of tier `exact` or `likely` only, so a name that happens to be equal never
makes a hub.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maguyva.index.pagerank import pagerank
from maguyva.model import F32, U8, U32, FileFacts, IndexedFile, pack_strings
from maguyva.resolve.bulk import EdgeKind, Edges, resolve_all
from maguyva.resolve.flat import Flat, flatten

__all__ = ["Direction", "Edge", "EdgeKind", "Graph", "carry_over", "name_paths"]


class Direction(IntEnum):
    """Which way to follow edges."""

    DEPENDENTS = 1
    DEPENDENCIES = 2


@dataclass(frozen=True, slots=True)
class Edge:
    """`source` depends on `target` by `count` references of one kind; `tier` is the best among them, and `start`, `end` are the bytes of the
    first that is so sure, in the file of `source`."""

    source: int
    target: int
    kind: EdgeKind
    tier: int
    count: int
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Graph:
    """See the module's first lines. S symbols, F files, N = S + F nodes, R references, E edges, D distinct reference names."""

    name_offsets: U32  # D + 1
    name_blob: U8  # Names in byte order.
    posting_offsets: U32  # D + 1, into the next two.
    posting_file: U32  # R
    posting_row: U32  # R: the row in that file's reference columns, ascending within a file.
    import_offsets: U32  # D + 1, into the next two: imports that take this name from a module.
    import_file: U32
    import_row: U32
    symbol_base: U32  # F + 1
    out_offsets: U32  # N + 1, into the edges, which are sorted by (source, target, kind).
    edge_source: U32  # E
    edge_target: U32  # E
    edge_kind: U8  # E
    edge_tier: U8  # E
    edge_count: U32  # E
    edge_start: U32  # E: the first site in the source's file, to the next.
    edge_end: U32  # E
    in_offsets: U32  # N + 1, into `in_edge`.
    in_edge: U32  # E: edge numbers sorted by target.
    rank: F32  # N: node count × PageRank, so the mean is 1.

    # ---- making and keeping ----

    @classmethod
    def build(cls, files: Sequence[IndexedFile]) -> Graph:
        """The graph of a segment; edges lead only to definitions in `files`."""
        flat = flatten([file.facts for file in files])
        found = resolve_all([file.path for file in files], [file.facts for file in files], flat, [file.text for file in files])
        names, postings, imports = _postings(flat)
        symbols, count = int(flat.symbol_base[-1]), int(flat.symbol_base[-1]) + len(files)
        edges = _merge_edges(found)
        pairs = np.unique((edges[0].astype(np.uint64) << np.uint64(32)) | edges[1].astype(np.uint64))
        rank = pagerank(count, (pairs >> np.uint64(32)).astype(np.uint32), (pairs & np.uint64(0xFFFFFFFF)).astype(np.uint32))
        name_offsets, name_blob = names
        assert symbols == len(flat.symbol_name)
        return cls(
            name_offsets=name_offsets,
            name_blob=name_blob,
            posting_offsets=postings[0],
            posting_file=postings[1],
            posting_row=postings[2],
            import_offsets=imports[0],
            import_file=imports[1],
            import_row=imports[2],
            symbol_base=flat.symbol_base.astype(np.uint32),
            out_offsets=_offsets(edges[0], count),
            edge_source=edges[0],
            edge_target=edges[1],
            edge_kind=edges[2],
            edge_tier=edges[3],
            edge_count=edges[4],
            edge_start=edges[5],
            edge_end=edges[6],
            in_offsets=_offsets(edges[1], count),
            in_edge=np.argsort(edges[1], kind="stable").astype(np.uint32),
            rank=(rank * count).astype(np.float32),
        )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Every array by its field's name."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Graph:
        """Views onto `arrays`. Raises KeyError when one is missing."""
        return cls(**{name: arrays[name] for name in cls.__dataclass_fields__})

    # ---- postings ----

    def mentions(self, name: str) -> Iterator[tuple[int, U32]]:
        """(file, rows of its references that spell `name`), files in order. Which files are live is the caller's to know."""
        yield from self._posted(name, self.posting_offsets, self.posting_file, self.posting_row)

    def imports_of(self, name: str) -> Iterator[tuple[int, U32]]:
        """(file, rows of its imports that take `name` from some module); "" asks for imports of whole modules, "*" for star imports."""
        yield from self._posted(name, self.import_offsets, self.import_file, self.import_row)

    def _posted(self, name: str, offsets: U32, file: U32, row: U32) -> Iterator[tuple[int, U32]]:
        at = self._name_row(name.encode("utf-8", "surrogateescape"))
        if at < 0:
            return
        a, b = int(offsets[at]), int(offsets[at + 1])
        files, rows = file[a:b], row[a:b]
        cuts = np.flatnonzero(files[1:] != files[:-1]) + 1
        bounds = [0, *cuts.tolist(), b - a] if b > a else []
        for left, right in pairwise(bounds):
            yield int(files[left]), rows[left:right]

    def _name_row(self, name: bytes) -> int:
        offsets, blob = self.name_offsets, self._blob
        low, high = 0, len(offsets) - 1
        while low < high:
            middle = (low + high) // 2
            if blob[int(offsets[middle]) : int(offsets[middle + 1])] < name:
                low = middle + 1
            else:
                high = middle
        found = low < len(offsets) - 1 and blob[int(offsets[low]) : int(offsets[low + 1])] == name
        return low if found else -1

    @cached_property
    def _blob(self) -> bytes:
        return self.name_blob.tobytes()

    # ---- nodes ----

    @property
    def node_count(self) -> int:
        return len(self.rank)

    @property
    def file_count(self) -> int:
        return len(self.symbol_base) - 1

    def node(self, file: int, symbol: int) -> int:
        """The node of a symbol row of a file; −1 asks for the file's own node."""
        return int(self.symbol_base[file]) + symbol if symbol >= 0 else int(self.symbol_base[-1]) + file

    def place(self, node: int) -> tuple[int, int]:
        """(file, symbol row) of a node, row −1 for a file's own."""
        symbols = int(self.symbol_base[-1])
        if node >= symbols:
            return node - symbols, -1
        file = int(np.searchsorted(self.symbol_base, node, side="right")) - 1
        return file, node - int(self.symbol_base[file])

    # ---- centrality ----

    def centrality(self, file: int, symbol: int, s: float = 1.0) -> float:
        """`s` × node count × PageRank of a symbol, or of the file when `symbol` is −1."""
        return s * float(self.rank[self.node(file, symbol)])

    def ranks(self, file: int) -> F32:
        """Node count × PageRank of each symbol of a file (views)."""
        return self.rank[int(self.symbol_base[file]) : int(self.symbol_base[file + 1])]

    def degree(self, node: int) -> int:
        """The number of edges in and out."""
        return int(self.in_offsets[node + 1]) - int(self.in_offsets[node]) + int(self.out_offsets[node + 1]) - int(self.out_offsets[node])

    # ---- edges ----

    def dependents(self, node: int) -> list[Edge]:
        """Edges that lead to `node`, by source."""
        return [self._edge(int(at)) for at in self.in_edge[int(self.in_offsets[node]) : int(self.in_offsets[node + 1])]]

    def dependencies(self, node: int) -> list[Edge]:
        """Edges that leave `node`, by target."""
        return [self._edge(at) for at in range(int(self.out_offsets[node]), int(self.out_offsets[node + 1]))]

    def _edge(self, at: int) -> Edge:
        return Edge(
            source=int(self.edge_source[at]),
            target=int(self.edge_target[at]),
            kind=EdgeKind(int(self.edge_kind[at])),
            tier=int(self.edge_tier[at]),
            count=int(self.edge_count[at]),
            start=int(self.edge_start[at]),
            end=int(self.edge_end[at]),
        )

    def reach(self, roots: Sequence[int], direction: Direction = Direction.DEPENDENTS, depth: int = 64) -> tuple[U32, U32]:
        """Nodes reached from `roots` breadth first and their least distances (both uint32, roots themselves left out), nearest first."""
        seen = np.zeros(self.node_count, dtype=np.bool_)
        frontier = np.unique(np.asarray(roots, dtype=np.uint32))
        seen[frontier] = True
        found: list[U32] = []
        distances: list[U32] = []
        for distance in range(1, depth + 1):
            frontier = np.unique(self._neighbours(frontier, direction))
            frontier = frontier[~seen[frontier]]
            if not len(frontier):
                break
            seen[frontier] = True
            found.append(frontier)
            distances.append(np.full(len(frontier), distance, dtype=np.uint32))
        empty = np.zeros(0, dtype=np.uint32)
        return np.concatenate([empty, *found]), np.concatenate([empty, *distances])

    def _neighbours(self, nodes: U32, direction: Direction) -> U32:
        offsets = self.in_offsets if direction is Direction.DEPENDENTS else self.out_offsets
        starts, sizes = offsets[nodes].astype(np.int64), (offsets[nodes + 1] - offsets[nodes]).astype(np.int64)
        total = int(sizes.sum())
        # Positions of all the nodes' edges at once: each run counts up from its start.
        runs = np.repeat(starts - np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64), sizes) + np.arange(total)
        found: U32 = self.edge_source[self.in_edge[runs]] if direction is Direction.DEPENDENTS else self.edge_target[runs]
        return found


def carry_over(old: FileFacts, new: FileFacts, values: F32) -> F32:
    """`values` of `old`'s symbols given to the symbols of `new` with the same name path; 0 where there is none.

    An edited file's symbols keep the centrality they had in the base until the next compaction.
    """
    known: dict[tuple[str, ...], float] = {}
    for path, value in zip(name_paths(old), values.tolist(), strict=True):
        known.setdefault(path, value)
    return np.array([known.get(path, 0.0) for path in name_paths(new)], dtype=np.float32)


def name_paths(facts: FileFacts) -> list[tuple[str, ...]]:
    """For each symbol the names around it and its own, outermost first."""
    strings = facts.strings
    paths: list[tuple[str, ...]] = []
    for name, parent in zip(facts.symbol_name.tolist(), facts.symbol_parent.tolist(), strict=True):
        paths.append((*(paths[parent] if parent >= 0 else ()), strings[name]))
    return paths


def _postings(flat: Flat) -> tuple[tuple[U32, U8], tuple[U32, U32, U32], tuple[U32, U32, U32]]:
    """(names, reference postings, import postings), each CSR over the names in byte order."""
    used = np.zeros(len(flat.names), dtype=np.bool_)
    used[flat.reference_name] = True
    used[flat.import_name] = True
    chosen = np.flatnonzero(used).tolist()
    chosen.sort(key=flat.names.__getitem__)
    order = np.zeros(len(flat.names), dtype=np.uint32)
    order[chosen] = np.arange(len(chosen), dtype=np.uint32)
    names = pack_strings(flat.names[at].decode("utf-8", "surrogateescape") for at in chosen)
    return (
        names,
        _posting(order[flat.reference_name], flat.reference_base, len(chosen)),
        _posting(order[flat.import_name], flat.import_base, len(chosen)),
    )


def _posting(key: U32, base: NDArray[np.int64], count: int) -> tuple[U32, U32, U32]:
    by_name = np.argsort(key, kind="stable")
    sizes = np.diff(base)
    file = np.repeat(np.arange(len(sizes), dtype=np.uint32), sizes)
    row = np.arange(len(key), dtype=np.int64) - np.repeat(base[:-1], sizes)
    return _offsets(key, count), file[by_name], row[by_name].astype(np.uint32)


def _offsets(key: U32, count: int) -> U32:
    offsets = np.zeros(count + 1, dtype=np.uint32)
    np.cumsum(np.bincount(key, minlength=count), out=offsets[1:])
    return offsets


def _merge_edges(edges: Edges) -> tuple[U32, U32, U8, U8, U32, U32, U32]:
    """Distinct (source, target, kind) in order, with the best (least) tier, the number of references, and the first site of that tier."""
    order = np.lexsort((edges.start, edges.tier, edges.kind, edges.target, edges.source))
    source, target, start, end = edges.source[order], edges.target[order], edges.start[order], edges.end[order]
    kind, tier = edges.kind[order], edges.tier[order]
    if not len(source):
        return source, target, kind, tier, np.zeros(0, dtype=np.uint32), start, end
    head = np.flatnonzero(np.r_[True, (source[1:] != source[:-1]) | (target[1:] != target[:-1]) | (kind[1:] != kind[:-1])])
    counts = np.diff(np.r_[head, len(source)]).astype(np.uint32)
    return source[head], target[head], kind[head], tier[head], counts, start[head], end[head]
