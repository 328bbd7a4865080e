import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import {
  type Bundle,
  environmentKey,
  findReady,
  makeEnvironment,
  readBundle,
  type SetUp,
  SetUpError,
} from "../src/privateEnvironment";
import { CancelledError } from "../src/processes";
import type { PythonFacts } from "../src/pythonVersion";
import { fakePython, type FakeOptions } from "./fakePython";

let folder: string;
let root: string;
let calls: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "maguyva-set-up-"));
  root = path.join(folder, "storage");
  calls = path.join(folder, "calls");
  await fs.mkdir(root);
});

afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const BUNDLE: Bundle = {
  folder: "/extension/bundled",
  wheel: "maguyva-0.1.0.whl",
  version: "0.1.0",
  sha256: "a".repeat(64),
  isOffline: false,
  pythons: ["3.12"],
};

async function setUp(options: FakeOptions = {}, changes: Partial<SetUp> = {}): Promise<SetUp> {
  const base = await fakePython(path.join(folder, "python"), { calls, ...options });
  const facts: PythonFacts = { version: [3, 12, 4], base, implementation: "cpython", platform: "linux-x86_64" };
  const environment = { PATH: process.env.PATH, PYTHONPATH: "/work/app" };
  return { root, bundle: BUNDLE, facts, environment, ...changes };
}

const called = async () => (await fs.readFile(calls, "utf8")).trim().split("\n");
const installs = async () => (await called()).filter((line) => line.includes("-m pip install"));

