// The quiet line: how the question was understood, how it was answered, and where that fell back.

import type { SearchResult } from "../protocol";
import type { PanelStrings } from "../panelStrings";
import { visibleText } from "../visibleText";
import { foreignText } from "./controls";
import { fill } from "../fill";
import type { PanelState } from "./state";
import { type Child, h, type VElement } from "./vnode";

const LONGEST_TARGET = 60;

export function renderRoute(state: PanelState): VElement | null {
  const { strings, answer } = state;
  if (!answer) return null;
  const { result } = answer;
  const parts: VElement[] = [
    h("span", { class: "intent" }, intentWithTarget(result, strings)),
    h("span", { title: strings.confidenceHint }, confidence(result, strings)),
    strategy(result, strings),
  ];
  const why = fallback(result, strings);
  if (why !== null) parts.push(h("span", {}, why));
  if (result.preset !== "default") parts.push(h("span", {}, strings.presetNames[result.preset]));
  parts.push(h("span", {}, fill(strings.milliseconds, Math.round(result.elapsed_ms))));
  return h(
    "div",
    { key: "route", class: "route" },
    parts.flatMap((part, index): Child[] =>
      index === 0 ? [part] : [h("span", { "aria-hidden": "true" }, " · "), part],
    ),
  );
}

function intentWithTarget(result: SearchResult, strings: PanelStrings): Child[] {
  const intent = strings.intents[result.intent.name];
  const { target } = result.intent;
  if (target === undefined || target === "") return [intent];
  if (target === "this") return [fill(strings.target, intent, strings.targetThis)];
  const shown = target.length > LONGEST_TARGET ? `${target.slice(0, LONGEST_TARGET)}…` : target;
  const [before, after] = fill(strings.target, intent, "\u0000").split("\u0000");
  return [before, foreignText(shown, "target"), after];
}

function confidence(result: SearchResult, strings: PanelStrings): string {
  const isChosen = result.intent.rule === "explicit" || result.intent.rule === "regex";
  return isChosen ? strings.chosen : fill(strings.confidence, Math.round(result.intent.confidence * 100));
}

function strategy(result: SearchResult, strings: PanelStrings): VElement {
  const ran = result.modalities.filter((report) => report.status === "ok" || report.status === "degraded");
  const names = ran.map((report) => strings.modalityNames[report.name]);
  if (result.rerank?.status === "ok") names.push(strings.modalityNames.rerank);
  const by = names.join(" + ");
  if (ran.length === 0) return h("span", {}, strings.nothingRan);
  switch (result.fusion_strategy) {
    case "direct":
      return h("span", { title: strings.directHint }, fill(strings.direct, by));
    case "weighted_rrf":
      return h("span", { title: strings.fusedHint }, by);
    case "single":
      return h("span", { title: strings.singleHint }, fill(strings.single, by));
  }
}

function fallback(result: SearchResult, strings: PanelStrings): string | null {
  const known: Record<string, string> = {
    not_found: strings.fellBackNotFound,
    no_target: strings.fellBackNoTarget,
    semantic_off: strings.semanticOff,
  };
  const reason = result.fallback_reason ?? result.reason;
  return reason === undefined ? null : (known[reason] ?? visibleText(reason));
}
