// SPDX-License-Identifier: Apache-2.0
// How the page asks the engine: every request has its type, and its answer, too. docs/protocol.md describes them.
import type { CvCardFacts, News, Phrase, Refusal, State, Thoughts, Told } from "../protocol.ts";
import type { Question, Reply } from "./worker.ts";

export interface OptionInfo {
  name: string;
  standard: string;
  meaning: string;
  /** All that it can be, if those are a few words; else none. */
  choices: string[];
}

export interface BotInfo {
  name: string;
  meaning: string;
}

export interface GameInfo {
  name: string;
  title: string;
  prefix: string;
  rules_version: number;
  lowest_wins: boolean;
  min_players: number;
  max_players: number;
  standard_players: number;
  options: OptionInfo[];
  bots: BotInfo[];
}

export interface Clause {
  id: string;
  title: string;
  text: string;
}

export interface Section {
  title: string;
  clauses: Clause[];
}

export interface CardInfo {
  /** As scenes call it: "Swap", or a number. */
  card: string;
  about: Phrase;
}

export interface Seated {
  name: string;
  player: string; // "person", or a bot
}

/** How many moves the one who asks was told of, and has kept: with these an answer says what is new. */
export interface Known {
  since: number;
  kept: number;
}

/** Whether something was done, null if it was; and for who says what is known, what came of it. */
export interface Verdict {
  refusal: Refusal | null;
  news?: News;
}

/** Everything that can be asked: what goes with `do`, and what comes back. */
export interface Requests {
  games: { with: object; answer: { games: GameInfo[] } };
  rules: { with: { game: string }; answer: { introduction: string; sections: Section[] } };
  cards: {
    with: { game: string; options?: Record<string, string> };
    answer: { cards: CardInfo[]; facts: CvCardFacts[] };
  };
  open: {
    with: { game: string; seats: readonly Seated[]; options?: Record<string, string>; seed?: string };
    answer: { table: number };
  };
  resume: { with: { record: string }; answer: { table: number } };
  close: { with: { table: number }; answer: true };
  look: { with: { table: number; reader: number; at?: number }; answer: State };
  told: { with: { table: number; reader: number; since?: number }; answer: Told[] };
  play: { with: { table: number; seat: number; move: string; seen: number } & Partial<Known>; answer: Verdict };
  undo: { with: { table: number; seat: number } & Partial<Known>; answer: Verdict };
  bot: { with: { table: number; budget?: string; reader?: number } & Partial<Known>; answer: Verdict };
  hint: { with: { table: number; seat: number; bot: string }; answer: Thoughts };
  record: { with: { table: number }; answer: { record: string } };
  news: { with: { table: number; reader: number } & Known; answer: News };
}

interface Pending {
  resolve: (answer: unknown) => void;
  reject: (reason: Error) => void;
}

export class Engine {
  private readonly worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private asked = 0;
  private failure: Error | undefined;

  private constructor(worker: Worker) {
    this.worker = worker;
  }

  /** A fresh engine, without tables. */
  static start(): Promise<Engine> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "engine" });
    const engine = new Engine(worker);
    return new Promise((resolve, reject) => {
      worker.onmessage = (event: MessageEvent<Reply>) => {
        if ("ready" in event.data) resolve(engine);
        else if ("failure" in event.data) reject(engine.die(event.data.failure));
        else engine.settle(event.data.id, event.data.answer);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(engine.die(`The engine could not go on: ${event.message || "its script was not loaded"}.`));
      };
      worker.onmessageerror = () => reject(engine.die("The engine sent something that cannot be read."));
    });
  }

  /** Whether it is of no more use: start another, and resume from the records. */
  get dead(): boolean {
    return this.failure !== undefined;
  }

  ask<Name extends keyof Requests>(request: { do: Name } & Requests[Name]["with"]): Promise<Requests[Name]["answer"]> {
    if (this.failure) return Promise.reject(this.failure);
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as Pending["resolve"], reject });
      this.worker.postMessage({ id, request: JSON.stringify(request) } satisfies Question);
    });
  }

  /** Ends this engine, whatever it is doing; a fresh one takes its place. */
  restart(): Promise<Engine> {
    this.die("The engine was started again.");
    return theEngine();
  }

  private settle(id: number, text: string) {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    const answer = JSON.parse(text) as { ok: unknown } | { error: string };
    if ("error" in answer) pending?.reject(new Error(answer.error));
    else pending?.resolve(answer.ok);
  }

  /** From now on every question is answered with this sentence. */
  private die(sentence: string): Error {
    this.failure ??= new Error(sentence);
    this.worker.terminate();
    for (const { reject } of this.pending.values()) reject(this.failure);
    this.pending.clear();
    return this.failure;
  }
}

let shared: Promise<Engine> | undefined;

/** The engine of this page; a fresh one if the last has died. */
export async function theEngine(): Promise<Engine> {
  shared ??= Engine.start();
  const current = shared;
  const engine = await current.catch((reason) => {
    if (shared === current) shared = undefined; // the next who asks may have more luck
    throw reason;
  });
  if (!engine.dead) return engine;
  if (shared === current) shared = undefined;
  return theEngine();
}
