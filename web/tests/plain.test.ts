// SPDX-License-Identifier: Apache-2.0
// The page over plain http under another name than localhost, as on a phone in the same Wi-Fi: browsers withhold much there,
// and everything but installing works all the same. Also what the page does when something fails, and how it invites others.
import { describe, expect, test } from "vitest";
import {
  expectFingersFit,
  expectNoBarriers,
  expectNoSidewaysScroll,
  GAMES,
  type GameName,
  hurry,
  keptRecord,
  lots,
  type Manner,
  type Page,
  playToTheEnd,
  ready,
  SHORT,
  sitDown,
  tapSomething,
  turn,
  usePage,
  type Visit,
  visit,
} from "./support.ts";

const NAME = "party.local";
/** Browsers remark that they ignore this header over plain http. */
const PLAIN: Manner = { host: NAME, calm: true, allow: /Cross-Origin-Opener-Policy/ };
/** The same, where a request fails that the browser remarks, too. */
const FAILING: Manner = { ...PLAIN, allow: /Cross-Origin-Opener-Policy|500/ };

usePage("--bot-pause", "20", "--name", NAME);

/** Goes to another place of the page; to the same one, it is loaded again. */
const open = async ({ page, home }: Visit, path: string) => {
  await page.goto(`${home}/${path}`);
};

test("the browser withholds here what it allows at localhost", async () => {
  const lacking = (page: Page) =>
    page.evaluate(() => [
      isSecureContext,
      typeof crypto.randomUUID,
      typeof crypto.subtle,
      ...["locks", "clipboard", "serviceWorker", "wakeLock"].map((name) => name in navigator),
    ]);
  const phone = await visit("", PLAIN);
  expect(await lacking(phone.page)).toEqual([false, "undefined", "undefined", false, false, false, false]);
  await phone.page
    .locator(".settings")
    .getByText("Installing, and playing without a network, need an https:// address")
    .waitFor();
  await expectNoBarriers(phone.page, "home");
  await phone.end();
  const laptop = await visit();
  expect(await lacking(laptop.page)).toEqual([true, "function", "object", true, true, true, true]);
  await laptop.page.evaluate(() => navigator.serviceWorker.ready);
  expect(await laptop.page.getByText("https://").count(), "nothing is lacking there").toBe(0);
  await laptop.end();
});

// ---- Alone ------------------------------------------------------------------------------------------------

const playNow = async (page: Page, game: GameName) => {
  await page
    .locator(`.tile[data-game="${game}"]`)
    .getByRole("button", { name: /^Play now/ })
    .click();
};

