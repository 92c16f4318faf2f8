// SPDX-License-Identifier: Apache-2.0
// How a game of Five Alive went: whose letters were turned over, when and why, and a picture of all lives and totals.
import { createMemo, For, Index, Show } from "solid-js";
import { Cited } from "../../parts/Help.tsx";
import { SeatMark } from "../../parts/SeatMark.tsx";
import type { AliveScene } from "../../protocol.ts";
import type { StoryProps } from "../face.ts";
import { LETTERS, LIMIT, Lives } from "./art.tsx";
import { type History, historyOf } from "./history.ts";
import "./story.css";

export default function Story(props: StoryProps<AliveScene>) {
  const history = createMemo(() => historyOf(props.steps()));
  const nameOf = (seat: number) => props.players[seat - 1]?.name ?? "";
  const sideName = (side: number) => {
    const seats = history().sides[side] ?? [];
    return seats.map(nameOf).join(" · ");
  };
  const won = (seats: readonly number[]) => Number(seats.some((seat) => props.outcome.winners.includes(seat)));
  const lossesOf = (side: number) => history().losses.filter((loss) => loss.side === side);
  const lastLoss = (side: number) => lossesOf(side).at(-1)?.turn ?? 0;
  const ranked = createMemo(() =>
    history()
      .sides.map((seats, side) => ({ seats, side, lives: history().turns.at(-1)?.lives[side] ?? 0 }))
      .sort((a, b) => won(b.seats) - won(a.seats) || b.lives - a.lives || lastLoss(b.side) - lastLoss(a.side)),
  );

  return (
    <div class="alive-story">
      <h3>{props.text("page.alive.story.lives")}</h3>
      <ul class="alive-fates">
        <For each={ranked()}>
          {({ seats, side, lives }) => (
            <li class="alive-fate">
              <p class="alive-fate-head">
                <For each={seats}>
                  {(seat) => (
                    <span class={`alive-fate-who seat-${seat}`}>
                      <SeatMark seat={seat} /> <bdi>{nameOf(seat)}</bdi>
                    </span>
                  )}
                </For>
                <Lives lives={lives} label={props.text("page.alive.lives", { n: lives })} />
              </p>
              <Show
                when={lossesOf(side).length > 0}
                fallback={<p class="alive-fate-none">{props.text("page.alive.story.unhurt")}</p>}
              >
                <ol>
                  <For each={lossesOf(side)}>
                    {(loss) => (
                      <li>
                        <b class="alive-lost">{LETTERS[loss.left]}</b>
                        <span>
                          <Show when={seats.length > 1}>
                            <bdi>{nameOf(loss.seat)}</bdi>:{" "}
                          </Show>
                          <Cited text={props.say(loss.why)} />
                        </span>
                      </li>
                    )}
                  </For>
                </ol>
              </Show>
            </li>
          )}
        </For>
      </ul>
      <For each={history().sums}>
        {(phrase) => (
          <p>
            <Cited text={props.say(phrase)} />
          </p>
        )}
      </For>

      <h3>{props.text("page.alive.story.picture")}</h3>
      <Chart history={history()} nameOf={sideName} text={props.text} />
      <Show when={history().turns.some((turn) => turn.bomb)}>
        <p class="alive-legend">
          <svg viewBox="-8 -9 16 16" aria-hidden="true">
            <Blast />
          </svg>
          {props.text("page.alive.story.bomb")}
        </p>
      </Show>
      <LivesTable history={history()} nameOf={sideName} text={props.text} />
    </div>
  );
}

interface PictureProps {
  history: History;
  nameOf: (side: number) => string;
  text: StoryProps<AliveScene>["text"];
}

// ---- The picture -----------------------------------------------------------------------------------------

const LEFT = 22;
const RIGHT = 348;
const LEVEL = 27; // from one life to the next
const LANE = 3.4; // between lines of equal lives
const FLOOR = 16 + 5 * LEVEL + 12; // no life left
const BOTTOM = FLOOR + 66; // total 0
const WIDTH = 376;
const HEIGHT = BOTTOM + 18;

