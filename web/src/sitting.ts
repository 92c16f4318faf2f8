// SPDX-License-Identifier: Apache-2.0
// Sitting at a table: what one sees of it and what one may do there, wherever it stands: in this browser (game.ts) or at a
// server (online/online.ts). Screens and faces show what is here.
import { batch, createSignal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { TableView } from "./faces/face.ts";
import type { Kept } from "./keep.ts";
import { tell } from "./language.ts";
import type { Offer, Phrase, Refusal, State, Thoughts } from "./protocol.ts";
import type { GameName } from "./route.ts";
import { type Glimpse, noCards, nowOf, unfold, viewOf } from "./table.ts";
import { follow, touch } from "./taps.ts";

/** Something that was told, in words. */
export interface Line {
  at: number;
  text: string;
}

/** Whether somebody is asked to choose among the same moves as before. */
export function isSameQuestion(before: readonly Offer[], now: readonly Offer[]): boolean {
  return now.length > 0 && before.length === now.length && now.every((offer, i) => offer.move === before[i]?.move);
}

export abstract class Sitting {
  protected readonly store = createStore<{ state: State | undefined }>({ state: undefined });
  private readonly newsSignal = createSignal<readonly Phrase[]>([]);
  protected readonly logSignal = createSignal<readonly Line[]>([]);
  protected readonly chosenSignal = createSignal<readonly string[]>([]);
  protected readonly refusalSignal = createSignal<Refusal | undefined>(undefined);
  protected readonly troubleSignal = createSignal("");
  private readonly momentSignal = createSignal(false);
  private readonly playingSignal = createSignal(0); // moves of mine that are not made, seen and kept yet
  protected readonly hintSignal = createSignal<Thoughts | "thinking" | undefined>(undefined);
  protected readonly cardsSignal = createSignal(noCards);
  protected moving = false; // a move of mine is on its way
  protected moment = Promise.resolve();
  protected endMoment = () => {};

  // ---- What is shown -----------------------------------------------------------------------------------

  abstract readonly game: GameName;
  abstract get names(): readonly string[];
  /** Whose eyes see the screen; 0: a bystander's. */
  abstract get reader(): number;
  /** As it is kept on this device; at a server's table once it is over. */
  abstract get kept(): Kept;

  get state(): State | undefined {
    return this.store[0].state;
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
  /** Something takes its time to be seen. */
  get inMoment() {
    return this.momentSignal[0]();
  }
  get thinking() {
    return false;
  }
  /** What is shown will change by itself: a move is on its way, a bot is to act, or something is still to be seen. Tests
   *  wait for the end of it. */
  get busy() {
    return this.playingSignal[0]() > 0 || this.thinking || this.inMoment;
  }
  /** It has ended, and how it did has been seen. */
  get over() {
    return (this.state?.outcome.length ?? 0) > 0 && !this.inMoment;
  }
  /** The seat that the device is passed to; 0: there is no curtain. While there is one, nothing of the table is shown. */
  get curtain() {
    return 0;
  }
  get hint() {
    return this.hintSignal[0]();
  }
  /** People play from different places: everybody thinks for themselves, and may look elsewhere meanwhile. */
  get apart() {
    return false;
  }
  /** What is going on, in words. */
  get now() {
    return this.state ? this.say(nowOf(this.state)) : "";
  }

  say = (phrase: Phrase) => tell(phrase, { seat: this.reader, names: this.names });

  /** The table as faces see it. */
  view(calm: () => boolean): TableView<unknown> {
    return viewOf({
      state: () => this.state,
      reader: () => this.reader,
      names: () => this.names,
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

  /** Shows one glimpse after the other, and `then` goes on; `anew`: to somebody who has seen nothing of it. */
  protected present(seen: readonly Glimpse[], anew: boolean, then: (touch?: Event) => void = () => {}) {
    this.endMoment();
    this.momentSignal[1](seen.length > 1);
    this.moment = new Promise((resolve) => {
      this.endMoment = unfold(
        seen,
        (glimpse) => this.show(glimpse, anew),
        (touch) => {
          this.momentSignal[1](false);
          then(touch);
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
      this.logSignal[1]((before) => [...(anew ? [] : before), ...lines]);
      if (asked && !anew) return;
      this.chosenSignal[1]([]);
      this.refusalSignal[1](undefined);
      this.hintSignal[1](undefined);
    });
  }

  // ---- What one may do ---------------------------------------------------------------------------------

  /** Proposes a move, and says why not if it is refused. */
  protected abstract propose(move: string, seen: number): Promise<Refusal | null | undefined>;
  /** A move of mine was made. */
  protected async moved(): Promise<void> {}
  abstract undo(): Promise<void>;
  /** Another game with the same people. */
  abstract again(): Promise<void>;
  /** Bots go on at once; for whoever is in a hurry. */
  hurry() {}
  async lift() {}
  async askHint() {}

  protected get offers() {
    return this.state?.offers ?? [];
  }

  tapState(tap: string) {
    const { ready } = follow(this.offers, this.chosen);
    if (ready.has(tap)) return "ready";
    return this.chosen.includes(tap) ? "chosen" : "idle";
  }

  tap(tap: string, move?: string) {
    this.hurry();
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
    this.moving = true;
    const offered = this.offers.some((offer) => offer.move === move);
    this.playingSignal[1]((n) => n + 1);
    try {
      const refusal = await this.propose(move, state.at);
      if (refusal) {
        // What was offered and is none any more came too late, whatever the table says of it now.
        const late = refusal.phrase.id.startsWith("table.refused.") && { phrase: { id: "table.refused.stale" } };
        if (offered) this.comeLate({ ...refusal, ...late });
        else this.refusalSignal[1](refusal);
        if (follow(this.offers, this.chosen).offer) this.chosenSignal[1]([]);
        return;
      }
      this.chosenSignal[1]([]);
      await this.moved();
    } catch (reason) {
      this.fail(reason);
    } finally {
      this.moving = false;
      this.playingSignal[1]((n) => n - 1);
    }
  }

  /** Others were quicker, which is nobody's mistake. */
  protected comeLate(refusal: Refusal) {
    this.refusalSignal[1]({ ...refusal, reason: "late" });
  }

  protected fail(reason: unknown) {
    this.troubleSignal[1](reason instanceof Error ? reason.message : String(reason));
  }
  closeHint() {
    this.hintSignal[1](undefined);
  }
  calmDown() {
    this.troubleSignal[1]("");
    this.refusalSignal[1](undefined);
  }
}
