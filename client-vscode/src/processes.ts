import { spawn, type ChildProcess } from "node:child_process";
import { StringDecoder } from "node:string_decoder";

export interface RunOptions {
  /** Lies outside every workspace: what a workspace holds must not be found by where we happen to stand. */
  readonly cwd: string;
  readonly environment: Record<string, string>;
  /** Milliseconds after which the process is ended. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  readonly onLine?: (line: string) => void;
}

export interface RunResult {
  /** The exit code; null when the process was ended by a signal. */
  readonly code: number | null;
  readonly stdout: string;
  /** What it wrote to both streams, as it came. */
  readonly output: string;
  readonly timedOut: boolean;
}

export class CancelledError extends Error {
  override readonly name = "CancelledError";
}

const MOST_OUTPUT = 1_000_000;

/**
 * Runs a command to its end, without a shell and with nothing to read. A process and its children end with the signal
 * or the time-out. Rejects with CancelledError, or with the system's error when there is no such program.
 */
export function run(command: readonly string[], options: RunOptions): Promise<RunResult> {
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    if (program === undefined || options.signal?.aborted) {
      reject(new CancelledError("cancelled"));
      return;
    }
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.environment,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      // A group of its own, so that what it has started can be ended with it.
      detached: process.platform !== "win32",
    });
    let stdout = "";
    let output = "";
    let timedOut = false;
    const take = (isStdout: boolean) => {
      const decoder = new StringDecoder("utf8");
      const lines = lineSplitter(options.onLine ?? (() => undefined));
      return (data: Buffer) => {
        const text = decoder.write(data);
        lines(text);
        output = (output + text).slice(-MOST_OUTPUT);
        if (isStdout) {
          stdout = (stdout + text).slice(-MOST_OUTPUT);
        }
      };
    };
    child.stdout.on("data", take(true));
    child.stderr.on("data", take(false));
    const timer = setTimeout(() => {
      timedOut = true;
      endTree(child);
    }, options.timeout);
    const cancel = () => endTree(child);
    options.signal?.addEventListener("abort", cancel);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", cancel);
      act();
    };
    child.once("error", (error) => settle(() => reject(error)));
    child.once("close", (code) =>
      settle(() => {
        if (options.signal?.aborted) {
          reject(new CancelledError("cancelled"));
        } else {
          resolve({ code, stdout, output, timedOut });
        }
      }),
    );
  });
}

/** Ends a process and everything it has started. */
export function endTree(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) {
    return;
  }
  if (process.platform === "win32") {
    spawn("taskkill", ["/PID", String(child.pid), "/T", "/F"], { stdio: "ignore", windowsHide: true }).once(
      "error",
      () => {
        child.kill();
      },
    );
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL"); // It leads no group, or its group is gone already.
  }
}

/** Gives whole lines to `take`, without their ends; the last one, if it has no end, is kept back. */
export function lineSplitter(take: (line: string) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? "";
    lines.forEach(take);
  };
}
