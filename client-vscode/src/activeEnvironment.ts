import * as vscode from "vscode";

// The two extensions that know the active Python environment. Neither is needed, so neither is in `extensionDependencies`,
// which would keep this extension from starting without them. Of their interfaces
// (@vscode/python-environments, @vscode/python-extension) these are the parts that are used.

const ENVIRONMENTS = "ms-python.vscode-python-envs";
const PYTHON = "ms-python.python";

interface EnvironmentsApi {
  getEnvironment(scope: vscode.Uri | undefined): Promise<{ execInfo?: { run?: { executable?: string } } } | undefined>;
  readonly onDidChangeEnvironment: vscode.Event<unknown>;
}

interface PythonApi {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(environment: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

/** The active environment's interpreter, and the news that another one is active. */
export interface ActiveEnvironment {
  /** The interpreter's file; undefined when no extension knows one. Activates that extension: only ask when it counts. */
  readonly interpreter: () => Promise<string | undefined>;
  /** Fired only after `interpreter` has been asked, since only then can it make a difference. */
  readonly onDidChange: vscode.Event<void>;
  readonly dispose: () => void;
}

const PATIENCE = 15_000;

export function activeEnvironment(log: (line: string) => void): ActiveEnvironment {
  const changed = new vscode.EventEmitter<void>();
  const followed = new Map<string, vscode.Disposable>();
  const follow = (id: string, event: vscode.Event<unknown>) => {
    if (!followed.has(id)) {
      followed.set(
        id,
        event(() => changed.fire()),
      );
    }
  };
  const ask = async (id: string, question: () => Promise<string | undefined>): Promise<string | undefined> => {
    try {
      return await inTime(question());
    } catch (error) {
      log(`${id} did not tell the active environment: ${String(error)}`);
      return undefined;
    }
  };
  return {
    interpreter: async () =>
      (await ask(ENVIRONMENTS, () => fromEnvironments(follow))) ?? (await ask(PYTHON, () => fromPython(follow))),
    onDidChange: changed.event,
    dispose: () => {
      changed.dispose();
      followed.forEach((one) => {
        one.dispose();
      });
    },
  };
}

type Follow = (id: string, event: vscode.Event<unknown>) => void;

async function fromEnvironments(follow: Follow): Promise<string | undefined> {
  const api = await apiOf<EnvironmentsApi>(ENVIRONMENTS);
  if (typeof api?.getEnvironment !== "function") {
    return undefined;
  }
  if (api.onDidChangeEnvironment) {
    follow(ENVIRONMENTS, api.onDidChangeEnvironment);
  }
  const environment = await api.getEnvironment(firstFolder());
  return environment?.execInfo?.run?.executable;
}

async function fromPython(follow: Follow): Promise<string | undefined> {
  const environments = (await apiOf<PythonApi>(PYTHON))?.environments;
  if (environments === undefined) {
    return undefined;
  }
  follow(PYTHON, environments.onDidChangeActiveEnvironmentPath);
  const active = environments.getActiveEnvironmentPath(firstFolder());
  return (await environments.resolveEnvironment(active))?.executable.uri?.fsPath;
}

async function apiOf<T>(id: string): Promise<Partial<T> | undefined> {
  const extension = vscode.extensions.getExtension<Partial<T> | undefined>(id);
  return extension && (extension.isActive ? extension.exports : await extension.activate());
}

function firstFolder(): vscode.Uri | undefined {
  return vscode.workspace.workspaceFolders?.[0]?.uri;
}

/** An extension that hangs must not keep the server from starting. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), PATIENCE);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
