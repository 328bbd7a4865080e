import { describe, expect, test } from "vitest";

import { plain } from "../../src/quickPickItems";
import { visibleParts, visibleText } from "../../src/visibleText";

describe("text that would hide something", () => {
  test.each([
    ["plain", "plain"],
    ["", ""],
    ["tab\tstays", "tab\tstays"],
    ["two\nlines\r\n", "two\\nlines\\r\\n"],
    ["a\u202eb\u202c", "a[U+202E]b[U+202C]"],
    ["\u2066x\u2069", "[U+2066]x[U+2069]"],
    ["zero\u200bwidth\ufeff", "zero[U+200B]width[U+FEFF]"],
    ["bell\u0007\u007f\u0085", "bell[U+0007][U+007F][U+0085]"],
    ["line\u2028sep", "line[U+2028]sep"],
    ["lone \ud800 and \udc00", "lone [U+D800] and [U+DC00]"],
    ["👩‍💻 é עברית", "👩‍💻 é עברית"],
    ["می‌خواهم", "می‌خواهم"],
  ])("%j is shown as %j", (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  test("marks are told from text that only looks like them", () => {
    expect(visibleParts("[U+202E]\u202e")).toEqual([
      { text: "[U+202E]", isMark: false },
      { text: "[U+202E]", isMark: true },
    ]);
  });
});

test("a label of the quick pick draws no icon that a workspace asks for", () => {
  expect(plain("$(trash) $ (x) $(a~spin)")).toBe("\\$(trash) $ (x) \\$(a~spin)");
});
