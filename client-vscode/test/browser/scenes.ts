// Every state of the panel, each as the host's messages that bring it about and what a user does then.

import type { Page } from "playwright-core";

import type { KeptAnswer, ServerView, ToPanel } from "../../src/panelMessages";
import type { PanelStrings } from "../../src/panelStrings";
import type { Hit } from "../../src/protocol";
import type { TokenColors } from "../../src/tokenColors";
import { HOSTILE, RUNNING, sampleAnswer, sampleHit, sampleHits } from "../panel/sample";
import type { OpenPanel } from "./harness";

export interface Scene {
  readonly name: string;
  readonly server?: ServerView;
  readonly history?: readonly string[];
  readonly query?: string;
  /** The answer to the query; a string is a failure's message, null leaves it open. */
  readonly answer?: KeptAnswer | string | null;
  /** What a user does when the answer is there. */
  readonly then?: (page: Page, panel: OpenPanel) => Promise<void>;
}

const QUERY = "how is an order placed";
const HISTORY = ["where is Checkout defined", "who calls place_order", 'find the string "OutOfStock"'];

const DEFINITION = sampleAnswer({
  query: "where is Checkout defined",
  intent: { name: "find_definition", confidence: 0.9, rule: "4b", target: "Checkout" },
  fusion_strategy: "direct",
  modalities: [{ name: "structural", weight: 0.6, candidates: 1, elapsed_ms: 0.4, status: "ok" }],
  hits: [
    sampleHit({
      path: "src/shop/checkout.py",
      line: 18,
      snippet:
        "class Checkout:\n    def __init__(self, stock: Stock, pricing: Pricing, payments: Payments):\n        self.stock = stock",
      symbol: { name: "Checkout", kind: "class", signature: "class Checkout" },
      explanation: [{ modality: "structural", rank: 0, weight: 0.6, contribution: 3.58, boost: 1, demotion: 1 }],
    }),
  ],
  total: { matches: 1, files: 1 },
  cut: false,
  elapsed_ms: 6.2,
});

const EXACT = sampleAnswer({
  query: 'find the string "OutOfStock"',
  intent: { name: "exact_match", confidence: 0.9, rule: "4", target: "OutOfStock" },
  fusion_strategy: "direct",
  modalities: [{ name: "text", weight: 0.9, candidates: 6, elapsed_ms: 3.1, status: "ok" }],
  hits: [
    sampleHit({
      path: "src/shop/inventory/stock.py",
      line: 88,
      snippet:
        'class OutOfStock(Exception):\n    """Raised when there is less than was asked for."""\n\n    def __str__(self):\n        return f"OutOfStock: {self.missing}"',
      word: "OutOfStock",
      symbol: { name: "OutOfStock", kind: "class", signature: "class OutOfStock(Exception)" },
      more_in_file: 1,
    }),
    sampleHit({
      path: "src/shop/inventory/stock.py",
      line: 140,
      snippet: "        if missing:\n            raise OutOfStock(missing)\n        return taken",
      word: "OutOfStock",
      symbol: { name: "take", kind: "method", container: "Stock", signature: "def take(self, items, *, partly=False)" },
      more_in_file: 1,
    }),
    sampleHit({
      path: "src/shop/errors.py",
      line: 3,
      snippet: "from .inventory.stock import OutOfStock\nfrom .payments import Declined\n",
      word: "OutOfStock",
    }),
  ],
  total: { matches: 4, files: 2 },
  cut: false,
  elapsed_ms: 4.9,
});

const DEGRADED = sampleAnswer({
  modalities: [
    {
      name: "semantic",
      weight: 0.5,
      candidates: 150,
      elapsed_ms: 4.4,
      status: "degraded",
      reason: "meaning is off: the provider voyage needs a key",
    },
    { name: "text", weight: 0.2, candidates: 40, elapsed_ms: 0.5, status: "ok" },
    { name: "structural", weight: 0.2, candidates: 0, elapsed_ms: 5000, status: "late", reason: "it took too long" },
  ],
});

const PARTIAL_INDEX = {
  revision: 2,
  complete: false,
  pending: 0,
  parts: { text: false, structure: false, graph: false, vectors: false },
  updating: true,
};

const INDEXING: ServerView = {
  ...RUNNING,
  phase: "indexing",
  progress: { stage: "parsing", done: 1234, total: 5000 },
};

const NOTHING = sampleAnswer({
  query: "frobnicate the gizmo",
  hits: [],
  total: { matches: 0, files: 0 },
  cut: false,
});

export function hostileAnswer(): KeptAnswer {
  const hits: Hit[] = HOSTILE.map((text, line) => {
    const snippet = `def f():\n    ${text}\n    return "${text}"`;
    return sampleHit({
      path: `src/${line % 3}/${text.replace(/[/\ud800-\udfff]/g, "_")}.py`,
      line,
      snippet,
      word: "return",
      symbol: { name: text, kind: "function", container: text, signature: `def ${text}`, doc: text },
      marks: [text],
    });
  });
  return sampleAnswer({
    query: HOSTILE[0] ?? "",
    intent: { name: "find_definition", confidence: 0.6, rule: "5", target: HOSTILE[1] },
    hits,
    total: { matches: hits.length, files: hits.length },
    cut: false,
  });
}

