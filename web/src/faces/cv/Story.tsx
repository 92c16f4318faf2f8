// SPDX-License-Identifier: Apache-2.0
// How a game of CV went: the point sheet line by line, the points over the turns, and the life of each player.
import { createMemo, For, Show } from "solid-js";
import { Cited } from "../../parts/Help.tsx";
import { SeatMark, shapeOf } from "../../parts/SeatMark.tsx";
import type { CvCardFacts, CvPerson, CvScene, Phrase } from "../../protocol.ts";
import type { StoryProps } from "../face.ts";
import { Portrait, Sun, Sym } from "./art.tsx";
import "./story.css";
import { idOf, letterOf, typeName } from "./words.ts";

type Props = StoryProps<CvScene> & { facts?: readonly CvCardFacts[] };

type Lost = "misfortune" | "upkeep" | "somehow";

interface Event {
  card: number;
  type: string;
  age: number; // 0 childhood, 1 to 3
  lost?: Lost;
}
interface Saga {
  lives: Event[][]; // by seat
  totals: number[][]; // by turn, then by seat
  agesFrom: number[]; // the turn in which the ages 1 to 3 began
  titles: Map<number, string>;
  goals: Map<number, Phrase>; // what they ask for
}

const AGES = ["childhood", "early adulthood", "middle age", "old age"];

/** A phrase among the arguments of another. */
function inside(phrase: Phrase, name: string): Phrase | undefined {
  const argument = phrase.args?.[name];
  return Array.isArray(argument) ? argument[0] : undefined;
}
const numberIn = (phrase: Phrase | undefined) => Number(phrase?.args?.number ?? 0);

function sagaOf(props: Props): Saga {
  const saga: Saga = {
    lives: props.players.map(() => []),
    totals: [],
    agesFrom: [0],
    titles: new Map(props.facts?.map((facts) => [facts.number, facts.title])),
    goals: new Map(),
  };
  let turn = 0;
  for (const { scene, told } of props.steps()) {
    const lost = new Map<number, Lost>();
    for (const phrase of told) {
      const card = inside(phrase, "card");
      if (card) saga.titles.set(numberIn(card), props.say({ ...card, id: "cv.card" }));
      if (phrase.id.startsWith("cv.told.goal-")) saga.goals.set(numberIn(card), inside(phrase, "effect") as Phrase);
      if (phrase.id === "cv.told.lost") lost.set(numberIn(card), "misfortune");
      if (phrase.id === "cv.told.unpaid") lost.set(numberIn(card), "upkeep");
    }
    const on = scene.decks.findIndex((deck) => deck.on);
    const age = on < 0 ? 3 : on + 1;
    for (const [seat, person] of scene.people.entries()) live(saga.lives[seat] ?? [], person, age, lost);
    if (scene.turn && scene.turn !== turn) {
      turn = scene.turn;
      for (let begun = saga.agesFrom.length; begun < age; ++begun) saga.agesFrom.push(saga.totals.length);
      saga.totals.push(scene.people.map((person) => person.points.total));
    }
  }
  saga.totals.push(props.outcome.scores);
  return saga;
}

/** Notes what came into a CV, and what went. */
function live(life: Event[], person: CvPerson, age: number, lost: ReadonlyMap<number, Lost>) {
  const now = new Map(person.stacks.flatMap((stack) => stack.cards.map((card) => [card, stack.type] as const)));
  for (const event of life) if (!event.lost && !now.has(event.card)) event.lost = lost.get(event.card) ?? "somehow";
  for (const [card, type] of now)
    if (!life.some((event) => event.card === card)) life.push({ card, type, age: card <= 12 ? 0 : age });
}

export default function Story(props: Props) {
  const saga = createMemo(() => sagaOf(props));
  const last = () => props.steps().at(-1)?.scene;
  return (
    <Show when={last()}>
      {(scene) => (
        <div class="cv-story cv-ink" data-game="cv">
          <Sheet {...props} scene={scene()} saga={saga()} />
          <Chart {...props} saga={saga()} />
          <Lives {...props} scene={scene()} saga={saga()} />
        </div>
      )}
    </Show>
  );
}

type Told = Props & { saga: Saga };

// ---- Points -----------------------------------------------------------------------------------------------

interface Row {
  name: string;
  why: string;
  sign: string;
  cells: { points: number | "?"; of: string }[];
}

