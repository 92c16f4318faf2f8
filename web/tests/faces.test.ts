// SPDX-License-Identifier: Apache-2.0
// What a newcomer meets: the first screen, each game's own face, what a card says about itself, and where the focus is.
import { expect, test } from "vitest";
import {
  GAMES,
  lots,
  type Page,
  playShort,
  playToTheEnd,
  putMouseAside,
  readyThing,
  SHORT,
  sitDown,
  tap,
  tapAtOnce,
  turn,
  usePage,
  visit,
} from "./support.ts";

usePage();

const thing = (page: Page, tap: string) => page.locator(`.board [data-tap="${tap}"]`).first();

test("the first screen says of each game who, how long and what, and starts it by one tap", async () => {
  const { page, end } = await visit("", { phone: true });
  for (const [title, game] of [
    ["Cradle to Grave", "cradle"],
    ["Five Alive", "alive"],
    ["CV", "cv"],
  ] as const) {
    const tile = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
    expect(await tile.textContent()).toMatch(/\d–\d players · \d+ minutes.{40,}Play now/s);
    await tile.getByRole("button", { name: /Invite friends/ }).waitFor();
    await tile.getByRole("button", { name: /Play now/ }).tap();
    await page.waitForSelector(`main[data-game="${game}"] .board [data-tap]`);
    await page.goBack();
    await page.waitForSelector(".tile");
  }
  await end();
});

test("a code that a friend reads out leads to the same deal", async () => {
  const { page, end } = await visit();
  await page.getByRole("textbox", { name: /code/i }).fill("alive/3/k7qm-2x9p-ab3d");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.waitForURL(/#\/deal\/alive\/3\/k7qm-2x9p-ab3d$/);
  await page.locator(".seats li").first().waitFor();
  expect(await page.locator(".seats li").count()).toBe(3);
  await end();
});

test("the page can be installed: its manifest names icons that are there", async () => {
  const { page, end } = await visit();
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
    const said = await (await fetch(link?.href ?? "")).json();
    const icons = said.icons as { src: string; sizes: string }[];
    const answers = await Promise.all(icons.map(async ({ src }) => (await fetch(src)).ok));
    return { name: said.name, display: said.display, sizes: icons.map(({ sizes }) => sizes), answers };
  });
  expect(manifest.name).toBe("lifetable");
  expect(manifest.display).toBe("standalone");
  expect(manifest.sizes).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  expect(manifest.answers).not.toContain(false);
  await end();
});

test("Cradle to Grave: a figure grows old with its age, and glows from 91 on", async () => {
  const { page, end } = await visit("#/deal/cradle/2/moment-27", { calm: true }); // 94, and the first check is passed
  await sitDown(page, ["person", "easy"]);
  const mine = page.locator(".cradle-place").filter({ hasText: "You" });
  await mine.locator('use[href="#cradle-baby"]').waitFor();
  expect(await page.locator(".cradle-danger").count()).toBe(0);
  await turn(page);
  for (const card of ["card 9", "card 4"]) await tap(page, readyThing(page, card));
  await mine.locator('use[href="#cradle-ancient"]').waitFor();
  expect(await mine.getAttribute("class")).toContain("cradle-danger");
  await end();
});

test("Five Alive: as many parts of the dial are lit as the total says, and all letters stand", async () => {
  const { page, end } = await visit("#/deal/alive/2/bomb-3", { calm: true });
  await sitDown(page, ["person", "easy"]);
  const dial = () =>
    page.evaluate(() => ({
      total: document.querySelector(".alive-total")?.textContent,
      lit: document.querySelectorAll(".alive-segment[data-on]").length,
      lost: document.querySelectorAll(".alive-letter[data-lost]").length,
    }));
  await turn(page);
  expect(await dial()).toEqual({ total: "0", lit: 0, lost: 0 });
  await thing(page, "card 6").click();
  await page.waitForFunction(() => document.querySelector(".alive-total")?.textContent === "6");
  expect((await dial()).lit).toBe(6);
  await end();
});

