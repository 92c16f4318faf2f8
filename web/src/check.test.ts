// SPDX-License-Identifier: Apache-2.0
// The verdict on a deal: docs/record.md, "A deal drawn together".
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { start } from "../../bindings/wasm/host.mjs";
import { type Ask, type Deal, inspect, judge, note, plainOptions, shownIn } from "./check.ts";
import { type Kept, type Shown, type Witness, witnessesOf } from "./keep.ts";
import type { State } from "./protocol.ts";
import type { GameName } from "./route.ts";

const whole: Deal = { seed: "5e", commitment: "c0", server: "5a", entropy: ["aa", null] };
const saw: Witness = { deal: 1, commitment: "c0", entropy: "aa", acknowledged: true, seat: 1 };

const verdict = (deal: Deal, witness?: Witness, players = ["person", "normal"]) => {
  const { is, id } = judge({ witness, players } as Kept, deal);
  return `${is} ${id}`;
};

describe("at a server's table", () => {
  test("all is there and as this device saw and added it", () => {
    expect(verdict(whole, saw)).toBe("good page.check.added");
  });

  test.each(["seed", "commitment", "server", "entropy"] as const)("the record does not give %s", (part) => {
    expect(verdict({ ...whole, [part]: undefined }, saw)).toBe("unshown page.check.missing");
  });

  test("the record gives nothing", () => {
    expect(verdict({}, saw)).toBe("unshown page.check.missing");
  });

  test.each([
    ["with the server's part", whole],
    ["without the server's part", { ...whole, server: undefined, entropy: undefined }],
    ["without a seed", { commitment: "c0" }],
  ])("the commitment is not the one that was shown, %s", (_, deal) => {
    expect(verdict({ ...deal, commitment: "c1" }, saw)).toBe("bad page.check.other-commitment");
  });

  test.each([
    ["something else", ["bb", null]],
    ["nothing", [null, null]],
    ["mine at another seat", [null, "aa"]],
  ])("instead of what this device added there is %s", (_, entropy) => {
    expect(verdict({ ...whole, entropy }, saw)).toBe("bad page.check.not-added");
  });

  test("who sat there is not what the record says of the seat, but what this device was told", () => {
    for (const players of [
      ["normal", "normal"],
      ["normal", "person"],
    ]) {
      expect(verdict(whole, saw, players), "lent to a bot to the end").toBe("good page.check.added");
      expect(verdict(whole, { ...saw, entropy: "bb", acknowledged: false }, players)).toBe(
        "unshown page.check.none-added",
      );
    }
  });

  test("this device was kept from adding, and somebody added in its name", () => {
    for (const entropy of ["", "bb"])
      expect(verdict(whole, { ...saw, entropy, acknowledged: false })).toBe("unshown page.check.none-added");
  });

  test("the deal began before what this device sent was taken", () => {
    const witness = { ...saw, acknowledged: false };
    expect(verdict({ ...whole, entropy: [null, "bb"] }, witness)).toBe("unshown page.check.late");
    expect(verdict({ ...whole, entropy: [null, null] }, witness)).toBe("unshown page.check.late");
    expect(verdict(whole, witness), "it was taken, and only the answer was lost").toBe("good page.check.added");
  });

  test("a watcher has nothing to add, but somebody must", () => {
    const watcher = { ...saw, entropy: "bb", acknowledged: false, seat: 0 };
    expect(verdict(whole, watcher)).toBe("good page.check.seen");
    expect(verdict({ ...whole, entropy: [null, null] }, watcher)).toBe("unshown page.check.alone");
  });

  test("this device was not there before the first card", () => {
    expect(verdict(whole, { deal: 1, commitment: "", entropy: "", seat: 1 })).toBe("unshown page.check.unseen");
    expect(verdict(whole)).toBe("unshown page.check.unseen");
  });

  test("kept by an earlier page, which did not know its seat", () => {
    const earlier = { deal: 1, commitment: "c0", entropy: "aa" };
    expect(verdict(whole, earlier)).toBe("good page.check.added");
    expect(verdict(whole, earlier, ["normal", "person"])).toBe("unshown page.check.late");
  });
});

describe("on this device", () => {
  test("seed and commitment are there", () => {
    expect(verdict({ seed: "5e", commitment: "c0" })).toBe("good page.check.good");
  });

  test.each([{}, { seed: "5e" }, { commitment: "c0" }])("there is only %j", (deal) => {
    expect(verdict(deal)).toBe("unshown page.check.missing");
  });
});

