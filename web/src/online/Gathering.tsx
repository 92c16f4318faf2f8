// SPDX-License-Identifier: Apache-2.0
// Before a game: the link to send, who sits where, and the host's word to begin.
import { createEffect, createResource, createSignal, Match, onCleanup, Show, Switch } from "solid-js";
import { kept } from "../keep.ts";
import { t } from "../language.ts";
import { Icon } from "../parts/Icon.tsx";
import { Notices } from "../parts/Notices.tsx";
import { Top } from "../parts/Top.tsx";
import { isLocal } from "../reach.ts";
import { Log } from "../screens/Table.tsx";
import type { OnlineGame } from "./online.ts";
import { Invitation, Lost, Places, Say, SitDown, Ways } from "./People.tsx";

const NOBODY_CAME = 60_000; // ms after which the page names what may keep others away

export function Gathering(props: { game: OnlineGame }) {
  const { game } = props;
  const room = () => game.room;
  const open = () => room()?.seats.some(({ player }) => player === "open");
  const title = () => t(`page.${game.game}.title`);
  const [last] = createResource(
    () => (room()?.deal ?? 0) - 1,
    (deal) => kept(`${game.table}-${deal}`),
  );
  const hostName = () => room()?.seats[(room()?.host ?? 0) - 1]?.name ?? "";
  /** Beside what was tapped. */
  const Trouble = () => (
    <Show when={game.trouble}>
      <p class="error" role="alert">
        {game.trouble}
      </p>
    </Show>
  );
  document.title = `${title()} · ${t("page.title")}`;
  return (
    <main class="screen gathering" data-game={game.game}>
      <Top title={title()} />
      <Notices>
        <Lost game={game} />
      </Notices>
      <Switch>
        <Match when={game.self?.role === "guest" && open()}>
          <SitDown game={game} />
          <Trouble />
        </Match>
        <Match when={game.self?.role !== "seat"}>
          <p class="notice calm">{t("page.online.watching")}</p>
        </Match>
      </Switch>
      <Show when={game.self?.role === "seat" && open()}>
        <section class="panel" aria-labelledby="invitation">
          <h2 id="invitation">{t("page.online.invite")}</h2>
          <Invitation game={game} />
          <NobodyCame game={game} />
        </section>
      </Show>
      <section class="panel" aria-labelledby="places">
        <h2 id="places">{t("page.seats")}</h2>
        <Places game={game} />
        <p class="quiet">{t(room()?.unhurried ? "page.online.is.unhurried" : "page.online.is.live")}</p>
        <Show when={game.reader > 0 || game.host}>
          <Trouble />
        </Show>
        <Show
          when={game.host}
          fallback={<p>{t(hostName() ? "page.online.wait" : "page.online.wait.host", { name: hostName() })}</p>}
        >
          <button type="button" class="button main wide" onClick={() => game.ask({ do: "begin" })}>
            {t("page.deal-now")}
          </button>
        </Show>
      </section>
      <Show when={game.reader > 0}>
        <section class="panel" aria-label={t("page.say")}>
          <Say game={game} />
          <Show when={game.log.length > 0}>
            <Log game={game} />
          </Show>
        </section>
      </Show>
      <Ways game={game} invited={open()} />
      <Show when={last()}>
        {(game) => (
          <a class="button" href={`#/replay/${game().id}`}>
            <Icon name="play" /> {t("page.online.last")}
          </a>
        )}
      </Show>
    </main>
  );
}

/** In a local network, what keeps others away is nearly always one of two things, and neither of them says so. */
function NobodyCame(props: { game: OnlineGame }) {
  const [late, setLate] = createSignal(false);
  const alone = () => {
    const { seats = [], watching = 0 } = props.game.room ?? {};
    return watching === 0 && seats.filter(({ player }) => player === "person").length < 2;
  };
  createEffect(() => {
    setLate(false);
    if (!alone()) return;
    const timer = setTimeout(() => setLate(true), NOBODY_CAME);
    onCleanup(() => clearTimeout(timer));
  });
  return (
    <Show when={late() && isLocal()}>
      <p class="notice calm" role="status">
        {t("page.reach.nobody")}
      </p>
    </Show>
  );
}
