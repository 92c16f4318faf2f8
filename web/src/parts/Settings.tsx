// What a person likes, to be chosen.
import { For } from "solid-js";
import { t } from "../language.ts";
import { choosePace, chooseTheme, PACES, type Pace, pace, THEMES, type Theme, theme } from "../settings.ts";

export function Settings() {
  return (
    <div class="settings">
      <label class="option">
        <span>{t("page.pace")}</span>
        <select value={pace()} onChange={(event) => choosePace(event.currentTarget.value as Pace)}>
          <For each={PACES}>{(each) => <option value={each}>{t(`page.pace.${each}`)}</option>}</For>
        </select>
      </label>
      <label class="option">
        <span>{t("page.theme")}</span>
        <select value={theme()} onChange={(event) => chooseTheme(event.currentTarget.value as Theme)}>
          <For each={THEMES}>{(each) => <option value={each}>{t(`page.theme.${each}`)}</option>}</For>
        </select>
      </label>
    </div>
  );
}
