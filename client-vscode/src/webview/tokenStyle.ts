// The theme's token colours as custom properties, which the style sheet uses where they are set.

import { isColor, type TokenColors } from "../tokenColors";
import type { TokenKind } from "../protocol";

const KINDS: readonly TokenKind[] = [
  "comment",
  "string",
  "number",
  "keyword",
  "type",
  "function",
  "variable",
  "property",
  "constant",
  "operator",
];

/** The custom properties for a theme; null takes one away. */
export function tokenProperties(colors: TokenColors): Map<string, string | null> {
  const properties = new Map<string, string | null>();
  for (const kind of KINDS) {
    const { color, bold, italic, underline } = colors[kind] ?? {};
    properties.set(`--maguyva-${kind}`, color !== undefined && isColor(color) ? color : null);
    properties.set(`--maguyva-${kind}-weight`, bold ? "bold" : null);
    properties.set(`--maguyva-${kind}-style`, italic ? "italic" : null);
    properties.set(`--maguyva-${kind}-line`, underline ? "underline" : null);
  }
  return properties;
}

export function applyTokenColors(root: HTMLElement, colors: TokenColors): void {
  for (const [name, value] of tokenProperties(colors)) {
    if (value === null) root.style.removeProperty(name);
    else root.style.setProperty(name, value);
  }
}
