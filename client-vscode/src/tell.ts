import * as vscode from "vscode";

import type { ServerState } from "./client";

type Action = NonNullable<ServerState["action"]>;

/** Shows a state's line as a notification, with what helps. Returns at once. */
export function tell(how: "warning" | "error", state: ServerState, second?: Action): void {
  const actions = [state.action, second].filter((action) => action !== undefined);
  const show = how === "error" ? vscode.window.showErrorMessage : vscode.window.showWarningMessage;
  const titles = actions.map(({ title }) => title);
  void show(`Maguyva: ${state.message ?? ""}`, ...titles).then((chosen) => {
    const action = actions.find(({ title }) => title === chosen);
    if (action) {
      void vscode.commands.executeCommand(action.command);
    }
  });
}
