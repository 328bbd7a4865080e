import type { Features, NavigationMode } from "./navigation";

/** The settings that the client itself acts on. */
export interface ClientSettings {
  /** The user's own server: a program that is started instead of ours. */
  readonly path: string;
  readonly args: readonly string[];
  readonly interpreter: string;
  readonly importStrategy: "useBundled" | "fromEnvironment";
  readonly logFile: string;
  readonly navigationMode: NavigationMode;
  readonly hasCodeLens: boolean;
  readonly features: Features;
}

type Section = Readonly<Record<string, unknown>>;

// What the server has no use for: these are the client's own.
const CLIENT_ONLY = new Set([
  "path",
  "args",
  "interpreter",
  "importStrategy",
  "logFile",
  "trace",
  "search",
  "codeLens",
  "features",
]);

/**
 * Reads the section `maguyva`, an object nested at the dots of the settings' names. A value of a wrong type counts as
 * left out: the editor shows what is wrong with it where it is set.
 */
export function clientSettings(section: Section, home: string): ClientSettings {
  const navigation = objectOf(section.navigation);
  const mode = navigation.mode;
  return {
    path: withHome(textOf(section.path), home),
    args: Array.isArray(section.args) ? section.args.filter((one): one is string => typeof one === "string") : [],
    interpreter: withHome(textOf(section.interpreter), home),
    importStrategy: section.importStrategy === "fromEnvironment" ? "fromEnvironment" : "useBundled",
    logFile: withHome(textOf(section.logFile), home),
    navigationMode: mode === "on" || mode === "off" ? mode : "auto",
    hasCodeLens: objectOf(section.codeLens).enabled === true,
    features: featuresOf(section.features),
  };
}

/** What the server is sent: its own options, less what is not set, and the features that the client has merged. */
export function serverSettings(section: Section, features: Features): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(section)) {
    const kept = CLIENT_ONLY.has(name) ? undefined : withoutUnset(value);
    if (kept !== undefined) {
      sent[name] = kept;
    }
  }
  // The mode is in the features already.
  const navigation = Object.entries(objectOf(sent.navigation)).filter(([name]) => name !== "mode");
  return { ...sent, navigation: Object.fromEntries(navigation), features };
}

/** `~` at the start of a path. Nothing else is replaced: a path must not depend on the workspace. */
export function withHome(text: string, home: string): string {
  return text === "~" || text.startsWith("~/") || text.startsWith("~\\") ? home + text.slice(1) : text;
}

function withoutUnset(value: unknown): unknown {
  if (value === null || value === undefined || value === "") {
    return undefined;
  }
  if (typeof value !== "object" || Array.isArray(value)) {
    return value;
  }
  const kept = Object.entries(value)
    .map(([name, inner]) => [name, withoutUnset(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function featuresOf(value: unknown): Features {
  const chosen: Features = {};
  for (const [feature, one] of Object.entries(objectOf(value))) {
    if (typeof one === "boolean") {
      chosen[feature] = one;
    } else if (typeof one === "object" && one !== null && !Array.isArray(one)) {
      const byLanguage = Object.entries(one as Section).filter(([, on]) => typeof on === "boolean");
      chosen[feature] = Object.fromEntries(byLanguage) as Record<string, boolean>;
    }
  }
  return chosen;
}

function objectOf(value: unknown): Section {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Section) : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
