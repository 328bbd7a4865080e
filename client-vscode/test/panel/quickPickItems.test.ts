import { describe, expect, test } from "vitest";

import { codeLine, hitTexts } from "../../src/quickPickItems";
import { sampleHit } from "./sample";

const line = (number: number) => `Line ${number}`;

describe("a hit as an item", () => {
  test("has its kind, name, container, place and code", () => {
    const hit = sampleHit({
      path: "a.py",
      line: 9,
      snippet: "  def find(self):\n    return 1",
      symbol: { name: "find", kind: "method", container: "Finder" },
    });
    expect(hitTexts(hit, "src/a.py", line)).toEqual({
      label: "$(symbol-method) find",
      description: "Finder · src/a.py:10",
      detail: "def find(self):",
    });
  });

  test("without a symbol is called by its line", () => {
    const hit = sampleHit({ path: "a.md", line: 3, snippet: "text" });
    expect(hitTexts(hit, "a.md", line)).toMatchObject({ label: "$(file) Line 4", description: "a.md:4" });
  });

  test("draws nothing and hides nothing that a workspace asks for", () => {
    const name = "$(trash)\u202egpj\n";
    const hit = sampleHit({ path: "x", line: 0, snippet: name, symbol: { name, kind: "class", container: name } });
    const { label, description, detail } = hitTexts(hit, name, line);
    expect(label).toBe("$(symbol-class) \\$(trash)[U+202E]gpj\\n");
    expect(description).toBe("\\$(trash)[U+202E]gpj\\n · \\$(trash)[U+202E]gpj\\n:1");
    expect(detail).toBe("\\$(trash)[U+202E]gpj");
  });

  test("shows the line of the cursor, or the first that is not empty", () => {
    const at = (wanted: number) => ({ start: { line: wanted, character: 0 }, end: { line: wanted, character: 0 } });
    const hit = (wanted: number) =>
      sampleHit({ path: "a", line: 5, snippet: "\n one \n\n two ", selectionRange: at(wanted) });
    expect([8, 6, 7, 99, 0].map((wanted) => codeLine(hit(wanted)))).toEqual(["two", "one", "one", "one", "one"]);
  });
});
