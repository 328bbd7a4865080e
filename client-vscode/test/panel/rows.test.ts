import { describe, expect, test, vi } from "vitest";

vi.mock("vscode", () => ({ l10n: { t: (text: string) => text } }));

import { panelStrings } from "../../src/panelStrings";
import type { Hit } from "../../src/protocol";
import { hitKey, rowsOf } from "../../src/webview/rows";
import type { More, PanelState } from "../../src/webview/state";
import { ROOT, sampleAnswer, sampleHit, sampleState } from "./sample";

const strings = panelStrings();
const A = `${ROOT}a.py`;
const hit = (path: string, line: number, more = 0): Hit => sampleHit({ path, line, snippet: "x", more_in_file: more });

/** The rows in short: the last part of a file, the line of a hit, what the others count. */
function shown(hits: Hit[], changed: Partial<PanelState> = {}, cut = false): string[] {
  const rows = rowsOf(sampleState(strings, { answer: sampleAnswer({ hits, cut }), ...changed }));
  return rows.map((row) => {
    switch (row.kind) {
      case "file":
        return `${row.uri.slice(ROOT.length)} (${row.count})${row.isOpen ? "" : " closed"}`;
      case "hit":
        return `${row.parent === null ? "" : "  "}${row.hit.range.start.line}${row.isOpen ? " open" : ""}`;
      case "more":
        return `${row.parent === null ? "" : "  "}+${row.count}${row.more ? ` ${row.more.state}` : ""}`;
      case "limit":
        return `limit ${row.next}`;
    }
  });
}

describe("the rows", () => {
  test("stand under their files, in the order of the answer", () => {
    expect(shown([hit("b.py", 5), hit("a.py", 9), hit("b.py", 1)])).toEqual([
      "b.py (2)",
      "  5",
      "  1",
      "a.py (1)",
      "  9",
    ]);
  });

  test("or alone, in the order of the answer", () => {
    const hits = [hit("b.py", 5, 3), hit("a.py", 9), hit("b.py", 1, 3)];
    expect(shown(hits, { isGrouped: false })).toEqual(["5", "9", "1", "+2"]);
  });

  test("of a closed file are not there", () => {
    expect(shown([hit("a.py", 1, 4), hit("b.py", 2)], { closedFiles: new Set([A]) })).toEqual([
      "a.py (1) closed",
      "b.py (1)",
      "  2",
    ]);
  });

  test("count what the file has beyond them, with one hit or with all of them listed", () => {
    expect(shown([hit("a.py", 1, 3)])).toEqual(["a.py (1)", "  1", "  +3"]);
    expect(shown([hit("a.py", 1, 3), hit("a.py", 2, 3)])).toEqual(["a.py (2)", "  1", "  2", "  +2"]);
    expect(shown([hit("a.py", 1, 1), hit("a.py", 2, 1)])).toEqual(["a.py (2)", "  1", "  2"]);
  });

  test.each<[string, More, string[]]>([
    ["loading", { state: "loading", hits: [] }, ["a.py (1)", "  1", "  +2 loading"]],
    ["failed", { state: "failed", hits: [], message: "no" }, ["a.py (1)", "  1", "  +2 failed"]],
    ["hidden", { state: "hidden", hits: [hit("a.py", 7)] }, ["a.py (1)", "  1", "  +2 hidden"]],
    [
      "shown, without what is there already",
      { state: "shown", hits: [hit("a.py", 1), hit("a.py", 7), hit("a.py", 8)] },
      ["a.py (3)", "  1", "  7", "  8", "  +2 shown"],
    ],
  ])("of more in a file: %s", (_name, more, rows) => {
    expect(shown([hit("a.py", 1, 2)], { more: { [A]: more } })).toEqual(rows);
  });

  test("end with what shows more, while the answer is cut", () => {
    expect(shown([hit("a.py", 1)], { limit: 20 }, true).at(-1)).toBe("limit 50");
    expect(shown([hit("a.py", 1)], { limit: 200 }, true).at(-1)).toBe("limit null");
  });

  test("are none without an answer", () => {
    expect(rowsOf(sampleState(strings))).toEqual([]);
  });

  test("a hit is known again by its file and place", () => {
    expect(hitKey(hit("a.py", 1))).toBe(hitKey({ ...hit("a.py", 1), score: 7, snippet: "changed" }));
    expect(hitKey(hit("a.py", 1))).not.toBe(hitKey(hit("a.py", 2)));
    expect(hitKey(hit("a.py", 1))).not.toBe(hitKey(hit("b.py", 1)));
  });
});
