import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import themes from "../browser/themes.json" with { type: "json" };

const FOLDER = new URL("../../src/webview/style/", import.meta.url);
const sheets = readdirSync(FOLDER).map((name) => ({ name, css: readFileSync(new URL(name, FOLDER), "utf8") }));
const known = new Set(Object.values(themes).flatMap(({ variables }) => Object.keys(variables)));
/** Known to the editor, but set by none of its own themes. */
const RARE = ["--vscode-list-hoverForeground", "--vscode-list-inactiveSelectionForeground"];

test("all sheets are part of the style", () => {
  const style = readFileSync(new URL("../style.css", FOLDER), "utf8");
  const imported = [...style.matchAll(/@import "\.\/style\/(.+)";/g)].map((found) => found[1]);
  expect([...imported].sort()).toEqual(sheets.map(({ name }) => name).sort());
});

test.each(sheets)("$name has no colour of its own", ({ css }) => {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, "");
  expect(bare.match(/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?)\(|:\s*(?:white|black|red|gray|grey)\b/gi)).toBeNull();
});

test.each(sheets)("$name names only colours that the editor has", ({ css }) => {
  const used = new Set(css.match(/--vscode-[\w-]+/g));
  expect([...used].filter((name) => !known.has(name) && !RARE.includes(name))).toEqual([]);
});
