import { describe, expect, it } from "vitest";

import { cleanEnvironment, isolatedModule, pipEnvironment, safePathModule, serveArguments } from "../src/commandLine";

describe("the server's command line", () => {
  it("has the log file before the user's own arguments", () => {
    expect(serveArguments({ logFile: "/var/log/m.log", args: ["--debug"] })).toEqual([
      "serve",
      "--log-file",
      "/var/log/m.log",
      "--debug",
    ]);
    expect(serveArguments({ logFile: "", args: [] })).toEqual(["serve"]);
  });

  it("keeps out what stands in the current folder", () => {
    expect(isolatedModule("/p", "maguyva", ["serve"])).toEqual(["/p", "-I", "-m", "maguyva", "serve"]);
    expect(safePathModule("/p", "maguyva", ["serve"])).toEqual(["/p", "-P", "-m", "maguyva", "serve"]);
  });
});

describe("the environment of a Python of ours", () => {
  const given = {
    PATH: "/usr/bin",
    HOME: "/home/ada",
    PYTHONPATH: "/work/app",
    PYTHONSTARTUP: "/work/app/x.py",
    pythonhome: "/work/app",
    PYTHON_GIL: "0",
    __PYVENV_LAUNCHER__: "/x",
    VIRTUAL_ENV: "/work/app/.venv",
    ELECTRON_RUN_AS_NODE: "1",
    PYPI_TOKEN: "kept",
    UNSET: undefined,
  };

  it("has nothing that chooses which code Python runs", () => {
    expect(cleanEnvironment(given)).toEqual({ PATH: "/usr/bin", HOME: "/home/ada", PYPI_TOKEN: "kept" });
  });

  it("takes what is added", () => {
    expect(cleanEnvironment({ VOYAGE_API_KEY: "old" }, { VOYAGE_API_KEY: "new" })).toEqual({ VOYAGE_API_KEY: "new" });
  });

  it("leaves pip the user's registry, and not the place to install in", () => {
    const pip = pipEnvironment({ ...given, PIP_INDEX_URL: "https://registry", PIP_TARGET: "/work/app", pip_user: "1" });
    expect(pip).toMatchObject({ PIP_INDEX_URL: "https://registry", PIP_NO_INPUT: "1" });
    expect(Object.keys(pip).map((name) => name.toUpperCase())).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^PIP_(TARGET|USER)$|^PYTHON/)]),
    );
  });
});