test.each([false, true])(
  "Five Alive: the Bomb shakes the table, but for whoever wants calm (calm: %s)",
  async (calm) => {
    const { page, end } = await visit("#/deal/alive/2/bomb-3", { calm });
    await sitDown(page, ["person", "easy"]);
    await turn(page);
    await page.evaluate(() => {
      const shaken = { most: 0 };
      Object.assign(window, { shaken });
      const look = () => {
        const moving = document.querySelector(".alive-table")?.getAnimations() ?? [];
        shaken.most = Math.max(shaken.most, moving.length);
        requestAnimationFrame(look);
      };
      look();
    });
    await thing(page, "card Bomb").click();
    await page.locator("[role=log]").getByText(/Bomb/).first().waitFor();
    await turn(page); // the bot has answered
    const { most } = await page.evaluate(() => (window as unknown as { shaken: { most: number } }).shaken);
    if (calm) expect(most).toBe(0);
    else expect(most).toBeGreaterThan(0);
    await end();
  },
);

test("Five Alive: a letter flips for every life that is lost", async () => {
  const { page, end } = await visit("#/deal/alive/2/flip", { timeless: true });
  await sitDown(page, ["person", "easy"]);
  const lot = lots(13);
  const lost = page.locator(".alive-mine .alive-letter[data-lost]");
  while ((await turn(page)) === "ready" && (await lost.count()) === 0) await tapAtOnce(page, lot);
  await page.locator(".alive-mine").getByRole("img", { name: "4 lives left" }).waitFor();
  expect(await lost.textContent(), "from the end of the word").toContain("E");
  await page.waitForFunction(() => {
    const width = (side: string) =>
      document.querySelector(`.alive-mine .alive-letter[data-lost] > .alive-letter-${side}`)?.getBoundingClientRect()
        .width;
    return width("front") === 0 && width("back") !== 0; // it shows its back
  });
  await end();
});

test.each(["cradle", "alive"] as const)(
  "%s: what can be played is lifted and outlined, the rest is dimmed",
  async (game) => {
    const { page, end } = await visit("", { calm: true, timeless: true });
    await playShort(page, game);
    const lot = lots(14);
    const seen = { ready: 0, idle: 0 };
    for (let taps = 0; taps < 60 && Object.values(seen).includes(0); ++taps) {
      if ((await turn(page)) !== "ready") break;
      await putMouseAside(page);
      const hand = await page.locator(".board [data-digit]").evaluateAll((all) =>
        all.map((each) => {
          const { outlineStyle, opacity, transform, translate } = getComputedStyle(each);
          const up = Number(/[-\d.]+(?=px$|\)$)/.exec(transform === "none" ? translate : transform)?.[0] ?? 0);
          return {
            state: (each as HTMLElement).dataset.state,
            outlined: outlineStyle === "solid",
            up: up < 0,
            dim: Number(opacity) < 1,
          };
        }),
      );
      const chosen = hand.some(({ state }) => state === "chosen");
      if (!chosen && hand.some(({ state }) => state === "ready"))
        for (const { state, ...look } of hand) {
          const ready = state === "ready";
          expect(look, `${game}, ${state}`).toEqual({ outlined: ready, up: ready, dim: !ready });
          ++seen[ready ? "ready" : "idle"];
        }
      await tapAtOnce(page, lot);
    }
    expect(seen.ready).toBeGreaterThan(0);
    expect(seen.idle).toBeGreaterThan(0);
    await end();
  },
);

test("CV: at the end there are the points step by step, and the life of everybody from age to age", async () => {
  const { page, end } = await visit("", { calm: true, timeless: true });
  await playShort(page, "cv");
  const lot = lots(12);
  await playToTheEnd(page, () => tapAtOnce(page, lot));
  const story = page.locator(".cv-story");
  await story.waitFor();
  const totals = await story.locator("tfoot td").allTextContents();
  const points = await page.locator(".ranking span").allTextContents();
  for (const said of points) expect(totals.join(" ")).toContain(String(Number.parseInt(said, 10)));
  const lives = story.locator(".cv-lives section");
  expect(await lives.count()).toBe(2);
  expect((await lives.locator("h4").allTextContents()).join(" ")).toMatch(/early adulthood|middle age|old age/);
  await end();
});

