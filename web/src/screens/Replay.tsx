// SPDX-License-Identifier: Apache-2.0
// A finished game (or one's own so far) again: forwards, backwards, from any seat that may be looked at, with a timeline.
import { createEffect, createResource, createSignal, For, onCleanup, Show, Suspense } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { Dynamic } from "solid-js/web";
import { theEngine } from "../engine/engine.ts";
import { TableProvider } from "../faces/face.ts";
import { FACES } from "../faces/index.ts";
import { type Kept, keep, kept } from "../keep.ts";
import { t } from "../language.ts";
import { fail } from "../mishap.ts";
import { calm } from "../motion.ts";
import { Icon, type IconName } from "../parts/Icon.tsx";
import { listenToKeys } from "../parts/keys.ts";
import { Top } from "../parts/Top.tsx";
import type { Phrase, State, Told } from "../protocol.ts";
import { freshId } from "../start.ts";
import { type CardBook, cardBook, glimpses, nowOf, unfold, viewOf } from "../table.ts";
import { go } from "../where.ts";

const PACE = 900; // ms a step

interface Film {
  game: Kept;
  table: number;
  told: readonly Told[];
  cards: CardBook;
  length: number;
}

async function load(id: string): Promise<Film | undefined> {
  const game = await kept(id);
  if (!game) return undefined;
  const engine = await theEngine();
  const { table } = await engine.ask({ do: "resume", record: game.record });
  const told = await engine.ask({ do: "told", table, reader: 0, since: 0 });
  const cards = await cardBook(engine, game.deal);
  const { at } = await engine.ask({ do: "look", table, reader: 0 });
  return { game, table, told, cards, length: at };
}

export default function Replay(props: { id: string }) {
  const [film] = createResource(() => props.id, load);
  return (
    <Show when={!film.error} fallback={<Nothing text={film.error.message} />}>
      <Show
        when={film()}
        fallback={
          film.state === "ready" ? <Nothing text={t("page.lost.table")} /> : <p class="waiting">{t("page.loading")}</p>
        }
      >
        {(ready) => (
          <Show when={ready().game.over} fallback={<Nothing text={t("page.replay.later")} />}>
            <Showing film={ready()} />
          </Show>
        )}
      </Show>
    </Show>
  );
}

function Nothing(props: { text: string }) {
  return (
    <main class="screen">
      <Top title={t("page.title")} />
      <p class="notice" role="alert">
        {props.text}
      </p>
    </main>
  );
}

