// The page that the search panel is: one style, one script, and an empty element that the script fills.

export interface PanelPage {
  /** What the web view may load styles from. */
  readonly cspSource: string;
  readonly styleUri: string;
  readonly scriptUri: string;
  /** Fresh for every page. */
  readonly nonce: string;
  readonly language: string;
  readonly title: string;
}

/** The page's HTML. Nothing of a workspace goes into it: that comes by message, as data. */
export function panelPage(page: PanelPage): string {
  const policy = [
    "default-src 'none'",
    `style-src ${page.cspSource}`,
    `script-src 'nonce-${page.nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escaped(page.language)}">
  <head>
    <meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
    <meta name="viewport" content="width=device-width, initial-scale=1.0">
    <title>${escaped(page.title)}</title>
    <link rel="stylesheet" href="${escaped(page.styleUri)}">
  </head>
  <body>
    <main id="panel"></main>
    <script nonce="${escaped(page.nonce)}" src="${escaped(page.scriptUri)}"></script>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
