import { statSync } from "node:fs";

import * as l10n from "@vscode/l10n";

import { candidates, type Candidate, type Where } from "./interpreterOrder";
import { run } from "./processes";
import {
  isNewEnough,
  neededPython,
  parseProbe,
  parseVersionText,
  PROBE_ARGUMENTS,
  type PythonFacts,
  versionText,
} from "./pythonVersion";

/** An interpreter that can run the server. */
export interface Interpreter {
  readonly command: readonly string[];
  readonly origin: Candidate["origin"];
  readonly facts: PythonFacts;
}

/** Why there is none, in one line that says what to do. */
export interface NoInterpreter {
  readonly problem: string;
}

export interface Search {
  readonly where: Where;
  /** A folder outside every workspace. */
  readonly cwd: string;
  readonly environment: Record<string, string>;
  /** Minor versions ("3.12") for which all of the server's packages are known to be there; where there is a choice, they come first. */
  readonly preferred: readonly string[];
  readonly log: (line: string) => void;
}

type Probed = { readonly facts: PythonFacts } | { readonly fault: string };

const PROBE_TIMEOUT = 30_000;

/** The first interpreter, in the documented order, that is new enough. */
export async function findInterpreter(search: Search): Promise<Interpreter | NoInterpreter> {
  let second: Interpreter | undefined;
  const faults: string[] = [];
  for (const { command, origin } of candidates(search.where)) {
    const probed = await probeInterpreter(command, search);
    if ("fault" in probed) {
      search.log(`${command.join(" ")}: ${probed.fault}`);
      faults.push(l10n.t("{0} {1}", command.join(" "), probed.fault));
      continue;
    }
    const interpreter = { command, origin, facts: probed.facts };
    if (origin === "setting" || search.preferred.includes(versionText(probed.facts.version.slice(0, 2)))) {
      return interpreter;
    }
    second ??= interpreter;
  }
  if (second) {
    return second;
  }
  if (search.where.setting) {
    return {
      problem: l10n.t("maguyva.interpreter: {0}. {1} is needed: select another one.", faults[0] ?? "", neededPython()),
    };
  }
  const seen = faults.length === 0 ? "" : ` (${faults.join("; ")})`;
  return { problem: l10n.t("{0} was not found{1}: install it, or select an interpreter.", neededPython(), seen) };
}

/** What an interpreter is, or what is wrong with it ("is Python 3.8.10"). */
export async function probeInterpreter(
  command: readonly string[],
  search: Pick<Search, "cwd" | "environment">,
): Promise<Probed> {
  const options = { cwd: search.cwd, environment: search.environment, timeout: PROBE_TIMEOUT };
  try {
    const result = await run([...command, ...PROBE_ARGUMENTS], options);
    const facts = result.code === 0 ? parseProbe(result.stdout) : undefined;
    if (facts === undefined) {
      // An older Python does not know the options of the probe, but it can say how old it is.
      const version = parseVersionText((await run([...command, "--version"], options)).output);
      return { fault: version ? l10n.t("is Python {0}", versionText(version)) : l10n.t("does not run as a Python") };
    }
    if (!isNewEnough(facts.version)) {
      return { fault: l10n.t("is Python {0}", versionText(facts.version)) };
    }
    return facts.implementation === "cpython"
      ? { facts }
      : { fault: l10n.t("is {0}, for which the server's packages are not made", facts.implementation) };
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
    return { fault: isGone ? l10n.t("is not there") : l10n.t("cannot be run") };
  }
}

/** Whether there is a file, or a link that leads to one. */
export function isRegularFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
