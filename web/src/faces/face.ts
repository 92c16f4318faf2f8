// SPDX-License-Identifier: Apache-2.0
// What a game's face (its table on the page) is given, and what it gives back. A face shows a scene and lets people tap
// what the engine offers; it computes no rule.
import { type Accessor, createContext, useContext } from "solid-js";
import type { Argument, CvCardFacts, Outcome, Phrase, Player } from "../protocol.ts";

/** What a thing on the table can be right now: `ready` to be tapped, `chosen` already, or `idle`. */
export type TapState = "ready" | "chosen" | "idle";

/** The table as one reader sees it. All members are reactive: read them in JSX or effects. */
export interface TableView<Scene> {
  readonly scene: Scene;
  /** By seat, from index 0; seats in scenes and phrases count from 1. */
  readonly players: readonly Player[];
  /** The seat at the bottom; 0: a bystander, who sits behind seat 1. */
  readonly reader: number;
  readonly actors: readonly number[];
  /** What was told of the latest move, for animations; another list after every move. */
  readonly news: readonly Phrase[];
  readonly over: boolean;
  /** True if nothing should move: the reader asked for reduced motion, or jumps about in a replay. */
  readonly calm: boolean;

  say(phrase: Phrase): string;
  text(id: string, args?: Record<string, Argument>): string;

  /** Whether a thing can be tapped: names as in the offers' taps, such as "card 7" or "pile 2 tens". */
  tapState(tap: string): TapState;
  /** Taps a thing. If it cannot be tapped, `move` is proposed if there is one, so that the engine says why not. */
  tap(tap: string, move?: string): void;
  /** Whether tapping this would complete a move. */
  completes(tap: string): boolean;
  /** Replaces all taps so far: for things of which several are chosen in any order. */
  choose(taps: readonly string[]): void;
  readonly chosen: readonly string[];
  /** What a card is, for whoever hovers, focuses or presses long; by its name in scenes (CV: its number). */
  about(card: string): string;
  /** CV only: what is printed on each card, by number from 1. */
  readonly facts: readonly CvCardFacts[];
}

// biome-ignore lint/suspicious/noExplicitAny: a context cannot be generic; useTable says which scene it is
const TableContext = createContext<TableView<any>>();
export const TableProvider = TableContext.Provider;

/** The table that a face or a part of it stands on. */
export function useTable<Scene>(): TableView<Scene> {
  const table = useContext(TableContext);
  if (!table) throw new Error("a face needs a table around it");
  return table;
}

/** A finished game, for the picture of how it went: what each step looked like to a bystander. */
export interface Step<Scene> {
  at: number;
  scene: Scene;
  told: readonly Phrase[];
}

export interface StoryProps<Scene> {
  steps: Accessor<readonly Step<Scene>[]>;
  players: readonly Player[];
  outcome: Outcome;
  say(phrase: Phrase): string;
  text(id: string, args?: Record<string, Argument>): string;
}
