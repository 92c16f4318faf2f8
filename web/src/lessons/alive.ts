// SPDX-License-Identifier: Apache-2.0
// Five Alive in two minutes: a hand with Bruno and Chiyo that meets 21 twice, and a Bomb.
import type { Lesson } from "./lesson.ts";

export const lesson: Lesson = {
  players: 3,
  seed: "lesson-26610", // found by a search: one 0, a =10 and a Reverse here, the Bomb there, and a hand without a 0
  options: { dealer: "3" }, // the newcomer begins
  steps: [
    { say: "page.lesson.alive.welcome" },
    { say: "page.lesson.alive.lives" },
    { say: "page.lesson.alive.first", move: "play 6" },
    { by: 2, move: "play 4" },
    { by: 3, move: "play 7" },
    { say: "page.lesson.alive.room", move: "play 4" },
    { say: "page.lesson.alive.full" },
    { by: 2, move: "play Pass" },
    { by: 3, move: "play Reverse" },
    { by: 2, move: "play 0" },
    { say: "page.lesson.alive.dodged" },
    { say: "page.lesson.alive.wild", move: "play =10" },
    { by: 3, move: "play 6" },
    { by: 2, move: "play Bomb" },
    { say: "page.lesson.alive.bomb" },
    { say: "page.lesson.alive.saved" },
    { say: "page.lesson.alive.reverse", move: "play Reverse" },
    { by: 2, move: "play 4" },
    { by: 3, move: "play =21" },
    { say: "page.lesson.alive.flip", move: "flip" },
    { say: "page.lesson.alive.after" },
    { say: "page.lesson.alive.out" },
    { say: "page.lesson.alive.last" },
  ],
};
