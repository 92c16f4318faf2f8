// SPDX-License-Identifier: Apache-2.0
// Friends at one table by a link: three browsers and the real server. In each game one goes offline and comes back, one loads the
// page again, one is replaced by a bot and takes the seat back, and somebody comes late to watch.
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { State } from "../src/protocol.ts";
import {
  address,
  eventually,
  expectFingersFit,
  expectNoBarriers,
  expectNoSidewaysScroll,
  type GameName,
  lots,
  type Manner,
  openAll,
  type Page,
  readyThing,
  stopTime,
  tap,
  tapAtOnce,
  tapSomething,
  turn,
  turnNow,
  usePage,
  type Visit,
  visit,
} from "./support.ts";

// So that tables may have clocks without time: then a game plays itself.
const limits = fileURLToPath(new URL("hasty.limits", import.meta.url));
usePage("--bot-pause", "20", "--limits", limits);

/** What browsers say of a network that is not there. */
const OFFLINE = /WebSocket connection|ERR_INTERNET_DISCONNECTED/;

/** What they say when the record of a deal that goes on is asked for. */
const NOT_OVER = /status of 403/;

/** Opens a table for three as the set-up screen does; `choose` chooses more there. */
async function openTable(host: Page, game: GameName, choose: () => Promise<unknown> = async () => {}) {
  await host.goto(`${address}/#/invite/${game}`);
  await host.getByLabel("Name at seat 1").fill("Ann");
  while ((await host.locator(".seats li").count()) > 3)
    await host.getByRole("button", { name: "One seat fewer" }).click();
  await choose();
  await host.getByRole("button", { name: "Open a table" }).click();
  await host.locator(".code").waitFor();
  const code = (await host.locator(".code").textContent()) ?? "";
  expect(host.url(), "no secret stays in the address").toBe(`${address}/#/table/${code.slice(0, 6)}`);
  return code;
}

const linkOf = (code: string) => `#/table/${code.replace("-", "/")}`;

async function sit(page: Page, name: string) {
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.getByRole("button", { name: "Leave my seat" }).waitFor();
}

/** By the code, as somebody types it who heard it. */
async function joinByCode(page: Page, code: string) {
  await page.getByLabel("The code or link of a table or a deal").fill(code.toLowerCase().replace("-", " "));
  await page.getByRole("button", { name: "Go", exact: true }).click();
}

async function deal(host: Page, names: readonly string[]) {
  for (const name of names) await host.locator(".places bdi").getByText(name, { exact: true }).waitFor();
  await host.getByRole("button", { name: "Deal the cards" }).click();
}

const people = (page: Page) => page.getByRole("button", { name: "The people at this table" });

/** Taps on until the game is over, or so many taps are made. */
async function play(page: Page, lot: () => number, taps = 20_000): Promise<"over" | "on"> {
  for (let i = 0; i < taps; ++i) {
    if ((await turn(page)) === "over") return "over";
    await tapAtOnce(page, lot);
  }
  return "on";
}

/** Without a network for a while, in which a move is made. */
async function goOffline({ page, context }: Visit, lot: () => number) {
  for (let moved = false; !moved; ) {
    if ((await turn(page)) === "over") return;
    await context.setOffline(true);
    await page.getByText("The connection is lost").waitFor();
    await page.locator("main:not([data-busy])").waitFor(); // all that has come is seen; others may have been quicker
    moved = await tapAtOnce(page, lot); // on its way as soon as there is one
    await context.setOffline(false);
    await page.getByText("The connection is lost").waitFor({ state: "detached" });
  }
}

/** Leaves the seat to a bot, and takes it back. */
async function takeABreak(page: Page) {
  if ((await turn(page)) === "over") return;
  await people(page).click();
  await page.getByRole("button", { name: "Leave my seat" }).click();
  await page.keyboard.press("Escape");
  const over = page.locator(".result"); // the bot, or somebody else, may end the game meanwhile
  const covered = page.getByText("A bot plays for you");
  await covered.or(over).first().waitFor();
  if (await over.count()) return;
  expect(await page.locator('.board [data-state="ready"]').count(), "nothing to choose meanwhile").toBe(0);
  const back = page.getByRole("button", { name: "Take my seat back" });
  await back.evaluateAll((all) => (all as HTMLElement[]).map((each) => each.click())); // at once: it may be too late soon
  await covered.waitFor({ state: "detached" });
}

/** Comes late by the link to watch, and sees no hand. */
async function watch(host: Page): Promise<Visit> {
  await people(host).click();
  await host.getByText("A link to watch").click();
  const link = await host.getByRole("dialog").locator("details[open] .link input").inputValue();
  await host.keyboard.press("Escape");
  const late = await visit(link.slice(link.indexOf("#")), { calm: true });
  await late.page.getByText("You are watching").waitFor();
  await late.page.locator(".board .seat-1").first().waitFor();
  return late;
}

async function expectNoHand(page: Page) {
  expect(await page.locator('[data-digit], .board [data-state="ready"]').count()).toBe(0);
  expect(await page.locator("main").ariaSnapshot()).not.toMatch(/Your hand/);
}

const CHOICES: Record<GameName, (host: Page) => Promise<unknown>> = {
  cradle: async (host) => {
    await openAll(host);
    await host.getByLabel(/Rounds/).selectOption("2");
    await host.getByLabel(/Unhurried/).check(); // no windows of eight seconds
  },
  alive: async (host) => {
    await openAll(host);
    await host.getByLabel(/Sudden death/).selectOption("yes");
    await host.getByLabel(/with a clock/).check();
  },
  cv: async () => {},
};

