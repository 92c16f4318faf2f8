// SPDX-License-Identifier: Apache-2.0
// What a table promises: hands stay secret around one phone, nothing is lost by a reload or without a network, and help
// is one tap away.
import { describe, expect, test } from "vitest";
import {
  act,
  address,
  eventually,
  GAMES,
  lots,
  type Page,
  playShort,
  ready,
  readyThing,
  SHORT,
  sitDown,
  stopServer,
  stopTime,
  tap,
  tapAtOnce,
  tapNames,
  tapSomething,
  turn,
  usePage,
  visit,
} from "./support.ts";

usePage();

/** What only a hand shows: its cards, and in CV the dice on the table. */
const hand = (page: Page) =>
  page.locator(".board [data-digit]").evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.tap ?? ""));

describe.each(GAMES)("%s", (game) => {
  test("around one phone: while the curtain is down, nothing of a table is in the document; then only the own hand", async () => {
    const { page, end } = await visit(SHORT[game], { phone: true, timeless: true });
    await sitDown(page, ["person", "person"]);
    const lot = lots(5);
    const hands = new Map<string, string>(); // by what the curtain said: whose turn it was
    let curtains = 0;
    for (let taps = 0; taps < 60 && curtains < 8; ++taps) {
      const now = await turn(page);
      if (now === "over") break;
      if (now === "curtain") {
        ++curtains;
        const text = ((await page.locator("main").textContent()) ?? "").trim();
        expect(text).toMatch(
          /Pass the phone to Player \d, the (blue|red) player|Pass the phone to You, the blue player/,
        );
        expect(await page.locator(".board, [data-tap], [data-digit], [role=log], .explanation").count()).toBe(0);
        const shownNow = await page.evaluate(() =>
          [...document.body.querySelectorAll(":scope > :not(.drawings)")].map((each) => each.outerHTML).join(""),
        );
        expect(shownNow.length, "the curtain is all there is").toBeLessThan(2000);
        await page.getByRole("button", { name: /show my cards/ }).tap();
        await page.waitForSelector(".board [data-tap]");
        const shown = (await hand(page)).join(", ");
        for (const [other, cards] of hands)
          if (other !== text) expect(shown, "not the hand of who had the phone").not.toBe(cards);
        hands.set(text, shown);
        continue;
      }
      await tapSomething(page, lot, "finger");
    }
    expect(hands.size, "both players had the phone").toBe(2);
    await end();
  });

  test("a reload in the middle, and a closed tab, lose nothing", async () => {
    const { page, context, end } = await visit(SHORT[game], { timeless: true });
    await sitDown(page, ["person", "easy"]);
    const lot = lots(6);
    for (let taps = 0; taps < 6 && (await turn(page)) === "ready"; ++taps) await tapSomething(page, lot);
    await page.keyboard.press("Escape");
    await turn(page);
    const before = await hand(page);
    const where = page.url();
    await page.reload();
    await turn(page);
    expect(await hand(page)).toEqual(before);
    await page.close();
    const again = await context.newPage();
    await again.goto(where);
    await turn(again);
    expect(await hand(again)).toEqual(before);
    await again.goto(`${address}/`);
    await again.locator(".my-tables a").first().click();
    await turn(again);
    expect(await hand(again)).toEqual(before);
    await end();
  });

  test("a deal's link deals the same cards again", async () => {
    const hands: string[][] = [];
    for (let i = 0; i < 2; ++i) {
      const { page, end } = await visit(SHORT[game]);
      await sitDown(page, ["person", "easy"]);
      await turn(page);
      hands.push(await hand(page));
      await end();
    }
    expect(hands[0]?.length).toBeGreaterThan(0);
    expect(hands[1]).toEqual(hands[0]);
  });

  test("a hint says what and why, and its move can be made", async () => {
    const { page, context, end } = await visit();
    // By a number of games instead of a time: in that, a slow machine plays few.
    await context.addInitScript(() => {
      const post = Worker.prototype.postMessage as (message: { request: string }) => void;
      Worker.prototype.postMessage = function (this: Worker, { request, ...rest }: { request: string }) {
        post.call(this, { ...rest, request: request.replace(/"search\/\d+ms"/, '"search/500"') });
      };
    });
    await page.reload();
    await playShort(page, game);
    await turn(page);
    await page.keyboard.press("h");
    const hint = page.getByRole("complementary", { name: /strong player/ });
    const why = await hint.getByText(/It wins \d+ % of the \d+ games/).textContent();
    expect(Number(/of the (\d+) games/.exec(why ?? "")?.[1]), "it really looked ahead").toBeGreaterThan(100);
    const told = await page.locator("[role=log]").textContent();
    await hint.getByRole("button", { name: "Do that" }).click();
    await hint.waitFor({ state: "detached" });
    await page.waitForFunction((before) => document.querySelector("[role=log]")?.textContent !== before, told);
    await end();
  });

  test("what cannot be done says why, with a clause that leads to the rules", async () => {
    const { page, end } = await visit(SHORT[game], { timeless: true });
    await sitDown(page, ["person", "easy"]);
    const lot = lots(7);
    for (let taps = 0; taps < 80; ++taps) {
      if ((await turn(page)) !== "ready") break;
      const idle = page.locator('.board [data-tap][data-state="idle"]');
      for (let i = 0; i < Math.min(12, await idle.count()); ++i) {
        await idle.nth(i).evaluate((each) => (each as HTMLElement).click()); // most lie below others
        await turn(page); // the engine has answered
        if ((await page.locator(".refused .clause").count()) > 0) break;
      }
      const clause = page.locator(".refused .clause");
      if ((await clause.count()) > 0) {
        const id = (await clause.textContent()) ?? "";
        expect(id).toMatch(/^(CG|FA|CV)-\d+$/);
        await clause.click();
        await page.getByRole("dialog", { name: "Rules" }).locator(".cited").getByText(id).waitFor();
        return end();
      }
      await tapAtOnce(page, lot);
    }
    throw new Error("nothing was refused with a clause");
  });
});

