// SPDX-License-Identifier: Apache-2.0
// A game at a server's table, from before anybody sits until after the last rematch: the room with its people, and the game in
// it as the server tells it.
import { batch, createSignal, type Signal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { randomHex } from "../browser.ts";
import { note, plainOptions, shownIn } from "../check.ts";
import { theEngine } from "../engine/engine.ts";
import { type Kept, keep, kept, set, type Witness, witnessesOf } from "../keep.ts";
import { t } from "../language.ts";
import type { RoomSelf, RoomState, Said, State, Told } from "../protocol.ts";
import type { Deal, GameName } from "../route.ts";
import { Sitting } from "../sitting.ts";
import { cardBook, glimpses } from "../table.ts";
import { collect, keepDeal, settle } from "./evidence.ts";
import { Line, type Message, Refused } from "./line.ts";

export interface Spoken {
  seat: number;
  text: string;
}

const OWN = 64; // digits of a person's own key; those of links have fewer
const PATIENCE = 2; // states that wait while something is seen, before it is cut short

/** Comes to a table with a link's key, or with what this device has kept. Undefined if it has nothing to come with. */
export async function enter(table: string, key: string): Promise<OnlineGame | undefined> {
  const known = await kept(table);
  const mine = known?.key ?? "";
  if (known?.key === "") await settle(known); // removed; by now the game may be over
  const use = mine.length === OWN && key.length !== OWN ? mine : key || mine;
  return use ? new OnlineGame(table, use, known ? witnessesOf(known) : []) : undefined;
}

export class OnlineGame extends Sitting {
  readonly line: Line;
  private readonly seats = createStore<{ room: RoomState | undefined; self: RoomSelf | undefined }>({
    room: undefined,
    self: undefined,
  });
  private readonly keySignal: Signal<string>;
  private readonly finishedSignal = createSignal<Kept>();
  private readonly spokenSignal = createSignal<Spoken>();
  private seen = { deal: 0, at: 0 }; // the last state that came
  private noted = 0; // up to which move the log tells
  private readonly waitingSignal = createSignal(0); // states that have come and are not shown yet
  private shown = Promise.resolve();
  private adding = false;
  private wantsAll = false; // the whole story has been asked for
  private fetchedBefore = 0; // the deal before which missing records were asked for
  private lent = false; // the seat, to a bot, because somebody here wanted it
  /** When the times in the state were true, by this device's clock. */
  asOf = 0;

  constructor(
    readonly table: string,
    key: string,
    private witnesses: readonly Witness[],
  ) {
    super();
    this.keySignal = createSignal(key);
    this.line = new Line(
      () => this.entrance(),
      (message, entered) => this.hear(message, entered),
    );
  }

  /** The first request of a connection; the story is told from what was seen on. */
  private entrance() {
    return { do: "enter", table: this.table, key: this.key, seen: this.seen.at };
  }

  leave() {
    this.line.hangUp();
    this.endMoment();
  }

  // ---- What is shown -----------------------------------------------------------------------------------

  get room() {
    return this.seats[0].room;
  }
  get self() {
    return this.seats[0].self;
  }
  get game() {
    return this.room?.game as GameName;
  }
  get names(): readonly string[] {
    return this.room?.seats.map((seat) => seat.name) ?? [];
  }
  get reader() {
    return this.self?.seat ?? 0;
  }
  get host() {
    return this.self?.host ?? false;
  }
  /** A bot plays for me. */
  get covered() {
    return (this.room?.seats[this.reader - 1]?.cover ?? "") !== "";
  }
  /** The last game here that has ended. */
  get kept() {
    return this.finishedSignal[0]() as Kept;
  }
  override get over() {
    return super.over && this.finishedSignal[0]()?.id === this.finishedId;
  }
  private get finishedId() {
    return `${this.table}-${this.room?.deal}`;
  }
  override get busy() {
    return super.busy || this.waitingSignal[0]() > 0;
  }
  override get apart() {
    return true;
  }
  override get now() {
    if (this.covered) return t("page.online.covered.me");
    return this.state?.window[0]?.answered ? t("page.online.answered") : super.now;
  }
  /** What was said last; for a while. */
  get spoken() {
    return this.spokenSignal[0]();
  }
  private get key() {
    return this.keySignal[0]();
  }
  /** What lets this person in from another device, and nobody else should have; "" for a guest. */
  get ownKey() {
    return this.key.length === OWN ? this.key : "";
  }

  // ---- What comes --------------------------------------------------------------------------------------

  private hear({ re, room, self, state, told, back, said }: Message, entered: boolean) {
    if (room && self) this.meet(room, self);
    if (room && this.lent && !this.covered) this.lendAgain(entered && room.phase === "playing");
    if (entered && this.seen.at > 0 && this.room?.deal !== this.seen.deal) {
      this.seen = { deal: 0, at: 0 }; // another game has begun meanwhile: all of its story is wanted
      this.wantsAll = true;
      this.line.ask(this.entrance()).catch((reason) => this.fail(reason));
      return;
    }
    // What comes before the answer begins in the middle of the story; it is in the answer, too.
    if (state && !(this.wantsAll && re === undefined)) {
      this.wantsAll = false;
      this.follow(state, told ?? [], entered, back);
    }
    if (said) this.listen(said);
  }

  /** Whoever comes has the seat back. Who has only lost the line did not mean to come, and everybody would wait for them. */
  private lendAgain(lostTheLine: boolean) {
    this.lent = false; // it was taken back, here or on another device
    if (lostTheLine) void this.ask({ do: "leave" });
  }

  private meet(room: RoomState, self: RoomSelf) {
    const gathering = room.phase === "gathering";
    batch(() => {
      if (!this.room)
        void theEngine()
          .then((engine) => cardBook(engine, dealOf(room)))
          .then(this.cardsSignal[1], (reason) => this.fail(reason));
      if (gathering) {
        this.endMoment();
        this.store[1]("state", undefined);
        this.seen = { deal: 0, at: 0 };
        this.spokenSignal[1](undefined); // the next deal seats people anew
      }
      this.seats[1]("room", reconcile(room, { key: null, merge: true }));
      this.seats[1]("self", reconcile(self, { key: null, merge: true }));
    });
    const witness = this.witnessOf(room, self);
    if (gathering) this.add(witness, self);
    void this.fetchMissed(room);
    void this.keepIt();
  }

  /** What this device knows of the deal, from the first that it is told of it. */
  private witnessOf({ deal, phase, commitment }: RoomState, { seat, entropy }: RoomSelf): Witness {
    const gathering = phase === "gathering";
    const witness = this.witness ?? { deal, commitment: gathering ? commitment : "", entropy: "" };
    if (!this.witness) this.witnesses = [...this.witnesses, witness];
    if (gathering) witness.entropy ||= randomHex(32);
    if (gathering || !witness.seat) witness.seat = seat;
    if (gathering || !witness.key) witness.key = this.ownKey || witness.key; // a seat may just have been asked for
    if (!seat && gathering) witness.acknowledged = false; // it went with the seat
    if (entropy && entropy === witness.entropy) witness.acknowledged = true;
    return witness;
  }

  /** What it knows of the present deal. */
  private get witness() {
    return this.witnesses.find(({ deal }) => deal === this.room?.deal);
  }

  /** Every seat adds to the chance of the deal, after it has seen what the server is bound to. */
  private add(witness: Witness, { seat, entropy }: RoomSelf) {
    if (!seat || entropy || witness.acknowledged || this.adding) return;
    this.adding = true;
    this.line
      .ask({ do: "add", entropy: witness.entropy })
      .then(() => this.isAdded(witness))
      .catch(() => {}) // without it the game goes on as well, and the check of the deal says so
      .finally(() => {
        this.adding = false;
      });
  }

  private isAdded(witness: Witness) {
    witness.acknowledged = true;
    return this.keepIt();
  }

  private async keepIt() {
    const { room } = this;
    if (!room) return;
    await keep({
      id: this.table,
      game: this.game,
      deal: dealOf(room),
      names: this.names.filter(Boolean),
      players: room.seats.map(({ player }) => player),
      changed: Date.now(),
      over: false,
      day: "",
      winners: [],
      record: "",
      key: this.key,
      witnesses: structuredClone([...this.witnesses]),
    });
  }

  /** States are shown one after the other: what takes its time to be seen is seen. */
  private follow(state: State, told: readonly Told[], entered: boolean, backTo = state.at) {
    const deal = this.room?.deal ?? 0;
    const asOf = performance.now();
    const anew = deal !== this.seen.deal;
    const floor = Math.min(backTo, state.at);
    const back = !anew && floor < this.seen.at; // something was taken back
    this.seen = { deal, at: state.at };
    this.noteShown(state, entered, floor);
    if (state.outcome.length > 0) void this.finish();
    if (this.covered) state.offers = [];
    if (this.waitingSignal[1]((n) => n + 1) > PATIENCE) this.endMoment();
    const show = async () => {
      if (anew || back) this.noted = anew ? 0 : floor;
      if (back) this.logSignal[1]((log) => log.filter(({ at }) => at <= floor));
      const fresh = told.filter(({ at }) => at > this.noted);
      const still = anew || back || entered; // old news is none
      const plain = [{ state, told: fresh, news: still ? [] : fresh.flatMap(({ phrases }) => phrases), ms: 0 }];
      const look = (at: number) => this.line.ask<State>({ do: "look", at });
      // Without the states before, the news are shown without suspense.
      const seen =
        still || this.waitingSignal[0]() > PATIENCE ? plain : await glimpses(state, fresh, look).catch(() => plain);
      if (this.seen.deal !== deal || this.room?.phase === "gathering") return; // another game has begun meanwhile
      this.noted = Math.max(this.noted, ...fresh.map(({ at }) => at));
      this.asOf = asOf;
      this.present(seen, anew);
      await this.moment;
    };
    this.shown = this.shown
      .then(show)
      .catch((reason) => this.fail(reason))
      .finally(() => this.waitingSignal[1]((n) => n - 1));
  }

  /** What the record of this deal will have to lead to. */
  private noteShown(state: State, entered: boolean, floor: number) {
    const { room, witness } = this;
    if (!room || !witness) return;
    witness.shown ??= [];
    note(witness.shown, shownIn(state, plainOptions(room.options)), entered, floor);
    void this.keepIt();
  }

  private listen(said: readonly Said[]) {
    for (const { seat, name, phrase, text } of said) {
      const words = phrase ? t(`room.say.${phrase}`) : text;
      if (this.room?.phase !== "gathering") this.spokenSignal[1]({ seat, text: words }); // beside whom at a table
      const line = { at: this.state?.at ?? 0, text: t("page.online.said", { name, text: words }) };
      this.logSignal[1]((log) => [...log, line]);
    }
  }

  /** It is over: from now on the game is on this device, too, with all that the deal was made of. */
  private async finish() {
    const { room, witness } = this;
    if (!room || !witness || this.kept?.id === this.finishedId) return;
    const fetchRecord = () => this.line.ask<{ record: string }>({ do: "record", deal: witness.deal });
    try {
      this.finishedSignal[1](await keepDeal(this.table, dealOf(room), structuredClone(witness), fetchRecord));
    } catch (reason) {
      this.fail(reason);
    }
  }

  /** Another deal is gathered for or has begun, and this device may have been away when earlier ones ended. */
  private async fetchMissed(room: RoomState) {
    const missed = this.witnesses.filter(({ deal }) => deal < room.deal);
    if (missed.length === 0 || this.fetchedBefore === room.deal) return;
    this.fetchedBefore = room.deal;
    // The line stands, or is asked again once it does: a request beside it could fail.
    const recordOf = ({ deal }: Witness) => this.line.ask<{ record: string }>({ do: "record", deal });
    const owed = await collect(this.table, dealOf(room), missed, (reason) => this.fail(reason), recordOf);
    this.witnesses = this.witnesses.filter((each) => !missed.includes(each) || owed.includes(each));
    await this.keepIt();
  }

  /** There will be no line any more. What this device knows of the deals that were played stays. */
  async end() {
    await this.keepIt();
    const table = await kept(this.table);
    if (!table) return;
    if (this.line.removed) await settle(table);
    else await collect(table.id, table.deal, witnessesOf(table), () => {}); // a deal that goes on has no record yet
  }

  // ---- What one may do ---------------------------------------------------------------------------------

  protected async propose(move: string, seen: number) {
    return this.try({ do: "play", move, seen, id: randomHex(16) });
  }

  /** Asks, and shows why not if it is refused. */
  async ask(request: { do: string } & Record<string, unknown>) {
    this.troubleSignal[1]("");
    const refusal = await this.try(request).catch((reason) => this.fail(reason));
    if (refusal) this.troubleSignal[1](this.say(refusal.phrase));
    else if (request.do === "leave") this.lent = this.covered;
  }

  private async try(request: object) {
    try {
      await this.line.ask(request);
    } catch (reason) {
      if (reason instanceof Refused) return reason.refusal;
      throw reason;
    }
  }

  /** Takes the first free seat. */
  async sit(name: string) {
    this.troubleSignal[1]("");
    await set("name", name);
    try {
      // A key of one's own making: a retry after a lost answer finds the seat that was taken.
      const key = this.ownKey || randomHex(32);
      // Whoever sits has added: the deal may begin the moment the last seat is taken.
      const { witness } = this;
      const entropy = witness?.commitment && witness.entropy;
      // The answer may be lost with the line, and the next that is heard be that the deal is over.
      if (witness) Object.assign(witness, { key, seat: witness.seat || undefined });
      await this.line.ask({ do: "sit", name, key, ...(entropy && { entropy }) });
      this.keySignal[1](key);
      if (witness && entropy) await this.isAdded(witness);
      else await this.keepIt();
    } catch (reason) {
      if (reason instanceof Refused) this.troubleSignal[1](this.say(reason.refusal.phrase));
      else this.fail(reason);
    }
  }

  async undo() {
    if (!this.state?.undo) return;
    const refusal = await this.try({ do: "undo", seen: this.state.at }).catch((reason) => this.fail(reason));
    if (refusal) this.comeLate(refusal);
  }

  again() {
    return this.ask({ do: "again" });
  }
}

/** What is dealt in a room, as a link or the engine has it. */
function dealOf({ game, seats, options }: RoomState): Deal {
  const { players: _, ...chosen } = plainOptions(options);
  return { game: game as GameName, players: seats.length, seed: "", options: chosen };
}
