// How much was found, in words.

import { fill } from "./fill";
import type { PanelStrings } from "./panelStrings";

/** "42 matches in 17 files". */
export function totals(matches: number, files: number, strings: PanelStrings): string {
  if (matches === 1) return strings.totalOne;
  const [shownMatches, shownFiles] = [matches.toLocaleString(), files.toLocaleString()];
  return files === 1 ? fill(strings.totalOneFile, shownMatches) : fill(strings.total, shownMatches, shownFiles);
}
