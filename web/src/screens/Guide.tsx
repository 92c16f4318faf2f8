// SPDX-License-Identifier: Apache-2.0
// A lesson at the real table: one note at a time, and one move on offer when it is the newcomer's.
import { batch, createEffect, createResource, createSignal, Match, onCleanup, Show, Suspense, Switch } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { Dynamic } from "solid-js/web";
import { theEngine } from "../engine/engine.ts";
import { TableProvider } from "../faces/face.ts";
import { FACES } from "../faces/index.ts";
import { t, tell } from "../language.ts";
import type { Lesson, LessonStep } from "../lessons/lesson.ts";
import { calm } from "../motion.ts";
import { listenToKeys } from "../parts/keys.ts";
import { Top } from "../parts/Top.tsx";
import type { Offer, Phrase, State } from "../protocol.ts";
import type { GameName } from "../route.ts";
import { playNow, usualName } from "../start.ts";
import { cardBook, glimpses, noCards, unfold, viewOf } from "../table.ts";
import { follow, touch } from "../taps.ts";

const PAUSE = 1500; // ms before somebody else's move: what was told last can be read
const ME = 1;

const LESSONS: Record<GameName, () => Promise<{ lesson: Lesson }>> = {
  cradle: () => import("../lessons/cradle.ts"),
  alive: () => import("../lessons/alive.ts"),
  cv: () => import("../lessons/cv.ts"),
};

export default function Guide(props: { game: GameName }) {
  const [lesson] = createResource(async () => (await LESSONS[props.game]()).lesson);
  return (
    <Switch fallback={<p class="waiting">{t("page.loading")}</p>}>
      <Match when={lesson.error}>
        <p class="notice" role="alert">
          {lesson.error.message}
        </p>
      </Match>
      <Match when={lesson()}>{(ready) => <Taught game={props.game} lesson={ready()} />}</Match>
    </Switch>
  );
}

