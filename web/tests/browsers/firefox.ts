// SPDX-License-Identifier: Apache-2.0
// Firefox, by WebDriver BiDi over its own WebSocket.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";
import { type Browser, end, installed, start, Window } from "./browser.ts";

const PREFERENCES = {
  // Whatever it wants from elsewhere, it asks a proxy that is not there.
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "network.proxy.no_proxies_on": "127.0.0.1, localhost",
  "intl.accept_languages": "en",
  // It ends a service worker that has had nothing to do for half a minute, which is sometimes just when the page is loaded
  // again: NS_ERROR_INTERCEPTION_FAILED. Whether the two meet depends on how busy the machine is.
  "dom.serviceWorkers.idle_timeout": 3_600_000,
};

/** How Firefox tells that the page was left while a font was on its way, and while a file was that its service worker brings. */
const ABORTED = "status=2152398850";
const INTERCEPTED = "A ServiceWorker intercepted the request and encountered an unexpected error";

// biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own
type Answer = any;

/** The keys of WebDriver that are no letters. */
const KEYS: Record<string, string> = { Tab: "\ue004", Enter: "\ue007", Escape: "\ue00c", ArrowRight: "\ue014" };
export const keyActions = (keys: readonly string[]) =>
  keys.flatMap((key) => ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] ?? key })));
export const clickActions = (x: number, y: number) => [
  { type: "pointerMove", x, y, duration: 0 },
  { type: "pointerDown", button: 0 },
  { type: "pointerUp", button: 0 },
];

/** One question after the other, each with its answer; and what nobody asked for. */
async function connect(address: string, hear: (event: Answer) => void) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.on("message", (data) => {
    const message = JSON.parse(String(data));
    if (message.type === "event") hear(message);
    else waiting.get(message.id)?.(message);
  });
  const ask = async (method: string, params: object = {}): Promise<Answer> => {
    const id = ++last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answered;
    waiting.delete(id);
    if (type === "error") throw new Error(`${method}: ${message}`);
    return result;
  };
  return { ask, hangUp: () => socket.close() };
}

export async function firefox(): Promise<Browser> {
  const program = installed(process.env.FIREFOX ?? "/usr/bin/firefox-esr", "firefox-esr", "FIREFOX");
  const profile = await mkdtemp(join(tmpdir(), "lifetable-firefox-"));
  const lines = Object.entries(PREFERENCES).map((pair) => `user_pref(${pair.map((each) => JSON.stringify(each))});\n`);
  await writeFile(join(profile, "user.js"), lines.join(""));
  const { child, found } = await start(
    program,
    ["--headless", "--remote-debugging-port=0", "--profile", profile],
    { ...process.env, HOME: profile },
    /listening on (ws:\S+)/,
  );
  const complaints = new Map<string, string[]>();
  const left = new Set<string>(); // windows in which another page is on its way
  const { ask, hangUp } = await connect(`${found}/session`, ({ method, params }) => {
    if (method === "browsingContext.navigationStarted") left.add(params.context);
    if (method === "browsingContext.load") left.delete(params.context);
    if (method !== "log.entryAdded") return;
    // What Firefox itself only warns of depends on how busy the machine is.
    const { level, type, text, source } = params;
    if (text?.includes("download failed") && text.includes(ABORTED)) return;
    if (text?.includes(INTERCEPTED) && left.has(source.context)) return;
    if (level === "error" || (level === "warn" && type === "console")) complaints.get(source.context)?.push(text);
  });
  await ask("session.new", { capabilities: {} });
  await ask("session.subscribe", {
    events: ["log.entryAdded", "browsingContext.navigationStarted", "browsingContext.load"],
  });
  return {
    name: "Firefox",
    async window() {
      const { userContext } = await ask("browser.createUserContext");
      const { context } = await ask("browsingContext.create", { type: "window", userContext });
      complaints.set(context, []);
      return new Window("Firefox", {
        open: (url) => ask("browsingContext.navigate", { context, url, wait: "complete" }),
        reload: () => ask("browsingContext.reload", { context, wait: "complete" }),
        async run(expression) {
          const answer = await ask("script.evaluate", { expression, target: { context }, awaitPromise: true });
          if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
          return answer.result.value;
        },
        clickAt: (x, y) =>
          ask("input.performActions", {
            context,
            actions: [{ type: "pointer", id: "mouse", actions: clickActions(x, y) }],
          }),
        press: (keys) =>
          ask("input.performActions", { context, actions: [{ type: "key", id: "keys", actions: keyActions(keys) }] }),
        resize: (width, height) => ask("browsingContext.setViewport", { context, viewport: { width, height } }),
        png: async () => Buffer.from((await ask("browsingContext.captureScreenshot", { context })).data, "base64"),
        complaints: async () => complaints.get(context) ?? [],
        close: () => ask("browser.removeUserContext", { userContext }),
      });
    },
    async close() {
      hangUp();
      await end(child);
      await rm(profile, { recursive: true, force: true });
    },
  };
}
