// SPDX-License-Identifier: Apache-2.0
// A game being played on this page: it asks the engine, keeps every move, lets bots act at a pace that people can follow,
// and knows who looks at the screen.
import { batch, createSignal, type Signal } from "solid-js";
import { type Engine, theEngine } from "./engine/engine.ts";
import { type Kept, keep, Taken, take, whenTaken } from "./keep.ts";
import { t } from "./language.ts";
import type { State } from "./protocol.ts";
import type { GameName } from "./route.ts";
import { PAUSES, pace } from "./settings.ts";
import { isSameQuestion, Sitting } from "./sitting.ts";
import { dealAgain } from "./start.ts";
import { cardBook, glimpses } from "./table.ts";

const HINT_BOT = "search/700ms";
const UNDO_SHARE = 0.5; // of the pause between moves, before a bot begins to act

export class Game extends Sitting {
  readonly id: string;
  readonly game: GameName;
  private engine!: Engine;
  private table = 0;
  private closed = false;
  private advancing = false;
  private skipPause: (() => void) | undefined;
  private stopListening = () => {};
  private undoing = false;
  private reviving: Promise<void> | undefined;
  private looks = 0;
  private latest = 0; // of the looks, the one that is shown
  private noted = 0; // up to which move the log tells
  private outcome: State["outcome"] = [];

  private readonly recordSignal: Signal<Kept>;
  private readonly thinkingSignal = createSignal(false);
  private readonly holderSignal = createSignal(0);
  private readonly curtainSignal = createSignal(0);
  private readonly takenSignal = createSignal(false);

  private constructor(record: Kept) {
    super();
    this.id = record.id;
    this.game = record.game;
    this.recordSignal = createSignal(record);
  }

  /** Takes a kept game up again, from another tab if that has it; whoever does leaves it, too. */
  static async resume(id: string): Promise<Game | undefined> {
    const record = await take(id);
    if (!record) return undefined;
    const game = new Game(record);
    await game.sitDown();
    game.stopListening = whenTaken(record, () => game.giveUp());
    return game;
  }

  // ---- What is shown -----------------------------------------------------------------------------------

  get kept(): Kept {
    return this.recordSignal[0]();
  }
  override get thinking() {
    return this.thinkingSignal[0]() && !this.inMoment;
  }
  get reader() {
    return this.holderSignal[0]();
  }
  override get curtain() {
    return this.curtainSignal[0]();
  }
  /** Another tab plays it by now; this one shows nothing of it any more. */
  get taken() {
    return this.takenSignal[0]();
  }
  get people(): number[] {
    return this.kept.players.flatMap((player, i) => (player === "person" ? [i + 1] : []));
  }
  get names(): readonly string[] {
    return this.kept.names;
  }

  // ---- Sitting down and getting up ---------------------------------------------------------------------

  private async sitDown() {
    const people = this.people;
    this.holderSignal[1](people.length === 1 ? (people[0] as number) : 0);
    this.engine = await theEngine();
    await this.openTable();
    this.cardsSignal[1](await cardBook(this.engine, this.kept.deal));
    await this.refresh(true);
    void this.advance();
  }

  /** Nobody looks at it any more. It is kept. */
  leave() {
    this.closed = true;
    this.endMoment();
    this.skipPause?.();
    this.stopListening();
    // An engine that has died has no tables to close.
    if (this.table) void this.engine.ask({ do: "close", table: this.table }).catch(() => {});
    this.table = 0;
  }

  private giveUp() {
    this.takenSignal[1](true);
    this.leave();
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
    const since = this.noted;
    const all = await this.ask((table) => this.engine.ask({ do: "told", table, reader, since }));
    const told = all.filter(({ at }) => at > this.noted); // two looks may have overlapped
    // Old news is none.
    const seen = anew ? [{ state, told, news: [], ms: 0 }] : await glimpses(state, told, look);
    if (reader !== this.reader || number < this.latest) return; // somebody else looks by now, or there is more to see
    this.latest = number;
    this.outcome = state.outcome;
    this.noted = Math.max(this.noted, ...told.map(({ at }) => at));
    this.present(seen, anew, (touch) => {
      if (number === this.latest) this.passOn();
      if (touch && this.curtain) {
        touch.preventDefault(); // the curtain is not lifted by the same key
        touch.stopPropagation();
      }
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
    await keep(now).catch((reason) => {
      if (!(reason instanceof Taken)) throw reason;
      this.giveUp();
    });
  }

  // ---- Moves -------------------------------------------------------------------------------------------

  protected async propose(move: string, seen: number) {
    const seat = this.reader;
    const { refusal } = await this.ask((table) => this.engine.ask({ do: "play", table, seat, move, seen }));
    return refusal;
  }

  async undo() {
    if (!this.state?.undo || this.undoing) return;
    this.undoing = true;
    try {
      const { refusal } = await this.ask((table) => this.engine.ask({ do: "undo", table, seat: this.reader }));
      await this.refresh(true);
      if (refusal) this.comeLate(refusal);
      await this.keepIt();
    } catch (reason) {
      this.fail(reason);
    } finally {
      this.undoing = false;
    }
  }

  protected override async moved() {
    await this.refresh();
    this.moving = false; // what is shown now may be tapped, even while it is still being kept
    await this.keepIt();
    await this.moment;
    void this.advance();
  }

  again() {
    return dealAgain(this.kept);
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

  override hurry() {
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
  override async lift() {
    const seat = this.curtain;
    if (!seat) return;
    this.holderSignal[1](seat);
    this.store[1]("state", undefined);
    await this.refresh(true);
    this.curtainSignal[1](0);
  }

  // ---- Help --------------------------------------------------------------------------------------------

  override async askHint() {
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
}
