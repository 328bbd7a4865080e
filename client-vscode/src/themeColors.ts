// The active colour theme's token colours, read from the extension that contributes it, and told anew when theme or settings change.
//
// The editor gives extensions no token colours, only its own interface's. Where the theme cannot be read (an old .tmTheme, a theme that
// is installed on another machine than this host) the answer is empty, and the panel uses the editor's interface colours.

import * as vscode from "vscode";
import { parseJsonWithComments } from "./jsonWithComments";
import { resolveTokenColors, type ThemeJson, type TokenColors } from "./tokenColors";

const MOST_INCLUDES = 10;
const SETTINGS = [
  "workbench.colorTheme",
  "workbench.preferredDarkColorTheme",
  "workbench.preferredLightColorTheme",
  "workbench.preferredHighContrastColorTheme",
  "workbench.preferredHighContrastLightColorTheme",
  "window.autoDetectColorScheme",
  "window.autoDetectHighContrast",
  "editor.tokenColorCustomizations",
  "editor.semanticTokenColorCustomizations",
];

/** Calls `changed` with the colours now, and whenever they may have changed. */
export function followTokenColors(changed: (colors: TokenColors) => void): vscode.Disposable {
  let latest = 0;
  const read = async () => {
    const mine = ++latest;
    const colors = await activeTokenColors();
    if (mine === latest) changed(colors);
  };
  void read();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveColorTheme(() => void read()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (SETTINGS.some((name) => change.affectsConfiguration(name))) void read();
    }),
    { dispose: () => (latest += 1) },
  );
}

/** The token colours of the active theme, empty when it cannot be read. */
export async function activeTokenColors(): Promise<TokenColors> {
  const name = activeThemeName();
  const file = themeFile(name);
  const themes = file ? await readTheme(file) : [];
  const editor = vscode.workspace.getConfiguration("editor");
  const customizations = {
    textMate: editor.get<unknown>("tokenColorCustomizations"),
    semantic: editor.get<unknown>("semanticTokenColorCustomizations"),
  };
  return resolveTokenColors(themes, customizations, name);
}

function activeThemeName(): string {
  const kind = vscode.window.activeColorTheme.kind;
  const workbench = vscode.workspace.getConfiguration("workbench");
  const window = vscode.workspace.getConfiguration("window");
  const setting = (name: string) => workbench.get<string>(name) ?? "";
  if (window.get<boolean>("autoDetectHighContrast")) {
    if (kind === vscode.ColorThemeKind.HighContrast) return setting("preferredHighContrastColorTheme");
    if (kind === vscode.ColorThemeKind.HighContrastLight) return setting("preferredHighContrastLightColorTheme");
  }
  if (window.get<boolean>("autoDetectColorScheme")) {
    return setting(kind === vscode.ColorThemeKind.Dark ? "preferredDarkColorTheme" : "preferredLightColorTheme");
  }
  return setting("colorTheme");
}

interface ContributedTheme {
  readonly id?: unknown;
  readonly label?: unknown;
  readonly path?: unknown;
}

function themeFile(name: string): vscode.Uri | undefined {
  for (const extension of vscode.extensions.all) {
    const { contributes } = extension.packageJSON as { contributes?: { themes?: unknown } };
    const themes = Array.isArray(contributes?.themes) ? (contributes.themes as (ContributedTheme | null)[]) : [];
    const theme = themes.find((one) => one && (one.id === name || one.label === name));
    if (theme && typeof theme.path === "string") return vscode.Uri.joinPath(extension.extensionUri, theme.path);
  }
  return undefined;
}

/** A theme's files, those it includes first. What cannot be read is left out. */
async function readTheme(file: vscode.Uri, depth = 0): Promise<ThemeJson[]> {
  if (depth > MOST_INCLUDES) return [];
  try {
    const theme = parseJsonWithComments(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
    if (typeof theme !== "object" || theme === null) return [];
    const { include } = theme as { include?: unknown };
    const included =
      typeof include === "string" ? await readTheme(vscode.Uri.joinPath(file, "..", include), depth + 1) : [];
    return [...included, theme];
  } catch {
    return [];
  }
}