test.each(GAMES)(
  "the first-game guide of %s can be followed on a phone to its end, and leads into a game",
  async (game) => {
    const { page, end } = await visit(`#/guide/${game}`, { phone: true, timeless: true });
    const goOn = page.getByRole("button", { name: "Go on" });
    const playNow = page.getByRole("button", { name: "Play now" });
    const tapThing = (name: string) => tap(page, readyThing(page, name), "finger");
    const notes = new Set<string>();
    let moves = 0;
    for (;;) {
      const now = await eventually(page, async () => {
        if (await page.locator("main[data-busy]").count()) return undefined;
        if (await goOn.isVisible()) return "note";
        if (await playNow.isVisible()) return "end";
        return (await ready(page).count()) > 0 && "move";
      });
      if (now === "end") break;
      const note = (await page.locator(".prompt").textContent()) ?? "";
      notes.add(note);
      if (now === "note") {
        await act(page, () => goOn.tap());
        continue;
      }
      ++moves;
      const names = await tapNames(page);
      if (note.includes("clover") && names.includes("die G")) await tapThing("die G"); // CV: to be kept
      if (names.includes("stop") && !note.includes("throw the other two")) await tapThing("stop");
      else await tapThing(names.find((name) => name !== "stop" && !name.startsWith("die ")) ?? "");
    }
    expect(notes.size).toBeGreaterThan(10);
    expect(moves).toBeGreaterThan(3);
    await playNow.tap();
    expect(await turn(page)).toBe("ready");
    await end();
  },
);

test("today's deal is the same for everybody, and goes on where it was left", async () => {
  const hands: string[][] = [];
  for (let i = 0; i < 2; ++i) {
    const { page, end } = await visit();
    await page.getByRole("button", { name: "Play today's deal" }).click();
    await turn(page);
    hands.push(await hand(page));
    const where = page.url();
    await page.goto(`${address}/`);
    await page.getByRole("button", { name: "Play today's deal" }).click();
    await turn(page);
    expect(page.url()).toBe(where);
    await end();
  }
  expect(hands[0]?.length).toBeGreaterThan(0);
  expect(hands[1]).toEqual(hands[0]);
});

test("a move can be taken back until somebody else acts", async () => {
  const { page, end } = await visit(SHORT.alive, { timeless: true });
  await sitDown(page, ["person", "easy"]);
  await turn(page);
  const before = await hand(page);
  await stopTime(page); // the bot would act soon
  await tap(page, page.locator('.board [data-digit][data-state="ready"]').first());
  await page.getByRole("button", { name: "Take the last move back" }).click();
  await expect.poll(() => hand(page)).toEqual(before);
  await end();
});