export function manyAnswer(count: number): KeptAnswer {
  const samples = sampleHits();
  const hits = Array.from({ length: count }, (_, index) => {
    const sample = samples[index % samples.length] ?? sampleHit({ path: "a.py", line: 0, snippet: "" });
    const uri = `${sample.uri}${Math.floor(index / 4)}`;
    const at = (position: { line: number; character: number }) => ({ ...position, line: position.line + index * 10 });
    const range = { start: at(sample.range.start), end: at(sample.range.end) };
    const selectionRange = { start: at(sample.selectionRange.start), end: at(sample.selectionRange.end) };
    return { ...sample, uri, range, selectionRange, snippetStart: sample.snippetStart + index * 10 };
  });
  return sampleAnswer({ hits, total: { matches: 900, files: 300 } });
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

export const SCENES: readonly Scene[] = [
  { name: "empty", history: HISTORY },
  { name: "empty-first-time" },
  { name: "results", query: QUERY, answer: sampleAnswer() },
  {
    name: "results-keyboard",
    query: QUERY,
    answer: sampleAnswer(),
    then: (page) => press(page, "ArrowDown", "ArrowDown", "ArrowDown"),
  },
  {
    name: "why",
    query: QUERY,
    answer: sampleAnswer(),
    then: (page) => press(page, "ArrowDown", "ArrowDown", " "),
  },
  {
    name: "flat",
    query: QUERY,
    answer: sampleAnswer(),
    then: (page) => page.click('[data-action="group"]'),
  },
  {
    name: "options",
    query: QUERY,
    answer: sampleAnswer({ preset: "thorough" }),
    then: async (page) => {
      await page.click('[data-action="options"]');
      await page.selectOption('[data-option="preset"]', "thorough");
      await page.click('[data-modality="graph"]');
      await page.fill('[data-option="include"]', "src, *.py");
    },
  },
  {
    name: "history",
    history: HISTORY,
    query: QUERY,
    answer: sampleAnswer(),
    then: (page) => page.click('[data-action="history"]'),
  },
  { name: "definition", query: "where is Checkout defined", answer: DEFINITION },
  { name: "exact", query: 'find the string "OutOfStock"', answer: EXACT },
  {
    name: "fallback",
    query: "who calls this",
    answer: sampleAnswer({
      query: "who calls this",
      intent: { name: "find_references", confidence: 0.9, rule: "2", target: "this" },
      fallback_from: "direct",
      fallback_reason: "no_target",
    }),
  },
  {
    name: "loading",
    query: QUERY,
    answer: null,
    then: (page) => page.waitForSelector(".progress.running").then(() => undefined),
  },
  { name: "indexing", server: INDEXING, query: QUERY, answer: sampleAnswer({ index: PARTIAL_INDEX }) },
  {
    name: "indexing-nothing-yet",
    server: INDEXING,
    query: QUERY,
    answer: { ...NOTHING, result: { ...NOTHING.result, index: PARTIAL_INDEX } },
  },
  { name: "degraded", query: QUERY, answer: DEGRADED },
  {
    name: "nothing",
    query: "frobnicate the gizmo",
    answer: NOTHING,
    then: async (page) => {
      await page.click('[data-action="options"]');
      await page.click('[data-action="word"]');
      await page.click('[data-action="options"]');
    },
  },
  { name: "question-refused", query: QUERY, answer: "include: a glob cannot be read: Invalid pattern '['" },
  { name: "server-starting", server: { kind: "starting" } },
  {
    name: "server-failed",
    server: {
      kind: "failed",
      message: "The server ended five times in three minutes, so it is not started again.",
      action: "Restart the server",
    },
  },
  { name: "server-no-python", server: { kind: "noPython", action: "Select a Python" } },
  { name: "server-untrusted", server: { kind: "untrusted", action: "Manage trust" } },
  {
    name: "hostile",
    query: HOSTILE[0],
    answer: hostileAnswer(),
    then: (page) => press(page, "ArrowDown", "ArrowDown", " "),
  },
];

/** Brings an open page into a scene. */
export async function play(panel: OpenPanel, scene: Scene, strings: PanelStrings, colors: TokenColors): Promise<void> {
  const server = scene.server ?? RUNNING;
  const start: ToPanel = {
    type: "start",
    strings,
    history: scene.history ?? [],
    colors,
    server,
    kept: null,
    page: null,
  };
  await panel.send(start);
  const { page } = panel;
  if (scene.query !== undefined) {
    await page.fill("#question", scene.query);
    await answerNext(panel, scene.answer ?? null);
  }
  await scene.then?.(page, panel);
  // A then-step may have asked again; it gets the same answer.
  if (scene.answer) await answerLast(panel, scene.answer);
}

/** Waits for the page's next question and answers it. */
export async function answerNext(panel: OpenPanel, answer: KeptAnswer | string | null): Promise<void> {
  await panel.page.waitForFunction(() => window.sent.some((message) => message.type === "search"));
  if (answer !== null) await answerLast(panel, answer);
}

export async function answerLast(panel: OpenPanel, answer: KeptAnswer | string): Promise<void> {
  const searches = (await panel.sent()).filter((message) => message.type === "search");
  const asked = searches.at(-1);
  if (!asked) return;
  if (typeof answer === "string") await panel.send({ type: "failure", id: asked.id, message: answer });
  else await panel.send({ type: "answer", id: asked.id, answer: { ...answer, params: asked.params } });
}
