import { describe, expect, test } from "vitest";

import { parseJsonWithComments } from "../../src/jsonWithComments";
import { resolveTokenColors } from "../../src/tokenColors";
import { tokenProperties } from "../../src/webview/tokenStyle";

const rule = (scope: unknown, settings: unknown) => ({ scope, settings });
const theme = (...tokenColors: unknown[]) => ({ tokenColors });

describe("a theme's colours", () => {
  test("of scopes as a list, in a string with commas, and by their beginning", () => {
    const colors = resolveTokenColors([
      theme(
        rule("comment, string", { foreground: "#010101" }),
        rule(["constant.numeric", "keyword"], { foreground: "#020202" }),
      ),
    ]);
    expect(colors).toEqual({
      comment: { color: "#010101" },
      string: { color: "#010101" },
      number: { color: "#020202" },
      keyword: { color: "#020202" },
      operator: { color: "#020202" },
    });
  });

  test("the more specific rule wins, of equal ones the last", () => {
    const colors = resolveTokenColors([
      theme(
        rule("keyword.operator", { foreground: "#0b0b0b" }),
        rule("keyword", { foreground: "#0a0a0a" }),
        rule("keyword", { foreground: "#0c0c0c" }),
        rule("keywordish", { foreground: "#0d0d0d" }),
      ),
    ]);
    expect(colors.keyword).toEqual({ color: "#0c0c0c" });
    expect(colors.operator).toEqual({ color: "#0b0b0b" });
  });

  test("colour and style may come from different rules", () => {
    const colors = resolveTokenColors([
      theme(rule("comment", { foreground: "#111111" }), rule("comment.line", { fontStyle: "italic bold" })),
    ]);
    expect(colors.comment).toEqual({ color: "#111111", italic: true, bold: true, underline: false });
  });

  test("rules for one language or place are left out", () => {
    const colors = resolveTokenColors([
      theme(rule("source.css string", { foreground: "#111111" }), rule("string > meta", { foreground: "#111111" })),
    ]);
    expect(colors).toEqual({});
  });

  test("an included file comes first and is overruled", () => {
    const colors = resolveTokenColors([
      theme(rule("string", { foreground: "#111111" }), rule("comment", { foreground: "#222222" })),
      theme(rule("string", { foreground: "#333333" })),
    ]);
    expect(colors).toEqual({ string: { color: "#333333" }, comment: { color: "#222222" } });
  });

  test("semantic colours count only where the theme turns them on", () => {
    const semantic = { semanticTokenColors: { function: "#444444", class: { foreground: "#555555", bold: true } } };
    const base = theme(rule("entity.name.function", { foreground: "#111111" }));
    expect(resolveTokenColors([{ ...base, ...semantic }]).function).toEqual({ color: "#111111" });
    const on = resolveTokenColors([{ ...base, ...semantic, semanticHighlighting: true }]);
    expect(on.function).toEqual({ color: "#444444" });
    expect(on.type).toEqual({ color: "#555555", bold: true });
  });

  test("the user's own colours win, those for the theme's name over the common ones", () => {
    const textMate = {
      comments: "#aaaaaa",
      strings: { foreground: "#bbbbbb", fontStyle: "underline" },
      textMateRules: [rule("constant.numeric", { foreground: "#cccccc" })],
      "[Night*]": { comments: "#dddddd" },
      "[Day]": { comments: "#eeeeee" },
    };
    const colors = resolveTokenColors([theme(rule("comment", { foreground: "#111111" }))], { textMate }, "Night Owl");
    expect(colors.comment).toEqual({ color: "#dddddd" });
    expect(colors.string).toEqual({ color: "#bbbbbb", underline: true, bold: false, italic: false });
    expect(colors.number).toEqual({ color: "#cccccc" });
  });

  test("the user may turn semantic colours on", () => {
    const semantic = { enabled: true, rules: { keyword: { foreground: "#abcdef", italic: true } } };
    expect(resolveTokenColors([], { semantic }).keyword).toEqual({ color: "#abcdef", italic: true });
  });

  test.each([null, 7, "x", [], [null, 7, { scope: 5 }, { scope: ["comment"] }], { 0: rule("comment", {}) }])(
    "what is no list of rules gives no colour: %j",
    (tokenColors) => {
      expect(resolveTokenColors([{ tokenColors }])).toEqual({});
    },
  );

  test("only a colour is taken for one", () => {
    const foreign = ["red", "url(https://evil)", "#12", "#123456;}", "var(--x)", "expression(1)", "#1234567"];
    for (const foreground of foreign) {
      expect(resolveTokenColors([theme(rule("comment", { foreground }))])).toEqual({});
    }
    const properties = tokenProperties({ comment: { color: "red;}" }, string: { color: "#abc", italic: true } });
    expect(properties.get("--maguyva-comment")).toBeNull();
    expect(properties.get("--maguyva-string")).toBe("#abc");
    expect(properties.get("--maguyva-string-style")).toBe("italic");
    expect(properties.get("--maguyva-string-weight")).toBeNull();
  });
});

describe("a theme's file", () => {
  test("has comments and trailing commas, and strings that look like them", () => {
    const text = `\ufeff// a theme
    { /* of
         old */ "name": "// not a comment /* nor this */", "quote\\"": "a,]", // end
      "list": [1, 2, /* three */ ], "url": "https://x/y",
    }`;
    expect(parseJsonWithComments(text)).toEqual({
      name: "// not a comment /* nor this */",
      'quote"': "a,]",
      list: [1, 2],
      url: "https://x/y",
    });
  });

  test.each(["", "{", "{'a': 1}", "[1 2]", "/* only"])("that is something else is refused: %j", (text) => {
    expect(() => parseJsonWithComments(text)).toThrow(SyntaxError);
  });
});
