// SPDX-License-Identifier: Apache-2.0
// How a game of Five Alive went, gathered from its steps: every turn's total and lives, and why each life was lost.
import type { AliveScene, Phrase } from "../../protocol.ts";
import type { Step } from "../face.ts";
import { seatOf } from "./words.ts";

export interface Turn {
  hand: number;
  total: number;
  /** By side. */
  lives: readonly number[];
  bomb: boolean;
}

export interface Loss {
  side: number;
  seat: number;
  turn: number;
  /** What the side has left. */
  left: number;
  /** Says which hand, and why. */
  why: Phrase;
}

export interface History {
  /** The seats that share a row of letters: one each, or a team. */
  sides: readonly (readonly number[])[];
  turns: readonly Turn[];
  losses: readonly Loss[];
  /** What the tied ones said at the end (FA-37). */
  sums: readonly Phrase[];
  hands: number;
}

const LOSSES = new Set(["alive.told.stuck", "alive.told.bombed", "alive.told.flipped"]);

const isTurn = ({ id }: Phrase) => /^alive\.told\.(played|bomb$|stuck)/.test(id);

export function historyOf(steps: readonly Step<AliveScene>[]): History {
  const places = steps[0]?.scene.places ?? [];
  const sides = places.some((place) => place.team > 0)
    ? [1, 2].map((team) => places.flatMap((place, i) => (place.team === team ? [i + 1] : [])))
    : places.map((_, i) => [i + 1]);
  const livesOf = (scene: AliveScene) => sides.map(([seat]) => scene.places[(seat as number) - 1]?.lives ?? 0);

  const turns: Turn[] = [];
  const losses: Loss[] = [];
  steps.forEach(({ scene, told }, k) => {
    const before = steps[k - 1]?.scene ?? scene;
    if (told.some(isTurn)) {
      const bomb = told.some(({ id }) => id === "alive.told.bomb");
      turns.push({ hand: before.hand_number, total: scene.total, lives: livesOf(scene), bomb });
    }
    const left = livesOf(before);
    for (const phrase of told) {
      if (!LOSSES.has(phrase.id)) continue;
      const seat = seatOf(phrase);
      const side = sides.findIndex((seats) => seats.includes(seat));
      if (!left[side]) continue; // an empty set stays empty (FA-39)
      left[side] -= 1;
      losses.push({ side, seat, turn: turns.length - 1, left: left[side], why: reasonOf(phrase, told, before) });
    }
  });
  const sums = steps.flatMap(({ told }) => told.filter(({ id }) => id === "alive.told.summed"));
  return { sides, turns, losses, sums, hands: turns.at(-1)?.hand ?? 0 };
}

/** Why a life was lost, in one line. */
function reasonOf(phrase: Phrase, told: readonly Phrase[], before: AliveScene): Phrase {
  const by = told.find(
    ({ id }) => id === (phrase.id === "alive.told.bombed" ? "alive.told.bomb" : "alive.told.went-out"),
  );
  const args = {
    hand: before.hand_number,
    total: before.total,
    who: { seat: seatOf(by) },
    team: phrase.args?.team ?? "",
  };
  return { id: phrase.id.replace("alive.told.", "page.alive.lost."), args };
}
