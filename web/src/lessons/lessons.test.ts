// SPDX-License-Identifier: Apache-2.0
// Every lesson is played at the real engine from its seed: what it asks for is on offer, and what it tells is true.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { start } from "../../../bindings/wasm/host.mjs";
import type { Requests } from "../engine/engine.ts";
import type { AliveScene, CradleScene, CvScene, State } from "../protocol.ts";
import type { GameName } from "../route.ts";
import { parseTexts, say } from "../texts.ts";
import { lesson as alive } from "./alive.ts";
import { lesson as cradle } from "./cradle.ts";
import { lesson as cv } from "./cv.ts";
import type { Lesson } from "./lesson.ts";

const LESSONS: Record<GameName, Lesson> = { cradle, alive, cv };
const NEWCOMER = 1;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const texts = parseTexts(readFileSync(here("../../../texts/en.txt"), "utf8"));

let talk: (request: string) => string;

beforeAll(async () => {
  const engine = here("../../../build/wasm/bindings/wasm/engine.wasm");
  if (!existsSync(engine))
    throw new Error(
      `There is no ${engine}: lessons are played at the real engine; build it first (scripts/build wasm engine).`,
    );
  talk = await start(readFileSync(engine));
});

function ask<Name extends keyof Requests>(request: { do: Name } & Requests[Name]["with"]): Requests[Name]["answer"] {
  const answer = JSON.parse(talk(JSON.stringify(request)));
  if ("error" in answer) throw new Error(answer.error);
  return answer.ok;
}

interface Moment {
  /** What is said there; "" while somebody else plays. */
  say: string;
  seat: number;
  move: string;
  offered: readonly string[];
  refused: string;
  /** As the newcomer sees the table: when it is said, and after the move. */
  before: State;
  after: State;
}

/** A lesson from its beginning to its end. */
function play(game: GameName): Moment[] {
  const lesson = LESSONS[game];
  const seats = Array.from({ length: lesson.players }, (_, i) => ({ name: `P${i + 1}`, player: "person" }));
  const { table } = ask({ do: "open", game, options: lesson.options, seats, seed: lesson.seed });
  const look = (reader: number) => ask({ do: "look", table, reader });
  const moments = lesson.steps.map((step): Moment => {
    const before = look(NEWCOMER);
    const seat = "by" in step ? step.by : NEWCOMER;
    const move = "move" in step ? step.move : "";
    const offered = look(seat).offers.map((offer) => offer.move);
    const refusal = move ? ask({ do: "play", table, seat, move, seen: before.at }).refusal : null;
    const refused = refusal ? say(texts, refusal.phrase) : "";
    return { say: "say" in step ? step.say : "", seat, move, offered, refused, before, after: look(NEWCOMER) };
  });
  ask({ do: "close", table });
  return moments;
}

const spoken = (id: string) =>
  say(texts, { id, args: { left: { seat: 2 }, right: { seat: 3 } } }, { seat: NEWCOMER, names: ["You", "Bo", "Cy"] });

