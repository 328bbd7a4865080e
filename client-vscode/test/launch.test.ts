import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { isRegularFile } from "../src/interpreter";
import { decide, type Situation } from "../src/launch";
import { type Bundle, makeEnvironment } from "../src/privateEnvironment";
import { clientSettings } from "../src/settings";
import { fakePython } from "./fakePython";

let folder: string;
let root: string;
let workspace: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "maguyva-launch-"));
  root = path.join(folder, "storage");
  workspace = path.join(folder, "workspace");
  await fs.mkdir(root);
  await fs.mkdir(workspace);
});

afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const BUNDLE: Bundle = {
  folder: "/extension/bundled",
  wheel: "maguyva-0.1.0.whl",
  version: "0.1.0",
  sha256: "a".repeat(64),
  isOffline: false,
  pythons: ["3.11", "3.12"],
};

type Section = Parameters<typeof clientSettings>[0];

function situation(section: Section = {}, changes: Partial<Situation> = {}): Situation {
  const searchPath = [path.join(workspace, "bin"), path.join(folder, "bin"), path.join(folder, "more")].join(":");
  return {
    settings: clientSettings(section, os.homedir()),
    isTrusted: true,
    bundle: BUNDLE,
    afresh: false,
    root,
    environment: { PATH: process.env.PATH },
    activeEnvironment: () => Promise.resolve(undefined),
    where: { searchPath, workspaceFolders: [workspace], platform: "linux", isFile: isRegularFile },
    log: () => undefined,
    ...changes,
  };
}

const python = (name: string, options: Parameters<typeof fakePython>[1] = {}) =>
  fakePython(path.join(folder, name), options);

async function refusal(of: Situation) {
  const decision = await decide(of);
  if (decision.kind !== "refused") {
    throw new Error(`it was not refused, but: ${JSON.stringify(decision)}`);
  }
  expect(decision.state.message).not.toContain("\n");
  return decision.state;
}

async function chosen(of: Situation): Promise<string> {
  const decision = await decide(of);
  if (decision.kind !== "setUp") {
    throw new Error(`nothing is to be set up, but: ${JSON.stringify(decision)}`);
  }
  return path.relative(folder, decision.interpreter.command.join(" "));
}

describe.skipIf(process.platform === "win32")("a server of the user's own", () => {
  it("comes before everything else", async () => {
    const own = await python("own/maguyva");
    const section = {
      path: own,
      args: ["--debug"],
      logFile: "/log",
      interpreter: "/nowhere",
      importStrategy: "fromEnvironment",
    };
    expect(await decide(situation(section))).toMatchObject({
      kind: "launch",
      launch: { command: own, args: ["serve", "--log-file", "/log", "--debug"] },
      isPrivate: false,
    });
  });

  it("is refused with its reason when it cannot be started", async () => {
    await fs.writeFile(path.join(folder, "readme"), "");
    const messages = await Promise.all(
      ["/nowhere/maguyva", "bin/maguyva", folder, path.join(folder, "readme")].map(async (own) => {
        const { kind, message, action } = await refusal(situation({ path: own }));
        expect([kind, action?.command]).toEqual(["failed", "maguyva.openSettings"]);
        return message;
      }),
    );
    expect(messages[0]).toMatch(/^maguyva\.path: there is no file \/nowhere\/maguyva: /);
    expect(messages[1]).toMatch(/no full path/);
    expect(messages[2]).toMatch(/is a folder/);
    expect(messages[3]).toMatch(/may not be run/);
  });
});

