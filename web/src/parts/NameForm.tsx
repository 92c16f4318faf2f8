// SPDX-License-Identifier: Apache-2.0
// A name is all that anybody is asked for; it is remembered.
import { createResource } from "solid-js";
import { setting } from "../keep.ts";
import { t } from "../language.ts";

/** What was typed, as a table takes it: a phone adds blanks while it completes words. */
export const tidyName = (typed: string) => typed.trim().replace(/\s+/gu, " ");

export function NameForm(props: { label: string; onName: (name: string) => void }) {
  const [known] = createResource(() => setting("name"));
  const take = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    props.onName(tidyName(String(new FormData(event.currentTarget).get("name"))));
  };
  return (
    <form class="join" onSubmit={take}>
      <input
        name="name"
        aria-label={t("page.online.name")}
        placeholder={t("page.online.name")}
        value={known.latest ?? ""}
        dir="auto"
        maxlength={40}
        autocomplete="nickname"
        required
      />
      <button type="submit" class="button main">
        {t(props.label)}
      </button>
    </form>
  );
}
