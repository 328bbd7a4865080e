import { describe, expect, it } from "vitest";

import { type Features, mergedFeatures, type NavigationMode, OTHER_SERVERS, servedByOthers } from "../src/navigation";

interface Row {
  readonly what: string;
  readonly mode: NavigationMode;
  readonly features?: Features;
  readonly served?: readonly string[];
  readonly codeLens?: boolean;
  readonly expected: Features;
}

const ROWS: readonly Row[] = [
  { what: "on answers everything", mode: "on", served: ["python"], expected: { hover: true, workspaceSymbol: true } },
  { what: "off answers nothing", mode: "off", expected: { definition: false, hover: false, typeHierarchy: false } },
  { what: "auto without others answers everything", mode: "auto", expected: { references: true } },
  {
    what: "auto leaves the languages of others to them",
    mode: "auto",
    served: ["python", "rust"],
    expected: { definition: { "*": true, python: false, rust: false } },
  },
  { what: "code lens is off unless wished", mode: "on", expected: { codeLens: false } },
  { what: "code lens is a wish, not navigation", mode: "off", codeLens: true, expected: { codeLens: true } },
  {
    what: "a feature's own switch comes last",
    mode: "auto",
    served: ["python"],
    features: { hover: true, definition: false },
    expected: { hover: true, definition: false, references: { "*": true, python: false } },
  },
  {
    what: "a language's own switch leaves the others as they were",
    mode: "auto",
    served: ["python", "go"],
    features: { references: { python: true } },
    expected: { references: { "*": true, python: true, go: false } },
  },
  {
    what: "one language on while all is off",
    mode: "off",
    features: { hover: { lua: true } },
    expected: { hover: { "*": false, lua: true }, definition: false },
  },
  {
    what: "code lens for one language",
    mode: "auto",
    features: { codeLens: { python: true } },
    expected: { codeLens: { "*": false, python: true } },
  },
];

it("names no feature that there is not", () => {
  const wish = { mode: "on", features: { rename: true }, hasCodeLens: false, served: [] } as const;
  expect(mergedFeatures(wish)).not.toHaveProperty("rename");
});

describe("the features that the server is told to answer", () => {
  it.each(ROWS)("$what", ({ mode, features = {}, served = [], codeLens = false, expected }) => {
    expect(mergedFeatures({ mode, features, hasCodeLens: codeLens, served })).toMatchObject(expected);
  });
});

describe("the languages that others answer for", () => {
  const ask = (installed: readonly string[], settings: Record<string, unknown> = {}) =>
    servedByOthers(
      OTHER_SERVERS,
      (extension) => installed.includes(extension),
      (setting) => settings[setting],
    );

  it.each([
    [[], {}, []],
    [["ms-python.vscode-pylance"], {}, ["python"]],
    [["ms-python.vscode-pylance", "ms-python.python"], { "python.languageServer": "Default" }, ["python"]],
    [["ms-python.vscode-pylance", "ms-python.python"], { "python.languageServer": "None" }, []],
    [["ms-python.python"], { "python.languageServer": "Jedi" }, ["python"]],
    [["detachhead.basedpyright"], { "basedpyright.disableLanguageServices": true }, []],
    [["rust-lang.rust-analyzer", "golang.go"], {}, ["go", "rust"]],
    [["golang.go"], { "go.useLanguageServer": false }, []],
    [["llvm-vs-code-extensions.vscode-clangd", "ms-vscode.cpptools"], { "clangd.enable": false }, ["c", "cpp"]],
    [["ms-vscode.cpptools"], { "C_Cpp.intelliSenseEngine": "disabled" }, []],
    [["denoland.vscode-deno"], {}, []],
  ])("%j with %j: %j", (installed, settings, expected) => {
    expect(ask(installed, settings)).toEqual(expected);
  });

  it("names TypeScript's own extension, which every VS Code has", () => {
    expect(ask(["vscode.typescript-language-features"])).toEqual([
      "javascript",
      "javascriptreact",
      "typescript",
      "typescriptreact",
    ]);
  });
});
