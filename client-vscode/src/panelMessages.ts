// What the search panel's page and the extension's host say to each other, and the host's check of what the page says.

import type { TokenColors } from "./tokenColors";
import type { PanelStrings } from "./panelStrings";
import type { Context, IndexingProgress, Phase, Position, Range, SearchParams, SearchResult } from "./protocol";
import { CASES, INTENTS, MODALITIES, PRESETS } from "./searchRequest";

/** How a hit is opened: looked at with the focus left in the panel, gone to, or beside what is open. */
export type OpenHow = "preview" | "open" | "beside";
const OPEN_HOWS = ["preview", "open", "beside"] as const;

/** What the page may have the host do. The host knows which command each one is. */
export const ACTIONS = ["serverAction", "setVoyageKey", "embeddingSettings", "showStatus", "showLogs"] as const;
export type PanelAction = (typeof ACTIONS)[number];

export type ToHost =
  | { type: "ready" }
  | { type: "search"; id: number; params: SearchParams }
  | { type: "cancel"; id: number }
  | { type: "open"; uri: string; selection: Range; how: OpenHow }
  | { type: "remember"; query: string }
  | { type: "forgetHistory" }
  | { type: "keep"; state: PageState }
  | { type: "run"; action: PanelAction };

/** What the panel shows of the server. */
export interface ServerView {
  readonly kind: "starting" | "settingUp" | "running" | "stopped" | "failed" | "untrusted" | "noPython";
  readonly message?: string;
  /** The title of the action that helps. */
  readonly action?: string;
  readonly phase?: Phase;
  readonly progress?: IndexingProgress;
  readonly revision?: number;
  readonly languages?: readonly string[];
}

/** What the page wants to find again after a reload. It is the page's own: the host only keeps it. */
export type PageState = Readonly<Record<string, unknown>>;

/** An answer with its question, as the host keeps it while the page is hidden. */
export interface KeptAnswer {
  readonly params: SearchParams;
  readonly result: SearchResult;
  /** How the editor names each file of the hits, by URI: the path in the workspace, or what stands on its tab. */
  readonly paths: Readonly<Record<string, string>>;
}

export type ToPanel =
  | {
      type: "start";
      strings: PanelStrings;
      history: readonly string[];
      colors: TokenColors;
      server: ServerView;
      kept: KeptAnswer | null;
      page: PageState | null;
    }
  | { type: "answer"; id: number; answer: KeptAnswer }
  | { type: "failure"; id: number; message: string }
  | { type: "server"; server: ServerView }
  | { type: "colors"; colors: TokenColors }
  | { type: "history"; history: readonly string[] }
  | { type: "show"; request: Partial<SearchParams> };

const LONGEST_QUERY = 1_000_000;
const LONGEST_LIST = 1000;
const LONGEST_STATE = 2_000_000;

/** What the page said, with nothing in it that was not understood; null for anything else. */
export function readPanelMessage(value: unknown): ToHost | null {
  if (!isRecord(value)) return null;
  switch (value.type) {
    case "ready":
      return { type: "ready" };
    case "forgetHistory":
      return { type: "forgetHistory" };
    case "search": {
      const params = readSearchParams(value.params);
      return isWhole(value.id) && params ? { type: "search", id: value.id, params } : null;
    }
    case "cancel":
      return isWhole(value.id) ? { type: "cancel", id: value.id } : null;
    case "open": {
      const { uri, how } = value;
      const selection = readRange(value.selection);
      return typeof uri === "string" && selection && isOneOf(how, OPEN_HOWS)
        ? { type: "open", uri, selection, how }
        : null;
    }
    case "remember":
      return isQuery(value.query) ? { type: "remember", query: value.query } : null;
    case "keep": {
      const { state } = value;
      return isRecord(state) && JSON.stringify(state).length <= LONGEST_STATE ? { type: "keep", state } : null;
    }
    case "run":
      return isOneOf(value.action, ACTIONS) ? { type: "run", action: value.action } : null;
    default:
      return null;
  }
}

/** Search parameters with only the fields that the panel sends, each of the right kind; null when one is not. */
export function readSearchParams(value: unknown): SearchParams | null {
  if (!isRecord(value) || !isQuery(value.query)) return null;
  const params: SearchParams = { query: value.query };
  const { preset, intent, limit, perFile, regex, word, explain, tokens } = value;
  const comparing = value.case;
  if (preset !== undefined) {
    if (!isOneOf(preset, PRESETS)) return null;
    params.preset = preset;
  }
  if (intent !== undefined) {
    if (!isOneOf(intent, INTENTS)) return null;
    params.intent = intent;
  }
  if (limit !== undefined) {
    if (!isWhole(limit) || limit < 1) return null;
    params.limit = limit;
  }
  if (perFile !== undefined) {
    if (!isOneOf(perFile, ["best", "all"] as const)) return null;
    params.perFile = perFile;
  }
  if (comparing !== undefined) {
    if (!isOneOf(comparing, CASES)) return null;
    params.case = comparing;
  }
  for (const [name, flag] of Object.entries({ regex, word, explain, tokens })) {
    if (flag === undefined) continue;
    if (typeof flag !== "boolean") return null;
    params[name as "regex" | "word" | "explain" | "tokens"] = flag;
  }
  for (const name of ["include", "exclude", "languages"] as const) {
    const list = value[name];
    if (list === undefined) continue;
    if (!isStrings(list)) return null;
    params[name] = list;
  }
  if (value.modalities !== undefined) {
    const names = value.modalities;
    if (!Array.isArray(names) || !names.every((name) => isOneOf(name, MODALITIES))) return null;
    params.modalities = names;
  }
  if (value.inFile !== undefined) {
    const inFile = readDocument(value.inFile);
    if (!inFile) return null;
    params.inFile = inFile;
  }
  if (value.context !== undefined) {
    const context = readContext(value.context);
    if (!context) return null;
    params.context = context;
  }
  return params;
}

function readContext(value: unknown): Context | null {
  if (!isRecord(value)) return null;
  const textDocument = readDocument(value.textDocument);
  const position = readPosition(value.position);
  return textDocument && position ? { textDocument, position } : null;
}

function readDocument(value: unknown): { uri: string } | null {
  return isRecord(value) && typeof value.uri === "string" ? { uri: value.uri } : null;
}

function readRange(value: unknown): Range | null {
  if (!isRecord(value)) return null;
  const [start, end] = [readPosition(value.start), readPosition(value.end)];
  return start && end ? { start, end } : null;
}

function readPosition(value: unknown): Position | null {
  if (!isRecord(value)) return null;
  const { line, character } = value;
  return isWhole(line) && isWhole(character) ? { line, character } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isQuery(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_QUERY;
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= LONGEST_LIST && value.every((item) => typeof item === "string");
}

function isOneOf<T extends string>(value: unknown, allowed: readonly T[]): value is T {
  return typeof value === "string" && (allowed as readonly string[]).includes(value);
}