describe.each(Object.keys(LESSONS) as GameName[])("the lesson of %s", (game) => {
  it("asks for moves that are on offer, and lets others make legal ones", () => {
    for (const { seat, move, offered, refused } of play(game)) {
      if (!move) continue;
      expect(offered, `seat ${seat}`).toContain(move);
      expect(refused, `seat ${seat}: ${move}`).toBe("");
    }
  });

  it("says only what has a text, and that fits into four lines of a phone", () => {
    for (const id of [...play(game).map((moment) => moment.say), `page.guide.end.${game}`]) {
      if (!id) continue;
      expect(texts.has(id), id).toBe(true);
      expect(spoken(id), id).not.toMatch(/[{}]/);
      expect(spoken(id).length, id).toBeLessThan(150);
    }
  });

  it("names the cards that it asks for", () => {
    const { facts } = ask({ do: "cards", game });
    for (const { say: id, move } of play(game)) {
      const [verb, ...rest] = move.split(" ");
      if (!id || !["age", "raise", "hide", "play", "take", "place"].includes(verb ?? "")) continue;
      const cards = verb === "raise" || verb === "hide" ? rest.slice(-1) : rest;
      for (const card of cards.filter((word) => word !== "under"))
        expect(spoken(id), move).toContain(facts[Number(card) - 1]?.title ?? card);
    }
  });

  it("says everything that is written for it, in two minutes", () => {
    const said = LESSONS[game].steps.flatMap((step) => ("say" in step ? [step.say] : []));
    const written = [...texts.keys()].filter((id) => id.startsWith(`page.lesson.${game}.`));
    expect(said).toEqual([...new Set(said)]);
    expect(said.toSorted()).toEqual(written.toSorted());
    const words = said.flatMap((id) => spoken(id).split(" ")).length;
    const others = LESSONS[game].steps.length - said.length;
    // 200 words a minute are read, a tap takes a second and a half, and so does what others do.
    expect((60 * words) / 200 + 1.5 * (said.length + others)).toBeLessThan(150);
  });
});

// ---- What the texts claim ---------------------------------------------------------------------------------

/** What the newcomer sees while a text is read. */
function sceneAt<Scene>(moments: readonly Moment[], game: GameName, name: string): Scene {
  const moment = moments.find((each) => each.say === `page.lesson.${game}.${name}`);
  if (!moment) throw new Error(`no step of the lesson of ${game} says ${name}`);
  return moment.before.scene as Scene;
}

describe("Cradle to Grave tells the truth", () => {
  let moments: Moment[];
  beforeAll(() => {
    moments = play("cradle");
  });
  const at = (name: string) => sceneAt<CradleScene>(moments, "cradle", name);
  const ages = (name: string) => at(name).people.map((person) => person.age);

  it("about the ages", () => {
    expect(ages("oldest")).toEqual([34, 83]);
    expect(at("oldest").turn).toBe(2);
    expect(ages("raised")).toEqual([35, 83]);
    expect(ages("special")).toEqual([35, 84]);
    expect(ages("push")).toEqual([35, 84]);
    expect(ages("check")).toEqual([35, 94]);
    expect(at("check").people[1]?.danger).toBe(true);
    expect(ages("stuck")).toEqual([36, 94]);
  });

  it("about the Swap and the Stop!", () => {
    expect(at("special").special).toMatchObject([{ card: "Swap", by: 2, on: 1, stops: 0 }]);
    expect(at("stop").hand).toContain("Stop");
    expect(at("push").special).toEqual([]);
  });

  it("about a hand of which no number fits", () => {
    expect(at("stuck").hand).toEqual(["2", "3", "4", "Ten"]);
    expect(moments.find((moment) => moment.say.endsWith("cradle.hide"))?.offered.join()).not.toContain("raise 2");
  });

  it("about the hundred checks and what is written down", () => {
    expect(at("phew").discards).toContain("5");
    expect(at("phew").round).toBe(1);
    expect(at("over").round).toBe(2);
    expect(at("over").rounds).toBe(3);
    expect(at("over").people.map((person) => person.penalties)).toEqual([[39], [94 + 7]]);
  });
});

