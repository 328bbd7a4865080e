import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { NAVIGATION_FEATURES } from "../src/navigation";

interface Property {
  readonly type?: string | readonly string[];
  readonly scope?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly markdownDescription?: string;
  readonly properties?: Record<string, unknown>;
}

interface Manifest {
  readonly main: string;
  readonly icon: string;
  readonly activationEvents: readonly string[];
  readonly extensionDependencies?: unknown;
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly supported: string; readonly restrictedConfigurations: readonly string[] };
    readonly virtualWorkspaces: { readonly supported: boolean };
  };
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
      readonly icon: string;
    }[];
    readonly menus: Record<string, readonly { readonly command: string; readonly when?: string }[]>;
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly mac: string }[];
    readonly configuration: readonly { readonly title: string; readonly properties: Record<string, Property> }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly description: string; readonly media: { readonly svg: string } }[];
    }[];
  };
}

const folder = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(`${folder}package.json`, "utf8")) as Manifest;
const { contributes, capabilities } = manifest;
const settings = Object.assign({}, ...contributes.configuration.map(({ properties }) => properties)) as Record<
  string,
  Property
>;
const commands = new Set(contributes.commands.map(({ command }) => command));

describe("the settings", () => {
  it.each(Object.entries(settings))("%s is typed, described and has a default and a scope", (_name, setting) => {
    expect(setting.type).toBeDefined();
    expect(setting.scope).toMatch(/^(machine|window)$/);
    expect(setting.markdownDescription).toMatch(/\.(`)?$|\)\.?$|`$/);
    expect(setting).toHaveProperty("default");
    expect(setting.enumDescriptions?.length).toBe(setting.enum?.length);
  });

  it("that choose what runs, where code goes and what it costs are the user's alone", () => {
    const own = [
      "path",
      "args",
      "interpreter",
      "importStrategy",
      "logFile",
      "cache.folder",
      "cache.limit",
      "worker.count",
    ];
    const meaning = ["provider", "model", "dimension", "baseUrl", "tokensPerDay", "pace", "rerank", "rerankModel"];
    const expected = [...own, ...meaning.map((name) => `embedding.${name}`)].map((name) => `maguyva.${name}`).sort();
    const machine = Object.keys(settings).filter((name) => settings[name]?.scope === "machine");
    expect(machine.sort()).toEqual(expected);
    expect([...capabilities.untrustedWorkspaces.restrictedConfigurations].sort()).toEqual(expected);
  });

  it("know every feature that the client merges", () => {
    expect(Object.keys(settings["maguyva.features"]?.properties ?? {})).toEqual([...NAVIGATION_FEATURES, "codeLens"]);
  });
});

describe("the commands", () => {
  it("have a title, an icon and the category", () => {
    for (const command of contributes.commands) {
      expect(command).toMatchObject({ category: "Maguyva", icon: expect.stringMatching(/^\$\([a-z-]+\)$/) as string });
      expect(command.title).not.toBe("");
    }
  });

  it("in menus and keybindings exist, and ask for the server where they need it", () => {
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map(({ command }) => command);
    expect([...commands]).toEqual(expect.arrayContaining(used));
    for (const entry of contributes.menus["editor/context"] ?? []) {
      expect(entry.when).toContain("maguyva.ready");
    }
  });

  it("are the ones that the walkthrough calls", () => {
    const called = contributes.walkthroughs.flatMap(({ steps }) =>
      steps.flatMap(({ description }) =>
        [...description.matchAll(/\(command:(maguyva\.[A-Za-z.]+)/g)].map((found) => found[1]),
      ),
    );
    expect(called.length).toBeGreaterThan(3);
    expect([...commands]).toEqual(expect.arrayContaining(called));
  });
});

describe("the extension", () => {
  it("starts after the editor has, needs no other extension, and has its files", () => {
    expect(manifest.activationEvents).toEqual(["onStartupFinished"]);
    expect(manifest.extensionDependencies).toBeUndefined();
    expect(capabilities.untrustedWorkspaces.supported).toBe("limited");
    expect(capabilities.virtualWorkspaces.supported).toBe(false);
    const media = contributes.walkthroughs.flatMap(({ steps }) => steps.map((step) => step.media.svg));
    expect(media).toHaveLength(3);
    for (const file of [manifest.icon, ...media]) {
      expect(existsSync(folder + file), file).toBe(true);
    }
  });
});
