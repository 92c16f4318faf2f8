// SPDX-License-Identifier: Apache-2.0
// How games begin: at once, as set up, from a deal's link, as the deal of the day, or at a server's table.
import { randomHex } from "./browser.ts";
import { theEngine } from "./engine/engine.ts";
import { allKept, type Kept, keep, set, setting } from "./keep.ts";
import { inWords, t } from "./language.ts";
import { type Deal, type GameName, tablePath } from "./route.ts";
import { go } from "./where.ts";

export const LEVELS = ["easy", "normal", "hard"] as const;
export type Level = (typeof LEVELS)[number];

/** Who plays at a seat, in words: a table may have been opened for any bot. */
export const playerWords = (player: string) => inWords(`page.player.${player}`, t("page.player.bot", { bot: player }));

export interface SeatChoice {
  name: string;
  player: string; // "person", or a bot
}

export interface Setup {
  game: GameName;
  options: Record<string, string>;
  seats: SeatChoice[];
  seed: string;
  day?: string;
}

/** How many sit at a table that nobody has set up. */
export const USUAL: Record<GameName, number> = { cradle: 4, alive: 4, cv: 3 };

const BOT_NAMES = ["Ada", "Bruno", "Chiyo", "Dele", "Edda", "Farid"];

/** What the player of a seat is called if nobody says otherwise. */
export function usualName(seat: number, player: string): string {
  return (player !== "person" && BOT_NAMES[seat - 1]) || t("page.name.person", { n: seat });
}

/** A seed that is short enough to be read out: 60 bits. */
export function freshSeed(): string {
  const letters = "23456789abcdefghjkmnpqrstuvwxyz"; // none that look like another
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte, i) => (i === 4 || i === 8 ? "-" : "") + letters[byte % letters.length]).join("");
}

/** The name of a new game on this device. */
export const freshId = () => randomHex(6);

/** One person against bots of a level. */
export async function usualSeats(players: number, level: Level): Promise<SeatChoice[]> {
  const me = (await setting("name")) || usualName(1, "person");
  return Array.from({ length: players }, (_, i) =>
    i === 0 ? { name: me, player: "person" } : { name: usualName(i + 1, level), player: level },
  );
}

/** Deals the cards and returns the new game, which is kept from now on. */
export async function deal(setup: Setup): Promise<Kept> {
  const engine = await theEngine();
  const { table } = await engine.ask({
    do: "open",
    game: setup.game,
    options: setup.options,
    seats: setup.seats,
    seed: setup.seed,
  });
  const { record } = await engine.ask({ do: "record", table });
  await engine.ask({ do: "close", table });
  const game: Kept = {
    id: freshId(),
    game: setup.game,
    deal: { game: setup.game, players: setup.seats.length, seed: setup.seed, options: setup.options },
    names: setup.seats.map((seat) => seat.name),
    players: setup.seats.map((seat) => seat.player),
    changed: Date.now(),
    over: false,
    day: setup.day ?? "",
    winners: [],
    record,
  };
  await keep(game);
  return game;
}

/** The same people and options, with other cards, or the same ones by their seed. */
export async function dealAgain({ game, names, players, deal: { options } }: Kept, seed = freshSeed()): Promise<void> {
  const seats = names.map((name, i) => ({ name, player: players[i] ?? "normal" }));
  const { id } = await deal({ game, options, seats, seed });
  go(`#/table/${id}`);
}

export async function playNow(game: GameName): Promise<void> {
  const level = ((await setting("level")) || "normal") as Level;
  const seats = await usualSeats(USUAL[game], level);
  const { id } = await deal({ game, options: {}, seats, seed: freshSeed() });
  go(`#/table/${id}`);
}

// ---- The deal of the day ----------------------------------------------------------------------------------

/** Today where the player is, as "2026-11-16". */
export function today(now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Everybody in the world gets the same cards on the same day: one game a day, in turn. */
export function dealOfTheDay(day: string): Deal {
  const games: readonly GameName[] = ["cradle", "alive", "cv"];
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  const game = games[number % games.length] as GameName;
  return { game, players: USUAL[game], seed: `day-${day}`, options: {} };
}

/** Goes on with today's game, or deals it. */
export async function playToday(): Promise<void> {
  const day = today();
  const begun = (await allKept()).find((game) => game.day === day);
  if (begun) return go(`#/table/${begun.id}`);
  const { game, players, seed, options } = dealOfTheDay(day);
  const { id } = await deal({ game, options, seats: await usualSeats(players, "hard"), seed, day });
  go(`#/table/${id}`);
}

// ---- At a server's table ----------------------------------------------------------------------------------

/** Where the page's own server is, if it has one. */
export const serverAddress = (path: string) => new URL(path, document.baseURI.replace(/#.*/, ""));

/** Whether the page comes from a server that has tables, and can be reached. */
export const hasServer = () =>
  fetch(serverAddress("healthz")).then(
    async (answer) => answer.ok && !/<html/i.test(await answer.text()), // some hosts have a page for everything
    () => false,
  );

/** Me and so many others, whoever comes. */
export const openSeats = (players: number): SeatChoice[] =>
  Array.from({ length: players }, (_, i) => ({ name: "", player: i === 0 ? "me" : "open" }));

/** Asks the server once, without a line; throws a sentence. */
export async function askOnce<T>(request: object): Promise<T> {
  const got = await fetch(serverAddress("api"), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
  }).catch(() => {
    throw new Error(t("page.online.none"));
  });
  const answer = await got.json().catch(() => ({ error: t("page.online.failed", { status: got.status }) }));
  if (answer.error) throw new Error(answer.error);
  return answer.ok;
}

/** Opens a table at the server, and goes there; throws a sentence. */
export async function openTable(game: GameName, name: string, more: object): Promise<void> {
  await set("name", name);
  const { table, key } = await askOnce<{ table: string; key: string }>({ do: "open", game, name, ...more });
  go(tablePath(table, key));
}
