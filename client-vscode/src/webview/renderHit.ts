// One hit: what it is, where it is, the code, and why it is here.

import type { PanelStrings } from "../panelStrings";
import type { Contribution, Hit } from "../protocol";
import { visibleText } from "../visibleText";
import { foreignText, iconButton } from "./controls";
import { fill } from "../fill";
import { icon, symbolIcon } from "./icons";
import { pathOf, rowClass } from "./rowParts";
import type { HitRow } from "./rows";
import { type CodeLine, type CodePart, shownLines } from "./snippet";
import type { PanelState } from "./state";
import { type Attribute, h, type VElement } from "./vnode";

interface Drawn {
  readonly look: string;
  readonly strings: PanelStrings;
  readonly node: VElement;
}

/** What a hit was last drawn as. A hit never changes, so while it looks the same its node is not even compared. */
const drawn = new WeakMap<Hit, Drawn>();

export function renderHit(
  row: HitRow,
  state: PanelState,
  isActive: boolean,
  attributes: Record<string, Attribute>,
): VElement {
  const path = pathOf(row.hit.uri, state);
  const look = JSON.stringify([row.isOpen, isActive, row.parent !== null, path, state.answer?.result.fusion_strategy]);
  const known = drawn.get(row.hit);
  if (known?.look === look && known.strings === state.strings) return known.node;
  const node = draw(row, state, isActive, attributes, path);
  drawn.set(row.hit, { look, strings: state.strings, node });
  return node;
}

function draw(
  row: HitRow,
  state: PanelState,
  isActive: boolean,
  attributes: Record<string, Attribute>,
  path: string,
): VElement {
  const { strings } = state;
  const { hit } = row;
  const shown = shownLines(hit, row.isOpen);
  const isFlat = row.parent === null;
  return h(
    "div",
    {
      ...attributes,
      class: rowClass("hit", isActive),
      "data-action": "open",
      "aria-label": hitLabel(hit, path, strings),
    },
    renderHead(hit, row.isOpen, strings),
    isFlat && h("div", { key: "path", class: "path" }, foreignText(`${path}:${hit.selectionRange.start.line + 1}`)),
    !showsSignature(hit, shown) &&
      hit.symbol?.signature &&
      h("div", { key: "signature", class: "signature" }, foreignText(hit.symbol.signature)),
    row.isOpen && renderDetails(hit, state),
    h("div", { key: "code", class: "code" }, renderLines(shown)),
  );
}

function renderHead(hit: Hit, isOpen: boolean, strings: PanelStrings): VElement {
  const { symbol } = hit;
  return h(
    "div",
    { key: "head", class: "hit-head" },
    h(
      "span",
      { class: "twistie-target", "data-action": "toggle", title: strings.why },
      icon(isOpen ? "chevron-down" : "chevron-right", "twistie"),
    ),
    symbol ? symbolIcon(symbol.kind) : icon("file"),
    symbol ? foreignText(symbol.name, "name") : h("span", { class: "name plain" }, linesText(hit, strings)),
    symbol?.container !== undefined && foreignText(symbol.container, "container"),
    (hit.marks ?? []).map((mark) =>
      h("span", { key: `mark ${mark}`, class: "mark", title: strings.markHints[mark] }, markName(mark, strings)),
    ),
    h(
      "span",
      { class: "hit-actions" },
      iconButton("toggle", strings.why, [icon("info")], { tabindex: -1 }),
      iconButton("beside", strings.openBeside, [icon("split-horizontal")], { tabindex: -1 }),
    ),
  );
}

function linesText(hit: Hit, strings: PanelStrings): string {
  const [first, last] = [hit.range.start.line + 1, hit.range.end.line + 1];
  return first === last ? fill(strings.line, first) : fill(strings.lines, first, last);
}

/** What a screen reader says of the row; it starts with the name that is seen, so that it can be asked for by voice. */
export function hitLabel(hit: Hit, path: string, strings: PanelStrings): string {
  const { symbol } = hit;
  const line = hit.selectionRange.start.line + 1;
  const kind = symbol ? symbol.kind.replace("_", " ") : hit.language || strings.code;
  const name = symbol ? visibleText(symbol.name) : linesText(hit, strings);
  return symbol?.container === undefined
    ? fill(strings.hitLabel, name, kind, visibleText(path), line)
    : fill(strings.hitLabelIn, name, kind, visibleText(symbol.container), visibleText(path), line);
}

