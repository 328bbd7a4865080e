import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

import { activeEnvironment } from "./activeEnvironment";
import { serverOf } from "./client";
import { registerCommands } from "./commands";
import { configuration } from "./configuration";
import { showDebugInformation } from "./debugInformation";
import { followServer } from "./follow";
import { readBundle } from "./privateEnvironment";
import { registerSearchPanel } from "./searchPanel";
import { selectInterpreter } from "./selectInterpreter";
import { createLife, type Life } from "./serverLife";
import { environmentsFolder } from "./situation";
import { statusBar } from "./statusBar";
import { statusDocuments, statusText } from "./statusDocument";
import { voyageKey } from "./voyageKey";

let life: Life | undefined;

/** Registers everything and returns; the server is looked for and started afterwards. */
export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle) {
    l10n.config({ contents: vscode.l10n.bundle }); // For the modules that know nothing of the editor.
  }
  const log = vscode.window.createOutputChannel("Maguyva", { log: true });
  const serverLog = vscode.window.createOutputChannel("Maguyva Server", { log: true });
  const settings = configuration(context.extension.packageJSON);
  const environment = activeEnvironment((line) => log.info(line));
  const key = voyageKey(context.secrets);
  const own = createLife({ context, configuration: settings, environment, voyageKey: key, log, serverLog });
  life = own;
  const server = serverOf(own);
  const panel = registerSearchPanel(context, server);
  const extensionVersion = (context.extension.packageJSON as { version: string }).version;
  const ownFacts = async () => ({
    about: own.launch()?.about ?? "",
    extensionVersion,
    served: settings.served(),
    hasVoyageKey: await key.isStored(),
  });
  const documents = statusDocuments(server, ownFacts);
  registerCommands(context, server, panel, {
    restart: own.restart,
    setUpServer: own.setUp,
    selectInterpreter: () => selectInterpreter(environmentsFolder(context), () => environment.interpreter()),
    showStatus: documents.show,
    showLogs: () => log.show(),
    showServerLogs: () => serverLog.show(),
    setVoyageKey: key.set,
    clearVoyageKey: key.clear,
    debugInformation: async () =>
      showDebugInformation({
        extensionVersion,
        status: await statusText(server, ownFacts),
        settings: settings.server(),
        launch: own.launch(),
        bundle: await readBundle(context.extensionPath),
      }),
  });
  context.subscriptions.push(log, serverLog, settings, environment, key, documents, statusBar(server));
  context.subscriptions.push(
    followServer({ server, life: own, settings, environment, key, log, folder: environmentsFolder(context) }),
  );
  // After the editor has got on with its start.
  setImmediate(() => void own.restart());
}

/** The server is given the time to end in peace. */
export function deactivate(): Promise<void> | undefined {
  return life?.stop();
}
