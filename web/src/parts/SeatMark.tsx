// SPDX-License-Identifier: Apache-2.0
// A player's colour with a shape and a letter, so that nobody has to tell players apart by colour alone.
const SHAPES = [
  "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z", // circle
  "M4 4h16v16H4z", // square
  "M12 2.5 22.5 21h-21z", // triangle
  "M12 1.5 22.5 12 12 22.5 1.5 12z", // diamond
  "M12 1.5l3.1 6.7 7.3.8-5.4 5 1.5 7.2L12 17.6l-6.5 3.6L7 14 1.6 9l7.3-.8z", // star
  "M6.5 2.5h11L23 12l-5.5 9.5h-11L1 12z", // hexagon
];

/** The ids of the colours' names: "page.colour.1" and so on. */
export const colourOf = (seat: number) => `page.colour.${seat}`;

/** The shape alone, 24 wide and high, for a drawing. */
export const shapeOf = (seat: number) => SHAPES[(seat - 1) % SHAPES.length];

export function SeatMark(props: { seat: number; class?: string }) {
  return (
    <svg
      class={`seat-mark seat-${props.seat} ${props.class ?? ""}`}
      viewBox="0 0 24 24"
      width="18"
      height="18"
      aria-hidden="true"
    >
      <path d={shapeOf(props.seat)} />
    </svg>
  );
}
