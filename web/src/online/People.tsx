// SPDX-License-Identifier: Apache-2.0
// The people at a server's table: who is here, whose time runs, what they say, and what the host may do about them.
import { createEffect, createSignal, For, onCleanup, Show } from "solid-js";
import { Portal } from "solid-js/web";
import { t } from "../language.ts";
import { Dialog } from "../parts/Dialog.tsx";
import { Sign } from "../parts/Icon.tsx";
import { NameForm } from "../parts/NameForm.tsx";
import { Notices } from "../parts/Notices.tsx";
import { SeatMark } from "../parts/SeatMark.tsx";
import type { RoomSeat } from "../protocol.ts";
import { tablePath } from "../route.ts";
import { Link } from "../screens/Invite.tsx";
import { LEVELS, playerWords, usualName } from "../start.ts";
import type { OnlineGame } from "./online.ts";

const PHRASES = "hello hurry thanks well-played sorry oops wow laugh think cry heart bye".split(" ");
const HEARD = 5000; // ms that something said is seen beside who said it
const TICK = 250; // ms

/** How somebody is there; "" if as they should be. */
function presence({ player, cover, here }: RoomSeat): string {
  if (player !== "person") return playerWords(player);
  if (cover) return t("page.online.covered");
  return here ? "" : t("page.online.away");
}

/** Guests need only a name. */
export function SitDown(props: { game: OnlineGame }) {
  return <NameForm label="page.online.sit" onName={(name) => void props.game.sit(name)} />;
}

/** That the line is broken; nothing else stops. */
export function Lost(props: { game: OnlineGame }) {
  return (
    <Show when={props.game.line.lost}>
      <p class="notice" role="status">
        {t("page.online.lost")}
      </p>
    </Show>
  );
}

/** All seats, with what the host may do about them. */
export function Places(props: { game: OnlineGame }) {
  const { game } = props;
  const [muted, setMuted] = createSignal<readonly string[]>([]);
  const gathering = () => game.room?.phase === "gathering";
  const mute = (name: string, seat: number) => {
    const on = !muted().includes(name);
    setMuted(on ? [...muted(), name] : muted().filter((each) => each !== name));
    void game.ask({ do: "mute", seat, on });
  };
  const give = (seat: number, player: string) => {
    const name = usualName(seat, player);
    const named = player !== "open" && !game.names.includes(name) && { name };
    void game.ask({ do: "give", seat, player, ...named });
  };
  return (
    <ol class="seats places">
      <For each={game.room?.seats}>
        {(place, i) => {
          const seat = () => i() + 1;
          const others = () => game.host && place.player === "person" && seat() !== game.reader;
          return (
            <li class={`seat-${seat()}`}>
              <SeatMark seat={seat()} />
              <bdi>{place.name || t("page.seat", { n: seat() })}</bdi>
              <Show
                when={game.host && gathering() && place.player !== "person"}
                fallback={
                  <small>
                    {seat() === game.reader ? t("page.name.me") : presence(place) || t("page.online.here")}
                    {seat() === game.room?.host ? ` · ${t("page.online.host")}` : ""}
                  </small>
                }
              >
                <select
                  aria-label={t("page.seat.player", { n: seat() })}
                  value={place.player}
                  onChange={(event) => give(seat(), event.currentTarget.value)}
                >
                  <For each={[...new Set(["open", ...LEVELS, place.player])]}>
                    {(player) => <option value={player}>{playerWords(player)}</option>}
                  </For>
                </select>
              </Show>
              <Show when={others() && place.name}>
                <span class="row">
                  <Show when={!place.here && !place.cover && !gathering()}>
                    <Do
                      label="page.online.cover"
                      name={place.name}
                      act={() => game.ask({ do: "cover", seat: seat() })}
                    />
                  </Show>
                  <Do
                    label={muted().includes(place.name) ? "page.online.unmute" : "page.online.mute"}
                    name={place.name}
                    act={() => mute(place.name, seat())}
                  />
                  <Do
                    label="page.online.remove"
                    name={place.name}
                    act={() =>
                      confirm(t("page.online.remove.sure", { name: place.name })) &&
                      game.ask({ do: "remove", seat: seat() })
                    }
                  />
                </span>
              </Show>
            </li>
          );
        }}
      </For>
    </ol>
  );
}

/** A button about somebody. */
function Do(props: { label: string; name: string; act: () => unknown }) {
  return (
    <button
      type="button"
      class="button small"
      aria-label={`${t(props.label)}: ${props.name}`}
      onClick={() => props.act()}
    >
      {t(props.label)}
    </button>
  );
}

/** The link to join by, and its code to be read out. */
export function Invitation(props: { game: OnlineGame }) {
  return (
    <>
      <Link path={tablePath(props.game.table, props.game.self?.join ?? "")} />
      <p>
        {t("page.online.code")} <strong class="code">{`${props.game.table}-${props.game.self?.code ?? ""}`}</strong>
      </p>
    </>
  );
}

/** Links for others, and the one that is for nobody else; `invited`: the first is shown already. */
export function Ways(props: { game: OnlineGame; invited?: boolean }) {
  return (
    <>
      <Show when={props.game.self?.join && !props.invited}>
        <details class="panel">
          <summary>{t("page.online.invite")}</summary>
          <Invitation game={props.game} />
        </details>
      </Show>
      <Show when={props.game.self?.watch}>
        {(key) => (
          <details class="panel">
            <summary>{t("page.online.watch")}</summary>
            <p>{t("page.online.watch.about")}</p>
            <Link path={tablePath(props.game.table, key())} />
          </details>
        )}
      </Show>
      <Show when={props.game.ownKey}>
        {(key) => (
          <details class="panel">
            <summary>{t("page.online.own")}</summary>
            <p>{t("page.online.own.about")}</p>
            <Link path={tablePath(props.game.table, key())} />
          </details>
        )}
      </Show>
      <Show when={props.game.reader > 0 && !props.game.covered && props.game.room?.phase !== "over"}>
        <p>
          <button type="button" class="button" onClick={() => props.game.ask({ do: "leave" })}>
            {t("page.online.leave")}
          </button>
        </p>
      </Show>
    </>
  );
}

