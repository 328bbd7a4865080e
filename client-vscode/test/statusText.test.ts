import { describe, expect, it } from "vitest";

import type { ServerState } from "../src/client";
import type { StatusChanged, StatusResult } from "../src/protocol";
import { barText, progressText } from "../src/statusBarText";
import { statusDocument, type StatusFacts } from "../src/statusText";

const INDEX = {
  revision: 1,
  complete: true,
  pending: 0,
  parts: { text: true, structure: true, graph: true, vectors: true },
  updating: false,
};
const READY: StatusChanged = { phase: "ready", index: INDEX };
const PARSING: StatusChanged = {
  phase: "indexing",
  index: INDEX,
  progress: { stage: "parsing", done: 120, total: 4000 },
};

describe("the status bar", () => {
  const rows: readonly (readonly [
    string,
    ServerState,
    StatusChanged | undefined,
    number | undefined,
    string,
    string,
    string,
  ])[] = [
    ["starting", { kind: "starting" }, undefined, undefined, "$(loading~spin) Maguyva", "starting", "none"],
    ["up, no news yet", { kind: "running" }, undefined, undefined, "$(loading~spin) Maguyva", "starting", "none"],
    [
      "setting up",
      { kind: "settingUp", message: "Fetching numpy" },
      undefined,
      undefined,
      "$(loading~spin) Maguyva",
      "Fetching numpy",
      "none",
    ],
    [
      "indexing",
      { kind: "running" },
      PARSING,
      undefined,
      "$(sync~spin) Maguyva 3 %",
      "indexing, parsing 120 of 4,000",
      "none",
    ],
    [
      "indexing, of unknown size",
      { kind: "running" },
      { phase: "indexing", index: INDEX },
      undefined,
      "$(sync~spin) Maguyva",
      "indexing",
      "none",
    ],
    ["ready", { kind: "running" }, READY, 12345, "$(search) Maguyva 12,345", "12,345 files are indexed", "none"],
    ["ready, not counted yet", { kind: "running" }, READY, undefined, "$(search) Maguyva", "ready", "none"],
    ["limited", { kind: "running", message: "Not trusted." }, READY, 1, "$(shield) Maguyva 1", "Not trusted.", "none"],
    [
      "a failed index",
      { kind: "running" },
      { phase: "failed", index: INDEX },
      1,
      "$(error) Maguyva",
      "could not be indexed",
      "error",
    ],
    [
      "failed",
      { kind: "failed", message: "No such file." },
      undefined,
      undefined,
      "$(error) Maguyva",
      "No such file.",
      "error",
    ],
    [
      "no Python",
      { kind: "noPython", message: "Install it." },
      undefined,
      undefined,
      "$(warning) Maguyva",
      "Install it.",
      "warning",
    ],
    [
      "untrusted",
      { kind: "untrusted", message: "Trust it." },
      undefined,
      undefined,
      "$(shield) Maguyva",
      "Trust it.",
      "warning",
    ],
    [
      "stopped",
      { kind: "stopped", message: "Not set up." },
      undefined,
      undefined,
      "$(circle-slash) Maguyva",
      "Not set up.",
      "none",
    ],
  ];

  it.each(rows)("%s", (_what, state, status, files, text, tooltip, severity) => {
    const shown = barText(state, status, files, "en");
    expect(shown.text).toBe(text);
    expect(shown.tooltip).toContain(tooltip);
    expect(shown.severity).toBe(severity);
  });

  it("keeps its share between 0 and 100 %", () => {
    const share = (done: number, total: number) =>
      barText({ kind: "running" }, { ...PARSING, progress: { stage: "reading", done, total } }, undefined, "en").text;
    expect(share(5, 3)).toContain(" 100 %");
    expect(share(0, 3)).toContain(" 0 %");
    expect(share(5, 0)).not.toContain("%");
  });

  it("names the stage alone where no end is known", () => {
    expect(progressText({ stage: "reading", done: 7, total: 0 }, "en")).toBe("reading");
    expect(progressText(undefined)).toBe("");
  });
});

