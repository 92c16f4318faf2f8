// Somebody's life in seven drawings, from the cradle to the rocking chair. A drawing is a list of shapes, each with the
// stuff it is made of: figures.css gives every stuff its colour.
import { For } from "solid-js";
import "./figures.css";

/** A stuff (skin, cloth, dark cloth, hair, grey hair, gold, ink, white, rose; capitals are lines), and where it goes. */
type Shape = readonly [stuff: string, path: string];

const round = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

function head(x: number, y: number, r: number): Shape[] {
  const eye = r * 0.36;
  return [
    ["skin", round(x, y, r)],
    ["rose", round(x - r * 0.55, y + r * 0.38, r * 0.2) + round(x + r * 0.55, y + r * 0.38, r * 0.2)],
    ["ink", round(x - eye, y + 0.5, 1.15) + round(x + eye, y + 0.5, 1.15)],
    ["LINE", `M${x - 2.6} ${y + r * 0.42}q2.6 2.4 5.2 0`],
  ];
}

const hands = (...at: [number, number][]): Shape => ["skin", at.map(([x, y]) => round(x, y, 2.9)).join("")];

const FIGURES: Record<string, readonly Shape[]> = {
  baby: [
    ["WOOD", "M7 70Q32 83 57 70M17 66V73M47 66V73"],
    ["dark", "M32 50V27A23 23 0 0 1 55 50z"],
    ["white", "M10 52V44q0-7 7-7h15v15z"],
    ...head(23, 41, 10),
    ["LINE", "M22 31q0-5 4-4.5"],
    ["cloth", "M8 51H56L51 68H13z"],
    ["white", "M9 47.5H55a2.5 2.5 0 0 1 0 6H9a2.5 2.5 0 0 1 0-6z"],
    ["gold", `${round(22, 60, 1.9)}${round(32, 61.5, 1.9)}${round(42, 60, 1.9)}`],
  ],
  child: [
    ["LINE", "M46 53Q55 40 52 26"],
    ["gold", "M52 26l-2.5 3.5h5zM52 26.5c-6-3-9-8-9-12.5a9 9 0 0 1 18 0c0 4.5-3 9.5-9 12.5z"],
    ["LEGS", "M26 63V74M36 63V74"],
    ["SLEEVE", "M23 49L16 58M39 49L45 53"],
    ["cloth", "M22 46Q31 40 40 46L44 65H18z"],
    hands([15, 59], [46, 53.5]),
    ...head(31, 31, 12),
    ["hair", "M18.5 31a12.5 12.5 0 0 1 25 0q-4-6.5-12.5-6.5T18.5 31zM30 19.5q0-6 6-7-2 4-1 7z"],
  ],
  teen: [
    ["WOOD", "M13 75q3 2 6 2h26q3 0 6-2"],
    ["LEGS", "M28 56L26 72M36 56L39 72"],
    ["SLEEVE", "M24 41L19 54M40 41L45 54"],
    ["cloth", "M22.5 39Q32 32 41.5 39L43 59H21z"],
    ["dark", "M26 48h12l2 7H24zM25 36q7 5 14 0-1-4-7-4t-7 4z"],
    hands([18.5, 55.5], [45.5, 55.5]),
    ...head(32, 23, 10.5),
    ["hair", "M21 25Q18 10 33 10.5Q45 11 43 26Q41 18 35 16Q30 23 21 25z"],
    ["LINE", "M20 24V21a12 12 0 0 1 24 0v3"],
    ["dark", round(20.5, 25, 3.4) + round(43.5, 25, 3.4)],
  ],
  young: [
    ["hair", "M21 19a11 11 0 0 1 22 0q0 9 4 14-5 4-9 0H26q-4 4-9 0 4-5 4-14z"],
    ["LEGS", "M28 54L25 74M36 54L40 74"],
    ["dark", "M17 36q0-4 4-4h6v22h-6q-4 0-4-4z"],
    ["SLEEVE", "M26 36L19 49M38 35L49 25"],
    ["cloth", "M23.5 34Q32 28 40.5 34L40 57H24z"],
    hands([18, 51], [51, 23]),
    ...head(32, 19, 9.5),
    ["hair", "M22 19a10 10 0 0 1 20 0q-8-1-11-6-2 6-9 6z"],
  ],
  "grown-up": [
    ["LEGS", "M28 60V74M36 60V74"],
    ["dark", "M40 56h17v12H40z"],
    ["LINE", "M46 56v-3h5v3"],
    ["SLEEVE", "M24 37L18 52M40 37L46 52"],
    ["cloth", "M21.5 34Q32 27 42.5 34L46 63H18z"],
    ["dark", "M31 33h2l1 30h-4z"],
    hands([17.5, 54], [47, 53.5]),
    ...head(32, 18, 9.5),
    ["gold", "M25 27q7 4 14 0v4.5q-2 1.5-4 1.800l1 7h-4.5l-.5-7q-3-.3-6-1.800z"],
    ["hair", "M22 18Q20 7 32 7Q44 7 42 18Q41 13 37 11Q30 15 22 18z"],
    ["grey", "M22 18q-.5-4 1-6 1.5 2 1 5zM42 18q.5-4-1-6-1.5 2-1 5z"],
  ],
  elder: [
    ["WOOD", "M51 76V51q0-5-5-5"],
    ["LEGS", "M27 62V74M35 62V74"],
    ["SLEEVE", "M23 43L19 55M38 43L46 50"],
    ["cloth", "M20.5 41Q30 33 39.5 40L42 65H19z"],
    ["dark", "M29.5 38h2l1 27h-4z"],
    hands([18.5, 56.5], [48, 50]),
    ["grey", round(20, 25, 4.5) + round(40, 25, 4.5)],
    ...head(30, 25, 9.5),
    ["grey", "M21 22a9.5 9.5 0 0 1 18 0q-9-6-18 0z"],
    ["LINE", `${round(26.4, 25.5, 3.3)}${round(33.6, 25.5, 3.3)}M17 62h.1`],
  ],
  ancient: [
    ["WOOD", "M7 70Q32 83 57 70M17 73L11 30M46 73L43 58M13 58H45"],
    ["SLEEVE", "M31 47L41 54"],
    ["cloth", "M15 47Q25 38 34 46L38 62H17z"],
    ["dark", "M18 57Q34 50 47 57L51 72H41L38 67H19z"],
    ["GOLD", "M20 62Q34 56 47 62"],
    hands([43, 55]),
    ["grey", round(16, 31, 4) + round(35, 31, 4)],
    ...head(25.5, 32, 9.5),
    [
      "grey",
      "M16.5 34q-1 17 9 20 10-3 9-20-4 6-9 4-5 2-9-4zM20.5 29.5q2-2 4-.5-2 0-4 .5zM26.5 29q2-1.5 4 .5-2-.5-4-.5z",
    ],
    ["LINE", "M23.5 39.5q2 1.5 4 0"],
  ],
};

/** Somebody in a stage of life; inside a larger drawing `x` and `y` say where. */
export function Figure(props: { stage: string; seat: number; class?: string; x?: number; y?: number; width?: number }) {
  return (
    <svg
      class={`cradle-figure seat-${props.seat} ${props.class ?? ""}`}
      viewBox="0 0 64 80"
      aria-hidden="true"
      x={props.x}
      y={props.y}
      width={props.width}
      height={props.width && props.width * 1.25}
    >
      <For each={FIGURES[props.stage] ?? []}>{([stuff, path]) => <path class={`cradle-${stuff}`} d={path} />}</For>
    </svg>
  );
}
