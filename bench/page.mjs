#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// Measures the built page in Chromium, and fails beyond the budgets: `node bench/page.mjs`, after `make build`.
//
//   sizes  JavaScript and engine as a server sends them, gzip -9
//   LCP    largest contentful paint of the first screen, processor slowed down four times
//   CLS    how much the first screen and a game jump about
//   INP    the slowest answer to a tap while hard bots think, one in fifty left out; also with the slow processor, for information
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { atThePage, built, PHONE } from "../web/tests/chromium.mjs";

const SLOWER = 4;
const RUNS = 5;

const BUDGETS = [
  ["JavaScript, gzip", 80_000, "bytes"],
  ["engine, gzip", 400_000, "bytes"],
  ["LCP", 2500, "ms"],
  ["CLS", 0.1, ""],
  ["INP", 200, "ms"],
];

function sizes() {
  const size = (wanted) =>
    readdirSync(built, { recursive: true, encoding: "utf8" })
      .filter((path) => wanted.test(path))
      .reduce((sum, path) => sum + gzipSync(readFileSync(join(built, path)), { level: 9 }).length, 0);
  return { "JavaScript, gzip": size(/\.js$/), "engine, gzip": size(/\.wasm$/) };
}

/** Collects what the browser itself measures. Runs in the page. */
function watch() {
  const seen = { lcp: 0, cls: 0, taps: {} };
  window.seen = seen;
  const on = (type, use, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true, ...more });
  on("largest-contentful-paint", (entry) => (seen.lcp = entry.startTime));
  on("layout-shift", (entry) => entry.hadRecentInput || (seen.cls += entry.value));
  on(
    "event",
    (entry) => {
      if (!entry.interactionId) return;
      seen.taps[entry.interactionId] = Math.max(seen.taps[entry.interactionId] ?? 0, entry.duration);
    },
    { durationThreshold: 16 },
  );
}

async function open(browser, address, path, slower) {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  await context.addInitScript(watch);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.goto(`${address}/${path}`);
  return { page, context };
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The first screen, several times, each time as a new visitor. */
async function firstScreen(browser, address) {
  const found = [];
  for (let i = 0; i < RUNS; ++i) {
    const { page, context } = await open(browser, address, "", SLOWER);
    await page.waitForSelector(".tile");
    await page.waitForTimeout(1500);
    found.push(await page.evaluate(() => window.seen));
    await context.close();
  }
  return { lcp: middle(found.map((each) => each.lcp)), cls: Math.max(...found.map((each) => each.cls)) };
}

/** A game against hard bots: taps at any time, most of all while they think. */
async function whileBotsThink(browser, address, game, slower) {
  const { page, context } = await open(browser, address, `#/deal/${game}/3/bench`, slower);
  await page.waitForSelector("button[type=submit]");
  for (const i of [1, 2]) await page.locator(".seats select").nth(i).selectOption("hard");
  await page.tap("button[type=submit]");
  await page.waitForSelector(".board [data-tap]");
  await page.evaluate(() => Object.assign(window.seen, { taps: {}, cls: 0 }));
  const until = Date.now() + 20_000;
  while (Date.now() < until && !(await page.$(".result"))) {
    const ready = page.locator('.board [data-state="ready"]');
    const things = (await ready.count()) > 0 ? ready : page.locator(".board [data-tap]");
    const count = await things.count();
    if (count > 0) await things.nth(Math.floor(Math.random() * count)).tap({ timeout: 2000, force: true }).catch(() => {});
    await page.waitForTimeout(100);
  }
  const { cls, taps } = await page.evaluate(() => window.seen);
  await context.close();
  const slowest = Object.values(taps).toSorted((a, b) => b - a);
  return { cls, taps: slowest.length, inp: slowest[Math.floor(slowest.length / 50)] ?? 0 };
}

await atThePage(async (browser, address) => {
  const first = await firstScreen(browser, address);
  const games = [];
  for (const game of ["cradle", "alive", "cv"]) {
    const seen = await whileBotsThink(browser, address, game, 1);
    const slow = await whileBotsThink(browser, address, game, SLOWER);
    console.log(
      `${game.padEnd(7)} INP ${seen.inp} ms of ${seen.taps} taps (${slow.inp} ms of ${slow.taps} with a processor ${SLOWER} times slower), CLS ${seen.cls.toFixed(3)}`,
    );
    games.push(seen);
  }
  const measured = {
    ...sizes(),
    LCP: first.lcp,
    CLS: Math.max(first.cls, ...games.map((each) => each.cls)),
    INP: Math.max(...games.map((each) => each.inp)),
  };
  let beyond = 0;
  for (const [name, budget, unit] of BUDGETS) {
    const value = measured[name];
    const good = value <= budget;
    beyond += !good;
    console.log(`${name.padEnd(18)} ${String(Math.round(value * 1000) / 1000).padStart(8)} ${unit.padEnd(6)} of at most ${budget}${good ? "" : "  TOO MUCH"}`);
  }
  process.exitCode = beyond ? 1 : 0;
});
