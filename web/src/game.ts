// A game being played on this page: it asks the engine, keeps every move, lets bots act at a pace that people can follow,
// and knows who looks at the screen. Screens and faces show what is here.
import { batch, createSignal, type Signal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { type Engine, theEngine } from "./engine/engine.ts";
import type { TableView } from "./faces/face.ts";
import { type Kept, keep, kept } from "./keep.ts";
import { t, tell } from "./language.ts";
import type { Offer, Phrase, Refusal, State, Thoughts } from "./protocol.ts";
import { PAUSES, pace } from "./settings.ts";
import { cardBook, type Glimpse, glimpses, noCards, nowOf, unfold, viewOf } from "./table.ts";
import { follow, touch } from "./taps.ts";

/** Something that was told, in words. */
export interface Line {
  at: number;
  text: string;
}

const HINT_BOT = "search/700ms";
const UNDO_SHARE = 0.5; // of the pause between moves, before a bot begins to act
const LINES = 60; // of the log that are shown

/** Whether somebody is asked to choose among the same moves as before. */
function isSameQuestion(before: readonly Offer[], now: readonly Offer[]): boolean {
  return now.length > 0 && before.length === now.length && now.every((offer, i) => offer.move === before[i]?.move);
}

/** A game is open in one tab at a time: two would overwrite each other's moves. Gives back how to let go of it. */
async function takeSeat(id: string): Promise<() => void> {
  if (!navigator.locks) return () => {};
  const attempt = () =>
    new Promise<(() => void) | undefined>((resolve) => {
      void navigator.locks.request(`game ${id}`, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      });
    });
  for (let tries = 0; tries < 5; ++tries) {
    const release = await attempt();
    if (release) return release;
    await new Promise((wait) => setTimeout(wait, 200)); // a page that is being left may still hold it
  }
  throw new Error(t("page.trouble.elsewhere"));
}

export class Game {
  readonly id: string;
  private engine!: Engine;
  private table = 0;
  private closed = false;
  private advancing = false;
  private skipPause: (() => void) | undefined;
  private release = () => {};
  private undoing = false;
  private moving = false; // a move of mine is on its way
  private reviving: Promise<void> | undefined;
  private looks = 0;
  private latest = 0; // of the looks, the one that is shown
  private noted = 0; // up to which move the log tells
  private outcome: State["outcome"] = [];
  private moment = Promise.resolve();
  private endMoment = () => {};

  private readonly recordSignal: Signal<Kept>;
  private readonly store = createStore<{ state: State | undefined }>({ state: undefined });
  private readonly newsSignal = createSignal<readonly Phrase[]>([]);
  private readonly logSignal = createSignal<readonly Line[]>([]);
  private readonly chosenSignal = createSignal<readonly string[]>([]);
  private readonly refusalSignal = createSignal<Refusal | undefined>(undefined);
  private readonly troubleSignal = createSignal("");
  private readonly thinkingSignal = createSignal(false);
  private readonly holderSignal = createSignal(0);
  private readonly curtainSignal = createSignal(0);
  private readonly momentSignal = createSignal(false);
  private readonly hintSignal = createSignal<Thoughts | "thinking" | undefined>(undefined);
  private readonly cardsSignal = createSignal(noCards);

  private constructor(record: Kept) {
    this.id = record.id;
    this.recordSignal = createSignal(record);
  }

  /** Takes a kept game up again; whoever does leaves it, too. */
  static async resume(id: string): Promise<Game | undefined> {
    const release = await takeSeat(id);
    try {
      const record = await kept(id);
      if (!record) {
        release();
        return undefined;
      }
      const game = new Game(record);
      await game.sitDown();
      game.release = release;
      return game;
    } catch (reason) {
      release();
      throw reason;
    }
  }

  // ---- What is shown -----------------------------------------------------------------------------------

