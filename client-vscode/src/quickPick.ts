// "Maguyva: Search…": the question in the command palette's place, with a look at each hit in the editor.

import * as vscode from "vscode";

import type { Server, ServerState } from "./client";
import { shownPath } from "./filePaths";
import { createHitPreview } from "./hitPreview";
import { liveQuery } from "./liveQuery";
import { openHit } from "./openHit";
import type { OpenHow } from "./panelMessages";
import { panelStrings } from "./panelStrings";
import type { Hit, SearchParams, SearchResult } from "./protocol";
import { hitTexts, plain } from "./quickPickItems";
import { searchHistory } from "./searchHistory";
import { contextAt } from "./searchRequest";
import { totals } from "./totals";

const TYPING_DELAY = 150;
const SLOW_AFTER = 200;
const LIMIT = 50;
const RECENT = 10;

/** One line: a hit, an earlier question, or something to know with a command that helps. */
interface Item extends vscode.QuickPickItem {
  readonly hit?: Hit;
  readonly question?: string;
  readonly command?: string;
}

/** Not in the editor's published types, though it has been there for years: without it the editor sorts by its own match of the labels. */
interface Unsorted {
  sortByLabel: boolean;
}

export function openQuickPick(
  context: vscode.ExtensionContext,
  server: Server,
  initial: Partial<SearchParams> = {},
): void {
  const history = searchHistory(context);
  const preview = createHitPreview();
  const pick = vscode.window.createQuickPick<Item>();
  const beside = { iconPath: new vscode.ThemeIcon("split-horizontal"), tooltip: vscode.l10n.t("Open to the side") };
  const inPanel = {
    iconPath: new vscode.ThemeIcon("layout-sidebar-left"),
    tooltip: vscode.l10n.t("Show in the search panel"),
  };
  const editor = vscode.window.activeTextEditor;
  const where = initial.context ?? (editor && contextAt(editor.document.uri.toString(), editor.selection.active));
  /** Whether the list answers what stands in the input. */
  let isCurrent = true;
  /** Enter was pressed before the answer came. */
  let isAccepted = false;
  let isDone = false;
  let latest: SearchResult | undefined;

  const live = liveQuery<string, SearchResult>({
    delay: TYPING_DELAY,
    slowAfter: SLOW_AFTER,
    ask: (query, signal) => withToken(signal, (token) => server.search(paramsFor(query), token)),
    answered: (result) => {
      latest = result;
      show(resultItems(result, beside), titleOf(result));
    },
    failed: (error) => show([problemItem(error, server.state)], undefined),
    slow: (isSlow) => (pick.busy = isSlow),
  });

  function paramsFor(query: string): SearchParams {
    return { ...initial, query, limit: LIMIT, ...(where && { context: where }) };
  }

  function show(items: readonly Item[], title: string | undefined): void {
    isCurrent = true;
    pick.items = items;
    pick.title = title;
    if (isAccepted && items[0]?.hit) accept(items[0]);
  }

  function ask(query: string): void {
    isCurrent = false;
    isAccepted = false;
    if (query.trim() === "") {
      live.stop();
      show(history.questions.slice(0, RECENT).map(questionItem), undefined);
    } else {
      live.later(query);
    }
  }

  function accept(item: Item | undefined): void {
    if (!isCurrent) isAccepted = true;
    else if (item?.hit) void open(item.hit, "open");
    else if (item?.question !== undefined) ask((pick.value = item.question));
    else if (item?.command !== undefined) {
      pick.hide();
      void vscode.commands.executeCommand(item.command);
    }
  }

  async function open(hit: Hit, how: OpenHow): Promise<void> {
    history.remember(pick.value);
    await finish(false);
    await openHit(hit.uri, hit.selectionRange, how);
  }

  async function finish(isToRestore: boolean): Promise<void> {
    if (isDone) return;
    isDone = true;
    live.stop();
    following.dispose();
    pick.dispose();
    await preview.end(isToRestore);
  }

  // What could not be answered, or not wholly, is asked again as soon as it can be.
  const following = vscode.Disposable.from(
    server.onStateChanged(({ kind }) => {
      if (kind === "running") ask(pick.value);
    }),
    server.onStatusChanged(({ phase, index }) => {
      if (phase === "ready" && latest && !latest.index.complete && index.revision > latest.index.revision)
        ask(pick.value);
    }),
  );
  // The server ranks, by meaning too: whatever the editor thinks of its labels, every item is shown, in the server's order.
  (pick as typeof pick & Unsorted).sortByLabel = false;
  pick.placeholder = vscode.l10n.t("Ask in plain words, by name, or with an exact text in quotes");
  pick.keepScrollPosition = false;
  pick.buttons = [inPanel];
  pick.onDidChangeValue(ask);
  pick.onDidChangeActive(([item]) => {
    if (item?.hit) preview.show(item.hit);
  });
  pick.onDidAccept(() => accept(pick.selectedItems[0]));
  pick.onDidTriggerItemButton(({ item }) => {
    if (item.hit) void open(item.hit, "beside");
  });
  pick.onDidTriggerButton(() => {
    const request = { ...initial, query: pick.value, ...(where && { context: where }) };
    void finish(true).then(() =>
      vscode.commands.executeCommand("maguyva.searchPanel.focus", pick.value.trim() === "" ? undefined : request),
    );
  });
  pick.onDidHide(() => void finish(true));
  pick.value = initial.query ?? "";
  ask(pick.value);
  pick.show();
}

function resultItems(result: SearchResult, beside: vscode.QuickInputButton): Item[] {
  if (result.hits.length === 0) {
    const isWhole = result.index.complete;
    const label = isWhole
      ? vscode.l10n.t("Nothing found")
      : vscode.l10n.t("Nothing found yet: the index is still being built");
    return [{ label: `$(info) ${label}`, alwaysShow: true }];
  }
  return result.hits.map((hit) => ({
    ...hitTexts(hit, shownPath(hit.uri), (line) => vscode.l10n.t("Line {0}", line)),
    alwaysShow: true,
    buttons: [beside],
    hit,
  }));
}

function questionItem(question: string): Item {
  return { label: `$(history) ${plain(question)}`, alwaysShow: true, question };
}

function problemItem(error: unknown, state: ServerState): Item {
  const message = error instanceof Error ? error.message : String(error);
  const { action } = state;
  const isComing = state.kind === "starting" || state.kind === "settingUp";
  const item = { label: `$(${isComing ? "sync~spin" : "error"}) ${plain(message)}`, alwaysShow: true };
  return action ? { ...item, detail: action.title, command: action.command } : item;
}

/** How the question was understood, and how many places answer it. */
function titleOf(result: SearchResult): string {
  const strings = panelStrings();
  const ran = result.modalities.filter(({ status }) => status === "ok" || status === "degraded");
  const by = ran.map(({ name }) => strings.modalityNames[name]).join(" + ");
  const found = totals(result.total.matches, result.total.files, strings);
  return [strings.intents[result.intent.name], by, found].filter((part) => part !== "").join(" · ");
}

async function withToken<T>(signal: AbortSignal, ask: (token: vscode.CancellationToken) => Promise<T>): Promise<T> {
  const source = new vscode.CancellationTokenSource();
  signal.addEventListener("abort", () => source.cancel());
  try {
    return await ask(source.token);
  } finally {
    source.dispose();
  }
}
