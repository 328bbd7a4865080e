// What the panel and the quick pick show of the server's state. Pure.

import type { ServerState } from "./client";
import type { ServerView } from "./panelMessages";
import type { StatusChanged } from "./protocol";

export function serverView(
  { kind, message, action }: ServerState,
  status: StatusChanged | undefined,
  languages: readonly string[],
): ServerView {
  return {
    kind,
    ...(message !== undefined && { message }),
    ...(action && { action: action.title }),
    ...(status && { phase: status.phase, revision: status.index.revision }),
    ...(status?.progress && { progress: status.progress }),
    languages,
  };
}
