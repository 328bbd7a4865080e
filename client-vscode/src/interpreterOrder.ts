import * as path from "node:path";

/** An interpreter that may be there: the command that starts it, and what named it. */
export interface Candidate {
  readonly command: readonly string[];
  readonly origin: "setting" | "environment" | "path";
}

export interface Where {
  /** `maguyva.interpreter`; empty when it is not set. */
  readonly setting: string;
  /** The active environment's interpreter, as the Python extensions tell it. */
  readonly activeEnvironment: string | undefined;
  /** An untrusted workspace may choose the active environment, so it does not count there. */
  readonly isTrusted: boolean;
  /** The variable PATH. */
  readonly searchPath: string;
  readonly workspaceFolders: readonly string[];
  readonly platform: NodeJS.Platform;
  readonly isFile: (file: string) => boolean;
}

const POSIX_NAMES = ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];
const WINDOWS_NAMES = ["python3.exe", "python.exe", "py.exe"];

/**
 * Interpreters in the documented order: the setting, the active environment, then what PATH offers. A setting is the
 * user's word: when it is given, nothing else is tried.
 */
export function candidates(where: Where): Candidate[] {
  if (where.setting) {
    return [{ command: [where.setting], origin: "setting" }];
  }
  const found: Candidate[] = [];
  if (where.activeEnvironment && where.isTrusted) {
    found.push({ command: [where.activeEnvironment], origin: "environment" });
  }
  return [...found, ...onSearchPath(where)];
}

function onSearchPath(where: Where): Candidate[] {
  const paths = where.platform === "win32" ? path.win32 : path.posix;
  const folders = where.searchPath.split(paths.delimiter).filter((folder) => mayBeSearched(folder, where));
  const names = where.platform === "win32" ? WINDOWS_NAMES : POSIX_NAMES;
  return names.flatMap((name) => {
    const file = folders.map((folder) => paths.join(folder, name)).find(where.isFile);
    if (file === undefined) {
      return [];
    }
    return [{ command: name === "py.exe" ? [file, "-3"] : [file], origin: "path" as const }];
  });
}

/** Not relative folders, which would be found in whatever folder is current, and nothing inside the workspace. */
function mayBeSearched(folder: string, where: Where): boolean {
  const paths = where.platform === "win32" ? path.win32 : path.posix;
  return paths.isAbsolute(folder) && !where.workspaceFolders.some((root) => isInside(folder, root, where.platform));
}

/** Whether `file` is `folder` or something in it. */
export function isInside(file: string, folder: string, platform: NodeJS.Platform = process.platform): boolean {
  const paths = platform === "win32" ? path.win32 : path.posix;
  const way = paths.relative(folder, file);
  return way !== ".." && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}
