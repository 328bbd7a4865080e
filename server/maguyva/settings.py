"""Every option of the server: its default, its type and its documentation in one place.

A field's metadata holds `doc` (one or two sentences for whoever sets it) and `scope`: "folder" options may come from a
workspace, "user" options only from the user's own settings, because nothing in a workspace may choose where code, keys or
cached data go or how many processes run.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

EmbeddingProvider = Literal["local", "voyage", "openai", "off"]
EmbeddingPace = Literal["standard", "free"]
Scope = Literal["folder", "user"]
SERVICES = frozenset({"voyage", "openai"})  # Providers that code is sent to.

FEATURES = (
    "definition",
    "declaration",
    "implementation",
    "references",
    "documentHighlight",
    "hover",
    "documentSymbol",
    "workspaceSymbol",
    "callHierarchy",
    "typeHierarchy",
    "codeLens",
)
_OFF_BY_DEFAULT = frozenset({"codeLens"})


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
    features: Mapping[str, Mapping[str, bool]] = field(
        default_factory=dict,
        metadata=_about(
            "Which of the editor's features are served, each by true or false or by language, as in "
            '{"hover": false, "definition": {"python": false, "*": true}}: beside another server for a language its answers are not doubled. '
            "All are on but codeLens. Search is always there.",
        ),
    )
    navigation_include_possible: bool = field(
        default=False,
        metadata=_about("Also list definitions and references that the name alone suggests, not only where there is nothing better."),
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
            'What turns code into vectors: "local" (a model in the package, no network), "voyage" (sends code to Voyage), "openai" (sends it to '
            'any service that speaks OpenAI\'s API, as a local Ollama does), or "off". Nothing is sent before you were asked, folder by folder.',
            scope="user",
        ),
    )
    embedding_model: str = field(
        default="",
        metadata=_about(
            'The model of the service. The default is "voyage-code-4" for Voyage and "nomic-embed-text" for an OpenAI-compatible service.',
            scope="user",
        ),
    )
    embedding_dimension: int = field(
        default=0,
        metadata=_about(
            "Dimensions of the service's vectors; one bit of each is kept. 0 is the default: 1024 for Voyage, the model's own for others.",
            scope="user",
        ),
    )
    embedding_base_url: str = field(
        default="",
        metadata=_about(
            "Where the service is, as https://api.voyageai.com/v1. It is the only host that code and the service's key are sent to. "
            "The default is Voyage's own, and http://127.0.0.1:11434/v1 (Ollama on this machine) for an OpenAI-compatible service.",
            scope="user",
        ),
    )
    embedding_tokens_per_day: int = field(
        default=5_000_000,
        metadata=_about(
            "At most so many tokens a day (in UTC) are sent to a service on another machine, by all editors and workspaces together. "
            "5,000,000 tokens of voyage-code-4 cost about 0.60 US dollars.",
            scope="user",
        ),
    )
    embedding_pace: EmbeddingPace = field(
        default="standard",
        metadata=_about(
            'How fast the service may be asked: "standard", or "free" for Voyage without a payment method (3 requests and 10,000 tokens a minute).',
            scope="user",
        ),
    )
    embedding_rerank: bool = field(
        default=False,
        metadata=_about(
            "Let Voyage's reranker order the first 50 hits of fused answers again. It sends the question and those pieces of code each time.",
            scope="user",
        ),
    )
    embedding_rerank_model: str = field(
        default="rerank-2.5", metadata=_about("The reranker's model, where embeddingRerank is on.", scope="user")
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

    @staticmethod
    def sound(values: Mapping[str, object]) -> tuple[dict[str, object], list[str]]:
        """(the values that can be taken, one line for each of the others)."""
        taken: dict[str, object] = {}
        problems: list[str] = []
        for given, value in values.items():
            try:
                Settings.from_mapping({given: value})
                taken[given] = value
            except SettingsError as error:
                problems.append(str(error))
        return taken, problems

    def serves(self, feature: str, languages: Sequence[str] = ()) -> bool:
        """Whether one of FEATURES is on for a document in a language; `languages` are the names that it goes by, the first that is given counts."""
        given = self.features.get(feature, {})
        default = given.get("*", feature not in _OFF_BY_DEFAULT)
        return next((given[language] for language in languages if language in given), default)


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
    if name in _CHOICES:
        if value in _CHOICES[name]:
            return value
        raise _wrong(given, " or ".join(f'"{choice}"' for choice in _CHOICES[name]), value)
    if name == "features":
        return _checked_features(given, value)
    if name in ("embedding_rerank", "navigation_include_possible"):
        if isinstance(value, bool):
            return value
        raise _wrong(given, "true or false", value)
    if name in ("embedding_model", "embedding_rerank_model"):
        if isinstance(value, str) and re.fullmatch(r"[\w./:@+-]{0,200}", value):
            return value
        raise _wrong(given, "the name of a model", value)
    if name == "embedding_base_url":
        return _checked_url(given, value)
    if name == "embedding_dimension" and value != 0 and not (type(value) is int and 64 <= value <= 4096 and value % 64 == 0):
        raise _wrong(given, "0 or a multiple of 64 up to 4096", value)
    least = 1 if name == "worker_count" else 0
    if isinstance(value, int) and not isinstance(value, bool) and least <= value < 2**63:
        return value
    raise _wrong(given, f"a whole number from {least} up", value)


def _checked_features(given: str, value: object) -> dict[str, dict[str, bool]]:
    if not isinstance(value, Mapping):
        raise _wrong(given, "an object of features", value)
    chosen: dict[str, dict[str, bool]] = {}
    for feature, choice in value.items():
        if feature not in FEATURES:
            raise SettingsError(f"setting {given!r}: {ascii(feature)[:20]} is none of {', '.join(FEATURES)}")
        by_language = choice if isinstance(choice, Mapping) else {"*": choice}
        if not all(isinstance(language, str) and isinstance(on, bool) for language, on in by_language.items()):
            raise _wrong(f"{given}.{feature}", "true, false or an object of languages with true or false", choice)
        chosen[feature] = {language.lower(): on for language, on in by_language.items()}
    return chosen


_CHOICES: Mapping[str, tuple[str, ...]] = {"embedding_provider": get_args(EmbeddingProvider), "embedding_pace": get_args(EmbeddingPace)}
# A service in the house may do without encryption; nothing else may.
_HOUSE = re.compile(
    r"localhost|127(\.\d{1,3}){3}|\[::1\]|10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|[\w-]+\.local",
    re.IGNORECASE,
)


def _checked_url(given: str, value: object) -> str:
    shape = (
        re.fullmatch(r"(https?)://([\w.-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?(/[\w./~-]*)?", value, re.ASCII)
        if isinstance(value, str)
        else None
    )
    if value == "":
        return ""
    if shape is None:
        # A key that was written into the address is not shown.
        shown = re.sub(r"//[^/]*@", "//…@", value) if isinstance(value, str) else value
        raise _wrong(given, 'the address of a service, as "https://api.voyageai.com/v1"', shown)
    if shape[1] == "http" and not _HOUSE.fullmatch(shape[2]):
        raise _wrong(given, "an https address: http is for this machine and the local network only", value)
    return shape[0].rstrip("/")


def _wrong(given: str, expected: str, value: object) -> SettingsError:
    shown = ascii(value)
    return SettingsError(f"setting {given!r} must be {expected}, not {shown if len(shown) <= 60 else shown[:57] + '...'}")
