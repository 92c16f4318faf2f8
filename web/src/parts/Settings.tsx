// SPDX-License-Identifier: Apache-2.0
// What a person likes, to be chosen.
import { For, Show } from "solid-js";
import { offlineTrouble } from "../browser.ts";
import { chooseLanguage, LANGUAGES, t } from "../language.ts";
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
      <Show when={LANGUAGES.length > 1}>
        <label class="option">
          <span>{t("page.language")}</span>
          <select value={document.documentElement.lang} onChange={(event) => chooseLanguage(event.currentTarget.value)}>
            <For each={LANGUAGES}>
              {(each) => (
                <option value={each} lang={each}>
                  {new Intl.DisplayNames(each, { type: "language" }).of(each)}
                </option>
              )}
            </For>
          </select>
        </label>
      </Show>
      <Show when={offlineTrouble()}>{(why) => <p class="quiet">{t(why())}</p>}</Show>
      <p class="quiet">{t("page.owners")}</p>
      <a class="button" href="licences.txt" target="_blank" rel="noreferrer">
        {t("page.licences")}
      </a>
    </div>
  );
}
