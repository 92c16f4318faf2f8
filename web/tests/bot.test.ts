// SPDX-License-Identifier: Apache-2.0
// The bot that others begin with (examples/bot.mjs) sits down at a table and plays whole games, by nothing but the documented
// protocol.
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { project, servePage } from "./chromium.mjs";

let address = "";
let stop = async () => {};
let folder = ""; // where the example finds the package it needs, as after `npm install ws`

beforeAll(async () => {
  ({ address, stop } = await servePage());
  folder = mkdtempSync(join(tmpdir(), "lifetable-bot-"));
  cpSync(join(project, "examples/bot.mjs"), join(folder, "bot.mjs"));
  symlinkSync(join(project, "web/node_modules"), join(folder, "node_modules"));
});
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

interface Message {
  ok?: { table?: string };
  error?: string;
  refusal?: unknown;
  room?: { phase: string; seats: { added: boolean }[] };
  self?: { join: string };
}

/** Opens a table for two who come by its code, and begins as soon as both have added to the deal. */
function host(request: object, come: (code: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace("http", "ws")}/ws`);
  let table = "";
  let begun = false;
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => socket.send(JSON.stringify({ do: "open", name: "Host", ...request })));
    socket.on("message", (text) => {
      const { ok, error, refusal, room, self } = JSON.parse(String(text)) as Message;
      if (error || refusal) reject(new Error(String(text)));
      if (ok?.table && self) {
        table = ok.table;
        come(`${table}-${self.join}`);
      }
      if (!begun && room?.phase === "gathering" && room.seats.every(({ added }) => added)) {
        begun = true;
        socket.send(JSON.stringify({ do: "begin" }));
        resolve(socket);
      }
    });
  });
}

const run = promisify(execFile);

describe.concurrent("the example of a bot", () => {
  test.each([
    ["cradle", { rounds: "1" }],
    ["alive", { sudden: "yes" }],
    ["cv", {}],
  ])("plays a whole game of %s", async (game, options) => {
    const bots: Promise<{ stdout: string; stderr: string }>[] = [];
    const socket = await host({ game, options, seats: [{ player: "open" }, { player: "open" }] }, (code) => {
      for (const name of ["Robbie", "Marvin"])
        bots.push(run(process.execPath, [join(folder, "bot.mjs"), address, code, name]));
    });
    const said = await Promise.all(bots);
    socket.close();
    expect(said.map(({ stderr }) => stderr)).toEqual(["", ""]);
    for (const { stdout } of said) {
      expect(stdout).toMatch(/^I have seat [12]\. To go on after a break: \w{6}-[0-9a-f]{64}\n/);
      expect(stdout).toMatch(/Over after [1-9]\d* moves of mine\. Points: -?\d+, -?\d+\n$/);
    }
  });

  test("says what is wrong with its words", async () => {
    await expect(run(process.execPath, [join(folder, "bot.mjs")])).rejects.toMatchObject({
      code: 2,
      stderr: "Usage: node bot.mjs ADDRESS TABLE-KEY [NAME]\n",
    });
  });
});
