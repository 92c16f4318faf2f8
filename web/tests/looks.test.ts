// SPDX-License-Identifier: Apache-2.0
// Every screen in light and dark: axe finds nothing to complain about, on a phone everything is large enough for a finger, and
// with reduced motion nothing moves.
import { describe, expect, test } from "vitest";
import {
  expectFingersFit,
  expectNoBarriers,
  GAMES,
  lots,
  type Page,
  SHORT,
  sitDown,
  tapAtOnce,
  turn,
  usePage,
  visit,
} from "./support.ts";
import { tourOfAGame, tourOfTheHouse } from "./tour.ts";

usePage();

const judge = (page: Page, phone: boolean) => async (where: string) => {
  await expectNoBarriers(page, where);
  if (phone) await expectFingersFit(page, where);
};

describe.each([false, true])("dark: %s", (dark) => {
  test.each([true, false])("all around the tables (phone: %s)", async (phone) => {
    const { page, end } = await visit("", { dark, phone, calm: true });
    await tourOfTheHouse(page, judge(page, phone));
    await end();
  });

  test.each(GAMES)("a game of %s on a phone: table, help, hint, result, replay, lesson, curtain", async (game) => {
    const { page, end } = await visit("", { dark, phone: true, calm: true, timeless: true });
    await tourOfAGame(page, game, judge(page, true));
    await end();
  });
});

test.each(GAMES)("with reduced motion nothing in %s moves", async (game) => {
  const { page, end } = await visit(SHORT[game], { calm: true, timeless: true });
  await sitDown(page, ["person", "easy"]);
  const lot = lots(9);
  for (let taps = 0; taps < 15 && (await turn(page)) === "ready"; ++taps) {
    await tapAtOnce(page, lot);
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
