import { beforeEach, describe, expect, test, vi } from "vitest";

interface FakeEditor {
  settings: Record<string, unknown>;
  files: Record<string, string>;
  kind: number;
  changed: ((event: { affectsConfiguration: (name: string) => boolean }) => void)[];
}

const editor = vi.hoisted((): FakeEditor => ({ settings: {}, files: {}, kind: 2, changed: [] }));

vi.mock("vscode", () => {
  const joined = (base: string, ...parts: string[]) =>
    new URL(parts.join("/"), base + (base.endsWith("/") ? "" : "/")).href;
  const Disposable = {
    from: (...all: { dispose(): void }[]) => ({ dispose: () => all.forEach((one) => one.dispose()) }),
  };
  return {
    ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
    Disposable,
    Uri: { joinPath: joined },
    window: {
      get activeColorTheme() {
        return { kind: editor.kind };
      },
      onDidChangeActiveColorTheme: () => ({ dispose: () => undefined }),
    },
    workspace: {
      getConfiguration: (section: string) => ({ get: (name: string) => editor.settings[`${section}.${name}`] }),
      onDidChangeConfiguration: (listener: (typeof editor.changed)[number]) => {
        editor.changed.push(listener);
        return { dispose: () => (editor.changed = editor.changed.filter((one) => one !== listener)) };
      },
      fs: {
        readFile: (file: string) =>
          Promise.resolve(editor.files[file] ?? Promise.reject(new Error(`no ${file}`))).then((text) =>
            new TextEncoder().encode(text),
          ),
      },
    },
    extensions: {
      all: [
        { extensionUri: "file:///none/", packageJSON: {} },
        { extensionUri: "file:///odd/", packageJSON: { contributes: { themes: [null, { id: "Odd" }, "x"] } } },
        {
          extensionUri: "file:///themes/",
          packageJSON: {
            contributes: {
              themes: [
                { id: "Night", label: "%night%", path: "./night.json" },
                { label: "Day", path: "./day/day.json" },
                { label: "Old", path: "./old.tmTheme" },
                { label: "Loop", path: "./loop.json" },
              ],
            },
          },
        },
      ],
    },
  };
});

import { activeTokenColors, followTokenColors } from "../../src/themeColors";
import type { TokenColors } from "../../src/tokenColors";

const comments = (color: string) => `{ "scope": "comment", "settings": { "foreground": "${color}" } }`;

beforeEach(() => {
  editor.settings = { "workbench.colorTheme": "Night" };
  editor.kind = 2;
  editor.files = {
    "file:///themes/night.json": `{ // dark
      "include": "./base/all.json", "tokenColors": [${comments("#111111")},], }`,
    "file:///themes/base/all.json": `{ "tokenColors": [
      ${comments("#999999")}, { "scope": "string", "settings": { "foreground": "#222222" } } ] }`,
    "file:///themes/day/day.json": `{ "tokenColors": [${comments("#eeeeee")}] }`,
    "file:///themes/old.tmTheme": "<?xml version='1.0'?>",
    "file:///themes/loop.json": `{ "include": "./loop.json", "tokenColors": [${comments("#333333")}] }`,
  };
});

describe("the active theme", () => {
  test("is read with what it includes, and overrules it", async () => {
    expect(await activeTokenColors()).toEqual({ comment: { color: "#111111" }, string: { color: "#222222" } });
  });

  test("is found by its label too", async () => {
    editor.settings["workbench.colorTheme"] = "Day";
    expect(await activeTokenColors()).toEqual({ comment: { color: "#eeeeee" } });
  });

  test.each([
    ["window.autoDetectColorScheme", 1, "workbench.preferredLightColorTheme"],
    ["window.autoDetectColorScheme", 2, "workbench.preferredDarkColorTheme"],
    ["window.autoDetectHighContrast", 3, "workbench.preferredHighContrastColorTheme"],
    ["window.autoDetectHighContrast", 4, "workbench.preferredHighContrastLightColorTheme"],
  ])("with %s and kind %i is the one of %s", async (detect, kind, preferred) => {
    editor.kind = kind;
    editor.settings = { "workbench.colorTheme": "Night", [detect]: true, [preferred]: "Day" };
    expect(await activeTokenColors()).toEqual({ comment: { color: "#eeeeee" } });
  });

  test.each(["Old", "Odd", "Unknown"])("%s, which cannot be read, gives no colours", async (name) => {
    editor.settings["workbench.colorTheme"] = name;
    expect(await activeTokenColors()).toEqual({});
  });

  test("that includes itself is read all the same", async () => {
    editor.settings["workbench.colorTheme"] = "Loop";
    expect(await activeTokenColors()).toEqual({ comment: { color: "#333333" } });
  });

  test("gives way to the user's own colours", async () => {
    editor.settings["editor.tokenColorCustomizations"] = { "[Night]": { comments: "#abcdef" } };
    expect((await activeTokenColors()).comment).toEqual({ color: "#abcdef" });
  });

  test("is followed, and no longer once nobody listens", async () => {
    const seen: TokenColors[] = [];
    const following = followTokenColors((colors) => seen.push(colors));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    editor.settings["workbench.colorTheme"] = "Day";
    for (const listener of editor.changed)
      listener({ affectsConfiguration: (name) => name === "workbench.colorTheme" });
    await vi.waitFor(() => expect(seen.at(-1)).toEqual({ comment: { color: "#eeeeee" } }));
    for (const listener of editor.changed) listener({ affectsConfiguration: (name) => name === "editor.fontSize" });
    following.dispose();
    expect(editor.changed).toEqual([]);
    expect(seen).toHaveLength(2);
  });
});
