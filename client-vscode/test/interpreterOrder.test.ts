import { describe, expect, it } from "vitest";

import { candidates, isInside, type Where } from "../src/interpreterOrder";

const FILES = ["/usr/bin/python3", "/usr/local/bin/python", "/usr/local/bin/python3.12", "/work/app/.venv/bin/python3"];

function where(changes: Partial<Where>): Where {
  return {
    setting: "",
    activeEnvironment: undefined,
    isTrusted: true,
    searchPath: "/usr/local/bin:/usr/bin",
    workspaceFolders: ["/work/app"],
    platform: "linux",
    isFile: (file) => FILES.includes(file),
    ...changes,
  };
}

const commands = (changes: Partial<Where>) => candidates(where(changes)).map(({ command }) => command.join(" "));

describe("the order of interpreters", () => {
  const onPath = ["/usr/bin/python3", "/usr/local/bin/python", "/usr/local/bin/python3.12"];

  it("is the setting alone when there is one", () => {
    expect(candidates(where({ setting: "/opt/python", activeEnvironment: "/env/python" }))).toEqual([
      { command: ["/opt/python"], origin: "setting" },
    ]);
  });

  it("is the active environment, then python3, python and versioned names of the PATH", () => {
    expect(commands({ activeEnvironment: "/work/app/.venv/bin/python3" })).toEqual([
      "/work/app/.venv/bin/python3",
      ...onPath,
    ]);
  });

  it("leaves the active environment out where the workspace is not trusted", () => {
    expect(commands({ activeEnvironment: "/work/app/.venv/bin/python3", isTrusted: false })).toEqual(onPath);
  });

  it.each(["/work/app/.venv/bin", ".venv/bin", ".", "", "./node_modules/.bin"])("never looks in %j", (folder) => {
    expect(commands({ searchPath: `${folder}:/usr/local/bin:/usr/bin`, isFile: () => true })[0]).toBe(
      "/usr/local/bin/python3",
    );
  });

  it("knows py, the launcher of Windows, last", () => {
    const files = ["C:\\Windows\\py.exe", "C:\\Python\\python.exe"];
    const found = commands({
      platform: "win32",
      searchPath: "C:\\Python;C:\\Windows;;.\\tools;C:\\app\\tools",
      workspaceFolders: ["C:\\app"],
      isFile: (file) => files.includes(file),
    });
    expect(found).toEqual(["C:\\Python\\python.exe", "C:\\Windows\\py.exe -3"]);
  });
});

describe("inside a folder", () => {
  it.each([
    ["/work/app", "/work/app", true],
    ["/work/app/a/b", "/work/app", true],
    ["/work/app/..b", "/work/app", true],
    ["/work/app2", "/work/app", false],
    ["/work", "/work/app", false],
    ["/work/app/../other", "/work/app", false],
  ])("%s in %s: %s", (file, folder, expected) => {
    expect(isInside(file, folder, "linux")).toBe(expected);
  });

  it.each([
    ["c:\\APP\\tools", "C:\\app", true],
    ["D:\\app", "C:\\app", false],
  ])("%s in %s on Windows: %s", (file, folder, expected) => {
    expect(isInside(file, folder, "win32")).toBe(expected);
  });
});
