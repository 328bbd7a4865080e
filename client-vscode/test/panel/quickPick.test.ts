import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

type Listener = (event: never) => unknown;
interface FakePick {
  items: { label: string; alwaysShow?: boolean; hit?: unknown; command?: string; question?: string }[];
  value: string;
  title: string | undefined;
  busy: boolean;
  sortByLabel: boolean | undefined;
  selectedItems: unknown[];
  buttons: unknown[];
  isDisposed: boolean;
  listeners: Record<string, Listener>;
}

interface FakeEditor {
  pick: FakePick | undefined;
  ran: unknown[][];
  opened: unknown[][];
  previews: unknown[];
  ends: boolean[];
  remembered: string[];
}

const editor = vi.hoisted((): FakeEditor => ({
  pick: undefined,
  ran: [],
  opened: [],
  previews: [],
  ends: [],
  remembered: [],
}));

vi.mock("vscode", () => {
  class CancellationTokenSource {
    readonly token = { isCancellationRequested: false };
    cancel = () => (this.token.isCancellationRequested = true);
    dispose = () => undefined;
  }
  const createQuickPick = () => {
    const listeners: Record<string, Listener> = {};
    const on = (name: string) => (listener: Listener) => (listeners[name] = listener);
    const pick: FakePick & Record<string, unknown> = {
      items: [],
      value: "",
      selectedItems: [],
      title: undefined,
      busy: false,
      sortByLabel: undefined,
      buttons: [],
      isDisposed: false,
      listeners,
      onDidChangeValue: on("value"),
      onDidChangeActive: on("active"),
      onDidAccept: on("accept"),
      onDidTriggerItemButton: on("itemButton"),
      onDidTriggerButton: on("button"),
      onDidHide: on("hide"),
      show: () => undefined,
      hide: () => (listeners.hide as (() => void) | undefined)?.(),
      dispose() {
        pick.isDisposed = true;
      },
    };
    editor.pick = pick;
    return pick;
  };
  const fill = (text: string, ...values: string[]) =>
    text.replace(/\{(\d)\}/g, (whole, index) => values[Number(index)] ?? whole);
  return {
    CancellationTokenSource,
    Disposable: { from: () => ({ dispose: () => undefined }) },
    ThemeIcon: Object,
    l10n: { t: fill },
    window: { createQuickPick, activeTextEditor: undefined },
    commands: { executeCommand: (...given: unknown[]) => void editor.ran.push(given) },
  };
});
vi.mock("../../src/filePaths", () => ({ shownPath: (uri: string) => uri.replace("file:///home/ada/shop/", "") }));
vi.mock("../../src/openHit", () => ({ openHit: (...given: unknown[]) => void editor.opened.push(given) }));
vi.mock("../../src/hitPreview", () => ({
  createHitPreview: () => ({
    show: (hit: unknown) => editor.previews.push(hit),
    end: (isToRestore: boolean) => {
      editor.ends.push(isToRestore);
      return Promise.resolve();
    },
  }),
}));
vi.mock("../../src/searchHistory", () => ({
  searchHistory: () => ({ questions: ["earlier"], remember: (query: string) => editor.remembered.push(query) }),
}));

import type { Server } from "../../src/client";
import type { SearchParams, SearchResult } from "../../src/protocol";
import { openQuickPick } from "../../src/quickPick";
import { sampleHits, sampleResult } from "./sample";

interface Asked {
  readonly params: SearchParams;
  readonly token: { isCancellationRequested: boolean };
  readonly answer: (result: SearchResult) => void;
  readonly fail: (error: Error) => void;
}
let asked: Asked[];
let state: Server["state"];

function open(initial?: Partial<SearchParams>): FakePick {
  const server = {
    get state() {
      return state;
    },
    search: (params: SearchParams, token: Asked["token"]) =>
      new Promise<SearchResult>((answer, fail) => void asked.push({ params, token, answer, fail })),
    onStateChanged: () => undefined,
    onStatusChanged: () => undefined,
  };
  openQuickPick({} as never, server as unknown as Server, initial);
  if (!editor.pick) throw new Error("no quick pick was made");
  return editor.pick;
}

async function type(pick: FakePick, text: string): Promise<void> {
  pick.value = text;
  (pick.listeners.value as (text: string) => void)(text);
  await vi.advanceTimersByTimeAsync(150);
}

async function answer(index: number, result = sampleResult()): Promise<void> {
  asked[index]?.answer(result);
  await vi.advanceTimersByTimeAsync(0);
}

