// What the panel holds, and what of it outlives hiding and reload. Everything is immutable: a change makes a new state.

import type { KeptAnswer, ServerView } from "../panelMessages";
import type { PanelStrings } from "../panelStrings";
import type { Hit } from "../protocol";
import { type Attached, DEFAULT_OPTIONS, LIMITS, type SearchOptions } from "../searchRequest";

/** "n more in this file": the further hits of one file. */
export interface More {
  readonly state: "loading" | "failed" | "shown" | "hidden";
  readonly hits: readonly Hit[];
  readonly message?: string;
}

export interface PanelState {
  readonly strings: PanelStrings;
  readonly server: ServerView;
  readonly history: readonly string[];

  readonly query: string;
  readonly options: SearchOptions;
  readonly attached: Attached;
  readonly limit: number;

  readonly showsOptions: boolean;
  readonly showsHistory: boolean;
  readonly isGrouped: boolean;
  readonly closedFiles: ReadonlySet<string>;
  readonly openHits: ReadonlySet<string>;
  /** The key of the row that the keyboard is on. */
  readonly active: string | null;
  /** The notice that the user has seen enough of. */
  readonly dismissed: string | null;

  readonly answer: KeptAnswer | null;
  /** By the file's URI. */
  readonly more: Readonly<Record<string, More>>;
  readonly failure: string | null;
  readonly isSlow: boolean;
  /** What screen readers are told. */
  readonly spoken: string;
}

/** Which row stands at the top of the list, and how many pixels of it are above: heights of rows that were never seen are only guessed. */
export interface ScrollPlace {
  readonly key: string;
  readonly above: number;
}

/** What is kept of a panel while it is not there. Answers are kept by the host, or asked for again. */
export type Persisted = Pick<
  PanelState,
  "query" | "options" | "attached" | "limit" | "showsOptions" | "isGrouped" | "active" | "dismissed"
> & {
  readonly version: 1;
  readonly closedFiles: readonly string[];
  readonly openHits: readonly string[];
  readonly top: ScrollPlace | null;
};

export function initialState(
  strings: PanelStrings,
  server: ServerView,
  history: readonly string[],
  persisted: Persisted | null,
): PanelState {
  return {
    strings,
    server,
    history,
    query: persisted?.query ?? "",
    options: { ...DEFAULT_OPTIONS, ...persisted?.options },
    attached: persisted?.attached ?? {},
    limit: persisted?.limit ?? LIMITS[0] ?? 20,
    showsOptions: persisted?.showsOptions ?? false,
    showsHistory: false,
    isGrouped: persisted?.isGrouped ?? true,
    closedFiles: new Set(persisted?.closedFiles),
    openHits: new Set(persisted?.openHits),
    active: persisted?.active ?? null,
    dismissed: persisted?.dismissed ?? null,
    answer: null,
    more: {},
    failure: null,
    isSlow: false,
    spoken: "",
  };
}

export function persist(state: PanelState, top: ScrollPlace | null): Persisted {
  const { query, options, attached, limit, showsOptions, isGrouped, active, dismissed } = state;
  const sets = { closedFiles: [...state.closedFiles], openHits: [...state.openHits] };
  return { version: 1, query, options, attached, limit, showsOptions, isGrouped, active, dismissed, ...sets, top };
}

/** What an earlier panel kept, null when it is of another version or nothing was kept. */
export function readPersisted(value: unknown): Persisted | null {
  const isOurs = typeof value === "object" && value !== null && (value as { version?: unknown }).version === 1;
  return isOurs ? (value as Persisted) : null;
}

/** A new answer to a new question: what was opened, closed or active in the old one is forgotten. */
export function withAnswer(state: PanelState, answer: KeptAnswer): PanelState {
  return {
    ...state,
    answer,
    failure: null,
    more: {},
    closedFiles: new Set(),
    openHits: new Set(),
    active: null,
  };
}

/** A typed question. What a command attached to its own question does not hold for another. */
export function withQuery(state: PanelState, query: string): PanelState {
  return query === state.query ? state : { ...state, query, attached: {}, limit: LIMITS[0] ?? 20 };
}

/** No question: the answer goes too. */
export function withoutQuestion(state: PanelState): PanelState {
  return { ...state, query: "", attached: {}, answer: null, failure: null, more: {}, active: null, isSlow: false };
}

export function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const changed = new Set(set);
  if (!changed.delete(key)) changed.add(key);
  return changed;
}
