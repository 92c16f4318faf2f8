// SPDX-License-Identifier: Apache-2.0
// The line at the top of every screen but the first: the way back, where one is, and what can be done there.
import { type JSX, onCleanup, onMount } from "solid-js";
import { t } from "../language.ts";
import { Icon } from "./Icon.tsx";

export function Top(props: { title: string; back?: string; children?: JSX.Element }) {
  let heading!: HTMLHeadingElement;
  let frame = 0;
  /** What was tapped is gone with the screen before: one goes on at the top of this one. A table knows better where. */
  const begin = () => {
    if (!heading.isConnected) frame = requestAnimationFrame(begin);
    else if (document.activeElement === document.body && heading.closest(".screen"))
      heading.focus({ preventScroll: true });
  };
  onMount(begin);
  onCleanup(() => cancelAnimationFrame(frame));
  return (
    <header class="top">
      <a class="icon-button" href={props.back ?? "#/"} aria-label={t("page.back")}>
        <Icon name="back" />
      </a>
      <h1 tabindex="-1" ref={heading}>
        {props.title}
      </h1>
      <div class="top-tools">{props.children}</div>
    </header>
  );
}
