// Who plays, and by which options; for a deal's link the cards are settled already.
import { createResource, createSignal, For, Show } from "solid-js";
import { createStore } from "solid-js/store";
import { theEngine } from "../engine/engine.ts";
import { set, setting } from "../keep.ts";
import { hasText, t } from "../language.ts";
import { SeatMark } from "../parts/SeatMark.tsx";
import { Top } from "../parts/Top.tsx";
import type { Deal, GameName } from "../route.ts";
import { deal, freshSeed, LEVELS, type Level, type SeatChoice, USUAL, usualName, usualSeats } from "../start.ts";
import { go } from "../where.ts";

const PLAYERS = ["person", ...LEVELS];

export default function Setup(props: { game: GameName; deal?: Deal }) {
  const [about] = createResource(
    () => props.game,
    async (game) => {
      const engine = await theEngine();
      const { games } = await engine.ask({ do: "games" });
      const level = ((await setting("level")) || "normal") as Level;
      setSeats(await usualSeats(props.deal?.players ?? USUAL[game], level));
      return games.find((each) => each.name === game);
    },
  );
  const [seats, setSeats] = createStore<SeatChoice[]>([]);
  const [options, setOptions] = createStore<Record<string, string>>({ ...props.deal?.options });
  const [seed, setSeed] = createSignal(props.deal?.seed ?? "");
  const [trouble, setTrouble] = createSignal("");

  const choose = (i: number, player: string) => {
    const usual = seats[i]?.name === usualName(i + 1, seats[i]?.player ?? "");
    setSeats(i, { player, ...(usual || player !== "person" ? { name: usualName(i + 1, player) } : {}) });
  };
  const begin = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      const first = seats.find((seat) => seat.player === "person");
      if (first && first.name !== usualName(1, "person")) await set("name", first.name.trim());
      const level = seats.find((seat) => seat.player !== "person")?.player;
      if (level) await set("level", level);
      const chosen = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ""));
      const { id } = await deal({
        game: props.game,
        options: chosen,
        seats: seats.map(({ name, player }, i) => ({ name: name.trim() || usualName(i + 1, player), player })),
        seed: seed().trim() || freshSeed(),
      });
      go(`#/table/${id}`, props.deal ? "replace" : "push");
    } catch (reason) {
      setTrouble((reason as Error).message);
    }
  };

  return (
    <main class="screen setup" data-game={props.game}>
      <Top title={t(`page.${props.game}.title`)} />
      <Show when={about.error}>
        <p class="notice" role="alert">
          {about.error.message}
        </p>
      </Show>
      <Show when={about()} fallback={<p class="waiting">{t("page.loading")}</p>}>
        {(game) => (
          <form onSubmit={begin}>
            <Show when={props.deal && props.deal.players > game().max_players}>
              <p class="notice" role="alert">
                {t("page.deal.too-many", { n: game().max_players })}
              </p>
            </Show>
            <Show when={props.deal}>
              <p class="notice calm">{t("page.deal.about", { n: props.deal?.players ?? 0 })}</p>
            </Show>
            <fieldset class="panel">
              <legend>{t("page.seats")}</legend>
              <ol class="seats">
                <For each={seats}>
                  {(seat, i) => (
                    <li class={`seat-${i() + 1}`}>
                      <SeatMark seat={i() + 1} />
                      <input
                        aria-label={t("page.seat.name", { n: i() + 1 })}
                        value={seat.name}
                        dir="auto"
                        maxlength={40}
                        required
                        onInput={(event) => setSeats(i(), "name", event.currentTarget.value)}
                      />
                      <select
                        aria-label={t("page.seat.player", { n: i() + 1 })}
                        value={seat.player}
                        onChange={(event) => choose(i(), event.currentTarget.value)}
                      >
                        <For each={PLAYERS}>
                          {(player) => <option value={player}>{t(`page.player.${player}`)}</option>}
                        </For>
                      </select>
                    </li>
                  )}
                </For>
              </ol>
              <Show when={!props.deal}>
                <p class="row">
                  <button
                    type="button"
                    class="button"
                    disabled={seats.length <= game().min_players}
                    onClick={() => setSeats(seats.slice(0, -1))}
                  >
                    {t("page.seat.fewer")}
                  </button>
                  <button
                    type="button"
                    class="button"
                    disabled={seats.length >= game().max_players}
                    onClick={() =>
                      setSeats(seats.length, { name: usualName(seats.length + 1, "normal"), player: "normal" })
                    }
                  >
                    {t("page.seat.more")}
                  </button>
                </p>
              </Show>
              <p class="quiet">{t("page.seats.about")}</p>
            </fieldset>
            <Show when={!props.deal}>
              <details class="panel">
                <summary>{t("page.options")}</summary>
                <For each={game().options}>
                  {(option) => (
                    <label class="option">
                      <span>{optionText(props.game, option.name, option.meaning)}</span>
                      <Show
                        when={option.choices.length > 0}
                        fallback={
                          <input
                            value={options[option.name] ?? ""}
                            placeholder={option.standard}
                            onInput={(event) => setOptions(option.name, event.currentTarget.value)}
                          />
                        }
                      >
                        <select
                          value={options[option.name] ?? option.standard}
                          onChange={(event) => setOptions(option.name, event.currentTarget.value)}
                        >
                          <For each={option.choices}>
                            {(choice) => <option value={choice}>{choiceText(props.game, option.name, choice)}</option>}
                          </For>
                        </select>
                      </Show>
                    </label>
                  )}
                </For>
                <label class="option">
                  <span>{t("page.seed")}</span>
                  <input
                    value={seed()}
                    maxlength={64}
                    placeholder={t("page.seed.fresh")}
                    onInput={(event) => setSeed(event.currentTarget.value)}
                  />
                </label>
              </details>
            </Show>
            <Show when={trouble()}>
              <p class="error" role="alert">
                {trouble()}
              </p>
            </Show>
            <button type="submit" class="button main wide">
              {t("page.deal-now")}
            </button>
          </form>
        )}
      </Show>
    </main>
  );
}

const optionText = (game: string, name: string, meaning: string) =>
  hasText(`page.option.${game}.${name}`) ? t(`page.option.${game}.${name}`) : `${name}: ${meaning}`;
const choiceText = (game: string, name: string, choice: string) =>
  hasText(`page.option.${game}.${name}.${choice}`) ? t(`page.option.${game}.${name}.${choice}`) : choice;
