// A real browser at the built page, served by the real program. Whatever the browser complains about fails a test: errors,
// refusals of the content security policy, things that stick out at the side.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";

const project = fileURLToPath(new URL("../..", import.meta.url));
const program = process.env.LIFETABLE ?? join(project, "build/release/lifetable");
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const GAMES = ["cradle", "alive", "cv"] as const;
export type GameName = (typeof GAMES)[number];

/** Short games of two, so that a whole one is played in a minute: what options a deal's link has for it. */
export const SHORT: Record<GameName, string> = {
  cradle: "#/deal/cradle/2/e2e?rounds=1",
  alive: "#/deal/alive/2/e2e?sudden=yes",
  cv: "#/deal/cv/2/e2e",
};

let server: ChildProcess;
let browser: Browser;
export let address = "";

/** Starts program and browser for all tests of a file. */
export function usePage() {
  beforeAll(async () => {
    server = spawn(program, ["serve", "--port", "0", "--page", join(project, "build/web")], { stdio: "pipe" });
    address = await new Promise((resolve, reject) => {
      let said = "";
      const listen = (bytes: Buffer) => {
        said += bytes;
        const found = /http:\/\/[\w.]+:\d+/.exec(said);
        if (found) resolve(found[0]);
      };
      server.stdout?.on("data", listen);
      server.stderr?.on("data", listen);
      server.on("exit", () => reject(new Error(`lifetable serve ended: ${said}`)));
      server.on("error", reject);
    });
    browser = await chromium.launch({
      executablePath: browserPath,
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
        ...["--disable-component-update", "--disable-sync"],
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    server?.kill();
  });
}

export function stopServer(): Promise<void> {
  return new Promise((resolve) => {
    server.once("exit", () => resolve());
    server.removeAllListeners("error");
    server.kill();
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
}

/** A fresh visitor, without anything kept from before. */
export async function visit(path = "", manner: Manner = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: manner.phone ? { width: 360, height: 740 } : { width: 1280, height: 800 },
    hasTouch: manner.phone ?? false,
    isMobile: manner.phone ?? false,
    colorScheme: manner.dark ? "dark" : "light",
    reducedMotion: manner.calm ? "reduce" : "no-preference",
  });
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

/** Waits until something can be tapped, or the game is over. */
export async function turn(page: Page): Promise<"ready" | "over" | "curtain"> {
  const found = await page.waitForFunction(
    () => {
      if (document.querySelector(".result")) return "over";
      if (document.querySelector(".curtain")) return "curtain";
      return document.querySelector('.board [data-state="ready"]') ? "ready" : undefined;
    },
    undefined,
    { timeout: 60_000, polling: 50 },
  );
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

/** Nothing sticks out at the side of the page. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)).toBeLessThanOrEqual(0);
}

/** Plays to the end by some way of tapping; returns how many taps it took. */
export async function playToTheEnd(page: Page, tap: (names: string[]) => Promise<void>): Promise<number> {
  for (let taps = 0; taps < 1500; ++taps) {
    if ((await turn(page)) === "over") return taps;
    const names = await tapNames(page);
    if (names.length > 0) await tap(names);
  }
  throw new Error("the game does not end");
}

export { join, mkdtempSync, rmSync, tmpdir };
