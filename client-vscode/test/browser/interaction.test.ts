// What a user does with the panel, and what the panel then does, in a real browser.

import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

vi.mock("vscode", () => ({ l10n: { t: (text: string) => text } }));

import type { ToHost, ToPanel } from "../../src/panelMessages";
import { panelStrings } from "../../src/panelStrings";
import type { SearchParams } from "../../src/protocol";
import { ROOT, RUNNING, sampleAnswer, sampleHit, sampleHits } from "../panel/sample";
import { openPanel, type OpenPanel, startBrowser, tokenColorsOf } from "./harness";
import { answerLast, hostileAnswer, manyAnswer } from "./scenes";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

let panel: OpenPanel;
beforeEach(async () => {
  panel = await openPanel(browser, { theme: "dark", width: 320, height: 600 });
});
afterEach(() => panel.close());

type Start = Extract<ToPanel, { type: "start" }>;

const start = (changed: Partial<Start> = {}): Promise<void> =>
  panel.send({
    type: "start",
    strings: panelStrings(),
    history: [],
    colors: tokenColorsOf("dark"),
    server: RUNNING,
    kept: null,
    page: null,
    ...changed,
  });

type Sent<T extends ToHost["type"]> = Extract<ToHost, { type: T }>;
const sent = async <T extends ToHost["type"]>(type: T): Promise<Sent<T>[]> =>
  (await panel.sent()).filter((message): message is Sent<T> => message.type === type);
const searches = async (): Promise<SearchParams[]> => (await sent("search")).map((message) => message.params);

/** Waits until the page has asked so many questions. */
const asked = (count: number) =>
  panel.page.waitForFunction(
    (least) => window.sent.filter((message) => message.type === "search").length >= least,
    count,
  );

async function ask(query: string, answer = sampleAnswer()): Promise<void> {
  const before = (await searches()).length;
  await panel.page.fill("#question", query);
  await asked(before + 1);
  await answerLast(panel, answer);
}

const press = async (...keys: string[]) => {
  for (const key of keys) await panel.page.keyboard.press(key);
};
const focused = () => panel.page.evaluate(() => document.activeElement?.id);
const active = () =>
  panel.page.evaluate(
    () =>
      document.getElementById(document.getElementById("results")?.getAttribute("aria-activedescendant") ?? "")?.dataset
        .key,
  );
/** The row at the top of the list, and how far it is scrolled out. */
const topRow = () =>
  panel.page.evaluate(() => {
    const top = document.getElementById("results")?.getBoundingClientRect().top ?? 0;
    const rows = [...document.querySelectorAll<HTMLElement>(".row")];
    const row = rows.find((one) => one.getBoundingClientRect().bottom > top);
    return row && `${row.dataset.key} ${Math.round(row.getBoundingClientRect().top - top)}`;
  });
const texts = (selector: string) => panel.page.locator(selector).allTextContents();

