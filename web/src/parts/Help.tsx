// SPDX-License-Identifier: Apache-2.0
// Help at the table: what a strong player would do and why, all moves as a list, the keys, and clauses one tap away.
import { For, Show } from "solid-js";
import { t } from "../language.ts";
import type { Idea } from "../protocol.ts";
import type { Sitting } from "../sitting.ts";
import { showRule } from "../where.ts";
import { Dialog } from "./Dialog.tsx";
import { Icon } from "./Icon.tsx";
import { Settings } from "./Settings.tsx";

/** A sentence whose clause numbers, such as (CG-16), lead to the rules. */
export function Cited(props: { text: string; onRule?: (clause: string) => void }) {
  const parts = () => props.text.replace(/\((\w\w-\d+)\)/g, "$1").split(/((?:CG|FA|CV)-\d+)/);
  return (
    <For each={parts()}>
      {(part, i) =>
        i() % 2 === 0 ? (
          part
        ) : (
          <button type="button" class="clause" onClick={() => (props.onRule ?? showRule)(part)}>
            {part}
          </button>
        )
      }
    </For>
  );
}

const percent = (share: number) => Math.round(100 * share);

/** What a search thinks of the moves, best first. */
export function Hint(props: { game: Sitting }) {
  const game = props.game;
  const thoughts = () => (typeof game.hint === "object" ? game.hint : undefined);
  return (
    <Show when={game.hint}>
      <aside class="hint" aria-label={t("page.hint")} aria-live="polite">
        <header>
          <h2>{t("page.hint")}</h2>
          <button type="button" class="icon-button" aria-label={t("page.close")} onClick={() => game.closeHint()}>
            <Icon name="close" />
          </button>
        </header>
        <Show when={thoughts()} fallback={<p>{t("page.hint.thinking")}</p>}>
          {(all) => <Advice game={game} ideas={all().ideas} playouts={all().playouts} />}
        </Show>
      </aside>
    </Show>
  );
}

function Advice(props: { game: Sitting; ideas: readonly Idea[]; playouts: number }) {
  const best = () => props.ideas[0];
  const others = () => props.ideas.slice(1, 3);
  const act = (move: string) => {
    props.game.closeHint(); // which lies over what the table answers
    void props.game.play(move);
  };
  return (
    <Show when={best()}>
      {(idea) => (
        <>
          <p class="hint-best">{props.game.say(idea().label)}</p>
          <p>
            {t("page.hint.why", { share: `${percent(idea().expected)} %`, n: props.playouts })}{" "}
            <Show when={others()[0]}>
              {(next) =>
                t(percent(next().expected) < percent(idea().expected) ? "page.hint.next" : "page.hint.close", {
                  move: props.game.say(next().label),
                  share: `${percent(next().expected)} %`,
                })
              }
            </Show>
          </p>
          <Show when={idea().line.length > 0}>
            <details>
              <summary>{t("page.hint.line")}</summary>
              <ol>
                <For each={idea().line}>{(told) => <li>{told.map(props.game.say).join(" ")}</li>}</For>
              </ol>
            </details>
          </Show>
          <button type="button" class="button main" onClick={() => act(idea().move)}>
            {t("page.hint.do")}
          </button>
        </>
      )}
    </Show>
  );
}

/** Every legal move in words: for whoever would rather read than tap. */
export function Moves(props: { game: Sitting; onClose: () => void }) {
  const play = (move: string) => {
    props.onClose();
    void props.game.play(move);
  };
  return (
    <Dialog title={t("page.moves")} class="large" onClose={props.onClose}>
      <ol class="moves">
        <For each={props.game.state?.offers}>
          {(offer) => (
            <li>
              <button type="button" class="button" onClick={() => play(offer.move)}>
                {props.game.say(offer.label)}
              </button>
            </li>
          )}
        </For>
      </ol>
    </Dialog>
  );
}

const KEYS = ["digits", "arrows", "enter", "escape", "h", "u", "m", "r", "space", "question"];

export function KeyHelp(props: { onClose: () => void }) {
  return (
    <Dialog title={t("page.keys")} onClose={props.onClose}>
      <p>{t("page.keys.touch")}</p>
      <dl class="keys">
        <For each={KEYS}>
          {(key) => (
            <div>
              <dt>
                <kbd>{t(`page.key.${key}`)}</kbd>
              </dt>
              <dd>{t(`page.key.${key}.does`)}</dd>
            </div>
          )}
        </For>
      </dl>
      <Settings />
    </Dialog>
  );
}
