import { spawn, type ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";

import type { Launch } from "./commandLine";
import { endTree, lineSplitter } from "./processes";

/** A server that runs, and its two streams. */
export interface ServerProcess {
  readonly reader: Readable;
  readonly writer: Writable;
  readonly pid: number;
  /** The newest lines that it has written to its log. */
  readonly lastLines: () => readonly string[];
  readonly isRunning: () => boolean;
  /** How it ended, "exit code 1" or "SIGKILL"; all of its log has been read then. */
  readonly ended: Promise<string>;
  readonly end: () => void;
}

export interface ProcessOptions {
  readonly cwd: string;
  readonly environment: Record<string, string>;
  readonly onLogLine: (line: string) => void;
}

const KEPT_LINES = 20;

/** Starts the server. Rejects with the system's error when the program cannot be started. */
export async function startServerProcess(launch: Launch, options: ProcessOptions): Promise<ServerProcess> {
  const child: ChildProcess = spawn(launch.command, launch.args, {
    cwd: options.cwd,
    env: options.environment,
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  const { stdin, stdout, stderr, pid } = child;
  if (stdin === null || stdout === null || stderr === null || pid === undefined) {
    throw new Error("the process has no streams");
  }
  child.on("error", (error) => options.onLogLine(String(error)));
  // What is written to a server that has just died must not end the editor's host.
  stdin.on("error", () => undefined);
  const ended = new Promise<string>((resolve) => {
    child.once("close", (code, signal) => resolve(signal ?? `exit code ${code ?? 0}`));
  });
  const lines: string[] = [];
  const split = lineSplitter((line) => {
    lines.push(line);
    lines.splice(0, lines.length - KEPT_LINES);
    options.onLogLine(line);
  });
  stderr.setEncoding("utf8").on("data", split);
  return {
    reader: stdout,
    writer: stdin,
    pid,
    lastLines: () => lines,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    end: () => endTree(child),
  };
}

/** Of a server's last words, the one that says why it ended: the last line of a Python trace, without the trace. */
export function lastWord(lines: readonly string[]): string {
  const told = lines.map((line) => line.trim()).filter((line) => line !== "");
  return (told.at(-1) ?? "").slice(0, 200);
}
