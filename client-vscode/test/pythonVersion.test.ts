import { describe, expect, it } from "vitest";

import { isNewEnough, parseProbe, parseVersionText } from "../src/pythonVersion";

describe("the answer to the probe", () => {
  const good = { version: [3, 12, 1], base: "/usr/bin/python3", implementation: "cpython", platform: "linux-x86_64" };

  it("is read from the last line, whatever was printed before it", () => {
    expect(parseProbe(`Activating…\n${JSON.stringify(good)}\n`)).toEqual(good);
  });

  it.each([
    ["", "nothing"],
    ["Python 3.8.10", "a version"],
    ["null", "null"],
    ["[3, 12, 1]", "a list"],
    [JSON.stringify({ ...good, version: [3, 12] }), "two numbers"],
    [JSON.stringify({ ...good, version: ["3", "12", "1"] }), "texts"],
    [JSON.stringify({ ...good, base: 5 }), "a base that is a number"],
  ])("%s is none (%s)", (output) => {
    expect(parseProbe(output)).toBeUndefined();
  });
});

describe("versions", () => {
  it.each([
    ["Python 3.8.10\n", [3, 8, 10]],
    ["Python 2.7.18", [2, 7, 18]],
    ["Python 3.13.0rc1+", [3, 13, 0]],
    ["Python 3.12", [3, 12, 0]],
    ["pyenv: no such command\nPython 3.11.2", [3, 11, 2]],
    ["bash: python: command not found", undefined],
  ])("%j", (text, expected) => {
    expect(parseVersionText(text)).toEqual(expected);
  });

  it.each([
    [[2, 7, 18], false],
    [[3, 10, 14], false],
    [[3, 11, 0], true],
    [[3, 9, 30], false],
    [[3, 100, 0], true],
    [[4, 0, 0], true],
  ] as const)("%j is new enough: %s", (version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
  });
});
