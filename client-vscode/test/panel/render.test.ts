import { describe, expect, test, vi } from "vitest";

vi.mock("vscode", () => ({ l10n: { t: (text: string) => text } }));

import { panelStrings } from "../../src/panelStrings";
import type { SearchResult } from "../../src/protocol";
import { DEFAULT_OPTIONS } from "../../src/searchRequest";
import { fill } from "../../src/fill";
import { render } from "../../src/webview/render";
import { hitKey, rowsOf } from "../../src/webview/rows";
import type { PanelState } from "../../src/webview/state";
import { h, toHtml, type VElement, type VNode } from "../../src/webview/vnode";
import { explained, HOSTILE, RUNNING, sampleAnswer, sampleHit, sampleHits, sampleState } from "./sample";

const strings = panelStrings();

function elements(node: VNode): VElement[] {
  return typeof node === "string" ? [] : [node, ...node.children.flatMap(elements)];
}

function textOf(node: VNode): string {
  return typeof node === "string" ? node : node.children.map(textOf).join("");
}

/** The panel in a state, to be looked into. */
function panel(changed: Partial<PanelState> = {}) {
  const nodes = render(sampleState(strings, changed));
  const all = nodes.flatMap(elements);
  const withClass = (name: string) =>
    all.filter((one) =>
      String(one.attributes.class ?? "")
        .split(" ")
        .includes(name),
    );
  return {
    html: nodes.map(toHtml).join(""),
    all,
    withClass,
    texts: (name: string) => withClass(name).map(textOf),
    text: nodes.map(textOf).join(" "),
    actions: all.flatMap((one) =>
      typeof one.attributes["data-action"] === "string" ? [one.attributes["data-action"]] : [],
    ),
  };
}

const answered = (changed: Partial<SearchResult> = {}, state: Partial<PanelState> = {}) =>
  panel({ query: "q", answer: sampleAnswer(changed), ...state });

describe("the quiet line", () => {
  const one = (name: "semantic" | "text" | "structural" | "graph", status: "ok" | "late" = "ok") => ({
    name,
    weight: 0.5,
    candidates: 3,
    elapsed_ms: 1,
    status,
  });
  test.each<[string, Partial<SearchResult>, string]>([
    ["a fused answer", {}, "Explanation · 75 % · meaning + text + structure · 24 ms"],
    [
      "a direct one, with its target",
      {
        intent: { name: "find_definition", confidence: 0.9, rule: "4b", target: "Checkout" },
        fusion_strategy: "direct",
        modalities: [one("structural")],
        elapsed_ms: 6.2,
      },
      "Definition: Checkout · 90 % · direct: structure · 6 ms",
    ],
    [
      "what it fell back from",
      {
        intent: { name: "find_references", confidence: 0.9, rule: "2", target: "this" },
        fallback_from: "direct",
        fallback_reason: "not_found",
      },
      "References: the symbol at the cursor · 90 % · meaning + text + structure · the direct search did not find it · 24 ms",
    ],
    [
      "an intent that was chosen, and a preset",
      { intent: { name: "find_similar", confidence: 1, rule: "explicit" }, preset: "thorough" },
      "Similar code · chosen · meaning + text + structure · thorough · 24 ms",
    ],
    [
      "a single search",
      { fusion_strategy: "single", modalities: [one("text")], reason: "semantic_off", preset: "quick" },
      "Explanation · 75 % · only text · exact text is never searched by meaning · quick · 24 ms",
    ],
    [
      "one that was late is not named",
      { modalities: [one("text"), one("graph", "late")] },
      "Explanation · 75 % · text · 24 ms",
    ],
    [
      "a reason that is new to this client",
      { fallback_reason: "because" },
      "Explanation · 75 % · meaning + text + structure · because · 24 ms",
    ],
    [
      "a reranker",
      { rerank: { name: "rerank", weight: 1, candidates: 50, elapsed_ms: 90, status: "ok" } },
      "Explanation · 75 % · meaning + text + structure + reranker · 24 ms",
    ],
  ])("says %s", (_name, result, line) => {
    expect(answered(result).texts("route")).toEqual([line]);
  });

  test("is not there before an answer", () => {
    expect(panel().withClass("route")).toEqual([]);
  });
});

