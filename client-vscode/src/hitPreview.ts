// A look at a hit while the quick pick is open. Whoever leaves without choosing one finds the editor as it was.

import * as vscode from "vscode";

import { editorRange, showText } from "./openHit";
import type { Hit } from "./protocol";

/** Arrows that are held down pass many hits; only one that is stayed on is worth opening. */
const STAY = 100;

export interface HitPreview {
  show(hit: Hit): void;
  /** Ends the look; with `restore`, as if it had never been. */
  end(restore: boolean): Promise<void>;
}

interface Before {
  readonly editor: vscode.TextEditor | undefined;
  readonly selections: readonly vscode.Selection[];
  readonly visible: vscode.Range | undefined;
  readonly isPreview: boolean;
  readonly tabs: ReadonlySet<string>;
}

export function createHitPreview(): HitPreview {
  const before = remember();
  const place = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
    isWholeLine: true,
  });
  const match = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.findMatchHighlightBackground"),
    border: "1px solid",
    borderColor: new vscode.ThemeColor("editor.findMatchHighlightBorder"),
  });
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let opening: Promise<void> = Promise.resolve();
  let latest = 0;
  const shown = new Set<string>();

  async function open(hit: Hit, mine: number): Promise<void> {
    // Notebooks are not looked at: opening one starts more than an editor.
    if (mine !== latest || !/^(?:file|untitled):/.test(hit.uri) || hit.uri.toLowerCase().endsWith(".ipynb")) return;
    try {
      const uri = vscode.Uri.parse(hit.uri, true);
      const range = editorRange(hit.selectionRange);
      const editor = await showText(uri, new vscode.Range(range.start, range.start), {
        preserveFocus: true,
        preview: true,
      });
      shown.add(uri.toString());
      if (mine !== latest) return;
      editor.revealRange(range, vscode.TextEditorRevealType.InCenter);
      editor.setDecorations(place, [range]);
      editor.setDecorations(match, (hit.matches ?? []).map(editorRange));
    } catch {
      // A file that cannot be shown is told about when it is chosen.
    }
  }

  return {
    show(hit) {
      clearTimeout(waiting);
      const mine = ++latest;
      waiting = setTimeout(() => {
        opening = opening.then(() => open(hit, mine));
      }, STAY);
    },
    async end(isToRestore) {
      clearTimeout(waiting);
      latest += 1;
      await opening;
      place.dispose();
      match.dispose();
      if (isToRestore && shown.size > 0) await restore(before, shown);
    },
  };
}

function remember(): Before {
  const editor = vscode.window.activeTextEditor;
  return {
    editor,
    selections: editor?.selections ?? [],
    visible: editor?.visibleRanges[0],
    isPreview: vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview ?? false,
    tabs: new Set(textTabs().map(({ address }) => address)),
  };
}

async function restore(before: Before, shown: ReadonlySet<string>): Promise<void> {
  const { editor } = before;
  if (editor && !editor.document.isClosed) {
    const options = {
      preserveFocus: false,
      preview: before.isPreview,
      ...(editor.viewColumn && { viewColumn: editor.viewColumn }),
    };
    const again = await vscode.window.showTextDocument(editor.document, options);
    again.selections = before.selections;
    // A tab that stayed open comes back as it was left; only one that was used for the look, or taken by it, has to be scrolled back.
    const [visible] = again.visibleRanges;
    if (before.visible && visible?.start.line !== before.visible.start.line) {
      again.revealRange(before.visible, vscode.TextEditorRevealType.AtTop);
    }
  }
  const opened = textTabs().filter(
    ({ tab, address }) => tab.isPreview && shown.has(address) && !before.tabs.has(address),
  );
  await vscode.window.tabGroups.close(
    opened.map(({ tab }) => tab),
    true,
  );
}

function textTabs(): { tab: vscode.Tab; address: string }[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap((tab) => (tab.input instanceof vscode.TabInputText ? [{ tab, address: tab.input.uri.toString() }] : []));
}
