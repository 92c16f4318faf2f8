// The cards. On age cards the sun travels over the sky, from the 1 at dawn to the 9 at dusk; specials are the night.
import { Match, Show, Switch } from "solid-js";

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
      <Show when={digit() > 0} fallback={<Special card={props.card} />}>
        <path class="cradle-bow" d="M6 25Q30 -11 54 25" />
        <circle class="cradle-sun" cx={sunAt(digit()).x} cy={sunAt(digit()).y} r="4.5" />
        <text class="cradle-digit" x="30" y="75">
          {props.card}
        </text>
      </Show>
      <Show when={props.name && digit() === 0 && props.card !== "0"}>
        <text class="cradle-name" x="30" y="76">
          {props.name}
        </text>
      </Show>
    </svg>
  );
}

function Special(props: { card: string }) {
  return (
    <Switch>
      <Match when={props.card === "0"}>
        <path class="cradle-leaf" d="M30 24V14M30 16Q21 16 20 7Q29 7 30 16zM30 13Q31 5 40 5Q39 13 30 13z" />
        <text class="cradle-digit" x="30" y="71">
          0
        </text>
        <path class="cradle-stroke" d="M14 74Q30 83 46 74" />
      </Match>
      <Match when={props.card === "Ten"}>
        <rect class="cradle-faint" x="33" y="22" width="19" height="30" rx="3" />
        <rect class="cradle-faint" x="8" y="26" width="21" height="32" rx="3" />
        <g class="cradle-tilted">
          <rect class="cradle-light" x="11" y="13" width="21" height="32" rx="3" />
          <text class="cradle-ask" x="21.5" y="36">
            ?
          </text>
        </g>
      </Match>
      <Match when={props.card === "Swap"}>
        <rect class="cradle-faint" x="9" y="25" width="18" height="27" rx="3" />
        <rect class="cradle-light" x="33" y="25" width="18" height="27" rx="3" />
        <path class="cradle-stroke" d="M17 20Q30 7 43 19M43 19l-1-7M43 19l-7-1M43 57Q30 66 17 58M17 58h7M17 58l2 6" />
      </Match>
      <Match when={props.card === "Stop"}>
        <path class="cradle-octagon" d="M20 10H40L53 23V43L40 56H20L7 43V23z" />
        <path class="cradle-fingers" d="M22 36V25M27.5 33V19M33 33V18M38.5 34V22" />
        <path class="cradle-palm" d="M19.5 35V31H41V36L44 30q4 0 2.5 4l-5 11q-2 5-7 5h-6q-9 0-9-10z" />
      </Match>
    </Switch>
  );
}

/** A card face down; on a pile it counts, and shows, a 9. */
export function CardBack(props: { nine?: boolean }) {
  return (
    <svg class="cradle-card cradle-back" viewBox="0 0 60 84" aria-hidden="true">
      <rect class="cradle-sheet" x="1" y="1" width="58" height="82" rx="7" />
      <rect class="cradle-rim" x="5" y="5" width="50" height="74" rx="4.5" />
      <Show when={props.nine} fallback={<Hourglass />}>
        <ellipse class="cradle-medal" cx="30" cy="42" rx="21" ry="28" />
        <text class="cradle-nine" x="30" y="59">
          9
        </text>
      </Show>
    </svg>
  );
}

function Hourglass() {
  return (
    <>
      <path class="cradle-rim" d="M17 22H43M17 62H43M20 22Q20 35 30 42Q20 49 20 62M40 22Q40 35 30 42Q40 49 40 62" />
      <path class="cradle-sand" d="M24 32H36Q34 37 30 40Q26 37 24 32zM22 60Q23 55 30 52Q37 55 38 60z" />
    </>
  );
}
