import { describe, expect, test } from "vitest";

import { cellAt, offsetAt } from "../../src/notebookText";

const NOTEBOOK = JSON.stringify(
  {
    metadata: { cells: "not these", source: ["nor this"] },
    cells: [
      { cell_type: "markdown", metadata: {}, source: ["# Title\n", 'text with [brackets] {and} "quotes" here\n'] },
      {
        cell_type: "code",
        outputs: [{ output_type: "stream", text: ["print output\n"] }],
        source: ["import os\n", "def find_me():\n", "    return os\n"],
      },
      { cell_type: "code", outputs: [], source: "one = 1\ntwo = 2\nthree = 3" },
    ],
    nbformat: 4,
  },
  null,
  1,
);

describe("the cell of a place in a notebook's text", () => {
  test.each([
    ["# Title", { cell: 0, line: 0 }],
    ["[brackets]", { cell: 0, line: 1 }],
    ["import os", { cell: 1, line: 0 }],
    ["find_me", { cell: 1, line: 1 }],
    ["return os", { cell: 1, line: 2 }],
    ["one = 1", { cell: 2, line: 0 }],
    ["three = 3", { cell: 2, line: 2 }],
    ["print output", { cell: 1, line: 0 }],
    ["not these", null],
    ["nor this", null],
    ["nbformat", null],
  ])("%s", (word, place) => {
    expect(cellAt(NOTEBOOK, NOTEBOOK.indexOf(word))).toEqual(place);
  });

  test.each([
    "",
    "[]",
    '{"cells": 5}',
    '{"cells": [',
    '"unclosed',
    "}}}]]]",
    '{"cells":[{"source":["a',
    '{"\\x": 1}',
    `"${"x".repeat(20_000_000)}`,
  ])("what is no notebook has none: %j", (text) => {
    expect(() => cellAt(text, text.length)).not.toThrow();
  });
});

test("an offset counts lines as the protocol does", () => {
  const text = "a\nbb\r\nccc\rd";
  expect([0, 1, 2, 3, 9].map((line) => text.slice(offsetAt(text, line, 0), offsetAt(text, line, 1)))).toEqual([
    "a",
    "b",
    "c",
    "d",
    "",
  ]);
});
