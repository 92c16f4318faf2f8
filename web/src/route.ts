// SPDX-License-Identifier: Apache-2.0
// Where in the page one is: the part of the address after "#". Links to deals and rules are meant to be sent around, so
// a broken one leads to a sentence, never to an empty page.

export const GAMES = ["cradle", "alive", "cv"] as const;
export type GameName = (typeof GAMES)[number];
export const isGame = (name: string | undefined): name is GameName => GAMES.includes(name as GameName);

/** A deal that can be played again: who sits there does not matter, only how many. */
export interface Deal {
  game: GameName;
  players: number;
  seed: string;
  options: Record<string, string>;
}

export type Route =
  | { to: "home" }
  | { to: "new"; game: GameName }
  | { to: "table"; id: string }
  | { to: "online"; table: string; key: string }
  | { to: "invite"; game: GameName }
  | { to: "replay"; id: string }
  | { to: "deal"; deal: Deal }
  | { to: "rules"; game: GameName; clause: string }
  | { to: "guide"; game: GameName }
  | { to: "lost"; why: string };

const LONGEST = 64; // characters of a seed in a link

export function dealPath(deal: Deal): string {
  const options = new URLSearchParams(deal.options).toString();
  return `#/deal/${deal.game}/${deal.players}/${encodeURIComponent(deal.seed)}${options ? `?${options}` : ""}`;
}

function parseDeal(parts: readonly string[], query: string): Route {
  const [game, count, seed, ...more] = parts;
  const players = Number(count);
  const broken: Route = { to: "lost", why: "page.lost.deal" };
  if (!isGame(game) || more.length > 0 || !seed || seed.length > LONGEST) return broken;
  if (!Number.isInteger(players) || players < 2 || players > 6) return broken;
  return { to: "deal", deal: { game, players, seed, options: Object.fromEntries(new URLSearchParams(query)) } };
}

const TABLE = 6; // letters of a table's name at a server
const LETTERS = /^[0-9A-Z]+$/;

/** A code of a server as people type it: small letters, blanks and dashes, and O, I, L for 0, 1, 1. */
const asTyped = (code: string) => code.toUpperCase().replace(/[- ]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");

export const tablePath = (table: string, key: string) => `#/table/${table}/${key}`;

/** The path to a table by its code, such as K7M2QX-4TZH; "" if it is none. */
export function pathOfCode(text: string): string {
  const code = asTyped(text);
  const sound = LETTERS.test(code) && (code.length === TABLE + 4 || code.length === TABLE + 8);
  return sound ? tablePath(code.slice(0, TABLE), code.slice(TABLE)) : "";
}

/** A table at a server, with what lets one in if the link has it. Games on this device have longer names. */
function parseTable(name: string, key: string): Route {
  const table = asTyped(name);
  if (table.length !== TABLE || !LETTERS.test(table)) return { to: "table", id: name };
  return { to: "online", table, key };
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  let parts: string[];
  try {
    parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return { to: "lost", why: path.startsWith("deal") ? "page.lost.deal" : "page.lost.page" };
  }
  const [to, name, ...rest] = parts;
  if (to === undefined) return { to: "home" };
  if (to === "deal") return parseDeal(parts.slice(1), query);
  if (to === "new" && isGame(name)) return { to, game: name };
  if (to === "guide" && isGame(name)) return { to, game: name };
  if (to === "rules" && isGame(name)) return { to, game: name, clause: rest[0] ?? "" };
  if (to === "invite" && isGame(name)) return { to, game: name };
  if (to === "table" && name) return parseTable(name, rest[0] ?? "");
  if (to === "replay" && name) return { to, id: name };
  return { to: "lost", why: "page.lost.page" };
}