describe.each(["cradle", "alive", "cv"] as const)("a whole game of %s in three browsers", (game) => {
  test("with a tunnel, a reload, a break and a late watcher", async () => {
    const calm: Manner = { calm: true, allow: OFFLINE };
    const ann = await visit("", { ...calm, calm: game !== "cradle" }); // whom the hundred check keeps in suspense
    const code = await openTable(ann.page, game, () => CHOICES[game](ann.page));
    const bo = await visit(linkOf(code), { ...calm, phone: true });
    await sit(bo.page, "Bo");
    const cy = await visit("", calm);
    await joinByCode(cy.page, code);
    await sit(cy.page, "Cy");
    await deal(ann.page, ["Bo", "Cy"]);

    let late: Visit | undefined;
    await Promise.all([
      (async () => {
        const lot = lots(1);
        await play(ann.page, lot, 2);
        expect(await turn(ann.page)).toBe("ready"); // nobody ends the game before she acts
        late = await watch(ann.page);
        await expectNoHand(late.page);
        expect(await play(ann.page, lot)).toBe("over");
      })(),
      (async () => {
        const lot = lots(2);
        await play(bo.page, lot, 2);
        await goOffline(bo, lot);
        await expectNoSidewaysScroll(bo.page);
        expect(await play(bo.page, lot)).toBe("over");
      })(),
      (async () => {
        const lot = lots(3);
        await play(cy.page, lot, 2);
        await cy.page.reload();
        await takeABreak(cy.page);
        expect(await play(cy.page, lot)).toBe("over");
      })(),
    ]);
    const told = (page: Page) => page.locator(".ranking span").allTextContents(); // points; names differ, one is "you"
    await late?.page.locator(".ranking").waitFor();
    expect(await told(bo.page)).toEqual(await told(ann.page));
    expect(await told(cy.page)).toEqual(await told(ann.page));

    for (const { page } of [ann, bo, cy]) {
      const said = await checkTheDeal(page);
      expect(said).toMatch(/from what Ann, Bo, Cy added/);
      expect(said).toMatch(GOOD);
    }
    await late?.end();

    await ann.page.getByRole("button", { name: "Again", exact: true }).click();
    for (const { page } of [ann, bo, cy]) {
      await page.locator(".places").waitFor();
      expect(await page.locator(".places bdi").allInnerTexts()).toEqual(["Cy", "Ann", "Bo"]);
    }
    await bo.page.getByRole("link", { name: "Watch the last game" }).click();
    await bo.page.getByRole("slider", { name: "Moment of the game" }).waitFor();
    for (const each of [ann, bo, cy]) await each.end();
  });
});

test("a move whose answer is lost on the way is made once", async () => {
  const ann = await visit("", { calm: true, allow: OFFLINE });
  const asked: { move: string; id: string }[] = [];
  let tunnel = false;
  await ann.page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const request = JSON.parse(String(text));
      if (request.do === "play") asked.push(request);
      server.send(text);
    });
    server.onMessage((text) => {
      if (tunnel && JSON.parse(String(text)).ok?.at) {
        tunnel = false;
        socket.close({ code: 1001 });
        server.close();
      } else {
        socket.send(text);
      }
    });
  });
  await ann.page.reload();
  await openTable(ann.page, "alive");
  for (const seat of [2, 3]) await ann.page.getByLabel(`Who plays at seat ${seat}`).selectOption("easy");
  await deal(ann.page, []);
  await turn(ann.page);
  const told = ann.page.locator('[role="log"] p').filter({ hasText: /^You play/ });
  const before = await told.count();
  tunnel = true;
  await tapSomething(ann.page, lots(6));
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]).toMatchObject({ move: asked[0]?.move, id: asked[0]?.id });
  await expect.poll(() => told.count()).toBe(before + 1);
  expect(await turn(ann.page), "and the game goes on").toBe("ready");
  await ann.end();
});

/** Something happens to what a page and its server say to each other. */
interface Tampering {
  /** False: it never arrives. */
  request?: (request: { do: string; entropy?: string }) => unknown;
  message?: (message: {
    room?: { commitment: string };
    self?: { seat: number; entropy: string };
    state?: State;
    ok?: { record?: string };
  }) => unknown;
}

async function tamper(page: Page, { request, message }: Tampering) {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    const pass = (change: ((said: never) => unknown) | undefined, on: (text: string) => void) => (text: unknown) => {
      const said = JSON.parse(String(text)) as never;
      if (change?.(said) !== false) on(JSON.stringify(said));
    };
    socket.onMessage(pass(request, (text) => server.send(text)));
    server.onMessage(pass(message, (text) => socket.send(text)));
  });
}

/** What the page says of the deal, and how it shows it. */
async function checkTheDeal(page: Page) {
  await page.locator(".result").waitFor();
  await page.getByText("Check the deal", { exact: true }).click();
  await page.getByRole("button", { name: "Compute it again" }).click();
  const said = page.locator("details.panel p[role=status]");
  await said.waitFor();
  return `${await said.getAttribute("class")}: ${await said.textContent()}`;
}
const GOOD = /^good: .*what your device added is in the seed/;
const BAD = /^error: /;

