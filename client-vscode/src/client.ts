import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import {
  CLEAR_CACHE,
  type ClearCacheResult,
  CONSENT,
  type ConsentResult,
  SEARCH,
  type SearchParams,
  type SearchResult,
  STATUS,
  type StatusChanged,
  type StatusResult,
} from "./protocol";
import type { Life } from "./serverLife";

/** Where the server is in its life. A state that needs the user's hand names the command that helps. */
export interface ServerState {
  readonly kind: "starting" | "settingUp" | "running" | "stopped" | "failed" | "untrusted" | "noPython";
  /** One line: what is wrong and what to do, or what is happening. While running, what is limited, if anything. */
  readonly message?: string;
  readonly action?: { readonly title: string; readonly command: string };
}

/** What the faces (panel, quick pick, status bar, commands) know of the server. */
export interface Server {
  readonly state: ServerState;
  readonly onStateChanged: vscode.Event<ServerState>;
  /** The newest of what the server has told unasked; undefined before it has, and after it has stopped. */
  readonly lastStatus: StatusChanged | undefined;
  readonly onStatusChanged: vscode.Event<StatusChanged>;
  /**
   * The answer to a question. Rejects with `vscode.CancellationError` when the token is cancelled, or the server gave the
   * question up for a newer one; otherwise with an Error whose message is one line for the user.
   */
  search(params: SearchParams, token?: vscode.CancellationToken): Promise<SearchResult>;
  status(): Promise<StatusResult>;
  clearCache(): Promise<ClearCacheResult>;
  /** Allows that code of all folders is sent to the service that is set, or takes that back. */
  consent(allow: boolean): Promise<ConsentResult>;
}

// The language client would take a token that is left out for a second parameter.
const NEVER = new vscode.CancellationTokenSource().token;

/** The server as the faces see it, on top of its life. */
export function serverOf(life: Life): Server {
  return {
    get state() {
      return life.state;
    },
    onStateChanged: life.onStateChanged,
    get lastStatus() {
      return life.lastStatus;
    },
    onStatusChanged: life.onStatusChanged,
    search: (params, token = NEVER) =>
      ask(life, (client) => client.sendRequest<SearchResult>(SEARCH, params, token), token),
    status: () => ask(life, (client) => client.sendRequest<StatusResult>(STATUS, null)),
    clearCache: () => ask(life, (client) => client.sendRequest<ClearCacheResult>(CLEAR_CACHE, {})),
    consent: (allow) => ask(life, (client) => client.sendRequest<ConsentResult>(CONSENT, { allow })),
  };
}

// The protocol's RequestCancelled, ContentModified and ServerCancelled.
const GIVEN_UP: readonly unknown[] = [-32800, -32801, -32802];

async function ask<T>(
  life: Life,
  question: (client: LanguageClient) => Promise<T>,
  token?: vscode.CancellationToken,
): Promise<T> {
  const client = life.client();
  if (client === undefined || life.state.kind !== "running") {
    throw new Error(life.state.message ?? vscode.l10n.t("The Maguyva server is not running."));
  }
  try {
    return await question(client);
  } catch (error) {
    if (token?.isCancellationRequested || GIVEN_UP.includes((error as { code?: unknown }).code)) {
      throw new vscode.CancellationError();
    }
    if (life.client() !== client || !client.isRunning()) {
      throw new Error(vscode.l10n.t("The server was restarted meanwhile: ask again."), { cause: error });
    }
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(said.split("\n", 1)[0] ?? said, { cause: error });
  }
}