function Chart(props: PictureProps) {
  const turns = () => props.history.turns;
  const x = (turn: number) => LEFT + ((turn + 1) * (RIGHT - LEFT)) / Math.max(1, turns().length);
  const y = (lives: number, side: number) =>
    FLOOR - lives * LEVEL + (side - (props.history.sides.length - 1) / 2) * LANE;
  const total = (points: number) => BOTTOM - (points * 46) / LIMIT;

  /** The lives of a side: level until one is lost, then down. */
  const path = (side: number) => {
    let d = `M${LEFT} ${y(5, side)}`;
    turns().forEach(({ lives }, i) => {
      const now = lives[side] ?? 0;
      if (now !== (turns()[i - 1]?.lives[side] ?? 5)) d += `H${x(i).toFixed(1)}V${y(now, side).toFixed(1)}`;
    });
    const end = turns().findIndex(({ lives }) => lives[side] === 0);
    return end < 0 ? `${d}H${RIGHT}` : d;
  };
  const totals = () =>
    `M${LEFT} ${BOTTOM}${turns()
      .map((turn, i) => `L${x(i).toFixed(1)} ${total(turn.total).toFixed(1)}`)
      .join("")}`;
  const handStarts = () =>
    turns().flatMap(({ hand }, i) => (hand !== turns()[i - 1]?.hand ? [{ hand, turn: i - 1 }] : []));
  /** The sides that are still alive. */
  const ends = () =>
    props.history.sides.flatMap((seats, side) => {
      const lives = turns().at(-1)?.lives[side] ?? 5;
      return lives > 0 ? [{ seats, side, y: y(lives, side) }] : [];
    });

  return (
    <div class="alive-picture">
      <svg
        class="alive-chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={props.text("page.alive.story.about")}
      >
        <For each={[0, 1, 2, 3, 4, 5]}>
          {(lives) => (
            <>
              <path class="alive-grid" d={`M${LEFT} ${FLOOR - lives * LEVEL}H${RIGHT}`} />
              <text x={LEFT - 7} y={FLOOR - lives * LEVEL + 4} text-anchor="end">
                {lives}
              </text>
            </>
          )}
        </For>
        <For each={handStarts()}>
          {({ hand, turn }) => (
            <>
              <path class="alive-border" d={`M${x(turn)} 14V${BOTTOM}`} />
              <text class="alive-hand-number" x={x(turn) + 3} y={BOTTOM + 14}>
                {turn < 0 ? props.text("page.alive.story.hand", { n: hand }) : hand}
              </text>
            </>
          )}
        </For>
        <path class="alive-totals" d={totals()} />
        <path class="alive-grid" d={`M${LEFT} ${total(LIMIT)}H${RIGHT}`} />
        <text x={LEFT - 4} y={total(LIMIT) + 4} text-anchor="end">
          {LIMIT}
        </text>
        <Index each={props.history.sides}>
          {(seats, side) => (
            <g class={`alive-line seat-${seats()[0]}`}>
              <path d={path(side)} />
            </g>
          )}
        </Index>
        <For each={turns()}>
          {(turn, i) => (
            <Show when={turn.bomb}>
              <g transform={`translate(${x(i())} ${FLOOR + 9})`}>
                <Blast />
              </g>
            </Show>
          )}
        </For>
      </svg>
      <For each={props.history.losses}>
        {(loss) => <Mark seat={loss.seat} x={x(loss.turn)} y={y(loss.left, loss.side)} />}
      </For>
      <For each={ends()}>
        {(end) => (
          <For each={end.seats}>
            {(seat, i) => <Mark seat={seat} x={RIGHT + 9 + (end.side % 2) * 9 + i() * 9} y={end.y} />}
          </For>
        )}
      </For>
    </div>
  );
}

function Blast() {
  return (
    <g class="alive-blast">
      <circle r="4.5" />
      <path d="M3-3l4-5" />
    </g>
  );
}

/** A player's shape on the picture, which is readable without colours. */
function Mark(props: { seat: number; x: number; y: number }) {
  return (
    <span
      class={`alive-mark seat-${props.seat}`}
      style={{ left: `${(100 * props.x) / WIDTH}%`, top: `${(100 * props.y) / HEIGHT}%` }}
    >
      <SeatMark seat={props.seat} />
    </span>
  );
}

/** The same in figures: the lives at the end of every hand. */
function LivesTable(props: PictureProps) {
  const ends = () => props.history.turns.filter(({ hand }, i, all) => hand !== all[i + 1]?.hand);
  return (
    <details class="alive-figures">
      <summary>{props.text("page.alive.story.table")}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{props.text("page.alive.story.hand.column")}</th>
            <For each={props.history.sides}>
              {(_, side) => (
                <th scope="col">
                  <bdi>{props.nameOf(side())}</bdi>
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={ends()}>
            {(turn) => (
              <tr>
                <th scope="row">{turn.hand}</th>
                <For each={turn.lives}>{(lives) => <td>{lives}</td>}</For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </details>
  );
}
