// Tests of the built page in a real browser, served by `lifetable serve`: `scripts/test-page` runs them.
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    environment: "node",
    include: ["*.test.ts"],
    testTimeout: 300_000, // whole games, on a machine that may be busy
    hookTimeout: 60_000,
    maxWorkers: 2,
    retry: 1, // browsers stumble on busy machines; scripts/test-page says which tests needed it
  },
});
