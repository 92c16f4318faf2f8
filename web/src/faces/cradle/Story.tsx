// SPDX-License-Identifier: Apache-2.0
// How a game of Cradle to Grave went: what everybody wrote down and why, and a line of life for each player.
import { createMemo, createSignal, For, onCleanup, onMount, Show } from "solid-js";
import { Cited } from "../../parts/Help.tsx";
import { SeatMark } from "../../parts/SeatMark.tsx";
import type { CradleScene, Phrase } from "../../protocol.ts";
import type { Step, StoryProps } from "../face.ts";
import { Figure } from "./figures.tsx";
import { cardIn, countIn, whoIn, whomIn } from "./moments.ts";
import "./story.css";

type MarkKind = "safe" | "over" | "special" | "stop";

interface Life {
  /** Ages in a round, at the moments when somebody's changed; and what was written down. */
  rounds: { ages: number[]; wrote: number }[];
  marks: { round: number; at: number; kind: MarkKind }[];
}

interface Round {
  length: number;
  /** Who reached a hundred, with what; undefined if the deck ran out. */
  failed?: { seat: number; card: string; n: number };
}

const MARKS: Record<string, [MarkKind, (phrase: Phrase) => number]> = {
  "cradle.told.checked-safe": ["safe", whoIn],
  "cradle.told.checked-over": ["over", whoIn],
  "cradle.told.ten-covered": ["special", whomIn],
  "cradle.told.swapped": ["special", whomIn],
  "cradle.told.zero-laid": ["special", whoIn],
  "cradle.told.stopped": ["stop", whoIn],
};

/** Everybody's life from the steps of a game. */
function livesOf(steps: readonly Step<CradleScene>[], players: number): { lives: Life[]; rounds: Round[] } {
  const lives: Life[] = Array.from({ length: players }, () => ({ rounds: [], marks: [] }));
  const rounds: Round[] = [];
  const round = (n: number) => {
    while (rounds.length <= n) {
      rounds.push({ length: 0 });
      for (const life of lives) life.rounds.push({ ages: [], wrote: 0 });
    }
    return rounds[n] as Round;
  };
  let ended = 0; // rounds that are over
  for (const { scene, told } of steps) {
    // The step that ends a round shows the next one already, except the last.
    const at = ended;
    const over = told.some((phrase) => phrase.id === "cradle.told.scored");
    const now = round(at);
    const ages = scene.people.map((person) => (person.piles.length > 0 ? person.age : -1));
    if (!over && scene.round === at + 1 && ages.every((age) => age >= 0)) {
      const changed = lives.some((life, i) => life.rounds[at]?.ages.at(-1) !== ages[i]);
      if (changed) {
        for (const [i, life] of lives.entries()) life.rounds[at]?.ages.push(ages[i] ?? 0);
        ++now.length;
      }
    }
    for (const phrase of told) {
      const mark = MARKS[phrase.id];
      if (mark) lives[mark[1](phrase) - 1]?.marks.push({ round: at, at: Math.max(0, now.length - 1), kind: mark[0] });
      if (phrase.id === "cradle.told.checked-over")
        now.failed = { seat: whoIn(phrase), card: cardIn(phrase.args?.card), n: countIn(phrase) };
      const written = phrase.id === "cradle.told.scored" ? lives[whoIn(phrase) - 1]?.rounds[at] : undefined;
      if (written) written.wrote = countIn(phrase);
    }
    if (over) ++ended;
  }
  const whole = lives.map((life) => ({
    rounds: life.rounds.slice(0, ended),
    marks: life.marks.filter((mark) => mark.round < ended),
  }));
  return { lives: whole, rounds: rounds.slice(0, ended) };
}

