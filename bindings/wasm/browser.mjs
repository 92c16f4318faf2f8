// SPDX-License-Identifier: Apache-2.0
// Runs WebAssembly in Chromium's module worker, under the page's content security policy, and fails where it does otherwise than
// natively: `node browser.mjs FOLDER CHOICES REQUESTS ANSWERS`, the folder with choices.wasm and engine.wasm, and the texts of
// what choices printed natively, of requests to a desk, and of its native answers.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { openChromium } from "../../web/tests/chromium.mjs";

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

const [folder, choices, requests, answers] = process.argv.slice(2);

function fail(sentence) {
  console.error(`lifetable: ${sentence}`);
  process.exit(1);
}

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const files = {
  "/": ["text/html", Buffer.from("<!doctype html><title>lifetable</title>")],
  "/host.mjs": ["text/javascript", readFileSync(here("host.mjs"))],
  "/browser_worker.mjs": ["text/javascript", readFileSync(here("browser_worker.mjs"))],
  "/choices.wasm": ["application/wasm", readFileSync(`${folder}/choices.wasm`)],
  "/engine.wasm": ["application/wasm", readFileSync(`${folder}/engine.wasm`)],
};

function serve() {
  const server = createServer((request, response) => {
    const [type, body] = files[request.url] ?? ["text/plain", undefined];
    response.writeHead(body ? 200 : 404, { "Content-Type": type, "Content-Security-Policy": POLICY });
    response.end(body);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** What a fresh worker of the page makes of a task. */
function inWorker(page, task) {
  return page.evaluate(
    (task) =>
      new Promise((resolve, reject) => {
        const worker = new Worker("browser_worker.mjs", { type: "module" });
        worker.onmessage = ({ data }) => (data.failure ? reject(new Error(data.failure)) : resolve(data.output));
        worker.onerror = (event) => reject(new Error(event.message || "the worker was not loaded"));
        worker.postMessage(task);
      }),
    task,
  );
}

/** The first line in which two texts differ. */
function compare(what, native, browser) {
  if (native === browser) return;
  const [mine, theirs] = [native.split("\n"), browser.split("\n")];
  const line = mine.findIndex((text, i) => text !== theirs[i]);
  const short = (text = "nothing") => (text.length > 400 ? `${text.slice(0, 400)}...` : text);
  fail(`${what} differ in line ${line + 1}: natively ${short(mine[line])}, in Chromium ${short(theirs[line])}`);
}

const browser = await openChromium().catch((error) => fail(error.message));
const server = await serve();
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  compare("choices", readFileSync(choices, "utf8"), await inWorker(page, { do: "run", module: "choices.wasm" }));
  const asked = readFileSync(requests, "utf8").split("\n").slice(0, -1);
  compare("answers", readFileSync(answers, "utf8"), await inWorker(page, { do: "ask", module: "engine.wasm", requests: asked }));
  console.log(`in Chromium ${browser.version()}, too`);
} finally {
  await browser.close();
  server.close();
}
