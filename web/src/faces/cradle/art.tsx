// SPDX-License-Identifier: Apache-2.0
// The cards. On age cards the sun travels over the sky, from the 1 at dawn to the 9 at dusk; specials are the night.
import { Show } from "solid-js";

/** A digit's sun, on a bow from dawn to dusk. */
const sunAt = (digit: number) => ({ x: 6 + 4.8 * digit, y: 25 - 0.72 * digit * (10 - digit) });

/** `card` as scenes name it: "1" to "9", "0", "Ten", "Swap" or "Stop"; `name` is written on specials. */
export function CardFace(props: { card: string; name?: string }) {
  const digit = () => Number.parseInt(props.card, 10) || 0;
  return (
    <svg
      class="cradle-card"
      classList={{ "cradle-special": digit() === 0 }}
      viewBox="0 0 60 84"
      aria-hidden="true"
      style={{ "--digit": digit() }}
    >
      <rect class="cradle-sheet" x="1" y="1" width="58" height="82" rx="7" />
      <Show when={digit() > 0} fallback={<use href={`#cradle-card-${props.card}`} />}>
        <path class="cradle-bow" d="M6 25Q30 -11 54 25" />
        <circle class="cradle-sun" cx={sunAt(digit()).x} cy={sunAt(digit()).y} r="4.5" />
      </Show>
      <Show
        when={digit() > 0 || props.card === "0"}
        fallback={
          <text class="cradle-name" x="30" y="76">
            {props.name}
          </text>
        }
      >
        <text class="cradle-digit" x="30" y={digit() > 0 ? 75 : 71}>
          {props.card}
        </text>
      </Show>
    </svg>
  );
}

/** A card face down; on a pile it counts, and shows, a 9. */
export function CardBack(props: { nine?: boolean }) {
  return (
    <svg class="cradle-card cradle-back" viewBox="0 0 60 84" aria-hidden="true">
      <rect class="cradle-sheet" x="1" y="1" width="58" height="82" rx="7" />
      <rect class="cradle-rim" x="5" y="5" width="50" height="74" rx="4.5" />
      <use href={props.nine ? "#cradle-nine" : "#cradle-hourglass"} />
    </svg>
  );
}
