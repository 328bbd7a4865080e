// The whole panel for a state. Pure: the same state gives the same page, and nothing here touches the document.

import { changedOptions } from "../searchRequest";
import { iconButton, questionList, textButton } from "./controls";
import { fill } from "../fill";
import { icon } from "./icons";
import { renderNotices } from "./renderNotices";
import { renderOptions } from "./renderOptions";
import { renderResults } from "./renderResults";
import { renderRoute } from "./renderRoute";
import { renderStateScreen } from "./renderStateScreen";
import type { PanelState } from "./state";
import { h, type VElement, type VNode } from "./vnode";

export const QUESTION_ID = "question";

export function render(state: PanelState): VNode[] {
  const { strings } = state;
  return [
    h(
      "div",
      { key: "head", class: "head", role: "search", "aria-label": strings.inputLabel },
      renderInput(state),
      state.showsHistory && renderHistory(state),
      state.showsOptions && renderOptions(state),
      renderRoute(state),
    ),
    h("div", { key: "progress", class: state.isSlow ? "progress running" : "progress", "aria-hidden": "true" }),
    renderNotices(state),
    renderStateScreen(state) ?? renderResults(state),
    h("div", { key: "spoken", class: "spoken", role: "status", "aria-live": "polite" }, state.spoken),
  ];
}

function renderInput(state: PanelState): VElement {
  const { strings } = state;
  return h(
    "div",
    { key: "input", class: "input-box" },
    h("textarea", {
      key: "question",
      id: QUESTION_ID,
      rows: 1,
      "aria-label": strings.inputLabel,
      "aria-describedby": "question-hint",
      placeholder: strings.inputPlaceholder,
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      dir: "auto",
      value: state.query,
    }),
    renderInputButtons(state),
    h("span", { key: "hint", id: "question-hint", class: "spoken" }, strings.inputHint),
  );
}

function renderInputButtons(state: PanelState): VElement {
  const { strings, showsHistory, showsOptions } = state;
  const changed = changedOptions(state.options);
  return h(
    "div",
    { key: "buttons", class: "buttons" },
    state.query !== "" && iconButton("clear", strings.clear, [icon("close")]),
    iconButton("history", strings.history, [icon("history")], { "aria-expanded": String(showsHistory) }),
    iconButton("options", changed > 0 ? fill(strings.optionsChanged, changed) : strings.options, [icon("filter")], {
      "aria-expanded": String(showsOptions),
      "data-count": changed > 0 && changed,
    }),
  );
}

function renderHistory(state: PanelState): VElement {
  const { strings, history } = state;
  return h(
    "div",
    { key: "history", class: "history", id: "history", role: "group", "aria-label": strings.history },
    history.length > 0
      ? questionList(history.map((query) => ({ query })))
      : h("p", { class: "quiet" }, strings.noHistory),
    history.length > 0 && textButton("forgetHistory", strings.forgetHistory),
  );
}
