import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import * as fs from "node:fs/promises";
import * as path from "node:path";

import * as l10n from "@vscode/l10n";

import { isolatedModule, pipEnvironment } from "./commandLine";
import { pipErrorLine, pipProgress } from "./pipError";
import { run, type RunResult } from "./processes";
import { type PythonFacts, versionText } from "./pythonVersion";
import { withLock } from "./setUpLock";

// The server's own environment, in the extension's storage:
//
//   <root>/<key>.json          the stamp: which folder is ready; written last, by a rename
//   <root>/<key>-<random>/     an environment, made once and never changed
//   <root>/<key>.lock/         one window at a time makes it
//
// A set-up that was interrupted has left a folder without a stamp: it is done again, in a folder of its own.

/** What the extension carries: the server's wheel, and in an offline package all others too. */
export interface Bundle {
  readonly folder: string;
  readonly wheel: string;
  readonly version: string;
  readonly sha256: string;
  readonly isOffline: boolean;
  /** Of an offline package: the Pythons ("3.11") that its wheels are for. */
  readonly pythons: readonly string[];
}

/** An environment that is ready. */
export interface Ready {
  readonly python: string;
  readonly version: string;
}

/** The set-up has failed; the message is one line for the user, the output is for the log. */
export class SetUpError extends Error {
  override readonly name = "SetUpError";
  constructor(
    message: string,
    readonly output: string,
  ) {
    super(message);
  }
}

export interface SetUp {
  readonly root: string;
  readonly bundle: Bundle;
  readonly facts: PythonFacts;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Also when one is ready: the user says that it does not work. */
  readonly afresh?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: (text: string) => void;
  readonly log?: (line: string) => void;
}

const MINUTES = 60_000;
const UNUSED_AFTER = 14 * 24 * 60 * MINUTES;
const ABANDONED_AFTER = 24 * 60 * MINUTES;

/** The bundle in an extension's folder; undefined when it was built without one. */
export async function readBundle(extensionFolder: string): Promise<Bundle | undefined> {
  const folder = path.join(extensionFolder, "bundled");
  const said = await readJson(path.join(folder, "manifest.json"));
  if (typeof said?.wheel !== "string" || typeof said.version !== "string" || typeof said.sha256 !== "string") {
    return undefined;
  }
  return {
    folder,
    wheel: said.wheel,
    version: said.version,
    sha256: said.sha256,
    isOffline: said.offline === true,
    pythons: Array.isArray(said.pythons) ? said.pythons.map(String) : [],
  };
}

/** What an environment depends on, so that another wheel, Python or machine gets another one. Short: Windows has long paths. */
export function environmentKey(bundle: Bundle, facts: PythonFacts): string {
  const python = `${facts.implementation}${versionText(facts.version.slice(0, 2))}`;
  const hash = createHash("sha256").update([bundle.sha256, python, facts.platform].join("\n")).digest("hex");
  return `${bundle.version}-${python}-${hash.slice(0, 12)}`;
}

/** The environment that is ready for this bundle: for this Python, or for any. */
export async function findReady(root: string, bundle: Bundle, facts?: PythonFacts): Promise<Ready | undefined> {
  const keys = facts ? [environmentKey(bundle, facts)] : await keysOf(root);
  for (const key of keys) {
    const stamp = await readJson(stampFile(root, key));
    if (stamp?.sha256 !== bundle.sha256 || typeof stamp.folder !== "string" || typeof stamp.python !== "string") {
      continue;
    }
    const python = pythonOf(path.join(root, path.basename(stamp.folder)));
    // A Python that was uninstalled leaves links that lead nowhere.
    if (await isExecutable(python)) {
      const now = new Date();
      await fs.utimes(stampFile(root, key), now, now).catch(() => undefined); // It is in use: see `removeUnused`.
      return { python, version: stamp.python };
    }
  }
  return undefined;
}

/** Why an offline package cannot serve this Python, in one line; undefined when it can. */
export function offlineObstacle(bundle: Bundle, facts: PythonFacts): string | undefined {
  const minor = versionText(facts.version.slice(0, 2));
  if (!bundle.isOffline || bundle.pythons.includes(minor)) {
    return undefined;
  }
  return l10n.t(
    "This offline package is for Python {0}, and the interpreter is Python {1}: select another interpreter.",
    bundle.pythons.join(", "),
    minor,
  );
}

/** Makes the environment, or waits for the window that is making it. Rejects with SetUpError or CancelledError. */
export async function makeEnvironment(setUp: SetUp): Promise<Ready> {
  const { root, bundle, facts, signal } = setUp;
  const key = environmentKey(bundle, facts);
  const obstacle = offlineObstacle(bundle, facts);
  if (obstacle !== undefined) {
    throw new SetUpError(obstacle, "");
  }
  const began = Date.now();
  const onWaiting = () => setUp.progress?.(l10n.t("Waiting for another window, which is setting the server up"));
  return withLock(path.join(root, `${key}.lock`), { signal, onWaiting }, async () => {
    const made = await findReady(root, bundle, facts);
    if (made && (setUp.afresh !== true || (await wasMadeSince(root, key, began)))) {
      return made;
    }
    const folder = path.join(root, `${key}-${randomBytes(3).toString("hex")}`);
    try {
      await fill(folder, setUp);
      await publish(root, key, folder, setUp);
    } catch (error) {
      await fs.rm(folder, { recursive: true, force: true }).catch(() => undefined);
      throw error;
    }
    await removeUnused(root, key);
    return { python: pythonOf(folder), version: versionText(facts.version) };
  });
}

