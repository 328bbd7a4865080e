"""The imports of a file: names taken from elsewhere, and names handed on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from maguyva.extract.definitions import RawImport
from maguyva.extract.scopes import Scopes
from maguyva.model import ImportFlag

_QUOTES = b"\"'`"
# Go's paths end in the version, and the name of a folder may dress that of its package: `redis/v8`, `yaml.v2`, `go-isatty`, `zap-go`.
_PATH_VERSION = re.compile(rb"(/v\d+|\.v\d+)\Z")
_PATH_DRESS = re.compile(rb"\A(?:go[-.]|golang-)|[-.]go\Z")


@dataclass(slots=True)
class Imports:
    """Parallel lists of the import columns, sorted by start."""

    modules: list[int] = field(default_factory=list)
    names: list[int] = field(default_factory=list)
    aliases: list[int] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    flags: list[int] = field(default_factory=list)
    scopes: list[int] = field(default_factory=list)
    bound: list[tuple[int, int]] = field(default_factory=list)  # The token of the local name; (0, 0) when nothing is bound.
    locals: list[int] = field(default_factory=list)  # The local name; 0 when nothing is bound.


def read_imports(text: bytes, found: Iterable[RawImport], scopes: Scopes, row_of: Callable[[bytes], int]) -> Imports:
    """The import rows. `import a.b` has the alias "a.b" and binds its first part; `import a.b as c` has the alias "c"."""
    imports = Imports()
    rows = sorted(found, key=lambda row: row.at)
    # A query that finds every `require(…)` finds those whose result is named once more.
    named = {row.module for row in rows if row.name is not None or row.alias is not None or row.star}
    for row in rows:
        if row.name is None and row.alias is None and not row.star and row.module in named:
            continue
        module = text[slice(*row.module)].strip(_QUOTES) if row.module is not None else row.written or b""
        name = text[slice(*row.name)].strip(_QUOTES) if row.name is not None else b""
        if row.star:
            name = b"*"
        elif row.flags & ImportFlag.DEFAULT and not row.exported and row.name is None:
            name = b"default"
        bound = row.alias or row.name
        local = b""
        if row.path and row.alias is None and row.module is not None:
            alias = local = package_of_path(module)
            bound = row.module
        elif row.alias is not None:
            alias = text[slice(*row.alias)].strip(_QUOTES)
        elif row.exported and row.flags & ImportFlag.DEFAULT:
            alias = b"default"
        elif row.flags & ImportFlag.REEXPORT and row.flags & ImportFlag.NAMESPACE:
            alias = b""
        elif row.flags & ImportFlag.NAMESPACE and row.name is None and row.module is not None and not row.star:
            alias = module
            bound = (row.module[0], row.module[0] + len(module.partition(b".")[0]))
        else:
            alias = b"" if row.star or not row.binds else name
        if row.flags & ImportFlag.REEXPORT or not alias:
            bound = None
        imports.modules.append(row_of(module))
        imports.names.append(row_of(name))
        imports.aliases.append(row_of(alias))
        token = row.name or row.module or row.alias or (row.at, row.at)
        imports.spans.append((token[0] + 1, token[1] - 1) if row.path and token == row.module and token[1] - token[0] > 1 else token)
        imports.flags.append(row.flags)
        imports.scopes.append(scopes.nesting.at(row.at))
        imports.bound.append(bound or (0, 0))
        imports.locals.append(row_of(local or text[slice(*bound)]) if bound is not None else 0)
    return imports


def package_of_path(path: bytes) -> bytes:
    """The name that a Go import path most likely gives: the package's own clause, which may differ, is in another file."""
    last = _PATH_VERSION.sub(b"", path).rpartition(b"/")[2]
    return _PATH_DRESS.sub(b"", last).rpartition(b"-")[2]
