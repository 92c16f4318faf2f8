// SPDX-License-Identifier: Apache-2.0
// A real browser at the built page, served by the real program. Whatever the browser complains about fails a test: errors,
// refusals of the content security policy, things that stick out at the side.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { HANG, LAPTOP, openChromium, PHONE, servePage } from "./chromium.mjs";

export type { Page };

export const GAMES = ["cradle", "alive", "cv"] as const;
export type GameName = (typeof GAMES)[number];

/** Short games of two, so that a whole one is played in a minute: what options a deal's link has for it. */
export const SHORT: Record<GameName, string> = {
  cradle: "#/deal/cradle/2/e2e?rounds=1",
  alive: "#/deal/alive/2/e2e?sudden=yes",
  cv: "#/deal/cv/2/e2e",
};

let browser: Browser;
export let address = "";
export let stopServer: () => Promise<void>;

/** Starts program and browser for all tests of a file. */
export function usePage(...serving: string[]) {
  beforeAll(async () => {
    ({ address, stop: stopServer } = await servePage(serving));
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await stopServer?.();
  });
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** The address at which this visitor finds the page. */
  home: string;
  /** What the browser complained about. */
  complaints: string[];
  end(): Promise<void>;
}

export interface Manner {
  phone?: boolean;
  dark?: boolean;
  calm?: boolean;
  /** Expected complaints. */
  allow?: RegExp;
  /** A file of texts in place of English. */
  texts?: string;
  width?: number;
  /** The size of letters that the reader has chosen in the browser; usually 16 px. */
  letters?: number;
  /** Time is the test's own: whenever it waits for its turn, it skips what only takes time (bots' pauses, moments). */
  timeless?: boolean;
  /** Another name of this machine, by which the visitor finds the page: not a secure context, unlike localhost. */
  host?: string;
}

const timeless = new WeakSet<Page>();
const A_WHILE = 500; // ms that are skipped at once

/** A fresh visitor, without anything kept from before. */
export async function visit(path = "", manner: Manner = {}): Promise<Visit> {
  const size = manner.phone ? PHONE : LAPTOP;
  const flags = [
    ...(manner.letters ? [`--blink-settings=defaultFontSize=${manner.letters}`] : []),
    ...(manner.host ? [`--host-resolver-rules=MAP ${manner.host} 127.0.0.1`] : []),
  ];
  const own = flags.length > 0 ? await openChromium(flags) : undefined;
  const home = manner.host ? address.replace(/(?<=\/\/)[\w.]+/, manner.host) : address;
  const context = await (own ?? browser).newContext({
    viewport: { ...size, width: manner.width ?? size.width },
    serviceWorkers: manner.texts ? "block" : "allow", // which would bring its own texts
    hasTouch: manner.phone ?? false,
    isMobile: manner.phone ?? false,
    colorScheme: manner.dark ? "dark" : "light",
    reducedMotion: manner.calm ? "reduce" : "no-preference",
  });
  if (manner.texts) await context.route("**/en-*.txt", (route) => route.fulfill({ body: manner.texts }));
  context.setDefaultTimeout(HANG);
  await context.addInitScript(addLooks);
  if (manner.timeless) await context.clock.install();
  const page = await context.newPage();
  if (manner.timeless) timeless.add(page);
  const complaints: string[] = [];
  const complain = (text: string) => manner.allow?.test(text) || complaints.push(text);
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complain(message.text()));
  page.on("pageerror", (error) => complain(error.message));
  await page.goto(`${home}/${path}`);
  return {
    page,
    context,
    home,
    complaints,
    async end() {
      await context.close();
      await own?.close();
      expect(complaints).toEqual([]);
    },
  };
}

// ---- What the browser keeps ---------------------------------------------------------------------------------

/** The record of the game that was kept last, in this browser's database. */
export const keptRecord = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("lifetable");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const kept = opening.result.transaction(["games", "lines"]);
          const games = kept.objectStore("games").getAll();
          games.onsuccess = () => {
            const [game] = games.result.sort((one, other) => other.changed - one.changed);
            const lines = kept.objectStore("lines").getAll(IDBKeyRange.bound([game.id, 0], [game.id, 1e9]));
            lines.onsuccess = () => {
              opening.result.close();
              resolve(game.record + lines.result.join(""));
            };
          };
        };
      }),
  );

// ---- At the table -----------------------------------------------------------------------------------------

export const ready = (page: Page): Locator => page.locator('.board [data-state="ready"]');

/** The thing of this name that can be tapped now; of equal cards the first. */
export const readyThing = (page: Page, tap: string): Locator =>
  page.locator(`.board [data-tap="${tap}"][data-state="ready"]`).first();

