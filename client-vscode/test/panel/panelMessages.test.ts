import { describe, expect, test } from "vitest";

import { readPanelMessage } from "../../src/panelMessages";

const RANGE = { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } };
const FULL = {
  query: "q",
  preset: "thorough",
  intent: "exact_match",
  limit: 50,
  perFile: "all",
  case: "sensitive",
  regex: true,
  word: false,
  explain: true,
  tokens: true,
  include: ["a"],
  exclude: [],
  languages: ["python"],
  modalities: ["text"],
  inFile: { uri: "file:///a" },
  context: { textDocument: { uri: "file:///a" }, position: { line: 0, character: 0 } },
};

describe("what the page says is taken when it is well formed", () => {
  test.each([
    { type: "ready" },
    { type: "forgetHistory" },
    { type: "search", id: 1, params: { query: "" } },
    { type: "search", id: 1, params: FULL },
    { type: "cancel", id: 3 },
    { type: "open", uri: "file:///a", selection: RANGE, how: "beside" },
    { type: "remember", query: "q" },
    { type: "run", action: "setVoyageKey" },
    { type: "keep", state: { version: 1, query: "q" } },
  ])("%j", (message) => {
    expect(readPanelMessage(message)).toEqual(message);
  });

  test("and nothing more of it", () => {
    const message = {
      type: "search",
      id: 1,
      extra: 1,
      params: { query: "q", workDoneToken: 5, __proto__: null, evil: {} },
    };
    expect(readPanelMessage(message)).toEqual({ type: "search", id: 1, params: { query: "q" } });
    const open = { type: "open", uri: "u:x", selection: { ...RANGE, extra: 1 }, how: "open", command: "rm" };
    expect(readPanelMessage(open)).toEqual({ type: "open", uri: "u:x", selection: RANGE, how: "open" });
  });
});

describe("anything else is not", () => {
  test.each([
    null,
    undefined,
    7,
    "ready",
    [],
    {},
    { type: "eval" },
    { type: "toString" },
    { type: "run", action: "workbench.action.terminal.new" },
    { type: "run", action: { toString: "showLogs" } },
    { type: "search", params: { query: "q" } },
    { type: "search", id: -1, params: { query: "q" } },
    { type: "search", id: 1.5, params: { query: "q" } },
    { type: "search", id: 1, params: { query: 7 } },
    { type: "search", id: 1, params: "q" },
    { type: "search", id: 1, params: { query: "x".repeat(1_000_001) } },
    ...Object.entries({
      preset: "fast",
      intent: "hack",
      limit: 0,
      perFile: "some",
      case: "loud",
      regex: "yes",
      include: "src",
      languages: [1],
      modalities: ["smell"],
      inFile: "file:///a",
      context: { textDocument: { uri: "a" } },
    }).map(([name, value]) => ({ type: "search", id: 1, params: { query: "q", [name]: value } })),
    { type: "cancel", id: "1" },
    { type: "open", uri: 1, selection: RANGE, how: "open" },
    { type: "open", uri: "file:///a", selection: RANGE, how: "delete" },
    { type: "open", uri: "file:///a", selection: { start: { line: -1, character: 0 }, end: RANGE.end }, how: "open" },
    { type: "open", uri: "file:///a", how: "open" },
    { type: "remember", query: ["q"] },
    { type: "keep" },
    { type: "keep", state: "text" },
    { type: "keep", state: ["list"] },
    { type: "keep", state: { query: "x".repeat(2_000_001) } },
  ])("%j", (message) => {
    expect(readPanelMessage(message)).toBeNull();
  });
});
