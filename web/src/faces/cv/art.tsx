// The drawings of CV: symbols and types as shapes with a letter, small signs, the sun over the ages of life, and the
// photograph on a CV, whose hair turns grey.
import { For, Index, Show } from "solid-js";
import type { CvCardFacts } from "../../protocol.ts";
import "./ink.css";
import { letterOf, type Say } from "./words.ts";

/** A star of n points around the middle of 20 × 20. */
function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = (Math.PI * i) / points;
    const radius = i % 2 ? inner : outer;
    return `${(10 + radius * Math.sin(angle)).toFixed(1)} ${(10 - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}

const SHAPES: Record<string, [path: string, baseline?: number]> = {
  H: ["M6 .8h8V6h5.2v8H14v5.2H6V14H.8V6H6z"], // a cross
  R: ["M10 19C2.6 13.4.4 10.4.4 6.6A4.9 4.9 0 0 1 10 4.3a4.9 4.9 0 0 1 9.6 2.3C19.6 10.4 17.4 13.4 10 19z", 13.2], // a heart
  K: ["M2.2 1h15.6v18.2L10 15.6l-7.8 3.6z", 12.6], // a bookmark
  M: ["M10 .6a9.4 9.4 0 1 0 0 18.8A9.4 9.4 0 0 0 10 .6z"], // a coin
  G: ["M10 3.6a4.7 4.7 0 1 1 6.4 6.4 4.7 4.7 0 1 1-6.4 6.4A4.7 4.7 0 1 1 3.6 10 4.7 4.7 0 1 1 10 3.6z"], // a clover
  B: ["M.4 2h19.2L10 19.6z", 11.6], // a broken triangle
  A: ["M10 .2 19.8 10 10 19.8.2 10z"], // a diamond
  W: ["M6.6 4V1.4h6.8V4h6v14.4H.6V4zm1.8 0h3.2v-.9H8.4z", 15], // a briefcase
  P: ["M10 .6 20 9.2h-2.2v10H2.2v-10H0z", 16], // a house
  E: [star(8, 10, 7.4)],
  L: [star(5, 10.4, 5.2), 14.4],
};

/** A symbol or a type, by its letter. */
export function Sym(props: { of: string }) {
  const shape = () => SHAPES[props.of] ?? [""];
  return (
    <svg class={`cv-sym cv-${props.of}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={shape()[0]} fill-rule="evenodd" />
      <text x="10" y={shape()[1] ?? 14}>
        {props.of}
      </text>
    </svg>
  );
}

export function Syms(props: { of: string }) {
  return <Index each={[...props.of]}>{(letter) => <Sym of={letter()} />}</Index>;
}

export function TypeSyms(props: { of: readonly string[] }) {
  return <For each={props.of}>{(type) => <Sym of={letterOf(type)} />}</For>;
}

const SIGNS = {
  die: "M3.5 3.5h13v13h-13zM7 7h.01M13 13h.01M10 10h.01M13 7h.01M7 13h.01",
  again: "M16.5 10A6.5 6.5 0 1 1 14 4.9M14.5 1.5V5.5H10.5",
  keep: "M4.5 10.5l4 4 7.5-9",
  frost: "M10 1.5v17M2.6 5.8l14.8 8.4M17.4 5.8 2.6 14.2M7.5 3 10 5.5 12.5 3M7.5 17 10 14.5 12.5 17",
  flag: "M5 18.5v-17M5 2.5h10l-3 3.5 3 3.5H5",
  lock: "M4.5 9h11v8.5h-11zM7 9V6a3 3 0 0 1 6 0v3",
  open: "M12 3h5v5M17 3l-7 7M8 4H4v12h12v-4",
  close: "M4.5 4.5l11 11M15.5 4.5l-11 11",
};

export function Sign(props: { of: keyof typeof SIGNS }) {
  return (
    <svg class="cv-sign" viewBox="0 0 20 20" aria-hidden="true">
      <path d={SIGNS[props.of]} />
    </svg>
  );
}

/** What a card costs, in symbols. */
export function Price(props: { facts: CvCardFacts; text: Say }) {
  return (
    <span class="cv-price">
      <Syms of={props.facts.cost} />
      <Show when={props.facts.needs.length}>
        <span class="cv-word">{props.text("page.cv.needs")}</span>
        <TypeSyms of={props.facts.needs} />
      </Show>
      <Show when={props.facts.forbids.length}>
        <span class="cv-word">{props.text("page.cv.without")}</span>
        <TypeSyms of={props.facts.forbids} />
      </Show>
      <Show when={!props.facts.cost && !props.facts.needs.length && !props.facts.forbids.length}>
        <span class="cv-word">{props.text("cv.price.free")}</span>
      </Show>
    </span>
  );
}

