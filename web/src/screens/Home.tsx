// SPDX-License-Identifier: Apache-2.0
// The first thing anybody sees: three games, each one tap away from being played.
import { createResource, createSignal, For, lazy, Show, Suspense } from "solid-js";
import AliveTile from "../faces/alive/Tile.tsx";
import CradleTile from "../faces/cradle/Tile.tsx";
import CvTile from "../faces/cv/Tile.tsx";
import { allKept, forget, type Kept } from "../keep.ts";
import { dateOf, t } from "../language.ts";
import { fail } from "../mishap.ts";
import { settleAll } from "../online/evidence.ts";
import { Icon } from "../parts/Icon.tsx";
import { Notices } from "../parts/Notices.tsx";
import { Settings } from "../parts/Settings.tsx";
import { GAMES, type GameName, parseRoute, pathOfCode } from "../route.ts";
import { dealOfTheDay, playNow, playToday, today } from "../start.ts";
import { go } from "../where.ts";

const Invite = lazy(() => import("./Invite.tsx"));
const TILES = { cradle: CradleTile, alive: AliveTile, cv: CvTile };

export function Home() {
  const [inviting, invite] = createSignal<GameName>();
  const [games, { refetch }] = createResource(allKept);
  void settleAll().then((some) => some && refetch());
  let starting = false; // one table, however often it is tapped
  const attempt = async (start: () => Promise<void>) => {
    if (starting) return;
    starting = true;
    await start().catch(fail);
    starting = false;
  };
  const ask = (id: string) => {
    if (confirm(t("page.forget.sure"))) void forget(id).then(refetch);
  };

  return (
    <main class="home">
      <header class="home-head">
        <h1>{t("page.title")}</h1>
        <p>{t("page.motto")}</p>
      </header>
      <Notices />
      <ul class="tiles">
        <For each={GAMES}>
          {(game) => {
            const Picture = TILES[game];
            return (
              <li class="tile" data-game={game}>
                <div class="tile-picture" aria-hidden="true">
                  <Picture />
                </div>
                <h2>{t(`page.${game}.title`)}</h2>
                <p class="tile-facts">
                  {t(`page.${game}.players`)} · {t(`page.${game}.minutes`)}
                </p>
                <p class="tile-sentence">{t(`page.${game}.sentence`)}</p>
                <div class="tile-buttons">
                  <button
                    type="button"
                    class="button main"
                    aria-label={`${t("page.play-now")}: ${t(`page.${game}.title`)}`}
                    onClick={() => attempt(() => playNow(game))}
                  >
                    {t("page.play-now")}
                  </button>
                  <button
                    type="button"
                    class="button"
                    aria-label={`${t("page.invite")}: ${t(`page.${game}.title`)}`}
                    onClick={() => invite(game)}
                  >
                    {t("page.invite")}
                  </button>
                </div>
                <p class="tile-links">
                  <a href={`#/guide/${game}`}>{t("page.guide")}</a>
                  <a href={`#/new/${game}`}>{t("page.set-up")}</a>
                  <a href={`#/rules/${game}`}>{t("page.rules")}</a>
                </p>
              </li>
            );
          }}
        </For>
      </ul>
      <div class="home-more">
        <MyTables games={games() ?? []} onForget={ask} />
        <Today onPlay={() => attempt(playToday)} />
        <JoinByCode />
        <section class="panel" aria-labelledby="likes">
          <h2 id="likes">{t("page.settings")}</h2>
          <Settings />
        </section>
      </div>
      <Suspense>
        <Show when={inviting()}>{(game) => <Invite game={game()} onClose={() => invite(undefined)} />}</Show>
      </Suspense>
    </main>
  );
}

function Today(props: { onPlay: () => void }) {
  const { game } = dealOfTheDay(today());
  return (
    <section class="panel" aria-labelledby="today" data-game={game}>
      <h2 id="today">{t("page.today")}</h2>
      <p>{t("page.today.about", { game: t(`page.${game}.title`) })}</p>
      <button type="button" class="button" onClick={props.onPlay}>
        {t("page.today.play")}
      </button>
    </section>
  );
}

/** A table's code, or the link of a table or a deal, or the part of it after "#", typed or pasted. */
function JoinByCode() {
  const [wrong, setWrong] = createSignal(false);
  const join = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("code")).trim();
    const code = text.replace(/^.*#?\/?deal\//, "");
    const path =
      pathOfCode(text) ||
      /#\/table\/.*/.exec(text)?.[0] ||
      `#/deal/${code.replace(/^[^/]*/, (game) => game.toLowerCase())}`;
    const { to } = parseRoute(path);
    if (to === "deal" || to === "online") go(path);
    else setWrong(true);
  };
  return (
    <section class="panel" aria-labelledby="join">
      <h2 id="join">{t("page.join")}</h2>
      <form class="join" onSubmit={join}>
        <input
          name="code"
          aria-label={t("page.join.code")}
          aria-invalid={wrong()}
          aria-describedby={wrong() ? "join-wrong" : undefined}
          placeholder="K7M2QX-4TZH"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={() => setWrong(false)}
          required
        />
        <button type="submit" class="button">
          {t("page.join.go")}
        </button>
      </form>
      <Show when={wrong()}>
        <p id="join-wrong" class="error" role="alert">
          {t("page.join.wrong")}
        </p>
      </Show>
    </section>
  );
}

function MyTables(props: { games: readonly Kept[]; onForget: (id: string) => void }) {
  const [all, showAll] = createSignal(false);
  const shown = () => (all() ? props.games : props.games.slice(0, 5));
  return (
    <Show when={props.games.length > 0}>
      <section class="panel my-tables" aria-labelledby="mine">
        <h2 id="mine">{t("page.my-tables")}</h2>
        <ul>
          <For each={shown()}>
            {(game) => (
              <li data-game={game.game}>
                <a href={`#/table/${game.id}`}>
                  <strong>{t(`page.${game.game}.title`)}</strong> <span>{standing(game)}</span>
                  <small>{dateOf(game.changed)}</small>
                </a>
                <button
                  type="button"
                  class="icon-button"
                  aria-label={t("page.forget", { game: t(`page.${game.game}.title`) })}
                  onClick={() => props.onForget(game.id)}
                >
                  <Icon name="bin" />
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={!all() && props.games.length > 5}>
          <button type="button" class="button" onClick={() => showAll(true)}>
            {t("page.show-all", { n: props.games.length })}
          </button>
        </Show>
      </section>
    </Show>
  );
}

function standing(game: Kept): string {
  if (!game.over) return t("page.going-on", { names: game.names.join(", ") });
  return t("page.won-by", { names: game.winners.map((seat) => game.names[seat - 1]).join(", ") });
}
