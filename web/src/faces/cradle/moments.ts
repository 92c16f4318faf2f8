// What has just happened at the table, for a while: the card that was turned over, and how the round that ended looked.
import { createEffect, createSignal, on, onCleanup } from "solid-js";
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

const TURNING = 3400; // ms that the card of a hundred check is seen
const COVERING = 1900; // ms for the card of Cover Ten Digit
const ROUND_END = 5200; // ms that the ages of a round are seen after its end

const STAGES: readonly (readonly [from: number, stage: string])[] = [
  [3, "child"],
  [13, "teen"],
  [20, "young"],
  [40, "grown-up"],
  [65, "elder"],
  [91, "ancient"],
];
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

/** Which figure goes with an age that no scene shows any more; while a scene does, it says so itself. */
const stageOf = (age: number) => STAGES.findLast(([from]) => age >= from)?.[1] ?? "baby";

/** The digits that somebody showed who wrote down `age` at the end of a round. */
function asShown(person: CradlePerson, age: number): CradlePerson {
  const piles = [Math.floor(age / 10), age % 10].map((digit, i) => ({
    digit,
    hidden: digit === 9 && (person.piles[i]?.hidden ?? false),
  }));
  return { ...person, piles, age, danger: age > 90, stage: stageOf(age) };
}

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
  const copied = () => table.scene.people.map((person) => ({ ...person, piles: [...person.piles] }));
  let before = copied();
  let waiting: Turned[] = [];
  let timer: number | undefined;

  const end = () => {
    window.clearTimeout(timer);
    waiting = [];
    turn(undefined);
    hold(undefined);
  };
  const next = () => {
    const card = waiting.shift();
    if (!card) return end();
    turn(card);
    timer = window.setTimeout(next, card.from === 0 ? COVERING : card.over ? ROUND_END : TURNING);
  };

  createEffect(
    on(
      () => table.news,
      (news) => {
        const last = before;
        before = copied();
        const cards = news.flatMap((phrase) => turnedIn(phrase) ?? []);
        const wrote: number[] = [];
        for (const phrase of news) if (phrase.id === "cradle.told.scored") wrote[whoIn(phrase) - 1] = countIn(phrase);
        if (cards.length === 0 && wrote.length === 0) return;
        end();
        waiting = cards;
        if (wrote.length > 0 && !table.over && !table.calm) {
          const failed = cards.find((card) => card.over);
          const ages = wrote.map((age, i) => (failed?.seat === i + 1 ? failed.from : age));
          hold({ people: last.map((person, i) => asShown(person, ages[i] ?? 0)), wrote });
        }
        if (cards.length > 0) next();
        else timer = window.setTimeout(end, ROUND_END);
      },
      { defer: true },
    ),
  );

  // Whoever touches anything has seen enough.
  addEventListener("pointerdown", end, true);
  addEventListener("keydown", end, true);
  onCleanup(() => {
    end();
    removeEventListener("pointerdown", end, true);
    removeEventListener("keydown", end, true);
  });

  return {
    turned,
    /** How the table looked when the round ended, while that is still shown. */
    held,
  };
}
