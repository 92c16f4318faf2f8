// SPDX-License-Identifier: Apache-2.0
// Tests of what needs no browser; tests/ has those in a real one.
import { defineConfig } from "vitest/config";

export default defineConfig({ test: { environment: "node", include: ["src/**/*.test.ts"] } });
