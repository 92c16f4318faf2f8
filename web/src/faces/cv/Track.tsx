// SPDX-License-Identifier: Apache-2.0
// The middle of the table: the ages of life, and the track of cards that can be taken.
import { createMemo, For, Index, Show } from "solid-js";
import { SeatMark } from "../../parts/SeatMark.tsx";
import type { CvOffer } from "../../protocol.ts";
import { Effect, Price, Sign, Sun, Sym, Syms } from "./art.tsx";
import { Thing } from "./Thing.tsx";
import {
  cardWords,
  factsOf,
  goalSet,
  goalWords,
  idOf,
  isGranted,
  letterOf,
  nameOf,
  offerWords,
  titleOf,
  useCv,
} from "./words.ts";

export function Ages() {
  const table = useCv();
  return (
    <ol class="cv-ages" aria-label={table.text("page.cv.ages")}>
      <Index each={table.scene.decks}>
        {(deck, age) => (
          <li
            classList={{ "cv-now": deck().on, "cv-past": deck().cards === 0 && !deck().on }}
            aria-current={deck().on || undefined}
          >
            <Sun age={age} />
            <span class="cv-age-name">{table.text(`cv.deck.${idOf(deck().deck)}`)}</span>
            <span class="cv-left">
              <b aria-hidden="true">{deck().cards}</b>
              <span class="cv-said">{table.text("page.cv.cards-left", { n: deck().cards })}</span>
            </span>
          </li>
        )}
      </Index>
      <Show when={table.scene.last_round !== "no" && !table.over}>
        <li class="cv-last">{table.text(`page.cv.last-round.${table.scene.last_round}`)}</li>
      </Show>
    </ol>
  );
}

/** The inside of a card that can be taken or kept. */
export function CardFace(props: { card: number; leaves?: boolean }) {
  const table = useCv();
  const types = () => factsOf(table, props.card)?.types ?? [];
  return (
    <>
      <span class="cv-spine">
        <For each={types()}>
          {(type) => (
            <i class={`cv-${letterOf(type)}`}>
              <Sym of={letterOf(type)} />
            </i>
          )}
        </For>
      </span>
      <span class="cv-title">{titleOf(table, props.card)}</span>
      <Show when={factsOf(table, props.card)}>
        {(facts) => (
          <span class="cv-facts">
            <Show when={facts().deck !== "childhood"}>
              <Price facts={facts()} text={table.text} />
              <b class="cv-then">→</b>
            </Show>
            <Effect facts={facts()} text={table.text} />
            <Show when={props.leaves}>
              <span class="cv-leaves">{table.text("page.cv.leaves")}</span>
            </Show>
          </span>
        )}
      </Show>
    </>
  );
}

/** Whether the reader can pay for a card now, and if not, what is missing. */
function Status(props: { offer: CvOffer }) {
  const table = useCv();
  return (
    <Show when={offerWords(table, props.offer)}>
      <span class="cv-status">
        {props.offer.barred.id ? (
          <span class="cv-tag cv-no">{table.text("page.cv.barred")}</span>
        ) : props.offer.affordable ? (
          <span class="cv-tag cv-yes">
            <Sign of="keep" />
            <Show
              when={props.offer.by_luck}
              fallback={table.text(isGranted(table) ? "page.cv.granted" : "page.cv.payable")}
            >
              <Syms of="GGG" />
            </Show>
          </span>
        ) : props.offer.one_more ? (
          <span class="cv-tag cv-near">
            {table.text("page.cv.one-more")}
            <For each={[...props.offer.one_more]}>
              {(letter, i) => (
                <>
                  <Show when={i()}>/</Show>
                  <Sym of={letter} />
                </>
              )}
            </For>
          </span>
        ) : (
          <span class="cv-tag">
            {table.text("page.cv.lacks")}
            <Syms of={props.offer.lacks} />
          </span>
        )}
      </span>
    </Show>
  );
}

export function Track(props: { keys: boolean }) {
  const table = useCv();
  const cards = () => table.scene.track.map((offer) => offer.card);
  return (
    <section class="cv-track" aria-label={table.text("page.cv.track")}>
      <ol>
        <For each={cards()}>
          {(card, at) => {
            const offer = createMemo<CvOffer | undefined>(
              (before) => table.scene.track.find((each) => each.card === card) ?? before,
            );
            return (
              <li>
                <Thing
                  class="cv-card"
                  classList={{ "cv-can": offer()?.affordable, "cv-cannot": Boolean(offer()?.barred.id) }}
                  tap={`track ${card}`}
                  move={`take ${card}`}
                  digit={props.keys ? at() + 1 : undefined}
                  label={[
                    cardWords(table, card),
                    offer() && offerWords(table, offer() as CvOffer),
                    at() === 0 && table.text("page.cv.leaves"),
                  ]
                    .filter(Boolean)
                    .join(" ")}
                  about={table.about(String(card))}
                >
                  <CardFace card={card} leaves={at() === 0} />
                  <Show when={offer()}>{(known) => <Status offer={known()} />}</Show>
                </Thing>
              </li>
            );
          }}
        </For>
      </ol>
    </section>
  );
}

/** The public goals and the reader's secret one. */
export function Goals() {
  const table = useCv();
  const secret = () => table.scene.people[(table.reader || 1) - 1]?.goal ?? 0;
  return (
    <section class="cv-goals" aria-label={table.text("page.cv.goals")}>
      <h2>{table.text("page.cv.goals")}</h2>
      <ul>
        <For each={table.scene.goals.map((goal) => goal.card)}>
          {(card) => {
            const goal = () => table.scene.goals.find((each) => each.card === card);
            return <Goal card={card} points={goal()?.points ?? 0} leaders={goal()?.leaders ?? []} />;
          }}
        </For>
        <Show when={secret()}>
          {(card) => (
            <Goal
              card={card()}
              secret
              points={table.scene.people[(table.reader || 1) - 1]?.points.secret ?? 0}
              leaders={[table.reader || 1]}
            />
          )}
        </Show>
      </ul>
    </section>
  );
}

function Goal(props: { card: number; points: number; leaders: readonly number[]; secret?: boolean }) {
  const table = useCv();
  const facts = () => factsOf(table, props.card);
  return (
    <li>
      <Thing
        class="cv-goal"
        classList={{ "cv-secret": props.secret }}
        tap={`goal ${props.card}`}
        label={[
          props.secret ? table.text("page.cv.secret-goal") : table.text("page.cv.public-goal"),
          goalWords(table, props.card),
          table.text("page.cv.now-gives", {
            points: table.text("cv.points", { n: props.points }),
            who: props.secret ? "" : props.leaders.map((seat) => nameOf(table, seat)).join(", "),
          }),
        ].join(". ")}
        about={table.about(String(props.card))}
        onTap={() => {}}
      >
        <span class="cv-goal-title">{facts()?.title}</span>
        <span class="cv-goal-set">
          <Show when={props.secret}>
            <Sign of="lock" />
          </Show>
          <b>{facts()?.points}</b>
          <span class="cv-word">{table.text("page.cv.per")}</span>
          <Show
            when={goalSet(facts())}
            fallback={<span class="cv-word">{table.text("cv.effect.tokens", { n: facts()?.goal_tokens ?? 1 })}</span>}
          >
            <Syms of={goalSet(facts())} />
          </Show>
        </span>
        <span class="cv-goal-now">
          <For each={props.leaders}>{(seat) => <SeatMark seat={seat} />}</For>
          <Show when={props.points} fallback="–">
            <b>{props.points}</b>
          </Show>
        </span>
      </Thing>
    </li>
  );
}
