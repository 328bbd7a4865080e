from __future__ import annotations

from pathlib import Path

import pytest

from maguyva.settings import Settings, SettingsError, documentation


def test_every_option_is_documented() -> None:
    for name, _, scope, doc in documentation():
        assert doc.endswith(".") and scope in ("folder", "user"), name


def test_nothing_that_sends_code_or_starts_processes_can_be_set_by_a_folder() -> None:
    user = {name for name, _, scope, _ in documentation() if scope == "user"}
    assert user == {"worker_count", "cache_folder", "cache_limit", "embedding_provider"}


def test_from_mapping_takes_both_spellings_and_leaves_unknown_names_alone() -> None:
    settings = Settings.from_mapping({"textLimit": 5, "worker_count": 3, "exclude": ["*.log"], "theme": object(), "embeddingLimit": None})
    assert (settings.text_limit, settings.worker_count, settings.exclude, settings.embedding_limit) == (5, 3, ("*.log",), 512_000)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"textLimit": "16 MB"}, "setting 'textLimit' must be a whole number from 0 up, not '16 MB'"),
        ({"text_limit": True}, "setting 'text_limit' must be a whole number from 0 up, not True"),
        ({"workerCount": 0}, "setting 'workerCount' must be a whole number from 1 up, not 0"),
        ({"exclude": "*.log"}, "setting 'exclude' must be a list of globs, not '*.log'"),
        ({"cacheFolder": 7}, "setting 'cacheFolder' must be the path of a folder, not 7"),
        ({"embeddingProvider": "voyag"}, """setting 'embeddingProvider' must be "local" or "voyage" or "off", not 'voyag'"""),
        ({"embeddingProvider": ["local"] * 99}, None),
    ],
)
def test_a_wrong_type_is_one_line_that_names_the_setting(values: dict[str, object], message: str | None) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_mapping(values)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200
    assert message is None or str(caught.value) == message


def test_the_environment_sets_the_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MAGUYVA_CACHE_DIR", str(tmp_path))
    assert Settings().cache_folder == tmp_path
    monkeypatch.delenv("MAGUYVA_CACHE_DIR")
    assert Settings().cache_folder.name == "maguyva"