  get state(): State | undefined {
    return this.store[0].state;
  }
  /** As it was kept after the latest move. */
  get kept(): Kept {
    return this.recordSignal[0]();
  }
  get news() {
    return this.newsSignal[0]();
  }
  get log() {
    return this.logSignal[0]();
  }
  get chosen() {
    return this.chosenSignal[0]();
  }
  get refusal() {
    return this.refusalSignal[0]();
  }
  /** A sentence about something that went wrong; the game is not lost. */
  get trouble() {
    return this.troubleSignal[0]();
  }
  get thinking() {
    return this.thinkingSignal[0]() && !this.momentSignal[0]();
  }
  /** It has ended, and how it did has been seen. */
  get over() {
    return (this.state?.outcome.length ?? 0) > 0 && !this.momentSignal[0]();
  }
  /** Whose eyes see the screen; 0: a bystander's. */
  get reader() {
    return this.holderSignal[0]();
  }
  /** The seat that the device is passed to; 0: there is no curtain. While there is one, nothing of the table is shown. */
  get curtain() {
    return this.curtainSignal[0]();
  }
  get hint() {
    return this.hintSignal[0]();
  }
  get people(): number[] {
    return this.kept.players.flatMap((player, i) => (player === "person" ? [i + 1] : []));
  }
  get names(): readonly string[] {
    return this.kept.names;
  }

  say = (phrase: Phrase) => tell(phrase, { seat: this.reader, names: this.kept.names });

  /** The table as faces see it. */
  view(calm: () => boolean): TableView<unknown> {
    return viewOf({
      state: () => this.state,
      reader: () => this.reader,
      names: () => this.kept.names,
      news: () => this.news,
      calm,
      cards: () => this.cardsSignal[0](),
      chosen: () => this.chosen,
      tapState: (tap) => this.tapState(tap),
      tap: (tap, move) => this.tap(tap, move),
      choose: (taps) => this.choose(taps),
      completes: (tap) => follow(this.offers, [...this.chosen, tap]).offer !== undefined,
    });
  }

  // ---- Sitting down and getting up ---------------------------------------------------------------------

  private async sitDown() {
    const people = this.people;
    this.holderSignal[1](people.length === 1 ? (people[0] as number) : 0);
    this.engine = await theEngine();
    await this.openTable();
    this.cardsSignal[1](await cardBook(this.engine, this.kept.game, this.kept.deal.options));
    await this.refresh(true);
    void this.advance();
  }

  /** Nobody looks at it any more. It is kept. */
  leave() {
    this.closed = true;
    this.endMoment();
    this.skipPause?.();
    this.release();
    if (this.table) void this.engine.ask({ do: "close", table: this.table }).catch(() => {});
  }

  private async openTable() {
    const { table } = await this.engine.ask({ do: "resume", record: this.kept.record });
    this.table = table;
  }

  /** Asks the engine; if its worker has died, once more with a new one and the game as it was kept. */
  private async ask<T>(request: (table: number) => Promise<T>): Promise<T> {
    await this.reviving;
    const engine = this.engine;
    try {
      return await request(this.table);
    } catch (reason) {
      if (!engine.dead) throw reason;
      await this.revive(engine);
      return request(this.table);
    }
  }

  /** Several may notice the same death; the first of them starts the new engine. */
  private revive(dead: Engine): Promise<void> {
    if (this.engine === dead && !this.reviving)
      this.reviving = (async () => {
        this.engine = await theEngine();
        await this.openTable();
        this.troubleSignal[1](t("page.trouble.restarted"));
      })().finally(() => {
        this.reviving = undefined;
      });
    return this.reviving ?? Promise.resolve();
  }

