import { describe, expect, it } from "vitest";

import { clientSettings, serverSettings, withHome } from "../src/settings";

describe("the client's own settings", () => {
  it("are the defaults for an empty section", () => {
    expect(clientSettings({}, "/home/ada")).toEqual({
      path: "",
      args: [],
      interpreter: "",
      importStrategy: "useBundled",
      logFile: "",
      navigationMode: "auto",
      hasCodeLens: false,
      features: {},
    });
  });

  it("count as left out when their type is wrong", () => {
    const section = {
      path: 5,
      args: ["--debug", 7, null],
      interpreter: ["python3"],
      importStrategy: "whatever",
      navigation: { mode: "sometimes" },
      codeLens: { enabled: "yes" },
      features: { hover: "no", references: { python: true, go: "x" }, definition: false, rename: null },
    };
    expect(clientSettings(section, "/home/ada")).toMatchObject({
      path: "",
      args: ["--debug"],
      interpreter: "",
      importStrategy: "useBundled",
      navigationMode: "auto",
      hasCodeLens: false,
      features: { references: { python: true }, definition: false },
    });
  });

  it.each([
    ["~/bin/python3", "/home/ada/bin/python3"],
    ["~", "/home/ada"],
    ["~bob/python3", "~bob/python3"],
    ["/usr/bin/~", "/usr/bin/~"],
    ["${workspaceFolder}/python3", "${workspaceFolder}/python3"],
  ])("%s is %s", (given, expected) => {
    expect(withHome(given, "/home/ada")).toBe(expected);
  });
});

describe("what the server is sent", () => {
  const features = { hover: true, codeLens: false };

  it("is its own options without what is not set, and the merged features", () => {
    const section = {
      path: "/usr/bin/maguyva",
      args: ["--debug"],
      interpreter: "/usr/bin/python3",
      importStrategy: "useBundled",
      logFile: "/var/log/maguyva",
      trace: { server: "off" },
      codeLens: { enabled: true },
      features: { hover: false },
      navigation: { mode: "on", includePossible: true },
      exclude: [],
      include: ["src/**"],
      text: { limit: 5 },
      worker: { count: null },
      cache: { folder: "", limit: 7 },
      embedding: { provider: "off", limit: 0, model: "", rerank: false },
    };
    expect(serverSettings(section, features)).toEqual({
      exclude: [],
      include: ["src/**"],
      text: { limit: 5 },
      cache: { limit: 7 },
      embedding: { provider: "off", limit: 0, rerank: false },
      navigation: { includePossible: true },
      features,
    });
  });

  it("is the features alone for an empty section", () => {
    expect(serverSettings({}, features)).toEqual({ navigation: {}, features });
  });
});
