// The language client is a large library: this module is loaded when a server is started, after activation.

import * as vscode from "vscode";
import {
  CloseAction,
  type ConfigurationParams,
  type ErrorHandler,
  LanguageClient,
  RevealOutputChannelOn,
  State,
} from "vscode-languageclient/node";

import type { Launch } from "./commandLine";
import { type ServerProcess, startServerProcess } from "./serverProcess";

export interface ClientParts {
  readonly launch: Launch;
  /** A folder outside every workspace. */
  readonly cwd: string;
  readonly environment: () => Promise<Record<string, string>>;
  /** The section `maguyva` as the server gets it. */
  readonly settings: () => Record<string, unknown>;
  readonly log: vscode.LogOutputChannel;
  readonly serverLog: vscode.LogOutputChannel;
  /** Called when the server has ended too often to be started again. */
  readonly onGaveUp: () => void;
}

/** A client that is not started yet, and the process that it has started last. */
export interface QuietClient {
  readonly client: LanguageClient;
  readonly process: () => ServerProcess | undefined;
  /** Once it runs: the server has ended and is being started again (false), or runs again (true). */
  readonly onRestart: (listener: (isRunning: boolean) => void) => void;
}

const CRASHES = 4;

/** A language client whose troubles go to the log and to `onGaveUp`: what the user is told is one line, told in one place. */
export function createLanguageClient(parts: ClientParts): QuietClient {
  let process: ServerProcess | undefined;
  const start = async () => {
    process = await startServerProcess(parts.launch, {
      cwd: parts.cwd,
      environment: await parts.environment(),
      onLogLine: (line) => logByLevel(parts.serverLog, line),
    });
    return { reader: process.reader, writer: process.writer };
  };
  const client: LanguageClient = new Quiet("maguyva", "Maguyva", start, {
    // Every document counts, whatever its language. The cells of notebooks are sent as parts of their notebooks, not once more.
    documentSelector: [{ scheme: "file" }, { scheme: "untitled" }, { scheme: "vscode-notebook-cell" }],
    outputChannel: parts.log,
    traceOutputChannel: parts.log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: parts.settings,
    initializationFailedHandler: () => false,
    errorHandler: errorHandler(() => client, parts.onGaveUp),
    middleware: {
      workspace: {
        // The server may ask for its settings; they are told as they were merged.
        configuration: (params: ConfigurationParams, token, next) =>
          params.items.some(({ section }) => section !== "maguyva")
            ? next(params, token)
            : params.items.map(() => parts.settings()),
      },
    },
  });
  return {
    client,
    process: () => process,
    onRestart: (listener) => {
      client.onDidChangeState(({ newState }) => {
        if (newState !== State.Stopped) {
          listener(newState === State.Running);
        }
      });
    },
  };
}

class Quiet extends LanguageClient {
  /** The language client stops itself while it starts, when that has failed, and then complains that it cannot. */
  override async stop(timeout?: number): Promise<void> {
    if (this.state !== State.Starting) {
      await super.stop(timeout);
    }
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The language client's own: it starts a server that has crashed again, up to four times in three minutes. */
function errorHandler(client: () => LanguageClient, onGaveUp: () => void): ErrorHandler {
  let own: ErrorHandler | undefined;
  let wasRunning = false;
  const standard = () => (own ??= client().createDefaultErrorHandler(CRASHES));
  return {
    error: async (error, message, count) => ({ ...(await standard().error(error, message, count)), handled: true }),
    closed: async () => {
      wasRunning ||= client().initializeResult !== undefined;
      if (!wasRunning) {
        // It has never come up, and will not the next time: whoever starts it tells why.
        return { action: CloseAction.DoNotRestart, handled: true };
      }
      const result = await standard().closed();
      if (result.action === CloseAction.DoNotRestart) {
        onGaveUp();
      }
      return { ...result, handled: true };
    },
  };
}

/** The server's lines carry their own level. */
function logByLevel(log: vscode.LogOutputChannel, line: string): void {
  const level = /\b(CRITICAL|ERROR|WARNING|INFO|DEBUG)\b/.exec(line)?.[1];
  switch (level) {
    case "CRITICAL":
    case "ERROR":
      log.error(line);
      break;
    case "WARNING":
      log.warn(line);
      break;
    case "DEBUG":
      log.debug(line);
      break;
    default:
      log.info(line);
  }
}
