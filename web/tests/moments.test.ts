// SPDX-License-Identifier: Apache-2.0
// The hundred check is a moment of suspense: whatever depends on the card (what is told, ages, the curtain, bots, the
// result) waits until it has turned over, or somebody has seen enough.
import { expect, test } from "vitest";
import {
  act,
  eventually,
  GAMES,
  keptRecord,
  type Page,
  ready,
  readyThing,
  SHORT,
  sitDown,
  stopTime,
  tap,
  turn,
  usePage,
  visit,
} from "./support.ts";

usePage();

/** Deals in which the first player can begin at 94 and is safe, or at 98 and is not; and what both lay for that. */
const SAFE = { seed: "moment-27", lay: ["card 9", "card 4"], other: ["card 1", "card 2"] };
const OVER = { seed: "moment-5", lay: ["card 9", "card 8"], other: ["card 3", "card 3"] };
const CHECK = /Hundred check/;
const SUSPENSE = /old enough: the hundred check!/;

/** What was to be seen, whenever it changed. */
interface Glimpse {
  prompt: string;
  log: string;
  hand: string;
  screen: "table" | "curtain" | "result";
  /** What is written at the figures at the end of a round. */
  wrote: string;
  /** How much of the time that the card takes to turn over has passed by the page's clock, from 0; -1: there is none. */
  turned: number;
}

/** Notes down from now on what is to be seen, in the page itself: nothing is missed. */
async function watch(page: Page): Promise<() => Promise<Glimpse[]>> {
  await page.evaluate(() => {
    const seen: Glimpse[] = [];
    const text = (selector: string) => document.querySelector(selector)?.textContent ?? "";
    let turning: { since: number; length: number } | undefined;
    const turned = (flip: Element | null) => {
      if (!flip) turning = undefined;
      else
        turning ??= {
          since: performance.now(),
          length: Number(flip.getAnimations()[0]?.effect?.getComputedTiming().endTime),
        };
      return turning ? (performance.now() - turning.since) / turning.length : -1;
    };
    const look = () => {
      const flip = document.querySelector(".cradle-slowly .cradle-flip");
      const now: Glimpse = {
        prompt: text(".prompt"),
        log: text("[role=log]"),
        hand: [...document.querySelectorAll<HTMLElement>("[data-digit]")].map((card) => card.dataset.tap).join(),
        screen: document.querySelector(".curtain") ? "curtain" : document.querySelector(".result") ? "result" : "table",
        wrote: [...document.querySelectorAll<HTMLElement>(".cradle-wrote")].map((sign) => sign.dataset.sign).join(),
        turned: turned(flip),
      };
      const last = seen.at(-1);
      if (!last || ["prompt", "log", "hand", "screen", "wrote"].some((key) => last[key as "log"] !== now[key as "log"]))
        seen.push(now);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { seen });
  });
  return () => page.evaluate(() => (window as unknown as { seen: Glimpse[] }).seen);
}

const lift = async (page: Page) => {
  await page.getByRole("button", { name: /show my cards/ }).tap();
  await page.waitForSelector(".board [data-tap]");
};
const lay = async (page: Page, cards: readonly string[]) => {
  for (const card of cards) await tap(page, readyThing(page, card), "finger");
};
/** Waits until something is there, and skips the time until then. */
const come = (page: Page, what: string) => eventually(page, async () => (await page.locator(what).count()) > 0);

/** Two people at one phone; the second has just chosen an age, and the first, who is old, begins with a hundred check. */
async function comeToCheck(deal: typeof SAFE, calm = false, rounds = 1) {
  const guest = await visit(`#/deal/cradle/2/${deal.seed}?rounds=${rounds}`, { phone: true, calm, timeless: true });
  const { page } = guest;
  await sitDown(page, ["person", "person"]);
  await stopTime(page);
  await lift(page);
  await lay(page, deal.lay);
  await page.waitForSelector(".curtain");
  await lift(page);
  await turn(page);
  const hand = await page
    .locator("[data-digit]")
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.tap ?? ""));
  const seen = await watch(page);
  const kept = (await keptRecord(page)).length;
  await lay(page, deal.other);
  return { ...guest, seen, hand, kept };
}

test("around one phone the card turns over, then it is told, and then the curtain falls", async () => {
  const { page, end, seen, hand } = await comeToCheck(SAFE);
  await come(page, ".curtain");
  const all = await seen();
  const waiting = all.filter(({ prompt }) => SUSPENSE.test(prompt));
  expect(waiting.length).toBeGreaterThan(0);
  for (const { log, screen } of waiting) {
    expect(log).not.toMatch(CHECK);
    expect(screen).toBe("table");
  }
  const told = all.findIndex(({ log }) => CHECK.test(log));
  expect(all[told]?.screen).toBe("table");
  expect(all[told]?.turned, "the card lies face up when it is told").toBeGreaterThan(0.8);
  expect(all.at(-1)?.screen).toBe("curtain");
  // All the time there was no card on the screen but those of who holds the phone.
  for (const each of all)
    for (const card of each.hand.split(",").filter(Boolean)) expect(hand, "the own hand").toContain(card);
  await end();
});

test.each(["a tap", "Enter", "the space bar"])("%s skips it: the curtain falls, and stays down", async (how) => {
  const { page, end } = await comeToCheck(SAFE);
  await page.waitForSelector(".cradle-slowly");
  if (how === "a tap")
    await page.touchscreen.tap(180, 430); // where the curtain's button will be
  else {
    await page.locator(".board [data-digit]").first().focus();
    await page.keyboard.press(how === "Enter" ? "Enter" : " ");
  }
  await page.waitForSelector(".curtain");
  await page.clock.runFor(10_000);
  expect(await page.locator(".curtain").count(), "it was not lifted by what skipped").toBe(1);
  expect(await page.locator("[data-tap], [role=log]").count()).toBe(0);
  await lift(page);
  expect(await page.locator("[role=log]").textContent()).toMatch(CHECK);
  await end();
});