  /** Looks at the table: what it is like now, and what was told since the last look; `anew`: to somebody else. What takes
   *  its time to be seen goes on as `moment`. */
  private async refresh(anew = false) {
    const reader = this.reader;
    const number = ++this.looks;
    if (anew) this.noted = 0;
    const look = (at?: number) => this.ask((table) => this.engine.ask({ do: "look", table, reader, at }));
    const state = await look();
    const since = Math.max(this.noted, state.at - LINES);
    const all = await this.ask((table) => this.engine.ask({ do: "told", table, reader, since }));
    const told = all.filter(({ at }) => at > this.noted); // two looks may have overlapped
    // Old news is none.
    const seen = anew ? [{ state, told, news: [], ms: 0 }] : await glimpses(state, told, look);
    if (reader !== this.reader || number < this.latest) return; // somebody else looks by now, or there is more to see
    this.latest = number;
    this.endMoment();
    this.outcome = state.outcome;
    this.noted = Math.max(this.noted, ...told.map(({ at }) => at));
    this.momentSignal[1](seen.length > 1);
    this.moment = new Promise((resolve) => {
      this.endMoment = unfold(
        seen,
        (glimpse) => this.show(glimpse, anew),
        (touch) => {
          this.momentSignal[1](false);
          if (number === this.latest) this.passOn();
          if (touch && this.curtain) {
            touch.preventDefault(); // the curtain is not lifted by the same key
            touch.stopPropagation();
          }
          resolve();
        },
      );
    });
  }

  private show({ state, told, news }: Glimpse, anew: boolean) {
    const lines = told.flatMap(({ at, phrases }) => phrases.map((phrase) => ({ at, text: this.say(phrase) })));
    batch(() => {
      const asked = isSameQuestion(this.offers, state.offers); // others may act while one thinks
      this.store[1]("state", reconcile(state, { key: null, merge: true }));
      this.newsSignal[1](news);
      this.logSignal[1]((before) => [...(anew ? [] : before), ...lines].slice(-LINES));
      if (asked && !anew) return;
      this.chosenSignal[1]([]);
      this.refusalSignal[1](undefined);
      this.hintSignal[1](undefined);
    });
  }

  private async keepIt() {
    const { record } = await this.ask((table) => this.engine.ask({ do: "record", table }));
    const outcome = this.outcome[0];
    const now: Kept = {
      ...this.kept,
      record,
      changed: Date.now(),
      over: outcome !== undefined,
      winners: [...(outcome?.winners ?? [])], // a copy: the browser's database takes no store's parts
    };
    this.recordSignal[1](now);
    await keep(now);
  }

  // ---- Moves -------------------------------------------------------------------------------------------

  private get offers() {
    return this.state?.offers ?? [];
  }

  tapState(tap: string) {
    const { ready } = follow(this.offers, this.chosen);
    if (ready.has(tap)) return "ready";
    return this.chosen.includes(tap) ? "chosen" : "idle";
  }

  tap(tap: string, move?: string) {
    this.skipPause?.();
    const chosen = touch(this.offers, this.chosen, tap);
    if (chosen) this.choose(chosen);
    else if (move !== undefined) void this.play(move);
    else {
      const now = this.state ? [nowOf(this.state)] : [];
      this.refusalSignal[1]({ reason: "not-now", phrase: { id: "page.not-now", args: { now } }, clause: "" });
    }
  }

  choose(taps: readonly string[]) {
    this.refusalSignal[1](undefined);
    this.chosenSignal[1](taps);
    const { offer } = follow(this.offers, taps);
    if (offer) void this.play(offer.move);
  }

  /** Takes back what was tapped, but not played yet. */
  unchoose() {
    this.refusalSignal[1](undefined);
    this.chosenSignal[1]([]);
  }

  async play(move: string) {
    const state = this.state;
    if (!state || this.reader === 0 || this.curtain) return;
    if (this.moving) return this.unchoose(); // a second tap on what is on its way already
    const seat = this.reader;
    this.moving = true;
    try {
      const { refusal } = await this.ask((table) => this.engine.ask({ do: "play", table, seat, move, seen: state.at }));
      if (refusal) {
        this.refusalSignal[1](refusal);
        if (follow(this.offers, this.chosen).offer) this.chosenSignal[1]([]);
        return;
      }
      await this.moved();
    } catch (reason) {
      this.fail(reason);
    } finally {
      this.moving = false;
    }
  }

