// Theme files are JSON with comments and trailing commas.

/** The value of a JSON text that may have comments, trailing commas and a byte order mark. Throws SyntaxError for anything else. */
export function parseJsonWithComments(text: string): unknown {
  // Strings are matched first, so that what looks like a comment in one stays; a comma goes when only a closing bracket follows it.
  const bare = text
    .replace(/^\ufeff/, "")
    .replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g, keepStrings);
  return JSON.parse(bare.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|,(?=\s*[}\]])/g, keepStrings));
}

function keepStrings(found: string): string {
  return found.startsWith('"') ? found : "";
}
