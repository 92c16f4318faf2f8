// The line at the top of every screen but the first: the way back, where one is, and what can be done there.
import type { JSX } from "solid-js";
import { t } from "../language.ts";
import { Icon } from "./Icon.tsx";

export function Top(props: { title: string; back?: string; children?: JSX.Element }) {
  return (
    <header class="top">
      <a class="icon-button" href={props.back ?? "#/"} aria-label={t("page.back")}>
        <Icon name="back" />
      </a>
      <h1>{props.title}</h1>
      <div class="top-tools">{props.children}</div>
    </header>
  );
}
