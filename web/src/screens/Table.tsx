// SPDX-License-Identifier: Apache-2.0
// The table of a game in progress: the game's own face, what can be done now in one line, and what happened.
import {
  createEffect,
  createResource,
  createSignal,
  For,
  type JSX,
  Match,
  onCleanup,
  Show,
  Suspense,
  Switch,
} from "solid-js";
import { Dynamic } from "solid-js/web";
import { keepAwake } from "../browser.ts";
import { TableProvider } from "../faces/face.ts";
import { FACES } from "../faces/index.ts";
import { Game } from "../game.ts";
import { t } from "../language.ts";
import { calm } from "../motion.ts";
import { Dialog } from "../parts/Dialog.tsx";
import { Cited, Hint, KeyHelp, Moves } from "../parts/Help.tsx";
import { Sign } from "../parts/Icon.tsx";
import { listenToKeys } from "../parts/keys.ts";
import { Notices } from "../parts/Notices.tsx";
import { colourOf, SeatMark } from "../parts/SeatMark.tsx";
import { Top } from "../parts/Top.tsx";
import type { Sitting } from "../sitting.ts";
import { clauseOf } from "../table.ts";
import Result from "./Result.tsx";
import { RulesText } from "./Rules.tsx";

export default function Table(props: { id: string }) {
  let gone = false;
  const [game, { refetch }] = createResource(
    () => props.id,
    async (id) => {
      const resumed = await Game.resume(id);
      if (gone) resumed?.leave();
      return resumed;
    },
  );
  onCleanup(() => {
    gone = true;
    if (game.state === "ready") game()?.leave();
  });
  return (
    <Switch fallback={<p class="waiting">{t("page.loading")}</p>}>
      <Match when={game.error}>
        <main class="screen">
          <Top title={t("page.title")} />
          <p class="notice" role="alert">
            {game.error.message}
          </p>
        </main>
      </Match>
      <Match when={game.state === "ready" && !game()}>
        <main class="screen">
          <Top title={t("page.title")} />
          <p class="notice">{t("page.lost.table")}</p>
        </main>
      </Match>
      <Match when={game()?.taken}>
        <main class="screen">
          <Top title={t("page.title")} />
          <p class="notice" role="alert">
            {t("page.trouble.elsewhere")}
          </p>
          <button type="button" class="button main" onClick={refetch}>
            {t("page.trouble.here")}
          </button>
        </main>
      </Match>
      <Match when={game()} keyed>
        {(ready) => <Playing game={ready} />}
      </Match>
    </Switch>
  );
}

type Window = "rules" | "moves" | "keys" | "log";

/** The table itself, wherever it stands; a server's has more to say, above the table and below. */
export function Playing(props: { game: Sitting; above?: JSX.Element; below?: JSX.Element }) {
  const { game } = props;
  const table = game.view(calm);
  const [open, setOpen] = createSignal<Window>();
  const [clause, setClause] = createSignal("");
  const [resultSeen, setResultSeen] = createSignal(false);
  let board!: HTMLDivElement;

  const showRule = (id: string) => {
    setClause(id);
    setOpen("rules");
  };
  listenToKeys(
    () =>
      game.curtain
        ? {}
        : {
            Escape: () => {
              game.unchoose();
              game.closeHint();
              game.calmDown();
            },
            "?": () => setOpen("keys"),
            h: () => void game.askHint(),
            u: () => void game.undo(),
            m: () => setOpen("moves"),
            r: () => showRule(""),
            " ": () => game.hurry(),
          },
    () => (game.curtain ? undefined : board),
  );
  createEffect(() => {
    if (!game.over) onCleanup(keepAwake());
  });
  createEffect(() => {
    const turn = game.apart && game.state?.offers.length ? "● " : ""; // seen from another tab
    document.title = `${turn}${t(`page.${game.game}.title`)} · ${t("page.title")}`;
  });

  return (
    <Show when={!game.curtain} fallback={<Curtain game={game} />}>
      <Show when={!game.over || resultSeen()} fallback={<Result game={game} onLook={() => setResultSeen(true)} />}>
        <main class="live" data-game={game.game} data-calm={calm()} data-busy={game.busy || undefined}>
          <Top title={t(`page.${game.game}.title`)}>
            <Show when={game.state?.undo}>
              <Sign icon="undo" label="page.undo" act={() => game.undo()} />
            </Show>
            <Show when={game.state?.offers.length}>
              <Show when={!game.apart}>
                <Sign icon="hint" label="page.hint" act={() => game.askHint()} />
              </Show>
              <Sign icon="list" label="page.moves" act={() => setOpen("moves")} />
            </Show>
            <Sign icon="rules" label="page.rules" act={() => showRule("")} />
            <Sign icon="help" label="page.keys" act={() => setOpen("keys")} />
          </Top>
          <Notices game={game}>{props.above}</Notices>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: only a short cut; the space bar does the same */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the space bar does the same */}
          <div class="board" ref={board} onClick={(event) => event.target === event.currentTarget && game.hurry()}>
            <Show when={game.state} fallback={<p class="waiting">{t("page.loading")}</p>}>
              <TableProvider value={table}>
                <Suspense fallback={<p class="waiting">{t("page.loading")}</p>}>
                  <Dynamic component={FACES[game.game]} />
                </Suspense>
              </TableProvider>
            </Show>
          </div>
          <footer class="below">
            {props.below}
            <Prompt game={game} onRule={showRule} />
            <Log game={game} onAll={() => setOpen("log")} />
            <Show when={game.over}>
              <button type="button" class="button main" onClick={() => setResultSeen(false)}>
                {t("page.result")}
              </button>
            </Show>
          </footer>
          <Hint game={game} />
          <Switch>
            <Match when={open() === "rules"}>
              <Dialog title={t("page.rules")} class="large" onClose={() => setOpen(undefined)}>
                <RulesText game={game.game} clause={clause()} />
              </Dialog>
            </Match>
            <Match when={open() === "moves"}>
              <Moves game={game} onClose={() => setOpen(undefined)} />
            </Match>
            <Match when={open() === "keys"}>
              <KeyHelp onClose={() => setOpen(undefined)} />
            </Match>
            <Match when={open() === "log"}>
              <Dialog title={t("page.log")} class="large" onClose={() => setOpen(undefined)}>
                <ol class="log-all" ref={(lines) => queueMicrotask(() => lines.lastElementChild?.scrollIntoView())}>
                  <For each={game.log}>
                    {(line) => (
                      <li>
                        <Cited text={line.text} onRule={showRule} />
                      </li>
                    )}
                  </For>
                </ol>
              </Dialog>
            </Match>
          </Switch>
        </main>
      </Show>
    </Show>
  );
}

