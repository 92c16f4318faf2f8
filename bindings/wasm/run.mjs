// SPDX-License-Identifier: Apache-2.0
// Runs a WebAssembly program in node: `node run.mjs speed.wasm hard`.
import { readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";
import { run } from "./host.mjs";

globalThis.crypto ??= webcrypto; // node 18 does not have it there yet

const [path, ...rest] = process.argv.slice(2);
if (!path) {
  console.error("run.mjs: name the WebAssembly program to run, as in: node run.mjs build/wasm/bindings/wasm/speed.wasm");
  process.exit(2);
}
process.exitCode = await run(readFileSync(path), {
  args: [path, ...rest],
  write: (file, bytes) => (file === 1 ? process.stdout : process.stderr).write(bytes),
});
