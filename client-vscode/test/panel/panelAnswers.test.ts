import { beforeEach, describe, expect, test, vi } from "vitest";

vi.mock("vscode", () => {
  class CancellationTokenSource {
    readonly token = { isCancellationRequested: false };
    cancel(): void {
      this.token.isCancellationRequested = true;
    }
    dispose(): void {
      // Nothing is held.
    }
  }
  class CancellationError extends Error {}
  return { CancellationTokenSource, CancellationError, l10n: { t: (text: string) => text } };
});

import * as vscode from "vscode";

import type { Server } from "../../src/client";
import { createAnswers } from "../../src/panelAnswers";
import type { ToPanel } from "../../src/panelMessages";
import type { Context, SearchParams, SearchResult } from "../../src/protocol";
import { sampleHit, sampleResult } from "./sample";

interface Asked {
  readonly params: SearchParams;
  readonly token: vscode.CancellationToken;
  readonly answer: (result: SearchResult) => void;
  readonly fail: (error: Error) => void;
}

let asked: Asked[];
let posted: ToPanel[];
let cursor: Context | undefined;

const post = (message: ToPanel) => void posted.push(message);
const at = (line: number): Context => ({ textDocument: { uri: "file:///here" }, position: { line, character: 0 } });

function setUp() {
  const search = (params: SearchParams, token: vscode.CancellationToken) =>
    new Promise<SearchResult>((answer, fail) => void asked.push({ params, token, answer, fail }));
  return createAnswers(
    { search } as unknown as Server,
    () => cursor,
    (hits) => Object.fromEntries(hits.map((hit) => [hit.uri, "shown"])),
  );
}

beforeEach(() => {
  asked = [];
  posted = [];
  cursor = undefined;
});

describe("the panel's questions", () => {
  test("are answered with their own parameters and the paths of the hits", async () => {
    const answers = setUp();
    const done = answers.search(1, { query: "q" }, post);
    const result = sampleResult({ hits: [sampleHit({ path: "a.py", line: 0, snippet: "x" })] });
    asked[0]?.answer(result);
    await done;
    const answer = { params: { query: "q" }, result, paths: { "file:///home/ada/shop/a.py": "shown" } };
    expect(posted).toEqual([{ type: "answer", id: 1, answer }]);
    expect(answers.kept).toEqual(answer);
  });

  test("are cancelled one by one, and a cancelled one is not answered", async () => {
    const answers = setUp();
    const both = [answers.search(1, { query: "a" }, post), answers.search(2, { query: "b" }, post)];
    answers.cancel(1);
    expect(asked.map((one) => one.token.isCancellationRequested)).toEqual([true, false]);
    asked[0]?.answer(sampleResult());
    asked[1]?.answer(sampleResult());
    await Promise.all(both);
    expect(posted.map((message) => "id" in message && message.id)).toEqual([2]);
  });

  test("that the page left behind are all cancelled", async () => {
    const answers = setUp();
    const both = [answers.search(1, { query: "a" }, post), answers.search(2, { query: "b" }, post)];
    answers.cancelAll();
    for (const one of asked) one.fail(new vscode.CancellationError());
    await Promise.all(both);
    expect(posted).toEqual([]);
  });

  test.each([
    [new Error("include: takes a list"), "include: takes a list"],
    [new vscode.CancellationError(), "The question was given up. Ask it again."],
  ])("that fail say why: %s", async (error, message) => {
    const answers = setUp();
    const done = answers.search(1, { query: "q" }, post);
    asked[0]?.fail(error);
    await done;
    expect(posted).toEqual([{ type: "failure", id: 1, message }]);
    expect(answers.kept).toBeNull();
  });

  test("may only open what was answered", async () => {
    const answers = setUp();
    expect(answers.hasAnswered("file:///home/ada/shop/a.py")).toBe(false);
    const done = answers.search(1, { query: "q" }, post);
    asked[0]?.answer(sampleResult({ hits: [sampleHit({ path: "a.py", line: 0, snippet: "x" })] }));
    await done;
    expect(answers.hasAnswered("file:///home/ada/shop/a.py")).toBe(true);
    expect(answers.hasAnswered("file:///etc/passwd")).toBe(false);
  });

  test("for more of a file do not take the place of the answer", async () => {
    const answers = setUp();
    const whole = answers.search(1, { query: "q" }, post);
    asked[0]?.answer(sampleResult());
    await whole;
    const more = answers.search(2, { query: "q", inFile: { uri: "file:///a" }, perFile: "all", limit: 200 }, post);
    asked[1]?.answer(sampleResult({ hits: [] }));
    await more;
    expect(answers.kept?.result.hits).toHaveLength(5);
  });

  test("mean by this what was at the cursor when they were asked first", async () => {
    const answers = setUp();
    cursor = at(1);
    void answers.search(1, { query: "who calls this" }, post);
    cursor = at(2);
    void answers.search(2, { query: "who calls this", limit: 50 }, post);
    void answers.search(3, { query: "who calls this", inFile: { uri: "file:///a" }, perFile: "all" }, post);
    void answers.search(4, { query: "what breaks if I change this" }, post);
    void answers.search(5, { query: "who calls this", context: at(9) }, post);
    await Promise.resolve();
    expect(asked.map((one) => one.params.context?.position.line)).toEqual([1, 1, 1, 2, 9]);
  });

  test("have no cursor where no editor is open", async () => {
    const answers = setUp();
    void answers.search(1, { query: "q" }, post);
    await Promise.resolve();
    expect(asked[0]?.params).toEqual({ query: "q" });
  });
});