/** The record with another card, or another header. */
const withAnotherCard = (record: string) => {
  const [header, ...moves] = record.split("\n");
  const drawn = moves.findIndex((line) => line.includes('"move":"draw '));
  const other = moves.find((line) => line.includes('"move":"draw ') && line !== moves[drawn]) ?? "";
  return [header, ...moves.with(drawn, other)].join("\n");
};
const withOtherDigits = (record: string, member: "commitment" | "server") =>
  record.replace(new RegExp(`("${member}":")([0-9a-f]{64})`), (_, name, digits) => name + mirrored(digits));
type Header = { deal: Record<string, unknown>; seats: { name: string; player: string }[]; result: unknown };
const withHeader = (record: string, change: (header: Header) => object) => {
  const [header = "", ...moves] = record.split("\n");
  return [JSON.stringify(change(JSON.parse(header))), ...moves].join("\n");
};
/** The record whose header says something else about the deal. */
const withDeal = (record: string, change: (deal: Record<string, unknown>) => object) =>
  withHeader(record, (header) => ({ ...header, deal: change(header.deal) }));
/** The record of the first moves. */
const cutOff = (record: string, moves: number) =>
  withHeader(
    `${record
      .split("\n")
      .slice(0, moves + 1)
      .join("\n")}\n`,
    (header) => ({ ...header, result: null }),
  );
const withSeats = (record: string, change: (seat: Header["seats"][number], i: number) => object) =>
  withHeader(record, (header) => ({ ...header, seats: header.seats.map(change) }));
const commitmentOf = (seed: string) => createHash("sha256").update(seed, "hex").digest("hex");
const NOT_SHOWN = /^notice: .*not shown to be fair/;
const ANOTHER_GAME = /^error: .*it is not the game that you were shown/;
const mirrored = (digits: string) => [...digits].reverse().join("");
const alterRecord = (alter: (record: string) => string): Tampering => ({
  message: ({ ok }) => {
    if (ok?.record) ok.record = alter(ok.record);
  },
});

function alterFirstTable(): Tampering {
  let altered = 0;
  return {
    message: ({ state }) => {
      if (state?.game === "alive" && altered++ === 0) state.scene.pile += 1;
    },
  };
}

/** Opens a table for Ann at once; `more`: as when the time of whoever is to act is up at once. Returns its name and the key to
 *  join by. */
async function openByRequest(host: Page, players: string[], more = {}) {
  const { table, key, join } = await host.evaluate(
    async ([players, more]) => {
      const seats = players.map((player) => ({ player }));
      const request = { do: "open", game: "alive", name: "Ann", seats, options: { sudden: "yes" }, ...more };
      const headers = { "Content-Type": "application/json" };
      return (await (await fetch("/api", { method: "POST", headers, body: JSON.stringify(request) })).json()).ok;
    },
    [players, more] as const,
  );
  await host.goto(`${address}/#/table/${table}/${key}`);
  return { table, join } as { table: string; join: string };
}

/** A table for two, where Dan sits down. */
async function tableOfTwo(host: Page, guest: Page, more = {}) {
  const { table, join } = await openByRequest(host, ["me", "open"], more);
  await guest.goto(`${address}/#/table/${table}/${join}`);
  await sit(guest, "Dan");
  return table;
}

const NO_TIME = { bank: 1 };

const itEnds = (page: Page) => page.locator(".result").waitFor();

test.each<[string, Tampering, RegExp]>([
  ["one card is another", alterRecord(withAnotherCard), /Do not trust.*is not what the seed gives/],
  [
    "the commitment is another",
    alterRecord((record) => withOtherDigits(record, "commitment")),
    /not what you were shown before the first card: do not trust this deal/,
  ],
  [
    "the server's part is not there, and the commitment is another, which fits the seed",
    alterRecord((record) => withDeal(record, ({ seed }) => ({ seed, commitment: commitmentOf(String(seed)) }))),
    /not what you were shown before the first card: do not trust this deal/,
  ],
  ["nothing is said of the deal", alterRecord((record) => withDeal(record, () => ({}))), NOT_SHOWN],
  [
    "there is no seed, and the commitment is another",
    alterRecord((record) => withDeal(record, ({ commitment }) => ({ commitment: mirrored(String(commitment)) }))),
    /not what you were shown before the first card: do not trust this deal/,
  ],
  [
    "there is no seed, and the commitment is the true one",
    alterRecord((record) => withDeal(record, ({ commitment }) => ({ commitment }))),
    NOT_SHOWN,
  ],
  [
    "the server claims that this seat has added already",
    {
      message: ({ self }) => {
        if (self) self.entropy = "claimed";
      },
    },
    NOT_SHOWN,
  ],
  [
    "the server's part is another",
    alterRecord((record) => withOtherDigits(record, "server")),
    /Do not trust.*one of the two was changed/,
  ],
  [
    "the server was bound to something else before the first card",
    {
      message: ({ room }) => {
        if (room) room.commitment = mirrored(room.commitment);
      },
    },
    /not what you were shown before the first card: do not trust this deal/,
  ],
  [
    "what this device added was left out",
    {
      request: (request) => {
        if (request.entropy) request.entropy = mirrored(request.entropy);
      },
    },
    /what your device added is not in the seed/,
  ],
  [
    "what this device sends to be added does not arrive in time",
    { request: ({ do: what }) => what !== "add" },
    /^notice: .*it began before this device could add to it/,
  ],
  [
    "the server claims that this seat has added already, and in the record it is a bot's",
    {
      request: ({ do: what }) => what !== "add",
      message: ({ self, ok }) => {
        if (self) self.entropy = "claimed";
        if (ok?.record) ok.record = withSeats(ok.record, ({ name }) => ({ name, player: "normal" }));
      },
    },
    NOT_SHOWN,
  ],
  ["the record is cut off", alterRecord((record) => cutOff(record, 40)), ANOTHER_GAME],
  [
    "another result was shown than that of the record",
    {
      message: ({ state }) => {
        for (const outcome of state?.outcome ?? []) outcome.winners = outcome.winners.includes(1) ? [2] : [1];
      },
    },
    ANOTHER_GAME,
  ],
  [
    "another table was shown at one moment than that of the record",
    // The first that comes: without time for anybody, a busy machine shows few.
    alterFirstTable(),
    ANOTHER_GAME,
  ],
])("a deal that was tampered with does not stand the check: %s", async (_, tampering, verdict) => {
  const ann = await visit("", { calm: true });
  await tamper(ann.page, tampering);
  await ann.page.reload();
  await openByRequest(ann.page, ["me", "easy", "easy"], NO_TIME);
  await deal(ann.page, []);
  await itEnds(ann.page);
  const said = await checkTheDeal(ann.page);
  expect(said).toMatch(verdict);
  expect(said).not.toMatch(/^good/);
  await ann.end();
});