describe.each(GAMES)("%s alone", (game) => {
  test("Play now deals at once, and a move is kept", async () => {
    const { page, end } = await visit("", { ...PLAIN, phone: true });
    await hurry(page);
    await playNow(page, game);
    expect(await turn(page)).toBe("ready");
    await tapSomething(page, lots(1), "finger");
    await turn(page);
    const where = page.url();
    const told = await page.locator("[role=log]").textContent();
    await page.reload();
    await turn(page);
    expect(page.url()).toBe(where);
    expect(await page.locator("[role=log]").textContent()).toContain(told);
    await end();
  });

  test("a whole game, its result, the check of its deal, and a game that forks from its replay", async () => {
    const visitor = await visit("", PLAIN);
    const { page, end } = visitor;
    await hurry(page);
    await open(visitor, SHORT[game]);
    await sitDown(page, ["person", "easy"]);
    const lot = lots(1);
    await playToTheEnd(page, () => tapSomething(page, lot));
    await page.getByText("Check the deal").click();
    await page.getByRole("button", { name: "Compute it again" }).click();
    await page.getByText(/All \d+ cards and dice of the dealer follow from the seed/).waitFor();
    const over = page.url();
    await page.getByRole("link", { name: "Watch the replay" }).click();
    await page.getByRole("slider", { name: "Moment of the game" }).waitFor();
    await page.getByRole("button", { name: "One step on" }).click();
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.waitForURL(/#\/table\//);
    expect(page.url()).not.toBe(over);
    expect(await turn(page)).toBe("ready");
    await open(visitor, "");
    await expect.poll(() => page.locator(".my-tables li").count()).toBe(2);
    await end();
  });
});

test("the screen stays on during a game, where the browser can do that", async () => {
  const { page, context, end } = await visit("", { calm: true });
  await context.addInitScript(() => {
    const request = WakeLock.prototype.request;
    WakeLock.prototype.request = async function (kind) {
      const lock = await request.call(this, kind);
      document.documentElement.dataset.awake = "yes";
      lock.onrelease = () => {
        document.documentElement.dataset.awake = "no";
      };
      return lock;
    };
  });
  await page.reload();
  const awake = (answer: string) => page.locator(`html[data-awake=${answer}]`).waitFor();
  await playNow(page, "alive");
  await awake("yes");
  await page.getByRole("link", { name: "Back" }).click();
  await awake("no");
  await end();
});

// ---- Together ---------------------------------------------------------------------------------------------

/** Opens a short game for two, as the set-up screen does. */
async function openTable(host: Visit) {
  const { page } = host;
  await open(host, "#/invite/alive");
  await page.getByLabel("Name at seat 1").fill("Ann");
  while ((await page.locator(".seats li").count()) > 2)
    await page.getByRole("button", { name: "One seat fewer" }).click();
  await page.getByText("Options").click();
  await page.getByLabel(/Sudden death/).selectOption("yes");
  await page.getByRole("button", { name: "Open a table" }).click();
  await page.locator(".code").waitFor();
}

const linkField = (page: Page) => page.locator(".link input").first();

/** What a person gets who pastes now. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => document.querySelector("main")?.append(document.createElement("textarea")));
  const field = page.locator("main > textarea");
  await field.focus();
  await page.keyboard.press("Control+V");
  const text = await field.inputValue();
  await field.evaluate((each) => each.remove());
  return text;
}

/** Plays until the game is over, or so many moves of mine are made. Others act at the same time, so a tap may come late. */
async function playOnline(page: Page, lot: () => number, taps = 5000) {
  for (let i = 0; i < taps && (await turn(page)) !== "over"; ++i)
    await page.evaluate(async (which) => {
      const all = [...document.querySelectorAll<HTMLElement>('.board [data-state="ready"]')];
      all[Math.floor(which * all.length)]?.click();
      await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    }, lot());
}

test("two people at one table to the end: the link is copied, one loads the page again, the deal stands the check", async () => {
  const ann = await visit("", PLAIN);
  await openTable(ann);
  await ann.page.getByRole("button", { name: "Copy the link" }).first().click();
  await ann.page.getByRole("button", { name: "Copied" }).waitFor();
  const link = await pasted(ann.page);
  expect(link).toBe(await linkField(ann.page).inputValue());
  expect(link).toMatch(new RegExp(`^http://${NAME}:\\d+/#/table/`));
  const bo = await visit(link.slice(link.indexOf("#")), { ...PLAIN, phone: true });
  await bo.page.getByLabel("Your name").fill("Bo");
  await bo.page.getByRole("button", { name: "Sit down" }).click();
  await ann.page.locator(".places bdi").getByText("Bo", { exact: true }).waitFor();
  await ann.page.getByRole("button", { name: "Deal the cards" }).click();
  await Promise.all([
    playOnline(ann.page, lots(2)),
    (async () => {
      await playOnline(bo.page, lots(3), 2);
      await bo.page.reload();
      await playOnline(bo.page, lots(4));
    })(),
  ]);
  for (const { page } of [ann, bo]) {
    await page.getByText("Check the deal").click();
    await page.getByRole("button", { name: "Compute it again" }).click();
    await page.getByText(/from what Ann, Bo added.*what your device added is in the seed/).waitFor();
  }
  await bo.page.getByRole("link", { name: "Watch the replay" }).click();
  await bo.page.getByRole("slider", { name: "Moment of the game" }).waitFor();
  for (const each of [ann, bo]) await each.end();
});

test("a link that cannot be copied is selected, and the page says how to copy it", async () => {
  const { page, end } = await visit("", PLAIN);
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await page.getByRole("button", { name: /Invite friends: CV/ }).click();
  await page.getByText("The same cards for each").click();
  await page.getByRole("button", { name: "Copy the link" }).click();
  await page.getByRole("status").getByText("copy it with Ctrl+C, or by a long press").waitFor();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await linkField(page).inputValue());
  await end();
});

// ---- Two tabs ---------------------------------------------------------------------------------------------

