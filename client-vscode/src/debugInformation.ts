import * as os from "node:os";

import * as vscode from "vscode";

export interface DebugFacts {
  readonly extensionVersion: string;
  /** The text of the status document. */
  readonly status: string;
  /** The section `maguyva` as the server gets it: it holds no key. */
  readonly settings: unknown;
  readonly launch: { readonly command: string; readonly args: readonly string[] } | undefined;
  readonly bundle: unknown;
}

/** Opens a document with what somebody who helps would ask for. No secrets are in it: keys live elsewhere. */
export async function showDebugInformation(facts: DebugFacts): Promise<void> {
  const environment = {
    extension: facts.extensionVersion,
    editor: `${vscode.env.appName} ${vscode.version}`,
    remote: vscode.env.remoteName ?? null,
    system: `${os.platform()} ${os.release()} ${os.arch()}`,
    node: process.version,
    trusted: vscode.workspace.isTrusted,
    folders: (vscode.workspace.workspaceFolders ?? []).length,
    command: facts.launch ? [facts.launch.command, ...facts.launch.args] : null,
    bundle: facts.bundle ?? null,
    settings: facts.settings,
  };
  const content = [
    facts.status.replace("# Maguyva", "# Maguyva: Debug Information"),
    `> ${vscode.l10n.t("Look through this before you pass it on: it names folders of this machine.")}`,
    "",
    "## Environment",
    "",
    "```json",
    JSON.stringify(environment, null, 2),
    "```",
    "",
  ].join("\n");
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content });
  await vscode.window.showTextDocument(document, { preview: true });
}
