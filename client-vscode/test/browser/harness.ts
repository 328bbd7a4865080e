// The panel's real bundle in a real browser, as the editor would show it: its page and policy, a theme's variables, and a host that is a script.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";

import { panelPage } from "../../src/panelPage";
import type { ToHost, ToPanel } from "../../src/panelMessages";
import type { TokenColors } from "../../src/tokenColors";
// What VS Code 1.100 tells a web view in its four default themes, as far as the panel uses it.
import themes from "./themes.json" with { type: "json" };

export type ThemeName = keyof typeof themes;
export const THEMES = Object.keys(themes) as ThemeName[];

const ORIGIN = "http://panel.test";
const DIST = new URL("../../dist/", import.meta.url);
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

/** What the editor's default themes give to tokens. */
const TOKENS: Readonly<Record<ThemeName, TokenColors>> = {
  dark: tokens("#6A9955 #ce9178 #b5cea8 #C586C0 #4EC9B0 #DCDCAA #9CDCFE #9CDCFE #4FC1FF #d4d4d4"),
  light: tokens("#008000 #a31515 #098658 #AF00DB #267f99 #795E26 #001080 #001080 #0070C1 #000000"),
  highContrast: tokens("#7ca668 #ce9178 #b5cea8 #C586C0 #4EC9B0 #DCDCAA #9CDCFE #9CDCFE #9CDCFE #d4d4d4"),
  highContrastLight: tokens("#515151 #0F4A85 #096d48 #b5200d #185E73 #5e2cbc #001080 #001080 #02715D #000000"),
};

function tokens(colors: string): TokenColors {
  const [comment, string, number, keyword, type, named, variable, property, constant, operator] = colors
    .split(" ")
    .map((color) => ({ color }));
  return { comment, string, number, keyword, type, function: named, variable, property, constant, operator };
}

export function tokenColorsOf(theme: ThemeName): TokenColors {
  return TOKENS[theme];
}

export function startBrowser(): Promise<Browser> {
  const executablePath = process.env.MAGUYVA_CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: FLAGS });
}

export interface OpenPanel {
  readonly page: Page;
  /** What the page has told its host, oldest first. */
  sent(): Promise<ToHost[]>;
  send(...messages: ToPanel[]): Promise<void>;
  close(): Promise<void>;
}

export interface PanelSetting {
  readonly theme: ThemeName;
  readonly width: number;
  readonly height?: number;
  /** What the page finds as its kept state. */
  readonly persisted?: unknown;
}

/** Opens the page and waits until it says that it is ready. Anything it logs as an error, or its policy stops, fails the test. */
export async function openPanel(
  browser: Browser,
  { theme, width, height = 800, persisted }: PanelSetting,
): Promise<OpenPanel> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: process.env.MAGUYVA_SCREENSHOTS === undefined ? 1 : 2,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === "") await route.fulfill({ contentType: "text/html", body: html() });
    else await route.fulfill({ path: fileURLToPath(new URL(name, DIST)) });
  });
  await page.addInitScript(fakeEditor, { ...themes[theme], persisted });
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction(() => window.sent.some((message) => message.type === "ready"));
  return {
    page,
    sent: () => page.evaluate(() => window.sent),
    async send(...messages) {
      await page.evaluate((all) => all.forEach((message) => window.postMessage(message, "*")), messages);
      // Messages arrive one task after another: when this has come back, all of them have been taken in.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
    },
    async close() {
      await context.close();
      if (problems.length > 0) throw new Error(`the panel's page complained:\n${problems.join("\n")}`);
    },
  };
}

function html(): string {
  const nonce = "0123456789abcdef";
  const page = {
    cspSource: ORIGIN,
    styleUri: "webview.css",
    scriptUri: "webview.js",
    nonce,
    language: "en",
    title: "Search",
  };
  return panelPage(page);
}

interface Editor {
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly persisted: unknown;
}

declare global {
  interface Window {
    sent: ToHost[];
    kept: unknown;
    acquireVsCodeApi: () => unknown;
  }
}

/** Runs in the page before anything else, as the editor's own script does. */
function fakeEditor({ bodyClass, variables, persisted }: Editor): void {
  window.sent = [];
  window.kept = persisted;
  window.acquireVsCodeApi = () => ({
    postMessage: (message: ToHost) => window.sent.push(structuredClone(message)),
    getState: () => window.kept,
    setState: (state: unknown) => (window.kept = structuredClone(state)),
  });
  document.addEventListener("DOMContentLoaded", () => {
    document.body.className = bodyClass;
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(variables)) if (value !== undefined) style.setProperty(name, value);
    style.background = "var(--vscode-sideBar-background)";
    // The editor's own sheet, which the panel's has to win against.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      body { background-color: transparent; color: var(--vscode-editor-foreground); margin: 0; padding: 0 20px; }
      input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
      ::-webkit-scrollbar { width: 10px; height: 10px; }
      ::-webkit-scrollbar-thumb { background-color: var(--vscode-scrollbarSlider-background); }
    `);
    const own = [...document.styleSheets].length;
    if (own > 0) document.adoptedStyleSheets = [sheet];
  });
}

export async function axeSource(): Promise<string> {
  return readFile(fileURLToPath(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");
}