describe.each<[string, Manner]>([
  ["over plain http", PLAIN],
  ["in a secure context", { calm: true }],
])("a game that is opened in a second tab, %s,", (_, manner) => {
  const elsewhere = (page: Page) => page.getByRole("alert").getByText("This game goes on in another tab or window");

  test("goes on there; the first tab says so, and can have it back", async () => {
    const { page, context, end } = await visit(SHORT.alive, manner);
    await sitDown(page, ["person", "easy"]);
    await turn(page);
    const second = await context.newPage();
    await second.goto(page.url());
    expect(await turn(second)).toBe("ready");
    await elsewhere(page).waitFor();
    await expectNoBarriers(page, "taken over");
    await tapSomething(second, lots(1));
    await turn(second);
    const told = await second.locator("[role=log]").textContent();
    await page.getByRole("button", { name: "Go on here" }).click();
    await elsewhere(second).waitFor();
    expect(await turn(page)).toMatch(/ready|over/);
    expect(await page.locator("[role=log]").textContent()).toBe(told);
    await end();
  });

  test("is not written by the first tab, even if that has heard nothing", async () => {
    const { page, context, end } = await visit("", manner);
    await context.addInitScript(() => {
      BroadcastChannel.prototype.postMessage = () => {};
    });
    await page.goto(`${new URL(page.url()).origin}/${SHORT.alive}`);
    await page.reload();
    await sitDown(page, ["person", "easy"]);
    await turn(page);
    const second = await context.newPage();
    await second.goto(page.url());
    await turn(second);
    const before = await keptRecord(second);
    await ready(page).first().click();
    await elsewhere(page).waitFor();
    expect(await keptRecord(second)).toBe(before);
    await tapSomething(second, lots(1));
    await turn(second);
    expect(await keptRecord(second), "the second tab writes").not.toBe(before);
    await end();
  });
});

// ---- What fails is shown ----------------------------------------------------------------------------------

const mishap = (page: Page) => page.locator(".mishap");

test.each(GAMES)("Play now says why it does nothing if the engine cannot be loaded: %s", async (game) => {
  const visitor = await visit("", { ...FAILING, phone: true });
  const { page, context, end } = visitor;
  await context.route("**/*.wasm", (route) => route.fulfill({ status: 500 }));
  await playNow(page, game);
  await mishap(page).getByText("That did not work: The engine could not be loaded").waitFor();
  const { y = 0, height = 0 } = (await mishap(page).boundingBox()) ?? {};
  expect(y, "in sight, wherever the page is scrolled to").toBeGreaterThan(0);
  expect(y + height).toBeLessThan(740);
  await expectNoBarriers(page, "mishap");
  await expectFingersFit(page, "mishap");
  for (const path of [`#/new/${game}`, `#/rules/${game}`, `#/guide/${game}`]) {
    await open(visitor, path);
    await page.locator("main [role=alert]").getByText("The engine could not be loaded").waitFor();
  }
  await context.unroute("**/*.wasm");
  await open(visitor, "");
  await playNow(page, game);
  expect(await turn(page), "the next attempt may have more luck").toBe("ready");
  await end();
});

test("what nobody has expected to fail is shown, over a window, too", async () => {
  const { page, end } = await visit("", { ...PLAIN, allow: /Cross-Origin-Opener-Policy|out of the blue/ });
  await page.getByRole("button", { name: /Invite friends: CV/ }).click();
  await page.getByRole("dialog").waitFor();
  await page.evaluate(() => void Promise.reject(new Error("a promise out of the blue")));
  await mishap(page).getByText("a promise out of the blue").waitFor();
  await page.keyboard.press("Escape");
  await mishap(page).getByRole("button", { name: "Close" }).click();
  await mishap(page).waitFor({ state: "detached" });
  await page.evaluate(() =>
    setTimeout(() => {
      throw new Error("a timer out of the blue");
    }),
  );
  await mishap(page).getByText("a timer out of the blue").waitFor();
  await end();
});

test("a server that cannot open a table says so beside the button", async () => {
  const { page, context, end } = await visit("", FAILING);
  await context.route("**/api", (route) => route.fulfill({ status: 500, body: "oh no" }));
  await page.getByRole("button", { name: /Invite friends: CV/ }).click();
  await page.getByLabel("Your name").fill("Ann");
  await page.getByRole("button", { name: "Open a table" }).click();
  await page.getByRole("alert").getByText("it answered with error 500").waitFor();
  await end();
});

