#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// Takes the README's pictures of the page from real games: seeded deals, played by what the hint advises.
import { join } from "node:path";
import { atThePage, LAPTOP, PHONE, project } from "../web/tests/chromium.mjs";

const out = (name) => join(project, "docs/pictures", `${name}.jpg`);

const DICE = '.board [data-tap^="die "]';

async function open(browser, address, path, viewport, colorScheme = "light") {
  const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: 2, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${address}/`);
  await page.locator(".settings select").first().selectOption("quick");
  await page.goto(`${address}/${path}`);
  return page;
}

async function take(page, name) {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
  await page.waitForTimeout(800);
  await page.screenshot({ path: out(name), type: "jpeg", quality: 82 });
  console.log(out(name));
}

/** My turn (true), or the end of the game. */
async function myTurn(page) {
  await page.waitForSelector('.board [data-state="ready"], .result', { timeout: 120_000 });
  return (await page.$(".result")) === null;
}

/** Makes moves by the hint's advice, until so many are made or the game is over. */
async function playOn(page, moves) {
  for (let i = 0; i < moves && (await myTurn(page)); ++i) {
    await page.keyboard.press("h");
    const advice = page.locator(".hint .button.main");
    await advice.waitFor();
    await advice.click();
    await advice.waitFor({ state: "detached" });
  }
  return myTurn(page);
}

/** A table at the server, while it gathers and in the middle of a game. */
async function friends(browser, address) {
  const ann = await open(browser, address, "#/", { width: 760, height: 740 });
  await ann.getByRole("button", { name: /Invite friends: Five Alive/ }).click();
  await ann.getByLabel("Your name").fill("Ann");
  await ann.getByRole("button", { name: "Open a table" }).click();
  const link = await ann.locator(".gathering .link input").first().inputValue();
  const bo = await open(browser, address, link.slice(link.indexOf("#")), PHONE);
  await bo.getByLabel("Your name").fill("Bo");
  await bo.getByRole("button", { name: "Sit down" }).click();
  await ann.locator(".places bdi").getByText("Bo", { exact: true }).waitFor();
  await take(ann, "page-gathering");
  for (const seat of [3, 4]) await ann.getByLabel(`Who plays at seat ${seat}`).selectOption("hard");
  await ann.getByRole("button", { name: "Deal the cards" }).click();
  for (let moves = 0; moves < 8; ++moves)
    for (const page of [ann, bo]) {
      const ready = page.locator('.board [data-state="ready"]').first();
      if (await ready.isVisible()) await ready.click();
      await page.waitForTimeout(500);
    }
  await take(ann, "page-online");
}

await atThePage(async (browser, address) => {
  /** After so many moves, and a few more until what must be `shown` is there. */
  const game = async (name, path, viewport, moves, { colorScheme = "light", shown = ".board" } = {}) => {
    const page = await open(browser, address, path, viewport, colorScheme);
    await page.waitForSelector("button[type=submit]");
    await page.click("button[type=submit]");
    await playOn(page, moves);
    while (!(await page.$(shown)) && (await myTurn(page))) await playOn(page, 1);
    await take(page, name);
    return page;
  };
  await take(await open(browser, address, "#/", LAPTOP), "page-home");
  await game("page-cradle", "#/deal/cradle/4/picture", LAPTOP, 5);
  await game("page-alive", "#/deal/alive/4/picture", PHONE, 6);
  await game("page-cv", "#/deal/cv/3/picture", LAPTOP, 24, { shown: DICE });
  await game("page-cradle-phone", "#/deal/cradle/3/picture", PHONE, 4, { colorScheme: "dark" });
  await friends(browser, address);
  const cv = await game("page-cv-phone", "#/deal/cv/3/phone", PHONE, 14, { shown: DICE });
  await playOn(cv, 400);
  await cv.waitForSelector(".result svg");
  await take(cv, "page-result");
});