/** "G→H R↔K" in symbols. */
export function Arrows(props: { of: string }) {
  return (
    <For each={props.of.split(" ").filter(Boolean)}>
      {(arrow) => (
        <span class="cv-arrow">
          <For each={[...arrow]}>{(sign) => (SHAPES[sign] ? <Sym of={sign} /> : <b>{sign}</b>)}</For>
        </span>
      )}
    </For>
  );
}

export function More(props: { dice: number; throws: number }) {
  return (
    <>
      <Show when={props.dice}>
        <span class="cv-more">
          +{props.dice}
          <Sign of="die" />
        </span>
      </Show>
      <Show when={props.throws}>
        <span class="cv-more">
          +{props.throws}
          <Sign of="again" />
        </span>
      </Show>
    </>
  );
}

export function Upkeep(props: { of: string }) {
  return (
    <Show when={props.of}>
      <span class="cv-due">
        <b>−</b>
        <Syms of={props.of} />
      </span>
    </Show>
  );
}

/** What a card does, in symbols: gives, dice, throws, arrows, special effects, upkeep and points. */
export function Effect(props: { facts: CvCardFacts; text: Say }) {
  return (
    <span class="cv-effect">
      <Syms of={props.facts.gives} />
      <More dice={props.facts.dice} throws={props.facts.throws} />
      <Arrows of={props.facts.arrows} />
      <For each={props.facts.specials}>{(name) => <span class="cv-word">{props.text(`cv.effect.${name}`)}</span>}</For>
      <Upkeep of={props.facts.upkeep} />
      <Show when={props.facts.points && props.facts.types[0] !== "life goal"}>
        <span class="cv-points">{props.facts.points}</span>
      </Show>
    </span>
  );
}

const SUNS = [
  ["M7 17a5 5 0 0 1 10 0z", [-70, -35, 0, 35, 70], 17],
  ["M12 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10z", [0, 45, 90, 135, 180, 225, 270, 315], 10],
  ["M7 13a5 5 0 0 1 10 0zM4 16.5h16M8 19.5h8", [], 13],
] as const;

/** The sun of an age of life: rising, high, setting. */
export function Sun(props: { age: number }) {
  const sun = () => SUNS[props.age] ?? SUNS[0];
  return (
    <svg class="cv-sun" viewBox="0 0 24 21" aria-hidden="true">
      <path class="cv-disc" d={sun()[0]} />
      <For each={sun()[1]}>
        {(turn) => <path d="M0-7V-9" transform={`translate(12 ${sun()[2]}) rotate(${turn})`} />}
      </For>
      <Show when={props.age === 0}>
        <path d="M1.5 19.5h21" />
      </Show>
    </svg>
  );
}

const HAIR = [
  "M11 17c-1-8 4-11 9-11s10 3 9 11c-2-5-5-6-9-6s-7 1-9 6z",
  "M10 27c-3-14 2-21 10-21s13 7 10 21c-2 1-3 1-4 0 2-8 1-13-6-15-7 2-8 7-6 15-1 1-2 1-4 0z",
  "M10 18c-4-4 0-9 3-9 1-4 8-5 10-2 5-1 10 5 7 11-1-4-4-6-10-6s-9 2-10 6z",
  "M11 18c0-5 3-8 9-8s9 3 9 8l-2-4H13zM16 8a4 4 0 1 1 8 0 5 5 0 0 1-8 0z",
];

/** The photograph on a CV, in the colour of its seat; from 0 (a child) to 3 (old). */
export function Portrait(props: { seat: number; age: number }) {
  return (
    <svg class={`cv-portrait seat-${props.seat}`} data-age={props.age} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="7" fill="var(--seat)" opacity=".22" />
      <path d="M5 40c0-9 6-13 15-13s15 4 15 13z" fill="var(--seat)" />
      <path d="M17 23h6v6a3 3 0 0 1-6 0z" fill="light-dark(#d9a883,#b98a68)" />
      <ellipse cx="20" cy="18" rx="7.6" ry="8.6" fill="light-dark(#eec39f,#cf9f7b)" />
      <path d={HAIR[(props.seat - 1) % HAIR.length]} fill="var(--hair)" />
      <path d="M16.8 17v1M23.2 17v1" stroke="#4a3427" stroke-width="1.6" stroke-linecap="round" />
      <path d="M17.8 22.2q2.2 1.6 4.4 0" stroke="#9c4f3c" fill="none" stroke-linecap="round" />
    </svg>
  );
}
