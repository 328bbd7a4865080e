// Asking while somebody types: a quiet moment first, one question at a time, and no answer to a question that is no longer asked.

export interface LiveQueryOptions<Request, Answer> {
  /** Milliseconds without a new question before one is asked. */
  readonly delay: number;
  /** Milliseconds after which an unanswered question counts as slow. Showing that sooner would flicker. */
  readonly slowAfter: number;
  /** Asks. The signal is aborted when the question is superseded. */
  readonly ask: (request: Request, signal: AbortSignal) => Promise<Answer>;
  readonly answered: (answer: Answer, request: Request) => void;
  readonly failed: (error: unknown, request: Request) => void;
  /** Tells that the running question has become slow, and that no slow question runs any more. */
  readonly slow: (isSlow: boolean) => void;
}

export interface LiveQuery<Request> {
  /** Asks after a quiet moment; what was asked before is superseded at once. */
  later(request: Request): void;
  now(request: Request): void;
  /** Nothing is asked any more. */
  stop(): void;
}

export function liveQuery<Request, Answer>(options: LiveQueryOptions<Request, Answer>): LiveQuery<Request> {
  let sequence = 0;
  let running: AbortController | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let becomingSlow: ReturnType<typeof setTimeout> | undefined;
  let isSlow = false;

  const setSlow = (value: boolean) => {
    clearTimeout(becomingSlow);
    if (isSlow !== value) options.slow((isSlow = value));
  };
  const supersede = () => {
    sequence += 1;
    clearTimeout(waiting);
    clearTimeout(becomingSlow);
    running?.abort();
    running = undefined;
  };
  const start = async (request: Request) => {
    const mine = sequence;
    const controller = (running = new AbortController());
    // A question that follows a slow one stays slow: the indicator does not blink between them.
    becomingSlow = setTimeout(() => setSlow(true), options.slowAfter);
    try {
      const answer = await options.ask(request, controller.signal);
      if (mine !== sequence) return;
      setSlow(false);
      options.answered(answer, request);
    } catch (error) {
      if (mine !== sequence) return;
      setSlow(false);
      options.failed(error, request);
    }
  };

  return {
    later(request) {
      supersede();
      waiting = setTimeout(() => void start(request), options.delay);
    },
    now(request) {
      supersede();
      void start(request);
    },
    stop() {
      supersede();
      setSlow(false);
    },
  };
}
