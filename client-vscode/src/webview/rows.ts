// The rows of the result tree, as they stand on the screen: files and their hits, or hits alone, and what shows more of them.

import type { Hit } from "../protocol";
import { nextLimit } from "../searchRequest";
import type { More, PanelState } from "./state";

export interface FileRow {
  readonly kind: "file";
  readonly key: string;
  readonly uri: string;
  readonly isOpen: boolean;
  /** How many of its hits are listed. */
  readonly count: number;
}
export interface HitRow {
  readonly kind: "hit";
  readonly key: string;
  /** The file's row, null in the flat list. */
  readonly parent: string | null;
  readonly hit: Hit;
  readonly isOpen: boolean;
}
export interface MoreRow {
  readonly kind: "more";
  readonly key: string;
  readonly parent: string | null;
  readonly uri: string;
  readonly count: number;
  readonly more: More | undefined;
}
export interface LimitRow {
  readonly kind: "limit";
  readonly key: "limit";
  /** How many hits are asked for next; null at the most there can be. */
  readonly next: number | null;
}
export type Row = FileRow | HitRow | MoreRow | LimitRow;

/** All rows that are visible, from top to bottom. */
export function rowsOf(state: PanelState): Row[] {
  const { answer } = state;
  if (!answer) return [];
  const { hits, cut } = answer.result;
  const byFile = grouped(hits);
  const rows = state.isGrouped
    ? [...byFile].flatMap(([uri, listed]) => fileRows(state, uri, listed))
    : flatRows(state, hits, byFile);
  if (cut) rows.push({ kind: "limit", key: "limit", next: nextLimit(state.limit) });
  return rows;
}

function grouped(hits: readonly Hit[]): Map<string, Hit[]> {
  const byFile = new Map<string, Hit[]>();
  for (const hit of hits) byFile.set(hit.uri, [...(byFile.get(hit.uri) ?? []), hit]);
  return byFile;
}

function fileRows(state: PanelState, uri: string, listed: readonly Hit[]): Row[] {
  const key = fileKey(uri);
  const isOpen = !state.closedFiles.has(uri);
  const further = furtherHits(state.more[uri], listed);
  const file: FileRow = { kind: "file", key, uri, isOpen, count: listed.length + further.length };
  if (!isOpen) return [file];
  const hits = [...listed, ...further].map((hit) => hitRow(state, hit, key));
  return [file, ...hits, ...moreRows(state, uri, listed, key)];
}

function flatRows(state: PanelState, hits: readonly Hit[], byFile: ReadonlyMap<string, readonly Hit[]>): Row[] {
  const lastOf = new Map([...byFile].map(([uri, listed]) => [uri, listed.at(-1)]));
  return hits.flatMap((hit) => {
    const row = hitRow(state, hit, null);
    if (lastOf.get(hit.uri) !== hit) return [row];
    const listed = byFile.get(hit.uri) ?? [];
    const further = furtherHits(state.more[hit.uri], listed).map((other) => hitRow(state, other, null));
    return [row, ...further, ...moreRows(state, hit.uri, listed, null)];
  });
}

function hitRow(state: PanelState, hit: Hit, parent: string | null): HitRow {
  const key = hitKey(hit);
  return { kind: "hit", key, parent, hit, isOpen: state.openHits.has(key) };
}

function moreRows(state: PanelState, uri: string, listed: readonly Hit[], parent: string | null): Row[] {
  const more = state.more[uri];
  const count = more?.state === "shown" ? furtherHits(more, listed).length : remaining(listed);
  return count > 0 ? [{ kind: "more", key: `more ${uri}`, parent, uri, count, more }] : [];
}

/** How many places of a file the server knows beyond those it listed. */
function remaining(listed: readonly Hit[]): number {
  return Math.max(0, ...listed.map((hit) => hit.more_in_file + 1 - listed.length));
}

function furtherHits(more: More | undefined, listed: readonly Hit[]): Hit[] {
  if (more?.state !== "shown") return [];
  const known = new Set(listed.map(hitKey));
  return more.hits.filter((hit) => !known.has(hitKey(hit)));
}

export function fileKey(uri: string): string {
  return `file ${uri}`;
}

/** What tells a hit from all others of an answer, and finds it again in the next one. */
export function hitKey(hit: Hit): string {
  const { start, end } = hit.range;
  return `hit ${hit.uri} ${start.line}:${start.character}-${end.line}:${end.character}`;
}
