"""From a syntax tree to the outline of a file: symbols, references, scopes, bindings and imports, as columns.

What a language defines and how it refers to things is said in its query file (`definitions.py` lists the captures of the first
section). The second section is run as captures:

- `@reference.call|import|inherit|type|read|write|decorate` on a name token; of several roles on one token the most telling wins.
- `@key.write`, `@key.read` a property's name in an object literal or pattern: its qualifier is "{}".
- `@keyword` the name of a keyword argument: a read whose qualifier is the callee and "=" (`Foo=`), "?=" when the callee cannot be read.
- `@ignore` a name token that refers to nothing.
- `@arguments` an argument list and `@skipped` type arguments: what a receiver is read without.
- `@macro` a macro's name where macros have names of their own (Rust): its qualifier is "! ". `@macro.body` text that is read for names.
- `@tag` the name behind `struct`, `union` or `enum`: its qualifier is "struct ". `@label` what `goto` leads to: "goto ".
- `@region.type`: names in it are types. `@region.import`: names in it are imports.
- `@region.outer`: names in it are looked up one scope further out (default values).
- `@quoted.type` the inside of a string that holds a type, unless it lies in `@quoted.none`.
- `@return.value`, `@yield.value` what a function gives (`returns.py`); `@flow.*` parts of functions (`regions.py`).
- `@doc.types` a comment whose types in braces and links are references.
- `@scope.function|class|block|module|object`, `@scope.literal` an object literal, `@scope.anonymous` a function that may have no name, and
 `@binding.parameter|variable|hoisted|global|label`.
- `@comment`; where a query file has none, every node of the usual comment kinds is one.

Nothing here walks the tree: two queries run in C, and everything after them is sorting and searching in columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maguyva.extract import languages
from maguyva.extract.bindings import bind
from maguyva.extract.comments import CommentGroups
from maguyva.extract.conditions import branches, conditional, in_order
from maguyva.extract.containment import apply_habits, cut_paths
from maguyva.extract.definitions import BINDING_OF_CAPTURE, Found, read_matches
from maguyva.extract.hints_javascript import Row, read_hints
from maguyva.extract.imports import read_imports
from maguyva.extract.jsdoc import Documented, complete, define_types
from maguyva.extract.keys_javascript import also_references, qualify_keys, script_forms
from maguyva.extract.macros import blanked_names, without_macros
from maguyva.extract.manifests import read_manifest
from maguyva.extract.receivers import Receivers
from maguyva.extract.references import Captured, refer, starts_by_end
from maguyva.extract.regions import Regions, read_regions
from maguyva.extract.returns import read_returns
from maguyva.extract.scopes import nest_scopes
from maguyva.extract.scripts import PAGES, code_of
from maguyva.extract.spans import Nesting
from maguyva.extract.symbols import Symbols, place
from maguyva.extract.unknown_typescript import as_known
from maguyva.extract.unpacking import unpacked_forms
from maguyva.model import CALLABLE_KINDS, HintKind, ScopeKind, StringTable, SymbolKind

if TYPE_CHECKING:
    import tree_sitter

    Tree = tree_sitter.Tree

Column = Sequence[int] | NDArray[np.generic]

_IMPL = int(SymbolKind.IMPL)
_SCRIPTS = frozenset({"javascript", "typescript", "tsx"})
_COLONS = frozenset({"lua"})  # Where one colon stands before a method.
_ARROWS = frozenset({"c", "cpp", "csharp", "objc", "perl", "php"})  # Where `->` takes a member; elsewhere a type or a body follows it.
_SCOPE_OF_CAPTURE = {f"scope.{kind.name.lower()}": int(kind) for kind in ScopeKind} | {
    "scope.literal": int(ScopeKind.OBJECT),
    "scope.anonymous": int(ScopeKind.FUNCTION),
}
_COMMENT_NODES = ("comment", "line_comment", "block_comment", "doc_comment", "multiline_comment", "documentation_comment", "haddock")

# Running a query costs about the sum of the depths of all nodes, and the square of the number of children of a node that the parser
# could not make sense of (measured: 2e8 and 7e8 a second). Real files stay three orders below these bounds.
_MOST_DEPTH_STEPS = 300_000_000
_MOST_ERROR_CHILDREN = 12_000
_DEPTH_SAMPLES = 64
_NO_UTF8 = re.compile("[\udc80-\udcff]")


@dataclass(slots=True)
class Outline:
    """The columns of a file by their names in `FileFacts` (strings are rows of `strings`), and what the chunks are cut by."""

    strings: StringTable
    columns: dict[str, Column] = field(default_factory=dict)
    attached: list[int] = field(default_factory=list)  # For each symbol, where the comments right above it start.
    bodies: list[bool] = field(default_factory=list)  # For each symbol, whether it has code of its own.
    minor: list[bool] = field(default_factory=list)  # For each symbol, whether it is too little for a chunk.
    problems: list[str] = field(default_factory=list)
    code_language: str = ""  # Of the code in a notebook.


class _Rows(dict[bytes, int]):
    """String rows of slices of the text: most names of a file come many times, and are decoded once."""

    def __init__(self, strings: StringTable) -> None:
        self._row = strings.row

    def __missing__(self, raw: bytes) -> int:
        row = self[raw] = self._row(raw.decode("utf-8", "surrogateescape"))
        return row


def parse(text: bytes, language: str, old_tree: Tree | None = None) -> Tree | None:
    """The syntax tree of `text`; None for a language without a grammar.

    `old_tree` is the tree of an earlier text on which the edits were noted (`Tree.edit`): what did not change is not parsed again.
    """
    parser = languages.parser(language)
    if parser is None:
        return None
    text = _as_utf8(text)
    if language in ("c", "cpp"):  # What is blanked may change far from an edit, so nothing of the old tree is used.
        return parser.parse(without_macros(text))
    text = as_known(text, language)
    return parser.parse(text, old_tree) if old_tree is not None else parser.parse(text)


def _as_utf8(text: bytes) -> bytes:
    """`text` with "_" for each byte that is no UTF-8: the binding decodes what a query compares, and raises on bad bytes."""
    if text.isascii():
        return text
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return _NO_UTF8.sub("_", text.decode("utf-8", "surrogateescape")).encode("utf-8")
    return text


def outline(text: bytes, language: str, tree: Tree | None = None) -> Outline:
    """The outline of a file. A language without grammar or queries has an empty one."""
    result = Outline(StringTable())
    page = _page_captures(text, language) if language in PAGES else {}
    if language in PAGES:
        code, language = code_of(text)
        tree = parse(code, language)
    if language == "json":
        _fill_manifest(result, text)
        return result
    definition_query, reference_query = languages.queries(language)
    if definition_query is None and reference_query is None:
        return result
    tree = tree if tree is not None else parse(text, language)
    if tree is None:
        return result
    root = tree.root_node
    if root.has_error:
        count, widest = _errors(root)
        if count:  # Some grammars mark a node whose faults they do not show.
            result.problems.append(f"{count} syntax error{'s' if count != 1 else ''}")
        if widest > _MOST_ERROR_CHILDREN:
            result.problems.append("not outlined: too much of it is not understood")
            return result
    if _depth_steps(tree) > _MOST_DEPTH_STEPS:
        result.problems.append("not outlined: nested too deeply")
        return result
    import tree_sitter

    found = read_matches(tree_sitter.QueryCursor(definition_query).matches(root)) if definition_query is not None else Found()
    captured: dict[str, tuple[list[int], list[int]]] = {}
    if reference_query is not None:
        for name, nodes in tree_sitter.QueryCursor(reference_query).captures(root).items():
            captured[name] = [node.start_byte for node in nodes], [node.end_byte for node in nodes]
    for name, (starts, ends) in page.items():
        known = captured.get(name, ([], []))
        captured[name] = known[0] + starts, known[1] + ends
    if language in ("c", "cpp"):
        blanked, known = blanked_names(text), captured.get("reference.read", ([], []))
        captured["reference.read"] = known[0] + [start for start, _ in blanked], known[1] + [end for _, end in blanked]
    if language == "javascript" and "doc.types" in captured:
        define_types(text, captured, found)
    merged = apply_habits(found, text, language)
    if merged:
        captured["ignore"] = [start for start, _ in merged], [end for _, end in merged]
    cut_paths(captured, text, language)
    if "comment" not in captured:
        query = _comment_query(language)  # None where the references' query finds them.
        if query is not None:
            nodes = tree_sitter.QueryCursor(query).captures(root).get("comment", [])
            captured["comment"] = [node.start_byte for node in nodes], [node.end_byte for node in nodes]
    _fill(result, text, language, found, captured)
    return result


def _fill_manifest(result: Outline, text: bytes) -> None:
    settings = read_manifest(text)
    columns = result.columns
    columns["hint_scope"] = columns["hint_start"] = [0] * len(settings)
    columns["hint_kind"] = [int(HintKind.SETTING)] * len(settings)
    columns["hint_name"] = [result.strings.row(key) for key, _ in settings]
    columns["hint_type"] = [result.strings.row(value) for _, value in settings]


def _page_captures(text: bytes, language: str) -> dict[str, tuple[list[int], list[int]]]:
    """What a page refers to outside its scripts: components, by their tags."""
    _, query = languages.queries(language)
    tree = parse(text, language)
    if query is None or tree is None or _depth_steps(tree) > _MOST_DEPTH_STEPS:
        return {}
    import tree_sitter

    found = tree_sitter.QueryCursor(query).captures(tree.root_node)
    return {name: ([node.start_byte for node in nodes], [node.end_byte for node in nodes]) for name, nodes in found.items()}


def _errors(root: tree_sitter.Node) -> tuple[int, int]:
    """How many nodes could not be read or are missing, and the most children that one of them has."""
    count = widest = 0
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            count += 1
            widest = max(widest, node.child_count)
        waiting += [child for child in node.children if child.has_error]
    return count, widest


def _depth_steps(tree: Tree) -> int:
    """About the sum of the depths of all nodes."""
    count = tree.root_node.descendant_count
    if count * count < 2 * _MOST_DEPTH_STEPS:
        return 0  # However deep it is, it is not too much.
    cursor = tree.walk()
    depths = 0
    for sample in range(_DEPTH_SAMPLES):
        cursor.goto_descendant(sample * count // _DEPTH_SAMPLES)
        depths += cursor.depth
    return depths * count // _DEPTH_SAMPLES


@cache
def _tells_bodies(language: str) -> bool:
    query = languages.queries(language)[0]
    return query is not None and _captures(query, "body")


@cache
def _tells_flow(language: str) -> bool:
    query = languages.queries(language)[1]
    return query is not None and _captures(query, "flow.split")


def _captures(query: tree_sitter.Query, name: str) -> bool:
    return any(query.capture_name(index) == name for index in range(query.capture_count))


@cache
def _comment_query(language: str) -> tree_sitter.Query | None:
    grammar = languages.grammar(language)
    references = languages.queries(language)[1]
    if grammar is None or (references is not None and _captures(references, "comment")):
        return None
    import tree_sitter

    kinds = [kind for kind in _COMMENT_NODES if grammar.id_for_node_kind(kind, True)]
    return tree_sitter.Query(grammar, "".join(f"({kind}) @comment\n" for kind in kinds)) if kinds else None


def _spans(captured: Captured, name: str) -> list[tuple[int, int]]:
    starts, ends = captured.get(name, ((), ()))
    return sorted(zip(starts, ends, strict=True))


def _fill(result: Outline, text: bytes, language: str, found: Found, captured: Captured) -> None:
    row_of = _Rows(result.strings).__getitem__
    intern = result.strings.row
    scope_spans = [(start, end, kind) for name, kind in _SCOPE_OF_CAPTURE.items() for start, end in _spans(captured, name)]
    scope_spans += [(*narrowing.scope, int(ScopeKind.BLOCK)) for narrowing in found.narrowings]
    scopes = nest_scopes(len(text), scope_spans, _spans(captured, "region.outer"))
    forms = script_forms(text, captured, found, scopes) if language in _SCRIPTS else None
    documented = Documented(text, captured) if language == "javascript" and "doc.types" in captured else None
    if forms is not None and documented is not None:
        forms.told = documented.casts
    receivers = forms or Receivers(
        text,
        starts_by_end(captured, "reference."),
        starts_by_end(captured, "arguments"),
        starts_by_end(captured, "skipped"),
        found.casts,
        starts_by_end(captured, "comment"),
        language in _ARROWS,
        language == "python",
        language in _COLONS,
    )
    comments = CommentGroups(text, _spans(captured, "comment"))
    symbols = place(text, found, scopes, comments, receivers, row_of, _tells_bodies(language))
    read_returns(text, captured, symbols, scopes, receivers)
    unpacked = unpacked_forms(text, found.unpacks, receivers) if forms is None else forms.unpacked()
    symbols.types = [known or unpacked.get(start, "") for known, (start, _) in zip(symbols.types, symbols.name_spans, strict=True)]
    imports = read_imports(text, found.imports.values(), scopes, row_of)
    # A pattern binds names in a declaration and sets them in an assignment, and the queries tell only the latter.
    assigned = set(captured.get("reference.write", ((), ()))[0])
    name_tokens = [
        (start, end, kind) for name, kind in BINDING_OF_CAPTURE.items() for start, end in _spans(captured, name) if start not in assigned
    ]
    bindings = bind(text, symbols, imports, found.bindings.values(), name_tokens, scopes, receivers, row_of, unpacked)
    introduced = bindings.introduced | {row.alias[0] for row in found.imports.values() if row.alias is not None}
    introduced -= _said_twice(text, found) if language == "python" else set()
    # What is embedded, implemented or extended is named by its definition and referred to by it.
    introduced -= set(captured.get("reference.inherit", ((), ()))[0])
    introduced -= {start for (start, _), kind in zip(symbols.name_spans, symbols.kinds, strict=True) if kind == _IMPL}
    if forms is not None:
        introduced -= also_references(captured, found, symbols, forms)
    references = refer(text, captured, introduced, (*bindings.written, *symbols.written), receivers, row_of)
    hints: list[Row] = []
    if forms is not None:
        qualify_keys(text, captured, symbols, forms, references)
        hints = read_hints(text, captured, found, scopes, forms, bindings.untyped)

    enclosing = Nesting((start, end, row) for row, (start, end) in enumerate(symbols.spans) if not symbols.inside_method[row])
    around = [-1, *map(partial(_symbol_around, symbols, enclosing), scopes.starts[1:], scopes.ends[1:], scopes.kinds[1:])]
    if documented is not None:
        complete(documented, symbols, bindings, around, scopes.kinds, text)
    columns = result.columns
    columns["symbol_name"] = symbols.names
    columns["symbol_kind"] = symbols.kinds
    columns["symbol_flags"] = symbols.flags
    columns["symbol_parent"] = symbols.parents
    columns["symbol_container"] = [intern(container) for container in symbols.containers]
    for column, spans in (("", symbols.spans), ("_name", symbols.name_spans), ("_signature", symbols.signatures), ("_doc", symbols.docs)):
        columns[f"symbol{column}_start"] = [start for start, _ in spans]
        columns[f"symbol{column}_end"] = [end for _, end in spans]
    columns["symbol_type"] = [intern(type_) for type_ in symbols.types]
    columns["reference_name"] = references.names
    columns["reference_start"] = references.starts
    columns["reference_end"] = references.ends
    columns["reference_role"] = references.roles
    columns["reference_symbol"] = enclosing.at_each(references.starts)
    columns["reference_scope"] = scopes.nesting.at_each(references.starts)
    columns["reference_qualifier"] = [intern(qualifier) if qualifier else 0 for qualifier in references.qualifiers]
    columns["scope_start"] = scopes.starts
    columns["scope_end"] = scopes.ends
    columns["scope_parent"] = scopes.parents
    columns["scope_kind"] = scopes.kinds
    columns["scope_symbol"] = around
    names = ("start", "end", "name", "kind", "scope", "symbol", "import")
    for position, column in enumerate(names):
        columns[f"binding_{column}"] = [row[position] for row in bindings.rows]  # type: ignore[misc]
    columns["binding_type"] = [intern(row[7]) for row in bindings.rows]
    columns["import_module"] = imports.modules
    columns["import_name"] = imports.names
    columns["import_alias"] = imports.aliases
    columns["import_start"] = [start for start, _ in imports.spans]
    columns["import_end"] = [end for _, end in imports.spans]
    columns["import_flags"] = imports.flags
    columns["import_scope"] = imports.scopes
    conditions = conditional(text, found.conditions)
    if language in ("c", "cpp"):
        conditions = in_order(conditions + branches(text, _spans(captured, "comment")))
    columns["condition_start"] = [start for start, _, _ in conditions]
    columns["condition_end"] = [end for _, end, _ in conditions]
    columns["condition_text"] = [intern(condition) for _, _, condition in conditions]
    regions = read_regions(text, captured, bindings, _set_to(found), scopes, row_of) if _tells_flow(language) else Regions()
    for column in ("start", "end", "kind", "group", "name", "type"):
        columns[f"region_{column}"] = getattr(regions, f"{column}s")
    columns["hint_scope"] = [row[0] for row in hints]
    columns["hint_start"] = [row[1] for row in hints]
    columns["hint_kind"] = [row[2] for row in hints]
    columns["hint_name"] = [intern(row[3]) for row in hints]
    columns["hint_type"] = [intern(row[4]) for row in hints]
    result.attached = symbols.attached
    result.bodies = symbols.bodies
    result.minor = symbols.minor


def _set_to(found: Found) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """(names, value) of each assignment."""
    for definition in found.definitions.values():
        if definition.value is not None:
            yield definition.name, definition.value
    for binding in found.bindings.values():
        if binding.value is not None:
            yield binding.name, binding.value
    for pattern, value, of_element in found.unpacks:
        if not of_element:
            yield pattern, value


def _said_twice(text: bytes, found: Found) -> set[int]:
    """Where the second names of `from m import name as name` start: they hand on the name and refer to it."""
    rows = [(row.name, row.alias) for row in found.imports.values()]
    return {alias[0] for name, alias in rows if name and alias and text[slice(*name)] == text[slice(*alias)]}


def _symbol_around(symbols: Symbols, enclosing: Nesting, start: int, end: int, kind: int) -> int:
    """The innermost symbol around the whole of a scope. A class's body may start where its first member does, and end where it ends."""
    row = enclosing.at(start)
    while row >= 0 and (
        symbols.spans[row][1] < end
        or (kind == ScopeKind.CLASS and (symbols.kinds[row] in CALLABLE_KINDS or symbols.spans[row][0] >= start))
    ):
        row = symbols.parents[row]
    return row
