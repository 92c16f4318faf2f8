// Games on this device: kept in the browser's own database after every move, so that a reload, a closed tab or an empty
// battery loses nothing. Where the browser forbids it, games live as long as the page does, and the page says so.
import { createSignal } from "solid-js";
import { type Database, openDatabase } from "./database.ts";
import type { Deal, GameName } from "./route.ts";

export interface Kept {
  id: string;
  game: GameName;
  /** What deals the same cards again. */
  deal: Deal;
  names: string[];
  players: string[]; // "person", or a bot
  started: number; // ms since 1970
  changed: number;
  over: boolean;
  /** The day whose deal it is, as "2026-11-16"; "" if it is none. */
  day: string;
  /** Who won, by seat, once it is over. */
  winners: number[];
  /** The record as the engine writes it; "" at a table of a server, until it is over. */
  record: string;
  /** At a table of a server: what lets this device in. */
  key?: string;
  witness?: Witness;
}

/** What this device knows of a deal at a server from before the first card: whoever checks it compares the record with that. */
export interface Witness {
  deal: number;
  /** The fingerprint of the server's part, as it was shown. */
  commitment: string;
  /** What this device added; "" if nothing. */
  entropy: string;
}

type Stores = { games: Kept; settings: string };

/** Why nothing is kept: "" if all is well, else the id of a sentence. */
const [trouble, setTrouble] = createSignal("");

export { trouble as keepTrouble };

const KEEP = 200; // finished games; the oldest go first
const inMemory = new Map<string, Kept>();
const settingsInMemory = new Map<string, string>();
let opened: Promise<Database<Stores> | undefined> | undefined;

async function open(): Promise<Database<Stores> | undefined> {
  try {
    return await openDatabase<Stores>(
      "lifetable",
      1,
      (db) => {
        db.createObjectStore("games", { keyPath: "id" });
        db.createObjectStore("settings");
      },
      () => {
        opened = undefined;
      },
    );
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
async function attempt<T>(work: (db: Database<Stores>) => Promise<T>, instead: () => T): Promise<T> {
  const db = await database();
  if (!db) return instead();
  try {
    const done = await work(db);
    setTrouble("");
    return done;
  } catch (reason) {
    const full = reason instanceof DOMException && reason.name === "QuotaExceededError";
    setTrouble(full ? "page.keep.full" : "page.keep.blocked");
    return instead();
  }
}

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

export async function kept(id: string): Promise<Kept | undefined> {
  return (
    inMemory.get(id) ??
    (await attempt(
      (db) => db.get("games", id),
      () => undefined,
    ))
  );
}

/** All games, the latest first. */
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
    (db) => db.delete("games", id),
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
