// One line each for what a user should know about the answer: what limits it, and what to do.

import type { PanelAction } from "../panelMessages";
import type { ModalityReport } from "../protocol";
import { visibleText } from "../visibleText";
import { iconButton, textButton } from "./controls";
import { fill } from "../fill";
import { icon, type IconName } from "./icons";
import type { PanelState } from "./state";
import { serverMessage } from "./renderStateScreen";
import { h, type VElement } from "./vnode";

export interface Notice {
  readonly severity: "info" | "warning" | "error";
  readonly text: string;
  readonly action?: { readonly id: PanelAction; readonly title: string };
  /** Whether it can be put away until it says something else. */
  readonly isDismissable?: boolean;
}

const ICONS: Readonly<Record<Notice["severity"], IconName>> = { info: "info", warning: "warning", error: "error" };

export function renderNotices(state: PanelState): VElement {
  const shown = noticesOf(state).filter((notice) => notice.text !== state.dismissed);
  return h(
    "div",
    { key: "notices", class: "notices" },
    shown.map((notice) => renderNotice(notice, state)),
  );
}

function renderNotice(notice: Notice, state: PanelState): VElement {
  const { severity, text, action, isDismissable } = notice;
  return h(
    "div",
    { key: text, class: `notice ${severity}`, role: severity === "error" ? "alert" : undefined },
    icon(ICONS[severity]),
    h(
      "span",
      { class: "notice-text" },
      visibleText(text),
      action && [" ", textButton("run", action.title, "link", { "data-run": action.id })],
    ),
    isDismissable && iconButton("dismiss", state.strings.dismiss, [icon("close")], { "data-text": text }),
  );
}

/** What has to be said, most important first. */
export function noticesOf(state: PanelState): Notice[] {
  const { strings, server, answer } = state;
  const notices: Notice[] = [];
  if (state.failure !== null) notices.push({ severity: "error", text: state.failure });
  if (server.kind !== "running" && answer) {
    const text = `${serverMessage(state)} ${strings.keepsResults}`;
    notices.push({
      severity: "warning",
      text,
      ...(server.action && { action: { id: "serverAction", title: server.action } }),
    });
  }
  if (server.kind !== "running") return notices;
  if (server.phase === "failed") {
    notices.push({
      severity: "warning",
      text: strings.indexFailed,
      action: { id: "showStatus", title: strings.showStatus },
    });
  }
  const isIndexing = server.phase === "indexing" || server.phase === "starting";
  if (isIndexing) notices.push({ severity: "info", text: indexingText(state) });
  const reports = answer?.result.modalities ?? [];
  for (const report of reports) {
    // While meanings are being learned, that they are not all there is what the line above says.
    const isExpected = isIndexing && report.name === "semantic" && report.status === "degraded";
    const notice = isExpected ? null : modalityNotice(report, state);
    if (notice) notices.push(notice);
  }
  const rerank = answer?.result.rerank;
  if (rerank?.status === "skipped" && rerank.reason !== undefined) {
    const text = fill(strings.rerankSkipped, rerank.reason.replace(/\.+$/, ""));
    notices.push({ severity: "warning", text, action: remedy(rerank.reason, state), isDismissable: true });
  }
  return notices;
}

function indexingText(state: PanelState): string {
  const { strings, server, answer } = state;
  const { progress } = server;
  const stage = progress ? (strings.stages[progress.stage] ?? strings.indexing) : strings.indexing;
  const counted =
    progress && progress.total > 0
      ? fill(strings.progress, stage, progress.done.toLocaleString(), progress.total.toLocaleString())
      : fill(strings.progressOpen, stage);
  const isOnlyMeaning = progress?.stage === "embedding" && answer?.result.index.complete !== false;
  return answer ? `${counted} ${isOnlyMeaning ? strings.meaningLater : strings.partialResults}` : counted;
}

function modalityNotice(report: ModalityReport, state: PanelState): Notice | null {
  const { strings } = state;
  const name = strings.modalityNames[report.name];
  const reason = (report.reason ?? "").replace(/\.+$/, "");
  const meaningOff = /^meaning is off: (.*)$/s.exec(reason);
  switch (report.status) {
    case "degraded": {
      const text = meaningOff ? fill(strings.meaningOff, meaningOff[1] ?? "") : fill(strings.degraded, name, reason);
      return { severity: "warning", text, action: remedy(reason, state), isDismissable: true };
    }
    case "failed":
      return {
        severity: "warning",
        text: fill(strings.failedModality, name, reason),
        action: { id: "showLogs", title: strings.showLogs },
        isDismissable: true,
      };
    case "late":
      return { severity: "warning", text: fill(strings.late, name) };
    case "ok":
    case "skipped":
      return null;
  }
}

/** What helps against a reason of the server's: the words "key" and "provider" are what its messages name the remedy by. */
function remedy(reason: string, state: PanelState): { id: PanelAction; title: string } {
  const { strings } = state;
  if (/\bkey\b/i.test(reason)) return { id: "setVoyageKey", title: strings.setVoyageKey };
  if (/\bprovider\b/i.test(reason)) return { id: "embeddingSettings", title: strings.embeddingSettings };
  return { id: "showStatus", title: strings.showStatus };
}
