"""Mini-projects with marks: `<|>` stands before the site asked about, `<def>` before each name token that is the right answer, `<ref>`
before each token that is a reference to what stands at the site."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from maguyva.extract.facts import extract
from maguyva.extract.languages import language_of
from maguyva.resolve.bulk import FilesWorld
from maguyva.resolve.references import declarations_of, entity_of, references_of, span_of
from maguyva.resolve.resolver import definition_at
from maguyva.resolve.shown import shown_at
from maguyva.resolve.world import Resolution, World

_MARK = re.compile(r"<(\||def|ref)>")
Place = tuple[str, int]  # (path, byte offset of a token)


@dataclass
class Project:
    """The world of a mini-project and where its marks are."""

    world: FilesWorld
    site: Place
    definitions: set[Place]
    references: set[Place]


def make_project(files: Mapping[str, str]) -> Project:
    """Takes the marks out of the texts and extracts them."""
    paths, facts, texts = [], [], []
    places: dict[str, list[Place]] = {"|": [], "def": [], "ref": []}
    for path, marked in files.items():
        text = ""
        at = 0
        for match in _MARK.finditer(marked):
            text += marked[at : match.start()]
            places[match[1]].append((path, len(text.encode())))
            at = match.end()
        text += marked[at:]
        paths.append(path)
        texts.append(text.encode())
        facts.append(extract(text.encode(), language_of(path, text.encode()[:256])))
    assert len(places["|"]) == 1, "one site a project"
    return Project(FilesWorld(paths, facts, all_texts=texts), places["|"][0], set(places["def"]), set(places["ref"]))


def definition_of(files: Mapping[str, str], ask: Callable[[World, int, int], Resolution] = definition_at) -> tuple[set[Place], str]:
    """(places of the targets, tier or "external" or "unknown") of the marked site; modules are (path, 0)."""
    project = make_project(files)
    world = project.world
    result = ask(world, world.file(project.site[0]), project.site[1])
    found = {(world.path(span[0]), span[1]) for target in result.targets if (span := span_of(world, target)) is not None}
    return found, result.tier.label if result.targets else "external" if result.external else "unknown"


def references_from(files: Mapping[str, str]) -> set[Place]:
    """Places of all references to what stands at the marked site, the site and the declarations left out."""
    project = make_project(files)
    world = project.world
    result = definition_at(world, world.file(project.site[0]), project.site[1])
    found: set[Place] = set()
    declared: set[Place] = set()
    for entity in {entity_of(world, target) for target in result.targets}:
        found |= {(world.path(one.file), one.start) for one in references_of(world, entity)}
        declared |= {(world.path(file), start) for file, start, _ in declarations_of(world, entity)}
    return found - declared - {project.site}


@pytest.fixture
def check_definition() -> Callable[[Mapping[str, str], str], None]:
    """Asserts that the site's targets are the `<def>` marks, at the given tier."""

    def check(files: Mapping[str, str], tier: str) -> None:
        assert definition_of(files) == (make_project(files).definitions, tier)

    return check


@pytest.fixture
def check_shown() -> Callable[[Mapping[str, str], str], None]:
    """Asserts that what an editor is shown for the site are the `<def>` marks, at the given tier."""

    def check(files: Mapping[str, str], tier: str) -> None:
        assert definition_of(files, shown_at) == (make_project(files).definitions, tier)

    return check


@pytest.fixture
def check_references() -> Callable[[Mapping[str, str]], None]:
    """Asserts that the site's references are the `<ref>` marks."""

    def check(files: Mapping[str, str]) -> None:
        assert references_from(files) == make_project(files).references

    return check