describe("the status document", () => {
  const status: StatusResult = {
    phase: "ready",
    index: { ...INDEX, parts: { ...INDEX.parts, vectors: false }, pending: 2 },
    folders: ["/home/ada/app"],
    files: { indexed: 1234, skipped: { "a.bin": "binary" } },
    languages: { python: 1000, text: 234 },
    memory: { resident: 123_456_789 },
    cache: { folder: "/home/ada/.cache/maguyva", working: true },
    embedding: { provider: "local", problem: null },
    notes: ["one note"],
    errors: ["one error"],
  };
  const facts: StatusFacts = {
    state: { kind: "running" },
    about: "/usr/bin/maguyva",
    extensionVersion: "0.1.0",
    status,
    news: undefined,
    served: ["python", "rust"],
    hasVoyageKey: true,
  };

  it("says what is indexed, what is missing, what does not work, and what runs", () => {
    const text = statusDocument(facts, "en");
    for (const line of [
      "**Running**",
      "- Files: 1,234",
      "- Not complete yet: vectors",
      "- Documents that wait: 2",
      "- Folder: /home/ada/app",
      "- Meaning: local",
      "- Memory: 123 MB",
      "- python: 1,000",
      "- one error",
      "- one note",
      "## Left out (1)",
      "- a.bin: binary",
      "- Runs: /usr/bin/maguyva",
      "- Navigation is left to other extensions in: python, rust",
      "- Voyage key: stored",
    ]) {
      expect(text.split("\n")).toContain(line);
    }
  });

  it("says what helps when nothing runs", () => {
    const state: ServerState = { kind: "noPython", message: "Install it.", action: { title: "Select", command: "x" } };
    const text = statusDocument({ ...facts, state, status: undefined }, "en");
    expect(text).toContain("**No Python**: Install it.");
    expect(text).toContain('What helps: the command "Maguyva: Select".');
    expect(text).not.toContain("## Index");
  });

  it("says what has left the machine, and what was said to that", () => {
    const sums = { calls: 3, chunks: 40, tokens: 5000 };
    const embedding: StatusResult["embedding"] = {
      provider: "voyage",
      problem: null,
      host: "api.voyageai.com",
      model: "voyage-code-4",
      phase: "waiting",
      pending: 7,
      sent: sums,
      today: { ...sums, tokens: 1200 },
      tokensPerDay: 5_000_000,
      withheld: { files: { ".env": "secret" }, chunks: 2 },
      consent: { "/home/ada/app": "none", "/home/ada/lib": "yes" },
      lastError: null,
    };
    const lines = statusDocument({ ...facts, status: { ...status, embedding } }, "en").split("\n");
    for (const line of [
      "- To: api.voyageai.com",
      "- Tokens today: 1,200 of 5,000,000 at most",
      "- Ever: 5,000 tokens in 40 pieces",
      "- /home/ada/app: you have not said yet: nothing is sent",
      "- /home/ada/lib: you have allowed it",
      "- Kept back, since it looks like a secret: 3",
    ]) {
      expect(lines).toContain(line);
    }
    expect(statusDocument(facts, "en")).not.toContain("Code that is sent");
  });

  it("lists so many omissions and counts the others", () => {
    const skipped = Object.fromEntries(Array.from({ length: 250 }, (_, number) => [`f${number}`, "binary"]));
    const text = statusDocument({ ...facts, status: { ...status, files: { indexed: 0, skipped } } }, "en");
    expect(text).toContain("## Left out (250)");
    expect(text).toContain("- and 50 more");
  });

  it("lets no file name break a line or turn the reading direction", () => {
    const skipped = { "a\n# b\u202Ec.py": "binary" };
    const text = statusDocument({ ...facts, status: { ...status, files: { indexed: 0, skipped } } }, "en");
    expect(text).not.toContain("\n# b");
    expect(text).not.toContain("\u202E");
    expect(text).toMatch(/^- a.*b.*c\.py: binary$/mu);
  });
});
