/** How the server is started. `cwd` lies outside every workspace. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** What is started, in words, for logs and the status. */
  readonly about: string;
}

/** Options of `maguyva serve` that come from settings. */
export interface ServeOptions {
  readonly logFile: string;
  readonly args: readonly string[];
}

export function serveArguments(options: ServeOptions): string[] {
  return ["serve", ...(options.logFile ? ["--log-file", options.logFile] : []), ...options.args];
}

/**
 * A Python that runs our module. `-I`: neither the current folder, nor the user's own packages, nor PYTHON* variables
 * can put another module in its place.
 */
export function isolatedModule(python: string, module: string, args: readonly string[]): string[] {
  return [python, "-I", "-m", module, ...args];
}

/** Likewise in an environment of the user's choice, whose user packages count: `-P` only keeps the current folder out. */
export function safePathModule(python: string, module: string, args: readonly string[]): string[] {
  return [python, "-P", "-m", module, ...args];
}

const LEFT_OUT =
  /^(PYTHON.*|__PYVENV_LAUNCHER__|VIRTUAL_ENV|VIRTUAL_ENV_PROMPT|ELECTRON_RUN_AS_NODE|ELECTRON_NO_ASAR)$/i;

/**
 * The environment for a Python of ours: the user's, less what would change which code Python runs. Names are compared
 * as Windows does, where `PythonPath` counts too.
 */
export function cleanEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !LEFT_OUT.test(name)) {
      kept[name] = value;
    }
  }
  return { ...kept, ...extra };
}

const PIP_PLACES = /^PIP_(TARGET|PREFIX|ROOT|USER|REQUIRE_VIRTUALENV|PYTHON|EDITABLE|DRY_RUN|NO_DEPS)$/i;

/** For pip: the user's registry, proxy and certificates hold; where it installs is ours to say. */
export function pipEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(cleanEnvironment(environment)).filter(([name]) => !PIP_PLACES.test(name));
  return { ...Object.fromEntries(kept), PIP_DISABLE_PIP_VERSION_CHECK: "1", PIP_NO_INPUT: "1" };
}
