// Cradle to Grave in one picture: a life walks over a hill, from the cradle at dawn to the rocking chair at dusk.
import { For } from "solid-js";
import { Figure } from "./figures.tsx";
import "./tile.css";

const WALKERS = ["baby", "child", "teen", "young", "grown-up", "elder", "ancient"];
const RAYS = Array.from({ length: 12 }, (_, i) => i * 30);

export default function Tile() {
  return (
    <svg class="cradle-tile" viewBox="0 0 320 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="cradle-day">
          <stop class="cradle-day-1" offset="0" />
          <stop class="cradle-day-2" offset=".5" />
          <stop class="cradle-day-3" offset="1" />
        </linearGradient>
      </defs>
      <rect width="320" height="200" fill="url(#cradle-day)" />
      <path class="cradle-way" d="M18 128Q160 -62 302 128" />
      <circle class="cradle-early" cx="46" cy="93" r="7" />
      <g transform="translate(160 36)">
        <For each={RAYS}>{(turn) => <path class="cradle-ray" d="M0 -20V-26" transform={`rotate(${turn})`} />}</For>
        <circle class="cradle-noon" r="15" />
      </g>
      <path class="cradle-moon" d="M276 80a12 12 0 1 0 10 18 10 10 0 0 1-10-18z" />
      <path class="cradle-far" d="M0 200V138Q50 112 104 130T214 124T320 140V200z" />
      <path class="cradle-near" d="M0 200V172Q160 112 320 172V200z" />
      <For each={WALKERS}>
        {(stage, i) => {
          const x = 1 + 44.5 * i();
          const t = (x + 25) / 320;
          const y = 180 - 120 * t * (1 - t) - 60;
          return <Figure stage={stage} seat={[3, 5, 1, 4, 2, 6, 1][i()] ?? 1} x={x} y={y} width={51} />;
        }}
      </For>
      <path class="cradle-grass" d="M24 192l3-8 3 8M120 186l3-8 3 8M204 188l3-8 3 8M286 193l3-8 3 8" />
    </svg>
  );
}
