"""All files' tables as one: strings get snapshot-wide ids, rows get snapshot-wide numbers, so that whole columns can be joined at once.

A Python loop over a million references costs seconds; the same joins over concatenated columns cost tens of milliseconds. Only
distinct strings are touched one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maguyva.model import U8, U32, FileFacts

I64 = NDArray[np.int64]

_NAME_COLUMNS = ("symbol_name", "reference_name", "reference_qualifier", "binding_name", "import_module", "import_name", "import_alias")


@dataclass(frozen=True, eq=False)
class Flat:
    """Concatenated columns. `*_base` have one more entry than there are files: rows of file f are `base[f]:base[f + 1]`; −1 stays −1."""

    names: list[bytes]  # Distinct strings in order of first use; id 0 is "".

    symbol_base: I64
    symbol_name: U32
    symbol_kind: U8
    symbol_parent: I64

    reference_base: I64
    reference_name: U32
    reference_role: U8
    reference_symbol: I64
    reference_scope: I64
    reference_qualifier: U32
    reference_start: U32

    scope_base: I64
    scope_parent: I64
    scope_kind: U8
    scope_symbol: I64

    binding_base: I64
    binding_name: U32
    binding_scope: I64
    binding_kind: U8
    binding_symbol: I64
    binding_import: I64
    binding_start: U32
    binding_typed: NDArray[np.bool_]  # Whether its type or value is written.

    import_base: I64
    import_module: U32
    import_name: U32
    import_alias: U32
    import_flags: U8
    import_scope: I64


def flatten(files: Sequence[FileFacts]) -> Flat:
    """One table of everything the bulk pass needs."""
    names: dict[bytes, int] = {b"": 0}
    maps = [_global_ids(facts, names) for facts in files]

    def strings(column: str) -> U32:
        return _join([ids[getattr(facts, column)] for facts, ids in zip(files, maps, strict=True)], np.uint32)

    def plain(column: str, dtype: type[Any]) -> NDArray[Any]:
        return _join([getattr(facts, column) for facts in files], dtype)

    def base(column: str) -> I64:
        return np.concatenate([[0], np.cumsum([len(getattr(facts, column)) for facts in files], dtype=np.int64)]).astype(np.int64)

    def rows(column: str, of: I64) -> I64:
        joined = _join([getattr(facts, column) for facts in files], np.int32).astype(np.int64)
        shift = np.repeat(of[:-1], [len(getattr(facts, column)) for facts in files])
        return np.where(joined < 0, np.int64(-1), joined + shift)

    symbols, references, scopes = base("symbol_name"), base("reference_name"), base("scope_start")
    bindings, imports = base("binding_name"), base("import_module")
    return Flat(
        names=list(names),
        symbol_base=symbols,
        symbol_name=strings("symbol_name"),
        symbol_kind=plain("symbol_kind", np.uint8),
        symbol_parent=rows("symbol_parent", symbols),
        reference_base=references,
        reference_name=strings("reference_name"),
        reference_role=plain("reference_role", np.uint8),
        reference_symbol=rows("reference_symbol", symbols),
        reference_scope=rows("reference_scope", scopes),
        reference_qualifier=strings("reference_qualifier"),
        reference_start=plain("reference_start", np.uint32),
        scope_base=scopes,
        scope_parent=rows("scope_parent", scopes),
        scope_kind=plain("scope_kind", np.uint8),
        scope_symbol=rows("scope_symbol", symbols),
        binding_base=bindings,
        binding_name=strings("binding_name"),
        binding_scope=rows("binding_scope", scopes),
        binding_kind=plain("binding_kind", np.uint8),
        binding_symbol=rows("binding_symbol", symbols),
        binding_import=rows("binding_import", imports),
        binding_start=plain("binding_start", np.uint32),
        binding_typed=plain("binding_type", np.bool_),
        import_base=imports,
        import_module=strings("import_module"),
        import_name=strings("import_name"),
        import_alias=strings("import_alias"),
        import_flags=plain("import_flags", np.uint8),
        import_scope=rows("import_scope", scopes),
    )


def _global_ids(facts: FileFacts, names: dict[bytes, int]) -> U32:
    """Snapshot-wide id of each string row that names something; the other rows (terms, types, problems) are left at 0 unread."""
    count = max(len(facts.string_offsets) - 1, 1)
    used = np.zeros(count, dtype=np.bool_)
    for column in _NAME_COLUMNS:
        used[getattr(facts, column)] = True
    rows = np.flatnonzero(used)
    starts, ends = facts.string_offsets[rows].tolist(), facts.string_offsets[rows + 1].tolist()
    blob = facts.string_blob.tobytes()
    known: Callable[[bytes, int], int] = names.setdefault
    ids = np.zeros(count, dtype=np.uint32)
    ids[rows] = [known(blob[a:b], len(names)) for a, b in zip(starts, ends, strict=True)]
    return ids


def _join(pieces: Sequence[NDArray[Any]], dtype: type[Any]) -> NDArray[Any]:
    return np.concatenate(pieces).astype(dtype) if pieces else np.zeros(0, dtype)
