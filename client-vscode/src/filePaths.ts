// What a user calls a file: its path in the workspace, or what stands on its tab.

import * as vscode from "vscode";

import { cellOf } from "./openHit";

/** The path by which a hit's file is shown. With several workspace folders it starts with the folder's name. */
export function shownPath(address: string): string {
  const uri = vscode.Uri.parse(address);
  switch (uri.scheme) {
    case "untitled":
      return uri.path;
    case "vscode-notebook-cell": {
      const found = cellOf(uri);
      if (!found) return vscode.workspace.asRelativePath(uri.with({ scheme: "file", fragment: "" }));
      const path = vscode.workspace.asRelativePath(found.notebook.uri);
      return vscode.l10n.t("{0} (cell {1})", path, found.index + 1);
    }
    default:
      return vscode.workspace.asRelativePath(uri);
  }
}

/** The shown paths of some hits, by URI. */
export function shownPaths(hits: readonly { uri: string }[]): Record<string, string> {
  return Object.fromEntries([...new Set(hits.map((hit) => hit.uri))].map((uri) => [uri, shownPath(uri)]));
}