describe.skipIf(process.platform === "win32")("the private environment", () => {
  it("is made, installed and tried, outside the workspace and without PYTHON* variables, and then found", async () => {
    const wanted = await setUp();
    const said: string[] = [];
    const ready = await makeEnvironment({ ...wanted, progress: (text) => said.push(text) });
    expect(ready.version).toBe("3.12.4");
    expect(await findReady(root, BUNDLE)).toEqual(ready);
    expect(await findReady(root, BUNDLE, wanted.facts)).toEqual(ready);
    const steps = (await called()).map((line) => line.split(/ \| ?/));
    expect(steps.map(([asked = ""]) => asked.split(" ").slice(0, 3).join(" "))).toEqual([
      "-I -m venv",
      "-I -m pip",
      "-I -c import",
    ]);
    for (const [, cwd, variables] of steps) {
      expect(cwd).toBe(await fs.realpath(root));
      expect(variables?.trim() ?? "").toBe("");
    }
    expect(steps[1]?.[0]).toMatch(/--only-binary=:all: .*maguyva-0\.1\.0\.whl$/);
    expect(said[0]).toContain("3.12.4");
  });

  it("is not made again when it is ready, and made again when that is wished", async () => {
    const wanted = await setUp();
    const first = await makeEnvironment(wanted);
    expect(await makeEnvironment(wanted)).toEqual(first);
    expect(await installs()).toHaveLength(1);
    const second = await makeEnvironment({ ...wanted, afresh: true });
    expect(second.python).not.toBe(first.python);
    expect(await findReady(root, BUNDLE)).toEqual(second);
  });

  it("is another one for another wheel, Python and platform", async () => {
    const { facts } = await setUp();
    const keys = [
      environmentKey(BUNDLE, facts),
      environmentKey({ ...BUNDLE, sha256: "b".repeat(64) }, facts),
      environmentKey(BUNDLE, { ...facts, version: [3, 13, 0] }),
      environmentKey(BUNDLE, { ...facts, platform: "linux-aarch64" }),
    ];
    expect(new Set(keys).size).toBe(4);
    expect(environmentKey(BUNDLE, { ...facts, version: [3, 12, 9] })).toBe(keys[0]);
  });

  it("is not found for another wheel, nor when its Python is gone", async () => {
    const ready = await makeEnvironment(await setUp());
    expect(await findReady(root, { ...BUNDLE, sha256: "b".repeat(64) })).toBeUndefined();
    await fs.rm(ready.python);
    expect(await findReady(root, BUNDLE)).toBeUndefined();
  });

  it("is made by one window while the other waits", async () => {
    const wanted = await setUp({ pip: "sleep 0.3; exit 0" });
    const said: string[] = [];
    const both = await Promise.all([
      makeEnvironment(wanted),
      makeEnvironment({ ...wanted, progress: (text) => said.push(text) }),
    ]);
    expect(both[0]).toEqual(both[1]);
    expect(await installs()).toHaveLength(1);
    expect(said.join()).toContain("another window");
  });

  it("is done again after an interruption, in a new folder", async () => {
    const wanted = await setUp();
    const key = environmentKey(BUNDLE, wanted.facts);
    // What a killed window leaves: its lock, untouched for a long time, and half an environment.
    const half = path.join(root, `${key}-000000`);
    const lock = path.join(root, `${key}.lock`);
    await fs.mkdir(path.join(half, "bin"), { recursive: true });
    await fs.mkdir(lock);
    const longAgo = new Date(Date.now() - 3 * 24 * 3600 * 1000);
    await fs.utimes(lock, longAgo, longAgo);
    await fs.utimes(half, longAgo, longAgo);
    expect(await findReady(root, BUNDLE)).toBeUndefined();
    const ready = await makeEnvironment(wanted);
    expect(ready.python).not.toContain("000000");
    await expect(fs.stat(half)).rejects.toThrow();
    await expect(fs.stat(lock)).rejects.toThrow();
  });

  it.each([
    ["pip", { pip: "echo 'ERROR: No space left on device' >&2; exit 1" }, /disk is full/],
    ["venv", { venv: "echo 'Error: ensurepip is not available' >&2; exit 1" }, /venv package/],
    ["the import", { imports: 'echo "ImportError: wrong ELF class" >&2; exit 1' }, /wrong ELF class/],
  ] satisfies [string, FakeOptions, RegExp][])(
    "tells in one line why %s failed, and leaves nothing",
    async (_what, options, line) => {
      const failure: unknown = await makeEnvironment(await setUp(options)).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(SetUpError);
      expect((failure as SetUpError).message).toMatch(line);
      expect((failure as SetUpError).output).not.toBe("");
      expect(await fs.readdir(root)).toEqual([]);
    },
  );

  it("can be cancelled, and leaves nothing", async () => {
    const ending = new AbortController();
    const wanted = await setUp({ pip: "sleep 60" }, { signal: ending.signal });
    const began = Date.now();
    const making = makeEnvironment({
      ...wanted,
      log: (line) => {
        if (line.includes("pip install")) {
          setTimeout(() => ending.abort(), 100);
        }
      },
    });
    await expect(making).rejects.toBeInstanceOf(CancelledError);
    expect(Date.now() - began).toBeLessThan(30_000);
    expect(await fs.readdir(root)).toEqual([]);
  });

  it("needs no registry in an offline package, and refuses a Python that the package is not for", async () => {
    const offline = { ...BUNDLE, isOffline: true };
    const wanted = await setUp({}, { bundle: offline });
    await makeEnvironment(wanted);
    expect((await installs())[0]).toContain("--no-index --find-links /extension/bundled");
    const other = { ...wanted, facts: { ...wanted.facts, version: [3, 13, 0] as const } };
    await expect(makeEnvironment(other)).rejects.toThrow(/for Python 3\.12, and the interpreter is Python 3\.13/);
  });

  it("removes environments that nobody has used for weeks", async () => {
    const wanted = await setUp();
    const old = await makeEnvironment(wanted);
    const month = new Date(Date.now() - 30 * 24 * 3600 * 1000);
    for (const name of await fs.readdir(root)) {
      await fs.utimes(path.join(root, name), month, month);
    }
    const next = await makeEnvironment({ ...wanted, bundle: { ...BUNDLE, sha256: "b".repeat(64) } });
    await expect(fs.stat(old.python)).rejects.toThrow();
    expect((await fs.stat(next.python)).isFile()).toBe(true);
  });
});

describe("the bundle", () => {
  it("is read from its manifest, and none without one or with a broken one", async () => {
    expect(await readBundle(folder)).toBeUndefined();
    await fs.mkdir(path.join(folder, "bundled"));
    const manifest = path.join(folder, "bundled", "manifest.json");
    await fs.writeFile(manifest, "{");
    expect(await readBundle(folder)).toBeUndefined();
    await fs.writeFile(
      manifest,
      JSON.stringify({ wheel: "m.whl", version: "1", sha256: "c", offline: true, pythons: ["3.12"] }),
    );
    expect(await readBundle(folder)).toEqual({
      folder: path.join(folder, "bundled"),
      wheel: "m.whl",
      version: "1",
      sha256: "c",
      isOffline: true,
      pythons: ["3.12"],
    });
  });
});
