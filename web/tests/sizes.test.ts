// SPDX-License-Identifier: Apache-2.0
// Letters twice as large, and long names in wide scripts: nothing overlaps, nothing sticks out at the side, and whatever can be
// tapped can be reached.
import { describe, expect, test } from "vitest";
import {
  eventually,
  expectNoSidewaysScroll,
  GAMES,
  lots,
  type Page,
  putMouseAside,
  sitDown,
  stopTime,
  tapAtOnce,
  turn,
  turnNow,
  usePage,
  visit,
} from "./support.ts";
import { tourOfTheHouse } from "./tour.ts";

usePage();

/** Words that lie on other words. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    type Word = { text: string; of: Element; box: DOMRect };
    const words: Word[] = [];
    const walk = document.createTreeWalker(document.querySelector("main") as Element, NodeFilter.SHOW_TEXT);
    for (let at = walk.nextNode(); at; at = walk.nextNode()) {
      const of = at.parentElement as Element;
      if (!at.textContent?.trim() || !of.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (of.closest("svg, .sr-only, .log, .explanation")) continue;
      const range = document.createRange();
      range.selectNodeContents(at);
      for (const box of range.getClientRects()) words.push({ text: at.textContent.trim(), of, box });
    }
    /** What is left of a word within all that cuts it off. */
    const seen = ({ of, box }: Word) => {
      let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
      for (let at: Element | null = of; at; at = at.parentElement) {
        if (getComputedStyle(at).overflowY === "visible") continue;
        const frame = at.getBoundingClientRect();
        [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
        [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
      }
      return { left, top, right, bottom };
    };
    const SLACK = 3; // px: lines of text have some air
    return words.flatMap((one, i) =>
      words.slice(i + 1).flatMap((other) => {
        if (one.of === other.of) return [];
        const [a, b] = [seen(one), seen(other)];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return wide > SLACK && high > SLACK ? [`“${one.text}” and “${other.text}”`] : [];
      }),
    );
  });

/** Things on the table that cannot be tapped, since something else lies there even after scrolling to them. */
const buried = (page: Page) =>
  page.locator(".board [data-tap], .below button").evaluateAll((all) =>
    all.flatMap((each) => {
      each.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = each.getBoundingClientRect();
      if (box.width === 0) return [];
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return hit && (each.contains(hit) || hit.contains(each))
        ? []
        : [`${(each as HTMLElement).dataset.tap ?? each.outerHTML}: below ${hit?.outerHTML.slice(0, 80)}`];
    }),
  );

async function expectOrder(page: Page, where: string) {
  await expectNoSidewaysScroll(page);
  expect(await overlaps(page), where).toEqual([]);
  expect(await buried(page), where).toEqual([]);
  expect(await page.locator(".prompt").isVisible(), where).toBe(true);
}

type Look = (where: string) => Promise<void>;

/** Looks at each state on the way to my next turn: time stands still meanwhile. */
async function watchOthers(page: Page, look: Look) {
  for (let i = 1; !(await turnNow(page)); ++i) {
    await putMouseAside(page);
    await look(`${i} before my turn`);
    const before = await page.evaluate(() => window.looks());
    await eventually(page, async () => (await page.evaluate(() => window.looks())) !== before || turnNow(page));
  }
}

async function playAWhile(page: Page, taps: number, look: Look) {
  const lot = lots(3);
  for (let i = 0; i < taps && (await turn(page)) === "ready"; ++i) {
    await putMouseAside(page);
    if (i % 4 === 0) await look(`after ${i} taps`);
    await tapAtOnce(page, lot);
    if (i % 4 === 0) await watchOthers(page, (where) => look(`after ${i + 1} taps, ${where}`));
  }
}

test("all around the tables nothing sticks out, with letters twice as large", async () => {
  const { page, end } = await visit("", { phone: true, letters: 32, calm: true });
  await tourOfTheHouse(page, () => expectNoSidewaysScroll(page));
  await end();
});

test("alive, in teams: with letters twice as large", async () => {
  const manner = { phone: true, letters: 32, calm: true, timeless: true };
  const { page, end } = await visit("#/deal/alive/4/large?teams=yes", manner);
  await sitDown(page, ["person", "easy", "easy", "easy"]);
  await stopTime(page);
  await playAWhile(page, 2, (where) => expectOrder(page, where));
  await end();
});

describe.each(GAMES)("%s", (game) => {
  test.each([360, 1100])("with letters twice as large, %s px wide", async (width) => {
    const manner = { phone: width === 360, width, letters: 32, calm: true, timeless: true };
    const { page, end } = await visit(`#/deal/${game}/3/large`, manner);
    await sitDown(page, ["person", "easy", "easy"]);
    await stopTime(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    await playAWhile(page, 17, (where) => expectOrder(page, where));
    await end();
  });

  test.each([360, 1280])("with long names, %s px wide", async (width) => {
    const names = [
      "Wilhelmina Konstantynopol",
      "세종대왕과집현전학자들의훈민정음해례본이야기들",
      "Maximiliane-Theodora-Luise",
      "WWWWWWWWWWWWWWWWWWWWWWWW",
    ];
    const manner = { phone: width === 360, width, calm: true, timeless: true };
    const { page, end } = await visit(`#/deal/${game}/4/long`, manner);
    await page.waitForSelector(".seats input");
    await page.locator(".seats select").first().selectOption("person");
    for (const [i, name] of names.entries()) {
      if (i > 0) await page.locator(".seats select").nth(i).selectOption("easy");
      await page.locator(".seats input").nth(i).fill(name);
    }
    await page.click("button[type=submit]");
    await page.waitForSelector(".board [data-tap]");
    await stopTime(page);
    await playAWhile(page, 9, async (where) => {
      await expectOrder(page, where);
      for (const name of names.slice(1))
        expect(
          await page.locator(".called").evaluateAll((all) => all.map((each) => each.getAttribute("title"))),
          where,
        ).toContain(name);
    });
    await end();
  });
});
