import * as fs from "node:fs/promises";
import * as path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { CancelledError } from "./processes";

export interface LockOptions {
  readonly signal?: AbortSignal;
  /** Called once, when somebody else holds the lock. */
  readonly onWaiting?: () => void;
  /** Milliseconds without a sign of life after which a holder counts as dead. */
  readonly deadAfter?: number;
}

const HEARTBEAT = 2_000;
const POLL = 500;

/**
 * Does `work` while no other window does. The lock is a folder, which only one can create; its holder touches it, so that
 * one left by a killed window is taken over. Should a holder that slept be taken for dead, two do the same work at once:
 * that must cost time only, so what `work` makes is published by a single rename.
 */
export async function withLock<T>(folder: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  await fs.mkdir(path.dirname(folder), { recursive: true });
  await take(folder, options);
  const heartbeat = setInterval(() => {
    const now = new Date();
    fs.utimes(folder, now, now).catch(() => undefined); // Taken over: see above.
  }, HEARTBEAT);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function take(folder: string, options: LockOptions): Promise<void> {
  const deadAfter = options.deadAfter ?? 30_000;
  for (let waited = false; ; waited = true) {
    if (options.signal?.aborted) {
      throw new CancelledError("cancelled");
    }
    try {
      await fs.mkdir(folder);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        throw error;
      }
    }
    if (!waited) {
      options.onWaiting?.();
    }
    if (await isDead(folder, deadAfter)) {
      await fs.rm(folder, { recursive: true, force: true });
    } else {
      await wait(POLL);
    }
  }
}

async function isDead(folder: string, deadAfter: number): Promise<boolean> {
  try {
    return Date.now() - (await fs.stat(folder)).mtimeMs > deadAfter;
  } catch {
    return false; // Gone in between: the next try takes it.
  }
}
