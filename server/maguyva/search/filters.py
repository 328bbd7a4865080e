"""Which files a request may answer with: include and exclude globs (as in `.gitignore`), languages, or one file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pathspec

from maguyva.model import Bool
from maguyva.search.query import InvalidRequest, SearchRequest
from maguyva.snapshot import Snapshot


@dataclass(frozen=True, eq=False)
class Filters:
    """Compiled once a request. No include globs: everything is included."""

    include: pathspec.GitIgnoreSpec | None
    exclude: pathspec.GitIgnoreSpec | None
    languages: frozenset[str]
    only: str | None = None  # The path of the one file that may answer.

    @property
    def any(self) -> bool:
        """Whether anything is filtered at all."""
        return self.include is not None or self.exclude is not None or bool(self.languages) or self.only is not None

    def allows(self, path: str, language: str) -> bool:
        """Whether a file may be in the answer."""
        return (
            (self.include is None or self.include.match_file(path))
            and (self.exclude is None or not self.exclude.match_file(path))
            and (not self.languages or language in self.languages)
            and self.only in (None, path)
        )

    def files(self, snapshot: Snapshot) -> Bool:
        """Mask over the snapshot's file numbers."""
        if not self.any:
            return np.ones(snapshot.file_slots, dtype=np.bool_)
        if self.only is not None:
            mask = np.zeros(snapshot.file_slots, dtype=np.bool_)
            file = snapshot.find(self.only)
            if file is not None:
                mask[file] = self.allows(self.only, snapshot.language(file))
            return mask
        return np.fromiter(
            (
                self.allows(path, layer.segment.files.languages[language])
                for layer in snapshot.layers
                for path, language in zip(layer.segment.files.paths, layer.segment.files.language.tolist(), strict=True)
            ),
            dtype=np.bool_,
            count=snapshot.file_slots,
        )

    def chunks(self, snapshot: Snapshot) -> Bool:
        """Mask over the snapshot's chunk numbers."""
        if not self.any:
            return np.ones(len(snapshot.chunk_file), dtype=np.bool_)
        return self.files(snapshot)[snapshot.chunk_file]


def filters_of(request: SearchRequest) -> Filters:
    """Compiled filters. Raises InvalidRequest for a glob that cannot be read."""
    include, exclude = _compiled("include", request.include), _compiled("exclude", request.exclude)
    return Filters(include, exclude, frozenset(request.languages), request.in_file)


def _compiled(field: str, globs: tuple[str, ...]) -> pathspec.GitIgnoreSpec | None:
    if not globs:
        return None
    try:
        return pathspec.GitIgnoreSpec.from_lines(globs)
    except ValueError as error:
        raise InvalidRequest(field, f"a glob cannot be read: {error}") from error
