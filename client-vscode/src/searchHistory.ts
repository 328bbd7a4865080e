// The earlier questions of this user, in every workspace: the panel and the quick pick share them.

import * as vscode from "vscode";

import { withQuestion } from "./searchRequest";

const KEY = "maguyva.searchHistory";

export interface SearchHistory {
  /** Newest first. */
  readonly questions: readonly string[];
  readonly onChanged: vscode.Event<readonly string[]>;
  remember(query: string): void;
  forget(): void;
  dispose(): void;
}

let shared: SearchHistory | undefined;

/** The one history of this extension's host. */
export function searchHistory(context: vscode.ExtensionContext): SearchHistory {
  shared ??= createHistory(context);
  return shared;
}

function createHistory(context: vscode.ExtensionContext): SearchHistory {
  const changed = new vscode.EventEmitter<readonly string[]>();
  const questions = (): readonly string[] => {
    const stored: unknown = context.globalState.get(KEY);
    return Array.isArray(stored) ? stored.filter((one): one is string => typeof one === "string") : [];
  };
  const store = (all: readonly string[]) => {
    void context.globalState.update(KEY, all.length > 0 ? all : undefined);
    changed.fire(all);
  };
  const history = {
    get questions() {
      return questions();
    },
    onChanged: changed.event,
    remember: (query: string) => store(withQuestion(questions(), query)),
    forget: () => store([]),
    dispose() {
      changed.dispose();
      shared = undefined;
    },
  };
  context.subscriptions.push(history);
  return history;
}
