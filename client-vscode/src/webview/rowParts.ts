// What all rows of the result tree have in common.

import type { Row } from "./rows";
import type { PanelState } from "./state";

/** An id that can be pointed at: it has no white space, whatever the key has. */
export function rowId(key: string): string {
  return `row-${encodeURIComponent(wellFormed(key))}`;
}

// A lone surrogate cannot be percent-encoded; what stands for it only has to be the same every time.
function wellFormed(text: string): string {
  return text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (unit) => `~${unit.charCodeAt(0)}`,
  );
}

export function rowAttributes(row: Row, isActive: boolean) {
  const isExpandable = row.kind !== "limit";
  const isExpanded = row.kind === "more" ? row.more?.state === "shown" : row.kind !== "limit" && row.isOpen;
  return {
    key: row.key,
    id: rowId(row.key),
    role: "treeitem",
    "aria-level": "parent" in row && row.parent !== null ? 2 : 1,
    "aria-expanded": isExpandable ? String(isExpanded) : undefined,
    "aria-selected": String(isActive),
    "data-key": row.key,
  };
}

export function rowClass(kind: string, isActive: boolean): string {
  return isActive ? `row ${kind} active` : `row ${kind}`;
}

/** How the editor names a file; its URI when the host did not say. */
export function pathOf(uri: string, state: PanelState): string {
  return state.answer?.paths[uri] ?? uri;
}

export function splitPath(path: string): { name: string; folder: string } {
  const at = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return { name: path.slice(at + 1), folder: path.slice(0, Math.max(0, at)) };
}