  async undo() {
    if (!this.state?.undo || this.undoing) return;
    this.undoing = true;
    try {
      const { refusal } = await this.ask((table) => this.engine.ask({ do: "undo", table, seat: this.reader }));
      await this.refresh(true);
      this.refusalSignal[1](refusal ?? undefined); // somebody else was quicker
      await this.keepIt();
    } catch (reason) {
      this.fail(reason);
    } finally {
      this.undoing = false;
    }
  }

  private async moved() {
    this.chosenSignal[1]([]);
    await this.refresh();
    this.moving = false; // what is shown now may be tapped, even while it is still being kept
    await this.keepIt();
    await this.moment;
    void this.advance();
  }

  private fail(reason: unknown) {
    this.troubleSignal[1](reason instanceof Error ? reason.message : String(reason));
  }

  /** Lets bots act, one after the other, until a person is to. */
  private async advance() {
    if (this.advancing) return;
    this.advancing = true;
    try {
      while (!this.closed && this.botsToAct()) {
        this.thinkingSignal[1](true);
        await this.pause(UNDO_SHARE); // a move that may be taken back can be, until here
        if (this.closed || !this.botsToAct()) break;
        const rest = this.pause(1 - UNDO_SHARE);
        await this.ask((table) => this.engine.ask({ do: "bot", table }));
        await rest;
        if (this.closed) break;
        await this.refresh();
        await this.keepIt();
        await this.moment;
      }
    } catch (reason) {
      if (!this.closed) this.fail(reason);
    } finally {
      this.advancing = false;
      this.thinkingSignal[1](false);
    }
  }

  private botsToAct() {
    return this.state?.actors.some((seat) => this.kept.players[seat - 1] !== "person") ?? false;
  }

  /** Waits for a share of the time that a bot's move takes. */
  private pause(share: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, share * PAUSES[pace()]);
      this.skipPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Bots go on at once; for whoever is in a hurry. */
  hurry() {
    this.skipPause?.();
  }

  // ---- Around one device -------------------------------------------------------------------------------

  /** With several people at one device: if another one is to act, the curtain falls. */
  private passOn() {
    const people = this.people;
    if (people.length < 2 || this.curtain) return;
    const actors = this.state?.actors.filter((seat) => people.includes(seat)) ?? [];
    const next = actors[0];
    if (next === undefined || actors.includes(this.reader)) return;
    batch(() => {
      this.curtainSignal[1](next);
      this.store[1]("state", (state) => state && { ...state, offers: [] });
    });
  }

  /** The person that the device was passed to has it. */
  async lift() {
    const seat = this.curtain;
    if (!seat) return;
    this.holderSignal[1](seat);
    this.store[1]("state", undefined);
    await this.refresh(true);
    this.curtainSignal[1](0);
  }

  // ---- Help --------------------------------------------------------------------------------------------

  async askHint() {
    if (!this.offers.length || this.moving) return;
    this.hintSignal[1]("thinking");
    try {
      const offers = this.offers.map((offer) => ({ ...offer })); // as they are now: the store's own change
      const thoughts = await this.ask((table) =>
        this.engine.ask({ do: "hint", table, seat: this.reader, bot: HINT_BOT }),
      );
      if (isSameQuestion(offers, this.offers) && this.hint === "thinking") this.hintSignal[1](thoughts);
    } catch (reason) {
      this.hintSignal[1](undefined);
      this.fail(reason);
    }
  }

  closeHint() {
    this.hintSignal[1](undefined);
  }
  calmDown() {
    this.troubleSignal[1]("");
    this.refusalSignal[1](undefined);
  }
}
