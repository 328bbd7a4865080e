import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import type { ServerState } from "./client";
import { coalesced } from "./coalesced";
import { cleanEnvironment, type Launch } from "./commandLine";
import type { QuietClient } from "./languageClient";
import { decide, type Decision, privateLaunch } from "./launch";
import { SetUpError } from "./privateEnvironment";
import { CancelledError } from "./processes";
import { STATUS_CHANGED, type StatusChanged } from "./protocol";
import { lastWord } from "./serverProcess";
import { askConsent, consent, rememberConsent, setUpEnvironment } from "./setUp";
import { environmentsFolder, situation, type Surroundings } from "./situation";
import { tell } from "./tell";
import type { VoyageKey } from "./voyageKey";

/** The server's life: found, set up, started, watched, started again, stopped. */
export interface Life {
  readonly state: ServerState;
  readonly onStateChanged: vscode.Event<ServerState>;
  readonly lastStatus: StatusChanged | undefined;
  readonly onStatusChanged: vscode.Event<StatusChanged>;
  readonly client: () => LanguageClient | undefined;
  /** What runs, or was last tried. */
  readonly launch: () => Launch | undefined;
  /** Stops what runs and starts again, with what holds now. Calls while it works become one more restart. */
  readonly restart: () => Promise<void>;
  /** A restart, but only when something else would be started now. */
  readonly restartIfMoved: () => Promise<void>;
  /** The user wants the private environment: made if it is missing, made again if it is there. */
  readonly setUp: () => Promise<void>;
  /** For good. */
  readonly stop: () => Promise<void>;
}

export interface LifeParts extends Surroundings {
  readonly voyageKey: VoyageKey;
  readonly serverLog: vscode.LogOutputChannel;
}

const STOP_TIMEOUT = 4_000;
const START_TIMEOUT = 120_000;
const LAST_WORD_TIMEOUT = 2_000;

export function createLife(parts: LifeParts): Life {
  const { context, configuration, log } = parts;
  const stateChanged = new vscode.EventEmitter<ServerState>();
  const statusChanged = new vscode.EventEmitter<StatusChanged>();
  context.subscriptions.push(stateChanged, statusChanged);
  let state: ServerState = { kind: "starting" };
  let lastStatus: StatusChanged | undefined;
  let current: QuietClient | undefined;
  let launch: Launch | undefined;
  let settingUp: AbortController | undefined;
  /** The user has just asked for the private environment to be made, or made again. */
  let isSetUpWanted = false;
  let wasAsked = false;
  let isOver = false;

  const become = (next: ServerState) => {
    state = next;
    if (next.kind !== "running") {
      lastStatus = undefined;
    }
    log.info(`${next.kind}${next.message === undefined ? "" : `: ${next.message}`}`);
    stateChanged.fire(next);
  };
  const setUpAction = { title: vscode.l10n.t("Set Up Server"), command: "maguyva.setUpServer" };
  const logsAction = { title: vscode.l10n.t("Show Server Logs"), command: "maguyva.showServerLogs" };

  async function begin(): Promise<void> {
    become({ kind: "starting" });
    try {
      const afresh = isSetUpWanted;
      isSetUpWanted = false;
      await carryOut(await decide(await situation(parts, afresh)), afresh);
    } catch (error) {
      log.error(error instanceof Error ? error : String(error));
      become({
        kind: "failed",
        message: sentence(firstLine(error)),
        action: { title: vscode.l10n.t("Show Logs"), command: "maguyva.showLogs" },
      });
    }
  }

  async function carryOut(decision: Decision, afresh: boolean): Promise<void> {
    switch (decision.kind) {
      case "refused":
        become(decision.state);
        if (decision.state.kind !== "untrusted") {
          tell("warning", decision.state);
        }
        return;
      case "setUp":
        if (consent(context.globalState) === "given") {
          return prepare(decision, afresh);
        }
        become({ kind: "stopped", message: vscode.l10n.t("The server is not set up yet."), action: setUpAction });
        void ask(decision); // The user may take days to answer: nothing waits for it.
        return;
      case "launch":
        return run(decision.launch, decision.isPrivate);
    }
  }

  async function ask(decision: Extract<Decision, { kind: "setUp" }>): Promise<void> {
    if (wasAsked || consent(context.globalState) === "refused") {
      return;
    }
    wasAsked = true;
    switch (await askConsent(decision.bundle, decision.interpreter)) {
      case "now":
        await rememberConsent(context.globalState, "given");
        await restart();
        break;
      case "never":
        await rememberConsent(context.globalState, "refused");
        break;
      case "select":
        await vscode.commands.executeCommand("maguyva.selectInterpreter");
        break;
      case undefined:
        break;
    }
  }

  async function prepare(
    { bundle, interpreter }: Extract<Decision, { kind: "setUp" }>,
    afresh: boolean,
  ): Promise<void> {
    const ending = new AbortController();
    settingUp = ending;
    const message = vscode.l10n.t("The server is being set up.");
    become({ kind: "settingUp", message });
    try {
      const onProgress = (text: string) => become({ kind: "settingUp", message: text });
      const root = environmentsFolder(context);
      const ready = await setUpEnvironment({
        root,
        bundle,
        interpreter,
        afresh,
        signal: ending.signal,
        log,
        onProgress,
      });
      const next = privateLaunch(ready.python, ready.version, { settings: configuration.client() });
      await run(next.launch, true);
    } catch (error) {
      if (error instanceof CancelledError) {
        become({ kind: "stopped", message: vscode.l10n.t("The set-up was cancelled."), action: setUpAction });
      } else if (error instanceof SetUpError) {
        log.error(error.output);
        const failure: ServerState = { kind: "failed", message: sentence(error.message), action: setUpAction };
        become(failure);
        tell("error", failure, { title: vscode.l10n.t("Show Logs"), command: "maguyva.showLogs" });
      } else {
        throw error;
      }
    } finally {
      settingUp = undefined;
    }
  }

  async function run(next: Launch, isPrivate: boolean): Promise<void> {
    launch = next;
    log.info(`starting ${[next.command, ...next.args].join(" ")}`);
    const { createLanguageClient } = await import("./languageClient");
    const quiet: QuietClient = createLanguageClient({
      launch: next,
      cwd: environmentsFolder(context),
      environment: async () => cleanEnvironment(process.env, await parts.voyageKey.environment()),
      settings: () => configuration.server(),
      log,
      serverLog: parts.serverLog,
      onGaveUp: () => {
        if (current === quiet) {
          const message = vscode.l10n.t(
            "The server ended five times within three minutes and is not started again: its log says why.",
          );
          const failure: ServerState = { kind: "failed", message, action: logsAction };
          become(failure);
          tell("error", failure, { title: vscode.l10n.t("Restart"), command: "maguyva.restart" });
        }
      },
    });
    if (isOver) {
      return;
    }
    current = quiet;
    quiet.client.onNotification(STATUS_CHANGED, (status: StatusChanged) => {
      if (current === quiet) {
        lastStatus = status;
        statusChanged.fire(status);
      }
    });
    if (state.kind !== "starting") {
      become({ kind: "starting" });
    }
    const isWanted = () => current === quiet && !isOver;
    try {
      await inTime(quiet);
      if (isWanted()) {
        become(running());
        follow(quiet);
      }
    } catch (error) {
      if (isWanted()) {
        current = undefined;
        const why = await whyItFailed(quiet, error);
        const failure: ServerState = {
          kind: "failed",
          message: vscode.l10n.t("The server did not start: {0}. Its log may say more.", why.replace(/\.$/, "")),
          action: isPrivate ? setUpAction : logsAction,
        };
        become(failure);
        tell("error", failure, isPrivate ? logsAction : undefined);
      }
    }
    if (!isWanted()) {
      await end(quiet); // It was given up while it started.
    }
  }

  /** The language client starts a server that has crashed again by itself; the state follows. */
  function follow(quiet: QuietClient): void {
    quiet.onRestart((isRunning) => {
      if (current !== quiet || isOver) {
        return;
      }
      const message = vscode.l10n.t("The server ended unexpectedly and is started again.");
      become(isRunning ? running() : { kind: "starting", message });
    });
  }

  async function halt(): Promise<void> {
    const quiet = current;
    current = undefined;
    if (quiet) {
      await end(quiet);
    }
  }

  const again = coalesced(async () => {
    await halt();
    if (!isOver) {
      await begin();
    }
  });
  const restart = () => {
    settingUp?.abort();
    if (state.kind === "starting") {
      void halt(); // A server that never answers must not keep the next one from starting.
    }
    return again();
  };

  return {
    get state() {
      return state;
    },
    onStateChanged: stateChanged.event,
    get lastStatus() {
      return lastStatus;
    },
    onStatusChanged: statusChanged.event,
    client: () => current?.client,
    launch: () => launch,
    restart,
    restartIfMoved: async () => {
      if (!isWhatStands(await decide(await situation(parts, false)), state, launch)) {
        await restart();
      }
    },
    setUp: async () => {
      isSetUpWanted = true;
      await rememberConsent(context.globalState, "given");
      await restart();
    },
    stop: async () => {
      isOver = true;
      settingUp?.abort();
      await halt();
    },
  };
}

