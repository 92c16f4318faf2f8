// SPDX-License-Identifier: Apache-2.0
// texts/cases.txt holds the page to what the program says; and every text that the page asks for exists.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import type { Argument } from "./protocol.ts";
import { parseTexts, say } from "./texts.ts";

const file = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

interface Case {
  text: string;
  args?: Record<string, Argument>;
  reader?: number;
  names?: string[];
  said: string;
}

describe("texts/cases.txt", () => {
  let texts = new Map<string, string>();
  let cases = 0;
  for (const line of file("../../texts/cases.txt").split("\n")) {
    if (!line.startsWith("{")) continue;
    const object = JSON.parse(line) as { texts?: Record<string, string> } & Case;
    if (object.texts) {
      texts = new Map(Object.entries(object.texts));
      continue;
    }
    ++cases;
    const language = new Map(texts).set("text", object.text);
    it(`${object.text} → ${object.said}`, () => {
      const reader = { seat: object.reader ?? 0, names: object.names ?? [] };
      expect(say(language, { id: "text", args: object.args }, reader)).toBe(object.said);
    });
  }
  it("has cases", () => expect(cases).toBeGreaterThan(70));
});

test("every text that the page asks for by its id exists", () => {
  const texts = parseTexts(file("../../texts/en.txt"));
  const here = readdirSync(new URL(".", import.meta.url), { recursive: true, encoding: "utf8" }) as string[];
  const sources = here.filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".test.ts"));
  const missing: string[] = [];
  let asked = 0;
  for (const path of sources)
    for (const [, id] of file(`./${path}`).matchAll(/"(page\.[a-z0-9.-]*[a-z0-9])"/g)) {
      ++asked;
      if (id && !texts.has(id)) missing.push(`${path}: ${id}`);
    }
  expect(missing).toEqual([]);
  expect(asked).toBeGreaterThan(80);
});
