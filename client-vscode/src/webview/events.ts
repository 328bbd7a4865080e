// Clicks, keys and typing, each taken to what it means.

import type { PanelAction } from "../panelMessages";
import type { ModalityName } from "../protocol";
import { DEFAULT_OPTIONS, type SearchOptions } from "../searchRequest";
import type { Asking } from "./asking";
import type { Host } from "./host";
import { inputKey, type Key, treeKey } from "./keyboard";
import { QUESTION_ID } from "./render";
import { TREE_ID } from "./renderResults";
import type { RowActions } from "./rowActions";
import { type Row, rowsOf } from "./rows";
import { toggled } from "./state";
import type { View } from "./view";

type Action = (target: HTMLElement, row: Row | undefined, event: MouseEvent) => void;

export function listen(view: View, asking: Asking, rows: RowActions, host: Host): void {
  const { root } = view;
  /** Which earlier question the input shows, and what stood there before. */
  let recalled: { index: number; draft: string } | null = null;

  const toInput = () => view.question().focus();

  function toResults(): void {
    const shown = rowsOf(view.state);
    const [first] = shown;
    if (!first) {
      root.querySelector<HTMLElement>(".screen button")?.focus();
      return;
    }
    view.tree()?.focus();
    if (shown.some((row) => row.key === view.state.active)) view.showActive();
    else rows.activate(first.key);
  }

  function recall(step: number): void {
    const { history } = view.state;
    const index = (recalled?.index ?? -1) + step;
    const draft = recalled?.draft ?? view.state.query;
    if (index >= history.length) return;
    recalled = index < 0 ? null : { index, draft };
    asking.setQuery(index < 0 ? draft : (history[index] ?? draft), "later");
  }

  const actions: Readonly<Record<string, Action>> = {
    open: (target, row, event) => {
      // Marking code to copy it is not a wish to go there.
      if (!row || (getSelection()?.isCollapsed === false && event.detail < 2)) return;
      const line = target.closest<HTMLElement>("[data-line]")?.dataset.line;
      const how = event.ctrlKey || event.metaKey ? "beside" : event.detail > 1 ? "open" : "preview";
      rows.open(row, how, line === undefined ? undefined : Number(line));
    },
    toggle: (_target, row) => row && rows.toggle(row),
    beside: (_target, row) => row && rows.open(row, "beside"),
    raiseLimit: () => rows.raiseLimit(),
    closeAll: () => rows.toggleFiles(),
    group: () => view.set({ isGrouped: !view.state.isGrouped }),
    clear: () => {
      asking.setQuery("", "now");
      toInput();
    },
    word: () => asking.setOptions({ word: !view.state.options.word }),
    regex: () => asking.setOptions({ regex: !view.state.options.regex }),
    modality: (target) => {
      const chosen = toggled(new Set(view.state.options.modalities), target.dataset.modality ?? "");
      asking.setOptions({ modalities: [...chosen] as ModalityName[] });
    },
    history: () => view.set({ showsHistory: !view.state.showsHistory, showsOptions: false }),
    options: () => view.set({ showsOptions: !view.state.showsOptions, showsHistory: false }),
    forgetHistory: () => {
      host.post({ type: "forgetHistory" });
      toInput();
    },
    ask: (target) => {
      view.set({ showsHistory: false });
      asking.setQuery(target.dataset.query ?? "", "now");
      asking.remember();
      toInput();
    },
    resetOptions: () => asking.setOptions(DEFAULT_OPTIONS),
    resetFilters: () => asking.setOptions({ languages: "", include: "", exclude: "", word: false, case: "smart" }),
    withoutRegex: () => asking.setOptions({ regex: false }),
    withoutIntent: () => asking.setOptions({ intent: null }),
    thorough: () => asking.setOptions({ preset: "thorough", modalities: [] }),
    run: (target) => host.post({ type: "run", action: target.dataset.run as PanelAction }),
    dismiss: (target) => view.set({ dismissed: target.dataset.text ?? null }),
  };

  root.addEventListener("click", (event) => {
    const clicked = event.target as HTMLElement;
    const target = clicked.closest<HTMLElement>("[data-action]");
    if (!target) return;
    const name = target.dataset.action ?? "";
    const key = target.closest<HTMLElement>("[data-key]")?.dataset.key;
    const row = key === undefined ? undefined : rowsOf(view.state).find((one) => one.key === key);
    actions[name]?.(name === "open" ? clicked : target, row, event);
    if (row) view.tree()?.focus({ preventScroll: true });
  });

  root.addEventListener("input", (event) => {
    const field = event.target as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
    if (field.id === QUESTION_ID) {
      recalled = null;
      asking.setQuery(field.value, "later");
      return;
    }
    const name = field.dataset.option;
    if (name === undefined) return;
    // Taken before anything is drawn: drawing puts the state's value into the field.
    const value = name === "intent" && field.value === "" ? null : field.value;
    const { context } = view.state.attached;
    // Choosing an intent overrules the one that came with a command's question.
    if (name === "intent") view.set({ attached: context ? { context } : {} });
    const changed: Partial<SearchOptions> = { [name]: value };
    asking.setOptions(changed, field instanceof HTMLSelectElement ? "now" : "later");
  });

  root.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const target = event.target as HTMLElement;
    const control = event.ctrlKey || event.metaKey;
    const key: Key = { key: event.key, control, shift: event.shiftKey, alt: event.altKey };
    const listener = target.id === QUESTION_ID ? keyInInput : target.id === TREE_ID ? keyInTree : keyElsewhere;
    if (listener(key, target)) event.preventDefault();
  });

  function keyInInput(key: Key): boolean {
    const { value, selectionStart, selectionEnd } = view.question();
    const intention = inputKey({ text: value, selectionStart, selectionEnd, isRecalled: recalled !== null }, key);
    const { answer, query, failure } = view.state;
    switch (intention) {
      case "search":
        asking.remember();
        recalled = null;
        if (answer?.result.query === query && failure === null) toResults();
        else asking.ask("now");
        return true;
      case "results":
        toResults();
        return true;
      case "earlier":
        recall(1);
        return true;
      case "later":
        recall(-1);
        return true;
      case "leave":
        view.set({ showsHistory: false });
        return false;
      case null:
        return false;
    }
  }

  function keyInTree(key: Key): boolean {
    const intention = treeKey(rowsOf(view.state), view.state.active, key);
    switch (intention?.kind) {
      case "move":
        rows.activate(intention.to);
        return true;
      case "open":
        rows.open(intention.row, intention.beside ? "beside" : "open");
        return true;
      case "toggle":
        rows.toggle(intention.row);
        return true;
      case "input":
        toInput();
        return true;
      case undefined:
        return false;
    }
  }

  function keyElsewhere(key: Key, target: HTMLElement): boolean {
    if (key.key === "Escape") {
      view.set({ showsHistory: false });
      toInput();
      return true;
    }
    const list = target.closest(".screen, .history");
    if (!list || (key.key !== "ArrowDown" && key.key !== "ArrowUp")) return false;
    const buttons = [...list.querySelectorAll<HTMLElement>("button")];
    const next = buttons[buttons.indexOf(target) + (key.key === "ArrowDown" ? 1 : -1)];
    if (next) next.focus();
    else if (key.key === "ArrowUp") toInput();
    return true;
  }

  root.addEventListener("scroll", () => view.keepLater(), { capture: true, passive: true });
  // The tree shows where the keyboard is as soon as it has the focus.
  root.addEventListener("focusin", (event) => {
    if ((event.target as HTMLElement).id !== TREE_ID) return;
    const shown = rowsOf(view.state);
    if (shown[0] && !shown.some((row) => row.key === view.state.active)) view.set({ active: shown[0].key });
  });
  window.addEventListener("focus", () => {
    if (document.activeElement === document.body) toInput();
  });
}