// ---- Evidence ---------------------------------------------------------------------------------------------

/** Finished games that this device has kept, and tables that it may come back to. */
const keptGames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open("lifetable");
        opening.onsuccess = () => {
          const all = opening.result.transaction("games").objectStore("games").getAll();
          all.onsuccess = () => resolve(all.result.map(({ id }) => id).sort());
        };
      }),
  );

async function lendSeat(page: Page) {
  await people(page).click();
  await page.getByRole("button", { name: "Leave my seat" }).click();
  await page.keyboard.press("Escape");
}

test("whoever sits down adds to the chance of the deal by the same request", async () => {
  const ann = await visit();
  const dan = await visit("", { calm: true });
  const asked: string[] = [];
  await tamper(dan.page, { request: ({ do: what, entropy }) => asked.push(entropy ? `${what} and add` : what) });
  await dan.page.reload();
  await tableOfTwo(ann.page, dan.page, NO_TIME);
  await deal(ann.page, ["Dan"]);
  await itEnds(dan.page);
  expect(asked).toContain("sit and add");
  expect(asked.filter((what) => what.includes("add"))).toHaveLength(1);
  expect(await checkTheDeal(dan.page)).toMatch(GOOD);
  for (const each of [ann, dan]) await each.end();
});

test("an honest deal is good for who lent the seat to a bot to the end, and who left it before and sat down again", async () => {
  const ann = await visit("", { calm: true });
  const dan = await visit("", { calm: true });
  await tableOfTwo(ann.page, dan.page);
  await dan.page.getByRole("button", { name: "Leave my seat" }).click();
  await sit(dan.page, "Dan");
  await deal(ann.page, ["Dan"]);
  for (const { page } of [ann, dan]) await lendSeat(page); // the game cannot end before both have
  for (const { page } of [ann, dan]) expect(await checkTheDeal(page)).toMatch(GOOD);
  for (const each of [ann, dan]) await each.end();
});

test("one person on two devices is not told to distrust a deal that one of them added to", async () => {
  const ann = await visit("", { calm: true });
  const dan = await visit("", { calm: true });
  await tableOfTwo(ann.page, dan.page, NO_TIME);
  await dan.page.getByText("Go on on another device").click();
  const link = await dan.page.locator("details[open] .link input").inputValue();
  const tablet = await visit(link.slice(link.indexOf("#")), { calm: true });
  await tablet.page.getByText("deals the cards when everybody is here").waitFor();
  await deal(ann.page, ["Dan"]);
  for (const { page } of [ann, dan, tablet]) await itEnds(page);
  await ann.page.getByRole("button", { name: "Again", exact: true }).click();
  for (const { page } of [dan, tablet]) await page.locator(".places").waitFor();
  await deal(ann.page, ["Dan"]);
  const said = await Promise.all([dan, tablet].map(({ page }) => checkTheDeal(page)));
  expect(
    said.filter((each) => GOOD.test(each)),
    said.join("\n"),
  ).toHaveLength(1);
  expect(
    said.filter((each) => BAD.test(each)),
    said.join("\n"),
  ).toHaveLength(0);
  for (const each of [ann, dan, tablet]) await each.end();
});

test("whoever was away when a deal ended and the next one began has its record, and what it is compared with", async () => {
  const ann = await visit("", { calm: true });
  const dan = await visit("", { calm: true, allow: OFFLINE });
  const table = await tableOfTwo(ann.page, dan.page, NO_TIME);
  await dan.context.setOffline(true);
  await dan.page.getByText("The connection is lost").waitFor();
  await deal(ann.page, ["Dan"]);
  await itEnds(ann.page);
  await ann.page.getByRole("button", { name: "Again", exact: true }).click();
  await ann.page.locator(".places").waitFor();
  await deal(ann.page, ["Dan"]);
  await itEnds(ann.page);
  await dan.context.setOffline(false);
  await itEnds(dan.page);
  await expect.poll(() => keptGames(dan.page)).toEqual([table, `${table}-1`, `${table}-2`]);
  await dan.page.goto(`${address}/#/table/${table}-1`);
  expect(await checkTheDeal(dan.page)).toMatch(/^notice: .*from what Ann, Dan added.*has kept nothing of the game/);
  for (const each of [ann, dan]) await each.end();
});

