// CV's picture for the home screen: a life on a sheet of paper, under the arc of the sun.
import { For } from "solid-js";
import { Portrait, Sym } from "./art.tsx";
import "./tile.css";

const PILES = ["H", "R", "K", "W", "P"];
const HEIGHTS = [3, 4, 2, 2, 3];

export default function Tile() {
  return (
    <svg
      class="cv-tile cv-ink"
      data-game="cv"
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect class="cv-tile-sky" width="320" height="200" />
      <path class="cv-tile-arc" d="M-14 176C40 8 280 8 334 176" />
      <g class="cv-tile-sun">
        <circle cx="26" cy="98" r="10" />
        <circle cx="160" cy="50" r="17" />
        <circle cx="294" cy="98" r="10" />
        <For each={Array.from({ length: 12 }, (_, i) => i * 30)}>
          {(turn) => <path d="M0-22v-8" transform={`translate(160 50) rotate(${turn})`} />}
        </For>
      </g>
      <path class="cv-tile-hill" d="M0 162q80-26 160-12t160 4v46H0z" />
      <g transform="rotate(-4 160 120)">
        <rect class="cv-tile-shade" x="75" y="53" width="176" height="164" rx="6" />
        <rect class="cv-tile-page" x="70" y="46" width="176" height="164" rx="6" />
        <svg aria-hidden="true" x="82" y="57" width="46" height="46">
          <Portrait seat={1} age={2} />
        </svg>
        <text class="cv-tile-name" x="140" y="82">
          CV
        </text>
        <path class="cv-tile-lines" d="M140 92h92M140 101h64M82 113h150" />
        <For each={PILES}>
          {(letter, i) => (
            <g transform={`translate(${81 + i() * 31.5} 122)`} class={`cv-${letter}`}>
              <For each={Array.from({ length: HEIGHTS[i()] ?? 1 }, (_, n) => (HEIGHTS[i()] ?? 1) - 1 - n)}>
                {(n) => <rect class="cv-tile-pile" y={n * 6} width="27" height="36" rx="4" />}
              </For>
              <svg aria-hidden="true" x="5.5" y="10" width="16" height="16">
                <Sym of={letter} />
              </svg>
            </g>
          )}
        </For>
      </g>
      <For
        each={[
          ["G", 214, 128, 14],
          ["M", 258, 146, -10],
        ]}
      >
        {([letter, x, y, turn]) => (
          <g transform={`translate(${x} ${y}) rotate(${turn})`}>
            <rect class="cv-tile-edge" y="3" width="42" height="42" rx="9" />
            <rect class="cv-tile-die" width="42" height="42" rx="9" />
            <svg aria-hidden="true" x="8" y="8" width="26" height="26">
              <Sym of={String(letter)} />
            </svg>
          </g>
        )}
      </For>
    </svg>
  );
}
