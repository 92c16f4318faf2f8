// SPDX-License-Identifier: Apache-2.0
// A window over the page, by the browser's own dialog: it keeps the focus, gives it back, and Esc and Back close it.
import { type JSX, onCleanup, onMount } from "solid-js";
import { t } from "../language.ts";
import { overScreen } from "../where.ts";
import { Icon } from "./Icon.tsx";

export function Dialog(props: { title: string; onClose: () => void; class?: string; children: JSX.Element }) {
  let dialog!: HTMLDialogElement;
  const close = () => dialog.close();
  onMount(() => {
    dialog.showModal();
    onCleanup(overScreen(close));
    onCleanup(close);
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it, too; this is for taps beside it
    <dialog
      ref={dialog}
      class={`dialog ${props.class ?? ""}`}
      aria-label={props.title}
      onClose={() => dialog.isConnected && props.onClose()}
      onClick={(event) => event.target === dialog && close()}
    >
      <div class="dialog-box">
        <header class="dialog-head">
          <h2>{props.title}</h2>
          <button type="button" class="icon-button" aria-label={t("page.close")} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <div class="dialog-body">{props.children}</div>
      </div>
    </dialog>
  );
}