describe.skipIf(process.platform === "win32")("the bundled server", () => {
  it("is set up with the first interpreter that is new enough and has all packages", async () => {
    await python("bin/python3", { version: [3, 9, 6] });
    await python("bin/python", { version: [3, 14, 0] });
    expect(await chosen(situation())).toBe("bin/python");
    await python("more/python3.12", { version: [3, 12, 0] });
    expect(await chosen(situation())).toBe("more/python3.12");
  });

  it("prefers the active environment, but not in an untrusted workspace, nor what the workspace puts on the PATH", async () => {
    await python("workspace/bin/python3");
    await python("bin/python3");
    const active = await python("workspace/.venv/bin/python");
    const activeEnvironment = () => Promise.resolve(active);
    expect(await chosen(situation({}, { activeEnvironment }))).toBe("workspace/.venv/bin/python");
    expect(await chosen(situation({}, { activeEnvironment, isTrusted: false }))).toBe("bin/python3");
  });

  it("takes the interpreter of the setting and nothing else", async () => {
    await python("bin/python3");
    const set = await python("set/python3", { version: [3, 13, 1] });
    expect(await chosen(situation({ interpreter: set }))).toBe("set/python3");
    const old = await python("old/python3", { version: [3, 8, 10] });
    const older = await python("older/python", { version: [2, 7, 18] });
    const other = await python("other/python3", { implementation: "pypy" });
    const broken = await fakePython(path.join(folder, "broken/python3"));
    await fs.writeFile(broken, "#!/bin/sh\nexit 1\n");
    for (const [file, reason] of [
      [old, /is Python 3\.8\.10\. Python 3\.11 or newer is needed/],
      [older, /is Python 2\.7\.18\./],
      [other, /is pypy/],
      [broken, /does not run as a Python/],
      ["/nowhere/python3", /there is no file/],
      ["python3", /no full path/],
    ] as const) {
      const state = await refusal(situation({ interpreter: file }));
      expect(state.kind).toBe("noPython");
      expect(state.message).toMatch(reason);
      expect(state.action?.command).toBe("maguyva.selectInterpreter");
    }
  });

  it("says what was seen when no interpreter is new enough", async () => {
    expect((await refusal(situation())).message).toBe(
      "Python 3.11 or newer was not found: install it, or select an interpreter.",
    );
    const old = await python("bin/python3", { version: [3, 9, 6] });
    expect((await refusal(situation())).message).toContain(`(${old} is Python 3.9.6)`);
    const untrusted = await refusal(situation({}, { isTrusted: false }));
    expect(untrusted.kind).toBe("untrusted");
    expect(untrusted.action?.command).toBe("workbench.trust.manage");
  });

  it("runs isolated from an environment that is ready, without looking for an interpreter", async () => {
    const base = await python("bin/python3");
    const facts = { version: [3, 12, 4], base, implementation: "cpython", platform: "linux-x86_64" } as const;
    const ready = await makeEnvironment({ root, bundle: BUNDLE, facts, environment: {} });
    await fs.rm(base);
    expect(await decide(situation({}, { isTrusted: false }))).toMatchObject({
      kind: "launch",
      launch: { command: ready.python, args: ["-I", "-m", "maguyva", "serve"] },
      isPrivate: true,
    });
    const set = await python("set/python3", { version: [3, 11, 2] });
    expect(await chosen(situation({ interpreter: set }))).toBe("set/python3");
    const same = await python("set/python3.12", { version: [3, 12, 9] });
    expect((await decide(situation({ interpreter: same }))).kind).toBe("launch");
    expect(await chosen(situation({ interpreter: same }, { afresh: true }))).toBe("set/python3.12");
  });

  it("is missed in a build without it", async () => {
    expect((await refusal(situation({}, { bundle: undefined }))).message).toContain("maguyva.path");
  });
});

describe.skipIf(process.platform === "win32")("the environment's own package", () => {
  const section = { importStrategy: "fromEnvironment" };

  it("runs where it is installed", async () => {
    const active = await python("env/bin/python", { hasMaguyva: true });
    const decision = await decide(situation(section, { activeEnvironment: () => Promise.resolve(active) }));
    expect(decision).toMatchObject({
      kind: "launch",
      launch: { command: active, args: ["-P", "-m", "maguyva", "serve"] },
    });
  });

  it("is replaced by the bundled server where it is not installed", async () => {
    const active = await python("env/bin/python");
    expect(await chosen(situation(section, { activeEnvironment: () => Promise.resolve(active) }))).toBe(
      "env/bin/python",
    );
  });

  it("does not count in an untrusted workspace, except by the user's own setting", async () => {
    const active = await python("env/bin/python", { hasMaguyva: true });
    await python("bin/python3");
    const activeEnvironment = () => Promise.resolve(active);
    expect(await chosen(situation(section, { activeEnvironment, isTrusted: false }))).toBe("bin/python3");
    const set = await decide(situation({ ...section, interpreter: active }, { isTrusted: false }));
    expect(set).toMatchObject({ kind: "launch", launch: { command: active } });
  });
});