test("removing somebody takes no evidence from them: not of the game that is over, nor of the one that goes on", async () => {
  const ann = await visit("", { calm: true });
  const dan = await visit("", { calm: true, allow: NOT_OVER });
  const table = await tableOfTwo(ann.page, dan.page);
  await deal(ann.page, ["Dan"]);
  await people(dan.page).waitFor();
  await people(ann.page).click();
  ann.page.once("dialog", (question) => question.accept());
  await ann.page.getByRole("button", { name: "Remove: Dan" }).click();
  await dan.page.getByText("The host has taken you off this table").waitFor();
  await expect.poll(() => keptGames(dan.page)).toEqual([table]);
  await ann.page.getByRole("button", { name: "Leave my seat" }).click();
  await ann.page.keyboard.press("Escape");
  await itEnds(ann.page);
  expect(await keptGames(dan.page), "what was seen and added").toEqual([table]);
  await dan.page.goto(`${address}/#/`);
  await expect.poll(() => keptGames(dan.page)).toEqual([`${table}-1`]); // all there is to have
  await dan.page.getByRole("link", { name: /Five Alive.*Ann|Five Alive.*Dan/ }).click();
  expect(await checkTheDeal(dan.page)).toMatch(/^notice: .*from what Ann, Dan added.*did not see how the game ended/);
  for (const each of [ann, dan]) await each.end();
});

// ---- The hundred check ------------------------------------------------------------------------------------

/** Opens tables for two until somebody is dealt a 9, and so can be old enough for a hundred check; who can comes first. */
async function sitWhereSomebodyIsOld(ann: Page, bo: Page): Promise<[Page, Page]> {
  for (;;) {
    const { table, key, join } = await ann.evaluate(async () => {
      const seats = ["me", "open"].map((player) => ({ player }));
      const request = { do: "open", game: "cradle", name: "Ann", seats, unhurried: true };
      const headers = { "Content-Type": "application/json" };
      return (await (await fetch("/api", { method: "POST", headers, body: JSON.stringify(request) })).json()).ok;
    });
    await ann.goto(`${address}/#/table/${table}/${key}`);
    await bo.goto(`${address}/#/table/${table}/${join}`);
    await sit(bo, "Bo");
    await deal(ann, ["Bo"]);
    for (const page of [ann, bo]) await turn(page);
    for (const pages of [[ann, bo] as const, [bo, ann] as const])
      if ((await pages[0].locator('.board [data-tap="card 9"]').count()) > 0) return [...pages];
  }
}

test("the card of a hundred check turns over slowly for everybody, holds up nobody, and is not lost with the line", async () => {
  const ann = await visit("", { allow: OFFLINE, timeless: true });
  const bo = await visit("", { allow: OFFLINE });
  // Ann's time will stand still; Bo's line breaks when his page asks what the table was like before.
  let cuts = 0;
  await bo.page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const request = JSON.parse(String(text));
      if (request.do !== "look" || request.at === undefined || cuts++ > 0) return server.send(text);
      socket.close({ code: 1001 });
      server.close();
    });
    server.onMessage((text) => socket.send(text));
  });
  for (const { page } of [ann, bo]) await page.reload();
  const [old, young] = await sitWhereSomebodyIsOld(ann.page, bo.page);
  await stopTime(ann.page);
  const lot = lots(8);
  await tap(old, readyThing(old, "card 9"));
  const slow = ann.page.locator(".cradle-slowly");
  await eventually(bo.page, async () => {
    for (const page of [old, young]) if ((await slow.count()) === 0) await tapAtOnce(page, lot);
    return (await slow.count()) > 0;
  });
  const told = (page: Page) => page.locator('[role="log"] p').filter({ hasText: /Hundred check/ });
  expect(await slow.count()).toBe(1);
  expect(await told(ann.page).count(), "nothing is told before it is seen").toBe(0);
  await ann.page.keyboard.press("Shift"); // enough of it
  await told(ann.page).waitFor();
  await told(bo.page).waitFor();
  expect(cuts, "the question was cut off once, and asked again").toBeGreaterThan(1);
  expect(await told(bo.page).count()).toBe(1);
  await ann.page.clock.resume();
  await eventually(bo.page, async () => (await turnNow(ann.page)) ?? turnNow(bo.page)); // and the game goes on
  for (const each of [ann, bo]) await each.end();
});

