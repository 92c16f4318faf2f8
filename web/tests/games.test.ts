// SPDX-License-Identifier: Apache-2.0
// Whole games of every kind: by mouse, by keyboard alone, by touch on a small phone, and by what a screen reader reads.
import { describe, expect, test } from "vitest";
import {
  act,
  address,
  expectFingersFit,
  expectNoSidewaysScroll,
  GAMES,
  lots,
  type Page,
  pick,
  playShort,
  playToTheEnd,
  readyThing,
  SHORT,
  tapNames,
  tapSomething,
  turn,
  usePage,
  visit,
} from "./support.ts";

usePage();

const OWN_TIME = { timeless: true };

describe.each(GAMES)("a whole game of %s", (game) => {
  test("by mouse", async () => {
    const { page, end } = await visit("", OWN_TIME);
    await playShort(page, game);
    const lot = lots(1);
    const taps = await playToTheEnd(page, () => tapSomething(page, lot));
    expect(taps).toBeGreaterThan(3);
    const winner = page.getByRole("heading", { level: 2, name: /win|share/ });
    await winner.waitFor();
    const said = await winner.textContent();
    await page.locator('.result [aria-label="How it went"] svg:visible').first().waitFor();
    await page.reload();
    expect(await winner.textContent(), "the end is kept, too").toBe(said);
    await page.getByText("Check the deal").click();
    await page.getByRole("button", { name: "Compute it again" }).click();
    await page.getByText(/All \d+ cards and dice of the dealer follow from the seed [0-9a-f]{64}/).waitFor();
    await watchAgain(page);
    await end();
  });

  test("at 360×740 by touch, with nothing sticking out", async () => {
    const { page, end } = await visit("", { ...OWN_TIME, phone: true });
    await playShort(page, game);
    const lot = lots(2);
    await playToTheEnd(page, async () => {
      await tapSomething(page, lot, "finger");
      await expectNoSidewaysScroll(page);
      await expectFingersFit(page, "table");
    });
    await expectNoSidewaysScroll(page);
    await end();
  });

  test("by keyboard alone", async () => {
    const { page, end } = await visit("", OWN_TIME);
    await page.goto(`${address}/${SHORT[game]}`);
    await page.waitForSelector("button[type=submit]");
    await page.locator(".seats select").nth(1).selectOption("easy");
    await focusOn(page, "button[type=submit]");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".board [data-tap]");
    const lot = lots(3);
    await playToTheEnd(page, async () => {
      const names = await tapNames(page);
      const name = names[pick(names, lot)] ?? "";
      const digit = await readyThing(page, name).getAttribute("data-digit");
      if (!digit) await focusOn(page, `.board [data-tap="${name}"][data-state="ready"]`);
      await act(page, () => page.keyboard.press(digit ?? "Enter"));
    });
    const over = page.url();
    await page.getByRole("button", { name: "Again" }).press("Enter");
    await page.waitForFunction((before) => location.href !== before, over);
    expect(await turn(page), "another game of the same players").toBe("ready");
    await end();
  });

  test("by what a screen reader reads: names of buttons, and a log that tells what happened", async () => {
    const { page, end } = await visit("", { ...OWN_TIME, calm: true });
    await playShort(page, game);
    const lot = lots(4);
    let read = 0;
    while ((await turn(page)) !== "over") {
      const tree = await page.locator("main").ariaSnapshot();
      expect(tree).toMatch(/log "What happened"/);
      expect(tree, "every button has a name").not.toMatch(/- button(:|$)/m);
      read += tree.length;
      await page.getByRole("button", { name: "All moves" }).click();
      const moves = page.getByRole("dialog", { name: "All moves" }).getByRole("listitem").getByRole("button");
      await moves.first().waitFor();
      const chosen = moves.nth(Math.floor(lot() * (await moves.count())));
      await act(page, () => chosen.click());
    }
    expect(read).toBeGreaterThan(1000);
    expect(await page.locator("main").ariaSnapshot()).toMatch(/won/);
    await end();
  });
});

/** The replay: forwards, to the end, back to the beginning, from another seat; and a game that forks from it. */
async function watchAgain(page: Page) {
  await page.getByRole("link", { name: "Watch the replay" }).click();
  const slider = page.getByRole("slider", { name: "Moment of the game" });
  await slider.waitFor();
  const last = Number(await slider.getAttribute("max"));
  expect(last).toBeGreaterThan(5);
  const told = page.locator(".prompt");
  const first = await told.textContent();
  await page.getByRole("button", { name: "One step on" }).click();
  await page.waitForFunction((before) => document.querySelector(".prompt")?.textContent !== before, first);
  await page.getByRole("button", { name: "To the end" }).click();
  expect(await slider.inputValue()).toBe(String(last));
  await page.getByRole("button", { name: "To the beginning" }).click();
  expect(await slider.inputValue()).toBe("0");
  await page.getByLabel("Whose eyes to see with").selectOption("1");
  await slider.fill(String(Math.floor(last / 2)));
  await page.locator(".board [data-tap]").first().waitFor();
  const where = page.url();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForFunction((before) => location.href !== before && location.hash.startsWith("#/table/"), where);
  expect(["ready", "over"]).toContain(await turn(page));
}

/** Tabs until something has the focus. */
async function focusOn(page: Page, wanted: string): Promise<void> {
  for (let i = 0; i < 120; ++i) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), wanted)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${wanted} cannot be reached by Tab`);
}
