// SPDX-License-Identifier: Apache-2.0
// Friends at one table by a link: three browsers and the real server. In each game one goes offline and comes back, one loads the
// page again, one is replaced by a bot and takes the seat back, and somebody comes late to watch.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
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

usePage("--bot-pause", "20");

/** What browsers say of a network that is not there. */
const OFFLINE = /WebSocket connection|ERR_INTERNET_DISCONNECTED/;

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
  await page.getByText("deals the cards when everybody is here").waitFor();
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

    await cy.page.getByText("Check the deal").click();
    await cy.page.getByRole("button", { name: "Compute it again" }).click();
    await cy.page.getByText(/from what Ann, Bo, Cy added.*what your device added is in the seed/).waitFor();
    await late?.end();

    await ann.page.getByRole("button", { name: "Again" }).click();
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
  request?: (request: { do: string; entropy?: string }) => void;
  message?: (message: { room?: { commitment: string }; self?: { entropy: string }; ok?: { record?: string } }) => void;
}

async function tamper(page: Page, { request, message }: Tampering) {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    const changed = (text: unknown, change: ((said: never) => void) | undefined) => {
      const said = JSON.parse(String(text)) as never;
      change?.(said);
      return JSON.stringify(said);
    };
    socket.onMessage((text) => server.send(changed(text, request)));
    server.onMessage((text) => socket.send(changed(text, message)));
  });
}

/** The record with another card, or another header. */
const withAnotherCard = (record: string) => {
  const [header, ...moves] = record.split("\n");
  const drawn = moves.findIndex((line) => line.includes('"move":"draw '));
  const other = moves.find((line) => line.includes('"move":"draw ') && line !== moves[drawn]) ?? "";
  return [header, ...moves.with(drawn, other)].join("\n");
};
const withOtherDigits = (record: string, member: "commitment" | "server") =>
  record.replace(new RegExp(`("${member}":")([0-9a-f]{64})`), (_, name, digits) => name + mirrored(digits));
/** The record whose header says something else about the deal. */
const withDeal = (record: string, change: (deal: Record<string, unknown>) => object) => {
  const [header = "", ...moves] = record.split("\n");
  const all = JSON.parse(header);
  return [JSON.stringify({ ...all, deal: change(all.deal) }), ...moves].join("\n");
};
const commitmentOf = (seed: string) => createHash("sha256").update(seed, "hex").digest("hex");
const NOT_SHOWN = /not shown to be fair/;
const mirrored = (digits: string) => [...digits].reverse().join("");
const alterRecord = (alter: (record: string) => string): Tampering => ({
  message: ({ ok }) => {
    if (ok?.record) ok.record = alter(ok.record);
  },
});

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
])("a deal that was tampered with does not stand the check: %s", async (_, tampering, verdict) => {
  const ann = await visit("", { calm: true });
  await tamper(ann.page, tampering);
  await ann.page.reload();
  await openTable(ann.page, "alive", () => CHOICES.alive(ann.page));
  for (const seat of [2, 3]) await ann.page.getByLabel(`Who plays at seat ${seat}`).selectOption("easy");
  await deal(ann.page, []);
  expect(await play(ann.page, lots(7))).toBe("over");
  await ann.page.getByText("Check the deal", { exact: true }).click();
  await ann.page.getByRole("button", { name: "Compute it again" }).click();
  await ann.page.locator("p[role=status]:not(.good)").getByText(verdict).waitFor();
  await ann.end();
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
  const dan = await visit(linkOf(code), { timeless: true });
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
