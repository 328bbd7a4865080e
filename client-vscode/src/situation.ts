import * as fs from "node:fs/promises";
import * as path from "node:path";

import * as vscode from "vscode";

import type { ActiveEnvironment } from "./activeEnvironment";
import type { Configuration } from "./configuration";
import { isRegularFile } from "./interpreter";
import type { Situation } from "./launch";
import { readBundle } from "./privateEnvironment";

/** The parts of the editor that say what to start. */
export interface Surroundings {
  readonly context: vscode.ExtensionContext;
  readonly configuration: Configuration;
  readonly environment: ActiveEnvironment;
  readonly log: vscode.LogOutputChannel;
}

/** What is known now; `afresh` when the private environment is to be made again. */
export async function situation(parts: Surroundings, afresh: boolean): Promise<Situation> {
  const { context, configuration, environment, log } = parts;
  const root = environmentsFolder(context);
  await fs.mkdir(root, { recursive: true });
  return {
    settings: configuration.client(),
    isTrusted: vscode.workspace.isTrusted,
    bundle: await readBundle(context.extensionPath),
    afresh,
    root,
    environment: process.env,
    activeEnvironment: () => environment.interpreter(),
    where: {
      searchPath: process.env.PATH ?? "",
      workspaceFolders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
      platform: process.platform,
      isFile: isRegularFile,
    },
    log: (line) => log.info(line),
  };
}

/** Where private environments are kept; also the current folder of every Python of ours. */
export function environmentsFolder(context: vscode.ExtensionContext): string {
  return path.join(context.globalStorageUri.fsPath, "environments");
}