describe("asking", () => {
  test("as somebody types: one question at a pause, the older one cancelled, its late answer ignored", async () => {
    await start();
    await panel.page.focus("#question");
    await panel.page.keyboard.type("how is", { delay: 10 });
    await asked(1);
    await panel.page.keyboard.type(" it", { delay: 10 });
    await asked(2);
    expect((await searches()).map((params) => params.query)).toEqual(["how is", "how is it"]);
    expect(await sent("cancel")).toEqual([{ type: "cancel", id: 1 }]);
    await panel.send({ type: "answer", id: 2, answer: sampleAnswer({ total: { matches: 5, files: 5 } }) });
    await panel.send({ type: "answer", id: 1, answer: sampleAnswer({ total: { matches: 99, files: 99 } }) });
    expect(await texts(".totals")).toEqual(["5 matches in 5 files"]);
  });

  test("on an option at once, with what it says", async () => {
    await start();
    await ask("q");
    await panel.page.click('[data-action="options"]');
    await panel.page.selectOption('[data-option="intent"]', "exact_match");
    await panel.page.click('[data-modality="text"]');
    await panel.page.click('[data-action="regex"]');
    expect((await searches()).at(-1)).toEqual({
      query: "q",
      limit: 20,
      explain: true,
      tokens: true,
      intent: "exact_match",
      modalities: ["text"],
      regex: true,
    });
    await panel.page.click('[data-action="resetOptions"]');
    expect((await searches()).at(-1)).toEqual({ query: "q", limit: 20, explain: true, tokens: true });
  });

  test("nothing when the input is emptied, and the results go", async () => {
    await start();
    await ask("q");
    await panel.page.click('[data-action="clear"]');
    expect(await panel.page.locator(".hit").count()).toBe(0);
    expect(await panel.page.locator(".screen.empty").count()).toBe(1);
    expect(await focused()).toBe("question");
  });

  test("an example with a click, and what a command sends", async () => {
    await start();
    await panel.page.click('[data-query="where is main defined"]');
    await asked(1);
    const context = { textDocument: { uri: "file:///a.py" }, position: { line: 1, character: 2 } };
    await panel.send({ type: "show", request: { query: "code like this", intent: "find_similar", context } });
    await asked(2);
    expect(await searches()).toMatchObject([
      { query: "where is main defined" },
      { query: "code like this", intent: "find_similar", context },
    ]);
    expect(await sent("remember")).toEqual([
      { type: "remember", query: "where is main defined" },
      { type: "remember", query: "code like this" },
    ]);
    // What the command attached ends with its question.
    await panel.page.fill("#question", "something else");
    await asked(3);
    expect((await searches()).at(-1)).toEqual({ query: "something else", limit: 20, explain: true, tokens: true });
  });

  test("again, quietly, when the code has changed, and when the server is back", async () => {
    await start();
    await ask("q");
    await press("ArrowDown", "ArrowDown");
    const row = await active();
    await panel.send({ type: "server", server: { ...RUNNING, revision: 8 } });
    await asked(2);
    const hits = [sampleHit({ path: "new.py", line: 0, snippet: "new" }), ...sampleHits()];
    await answerLast(panel, sampleAnswer({ hits, index: { ...sampleAnswer().result.index, revision: 8 } }));
    expect(await active()).toBe(row);
    expect(await focused()).toBe("results");
    expect(await panel.page.locator(".file").count()).toBe(6);
    await panel.send({ type: "server", server: { kind: "stopped" } }, { type: "server", server: RUNNING });
    await asked(3);
  });

  test("again once when an index that was not complete is, also if the answer comes later than that news", async () => {
    await start({ server: { ...RUNNING, revision: 1, phase: "indexing" } });
    await panel.page.fill("#question", "q");
    await asked(1);
    await panel.send({ type: "server", server: { ...RUNNING, revision: 1 } });
    const index = { ...sampleAnswer().result.index, revision: 1, complete: false };
    await answerLast(panel, sampleAnswer({ index }));
    await asked(2);
    await answerLast(panel, sampleAnswer({ index }));
    await panel.page.waitForTimeout(1500);
    expect(await searches()).toHaveLength(2);
  });

  test("more hits, up to the server's limit", async () => {
    await start();
    await ask("q");
    await press("ArrowDown", "End", "Enter");
    await asked(2);
    expect((await searches()).at(-1)?.limit).toBe(50);
    const further = sampleHit({ path: "further.py", line: 3, snippet: "x" });
    await answerLast(panel, sampleAnswer({ hits: [...sampleHits(), further], cut: false }));
    // The keyboard is where the list went on.
    expect(await active()).toContain("further.py");
  });
});

