// SPDX-License-Identifier: Apache-2.0
// The page in a language that nobody speaks: every letter of every text is another one. Whatever is then still read in Latin
// letters, on any screen, is no text of the language's file.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { program, project } from "./chromium.mjs";
import { address, GAMES, type Page, putMouseAside, usePage, visit } from "./support.ts";
import { tourOfAGame, tourOfTheHouse } from "./tour.ts";

usePage();

/** A text with other letters; what it speaks of, in braces, keeps its name. */
const strange = (text: string) => text.replace(/\{\w+&?(?=[:}])|\p{L}/gu, (part) => (part[0] === "{" ? part : "ж"));

/** texts/en.txt and what the program adds to it, in strange letters: all that a translator has. */
const texts = [
  readFileSync(join(project, "texts/en.txt"), "utf8"),
  execFileSync(program, ["texts"], { encoding: "utf8" }),
]
  .join("\n")
  .replace(/^((?!language\.|#).+?) = (.*)$/gm, (_, id, text) => `${id} = ${strange(text)}`);

const strangely = { texts, calm: true, timeless: true, allow: /Service Worker registration blocked/ };

/** Not words: clauses, letters that stand for symbols and types, names, a code. */
const SAME = /\b(CG|FA|CV)-\d+|\b[HRKMGBAWPEL]+\b|\b(Ada|Bruno|Chiyo|Dele|Ann)\b|K7M2QX-4TZH/g;

async function expectNoEnglish(page: Page, where: string) {
  const said = await page.evaluate(() => {
    const all: string[] = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let at: Node | null = walk.currentNode; at; at = walk.nextNode()) {
      // The name of a language is written in that language.
      if (at instanceof Text && !at.parentElement?.closest("script, noscript, .drawings, .code, code, option[lang]"))
        all.push(at.data);
      if (at instanceof Element)
        for (const name of [
          "aria-label",
          "aria-valuetext",
          "aria-description",
          "title",
          "placeholder",
          "alt",
          "data-sign",
        ])
          all.push(at.getAttribute(name) ?? "");
    }
    return all;
  });
  const words = said.join("\n").replace(SAME, "");
  expect(words, where).toContain("ж");
  expect([...new Set(words.match(/.*[A-Za-z]{2}.*/g))], where).toEqual([]);
}

test("all around the tables", async () => {
  const { page, end } = await visit("", strangely);
  await tourOfTheHouse(page, (where) => expectNoEnglish(page, where));
  await page.goto(`${address}/#/invite/cradle`);
  await page.locator(".seats input").first().fill("Ann");
  await page.click("button[type=submit]");
  await page.waitForSelector(".gathering .code");
  await expectNoEnglish(page, "gathering");
  await end();
});

test.each(GAMES)("a game of %s, and what its cards say about themselves", async (game) => {
  const { page, end } = await visit("", strangely);
  await tourOfAGame(page, game, async (where) => {
    await expectNoEnglish(page, where);
    if (!where.startsWith("table")) return;
    for (const thing of await page.locator(".board [data-tap]:visible").all()) {
      await putMouseAside(page);
      await thing.hover();
      await page.clock.runFor(500); // until it says something
      await expectNoEnglish(page, `${where}, what it says`);
    }
    await putMouseAside(page);
  });
  await end();
});

test("a language that is chosen is kept, rules and cards included", async () => {
  const { page, end } = await visit("", { calm: true });
  const choose = (language: string) => page.locator(".settings select").last().selectOption(language);
  await choose("pl");
  await page.locator("html[lang=pl]").waitFor();
  await page.getByRole("heading", { name: "Od kołyski po grób" }).waitFor();
  await page.goto(`${address}/#/rules/cv`);
  await page.getByText(readPolish("rule.CV-48.title")).first().waitFor();
  await page.goto(`${address}/`);
  await choose("ko");
  await page.locator("html[lang=ko]").waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "요람에서 무덤까지" }).waitFor();
  await end();
});

/** What the file of Polish texts says. */
function readPolish(id: string): string {
  const line = readFileSync(join(project, "texts/pl.txt"), "utf8")
    .split("\n")
    .find((each) => each.startsWith(`${id} = `));
  return line?.slice(id.length + 3) ?? `no text of ${id}`;
}
