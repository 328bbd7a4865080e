// A small invented project, answered as the server would: what the tests of the panel are shown.

import type { KeptAnswer, ServerView } from "../../src/panelMessages";
import type { PanelStrings } from "../../src/panelStrings";
import type { Contribution, Hit, Piece, SearchParams, SearchResult, SnippetToken, TokenKind } from "../../src/protocol";
import { initialState, type PanelState } from "../../src/webview/state";

export const ROOT = "file:///home/ada/shop/";

/** How the tokens of the samples are found; the real ones come from the server. */
const TOKENS: readonly [TokenKind, RegExp][] = [
  ["comment", /#[^\n]*/g],
  ["string", /"""[^"]*"""|"[^"\n]*"/g],
  ["keyword", /\b(?:class|def|return|if|else|not|in|for|raise|with|as|from|import|None|self)\b/g],
  ["number", /\b\d[\d_.]*\b/g],
  ["constant", /\b[A-Z][A-Z_]+\b/g],
  ["type", /\b[A-Z][a-z]\w*\b/g],
  ["function", /\b[a-z_]\w*(?=\()/g],
  ["property", /(?<=\.)[a-z_]\w*/g],
  ["variable", /\b[a-z_]\w*\b/g],
];

export function tokensOf(snippet: string): SnippetToken[] {
  const tokens: SnippetToken[] = [];
  for (const [kind, pattern] of TOKENS) {
    for (const found of snippet.matchAll(pattern)) {
      const [start, end] = [found.index, found.index + found[0].length];
      if (!tokens.some((token) => token.start < end && start < token.end)) tokens.push({ start, end, kind });
    }
  }
  return tokens.sort((one, other) => one.start - other.start);
}

/** The places of a word in a snippet. */
export function piecesOf(snippet: string, word: string): Piece[] {
  return [...snippet.matchAll(new RegExp(word, "g"))].map((found) => ({
    start: found.index,
    end: found.index + word.length,
  }));
}

export interface SampleHit extends Partial<Omit<Hit, "uri" | "snippet">> {
  readonly path: string;
  readonly line: number;
  readonly snippet: string;
  readonly word?: string;
}

/** A hit at a line of a file, from 0; with `word`, its places in the snippet are the matches. */
export function sampleHit({ path, line, snippet, word, ...others }: SampleHit): Hit {
  const lines = snippet.split("\n").length;
  const character = Math.max(0, snippet.split("\n")[0]?.search(/\S/) ?? 0);
  const start = { line, character };
  const snippetMatches = word === undefined ? undefined : piecesOf(snippet, word);
  return {
    uri: path.includes(":") ? path : ROOT + path.split("/").map(encodeURIComponent).join("/"),
    range: { start, end: { line: line + lines - 1, character: 0 } },
    selectionRange: { start, end: start },
    language: "python",
    snippet,
    snippetStart: line,
    score: 0.02,
    more_in_file: 0,
    tokens: tokensOf(snippet),
    ...(snippetMatches && { snippetMatches }),
    explanation: explained(0),
    ...others,
  };
}

export function explained(rank: number, boost = 1, demotion = 1): Contribution[] {
  const lists: [Contribution["modality"], number, number][] = [
    ["semantic", rank, 0.5],
    ["text", rank + 2, 0.2],
    ["structural", rank + 1, 0.2],
  ];
  return lists.map(([modality, place, weight]) => ({
    modality,
    rank: place,
    weight,
    contribution: (weight / (41 + place)) * boost * demotion,
    boost,
    demotion,
  }));
}

const CHECKOUT = `def place_order(self, cart: Cart, customer: Customer) -> Order:
    """Turn a cart into an order, or raise OutOfStock and leave everything as it was."""
    if not cart.items:
        raise EmptyCart(customer.id)
    with self.stock.reserved(cart.items) as reservation:
        order = Order.from_cart(cart, customer, price=self.pricing.total(cart))
        self.payments.charge(customer, order.total)
        reservation.commit()
    return order`;
const STOCK = `    def reserved(self, items):
        # Nothing is taken before commit: whoever leaves earlier gives all of it back.
        reservation = Reservation(self, items, seconds=900)
        return reservation`;
const LEGACY = `class OldCheckout:
    retries = 3

    def run(self):
        return None`;

export function sampleHits(): Hit[] {
  return [
    sampleHit({
      path: "src/shop/checkout.py",
      line: 41,
      snippet: CHECKOUT,
      symbol: {
        name: "place_order",
        kind: "method",
        container: "Checkout",
        signature: "def place_order(self, cart: Cart, customer: Customer) -> Order",
        doc: "Turn a cart into an order, or raise OutOfStock and leave everything as it was.",
      },
      more_in_file: 3,
      explanation: explained(0, 1.042),
    }),
    sampleHit({
      path: "src/shop/inventory/stock.py",
      line: 117,
      snippet: STOCK,
      symbol: { name: "reserved", kind: "method", container: "Stock", signature: "def reserved(self, items)" },
      explanation: explained(1),
    }),
    sampleHit({
      path: "tests/checkout/test_place_order.py",
      line: 8,
      snippet:
        "def test_an_empty_cart_is_refused(shop):\n    with raises(EmptyCart):\n        shop.checkout.place_order(Cart(), ADA)",
      symbol: {
        name: "test_an_empty_cart_is_refused",
        kind: "function",
        signature: "def test_an_empty_cart_is_refused(shop)",
      },
      marks: ["test"],
      explanation: explained(2),
    }),
    sampleHit({
      path: "vendor/oldshop/checkout.py",
      line: 2,
      snippet: LEGACY,
      symbol: { name: "OldCheckout", kind: "class", signature: "class OldCheckout" },
      marks: ["vendor"],
      explanation: explained(3, 1, 0.5),
    }),
    sampleHit({
      path: "docs/orders.md",
      line: 30,
      language: "markdown",
      snippet: "An order is placed in one step: either everything is in stock and paid,\nor nothing has happened.",
      tokens: [],
      explanation: explained(4),
    }),
  ];
}

const COMPLETE = { text: true, structure: true, graph: true, vectors: true };

export function sampleResult(changed: Partial<SearchResult> = {}): SearchResult {
  return {
    query: "how is an order placed",
    intent: { name: "understand_code", confidence: 0.75, rule: "6" },
    preset: "default",
    fusion_strategy: "weighted_rrf",
    modalities: [
      { name: "semantic", weight: 0.5, candidates: 150, elapsed_ms: 4.4, status: "ok" },
      { name: "text", weight: 0.2, candidates: 40, elapsed_ms: 0.5, status: "ok" },
      { name: "structural", weight: 0.2, candidates: 22, elapsed_ms: 0.2, status: "ok" },
    ],
    hits: sampleHits(),
    total: { matches: 42, files: 17 },
    cut: true,
    index: { revision: 7, complete: true, pending: 0, parts: COMPLETE, updating: false },
    elapsed_ms: 23.6,
    ...changed,
  };
}

export function sampleAnswer(changed: Partial<SearchResult> = {}, params: Partial<SearchParams> = {}): KeptAnswer {
  const result = sampleResult(changed);
  const paths = Object.fromEntries(
    result.hits.map((hit) => [
      hit.uri,
      decodeURIComponent(hit.uri.startsWith(ROOT) ? hit.uri.slice(ROOT.length) : hit.uri),
    ]),
  );
  return { params: { query: result.query, limit: 20, explain: true, tokens: true, ...params }, result, paths };
}

export const RUNNING: ServerView = {
  kind: "running",
  phase: "ready",
  revision: 7,
  languages: ["python", "markdown", "typescript"],
};

export function sampleState(strings: PanelStrings, changed: Partial<PanelState> = {}): PanelState {
  return { ...initialState(strings, RUNNING, [], null), ...changed };
}

/** What a hostile workspace would like to have interpreted. */
export const HOSTILE: readonly string[] = [
  '<img src=x onerror="alert(1)">',
  "</script><script>alert(1)</script>",
  `"quotes" and 'quotes' & ampersands`,
  "two\nlines\r\nor three",
  "right\u202eto-left\u202c override",
  "isolate\u2066 me\u2069",
  "null\u0000 and bell\u0007",
  "&lt;escaped already&gt;",
  "${injected} {0} `ticks`",
  "עברית and עוד",
  "lone \ud800 surrogate",
];
