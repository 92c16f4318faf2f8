// SPDX-License-Identifier: Apache-2.0
// After a game: how it went on a small screen, and its replay with anybody's eyes.

import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { lots, type Page, playToTheEnd, sitDown, tapAtOnce, usePage, visit } from "./support.ts";

usePage();

/** A whole game against bots on a phone, to its result. */
async function playOut(deal: string, players: number) {
  const guest = await visit(`#/deal/${deal}`, { phone: true, calm: true, timeless: true });
  await sitDown(guest.page, ["person", ...Array<string>(players - 1).fill("easy")]);
  const lot = lots(4);
  await playToTheEnd(guest.page, () => tapAtOnce(guest.page, lot));
  await guest.page.locator(".result section").locator("table, svg").first().waitFor({ state: "attached" });
  return guest;
}

const boxes = (things: Locator) =>
  things.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
const meet = (a: DOMRect, b: DOMRect) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

/** How much room the words in a choice have, and need. */
const room = (page: Page) =>
  page.locator(".eyes select").evaluate((select: HTMLSelectElement) => {
    const words = document.createElement("span");
    words.textContent = select.selectedOptions[0]?.textContent ?? "";
    words.style.cssText = `position: absolute; white-space: nowrap; font: ${getComputedStyle(select).font}`;
    document.body.append(words);
    const needs = words.getBoundingClientRect().width;
    words.remove();
    const { paddingLeft, paddingRight } = getComputedStyle(select);
    const ARROW = 16; // px
    return {
      needs,
      has: select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - ARROW,
    };
  });

test("with anybody's eyes the seat in front is whole, and everybody has one name", async () => {
  const { page, end } = await playOut("cradle/3/eyes?rounds=1", 3);
  await page.getByRole("link", { name: /replay/i }).click();
  await page.waitForSelector(".timeline");
  for (let i = 0; i < 6; ++i) await page.keyboard.press("ArrowRight");
  const eyes = page.locator(".eyes select");
  for (const seat of ["0", "2", "0", "3", "1"]) {
    await eyes.selectOption(seat);
    await page.locator("main:not([data-busy])").waitFor();
    const [own] = await boxes(page.locator(".cradle-own"));
    expect(own?.width, `the seat in front, with the eyes of ${seat}`).toBeGreaterThan(320);
    for (const card of await boxes(page.locator(".cradle-hand [data-tap], .cradle-own [data-tap]"))) {
      expect(card.left).toBeGreaterThanOrEqual(0);
      expect(card.right).toBeLessThanOrEqual(360);
    }
    const [picture] = await boxes(page.locator(".cradle-own .cradle-life"));
    for (const card of await boxes(page.locator(".cradle-own .cradle-pile, .cradle-own .cradle-down")))
      expect(meet(card, picture as DOMRect), "a card on the picture").toBe(false);
    const listed = (await eyes.locator("option").allTextContents()).slice(1);
    expect(listed[0]).toBe("You");
    expect((await page.locator(".cradle .called").allTextContents()).sort()).toEqual(listed.sort());
    const { needs, has } = await room(page);
    expect(has, "room for whose eyes they are").toBeGreaterThanOrEqual(needs);
  }
  await eyes.selectOption("0");
  const told = new Set<string>();
  for (let i = 0; i < 8; ++i) {
    told.add((await page.locator(".prompt").textContent()) ?? "");
    await page.keyboard.press("ArrowLeft");
    await page.locator("main:not([data-busy])").waitFor();
  }
  expect([...told].join(" ")).toMatch(/You have chosen a starting age/);
  await end();
});

test("Cradle to Grave: what was written down lies on nothing, and sums take one line", async () => {
  const { page, end } = await playOut("cradle/4/sums?rounds=5", 4);
  const numbers = await boxes(page.locator(".cradle-end"));
  const marks = await boxes(page.locator(".cradle-mark circle"));
  expect(numbers.length).toBe(20);
  expect(marks.length).toBeGreaterThan(4);
  for (const number of numbers) expect(marks.filter((mark) => meet(number, mark))).toEqual([]);
  await page.getByRole("button", { name: "Look at the table" }).click();
  const sums = page.locator(".cradle-penalties");
  expect(await sums.count()).toBe(4);
  for (const { height } of await boxes(sums)) expect(height).toBeLessThan(24);
  await end();
});

test("CV: the shapes at the end of the lines are whole", async () => {
  const { page, end } = await playOut("cv/2/e2e", 2);
  const [chart] = await boxes(page.locator(".cv-chart"));
  expect(await page.locator(".cv-chart svg").count(), "drawings in it, which would cut off what is in them").toBe(0);
  const shapes = page.locator(".cv-chart [class*=seat-]:not(.cv-line)");
  expect(await shapes.count()).toBe(2);
  for (const shape of await boxes(shapes)) {
    expect(shape.width / shape.height, "as wide as high").toBeCloseTo(1, 0);
    expect(shape.width).toBeLessThan(14);
    expect(shape.bottom).toBeLessThanOrEqual(chart?.bottom ?? 0);
  }
  await end();
});
