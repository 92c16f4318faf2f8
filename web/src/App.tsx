// SPDX-License-Identifier: Apache-2.0
// Which screen is shown: by the address.
import { type Component, createEffect, ErrorBoundary, lazy, Match, Show, Suspense, Switch } from "solid-js";
import { t } from "./language.ts";
import { forgive } from "./mishap.ts";
import { Mishap } from "./parts/Notices.tsx";
import type { Deal, Route } from "./route.ts";
import { Home } from "./screens/Home.tsx";
import { route, rule } from "./where.ts";

const Setup = lazy(() => import("./screens/Setup.tsx"));
const Table = lazy(() => import("./screens/Table.tsx"));
const Online = lazy(() => import("./online/Online.tsx"));
const Replay = lazy(() => import("./screens/Replay.tsx"));
const Rules = lazy(() => import("./screens/Rules.tsx"));
const Guide = lazy(() => import("./screens/Guide.tsx"));
const Rule = lazy(() => import("./parts/Rule.tsx"));

/** The route if it leads there. */
const at = <To extends Route["to"]>(to: To) => {
  const now = route();
  return now.to === to ? (now as Extract<Route, { to: To }>) : undefined;
};

export const App: Component = () => {
  createEffect(() => {
    if (route().to === "home") document.title = t("page.title");
    scrollTo(0, 0);
    forgive();
  });
  return (
    <ErrorBoundary fallback={(reason: Error) => <Broken reason={reason} />}>
      <Mishap />
      <Suspense fallback={<p class="waiting">{t("page.loading")}</p>}>
        <Switch>
          <Match when={at("home")}>
            <Home />
          </Match>
          <Match when={at("new")}>{(to) => <Setup game={to().game} />}</Match>
          <Match when={at("deal")}>{(to) => <DealScreen deal={to().deal} />}</Match>
          <Match when={at("invite")}>{(to) => <Setup game={to().game} online />}</Match>
          <Match when={at("online")}>
            {(to) => (
              <Show when={to().table} keyed>
                {(table) => <Online table={table} key={to().key} />}
              </Show>
            )}
          </Match>
          <Match when={at("table")}>
            {(to) => (
              <Show when={to().id} keyed>
                {(id) => <Table id={id} />}
              </Show>
            )}
          </Match>
          <Match when={at("replay")}>
            {(to) => (
              <Show when={to().id} keyed>
                {(id) => <Replay id={id} />}
              </Show>
            )}
          </Match>
          <Match when={at("rules")}>{(to) => <Rules game={to().game} clause={to().clause} />}</Match>
          <Match when={at("guide")}>
            {(to) => (
              <Show when={to().game} keyed>
                {(game) => <Guide game={game} />}
              </Show>
            )}
          </Match>
          <Match when={at("lost")}>{(to) => <Lost why={to().why} />}</Match>
        </Switch>
      </Suspense>
      <Suspense>
        <Show when={rule()}>{(clause) => <Rule clause={clause()} />}</Show>
      </Suspense>
    </ErrorBoundary>
  );
};

function DealScreen(props: { deal: Deal }) {
  return (
    <Show when={props.deal} keyed>
      {(deal) => <Setup game={deal.game} deal={deal} />}
    </Show>
  );
}

function Lost(props: { why: string }) {
  return (
    <main class="screen">
      <h1>{t("page.lost")}</h1>
      <p class="notice">{t(props.why)}</p>
      <a class="button main" href="#/">
        {t("page.home")}
      </a>
    </main>
  );
}

/** Something in the page failed. Games are kept, so starting anew loses nothing. */
function Broken(props: { reason: Error }) {
  console.error(props.reason);
  return (
    <main class="screen">
      <h1>{t("page.broken")}</h1>
      <p class="notice" role="alert">
        {t("page.broken.about")} <small>{props.reason.message}</small>
      </p>
      <p class="row">
        <button type="button" class="button main" onClick={() => location.reload()}>
          {t("page.reload")}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            location.hash = "#/";
            location.reload();
          }}
        >
          {t("page.home")}
        </button>
      </p>
    </main>
  );
}
