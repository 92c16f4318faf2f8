// SPDX-License-Identifier: Apache-2.0
// The page in Firefox and in WebKit: the same tour as in Chromium, where the same cards must lie on the table after the same
// taps. Pictures of it are put into build/browsers.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LAPTOP, PHONE, servePage } from "../chromium.mjs";
import { lots } from "../support.ts";
import { type Browser, until, type Window } from "./browser.ts";
import { chromium } from "./chromium.ts";
import { firefox } from "./firefox.ts";
import { contrast } from "./pixels.ts";
import { type Sight, sitDown, snap, speak, table, tap, tourOfAGame, tourOfTheHouse } from "./tour.ts";
import { webkit } from "./webkit.ts";

const LONG = 1_200_000; // ms for a whole game, on a machine that may be busy

let address = "";
let stopServer: () => Promise<void>;
beforeAll(async () => {
  ({ address, stop: stopServer } = await servePage());
});
afterAll(() => stopServer?.());

/** A visitor who complains about nothing. */
async function visit<T>(browser: Browser, errand: (window: Window) => Promise<T>): Promise<T> {
  const window = await browser.window();
  try {
    const result = await errand(window);
    expect(await window.complaints()).toEqual([]);
    return result;
  } catch (reason) {
    await snap(window, `${window.name} failed`);
    throw reason;
  } finally {
    await window.close();
  }
}

/** What Chromium showed, by the name of the tour. */
const shown = new Map<string, Sight[]>();

const TOURS: [string, (window: Window) => Promise<Sight[]>][] = [
  ...["en", "pl", "ko"].map((language): (typeof TOURS)[number] => [
    `the first screen and what is around the tables, in ${language}`,
    (window) => tourOfTheHouse(window, address, language),
  ]),
  // Who chooses at the same time as a bot would see another order of things each time: here two people share the device.
  [
    "Cradle to Grave around one device, its result and its replay",
    (window) => tourOfAGame(window, address, "cradle", ["person", "person"]),
  ],
  [
    "Five Alive against a bot in Polish, its result and its replay",
    async (window) => {
      await speak(window, address, "pl");
      return tourOfAGame(window, address, "alive", ["person", "easy"]);
    },
  ],
  [
    "CV against a bot in Korean, its result and its replay",
    async (window) => {
      await speak(window, address, "ko");
      return tourOfAGame(window, address, "cv", ["person", "easy"]);
    },
  ],
];

describe.each([
  ["Chromium", chromium],
  ["Firefox", firefox],
  ["WebKit", () => webkit()],
] as const)("%s", (name, start) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await start();
  }, LONG);
  afterAll(() => browser?.close());

  test.each(TOURS)(
    "%s",
    async (tour, walk) => {
      const seen = await visit(browser, walk);
      if (name === "Chromium") shown.set(tour, seen);
      const known = shown.get(tour) ?? [];
      expect(known.length, "what Chromium showed").toBeGreaterThan(0);
      for (const [i, sight] of seen.entries()) expect(sight, `${i} of ${seen.length}`).toEqual(known[i]);
      expect(seen.length).toBe(known.length);
    },
    LONG,
  );

  test(
    "two people at one table of the server, one of whom loads the page again",
    () => visit(browser, (host) => visit(browser, (guest) => playOnline(host, guest))),
    LONG,
  );
});

/** Five Alive without clocks, for a dozen taps: both see the same total all the time. */
async function playOnline(host: Window, guest: Window): Promise<void> {
  await host.resize(LAPTOP.width, LAPTOP.height);
  await guest.resize(PHONE.width, PHONE.height);
  await host.open(`${address}/#/invite/alive`);
  await host.type(".seats input", "Ann");
  await host.click("fieldset .row .button"); // one seat fewer
  await host.click("fieldset .row .button");
  await host.click(".choice:nth-of-type(3) input");
  await host.click("button[type=submit]");
  await host.see(".code");
  await guest.open(await host.evaluate(() => document.querySelector<HTMLInputElement>(".link input")?.value ?? ""));
  await guest.type(".join input", "Bo");
  await guest.click(".join button");
  await host.wait(() => document.querySelectorAll(".places bdi")[1]?.textContent === "Bo");
  await host.click(".gathering .button.wide");
  const lot = lots(5);
  const people = [host, guest];
  const sights: Sight[] = [[], []];
  for (let taps = 0; taps < 12; ++taps) {
    const who = await until("somebody to act", async () => {
      const states = await Promise.all(people.map((each) => each.evaluate(table)));
      const at = states.findIndex((state, i) => state?.[0] === "ready" && String(state) !== String(sights[i]));
      return at >= 0 && { at, sight: states[at] as Sight };
    });
    if (taps === 4) {
      await guest.reload();
      await guest.see(".board [data-tap]");
    }
    sights[who.at] = who.sight;
    await until("both to see the same total", async () => {
      const totals = people.map((each) => each.evaluate(() => document.querySelector(".alive-total")?.textContent));
      return (await totals[0]) === (await totals[1]);
    });
    await tap(people[who.at] as Window, who.sight, lot);
  }
}

test(
  "WebKit draws the letters of Five Alive also without compositing",
  async () => {
    const browser = await webkit(false);
    try {
      await visit(browser, async (window) => {
        await window.resize(PHONE.width, PHONE.height);
        await sitDown(window, address, "alive", ["person", "easy"]);
        await window.see(".alive-letter");
        const letters = await window.evaluate(() =>
          [...document.querySelectorAll(".alive-letter")].map((letter) => {
            const { left, top, width, height } = letter.getBoundingClientRect();
            return [left, top, width, height].map(Math.round);
          }),
        );
        expect(letters.length).toBe(10);
        // What was laid out is painted a moment later.
        await until("letters that are not one flat colour", async () => {
          const picture = await window.png();
          const contrasts = letters.map(([x = 0, y = 0, width = 0, height = 0]) =>
            contrast(picture, x, y, width, height),
          );
          return Math.min(...contrasts) > 80;
        });
        await snap(window, window.name);
      });
    } finally {
      await browser.close();
    }
  },
  LONG,
);
