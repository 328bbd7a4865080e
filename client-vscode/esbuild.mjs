// Bundles the extension (one CommonJS file for the editor's host) and the panel's script and style (for its web view).
//
// node esbuild.mjs                once, with source maps
// node esbuild.mjs --production   once, minified, with the notices of what was bundled
// node esbuild.mjs --watch        again at every change
import { rmSync, writeFileSync } from "node:fs";

import { context } from "esbuild";

import { notices } from "./notices.mjs";

// What the language client can do and our server never asks for. Left in, it would be an eighth of the bundle.
const UNUSED_FEATURES =
  "codeAction|colorProvider|completion|diagnostic|documentLink|fileOperations|foldingRange|formatting|inlayHint|" +
  "inlineCompletion|inlineValue|linkedEditingRange|rename|selectionRange|semanticTokens|signatureHelp|typeDefinition";

// Each class that such a module exports is one that announces nothing and does nothing.
const NO_FEATURE = `
  class NoFeature {
    getState() { return { kind: "static" }; }
    fillClientCapabilities() {}
    initialize() {}
    clear() {}
  }
  module.exports = new Proxy({}, { get: () => NoFeature });
`;

const onlyWhatIsUsed = {
  name: "only-what-is-used",
  setup(build) {
    const features = new RegExp(`vscode-languageclient[\\\\/]lib[\\\\/]common[\\\\/](${UNUSED_FEATURES})\\.js$`);
    build.onLoad({ filter: features }, () => ({ contents: NO_FEATURE }));
    // It compares the editor's version with what the client needs; `engines` in package.json has done that before.
    const semver = /[\\/]semver[\\/]functions[\\/](parse|satisfies)\.js$/;
    build.onLoad({ filter: semver }, () => ({ contents: "module.exports = () => ({ prerelease: [] });" }));
  },
};

const isProduction = process.argv.includes("--production");
const shared = {
  bundle: true,
  minify: isProduction,
  sourcemap: !isProduction,
  logLevel: "info",
  legalComments: "none", // They are in the notices, whole.
  metafile: true,
};

const contexts = await Promise.all([
  context({
    ...shared,
    entryPoints: ["src/extension.ts"],
    outfile: "dist/extension.js",
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    plugins: [onlyWhatIsUsed],
  }),
  context({
    ...shared,
    entryPoints: { webview: "src/webview/main.ts" },
    outdir: "dist",
    platform: "browser",
    format: "iife",
    target: "chrome122",
  }),
  context({
    ...shared,
    entryPoints: { webview: "src/webview/style.css" },
    outdir: "dist",
    target: "chrome122",
  }),
]);

if (process.argv.includes("--watch")) {
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  rmSync("dist", { recursive: true, force: true });
  const built = await Promise.all(contexts.map((one) => one.rebuild()));
  await Promise.all(contexts.map((one) => one.dispose()));
  writeFileSync("dist/THIRD-PARTY-NOTICES.txt", notices(built.flatMap(({ metafile }) => Object.keys(metafile.inputs))));
}
