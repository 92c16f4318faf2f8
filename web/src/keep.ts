// SPDX-License-Identifier: Apache-2.0
// Games on this device: kept in the browser's own database after every move, so that a reload, a closed tab or an empty
// battery loses nothing. Where the browser forbids it, games live as long as the page does, and the page says so.
import { createSignal } from "solid-js";
import { randomHex } from "./browser.ts";
import { answerOf, type Database, openDatabase } from "./database.ts";
import type { Deal, GameName } from "./route.ts";

export interface Kept {
  id: string;
  game: GameName;
  /** What deals the same cards again. */
  deal: Deal;
  names: string[];
  players: string[]; // "person", or a bot
  changed: number; // ms since 1970
  over: boolean;
  /** The day whose deal it is, as "2026-11-16"; "" if it is none. */
  day: string;
  /** Who won, by seat, once it is over. */
  winners: number[];
  /** The record as the engine writes it; "" at a table of a server until it is over, and in a list of games. */
  record: string;
  /** At a table of a server: what lets this device in; "" if the host has removed this person. */
  key?: string;
  /** Of a deal at a server that is over: what its record is compared with. */
  witness?: Witness;
  /** At a table of a server: of its latest deal, and of those whose records are not on this device yet. */
  witnesses?: Witness[];
  /** The tab that plays it: see `take`. */
  owner?: string;
}

/** What this device knows of a deal at a server by itself: whoever checks the deal compares the record with that. */
export interface Witness {
  deal: number;
  /** The fingerprint of the server's part, as it was shown; "" if this device was not there before the first card. */
  commitment: string;
  /** What this device has to add; "" if nothing. */
  entropy: string;
  /** The server has said that it is in. */
  acknowledged?: boolean;
  /** Where this device sat, by what it was told; 0: it watched. Earlier pages did not keep this, nor what follows. */
  seat?: number;
  /** The person's own: whoever played has the record, also if they were removed since. */
  key?: string;
  /** The moments of the game that this device was shown, as they came. */
  shown?: Shown[];
}

/** A moment of a game as a device was shown it (check.ts). */
export interface Shown {
  at: number;
  reader: number;
  digest: string;
  /** Of the names of what it is made of: another version of the program has others. */
  form: string;
  over: boolean;
  /** It was taken back, to this number of moves. */
  floor?: number;
  /** It may have been taken back while the line was broken. */
  unsure?: boolean;
}

/** Earlier pages kept one at a table, and nobody's key with it. */
export const witnessesOf = ({ key = "", witness, witnesses }: Kept): Witness[] =>
  witnesses ?? (witness ? [{ ...witness, key: witness.entropy && key }] : []);

/** A game in progress grows by a line a move, so its lines are kept by themselves, by game and number; `record` is then "".
 *  Pages of version 1 kept the whole record anew at every move. */
type Stores = { games: Kept; lines: string; settings: string };
const VERSION = 2;

/** The lines of a game from one on. */
const linesFrom = (id: string, first: number) => IDBKeyRange.bound([id, first], [id, Number.POSITIVE_INFINITY]);
export const linesOf = (record: string) => record.match(/.*\n/g) ?? [];

/** Why nothing is kept: "" if all is well, else the id of a sentence. */
const [trouble, setTrouble] = createSignal("");

export { trouble as keepTrouble };

const KEEP = 200; // finished games; the oldest go first
const inMemory = new Map<string, Kept>();
const settingsInMemory = new Map<string, string>();
let opened: Promise<Database<Stores> | undefined> | undefined;

async function open(): Promise<Database<Stores> | undefined> {
  const lost = () => {
    opened = undefined;
  };
  try {
    return await new Promise((resolve, reject) => {
      // Games live on this page until the older one is closed.
      const blocked = () => {
        setTrouble("page.keep.older");
        resolve(undefined);
      };
      const stores = { games: { keyPath: "id" }, lines: {}, settings: {} };
      openDatabase<Stores>("lifetable", VERSION, stores, { blocked, lost }).then((db) => {
        opened = Promise.resolve(db);
        resolve(db);
      }, reject);
    });
  } catch {
    setTrouble("page.keep.blocked");
    return undefined;
  }
}

function database() {
  opened ??= open();
  return opened;
}

/** Does something with the database; if that fails, says so and goes on without. */
async function attempt<T>(work: (db: Database<Stores>) => Promise<T>, instead: () => T | Promise<T>): Promise<T> {
  const db = await database();
  if (!db) return instead();
  try {
    const done = await work(db);
    setTrouble("");
    return done;
  } catch (reason) {
    if (reason instanceof Taken) throw reason;
    const full = reason instanceof DOMException && reason.name === "QuotaExceededError";
    setTrouble(full ? "page.keep.full" : "page.keep.blocked");
    return instead();
  }
}

