// What a key means in the input and in the result tree (the tree pattern of the ARIA Authoring Practices). Pure: rows and a key in, an intention out.

import type { Row } from "./rows";

export interface Key {
  readonly key: string;
  /** Ctrl, or Cmd on a Mac. */
  readonly control: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

export type TreeIntention =
  | { kind: "move"; to: string }
  | { kind: "open"; row: Row; beside: boolean }
  | { kind: "toggle"; row: Row }
  | { kind: "input" };

const PAGE = 10;

/** What a key does in the tree; null leaves it to the editor. */
export function treeKey(rows: readonly Row[], active: string | null, key: Key): TreeIntention | null {
  if (key.alt || (key.control && key.key !== "Enter")) return null;
  if (key.key === "Escape") return { kind: "input" };
  const index = rows.findIndex((row) => row.key === active);
  const row = rows[index];
  switch (key.key) {
    case "ArrowDown":
      return moveTo(rows, index + 1);
    case "ArrowUp":
      return index <= 0 ? { kind: "input" } : moveTo(rows, index - 1);
    case "PageDown":
      return moveTo(rows, index + PAGE);
    case "PageUp":
      return moveTo(rows, index - PAGE);
    case "Home":
      return moveTo(rows, 0);
    case "End":
      return moveTo(rows, rows.length - 1);
  }
  if (!row) return null;
  switch (key.key) {
    case "Enter":
      return row.kind === "file" ? { kind: "toggle", row } : { kind: "open", row, beside: key.control };
    case " ":
      return { kind: "toggle", row };
    case "ArrowRight":
      if (isClosed(row)) return { kind: "toggle", row };
      return row.kind === "file" ? moveTo(rows, index + 1) : null;
    case "ArrowLeft":
      if (isExpanded(row)) return { kind: "toggle", row };
      return "parent" in row && row.parent !== null ? { kind: "move", to: row.parent } : null;
    default:
      return null;
  }
}

function moveTo(rows: readonly Row[], index: number): TreeIntention | null {
  const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
  return row ? { kind: "move", to: row.key } : null;
}

/** Whether a row has something to open that is not open. */
function isClosed(row: Row): boolean {
  return row.kind === "more" ? row.more?.state !== "shown" : row.kind !== "limit" && !row.isOpen;
}

function isExpanded(row: Row): boolean {
  return row.kind === "more" ? row.more?.state === "shown" : row.kind !== "limit" && row.isOpen;
}

/** Ask now, go to the results, an earlier question, a later one, or leave what is open over the input. */
export type InputIntention = "search" | "results" | "earlier" | "later" | "leave";

/** The input as it stands when a key is pressed. */
export interface InputPlace {
  readonly text: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
  /** Whether the text is an earlier question that was not changed since. */
  readonly isRecalled: boolean;
}

/** What a key does in the input; null leaves it to the input. */
export function inputKey(place: InputPlace, key: Key): InputIntention | null {
  if (key.alt || key.control) return key.control && key.key === "Enter" ? "search" : null;
  switch (key.key) {
    case "Enter":
      return key.shift ? null : "search";
    case "ArrowUp": {
      const isAtStart = place.selectionStart === 0 && place.selectionEnd === 0;
      return !key.shift && (isAtStart || place.isRecalled) ? "earlier" : null;
    }
    case "ArrowDown":
      if (key.shift) return null;
      if (place.isRecalled) return "later";
      // In a question of several lines the arrow first goes through the lines.
      return place.text.includes("\n", place.selectionEnd) ? null : "results";
    case "Escape":
      return "leave";
    default:
      return null;
  }
}
