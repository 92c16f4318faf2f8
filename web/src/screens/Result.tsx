// SPDX-License-Identifier: Apache-2.0
// The end of a game: who won and why, the points step by step, how it went, and what to do next.
import { createResource, createSignal, For, Show, Suspense } from "solid-js";
import { Dynamic } from "solid-js/web";
import { dealOfRecord, inspect, type Verdict } from "../check.ts";
import { theEngine } from "../engine/engine.ts";
import type { Step } from "../faces/face.ts";
import { STORIES } from "../faces/index.ts";
import type { Kept } from "../keep.ts";
import { t, tell } from "../language.ts";
import { fail } from "../mishap.ts";
import { Cited } from "../parts/Help.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Notices } from "../parts/Notices.tsx";
import { SeatMark } from "../parts/SeatMark.tsx";
import { Top } from "../parts/Top.tsx";
import type { Outcome, Phrase, Player } from "../protocol.ts";
import { dealPath } from "../route.ts";
import type { Sitting } from "../sitting.ts";
import { dealAgain } from "../start.ts";
import { nowOf } from "../table.ts";
import { Link } from "./Invite.tsx";

export default function Result(props: { game: Sitting; onLook: () => void }) {
  const game = props.game;
  const kept = game.kept; // of which only the record may still change
  const people = kept.players.filter((player) => player === "person").length;
  const reader = { seat: people === 1 ? game.reader : 0, names: kept.names };
  const say = (phrase: Phrase) => tell(phrase, reader);
  const players = () =>
    (game.state?.players ?? []).map((player, i) =>
      i + 1 === reader.seat ? { ...player, name: t("page.name.me") } : player,
    );
  const outcome = () => game.state?.outcome[0] as Outcome;
  const [steps] = createResource(() => game.kept.over && game.kept.record, stepsOf);

  return (
    <main class="screen result" data-game={kept.game} data-busy={game.busy || undefined}>
      <Top title={t(`page.${kept.game}.title`)} />
      <Notices game={game} />
      <h2 class="winner" tabindex="-1" ref={(heading) => queueMicrotask(() => heading.focus())}>
        <Cited text={game.state ? say(nowOf(game.state)) : ""} />
      </h2>
      <ol class="ranking">
        <For each={ranking(outcome(), players())}>
          {({ seat, name, points, won }) => (
            <li classList={{ [`seat-${seat}`]: true, won }}>
              <SeatMark seat={seat} /> <bdi>{name}</bdi> <span>{say(points)}</span>{" "}
              <Show when={won}>
                <em>{t("page.won")}</em>
              </Show>
            </li>
          )}
        </For>
      </ol>
      <p class="row">
        <button type="button" class="button main" onClick={() => game.again().catch(fail)}>
          <Icon name="again" /> {t("page.again")}
        </button>
        <a class="button" href={`#/replay/${kept.id}`}>
          <Icon name="play" /> {t("page.watch")}
        </a>
        <button type="button" class="button" onClick={props.onLook}>
          {t("page.look")}
        </button>
      </p>
      <section class="panel" aria-label={t("page.story")}>
        <Suspense fallback={<p class="waiting">{t("page.loading")}</p>}>
          <Show
            when={!steps.error && steps()}
            fallback={
              <Show when={steps.error}>
                <p class="error">{t("page.story.untold")}</p>
              </Show>
            }
          >
            {(all) => (
              <Dynamic
                component={STORIES[kept.game]}
                steps={all}
                players={players()}
                outcome={outcome()}
                say={say}
                text={t}
              />
            )}
          </Show>
        </Suspense>
      </section>
      <details class="panel">
        <summary>{t("page.same-deal")}</summary>
        <p>{t("page.same-deal.about")}</p>
        <Link path={dealPath(kept.deal)} />
        <button type="button" class="button" onClick={() => dealAgain(kept, kept.deal.seed).catch(fail)}>
          {t("page.same-deal.go")}
        </button>
      </details>
      <CheckTheDeal game={game.kept} />
    </main>
  );
}

function ranking(outcome: Outcome, players: readonly Player[]) {
  const all = outcome.points.map((points, i) => ({
    seat: i + 1,
    name: players[i]?.name ?? "",
    points,
    score: outcome.scores[i] ?? 0,
    won: outcome.winners.includes(i + 1),
  }));
  // Winners first; whether more or fewer points are better, the engine has settled by naming the winners.
  const best = Math.max(...all.map((each) => each.score));
  const most = all.some((each) => each.won && each.score === best);
  return all.sort((a, b) => Number(b.won) - Number(a.won) || (most ? b.score - a.score : a.score - b.score));
}

/** What a bystander saw after every move. */
async function stepsOf(record: string): Promise<Step<unknown>[]> {
  const engine = await theEngine();
  const { table } = await engine.ask({ do: "resume", record });
  try {
    const { at } = await engine.ask({ do: "look", table, reader: 0 });
    const told = new Map(
      (await engine.ask({ do: "told", table, reader: 0, since: 0 })).map((each) => [each.at, each.phrases]),
    );
    const steps: Step<unknown>[] = [];
    for (let k = 0; k <= at; ++k) {
      if (k < at && !told.has(k)) continue; // nothing that anybody could see
      const state = await engine.ask({ do: "look", table, reader: 0, at: k });
      steps.push({ at: k, scene: state.scene, told: told.get(k) ?? [] });
    }
    return steps;
  } finally {
    await engine.ask({ do: "close", table });
  }
}

const CLASSES = { good: "good", bad: "error", unshown: "notice" };

/** Every card and die of the dealer, recomputed from the seed; at a server's table also what the seed was made of. */
function CheckTheDeal(props: { game: Kept }) {
  const [verdict, setVerdict] = createSignal<{ is: Verdict["is"]; text: string }>();
  const check = async () => {
    const { record, names } = props.game;
    try {
      const engine = await theEngine();
      const { is, id, settled, at = 0 } = await inspect(props.game, (request) => engine.ask(request));
      const { seed = "", commitment = "", entropy } = dealOfRecord(record);
      const n = record.split("\n").filter((line) => line.includes('"by":"dealer"')).length;
      const why = t(id, { n, seed, commitment, at });
      if (settled || !entropy) return setVerdict({ is, text: why });
      const added = names.filter((_, i) => entropy[i]).join(", ");
      const made = added ? t("page.check.shared", { n, seed, names: added }) : t("page.check.unshared", { n, seed });
      setVerdict({ is, text: `${made} ${why}` });
    } catch (reason) {
      setVerdict({ is: "bad", text: t("page.check.bad", { why: (reason as Error).message }) });
    }
  };
  return (
    <details class="panel">
      <summary>{t("page.check")}</summary>
      <p>{t("page.check.about")}</p>
      <button type="button" class="button" onClick={check}>
        <Icon name="check" /> {t("page.check.go")}
      </button>
      <Show when={verdict()}>
        {(said) => (
          <p class={CLASSES[said().is]} role="status">
            {said().text}
          </p>
        )}
      </Show>
    </details>
  );
}
