// SPDX-License-Identifier: Apache-2.0
// The rules of a game, clause by clause, as the engine cites them.
import { createEffect, createResource, For, Show, Suspense } from "solid-js";
import { t } from "../language.ts";
import { Top } from "../parts/Top.tsx";
import type { GameName } from "../route.ts";
import { rulesOf } from "../table.ts";

export default function Rules(props: { game: GameName; clause: string }) {
  return (
    <main class="screen rules-screen" data-game={props.game}>
      <Top title={t("page.rules.of", { game: t(`page.${props.game}.title`) })} />
      <RulesText game={props.game} clause={props.clause} />
    </main>
  );
}

/** What is still being read must not take the table away that lies below. */
export function RulesText(props: { game: GameName; clause: string }) {
  return (
    <Suspense fallback={<p class="waiting">{t("page.loading")}</p>}>
      <Clauses game={props.game} clause={props.clause} />
    </Suspense>
  );
}

function Clauses(props: { game: GameName; clause: string }) {
  const [rules] = createResource(() => props.game, rulesOf);
  let text!: HTMLDivElement;
  createEffect(() => {
    if (rules.error || !rules() || !props.clause) return;
    const clause = text.querySelector<HTMLElement>(`[id="${CSS.escape(props.clause)}"]`);
    clause?.scrollIntoView({ block: "center" });
    clause?.focus();
  });
  return (
    <div class="rules" ref={text}>
      <Show when={rules.error}>
        <p class="notice" role="alert">
          {rules.error.message}
        </p>
      </Show>
      <Show when={!rules.error && rules()} fallback={!rules.error && <p class="waiting">{t("page.loading")}</p>}>
        {(all) => (
          <>
            <p class="lead">{all().introduction}</p>
            <For each={all().sections}>
              {(section) => (
                <>
                  <Show when={section.title}>
                    <h2>{section.title}</h2>
                  </Show>
                  <For each={section.clauses}>
                    {(clause) => (
                      <article
                        id={clause.id}
                        tabindex="-1"
                        classList={{ "clause-text": true, cited: clause.id === props.clause }}
                      >
                        <h3>
                          <span class="clause">{clause.id}</span> {clause.title}
                        </h3>
                        <p>{clause.text}</p>
                      </article>
                    )}
                  </For>
                </>
              )}
            </For>
          </>
        )}
      </Show>
    </div>
  );
}
