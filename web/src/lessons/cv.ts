// SPDX-License-Identifier: Apache-2.0
// CV in two minutes: a childhood and two turns of a life beside Bruno's.
import type { Lesson } from "./lesson.ts";

export const lesson: Lesson = {
  players: 2,
  seed: "lesson-2286", // found by a search: dice and a childhood that pay for Athlete, then for Blood donor
  options: {},
  steps: [
    { say: "page.lesson.cv.welcome" },
    { say: "page.lesson.cv.childhood", move: "take 2" },
    { by: 2, move: "take 1" },
    { say: "page.lesson.cv.bicycle", move: "take 12" },
    { by: 2, move: "take 8" },
    { say: "page.lesson.cv.track" },
    { say: "page.lesson.cv.throw", move: "throw" },
    { say: "page.lesson.cv.again", move: "reroll RM" },
    { say: "page.lesson.cv.stop", move: "stop" },
    { say: "page.lesson.cv.event", move: "play 2" },
    { say: "page.lesson.cv.take", move: "take 25" },
    { say: "page.lesson.cv.done", move: "done" },
    { say: "page.lesson.cv.active", about: "cv 25" },
    { by: 2, move: "throw" },
    { by: 2, move: "stop" },
    { by: 2, move: "take 34" },
    { by: 2, move: "done" },
    { say: "page.lesson.cv.tokens", move: "throw" },
    { say: "page.lesson.cv.enough", move: "stop" },
    { say: "page.lesson.cv.second", move: "take 22" },
    { say: "page.lesson.cv.enough-cards", move: "done" },
    { say: "page.lesson.cv.place", move: "place 22 under 25" },
    { say: "page.lesson.cv.upkeep", about: "cv 25" },
    { say: "page.lesson.cv.points", about: "cv 25" },
    { say: "page.lesson.cv.goals", about: "goal 77" },
  ],
};
