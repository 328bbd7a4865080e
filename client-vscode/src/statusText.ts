import * as l10n from "@vscode/l10n";

import type { ServerState } from "./client";
import type { EmbeddingStatus, StatusChanged, StatusResult } from "./protocol";
import { number, progressText } from "./statusBarText";
import { visibleText } from "./visibleText";

/** What the status document says beside what the server tells. */
export interface StatusFacts {
  readonly state: ServerState;
  /** What runs: the command in words. */
  readonly about: string;
  readonly extensionVersion: string;
  /** The server's answer; undefined when it cannot be asked. */
  readonly status: StatusResult | undefined;
  readonly news: StatusChanged | undefined;
  /** The languages whose navigation is left to another extension. */
  readonly served: readonly string[];
  readonly hasVoyageKey: boolean;
}

const MOST_SKIPPED = 200;

/** The status document: Markdown that also reads well as text. */
export function statusDocument(facts: StatusFacts, locale?: string): string {
  const { state, status } = facts;
  const lines = ["# Maguyva", "", `**${stateName(state)}**${state.message === undefined ? "" : `: ${state.message}`}`];
  if (state.action !== undefined) {
    lines.push("", l10n.t('What helps: the command "{0}".', `Maguyva: ${state.action.title}`));
  }
  if (status !== undefined) {
    lines.push(...indexLines(status, facts.news, locale), ...serviceLines(status.embedding, locale));
    lines.push(...problemLines(status));
  }
  lines.push("", `## ${l10n.t("Server")}`, "");
  lines.push(bullet(l10n.t("Extension"), facts.extensionVersion));
  if (facts.about !== "") {
    lines.push(bullet(l10n.t("Runs"), facts.about));
  }
  if (facts.served.length > 0) {
    lines.push(bullet(l10n.t("Navigation is left to other extensions in"), facts.served.join(", ")));
  }
  lines.push(bullet(l10n.t("Voyage key"), facts.hasVoyageKey ? l10n.t("stored") : l10n.t("none")));
  if (status !== undefined) {
    lines.push(...languageLines(status, locale), ...skippedLines(status, locale));
  }
  return `${lines.join("\n")}\n`;
}

function stateName(state: ServerState): string {
  switch (state.kind) {
    case "starting":
      return l10n.t("Starting");
    case "settingUp":
      return l10n.t("Setting up");
    case "running":
      return l10n.t("Running");
    case "stopped":
      return l10n.t("Stopped");
    case "failed":
      return l10n.t("Failed");
    case "untrusted":
      return l10n.t("Limited: the workspace is not trusted");
    case "noPython":
      return l10n.t("No Python");
  }
}

function indexLines(status: StatusResult, news: StatusChanged | undefined, locale: string | undefined): string[] {
  const { parts } = status.index;
  const progress = progressText(news?.progress, locale);
  const missing = [
    parts.text ? undefined : l10n.t("text"),
    parts.structure ? undefined : l10n.t("structure"),
    parts.graph ? undefined : l10n.t("graph"),
    parts.vectors ? undefined : l10n.t("vectors"),
  ].filter((part) => part !== undefined);
  const phase = {
    starting: l10n.t("starting"),
    indexing: progress === "" ? l10n.t("indexing") : l10n.t("indexing, {0}", progress),
    ready: l10n.t("ready"),
    failed: l10n.t("failed"),
  }[status.phase];
  return [
    "",
    `## ${l10n.t("Index")}`,
    "",
    bullet(l10n.t("State"), phase),
    bullet(l10n.t("Files"), number(status.files.indexed, locale)),
    ...(missing.length > 0 ? [bullet(l10n.t("Not complete yet"), missing.join(", "))] : []),
    ...(status.index.pending > 0 ? [bullet(l10n.t("Documents that wait"), number(status.index.pending, locale))] : []),
    ...status.folders.map((folder) => bullet(l10n.t("Folder"), folder)),
    bullet(
      l10n.t("Meaning"),
      status.embedding.problem === null
        ? status.embedding.provider
        : `${status.embedding.provider}: ${status.embedding.problem}`,
    ),
    bullet(
      l10n.t("Cache"),
      status.cache.working ? status.cache.folder : l10n.t("{0} (cannot be used)", status.cache.folder),
    ),
    bullet(l10n.t("Memory"), l10n.t("{0} MB", number(Math.round(status.memory.resident / 1e6), locale))),
  ];
}

