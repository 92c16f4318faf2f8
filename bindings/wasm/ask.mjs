// SPDX-License-Identifier: Apache-2.0
// Asks the engine in node, a request a line: `node requests.mjs | node ask.mjs engine.wasm`.
import { readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";
import { start } from "./host.mjs";

globalThis.crypto ??= webcrypto; // node 18 does not have it there yet

const ask = await start(readFileSync(process.argv[2]));
const requests = readFileSync(0, "utf8").split("\n").slice(0, -1);
process.stdout.write(requests.map((request) => `${ask(request)}\n`).join(""));