async function fill(folder: string, setUp: SetUp): Promise<void> {
  const { bundle, facts } = setUp;
  setUp.progress?.(l10n.t("Making an environment with Python {0}", versionText(facts.version)));
  await step(setUp, isolatedModule(facts.base, "venv", [folder]), 5 * MINUTES);
  const offline = ["--no-index", "--find-links", bundle.folder];
  const install = [
    "install",
    "--no-input",
    "--progress-bar=off",
    "--no-warn-script-location",
    // Ready-made packages only: nothing is compiled here, and no package's own build script is run.
    "--only-binary=:all:",
    ...(bundle.isOffline ? offline : []),
    path.join(bundle.folder, bundle.wheel),
  ];
  setUp.progress?.(l10n.t("Installing the server"));
  await step(setUp, isolatedModule(pythonOf(folder), "pip", install), 60 * MINUTES);
  setUp.progress?.(l10n.t("Trying it"));
  // What is built for another machine fails here, and not at the first question.
  await step(setUp, [pythonOf(folder), "-I", "-c", "import maguyva.lsp.serve, maguyva.lsp.server"], 5 * MINUTES);
}

async function step(setUp: SetUp, command: readonly string[], timeout: number): Promise<void> {
  const environment = pipEnvironment(setUp.environment);
  if (setUp.bundle.isOffline) {
    environment.PIP_CONFIG_FILE = process.platform === "win32" ? "nul" : "/dev/null"; // Everything is here: no registry, no constraints.
  }
  const onLine = (line: string) => {
    setUp.log?.(line);
    const text = pipProgress(line);
    if (text !== undefined) {
      setUp.progress?.(text);
    }
  };
  setUp.log?.(`> ${command.join(" ")}`);
  let result: RunResult;
  try {
    result = await run(command, { cwd: setUp.root, environment, timeout, signal: setUp.signal, onLine });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      throw new SetUpError(l10n.t("{0} is not there any more: select another interpreter.", command[0] ?? ""), "");
    }
    throw error;
  }
  if (result.timedOut) {
    throw new SetUpError(l10n.t("The installation took too long and was ended: set up again."), result.output);
  }
  if (result.code !== 0) {
    throw new SetUpError(pipErrorLine(result.output), result.output);
  }
}

async function publish(root: string, key: string, folder: string, setUp: SetUp): Promise<void> {
  const stamp = {
    sha256: setUp.bundle.sha256,
    folder: path.basename(folder),
    python: versionText(setUp.facts.version),
    base: setUp.facts.base,
    made: Date.now(),
  };
  const temporary = path.join(root, `${path.basename(folder)}.json.new`);
  await fs.writeFile(temporary, JSON.stringify(stamp));
  await fs.rename(temporary, stampFile(root, key));
}

/**
 * Removes what nobody needs: stamps that were not used for two weeks, and folders that no stamp names and that are not
 * being made. A window that still runs an older version keeps its environment that long.
 */
async function removeUnused(root: string, key: string): Promise<void> {
  const named = new Set<unknown>();
  for (const other of await keysOf(root)) {
    const file = stampFile(root, other);
    if (other !== key && (await age(file)) > UNUSED_AFTER) {
      await fs.rm(file, { force: true });
    } else {
      named.add((await readJson(file))?.folder);
    }
  }
  for (const entry of await fs.readdir(root, { withFileTypes: true })) {
    const folder = path.join(root, entry.name);
    const isOurs = entry.isDirectory() && /-[0-9a-f]{12}-[0-9a-f]{6}$/.test(entry.name);
    if (isOurs && !named.has(entry.name) && (await age(folder)) > ABANDONED_AFTER) {
      await fs.rm(folder, { recursive: true, force: true }).catch(() => undefined); // Still running somewhere: next time.
    }
  }
}

async function wasMadeSince(root: string, key: string, moment: number): Promise<boolean> {
  const made = (await readJson(stampFile(root, key)))?.made;
  return typeof made === "number" && made >= moment;
}

/** Names of the stamps, the one used last first. */
async function keysOf(root: string): Promise<string[]> {
  const names = (await fs.readdir(root).catch(() => [])).filter((name) => name.endsWith(".json"));
  const dated = await Promise.all(names.map(async (name) => ({ name, age: await age(path.join(root, name)) })));
  return dated.sort((one, other) => one.age - other.age).map(({ name }) => name.slice(0, -".json".length));
}

/** Milliseconds since a file was last changed; 0 when it is gone. */
async function age(file: string): Promise<number> {
  try {
    return Date.now() - (await fs.stat(file)).mtimeMs;
  } catch {
    return 0;
  }
}

export function pythonOf(folder: string): string {
  return process.platform === "win32" ? path.join(folder, "Scripts", "python.exe") : path.join(folder, "bin", "python");
}

function stampFile(root: string, key: string): string {
  return path.join(root, `${key}.json`);
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await fs.access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function readJson(file: string): Promise<Record<string, unknown> | undefined> {
  try {
    const said: unknown = JSON.parse(await fs.readFile(file, "utf8"));
    return typeof said === "object" && said !== null ? (said as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
