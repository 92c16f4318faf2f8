// SPDX-License-Identifier: Apache-2.0
// The drawings of CV: symbols and types as shapes with a letter, small signs, the sun over the ages of life, and the
// photograph on a CV, whose hair turns grey.
import { For, Index, Show } from "solid-js";
import type { CvCardFacts } from "../../protocol.ts";
import "./ink.css";
import { letterOf, type Say } from "./words.ts";

/** A symbol or a type, by its letter. */
export function Sym(props: { of: string }) {
  return (
    <svg class={`cv-sym cv-${props.of}`} viewBox="0 0 20 20" aria-hidden="true">
      <use href={`#cv-${props.of}`} />
    </svg>
  );
}

export function Syms(props: { of: string }) {
  return <Index each={[...props.of]}>{(letter) => <Sym of={letter()} />}</Index>;
}

export function TypeSyms(props: { of: readonly string[] }) {
  return <For each={props.of}>{(type) => <Sym of={letterOf(type)} />}</For>;
}

export function Sign(props: { of: "die" | "again" | "keep" | "frost" | "flag" | "lock" | "close" }) {
  return (
    <svg class="cv-sign" viewBox="0 0 20 20" aria-hidden="true">
      <use href={`#cv-sign-${props.of}`} />
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
          <For each={[...arrow]}>{(sign) => (/[A-Z]/.test(sign) ? <Sym of={sign} /> : <b>{sign}</b>)}</For>
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

/** The sun of an age of life: rising, high, setting. */
export function Sun(props: { age: number }) {
  return (
    <svg class="cv-sun" viewBox="0 0 24 21" aria-hidden="true">
      <use href={`#cv-sun-${props.age}`} />
    </svg>
  );
}

const HAIRDOS = 4;

/** The photograph on a CV, in the colour of its seat; from 0 (a child) to 3 (old). */
export function Portrait(props: { seat: number; age: number }) {
  return (
    <svg class={`cv-portrait seat-${props.seat}`} data-age={props.age} viewBox="0 0 40 40" aria-hidden="true">
      <use href="#cv-sitter" />
      <use href={`#cv-hair-${(props.seat - 1) % HAIRDOS}`} />
    </svg>
  );
}