test("what is said is seen and heard by all; the host mutes and removes, and whoever is removed is told so", async () => {
  const ann = await visit();
  const code = await openTable(ann.page, "alive", () => ann.page.getByLabel(/People may write/).check());
  const dan = await visit(linkOf(code), { timeless: true, allow: NOT_OVER });
  await sit(dan.page, "Dan");
  await dan.page.getByLabel("Write to the table").fill("Good evening");
  await dan.page.getByRole("button", { name: "Send" }).click();
  await ann.page.getByRole("log").getByText("Dan: Good evening").waitFor();
  await ann.page.getByLabel("Who plays at seat 3").selectOption("easy");
  await deal(ann.page, ["Dan"]);
  await dan.page.locator(".board [data-tap]").first().waitFor();
  await stopTime(dan.page); // what is said is seen for a while only
  await ann.page.getByRole("button", { name: "Say something" }).click();
  await ann.page.getByRole("button", { name: /Well played/ }).click();
  await dan.page.locator(".speech").getByText("Well played").waitFor();
  await dan.page.clock.resume();
  await dan.page.getByRole("log").getByText("Ann: Well played").waitFor();

  await people(ann.page).click();
  await ann.page.getByRole("button", { name: "Mute: Dan" }).click();
  await dan.page.getByRole("button", { name: "Say something" }).click();
  await dan.page.getByText("The host has muted you").waitFor();
  ann.page.once("dialog", (question) => question.accept());
  await ann.page.getByRole("button", { name: "Remove: Dan" }).click();
  await dan.page
    .getByRole("alert")
    .getByText(/The host has taken you off this table/)
    .waitFor();
  await dan.page.reload();
  await dan.page
    .getByRole("alert")
    .getByText(/does not let you in/)
    .waitFor();
  await dan.page.goto(`${address}/${linkOf(code)}`);
  await dan.page
    .getByRole("alert")
    .getByText(/You cannot come in/)
    .waitFor();
  await dan.end();
  await ann.end();
});

test("what was said before the deal is not said again beside whoever sits there by then", async () => {
  const ann = await visit("", { timeless: true });
  await openTable(ann.page, "alive");
  for (const seat of [2, 3]) await ann.page.getByLabel(`Who plays at seat ${seat}`).selectOption("easy");
  await ann.page.getByRole("button", { name: "Hello" }).click();
  await ann.page.getByRole("log").getByText("Ann: Hello").waitFor();
  await stopTime(ann.page); // what is said is seen for a while only
  await deal(ann.page, []);
  await ann.page.locator(".board [data-tap]").first().waitFor();
  expect(await ann.page.locator(".speech").count()).toBe(0);
  await ann.page.getByRole("button", { name: "Say something" }).click();
  await ann.page.getByRole("button", { name: "Thank you" }).click();
  await ann.page.locator(".speech").getByText("Thank you").waitFor();
  await ann.end();
});

test("whoever watches sees the hand in front in the middle, and no ring around what is going on", async () => {
  const ann = await visit("", { calm: true });
  await openTable(ann.page, "alive");
  for (const seat of [2, 3]) await ann.page.getByLabel(`Who plays at seat ${seat}`).selectOption("easy");
  await deal(ann.page, []);
  await ann.page.locator(".board [data-tap]").first().waitFor();
  const late = await watch(ann.page);
  await late.page.waitForFunction(() => document.activeElement?.matches(".prompt"));
  expect(await late.page.locator(".prompt").evaluate((prompt) => getComputedStyle(prompt).outlineStyle)).toBe("none");
  const [place, fan] = await Promise.all(
    [".alive-mine", ".alive-mine .alive-behind"].map((part) => late.page.locator(part).boundingBox()),
  );
  if (!place || !fan) throw new Error("nobody sits in front");
  expect(Math.abs(fan.x + fan.width / 2 - place.x - place.width / 2)).toBeLessThan(2);
  for (const each of [late, ann]) await each.end();
});

test("a table's bots have names, whichever they are", async () => {
  const { page, end } = await visit("");
  const { table, key, join } = await page.evaluate(async () => {
    const seats = ["me", "open", "thoughtful"].map((player) => ({ player }));
    const request = { do: "open", game: "cradle", name: "Ann", seats };
    const headers = { "Content-Type": "application/json" };
    return (await (await fetch("/api", { method: "POST", headers, body: JSON.stringify(request) })).json()).ok;
  });
  await page.goto(`${address}/#/table/${table}/${join}`);
  await page.locator(".places").getByText("Bot “thoughtful”").waitFor();
  expect(await page.locator("main").textContent()).not.toContain("page.");
  await page.goto(`${address}/#/table/${table}/${key}`);
  const choice = page.getByLabel("Who plays at seat 3");
  expect(await choice.inputValue()).toBe("thoughtful");
  expect(await choice.locator("option:checked").textContent()).toBe("Bot “thoughtful”");
  await end();
});

test("the story of a game begins at its beginning, also for whoever comes back", async () => {
  const ann = await visit("", { calm: true });
  await openTable(ann.page, "cradle", async () => {
    await CHOICES.cradle(ann.page);
    await ann.page.getByLabel(/Rounds/).selectOption("5");
  });
  for (const seat of [2, 3]) await ann.page.getByLabel(`Who plays at seat ${seat}`).selectOption("easy");
  await deal(ann.page, []);
  const log = ann.page.getByRole("log");
  const lines = ann.page.locator(".log-all li");
  const open = () => ann.page.getByRole("button", { name: "All that happened" }).click();
  await turn(ann.page);
  const first = (await log.locator("p").first().textContent()) ?? "";
  const lot = lots(9);
  for (let i = 0; i < 300; ++i) {
    if (i % 20 === 0) {
      await open();
      const many = (await lines.count()) > 80;
      await ann.page.keyboard.press("Escape");
      await ann.page.waitForFunction(() => history.state === null); // the way back takes a moment
      if (many) break;
    }
    if ((await turn(ann.page)) === "over") throw new Error("the game was too short");
    await tapAtOnce(ann.page, lot);
  }
  await ann.page.reload();
  await turn(ann.page);
  await open();
  expect(await lines.count()).toBeGreaterThan(80);
  expect(await lines.first().textContent()).toBe(first);
  await ann.end();
});

