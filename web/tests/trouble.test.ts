// SPDX-License-Identifier: Apache-2.0
// What can go wrong on somebody's device: each time a sentence that a person understands, and the game is not lost.
import { expect, test } from "vitest";
import { address, GAMES, hurry, playShort, ready, SHORT, sitDown, turn, usePage, visit } from "./support.ts";

usePage();

test("a broken deal's link says so, and leads home", async () => {
  const { page, end } = await visit("#/deal/alive/99/abc");
  await page.getByText("This is not a deal's link or code").waitFor();
  await page.getByRole("link", { name: "To the games" }).click();
  await page.waitForSelector(".tile");
  const code = page.getByLabel("The code or link of a table or a deal");
  await code.fill("chess/2/x");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.getByText("This is no code or link of a table or a deal").waitFor();
  await code.fill(`${address}/#/deal/alive/3/abc`);
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.getByText("This link deals 3 players the same cards").waitFor();
  await end();
});

test("a deal with options that do not exist is refused with the engine's sentence, and its clause", async () => {
  const { page, end } = await visit("#/deal/alive/2/abc?teams=yes");
  await page.waitForSelector("button[type=submit]");
  await page.click("button[type=submit]");
  await page.locator(".error").getByText(/teams/).waitFor();
  await page.locator(".error .clause").click();
  await page.locator("dialog[open] .cited").getByText("FA-38").waitFor();
  await end();
});

test("a game that was kept by a newer version is refused with a sentence, and stays kept", async () => {
  const { page, end } = await visit(SHORT.alive);
  await sitDown(page, ["person", "easy"]);
  await turn(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.open("lifetable").onsuccess = (event) => {
          const lines = (event.target as IDBOpenDBRequest).result
            .transaction("lines", "readwrite")
            .objectStore("lines");
          lines.openCursor().onsuccess = (first) => {
            const header = (first.target as IDBRequest<IDBCursorWithValue>).result;
            header.update(header.value.replace('"lifetable":1', '"lifetable":2')).onsuccess = () => resolve();
          };
        };
      }),
  );
  await page.reload();
  await page.getByRole("alert").getByText(/newer/).waitFor();
  await page.goto(`${address}/`);
  await page.locator(".my-tables a").first().waitFor();
  await end();
});

test.each(GAMES)("where storage is blocked, %s can be played, and the page says that nothing is kept", async (game) => {
  const { page, context, end } = await visit();
  await context.addInitScript(() => {
    Object.defineProperty(IDBFactory.prototype, "open", {
      value: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  await page.goto(`${address}/${SHORT[game]}`);
  await page.reload();
  await sitDown(page, ["person", "easy"]);
  await page
    .getByRole("alert")
    .getByText(/does not let the page keep games/)
    .waitFor();
  await turn(page);
  await ready(page).first().click();
  await end();
});

test("when storage is full, the page says so, and the game goes on", async () => {
  const { page, end } = await visit("");
  await playShort(page, "alive");
  await turn(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await ready(page).first().click();
  await page
    .getByRole("alert")
    .getByText(/storage is full/)
    .waitFor();
  expect(["ready", "over"]).toContain(await turn(page));
  await end();
});

test.each(GAMES)("when the engine's worker dies, %s goes on from the last move", async (game) => {
  const { page, end, context } = await visit("", { allow: /RuntimeError|unreachable|worker/i });
  await hurry(page);
  await context.addInitScript(() => {
    // Keeps hold of the page's workers, so that one can be made to fail.
    const Original = Worker;
    // biome-ignore lint/suspicious/noExplicitAny: only in this test
    (window as any).workers = [];
    window.Worker = class extends Original {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        // biome-ignore lint/suspicious/noExplicitAny: only in this test
        (window as any).workers.push(this);
      }
    };
  });
  await page.goto(`${address}/${SHORT[game]}`);
  await page.reload();
  await sitDown(page, ["person", "easy"]);
  await turn(page);
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noExplicitAny: only in this test
    const worker = (window as any).workers.at(-1) as Worker;
    worker.terminate();
    worker.dispatchEvent(new ErrorEvent("error", { message: "killed", cancelable: true }));
  });
  await ready(page).first().click();
  await page.keyboard.press("h");
  await page
    .getByRole("alert")
    .getByText(/Nothing is lost/)
    .waitFor();
  expect(["ready", "over"]).toContain(await turn(page));
  await end();
});

test("a table that is not on this device says so", async () => {
  const { page, end } = await visit("#/table/nothing-here");
  await page.getByText("This game is not on this device").waitFor();
  await end();
});
