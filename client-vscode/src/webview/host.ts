// The extension's host as the page sees it: messages out, answers to questions back.

import type { KeptAnswer, ToHost, ToPanel } from "../panelMessages";
import type { SearchParams } from "../protocol";

export interface EditorApi {
  postMessage(message: ToHost): void;
  getState(): unknown;
  setState(state: unknown): void;
}

export interface Host {
  post(message: ToHost): void;
  /** Asks the server. An aborted question is cancelled there, and its promise stays open: nobody waits for it. */
  search(params: SearchParams, signal?: AbortSignal): Promise<KeptAnswer>;
  /** Takes an answer or a failure to who waits for it; false for any other message. */
  settle(message: ToPanel): boolean;
}

interface Waiting {
  readonly resolve: (answer: KeptAnswer) => void;
  readonly reject: (error: Error) => void;
}

export function createHost(api: EditorApi): Host {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  return {
    post: (message) => api.postMessage(message),
    search(params, signal) {
      const id = ++lastId;
      signal?.addEventListener("abort", () => {
        if (waiting.delete(id)) api.postMessage({ type: "cancel", id });
      });
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        api.postMessage({ type: "search", id, params });
      });
    },
    settle(message) {
      if (message.type !== "answer" && message.type !== "failure") return false;
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === "answer") asked?.resolve(message.answer);
      else asked?.reject(new Error(message.message));
      return true;
    },
  };
}
