// SPDX-License-Identifier: Apache-2.0
// A walk through all screens that finds its way by what is there, not by what is written there; whoever walks looks at each.
import { expect } from "vitest";
import {
  address,
  type GameName,
  lots,
  openAll,
  type Page,
  playShort,
  SHORT,
  sitDown,
  tapAtOnce,
  turn,
} from "./support.ts";

export type Look = (where: string) => Promise<void>;

/** Home, invitation, set-up, rules, and a place that is not there. */
export async function tourOfTheHouse(page: Page, look: Look): Promise<void> {
  await page.waitForSelector(".tile");
  await look("home");
  await page.click('.tile[data-game="cv"] .tile-buttons .button:not(.main)');
  await page.waitForSelector("dialog[open] form button");
  await openAll(page);
  await page.locator(".link input").waitFor();
  await look("invitation");
  for (const [path, sign] of [
    ["#/new/alive", ".seats"],
    ["#/new/cv", ".seats"],
    ["#/invite/cradle", ".seats"],
    ["#/deal/cradle/4/abc", ".seats"],
    ["#/rules/cradle", ".clause-text"],
    ["#/rules/alive", ".clause-text"],
    ["#/rules/cv", ".clause-text"],
    ["#/deal/nothing", ".notice"],
    ["#/table/nothing-here", ".notice"],
  ] as const) {
    await page.goto(`${address}/${path}`);
    await page.waitForSelector(sign);
    await openAll(page);
    await look(path);
  }
}

/** A window over the table: opened, looked at, and closed. */
async function window(page: Page, open: () => Promise<void>, look: () => Promise<void>) {
  await open();
  await page.waitForSelector("dialog[open]");
  await look();
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
}

async function lookAtHelp(page: Page, look: Look) {
  for (const [key, what] of [
    ["?", "help"],
    ["m", "moves"],
    ["r", "rules"],
  ] as const)
    await window(
      page,
      () => page.keyboard.press(key),
      () => look(what),
    );
  await window(
    page,
    () => page.click(".below .log .icon-button"),
    () => look("log"),
  );
  await page.keyboard.press("h");
  await page.locator(".hint-best").waitFor();
  await openAll(page.locator(".hint"));
  await look("hint");
  await page.keyboard.press("Escape");
}

/** What a face itself can open, if there is something: a whole CV, the cards that were played. */
async function lookCloser(page: Page, look: Look): Promise<boolean> {
  const windows = page.locator(".cv-tab:visible, .alive-fold-button:visible");
  for (const more of await windows.all())
    await window(
      page,
      () => more.click(),
      () => look("a window of the face"),
    );
  const discards = page.locator(".cradle-discards summary");
  if ((await discards.count()) === 0) return (await windows.count()) > 0;
  await discards.click();
  await look("discards");
  await discards.click();
  return true;
}

/** Taps what cannot be tapped now, if there is something: the table says why. */
async function lookAtRefusal(page: Page, look: Look): Promise<boolean> {
  await page.keyboard.press("Escape"); // nothing is chosen
  const idle = page.locator('.board [data-tap][data-state="idle"]');
  if ((await idle.count()) === 0) return false;
  await idle.first().evaluate((each) => (each as HTMLElement).click());
  await page.locator(".refused").waitFor();
  await look("refusal");
  return true;
}

/** A whole short game, with all that can be opened on the way; its result, its replay; the lesson; and a curtain. */
export async function tourOfAGame(page: Page, game: GameName, look: Look): Promise<void> {
  await playShort(page, game);
  const lot = lots(8);
  let closer = false;
  let refused = false;
  for (let taps = 0; (await turn(page)) === "ready" && taps < 1500; ++taps) {
    if (taps % 12 === 0 && taps < 60) await look(`table after ${taps} taps`);
    if (taps === 2) await lookAtHelp(page, look);
    refused ||= taps > 2 && (await lookAtRefusal(page, look));
    closer ||= taps > 5 && (await lookCloser(page, look));
    await tapAtOnce(page, lot);
  }
  expect([closer, refused]).toEqual([true, true]);
  await page.locator(".result section").locator("table, svg").first().waitFor({ state: "attached" });
  await openAll(page);
  await look("result");
  const replay = page.locator('.result a[href^="#/replay"]');
  await replay.click();
  await page.waitForSelector(".timeline");
  for (let i = 0; i < 5; ++i) await page.keyboard.press("ArrowRight");
  await page.locator("main:not([data-busy]) .board section").first().waitFor();
  await look("replay");
  await page.goto(`${address}/#/guide/${game}`);
  await page.waitForSelector(".guide-note");
  await page.locator(".board [data-tap]").first().waitFor();
  await look("lesson");
  await page.goto(`${address}/`);
  await page.locator(".my-tables a").first().waitFor();
  await look("home with tables");
  await page.goto(`${address}/${SHORT[game]}`);
  await sitDown(page, ["person", "person"]);
  await page.waitForSelector(".curtain");
  await look("curtain");
}
