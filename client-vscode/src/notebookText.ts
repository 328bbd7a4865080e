// Where in a notebook a place of its JSON text is. The server answers with places in the file; a user wants to see the cell.

export interface CellPlace {
  /** The number of the cell, from 0. */
  readonly cell: number;
  /** The line of the cell's source, from 0. */
  readonly line: number;
}

// What JSON is made of: strings, brackets, and separators; numbers and words are skipped over.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]/g;

/**
 * The cell that a place of a notebook's text (nbformat 4) is in, null when it is in none. In a source that is a list, an element is a line;
 * in one that is a single string, the line breaks before the place are counted.
 */
export function cellAt(text: string, offset: number): CellPlace | null {
  const path: { kind: "[" | "{"; key: string | null; index: number }[] = [];
  let cell = -1;
  let line = 0;
  let isKey = false;
  for (const found of text.matchAll(TOKEN)) {
    const token = found[0];
    const top = path.at(-1);
    const isPast = found.index > offset;
    if (isPast) break;
    if (token === "{" || token === "[") {
      path.push({ kind: token, key: null, index: 0 });
      isKey = token === "{";
      if (path.length === 3 && path[0]?.key === "cells" && token === "{") {
        cell = path[1]?.index ?? 0;
        line = 0;
      }
    } else if (token === "}" || token === "]") {
      path.pop();
      if (path.length === 2 && token === "}") cell = -1;
    } else if (token === ",") {
      if (top) top.index += 1;
      isKey = top?.kind === "{";
    } else if (token === ":") {
      isKey = false;
    } else if (isKey && top) {
      top.key = token.slice(1, -1);
    } else if (cell >= 0 && path[2]?.key === "source") {
      const isList = path.length === 4;
      const upTo = text.slice(found.index, offset);
      line = isList ? (path[3]?.index ?? 0) : (upTo.match(/\\n/g)?.length ?? 0);
    }
  }
  return cell < 0 ? null : { cell, line };
}

/** The offset of a place in a text, its lines ended by \n, \r\n or \r. */
export function offsetAt(text: string, line: number, character: number): number {
  let start = 0;
  for (let passed = 0; passed < line; passed++) {
    const found = /\r\n|\r|\n/.exec(text.slice(start, start + 1_000_000));
    if (!found) return text.length;
    start += found.index + found[0].length;
  }
  return Math.min(text.length, start + character);
}