test("a table that an earlier page kept has its witness, and the key to ask for the record by", () => {
  const witness: Witness = { deal: 3, commitment: "c0", entropy: "aa" };
  const table = { key: "ff", witness } as Kept;
  expect(witnessesOf(table)).toEqual([{ ...witness, key: "ff" }]);
  expect(witnessesOf({ ...table, witness: { ...witness, entropy: "" } }), "a watcher's").toMatchObject([{ key: "" }]);
  expect(witnessesOf({ key: "ff" } as Kept)).toEqual([]);
  expect(witnessesOf({ ...table, witnesses: [] })).toEqual([]);
});

// ---- Against what was shown ---------------------------------------------------------------------------------

const engineFile = fileURLToPath(new URL("../../build/wasm/bindings/wasm/engine.wasm", import.meta.url));
let talk: (request: string) => string;
beforeAll(async () => {
  if (!existsSync(engineFile))
    throw new Error(`There is no ${engineFile}: build it first (scripts/build wasm engine).`);
  talk = await start(readFileSync(engineFile));
});
const ask: Ask = async (request) => {
  const answer = JSON.parse(talk(JSON.stringify(request)));
  if ("error" in answer) throw new Error(answer.error);
  return answer.ok;
};

const sha = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
const SERVER = "5a".repeat(32);
const ENTROPY = ["aa".repeat(32), "ee".repeat(32)];
const SEED = sha(
  "lifetable deal 1\n",
  Buffer.from(SERVER, "hex"),
  Uint8Array.of(2),
  ...ENTROPY.flatMap((each) => [Uint8Array.of(1), Buffer.from(each, "hex")]),
);
const COMMITMENT = sha(Buffer.from(SERVER, "hex"));
const OPTIONS: Record<GameName, Record<string, string>> = { cradle: { rounds: "1" }, alive: { sudden: "yes" }, cv: {} };
const ME = 2;

interface Played {
  record: string;
  shown: Shown[];
  states: State[];
  options: Record<string, string>;
  takenBack: number;
}

/** A whole game of the one deal. `pick` chooses among so many moves; seat 2 is shown every moment. After every `rueful` moves
 *  that can be taken back, one is. */
async function play(game: GameName, pick: (n: number) => number, rueful = Number.POSITIVE_INFINITY): Promise<Played> {
  const seats = ["Ann", "Bo"].map((name) => ({ name, player: "person" }));
  const { table } = await ask({ do: "open", game, options: { ...OPTIONS[game], players: "2" }, seats, seed: SEED });
  const { record: begun } = await ask({ do: "record", table });
  const options = plainOptions(JSON.parse(begun.slice(0, begun.indexOf("\n"))).options);
  const shown: Shown[] = [];
  const states: State[] = [];
  let takenBack = 0;
  for (let undoable = 0; ; ) {
    const state = await ask({ do: "look", table, reader: ME });
    note(shown, shownIn(state, options), false);
    states.push(state);
    const seat = state.actors[0];
    if (seat === undefined) break;
    const { offers } = await ask({ do: "look", table, reader: seat });
    const move = offers[pick(offers.length)]?.move ?? "";
    const { refusal } = await ask({ do: "play", table, seat, move, seen: state.at });
    expect(refusal).toBeNull();
    if (!(await ask({ do: "look", table, reader: seat })).undo || ++undoable % rueful) continue;
    note(shown, shownIn(await ask({ do: "look", table, reader: ME }), options), false);
    await ask({ do: "undo", table, seat });
    ++takenBack;
  }
  const { record } = await ask({ do: "record", table });
  await ask({ do: "close", table });
  const deal = { commitment: COMMITMENT, seed: SEED, server: SERVER, entropy: ENTROPY };
  return { record: withHeader(record, (header) => ({ ...header, deal })), shown, states, options, takenBack };
}

type Header = { result: unknown; options: Record<string, unknown>; seats: { name: string; player: string }[] };
const withHeader = (record: string, change: (header: Header) => object) => {
  const [header = "", ...lines] = record.split("\n");
  return [JSON.stringify(change(JSON.parse(header))), ...lines].join("\n");
};
/** The same numbers each time. */
const lots = (seed: number) => (n: number) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};

