// SPDX-License-Identifier: Apache-2.0
// WebKit, the engine of Safari, as GTK has it: Debian's small browser, by WebDriver. Each window is a browser of its own.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, end, installed, start, until, Window } from "./browser.ts";
import { clickActions, keyActions } from "./firefox.ts";
import { pngOfScreen } from "./pixels.ts";

// biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own
type Answer = any;

/** A driver at a port that is free. */
async function startDriver(program: string, env: NodeJS.ProcessEnv) {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const { child, said } = await start(program, [`--port=${port}`, "--host=127.0.0.1"], env, /^/);
    const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
      const { value } = await answer.json();
      if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
      return value;
    };
    const there = await until("WebKitWebDriver", async () => {
      if (child.exitCode !== null) return "gone";
      return fetch(`http://127.0.0.1:${port}/status`).then(
        () => "there",
        () => undefined,
      );
    });
    if (there === "there") return { child, ask };
    if (!/Unable to listen/.test(said())) throw new Error(`${program} ended at once: ${said()}`);
  }
}

/** Collects in the page what it complains about. WebDriver cannot do that before the page has been loaded. */
function listen() {
  const page = window as unknown as { complaints?: string[] };
  if (page.complaints) return; // still the same page: only the part after "#" is another
  const complaints: string[] = [];
  page.complaints = complaints;
  window.addEventListener("error", (event) => complaints.push(event.message));
  window.addEventListener("unhandledrejection", (event) => complaints.push(String(event.reason)));
  document.addEventListener("securitypolicyviolation", (event) => complaints.push(`refused: ${event.blockedURI}`));
  for (const level of ["error", "warn"] as const) {
    const usual = console[level];
    console[level] = (...what: unknown[]) => {
      complaints.push(what.map(String).join(" "));
      usual(...what);
    };
  }
}

/** `composited`: layers are put together by (software) GL, as usual; else everything is painted in one go. */
export async function webkit(composited = true): Promise<Browser> {
  const program = installed(
    process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver",
    "webkit2gtk-driver",
    "WEBKIT_DRIVER",
  );
  const xvfb = installed(process.env.XVFB ?? "/usr/bin/Xvfb", "xvfb", "XVFB");
  const home = await mkdtemp(join(tmpdir(), "lifetable-webkit-"));
  const screen = await start(
    xvfb,
    ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-fbdir", home, "-nocursor", "-nolisten", "tcp"],
    process.env,
    /^(\d+)\n/m,
  );
  const env = {
    PATH: process.env.PATH,
    LANG: "en_US.UTF-8",
    DISPLAY: `:${screen.found}`,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    GDK_BACKEND: "x11",
    LIBGL_ALWAYS_SOFTWARE: "1",
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", // which needs rights that a test may not have
    ...(composited ? {} : { WEBKIT_DISABLE_COMPOSITING_MODE: "1" }),
  };
  const name = composited ? "WebKit" : "WebKit without compositing";
  return {
    name,
    async window() {
      const { child, ask } = await startDriver(program, env);
      const options = { args: ["--automation", "--javascript-can-open-windows-automatically=true"] };
      const { sessionId } = await ask("POST", "/session", {
        capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
      });
      const at = `/session/${sessionId}`;
      const run = (expression: string) =>
        ask("POST", `${at}/execute/sync`, { script: `return ${expression}`, args: [] });
      // The first window has a bar that is wider than a phone. One that a page opens without it has none.
      const first = await ask("GET", `${at}/window`);
      await run('void open("about:blank", "", "toolbar=no,menubar=no,location=no,width=1280,height=800")');
      const handle = await until("a second window", async () =>
        (await ask("GET", `${at}/window/handles`)).find((each: string) => each !== first),
      );
      await ask("POST", `${at}/window`, { handle });
      const complaints: string[] = [];
      const gather = async () => {
        complaints.push(...JSON.parse(await run("JSON.stringify(window.complaints?.splice(0) ?? [])")));
      };
      const go = async (path: string, body: object) => {
        await gather();
        await ask("POST", `${at}/${path}`, body);
        await run(`(${listen})()`);
      };
      return new Window(name, {
        open: (url) => go("url", { url }),
        reload: () => go("refresh", {}),
        run,
        clickAt: (x, y) =>
          ask("POST", `${at}/actions`, { actions: [{ type: "pointer", id: "mouse", actions: clickActions(x, y) }] }),
        press: (keys) =>
          ask("POST", `${at}/actions`, { actions: [{ type: "key", id: "keys", actions: keyActions(keys) }] }),
        async resize(width, height) {
          // A window may have a frame around the page.
          const [w = 0, h = 0] = JSON.parse(await run("JSON.stringify([innerWidth, innerHeight])"));
          const frame = await ask("GET", `${at}/window/rect`);
          await ask("POST", `${at}/window/rect`, { width: frame.width - w + width, height: frame.height - h + height });
          await until(`a page of ${width}×${height}`, () =>
            run(`innerWidth === ${width} && innerHeight === ${height}`),
          );
        },
        async png() {
          // As people see it: the driver's own pictures of pages with much on them do not always come back.
          await ask("POST", `${at}/execute/async`, {
            script: "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))",
            args: [],
          });
          const { x, y, width, height } = await ask("GET", `${at}/window/rect`);
          return pngOfScreen(await readFile(join(home, "Xvfb_screen0")), x, y, width, height);
        },
        async complaints() {
          await gather();
          return complaints;
        },
        async close() {
          await ask("DELETE", at);
          await end(child);
        },
      });
    },
    async close() {
      await end(screen.child);
      await rm(home, { recursive: true, force: true });
    },
  };
}
