// SPDX-License-Identifier: Apache-2.0
// A browser of any kind, as the tour needs it: a few things that each driver does in its own way, and on top of them what they
// have in common. A window is a visitor of its own, with nothing kept from before.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";

const PATIENCE = 120_000; // ms until something that must come counts as missing, on a machine that may be busy
const POLL = 40; // ms

export interface Browser {
  readonly name: string;
  window(): Promise<Window>;
  close(): Promise<void>;
}

/** What a driver can do with a window. */
export interface Driver {
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression in the page, which is a string. */
  run(expression: string): Promise<string>;
  /** A click of the mouse at a place in the window. */
  clickAt(x: number, y: number): Promise<void>;
  /** Keys pressed one after the other: letters, or names such as "ArrowRight". */
  press(keys: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  png(): Promise<Buffer>;
  /** Errors and warnings of the page and its console, all of them so far. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/** Asks again and again until there is an answer. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false | null>): Promise<T> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false && answer !== null) return answer;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((again) => setTimeout(again, POLL));
  }
}

export class Window {
  constructor(
    readonly name: string,
    private readonly driver: Driver,
  ) {}

  open = (address: string) => this.driver.open(address);
  reload = () => this.driver.reload();
  press = (...keys: string[]) => this.driver.press(keys);
  resize = (width: number, height: number) => this.driver.resize(width, height);
  png = () => this.driver.png();
  complaints = () => this.driver.complaints();
  close = () => this.driver.close();

  /** Runs a function in the page; what goes in and what comes out is JSON. */
  async evaluate<In extends unknown[], Out>(what: (...args: In) => Out, ...args: In): Promise<Out> {
    return JSON.parse(await this.driver.run(`JSON.stringify((${what})(...${JSON.stringify(args)}) ?? null)`));
  }

  /** Waits until a function in the page has something to say. */
  async wait<In extends unknown[], Out>(
    what: (...args: In) => Out | undefined | false | null,
    ...args: In
  ): Promise<Out> {
    try {
      return await until(what.toString(), () => this.evaluate(what, ...args));
    } catch (reason) {
      throw new Error(
        `${(reason as Error).message}\n${await this.evaluate(() => document.querySelector("#page")?.textContent)}`,
      );
    }
  }

  /** Waits for something on the page. */
  see = (css: string) => this.wait((what) => document.querySelector(what) !== null, css);

  /** Clicks the first of what is meant, as soon as it stands still, where nothing covers it. */
  async click(css: string): Promise<void> {
    let before = "";
    const { x, y } = await until(`a click on ${css}`, async () => {
      const place = await this.evaluate((what) => {
        const thing = document.querySelector(what);
        // The middle, or wherever else nothing lies on it.
        const spot = () => {
          const { left, top, width, height } = thing?.getBoundingClientRect() ?? new DOMRect();
          for (const share of [0.5, 0.25, 0.1, 0.75, 0.9])
            for (const down of [0.5, 0.25, 0.1, 0.75, 0.9]) {
              const [x, y] = [Math.floor(left + width * share), Math.floor(top + height * down)];
              if (thing?.contains(document.elementFromPoint(x, y))) return { x, y };
            }
          return null;
        };
        // What can be reached is left where it is: a page at half a pixel would go to and fro.
        const found = spot();
        if (!found) thing?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        return found ?? spot();
      }, css);
      const still = JSON.stringify(place) === before;
      before = JSON.stringify(place);
      return still && place;
    });
    await this.driver.clickAt(x, y);
  }

  async type(css: string, text: string): Promise<void> {
    await this.click(css);
    await this.evaluate((what) => document.querySelector<HTMLInputElement>(what)?.select(), css);
    await this.driver.press([...text]);
  }

  /** Chooses in a list. What unfolds for that belongs to the system, and is no part of the page. */
  async choose(css: string, value: string): Promise<void> {
    await this.see(css);
    await this.evaluate(
      (what, wanted) => {
        const list = document.querySelector(what) as HTMLSelectElement;
        list.value = wanted;
        list.dispatchEvent(new Event("change", { bubbles: true }));
      },
      css,
      value,
    );
  }
}

/** Starts a program and waits until it says what is looked for; gives back what was found. */
export async function start(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  sign: RegExp,
): Promise<{ child: ChildProcess; found: string; said(): string }> {
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  const found = await new Promise<string>((resolve, reject) => {
    const listen = (bytes: Buffer) => {
      text += bytes;
      const match = sign.exec(text);
      if (match) resolve(match[1] ?? match[0]);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("error", reject);
    child.once("close", () => reject(new Error(`${program} ended at once: ${text.trim() || "it said nothing"}`)));
    if (sign.test("")) resolve("");
  });
  return { child, found, said: () => text };
}

/** Ends a program, and waits until it has. */
export async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill();
  await ended;
}

/** A test that cannot be run fails, and says what is missing. */
export function installed(program: string, pack: string, variable: string): string {
  if (!existsSync(program))
    throw new Error(`there is no ${program}; install ${pack}, or set ${variable} to where it is`);
  return program;
}
