from __future__ import annotations

from pathlib import Path

import pytest

from maguyva.settings import Settings, SettingsError, documentation


def test_every_option_is_documented() -> None:
    for name, _, scope, doc in documentation():
        assert doc.endswith(".") and scope in ("folder", "user"), name


def test_nothing_that_sends_code_or_starts_processes_can_be_set_by_a_folder() -> None:
    user = {name for name, _, scope, _ in documentation() if scope == "user"}
    sending = {"provider", "model", "dimension", "base_url", "tokens_per_day", "pace", "rerank", "rerank_model"}
    assert user == {"worker_count", "cache_folder", "cache_limit", *(f"embedding_{option}" for option in sending)}


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
        ({"embeddingProvider": "voyag"}, """setting 'embeddingProvider' must be "local" or "voyage" or "openai" or "off", not 'voyag'"""),
        ({"embeddingProvider": ["local"] * 99}, None),
        ({"embeddingPace": 3}, """setting 'embeddingPace' must be "standard" or "free", not 3"""),
        ({"embeddingDimension": 1000}, "setting 'embeddingDimension' must be 0 or a multiple of 64 up to 4096, not 1000"),
        ({"embeddingDimension": True}, "setting 'embeddingDimension' must be 0 or a multiple of 64 up to 4096, not True"),
        ({"embeddingRerank": 1}, "setting 'embeddingRerank' must be true or false, not 1"),
        ({"embeddingModel": "a model"}, "setting 'embeddingModel' must be the name of a model, not 'a model'"),
        ({"embeddingTokensPerDay": -1}, "setting 'embeddingTokensPerDay' must be a whole number from 0 up, not -1"),
        ({"features": []}, "setting 'features' must be an object of features, not []"),
        ({"features": {"hover": 1}}, "setting 'features.hover' must be true, false or an object of languages with true or false, not 1"),
        ({"features": {"hover": {"python": "off"}}}, None),
        ({"features": {"hoover": True}}, None),
        ({"navigationIncludePossible": "yes"}, "setting 'navigationIncludePossible' must be true or false, not 'yes'"),
        ({"embeddingBaseUrl": "api.voyageai.com"}, None),
        ({"embeddingBaseUrl": "https://key@api.voyageai.com/v1"}, None),
        ({"embeddingBaseUrl": "https://api.voyageai.com/v1?to=elsewhere"}, None),
        ({"embeddingBaseUrl": "http://api.voyageai.com/v1"}, None),
        ({"embeddingBaseUrl": "http://127.0.0.1.evil.example/v1"}, None),
        ({"embeddingBaseUrl": ["https://api.voyageai.com/v1"]}, None),
    ],
)
def test_a_wrong_type_is_one_line_that_names_the_setting(values: dict[str, object], message: str | None) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_mapping(values)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200
    assert message is None or str(caught.value) == message


@pytest.mark.parametrize("url", ["", "https://ai.mongodb.com/v1", "http://127.0.0.1:11434/v1", "http://[::1]:8080", "http://192.168.1.7:11434/v1", "http://nas.local/v1"])
def test_a_service_is_encrypted_or_in_the_house(url: str) -> None:
    assert Settings.from_mapping({"embeddingBaseUrl": url + "/" if url else url}).embedding_base_url == url


def test_features_are_on_or_off_by_language() -> None:
    settings = Settings.from_mapping({"features": {"hover": False, "definition": {"Python": False}, "references": {"*": False, "go": True}, "codeLens": {"rust": True}}})
    served = {
        ("hover", "python"): False, ("definition", "python"): False, ("definition", "go"): True, ("references", "go"): True, ("references", "c"): False,
        ("codeLens", "rust"): True, ("codeLens", "go"): False, ("callHierarchy", "go"): True, ("definition", ""): True,
    }  # fmt: skip
    assert {key: settings.serves(key[0], [key[1]]) for key in served} == served
    assert not settings.serves("definition", ["pyw", "python"]), "the first name that is given counts"
    assert settings.serves("references", ["golang", "go", "c"])
    assert Settings().serves("hover") and not Settings().serves("codeLens")


def test_one_wrong_value_does_not_take_the_others_with_it() -> None:
    taken, problems = Settings.sound({"textLimit": 5, "exclude": 3, "features": {"hover": None}, "nothing": 1})
    assert taken == {"textLimit": 5, "nothing": 1}
    assert [problem.split("'")[1] for problem in problems] == ["exclude", "features.hover"]


def test_the_environment_sets_the_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MAGUYVA_CACHE_DIR", str(tmp_path))
    assert Settings().cache_folder == tmp_path
    monkeypatch.delenv("MAGUYVA_CACHE_DIR")
    assert Settings().cache_folder.name == "maguyva"
