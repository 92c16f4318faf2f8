import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bestOf, LANGUAGES } from "./language.ts";
import { parseTexts } from "./texts.ts";

test("the language is the first that is wanted and there, whatever the country; else English", () => {
  expect(bestOf(["", "pl-PL", "en"], ["en", "ko", "pl"])).toBe("pl");
  expect(bestOf(["ko", "pl"], ["en", "ko", "pl"])).toBe("ko");
  expect(bestOf(["de-AT", "EN-gb"], ["en", "ko"])).toBe("en");
  expect(bestOf(["", "fr"], ["en", "ko"])).toBe("en");
});

test("every file of texts is a language of the page, with a text for every id", () => {
  const files = readdirSync("../texts").filter((name) => /^..\.txt$/.test(name));
  expect(LANGUAGES).toEqual(files.map((name) => name.slice(0, 2)));
  expect(LANGUAGES).toContain("en");
  const textsOf = (name: string) => parseTexts(readFileSync(`../texts/${name}`, "utf8"));
  // What English leaves to where it is written, other languages have in their files: src/app/cli_test.cpp.
  const idsOf = (name: string) => [...textsOf(name).keys()].filter((id) => !/^(rule|title)\./.test(id)).sort();
  for (const name of files) {
    expect(idsOf(name), name).toEqual(idsOf("en.txt"));
    expect(`${textsOf(name).get("language.code")}.txt`).toBe(name);
  }
});
