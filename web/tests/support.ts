// A real browser at the built page, served by the real program. Whatever the browser complains about fails a test: errors,
// refusals of the content security policy, things that stick out at the side.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { LAPTOP, openChromium, PHONE, servePage } from "./chromium.mjs";

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
}

/** A fresh visitor, without anything kept from before. */
export async function visit(path = "", manner: Manner = {}): Promise<Visit> {
  const size = manner.phone ? PHONE : LAPTOP;
  const own = manner.letters ? await openChromium([`--blink-settings=defaultFontSize=${manner.letters}`]) : undefined;
  const context = await (own ?? browser).newContext({
    viewport: { ...size, width: manner.width ?? size.width },
    serviceWorkers: manner.texts ? "block" : "allow", // which would bring its own texts
    hasTouch: manner.phone ?? false,
    isMobile: manner.phone ?? false,
    colorScheme: manner.dark ? "dark" : "light",
    reducedMotion: manner.calm ? "reduce" : "no-preference",
  });
  if (manner.texts) await context.route("**/en-*.txt", (route) => route.fulfill({ body: manner.texts }));
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  const complain = (text: string) => manner.allow?.test(text) || complaints.push(text);
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complain(message.text()));
  page.on("pageerror", (error) => complain(error.message));
  await page.goto(`${address}/${path}`);
  return {
    page,
    context,
    complaints,
    async end() {
      await context.close();
      await own?.close();
      expect(complaints).toEqual([]);
    },
  };
}

// ---- At the table -----------------------------------------------------------------------------------------

export const ready = (page: Page): Locator => page.locator('.board [data-state="ready"]');

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

/** A short game against an easy bot that does not take its time. */
export async function playShort(page: Page, game: GameName): Promise<void> {
  await hurry(page);
  await page.goto(`${address}/${SHORT[game]}`);
  await sitDown(page, ["person", "easy"]);
}

/** Waits until something can be tapped, or the game is over. */
export async function turn(page: Page, timeout = 60_000): Promise<"ready" | "over" | "curtain"> {
  const found = await page
    .waitForFunction(
      () => {
        if (document.querySelector(".result")) return "over";
        if (document.querySelector(".curtain")) return "curtain";
        return document.querySelector('.board [data-state="ready"]') ? "ready" : undefined;
      },
      undefined,
      { timeout, polling: 50 },
    )
    .catch(async (reason) => {
      // Whoever reads of it wants to know what everybody was waiting for.
      throw new Error(`${reason}\nThe page:\n${await page.locator("body").ariaSnapshot()}`);
    });
  return (await found.jsonValue()) as "ready" | "over" | "curtain";
}

/** Numbers between 0 and 1, the same in every run. */
export function lots(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What is ready, by name; dice last, so that a turn does not consist of choosing dice for ever. */
export async function tapNames(page: Page): Promise<string[]> {
  return ready(page).evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.tap ?? ""));
}

export function pick(names: readonly string[], lot: () => number): number {
  const sensible = names.flatMap((name, i) => (name.startsWith("die ") ? [] : [i]));
  const among = sensible.length > 0 && lot() < 0.8 ? sensible : names.map((_, i) => i);
  return among[Math.floor(lot() * among.length)] ?? 0;
}

/** Taps something that is ready, with the mouse or a finger; nothing, if a bot was quicker and it is ready no longer. */
export async function tapSomething(page: Page, lot: () => number, by: "mouse" | "finger" = "mouse"): Promise<void> {
  const names = await tapNames(page);
  if (names.length === 0) return;
  const thing = ready(page).nth(pick(names, lot));
  const soon = { timeout: 3000 };
  await (by === "finger" ? thing.tap(soon) : thing.click(soon)).catch(() => {});
}

/** Nothing sticks out at the side of the page. Not compared with innerWidth, which grows along on a phone. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sticksOut = await page.evaluate((width) => {
    const all = document.scrollingElement?.scrollWidth ?? 0;
    if (all <= width) return [];
    const wide = [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > width);
    return [`the page is ${all} wide`, ...wide.map((each) => `${each.tagName} ${each.getAttribute("class")}`)];
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
export async function playToTheEnd(page: Page, tap: () => Promise<void>): Promise<number> {
  for (let taps = 0; taps < 1500; ++taps) {
    if ((await turn(page)) === "over") return taps;
    await tap();
  }
  throw new Error("the game does not end");
}