const check = async ({ record, shown }: Pick<Played, "record"> & { shown?: Shown[] }, more: Partial<Witness> = {}) => {
  const witness: Witness = { deal: 1, commitment: COMMITMENT, entropy: ENTROPY[1] as string, acknowledged: true };
  const kept = { record, players: ["person", "person"], witness: { ...witness, seat: ME, shown, ...more } } as Kept;
  const { is, id, at } = await inspect(kept, ask);
  return at === undefined ? `${is} ${id}` : `${is} ${id} ${at}`;
};
const OTHER = /^bad page\.check\.other-game \d+$/;

describe.each(["cradle", "alive", "cv"] as const)("a game of %s is compared with what was shown", (game) => {
  let played: Played;
  beforeAll(async () => {
    played = await play(game, lots(1));
  });
  const cut = (lines: number) =>
    withHeader(
      `${played.record
        .split("\n")
        .slice(0, lines + 1)
        .join("\n")}\n`,
      (header) => ({ ...header, result: null }),
    );

  test("all of it is as it was shown", async () => {
    expect(await check(played)).toBe("good page.check.added");
  });

  test("a seat that a bot had at the end is its person's all the same", async () => {
    const record = withHeader(played.record, ({ seats, ...header }) => ({
      ...header,
      seats: seats.map((seat) => ({ ...seat, player: "normal" })),
    }));
    expect(await check({ ...played, record })).toBe("good page.check.added");
  });

  test("a record without an end is never good", async () => {
    const all = played.record.trimEnd().split("\n").length - 1;
    for (const lines of [0, Math.floor(all / 2)]) {
      expect(await check({ ...played, record: cut(lines) })).toMatch(OTHER);
      expect(await check({ record: cut(lines), shown: played.shown.filter(({ at }) => at <= lines) })).toBe(
        "unshown page.check.unfinished",
      );
    }
    expect(await check({ ...played, record: cut(all) }), "nobody has won").toBe("unshown page.check.unfinished");
  });

  test("another game of the same deal is found out", async () => {
    const other = await play(game, (n) => n - 1);
    expect(other.record).not.toBe(played.record);
    expect(await check({ ...played, record: other.record })).toMatch(OTHER);
  });

  test("other names, and other options that deal the same cards, are found out", async () => {
    const renamed = withHeader(played.record, ({ seats, ...header }) => ({
      ...header,
      seats: seats.map(({ player }, i) => ({ name: `Seat ${i + 1}`, player })),
    }));
    expect(await check({ ...played, record: renamed })).toMatch(OTHER);
    const shown = played.states.map((state) => shownIn(state, { ...played.options, rounds: "many" }));
    expect(await check({ ...played, shown })).toMatch(OTHER);
  });

  test.each<[string, (state: State) => void]>([
    ["another card", ({ scene }) => scene.hand.pop()],
    ["another turn", (state) => state.actors.push(7)],
  ])("%s was shown once", async (_, change) => {
    const i = played.states.findIndex(({ scene, at }) => at > 5 && scene.hand.length > 0);
    const states = structuredClone(played.states);
    change(states[i] as State);
    const shown: Shown[] = [];
    for (const state of states) note(shown, shownIn(state, played.options), false);
    expect(await check({ ...played, shown })).toBe(`bad page.check.other-game ${states[i]?.at}`);
  });

  test("another result was shown", async () => {
    const last = structuredClone(played.states.at(-1) as State);
    for (const outcome of last.outcome) outcome.winners = outcome.winners.includes(1) ? [2] : [1];
    const shown = [...played.shown.slice(0, -1), shownIn(last, played.options)];
    expect(await check({ ...played, shown })).toBe(`bad page.check.other-game ${last.at}`);
    shown.push(played.shown.at(-1) as Shown);
    expect(await check({ ...played, shown }), "even if the true one was shown, too").toMatch(OTHER);
  });

  test("a device that was away compares what it saw; without the end the deal is not shown to be fair", async () => {
    expect(await check({ ...played, shown: played.shown.filter(({ over }, i) => i % 3 === 0 || over) })).toBe(
      "good page.check.added",
    );
    const some = played.shown.slice(0, -1);
    expect(await check({ ...played, shown: some })).toBe(`unshown page.check.end-unseen ${some.at(-1)?.at}`);
    expect(await check({ ...played, shown: [] })).toBe("unshown page.check.unkept");
    expect(await check({ record: played.record }), "as earlier pages kept it").toBe("unshown page.check.unkept");
  });

  test("what another version of the program showed in its own way accuses nobody", async () => {
    const shown = played.states.map((state) => {
      const newer = structuredClone(state);
      Object.assign(newer.scene, { weather: "fine" });
      return shownIn(newer, played.options);
    });
    expect(await check({ ...played, shown })).toBe(`unshown page.check.other-version ${shown[0]?.at}`);
  });

  test("what is wrong goes before what is unknown, and what is unknown before what is good", async () => {
    const other = (await play(game, (n) => n - 1)).record;
    expect(await check({ ...played, record: other }, { acknowledged: false, entropy: "" })).toMatch(OTHER);
    expect(await check(played, { acknowledged: false, entropy: "" })).toBe("unshown page.check.none-added");
  });
});