function running(): ServerState {
  return vscode.workspace.isTrusted
    ? { kind: "running" }
    : {
        kind: "running",
        message: vscode.l10n.t(
          "The workspace is not trusted: its Python environment and settings do not choose what is run.",
        ),
      };
}

/** Whether a decision would change nothing. */
function isWhatStands(decision: Decision, state: ServerState, launch: Launch | undefined): boolean {
  switch (decision.kind) {
    case "launch":
      return state.kind === "settingUp" || JSON.stringify(decision.launch) === JSON.stringify(launch);
    case "setUp":
      return state.kind === "settingUp" || state.kind === "stopped";
    case "refused":
      return state.kind === decision.state.kind;
  }
}

/** Starts the server, which must answer in time. */
async function inTime(quiet: QuietClient): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(vscode.l10n.t("it did not answer within two minutes"))), START_TIMEOUT);
  });
  try {
    await Promise.race([quiet.client.start(), late]);
    // The client also counts as started when its connection was closed in the middle of it.
    if (!quiet.client.isRunning()) {
      throw new Error(vscode.l10n.t("it closed the connection"));
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Its last word, or how it ended; what the language client says is about streams. */
async function whyItFailed(quiet: QuietClient, error: unknown): Promise<string> {
  const failed = quiet.process();
  if (failed === undefined) {
    return firstLine(error);
  }
  const late = new Promise<undefined>((resolve) => void setTimeout(resolve, LAST_WORD_TIMEOUT, undefined));
  const ended = await Promise.race([failed.ended, late]);
  const word = lastWord(failed.lastLines());
  if (word !== "") {
    return word;
  }
  return ended === undefined ? firstLine(error) : vscode.l10n.t("it ended at once ({0})", ended);
}

async function end(quiet: QuietClient): Promise<void> {
  let patience = quiet.client.isRunning() ? STOP_TIMEOUT : 0;
  try {
    await quiet.client.dispose(STOP_TIMEOUT);
  } catch {
    patience = 0; // It did not answer.
  }
  const left = quiet.process();
  if (left?.isRunning()) {
    setTimeout(() => {
      left.end();
    }, patience).unref();
  }
}

/** What pip and the system say may lack its full stop; more may follow it where it is shown. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n", 1)[0] ?? text;
}
