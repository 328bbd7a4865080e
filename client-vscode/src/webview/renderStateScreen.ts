// What fills the panel when there are no results to show: what the matter is, and what to do.

import { changedOptions, narrows } from "../searchRequest";
import { visibleText } from "../visibleText";
import { questionList, textButton } from "./controls";
import { icon, type IconName } from "./icons";
import type { PanelState } from "./state";
import { type Child, h, type VElement } from "./vnode";

const RECENT = 5;

/** The screen for a state without results; null when there are some. */
export function renderStateScreen(state: PanelState): VElement | null {
  const { strings, server, answer, query } = state;
  if (answer) return answer.result.hits.length > 0 ? null : renderNothing(state);
  if (server.kind !== "running") return renderServerScreen(state);
  if (query.trim() === "") return renderEmpty(state);
  return screen("searching", state.isSlow ? [h("p", { class: "quiet" }, strings.searching)] : []);
}

/** What the server's state means, in one line. */
export function serverMessage(state: PanelState): string {
  const { strings, server } = state;
  if (server.message) return server.message;
  return server.kind === "running" ? "" : strings[server.kind];
}

function renderServerScreen(state: PanelState): VElement {
  const { server } = state;
  const isWorking = server.kind === "starting" || server.kind === "settingUp";
  const face: IconName =
    server.kind === "untrusted" ? "shield" : server.kind === "stopped" ? "debug-disconnect" : "error";
  return screen("server", [
    isWorking ? h("div", { class: "progress running", "aria-hidden": "true" }) : icon(face, `large ${server.kind}`),
    h("p", { class: "message", role: isWorking ? undefined : "alert" }, visibleText(serverMessage(state))),
    server.action !== undefined && textButton("run", server.action, "primary", { "data-run": "serverAction" }),
    (server.kind === "failed" || server.kind === "stopped") &&
      textButton("run", state.strings.showLogs, "secondary", { "data-run": "showLogs" }),
  ]);
}

function renderEmpty(state: PanelState): VElement {
  const { strings, history } = state;
  return screen("empty", [
    h("p", {}, strings.emptyText),
    questionList(strings.examples),
    history.length > 0 && [
      h("h2", {}, strings.recent),
      questionList(history.slice(0, RECENT).map((query) => ({ query }))),
    ],
    h("h2", {}, strings.keys),
    h(
      "dl",
      { class: "keys" },
      strings.keyHints.map(({ keys, meaning }) =>
        h(
          "div",
          { key: meaning },
          h(
            "dt",
            {},
            keys.map((key) => h("span", { class: "key" }, key)),
          ),
          h("dd", {}, meaning),
        ),
      ),
    ),
  ]);
}

function renderNothing(state: PanelState): VElement {
  const { strings, options, server } = state;
  const isPartial = server.phase === "indexing" || server.phase === "starting";
  if (isPartial) return screen("nothing", [h("p", { class: "message" }, strings.nothingYet)]);
  const advice: Child[] = [];
  const advise = (text: string, action?: string, title?: string) =>
    advice.push(h("li", { key: text }, text, action && title && [" ", textButton(action, title, "link")]));
  if (narrows(options)) advise(strings.nothingFilters, "resetFilters", strings.resetFilters);
  if (options.regex) advise(strings.nothingRegex, "withoutRegex", strings.withoutRegex);
  if (options.intent) advise(strings.nothingIntent, "withoutIntent", strings.withoutIntent);
  if (options.preset !== "thorough" && !options.regex) advise(strings.nothingThorough, "thorough", strings.tryThorough);
  if (changedOptions(options) === 0) advise(strings.nothingWords);
  return screen("nothing", [h("p", { class: "message" }, strings.nothing), h("ul", { class: "advice" }, advice)]);
}

function screen(name: string, content: readonly Child[]): VElement {
  return h("div", { key: `screen ${name}`, class: `screen ${name}` }, content);
}
