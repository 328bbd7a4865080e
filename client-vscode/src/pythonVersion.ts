import * as l10n from "@vscode/l10n";

/** The oldest Python that the server runs on. */
export const LEAST_PYTHON = [3, 11] as const;

/** What an interpreter says of itself. */
export interface PythonFacts {
  /** Major, minor, micro. */
  readonly version: readonly [number, number, number];
  /** The interpreter behind a virtual environment, which lives on when the environment is deleted. */
  readonly base: string;
  /** "cpython", "pypy" and so on. */
  readonly implementation: string;
  /** "linux-x86_64" and the like: packages that are built for one platform do not run on another. */
  readonly platform: string;
}

/**
 * Printed by the interpreter itself. It runs without `site` (-S), so nothing that is installed in an environment is
 * imported to answer it, and isolated (-I), so neither is anything of the current folder or of the user's own.
 */
export const PROBE_ARGUMENTS: readonly string[] = [
  "-I",
  "-S",
  "-c",
  "import json, sys, sysconfig; " +
    "print(json.dumps({'version': sys.version_info[:3], 'base': getattr(sys, '_base_executable', '') or sys.executable, " +
    "'implementation': sys.implementation.name, 'platform': sysconfig.get_platform()}))",
];

/** The answer to the probe, or undefined when it is something else. */
export function parseProbe(output: string): PythonFacts | undefined {
  let said: unknown;
  try {
    said = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  } catch {
    return undefined;
  }
  if (typeof said !== "object" || said === null) {
    return undefined;
  }
  const { version, base, implementation, platform } = said as Record<string, unknown>;
  if (
    !Array.isArray(version) ||
    version.length !== 3 ||
    !version.every((part): part is number => Number.isInteger(part)) ||
    typeof base !== "string" ||
    typeof implementation !== "string" ||
    typeof platform !== "string"
  ) {
    return undefined;
  }
  const [major, minor, micro] = version as [number, number, number];
  return { version: [major, minor, micro], base, implementation, platform };
}

/** The version in what `python --version` prints ("Python 3.8.10"), which any Python answers, however old. */
export function parseVersionText(output: string): readonly [number, number, number] | undefined {
  const found = /^Python (\d+)\.(\d+)(?:\.(\d+))?/m.exec(output);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : undefined;
}

export function isNewEnough(version: readonly [number, number, number]): boolean {
  const [major, minor] = version;
  return major > LEAST_PYTHON[0] || (major === LEAST_PYTHON[0] && minor >= LEAST_PYTHON[1]);
}

export function versionText(version: readonly number[]): string {
  return version.join(".");
}

/** "Python 3.11 or newer", as messages say it. */
export function neededPython(): string {
  return l10n.t("Python {0} or newer", versionText(LEAST_PYTHON));
}