describe("Five Alive tells the truth", () => {
  let moments: Moment[];
  beforeAll(() => {
    moments = play("alive");
  });
  const at = (name: string) => sceneAt<AliveScene>(moments, "alive", name);
  const lives = (name: string) => at(name).places.map((place) => place.lives);
  const held = (name: string) => at(name).hand.map(({ card }) => card);

  it("about the totals", () => {
    const said = { welcome: 0, room: 17, full: 21, dodged: 21, wild: 21, bomb: 0, reverse: 0, flip: 21, after: 0 };
    for (const [name, total] of Object.entries(said)) expect(at(name).total, name).toBe(total);
    expect(at("lives").hand).toHaveLength(10);
  });

  it("about the Bomb: a 0 saves the newcomer, and a life of the player to the right is lost", () => {
    expect(held("wild").filter((card) => card === "0")).toHaveLength(1);
    expect(held("saved")).not.toContain("0");
    expect(lives("wild")).toEqual([5, 5, 5]);
    expect(lives("saved")).toEqual([5, 5, 4]);
  });

  it("about the direction", () => {
    expect(at("full").clockwise).toBe(true);
    expect(at("reverse").clockwise).toBe(false); // so seat 3 would be next
    const reversed = moments.find((moment) => moment.move === "play Reverse" && moment.seat === NEWCOMER)?.after;
    expect(reversed?.scene).toMatchObject({ clockwise: true, turn: 2 });
  });

  it("about being stuck: only numbers, of which none fits; a life is lost, the cards stay", () => {
    expect(at("flip").hand.every(({ card, fits }) => /^[1-7]$/.test(card) && !fits)).toBe(true);
    expect(lives("after")).toEqual([4, 5, 4]);
    expect(held("after")).toEqual(held("flip"));
  });
});

describe("CV tells the truth", () => {
  let moments: Moment[];
  beforeAll(() => {
    moments = play("cv");
  });
  const ATHLETE = 25;
  const BLOOD_DONOR = 22;
  const at = (name: string) => sceneAt<CvScene>(moments, "cv", name);
  const dice = (name: string) => at(name).this_turn[0]?.dice.map(({ face, state }) => `${face} ${state}`);
  const payable = (name: string) => at(name).track.flatMap(({ card, affordable }) => (affordable ? [card] : []));
  const mine = (name: string) => at(name).people[0];
  const healthOf = (name: string) => mine(name)?.stacks.find(({ type }) => type === "health");

  it("about childhood", () => {
    expect(at("childhood").choices).toHaveLength(3);
    expect(at("bicycle").choices).toHaveLength(2);
    expect(mine("track")?.begins).toBe(true);
    expect(mine("track")?.points.total).toBe(1);
  });

  it("about the dice: bad luck is frozen, and what is kept stays", () => {
    expect(at("throw").this_turn[0]?.to_throw).toBe(4);
    expect(dice("again")).toEqual(["R free", "M free", "G free", "B frozen"]);
    expect(dice("stop")).toEqual(["H free", "R free", "G free", "B frozen"]);
    expect(at("stop").this_turn[0]?.throws_left).toBe(1);
  });

  it("about what can be paid for", () => {
    const { facts } = ask({ do: "cards", game: "cv" });
    expect(facts[ATHLETE - 1]).toMatchObject({ title: "Athlete", cost: "HHHG", gives: "HM", upkeep: "A" });
    expect(facts[BLOOD_DONOR - 1]).toMatchObject({ title: "Blood donor", cost: "HH" });
    expect(payable("event")).toEqual([]);
    expect(payable("take")).toEqual([ATHLETE]);
    expect(payable("done")).toEqual([]);
    expect(payable("second")).toEqual([BLOOD_DONOR]);
    expect(at("second").track.at(-1)?.card).toBe(BLOOD_DONOR);
    expect(payable("enough-cards")).toEqual([]);
    expect(dice("enough")?.filter((die) => die === "H free")).toHaveLength(2);
  });

  it("about what an active card gives, its upkeep, and the points", () => {
    expect(healthOf("active")).toMatchObject({ cards: [ATHLETE], points: 1 });
    expect(at("tokens").this_turn[0]?.tokens).toBe("HM");
    expect(at("place").this_turn[0]?.upkeep).toMatchObject([{ card: ATHLETE, payable: true }]);
    expect(healthOf("upkeep")).toMatchObject({ cards: [ATHLETE, BLOOD_DONOR], points: 3 });
    expect(at("goals").goals).toHaveLength(1);
    expect(mine("goals")?.points.secret).toBe(2);
  });
});
