// The panel's questions on their way: each can be cancelled, the newest answer is kept for a page that comes back, and only places that the
// server has answered with may be opened.

import * as vscode from "vscode";

import type { Server } from "./client";
import type { KeptAnswer, ToPanel } from "./panelMessages";
import type { Context, SearchParams } from "./protocol";
import { questionKey } from "./searchRequest";

export interface Answers {
  /** The newest answer to a whole question. */
  readonly kept: KeptAnswer | null;
  search(id: number, params: SearchParams, post: (message: ToPanel) => void): Promise<void>;
  cancel(id: number): void;
  cancelAll(): void;
  /** Whether the server has named this file in an answer. */
  hasAnswered(uri: string): boolean;
}

export function createAnswers(
  server: Server,
  cursor: () => Context | undefined,
  pathsOf: (hits: readonly { uri: string }[]) => Record<string, string>,
): Answers {
  const running = new Map<number, vscode.CancellationTokenSource>();
  const answered = new Set<string>();
  let kept: KeptAnswer | null = null;
  /** The newest question, and where the cursor was when it was asked first. */
  let pinned: { question: string; context: Context | undefined } | null = null;

  /** "This" stays what it was while a question stands: looking at its hits moves the cursor, and asking for more must not mean something else. */
  function withContext(params: SearchParams): SearchParams {
    if (params.context) return params;
    const question = questionKey(params);
    if (pinned?.question !== question) pinned = { question, context: cursor() };
    return pinned.context ? { ...params, context: pinned.context } : params;
  }

  return {
    get kept() {
      return kept;
    },
    async search(id, params, post) {
      const source = new vscode.CancellationTokenSource();
      running.set(id, source);
      try {
        const result = await server.search(withContext(params), source.token);
        if (source.token.isCancellationRequested) return;
        for (const hit of result.hits) answered.add(hit.uri);
        const answer = { params, result, paths: pathsOf(result.hits) };
        if (!params.inFile) kept = answer;
        post({ type: "answer", id, answer });
      } catch (error) {
        if (!source.token.isCancellationRequested) post({ type: "failure", id, message: messageOf(error) });
      } finally {
        running.delete(id);
        source.dispose();
      }
    },
    cancel(id) {
      running.get(id)?.cancel();
    },
    cancelAll() {
      for (const source of running.values()) source.cancel();
    },
    hasAnswered: (uri) => answered.has(uri),
  };
}

function messageOf(error: unknown): string {
  if (error instanceof vscode.CancellationError) return vscode.l10n.t("The question was given up. Ask it again.");
  return error instanceof Error ? error.message : String(error);
}
