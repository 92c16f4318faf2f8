// SPDX-License-Identifier: Apache-2.0
// A table at a server, by its link: coming in, gathering, playing, and the end of a game; or why one cannot come in.
import { createEffect, createMemo, createResource, Match, onCleanup, Show, Switch } from "solid-js";
import { t } from "../language.ts";
import { fail } from "../mishap.ts";
import { Top } from "../parts/Top.tsx";
import { Playing } from "../screens/Table.tsx";
import { go } from "../where.ts";
import { Gathering } from "./Gathering.tsx";
import { enter, type OnlineGame } from "./online.ts";
import { Lost, Speech, Strip } from "./People.tsx";

export default function Online(props: { table: string; key: string }) {
  let gone = false;
  // A link with another key is another way in; the address without one is the same way still.
  const key = createMemo<string>((before) => props.key || before, "");
  const [game] = createResource(
    () => ({ key: key() }),
    async (by) => {
      const came = await enter(props.table, by.key);
      if (gone) came?.leave();
      return came;
    },
  );
  createEffect<OnlineGame | undefined>((before) => {
    const now = game.state === "ready" ? game() : undefined;
    if (before && before !== now) before.leave();
    return now;
  });
  onCleanup(() => {
    gone = true;
    if (game.state === "ready") game()?.leave();
  });
  return (
    <Switch fallback={<p class="waiting">{t("page.loading")}</p>}>
      <Match when={game.error}>
        <Closed why={game.error.message} />
      </Match>
      <Match when={game.state === "ready" && !game()}>
        <Closed why={t("page.online.no-key")} />
      </Match>
      <Match when={game.state === "ready" && game()}>{(ready) => <Room game={ready()} />}</Match>
    </Switch>
  );
}

function Closed(props: { why: string }) {
  return (
    <main class="screen">
      <Top title={t("page.title")} />
      <p class="notice" role="alert">
        {props.why}
      </p>
      <a class="button main" href="#/">
        {t("page.home")}
      </a>
    </main>
  );
}

function Room(props: { game: OnlineGame }) {
  const { game } = props;
  const { line } = game;
  const inside = createMemo(() => game.room !== undefined);
  createEffect(() => {
    // What lets a person in does not stay in the address, from where it might be sent on by mistake.
    if (inside()) go(`#/table/${game.table}`, "replace");
  });
  createEffect(() => {
    if (line.end) game.end().catch(fail);
  });
  return (
    <Show when={!line.end} fallback={<Closed why={line.end} />}>
      <Show when={game.room} fallback={<Connecting lost={line.lost} why={line.why} />}>
        <Show when={game.state} fallback={<Gathering game={game} />}>
          <Playing game={game} above={<Lost game={game} />} below={<Strip game={game} />} />
          <Speech game={game} />
        </Show>
      </Show>
    </Show>
  );
}

function Connecting(props: { lost: boolean; why: string }) {
  return (
    <main class="screen">
      <Top title={t("page.title")} />
      <p class="waiting" role="status">
        {props.why
          ? t("page.online.not-yet", { why: props.why })
          : t(props.lost ? "page.online.unreachable" : "page.loading")}
      </p>
    </main>
  );
}
