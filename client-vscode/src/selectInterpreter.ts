import * as vscode from "vscode";

import { cleanEnvironment } from "./commandLine";
import { isRegularFile, probeInterpreter } from "./interpreter";
import { candidates } from "./interpreterOrder";
import { neededPython, versionText } from "./pythonVersion";

interface Item extends vscode.QuickPickItem {
  readonly choice: "file" | "none" | { readonly path: string };
}

/**
 * Lets the user choose the Python that the server runs on, and keeps it in the user's settings. Changing the setting
 * starts the server again.
 */
export async function selectInterpreter(
  cwd: string,
  activeEnvironment: () => Promise<string | undefined>,
): Promise<void> {
  const items = pythonItems(cwd, activeEnvironment);
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Python for the Maguyva server"),
    placeHolder: vscode.l10n.t("{0} is needed", neededPython()),
    matchOnDescription: true,
  });
  if (chosen === undefined) {
    return;
  }
  const path = chosen.choice === "file" ? await askForFile() : chosen.choice === "none" ? "" : chosen.choice.path;
  if (path !== undefined) {
    const settings = vscode.workspace.getConfiguration("maguyva");
    await settings.update("interpreter", path === "" ? undefined : path, vscode.ConfigurationTarget.Global);
  }
}

async function pythonItems(cwd: string, activeEnvironment: () => Promise<string | undefined>): Promise<Item[]> {
  const active = vscode.workspace.isTrusted ? await activeEnvironment() : undefined;
  const found = candidates({
    setting: "",
    activeEnvironment: active,
    isTrusted: vscode.workspace.isTrusted,
    searchPath: process.env.PATH ?? "",
    workspaceFolders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
    platform: process.platform,
    isFile: isRegularFile,
  });
  const environment = cleanEnvironment(process.env);
  const seen = new Set<string>();
  const items: Item[] = [];
  for (const { command } of found) {
    const probed = await probeInterpreter(command, { cwd, environment });
    // Several names lead to the same interpreter; the first one is enough.
    if ("facts" in probed && !seen.has(probed.facts.base)) {
      seen.add(probed.facts.base);
      const path = command.length === 1 ? (command[0] ?? "") : probed.facts.base;
      items.push({ label: `Python ${versionText(probed.facts.version)}`, description: path, choice: { path } });
    }
  }
  return [
    ...items,
    { label: vscode.l10n.t("$(folder) Browse…"), choice: "file" },
    {
      label: vscode.l10n.t("$(discard) Let Maguyva choose"),
      description: vscode.l10n.t("the active environment, then what PATH offers"),
      choice: "none",
    },
  ];
}

async function askForFile(): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t("Python for the Maguyva server"),
    openLabel: vscode.l10n.t("Use This Python"),
    canSelectMany: false,
    ...(process.platform === "win32" ? { filters: { [vscode.l10n.t("Programs")]: ["exe"] } } : {}),
  });
  return chosen?.[0]?.fsPath;
}
