import { describe, expect, it } from "vitest";

import { pipErrorLine, pipProgress } from "../src/pipError";

// What pip and venv really print, shortened.
const OUTPUTS: readonly (readonly [string, string, RegExp])[] = [
  [
    "no network",
    "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(...: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/attrs/\nERROR: Could not find a version that satisfies the requirement attrs>=24.3 (from maguyva) (from versions: none)\nERROR: No matching distribution found for attrs>=24.3",
    /registry cannot be reached/,
  ],
  [
    "a proxy that refuses",
    "WARNING: Retrying after connection broken by 'ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 407 Proxy Authentication Required'))'\nERROR: No matching distribution found for attrs",
    /proxy/,
  ],
  [
    "a certificate of the house",
    "Could not fetch URL https://pypi.org/simple/attrs/: There was a problem confirming the ssl certificate: SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]'))",
    /certificate is not trusted/,
  ],
  [
    "no access",
    "ERROR: HTTP error 403 while getting https://x/attrs.whl\nERROR: 403 Client Error: Forbidden for url",
    /403/,
  ],
  [
    "no network, and pip is told not to try again",
    "ERROR: Could not find a version that satisfies the requirement attrs>=24.3 (from maguyva) (from versions: none)\nERROR: No matching distribution found for attrs>=24.3",
    /^No attrs>=24\.3 .*registry can be reached/,
  ],
  [
    "a Python that is too new",
    "ERROR: Could not find a version that satisfies the requirement wordllama<0.5,>=0.3.9 (from maguyva-language-server) (from versions: 0.1.0)\nERROR: No matching distribution found for wordllama<0.5,>=0.3.9",
    /no ready-made package of wordllama<0\.5,>=0\.3\.9 /,
  ],
  [
    "a full disk",
    "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
    /disk is full/,
  ],
  [
    "a Debian without venv",
    "The virtual environment was not created successfully because ensurepip is not\navailable.  On Debian/Ubuntu systems, you need to install the python3-venv\npackage\n",
    /venv package/,
  ],
  [
    "storage that cannot be written",
    "ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/x'",
    /permissions/,
  ],
  [
    "something new",
    "Collecting attrs\nERROR: The sky is falling\nWARNING: you are using an old pip",
    /^The sky is falling$/,
  ],
  [
    "a trace",
    "Traceback (most recent call last):\n  File x\nModuleNotFoundError: No module named 're2'\n",
    /^ModuleNotFoundError: No module named 're2'$/,
  ],
  ["nothing", "", /said nothing/],
];

describe("pip's error as one line", () => {
  it.each(OUTPUTS)("%s", (_what, output, expected) => {
    const line = pipErrorLine(output);
    expect(line).toMatch(expected);
    expect(line).not.toContain("\n");
    expect(line.length).toBeLessThanOrEqual(200);
  });

  it("cuts what is too long", () => {
    expect(pipErrorLine(`ERROR: ${"x".repeat(999)}`)).toHaveLength(200);
  });
});

describe("pip's progress", () => {
  it.each([
    ["Collecting numpy<3,>=2 (from maguyva)", "Fetching numpy"],
    ["  Using cached numpy.whl", undefined],
    ["Installing collected packages: a, b, c", "Installing the packages"],
    ["Requirement already satisfied: attrs", undefined],
  ])("%s", (line, expected) => {
    expect(pipProgress(line)).toBe(expected);
  });
});
