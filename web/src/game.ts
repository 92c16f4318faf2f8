// SPDX-License-Identifier: Apache-2.0
// A game being played on this page: it asks the engine, keeps every move before it shows it, lets bots act at a pace that
// people can follow, and knows who looks at the screen.
import { batch, createSignal, type Signal } from "solid-js";
import { type Engine, type Requests, theEngine } from "./engine/engine.ts";
import { type Kept, keepOn, linesOf, Taken, take, whenTaken } from "./keep.ts";
import { t } from "./language.ts";
import type { News } from "./protocol.ts";
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
  private turn: Promise<unknown> = Promise.resolve();
  private lines: string[]; // of the record, as they are kept: the header and the moves
  private noted = 0; // up to which move the log tells
  private shown = 0; // how many times something was

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
    this.lines = linesOf(record.record);
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
    await this.lookAnew();
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
    const { table } = await this.engine.ask({ do: "resume", record: this.lines.join("") });
    this.table = table;
  }

  // ---- Asking, keeping, showing --------------------------------------------------------------------------

  /** One thing after the other: what is asked, kept and shown never overlaps. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {}); // whoever waits for it is told
    return done;
  }

  /** Asks the engine; if its worker has died, once more with a new one and the game as it was kept: what it did not answer
   *  has not happened. */
  private async ask<Name extends keyof Requests>(
    request: { do: Name } & Omit<Requests[Name]["with"], "table">,
  ): Promise<Requests[Name]["answer"]> {
    const once = () =>
      this.engine.ask<Name>({ ...request, table: this.table } as Parameters<typeof this.engine.ask<Name>>[0]);
    try {
      return await once();
    } catch (reason) {
      if (!this.engine.dead) throw reason;
      this.engine = await theEngine();
      await this.openTable();
      this.troubleSignal[1](t("page.trouble.restarted"));
      return once();
    }
  }

  private get known() {
    return { since: this.noted, kept: this.lines.length - 1 };
  }

  /** Keeps what has happened. Nothing of it is shown before. */
  private async keepIt({ state, cut, lines, header }: News) {
    if (cut === 0 && lines.length === 0) return;
    this.lines.splice(this.lines.length - cut, cut);
    const first = this.lines.length;
    this.lines.push(...lines);
    if (header[0]) this.lines[0] = header[0];
    const outcome = state.outcome[0];
    const now: Kept = {
      ...this.kept,
      record: outcome ? this.lines.join("") : "",
      changed: Date.now(),
      over: outcome !== undefined,
      winners: [...(outcome?.winners ?? [])], // a copy: the browser's database takes no store's parts
    };
    await keepOn(now, this.lines, first).catch((reason) => {
      if (!(reason instanceof Taken)) throw reason;
      this.giveUp();
    });
    this.recordSignal[1](now);
  }

  /** Shows the table as it is now, and what was told; `anew`: to somebody else. What takes its time to be seen goes on as
   *  `moment`. */
  private async showIt({ state, told }: News, anew = false) {
    const { reader } = state;
    // Meanwhile somebody else looks, or more has been shown.
    if (this.closed || reader !== this.reader || (!anew && state.at < this.noted)) return;
    const look = (at: number) => this.ask({ do: "look", reader, at });
    const fresh = told.filter(({ at }) => anew || at > this.noted);
    // Old news is none.
    const seen = anew ? [{ state, told, news: [], ms: 0 }] : await glimpses(state, fresh, look);
    this.noted = state.at;
    const number = ++this.shown;
    this.present(seen, anew, (touch) => {
      if (number === this.shown) this.passOn();
      if (touch && this.curtain) {
        touch.preventDefault(); // the curtain is not lifted by the same key
        touch.stopPropagation();
      }
    });
  }

  /** Shows all of it to whoever looks now. */
  private lookAnew() {
    return this.inTurn(async () => {
      const news = await this.ask({ do: "news", reader: this.reader, ...this.known, since: 0 });
      await this.keepIt(news);
      await this.showIt(news, true);
    });
  }

  // ---- Moves -------------------------------------------------------------------------------------------

  protected propose(move: string, seen: number) {
    const seat = this.reader;
    return this.inTurn(async () => {
      const { refusal, news } = await this.ask({ do: "play", seat, move, seen, ...this.known });
      if (news) {
        await this.keepIt(news);
        await this.showIt(news);
      }
      return refusal;
    });
  }

  async undo() {
    await this.inTurn(async () => {
      if (!this.state?.undo) return;
      const { refusal, news } = await this.ask({ do: "undo", seat: this.reader, ...this.known });
      if (refusal) this.comeLate(refusal);
      if (!news) return;
      await this.keepIt(news);
      const { at } = news.state;
      this.noted = at;
      this.logSignal[1]((log) => log.filter((line) => line.at <= at));
      await this.showIt(news);
    }).catch((reason) => this.fail(reason));
  }

  protected override async moved() {
    this.moving = false;
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
        const news = await this.letBotAct();
        await rest;
        if (this.closed) break;
        if (news) await this.inTurn(() => this.showIt(news));
        await this.moment;
      }
    } catch (reason) {
      if (!this.closed) this.fail(reason);
    } finally {
      this.advancing = false;
      this.thinkingSignal[1](false);
    }
  }

  /** It is kept at once, and shown when its time has come; others may move meanwhile. */
  private letBotAct() {
    return this.inTurn(async () => {
      if (!this.botsToAct()) return undefined;
      const { news } = await this.ask({ do: "bot", reader: this.reader, ...this.known });
      if (news) await this.keepIt(news);
      return news;
    });
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
    await this.lookAnew();
    this.curtainSignal[1](0);
  }

  // ---- Help --------------------------------------------------------------------------------------------

  override async askHint() {
    if (!this.offers.length || this.moving) return;
    this.hintSignal[1]("thinking");
    try {
      const offers = this.offers.map((offer) => ({ ...offer })); // as they are now: the store's own change
      const thoughts = await this.inTurn(() => this.ask({ do: "hint", seat: this.reader, bot: HINT_BOT }));
      if (isSameQuestion(offers, this.offers) && this.hint === "thinking") this.hintSignal[1](thoughts);
    } catch (reason) {
      this.hintSignal[1](undefined);
      this.fail(reason);
    }
  }
}
