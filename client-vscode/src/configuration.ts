import * as os from "node:os";

import * as vscode from "vscode";

import { type Features, mergedFeatures, OTHER_SERVERS, servedByOthers } from "./navigation";
import { clientSettings, type ClientSettings, serverSettings } from "./settings";

/** The settings as they are now, and what kind of change has been made to them. */
export interface Configuration {
  readonly client: () => ClientSettings;
  /** The section `maguyva` as the server gets it. */
  readonly server: () => Record<string, unknown>;
  /** The languages whose navigation is left to another extension. */
  readonly served: () => string[];
  /** A setting that only a new server takes over has changed. */
  readonly onDidChangeAtStart: vscode.Event<void>;
  /** What the server gets has changed, and it can take it over while it runs. */
  readonly onDidChangeLive: vscode.Event<void>;
  readonly dispose: () => void;
}

interface Property {
  readonly scope?: string;
}

export function configuration(packageJson: unknown): Configuration {
  const atStart = new vscode.EventEmitter<void>();
  const live = new vscode.EventEmitter<void>();
  const names = machineSettings(packageJson);
  let told = JSON.stringify(forServer());
  const tell = () => {
    const now = JSON.stringify(forServer());
    if (now !== told) {
      told = now;
      live.fire();
    }
  };
  const listeners = [
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (names.some((name) => event.affectsConfiguration(name))) {
        atStart.fire();
      }
      tell(); // Also where another extension's own setting takes it out of the way.
    }),
    vscode.extensions.onDidChange(tell),
  ];
  return {
    client: () => clientSettings(section(), os.homedir()),
    server: forServer,
    served: () => (clientSettings(section(), os.homedir()).navigationMode === "auto" ? served() : []),
    onDidChangeAtStart: atStart.event,
    onDidChangeLive: live.event,
    dispose: () => [...listeners, atStart, live].forEach((one) => void one.dispose()),
  };
}

function forServer(): Record<string, unknown> {
  const settings = clientSettings(section(), os.homedir());
  const features: Features = mergedFeatures({
    mode: settings.navigationMode,
    features: settings.features,
    hasCodeLens: settings.hasCodeLens,
    served: served(),
  });
  return serverSettings(section(), features);
}

function section(): Record<string, unknown> {
  return vscode.workspace.getConfiguration().get<Record<string, unknown>>("maguyva") ?? {};
}

function served(): string[] {
  const all = vscode.workspace.getConfiguration();
  const isInstalled = (extension: string) => vscode.extensions.getExtension(extension) !== undefined;
  return servedByOthers(OTHER_SERVERS, isInstalled, (setting) => all.get(setting));
}

/** The settings that are read when the server starts: those that only the user may set. */
function machineSettings(packageJson: unknown): string[] {
  const { contributes } = packageJson as { contributes: { configuration: { properties: Record<string, Property> }[] } };
  return contributes.configuration.flatMap(({ properties }) =>
    Object.entries(properties)
      .filter(([, { scope }]) => scope === "machine")
      .map(([name]) => name),
  );
}
