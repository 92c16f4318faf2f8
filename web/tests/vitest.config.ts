// SPDX-License-Identifier: Apache-2.0
// Tests of the built page in a real browser, served by `lifetable serve`: `scripts/test-page` runs them.
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { HANG } from "./chromium.mjs";

/** The longest file comes first: the others are tested beside it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith("browsers.test.ts"));
    return (await super.sort(files)).sort((a, b) => isLong(b) - isLong(a));
  }
}

export default defineConfig({
  root: import.meta.dirname,
  test: {
    environment: "node",
    include: ["**/*.test.ts"],
    // No test measures time: these only end what would never end. A test that waits in vain gives up first, and says for what.
    testTimeout: 6 * HANG,
    hookTimeout: HANG,
    expect: { poll: { timeout: HANG } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
