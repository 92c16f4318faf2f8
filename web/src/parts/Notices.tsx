// SPDX-License-Identifier: Apache-2.0
// What went wrong, in a sentence each: with the engine, with keeping games on this device, or with anything else.
import { type JSX, Show } from "solid-js";
import { keepTrouble } from "../keep.ts";
import { t } from "../language.ts";
import { forgive, mishap } from "../mishap.ts";
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

/** Over every screen, and over a window on it. */
export function Mishap() {
  return (
    <Show when={mishap()} keyed>
      {(why) => (
        <p
          class="notice mishap"
          role="alert"
          popover="manual"
          ref={(notice) => queueMicrotask(() => notice.showPopover?.())}
        >
          {t("page.trouble.failed", { why })}{" "}
          <button type="button" class="button small" onClick={forgive}>
            {t("page.close")}
          </button>
        </p>
      )}
    </Show>
  );
}
