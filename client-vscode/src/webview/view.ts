// The page of the panel with its state: set a state, and the page shows it, keeps its focus, and remembers it.

import { patch } from "./dom";
import type { EditorApi } from "./host";
import { QUESTION_ID, render } from "./render";
import { TREE_ID } from "./renderResults";
import { rowId } from "./rowParts";
import { type PanelState, persist, type ScrollPlace } from "./state";

/** A screen reader hears the count when the results stand still, not at each letter. */
const SPEAK_DELAY = 600;
const PERSIST_DELAY = 200;

export interface View {
  readonly root: HTMLElement;
  readonly state: PanelState;
  set(changed: Partial<PanelState>): void;
  question(): HTMLTextAreaElement;
  /** Null while there are no results. */
  tree(): HTMLElement | null;
  /** Scrolls to the row that the keyboard is on. */
  showActive(): void;
  scrollTo(place: ScrollPlace): void;
  /** Says something to screen readers. */
  speak(text: string): void;
  speakLater(text: string): void;
  /** Remembers the state when nothing changes for a moment. */
  keepLater(): void;
}

export function createView(root: HTMLElement, api: EditorApi, initial: PanelState): View {
  let current = initial;
  /** What was kept last, so that nothing is written twice. */
  let written = "";
  let speaking: ReturnType<typeof setTimeout> | undefined;
  let persisting: ReturnType<typeof setTimeout> | undefined;

  const question = () => document.getElementById(QUESTION_ID) as HTMLTextAreaElement;
  const tree = () => document.getElementById(TREE_ID);
  const draw = () => {
    const hadFocus = root.contains(document.activeElement);
    patch(root, render(current));
    // What had the focus may be gone, the tree for one when nothing is found any more.
    if (hadFocus && !root.contains(document.activeElement)) question().focus();
  };
  /** The input is as high as its text, up to the limit of the style sheet. */
  const fitQuestion = () => {
    const input = question();
    input.style.height = "auto";
    input.style.height = `${input.scrollHeight}px`;
  };
  const keep = () => {
    clearTimeout(persisting);
    const state = persist(current, topOf(tree()));
    const text = JSON.stringify(state);
    if (text === written) return;
    written = text;
    api.setState(state);
    api.postMessage({ type: "keep", state: { ...state } });
  };
  const keepLater = () => {
    clearTimeout(persisting);
    persisting = setTimeout(keep, PERSIST_DELAY);
  };
  const set = (changed: Partial<PanelState>) => {
    const isOtherQuestion = changed.query !== undefined && changed.query !== current.query;
    current = { ...current, ...changed };
    draw();
    if (isOtherQuestion) fitQuestion();
    // What was typed or chosen is kept at once: a page that is hidden or loaded again a moment later is not asked before it goes.
    if (isOtherQuestion || changed.options) keep();
    else keepLater();
  };
  const speak = (text: string) => {
    clearTimeout(speaking);
    set({ spoken: text });
  };

  draw();
  fitQuestion();
  window.addEventListener("resize", fitQuestion);
  window.addEventListener("pagehide", keep);
  return {
    root,
    get state() {
      return current;
    },
    set,
    question,
    tree,
    showActive() {
      if (current.active !== null) document.getElementById(rowId(current.active))?.scrollIntoView({ block: "nearest" });
    },
    scrollTo({ key, above }) {
      const list = tree();
      const row = document.getElementById(rowId(key));
      if (!list || !row) return;
      row.scrollIntoView({ block: "start" });
      list.scrollTop += above;
    },
    speak,
    speakLater(text) {
      clearTimeout(speaking);
      speaking = setTimeout(() => speak(text), SPEAK_DELAY);
    },
    keepLater,
  };
}

function topOf(list: HTMLElement | null): ScrollPlace | null {
  if (!list) return null;
  const top = list.getBoundingClientRect().top;
  for (const row of list.querySelectorAll<HTMLElement>("[data-key]")) {
    const { top: start, bottom } = row.getBoundingClientRect();
    if (bottom > top) return { key: row.dataset.key ?? "", above: top - start };
  }
  return null;
}