test("whoever comes back when another deal has begun hears all of its story", async () => {
  const ann = await visit("", { calm: true, allow: NOT_OVER }); // it asks for the record of a deal that never was
  let connections = 0;
  let stories = 0; // that came after coming back
  let cut = () => {};
  await ann.page.routeWebSocket(/\/ws$/, (socket) => {
    const first = ++connections === 1;
    const server = socket.connectToServer();
    socket.onMessage((text) => server.send(text));
    server.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.room && first) --message.room.deal; // as if it were the deal before
      socket.send(JSON.stringify(message));
      stories += Number(!first && message.room !== undefined && message.told !== undefined);
    });
    cut = () => {
      socket.close({ code: 1001 });
      server.close();
    };
  });
  await ann.page.reload();
  await openTable(ann.page, "cv");
  for (const seat of [2, 3]) await ann.page.getByLabel(`Who plays at seat ${seat}`).selectOption("easy");
  await deal(ann.page, []);
  const log = ann.page.getByRole("log").locator("p");
  const lot = lots(3);
  await turn(ann.page);
  const first = (await log.first().textContent()) ?? "";
  for (let i = 0; i < 5 && (await turn(ann.page)) === "ready"; ++i) await tapAtOnce(ann.page, lot);
  await turn(ann.page);
  const lines = await log.count();
  cut();
  await expect.poll(() => stories).toBe(2); // the end of it, and then all
  await turn(ann.page);
  expect(await log.count()).toBe(lines);
  expect(await log.first().textContent()).toBe(first);
  await ann.end();
});

test("a move that cannot be taken back any more is answered calmly, and the table stays where it is", async () => {
  const ann = await visit("", { calm: true, phone: true });
  let asked = 0;
  await ann.page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { do: what, re } = JSON.parse(String(text));
      if (what !== "undo") return server.send(text);
      ++asked;
      const refusal = { reason: "undo", phrase: { id: "room.refused.undo", args: {} }, clause: "" };
      socket.send(JSON.stringify({ re, refusal }));
    });
    server.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.state) message.state.undo = true; // the page believes that it may
      socket.send(JSON.stringify(message));
    });
  });
  await ann.page.reload();
  await openTable(ann.page, "cradle");
  for (const seat of [2, 3]) await ann.page.getByLabel(`Who plays at seat ${seat}`).selectOption("easy");
  await deal(ann.page, []);
  await turn(ann.page);
  const places = () =>
    ann.page
      .locator(".board, .board [data-tap]")
      .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
  const before = await places();
  await ann.page.getByRole("button", { name: "Take the last move back" }).tap();
  await ann.page.getByText("This cannot be taken back any more").waitFor();
  expect(asked).toBe(1);
  expect(await ann.page.locator(".refused, .notice").count(), "nothing went wrong").toBe(0);
  expect(await places()).toEqual(before);
  await ann.end();
});

test("a bot covers for whoever is away when the host wants it, and gives the seat back by itself", async () => {
  const ann = await visit();
  const code = await openTable(ann.page, "alive");
  const dan = await visit(linkOf(code));
  await sit(dan.page, "Dan");
  await ann.page.getByRole("button", { name: "Deal the cards" }).click();
  await ann.page.getByRole("alert").getByText("Seat 3 is still open").waitFor();
  await ann.page.getByLabel("Who plays at seat 3").selectOption("easy");
  await deal(ann.page, ["Dan"]);
  await dan.page.locator(".board [data-tap]").first().waitFor();
  const table = dan.page.url();
  await dan.page.goto("about:blank");
  const strip = ann.page.locator(".strip > ul > li").filter({ hasText: "Dan" });
  await strip.getByText("away").waitFor();
  await people(ann.page).click();
  await ann.page.getByRole("button", { name: "Let a bot play: Dan" }).click();
  await strip.getByText("away, a bot plays").waitFor();
  await ann.page.keyboard.press("Escape");
  await dan.page.goto(table);
  await dan.page.locator(".board [data-tap]").first().waitFor();
  await strip.getByText("away").waitFor({ state: "detached" });
  expect(await dan.page.getByText("A bot plays for you").count()).toBe(0);
  await dan.end();
  await ann.end();
});

test("who has left the seat to a bot is not waited for because their line broke and came back", async () => {
  const ann = await visit("", { allow: OFFLINE });
  const code = await openTable(ann.page, "cv");
  const bo = await visit(linkOf(code));
  await sit(bo.page, "Bo");
  await ann.page.getByLabel("Who plays at seat 3").selectOption("easy");
  await deal(ann.page, ["Bo"]);
  await turn(ann.page);
  await people(ann.page).click();
  await ann.page.getByRole("button", { name: "Leave my seat" }).click();
  await ann.page.keyboard.press("Escape");
  const covered = bo.page.locator(".strip > ul > li").filter({ hasText: "Ann" }).getByText("a bot plays");
  await covered.waitFor();
  await ann.context.setOffline(true);
  await ann.page.getByText("The connection is lost").waitFor();
  await ann.context.setOffline(false);
  await ann.page.getByText("The connection is lost").waitFor({ state: "detached" });
  await ann.page.getByText("A bot plays for you").waitFor();
  await covered.waitFor();
  expect(await ann.page.locator('.board [data-state="ready"]').count(), "nothing to choose for Ann").toBe(0);
  await ann.page.getByRole("button", { name: "Take my seat back" }).click();
  await ann.page.getByText("A bot plays for you").waitFor({ state: "detached" });
  await covered.waitFor({ state: "detached" });
  for (const each of [ann, bo]) await each.end();
});

