// The search panel: a page in a view of its own. The page shows; what it may do is decided here.

import { randomBytes } from "node:crypto";

import * as vscode from "vscode";

import type { Server } from "./client";
import { shownPaths } from "./filePaths";
import { openHit } from "./openHit";
import { createAnswers } from "./panelAnswers";
import { type PageState, type PanelAction, readPanelMessage, type ToHost, type ToPanel } from "./panelMessages";
import { panelPage } from "./panelPage";
import { panelStrings } from "./panelStrings";
import type { SearchParams } from "./protocol";
import { searchHistory } from "./searchHistory";
import { contextAt } from "./searchRequest";
import { serverView } from "./serverView";
import { followTokenColors } from "./themeColors";
import type { TokenColors } from "./tokenColors";

const VIEW = "maguyva.searchView";
/** Where the page's state is kept. The editor keeps a page's state too, but in a browser it writes it down too late for a reload. */
const PAGE_STATE = "maguyva.searchPage";

export interface SearchPanel {
  /** Shows the panel and asks a question; without one, the input has the focus. */
  show(request?: Partial<SearchParams>): Promise<void>;
}

export function registerSearchPanel(context: vscode.ExtensionContext, server: Server): SearchPanel {
  const history = searchHistory(context);
  const answers = createAnswers(server, cursor, shownPaths);
  let page: vscode.Webview | undefined;
  /** Whether the page has said that it is there: before that it hears nothing. */
  let isReady = false;
  let asked: Partial<SearchParams> | undefined;
  let colors: TokenColors = {};
  let languages: readonly string[] = [];

  const post = (message: ToPanel) => {
    if (isReady) void page?.postMessage(message);
  };
  const postServer = () => post({ type: "server", server: serverView(server.state, server.lastStatus, languages) });

  async function readLanguages(): Promise<void> {
    try {
      // Plain text has no name to be asked for by.
      languages = Object.keys((await server.status()).languages).filter((name) => name !== "text");
      postServer();
    } catch {
      // Without them the field has no completions; why the server does not answer is what the panel shows anyway.
    }
  }

  function start(): void {
    isReady = true;
    const view = serverView(server.state, server.lastStatus, languages);
    const { kept } = answers;
    const state = context.workspaceState.get<PageState>(PAGE_STATE) ?? null;
    post({
      type: "start",
      strings: panelStrings(),
      history: history.questions,
      colors,
      server: view,
      kept,
      page: state,
    });
    if (asked) post({ type: "show", request: asked });
    asked = undefined;
    void readLanguages();
  }

  async function receive(message: ToHost): Promise<void> {
    switch (message.type) {
      case "ready":
        start();
        break;
      case "search":
        await answers.search(message.id, message.params, post);
        break;
      case "cancel":
        answers.cancel(message.id);
        break;
      case "open":
        if (answers.hasAnswered(message.uri)) await openHit(message.uri, message.selection, message.how);
        break;
      case "remember":
        history.remember(message.query);
        break;
      case "forgetHistory":
        history.forget();
        break;
      case "keep":
        await context.workspaceState.update(PAGE_STATE, message.state);
        break;
      case "run":
        await run(message.action, server);
        break;
    }
  }

  function resolveWebviewView(view: vscode.WebviewView): void {
    const dist = vscode.Uri.joinPath(context.extensionUri, "dist");
    const { webview } = view;
    page = webview;
    isReady = false;
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    webview.onDidReceiveMessage((value: unknown) => {
      const message = readPanelMessage(value);
      if (message) void receive(message);
    });
    view.onDidDispose(() => {
      if (page !== webview) return;
      page = undefined;
      isReady = false;
      answers.cancelAll();
    });
    webview.html = panelPage({
      cspSource: webview.cspSource,
      styleUri: webview.asWebviewUri(vscode.Uri.joinPath(dist, "webview.css")).toString(),
      scriptUri: webview.asWebviewUri(vscode.Uri.joinPath(dist, "webview.js")).toString(),
      nonce: randomBytes(24).toString("base64url"),
      language: vscode.env.language,
      title: vscode.l10n.t("Maguyva search"),
    });
  }

  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider(VIEW, { resolveWebviewView }),
    followTokenColors((changed) => {
      colors = changed;
      post({ type: "colors", colors });
    }),
    history.onChanged((questions) => post({ type: "history", history: questions })),
    server.onStateChanged((state) => {
      postServer();
      if (state.kind === "running") void readLanguages();
    }),
    server.onStatusChanged(postServer),
    { dispose: () => answers.cancelAll() },
  );

  return {
    async show(request = {}) {
      asked = request;
      await vscode.commands.executeCommand(`${VIEW}.focus`);
      // A page that is there hears it now, one that is just being made when it is ready.
      if (!isReady) return;
      asked = undefined;
      post({ type: "show", request });
    },
  };
}

/** What "this" in a question means: the symbol at the cursor of the active editor. */
function cursor() {
  const editor = vscode.window.activeTextEditor;
  return editor && contextAt(editor.document.uri.toString(), editor.selection.active);
}

async function run(action: PanelAction, server: Server): Promise<void> {
  switch (action) {
    case "serverAction":
      if (server.state.action) await vscode.commands.executeCommand(server.state.action.command);
      break;
    case "embeddingSettings":
      await vscode.commands.executeCommand("workbench.action.openSettings", "maguyva.embedding");
      break;
    case "setVoyageKey":
    case "showStatus":
    case "showLogs":
      await vscode.commands.executeCommand(`maguyva.${action}`);
      break;
  }
}
