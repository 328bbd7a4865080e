import * as vscode from "vscode";

import type { ActiveEnvironment } from "./activeEnvironment";
import type { Server } from "./client";
import type { Configuration } from "./configuration";
import type { Life } from "./serverLife";
import type { VoyageKey } from "./voyageKey";

const SETTLE = 500;

export interface Followed {
  readonly server: Server;
  readonly life: Life;
  readonly settings: Configuration;
  readonly environment: ActiveEnvironment;
  readonly key: VoyageKey;
  readonly log: vscode.LogOutputChannel;
  /** Where private environments are kept. */
  readonly folder: string;
}

/** What happens when something else changes: the server is told, or started again, and the editor's context keys follow. */
export function followServer(parts: Followed): vscode.Disposable {
  const { server, life, settings, environment, key, log } = parts;
  const cancels: (() => void)[] = [];
  // A settings file that is saved, or an environment that is activated, changes several things in a row.
  const soon = (why: string, act: () => Promise<void>) => {
    let timer: NodeJS.Timeout | undefined;
    cancels.push(() => clearTimeout(timer));
    return () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        log.info(why);
        act().catch((error: unknown) => log.error(String(error)));
      }, SETTLE);
    };
  };
  const showState = () => {
    void vscode.commands.executeCommand("setContext", "maguyva.state", server.state.kind);
    void vscode.commands.executeCommand("setContext", "maguyva.ready", server.state.kind === "running");
  };
  showState();
  // Another window has set the server up: what waits for that here can start.
  const stamps = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(vscode.Uri.file(parts.folder), "*.json"),
    false,
    true,
    true,
  );
  return vscode.Disposable.from(
    stamps,
    stamps.onDidCreate(soon("a private environment was made", life.restartIfMoved)),
    server.onStateChanged(showState),
    settings.onDidChangeAtStart(soon("a setting has changed that is read at the start", life.restart)),
    key.onDidChange(soon("the Voyage key has changed", life.restart)),
    environment.onDidChange(soon("another Python environment is active", life.restartIfMoved)),
    vscode.workspace.onDidGrantWorkspaceTrust(soon("the workspace is trusted now", life.restart)),
    settings.onDidChangeLive(() => {
      const client = life.client();
      if (client?.isRunning()) {
        void client.sendNotification("workspace/didChangeConfiguration", {
          settings: { maguyva: settings.server() },
        });
      }
    }),
    { dispose: () => cancels.forEach((cancel) => cancel()) },
  );
}
