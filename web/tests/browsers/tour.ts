// SPDX-License-Identifier: Apache-2.0
// The same tour for every browser: it finds its way by what is there, not by what is written there, plays by fixed lots, and
// writes down what it sees. So two browsers that show the same things write down the same.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { LAPTOP, PHONE, project } from "../chromium.mjs";
import { type GameName, lots, pick, SHORT } from "../support.ts";
import { until, type Window } from "./browser.ts";

/** What was seen at one moment, line by line. */
export type Sight = string[];

const PICTURES = join(project, "build/browsers");

export async function snap(window: Window, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `${name}.png`), await window.png());
}

/** Looks at the page on a phone and on a laptop, for people to compare; nothing may stick out at the side. */
export async function picture(window: Window, name: string): Promise<void> {
  for (const { width, height } of [LAPTOP, PHONE]) {
    await window.resize(width, height);
    await window.wait(isStill);
    await snap(window, `${name} ${width}`);
    const wide = await window.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, `${name}: the page sticks out at ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** Nothing moves that will come to an end. */
function isStill(): boolean {
  return document.getAnimations().every((each) => {
    const end = each.effect?.getComputedTiming().endTime;
    return each.playState !== "running" || end === Number.POSITIVE_INFINITY;
  });
}

/** All words of a part of the page. Today's deal is another one tomorrow. */
function words(css: string): string[] {
  const part = document.querySelector(css)?.cloneNode(true) as Element | undefined;
  for (const each of part?.querySelectorAll("[aria-labelledby=today], option") ?? []) each.remove();
  const lines = [];
  for (let walk = document.createTreeWalker(part ?? document, NodeFilter.SHOW_TEXT); walk.nextNode(); )
    if (walk.currentNode.textContent?.trim()) lines.push(walk.currentNode.textContent.trim());
  return lines;
}

export async function speak(window: Window, address: string, language: string): Promise<void> {
  await window.open(`${address}/`);
  await window.see(".settings select");
  // The page loads itself again, and cannot be asked in between. A mark tells the old page from the new one.
  await window.evaluate(() => document.documentElement.setAttribute("data-old", ""));
  await window.choose(".settings .option:nth-child(3) select", language);
  const spoken = (css: string) => document.readyState === "complete" && document.querySelector(css) !== null;
  await until(`the page in ${language}`, () =>
    window.evaluate(spoken, `[lang=${language}]:not([data-old]) .tile`).catch(() => false),
  );
  await window.reload();
  await window.see(".settings select");
}

/** The first screen, what can be set up, and rules; and where the Tab key goes first. */
export async function tourOfTheHouse(window: Window, address: string, language: string): Promise<Sight[]> {
  await speak(window, address, language);
  await picture(window, `${window.name} home ${language}`);
  const seen = [await window.evaluate(words, "main")];
  for (let i = 0; i < 3; ++i) {
    await window.press("Tab");
    seen.push(
      await window.evaluate(() => {
        const { activeElement: at } = document;
        return [`Tab: ${at?.getAttribute("aria-label") || at?.textContent}`];
      }),
    );
  }
  for (const [path, sign] of [
    ["#/new/cv", ".seats li"],
    ["#/rules/alive", ".clause-text"],
  ] as const) {
    await window.open(`${address}/${path}`);
    await window.see(sign);
    seen.push(await window.evaluate(words, "main"));
  }
  return seen;
}

/** What lies on the table and can be done; nothing while a bot is to act or something moves. */
export function table(): Sight | undefined {
  const said = (css: string) => document.querySelector(css)?.textContent?.trim() ?? "";
  const still = document.getAnimations().every((each) => {
    const end = each.effect?.getComputedTiming().endTime;
    return each.playState !== "running" || end === Number.POSITIVE_INFINITY;
  });
  if (!still || document.querySelector("main[data-busy]")) return undefined;
  if (document.querySelector(".result")) return ["over"];
  if (document.querySelector(".curtain")) return ["curtain", said(".curtain")];
  if (!document.querySelector('.board [data-state="ready"]')) return undefined;
  const things = [...document.querySelectorAll<HTMLElement>(".board [data-tap], .board [role=img]")].map((thing) => {
    const { width, height } = thing.getBoundingClientRect();
    const seen = width > 0 && height > 0 && getComputedStyle(thing).visibility === "visible";
    const { tap = "", state = "" } = thing.dataset;
    return `${tap}|${state}|${thing.getAttribute("aria-label")}|${thing.textContent?.trim()}|${seen ? "seen" : "hidden"}`;
  });
  const log = [...document.querySelectorAll("[role=log] p")].map((line) => line.textContent ?? "");
  return ["ready", said(".prompt"), log.join("\n"), said(".board"), ...things];
}

/** What the table looks like after it looked like `before`. */
export async function next(window: Window, before: Sight): Promise<Sight> {
  return until(`another table than this: ${before.slice(0, 3).join("\n")}`, async () => {
    const now = await window.evaluate(table);
    return JSON.stringify(now) !== JSON.stringify(before) && now;
  });
}

export async function tap(window: Window, sight: Sight, lot: () => number): Promise<void> {
  const names = sight.flatMap((line) => /^([^|]+)\|ready\|/.exec(line)?.[1] ?? []);
  const name = names[pick(names, lot)];
  await window.click(`.board [data-tap="${name}"][data-state="ready"]`);
}

/** Sits down at a short deal. */
export async function sitDown(window: Window, address: string, game: GameName, players: readonly string[]) {
  await window.open(`${address}/`);
  await window.choose(".settings .option:nth-child(1) select", "quick");
  await window.open(`${address}/${SHORT[game]}`);
  for (const [i, player] of players.entries()) await window.choose(`.seats li:nth-child(${i + 1}) select`, player);
  await window.click("button[type=submit]");
}

/** A whole game, with a reload in the middle; the result, and the beginning of the replay. */
export async function tourOfAGame(
  window: Window,
  address: string,
  game: GameName,
  players: readonly string[],
): Promise<Sight[]> {
  await window.resize(PHONE.width, PHONE.height);
  await sitDown(window, address, game, players);
  const lot = lots(8);
  const seen: Sight[] = [];
  let reloaded = false;
  for (let sight = await next(window, []); sight[0] !== "over"; sight = await next(window, sight)) {
    seen.push(sight);
    if (seen.length === 8) await picture(window, `${window.name} ${game}`);
    // A table that has settled has been kept.
    if (!reloaded && seen.length > 8 && sight[0] === "ready") {
      reloaded = true;
      await window.reload();
      sight = await next(window, []);
      seen.push(sight);
    }
    if (sight[0] === "curtain") await window.click(".curtain .button");
    else await tap(window, sight, lot);
  }
  expect(reloaded, "loaded again in the middle").toBe(true);
  // The story is told as soon as the whole game has been gone through once more.
  await window.wait(() => document.querySelector(".result section") && !document.querySelector(".result .waiting"));
  await picture(window, `${window.name} ${game} result`);
  seen.push(await window.evaluate(words, ".result"));
  await window.click('.result a[href^="#/replay"]');
  await window.see(".timeline");
  await window.see(".board section");
  for (let i = 0; i < 5; ++i) {
    const before = await window.evaluate(words, ".prompt");
    await window.press("ArrowRight");
    seen.push(
      await window.wait((last) => {
        const now = document.querySelector(".prompt")?.textContent?.trim();
        return now && now !== last && !document.querySelector("main[data-busy]") ? [now] : null;
      }, before.join("")),
    );
  }
  await picture(window, `${window.name} ${game} replay`);
  return seen;
}