test.each<[string, () => void]>([
  [
    "refused",
    () => {
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (name) {
        return open.call(this, name, -1 as never); // which throws, as some browsers do
      };
    },
  ],
  [
    "failing later",
    () => {
      // The request answers with an error, as in a private window or on a broken disk.
      IDBFactory.prototype.open = () => {
        const request = new EventTarget() as IDBOpenDBRequest;
        Object.assign(request, { error: new DOMException("broken", "UnknownError") });
        setTimeout(() => request.onerror?.(new Event("error")));
        return request;
      };
    },
  ],
  ["missing", () => Object.defineProperty(window, "indexedDB", { value: undefined })],
])("where storage is %s, one can play, and the page says that nothing is kept", async (_, spoil) => {
  const { page, context, end } = await visit("", PLAIN);
  await context.addInitScript(spoil);
  await page.reload();
  const notice = page.getByRole("alert").getByText(/does not let the page keep games/);
  await notice.waitFor();
  await hurry(page);
  await playNow(page, "alive");
  expect(await turn(page)).toBe("ready");
  await notice.waitFor();
  await tapSomething(page, lots(1));
  expect(await turn(page)).toMatch(/ready|over/);
  await end();
});

// ---- Inviting others --------------------------------------------------------------------------------------

const PARTY = {
  reach: "network",
  addresses: ["http://192.168.1.20:8080", "http://box.local:8080"],
  command: "make party",
};

/** A host who has opened the page as localhost, on a server that says where it can be reached. */
async function hostOf(where: object | undefined): Promise<Visit> {
  const host = await visit("", { calm: true, phone: true, allow: where ? undefined : /404/ });
  let asked = 0;
  await host.context.route("**/where", async (route) => {
    await (where ? route.fulfill({ json: where }) : route.fulfill({ status: 404 }));
    ++asked;
  });
  await openTable(host);
  await expect.poll(() => asked, { message: "once for all links" }).toBe(1);
  return host;
}

test("a host at localhost invites by an address that others can reach, and may choose among several", async () => {
  const { page, end } = await hostOf(PARTY);
  await expect
    .poll(() => linkField(page).inputValue())
    .toMatch(/^http:\/\/192\.168\.1\.20:8080\/#\/table\/\w{6}\/\w+$/);
  const code = await page.locator(".qr").first().getAttribute("src");
  await page.getByLabel("Address for the others").first().selectOption("box.local:8080");
  expect(await linkField(page).inputValue()).toMatch(/^http:\/\/box\.local:8080\/#\/table\//);
  expect(await page.locator(".qr").first().getAttribute("src"), "the code changes, too").not.toBe(code);
  await expectNoBarriers(page, "several addresses");
  await expectFingersFit(page, "several addresses");
  await end();
});

test("with one address there is nothing to choose", async () => {
  const { page, end } = await hostOf({ ...PARTY, addresses: ["http://192.168.1.20:8080"] });
  await expect.poll(() => linkField(page).inputValue()).toMatch(/^http:\/\/192\.168\.1\.20:8080\//);
  expect(await page.getByLabel("Address for the others").count()).toBe(0);
  await end();
});

test("a server for this machine alone says so, and which command opens it to others", async () => {
  const { page, home, end } = await hostOf({ reach: "machine", addresses: [], command: "make party" });
  const notice = page.locator(".notice").filter({ hasText: "This server is for this machine alone" }).first();
  await notice.getByText("make party", { exact: true }).waitFor();
  expect(await page.locator(".qr").count(), "no phone could open it").toBe(0);
  expect(await linkField(page).inputValue(), "but another browser here").toContain(`${home}/#/table/`);
  await expectNoBarriers(page, "this machine alone");
  await expectNoSidewaysScroll(page);
  await end();
});

test("on a server that does not know, the link is the page's own address", async () => {
  const { page, home, end } = await hostOf(undefined);
  await page.locator(".qr").first().waitFor();
  expect(await linkField(page).inputValue()).toContain(`${home}/#/table/`);
  await end();
});

test("when nobody comes in a local network, the page names what may keep them away", async () => {
  // In time that flies, the line's own patience ends as well.
  const ann = await visit("", { ...PLAIN, allow: /Cross-Origin-Opener-Policy|WebSocket connection/ });
  const { page, context } = ann;
  await context.clock.install();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openTable(ann);
  const cause = page.getByRole("status").getByText(/a firewall .* or a guest Wi-Fi/);
  await context.clock.fastForward(59_000);
  expect(await cause.count()).toBe(0);
  await context.clock.fastForward(1000);
  await cause.waitFor();
  const bo = await visit(new URL(await linkField(page).inputValue()).hash, PLAIN);
  await cause.waitFor({ state: "detached" });
  await context.clock.fastForward(61_000);
  expect(await cause.count(), "somebody could come in").toBe(0);
  expect(asked, "who came by an address that others reach needs no other").not.toContain("/where");
  for (const each of [ann, bo]) await each.end();
});