/** Keeps a game with its whole record. */
export async function keep(game: Kept): Promise<void> {
  inMemory.set(game.id, game); // what the disk refuses is at least not lost before the page is closed
  await attempt(
    async (db) => {
      await db.put("games", game);
      inMemory.delete(game.id);
    },
    () => {},
  );
}

/** Keeps a game as it is now: of its lines those from `first` on are new, and what was kept there is dropped. Throws `Taken`
 *  if another tab plays it by now. */
export async function keepOn(game: Kept, lines: readonly string[], first: number): Promise<void> {
  await attempt(
    async (db) => {
      await db.transact(["games", "lines"], async (store) => {
        const there: Kept | undefined = await answerOf(store("games").get(game.id));
        if (game.owner && there && there.owner !== game.owner) throw new Taken();
        await write(store, game, lines, inMemory.has(game.id) ? 0 : first);
      });
      inMemory.delete(game.id);
    },
    () => {
      inMemory.set(game.id, { ...game, record: lines.join("") });
    },
  ).catch((reason) => {
    inMemory.delete(game.id);
    throw reason;
  });
}

/** Once a game is over it grows no more, and is kept in one piece. */
async function write(
  store: (name: "games" | "lines") => IDBObjectStore,
  game: Kept,
  lines: readonly string[],
  first: number,
) {
  const from = game.over ? lines.length : first;
  store("lines").delete(linesFrom(game.id, game.over ? 0 : first));
  for (let n = from; n < lines.length; ++n) store("lines").put(lines[n], [game.id, n]);
  await answerOf(store("games").put({ ...game, record: game.over ? lines.join("") : "" }));
}

// ---- One tab at a time ------------------------------------------------------------------------------------

/** Another tab has taken the game over. */
export class Taken extends Error {}

const CHANNEL = "lifetable";

/** Takes a game over to play it here. Two tabs would overwrite each other's moves, so a game belongs to the tab that took it
 *  last: its owner is kept with it, and `keepOn` compares the owner in the same transaction that writes. */
export async function take(id: string): Promise<Kept | undefined> {
  const owner = randomHex(8);
  const unkept = inMemory.get(id);
  const game = await attempt(
    async (db) => {
      const taken = await db.transact(["games", "lines"], async (store) => {
        const there: Kept | undefined = await answerOf(store("games").get(id));
        const lines: string[] = await answerOf(store("lines").getAll(linesFrom(id, 0)));
        // What could not be kept here is newer than what is there, unless another tab has gone on from that.
        const newer = unkept && (!there || there.owner === unkept.owner) ? unkept : undefined;
        const latest = newer ?? there;
        if (!latest) return undefined;
        const record = newer?.record ?? (latest.record || lines.join(""));
        await write(store, { ...latest, owner }, linesOf(record), 0);
        return { ...latest, owner, record };
      });
      inMemory.delete(id);
      return taken;
    },
    () => unkept ?? kept(id), // where no owner can be written, no move can be, either
  );
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(id);
  channel.close();
  return game;
}

/** Calls `lost` as soon as another tab has taken the game over; gives back how to stop that. Safety does not depend on it. */
export function whenTaken({ id, owner }: Kept, lost: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = async ({ data }) => {
    if (data === id && (await kept(id))?.owner !== owner) lost();
  };
  return () => channel.close();
}

/** A game with its record. */
export async function kept(id: string): Promise<Kept | undefined> {
  return (
    inMemory.get(id) ??
    (await attempt(
      (db) =>
        db.transact(["games", "lines"], async (store) => {
          const game: Kept | undefined = await answerOf(store("games").get(id));
          const lines: string[] = await answerOf(store("lines").getAll(linesFrom(id, 0)));
          return game && { ...game, record: game.record || lines.join("") };
        }),
      () => undefined,
    ))
  );
}

/** All games, the latest first, without the records of those in progress. */
export async function allKept(): Promise<Kept[]> {
  const stored = await attempt(
    (db) => db.all("games"),
    () => [],
  );
  const all = [...stored.filter((game) => !inMemory.has(game.id)), ...inMemory.values()];
  return all.sort((a, b) => b.changed - a.changed);
}

export async function forget(id: string): Promise<void> {
  inMemory.delete(id);
  await attempt(
    (db) =>
      db.transact(["games", "lines"], async (store) => {
        store("lines").delete(linesFrom(id, 0));
        await answerOf(store("games").delete(id));
      }),
    () => {},
  );
}

/** Old finished games make room for new ones. */
export async function tidy(): Promise<void> {
  const finished = (await allKept()).filter((game) => game.over);
  for (const game of finished.slice(KEEP)) await forget(game.id);
}

export async function setting(name: string): Promise<string> {
  const stored = await attempt(
    (db) => db.get("settings", name),
    () => undefined,
  );
  return stored ?? settingsInMemory.get(name) ?? "";
}

export async function set(name: string, value: string): Promise<void> {
  settingsInMemory.set(name, value);
  await attempt(
    async (db) => {
      await db.put("settings", value, name);
    },
    () => {},
  );
}
