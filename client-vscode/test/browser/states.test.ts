// Every state of the panel in every kind of theme, narrow and wide, in a real browser: axe finds no serious fault, and nothing is cut off.
//
// MAGUYVA_SCREENSHOTS=folder  keeps a picture of each.
// MAGUYVA_SCENES=why,empty    looks at these only.

import { mkdir } from "node:fs/promises";
import path from "node:path";

import type { Result } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

vi.mock("vscode", () => ({ l10n: { t: (text: string) => text } }));

import { panelStrings } from "../../src/panelStrings";
import { axeSource, openPanel, startBrowser, THEMES, tokenColorsOf } from "./harness";
import { play, SCENES } from "./scenes";

const WIDTHS = [240, 320, 1200];
const SHOTS = process.env.MAGUYVA_SCREENSHOTS;
const CHOSEN = process.env.MAGUYVA_SCENES?.split(",");
const scenes = SCENES.filter((scene) => !CHOSEN || CHOSEN.includes(scene.name));

let browser: Browser;
let axe: string;
beforeAll(async () => {
  [browser, axe] = await Promise.all([startBrowser(), axeSource()]);
  if (SHOTS !== undefined) await mkdir(SHOTS, { recursive: true });
});
afterAll(() => browser.close());

describe.each(THEMES)("%s", (theme) => {
  test.each(scenes)("$name", async (scene) => {
    const panel = await openPanel(browser, { theme, width: WIDTHS[0] ?? 240, height: 760 });
    const { page } = panel;
    await play(panel, scene, panelStrings(), tokenColorsOf(theme));
    // Themes differ in colours, not in sizes: one of them is measured in every width.
    for (const width of theme === "dark" || SHOTS !== undefined ? WIDTHS : WIDTHS.slice(0, 1)) {
      await page.setViewportSize({ width, height: 760 });
      if (SHOTS !== undefined) await page.screenshot({ path: path.join(SHOTS, `${scene.name}-${theme}-${width}.png`) });
      expect(await widerThanPage(page), `wider than the panel at ${width} px`).toEqual([]);
    }
    expect(await faults(page)).toEqual([]);
    expect(await rowsCalledOtherwise(page)).toEqual([]);
    await panel.close();
  });
});

/** What axe calls serious or critical, each with the element it is about. */
async function faults(page: Page): Promise<string[]> {
  // The page's policy lets no script in but its own; the debugger's way of running one is not a part of the page.
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => (await (window as unknown as AxeWindow).axe.run()).violations);
  return violations
    .filter((violation) => violation.impact === "serious" || violation.impact === "critical")
    .flatMap((violation) =>
      violation.nodes
        .filter((node) => violation.id !== "label-content-name-mismatch" || !isRow(node.html))
        .map((node) => `${violation.id}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ""}`),
    );
}

/**
 * A row is named by one sentence, not by all of the code in it, so axe's check that a name holds all of the text is left out for rows.
 * What that check is for, that a row can be called by what is seen of it, is checked by `rowsCalledOtherwise`.
 */
function isRow(html: string): boolean {
  return html.includes('role="treeitem"');
}

function rowsCalledOtherwise(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role="treeitem"][aria-label]')]
      .map((row) => ({
        name: row.getAttribute("aria-label") ?? "",
        seen: row.querySelector(".name")?.textContent ?? "?",
      }))
      .filter(({ name, seen }) => !name.startsWith(seen))
      .map(({ name, seen }) => `${seen} is called ${name}`),
  );
}

interface AxeWindow {
  readonly axe: { run(): Promise<{ violations: Result[] }> };
}

/** Elements that stick out of the panel sideways, unless what holds them shows by dots that there is more. */
function widerThanPage(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isHeld = (element: Element): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (at.id === "panel") return false;
        if (getComputedStyle(at).textOverflow === "ellipsis" && at.getBoundingClientRect().right <= innerWidth + 1) {
          return true;
        }
      }
      return false;
    };
    return [...document.querySelectorAll("#panel *")]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !isHeld(element))
      .map((element) => `${element.tagName}: ${element.textContent.slice(0, 80)}`);
  });
}
