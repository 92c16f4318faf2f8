// SPDX-License-Identifier: Apache-2.0
// Cards that move: a card that has just been laid comes from where it was.
import type { CradleScene } from "../../protocol.ts";
import type { TableView } from "../face.ts";
import { placeIn, whoIn, whomIn } from "./moments.ts";

const FLIGHT = 520; // ms

/** Where the card came from that now lies on a pile: what to look for in the face; "" if nobody said. */
function origin(table: TableView<CradleScene>, seat: number, place: string): string {
  const from = (who: number) => (who === table.reader ? ".cradle-hand" : `[data-tap="seat ${who}"]`);
  for (const phrase of table.news.toReversed()) {
    const here = placeIn(phrase) === place;
    switch (phrase.id.replace("cradle.told.", "")) {
      case "raised":
        if (here && whomIn(phrase) === seat) return from(whoIn(phrase));
        break;
      case "raised-own":
      case "hid":
      case "zero-laid":
        if (here && whoIn(phrase) === seat) return from(seat);
        break;
      case "ten-covered":
        if (place === "tens" && whomIn(phrase) === seat) return ".cradle-deck";
        break;
      case "swapped":
        if (whomIn(phrase) === seat) return `[data-tap="pile ${seat} ${place === "tens" ? "ones" : "tens"}"]`;
        break;
      case "age-shown":
        if (whoIn(phrase) === seat) return "turn";
        break;
    }
  }
  return "";
}

/** Lets the card on a pile come from where it was. */
export function fly(table: TableView<CradleScene>, card: Element, seat: number, place: string): Animation | undefined {
  if (table.calm || matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
  const where = origin(table, seat, place);
  const options = { duration: FLIGHT, easing: "cubic-bezier(.2,.9,.3,1)" };
  if (where === "turn") return card.animate([{ transform: "scaleX(0)" }, { transform: "none" }], options);
  const source = where && card.closest(".cradle")?.querySelector(where);
  if (!source) return undefined;
  const a = source.getBoundingClientRect();
  const b = card.getBoundingClientRect();
  const x = a.left + a.width / 2 - b.left - b.width / 2;
  const y = a.top + a.height / 2 - b.top - b.height / 2;
  return card.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(.8) rotate(-6deg)`, zIndex: 6 },
      { transform: `translate(${x * 0.1}px, ${y * 0.1 - 8}px) scale(1.08)`, zIndex: 6, offset: 0.75 },
      { transform: "none", zIndex: 6 },
    ],
    options,
  );
}
