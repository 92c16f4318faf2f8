// SPDX-License-Identifier: Apache-2.0
// How a game of Five Alive went, gathered from steps made by hand.
import { expect, test } from "vitest";
import type { AliveScene, Phrase } from "../../protocol.ts";
import type { Step } from "../face.ts";
import { historyOf } from "./history.ts";

interface Situation {
  lives: number[];
  total?: number;
  hand?: number;
  teams?: boolean;
}

function step(at: number, { lives, total = 0, hand = 1, teams }: Situation, ...told: Phrase[]): Step<AliveScene> {
  const places = lives.map((n, i) => ({ lives: n, cards: 3, out: n === 0, team: teams ? 1 + (i % 2) : 0, known: [] }));
  const scene: AliveScene = {
    now: { id: "" },
    hand_number: hand,
    total,
    limit: 21,
    pile: 30,
    clockwise: true,
    dealer: 1,
    turn: 1,
    top: "",
    places,
    hand: [],
    discards: [],
    held: [],
  };
  return { at, scene, told };
}

const told = (what: string, seat: number): Phrase => ({ id: `alive.told.${what}`, args: { who: { seat } } });

test("a life lost when stuck says at which total of the turn before", () => {
  const { losses, turns } = historyOf([
    step(0, { lives: [5, 5] }),
    step(1, { lives: [5, 5], total: 19 }, told("played-to", 1)),
    step(2, { lives: [5, 4], total: 0 }, told("stuck", 2)),
  ]);
  expect(turns.map(({ total, lives }) => [total, ...lives])).toEqual([
    [19, 5, 5],
    [0, 5, 4],
  ]);
  expect(losses).toEqual([
    {
      side: 1,
      seat: 2,
      turn: 1,
      left: 4,
      why: { id: "page.alive.lost.stuck", args: { hand: 1, total: 19, who: { seat: 0 }, team: "" } },
    },
  ]);
});

// FA-30
test("a Bomb that ends the hand takes two letters, each for its own reason", () => {
  const { losses, turns, hands } = historyOf([
    step(0, { lives: [5, 5], hand: 3 }),
    step(1, { lives: [5, 3], hand: 4 }, told("bomb", 1), told("bombed", 2), told("went-out", 1), told("flipped", 2)),
  ]);
  expect(losses.map(({ left, why }) => [left, why.id, why.args?.hand, why.args?.who])).toEqual([
    [4, "page.alive.lost.bombed", 3, { seat: 1 }],
    [3, "page.alive.lost.flipped", 3, { seat: 1 }],
  ]);
  expect(turns[0]?.bomb).toBe(true);
  expect(hands).toBe(3);
});

// FA-38, FA-39
test("a team shares one row of letters, and an empty one stays empty", () => {
  const { sides, losses } = historyOf([
    step(0, { lives: [5, 1, 5, 1], teams: true }),
    step(1, { lives: [5, 0, 5, 0], teams: true }, told("bomb", 1), told("bombed", 2), told("bombed", 4)),
  ]);
  expect(sides).toEqual([
    [1, 3],
    [2, 4],
  ]);
  expect(losses.map(({ side, seat, left }) => [side, seat, left])).toEqual([[1, 2, 0]]);
});
