// SPDX-License-Identifier: Apache-2.0
// What moves on the table of Five Alive, and when: a played card flies in, drawn cards fly out, the total leaps, the Bomb
// shakes the table. Nothing waits for any of it, and nothing moves for whoever wants calm.
import { type Accessor, createEffect, on, onMount } from "solid-js";
import type { AliveScene, Phrase } from "../../protocol.ts";
import type { TableView } from "../face.ts";
import { seatOf } from "./words.ts";

const FLIGHT = { duration: 380, easing: "cubic-bezier(.2,.8,.3,1)" };

export function animateTable(table: TableView<AliveScene>, root: Accessor<HTMLElement | undefined>) {
  const find = (selector: string) => root()?.querySelector<HTMLElement>(selector) ?? undefined;
  const still = () => table.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const hand = new Map<string, DOMRect>(); // where my cards lay before the latest move

  const noteHand = () => {
    hand.clear();
    for (const card of root()?.querySelectorAll<HTMLElement>(".alive-handcard") ?? [])
      hand.set(card.dataset.tap ?? "", card.getBoundingClientRect());
  };

  /** From where a seat plays: my own card's place in the hand, or the others' fans. */
  const whence = (seat: number): DOMRect | undefined => {
    const place = find(`[data-seat="${seat}"]`);
    const mine = seat === table.reader && hand.get(`card ${table.scene.top}`);
    return mine || (place?.querySelector(".alive-behind") ?? place)?.getBoundingClientRect();
  };

  const tell = (phrase: Phrase) => {
    const seat = seatOf(phrase);
    if (phrase.id.startsWith("alive.told.played") || phrase.id === "alive.told.bomb") {
      const card = find(".alive-top");
      const from = whence(seat);
      if (card && from) flyIn(card, from);
    }
    if (phrase.id === "alive.told.bomb") explode(find(".alive-table"), find(".alive-burst"));
  };

  onMount(noteHand);
  createEffect(
    on(
      () => table.news,
      (news) => {
        if (!still()) news.forEach(tell);
        noteHand();
      },
      { defer: true },
    ),
  );
  createEffect(
    on(
      () => table.scene.total,
      (total, before) => {
        if (!still() && total !== before) leap(find(".alive-total"), total > (before ?? 0));
      },
      { defer: true },
    ),
  );
  createEffect<readonly number[]>((before) => {
    const cards = table.scene.places.map((place) => place.cards);
    if (before && !still()) {
      let nth = 0;
      cards.forEach((count, i) => {
        const had = before[i] ?? 0;
        if (had > 0 && count > had) drawOne(find(".alive-pile .alive-slot"), find(`[data-seat="${i + 1}"]`), nth++);
      });
    }
    return cards;
  });
}

/** How far the middle of one box is from the middle of another. */
function shift(from: DOMRect, to: DOMRect): string {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  return `translate(${x}px, ${y}px)`;
}

function flyIn(card: HTMLElement, from: DOMRect) {
  const tilt = "rotate(-12deg)";
  card.animate([{ transform: `${shift(from, card.getBoundingClientRect())} ${tilt} scale(.7)` }, {}], FLIGHT);
}

/** A back from the pile to a place. */
function drawOne(pile: HTMLElement | undefined, place: HTMLElement | undefined, nth: number) {
  const back = pile?.querySelector("svg")?.cloneNode(true) as SVGElement | undefined;
  if (!pile || !place || !back) return;
  back.classList.add("alive-ghost");
  pile.append(back);
  const target = (place.querySelector(".alive-behind, .alive-hand") ?? place).getBoundingClientRect();
  const end = `${shift(target, pile.getBoundingClientRect())} scale(.4)`;
  const flight = back.animate([{}, { opacity: 1, offset: 0.8 }, { transform: end, opacity: 0 }], {
    ...FLIGHT,
    duration: 520,
    delay: nth * 90,
  });
  flight.onfinish = flight.oncancel = () => back.remove();
}

function leap(total: HTMLElement | undefined, up: boolean) {
  total?.animate([{ transform: `scale(${up ? 1.22 : 0.7})` }, {}], { duration: 320, easing: "ease-out" });
}

function explode(table: HTMLElement | undefined, burst: HTMLElement | undefined) {
  const jolts = [0, -9, 8, -7, 6, -4, 3, -2, 0];
  table?.animate(
    jolts.map((x, i) => ({
      transform: `translate(${x}px, ${(i % 2 ? 1 : -1) * Math.abs(x) * 0.6}px) rotate(${x / 12}deg)`,
    })),
    { duration: 700, delay: 240 },
  );
  burst?.animate(
    [
      { opacity: 0, transform: "scale(.2) rotate(-20deg)" },
      { opacity: 0.95, transform: "scale(1) rotate(4deg)", offset: 0.35 },
      { opacity: 0, transform: "scale(1.5) rotate(10deg)" },
    ],
    { duration: 800, delay: 200, easing: "ease-out" },
  );
}
