// SPDX-License-Identifier: Apache-2.0
// Somebody's life in seven drawings, from the cradle to the rocking chair.
import "./figures.css";

/** Somebody in a stage of life. */
export function Figure(props: { stage: string; seat: number; class?: string }) {
  return (
    <svg class={`cradle-figure seat-${props.seat} ${props.class ?? ""}`} viewBox="0 0 64 80" aria-hidden="true">
      <use href={`#cradle-${props.stage}`} />
    </svg>
  );
}