describe("the totals", () => {
  test.each([
    [{ matches: 42, files: 17 }, 5, "42 matches in 17 files, 5 shown"],
    [{ matches: 5, files: 5 }, 5, "5 matches in 5 files"],
    [{ matches: 3, files: 1 }, 3, "3 matches in 1 file"],
    [{ matches: 1, files: 1 }, 1, "1 match"],
    [{ matches: 4, files: 2 }, 2, "4 matches in 2 files, 2 shown"],
  ])("%j with %i shown", (total, count, text) => {
    expect(answered({ total, hits: sampleHits().slice(0, count) }).texts("totals")).toEqual([text]);
  });

  test("are marked while the index is not complete", () => {
    const index = { ...sampleAnswer().result.index, complete: false };
    expect(answered({ index }).texts("partial")).toEqual(["partial"]);
    expect(answered().texts("partial")).toEqual([]);
  });
});

describe("the screens", () => {
  test.each<[string, Partial<PanelState>, string, string[]]>([
    ["examples, when nothing was ever asked", {}, "In plain words", ["history", "options", "ask", "ask", "ask"]],
    [
      "earlier questions too",
      { history: ["one", "two"] },
      "Earlier questions",
      ["history", "options", ..."ask ask ask ask ask".split(" ")],
    ],
    ["that it starts", { server: { kind: "starting" } }, "is starting", ["history", "options"]],
    [
      "that it is set up, in its own words",
      { server: { kind: "settingUp", message: "Installing…" } },
      "Installing…",
      ["history", "options"],
    ],
    [
      "what failed, and what helps",
      { server: { kind: "failed", message: "It broke.", action: "Mend it" } },
      "It broke.",
      ["history", "options", "run", "run"],
    ],
    [
      "that no Python was found",
      { server: { kind: "noPython", action: "Choose" } },
      "Python 3.11",
      ["history", "options", "run"],
    ],
    [
      "that the workspace is not trusted",
      { server: { kind: "untrusted", action: "Trust" } },
      "not trusted",
      ["history", "options", "run"],
    ],
    ["a slow search", { query: "q", isSlow: true }, "Searching…", ["clear", "history", "options"]],
    ["nothing of a search that is quick", { query: "q" }, "", ["clear", "history", "options"]],
  ])("show %s", (_name, state, text, actions) => {
    const shown = panel(state);
    expect(shown.text).toContain(text);
    expect(shown.actions).toEqual(actions);
    expect(shown.text.includes("Searching…")).toBe(state.isSlow ?? false);
  });

  const nothing = (state: Partial<PanelState>, result: Partial<SearchResult> = {}) =>
    answered({ hits: [], total: { matches: 0, files: 0 }, cut: false, ...result }, state);

  test.each<[string, Partial<PanelState>, string[]]>([
    ["plain", {}, ["thorough"]],
    ["with filters", { options: { ...DEFAULT_OPTIONS, include: "src", preset: "thorough" } }, ["resetFilters"]],
    ["as a regular expression", { options: { ...DEFAULT_OPTIONS, regex: true } }, ["withoutRegex"]],
    ["with a chosen intent", { options: { ...DEFAULT_OPTIONS, intent: "exact_match" } }, ["withoutIntent", "thorough"]],
  ])("advise what to try when nothing was found: %s", (_name, state, advice) => {
    const shown = nothing(state);
    expect(shown.text).toContain("Nothing found");
    expect(shown.actions.filter((action) => !["clear", "history", "options"].includes(action))).toEqual(advice);
  });

  test("promise the answer while the index is still being built", () => {
    const shown = nothing({ server: { ...RUNNING, phase: "indexing" } });
    expect(shown.text).toContain("still being built");
    expect(shown.text).not.toContain("Use fewer words");
  });
});

