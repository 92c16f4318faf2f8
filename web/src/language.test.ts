// SPDX-License-Identifier: Apache-2.0
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

const read = (path: string) => readFileSync(`../${path}`, "utf8");
const files = readdirSync("../texts").filter((name) => /^..\.txt$/.test(name));
const english = parseTexts(read("texts/en.txt"));
const others = files
  .filter((name) => name !== "en.txt")
  .map((name) => [name, parseTexts(read(`texts/${name}`))] as const);
/** Ids whose English stands where it is written, of rules and titles of cards; src/app/cli_test.cpp looks for them. */
const elsewhere = (id: string) => id.startsWith("rule.") || id.startsWith("title.");

test("every file of texts is a language of the page, with a text for every id", () => {
  expect(LANGUAGES).toEqual(files.map((name) => name.slice(0, 2)));
  expect(LANGUAGES).toEqual(expect.arrayContaining(["en", "ko", "pl"]));
  for (const [name, texts] of others) {
    expect([...texts.keys()].filter((id) => !elsewhere(id)).sort(), name).toEqual([...english.keys()].sort());
    expect(texts.get("language.code")).toBe(name.slice(0, 2));
  }
});

/** The names in a text that something is put in for. */
const names = (text: string) =>
  new Set([...text.matchAll(/\{([A-Za-z]+)&?(?=[:}])/g)].map(([, name]) => (name as string).toLowerCase()));

test("no text of another language speaks of what the English does not know", () => {
  for (const [name, texts] of others)
    for (const [id, text] of english) {
      const known = names(text);
      expect(
        [...names(texts.get(id) as string)].filter((each) => !known.has(each)),
        `${name}: ${id}`,
      ).toEqual([]);
    }
});

/** The forms for the argument `n` in a text, of which there are as many as the language has categories of numbers. */
function formsOfN(text: string): number[] {
  const counts: number[] = [];
  for (let at = text.indexOf("{n:"); at >= 0; at = text.indexOf("{n:", at + 1)) {
    let depth = 0;
    let forms = 1;
    for (let i = at; i < text.length; ++i) {
      if (text[i] === "{") ++depth;
      if (text[i] === "}" && --depth === 0) break;
      if (text[i] === "|" && depth === 1) ++forms;
    }
    counts.push(forms);
  }
  return counts;
}

test("numbers have a form for each category of the language", () => {
  expect(formsOfN("{n:# a|# b|{n:x|y}}, {n:z}")).toEqual([3, 2, 1]);
  for (const [name, texts] of [["en.txt", english] as const, ...others]) {
    const categories = (texts.get("language.plurals") as string).split(" ");
    for (const category of categories)
      expect(new Intl.PluralRules(name.slice(0, 2)).resolvedOptions().pluralCategories).toContain(category);
    for (const [id, text] of texts)
      for (const forms of formsOfN(text)) expect(forms, `${name}: ${id}`).toBe(categories.length);
  }
});
