// The page's first step: it says that it is there, and becomes a panel when the host has answered.

import type { ToPanel } from "../panelMessages";
import { createHost, type EditorApi } from "./host";
import { type Panel, startPanel } from "./panel";

declare function acquireVsCodeApi(): EditorApi;

const api = acquireVsCodeApi();
const host = createHost(api);
let panel: Panel | undefined;

// Only the editor's own frame can reach this one, and what comes is data: the panel shows it as text.
window.addEventListener("message", (event: MessageEvent<ToPanel>) => {
  const message = event.data;
  if (host.settle(message)) return;
  const root = document.getElementById("panel");
  if (message.type === "start" && root) panel ??= startPanel(root, host, api, message);
  else panel?.receive(message);
});
host.post({ type: "ready" });