/** Between two people at one device nothing of the table is on the page, not even hidden. */
function Curtain(props: { game: Sitting }) {
  const seat = () => props.game.curtain;
  const name = () => props.game.names[seat() - 1] ?? "";
  return (
    <main class={`curtain seat-${seat()}`} data-game={props.game.game}>
      <SeatMark seat={seat()} />
      <h1>{t("page.curtain", { name: name(), colour: t(colourOf(seat())) })}</h1>
      <p>{t("page.curtain.about")}</p>
      <button
        type="button"
        class="button main"
        ref={(button) => queueMicrotask(() => button.focus())}
        onClick={() => props.game.lift()}
      >
        {t("page.curtain.lift", { name: name() })}
      </button>
    </main>
  );
}

/** One line: what to do now, or why the last tap was refused. */
function Prompt(props: { game: Sitting; onRule: (clause: string) => void }) {
  const game = props.game;
  // Where the game has no reason of its own, the clause is the reason.
  const bare = () => game.refusal?.phrase.id === "table.refused.rules" && game.refusal.clause;
  const [cited] = createResource(bare, (clause) => clauseOf(game.game, clause));
  const why = () =>
    bare() ? (cited.error?.message ?? cited.latest ?? "") : game.refusal ? game.say(game.refusal.phrase) : "";
  let prompt!: HTMLDivElement;
  queueMicrotask(() => prompt.focus());
  createEffect(() => game.refusal && prompt.lastElementChild?.scrollIntoView({ block: "nearest" })); // with large letters the page scrolls
  return (
    <div class="prompt" data-mine={(game.state?.offers.length ?? 0) > 0} aria-live="polite" tabindex="-1" ref={prompt}>
      <p>
        <Show when={game.thinking}>
          <span class="thinking" aria-hidden="true" />
        </Show>
        {game.now}
      </p>
      <Show when={game.refusal}>
        {(refusal) => (
          <p class="answer" classList={{ refused: refusal().reason !== "late" }} role="alert">
            {why()}{" "}
            <Show when={refusal().clause}>
              <button type="button" class="clause" onClick={() => props.onRule(refusal().clause)}>
                {refusal().clause}
              </button>
            </Show>
          </p>
        )}
      </Show>
    </div>
  );
}

export function Log(props: { game: Sitting; onAll?: () => void }) {
  return (
    <div class="log">
      <div role="log" aria-label={t("page.log")} aria-live="polite">
        <For each={props.game.log.slice(-24)}>{(line) => <p>{line.text}</p>}</For>
      </div>
      <Show when={props.onAll}>{(act) => <Sign icon="more" label="page.log.all" act={act()} />}</Show>
    </div>
  );
}
