// SPDX-License-Identifier: Apache-2.0
// What has just happened at the table, for a while: the card that was turned over, and how the round that ended looked.
import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { unwrap } from "solid-js/store";
import { hush } from "../../parts/Explanation.tsx";
import type { Argument, CradlePerson, CradleScene, Phrase } from "../../protocol.ts";
import type { TableView } from "../face.ts";

/** A card that was turned over from the deck. */
export interface Turned {
  card: string;
  /** Whom it is about. */
  seat: number;
  /** The hundred check's age before and after; else 0. */
  from: number;
  to: number;
  /** The hundred was reached. */
  over: boolean;
}

const CHECKED = 3400; // ms that the card of a hundred check is seen, while it turns over and then
const COVERED = 1900; // ms for the card of Cover Ten Digit
const ROUND_END = 3600; // ms that the ages of a round are seen after its end

const NAMES: Record<string, string> = { ten: "Ten", swap: "Swap", stop: "Stop" };

const seatIn = (argument: Argument | undefined) =>
  typeof argument === "object" && !Array.isArray(argument) ? argument.seat : 0;
const numberIn = (argument: Argument | undefined) => (typeof argument === "number" ? argument : 0);

/** "cradle.card.swap" is "Swap" in scenes. */
export function cardIn(argument: Argument | undefined): string {
  const word = Array.isArray(argument) ? (argument[0]?.id.split(".").at(-1) ?? "") : "";
  return NAMES[word] ?? word;
}

export const whoIn = (phrase: Phrase) => seatIn(phrase.args?.who);
export const whomIn = (phrase: Phrase) => seatIn(phrase.args?.whom);
export const countIn = (phrase: Phrase) => numberIn(phrase.args?.n);
/** "tens" or "ones". */
export const placeIn = (phrase: Phrase) =>
  Array.isArray(phrase.args?.place) ? (phrase.args.place[0]?.id.split(".").at(-1) ?? "") : "";

function turnedIn(phrase: Phrase): Turned | undefined {
  const card = cardIn(phrase.args?.card);
  if (phrase.id.startsWith("cradle.told.checked-")) {
    const to = countIn(phrase);
    const from = to - (Number.parseInt(card, 10) || 0);
    return { card, seat: whoIn(phrase), from, to, over: phrase.id.endsWith("-over") };
  }
  if (phrase.id.startsWith("cradle.told.ten-")) return { card, seat: whomIn(phrase), from: 0, to: 0, over: false };
  return undefined;
}

export function watchMoments(table: TableView<CradleScene>) {
  const [turned, turn] = createSignal<Turned>();
  const [held, hold] = createSignal<{ people: CradlePerson[]; wrote: number[] }>();
  const copied = () => structuredClone(unwrap(table.scene.people)); // the store changes its own
  let before = copied();
  let timer: number | undefined;

  const end = () => {
    turn(undefined);
    hold(undefined);
  };
  const endIn = (ms: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(end, ms);
  };

  createEffect(
    on(
      () => table.news,
      (news) => {
        const people = before;
        before = copied();
        const card = news.map(turnedIn).findLast(Boolean);
        if (card) {
          end();
          turn(card);
          endIn(card.from ? CHECKED : COVERED);
        }
        const wrote: number[] = [];
        for (const phrase of news) if (phrase.id === "cradle.told.scored") wrote[whoIn(phrase) - 1] = countIn(phrase);
        if (wrote.length === 0 || table.over || table.calm) return;
        hold({ people, wrote });
        endIn(ROUND_END);
      },
      { defer: true },
    ),
  );

  createEffect(() => hush(turned() !== undefined));
  onCleanup(() => hush(false));

  // Whoever touches anything has seen enough.
  addEventListener("click", end, true);
  addEventListener("keydown", end, true);
  onCleanup(() => {
    window.clearTimeout(timer);
    removeEventListener("click", end, true);
    removeEventListener("keydown", end, true);
  });

  return {
    turned,
    /** How the table looked when the round ended, while that is still shown. */
    held,
  };
}
