// What a user can set beside the question. Everything here is native controls, so keyboard and screen readers know them.

import { changedOptions, CASES, INTENTS, MODALITIES, PRESETS } from "../searchRequest";
import { choiceButton, textButton } from "./controls";
import type { PanelState } from "./state";
import { h, type VElement } from "./vnode";

export function renderOptions(state: PanelState): VElement {
  const { strings, options } = state;
  const intents = [
    { value: "", text: strings.intentAuto },
    ...INTENTS.map((name) => ({ value: name, text: strings.intents[name] })),
  ];
  return h(
    "div",
    { key: "options", class: "options", role: "group", "aria-label": strings.options },
    choice("intent", strings.intent, options.intent ?? state.attached.intent ?? "", intents),
    choice("preset", strings.preset, options.preset, PRESETS.map(named(strings.presets)), strings.presetHint),
    renderModalities(state),
    field("include", strings.include, strings.includePlaceholder, options.include),
    field("exclude", strings.exclude, strings.excludePlaceholder, options.exclude),
    field("languages", strings.languages, strings.languagesPlaceholder, options.languages, "language-names"),
    renderLanguageNames(options.languages, state.server.languages ?? []),
    choice("case", strings.case, options.case, CASES.map(named(strings.cases)), strings.caseHint),
    renderLiteral(state),
    changedOptions(options) > 0 && textButton("resetOptions", strings.resetOptions, "text-button reset"),
  );
}

function named<Name extends string>(texts: Readonly<Record<Name, string>>) {
  return (value: Name) => ({ value, text: texts[value] });
}

function renderModalities(state: PanelState): VElement {
  const { strings, options } = state;
  const buttons = MODALITIES.map((name) =>
    choiceButton("modality", strings.modalityNames[name], options.modalities.includes(name), { "data-modality": name }),
  );
  return choices("modalities", strings.modalities, buttons, strings.modalitiesHint);
}

function renderLiteral(state: PanelState): VElement {
  const { strings, options } = state;
  return choices("literal", strings.literal, [
    choiceButton("word", strings.wholeWord, options.word, { title: strings.wholeWordHint }),
    choiceButton("regex", strings.regex, options.regex, { title: strings.regexHint }),
  ]);
}

function choices(key: string, label: string, buttons: readonly VElement[], title?: string): VElement {
  const face = h("div", { class: "choices" }, buttons);
  return h("fieldset", { key, class: "field wide", title }, h("legend", {}, label), face);
}

function choice(
  name: string,
  label: string,
  value: string,
  listed: readonly { value: string; text: string }[],
  title?: string,
): VElement {
  const items = listed.map((one) => h("option", { key: one.value, value: one.value }, one.text));
  return h(
    "label",
    { key: name, class: "field", title },
    h("span", {}, label),
    h("select", { key: name, "data-option": name, value }, items),
  );
}

function field(name: string, label: string, placeholder: string, value: string, list?: string): VElement {
  const shown = { type: "text", spellcheck: "false", autocomplete: "off", placeholder, list, value };
  return h(
    "label",
    { key: name, class: "field" },
    h("span", {}, label),
    h("input", { key: name, "data-option": name, ...shown }),
  );
}

/** Completions for a list separated by commas: what is typed so far, with each language that is not in it yet. */
function renderLanguageNames(typed: string, languages: readonly string[]): VElement {
  const head = typed.includes(",") ? typed.slice(0, typed.lastIndexOf(",") + 1) : "";
  const used = new Set(head.split(",").map((name) => name.trim().toLowerCase()));
  const names = languages.filter((name) => !used.has(name));
  const values = names.map((name) => (head === "" ? name : `${head} ${name}`));
  return h(
    "datalist",
    { key: "language-names", id: "language-names" },
    values.map((value) => h("option", { key: value, value })),
  );
}
