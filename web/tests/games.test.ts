// Whole games of every kind: by mouse, by keyboard alone, by touch on a small phone, and by what a screen reader reads.
import { describe, expect, test } from "vitest";
import {
  address,
  expectFingersFit,
  expectNoSidewaysScroll,
  GAMES,
  hurry,
  lots,
  type Page,
  pick,
  playShort,
  playToTheEnd,
  ready,
  SHORT,
  tapNames,
  tapSomething,
  turn,
  usePage,
  visit,
} from "./support.ts";

usePage();

describe.each(GAMES)("a whole game of %s", (game) => {
  test("by mouse", async () => {
    const { page, end } = await visit();
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
    const { page, end } = await visit("", { phone: true });
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
    const { page, end } = await visit();
    await hurry(page);
    await page.goto(`${address}/${SHORT[game]}`);
    await page.waitForSelector("button[type=submit]");
    await page.locator(".seats select").nth(1).selectOption("easy");
    await focusOn(page, "button[type=submit]");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".board [data-tap]");
    const lot = lots(3);
    await playToTheEnd(page, async () => {
      const names = await tapNames(page);
      const name = names[pick(names, lot)];
      if (name === undefined) return;
      const digit = await ready(page).evaluateAll((all, wanted) => {
        const thing = all.find((each) => (each as HTMLElement).dataset.tap === wanted) as HTMLElement | undefined;
        return thing?.dataset.digit ?? "";
      }, name);
      if (digit && Number(digit) <= 9) await page.keyboard.press(digit);
      else if (await focusOn(page, `.board [data-tap="${name}"][data-state="ready"]`))
        await page.keyboard.press("Enter");
    });
    const over = page.url();
    await page.getByRole("button", { name: "Again" }).press("Enter");
    await page.waitForFunction((before) => location.href !== before, over);
    expect(await turn(page), "another game of the same players").toBe("ready");
    await end();
  });

  test("by what a screen reader reads: names of buttons, and a log that tells what happened", async () => {
    const { page, end } = await visit("", { calm: true });
    await playShort(page, game);
    const lot = lots(4);
    let read = 0;
    while ((await turn(page)) !== "over") {
      const tree = await page.locator("main").ariaSnapshot();
      expect(tree).toMatch(/log "What happened"/);
      expect(tree, "every button has a name").not.toMatch(/- button(:|$)/m);
      read += tree.length;
      const open = page.getByRole("button", { name: "All moves" });
      if (
        !(await open
          .click({ timeout: 3000 })
          .then(() => true)
          .catch(() => false))
      )
        continue; // others act by now
      const moves = page.getByRole("dialog", { name: "All moves" }).getByRole("listitem").getByRole("button");
      const count = await moves.count();
      if (count === 0) await page.keyboard.press("Escape");
      else
        await moves
          .nth(Math.floor(lot() * count))
          .click({ timeout: 3000 })
          .catch(() => page.keyboard.press("Escape"));
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

/** Tabs until something has the focus; false if it is not there any more. */
async function focusOn(page: Page, wanted: string): Promise<boolean> {
  for (let i = 0; i < 120; ++i) {
    const where = await page.evaluate((selector) => {
      if (document.activeElement?.matches(selector)) return "there";
      return document.querySelector(selector) ? "elsewhere" : "gone";
    }, wanted);
    if (where !== "elsewhere") return where === "there";
    await page.keyboard.press("Tab");
  }
  throw new Error(`${wanted} cannot be reached by Tab`);
}
