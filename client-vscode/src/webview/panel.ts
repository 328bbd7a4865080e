// The panel as a whole: its parts put together, and the host's messages taken to them.

import type { ToPanel } from "../panelMessages";
import { questionKey, searchParams } from "../searchRequest";
import { createAsking } from "./asking";
import { listen } from "./events";
import type { EditorApi, Host } from "./host";
import { createRowActions } from "./rowActions";
import { initialState, readPersisted } from "./state";
import { applyTokenColors } from "./tokenStyle";
import { createView } from "./view";

export interface Panel {
  receive(message: ToPanel): void;
}

type Start = Extract<ToPanel, { type: "start" }>;

export function startPanel(root: HTMLElement, host: Host, api: EditorApi, start: Start): Panel {
  const persisted = readPersisted(start.page) ?? readPersisted(api.getState());
  const state = initialState(start.strings, start.server, start.history, persisted);
  const question = questionKey(searchParams(state.query, state.options, state.limit, state.attached));
  // The host has kept the answer while the page was hidden; after a reload of the window it has not.
  const kept = start.kept !== null && questionKey(start.kept.params) === question ? start.kept : null;
  applyTokenColors(root, start.colors);
  const view = createView(root, api, { ...state, answer: kept });
  const top = persisted?.top ?? null;
  const asking = createAsking(view, host, persisted && { question, top });
  listen(view, asking, createRowActions(view, asking, host), host);
  if (top) view.scrollTo(top);
  // Shown at once as it was, and asked again: the code may have changed since.
  if (state.query.trim() !== "") asking.ask("now");

  return {
    receive(message) {
      switch (message.type) {
        case "server": {
          const wasRunning = view.state.server.kind === "running";
          view.set({ server: message.server });
          if (!wasRunning && message.server.kind === "running") asking.ask("now");
          else asking.refreshIfOld();
          break;
        }
        case "colors":
          applyTokenColors(root, message.colors);
          break;
        case "history":
          view.set({ history: message.history });
          break;
        case "show":
          asking.show(message.request);
          break;
        case "start":
        case "answer":
        case "failure":
          break;
      }
    },
  };
}
