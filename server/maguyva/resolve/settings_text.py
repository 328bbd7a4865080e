"""Texts of a project's own settings, `Cargo.toml` and the like, which are read once however many snapshots hold them."""

from __future__ import annotations

from dataclasses import dataclass, field

from maguyva.resolve.world import World


@dataclass(frozen=True)
class SettingsText:
    """A text that is known by its digest: the key of a cache of what was read from it."""

    digest: bytes
    text: bytes = field(compare=False)


def settings_text(world: World, file: int) -> SettingsText:
    """The text of a file of the snapshot."""
    return SettingsText(world.facts(file).digest.tobytes(), world.text(file))
