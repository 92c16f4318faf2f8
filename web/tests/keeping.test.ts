// SPDX-License-Identifier: Apache-2.0
// What was shown has been kept: whatever dies in between, nothing of it is lost and nothing is doubled. A move writes as much
// as any other, and what earlier pages have kept is read.
import { readFileSync } from "node:fs";
import type { BrowserContext } from "playwright-core";
import { expect, test } from "vitest";
import {
  address,
  GAMES,
  type GameName,
  hurry,
  keptRecord,
  lots,
  type Page,
  SHORT,
  sitDown,
  stopTime,
  tapAtOnce,
  turn,
  usePage,
  visit,
} from "./support.ts";

usePage();

/** What this file puts into the page. */
declare global {
  interface Window {
    answers: number;
    written: number[];
  }
}

/** The engine's worker dies instead of giving every so many-th answer: what it was asked for has not happened. */
const killWorkers = (context: BrowserContext, every: number) =>
  context.addInitScript((n) => {
    window.answers = 0;
    window.Worker = class extends Worker {
      override set onmessage(hear: (event: MessageEvent) => void) {
        super.onmessage = (event) => {
          if (!("id" in event.data) || ++window.answers % n !== 0) return hear.call(this, event);
          this.terminate();
          this.dispatchEvent(new ErrorEvent("error", { message: "killed", cancelable: true }));
        };
      }
    };
  }, every);

/** A whole game by fixed lots; the record that is kept of it. */
async function playOn(page: Page, game: GameName): Promise<string> {
  await hurry(page);
  await page.goto(`${address}/${SHORT[game]}`);
  await page.reload();
  await sitDown(page, ["person", "easy"]);
  const lot = lots(4);
  while ((await turn(page)) !== "over") await tapAtOnce(page, lot);
  return keptRecord(page);
}

test.each(GAMES)("a worker that dies again and again changes nothing of a game of %s", async (game) => {
  const quiet = await visit("", { calm: true });
  const record = await playOn(quiet.page, game);
  await quiet.end();
  const { page, context, end } = await visit("", { calm: true, allow: /killed/ });
  await killWorkers(context, 7);
  await page.goto(`${address}/`);
  await page.reload();
  expect(await playOn(page, game)).toBe(record);
  await end();
});

test("a page that is closed between an answer and its keeping has shown nothing of it", async () => {
  const { page, context, end } = await visit("", { calm: true });
  await killWorkers(context, Number.POSITIVE_INFINITY); // it only counts
  await page.goto(`${address}/${SHORT.alive}`);
  await page.reload();
  await sitDown(page, ["person", "person"]);
  await page.locator(".curtain .button").click();
  await turn(page);
  const record = await keptRecord(page);
  const seen = () => page.locator(".board").evaluate((board) => board.textContent);
  const before = await seen();
  const answers = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // Whoever wants to write waits for this one, which never ends.
        indexedDB.open("lifetable").onsuccess = (event) => {
          const { result } = event.target as IDBOpenDBRequest;
          const games = result.transaction(["games", "lines"], "readwrite").objectStore("games");
          const goOn = () => {
            games.count().onsuccess = goOn;
            resolve(window.answers);
          };
          goOn();
        };
      }),
  );
  await page.locator('.board [data-state="ready"]').first().click();
  await page.waitForFunction((n) => window.answers > n, answers);
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  expect(await seen()).toBe(before);
  await page.reload();
  await page.locator(".curtain .button").click();
  await turn(page);
  expect(await seen()).toBe(before);
  expect(await keptRecord(page)).toBe(record);
  await page.locator('.board [data-state="ready"]').first().click();
  await turn(page);
  expect((await keptRecord(page)).startsWith(record)).toBe(true);
  expect((await keptRecord(page)).length).toBeGreaterThan(record.length);
  await end();
});

test("what a bot did meanwhile is shown to who holds the device by then, with nobody else's cards", async () => {
  const { page, end } = await visit("#/deal/cradle/3/e2e", { calm: true, timeless: true });
  await sitDown(page, ["person", "person", "easy"]);
  const own = () => page.locator(".cradle-own").getAttribute("class");
  await stopTime(page);
  await page.locator(".curtain .button").click();
  expect(await own()).toContain("seat-1");
  // All choose at the same time: the bot is asked with the first person's eyes, and the second takes the device before it
  // has been shown.
  const lot = lots(1);
  while ((await turn(page)) !== "curtain") await tapAtOnce(page, lot);
  await page.clock.runFor(300);
  await page.locator(".curtain .button").click();
  for (let skipped = 0; skipped < 20; ++skipped) {
    expect(await own()).toContain("seat-2");
    await page.clock.runFor(200);
  }
  await end();
});

test("a late move writes no more than an early one", async () => {
  const { page, context, end } = await visit("", { calm: true });
  await context.addInitScript(() => {
    window.written = [];
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      window.written.push(JSON.stringify(value).length);
      return put.call(this, value, key);
    };
  });
  await playOn(page, "alive");
  const written = await page.evaluate(() => window.written);
  expect(written.length).toBeGreaterThan(40);
  const late = written.slice(written.length / 2, -1);
  expect(Math.max(...late)).toBeLessThan(1000);
  expect(written.at(-1), "the whole game, once, as it is over").toBeGreaterThan(5000);
  await end();
});

test("games that were kept by the first version of the page are read, and go on", async () => {
  const kept = JSON.parse(readFileSync(new URL("kept/version-1.json", import.meta.url), "utf8"));
  const { page, end } = await visit("licences.txt", { calm: true, allow: /404/ }); // a text has no icon
  await page.evaluate(
    (games) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("lifetable", 1);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore("games", { keyPath: "id" });
          opening.result.createObjectStore("settings");
        };
        opening.onsuccess = () => {
          const change = opening.result.transaction("games", "readwrite");
          for (const game of games) change.objectStore("games").put(game);
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    kept,
  );
  await page.goto(`${address}/`);
  await page.locator(".my-tables a").first().waitFor();
  for (const { id, over, record } of kept) {
    await page.goto(`${address}/#/table/${id}`);
    await page.reload();
    if (over) {
      await page.locator(".result .ranking").waitFor();
      await page.getByText("The deal", { exact: false }).first().waitFor();
      continue;
    }
    expect(await turn(page)).toBe("ready");
    await tapAtOnce(page, lots(1));
    await turn(page);
    const movesOf = (whole: string) => whole.slice(whole.indexOf("\n")); // the first line changes with the result
    const now = movesOf(await keptRecord(page));
    expect(now.startsWith(movesOf(record)), "what was kept is the beginning of what is kept").toBe(true);
    expect(now.length).toBeGreaterThan(movesOf(record).length);
  }
  await end();
});

test("while an older page has the database, the page says so, and goes on once that is closed", async () => {
  const { page, context, end } = await visit("licences.txt", { calm: true, allow: /404/ }); // a text has no icon
  const older = await context.newPage();
  await older.goto(`${address}/licences.txt`);
  await older.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("lifetable", 1);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore("games", { keyPath: "id" });
          opening.result.createObjectStore("settings");
        };
        opening.onsuccess = () => resolve();
      }),
  );
  await page.goto(`${address}/${SHORT.alive}`);
  await sitDown(page, ["person", "easy"]);
  await page.getByRole("alert").getByText("Another tab shows an older version").waitFor();
  await turn(page);
  await older.close();
  await tapAtOnce(page, lots(2));
  await turn(page);
  await tapAtOnce(page, lots(2));
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  expect(await keptRecord(page)).toMatch(/"by":"?1/);
  await end();
});