/** Sits down at a deal: whoever sits at each seat ("person", "easy"…); the first is me. */
export async function sitDown(page: Page, players: readonly string[]): Promise<void> {
  await page.waitForSelector("button[type=submit]");
  const seats = page.locator(".seats select");
  for (const [i, player] of players.entries()) await seats.nth(i).selectOption(player);
  await page.click("button[type=submit]");
  await page.waitForSelector(".board [data-tap], .curtain");
}

/** Bots play as fast as people can choose that they do. */
export async function hurry(page: Page): Promise<void> {
  await page.waitForSelector(".panel select");
  await page.locator(".settings select").first().selectOption("quick");
}

/** A short game against an easy bot. */
export async function playShort(page: Page, game: GameName): Promise<void> {
  await page.goto(`${address}/${SHORT[game]}`);
  await sitDown(page, ["person", "easy"]);
}

export type Turn = "ready" | "over" | "curtain";

/** Whether something can be tapped, or the game is over; undefined while what is shown will still change by itself. */
export const turnNow = (page: Page) =>
  page.evaluate((): Turn | undefined => {
    if (document.querySelector(".curtain")) return "curtain";
    if (document.querySelector("main[data-busy]")) return undefined;
    if (document.querySelector(".result")) return "over";
    return document.querySelector('.board [data-state="ready"]') ? "ready" : undefined;
  });

/** Waits until something can be tapped, or the game is over. Then nothing more happens by itself: bots have acted, all is
 *  seen, and kept. Only at a server's table others may still act. */
export async function turn(page: Page): Promise<Turn> {
  return eventually(page, () => turnNow(page));
}

/** From now on nothing happens by itself until the test waits for something by `turn` or `eventually`; for `timeless` visits. */
export const stopTime = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 3_600_000);

/** Waits until something is so, and gives it back; in a visit whose time is the test's own, time is skipped meanwhile. */
export async function eventually<T>(page: Page, look: () => Promise<T | undefined | false>): Promise<T> {
  for (const end = Date.now() + HANG; Date.now() < end; ) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (timeless.has(page)) await page.clock.runFor(A_WHILE);
    else await new Promise((soon) => setTimeout(soon, 20));
  }
  // Whoever reads of it wants to know what everybody was waiting for.
  throw new Error(`waited in vain; the page:\n${await page.locator("body").ariaSnapshot()}`);
}

/** Numbers between 0 and 1, the same in every run. */
export function lots(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export async function tapNames(page: Page): Promise<string[]> {
  return ready(page).evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.tap ?? ""));
}

/** Which of what is ready to tap; seldom a die, so that a turn does not consist of choosing dice for ever. */
export function pick(names: readonly string[], lot: () => number): number {
  const sensible = names.flatMap((name, i) => (name.startsWith("die ") ? [] : [i]));
  const among = sensible.length > 0 && lot() < 0.8 ? sensible : names.map((_, i) => i);
  return among[Math.floor(lot() * among.length)] ?? 0;
}

declare global {
  interface Window {
    /** All of the table that a tap may change. */
    looks(): string;
  }
}

/** What `Window.looks` is, in every page of a visit. */
function addLooks() {
  window.looks = () => {
    const things = [...document.querySelectorAll<HTMLElement>("main [data-tap]")];
    const texts = [...document.querySelectorAll(".prompt, [role=log], .curtain, .result")];
    return [
      ...things.map(({ dataset }) => `${dataset.tap} ${dataset.state}`),
      ...texts.map((each) => each.textContent),
    ].join("\n");
  };
}

/** Does something at the table, and waits until the table shows that it was done. */
export async function act(page: Page, how: () => Promise<unknown>): Promise<void> {
  const before = await page.evaluate(() => window.looks());
  await how();
  await page.waitForFunction((was) => window.looks() !== was, before);
}

export type Hand = "mouse" | "finger";

/** Taps a thing, as a person does: nothing may lie on it, and something must come of it. */
export async function tap(page: Page, thing: Locator, by: Hand = "mouse"): Promise<void> {
  if (by === "mouse") await putMouseAside(page);
  await act(page, () => (by === "finger" ? thing.tap() : thing.click()));
}

/** What a thing under the mouse, or with the focus, says of itself lies over others; a moment later it does no more. */
export async function putMouseAside(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  if (timeless.has(page)) await page.clock.runFor(300); // less than any bot's pause
  await page.locator(".explanation").waitFor({ state: "detached" });
}

/** Taps something that is ready, in one go with the look at what is: for tables where others may act at any time. False if
 *  there was nothing to tap. Nobody looks whether a finger could reach it: other tests play by mouse and touch. */
