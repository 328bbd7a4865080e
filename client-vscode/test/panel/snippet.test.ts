import { describe, expect, test } from "vitest";

import type { Hit } from "../../src/protocol";
import { type CodeLine, shownLines } from "../../src/webview/snippet";
import { sampleHit, type SampleHit } from "./sample";

/** A line in short: its number, then the text with [matches] and kind:tokens. */
function inShort(line: CodeLine): string {
  const parts = line.parts.map((part) => {
    const text = part.isMark ? `‹${part.text}›` : part.text;
    const kind = part.kind ? `${part.kind}:${text}` : text;
    return part.isMatch ? `[${kind}]` : kind;
  });
  return `${line.isAfterGap ? "… " : ""}${line.line}|${line.lead}${parts.join("")}`;
}

function lines(snippet: string, isOpen: boolean, others: Partial<SampleHit> = {}): string[] {
  const hit: Hit = sampleHit({ path: "a.py", line: 10, snippet, tokens: [], ...others });
  return shownLines(hit, isOpen).map(inShort);
}

const at = (line: number, character = 0) => ({ start: { line, character }, end: { line, character } });

describe("an open hit", () => {
  test("shows every line with its number, without the indentation they share", () => {
    expect(lines("    if a:\n        b\n\n    c", true)).toEqual(["10|if a:", "11|    b", "12|", "13|c"]);
  });

  test("has the lines of every line end that the protocol knows, and no other", () => {
    expect(lines("a\r\nb\rc\u000cd\ne", true)).toEqual(["10|a", "11|b", "12|c‹[U+000C]›d", "13|e"]);
  });

  test("loses empty lines at its ends", () => {
    expect(lines("\n\na\n\n", true)).toEqual(["12|a"]);
  });

  test("gets the indentation back that its first line lost to the definition's start", () => {
    expect(lines("def f(self):\n        return 1", true, { range: at(10, 4) })).toEqual([
      "10|def f(self):",
      "11|    return 1",
    ]);
    expect(lines("def f():\n\t\treturn 1", true, { range: at(10, 1) })).toEqual(["10|def f():", "11|\treturn 1"]);
  });

  test("has colours and matches where they are, also where they overlap", () => {
    const tokens = [
      { start: 0, end: 3, kind: "keyword" as const },
      { start: 4, end: 9, kind: "function" as const },
    ];
    const snippetMatches = [{ start: 6, end: 11 }];
    expect(lines("def hello():", true, { tokens, snippetMatches })).toEqual([
      "10|keyword:def function:he[function:llo][()]:",
    ]);
  });

  test("a token over several lines colours each of them", () => {
    const tokens = [{ start: 0, end: 9, kind: "string" as const }];
    expect(lines('"""a\nb"""', true, { tokens })).toEqual(['10|string:"""a', '11|string:b"""']);
  });

  test("shows what cannot be seen, inside colours too", () => {
    const tokens = [{ start: 0, end: 4, kind: "string" as const }];
    expect(lines('"\u202ex"', true, { tokens })).toEqual(['10|string:"string:‹[U+202E]›string:x"']);
  });
});

describe("a closed hit", () => {
  const CODE = "import a\n\ndef f():\n    one\n    two\n    three";

  test("shows where the cursor will go and what follows", () => {
    expect(lines(CODE, false, { selectionRange: at(12) })).toEqual(["12|def f():", "13|    one", "14|    two"]);
  });

  test("starts at its first line with something in it when the cursor goes elsewhere", () => {
    expect(lines(`\n${CODE}`, false, { selectionRange: at(500) })).toEqual([
      "11|import a",
      "13|def f():",
      "14|    one",
    ]);
  });

  test("shows a single match between its neighbours", () => {
    expect(lines(CODE, false, { word: "two" })).toEqual(["13|one", "14|[two]", "15|three"]);
  });

  test("shows the first lines of several matches, and where lines are left out between them", () => {
    expect(lines("x\na\n\nx\nx\nb\nx\nx", false, { word: "x" })).toEqual(["10|[x]", "… 13|[x]", "14|[x]", "… 16|[x]"]);
  });

  test("starts a line shortly before a match far to the right", () => {
    const snippet = `${"a".repeat(30)} needle and more\nneedle`;
    expect(lines(snippet, false, { word: "needle" })).toEqual(["10|…aaaaaaaaaaaaa [needle] and more", "11|[needle]"]);
  });

  test("of an empty snippet has no lines", () => {
    expect(lines("", false)).toEqual([]);
    expect(lines("", true)).toEqual([]);
  });
});
