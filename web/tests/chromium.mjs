// SPDX-License-Identifier: Apache-2.0
// A real browser, and the built page served by the real program: for the page's tests, its measurements and its pictures, and for
// the check of WebAssembly. LIFETABLE and CHROMIUM name other programs than the usual ones.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const project = fileURLToPath(new URL("../..", import.meta.url));
export const built = join(project, "build/web");

/** How long tests wait for anything, in ms. No test measures time: this only ends what would never end. */
export const HANG = 180_000;

export const PHONE = { width: 360, height: 740 };
export const LAPTOP = { width: 1280, height: 800 };

export const program = process.env.LIFETABLE ?? join(project, "build/release/lifetable");
const browser = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * @param {readonly string[]} more flags
 * @returns {Promise<import("playwright-core").Browser>}
 */
export async function openChromium(more = []) {
  if (!existsSync(browser))
    throw new Error(`there is no browser at ${browser}; install chromium, or set CHROMIUM to where it is`);
  const { chromium } = await import("playwright-core").catch(() => {
    throw new Error("playwright-core is missing; run: scripts/page packages");
  });
  return chromium.launch({ executablePath: browser, args: [...FLAGS, ...more], timeout: HANG });
}

/**
 * Serves the built page at a port that is free.
 * @param {readonly string[]} more of the words after `lifetable serve`
 * @returns {Promise<{ address: string, stop(): Promise<void> }>}
 */
export function servePage(more = []) {
  const server = spawn(program, ["serve", "--port", "0", "--data", ":memory:", "--page", built, ...more], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => server.once("close", () => resolve()));
  const stop = () => {
    server.kill();
    return ended;
  };
  return new Promise((resolve, reject) => {
    let said = "";
    /** @param {Buffer} bytes */
    const listen = (bytes) => {
      said += bytes;
      const found = /http:\/\/[\w.]+:\d+/.exec(said);
      if (found) resolve({ address: found[0], stop });
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.on("error", () => reject(new Error(`${program} cannot be run; run: make build`)));
    server.on("close", () => reject(new Error(`lifetable serve ended at once: ${said.trim() || "it said nothing"}`)));
  });
}

/**
 * Opens browser and page for a script's errand, and closes both after it; says in one sentence what is missing for that.
 * @param {(browser: import("playwright-core").Browser, address: string) => Promise<void>} errand
 */
export async function atThePage(errand) {
  /** @param {Error} error */
  const giveUp = (error) => {
    console.error(`lifetable: ${error.message}`);
    return process.exit(1); // which ends Chromium, too
  };
  const browser = await openChromium().catch(giveUp);
  const { address, stop } = await servePage().catch(giveUp);
  try {
    await errand(browser, address);
  } finally {
    await browser.close();
    await stop();
  }
}