export default function Story(props: StoryProps<CradleScene>) {
  const story = createMemo(() => livesOf(props.steps(), props.players.length));
  const failed = (round: Round, seat: number) => round.failed?.seat === seat;
  const ending = (round: Round, i: number): Phrase =>
    round.failed
      ? {
          id: "page.cradle.story.ended-hundred",
          args: {
            n: i + 1,
            who: { seat: round.failed.seat },
            from: round.failed.n - (Number.parseInt(round.failed.card, 10) || 0),
            card: round.failed.card,
            sum: round.failed.n,
          },
        }
      : { id: "page.cradle.story.ended-deck", args: { n: i + 1 } };

  return (
    <div class="cradle-story">
      <h2>{props.text("page.cradle.story.points")}</h2>
      <p>
        <Cited text={props.text("page.cradle.story.rule")} />
      </p>
      <div class="cradle-scores">
        <table>
          <thead>
            <tr>
              <th scope="col">{props.text("page.cradle.story.player")}</th>
              <For each={story().rounds}>
                {(_, i) => <th scope="col">{props.text("page.cradle.story.round", { n: i() + 1 })}</th>}
              </For>
              <th scope="col">{props.text("page.cradle.story.total")}</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.players}>
              {(player, i) => (
                <tr classList={{ "cradle-won": props.outcome.winners.includes(i() + 1) }}>
                  <th scope="row">
                    <SeatMark seat={i() + 1} /> {player.name}
                    <Show when={props.outcome.winners.includes(i() + 1)}>
                      <span aria-hidden="true"> ★</span>
                    </Show>
                  </th>
                  <For each={story().rounds}>
                    {(round, r) => (
                      <td classList={{ "cradle-hundred": failed(round, i() + 1) }}>
                        {story().lives[i()]?.rounds[r()]?.wrote}
                        <Show when={failed(round, i() + 1)}>*</Show>
                      </td>
                    )}
                  </For>
                  <td>
                    <b>{props.outcome.scores[i()]}</b>
                  </td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
      <ul class="cradle-ends">
        <For each={story().rounds}>
          {(round, i) => (
            <li>
              <Show when={round.failed}>* </Show>
              <Cited text={props.say(ending(round, i()))} />
            </li>
          )}
        </For>
      </ul>

      <h2>{props.text("page.cradle.story.lives")}</h2>
      <For each={props.players}>
        {(player, i) => (
          <Show when={story().lives[i()]}>
            {(life) => (
              <Lifeline seat={i() + 1} name={player.name} life={life()} rounds={story().rounds} text={props.text} />
            )}
          </Show>
        )}
      </For>
      <ul class="cradle-key">
        <li>{props.text("page.cradle.story.key")}</li>
        <For each={["safe", "over", "special", "stop"] as const}>
          {(kind) => (
            <li>
              <svg viewBox="-8 -8 16 16" aria-hidden="true">
                <Mark kind={kind} />
              </svg>
              {props.text(`page.cradle.story.key-${kind}`)}
            </li>
          )}
        </For>
      </ul>
    </div>
  );
}

// ---- One life as a line ---------------------------------------------------------------------------------

const HIGH = 112;
const TOP = 20; // above a hundred
const GAP = 42; // after each round, for what was written down
const RADIUS = 7; // of a mark

function Lifeline(props: {
  seat: number;
  name: string;
  life: Life;
  rounds: readonly Round[];
  text: StoryProps<CradleScene>["text"];
}) {
  // As wide as there is room, so that figures keep their size.
  const [wide, setWide] = createSignal(320);
  let figure: HTMLElement | undefined;
  onMount(() => {
    // In the next frame: a width that changes the layout while it is observed is an error in WebKit.
    const watch = new ResizeObserver(([entry]) => {
      if (entry) requestAnimationFrame(() => setWide(Math.max(300, entry.contentRect.width)));
    });
    if (figure) watch.observe(figure);
    onCleanup(() => watch.disconnect());
  });
  const step = () => {
    const all = props.rounds.reduce((sum, round) => sum + Math.max(1, round.length), 0);
    return (wide() - GAP * props.rounds.length - 26) / Math.max(1, all);
  };
  const begin = (round: number) =>
    26 + props.rounds.slice(0, round).reduce((sum, each) => sum + Math.max(1, each.length) * step() + GAP, 0);
  const y = (age: number) => TOP + (HIGH - TOP) * (1 - age / 100);
  const x = (round: number, at: number) => begin(round) + at * step();
  /** Where the number after a round begins: beside the line, and beside a mark at its end. */
  const endOf = (round: number, length: number) => {
    const marked = props.life.marks.some((mark) => mark.round === round && mark.at === length - 1);
    return x(round, length) + Math.max(4, marked ? RADIUS + 3 - step() / 2 : 0);
  };
  const line = (ages: readonly number[], round: number) =>
    ages.map((age, i) => `${i ? `V${y(age)}` : `M${x(round, 0)} ${y(age)}`}H${x(round, i + 1)}`).join("");
  const fill = (ages: readonly number[], round: number) => `${line(ages, round)}V${HIGH}H${x(round, 0)}z`;
  const ageAt = (round: number, at: number) => props.life.rounds[round]?.ages[at] ?? 0;
  const said = () =>
    props.life.rounds
      .map((round, i) =>
        props.text("page.cradle.story.life", {
          who: props.name,
          n: i + 1,
          from: round.ages[0] ?? 0,
          high: Math.max(0, ...round.ages),
          to: round.wrote,
        }),
      )
      .join(" ");

  return (
    <figure class={`cradle-lifeline seat-${props.seat}`} ref={figure}>
      <figcaption>
        <Figure stage="grown-up" seat={props.seat} />
        <SeatMark seat={props.seat} />
        <span>{props.name}</span>
      </figcaption>
      <svg viewBox={`0 0 ${wide()} ${HIGH + 14}`} role="img" aria-label={said()}>
        <For each={[0, 50]}>
          {(age) => (
            <>
              <path class="cradle-level" d={`M24 ${y(age)}H${wide()}`} />
              <text class="cradle-tick" x="20" y={y(age) + 4}>
                {age}
              </text>
            </>
          )}
        </For>
        <path class="cradle-level cradle-edge" d={`M24 ${y(91)}H${wide()}`} />
        <text class="cradle-tick" x="20" y={y(91) + 4}>
          91
        </text>
        <For each={props.life.rounds}>
          {(round, i) => (
            <>
              <path class="cradle-under" d={fill(round.ages, i())} />
              <path class="cradle-line" d={line(round.ages, i())} />
              <text class="cradle-end" x={endOf(i(), round.ages.length)} y={y(Math.min(100, round.wrote)) + 5}>
                {round.wrote}
              </text>
            </>
          )}
        </For>
        <For each={props.life.marks}>
          {(mark) => (
            <g transform={`translate(${x(mark.round, mark.at) + step() / 2} ${y(ageAt(mark.round, mark.at))})`}>
              <Mark kind={mark.kind} />
            </g>
          )}
        </For>
      </svg>
    </figure>
  );
}

const SHAPES: Record<MarkKind, string> = {
  safe: "M-3.5 .3l2.5 2.7 4.5-5.5",
  over: "M-3.5-3.5l7 7M3.5-3.5l-7 7",
  special: "M0-4.5L1.3-1.3 4.5 0 1.3 1.3 0 4.5-1.3 1.3-4.5 0-1.3-1.3z",
  stop: "M-4 0H4",
};

function Mark(props: { kind: MarkKind }) {
  return (
    <g class={`cradle-mark cradle-mark-${props.kind}`}>
      <circle r={RADIUS} />
      <path d={SHAPES[props.kind]} />
    </g>
  );
}
