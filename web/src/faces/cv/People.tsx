// SPDX-License-Identifier: Apache-2.0
// The CVs: everybody's in short, the reader's own with its stacks and hand, and any of them in full.
import { createMemo, For, Index, Show } from "solid-js";
import { Called } from "../../parts/Called.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { SeatMark } from "../../parts/SeatMark.tsx";
import type { CvPerson, CvStack } from "../../protocol.ts";
import { Arrows, Effect, Portrait, Sign, Sym, Syms, Upkeep } from "./art.tsx";
import { Drawn, Thing } from "./Thing.tsx";
import {
  cardWords,
  factsOf,
  goalWords,
  letterOf,
  nameOf,
  pointsWords,
  symbolWords,
  titleOf,
  typeName,
  useCv,
} from "./words.ts";

export type Look = (seat: number) => void;

/** How old everybody is by now: 0 while growing up, 3 in old age. */
export function useAge() {
  const table = useCv();
  return createMemo(() => {
    if (!table.scene.turn && !table.over) return 0;
    const on = table.scene.decks.findIndex((deck) => deck.on);
    return on < 0 ? 3 : on + 1;
  });
}

function Head(props: { seat: number; person: CvPerson }) {
  const table = useCv();
  const age = useAge();
  return (
    <>
      <Portrait seat={props.seat} age={age()} />
      <span class="cv-who">
        <SeatMark seat={props.seat} />
        <Called name={nameOf(table, props.seat)} />
        <Show when={props.person.begins}>
          <Sign of="flag" />
        </Show>
        <Show when={props.person.won}>
          <Sym of="L" />
        </Show>
      </span>
      <span class="cv-total">
        <b>{props.person.points.total}</b>
        <Show when={!props.person.points.secret_known}>+?</Show>
      </span>
    </>
  );
}

