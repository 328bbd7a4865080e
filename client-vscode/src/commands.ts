import * as vscode from "vscode";

import type { Server } from "./client";
import { openQuickPick } from "./quickPick";
import type { SearchParams } from "./protocol";
import type { SearchPanel } from "./searchPanel";
import { selectionRequest, similarRequest, whoCallsRequest } from "./searchRequest";

/** What the commands of the extension's life do; `extension.ts` knows how. */
export interface LifeCommands {
  readonly restart: () => Promise<void>;
  readonly setUpServer: () => Promise<void>;
  readonly selectInterpreter: () => Promise<void>;
  readonly showStatus: () => Promise<void>;
  readonly showLogs: () => void;
  readonly showServerLogs: () => void;
  readonly setVoyageKey: () => Promise<void>;
  readonly clearVoyageKey: () => Promise<void>;
  readonly debugInformation: () => Promise<void>;
}

/** Registers every command. What a question is asked about is where the cursor of the active editor stands. */
export function registerCommands(
  context: vscode.ExtensionContext,
  server: Server,
  panel: SearchPanel,
  life: LifeCommands,
): void {
  const commands: Record<string, (...given: never[]) => unknown> = {
    search: () => openQuickPick(context, server),
    "searchPanel.focus": (request?: Partial<SearchParams>) => panel.show(request),
    searchSelection: () => atCursor((editor) => showIfAny(panel, selectionRequest(selectedText(editor)))),
    whoCalls: () => atCursor((editor) => panel.show(whoCallsRequest(addressOf(editor), editor.selection.active))),
    findSimilar: () =>
      atCursor((editor) =>
        panel.show(similarRequest(addressOf(editor), editor.selection.active, selectedText(editor))),
      ),
    clearCache: () => clearCache(server),
    showReferences,
    consent: () => askConsent(server),
    openSettings: () => vscode.commands.executeCommand("workbench.action.openSettings", `@ext:${context.extension.id}`),
    ...life,
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(`maguyva.${name}`, run));
  }
}

/** What a code lens opens: the references to what stands at a place, in the editor's own list. */
async function showReferences(
  uri: string,
  place: { readonly line: number; readonly character: number },
): Promise<void> {
  const document = vscode.Uri.parse(uri, true);
  const position = new vscode.Position(place.line, place.character);
  const found = await vscode.commands.executeCommand<vscode.Location[]>(
    "vscode.executeReferenceProvider",
    document,
    position,
  );
  await vscode.commands.executeCommand("editor.action.showReferences", document, position, found);
}

function atCursor(act: (editor: vscode.TextEditor) => unknown): unknown {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t("Open a file and put the cursor on a name first."));
    return undefined;
  }
  return act(editor);
}

function showIfAny(panel: SearchPanel, request: Partial<SearchParams> | null): unknown {
  if (request === null) {
    void vscode.window.showInformationMessage(vscode.l10n.t("Select what to search for first."));
    return undefined;
  }
  return panel.show(request);
}

function selectedText(editor: vscode.TextEditor): string {
  return editor.document.getText(editor.selection);
}

function addressOf(editor: vscode.TextEditor): string {
  return editor.document.uri.toString();
}

/** The server asks by itself before code leaves a folder for the first time; this is for changing one's mind. */
async function askConsent(server: Server): Promise<void> {
  try {
    const { embedding } = await server.status();
    if (embedding.host === undefined) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("Nothing is sent: no service is set in maguyva.embedding.provider."),
      );
      return;
    }
    const allow = vscode.l10n.t("Allow");
    const stop = vscode.l10n.t("Stop");
    const question = vscode.l10n.t("May code of the folders in this window be sent to {0}?", embedding.host);
    const detail = vscode.l10n.t(
      "It is sent piece by piece, so that it can be searched by meaning. Ignored files and what looks like a secret are not.",
    );
    const chosen = await vscode.window.showInformationMessage(question, { modal: true, detail }, allow, stop);
    if (chosen !== undefined) {
      await server.consent(chosen === allow);
    }
  } catch (error) {
    tellFailure(error);
  }
}

function tellFailure(error: unknown): void {
  void vscode.window.showErrorMessage(`Maguyva: ${error instanceof Error ? error.message : String(error)}`);
}

async function clearCache(server: Server): Promise<void> {
  const clear = vscode.l10n.t("Clear Cache");
  const detail = vscode.l10n.t(
    "The index of this workspace is removed and made anew, which takes a while. No file of the workspace is touched.",
  );
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t("Clear Maguyva's cache of this workspace?"),
    { modal: true, detail },
    clear,
  );
  if (chosen !== clear) {
    return;
  }
  try {
    const { freed } = await server.clearCache();
    const size = (freed / 1e6).toLocaleString(vscode.env.language, { maximumFractionDigits: 1 });
    void vscode.window.showInformationMessage(
      vscode.l10n.t("The cache is cleared ({0} MB); the index is being made anew.", size),
    );
  } catch (error) {
    tellFailure(error);
  }
}
