// The few controls that the panel is made of. What each does is named by `data-action`, and done by `main.ts`.

import { visibleParts } from "../visibleText";
import { type Attribute, h, type VElement, type VNode } from "./vnode";

export function iconButton(
  action: string,
  title: string,
  face: readonly VNode[],
  attributes: Record<string, Attribute> = {},
): VElement {
  const own = { key: action, type: "button", class: "icon-button", "data-action": action, title, "aria-label": title };
  return h("button", { ...own, ...attributes }, face);
}

/** A button that stays pressed, with its name written on it. */
export function choiceButton(
  action: string,
  text: string,
  isPressed: boolean,
  attributes: Record<string, Attribute> = {},
): VElement {
  const own = { key: text, type: "button", class: "choice", "data-action": action, "aria-pressed": String(isPressed) };
  return h("button", { ...own, ...attributes }, text);
}

export function textButton(
  action: string,
  text: string,
  className = "text-button",
  attributes: Record<string, Attribute> = {},
): VElement {
  return h(
    "button",
    { key: `${action} ${text}`, type: "button", class: className, "data-action": action, ...attributes },
    text,
  );
}

/** Questions as buttons that ask them. */
export function questionList(questions: readonly { query: string; meaning?: string }[]): VElement {
  return h(
    "ul",
    { class: "questions" },
    questions.map(({ query, meaning }) =>
      h(
        "li",
        { key: query },
        h(
          "button",
          { type: "button", class: "question-button", "data-action": "ask", "data-query": query },
          foreignText(query),
          meaning !== undefined && h("span", { class: "quiet" }, meaning),
        ),
      ),
    ),
  );
}

/** Text from a workspace: kept from turning the reading direction around it, and with unseen characters made visible. */
export function foreignText(text: string, className?: string): VElement {
  return h(
    "bdi",
    { class: className },
    visibleParts(text).map((part) => (part.isMark ? h("span", { class: "mark-character" }, part.text) : part.text)),
  );
}