/** What has left the machine, where a service is asked for vectors. */
function serviceLines(embedding: EmbeddingStatus, locale: string | undefined): string[] {
  if (embedding.host === undefined) {
    return [];
  }
  const { model, phase, pending, sent, today, tokensPerDay, withheld, consent, lastError } = embedding;
  const phases = {
    idle: l10n.t("everything is sent"),
    waiting: l10n.t("waiting for your consent (command {0})", '"Maguyva: Allow or Stop Sending Code…"'),
    sending: l10n.t("sending"),
    halted: l10n.t("halted"),
  };
  const tokens = (count: number) => number(count, locale);
  const most = typeof tokensPerDay === "number" ? l10n.t(" of {0} at most", tokens(tokensPerDay)) : "";
  const kept = Object.keys(withheld?.files ?? {}).length + (withheld?.chunks ?? 0);
  return [
    "",
    `## ${l10n.t("Code that is sent")}`,
    "",
    bullet(l10n.t("To"), embedding.host),
    ...(model === undefined ? [] : [bullet(l10n.t("Model"), model)]),
    ...(phase === undefined ? [] : [bullet(l10n.t("State"), phases[phase])]),
    ...Object.entries(consent ?? {}).map(([folder, said]) => bullet(folder, consentName(said))),
    ...(pending === undefined ? [] : [bullet(l10n.t("Pieces that wait"), tokens(pending))]),
    ...(today === undefined ? [] : [bullet(l10n.t("Tokens today"), tokens(today.tokens) + most)]),
    ...(sent === undefined
      ? []
      : [bullet(l10n.t("Ever"), l10n.t("{0} tokens in {1} pieces", tokens(sent.tokens), tokens(sent.chunks)))]),
    ...(kept === 0 ? [] : [bullet(l10n.t("Kept back, since it looks like a secret"), tokens(kept))]),
    ...(typeof lastError !== "string" ? [] : [bullet(l10n.t("Last error"), lastError)]),
  ];
}

function consentName(said: "yes" | "never" | "none"): string {
  switch (said) {
    case "yes":
      return l10n.t("you have allowed it");
    case "never":
      return l10n.t("you have refused it");
    case "none":
      return l10n.t("you have not said yet: nothing is sent");
  }
}

function problemLines(status: StatusResult): string[] {
  const lines = [...status.errors, ...status.notes];
  return lines.length === 0
    ? []
    : ["", `## ${l10n.t("What does not work")}`, "", ...lines.map((line) => `- ${plain(line)}`)];
}

function languageLines(status: StatusResult, locale: string | undefined): string[] {
  const languages = Object.entries(status.languages);
  return languages.length === 0
    ? []
    : [
        "",
        `## ${l10n.t("Languages")}`,
        "",
        ...languages.map(([language, count]) => bullet(language, number(count, locale))),
      ];
}

function skippedLines(status: StatusResult, locale: string | undefined): string[] {
  const skipped = Object.entries(status.files.skipped);
  if (skipped.length === 0) {
    return [];
  }
  const shown = skipped.slice(0, MOST_SKIPPED).map(([path, reason]) => bullet(path, reason));
  const more = skipped.length - shown.length;
  return [
    "",
    `## ${l10n.t("Left out ({0})", number(skipped.length, locale))}`,
    "",
    ...shown,
    ...(more > 0 ? [`- ${l10n.t("and {0} more", number(more, locale))}`] : []),
  ];
}

function bullet(name: string, value: string): string {
  return `- ${plain(name)}: ${plain(value)}`;
}

/** File names come from the workspace: no line break and no invisible character gets through. */
function plain(text: string): string {
  return visibleText(text);
}
