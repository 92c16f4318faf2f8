#!/usr/bin/env node
// Takes the README's pictures of the page from real games: seeded deals, played by what the hint advises.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("..", import.meta.url));
const { chromium } = createRequire(join(project, "web/package.json"))("playwright-core");
const out = (name) => join(project, "docs/pictures", `${name}.jpg`);
const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1280, height: 800 };

const server = spawn(join(project, "build/release/lifetable"), ["serve", "--port", "0", "--page", join(project, "build/web")]);
const address = await new Promise((resolve) => {
  server.stdout.on("data", (bytes) => {
    const found = /http:\/\/[\w.]+:\d+/.exec(String(bytes));
    if (found) resolve(found[0]);
  });
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

async function open(path, viewport, colorScheme = "light") {
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

async function game(name, path, viewport, moves, colorScheme) {
  const page = await open(path, viewport, colorScheme);
  await page.waitForSelector("button[type=submit]");
  await page.click("button[type=submit]");
  await playOn(page, moves);
  await take(page, name);
  return page;
}

try {
  await take(await open("#/", LAPTOP), "page-home");
  await game("page-cradle", "#/deal/cradle/4/picture", LAPTOP, 5);
  await game("page-alive", "#/deal/alive/4/picture", PHONE, 6);
  await game("page-cv", "#/deal/cv/3/picture", LAPTOP, 24);
  await game("page-cradle-phone", "#/deal/cradle/3/picture", PHONE, 4, "dark");
  const cv = await game("page-cv-phone", "#/deal/cv/3/phone", PHONE, 14);
  await playOn(cv, 400);
  await cv.waitForSelector(".result svg");
  await take(cv, "page-result");
} finally {
  await browser.close();
  server.kill();
}
