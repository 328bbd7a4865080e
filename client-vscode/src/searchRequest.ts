// Questions as the server takes them, from what a user typed, chose or pointed at. Pure: the panel, the quick pick and the commands share it.

import type { Context, IntentName, ModalityName, Position, Preset, SearchParams } from "./protocol";

export const INTENTS: readonly IntentName[] = [
  "find_definition",
  "find_references",
  "understand_code",
  "find_similar",
  "impact_analysis",
  "exact_match",
];
export const PRESETS: readonly Preset[] = ["quick", "default", "thorough"];
export const MODALITIES: readonly ModalityName[] = ["semantic", "text", "structural", "graph"];
export const CASES = ["smart", "sensitive", "insensitive"] as const;
export type CaseMode = (typeof CASES)[number];

/** How many hits are asked for, and what "show more" raises it to; the last one is the server's own limit. */
export const LIMITS: readonly number[] = [20, 50, 100, 200];
const MOST_HITS = 200;
/** A longer selection is no question; the server reads any length, but nobody could read it in the input. */
const LONGEST_SELECTION = 2000;

/** What a user can set beside the question. At its default, each leaves the choice to the server. */
export interface SearchOptions {
  readonly intent: IntentName | null;
  readonly preset: Preset;
  /** None: the preset decides. */
  readonly modalities: readonly ModalityName[];
  /** These three as typed, separated by commas. */
  readonly languages: string;
  readonly include: string;
  readonly exclude: string;
  readonly regex: boolean;
  readonly word: boolean;
  readonly case: CaseMode;
}

export const DEFAULT_OPTIONS: SearchOptions = {
  intent: null,
  preset: "default",
  modalities: [],
  languages: "",
  include: "",
  exclude: "",
  regex: false,
  word: false,
  case: "smart",
};

/** What a command says of its own question, and what ends as soon as the question is edited. */
export interface Attached {
  readonly intent?: IntentName;
  readonly context?: Context;
}

/** The request for a question with its options. Only what differs from the server's defaults is named. */
export function searchParams(
  query: string,
  options: SearchOptions,
  limit = LIMITS[0] ?? MOST_HITS,
  attached: Attached = {},
): SearchParams {
  const params: SearchParams = { query, limit, explain: true, tokens: true };
  const intent = options.intent ?? attached.intent;
  if (intent) params.intent = intent;
  if (options.preset !== "default") params.preset = options.preset;
  if (options.modalities.length > 0) params.modalities = [...options.modalities];
  const [languages, include, exclude] = [options.languages, options.include, options.exclude].map(listOf);
  if (languages?.length) params.languages = languages;
  if (include?.length) params.include = include.map(rooted);
  if (exclude?.length) params.exclude = exclude.map(rooted);
  if (options.regex) params.regex = true;
  if (options.word) params.word = true;
  if (options.case !== "smart") params.case = options.case;
  if (attached.context) params.context = attached.context;
  return params;
}

/** Every hit of one file for the same question: "n more in this file". */
export function moreInFile(params: SearchParams, uri: string): SearchParams {
  return { ...params, inFile: { uri }, perFile: "all", limit: MOST_HITS };
}

/** What tells a question from others, however many of its hits are asked for, of whichever file. */
export function questionKey(params: SearchParams): string {
  const asked = Object.entries(params).filter(([name]) => !HOW_MUCH.includes(name));
  // In one order, since a request that came by message names its fields in another.
  return JSON.stringify(asked.sort(([one], [other]) => (one < other ? -1 : 1)));
}
const HOW_MUCH: readonly string[] = ["limit", "inFile", "perFile"];

/** The next higher limit, null when there is none. */
export function nextLimit(limit: number): number | null {
  return LIMITS.find((higher) => higher > limit) ?? null;
}

/** The parts of a list separated by commas, without the empty ones. */
export function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Whether an option that narrows the answer is set: what "no results" advises to take away. */
export function narrows(options: SearchOptions): boolean {
  return (
    listOf(options.languages).length + listOf(options.include).length + listOf(options.exclude).length > 0 ||
    options.word ||
    options.case === "sensitive"
  );
}

/** How many options are not at their default. */
export function changedOptions(options: SearchOptions): number {
  const names = Object.keys(DEFAULT_OPTIONS) as (keyof SearchOptions)[];
  return names.filter((name) => String(options[name]).trim() !== String(DEFAULT_OPTIONS[name] ?? null)).length;
}

/** "Search for selection": what it means is the router's choice, as if it had been typed. Null when nothing is selected. */
export function selectionRequest(selected: string): Partial<SearchParams> | null {
  const query = selected.trim().slice(0, LONGEST_SELECTION);
  return query === "" ? null : { query };
}

/** "Who calls this": the symbol at the position. */
export function whoCallsRequest(uri: string, position: Position): Partial<SearchParams> {
  return { query: "who calls this", context: contextAt(uri, position) };
}

/** "Find similar code": like the selected text, or like the symbol at the position when nothing is selected. */
export function similarRequest(uri: string, position: Position, selected = ""): Partial<SearchParams> {
  const query = selectionRequest(selected)?.query ?? "code like this";
  return { query, intent: "find_similar", context: contextAt(uri, position) };
}

/** Where "this" is. Only the numbers are taken from the position: the editor's own objects have more in them. */
export function contextAt(uri: string, { line, character }: Position): Context {
  return { textDocument: { uri }, position: { line, character } };
}

// In the syntax of .gitignore a leading "./" matches nothing, and it is what shells complete to.
function rooted(glob: string): string {
  return glob.startsWith("./") ? glob.slice(1) : glob;
}

const MOST_KEPT = 50;

/** The earlier questions after one more, newest first, each once. */
export function withQuestion(history: readonly string[], query: string): string[] {
  const asked = query.trim();
  if (asked === "" || asked.length > LONGEST_SELECTION) return [...history];
  return [asked, ...history.filter((earlier) => earlier !== asked)].slice(0, MOST_KEPT);
}