describe("the keyboard", () => {
  test("goes from the input through the rows and back", async () => {
    await start();
    await ask("q");
    await panel.page.focus("#question");
    await press("ArrowDown");
    expect(await focused()).toBe("results");
    expect(await active()).toContain("file ");
    await press("ArrowDown");
    expect(await active()).toContain("hit ");
    await press("Escape");
    expect(await focused()).toBe("question");
    await press("ArrowDown");
    expect(await active()).toContain("hit ");
    await press("Home", "ArrowUp");
    expect(await focused()).toBe("question");
  });

  test("opens a hit at its place: here, beside, and at a line that was clicked", async () => {
    await start();
    await ask("q");
    await press("ArrowDown", "ArrowDown", "Enter", "Control+Enter");
    const hit = sampleHits()[0];
    const opened = { type: "open", uri: hit?.uri, selection: hit?.selectionRange };
    expect(await sent("open")).toEqual([
      { ...opened, how: "open" },
      { ...opened, how: "beside" },
    ]);
    await panel.page.locator(".hit").first().locator('[data-line="43"]').click();
    expect((await sent("open")).at(-1)).toMatchObject({
      how: "preview",
      selection: { start: { line: 43, character: 0 } },
    });
    await panel.page.locator(".hit .name").first().dblclick();
    expect((await sent("open")).at(-1)).toEqual({ ...opened, how: "open" });
    expect(await sent("remember")).not.toEqual([]);
  });

  test("tells why with the space bar, aloud too, and closes again", async () => {
    await start();
    await ask("q");
    await press("ArrowDown", "ArrowDown", " ");
    expect(await panel.page.locator(".why").count()).toBe(1);
    expect(await texts(".spoken[role=status]")).toEqual([
      "Details shown. Found by meaning at rank 1, text at rank 3, structure at rank 2.",
    ]);
    await press("ArrowLeft");
    expect(await panel.page.locator(".why").count()).toBe(0);
  });

  test("recalls earlier questions and what was typed before them", async () => {
    await start({ history: ["newest", "oldest"] });
    await panel.page.focus("#question");
    const value = () => panel.page.inputValue("#question");
    await press("ArrowUp");
    expect(await value()).toBe("newest");
    await press("ArrowUp", "ArrowUp");
    expect(await value()).toBe("oldest");
    await press("ArrowDown", "ArrowDown");
    expect(await value()).toBe("");
    await panel.page.keyboard.type("draft");
    await press("Home", "ArrowUp");
    expect(await value()).toBe("newest");
    await press("ArrowDown");
    expect(await value()).toBe("draft");
  });

  test("enter in the input keeps the question, and goes to the results once they are there", async () => {
    await start();
    await panel.page.fill("#question", "q");
    await press("Enter");
    await asked(1);
    await answerLast(panel, sampleAnswer({ query: "q" }));
    expect(await focused()).toBe("question");
    await press("Enter");
    expect(await focused()).toBe("results");
    expect((await sent("remember"))[0]).toEqual({ type: "remember", query: "q" });
  });
});

describe("more in this file", () => {
  const uri = `${ROOT}src/shop/checkout.py`;
  const more = () => panel.page.locator(".row.more");

  test("comes in place, and goes again", async () => {
    await start();
    await ask("q");
    await press("ArrowDown", "ArrowDown", "ArrowDown", "Enter");
    await asked(2);
    expect((await searches()).at(-1)).toMatchObject({ query: "q", inFile: { uri }, perFile: "all", limit: 200 });
    expect(await more().textContent()).toContain("Looking for more");
    const others = [60, 70, 80].map((line) => sampleHit({ path: "src/shop/checkout.py", line, snippet: "more()" }));
    await answerLast(
      panel,
      sampleAnswer({ hits: [sampleHits()[0] ?? others[0], ...others].filter((hit) => hit !== undefined) }),
    );
    expect(await panel.page.locator(".hit").count()).toBe(8);
    expect(await more().textContent()).toContain("Hide the 3 others");
    expect(await active()).toContain("60:0");
    await more().click();
    expect(await panel.page.locator(".hit").count()).toBe(5);
    expect(await more().textContent()).toContain("3 more in this file");
  });

  test("says when it fails, and can be asked again", async () => {
    await start();
    await ask("q");
    await more().click();
    await asked(2);
    await answerLast(panel, "the server is busy");
    expect(await more().textContent()).toContain("the server is busy");
    await more().click();
    await asked(3);
  });
});

