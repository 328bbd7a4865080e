import * as vscode from "vscode";

const KEY = "maguyva.voyageKey";

/** The key for Voyage. It is kept in the system's secret storage, and nowhere else. */
export interface VoyageKey {
  /** The key as a variable of the server's process; empty without a key. */
  readonly environment: () => Promise<Record<string, string>>;
  readonly isStored: () => Promise<boolean>;
  /** Asks for the key and stores it. */
  readonly set: () => Promise<void>;
  readonly clear: () => Promise<void>;
  /** Also fired when another window has changed it. */
  readonly onDidChange: vscode.Event<void>;
  readonly dispose: () => void;
}

export function voyageKey(secrets: vscode.SecretStorage): VoyageKey {
  const changed = new vscode.EventEmitter<void>();
  const listener = secrets.onDidChange((event) => {
    if (event.key === KEY) {
      changed.fire();
    }
  });
  return {
    environment: async (): Promise<Record<string, string>> => {
      const key = await secrets.get(KEY);
      return key ? { VOYAGE_API_KEY: key } : {};
    },
    isStored: async () => Boolean(await secrets.get(KEY)),
    set: () => askForKey(secrets),
    clear: async () => {
      await secrets.delete(KEY);
      void vscode.window.showInformationMessage(vscode.l10n.t("The Voyage key was removed."));
    },
    onDidChange: changed.event,
    dispose: () => {
      listener.dispose();
      changed.dispose();
    },
  };
}

async function askForKey(secrets: vscode.SecretStorage): Promise<void> {
  const given = await vscode.window.showInputBox({
    title: vscode.l10n.t("Voyage Key"),
    prompt: vscode.l10n.t("The key is kept in your system's secret storage, and sent to Voyage only."),
    placeHolder: "pa-…",
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^\s*\S*\s*$/.test(text) ? undefined : vscode.l10n.t("A key has no spaces: paste it once, and only it."),
  });
  const key = given?.trim();
  if (!key) {
    return;
  }
  await secrets.store(KEY, key);
  const provider = vscode.workspace.getConfiguration("maguyva").get("embedding.provider");
  if (provider === "voyage") {
    return;
  }
  // A key alone sends nothing: code leaves the machine only when the user has chosen Voyage as well.
  const open = vscode.l10n.t("Open Setting");
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      "The key is stored. It is used once maguyva.embedding.provider is set to voyage, which sends code to Voyage.",
    ),
    open,
  );
  if (chosen === open) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "maguyva.embedding.provider");
  }
}