/** Phrases of the house, and a line to write where the host allows it. */
export function Say(props: { game: OnlineGame; onSaid?: () => void }) {
  const say = (what: object) => {
    void props.game.ask({ do: "say", ...what });
    props.onSaid?.();
  };
  const write = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    say({ text: String(new FormData(event.currentTarget).get("text")).trim() });
    event.currentTarget.reset();
  };
  return (
    <Show when={!props.game.self?.muted} fallback={<p class="quiet">{t("room.refused.muted")}</p>}>
      <p class="row phrases">
        <For each={PHRASES}>
          {(phrase) => (
            <button type="button" class="button small" onClick={() => say({ phrase })}>
              {t(`room.say.${phrase}`)}
            </button>
          )}
        </For>
      </p>
      <Show when={props.game.room?.chat}>
        <form class="join" onSubmit={write}>
          <input
            name="text"
            aria-label={t("page.say.text")}
            placeholder={t("page.say.text")}
            maxlength={200}
            required
          />
          <button type="submit" class="button">
            {t("page.say.go")}
          </button>
        </form>
      </Show>
    </Show>
  );
}

/** Everybody in a line, with what is unusual about them; the time that is left; and the way to all else. */
export function Strip(props: { game: OnlineGame }) {
  const { game } = props;
  const [open, setOpen] = createSignal<"people" | "say">();
  const close = () => setOpen(undefined);
  const [now, setNow] = createSignal(performance.now());
  const timer = setInterval(() => setNow(performance.now()), TICK);
  onCleanup(() => clearInterval(timer));
  const passed = () => Math.max(0, now() - game.asOf);
  const clock = (seat: number) => {
    const known = game.state?.clocks[seat - 1];
    return known && (known.runs ? Math.max(0, known.left - passed()) : known.left);
  };
  const left = () => Math.max(0, (game.state?.window[0]?.left ?? 0) - passed());
  return (
    <div class="strip">
      <Show when={game.state?.window.length}>
        <progress aria-label={t("page.online.window")} max={game.room?.window} value={left()} />
      </Show>
      <ul aria-label={t("page.online.people")}>
        <For each={game.room?.seats}>
          {(place, i) => (
            <li class={`seat-${i() + 1}`} data-here={place.here || place.player !== "person"}>
              <SeatMark seat={i() + 1} />
              <bdi>{i() + 1 === game.reader ? t("page.name.me") : place.name}</bdi>
              <Show when={place.player === "person" && i() + 1 !== game.reader && presence(place)}>
                <small>{presence(place)}</small>
              </Show>
              <Show when={clock(i() + 1) !== undefined}>
                <time role="timer">{clockText(clock(i() + 1) ?? 0)}</time>
              </Show>
            </li>
          )}
        </For>
      </ul>
      <Show when={game.state?.window.length}>
        <b role="timer" aria-label={t("page.online.window")}>
          {t("page.online.seconds", { n: Math.ceil(left() / 1000) })}
        </b>
      </Show>
      <Show when={game.reader > 0}>
        <Sign icon="say" label="page.say" act={() => setOpen("say")} />
      </Show>
      <Sign icon="people" label="page.online.people" act={() => setOpen("people")} />
      <Show when={game.reader === 0}>
        <p class="quiet">{t("page.online.watching")}</p>
      </Show>
      <Show when={game.covered}>
        <button type="button" class="button main" onClick={() => game.ask({ do: "return" })}>
          {t("page.online.return")}
        </button>
      </Show>
      <Show when={open() === "people"}>
        <Dialog title={t("page.online.people")} onClose={close}>
          <Notices game={game} />
          <Places game={game} />
          <Show when={game.room?.watching}>{(n) => <p>{t("page.online.watchers", { n: n() })}</p>}</Show>
          <Ways game={game} />
        </Dialog>
      </Show>
      <Show when={open() === "say"}>
        <Dialog title={t("page.say")} onClose={close}>
          <Say game={game} onSaid={close} />
        </Dialog>
      </Show>
    </div>
  );
}

/** As in 9:05. */
const clockText = (ms: number) => {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** What was said, beside the place of who said it; the log has it for whoever does not see it. */
export function Speech(props: { game: OnlineGame }) {
  const [bubble, setBubble] = createSignal<HTMLElement>();
  const [said, setSaid] = createSignal("");
  createEffect(() => {
    const spoken = props.game.spoken;
    setSaid(spoken?.text ?? "");
    if (!spoken) return;
    const timer = setTimeout(() => setSaid(""), HEARD);
    onCleanup(() => clearTimeout(timer));
  });
  createEffect(() => {
    const [box, spoken] = [bubble(), props.game.spoken];
    const place = document.querySelector(`.board .seat-${spoken?.seat}:not(svg)`) ?? document.querySelector(".board");
    if (!box || !place) return;
    const { left, top, width } = place.getBoundingClientRect();
    box.style.left = `${Math.min(Math.max(8, left + width / 2 - box.offsetWidth / 2), innerWidth - box.offsetWidth - 8)}px`;
    box.style.top = `${Math.max(56, top)}px`;
  });
  return (
    <Show when={said()}>
      <Portal>
        <p class={`speech seat-${props.game.spoken?.seat}`} aria-hidden="true" ref={setBubble}>
          {said()}
        </p>
      </Portal>
    </Show>
  );
}
