import { defineConfig } from "vitest/config";

// Needs the bundle (npm run build) and a Chromium.
export default defineConfig({
  test: { include: ["test/browser/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 180_000, maxWorkers: 1 },
});