test("a person goes on on another device by a link of their own", async () => {
  const ann = await visit();
  await openTable(ann.page, "cv");
  await ann.page.getByText("Go on on another device").click();
  const link = await ann.page.locator("details[open] .link input").inputValue();
  expect(link).toMatch(/#\/table\/[0-9A-Z]{6}\/[0-9a-f]{64}$/);
  const tablet = await visit(link.slice(link.indexOf("#")));
  await tablet.page.getByText("You · host").waitFor();
  expect(tablet.page.url(), "no secret stays in the address").toBe(ann.page.url());
  await tablet.page.goto(`${address}/#/`);
  await tablet.page.getByRole("link", { name: /CV.*going on: Ann/ }).click();
  await tablet.page.getByText("You · host").waitFor();
  await tablet.end();
  await ann.end();
});

test("in a reaction window everybody sees the same countdown, and who has answered waits", async () => {
  // As the page opens a table, but with two open seats and windows of an hour: no machine takes that long.
  const ann = await visit("", { calm: true });
  const opened = await ann.page.evaluate(async () => {
    const seats = ["me", "open", "open"].map((player) => ({ player }));
    const request = { do: "open", game: "cradle", name: "Ann", seats, window: 3_600_000 };
    const headers = { "Content-Type": "application/json" };
    return (await fetch("/api", { method: "POST", headers, body: JSON.stringify(request) })).json();
  });
  const { table, key, join } = opened.ok;
  await ann.page.goto(`${address}/#/table/${table}/${key}`);
  const others = [
    await visit(`#/table/${table}/${join}`, { calm: true }),
    await visit(`#/table/${table}/${join}`, { calm: true }),
  ];
  for (const [i, { page }] of others.entries()) await sit(page, ["Bo", "Cy"][i] ?? "");
  await deal(ann.page, ["Bo", "Cy"]);
  const pages = [ann, ...others].map(({ page }) => page);
  const countdown = (page: Page) => page.getByRole("progressbar", { name: "Time to answer" });
  const lot = lots(5);
  // Special cards first: somebody plays one soon.
  await eventually(ann.page, async () => {
    for (const page of pages) {
      for (const each of pages) if ((await countdown(each).count()) > 0) return true;
      await tapAtOnce(page, lot, /^card (Swap|Ten)$/);
    }
    return false;
  });
  const left = await Promise.all(pages.map((page) => countdown(page).getAttribute("value")));
  const minutes = left.map((ms) => Number(ms) / 60_000);
  expect(Math.max(...minutes) - Math.min(...minutes)).toBeLessThan(15); // of 60: pages are not drawn at the same moment
  const answering = await eventually(ann.page, async () => {
    for (const page of pages) if ((await readyThing(page, "let").count()) > 0) return page;
    return undefined;
  });
  await tap(answering, readyThing(answering, "let"));
  await answering.getByText("You have answered").waitFor();
  await countdown(answering).waitFor();
  for (const each of [ann, ...others]) await each.end();
});

test("without a server the page says so, and offers the ways that need none", async () => {
  const { page, context, end } = await visit("", { allow: /healthz|Failed to load resource/ });
  await context.route("**/healthz", (route) => route.abort());
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByRole("button", { name: /Invite friends: CV/ }).click();
  await page.getByText("For this the page needs its server").waitFor();
  await page.getByRole("button", { name: "Choose who plays" }).waitFor();
  await end();
});

async function judge(page: Page, where: string) {
  await expectNoBarriers(page, where);
  await expectFingersFit(page, where);
}

test.each([false, true])("no barriers at a server's table, and room for fingers (dark: %s)", async (dark) => {
  const ann = await visit("", { dark, phone: true, calm: true });
  const code = await openTable(ann.page, "cradle", async () => {
    await openAll(ann.page);
    await ann.page.getByLabel(/with a clock/).check();
    await judge(ann.page, "set-up");
  });
  const bo = await visit(linkOf(code), { dark, phone: true, calm: true });
  await bo.page.getByLabel("Your name").waitFor();
  await judge(bo.page, "joining");
  await sit(bo.page, "Bo");
  await openAll(ann.page);
  await ann.page.getByRole("button", { name: "Hello" }).click();
  await judge(ann.page, "gathering");
  await ann.page.getByLabel("Who plays at seat 3").selectOption("easy");
  await deal(ann.page, ["Bo"]);
  await ann.page.locator(".board [data-tap]").first().waitFor();
  await judge(ann.page, "table");
  await people(ann.page).click();
  await openAll(ann.page.getByRole("dialog"));
  await judge(ann.page, "people");
  await ann.page.keyboard.press("Escape");
  await ann.page.getByRole("button", { name: "Say something" }).click();
  await judge(ann.page, "phrases");
  const late = await watch(bo.page);
  await judge(late.page, "watching");
  for (const each of [late, bo, ann]) await each.end();
});