/** Whether the lines show the definition itself, so that its signature need not be said again. */
function showsSignature(hit: Hit, lines: readonly CodeLine[]): boolean {
  const name = hit.symbol?.name ?? "";
  const isAt = (line: CodeLine) =>
    line.line >= hit.range.start.line &&
    line.parts
      .map((part) => part.text)
      .join("")
      .includes(name);
  const definition = lines.find(isAt);
  return definition !== undefined && (hit.matches === undefined || definition.line <= hit.range.start.line + 1);
}

function renderLines(lines: readonly CodeLine[]): VElement[] {
  return lines.map((line) =>
    h(
      "div",
      { key: line.line, class: line.isAfterGap ? "line after-gap" : "line", "data-line": line.line },
      h("span", { class: "number", "aria-hidden": "true" }, String(line.line + 1)),
      h("bdi", { class: "text" }, line.lead, line.parts.map(renderPart)),
    ),
  );
}

function renderPart(part: CodePart): VElement | string {
  const classes = [part.kind && `token-${part.kind}`, part.isMatch && "match", part.isMark && "mark-character"].filter(
    Boolean,
  );
  return classes.length > 0 ? h("span", { class: classes.join(" ") }, part.text) : part.text;
}

function renderDetails(hit: Hit, state: PanelState): VElement {
  const { strings } = state;
  const marks = (hit.marks ?? []).filter((mark) => strings.markHints[mark] !== undefined);
  return h(
    "div",
    { key: "details", class: "details" },
    hit.symbol?.doc !== undefined &&
      !showsDoc(hit, hit.symbol.doc) &&
      h(
        "div",
        { class: "doc" },
        hit.symbol.doc.split("\n").map((line) => h("p", {}, foreignText(line))),
      ),
    hit.explanation && hit.explanation.length > 0 && renderWhy(hit.explanation, state),
    marks.map((mark) =>
      h(
        "p",
        { key: `mark ${mark}`, class: "quiet" },
        h("span", { class: "mark" }, markName(mark, strings)),
        " ",
        strings.markHints[mark],
      ),
    ),
  );
}

/** A docstring or comment is often in the snippet already. */
function showsDoc(hit: Hit, doc: string): boolean {
  return hit.snippet.includes((doc.split("\n")[0] ?? doc).trim());
}

function renderWhy(explanation: readonly Contribution[], state: PanelState): VElement {
  const { strings } = state;
  const isFused = state.answer?.result.fusion_strategy === "weighted_rrf";
  const [first] = explanation;
  // Fused contributions are hundredths; a thousand times as much can be read. What one search gives is its own measure.
  const points = (value: number) => number(isFused ? value * 1000 : value);
  const sum = explanation.reduce((total, part) => total + part.contribution, 0);
  const cells = (tag: "td" | "th", values: readonly string[], scope?: string) =>
    values.map((value, index) => h(index === 0 ? "th" : tag, { scope: index === 0 ? (scope ?? "row") : scope }, value));
  return h(
    "div",
    { key: "why", class: "why" },
    h(
      "table",
      {},
      h("caption", {}, strings.whyTitle),
      h(
        "thead",
        {},
        h("tr", {}, cells("th", [strings.whyList, strings.whyRank, strings.whyWeight, strings.whyPoints], "col")),
      ),
      h(
        "tbody",
        {},
        explanation.map((part) =>
          h(
            "tr",
            {},
            cells("td", [
              strings.modalityNames[part.modality],
              String(part.rank + 1),
              number(part.weight),
              points(part.contribution),
            ]),
          ),
        ),
      ),
      explanation.length > 1 && h("tfoot", {}, h("tr", {}, cells("td", [strings.whySum, "", "", points(sum)]))),
    ),
    first && factor(first.boost) !== "1" && h("p", { class: "quiet" }, fill(strings.whyBoost, factor(first.boost))),
    first &&
      factor(first.demotion) !== "1" &&
      h("p", { class: "quiet" }, fill(strings.whyDemotion, factor(first.demotion))),
    h("p", { class: "quiet" }, isFused ? strings.whyFused : strings.whyAlone),
  );
}

/** A mark that this client does not know yet is shown as the server says it. */
function markName(mark: string, strings: PanelStrings): VElement | string {
  return strings.marks[mark] ?? foreignText(mark);
}

/** What a screen reader is told when the details open. */
export function whySpoken(hit: Hit, strings: PanelStrings): string {
  const parts = (hit.explanation ?? []).map((part) =>
    fill(strings.whySpokenPart, strings.modalityNames[part.modality], part.rank + 1),
  );
  return fill(strings.whySpoken, parts.join(", "));
}

function number(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function factor(value: number): string {
  return String(Number(value.toFixed(3)));
}