test("CV: what can be paid is outlined, what lacks one symbol says which, and bad luck is frozen", async () => {
  const { page, end } = await visit("", { calm: true, timeless: true });
  await playShort(page, "cv");
  const lot = lots(11);
  const seen = { payable: 0, near: 0, frozen: 0, kept: 0 };
  for (let taps = 0; taps < 400 && Object.values(seen).includes(0); ++taps) {
    if ((await turn(page)) !== "ready") break;
    const cards = await page.locator(".cv-track .cv-card").evaluateAll((all) =>
      all.map((each) => ({
        outlined: each.classList.contains("cv-can"),
        said: each.textContent ?? "",
        near: each.querySelectorAll(".cv-near .cv-sym").length,
      })),
    );
    for (const { outlined, said, near } of cards) {
      expect(outlined, said).toBe(/You (can pay|may take)/.test(said));
      expect(near > 0, said).toBe(/One more symbol would do: \w+/.test(said));
      seen.payable += Number(outlined);
      seen.near += Number(near > 0);
    }
    const dice = await page
      .locator('.board [data-tap^="die "]')
      .evaluateAll((all) => all.map((each) => each.textContent ?? ""));
    if (dice.some((said) => said.includes("Tap to"))) {
      const bad = dice.filter((said) => said.startsWith("bad luck"));
      for (const said of bad) expect(said).toMatch(/frozen, cannot be thrown again/);
      seen.frozen += bad.length;
    }
    const loose = page.locator('.board [data-tap^="die "]').filter({ hasText: "will be thrown again" }).first();
    if (seen.kept === 0 && (await loose.count()) > 0) {
      const die = await loose.elementHandle();
      await tap(page, loose);
      await page.waitForFunction((each) => /you keep it/.test(each?.textContent ?? ""), die);
      seen.kept = 1;
    }
    await turn(page);
    await tapAtOnce(page, lot);
  }
  expect(Object.entries(seen).filter(([, times]) => times === 0)).toEqual([]);
  await end();
});

test.each(GAMES)("%s: a card says what it does when pointed at, when focused, and on a long press", async (game) => {
  const laptop = await visit(SHORT[game], { calm: true });
  await sitDown(laptop.page, ["person", "easy"]);
  await turn(laptop.page);
  const note = (page: Page) => page.locator(".explanation");
  const card = laptop.page.locator(".board [data-digit]").first();
  await card.hover();
  await note(laptop.page).waitFor();
  const said = await note(laptop.page).textContent();
  expect(said?.length).toBeGreaterThan(10);
  await laptop.page.mouse.move(2, 2);
  await note(laptop.page).waitFor({ state: "detached" });
  await laptop.page.keyboard.press("ArrowRight"); // from the keyboard: a mouse's focus needs no note
  await note(laptop.page).waitFor();
  await laptop.end();

  const phone = await visit(SHORT[game], { calm: true, phone: true });
  await sitDown(phone.page, ["person", "easy"]);
  await turn(phone.page);
  const held = phone.page.locator(".board [data-digit]").first();
  const before = await held.getAttribute("data-state");
  const box = await held.boundingBox();
  const at = { x: (box?.x ?? 0) + 15, y: (box?.y ?? 0) + 15 };
  const session = await phone.context.newCDPSession(phone.page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await note(phone.page).waitFor();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  expect(await note(phone.page).textContent()).toBe(said);
  expect(await held.getAttribute("data-state"), "it was neither chosen nor played").toBe(before);
  await phone.end();
});

test.each(GAMES)("%s: by Tab and arrows the focus is always to be seen", async (game) => {
  const { page, end } = await visit(SHORT[game], { calm: true });
  await sitDown(page, ["person", "easy"]);
  await turn(page);
  const focused = new Set<string>();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft", ...Array<string>(12).fill("Tab")]) {
    await page.keyboard.press(key);
    const { name, seen } = await page.evaluate(() => {
      const on = document.activeElement as HTMLElement;
      const rings = [on, ...on.querySelectorAll("*")].map((each) => getComputedStyle(each));
      return {
        name: on.dataset.tap ?? on.textContent ?? "",
        seen:
          on === document.body || // the end of the page: the browser's own bar comes next
          rings.some(
            ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
          ),
      };
    });
    expect(seen, `${name} after ${key}`).toBe(true);
    focused.add(name);
  }
  expect(focused.size).toBeGreaterThan(6);
  await end();
});

test("a tap that means nothing yet says what is to be done first", async () => {
  const { page, end } = await visit("#/deal/cradle/2/first", { calm: true });
  await sitDown(page, ["person", "easy"]);
  await turn(page);
  await thing(page, "pile 2 tens").click({ force: true });
  expect(await page.locator(".refused").textContent()).toMatch(/Not now. Choose your starting age: two cards/);
  await end();
});
