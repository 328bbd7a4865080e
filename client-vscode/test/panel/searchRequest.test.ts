import { describe, expect, test } from "vitest";

import {
  changedOptions,
  DEFAULT_OPTIONS,
  listOf,
  moreInFile,
  narrows,
  nextLimit,
  questionKey,
  searchParams,
  selectionRequest,
  similarRequest,
  whoCallsRequest,
  withQuestion,
} from "../../src/searchRequest";

const PLAIN = { query: "q", limit: 20, explain: true, tokens: true };

describe("the request for a question", () => {
  test.each([
    ["defaults say nothing", {}, {}],
    ["an intent", { intent: "exact_match" as const }, { intent: "exact_match" }],
    ["a preset", { preset: "thorough" as const }, { preset: "thorough" }],
    ["modalities", { modalities: ["text", "graph"] as const }, { modalities: ["text", "graph"] }],
    [
      "lists",
      { languages: "python, go,", include: " src ,,*.py" },
      { languages: ["python", "go"], include: ["src", "*.py"] },
    ],
    ["a shell's ./", { exclude: "./build, b/./c" }, { exclude: ["/build", "b/./c"] }],
    [
      "literal text",
      { regex: true, word: true, case: "sensitive" as const },
      { regex: true, word: true, case: "sensitive" },
    ],
  ])("%s", (_name, options, expected) => {
    expect(searchParams("q", { ...DEFAULT_OPTIONS, ...options })).toEqual({ ...PLAIN, ...expected });
  });

  test("what a user chose wins over what a command attached", () => {
    const attached = { intent: "find_similar" as const };
    expect(searchParams("q", DEFAULT_OPTIONS, 20, attached).intent).toBe("find_similar");
    expect(searchParams("q", { ...DEFAULT_OPTIONS, intent: "exact_match" }, 20, attached).intent).toBe("exact_match");
  });

  test("more in a file asks the same of that file alone, every place of it", () => {
    const params = searchParams("q", { ...DEFAULT_OPTIONS, include: "src" }, 50);
    expect(moreInFile(params, "file:///a.py")).toEqual({
      ...params,
      limit: 200,
      perFile: "all",
      inFile: { uri: "file:///a.py" },
    });
  });
});

test("a question is known again, whatever the order of its fields and however much of it is asked for", () => {
  const one = { query: "q", limit: 20, regex: true };
  expect(questionKey({ regex: true, perFile: "all", inFile: { uri: "u:a" }, query: "q" })).toBe(questionKey(one));
  expect(questionKey({ ...one, word: true })).not.toBe(questionKey(one));
});

test("the limit goes up in steps to the server's own", () => {
  const steps = [];
  for (let limit: number | null = 20; limit !== null; limit = nextLimit(limit)) steps.push(limit);
  expect(steps).toEqual([20, 50, 100, 200]);
});

test("a list is cut at its commas", () => {
  expect(listOf(" a, b c ,,d,")).toEqual(["a", "b c", "d"]);
});

test("options that are not at their default are counted", () => {
  expect(changedOptions(DEFAULT_OPTIONS)).toBe(0);
  expect(changedOptions({ ...DEFAULT_OPTIONS, include: "  " })).toBe(0);
  expect(changedOptions({ ...DEFAULT_OPTIONS, intent: "exact_match", modalities: ["text"], word: true })).toBe(3);
});

test("only what takes results away narrows", () => {
  expect(narrows({ ...DEFAULT_OPTIONS, preset: "thorough", regex: true })).toBe(false);
  expect(narrows({ ...DEFAULT_OPTIONS, exclude: "tests" })).toBe(true);
  expect(narrows({ ...DEFAULT_OPTIONS, case: "sensitive" })).toBe(true);
});

describe("questions that commands ask", () => {
  const position = { line: 3, character: 7 };
  const context = { textDocument: { uri: "file:///a.py" }, position };

  test("a selection is asked as if it had been typed", () => {
    expect(selectionRequest("  parse_config\n")).toEqual({ query: "parse_config" });
    expect(selectionRequest(" \n ")).toBeNull();
    expect(selectionRequest("x".repeat(5000))?.query).toHaveLength(2000);
  });

  test("who calls this", () => {
    expect(whoCallsRequest("file:///a.py", position)).toEqual({ query: "who calls this", context });
  });

  test("code like the selection, or like the symbol at the cursor", () => {
    const intent = "find_similar";
    expect(similarRequest("file:///a.py", position, "if (x) {\n}")).toEqual({ query: "if (x) {\n}", intent, context });
    expect(similarRequest("file:///a.py", position, " ")).toEqual({ query: "code like this", intent, context });
  });

  test("of a position only the numbers travel", () => {
    const editorPosition = { line: 1, character: 2, isBefore: () => true };
    expect(whoCallsRequest("u:a", editorPosition).context?.position).toEqual({ line: 1, character: 2 });
  });
});

test("the history holds each question once, newest first, and not without end", () => {
  expect(withQuestion(["b", "a"], " a ")).toEqual(["a", "b"]);
  expect(withQuestion(["b"], "  ")).toEqual(["b"]);
  expect(withQuestion(["b"], "x".repeat(3000))).toEqual(["b"]);
  const many = Array.from({ length: 60 }, (_, index) => `q${index}`).reduce<string[]>(withQuestion, []);
  expect(many).toHaveLength(50);
  expect(many[0]).toBe("q59");
});
