import { setTimeout as wait } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { coalesced } from "../src/coalesced";

describe("coalesced work", () => {
  it("runs once at a time, and once more for all calls that came meanwhile", async () => {
    let runs = 0;
    let atOnce = 0;
    const work = coalesced(async () => {
      runs += 1;
      atOnce += 1;
      expect(atOnce).toBe(1);
      await wait(20);
      atOnce -= 1;
    });
    await Promise.all([work(), work(), work(), work()]);
    expect(runs).toBe(2);
    await work();
    expect(runs).toBe(3);
  });

  it("resolves only after a run that began after the call", async () => {
    let state = 0;
    let seen = -1;
    const work = coalesced(async () => {
      const now = state;
      await wait(10);
      seen = now;
    });
    const first = work();
    state = 1;
    await work();
    expect(seen).toBe(1);
    await first;
  });

  it("goes on after a run that has failed, and tells whoever asked for that one", async () => {
    let runs = 0;
    const work = coalesced(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error("first")) : Promise.resolve();
    });
    const first = work();
    const second = work();
    await expect(first).rejects.toThrow("first");
    await expect(second).resolves.toBeUndefined();
    await expect(work()).resolves.toBeUndefined();
  });
});