function Showing(props: { film: Film }) {
  const { film } = props;
  const [at, setAt] = createSignal(film.told[0]?.at ?? 0);
  const people = film.game.players.flatMap((player, i) => (player === "person" ? [i + 1] : []));
  // Whoever looks with other eyes is still called "you" at the own place, and only there.
  const me = people.length === 1 ? (people[0] as number) : 0;
  const [reader, setReader] = createSignal(me);
  const [playing, setPlaying] = createSignal(false);
  const [store, setStore] = createStore<{ state: State | undefined }>({ state: undefined });
  const [news, setNews] = createSignal<readonly Phrase[]>([]);
  const [said, setSaid] = createSignal<readonly Phrase[]>([]);
  const [jumped, setJumped] = createSignal(true);
  const [settled, setSettled] = createSignal(-1); // the step of which everything has been seen
  let wanted = 0;
  let endMoment = () => {};

  // Only moves of which something was told are worth a stop.
  const stops = [...film.told.map((each) => each.at)];
  const index = () =>
    Math.max(
      0,
      stops.findLastIndex((stop) => stop <= at()),
    );
  const to = (stop: number | undefined, jump = true) => {
    if (stop === undefined) return;
    setJumped(jump);
    setAt(stop);
  };

  createEffect(() => {
    const [k, seat] = [at(), reader()];
    const request = ++wanted;
    void (async () => {
      const engine = await theEngine();
      const look = (when: number) => engine.ask({ do: "look", table: film.table, reader: seat, at: when });
      const told = film.told.filter((each) => each.at === k);
      const phrases = told.flatMap((each) => each.phrases);
      const state = await look(k);
      const seen = jumped() ? [{ state, told, news: phrases, ms: 0 }] : await glimpses(state, told, look);
      if (request !== wanted) return;
      endMoment();
      endMoment = unfold(
        seen,
        (glimpse) => {
          setStore("state", reconcile(glimpse.state, { key: null, merge: true }));
          setNews(glimpse.news);
          // Nothing is told of a card before it has been seen.
          setSaid(glimpse.state === state ? phrases : [nowOf(glimpse.state)]);
        },
        () => setSettled(k),
      );
    })().catch((reason) => request === wanted && fail(reason));
  });
  createEffect(() => {
    if (!playing() || settled() !== at()) return;
    const next = stops[index() + 1];
    const timer = setTimeout(() => (next === undefined ? setPlaying(false) : to(next, false)), PACE);
    onCleanup(() => clearTimeout(timer));
  });
  onCleanup(() => {
    ++wanted; // what is still asked for is not shown
    endMoment();
    // An engine that cannot be had has no tables to close.
    void theEngine()
      .then((engine) => engine.ask({ do: "close", table: film.table }))
      .catch(() => {});
  });

  const play = () => {
    if (!playing() && index() === stops.length - 1) to(stops[0]);
    setPlaying(!playing());
  };
  listenToKeys(() => ({
    ArrowRight: () => to(stops[index() + 1], false),
    ArrowLeft: () => to(stops[index() - 1]),
    Home: () => to(stops[0]),
    End: () => to(stops.at(-1)),
    " ": play,
  }));

  const table = viewOf({
    state: () => store.state,
    reader,
    me: () => me,
    names: () => film.game.names,
    news,
    calm: () => jumped() || calm(),
    cards: () => film.cards,
  });

  /** A game of its own from here on: the moves so far, then other ones. */
  const fork = async () => {
    const lines = film.game.record.trimEnd().split("\n");
    const header = JSON.parse(lines[0] ?? "{}");
    header.result = null; // it goes on, with those who play here
    for (const [i, seat] of header.seats.entries()) seat.player = film.game.players[i];
    const game: Kept = {
      ...film.game,
      id: freshId(),
      changed: Date.now(),
      over: false,
      day: "",
      winners: [],
      witness: film.game.witness && { ...film.game.witness, shown: [] }, // nobody was shown this game
      record: `${[JSON.stringify(header), ...lines.slice(1, at() + 1)].join("\n")}\n`,
    };
    await keep(game);
    go(`#/table/${game.id}`);
  };

  return (
    <main class="live replay" data-game={film.game.game} data-busy={settled() !== at() || undefined}>
      <Top title={t("page.replay", { game: t(`page.${film.game.game}.title`) })} back={`#/table/${film.game.id}`}>
        <label class="eyes">
          <span class="sr-only">{t("page.replay.eyes")}</span>
          <select
            value={reader()}
            onChange={(event) => {
              setJumped(true);
              setReader(Number(event.currentTarget.value));
            }}
          >
            <option value={0}>{t("page.replay.bystander")}</option>
            <For each={film.game.names}>
              {(name, i) => <option value={i() + 1}>{i() + 1 === me ? t("page.name.me") : name}</option>}
            </For>
          </select>
        </label>
      </Top>
      <div class="board">
        <Show when={store.state}>
          <TableProvider value={table}>
            <Suspense>
              <Dynamic component={FACES[film.game.game]} />
            </Suspense>
          </TableProvider>
        </Show>
      </div>
      <footer class="below">
        <p class="prompt" aria-live="polite">
          {said().map(table.say).join(" ")}
        </p>
        <div class="timeline">
          <div class="steps">
            <Step name="previous" to={() => to(stops[index() - 1])} />
            <input
              type="range"
              min={0}
              max={stops.length - 1}
              value={index()}
              aria-label={t("page.replay.timeline")}
              aria-valuetext={t("page.replay.at", { n: index() + 1, of: stops.length })}
              onInput={(event) => to(stops[Number(event.currentTarget.value)])}
            />
            <Step name="next" to={() => to(stops[index() + 1], false)} />
          </div>
          <div class="row">
            <Step name="first" to={() => to(stops[0])} />
            <Step name={playing() ? "pause" : "play"} to={play} />
            <Step name="last" to={() => to(stops.at(-1))} />
            <button type="button" class="button small" onClick={fork}>
              {t("page.replay.fork")}
            </button>
          </div>
        </div>
      </footer>
    </main>
  );
}

/** A button of the timeline. */
function Step(props: { name: IconName; to: () => void }) {
  return (
    <button type="button" class="icon-button" aria-label={t(`page.replay.${props.name}`)} onClick={props.to}>
      <Icon name={props.name} />
    </button>
  );
}
