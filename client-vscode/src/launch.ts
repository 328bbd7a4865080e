import { constants } from "node:fs";
import * as fs from "node:fs/promises";
import * as path from "node:path";

import * as l10n from "@vscode/l10n";

import type { ServerState } from "./client";
import { cleanEnvironment, isolatedModule, type Launch, safePathModule, serveArguments } from "./commandLine";
import { findInterpreter, type Interpreter } from "./interpreter";
import type { Where } from "./interpreterOrder";
import { type Bundle, findReady } from "./privateEnvironment";
import { run } from "./processes";
import type { ClientSettings } from "./settings";

/** What is known when the server is to be started. */
export interface Situation {
  readonly settings: ClientSettings;
  readonly isTrusted: boolean;
  /** What the extension carries; undefined in a build without it. */
  readonly bundle: Bundle | undefined;
  /** The private environment is to be made again, also when one is ready. */
  readonly afresh: boolean;
  /** Where private environments are kept. It exists, and lies outside every workspace. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Asked only where it counts: the Python extensions may need seconds to answer. */
  readonly activeEnvironment: () => Promise<string | undefined>;
  readonly where: Omit<Where, "setting" | "activeEnvironment" | "isTrusted">;
  readonly log: (line: string) => void;
}

export interface ToLaunch {
  readonly kind: "launch";
  readonly launch: Launch;
  /** Whether it is the private environment's server. */
  readonly isPrivate: boolean;
}

export type Decision =
  | ToLaunch
  /** The private environment is to be made first, with this interpreter. */
  | { readonly kind: "setUp"; readonly interpreter: Interpreter; readonly bundle: Bundle }
  | { readonly kind: "refused"; readonly state: ServerState };

const IMPORT_TIMEOUT = 60_000;

/**
 * What to start, in the documented order: `maguyva.path`; the package of the chosen or active environment, where
 * `maguyva.importStrategy` wants that; else the private environment. Nothing of an untrusted workspace counts.
 */
export async function decide(situation: Situation): Promise<Decision> {
  const { settings } = situation;
  if (settings.path) {
    return ownServer(settings);
  }
  if (settings.importStrategy === "fromEnvironment" && (situation.isTrusted || settings.interpreter)) {
    return fromEnvironment(situation);
  }
  return bundled(situation, undefined);
}

async function ownServer(settings: ClientSettings): Promise<Decision> {
  const problem = await programProblem(settings.path);
  if (problem !== undefined) {
    return refused("failed", `maguyva.path: ${problem}`, openSetting());
  }
  return launchOf({ command: settings.path, args: serveArguments(settings), about: settings.path }, false);
}

/** Why a program cannot be started. Its path must not depend on the folder that happens to be current. */
async function programProblem(file: string): Promise<string | undefined> {
  if (!path.isAbsolute(file)) {
    return l10n.t("{0} is no full path: give one.", file);
  }
  try {
    await fs.access(file, constants.X_OK);
    return (await fs.stat(file)).isFile() ? undefined : l10n.t("{0} is a folder: name the program in it.", file);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES"
      ? l10n.t("{0} may not be run: check its permissions.", file)
      : l10n.t(
          "there is no file {0}: correct the setting, or empty it to use the server that comes with the extension.",
          file,
        );
  }
}

async function fromEnvironment(situation: Situation): Promise<Decision> {
  const interpreter = await interpreterFor(situation);
  if ("kind" in interpreter) {
    return interpreter;
  }
  const [python = "", ...options] = interpreter.command;
  const environment = cleanEnvironment(situation.environment);
  // It is looked for, not imported.
  const question = "import importlib.util, sys; sys.exit(0 if importlib.util.find_spec('maguyva') else 3)";
  const command = [python, ...options, "-P", "-c", question];
  const asked = await run(command, { cwd: situation.root, environment, timeout: IMPORT_TIMEOUT });
  if (asked.code !== 0) {
    situation.log(`${python} has no package maguyva: the server that comes with the extension is used`);
    return bundled(situation, interpreter);
  }
  const [program = "", ...args] = safePathModule(python, "maguyva", serveArguments(situation.settings));
  return launchOf({ command: program, args: [...options, ...args], about: `${python} -m maguyva` }, false);
}

async function bundled(situation: Situation, known: Interpreter | undefined): Promise<Decision> {
  const { bundle, root, settings, afresh } = situation;
  if (bundle === undefined) {
    const message = l10n.t("This build of the extension carries no server: name one in maguyva.path.");
    return refused("failed", message, openSetting());
  }
  // Without a wish for an interpreter, an environment that is ready serves every project: which Python it has does not matter.
  if (!settings.interpreter && known === undefined && !afresh) {
    const ready = await findReady(root, bundle);
    if (ready) {
      return privateLaunch(ready.python, ready.version, situation);
    }
  }
  const interpreter = known ?? (await interpreterFor(situation));
  if ("kind" in interpreter) {
    return interpreter;
  }
  const ready = afresh ? undefined : await findReady(root, bundle, interpreter.facts);
  return ready ? privateLaunch(ready.python, ready.version, situation) : { kind: "setUp", interpreter, bundle };
}

/** How a private environment's server is started. */
export function privateLaunch(python: string, version: string, situation: Pick<Situation, "settings">): ToLaunch {
  const [command = "", ...args] = isolatedModule(python, "maguyva", serveArguments(situation.settings));
  const about = l10n.t("the server that comes with the extension, on Python {0} ({1})", version, python);
  return launchOf({ command, args, about }, true);
}

async function interpreterFor(situation: Situation): Promise<Interpreter | Extract<Decision, { kind: "refused" }>> {
  const { settings, isTrusted, bundle } = situation;
  if (settings.interpreter) {
    const problem = await programProblem(settings.interpreter);
    if (problem !== undefined) {
      return refused("noPython", `maguyva.interpreter: ${problem}`, selectInterpreter());
    }
  }
  const activeEnvironment = isTrusted && !settings.interpreter ? await situation.activeEnvironment() : undefined;
  const found = await findInterpreter({
    where: { ...situation.where, setting: settings.interpreter, activeEnvironment, isTrusted },
    cwd: situation.root,
    environment: cleanEnvironment(situation.environment),
    preferred: bundle?.pythons ?? [],
    log: situation.log,
  });
  if (!("problem" in found)) {
    return found;
  }
  if (isTrusted || settings.interpreter) {
    return refused("noPython", found.problem, selectInterpreter());
  }
  return refused(
    "untrusted",
    l10n.t(
      "{0} An untrusted workspace's own environment is not used: trust it, or select an interpreter.",
      found.problem,
    ),
    { title: l10n.t("Manage Workspace Trust"), command: "workbench.trust.manage" },
  );
}

function launchOf(launch: Launch, isPrivate: boolean): ToLaunch {
  return { kind: "launch", launch, isPrivate };
}

function refused(
  kind: ServerState["kind"],
  message: string,
  action: ServerState["action"],
): Extract<Decision, { kind: "refused" }> {
  return { kind: "refused", state: { kind, message, action } };
}

function selectInterpreter(): ServerState["action"] {
  return { title: l10n.t("Select Python Interpreter…"), command: "maguyva.selectInterpreter" };
}

function openSetting(): ServerState["action"] {
  return { title: l10n.t("Open Settings"), command: "maguyva.openSettings" };
}