test("for whoever wants nothing to move, it is told at once", async () => {
  const { page, end, seen } = await comeToCheck(SAFE, true);
  await page.waitForSelector(".curtain");
  expect((await seen()).filter(({ prompt }) => SUSPENSE.test(prompt))).toEqual([]);
  await end();
});

test("the result of the game waits for the card as well", async () => {
  const { page, end, seen } = await comeToCheck(OVER);
  await come(page, ".result");
  const all = await seen();
  const suspense = all.findIndex(({ prompt }) => SUSPENSE.test(prompt));
  const told = all.findIndex(({ log }) => CHECK.test(log));
  expect(suspense).toBeGreaterThanOrEqual(0);
  expect(told).toBeGreaterThan(suspense);
  expect(all[told]?.turned).toBeGreaterThan(0.8);
  expect(all.findIndex(({ screen }) => screen === "result")).toBeGreaterThan(told);
  await end();
});

test("a move is kept before its moment is over: a reload in it loses nothing", async () => {
  const { page, end, kept } = await comeToCheck(SAFE);
  await page.waitForSelector(".cradle-slowly");
  await expect.poll(() => keptRecord(page).then(({ length }) => length)).toBeGreaterThan(kept);
  await page.reload();
  await page.waitForSelector(".curtain");
  await lift(page);
  expect(await page.locator("[role=log]").textContent()).toMatch(CHECK);
  await end();
});

test("bots wait for it, and then go on", async () => {
  const { page, end } = await visit(`#/deal/cradle/2/${OVER.seed}?rounds=2`, { timeless: true });
  await sitDown(page, ["person", "easy"]);
  await stopTime(page);
  const seen = await watch(page);
  for (const card of OVER.lay) await tap(page, readyThing(page, card));
  const botActs = /Round 2 begins.*has chosen a starting age/;
  await eventually(page, async () => botActs.test((await page.locator("[role=log]").textContent()) ?? ""));
  const all = await seen();
  expect(all.some(({ prompt }) => SUSPENSE.test(prompt))).toBe(true);
  const told = all.find(({ log }) => /Round 2 begins/.test(log));
  expect(told?.turned).toBeGreaterThan(0.8);
  expect(told?.log).not.toMatch(botActs);
  await end();
});

test("nothing explains itself to a mouse while a card turns over", async () => {
  const { page, end } = await visit(`#/deal/cradle/2/${OVER.seed}?rounds=2`, { timeless: true });
  await sitDown(page, ["person", "easy"]);
  await stopTime(page);
  for (const card of OVER.lay) await tap(page, readyThing(page, card));
  await come(page, ".cradle-slowly");
  const card = page.locator(".board [data-digit]").first();
  const note = page.locator(".explanation");
  await card.hover({ force: true });
  await page.clock.runFor(1000);
  expect(await page.locator(".cradle-slowly").count()).toBe(1);
  expect(await note.count()).toBe(0);
  await eventually(page, async () => (await page.locator(".cradle-slowly").count()) === 0);
  await page.mouse.move(2, 2);
  await card.hover({ force: true });
  await page.clock.runFor(1000);
  await note.waitFor();
  await end();
});

test("the lesson does not show how it ends while the card turns over", async () => {
  const { page, end } = await visit("#/guide/cradle", { timeless: true });
  const goOn = page.getByRole("button", { name: "Go on" });
  await page.locator(".board [data-tap]").first().waitFor();
  await stopTime(page);
  const seen = await watch(page);
  for (;;) {
    const note = await eventually(page, async () => {
      if (await page.locator("main[data-busy]").count()) return undefined;
      const asked = (await goOn.isVisible()) || (await ready(page).count()) > 0;
      return asked && ((await page.locator(".prompt").textContent()) ?? "");
    });
    if (/39, that is still young/.test(note)) break;
    if (await goOn.isVisible()) await act(page, () => goOn.click());
    else await tap(page, ready(page).first());
  }
  await come(page, ".cradle-wrote");
  const end101 = (await seen()).find(({ wrote }) => wrote !== "");
  expect(end101?.wrote).toBe("+101,+39");
  expect(end101?.turned).toBeGreaterThan(0.8);
  await end();
});

test("a replay shows it, too, and goes on by itself", async () => {
  const { page, end } = await comeToCheck(OVER);
  await come(page, ".result");
  await page.getByRole("link", { name: /replay/i }).click();
  await page.waitForSelector(".timeline");
  const seen = await watch(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await eventually(page, () => page.getByRole("button", { name: "Play", exact: true }).isVisible()); // it has ended
  const all = await seen();
  const suspense = all.findIndex(({ prompt }) => SUSPENSE.test(prompt));
  expect(suspense).toBeGreaterThanOrEqual(0);
  expect(all[suspense + 1]?.prompt).toMatch(CHECK);
  expect(all[suspense + 1]?.turned).toBeGreaterThan(0.8);
  await end();
});

test.each(GAMES)("%s: who lifts the curtain stands at the prompt, one arrow from what can be tapped", async (game) => {
  const { page, end } = await visit(SHORT[game], { phone: true });
  await sitDown(page, ["person", "person"]);
  await lift(page);
  await page.waitForFunction(() => document.activeElement?.matches(".prompt"));
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.state)).toBe("ready");
  await end();
});
