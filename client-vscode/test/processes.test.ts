import { describe, expect, it } from "vitest";

import { CancelledError, lineSplitter, run } from "../src/processes";
import { lastWord, startServerProcess } from "../src/serverProcess";

const node = process.execPath;
const options = { cwd: process.cwd(), environment: { ONLY: "this" }, timeout: 60_000 };

describe("a command", () => {
  it("gives both streams, its lines and its exit code, in the environment it was given", async () => {
    const lines: string[] = [];
    const script = "console.log('é' + process.env.ONLY); console.error('two\\r\\nthree'); process.exit(7)";
    const result = await run([node, "-e", script], { ...options, onLine: (line) => lines.push(line) });
    expect(result).toMatchObject({ code: 7, stdout: "éthis\n", timedOut: false });
    expect(lines.sort()).toEqual(["three", "two", "éthis"]);
    expect(result.output).toContain("three");
  });

  it("has no shell that reads its arguments, and nothing to read", async () => {
    const script =
      "process.stdin.on('data', () => {}).on('end', () => console.log(JSON.stringify(process.argv.slice(1))))";
    const result = await run([node, "-e", script, "--", "$(id)", "a b", "; ls"], options);
    expect(JSON.parse(result.stdout)).toEqual(["$(id)", "a b", "; ls"]);
  });

  it("ends with its time, and what it has started ends with it", async () => {
    const child = "setInterval(() => {}, 1000)";
    const script = `const c = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], {stdio: 'inherit'}); console.log(c.pid); ${child}`;
    const result = await run([node, "-e", script], { ...options, timeout: 1_500 });
    expect(result.timedOut).toBe(true);
    // It holds the stream that was waited for to close, so this line is reached only once it is gone.
    expect(Number(result.stdout)).toBeGreaterThan(0);
  });

  it("rejects when it is cancelled, before or while it runs, and when there is no such program", async () => {
    const ending = new AbortController();
    const running = run([node, "-e", "setInterval(() => {}, 1000)"], { ...options, signal: ending.signal });
    setTimeout(() => ending.abort(), 100);
    await expect(running).rejects.toBeInstanceOf(CancelledError);
    await expect(run([node, "-v"], { ...options, signal: ending.signal })).rejects.toBeInstanceOf(CancelledError);
    await expect(run(["/nowhere/program"], options)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("the server's process", () => {
  it("has its streams, and its last lines when it has ended", async () => {
    const lines: string[] = [];
    const script = "process.stdin.pipe(process.stdout); console.error('one\\nModuleNotFoundError: no re2')";
    const server = await startServerProcess(
      { command: node, args: ["-e", script], about: "" },
      { ...options, onLogLine: (line) => lines.push(line) },
    );
    const echo = new Promise((resolve) => server.reader.once("data", (data: Buffer) => resolve(data.toString())));
    const closed = new Promise((resolve) => server.reader.once("close", resolve));
    server.writer.write("ping");
    expect(await echo).toBe("ping");
    expect(server.isRunning()).toBe(true);
    server.end();
    await closed;
    expect(await server.ended).toMatch(/^SIGKILL$|^exit code/);
    expect(lines).toEqual(["one", "ModuleNotFoundError: no re2"]);
    expect(lastWord(server.lastLines())).toBe("ModuleNotFoundError: no re2");
  });

  it("rejects when the program cannot be started", async () => {
    const nowhere = { command: "/nowhere/program", args: [], about: "" };
    await expect(startServerProcess(nowhere, { ...options, onLogLine: () => undefined })).rejects.toMatchObject({
      code: "ENOENT",
    });
  });
});

describe("lines", () => {
  it("are whole, however the text is cut, and the last one waits for its end", () => {
    const lines: string[] = [];
    const split = lineSplitter((line) => lines.push(line));
    for (const part of ["a", "b\nc\r", "\nd\n\ne"]) {
      split(part);
    }
    expect(lines).toEqual(["ab", "c", "d", ""]);
  });
});
