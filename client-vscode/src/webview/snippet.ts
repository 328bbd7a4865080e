// A hit's snippet as lines of coloured pieces, and which of its lines are shown while the hit is closed.

import type { Hit, TokenKind } from "../protocol";
import { visibleParts } from "../visibleText";

export interface CodePart {
  readonly text: string;
  readonly kind: TokenKind | null;
  readonly isMatch: boolean;
  /** Whether it stands for a character that cannot be shown as itself. */
  readonly isMark: boolean;
}
export interface CodeLine {
  /** The file's line, from 0. */
  readonly line: number;
  /** The white space that it starts with. */
  readonly lead: string;
  /** What follows; none in an empty line. */
  readonly parts: readonly CodePart[];
  readonly hasMatch: boolean;
  /** Whether lines with something in them were left out above it. */
  readonly isAfterGap: boolean;
}

const CLOSED_LINES = 3;
const CLOSED_MATCHES = 4;
/** A match further to the right than this would be cut off in a narrow panel, so its line starts shortly before it. */
const FAR_MATCH = 24;
const BEFORE_FAR_MATCH = 14;

/** The lines to show: all of the snippet when the hit is open, else those that tell most in little space. */
export function shownLines(hit: Hit, isOpen: boolean): CodeLine[] {
  const all = snippetLines(hit);
  const shown = isOpen ? withoutEmptyEnds(all) : closedLines(hit, all).map(startingNearMatch);
  const filled = shown.filter((line) => line.parts.length > 0);
  const common = filled.reduce((lead, line) => commonStart(lead, line.lead), filled[0]?.lead ?? "");
  return shown.map((line, index) => {
    const above = shown[index - 1]?.line ?? line.line;
    const isAfterGap = all.some((one) => one.line > above && one.line < line.line && one.parts.length > 0);
    return { ...line, lead: line.lead.slice(common.length), isAfterGap };
  });
}

function snippetLines(hit: Hit): CodeLine[] {
  const { snippet, range, snippetStart } = hit;
  const cuts = cutsOf(hit);
  const lines: CodeLine[] = [];
  const add = (start: number, end: number) => {
    const text = snippet.slice(start, end);
    const filledFrom = text.search(/[^ \t]/);
    const lead = filledFrom < 0 ? "" : text.slice(0, filledFrom);
    const parts = filledFrom < 0 ? [] : partsOf(hit, start + filledFrom, end, cuts);
    lines.push({
      line: snippetStart + lines.length,
      lead,
      parts,
      hasMatch: parts.some((part) => part.isMatch),
      isAfterGap: false,
    });
  };
  let start = 0;
  for (const found of snippet.matchAll(/\r\n|\r|\n/g)) {
    add(start, found.index);
    start = found.index + found[0].length;
  }
  add(start, snippet.length);
  const [first, ...others] = lines;
  if (first?.lead === "" && range.start.line === snippetStart && range.start.character > 0) {
    // A definition's snippet starts with its first word, so the indentation of its first line is missing.
    const unit = others.some((line) => line.lead.startsWith("\t")) ? "\t" : " ";
    lines[0] = { ...first, lead: unit.repeat(range.start.character) };
  }
  return lines;
}

/** Those with matches, or where the cursor will go and what follows. */
function closedLines(hit: Hit, lines: readonly CodeLine[]): CodeLine[] {
  const matching = lines.filter((line) => line.hasMatch);
  if (matching.length > 1) return matching.slice(0, CLOSED_MATCHES);
  const filled = lines.filter((line) => line.parts.length > 0);
  const target = matching[0]?.line ?? hit.selectionRange.start.line;
  const at = Math.max(
    0,
    filled.findIndex((line) => line.line === target),
  );
  // A single match stands between its neighbours.
  const first = matching.length === 1 ? Math.max(0, at - 1) : at;
  return filled.slice(first, first + CLOSED_LINES);
}

function withoutEmptyEnds(lines: readonly CodeLine[]): CodeLine[] {
  const isFilled = (line: CodeLine) => line.parts.length > 0;
  return lines.slice(Math.max(0, lines.findIndex(isFilled)), lines.findLastIndex(isFilled) + 1);
}

function startingNearMatch(line: CodeLine): CodeLine {
  const before = line.parts.slice(
    0,
    Math.max(
      0,
      line.parts.findIndex((part) => part.isMatch),
    ),
  );
  const length = before.reduce((sum, part) => sum + part.text.length, 0);
  if (length <= FAR_MATCH) return line;
  let surplus = length - BEFORE_FAR_MATCH;
  const parts = line.parts.flatMap((part) => {
    const cut = Math.min(surplus, part.text.length);
    surplus -= cut;
    return cut < part.text.length ? [{ ...part, text: part.text.slice(cut) }] : [];
  });
  return { ...line, parts: [{ text: "…", kind: null, isMatch: false, isMark: false }, ...parts] };
}

function commonStart(one: string, other: string): string {
  let length = Math.min(one.length, other.length);
  while (one.slice(0, length) !== other.slice(0, length)) length -= 1;
  return one.slice(0, length);
}

/** Every offset at which colour or highlight changes, in order. */
function cutsOf(hit: Hit): number[] {
  const spans = [...(hit.tokens ?? []), ...(hit.snippetMatches ?? [])];
  return [...new Set(spans.flatMap((span) => [span.start, span.end]))].sort((one, other) => one - other);
}

function partsOf(hit: Hit, start: number, end: number, cuts: readonly number[]): CodePart[] {
  const bounds = [start, ...cuts.filter((cut) => cut > start && cut < end), end];
  return bounds.slice(0, -1).flatMap((from, index) => {
    const to = bounds[index + 1] ?? end;
    if (to <= from) return [];
    const covers = (span: { start: number; end: number }) => span.start <= from && span.end >= to;
    const kind = hit.tokens?.find(covers)?.kind ?? null;
    const isMatch = hit.snippetMatches?.some(covers) ?? false;
    return visibleParts(hit.snippet.slice(from, to)).map((part) => ({ ...part, kind, isMatch }));
  });
}
