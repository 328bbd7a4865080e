import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { liveQuery } from "../../src/liveQuery";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Asked {
  readonly request: string;
  readonly signal: AbortSignal;
  readonly answer: (text: string) => void;
  readonly fail: (error: Error) => void;
}

function setUp() {
  const asked: Asked[] = [];
  const told: string[] = [];
  const live = liveQuery<string, string>({
    delay: 150,
    slowAfter: 200,
    ask: (request, signal) => new Promise((answer, fail) => void asked.push({ request, signal, answer, fail })),
    answered: (answer, request) => told.push(`${request}: ${answer}`),
    failed: (error, request) => told.push(`${request} failed: ${(error as Error).message}`),
    slow: (isSlow) => told.push(isSlow ? "slow" : "not slow"),
  });
  return { live, asked, told };
}

const questions = (asked: readonly Asked[]) => asked.map((one) => one.request);

describe("asking while somebody types", () => {
  test("letters in quick succession are one question", async () => {
    const { live, asked } = setUp();
    for (const text of ["p", "pa", "par"]) {
      live.later(text);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(50);
    expect(questions(asked)).toEqual(["par"]);
  });

  test("now does not wait, and takes back what waited", async () => {
    const { live, asked } = setUp();
    live.later("waiting");
    live.now("at once");
    await vi.advanceTimersByTimeAsync(1000);
    expect(questions(asked)).toEqual(["at once"]);
  });

  test("a superseded question is aborted with the next letter, and its late answer dropped", async () => {
    const { live, asked, told } = setUp();
    live.now("old");
    expect(asked[0]?.signal.aborted).toBe(false);
    live.later("new");
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.answer("too late");
    await vi.advanceTimersByTimeAsync(150);
    asked[1]?.answer("in time");
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(["new: in time"]);
  });

  test("answers that come out of order leave the newest", async () => {
    const { live, asked, told } = setUp();
    live.now("first");
    live.now("second");
    asked[1]?.answer("B");
    await vi.advanceTimersByTimeAsync(0);
    asked[0]?.fail(new Error("cancelled"));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(["second: B"]);
  });

  test("a failure is told once", async () => {
    const { live, asked, told } = setUp();
    live.now("q");
    asked[0]?.fail(new Error("no server"));
    await vi.advanceTimersByTimeAsync(500);
    expect(told).toEqual(["q failed: no server"]);
  });

  test("a quick answer never shows as slow", async () => {
    const { live, asked, told } = setUp();
    live.now("q");
    await vi.advanceTimersByTimeAsync(199);
    asked[0]?.answer("A");
    await vi.advanceTimersByTimeAsync(500);
    expect(told).toEqual(["q: A"]);
  });

  test("slow is told once over several questions, and taken back with the answer", async () => {
    const { live, asked, told } = setUp();
    live.now("one");
    await vi.advanceTimersByTimeAsync(250);
    live.now("two");
    await vi.advanceTimersByTimeAsync(250);
    asked[1]?.answer("A");
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(["slow", "not slow", "two: A"]);
  });

  test("after stop nothing comes any more", async () => {
    const { live, asked, told } = setUp();
    live.now("running");
    live.later("waiting");
    live.stop();
    await vi.advanceTimersByTimeAsync(1000);
    asked[0]?.answer("A");
    await vi.advanceTimersByTimeAsync(0);
    expect(questions(asked)).toEqual(["running"]);
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(told).toEqual([]);
  });
});