export async function tapAtOnce(page: Page, lot: () => number, first = /^$/): Promise<boolean> {
  const came = await page.evaluate(
    ({ sense, which, preferred }) => {
      const isBusy = () => document.querySelector("main[data-busy]") !== null;
      const all = [...document.querySelectorAll<HTMLElement>('.board [data-state="ready"]')];
      if (isBusy() || all.length === 0) return "nothing to tap";
      const name = (thing: HTMLElement) => thing.dataset.tap ?? "";
      const best = all.filter((thing) => new RegExp(preferred).test(name(thing)));
      const sensible = all.filter((thing) => !name(thing).startsWith("die "));
      const among = best.length > 0 ? best : sensible.length > 0 && sense < 0.8 ? sensible : all;
      const before = window.looks();
      among[Math.floor(which * among.length)]?.click();
      return isBusy() || window.looks() !== before ? "something" : "nothing of it";
    },
    { sense: lot(), which: lot(), preferred: first.source },
  );
  expect(came, "what comes of a tap").not.toBe("nothing of it");
  return came === "something";
}

/** Taps something that is ready; to be called when it is one's turn, and nobody else can act. */
export async function tapSomething(page: Page, lot: () => number, by: Hand = "mouse"): Promise<void> {
  await tap(page, ready(page).nth(pick(await tapNames(page), lot)), by);
}

/** Nothing sticks out at the side of the page. Not compared with innerWidth, which grows along on a phone. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sticksOut = await page.evaluate((width) => {
    const all = document.scrollingElement?.scrollWidth ?? 0;
    const isOut = (each: Element) => {
      const { left, right } = each.getBoundingClientRect();
      return right > width + 0.5 || left < -0.5;
    };
    const scrolls = (each: Element | null): boolean =>
      each !== null && (/auto|scroll/.test(getComputedStyle(each).overflowX) || scrolls(each.parentElement));
    // What is hidden beyond the edge makes nothing scroll, and nobody reaches it. What is on its way comes in or goes out.
    const moving = document.getAnimations().flatMap(({ effect }) => (effect as KeyframeEffect).target ?? []);
    const lost = [...document.querySelectorAll("button, a[href], summary, input, select")].filter(
      (each) =>
        each.checkVisibility({ visibilityProperty: true }) &&
        isOut(each) &&
        !scrolls(each) &&
        !moving.some((target) => target.contains(each)),
    );
    const wide = all > width ? [...document.querySelectorAll("body *")].filter(isOut) : [];
    const found = [...lost, ...wide].map((each) => `${each.tagName} ${each.getAttribute("class")}`);
    return found.length > 0 || all > width ? [`the page is ${all} wide`, ...found] : [];
  }, page.viewportSize()?.width ?? 0);
  expect(sticksOut, page.url()).toEqual([]);
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** All rules of WCAG 2.2, A and AA, and good practice. */
export async function expectNoBarriers(page: Page, where: string): Promise<void> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    type Violation = { id: string; nodes: { html: string }[] };
    type Axe = { run(where: Document, how: object): Promise<{ violations: Violation[] }> };
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, { resultTypes: ["violations"] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.html)
          .join(" | ")}`,
    );
  });
  expect(found, where).toEqual([]);
  await expectNoSidewaysScroll(page);
  const missing = await page
    .locator("use")
    .evaluateAll((all) =>
      all.map((each) => each.getAttribute("href") ?? "").filter((id) => !document.querySelector(id)),
    );
  expect(missing, `drawings that are not there: ${where}`).toEqual([]);
}

/** Whatever can be tapped is large enough for a finger: 44 px, a choice with its words, a clause with what is around it. */
export async function expectFingersFit(page: Page, where: string): Promise<void> {
  const small = await page.locator("button, a[href], summary, input, select").evaluateAll((all) =>
    all.flatMap((each) => {
      const whole = (each.matches("[type=radio], [type=checkbox]") && each.closest("label")) || each;
      const { offsetWidth, offsetHeight } = whole as HTMLElement; // whatever moves just now
      const around = getComputedStyle(each, "::after"); // what a finger hits beyond what is seen
      const beyond = (...sides: string[]) =>
        around.position === "absolute" ? sides.reduce((sum, side) => sum - Math.min(0, Number.parseFloat(side)), 0) : 0;
      const width = offsetWidth + beyond(around.left, around.right);
      const height = offsetHeight + beyond(around.top, around.bottom);
      if (!each.checkVisibility({ visibilityProperty: true }) || (width >= 44 && height >= 44)) return [];
      return [`${each.outerHTML.slice(0, 120)}: ${width}×${height}`];
    }),
  );
  expect(small, where).toEqual([]);
}

/** Unfolds all that is folded, on the page or in a part of it. */
export async function openAll(where: Page | Locator): Promise<void> {
  const folded = where.locator("details:not([open]) > summary:visible");
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Plays to the end by some way of tapping; returns how many taps it took. */
export async function playToTheEnd(page: Page, tap: () => Promise<unknown>): Promise<number> {
  for (let taps = 0; taps < 1500; ++taps) {
    if ((await turn(page)) === "over") return taps;
    await tap();
  }
  throw new Error("the game does not end");
}
