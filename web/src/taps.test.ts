// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import type { Offer } from "./protocol.ts";
import { follow, touch } from "./taps.ts";

const offer = (move: string, ...taps: string[]): Offer => ({ move, label: { id: "" }, taps });
const ages = [
  offer("age 47", "card 4", "card 7"),
  offer("age 74", "card 7", "card 4"),
  offer("age 44", "card 4", "card 4"),
];
const dice = [
  offer("reroll", "throw"),
  offer("reroll H", "die H", "throw"),
  offer("reroll HH", "die H", "die H", "throw"),
  offer("reroll HK", "die H", "die K", "throw"),
  offer("reroll K", "die K", "throw"),
  offer("stop", "stop"),
];

test("the order of taps counts: a 4 and then a 7 is another age than a 7 and then a 4", () => {
  expect([...follow(ages, []).ready]).toEqual(["card 4", "card 7"]);
  expect(follow(ages, ["card 7"]).offer).toBeUndefined();
  expect(follow(ages, ["card 7", "card 4"]).offer?.move).toBe("age 74");
  expect(follow(ages, ["card 4", "card 7"]).offer?.move).toBe("age 47");
});

test("the same card can be tapped twice where that is a move", () => {
  expect(touch(ages, ["card 4"], "card 4")).toEqual(["card 4", "card 4"]);
  expect(follow(ages, ["card 4", "card 4"]).offer?.move).toBe("age 44");
});

test("dice are chosen in any order, and thrown by one more tap", () => {
  expect(follow(dice, ["die K", "die H"]).offer).toBeUndefined();
  expect([...follow(dice, ["die K", "die H"]).ready]).toEqual(["throw"]);
  expect(follow(dice, ["die K", "die H", "throw"]).offer?.move).toBe("reroll HK");
  expect(follow(dice, ["throw"]).offer?.move).toBe("reroll");
  expect(follow(dice, ["die H", "throw"]).offer?.move).toBe("reroll H");
});

test("a tap on what was chosen puts it back, and what cannot be tapped is told apart", () => {
  const raise = [offer("raise", "card 5", "pile 2 ones"), offer("lay", "card 6", "pile 2 ones")];
  expect(touch(raise, ["card 5"], "card 5")).toEqual([]);
  expect(touch(raise, ["card 5"], "card 6")).toEqual(["card 6"]);
  expect(touch(raise, ["card 5"], "pile 1 ones")).toBeUndefined();
  expect(touch(raise, [], "pile 2 ones")).toBeUndefined();
});
