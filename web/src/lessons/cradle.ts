import type { Lesson } from "./lesson.ts";

export const lesson: Lesson = { players: 2, seed: "lesson", options: {}, steps: [] };