describe("what stays", () => {
  test("over hiding and reload: question, options, what is open, and the place in the list", async () => {
    await start();
    await ask("q", manyAnswer(60));
    await press("ArrowDown", "ArrowDown", " ", "End");
    await panel.page.click('[data-action="options"]');
    await panel.page.click('[data-action="word"]');
    await asked(2);
    await answerLast(panel, manyAnswer(60));
    await panel.page.focus("#results");
    await press("ArrowDown", " ", "End");
    await panel.page.waitForTimeout(400);
    const kept = await panel.page.evaluate(() => window.kept);
    const params = (await searches()).at(-1) ?? { query: "" };
    expect(await topRow()).not.toContain("checkout.py0 ");
    const before = await topRow();
    await panel.close();

    panel = await openPanel(browser, { theme: "dark", width: 320, height: 600, persisted: kept });
    // The host names the fields of a request in an order of its own.
    const reordered = Object.fromEntries(Object.entries(params).reverse()) as unknown as SearchParams;
    await start({ kept: { ...manyAnswer(60), params: reordered } });
    expect(await panel.page.inputValue("#question")).toBe("q");
    expect(await panel.page.locator(".why").count()).toBe(1);
    expect(await active()).toBe("limit");
    expect(await topRow()).toBe(before);
    expect(await panel.page.getAttribute('[data-action="word"]', "aria-pressed")).toBe("true");
    // What was kept is asked again: the code may have changed.
    await asked(1);
    expect((await searches()).at(-1)).toEqual(params);
  });

  test.each(["the editor", "the host"])(
    "over a reload after which only %s has kept the page's state",
    async (keeper) => {
      await start();
      await ask("q", manyAnswer(60));
      await press("ArrowDown", " ", "ArrowDown", "ArrowDown", " ", "ArrowDown", "ArrowDown");
      await panel.page.waitForTimeout(400);
      const kept = await panel.page.evaluate(() => window.kept);
      const told = (await sent("keep")).at(-1)?.state ?? null;
      expect(told).toEqual(kept);
      const [before, row] = [await topRow(), await active()];
      await panel.close();

      panel = await openPanel(browser, {
        theme: "dark",
        width: 320,
        height: 600,
        persisted: keeper === "the editor" ? kept : undefined,
      });
      await start({ page: keeper === "the host" ? told : null });
      await asked(1);
      await answerLast(panel, manyAnswer(60));
      expect(await panel.page.locator('.file[aria-expanded="false"]').count()).toBe(1);
      expect(await panel.page.locator(".why").count()).toBe(1);
      expect(await active()).toBe(row);
      expect(await topRow()).toBe(before);
    },
  );

  test("the place in the list when a row opens, and the cursor in the input when results come", async () => {
    await start();
    await ask("q", manyAnswer(60));
    await panel.page.evaluate(() => document.getElementById("results")?.scrollTo(0, 700));
    const before = await panel.page.evaluate(() => document.getElementById("results")?.scrollTop);
    await panel.page.click('[data-action="options"]');
    expect(await panel.page.evaluate(() => document.getElementById("results")?.scrollTop)).toBe(before);
    await panel.page.fill("#question", "hello");
    await press("ArrowLeft", "ArrowLeft");
    await panel.page.keyboard.type("XY");
    await asked(2);
    await answerLast(panel, manyAnswer(60));
    expect(await panel.page.inputValue("#question")).toBe("helXYlo");
    expect(await panel.page.evaluate(() => (document.activeElement as HTMLTextAreaElement).selectionStart)).toBe(5);
  });
});

test("two hundred hits are drawn quickly, and moving among them is instant", async () => {
  await start();
  await ask("q");
  const answer = manyAnswer(200);
  await panel.page.fill("#question", "many");
  await asked(2);
  const id = (await sent("search")).at(-1)?.id ?? 0;
  const drawn = await panel.page.evaluate(
    async ([message]) => {
      const began = performance.now();
      window.postMessage(message, "*");
      while (document.querySelectorAll(".hit").length < 200) await new Promise((resolve) => setTimeout(resolve, 0));
      document.body.getBoundingClientRect();
      return performance.now() - began;
    },
    [{ type: "answer", id, answer }],
  );
  expect(drawn).toBeLessThan(3000);
  await panel.page.focus("#results");
  const moved = await panel.page.evaluate(() => {
    const tree = document.getElementById("results");
    const began = performance.now();
    for (let step = 0; step < 20; step++) {
      tree?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
    }
    return (performance.now() - began) / 20;
  });
  expect(moved).toBeLessThan(200);
});

test("a hostile workspace shows as text and runs nothing", async () => {
  await panel.page.evaluate(() => (window.alert = () => window.sent.push({ type: "remember", query: "ALERT" })));
  await start({ history: ['<img src=x onerror="alert(1)">'] });
  await panel.page.click('[data-action="history"]');
  await ask("<b>bold</b>", hostileAnswer());
  await press("ArrowDown", "ArrowDown", " ");
  const foreign = await panel.page.locator("#panel img, #panel script, #panel b, #panel iframe").count();
  expect(foreign).toBe(0);
  expect(await panel.page.locator("[onerror], #panel [style]:not(#question)").count()).toBe(0);
  expect((await panel.sent()).filter((message) => message.type === "remember")).toEqual([]);
  expect((await texts(".hit .name"))[0]).toBe('<img src=x onerror="alert(1)">');
  expect((await texts(".hit .name")).join(" ")).toContain("right[U+202E]to-left[U+202C] override");
});

test("a theme's colours are taken when they come, and given back", async () => {
  await start();
  await ask("q");
  const color = () =>
    panel.page
      .locator(".token-keyword")
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  expect(await color()).toBe("rgb(197, 134, 192)");
  await panel.send({ type: "colors", colors: { keyword: { color: "#010203", bold: true } } });
  expect(await color()).toBe("rgb(1, 2, 3)");
  await panel.send({ type: "colors", colors: {} });
  expect(await color()).not.toBe("rgb(1, 2, 3)");
});
