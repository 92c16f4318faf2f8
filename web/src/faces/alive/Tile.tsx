// SPDX-License-Identifier: Apache-2.0
// Five Alive on the home screen: the dial in its heat, the heartbeat, a hand, and a life that is just being lost.
import { For } from "solid-js";
import { t } from "../../language.ts";
import { CardBack, CardFace, LETTERS, Ring } from "./art.tsx";
import { nameOf } from "./words.ts";

const HAND = ["3", "7", "=21", "Skip", "Bomb"];

export default function Tile() {
  return (
    <svg class="alive-tile" viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <use href="#alive-tile" />
      <g transform="translate(116 14) scale(.525)">
        <Ring total={19} />
        <text class="alive-total" x="118" y="160">
          19
        </text>
      </g>
      <For each={LETTERS}>
        {(letter, i) => (
          <g transform={`translate(${i() * 26 + 16} 17)${i() === 4 ? " translate(4 -4) rotate(16 10 12)" : ""}`}>
            <rect class="alive-tile-letter" data-lost={i() === 4} width="22" height="26" rx="5" />
            <text class="alive-tile-initial" data-lost={i() === 4} x="11" y="19.5">
              {letter}
            </text>
          </g>
        )}
      </For>
      <For each={HAND}>
        {(card, i) => (
          <g transform={`rotate(${(i() - 2) * 11} 160 400) translate(133 138) scale(.84)`}>
            <CardFace card={card} name={t(nameOf(card))} />
          </g>
        )}
      </For>
      <g transform="translate(274 20) rotate(14) scale(.56)">
        <CardBack />
      </g>
    </svg>
  );
}
