// SPDX-License-Identifier: Apache-2.0
// Whether the deal of a finished game can be believed. At a server's table nobody has to believe the server: the record is
// compared with what this device saw and added before the first card, and with every moment of the game that it was shown.
// What cannot be compared makes the deal "not shown to be fair".
import type { Requests } from "./engine/engine.ts";
import type { Kept, Shown, Witness } from "./keep.ts";
import type { RoomState, Setting, State } from "./protocol.ts";
import { sha256 } from "./sha256.ts";

/** What a record gives about its deal (docs/record.md). It comes from somebody else: anything may be missing. */
export interface Deal {
  seed?: string;
  commitment?: string;
  server?: string;
  entropy?: (string | null)[];
}

export interface Verdict {
  is: "good" | "bad" | "unshown";
  /** Of the sentence that says why. */
  id: string;
  /** Whether it stays so, whatever comes of computing every card again. */
  settled: boolean;
  /** After how many moves, if it is about a moment. */
  at?: number;
}

/** Asks the engine. */
export type Ask = <Name extends keyof Requests>(
  request: { do: Name } & Requests[Name]["with"],
) => Promise<Requests[Name]["answer"]>;

interface Header {
  options: RoomState["options"];
  deal?: Deal;
  result?: object | null;
}

const headerOf = (record: string): Header => JSON.parse(record.slice(0, record.indexOf("\n")));

export function dealOfRecord(record: string): Deal {
  return headerOf(record).deal ?? {};
}

const good = (id: string): Verdict => ({ is: "good", id, settled: false });
const bad = (id: string): Verdict => ({ is: "bad", id, settled: true });
const unshown = (id: string): Verdict => ({ is: "unshown", id, settled: false });

/** What is left to say if every card and die turns out to follow from the seed. */
export function judge({ witness, players }: Kept, { seed, commitment, server, entropy }: Deal): Verdict {
  const missing = { ...unshown("page.check.missing"), settled: true };
  if (!witness && !server && !entropy) return seed && commitment ? good("page.check.good") : missing;
  if (witness?.commitment && commitment && commitment !== witness.commitment) return bad("page.check.other-commitment");
  if (!seed || !commitment || !server || !entropy) return missing;
  // The record comes from the server: it does not say where this device sat. Earlier pages did not keep that.
  const seat = witness?.seat ?? players.indexOf("person") + 1;
  const added = entropy[seat - 1];
  if (witness?.acknowledged && added !== witness.entropy) return bad("page.check.not-added");
  if (!witness?.commitment) return unshown("page.check.unseen");
  if (!entropy.some(Boolean)) return unshown(seat ? "page.check.late" : "page.check.alone");
  if (!seat) return good("page.check.seen"); // who only watched cannot add anything
  if (added && added === witness.entropy) return good("page.check.added");
  // Who sat there was kept from it: the server may have added in their name, or just have been quicker.
  return unshown(added ? "page.check.none-added" : "page.check.late");
}

// ---- What was shown ---------------------------------------------------------------------------------------

/** Options as the header of a record has them, whoever writes them. */
export const plainOptions = (options: RoomState["options"]): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, plain(value)]));
const plain = (value: Setting) => (Array.isArray(value) ? value.join(" ") : String(value));

/** JSON that does not depend on the order of members. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** One moment as somebody was shown it: of what the record must lead to, all; of times, and who is covered, nothing. */
export function shownIn(state: State, options: Record<string, string>): Shown {
  const { game, at, reader, players, actors, scene, outcome } = state;
  const names = players.map(({ name }) => name);
  const digest = sha256(inOrder([game, options, names, at, reader, actors, scene, outcome]));
  return { at, reader, digest, form: formOf(scene, names.length), over: outcome.length > 0 };
}

/** What a scene and each player in it are made of, whatever they show. A server may be newer than the page that a browser has
 *  kept: what is then shown otherwise accuses nobody. */
function formOf(scene: object, players: number): string {
  const perPlayer = Object.values(scene).filter((part) => Array.isArray(part) && part.length === players);
  const names = [scene, ...perPlayer.map(([first]) => first)].map((part) => Object.keys(Object(part)).sort());
  return sha256(JSON.stringify(names)).slice(0, 8);
}

/** Moves that may be taken back one after the other; those of a turn are fewer. */
const TAKEN_BACK = 12;

/** Notes a moment; `back`: the line was broken before it. A move may be taken back, and what it led to is then in no record:
 *  while this device looks, so that it knows how far (`floor`, also if others were made at once); or while its line is
 *  broken, so that it does not. */
export function note(shown: Shown[], now: Shown, back: boolean, floor = now.at) {
  const isSame = ({ at, reader, digest }: Shown) => at === now.at && reader === now.reader && digest === now.digest;
  const last = shown.at(-1);
  if (last && isSame(last)) return;
  if (last && !shown.some(({ over }) => over))
    for (const each of shown) {
      if (each.at > floor) each.floor = floor;
      if ((back || (last.at === now.at && floor === now.at)) && each.at > last.at - TAKEN_BACK) each.unsure = true;
    }
  const before = shown.findIndex(isSame);
  if (before >= 0) shown.splice(before, 1); // it stands again
  shown.push(now);
}

/** What a record says otherwise than this device was shown it, or does not let it compare; undefined: nothing. */
async function compare({ shown }: Witness, header: Header, table: number, ask: Ask) {
  const options = plainOptions(header.options);
  const end = await ask({ do: "look", table, reader: 0 });
  let unsure: Verdict | undefined;
  for (const { at, reader, digest, form, over, floor, unsure: may } of shown ?? []) {
    const state = at <= end.at && reader <= end.players.length && (await ask({ do: "look", table, reader, at }));
    const recorded = state && shownIn(state, options);
    if (recorded && recorded.digest === digest) continue;
    if (!over && floor !== undefined && at - floor <= TAKEN_BACK) continue;
    const otherVersion = recorded && recorded.form !== form;
    if (!otherVersion && (over || !may)) return { ...bad("page.check.other-game"), at };
    unsure ??= { ...unshown(otherVersion ? "page.check.other-version" : "page.check.unsure"), at };
  }
  if (end.outcome.length === 0 || !header.result) return unshown("page.check.unfinished");
  if (!shown?.length) return unshown("page.check.unkept");
  if (!shown.some(({ over }) => over)) return { ...unshown("page.check.end-unseen"), at: shown.at(-1)?.at ?? 0 };
  return unsure;
}

/** The whole check; throws if the record breaks a rule, or its cards do not follow from its seed. */
export async function inspect(game: Kept, ask: Ask): Promise<Verdict> {
  const { record, witness } = game;
  const verdict = judge(game, dealOfRecord(record));
  if (verdict.settled) return verdict;
  const { table } = await ask({ do: "resume", record });
  try {
    const other = witness && (await compare(witness, headerOf(record), table, ask));
    return other && (other.is === "bad" || verdict.is === "good") ? other : verdict;
  } finally {
    await ask({ do: "close", table });
  }
}
