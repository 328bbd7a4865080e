import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

// The module `vscode` exists only inside the editor; the tests of the editor itself are in tests/editors.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/browser/**"],
    alias: { vscode: fileURLToPath(new URL("test/vscode.ts", import.meta.url)) },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