describe("the notices", () => {
  const semantic = (status: "degraded" | "failed" | "late" | "skipped", reason?: string) => ({
    modalities: [
      { name: "semantic" as const, weight: 0.5, candidates: 0, elapsed_ms: 1, status, ...(reason && { reason }) },
    ],
  });
  test.each<[string, Partial<SearchResult>, Partial<PanelState>, string[], (string | undefined)[]]>([
    ["none for a good answer", {}, {}, [], []],
    [
      "meaning without a key",
      semantic("degraded", "meaning is off: no key is set."),
      {},
      ["Meaning is off: no key is set. Results are ranked by their words instead. Set Voyage key"],
      ["setVoyageKey"],
    ],
    [
      "meaning turned off",
      semantic("degraded", "meaning is off: the embedding provider is set to off"),
      {},
      [
        "Meaning is off: the embedding provider is set to off. Results are ranked by their words instead. Open the setting",
      ],
      ["embeddingSettings"],
    ],
    [
      "meaning limited otherwise",
      semantic("degraded", "no vectors yet"),
      {},
      ["Search by meaning is limited: no vectors yet. Show status"],
      ["showStatus"],
    ],
    [
      "a failure",
      semantic("failed", "ValueError: x"),
      {},
      ["Search by meaning failed and was left out: ValueError: x. Show logs"],
      ["showLogs"],
    ],
    [
      "a late one",
      semantic("late"),
      {},
      ["Search by meaning took too long and was left out. Ask again, or narrow the question down."],
      [undefined],
    ],
    ["a skipped one needs no notice", semantic("skipped", "semantic_off"), {}, [], []],
    [
      "indexing, with the parts that meaning lacks left to it",
      semantic("degraded", "no vectors yet"),
      { server: { ...RUNNING, phase: "indexing", progress: { stage: "embedding", done: 10, total: 40 } } },
      ["Learning meanings: 10 of 40. Search by meaning becomes better until then."],
      [undefined],
    ],
    [
      "indexing of unknown length",
      {},
      { server: { ...RUNNING, phase: "indexing", progress: { stage: "reading", done: 10, total: 0 } } },
      ["Reading files… Results are partial until then."],
      [undefined],
    ],
    [
      "a failed index",
      {},
      { server: { ...RUNNING, phase: "failed" } },
      ["The index could not be brought up to date, so results may be old. Show status"],
      ["showStatus"],
    ],
    [
      "a server that went away under its results",
      {},
      { server: { kind: "failed", message: "It ended.", action: "Restart" } },
      ["It ended. The results below may be out of date. Restart"],
      ["serverAction"],
    ],
    ["a refused question", {}, { failure: "include: takes a list" }, ["include: takes a list"], [undefined]],
    [
      "a reranker that was left out",
      {
        rerank: {
          name: "rerank",
          weight: 0,
          candidates: 0,
          elapsed_ms: 0,
          status: "skipped",
          reason: "the key was refused",
        },
      },
      {},
      ["The reranker was left out: the key was refused. Set Voyage key"],
      ["setVoyageKey"],
    ],
  ])("%s", (_name, result, state, texts, actions) => {
    const shown = answered(result, state);
    expect(shown.texts("notice-text")).toEqual(texts);
    const runs = shown
      .withClass("notice")
      .map((one) => elements(one).find((part) => part.attributes["data-run"])?.attributes["data-run"]);
    expect(runs).toEqual(actions);
  });

  test("one that was put away stays away until it says something else", () => {
    const result = semantic("degraded", "meaning is off: x");
    const [text] = answered(result)
      .withClass("icon-button")
      .flatMap((one) => one.attributes["data-text"] ?? []);
    expect(answered(result, { dismissed: String(text) }).texts("notice-text")).toEqual([]);
    expect(
      answered(semantic("degraded", "meaning is off: y"), { dismissed: String(text) }).texts("notice-text"),
    ).toHaveLength(1);
  });
});

