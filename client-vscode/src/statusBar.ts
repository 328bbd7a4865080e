import * as vscode from "vscode";

import type { Server } from "./client";
import { barText } from "./statusBarText";

const COUNT_DELAY = 1_000;

/** The item in the status bar. It follows the server; a click opens the status document. */
export function statusBar(server: Server): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("maguyva.status", vscode.StatusBarAlignment.Right, 0);
  item.name = "Maguyva";
  item.command = "maguyva.showStatus";
  let files: number | undefined;
  let counting: NodeJS.Timeout | undefined;
  let counted: number | undefined;

  const show = () => {
    const { text, tooltip, severity } = barText(server.state, server.lastStatus, files, vscode.env.language);
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: tooltip.replaceAll("\n", ". ") };
    item.backgroundColor =
      severity === "none" ? undefined : new vscode.ThemeColor(`statusBarItem.${severity}Background`);
  };
  const count = async () => {
    try {
      files = (await server.status()).files.indexed;
      show();
    } catch {
      // The server has gone meanwhile; its next news asks again.
    }
  };
  // What is sent unasked has no counts: they are asked for when the index is another one and stands still.
  const countSoon = () => {
    const revision = server.lastStatus?.index.revision;
    if (server.lastStatus?.phase === "ready" && revision !== counted) {
      counted = revision;
      clearTimeout(counting);
      counting = setTimeout(() => void count(), COUNT_DELAY);
    }
  };
  show();
  item.show();
  return vscode.Disposable.from(
    item,
    server.onStateChanged(({ kind }) => {
      if (kind !== "running") {
        files = undefined;
        counted = undefined;
      }
      show();
    }),
    server.onStatusChanged(() => {
      show();
      countSoon();
    }),
    { dispose: () => clearTimeout(counting) },
  );
}
