import { describe, expect, test, vi } from "vitest";

vi.mock("vscode", () => ({ l10n: { t: (text: string) => text } }));

import { panelStrings } from "../../src/panelStrings";
import { inputKey, type Key, treeKey } from "../../src/webview/keyboard";
import { rowsOf } from "../../src/webview/rows";
import type { PanelState } from "../../src/webview/state";
import { ROOT, sampleAnswer, sampleHits, sampleState } from "./sample";

const strings = panelStrings();
const key = (name: string, held: Partial<Key> = {}): Key => ({
  key: name,
  control: false,
  shift: false,
  alt: false,
  ...held,
});

const FILE = `file ${ROOT}src/shop/checkout.py`;
const HIT = rowsOf(sampleState(strings, { answer: sampleAnswer() }))[1]?.key ?? "";
const MORE = `more ${ROOT}src/shop/checkout.py`;

/** The rows: file, hit, more; file, hit; file, hit; file, hit; file, hit; limit. */
function inTree(active: string | null, pressed: Key, changed: Partial<PanelState> = {}) {
  return treeKey(rowsOf(sampleState(strings, { answer: sampleAnswer(), ...changed })), active, pressed);
}

describe("in the tree", () => {
  test.each([
    ["ArrowDown", FILE, HIT],
    ["ArrowDown", HIT, MORE],
    ["ArrowDown", "limit", "limit"],
    ["ArrowDown", null, FILE],
    ["ArrowUp", HIT, FILE],
    ["Home", "limit", FILE],
    ["End", FILE, "limit"],
    ["PageDown", FILE, rowsOf(sampleState(strings, { answer: sampleAnswer() }))[10]?.key],
    ["PageDown", "limit", "limit"],
    ["PageUp", HIT, FILE],
    ["ArrowLeft", HIT, FILE],
    ["ArrowLeft", MORE, FILE],
    ["ArrowRight", FILE, HIT],
  ])("%s on %s goes to %s", (name, from, to) => {
    expect(inTree(from, key(name))).toEqual({ kind: "move", to });
  });

  test.each([
    ["ArrowUp", FILE],
    ["Escape", HIT],
    ["Escape", null],
  ])("%s on %s goes back to the input", (name, from) => {
    expect(inTree(from, key(name))).toEqual({ kind: "input" });
  });

  test.each([
    ["Enter", FILE],
    [" ", FILE],
    [" ", HIT],
    ["ArrowRight", HIT],
    [" ", MORE],
    ["ArrowRight", MORE],
    ["ArrowLeft", FILE],
  ])("%j on %s opens or closes it", (name, from) => {
    expect(inTree(from, key(name))).toMatchObject({ kind: "toggle", row: { key: from } });
  });

  test("what is open closes to the left, and its right arrow does nothing", () => {
    const changed = { openHits: new Set([HIT]) };
    expect(inTree(HIT, key("ArrowLeft"), changed)).toMatchObject({ kind: "toggle", row: { key: HIT } });
    expect(inTree(HIT, key("ArrowRight"), changed)).toBeNull();
    const closed = { closedFiles: new Set([`${ROOT}src/shop/checkout.py`]) };
    expect(inTree(FILE, key("ArrowRight"), closed)).toMatchObject({ kind: "toggle", row: { key: FILE } });
    expect(inTree(FILE, key("ArrowLeft"), closed)).toBeNull();
  });

  test("enter goes there, with Ctrl or Cmd to the side", () => {
    expect(inTree(HIT, key("Enter"))).toMatchObject({ kind: "open", beside: false, row: { key: HIT } });
    expect(inTree(HIT, key("Enter", { control: true }))).toMatchObject({ kind: "open", beside: true });
  });

  test.each([key("a"), key("Tab"), key("a", { control: true }), key("ArrowDown", { alt: true }), key("F6")])(
    "%j is left to the editor",
    (pressed) => {
      expect(inTree(HIT, pressed)).toBeNull();
    },
  );

  test("an empty tree has nowhere to go", () => {
    expect(treeKey([], null, key("ArrowDown"))).toBeNull();
    expect(treeKey([], null, key("Enter"))).toBeNull();
  });
});

describe("in the input", () => {
  const place = (text: string, at: number, isRecalled = false) => ({
    text,
    selectionStart: at,
    selectionEnd: at,
    isRecalled,
  });

  test.each([
    ["Enter", place("abc", 3), "search"],
    ["ArrowDown", place("abc", 1), "results"],
    ["ArrowDown", place("a\nb", 0), null],
    ["ArrowDown", place("a\nb", 2), "results"],
    ["ArrowDown", place("abc", 3, true), "later"],
    ["ArrowUp", place("", 0), "earlier"],
    ["ArrowUp", place("abc", 0), "earlier"],
    ["ArrowUp", place("abc", 2), null],
    ["ArrowUp", place("abc", 3, true), "earlier"],
    ["Escape", place("abc", 3), "leave"],
    ["a", place("abc", 3), null],
  ] as const)("%s in %j means %s", (name, where, intention) => {
    expect(inputKey(where, key(name))).toBe(intention);
  });

  test("shift makes a new line and selects, alt and control are the editor's", () => {
    expect(inputKey(place("", 0), key("Enter", { shift: true }))).toBeNull();
    expect(inputKey(place("", 0), key("ArrowUp", { shift: true }))).toBeNull();
    expect(inputKey(place("", 0), key("ArrowUp", { alt: true }))).toBeNull();
    expect(inputKey(place("", 0), key("Enter", { control: true }))).toBe("search");
  });

  test("a selection from the start is no place to go back from", () => {
    expect(inputKey({ text: "abc", selectionStart: 0, selectionEnd: 3, isRecalled: false }, key("ArrowUp"))).toBeNull();
  });
});

test("the sample's rows are what the tests above count on", () => {
  expect(sampleHits()).toHaveLength(5);
  const rows = rowsOf(sampleState(strings, { answer: sampleAnswer() }));
  expect(rows.map((row) => row.kind).join(" ")).toBe("file hit more file hit file hit file hit file hit limit");
});
