// A finished game (or one's own so far) again: forwards, backwards, from any seat that may be looked at, with a timeline.
import { createEffect, createResource, createSignal, For, onCleanup, Show, Suspense } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { Dynamic } from "solid-js/web";
import { theEngine } from "../engine/engine.ts";
import { TableProvider } from "../faces/face.ts";
import { FACES } from "../faces/index.ts";
import { type Kept, keep, kept } from "../keep.ts";
import { t, tell } from "../language.ts";
import { calm } from "../motion.ts";
import { Icon } from "../parts/Icon.tsx";
import { Top } from "../parts/Top.tsx";
import type { Phrase, State, Told } from "../protocol.ts";
import { type CardBook, cardBook, viewOf } from "../table.ts";
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
  const cards = await cardBook(engine, game.game, game.deal.options);
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
  const [reader, setReader] = createSignal(people.length === 1 ? (people[0] as number) : 0);
  const [playing, setPlaying] = createSignal(false);
  const [store, setStore] = createStore<{ state: State | undefined }>({ state: undefined });
  const [news, setNews] = createSignal<readonly Phrase[]>([]);
  const [jumped, setJumped] = createSignal(true);
  let wanted = 0;

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
      const state = await engine.ask({ do: "look", table: film.table, reader: seat, at: k });
      if (request !== wanted) return;
      setStore("state", reconcile(state, { key: null, merge: true }));
      setNews(film.told.find((each) => each.at === k)?.phrases ?? []);
    })().catch(() => {});
  });
  createEffect(() => {
    if (!playing()) return;
    const timer = setInterval(() => {
      const next = stops[index() + 1];
      if (next === undefined) setPlaying(false);
      else to(next, false);
    }, PACE);
    onCleanup(() => clearInterval(timer));
  });
  onCleanup(
    () =>
      void theEngine()
        .then((engine) => engine.ask({ do: "close", table: film.table }))
        .catch(() => {}),
  );

  const keys = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const actions: Record<string, () => void> = {
      ArrowRight: () => to(stops[index() + 1], false),
      ArrowLeft: () => to(stops[index() - 1]),
      Home: () => to(stops[0]),
      End: () => to(stops.at(-1)),
      " ": () => setPlaying(!playing()),
    };
    const action = actions[event.key];
    if (!action || (event.key === " " && event.target !== document.body)) return;
    event.preventDefault();
    action();
  };
  addEventListener("keydown", keys);
  onCleanup(() => removeEventListener("keydown", keys));

  const say = (phrase: Phrase) => tell(phrase, { seat: reader(), names: film.game.names });
  const table = viewOf({
    state: () => store.state,
    reader,
    names: () => film.game.names,
    news,
    calm: () => jumped() || calm(),
    cards: () => film.cards,
  });

  /** A game of its own from here on: the moves so far, then other ones. */
  const fork = async () => {
    const lines = film.game.record.trimEnd().split("\n");
    const header = JSON.parse(lines[0] ?? "{}");
    header.result = null; // it goes on
    const now = Date.now();
    const game: Kept = {
      ...film.game,
      id: crypto.randomUUID().slice(0, 13),
      started: now,
      changed: now,
      over: false,
      day: "",
      winners: [],
      record: `${[JSON.stringify(header), ...lines.slice(1, at() + 1)].join("\n")}\n`,
    };
    await keep(game);
    go(`#/table/${game.id}`);
  };

  return (
    <main class="live replay" data-game={film.game.game}>
      <Top title={t("page.replay", { game: t(`page.${film.game.game}.title`) })} back={`#/table/${film.game.id}`}>
        <label class="eyes">
          <span class="sr-only">{t("page.replay.eyes")}</span>
          <select value={reader()} onChange={(event) => setReader(Number(event.currentTarget.value))}>
            <option value={0}>{t("page.replay.bystander")}</option>
            <For each={film.game.names}>{(name, i) => <option value={i() + 1}>{name}</option>}</For>
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
          {news().map(say).join(" ")}
        </p>
        <div class="timeline">
          <input
            type="range"
            min={0}
            max={stops.length - 1}
            value={index()}
            aria-label={t("page.replay.timeline")}
            aria-valuetext={t("page.replay.at", { n: index() + 1, of: stops.length })}
            onInput={(event) => to(stops[Number(event.currentTarget.value)])}
          />
          <div class="row">
            <button type="button" class="icon-button" aria-label={t("page.replay.first")} onClick={() => to(stops[0])}>
              <Icon name="first" />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={t("page.replay.previous")}
              onClick={() => to(stops[index() - 1])}
            >
              <Icon name="previous" />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={playing() ? t("page.replay.pause") : t("page.replay.play")}
              onClick={() => setPlaying(!playing())}
            >
              <Icon name={playing() ? "pause" : "play"} />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={t("page.replay.next")}
              onClick={() => to(stops[index() + 1], false)}
            >
              <Icon name="next" />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={t("page.replay.last")}
              onClick={() => to(stops.at(-1))}
            >
              <Icon name="last" />
            </button>
            <button type="button" class="button small" onClick={fork}>
              {t("page.replay.fork")}
            </button>
          </div>
        </div>
      </footer>
    </main>
  );
}
