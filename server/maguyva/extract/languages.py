"""The languages: how a file's is recognised, which grammar reads it, and which queries say what it defines.

Adding a language is one row here and one file in `queries/`. This is the only module that imports tree-sitter and its
language pack; both are imported when the first parser is asked for, so that naming a file's language costs nothing.

A query file has two sections, parted by the line `;; references`: definitions above it, references, scopes and bindings below.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, cast

if TYPE_CHECKING:
    import tree_sitter

Depth = Literal["full", "names", "text"]

QUERIES: Final = Path(__file__).parent / "queries"
REFERENCES_LINE: Final = ";; references"


@dataclass(frozen=True, slots=True)
class Language:
    """One language. `full` adds scopes, imports and bindings to `names` (definitions and references by name); `text` has no structure."""

    name: str
    grammar: str = ""  # Its name in tree_sitter_language_pack; "" when it is not parsed.
    extensions: tuple[str, ...] = ()  # With the dot, lower case; upper case where only that spelling counts.
    filenames: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()  # What a `#!` line calls, without its version.
    depth: Depth = "text"
    queries: tuple[str, ...] = ()  # Stems of the query files; the first is the most telling: C++ reads C's after its own.


def _full(name: str, extensions: str, *, grammar: str = "", filenames: str = "", interpreters: str = "", queries: str = "") -> Language:
    return Language(name, grammar or name, _words(extensions), _words(filenames), _words(interpreters), "full", _words(queries or name))


def _names(name: str, extensions: str, *, grammar: str = "", filenames: str = "", interpreters: str = "", queries: str = "") -> Language:
    return Language(name, grammar or name, _words(extensions), _words(filenames), _words(interpreters), "names", _words(queries or name))


def _text(name: str, extensions: str = "", *, filenames: str = "", interpreters: str = "") -> Language:
    return Language(name, "", _words(extensions), _words(filenames), _words(interpreters))


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_ROWS: Final = (
    _full("python", ".py .pyi .pyw", filenames="SConstruct SConscript wscript", interpreters="python pypy uv ipython"),
    _full("typescript", ".ts .mts .cts", interpreters="deno bun ts-node tsx", queries="ecmascript typescript"),
    _full("tsx", ".tsx", queries="ecmascript typescript jsx"),
    _full(
        "javascript", ".js .jsx .mjs .cjs .es6 .jsm", filenames="Jakefile", interpreters="node nodejs", queries="ecmascript javascript jsx"
    ),
    _full("go", ".go"),
    _full("rust", ".rs", interpreters="rust-script"),
    _full("java", ".java", interpreters="java"),
    _full("c", ".c .h .idc"),
    _full("cpp", ".cc .cpp .cxx .c++ .C .hpp .hh .hxx .h++ .H .ipp .tpp .tcc .inl .ixx .cppm .cu .cuh .ino", queries="cpp c"),
    _full("csharp", ".cs .csx"),
    _names(
        "ruby",
        ".rb .rake .gemspec .ru .podspec .rbw",
        filenames="Rakefile Gemfile Guardfile Vagrantfile Podfile Fastfile Brewfile Capfile Berksfile Dangerfile .irbrc .pryrc",
        interpreters="ruby jruby rake macruby",
    ),
    _names("php", ".php .phtml .php3 .php4 .php5 .php7 .php8 .phps", interpreters="php"),
    _names("kotlin", ".kt .kts", interpreters="kotlin"),
    _names("swift", ".swift", interpreters="swift"),
    _names("scala", ".scala .sc .sbt", interpreters="scala scala-cli amm"),
    _full("lua", ".lua .rockspec", filenames=".luacheckrc", interpreters="lua luajit texlua"),
    _names(
        "bash",
        ".sh .bash .zsh .ksh .bats .ebuild .eclass",
        filenames=".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .kshrc "
        "PKGBUILD APKBUILD gradlew bashrc zshrc",
        interpreters="bash sh dash ksh mksh zsh ash busybox bats",
    ),
    _names("elixir", ".ex .exs", filenames="mix.lock", interpreters="elixir iex"),
    _names("haskell", ".hs .hs-boot .hsc", interpreters="runhaskell runghc stack cabal"),
    _names("ocaml", ".ml", interpreters="ocaml", queries="ocaml ocaml_interface"),
    _names("ocaml_interface", ".mli"),
    _names("zig", ".zig .zon"),
    _names("dart", ".dart", interpreters="dart"),
    _names("julia", ".jl", interpreters="julia"),
    _names("r", ".r .rprofile", filenames=".Rprofile Rprofile", interpreters="rscript r littler"),
    _names("perl", ".pl .pm .t .psgi .plx", filenames="Makefile.PL cpanfile Rexfile", interpreters="perl cperl"),
    _names("clojure", ".clj .cljs .cljc .edn .bb .boot", interpreters="clojure clj bb lumo planck"),
    _names("erlang", ".erl .hrl .escript", filenames="rebar.config rebar.config.script sys.config", interpreters="escript"),
    _names("sql", ".sql .ddl .dml .psql .pgsql .mysql"),
    _names("hcl", ".hcl .tf .tfvars .tofu .nomad"),
    _names("proto", ".proto"),
    _names("graphql", ".graphql .gql .graphqls"),
    _names("solidity", ".sol"),
    _names("html", ".html .htm .xhtml"),
    _names("vue", ".vue"),
    _names("svelte", ".svelte"),
    _names("gomod", ".mod"),
    _names("markdown", ".md .markdown .mdown .mkd .mdx .qmd .rmd", filenames="README CONTRIBUTING CHANGELOG"),
    _text("notebook", ".ipynb"),  # Its code cells are taken out and read as their own language before extraction.
    _text("json", ".json .jsonc .json5 .jsonl .ndjson .geojson .webmanifest .avsc", filenames=".babelrc .eslintrc .prettierrc .jshintrc"),
    _text("yaml", ".yaml .yml", filenames=".clang-format .clang-tidy .clangd"),
    _text("toml", ".toml", filenames="Cargo.lock poetry.lock uv.lock Pipfile"),
    _text("xml", ".xml .xsd .xsl .xslt .svg .plist .csproj .fsproj .vbproj .props .targets .resx .xaml .wsdl"),
    _text("css", ".css .pcss"),
    _text("scss", ".scss .sass"),
    _text("less", ".less"),
    _text("rst", ".rst"),
    _text("asciidoc", ".adoc .asciidoc"),
    _text("org", ".org"),
    _text("latex", ".tex .sty .cls .bib"),
    _text("typst", ".typ"),
    _text("dockerfile", ".dockerfile", filenames="Dockerfile Containerfile"),
    _text("makefile", ".mk .mak", filenames="Makefile makefile GNUmakefile Makefile.am Makefile.in", interpreters="make"),
    _text("cmake", ".cmake", filenames="CMakeLists.txt"),
    _text("meson", "", filenames="meson.build meson_options.txt"),
    _text("starlark", ".bzl .bazel .star", filenames="BUILD WORKSPACE Tiltfile"),
    _text("just", ".just", filenames="justfile Justfile .justfile", interpreters="just"),
    _text("ini", ".ini .cfg .conf .cnf .editorconfig .desktop .service", filenames=".editorconfig .gitconfig .gitmodules .npmrc .flake8"),
    _text("properties", ".properties"),
    _text("dotenv", ".env", filenames=".env"),
    _text("gitignore", "", filenames=".gitignore .ignore .dockerignore .npmignore .gitattributes .prettierignore .eslintignore"),
    _text("gosum", filenames="go.sum go.work go.work.sum"),
    _text("csv", ".csv .tsv .psv"),
    _text("diff", ".diff .patch"),
    _text("template", ".j2 .jinja .jinja2 .tmpl .mustache .hbs .handlebars .ejs .erb .haml .slim .pug .jade .liquid .twig .njk"),
    _text("astro", ".astro"),
    _text("razor", ".cshtml .razor"),
    _text("objc", ".mm"),
    _text("matlab", ".matlab"),
    _text("groovy", ".groovy .gradle .gvy", filenames="Jenkinsfile", interpreters="groovy"),
    _text("powershell", ".ps1 .psm1 .psd1", interpreters="pwsh powershell"),
    _text("batch", ".bat .cmd"),
    _text("fish", ".fish", interpreters="fish"),
    _text("awk", ".awk", interpreters="awk gawk mawk nawk"),
    _text("tcl", ".tcl .tk", interpreters="tclsh wish expect"),
    _text("vim", ".vim", filenames=".vimrc .gvimrc vimrc"),
    _text("nix", ".nix"),
    _text("nim", ".nim .nims .nimble", interpreters="nim"),
    _text("crystal", ".cr", interpreters="crystal"),
    _text("d", ".d .di"),
    _text("v", ".vsh"),
    _text("fsharp", ".fs .fsi .fsx"),
    _text("vb", ".vb .bas .vbs"),
    _text("pascal", ".pas .dpr .pp"),
    _text("fortran", ".f .f77 .f90 .f95 .f03 .f08 .for"),
    _text("ada", ".adb .ads"),
    _text("cobol", ".cob .cbl .cpy"),
    _text("assembly", ".s .asm .nasm"),
    _text("llvm", ".ll"),
    _text("verilog", ".v .vh .sv .svh"),
    _text("vhdl", ".vhd .vhdl"),
    _text("elm", ".elm"),
    _text("purescript", ".purs"),
    _text("gleam", ".gleam"),
    _text("lisp", ".lisp .lsp .cl .asd", interpreters="sbcl clisp ecl"),
    _text("scheme", ".scm .ss .sld", interpreters="guile chibi-scheme"),
    _text("racket", ".rkt", interpreters="racket"),
    _text("elisp", ".el", filenames=".emacs"),
    _text("prolog", ".pro .prolog", interpreters="swipl"),
    _text("reason", ".re .rei .res .resi"),
    _text("thrift", ".thrift"),
    _text("capnp", ".capnp"),
    _text("flatbuffers", ".fbs"),
    _text("jsonnet", ".jsonnet .libsonnet"),
    _text("textproto", ".textproto .pbtxt .textpb"),
    _text("cue", ".cue"),
    _text("rego", ".rego"),
    _text("prisma", ".prisma"),
    _text("bicep", ".bicep"),
    _text("puppet", ".epp"),
    _text("glsl", ".glsl .vert .frag .geom .comp .tesc .tese"),
    _text("hlsl", ".hlsl .fx"),
    _text("wgsl", ".wgsl"),
    _text("metal", ".metal"),
    _text("gdscript", ".gd"),
    _text("haxe", ".hx"),
    _text("coffeescript", ".coffee", interpreters="coffee"),
    _text("wat", ".wat .wast"),
    _text("text", ".txt .text .log"),
)

LANGUAGES: Final[Mapping[str, Language]] = {row.name: row for row in _ROWS}


# ---- which language a file is in ----

_BY_EXTENSION: Final = {extension: row.name for row in _ROWS for extension in row.extensions}
_BY_FILENAME: Final = {filename: row.name for row in _ROWS for filename in row.filenames}
_BY_INTERPRETER: Final = {interpreter: row.name for row in _ROWS for interpreter in row.interpreters}
_BY_MODE: Final = {"c++": "cpp", "shell-script": "bash", "sh": "bash", "cperl": "perl", "js": "javascript", "emacs-lisp": "elisp"}

_HEAD_BYTES: Final = 1 << 15
_SHEBANG: Final = re.compile(rb"(?:\xef\xbb\xbf)?#![ \t]*([^\r\n]+)")
_MODE_LINE: Final = re.compile(rb"-\*-(?:[^\r\n]*?\bmode:)?[ \t]*([\w+#-]+)[ \t]*(?:;[^\r\n]*)?-\*-")
_ENV_ASSIGNMENT: Final = re.compile(r"\w+=")
_VERSION: Final = re.compile(r"[-.\d]+$")

_C_NOISE: Final = re.compile(
    rb"""/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:[^"\\\n]|\\.)*"
        |^[ \t]*\#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t(]+)__cplusplus\b.*?(?:^[ \t]*\#[ \t]*(?:else|endif)|\Z)""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
_CPP_MARK: Final = re.compile(
    rb"""^[ \t]*+(?:
        (?:enum[ \t]+)?class[ \t]+[\w ()]*\w[ \t\r\n]*[:{;]
        |(?:inline[ \t]+)?namespace\b[^;()]{0,200}\{
        |template[ \t]*<
        |using[ \t]+\w
        |(?:public|private|protected)[ \t]*:
        |\#[ \t]*include[ \t]*<[a-z_/]+>
        |.*\w::~?\w
        |.*\b(?:constexpr|nullptr|noexcept|static_cast)\b
    )""",
    re.MULTILINE | re.VERBOSE,
)
_OBJC_MARK: Final = re.compile(rb"^[ \t]*(?:@(?:interface|implementation|protocol|import|class)\b|#[ \t]*import\b)", re.MULTILINE)


def language_of(path: str, head: bytes) -> str:
    """The name of the language of the file at `path` ("/" separated) that starts with `head`; "" for plain text.

    A known file name decides, then the extension, then the `#!` line, then an Emacs mode line. Total: any path, any bytes.
    """
    filename = path.rpartition("/")[2]
    known = _BY_FILENAME.get(filename)
    if known is not None:
        return known
    extension = _extension(filename)
    language = _BY_EXTENSION.get(extension) or _BY_EXTENSION.get(extension.lower())
    if extension in (".h", ".m", ".ts") or language is None:
        return _from_contents(filename, extension, head[:_HEAD_BYTES])
    return language


def _extension(filename: str) -> str:
    stem, dot, last = filename.rpartition(".")
    return dot + last if stem else ""


def _from_contents(filename: str, extension: str, head: bytes) -> str:
    if extension == ".ts":  # Qt keeps its translations, which are XML, under the same extension.
        return "xml" if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<?xml", b"<!DOCTYPE TS")) else "typescript"
    if extension == ".m":
        return "objc" if _OBJC_MARK.search(head) else "matlab"
    if extension == ".h":
        return _header_language(head)
    named = _from_shebang(head) or _from_mode_line(head)
    if named:
        return named
    return _BY_FILENAME.get(filename.partition(".")[0], "") if filename.startswith(("Dockerfile.", "Containerfile.", "Makefile.")) else ""


def _header_language(head: bytes) -> str:
    # Comments, strings and what C++ alone sees of a shared header say nothing about the header's own language.
    if _from_mode_line(head) == "cpp":
        return "cpp"
    code = _C_NOISE.sub(b" ", head)
    if _OBJC_MARK.search(code):
        return "objc"
    return "cpp" if _CPP_MARK.search(code) else "c"


def _from_shebang(head: bytes) -> str:
    line = _SHEBANG.match(head)
    if line is None:
        return ""
    words = line.group(1).decode("utf-8", "replace").split()
    while words:
        program = words.pop(0).rpartition("/")[2]
        if program == "env" or _ENV_ASSIGNMENT.match(program):
            continue
        if program.startswith("-"):
            # `env -Spython` glues the program to the option; `env -u NAME` takes the next word.
            if program.startswith("-S") and len(program) > 2:
                words.insert(0, program[2:])
            elif program in ("-u", "-C") and words:
                words.pop(0)
            continue
        program = program.lower()
        return _BY_INTERPRETER.get(program) or _BY_INTERPRETER.get(_VERSION.sub("", program), "")
    return ""


def _from_mode_line(head: bytes) -> str:
    line = _MODE_LINE.search(head, 0, 512)
    if line is None:
        return ""
    mode = line.group(1).decode("ascii", "replace").lower()
    return _BY_MODE.get(mode) or (mode if mode in LANGUAGES else "")


# ---- parsers and queries ----


@cache
def grammar(name: str) -> tree_sitter.Language | None:
    """The grammar of language `name`; None when it has none. Loaded once per process."""
    row = LANGUAGES.get(name)
    if row is None or not row.grammar:
        return None
    import tree_sitter_language_pack as pack

    return pack.get_language(cast(pack.SupportedLanguage, row.grammar))


@cache
def parser(name: str) -> tree_sitter.Parser | None:
    """A parser for language `name`; None when it has no grammar. One per process: parsing holds the interpreter's lock."""
    loaded = grammar(name)
    if loaded is None:
        return None
    import tree_sitter

    return tree_sitter.Parser(loaded)


@cache
def queries(name: str) -> tuple[tree_sitter.Query | None, tree_sitter.Query | None]:
    """The compiled (definitions, references) queries of language `name`; None for a section that is empty. Compiled once per process."""
    loaded = grammar(name)
    if loaded is None:
        return None, None
    import tree_sitter

    definitions, references = query_sources(name)
    return (
        tree_sitter.Query(loaded, definitions) if definitions.strip() else None,
        tree_sitter.Query(loaded, references) if references.strip() else None,
    )


def node_kinds(name: str) -> list[tuple[str, bool]]:
    """(kind, whether it is named) of every node that trees of language `name` show; keywords and signs are kinds without a name of their own."""
    loaded = grammar(name)
    if loaded is None:
        return []
    numbers = (number for number in range(loaded.node_kind_count) if loaded.node_kind_is_visible(number))
    return [(kind, loaded.node_kind_is_named(number)) for number in numbers if (kind := loaded.node_kind_for_id(number)) is not None]


def captures(name: str, source: str, text: bytes, first: int = 0) -> list[tuple[int, int, str]]:
    """(start, end, capture) of what the query `source` finds in `text` from byte `first` on; nothing in a language without a grammar."""
    reader, query = parser(name), _compiled(name, source)
    if reader is None or query is None or first >= len(text):
        return []
    import tree_sitter

    cursor = tree_sitter.QueryCursor(query)
    cursor.set_byte_range(first, len(text))
    found = cursor.captures(reader.parse(text).root_node)
    return [(node.start_byte, node.end_byte, capture) for capture, nodes in found.items() for node in nodes]


@cache
def _compiled(name: str, source: str) -> tree_sitter.Query | None:
    loaded = grammar(name)
    if loaded is None or not source:
        return None
    import tree_sitter

    return tree_sitter.Query(loaded, source)


def query_sources(name: str) -> tuple[str, str]:
    """The (definitions, references) query texts of language `name`, of all its query files together."""
    definitions: list[str] = []
    references: list[str] = []
    for stem in LANGUAGES[name].queries:
        above, _, below = (QUERIES / f"{stem}.scm").read_text(encoding="utf-8").partition(REFERENCES_LINE)
        definitions.append(above)
        references.append(below)
    return "\n".join(definitions), "\n".join(references)
