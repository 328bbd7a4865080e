"""What a place says beside the name in C#: which of two that share a name is meant, and how attributes are written."""

from __future__ import annotations

from maguyva.model import SymbolFlag, SymbolKind
from maguyva.resolve import lookup_packages
from maguyva.resolve.members import class_member, classes_of_target
from maguyva.resolve.names import FileNames, names_of
from maguyva.resolve.world import Resolution, Target, TargetKind, World

_TYPED = frozenset(map(int, (SymbolKind.PROPERTY, SymbolKind.FIELD)))
_STATIC = frozenset(map(int, (SymbolKind.ENUM_MEMBER, SymbolKind.CONSTANT)))
_ATTRIBUTE = "Attribute"


def by_what_follows(world: World, file: int, row: int, result: Resolution) -> Resolution:
    """C#'s `Color.Red` where a property `Color` has the type `Color`: what follows says whether the type is meant (C# specification,
    12.8.7.2 "Identical simple names and type names")."""
    names = names_of(world.facts(file))
    facts = names.facts
    name = names.strings[int(facts.reference_name[row])]
    typed = [one for one in result.targets if one.kind is TargetKind.SYMBOL and _is_of_its_own_name(world, one, name)]
    following = row + 1
    if not typed or following >= len(names.reference_start) or names.reference_start[following] != int(facts.reference_end[row]) + 1:
        return result
    if names.strings[int(facts.reference_qualifier[following])] != name:
        return result
    scope = int(facts.reference_scope[row])
    type_ = lookup_packages.resolve_bare(world, file, scope, name, lookup_packages.TYPE, class_member)
    member = names.strings[int(facts.reference_name[following])]
    for target in type_.targets:
        for cls in classes_of_target(world, target):
            if any(_is_static(world, one) for one in class_member(world, cls, member).targets):
                return type_
    return result


def _is_of_its_own_name(world: World, target: Target, name: str) -> bool:
    names = names_of(world.facts(target.file))
    return names.symbol_kind[target.row] in _TYPED and names.symbol_type(target.row).rstrip("?") == name


def _is_static(world: World, target: Target) -> bool:
    names = names_of(world.facts(target.file))
    if target.kind is not TargetKind.SYMBOL:
        return False
    return names.symbol_kind[target.row] in _STATIC or bool(names.flags[target.row] & SymbolFlag.STATIC) or names.is_type(target.row)


def short_name(names: FileNames, symbol: int) -> str:
    """The name of an attribute class of C# as it is written in brackets: without its ending; "" for any other symbol."""
    name = names.symbol_names[symbol]
    if names.language != "csharp" or not names.is_type(symbol) or not name.endswith(_ATTRIBUTE):
        return ""
    return name.removesuffix(_ATTRIBUTE)