function rowsOf(props: Told & { scene: CvScene }): Row[] {
  const { text, scene } = props;
  const people = scene.people;
  const cards = (person: CvPerson, at: number) => {
    const stack = person.stacks[at];
    const n = stack?.cards.length ?? 0;
    return text("page.cv.cards", { n }) + (stack?.twice ? ` ${text("page.cv.one-twice")}` : "");
  };
  const stack = (at: number, why: string, points: (person: CvPerson) => number): Row => {
    const type = people[0]?.stacks[at]?.type ?? "";
    const cells = people.map((person) => ({ points: points(person), of: cards(person, at) }));
    return { name: typeName(text, type), why, sign: letterOf(type), cells };
  };
  const title = (card: number) => props.saga.titles.get(card) ?? "";
  const asks = (card: number) => {
    const set = props.saga.goals.get(card) ?? props.facts?.[card - 1]?.effect;
    return set ? props.say(set) : "";
  };
  return [
    stack(0, "CV-49", (person) => person.points.health),
    stack(1, "CV-49", (person) => person.points.relationship),
    stack(2, "CV-49", (person) => person.points.knowledge),
    stack(4, "CV-51", (person) => person.points.possessions),
    ...scene.goals.map((goal, i) => ({
      name: title(goal.card),
      why: `${asks(goal.card)} CV-53`,
      sign: "L",
      cells: people.map((person) => ({ points: person.points.goals[i] ?? 0, of: "" })),
    })),
    {
      name: text("page.cv.secret-goal"),
      why: "CV-52",
      sign: "L",
      cells: people.map((person) => ({
        points: person.points.secret_known ? person.points.secret : "?",
        of: person.goal ? `${title(person.goal)}, ${asks(person.goal)}` : "",
      })),
    },
  ];
}

