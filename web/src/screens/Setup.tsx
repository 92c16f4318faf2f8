// SPDX-License-Identifier: Apache-2.0
// Who plays, and by which options: on this device, where a deal's link may have settled the cards, or at a server's table.
import { createResource, createSignal, For, Show } from "solid-js";
import { createStore } from "solid-js/store";
import { theEngine } from "../engine/engine.ts";
import { set, setting } from "../keep.ts";
import { inWords, t } from "../language.ts";
import { Cited } from "../parts/Help.tsx";
import { tidyName } from "../parts/NameForm.tsx";
import { SeatMark } from "../parts/SeatMark.tsx";
import { Top } from "../parts/Top.tsx";
import type { Deal, GameName } from "../route.ts";
import {
  deal,
  freshSeed,
  LEVELS,
  type Level,
  openSeats,
  openTable,
  playerWords,
  type SeatChoice,
  USUAL,
  usualName,
  usualSeats,
} from "../start.ts";
import { go } from "../where.ts";

const PLAYERS = { here: ["person", ...LEVELS], online: ["me", "open", ...LEVELS] };

export default function Setup(props: { game: GameName; deal?: Deal; online?: boolean }) {
  const [about] = createResource(
    () => props.game,
    async (game) => {
      const engine = await theEngine();
      const { games } = await engine.ask({ do: "games" });
      const level = ((await setting("level")) || "normal") as Level;
      setName(await setting("name"));
      setSeats(props.online ? openSeats(USUAL[game]) : await usualSeats(props.deal?.players ?? USUAL[game], level));
      return games.find((each) => each.name === game);
    },
  );
  const [seats, setSeats] = createStore<SeatChoice[]>([]);
  const [options, setOptions] = createStore<Record<string, string>>({ ...props.deal?.options });
  const [seed, setSeed] = createSignal(props.deal?.seed ?? "");
  const [trouble, setTrouble] = createSignal("");
  const [name, setName] = createSignal("");
  const [manner, setManner] = createStore({ pace: "live", bank: "", increment: "", chat: false });
  const players = () => PLAYERS[props.online ? "online" : "here"];

  const choose = (i: number, player: string) => {
    if (player === "me") setSeats((seat) => seat.player === "me", { player: "open" }); // nobody sits in two places
    const usual = seats[i]?.name === usualName(i + 1, seats[i]?.player ?? "");
    setSeats(i, { player, ...(usual || player !== "person" ? { name: usualName(i + 1, player) } : {}) });
  };
  const given = () => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ""));
  const open = () =>
    openTable(props.game, tidyName(name()), {
      seats: seats.map(({ player, name: called }) =>
        player === "me" || player === "open" ? { player } : { player, name: tidyName(called) },
      ),
      options: given(),
      unhurried: manner.pace === "unhurried",
      chat: manner.chat,
      ...(manner.pace === "clocks" && {
        bank: Math.round(Number(manner.bank || 10) * 60_000),
        increment: Math.round(Number(manner.increment || 10) * 1000),
      }),
    });
  const begin = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      if (props.online) return await open();
      const first = seats.find((seat) => seat.player === "person");
      if (first && first.name !== usualName(1, "person")) await set("name", first.name.trim());
      const level = seats.find((seat) => seat.player !== "person")?.player;
      if (level) await set("level", level);
      const { id } = await deal({
        game: props.game,
        options: given(),
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
      <Show when={!about.error && about()} fallback={!about.error && <p class="waiting">{t("page.loading")}</p>}>
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
                      <Show when={seat.player !== "open"} fallback={<span>{t("page.player.open.about")}</span>}>
                        <input
                          aria-label={t("page.seat.name", { n: i() + 1 })}
                          value={seat.player === "me" ? name() : seat.name}
                          dir="auto"
                          maxlength={40}
                          required
                          onInput={({ currentTarget: { value } }) =>
                            seat.player === "me" ? setName(value) : setSeats(i(), "name", value)
                          }
                        />
                      </Show>
                      <select
                        aria-label={t("page.seat.player", { n: i() + 1 })}
                        value={seat.player}
                        onChange={(event) => choose(i(), event.currentTarget.value)}
                      >
                        <For each={players()}>{(player) => <option value={player}>{playerWords(player)}</option>}</For>
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
                    onClick={() => {
                      const player = props.online ? "open" : "normal";
                      setSeats(seats.length, { name: usualName(seats.length + 1, player), player });
                    }}
                  >
                    {t("page.seat.more")}
                  </button>
                </p>
              </Show>
              <Show when={props.online} fallback={<p class="quiet">{t("page.seats.about")}</p>}>
                <Show when={!seats.some(({ player }) => player === "me")}>
                  <label class="option">
                    <span>{t("page.online.name")}</span>
                    <input
                      value={name()}
                      dir="auto"
                      maxlength={40}
                      required
                      onInput={(event) => setName(event.currentTarget.value)}
                    />
                  </label>
                </Show>
              </Show>
            </fieldset>
            <Show when={props.online}>
              <fieldset class="panel">
                <legend>{t("page.online.pace")}</legend>
                <For each={["live", "clocks", "unhurried"]}>
                  {(pace) => (
                    <label class="choice">
                      <input
                        type="radio"
                        name="pace"
                        checked={manner.pace === pace}
                        onChange={() => setManner("pace", pace)}
                      />
                      <span>{t(`page.online.pace.${pace}`)}</span>
                    </label>
                  )}
                </For>
                <Show when={manner.pace === "clocks"}>
                  <For each={["bank", "increment"] as const}>
                    {(time) => (
                      <label class="option">
                        <span>{t(`page.online.${time}`)}</span>
                        <input
                          type="number"
                          min={time === "bank" ? 1 : 0}
                          max={time === "bank" ? 1440 : 3600}
                          placeholder="10"
                          value={manner[time]}
                          onInput={(event) => setManner(time, event.currentTarget.value)}
                        />
                      </label>
                    )}
                  </For>
                </Show>
                <label class="choice">
                  <input
                    type="checkbox"
                    checked={manner.chat}
                    onChange={(event) => setManner("chat", event.currentTarget.checked)}
                  />
                  <span>{t("page.online.chat")}</span>
                </label>
              </fieldset>
            </Show>
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
                            placeholder={choiceText(props.game, option.name, option.standard)}
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
                <Show when={!props.online}>
                  <label class="option">
                    <span>{t("page.seed")}</span>
                    <input
                      value={seed()}
                      maxlength={64}
                      placeholder={t("page.seed.fresh")}
                      onInput={(event) => setSeed(event.currentTarget.value)}
                    />
                  </label>
                </Show>
              </details>
            </Show>
            <Show when={trouble()}>
              <p class="error" role="alert">
                <Cited text={trouble()} />
              </p>
            </Show>
            <button type="submit" class="button main wide">
              {t(props.online ? "page.online.open" : "page.deal-now")}
            </button>
          </form>
        )}
      </Show>
    </main>
  );
}

const optionText = (game: string, name: string, meaning: string) =>
  inWords(`page.option.${game}.${name}`, `${name}: ${meaning}`);
const choiceText = (game: string, name: string, choice: string) =>
  inWords(`page.option.${game}.${name}.${choice.replace(" ", "-")}`, choice);