describe("the tree", () => {
  test("is one stop of the keyboard, and points at the active row", () => {
    const rows = rowsOf(sampleState(strings, { answer: sampleAnswer() }));
    const active = rows[3]?.key ?? "";
    const shown = answered({}, { active });
    const tree = shown.withClass("tree")[0];
    const items = shown.all.filter((one) => one.attributes.role === "treeitem");
    expect(tree?.attributes).toMatchObject({ role: "tree", tabindex: 0 });
    expect(items.filter((one) => one.attributes["aria-selected"] === "true")).toHaveLength(1);
    const target = items.find((one) => one.attributes.id === tree?.attributes["aria-activedescendant"]);
    expect(target?.attributes["data-key"]).toBe(active);
    expect(items.map((one) => one.attributes["aria-level"])).toEqual([1, 2, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]);
    expect(new Set(items.map((one) => one.attributes.id)).size).toBe(items.length);
    for (const { attributes } of items) expect(attributes.id).not.toMatch(/\s/);
  });

  test("an active row that is gone is not pointed at", () => {
    const shown = answered({}, { active: "hit gone" });
    expect(shown.withClass("tree")[0]?.attributes["aria-activedescendant"]).toBeUndefined();
  });

  test("a hit says what it is, in one sentence", () => {
    const labels = answered()
      .withClass("hit")
      .map((one) => one.attributes["aria-label"]);
    expect(labels.slice(0, 2)).toEqual([
      "place_order, method in Checkout, src/shop/checkout.py, line 42",
      "reserved, method in Stock, src/shop/inventory/stock.py, line 118",
    ]);
    expect(labels[4]).toBe("Lines 31 to 32, markdown, docs/orders.md, line 31");
  });

  test("an open hit tells why it is there", () => {
    const hit = { ...sampleHits()[3], explanation: explained(2, 1.25, 0.5) } as ReturnType<typeof sampleHit>;
    const shown = answered({ hits: [hit] }, { openHits: new Set([hitKey(hit)]) });
    const cells = shown.all.filter((one) => one.tag === "tr").map((row) => row.children.map(textOf));
    expect(cells).toEqual([
      ["Found by", "Rank", "Weight", "Points"],
      ["meaning", "3", "0.5", "7.27"],
      ["text", "5", "0.2", "2.78"],
      ["structure", "4", "0.2", "2.84"],
      ["Sum", "", "", "12.9"],
    ]);
    const [details] = shown.texts("details");
    expect(details).toContain("× 1.25");
    expect(details).toContain("× 0.5");
    expect(details).toContain("Other people's code");
  });

  test("a direct answer's points are said to be its own", () => {
    const hit = sampleHit({ path: "a.py", line: 0, snippet: "x", explanation: explained(0).slice(0, 1) });
    const shown = answered({ hits: [hit], fusion_strategy: "direct" }, { openHits: new Set([hitKey(hit)]) });
    expect(shown.texts("why")[0]).toContain("One search answered");
    expect(shown.all.some((one) => one.tag === "tfoot")).toBe(false);
  });

  test("a signature is said where the code does not show it", () => {
    const symbol = { name: "far_away", kind: "function" as const, signature: "def far_away(x)" };
    const hidden = sampleHit({
      path: "a.py",
      line: 50,
      snippet: "    body = 1",
      range: { start: { line: 10, character: 0 }, end: { line: 90, character: 0 } },
      symbol,
    });
    const seen = sampleHit({ path: "a.py", line: 10, snippet: "def far_away(x):\n    body = 1", symbol });
    expect(answered({ hits: [hidden] }).texts("signature")).toEqual(["def far_away(x)"]);
    expect(answered({ hits: [seen] }).texts("signature")).toEqual([]);
  });

  test("a hit that looks the same is the same node, so that it is not compared again", () => {
    const answer = sampleAnswer();
    const hits = () => panel({ query: "q", answer }).withClass("hit");
    expect(hits()[2]).toBe(hits()[2]);
    const active = hits()[2]?.attributes["data-key"] as string;
    expect(panel({ query: "q", answer, active }).withClass("hit")[2]).not.toBe(hits()[2]);
  });
});

describe("what a workspace says", () => {
  test.each(HOSTILE)("is text, wherever it stands: %j", (text) => {
    const hit = sampleHit({
      path: `${text}/${text}`.replace(/[\ud800-\udfff]/g, "_"),
      line: 1,
      snippet: `${text}\n${text}`,
      symbol: { name: text, kind: "function", container: text, signature: text, doc: text },
      language: text,
      marks: [text],
    });
    const target = { name: "find_definition" as const, confidence: 0.6, rule: "5", target: text };
    const shown = answered(
      { hits: [hit], query: text, intent: target, fallback_reason: text },
      { query: text, history: [text], showsHistory: true, openHits: new Set([hitKey(hit)]), failure: text },
    );
    expect(shown.html).not.toMatch(/<(?:img|script)|<\/script>|onerror="/);
    for (const { attributes } of shown.all) {
      expect(Object.keys(attributes).filter((name) => name.startsWith("on") || name === "style")).toEqual([]);
    }
    // Nothing that turns or hides text is left where the result is shown.
    const seen = ["hit", "route", "notice-text", "file"].flatMap(shown.texts).join("");
    expect(seen).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u0000-\u0008]/);
  });

  test("is isolated from the text around it", () => {
    const { all } = answered();
    const named = all.filter((one) => ["name", "container", "folder", "text"].includes(String(one.attributes.class)));
    expect(named.length).toBeGreaterThan(10);
    expect(new Set(named.map((one) => one.tag))).toEqual(new Set(["bdi"]));
  });
});

test("markup in a string is escaped everywhere", () => {
  const node = h("p", { title: `"><script>'&` }, `</p><img onerror="x">&amp;'`);
  expect(toHtml(node)).toBe(
    '<p title="&#34;&#62;&#60;script&#62;&#39;&#38;">&#60;/p&#62;&#60;img onerror=&#34;x&#34;&#62;&#38;amp;&#39;</p>',
  );
});

test("placeholders are filled once, whatever the values hold", () => {
  expect(fill("{0} and {1}, {0}, {2}", "{1}", "$&")).toBe("{1} and $&, {1}, {2}");
});
