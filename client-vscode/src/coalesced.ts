/**
 * A function that does `work` now, or once more after the run that is under way: however often it is called meanwhile,
 * one more run is enough, since that one sees the newest state. The promise settles when a run that began after the call
 * has ended.
 */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined) {
      return begin();
    }
    next ??= running
      .catch(() => undefined) // Whoever asked for that run is told.
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };
}
