// A hit as an item of the quick pick. Pure.

import type { Hit } from "./protocol";
import { SYMBOL_ICONS } from "./symbolIcons";
import { visibleText } from "./visibleText";

const LONGEST_LINE = 200;

export interface HitTexts {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** What is shown of a hit. `line` gives the words for a place without a symbol, from a line number that starts at 1. */
export function hitTexts(hit: Hit, path: string, line: (number: number) => string): HitTexts {
  const at = hit.selectionRange.start.line + 1;
  const { symbol } = hit;
  const icon = symbol ? SYMBOL_ICONS[symbol.kind] : "file";
  const container = symbol?.container === undefined ? "" : `${plain(symbol.container)} · `;
  return {
    label: `$(${icon}) ${symbol ? plain(symbol.name) : line(at)}`,
    description: `${container}${plain(path)}:${at}`,
    detail: plain(codeLine(hit).slice(0, LONGEST_LINE)),
  };
}

/** The line of the snippet that the cursor would go to, else its first one with something in it. */
export function codeLine(hit: Hit): string {
  const lines = hit.snippet.split(/\r\n|\r|\n/);
  const chosen = lines[hit.selectionRange.start.line - hit.snippetStart];
  return (chosen?.trim() ? chosen : (lines.find((one) => one.trim() !== "") ?? "")).trim();
}

/** A label draws `$(name)` as an icon unless a backslash stands before it; what comes from a workspace is text. */
export function plain(text: string): string {
  return visibleText(text).replace(/\$\(/g, "\\$(");
}
