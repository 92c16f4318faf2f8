// Every screen in light and dark: axe finds nothing to complain about, and with reduced motion nothing moves.
import { describe, expect, test } from "vitest";
import {
  address,
  expectNoBarriers,
  GAMES,
  type GameName,
  lots,
  openAll,
  playShort,
  SHORT,
  sitDown,
  tapSomething,
  turn,
  usePage,
  visit,
} from "./support.ts";

usePage();

describe.each([false, true])("dark: %s", (dark) => {
  test.each([true, false])(
    "home, set-up, invitation, rules, and a place that is not there (phone: %s)",
    async (phone) => {
      const { page, end } = await visit("", { dark, phone, calm: true });
      await page.waitForSelector(".tile");
      await expectNoBarriers(page, "home");
      await page.getByRole("button", { name: /Invite friends: CV/ }).click();
      await page.getByRole("button", { name: "Open a table" }).waitFor();
      await openAll(page);
      await page.locator(".qr").waitFor();
      await expectNoBarriers(page, "invitation");
      for (const [path, sign] of [
        ["#/new/alive", ".seats"],
        ["#/deal/cradle/4/abc", ".seats"],
        ["#/rules/cv", ".clause-text"],
        ["#/deal/nothing", ".notice"],
      ] as const) {
        await page.goto(`${address}/${path}`);
        await page.waitForSelector(sign);
        await openAll(page);
        await expectNoBarriers(page, path);
      }
      await end();
    },
  );

  test.each(GAMES)("a game of %s: table, help, hint, lesson, result, replay", async (game: GameName) => {
    const { page, end } = await visit("", { dark, phone: true, calm: true });
    await playShort(page, game);
    const lot = lots(8);
    for (let taps = 0; (await turn(page)) === "ready" && taps < 1500; ++taps) {
      if (taps % 12 === 0 && taps < 60) await expectNoBarriers(page, `table after ${taps} taps`);
      if (taps === 2) {
        await page.keyboard.press("?");
        await expectNoBarriers(page, "help");
        await page.keyboard.press("Escape");
        await page.keyboard.press("m");
        await expectNoBarriers(page, "moves");
        await page.keyboard.press("Escape");
        await page.keyboard.press("h");
        await page.locator(".hint-best").waitFor();
        await expectNoBarriers(page, "hint");
        await page.keyboard.press("Escape");
      }
      await tapSomething(page, lot, "finger");
    }
    await page.waitForSelector(".result table, .result svg");
    await page.waitForTimeout(500);
    await openAll(page);
    await expectNoBarriers(page, "result");
    await page.getByRole("link", { name: /Watch the replay/ }).click();
    await page.waitForSelector(".timeline");
    for (let i = 0; i < 5; ++i) await page.keyboard.press("ArrowRight");
    await page.locator(".board section").first().waitFor();
    await expectNoBarriers(page, "replay");
    await page.goto(`${address}/#/guide/${game}`);
    await page.waitForSelector(".guide-note");
    await page.locator(".board [data-tap]").first().waitFor();
    await expectNoBarriers(page, "lesson");
    await end();
  });
});

test.each(GAMES)("with reduced motion nothing in %s moves", async (game) => {
  const { page, end } = await visit(SHORT[game], { calm: true });
  await sitDown(page, ["person", "easy"]);
  const lot = lots(9);
  for (let taps = 0; taps < 15 && (await turn(page)) === "ready"; ++taps) {
    await tapSomething(page, lot);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((each) => each.playState === "running" && Number(each.effect?.getComputedTiming().duration) > 1)
        .map((each) => String((each.effect as KeyframeEffect | null)?.target?.className)),
    );
    expect(moving).toEqual([]);
  }
  await end();
});