describe("what was taken back is in no record", () => {
  const moment = (at: number, digest = "true", over = false): Shown => ({ at, reader: 2, digest, form: "", over });
  const noted = (...moments: [Shown, boolean?][]) => {
    const shown: Shown[] = [];
    for (const [each, back = false] of moments) note(shown, { ...each }, back);
    return shown.map(({ at, digest, floor, unsure }) => [at, digest, floor ?? (unsure ? "unsure" : "stands")]);
  };

  test("and others made at once, of which the same message tells", () => {
    const shown: Shown[] = [];
    for (const each of [moment(32), moment(33, "X")]) note(shown, each, false);
    note(shown, moment(35, "Z"), false, 32);
    expect(shown.map(({ at, floor, unsure }) => [at, floor, unsure])).toEqual([
      [32, undefined, undefined],
      [33, 32, undefined],
      [35, undefined, undefined],
    ]);
    note(shown, moment(35, "Y"), false, 34);
    expect(shown.map(({ at, floor }) => [at, floor])).toEqual([
      [32, undefined],
      [33, 32],
      [35, 34],
      [35, undefined],
    ]);
  });

  test("while this device looked", () => {
    expect(noted([moment(7)], [moment(8, "b")], [moment(7)], [moment(8)])).toEqual([
      [8, "b", 7],
      [7, "true", "stands"],
      [8, "true", "stands"],
    ]);
    expect(noted([moment(7)], [moment(8)], [moment(7)], [moment(8)]), "and done again").toEqual([
      [7, "true", "stands"],
      [8, "true", "stands"],
    ]);
  });

  test("a walk back remembers how far it went", () => {
    const back = Array.from({ length: 20 }, (_, i): [Shown] => [moment(30 - i)]);
    expect(noted([moment(31, "b")], ...back)[0]).toEqual([31, "b", 11]);
  });

  test("while the line was broken, or before this device was told", () => {
    expect(noted([moment(7)], [moment(8, "b")], [moment(9), true]).at(1)).toEqual([8, "b", "unsure"]);
    expect(noted([moment(1)], [moment(30, "b")], [moment(30)])).toEqual([
      [1, "true", "stands"],
      [30, "b", "unsure"],
      [30, "true", "stands"],
    ]);
    expect(noted([moment(7)], [moment(7), true]), "nothing happened").toEqual([[7, "true", "stands"]]);
  });

  test("nothing is taken back once the game is over", () => {
    expect(noted([moment(7)], [moment(8, "b", true)], [moment(7)], [moment(8, "true", true), true])).toEqual([
      [8, "b", "stands"],
      [7, "true", "stands"],
      [8, "true", "stands"],
    ]);
  });

  test.each(["alive", "cv"] as const)("an honest game of %s is good all the same", async (game) => {
    const played = await play(game, lots(3), 3);
    expect(played.takenBack).toBeGreaterThan(0);
    expect(played.shown.some(({ floor }) => floor !== undefined)).toBe(true);
    expect(await check(played)).toBe("good page.check.added");
  });

  test("only the last moves can be", async () => {
    const played = await play("alive", lots(2));
    const { at, form } = played.shown.at(-2) as Shown;
    const wrong = (n: number, more: Partial<Shown>): Shown => ({ ...moment(n, "b"), form, ...more });
    const withOne = (one: Shown) => check({ ...played, shown: [one, ...played.shown] });
    expect(await withOne(wrong(at, { floor: at - 1 }))).toBe("good page.check.added");
    expect(await withOne(wrong(at, { floor: at - 20 }))).toBe(`bad page.check.other-game ${at}`);
    expect(await withOne(wrong(at, { unsure: true }))).toBe(`unshown page.check.unsure ${at}`);
    expect(await withOne(wrong(at, { over: true, floor: at - 1, unsure: true }))).toBe(
      `bad page.check.other-game ${at}`,
    );
  });
});
