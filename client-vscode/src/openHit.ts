// Going to a place that the server answered with, in whatever kind of document it is.

import * as vscode from "vscode";

import { cellAt, offsetAt } from "./notebookText";
import type { OpenHow } from "./panelMessages";
import type { Range } from "./protocol";

export function editorRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** Shows a place. A failure is told to the user, since whoever asked is no longer there to do it. */
export async function openHit(uri: string, selection: Range, how: OpenHow): Promise<void> {
  try {
    await showPlace(vscode.Uri.parse(uri, true), editorRange(selection), showOptions(how));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(vscode.l10n.t("This result cannot be opened: {0}", why));
  }
}

interface ShowOptions {
  readonly viewColumn?: vscode.ViewColumn;
  readonly preserveFocus: boolean;
  readonly preview: boolean;
}

/** As the editor's own lists do it: a look keeps the focus, going there keeps the tab. */
function showOptions(how: OpenHow): ShowOptions {
  switch (how) {
    case "preview":
      return { preserveFocus: true, preview: true };
    case "open":
      return { preserveFocus: false, preview: false };
    case "beside":
      return { preserveFocus: false, preview: true, viewColumn: vscode.ViewColumn.Beside };
  }
}

async function showPlace(uri: vscode.Uri, selection: vscode.Range, options: ShowOptions): Promise<void> {
  if (uri.scheme === "vscode-notebook-cell") {
    await showCell(uri, selection, options);
  } else if (!(await showInNotebook(uri, selection, options))) {
    await showText(uri, selection, options);
  }
}

/** Shows a text document; a visible one of the same name is used where it is. */
export async function showText(
  uri: vscode.Uri,
  selection: vscode.Range,
  options: ShowOptions,
): Promise<vscode.TextEditor> {
  const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
  if (uri.scheme === "untitled" && !isOpen) {
    // Opening it would make a new and empty one of the same name.
    throw new Error(vscode.l10n.t("{0} was closed.", uri.path));
  }
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { ...options, selection });
}

async function showCell(uri: vscode.Uri, selection: vscode.Range, options: ShowOptions): Promise<void> {
  const found = cellOf(uri);
  if (!found) throw new Error(vscode.l10n.t("The notebook was closed."));
  await showCellOf(found.notebook, found.index, selection, options);
}

/** The open notebook and the number of the cell that a cell's URI names. */
export function cellOf(uri: vscode.Uri): { notebook: vscode.NotebookDocument; index: number } | undefined {
  for (const notebook of vscode.workspace.notebookDocuments) {
    const index = notebook.getCells().findIndex((cell) => cell.document.uri.toString() === uri.toString());
    if (index >= 0) return { notebook, index };
  }
  return undefined;
}

/** A place in the file of a notebook is shown in its cell. False when it is no notebook, or nobody here can show one. */
async function showInNotebook(uri: vscode.Uri, selection: vscode.Range, options: ShowOptions): Promise<boolean> {
  if (!uri.path.toLowerCase().endsWith(".ipynb")) return false;
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const place = cellAt(text, offsetAt(text, selection.start.line, selection.start.character));
  if (!place) return false;
  let notebook: vscode.NotebookDocument;
  try {
    notebook = await vscode.workspace.openNotebookDocument(uri);
  } catch {
    return false;
  }
  const line = new vscode.Range(place.line, 0, place.line, 0);
  await showCellOf(notebook, Math.min(place.cell, notebook.cellCount - 1), line, options);
  return true;
}

async function showCellOf(
  notebook: vscode.NotebookDocument,
  index: number,
  selection: vscode.Range,
  options: ShowOptions,
): Promise<void> {
  const selections = [new vscode.NotebookRange(index, index + 1)];
  const shown = await vscode.window.showNotebookDocument(notebook, { ...options, selections });
  shown.revealRange(
    new vscode.NotebookRange(index, index + 1),
    vscode.NotebookEditorRevealType.InCenterIfOutsideViewport,
  );
  const { document } = notebook.cellAt(index);
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  if (editor) {
    editor.selection = new vscode.Selection(selection.start, selection.end);
    editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