test("all that happened begins at the beginning, and opens at what was last", async () => {
  const { page, end } = await visit("#/deal/cradle/3/story?rounds=5", { calm: true, timeless: true });
  await sitDown(page, ["person", "easy", "easy"]);
  await turn(page);
  const first = (await page.getByRole("log").locator("p").first().textContent()) ?? "";
  const lot = lots(2);
  for (let taps = 0; taps < 36; ++taps) {
    expect(await turn(page)).toBe("ready");
    await tapAtOnce(page, lot);
  }
  const lines = page.locator(".log-all li");
  for (const again of [false, true]) {
    if (again) await page.reload();
    await turn(page);
    await page.getByRole("button", { name: "All that happened" }).click();
    expect(await lines.first().textContent()).toBe(first);
    expect(await lines.count()).toBeGreaterThan(60);
    const seen = await lines.last().evaluate((line) => {
      const [own, frame] = [line, line.closest("dialog") as Element].map((each) => each.getBoundingClientRect());
      return own && frame && own.bottom <= frame.bottom;
    });
    expect(seen).toBe(true);
  }
  await end();
});

test("an answer to a tap does not move the table", async () => {
  const { page, end } = await visit("#/deal/alive/3/answer", { phone: true, calm: true, timeless: true });
  await sitDown(page, ["person", "easy", "easy"]);
  const places = () =>
    page
      .locator(".board, .board [data-tap]")
      .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
  const lot = lots(3);
  let high = 0;
  while (high < 3) {
    expect(await turn(page)).toBe("ready");
    await page.keyboard.press("Escape");
    const before = await places();
    const idle = page.locator('.board [data-tap][data-state="idle"]');
    if ((await idle.count()) > 0) {
      await idle.first().evaluate((each) => (each as HTMLElement).click());
      const answer = page.locator(".refused");
      await answer.waitFor();
      expect(await places()).toEqual(before);
      high += Number(((await answer.boundingBox())?.height ?? 0) > 40); // two lines and more
    }
    await tapAtOnce(page, lot);
  }
  await end();
});

test("dragging is the same as tapping: a card to the middle, or to what it is for", async () => {
  const { page, end } = await visit(SHORT.alive, { timeless: true });
  await sitDown(page, ["person", "easy"]);
  await turn(page);
  const before = await hand(page);
  const drag = async (from: ReturnType<typeof ready>, x: number, y: number) => {
    await from.hover({ position: { x: 20, y: 20 } }); // once it lies still
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 8 });
    await page.mouse.up();
  };
  const card = page.locator('.board [data-digit][data-state="ready"]').first();
  await card.hover();
  const own = await card.boundingBox();
  await drag(card, (own?.x ?? 0) + 30, (own?.y ?? 0) + 10); // put back where it lay
  expect(await hand(page)).toEqual(before);
  await drag(card, 400, 300);
  await page.waitForFunction((n) => document.querySelectorAll(".board [data-digit]").length < n, before.length);
  // Cradle to Grave: two cards make an age; then a card is dragged to a pile.
  await page.goto(`${address}/${SHORT.cradle}`);
  await sitDown(page, ["person", "easy"]);
  for (let i = 0; i < 2; ++i) {
    await turn(page);
    await tap(page, page.locator('.board [data-digit][data-state="ready"]').nth(i));
  }
  for (let tries = 0; tries < 12; ++tries) {
    if ((await turn(page)) !== "ready") break;
    const cards = page.locator('.board [data-digit][data-state="ready"]');
    if ((await cards.count()) === 0) {
      await tap(page, ready(page).first());
      continue;
    }
    await tap(page, cards.first());
    const target = page.locator('.board [data-state="ready"]:not([data-digit])').first();
    if ((await target.count()) === 0) continue;
    await target.hover(); // once it lies still
    const box = await target.boundingBox();
    const log = await page.locator("[role=log]").textContent();
    await page.keyboard.press("Escape");
    await drag(cards.first(), (box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await page.waitForFunction((old) => document.querySelector("[role=log]")?.textContent !== old, log);
    return end();
  }
  throw new Error("no card could be dragged to a pile");
});

test("without a network the page opens again, and a game can be begun and played", async () => {
  const { page, context, end } = await visit();
  await page.evaluate(async () => (await navigator.serviceWorker.ready) && undefined);
  await page.waitForFunction(async () => {
    const names = await caches.keys();
    const cache = await caches.open(names[0] ?? "");
    return names.length === 1 && (await cache.keys()).some((request) => request.url.endsWith(".wasm"));
  });
  await context.setOffline(true);
  await stopServer();
  await page.reload();
  for (const game of GAMES) {
    await page.goto(`${address}/${SHORT[game]}`);
    await sitDown(page, ["person", "easy"]);
    expect(await turn(page)).toBe("ready");
    await ready(page).first().click();
    await page.goto(`${address}/#/rules/${game}`);
    await page.locator(".clause-text").first().waitFor();
  }
  await end();
});
