"""From a name to where it is defined, declared, implemented and used. Ranges are name tokens only, so that clients can merge servers' answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from maguyva.lsp.documents import Position
from maguyva.lsp.moment import Json, Moment, Span
from maguyva.lsp.protocol import Reference
from maguyva.model import Role
from maguyva.resolve.conditions import alternatives
from maguyva.resolve.hierarchy import has_code, implementations
from maguyva.resolve.names import C_FAMILY
from maguyva.resolve.namesakes import namesakes
from maguyva.resolve.references import Found, declarations_of, entity_of, references_of, span_of
from maguyva.resolve.shown import shown_at
from maguyva.resolve.world import Target, TargetKind, Tier

BATCH = 200  # Locations in one partial result.
SURE = frozenset({"exact", "likely"})
EVERY = SURE | {"possible"}

_HIGHLIGHT_TEXT, _HIGHLIGHT_READ, _HIGHLIGHT_WRITE = 1, 2, 3
_STUBS = ".pyi"

Send = Callable[[list[Json]], None]


def definition(moment: Moment, uri: str, position: Position) -> list[Json] | None:
    """Where what stands at a position is defined. In C and C++ a definition comes without the headers' declarations; the overloads of other
    languages are all shown, as their own servers do."""
    targets = _targets(moment, uri, position)
    if targets is None:
        return None
    targets = targets or _shown(moment, uri, position)
    linked = moment.snapshot.language(targets[0].file) in C_FAMILY if targets and targets[0].file >= 0 else False
    coded = [target for target in targets if _defines(moment, target)] if linked else []
    # The resolver's order stays.
    return [moment.location(*span) for span in moment.spans(coded or targets)]


def declaration(moment: Moment, uri: str, position: Position) -> list[Json] | None:
    """Where it is declared: prototypes in headers, overloads, abstract members, stubs; else its definition."""
    targets = _targets(moment, uri, position)
    if targets is None:
        return None
    every = dict.fromkeys(target for one in targets for target in (one, *sorted(entity_of(moment.world, one).targets)))
    declared = [target for target in every if not _defines(moment, target)]
    return [moment.location(*span) for span in moment.spans(declared or targets)]


def implementation(moment: Moment, uri: str, position: Position) -> list[Json] | None:
    """What implements it: types below a type, members that override a member, the definition of what is declared."""
    targets = _targets(moment, uri, position)
    if targets is None:
        return None
    found = dict.fromkeys(one for target in targets for one in implementations(moment.world, target, moment.check))
    return [moment.location(*span) for span in moment.in_order(moment.spans(found))]


def _targets(moment: Moment, uri: str, position: Position) -> tuple[Target, ...] | None:
    meant = moment.meaning(uri, position)
    if meant is None:
        return None
    file, at, found = meant
    if not found.targets and not found.external and moment.settings.navigation_include_possible:
        return namesakes(moment.world, file, at)
    return found.targets


def _shown(moment: Moment, uri: str, position: Position) -> tuple[Target, ...]:
    meant = moment.meaning(uri, position)
    return () if meant is None else shown_at(moment.world, meant[0], meant[1]).targets


def _defines(moment: Moment, target: Target) -> bool:
    """Whether a target is more than a declaration."""
    if target.kind is not TargetKind.SYMBOL:
        return True
    return has_code(moment.world, target) and not moment.snapshot.path(target.file).endswith(_STUBS)


# ---- references ----


@dataclass(frozen=True)
class Spread:
    """Everything that refers to some targets, by file and place."""

    found: list[Found]
    declarations: list[Span]


def spread(moment: Moment, targets: Iterable[Target], tiers: frozenset[str] | None = None) -> Spread:
    """`tiers` None: sure references, and guesses only where there is nothing better or the settings want them."""
    world = moment.world
    if tiers is None and moment.settings.navigation_include_possible:
        tiers = EVERY
    entities = list(dict.fromkeys(entity_of(world, target) for target in targets))
    found: set[Found] = set()
    declarations: set[Span] = set()
    for entity in entities:
        moment.check()
        declarations.update(declarations_of(world, entity))
        found.update(references_of(world, entity, guess=tiers is not None and "possible" in tiers))
    if tiers is None and not found:
        for entity in entities:
            moment.check()
            found.update(references_of(world, entity, guess=True))
    wanted = frozenset(tiers) if tiers is not None else EVERY if all(one.tier is Tier.POSSIBLE for one in found) else SURE
    kept = [one for one in found if one.tier.label in wanted and moment.is_shown(one.file)]
    path = moment.snapshot.path
    return Spread(
        sorted(kept, key=lambda one: (path(one.file), one.start)),
        moment.in_order(span for span in declarations if moment.is_shown(span[0])),
    )


def places(spread: Spread) -> set[Span]:
    """The references less the declarations' own tokens."""
    return {(one.file, one.start, one.end) for one in spread.found} - set(spread.declarations)


