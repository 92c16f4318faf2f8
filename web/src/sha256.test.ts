// SPDX-License-Identifier: Apache-2.0
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "./sha256.ts";

test("the hash is that of a program that many have looked at, whatever the length", () => {
  for (let length = 0; length <= 200; ++length) {
    const text = Array.from({ length }, (_, i) => "aé카🂡"[i % 4]).join("");
    expect(sha256(text), `${length} characters`).toBe(createHash("sha256").update(text).digest("hex"));
  }
});
