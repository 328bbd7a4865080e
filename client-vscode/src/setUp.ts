import * as vscode from "vscode";

import type { Interpreter } from "./interpreter";
import { type Bundle, makeEnvironment, type Ready } from "./privateEnvironment";
import { CancelledError } from "./processes";
import { versionText } from "./pythonVersion";

const CONSENT = "maguyva.setUpConsent";

/** What the user has said to a Python environment of the extension's own, in this and all later versions. */
export function consent(state: vscode.Memento): "given" | "refused" | "open" {
  const said = state.get<unknown>(CONSENT);
  return said === "given" || said === "refused" ? said : "open";
}

export async function rememberConsent(state: vscode.Memento, said: "given" | "refused"): Promise<void> {
  await state.update(CONSENT, said);
}

/** Asks whether the environment may be made; undefined when the question was closed without an answer. */
export async function askConsent(
  bundle: Bundle,
  interpreter: Interpreter,
): Promise<"now" | "select" | "never" | undefined> {
  const version = versionText(interpreter.facts.version);
  const question = bundle.isOffline
    ? vscode.l10n.t(
        "Maguyva needs a Python environment of its own. It is made in the extension's storage, with Python {0}, from packages that the extension carries; no network is used.",
        version,
      )
    : vscode.l10n.t(
        "Maguyva needs a Python environment of its own. It is made in the extension's storage, with Python {0}, from your package registry (about 100 MB are downloaded). Your projects and your Python stay as they are.",
        version,
      );
  const setUp = vscode.l10n.t("Set Up");
  const select = vscode.l10n.t("Select Interpreter…");
  const never = vscode.l10n.t("Don't Ask Again");
  const chosen = await vscode.window.showInformationMessage(question, setUp, select, never);
  return chosen === setUp ? "now" : chosen === select ? "select" : chosen === never ? "never" : undefined;
}

export interface SetUpRequest {
  readonly root: string;
  readonly bundle: Bundle;
  readonly interpreter: Interpreter;
  readonly afresh: boolean;
  /** Ends it from outside, as the user's Cancel does. */
  readonly signal: AbortSignal;
  readonly log: vscode.LogOutputChannel;
  readonly onProgress: (text: string) => void;
}

/** Makes the private environment, with a notification that shows how far it is. Rejects with SetUpError or CancelledError. */
export async function setUpEnvironment(request: SetUpRequest): Promise<Ready> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t("Maguyva: setting up the server"),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const ending = new AbortController();
    const end = () => ending.abort();
    token.onCancellationRequested(end);
    request.signal.addEventListener("abort", end);
    if (request.signal.aborted) {
      throw new CancelledError("cancelled");
    }
    return makeEnvironment({
      root: request.root,
      bundle: request.bundle,
      facts: request.interpreter.facts,
      environment: process.env,
      afresh: request.afresh,
      signal: ending.signal,
      progress: (message) => {
        progress.report({ message });
        request.onProgress(message);
      },
      log: (line) => request.log.info(line),
    });
  });
}