function Taught(props: { game: GameName; lesson: Lesson }) {
  const { game, lesson } = props;
  const names = Array.from({ length: lesson.players }, (_, i) =>
    i === 0 ? t("page.name.me") : usualName(i + 1, "easy"),
  );
  const [store, setStore] = createStore<{ state: State | undefined }>({ state: undefined });
  const [at, setAt] = createSignal(0);
  const [news, setNews] = createSignal<readonly Phrase[]>([]);
  const [chosen, setChosen] = createSignal<readonly string[]>([]);
  const [cards, setCards] = createSignal(noCards);
  const [trouble, setTrouble] = createSignal("");
  const [playing, setPlaying] = createSignal(false);
  const [astray, setAstray] = createSignal(false); // something else was tapped than what is asked for
  let table = 0;
  let timer: number | undefined;
  let endMoment = () => {};
  let board!: HTMLDivElement;

  const step = (): LessonStep | undefined => lesson.steps[at()];
  const note = () => {
    const now = step();
    if (!now || !("say" in now)) return "";
    const args = { left: { seat: 2 }, right: { seat: lesson.players } };
    const said = tell({ id: now.say, args }, { seat: ME, names });
    return astray() ? `${t("page.guide.astray")} ${said}` : said;
  };
  /** Only the move that is asked for. */
  const offers = (): readonly Offer[] => {
    const now = step();
    if (!now || !("move" in now) || "by" in now) return [];
    return (store.state?.offers ?? []).filter((offer) => offer.move === now.move);
  };
  /** Dice are kept while one may stop, too: that button belongs to them. */
  const besidesDice = (tap: string) =>
    tap === "stop" && offers().some((offer) => offer.taps.some((each) => each.startsWith("die ")));

  // What the step is about, or what is to be tapped, is brought into sight.
  createEffect(() => {
    const now = step();
    const about = now && "about" in now ? `[data-tap="${now.about}"]` : '[data-state="ready"]';
    requestAnimationFrame(() =>
      board.querySelector(about)?.scrollIntoView({ block: "nearest", behavior: calm() ? "instant" : "smooth" }),
    );
  });

  const fail = (reason: unknown) => setTrouble(reason instanceof Error ? reason.message : String(reason));
  /** Looks at the table again; `then` happens together with what is seen. */
  const look = async (since: number, then?: () => void) => {
    const engine = await theEngine();
    const glance = (at?: number) => engine.ask({ do: "look", table, reader: ME, at });
    const state = await glance();
    const told = await engine.ask({ do: "told", table, reader: ME, since });
    const seen = await glimpses(state, told, glance);
    endMoment();
    endMoment = unfold(
      seen,
      (glimpse) =>
        batch(() => {
          setStore("state", reconcile(glimpse.state, { key: null, merge: true }));
          setNews(glimpse.news);
          setChosen([]);
          if (glimpse === seen[0]) then?.();
        }),
      () => {},
    );
  };
  const play = async (seat: number, move: string) => {
    if (playing()) return; // a second tap while the first is on its way
    setPlaying(true);
    const engine = await theEngine();
    const seen = store.state?.at ?? 0;
    const { refusal } = await engine.ask({ do: "play", table, seat, move, seen });
    if (refusal) throw new Error(tell(refusal.phrase, { seat: ME, names }));
    await look(seen, next);
    setPlaying(false);
  };
  const next = () => {
    setAstray(false);
    setAt(at() + 1);
    const now = step();
    if (now && "by" in now) timer = window.setTimeout(() => void play(now.by, now.move).catch(fail), PAUSE);
  };
  const choose = (taps: readonly string[]) => {
    const { offer, open } = follow(offers(), taps);
    setAstray(open.length === 0 && offers().length > 0);
    setChosen(open.length > 0 ? taps : []);
    if (offer) void play(ME, offer.move).catch(fail);
  };
  const begin = async () => {
    const engine = await theEngine();
    const seats = names.map((name) => ({ name, player: "person" }));
    ({ table } = await engine.ask({ do: "open", game, options: lesson.options, seats, seed: lesson.seed }));
    setCards(await cardBook(engine, { game, ...lesson }));
    await look(0);
  };
  begin().catch(fail);

  listenToKeys(
    () => ({ Escape: () => setChosen([]) }),
    () => board,
  );
  onCleanup(() => {
    clearTimeout(timer);
    endMoment();
    // An engine that cannot be had has no tables to close.
    if (table)
      void theEngine()
        .then((engine) => engine.ask({ do: "close", table }))
        .catch(() => {});
  });

  const view = viewOf({
    state: () => store.state,
    reader: () => ME,
    names: () => names,
    news,
    calm,
    cards,
    chosen,
    tapState: (tap) => {
      if (follow(offers(), chosen()).ready.has(tap) || besidesDice(tap)) return "ready";
      return chosen().includes(tap) ? "chosen" : "idle";
    },
    tap: (tap) => {
      choose(touch(offers(), chosen(), tap) ?? [tap]);
    },
    choose,
    completes: (tap) => follow(offers(), [...chosen(), tap]).offer !== undefined,
  });

  return (
    <main class="live guide" data-game={game} data-busy={playing() || undefined}>
      <Top title={t("page.guide.title", { game: t(`page.${game}.title`) })} />
      <Show when={trouble()}>
        <p class="notice" role="alert">
          {trouble()}
        </p>
      </Show>
      <div class="board" ref={board}>
        <Show when={store.state} fallback={<p class="waiting">{t("page.loading")}</p>}>
          <TableProvider value={view}>
            <Suspense>
              <Dynamic component={FACES[game]} />
            </Suspense>
          </TableProvider>
        </Show>
      </div>
      <footer class="below guide-note">
        <progress value={at()} max={lesson.steps.length} aria-label={t("page.guide.progress")} />
        <div class="prompt" aria-live="polite">
          <Show when={step()} fallback={<p>{t(`page.guide.end.${game}`)}</p>}>
            <p>{note() || news().map(view.say).join(" ")}</p>
          </Show>
        </div>
        <p class="row">
          <Show when={step() && !("move" in (step() as LessonStep))}>
            <button type="button" class="button main" onClick={next}>
              {t("page.guide.next")}
            </button>
          </Show>
          <Show when={!step()}>
            <button type="button" class="button main" onClick={() => playNow(game).catch(fail)}>
              {t("page.play-now")}
            </button>
            <a class="button" href={`#/rules/${game}`}>
              {t("page.rules")}
            </a>
          </Show>
        </p>
      </footer>
    </main>
  );
}