/** "Bo, 12 points and a secret goal, begins every round" */
function headWords(table: ReturnType<typeof useCv>, seat: number, person: CvPerson): string {
  return [
    nameOf(table, seat),
    pointsWords(table, person),
    person.begins ? table.text("page.cv.begins") : "",
    person.acts ? table.text("page.cv.acts") : "",
    person.won ? table.text("page.cv.won") : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** What works for somebody in every turn. */
function Means(props: { person: CvPerson }) {
  const table = useCv();
  const words = () =>
    [
      table.text("page.cv.dice", { n: props.person.dice }),
      table.text("page.cv.throws", { n: props.person.throws }),
      props.person.tokens && `${table.text("page.cv.tokens")}: ${symbolWords(table.text, props.person.tokens)}`,
      props.person.upkeep && table.text("page.cv.upkeep", { symbols: symbolWords(table.text, props.person.upkeep) }),
    ]
      .filter(Boolean)
      .join("; ");
  return (
    <span class="cv-means" role="img" aria-label={words()}>
      <span class="cv-more">
        {props.person.dice}
        <Sign of="die" />
      </span>
      <span class="cv-more">
        {props.person.throws}
        <Sign of="again" />
      </span>
      <Syms of={props.person.tokens} />
      <Arrows of={props.person.arrows} />
      <Upkeep of={props.person.upkeep} />
    </span>
  );
}

/** The other players, from the reader's left. */
export function Others(props: { look: Look }) {
  const table = useCv();
  const me = () => table.reader || 1;
  const seats = () => {
    const n = table.scene.people.length;
    return Array.from({ length: n - 1 }, (_, i) => ((me() + i) % n) + 1);
  };
  return (
    <section class="cv-others" aria-label={table.text("page.cv.others")}>
      <ul>
        <For each={seats()}>
          {(seat) => {
            const person = () => table.scene.people[seat - 1] as CvPerson;
            return (
              <li classList={{ [`seat-${seat}`]: true, "cv-acts": person().acts, "cv-won": person().won }}>
                <button type="button" class="cv-tab" onClick={() => props.look(seat)}>
                  <Drawn label={`${headWords(table, seat, person())}. ${table.text("page.cv.look")}`}>
                    <Head seat={seat} person={person()} />
                    <Bars person={person()} />
                    <span class="cv-hidden">
                      <Index each={Array.from({ length: person().hidden + person().events.length })}>
                        {(_, i) => <i classList={{ "cv-open": i >= person().hidden }} />}
                      </Index>
                    </span>
                  </Drawn>
                </button>
                <div class="cv-page">
                  <ul class="cv-mini" aria-label={table.text("page.cv.stacks")}>
                    <Index each={person().stacks}>
                      {(stack) => (
                        <li class={`cv-${letterOf(stack().type)}`}>
                          <Sym of={letterOf(stack().type)} />
                          <b aria-hidden="true">{stack().cards.length}</b>
                          <span class="cv-top">
                            {stack().cards[0] ? titleOf(table, stack().cards[0] as number) : "–"}
                          </span>
                          <span class="cv-said">{stackWords(table, stack())}</span>
                        </li>
                      )}
                    </Index>
                  </ul>
                  <Means person={person()} />
                </div>
              </li>
            );
          }}
        </For>
      </ul>
    </section>
  );
}

/** A CV as five little piles. */
function Bars(props: { person: CvPerson }) {
  return (
    <span class="cv-bars">
      <Index each={props.person.stacks}>
        {(stack) => (
          <i class={`cv-${letterOf(stack().type)}`}>
            <Sym of={letterOf(stack().type)} />
            {stack().cards.length}
          </i>
        )}
      </Index>
    </span>
  );
}

function stackWords(table: ReturnType<typeof useCv>, stack: CvStack): string {
  return table.text(stack.cards.length ? "page.cv.stack" : "page.cv.stack-empty", {
    type: typeName(table.text, stack.type),
    n: stack.cards.length,
    points: table.text("cv.points", { n: stack.points }),
    top: titleOf(table, stack.cards[0] ?? 0),
  });
}

/** The reader's own CV. */
export function Mine(props: { look: Look; keys: boolean }) {
  const table = useCv();
  const me = () => table.reader || 1;
  const person = () => table.scene.people[me() - 1] as CvPerson;
  const due = (type: string) =>
    me() === table.scene.turn ? table.scene.this_turn[0]?.upkeep.find((each) => each.stack === type) : undefined;
  const dueWords = (type: string) => {
    const fate = due(type);
    return (
      fate &&
      table.text(`page.cv.due.${fate.certain ? "certain" : fate.payable ? "perhaps" : "lost"}`, {
        title: titleOf(table, fate.card),
        symbols: symbolWords(table.text, fate.upkeep),
      })
    );
  };
  return (
    <section
      class="cv-mine"
      classList={{ [`seat-${me()}`]: true, "cv-acts": person().acts, "cv-won": person().won }}
      aria-label={table.text("page.cv.cv-of", { who: nameOf(table, me()) })}
    >
      <header>
        <button type="button" class="cv-tab" onClick={() => props.look(me())}>
          <Drawn label={`${headWords(table, me(), person())}. ${table.text("page.cv.look")}`}>
            <Head seat={me()} person={person()} />
          </Drawn>
        </button>
        <Means person={person()} />
      </header>
      <ol class="cv-stacks">
        <Index each={person().stacks}>
          {(stack, i) => {
            const top = () => stack().cards[0] ?? 0;
            const facts = () => factsOf(table, top());
            return (
              <li classList={{ [`cv-${letterOf(stack().type)}`]: true, "cv-none": !top() }}>
                <Thing
                  class="cv-stack"
                  classList={{
                    "cv-unpaid": due(stack().type)?.payable === false,
                    [`cv-deep-${Math.min(stack().cards.length, 4)}`]: true,
                  }}
                  tap={`cv ${top()}`}
                  digit={props.keys ? i + 1 : undefined}
                  label={[stackWords(table, stack()), top() && cardWords(table, top()), dueWords(stack().type)]
                    .filter(Boolean)
                    .join(" ")}
                  about={top() ? table.about(String(top())) : undefined}
                  onTap={table.tapState(`cv ${top()}`) === "ready" ? undefined : () => props.look(me())}
                >
                  <span class="cv-stack-head">
                    <Sym of={letterOf(stack().type)} />
                    <b>{stack().cards.length || ""}</b>
                    <Show when={stack().twice}>
                      <span>×2</span>
                    </Show>
                    <Show when={stack().points}>
                      <span class="cv-points">{stack().points}</span>
                    </Show>
                  </span>
                  <Show
                    when={facts()}
                    keyed
                    fallback={<span class="cv-top">{typeName(table.text, stack().type)}</span>}
                  >
                    {(known) => (
                      <span class="cv-top-card">
                        <span class="cv-top">{known.title}</span>
                        <Effect facts={known} text={table.text} />
                        <Show when={due(stack().type)}>
                          {(fate) => (
                            <Show when={fate().certain || !fate().payable}>
                              <Sign of={fate().payable ? "keep" : "close"} />
                            </Show>
                          )}
                        </Show>
                        <span class="cv-below">
                          <For each={stack().cards.slice(1)}>{(card) => <span>{titleOf(table, card)}</span>}</For>
                        </span>
                      </span>
                    )}
                  </Show>
                </Thing>
              </li>
            );
          }}
        </Index>
      </ol>
    </section>
  );
}

/** The reader's childhood cards and events. */
export function Hand(props: { keys: boolean }) {
  const table = useCv();
  return (
    <Show when={table.scene.hand.length}>
      <section class="cv-hand" aria-label={table.text("page.cv.hand")}>
        <ul>
          <For each={table.scene.hand.map((held) => held.card)}>
            {(card, at) => (
              <li>
                <Thing
                  class="cv-slip"
                  tap={`hand ${card}`}
                  move={`play ${card}`}
                  digit={props.keys ? at() + 1 : undefined}
                  label={cardWords(table, card)}
                  about={table.about(String(card))}
                >
                  <Sym of="E" />
                  <span class="cv-title">{titleOf(table, card)}</span>
                  <Show when={factsOf(table, card)}>{(facts) => <Effect facts={facts()} text={table.text} />}</Show>
                </Thing>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}

/** Somebody's whole CV, on a page over the table. */
export function WholeCv(props: { seat: number; close: () => void }) {
  const table = useCv();
  const person = () => table.scene.people[props.seat - 1] as CvPerson;
  const goals = () => (person().goal ? [person().goal] : []);
  return (
    <Dialog
      title={table.text("page.cv.cv-of", { who: nameOf(table, props.seat) })}
      class={`large cv-sheet seat-${props.seat}`}
      onClose={props.close}
    >
      <header>
        <Head seat={props.seat} person={person()} />
        <Means person={person()} />
      </header>
      <div class="cv-columns">
        <For each={person().stacks}>
          {(stack) => (
            <section class={`cv-${letterOf(stack.type)}`} aria-label={stackWords(table, stack)}>
              <h3>
                <Sym of={letterOf(stack.type)} />
                <span class="cv-cap">{typeName(table.text, stack.type)}</span>
                <Show when={stack.points}>
                  <span class="cv-points">{stack.points}</span>
                </Show>
              </h3>
              <Cards of={stack.cards} active />
            </section>
          )}
        </For>
        <Show when={person().hidden + person().events.length}>
          <section class="cv-E">
            <h3>
              <Sym of="E" />
              {table.text("page.cv.hand-of")}
            </h3>
            <Show when={props.seat !== table.reader && person().hidden}>
              <p>{table.text("page.cv.hidden", { n: person().hidden })}</p>
            </Show>
            <Cards of={props.seat === table.reader ? table.scene.hand.map((held) => held.card) : person().events} />
          </section>
        </Show>
        <Show when={props.seat === table.reader && table.scene.passed.length}>
          <section class="cv-E">
            <h3>{table.text("page.cv.passed")}</h3>
            <Cards of={table.scene.passed} />
          </section>
        </Show>
        <Show when={goals().length}>
          <section class="cv-L">
            <h3>
              <Sym of="L" />
              {table.text("page.cv.secret-goal")}
              <span class="cv-points">{person().points.secret}</span>
            </h3>
            <p>{goals().map((card) => goalWords(table, card))}</p>
          </section>
        </Show>
      </div>
    </Dialog>
  );
}

function Cards(props: { of: readonly number[]; active?: boolean }) {
  const table = useCv();
  return (
    <ol>
      <For each={[...props.of]}>
        {(card, at) => (
          <li classList={{ "cv-under": props.active && at() > 0 }}>
            <span class="cv-title">{titleOf(table, card)}</span>
            <Show when={factsOf(table, card)}>{(facts) => <Effect facts={facts()} text={table.text} />}</Show>
          </li>
        )}
      </For>
    </ol>
  );
}
