"""What a name is, in the editor's own tooltip, and the lens above a definition: both show the same figures."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable

from maguyva.lsp.convert import language_id
from maguyva.lsp.documents import Position
from maguyva.lsp.moment import Json, Moment
from maguyva.lsp.navigation import places, spread
from maguyva.model import CALLABLE_KINDS, TYPE_KINDS, BindingKind, FileFacts, SymbolKind
from maguyva.resolve.references import entity_of
from maguyva.resolve.resolver import definition_at
from maguyva.resolve.world import Target, TargetKind, Tier
from maguyva.search.dependents import Reach, reach
from maguyva.search.hits import clean_doc, container_of

SIGNATURE_SHOWN = 1200  # Characters.
DOC_SHOWN = 2000
SHOW_REFERENCES = "maguyva.showReferences"  # The client's own command; its arguments are a URI and a position.

_LENSED = (CALLABLE_KINDS | TYPE_KINDS) - {SymbolKind.IMPL}


# ---- hover ----


def hover(moment: Moment, uri: str, position: Position, formats: Iterable[str]) -> Json | None:
    """Signature, doc, how sure the meaning is, and how much it is used; in the first of the client's `formats` that we know."""
    meant = moment.meaning(uri, position)
    if meant is None or not meant[2].targets:
        return None
    target = meant[2].targets[0]
    head = _head(moment, target)
    if head is None:
        return None
    code, language, origin, doc = head
    figures = [_TIERS[meant[2].tier], *([] if target.kind is TargetKind.MODULE else [usage(moment, meant[2].targets)])]
    is_markdown = next((one for one in formats if one in ("markdown", "plaintext")), "plaintext") == "markdown"
    parts = [_fenced(code, language) if is_markdown else code, _escaped(origin) if is_markdown else origin]
    parts += [(_broken(doc) if is_markdown else doc), " · ".join(figures)]
    value = ("\n\n---\n\n" if is_markdown else "\n\n").join(part for part in ("\n\n".join(filter(None, parts[:2])), *parts[2:]) if part)
    return {"contents": {"kind": "markdown" if is_markdown else "plaintext", "value": value}, "range": _token(moment, meant[0], meant[1])}


_TIERS = {Tier.EXACT: "exact", Tier.LIKELY: "likely this one", Tier.POSSIBLE: "possibly this one: only the name says so"}


def _head(moment: Moment, target: Target) -> tuple[str, str, str, str] | None:
    """(code, the code's language, where it belongs, doc)."""
    if target.file < 0:
        return None
    path, facts = moment.snapshot.path(target.file), moment.snapshot.facts(target.file)
    language = language_id(facts.code_language)
    if target.kind is TargetKind.MODULE:
        return path, "", "", ""
    if target.kind is TargetKind.BINDING:
        written = facts.strings[int(facts.binding_type[target.row])]
        name = facts.strings[int(facts.binding_name[target.row])]
        kind = "parameter" if int(facts.binding_kind[target.row]) == BindingKind.PARAMETER else "variable"
        return f"{name}: {written[1:]}" if written.startswith(":") else name, language, kind, ""
    text = moment.snapshot.text(target.file)
    container = container_of(facts, target.row)
    kind = SymbolKind(int(facts.symbol_kind[target.row])).label.replace("_", " ")
    doc = clean_doc(_decoded(text, facts.symbol_doc_start[target.row], facts.symbol_doc_end[target.row]))
    return (
        _signature(facts, text, target.row),
        language,
        f"{kind} of {container}, {path}" if container else f"{kind}, {path}",
        _cut(doc, DOC_SHOWN),
    )


def _signature(facts: FileFacts, text: bytes, row: int) -> str:
    """As written, without the indentation of its place; for what has none, the line of its definition."""
    start, end = int(facts.symbol_signature_start[row]), int(facts.symbol_signature_end[row])
    if end <= start:
        start = int(facts.symbol_name_start[row])
        end = text.find(b"\n", start)
        start, end = max(text.rfind(b"\n", 0, start) + 1, int(facts.symbol_start[row])), len(text) if end < 0 else end
    first, *rest = _decoded(text, start, end).strip().splitlines() or [""]
    return _cut("\n".join([first, *textwrap.dedent("\n".join(rest)).splitlines()]), SIGNATURE_SHOWN)


def _token(moment: Moment, file: int, at: int) -> Json:
    """The range of the name at a byte."""
    text = moment.snapshot.text(file)
    start = end = at
    while start > 0 and (text[start - 1 : start].isalnum() or text[start - 1] in b"_$" or text[start - 1] >= 0x80):
        start -= 1
    while end < len(text) and (text[end : end + 1].isalnum() or text[end] in b"_$" or text[end] >= 0x80):
        end += 1
    return moment.range(file, start, end)


def _fenced(code: str, language: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", code)), default=0))
    return f"{fence}{language}\n{code}\n{fence}"


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>()#+!|~-])", r"\\\1", text)


def _broken(doc: str) -> str:
    """A doc with its line ends kept; what is left of HTML in it is text."""
    return doc.replace("<", "&lt;").replace("\n", "  \n")


def _decoded(text: bytes, start: int, end: int) -> str:
    return text[int(start) : int(end)].decode("utf-8", "replace")


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


# ---- figures ----


def usage(moment: Moment, targets: Iterable[Target]) -> str:
    """ "used in 3 places · reach 5", for what is one thing."""
    count, reached = figures(moment, targets)
    used = "not used" if count == 0 else "used in 1 place" if count == 1 else f"used in {count} places"
    return used if reached is None else f"{used} · reach {reached}"


def figures(moment: Moment, targets: Iterable[Target]) -> tuple[int, Reach | None]:
    """(references, as the editor lists them without the declaration; what depends on it near and far, None for a local variable)."""
    targets = list(targets)
    symbols = [
        moment.snapshot.symbol_number(one.file, one.row)
        for target in targets
        for one in {target, *entity_of(moment.world, target).targets}
        if one.kind is TargetKind.SYMBOL
    ]
    return len(places(spread(moment, targets))), reach(moment.snapshot, symbols, moment.check) if symbols else None


# ---- lenses ----


def lenses(moment: Moment, uri: str) -> list[Json] | None:
    """One above each function and type that is not inside a function, without its figures: those are asked for when it is seen."""
    file = moment.file(uri)
    if file is None:
        return None
    facts = moment.snapshot.facts(file)
    shown: list[Json] = []
    inside: set[int] = set()
    overloads: set[tuple[int, int]] = set()
    for row, (kind, parent, name) in enumerate(
        zip(facts.symbol_kind.tolist(), facts.symbol_parent.tolist(), facts.symbol_name.tolist(), strict=True)
    ):
        if parent in inside or kind in CALLABLE_KINDS:
            inside.add(row)
        if kind in _LENSED and parent not in inside and (parent, name) not in overloads:
            overloads.add((parent, name))
            span = moment.range(file, int(facts.symbol_name_start[row]), int(facts.symbol_name_end[row]))
            shown.append({"range": span, "data": {"uri": uri}})
    return shown


def lens(moment: Moment, uri: str, span: Json) -> Json:
    """A lens with its figures."""
    file = moment.file(uri)
    start = (span["start"]["line"], span["start"]["character"])
    targets = () if file is None else definition_at(moment.world, file, moment.offset(file, start)).targets
    count, reached = figures(moment, targets)
    title = f"{count} reference{'' if count == 1 else 's'}" + (f" · reach {reached}" if reached is not None else "")
    arguments = [uri, span["start"]]
    return {"range": span, "command": {"title": title, "command": SHOW_REFERENCES, "arguments": arguments}}
