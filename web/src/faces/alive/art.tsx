// SPDX-License-Identifier: Apache-2.0
// Everything of Five Alive that is drawn: cards, backs, fans, the letters of a life, and the dial with the total.
import { For, Index, Show } from "solid-js";
import "./art.css";

export const LETTERS = ["A", "L", "I", "V", "E"];
export const LIMIT = 21;

export type Family = "number" | "turn" | "draw" | "set" | "bomb";

export function familyOf(card: string): Family {
  if (/^\d$/.test(card)) return "number";
  if (card.startsWith("=")) return "set";
  if (card === "Bomb") return "bomb";
  return card === "Draw1" || card === "Draw2" || card === "Redeal" ? "draw" : "turn";
}

// ---- Cards -----------------------------------------------------------------------------------------------

/** A card's face. `name` stands on wild cards, which have no number to go by. */
export function CardFace(props: { card: string; name: string }) {
  const family = () => familyOf(props.card);
  return (
    <svg class="alive-card" data-family={family()} viewBox="0 0 64 88" width="64" height="88" aria-hidden="true">
      <rect class="alive-card-ground" width="64" height="88" rx="7" />
      <Show when={family() === "number"} fallback={<Wild card={props.card} name={props.name} />}>
        <NumberFace value={Number(props.card)} />
      </Show>
      <rect class="alive-card-edge" x=".75" y=".75" width="62.5" height="86.5" rx="6.5" />
    </svg>
  );
}

/** The higher the number, the higher and hotter stands the lava. */
function NumberFace(props: { value: number }) {
  const height = () => 82 - props.value * 8.5;
  return (
    <>
      <path
        class="alive-lava"
        style={{ "--warm": props.value / 7 }}
        d={`M1 ${height()}q15.5-7 31 0t31 0V81a6 6 0 0 1-6 6H7a6 6 0 0 1-6-6z`}
      />
      <path class="alive-pips" d={props.value ? `M9 12h${(props.value - 1) * 7.6 + 0.1}` : ""} />
      <text class="alive-figure" x="32" y="66">
        {props.value}
      </text>
    </>
  );
}

function Wild(props: { card: string; name: string }) {
  return (
    <Show
      when={!props.card.startsWith("=")}
      fallback={
        <>
          <text class="alive-figure alive-figure-set" x="32" y="60">
            {props.card}
          </text>
          <use href="#alive-set" />
        </>
      }
    >
      <text class="alive-name" x="6" y="17">
        {props.name}
      </text>
      <use href={`#alive-${props.card}`} />
    </Show>
  );
}

export function CardBack() {
  return (
    <svg class="alive-card" viewBox="0 0 64 88" width="64" height="88" aria-hidden="true">
      <use href="#alive-back" />
    </svg>
  );
}

const FAN = 12; // backs that are drawn at most; the count stands beside

/** Somebody's hand from behind. */
export function Fan(props: { cards: number }) {
  const backs = () => Array.from({ length: Math.min(props.cards, FAN) }, (_, i) => i);
  const step = () => Math.min(9, 52 / backs().length);
  const lean = (i: number) => (i - (backs().length - 1) / 2) * step();
  return (
    <svg class="alive-fan" viewBox="0 0 72 34" aria-hidden="true">
      <Index each={backs()}>
        {(i) => (
          <g transform={`rotate(${lean(i())} 36 74)`}>
            <rect class="alive-fan-back" x="28" y="5" width="16" height="24" rx="2.5" />
            <circle class="alive-fan-sun" cx="36" cy="15" r="3.5" />
          </g>
        )}
      </Index>
    </svg>
  );
}

// ---- Lives -----------------------------------------------------------------------------------------------

/** A-L-I-V-E: what is lost is turned over, the last letter first. */
export function Lives(props: { lives: number; label: string }) {
  return (
    <span class="alive-lives" role="img" aria-label={props.label}>
      <For each={LETTERS}>
        {(letter, i) => (
          <span class="alive-letter" data-lost={i() >= props.lives ? "" : undefined}>
            <span class="alive-letter-front">{letter}</span>
            <span class="alive-letter-back" />
          </span>
        )}
      </For>
    </span>
  );
}

// ---- The dial --------------------------------------------------------------------------------------------

const SWEEP = 280; // degrees from 0 to 21; the rest is open, below

/** A point on a circle around the middle of the dial; 0 degrees is up. */
function around(degrees: number, radius: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(120 + radius * Math.cos(angle)).toFixed(1)} ${(120 + radius * Math.sin(angle)).toFixed(1)}`;
}

const SEGMENTS = Array.from({ length: LIMIT }, (_, i) => {
  const [from, to] = [0.08, 0.92].map((part) => ((i + part) * SWEEP) / LIMIT - SWEEP / 2) as [number, number];
  return `M${around(from, 108)}A108 108 0 0 1 ${around(to, 108)}`;
});

const CHEVRONS = [-105, -75, -45, -15, 15, 45, 75, 105];

/** 21 parts, as many lit as the total says. */
export function Ring(props: { total: number }) {
  return (
    <>
      <circle class="alive-dial-ground" cx="120" cy="120" r="101" />
      <For each={SEGMENTS}>
        {(d, i) => (
          <path
            class="alive-segment"
            data-on={i() < props.total ? "" : undefined}
            style={{ "--warm": i() / (LIMIT - 1) }}
            d={d}
          />
        )}
      </For>
    </>
  );
}

/** The running total: a ring that fills up and gets hot, and arrows for the direction of play. */
export function Dial(props: { total: number; clockwise: boolean; label: string; room: string }) {
  return (
    <svg class="alive-dial" viewBox="0 0 240 240" role="img" aria-label={props.label}>
      <Ring total={props.total} />
      <g class="alive-direction" data-clockwise={props.clockwise}>
        <For each={CHEVRONS}>
          {(degrees) => <path d="M-3-6l6 6-6 6" transform={`translate(${around(degrees, 88)}) rotate(${degrees})`} />}
        </For>
      </g>
      <text class="alive-total" x="120" y="158">
        {props.total}
      </text>
      <text class="alive-room" x="120" y="200">
        {props.room}
      </text>
    </svg>
  );
}

/** What a Bomb looks like from far too near. */
export function Burst() {
  return (
    <svg class="alive-burst" viewBox="0 0 240 240" aria-hidden="true">
      <use href="#alive-burst" />
    </svg>
  );
}
