// The results: how many there are, and the tree of files and hits. Only the tree itself takes the focus; the active row is its descendant.

import { visibleText } from "../visibleText";
import { foreignText, iconButton } from "./controls";
import { fill } from "../fill";
import { totals } from "../totals";
import { icon } from "./icons";
import { renderHit } from "./renderHit";
import { pathOf, rowAttributes, rowClass, rowId, splitPath } from "./rowParts";
import { type FileRow, type LimitRow, type MoreRow, type Row, rowsOf } from "./rows";
import type { PanelState } from "./state";
import { h, type VElement } from "./vnode";

export const TREE_ID = "results";

export function renderResults(state: PanelState): VElement {
  const { strings } = state;
  const rows = rowsOf(state);
  const active = rows.find((row) => row.key === state.active);
  return h(
    "div",
    { key: "results", class: "results" },
    renderSummary(state),
    h(
      "div",
      {
        key: "tree",
        id: TREE_ID,
        class: state.isGrouped ? "tree grouped" : "tree flat",
        role: "tree",
        tabindex: 0,
        "aria-label": strings.results,
        "aria-activedescendant": active && rowId(active.key),
      },
      rows.map((row) => renderRow(row, state, row === active)),
    ),
  );
}

function renderRow(row: Row, state: PanelState, isActive: boolean): VElement {
  switch (row.kind) {
    case "file":
      return renderFile(row, state, isActive);
    case "hit":
      return renderHit(row, state, isActive, rowAttributes(row, isActive));
    case "more":
      return renderMore(row, state, isActive);
    case "limit":
      return renderLimit(row, state, isActive);
  }
}

function renderFile(row: FileRow, state: PanelState, isActive: boolean): VElement {
  const path = visibleText(pathOf(row.uri, state));
  const { name, folder } = splitPath(pathOf(row.uri, state));
  const label = folder === "" ? name : `${name}, ${folder}`;
  return h(
    "div",
    {
      ...rowAttributes(row, isActive),
      class: rowClass("file", isActive),
      "data-action": "toggle",
      title: path,
      "aria-label": fill(state.strings.fileLabel, visibleText(label), row.count),
    },
    icon(row.isOpen ? "chevron-down" : "chevron-right", "twistie"),
    icon("file"),
    foreignText(name, "name"),
    foreignText(folder, "folder"),
    row.count > 1 && h("span", { class: "count" }, String(row.count)),
  );
}

function renderMore(row: MoreRow, state: PanelState, isActive: boolean): VElement {
  const { strings } = state;
  const { more } = row;
  const isShown = more?.state === "shown";
  const text =
    more?.state === "loading"
      ? strings.moreLoading
      : more?.state === "failed"
        ? fill(strings.moreFailed, more.message ?? "")
        : fill(isShown ? strings.lessInFile : strings.moreInFile, row.count);
  return h(
    "div",
    { ...rowAttributes(row, isActive), class: rowClass("more", isActive), "data-action": "toggle" },
    icon(isShown ? "chevron-down" : "chevron-right", "twistie"),
    h("span", { class: "more-text" }, text),
  );
}

function renderLimit(row: LimitRow, state: PanelState, isActive: boolean): VElement {
  const { strings } = state;
  const text = row.next === null ? fill(strings.narrowDown, state.limit) : fill(strings.showMore, row.next);
  return h(
    "div",
    {
      ...rowAttributes(row, isActive),
      class: rowClass("limit", isActive),
      "data-action": row.next === null ? undefined : "raiseLimit",
    },
    h("span", { class: row.next === null ? "quiet" : "more-text" }, text),
  );
}

function renderSummary(state: PanelState): VElement {
  const { strings, isGrouped } = state;
  const hasClosed = state.closedFiles.size > 0;
  const isPartial = state.answer?.result.index.complete === false;
  return h(
    "div",
    { key: "summary", class: "summary" },
    h(
      "span",
      { class: "totals" },
      totalsText(state),
      isPartial && [" ", h("span", { class: "partial", title: strings.partialHint }, strings.partial)],
    ),
    h(
      "div",
      { class: "buttons" },
      isGrouped &&
        iconButton("closeAll", hasClosed ? strings.openAll : strings.closeAll, [
          icon(hasClosed ? "expand-all" : "collapse-all"),
        ]),
      iconButton("group", isGrouped ? strings.showFlat : strings.groupByFile, [
        icon(isGrouped ? "list-flat" : "list-tree"),
      ]),
    ),
  );
}

/** "42 matches in 17 files, 20 shown". */
export function totalsText(state: PanelState): string {
  const { strings, answer } = state;
  if (!answer) return "";
  const { total, hits } = answer.result;
  const text = totals(total.matches, total.files, strings);
  return hits.length < total.matches ? fill(strings.shown, text, hits.length) : text;
}
