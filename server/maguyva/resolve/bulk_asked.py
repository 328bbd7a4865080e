"""The languages whose names spread over files without an import that says where: Go, Java, C#, C, C++, Rust. Their part of the bulk pass.

Local names are told by the join over scopes, as for all languages. Every other name is asked of the resolver itself, once for each
distinct (class or file, name, role), or (scope, qualifier, name, role) behind a dot, so both give the same answers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maguyva.model import Role, ScopeKind
from maguyva.resolve.flat import I64, Flat
from maguyva.resolve.names import C_FAMILY, PACKAGED

ASKED = frozenset({"go", "rust", *C_FAMILY, *PACKAGED})

_INNER = (int(ScopeKind.FUNCTION), int(ScopeKind.BLOCK))


def asked_references(flat: Flat, asked: NDArray[np.bool_], references: I64, found_in: I64, java: NDArray[np.bool_]) -> I64:
    """Which of the bare `references` the resolver is asked about. `asked` and `java` tell for each reference of the snapshot whether its
    language is one of these; `found_in` is the scope that binds each of `references`, −1 for none."""
    local = (found_in >= 0) & np.isin(flat.scope_kind[np.maximum(found_in, 0)], _INNER)
    # In Java a variable does not hide the methods of its name.
    called = java[references] & (flat.reference_role[references] == Role.CALL)
    wanted: I64 = references[asked[references] & (~local | called)]
    return wanted


def lifted_scopes(flat: Flat, by_function: NDArray[np.bool_]) -> I64:
    """For each scope the class or file around it: what is no local name means the same everywhere inside that. Where `by_function` is true
    it is the outermost function around it: in C++ that may be a member of a class that stands elsewhere."""
    lifted = np.arange(len(flat.scope_kind), dtype=np.int64)
    inner = np.isin(flat.scope_kind, _INNER)
    while True:
        above = flat.scope_parent[lifted]
        waiting = np.flatnonzero(inner[lifted] & (above >= 0) & (~by_function | inner[np.maximum(above, 0)]))
        if not len(waiting):
            return lifted
        lifted[waiting] = flat.scope_parent[lifted[waiting]]


def distinct(flat: Flat, references: I64, scopes: I64) -> tuple[I64, NDArray[np.intp]]:
    """One reference of each group that means the same, and the group of each."""
    columns = (scopes, flat.reference_qualifier[references], flat.reference_name[references], flat.reference_role[references])
    table = np.stack([column.astype(np.int64) for column in columns], axis=1)
    order = np.lexsort(table.T[::-1])
    table = table[order]
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (table[1:] != table[:-1]).any(axis=1)
    back = np.empty(len(order), dtype=np.intp)
    back[order] = np.cumsum(new) - 1
    return references[order[new]], back
