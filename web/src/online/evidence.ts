// SPDX-License-Identifier: Apache-2.0
// What this device knows of the deals it played at a server's table, and their records. Nobody can make it forget a deal before
// it has the record: not by dealing the next one while it is away, nor by removing the person.
import { allKept, forget, type Kept, keep, kept, type Witness, witnessesOf } from "../keep.ts";
import type { Deal } from "../route.ts";
import { askOnce } from "../start.ts";

/** What the first line of a record says (docs/record.md). */
interface Header {
  seats: { name: string; player: string }[];
  deal?: { seed?: string };
  result?: { winners: number[] } | null;
}

const idOf = (table: string, deal: number) => `${table}-${deal}`;

/** Keeps a deal that is over as a game of this device; as it was kept before, if it was. */
export async function keepDeal(
  table: string,
  { seed: _seed, ...deal }: Deal,
  { key: _key, ...witness }: Witness,
  fetchRecord: () => Promise<{ record: string }>,
): Promise<Kept> {
  const id = idOf(table, witness.deal);
  const known = await kept(id);
  if (known) return known;
  const { record } = await fetchRecord();
  const header = JSON.parse(record.slice(0, record.indexOf("\n"))) as Header;
  const game: Kept = {
    id,
    game: deal.game,
    deal: { ...deal, seed: header.deal?.seed ?? "" },
    names: header.seats.map(({ name }) => name),
    // Whoever plays it again here plays against bots. A seat that a bot had at the end is mine all the same.
    players: header.seats.map(({ player }, i) => {
      if (i + 1 === witness.seat) return "person";
      return player === "person" ? "normal" : player;
    }),
    changed: Date.now(),
    over: true,
    day: "",
    winners: header.result?.winners ?? [],
    record,
    witness,
  };
  await keep(game);
  return game;
}

/** Asks for the record of a deal by the key that it was played with: there need be no line, nor a right to the table. */
const byKey =
  (table: string) =>
  ({ key, deal }: Witness): Promise<{ record: string }> =>
    askOnce({ do: "record", table, key, deal });

/** Fetches the records of these deals; gives back those that it did not get, and tells why. */
export async function collect(
  table: string,
  deal: Deal,
  witnesses: readonly Witness[],
  tell: (reason: unknown) => void,
  recordOf = byKey(table),
): Promise<Witness[]> {
  const owed: Witness[] = [];
  for (const witness of witnesses) {
    if (witness.seat === 0 || !witness.key) continue; // who only watched has no right to it later
    await keepDeal(table, deal, witness, () => recordOf(witness)).catch((reason) => {
      owed.push(witness);
      tell(reason);
    });
  }
  return owed;
}

/** The host has removed this person: their key is dead. The table is kept until the records of all deals are here: a game may
 *  still go on. */
export async function settle(table: Kept): Promise<void> {
  await keep({ ...table, key: "" }); // first of all: the page may be closed meanwhile
  const owed = await collect(table.id, table.deal, witnessesOf(table), () => {});
  if (owed.length > 0) await keep({ ...table, key: "", witnesses: owed });
  else await forget(table.id);
}

/** Settles all tables from which the host has removed this person; false if there are none. */
export async function settleAll(): Promise<boolean> {
  const removed = (await allKept()).filter(({ key }) => key === "");
  for (const table of removed) await settle(table);
  return removed.length > 0;
}
