"""The settings that VS Code shows are the server's: same names, defaults, choices, and who may set them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from maguyva.lsp.convert import settings_values
from maguyva.settings import EmbeddingPace, EmbeddingProvider, Settings, documentation

MANIFEST = json.loads((Path(__file__).parent.parent / "client-vscode" / "package.json").read_text(encoding="utf-8"))
SHOWN: dict[str, dict[str, Any]] = {
    name: setting for section in MANIFEST["contributes"]["configuration"] for name, setting in section["properties"].items()
}
# What the client itself acts on; the last two it merges into `features`.
CLIENTS_OWN = {f"maguyva.{name}" for name in ("path", "args", "interpreter", "importStrategy", "logFile", "trace.server")}
MERGED = {"maguyva.navigation.mode", "maguyva.codeLens.enabled"}
SERVERS = sorted(SHOWN.keys() - CLIENTS_OWN - MERGED)
# The client sends nothing for these, and the server then finds the default of the machine.
FOUND_BY_THE_SERVER = {"maguyva.worker.count": None, "maguyva.cache.folder": ""}


def option_of(name: str) -> str:
    """`maguyva.text.limit` → `text_limit`, by the way that the server reads what the client sends."""
    value: Any = "x"
    for part in reversed(name.split(".")):
        value = {part: value}
    (flat,) = settings_values(value, live=False)
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in flat)


def test_every_option_of_the_server_is_shown_and_no_other() -> None:
    assert sorted(option_of(name) for name in SERVERS if name != "maguyva.features") == sorted(
        name for name, *_ in documentation() if name != "features"
    )


@pytest.mark.parametrize("name", [name for name in SERVERS if name != "maguyva.features"])
def test_a_setting_is_the_servers(name: str) -> None:
    _, default, scope, _ = next(row for row in documentation() if row[0] == option_of(name))
    shown = SHOWN[name]
    assert shown["scope"] == ("machine" if scope == "user" else "window")
    if name in FOUND_BY_THE_SERVER:
        assert shown["default"] == FOUND_BY_THE_SERVER[name]
        return
    assert shown["default"] == (list(default) if isinstance(default, tuple) else default)
    # Every choice that is offered is one that the server takes, and no bound lets through what it refuses.
    for value in [shown["default"], *shown.get("enum", []), *(shown[bound] for bound in ("minimum", "maximum") if bound in shown)]:
        Settings.from_mapping({option_of(name): value})


def test_every_choice_is_offered() -> None:
    assert tuple(SHOWN["maguyva.embedding.provider"]["enum"]) == get_args(EmbeddingProvider)
    assert tuple(SHOWN["maguyva.embedding.pace"]["enum"]) == get_args(EmbeddingPace)


def test_the_features_are_the_servers() -> None:
    Settings.from_mapping({"features": dict.fromkeys(SHOWN["maguyva.features"]["properties"], False)})
    with pytest.raises(ValueError, match="rename"):
        Settings.from_mapping({"features": {"rename": False}})
