// SPDX-License-Identifier: Apache-2.0
// Runs in a module worker of a browser, as the page's engine does: a program to its end, or requests to the engine.
import { run, start } from "./host.mjs";

const tasks = {
  async run({ module }) {
    const said = new TextDecoder();
    let output = "";
    const code = await run(fetch(module), { write: (_file, bytes) => (output += said.decode(bytes, { stream: true })) });
    if (code !== 0) throw new Error(`${module} ended with ${code}`);
    return output;
  },
  async ask({ module, requests }) {
    const ask = await start(fetch(module));
    return requests.map((request) => `${ask(request)}\n`).join("");
  },
};

addEventListener("message", async ({ data }) => {
  try {
    postMessage({ output: await tasks[data.do](data) });
  } catch (reason) {
    postMessage({ failure: String(reason) });
  }
});
