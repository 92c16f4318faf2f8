// SPDX-License-Identifier: Apache-2.0
// Windows over a screen, notes beside things, and where the focus goes.
import { expect, test } from "vitest";
import { readyThing, sitDown, stopTime, turn, usePage, visit } from "./support.ts";

usePage();

type Page = Awaited<ReturnType<typeof visit>>["page"];
const shown = (page: Page) => page.locator("dialog[open]");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
const gone = (page: Page) => shown(page).waitFor({ state: "detached" });

test("Back and Esc close a window, stay on the screen, and give the focus back", async () => {
  const { page, end } = await visit();
  const invite = page.getByRole("button", { name: "Invite friends: CV" });
  for (const close of [() => page.goBack(), () => page.keyboard.press("Escape")]) {
    await invite.click();
    await shown(page).waitFor();
    await close();
    await gone(page);
    expect(await focused(page)).toBe("Invite friends: CV");
    expect(await page.locator(".tile").count()).toBe(3);
    await page.waitForFunction(() => history.state === null);
  }
  await invite.click();
  await page.getByRole("button", { name: "Choose who plays" }).click();
  await page.waitForSelector(".seats");
  await page.goBack();
  await page.waitForSelector(".tile");
  expect(await shown(page).count()).toBe(0);
  await end();
});

test("a whole CV keeps keys and focus to itself; a window opened right after another stays", async () => {
  const { page, end } = await visit("", { calm: true });
  await page.getByRole("button", { name: "Play now: CV" }).click();
  await turn(page);
  const tab = page.locator(".cv-tab").first();
  await tab.click();
  await shown(page).waitFor();
  await page.keyboard.press("1");
  for (let i = 0; i < 5; ++i) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest(".board button:not(dialog *)"))).toBe(null);
  }
  expect(await page.locator('[data-state="ready"]').count()).toBe(3); // nothing was kept behind it
  await page.goBack();
  await gone(page);
  expect(await tab.evaluate((each) => each === document.activeElement)).toBe(true);
  await page.keyboard.press("?");
  await shown(page).waitFor();
  await page.evaluate(() => addEventListener("popstate", () => document.body.setAttribute("data-back", "")));
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  await page.locator("body[data-back]").waitFor(); // the way back in the history takes a moment
  expect(await page.locator("dialog[open] .moves").count()).toBe(1);
  await end();
});

test("licences of what others have made are one tap from the first screen", async () => {
  const { page, end } = await visit();
  const link = page.locator('a[href="licences.txt"]');
  await link.waitFor();
  const answer = await page.request.get(await link.evaluate((each) => (each as HTMLAnchorElement).href));
  expect(answer.headers()["content-type"]).toMatch(/^text\/plain/);
  const text = await answer.text();
  for (const part of [
    "Apache License 2.0",
    "Fraunces Project Authors",
    "Nunito Project Authors",
    "SIL OPEN FONT LICENSE",
    "Ryan Carniato",
    "Victor Zverovich",
    "Boost Software License",
    "Rich Felker",
    "LLVM Exceptions",
  ])
    expect(text).toContain(part);
  await end();
});

test("there is one note at a time, and a clause in it opens the rule", async () => {
  const { page, end } = await visit("", { calm: true });
  await page.getByRole("button", { name: "Play now: CV" }).click();
  await turn(page);
  const goals = page.locator(".cv-goal");
  await goals.nth(0).focus();
  await page.keyboard.press("Tab");
  await page.locator(".explanation").waitFor();
  // The note lies above or below its goal, as there is room: one of the two beside it is free.
  const note = await page.locator(".explanation").boundingBox();
  const first = await goals.nth(0).boundingBox();
  await goals.nth(note && first && note.y < first.y + first.height ? 2 : 0).hover();
  expect(await page.locator(".explanation").count()).toBe(1);
  const clause = page.locator(".explanation .clause").first();
  const id = await clause.textContent();
  await clause.click();
  await page.locator("dialog[open] .cited").waitFor();
  expect(await page.locator("dialog[open] .cited .clause").textContent()).toBe(id);
  await page.goBack();
  await gone(page);
  expect(page.url()).toContain("#/table/");
  await end();
});

test("a card explains itself to a mouse that was moved there, not to one below which it has come to lie", async () => {
  const { page, end } = await visit("#/deal/alive/2/bomb-3", { calm: true, timeless: true });
  await sitDown(page, ["person", "easy"]);
  await turn(page);
  const note = page.locator(".explanation");
  const hand = page.locator(".board [data-digit]");
  const cards = await hand.count();
  const middle = await readyThing(page, "card 6").boundingBox();
  if (!middle) throw new Error("there is no 6");
  const at = { x: middle.x + middle.width / 2, y: middle.y + middle.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction((n) => document.querySelectorAll(".board [data-digit]").length < n, cards);
  await turn(page);
  await stopTime(page);
  await page.locator(".board [data-digit]:hover").waitFor(); // the browser has noticed what lies below the mouse
  await page.mouse.move(at.x + 2, at.y); // no hand is quite still
  await page.clock.runFor(2000);
  expect(await note.count()).toBe(0);
  await page.mouse.move(at.x + 2, at.y + 20, { steps: 4 });
  await page.clock.runFor(100);
  expect(await note.count(), "not in passing").toBe(0);
  await page.clock.runFor(1000);
  await note.waitFor();
  await end();
});