function Sheet(props: Told & { scene: CvScene }) {
  const tied = () => new Set(props.outcome.scores).size < props.outcome.scores.length;
  return (
    <div class="cv-scroll">
      <table>
        <caption>{props.text("page.cv.story.points")}</caption>
        <thead>
          <tr>
            <td />
            <For each={props.players}>
              {(player, i) => (
                <th scope="col" classList={{ "cv-winner": props.outcome.winners.includes(i() + 1) }}>
                  <SeatMark seat={i() + 1} /> <bdi>{player.name}</bdi>
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={rowsOf(props)}>
            {(row) => (
              <tr>
                <th scope="row">
                  <Sym of={row.sign} /> {row.name}{" "}
                  <small>
                    <Cited text={row.why} />
                  </small>
                </th>
                <For each={row.cells}>
                  {(cell) => (
                    <td>
                      <b>{cell.points}</b>
                      <Show when={cell.of}>
                        <small>{cell.of}</small>
                      </Show>
                    </td>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{props.text("page.cv.story.total")}</th>
            <For each={props.outcome.scores}>
              {(score, i) => (
                <td classList={{ "cv-winner": props.outcome.winners.includes(i() + 1) }}>
                  <b>{score}</b>
                  <Show when={props.outcome.winners.includes(i() + 1)}>
                    <small>{props.text("page.cv.story.won")}</small>
                  </Show>
                </td>
              )}
            </For>
          </tr>
          <Show when={tied()}>
            <tr>
              <th scope="row">
                {props.text("page.cv.story.cards")} <Cited text="CV-56" />
              </th>
              <For each={props.scene.people}>{(person) => <td>{person.cards}</td>}</For>
            </tr>
          </Show>
        </tfoot>
      </table>
    </div>
  );
}

// ---- The points over the turns ----------------------------------------------------------------------------

const WIDTH = 350;
const HEIGHT = 210;
const LEFT = 26;
const RIGHT = 34;
const TOP = 26;
const BOTTOM = 14;
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];

function Chart(props: Told) {
  const most = () => Math.max(10, ...props.saga.totals.flat());
  const turns = () => Math.max(1, props.saga.totals.length - 1);
  const x = (turn: number) => LEFT + (turn / turns()) * (WIDTH - LEFT - RIGHT);
  const y = (points: number) => HEIGHT - BOTTOM - (points / most()) * (HEIGHT - TOP - BOTTOM);
  const line = (seat: number) => {
    let path = "";
    for (const [turn, totals] of props.saga.totals.entries()) {
      const at = y(totals[seat] ?? 0).toFixed(1);
      path += path ? `H${x(turn).toFixed(1)}V${at}` : `M${x(turn).toFixed(1)} ${at}`;
    }
    return path;
  };
  const ticks = () =>
    Array.from({ length: Math.floor(most() / 10) + 1 }, (_, i) => i * 10).filter((n) => most() < 60 || n % 20 === 0);
  /** The names at the right end, apart from each other. */
  const ends = createMemo(() => {
    const sorted = props.outcome.scores
      .map((score, i) => ({ seat: i + 1, score, y: y(score) }))
      .sort((a, b) => a.y - b.y);
    for (let i = 1; i < sorted.length; ++i) {
      const [above, here] = [sorted[i - 1], sorted[i]];
      if (above && here) here.y = Math.max(here.y, above.y + 15);
    }
    let room = HEIGHT - 6;
    for (const end of sorted.toReversed()) {
      end.y = Math.min(end.y, room);
      room = end.y - 15;
    }
    return sorted;
  });
  const described = () =>
    props.players.map((player, i) =>
      props.text("page.cv.story.line", {
        who: player.name,
        points: props.saga.agesFrom
          .slice(1)
          .map((turn) => props.saga.totals[turn]?.[i] ?? 0)
          .concat(props.outcome.scores[i] ?? 0)
          .join(", "),
      }),
    );
  return (
    <figure>
      <figcaption>{props.text("page.cv.story.chart")}</figcaption>
      <svg class="cv-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={described().join(" ")}>
        <For each={props.saga.agesFrom}>
          {(turn, i) => (
            <g>
              <path class="cv-rule" d={`M${x(turn)} ${TOP - 8}V${HEIGHT - BOTTOM}`} />
              <text class="cv-age" x={x(turn) + 3} y="12">
                {props.text(`cv.deck.${idOf(AGES[i() + 1] ?? "")}`)}
              </text>
            </g>
          )}
        </For>
        <For each={ticks()}>
          {(tick) => (
            <g>
              <path class="cv-grid" d={`M${LEFT} ${y(tick)}H${WIDTH - RIGHT}`} />
              <text class="cv-tick" x={LEFT - 4} y={y(tick) + 4}>
                {tick}
              </text>
            </g>
          )}
        </For>
        <For each={props.players}>
          {(_, i) => <path class={`cv-line seat-${i() + 1}`} d={line(i())} stroke-dasharray={DASHES[i()]} />}
        </For>
        <For each={ends()}>
          {(end) => (
            <g transform={`translate(${WIDTH - RIGHT + 3} ${end.y - 6})`}>
              <path class={`cv-end-mark seat-${end.seat}`} transform="scale(.46)" d={shapeOf(end.seat)} />
              <text class="cv-end" x="14" y="10">
                {end.score}
              </text>
            </g>
          )}
        </For>
      </svg>
    </figure>
  );
}

// ---- Lives ------------------------------------------------------------------------------------------------

function Lives(props: Told & { scene: CvScene }) {
  const lifeOf = (seat: number) => props.say({ id: "page.cv.story.life", args: { who: { seat } } });
  return (
    <div class="cv-lives">
      <For each={props.players}>
        {(_, i) => (
          <section class={`seat-${i() + 1}`} aria-label={lifeOf(i() + 1)}>
            <h3>
              <Portrait seat={i() + 1} age={3} />
              <SeatMark seat={i() + 1} /> {lifeOf(i() + 1)}
            </h3>
            <ol>
              <For each={AGES}>
                {(name, age) => {
                  const events = () => (props.saga.lives[i()] ?? []).filter((event) => event.age === age());
                  return (
                    <Show when={events().length}>
                      <li>
                        <h4>
                          <Show when={age()}>
                            <Sun age={age() - 1} />
                          </Show>
                          {props.text(`cv.deck.${idOf(name)}`)}
                        </h4>
                        <ul>
                          <For each={events()}>
                            {(event) => (
                              <li classList={{ "cv-gone": Boolean(event.lost) }}>
                                <Sym of={letterOf(event.type)} />
                                <span>{props.saga.titles.get(event.card) || props.text("page.cv.story.bicycle")}</span>
                                <Show when={event.lost}>
                                  <small>{props.text(`page.cv.story.lost.${event.lost}`)}</small>
                                </Show>
                              </li>
                            )}
                          </For>
                        </ul>
                      </li>
                    </Show>
                  );
                }}
              </For>
            </ol>
          </section>
        )}
      </For>
    </div>
  );
}
