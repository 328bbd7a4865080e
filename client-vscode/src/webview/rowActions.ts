// What can be done with the rows of the result tree.

import type { OpenHow } from "../panelMessages";
import type { Hit, Range } from "../protocol";
import { nextLimit } from "../searchRequest";
import type { Asking } from "./asking";
import type { Host } from "./host";
import { whySpoken } from "./renderHit";
import { fileKey, type Row } from "./rows";
import { toggled } from "./state";
import type { View } from "./view";

export interface RowActions {
  activate(key: string): void;
  /** Opens or closes what the row holds. */
  toggle(row: Row): void;
  raiseLimit(): void;
  /** Goes to a hit, or to a line of its snippet; a row that is no hit is toggled. */
  open(row: Row, how: OpenHow, line?: number): void;
  /** Closes all files, or opens them again. */
  toggleFiles(): void;
}

export function createRowActions(view: View, asking: Asking, host: Host): RowActions {
  function activate(key: string): void {
    view.set({ active: key });
    view.showActive();
  }

  function toggle(row: Row): void {
    const { state } = view;
    switch (row.kind) {
      case "file":
        view.set({ active: row.key, closedFiles: toggled(state.closedFiles, row.uri) });
        break;
      case "hit":
        view.set({ active: row.key, openHits: toggled(state.openHits, row.key) });
        view.showActive();
        view.speak(row.isOpen ? state.strings.closedSpoken : whySpoken(row.hit, state.strings));
        break;
      case "more":
        toggleMore(row.uri);
        break;
      case "limit":
        raiseLimit();
        break;
    }
  }

  function toggleMore(uri: string): void {
    const more = view.state.more[uri];
    const key = `more ${uri}`;
    if (more && more.hits.length > 0) {
      const state = more.state === "shown" ? "hidden" : "shown";
      view.set({ active: key, more: { ...view.state.more, [uri]: { ...more, state } } });
      view.showActive();
    } else if (more?.state !== "loading") {
      view.set({ active: key });
      void asking.loadMore(uri);
    }
  }

  function raiseLimit(): void {
    const limit = nextLimit(view.state.limit);
    if (limit === null) return;
    view.set({ limit, active: "limit" });
    asking.ask("now");
  }

  return {
    activate,
    toggle,
    raiseLimit,
    open(row, how, line) {
      if (row.kind !== "hit") {
        toggle(row);
        return;
      }
      view.set({ active: row.key });
      host.post({ type: "open", uri: row.hit.uri, selection: selectionAt(row.hit, line), how });
      asking.remember();
    },
    toggleFiles() {
      const { closedFiles, answer, active } = view.state;
      if (closedFiles.size > 0) {
        view.set({ closedFiles: new Set() });
        return;
      }
      const uris = answer?.result.hits.map((hit) => hit.uri) ?? [];
      // A row that is closed away hands the keyboard to its file.
      const file = uris.find((uri) => active?.includes(uri));
      view.set({ closedFiles: new Set(uris), active: file === undefined ? active : fileKey(file) });
    },
  };
}

/** Where the cursor goes: the hit's own place, or the line that was clicked, at its match if it has one. */
export function selectionAt(hit: Hit, line?: number): Range {
  if (line === undefined || line === hit.selectionRange.start.line) return hit.selectionRange;
  const match = hit.matches?.find((range) => range.start.line === line);
  return match ?? { start: { line, character: 0 }, end: { line, character: 0 } };
}
