// How the panel asks: as somebody types, on options, on what a command sends, and again when the code has changed.

import { liveQuery } from "../liveQuery";
import type { KeptAnswer } from "../panelMessages";
import type { SearchParams } from "../protocol";
import { type Attached, LIMITS, moreInFile, questionKey, searchParams, type SearchOptions } from "../searchRequest";
import type { Host } from "./host";
import { totalsText } from "./renderResults";
import { hitKey } from "./rows";
import { type PanelState, type ScrollPlace, withAnswer, withoutQuestion, withQuery } from "./state";
import type { View } from "./view";

const TYPING_DELAY = 150;
const SLOW_AFTER = 200;
/** An edit makes answers old; they are asked for again when the typing in the editor pauses. */
const REFRESH_DELAY = 1000;

type When = "later" | "now";

export interface Asking {
  ask(when: When): void;
  setQuery(query: string, when: When): void;
  setOptions(changed: Partial<SearchOptions>, when?: When): void;
  /** Asks a question that a command or the quick pick has made. */
  show(request: Partial<SearchParams>): void;
  /** Asks again, quietly, when an edit or the indexing has made the answer old. */
  refreshIfOld(): void;
  /** Every hit of a file. */
  loadMore(uri: string): Promise<void>;
  /** Keeps the question among the earlier ones. */
  remember(): void;
}

/** A question that was there before a reload, without its answer. */
export interface Restored {
  readonly question: string;
  readonly top: ScrollPlace | null;
}

export function createAsking(view: View, host: Host, restored: Restored | null): Asking {
  let refreshing: ReturnType<typeof setTimeout> | undefined;
  /** The state of the index for which the answer was last asked for again. */
  let refreshedFor: string | undefined;

  const live = liveQuery<SearchParams, KeptAnswer>({
    delay: TYPING_DELAY,
    slowAfter: SLOW_AFTER,
    ask: (params, signal) => host.search(params, signal),
    answered(answer) {
      const { answer: before, strings } = view.state;
      const question = questionKey(answer.params);
      if (before && questionKey(before.params) === question) showRefreshed(before, answer);
      else if (!before && restored?.question === question) showRestored(answer, restored.top);
      else {
        view.set(withAnswer(view.state, answer));
        view.tree()?.scrollTo({ top: 0 });
      }
      refreshIfOld();
      view.speakLater(answer.result.hits.length > 0 ? totalsText(view.state) : strings.nothing);
    },
    failed: (error) => view.set({ failure: messageOf(error) }),
    slow: (isSlow) => view.set({ isSlow }),
  });

  /** The same question answered anew: what is open, closed and active stays so, as far as it is still there. */
  function showRefreshed(before: KeptAnswer, answer: KeptAnswer): void {
    const { active, more } = view.state;
    const firstNew = answer.result.hits[before.result.hits.length];
    if (active === "limit" && firstNew) setActive({ answer, failure: null }, hitKey(firstNew));
    else view.set({ answer, failure: null });
    if (answer.result.index.revision === before.result.index.revision) return;
    for (const [uri, { state }] of Object.entries(more)) if (state === "shown") void loadMore(uri);
  }

  /** The answer to a question from before a reload: what was open, closed and active then is so again. */
  function showRestored(answer: KeptAnswer, top: ScrollPlace | null): void {
    view.set({ answer, failure: null });
    if (top) view.scrollTo(top);
  }

  function setActive(changed: Partial<PanelState>, active: string): void {
    view.set({ ...changed, active });
    if (document.activeElement === view.tree()) view.showActive();
  }

  function ask(when: When): void {
    clearTimeout(refreshing);
    refreshing = undefined;
    refreshedFor = undefined;
    const { query, options, limit, attached, server } = view.state;
    if (query.trim() === "") {
      live.stop();
      view.set(withoutQuestion(view.state));
    } else if (server.kind === "running") {
      live[when](searchParams(query, options, limit, attached));
    }
  }

  function refreshIfOld(): void {
    const { server, answer } = view.state;
    if (!answer || server.kind !== "running" || refreshing !== undefined) return;
    const { revision, complete } = answer.result.index;
    const isOlder = (server.revision ?? 0) > revision;
    const isWhole = server.phase === "ready" && !complete;
    // Asked once for each state of the index: where it never becomes complete, there is nothing to wait for.
    const index = `${server.revision} ${server.phase}`;
    if ((!isOlder && !isWhole) || index === refreshedFor) return;
    refreshing = setTimeout(() => {
      ask("now");
      refreshedFor = index;
    }, REFRESH_DELAY);
  }

  async function loadMore(uri: string): Promise<void> {
    const { answer, more } = view.state;
    if (!answer) return;
    const isNew = more[uri]?.state !== "shown";
    const put = (one: PanelState["more"][string]): Partial<PanelState> => ({
      more: { ...view.state.more, [uri]: one },
    });
    if (isNew) view.set(put({ state: "loading", hits: [] }));
    // The answer may have given way to another question's, or to a newer one of the same, while this one was on its way.
    const question = questionKey(answer.params);
    const isStillAsked = () => view.state.answer !== null && questionKey(view.state.answer.params) === question;
    try {
      const { hits } = (await host.search(moreInFile(answer.params, uri))).result;
      if (!isStillAsked()) return;
      const listed = new Set(view.state.answer?.result.hits.map(hitKey));
      const first = hits.find((hit) => !listed.has(hitKey(hit)));
      const shown = put({ state: "shown", hits });
      if (isNew && first && view.state.active === `more ${uri}`) setActive(shown, hitKey(first));
      else view.set(shown);
    } catch (error) {
      if (isStillAsked()) view.set(put({ state: "failed", hits: [], message: messageOf(error) }));
    }
  }

  function remember(): void {
    const query = view.state.query.trim();
    if (query !== "") host.post({ type: "remember", query });
  }

  return {
    ask,
    setQuery(query, when) {
      view.set(withQuery(view.state, query));
      ask(when);
    },
    setOptions(changed, when = "now") {
      view.set({ options: { ...view.state.options, ...changed }, limit: LIMITS[0] ?? view.state.limit });
      ask(when);
    },
    show(request) {
      const { query, intent, context } = request;
      if (query !== undefined) {
        const attached: Attached = { ...(intent && { intent }), ...(context && { context }) };
        const options = { ...view.state.options, intent: null };
        view.set({ ...withQuery(view.state, query), attached, options, showsHistory: false });
        ask("now");
        remember();
      }
      view.question().focus();
      view.question().select();
    },
    refreshIfOld,
    loadMore,
    remember,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
