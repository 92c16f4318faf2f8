// What went wrong, in a sentence each: with the engine, or with keeping games on this device.
import { type JSX, Show } from "solid-js";
import { keepTrouble } from "../keep.ts";
import { t } from "../language.ts";
import type { Sitting } from "../sitting.ts";

export function Notices(props: { game?: Sitting; children?: JSX.Element }) {
  return (
    <>
      {props.children}
      <Show when={props.game?.trouble}>
        <p class="notice" role="alert">
          {props.game?.trouble}{" "}
          <button type="button" class="button small" onClick={() => props.game?.calmDown()}>
            {t("page.close")}
          </button>
        </p>
      </Show>
      <Show when={keepTrouble()}>
        <p class="notice" role="alert">
          {t(keepTrouble())}
        </p>
      </Show>
    </>
  );
}