const fire = async (pick: FakePick, name: string, event?: unknown) => {
  await (pick.listeners[name] as (event: unknown) => unknown)(event);
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  state = { kind: "running" };
  Object.assign(editor, { ran: [], opened: [], previews: [], ends: [], remembered: [] });
});
afterEach(() => void vi.useRealTimers());

describe("the quick pick", () => {
  test("shows every hit, in the server's order, whatever the editor makes of the labels", async () => {
    const pick = open();
    await type(pick, "how is an order placed");
    await answer(0);
    expect(pick.sortByLabel).toBe(false);
    expect(pick.items.map((item) => item.label)).toEqual([
      "$(symbol-method) place_order",
      "$(symbol-method) reserved",
      "$(symbol-function) test_an_empty_cart_is_refused",
      "$(symbol-class) OldCheckout",
      "$(file) Line 31",
    ]);
    expect(pick.items.every((item) => item.alwaysShow)).toBe(true);
    expect(pick.title).toBe("Explanation · meaning + text + structure · 42 matches in 17 files");
  });

  test("asks once at a pause, and cancels what is superseded", async () => {
    const pick = open();
    await type(pick, "one");
    await type(pick, "two");
    expect(asked.map(({ params, token }) => [params.query, token.isCancellationRequested])).toEqual([
      ["one", true],
      ["two", false],
    ]);
    await answer(0, sampleResult({ hits: [] }));
    await answer(1);
    expect(pick.items).toHaveLength(5);
  });

  test("opens the first hit when enter came before the answer, and nothing when the question went on", async () => {
    const pick = open();
    await type(pick, "one");
    await fire(pick, "accept");
    expect(editor.opened).toEqual([]);
    await answer(0);
    const [hit] = sampleHits();
    expect(editor.opened).toEqual([[hit?.uri, hit?.selectionRange, "open"]]);
    expect(editor.ends).toEqual([false]);
    expect(editor.remembered).toEqual(["one"]);

    const other = open();
    await type(other, "two");
    await fire(other, "accept");
    await type(other, "two and more");
    await answer(2);
    expect(editor.opened).toHaveLength(1);
  });

  test("opens to the side, or in the panel", async () => {
    const pick = open();
    await type(pick, "q");
    await answer(0);
    await fire(pick, "itemButton", { item: pick.items[1] });
    expect(editor.opened[0]?.[2]).toBe("beside");

    const other = open({ intent: "find_similar" });
    await type(other, "q");
    await fire(other, "button");
    expect(editor.ran).toEqual([["maguyva.searchPanel.focus", { intent: "find_similar", query: "q" }]]);
    expect(editor.ends.at(-1)).toBe(true);
  });

  test("shows the hit that is looked at, and puts the editor back on escape", async () => {
    const pick = open();
    await type(pick, "q");
    await answer(0);
    await fire(pick, "active", [pick.items[2]]);
    expect(editor.previews).toEqual([sampleHits()[2]]);
    await fire(pick, "hide");
    expect(editor.ends).toEqual([true]);
    expect(pick.isDisposed).toBe(true);
  });

  test("offers earlier questions while nothing is typed", async () => {
    const pick = open();
    expect(pick.items.map((item) => item.label)).toEqual(["$(history) earlier"]);
    pick.selectedItems = [pick.items[0]];
    await fire(pick, "accept");
    expect(pick.value).toBe("earlier");
    await vi.advanceTimersByTimeAsync(150);
    expect(asked.map(({ params }) => params.query)).toEqual(["earlier"]);
  });

  test("says what is wrong and runs what helps, but never because enter was too quick", async () => {
    state = { kind: "failed", message: "It broke.", action: { title: "Mend it", command: "maguyva.restart" } };
    const pick = open();
    await type(pick, "q");
    await fire(pick, "accept");
    asked[0]?.fail(new Error("It broke."));
    await vi.advanceTimersByTimeAsync(0);
    expect(pick.items).toMatchObject([{ label: "$(error) It broke.", detail: "Mend it", alwaysShow: true }]);
    expect(editor.ran).toEqual([]);
    pick.selectedItems = [pick.items[0]];
    await fire(pick, "accept");
    expect(editor.ran).toEqual([["maguyva.restart"]]);
  });

  test("says when there is nothing, or nothing yet", async () => {
    const pick = open();
    await type(pick, "q");
    await answer(0, sampleResult({ hits: [] }));
    expect(pick.items.map((item) => item.label)).toEqual(["$(info) Nothing found"]);
    await type(pick, "r");
    await answer(1, sampleResult({ hits: [], index: { ...sampleResult().index, complete: false } }));
    expect(pick.items[0]?.label).toContain("still being built");
  });
});
