"""Whole small projects, every place of which was resolved beforehand: Java by its compiler, C# by hand.

`truth/<project>/` holds the sources and `truth.json`: for each item its name, its declarations (overloads, parts of a partial type and
the likes are one) and all its references, as [file, line, character] counted from 0. `truth/README.md` says where they come from.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from maguyva.extract.facts import extract
from maguyva.extract.languages import language_of
from maguyva.resolve.bulk import FilesWorld
from maguyva.resolve.references import declarations_of, entity_of, references_of, span_of
from maguyva.resolve.resolver import definition_at

TRUTH = Path(__file__).parent / "truth"
Place = tuple[str, int]  # (path, byte offset)


class Project:
    """The world of a project, and places as offsets."""

    def __init__(self, name: str) -> None:
        folder = TRUTH / name
        paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "truth.json")
        self.texts = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        facts = [extract(text, language_of(path, text[:256])) for path, text in self.texts.items()]
        self.world = FilesWorld(list(self.texts), facts, all_texts=list(self.texts.values()))
        self.items: list[dict[str, Any]] = json.loads((folder / "truth.json").read_text())["items"]

    def place(self, spot: list[Any]) -> Place:
        """A [file, line, character] as an offset."""
        path, line, character = spot
        lines = self.texts[path].decode().split("\n")
        return path, len("\n".join(lines[:line]).encode()) + (line > 0) + len(lines[line][:character].encode())


@cache
def project_of(name: str) -> Project:
    return Project(name)


def f1(found: int, right: int, wanted: int) -> float:
    precision, recall = right / found if found else 1.0, right / wanted if wanted else 1.0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


PROJECTS = sorted(path.parent.name for path in TRUTH.glob("*/truth.json"))


@pytest.mark.parametrize("name", PROJECTS)
def test_references(name: str) -> None:
    project = project_of(name)
    world = project.world
    counts = [0, 0, 0]
    misses: list[str] = []
    for item in project.items:
        declared = {project.place(spot) for spot in item["declarations"]}
        wanted = {project.place(spot) for spot in item["references"]} - declared
        found: set[Place] = set()
        for path, offset in declared:
            for entity in {entity_of(world, target) for target in definition_at(world, world.file(path), offset).targets}:
                found |= {(world.path(one.file), one.start) for one in references_of(world, entity)}
                found -= {(world.path(file), start) for file, start, _ in declarations_of(world, entity)}
        for at, value in enumerate((len(found - declared), len((found - declared) & wanted), len(wanted))):
            counts[at] += value
        if found - declared != wanted:
            misses.append(f"{item['name']} {item['declarations'][0]}: extra {sorted(found - declared - wanted)}, missed {sorted(wanted - found)}")
    assert len(project.items) >= 30
    assert f1(*counts) >= 0.95, "\n".join(misses)


@pytest.mark.parametrize("name", PROJECTS)
def test_definitions(name: str) -> None:
    project = project_of(name)
    world = project.world
    right: list[bool] = []
    misses: list[str] = []
    for item in project.items:
        declared = {project.place(spot) for spot in item["declarations"]}
        for spot in item["references"]:
            path, offset = project.place(spot)
            result = definition_at(world, world.file(path), offset)
            spans = [span for target in result.targets if (span := span_of(world, target)) is not None]
            right.append(any((world.path(file), start) in declared for file, start, _ in spans))
            if not right[-1]:
                misses.append(f"{item['name']} at {spot}: {[(world.path(file), start) for file, start, _ in spans]}")
    assert sum(right) / len(right) >= 0.95, "\n".join(misses)
