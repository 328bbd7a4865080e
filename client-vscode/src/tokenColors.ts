// Which colour and style a theme gives to each kind of token. Pure: a theme's JSON and the user's customizations in, colours out.
//
// A theme colours by TextMate scopes and, when it says so, by semantic token types. The server names ten kinds; each is looked up by
// the scopes and the type that a grammar would most likely have given it. The most specific rule wins, of equal ones the last.

import type { TokenKind } from "./protocol";

export interface TokenColor {
  /** As #rgb, #rgba, #rrggbb or #rrggbbaa. */
  readonly color?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
}
export type TokenColors = Partial<Record<TokenKind, TokenColor>>;

/** What a theme file can say; every part is checked before it is used. */
export interface ThemeJson {
  readonly tokenColors?: unknown;
  readonly semanticHighlighting?: unknown;
  readonly semanticTokenColors?: unknown;
}

/** The user's `editor.tokenColorCustomizations` and `editor.semanticTokenColorCustomizations`. */
export interface Customizations {
  readonly textMate?: unknown;
  readonly semantic?: unknown;
}

interface Kind {
  /** Tried in this order. */
  readonly scopes: readonly string[];
  readonly semantic: readonly string[];
  /** The name of the simple customization, such as "comments". */
  readonly simple?: string;
}

const KINDS: Readonly<Record<TokenKind, Kind>> = {
  comment: { scopes: ["comment.line"], semantic: ["comment"], simple: "comments" },
  string: { scopes: ["string.quoted.double"], semantic: ["string"], simple: "strings" },
  number: { scopes: ["constant.numeric.decimal"], semantic: ["number"], simple: "numbers" },
  keyword: { scopes: ["keyword.control.flow", "storage.type.function"], semantic: ["keyword"], simple: "keywords" },
  type: {
    scopes: ["entity.name.type.class", "support.class", "support.type"],
    semantic: ["class", "type"],
    simple: "types",
  },
  function: { scopes: ["entity.name.function", "support.function"], semantic: ["function"], simple: "functions" },
  variable: { scopes: ["variable.other.readwrite", "variable"], semantic: ["variable"], simple: "variables" },
  property: {
    scopes: ["variable.other.property", "variable.other.member"],
    semantic: ["property"],
    simple: "variables",
  },
  constant: {
    scopes: ["variable.other.constant", "constant.language", "constant.other"],
    semantic: ["variable.readonly"],
  },
  operator: { scopes: ["keyword.operator.arithmetic"], semantic: ["operator"] },
};

/** The colours that a theme (its included files first) and the user's customizations give. `name` is the theme's, for `[name]` sections. */
export function resolveTokenColors(
  themes: readonly ThemeJson[],
  customizations: Customizations = {},
  name = "",
): TokenColors {
  const rules = themes.flatMap((theme) => textMateRules(theme.tokenColors));
  const own = sections(customizations.textMate, name);
  const ownRules = own.flatMap((section) => textMateRules(section.textMateRules));
  const ownSemantic = sections(customizations.semantic, name);
  const isSemantic =
    ownSemantic.map((section) => section.enabled).findLast((enabled) => typeof enabled === "boolean") ??
    themes.map((theme) => theme.semanticHighlighting).findLast((enabled) => typeof enabled === "boolean") ??
    false;
  const colors: TokenColors = {};
  for (const [kind, row] of Object.entries(KINDS) as [TokenKind, Kind][]) {
    const layers = [textMateColor(rules, row.scopes)];
    if (isSemantic) layers.push(...themes.map((theme) => semanticColor(theme.semanticTokenColors, row.semantic)));
    layers.push(
      ...own.map((section) => (row.simple ? colorOf(section[row.simple]) : {})),
      textMateColor(ownRules, row.scopes),
    );
    if (isSemantic) layers.push(...ownSemantic.map((section) => semanticColor(section.rules, row.semantic)));
    const found = Object.assign({}, ...layers) as TokenColor;
    if (Object.keys(found).length > 0) colors[kind] = found;
  }
  return colors;
}

interface Rule {
  readonly scopes: readonly string[];
  readonly color: TokenColor;
}

function textMateRules(value: unknown): Rule[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((rule) => ({ scopes: scopesOf(rule.scope), color: colorOf(rule.settings) }));
}

function scopesOf(scope: unknown): string[] {
  const listed = typeof scope === "string" ? scope.split(",") : Array.isArray(scope) ? scope : [];
  // A selector with parents ("source.python string") or exclusions speaks of one language or place: no kind is that special.
  return listed
    .filter((one): one is string => typeof one === "string")
    .map((one) => one.trim())
    .filter((one) => /^[^\s>]+$/.test(one));
}

/** Colour and style are found apart, as an editor does: each from the most specific rule that sets it. */
function textMateColor(rules: readonly Rule[], scopes: readonly string[]): TokenColor {
  for (const scope of scopes) {
    const matching = rules
      .flatMap((rule) =>
        rule.scopes.filter((selector) => covers(selector, scope)).map((selector) => ({ selector, color: rule.color })),
      )
      .sort((one, other) => one.selector.split(".").length - other.selector.split(".").length);
    if (matching.length > 0) return Object.assign({}, ...matching.map((match) => match.color)) as TokenColor;
  }
  return {};
}

function covers(selector: string, scope: string): boolean {
  return scope === selector || scope.startsWith(selector + ".");
}

function semanticColor(rules: unknown, types: readonly string[]): TokenColor {
  if (!isRecord(rules)) return {};
  const type = types.find((name) => name in rules);
  return type === undefined ? {} : colorOf(rules[type]);
}

/** A colour as themes write it: "#rrggbb", or an object with `foreground` and `fontStyle` (or `bold`, `italic`, `underline`). */
function colorOf(value: unknown): TokenColor {
  if (typeof value === "string") return isColor(value) ? { color: value } : {};
  if (!isRecord(value)) return {};
  const { foreground, fontStyle, bold, italic, underline } = value;
  const styled: Record<string, string | boolean> = {};
  if (typeof foreground === "string" && isColor(foreground)) styled.color = foreground;
  if (typeof fontStyle === "string") {
    for (const style of ["bold", "italic", "underline"]) styled[style] = fontStyle.split(/\s+/).includes(style);
  }
  for (const [style, isOn] of Object.entries({ bold, italic, underline }))
    if (typeof isOn === "boolean") styled[style] = isOn;
  return styled;
}

/** The sections of a customization that hold for a theme: the common one, then those in brackets that name it (`*` stands for anything). */
function sections(value: unknown, name: string): Record<string, unknown>[] {
  if (!isRecord(value)) return [];
  const named = Object.entries(value).filter(([key]) => key.startsWith("[") && namesTheme(key, name));
  return [value, ...named.map(([, section]) => section)].filter(isRecord);
}

function namesTheme(key: string, name: string): boolean {
  const patterns = [...key.matchAll(/\[([^\]]*)\]/g)].map((found) => found[1] ?? "");
  return patterns.some((pattern) => new RegExp(`^${pattern.split("*").map(quoted).join(".*")}$`).test(name));
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Only what is certainly a colour ever reaches a style. */
export function isColor(value: string): boolean {
  return /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
