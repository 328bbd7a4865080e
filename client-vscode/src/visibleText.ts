// Names and code as they are shown: what would be invisible, or would turn the reading direction of what stands around it, gets a visible mark.

/** A stretch of text; a mark stands for one character that cannot be shown as itself. */
export interface TextPart {
  readonly text: string;
  readonly isMark: boolean;
}

// C0 and C1 controls but the tab, direction marks, embeddings, overrides and isolates, invisible separators, lone surrogates.
// Joiners (U+200C, U+200D) stay: they belong to emoji and to several scripts.
const UNSEEN =
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The parts of a text, in order; their texts are what is shown. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const found of text.matchAll(UNSEEN)) {
    if (found.index > at) parts.push({ text: text.slice(at, found.index), isMark: false });
    parts.push({ text: markOf(found[0]), isMark: true });
    at = found.index + found[0].length;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), isMark: false });
  return parts;
}

/** The same as one string, for places that take no markup. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join("");
}

function markOf(character: string): string {
  const code = character.charCodeAt(0);
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
}
