import * as vscode from "vscode";

import type { Server } from "./client";
import { statusDocument, type StatusFacts } from "./statusText";

export const STATUS_SCHEME = "maguyva-status";

const ADDRESS = vscode.Uri.from({ scheme: STATUS_SCHEME, path: "/Maguyva Status.md" });
const REFRESH = 1_000;

/** What the status document says beside the server's own answer. */
export type OwnFacts = Omit<StatusFacts, "state" | "status" | "news">;

/** Opens the status document. While it is shown, it follows what happens. */
export interface StatusDocument {
  readonly show: () => Promise<void>;
  readonly dispose: () => void;
}

export function statusDocuments(server: Server, ownFacts: () => Promise<OwnFacts>): StatusDocument {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let waiting: NodeJS.Timeout | undefined;
  const refresh = () => {
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === STATUS_SCHEME);
    if (isOpen && waiting === undefined) {
      waiting = setTimeout(() => {
        waiting = undefined;
        changed.fire(ADDRESS);
      }, REFRESH);
    }
  };
  const parts = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(STATUS_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: () => statusText(server, ownFacts),
    }),
    server.onStateChanged(refresh),
    server.onStatusChanged(refresh),
    { dispose: () => clearTimeout(waiting) },
  );
  return {
    show: async () => {
      changed.fire(ADDRESS);
      const document = await vscode.workspace.openTextDocument(ADDRESS);
      await vscode.window.showTextDocument(document, { preview: true });
    },
    dispose: () => void parts.dispose(),
  };
}

/** The text of the status document as it would be now. */
export async function statusText(server: Server, ownFacts: () => Promise<OwnFacts>): Promise<string> {
  const status = server.state.kind === "running" ? await server.status().catch(() => undefined) : undefined;
  const facts: StatusFacts = { ...(await ownFacts()), state: server.state, status, news: server.lastStatus };
  return statusDocument(facts, vscode.env.language);
}