def references(moment: Moment, uri: str, position: Position, declarations: bool, send: Send | None = None) -> list[Json] | None:
    """All references to what stands at a position, by file and place; None in a document that is not indexed. With `send` they are handed to
    it in batches, and nothing is left for the answer."""
    meant = moment.meaning(uri, position)
    if meant is None:
        return None
    everything = spread(moment, meant[2].targets)
    spans = moment.in_order(places(everything) | (set(everything.declarations) if declarations else set()))
    if send is None:
        return [moment.location(*span) for span in spans]
    for first in range(0, len(spans), BATCH):
        moment.check()
        send([moment.location(*span) for span in spans[first : first + BATCH]])
    return []


def tiered_references(
    moment: Moment, uri: str, position: Position, declarations: bool, tiers: frozenset[str] | None, roles: frozenset[str] | None
) -> Json:
    """The result of `maguyva/references`: every reference with its role, tier and container."""
    meant = moment.meaning(uri, position)
    everything = spread(moment, meant[2].targets, tiers) if meant is not None else Spread([], [])
    items: list[Reference] = []
    if declarations:
        doubtful = alternatives(moment.world, everything.declarations)
        for span in everything.declarations:
            items.append({**moment.location(*span), "role": "definition", "tier": "likely" if span in doubtful else "exact"})  # type: ignore[typeddict-item]
    for one in everything.found:
        if roles is None or one.role.label in roles:
            item: Any = {**moment.location(one.file, one.start, one.end), "role": one.role.label, "tier": one.tier.label}
            if one.symbol >= 0:
                facts = moment.snapshot.facts(one.file)
                item["container"] = facts.strings[int(facts.symbol_name[one.symbol])]
            items.append(item)
    return {"items": items, "total": len(items), "index": moment.index()}


def highlights(moment: Moment, uri: str, position: Position) -> list[Json] | None:
    """The same thing's tokens in the document, reads and writes told apart. None where a name means nothing known: editors match words then."""
    meant = moment.meaning(uri, position)
    if meant is None or not meant[2].targets:
        return None
    file, world = meant[0], moment.world
    kinds: dict[tuple[int, int], int] = {}
    for entity in dict.fromkeys(entity_of(world, target) for target in meant[2].targets):
        for one in references_of(world, entity, guess=meant[2].tier is Tier.POSSIBLE, only=frozenset((file,))):
            if one.file == file:
                kinds[one.start, one.end] = (
                    _HIGHLIGHT_WRITE if one.role is Role.WRITE else _HIGHLIGHT_TEXT if one.role is Role.IMPORT else _HIGHLIGHT_READ
                )
        for target in entity.targets:
            if target.file == file and (span := span_of(world, target)) is not None and span[2] > span[1]:
                kinds[span[1], span[2]] = _HIGHLIGHT_WRITE
    return [{"range": moment.range(file, start, end), "kind": kind} for (start, end), kind in sorted(kinds.items())]
