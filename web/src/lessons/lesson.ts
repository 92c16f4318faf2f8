// SPDX-License-Identifier: Apache-2.0
// A first game of two minutes: a deal that is settled, in which the newcomer makes the moves and is told why.

export type LessonStep =
  /** Something to read; the text's id. What it is `about`, named as taps are, is scrolled into view. */
  | { say: string; about?: string }
  /** What the newcomer, at seat 1, is asked to do: the only move on offer. */
  | { say: string; move: string }
  /** What somebody else does. */
  | { by: number; move: string };

export interface Lesson {
  players: number;
  seed: string;
  options: Record<string, string>;
  steps: readonly LessonStep[];
}
