import * as l10n from "@vscode/l10n";

/** What went wrong, by what the output says; the first that fits, the most telling ones first. */
const CAUSES: readonly { readonly sign: RegExp; readonly says: (found: RegExpExecArray) => string }[] = [
  {
    sign: /No space left on device|Errno 28|not enough space on the disk/i,
    says: () => l10n.t("The disk is full: make room, then set up again."),
  },
  {
    sign: /ensurepip is not\s+available|No module named '?(?:ensurepip|venv)'?/i,
    says: () =>
      l10n.t(
        "This Python cannot make environments: install its venv package (Debian, Ubuntu: apt install python3-venv) or select another interpreter.",
      ),
  },
  {
    sign: /No module named '?pip'?/i,
    says: () => l10n.t("This Python has no pip: install it, or select another interpreter."),
  },
  {
    sign: /CERTIFICATE_VERIFY_FAILED|SSLCertVerificationError|self[- ]signed certificate/i,
    says: () =>
      l10n.t(
        "The package registry's certificate is not trusted here: tell pip yours (pip config set global.cert FILE).",
      ),
  },
  {
    sign: /407 Proxy Authentication Required|ProxyError|Cannot connect to proxy/i,
    says: () => l10n.t("The proxy let nothing through: check it (HTTPS_PROXY, or pip config), then set up again."),
  },
  {
    sign: /(?:HTTP error |error: |status code )?\b(401|403)\b[^\n]*(?:Unauthorized|Forbidden|Client Error)/i,
    says: (found) => l10n.t("The package registry refused access ({0}): check pip's configuration.", found[1] ?? ""),
  },
  {
    sign: /Failed to establish a new connection|NewConnectionError|Temporary failure in name resolution|getaddrinfo failed|Name or service not known|nodename nor servname|Network is unreachable|ConnectTimeoutError|Read timed out|ReadTimeoutError|Connection refused|RemoteDisconnected/i,
    says: () =>
      l10n.t(
        "The package registry cannot be reached: check the network (or install the offline package), then set up again.",
      ),
  },
  {
    // With its retries off, pip does not say that it could not connect.
    sign: /requirement ([^\s;(]+)[^\n]*\(from versions: none\)/i,
    says: (found) =>
      l10n.t(
        "No {0} for this Python and system was found: check that the package registry can be reached, or select another interpreter.",
        found[1] ?? "",
      ),
  },
  {
    sign: /No matching distribution found for ([^\s;(]+)/i,
    says: (found) =>
      l10n.t(
        "There is no ready-made package of {0} for this Python and system: select another interpreter.",
        found[1] ?? "",
      ),
  },
  {
    sign: /DO NOT MATCH THE HASHES|HashMismatch/i,
    says: () =>
      l10n.t("A downloaded package is not what the registry promised: set up again, or ask who runs the registry."),
  },
  {
    sign: /Permission denied|Errno 13|WinError 5\b|Access is denied/i,
    says: () =>
      l10n.t("A file could not be written in the extension's storage: check its permissions, then set up again."),
  },
];

const LONGEST = 200;

/** One line for the user from all that pip (or venv) has printed: what is wrong and, where it is known, what to do. */
export function pipErrorLine(output: string): string {
  for (const { sign, says } of CAUSES) {
    const found = sign.exec(output);
    if (found) {
      return says(found);
    }
  }
  const lines = output
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(WARNING|\[notice\])/.test(line));
  const told = lines.findLast((line) => /^(ERROR|error):/.test(line)) ?? lines.at(-1) ?? l10n.t("pip said nothing.");
  const line = told.replace(/^(ERROR|error):\s*/, "");
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}

/** What to show while pip works, from one line of its output; undefined for lines that tell a user nothing. */
export function pipProgress(line: string): string | undefined {
  const collecting = /^Collecting ([A-Za-z0-9._-]+)/.exec(line.trim());
  if (collecting) {
    return l10n.t("Fetching {0}", collecting[1] ?? "");
  }
  if (/^\s*Installing collected packages/.test(line)) {
    return l10n.t("Installing the packages");
  }
  return undefined;
}
