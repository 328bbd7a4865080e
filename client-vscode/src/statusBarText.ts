import * as l10n from "@vscode/l10n";

import type { ServerState } from "./client";
import type { IndexingProgress, StatusChanged } from "./protocol";

/** What the status bar shows. */
export interface BarText {
  readonly text: string;
  readonly tooltip: string;
  readonly severity: "none" | "warning" | "error";
}

/** The status bar's text for a state of the server, the newest news of the index, and how many files it holds. */
export function barText(
  state: ServerState,
  status: StatusChanged | undefined,
  files: number | undefined,
  locale?: string,
): BarText {
  const hint = l10n.t("Click for the status.");
  const tooltip = (line: string) => `Maguyva: ${line}\n${hint}`;
  switch (state.kind) {
    case "starting":
      return {
        text: "$(loading~spin) Maguyva",
        tooltip: tooltip(state.message ?? l10n.t("starting")),
        severity: "none",
      };
    case "settingUp":
      return {
        text: "$(loading~spin) Maguyva",
        tooltip: tooltip(state.message ?? l10n.t("setting up")),
        severity: "none",
      };
    case "stopped":
      return {
        text: "$(circle-slash) Maguyva",
        tooltip: tooltip(state.message ?? l10n.t("stopped")),
        severity: "none",
      };
    case "untrusted":
      return { text: "$(shield) Maguyva", tooltip: tooltip(state.message ?? l10n.t("limited")), severity: "warning" };
    case "noPython":
      return {
        text: "$(warning) Maguyva",
        tooltip: tooltip(state.message ?? l10n.t("no Python")),
        severity: "warning",
      };
    case "failed":
      return { text: "$(error) Maguyva", tooltip: tooltip(state.message ?? l10n.t("failed")), severity: "error" };
    case "running":
      return runningText(state.message, status, files, tooltip, locale);
  }
}

function runningText(
  limit: string | undefined,
  status: StatusChanged | undefined,
  files: number | undefined,
  tooltip: (line: string) => string,
  locale: string | undefined,
): BarText {
  const also = limit === undefined ? "" : `\n${limit}`;
  const icon = limit === undefined ? "$(search)" : "$(shield)";
  if (status === undefined || status.phase === "starting") {
    return { text: "$(loading~spin) Maguyva", tooltip: tooltip(l10n.t("starting")) + also, severity: "none" };
  }
  if (status.phase === "failed") {
    return {
      text: "$(error) Maguyva",
      tooltip: tooltip(l10n.t("the workspace could not be indexed")) + also,
      severity: "error",
    };
  }
  if (status.phase === "indexing") {
    const done = progressText(status.progress, locale);
    const line = done === "" ? l10n.t("indexing") : l10n.t("indexing, {0}", done);
    const share = percentOf(status.progress);
    const text = `$(sync~spin) Maguyva${share === undefined ? "" : ` ${share} %`}`;
    return { text, tooltip: tooltip(line) + also, severity: "none" };
  }
  const count = files === undefined ? "" : number(files, locale);
  const line = files === undefined ? l10n.t("ready") : l10n.t("{0} files are indexed", count);
  return { text: `${icon} Maguyva${count === "" ? "" : ` ${count}`}`, tooltip: tooltip(line) + also, severity: "none" };
}

/** "parsing 120 of 4,000", or "" when nothing is known. */
export function progressText(progress: IndexingProgress | undefined, locale?: string): string {
  if (progress === undefined) {
    return "";
  }
  const stage = stageName(progress.stage);
  return progress.total > 0
    ? l10n.t("{0} {1} of {2}", stage, number(progress.done, locale), number(progress.total, locale))
    : stage;
}

function stageName(stage: IndexingProgress["stage"]): string {
  switch (stage) {
    case "reading":
      return l10n.t("reading");
    case "parsing":
      return l10n.t("parsing");
    case "indexing":
      return l10n.t("indexing");
    case "embedding":
      return l10n.t("embedding");
    case "saving":
      return l10n.t("saving");
  }
}

function percentOf(progress: IndexingProgress | undefined): number | undefined {
  if (progress === undefined || progress.total <= 0) {
    return undefined;
  }
  return Math.max(0, Math.min(100, Math.floor((100 * progress.done) / progress.total)));
}

/** A number as the user's language writes it. */
export function number(value: number, locale: string | undefined): string {
  return value.toLocaleString(locale);
}
