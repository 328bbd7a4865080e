/** Features of the server that can be switched off, each for all languages or for some. */
export const NAVIGATION_FEATURES = [
  "definition",
  "declaration",
  "implementation",
  "references",
  "documentHighlight",
  "hover",
  "documentSymbol",
  "workspaceSymbol",
  "callHierarchy",
  "typeHierarchy",
] as const;

export type NavigationMode = "auto" | "on" | "off";
/** On or off, for all languages or by language; "*" stands for all others. */
export type Switch = boolean | Readonly<Record<string, boolean>>;
export type Features = Record<string, Switch>;

/** An extension that brings its own language server, and the languages for which it answers. */
export interface OtherServer {
  readonly extension: string;
  readonly languages: readonly string[];
  /** A setting and those of its values with which the extension does not answer. */
  readonly offWhen?: readonly [setting: string, values: readonly unknown[]];
}

const PYTHON = ["python"];
const WEB = ["typescript", "typescriptreact", "javascript", "javascriptreact"];
const C = ["c", "cpp"];

export const OTHER_SERVERS: readonly OtherServer[] = [
  {
    extension: "ms-python.vscode-pylance",
    languages: PYTHON,
    offWhen: ["python.languageServer", ["None", "Jedi"]],
  },
  // It brings Jedi, which is used where Pylance is not.
  { extension: "ms-python.python", languages: PYTHON, offWhen: ["python.languageServer", ["None"]] },
  { extension: "ms-pyright.pyright", languages: PYTHON, offWhen: ["pyright.disableLanguageServices", [true]] },
  {
    extension: "detachhead.basedpyright",
    languages: PYTHON,
    offWhen: ["basedpyright.disableLanguageServices", [true]],
  },
  { extension: "meta.pyrefly", languages: PYTHON, offWhen: ["python.pyrefly.disableLanguageServices", [true]] },
  { extension: "astral-sh.ty", languages: PYTHON, offWhen: ["ty.disableLanguageServices", [true]] },
  { extension: "vscode.typescript-language-features", languages: WEB },
  { extension: "denoland.vscode-deno", languages: WEB, offWhen: ["deno.enable", [false, null, undefined]] },
  { extension: "rust-lang.rust-analyzer", languages: ["rust"] },
  { extension: "golang.go", languages: ["go"], offWhen: ["go.useLanguageServer", [false]] },
  { extension: "llvm-vs-code-extensions.vscode-clangd", languages: C, offWhen: ["clangd.enable", [false]] },
  { extension: "ms-vscode.cpptools", languages: C, offWhen: ["C_Cpp.intelliSenseEngine", ["disabled", "Disabled"]] },
  { extension: "redhat.java", languages: ["java"] },
  { extension: "oracle.oracle-java", languages: ["java"] },
  { extension: "ms-dotnettools.csharp", languages: ["csharp"] },
  { extension: "muhammad-sammy.csharp", languages: ["csharp"] },
  { extension: "shopify.ruby-lsp", languages: ["ruby"] },
  { extension: "bmewburn.vscode-intelephense-client", languages: ["php"] },
  { extension: "jetbrains.kotlin", languages: ["kotlin"] },
  { extension: "fwcd.kotlin", languages: ["kotlin"] },
  { extension: "swiftlang.swift-vscode", languages: ["swift"] },
  { extension: "scalameta.metals", languages: ["scala"] },
  { extension: "sumneko.lua", languages: ["lua"] },
  { extension: "elixir-lsp.elixir-ls", languages: ["elixir"] },
  { extension: "haskell.haskell", languages: ["haskell"] },
  { extension: "ocamllabs.ocaml-platform", languages: ["ocaml"] },
  { extension: "ziglang.vscode-zig", languages: ["zig"] },
  { extension: "dart-code.dart-code", languages: ["dart"] },
  { extension: "julialang.language-julia", languages: ["julia"] },
  { extension: "betterthantomorrow.calva", languages: ["clojure"] },
  { extension: "hashicorp.terraform", languages: ["terraform"] },
  { extension: "vue.volar", languages: ["vue"] },
  { extension: "svelte.svelte-vscode", languages: ["svelte"] },
  { extension: "vscode.html-language-features", languages: ["html"] },
  { extension: "vscode.markdown-language-features", languages: ["markdown"] },
];

/** The languages that another server answers for, sorted, each once. */
export function servedByOthers(
  servers: readonly OtherServer[],
  isInstalled: (extension: string) => boolean,
  valueOf: (setting: string) => unknown,
): string[] {
  const serving = servers.filter(({ extension, offWhen }) => {
    return isInstalled(extension) && !offWhen?.[1].includes(valueOf(offWhen[0]));
  });
  return [...new Set(serving.flatMap(({ languages }) => languages))].sort();
}

export interface NavigationWish {
  readonly mode: NavigationMode;
  /** `maguyva.features`: the user's word on single features, which comes last. */
  readonly features: Features;
  readonly hasCodeLens: boolean;
  /** The languages that others answer for. */
  readonly served: readonly string[];
}

/** What the server is told to answer. */
export function mergedFeatures(wish: NavigationWish): Features {
  const merged: Features = { codeLens: wish.hasCodeLens };
  for (const feature of NAVIGATION_FEATURES) {
    merged[feature] = switchOf(wish);
  }
  for (const [feature, chosen] of Object.entries(wish.features)) {
    const before = merged[feature];
    if (before === undefined) {
      continue; // There is no such feature: the editor says so where it is set.
    }
    merged[feature] =
      typeof chosen === "boolean" ? chosen : { ...(typeof before === "boolean" ? { "*": before } : before), ...chosen };
  }
  return merged;
}

function switchOf({ mode, served }: NavigationWish): Switch {
  if (mode !== "auto") {
    return mode === "on";
  }
  return served.length === 0
    ? true
    : Object.fromEntries([["*", true], ...served.map((language) => [language, false] as const)]);
}
