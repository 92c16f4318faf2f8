// SPDX-License-Identifier: Apache-2.0
// Cradle to Grave in two minutes: one round against Bruno, who grows too old.
import type { Lesson } from "./lesson.ts";

export const lesson: Lesson = {
  players: 2,
  seed: "lesson-3538", // found by a search: a Stop! here, a Swap there, 99 at the first check and 101 at the second
  options: {},
  steps: [
    { say: "page.lesson.cradle.welcome" },
    { say: "page.lesson.cradle.start", move: "age 3 4" },
    { by: 2, move: "age 8 3" },
    { say: "page.lesson.cradle.oldest" },
    { by: 2, move: "raise 1 ones 5" },
    { say: "page.lesson.cradle.raised" },
    { say: "page.lesson.cradle.raise", move: "raise 2 ones 4" },
    { by: 2, move: "swap 1" },
    { say: "page.lesson.cradle.special" },
    { say: "page.lesson.cradle.stop", move: "stop" },
    { by: 2, move: "let" },
    { say: "page.lesson.cradle.push", move: "raise 2 tens 9" },
    { say: "page.lesson.cradle.check" },
    { say: "page.lesson.cradle.phew" },
    { by: 2, move: "raise 1 ones 6" },
    { say: "page.lesson.cradle.stuck" },
    { say: "page.lesson.cradle.hide", move: "hide ones 2" },
    { say: "page.lesson.cradle.hundred" },
    { say: "page.lesson.cradle.over" },
    { say: "page.lesson.cradle.specials" },
    { say: "page.lesson.cradle.count" },
  ],
};
