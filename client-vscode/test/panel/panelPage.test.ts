import { expect, test } from "vitest";

import { panelPage } from "../../src/panelPage";

const PAGE = {
  cspSource: "https://*.vscode-cdn.net",
  styleUri: "https://x/webview.css",
  scriptUri: "https://x/webview.js",
  nonce: "bm9uY2U",
  language: "en",
  title: "Search",
};

test("the policy lets in one style's origin and one script's nonce, and nothing else", () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(panelPage(PAGE))?.[1]?.replaceAll("&#39;", "'");
  expect(policy?.split("; ")).toEqual([
    "default-src 'none'",
    "style-src https://*.vscode-cdn.net",
    "script-src 'nonce-bm9uY2U'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

test("the page has no inline script, handler or style", () => {
  const html = panelPage(PAGE);
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script nonce="bm9uY2U" src="https://x/webview.js">']);
  expect(html).toMatch(/<\/script>/);
  expect(html).not.toMatch(/\son\w+=|\sstyle=|<style/);
});

test("what is put in is escaped", () => {
  const html = panelPage({ ...PAGE, title: '</title><script>"', language: '"><img src=x>' });
  expect(html).not.toContain("<img");
  expect(html.match(/<script/g)).toHaveLength(1);
});
