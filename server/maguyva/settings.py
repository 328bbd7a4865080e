"""Every option of the server: its default, its type and its documentation in one place.

A field's metadata holds `doc` (one or two sentences for whoever sets it) and `scope`: "folder" options may come from a
workspace, "user" options only from the user's own settings, because nothing in a workspace may choose where code, keys or
cached data go or how many processes run.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

EmbeddingProvider = Literal["local", "voyage", "off"]
Scope = Literal["folder", "user"]


class SettingsError(ValueError):
    """A setting has a wrong type or value; the message is one line that names it."""


def _default_workers() -> int:
    # The affinity mask, not the machine's core count: a container or `taskset` may give this process less.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, 8))


def _default_cache_folder() -> Path:
    chosen = os.environ.get("MAGUYVA_CACHE_DIR")
    if chosen:
        return Path(chosen).expanduser().absolute()
    from platformdirs import user_cache_path  # 17 ms that worker processes, which are told the folder, need not pay.

    return user_cache_path("maguyva", appauthor=False)


def _about(doc: str, scope: Scope = "folder") -> dict[str, str]:
    return {"doc": doc, "scope": scope}


@dataclass(frozen=True, slots=True)
class Settings:
    """All options. Sizes are in bytes, and 1 MB is 1,000,000 bytes."""

    text_limit: int = field(default=16_000_000, metadata=_about("Files larger than this many bytes are not indexed at all."))
    structure_limit: int = field(
        default=4_000_000, metadata=_about("Files larger than this many bytes are searched as text, without symbols.")
    )
    embedding_limit: int = field(default=512_000, metadata=_about("Files larger than this many bytes are not searched by meaning."))
    exclude: tuple[str, ...] = field(
        default=(),
        metadata=_about("Globs of files and folders never to index, in the syntax of .gitignore, relative to the workspace folder."),
    )
    include: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            "When given, only files that match one of these globs are indexed (syntax of .gitignore). Ignored files stay ignored."
        ),
    )
    worker_count: int = field(
        default_factory=_default_workers,
        metadata=_about(
            "Processes that read and parse files. The default is the number of cores this process may use, at most 8.", scope="user"
        ),
    )
    cache_folder: Path = field(
        default_factory=_default_cache_folder,
        metadata=_about(
            "Where indexes and caches are kept, private to the user and never in a workspace. "
            "The default is the user's cache folder; the environment variable MAGUYVA_CACHE_DIR sets it too.",
            scope="user",
        ),
    )
    cache_limit: int = field(
        default=2_000_000_000,
        metadata=_about("The cache of extracted files and vectors is kept below about this many bytes.", scope="user"),
    )
    embedding_provider: EmbeddingProvider = field(
        default="local",
        metadata=_about(
            'What turns code into vectors: "local" (a model in the package, no network), "voyage" (sends code to Voyage), or "off".',
            scope="user",
        ),
    )

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Settings:
        """Settings from JSON-like values; names may be `snake_case` or `camelCase`, unknown ones are left alone.

        Raises SettingsError, one line naming the setting, for a value of the wrong type or out of its range.
        """
        names = {option.name for option in dataclasses.fields(cls)}
        chosen: dict[str, Any] = {}
        for given, value in values.items():
            name = re.sub(r"(?<!^)([A-Z])", r"_\1", given).lower()
            if name in names and value is not None:
                chosen[name] = _checked(given, name, value)
        return cls(**chosen)


def documentation() -> list[tuple[str, Any, Scope, str]]:
    """(name, default, scope, what it does) of every option, in order, for `--help`, the README and editors' settings pages."""
    defaults = Settings()
    fields = dataclasses.fields(Settings)
    return [(option.name, getattr(defaults, option.name), option.metadata["scope"], option.metadata["doc"]) for option in fields]


def _checked(given: str, name: str, value: object) -> Any:
    if name in ("exclude", "include"):
        if isinstance(value, (list, tuple)) and all(isinstance(glob, str) for glob in value):
            return tuple(value)
        raise _wrong(given, "a list of globs", value)
    if name == "cache_folder":
        if isinstance(value, (str, Path)) and str(value) and "\0" not in str(value):
            return Path(value).expanduser().absolute()
        raise _wrong(given, "the path of a folder", value)
    if name == "embedding_provider":
        if value in get_args(EmbeddingProvider):
            return value
        raise _wrong(given, " or ".join(f'"{choice}"' for choice in get_args(EmbeddingProvider)), value)
    least = 1 if name == "worker_count" else 0
    if isinstance(value, int) and not isinstance(value, bool) and least <= value < 2**63:
        return value
    raise _wrong(given, f"a whole number from {least} up", value)


def _wrong(given: str, expected: str, value: object) -> SettingsError:
    shown = ascii(value)
    return SettingsError(f"setting {given!r} must be {expected}, not {shown if len(shown) <= 60 else shown[:57] + '...'}")
